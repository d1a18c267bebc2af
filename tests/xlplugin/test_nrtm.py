"""NRTM JSON, the community's results files: in and out again without a loss."""

from __future__ import annotations

import json

import pytest

from cases import each

POINTS = {"W": (3, 0), "D": (1, 1), "L": (0, 3)}
GAMES = [corp + runner for corp in "WDL" for runner in "WDL"]


def _player(no, **more):
    return {
        "id": no, "name": f"Player {no}", "rank": no, "corpIdentity": None,
        "runnerIdentity": None, **more,
    }  # fmt: skip


def _side(no, corp, runner, total):
    return {"id": no, "runnerScore": runner, "corpScore": corp, "combinedScore": total}


def _game(one, two, table=1, **flags):
    flags = {"intentionalDraw": False, "twoForOne": False, "eliminationGame": False, **flags}
    return {"table": table, "player1": one, "player2": two, **flags}


def _event(*rounds, players=4, **more):
    people = players if isinstance(players, list) else [_player(n) for n in range(1, players + 1)]
    return {
        "name": "Test", "date": "2026-03-03", "cutToTop": 0, "preliminaryRounds": len(rounds) or 1,
        "tournamentOrganiser": {"nrdbId": None, "nrdbUsername": "TO"}, "players": people,
        "eliminationPlayers": [], "rounds": list(rounds), "uploadedFrom": "Test", "links": [],
        **more,
    }  # fmt: skip


def _played(letters, one=1, two=2, table=1):
    (corp1, runner2), (runner1, corp2) = (POINTS[letter] for letter in letters)
    sides = _side(one, corp1, runner1, corp1 + runner1), _side(two, corp2, runner2, corp2 + runner2)
    return _game(*sides, table)


def _unrecorded(letters):
    game = _played(letters)
    for side in ("player1", "player2"):
        game[side] |= {"corpScore": 0, "runnerScore": 0}
    return game


def _special(sides1, sides2, **flags):
    return _game(_side(1, *sides1), _side(2, *sides2), **flags)


RESULTS = {
    **{f"games {letters}": _played(letters) for letters in GAMES},
    **{f"sides of {letters} not recorded": _unrecorded(letters) for letters in ("WW", "WD", "WL")},
    **{f"sides of {letters} not recorded": _unrecorded(letters) for letters in ("DD", "DL", "LL")},
    "ID": _special((0, 0, 3), (0, 0, 3), intentionalDraw=True),
    "ID with games": _special((3, 0, 3), (3, 0, 3), intentionalDraw=True),
    "ID with games of runners": _special((0, 3, 3), (0, 3, 3), intentionalDraw=True),
    "2-for-1 won as corp": _special((6, 0, 6), (0, 0, 0), twoForOne=True),
    "2-for-1 won as runner": _special((0, 6, 6), (0, 0, 0), twoForOne=True),
    "2-for-1 won as both": _special((3, 3, 6), (0, 0, 0), twoForOne=True),
    "2-for-1 won, side not recorded": _special((0, 0, 6), (0, 0, 0), twoForOne=True),
    "2-for-1 lost as corp": _special((0, 0, 0), (0, 6, 6), twoForOne=True),
    "2-for-1 lost as runner": _special((0, 0, 0), (6, 0, 6), twoForOne=True),
    "2-for-1 lost as both": _special((0, 0, 0), (3, 3, 6), twoForOne=True),
    "2-for-1 lost, side not recorded": _special((0, 0, 0), (0, 0, 6), twoForOne=True),
    "2-for-1 drawn": _special((2, 0, 2), (0, 2, 2), twoForOne=True),
    "double no-show": _special((0, 0, 0), (0, 0, 0)),
    "bye of player 1": _game(_side(1, None, None, 6), _side(None, None, None, 0)),
    "bye of player 2": _game(_side(None, None, None, 0), _side(1, None, None, 6)),
}


@pytest.fixture
def there_and_back(import_event):
    """Import an event and export it again."""

    def run(data, *options):
        done = import_event(data, *options)
        assert done.result.exit_code == 0, done.result.output
        out = done.event.path.with_name("out.json")
        done.event.done("export", "--format", "nrtm", "-o", out)
        return json.loads(out.read_text(encoding="utf-8"))

    return run


@pytest.fixture(scope="module")
def every_result(event_file, tmp_path_factory):
    """One event with every kind of result, a round for each, there and back."""
    folder = tmp_path_factory.mktemp("results")
    rounds = [[game, _played("WL", 3, 4, 2)] for game in RESULTS.values()]
    (folder / "in.json").write_text(json.dumps(_event(*rounds)), encoding="utf-8")
    event = event_file(folder / "event.xlsx")
    assert event.run_bare("import", folder / "in.json", event.path).exit_code == 0
    event.done("export", "--format", "nrtm", "-o", folder / "out.json")
    back = json.loads((folder / "out.json").read_text(encoding="utf-8"))
    return event, dict(zip(RESULTS, back["rounds"], strict=True))


@each("kind", RESULTS)
def test_every_kind_of_result_comes_back(every_result, kind):
    """A game comes out with the table, players, scores and flags that went in."""
    assert every_result[1][kind][0] == RESULTS[kind]


def test_every_kind_of_result_scores_what_it_says(every_result):
    """The standings add up to the points that the file has for all of its games."""
    sides = [game[side] for game in RESULTS.values() for side in ("player1", "player2")]
    given = {no: sum(s["combinedScore"] for s in sides if s["id"] == no) for no in (1, 2)}
    lines = every_result[0].json("standings")["standings"]
    assert {line["no"]: line["points"] for line in lines if line["no"] in given} == given


def test_several_rounds_come_back_in_order(there_and_back):
    """Rounds, tables out of order, drops, a late entry and byes on both sides all come back."""
    rounds = [
        [_played("WW", 1, 2, 7), _game(_side(3, None, None, 6), _side(None, None, None, 0), 3)],
        [_played("LD", 3, 1, 2), _game(_side(None, None, None, 0), _side(2, None, None, 6), 1)],
        [_played("WL", 5, 2, 1), _played("DD", 1, 40, 2)],
    ]
    players = [_player(n) for n in (1, 2, 3, 5, 40, 99)]
    assert there_and_back(_event(*rounds, players=players))["rounds"] == rounds


PERSON = {
    "corpIdentity": "Haas-Bioroid: Engineering the Future", "runnerIdentity": 'Rielle "Kit" Peddler',
    "corpFaction": "haas-bioroid", "runnerFaction": "shaper", "pronouns": "they/them",
}  # fmt: skip


def test_what_a_file_says_of_a_player_comes_back(there_and_back):
    """Identities, factions and pronouns as they went in, with straight quotes."""
    curly = PERSON["runnerIdentity"].replace(' "', " \u201c").replace('" ', "\u201d ")
    assert "\u201cKit\u201d" in curly
    players = [_player(1, **PERSON), _player(2, runnerIdentity=curly)]
    back = there_and_back(_event([_played("WL")], players=players))["players"]
    one, two = sorted(back, key=lambda player: player["id"])
    assert {key: one[key] for key in PERSON} == PERSON
    assert (two["corpIdentity"], two["runnerIdentity"]) == (None, PERSON["runnerIdentity"])


def test_what_a_file_says_of_the_event_comes_back(there_and_back):
    """Name, date, organizer and the lists that must be there come out."""
    told = {
        "name": "Test", "date": "2026-03-03", "cutToTop": 0, "preliminaryRounds": 1, "links": [],
        "tournamentOrganiser": {"nrdbId": None, "nrdbUsername": "TO"}, "eliminationPlayers": [],
    }  # fmt: skip
    back = there_and_back(_event([_played("WL")]))
    assert {key: back[key] for key in told} == told


def test_an_import_of_an_export_is_the_same_event(there_and_back, event_file, tmp_path):
    """Going there and back a second time changes nothing at all."""
    rounds = [[RESULTS["2-for-1 won as corp"], _played("WL", 3, 4, 2)], [_played("DD", 1, 3)]]
    back = there_and_back(_event(*rounds))
    again = event_file(tmp_path / "again.xlsx")
    source = tmp_path / "out.json"
    assert again.run_bare("import", source, again.path).exit_code == 0
    again.done("export", "--format", "nrtm", "-o", tmp_path / "out2.json")
    assert json.loads((tmp_path / "out2.json").read_text(encoding="utf-8")) == back


def test_an_unplayed_round_is_left_out_of_the_export(there_and_back):
    """A newest round without results comes in as a tab to be filled, and not out."""
    unplayed = _game(_side(1, None, None, None), _side(3, None, None, None))
    other = _game(_side(2, None, None, None), _side(4, None, None, None), 2)
    rounds = [[_played("WL"), _played("WW", 3, 4, 2)], [unplayed, other]]
    assert there_and_back(_event(*rounds))["rounds"] == rounds[:1]


@pytest.mark.on_files
def test_an_exported_event_of_our_own_comes_back(make_event, event_file, tmp_path):
    """An event paired here is the same event after export and import."""
    event = make_event(players=7, rounds=3)
    out = tmp_path / "out.json"
    event.done("export", "--format", "nrtm", "-o", out)
    again = event_file(tmp_path / "again.xlsx")
    assert again.run_bare("import", out, again.path).exit_code == 0
    points = [(s["player"], s["points"], s["tiebreaks"]["SoS"]) for s in _lines(event)]
    assert [(s["player"], s["points"], s["tiebreaks"]["SoS"]) for s in _lines(again)] == points


def _lines(event):
    return sorted(event.json("standings")["standings"], key=lambda s: s["no"])


def test_elimination_games_are_left_out_with_a_word(import_event):
    """Without ``eliminationPlayers`` only the Swiss rounds are taken, and the organizer is told."""
    final = _game({"id": 1, "role": "corp", "winner": True}, {"id": 2, "role": "runner"})
    final["eliminationGame"] = True
    done = import_event(_event([_played("WL"), _played("WL", 3, 4, 2)], [final]))
    assert done.result.exit_code == 0
    assert "Left out: 1 elimination game, which are those of no bracket" in done.result.stderr
    assert "Round 2" not in done.event.read().sheetnames


@pytest.mark.parametrize("seed", [[1], 10**100])
def test_seeds_that_are_none_leave_the_elimination_out(import_event, seed):
    """Of whatever type they are."""
    final = _game({"id": 1, "role": "corp", "winner": True}, {"id": 2, "role": "runner"})
    final["eliminationGame"] = True
    seeds = [{"id": 1, "seed": seed}, {"id": 2, "seed": 2}]
    done = import_event(_event([_played("WL")], [final]) | {"eliminationPlayers": seeds})
    assert done.result.exit_code == 0
    assert "Left out: 1 elimination game" in done.result.stderr


def test_points_so_far_are_right_as_imported(import_event):
    """They stand beside the names from the second round on, without any click."""
    rounds = [
        [_played("WW"), _played("WD", 3, 4, 2)],
        [_played("LL", 4, 2), _played("WL", 1, 3, 2)],
    ]
    event = import_event(_event(*rounds)).event
    tab = event.read()["Round 2"]
    shown = [
        (event.column(tab, f"No {side}"), event.column(tab, f"So far {side}")) for side in "12"
    ]
    by_no = {tab.cell(r, no).value: tab.cell(r, far).value for r in (2, 3) for no, far in shown}
    assert by_no == {1: 6, 2: 0, 3: 4, 4: 1}


def test_settings_can_be_set_on_import(import_event):
    """``import`` takes settings like ``new``; the given ones win."""
    done = import_event(
        _event([_played("WL")]), "--set", "SoS divisor=Opponents", "--set", "Event name=Other"
    )
    values = {row[0].value: row[1].value for row in done.event.read()["Event"].iter_rows()}
    assert (values["SoS divisor"], values["Event name"]) == ("Opponents", "Other")


def _without(data, key):
    return {k: v for k, v in data.items() if k != key}


def _bad_score(one, two, **flags):
    return _event([_game(_side(1, 0, 0, one), _side(2, 0, 0, two), **flags)])


GOOD = _event([_played("WL")])
MALFORMED = {
    "no JSON": ("{", ["source.json is not a JSON file"]),
    "nested without end": ("[" * 100_000, ["source.json is not a JSON file"]),
    "a list": ([], ["source.json is not an NRTM results file"]),
    "no players": (_without(GOOD, "players"), ["no lists 'players' and 'rounds'"]),
    "no id": (_event(players=[{"name": "Ann"}]), ["the id of player 1 is not a whole number"]),
    "id too large": (_event(players=[_player(10**12), _player(2)]), ["1000000000000"]),
    "no name": (_event(players=[_player(3, name=" ")]), ["player 3 has no name"]),
    "id twice": (_event(players=[_player(1), _player(1, name="X")]), ["2 players have the id '1'"]),
    "name twice": (
        _event(players=[_player(1, name="Ann"), _player(2, name=" ann ")]),
        ["2 players have the name 'ann'"],
    ),
    "a control character in a name": (
        _event([_played("WL")], players=[_player(1, name="A\x07nn"), _player(2)]),
        ["characters that no workbook can hold"],
    ),
    "half a character in the event's name": (
        GOOD | {"name": "\ud83d Cup"},
        [r"Event name: '\ud83d Cup' has characters that no workbook can hold"],
    ),
    "a long name": (
        _event(players=[_player(1, name="A" * 256), _player(2)]),
        ["player 1: the name has 256 characters; the maximum is 255"],
    ),
    "many players": (
        _event(players=[_player(no) for no in range(1, 2002)]),
        ["source.json has 2001 players; the maximum is 2000"],
    ),
    "many rounds": (GOOD | {"rounds": [[]] * 61}, ["source.json has 61 rounds; the maximum is 60"]),
    "many games": (
        GOOD | {"rounds": [[{}] * 1501] * 2},
        ["source.json has 3002 games; the maximum is 3000"],
    ),
    "a table of 100 digits": (
        _event([_played("WL", 1, 2, 10**99)]),
        ["Round 1!A2: 1000", "is not a whole number from 1 to 100000"],
    ),
    "round is no list": (GOOD | {"rounds": [7]}, ["round 1 is not a list of games"]),
    "a side is missing": (
        GOOD | {"rounds": [[{"table": 1, "player1": _side(1, 3, 3, 6)}]]},
        ["round 1, game 1: player1 or player2 is missing"],
    ),
    "unknown player": (_event([_played("WL", 1, 77)]), ["round 1, game 1: no such player [77]"]),
    "a player id is a list": (_event([_played("WL", [1], 2)]), ["round 1, game 1: no such player"]),
    "a player against themself": (_event([_played("WL", 1, 1)]), ["player 1 has 2 games"]),
    "a player twice": (
        _event([_played("WL", 1, 2), _played("WL", 2, 3, 2)]),
        ["round 1: player 2 has 2 games"],
    ),
    "impossible score": (_bad_score(5, 5), ["round 1, game 1: two games cannot end 5-5"]),
    "score as text": (_bad_score("six", "0"), ["round 1, game 1: a score is not a whole number"]),
    "bad ID": (
        _bad_score(6, 0, intentionalDraw=True),
        ["round 1, game 1: an intentional draw is 3-3, not 6-0"],
    ),
    "bad 2-for-1": (
        _bad_score(3, 3, twoForOne=True),
        ["round 1, game 1: a two-for-one is 6-0, 0-6 or 2-2, not 3-3"],
    ),
    "single-sided": (
        _event([_game(_side(1, 3, None, 3) | {"role": "corp"}, _side(2, None, 0, 0))]),
        ["round 1, game 1: a single-sided game has a corp and a runner"],
    ),
    "several reasons": (
        _event(
            [_played("WL", 1, 77), _game(_side(3, 0, 0, 9), _side(4, 0, 0, 9), 2)],
            [_played("WL", 1, 2), _played("WL", 2, 3, 2)],
        ),
        [
            "round 1, game 1: no such player [77]",
            "round 1, game 2: two games cannot end 9-9",
            "round 2: player 2 has 2 games",
        ],
    ),
}


@pytest.mark.parametrize(("data", "reasons"), MALFORMED.values(), ids=MALFORMED)
def test_a_malformed_file_is_refused_with_every_reason(import_event, data, reasons):
    """A file that cannot be an event says every reason why, and no workbook is made."""
    done = import_event(data)
    assert done.result.exit_code == 1, done.result.output
    assert [reason for reason in reasons if reason not in done.result.stderr] == []
    assert list(done.event.path.parent.glob("*.xlsx")) == []


def test_a_missing_result_in_an_older_round_is_told(import_event):
    """An unplayed game before the last round cannot be an event; its cell is told later."""
    unplayed = _game(_side(1, None, None, None), _side(2, None, None, None))
    done = import_event(_event([unplayed], [_played("WL", 1, 2)]))
    assert done.result.exit_code == 0
    assert "Round 1!F2: the result is missing" in done.event.refused("pair")


def test_import_never_writes_over_a_file(make_event, tmp_path):
    """A workbook that is there already is left alone."""
    event = make_event()
    source = tmp_path / "source.json"
    source.write_text(json.dumps(GOOD), encoding="utf-8")
    before = event.path.read_bytes()
    result = event.run_bare("import", source, event.path)
    assert (result.exit_code, event.path.read_bytes()) == (1, before)


# Single-sided events


def _sided(no, role, score):
    scores = {f"{kind}Score": score if kind == role else None for kind in ("corp", "runner")}
    return {"id": no, "role": role, "combinedScore": score, **scores}


SINGLE_SIDED = {
    "won by the Corp": _game(_sided(1, "corp", 3), _sided(2, "runner", 0)),
    "won by the Runner": _game(_sided(1, "corp", 0), _sided(2, "runner", 3)),
    "drawn": _game(_sided(1, "corp", 1), _sided(2, "runner", 1)),
    "ID": _game(_sided(1, "corp", 1), _sided(2, "runner", 1), intentionalDraw=True),
    "double no-show": _game(_sided(1, "corp", 0), _sided(2, "runner", 0)),
}
SINGLE_SIDED_BYE = _game(_sided(3, None, None) | {"combinedScore": 3}, _sided(None, None, 0))


@pytest.mark.parametrize("game", SINGLE_SIDED.values(), ids=SINGLE_SIDED)
def test_a_single_sided_game_comes_back_as_it_was(there_and_back, game):
    """Roles and the score of the side played survive, and so does a bye."""
    rounds = [[game, SINGLE_SIDED_BYE | {"table": 2}]]
    bye = {"combinedScore": 0, "corpScore": None, "runnerScore": None}
    rounds[0][1]["player2"] = {"id": None, "role": None, **bye}
    assert there_and_back(_event(*rounds, players=3))["rounds"] == rounds


def test_a_runner_who_is_named_first_sits_on_the_other_side(import_event):
    """The Corp is Player 1 of a single-sided round tab, whatever the file's order."""
    game = _game(_sided(1, "runner", 3), _sided(2, "corp", 0))
    event = import_event(_event([game], players=2)).event
    row = event.rows("Round 1")[0]
    assert (row["No 1"], row["No 2"], row["Result"]) == (2, 1, "Runner")


@pytest.mark.parametrize("ruleset", ["trc", "hex"])
def test_a_ruleset_without_corp_and_runner_scores_is_not_exported(new_event, ruleset):
    """The message names the ruleset and the formats that there are."""
    event = new_event(ruleset=ruleset)
    event.done("pair")
    for row in range(2, 6):
        fields = ("HQ 1", "HQ 2") if ruleset == "hex" else ("G1 P1", "G1 P2", "G2 P1", "G2 P2")
        event.type("Round 1", row, **dict(zip(fields, (10, 2, 3, 10), strict=False)))
    message = event.refused("export", "--format", "nrtm", "-o", event.path.parent / "out.json")
    assert ruleset in message
    assert "csv and markdown" in message
