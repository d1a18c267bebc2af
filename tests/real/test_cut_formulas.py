"""The live columns of the tabs after the Swiss rounds, and the bracket that follows from them.

A real spreadsheet program recalculates every entry there is; it must say what the engine says.
"""

from __future__ import annotations

import re
from dataclasses import replace
from datetime import UTC, datetime
from itertools import product
from pathlib import Path
from random import Random
from typing import NamedTuple

import pytest

from engine import Tournament
from engine.brackets import Bracket, Origin
from engine.elimination.progress import winner_of
from engine.formats.elimination import BestOfThree, OneGame
from engine.model import Elimination
from xlplugin.hosts.closed_file.host import FileHost
from xlplugin.verbs import cut as cutting
from xlplugin.verbs.pair import pair_round
from xlplugin.workbook.book import AddSheet, SetCells, column_letter
from xlplugin.workbook.layouts import round_tabs
from xlplugin.workbook.reading.reader import read_event
from xlplugin.workbook.reasons import phrase

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

# Every entry that there is

HIGHER, LOWER = "1 higher", "2 higher"
FIRST, SECOND, NEITHER = "only 1", "only 2", "nobody"


def either(*typed, special=None):
    """An entry with Player 1 the higher seed, and with Player 2."""
    return [Entry(players, typed, special) for players in (HIGHER, LOWER)]


ODD = (
    3, 0, -1, 1.5, "x", "d", " D ", "1", " 2", "2 ", 1.0, "W", "?", "12", " ", "*", "~", "1,",
)  # fmt: skip
SLOPPY = (
    "Bye", "No-show 1", "No-show 2", "Double no-show", "bye ", " no-show 1", "NO-SHOW 2",
    "double No-Show", " ", "ID", "2-for-1", "Draw", 1,
)  # fmt: skip


def specials_of(*entries):
    """Every special beside each of the entries, of two players and of one."""
    return [
        Entry(players, entry, special)
        for players, special, entry in product((HIGHER, LOWER), SLOPPY, entries)
    ] + [
        Entry(players, entry, special)
        for players, special, entry in product(
            (FIRST, SECOND, NEITHER), (None, "Bye", "bye ", "No-show 1"), entries
        )
    ]  # fmt: skip


CORPS, WINNERS = (None, 1, 2, "?"), (None, 1, 2, "D")
ONE_GAME = [
    *(entry for typed in product(CORPS, WINNERS) for entry in either(*typed)),
    *(entry for odd in ODD for entry in (*either(odd, 1), *either(1, odd), *either(odd, "d"))),
    *specials_of((None, None), (1, None), ("?", None), (None, 1), (2, "d"), ("x", 3)),
]
GAMES = [*product(WINNERS, repeat=3)]
BEST_OF_THREE = [
    *(entry for games in GAMES for entry in either(1, *games)),
    *(Entry(HIGHER, (corp, *games)) for corp in (None, 2, "?") for games in GAMES[::5]),
    *(Entry(LOWER, ("x", *games)) for games in ((None,) * 3, (1, 1, None), (1, 2, "D"))),
    *(entry for at, odd in product(range(4), ODD)
      for entry in either(*((1, 1, "D", 2)[:at]), odd, *((1, 1, "D", 2)[at + 1 :]))[at % 2 :]),
    *(Entry(LOWER, (1, odd, odd, odd)) for odd in ODD),
    *either(1, "2", " 2", None), *either(1, "d", "D", 1), *either(1, 1, "1", "x"),
    *specials_of((None,) * 4, (2, None, None, None), (1, 1, 1, None), (None, None, None, 2)),
]  # fmt: skip
LEFT = (None, 0, 1, 20, 99)
ODD_LEFT = (*ODD, 100, 7.0, "0", "99", "100", "3,5", "10-3")
HEADQUARTERS = [
    *(entry for one, two in product(LEFT, repeat=2) for entry in either(one, two, None, None)),
    *(entry for odd in ODD_LEFT for entry in (*either(odd, 9, None, None), *either(9, odd, None, None))),
    *either("7", 7.0, None, None), *either("8 ", "7", "Dancer", "Moloch"), *either(3, 2, "Vegas", " vegas"),
    *either(7, 7, "Borgo", "Borgo"), *either(None, None, "Borgo", "Moloch"),
    *specials_of((None,) * 4, (20, 3, None, None), (None, None, "Vegas", None), (7, 7, None, None)),
]  # fmt: skip


OF_THREE = ("Elimination match=Best of three",)


def without_sides(entries):
    """The entries of a game whose sides are not reported."""
    return [entry._replace(typed=entry.typed[1:]) for entry in entries]


class Case(NamedTuple):
    """A workbook of entries: its ruleset, its settings, its tab, and what is typed in each row."""

    ruleset: str
    settings: tuple[str, ...]
    tab: str
    entries: list[Entry]


CASES = {
    name: Case(ruleset, settings, tab, list({str(entry): entry for entry in entries}.values()))
    for name, ruleset, settings, tab, entries in (
        ("one game", "nisei-swiss", (), "Cut 1", ONE_GAME),
        ("best of three", "nisei-swiss", ("Elimination=Best of three",), "Cut 1", BEST_OF_THREE),
        ("hex", "hex", (), "Cut 1", HEADQUARTERS),
        ("tiebreaker", "nisei-swiss", (), "Tiebreaker", ONE_GAME[::3]),
        ("one game without sides", "own", (), "Cut 1", without_sides(ONE_GAME)),
        ("best of three without sides", "own", OF_THREE, "Cut 1", without_sides(BEST_OF_THREE)),
    )
}


@pytest.fixture(scope="session")
def entries_books(new_event):
    """For every case a tab as ``cut`` or ``tiebreaker`` writes it, a row for every entry."""

    def make(name, case):
        players = [f"Player {no}" for no in range(1, 2 * len(case.entries) + 1)]
        path = new_event(name.replace(" ", "-"), players, *case.settings, ruleset=case.ruleset)
        host = FileHost(path)
        read = read_event(host.read())
        layout, format_, rank = _looks(read, case.tab)
        rows = []
        for table, entry in enumerate(case.entries, 1):
            values = dict(zip((field.name for field in format_.fields), entry.typed, strict=True))
            values |= {"Table": table, "Game": table, "Special": entry.special}
            values["Confirmed"] = "Yes"
            for side, there in (("1", (HIGHER, LOWER, FIRST)), ("2", (HIGHER, LOWER, SECOND))):
                if entry.players in there:
                    no = 2 * table - 2 + int(side)
                    seed = no if entry.players == HIGHER else 4 * table - 1 - no
                    values |= {
                        f"No {side}": no,
                        f"Player {side}": f"Player {no}",
                        f"{rank} {side}": seed,
                    }
            rows.append([values.get(header) for header in layout.headers()])
        host.write([AddSheet(layout, rows)])
        return path

    return {name: make(name, case) for name, case in CASES.items()}


def _looks(read, tab):
    """The layout of a tab, the format of its matches, and what orders its players."""
    cut = read.ruleset.cut
    if tab == round_tabs.TIEBREAKER:
        return (round_tabs.tiebreaker_layout(read.ruleset), cut.tiebreaker, round_tabs.RANK)
    layout = round_tabs.cut_layout(1, read.ruleset, read.settings)
    return layout, cut.format(read.options), round_tabs.SEED


@pytest.fixture(scope="session")
def books(entries_books, looks, sorted_looks):
    """Every workbook of this file."""
    return {
        **entries_books,
        **{key: look.path for key, look in looks.items()},
        **{(*key, "sorted"): path for key, path in sorted_looks.items()},
    }


@pytest.fixture(scope="session")
def shown(converted, books, opened):
    """What the cells of each workbook show after LibreOffice has recalculated them all, at once."""
    made = dict(zip(books, converted("xlsx", *books.values()), strict=True))
    return {name: opened(path, values=True) for name, path in made.items()}


@pytest.fixture(scope="session")
def said_by_engine(entries_books):
    """What reader and engine say of each row: its kind, and who goes on."""
    return {name: _said_by_engine(path, CASES[name].tab) for name, path in entries_books.items()}


def _said_by_engine(path, name):
    read = read_event(FileHost(path).read())
    layout, format_, rank = _looks(read, name)
    tab = read.tiebreaker or read.cuts[0]
    seeds = [column_letter(layout.headers().index(f"{rank} {side}") + 1) for side in "12"]
    said = {}
    for match in tab.matches:
        row = tab.rows[match.player1]
        numbers = [no for no in (match.player1, match.player2) if no is not None]
        ranks = sorted(row.raw(f"{rank} {side}") or 0 for side in "12")[-len(numbers) :]
        first_is_higher = row.raw(f"{rank} 1") == ranks[0]
        seed_of = dict(zip(numbers, ranks if first_is_higher else ranks[::-1], strict=True))
        winner = winner_of(match, seed_of, format_)
        said[row.number] = (BLANK, f"Player {winner}") if winner else (MISSING, None)
    for no in _told_by_the_ruleset(read, tab):
        said[tab.rows[no].number] = (FAULT, None)
    for problem in read.problems:
        letters, row = re.fullmatch(r"([A-Z]*)(\d*)", problem.cell).groups()
        assert problem.sheet == name
        if letters and letters not in seeds:
            said[int(row)] = (FAULT, None)
    if read.tiebreaker:
        missing = {int(re.sub(r"\D", "", problem.cell)) for problem in tab.missing}
        assert missing == {row for row, (kind, _) in said.items() if kind == MISSING}
    return said


def _told_by_the_ruleset(read, tab):
    """Whose match has something that the ruleset has to have mended."""
    if read.ruleset.findings is None:
        return set()
    known = [m for m in tab.matches if {m.player1, m.player2} <= read.by_no.keys()]
    playing = Elimination((), (replace(tab.round(), matches=tuple(known)),))
    event = Tournament(tuple(read.roster), elimination=playing)
    found = read.ruleset.findings(event, 0)
    return {finding.no for finding in found if finding.must and finding.round}


@pytest.fixture(scope="session")
def said_by_formulas(shown):
    """What ``Advances`` and ``Check`` of each row say, the same way."""
    return {
        name: {
            number: (kind_of(cells["Check"]), cells["Advances"])
            for number, cells in enumerate(rows_shown(shown[name][case.tab]), 2)
        }
        for name, case in CASES.items()
    }


@each(
    ("name", "row"),
    [
        pytest.param(name, row, id=f"{name}: {entry}")
        for name, case in CASES.items()
        for row, entry in enumerate(case.entries, 2)
    ],
)
def test_the_live_columns_of_a_row_say_what_the_engine_says(
    name, row, said_by_engine, said_by_formulas
):
    """Advances names who goes on, and Check is empty, exactly where the next click agrees."""
    assert said_by_formulas[name][row] == said_by_engine[name][row]


# The bracket

PLAYERS = [f"Player {no:02}" for no in range(1, 34)]
BEST_OF_THREE_GAMES = ("Elimination=Best of three",)


class Played(NamedTuple):
    """An elimination that is played, and the rounds after which somebody looks at the bracket."""

    size: int
    ruleset: str = "nisei-swiss"
    settings: tuple[str, ...] = ()
    looks: tuple[int, ...] = ()
    final: str = ""


ELIMINATIONS = {
    "double 4": Played(4, looks=(1, 4, 5), final="beaten"),
    "double 4, one final": Played(4, looks=(4,), final="unbeaten"),
    "double 8": Played(8, looks=(2, 4)),
    "double 16": Played(16, looks=(3,)),
    "top 3": Played(3, looks=(1,)),
    "single 8": Played(8, settings=("Elimination=Single",), looks=(3,)),
    "best of three": Played(4, settings=BEST_OF_THREE_GAMES, looks=(1, 2)),
    "hex": Played(4, "hex", looks=(2,)),
    "double without sides": Played(4, "own", ("Elimination=Double",), (1, 4, 5), "beaten"),
    "best of three without sides": Played(8, "own", OF_THREE, (1, 3)),
    "fixed 8": Played(8, "own", ("Elimination=Single with fixed bracket",), looks=(2,)),
}
if campaigns.factor >= 2:
    ELIMINATIONS |= {
        "fixed 16": Played(16, "own", ("Elimination=Single with fixed bracket",), looks=(3,)),
        "double 32": Played(32, "own", ("Elimination=Double",), looks=(3,)),
    }
SORTED = [
    ("double 8", 2), ("double 4", 4), ("best of three", 2), ("hex", 2), ("double without sides", 4),
]  # fmt: skip
LOOKS = [(name, number) for name, played in ELIMINATIONS.items() for number in played.looks]
WON, LOST = "W", "L"


class Typed(NamedTuple):
    """What was typed for a game: who won and lost, and what the bracket says of both."""

    winner: str
    loser: str
    won: str
    lost: str


class Look(NamedTuple):
    """A workbook at some moment, and what its bracket is to show."""

    path: Path
    games: dict[int, Typed]
    bracket: Bracket
    seeds: list[str]
    unbeaten: str


@pytest.fixture(scope="session")
def looks(unsaved, tmp_path_factory):
    """The workbooks as they are when the results of a round have just been typed."""
    folder = tmp_path_factory.mktemp("looks")
    made = {}
    for name, played in ELIMINATIONS.items():
        players = PLAYERS[: max(17, played.size + 1)]
        settings = ("Rounds=1", "Event seed=3", *played.settings)
        host = unsaved(players, *settings, ruleset=played.ruleset)
        pair_round(host)
        _type_swiss(host)
        looks_of = _play(host, folder / f"{name}.xlsx", played)
        made |= {(name, number): look for number, look in looks_of}
    return made


def _type_swiss(host):
    """Player 1 wins every match of round 1."""
    read = read_event(host.read())
    [tab] = read.rounds
    typed = {"P1 Corp": ("W", "W"), "HQ 1": (20, 3), "Winner": (1,)}[
        read.match_format.fields[0].name
    ]
    columns = [tab.table.places[field.name] for field in read.match_format.fields[:2]]
    rows = [row.number for row in tab.table.rows() if row.raw("Special") is None]
    cells = {(row, c): value for row in rows for c, value in zip(columns, typed, strict=True)}
    host.write([SetCells(tab.name, cells)])


def _play(host, path, played):
    """Play an elimination up to the last round that is looked at."""
    cutting.cut(host, played.size, when=datetime(2026, 11, 21, tzinfo=UTC))
    chance, games, unbeaten = Random(f"{path.stem}"), {}, ""
    for number in range(1, max(played.looks) + 1):
        if number > 1:
            pair_round(host)
        read = read_event(host.read())
        tab, progress = read.cuts[-1], read.progress
        format_ = read.ruleset.cut.format(read.options)
        cells = {}
        for fixture in progress.fixtures:
            row = tab.rows[fixture.one]
            winner = chance.choice((1, 2))
            if number == len(progress.bracket.rounds) - 1 and played.final:
                losses = 0 if played.final == "unbeaten" else 1
                winner = 1 + (progress.losses[fixture.two] == losses)
                unbeaten = read.by_no[fixture[1 + (progress.losses[fixture.one] == 1)]].name
            corp = row.raw("Corp") if "Corp" in tab.table.places else None
            values, told = _result(format_, corp, winner, len(games), chance)
            cells |= {(row.number, tab.table.places[h]): v for h, v in values.items()}
            names = [read.by_no[no].name for no in (fixture.one, fixture.two)]
            games[fixture.game.number] = Typed(names[winner - 1], names[2 - winner], *told)
        host.write([SetCells(tab.name, cells)])
        if number in played.looks:
            look = path.with_stem(f"{path.stem} {number}")
            host.save(look)
            seeds = [read.by_no[no].name for no in progress.seeds]
            yield number, Look(look, dict(games), progress.bracket, seeds, unbeaten)


def _result(format_, corp, winner, count, chance):
    """What to type so that Player 1 or 2 wins (Player 1 is the higher seed), and what is told."""
    loser = 3 - winner
    if count % 5 == 4:
        return {"Special": f"No-show {loser}"}, ("W", "absent")
    match format_:
        case OneGame() if len(format_.fields) == 1:
            return {"Winner": winner}, (WON, LOST)
        case OneGame():
            corp = corp or chance.choice((1, 2))
            sides = ("Corp", "Runner") if corp == winner else ("Runner", "Corp")
            won = "D" if winner == 1 and count % 3 == 0 else winner
            if not format_.has_sides:
                return {"Winner": won}, (WON, LOST)
            return {"Corp": corp, "Winner": won}, (f"{WON} {sides[0]}", f"{LOST} {sides[1]}")
        case BestOfThree():
            games = [winner, loser, winner] if count % 2 else [winner, winner]
            if winner == 1:
                games[0] = "D"
            values = {f"Game {n}": game for n, game in enumerate(games, 1)}
            values |= {"Corp": 1} if format_.has_sides else {}
            return values, (f"{WON} 2", f"{LOST} {count % 2}")
        case _:
            left = (20, 3) if winner == 2 else (7, 7)
            values = {f"HQ {winner}": left[0], f"HQ {loser}": left[1]}
            return values, (f"{WON} {left[0]}", f"{LOST} {left[1]}")


@pytest.fixture(scope="session")
def sorted_looks(looks, opened):
    """The same workbooks after the organizer has turned the order of the newest tab round."""
    made = {}
    for key in SORTED:
        look = looks[key]
        workbook = opened(look.path)
        tab = workbook[f"Cut {key[1]}"]
        rows = [[cell.value for cell in row] for row in tab.iter_rows(min_row=2)]
        for cells, values in zip(tab.iter_rows(min_row=2), reversed(rows), strict=True):
            for cell, value in zip(cells, values, strict=True):
                if cell.data_type != "f":
                    cell.value = value
        made[key] = look.path.with_stem(f"{look.path.stem} sorted")
        workbook.save(made[key])
    return made


class Box(NamedTuple):
    """What the bracket shows of a game: two lines of seed, name and result."""

    heading: str
    one: tuple
    two: tuple


def _boxes(sheet):
    """Every box of a bracket by the number of its game."""
    found = {}
    for row in sheet.iter_rows():
        for cell in row:
            heading = re.fullmatch(r"Game (\d+)( if needed)?", str(cell.value))
            if heading:
                lines = (
                    tuple(cell.offset(down, right).value or None for right in range(3))
                    for down in (1, 2)
                )
                found[int(heading[1])] = Box(cell.value, *lines)
    return found


def _expected(look):
    """What each box is to show, higher seed first where the players have been paired."""
    seed_of = {name: seed for seed, name in enumerate(look.seeds, 1)}
    boxes = {}
    for game in look.bracket.games:
        typed = look.games.get(game.number)
        if typed:
            lines = {
                (seed_of[typed.winner], typed.winner, typed.won),
                (seed_of[typed.loser], typed.loser, typed.lost),
            }
            boxes[game.number] = tuple(sorted(lines))
        else:
            boxes[game.number] = tuple(
                _awaited(source, look, seed_of, game.if_needed) for source in (game.one, game.two)
            )
    return boxes


def _awaited(source, look, seed_of, if_needed):
    typed = look.games.get(source.number)
    if source.origin is Origin.SEED:
        name = look.seeds[source.number - 1]
    elif source.origin is Origin.REMAINING or not typed:
        return (None, phrase(source.phrase), None)
    elif if_needed and typed.winner == look.unbeaten:
        return (None, "not needed", None)
    else:
        name = typed.winner if source.origin is Origin.WINNER else typed.loser
    return (seed_of[name], name, None)


@each(
    "key", [*LOOKS, *((*key, "sorted") for key in SORTED)], ids=lambda key: " ".join(map(str, key))
)
def test_the_bracket_shows_what_has_been_typed_and_what_follows(key, shown, looks):
    """Results appear with their sides, winners and losers in their next games, in any order."""
    boxes = _boxes(shown[key]["Bracket"])
    assert {no: (box.one, box.two) for no, box in boxes.items()} == _expected(looks[key[:2]])


@pytest.mark.parametrize(("name", "number"), LOOKS)
def test_the_bracket_names_the_champion_as_soon_as_the_last_game_is_typed(
    name, number, shown, looks
):
    """Nobody while it is open; the winner of a final that needs no second one at once."""
    look = looks[name, number]
    last = look.bracket.games[-1]
    decided = look.games.get(last.number)
    first = look.games.get(last.two.number) if last.if_needed else None
    champion = decided.winner if decided else None
    if first and first.winner == look.unbeaten:
        champion = first.winner
    sheet = shown[name, number]["Bracket"]
    [label] = [c for row in sheet.iter_rows() for c in row if c.value == "Champion"]
    assert (label.offset(1, 0).value or None) == champion


@each("key", [*CASES, *LOOKS], ids=str)
def test_no_cell_shows_an_error(key, shown):
    """Whatever has been typed, no cell of the workbook shows an error value."""
    assert errors_in(shown[key]) == {}


@pytest.mark.parametrize(("name", "number"), LOOKS)
def test_nothing_is_missing_where_the_reader_misses_nothing(name, number, shown, looks):
    """A finished round has somebody who advances in every row, and nothing in Check."""
    assert read_event(FileHost(looks[name, number].path).read()).cuts[-1].missing == []
    cells = rows_shown(shown[name, number][f"Cut {number}"])
    advancing = {row["Advances"] for row in cells if row["Special"] != "Bye"}
    games = looks[name, number].games.values()
    assert advancing <= {game.winner for game in games}
    assert {row["Check"] for row in cells} == {None}


def test_every_formula_is_worked_out_here_as_there(books, shown):
    """Of every entry there is, in brackets and sorted tabs: all formulas have a value, the same one."""
    assert all_differences(books, shown) == []
