"""What may keep one workbook from working."""

from __future__ import annotations

import re
from io import BytesIO
from pathlib import Path
from zipfile import ZipFile

from engine import TournamentError
from xlplugin.doctor.machine import MACOS, Finding, Machine, State
from xlplugin.hosts.file import FileHost
from xlplugin.hosts.safe_file import read_bytes
from xlplugin.problems import HostError
from xlplugin.workbook.book import Book
from xlplugin.workbook.reader import read_event

NEW = "xlplugin new event.xlsm --ruleset NAME (the names: xlplugin rulesets)"
MACRO_OF_A_SHAPE = re.compile(rb'\bmacro="[^"]|<x:FmlaMacro>')


def read_workbook(machine: Machine, file: Path) -> tuple[Book | None, list[Finding]]:
    """The workbook, if it can be read, and what there is to say of its content.

    Args:
        machine: the computer.
        file: the workbook.
    """
    if file.suffix.lower() not in (".xlsx", ".xlsm"):
        mend = "in Excel: File > Save As > Excel Workbook (.xlsx)"
        return None, [Finding("File", State.MISSING, f"{file} is no .xlsx or .xlsm", mend)]
    try:
        book = FileHost(file).read()
        buttons = _buttons(file)
        return book, [
            _content(book),
            buttons if machine.runs_excel else buttons.where_not_needed(),
        ]
    except RuntimeError:  # from a link that leads back to itself
        mend = "give the name of the workbook itself"
        return None, [Finding("File", State.MISSING, f"{file.name} is a link to nowhere", mend)]
    except HostError as error:
        told, _, mend = str(error).removeprefix(file.name).lstrip(": ").partition(". ")
        return None, [Finding("File", State.MISSING, f"{file.name}: {told}", mend)]


def _content(book: Book) -> Finding:
    try:
        problems = list(map(str, read_event(book).problems))
    except TournamentError as error:
        problems = str(error).splitlines()
    if not problems:
        return Finding("File", State.OK, f"{book.name} can be read")
    told = f"{book.name} has things to mend: {len(problems)}, the first of them {problems[0]}"
    return Finding("File", State.NOTE, told, f"see them all: xlplugin check {book.name}")


def _buttons(file: Path) -> Finding:
    """Whether the workbook has macros, and something to click."""
    with ZipFile(BytesIO(read_bytes(file))) as archive:
        names = archive.namelist()
        drawings = (name for name in names if name.startswith("xl/drawings/"))
        has_shapes = any(MACRO_OF_A_SHAPE.search(archive.read(name)) for name in drawings)
    has_ribbon = any(name.startswith("customUI/") for name in names)
    if "xl/vbaProject.bin" not in names:
        told = f"{file.name} has no macros, so no buttons; every command works on it"
        mend = f"for buttons in desktop Excel: {NEW}; or use xlwings Lite"
        if file.suffix.lower() == ".xlsm":
            told = f"{file.name} has lost its macros: another program has saved it"
            mend = "take the newest backup beside it (its name ends in .bak.xlsm) and rename it"
            return Finding("Buttons", State.MISSING, told, mend)
        return Finding("Buttons", State.NOTE, told, mend)
    if has_ribbon or has_shapes:
        return Finding("Buttons", State.OK, f"{file.name} has its macros and buttons")
    told = f"{file.name} has its macros, but has lost its buttons: another program has saved it"
    mend = "in Excel: View > Macros (Alt+F8), choose one, Run; or take the newest backup beside it"
    return Finding("Buttons", State.NOTE, told, mend)


def open_elsewhere(file: Path) -> list[Finding]:
    """Whether a spreadsheet program has the workbook open.

    Args:
        file: the workbook.
    """
    locks = {"Excel": f"~${file.name}", "LibreOffice": f".~lock.{file.name}#"}
    return [
        Finding(
            "Open",
            State.OK if program == "Excel" else State.NOTE,
            f"{file.name} is open in {program}",
            f"before a command is to change it, save and close it in {program}",
        )
        for program, lock in locks.items()
        if file.with_name(lock).exists()
    ]


def cloud(machine: Machine, file: Path) -> list[Finding]:
    """Whether the workbook's folder is kept in step with a cloud.

    Args:
        machine: the computer.
        file: the workbook.
    """
    name = cloud_of(machine, str(file.resolve()))
    if not name:
        return []
    told = f"the folder of {file.name} is kept in step with {name}"
    local = machine.path(machine.home, "Tournaments")
    return [
        Finding(
            "Folder",
            State.NOTE,
            f"{told}; Excel may then hide from xlwings where it is",
            f"save it in a folder of this computer alone, {local} for example, and use it there; "
            "copy it back after the event",
        )
    ]


def cloud_of(machine: Machine, path: str) -> str | None:
    """The name of the cloud that a path belongs to.

    Args:
        machine: the computer.
        path: the absolute path of a file.
    """
    if "://" in path:
        return "a web address"
    place = machine.path(path)
    for variable in ("OneDrive", "OneDriveConsumer", "OneDriveCommercial"):
        folder = machine.environ.get(variable)
        if folder and place.is_relative_to(machine.path(folder)):
            return "OneDrive"
    for part in place.parts[:-1]:
        if part == "OneDrive" or part.startswith(("OneDrive - ", "OneDrive-")):
            return "OneDrive"
        if part.endswith(" - Documents"):
            return "SharePoint"
        if machine.system == MACOS and part == "com~apple~CloudDocs":
            return "iCloud Drive"
        if machine.system == MACOS and part == "CloudStorage":
            return "a cloud"
        if part.startswith(("Dropbox", "Google Drive", "iCloudDrive", "iCloud Drive")):
            return part
    return None
