"""Writing the tab ``Deadlines``: the line of a round when it is posted, or taken back."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime

from xlplugin.workbook.book import AddRows, AddSheet, Change, SetCells
from xlplugin.workbook.layout import CellValue
from xlplugin.workbook.layouts.deadlines_tab import DEADLINES, deadlines_layout
from xlplugin.workbook.reading.deadlines import tab_of, tab_under
from xlplugin.workbook.reading.event_book import EventBook


def posted(event: EventBook, tab_name: str, when: datetime | None) -> list[Change]:
    """The line of a round that is posted now; nothing where there are no deadlines.

    An earlier change may add its tab. An existing line is replaced.
    """
    tab = tab_of(event)
    if tab is None or (tab.table and not tab.table.is_usable):
        return []
    moment = (when or datetime.now().astimezone()).replace(tzinfo=None, second=0, microsecond=0)
    row: list[CellValue] = [tab_name, moment, None, None, None]
    table = tab.table
    if table is None:
        first = next((tab.name for tab in event.rounds), tab_name)
        layout = deadlines_layout(tab.rule, tab.days)
        return [AddSheet(layout, [row], before=first, header_text=f"{event.title}    {DEADLINES}")]
    existing = tab.row_of(tab_name)
    layout = replace(table.layout, name=table.sheet.name)
    places = {header: table.places[header] for header in layout.headers()}
    return [AddRows(layout, [row], existing.number if existing else table.end, places)]


def when_paired(event: EventBook, tab_name: str, when: datetime | None) -> list[Change]:
    """The line of a round that is paired now; one that is looked over first gets it later."""
    return taken_back(event, tab_name) if event.is_reviewed else posted(event, tab_name, when)


def taken_back(event: EventBook, tab_name: str) -> list[Change]:
    """The line of a round that is undone, cleared."""
    tab = tab_under(event, event.ruleset.deadlines)
    row = tab.row_of(tab_name) if tab else None
    if row is None:
        return []
    table = row.table
    cells = {(row.number, table.places[header]): None for header in table.layout.headers()}
    return [SetCells(table.sheet.name, cells)]
