"""Changes that bring a table up to date, whatever its columns and the order of its rows; standings."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from fractions import Fraction

from engine import Player
from engine.model import Tournament
from xlplugin.ground.texts import t
from xlplugin.workbook.book import (
    AddRows,
    AddSheet,
    Change,
    SetCells,
    SetHeights,
    SheetData,
    ShowSheet,
)
from xlplugin.workbook.layout import CellValue, Formula, Layout
from xlplugin.workbook.layouts import tab_names
from xlplugin.workbook.layouts.round_tabs import FINAL
from xlplugin.workbook.layouts.standings_tabs import StandingsTable
from xlplugin.workbook.reading.event_book import EventBook
from xlplugin.workbook.table import Table, find_sheet, is_empty, table_with


def refresh_table(
    event: EventBook, name: str, layout: Layout, rows: Sequence[Sequence[CellValue]]
) -> list[Change]:
    """New values in a tab; the tab anew where one of its columns is gone.

    The organizer's own columns follow the ``No``. Formulas stay in their rows, which they speak of.
    """
    table, new = Table(event.book.sheets[name], layout, []), replace(layout, name=name)
    if not table.is_usable:
        return tab_names.anew(event.book, name, AddSheet(new, rows))
    ours = {header: table.places[header] for header in layout.headers() if header in table.places}
    others = [c for c in range(1, max(map(len, table.sheet.rows)) + 1) if c not in ours.values()]
    old = {row.raw("No"): row for row in table.rows()}
    at_no = layout.headers().index("No")
    first = table.header_row + 1
    cells: dict[tuple[int, int], CellValue] = {}
    for number, values in enumerate(rows, first):
        before = old.get(values[at_no])
        existing = table.sheet.rows[number - 1] if number <= len(table.sheet.rows) else ()
        kept, replaced = (
            dict(enumerate(values, 1)) for values in (before.values if before else (), existing)
        )
        for column in others:
            pair = (kept.get(column), replaced.get(column))
            if pair[0] != pair[1] and not any(isinstance(value, Formula) for value in pair):
                cells[number, column] = pair[0]
    for row in table.rows():
        if type(row.raw("No")) is int and row.number >= first + len(rows):
            cells |= {(row.number, column): None for column in ours.values()}
    changes: list[Change] = [AddRows(new, rows, first, ours)]
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


# standings

MARKS = ("Rank", "No", "Player")
FINAL_MARKS = (*MARKS, "Swiss rank")
"""The columns by which tabs of standings are known, those of a round and those of the whole event."""


def write_standings(event: EventBook, table: StandingsTable) -> list[Change]:
    """The tab of the standings: a new one, or new values in the one that is there.

    Columns that the organizer has added to it stay with their players.
    """
    layout, existing = table.layout, existing_tab(event, table)
    if existing:
        refreshed = refresh_table(event, existing.name, layout, table.rows())
        return [*refreshed, ShowSheet(existing.name)]
    next_round = tab_names.round_name(table.number + 1)
    before = tab_names.tab_before_notes(event.book, next_round)
    new = AddSheet(layout, table.rows(), before, event.heading(table.title))
    return [new, ShowSheet(layout.name)]


def existing_tab(event: EventBook, table: StandingsTable) -> SheetData | None:
    """The tab of these standings, however its name is typed."""
    if table.is_final:
        return find_sheet(event.book, FINAL)
    tabs = event.book.sheets.items()
    return next(
        (tab for name, tab in tabs if tab_names.standings_number(name) == table.number), None
    )


# comparing a tab with the results


def players_in(sheet: SheetData, tournament: Tournament) -> tuple[Player, ...]:
    """The players who had entered when a standings tab was written: those in it, or who had played."""
    table = table_with(sheet, "No", "Rank")
    listed = {row.raw("No") for row in table.rows()} if table.is_usable else set()
    played = {no for round_ in tournament.rounds for no in round_.players()}
    return tuple(p for p in tournament.players if p.no in played or p.no in listed)


def standings_differences(event: EventBook, name: str, standings: StandingsTable) -> list[str]:
    """Every value of a standings tab that differs from what the results give."""
    layout = standings.layout
    table = Table(event.book.sheets[name], layout, [])
    if "No" not in table.places:
        return [t("{tab}: the table cannot be read (the header No is missing)", tab=name)]
    headers = [header for header in layout.headers() if header in table.places]
    differences = [
        t(
            "{tab}: there is no column '{header}' (its header has been changed, or a setting of "
            "Event since the tab was written)",
            tab=name,
            header=header,
        )
        for header, column in zip(layout.headers(), layout.columns, strict=True)
        if header not in headers and not column.optional
    ]
    expected = {
        line.player.no: dict(zip(layout.headers(), row, strict=True))
        for line, row in zip(standings.lines, standings.rows(), strict=True)
    }
    listed = {row.raw("No") for row in table.rows()}
    for row in table.rows():
        no = row.raw("No")
        if not isinstance(no, int) or no not in expected:
            where = row.where("No")
            differences.append(t("{cell}: there is no player {no}", cell=where, no=no))
            continue
        for header in headers:
            value, correct = row.raw(header), expected[no][header]
            if header not in ("No", "Player", "Status") and not _same(value, correct):
                difference = t(
                    "{cell}: {header} of {player} is {value}, the results give {correct}",
                    cell=row.where(header),
                    header=header,
                    player=expected[no]["Player"],
                    value=t("blank") if is_empty(value) else value,
                    correct=t("none") if is_empty(correct) else correct,
                )
                differences.append(difference)
    differences += [
        t("{tab}: {player} (No {no}) is missing", tab=name, player=values["Player"], no=no)
        for no, values in expected.items()
        if no not in listed
    ]
    return differences


def _same(one: CellValue, two: CellValue) -> bool:
    if isinstance(one, int | float) and isinstance(two, int | float):
        return abs(Fraction(one) - Fraction(two)) < Fraction(1, 10**9)
    return (is_empty(one) and is_empty(two)) or one == two
