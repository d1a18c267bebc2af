"""Write results that were typed at the desk into the newest round, several at once."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from engine import Match
from engine.model import Value
from xlplugin.ground.texts import t
from xlplugin.verbs.frame import Done, newest_round, verb
from xlplugin.workbook.book import SetCells
from xlplugin.workbook.reading.event_book import EventBook
from xlplugin.workbook.reading.records import LogLine


@dataclass(frozen=True, slots=True)
class Entry:
    """A result for a match as somebody saw it: what goes into its columns, ``Special`` included."""

    match: Match
    cells: Mapping[str, Value]


@verb
def enter_results(
    event: EventBook, _when: datetime, tab_name: str, entries: Sequence[Entry]
) -> Done[list[int]]:
    """Write results into a round, if it is still the newest one.

    Nothing goes to a match that has changed since somebody saw it. Gives the tables that were written to.
    """
    tab = newest_round(event)
    matches = {*tab.matches} if tab.name == tab_name else set()
    written = [entry for entry in entries if entry.match in matches]
    tables = [entry.match.table for entry in written]
    if not written:
        return Done(tables)
    places = tab.table.places
    cells = {
        (tab.rows[entry.match.player1].number, places[header]): None if value == "" else value
        for entry in written
        for header, value in entry.cells.items()
        if header in places
    }
    details = t("{tab}: tables {tables}", tab=tab.name, tables=", ".join(map(str, tables)))
    return Done(tables, [SetCells(tab.name, cells)], [LogLine("Enter", details)], follows=True)
