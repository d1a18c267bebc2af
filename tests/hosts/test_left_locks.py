"""A lock file of LibreOffice that a crash has left keeps nobody from going on."""

from __future__ import annotations

import getpass
import socket

import click
import pytest
from click.testing import CliRunner

from xlplugin.commands import output
from xlplugin.doors.cli import main
from xlplugin.hosts.closed_file import lock_files

LEFT = ",{user},{host},21.11.2026 09:00,file:///home/ann/.config/libreoffice/4;"


@pytest.fixture
def left_open(workbook_path, monkeypatch):
    """Leave a lock file of LibreOffice behind, with so much in it and programs that run."""

    def leave(runs=("bash", "python3"), user="", host=""):
        me = {"user": user or getpass.getuser(), "host": host or socket.gethostname()}
        lock = workbook_path.with_name(".~lock.event.xlsx#")
        lock.write_text(LEFT.format(**me))
        monkeypatch.setattr(lock_files, "_processes", lambda: iter(runs))
        return lock

    return leave


def test_a_lock_that_a_crash_has_left_is_told_and_taken_away(workbook_path, run, left_open):
    """As LibreOffice itself does; the next command finds nothing any more."""
    lock = left_open()
    result = run("pair", workbook_path)
    assert result.exit_code == 0
    assert "which is no longer running, as after a crash" in result.stderr
    assert not lock.exists()


@pytest.mark.parametrize("answer", ["y", "n"])
def test_on_a_terminal_it_is_asked(workbook_path, left_open, monkeypatch, answer):
    """Without a yes everything stays."""
    lock = left_open()
    asked = []
    monkeypatch.setattr(output, "is_terminal", lambda: True)
    monkeypatch.setattr(click, "confirm", lambda text, **_: asked.append(text) or answer == "y")
    result = CliRunner().invoke(main, ["pair", str(workbook_path)])
    assert (result.exit_code, asked) == (1 if answer == "n" else 0, ["Go on?"])
    assert lock.exists() == (answer == "n")


@pytest.mark.parametrize(
    "how", [{"runs": ["soffice.bin"]}, {"user": "somebody-else"}, {"host": "another.example"}]
)
def test_a_lock_that_may_be_right_stays(workbook_path, refused, left_open, how):
    """Where LibreOffice runs, or where it is another person's or another computer's."""
    lock = left_open(**how)
    assert "event.xlsx is open in LibreOffice" in refused("pair", workbook_path)
    assert lock.exists()
