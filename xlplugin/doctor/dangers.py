"""Things in a workbook, or beside it, that a click could run; they are named, and none is run.

Macros of another version look for settings and modules in the workbook's folder; ours do not.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Sequence
from contextlib import suppress
from pathlib import Path

from xlplugin.ground.machine import Finding, Machine, State
from xlplugin.ground.texts import first_of, msg, t
from xlplugin.setup.macros import SETTING
from xlplugin.setup.settings import pairs_in
from xlplugin.workbook.live_patterns import CONF

HARMLESS = ("SHOW CONSOLE", "SHOW_ERROR_POPUPS")
"""Settings of xlwings that name neither a program nor a folder, nor anything secret."""
PACKAGES = {
    "xlplugin", "engine", "xlwings",
    "aem", "appscript", "click", "dateutil", "defusedxml", "et_xmlfile", "lxml", "markdown_it", "mdurl",
    "numpy", "olefile", "openpyxl", "osax", "pandas", "psutil", "pygments", "pythoncom", "python_calamine",
    "pywintypes", "pytz", "rich", "segno", "six", "tzdata", "win32api", "win32com", "win32con",
    "win32gui", "win32process", "win32timezone",
}  # fmt: skip
"""Modules that the buttons import, besides Python's own."""
MODULES = (".py", ".pyc", ".pyd", ".so")
MOST_LISTED = 5
LONGEST = 100
MOST_READ = 100_000


def dangers(
    machine: Machine,
    file: Path,
    settings: Sequence[tuple[str, str]] | None,
    tabs: Sequence[str],
    *,
    is_older: bool,
) -> list[Finding]:
    """Settings and files that could make a click run something else; older macros look in the folder."""
    setup = machine.xlplugin("setup", str(file))
    renew = t("{command}; then its buttons look for nothing beside it", command=setup)
    findings = [*_in_tab(setup, file, settings or ()), *_in_folder(file, renew if is_older else "")]
    modules = _modules_beside(file) if is_older else []
    if modules:
        text = msg("{folder} has {files}, which a click on {file} would run as a program")
        folder = file.absolute().parent
        detail = t(text, folder=folder, files=_listed(modules), file=file.name)
        findings.append(Finding(msg("Programs"), State.DANGER, detail, renew))
    programs = [name for name in tabs if is_older and name.lower().endswith(".py")]
    if programs:
        text = msg("{file} has a program in the tab {tabs}, which a click may use or run")
        detail = t(text, file=file.name, tabs=_listed(programs))
        findings.append(Finding(msg("Program"), State.DANGER, detail, renew))
    return findings


def _in_tab(setup: str, file: Path, settings: Sequence[tuple[str, str]]) -> list[Finding]:
    """Settings on the workbook's own tab, which is hidden."""
    harmful = _harmful(settings)
    if not harmful:
        return []
    text = msg("the hidden tab {tab} of {file} sets {settings}, which a click may use or run")
    detail = t(text, tab=CONF, file=file.name, settings=_listed(harmful))
    remedy = t(
        "unless you have put that there yourself, ask who sent you the file, and do not use it"
    )
    if file.suffix.lower() == ".xlsm":
        remedy = t("{remedy}; this takes it out: {command}", remedy=remedy, command=setup)
    return [Finding(msg("Settings"), State.DANGER, detail, remedy)]


def _in_folder(file: Path, renew: str) -> list[Finding]:
    """Settings in a file beside the workbook, where a click may look if there is something to renew."""
    conf, content = file.absolute().with_name(CONF), b""
    with suppress(OSError):
        if conf.is_file():
            with conf.open("rb") as opened:
                content = opened.read(MOST_READ)
    settings = _listed(_harmful([(k.strip().upper(), value) for k, value in pairs_in(content)]))
    if not settings:
        return []
    values = {"path": conf, "settings": settings, "file": file.name}
    if renew:
        detail = t("{path} sets {settings}, which a click may use or run", **values)
        return [Finding(msg("Settings"), State.DANGER, detail, renew)]
    detail = t("{path} sets {settings}; {file} does not look there", **values)
    return [Finding(msg("Settings"), State.NOTE, detail)]


def _harmful(settings: Iterable[tuple[str, str]]) -> list[str]:
    """The settings that could do harm, with what they say."""
    harmful = []
    for key, value in settings:
        is_own = key == SETTING[0] and value.strip().lower() != "true"
        if key and value and not is_own and key not in HARMLESS:
            harmful.append(key if "KEY" in key or "SECRET" in key else f"{key} ({value})")
    return harmful


def _modules_beside(file: Path) -> list[str]:
    """Files and folders that Python would take for modules of ours, of libraries, or its own."""
    try:
        beside = sorted(file.absolute().parent.iterdir())
        return [path.name for path in beside if _passes_for_module(path, file)]
    except OSError:
        return []


def _passes_for_module(path: Path, file: Path) -> bool:
    if path.name.lower() == f"{file.stem}.zip".lower():
        return True
    if path.name.partition(".")[0] not in PACKAGES | sys.stdlib_module_names:
        return False
    if path.is_dir():
        return any((path / f"__init__{end}").exists() for end in MODULES)
    return path.suffix.lower() in MODULES


def _listed(things: Sequence[str]) -> str:
    """Some things in one line, without signs that a terminal would obey."""
    shown = [
        "".join(sign if sign.isprintable() else "?" for sign in thing[:LONGEST]) for thing in things
    ]
    return ", ".join(first_of(shown, MOST_LISTED, lambda n: t("and {n} more", n=n)))
