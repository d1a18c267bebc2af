"""A workbook that is open in LibreOffice, reached from a program that runs inside it or beside it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from functools import partial
from pathlib import Path

import uno

from xlplugin.ground.problems import HostError, Step
from xlplugin.ground.texts import msg, t
from xlplugin.hosts.closed_file.backups import Occasion, backup_notes, no_copy
from xlplugin.hosts.closed_file.leftovers import hidden_beside
from xlplugin.hosts.libreoffice.cells import Uno, areas_of, read_sheet
from xlplugin.hosts.libreoffice.columns import forget_spare_columns
from xlplugin.hosts.libreoffice.copies import keep_soon
from xlplugin.hosts.libreoffice.looks import values_of
from xlplugin.hosts.libreoffice.undo import one_step
from xlplugin.hosts.libreoffice.writing import Writing
from xlplugin.hosts.live import first_line
from xlplugin.hosts.selection import Selection
from xlplugin.workbook.book import Book, Change
from xlplugin.workbook.live_patterns import is_pattern


class LibreOfficeHost:
    """A workbook that LibreOffice has open, with a window that is in front of its others.

    Attributes:
        action: the name of a click in LibreOffice's Undo.
        tell: shows a text to whoever clicks, after the click.
    """

    is_remote = False
    tell: Callable[[str], None]

    def __init__(self, document: Uno) -> None:
        self._document = document
        self.action, self.tell = t("Tournament"), lambda _text: None
        self.has_written = False
        self.book = Book(self.name)

    @property
    def name(self) -> str:
        """The workbook's name: of its file, if it was ever saved."""
        path = self._path
        return path.name if path else str(self._document.Title)

    @property
    def _path(self) -> Path | None:
        """The file, on this computer."""
        try:
            return Path(uno.fileUrlToSystemPath(self._document.URL))
        except Exception:  # noqa: BLE001  never saved, or at an address on the web
            return None

    def require_closed(self) -> None:
        """Nothing to make sure of but that it may be changed: this program has the workbook open.

        Raises:
            HostError: it is open for reading only, or not open any more.
        """
        try:
            is_locked = self._document.isReadonly()
        except Exception as error:
            raise self._refused(error) from error
        if is_locked:
            raise HostError(
                t("{file} is open for reading only.", file=self.name),
                t("Save it under another name, or close it elsewhere and open it again."),
            )

    @property
    def folder(self) -> Path | None:
        """The folder of files for the organizer, the workbook's; ``None`` if it was never saved here."""
        path = self._path
        return path.parent if path and path.is_file() else None

    @property
    def was_saved(self) -> bool:
        """True if the workbook is anywhere but in LibreOffice's memory."""
        return bool(self._document.hasLocation())

    def keep_copy(self, occasion: Occasion) -> None:
        """Keep a copy as soon as LibreOffice has shown what was clicked; see :class:`~xlplugin.hosts.OpenHost`."""
        if self.folder and self._path:
            keep_soon(self._document, self._path, occasion, lambda e: self.tell(_no_copy(e)))

    def printed(self, workbook: Path) -> bytes:
        """A closed workbook as a PDF, printed by the LibreOffice that has this one open.

        Raises:
            HostError: LibreOffice has not done it.
        """
        made = hidden_beside(workbook.with_suffix(".pdf"))
        desktop = self._document.CurrentController.Frame.getCreator()
        try:
            opened = desktop.loadComponentFromURL(
                uno.systemPathToFileUrl(str(workbook.resolve())), "_blank", 0,
                values_of(Hidden=True, ReadOnly=True),
            )  # fmt: skip
            try:
                where = uno.systemPathToFileUrl(str(made.resolve()))
                opened.storeToURL(where, values_of(FilterName="calc_pdf_Export"))
            finally:
                opened.close(True)  # noqa: FBT003  (no other way to say it)
            return made.read_bytes()
        except Exception as error:
            message = t("LibreOffice made no PDF ({reason}).", reason=_told_by(error))
            remedy = t("Open {file}, and save it as PDF there.", file=workbook.name)
            raise HostError(message, remedy) from error
        finally:
            with suppress(OSError):
                made.unlink(missing_ok=True)

    @property
    def selected(self) -> Selection | None:
        """The selected cells; ``None`` where something else is, as a picture may be."""
        cells = self._document.CurrentSelection
        try:
            found = (
                [cells.RangeAddress]
                if cells.supportsService("com.sun.star.sheet.SheetCellRange")
                else list(cells.RangeAddresses)
            )
            tab = self._document.Sheets.getByIndex(found[0].Sheet).Name
        except Exception:  # noqa: BLE001  whatever is selected, it is no cells
            return None
        return Selection(tab, tuple(areas_of(found)))

    def read(self) -> Book:
        """The whole workbook as it is now; see :class:`~xlplugin.hosts.Host`."""
        sheets = self._document.Sheets
        try:
            read = [
                read_sheet(self._document, sheets.getByName(name))
                for name in sheets.ElementNames
                if not is_pattern(name)
            ]
        except Exception as error:
            raise self._refused(error) from error
        data = {reading.data.name: reading.data for reading in read}
        warnings = [reading.warning for reading in read if reading.warning]
        self.book = Book(self.name, data, (*backup_notes(self.name, is_open=True), *warnings))
        return self.book

    def write(self, changes: Sequence[Change]) -> None:
        """Make all of the changes, or none; see :class:`~xlplugin.hosts.Host`."""
        book = self.book if self.book.sheets else self.read()
        try:
            writing = Writing(self._document, book)
            front = self._document.CurrentController.ActiveSheet
            before = self._document.UndoManager.getAllUndoActionTitles()
        except Exception as error:
            raise self._refused(error) from error
        try:
            forget_spare_columns(self._document)
            with _paused(self._document), one_step(self._document, self.action):
                writing.make(changes, partial(self._write_again, changes, self.action))
        except Exception as error:
            self._take_back(writing, before, front, error)
            if isinstance(error, HostError):
                raise
            raise self._refused(error) from error
        self.book = writing.book
        self.has_written = True

    def _write_again(self, changes: Sequence[Change], action: str) -> None:
        """Make the changes that were undone, to the document as it was before them."""
        self.action = action
        self.read()
        self.write(changes)

    def _take_back(
        self, writing: Writing, before: Sequence[str], front: Uno, error: Exception
    ) -> None:
        """Undo what was made of a click.

        Raises:
            HostError: LibreOffice has not taken it back.
        """
        try:
            undo = self._document.UndoManager
            is_listed = undo.getAllUndoActionTitles() != before
        except Exception as fault:  # noqa: BLE001  (as below)
            raise self._refused(fault) from error
        if writing.has_begun and not is_listed:  # its user has set that nothing can be undone
            raise _half_done(error) from error
        try:
            if is_listed:
                with _paused(self._document):
                    undo.undo()
                undo.clearRedo()
            self._document.CurrentController.setActiveSheet(front)
        except Exception as fault:
            raise _half_done(error) from fault

    def _refused(self, error: Exception) -> HostError:
        """The message where LibreOffice refuses, or has gone.

        No error of LibreOffice may leave a host: passing through a context manager it would become another one.
        """
        try:
            self._document.isModified()
        except Exception:  # noqa: BLE001  whatever a document says that is not there any more
            text = msg("LibreOffice closed {file} during the click: open it again and click again.")
            return HostError(t(text, file=self.book.name))
        return _not_answering(error)


@contextmanager
def _paused(document: Uno) -> Iterator[None]:
    """Neither calculate nor draw in between, in the window that LibreOffice's Undo works on."""
    document.CurrentController.Frame.activate()
    calculates = document.isAutomaticCalculationEnabled()
    document.lockControllers()
    document.addActionLock()
    document.enableAutomaticCalculation(False)  # noqa: FBT003  (no other way to say it)
    try:
        yield
    finally:
        document.enableAutomaticCalculation(calculates)
        document.removeActionLock()
        document.unlockControllers()


def _told_by(error: Exception) -> str:
    """The message of an error of LibreOffice in one line; of the first, which others may have followed."""
    while error.__context__ is not None and isinstance(error.__context__, Exception):
        error = error.__context__
    said = getattr(error, "Message", "") or f"{type(error).__name__}: {error}"
    return first_line(str(said))


def _no_copy(error: Exception) -> str:
    if isinstance(error, HostError):
        return str(error)
    reason = getattr(error, "strerror", "") or _told_by(error)
    return str(no_copy(reason))


def _not_answering(error: Exception) -> HostError:
    """The message where LibreOffice refuses."""
    text = msg("LibreOffice refused ({reason}), and the workbook is as it was.")
    remedy = t(
        "Leave the cell that you are editing, unprotect the workbook if it is protected, and try again."
    )
    return HostError(t(text, reason=_told_by(error)), remedy)


def _half_done(error: Exception) -> HostError:
    """The message where LibreOffice stopped in the middle, and took nothing back either."""
    text = msg(
        "LibreOffice stopped in the middle ({reason}), and not everything could be taken back."
    )
    remedy = t("Close the workbook without saving it, open it again, and click again.")
    return HostError(t(text, reason=_told_by(error)), remedy, step=Step.SAVING)
