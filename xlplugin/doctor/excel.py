"""Excel and its macro security, without starting it."""

from __future__ import annotations

import plistlib
from pathlib import Path
from typing import Any
from xml.parsers.expat import ExpatError

from xlplugin.setup.machine import MACOS, WINDOWS, Finding, Machine, State

OWN = r"HKCU\Software\Microsoft\Office\16.0\Excel\Security"
POLICIES = (
    r"HKCU\Software\Policies\Microsoft\Cloud\Office\16.0\Excel\Security",
    r"HKCU\Software\Policies\Microsoft\Office\16.0\Excel\Security",
)
"""Where an organization sets macro security; the first that does counts."""

ASK_ON_WINDOWS = (
    "Excel: File > Options > Trust Center > Trust Center Settings > Macro Settings > "
    '"Disable VBA macros with notification" > OK; then close Excel and open the workbook again'
)
ASK_ON_MACOS = (
    'Excel: menu Excel > Preferences > Security > "Disable all macros with notification"; then '
    "quit Excel and open the workbook again"
)
ASK_THE_ADMINISTRATOR = (
    "your organization has set this: ask its administrator; meanwhile the commands work, and so does "
    "xlwings Lite"
)
ASKS = "Excel asks when a workbook with macros is opened: click Enable Content"


def excel(machine: Machine) -> Finding:
    """Whether desktop Excel is installed, and its version."""
    version = _on_windows(machine) if machine.system == WINDOWS else _on_macos(machine)
    if version is not None:
        return Finding("Excel", State.OK, version)
    return Finding(
        "Excel",
        State.MISSING,
        "no desktop Excel is installed; the buttons need it",
        "install Excel from https://www.office.com; without it the commands work "
        f"({machine.xlplugin('pair', 'FILE')}), and xlwings Lite in Excel on the web",
    )


def _on_windows(machine: Machine) -> str | None:
    for hive in ("HKLM", "HKCU"):
        key = rf"{hive}\SOFTWARE\Microsoft\Windows\CurrentVersion\App Paths\excel.exe"
        program = str(machine.registry(key, "") or "").strip('"')
        if program and machine.exists(machine.expanded(program)):
            break
    else:
        return None
    clicked = r"HKLM\SOFTWARE\Microsoft\Office\ClickToRun\Configuration"
    version = machine.registry(clicked, "VersionToReport")
    if version:
        platform = machine.registry(clicked, "Platform")
        bits = {"x64": ", 64-bit", "x86": ", 32-bit"}.get(str(platform), "")
        return f"version {version}{bits}, {program}"
    name = machine.registry(r"HKLM\SOFTWARE\Classes\Excel.Application\CurVer", "")
    number = str(name or "").rpartition(".")[2]
    return f"version {number}, {program}" if number else program


def _on_macos(machine: Machine) -> str | None:
    for folder in ("/Applications", f"{machine.home}/Applications"):
        app = f"{folder}/Microsoft Excel.app"
        if machine.exists(app):
            about = _plist(machine, f"{app}/Contents/Info.plist")
            return f"version {about.get('CFBundleShortVersionString', 'unknown')}, {app}"
    return None


def _plist(machine: Machine, path: str) -> dict[str, Any]:
    """The properties in a file; none if it is not there or damaged."""
    try:
        found = plistlib.loads(machine.read(path) or b"")
    except (plistlib.InvalidFileException, ExpatError, ValueError, OverflowError):
        return {}
    return found if isinstance(found, dict) else {}


def macro_security(machine: Machine) -> Finding:
    """Whether Excel lets macros run."""
    return _macros_on_windows(machine) if machine.system == WINDOWS else _macros_on_macos(machine)


def _macros_on_windows(machine: Machine) -> Finding:
    values = [(key, machine.registry(key, "VBAWarnings")) for key in (*POLICIES, OWN)]
    key, value = next((pair for pair in values if pair[1] is not None), ("", None))
    mend = ASK_THE_ADMINISTRATOR if key in POLICIES else ASK_ON_WINDOWS
    what = "Macro security"
    if value == 4:
        return Finding(what, State.MISSING, "Excel disables all macros without asking", mend)
    if value == 3:
        told = "Excel disables macros without a signature, as these are, without asking"
        return Finding(what, State.MISSING, told, mend)
    if value == 1:
        told = "Excel runs the macros of every file without asking, harmful ones too"
        return Finding(what, State.NOTE, told, mend)
    return Finding(what, State.OK, ASKS)


def _macros_on_macos(machine: Machine) -> Finding:
    office, own = "com.microsoft.office.plist", "com.microsoft.Excel.plist"
    user = machine.environ.get("USER", "")
    managed = "/Library/Managed Preferences"
    policies = [f"{managed}/{user}/{office}", f"{managed}/{office}"]
    container = f"{machine.home}/Library/Containers/com.microsoft.Excel/Data/Library/Preferences"
    preferences = f"{machine.home}/Library/Preferences"
    places = [*policies, f"{preferences}/{office}", f"{container}/{own}", f"{preferences}/{own}"]
    what = "Macro security"
    for place in places:
        said = _plist(machine, place)
        mend = ASK_THE_ADMINISTRATOR if place in policies else ASK_ON_MACOS
        state = said.get("VisualBasicMacroExecutionState")
        if said.get("VisualBasicEntirelyDisabled") is True or state == "DisabledWithoutWarnings":
            return Finding(what, State.MISSING, "Excel disables all macros without asking", mend)
        if state == "EnabledWithoutWarnings":
            told = "Excel runs the macros of every file without asking, harmful ones too"
            return Finding(what, State.NOTE, told, mend)
        if state is not None:
            break
    return Finding(what, State.OK, ASKS.replace("Enable Content", "Enable Macros"))


def origin(machine: Machine, file: Path) -> list[Finding]:
    """Whether the system has marked a file with macros as one from the internet.

    Args:
        machine: the computer.
        file: the workbook.
    """
    path = str(file.absolute())
    if machine.system == WINDOWS:
        mark = (machine.read(f"{path}:Zone.Identifier") or b"").decode("ascii", errors="replace")
        zones = [line.partition("=")[2].strip() for line in mark.splitlines() if "ZoneId=" in line]
        if zones and zones[0] in ("3", "4"):
            return [
                Finding(
                    "From the internet",
                    State.MISSING,
                    f"Windows has marked {file.name} as downloaded, so Excel blocks its macros",
                    f"close it in Excel; in Explorer right-click {file.name} > Properties > tick "
                    "Unblock > OK; open it again",
                )
            ]
    if machine.system == MACOS:
        mark_of = ["/usr/bin/xattr", "-p", "com.apple.quarantine", path]
        if machine.run(mark_of).status == 0:
            mend = machine.typed("xattr", "-d", "com.apple.quarantine", path)
            told = f"macOS has marked {file.name} as downloaded; Excel may open it read-only"
            return [Finding("From the internet", State.NOTE, told, mend)]
    return []
