"""The door for buttons of a workbook in Excel, each a verb of the list, by its name.

``from_excel`` beside this module calls :func:`click` for the macros of a workbook, and xlwings Lite from
its scripts.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import NamedTuple

from xlplugin.doors import clicks
from xlplugin.doors.clicks import TITLE, VERBS, Said
from xlplugin.ground.problems import Problem
from xlplugin.ground.texts import t
from xlplugin.hosts.excel.host import ExcelHost
from xlplugin.hosts.excel.marks import clear_marks, mark
from xlplugin.hosts.excel.with_xlwings import xw

__all__ = ["VERBS", "click"]


class ExcelWindow(NamedTuple):
    """The window of a workbook in Excel; see :class:`~xlplugin.doors.clicks.Window`."""

    book: xw.Book
    said: Said | None = None

    def say(self, text: str, *, wrong: bool = False) -> None:
        """Show a message box, until it is read; or keep the message, where somebody else shows it."""
        if self.said is not None:
            self.said.add(text, wrong=wrong)
            return
        self.book.app.alert(text, TITLE, mode="critical" if wrong else "info")

    def mark(self, problems: Sequence[Problem]) -> None:
        """Put a note on every cell to mend, and select the first of them."""
        mark(self.book, problems)

    def clear_marks(self) -> None:
        """Take those notes away again; those of other people stay."""
        clear_marks(self.book)

    def offer_to_save(self, why: str, name: str) -> None:  # noqa: ARG002  (Excel asks for one)
        """Say why the workbook should be saved now; Excel's own window for it may not come up from here."""
        self.say(t("{why} Save it now: Ctrl+S, on a Mac Cmd+S.", why=why))


def click(
    verb: str, live: xw.Book, *answers: str, when: datetime | None = None, said: Said | None = None
) -> None:
    """Do what a button of ``VERBS`` says, with what somebody has answered where it asks."""
    clicks.click(verb, ExcelHost(live), ExcelWindow(live, said), *answers, when=when)
