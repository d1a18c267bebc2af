"""The socket and its connections: uvicorn, with what it leaves to others.

uvicorn has no limit on how long a request may take to come, and none by address; and on Windows asyncio closes the
listening socket for ever once a phone hangs up while it is let in (CPython 93821, open since 2022). So connections
are let in by a thread of our own, which is the same on every system.
"""

from __future__ import annotations

import asyncio
import logging
import socket
import sys
import time
from collections.abc import Callable
from concurrent.futures import Future
from contextlib import suppress
from threading import Thread
from typing import Any

import h11
import uvicorn
from uvicorn.protocols.http.h11_impl import H11Protocol

EVERYWHERE, HERE = "0.0.0.0", "127.0.0.1"  # noqa: S104  (only with --network)
PATIENCE = 10.0
"""Seconds in which a whole request must have come, however often another byte of it does."""
GONE = 40
"""Seconds without an answer from a phone until its connection is given up, where the system can be told."""
MOST_CONNECTIONS = 2_000
"""At once; beyond them the address with the most of them loses its oldest."""
BACKLOG = 512
MOST_HEADERS = 16 * 1024
MOST_TO_MOVE = 10.0
LOOK = 0.25
"""Seconds until the thread looks whether it should end."""
FAULTS_IN_A_ROW = 5
"""Failures to let somebody in after which the socket is made anew."""


class Connection(H11Protocol):
    """One connection, cut off if it does not send its requests in time, or if its address has too many."""

    late: asyncio.TimerHandle | None = None
    since = 0.0

    def connection_made(self, transport: Any) -> None:  # noqa: ANN401  (as there)
        """Begin, with the first request awaited."""
        super().connection_made(transport)
        self.since = time.monotonic()
        _notice_the_dead(transport.get_extra_info("socket"))
        self._await_request()
        self._make_room()

    def data_received(self, data: bytes) -> None:
        """Take what came; the time counts from the first byte of a request to its last."""
        super().data_received(data)
        is_whole = self.conn.their_state in (h11.DONE, h11.MUST_CLOSE, h11.CLOSED, h11.ERROR)
        if is_whole:
            self._stop_waiting()
        elif self.late is None:
            self._await_request()

    def connection_lost(self, exc: Exception | None) -> None:
        """Stop the clock."""
        self._stop_waiting()
        super().connection_lost(exc)

    @property
    def address(self) -> str:
        """The address at the other end."""
        return self.client[0] if self.client else ""

    def cut_off(self) -> None:
        """End it at once."""
        self.transport.abort()

    def _await_request(self) -> None:
        self._stop_waiting()
        self.late = self.loop.call_later(PATIENCE, self.cut_off)

    def _stop_waiting(self) -> None:
        if self.late is not None:
            self.late.cancel()
            self.late = None

    def _make_room(self) -> None:
        """Cut off the oldest of the address that has the most connections, once there are too many."""
        if len(self.connections) <= MOST_CONNECTIONS:
            return
        of_address: dict[str, list[Connection]] = {}
        for each in self.connections:
            assert isinstance(each, Connection)
            of_address.setdefault(each.address, []).append(each)
        most = max(of_address.values(), key=len)
        min(most, key=lambda each: each.since).cut_off()


def _notice_the_dead(connection: socket.socket | None) -> None:
    """Have the system give up phones that are gone without a word: asleep, or out of the room."""
    if connection is None:
        return
    for level, option, value in (
        (socket.SOL_SOCKET, "SO_KEEPALIVE", 1),
        (socket.IPPROTO_TCP, "TCP_USER_TIMEOUT", GONE * 1000),  # Linux
        (socket.IPPROTO_TCP, "TCP_RXT_CONNDROPTIME", GONE),  # macOS
        (socket.IPPROTO_TCP, "TCP_KEEPIDLE", GONE),
        (socket.IPPROTO_TCP, "TCP_NODELAY", 1),
    ):
        if (number := getattr(socket, option, None)) is not None:
            with suppress(OSError):
                connection.setsockopt(level, number, value)


class Server(uvicorn.Server):
    """uvicorn on a socket of ours; ``on_stop`` is called before it waits for what is still being answered."""

    def __init__(self, app: Any, listener: Listener, on_stop: Callable[[], None]) -> None:  # noqa: ANN401
        quiet = logging.getLogger("uvicorn")
        quiet.addHandler(logging.NullHandler())
        quiet.propagate = False  # no traceback on the terminal; the app tells of faults itself
        config = uvicorn.Config(
            app,
            http=Connection,
            ws="none",
            lifespan="off",
            log_config=None,
            access_log=False,
            proxy_headers=False,  # nobody stands between; a header must not say who asks
            server_header=False,
            h11_max_incomplete_event_size=MOST_HEADERS,
            timeout_keep_alive=20,
            timeout_graceful_shutdown=2,
        )
        super().__init__(config)
        self._listener, self._on_stop = listener, on_stop

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:  # noqa: ARG002
        """Begin to let connections in."""
        await super().startup(sockets=[])
        loop = asyncio.get_running_loop()
        self._listener.begin(
            loop,
            lambda: Connection(
                config=self.config, server_state=self.server_state, app_state=self.lifespan.state
            ),
        )

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """End: nobody is let in, and streams are ended first, for they never would."""
        self._listener.end()
        self._on_stop()
        await super().shutdown(sockets)


class Listener:
    """The listening socket, and the thread that lets connections in."""

    def __init__(self, host: str, port: int) -> None:
        self._host = host
        self._socket = _bound(host, port)
        self.port = int(self._socket.getsockname()[1])
        self._is_over = False
        self._moving: tuple[str, Future[None]] | None = None
        self._thread: Thread | None = None
        self._being_made: set[asyncio.Task[Any]] = set()

    def move(self, host: str) -> None:
        """Listen at another address of this computer, on the same port; this waits until it does.

        Raises:
            OSError: another program listens there; this goes on as it was.
        """
        moving = Future[None]()
        self._moving = (host, moving)
        moving.result(MOST_TO_MOVE)

    def _move(self, host: str, moving: Future[None]) -> None:
        """Close and bind in the thread that lets in: while it waits there, the system keeps the port."""
        self._moving = None
        before, self._host = self._host, host
        self._socket.close()
        try:
            self._socket = _bound(host, self.port)
        except OSError as error:
            self._host = before
            self._make_anew()
            moving.set_exception(error)
        else:
            moving.set_result(None)

    def begin(
        self, loop: asyncio.AbstractEventLoop, protocol: Callable[[], asyncio.Protocol]
    ) -> None:
        """Let connections in, each to a protocol, until :meth:`end`."""
        self._thread = Thread(target=self._let_in, args=[loop, protocol], daemon=True)
        self._thread.start()

    def end(self) -> None:
        """Let nobody in any more."""
        self._is_over = True
        self._socket.close()
        if self._thread is not None:
            self._thread.join(2 * LOOK)

    def _let_in(
        self, loop: asyncio.AbstractEventLoop, protocol: Callable[[], asyncio.Protocol]
    ) -> None:
        faults = 0
        while not self._is_over:
            if self._moving:
                self._move(*self._moving)
            try:
                connection, _ = self._socket.accept()
            except TimeoutError:
                continue
            except (
                OSError
            ):  # hung up already, the network has just changed, or no file may be opened
                faults += 1
                time.sleep(LOOK / 5)
                if faults >= FAULTS_IN_A_ROW and not self._is_over:
                    faults = 0
                    self._make_anew()
                continue
            faults = 0
            connection.settimeout(0)
            with suppress(RuntimeError):  # the loop has ended
                loop.call_soon_threadsafe(self._serve, loop, protocol, connection)

    def _serve(
        self,
        loop: asyncio.AbstractEventLoop,
        protocol: Callable[[], asyncio.Protocol],
        connection: socket.socket,
    ) -> None:
        task = loop.create_task(_connect(loop, protocol, connection))
        self._being_made.add(task)
        task.add_done_callback(self._being_made.discard)

    def _make_anew(self) -> None:
        with suppress(OSError):
            self._socket.close()
        with suppress(OSError):  # tried again after as many faults
            self._socket = _bound(self._host, self.port)


async def _connect(
    loop: asyncio.AbstractEventLoop,
    protocol: Callable[[], asyncio.Protocol],
    connection: socket.socket,
) -> None:
    try:
        await loop.connect_accepted_socket(protocol, connection)
    except OSError:  # hung up already
        connection.close()


def _bound(host: str, port: int) -> socket.socket:
    """A socket that listens.

    Raises:
        OSError: the port is taken.
    """
    made = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
    try:
        if sys.platform == "win32":  # else another program could take the port over
            made.setsockopt(socket.SOL_SOCKET, socket.SO_EXCLUSIVEADDRUSE, 1)
        else:  # a port that was ours a moment ago
            made.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        made.bind((host, port))
        made.listen(BACKLOG)
        made.settimeout(LOOK)
    except OSError:
        made.close()
        raise
    return made


def allow_many_files() -> None:
    """Let this process have as many connections as we allow: macOS gives it 256 files otherwise."""
    if sys.platform == "win32":
        return
    import resource  # noqa: PLC0415  (there is none on Windows)

    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = MOST_CONNECTIONS + 512
    if hard != resource.RLIM_INFINITY:
        wanted = min(wanted, hard)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        with suppress(OSError, ValueError):
            resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
