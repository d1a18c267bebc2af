"""Formulas worked out here and by a real spreadsheet program show the same in every cell."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime
from itertools import product
from random import Random

import pytest
from entries import layouts, rows_of_entries, sheet_of_entries

from engine import RULESETS, Player, TournamentError
from xlplugin.commands import demo
from xlplugin.ground.problems import OrganizerError
from xlplugin.verbs.pair import pair_round
from xlplugin.verbs.standings import write_standings
from xlplugin.verbs.undo import undo
from xlplugin.workbook.book import Book, SetCells, SheetData, with_changes
from xlplugin.workbook.expressions import (
    cell,
    digits,
    least,
    left,
    length,
    most,
    sign,
    trim,
    unless_error,
    where,
    whole,
)
from xlplugin.workbook.formulas import with_addresses
from xlplugin.workbook.layout import CellError, Formula
from xlplugin.workbook.live_tables import LiveTable, scalar, shown
from xlplugin.workbook.reading.reader import read_event
from xlplugin.workbook.table import Table

import campaigns
import cell_by_cell
from typing_results import ARMIES

ODD = (
    " w", "x", "W ", "l", "D", "10", " 3", "0 ", "3.5", "3,5", "10-3", "1e1", "+5", "-1", "5%", "?", "*", "~",
    "No-show 1", "bye ", "ID", "2-for-1", "Missing", "é", "Ω", " ", "  a  b ",
    11, -1, 0, 1, 2, 3, 6, 10, 99, 100, 1.5, 2.0, 1e20, 1e-7,
    CellError("#N/A"), CellError("#VALUE!"), datetime(2026, 5, 3), None, None,  # noqa: DTZ001  (cells have no time zone)
)  # fmt: skip
"""What may be typed where it does not belong; ``None`` clears a cell.

No truth values, not even as text: they are numbers to LibreOffice.
"""
NAMES = (*(odd for odd in ODD if isinstance(odd, str)), None)
"""No numbers: ``?*`` counts them in LibreOffice, and texts alone in Excel."""
ON_PLAYERS = {
    "Status": ("Dropped", *ODD), "Name": NAMES, "Checked in": ("Yes", "yes ", *ODD),
    "Decklist": ("Problem", "Checked", *ODD),
}  # fmt: skip
ON_EVENT = {"Check-in": ("Yes", "No", "yes ", None), "Tier": ("Competitive", "Casual", "x", None)}
STATES = 4
"""Looked at of each event."""
CUTS = ("4", "8", "None")


def _players(ruleset, draw, count):
    for no in range(1, count + 1):
        armies = {f"Army {n}": army for n, army in enumerate(draw.sample(ARMIES, 5), 1)}
        details = armies if ruleset == "hex" else {}
        name = draw.choice(("Player", "Żółw", "O'Neil", 'Al "Ace"', "35", "=1+1")) + f" {no}"
        yield Player(0, name, details=details)


def _newest(host):
    event = read_event(host.read())
    return event, [*event.rounds, *event.cuts][-1]


def _type(host, draw, share=1.0):
    event, tab = _newest(host)
    cells = dict(demo._typed(event, tab, draw))
    rows = {row for row, _ in cells if draw.random() < share}
    cells = {place: value for place, value in cells.items() if place[0] in rows}
    host.write([SetCells(tab.name, cells)])


def _spoiled(host, draw):
    """The book with odd entries here and there on its newest round, on Players and on Event."""
    _, tab = _newest(host)
    book = host.book
    typed = range(1, 1 + len(tab.table.places))
    rows = range(2, 1 + len(book.sheets[tab.name].rows))
    formulas = {
        column for column in typed if hasattr(_held(book.sheets[tab.name], rows[0], column), "text")
    }
    cells = {
        (draw.choice(rows), draw.choice([c for c in typed if c not in formulas])): draw.choice(ODD)
        for _ in range(draw.randint(1, 2 * len(rows)))
    }
    changes = [SetCells(tab.name, cells)]
    players = book.sheets["Players"].rows
    cells = {}
    for header, choices in ON_PLAYERS.items():
        for _ in range(draw.choice((0, 1, 3)) if header in players[0] else 0):
            place = draw.randrange(2, 1 + len(players)), players[0].index(header) + 1
            cells[place] = draw.choice(choices)
    settings = {row: cells[0] for row, cells in enumerate(book.sheets["Event"].rows, 1) if cells}
    chosen = {
        (row, 2): draw.choice(choices)
        for row, setting in settings.items()
        if (choices := ON_EVENT.get(setting))
    }
    changes.append(SetCells("Event", chosen))
    return with_changes(book, [*changes, SetCells("Players", cells)])


def _held(sheet, row, column):
    cells = sheet.rows[row - 1]
    return cells[column - 1] if column <= len(cells) else None


def _states(ruleset, number, new_host):
    """An event after each of its commands, as it is and with odd entries."""
    draw = Random(f"{ruleset} {number}")
    count = draw.choice((7, 9, 10, 13))
    cut = draw.choice(CUTS)
    settings = {"Rounds": "2"}
    if RULESETS[ruleset].cut:
        settings["Cut"] = cut
    if RULESETS[ruleset].deadlines:
        settings["Asynchronous"] = draw.choice(("Yes", "No"))
    host = new_host(ruleset, [*_players(ruleset, draw, count)], **settings)
    yield "new", host.book
    for _ in range(12):
        try:
            name = pair_round(host).tab
        except (TournamentError, OrganizerError):
            break
        yield f"{name} paired", host.book
        yield f"{name} spoiled", _spoiled(host, draw)
        _type(host, draw, share=0.7)
        yield f"{name} half", host.book
        _type(host, draw)
        yield f"{name} typed", host.book
        yield f"{name} spoiled when typed", _spoiled(host, draw)
        if draw.random() < 0.5:
            write_standings(host)
            yield f"{name} standings", host.book
    undo(host)
    yield "undone", host.book


@pytest.fixture(scope="module")
def states(new_host):
    """Random events of every ruleset, in states drawn from those after each command and each entry."""
    books = {}
    for ruleset in RULESETS:
        for number in range(campaigns.some(1)):
            every = [*_states(ruleset, number, new_host)]
            chosen = Random(number).sample(every, min(len(every), STATES))
            books |= {f"{ruleset}-{number}-{what}": book for what, book in chosen}
    return books


def test_formulas_show_what_a_spreadsheet_program_shows(states, converted, opened, tmp_path):
    """Every formula of random events, with odd entries, cuts and brackets."""
    paths = {name: tmp_path / f"{number}.xlsx" for number, name in enumerate(states)}
    for name, path in paths.items():
        cell_by_cell.save(states[name], path)
    judged = dict(zip(paths, converted("xlsx", *paths.values()), strict=True))
    wrong = [
        f"{name}: {line}"
        for name, book in states.items()
        for line in cell_by_cell.differences(book, opened(judged[name], values=True))
    ]
    assert not wrong, "\n".join(wrong)


@pytest.mark.slow
def test_a_tab_without_the_steps_shows_the_same(converted, opened, tmp_path):
    """A tab of an older version, or one whose hidden columns somebody has deleted."""
    tables, sheets = {}, {}
    for ruleset in RULESETS:
        for layout in layouts(ruleset, {}):
            seen = [column.header for column in layout.columns if column.width]
            name = f"{len(tables)} {layout.name}"
            sheet = replace(sheet_of_entries(layout, seen, rows_of_entries(layout)), name=name)
            tables[name], sheets[name] = Table(sheet, layout, []), sheet
    path = tmp_path / "without steps.xlsx"
    cell_by_cell.save(Book("", sheets), path)
    (made,) = converted("xlsx", path)
    theirs = opened(made, values=True)
    wrong, checks = [], set()
    for name, table in tables.items():
        for place, ours in LiveTable(table).values().items():
            if place[1] == table.places["Check"]:
                checks.add(ours)
            if not cell_by_cell.is_same(ours, theirs[name].cell(*place).value):
                wrong.append(f"{name} {place}: {ours!r}, not {theirs[name].cell(*place).value!r}")
    assert wrong == []
    assert len(checks) > 10


def test_operators_and_functions_show_the_same_of_every_odd_entry(converted, opened, tmp_path):
    """Each alone, of one entry and of two; but for numbers whose texts programs write each in their own way."""
    one, two = cell("One"), cell("Two")
    parts = [
        trim(one), length(one), digits(one), whole(one), sign(one), left(one, 1), least(one, two), most(one, two),
        one + two, one - two, one * two, one / 24, one & two, one.is_(two), one.is_not(two),
        where(one.is_(""), 1, two), unless_error(one + two, "?"), (one + 0.1) & "",
    ]  # fmt: skip
    odd = [entry for entry in (*ODD, "\u0663", "a  b") if entry not in OF_OTHER_TEXTS]
    rows = [*product(odd, (None, 2, 0.2, "W", "5%"))]
    cells = [
        [first, second, *(Formula(with_addresses(p.formula, _addresses(row))) for p in parts)]
        for row, (first, second) in enumerate(rows, 1)
    ]
    path = tmp_path / "operators.xlsx"
    cell_by_cell.save(Book("", {"All": SheetData("All", cells)}), path)
    theirs = opened(converted("xlsx", path)[0], values=True)["All"]
    wrong, known = [], 0
    for row, entries in enumerate(rows, 1):
        for column, part in enumerate(parts, 3):
            ours = shown(part, lambda h, e=entries: scalar(e[h == "Two"]))
            its = theirs.cell(row, column).value
            known += ours is not None
            if ours is not None and not cell_by_cell.is_same(ours, its):
                wrong.append(f"{part.formula} of {entries}: {ours!r}, not {its!r}")
    assert not wrong, "\n".join(wrong)
    assert known > len(rows) * len(parts) * 0.8


OF_OTHER_TEXTS = (1e20, 1e-7, *(entry for entry in ODD if isinstance(entry, datetime)))


def _addresses(row):
    return {"One": f"$A{row}", "Two": f"$B{row}"}
