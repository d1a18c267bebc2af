"""Every ruleset from its roster to its last standings, and what its own columns refuse."""

from __future__ import annotations

import csv
import json
import re
from itertools import zip_longest
from typing import NamedTuple

import pytest
from openpyxl.utils import get_column_letter

from engine import RULESETS

from typing_results import ARMIES, army

NAMES = (
    "Player Amber", "Player Birch", "Player Cedar", "Player Dahlia", "Player Elm", "Player Fern",
    "Player Ginkgo",
)  # fmt: skip
ARMY_COLUMNS = [f"Army {n}" for n in range(1, 6)]


class Format(NamedTuple):
    """How results are typed: the columns, some rows of them, and what the document gives them."""

    columns: tuple[str, ...]
    results: tuple[tuple[tuple, tuple], ...]
    bye: int


TWO_GAMES = Format(
    ("P1 Corp", "P1 Runner"),
    ((("W", "W"), (6, 0)), (("W", "L"), (3, 3)), (("D", "W"), (4, 1)), (("L", "D"), (1, 4))),
    bye=6,
)
ONE_GAME = Format(
    ("Result",), ((("Corp",), (3, 0)), (("Draw",), (1, 1)), (("Runner",), (0, 3))), bye=3
)
GAME_POINTS = Format(
    ("G1 P1", "G1 P2", "G2 P1", "G2 P2"),
    (
        ((10, 4, 10, 0), (3, 0)),
        ((5, 5, 3, 3), (1.5, 1.5)),
        ((10, 3, 2, 10), (1, 2)),
        ((6, 10, 10, 1), (2, 1)),
    ),
    bye=3,
)
HEADQUARTERS = Format(
    ("HQ 1", "HQ 2", "Army 1", "Army 2"),
    (((20, 3), (3, 0)), ((5, 5), (1, 1)), ((0, 11), (0, 3)), ((12, 2), (3, 0))),
    bye=3,
)


class Expected(NamedTuple):
    """What a ruleset's event of seven players looks like."""

    form: Format
    rounds: int
    tiebreaks: tuple[str, ...]
    cites: str


NISEI_TIEBREAKS = ("SoS", "xSoS", "Lot")
EXPECTED = {
    "nisei-swiss": Expected(TWO_GAMES, 3, NISEI_TIEBREAKS, "OP"),
    "nisei-amalfi": Expected(TWO_GAMES, 3, NISEI_TIEBREAKS, "OP"),
    "nisei-single-sided": Expected(ONE_GAME, 6, NISEI_TIEBREAKS, "OP"),
    "trc": Expected(
        GAME_POINTS, 3, ("Head to head", "Difficulty", "Difficulty 2+", "Difficulty 3+"), "TRC"
    ),
    "ntp": Expected(GAME_POINTS, 3, ("Opponents' GMP", "Median", "Head to head"), "NTP"),
    "nts": Expected(GAME_POINTS, 3, ("Solkoff", "Median"), "NTS"),
    "hex": Expected(HEADQUARTERS, 4, ("Difference", "Head to head", "Lot"), "HEX"),
}
EVERY_RULESET = pytest.mark.parametrize("ruleset", EXPECTED)


def test_every_ruleset_is_played_here():
    """A new ruleset needs a row in the table above."""
    assert {*EXPECTED, "own"} == set(RULESETS)  # own rules are played in tests/own


def roster(ruleset, names):
    """The lines of a roster file, with what the ruleset wants to know."""
    if ruleset == "hex":
        armies = [",".join(army(no, n) for n in range(1, 6)) for no in range(1, len(names) + 1)]
        return [f"Name,{','.join(ARMY_COLUMNS)}", *map(",".join, zip(names, armies, strict=True))]
    return ["Name,Seed", *(f"{name},{seed}" for seed, name in enumerate(names, 1))]


def start(event, ruleset, names, *settings):
    """Make the event's workbook, and give what the command said."""
    folder = event.path.parent / "rosters"
    folder.mkdir()
    file = folder / "roster.csv"
    file.write_text("\n".join(roster(ruleset, names)), encoding="utf-8")
    options = [part for setting in ("Event seed=7", *settings) for part in ("--set", setting)]
    return event.done("new", "--ruleset", ruleset, "--players", file, *options).stdout


def type_round(event, form, paired, results=None):
    """Type results, in turn, into every match of a round; ``paired`` is what ``pair`` printed."""
    results = results or [typed for typed, _ in form.results]
    number = paired["round"]
    with event.opened() as workbook:
        tab = workbook[f"Round {number}"]
        places = [event.column(tab, header) for header in form.columns]
        for row, match in enumerate(paired["pairings"], 2):
            if match["no2"] is None:
                continue
            typed = results[(row + number) % len(results)]
            if form is HEADQUARTERS and len(typed) == 2:
                typed = (*typed, army(match["no1"], number), army(match["no2"], number))
            for place, value in zip(places, typed, strict=True):
                tab.cell(row, place).value = value


class Played(NamedTuple):
    """An event that was played: what the commands said, and the workbook at its points."""

    said: str
    paired: list[dict]
    standings: list[dict]
    books: dict[str, bytes]
    last: object

    def headers(self, sheet):
        """The headers of a tab."""
        return [cell.value for cell in self.last[sheet][1]]

    def rows(self, sheet):
        """The rows of a tab, by header."""
        rows = self.last[sheet].iter_rows(min_row=2, values_only=True)
        found = [dict(zip(self.headers(sheet), row, strict=True)) for row in rows]
        return [row for row in found if any(value is not None for value in row.values())]

    def matches(self):
        """The rows of all round tabs."""
        return [match for n in range(1, len(self.paired) + 1) for match in self.rows(f"Round {n}")]

    def match(self, number=1):
        """The row of the first match of a round that two play, and what stands there."""
        rows = enumerate(self.rows(f"Round {number}"), 2)
        return next((row, match) for row, match in rows if not match["Special"])

    def address(self, sheet, header, row):
        """The address of a cell, as in ``Round 1!F7``."""
        return f"{sheet}!{get_column_letter(1 + self.headers(sheet).index(header))}{row}"

    def setting(self, name):
        """The row of a setting on ``Event``."""
        return 2 + [row["Setting"] for row in self.rows("Event")].index(name)


@pytest.fixture(scope="session")
def played(event_file, by_mode, tmp_path_factory):
    """Play a ruleset's event of seven players to its end, once.

    Its workbook is kept as it was when ``new``, ``paired 1``, ``typed N`` (round N), ``finished``.
    """

    @by_mode
    def play(ruleset):
        event = event_file(tmp_path_factory.mktemp(ruleset) / "event.xlsx")
        said = start(event, ruleset, NAMES, "Event name=Spring Cup")
        event.lighten(len(NAMES))
        books, paired, standings = {"new": event.path.read_bytes()}, [], []
        for number in range(1, EXPECTED[ruleset].rounds + 1):
            paired.append(event.json("pair"))
            books.setdefault("paired 1", event.path.read_bytes())
            type_round(event, EXPECTED[ruleset].form, paired[-1])
            books[f"typed {number}"] = event.path.read_bytes()
            standings.append(event.json("standings"))
        books["finished"] = event.path.read_bytes()
        return Played(said, paired, standings, books, event.read())

    return play


@pytest.fixture
def open_event(played, event_file, tmp_path):
    """Open a copy of a ruleset's event as it stood at one of its points."""

    def open_copy(ruleset, state="finished", name="event.xlsx"):
        event = event_file(tmp_path / name)
        event.path.write_bytes(played(ruleset).books[state])
        return event

    return open_copy


@pytest.fixture
def start_event(event_file, tmp_path):
    """Start an event of a ruleset with some players and settings."""

    def new(ruleset, names=NAMES, *settings):
        event = event_file(tmp_path / "event.xlsx")
        start(event, ruleset, names, *settings)
        return event

    return new


def points_of(event):
    """Everyone's points by their number."""
    return {line["no"]: line["points"] for line in event.json("standings")["standings"]}


# From the roster to the last standings


@EVERY_RULESET
def test_new_says_how_many_rounds_are_suggested(played, ruleset):
    """Seven players have the rounds that the document suggests for them."""
    said = played(ruleset).said
    assert f"event.xlsx: 7 players, {RULESETS[ruleset].title}." in said
    assert f"{EXPECTED[ruleset].rounds} rounds planned." in said


@EVERY_RULESET
def test_points_are_what_the_document_gives_for_what_was_typed(played, ruleset):
    """Each player's points are those of their matches, added up."""
    form = EXPECTED[ruleset].form
    worth = dict(form.results)
    points = dict.fromkeys([None, *range(1, 8)], 0)
    for match in played(ruleset).matches():
        typed = tuple(match[header] for header in form.columns)
        scored = (form.bye, 0) if match["Special"] else worth.get(typed) or worth[typed[:2]]
        points[match["No 1"]] += scored[0]
        points[match["No 2"]] += scored[1]
    del points[None]
    assert {s["no"]: s["points"] for s in played(ruleset).standings[-1]["standings"]} == points


@EVERY_RULESET
def test_a_whole_event_checks_clean(open_event, ruleset):
    """After all suggested rounds there are no differences, no problems and nothing to note."""
    result = open_event(ruleset).done("check", "--json")
    assert json.loads(result.stdout) == {"differences": [], "problems": []}
    assert result.stderr == ""


# What --json prints


@EVERY_RULESET
def test_json_of_pair(played, ruleset):
    """The round, the stage, and the pairings of the tab, each with its reasons; a bye has no second player."""
    said = played(ruleset).paired
    assert [set(r) for r in said] == [{"round", "stage", "pairings"}] * len(said)
    assert [(r["round"], r["stage"]) for r in said] == [
        (n, "Swiss") for n in range(1, 1 + len(said))
    ]
    pairings = [p for r in said for p in r["pairings"]]
    keys = {"table", "no1", "no2", "player1", "player2", "reasons"}
    assert [set(p) for p in pairings] == [keys] * 4 * len(said)
    assert [(p["table"], p["no1"], p["no2"], p["player1"]) for p in pairings] == [
        (m["Table"], m["No 1"], m["No 2"], m["Player 1"]) for m in played(ruleset).matches()
    ]
    named = [(NAMES[p["no1"] - 1], NAMES[p["no2"] - 1] if p["no2"] else None) for p in pairings]
    assert [(p["player1"], p["player2"]) for p in pairings] == named
    assert all(p["reasons"] and all(reason.strip() for reason in p["reasons"]) for p in pairings)
    byes = [p["reasons"] for p in pairings if p["no2"] is None]
    assert all(any("bye" in reason for reason in reasons) for reasons in byes)


@EVERY_RULESET
def test_json_of_standings(played, ruleset):
    """Rank, number, player, points and every tiebreak as they stand on the tab, as numbers."""
    said = played(ruleset).standings
    lines = [line for after in said for line in after["standings"]]
    assert [after["round"] for after in said] == list(range(1, len(said) + 1))
    assert [set(after) for after in said] == [{"round", "standings"}] * len(said)
    assert [set(s) for s in lines] == [{"rank", "no", "player", "points", "tiebreaks"}] * len(lines)
    values = [value for s in lines for value in (s["points"], *s["tiebreaks"].values())]
    assert {type(value) for value in values} <= {int, float}
    rows, last = played(ruleset).rows(f"Standings {len(said)}"), said[-1]["standings"]
    assert [(s["rank"], s["no"], s["player"], s["points"]) for s in last] == [
        (row["Rank"], row["No"], row["Player"], row["Points"]) for row in rows
    ]
    names = EXPECTED[ruleset].tiebreaks
    tiebreaks = [{name: row[name] for name in names if row[name] is not None} for row in rows]
    assert [s["tiebreaks"] for s in last] == [pytest.approx(t, rel=1e-14) for t in tiebreaks]


# The tabs


@EVERY_RULESET
def test_tabs_have_the_columns_of_the_ruleset(played, ruleset):
    """Result columns, live points in every row, a bye's too, and the tiebreaks in the order in which they count."""
    form, rounds, tiebreaks, _ = EXPECTED[ruleset]
    wanted = ["Table", "No 1", "Player 1", "No 2", "Player 2", *form.columns, "Special", "Points 1", "Points 2"]  # fmt: skip
    assert played(ruleset).headers("Round 1")[: len(wanted)] == wanted
    points = [str(match[f"Points {n}"]) for match in played(ruleset).matches() for n in (1, 2)]
    assert all(value.startswith("=") for value in points)
    wanted = ["Rank", "No", "Player", "Points", *tiebreaks, "W-D-L", "Played", "Byes"]
    assert played(ruleset).headers(f"Standings {rounds}")[: len(wanted)] == wanted


@EVERY_RULESET
def test_notes_cite_a_rule_for_each_table(played, ruleset):
    """Each table of each round has a note with a rule of the ruleset's own document."""
    rows = played(ruleset).rows("Pairing notes")
    ours = [row for row in rows if str(row["Rule"]).startswith(EXPECTED[ruleset].cites)]
    tables = {(r["round"], p["table"]) for r in played(ruleset).paired for p in r["pairings"]}
    assert {(row["Round"], row["Table"]) for row in ours if row["Table"]} == tables
    assert all(row["Rule"] and row["Why"] for row in rows)


@pytest.mark.on_files
def test_a_half_point_is_shown_as_4_5(start_event):
    """A match won and a match drawn are 4.5 points, in the command's table and on the tab."""
    event = start_event("trc", NAMES[:4])
    type_round(event, GAME_POINTS, event.json("pair"), [(10, 0, 10, 0), (3, 3, 3, 3)])
    type_round(event, GAME_POINTS, event.json("pair"), [(3, 3, 3, 3)])
    shown = event.done("standings").stdout
    first = event.read()["Standings 2"]["D2"]
    assert re.search(r"^ *1  Player \w+ +4\.5( |$)", shown, re.MULTILINE)
    assert (first.value, first.number_format) == (4.5, "0.0")


# Exports


@pytest.mark.parametrize("ruleset", ["trc", "hex"])
def test_standings_as_csv(open_event, played, ruleset, tmp_path):
    """The CSV has a line for each player, with the tiebreaks that there are."""
    target = tmp_path / "standings.csv"
    open_event(ruleset).done("export", "--format", "csv", "-o", target)
    with target.open(encoding="utf-8-sig", newline="") as file:
        lines = list(csv.DictReader(file))
    names = EXPECTED[ruleset].tiebreaks
    tiebreaks = [{name: float(s[name]) for name in names if s[name]} for s in lines]
    said = played(ruleset).standings[-1]["standings"]
    assert [(int(s["Rank"]), s["Player"], float(s["Points"])) for s in lines] == [
        (s["rank"], s["player"], s["points"]) for s in said
    ]
    assert tiebreaks == [s["tiebreaks"] for s in said]


# Bad input: cells that cannot be


NOT_ALLOWED, SINGLE = "is not allowed here", "nisei-single-sided"
BAD_RESULTS = [
    (SINGLE, {"Special": "2-for-1"}, "Special", f"'2-for-1' {NOT_ALLOWED}"),
    (SINGLE, {"Special": "No-show 1"}, "Result", "No-show 1 has no game"),
    (SINGLE, {"Result": "W"}, "Result", f"'W' {NOT_ALLOWED}"),
    (SINGLE, {"Result": "#N/A"}, "Result", "the error #N/A"),
    ("ntp", {"G1 P1": 7}, "G1 P1", NOT_ALLOWED),
    ("ntp", {"G2 P2": 3.5}, "G2 P2", NOT_ALLOWED),
    ("nts", {"G2 P1": -1}, "G2 P1", NOT_ALLOWED),
    ("trc", {"G1 P1": "x"}, "G1 P1", NOT_ALLOWED),
    ("trc", {"G2 P1": 10, "G2 P2": "10"}, "G2 P1", "G2 P1 and G2 P2 are both 10"),
    ("nts", {"Special": "No-show 2"}, "G1 P1", "No-show 2 has no games"),
    ("ntp", {"G2 P1": "=5*2"}, "G2 P1", "a formula"),
    ("hex", {"Special": "no-show 1"}, "HQ 1", "No-show 1 has no game"),
    *(("hex", {"HQ 2": value}, "HQ 2", "is not a whole number from 0 to 99")
      for value in (-1, 100, "x", 2.5)),
    ("hex", {"HQ 1": True}, "HQ 1", "TRUE"),
    ("hex", {"Army 1": "Elves"}, "Army 1", f"'Elves' {NOT_ALLOWED}"),
]  # fmt: skip


@pytest.mark.parametrize(("ruleset", "cells", "where", "words"), BAD_RESULTS)
def test_a_bad_result_is_named_and_nothing_is_written(
    open_event, played, ruleset, cells, where, words
):
    """An entry that the format does not have stops pairing, with its cell and what is wrong."""
    event = open_event(ruleset, "typed 1")
    row, _ = played(ruleset).match()
    event.type("Round 1", row, **cells)
    wanted = f"^{played(ruleset).address('Round 1', where, row)}: .*{re.escape(words)}"
    assert re.search(wanted, event.refused("pair"), re.MULTILINE)


@pytest.mark.parametrize(
    ("ruleset", "missing"),
    [("trc", "G1 P2"), ("ntp", "G2 P2"), (SINGLE, "Result"), ("hex", "HQ 2")],
)
def test_a_missing_entry_is_named(open_event, played, ruleset, missing):
    """Where one entry of a result is not typed yet, it is that cell which is asked for."""
    event = open_event(ruleset, "typed 1")
    row, match = played(ruleset).match()
    event.type("Round 1", row, **{missing: None})
    where = played(ruleset).address("Round 1", missing, row)
    table = f"table {match['Table']}, {match['Player 1']} - {match['Player 2']}"
    assert f"{where}: the result is missing ({table})" in event.refused("pair")


@pytest.mark.parametrize("ruleset", ["nisei-single-sided", "trc", "ntp", "hex"])
def test_the_first_cell_of_a_match_is_named(open_event, played, ruleset):
    """Where every result is missing, right after pairing; and where one is typed beside a bye."""
    form = EXPECTED[ruleset].form
    told = open_event(ruleset, "paired 1").refused("standings").splitlines()
    where = [played(ruleset).address("Round 1", form.columns[0], row) for row in (2, 3, 4)]
    assert [line.partition(": ")[0] for line in told if "is missing" in line] == where
    event = open_event(ruleset, "typed 1")
    row = event.row_of("Round 1", "Special", "Bye")
    event.type("Round 1", row, **{form.columns[0]: form.results[0][0][0]})
    event.refuses("pair", f"{{Round 1!{form.columns[0]} {row}}}: the result contradicts itself")


SCORED = [
    ("nisei-swiss", ("w", "l"), None, (3, 3)),
    ("nisei-swiss", (" W ", "w"), None, (6, 0)),
    ("nisei-swiss", (), "id", (3, 3)),
    ("nisei-swiss", ("w",), "2-FOR-1", (6, 0)),
    ("nisei-swiss", (None, "d"), "2-for-1", (2, 2)),
    ("nisei-swiss", (), "no-show 1", (0, 6)),
    ("nisei-swiss", (), "double  no-show", (0, 0)),
    ("ntp", ("10", "3", "0", "10"), None, (1, 2)),
    ("ntp", (" 10", "3 ", 10.0, "0"), None, (3, 0)),
    ("nts", ("10", "0", "10", "6"), None, (3, 0)),
    ("nisei-single-sided", ("corp",), None, (3, 0)),
    ("nisei-single-sided", (" RUNNER ",), None, (0, 3)),
    ("hex", (" 3", 20.0), None, (0, 3)),
]


@pytest.mark.parametrize(("ruleset", "cells", "special", "points"), SCORED)
def test_results_are_read_as_people_type_them(open_event, played, ruleset, cells, special, points):
    """Numbers as text, small letters and stray spaces are fine, and score what the document says."""
    event = open_event(ruleset, "typed 1")
    row, match = played(ruleset).match()
    typed = dict(zip_longest(EXPECTED[ruleset].form.columns, cells))
    event.type("Round 1", row, **typed, Special=special)
    scored = points_of(event)
    assert (scored[match["No 1"]], scored[match["No 2"]]) == points


# Settings


@pytest.mark.parametrize(
    ("ruleset", "setting", "typed", "choose"),
    [
        ("nisei-swiss", "Tier", "Whatever", "choose one of: "),
        *(("ntp", "Rounds", rounds, "type a whole number from 1 up") for rounds in ("many", "0", "2.5")),
    ],
)  # fmt: skip
def test_a_setting_that_cannot_be_is_named(open_event, ruleset, setting, typed, choose):
    """A choice that the ruleset does not offer, or a number of rounds that is none, at its cell."""
    event = open_event(ruleset, "typed 1")
    event.change({f"Event!{setting}": typed})
    event.refuses("pair", f"{{Event!{setting}}}: {setting} cannot be '{typed}'; {choose}")


@pytest.mark.parametrize(("ruleset", "players", "least"), [("ntp", 1, 2), ("trc", 3, 4)])
def test_too_few_players_are_told(start_event, ruleset, players, least):
    """With fewer players than the document knows there is no round, and the message says so."""
    event = start_event(ruleset, NAMES[:players])
    words = f"{players} active player{'s' * (players > 1)}: {ruleset} needs at least {least}"
    assert words in event.refused("pair")


def test_a_whole_nts_event_by_another_count_checks_clean(start_event):
    """Pairings, byes and standings all go by what is counted."""
    event = start_event("nts", NAMES[:5], "Count=Games")
    paired = event.json("pair")
    type_round(event, GAME_POINTS, paired)
    (lone,) = [pairing["no1"] for pairing in paired["pairings"] if pairing["no2"] is None]
    assert points_of(event)[lone] == 2
    type_round(event, GAME_POINTS, event.json("pair"))
    event.done("standings")
    assert event.json("check") == {"differences": [], "problems": []}


# Sides changed by hand


@pytest.mark.parametrize(
    ("ruleset", "differences"), [("nisei-single-sided", 1), ("ntp", 0), ("nisei-swiss", 0)]
)
def test_sides_swapped_by_hand(open_event, played, ruleset, differences):
    """Where the sides are assigned, swapping them by hand is a difference, elsewhere nothing."""
    event = open_event(ruleset, "typed 1")
    row, match = played(ruleset).match()
    one, two = ((match[f"No {n}"], match[f"Player {n}"]) for n in (1, 2))
    headers = ("No 1", "Player 1", "No 2", "Player 2")
    event.type("Round 1", row, **dict(zip(headers, (*two, *one), strict=True)))
    checked = event.json("check")
    assert checked["problems"] == []
    table = f"Round 1, table {match['Table']}: "
    found = [d.startswith(table) and "sides" in d for d in checked["differences"]]
    assert found == [True] * differences


# Staff


def test_a_staff_tab_of_ones_own_is_nobodys_business(open_event):
    """Where the document says nothing about staff, such a tab is the organizer's own."""
    event = open_event("ntp", "new")
    with event.opened() as workbook:
        workbook.create_sheet("Staff").append(["Name"])
        workbook["Staff"].append([NAMES[0]])
    event.done("pair")


# Options that change what a result is worth


def test_points_that_are_there_follow_another_count(new_event):
    """The live formulas of a round that is played are made anew with the next standings."""
    event = new_event(NAMES[:4], ruleset="nts")
    event.done("pair")
    for row in (2, 3):
        event.type("Round 1", row, **{"G1 P1": 10, "G1 P2": 2, "G2 P1": 10, "G2 P2": 3})
    event.type("Event", event.row_of("Event", "Setting", "Count"), Value="Matches")
    before = event.read()["Round 1"]
    event.done("standings")
    after = event.read()["Round 1"]
    column = event.column(after, "Points 1")
    assert before.cell(2, column).value != after.cell(2, column).value
    assert event.rows("Standings 1")[0]["Points"] == 1


# Armies


def strange_army(match, side):
    """An army that a player has not registered, and the opponent does not play."""
    own = {army(match[f"No {side}"], number) for number in range(1, 6)}
    return next(a for a in ARMIES if a not in own and a not in (match["Army 1"], match["Army 2"]))


def test_where_both_noted_the_same_army_the_message_says_who_was_drawn(open_event, played):
    """Typed for both, it is refused, and whoever is named types the army noted second instead."""
    event = open_event("hex", "typed 1")
    row, match = played("hex").match()
    event.type("Round 1", row, **{"Army 1": match["Army 2"].lower()})
    drawn = f"both noted {match['Army 2']} first; drawn to play the second army"
    said = [
        f"{played('hex').address('Round 1', f'Army {side}', row)}: {match[f'Player {side}']}: {drawn}"
        for side in (1, 2)
    ]
    message, again = event.refused("pair"), event.refused("standings")
    assert [words in message for words in said] == [words in again for words in said]
    assert sum(words in message for words in said) == 1


BEGINNER = {"Beginner": "yes", "Army 1": "Moloch", "Army 2": "Vegas", "Army 3": None, "Army 4": None, "Army 5": None}  # fmt: skip


@pytest.mark.parametrize(
    ("typed", "where", "words"),
    [
        ({"Army 4": army(2, 1).upper()}, "Army 4", f"{NAMES[1]}: {army(2, 1)} is registered twice"),
        ({"Army 5": "Elves"}, "Army 5", "'Elves' is not allowed here"),
        (BEGINNER, "Army 2", f"{NAMES[1]}: a beginner has the basic armies, not Vegas"),
    ],
    ids=["twice", "unknown", "beginner"],
)
def test_an_army_that_cannot_be_registered_is_named(open_event, typed, where, words):
    """Five different armies that exist, of a beginner the basic ones."""
    event = open_event("hex", "new")
    event.type("Players", 3, **typed)
    event.refuses("pair", f"{{Players!{where} 3}}: {words}")


@pytest.mark.parametrize(("count", "column"), [(1, "Army 2"), (4, "Army 5")])
def test_armies_that_are_not_registered_yet_are_a_warning(open_event, played, count, column):
    """Fewer than five armies are told by cell, and nothing is refused."""
    event = open_event("hex", "new")
    event.type("Players", 3, **dict(zip_longest(ARMY_COLUMNS, ARMIES[:count])))
    where = played("hex").address("Players", column, 3)
    words = f"{NAMES[1]}: {count} of 5 armies are registered"
    assert f"{where}: {words}" in event.done("pair").stderr


def test_a_roster_file_with_an_unknown_army_makes_no_file(event_file, tmp_path):
    """An army that does not exist is refused before a workbook is made."""
    file = tmp_path / "roster.csv"
    file.write_text("Name,Army 1\nAnn,Moloch\nBea,Elves\n", encoding="utf-8")
    event = event_file(tmp_path / "event.xlsx")
    message = event.refused("new", "--ruleset", "hex", "--players", file)
    assert re.search(r"Players!\w+3: 'Elves' is not allowed here", message)


def test_an_army_is_named_while_another_round_is_missing(open_event, played):
    """With a round's tab gone, both that and a wrong army in a later round are told."""
    event = open_event("hex", "typed 2")
    row, match = played("hex").match(2)
    event.type("Round 2", row, **{"Army 1": strange_army(match, 1)})
    with event.opened() as workbook:
        workbook["Round 1"].title = "Holiday plans"
    message = event.refused("pair")
    assert "Round 1: there is no such tab" in message
    assert f"{played('hex').address('Round 2', 'Army 1', row)}: " in message


# What only happens to somebody


def test_a_mistyped_result_is_not_called_a_missing_row(new_event):
    """What is wrong with a cell is said, and nothing of a row that were gone."""
    event = new_event(NAMES[:4], ruleset="ntp")
    event.done("pair")
    event.type("Round 1", 2, **{"G1 P1": 7, "G1 P2": 2})
    message = event.refused("check")
    assert "Round 1!F2" in message
    assert "in no row any more" not in message


def test_a_number_as_a_name_does_not_upset_the_armies(new_event):
    """A name may be a number, and its armies are still checked."""
    event = new_event([*NAMES[:3], "7"], ruleset="hex")
    row = event.row_of("Players", "Name", NAMES[0])
    event.type("Players", row + 3, **{"Name": 7, "Army 1": "Borgo", "Army 2": "Borgo"})
    assert "Borgo is registered twice" in event.refused("pair")


@pytest.mark.on_files
def test_single_sided_pairings_say_who_is_the_corp(new_event):
    """The list in the terminal and the printed page name the sides."""
    event = new_event(NAMES[:4], ruleset="nisei-single-sided")
    assert "Player 1 (Corp)" in event.done("pair").stdout
    header = event.read()["Round 1"].oddHeader.left.text
    assert "Player 1: Corp, Player 2: Runner" in header


def test_a_ruleset_that_is_nearly_right_is_suggested(event_file, tmp_path):
    """A typing mistake in the name gets the name that was meant."""
    result = event_file.run_bare("new", tmp_path / "event.xlsx", "--ruleset", "nisei-swis")
    assert result.exit_code == 2
    assert "Did you mean nisei-swiss?" in result.stderr


def test_check_says_where_differences_come_from(new_event):
    """A setting that was changed after a round was paired is among the causes."""
    event = new_event([f"Guest {n}" for n in range(1, 13)], "--set", "Rounds=4",
                      ruleset="nisei-amalfi")  # fmt: skip
    for _ in range(3):
        event.round()
    assert "A difference comes from" not in event.done("check").stdout
    event.type("Event", event.row_of("Event", "Setting", "Rounds"), Value=6)
    said = event.done("check").stdout
    assert "Difference: Round 3" in said
    assert (
        "A difference comes from a pairing changed by hand, or from a result or a setting" in said
    )


@pytest.mark.parametrize(
    ("ruleset", "players", "orientation"),
    [("hex", 46, "landscape"), ("nisei-swiss", 46, "portrait"), ("nisei-swiss", 44, "landscape")],
)
@pytest.mark.on_files
def test_rounds_print_as_large_as_can_be(new_event, ruleset, players, orientation):
    """Across where one page has all tables, or many columns would be too small on an upright one."""
    event = new_event([f"Player {n}" for n in range(players)], ruleset=ruleset)
    event.done("pair")
    assert event.read()["Round 1"].page_setup.orientation == orientation


@pytest.mark.on_files
def test_the_next_step_has_room_for_two_lines(new_event):
    """The longest advice is wrapped, and its row is high enough."""
    sheet = new_event(NAMES[:4], ruleset="trc").read()["Event"]
    assert sheet.row_dimensions[2].height > 2 * sheet.cell(2, 2).font.size
