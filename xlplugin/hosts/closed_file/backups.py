"""Backups of a workbook: where they are, what their names say, which ones stay, and who may read them."""

from __future__ import annotations

import os
import re
import shutil
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from datetime import datetime, timedelta
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

from xlplugin.ground.problems import HostError
from xlplugin.ground.texts import msg, t
from xlplugin.hosts.closed_file.leftovers import PREFIX, clear_temporary, short_stem

BACKUPS = 20
"""The number of the newest that stay in any case."""
STAMP = r"\d{4}-\d\d-\d\d \d\dh\d\dm\d\d\.\d{6}"
STAMP_FORMAT = "%Y-%m-%d %Hh%Mm%S.%f"
NAME = (
    rf"(?P<stamp>{STAMP})(?: (?P<round>[A-Za-z]+(?: \d+)?))?"
    r"(?: before (?P<before>[a-z-]+)| after (?P<after>[a-z-]+))?\.bak"
)
WORKBOOKS = (".xlsx", ".xlsm")
"""The kinds of files that commands read, and that copies are kept as."""
PRIVATE, OPEN = 0o600, 0o666
"""The modes of a new file: for its owner alone, or for whomever this user's files are for."""


class Occasion(NamedTuple):
    """The purpose of a backup; ``""`` where there is no such thing, or it is not known.

    ``round`` is the tab of the newest round in it, ``before`` the command that changed the workbook next,
    ``after`` the click that had just changed it.
    """

    round: str = ""
    before: str = ""
    after: str = ""


class Backup(NamedTuple):
    """A backup as its name tells it; ``when`` is local time."""

    path: Path
    when: datetime
    occasion: Occasion


def kept_as(path: Path) -> Path:
    """The file that a workbook's backups can become: of another kind of file than commands read an .xlsx.

    LibreOffice is slow for the rest of the day once it has written an .ods, be it a copy.
    """
    return path if path.suffix.lower() in WORKBOOKS else path.with_suffix(WORKBOOKS[0])


def folder_of(path: Path) -> Path:
    """The folder with a workbook's backups; it need not be there."""
    return path.with_name(f"{short_stem(path)} backups")


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
                words = (said.get(field) or "" for field in Occasion._fields)
                yield Backup(path, when, Occasion(*words))


def backup_notes(name: str, *, is_open: bool = False) -> list[str]:
    """A note that a workbook is itself a backup, if its name says so; a program may have it open."""
    if not re.search(rf"{STAMP}.*\.bak\.\w+$", name):
        return []
    if is_open:
        text = msg(
            "{file} is a backup: changing it does not change the event. To go on from it, save it "
            "in the event's own folder, under the event's name (File, Save As)."
        )
        return [t(text, file=name)]
    text = msg(
        "{file} is a backup: changing it does not change the event. To go on from it, put it "
        "back: xlplugin restore EVENT"
    )
    return [t(text, file=name)]


@contextmanager
def backed_up(path: Path, data: bytes, occasion: Occasion) -> Iterator[None]:
    """Keep the present version while it is replaced; without a replacement no backup stays.

    No other run may be replacing the workbook, whose content is ``data``.

    Raises:
        HostError: a file has the name of the folder.
        OSError: the backup cannot be written.
    """
    _remove_unused(path, data)
    with _in_folder(path) as folder:
        backup = folder / _name(path, occasion)
        unfinished = backup.with_name(f".{backup.name}.new")
        try:
            write_new(unfinished, data, PRIVATE)
            _finish(unfinished, path, backup)
        except BaseException:
            with suppress(OSError):
                unfinished.unlink(missing_ok=True)
            raise
        try:
            yield
        except BaseException:
            _remove_unused(path, data)
            raise
    _thin_out(path, backup)


@contextmanager
def copy_kept(path: Path, occasion: Occasion) -> Iterator[Path]:
    """Keep a copy of a workbook that a program has open, whatever kind of file it is.

    Yields:
        Where the program is to save it, as :func:`kept_as` says; nobody else can look in there.

    Raises:
        HostError: a file has the name of the folder.
        OSError: the copy cannot be written.
    """
    meant = kept_as(path)
    with _in_folder(path) as folder:
        clear_temporary(folder)
        with TemporaryDirectory(prefix=PREFIX, dir=folder, ignore_cleanup_errors=True) as private:
            made = Path(private) / f"copy{meant.suffix}"
            yield made
            copy = folder / _name(meant, occasion)
            _finish(made, path, copy)
    _thin_out(meant, copy)


def no_copy(reason: object) -> HostError:
    """The error that no copy of a workbook that is open can be kept."""
    text = msg("No copy of the workbook could be kept ({reason}).")
    return HostError(t(text, reason=reason), t("What was clicked is done. Save the workbook."))


@contextmanager
def _in_folder(path: Path) -> Iterator[Path]:
    """The folder of a workbook's backups, made if need be, as closed as the workbook; never left empty."""
    folder, mode = folder_of(path), PRIVATE
    with suppress(FileNotFoundError):  # deleted while a program has it open
        mode = path.stat().st_mode & 0o777
    mode |= 0o700 | (mode & 0o444) >> 2  # who may read the file may look into the folder
    try:
        folder.mkdir(mode, exist_ok=True)
    except FileExistsError:
        text = msg(
            "There is no backup of {file}: they go into a folder {folder}, and that is a file."
        )
        remedy = t("Move that file away, and try again.")
        raise HostError(t(text, file=path.name, folder=folder.name), remedy) from None
    with suppress(OSError):  # somebody else's
        present = folder.stat().st_mode & 0o777
        if present & ~mode:
            folder.chmod(present & mode)
    try:
        yield folder
    except BaseException:
        with suppress(OSError):
            folder.rmdir()
        raise


def _name(path: Path, occasion: Occasion) -> str:
    now = datetime.now().astimezone().replace(tzinfo=None)
    for newest in described_backups(path)[-1:]:  # later than that, whatever was done to the clock
        with suppress(OverflowError):
            now = max(now, newest.when + timedelta(microseconds=1))
    actions = {"before": occasion.before, "after": occasion.after}
    made = [f"{word} {action}" for word, action in actions.items() if action]
    parts = filter(None, [now.strftime(STAMP_FORMAT), occasion.round, *made])
    return f"{' '.join(parts)}.bak{path.suffix}"


def _finish(made: Path, path: Path, backup: Path) -> None:
    """Give a backup that is whole its name, and let those read it who may read the workbook."""
    with suppress(FileNotFoundError):  # as above
        shutil.copymode(path, made)
    flush(made)
    os.replace(made, backup)  # noqa: PTH105
    flush_folder(backup.parent)


def _thin_out(path: Path, newest: Path) -> None:
    for old in _expired(described_backups(path)):
        if old.path != newest:
            with suppress(OSError):
                old.path.unlink()


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
    first = {backup.occasion.round: backup for backup in reversed(backups)}
    last = {backup.occasion.round: backup for backup in backups}
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


def write_new(path: Path, data: bytes, mode: int) -> None:
    """Write a new file that is for these people alone from its first byte on.

    Raises:
        OSError: it cannot be written, or something has its name.
    """
    path.touch(mode, exist_ok=False)
    path.write_bytes(data)


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
