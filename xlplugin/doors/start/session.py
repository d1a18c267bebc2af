"""Who may ask: the browser that was given the address, from pages of ours alone, for as long as one is open."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from hmac import compare_digest
from secrets import token_urlsafe
from threading import Lock

from xlplugin.doors.start.asked import Answered, Asked, elsewhere, form_of, shown
from xlplugin.doors.start.html import render
from xlplugin.ground.texts import t

HOST = "127.0.0.1"
"""The one address that is served; no name, so that none can be made to lead here."""
IDLE = 60 * 60.0
"""Seconds without a request until it ends; a page with its script asks more often."""
LEFT = 90.0
"""The same once a page was closed: another one that is open asks within a minute, even in the background."""
FAREWELL = 2.0
"""The same once Close was clicked: the last page is still to get its style."""
ASLEEP = 30.0
"""Seconds between two looks that mean that the computer has slept; pages are then given time anew."""
OF_THE_SCRIPT = ("/alive", "/left")
"""What the script of a page asks, which changes nothing."""


class Session:
    """The one browser that is served, and whether it is still there.

    Attributes:
        token: for forms; a page of another origin cannot read it.
    """

    def __init__(
        self,
        port: int,
        pages: Callable[[Asked], Answered],
        now: Callable[[], float] = time.monotonic,
    ) -> None:
        self.token = token_urlsafe(24)
        self._host, self._pages, self._now = f"{HOST}:{port}", pages, now
        self._key = token_urlsafe(24)
        self._cookie = (
            f"xlplugin-{port}={token_urlsafe(24)}"  # all ports of an address share their cookies
        )
        self._lock = Lock()
        self._is_given = self._is_closed = False
        self._busy = 0
        self._looked = now()
        self._ends_at = now() + IDLE

    @property
    def address(self) -> str:
        """The address to open, which works once."""
        return f"http://{self._host}/?key={self._key}"

    def is_over(self) -> bool:
        """True if no page is open any more; asked every second."""
        now = self._now()
        if now - self._looked > ASLEEP:
            self._ends_at = max(self._ends_at, now + LEFT)
        self._looked = now
        return not self._busy and now > self._ends_at

    def end_within(self, seconds: float) -> None:
        """End soon, unless somebody asks for something before that; once it was closed, nothing changes that."""
        if not self._is_closed:
            self._ends_at = self._now() + seconds

    def close(self) -> None:
        """End soon, whatever is asked."""
        self.end_within(FAREWELL)
        self._is_closed = True

    def answer(self, asked: Asked) -> Answered:
        """The answer to a request, or the refusal of one that is not from our own page."""
        if asked.headers.get("host") != self._host:
            return _refused(t("This page is for this computer alone."))
        if not self._is_known(asked):
            return self._first(asked)
        if "key" in asked.query:
            return elsewhere("/")
        if asked.method != "GET" and not self._is_from_our_page(asked):
            return _refused(t("This does not come from the page itself. Open it again."))
        self.end_within(IDLE)
        with self._at_work():
            return self._pages(asked)

    @contextmanager
    def _at_work(self) -> Iterator[None]:
        """The time that an answer takes, in which nothing ends."""
        with self._lock:
            self._busy += 1
        try:
            yield
        finally:
            with self._lock:
                self._busy -= 1

    def _is_known(self, asked: Asked) -> bool:
        cookies = asked.headers.get("cookie", "").split(";")  # those of other programs here, too
        return any(_same(each.strip(), self._cookie) for each in cookies)

    def _is_from_our_page(self, asked: Asked) -> bool:
        if asked.headers.get("origin") != f"http://{self._host}":
            return False
        return asked.path in OF_THE_SCRIPT or _same(form_of(asked).get("token"), self.token)

    def _first(self, asked: Asked) -> Answered:
        """The answer to a browser that is not known yet: it is let in once, with the key."""
        if asked.method != "GET" or not _same(asked.query.get("key", ""), self._key):
            text = t(
                "This page is only for the browser that was opened for it. Start New tournament again."
            )
            return _refused(text)
        if "sec-purpose" in asked.headers:  # fetched ahead, perhaps never to be looked at
            return _refused(t("Open this page yourself."), 503)
        with self._lock:
            is_first, self._is_given = not self._is_given, True
        if not is_first:
            self.close()  # somebody has read the address, and may have been the first
            text = t(
                "This address was opened before, and works only once. To be safe, the program behind it "
                "has ended. Start New tournament again."
            )
            return _refused(text)
        cookie = f"{self._cookie}; HttpOnly; SameSite=Strict; Path=/"  # Safari takes no Secure one from here
        # the page goes on by itself: a cookie for the same site alone is sent from it in every browser
        headers = {"Set-Cookie": cookie, "Refresh": "0; url=/"}
        return shown(t("New tournament"), render("go_on"))._replace(headers=headers)


def _same(given: str, secret: str) -> bool:
    return compare_digest(given.encode("utf-8", "replace"), secret.encode())


def _refused(text: str, status: int = 403) -> Answered:
    return shown(t("Not here"), render("refused", text=text), status=status)
