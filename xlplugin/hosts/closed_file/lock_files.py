"""Lock files, by which Excel and LibreOffice say that they have a workbook open."""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path, PurePath

from xlplugin.ground.problems import HostError
from xlplugin.ground.texts import msg, t

EXCEL, LIBREOFFICE = "Excel", "LibreOffice"
PROCESS = "soffice"
"""The beginning of the name of every running LibreOffice."""
PATIENCE = 20
"""Seconds that the system has to list what runs."""


def refuse_if_open(path: Path) -> None:
    """Refuse to go on while a spreadsheet program has the file open.

    Raises:
        HostError: its lock file is there, and nothing says that it was left behind.
    """
    for lock, program in open_locks(path):
        text = msg(
            "{file} is open in {program}: anything typed there and not saved cannot be seen from here."
        )
        remedy = msg(
            "Save and close it there, then try again. If it is not open any more, as after a "
            "crash, open it in {program} once more and close it, or delete the hidden file "
            "{lock} beside it."
        )
        fault = t(text, file=path.name, program=_with_opener(lock, program))
        raise HostError(fault, t(remedy, program=program, lock=lock.name))


def open_notes(path: Path) -> list[str]:
    """A note for readers that a spreadsheet program has the file open."""
    text = msg("{file} is open in {program}: anything typed there and not saved yet is left out.")
    locks = list(open_locks(path))[:1]
    return [t(text, file=path.name, program=_with_opener(*lock)) for lock in locks]


def left_locks(path: Path) -> dict[Path, str]:
    """The lock files beside a file that a crash has left, each with a note."""
    text = msg(
        "{file} is marked as open in {program}, which is no longer running, as after a crash: "
        "anything typed there and not saved is lost."
    )
    return {
        lock: t(text, file=path.name, program=_with_opener(lock, program))
        for lock, program in lock_files(path)
        if os.path.exists(lock) and _is_left(lock, program)  # noqa: PTH110  (however long)
    }


def open_locks(path: Path) -> Iterator[tuple[Path, str]]:
    """The lock files of programs that have a file open, as far as can be known."""
    for lock, program in lock_files(path):
        if os.path.exists(lock) and not _is_left(lock, program):  # noqa: PTH110  (a name too long for a file is none)
            yield lock, program


def _is_left(lock: Path, program: str) -> bool:
    """True if a lock is this user's on this computer, of a program that does not run here.

    Excel's says who, and not where: another computer's may have come by a folder that is synchronised.
    """
    if program == EXCEL:
        return False
    fields = _fields(_content(lock))
    if len(fields) < 4:
        return False
    import getpass  # noqa: PLC0415  (few workbooks have such a file beside them)

    is_ours = re.split(r"[/\\]", fields[1])[-1].casefold() == getpass.getuser().casefold()
    return is_ours and _is_here(fields[2]) and not _runs()


def _is_here(computer: str) -> bool:
    """True if a name is that of this computer, with its domain or without."""
    import socket  # noqa: PLC0415  (as above)

    one, other = computer.casefold(), socket.gethostname().casefold()
    return one == other or f"{one}.".startswith(f"{other}.") or f"{other}.".startswith(f"{one}.")


def _runs() -> bool:
    """True if this user has a LibreOffice running, or it cannot be found out."""
    import subprocess  # noqa: PLC0415  (as above)

    try:
        return any(PurePath(name.strip('"')).name.startswith(PROCESS) for name in _processes())
    except (OSError, subprocess.SubprocessError, KeyError):
        return True


def _processes() -> Iterator[str]:
    """The programs that this user has running, by name or path."""
    own = Path("/proc")
    if own.joinpath("self", "comm").exists():
        for process in own.glob("[0-9]*"):
            with suppress(OSError):  # it has just ended
                if process.stat().st_uid == os.getuid():
                    yield process.joinpath("comm").read_text(errors="replace")
        return
    import subprocess  # noqa: PLC0415  (as above)

    command = ["/bin/ps", "-x", "-o", "comm="]
    if sys.platform == "win32":
        command = [rf"{os.environ['SYSTEMROOT']}\System32\tasklist.exe", "/NH", "/FO", "CSV"]
    done = subprocess.run(command, capture_output=True, timeout=PATIENCE, check=True)  # noqa: S603
    yield from (line.split(",")[0] for line in done.stdout.decode(errors="replace").splitlines())


def lock_files(path: Path) -> list[tuple[Path, str]]:
    """The lock files that there may be beside a file, each with its program."""
    return [
        (path.with_name(f"~${path.name}"), EXCEL),
        (path.with_name(f".~lock.{path.name}#"), LIBREOFFICE),
    ]


def _with_opener(lock: Path, program: str) -> str:
    """A program, and who has the file open there as far as its lock file says so.

    Excel's has the name twice: 55 bytes with it in the computer's own code page, its length in two bytes, then
    UTF-16. LibreOffice's says on which computer and since when, too.
    """
    content, who = _content(lock), ""
    fields = _fields(content)
    if program == EXCEL and len(content) > 55:
        who = _shown(content[57 : 57 + 2 * content[55]].decode("utf-16-le", "replace"))
    elif program == LIBREOFFICE and len(fields) >= 4:
        name, login, computer, since = map(_shown, fields[:4])
        where, when = t("on {computer}", computer=computer), t("since {time}", time=since)
        who = ", ".join(filter(None, (name or login, computer and where, since and when)))
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


def _fields(content: bytes) -> list[str]:
    """The fields of a lock file of LibreOffice: a name, a login, a computer, a time, and more."""
    return re.split(r"(?<!\\),", content.decode("utf-8", "replace"))


def _shown(text: str) -> str:
    """A text that somebody else's program has written, fit for a message."""
    return "".join(c for c in text if c.isprintable() and c != "\\").strip()[:40]
