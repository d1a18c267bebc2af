"""What desktop Excel's buttons need besides Excel and a workbook, for ``setup`` and ``doctor``."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from importlib.util import find_spec

from engine.texts import msg
from xlplugin.machine import (
    CLICK_TO_RUN,
    EXCEL_KEY,
    MACOS,
    WINDOWS,
    XLWINGS,
    Finding,
    Machine,
    State,
)
from xlplugin.setup import python
from xlplugin.setup.settings import WARM, UserSettings
from xlplugin.texts import t

SCRIPT = f"xlwings-{XLWINGS}.applescript"
THE_SCRIPT = msg("Script of xlwings")
KEPT = ".before-xlplugin"
"""What follows the script's name where the one that was there before is kept."""
FULL_DISK = t(
    "if macOS asks whether Terminal may access data from other apps: Allow; if it does not ask: System "
    "Settings > Privacy & Security > Full Disk Access, switch Terminal on, open it anew"
)


@dataclass(frozen=True, slots=True)
class Step:
    """One thing that the buttons need.

    ``look`` changes nothing. ``make`` puts the thing there, and ``undo`` takes that back, so that it is
    as it was before; each gives what was changed in one line, or ``""``, and raises ``Refused`` or an
    ``OSError`` if it cannot.
    """

    what: str
    look: Callable[[Machine], list[Finding]]
    make: Callable[[Machine], str]
    undo: Callable[[Machine], str]


def steps_of(machine: Machine) -> tuple[Step, ...]:
    """The steps for this system, in order; none where there is no desktop Excel."""
    called = Step(
        "Python", python.python_findings, python.call_this_python, python.call_what_was_before
    )
    warm = Step(msg("Speed"), _look_at_speed, _stay_ready, _start_anew)
    script = Step(THE_SCRIPT, _look_at_script, _put_script, _take_script)
    return {WINDOWS: (called, warm), MACOS: (called, script)}.get(machine.system, ())


def made(machine: Machine) -> list[Finding]:
    """Make every step; gives what was changed, and then how everything is."""
    findings: list[Finding] = []
    for step in steps_of(machine):
        try:
            done = step.make(machine)
        except python.Refused as refused:
            findings.append(refused.finding)
        except OSError as error:
            findings.append(_cannot(machine, step.what, error))
        else:
            looks = step.look(machine)
            if done:
                findings.append(Finding(step.what, State.DONE, done))
                if looks and (looks[0].what, looks[0].state) == (step.what, State.OK):
                    looks = looks[1:]  # which says the same once more
            findings += looks
    return findings


def undone(machine: Machine) -> list[Finding]:
    """Take every step back; gives what was changed."""
    findings = []
    for step in steps_of(machine):
        try:
            done = step.undo(machine)
        except OSError as error:
            findings.append(_cannot(machine, step.what, error))
            continue
        state = State.DONE if done else State.OK
        findings.append(Finding(step.what, state, done or t("there is nothing to take back")))
    return findings


def _cannot(machine: Machine, what: str, error: OSError) -> Finding:
    """What keeps a file from being written, and what to do."""
    path, reason = error.filename or t("a file"), error.strerror or error
    detail = t("{path} cannot be changed: {reason}", path=path, reason=reason)
    remedy = t("free space on the disk, close other programs")
    if isinstance(error, IsADirectoryError | FileExistsError | NotADirectoryError):
        remedy = t("rename what stands in the way")
    elif isinstance(error, PermissionError) and machine.system == MACOS:
        remedy = FULL_DISK
    elif isinstance(error, PermissionError):
        remedy = t("right-click it in Explorer > Properties, untick Read-only > OK")
    return Finding(what, State.MISSING, detail, python.then(remedy, machine))


# Windows: whether Python stays ready between clicks


def _library(machine: Machine) -> tuple[str, str | None]:
    """The library that xlwings starts Python with, and the folder where the macros find it.

    They look beside the Python that they call, and one folder above, where a .venv has it. Which
    of the two libraries it is depends on Excel, not on Python.
    """
    place = machine.registry(rf"HKLM\{EXCEL_KEY}", "")
    platform = str(machine.registry(CLICK_TO_RUN, "Platform") or place)
    name = f"xlwings{32 if 'x86' in platform else 64}-{XLWINGS}.dll"
    path = machine.path(python.called(machine) or "")
    folders = [str(folder) for folder in (path.parent, path.parent.parent)]
    having = (folder for folder in folders if machine.exists(str(machine.path(folder, name))))
    return name, next(having, None)


def _is_warm(machine: Machine) -> bool:
    return (UserSettings(machine).get(WARM) or "").lower() == "true"


def _look_at_speed(machine: Machine) -> list[Finding]:
    path = python.called(machine)
    if path is None:
        return []
    name, folder = _library(machine)
    if folder and _is_warm(machine):
        detail = t("Python stays ready between clicks ({library})", library=name)
        return [Finding(msg("Speed"), State.OK, detail)]
    detail = t("every click starts Python anew, which takes a second or two")
    if folder is None:
        text = msg("{detail}: {library} is neither in {folder} nor one folder above")
        detail = t(text, detail=detail, library=name, folder=machine.path(path).parent)
    mend = machine.xlplugin("setup") if folder or _is_warm(machine) else ""
    return [Finding(msg("Speed"), State.NOTE, detail, mend)]


def _stay_ready(machine: Machine) -> str:
    name, folder = _library(machine)
    if (folder is not None) == _is_warm(machine):
        return ""
    settings = UserSettings(machine)
    settings.set(WARM, str(folder is not None))
    settings.save()
    text = msg("Python stays ready between clicks from now on ({library} in {folder})")
    if folder is None:
        text = msg("every click starts Python anew from now on: {library} is no longer there")
    return t(text, library=name, folder=folder)


def _start_anew(machine: Machine) -> str:
    settings = UserSettings(machine)
    if settings.restore(WARM) is None:
        return ""
    settings.save()
    return t("every click starts Python anew, as before")


# macOS: the script through which Excel starts a program


def _script_place(machine: Machine) -> str:
    folder = "Library/Application Scripts/com.microsoft.Excel"
    return str(machine.path(machine.home, folder, SCRIPT))


def _shipped_script(machine: Machine) -> bytes | None:
    """The script as the xlwings that is installed here has it."""
    spec = find_spec("xlwings")
    folders = (spec and spec.submodule_search_locations) or []
    return next((script for f in folders if (script := machine.read(f"{f}/{SCRIPT}"))), None)


def _look_at_script(machine: Machine) -> list[Finding]:
    place = _script_place(machine)
    script, mend = machine.read(place), machine.xlplugin("setup")
    state, detail = State.OK, t("{file} is where Excel looks for it", file=SCRIPT)
    if script is None:
        detail = t("{path} is missing, so Excel cannot start Python", path=place)
        state = State.MISSING
    elif script != _shipped_script(machine):
        detail = t("{path} is not as xlwings ships it; a click runs it", path=place)
        state = State.NOTE
    return [Finding(THE_SCRIPT, state, detail, "" if state is State.OK else mend)]


def _put_script(machine: Machine) -> str:
    shipped, place = _shipped_script(machine), _script_place(machine)
    if shipped is None:
        detail = t("the xlwings that is installed has no {file}", file=SCRIPT)
        remedy = machine.typed(machine.python, "-m", "pip", "install", f"xlwings=={XLWINGS}")
        raise python.Refused(Finding(THE_SCRIPT, State.MISSING, detail, remedy))
    before = machine.read(place)
    if before == shipped:
        return ""
    if machine.read(place + KEPT) is None:
        machine.write(place + KEPT, before or b"")
    machine.write(place, shipped)
    return t("Excel can start Python: {path}", path=place)


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
    return t("{path} is as before", path=place) if before else t("{path} is gone", path=place)
