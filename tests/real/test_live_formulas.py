"""The live formulas of every match format, recalculated by a real spreadsheet program."""

from __future__ import annotations

import re
from collections import Counter
from itertools import product
from pathlib import Path
from typing import NamedTuple

import pytest
from books import without_pages

from engine import RULESETS, Match, Special
from engine.formats import DIFFERENCE
from xlplugin.hosts.closed_file.host import FileHost
from xlplugin.workbook.book import SetCells
from xlplugin.workbook.layouts import tab_names
from xlplugin.workbook.reading.reader import read_event
from xlplugin.workbook.writing import round_writer

import campaigns
from cases import each
from cell_by_cell import (
    BLANK,
    FAULT,
    MISSING,
    Entry,
    all_differences,
    errors_in,
    kind_of,
    rows_shown,
)

SAMPLES = {path.stem: path for path in (Path(__file__).parents[2] / "samples").glob("*.xlsx")}

# Every entry that there is


def both(*typed, special=None):
    """An entry of two players."""
    return Entry("both", typed, special)


SPECIALS = (
    "ID",
    "id",
    " No-show 1",
    "No-show 2",
    "double No-Show",
    "Bye",
    "2-for-1",
    "half bye",
    "Draw",
    1,
)


def specials_of(blank, *typed):
    """Every special, with nothing beside it and with something, of two players and of one."""
    return [
        Entry(players, entry, special)
        for players, special in product(("both", "first", "second"), (None, *SPECIALS, "bye "))
        for entry in (blank, *typed)
    ] + [Entry("neither", blank, "Bye"), *(Entry("neither", entry) for entry in typed)]


WON_OR_NOT = [(10, 0), (0, 10), (10, 6), (6, 10), (0, 0), (6, 0), (0, 6)]
GAMES = [*WON_OR_NOT, (None, None), (10, None), (None, 0), (10, 10)]
ODD_NUMBERS = (
    "10", " 3", "0 ", "x", "10-3", " ", "3,5", 7, 11, -1, 3.5, 10.0, "7", "3.5", "1E1", "$10", "+5", "06",
)  # fmt: skip
FEW_GAME_POINTS = [
    *(both(*first, *second) for first, second in product(WON_OR_NOT, repeat=2)),
    both(10, 10, 0, 0), both(10, 7, 2, 10), both(10, None, 0, 6), both("10.0", 3, 2, 10),
    both("10", "3", "2", "10"),
    *specials_of((None,) * 4, (10, 3, 2, 10)),
]  # fmt: skip
GAME_POINTS = [
    *FEW_GAME_POINTS,
    *(both(*first, *second) for first, second in product(GAMES, repeat=2)),
    *(both(*((10, 3, 2, 10)[:at]), odd, *((10, 3, 2, 10)[at + 1 :]))
      for at, odd in product(range(4), ODD_NUMBERS)),
    *(both(odd, None, None, None) for odd in ODD_NUMBERS),
    both("10", "10", 3, 4), both(3, 4, " 10", 10.0),
    *(Entry(players, (None, None, None, 0), special)
      for players, special in product(("both", "first"), SPECIALS)),
]  # fmt: skip
LETTERS = (None, "W", "L", "D")
EXACTLY = tuple(str(special) or None for special in Special)
TWO_GAMES = [
    *(both(*letters, special=special) for *letters, special in (
        *product((*LETTERS, "w", "l", "d"), LETTERS, EXACTLY), *product(LETTERS, "wld", EXACTLY),
    )),
    *(Entry(players, tuple(letters), special)
      for players, *letters, special in product(("first", "second"), LETTERS, LETTERS, EXACTLY)),
    *(both(*letters) for letters in (
        ("w", "d"), ("W ", "L"), (" D", "w "), ("W", " "), (" ", " "), ("X", "W"), ("W", "X"), ("X", None),
        ("WW", None), ("WL", "L"), (1, "W"), (3, 3), (0, None), ("W", "?"), ("W", "*"),
    )),
    *(both(*letters, special=special) for *letters, special in (
        ("w", "l", "id"), ("d", None, "2-FOR-1"), ("W", "L", " "), ("X", None, "2-for-1"), ("X", "X", "ID"),
        ("X", None, "Bye"), ("W", "L", "Draw"), ("W", "W", 1), (None, None, "No-show"),
    )),
    *specials_of((None, None)), Entry("neither", ("W", "W")),
]  # fmt: skip
ONE_GAME = [
    *(both(typed) for typed in (
        None, "Corp", "Runner", "Draw", "corp", "RUNNER", "draw ", " Corp", " ", "W", "D", "Corps",
        "Corp Runner", 1, 0, "*", "?orp",
    )),
    *specials_of((None,), ("Corp",), ("draw",), ("W",)),
]  # fmt: skip
HEADQUARTERS_LEFT = (None, 0, 1, 20, 99)
ODD_HEADQUARTERS = (*ODD_NUMBERS, 100, "99", "100", "3.0", -20)
HEADQUARTERS = [
    *(both(one, two, *armies) for one, two, armies in product(
        HEADQUARTERS_LEFT, HEADQUARTERS_LEFT, ((None, None), ("Dancer", "Moloch"), ("Borgo", None)),
    )),
    *(both(odd, 10, None, None) for odd in ODD_HEADQUARTERS),
    *(both(10, odd, None, "Vegas") for odd in ODD_HEADQUARTERS),
    both(50, 3, "Vegas", "dancer "), both(3, 50, None, "DANCER"), both(23, 3, "Dancer", None),
    both(3, 2, "Moloch", "Moloch"), both(3, 2, "moloch", " Moloch"), both(3, None, "Vegas", "vegas"),
    both(None, None, "Vegas", "Moloch"), both(None, None, "Dancer", "Dancer"),
    both(" 3", "2 ", "neodżungla", "NOWY JORK"),
    *specials_of((None,) * 4, (20, 3, None, None), (None, None, "Vegas", None), (0, 0, None, None)),
]  # fmt: skip
WINNERS = (None, 1, 2, "Draw", "draw ", " 1", "2 ", "D", 3, 0, 1.0, "W", "?")
WINNER = [*(both(winner) for winner in WINNERS), *specials_of((None,), (1,), ("Draw",), ("x",))]
HANDICAPS = [
    *(both(*typed) for typed in product(WINNERS, (None, 0, 9, " 3", 10, -1, 2.5, "x"))),
    *specials_of((None, None), (2, None), ("Draw", 3), (None, 4)),
]  # fmt: skip
GAMES_WON = [
    *(both(*typed) for typed in product((None, 0, 1, 2, 3, 4), (None, 0, 1, 2, 3), (None, 0, 1, 9))),
    *(both(*((2, 1, 0)[:at]), odd, *((2, 1, 0)[at + 1 :])) for at, odd in product(range(3), ODD_NUMBERS)),
    *specials_of((None,) * 3, (2, 1, None), (0, 0, 1), (None, 2, None)),
]  # fmt: skip
SCORES = [
    *(both(*typed) for typed in product(
        (None, 0, 1, 4, 30, 31), (None, 0, 3, 4, 30), (None, 1, 2, "Draw", "x"),
    )),
    *(both(*((9, 5, None)[:at]), odd, *((9, 5, None)[at + 1 :])) for at, odd in product(range(2), ODD_NUMBERS)),
    *specials_of((None,) * 3, (9, 5, None), (3, 3, 1), (None, None, 2)),
]  # fmt: skip


def rules(result, **settings):
    """Rules of the organizer's own, as settings are given: underscores stand for spaces."""
    given = {"Result": result, **settings}
    return tuple(f"{name.replace('_', ' ')}={value}" for name, value in given.items())


def some_of(entries):
    """Some entries, where only the points for them differ from those of another case; all in a campaign."""
    return entries if campaigns.factor >= 2 else entries[::3]


class Case(NamedTuple):
    """A workbook of entries: its ruleset, its settings, and what is typed, row by row."""

    ruleset: str
    settings: tuple[str, ...]
    entries: list[Entry]


CASES = {
    name: Case(ruleset, settings, list({str(entry): entry for entry in entries}.values()))
    for name, ruleset, settings, entries in (
        ("double-sided", "nisei-swiss", (), TWO_GAMES),
        ("ntp", "ntp", (), GAME_POINTS),
        ("ntp round robin", "ntp", ("Format=Round robin",), FEW_GAME_POINTS),
        ("trc", "trc", (), GAME_POINTS),
        ("nts", "nts", (), FEW_GAME_POINTS),
        ("nts games", "nts", ("Count=Games",), FEW_GAME_POINTS),
        ("nts matches", "nts", ("Count=Matches",), FEW_GAME_POINTS),
        ("single-sided", "nisei-single-sided", (), ONE_GAME),
        ("hex", "hex", (), HEADQUARTERS),
        ("winner", "own", rules("Winner", Points_for_a_win=1, Points_for_a_draw="1/2"), WINNER),
        (
            "winner, handicaps",
            "own",
            rules("Winner", Handicaps="Yes", Points_for_a_bye="1/4"),
            HANDICAPS,
        ),
        (
            "winner, no draws",
            "own",
            rules("Winner", Points_for_a_draw="None", Points_for_a_loss=-1),
            some_of(WINNER),
        ),
        ("games", "own", rules("Games", Points_for_an_absent_opponent=2), GAMES_WON),
        (
            "games, no draws",
            "own",
            rules("Games", Games_in_a_match=5, Points_for_a_draw="None"),
            some_of(GAMES_WON),
        ),
        (
            "games, bands",
            "own",
            rules(
                "Games",
                Points_by_difference="0 = 3/2:3/2, 1 = 2:1, 2 = 3:0",
                **{"Points for a no-show": "-1/2"},
            ),
            some_of(GAMES_WON),
        ),
        ("score", "own", rules("Score", Highest_score=30, Points_for_a_draw="1/4"), SCORES),
        (
            "score, no draws",
            "own",
            rules("Score", Highest_score=30, Points_for_a_draw="None"),
            some_of(SCORES),
        ),
        (
            "score, bands",
            "own",
            rules(
                "Score",
                Points_by_difference=", ".join(
                    f"{least} = {10 + least / 2:g}:{10 - least / 2:g}" for least in range(21)
                ),
            ),
            some_of(SCORES),
        ),
        ("two games", "own", rules("Two games with sides", Points_for_a_win=2), TWO_GAMES[::5]),
        (
            "one game",
            "own",
            rules("One game with sides", Points_for_a_win=2, Points_for_a_draw=0),
            ONE_GAME,
        ),
        (
            "two games of White and Black",
            "own",
            rules("Two games with sides", Side_1="White", Side_2="Black"),
            TWO_GAMES[::5],
        ),
    )
}


@pytest.fixture(scope="session")
def entries_books(new_event):
    """For every case a round tab as ``pair`` writes it, with one row for every entry."""

    def make(name, case):
        players = [f"Player {no}" for no in range(1, 2 * len(case.entries) + 1)]
        path = new_event(name, players, *case.settings, ruleset=case.ruleset)
        host = FileHost(path)
        read = read_event(host.read())
        matches = [
            Match(table, 2 * table - 1, 2 * table if entry.players == "both" else None)
            for table, entry in enumerate(case.entries, 1)
        ]
        second = {
            match.player1
            for match, entry in zip(matches, case.entries, strict=True)
            if entry.players == "second"
        }
        tab = round_writer.add_round(read, 1, matches, second=frozenset(second))
        place = {header: at for at, header in enumerate(tab.layout.headers(), 1)}
        fields = [field.name for field in read.match_format.fields]
        columns = [place[name] for name in fields if name in place]
        cells = {}
        for row, entry in enumerate(case.entries, 2):
            typed = zip((*columns, place["Special"]), (*entry.typed, entry.special), strict=True)
            cells |= {(row, column): value for column, value in typed}
            if "Confirmed" in place:
                cells[row, place["Confirmed"]] = "Yes"
            if entry.players == "neither":
                cells |= dict.fromkeys((row, place[h]) for h in ("No 1", "Player 1", "Player 2"))
        host.write([tab, SetCells(tab.layout.name, cells)])
        return path

    return {name: make(name, case) for name, case in CASES.items()}


@pytest.fixture(scope="session")
def recalculated(converted, entries_books, tmp_path_factory):
    """Those workbooks and the samples as LibreOffice has recalculated them, in one conversion."""
    folder = tmp_path_factory.mktemp("light")
    samples = {name: folder / path.name for name, path in SAMPLES.items()}
    for name, path in samples.items():
        path.write_bytes(without_pages(SAMPLES[name].read_bytes()))
    books = {**entries_books, **samples}
    return dict(zip(books, converted("xlsx", *books.values()), strict=True))


@pytest.fixture(scope="session")
def shown(recalculated, opened):
    """What the cells of each recalculated workbook show."""
    return {name: opened(path, values=True) for name, path in recalculated.items()}


@pytest.fixture(scope="session")
def said_by_engine(entries_books):
    """What reader and engine say of each row: its kind, the points, and Player 1's difference."""
    return {name: _said_by_engine(path) for name, path in entries_books.items()}


def _said_by_engine(path):
    read = read_event(FileHost(path).read())
    [tab] = read.rounds
    score, tallies = read.match_format.score, read.match_format.tallies
    said = {}
    for match in tab.matches:
        points = tuple(score(match.result, match.special) or (None, None))
        gap = None
        if DIFFERENCE in tallies and points[0] is not None:
            gap = read.match_format.tally(DIFFERENCE, match.result, match.special).player1
        if match.player2 is None:
            second = match.player1 in tab.byes_second
            points = (None, points[0]) if second else (points[0], None)
            gap = -gap if second and gap is not None else gap
        said[1 + match.table] = (BLANK, points, gap)
    for problem in tab.missing:
        said[_row(problem)] = (MISSING, (None, None), None)
    for problem in read.problems:
        said[_row(problem)] = (FAULT, None, None)
    return said


def _row(problem):
    assert problem.sheet == "Round 1"
    return int(re.sub(r"\D", "", problem.cell))


@pytest.fixture(scope="session")
def said_by_formulas(shown):
    """What the live formulas of each row say, the same way."""
    return {name: _said_by_formulas(shown[name]["Round 1"]) for name in CASES}


def _said_by_formulas(sheet):
    said = {}
    for number, cells in enumerate(rows_shown(sheet), 2):
        kind = kind_of(cells["Check"])
        points = (cells["Points 1"], cells["Points 2"])
        said[number] = (
            (kind, None, None) if kind is FAULT else (kind, points, cells.get(DIFFERENCE))
        )
    return said


@each(
    ("name", "row"),
    [
        pytest.param(name, row, id=f"{name}: {entry}")
        for name, case in CASES.items()
        for row, entry in enumerate(case.entries, 2)
    ],
)
def test_the_live_formulas_of_a_row_say_what_the_engine_says(
    name, row, said_by_engine, said_by_formulas
):
    """Points, Difference and Check show at once what the next click would find."""
    assert said_by_formulas[name][row] == said_by_engine[name][row]


# No errors, and the samples


@each("name", [*CASES, *SAMPLES])
def test_no_cell_shows_an_error(name, shown):
    """Whatever has been typed, no cell of the workbook shows an error value."""
    assert shown[name].worksheets
    assert errors_in(shown[name]) == {}


def test_every_ruleset_has_a_sample_here():
    """The samples below are those of all rulesets."""
    assert {name.rpartition("-")[0] for name in SAMPLES} == set(RULESETS)


@pytest.mark.parametrize("name", SAMPLES)
def test_nothing_is_missing_in_a_sample(name, shown):
    """A finished event has points in every row, and nothing in Check."""
    rounds = [tab for tab in shown[name].worksheets if tab_names.round_number(tab.title)]
    rows = [row for tab in rounds for row in rows_shown(tab)]
    assert rows
    assert {row["Check"] for row in rows} == {None}
    points = [row[f"Points {side}"] for row in rows for side in (1, 2) if row[f"No {side}"]]
    assert {type(value) for value in points} <= {int, float}


@pytest.mark.parametrize("name", SAMPLES)
def test_the_live_points_of_a_sample_are_those_of_its_standings(name, shown):
    """The points that the rounds show add up to the points of the last standings."""
    rounds = [tab for tab in shown[name].worksheets if tab_names.round_number(tab.title)]
    total = Counter()
    for row in (row for tab in rounds for row in rows_shown(tab)):
        for side in "12":
            total[row[f"No {side}"]] += row[f"Points {side}"] or 0
    del total[None]
    last = rows_shown(shown[name][tab_names.standings_name(len(rounds))])
    assert total == {row["No"]: row["Points"] for row in last}


def test_every_formula_is_worked_out_here_as_there(entries_books, shown):
    """Of every entry there is, and in the samples: all formulas have a value, the same one."""
    assert all_differences({**entries_books, **SAMPLES}, shown) == []
