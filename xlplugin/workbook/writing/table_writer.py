"""Changes that bring a table up to date, whatever its columns and the order of its rows."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from xlplugin.workbook.book import AddRows, AddSheet, Change, RemoveSheet, SetCells, SetHeights
from xlplugin.workbook.layout import CellValue, Formula, Layout
from xlplugin.workbook.layouts.tab_names import tab_after
from xlplugin.workbook.reading.event_book import EventBook
from xlplugin.workbook.table import Table


def refresh_table(
    event: EventBook, name: str, layout: Layout, rows: Sequence[Sequence[CellValue]]
) -> list[Change]:
    """New values in a tab; the tab anew where one of its columns is gone."""
    table = Table(event.book.sheets[name], layout, [])
    if table.is_usable:
        return _refreshed(name, table, layout, rows)
    following = tab_after(event.book, name)
    return [RemoveSheet(name), AddSheet(replace(layout, name=name), rows, before=following)]


def _refreshed(
    name: str, table: Table, layout: Layout, rows: Sequence[Sequence[CellValue]]
) -> list[Change]:
    """New values in a table that is there; the organizer's own columns follow the ``No``.

    Formulas stay in their rows, which they speak of.
    """
    ours = {header: table.places[header] for header in layout.headers()}
    others = [c for c in range(1, max(map(len, table.sheet.rows)) + 1) if c not in ours.values()]
    old = {row.raw("No"): row for row in table.rows()}
    at_no = layout.headers().index("No")
    first = table.header_row + 1
    cells: dict[tuple[int, int], CellValue] = {}
    for number, values in enumerate(rows, first):
        before = old.get(values[at_no])
        existing = table.sheet.rows[number - 1] if number <= len(table.sheet.rows) else ()
        for column in others:
            kept, replaced = (
                cells_of[column - 1] if column <= len(cells_of) else None
                for cells_of in (before.values if before else (), existing)
            )
            if (
                kept != replaced
                and not isinstance(kept, Formula)
                and not isinstance(replaced, Formula)
            ):
                cells[number, column] = kept
    for row in table.rows():
        if type(row.raw("No")) is int and row.number >= first + len(rows):
            cells |= {(row.number, column): None for column in ours.values()}
    changes: list[Change] = [AddRows(replace(layout, name=name), rows, first, ours)]
    return [*changes, SetCells(name, cells)] if cells else changes


def refitted(table: Table, cells: Mapping[tuple[int, int], CellValue]) -> list[Change]:
    """The heights of rows that names make higher or lower, once these cells are written."""
    layout = table.layout
    places = [table.places.get(header, 0) for header in layout.headers()]
    heights: dict[int, float] = {}
    for row in table.rows():
        before = [row.raw(header) for header in layout.headers()]
        after = [cells.get((row.number, p), old) for p, old in zip(places, before, strict=True)]
        if layout.height_of(0, before) != (height := layout.height_of(0, after)):
            heights[row.number] = height
    return [SetHeights(table.sheet.name, heights)] if heights else []
