"""The verb that lists decklists or armies: who has handed in what, and what is left to be done."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from engine import TournamentError
from xlplugin.noticing import Noticing, verb
from xlplugin.problems import Problem, WorkbookProblems
from xlplugin.workbook import list_sheets, writer
from xlplugin.workbook.book import AddSheet, Change, ShowSheet
from xlplugin.workbook.event_book import EventBook
from xlplugin.workbook.layout import CellValue, Layout
from xlplugin.workbook.list_sheets import TO_DO
from xlplugin.workbook.table import Table, find_sheet

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
    read = host.event()
    layout = list_sheets.layout_for(read)
    if layout is None:
        message = (
            f"The document of {read.ruleset.name} asks for no lists: decklists are for nisei-..., armies "
            "for hex."
        )
        raise TournamentError(message)
    problems = [*read.problems, *_in_the_way(read, layout), *_nobody(read)]
    if problems:
        raise WorkbookProblems(problems)
    rows = list_sheets.rows_of(read)
    told = _told(rows)
    host.write(
        [
            *_written(
                read, layout, [[row.get(h) or None for h in layout.headers()] for row in rows]
            ),
            *writer.add_log(read, when, "Lists", f"{layout.name}: {told}"),
            ShowSheet(_name(read, layout)),
        ]
    )
    return ListsResult(layout.name, rows, told, read.warnings)


def _name(read: EventBook, layout: Layout) -> str:
    there = find_sheet(read.book, layout.name)
    return there.name if there else layout.name


def _written(read: EventBook, layout: Layout, rows: list[list[CellValue]]) -> list[Change]:
    there = find_sheet(read.book, layout.name)
    if there:
        return writer.refresh_table(read, there.name, layout, rows)
    heading = f"{read.title}    {layout.name}"
    names = [*read.book.sheets, None]
    beside = names[names.index(read.players.sheet.name) + 1]
    return [AddSheet(layout, rows, before=beside, header_text=heading)]


def _in_the_way(read: EventBook, layout: Layout) -> list[Problem]:
    """A tab of the organizer's own that has the name."""
    own = find_sheet(read.book, layout.name)
    if own is None:
        return []
    ours = Layout(own.name, tuple(c for c in layout.columns if c.header in MARKS))
    if Table(own, ours, []).is_usable:
        return []
    what = "there is a tab of this name already, without the columns that belong to it"
    return [Problem(own.name, "", what, "rename your tab, or delete it")]


def _nobody(read: EventBook) -> list[Problem]:
    if read.roster or read.problems:
        return []
    table = read.players
    cell = table.address(table.header_row + 1, table.places["Name"])
    return [Problem(table.sheet.name, cell, "there are no players", "type their names below Name")]


def _told(rows: Sequence[Mapping[str, CellValue]]) -> str:
    """How many there are of each thing to do."""
    counts = Counter(str(row[TO_DO]) for row in rows if row[TO_DO])
    if not counts:
        return "nothing to do"
    return "; ".join(f"{what}: {count}" for what, count in sorted(counts.items()))
