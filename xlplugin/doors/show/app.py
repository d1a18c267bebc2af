"""The addresses that are answered, for phones and for the desk; nothing else of this computer is."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response, StreamingResponse
from starlette.routing import BaseRoute, Route
from starlette.types import Receive, Scope, Send

from xlplugin.doors.show import mine, registering
from xlplugin.doors.show.desk import Desk
from xlplugin.doors.show.guard import JSON, Guard, Refusal, address_of, body_of
from xlplugin.doors.show.public import Packed, Version
from xlplugin.doors.show.room import Room
from xlplugin.doors.show.streams import Stream, Streams
from xlplugin.ground.texts import t
from xlplugin.reports.record import Kind

TELLS = {"/here": Kind.HERE, "/drop": Kind.DROP, "/stay": Kind.STAY}
Body = Mapping[str, Any]


def app_of(room: Room, desk: Desk) -> Guard:
    """The app for a room and its desk, behind its guard."""
    app = Starlette(routes=[*Phones(room).routes(), *desk.routes()])
    app.router.redirect_slashes = False
    guard = Guard(app, room.refusals, language=lambda: room.language)

    async def refused(request: Request, error: Exception) -> Response:
        if not isinstance(error, Refusal):
            status = error.status_code if isinstance(error, HTTPException) else 404
            is_suspect = request.url.path not in ICONS
            error = Refusal(status, t("There is nothing here."), is_suspect=is_suspect)
        guard.note(request.scope, error)
        return error.response()

    for kind in (HTTPException, Refusal):
        app.add_exception_handler(kind, refused)
    return guard


class Phones:
    """Answers phones, and the projector."""

    def __init__(self, room: Room) -> None:
        self._room = room

    def routes(self) -> list[BaseRoute]:
        """What phones may ask for."""
        return [
            Route("/", self._page),
            Route("/data", self._data),
            Route("/events", self._events),
            Route("/me", self._me, methods=["POST"]),
            Route("/report", self._report, methods=["POST"]),
            *(Route(path, self._tell, methods=["POST"]) for path in TELLS),
            Route("/register", self._register, methods=["GET", "POST"]),
        ]

    async def _page(self, request: Request) -> Response:
        headers = {"content-security-policy": "frame-ancestors 'none'"}  # the rest is in the page
        return _made_once(request, self._version(request).page, "text/html; charset=utf-8", headers)

    async def _data(self, request: Request) -> Response:
        return _made_once(request, self._version(request).data, JSON, {})

    async def _events(self, request: Request) -> Response:
        self._version(request)
        streams = self._room.streams
        return Listening(streams, streams.join(_address(request)))

    def _version(self, request: Request) -> Version:
        self._room.note_arrival(_address(request))
        assert self._room.version is not None
        return self._room.version

    async def _me(self, request: Request) -> Response:
        no, _ = await self._player(request)
        return _json(mine.seen_by(self._room, no))

    async def _report(self, request: Request) -> Response:
        no, body = await self._player(request)
        return _json(await mine.report(self._room, _address(request), no, body))

    async def _tell(self, request: Request) -> Response:
        no, _ = await self._player(request)
        kind = TELLS[request.url.path]
        return _json(await mine.tell(self._room, _address(request), no, kind))

    async def _player(self, request: Request) -> tuple[int, Body]:
        """Whose code was sent, and with what."""
        body = await body_of(request.receive)
        return mine.player_of(self._room, _address(request), body), body

    async def _register(self, request: Request) -> Response:
        if request.method != "POST":
            return _json(registering.fields(self._room))
        body = await body_of(request.receive)
        return _json(await registering.register(self._room, _address(request), body))


class Listening(StreamingResponse):
    """The answer that goes on until the phone hangs up; whatever ends it, its stream is forgotten."""

    def __init__(self, streams: Streams, stream: Stream) -> None:
        self._streams, self._stream = streams, stream
        headers = {"cache-control": "no-cache", "x-accel-buffering": "no"}
        super().__init__(stream.events(), headers=headers, media_type="text/event-stream")

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Send the events."""
        try:
            await super().__call__(scope, receive, send)
        finally:
            self._streams.leave(self._stream)


ICONS = ("/favicon.ico", "/apple-touch-icon.png", "/apple-touch-icon-precomposed.png")
"""What browsers ask for of their own accord."""


def _address(request: Request) -> str:
    return address_of(request.scope)


def _json(answer: Body) -> Response:
    return Response(mine.packed(answer), media_type=JSON)


def _made_once(request: Request, made: Packed, kind: str, headers: Mapping[str, str]) -> Response:
    """An answer that is the same for all phones: not sent again to one that has it."""
    headers = {**headers, "etag": made.tag, "cache-control": "no-cache", "vary": "accept-encoding"}
    if made.tag in request.headers.get("if-none-match", ""):
        return Response(status_code=304, headers=headers)
    if "gzip" in request.headers.get("accept-encoding", ""):
        return Response(
            made.packed, headers={**headers, "content-encoding": "gzip"}, media_type=kind
        )
    return Response(made.plain, headers=headers, media_type=kind)
