"""Needs of desktop Excel's buttons besides Excel and a workbook, for ``setup`` and ``doctor``."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from importlib.util import find_spec

from xlplugin.ground.machine import (
    CLICK_TO_RUN,
    EXCEL_KEY,
    MACOS,
    WINDOWS,
    XLWINGS,
    Finding,
    Machine,
    State,
)
from xlplugin.ground.texts import msg, t
from xlplugin.setup import python
from xlplugin.setup.settings import WARM, UserSettings

SCRIPT = f"xlwings-{XLWINGS}.applescript"
THE_SCRIPT = msg("Script of xlwings")
SPEED = msg("Speed")
KEPT = ".before-xlplugin"
"""The end of the name under which the script that was there before is kept."""
FULL_DISK = msg(
    "if macOS asks whether Terminal may access data from other apps: Allow; if it does not ask: "
    "System Settings > Privacy & Security > Full Disk Access, switch Terminal on, and reopen it"
)


@dataclass(frozen=True, slots=True)
class Step:
    """One thing that the buttons need.

    ``look`` changes nothing. ``make`` puts the thing there, ``undo`` makes it as it was before; each gives
    what was changed in one line, or ``""``, and raises ``Refused`` or an ``OSError`` if it cannot.
    """

    what: str
    look: Callable[[Machine], list[Finding]]
    make: Callable[[Machine], str]
    undo: Callable[[Machine], str]


def steps_of(machine: Machine, *, warm: bool = False) -> tuple[Step, ...]:
    """The steps for this system, in order; none where there is no desktop Excel.

    If ``warm``, Python is to be kept running between clicks, on Windows alone.
    """
    called = Step(
        "Python", python.python_findings, python.call_this_python, python.call_what_was_before
    )
    speed = Step(SPEED, _look_at_speed, _stay_ready if warm else _start_anew, _start_anew)
    script = Step(THE_SCRIPT, _look_at_script, _put_script, _take_script)
    return {WINDOWS: (called, speed), MACOS: (called, script)}.get(machine.system, ())


def made(machine: Machine, *, warm: bool = False) -> list[Finding]:
    """Make every step; gives what was changed, and then how everything is."""
    findings: list[Finding] = []
    for step in steps_of(machine, warm=warm):
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
    """The reason that a file cannot be written, and what to do."""
    path, reason = error.filename or t("a file"), error.strerror or error
    detail = t("{path} cannot be changed: {reason}", path=path, reason=reason)
    remedy = t("free space on the disk, close other programs")
    if isinstance(error, IsADirectoryError | FileExistsError | NotADirectoryError):
        remedy = t("rename what stands in the way")
    elif isinstance(error, PermissionError) and machine.system == MACOS:
        remedy = t(FULL_DISK)
    elif isinstance(error, PermissionError):
        remedy = t("right-click it in Explorer > Properties, untick Read-only > OK")
    return Finding(what, State.MISSING, detail, python.then(remedy, machine))


# Windows: whether Python stays ready between clicks

TRIAL = """
import subprocess, sys, time
import pythoncom, win32com.client
name = str(pythoncom.CreateGuid())
code = "from xlplugin import from_excel; from_excel.serve('%s')" % name
server = subprocess.Popen([sys.executable, "-P", "-B", "-c", code], stdout=subprocess.DEVNULL,
                          creationflags=subprocess.CREATE_NO_WINDOW)
try:
    for _ in range(200):
        try:
            reached = pythoncom.CoCreateInstance(
                name, None, pythoncom.CLSCTX_LOCAL_SERVER, pythoncom.IID_IDispatch)
            break
        except pythoncom.com_error:
            if server.poll() is not None:
                sys.exit("it ended at once")
            time.sleep(0.1)
    else:
        sys.exit("it could not be reached")
    print(win32com.client.Dispatch(reached).Str("ready"))
finally:
    server.kill()
"""
"""The program that tries it: the server is started and asked as Excel does."""


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


def _why_not_ready(machine: Machine) -> str:
    """Why no Python can be kept running for this Excel, as far as can be seen; ``""`` if one can."""
    hives = (str(machine.registry(rf"{hive}\{EXCEL_KEY}", "")) for hive in ("HKLM", "HKCU"))
    if any("\\windowsapps\\" in place.lower() for place in hives):
        return t("Excel is from the Microsoft Store, and cannot reach one")
    name, folder = _library(machine)
    beside = machine.path(python.called(machine) or "").parent
    text = msg("{library} is neither in {folder} nor one folder above")
    return t(text, library=name, folder=beside) if folder is None else ""


def _is_warm(machine: Machine) -> bool:
    return (UserSettings(machine).get(WARM) or "").lower() == "true"


def _look_at_speed(machine: Machine) -> list[Finding]:
    if python.called(machine) is None:
        return []
    if not _is_warm(machine):
        detail = t("every click starts Python anew, which takes a second or two")
        return [Finding(SPEED, State.OK, detail)]
    if fault := _why_not_ready(machine):
        detail = t("Python cannot stay ready between clicks: {fault}", fault=fault)
        return [Finding(SPEED, State.NOTE, detail, machine.xlplugin("setup"))]
    name, _ = _library(machine)
    detail = t("Python stays ready between clicks ({library})", library=name)
    return [Finding(SPEED, State.OK, detail)]


def _stay_ready(machine: Machine) -> str:
    """Keep Python running between clicks, where one that was started here has answered."""
    fault = _why_not_ready(machine)
    if not fault:
        answer = machine.run([python.called(machine) or "", "-P", "-B", "-c", TRIAL])
        if answer.status != 0 or answer.out.strip() != "ready":
            said = (answer.err.strip().splitlines() or [t("it says nothing")])[-1][:200]
            fault = t("one that was started as a test did not answer ({said})", said=said)
    if fault:
        _start_anew(machine)
        detail = t("Python cannot stay ready between clicks: {fault}", fault=fault)
        remedy = t("leave out --warm: then every click starts Python anew, and works")
        raise python.Refused(Finding(SPEED, State.MISSING, detail, remedy))
    if _is_warm(machine):
        return ""
    settings = UserSettings(machine)
    settings.set(WARM, "True")
    settings.save()
    name, folder = _library(machine)
    text = msg(
        "Python stays ready between clicks from now on ({library} in {folder}); it was tried"
    )
    return t(text, library=name, folder=folder)


def _start_anew(machine: Machine) -> str:
    settings, was_warm = UserSettings(machine), _is_warm(machine)
    if settings.restore(WARM) is None:
        return ""
    settings.save()
    return t("every click starts Python anew from now on") if was_warm else ""


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
    place, mend = _script_place(machine), machine.xlplugin("setup")
    script = machine.read(place)
    if script is None:
        detail = t("{path} is missing, so Excel cannot start Python", path=place)
        return [Finding(THE_SCRIPT, State.MISSING, detail, mend)]
    if script != _shipped_script(machine):
        detail = t("{path} is not as xlwings ships it; a click runs it", path=place)
        return [Finding(THE_SCRIPT, State.NOTE, detail, mend)]
    return [Finding(THE_SCRIPT, State.OK, t("{file} is where Excel looks for it", file=SCRIPT))]


def _put_script(machine: Machine) -> str:
    shipped, place = _shipped_script(machine), _script_place(machine)
    if shipped is None:
        detail = t("the xlwings that is installed has no {file}", file=SCRIPT)
        remedy = machine.typed(machine.python, "-P", "-m", "pip", "install", f"xlwings=={XLWINGS}")
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
    text = msg("{path} is as before") if before else msg("{path} is gone")
    if before:
        machine.write(place, before)
    else:
        machine.remove(place)
    machine.remove(place + KEPT)
    return t(text, path=place)
