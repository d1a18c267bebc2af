"""Following a workbook: whatever depends on it is written again after every save."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from datetime import datetime
from pathlib import Path
from typing import TypeAlias

import click

from xlplugin.engine_errors import error_text
from xlplugin.problems import ERRORS, HostError, WorkbookProblems
from xlplugin.texts import t

SECONDS_BETWEEN_LOOKS = 1.0
MOST_UNREADABLE = 10
"""So many looks in a row may find half a file, as while it is being saved, before that is told."""


Stamp: TypeAlias = tuple[int, int]
"""The time and the size of a file, which change when it is saved."""


def with_time(what: str) -> str:
    """A line with the time of day."""
    return f"{datetime.now().astimezone():%H:%M:%S} {what}"


def follow(file: Path, seen: Stamp | None, write: Callable[[], None]) -> None:
    """Write again after every save of a file that was ``seen`` before, for as long as nobody stops it.

    A file that cannot be read is tried again at the next look, as it may be half written; what must
    be mended in a workbook is said once.
    """
    is_due, unreadable = False, 0
    for is_saved in saves(file, seen):
        is_due = is_due or is_saved
        if not is_due:
            continue
        try:
            write()
        except HostError as error:
            unreadable += 1
            if unreadable == MOST_UNREADABLE:
                _tell(str(error))
            continue
        except WorkbookProblems as error:
            _tell(*map(str, error.problems))
        except ERRORS as error:
            _tell(error_text(error))
        is_due, unreadable = False, 0


def _tell(*problems: str) -> None:
    for problem in problems:
        click.echo(problem, err=True)
    click.secho(with_time(t("The page stays as it was.")), err=True, fg="red", bold=True)


def saves(file: Path, seen: Stamp | None) -> Iterator[bool]:
    """At every look, whether the file was saved since and has settled; for ever."""
    before = seen
    while True:
        time.sleep(SECONDS_BETWEEN_LOOKS)
        now = stamp_of(file)
        is_saved = now is not None and now == before and now != seen
        if is_saved:
            seen = now
        before = now
        yield is_saved


def stamp_of(file: Path) -> Stamp | None:
    """The stamp of a file; nothing while it is away, as between two of its versions."""
    try:
        found = file.stat()
    except OSError:
        return None
    return found.st_mtime_ns, found.st_size
