"""The base class of the formats that an event is exported in, one file each; see ``docs/extending.md``."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass
from enum import IntEnum
from pathlib import Path
from typing import ClassVar

from xlplugin.exports.shared import Shared, status
from xlplugin.ground.texts import t
from xlplugin.workbook.reading.event_book import EventBook

STANDINGS, ROUNDS, ALL = "standings", "rounds", "all"
WHAT = (STANDINGS, ROUNDS, ALL)
"""The parts of an event that documents and messages may have."""
MORE = ("players", "notes", "penalties", "log")
"""The organizer's tabs that are in a document only if they are asked for."""


class Needs(IntEnum):
    """The least that an event must have, from little to much."""

    NOTHING = 0
    PAIRINGS = 1
    STANDINGS = 2


@dataclass(frozen=True, slots=True)
class Wanted:
    """An export as it is asked for: the name of its file, one of ``WHAT``, and some of ``MORE``.

    With ``watch`` it will be written again after every save.
    """

    name: str = ""
    what: str = ALL
    more: tuple[str, ...] = ()
    watch: bool = False


class ExportFormat(ABC):
    """A format that others read.

    Attributes:
        name: as ``--format`` has it.
        ending: of its files, by which ``-o`` says the format.
        also: further endings that do.
        file: its file beside the workbook, after the workbook's own name.
        options: those of the command that it takes, of ``--what``, ``--with``, ``--watch``, ``--limit``.
        is_document: True if it is opened and printed, so that it must have its ending.
    """

    name: ClassVar[str]
    ending: ClassVar[str]
    also: ClassVar[tuple[str, ...]] = ()
    file: ClassVar[str]
    help: ClassVar[str]
    needs: ClassVar[Needs] = Needs.STANDINGS
    options: ClassVar[tuple[str, ...]] = ()
    is_document: ClassVar[bool] = False

    def file_name(self, event: str) -> str:
        """The name of an export unless one is given: after the event's workbook."""
        return f"{Path(event).stem} {self.file}"

    @abstractmethod
    def is_ours(self, data: bytes) -> bool:
        """True if a file was made by an export, so that a newer one may replace it."""

    @abstractmethod
    def content(self, shared: Shared, wanted: Wanted) -> bytes:
        """The content of its file.

        Raises:
            OrganizerError: there is nothing to write yet, or no place for events of the ruleset.
            HostError: it cannot be made on this computer.
        """

    def how_far(self, shared: Shared) -> str:
        """The extent of an export, in words."""
        if shared.table is None:
            return status(shared.event)
        if shared.table.is_final:
            return t("the whole event")
        return t("after round {round}", round=shared.table.number)

    def left_out(self, shared: Shared) -> list[str]:
        """Sentences on what is not in it, and why."""
        return list(shared.left_out)


class TextFormat(ExportFormat):
    """A format that is a text.

    Its lines may be short enough for cells, where there is no folder for a file.
    """

    encoding: ClassVar[str] = "utf-8"
    fits_cells: ClassVar[bool] = False

    def has_place(self, event: EventBook) -> bool:  # noqa: ARG002  (most have)
        """True if it can have events of the ruleset."""
        return True

    @abstractmethod
    def text(self, shared: Shared, wanted: Wanted) -> str:
        """The text of its file."""

    def pages(self, shared: Shared, what: str, limit: int) -> list[str]:
        """The text as texts of as many characters as ``--limit`` allows, where the format takes it.

        Raises:
            ValueError: a single line is too long; it holds how many characters are needed.
        """
        raise NotImplementedError

    @abstractmethod
    def is_our_text(self, text: str) -> bool:
        """True if a text was made by an export, by nothing that is there for that alone."""

    def is_ours(self, data: bytes) -> bool:
        """True for a text that was made by an export, and for an empty file."""
        return not data or self.is_our_text(data.decode("utf-8-sig", errors="replace"))

    def content(self, shared: Shared, wanted: Wanted) -> bytes:
        """The text as bytes."""
        return self.text(shared, wanted).encode(self.encoding)
