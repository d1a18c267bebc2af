"""Two runs on one workbook at the same time: one of them writes, the others wait or say so."""

from __future__ import annotations

import errno
import os
import subprocess
import sys
import time

import pytest
from openpyxl import load_workbook

from xlplugin.ground.problems import HostError
from xlplugin.hosts.closed_file import backups, safe_file
from xlplugin.hosts.closed_file.host import FileHost
from xlplugin.hosts.closed_file.one_run import only_one_run
from xlplugin.workbook.book import SetCells

if sys.platform != "win32":
    import fcntl

LOCK = ".event.xlsx.lock"
HOLD = """
import sys
from pathlib import Path
from xlplugin.hosts.closed_file.host import FileHost
from xlplugin.hosts.closed_file.one_run import only_one_run
with only_one_run(Path(sys.argv[1])):
    print("held", flush=True)
    sys.stdin.read()
"""


@pytest.fixture
def holder(tmp_path):
    """Another process that holds the lock of ``event.xlsx`` until it is ended."""
    command = [sys.executable, "-c", HOLD, tmp_path / "event.xlsx"]
    pipe = subprocess.PIPE
    with subprocess.Popen(command, stdin=pipe, stdout=pipe, text=True) as process:
        assert process.stdout.readline() == "held\n"
        yield process
        process.kill()


@pytest.fixture
def no_locks(monkeypatch):
    """A folder of a network that has no locks."""

    def refuse(*_):
        raise OSError(errno.ENOLCK, os.strerror(errno.ENOLCK))

    if sys.platform == "win32":
        pytest.skip("Windows keeps an open file to itself, in every folder")
    monkeypatch.setattr(fcntl, "flock", refuse)


@pytest.fixture
def impatient(monkeypatch):
    """Wait for nobody."""
    monkeypatch.setattr(only_one_run.__wrapped__, "__defaults__", (0.1,))


# Locks


def test_a_second_run_says_that_the_first_goes_on(workbook_path, refused, holder, impatient):
    """It has waited for a while."""
    message = refused("pair", workbook_path)
    assert "event.xlsx is being saved by another run, so this one wrote nothing." in message
    assert f"delete the hidden file {LOCK} beside the workbook" in message


def test_a_second_run_waits_for_the_end_of_the_first(tmp_path, holder):
    """It goes on at once."""
    holder.stdin.close()
    with only_one_run(tmp_path / "event.xlsx"):
        pass
    assert holder.wait() == 0
    assert list(tmp_path.iterdir()) == []


def test_a_killed_run_leaves_no_lock(tmp_path, holder, impatient):
    """Its file is taken over and goes with the next run."""
    holder.kill()
    holder.wait()
    with only_one_run(tmp_path / "event.xlsx"):
        assert [p.name for p in tmp_path.iterdir()] == [LOCK]
    assert list(tmp_path.iterdir()) == []


def test_a_run_that_fails_gives_the_lock_back(tmp_path, impatient):
    """So the next one may try."""
    for _ in range(2):
        with pytest.raises(ZeroDivisionError), only_one_run(tmp_path / "event.xlsx"):
            raise ZeroDivisionError
    assert list(tmp_path.iterdir()) == []


@pytest.mark.skipif(sys.platform == "win32", reason="there the file cannot be taken away")
def test_a_lock_on_a_file_that_is_gone_does_not_count(tmp_path, monkeypatch, impatient):
    """Whoever waited for a run that has ended must not hold another file than the next one."""
    flock, went = fcntl.flock, []

    def late(handle, how):
        if not went:
            went.append(True)
            (tmp_path / LOCK).unlink()
        flock(handle, how)

    monkeypatch.setattr(fcntl, "flock", late)
    with only_one_run(tmp_path / "event.xlsx"):
        assert (tmp_path / LOCK).exists()
        with pytest.raises(HostError), only_one_run(tmp_path / "event.xlsx"):
            pass


def test_where_there_are_no_locks_the_file_is_one(tmp_path, no_locks, impatient):
    """It goes when the run ends."""
    path = tmp_path / "event.xlsx"
    with (
        only_one_run(path),
        pytest.raises(HostError, match="another run"),
        only_one_run(path),
    ):
        pass
    assert list(tmp_path.iterdir()) == []
    with only_one_run(path):
        pass


@pytest.mark.parametrize(("seconds", "is_taken"), [(5, False), (90, True)])
def test_where_there_are_no_locks_an_old_file_is_taken_over(
    tmp_path, no_locks, impatient, seconds, is_taken
):
    """No save takes a minute: its run was killed."""
    lock = tmp_path / LOCK
    lock.touch()
    then = time.time() - seconds
    os.utime(lock, (then, then))
    try:
        with only_one_run(tmp_path / "event.xlsx"):
            assert time.time() - lock.stat().st_mtime < 60
    except HostError:
        assert not is_taken
    else:
        assert is_taken
        assert list(tmp_path.iterdir()) == []


def test_a_folder_that_may_not_be_written_says_so_at_once(workbook_path, refused, monkeypatch):
    """It is not another run's fault."""

    def refuse(path, *how):
        if str(path).endswith(".lock"):
            raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))
        return opened(path, *how)

    opened = os.open
    if sys.platform == "win32":
        pytest.skip("there it cannot be told from a file that is just going")
    monkeypatch.setattr(os, "open", refuse)
    monkeypatch.setattr(time, "sleep", lambda _: pytest.fail("it waits"))
    assert "could not be saved: Permission denied" in refused("pair", workbook_path)


# Changes in between


def test_a_change_during_the_backup_is_not_written_over(workbook_path, run, monkeypatch):
    """The last look at the file is the one just before the new version is moved into place."""
    original = backups._finish
    before = workbook_path.read_bytes()

    def back_up_slowly(made, path, backup):
        original(made, path, backup)
        path.write_bytes(b"somebody else's")

    monkeypatch.setattr(backups, "_finish", back_up_slowly)
    result = run("pair", workbook_path)
    assert result.exit_code == 1
    assert "event.xlsx was changed while this ran" in result.stderr
    assert workbook_path.read_bytes() == b"somebody else's"
    assert [b.read_bytes() for b in backups.backups_of(workbook_path)] == [before]


def test_a_temporary_file_taken_away_by_another_run_is_told(workbook_path, run, monkeypatch):
    """Another run that clears up must not look like a full disk."""
    before = workbook_path.read_bytes()
    monkeypatch.setattr(safe_file, "flush", lambda path: path.unlink())
    result = run("pair", workbook_path)
    assert result.exit_code == 1
    assert "was being saved by another run as well" in result.stderr
    assert workbook_path.read_bytes() == before


@pytest.mark.parametrize("has_links", [True, False], ids=["links", "no links"])
def test_a_new_file_never_takes_the_place_of_another(tmp_path, monkeypatch, has_links):
    """Even one that has come in the last moment."""
    if not has_links:
        monkeypatch.delattr(os, "link")
    path = tmp_path / "event.xlsx"
    with pytest.raises(HostError, match="already exists"):
        safe_file.replace_file(path, None, b"new", lambda new: path.write_bytes(b"theirs"))
    assert path.read_bytes() == b"theirs"
    assert list(tmp_path.iterdir()) == [path]
    path.unlink()
    safe_file.replace_file(path, None, b"new", lambda new: None)
    assert path.read_bytes() == b"new"


def test_a_double_click_pairs_one_round(workbook_path, left_beside):
    """Three runs at once: the round is there once, and nobody sees a traceback."""
    command = [sys.executable, "-m", "xlplugin", "pair", str(workbook_path)]
    pipe = subprocess.PIPE
    runs = [subprocess.Popen(command, stdout=pipe, stderr=pipe, text=True) for _ in range(3)]
    told = [run.communicate()[1] for run in runs]
    assert any(run.returncode == 0 for run in runs)
    assert "Traceback" not in "".join(told)
    tabs = load_workbook(workbook_path).sheetnames
    assert [tab for tab in tabs if tab.startswith("Round")] == ["Round 1", "Round 2"]
    assert left_beside(workbook_path) == set()


def test_a_run_that_has_waited_does_nothing_to_what_is_there_now(workbook_path):
    """So two clicks undo one round, not two."""
    first, second = FileHost(workbook_path), FileHost(workbook_path)
    for host in (first, second):
        host.read()
    first.write([SetCells("Players", {(2, 2): "Anne"})])
    with pytest.raises(HostError, match="was changed while this ran"):
        second.write([SetCells("Players", {(2, 2): "Anna"})])
    assert first.read().sheets["Players"].rows[1][1] == "Anne"
