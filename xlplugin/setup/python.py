"""The Python that the buttons call: only the user's own settings name it, and only it is asked."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass

from xlplugin.ground.machine import MACOS, WINDOWS, XLWINGS, Finding, Machine, State
from xlplugin.ground.texts import msg, t
from xlplugin.setup.settings import (
    PYTHON,
    UserSettings,
    folder_of_settings,
    is_of,
    shared_key,
    written,
)

OLDEST_PYTHON = "3.11"
MANAGED = "\\python\\pythoncore-"
"""In the path of a Python that is kept by Python's install manager for Windows."""


@dataclass(frozen=True, slots=True)
class Called:
    """The Python that the buttons call, as it answers."""

    path: str
    version: str
    bits: int
    prefix: str
    xlwings: str  # its version; blank if it cannot be imported, and ``fault`` says why
    drives_excel: bool  # xlwings has what it needs to reach Excel
    xlplugin: str  # its version, as above
    fault: str


QUESTION = """
import json, struct, sys
from importlib import import_module
from importlib.metadata import version
from importlib.util import find_spec
answer = {"version": "%d.%d.%d" % sys.version_info[:3], "bits": struct.calcsize("P") * 8,
          "prefix": sys.prefix, "xlwings": "", "drives_excel": False, "xlplugin": "", "fault": ""}
needed = {"win32": ("pythoncom", "win32com.client", "win32gui", "win32process", "win32timezone"),
          "darwin": ("aem", "appscript", "osax", "psutil")}.get(sys.platform, ())
try:
    answer["xlwings"] = version("xlwings")
    answer["drives_excel"] = bool([import_module(name) for name in needed])
except Exception as error:
    answer["fault"] = "%s: %s" % (type(error).__name__, error)
try:
    import xlplugin.doors.clicks
    if find_spec("xlplugin.from_excel"):
        answer["xlplugin"] = version("xlplugin")
except Exception as error:
    answer["fault"] = "%s: %s" % (type(error).__name__, error)
print(json.dumps(answer))
"""
"""The program that the Python is given to run.

It does not import xlwings, which does things to running Excels when Python ends."""


class Refused(Exception):
    """Something cannot be set up; ``finding`` says why and what to do."""

    def __init__(self, finding: Finding) -> None:
        super().__init__(finding.detail)
        self.finding = finding


def called(machine: Machine) -> str | None:
    """The program that the buttons call, by the user's own settings; ``None`` if they say none."""
    return UserSettings(machine).get(PYTHON) or None


def is_set_up(machine: Machine) -> bool:
    """True if the buttons know a Python that is there; nothing is run to find out."""
    path = called(machine)
    return path is not None and machine.exists(path)


def call_this_python(machine: Machine) -> str:
    """Make the buttons call the Python that runs this; gives what was changed, ``""`` for nothing.

    What other workbooks with xlwings call is not touched.

    Raises:
        Refused: the settings cannot hold it, or there is no place for them.
        OSError: they cannot be written.
    """
    if fault := _no_settings(machine):
        raise Refused(fault)
    value = written(machine, machine.python)
    if value is None or not machine.exists(machine.python):
        text = msg("Excel cannot call {python}: Excel loses some of the letters of its path")
        remedy = msg("install xlplugin in a folder with a plain name, {folder} for example")
        plain = machine.path(machine.path(machine.home).anchor, "xlplugin")
        detail = t(text, python=machine.python)
        raise Refused(_missing_python(detail, t(remedy, folder=plain)))
    settings = UserSettings(machine)
    is_tidied = settings.tidy()
    given_back = _given_back(machine, settings)
    before = settings.get(PYTHON)
    if before == machine.expanded(value):
        settings.save()
        tidied = t("{path} is now written as Excel's macros read it", path=settings.place)
        return given_back or (tidied if is_tidied else "")
    settings.set(PYTHON, value)
    settings.save()
    text = msg("the buttons now call {python}; set in {path}")
    if before:
        text = msg("the buttons now call {python} (before: {before}); set in {path}")
    done = t(text, python=machine.python, before=before, path=settings.place)
    return "; ".join(filter(None, (done, given_back)))


def _given_back(machine: Machine, settings: UserSettings) -> str:
    """Take back what an earlier version has set for all workbooks with xlwings; what was done."""
    key = shared_key(machine)
    before = settings.restore(key)
    if before is None:
        return ""
    python = before or t("no Python")
    text = msg(
        "other workbooks with xlwings call {python} again ({key}), as before; give an older workbook "
        "of xlplugin its new macros: {command}"
    )
    return t(text, python=python, key=key, command=machine.xlplugin("setup", "event.xlsm"))


def call_what_was_before(machine: Machine) -> str:
    """Take :func:`call_this_python` back; gives what was changed, ``""`` for nothing. May raise ``OSError``."""
    settings = UserSettings(machine)
    before = [settings.restore(key) for key in (shared_key(machine), PYTHON)][1]
    settings.save()
    text = msg("the buttons call {python} again, as before; set in {path}")
    return "" if before is None else t(text, python=before or t("no Python"), path=settings.place)


def python_findings(machine: Machine) -> list[Finding]:
    """The Python that the buttons call, and xlplugin and xlwings there."""
    if fault := _no_settings(machine):
        return [fault]
    answer = _answer(machine)
    findings = [answer] if isinstance(answer, Finding) else _findings(machine, answer)
    settings = UserSettings(machine)
    if lines := settings.damaged():
        text = msg('{path} has lines that are not "KEY","value": {lines}')
        detail = t(text, path=settings.place, lines=", ".join(map(str, lines)))
        remedy = then(t("delete them in a text editor"), machine)
        findings.append(Finding(msg("Settings"), State.NOTE, detail, remedy))
    return findings


def then(remedy: str, machine: Machine) -> str:
    """A remedy, after which setting up is to be tried again."""
    return t("{remedy}; then: {command}", remedy=remedy, command=machine.xlplugin("setup"))


def _missing_python(detail: str, remedy: str) -> Finding:
    return Finding("Python", State.MISSING, detail, remedy)


def _no_settings(machine: Machine) -> Finding | None:
    """Why there is no place for settings that Excel's macros can read."""
    if machine.system == WINDOWS and not is_of(machine.encoding, machine.home):
        text = msg("Excel's macros cannot read {folder}: Windows is set to another language")
        detail = t(text, folder=machine.home)
        remedy = t(
            "Windows: Settings > Time & language > Language & region > Administrative language "
            "settings > Change system locale: the language of those letters > OK; restart"
        )
        return Finding(msg("Settings"), State.MISSING, detail, then(remedy, machine))
    folder = folder_of_settings(machine)
    if machine.system == MACOS and not machine.exists(folder):
        detail = t("Excel has not been started on this Mac yet, so it has no folder for settings")
        remedy = then(t("start Excel once, quit it"), machine)
        return Finding(msg("Settings"), State.MISSING, detail, remedy)
    return None


def _answer(machine: Machine) -> Called | Finding:
    """The answer of the Python that the buttons call; a finding if it is not there, or is none."""
    path = called(machine) or ""
    if not path:
        fault = t("Excel does not know yet which Python its buttons are to call")
    elif not (machine.path(path).is_absolute() and machine.exists(path)):
        text = msg("the buttons call {path}, which is not there: deleted, moved or renamed")
        fault = t(text, path=path)
    elif (answer := machine.run([path, "-P", "-B", "-c", QUESTION])).status != 0:
        fault = _why_not(machine, path, answer.err.strip())
    else:
        try:
            return Called(path=path, **json.loads(answer.out.strip().splitlines()[-1]))
        except (ValueError, IndexError, TypeError):
            fault = t("the buttons call {path}, which does not answer as Python does", path=path)
    return _missing_python(fault, machine.xlplugin("setup"))


def _why_not(machine: Machine, path: str, output: str) -> str:
    """Why a program gives no answer, by what it says instead."""
    if "-P" in output and "nknown option" in output:
        text = msg("the buttons call {path}, which is older than {version}")
    elif "No Python at" in output:
        text = msg("the buttons call {path}, whose own Python has been removed or replaced")
    elif machine.system == WINDOWS and "windowsapps" in path.lower():
        text = msg("the buttons call {path}, which only opens the Microsoft Store; it is no Python")
    else:
        text = msg("the buttons call {path}, which does not answer: {output}")
    last = (output.splitlines() or [t("it says nothing")])[-1][:200]
    return t(text, path=path, version=OLDEST_PYTHON, output=last)


def _findings(machine: Machine, python: Called) -> list[Finding]:
    """The findings on a Python that answers."""
    mend = machine.xlplugin("setup")
    is_this = machine.path(python.prefix) == machine.path(machine.prefix)
    detail = t("the buttons call {path}, {version}, {bits}-bit", **asdict(python))
    answers = Finding("Python", State.OK, detail)
    if python.xlplugin:
        own = _xlplugin(machine, python, mend, is_this=is_this)
        return [answers, own, *_xlwings(machine, python)]
    if is_this:
        mend = t("reinstall xlplugin; its README says how")
    detail = t("that Python cannot use it: {fault}", fault=python.fault[:200])
    if python.fault.endswith("'xlplugin'"):
        detail = t("it is not installed for the Python that the buttons call")
    return [answers, Finding("xlplugin", State.MISSING, detail, mend)]


def _xlplugin(machine: Machine, python: Called, mend: str, *, is_this: bool) -> Finding:
    here = machine.installed("xlplugin") or t("unknown")
    values = {"version": python.xlplugin, "python": machine.python, "here": here}
    if not is_this and python.xlplugin == here:
        text = msg(
            "{version} in that Python; the commands are run by {python}, of the same version"
        )
        return Finding("xlplugin", State.OK, t(text, **values))
    if not is_this:
        text = msg(
            "{version} in that Python; the commands are run by {python}, with version {here}"
        )
        return Finding("xlplugin", State.NOTE, t(text, **values), mend)
    detail = t("{version}, the same that runs the commands", version=python.xlplugin)
    if machine.system == WINDOWS and MANAGED in python.path.lower():
        text = msg("{detail}; an update of Python by its install manager may remove it")
        mend = t("then reinstall it; in a .venv it stays")
        return Finding("xlplugin", State.NOTE, t(text, detail=detail), mend)
    return Finding("xlplugin", State.OK, detail)


def _xlwings(machine: Machine, python: Called) -> list[Finding]:
    pip = (python.path, "-P", "-m", "pip", "install")
    if python.xlwings != XLWINGS:
        version = python.xlwings or t("not installed")
        detail = t("{version}; the buttons need {needed}", version=version, needed=XLWINGS)
        install = machine.typed(*pip, f"xlwings=={XLWINGS}")
        return [Finding("xlwings", State.MISSING, detail, install)]
    if not python.drives_excel:
        needs = ("appscript", "psutil") if machine.system == MACOS else ("pywin32",)
        text = msg("{version}, but what it needs to reach Excel is missing: {libraries}")
        detail = t(text, version=python.xlwings, libraries=", ".join(needs))
        install = machine.typed(*pip, "--force-reinstall", *needs)
        return [Finding("xlwings", State.MISSING, detail, install)]
    detail = t("{version}, and it can reach Excel", version=python.xlwings)
    return [Finding("xlwings", State.OK, detail)]
