"""A stand-in for what serves the page: answers that a test decides, events that it sends."""

from __future__ import annotations

import contextlib
import json
import queue
import time
from collections import Counter
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread

from xlplugin.exports.page_html import embedded, html_page

PIXEL = "data:image/svg+xml;base64," + "PHN2ZyB4bWxucz0iaHR0cDovL3d3dy53My5vcmcvMjAwMC9zdmciLz4="
LIVE = {
    "v": 1, "now": 0, "reports": True, "registration": "", "address": "http://192.168.1.5:8765/",
    "qr": PIXEL, "decks": False,
}  # fmt: skip


def field(header, label, choices=None, **more):
    """A field of a form."""
    limits = {"least": None, "most": None, "optional": False, **more}
    return {"header": header, "label": label, "choices": choices, **limits}


LETTERS = [["I won", "W"], ["I lost", "L"], ["Draw", "D"]]
TWO_GAMES = [field("P1 Corp", "As Corp", LETTERS), field("P1 Runner", "As Runner", LETTERS)]


def player(name, opponent="Bob", **more):
    """What is said of a player's table."""
    known = {
        "player": {"no": 12, "name": name}, "v": 1, "round": "Round 3", "title": "Round 3 of 5", "made": "a",
        "table": 7, "opponent": opponent, "side": "", "extra": 0, "form": TWO_GAMES, "mine": None,
        "theirs": None, "state": "none", "typed": None, "canReport": True, "why": "", "decks": [],
        "checkIn": {"open": False, "done": False}, "drop": {"open": True, "asked": False},
    }  # fmt: skip
    return {**known, **more}


class StandIn:
    """Serves one page on this computer.

    Attributes:
        data: what everybody sees.
        players: what a code gets.
        replies: by path, a status and an answer that go before.
        posted: path and body of each request with one.
        slow: paths that are answered after a second, as they were when asked.
        asked: how often each path was asked for.
        answered: how often each request with a body was answered, by path.
    """

    def __init__(self, data):
        self.data = {**data, "live": dict(LIVE)}
        self.players, self.replies, self.posted, self.asked = {}, {}, [], {}
        self.listening, self.slow, self.answered = set(), set(), Counter()
        self.port = 0
        self.start()

    @property
    def address(self):
        """Where the page is."""
        return f"http://127.0.0.1:{self.port}/"

    def start(self):
        """Serve, on the same port as before."""
        stand_in = self

        class Handler(_Handler):
            of = stand_in

        self.server = ThreadingHTTPServer(("127.0.0.1", self.port), Handler)
        self.server.daemon_threads = True
        self.port = self.server.server_port
        Thread(target=self.server.serve_forever, args=(0.05,), daemon=True).start()

    def stop(self):
        """Be gone, with all connections."""
        self.server.shutdown()
        self.server.server_close()
        for each in [*self.listening]:
            each.put(None)

    def say(self, event, **data):
        """Send an event to all who listen."""
        for each in [*self.listening]:
            each.put((event, data))

    def wait_for(self, path, times=1):
        """Wait until requests with a body to this path were answered so many times."""
        until = time.monotonic() + 20
        while self.answered[path] < times:
            assert time.monotonic() < until, f"{path} was answered {self.answered[path]} times"
            time.sleep(0.02)

    def newer(self, **data):
        """Publish newer data."""
        live = self.data["live"]
        self.data = {**self.data, **data, "live": {**live, "v": live["v"] + 1}}
        self.say("version", v=live["v"] + 1, now=now())


def now():
    """The time as browsers count it."""
    return round(time.time() * 1000)


class _Handler(BaseHTTPRequestHandler):
    of: StandIn

    def log_message(self, *_):
        """Say nothing."""

    def do_GET(self):
        path = self.path.split("?")[0]
        self.of.asked[path] = self.of.asked.get(path, 0) + 1
        if path == "/events":
            self._events()
        elif path == "/":
            title = self.of.data["event"]["name"]
            page = html_page(title, embedded(self.of.data), live=True)
            self._answer(200, page.encode(), "text/html; charset=utf-8")
        else:
            self._json(*self.of.replies.get(path, (200, self.of.data)))

    def do_POST(self):
        body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        self.of.posted.append((self.path, body))
        known = self.of.players.get(body.get("code"))
        refused = (403, {"problem": "This is not a code of this event."})
        if self.path in self.of.slow:
            time.sleep(1)
        self._json(*self.of.replies.get(self.path, (200, known) if known else refused))
        self.of.answered[self.path] += 1

    def _json(self, status, body):
        self._answer(status, json.dumps(body).encode(), "application/json")

    def _answer(self, status, body, kind):
        self.send_response(status)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(body)))
        self.send_header("Cache-Control", "no-cache")
        self.end_headers()
        with contextlib.suppress(OSError):
            self.wfile.write(body)

    def _events(self):
        waiting = queue.Queue()
        waiting.put(("version", {"v": self.of.data["live"]["v"], "now": now()}))
        self.of.listening.add(waiting)
        self.send_response(200)
        self.send_header("Content-Type", "text/event-stream")
        self.end_headers()
        with contextlib.suppress(OSError):
            while said := waiting.get():
                self.wfile.write(f"event: {said[0]}\ndata: {json.dumps(said[1])}\n\n".encode())
        self.of.listening.discard(waiting)
