"""Opening and replacing a workbook file so that nothing is ever lost.

A file is checked before it is parsed; before it is replaced, a backup is made; the new one is
written beside it, read back by the caller, and moved into place in one step.
"""

from __future__ import annotations

import hashlib
import os
import re
import shutil
import zipfile
from collections.abc import Callable, Iterator
from contextlib import suppress
from datetime import datetime
from io import BytesIO
from pathlib import Path

from xlplugin.problems import HostError

BACKUPS = 20
MOST_UNPACKED = 400 * 1024 * 1024
MOST_RATIO = 400
MOST_PARTS = 5_000
SMALL_PART = 1024 * 1024
STAMP = r"\.\d{4}-\d\d-\d\d \d\dh\d\dm\d\d\.\d{6}\.bak"
COMPOUND_FILE = bytes.fromhex("D0CF11E0A1B11AE1")


def read_bytes(path: Path) -> bytes:
    """The file's content, once it is clear that it is a workbook that can be opened safely.

    Raises:
        HostError: it is missing, damaged, protected, no workbook, or built to do harm.
    """
    try:
        data = path.read_bytes()
    except FileNotFoundError:
        message = f"{path.name}: there is no such file. Check the name and the folder."
        raise HostError(message) from None
    except OSError as error:
        message = f"{path.name} cannot be read: {error.strerror}. Close it elsewhere and try again."
        raise HostError(message) from None
    if data.startswith(COMPOUND_FILE):
        message = (
            f"{path.name} is protected with a password, or an old .xls file. Open it in Excel, "
            "remove the password (File, Info, Protect Workbook) and save it as .xlsx."
        )
        raise HostError(message)
    _check_archive(path.name, data)
    return data


def _check_archive(name: str, data: bytes) -> None:
    try:
        fault = _archive_fault(data)
    except Exception:  # noqa: BLE001  a damaged archive raises whatever its decoders stumble over
        fault = DAMAGED
    if fault:
        message = f"{name} {fault}"
        raise HostError(message)


DAMAGED = (
    "is damaged, incomplete or no Excel workbook. Take the newest backup beside it (its name ends "
    "in .bak.xlsx or .bak.xlsm), or save it again as .xlsx in Excel."
)


def _archive_fault(data: bytes) -> str | None:
    """Why the archive is not to be opened, if it is not."""
    with zipfile.ZipFile(BytesIO(data)) as archive:
        parts = archive.infolist()
        swollen = any(
            part.file_size > SMALL_PART and part.file_size > MOST_RATIO * max(part.compress_size, 1)
            for part in parts
        )
        if swollen or len(parts) > MOST_PARTS or sum(p.file_size for p in parts) > MOST_UNPACKED:
            return (
                "unpacks to far more than a tournament can hold and was not opened. Use a file "
                "that you made yourself, or a backup."
            )
        if "xl/workbook.xml" not in archive.namelist():
            return "is not an Excel workbook. Save it as .xlsx in Excel."
        return DAMAGED if archive.testzip() else None


NOT_KEPT = {
    "buttons and other controls": "xl/ctrlProps/",
    "slicers": "xl/slicers/",
    "timelines": "xl/timelines/",
    "pictures placed in cells": "xl/richData/richValueRel",
    "threaded comments (plain notes are kept)": "xl/threadedComments/",
}


def not_kept(data: bytes) -> tuple[str, ...]:
    """What a workbook holds that saving it from outside a spreadsheet program leaves out.

    Macro workbooks keep their controls.
    """
    with zipfile.ZipFile(BytesIO(data)) as archive:
        names = archive.namelist()
    has_macros = "xl/vbaProject.bin" in names
    found = [
        what
        for what, prefix in NOT_KEPT.items()
        if any(name.startswith(prefix) for name in names)
        and not (has_macros and prefix == "xl/ctrlProps/")
    ]
    if not found:
        return ()
    told = f"The workbook has {', '.join(found)}, which a change from outside Excel does not keep"
    return (f"{told}; the backup beside it has them.",)


def fingerprint(data: bytes) -> str:
    """What changes when the file does."""
    return hashlib.blake2b(data, digest_size=16).hexdigest()


def refuse_if_open(path: Path) -> None:
    """Refuse to go on while a spreadsheet program has the file open.

    Raises:
        HostError: its lock file is there.
    """
    for lock, program, where in _locks(path):
        message = (
            f"{where}: what is typed there and not saved cannot be seen from here. Save and close it "
            "there, then try again. If it is not open any more, as after a crash, open it in "
            f"{program} once more and close it, or delete the hidden file {lock.name} beside it."
        )
        raise HostError(message)


def told_if_open(path: Path) -> list[str]:
    """That a spreadsheet program has the file open, for whoever only reads it."""
    return [
        f"{where}: what is typed there and not saved yet is left out." for *_, where in _locks(path)
    ][:1]


def _locks(path: Path) -> Iterator[tuple[Path, str, str]]:
    """The lock files beside a file, each with its program, and where the file is open."""
    for lock, program, opener in (
        (path.with_name(f"~${path.name}"), "Excel", _opener_in_excel),
        (path.with_name(f".~lock.{path.name}#"), "LibreOffice", _opener_in_libreoffice),
    ):
        if os.path.exists(lock):  # noqa: PTH110  (a name too long for a file is none)
            who = opener(_content(lock))
            yield lock, program, f"{path.name} is open in {program}{f' ({who})' if who else ''}"


def _content(lock: Path) -> bytes:
    """What a lock file holds, as far as it can be read; a pipe or a device may have no end."""
    try:
        if not lock.is_file():
            return b""
        with lock.open("rb") as file:
            return file.read(1000)
    except OSError:  # Excel on Windows keeps it to itself
        return b""


def _opener_in_libreoffice(content: bytes) -> str:
    """Who has a file open, on which computer and since when, as far as a lock file says so."""
    fields = re.split(r"(?<!\\),", content.decode("utf-8", "replace"))
    if len(fields) < 4:
        return ""
    name, login, computer, since = (_shown(field) for field in fields[:4])
    who = name or login
    return ", ".join(filter(None, (who, computer and f"on {computer}", since and f"since {since}")))


def _opener_in_excel(content: bytes) -> str:
    """Who has a file open, as far as the owner file of Excel says so.

    The name comes twice: 55 bytes with it in the computer's own code page, then its length (two bytes), then UTF-16.
    """
    length, name = content[55:56], content[57:]
    return _shown(name[: 2 * length[0]].decode("utf-16-le", "replace")) if length else ""


def _shown(text: str) -> str:
    """A text that somebody else's program has written, fit for a message."""
    return "".join(c for c in text if c.isprintable() and c != "\\").strip()[:40]


def replace_file(
    path: Path, known: str | None, save: Callable[[Path], None], verify: Callable[[Path], None]
) -> None:
    """Put a new version of the file into place in one step, keeping the old one as a backup.

    Args:
        path: the workbook.
        known: the fingerprint of the version that was read; ``None`` for a new file.
        save: writes the new version to the path that it is given.
        verify: reads it back, and raises if it is not what was meant.

    Raises:
        HostError: nothing was replaced; the message says why.
    """
    refuse_if_open(path)
    _clear_leftovers(path)
    temporary = path.with_name(f".{path.stem}.{os.getpid()}.new{path.suffix}")
    try:
        save(temporary)
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
        message = (
            f"{path.name} was being saved by another run as well, so this one wrote nothing. Look "
            "at it, and try again if it is still needed."
        )
        raise HostError(message) from None
    except OSError as error:
        message = (
            f"{path.name} could not be saved: {error.strerror or error}. It is as it was. Close it "
            "in other programs, check that the disk is not full, and try again."
        )
        raise HostError(message) from None
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
        message = f"{path.name} was changed while this ran, so nothing was written. Try again."
        raise HostError(message)
    return now


def _put_new(temporary: Path, path: Path) -> None:
    """Move a new file into place, never over one that is there."""
    if path.exists():
        message = f"{path.name} is already there. Choose another name, or move it away."
        raise HostError(message)
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
