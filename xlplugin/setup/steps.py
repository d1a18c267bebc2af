"""The list of what desktop Excel's buttons need on a computer besides Excel and a workbook.

``xlplugin setup`` makes each step, ``--undo`` takes it back, ``xlplugin doctor`` looks at it.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from importlib.util import find_spec

from xlplugin.setup.machine import MACOS, WINDOWS, XLWINGS, Finding, Machine, State
from xlplugin.setup.python import (
    Refused,
    call_this_python,
    call_what_was_before,
    called,
    python_findings,
)
from xlplugin.setup.settings import WARM, UserSettings

SCRIPT = f"xlwings-{XLWINGS}.applescript"
KEPT = ".before-xlplugin"
"""What follows the script's name where the one that was there before is kept."""
FULL_DISK = (
    "if macOS asks whether Terminal may access data from other apps: Allow; if it does not ask: System "
    "Settings > Privacy & Security > Full Disk Access, switch Terminal on, open it anew"
)


@dataclass(frozen=True, slots=True)
class Step:
    """One thing that the buttons need.

    Args:
        what: the thing, as its findings call it.
        look: how it is; nothing is changed.
        make: puts it there; gives what was changed in one line, or ``""``. Raises ``Refused`` or
            an ``OSError`` if it cannot.
        undo: takes that back, so that it is as it was before; gives and raises the same.
    """

    what: str
    look: Callable[[Machine], list[Finding]]
    make: Callable[[Machine], str]
    undo: Callable[[Machine], str]


def steps_of(machine: Machine) -> tuple[Step, ...]:
    """The steps for this system, in order; none where there is no desktop Excel."""
    python = Step("Python", python_findings, call_this_python, call_what_was_before)
    warm = Step("Speed", _look_at_speed, _stay_ready, _start_anew)
    script = Step("Script of xlwings", _look_at_script, _put_script, _take_script)
    return {WINDOWS: (python, warm), MACOS: (python, script)}.get(machine.system, ())


def made(machine: Machine) -> list[Finding]:
    """Make every step; gives what was changed, and then how everything is."""
    return [finding for step in steps_of(machine) for finding in _made(machine, step)]


def _made(machine: Machine, step: Step) -> list[Finding]:
    try:
        told = step.make(machine)
    except Refused as refused:
        return [refused.finding]
    except OSError as error:
        return [_cannot(machine, step.what, error)]
    found = step.look(machine)
    if not told:
        return found
    done = Finding(step.what, State.DONE, told)
    replaced = found and found[0].what == step.what and found[0].state is State.OK
    return [done, *(found[1:] if replaced else found)]


def undone(machine: Machine) -> list[Finding]:
    """Take every step back; gives what was changed."""
    found = []
    for step in steps_of(machine):
        try:
            told = step.undo(machine)
        except OSError as error:
            found.append(_cannot(machine, step.what, error))
            continue
        state = State.DONE if told else State.OK
        found.append(Finding(step.what, state, told or "there is nothing to take back"))
    return found


def _cannot(machine: Machine, what: str, error: OSError) -> Finding:
    """What keeps a file from being written, and what to do."""
    again = f"then: {machine.xlplugin('setup')}"
    told = f"{error.filename or 'a file'} cannot be changed: {error.strerror or error}"
    remedy = f"free space on the disk, close other programs; {again}"
    if isinstance(error, IsADirectoryError | FileExistsError | NotADirectoryError):
        remedy = f"rename what stands in the way; {again}"
    elif isinstance(error, PermissionError) and machine.system == MACOS:
        remedy = f"{FULL_DISK}; {again}"
    elif isinstance(error, PermissionError):
        remedy = f"right-click it in Explorer > Properties, untick Read-only > OK; {again}"
    return Finding(what, State.MISSING, told, remedy)


# Windows: whether Python stays ready between clicks


def _excel_bits(machine: Machine) -> int:
    """Whether Excel is a 32-bit or a 64-bit program."""
    clicked = r"HKLM\SOFTWARE\Microsoft\Office\ClickToRun\Configuration"
    placed = r"HKLM\SOFTWARE\Microsoft\Windows\CurrentVersion\App Paths\excel.exe"
    told = machine.registry(clicked, "Platform") or machine.registry(placed, "")
    return 32 if "x86" in str(told) else 64


def _library(machine: Machine) -> tuple[str, str | None]:
    """The library that xlwings starts Python with, and the folder where the macros find it.

    They look beside the Python that they call, and one folder above, where a .venv has it. Which
    of the two libraries it is depends on Excel, not on Python.
    """
    name = f"xlwings{_excel_bits(machine)}-{XLWINGS}.dll"
    path = machine.path(called(machine) or "")
    folders = [str(folder) for folder in (path.parent, path.parent.parent)]
    there = (folder for folder in folders if machine.exists(str(machine.path(folder, name))))
    return name, next(there, None)


def _is_warm(machine: Machine) -> bool:
    return (UserSettings(machine).get(WARM) or "").lower() == "true"


def _look_at_speed(machine: Machine) -> list[Finding]:
    path = called(machine)
    if path is None:
        return []
    name, folder = _library(machine)
    if folder and _is_warm(machine):
        return [Finding("Speed", State.OK, f"Python stays ready between clicks ({name})")]
    told = "every click starts Python anew, which takes a second or two"
    if folder is None:
        beside = machine.path(path).parent
        told = f"{told}: {name} is neither in {beside} nor one folder above"
    mend = machine.xlplugin("setup") if folder or _is_warm(machine) else ""
    return [Finding("Speed", State.NOTE, told, mend)]


def _stay_ready(machine: Machine) -> str:
    name, folder = _library(machine)
    if (folder is not None) == _is_warm(machine):
        return ""
    settings = UserSettings(machine)
    settings.set(WARM, str(folder is not None))
    settings.save()
    if folder is None:
        return f"every click starts Python anew from now on: {name} is no longer there"
    return f"Python stays ready between clicks from now on ({name} in {folder})"


def _start_anew(machine: Machine) -> str:
    settings = UserSettings(machine)
    if settings.restore(WARM) is None:
        return ""
    settings.save()
    return "every click starts Python anew, as before"


# macOS: the script through which Excel starts a program


def _script_place(machine: Machine) -> str:
    folder = "Library/Application Scripts/com.microsoft.Excel"
    return str(machine.path(machine.home, folder, SCRIPT))


def _shipped_script(machine: Machine) -> bytes | None:
    """The script as the xlwings that is installed here has it."""
    spec = find_spec("xlwings")
    folders = (spec and spec.submodule_search_locations) or []
    return next((found for f in folders if (found := machine.read(f"{f}/{SCRIPT}"))), None)


def _look_at_script(machine: Machine) -> list[Finding]:
    place = _script_place(machine)
    there = machine.read(place)
    mend = machine.xlplugin("setup")
    if there is None:
        told = f"{place} is missing, so Excel cannot start Python"
        return [Finding("Script of xlwings", State.MISSING, told, mend)]
    if there != _shipped_script(machine):
        told = f"{place} is not as xlwings ships it; a click runs it"
        return [Finding("Script of xlwings", State.NOTE, told, mend)]
    return [Finding("Script of xlwings", State.OK, f"{SCRIPT} is where Excel looks for it")]


def _put_script(machine: Machine) -> str:
    shipped, place = _shipped_script(machine), _script_place(machine)
    if shipped is None:
        told = f"the xlwings that is installed has no {SCRIPT}"
        remedy = machine.typed(machine.python, "-m", "pip", "install", f"xlwings=={XLWINGS}")
        raise Refused(Finding("Script of xlwings", State.MISSING, told, remedy))
    before = machine.read(place)
    if before == shipped:
        return ""
    if machine.read(place + KEPT) is None:
        machine.write(place + KEPT, before or b"")
    machine.write(place, shipped)
    return f"Excel can start Python: {place}"


def _take_script(machine: Machine) -> str:
    place = _script_place(machine)
    before = machine.read(place + KEPT)
    if before is None:
        return ""
    if before:
        machine.write(place, before)
    else:
        machine.remove(place)
    machine.remove(place + KEPT)
    return f"{place} is {'as before' if before else 'gone'}"
