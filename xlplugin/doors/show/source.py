"""The workbook as it was saved last: read again after every save, in a thread of its own."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from datetime import datetime
from pathlib import Path
from threading import Event, Thread
from typing import Any, NamedTuple

from xlplugin.commands.export import Stamp, stamp_of
from xlplugin.doors.show.public import public_data
from xlplugin.ground.problems import ERRORS, HostError, WorkbookProblems
from xlplugin.ground.texts import msg, t
from xlplugin.hosts.closed_file.host import FileHost
from xlplugin.workbook.engine_errors import error_text
from xlplugin.workbook.reading.event_book import EventBook
from xlplugin.workbook.reading.reader import read_event

LOOK = 0.15
"""Seconds between two looks at the file: a save is with the phones within two seconds."""
UNREADABLE_FOR = 10.0
"""Seconds in which a file may be half written, before that is told."""
GONE = msg(
    "{file} is not there any more. Put it back, or stop here and show it under its new name."
)


class Reading(NamedTuple):
    """A good reading of the workbook, and the data of its page."""

    event: EventBook
    data: dict[str, Any]


def read(file: Path) -> Reading:
    """Read the workbook; a closed file, or one that a program has open, as it was saved last.

    Raises:
        OrganizerError: it cannot be read, or something in it must be mended first.
    """
    event = read_event(FileHost(file).read())
    return Reading(event, public_data(event, datetime.now().astimezone()))


class Source(Thread):
    """Looks for saves, and hands every good reading on; what is wrong with a bad one is told instead."""

    def __init__(
        self,
        file: Path,
        seen: Stamp | None,
        take: Callable[[Reading], None],
        tell: Callable[[Sequence[str]], None],
    ) -> None:
        super().__init__(daemon=True, name="source")
        self._file, self._seen = file, seen
        self._take, self._tell = take, tell
        self._over = Event()

    def end(self) -> None:
        """Look no more."""
        self._over.set()

    def run(self) -> None:
        """Look until :meth:`end`."""
        before, due_since, there_at = self._seen, 0.0, time.monotonic()
        while not self._over.wait(LOOK):
            now = stamp_of(self._file)
            if now is not None:
                there_at = time.monotonic()
            elif self._seen is not None and time.monotonic() - there_at > UNREADABLE_FOR:
                self._seen = None  # if it comes back it is read, whatever it holds
                self._tell([t(GONE, file=self._file)])
            if now is not None and now == before and now != self._seen:
                self._seen, due_since = now, time.monotonic()
            before = now
            if due_since and self._is_read(due_since):
                due_since = 0.0

    def _is_read(self, due_since: float) -> bool:
        """Read, and hand on what is found; false if it is to be tried again at the next look."""
        try:
            self._take(read(self._file))
        except HostError as error:
            if time.monotonic() - due_since < UNREADABLE_FOR:
                return False
            self._tell([str(error)])
        except WorkbookProblems as error:
            self._tell([str(problem) for problem in error.problems])
        except ERRORS as error:
            self._tell([error_text(error)])
        except Exception as error:  # noqa: BLE001  (the page goes on with what it has)
            self._tell([t("The workbook could not be read: {reason}.", reason=repr(error))])
        return True
