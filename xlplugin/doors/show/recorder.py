"""Reports on their way to the disk: those that come at the same time are written, and flushed, together."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence

from xlplugin.ground.problems import HostError
from xlplugin.reports.record import Line, Record


class Recorder:
    """Writes to the file of reports, in a thread, one batch after the other.

    Attributes:
        lines: all reports, oldest first.
    """

    def __init__(self, record: Record, on_new: Callable[[Sequence[Line]], None]) -> None:
        self._record, self._on_new = record, on_new
        self.lines: Sequence[Line] = ()
        self._waiting: list[tuple[Line, asyncio.Future[None]]] = []
        self._writing: asyncio.Task[None] | None = None
        self._one_at_a_time = asyncio.Lock()

    @property
    def skipped(self) -> int:
        """The lines that were torn or strange."""
        return self._record.skipped

    async def read(self) -> None:
        """Read what was added, also by somebody else.

        Raises:
            HostError: the file cannot be read.
        """
        async with self._one_at_a_time:
            self.lines = list(await asyncio.to_thread(self._record.read))

    async def add(self, line: Line) -> None:
        """Write a report; it is on the disk when this returns.

        Raises:
            HostError: it is not.
        """
        done = asyncio.get_running_loop().create_future()
        self._waiting.append((line, done))
        if self._writing is None or self._writing.done():
            self._writing = asyncio.create_task(self._write())
        await done

    async def _write(self) -> None:
        while self._waiting:
            batch, self._waiting = self._waiting, []
            lines = [line for line, _ in batch]
            error: Exception | None = None
            try:
                async with self._one_at_a_time:
                    self.lines = list(await asyncio.to_thread(self._append, lines))
                self._on_new(lines)
            except (HostError, ValueError) as fault:
                error = fault
            for _, done in batch:
                if done.cancelled():
                    continue
                if error is None:
                    done.set_result(None)
                else:
                    done.set_exception(error)

    def _append(self, lines: Sequence[Line]) -> Sequence[Line]:
        self._record.append(lines)
        return self._record.read()
