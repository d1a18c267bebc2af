"""The server of the page: sockets of this computer alone, with limits on size and time."""

from __future__ import annotations

import socket
import sys
from contextlib import suppress
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from socketserver import TCPServer
from threading import BoundedSemaphore
from time import monotonic
from typing import Any
from urllib.parse import urlsplit

from xlplugin.doors.start.asked import Answered, Asked, query_of, shown
from xlplugin.doors.start.html import render
from xlplugin.doors.start.session import HOST, Session
from xlplugin.ground.limits import MEGABYTE, MOST_BYTES, MOST_LISTED
from xlplugin.ground.texts import t

HEADERS = {
    "Content-Security-Policy": (
        "default-src 'none'; style-src 'self'; script-src 'self'; connect-src 'self'; img-src data:; "
        "form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
    ),
    "Referrer-Policy": "same-origin",  # with no-referrer the Origin of our own forms would be null
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Cache-Control": "no-store",
}
"""Headers of every answer."""
MOST_BODY = MOST_LISTED + MEGABYTE
"""Bytes of a form: a list of players as a file, and what else was typed."""
PATIENCE = 30.0
"""Seconds in which a whole request must have come."""
MOST_AT_ONCE = 24
"""Requests that may be under way at once; when one more comes, the one that began first is given up."""
MOST_THREADS = 10 * MOST_AT_ONCE
"""Those that answer, and those that were given up and do not know it yet: on Windows they do within ``timeout``."""
CHUNK = 64 * 1024


class Handler(BaseHTTPRequestHandler):
    """A request read from a socket, with limits, and its answer."""

    server: Server
    timeout = 10  # seconds between two pieces of a request
    server_version = "xlplugin"
    sys_version = ""

    def finish(self) -> None:
        """Close; a browser that is gone already does not matter."""
        with suppress(OSError):
            super().finish()

    def do_GET(self) -> None:
        """Answer for a page."""
        self._send(self._answer(b""))

    def do_POST(self) -> None:
        """Answer for a form."""
        length = self.headers.get("Content-Length", "")
        if not length.isdecimal() or "Transfer-Encoding" in self.headers:
            self._send(Answered(411))
            return
        if int(length) > MOST_BODY:
            self._read_away(int(length))
            text = t("The file is too large; the maximum is {n} MB.", n=MOST_BODY // MEGABYTE)
            content = render("refused", text=text)
            self._send(shown(t("Not here"), content, status=413))
            return
        body = self.rfile.read(int(length))
        if len(body) == int(length):  # else whoever has sent it is gone
            self._send(self._answer(body))

    def _read_away(self, length: int) -> None:
        """Read what is too much and forget it: a browser shows no answer until it has sent everything."""
        rest = min(length, MOST_BYTES)
        while rest > 0 and (read := self.rfile.read(min(rest, CHUNK))):
            rest -= len(read)

    def _answer(self, body: bytes) -> Answered:
        self.server.has_come(self.connection)
        address = urlsplit(self.path)
        headers = {name.lower(): value for name, value in self.headers.items()}
        query = query_of(address.query)
        return self.server.session.answer(
            Asked(self.command or "", address.path, query, headers, body)
        )

    def _send(self, answer: Answered) -> None:
        self.send_response(answer.status)
        for name, value in {**HEADERS, **answer.headers}.items():
            self.send_header(name, value)
        self.send_header("Content-Type", answer.kind)
        self.send_header("Content-Length", str(len(answer.content)))
        self.end_headers()
        self.wfile.write(answer.content)

    def log_message(self, format: str, *args: Any) -> None:  # noqa: A002, ANN401  (named so there)
        """Keep quiet: a program without a console has nowhere to write to."""


class Server(ThreadingHTTPServer):
    """The server on a port that the system chooses; :meth:`serve` runs until nobody needs it any more."""

    allow_reuse_address = False  # on Windows another program could take the port over
    daemon_threads = True
    request_queue_size = 2 * MOST_AT_ONCE
    timeout = 1.0
    session: Session

    def __init__(self) -> None:
        self._threads_left = BoundedSemaphore(MOST_THREADS)
        self._coming: dict[socket.socket, float] = {}
        super().__init__((HOST, 0), Handler)

    def server_bind(self) -> None:
        """Take the port, without looking up this computer's name, which takes half a minute on some Macs."""
        if sys.platform == "win32":
            self.socket.setsockopt(socket.SOL_SOCKET, socket.SO_EXCLUSIVEADDRUSE, 1)
        TCPServer.server_bind(self)
        self.server_name, self.server_port = HOST, self.socket.getsockname()[1]

    def serve(self) -> None:
        """Answer until the session is over; a request that has not come in time is given up."""
        while not self.session.is_over():
            self.handle_request()
            now = monotonic()
            for connection, began in self._coming.copy().items():
                if now - began > PATIENCE:  # however often another byte of it comes
                    self._give_up(connection)

    def process_request(self, request: Any, client_address: Any) -> None:  # noqa: ANN401  (as there)
        """Answer in a thread of its own; connections that ask nothing make room for those that do."""
        for oldest in [*self._coming.copy()][: -(MOST_AT_ONCE - 1)]:
            self._give_up(oldest)
        if self._threads_left.acquire(blocking=False):
            self._coming[request] = monotonic()
            super().process_request(request, client_address)
        else:
            self.shutdown_request(request)

    def process_request_thread(self, request: Any, client_address: Any) -> None:  # noqa: ANN401
        """Let the next one have the thread."""
        try:
            super().process_request_thread(request, client_address)
        finally:
            self.has_come(request)
            self._threads_left.release()

    def has_come(self, connection: socket.socket) -> None:
        """Note that a request is complete, or none will come."""
        self._coming.pop(connection, None)

    def _give_up(self, connection: socket.socket) -> None:
        self.has_come(connection)
        with suppress(OSError):
            connection.shutdown(socket.SHUT_RDWR)

    def handle_error(self, request: Any, client_address: Any) -> None:  # noqa: ANN401
        """Forget a browser that went away, or a request that is none."""
