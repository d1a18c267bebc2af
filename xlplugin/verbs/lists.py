"""The verb that lists decklists or armies: who has handed in what, and what is left to be done."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from engine import TournamentError
from xlplugin.problems import Problem, WorkbookProblems
from xlplugin.verbs.frame import Noticing, verb
from xlplugin.workbook.book import AddSheet, Change, ShowSheet
from xlplugin.workbook.drawings import list_tabs
from xlplugin.workbook.drawings.list_tabs import TO_DO
from xlplugin.workbook.layout import CellValue, Layout
from xlplugin.workbook.reading.event_book import EventBook
from xlplugin.workbook.table import Table, find_sheet
from xlplugin.workbook.writing import notes_writer, table_writer

MARKS = ("No", "Player", TO_DO)
"""The headers by which a tab that was made here is known."""


@dataclass(frozen=True, slots=True)
class ListsResult:
    """The lists of the players.

    Attributes:
        tab: where they are written.
        rows: what it says of each player, by header.
        told: what is to be done, in a sentence.
        warnings: what the organizer should know.
    """

    tab: str
    rows: Sequence[Mapping[str, CellValue]]
    told: str
    warnings: Sequence[str] = ()


@verb
def write_lists(host: Noticing, *, when: datetime | None = None) -> ListsResult:
    """Write the tab of decklists or armies, or refresh it.

    Columns that the organizer has added to it stay with their players.

    Args:
        host: the workbook.
        when: the time for the log.

    Raises:
        TournamentError: under this ruleset nobody hands in lists.
        WorkbookProblems: something must be mended first.
    """
    event = host.event()
    layout = list_tabs.layout_for(event)
    if layout is None:
        message = (
            f"The document of {event.ruleset.name} asks for no lists: decklists are for nisei-..., armies "
            "for hex."
        )
        raise TournamentError(message)
    problems = [*event.problems, *_in_the_way(event, layout), *_nobody(event)]
    if problems:
        raise WorkbookProblems(problems)
    rows = list_tabs.rows_of(event)
    told = _told(rows)
    host.write(
        [
            *_written(
                event, layout, [[row.get(h) or None for h in layout.headers()] for row in rows]
            ),
            *notes_writer.add_log(event, when, "Lists", f"{layout.name}: {told}"),
            ShowSheet(_name(event, layout)),
        ]
    )
    return ListsResult(layout.name, rows, told, event.warnings)


def _name(event: EventBook, layout: Layout) -> str:
    there = find_sheet(event.book, layout.name)
    return there.name if there else layout.name


def _written(event: EventBook, layout: Layout, rows: list[list[CellValue]]) -> list[Change]:
    there = find_sheet(event.book, layout.name)
    if there:
        return table_writer.refresh_table(event, there.name, layout, rows)
    heading = f"{event.title}    {layout.name}"
    names = [*event.book.sheets, None]
    beside = names[names.index(event.players.sheet.name) + 1]
    return [AddSheet(layout, rows, before=beside, header_text=heading)]


def _in_the_way(event: EventBook, layout: Layout) -> list[Problem]:
    """A tab of the organizer's own that has the name."""
    own = find_sheet(event.book, layout.name)
    if own is None:
        return []
    ours = Layout(own.name, tuple(c for c in layout.columns if c.header in MARKS))
    if Table(own, ours, []).is_usable:
        return []
    what = "there is a tab of this name already, without the columns that belong to it"
    return [Problem(own.name, "", what, "rename your tab, or delete it")]


def _nobody(event: EventBook) -> list[Problem]:
    if event.roster or event.problems:
        return []
    table = event.players
    cell = table.address(table.header_row + 1, table.places["Name"])
    return [Problem(table.sheet.name, cell, "there are no players", "type their names below Name")]


def _told(rows: Sequence[Mapping[str, CellValue]]) -> str:
    """How many there are of each thing to do."""
    counts = Counter(str(row[TO_DO]) for row in rows if row[TO_DO])
    if not counts:
        return "nothing to do"
    return "; ".join(f"{what}: {count}" for what, count in sorted(counts.items()))
