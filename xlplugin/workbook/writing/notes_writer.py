"""Changes that add to ``Pairing notes`` and ``Log``."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from datetime import datetime

from xlplugin.workbook.book import (
    AddRows,
    AddSheet,
    Change,
    SetCells,
)
from xlplugin.workbook.layout import CellValue
from xlplugin.workbook.layouts import (
    notes_and_log_tabs,
    tab_names,
)
from xlplugin.workbook.reading.event_book import EventBook
from xlplugin.workbook.table import Table, find_sheet
from xlplugin.workbook.writing.standings_writer import CORRECTED

MOST_OF_A_LINE = 16_000
"""Letters of the log in a cell, which takes 32,767; those of some scripts count twice."""
LogLine = tuple[str, str]
"""What was done, and to what."""


def add_notes(
    event: EventBook, rows: list[list[CellValue]], *, replacing: int | str = 0
) -> list[Change]:
    """Explanations at the end of ``Pairing notes``.

    Args:
        event: the event.
        rows: what to add.
        replacing: a round whose old explanations go, as it stands under ``Round``.
    """
    kept: list[list[CellValue]] | None = None
    layout = notes_and_log_tabs.NOTES_LAYOUT
    sheet = find_sheet(event.book, tab_names.NOTES)
    if sheet is None:
        return [AddSheet(layout, rows, before=tab_names.existing(event.book, tab_names.LOG))]
    table = Table(sheet, layout, [])
    if not table.is_usable:
        return []
    if replacing:
        kept = [
            [row.raw(header) for header in layout.headers()]
            for row in table.rows()
            if row.raw("Round") != replacing
        ]
    first = table.header_row + 1 if kept is not None else table.end
    places = {header: table.places[header] for header in layout.headers()}
    new = (kept or []) + rows
    changes: list[Change] = [AddRows(replace(layout, name=sheet.name), new, first, places)]
    stale = {
        (number, column): None
        for number in range(first + len(new), table.end)
        for column in places.values()
    }
    return [*changes, SetCells(sheet.name, stale)] if stale else changes


def add_log(
    event: EventBook, when: datetime | None, action: str, details: str, noticed: str = ""
) -> list[Change]:
    """A line at the end of ``Log``.

    Args:
        event: the event.
        when: the time; now unless it is given.
        action: what was done.
        details: to what.
        noticed: what was found to be corrected; a line of its own before the other.
    """
    lines = [(CORRECTED, noticed)] if noticed else []
    return add_lines(event, when, [*lines, (action, details)])


def add_lines(event: EventBook, when: datetime | None, lines: Iterable[LogLine]) -> list[Change]:
    """Several lines at the end of ``Log``, all of one time."""
    layout = notes_and_log_tabs.LOG_LAYOUT
    time = (when or datetime.now().astimezone()).strftime("%Y-%m-%d %H:%M:%S")
    rows: list[list[CellValue]] = [
        [time, action, part] for action, details in lines for part in _parts(details)
    ]
    sheet = find_sheet(event.book, tab_names.LOG)
    if sheet is None:
        return [AddSheet(layout, rows)]
    table = Table(sheet, layout, [])
    if not table.is_usable:
        return []
    places = {header: table.places[header] for header in layout.headers()}
    return [AddRows(replace(layout, name=sheet.name), rows, table.end, places)]


def _parts(details: str) -> Iterator[str]:
    """A line of the log as lines that fit into cells, parted between what it lists."""
    while len(details) > MOST_OF_A_LINE:
        end = max(details.rfind(mark, 0, MOST_OF_A_LINE) + len(mark) for mark in ("; ", ", "))
        end = end if end > MOST_OF_A_LINE // 2 else MOST_OF_A_LINE
        yield details[:end].rstrip()
        details = details[end:]
    yield details
