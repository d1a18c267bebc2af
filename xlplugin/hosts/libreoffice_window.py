"""What LibreOffice shows of a document besides its cells: message boxes, questions, notes."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress

import uno

from xlplugin.hosts.libreoffice_cells import Uno
from xlplugin.problems import Problem

MOST_MARKS = 50
SIGNED = "xlplugin: "
OK, YES_OR_NO, YES = 1, 3, 2
"""Buttons of a message box, and the answer Yes."""


class LibreOfficeWindow:
    """The window of a document; see :class:`~xlplugin.clicks.Window`.

    Args:
        frame: the window.
        title: of its message boxes.
    """

    def __init__(self, frame: Uno, title: str) -> None:
        self.frame, self.title = frame, title

    def say(self, text: str, *, wrong: bool = False) -> None:
        """Show a message box, until it is read."""
        self._box("ERRORBOX" if wrong else "INFOBOX", OK, text)

    def agrees(self, question: str) -> bool:
        """Whether the answer is Yes."""
        return bool(self._box("QUERYBOX", YES_OR_NO, question) == YES)

    def _box(self, kind: str, buttons: int, text: str) -> int:
        window = self.frame.ContainerWindow
        shape = uno.Enum("com.sun.star.awt.MessageBoxType", kind)
        box = window.Toolkit.createMessageBox(window, shape, buttons, self.title, text)
        try:
            return int(box.execute())
        finally:
            box.dispose()

    # Notes

    def clear_marks(self) -> None:
        """Take the notes of the click before away; those of other people stay."""
        document = self.frame.Controller.Model
        for sheet in document.Sheets:
            notes = sheet.Annotations
            for number in reversed(range(notes.Count)):
                if notes.getByIndex(number).String.startswith(SIGNED):
                    with suppress(Exception), _no_step(document):  # a protected tab keeps it
                        notes.removeByIndex(number)

    def mark(self, problems: Sequence[Problem]) -> None:
        """Put a note on every cell to mend, show its row, and select the first of them."""
        document = self.frame.Controller.Model
        sheets = document.Sheets
        cells = [p for p in problems if p.cell and sheets.hasByName(p.sheet)][:MOST_MARKS]
        texts: dict[tuple[str, str], list[str]] = {}
        for problem in cells:
            lines = texts.setdefault((problem.sheet, problem.cell.partition(":")[0]), [])
            lines.append(f"{problem.what}; {problem.remedy}")
        for (name, address), lines in texts.items():
            cell = sheets.getByName(name).getCellRangeByName(address)
            with suppress(Exception):  # a protected tab takes none, and keeps its rows folded
                _show(document, cell.Rows)
                _note(document, cell, SIGNED + "\n".join(lines))
        for first in cells[:1]:
            sheet = sheets.getByName(first.sheet)
            self.frame.Controller.setActiveSheet(sheet)
            self.frame.Controller.select(sheet.getCellRangeByName(first.cell))


def _show(document: Uno, rows: Uno) -> None:
    """Unfold rows."""
    if not rows.IsVisible:
        with _no_step(document):
            rows.IsVisible = True


def _note(document: Uno, cell: Uno, text: str) -> None:
    """Give a cell a note, unless it has one of the organizer's own."""
    if not cell.Annotation.String:
        with _no_step(document):
            cell.Spreadsheet.Annotations.insertNew(cell.CellAddress, text)


@contextmanager
def _no_step(document: Uno) -> Iterator[None]:
    """What is done is no step of LibreOffice's Undo; for one thing at a time, after which it forgets."""
    document.UndoManager.lock()
    try:
        yield
    finally:
        document.UndoManager.unlock()
