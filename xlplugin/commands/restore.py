"""``restore``: the backups of a workbook, and how one of them is put back."""

from __future__ import annotations

import os
from contextlib import suppress
from dataclasses import replace
from errno import EIO
from pathlib import Path

import click

from xlplugin.commands.output import AsJson, Workbook, command, opened, show
from xlplugin.ground import typed
from xlplugin.ground.problems import ERRORS, HostError
from xlplugin.ground.texts import msg, t
from xlplugin.hosts.closed_file.backups import Occasion, described_backups, folder_of, kept_as
from xlplugin.hosts.closed_file.host import FileHost
from xlplugin.hosts.closed_file.opening import is_whole, read_bytes
from xlplugin.hosts.closed_file.safe_file import fingerprint, replace_file
from xlplugin.verbs.frame import Result, Table

LONGEST_NUMBER = 10
LONGEST_SHOWN = 60


@command(
    "restore",
    msg("List the backups of a workbook, or put one back."),
    msg(
        "List the backups of a workbook, newest first: when each was made, its newest round, and "
        "the command that ran next or the button that had just been clicked. With WHICH, put one "
        "back.\n\n"
        "WHICH is its number in the list, or the name of a file. The present version becomes the "
        "newest backup, so that restore FILE 1 takes this back. Of an .ods there are copies as "
        ".xlsx, which become an .xlsx beside it.\n\n"
        "The newest 20 are kept, and the first and the last of every round."
    ),
    "event.xlsx 1",
)
@Workbook
@click.argument("which", required=False)
@AsJson
def restore(file: Path, which: str | None, as_json: bool) -> None:  # noqa: FBT001
    """Show the backups, or put one back and say what to do next."""
    host = opened(kept_as(file))
    result = _listed(host) if which is None else _put_back(host, which)
    show(replace(result, says_next=False), host, as_json=as_json)
    if result.says_next and not as_json:
        with suppress(*ERRORS):  # whatever there is in it
            host.read()
            show(Result(), host, as_json=False)


def _listed(host: FileHost) -> Result:
    backups = described_backups(host.path)[::-1]
    if not (backups or os.path.exists(host.path)):  # noqa: PTH110  (however long)
        read_bytes(host.path)  # says that it is not there
    listed, rows, whole = [], [], []
    for number, backup in enumerate(backups, 1):
        when, (round_, before, after) = backup.when, backup.occasion
        whole += [number] if (is_fine := is_whole(backup.path)) else []
        listed.append(
            {
                "which": number, "when": when.isoformat(), "round": round_, "action": before,
                "after": after, "file": str(backup.path), "damaged": not is_fine,
            }
        )  # fmt: skip
        made = _made(backup.occasion, is_fine)
        rows.append((str(number), f"{when:%Y-%m-%d %H:%M:%S}", round_, made))
    data = {"backups": listed}
    if not backups:
        text = msg(
            "There are no backups of {file}: every command and every click that changes it makes one."
        )
        return Result(message=t(text, file=host.name), data=data, says_next=False)
    title = t("Backups of {file}, in the folder {folder}", **_names(host.path))
    headers = ("", t("When"), t("Newest round"), t("Made"))
    last = t("All of them are damaged.")
    for which in whole[:1]:
        back = typed.command("restore", host.name, str(which))
        last = t("To put the newest back: {command}", command=back)
        if which > 1:
            last = t("To put the newest undamaged one back: {command}", command=back)
    return Result(lines=[Table(title, headers, rows, "><<<"), last], data=data, says_next=False)


def _made(occasion: Occasion, whole: bool) -> str:  # noqa: FBT001
    made = t("before {action}", action=occasion.before) if occasion.before else ""
    if occasion.after:
        made = t("after {action}", action=occasion.after)
    return made if whole else ", ".join(filter(None, [made, t("damaged")]))


def _names(path: Path) -> dict[str, str]:
    return {"file": path.name, "folder": folder_of(path).name}


def _chosen(path: Path, which: str) -> Path:
    """The backup of that number, newest first, or the file of that name, if it is of the same kind."""
    backups = described_backups(path)[::-1]
    if which.isdecimal() and len(which) < LONGEST_NUMBER and 1 <= int(which) <= len(backups):
        return backups[int(which) - 1].path
    inside = folder_of(path) / which
    chosen = inside if os.path.exists(inside) else Path(which)  # noqa: PTH110  (however long)
    if not os.path.exists(chosen):  # noqa: PTH110  (as above)
        text = msg("There is no backup {which} of {file}; there are {n}, in the folder {folder}.")
        shown = which if len(which) <= LONGEST_SHOWN else f"{which[:LONGEST_SHOWN]}..."
        fault = t(text, which=shown, n=len(backups), **_names(path))
        remedy = t("List them: {command}", command=typed.command("restore", path.name))
        raise HostError(fault, remedy)
    if chosen.suffix.lower() != path.suffix.lower():
        text = msg("{backup} cannot become {file}: both must end in {ending}.")
        raise HostError(t(text, backup=chosen.name, file=path.name, ending=path.suffix))
    return chosen


def _put_back(host: FileHost, which: str) -> Result:
    """Replace the workbook, however damaged, by a backup that is whole."""
    host.require_closed()
    known = _fingerprint(host.path)  # before the numbers are looked up, which every save shifts
    backup = _chosen(host.path, which)
    try:
        opened(backup).read()
        content = backup.read_bytes()
    except HostError as error:
        raise HostError(error.fault, t("Choose another one.")) from None
    with suppress(HostError):
        host.read()

    def verify(new: Path) -> None:
        if new.read_bytes() != content:
            raise OSError(EIO, os.strerror(EIO))

    replace_file(host.path, known, content, verify, host.occasion, backup)
    text = msg("{backup} is now {file}.")
    if known is not None:  # the file that was there has become a backup
        text = msg("{backup} is now {file}. To take this back: {command}")
    back = typed.command("restore", host.name, "1")
    message = t(text, file=host.name, backup=backup.name, command=back)
    return Result(message=message, data={"restored": str(backup)})


def _fingerprint(path: Path) -> str | None:
    """That of the file which is to be replaced; nothing if it is gone."""
    if not os.path.lexists(path):
        return None
    if os.path.exists(path) and not os.path.isfile(path):  # noqa: PTH110, PTH113  (however long)
        message = t("{file} is not a file, but something else.", file=path.name)
        raise HostError(message, t("Rename it, and try again."))
    try:
        return fingerprint(path.read_bytes())
    except OSError as error:
        message = t("{file} cannot be read: {reason}.", file=path.name, reason=error.strerror)
        raise HostError(message, t("Close it elsewhere and try again.")) from None
