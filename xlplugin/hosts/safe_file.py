"""Replacing a workbook file in one step, with a backup, so that nothing is ever lost."""

from __future__ import annotations

import hashlib
import os
import re
import shutil
from collections.abc import Callable
from contextlib import suppress
from datetime import datetime
from pathlib import Path

from engine.texts import msg
from xlplugin.problems import HostError
from xlplugin.texts import t

BACKUPS = 20
STAMP = r"\.\d{4}-\d\d-\d\d \d\dh\d\dm\d\d\.\d{6}\.bak"


def fingerprint(data: bytes) -> str:
    """A digest of the file's content."""
    return hashlib.blake2b(data, digest_size=16).hexdigest()


def refuse_if_open(path: Path) -> None:
    """Refuse to go on while a spreadsheet program has the file open.

    Raises:
        HostError: its lock file is there.
    """
    for lock, program in lock_files(path):
        if os.path.exists(lock):  # noqa: PTH110  (a name too long for a file is none)
            text = msg(
                "{file} is open in {program}: what is typed there and not saved cannot be seen from "
                "here."
            )
            remedy = msg(
                "Save and close it there, then try again. If it is not open any more, as after a "
                "crash, open it in {program} once more and close it, or delete the hidden file "
                "{lock} beside it."
            )
            fault = t(text, file=path.name, program=_with_opener(lock, program))
            raise HostError(fault, t(remedy, program=program, lock=lock.name))


def open_notes(path: Path) -> list[str]:
    """A note that a spreadsheet program has the file open, for whoever only reads it."""
    text = msg("{file} is open in {program}: what is typed there and not saved yet is left out.")
    return [
        t(text, file=path.name, program=_with_opener(lock, program))
        for lock, program in lock_files(path)
        if os.path.exists(lock)  # noqa: PTH110  (as above)
    ][:1]


def lock_files(path: Path) -> list[tuple[Path, str]]:
    """The lock files that there may be beside a file, each with its program."""
    return [
        (path.with_name(f"~${path.name}"), "Excel"),
        (path.with_name(f".~lock.{path.name}#"), "LibreOffice"),
    ]


def _with_opener(lock: Path, program: str) -> str:
    """A program, and who has the file open there as far as its lock file says so."""
    content = _content(lock)
    who = _opener_in_excel(content) if program == "Excel" else _opener_in_libreoffice(content)
    return t("{program} ({who})", program=program, who=who) if who else program


def _content(lock: Path) -> bytes:
    """The content of a lock file, as far as it can be read; a pipe or a device may have no end."""
    try:
        if not lock.is_file():
            return b""
        with lock.open("rb") as file:
            return file.read(1000)
    except OSError:  # Excel on Windows keeps it to itself
        return b""


def _opener_in_libreoffice(content: bytes) -> str:
    """The person who has a file open, on which computer and since when."""
    fields = re.split(r"(?<!\\),", content.decode("utf-8", "replace"))
    if len(fields) < 4:
        return ""
    name, login, computer, since = (_shown(field) for field in fields[:4])
    where = computer and t("on {computer}", computer=computer)
    return ", ".join(filter(None, (name or login, where, since and t("since {time}", time=since))))


def _opener_in_excel(content: bytes) -> str:
    """The person who has a file open in Excel.

    The name comes twice: 55 bytes with it in the computer's own code page, then its length (two bytes), then UTF-16.
    """
    length, name = content[55:56], content[57:]
    return _shown(name[: 2 * length[0]].decode("utf-16-le", "replace")) if length else ""


def _shown(text: str) -> str:
    """A text that somebody else's program has written, fit for a message."""
    return "".join(c for c in text if c.isprintable() and c != "\\").strip()[:40]


def replace_file(
    path: Path, known: str | None, content: bytes, verify: Callable[[Path], None]
) -> None:
    """Put a new version of the file into place in one step, keeping the old one as a backup.

    Args:
        path: the workbook.
        known: the fingerprint of the version that was read; ``None`` for a new file.
        content: the new version.
        verify: reads back the file that it is given, and raises if it is not what was meant.

    Raises:
        HostError: nothing was replaced; the message says why.
    """
    refuse_if_open(path)
    _clear_leftovers(path)
    temporary = path.with_name(f".{path.stem}.{os.getpid()}.new{path.suffix}")
    try:
        temporary.write_bytes(content)
        _flush(temporary)
        verify(temporary)
        refuse_if_open(path)
        if known is None:
            _put_new(temporary, path)
            return
        now = _unchanged(path, known)
        shutil.copymode(path, temporary)
        _back_up(path, now)
        _unchanged(path, known)
        os.replace(temporary, path)  # noqa: PTH105  (the one step; named as it is known)
        _flush_folder(path.parent)
    except FileNotFoundError:
        text = msg("{file} was being saved by another run as well, so this one wrote nothing.")
        remedy = t("Look at it, and try again if it is still needed.")
        raise HostError(t(text, file=path.name), remedy) from None
    except OSError as error:
        text = msg("{file} could not be saved: {reason}. It is as it was.")
        remedy = t("Close it in other programs, check that the disk is not full, and try again.")
        fault = t(text, file=path.name, reason=error.strerror or error)
        raise HostError(fault, remedy) from None
    finally:
        with suppress(OSError):
            temporary.unlink(missing_ok=True)


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
    """Move a new file into place, never over one that is there."""
    if path.exists():
        message = t("{file} is already there.", file=path.name)
        raise HostError(message, t("Choose another name, or move it away."))
    os.replace(temporary, path)  # noqa: PTH105
    _flush_folder(path.parent)


def backups_of(path: Path) -> list[Path]:
    """The backups beside a workbook, oldest first."""
    name = re.compile(re.escape(path.stem) + STAMP + re.escape(path.suffix))
    return sorted(found for found in path.parent.iterdir() if name.fullmatch(found.name))


def _back_up(path: Path, data: bytes) -> None:
    stamp = datetime.now().astimezone().strftime("%Y-%m-%d %Hh%Mm%S.%f")
    backup = path.with_name(f"{path.stem}.{stamp}.bak{path.suffix}")
    unfinished = backup.with_name(f".{backup.name}.new")
    try:
        unfinished.write_bytes(data)
        _flush(unfinished)
        os.replace(unfinished, backup)  # noqa: PTH105
    finally:
        with suppress(OSError):
            unfinished.unlink(missing_ok=True)
    for old in backups_of(path)[:-BACKUPS]:
        with suppress(OSError):
            old.unlink()


def _clear_leftovers(path: Path) -> None:
    """Remove what a killed run has left beside the file."""
    suffix = re.escape(path.suffix)
    new = re.compile(rf"\.{re.escape(path.stem)}\.\d+\.new{suffix}")
    backup = re.compile(rf"\.{re.escape(path.stem)}{STAMP}{suffix}\.new")
    for found in path.parent.iterdir():
        if new.fullmatch(found.name) or backup.fullmatch(found.name):
            with suppress(OSError):
                found.unlink()


def _flush(path: Path) -> None:
    with path.open("rb+") as file:
        os.fsync(file.fileno())


def _flush_folder(folder: Path) -> None:
    """Make the move itself durable, where the system has a way to."""
    with suppress(OSError, AttributeError):
        handle = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)
