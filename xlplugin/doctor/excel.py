"""Excel and its macro security, without starting it."""

from __future__ import annotations

import plistlib
from pathlib import Path
from typing import Any
from xml.parsers.expat import ExpatError

from xlplugin.ground.machine import CLICK_TO_RUN, EXCEL_KEY, MACOS, WINDOWS, Finding, Machine, State
from xlplugin.ground.texts import msg, t

OWN = r"HKCU\Software\Microsoft\Office\16.0\Excel\Security"
POLICIES = (
    r"HKCU\Software\Policies\Microsoft\Cloud\Office\16.0\Excel\Security",
    r"HKCU\Software\Policies\Microsoft\Office\16.0\Excel\Security",
)
"""Places where an organization sets macro security; the first that does counts."""

ASK_ON_WINDOWS = msg(
    "Excel: File > Options > Trust Center > Trust Center Settings > Macro Settings > "
    '"Disable VBA macros with notification" > OK; then close Excel and open the workbook again'
)
ASK_ON_MACOS = msg(
    'Excel: menu Excel > Preferences > Security > "Disable all macros with notification"; then '
    "quit Excel and open the workbook again"
)
ASK_THE_ADMINISTRATOR = msg(
    "your organization has set this: ask its administrator; meanwhile the commands work, and so does "
    "xlwings Lite"
)
ALL_DISABLED = msg("Excel disables all macros without asking")
ALL_RUN = msg("Excel runs the macros of every file without asking, harmful ones too")


def excel(machine: Machine) -> Finding:
    """Desktop Excel and its version, or that it is missing."""
    version = _on_windows(machine) if machine.system == WINDOWS else _on_macos(machine)
    if version is not None:
        return Finding("Excel", State.OK, version)
    mend = t(
        "install Excel from https://www.office.com; without it the commands work ({command}), "
        "and xlwings Lite in Excel on the web",
        command=machine.xlplugin("pair", "FILE"),
    )
    detail = t("no desktop Excel is installed; the buttons need it")
    return Finding("Excel", State.MISSING, detail, mend)


def place_of_excel(machine: Machine) -> str | None:
    """The program of desktop Excel on Windows, or the application on macOS, if it is installed."""
    if machine.system == WINDOWS:
        places = (machine.registry(rf"{hive}\{EXCEL_KEY}", "") for hive in ("HKLM", "HKCU"))
        programs = [str(place or "").strip('"') for place in places]
    else:
        folders = ("/Applications", f"{machine.home}/Applications")
        programs = [f"{folder}/Microsoft Excel.app" for folder in folders]
    return next((p for p in programs if p and machine.exists(machine.expanded(p))), None)


def _on_windows(machine: Machine) -> str | None:
    program = place_of_excel(machine)
    if program is None:
        return None
    name = machine.registry(r"HKLM\SOFTWARE\Classes\Excel.Application\CurVer", "")
    version = str(name or "").rpartition(".")[2]
    if reported := machine.registry(CLICK_TO_RUN, "VersionToReport"):
        platform = str(machine.registry(CLICK_TO_RUN, "Platform"))
        version = f"{reported}{ {'x64': ', 64-bit', 'x86': ', 32-bit'}.get(platform, '') }"
    if not version:
        return program
    return t("version {version}, {program}", version=version, program=program)


def _on_macos(machine: Machine) -> str | None:
    app = place_of_excel(machine)
    if app is None:
        return None
    about = _plist(machine, f"{app}/Contents/Info.plist")
    version = about.get("CFBundleShortVersionString", t("unknown"))
    return t("version {version}, {program}", version=version, program=app)


def _plist(machine: Machine, path: str) -> dict[str, Any]:
    """The properties in a file; none if it is not there or damaged."""
    try:
        values = plistlib.loads(machine.read(path) or b"")
    except (plistlib.InvalidFileException, ExpatError, ValueError, OverflowError):
        return {}
    return values if isinstance(values, dict) else {}


def macro_security(machine: Machine) -> Finding:
    """The macro security of Excel."""
    is_windows = machine.system == WINDOWS
    state, detail, remedy = (_macros_on_windows if is_windows else _macros_on_macos)(machine)
    return Finding(msg("Macro security"), state, t(detail), t(remedy))


def _macros_on_windows(machine: Machine) -> tuple[State, str, str]:
    values = ((key, machine.registry(key, "VBAWarnings")) for key in (*POLICIES, OWN))
    key, value = next((pair for pair in values if pair[1] is not None), ("", None))
    mend = ASK_THE_ADMINISTRATOR if key in POLICIES else ASK_ON_WINDOWS
    unsigned = t("Excel disables macros without a signature, as these are, without asking")
    asks = t("Excel asks when a workbook with macros is opened: click Enable Content")
    by_value: dict[str | int | None, tuple[State, str, str]] = {
        4: (State.MISSING, ALL_DISABLED, mend),
        3: (State.MISSING, unsigned, mend),
        1: (State.NOTE, ALL_RUN, mend),
    }
    return by_value.get(value, (State.OK, asks, ""))


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
    """The system's mark on a file with macros that it is from the internet, if there is one."""
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
