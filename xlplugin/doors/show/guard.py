"""What is asked of every request before anything answers it, and the headers of every answer.

A page of another origin can neither read an answer nor send one of ours a request that does something: it would have
to send JSON, which browsers ask us about first, and an ``Origin`` of ours. There is no cookie that it could borrow.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping
from contextlib import suppress
from ipaddress import ip_address
from typing import Any, NamedTuple

from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from xlplugin.doors.show.attempts import Attempts, Limit, Refusals
from xlplugin.ground.catalogues import Catalogue
from xlplugin.ground.languages import speaking
from xlplugin.ground.texts import msg, t

MOST_BODY = 8 * 1024
MOST_PATH = 256
MOST_HEADERS, MOST_HEAD = 60, 8 * 1024
"""Headers of a request, and bytes of all of them."""
JSON = "application/json"
LOOPBACK = ("127.0.0.1", "::1")
OF_THE_DESK = re.compile(r"/desk(/|\.|$)")
"""The paths that only a browser on this computer may ask for."""
REQUESTS = Limit(at_once=2_000, a_second=200)
"""Of one address: behind a router that stands between, all phones have the same."""
HEADERS = {
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "referrer-policy": "no-referrer",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), microphone=(), geolocation=()",
}
NOTHING_ELSE = "default-src 'none'; frame-ancestors 'none'"
"""The policy of whatever is no page."""


class Refusal(Exception):
    """A request that is not answered as it wishes.

    Attributes:
        status: of the answer.
        problem: a sentence for whoever has asked.
        more: further fields of the answer.
        is_suspect: True if the organizer should know.
    """

    def __init__(
        self, status: int, problem: str, *, is_suspect: bool = True, **more: object
    ) -> None:
        super().__init__(problem)
        self.status, self.problem, self.more, self.is_suspect = status, problem, more, is_suspect

    def response(self) -> Response:
        """The answer, after which the connection ends: what else was sent is not read."""
        text = json.dumps({"problem": self.problem, **self.more}, ensure_ascii=False)
        headers = {"connection": "close"}
        if "seconds" in self.more:
            headers["retry-after"] = str(self.more["seconds"])
        content = text.encode("utf-8", "backslashreplace")
        return Response(content, self.status, headers, JSON)


class Asked(NamedTuple):
    """Who asks, and where they think that they ask."""

    address: str
    host: str  # as in ``Host``, with the port
    headers: Mapping[str, list[str]]

    def only(self, name: str) -> str:
        """The value of a header that is there once; blank if it is not."""
        values = self.headers.get(name, [])
        return values[0] if len(values) == 1 else ""


class Guard:
    """The app behind it answers what is left, in the language of the event."""

    def __init__(
        self,
        app: ASGIApp,
        refusals: Refusals,
        requests: Attempts | None = None,
        language: Callable[[], Catalogue | None] = lambda: None,
    ) -> None:
        self._app, self._refusals, self._language = app, refusals, language
        self._requests = requests or Attempts(REQUESTS)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request."""
        if scope["type"] == "http":
            with speaking(self._language()):
                await self._answer(scope, receive, send)

    async def _answer(self, scope: Scope, receive: Receive, send: Send) -> None:
        has_begun = False

        async def guarded(message: Message) -> None:
            nonlocal has_begun
            if message["type"] == "http.response.start":
                has_begun = True
                message = {**message, "headers": _complete(message.get("headers", []))}
            await send(message)

        try:
            check(asked_by(scope), scope, self._requests)
            await self._app(scope, receive, guarded)
        except Refusal as refusal:
            self.note(scope, refusal)
            await refusal.response()(scope, receive, guarded)
        except Exception as error:  # noqa: BLE001  nobody sees a traceback, and the others go on
            why = t("A request could not be answered: {why}", why=repr(error))
            self._refusals.add(address_of(scope), why)
            if not has_begun:
                text = t("This could not be answered. Try again, or go to the desk.")
                await Refusal(500, text).response()(scope, receive, guarded)

    def note(self, scope: Scope, refusal: Refusal) -> None:
        """Have the organizer see a refusal that could be an attack."""
        if refusal.is_suspect:
            where = f"{scope['method'][:10]} {ascii(scope['path'][:60])[1:-1]}"
            why = f"{refusal.status} {where}: {refusal.problem}"
            kind = f"{refusal.status} {refusal.problem}"  # paths are without number
            self._refusals.add(address_of(scope), why, kind)


def address_of(scope: Scope) -> str:
    """The address of whoever asks: that of the connection, whatever headers say."""
    return str(scope["client"][0]) if scope.get("client") else ""


def asked_by(scope: Scope) -> Asked:
    """Who asks."""
    headers: dict[str, list[str]] = {}
    for name, value in scope["headers"]:
        headers.setdefault(name.decode("latin-1").lower(), []).append(value.decode("latin-1"))
    hosts = headers.get("host", [])
    return Asked(address_of(scope), hosts[0] if len(hosts) == 1 else "", headers)


def check(asked: Asked, scope: Scope, requests: Attempts) -> None:
    """Refuse what no page of ours sends.

    Raises:
        Refusal: it is refused.
    """
    if seconds := requests.take(asked.address):
        raise too_much(seconds)
    if len(scope["path"]) > MOST_PATH or len(scope.get("query_string", b"")) > MOST_PATH:
        raise Refusal(414, t("This address is too long."))
    if len(scope["headers"]) > MOST_HEADERS or sum(map(_length, scope["headers"])) > MOST_HEAD:
        raise Refusal(431, t("There are too many headers."))
    if not is_number(asked.host):
        # a name could be made to lead here by whoever owns it, for pages of theirs to read ours
        raise Refusal(403, t("Open the address with its numbers, as it stands at the desk."))
    if OF_THE_DESK.match(scope["path"]):
        check_desk(asked)
    if scope["method"] not in ("GET", "HEAD", "POST"):
        raise Refusal(405, t("This is not done here."))
    if scope["method"] == "POST":
        _check_post(asked)


def _length(header: tuple[bytes, bytes]) -> int:
    return len(header[0]) + len(header[1])


def check_desk(asked: Asked) -> None:
    """Refuse whoever is not at this computer.

    Raises:
        Refusal: it is refused.
    """
    if asked.address not in LOOPBACK or _name_of(asked.host) not in (*LOOPBACK, "localhost"):
        raise Refusal(403, t("This is for the organizer's computer alone."))


def _check_post(asked: Asked) -> None:
    if asked.only("origin") != f"http://{asked.host}" or (
        asked.headers.get("sec-fetch-site", ["same-origin"]) != ["same-origin"]
    ):
        raise Refusal(403, t("This does not come from the page itself. Open it again."))
    if asked.only("content-type").partition(";")[0].strip().lower() != JSON:
        raise Refusal(415, t("This is not JSON."))
    length = asked.only("content-length")
    if not re.fullmatch(r"[0-9]{1,10}", length) or "transfer-encoding" in asked.headers:
        raise Refusal(411, t("This does not say how long it is."))
    if int(length) > MOST_BODY:
        raise Refusal(413, t("This is too long."))


def is_number(host: str) -> bool:
    """True for a ``Host`` that is an address in numbers, or this computer's own name for itself."""
    name = _name_of(host)
    if name == "localhost":
        return True
    try:
        ip_address(name)
    except ValueError:
        return False
    return True


def _name_of(host: str) -> str:
    """The part of a ``Host`` before its port, without the brackets of IPv6."""
    found = re.fullmatch(r"\[([0-9a-fA-F:.]+)\](?::[0-9]{1,5})?|([^:\[\]]+)(?::[0-9]{1,5})?", host)
    return (found[1] or found[2]).lower() if found else ""


async def body_of(receive: Receive) -> dict[str, Any]:
    """The JSON object that was sent.

    Raises:
        Refusal: there is none, or not all of it is text that can be written to a file.
    """
    content = b""
    more = True
    while more:
        message = await receive()
        if message["type"] == "http.disconnect":
            raise Refusal(400, t("This did not come whole."), is_suspect=False)
        content += message.get("body", b"")
        more = message.get("more_body", False)
        if len(content) > MOST_BODY:
            raise Refusal(413, t("This is too long."))
    with suppress(ValueError, RecursionError):
        found = json.loads(content.decode("utf-8"), parse_constant=_refuse_constant)
        json.dumps(found, ensure_ascii=False).encode("utf-8")  # half of a letter is no text
        if isinstance(found, dict):
            return found
    raise Refusal(400, t("This is not JSON."))


def _refuse_constant(name: str) -> float:
    raise ValueError(name)


def text_of(body: Mapping[str, Any], name: str, most: int) -> str:
    """A text among what was sent, blank if it is not there.

    Raises:
        Refusal: it is no text, or too long.
    """
    value = body.get(name, "")
    if not isinstance(value, str) or len(value) > most:
        raise Refusal(400, t("This is not what the page sends."))
    return value


def too_much(seconds: float) -> Refusal:
    """The refusal of whoever has asked too often."""
    text = msg("Too many attempts. Try again in {n} s.")
    return Refusal(429, t(text, n=int(seconds) + 1), seconds=int(seconds) + 1)


def _complete(headers: list[tuple[bytes, bytes]]) -> list[tuple[bytes, bytes]]:
    given = {name.lower() for name, _ in headers}
    wanted = {"cache-control": "no-store", "content-security-policy": NOTHING_ELSE, **HEADERS}
    missing = [
        (name.encode(), value.encode())
        for name, value in wanted.items()
        if name.encode() not in given
    ]
    return [*headers, *missing]
