"""Hosts: where a workbook is, in a closed file or in a running spreadsheet program."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Protocol

from xlplugin.hosts.closed_file.backups import Occasion
from xlplugin.hosts.selection import Selection
from xlplugin.workbook.book import Book, Change


class Host(Protocol):
    """The place of a workbook, as verbs need it."""

    @property
    def name(self) -> str:
        """The workbook's name, for messages."""

    @property
    def folder(self) -> Path | None:
        """The folder of files for the organizer; ``None`` if none belongs to the workbook."""

    @property
    def book(self) -> Book:
        """The workbook as it was read last, or as it has been written since."""

    def require_closed(self) -> None:
        """Make sure that nobody else can be changing the workbook, before it is read to be changed.

        Raises:
            HostError: a program has the file open; the message says which, and what to do.
        """

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


class OpenHost(Host, Protocol):
    """A program that has the workbook open, as clicks need it."""

    @property
    def is_remote(self) -> bool:
        """True if the program runs in a browser, which has no files and tells little."""

    @property
    def has_written(self) -> bool:
        """True if the workbook has been changed through this."""

    @property
    def was_saved(self) -> bool:
        """True if the workbook is anywhere but in the program's memory."""

    def keep_copy(self, occasion: Occasion) -> None:
        """Keep a copy of the workbook as it is now among its backups, where it has a folder here.

        The workbook stays as unsaved as it is, and so do its name and what can be undone.

        Raises:
            HostError: it cannot be kept, and whoever clicks is to know.
        """

    @property
    def selected(self) -> Selection | None:
        """The selected cells; ``None`` where something else is.

        Raises:
            HostError: the program may not have listed all of them.
        """

    def printed(self, workbook: Path) -> bytes:
        """A closed workbook as a PDF.

        Raises:
            HostError: the program has not done it.
        """
