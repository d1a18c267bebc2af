"""Where a workbook lives: a closed file, or a running spreadsheet program."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol, runtime_checkable

from xlplugin.workbook.book import Book, Change


class Host(Protocol):
    """What an action needs of the program that holds the workbook."""

    @property
    def name(self) -> str:
        """The workbook's name, for messages."""

    def read(self) -> Book:
        """The whole workbook as it is now.

        Raises:
            HostError: it cannot be opened; the message says why and what to do.
        """

    def write(self, changes: Sequence[Change]) -> None:
        """Make all of the changes, or none.

        Raises:
            HostError: it cannot be saved; the workbook is as it was.
        """


@runtime_checkable
class Closed(Protocol):
    """A host of a workbook that no other program may have open while an action changes it."""

    def require_closed(self) -> None:
        """Make sure of it, before anything is read that may not be saved yet.

        Raises:
            HostError: a program has it open; the message says which, and what to do.
        """
