"""The host of a closed file, of which only the parts that change are written."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import partial
from pathlib import Path

from xlplugin.ground.problems import Step, WorkbookProblems
from xlplugin.hosts.closed_file.backups import Occasion, backup_notes
from xlplugin.hosts.closed_file.lock_files import left_locks, refuse_if_open
from xlplugin.hosts.closed_file.naming import names_of
from xlplugin.hosts.closed_file.opening import naming_the_part, read_workbook, refuse_swollen
from xlplugin.hosts.closed_file.safe_file import fingerprint, refuse_read_only, replace_file
from xlplugin.parts.editing import Editing
from xlplugin.parts.package import Package
from xlplugin.parts.properties import name_event, name_program
from xlplugin.parts.verifying import verify_written
from xlplugin.workbook.book import Book, Change, with_changes
from xlplugin.workbook.layouts.tab_names import newest_round
from xlplugin.workbook.live_tables import Shown
from xlplugin.workbook.reading.event_book import EventBook
from xlplugin.workbook.reading.reader import read_event


class FileHost:
    """A workbook file that no program has open; a new one, not there yet, starts from a ``template``.

    Attributes:
        action: the command that is run, by which a backup is known.
        confirm: is told before something is done that may not be meant; it raises to stop that.
        event: what has been written, as it reads, for those who only look at it; else ``None``.
    """

    confirm: Callable[[str], None]

    def __init__(self, path: Path, template: Path | None = None) -> None:
        self.path = Path(os.path.realpath(path))
        self._template = template
        self.name = self.path.name
        self.book = Book(path.name)
        self.action, self.confirm = "", lambda _note: None
        self.has_written = False
        self.event: EventBook | None = None
        self._known: str | None = None
        self._data = b""

    @property
    def folder(self) -> Path:
        """The workbook's folder."""
        return self.path.parent

    def require_closed(self) -> None:
        """Make sure that no program has the file open; see :class:`~xlplugin.hosts.Host`."""
        refuse_if_open(self.path)
        for lock, note in left_locks(self.path).items():
            self.confirm(note)
            with suppress(OSError):
                lock.unlink()
        refuse_read_only(self.path)

    @property
    def occasion(self) -> Occasion:
        """The occasion for a backup of the workbook as it was read."""
        return Occasion(newest_round(self.book), self.action)

    def read(self) -> Book:
        """The whole workbook as it is now; see :class:`~xlplugin.hosts.Host`."""
        source = self._template or self.path
        self._data, book = read_workbook(source, self.name)
        self._known = None if self._template else fingerprint(self._data)
        self.event = None
        self.book = replace(book, warnings=(*backup_notes(self.name), *book.warnings))
        return self.book

    def write(self, changes: Sequence[Change]) -> None:
        """Make all of the changes, or none; see :class:`~xlplugin.hosts.Host`."""
        if not self._data:
            self.read()
        data, self._data = self._data, b""
        refuse_if_open(self.path)
        meant = with_changes(self.book, changes)
        event = _event_of(meant)
        with naming_the_part(Step.SAVING, self.path, data) as original:
            package, results = self._changed(Package(original), changes, meant, event)
            content = package.packed()

        def verify(path: Path) -> None:
            data = path.read_bytes()
            with naming_the_part(Step.READING_BACK, self.path, data) as parts:
                refuse_swollen(self.path.name, parts)
                verify_written(data, Package(parts), package, self.book, meant, results)

        replace_file(self.path, self._known, content, verify, self.occasion)
        self.book, self.event, self.has_written = meant, event, True

    def _changed(
        self, package: Package, changes: Sequence[Change], meant: Book, event: EventBook | None
    ) -> tuple[Package, Mapping[str, Shown]]:
        """A package with the changes, and what its formulas show.

        What it took to make them is not kept, as it may be large.
        """
        editing = Editing(package, self.book)
        editing.apply(changes)
        results = editing.show_values(meant, event)
        editing.finish()
        names = partial(names_of, before=self.book, after=meant)
        name_event(package, names, as_new=self._template is not None)
        name_program(package)
        return package, results


def _event_of(book: Book) -> EventBook | None:
    """The event that a workbook holds, if it holds one; that of a season does not."""
    try:
        return read_event(book)
    except WorkbookProblems:
        return None
