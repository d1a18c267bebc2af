"""A server for one event, from its first reading until somebody ends it."""

from __future__ import annotations

import asyncio
import sys
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path

from xlplugin.commands.export import stamp_of
from xlplugin.doors.show.app import app_of
from xlplugin.doors.show.desk import Desk
from xlplugin.doors.show.kept import FIRST_PORT, PORTS, Kept, keep, kept_of
from xlplugin.doors.show.listening import EVERYWHERE, HERE, Listener, Server, allow_many_files
from xlplugin.doors.show.room import Room
from xlplugin.doors.show.source import Reading, Source, read
from xlplugin.ground.machine import Machine
from xlplugin.ground.problems import HostError
from xlplugin.ground.texts import msg, t

IDLE = 6 * 60 * 60.0
"""Seconds without a request after which it ends: nobody looks at the page any more."""
SWITCH = 0.001
"""Seconds after which the thread that reads the workbook lets requests be answered."""
LOOK_AROUND = 5.0
"""Seconds between two looks at the addresses of this computer."""


class Showing:
    """A server that is about to run; :meth:`run` answers until somebody ends it.

    Args:
        file: the workbook.
        port: to serve on; 0 for the one that the event had before, or the first that is free.
        to_phones: True to be reached from the local network.
        tell: is told what the organizer should see in the terminal.

    Raises:
        OrganizerError: the workbook cannot be read, or needs mending first.
        HostError: no such port is free.
    """

    def __init__(
        self,
        file: Path,
        *,
        port: int = 0,
        to_phones: bool = False,
        machine: Machine | None = None,
        tell: Callable[[str], None] = lambda _line: None,
    ) -> None:
        self.file, self._machine, self._tell = file, machine or Machine.here(), tell
        self._seen = stamp_of(file)
        reading = read(file)
        kept = kept_of(self._machine, file)
        self.listener = _listener(EVERYWHERE if to_phones else HERE, port, kept.port)
        self.room = Room(file, reading, kept._replace(port=self.listener.port), tell)
        self.room.is_open = to_phones
        self._keep()
        desk = Desk(self.room, self._open_to_phones, self._keep, self.stop)
        self.server = Server(app_of(self.room, desk), self.listener, self.room.streams.close)
        self._loop: asyncio.AbstractEventLoop | None = None

    @property
    def desk_address(self) -> str:
        """The address of the desk, with its key."""
        return desk_address(self.room.kept)

    def run(self, on_ready: Callable[[], None] = lambda: None) -> None:
        """Serve until :meth:`stop`, a signal, or hours in which nobody asked for anything."""
        allow_many_files()
        sys.setswitchinterval(SWITCH)
        with suppress(KeyboardInterrupt):
            asyncio.run(self._serve(on_ready))

    def stop(self) -> None:
        """End soon."""
        self.server.should_exit = True

    async def _serve(self, on_ready: Callable[[], None]) -> None:
        self._loop = asyncio.get_running_loop()
        await self.room.adopt(self.room.reading)
        source = Source(self.file, self._seen, self._take, self._problems)
        source.start()
        around = asyncio.create_task(self._look_around())
        try:
            on_ready()
            await self.server.serve()
        finally:
            around.cancel()
            source.end()
            await asyncio.to_thread(source.join, 5)

    async def _look_around(self) -> None:
        """Notice another Wi-Fi, and that nobody is there any more."""
        while True:
            await asyncio.sleep(LOOK_AROUND)
            with suppress(OSError):
                await self.room.refresh()
            if not self.room.streams and time.monotonic() - self.room.asked > IDLE:
                self.stop()

    def _take(self, reading: Reading) -> None:
        """Hand a reading from the thread of the source to the loop, and wait until it is shown."""
        assert self._loop is not None
        with suppress(RuntimeError):  # it has just ended
            asyncio.run_coroutine_threadsafe(self.room.adopt(reading), self._loop).result(30)

    def _problems(self, problems: Sequence[str]) -> None:
        self.room.problems = [*problems, t("The page stays as it was.")]
        for line in self.room.problems:
            self._tell(line)

    def _open_to_phones(self, is_open: bool) -> None:  # noqa: FBT001
        self.listener.move(EVERYWHERE if is_open else HERE)

    def _keep(self) -> None:
        keep(self._machine, self.file, self.room.kept)


def desk_address(kept: Kept) -> str:
    """The address of the desk; what is behind the ``#`` is in no request."""
    return f"http://{HERE}:{kept.port}/desk#key={kept.key}"


def _listener(host: str, asked: int, before: int) -> Listener:
    """A listening socket on the port asked for, or else on that of before, or the next that is free.

    Raises:
        HostError: there is none.
    """
    ports = [asked] if asked else [before or FIRST_PORT, *range(FIRST_PORT, FIRST_PORT + PORTS)]
    why: OSError | None = None
    for port in ports:
        try:
            return Listener(host, port)
        except OSError as error:
            why = error
    text = msg("Port {port} cannot be used: {reason}. Choose another one with --port.")
    reason = why.strerror if why and why.strerror else why
    raise HostError(t(text, port=ports[0], reason=reason))
