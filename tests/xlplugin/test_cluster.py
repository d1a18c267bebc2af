"""Work on a Dask cluster: the same results as on one core, whatever dies, or a word why not."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from functools import partial
from pathlib import Path

import pytest
from click.testing import CliRunner
from distributed import Client

from xlplugin.doors.cli import main
from xlplugin.ground import cluster
from xlplugin.ground.all_cores import on_all_cores
from xlplugin.ground.problems import OrganizerError

from dask_cluster import DEADLINE, dask_cluster
from machines import VERSION
from work_to_share import FATAL, dying, dying_once, failing, squares

pytestmark = pytest.mark.slow
FAR = 110
PLAN = ("plan", "--players", "12", "--rounds", "3", "--cut", "0", "--events", "60", "--json")
INTERRUPTIBLE = """
import signal
from xlplugin.doors.cli import main
signal.signal(signal.SIGINT, signal.default_int_handler)  # where tests run in the background it is ignored
main()
"""
NOBODY = "tcp://127.0.0.1:9"


@pytest.fixture(scope="module")
def address(tmp_path_factory):
    """The address of two workers' scheduler."""
    with dask_cluster(tmp_path_factory.mktemp("dask")) as found:
        with Client(found, set_as_default=False) as client:
            client.wait_for_workers(2, DEADLINE)
        yield found


@pytest.fixture
def tasks(address):
    """How many tasks the scheduler has."""

    def count(dask_scheduler):
        return len(dask_scheduler.tasks)

    with Client(address, set_as_default=False) as client:
        yield partial(client.run_on_scheduler, count)


def found(work, where, count=FAR):
    """All of the results."""
    return [each for part in on_all_cores(work, count, where, 5) for each in part]


def plan(*arguments):
    """What the command says."""
    return CliRunner().invoke(main, [*PLAN, *arguments])


def awaited(is_so):
    """Wait until something is so."""
    end = time.monotonic() + DEADLINE
    while not is_so():
        assert time.monotonic() < end, "waited in vain"
        time.sleep(0.05)


@pytest.mark.parametrize("count", [0, 1, FAR])
def test_the_results_are_in_order(address, count):
    """However many there are."""
    assert found(squares, address, count) == [n * n for n in range(count)]


def test_a_plan_has_the_same_figures_on_a_cluster(address):
    """To the last digit."""
    there = plan("--scheduler", address)
    assert there.exit_code == 0, there.output
    assert there.stdout == plan("--processes", "1").stdout


def test_nothing_is_left_on_the_cluster(address, tasks):
    """Of work that is done, or that the program did not wait for."""
    found(squares, address)
    awaited(lambda: not tasks())
    some = on_all_cores(squares, FAR, address)
    next(some)
    some.close()
    awaited(lambda: not tasks())


def test_what_is_lost_with_a_worker_is_worked_out_again(address, tmp_path):
    """In its place."""
    assert found(partial(dying_once, tmp_path / "died"), address) == [n * n for n in range(FAR)]
    assert (tmp_path / "died").exists()


def test_work_that_kills_every_worker_is_given_up(address):
    """With where to look for the reason."""
    with pytest.raises(OrganizerError, match=r"died again and again .* tcp://127"):
        found(dying, address)


def test_an_error_is_raised_where_the_results_are_waited_for(address):
    """The same as without a cluster."""
    with pytest.raises(ValueError, match=f"{FATAL} is fatal"):
        found(failing, address)


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no SIGINT for one process")
def test_an_interrupt_takes_the_work_from_the_cluster(address, tasks):
    """Whoever else uses it does not wait for it."""
    long = ("plan", "--players", "40", "--events", "5000", "--scheduler", address)
    program = subprocess.Popen(
        [sys.executable, "-P", "-c", INTERRUPTIBLE, *long], stderr=subprocess.PIPE, text=True
    )
    try:
        awaited(tasks)
        os.kill(program.pid, signal.SIGINT)
        _, said = program.communicate(timeout=DEADLINE)
    finally:
        program.kill()
    assert (program.returncode, said.strip()) == (130, "Stopped.\nNothing was written.")
    awaited(lambda: not tasks())


def test_other_files_of_the_same_version_are_refused(address, monkeypatch):
    """They are noticed by what comes back, for a worker may join late."""
    monkeypatch.setattr(cluster, "edition", lambda: "12345678")
    with pytest.raises(
        OrganizerError, match=r"different files of xlplugin .* this computer \(12345678\)"
    ):
        found(squares, address)


class Installed:
    """A cluster that has this: its scheduler, then its workers; the same as here where nothing is said."""

    def __init__(self, scheduler=None, *workers):
        self.scheduler, self.workers = scheduler, workers

    def wait_for_workers(self, number, timeout):
        """There are as many as there are."""
        if len(self.workers) < number:
            raise TimeoutError

    def get_versions(self, packages):
        """As Dask tells them."""
        same = {"python": "3.11.7.final.0", "xlplugin": VERSION, "distributed": "2026.8.0"}

        def of(other):
            return {"packages": {**same, **(other or {})}}

        workers = {f"tcp://w{n}:1": of(other) for n, other in enumerate(self.workers, 1)}
        return {"client": of(None), "scheduler": of(self.scheduler), "workers": workers}


def test_other_versions_are_refused_by_name():
    """All of them at once, each with its own and the one here."""
    others = ({"xlplugin": "9.9"}, None, {"python": "3.12.1.final.0"}, {"distributed": "1"})
    with pytest.raises(OrganizerError) as refused:
        cluster._refuse_other_versions(
            Installed({"xlplugin": None}, {"xlplugin": None}, *others), ""
        )
    here, *lines = str(refused.value).splitlines()
    assert f"this computer (xlplugin {VERSION}, Python 3.11, Dask 2026.8.0)" in here
    assert lines == [
        "The scheduler has no xlplugin",
        "tcp://w1:1 has no xlplugin",
        "tcp://w2:1 has xlplugin 9.9, Python 3.11, Dask 2026.8.0",
        f"tcp://w4:1 has xlplugin {VERSION}, Python 3.12, Dask 2026.8.0",
        f"tcp://w5:1 has xlplugin {VERSION}, Python 3.11, Dask 1",
    ]


def test_the_same_versions_are_no_news():
    """A later bug fix of Python is the same to us."""
    later = {"python": "3.11.9.final.0"}
    cluster._refuse_other_versions(Installed(later, None, later), NOBODY)


def test_a_cluster_without_workers_is_refused():
    """With the command that starts one."""
    with pytest.raises(OrganizerError, match=f"no worker; start one with: dask worker {NOBODY}"):
        cluster._refuse_other_versions(Installed(), NOBODY)


@pytest.mark.parametrize(
    ("where", "said"),
    [
        (NOBODY, "No Dask scheduler answers at tcp://127.0.0.1:9."),
        ("tls://127.0.0.1:9", "asks for certificates"),
        ("tcp://127.0.0.1:x", "is not the address of a Dask scheduler"),
    ],
)
def test_an_address_where_no_cluster_is_gets_a_sentence(where, said, monkeypatch):
    """No traceback, within seconds."""
    monkeypatch.setattr(cluster, "SECONDS", 0.2)
    result = plan("--scheduler", where)
    assert result.exit_code == 1
    assert said in result.stderr
    assert "Unexpected error" not in result.output


def test_processes_and_a_cluster_are_not_both_asked():
    """Only one of them can work."""
    assert plan("--scheduler", NOBODY, "--processes", "2").exit_code == 2


def test_without_dask_it_is_said_how_to_get_it(monkeypatch):
    """The extra by its name."""
    monkeypatch.setitem(sys.modules, "distributed", None)
    assert 'pip install "xlplugin[cluster]"' in plan("--scheduler", NOBODY).stderr


def test_a_season_is_the_same_on_a_cluster(address, tmp_path):
    """The files are sent to it; one that is not there is said to be missing as ever."""
    sample = str(Path(__file__).parents[2] / "samples" / "ntp-13.xlsx")

    def season(*arguments):
        words = ["season", sample, *arguments, "-o", str(tmp_path / "season.xlsx"), "--json"]
        return CliRunner().invoke(main, words)

    here, there = season("--processes", "1"), season("--scheduler", address)
    assert here.exit_code == there.exit_code == 0
    assert here.stdout == there.stdout
    missing = season("none.xlsx", "--scheduler", address)
    assert missing.exit_code == 1
    assert "none.xlsx: there is no such file" in missing.stderr
