"""One run at a time on a workbook file: a lock of the operating system, on a file beside it."""

from __future__ import annotations

import os
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from xlplugin.ground.problems import HostError
from xlplugin.ground.texts import msg, t
from xlplugin.hosts.closed_file.leftovers import short_stem

PATIENCE = 10.0
"""Seconds to wait for another run; a save takes one or two."""
BETWEEN = 0.05
NEW = os.O_RDWR | os.O_CREAT | os.O_EXCL
LONGEST_SAVE = 60.0
"""Seconds after which a file of a run counts as left behind, where there are no locks."""


@contextmanager
def only_one_run(path: Path, patience: float = PATIENCE) -> Iterator[None]:
    """Wait until no other run is saving the workbook, and let none begin before this ends.

    The lock goes with its process, however that ends: of a killed one only a file stays behind,
    which the next takes over. On Windows it is a file that the system removes with its process; in
    a folder without locks it is a file that counts until it is a minute old.

    The workbook need not be there. ``patience`` is in seconds.

    Raises:
        HostError: another run goes on for too long.
        OSError: no file can be made beside it.
    """
    lock = path.with_name(f".{short_stem(path)}{path.suffix}.lock")
    until = time.monotonic() + patience
    while (handle := _taken(lock)) is None:
        if time.monotonic() > until:
            text = msg("{file} is being saved by another run, so this one wrote nothing.")
            remedy = msg(
                "Wait for it, and try again. If there is none, delete the hidden file {lock} "
                "beside the workbook."
            )
            raise HostError(t(text, file=path.name), t(remedy, lock=lock.name))
        time.sleep(BETWEEN)
    try:
        yield
    finally:
        try:
            if sys.platform != "win32":  # there it goes by itself
                with suppress(OSError):
                    lock.unlink()  # before it is given back: nobody takes a file without a name
        finally:
            os.close(handle)


def _taken(lock: Path) -> int | None:
    """The open lock file, if it is this run's now."""
    if (
        sys.platform == "win32"
    ):  # a file that goes with its process, which nobody else can open before
        try:
            return os.open(lock, NEW | os.O_TEMPORARY)
        except FileExistsError:  # of a run, or left by a power failure: then it can be opened
            with suppress(OSError):
                os.close(os.open(lock, os.O_RDWR))
                lock.unlink()
        except PermissionError:  # it is just going
            pass
        return None
    try:
        handle, is_new = os.open(lock, NEW, 0o666), True
    except FileExistsError:
        try:
            handle, is_new = os.open(lock, os.O_RDWR), False
        except (FileNotFoundError, PermissionError):  # it has just gone, or is somebody else's
            return None
    if _is_locked(handle, lock, is_new=is_new):
        return handle
    os.close(handle)
    return None


def _is_locked(handle: int, lock: Path, *, is_new: bool) -> bool:
    """True if this run holds the lock now, on the file that still has the name."""
    try:
        _lock(handle)
    except (BlockingIOError, PermissionError):
        return False
    except (OSError, ImportError):  # there are no locks here
        return is_new or _is_left(handle, lock)
    try:
        return os.path.samestat(os.fstat(handle), lock.stat())
    except OSError:
        return False


def _lock(handle: int) -> None:
    """Lock an open file for this process, or raise at once."""
    if sys.platform != "win32":
        import fcntl  # noqa: PLC0415  (there is none on Windows)

        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)


def _is_left(handle: int, lock: Path) -> bool:
    """True if a lock file is older than any save, by the clock of the folder that it is in."""
    with tempfile.TemporaryFile(dir=lock.parent) as file:
        now = os.fstat(file.fileno()).st_mtime
    is_old = now - os.fstat(handle).st_mtime > LONGEST_SAVE
    if is_old:
        os.utime(lock)
    return is_old
