"""Many events as one workbook: what counts, who is who, duplicates, and what is refused."""

from __future__ import annotations

import json
from datetime import date
from itertools import permutations
from math import isclose
from pathlib import Path

import pytest
from click.testing import CliRunner
from openpyxl import load_workbook
from openskill.models import BradleyTerryFull

from xlplugin.doors.cli import main
from xlplugin.numbers.season import ratings
from xlplugin.numbers.season.reading import day_in

from cases import each

SAMPLES = Path(__file__).parents[2] / "samples"
SCORES = {"WW": (3, 3, 0, 0), "WL": (3, 0, 3, 0), "LW": (0, 3, 0, 3), "LL": (0, 0, 3, 3),
          "WD": (3, 1, 1, 0), "--": (0, 0, 0, 0)}  # fmt: skip
"""The scores of Player 1 as Corp and Runner, then of Player 2, by Player 1's games; -- for nobody there."""
SPRING = [
    [("Ann", "Bea", "WW"), ("Cal", "Dee", "WL"), ("Eli", None, "")],
    [("Ann", "Cal", "WD"), ("Bea", "Eli", "LL"), ("Dee", None, "")],
]
SUMMER = [
    [("Ann", "Bea", "LW"), ("Cal", "Fay", "ID")],
    [("Ann", "Fay", "--"), ("Bea", "Cal", "WW")],
]


def results(rounds, name="Spring", day="2026-03-21", *, planned=0, cut=0, ranks=()):
    """The content of a file of results; ``ranks`` are the players, the first one best."""
    players = dict.fromkeys(p for games in rounds for *pair, _ in games for p in pair if p)
    ids = {player: no for no, player in enumerate(players, 1)}

    def game(table, one, two, said):
        corp1, runner1, corp2, runner2 = SCORES.get(said, (None,) * 4)
        totals = (3, 3) if said == "ID" else (6, 0) if two is None else (None, None)
        if said in SCORES:
            totals = (corp1 + runner1, corp2 + runner2)
        keys = ("id", "corpScore", "runnerScore", "combinedScore")
        player1 = dict(zip(keys, (ids[one], corp1, runner1, totals[0]), strict=True))
        player2 = dict(zip(keys, (ids.get(two), corp2, runner2, totals[1]), strict=True))
        return {
            "table": table,
            "player1": player1,
            "player2": player2,
            "intentionalDraw": said == "ID",
        }

    listed = [{"id": no, "name": player} for player, no in ids.items()]
    for player in listed if ranks else ():
        player["rank"] = ranks.index(player["name"]) + 1
    played = [[game(t, *g) for t, g in enumerate(games, 1)] for games in rounds]
    head = {"name": name, "date": day, "preliminaryRounds": planned, "cutToTop": cut}
    return {**head, "players": listed, "rounds": played}


@pytest.fixture
def season(tmp_path, monkeypatch):
    """Run the command in a folder of its own; give what it says."""
    monkeypatch.chdir(tmp_path)

    def run(*arguments):
        words = ["season", *map(str, arguments)]
        return CliRunner().invoke(main, words, catch_exceptions=False)

    return run


@pytest.fixture
def found(season):
    """Give what the season of some files comes to."""

    def data(*arguments):
        result = season(*arguments, "--json")
        assert result.exit_code == 0, result.output
        return json.loads(result.stdout)

    return data


@pytest.fixture
def refused(season, tmp_path):
    """Give why there is no season of some files, and nothing is written."""

    def why(*arguments, status=1):
        before = {path: path.read_bytes() for path in tmp_path.rglob("*") if path.is_file()}
        result = season(*arguments)
        assert result.exit_code == status, result.output
        assert {p: p.read_bytes() for p in tmp_path.rglob("*") if p.is_file()} == before
        return result.stderr

    return why


@pytest.fixture
def write(tmp_path):
    """Write a file of results; give its name."""

    def put(file, rounds, *arguments, **options):
        text = json.dumps(results(rounds, *arguments, **options), ensure_ascii=False)
        (tmp_path / file).write_text(text, encoding="utf-8")
        return file

    return put


@pytest.fixture
def two(write):
    """Two events."""
    return write("spring.json", SPRING), write("summer.json", SUMMER, "Summer", "2026-06-20")


def by(key, rows):
    """Rows by one of their values."""
    return {row[key]: row for row in rows}


# what counts


def test_careers_count_what_was_played(found, two):
    """Byes, intentional draws and absent players have numbers of their own, and no games."""
    players = by("player", found(*two)["players"])
    ann = players["Ann"]
    assert (ann["events"], ann["matches"], ann["won"], ann["drawn"], ann["lost"]) == (2, 3, 4, 1, 1)
    assert (ann["no_shows"], players["Fay"]["no_shows"], players["Fay"]["matches"]) == (1, 1, 0)
    assert (players["Cal"]["draws_agreed"], players["Fay"]["draws_agreed"]) == (1, 1)
    assert (players["Eli"]["byes"], players["Dee"]["byes"], ann["byes"]) == (1, 1, 0)
    assert players["Fay"]["win_share"] is None
    for one, other in (("won", "lost"), ("drawn", "drawn")):
        assert sum(p[one] for p in players.values()) == sum(p[other] for p in players.values())


def test_places_count_once_an_event_is_over(found, write):
    """A round that is planned, or is not complete, leaves it without a winner."""
    over = found(write("over.json", SPRING))
    assert [(e["is_over"], e["winners"]) for e in over["events"]] == [(True, ["Eli"])]
    assert by("player", over["players"])["Eli"]["best_place"] == 1
    going_on = found(write("planned.json", SPRING, planned=3))
    assert [(e["is_over"], e["winners"]) for e in going_on["events"]] == [(False, [])]
    assert by("player", going_on["players"])["Eli"]["best_place"] is None
    before_cut = found(write("cut.json", SPRING, cut=4))
    assert [(e["is_over"], e["winners"]) for e in before_cut["events"]] == [(False, [])]
    open_round = [*SPRING, [("Ann", "Dee", ""), ("Cal", "Bea", "WW")]]
    unfinished = found(write("open.json", open_round, planned=3))
    assert unfinished["events"][0]["rounds"] == 2
    assert "open.json: round 3 is not finished" in unfinished["notes"][0]


def test_a_file_of_results_keeps_the_places_that_it_says(found, write):
    """Its event may have had other tiebreaks."""
    ranks = ["Bea", "Ann", "Cal", "Dee", "Eli"]
    said = found(write("ranked.json", SPRING, ranks=ranks))
    assert said["events"][0]["winners"] == ["Bea"]
    assert {n: p["best_place"] for n, p in by("player", said["players"]).items()} == {
        name: place for place, name in enumerate(ranks, 1)
    }


def test_events_count_in_the_order_of_their_days(found, two):
    """Whatever the order in which they are named, all of it is the same."""
    one, *others = (found(*files) for files in permutations(two))
    assert [event["name"] for event in one["events"]] == ["Spring", "Summer"]
    assert others == [one]


def test_head_to_head_adds_up_over_events(found, two):
    """From the side of whoever has won more."""
    first, *others = found(*two)["head_to_head"]
    assert first == {"player": "Ann", "against": "Bea", "matches": 2, "won": 3, "drawn": 0, "lost": 1,
                     "last": "summer.json"}  # fmt: skip
    assert {"player": "Eli", "against": "Bea", "matches": 1, "won": 2, "drawn": 0, "lost": 0,
            "last": "spring.json"} in others  # fmt: skip


def test_a_whole_event_has_its_cut_and_its_champion(found):
    """Also of a workbook, whose day is that of its first round where none is typed."""
    said = found(SAMPLES / "nisei-swiss-24.xlsx")
    (event,) = said["events"]
    assert (event["is_over"], len(event["winners"]), event["rounds"]) == (True, 1, 9)
    best = by("player", said["players"])[event["winners"][0]]
    assert (best["events_won"], best["best_place"], best["cuts"]) == (1, 1, 1)
    assert sum(player["cuts"] for player in said["players"]) == 4
    assert sorted(p["best_place"] for p in said["players"]) == list(range(1, 25))
    assert "round 1 was paired on" in said["notes"][0]


def test_a_cut_that_goes_on_has_players_and_no_winner(found, tmp_path):
    """Of a file of results up to its last whole round."""
    source = tmp_path / "event.json"
    done = CliRunner().invoke(
        main, ["export", str(SAMPLES / "nisei-swiss-24.xlsx"), "-o", str(source)]
    )
    assert done.exit_code == 0, done.output
    event = json.loads(source.read_text(encoding="utf-8")) | {"date": "2026-05-17"}
    whole = found(_written(source, event))
    assert whole["events"][0]["winners"] == [event["eliminationPlayers"][0]["name"]]
    assert whole["events"][0]["rounds"] == len(event["rounds"])
    for player in event["eliminationPlayers"]:
        player["rank"] = None
    swiss = event["preliminaryRounds"]
    event["rounds"] = event["rounds"][: swiss + 1]
    event["rounds"][-1].pop()
    said = found(_written(source, event))
    (still,) = said["events"]
    assert (still["is_over"], still["winners"], still["rounds"]) == (False, [], swiss)
    assert sum(player["cuts"] for player in said["players"]) == 4


def _written(path, event):
    path.write_text(json.dumps(event), encoding="utf-8")
    return path


def test_matchups_add_up_over_events(found, tmp_path):
    """By what the players of each event have typed."""
    for number, (name, day) in enumerate((("A", "2026-01-01"), ("B", "2026-02-01"))):
        event = results(SPRING, name, day)
        for player in event["players"]:
            player |= {"corpIdentity": "Asa", "runnerIdentity": "Hoshiko"}
        (tmp_path / f"{number}.json").write_text(json.dumps(event), encoding="utf-8")
    ((one,), (both,)) = (found(*files)["matchups"] for files in (["0.json"], ["0.json", "1.json"]))
    assert [(pair["row"], pair["column"], pair["games"]) for pair in one["pairs"]] == [
        ("Asa", "Hoshiko", 8)
    ]
    counts = ("games", "won", "drawn", "lost")
    assert [[p[c] for c in counts] for p in both["pairs"]] == [
        [2 * p[c] for c in counts] for p in one["pairs"]
    ]
    tabs = load_workbook("season.xlsx").sheetnames
    assert tabs == ["Events", "Players", "Ratings", "Head to head", "Matchups", "Matchup list"]


# ratings


def test_ratings_are_those_of_the_library(found, two):
    """Game by game, each on its own, by the date of the event and then by round."""
    spread, luck = 0.44 * 400 / 2.302585092994046, 400 / 2.302585092994046 / 2**0.5
    model = BradleyTerryFull(mu=1500, sigma=spread, beta=luck, tau=spread / 100)
    of = {}
    games = [("Ann", "Bea", "WW"), ("Cal", "Dee", "WL"), ("Ann", "Cal", "WD"), ("Bea", "Eli", "LL"),
             ("Ann", "Bea", "LW"), ("Bea", "Cal", "WW")]  # fmt: skip
    for one, other, letters in games:
        for letter in letters:
            before = [[of.get(player, model.rating())] for player in (one, other)]
            ranks = {"W": [1, 2], "L": [2, 1], "D": [1, 1]}[letter]
            ((of[one],), (of[other],)) = model.rate(before, ranks=ranks)
    said = found(*two)["ratings"]
    assert by("player", said).keys() == of.keys()
    for row in said:
        rating = of[row["player"]]
        assert isclose(row["rating"], rating.mu, abs_tol=1e-9)
        assert isclose(
            row["high"] - row["low"], 2 * 1.959963984540054 * rating.sigma, rel_tol=1e-12
        )
    assert [row["low"] for row in said] == sorted((row["low"] for row in said), reverse=True)


def test_a_few_lucky_games_make_nobody_first():
    """Who is certain to be best is, even with fewer points."""
    lucky = [("Lucky", f"Loser {n}", 1) for n in range(7)]
    steady = [("Steady", f"Other {n}", 1 if n % 3 else 2) for n in range(40)]
    found = ratings.ratings_of([*lucky, *steady])
    assert found["Lucky"].points > found["Steady"].points
    assert list(found)[:2] == ["Steady", "Lucky"]


def test_400_points_win_ten_games_of_eleven():
    """As in Elo's ratings: who loses such a game moves ten times as far as who wins it."""
    model = ratings.model()
    strong, weak = model.rating(mu=1900, sigma=1e-3), model.rating(mu=1500, sigma=1e-3)
    moved = [
        model.rate([[strong], [weak]], ranks=ranks)[0][0].mu - 1900 for ranks in ([1, 2], [2, 1])
    ]
    assert isclose(moved[1] / moved[0], -10, rel_tol=1e-4)


# who is who


def test_names_are_one_persons_but_for_capitals_spaces_and_accents(found, write):
    """The most common spelling counts, of several the newest."""
    files = [
        write("1.json", [[("Zoé  Łuk", "Ann", "WW")]], "One", "2026-01-01"),
        write("2.json", [[("ZOE LUK", "Ann", "WW")]], "Two", "2026-01-02"),
    ]
    said = found(*files)
    assert {p["player"]: p["won"] for p in said["players"]} == {"ZOE LUK": 4, "Ann": 0}
    assert said["notes"] == []


def test_names_nearly_the_same_are_pointed_out_and_not_merged(found, write):
    """But not those of two who were in one event."""
    first = write("1.json", [[("Jan Kowalski", "Anna Maria Nowak", "WW")]], "One", "2026-01-01")
    second = write("2.json", [[("Jan Kowalsky", "Annamaria Nowak", "WW")]], "Two", "2026-01-02")
    both = write("3.json", [[("Jan Kowalski", "Jan Kowalsky", "WW")]], "Three", "2026-01-03")
    said = found(first, second)
    assert len(said["players"]) == 4
    (note,) = said["notes"]
    assert "'Jan Kowalsky', 'Jan Kowalski'" in note
    assert "'Annamaria Nowak', 'Anna Maria Nowak'" in note
    assert "Kowalski" not in found(first, second, both)["notes"][0]


def test_aliases_make_one_person_of_several_names(found, write, tmp_path):
    """Under the name of their file, by a detour too."""
    files = [
        write("1.json", [[("lucy", "Ann", "WW")]], "One", "2026-01-01"),
        write("2.json", [[("Łucja N.", "Ann", "WW")]], "Two", "2026-01-02"),
    ]
    lines = "Name,Also known as\nŁucja Nowak,Lucja N.\nlucja n.,LUCY\n,\n"
    (tmp_path / "people.csv").write_text(lines, encoding="utf-8")
    said = found(*files, "--aliases", "people.csv")
    assert {p["player"]: p["events"] for p in said["players"]} == {"Łucja Nowak": 2, "Ann": 2}


@each(
    "lines, why",
    [
        ("Name,Also known as\nAnn,Annie\nBea,annie\n", "row 3: 'annie' is another name of two"),
        ("Name,Also known as\nAnn,Annie\nAnnie,Ann\n", "row 3: 'Ann' is another name of two"),
        ("Name,Club\nAnn,Annie\n", "there are no columns Name and Also known as"),
        ("", "empty"),
    ],
)
def test_aliases_that_cannot_be_are_refused(refused, two, lines, why):
    """With the row, beside what is wrong with the other files."""
    Path("people.csv").write_text(lines, encoding="utf-8")
    said = refused(*two, "none.json", "--aliases", "people.csv")
    assert why in said
    assert "none.json: there is no such file" in said


def test_two_players_of_one_event_are_never_one_person(refused, write):
    """Even where their names are the same but for an accent."""
    said = refused(write("1.json", [[("Zoé", "Zoe", "WW")]]))
    assert "1.json: No 1, 'Zoé', and No 2, 'Zoe', would be one person" in said


# the same event twice


def test_an_event_that_is_there_twice_counts_once(found, two, tmp_path):
    """Of a workbook and its results file the workbook."""
    done = CliRunner().invoke(main, ["import", "spring.json", "spring.xlsx"])
    assert done.exit_code == 0, done.output
    (tmp_path / "copies").mkdir()
    copy = tmp_path / "copies" / "spring.json"
    copy.write_bytes(Path("spring.json").read_bytes())
    said = found(*two, "spring.xlsx", copy, tmp_path / "spring.xlsx")
    assert [event["file"] for event in said["events"]] == ["spring.xlsx", "summer.json"]
    assert len(said["notes"]) == 2
    assert f"{copy} is the same event as spring.xlsx: it counts once." in said["notes"]
    assert said["ratings"] == found(*two)["ratings"]


def test_an_older_copy_of_an_event_is_refused(refused, write):
    """It has the same name and day, and some of the same pairings, but not all of the results."""
    files = [write("old.json", SPRING[:1], planned=2), write("new.json", SPRING)]
    said = refused(*files)
    assert "old.json: the event of new.json again, with other results; leave" in said


def test_two_events_of_one_name_and_day_both_count(found, write):
    """If nobody has met the same opponent in the same round."""
    elsewhere = [[("Hal", "Ian", "WW")]]
    assert len(found(write("a.json", SPRING), write("b.json", elsewhere))["events"]) == 2


def test_the_same_results_under_two_names_are_pointed_out(found, write):
    """They may be one event, or not."""
    said = found(write("a.json", SPRING), write("b.json", SPRING, "Other"))
    assert len(said["events"]) == 2
    assert "a.json and b.json have the same day and results" in said["notes"][0]


# files


def test_all_problems_of_all_files_are_said_at_once(refused, write, tmp_path):
    """Each with its file."""
    write("undated.json", SPRING, day="")
    write("odd.json", SPRING, day="03/04/2026")
    Path("broken.json").write_text("{", encoding="utf-8")
    Path("list.txt").write_text("Ann", encoding="utf-8")
    said = refused("undated.json", "odd.json", "broken.json", "list.txt", "none.xlsx", tmp_path)
    for what in (
        "undated.json: the event has no date; type it as in 2026-11-21",
        "odd.json: the date '03/04/2026' is ambiguous",
        "broken.json is not a JSON file",
        "list.txt is a list in a text file",
        "none.xlsx: there is no such file. Check the name",
        f"{tmp_path.name} cannot be read",
        "6 problems",
    ):
        assert what in said, said


def test_problems_of_a_workbook_name_its_cell(refused, two, tmp_path):
    """In brackets as spreadsheet programs do."""
    CliRunner().invoke(main, ["import", "spring.json", "spring.xlsx"])
    book = load_workbook("spring.xlsx")
    (cell,) = (each for each in book["Round 2"][1] if each.value == "P1 Corp")
    book["Round 2"][f"{cell.column_letter}2"] = "X"
    book.save("spring.xlsx")
    assert f"[spring.xlsx]Round 2!{cell.column_letter}2: " in refused("spring.xlsx", "summer.json")


def test_events_of_two_games_are_refused(refused, two):
    """Ratings across games would mean nothing."""
    said = refused(two[0], SAMPLES / "hex-16.xlsx")
    assert "Netrunner (spring.json), Neuroshima Hex (hex-16.xlsx)" in said


def test_own_rules_are_of_the_game_that_they_name(found, refused, tmp_path):
    """Whatever its case; events of other rules are another game."""
    Path("results.csv").write_text(
        "Round,Player 1,Player 2,Winner\n1,Ann,Bea,1\n", encoding="utf-8"
    )
    for day, (file, name) in enumerate(
        (("a.xlsx", "Go"), ("b.xlsx", "go"), ("c.xlsx", "Chess")), 1
    ):
        settings = ("--set", f"Name of the rules={name}", "--set", f"Date=2026-11-0{day}")
        CliRunner().invoke(main, ["import", "results.csv", file, "--ruleset", "own", *settings])
    assert found("a.xlsx", "b.xlsx")["game"] == "Go"
    assert "Go (a.xlsx), Chess (c.xlsx)" in refused("a.xlsx", "b.xlsx", "c.xlsx")


def test_an_event_that_has_not_begun_is_left_out(found, refused, two, write):
    """Said; a season of nothing else is refused."""
    empty = write("empty.json", [[("Ann", "Bea", "")]], "Empty", "2026-08-01")
    said = found(*two, empty)
    assert len(said["events"]) == 2
    assert "empty.json: no round is complete yet" in said["notes"][0]
    Path("season.xlsx").unlink()
    assert "None of the files has an event" in refused(empty)


def test_exports_are_no_events(found, two):
    """So that every file of a folder can be given."""
    said = found(*two, "-o", "first.xlsx")
    CliRunner().invoke(
        main, ["export", str(SAMPLES / "hex-16.xlsx"), "--format", "json", "-o", "hex.json"]
    )
    again = found(*two, "first.xlsx", "hex.json")
    assert again["notes"] == [
        f"{file} is an export, not an event: it is left out." for file in ("first.xlsx", "hex.json")
    ]
    assert again["events"] == said["events"]


def test_an_older_season_is_replaced_and_nothing_else(found, refused, two):
    """Also where it is among the files."""
    found(*two)
    found(*two, "season.xlsx")
    Path("own.xlsx").write_bytes(b"mine")
    assert "own.xlsx exists" in refused(*two, "-o", "own.xlsx")
    assert "ends in .xlsx" in refused(*two, "-o", "season.csv", status=2)


@pytest.mark.slow
def test_the_figures_are_the_same_for_any_number_of_processes(two, write, season):
    """Files are read side by side."""
    more = [write(f"{n}.json", SPRING, f"No {n}", f"2026-09-{n}") for n in range(1, 31)]
    files = [*two, *more]  # two processes' worth
    one = season(*files, "--json", "--processes", "1")
    many = season(*files, "--json", "--processes", "2")
    assert one.exit_code == 0
    assert one.stdout == many.stdout


@each(
    "text, day",
    [
        ("2026-11-21", date(2026, 11, 21)), ("2026-1-2, evening", date(2026, 1, 2)),
        ("2026-11-21/22", date(2026, 11, 21)), ("21.11.2026", date(2026, 11, 21)),
        ("1. 2. 2026", date(2026, 2, 1)), ("2026-13-01", None), ("11/12/2026", None), ("", None),
        ("12026-11-21", None), ("spring", None),
    ],
)  # fmt: skip
def test_days_are_read_where_they_are_certain(text, day):
    """Of several the first."""
    assert day_in(text) == day


def test_many_notes_are_told_in_part(season, write):
    """All of them are in the workbook."""
    files = [write(f"{n}.json", SPRING, f"Event {n}") for n in range(7)]
    result = season(*files)
    assert result.stderr.count("have the same day and results") == 12
    assert "There are 9 more such notes: see the tab Events." in result.stderr
    cells = [str(row[0].value) for row in load_workbook("season.xlsx")["Events"].iter_rows()]
    assert sum("have the same day and results" in cell for cell in cells) == 21


# the workbook


@pytest.fixture
def book(season, write):
    """The workbook of a season with odd names."""
    rounds = [
        [("=1+1", "@x", "WW"), ("-y", "A" * 90, "WL")],
        [("=1+1", "-y", "WL"), ("@x", None, "")],
    ]
    write("odd.json", rounds, "=HYPERLINK(1)")
    result = season("odd.json", write("spring.json", SPRING, "Spring", "2026-05-01"))
    assert result.exit_code == 0, result.output
    return load_workbook("season.xlsx")


def test_names_like_formulas_stay_text(book):
    """On every tab, typed again too."""
    cells = [cell for tab in book for row in tab.iter_rows() for cell in row]
    assert {cell.data_type for cell in cells} <= {"s", "n"}
    odd = [cell for cell in cells if isinstance(cell.value, str) and cell.value[:1] in "=@-"]
    assert {cell.value for cell in odd} >= {"=1+1", "@x", "-y", "=HYPERLINK(1)"}
    assert all(cell.quotePrefix for cell in odd)


def test_every_tab_has_its_table_and_charts_of_it(book):
    """Below a heading, to be sorted and filtered; a long name is cut."""
    tables = {"Events": 2, "Players": 9, "Ratings": 9, "Head to head": 7}
    assert tables.keys() <= set(book.sheetnames)
    for tab, rows in tables.items():
        sheet = book[tab]
        assert sheet.auto_filter.ref.startswith("A4:")
        assert sheet.auto_filter.ref.endswith(str(4 + rows)), (tab, sheet.auto_filter.ref)
        assert sheet.freeze_panes == "A5"
        assert len(sheet._charts) == (tab != "Head to head")
        on_every_page = sheet.print_title_rows
        assert on_every_page == "$1:$4"
        assert all(chart.anchor._from.row >= 4 for chart in sheet._charts)
    names = [row[0].value for row in book["Players"].iter_rows(min_row=5)]
    assert max(len(name) for name in names if name) == 40


def test_the_chart_of_ratings_draws_how_certain_they_are(book):
    """On a scale that has room for all of it."""
    (chart,) = book["Ratings"]._charts
    (series,) = chart.series
    assert series.errBars.plus.numRef.f == series.errBars.minus.numRef.f == "'Ratings'!$D$5:$D$13"
    rows = [
        [cell.value for cell in row[:7]] for row in book["Ratings"].iter_rows(min_row=5, max_row=13)
    ]
    assert chart.y_axis.scaling.min < min(row[4] for row in rows)
    assert chart.y_axis.scaling.max >= max(row[5] for row in rows)
    assert all(abs(r[2] - r[3] - r[4]) <= 1 and abs(r[2] + r[3] - r[5]) <= 1 for r in rows)
