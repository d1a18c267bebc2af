"""The whole event as JSON: everything is in it, exact, and it comes back in as it was."""

from __future__ import annotations

import json
from copy import deepcopy
from fractions import Fraction
from random import Random

import pytest
from elsewhere import as_options, random_event, roster_of, table_of, written

from engine import RULESETS, ruleset_named
from xlplugin.exports.read_event_json import MOST_FAULTS

import campaigns
from cases import each


@pytest.fixture
def sources(tmp_path):
    """A folder for files to import."""
    folder = tmp_path / "sources"
    folder.mkdir()
    return folder


def exported(event, folder, name="event.json"):
    """What the export says of an event."""
    path = folder / name
    path.unlink(missing_ok=True)
    event.done("export", "--format", "json", "-o", path)
    return json.loads(path.read_text(encoding="utf-8"))


def brought_back(event, data, folder, *options):
    """The event of such data in another workbook."""
    file, path = folder / "in.json", folder / "back.xlsx"
    file.write_text(json.dumps(data), encoding="utf-8")
    path.unlink(missing_ok=True)
    done = event.run_bare("import", file, path, *options)
    assert done.exit_code == 0, done.output
    return type(event)(path)


def play_on(event, ruleset, random):
    """Play some of the elimination, or all of it, either seed winning; write the standings."""
    size = min((size for size in ruleset.cut.sizes if size > 2), default=2) if ruleset.cut else 0
    active = sum(row["Status"] == "Active" for row in event.rows("Players"))
    if size and active >= size and random.random() < 0.8:
        done = event.run("cut", "--top", size)
        if done.exit_code == 0:
            for _ in range(random.choice((0, 1, 9, 9))):
                event.decide(event.newest(), lambda _match: random.choice((1, 2)))
                if event.run("pair").exit_code != 0:
                    break
    event.run("standings")


@pytest.mark.parametrize("name", RULESETS)
def test_random_events_come_back_as_they_were(cut_file, tmp_path, sources, name):
    """Roster, settings, rounds, results, cut and every exact value of random events of every ruleset."""
    event, failures = cut_file(tmp_path / "event.xlsx"), []
    for number in range(campaigns.some(2)):
        played = random_event(name, number, most=9)
        results = written(sources / "results.csv", table_of(played, name))
        roster = written(sources / "roster.csv", roster_of(played))
        event.path.unlink(missing_ok=True)
        seed = ("--set", f"Event seed={played.seed}")
        rounds = ("--set", f"Rounds={len(played.rounds)}")
        options = ("--ruleset", name, "--players", roster, *as_options(played), *rounds)
        done = event.run_bare("import", results, event.path, *options)
        assert done.exit_code == 0, done.output
        play_on(event, ruleset_named(name), Random(number))
        data = exported(event, sources)
        back = brought_back(event, data, sources, *seed)
        back.run("standings")
        again = exported(back, sources, "again.json")
        if again | {"name": ""} != data | {"name": ""} or back.json("check")["problems"]:
            failures.append((number, data, again))
    assert failures == []


@pytest.fixture
def final(at_state):
    """An event with a cut that is over, its final standings written."""
    return at_state("final")


def test_everything_is_in_it(final, sources):
    """Players, settings, matches with points, the cut with its winners, the final standings."""
    data = exported(final, sources)
    assert (data["format"], data["version"], data["ruleset"]) == (
        "xlplugin event",
        1,
        "nisei-swiss",
    )
    assert data["settings"] == {
        "Event name": "Spring Cup", "Rounds": "1", "Cut": "4", "Event seed": "7",
    }  # fmt: skip
    assert [player["name"] for player in data["players"]] == [
        "Ann",
        "Bea",
        "Cal",
        "Dee",
        "Eli",
        "Fay",
    ]
    (first, *_), (cut, *_) = data["rounds"][0]["matches"], data["cut"]["rounds"][0]["matches"]
    assert first["result"].keys() == {"P1 Corp", "P1 Runner"}
    assert {first["points1"], first["points2"]} == {"6", "0"}
    assert cut["winner"] in data["cut"]["seeds"]
    assert data["cut"]["places"][0] == data["standings"]["lines"][0]["no"]
    assert data["standings"]["final"] is True


def test_values_are_exact_and_as_they_are_shown(final, sources):
    """Every tiebreak as a fraction, and as the table on the terminal has it."""
    lines = {line["no"]: line for line in final.json("standings")["standings"]}
    for line in exported(final, sources)["standings"]["lines"]:
        tiebreaks = {n: float(Fraction(v["exact"])) for n, v in line["tiebreaks"].items()}
        assert tiebreaks == pytest.approx(lines[line["no"]]["tiebreaks"])
        assert line["tiebreaks"]["SoS"]["shown"] == f"{tiebreaks['SoS']:.4f}"
        assert Fraction(line["points"]["exact"]) == lines[line["no"]]["points"]


def test_a_tiebreaker_round_comes_back(after_swiss, sources):
    """The round with the size of its cut, and the cut that follows from it."""
    event = after_swiss("nisei-swiss", 6, 1)
    event.done("tiebreaker", "--top", "2")
    event.decide("Tiebreaker")
    data = exported(event, sources)
    assert data["tiebreaker"]["cut"] == 2
    back = brought_back(event, data, sources, "--set", "Event seed=7")
    again = exported(back, sources, "again.json")
    assert again["tiebreaker"] == data["tiebreaker"]
    assert again["settings"]["Cut"] == "2"
    made, ours = (each.json("cut")["pairings"] for each in (back, event))
    assert [match["no1"] for match in made] == [match["no1"] for match in ours]


def test_an_event_that_goes_on_has_no_seed_in_it(make_event, sources):
    """Whoever had it would know the next pairings; nor has it a round that is not published."""
    event = make_event(6, 1)
    data = exported(event, sources)
    assert "Event seed" not in data["settings"]
    assert '"7"' not in json.dumps(data["settings"])
    event.type("Event", event.row_of("Event", "Setting", "Publish rounds"), Value="When told")
    event.done("pair")
    assert len(exported(event, sources)["rounds"]) == 1


def test_before_any_round_there_is_a_roster(new_event, sources):
    """An event that has not begun comes back, too."""
    event = new_event(("Ann,North,", "Bea,,Yes"), header="Name,Club,Declines cut")
    data = exported(event, sources)
    assert (data["rounds"], data["standings"]) == ([], None)
    back = brought_back(event, data, sources)
    assert [(row["Club"], row["Declines cut"]) for row in back.rows("Players")] == [
        ("North", None), (None, "Yes"),
    ]  # fmt: skip
    assert back.json("pair")["round"] == 1


def test_json_of_ours_is_told_from_nrtm_by_its_content(final, sources):
    """Both end alike; NRTM is still what the ending alone means."""
    final.done("export", "-o", sources / "nrtm.json")
    assert "preliminaryRounds" in (sources / "nrtm.json").read_text(encoding="utf-8")
    done = final.run("export", "--format", "json", "-o", sources / "nrtm.json")
    assert done.exit_code == 1
    assert "was not made by export" in done.stderr


def _set(data, path, value):
    """Change a value deep in the data, by its path."""
    *outer, last = path
    for key in outer:
        data = data[key]
    data[last] = value


MATCH = ("rounds", 0, "matches", 0)
DAMAGED = {
    "another version": (("version",), 2, "is of version 2; this program reads version 1"),
    "no ruleset": (("ruleset",), None, "the ruleset is missing"),
    "an unknown ruleset": (("ruleset",), "chess", "chess"),
    "settings": (("settings",), [1], "settings are not an object of texts"),
    "an unknown setting": (("settings", "Weather"), "fine", "There is no setting 'Weather'"),
    "players": (("players",), {}, "!players: this is not a list of objects"),
    "a number": (("players", 0, "no"), "1", "!players[0].no: this is not a number of a player"),
    "a number twice": (("players", 0, "no"), 2, "!players[1].no: 2 is there twice"),
    "a name": (("players", 0, "name"), " ", "!players[0].name: this is not a name"),
    "a long name": (("players", 0, "name"), "A" * 256, "!players[0].name: the name has 256"),
    "a seed": (("players", 0, "seed"), 1.5, "!players[0].seed: this is not a whole number"),
    "a status": (("players", 0, "status"), "Ill", "!players[0].status: this is not one of Active"),
    "a mark": (("players", 0, "declines_cut"), "no", "!players[0].declines_cut: this is not true"),
    "details": (("players", 0, "details"), {"Club": 7}, "!players[0].details: these are not texts"),
    "a detail of ours": (("players", 0, "details"), {"Seed": "7"}, "!players: Seed is a column"),
    "rounds": (("rounds",), [[]], "!rounds: this is not a list of objects"),
    "matches": (("rounds", 0, "matches"), 7, "!rounds[0].matches: this is not a list of objects"),
    "a table": ((*MATCH, "table"), 0, "!rounds[0].matches[0].table: this is not the number"),
    "a player": ((*MATCH, "no1"), 99, "!rounds[0].matches[0].no1: this is not the number of a"),
    "nobody": ((*MATCH, "no2"), None, "!rounds[0].matches[0].special: a bye has one player"),
    "a special": ((*MATCH, "special"), "Rain", "!rounds[0].matches[0].special: this is not one of"),
    "a result": ((*MATCH, "result"), {"P1 Corp": "X"}, ".result: 'X' cannot be the P1 Corp of"),
    "a list for a result": ((*MATCH, "result"), ["W"], ".result: this is not an object"),
    "another field": ((*MATCH, "result"), {"Goals": 1}, ".result: 'Goals' is not one of P1 Corp"),
    "beside a special": ((*MATCH, "special"), "No-show 1", "contradicts itself"),
    "seeds": (("cut", "seeds"), [1, 2, 3, 4, 5], "!cut.seeds: these are not the numbers of as many"),
    "a seed twice": (("cut", "seeds"), [1, 1, 2, 3], "!cut.seeds: these are not the numbers"),
    "other games": (("cut", "rounds", 1, "matches"), [], "!cut.rounds[1].matches: these are not"),
}  # fmt: skip


@each("name", DAMAGED)
def test_what_is_wrong_is_told_by_its_place(final, sources, name):
    """Nothing is written, and the message says where; no traceback."""
    path, value, words = DAMAGED[name]
    data = deepcopy(exported(final, sources))
    _set(data, path, value)
    (sources / "in.json").write_text(json.dumps(data), encoding="utf-8")
    done = final.run_bare("import", sources / "in.json", sources / "back.xlsx")
    assert done.exit_code == 1, done.output
    assert words in done.stderr, done.stderr
    assert not (sources / "back.xlsx").exists()


def test_thousands_of_faults_are_not_told(final, sources):
    """The first ones are, and nothing more is read."""
    data = exported(final, sources) | {"players": [{}] * 5000}
    (sources / "in.json").write_text(json.dumps(data), encoding="utf-8")
    done = final.run_bare("import", sources / "in.json", sources / "back.xlsx", "--json")
    assert len(json.loads(done.stdout)["problems"]) == MOST_FAULTS


def test_everything_wrong_is_told_at_once(final, sources):
    """A player, a match and another match."""
    data = exported(final, sources)
    _set(data, ("players", 0, "seed"), "x")
    _set(data, (*MATCH, "table"), "x")
    _set(data, ("rounds", 0, "matches", 1, "special"), 7)
    (sources / "in.json").write_text(json.dumps(data), encoding="utf-8")
    done = final.run_bare("import", sources / "in.json", sources / "back.xlsx", "--json")
    cells = [problem["cell"] for problem in json.loads(done.stdout)["problems"]]
    assert cells == [
        "players[0].seed", "rounds[0].matches[0].table", "rounds[0].matches[1].special",
    ]  # fmt: skip
