"""Which Python the macros of a workbook call, and whether it can answer.

The macros use the VBA module of xlwings. It looks up each setting on the workbook's tab
``xlwings.conf``, then in the file ``xlwings.conf`` beside the workbook, then in the user's own, and
calls the ``python`` of the search path if none of them says otherwise.
"""

from __future__ import annotations

import csv
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from xlplugin.doctor.machine import MACOS, WINDOWS, Finding, Machine, State
from xlplugin.workbook.book import Book

CONF = "xlwings.conf"
OLDEST_PYTHON = (3, 11)
PLAIN_NAMES = ("python", "pythonw")
"""What a setting may say instead of a path."""


@dataclass(frozen=True, slots=True)
class Layer:
    """A place where settings of xlwings stand: the tab, or a file."""

    place: str
    settings: Mapping[str, str]
    is_tab: bool = False


@dataclass(frozen=True, slots=True)
class Interpreter:
    """What the settings say about the Python to call, and which of them says so."""

    value: str
    layer: Layer | None


@dataclass(frozen=True, slots=True)
class Called:
    """The Python that the workbook calls, as it answers.

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
sys.path[:] = sys.argv[1:] + [folder for folder in sys.path if folder]
answer = {"version": "%d.%d.%d" % sys.version_info[:3], "bits": struct.calcsize("P") * 8,
          "prefix": sys.prefix, "xlwings": "", "drives_excel": False, "xlplugin": "", "fault": ""}
try:
    import xlwings
    answer["xlwings"] = xlwings.__version__
    answer["drives_excel"] = "excel" in [engine.name for engine in xlwings.engines]
except Exception as error:
    answer["fault"] = "%s: %s" % (type(error).__name__, error)
try:
    import xlplugin.buttons
    from importlib.metadata import version
    answer["xlplugin"] = version("xlplugin")
except Exception as error:
    answer["fault"] = "%s: %s" % (type(error).__name__, error)
print(json.dumps(answer))
"""
"""The program that the other Python is given to run; any version of Python must understand it."""


def layers_of(machine: Machine, file: Path | None, book: Book | None) -> list[Layer]:
    """The places where settings may stand, the one that counts most first."""
    layers = []
    if book and CONF in book.sheets:
        rows = book.sheets[CONF].rows
        end = next((n for n, row in enumerate(rows) if not row or row[0] is None), len(rows))
        pairs = [(str(row[0]), row[1] if len(row) > 1 else None) for row in rows[:end]]
        said = {key.upper(): str("" if value is None else value) for key, value in pairs}
        layers.append(Layer(f"the tab {CONF} of {book.name}", said, is_tab=True))
    files = [str(file.absolute().parent / CONF)] if file else []
    for path in (*files, user_file(machine)):
        content = machine.read(path)
        if content is not None:
            layers.append(Layer(path, _settings_in(content)))
    return layers


def user_file(machine: Machine) -> str:
    """The user's own settings of xlwings."""
    container = "Library/Containers/com.microsoft.Excel/Data"
    folder = container if machine.system == MACOS else ".xlwings"
    return str(machine.path(machine.home, folder, CONF))


def _settings_in(content: bytes) -> dict[str, str]:
    """The settings of a file, lines of ``"KEY","value"``; the first of a key counts."""
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError:
        text = content.decode("cp1252", errors="replace")
    settings: dict[str, str] = {}
    for row in csv.reader(text.splitlines(), skipinitialspace=True):
        if len(row) > 1:
            settings.setdefault(row[0].strip().upper(), row[1])
    return settings


def setting(
    machine: Machine, layers: Sequence[Layer], key: str, default: str = ""
) -> tuple[str, Layer | None]:
    """The value of a setting, and where it stands."""
    layer = next((layer for layer in layers if key in layer.settings), None)
    return machine.expanded(layer.settings[key] if layer else default), layer


def interpreter_of(machine: Machine, layers: Sequence[Layer]) -> Interpreter:
    """What is called: a path, or one of the plain names."""
    value, layer = setting(machine, layers, own_key(machine))
    if not value:
        value, layer = setting(machine, layers, "INTERPRETER", "python")
    return Interpreter(value, layer)


def own_key(machine: Machine) -> str:
    """The name of the setting for this system."""
    return "INTERPRETER_MAC" if machine.system == MACOS else "INTERPRETER_WIN"


def use_this_python(machine: Machine, layer: Layer | None) -> str:
    """How to make the workbook call the Python that runs the doctor.

    Args:
        machine: the computer.
        layer: where the setting stands that must change; ``None`` if it stands nowhere.
    """
    line = f'"{own_key(machine)}","{machine.python}"'
    if layer and layer.is_tab:
        return (
            f"in Excel, right-click a tab, choose Unhide, {CONF} (if it is hidden); there set "
            f"{own_key(machine)} in column A to {machine.python} in column B, and save"
        )
    path = layer.place if layer else user_file(machine)
    if layer or machine.exists(path):
        return f"open {path} in a text editor, make {line} its only line about INTERPRETER, save it"
    return machine.typed(machine.python, "-m", "xlwings.cli", "config", "create")


def called_python(machine: Machine, layers: Sequence[Layer]) -> Called | Finding:
    """Ask the Python that the workbook calls; a finding if there is none, or it is none."""
    interpreter = interpreter_of(machine, layers)
    mend = use_this_python(machine, interpreter.layer)
    by = f" ({interpreter.layer.place} says so)" if interpreter.layer else ""
    path = _path_of(machine, layers, interpreter)
    if isinstance(path, Finding):
        return path
    if path is None:
        looked = "where Excel looks for it" if interpreter.value in PLAIN_NAMES else "there"
        told = f"the workbook calls {interpreter.value}, which is not {looked}{by}"
        return Finding("Python", State.MISSING, told, mend)
    if machine.system == MACOS and " " in path:
        told = f"{path} has a space in it, with which xlwings on macOS cannot call it{by}"
        folder = f"set up xlplugin in a folder without spaces ({machine.home}/xlplugin), run its "
        return Finding("Python", State.MISSING, told, folder + "xlplugin doctor, do what it says")
    return _answer_of(machine, layers, path, mend)


def _path_of(
    machine: Machine, layers: Sequence[Layer], interpreter: Interpreter
) -> str | Finding | None:
    """The program behind a setting."""
    value = interpreter.value
    if value not in PLAIN_NAMES:
        return value if machine.exists(value) else None
    if machine.system == MACOS:
        return _from_login_shell(machine, value)
    folder, _ = setting(machine, layers, "CONDA PATH")
    environment, layer = setting(machine, layers, "CONDA ENV")
    if not (folder and environment):
        return machine.which("python", machine.search_path())
    conda = str(machine.path(folder, "condabin", "conda.bat"))
    if not machine.exists(conda):
        told = f"the workbook calls Conda, but there is no {conda}"
        place = layer.place if layer else user_file(machine)
        first = f"delete the lines CONDA PATH and CONDA ENV in {place}; then "
        return Finding("Python", State.MISSING, told, first + use_this_python(machine, layer))
    if environment == "base":
        return str(machine.path(folder, "python.exe"))
    own = environment if "\\" in environment else str(machine.path(folder, "envs", environment))
    return str(machine.path(own, "python.exe"))


def _from_login_shell(machine: Machine, name: str) -> str | None:
    """Find a program as the AppleScript of xlwings does: only .bash_profile adds folders."""
    look = f"[ -r ~/.bash_profile ] && . ~/.bash_profile >/dev/null 2>&1; command -v {name}"
    surroundings = [f"HOME={machine.home}", f"PATH={machine.search_path()}"]
    found = machine.run(["/usr/bin/env", "-i", *surroundings, "/bin/sh", "-c", look])
    return found.out.strip() or None


def _answer_of(machine: Machine, layers: Sequence[Layer], path: str, mend: str) -> Called | Finding:
    folders, _ = setting(machine, layers, "PYTHONPATH")
    added = [folder for folder in folders.split(";") if folder]
    answer = machine.run([path, "-B", "-c", QUESTION, *added])
    if answer.status != 0:
        why = (answer.err.strip().splitlines() or ["it says nothing"])[-1]
        told = f"{path} does not answer: {why[:200]}"
        if machine.system == WINDOWS and "windowsapps" in path.lower():
            told = f"{path} only opens the Microsoft Store; it is no Python"
        return Finding("Python", State.MISSING, told, mend)
    try:
        return Called(path=path, **json.loads(answer.out.strip().splitlines()[-1]))
    except (ValueError, IndexError, TypeError):
        return Finding("Python", State.MISSING, f"{path} does not answer as Python does", mend)


def python_findings(machine: Machine, layers: Sequence[Layer], xlwings: str) -> list[Finding]:
    """The Python that the workbook calls, and xlplugin and xlwings there.

    Args:
        machine: the computer.
        layers: where settings stand.
        xlwings: the version of the workbook's own part of xlwings.
    """
    called = called_python(machine, layers)
    if isinstance(called, Finding):
        return [called, *_script_for_this_python(machine, xlwings)]
    layer = interpreter_of(machine, layers).layer
    mend = use_this_python(machine, layer)
    told = f"{called.path}, {called.version}, {called.bits}-bit"
    place = layer.place if layer else "no setting says otherwise: found as python"
    if tuple(int(part) for part in called.version.split(".")[:2]) < OLDEST_PYTHON:
        wanted = ".".join(map(str, OLDEST_PYTHON))
        return [Finding("Python", State.MISSING, f"{told}: older than {wanted}", mend)]
    answers = Finding("Python", State.OK, f"the workbook calls {told} ({place})")
    if not called.xlplugin and not _is_this(machine, called):
        told = "it is not installed for the Python that the workbook calls"
        if not called.fault.endswith("'xlplugin'"):
            told = f"the Python that the workbook calls cannot use it: {called.fault[:200]}"
        lacking = Finding("xlplugin", State.MISSING, told, mend)
        return [answers, lacking, *_script_for_this_python(machine, xlwings)]
    return [
        answers,
        _xlplugin(machine, called, mend),
        _xlwings(machine, called, xlwings),
        *_script(machine, xlwings, called.xlwings, called.path),
    ]


def _is_this(machine: Machine, called: Called) -> bool:
    """Whether the Python that the workbook calls is the one that runs the doctor."""
    return machine.path(called.prefix) == machine.path(machine.prefix)


def _xlplugin(machine: Machine, called: Called, mend: str) -> Finding:
    if not called.xlplugin:
        again = "set up xlplugin again as at first; the start of its README says how"
        told = f"its buttons cannot be used: {called.fault[:200]}"
        return Finding("xlplugin", State.MISSING, told, again)
    if _is_this(machine, called):
        return Finding("xlplugin", State.OK, f"{called.xlplugin}, the same that runs the commands")
    here = machine.installed("xlplugin") or "unknown"
    told = f"{called.xlplugin} in that Python; the commands are run by {machine.python}"
    if called.xlplugin == here:
        return Finding("xlplugin", State.OK, f"{told}, of the same version")
    return Finding("xlplugin", State.NOTE, f"{told}, with version {here}", mend)


def _xlwings(machine: Machine, called: Called, wanted: str) -> Finding:
    matching = machine.typed(called.path, "-m", "pip", "install", f"xlwings=={wanted}")
    if not called.xlwings:
        return Finding("xlwings", State.MISSING, "that Python has no xlwings", matching)
    if not called.drives_excel:
        needs = ("appscript", "psutil") if machine.system == MACOS else ("pywin32",)
        told = f"{called.xlwings}, but what it needs to reach Excel is missing: {', '.join(needs)}"
        install = (called.path, "-m", "pip", "install", "--force-reinstall", *needs)
        return Finding("xlwings", State.MISSING, told, machine.typed(*install))
    if called.xlwings != wanted:
        told = f"{called.xlwings}; the macros of the workbook are of version {wanted}"
        return Finding("xlwings", State.NOTE, told, matching)
    return Finding("xlwings", State.OK, f"{called.xlwings}, as the workbook's macros")


def _script(machine: Machine, wanted: str, there: str | None, python: str) -> list[Finding]:
    """On macOS, the script through which Excel starts Python, of the macros' own version."""
    if machine.system != MACOS:
        return []
    folder = f"{machine.home}/Library/Application Scripts/com.microsoft.Excel"
    name = f"xlwings-{wanted}.applescript"
    if machine.exists(f"{folder}/{name}"):
        return [Finding("Script of xlwings", State.OK, f"{name} is where Excel looks for it")]
    commands = [machine.typed(python, "-m", "xlwings.cli", "runpython", "install")]
    if there != wanted:
        matching = (python, "-m", "pip", "install", f"xlwings=={wanted}")
        commands.insert(0, machine.typed(*matching))
    told = f"{folder} has no {name}, so buttons cannot start Python"
    return [Finding("Script of xlwings", State.MISSING, told, " && ".join(commands))]


def _script_for_this_python(machine: Machine, wanted: str) -> list[Finding]:
    """The same, where the workbook is yet to be told to call the Python that runs the doctor."""
    return _script(machine, wanted, machine.installed("xlwings"), machine.python)
