"""Cells to fix, marked with notes in a workbook that Excel has open.

The hidden tab ``Looks`` has which notes are ours, since xlwings Lite cannot read what they say.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress

from xlplugin.ground.problems import Problem
from xlplugin.hosts.excel.platforms import area_of, sheet_named, to_front
from xlplugin.hosts.excel.with_xlwings import xw
from xlplugin.hosts.live import MOST_MARKS, SIGNED, notes_on
from xlplugin.workbook.layout import STYLES
from xlplugin.workbook.live_patterns import LOOKS, Look

COLUMN = 4
"""The column of ``Looks`` with the marked cells, one below the other."""
FIRST_LOOK = Look(STYLES[0]).name


def clear_marks(book: xw.Book) -> None:
    """Take away the notes of the click before; those of other people stay."""
    kept = _kept(book)
    if kept is None:
        return
    marked = [str(value) for value in kept.options(ndim=1).value if value]
    for where in marked:
        name, _, address = where.rpartition("!")
        sheet = sheet_named(book, name)
        if sheet is not None:
            _delete_note(sheet.range(address))
    if marked:
        kept.value = [[None]] * MOST_MARKS


def mark(book: xw.Book, problems: Sequence[Problem]) -> None:
    """Put a note on every cell to mend, show its row, and select the first of them."""
    cells = [problem for problem in problems if problem.cell and sheet_named(book, problem.sheet)]
    for problem in cells[:MOST_MARKS]:
        with suppress(Exception):  # a protected tab keeps its rows folded
            book.sheets[problem.sheet].range(problem.cell).rows.hidden = False
    for first in cells[:1]:
        sheet = book.sheets[first.sheet]
        to_front(sheet)
        sheet.range(first.cell).select()
    kept = _kept(book)
    if kept is None or not cells:
        return
    marked: list[list[str | None]] = []
    for (name, address), text in list(notes_on(cells).items())[:MOST_MARKS]:
        cell = book.sheets[name].range(address)
        with suppress(
            Exception
        ):  # a protected tab takes none, nor does a cell with a threaded comment
            if cell.note is None:  # else it is one of the organizer's own
                cell.add_note(text)
                marked.append([f"'{name}!{address}"])
    kept.value = [*marked, *[[None]] * (MOST_MARKS - len(marked))]


def _delete_note(cell: xw.Range) -> None:
    with suppress(Exception):  # a protected tab keeps it
        note = cell.note
        if note is None:
            return
        with suppress(NotImplementedError):  # xlwings Lite does not tell
            if not note.text.startswith(SIGNED):
                return
        note.delete()


def _kept(book: xw.Book) -> xw.Range | None:
    """The cells in which the marked cells are written down."""
    sheet = sheet_named(book, LOOKS)
    if sheet is None or sheet.range("A1").value != FIRST_LOOK:  # a tab of the organizer's own
        return None
    return area_of(sheet, (1, COLUMN, MOST_MARKS, COLUMN))
