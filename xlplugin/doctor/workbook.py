"""Findings on one workbook."""

from __future__ import annotations

import re
from io import BytesIO
from pathlib import Path
from zipfile import ZipFile

from xlplugin.doctor.dangers import dangers
from xlplugin.ground.machine import MACOS, XLWINGS, Finding, Machine, State
from xlplugin.ground.problems import ERRORS, HostError
from xlplugin.ground.texts import msg, t
from xlplugin.hosts.closed_file.lock_files import open_locks
from xlplugin.hosts.closed_file.opening import book_in, read_bytes
from xlplugin.setup.macros import Macros, looks_beside, macros_in, own_settings
from xlplugin.workbook.book import Book
from xlplugin.workbook.engine_errors import error_text
from xlplugin.workbook.live_patterns import CONF
from xlplugin.workbook.reading.reader import read_event

MACRO_OF_A_SHAPE = re.compile(rb'\bmacro="[^"]|<x:FmlaMacro>')


def workbook_findings(machine: Machine, file: Path) -> list[Finding]:
    """The findings on a workbook: its content, its macros, its folder, its dangers."""
    try:
        data = read_bytes(file)
        book = book_in(data, file, with_patterns=True)
    except RuntimeError:  # from a link that leads back to itself
        fault = t("{file} is a link to nowhere", file=file.name)
        return [_missing(fault, t("give the name of the workbook itself"))]
    except HostError as error:
        return [_missing(error.fault.removesuffix("."), error.remedy)]
    if file.suffix.lower() not in (".xlsx", ".xlsm"):
        mend = t("in Excel: File > Save As > Excel Workbook (.xlsx)")
        return [_missing(t("{file} is not an .xlsx or .xlsm", file=file), mend)]
    macros, settings = macros_in(data), own_settings(book)
    is_older = macros is not None and (not macros.are_current or looks_beside(settings))
    buttons = _buttons(machine, file, data, macros)
    if macros and macros.run:
        buttons.append(_version(machine, file, macros, is_older=is_older))
    return [
        _content(machine, book),
        *(buttons if machine.runs_excel else [f.where_not_needed() for f in buttons]),
        *dangers(machine, file, settings, list(book.sheets), is_older=is_older),
        *_open_elsewhere(file),
        *_cloud(machine, file),
    ]


def _missing(fault: str, remedy: str) -> Finding:
    return Finding(msg("File"), State.MISSING, fault, remedy)


def _content(machine: Machine, book: Book) -> Finding:
    try:
        problems = list(map(str, read_event(book).problems))
    except ERRORS as error:
        problems = error_text(error).splitlines()
    if not problems:
        return Finding(msg("File"), State.OK, t("{file} can be read", file=book.name))
    text = msg("{file} has problems: {n}, the first of them {problem}")
    detail = t(text, file=book.name, n=len(problems), problem=problems[0])
    remedy = t("see them all: {command}", command=machine.xlplugin("check", book.name))
    return Finding(msg("File"), State.NOTE, detail, remedy)


def _buttons(machine: Machine, file: Path, data: bytes, macros: Macros | None) -> list[Finding]:
    if macros is None:
        if file.suffix.lower() == ".xlsm":
            detail = t("{file} has lost its macros: another program has saved it", file=file.name)
            mend = t("put a backup back: {command}", command=machine.xlplugin("restore", str(file)))
            return [Finding(msg("Buttons"), State.MISSING, detail, mend)]
        detail = t("{file} has no macros, so no buttons; every command works on it", file=file.name)
        mend = msg("for buttons in desktop Excel: {command}; or use xlwings Lite")
        return [Finding(msg("Buttons"), State.NOTE, detail, t(mend, command=_new(machine)))]
    with ZipFile(BytesIO(data)) as archive:
        names = archive.namelist()
        drawings = (name for name in names if name.startswith("xl/drawings/"))
        has_shapes = any(MACRO_OF_A_SHAPE.search(archive.read(name)) for name in drawings)
    has_ribbon = any(name.startswith("customUI/") for name in names)
    renew = machine.xlplugin("setup", str(file))
    state = State.NOTE
    text = msg("{file} has its macros, but has lost its buttons: another program has saved it")
    if not macros.run:
        state = State.MISSING
        text = msg("the macros of {file} do not run in Excel any more: LibreOffice has saved it")
    elif has_shapes:
        state, text, renew = State.OK, msg("{file} has its macros and buttons"), ""
    elif has_ribbon:
        text = msg("{file} has lost the buttons on Event: another program has saved it")
        renew = t("use those on the ribbon tab Tournament")
    return [Finding(msg("Buttons"), state, t(text, file=file.name), renew)]


def _new(machine: Machine) -> str:
    return machine.xlplugin("new", "event.xlsm", "--ruleset", "NAME")


def _version(machine: Machine, file: Path, macros: Macros, *, is_older: bool) -> Finding:
    """The version of the macros beside those of the xlplugin and the xlwings that are installed."""
    if not is_older:
        detail = t("they are those of this version, with xlwings {version}", version=macros.xlwings)
        return Finding(msg("Macros"), State.OK, detail)
    if not macros.xlwings:
        detail = t("those of {file} are not xlplugin's, or are damaged", file=file.name)
        remedy = t("make a new workbook: {command}", command=_new(machine))
        return Finding(msg("Macros"), State.NOTE, detail, remedy)
    state = State.NOTE
    text = msg("those of {file}, or its hidden tab {tab}, are of another version")
    if macros.xlwings != XLWINGS:
        state = State.MISSING
        text = msg("those of {file} are of xlwings {version}; {installed} is installed")
    detail = t(text, file=file.name, tab=CONF, version=macros.xlwings, installed=XLWINGS)
    return Finding(msg("Macros"), state, detail, machine.xlplugin("setup", str(file)))


def _open_elsewhere(file: Path) -> list[Finding]:
    return [
        Finding(
            "Open",
            State.OK if program == "Excel" else State.NOTE,
            t("{file} is open in {program}", file=file.name, program=program),
            t("before a command changes it, save and close it in {program}", program=program),
        )
        for _, program in open_locks(file)
    ]


def _cloud(machine: Machine, file: Path) -> list[Finding]:
    """The cloud with which the workbook's folder is kept in step, if there is one."""
    name = cloud_of(machine, str(file.resolve()))
    if not name:
        return []
    text = msg(
        "the folder of {file} is synchronized with {cloud}; Excel may then hide from xlwings "
        "where it is"
    )
    remedy = msg(
        "save it in a folder of this computer alone, for example {folder}, and use it there; copy "
        "it back after the event"
    )
    folder = machine.path(machine.home, "Tournaments")
    detail = t(text, file=file.name, cloud=name)
    return [Finding(msg("Folder"), State.NOTE, detail, t(remedy, folder=folder))]


def cloud_of(machine: Machine, path: str) -> str | None:
    """The name of the cloud that an absolute path belongs to."""
    if "://" in path:
        return t("a web address")
    place, variables = machine.path(path), ("OneDrive", "OneDriveConsumer", "OneDriveCommercial")
    folders = filter(None, map(machine.environ.get, variables))
    if any(place.is_relative_to(machine.path(folder)) for folder in folders):
        return "OneDrive"
    for part in place.parts[:-1]:
        if part == "OneDrive" or part.startswith(("OneDrive - ", "OneDrive-")):
            return "OneDrive"
        if part.endswith(" - Documents"):
            return "SharePoint"
        if machine.system == MACOS and part == "com~apple~CloudDocs":
            return "iCloud Drive"
        if machine.system == MACOS and part == "CloudStorage":
            return t("a cloud")
        if part.startswith(("Dropbox", "Google Drive", "iCloudDrive", "iCloud Drive")):
            return part
    return None
