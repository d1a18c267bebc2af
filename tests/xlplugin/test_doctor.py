"""The doctor's findings on simulated computers of every kind, and for real on this one."""

from __future__ import annotations

import json
import plistlib
import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from zipfile import ZipFile

import pytest
from books import open_workbook
from click.testing import CliRunner
from openpyxl import Workbook, load_workbook

from xlplugin.doctor.checkup import next_step
from xlplugin.doctor.workbook import cloud_of
from xlplugin.doors.cli import main
from xlplugin.ground import machine as setup_machine
from xlplugin.ground.machine import XLWINGS, Answer, Finding, Machine, State
from xlplugin.ground.resources import template
from xlplugin.setup.macros import renew
from xlplugin.setup.python import python_findings
from xlplugin.setup.steps import made
from xlplugin.templates import vba

from machines import (
    CLICK_TO_RUN,
    EXCEL,
    MAC_CONF,
    MAC_EXCEL,
    MAC_HOME,
    MAC_PYTHON,
    VERSION,
    WINDOWS_CONF,
    WINDOWS_PYTHON,
    bare_linux,
    bare_mac,
    bare_windows,
    says,
)

APP_PATH = r"HKLM\SOFTWARE\Microsoft\Windows\CurrentVersion\App Paths\excel.exe"
SECURITY = r"HKCU\Software\Microsoft\Office\16.0\Excel\Security"
POLICY = r"HKCU\Software\Policies\Microsoft\Office\16.0\Excel\Security"
CLOUD_POLICY = r"HKCU\Software\Policies\Microsoft\Cloud\Office\16.0\Excel\Security"
OFFICE_PLIST = "/Users/ann/Library/Preferences/com.microsoft.office.plist"
CONTAINER_PLIST = (
    "/Users/ann/Library/Containers/com.microsoft.Excel/Data/Library/Preferences/"
    "com.microsoft.Excel.plist"
)
MANAGED_PLIST = "/Library/Managed Preferences/ann/com.microsoft.office.plist"
MACRO_STATE = "VisualBasicMacroExecutionState"


pytestmark = pytest.mark.on_files  # what a file has besides its values


@pytest.fixture
def windows():
    """Windows that is set up."""
    fake = bare_windows()
    made(fake.machine())
    return fake


@pytest.fixture
def macos():
    """A Mac that is set up."""
    fake = bare_mac()
    made(fake.machine())
    return fake


@pytest.fixture
def linux():
    """Linux with LibreOffice."""
    return bare_linux()


@pytest.fixture
def computer(request):
    """The computer that a case names."""
    return request.getfixturevalue(request.param)


@pytest.fixture
def xlsx(make_event):
    """A real workbook without macros."""
    return make_event().path


@pytest.fixture(scope="module")
def workbooks(tmp_path_factory):
    """A workbook with the macros of this version, and one whose macros look in its folder."""
    path = tmp_path_factory.mktemp("made") / "event.xlsm"
    with template("trc.xlsm") as blank:
        path.write_bytes(blank.read_bytes())
    renew(path)
    current = path.read_bytes()
    workbook = open_workbook(current, path.name)
    del workbook["xlwings.conf"]
    workbook.save(path)
    return current, path.read_bytes()


@pytest.fixture
def xlsm(tmp_path, workbooks):
    """A workbook with the macros and buttons of this version."""
    path = tmp_path / "event.xlsm"
    path.write_bytes(workbooks[0])
    return path


def missing(findings):
    """Name what is missing."""
    return [what for what, finding in findings.items() if finding.state is State.MISSING]


ON_BOTH = pytest.mark.parametrize("computer", ["windows", "macos"], indirect=True)
ANYWHERE = pytest.mark.parametrize("computer", ["windows", "macos", "linux"], indirect=True)


# Where everything is there


@ANYWHERE
def test_nothing_is_missing_where_everything_is_installed(computer):
    """A computer that is set up has nothing to mend."""
    findings = computer.findings()
    assert missing(findings) == []
    states = {finding.state for what, finding in findings.items() if what != "System"}
    assert states == {State.OK}


@ON_BOTH
def test_a_workbook_with_macros_is_ready(computer, xlsm):
    """With everything installed the workbook's buttons can be used."""
    findings = computer.findings(xlsm)
    assert missing(findings) == []
    assert findings["Buttons"].state is State.OK
    assert "use its buttons" in next_step(computer.machine(), xlsm, list(findings.values()))


@pytest.mark.parametrize(
    ("computer", "what", "told"),
    [
        ("windows", "Excel", "version 16.0.17328.20162, 64-bit"),
        ("windows", "Python", f"{WINDOWS_PYTHON}, 3.12.4, 64-bit"),
        ("windows", "xlplugin", f"{VERSION}, the same that runs the commands"),
        ("windows", "xlwings", XLWINGS),
        ("windows", "Macro security", "click Enable Content"),
        ("macos", "Excel", "version 16.89"),
        ("macos", "Python", f"{MAC_PYTHON}, 3.12.4, 64-bit"),
        ("macos", "Script of xlwings", f"xlwings-{XLWINGS}.applescript"),
        ("macos", "Macro security", "click Enable Macros"),
        ("linux", "System", "there is no desktop Excel"),
        ("linux", "LibreOffice", "/usr/bin/soffice"),
    ],
    indirect=["computer"],
)
def test_what_is_installed_is_told(computer, what, told):
    """Versions and places are said, to be read out to whoever helps."""
    assert told in computer.findings()[what].detail


# Excel and its macro security


@pytest.mark.parametrize(
    ("computer", "gone"), [("windows", EXCEL), ("macos", MAC_EXCEL)], indirect=["computer"]
)
def test_excel_is_missed(computer, gone):
    """Buttons need desktop Excel; what works without it is said."""
    del computer.files[gone]
    findings = computer.findings()
    assert missing(findings) == ["Excel"]
    assert "xlwings Lite" in findings["Excel"].remedy


def test_excel_is_found_wherever_it_names_itself(windows):
    """One of one user only counts; one of a volume licence names its version elsewhere."""
    windows.registry[APP_PATH.replace("HKLM", "HKCU"), ""] = windows.registry.pop((APP_PATH, ""))
    assert windows.findings()["Excel"].state is State.OK
    del windows.registry[CLICK_TO_RUN, "VersionToReport"]
    key = r"HKLM\SOFTWARE\Classes\Excel.Application\CurVer"
    windows.registry[key, ""] = "Excel.Application.16"
    assert windows.findings()["Excel"].detail == f"version 16, {EXCEL}"


@pytest.mark.parametrize(
    ("values", "state", "told"),
    [
        ({SECURITY: 1}, State.NOTE, "without asking"),
        ({SECURITY: 2}, State.OK, "Enable Content"),
        ({SECURITY: 3}, State.MISSING, "signature"),
        ({SECURITY: 4}, State.MISSING, "all macros"),
        ({SECURITY: 4, POLICY: 2}, State.OK, "Enable Content"),
        ({SECURITY: 2, POLICY: 3}, State.MISSING, "signature"),
        ({POLICY: 2, CLOUD_POLICY: 4}, State.MISSING, "all macros"),
    ],
)
def test_macro_security_on_windows(windows, values, state, told):
    """The user's setting is told, unless an organization's stands above it."""
    windows.registry |= {(key, "VBAWarnings"): value for key, value in values.items()}
    found = windows.findings()["Macro security"]
    assert found.state is state
    assert told in found.detail
    if state is State.MISSING:
        asks = "administrator" if {POLICY, CLOUD_POLICY} & set(values) else "Trust Center"
        assert asks in found.remedy


@pytest.mark.parametrize(
    ("place", "values", "state", "asks"),
    [
        (OFFICE_PLIST, {MACRO_STATE: "DisabledWithWarnings"}, State.OK, ""),
        (OFFICE_PLIST, {MACRO_STATE: "DisabledWithoutWarnings"}, State.MISSING, "Preferences"),
        (CONTAINER_PLIST, {MACRO_STATE: "DisabledWithoutWarnings"}, State.MISSING, "Preferences"),
        (OFFICE_PLIST, {MACRO_STATE: "EnabledWithoutWarnings"}, State.NOTE, "Preferences"),
        (OFFICE_PLIST, {"VisualBasicEntirelyDisabled": True}, State.MISSING, "Preferences"),
        (MANAGED_PLIST, {MACRO_STATE: "DisabledWithoutWarnings"}, State.MISSING, "administrator"),
        (OFFICE_PLIST, {}, State.OK, ""),
    ],
)
def test_macro_security_on_macos(macos, place, values, state, asks):
    """The preference is told, and who can change it."""
    macos.files[place] = plistlib.dumps(values)
    found = macos.findings()["Macro security"]
    assert found.state is state
    assert asks in found.remedy


@pytest.mark.parametrize(
    "content", [b"", b"no plist", b"<?xml version='1.0'?><plist>", b"bplist00"]
)
def test_damaged_preferences_are_as_none(macos, content):
    """A file of preferences that cannot be read says nothing, and is no error."""
    macos.files[OFFICE_PLIST] = content
    assert macos.findings()["Macro security"].state is State.OK


@pytest.mark.parametrize(("zone", "told"), [("3", True), ("4", True), ("2", False), ("0", False)])
def test_a_downloaded_workbook_is_told_on_windows(windows, xlsm, zone, told):
    """Excel blocks the macros of a file with the mark of the web: it is to be unblocked."""
    windows.files[f"{xlsm}:Zone.Identifier"] = f"[ZoneTransfer]\r\nZoneId={zone}\r\n".encode()
    findings = windows.findings(xlsm)
    assert missing(findings) == ["From the internet"] * told
    if told:
        assert "Unblock" in findings["From the internet"].remedy


def test_a_downloaded_workbook_is_told_on_macos(macos, xlsm):
    """The mark of a download can be taken off with a command."""
    macos.answers["/usr/bin/xattr"] = Answer(0, "0081;;Safari;")
    found = macos.findings(xlsm)["From the internet"]
    assert found.state is State.NOTE
    assert found.remedy == f"xattr -d com.apple.quarantine {xlsm}"


# The Python that the buttons call

OTHER_WINDOWS = r"C:\Other Python\python.exe"
STORE = r"C:\Users\Ann\AppData\Local\Microsoft\WindowsApps\python.exe"
MANAGED = r"C:\Users\Ann\AppData\Local\Python\pythoncore-3.14-64\python.exe"
CONDA = r"C:\Users\Ann\miniconda3\envs\games\python.exe"


def calls(fake, path, answer=None):
    """Let the user's settings name a Python, and let it answer if it is there."""
    fake.files[WINDOWS_CONF] = f'"XLPLUGIN PYTHON","{path}"\r\n'.encode()
    if answer is not None:
        fake.files[path] = b""
        fake.answers[path] = answer


NOT_FOUND = Answer(9009, err="Python was not found; run without arguments")
GONE = "which is not there"
MISSING, NOTE, OK = State.MISSING, State.NOTE, State.OK


@pytest.mark.parametrize(
    ("path", "answer", "what", "state", "told", "remedy"),
    [
        (OTHER_WINDOWS, Answer(2, err="Unknown option: -P\nusage: x\nTry `python -h'"), "Python", MISSING, "older than 3.11", ""),
        (OTHER_WINDOWS, Answer(103, err="No Python at 'C:\\Old\\python.exe'"), "Python", MISSING, "own Python has been removed", ""),
        (OTHER_WINDOWS, Answer(None, err="no answer within 30 seconds"), "Python", MISSING, "no answer", ""),
        (OTHER_WINDOWS, Answer(1, err="x\nFatal error"), "Python", MISSING, "Fatal error", ""),
        (OTHER_WINDOWS, Answer(1), "Python", MISSING, "it says nothing", ""),
        (OTHER_WINDOWS, Answer(0, "hello"), "Python", MISSING, "does not answer as Python", ""),
        (OTHER_WINDOWS, says(prefix=r"C:\Other", xlplugin="", fault="No module named 'xlplugin'"), "xlplugin", MISSING, "not installed", "xlplugin setup"),
        (OTHER_WINDOWS, says(xlplugin="0.0.9", prefix=r"C:\Other"), "xlplugin", NOTE, f"with version {VERSION}", ""),
        (OTHER_WINDOWS, says(prefix=r"C:\Other"), "xlplugin", OK, "of the same version", ""),
        # a command to copy works for a folder with a space in its name
        (OTHER_WINDOWS, says(xlwings=""), "xlwings", MISSING, "not installed",
         f'"{OTHER_WINDOWS}" -P -m pip install xlwings=={XLWINGS} (in PowerShell'),
        (OTHER_WINDOWS, says(drives_excel=False), "xlwings", MISSING, "pywin32", ""),
        (OTHER_WINDOWS, says(xlwings="0.33.1"), "xlwings", MISSING, f"the buttons need {XLWINGS}", ""),
        # setting up the Python that is called already would not help
        (WINDOWS_PYTHON, says(xlplugin="", fault="ImportError: DLL load failed"), "xlplugin", MISSING, "DLL load failed", "reinstall xlplugin"),
        # a .venv that was deleted or moved, or a name alone, which macros look for nowhere
        *((path, None, "Python", MISSING, f"the buttons call {path}, {GONE}", "xlplugin setup")
          for path in (r"D:\gone\.venv\Scripts\python.exe", "python", r".venv\python.exe")),
        # the python.exe that only opens the Microsoft Store; the one of Python's install manager in its folder
        (STORE, NOT_FOUND, "Python", MISSING, "only opens the Microsoft Store", ""),
        (STORE, says(), "Python", OK, "", ""),
    ],
)  # fmt: skip
def test_what_the_other_python_lacks_is_told(windows, path, answer, what, state, told, remedy):
    """The Python that the buttons call must be there, be new enough, and have xlplugin and xlwings."""
    windows.files["python"] = b"in the folder of the terminal"
    calls(windows, path, answer)
    found = windows.findings()[what]
    assert found.state is state
    assert told in found.detail
    assert remedy in found.remedy
    assert bool(found.remedy) is (state is not OK)


@ON_BOTH
def test_a_computer_that_was_never_set_up_is_told(computer):
    """One command mends it, and names the Python that runs the doctor."""
    computer.files.pop(WINDOWS_CONF, None)
    computer.files.pop(MAC_CONF, None)
    found = computer.findings()["Python"]
    assert found.state is State.MISSING
    assert "does not know yet which Python" in found.detail
    assert found.remedy == "xlplugin setup"


@pytest.mark.parametrize(
    ("path", "state"), [(MANAGED, State.NOTE), (CONDA, State.OK), (WINDOWS_PYTHON, State.OK)]
)
def test_an_update_that_may_remove_it_is_told(windows, path, state):
    """The install manager replaces a Python as a whole; those of others and a .venv stay."""
    folder = path.rpartition("\\")[0]
    windows.more |= {"python": path, "prefix": folder}
    calls(windows, path, says(prefix=folder))
    assert windows.findings()["xlplugin"].state is state


def test_only_the_python_of_the_users_settings_is_asked(windows, xlsm):
    """Neither the search path nor the workbook nor its folder names a program that is run."""
    windows.programs["python"] = r"C:\other\python.exe"
    windows.asked.clear()
    xlsm.with_name("xlwings.conf").write_text('"INTERPRETER_WIN","C:\\evil.exe"', encoding="utf-8")
    windows.findings(xlsm)
    assert [command[:3] for command in windows.asked] == [[WINDOWS_PYTHON, "-P", "-B"]]


def test_settings_may_name_the_home_folder(macos):
    """On macOS a setting may begin with $HOME."""
    macos.files[MAC_CONF] = b'"Xlplugin Python","$HOME/xlplugin/.venv/bin/python"\n'
    assert MAC_PYTHON in macos.findings()["Python"].detail


@pytest.mark.parametrize(
    "content",
    [
        f'"xlplugin python","{OTHER_WINDOWS}"',
        f'"LICENSE_KEY","x"\n"XLPLUGIN PYTHON", "{OTHER_WINDOWS}"\n"XLPLUGIN PYTHON","no"',
        '"XLPLUGIN PYTHON","%OTHER%\\python.exe"',
        f'"PLAYER","Zo\xeb"\n"XLPLUGIN PYTHON","{OTHER_WINDOWS}"',
    ],
)
def test_settings_are_read_as_macros_read_them(windows, content):
    """Any case of letters, the first of a key, variables, the encoding of Windows."""
    calls(windows, OTHER_WINDOWS, says())
    windows.more["environ"] = {"Other": r"C:\Other Python"}
    windows.files[WINDOWS_CONF] = content.encode("cp1252")
    assert OTHER_WINDOWS in windows.findings()["Python"].detail


# What could make a click run something else


@pytest.fixture
def old_xlsm(xlsm, workbooks):
    """A workbook whose macros look for settings and modules in its folder."""
    xlsm.write_bytes(workbooks[1])
    return xlsm


def dangers(findings):
    """Tell what is a danger, by what it is."""
    return {what: found for what, found in findings.items() if found.state is State.DANGER}


def add_settings(path, *rows):
    """Put rows of settings into a workbook's own tab."""
    workbook = open_workbook(path.read_bytes(), path.name)
    tabs = workbook.sheetnames
    there = "xlwings.conf" in tabs
    tab = workbook["xlwings.conf"] if there else workbook.create_sheet("xlwings.conf")
    for row in rows:
        tab.append(row)
    workbook.save(path)


@pytest.mark.parametrize("system", ["Windows", "Darwin"])
@pytest.mark.parametrize("where", ["the tab", "a file beside it", "its PYTHONPATH"])
def test_nothing_that_a_workbook_names_is_run(tmp_path, monkeypatch, system, where):
    """Harm in a workbook without macros, or in its folder, is shown, and not done."""
    ran, program = tmp_path / "ran", tmp_path / "program"
    program.write_text(f"#!/bin/sh\ntouch '{ran}'\n", encoding="utf-8")
    program.chmod(0o755)
    (tmp_path / "lib").mkdir()
    harm = f"open({str(ran)!r}, 'w')"
    for name in ("xlwings", "json", "struct", "xlplugin"):
        (tmp_path / "lib" / f"{name}.py").write_text(harm, encoding="utf-8")
    key = "XLPLUGIN PYTHON"
    rows = [(key, str(program))]
    if where == "its PYTHONPATH":
        rows = [(key, sys.executable), ("PYTHONPATH", str(tmp_path / "lib"))]
    event = tmp_path / "event.xlsx"
    Workbook().save(event)
    if where == "a file beside it":
        lines = "".join(f'"{key}","{value}"\n' for key, value in rows)
        (tmp_path / "xlwings.conf").write_text(lines, encoding="utf-8")
    else:
        add_settings(event, *rows)
    home = tmp_path / "home"
    container = home / "Library" / "Containers" / "com.microsoft.Excel" / "Data"
    container.mkdir(parents=True)
    here = replace(Machine.here(), system=system, home=str(home))
    monkeypatch.setattr(Machine, "here", classmethod(lambda _: here))
    monkeypatch.chdir(tmp_path / "lib")
    result = run("doctor", event)
    assert not ran.exists()
    assert key in result.stdout
    assert ("DANGER   Settings" in result.stdout) is (where != "a file beside it")


HARMFUL = {
    "INTERPRETER_WIN": r"C:\evil.exe", "INTERPRETER_MAC": "a\u202eb\u2028c", "PYTHONPATH": "lib",
    "UDF MODULES": "evil", "LICENSE_KEY": "secret",
}  # fmt: skip


def test_harmful_settings_of_a_workbook_are_told(windows, xlsm):
    """What names a program, a folder or a key is a danger, whatever the macros; our row is none."""
    assert dangers(windows.findings(xlsm)) == {}
    add_settings(xlsm, ("SHOW CONSOLE", "True"), ("ADD_WORKBOOK_TO_PYTHONPATH", "false"))
    assert dangers(windows.findings(xlsm)) == {}
    add_settings(xlsm, *HARMFUL.items())
    found = dangers(windows.findings(xlsm))
    assert list(found) == ["Settings"]
    told = found["Settings"]
    shown = (r"_WIN (C:\evil.exe)", "_MAC (a?b?c)", "PYTHONPATH (lib)", "UDF MODULES (evil)")
    assert [text for text in (*HARMFUL, *shown) if text not in told.detail] == []
    assert "secret" not in told.detail
    assert told.remedy.endswith(f"xlplugin setup {xlsm}")


def test_a_click_that_looks_beside_the_workbook_is_a_danger(windows, xlsm):
    """If its hidden tab says so."""
    add_settings(xlsm, ("ADD_WORKBOOK_TO_PYTHONPATH", "True"))
    assert "ADD_WORKBOOK_TO_PYTHONPATH (True)" in dangers(windows.findings(xlsm))["Settings"].detail


BESIDE = {
    "xlplugin.py": True, "engine/__init__.py": True, "xlwings.cp312-win_amd64.pyd": True,
    "openpyxl.so": True, "EVENT.ZIP": True, "other.zip": False, "engine/notes.txt": False,
    "my_script.py": False,
}  # fmt: skip


@pytest.mark.parametrize("name", BESIDE)
def test_files_that_would_pass_for_ours_are_a_danger_to_older_macros(windows, old_xlsm, name):
    """A click of theirs imports what lies in the folder; those of today do not."""
    path = old_xlsm.parent / name
    path.parent.mkdir(exist_ok=True)
    path.write_bytes(b"")
    found = dangers(windows.findings(old_xlsm))
    assert list(found) == (["Programs"] if BESIDE[name] else [])
    if found:
        assert Path(name).parts[0] in found["Programs"].detail
        assert found["Programs"].remedy.startswith(f"xlplugin setup {old_xlsm}; then")


def test_macros_of_this_version_look_for_nothing_beside_the_workbook(windows, xlsm):
    """What lies there is no danger to them."""
    for name in ("xlplugin.py", "json.py", "event.zip"):
        (xlsm.parent / name).write_bytes(b"")
    assert dangers(windows.findings(xlsm)) == {}


def test_a_workbook_without_its_hidden_tab_is_to_be_renewed(windows, old_xlsm):
    """The tab says that Python is to look for nothing beside it; the exit status and the last line say a danger first."""
    found = windows.findings(old_xlsm)["Macros"]
    assert (found.state, found.remedy) == (State.NOTE, f"xlplugin setup {old_xlsm}")
    (old_xlsm.parent / "engine.py").write_bytes(b"")
    findings = list(windows.findings(old_xlsm).values())
    told = next_step(windows.machine(), old_xlsm, findings)
    assert told.startswith("Next: correct the problem marked DANGER, then run again")


def test_settings_beside_older_macros_are_a_danger(windows, old_xlsm):
    """Renewed macros do not look there, which is only noted."""
    conf = old_xlsm.with_name("xlwings.conf")
    conf.write_text('"INTERPRETER_WIN","C:\\evil.exe"\n', encoding="utf-8")
    assert r"C:\evil.exe" in dangers(windows.findings(old_xlsm))["Settings"].detail
    renew(old_xlsm)
    found = windows.findings(old_xlsm)["Settings"]
    assert (found.state, found.remedy) == (State.NOTE, "")


def test_older_macros_are_a_danger_whatever_the_tab_says(windows, xlsm):
    """They may look beside the workbook all the same; and they are told, with what renews them."""
    with ZipFile(xlsm) as archive:
        parts = {name: archive.read(name) for name in archive.namelist()}
    older = {"Tournament": vba.compress(b"Sub PairNextRound()\r\nEnd Sub")}
    parts["xl/vbaProject.bin"] = vba.with_sources(parts["xl/vbaProject.bin"], older)
    with ZipFile(xlsm, "w") as archive:
        for name, content in parts.items():
            archive.writestr(name, content)
    (xlsm.parent / "engine.py").write_bytes(b"")
    findings = windows.findings(xlsm)
    assert list(dangers(findings)) == ["Programs"]
    assert findings["Macros"].remedy == f"xlplugin setup {xlsm}"


def test_a_second_line_of_a_key_hides_nothing(windows, old_xlsm):
    """The macros take the first."""
    pairs = [("INTERPRETER_WIN", "evil.exe"), ("INTERPRETER_WIN", ""), ("PYTHONPATH", "")]
    lines = "".join(f'"{key}","{value}"\n' for key, value in pairs)
    old_xlsm.with_name("xlwings.conf").write_text(lines, encoding="utf-8")
    assert "INTERPRETER_WIN (evil.exe)," in dangers(windows.findings(old_xlsm))["Settings"].detail


def test_a_program_in_a_tab_is_a_danger_to_older_macros(windows, old_xlsm):
    """With a licence of xlwings a click runs it."""
    workbook = open_workbook(old_xlsm.read_bytes(), old_xlsm.name)
    workbook.create_sheet("main.py")
    workbook.save(old_xlsm)
    assert "main.py" in dangers(windows.findings(old_xlsm))["Program"].detail


# The workbook


@ON_BOTH
def test_a_workbook_without_macros_needs_neither_excel_nor_its_python(computer, xlsx):
    """For a workbook without buttons, what buttons need is only noted."""
    computer.files.clear()
    computer.programs.clear()
    computer.folders.clear()
    findings = computer.findings(xlsx)
    assert missing(findings) == []
    assert findings["Excel"].state is State.NOTE
    assert "xlplugin new event.xlsm" in findings["Buttons"].remedy
    told = next_step(computer.machine(), xlsx, list(findings.values()))
    assert told == f"Next: Pair round 1 (xlplugin pair {xlsx})"


@pytest.mark.parametrize(
    ("computer", "state"), [("macos", State.MISSING), ("linux", State.NOTE)], indirect=["computer"]
)
def test_lost_macros_are_told(computer, state, xlsx):
    """A macro workbook that another program has saved has no macros any more."""
    path = xlsx.with_suffix(".xlsm")
    xlsx.rename(path)
    found = computer.findings(path)["Buttons"]
    assert found.state is state
    assert "lost its macros" in found.detail


@pytest.mark.parametrize(
    ("part", "content", "state"),
    [
        ("xl/drawings/drawing1.xml", b'<sp macro="[0]!Pair"/>', State.OK),
        ("xl/drawings/vmlDrawing1.vml", b"<x:FmlaMacro>Pair</x:FmlaMacro>", State.OK),
        ("xl/drawings/drawing1.xml", b'<sp macro=""/>', State.NOTE),
        ("xl/other.xml", b'<sp macro="[0]!Pair"/>', State.NOTE),
    ],
)
def test_buttons_are_found_in_whatever_form(windows, xlsx, part, content, state):
    """Shapes and controls that call a macro are buttons, as a ribbon tab is."""
    path = xlsx.with_suffix(".xlsm")
    with ZipFile(xlsx) as old, ZipFile(path, "w") as new:
        for name in set(old.namelist()) - {part}:
            new.writestr(name, old.read(name))
        new.writestr("xl/vbaProject.bin", b"macros")
        new.writestr(part, content)
    assert windows.findings(path)["Buttons"].state is state


def _rewritten(path, part, change):
    """Have another program save a workbook: a part becomes what ``change`` makes of it, or goes."""
    with ZipFile(path) as old:
        parts = {name: old.read(name) for name in old.namelist()}
    content = change(parts.pop(part))
    with ZipFile(path, "w") as new:
        for name, data in {**parts, **({part: content} if content else {})}.items():
            new.writestr(name, data)


def test_macros_that_libreoffice_has_saved_are_told_and_mended(windows, xlsm):
    """It forgets that one of them is a class, so that none of them runs; setup puts ours back."""
    _rewritten(
        xlsm, "xl/vbaProject.bin", lambda p: p.replace(b"Class=Dictionary", b"Klass=Dictionary")
    )
    found = windows.findings(xlsm)["Buttons"]
    assert found.state is State.MISSING
    assert "LibreOffice has saved it" in found.detail
    assert "setup" in found.remedy
    assert renew(xlsm) == ["its macros"]
    assert windows.findings(xlsm)["Buttons"].state is State.OK


def test_lost_buttons_on_event_are_told(windows, xlsm):
    """Those on the ribbon tab are still there."""
    _rewritten(
        xlsm, "xl/drawings/vmlDrawing1.vml", lambda vml: vml.replace(b"FmlaMacro", b"Nothing")
    )
    found = windows.findings(xlsm)["Buttons"]
    assert found.state is State.NOTE
    assert "lost the buttons on Event" in found.detail
    assert "Tournament" in found.remedy


@pytest.mark.parametrize(
    ("name", "content", "told"),
    [
        ("event.csv", b"Name", "a list in a text file"),
        ("event.xlsx", b"PK", "damaged"),
        ("event.xlsm", bytes.fromhex("D0CF11E0A1B11AE1"), "an old Excel"),
        ("event.backup", "a workbook", "is not an .xlsx or .xlsm"),
        pytest.param("event.xlsx", "a link to itself", "", marks=pytest.mark.skipif(
            sys.platform == "win32", reason="links need rights there: run it elsewhere")),
    ],
)  # fmt: skip
def test_a_file_that_is_no_workbook_is_told(linux, tmp_path, workbooks, name, content, told):
    """What cannot be opened, or Excel would not open by its name, is told with what to do."""
    path = tmp_path / name
    if content == "a link to itself":
        path.symlink_to(path)
    elif content is not None:
        path.write_bytes(workbooks[0] if content == "a workbook" else content)
    findings = linux.findings(path)
    assert missing(findings) == ["File"]
    assert told in findings["File"].detail
    assert findings["File"].remedy


def test_things_to_mend_in_the_workbook_are_told(linux, xlsx):
    """That the event has faults is only noted: check lists them."""
    workbook = load_workbook(xlsx)
    workbook["Players"].title = "People"
    workbook.save(xlsx)
    found = linux.findings(xlsx)["File"]
    assert found.state is State.NOTE
    assert found.remedy == "see them all: xlplugin check event.xlsx"


def test_an_open_workbook_is_told(linux, xlsx):
    """Commands wait until the workbook is closed; to have it open is no fault."""
    xlsx.with_name("~$event.xlsx").write_bytes(b"")
    findings = linux.findings(xlsx)
    assert missing(findings) == []
    assert "save and close it" in findings["Open"].remedy


@pytest.mark.parametrize(
    ("computer", "path", "cloud"),
    [
        ("windows", r"C:\Users\Ann\OneDrive\event.xlsm", "OneDrive"),
        ("windows", r"D:\Cloud\events\event.xlsm", "OneDrive"),
        ("windows", r"C:\Users\Ann\Club\Events - Documents\event.xlsm", "SharePoint"),
        ("windows", "https://d.docs.live.net/1/event.xlsm", "a web address"),
        ("windows", r"C:\Users\Ann\Dropbox\event.xlsm", "Dropbox"),
        ("windows", r"C:\Users\Ann\Documents\OneDrive.xlsm", None),
        ("macos", f"{MAC_HOME}/Library/CloudStorage/OneDrive-Personal/event.xlsm", "a cloud"),
        (
            "macos",
            f"{MAC_HOME}/Library/Mobile Documents/com~apple~CloudDocs/event.xlsm",
            "iCloud Drive",
        ),
        ("macos", f"{MAC_HOME}/Tournaments/event.xlsm", None),
    ],
    indirect=["computer"],
)
def test_folders_of_a_cloud_are_recognised(computer, path, cloud):
    """A cloud may hide from xlwings where on this computer a workbook is."""
    computer.more["environ"] = {"OneDriveCommercial": r"d:\cloud"}
    assert cloud_of(computer.machine(), path) == cloud


def test_a_workbook_in_a_cloud_is_told(linux, xlsx):
    """How to get out of the cloud is said with it."""
    linux.more["environ"] = {"OneDrive": str(xlsx.parent)}
    found = linux.findings(xlsx)["Folder"]
    assert found.state is State.NOTE
    assert "/home/ann/Tournaments" in found.remedy


# What the commands need


def test_a_library_that_is_missing_is_told(linux):
    """Each library that cannot be imported is named, with the command that installs it."""
    del linux.libraries["openpyxl"]
    findings = linux.findings()
    assert missing(findings) == ["openpyxl"]
    assert findings["openpyxl"].remedy.startswith("/usr/bin/python3 -P -m pip install")


@pytest.mark.parametrize(
    ("computer", "noted"), [("linux", True), ("windows", False)], indirect=["computer"]
)
def test_libreoffice_is_only_noted(computer, noted):
    """Without LibreOffice something else may open the files; with Excel nobody asks for it."""
    computer.programs.clear()
    findings = computer.findings()
    assert missing(findings) == []
    assert ("LibreOffice" in findings) is noted


@pytest.mark.parametrize(
    ("count", "told"), [(1, "the problem marked"), (2, "the 2 problems, from")]
)
def test_the_last_line_says_what_to_do_next(linux, count, told):
    """What is missing comes before anything else."""
    findings = [Finding("x", State.MISSING, "y")] * count
    assert told in next_step(linux.machine(), None, findings)


# Really, on this computer


def run(*arguments):
    """Run the program; an error that nobody has foreseen comes through."""
    return CliRunner().invoke(main, [*map(str, arguments)], catch_exceptions=False)


def test_the_command_tells_what_it_finds_here():
    """Lines begin with the state, in words; the last one says what to do next."""
    result = run("doctor")
    lines = result.stdout.splitlines()
    assert any(line.startswith("ok       Commands") for line in lines)
    assert all(line.startswith(("ok ", "note ", "MISSING ", "  ")) for line in lines[:-1])
    assert lines[-1].startswith("Next: ")


@pytest.mark.parametrize("name", ["event.xlsx", "gone.xlsx"])
def test_the_exit_status_says_whether_something_is_missing(xlsx, name):
    """Status 0 if nothing is missing, else 1; for people and for programs alike."""
    file = xlsx.with_name(name)
    result, told = run("doctor", file), run("doctor", file, "--json")
    findings = json.loads(told.stdout)["findings"]
    assert {tuple(finding) for finding in findings} == {("what", "state", "detail", "remedy")}
    is_missing = "missing" in {finding["state"] for finding in findings}
    assert result.exit_code == told.exit_code == is_missing
    assert ("MISSING" in result.stdout) is is_missing
    assert is_missing or sys.platform != "linux" or name == "event.xlsx"


def test_the_last_line_says_what_all_commands_say(make_event):
    """Results that are missing come before the next round."""
    event = make_event(rounds=1, finished=False)
    (expected,) = event.done("move", 1, 40).stdout.splitlines()[-1:]
    assert "4 results missing" in expected
    told = run("doctor", event.path).stdout.splitlines()[-1]
    assert told == expected.replace(event.path.name, str(event.path))


def test_a_workbook_that_is_no_event_is_to_be_checked(tmp_path):
    """Nothing of it can be paired."""
    path = tmp_path / "other.xlsx"
    Workbook().save(path)
    assert run("doctor", path).stdout.splitlines()[-1] == f"Next: xlplugin check {path}"


def test_the_doctor_changes_nothing(xlsx):
    """Looking leaves the workbook and its folder as they are."""
    before = {path.name: path.read_bytes() for path in xlsx.parent.iterdir() if path.is_file()}
    run("doctor", xlsx)
    after = {path.name: path.read_bytes() for path in xlsx.parent.iterdir() if path.is_file()}
    assert after == before


def test_this_python_answers_the_question(tmp_path):
    """A real Python says what it has."""
    home = tmp_path / "home"
    (home / ".xlwings").mkdir(parents=True)
    line = f'"XLPLUGIN PYTHON","{sys.executable}"\n'
    (home / ".xlwings" / "xlwings.conf").write_text(line, encoding="utf-8")
    machine = replace(Machine.here(), home=str(home), system="Linux")  # whose paths are absolute
    told = {finding.what: finding for finding in python_findings(machine)}
    assert told["Python"].detail.startswith(f"the buttons call {sys.executable}, {machine.version}")
    assert told["xlplugin"].state is State.OK
    assert told["xlwings"].detail.startswith(XLWINGS)


def test_neither_question_imports_xlwings():
    """When Python ends it kills Excels on Windows, and runs a macro in every workbook on macOS."""
    code = (
        "import sys; from xlplugin.ground.machine import Machine; from xlplugin.setup.python import QUESTION;"
        "print(Machine.here().installed('xlwings')); exec(QUESTION); print('xlwings' in sys.modules)"
    )
    run = [sys.executable, "-P", "-B", "-c", code]
    told = subprocess.run(run, capture_output=True, text=True, check=False)
    version, answer, imported = told.stdout.splitlines()
    assert (version, json.loads(answer)["xlwings"], imported) == (XLWINGS, XLWINGS, "False")


def test_no_question_to_the_real_computer_raises(tmp_path, monkeypatch):
    """What is not there is not there, and no error."""
    monkeypatch.setattr(setup_machine, "PATIENCE", 0.2)
    machine = Machine.here()
    assert machine.read(str(tmp_path)) is None
    assert machine.read("nul\0") is None
    assert machine.run([str(tmp_path / "gone")]).status is None
    assert machine.run([sys.executable, "-c", "import time; time.sleep(9)"]).status is None
    assert machine.registry(r"HKCU\Software\xlplugin, not there", "x") is None
    assert machine.installed("a_library_that_is_not_there") is None
    assert machine.which("a program that is not there") is None
