"""The name of an event: as typed, or as its file; a new one asks if anybody is at the terminal."""

from __future__ import annotations

import os
import subprocess
import sys
from time import monotonic

import pytest
from openpyxl import load_workbook

pty = pytest.importorskip("pty", reason="there are no pseudo-terminals on Windows")


def _heading(event, tab):
    return event.read()[tab].oddHeader.left.text


@pytest.mark.on_files
def test_without_a_name_the_file_names_the_event(make_event):
    """On slips, lists and the pages of a round, without the ending."""
    event = make_event(4, 0, name="Spring league 3.xlsx")
    with event.opened() as workbook:
        tab = workbook["Event"]
        for row in tab.iter_rows():
            if row[0].value == "Event name":
                row[1].value = None
    event.done("pair")
    event.done("print", "slips")
    assert _heading(event, "Round 1").startswith("Spring league 3  ")
    assert event.read()["Slips"]["B1"].value == "Spring league 3, Round 1   R1T1"
    shown = event.path.with_name("show.html")
    event.done("export", "--format", "html", "-o", shown)
    assert "Spring league 3" in shown.read_text(encoding="utf-8")


def test_a_name_that_is_typed_is_the_name(make_event):
    """The file's name is nowhere then."""
    event = make_event(4, 1)
    event.done("print", "slips")
    assert event.read()["Slips"]["B1"].value == "Spring Cup, Round 1   R1T1"


def _on_a_terminal(answer, *arguments, piped=False):
    """Run the program on a terminal of its own; gives what it showed."""
    ours, its = pty.openpty()
    command = [sys.executable, "-m", "xlplugin", *map(str, arguments)]
    out = subprocess.PIPE if piped else its
    with subprocess.Popen(command, stdin=its, stdout=out, stderr=subprocess.STDOUT) as process:
        os.close(its)
        os.write(ours, answer.encode())
        shown = b"" if not piped else process.stdout.read()
        until = monotonic() + 60
        while not piped and monotonic() < until:
            try:
                more = os.read(ours, 4096)
            except OSError:
                break
            if not more:
                break
            shown += more
        assert process.wait(60) == 0, shown
    os.close(ours)
    return shown.decode()


def _name_in(path):
    tab = load_workbook(path)["Event"]
    return next(row[1].value for row in tab.iter_rows() if row[0].value == "Event name")


@pytest.mark.parametrize(
    ("answer", "name"), [("Spring Cup\n", "Spring Cup"), ("\n", None)], ids=["name", "Enter"]
)
def test_new_asks_for_a_name_on_a_terminal(tmp_path, answer, name):
    """What is typed is the name; Enter leaves it to the file."""
    path = tmp_path / "league.xlsx"
    shown = _on_a_terminal(answer, "new", path, "--ruleset", "hex")
    assert "Event name (Enter for league)" in shown
    assert _name_in(path) == name


def test_new_asks_for_no_name_that_is_given(tmp_path):
    """A name on the command line is the answer."""
    path = tmp_path / "league.xlsx"
    shown = _on_a_terminal("", "new", path, "--ruleset", "hex", "--set", "event NAME=Autumn Cup")
    assert "Enter for" not in shown
    assert _name_in(path) == "Autumn Cup"


def test_new_asks_nothing_in_a_script(tmp_path):
    """Where its output goes to another program nobody is there to answer."""
    path = tmp_path / "league.xlsx"
    shown = _on_a_terminal("", "new", path, "--ruleset", "hex", piped=True)
    assert "Enter for" not in shown
    assert _name_in(path) is None
