"""If only the output fails, or somebody stops a command, a message says what was written."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner

from xlplugin.commands import demo
from xlplugin.doors.cli import main

from values_only import ValuesHost

FULL = Path("/dev/full")
RUN = [sys.executable, "-m", "xlplugin"]


@pytest.fixture
def paired(make_event):
    """An event before its first round, as its file."""
    return make_event().path


@pytest.mark.on_files
@pytest.mark.skipif(not FULL.exists(), reason="no disk that is always full here")
def test_a_round_that_could_not_be_printed_is_there(paired):
    """Status 4, and the file is named; Python itself has nothing to add."""
    with FULL.open("w") as full:
        done = subprocess.run(
            [*RUN, "pair", paired], stdout=full, stderr=subprocess.PIPE, check=False,
            encoding="utf-8",
        )  # fmt: skip
    assert done.returncode == 4
    assert done.stderr.splitlines()[-2:] == [
        "The output could not be printed: No space left on device.",
        f"Written before that, and kept: {paired.name}.",
    ]


@pytest.mark.usefixtures("reported")
@pytest.mark.parametrize("error", [KeyboardInterrupt, RuntimeError])
@pytest.mark.parametrize("is_written", [False, True])
def test_who_stops_a_command_is_told_what_was_written(paired, monkeypatch, error, is_written):
    """The workbook is as it was, or as the command has left it: nobody has to guess."""
    where = (
        ("xlplugin.doors.cli.show",) if is_written else ("xlplugin.verbs.frame.changes_noticed",)
    )
    monkeypatch.setattr(*where, _raise(error))
    result = CliRunner().invoke(main, ["pair", str(paired)], obj=ValuesHost)
    status = 130 if error is KeyboardInterrupt else 4 if is_written else 1
    assert result.exit_code == status
    said = (
        f"Written before that, and kept: {paired.name}." if is_written else "Nothing was written."
    )
    assert result.stderr.splitlines()[-1] == said
    assert ("as it was" in result.stderr) == (error is RuntimeError and not is_written)


def _raise(error):
    def fail(*_, **__):
        raise error

    return fail


@pytest.mark.skipif(os.name == "nt", reason="no such signal there")
def test_ctrl_c_while_everything_is_imported_ends_without_a_word():
    """Whoever types it has seen enough."""
    lines = """
import builtins, os, signal
from xlplugin import __main__
signal.signal(signal.SIGINT, signal.default_int_handler)  # a test may run in the background
original = builtins.__import__
def stopped(name, *rest):
    if name == "click":
        os.kill(os.getpid(), signal.SIGINT)
    return original(name, *rest)
builtins.__import__ = stopped
__main__.start()
"""
    done = subprocess.run([sys.executable, "-c", lines], capture_output=True, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (-signal.SIGINT, b"", b"")


def test_a_folder_that_is_gone_is_told(tmp_path):
    """Python cannot say where it is; the commands say what to do."""
    gone = tmp_path / "gone"
    gone.mkdir()
    lines = f"import os; os.chdir({str(gone)!r}); os.rmdir({str(gone)!r}); "
    lines += f"os.execv({sys.executable!r}, {[*RUN, 'pair', 'event.xlsx']!r})"
    done = subprocess.run(
        [sys.executable, "-c", lines], capture_output=True, check=False, encoding="utf-8"
    )
    assert done.returncode == 1
    assert done.stderr.startswith("The folder that this terminal is in is gone.")


def test_a_demo_that_is_killed_leaves_nothing_in_sight(tmp_path, monkeypatch):
    """It is played elsewhere, and put into its place in one step."""
    monkeypatch.setattr(demo, "type_results", lambda *_: pytest.fail(str([*tmp_path.iterdir()])))
    with pytest.raises(pytest.fail.Exception, match=r"^\[\]$"):
        demo.play(tmp_path / "demo.xlsx", "nts", "24", lambda _line: None)
