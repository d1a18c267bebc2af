"""Runs that are killed in earnest, or meet a failing disk: the workbook is old or new, and whole."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time

import pytest
from openpyxl import load_workbook

from xlplugin.hosts.closed_file.backups import backups_of
from xlplugin.hosts.closed_file.leftovers import PREFIX, SECONDS_OF_A_DAY, clear_temporary

import broken_runs
from campaigns import some

RUNS = some(10, 4)
"""Two thousand of each kind with ``--campaign 200``, which takes some twenty minutes."""
pytestmark = pytest.mark.skipif(
    sys.platform == "win32", reason="Windows has no SIGKILL; simulated kills cover it"
)


def start(command, path, folder):
    """Begin a run that has its temporary files in a folder."""
    return subprocess.Popen(
        [sys.executable, "-m", "xlplugin", command, path],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        env=os.environ | {"TMPDIR": str(folder)},
    )


@pytest.fixture
def temporary(tmp_path_factory, monkeypatch):
    """The system's folder of temporary files, for all runs."""
    folder = tmp_path_factory.mktemp("temporary")
    monkeypatch.setattr(tempfile, "tempdir", str(folder))
    return folder


def has_round_2(path):
    """Whether the workbook can be read, and has been paired."""
    return "Round 2" in load_workbook(path).sheetnames


def test_broken_runs_lose_nothing(tmp_path):
    """Of every command that writes: old or new, whole, with its history; the next one works and clears up."""
    done = subprocess.run(
        [sys.executable, broken_runs.__file__, tmp_path / "states", "0", str(RUNS)],
        capture_output=True, encoding="utf-8", check=False,
    )  # fmt: skip
    assert (done.returncode, done.stdout) == (0, ""), done.stdout + done.stderr


@pytest.mark.parametrize(
    "pattern", [".event.*.new.xlsx", "event backups/.*.new", "event backups/2*"]
)
def test_a_run_killed_as_it_makes_a_file_loses_nothing(
    workbook_path, played_bytes, run, left_beside, temporary, pattern
):
    """A new version or a backup is whole, or goes with the next run."""
    process = start("pair", workbook_path, temporary)
    while process.poll() is None and not any(workbook_path.parent.glob(pattern)):
        time.sleep(0.0005)
    process.kill()
    process.wait()
    present = workbook_path.read_bytes()
    assert present == played_bytes or has_round_2(workbook_path)
    assert played_bytes in (present, *(b.read_bytes() for b in backups_of(workbook_path)))
    assert run("standings", workbook_path).exit_code == 0
    assert left_beside(workbook_path) == set()


def test_new_tabs_are_drawn_without_temporary_files(workbook_path, run, temporary, monkeypatch):
    """Openpyxl has one for each tab, under a name that anybody's may have: a killed run would leave it."""
    monkeypatch.setattr(tempfile, "NamedTemporaryFile", lambda **_: pytest.fail("a file was made"))
    assert run("pair", workbook_path).exit_code == 0
    assert list(temporary.iterdir()) == []


@pytest.mark.parametrize(("days", "stays"), [(0.9, True), (1.1, False)])
def test_folders_of_killed_runs_go_as_well(tmp_path, days, stays):
    """Those of an export to PDF, and of a sample event; nothing that a link leads to."""
    inside = tmp_path / f"{PREFIX}a1b2_3cd" / "profile"
    inside.mkdir(parents=True)
    theirs = tmp_path / "theirs"
    theirs.mkdir()
    note = theirs / "note"
    note.touch()
    (tmp_path / f"{PREFIX}b1b2_3cd").symlink_to(theirs)
    then = time.time() - days * SECONDS_OF_A_DAY
    for path in (note, *tmp_path.iterdir()):
        os.utime(path, (then, then), follow_symlinks=False)
    clear_temporary(tmp_path)
    assert inside.exists() == stays
    assert note.exists()


def test_files_of_others_in_the_systems_folder_stay(workbook_path, run, temporary):
    """As those of a run that goes on."""
    kept = [temporary / name for name in ("openpyxl.a1b2_3cd", f"{PREFIX}a1b2_3cd", "a1b2_3cd")]
    for path in kept:
        path.write_bytes(b"half a tab")
        then = time.time() - 9 * SECONDS_OF_A_DAY
        os.utime(path, (then, then))
    assert run("pair", workbook_path).exit_code == 0
    assert sorted(temporary.iterdir()) == sorted(kept)


def test_somebody_elses_folders_in_the_systems_folder_stay(tmp_path, monkeypatch):
    """It is everybody's folder."""
    kept = tmp_path / f"{PREFIX}a1b2_3cd"
    kept.mkdir()
    os.utime(kept, (0, 0))
    monkeypatch.setattr(os, "getuid", lambda: kept.stat().st_uid + 1)
    clear_temporary(tmp_path)
    assert kept.exists()
