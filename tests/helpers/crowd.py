"""A room full of phones: each listens for news, asks as the page does, and some report; what they were told is kept."""

from __future__ import annotations

import asyncio
import json
import random
import time
from contextlib import suppress
from dataclasses import dataclass, field

SPREAD = 0.4
"""Seconds over which phones ask after news, as in ``live.js``."""
PATIENCE = 10.0


@dataclass
class Figures:
    """What happened to all phones together; times in seconds."""

    report_times: list[float] = field(default_factory=list)
    other_times: list[float] = field(default_factory=list)
    accepted: dict[int, str] = field(default_factory=dict)  # the id of the report by player
    versions: dict[int, list[float]] = field(default_factory=dict)  # when each was heard, by phone
    failures: list[str] = field(default_factory=list)
    lost_streams: int = 0


class Line:
    """A connection that is kept between requests, as browsers do, and made anew when it is lost."""

    def __init__(self, port):
        self.port, self.streams, self.one_at_a_time = port, None, asyncio.Lock()

    async def ask(self, method, path, body=None):
        """The status and the JSON of an answer."""
        async with self.one_at_a_time:
            try:
                return await asyncio.wait_for(self._ask(method, path, body), PATIENCE)
            except BaseException:
                self.close()
                raise

    async def _ask(self, method, path, body):
        if self.streams is not None and self.streams[0].at_eof():
            self.close()
        if self.streams is None:
            self.streams = await asyncio.open_connection("127.0.0.1", self.port)
        reader, writer = self.streams
        host = f"127.0.0.1:{self.port}"
        content = b"" if body is None else json.dumps(body).encode()
        head = f"{method} {path} HTTP/1.1\r\nHost: {host}\r\nAccept-Encoding: gzip\r\n"
        if body is not None:
            head += f"Origin: http://{host}\r\nContent-Type: application/json\r\nContent-Length: {len(content)}\r\n"
        writer.write(f"{head}\r\n".encode() + content)
        head = (await reader.readuntil(b"\r\n\r\n")).lower()
        length = int(head.partition(b"content-length: ")[2].partition(b"\r")[0])
        content = await reader.readexactly(length)
        if b"connection: close" in head:
            self.close()
        if b"content-encoding: gzip" in head:  # each phone unpacks it by itself
            return int(head.split(b" ", 2)[1]), {}
        return int(head.split(b" ", 2)[1]), json.loads(content)

    def close(self):
        """Hang up."""
        if self.streams:
            self.streams[1].close()
        self.streams = None


LOST = (OSError, ValueError, IndexError, KeyError, TimeoutError, asyncio.IncompleteReadError)


class Phone:
    """A phone that goes on after every loss, as the page does."""

    def __init__(self, port, no, code, figures, rng):
        self.port, self.no, self.code, self.figures, self.rng = port, no, code, figures, rng
        self.version = None
        self.line = Line(port)
        self.heard = asyncio.Event()

    async def live(self):
        """Listen for ever."""
        while True:
            with suppress(OSError, TimeoutError, asyncio.IncompleteReadError):
                await self._listen()
            self.figures.lost_streams += 1
            await asyncio.sleep(self.rng.uniform(0.5, 1.5))

    async def _listen(self):
        reader, writer = await asyncio.open_connection("127.0.0.1", self.port)
        try:
            writer.write(f"GET /events HTTP/1.1\r\nHost: 127.0.0.1:{self.port}\r\n\r\n".encode())
            name = b""
            while line := await asyncio.wait_for(reader.readline(), 40):
                if line.startswith(b"event: "):
                    name = line[7:].strip()
                if line.startswith(b"data: ") and name == b"version":
                    await self._hear(json.loads(line[6:])["v"])
        finally:
            writer.close()

    async def _hear(self, version):
        self.heard.set()
        if version == self.version:
            return
        is_first, self.version = self.version is None, version
        self.figures.versions.setdefault(version, []).append(time.time())
        if not is_first:
            await asyncio.sleep(self.rng.uniform(0, SPREAD))
        await self._timed("GET", "/data")
        if self.code:
            await self._timed("POST", "/me", {"code": self.code})

    async def _timed(self, method, path, body=None):
        start = time.perf_counter()
        try:
            status, _ = await self.line.ask(method, path, body)
        except LOST:
            return
        self.figures.other_times.append(time.perf_counter() - start)
        if status != 200:
            self.figures.failures.append(f"{path}: {status}")

    async def report(self):
        """Report the first of all answers, and try until it is received, as a person would."""
        while True:
            try:
                _, me = await self.line.ask("POST", "/me", {"code": self.code})
                if me.get("mine"):  # it had arrived before the answer was lost
                    self.figures.accepted[self.no] = me["mine"]["id"]
                    return
                answers = {f["header"]: f["choices"][0][1] for f in me["form"] if not f["optional"]}
                body = {
                    "code": self.code,
                    "round": me["round"],
                    "made": me["made"],
                    "answers": answers,
                }
                start = time.perf_counter()
                status, told = await self.line.ask("POST", "/report", body)
            except LOST:
                await asyncio.sleep(0.5)
                continue
            self.figures.report_times.append(time.perf_counter() - start)
            if status == 200:
                self.figures.accepted[self.no] = told["mine"]["id"]
            else:
                self.figures.failures.append(f"/report of {self.no}: {status} {told}")
            return


async def crowd(port, codes, seconds, reporters, disturb=None, seed=1):
    """A phone for every code; the ``reporters`` report once each within so many seconds.

    ``disturb`` is awaited beside them, and ends with them.
    """
    rng, figures = random.Random(seed), Figures()
    phones = {no: Phone(port, no, code, figures, rng) for no, code in codes.items()}
    living = [asyncio.create_task(phone.live()) for phone in phones.values()]
    await asyncio.gather(*(phone.heard.wait() for phone in phones.values()))
    disturbing = asyncio.create_task(disturb()) if disturb else None

    async def later(no):
        await asyncio.sleep(rng.uniform(0, seconds))
        await phones[no].report()

    await asyncio.gather(*map(later, reporters))
    for task in [*living, *([disturbing] if disturbing else [])]:
        task.cancel()
    for result in await asyncio.gather(
        *living, *([disturbing] if disturbing else []), return_exceptions=True
    ):
        if isinstance(result, Exception):
            figures.failures.append(repr(result))
    for phone in phones.values():
        phone.line.close()
    await asyncio.sleep(0.1)  # until they are closed
    return figures


def percentile(times, share):
    """The time within which so large a share of all was answered."""
    ordered = sorted(times)
    return ordered[min(len(ordered) - 1, int(share * len(ordered)))]
