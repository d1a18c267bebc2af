"""Work that processes share: in order, whole, and the same however many they are."""

from __future__ import annotations

import os
import sys
from concurrent.futures.process import BrokenProcessPool
from functools import partial

import pytest

from xlplugin.ground.all_cores import AT_ONCE, cores, cores_beside_a_window, on_all_cores

from work_to_share import FATAL, dying, dying_once, failing, squares, waiting

FAR = 110


def found(work, count=FAR, processes=2):
    """All of the results."""
    return [each for part in on_all_cores(work, count, processes) for each in part]


@pytest.mark.parametrize("processes", [1, 2, 500])
def test_the_results_are_in_order_for_any_number_of_processes(processes):
    """More processes than there is work for are not started."""
    assert found(squares, processes=processes) == [n * n for n in range(FAR)]


def test_no_more_processes_are_started_than_windows_can_wait_for(monkeypatch):
    """Python refuses them there; a computer may have more cores."""
    asked = []

    def pool(processes, *_):
        asked.append(processes)
        raise OSError

    monkeypatch.setattr("concurrent.futures.ProcessPoolExecutor", pool)
    with pytest.raises(OSError):  # noqa: PT011  (the one above)
        found(squares, 100 * AT_ONCE, 96)
    assert asked == [61]


@pytest.mark.parametrize("where", ["a browser", "LibreOffice"])
def test_a_click_starts_no_process_where_there_is_no_other_python(where, monkeypatch):
    """It does the work by itself."""
    assert cores_beside_a_window() == cores()
    if where == "a browser":
        monkeypatch.setattr(sys, "platform", "emscripten")
    else:
        monkeypatch.setitem(sys.modules, "uno", None)
    assert cores_beside_a_window() == 1


def test_what_is_lost_with_a_process_is_worked_out_again(tmp_path):
    """In its place."""
    assert found(partial(dying_once, tmp_path / "died")) == [n * n for n in range(FAR)]
    assert (tmp_path / "died").exists()


@pytest.mark.parametrize("before", [None, "yes"])
def test_programs_that_are_started_later_find_their_modules_as_before(before, monkeypatch):
    """Only the processes of the work may not look into the folder that they are started in."""
    monkeypatch.delenv("PYTHONSAFEPATH", raising=False)
    if before:
        monkeypatch.setenv("PYTHONSAFEPATH", before)
    found(squares, 2 * AT_ONCE)
    assert os.environ.get("PYTHONSAFEPATH") == before


@pytest.mark.skipif(os.name == "nt", reason="no such signal there")
def test_ctrl_c_ends_no_process_that_is_just_starting():
    """It would leave a traceback: it waits there from the first line on, and here until all are started."""
    assert all(found(waiting, 2 * AT_ONCE))
    assert not any(waiting(range(1)))


def test_work_that_kills_every_process_is_given_up():
    """After a few times, not never."""
    with pytest.raises(BrokenProcessPool):
        found(dying)


@pytest.mark.parametrize("processes", [1, 2])
def test_an_error_is_raised_where_the_results_are_waited_for(processes):
    """The same as without processes."""
    with pytest.raises(ValueError, match=f"{FATAL} is fatal"):
        found(failing, processes=processes)
