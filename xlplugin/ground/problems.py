"""Problems for the organizer to fix, by sheet and cell."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import NoReturn

from engine import TournamentError
from xlplugin.ground.names import named
from xlplugin.ground.texts import msg, t


class OrganizerError(Exception):
    """Something that the organizer can mend; the message says what and how."""


class EventOver(OrganizerError):
    """Nothing is left to be paired: no fault of anybody's, and told as what it is."""


def stop(text: str, /, **values: object) -> NoReturn:
    """Stop with a text of the catalogue that says what the organizer can mend."""
    raise OrganizerError(t(text, **values))


ERRORS = (TournamentError, OrganizerError)
"""Errors shown to the organizer as a sentence, by :func:`xlplugin.workbook.engine_errors.error_text`."""


@dataclass(frozen=True, slots=True)
class Problem:
    """One thing in the workbook that must be mended."""

    sheet: str  # the tab; blank where ``what`` says all of it
    cell: str  # as in ``F7``; blank for the whole tab
    what: str
    remedy: str
    row: int = 0  # of a table, from 1; 0 for the whole of it
    column: str = ""  # its header; blank for the whole row

    @property
    def where(self) -> str:
        """The cell with its tab, or the tab alone."""
        tab = named("tab", self.sheet)
        return f"{tab}!{self.cell}" if self.cell else tab

    def __str__(self) -> str:
        what = f"{self.what}; {self.remedy}" if self.remedy else self.what
        return f"{self.where}: {what}" if self.where else what


class WorkbookProblems(OrganizerError):
    """Everything that is wrong with a workbook, all at once; nothing has been written."""

    def __init__(self, problems: Sequence[Problem]) -> None:
        super().__init__("\n".join(map(str, problems)))
        self.problems = tuple(problems)


class Step(StrEnum):
    """A step of the work on a workbook that a damaged file may keep from being done."""

    OPENING = "opening"
    READING = "reading a tab"
    SAVING = "saving"
    READING_BACK = "reading back"


class HostError(OrganizerError):
    """The workbook cannot be opened or saved.

    If the file's content is the reason, ``step`` could not be done; ``part``, such as ``xl/styles.xml``,
    is damaged, if that is known.
    """

    def __init__(
        self, fault: str, remedy: str = "", *, step: Step | None = None, part: str = ""
    ) -> None:
        super().__init__(f"{fault} {remedy}".rstrip())
        self.fault, self.remedy, self.step, self.part = fault, remedy, step, part


def unholdable(cell: str, text: str) -> HostError:
    """The error that a text for a ``cell``, named with its tab, has characters that no workbook can hold."""
    fault = msg("{cell} would get characters that no workbook can hold ({text}).")
    return HostError(t(fault, cell=cell, text=repr(text[:60])), t("Type it again."))
