"""The values of all live formulas of an event, as its cells have them now.

Viewers that do not calculate show just these: Protected View, previews, phones, other programs.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from copy import copy
from datetime import datetime

from xlplugin.ground.names import known_as, named
from xlplugin.workbook.book import Book, SheetData, column_letter
from xlplugin.workbook.drawings.bracket import draw_bracket, is_drawn_alike
from xlplugin.workbook.expressions import NOT_AVAILABLE, Failure, Part, Scalar, cell
from xlplugin.workbook.formulas import Worked
from xlplugin.workbook.layout import CellValue, Formula
from xlplugin.workbook.layouts import event_tab, round_tabs, tab_names
from xlplugin.workbook.layouts.tab_names import back
from xlplugin.workbook.live_tables import LiveTable, Shown, scalar, shown
from xlplugin.workbook.reading import deadlines, next_step
from xlplugin.workbook.reading.event_book import EventBook
from xlplugin.workbook.table import find_sheet
from xlplugin.workbook.writing import cut_writer, event_writer

_CELLS = re.compile(r"'((?:[^']|'')+)'!\$[A-Z]+\$(\d+):\$[A-Z]+\$(\d+)")
"""The cells of a tab with matches in a formula, and their first and last row."""


def live_values(
    book: Book, event: EventBook | None, tabs: Collection[str], epoch: datetime
) -> Mapping[str, Shown]:
    """The values by tab, where formulas are those that are written here; the others are the organizer's own.

    Args:
        book: the workbook.
        event: what it holds; ``None`` if it is no event, as a workbook of a season.
        tabs: those with other cells than before, or with formulas without a value. Of the others ``Event``
            and the bracket are looked at, which follow them.
        epoch: day 0 of the workbook.
    """
    values = {name: _links_back(book.sheets[name]) for name in tabs if name in book.sheets}
    if event is None:
        return values
    dates = deadlines.tab_of(event)
    tables = [tab.table for tab in event.tabs]
    tables += [dates.table] if dates and dates.table and dates.table.is_usable else []
    live = {table.sheet.name: LiveTable(table, epoch) for table in tables}
    tab = event.book.tab
    values |= {tab(name): table.values() for name, table in live.items() if tab(name) in tabs}
    values[tab(event.event_tab.sheet.name)] = dict(_on_event(event, live))
    bracket = find_sheet(event.book, round_tabs.BRACKET)
    if bracket and event.progress:
        progress = copy(event.progress)  # as before its end, which has texts instead of formulas
        progress.conceded, progress.fixtures = None, progress.fixtures or progress.played[-1]
        drawing = draw_bracket(event, progress)
        drawn = {p: v for p, (v, _) in drawing.cells.items() if isinstance(v, Formula)}
        if is_drawn_alike(drawing, bracket):
            values[tab(bracket.name)] = {
                place: drawn[place].shows if drawn.get(place) == formula else None
                for place, formula in formulas_of(bracket)
                if place in drawing.cells
            }
    return values


def formulas_of(sheet: SheetData) -> Iterator[tuple[tuple[int, int], Formula]]:
    """The formulas of a tab with their places."""
    for row, cells in enumerate(sheet.rows, 1):
        for column, value in enumerate(cells, 1):
            if isinstance(value, Formula):
                yield (row, column), value


def _links_back(sheet: SheetData) -> Shown:
    """The values of links to ``Event``, which stand beside what is drawn."""
    return {place: back().shows for place, formula in formulas_of(sheet) if formula == back()}


def _on_event(
    event: EventBook, live: Mapping[str, LiveTable]
) -> Iterator[tuple[tuple[int, int], CellValue]]:
    """The values of the first rows of ``Event``, and of its links."""
    table = event.event_tab
    steps = [table.places[h] for h in event_tab.STEPS if h in table.places]
    for setting in (event_tab.NEXT_STEP, event_tab.PLAYER_COUNT):
        if row := event.setting_rows.get(setting.name):
            cells = _Cells(event, row, (table.places["Value"], *steps))
            is_step = setting is event_tab.NEXT_STEP
            worked = _next_step(event, cells, live) if is_step else event_writer.player_count(event)
            if worked:
                yield from cells.values(worked)
    headers = ("Go to", *event_tab.LINK_STEPS)
    columns = [table.places[h] for h in headers if h in table.places]
    links = tab_names.links(event_tab.ROUNDS_PAIRED.name, event_tab.CUT_TABS.name)
    rows = [row.number for row in table.rows() if isinstance(row.raw("Go to"), Formula)]
    if len(rows) == len(links):
        for row, worked in zip(rows, links, strict=True):
            for place, value in _Cells(event, row, columns).values(worked):
                yield place, named("tab", value) if isinstance(value, str) else value


def _next_step(event: EventBook, cells: _Cells, live: Mapping[str, LiveTable]) -> Worked | None:
    """The next step as the formulas of its row have it."""
    texts = "".join(f.text for f in cells.held if isinstance(f, Formula))
    found = _CELLS.search(texts)
    if found is None:
        return event_writer.first(event)
    name = known_as("tab", found[1].replace("''", "'"))
    for tab in event.tabs:
        if tab.name == name and {"Table", "Check"} <= tab.table.places.keys():
            rows, row, places = (int(found[2]), int(found[3])), live[name].row, tab.table.places
            finals = (
                cut_writer.won_unless_second(tab, number, side, row(number))
                for number in range(rows[0], rows[1] + 1)
                for side in (1, 2)
                if {"Advances", f"Player {side}"} <= places.keys()
            )
            then: Part | str = next((final for final in finals if final.text in texts), "")
            if not then and len(cells.columns) == 1:  # without steps it stands in the formula
                then = next_step.after(event, tab).text
            return event_writer.follows(name, places, rows, then, row)
    return None


class _Cells:
    """The cells of a row of ``Event`` for a formula and its steps.

    Args:
        event: the workbook.
        row: from 1.
        columns: of the formula and of each step, from 1.
    """

    def __init__(self, event: EventBook, row: int, columns: Sequence[int]) -> None:
        self.event, self.row, self.columns = event, row, columns
        cells = event.event_tab.sheet.rows[row - 1]
        self.held = [cells[c - 1] if c <= len(cells) else None for c in columns]

    def values(self, worked: Worked) -> Iterator[tuple[tuple[int, int], CellValue]]:
        """The value of each formula that is there as it would be written."""
        letters = [f"${column_letter(c)}${self.row}" for c in self.columns[1:]]
        placed = worked.placed(letters)
        names = ["", *worked.steps]
        is_as_written = [
            isinstance(one, Formula) and isinstance(two, Formula) and _is_same(one, two)
            for one, two in zip(self.held, placed, strict=True)
        ]
        held = dict(zip(names, zip(self.held, is_as_written, strict=False), strict=False))
        known: dict[str, Scalar] = {}

        def given(name: str) -> Scalar:
            step = worked.steps.get(name)
            if step is None:
                return self._outside(name)
            if name in held and not held[name][1]:
                return scalar(held[name][0])
            if isinstance(step, str):
                return step
            if name not in known:
                result = step.value(given)
                known[name] = 0 if result is None and name in held else result
            return known[name]

        for name, column, is_ours in zip(names, self.columns, is_as_written, strict=False):
            if is_ours:
                part = cell(name) if name else worked.formula
                yield (self.row, column), shown(part, given)

    def _outside(self, name: str) -> Scalar:
        """The value of a setting, or whether there is a tab."""
        tabs = map(tab_names.reference, self.event.book.sheets)
        if name.startswith("'"):
            return name.casefold() in map(str.casefold, tabs)
        row = self.event.setting_rows.get(name)
        if row is None:
            raise Failure(NOT_AVAILABLE)
        cells = self.event.event_tab.sheet.rows[row - 1]
        place = self.event.event_tab.places["Value"]
        return scalar(cells[place - 1]) if place <= len(cells) else None


def _is_same(one: Formula, two: Formula) -> bool:
    """True if two formulas are the same, whatever rows of ``Players`` they name: some may have been deleted."""
    if one.text == two.text:
        return True
    tab = re.escape(tab_names.in_formula(tab_names.PLAYERS))
    rows = re.compile(rf"({tab}!\$[A-Z]+\$)\d+(:\$[A-Z]+\$)\d+")
    first, second = (rows.sub(r"\1\2", formula.text) for formula in (one, two))
    return first == second
