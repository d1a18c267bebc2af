"""Message boxes, questions and notes of a document that LibreOffice has open."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from contextlib import suppress

import uno

from xlplugin.ground.problems import Problem
from xlplugin.ground.texts import t
from xlplugin.hosts.libreoffice.cells import Uno
from xlplugin.hosts.libreoffice.dialog import Field, filled_in
from xlplugin.hosts.libreoffice.looks import values_of
from xlplugin.hosts.libreoffice.turns import Turn
from xlplugin.hosts.libreoffice.undo import no_step
from xlplugin.hosts.live import MOST_MARKS, SIGNED, notes_on

SAVING = 10
"""``com.sun.star.ui.dialogs.TemplateDescription.FILESAVE_AUTOEXTENSION``."""
BEST = ".xlsx"
"""The kind of file that commands and Excel read too."""
FILTERS = {BEST: "Calc MS Excel 2007 XML", ".ods": "calc8"}
MOST_NAME = 80
TYPES = {BEST: "Excel 2007-365 (.xlsx)", ".ods": "ODF Spreadsheet (.ods)"}
OK, YES_OR_NO, YES_FIRST, YES = 1, 3, 0x40000, 2
"""Buttons of a message box, the one of them that Enter presses, and the answer Yes."""


class LibreOfficeWindow:
    """The window of a document; see :class:`~xlplugin.doors.clicks.Window`.

    The ``turn`` of the click is given back while something is asked or said.
    """

    def __init__(self, frame: Uno, title: str, turn: Turn) -> None:
        self.frame, self.title, self.turn = frame, title, turn

    def say(self, text: str, *, wrong: bool = False) -> None:
        """Show a message box, until it is read."""
        self._box("ERRORBOX" if wrong else "INFOBOX", OK, text)

    def agrees(self, question: str) -> bool:
        """Ask a question; true if the answer is Yes."""
        return bool(self._box("QUERYBOX", YES_OR_NO, question) == YES)

    def offer_to_save(self, why: str, name: str) -> None:
        """Ask whether the workbook is to be saved now, and show the window for it."""
        question = t("{why}\n\nSave it now?", why=why)
        if self._box("QUERYBOX", YES_OR_NO + YES_FIRST, question) == YES:
            self.save(uno.getComponentContext(), name)

    def save(self, context: Uno, name: str) -> None:
        """Show LibreOffice's own window for saving, with a name, the folder of documents, and ``.xlsx``."""
        create = context.ServiceManager.createInstanceWithContext
        picker = create("com.sun.star.ui.dialogs.FilePicker", context)
        picker.initialize((SAVING,))
        picker.setTitle(t("Save the event"))
        for ending in FILTERS:
            picker.appendFilter(TYPES[ending], f"*{ending}")
        picker.setCurrentFilter(TYPES[BEST])
        # Without an ending: of "Cup.xlsx" it makes "Cupods" when another type is chosen
        picker.setDefaultName(_as_file_name(name))
        folders = create("com.sun.star.util.PathSubstitution", context)
        picker.setDisplayDirectory(folders.getSubstituteVariableValue("$(work)"))
        with self.turn.aside():
            answer = picker.execute()
        if answer == OK:
            url = picker.getSelectedFiles()[0]
            ending = next((each for each in FILTERS if url.lower().endswith(each)), "")
            if not ending:
                chosen = picker.getCurrentFilter()
                ending = next((each for each, kind in TYPES.items() if kind == chosen), BEST)
                url += ending
            self._store(url, FILTERS[ending])

    def _store(self, url: str, kind: str) -> None:
        """Save the workbook there, or say that it is not saved yet."""
        try:
            self.frame.Controller.Model.storeAsURL(url, values_of(FilterName=kind))
        except Exception as error:  # noqa: BLE001  (a disk, a folder, a file that is open elsewhere)
            reason = getattr(error, "Message", "") or type(error).__name__
            text = t("It could not be saved there ({reason}).", reason=reason.partition("\n")[0])
            remedy = t("Save it elsewhere: File, Save As.")
            self.say(f"{text} {remedy}", wrong=True)

    def _box(self, kind: str, buttons: int, text: str) -> int:
        window = self.frame.ContainerWindow
        shape = uno.Enum("com.sun.star.awt.MessageBoxType", kind)
        box = window.Toolkit.createMessageBox(window, shape, buttons, self.title, text)
        with self.turn.aside():
            try:
                return int(box.execute())
            finally:
                box.dispose()

    def filled_in(
        self, context: Uno, title: str, fields: Mapping[str, Field]
    ) -> dict[str, str] | None:
        """Show a dialog; see :func:`~xlplugin.hosts.libreoffice.dialog.filled_in`."""
        with self.turn.aside():
            return filled_in(context, self.frame, title, fields)

    # Notes

    def clear_marks(self) -> None:
        """Take the notes of the click before away; those of other people stay."""
        document = self.frame.Controller.Model
        for sheet in document.Sheets:
            notes = sheet.Annotations
            for number in reversed(range(notes.Count)):
                if notes.getByIndex(number).String.startswith(SIGNED):
                    with suppress(Exception), no_step(document):  # a protected tab keeps it
                        notes.removeByIndex(number)

    def mark(self, problems: Sequence[Problem]) -> None:
        """Put a note on every cell to mend, show its row, and select the first of them."""
        document = self.frame.Controller.Model
        sheets = document.Sheets
        cells = [p for p in problems if p.cell and sheets.hasByName(p.sheet)][:MOST_MARKS]
        for (name, address), text in notes_on(cells).items():
            cell = sheets.getByName(name).getCellRangeByName(address)
            with suppress(Exception):  # a protected tab takes none, and keeps its rows folded
                if not cell.Rows.IsVisible:
                    with no_step(document):
                        cell.Rows.IsVisible = True
                if not cell.Annotation.String:  # else it is one of the organizer's own
                    with no_step(document):
                        cell.Spreadsheet.Annotations.insertNew(cell.CellAddress, text)
        for first in cells[:1]:
            sheet = sheets.getByName(first.sheet)
            self.frame.Controller.setActiveSheet(sheet)
            self.frame.Controller.select(sheet.getCellRangeByName(first.cell))


def _as_file_name(name: str) -> str:
    """A name without what no file may have in its own."""
    return re.sub(r'[<>:"/\\|?*\x00-\x1f\s]+', " ", name).strip(" .")[:MOST_NAME]
