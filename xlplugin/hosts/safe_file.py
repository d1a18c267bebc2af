"""Replacing a workbook file in one step, with a backup, so that nothing is ever lost."""

from __future__ import annotations

import hashlib
import os
import re
import shutil
import tempfile
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

from engine.texts import msg
from xlplugin.hosts.backups import (
    Before,
    backed_up,
    clear_unfinished,
    flush,
    flush_folder,
    short_stem,
)
from xlplugin.hosts.leftovers import clear_temporary
from xlplugin.hosts.one_run import only_one_run
from xlplugin.problems import HostError
from xlplugin.texts import t

ANYBODY_MAY_WRITE = 0o222


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
    before: Before | None = None,
) -> None:
    """Put a new version of the file into place in one step, keeping the old one as a backup.

    Args:
        path: the workbook.
        known: the fingerprint of the version that was read; ``None`` for a new file.
        content: the new version.
        verify: reads back the file that it is given, and raises if it is not what was meant.
        before: what the backup is said to be made before.

    Raises:
        HostError: nothing was replaced; the message says why.
    """
    refuse_if_open(path)
    refuse_read_only(path)
    try:
        with only_one_run(path):
            _clear_leftovers(path)
            _replace(path, known, content, verify, before or Before())
    except FileNotFoundError:
        text = msg("{file} was being saved by another run as well, so this one wrote nothing.")
        remedy = t("Look at it, and try again if it is still needed.")
        raise HostError(t(text, file=path.name), remedy) from None
    except OSError as error:
        text = msg("{file} could not be saved: {reason}. It is as it was.")
        remedy = t("Close it in other programs, check that the disk is not full, and try again.")
        fault = t(text, file=path.name, reason=error.strerror or error)
        raise HostError(fault, remedy) from None


def _replace(
    path: Path, known: str | None, content: bytes, verify: Callable[[Path], None], before: Before
) -> None:
    temporary = path.with_name(f".{short_stem(path)}.{os.getpid()}.new{path.suffix}")
    try:
        temporary.write_bytes(content)
        flush(temporary)
        verify(temporary)
        refuse_if_open(path)
        if known is None:
            _put_new(temporary, path)
        else:
            now = _unchanged(path, known)
            shutil.copymode(path, temporary)
            with backed_up(path, now, before):
                _unchanged(path, known)
                os.replace(temporary, path)  # noqa: PTH105  (the one step; named as it is known)
        flush_folder(path.parent)
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
    """Give a new file its name, never over one that is there."""
    message = t("{file} is already there.", file=path.name)
    remedy = t("Choose another name, or move it away.")
    try:
        os.link(temporary, path)
    except FileExistsError:
        raise HostError(message, remedy) from None
    except (OSError, AttributeError):  # a disk without links
        if os.path.lexists(path):
            raise HostError(message, remedy) from None
        os.replace(temporary, path)  # noqa: PTH105


def _clear_leftovers(path: Path) -> None:
    """Remove what killed runs have left; no other run may be at work on the file."""
    stem, suffix = re.escape(short_stem(path)), re.escape(path.suffix)
    new = re.compile(rf"\.{stem}\.\d+\.new{suffix}")
    for found in path.parent.iterdir():
        if new.fullmatch(found.name):
            with suppress(OSError):
                found.unlink()
    clear_unfinished(path)
    clear_temporary(Path(tempfile.gettempdir()))
