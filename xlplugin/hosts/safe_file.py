"""Opening and replacing a workbook file so that nothing is ever lost.

A file is checked before it is parsed; before it is replaced, a backup is made; the new one is
written beside it, read back by the caller, and moved into place in one step.
"""

from __future__ import annotations

import hashlib
import os
import shutil
import zipfile
from collections.abc import Callable
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
        with zipfile.ZipFile(BytesIO(data)) as archive:
            parts = archive.infolist()
            bad = any(
                part.file_size > SMALL_PART
                and part.file_size > MOST_RATIO * max(part.compress_size, 1)
                for part in parts
            )
            if bad or len(parts) > MOST_PARTS or sum(p.file_size for p in parts) > MOST_UNPACKED:
                message = (
                    f"{name} unpacks to far more than a tournament can hold and was not opened. "
                    "Use a file that you made yourself, or a backup."
                )
                raise HostError(message)
            if "xl/workbook.xml" not in archive.namelist():
                message = f"{name} is not an Excel workbook. Save it as .xlsx in Excel."
                raise HostError(message)
            damaged = archive.testzip()
    except (zipfile.BadZipFile, zipfile.LargeZipFile, EOFError, OSError, NotImplementedError):
        damaged = name
    if damaged:
        message = (
            f"{name} is damaged, incomplete or no Excel workbook. Take the newest backup beside "
            "it (its name ends in .bak.xlsx), or save it again as .xlsx in Excel."
        )
        raise HostError(message)


NOT_KEPT = {
    "text boxes and shapes": ("xl/drawings/drawing", (b"<xdr:sp ", b"<xdr:sp>", b"<xdr:cxnSp")),
    "buttons and other controls": ("xl/ctrlProps/", ()),
    "slicers": ("xl/slicers/", ()),
    "threaded comments (plain notes are kept)": ("xl/threadedComments/", ()),
    "sparklines": ("xl/worksheets/sheet", (b"x14:sparkline",)),
    "lists or colour rules that refer to another tab": (
        "xl/worksheets/sheet",
        (b"<x14:dataValidation ", b"<x14:cfRule "),
    ),
}


def not_kept(data: bytes) -> tuple[str, ...]:
    """What a workbook holds that saving it from outside a spreadsheet program leaves out.

    Macro workbooks keep their controls.
    """
    found = []
    with zipfile.ZipFile(BytesIO(data)) as archive:
        names = archive.namelist()
        has_macros = "xl/vbaProject.bin" in names
        for what, (prefix, marks) in NOT_KEPT.items():
            parts = [name for name in names if name.startswith(prefix)]
            if has_macros and prefix == "xl/ctrlProps/":
                continue
            if any(not marks or any(m in archive.read(part) for m in marks) for part in parts):
                found.append(what)
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
    for lock, program in (
        (path.with_name(f"~${path.name}"), "Excel"),
        (path.with_name(f".~lock.{path.name}#"), "LibreOffice"),
    ):
        if lock.exists():
            message = (
                f"{path.name} is open in {program}. Save and close it there, then try again. (If "
                f"it is not open anywhere, delete the file {lock.name} beside it.)"
            )
            raise HostError(message)


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
        try:
            now = path.read_bytes()
        except OSError:
            now = b""
        if fingerprint(now) != known:
            message = f"{path.name} was changed while this ran, so nothing was written. Try again."
            raise HostError(message)
        shutil.copymode(path, temporary)
        _back_up(path, now)
        os.replace(temporary, path)  # noqa: PTH105  (the one step; named as it is known)
        _flush_folder(path.parent)
    except OSError as error:
        message = (
            f"{path.name} could not be saved: {error.strerror or error}. It is as it was. Close it "
            "in other programs, check that the disk is not full, and try again."
        )
        raise HostError(message) from None
    finally:
        with suppress(OSError):
            temporary.unlink(missing_ok=True)


def _put_new(temporary: Path, path: Path) -> None:
    """Move a new file into place, never over one that is there."""
    if path.exists():
        message = f"{path.name} is already there. Choose another name, or move it away."
        raise HostError(message)
    os.replace(temporary, path)  # noqa: PTH105
    _flush_folder(path.parent)


def backups_of(path: Path) -> list[Path]:
    """The backups beside a workbook, oldest first."""
    prefix, suffix = f"{path.stem}.", f".bak{path.suffix}"
    return sorted(
        found
        for found in path.parent.iterdir()
        if found.name.startswith(prefix)
        and found.name.endswith(suffix)
        and found.name[len(prefix) : len(prefix) + 4].isdecimal()
    )


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
    for found in (
        *path.parent.glob(f".{_escaped(path.stem)}.*.new{path.suffix}"),
        *path.parent.glob(f".{_escaped(path.stem)}.*.bak{path.suffix}.new"),
    ):
        with suppress(OSError):
            found.unlink()


def _escaped(text: str) -> str:
    return "".join(f"[{c}]" if c in "*?[" else c for c in text)


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
