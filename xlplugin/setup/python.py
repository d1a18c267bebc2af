"""The Python that the buttons call: only the user's own settings name it, and only it is asked."""

from __future__ import annotations

import json
from dataclasses import dataclass

from xlplugin.setup.machine import MACOS, WINDOWS, XLWINGS, Finding, Machine, State
from xlplugin.setup.settings import (
    UserSettings,
    folder_of_settings,
    is_readable,
    python_key,
    written,
)

OLDEST_PYTHON = "3.11"
MANAGED = "\\python\\pythoncore-"
"""In the path of a Python that is kept by Python's install manager for Windows."""


@dataclass(frozen=True, slots=True)
class Called:
    """The Python that the buttons call, as it answers.

    Args:
        path: the program.
        version: as in ``3.12.4``.
        bits: 32 or 64.
        prefix: where it is installed.
        xlwings: the version of xlwings there, ``""`` if it cannot be imported.
        drives_excel: whether what xlwings needs to reach Excel is there.
        xlplugin: the version of xlplugin there, ``""`` if the buttons cannot be imported.
        fault: why something cannot be imported.
    """

    path: str
    version: str
    bits: int
    prefix: str
    xlwings: str
    drives_excel: bool
    xlplugin: str
    fault: str


QUESTION = """
import json, struct, sys
answer = {"version": "%d.%d.%d" % sys.version_info[:3], "bits": struct.calcsize("P") * 8,
          "prefix": sys.prefix, "xlwings": "", "drives_excel": False, "xlplugin": "", "fault": ""}
try:
    import xlwings
    answer["xlwings"] = xlwings.__version__
    answer["drives_excel"] = "excel" in [engine.name for engine in xlwings.engines]
except Exception as error:
    answer["fault"] = "%s: %s" % (type(error).__name__, error)
try:
    import xlplugin.buttons, xlplugin.from_excel
    from importlib.metadata import version
    answer["xlplugin"] = version("xlplugin")
except Exception as error:
    answer["fault"] = "%s: %s" % (type(error).__name__, error)
print(json.dumps(answer))
"""
"""The program that the Python is given to run."""


class Refused(Exception):
    """Something cannot be set up; ``finding`` says why and what to do."""

    def __init__(self, finding: Finding) -> None:
        super().__init__(finding.detail)
        self.finding = finding


def called(machine: Machine) -> str | None:
    """The program that the buttons call, by the user's own settings; ``None`` if they say none."""
    return UserSettings(machine).get(python_key(machine)) or None


def is_set_up(machine: Machine) -> bool:
    """Whether the buttons know a Python to call, which is there; nothing is run to find out."""
    path = called(machine)
    return path is not None and machine.exists(path)


def call_this_python(machine: Machine) -> str:
    """Make the buttons call the Python that runs this.

    Returns:
        What was changed, in one line; ``""`` if they do already.

    Raises:
        Refused: the settings cannot hold it, or there is no place for them.
        OSError: they cannot be written.
    """
    fault = _no_settings(machine)
    if fault:
        raise Refused(fault)
    value = written(machine, machine.python)
    if value is None or not machine.exists(machine.python):
        told = f"Excel cannot call {machine.python}: its path has letters that get lost on the way"
        plain = str(machine.path(machine.path(machine.home).anchor, "xlplugin"))
        remedy = f"install xlplugin in a folder with a plain name, {plain} for example"
        raise Refused(Finding("Python", State.MISSING, told, remedy))
    settings, key = UserSettings(machine), python_key(machine)
    is_tidied = settings.tidy()
    before = settings.get(key)
    if before == machine.expanded(value):
        settings.save()
        return f"{settings.place} is now as Excel's macros read it" if is_tidied else ""
    settings.set(key, value)
    settings.save()
    was = f" (before: {before})" if before else ""
    return f"the buttons now call {machine.python}{was}; set in {settings.place}"


def call_what_was_before(machine: Machine) -> str:
    """Take :func:`call_this_python` back; gives what was changed, ``""`` if there was nothing.

    Raises:
        OSError: the settings cannot be written.
    """
    settings = UserSettings(machine)
    before = settings.restore(python_key(machine))
    if before is None:
        return ""
    settings.save()
    return f"the buttons call {before or 'no Python'} again, as before; set in {settings.place}"


def python_findings(machine: Machine) -> list[Finding]:
    """The Python that the buttons call, and xlplugin and xlwings there."""
    fault = _no_settings(machine)
    if fault:
        return [fault]
    settings = UserSettings(machine)
    there = _answer(machine)
    found = [there] if isinstance(there, Finding) else _told(machine, there)
    return [*found, *_damaged(machine, settings)]


def _no_settings(machine: Machine) -> Finding | None:
    """Why there is no place for settings that Excel's macros can read."""
    again = machine.xlplugin("setup")
    if not is_readable(machine, machine.home):
        told = f"Excel's macros cannot read {machine.home}: Windows is set to another language"
        remedy = (
            "Windows: Settings > Time & language > Language & region > Administrative language "
            "settings > Change system locale: the language of those letters > OK; restart; then: "
        )
        return Finding("Settings", State.MISSING, told, remedy + again)
    folder = folder_of_settings(machine)
    if machine.system == MACOS and not machine.exists(folder):
        told = "Excel has not been started on this Mac yet, so it has no folder for settings"
        return Finding("Settings", State.MISSING, told, f"start Excel once, quit it; then: {again}")
    return None


def _damaged(machine: Machine, settings: UserSettings) -> list[Finding]:
    lines = settings.damaged()
    if not lines:
        return []
    told = f'{settings.place} has lines that are not "KEY","value": {", ".join(map(str, lines))}'
    remedy = f"delete them in a text editor; then: {machine.xlplugin('setup')}"
    return [Finding("Settings", State.NOTE, told, remedy)]


def _answer(machine: Machine) -> Called | Finding:
    """What the Python answers that the buttons call; a finding if it is not there, or is none."""
    mend = machine.xlplugin("setup")
    path = called(machine)
    if path is None:
        told = "Excel has not been told yet which Python its buttons are to call"
        return Finding("Python", State.MISSING, told, mend)
    if not (machine.path(path).is_absolute() and machine.exists(path)):
        told = f"the buttons call {path}, which is not there: deleted, moved or renamed"
        return Finding("Python", State.MISSING, told, mend)
    answer = machine.run([path, "-P", "-B", "-c", QUESTION])
    if answer.status != 0:
        return Finding("Python", State.MISSING, _why_not(machine, path, answer.err.strip()), mend)
    try:
        return Called(path=path, **json.loads(answer.out.strip().splitlines()[-1]))
    except (ValueError, IndexError, TypeError):
        told = f"the buttons call {path}, which does not answer as Python does"
        return Finding("Python", State.MISSING, told, mend)


def _why_not(machine: Machine, path: str, said: str) -> str:
    """Why a program gives no answer, by what it says instead."""
    if "-P" in said and "nknown option" in said:
        return f"the buttons call {path}, which is older than {OLDEST_PYTHON}"
    if "No Python at" in said:
        return f"the buttons call {path}, whose own Python has been removed or replaced"
    if machine.system == WINDOWS and "windowsapps" in path.lower():
        return f"the buttons call {path}, which only opens the Microsoft Store; it is no Python"
    return f"the buttons call {path}, which does not answer: {_last(said)}"


def _last(said: str) -> str:
    return (said.splitlines() or ["it says nothing"])[-1][:200]


def _told(machine: Machine, there: Called) -> list[Finding]:
    """What there is to say of a Python that answers."""
    mend = machine.xlplugin("setup")
    is_this = machine.path(there.prefix) == machine.path(machine.prefix)
    told = f"the buttons call {there.path}, {there.version}, {there.bits}-bit"
    answers = Finding("Python", State.OK, told)
    if not there.xlplugin:
        if is_this:
            mend = "install xlplugin again as at first; its README says how"
        told = f"that Python cannot use it: {there.fault[:200]}"
        if there.fault.endswith("'xlplugin'"):
            told = "it is not installed for the Python that the buttons call"
        return [answers, Finding("xlplugin", State.MISSING, told, mend)]
    return [answers, _xlplugin(machine, there, mend, is_this=is_this), *_xlwings(machine, there)]


def _xlplugin(machine: Machine, there: Called, mend: str, *, is_this: bool) -> Finding:
    here = machine.installed("xlplugin") or "unknown"
    if not is_this:
        told = f"{there.xlplugin} in that Python; the commands are run by {machine.python}"
        if there.xlplugin == here:
            return Finding("xlplugin", State.OK, f"{told}, of the same version")
        return Finding("xlplugin", State.NOTE, f"{told}, with version {here}", mend)
    told = f"{there.xlplugin}, the same that runs the commands"
    if machine.system == WINDOWS and MANAGED in there.path.lower():
        told = f"{told}; an update of Python by its install manager may remove it"
        return Finding("xlplugin", State.NOTE, told, "then install it again; in a .venv it stays")
    return Finding("xlplugin", State.OK, told)


def _xlwings(machine: Machine, there: Called) -> list[Finding]:
    if there.xlwings != XLWINGS:
        install = machine.typed(there.path, "-m", "pip", "install", f"xlwings=={XLWINGS}")
        told = f"{there.xlwings or 'not installed'}; the buttons need {XLWINGS}"
        return [Finding("xlwings", State.MISSING, told, install)]
    if not there.drives_excel:
        needs = ("appscript", "psutil") if machine.system == MACOS else ("pywin32",)
        told = f"{there.xlwings}, but what it needs to reach Excel is missing: {', '.join(needs)}"
        install = machine.typed(there.path, "-m", "pip", "install", "--force-reinstall", *needs)
        return [Finding("xlwings", State.MISSING, told, install)]
    return [Finding("xlwings", State.OK, f"{there.xlwings}, and it can reach Excel")]
