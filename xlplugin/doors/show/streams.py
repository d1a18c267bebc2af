"""Phones that listen for news: each has a stream of server-sent events, which holds no more than the newest news.

``StreamingResponse`` ends a stream when its phone hangs up; sse-starlette was looked at and adds to that only what
is not wanted here (a clean-up at signals, which fails where uvicorn is not run by its own program).
"""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import AsyncIterator, Iterable
from contextlib import suppress

HEARTBEAT = 15.0
"""Seconds without news after which the version is told again, so that both sides notice a dead line."""
BATCH = 0.5
"""Seconds in which reports are gathered before tables are told."""
AT_ONCE, PAUSE = 20, 0.05
"""So many phones are told of a version, and after so many seconds the next: else all ask in the same moment."""
MOST = 1_000
"""Streams at once; beyond them the address with the most of them loses its oldest."""
RETRY = 2_000
"""Milliseconds until a phone that lost its stream asks again."""


class Stream:
    """One phone that listens."""

    def __init__(self, streams: Streams, address: str) -> None:
        self.address = address
        self._streams = streams
        self.woken = asyncio.Event()
        self.tables: set[int] = set()
        self.round = ""
        self.is_closed = False

    def close(self) -> None:
        """Let the phone ask anew."""
        self.is_closed = True
        self.woken.set()

    async def events(self) -> AsyncIterator[bytes]:
        """The events, until the stream is closed; what a slow phone misses is told once, as it then is."""
        told = self._streams.version
        yield f"retry: {RETRY}\n\n".encode() + version_event(told)
        while not self.is_closed:
            with suppress(TimeoutError):
                await asyncio.wait_for(self.woken.wait(), HEARTBEAT)
            is_news = self.woken.is_set()
            self.woken.clear()
            tables, self.tables = self.tables, set()
            event = b""
            if tables:
                event = _event("tables", {"tables": sorted(tables), "round": self.round})
            if not is_news or self._streams.version != told:
                told = self._streams.version
                event += version_event(told)
            if event:
                yield event


class Streams:
    """All phones that listen, and the news for them."""

    def __init__(self) -> None:
        self.version = 0
        self._streams: dict[Stream, None] = {}  # the oldest first
        self._tables: set[int] = set()
        self._round = ""
        self._going_round: asyncio.Task[None] | None = None
        self._telling: asyncio.TimerHandle | None = None

    def __len__(self) -> int:
        return len(self._streams)

    def addresses(self) -> set[str]:
        """The addresses that listen."""
        return {stream.address for stream in self._streams}

    def tell_version(self, version: int) -> None:
        """Tell everybody that there is a newer version, some at a time, as each of them will ask for it."""
        self.version = version
        if self._going_round is None or self._going_round.done():
            self._going_round = asyncio.create_task(self._go_round())

    async def _go_round(self) -> None:
        told = 0
        while told != self.version:
            told = self.version
            for n, stream in enumerate(list(self._streams), 1):
                stream.woken.set()
                if n % AT_ONCE == 0:
                    await asyncio.sleep(PAUSE)

    def tell_tables(self, tables: Iterable[int], round_: str) -> None:
        """Tell, within half a second, that something was reported at tables of a round."""
        self._tables |= {*tables}
        self._round = round_
        if self._tables and self._telling is None:
            self._telling = asyncio.get_running_loop().call_later(BATCH, self._tell_tables)

    def _tell_tables(self) -> None:
        tables, self._tables, self._telling = self._tables, set(), None
        for stream in self._streams:
            stream.tables |= tables
            stream.round = self._round
            stream.woken.set()

    def close(self) -> None:
        """End all streams: uvicorn waits for them before it stops."""
        for stream in list(self._streams):
            stream.close()

    def join(self, address: str) -> Stream:
        """A stream for a phone at an address; :meth:`leave` ends it."""
        self._make_room()
        stream = Stream(self, address)
        self._streams[stream] = None
        return stream

    def leave(self, stream: Stream) -> None:
        """Forget a phone that hung up."""
        self._streams.pop(stream, None)

    def _make_room(self) -> None:
        if len(self._streams) < MOST:
            return
        of_address: dict[str, list[Stream]] = {}
        for stream in self._streams:
            of_address.setdefault(stream.address, []).append(stream)
        oldest = max(of_address.values(), key=len)[0]
        self._streams.pop(oldest)
        oldest.close()


def version_event(version: int) -> bytes:
    """The event that says which version is the newest, and what time it is on this computer."""
    return _event("version", {"v": version, "now": round(time.time() * 1000)})


def _event(name: str, data: object) -> bytes:
    return f"event: {name}\ndata: {json.dumps(data, separators=(',', ':'))}\n\n".encode()
