"""The macro workbook in a real spreadsheet program: its macros, buttons and formulas."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import zipfile
from contextlib import suppress
from html import escape
from pathlib import Path
from random import Random
from time import monotonic, sleep

import pytest
from books import without_pages

from xlplugin.commands import demo
from xlplugin.hosts.closed_file.host import FileHost
from xlplugin.verbs import cut as cutting
from xlplugin.verbs.list import BUTTONS
from xlplugin.verbs.pair import pair_round
from xlplugin.verbs.standings import write_standings

from cell_by_cell import errors_in

from_list = pytest.importorskip(
    "xlplugin.templates.from_list", reason="pip install 'xlplugin[test]'"
)
macros = pytest.importorskip("xlplugin.templates.macros", reason="pip install 'xlplugin[test]'")
vba = pytest.importorskip("xlplugin.templates.vba", reason="pip install 'xlplugin[test]'")

PROBE = Path(__file__).with_name("macro_probe.bas")
MISSING = (
    "LibreOffice is not here: apt-get install libreoffice-calc, or get it from libreoffice.org and "
    "put soffice on the PATH"
)
PYTHON = r"C:\My Python\python.exe"
SET_UP = (PYTHON, "True", "0")
"""A computer: the Python that its user has chosen, whether it is there, what comes of running it."""
MACROS = [button.macro for _, button in BUTTONS]
RIBBON = [from_list.callback(button) for _, button in BUTTONS]
ASKING = ("UndoRound", "PauseClock")  # their questions are answered with No where nobody sees them
ANSWERS = {"MoveMatch": ":12"}
"""What goes to Python with the verb, where a macro asks for something; the probe answers 12."""
MODULE = """<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE script:module PUBLIC "-//OpenOffice.org//DTD OfficeDocument 1.0//EN" "module.dtd">
<script:module xmlns:script="http://openoffice.org/2000/script" script:name="Module1"
 script:language="StarBasic">{}</script:module>"""


def _soffice(profile, *arguments, seconds=300, until=lambda: False):
    """Run LibreOffice until it ends, or ten seconds longer than until something is so; end what it has started."""
    program = shutil.which("soffice")
    if program is None:
        pytest.skip(MISSING)
    command = [program, f"-env:UserInstallation={profile.as_uri()}", "--headless", "--norestore"]
    quiet = dict.fromkeys(("stdin", "stdout", "stderr"), subprocess.DEVNULL)
    running = subprocess.Popen([*command, *arguments], start_new_session=True, **quiet)
    try:
        end = monotonic() + seconds
        while running.poll() is None and monotonic() < end and not until():
            sleep(0.2)
        running.wait(10)
    except subprocess.TimeoutExpired:
        with suppress(OSError, AttributeError):
            os.killpg(running.pid, signal.SIGKILL)
        running.kill()
        running.wait()


@pytest.fixture(scope="module")
def probed(tmp_path_factory):
    """Run macros of workbooks in one LibreOffice that allows them; give what the probe reports of each."""
    profile = tmp_path_factory.mktemp("profile")
    _soffice(profile, "--terminate_after_init")
    module = profile / "user" / "basic" / "Standard" / "Module1.xba"
    module.write_text(MODULE.format(escape(PROBE.read_text(encoding="ascii"))), encoding="ascii")

    def probe(*runs, hangs_after=None):
        folder = tmp_path_factory.mktemp("reports")
        reports = [folder / f"{number}.txt" for number, _ in enumerate(runs)]
        lines = [
            "\t".join([str(path), str(report), " ".join(names), *computer, answer])
            for report, (path, names, computer, answer) in zip(reports, runs, strict=True)
        ]
        (folder / "list.txt").write_text("\n".join(lines), encoding="utf-8")

        def hangs():
            there = reports[-1].exists() and reports[-1].read_text(encoding="utf-8")
            return hangs_after and there and hangs_after in there

        _soffice(profile, f'macro:///Standard.Module1.Main("{folder / "list.txt"}")', until=hangs)
        return [
            [tuple(line.split("\t")) for line in report.read_text(encoding="utf-8").splitlines()]
            for report in reports
        ]

    return probe


@pytest.fixture(scope="module")
def new_workbook(command, tmp_path_factory):
    """A new event with buttons."""
    folder = tmp_path_factory.mktemp("event")
    (folder / "roster.csv").write_text("Name\nAnn\nBea\nCal\nDee\nEli\nFay\n", encoding="utf-8")
    path = folder / "event.xlsm"
    options = ("--ruleset", "nisei-swiss", "--players", folder / "roster.csv", "--set", "Rounds=3")
    command("new", path, *options)
    return path


@pytest.fixture(scope="module")
def light_workbook(new_workbook, tmp_path_factory):
    """The same without the tabs that Python alone needs, which LibreOffice takes long to open."""
    path = tmp_path_factory.mktemp("light") / "event.xlsm"
    path.write_bytes(without_pages(new_workbook.read_bytes()))
    return path


@pytest.fixture(scope="module")
def played_workbook(new_workbook, tmp_path_factory):
    """The same event after ten saves of the file host."""
    path = tmp_path_factory.mktemp("played") / "played.xlsm"
    shutil.copy(new_workbook, path)
    for number in range(3):
        pair_round(FileHost(path))
        demo.type_results(path, Random(number))
        write_standings(FileHost(path))
    cutting.cut(FileHost(path), 4)
    return path


TYPED = {
    "12": ("move:12", 0), " 7 ": ("move:7", 0), "": (None, 0), "7 & calc": (None, 1), "-1": (None, 1),
    "1234567": (None, 1),
}  # fmt: skip
"""What is typed where a macro asks for a table, what Python is asked then, and the number of messages."""
DOCTOR = "Start menu, xlplugin, Tournament doctor"
COMPUTERS = {
    "not set up": (
        ("", "False", "0"),
        False,
        ("not set up", "run the setup program", "xlplugin setup"),
    ),
    "in any folder": (
        ("python.exe", "True", "0"),
        False,
        ("not set up", "run the setup program", "xlplugin setup"),
    ),
    "moved": (
        (PYTHON, "False", "0"),
        False,
        ("not there any more", PYTHON, "run the setup program", "xlplugin setup"),
    ),
    "broken": ((PYTHON, "True", "1"), True, ("could not run xlplugin", DOCTOR, "xlplugin doctor")),
    "blocked": ((PYTHON, "True", "blocked"), False, ("could not start", DOCTOR, "xlplugin doctor")),
    "fine": (SET_UP, True, ()),
}
"""Computers, whether Python is asked there, and what the message says."""


@pytest.fixture(scope="module")
def reports(probed, new_workbook, light_workbook, played_workbook):
    """What the probe says of both workbooks with every macro run, and of clicks on the new one, made light."""
    pair, every, opened = ["PairNextRound"], [*MACROS, *RIBBON], [macros.LOADED]
    seen = {name: computer for name, (computer, *_) in COMPUTERS.items()}
    runs = {
        "new": (new_workbook, every, SET_UP, "12"),
        "after ten saves": (played_workbook, every, SET_UP, "12"),
        **{f"typed {t}": (light_workbook, ["MoveMatch"], SET_UP, t) for t in TYPED},
        **{
            name: (light_workbook, pair, computer, "12")
            for name, (computer, *_) in COMPUTERS.items()
        },
        "clicks": (light_workbook, pair, (PYTHON, "True", "clicks"), "12"),
        "two": (light_workbook, [*pair, "WriteStandings"], SET_UP, "12"),
        **{
            f"opened, {name}": (light_workbook, opened, computer, "12")
            for name, computer in seen.items()
        },
        "typed": (light_workbook, ["(typed)", *opened], SET_UP, "12"),
    }
    return dict(zip(runs, probed(*runs.values()), strict=True))


@pytest.fixture(params=["new", "after ten saves"])
def report(request, reports):
    """What the probe says of either workbook."""
    return reports[request.param]


def _asked(report, macro):
    """What Python is asked to do when a macro is run, if anything."""
    after = report[report.index(("macro", macro)) + 1 :]
    until = (line for line in after if line[0] in ("python", "macro", "end"))
    kind, *said = next(until)
    return said[0] if kind == "python" else None


def test_every_module_is_there(report):
    """The spreadsheet program finds the modules under their names."""
    kinds = dict(line[:2] for line in report if len(line) > 1)
    assert kinds["modules"].split() == sorted([*vba.KEPT, vba.MODULE], key=str.casefold)
    assert report[-1][0] == "end"
    assert "failed" not in kinds


def test_our_module_compiles(report):
    """A function added at its end runs, so all before it is sound.

    The modules of xlwings are for Excel alone: LibreOffice knows no ``#If``.
    """
    assert ("Tournament", "compiled") in report


@pytest.mark.parametrize("action", macros.ON_EVENT, ids=lambda action: action.macro)
def test_the_button_is_bound_to_its_macro(action, report):
    """The caption that is read stands on the button that does it."""
    bound = {line[1]: line[2] for line in report if line[0] == "button"}
    macro = f"VBAProject.Tournament.{action.macro}?"
    assert f":{macro}" in bound[action.label]
    assert len(bound) == len(macros.ON_EVENT)


@pytest.mark.parametrize(("verb", "action"), BUTTONS, ids=lambda each: getattr(each, "name", ""))
def test_the_macro_asks_python_for_its_verb(verb, action, report):
    """Clicked on Event or in the ribbon, it is the same; Undo does nothing unless told Yes.

    The Python that the user has chosen is run, with no folder of anybody's to take modules from.
    """
    name = next(line[1] for line in report if line[0] == "name")
    command = (
        f'"{PYTHON}" -E -P -m xlplugin.from_excel {verb.name}{ANSWERS.get(action.macro, "")}'
        f' "--wb={name}" --from_xl=1 --hwnd=1234'
    )
    expected = None if action.macro in ASKING else command
    assert _asked(report, action.macro) == expected
    assert _asked(report, from_list.callback(action)) == expected


@pytest.mark.parametrize("answer", TYPED)
def test_only_a_number_goes_to_python_with_the_verb(reports, answer):
    """The answer becomes a part of a command, so anything else is refused; Cancel does nothing."""
    report, (asked, told) = reports[f"typed {answer}"], TYPED[answer]
    commands = [line[1] for line in report if line[0] == "python"]
    assert [command.split()[6] for command in commands] == ([asked] if asked else [])
    messages = [line[1] for line in report if line[0] == "told"]
    assert len(messages) == told
    assert all("is not a number" in message for message in messages)


@pytest.mark.parametrize("name", COMPUTERS)
def test_a_click_that_does_not_reach_python_says_what_to_do(reports, name):
    """Whatever keeps Python from starting, one message says what to type; no debugger opens."""
    report, (_, asked, told) = reports[name], COMPUTERS[name]
    assert ("python" in [line[0] for line in report]) is asked
    messages = [line[1] for line in report if line[0] == "told"]
    assert len(messages) == bool(told)
    assert all(part in message for message in messages for part in told)
    assert report[-1][0] == "end"
    assert "failed" not in [line[0] for line in report]


@pytest.mark.parametrize("name", ["fine", "broken", "blocked"])
def test_excel_shows_that_it_is_busy_from_the_first_moment_until_there_is_something_to_read(
    reports, name
):
    """Status bar and pointer, whatever comes of the click; Excel is itself again before the message."""
    seen = [line for line in reports[name] if line[0] in ("status", "pointer", "python", "told")]
    assert seen[:2] == [("status", "Python is at work ..."), ("pointer", "2")]
    busy = [n for n, line in enumerate(seen) if line[0] in ("status", "pointer")]
    assert seen[busy[-2]] == ("status", "False")
    assert seen[busy[-1]] == ("pointer", "-4143")
    assert [line[0] for line in seen[busy[-1] + 1 :]] == ["told"] * (name != "fine")


def test_while_python_is_at_work_clicks_do_nothing_and_esc_ends_nothing(reports):
    """Excel takes both while it waits; ended by Esc, the macro would leave it busy for good."""
    report = reports["clicks"]
    assert [line[1].split()[6] for line in report if line[0] == "python"] == ["pair"]
    kinds = [line[0] for line in report]
    assert ("escape", "0") in report[: kinds.index("python")]
    assert kinds.count("escape") == 1
    assert [line[1].split()[6] for line in reports["two"] if line[0] == "python"] == [
        "pair",
        "standings",
    ]


def _hint(lines):
    """What the hint on Event says after the last of some lines of a report; nothing if it is out of sight."""
    shown = [line[1] for line in lines if line[0] == "shown"]
    said = next(line[1] for line in reversed(lines) if line[0] == "hint")
    return "" if shown and shown[-1] == "False" else said


@pytest.mark.parametrize("click", ["opened, ", ""])
@pytest.mark.parametrize("name", COMPUTERS)
def test_the_hint_goes_once_a_macro_runs_or_says_what_is_missing(reports, name, click):
    """By opening the workbook or by a click, whichever comes first; what only a click finds out is its message."""
    report, (_, _, told) = reports[click + name], COMPUTERS[name]
    first = next(n for n, line in enumerate(report) if line[0] == "macro")
    assert _hint(report[:first]).startswith("These buttons do not work in Excel yet.")
    now, is_seen = _hint(report[first:]), name in ("not set up", "in any folder", "moved")
    assert [part for part in told if part not in now] == [] if is_seen else now == ""


def test_excel_asks_to_save_because_of_no_hint(reports):
    """What was saved is as it was, whatever the hint says now; what was not stays unsaved."""
    unsaved = {
        name: [line[1] for line in report if line[0] == "unsaved"][-1]
        for name, report in reports.items()
        if name == "typed" or name.startswith("opened")
    }
    assert unsaved.pop("typed").lower() == "true"
    assert {text.lower() for text in unsaved.values()} == {"false"}
    assert len(unsaved) == len(COMPUTERS)


def test_no_cell_shows_an_error(converted, opened, new_workbook, played_workbook):
    """Every formula recalculates, in a new event and in one that is under way."""
    paths = converted("xlsx", new_workbook, played_workbook)
    assert [errors_in(opened(path, values=True)) for path in paths] == [{}, {}]


def test_the_buttons_are_not_printed(converted, printed_words, new_workbook):
    """The page of Event is the table alone, as wide as without buttons, and the hint below them."""
    words = printed_words(converted("pdf", new_workbook)[0])
    assert "Setting" in words
    assert {"Undo", "Unblock"} & {*words} == set()


def test_a_fault_in_a_module_is_found(probed, light_workbook, tmp_path):
    """The probe tells a module that does not compile, so what it says of the others counts."""
    broken = tmp_path / "broken.xlsm"
    source = from_list.module() + "\nSub Fault()\nIf Then For\nEnd Sub\n"
    with zipfile.ZipFile(light_workbook) as whole, zipfile.ZipFile(broken, "w") as rewritten:
        for name in whole.namelist():
            is_project = name == "xl/vbaProject.bin"
            rewritten.writestr(name, vba.vba_project(source) if is_project else whole.read(name))
    (report,) = probed((broken, [], SET_UP, "12"), hangs_after="modules")
    assert "modules" in [line[0] for line in report]
    assert ("Tournament", "compiled") not in report
