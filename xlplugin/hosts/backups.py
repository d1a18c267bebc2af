"""Backups of a workbook: where they are, what their names say, which ones stay."""

from __future__ import annotations

import os
import re
import shutil
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from datetime import datetime, timedelta
from hashlib import blake2b
from pathlib import Path
from typing import NamedTuple

from engine.texts import msg
from xlplugin.problems import HostError
from xlplugin.texts import t

BACKUPS = 20
"""So many of the newest stay in any case."""
STAMP = r"\d{4}-\d\d-\d\d \d\dh\d\dm\d\d\.\d{6}"
STAMP_FORMAT = "%Y-%m-%d %Hh%Mm%S.%f"
NAME = (
    rf"(?P<stamp>{STAMP})(?: (?P<round>[A-Za-z]+(?: \d+)?))?(?: before (?P<action>[a-z-]+))?\.bak"
)
LONGEST = 120
"""Bytes of a workbook's name that go into names of other files: no name may have more than 255."""


class Before(NamedTuple):
    """What a backup has been made before.

    Args:
        round: the newest round of the workbook in it, as its tab is called; ``""`` before round 1.
        action: the command that changed the workbook then; ``""`` if that is not known.
    """

    round: str = ""
    action: str = ""


class Backup(NamedTuple):
    """A backup as its name tells it; ``when`` is local time."""

    path: Path
    when: datetime
    before: Before


def folder_of(path: Path) -> Path:
    """The folder with a workbook's backups; it need not be there."""
    return path.with_name(f"{short_stem(path)} backups")


def short_stem(path: Path) -> str:
    """The name of a workbook without its ending, or so much of it that longer names can be made."""
    name = os.fsencode(path.stem)
    if len(name) <= LONGEST:
        return path.stem
    digest = blake2b(name, digest_size=4).hexdigest()
    return f"{name[:LONGEST].decode(errors='ignore')}~{digest}"


def backups_of(path: Path) -> list[Path]:
    """The backups of a workbook, oldest first."""
    return [backup.path for backup in described_backups(path)]


def described_backups(path: Path) -> list[Backup]:
    """The backups of a workbook with what their names say, oldest first.

    They are in its folder of backups; those of version 0.1.0 lie beside the workbook.
    """
    suffix = rf"(?i:{re.escape(path.suffix)})"
    beside = re.compile(rf"{re.escape(path.stem)}\.(?P<stamp>{STAMP})\.bak{suffix}")
    found: list[Backup] = []
    for folder, name in ((path.parent, beside), (folder_of(path), re.compile(NAME + suffix))):
        with suppress(OSError):
            found += _matching(folder, name)
    return sorted(found, key=lambda backup: backup.when)


def _matching(folder: Path, name: re.Pattern[str]) -> Iterator[Backup]:
    for path in folder.iterdir():
        if found := name.fullmatch(path.name):
            said = found.groupdict()
            with suppress(ValueError):  # no such day
                when = datetime.strptime(said["stamp"], STAMP_FORMAT)  # noqa: DTZ007  (local time)
                before = Before(said.get("round") or "", said.get("action") or "")
                yield Backup(path, when, before)


def backup_notes(name: str) -> list[str]:
    """A note that a workbook is itself a backup, if its name says so."""
    if not re.search(rf"{STAMP}.*\.bak\.\w+$", name):
        return []
    text = msg(
        "{file} is a backup: what is changed in it is not changed in the event. To go on from it, "
        "put it back: xlplugin restore EVENT"
    )
    return [t(text, file=name)]


@contextmanager
def backed_up(path: Path, data: bytes, before: Before) -> Iterator[None]:
    """Keep the present version while it is replaced; without a replacement no backup stays.

    Args:
        path: the workbook, which no other run is replacing.
        data: its content.
        before: what the backup is made before.

    Raises:
        HostError: a file has the name of the folder.
        OSError: the backup cannot be written.
    """
    _remove_unused(path, data)
    backup = _written(path, data, before)
    try:
        yield
    except BaseException:
        _remove_unused(path, data)
        with suppress(OSError):
            backup.parent.rmdir()
        raise
    for old in _expired(described_backups(path)):
        if old.path != backup:
            with suppress(OSError):
                old.path.unlink()


def _written(path: Path, data: bytes, before: Before) -> Path:
    folder = folder_of(path)
    try:
        folder.mkdir(exist_ok=True)
    except FileExistsError:
        text = msg(
            "{file} is as it was: its backups go into a folder {folder}, and that is a file."
        )
        remedy = t("Move that file away, and try again.")
        raise HostError(t(text, file=path.name, folder=folder.name), remedy) from None
    stamp = _next_stamp(described_backups(path))
    words = [stamp, before.round, before.action and f"before {before.action}"]
    backup = folder / f"{' '.join(filter(None, words))}.bak{path.suffix}"
    unfinished = backup.with_name(f".{backup.name}.new")
    try:
        unfinished.write_bytes(data)
        shutil.copymode(path, unfinished)
        flush(unfinished)
        os.replace(unfinished, backup)  # noqa: PTH105
    except BaseException:
        with suppress(OSError):
            unfinished.unlink(missing_ok=True)
        with suppress(OSError):
            folder.rmdir()
        raise
    flush_folder(folder)
    return backup


def _next_stamp(backups: list[Backup]) -> str:
    """The time, but later than every backup's, whatever has been done to the clock."""
    now = datetime.now().astimezone().replace(tzinfo=None)
    if backups:
        with suppress(OverflowError):
            now = max(now, backups[-1].when + timedelta(microseconds=1))
    return now.strftime(STAMP_FORMAT)


def _remove_unused(path: Path, data: bytes) -> None:
    """Remove the newest backup if the version that it keeps is the present one.

    A run that was killed or refused after making it has left it; what is never replaced needs none.
    """
    with suppress(OSError):
        for newest in backups_of(path)[-1:]:
            is_same_size = newest.stat().st_size == len(data)
            if is_same_size and newest.read_bytes() == data == path.read_bytes():
                newest.unlink()


def _expired(backups: list[Backup]) -> list[Backup]:
    """The backups that go: all but the newest, and the first and the last of every round."""
    first = {backup.before.round: backup for backup in reversed(backups)}
    last = {backup.before.round: backup for backup in backups}
    kept = {backup for of in (first, last) for round_, backup in of.items() if round_}
    return [backup for backup in backups[:-BACKUPS] if backup not in kept]


def clear_unfinished(path: Path) -> None:
    """Remove what killed runs have left of backups; no other run may be at work on the workbook."""
    suffix = re.escape(path.suffix)
    beside = re.compile(rf"\.{re.escape(path.stem)}\.{STAMP}\.bak{suffix}\.new")
    inside = re.compile(rf"\.{NAME}{suffix}\.new")
    for folder, name in ((path.parent, beside), (folder_of(path), inside)):
        with suppress(OSError):
            for found in folder.iterdir():
                if name.fullmatch(found.name):
                    with suppress(OSError):
                        found.unlink()
            if folder != path.parent:
                folder.rmdir()


def flush(path: Path) -> None:
    """Make a file's content durable."""
    with path.open("rb+") as file:
        os.fsync(file.fileno())


def flush_folder(folder: Path) -> None:
    """Make the names in a folder durable, where the system has a way to."""
    with suppress(OSError, AttributeError):
        handle = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)
