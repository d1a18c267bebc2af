"""What may keep one workbook from working."""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import datetime
from io import BytesIO
from pathlib import Path
from zipfile import ZipFile

from xlplugin.doctor.dangers import dangers
from xlplugin.engine_errors import error_text
from xlplugin.hosts.file import book_of
from xlplugin.hosts.opening import open_workbook, read_bytes
from xlplugin.problems import ERRORS, HostError
from xlplugin.setup.machine import MACOS, XLWINGS, Finding, Machine, State
from xlplugin.setup.macros import Macros, looks_beside, macros_of, own_settings
from xlplugin.setup.settings import CONF
from xlplugin.workbook.book import Book
from xlplugin.workbook.reading.next_step import Step, now
from xlplugin.workbook.reading.reader import read_event

MACRO_OF_A_SHAPE = re.compile(rb'\bmacro="[^"]|<x:FmlaMacro>')


def workbook_findings(machine: Machine, file: Path) -> list[Finding]:
    """What there is to say of a workbook: its content, its macros, where it is, what is in it.

    Args:
        machine: the computer.
        file: the workbook.
    """
    if file.suffix.lower() not in (".xlsx", ".xlsm"):
        mend = "in Excel: File > Save As > Excel Workbook (.xlsx)"
        return [Finding("File", State.MISSING, f"{file} is no .xlsx or .xlsm", mend)]
    try:
        workbook = open_workbook(read_bytes(file), file, formatted=False)
        macros = macros_of(file)
    except RuntimeError:  # from a link that leads back to itself
        mend = "give the name of the workbook itself"
        return [Finding("File", State.MISSING, f"{file.name} is a link to nowhere", mend)]
    except HostError as error:
        return [Finding("File", State.MISSING, error.fault.removesuffix("."), error.remedy)]
    settings = own_settings(workbook)
    buttons = _buttons(machine, file, macros, settings)
    return [
        _content(machine, book_of(workbook, file.name)),
        *(buttons if machine.runs_excel else [f.where_not_needed() for f in buttons]),
        *dangers(machine, file, macros, settings, workbook.sheetnames),
        *open_elsewhere(file),
        *cloud(machine, file),
    ]


def of_event(file: Path) -> Step:
    """What to do now with the event in a workbook.

    Raises:
        TournamentError: there is none in it.
    """
    workbook = open_workbook(read_bytes(file), file, formatted=False)
    return now(read_event(book_of(workbook, file.name)), datetime.now().astimezone())


def _content(machine: Machine, book: Book) -> Finding:
    try:
        problems = list(map(str, read_event(book).problems))
    except ERRORS as error:
        problems = error_text(error).splitlines()
    if not problems:
        return Finding("File", State.OK, f"{book.name} can be read")
    told = f"{book.name} has things to mend: {len(problems)}, the first of them {problems[0]}"
    see = f"see them all: {machine.xlplugin('check', book.name)}"
    return Finding("File", State.NOTE, told, see)


def _buttons(
    machine: Machine, file: Path, macros: Macros | None, settings: Sequence[tuple[str, str]] | None
) -> list[Finding]:
    """Whether the workbook has macros of this version, and something to click."""
    if macros is None:
        if file.suffix.lower() == ".xlsm":
            told = f"{file.name} has lost its macros: another program has saved it"
            mend = "take the newest backup beside it (its name ends in .bak.xlsm) and rename it"
            return [Finding("Buttons", State.MISSING, told, mend)]
        new = machine.xlplugin("new", "event.xlsm", "--ruleset", "NAME")
        told = f"{file.name} has no macros, so no buttons; every command works on it"
        mend = f"for buttons in desktop Excel: {new}; or use xlwings Lite"
        return [Finding("Buttons", State.NOTE, told, mend)]
    with ZipFile(BytesIO(read_bytes(file))) as archive:
        names = archive.namelist()
        drawings = (name for name in names if name.startswith("xl/drawings/"))
        has_shapes = any(MACRO_OF_A_SHAPE.search(archive.read(name)) for name in drawings)
    buttons = Finding("Buttons", State.OK, f"{file.name} has its macros and buttons")
    if not (has_shapes or any(name.startswith("customUI/") for name in names)):
        told = f"{file.name} has its macros, but has lost its buttons: another program has saved it"
        buttons = Finding("Buttons", State.NOTE, told, machine.xlplugin("setup", str(file)))
    return [buttons, _version(machine, file, macros, settings)]


def _version(
    machine: Machine, file: Path, macros: Macros, settings: Sequence[tuple[str, str]] | None
) -> Finding:
    """Whether the macros are those of the xlplugin and the xlwings that are installed."""
    renew = machine.xlplugin("setup", str(file))
    if macros.are_current and not looks_beside(settings):
        told = f"they are those of this version, with xlwings {macros.xlwings}"
        return Finding("Macros", State.OK, told)
    if not macros.xlwings:
        told = f"those of {file.name} are not xlplugin's, or are damaged"
        new = machine.xlplugin("new", "event.xlsm", "--ruleset", "NAME")
        return Finding("Macros", State.NOTE, told, f"make a new workbook: {new}")
    if macros.xlwings != XLWINGS:
        told = f"those of {file.name} are of xlwings {macros.xlwings}; {XLWINGS} is installed"
        return Finding("Macros", State.MISSING, told, renew)
    told = f"those of {file.name}, or its hidden tab {CONF}, are of another version"
    return Finding("Macros", State.NOTE, told, renew)


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
