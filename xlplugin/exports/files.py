"""Files for others: written in one step, and never over somebody else's."""

from __future__ import annotations

import hashlib
import os
import re
import shutil
from collections.abc import Collection, Iterable, Mapping
from contextlib import suppress
from pathlib import Path

from xlplugin.exports.format import ExportFormat
from xlplugin.ground.problems import HostError
from xlplugin.ground.texts import msg, t
from xlplugin.hosts.closed_file.leftovers import clear_beside, hidden_beside
from xlplugin.hosts.closed_file.lock_files import refuse_if_open

LIST = ".xlplugin-tabs.sha256"
"""The list, beside a file for every tab, of what an export has written: nothing else is replaced."""


def put(target: Path, content: bytes) -> None:
    """Replace a file in one step, so that nobody reads half of it.

    Raises:
        HostError: it cannot be written.
    """
    real = Path(os.path.realpath(target))
    try:
        if os.path.exists(real) and not os.path.isfile(real):  # noqa: PTH110, PTH113
            with open(real, "wb", opener=_at_once) as file:
                file.write(content)
        else:
            clear_beside(real)
            _replace(real, content)
    except OSError as error:
        if not real.parent.is_dir():
            text = msg(
                "{file} cannot be written: there is no folder {folder}. Make it, or correct its name."
            )
            raise HostError(t(text, file=target.name, folder=target.parent)) from None
        text = msg("{file} cannot be written: {reason}. Close it, or choose another file.")
        raise HostError(t(text, file=target.name, reason=error.strerror)) from None


def _at_once(path: str, flags: int) -> int:
    """Open a pipe or a device; a pipe that nobody reads is no place to wait at."""
    handle = os.open(path, flags | getattr(os, "O_NONBLOCK", 0))
    if hasattr(os, "O_NONBLOCK"):
        os.set_blocking(handle, True)
    return handle


def _replace(real: Path, content: bytes) -> None:
    """Write a file under a name that nobody can have taken before, and move it into place."""
    is_new = not os.path.exists(real)  # noqa: PTH110
    new = hidden_beside(real)
    mode = 0o666 if is_new else 0o600  # never more open than the one that it replaces
    try:
        with open(new, "xb", opener=lambda path, flags: os.open(path, flags, mode)) as file:
            file.write(content)
        if not is_new:
            shutil.copymode(real, new)
        new.replace(real)
    except BaseException:
        with suppress(OSError):
            new.unlink(missing_ok=True)
        raise


def refuse_somebody_elses(target: Path, format_: ExportFormat) -> None:
    """Refuse to replace a file that no export has made, or a document that is open or saved since.

    Raises:
        HostError: it is not to be replaced.
    """
    _refuse_link_to_nothing(target)
    if not os.path.isfile(target):  # noqa: PTH113  (a name too long for a file is none)
        return
    if format_.is_document:
        refuse_if_open(target)
    if not format_.is_ours(_read(target)):
        text = msg(
            "{file} exists and was not made by export, or has been edited. Rename it, or write to "
            "another file."
        )
        raise HostError(t(text, file=target.name))


def _refuse_link_to_nothing(target: Path) -> None:
    """Refuse to make a file wherever a link leads that may be a stranger's; one to itself is replaced."""
    place = os.path.realpath(target)
    if os.path.islink(target) and not os.path.lexists(place):  # noqa: PTH114
        text = msg(
            "{file} is a link to {place}, which does not exist. Delete the link, or write to that "
            "place by its name."
        )
        raise HostError(t(text, file=target.name, place=place))


def _read(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except OSError as error:
        text = msg("{file} cannot be read: {reason}. Close it, or choose another file.")
        raise HostError(t(text, file=path.name, reason=error.strerror)) from None


# a folder of files


def put_all(folder: Path, content: Mapping[str, bytes]) -> list[Path]:
    """Write files of these names, or none where somebody else's would be replaced.

    A hidden list beside them, as ``sha256sum`` reads it, tells which files are as they were written.

    Raises:
        HostError: a file is not to be replaced, or cannot be written.
    """
    ours = [(name, _digest(data)) for name, data in content.items()]
    listed = _listed(folder)
    taken = [name for name in content if not _may_replace(folder / name, {*ours, *listed})]
    taken += [LIST] * (folder / LIST).is_symlink()  # who has planted it has not said where it leads
    if taken:
        text = msg(
            "{files} in {folder}: these exist and were not made by export, or have been edited. "
            "Move them away, or name another folder."
        )
        raise HostError(t(text, files=", ".join(taken), folder=os.path.realpath(folder)))
    _put_list(folder, {*listed, *ours})  # whichever of both a killed run leaves is known
    paths = [folder / name for name in content]
    for path in paths:
        put(path, content[path.name])
    _put_list(folder, {*(line for line in listed if line[0] not in content), *ours})
    return paths


def _may_replace(path: Path, known: Collection[tuple[str, str]]) -> bool:
    """True if there is nothing to lose: no file, a blank one, or one as it was written."""
    if not os.path.lexists(path):
        return True
    if path.is_symlink() or not path.is_file():
        return False
    data = _read(path)
    return not data or (path.name, _digest(data)) in known


def _digest(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()


def _listed(folder: Path) -> list[tuple[str, str]]:
    """The names and digests of files as they were written there."""
    path = folder / LIST
    text = _read(path).decode("utf-8", "replace") if path.is_file() else ""
    found = re.finditer(r"^([0-9a-f]{64})  (.+)$", text, re.MULTILINE)
    return [(line[2], line[1]) for line in found]


def _put_list(folder: Path, lines: Iterable[tuple[str, str]]) -> None:
    text = "".join(f"{digest}  {name}\n" for name, digest in sorted(lines))
    put(folder / LIST, text.encode())
