"""Connections are let in by a thread of our own, which no fault ends."""

from __future__ import annotations

import asyncio
import os
import socket
import subprocess
import sys
import time
from contextlib import closing
from pathlib import Path

import pytest
from crowd import crowd
from showing import Phone, codes_of, free_port, shown, wait_for

from xlplugin.doors.show import listening, streams
from xlplugin.doors.show.listening import HERE, Listener
from xlplugin.doors.show.streams import Streams
from xlplugin.reports.record import Kind, Record, path_of


class Failing:
    """A listening socket that fails some times to let somebody in, as that of Windows when a phone hangs up."""

    def __init__(self, real, times):
        self.real, self.times = real, times

    def accept(self):
        """Fail, or let in."""
        if self.times:
            self.times -= 1
            raise OSError(64, "The specified network name is no longer available")
        return self.real.accept()

    def __getattr__(self, name):
        return getattr(self.real, name)


@pytest.mark.parametrize("times", [1, 4, 12])
def test_a_phone_that_hangs_up_while_it_is_let_in_does_not_end_the_server(phone, times):
    """As asyncio does on Windows; after some faults in a row the socket is made anew."""
    listener = phone.showing.listener
    before = listener._socket
    listener._socket = failing = Failing(before, times)
    wait_for(lambda: failing.times == 0 or listener._socket is not failing)
    assert phone.get("/data").status == 200
    assert (listener._socket is failing) == (times < listening.FAULTS_IN_A_ROW)
    assert phone.get("/data").status == 200


def test_a_port_that_is_taken_is_left_to_who_has_it():
    """And after a failed move it listens where it did."""
    with closing(socket.socket()) as other:
        other.bind((HERE, 0))
        other.listen()
        with pytest.raises(OSError):  # noqa: PT011  (of each system another)
            Listener(HERE, other.getsockname()[1])


def test_the_newest_version_is_told_once_however_many_were_missed():
    """A slow phone does not pile anything up."""

    async def play():
        all_of_them = Streams()
        all_of_them.version = 1
        stream = all_of_them.join("a")
        events = stream.events()
        first = await anext(events)
        for version in range(2, 50):
            all_of_them.tell_version(version)
            all_of_them.tell_tables([version], "Round 1")
            await asyncio.sleep(0)
        await asyncio.sleep(streams.BATCH + 0.1)
        second = await anext(events)
        all_of_them.leave(stream)
        await events.aclose()
        return first, second

    first, second = asyncio.run(play())
    assert first.startswith(b"retry: 2000\n\nevent: version\n")
    assert second.count(b"event: version") == second.count(b"event: tables") == 1
    assert b'"v":49,' in second
    assert b'"round":"Round 1"' in second


def test_a_line_without_news_is_kept_alive(monkeypatch):
    """So that a phone knows that it still hears."""
    monkeypatch.setattr(streams, "HEARTBEAT", 0.05)

    async def play():
        all_of_them = Streams()
        all_of_them.version = 5
        events = all_of_them.join("a").events()
        return [await anext(events) for _ in range(3)]

    assert all(b'event: version\ndata: {"v":5,' in event for event in asyncio.run(play()))


def test_streams_make_room_at_the_cost_of_who_has_most(monkeypatch):
    """A stranger who opens thousands throws out only streams of that one."""
    monkeypatch.setattr(streams, "MOST", 10)
    all_of_them = Streams()
    kept = [all_of_them.join(f"phone {n}") for n in range(5)]
    flood = [all_of_them.join("stranger") for _ in range(100)]
    assert not any(stream.is_closed for stream in kept)
    assert [stream.is_closed for stream in flood] == [True] * 95 + [False] * 5
    assert len(all_of_them) == 10


def test_a_phone_that_hangs_up_is_forgotten(phone):
    """With its stream."""
    for _ in range(3):
        with phone.listening() as events:
            next(events)
            wait_for(lambda: len(phone.showing.room.streams) == 1)
        wait_for(lambda: len(phone.showing.room.streams) == 0)


def test_thirty_phones_while_the_workbook_is_saved(made, tmp_path):
    """Each hears of every version, and no report is lost or doubled (benchmarks/show.py has the full room)."""
    workbook = made(tmp_path / "event", 30)
    codes = codes_of(workbook)
    with shown(workbook) as phone:

        async def saves():
            for _ in range(100):
                await asyncio.sleep(1)
                os.utime(workbook)

        figures = asyncio.run(crowd(phone.port, codes, 4, sorted(codes), saves))
    lines = Record(path_of(workbook.parent, workbook.name)).read()
    assert figures.failures == []
    assert sorted(line.no for line in lines if line.kind is Kind.RESULT) == sorted(codes)
    assert figures.accepted == {line.no: line.id for line in lines}


PROGRAM = """
import sys
sys.path[:0] = {path!r}
from pathlib import Path
from showing import computer
from xlplugin.doors.show.serving import Showing
file = Path({file!r})
Showing(file, port={port}, machine=computer(file.parent / "home")).run()
"""


def started(workbook, port):
    """A server in a process of its own, that answers."""
    program = PROGRAM.format(path=sys.path, file=str(workbook), port=port)
    process = subprocess.Popen([sys.executable, "-c", program])
    phone = Phone(port)

    def answers():
        try:
            return phone.get("/data").status == 200
        except OSError:
            return False

    wait_for(answers, 60)
    return process


def test_a_server_that_is_killed_and_started_again_has_lost_nothing(made, tmp_path):
    """Whatever a phone was told to be received is in the file, once."""
    workbook = made(tmp_path / "event", 24)
    codes, port = codes_of(workbook), free_port()
    running = [started(workbook, port)]

    async def kill():
        for _ in range(2):
            await asyncio.sleep(1.5)
            running[-1].kill()
            running[-1].wait()
            running.append(await asyncio.to_thread(started, workbook, port))
        await asyncio.sleep(100)

    try:
        figures = asyncio.run(crowd(port, codes, 5, sorted(codes), kill))
        lines = Record(path_of(workbook.parent, workbook.name)).read()
        assert figures.accepted == {line.no: line.id for line in lines if line.kind is Kind.RESULT}
        assert sorted(figures.accepted) == sorted(codes)
        assert figures.failures == []
        phone = Phone(port)
        assert {
            phone.post("/me", {"code": code}).json["mine"]["id"] for code in codes.values()
        } == {line.id for line in lines}
    finally:
        running[-1].kill()
        running[-1].wait()


def test_it_ends_by_a_signal_within_seconds_whoever_listens(made, tmp_path):
    """Streams never end by themselves, and are ended first."""
    workbook, port = made(tmp_path / "event", 8), free_port()
    process = started(workbook, port)
    with Phone(port).listening() as events:
        next(events)
        process.terminate()
        begun = time.monotonic()
        process.wait(60)
        assert time.monotonic() - begun < 30
        assert list(events) == []


def test_many_files_may_be_open():
    """MacOS gives a program 256, and a full room has more phones."""
    resource = pytest.importorskip("resource")
    code = (
        "import resource\n"
        "_, hard = resource.getrlimit(resource.RLIMIT_NOFILE)\n"
        "resource.setrlimit(resource.RLIMIT_NOFILE, (256, hard))\n"
        "from xlplugin.doors.show.listening import allow_many_files\n"
        "allow_many_files()\n"
        "print(resource.getrlimit(resource.RLIMIT_NOFILE)[0])\n"
    )
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    folder = Path(listening.__file__).parents[3]
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, cwd=folder, check=True
    )
    assert int(done.stdout) >= (min(2_000, hard) if hard > 0 else 2_000)
