"""Replacing a workbook file in one step, with a backup, so that nothing is ever lost."""

from __future__ import annotations

import hashlib
import os
import re
import shutil
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from xlplugin.ground.problems import HostError
from xlplugin.ground.texts import msg, t
from xlplugin.hosts.closed_file.backups import (
    OPEN,
    PRIVATE,
    Occasion,
    backed_up,
    clear_unfinished,
    flush,
    flush_folder,
    write_new,
)
from xlplugin.hosts.closed_file.leftovers import clear_temporary, short_stem
from xlplugin.hosts.closed_file.lock_files import refuse_if_open
from xlplugin.hosts.closed_file.one_run import only_one_run

ANYBODY_MAY_WRITE = 0o222
LEFT = re.compile(r"\.(?P<stem>.+?)(?P<new>\.\d+\.new)?(?P<ending>\.(?i:xls[xm]))(?(new)|\.lock)")
"""A new version that is being written, or the lock of one run."""


def fingerprint(data: bytes) -> str:
    """A digest of the file's content."""
    return hashlib.blake2b(data, digest_size=16).hexdigest()


def refuse_read_only(path: Path) -> None:
    """Refuse to replace a file that is not to be changed.

    Raises:
        HostError: its owner, or this user, must not write it.
    """
    try:
        mode = path.stat().st_mode
    except OSError:  # there is none yet, or reading it says why not
        return
    if not (mode & ANYBODY_MAY_WRITE and os.access(path, os.W_OK)):
        message = t("{file} is read-only, so nothing was written.", file=path.name)
        raise HostError(message, t("Allow writing in its properties, or work on a copy."))


def replace_file(
    path: Path,
    known: str | None,
    content: bytes,
    verify: Callable[[Path], None],
    occasion: Occasion | None = None,
    like: Path | None = None,
) -> None:
    """Put a new version of the file into place in one step, keeping the old one as a backup.

    Args:
        path: the workbook.
        known: the fingerprint of the version that was read; ``None`` for a new file.
        content: the new version.
        verify: reads back the file that it is given, and raises if it is not what was meant.
        occasion: the purpose of the backup, for its name.
        like: the file whose readers may read a new one; those of the present version may read the next.

    Raises:
        HostError: nothing was replaced; the message says why.
    """
    refuse_if_open(path)
    refuse_read_only(path)
    try:
        with only_one_run(path):
            _clear_leftovers(path)
            with _temporary(path, content, path if known else like) as temporary:
                verify(temporary)
                refuse_if_open(path)
                _put(temporary, path, known, occasion or Occasion())
                flush_folder(path.parent)
    except FileNotFoundError:
        text = msg("{file} was being saved by another run as well, so this one wrote nothing.")
        remedy = t("Look at it, and try again if it is still needed.")
        raise HostError(t(text, file=path.name), remedy) from None
    except OSError as error:
        text = msg("{file} could not be saved: {reason}. It is as it was.")
        remedy = t("Close it in other programs, check that the disk is not full, and try again.")
        fault = t(text, file=path.name, reason=error.strerror or error)
        raise HostError(fault, remedy) from None


@contextmanager
def _temporary(path: Path, content: bytes, like: Path | None) -> Iterator[Path]:
    """A hidden file beside the workbook, for those who may read the other file; gone in the end."""
    temporary = path.with_name(f".{short_stem(path)}.{os.getpid()}.new{path.suffix}")
    try:
        write_new(temporary, content, PRIVATE if like else OPEN)
        flush(temporary)
        if like:
            with suppress(FileNotFoundError):  # the next step says that it is gone
                shutil.copymode(like, temporary)
        yield temporary
    finally:
        with suppress(OSError):
            temporary.unlink(missing_ok=True)


def _put(temporary: Path, path: Path, known: str | None, occasion: Occasion) -> None:
    """Give the new version the workbook's name; the present one is kept as a backup."""
    if known is None:
        _put_new(temporary, path)
        return
    now = _unchanged(path, known)
    with backed_up(path, now, occasion):
        _unchanged(path, known)
        os.replace(temporary, path)  # noqa: PTH105  (the one step; named as it is known)


def _unchanged(path: Path, known: str) -> bytes:
    """The file's content, if it is still what was read."""
    try:
        now = path.read_bytes()
    except OSError:
        now = b""
    if fingerprint(now) != known:
        message = t("{file} was changed while this ran, so nothing was written.", file=path.name)
        raise HostError(message, t("Try again."))
    return now


def _put_new(temporary: Path, path: Path) -> None:
    """Give a new file its name, never over one that is there."""
    try:
        os.link(temporary, path)
    except (OSError, AttributeError):  # it is there, or the disk is one without links
        if os.path.lexists(path):
            message = t("{file} already exists.", file=path.name)
            remedy = t("Choose another name, or move it away.")
            raise HostError(message, remedy) from None
        os.replace(temporary, path)  # noqa: PTH105


def _clear_leftovers(path: Path) -> None:
    """Remove what killed runs have left; no other run may be at work on the file."""
    for name in _left_in(path.parent).get(f"{short_stem(path)}{path.suffix}", ()):
        with suppress(OSError):
            path.with_name(name).unlink()
    clear_unfinished(path)
    clear_temporary(Path(tempfile.gettempdir()))


def clear_folder(folder: Path) -> None:
    """Remove what killed runs have left of any workbook in a folder, as far as no other run is at work on it."""
    for workbook, left in _left_in(folder).items():
        with suppress(OSError, HostError), only_one_run(folder / workbook, patience=0):
            for name in left:
                with suppress(OSError):
                    (folder / name).unlink()


def _left_in(folder: Path) -> dict[str, list[str]]:
    """The files left by runs, by workbook; none where only its lock is there."""
    left: dict[str, list[str]] = {}
    with suppress(OSError):
        for path in folder.iterdir():
            if found := LEFT.fullmatch(path.name):
                of = left.setdefault(f"{found['stem']}{found['ending']}", [])
                of += [path.name] if found["new"] else []
    return left
