"""A workbook that is open in Excel, through xlwings: on the desktop and in xlwings Lite alike."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager, suppress
from functools import partial
from pathlib import Path

from xlplugin.ground.problems import HostError, Step
from xlplugin.ground.resources import files_of_lite
from xlplugin.ground.texts import msg, t
from xlplugin.hosts.closed_file.backups import (
    WORKBOOKS,
    Occasion,
    backup_notes,
    copy_kept,
    no_copy,
)
from xlplugin.hosts.closed_file.leftovers import hidden_beside
from xlplugin.hosts.excel.cells import read_sheet
from xlplugin.hosts.excel.platforms import (
    addresses_as_a1,
    can_save_copies,
    is_remote,
    open_beside,
    print_into,
    save_copy,
    to_front,
    told_by,
)
from xlplugin.hosts.excel.with_xlwings import xw
from xlplugin.hosts.excel.writing import Writing
from xlplugin.hosts.selection import Selection, areas_at, may_be_cut
from xlplugin.workbook.book import Book, Change
from xlplugin.workbook.live_patterns import LOOKS, is_page, is_pattern


class ExcelHost:
    """A workbook that Excel has open, as xlwings gives it: the caller's, or what a script is handed."""

    def __init__(self, book: xw.Book) -> None:
        self._live = book
        self.is_remote = is_remote(book)
        self.book = Book(book.name)
        self.has_written = False

    @property
    def name(self) -> str:
        """The workbook's name."""
        return self._live.name

    def require_closed(self) -> None:
        """Nothing to make sure of: this is the program that has the workbook open."""

    @property
    def folder(self) -> Path | None:
        """The folder of files for the organizer: the workbook's, or among the files of xlwings Lite.

        ``None`` if the workbook was never saved, or is in a cloud.
        """
        return files_of_lite() if self.is_remote else self._path and self._path.parent

    @property
    def _path(self) -> Path | None:
        """The file on this computer."""
        try:
            path = Path(self._live.fullname)
        except Exception:  # noqa: BLE001  xlwings fails in many ways at a web address without a folder
            return None
        return path if path.is_absolute() and path.is_file() else None

    @property
    def was_saved(self) -> bool:
        """True if the workbook is anywhere but in Excel's memory; in a browser it always is."""
        with suppress(Exception):  # as above: it is in a cloud
            return self.is_remote or self._live.fullname != self.name
        return True

    def keep_copy(self, occasion: Occasion) -> None:
        """Keep a copy where Excel can save one; see :class:`~xlplugin.hosts.OpenHost`."""
        path = None if self.is_remote else self._path
        if path is None or not can_save_copies(self._live):
            return
        if path.suffix.lower() not in WORKBOOKS:  # Excel saves a copy as what the workbook is
            text = msg("{file} is neither .xlsx nor .xlsm: save it as one of these")
            raise no_copy(t(text, file=path.name))
        try:
            with copy_kept(path, occasion) as made:
                save_copy(self._live, made)
        except HostError:
            raise
        except Exception as error:
            raise no_copy(getattr(error, "strerror", None) or told_by(error)) from error

    def printed(self, workbook: Path) -> bytes:
        """A closed workbook as a PDF, printed by the Excel that has this one open.

        It is opened beside the organizer's, read-only, and closed again: printed from their own, every
        other tab would have to be hidden, and its properties would be in the document.

        Raises:
            HostError: Excel has not done it.
        """
        app = self._live.app
        if workbook.name in {other.name for other in app.books}:
            message = t("{file} is open in Excel.", file=workbook.name)
            raise HostError(message, t("Close it, and click again."))
        front = self._live.sheets.active
        document = hidden_beside(workbook.with_suffix(".pdf"))
        try:
            with _setting(app, screen_updating=False, display_alerts=False):
                opened = open_beside(app, workbook)
                try:
                    print_into(opened, document)
                finally:
                    opened.close()
            return document.read_bytes()
        except Exception as error:
            message = t("Excel made no PDF ({reason}).", reason=told_by(error))
            remedy = t("Open {file}, and save it as PDF there.", file=workbook.name)
            raise HostError(message, remedy) from error
        finally:
            with suppress(Exception):  # whatever is in front, nothing is lost
                to_front(front)
            with suppress(OSError):
                document.unlink(missing_ok=True)

    @property
    def selected(self) -> Selection | None:
        """The selected cells; ``None`` where something else is, or another workbook is in front.

        In xlwings Lite cells in several pieces are no selection.

        Raises:
            HostError: Excel may not have listed all of them.
        """
        try:
            cells = self._live.selection
            if cells is None or cells.sheet.book.name != self.name:
                return None
            address = self._live.api["book"]["selection"] if self.is_remote else cells.address
            selection = Selection(cells.sheet.name, areas_at(address))
        except Exception:  # noqa: BLE001  a picture may be selected
            return None
        if may_be_cut(address):
            raise HostError(
                t("The selection has so many pieces that Excel does not list all of them."),
                t("Select fewer cells, side by side in one piece, then click again."),
            )
        return selection

    def read(self) -> Book:
        """The whole workbook as it is now; see :class:`~xlplugin.hosts.Host`."""
        try:
            names = [sheet.name for sheet in self._live.sheets]
            read = [read_sheet(self._live.sheets[name]) for name in names if not is_pattern(name)]
        except Exception as error:
            raise _not_answering(error) from error
        data = {reading.data.name: reading.data for reading in read}
        warnings = backup_notes(self.name, is_open=True)
        warnings += [reading.warning for reading in read if reading.warning]
        if LOOKS not in names or not any(map(is_page, names)):
            warnings.append(t(NO_PATTERNS, tab=LOOKS))
        self.book = Book(self.name, data, tuple(warnings), has_formulas=not self.is_remote)
        return self.book

    def write(self, changes: Sequence[Change]) -> None:
        """Make all of the changes, or none; see :class:`~xlplugin.hosts.Host`."""
        writing = Writing(self._live, self.book if self.book.sheets else self.read())
        actions = self._live.json()["actions"] if self.is_remote else []
        before = len(actions)
        is_made = False
        try:
            with _paused(self._live.app):
                writing.make(changes)
                self.book = writing.book
                self.has_written = is_made = True
        except Exception as error:
            del actions[before:]
            if writing.is_half_done or is_made:  # made, and then Excel kept its settings of a click
                raise _half_done(error) from error
            if isinstance(error, HostError):
                raise
            raise _not_answering(error) from error


NO_PATTERNS = msg(
    "Hidden tabs that new ones are copied from ({tab}, Page) are gone, so new tabs look plain. Copy "
    "the event into a new workbook made by xlplugin new when there is time."
)


def _not_answering(error: Exception) -> HostError:
    """The message where Excel refuses; every system has errors of its own for it."""
    text = msg("Excel refused ({reason}), and the workbook is as it was.")
    remedy = t(
        "Leave the cell that you are editing, close any window that Excel waits with, unprotect the "
        "workbook if it is protected, and try again."
    )
    return HostError(t(text, reason=told_by(error)), remedy)


def _half_done(error: Exception) -> HostError:
    """The message where Excel stopped in the middle, and took nothing back either."""
    text = msg(
        "Excel stopped answering in the middle ({reason}), and not everything could be taken back."
    )
    remedy = t(
        "Look at the newest tab: if it is half made, delete it and click again. If a round is missing, "
        "right-click a tab and choose Unhide."
    )
    return HostError(t(text, reason=told_by(error)), remedy, step=Step.SAVING)


@contextmanager
def _paused(app: xw.App) -> Iterator[None]:
    """Neither calculate nor draw in between; xlwings Lite does not anyway."""
    if app.engine.type == "remote":
        app.screen_updating = False
        yield
        return
    with _setting(app, screen_updating=False, calculation="manual"), addresses_as_a1(app):
        yield


@contextmanager
def _setting(app: xw.App, **values: object) -> Iterator[None]:
    """Settings of Excel for a while; each comes back, even if another one does not."""
    with ExitStack() as before:
        for name, value in values.items():
            before.push(partial(_set_back, app, name, getattr(app, name)))
            setattr(app, name, value)
        yield


def _set_back(app: xw.App, name: str, value: object, fault: object, *_: object) -> None:
    """Give Excel a setting again; on macOS it may calculate for longer than it is waited for, and is set."""
    try:
        setattr(app, name, value)
    except Exception:
        if fault or getattr(app, name) != value:
            raise
