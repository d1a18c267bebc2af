"""Changes that write the standings, and how they differ from those on record."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from engine import Player, Standings
from engine.model import Tournament
from xlplugin.workbook.book import (
    AddSheet,
    Change,
    SheetData,
    ShowSheet,
)
from xlplugin.workbook.layout import CellValue, Column, Layout
from xlplugin.workbook.layouts import (
    standings_tabs,
    tab_names,
)
from xlplugin.workbook.reading.event_book import EventBook
from xlplugin.workbook.table import Table, is_empty
from xlplugin.workbook.writing.row_values import standings_rows
from xlplugin.workbook.writing.table_writer import refresh_table

STANDINGS_MARKS = ("Rank", "No", "Player")
"""The columns by which a tab of standings is known."""


def write_standings(event: EventBook, standings: Standings, tournament: Tournament) -> list[Change]:
    """The standings tab: a new one, or new values in the one that is there.

    Columns that the organizer has added to it stay with their players.
    """
    number = standings.round
    layout = standings_tabs.standings_layout(number, event.ruleset, event.settings)
    rows = standings_rows(layout, standings, tournament)
    there = standings_there(event, number)
    if there is None:
        add = AddSheet(
            layout,
            rows,
            before=tab_names.existing(event.book, tab_names.round_name(number + 1))
            or tab_names.tab_before_notes(event.book),
            header_text=f"{event.title}    Standings after round {number}",
        )
        return [add, ShowSheet(layout.name)]
    return [*refresh_table(event, there.name, layout, rows), ShowSheet(there.name)]


def standings_there(event: EventBook, number: int) -> SheetData | None:
    """The tab of the standings after a round, however its name is typed."""
    tabs = event.book.sheets
    return next((tabs[name] for name in tabs if tab_names.standings_number(name) == number), None)


# Comparing what a tab says with what it should say


def players_in(sheet: SheetData, tournament: Tournament) -> tuple[Player, ...]:
    """Who had entered when a standings tab was written: who is in it, or had played by then."""
    table = Table(sheet, Layout(sheet.name, (Column("No", 9), Column("Rank", 9))), [])
    there = {row.raw("No") for row in table.rows()} if table.is_usable else set()
    played = {no for round_ in tournament.rounds for no in round_.players()}
    return tuple(p for p in tournament.players if p.no in played or p.no in there)


def standings_differences(
    event: EventBook, name: str, standings: Standings, tournament: Tournament
) -> list[str]:
    """Every value of a standings tab that differs from what the results give."""
    layout = standings_tabs.standings_layout(standings.round, event.ruleset, event.settings)
    rows = standings_rows(layout, standings, tournament)
    return table_differences(event, name, layout, rows)


def table_differences(
    event: EventBook, name: str, layout: Layout, rows: Sequence[Sequence[CellValue]]
) -> list[str]:
    """Every value of a tab of standings that differs from what its rows should be."""
    table = Table(event.book.sheets[name], layout, [])
    if "No" not in table.places:
        return [f"{name}: the table cannot be read (the header No is missing)"]
    missing = [c.header for c in layout.columns if not c.optional and c.header not in table.places]
    found = [
        f"{name}: there is no column {header!r} (its header has been changed, or a setting of Event "
        "since the tab was written)"
        for header in missing
    ]
    expected = {
        row[layout.headers().index("No")]: dict(zip(layout.headers(), row, strict=True))
        for row in rows
    }
    seen: set[CellValue] = set()
    for row in table.rows():
        no = row.raw("No")
        seen.add(no)
        if no not in expected:
            found.append(f"{name}!{row.address('No')}: there is no player {no}")
            continue
        for header in layout.headers():
            if header in missing:
                continue
            is_now, should = row.raw(header), expected[no][header]
            if header not in ("No", "Player", "Status") and not _same(is_now, should):
                found.append(
                    f"{name}!{row.address(header)}: {header} of {expected[no]['Player']} is "
                    f"{is_now if not is_empty(is_now) else 'blank'}, the results give "
                    f"{should if not is_empty(should) else 'none'}"
                )
    found += [
        f"{name}: {values['Player']} (No {no}) is missing"
        for no, values in expected.items()
        if no not in seen
    ]
    return found


def _same(one: CellValue, two: CellValue) -> bool:
    if isinstance(one, int | float) and isinstance(two, int | float):
        return abs(Fraction(one) - Fraction(two)) < Fraction(1, 10**9)
    return (is_empty(one) and is_empty(two)) or one == two
