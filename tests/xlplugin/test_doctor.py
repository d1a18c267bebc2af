"""What the doctor says on computers of every kind, and really on this one."""

from __future__ import annotations

import json
import plistlib
import sys
from pathlib import Path
from zipfile import ZipFile

import pytest
from click.testing import CliRunner
from openpyxl import load_workbook

from xlplugin.cli import main
from xlplugin.doctor import machine as doctor_machine
from xlplugin.doctor import python as doctor_python
from xlplugin.doctor.checkup import LIBRARIES, VBA_XLWINGS, examine, next_step
from xlplugin.doctor.machine import Answer, Finding, Machine, State
from xlplugin.doctor.workbook import cloud_of
from xlplugin.hosts.file import open_workbook

WINDOWS_HOME, MAC_HOME = r"C:\Users\Ann", "/Users/ann"
WINDOWS_PYTHON = r"C:\Python312\python.exe"
MAC_PYTHON = "/Users/ann/xlplugin/.venv/bin/python"
EXCEL = r"C:\Program Files\Microsoft Office\root\Office16\EXCEL.EXE"
APP_PATH = r"HKLM\SOFTWARE\Microsoft\Windows\CurrentVersion\App Paths\excel.exe"
CLICK_TO_RUN = r"HKLM\SOFTWARE\Microsoft\Office\ClickToRun\Configuration"
USER_PATH = r"HKCU\Environment"
SECURITY = r"HKCU\Software\Microsoft\Office\16.0\Excel\Security"
POLICY = r"HKCU\Software\Policies\Microsoft\Office\16.0\Excel\Security"
CLOUD_POLICY = r"HKCU\Software\Policies\Microsoft\Cloud\Office\16.0\Excel\Security"
WINDOWS_CONF = r"C:\Users\Ann\.xlwings\xlwings.conf"
MAC_CONF = "/Users/ann/Library/Containers/com.microsoft.Excel/Data/xlwings.conf"
MAC_EXCEL = "/Applications/Microsoft Excel.app"
SCRIPTS = "/Users/ann/Library/Application Scripts/com.microsoft.Excel"
OFFICE_PLIST = "/Users/ann/Library/Preferences/com.microsoft.office.plist"
CONTAINER_PLIST = (
    "/Users/ann/Library/Containers/com.microsoft.Excel/Data/Library/Preferences/"
    "com.microsoft.Excel.plist"
)
MANAGED_PLIST = "/Library/Managed Preferences/ann/com.microsoft.office.plist"
INSTALL_SCRIPT = f"{MAC_PYTHON} -m xlwings.cli runpython install"
MACRO_STATE = "VisualBasicMacroExecutionState"


def says(**told):
    """Give the answer of a Python to the doctor's question."""
    answer = {
        "version": "3.12.4", "bits": 64, "prefix": r"C:\Python312", "xlwings": VBA_XLWINGS,
        "drives_excel": True, "xlplugin": "0.1.0", "fault": "",
    }  # fmt: skip
    return Answer(0, json.dumps({**answer, **told}) + "\n")


pytestmark = pytest.mark.on_files  # what a file has besides its values


class Fake:
    """A computer made up of files, registry values and programs with their answers."""

    def __init__(self, system, *, files=(), registry=(), answers=(), programs=(), **more):
        self.system = system
        self.files = dict(files)
        self.registry = dict(registry)
        self.answers = dict(answers)
        self.programs = dict(programs)
        self.libraries = dict.fromkeys(LIBRARIES, "1.0") | {"xlplugin": "0.1.0"}
        self.more = more
        self.asked = []

    def run(self, command):
        """Answer for a program: its name, or that of what it is to look for, decides."""
        self.asked.append(list(command))
        words = [command[0], command[-1].rpartition(" ")[2]]
        known = [self.answers[word] for word in words if word in self.answers]
        return known[0] if known else Answer(None, err="No such file or directory")

    def read(self, path):
        """Read a file that was made up, or a real one of the test."""
        if path in self.files:
            return self.files[path]
        return Path(path).read_bytes() if Path(path).is_file() else None

    def machine(self):
        """Give the computer."""
        told = {
            "Windows": {"home": WINDOWS_HOME, "python": WINDOWS_PYTHON, "prefix": r"C:\Python312"},
            "Darwin": {
                "home": MAC_HOME,
                "python": MAC_PYTHON,
                "prefix": "/Users/ann/xlplugin/.venv",
            },
            "Linux": {"home": "/home/ann", "python": "/usr/bin/python3", "prefix": "/usr"},
        }[self.system]
        return Machine(
            system=self.system,
            release="11",
            environ=self.more.get("environ", {}),
            version="3.12.4",
            read=self.read,
            exists=self.files.__contains__,
            which=lambda name, folders: self.programs.get((name, folders)),
            run=self.run,
            registry=lambda key, name: self.registry.get((key, name)),
            installed=self.libraries.get,
            **told,
        )

    def findings(self, file=None):
        """Give what the doctor finds, by what it looked at."""
        return {finding.what: finding for finding in examine(self.machine(), file)}


@pytest.fixture
def windows():
    """Windows with Excel and one Python, which has everything."""
    return Fake(
        "Windows",
        files={EXCEL: b"", WINDOWS_PYTHON: b""},
        registry={
            (APP_PATH, ""): EXCEL,
            (CLICK_TO_RUN, "VersionToReport"): "16.0.17328.20162",
            (CLICK_TO_RUN, "Platform"): "x64",
            (USER_PATH, "Path"): r"C:\Python312;C:\Python312\Scripts",
        },
        answers={WINDOWS_PYTHON: says()},
        programs={("python", r"C:\Python312;C:\Python312\Scripts"): WINDOWS_PYTHON},
    )


@pytest.fixture
def macos():
    """A Mac with Excel, a Python that the user's settings name, and the script of xlwings."""
    return Fake(
        "Darwin",
        files={
            MAC_EXCEL: b"",
            f"{MAC_EXCEL}/Contents/Info.plist": plistlib.dumps(
                {"CFBundleShortVersionString": "16.89"}
            ),
            MAC_PYTHON: b"",
            MAC_CONF: f'"INTERPRETER_MAC","{MAC_PYTHON}"\n'.encode(),
            f"{SCRIPTS}/xlwings-{VBA_XLWINGS}.applescript": b"",
        },
        answers={MAC_PYTHON: says(prefix="/Users/ann/xlplugin/.venv")},
        environ={"USER": "ann"},
    )


@pytest.fixture
def linux():
    """Linux with LibreOffice."""
    return Fake("Linux", programs={("soffice", ""): "/usr/bin/soffice"})


@pytest.fixture
def computer(request):
    """The computer that a case names."""
    return request.getfixturevalue(request.param)


@pytest.fixture
def xlsx(make_event):
    """A real workbook without macros."""
    return make_event().path


@pytest.fixture
def xlsm(xlsx):
    """A workbook with something in the place of macros and of a ribbon tab."""
    path = xlsx.with_suffix(".xlsm")
    xlsx.rename(path)
    with ZipFile(path, "a") as archive:
        archive.writestr("xl/vbaProject.bin", b"macros")
        archive.writestr("customUI/customUI14.xml", b"<customUI/>")
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
        ("windows", "xlplugin", "0.1.0, the same that runs the commands"),
        ("windows", "xlwings", VBA_XLWINGS),
        ("windows", "Macro security", "click Enable Content"),
        ("macos", "Excel", "version 16.89"),
        ("macos", "Python", f"{MAC_PYTHON}, 3.12.4, 64-bit ({MAC_CONF})"),
        ("macos", "Script of xlwings", f"xlwings-{VBA_XLWINGS}.applescript"),
        ("macos", "Macro security", "click Enable Macros"),
        ("linux", "System", "there is no desktop Excel"),
        ("linux", "LibreOffice", "/usr/bin/soffice"),
    ],
    indirect=["computer"],
)
def test_what_is_installed_is_told(computer, what, told):
    """Versions and places are said, to be read out to whoever helps."""
    assert told in computer.findings()[what].detail


def test_linux_is_told_what_works_there(linux):
    """Without desktop Excel there are the commands, LibreOffice and xlwings Lite."""
    findings = linux.findings()
    assert {"Excel", "Python", "Macro security"}.isdisjoint(findings)
    assert all(word in findings["System"].remedy for word in ("pair", "LibreOffice", "Lite"))


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


def test_excel_from_a_volume_licence_tells_its_version(windows):
    """An Excel that was not installed from the web names its version elsewhere."""
    del windows.registry[CLICK_TO_RUN, "VersionToReport"]
    key = r"HKLM\SOFTWARE\Classes\Excel.Application\CurVer"
    windows.registry[key, ""] = "Excel.Application.16"
    assert windows.findings()["Excel"].detail == f"version 16, {EXCEL}"


def test_excel_of_one_user_is_found(windows):
    """An Excel that only this user has counts too."""
    windows.registry[APP_PATH.replace("HKLM", "HKCU"), ""] = windows.registry.pop((APP_PATH, ""))
    assert windows.findings()["Excel"].state is State.OK


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


# The Python that the workbook calls

OTHER_WINDOWS = r"C:\Other Python\python.exe"


@pytest.fixture
def two_pythons(windows):
    """Windows with a second Python, which the user's settings name."""
    windows.files |= {
        OTHER_WINDOWS: b"",
        WINDOWS_CONF: f'"INTERPRETER_WIN","{OTHER_WINDOWS}"\r\n'.encode(),
    }
    windows.answers[OTHER_WINDOWS] = says(prefix=r"C:\Other Python")
    return windows


@pytest.mark.parametrize(
    ("answer", "what", "state", "told"),
    [
        (says(version="3.10.1"), "Python", State.MISSING, "older than 3.11"),
        (says(version="2.7.18"), "Python", State.MISSING, "older than 3.11"),
        (Answer(None, err="no answer within 30 seconds"), "Python", State.MISSING, "no answer"),
        (Answer(1, err="x\nFatal error"), "Python", State.MISSING, "Fatal error"),
        (Answer(1), "Python", State.MISSING, "it says nothing"),
        (Answer(0, "hello"), "Python", State.MISSING, "does not answer as Python"),
        (Answer(0), "Python", State.MISSING, "does not answer as Python"),
        (Answer(0, "[1]"), "Python", State.MISSING, "does not answer as Python"),
        (
            says(xlplugin="", fault="No module named 'xlplugin'"),
            "xlplugin",
            State.MISSING,
            "cannot",
        ),
        (says(xlplugin="0.0.9", prefix=r"C:\Other"), "xlplugin", State.NOTE, "with version 0.1.0"),
        (says(prefix=r"C:\Other"), "xlplugin", State.OK, "of the same version"),
        (says(xlwings=""), "xlwings", State.MISSING, "has no xlwings"),
        (says(drives_excel=False), "xlwings", State.MISSING, "pywin32"),
        (says(xlwings="0.33.1"), "xlwings", State.NOTE, f"of version {VBA_XLWINGS}"),
    ],
)
def test_what_the_other_python_lacks_is_told(two_pythons, answer, what, state, told):
    """The Python that the workbook calls must be new enough, and have xlplugin and xlwings."""
    two_pythons.answers[OTHER_WINDOWS] = answer
    found = two_pythons.findings()[what]
    assert found.state is state
    assert told in found.detail
    assert bool(found.remedy) is (state is not State.OK)


def test_commands_quote_what_has_spaces(two_pythons):
    """A command to copy works for a folder with a space in its name."""
    two_pythons.answers[OTHER_WINDOWS] = says(xlwings="")
    remedy = two_pythons.findings()["xlwings"].remedy
    assert remedy.startswith(f'"{OTHER_WINDOWS}" -m pip install xlwings=={VBA_XLWINGS} (in PowerS')


def test_a_broken_xlplugin_is_to_be_set_up_again(windows):
    """Pointing the workbook to the Python that it already calls would not help."""
    windows.answers[WINDOWS_PYTHON] = says(xlplugin="", fault="ImportError: DLL load failed")
    found = windows.findings()["xlplugin"]
    assert "DLL load failed" in found.detail
    assert "set up xlplugin again" in found.remedy


@pytest.mark.parametrize(
    ("fault", "told"),
    [
        ("ModuleNotFoundError: No module named 'xlplugin'", "it is not installed for the Python"),
        ("ImportError: DLL load failed", "cannot use it: ImportError: DLL load failed"),
    ],
)
def test_a_python_without_xlplugin_is_to_be_replaced(two_pythons, fault, told):
    """The workbook is to call the Python that has xlplugin; what else the other lacks is moot."""
    two_pythons.answers[OTHER_WINDOWS] = says(
        prefix=r"C:\Other Python", xlplugin="", xlwings="", fault=fault
    )
    findings = two_pythons.findings()
    assert missing(findings) == ["xlplugin"]
    assert told in findings["xlplugin"].detail
    assert f'"INTERPRETER_WIN","{WINDOWS_PYTHON}"' in findings["xlplugin"].remedy


def test_the_store_stub_is_recognised(windows):
    """The python.exe that only opens the Microsoft Store is told for what it is."""
    stub = r"C:\Users\Ann\AppData\Local\Microsoft\WindowsApps\python.exe"
    windows.programs = dict.fromkeys(windows.programs, stub)
    windows.answers[stub] = Answer(9009, err="Python was not found; run without arguments")
    found = windows.findings()["Python"]
    assert found.state is State.MISSING
    assert "Microsoft Store" in found.detail
    assert found.remedy == f"{WINDOWS_PYTHON} -m xlwings.cli config create"


def test_a_terminals_own_folders_do_not_count(windows):
    """Excel is not started from a terminal: an active virtual environment is not its own."""
    windows.more["environ"] = {"PATH": r"C:\venv\Scripts"}
    windows.programs["python", r"C:\venv\Scripts"] = r"C:\venv\Scripts\python.exe"
    assert WINDOWS_PYTHON in windows.findings()["Python"].detail


def test_folders_of_the_search_path_are_expanded(windows):
    """The registry names folders by variables."""
    windows.registry[USER_PATH, "Path"] = r"%localappdata%\Py"
    windows.more["environ"] = {"LOCALAPPDATA": r"C:\Local"}
    windows.programs["python", r"C:\Local\Py"] = WINDOWS_PYTHON
    assert windows.findings()["Python"].state is State.OK


@ON_BOTH
def test_no_python_at_all(computer):
    """Where Excel finds no python, one command makes it call the one that runs the doctor."""
    computer.programs.clear()
    computer.files.pop(MAC_CONF, None)
    found = computer.findings()["Python"]
    assert found.state is State.MISSING
    assert "the workbook calls python" in found.detail
    assert found.remedy == f"{computer.machine().python} -m xlwings.cli config create"


def test_macos_looks_where_the_script_of_xlwings_does(macos):
    """Excel on macOS knows the system's folders and what .bash_profile adds, no others."""
    del macos.files[MAC_CONF]
    macos.answers["/usr/bin/env"] = Answer(0, "/opt/python/bin/python\n")
    macos.answers["/opt/python/bin/python"] = says(prefix="/opt/python")
    assert "/opt/python/bin/python" in macos.findings()["Python"].detail
    looked = next(command for command in macos.asked if command[0] == "/usr/bin/env")
    assert "PATH=/usr/bin:/bin:/usr/sbin:/sbin" in looked
    assert ".bash_profile" in looked[-1]


def test_macos_cannot_call_a_path_with_a_space(macos):
    """The script of xlwings does not quote the path."""
    path = "/Users/ann/my tools/bin/python"
    macos.files |= {path: b"", MAC_CONF: f'"INTERPRETER_MAC","{path}"'.encode()}
    found = macos.findings()["Python"]
    assert found.state is State.MISSING
    assert "without spaces" in found.remedy


def test_settings_may_name_the_home_folder(macos):
    """On macOS a setting may begin with $HOME."""
    macos.files[MAC_CONF] = b'"Interpreter_Mac","$HOME/xlplugin/.venv/bin/python"\n'
    assert MAC_PYTHON in macos.findings()["Python"].detail


def test_the_tab_of_the_workbook_counts_most(two_pythons, xlsm):
    """A tab xlwings.conf stands above the files, and is where the setting must change."""
    workbook = open_workbook(xlsm.read_bytes(), xlsm.name)
    tab = workbook.create_sheet("xlwings.conf")
    tab.append(["Interpreter_Win", r"D:\gone\python.exe"])
    tab.append(["SHOW CONSOLE", None])
    workbook.save(xlsm)
    found = two_pythons.findings(xlsm)["Python"]
    assert r"D:\gone\python.exe, which is not there" in found.detail
    assert "the tab xlwings.conf" in found.detail
    assert "right-click a tab" in found.remedy


def test_the_file_beside_the_workbook_counts_more_than_the_users(two_pythons, xlsm):
    """An xlwings.conf beside the workbook stands above the user's."""
    conf = xlsm.with_name("xlwings.conf")
    conf.write_bytes(f'"INTERPRETER_WIN","{WINDOWS_PYTHON}"\r\n"PYTHONPATH","C:\\lib"'.encode())
    assert str(conf) in two_pythons.findings(xlsm)["Python"].detail
    assert two_pythons.asked[0][-1] == "C:\\lib"
    conf.write_text('"INTERPRETER_WIN","D:\\gone.exe"', encoding="utf-8")
    assert f"open {conf}" in two_pythons.findings(xlsm)["Python"].remedy


@pytest.mark.parametrize(
    "content",
    [
        f'"interpreter_win","{OTHER_WINDOWS}"',
        f'"LICENSE_KEY","x"\n"INTERPRETER_WIN", "{OTHER_WINDOWS}"\n"INTERPRETER_WIN","no"',
        f'"INTERPRETER_WIN",""\n"INTERPRETER","{OTHER_WINDOWS}"',
        '"INTERPRETER_WIN","%OTHER%\\python.exe"',
        f'"PLAYER","Zo\xeb"\n"INTERPRETER_WIN","{OTHER_WINDOWS}"',
    ],
)
def test_settings_are_read_as_xlwings_reads_them(two_pythons, content):
    """Any case of letters, the first of a key, the older name, variables, old encodings."""
    two_pythons.more["environ"] = {"Other": r"C:\Other Python"}
    two_pythons.files[WINDOWS_CONF] = content.encode("cp1252")
    assert OTHER_WINDOWS in two_pythons.findings()["Python"].detail


@pytest.mark.parametrize(
    ("environment", "path"),
    [
        ("base", r"C:\conda\python.exe"),
        ("games", r"C:\conda\envs\games\python.exe"),
        (r"D:\envs\games", r"D:\envs\games\python.exe"),
    ],
)
def test_conda_environments_are_found(windows, environment, path):
    """The settings of Conda lead to the Python of the environment."""
    settings = f'"CONDA PATH","C:\\conda"\n"CONDA ENV","{environment}"\n'
    windows.files |= {WINDOWS_CONF: settings.encode(), r"C:\conda\condabin\conda.bat": b""}
    windows.answers[path] = says(prefix=r"C:\conda")
    assert path in windows.findings()["Python"].detail


def test_a_conda_that_is_gone_is_told(windows):
    """Settings of a Conda that was removed keep every button from working."""
    windows.files[WINDOWS_CONF] = b'"CONDA PATH","C:\\conda"\n"CONDA ENV","base"\n'
    found = windows.findings()["Python"]
    assert found.state is State.MISSING
    assert f"delete the lines CONDA PATH and CONDA ENV in {WINDOWS_CONF}" in found.remedy


@pytest.mark.parametrize(
    ("xlwings", "commands"),
    [
        (VBA_XLWINGS, INSTALL_SCRIPT),
        (
            "0.33.1",
            f"{MAC_PYTHON} -m pip install xlwings=={VBA_XLWINGS} && {INSTALL_SCRIPT}",
        ),
    ],
)
def test_the_script_must_be_of_the_macros_version(macos, xlwings, commands):
    """On macOS the script of another version does not count; the right one comes with xlwings."""
    script = f"{SCRIPTS}/xlwings-{VBA_XLWINGS}.applescript"
    macos.files[script.replace(VBA_XLWINGS, "0.33.1")] = macos.files.pop(script)
    macos.answers[MAC_PYTHON] = says(xlwings=xlwings)
    findings = macos.findings()
    assert missing(findings) == ["Script of xlwings"]
    assert findings["Script of xlwings"].remedy == commands


# The workbook


@ON_BOTH
def test_a_workbook_without_macros_needs_neither_excel_nor_its_python(computer, xlsx):
    """For a workbook without buttons, what buttons need is only noted."""
    computer.files.clear()
    computer.programs.clear()
    findings = computer.findings(xlsx)
    assert missing(findings) == []
    assert findings["Excel"].state is State.NOTE
    assert "xlplugin new event.xlsm" in findings["Buttons"].remedy
    assert next_step(computer.machine(), xlsx, list(findings.values())).endswith(f"pair {xlsx}")


@pytest.mark.parametrize(
    ("computer", "state"),
    [("windows", State.MISSING), ("macos", State.MISSING), ("linux", State.NOTE)],
    indirect=["computer"],
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
        ("xl/drawings/drawing1.xml", b'<sp macro="[0]!Pair">', State.OK),
        ("xl/drawings/vmlDrawing1.vml", b"<x:FmlaMacro>Pair</x:FmlaMacro>", State.OK),
        ("xl/drawings/drawing1.xml", b'<sp macro="">', State.NOTE),
        ("xl/other.xml", b'<sp macro="[0]!Pair">', State.NOTE),
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


@pytest.mark.parametrize(
    ("name", "content", "told"),
    [
        ("gone.xlsx", None, "no such file"),
        ("event.csv", b"Name", "is no .xlsx or .xlsm"),
        ("event.xlsx", b"not a workbook", "damaged"),
        ("event.xlsm", bytes.fromhex("D0CF11E0A1B11AE1"), "password"),
    ],
)
def test_a_file_that_is_no_workbook_is_told(linux, tmp_path, name, content, told):
    """What cannot be opened is told with what to do."""
    if content is not None:
        (tmp_path / name).write_bytes(content)
    findings = linux.findings(tmp_path / name)
    assert missing(findings) == ["File"]
    assert told in findings["File"].detail
    assert findings["File"].remedy


@pytest.mark.skipif(sys.platform == "win32", reason="links need rights there: run it elsewhere")
def test_a_link_to_itself_is_told(linux, tmp_path):
    """A link that leads nowhere is no error of the doctor's."""
    link = tmp_path / "event.xlsx"
    link.symlink_to(link)
    assert missing(linux.findings(link)) == ["File"]


def test_things_to_mend_in_the_workbook_are_told(linux, xlsx):
    """That the event has faults is only noted: check lists them."""
    workbook = load_workbook(xlsx)
    workbook["Players"].title = "People"
    workbook.save(xlsx)
    found = linux.findings(xlsx)["File"]
    assert found.state is State.NOTE
    assert found.remedy == "see them all: xlplugin check event.xlsx"


@pytest.mark.parametrize("lock", ["~$event.xlsx", ".~lock.event.xlsx#"])
def test_an_open_workbook_is_told(linux, xlsx, lock):
    """Commands wait until the workbook is closed; to have it open is no fault."""
    xlsx.with_name(lock).write_bytes(b"")
    findings = linux.findings(xlsx)
    assert missing(findings) == []
    assert "save and close it" in findings["Open"].remedy


@pytest.mark.parametrize(
    ("computer", "path", "cloud"),
    [
        ("windows", r"C:\Users\Ann\OneDrive\event.xlsm", "OneDrive"),
        ("windows", r"D:\Cloud\events\event.xlsm", "OneDrive"),
        ("windows", r"C:\Users\Ann\OneDrive - Club\event.xlsm", "OneDrive"),
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
        ("linux", "/home/ann/event.xlsx", None),
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
    del linux.libraries["rustworkx"]
    findings = linux.findings()
    assert missing(findings) == ["rustworkx"]
    assert findings["rustworkx"].remedy.startswith("/usr/bin/python3 -m pip install")


@pytest.mark.parametrize(
    ("computer", "noted"), [("linux", True), ("windows", False)], indirect=["computer"]
)
def test_libreoffice_is_only_noted(computer, noted):
    """Without LibreOffice something else may open the files; with Excel nobody asks for it."""
    computer.programs = {k: v for k, v in computer.programs.items() if k[0] != "soffice"}
    findings = computer.findings()
    assert missing(findings) == []
    assert ("LibreOffice" in findings) is noted


@pytest.mark.parametrize(("count", "told"), [(1, "the thing marked"), (2, "the 2 things, from")])
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


def test_the_doctor_changes_nothing(xlsx):
    """Looking leaves the workbook and its folder as they are."""
    before = {path.name: path.read_bytes() for path in xlsx.parent.iterdir() if path.is_file()}
    run("doctor", xlsx)
    after = {path.name: path.read_bytes() for path in xlsx.parent.iterdir() if path.is_file()}
    assert after == before


def test_this_python_answers_the_question():
    """A real Python says what it has; folders that it is given come first."""
    machine = Machine.here()
    layer = doctor_python.Layer("a test", {"INTERPRETER_WIN": sys.executable})
    called = doctor_python.called_python(machine, [layer])
    if sys.platform == "darwin":
        layer = doctor_python.Layer("a test", {"INTERPRETER_MAC": sys.executable})
        called = doctor_python.called_python(machine, [layer])
    assert isinstance(called, doctor_python.Called)
    assert called.prefix == sys.prefix
    assert called.version == machine.version
    assert called.xlwings == machine.installed("xlwings")


def test_a_folder_with_a_harmful_name_is_told(tmp_path):
    """A module beside the settings' folders that breaks the import is named as the fault."""
    (tmp_path / "xlwings.py").write_text("raise ValueError('shadow')", encoding="utf-8")
    (tmp_path / "xlplugin.py").write_text("raise ValueError('shadow')", encoding="utf-8")
    keys = ("INTERPRETER_WIN", "INTERPRETER_MAC")
    settings = {**dict.fromkeys(keys, sys.executable), "PYTHONPATH": str(tmp_path)}
    called = doctor_python.called_python(Machine.here(), [doctor_python.Layer("a test", settings)])
    assert isinstance(called, doctor_python.Called)
    assert (called.xlwings, called.xlplugin, called.fault) == ("", "", "ValueError: shadow")


def test_no_question_to_the_real_computer_raises(tmp_path, monkeypatch):
    """What is not there is not there, and no error."""
    monkeypatch.setattr(doctor_machine, "PATIENCE", 0.2)
    machine = Machine.here()
    assert machine.read(str(tmp_path)) is None
    assert machine.read("nul\0") is None
    assert machine.run([str(tmp_path / "gone")]).status is None
    assert machine.run([sys.executable, "-c", "import time; time.sleep(9)"]).status is None
    assert machine.registry(r"HKCU\Software\xlplugin, not there", "x") is None
    assert machine.installed("a_library_that_is_not_there") is None
    assert machine.which("a program that is not there", machine.search_path()) is None
