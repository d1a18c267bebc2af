"""The extension for LibreOffice: installed by LibreOffice's own program for that, removed, looked for."""

from __future__ import annotations

import re
import tempfile
from collections.abc import Callable
from pathlib import Path

from xlplugin.ground.machine import WINDOWS, Answer, Finding, Machine, State
from xlplugin.ground.texts import t
from xlplugin.hosts.libreoffice.soffice import GET_IT, program

EXTENSION = "xlplugin.tournament"
BUTTONS, LIBREOFFICE = "Buttons", "LibreOffice"
IS_RUNNING = re.compile("lock file|already running", re.IGNORECASE)
IS_ROOT = re.compile("as root", re.IGNORECASE)
WITHOUT_PYTHON = re.compile("com.sun.star.loader.Python|pythonloader", re.IGNORECASE)
VERSION = re.compile(rf"Identifier: {re.escape(EXTENSION)}\s+Version: (\S+)")


def installer(machine: Machine) -> str | None:
    """The path of LibreOffice's program that installs extensions."""
    office = program(machine)
    if office is None:
        return None
    name = "unopkg.com" if machine.system == WINDOWS else "unopkg"
    beside = str(machine.path(office).parent / name)
    return beside if machine.exists(beside) else machine.which("unopkg")


def installed(machine: Machine, name: str, extension: Callable[[], bytes]) -> list[Finding]:
    """Give LibreOffice the extension, whose file has this ``name``, in place of an older one."""
    path = installer(machine)
    if path is None:
        return [_without(machine)]
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder, name)
        file.write_bytes(extension())
        answer = machine.run([path, "add", "--force", "--suppress-license", str(file)])
    if answer.status != 0:
        return [_fault(machine, answer)]
    detail = t("the toolbar and the menu Tournament are in LibreOffice ({program})", program=path)
    return [Finding(BUTTONS, State.DONE, detail)]


def removed(machine: Machine) -> list[Finding]:
    """Take the extension out of LibreOffice."""
    path = installer(machine)
    if path is None:
        return [_without(machine).where_not_needed()]
    found = status(machine)
    if found[0].state is not State.OK:
        return [finding.where_not_needed() for finding in found]
    answer = machine.run([path, "remove", EXTENSION])
    if answer.status != 0:
        return [_fault(machine, answer)]
    return [Finding(BUTTONS, State.DONE, t("taken out of LibreOffice"))]


def status(machine: Machine) -> list[Finding]:
    """The extension's version in LibreOffice, or that it is not there."""
    path = installer(machine)
    if path is None:
        return [_without(machine)]
    answer = machine.run([path, "list"])
    if answer.status != 0:
        return [_fault(machine, answer)]
    version, remedy = VERSION.search(answer.out), machine.xlplugin("libreoffice", "install")
    if not version:
        return [Finding(BUTTONS, State.MISSING, t("LibreOffice does not have them"), remedy)]
    if version[1] != machine.installed("xlplugin"):
        detail = t("LibreOffice has those of version {version}", version=version[1])
        return [Finding(BUTTONS, State.NOTE, detail, remedy)]
    return [Finding(BUTTONS, State.OK, t("LibreOffice has them, of this version"))]


def _without(machine: Machine) -> Finding:
    detail = t("its program unopkg, which installs extensions, is not here")
    remedy = t("download the extension (.oxt) of the newest release, and open it in LibreOffice")
    if program(machine) is None:
        detail = t("not found on this computer")
        remedy = t("get it from {address}, then run this again", address=GET_IT)
    return Finding(LIBREOFFICE, State.MISSING, detail, remedy)


def _fault(machine: Machine, answer: Answer) -> Finding:
    """The fault that LibreOffice reports, and what to do."""
    said = answer.err or answer.out
    lines = [line for line in said.splitlines() if line.startswith("ERROR:")] or said.splitlines()
    detail = lines[0].removeprefix("ERROR:").strip() if lines else t("it did not say why")
    remedy = t("open the extension (.oxt) of the newest release in LibreOffice instead")
    if IS_RUNNING.search(said):
        detail = t("it is running")
        remedy = t("close all of its windows, and its icon beside the clock, then run this again")
    elif IS_ROOT.search(said):
        detail = t("it installs nothing for the user root")
        remedy = t("run this as yourself")
    elif WITHOUT_PYTHON.search(said):
        detail = t("it has no Python")
        remedy = machine.typed("sudo", "apt-get", "install", "python3-uno")
    return Finding(LIBREOFFICE, State.MISSING, detail, remedy)
