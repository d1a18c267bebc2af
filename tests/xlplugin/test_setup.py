"""Setting up the buttons of desktop Excel, on computers of every kind."""

from __future__ import annotations

import os
import re
import stat
import subprocess
import sys
import time
import tomllib
from codecs import BOM_UTF8
from pathlib import Path
from types import SimpleNamespace

import pytest
import xlwings
from click.testing import CliRunner
from xlwings.utils import read_user_config

from xlplugin.doors.cli import main
from xlplugin.ground import machine as setup_machine
from xlplugin.ground.machine import XLWINGS, Answer, Machine, State
from xlplugin.setup.python import is_set_up
from xlplugin.setup.steps import KEPT, TRIAL, made, steps_of, undone

from machines import (
    DLL,
    MAC_CONF,
    SCRIPT,
    WINDOWS_CONF,
    WINDOWS_HOME,
    WINDOWS_PYTHON,
    bare_linux,
    bare_mac,
    bare_windows,
    says,
)

SHIPPED = Path(xlwings.__file__).with_name(f"xlwings-{XLWINGS}.applescript").read_bytes()
CLICK_TO_RUN = r"HKLM\SOFTWARE\Microsoft\Office\ClickToRun\Configuration"
OTHER = r"D:\Old Python\python.exe"


@pytest.fixture
def windows():
    """Windows on which nothing is set up yet."""
    return bare_windows()


@pytest.fixture
def mac():
    """A Mac on which nothing is set up yet."""
    return bare_mac()


@pytest.fixture
def computer(request):
    """The computer that a case names."""
    return request.getfixturevalue(request.param)


ON_BOTH = pytest.mark.parametrize("computer", ["windows", "mac"], indirect=True)


def run(fake, *arguments):
    """Run the program on a made-up computer; an error that nobody has foreseen comes through."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Machine, "here", classmethod(lambda _: fake.machine()))
        return CliRunner().invoke(main, [*map(str, arguments)], catch_exceptions=False)


def bad(findings):
    """Tell what is missing or a danger."""
    return [finding for finding in findings if finding.is_bad]


def input_pairs(content, end):
    r"""Read as VBA's ``Input #`` does: items up to a comma or a line's end, quotes taken off.

    On Windows a line ends with ``\r``, and ``\n`` counts only behind one.
    """
    text, items = content.decode("latin-1").replace("\r\n", "\r"), []
    while text:
        text = text.lstrip(" ")
        if text.startswith('"'):
            item, _, text = text[1:].partition('"')
            text = text.lstrip(" ")
        else:
            item = re.match(rf"[^,{end}]*", text)[0]
            text = text[len(item) :]
        assert not text or text[0] in f",{end}"
        items.append(item)
        text = text[1:]
    assert len(items) % 2 == 0, "VBA would read past the end"
    return list(zip(items[::2], items[1::2], strict=True))


def read_by_macros(fake, key):
    """What the macros find under a key, before they replace variables."""
    place, end = (WINDOWS_CONF, "\r") if fake.system == "Windows" else (MAC_CONF, "\n")
    pairs = input_pairs(fake.files.get(place, b""), end)
    return next((value for name, value in pairs if name.lower() == key.lower()), None)


# What is done


@ON_BOTH
def test_one_command_sets_up_everything(computer):
    """A bare computer needs nothing else: the doctor finds nothing to mend afterwards."""
    assert [finding.what for finding in computer.findings().values() if finding.is_bad]
    result = run(computer, "setup")
    assert result.exit_code == 0, result.output
    assert {finding.state for finding in computer.findings().values()} <= {State.OK}


@ON_BOTH
def test_a_second_run_changes_nothing(computer):
    """It can be run again at any time."""
    run(computer, "setup")
    before, computer.written = dict(computer.files), []
    result = run(computer, "setup")
    assert (computer.files, computer.written, result.exit_code) == (before, [], 0)
    assert "done" not in result.stdout


@ON_BOTH
def test_undo_leaves_no_trace(computer):
    """Where nothing was before, nothing is afterwards, and the doctor says so again."""
    before = dict(computer.files)
    run(computer, "setup")
    assert computer.files != before
    result = run(computer, "setup", "--undo")
    assert computer.files == before
    assert rf"{WINDOWS_HOME}\.xlwings" not in computer.folders
    assert result.exit_code == 0
    assert "nothing to take back" in run(computer, "setup", "--undo").stdout


@ON_BOTH
def test_each_line_says_what_was_done(computer):
    """Lines begin with the state, in words; the last one says what to do next."""
    *lines, last = run(computer, "setup").stdout.splitlines()
    python = computer.machine().python
    assert f"the buttons now call {python}; set in " in lines[0]
    last_step = "done" if computer.system == "Darwin" else "ok"
    assert [line.split()[0] for line in lines] == ["done", "ok", "ok", last_step]
    assert last.startswith("Next: ")


def test_the_doctor_looks_at_every_step(windows, mac):
    """There is one list; what setup makes, the doctor checks."""
    for fake in (windows, mac):
        run(fake, "setup")
        assert {step.what for step in steps_of(fake.machine())} <= fake.findings().keys()


def test_linux_is_told_that_there_is_nothing_to_set_up():
    """There is no desktop Excel; that is no fault, and what works instead is said."""
    fake = bare_linux()
    result = run(fake, "setup")
    assert result.exit_code == 0
    assert "no desktop Excel" in result.stdout
    assert "xlplugin pair FILE" in result.stdout
    assert fake.written == []


def test_the_version_is_the_one_that_is_pinned():
    """The macros, the script and the library are of the xlwings that is installed."""
    project = Path(__file__).parents[2] / "pyproject.toml"
    needed = tomllib.loads(project.read_text(encoding="utf-8"))["project"]["dependencies"]
    assert f"xlwings=={XLWINGS}" in needed
    assert xlwings.__version__ == XLWINGS


def test_a_python_that_cannot_reach_excel_is_told(windows):
    """What was set is asked at once: the first click is not to be the test."""
    windows.answers[WINDOWS_PYTHON] = says(drives_excel=False)
    result = run(windows, "setup")
    assert result.exit_code == 1
    assert "MISSING  xlwings" in result.stdout
    assert "pip install --force-reinstall pywin32" in result.stdout
    assert result.stdout.splitlines()[-1].endswith("then run again: xlplugin setup")


# The file of settings


def test_the_settings_are_in_the_format_of_xlwings(windows):
    """A key and a value in quotes, a line each."""
    made(windows.machine())
    assert windows.files[WINDOWS_CONF].decode().splitlines() == [
        rf'"XLPLUGIN PYTHON","{WINDOWS_PYTHON}"',
        '"XLPLUGIN BEFORE XLPLUGIN PYTHON",""',
    ]
    assert read_by_macros(windows, "XLPLUGIN PYTHON") == WINDOWS_PYTHON


def test_xlwings_reads_what_was_set(windows, tmp_path, monkeypatch):
    """Xlwings' own reader finds the same as the macros."""
    made(windows.machine())
    conf = tmp_path / "xlwings.conf"
    conf.write_bytes(windows.files[WINDOWS_CONF])
    monkeypatch.setattr(xlwings, "USER_CONFIG_FILE", str(conf))
    assert read_user_config()["xlplugin python"] == WINDOWS_PYTHON


LINES = b'"LICENSE_KEY","x"\r\n"PLAYER","\xa3ukasz"\r\n"interpreter","old"\r\n'


@pytest.mark.parametrize("previous", [None, OTHER])
@pytest.mark.parametrize("key", [b"XLPLUGIN PYTHON", b"Xlplugin Python"])
def test_other_settings_stay_and_come_back(windows, previous, key):
    """Lines of other keys stay byte for byte; undo brings the previous Python back."""
    named = b'"%s","%s"\r\n' % (key, previous.encode()) if previous else b""
    windows.files[WINDOWS_CONF] = named + LINES
    told = made(windows.machine())[0].detail
    assert (f"(before: {previous})" in told) is (previous is not None)
    assert windows.files[WINDOWS_CONF].endswith(LINES)
    assert read_by_macros(windows, "XLPLUGIN PYTHON") == WINDOWS_PYTHON
    undone(windows.machine())
    restored = b'"XLPLUGIN PYTHON","%s"\r\n' % previous.encode() if previous else b""
    assert windows.files[WINDOWS_CONF] == restored + LINES


def test_undo_goes_back_behind_all_runs(windows):
    """Run from one Python after another, it still remembers what was there at first."""
    windows.files |= {WINDOWS_CONF: f'"XLPLUGIN PYTHON","{OTHER}"\r\n'.encode(), OTHER: b""}
    made(windows.machine())
    windows.more["python"] = r"C:\New\python.exe"
    windows.files[r"C:\New\python.exe"] = b""
    made(windows.machine())
    assert read_by_macros(windows, "XLPLUGIN PYTHON") == r"C:\New\python.exe"
    undone(windows.machine())
    assert read_by_macros(windows, "XLPLUGIN PYTHON") == OTHER


@ON_BOTH
def test_what_was_set_by_hand_stays_after_undo(computer):
    """Only what setup has done is taken back."""
    machine = computer.machine()
    key = "XLPLUGIN PYTHON"
    place = WINDOWS_CONF if computer.system == "Windows" else MAC_CONF
    end = "\r\n" if computer.system == "Windows" else "\n"
    computer.files[place] = f'"{key}","{machine.python}"{end}'.encode()
    before = computer.files[place]
    made(machine)
    undone(machine)
    assert computer.files[place] == before


@pytest.mark.parametrize(
    "content",
    [
        BOM_UTF8 + b'"XLPLUGIN PYTHON","D:\\old.exe"\r\n"K","v"\r\n',
        '"K","v"\r\n"XLPLUGIN PYTHON","D:\\old.exe"'.encode("utf-16"),
        BOM_UTF8 + '"X","\u017b"\r\n"K","v"\r\n"XLPLUGIN PYTHON","D:\\old.exe"'.encode(),
        b'"K","v"\r\n\r\n\r\n"XLPLUGIN PYTHON","D:\\old.exe"\r\n\r\n',
        b'"K","v"\r\n"XLPLUGIN PYTHON","D:\\old.exe"',
        b'"XLPLUGIN PYTHON","D:\\old.exe"\r"XLPLUGIN PYTHON","D:\\older.exe"\r"K","v"',
    ],
)
def test_whatever_an_editor_made_of_the_file_macros_can_read_it(windows, content):
    """Marks at its start, line ends of other systems, blank lines, no quotes."""
    windows.files[WINDOWS_CONF] = content
    made(windows.machine())
    assert read_by_macros(windows, "XLPLUGIN PYTHON") == WINDOWS_PYTHON
    assert read_by_macros(windows, "K") == "v"
    undone(windows.machine())
    assert read_by_macros(windows, "XLPLUGIN PYTHON") == r"D:\old.exe"
    assert read_by_macros(windows, "K") == "v"


@pytest.mark.parametrize("mark", [BOM_UTF8, b"\n", b"\r\n\r\n"])
def test_a_file_that_macros_misread_is_mended_even_if_the_python_is_right(windows, mark):
    """The same Python is there, but a macro would not find it, or read past the end."""
    line = f'"XLPLUGIN PYTHON","{WINDOWS_PYTHON}"\r\n'.encode()
    windows.files[WINDOWS_CONF] = mark + line if mark != b"\n" else line.replace(b"\r\n", mark)
    assert made(windows.machine())[0].state is State.DONE
    assert read_by_macros(windows, "XLPLUGIN PYTHON") == WINDOWS_PYTHON


def test_letters_in_other_encodings_become_what_macros_read(windows):
    """Those of Windows' own encoding come through; others cannot, and stay as they are."""
    lines = '"A","\xe9"\r\n"B","\u017b"\r\n'
    windows.files[WINDOWS_CONF] = BOM_UTF8 + lines.encode()
    made(windows.machine())
    assert windows.files[WINDOWS_CONF].endswith(b'"A","\xe9"\r\n"B","\xc5\xbb"\r\n')


def test_damaged_lines_are_told_and_do_no_harm(windows):
    """A line that is no pair would shift those after it: what is set stands before it."""
    windows.files[WINDOWS_CONF] = b'"LICENSE_KEY"\r\n"K","v"\r\n"a","b","c"\r\n'
    findings = made(windows.machine())
    assert windows.files[WINDOWS_CONF].startswith(b'"XLPLUGIN PYTHON","')
    told = next(finding for finding in findings if finding.what == "Settings")
    assert told.state is State.NOTE
    assert "3, 5" in windows.findings()["Settings"].detail


@pytest.mark.parametrize(
    ("computer", "python", "value"),
    [
        ("windows", r"C:\Users\Łukasz\v\python.exe", rb"%USERPROFILE%\v\python.exe"),
        ("windows", r"C:\Users\Łukasz\żubr\python.exe", b"C:\\Users\\\xa3ukasz\\\xbfubr\\python.exe"),
        ("windows", r"C:\Users\Łukasz\Игры\python.exe", None),
        ("windows", r"D:\Gry Łódź & co\python.exe", b"D:\\Gry \xa3\xf3d\x9f & co\\python.exe"),
        ("windows", r"D:\Jeux d'été à ça\python.exe", None),
        ("mac", "/Users/łukasz/my tools/bin/python", b"$HOME/my tools/bin/python"),
        ("mac", "/Volumes/été/bin/python", None),
        ("mac", "/Users/łukasz/it's/bin/python", b"$HOME/it's/bin/python"),
        ("mac", '/opt/a"b/bin/python', None),
        ("mac", "/opt/my tools/bin/python", b"/opt/my tools/bin/python"),
    ],
    indirect=["computer"],
)  # fmt: skip
def test_paths_are_written_so_that_everybody_reads_them_alike(computer, python, value):
    """Macros, xlwings and Python read in different encodings: ASCII is best; else it is said."""
    is_windows = computer.system == "Windows"
    home = r"C:\Users\Łukasz" if is_windows else "/Users/łukasz"
    container = f"{home}/Library/Containers/com.microsoft.Excel/Data"
    computer.folders |= {container}
    computer.files[python] = b""
    computer.answers[python] = says(prefix="x")
    computer.more |= {"python": python, "prefix": "x", "home": home}
    computer.more |= {"encoding": "cp1250"} if is_windows else {}
    place = rf"{home}\.xlwings\xlwings.conf" if is_windows else f"{container}/xlwings.conf"
    findings = made(computer.machine())
    if value is None:
        assert bad(findings)
        assert place not in computer.files
        return
    assert b'","%s"' % value in computer.files[place]
    assert bad(findings) == []
    assert python in findings[0].detail


def test_a_home_that_macros_cannot_read_is_told(windows):
    """With Windows set to another language than the user's name, no macro finds the settings."""
    windows.more["home"] = r"C:\Users\Łukasz"
    (found,) = bad(made(windows.machine()))[:1]
    assert found.what == "Settings"
    assert "Change system locale" in found.remedy
    assert windows.written == []
    assert "Settings" in windows.findings()


@pytest.mark.parametrize(
    ("computer", "error", "asks"),
    [
        ("windows", PermissionError(13, "it is read-only"), "untick Read-only"),
        ("windows", FileExistsError(17, "File exists"), "rename what stands in the way"),
        ("windows", OSError(28, "No space left on device"), "free space"),
        ("mac", PermissionError(1, "Operation not permitted"), "Full Disk Access"),
    ],
    indirect=["computer"],
)
def test_settings_that_cannot_be_written_are_told(computer, error, asks):
    """What stands in the way is said, and how to get it out of there; nothing else is done."""
    place = WINDOWS_CONF if computer.system == "Windows" else MAC_CONF
    error.filename = place
    computer.faults[place] = error
    result = run(computer, "setup")
    assert result.exit_code == 1
    assert f"{place} cannot be changed: {error.strerror}" in result.stdout
    assert asks in result.stdout
    assert place not in computer.files


def test_undo_says_what_it_could_not_take_back(windows):
    """It goes on with the rest, and can be run again."""
    run(windows, "setup")
    windows.faults[WINDOWS_CONF] = PermissionError(13, "it is read-only", WINDOWS_CONF)
    result = run(windows, "setup", "--undo")
    assert result.exit_code == 1
    assert "untick Read-only" in result.stdout
    assert read_by_macros(windows, "XLPLUGIN PYTHON") == WINDOWS_PYTHON


def test_excel_that_was_never_started_is_told(mac):
    """Its folder, where settings belong, is Excel's own to make."""
    mac.folders.clear()
    result = run(mac, "setup")
    assert result.exit_code == 1
    assert "start Excel once" in result.stdout
    assert MAC_CONF not in mac.files
    assert "start Excel once" in mac.findings()["Settings"].remedy


# What other workbooks with xlwings call


@pytest.mark.parametrize("key", ["INTERPRETER_WIN", "INTERPRETER_MAC"])
def test_what_other_workbooks_call_is_left_alone(windows, mac, key):
    """It is the user's own, and stays byte for byte; setup says nothing of it."""
    computer, place = (windows, WINDOWS_CONF) if key.endswith("WIN") else (mac, MAC_CONF)
    line = f'"{key}","{OTHER}"\r\n'.encode()
    computer.files[place] = line if computer is windows else line.replace(b"\r", b"")
    told = made(computer.machine())
    assert read_by_macros(computer, key) == OTHER
    assert OTHER not in told[0].detail
    undone(computer.machine())
    assert computer.files[place].strip() == line.strip()


def test_what_an_earlier_version_has_set_for_other_workbooks_is_given_back(windows):
    """That is said, with what an older workbook of ours needs then."""
    lines = (
        f'"INTERPRETER_WIN","{WINDOWS_PYTHON}"\r\n"XLPLUGIN BEFORE INTERPRETER_WIN","{OTHER}"\r\n'
    )
    windows.files[WINDOWS_CONF] = lines.encode()
    told = made(windows.machine())[0]
    assert read_by_macros(windows, "INTERPRETER_WIN") == OTHER
    assert read_by_macros(windows, "XLPLUGIN PYTHON") == WINDOWS_PYTHON
    assert f"call {OTHER} again (INTERPRETER_WIN)" in told.detail
    assert "xlplugin setup event.xlsm" in told.detail


# Python that stays ready between clicks, on Windows


@pytest.fixture
def trying(windows):
    """Windows whose Python answers when it is tried, or whatever ``windows.trial`` is."""
    windows.trial = Answer(0, "ready\n")
    asked = windows.run
    windows.more["run"] = lambda command: windows.trial if command[-1] == TRIAL else asked(command)
    return windows


def warm(windows):
    """Ask for a Python that stays ready; what was found of it."""
    return {finding.what: finding for finding in made(windows.machine(), warm=True)}["Speed"]


def test_every_click_starts_python_anew_unless_it_is_asked_for(windows):
    """Keeping it running fails on some computers, and freezes Excel for two minutes there."""
    assert bad(made(windows.machine())) == []
    assert read_by_macros(windows, "XLPLUGIN WARM") is None
    assert windows.findings()["Speed"].state is State.OK


@pytest.mark.parametrize(
    ("dll", "registry", "ready"),
    [
        (DLL, {}, True),
        (DLL.replace(r"C:\Python312", "C:"), {}, True),
        (None, {}, False),
        (DLL.replace("xlwings64", "xlwings32"), {"Platform": "x86"}, True),
        (DLL.replace("0.37.8", "0.33.1"), {}, False),
        (DLL.replace("xlwings64", "xlwings32"), None, True),
    ],
)
def test_python_stays_ready_where_macros_find_the_library(trying, dll, registry, ready):
    """Beside the Python or a folder above; for the bits of Excel, whatever Python has."""
    del trying.files[DLL]
    trying.files |= {dll: b""} if dll else {}
    if registry is None:
        del trying.registry[CLICK_TO_RUN, "Platform"]
        app = next(key for key in trying.registry if key[0].endswith("excel.exe"))
        trying.registry[app] = trying.registry[app].replace("Files", "Files (x86)")
    else:
        trying.registry |= {(CLICK_TO_RUN, name): value for name, value in registry.items()}
    found = warm(trying)
    assert read_by_macros(trying, "XLPLUGIN WARM") == ("True" if ready else None)
    assert found.state is (State.DONE if ready else State.MISSING)
    assert trying.findings()["Speed"].state is State.OK


@pytest.mark.parametrize(
    "trial",
    [
        Answer(None, err="no answer within 30 seconds"),
        Answer(1, err="Traceback\nended"),
        Answer(0, ""),
    ],
)
def test_a_python_that_does_not_answer_is_not_kept_running(trying, trial):
    """It is started and asked before a click relies on it; what was on before is off then."""
    warm(trying)
    trying.trial = trial
    found = warm(trying)
    assert found.state is State.MISSING
    assert "did not answer" in found.detail
    assert "leave out --warm: then" in found.remedy
    assert read_by_macros(trying, "XLPLUGIN WARM") is None


def test_an_excel_from_the_store_is_refused(trying):
    """It cannot reach a Python that is kept running, so nothing is tried."""
    app = next(key for key in trying.registry if key[0].endswith("excel.exe"))
    trying.registry[app] = r"C:\Program Files\WindowsApps\Microsoft.Office.Desktop\EXCEL.EXE"
    trying.trial = None
    assert "Microsoft Store" in warm(trying).detail
    assert read_by_macros(trying, "XLPLUGIN WARM") is None


def test_the_trial_serves_as_excel_would_have_it(monkeypatch):
    """The server is asked for by its name until it answers, and is ended whatever happens."""
    started, answers = [], iter([OSError, OSError, "reached"])

    class Server:
        def __init__(self, command, **_):
            started.append(command)

        def poll(self):
            return None

        def kill(self):
            started.append("killed")

    def reach(name, *_):
        answer = next(answers)
        if answer is OSError:
            raise OSError(name)
        return answer

    names = {"CLSCTX_LOCAL_SERVER": 4, "IID_IDispatch": "", "com_error": OSError}
    com = SimpleNamespace(CreateGuid=lambda: "{1}", CoCreateInstance=reach, **names)
    client = SimpleNamespace(Dispatch=lambda _: SimpleNamespace(Str=str))
    for name, module in {
        "pythoncom": com, "win32com": SimpleNamespace(client=client), "win32com.client": client,
    }.items():  # fmt: skip
        monkeypatch.setitem(sys.modules, name, module)
    monkeypatch.setattr(subprocess, "CREATE_NO_WINDOW", 0, raising=False)
    monkeypatch.setattr(subprocess, "Popen", Server)
    monkeypatch.setattr(time, "sleep", lambda _: None)
    exec(TRIAL, {})  # noqa: S102  (what the Python that is tried is given)
    assert started[0][-1] == "from xlplugin import from_excel; from_excel.serve('{1}')"
    assert started[1:] == ["killed"]


def test_setup_without_the_option_turns_it_off(trying):
    """The last setup counts; undo leaves nothing behind."""
    run(trying, "setup", "--warm")
    assert read_by_macros(trying, "XLPLUGIN WARM") == "True"
    assert "starts Python anew from now on" in run(trying, "setup").stdout
    assert read_by_macros(trying, "XLPLUGIN WARM") is None
    warm(trying)
    undone(trying.machine())
    assert WINDOWS_CONF not in trying.files


def test_a_library_that_went_is_not_relied_on(trying):
    """An update of Python may take it away: the doctor says what to do."""
    warm(trying)
    del trying.files[DLL]
    assert trying.findings()["Speed"].remedy == "xlplugin setup"


def test_keeping_python_running_is_for_windows(mac):
    """On macOS Excel cannot reach such a Python at all."""
    result = run(mac, "setup", "--warm")
    assert result.exit_code == 2
    assert "Windows" in result.stderr
    assert mac.written == []


# The script on macOS


@pytest.mark.parametrize("there", [None, SHIPPED, b"do shell script"])
def test_the_script_is_the_one_that_xlwings_ships_until_undo(mac, there):
    """Excel runs it to start Python; what was there at first comes back, however often it was set up since."""
    if there:
        mac.files[SCRIPT] = there
    found = mac.findings()["Script of xlwings"]
    if there and there != SHIPPED:
        assert (found.state, found.remedy) == (State.NOTE, "xlplugin setup")
    for changed in (None,) if there == SHIPPED else (None, SHIPPED, b"changed"):
        made(mac.machine())
        assert mac.files[SCRIPT] == SHIPPED
        mac.files[SCRIPT] = changed or SHIPPED
    made(mac.machine())
    undone(mac.machine())
    assert mac.files.get(SCRIPT) == there
    assert SCRIPT + KEPT not in mac.files


def test_an_xlwings_without_the_script_is_to_be_installed_anew(mac, monkeypatch):
    """One of another version brings another script."""
    monkeypatch.setattr("xlplugin.setup.steps.find_spec", lambda _: None)
    found = bad(made(mac.machine()))
    assert f"xlwings=={XLWINGS}" in found[0].remedy
    assert SCRIPT not in mac.files


# Who has not been here yet is told


@pytest.mark.on_files
@pytest.mark.parametrize(
    ("fake", "name", "told"),
    [
        (bare_windows, "event.xlsm", True),
        (bare_windows, "event.xlsx", False),
        (bare_linux, "event.xlsm", False),
    ],
)
def test_a_new_workbook_with_buttons_says_that_setup_is_to_be_run(fake, name, told, tmp_path):
    """One line more, until it has been run; where there are no buttons, never."""
    computer = fake()
    last = run(computer, "new", tmp_path / name, "--ruleset", "trc").stdout.splitlines()[-1]
    assert (last == "For its buttons, once on this computer: xlplugin setup") is told
    run(computer, "setup")
    again = run(computer, "new", tmp_path / f"2{name}", "--ruleset", "trc").stdout
    assert "once on this computer" not in again
    assert again.splitlines()[-1].startswith("Next: ")


@ON_BOTH
def test_a_python_that_has_gone_is_as_none(computer):
    """A deleted .venv is to be set up again."""
    made(computer.machine())
    assert is_set_up(computer.machine())
    del computer.files[computer.machine().python]
    assert not is_set_up(computer.machine())


# Really, on this computer


def test_a_file_is_replaced_in_one_step(tmp_path, monkeypatch):
    """A run that is killed leaves the old file, whole, and nothing beside it."""
    conf = tmp_path / "folder" / "xlwings.conf"
    machine = Machine.here()
    machine.write(str(conf), b"old")
    conf.chmod(0o640)
    machine.write(str(conf), b"new")
    assert conf.read_bytes() == b"new"
    assert sys.platform == "win32" or stat.S_IMODE(conf.stat().st_mode) == 0o640

    def killed(*_):
        raise OSError(5, "killed")

    monkeypatch.setattr(os, "replace", killed)
    with pytest.raises(OSError, match="killed"):
        machine.write(str(conf), b"newer")
    assert [path.read_bytes() for path in conf.parent.iterdir()] == [b"new"]


def test_what_stands_in_the_way_is_not_replaced(tmp_path, monkeypatch):
    """A folder, a file where a folder must be, a file marked read-only."""
    machine = Machine.here()
    (tmp_path / "xlwings.conf").mkdir()
    (tmp_path / "file").write_bytes(b"x")
    with pytest.raises(IsADirectoryError):
        machine.write(str(tmp_path / "xlwings.conf"), b"new")
    with pytest.raises(FileExistsError):
        machine.write(str(tmp_path / "file" / "xlwings.conf"), b"new")
    monkeypatch.setattr(os, "access", lambda *_: False)
    with pytest.raises(PermissionError):
        machine.write(str(tmp_path / "file"), b"new")
    assert (tmp_path / "file").read_bytes() == b"x"


def test_only_an_empty_folder_is_removed(tmp_path):
    """Undo takes the folder of settings away, unless something else is in it."""
    machine = Machine.here()
    (tmp_path / "folder").mkdir()
    (tmp_path / "folder" / "file").write_bytes(b"x")
    machine.remove(str(tmp_path / "folder"))
    assert (tmp_path / "folder" / "file").exists()
    machine.remove(str(tmp_path / "folder" / "file"))
    machine.remove(str(tmp_path / "folder"))
    assert list(tmp_path.iterdir()) == []


def test_a_program_is_run_as_from_the_desktop(tmp_path, monkeypatch):
    """Neither the folder of the terminal nor what a terminal has set counts."""
    (tmp_path / "json.py").write_text("raise SystemExit(3)", encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    monkeypatch.setattr(setup_machine, "PATIENCE", 20)
    answer = Machine.here().run([sys.executable, "-c", "import json; print(json.__file__)"])
    assert answer.status == 0
    assert str(tmp_path) not in answer.out
    assert isinstance(answer, Answer)


def test_undo_takes_no_workbook(tmp_path):
    """A workbook's previous macros are in its backup."""
    result = CliRunner().invoke(main, ["setup", str(tmp_path / "event.xlsm"), "--undo"])
    assert result.exit_code == 2
    assert "backup" in result.stderr
