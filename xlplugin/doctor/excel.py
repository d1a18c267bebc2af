"""Excel and its macro security, without starting it."""

from __future__ import annotations

import plistlib
from pathlib import Path
from typing import Any
from xml.parsers.expat import ExpatError

from engine.texts import msg
from xlplugin.machine import CLICK_TO_RUN, EXCEL_KEY, MACOS, WINDOWS, Finding, Machine, State
from xlplugin.texts import t

OWN = r"HKCU\Software\Microsoft\Office\16.0\Excel\Security"
POLICIES = (
    r"HKCU\Software\Policies\Microsoft\Cloud\Office\16.0\Excel\Security",
    r"HKCU\Software\Policies\Microsoft\Office\16.0\Excel\Security",
)
"""Where an organization sets macro security; the first that does counts."""

ASK_ON_WINDOWS = t(
    "Excel: File > Options > Trust Center > Trust Center Settings > Macro Settings > "
    '"Disable VBA macros with notification" > OK; then close Excel and open the workbook again'
)
ASK_ON_MACOS = t(
    'Excel: menu Excel > Preferences > Security > "Disable all macros with notification"; then '
    "quit Excel and open the workbook again"
)
ASK_THE_ADMINISTRATOR = t(
    "your organization has set this: ask its administrator; meanwhile the commands work, and so does "
    "xlwings Lite"
)
ALL_DISABLED = t("Excel disables all macros without asking")
ALL_RUN = t("Excel runs the macros of every file without asking, harmful ones too")


def excel(machine: Machine) -> Finding:
    """Whether desktop Excel is installed, and its version."""
    version = _on_windows(machine) if machine.system == WINDOWS else _on_macos(machine)
    if version is not None:
        return Finding("Excel", State.OK, version)
    detail = t("no desktop Excel is installed; the buttons need it")
    remedy = msg(
        "install Excel from https://www.office.com; without it the commands work ({command}), "
        "and xlwings Lite in Excel on the web"
    )
    mend = t(remedy, command=machine.xlplugin("pair", "FILE"))
    return Finding("Excel", State.MISSING, detail, mend)


def _on_windows(machine: Machine) -> str | None:
    for hive in ("HKLM", "HKCU"):
        program = str(machine.registry(rf"{hive}\{EXCEL_KEY}", "") or "").strip('"')
        if program and machine.exists(machine.expanded(program)):
            break
    else:
        return None
    version = machine.registry(CLICK_TO_RUN, "VersionToReport")
    if version:
        platform = str(machine.registry(CLICK_TO_RUN, "Platform"))
        version = f"{version}{ {'x64': ', 64-bit', 'x86': ', 32-bit'}.get(platform, '') }"
    else:
        name = machine.registry(r"HKLM\SOFTWARE\Classes\Excel.Application\CurVer", "")
        version = str(name or "").rpartition(".")[2]
    return (
        t("version {version}, {program}", version=version, program=program) if version else program
    )


def _on_macos(machine: Machine) -> str | None:
    for folder in ("/Applications", f"{machine.home}/Applications"):
        app = f"{folder}/Microsoft Excel.app"
        if machine.exists(app):
            about = _plist(machine, f"{app}/Contents/Info.plist")
            version = about.get("CFBundleShortVersionString", t("unknown"))
            return t("version {version}, {program}", version=version, program=app)
    return None


def _plist(machine: Machine, path: str) -> dict[str, Any]:
    """The properties in a file; none if it is not there or damaged."""
    try:
        values = plistlib.loads(machine.read(path) or b"")
    except (plistlib.InvalidFileException, ExpatError, ValueError, OverflowError):
        return {}
    return values if isinstance(values, dict) else {}


def macro_security(machine: Machine) -> Finding:
    """Whether Excel lets macros run."""
    is_windows = machine.system == WINDOWS
    state, detail, remedy = (_macros_on_windows if is_windows else _macros_on_macos)(machine)
    return Finding("Macro security", state, detail, remedy)


def _macros_on_windows(machine: Machine) -> tuple[State, str, str]:
    values = [(key, machine.registry(key, "VBAWarnings")) for key in (*POLICIES, OWN)]
    key, value = next((pair for pair in values if pair[1] is not None), ("", None))
    mend = ASK_THE_ADMINISTRATOR if key in POLICIES else ASK_ON_WINDOWS
    if value == 4:
        return State.MISSING, ALL_DISABLED, mend
    if value == 3:
        detail = t("Excel disables macros without a signature, as these are, without asking")
        return State.MISSING, detail, mend
    if value == 1:
        return State.NOTE, ALL_RUN, mend
    asks = t("Excel asks when a workbook with macros is opened: click Enable Content")
    return State.OK, asks, ""


def _macros_on_macos(machine: Machine) -> tuple[State, str, str]:
    office, own = "com.microsoft.office.plist", "com.microsoft.Excel.plist"
    managed = "/Library/Managed Preferences"
    policies = [f"{managed}/{machine.environ.get('USER', '')}/{office}", f"{managed}/{office}"]
    container = f"{machine.home}/Library/Containers/com.microsoft.Excel/Data/Library/Preferences"
    preferences = f"{machine.home}/Library/Preferences"
    places = [*policies, f"{preferences}/{office}", f"{container}/{own}", f"{preferences}/{own}"]
    for place in places:
        values = _plist(machine, place)
        mend = ASK_THE_ADMINISTRATOR if place in policies else ASK_ON_MACOS
        state = values.get("VisualBasicMacroExecutionState")
        if values.get("VisualBasicEntirelyDisabled") is True or state == "DisabledWithoutWarnings":
            return State.MISSING, ALL_DISABLED, mend
        if state == "EnabledWithoutWarnings":
            return State.NOTE, ALL_RUN, mend
        if state is not None:
            break
    asks = t("Excel asks when a workbook with macros is opened: click Enable Macros")
    return State.OK, asks, ""


def origin(machine: Machine, file: Path) -> list[Finding]:
    """Whether the system has marked a file with macros as one from the internet."""
    path, what = str(file.absolute()), msg("From the internet")
    if machine.system == WINDOWS:
        mark = (machine.read(f"{path}:Zone.Identifier") or b"").decode("ascii", errors="replace")
        zones = [line.partition("=")[2].strip() for line in mark.splitlines() if "ZoneId=" in line]
        if zones and zones[0] in ("3", "4"):
            text = msg("Windows has marked {file} as downloaded, so Excel blocks its macros")
            remedy = msg(
                "close it in Excel; in Explorer right-click {file} > Properties > tick Unblock > OK; "
                "open it again"
            )
            name = {"file": file.name}
            return [Finding(what, State.MISSING, t(text, **name), t(remedy, **name))]
    if machine.system == MACOS:
        mark_of = ["/usr/bin/xattr", "-p", "com.apple.quarantine", path]
        if machine.run(mark_of).status == 0:
            mend = machine.typed("xattr", "-d", "com.apple.quarantine", path)
            text = msg("macOS has marked {file} as downloaded; Excel may open it read-only")
            return [Finding(what, State.NOTE, t(text, file=file.name), mend)]
    return []
