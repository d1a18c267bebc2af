"""The page *New tournament* on a made-up home folder, asked without sockets or served for a browser."""

from __future__ import annotations

import re
from contextlib import contextmanager
from dataclasses import replace
from html import unescape
from threading import Thread
from urllib.parse import urlencode

from xlplugin.doors.start.asked import FORM, Asked, query_of
from xlplugin.doors.start.pages import Pages
from xlplugin.doors.start.server import Server
from xlplugin.doors.start.session import Session
from xlplugin.ground.machine import Machine

PORT = 4711
HOST = f"127.0.0.1:{PORT}"
OFFICE = "/usr/bin/soffice"
NAMES = "Zoë Ålund\nBen\nCy\nDee"


def computer(home):
    """A Linux computer with LibreOffice, folders for documents and the desktop, and nothing in them."""
    for folder in ("Documents", "Desktop"):
        (home / folder).mkdir(parents=True)
    which = {"soffice": OFFICE}.get
    return replace(Machine.here(), system="Linux", home=str(home), environ={}, which=which)


class Asking:
    """A browser that has been let in, and what it was shown; ``opened`` are the commands that were started."""

    def __init__(self, home):
        self.home, self.opened, self.time = home, [], 0.0
        self.pages = Pages(computer(home), self._launch)
        self.session = Session(PORT, self.pages.answer, lambda: self.time)
        self.pages.session = self.session
        self.cookie = ""
        self.page = ""

    def _launch(self, command, file):
        if not file.is_file():
            raise FileNotFoundError(2, "No such file", str(file))
        self.opened.append([*command])

    def ask(self, method, path, fields=None, *, body=None, **headers):
        """The answer to a request as our own page makes it, unless headers say otherwise; ``None`` for none."""
        path, _, query = path.partition("?")
        known = {"host": HOST, "cookie": self.cookie}
        if method == "POST":
            fields = {"token": self.session.token, **(fields or {})}
            known |= {"origin": f"http://{HOST}", "content-type": FORM}
        known |= {name.replace("_", "-"): value for name, value in headers.items()}
        sent = {name: value for name, value in known.items() if value is not None}
        content = urlencode(fields or {}).encode() if body is None else body
        return self.session.answer(Asked(method, path, query_of(query), sent, content))

    def come_in(self):
        """Open the address that works once, and keep the cookie."""
        answer = self.ask("GET", self.session.address.partition(HOST)[2])
        self.cookie = answer.headers["Set-Cookie"].partition(";")[0]
        return self

    def get(self, path="/"):
        """What a page says."""
        return self._seen(self.ask("GET", path))

    def post(self, path, **fields):
        """What is shown after a form was sent, wherever that leads."""
        return self._seen(self.ask("POST", path, fields))

    def _seen(self, answer):
        while answer.status == 303:
            answer = self.ask("GET", answer.headers["Location"])
        assert answer.status == 200, answer
        self.page = answer.content.decode()
        return words(self.page)

    def new(self, **changed):
        """What is shown after the form for a new event was sent."""
        filled = {
            "rules": "ruleset:nisei-swiss", "name": "Spring Cup", "players": NAMES, "place": "documents",
            "folder": "", "program": "libreoffice",
        }  # fmt: skip
        return self.post("/new", **{**filled, **changed})

    def wrong(self, field):
        """The sentences beside a field."""
        found = re.search(
            rf'<div class="error" id="{field}-error">(.*?)</div>', self.page, re.DOTALL
        )
        return words(found[1]) if found else ""

    def key(self, number=0):
        """The key of an event on the list."""
        self.get()
        return list(dict.fromkeys(re.findall(r'name="event" value="(\w+)"', self.page)))[number]

    def files(self):
        """Everything that is in the home folder, but for our own list."""
        found = sorted(path.relative_to(self.home).as_posix() for path in self.home.rglob("*"))
        return [name for name in found if not name.startswith(".config")]


def words(page):
    """The text of HTML, in one line."""
    return " ".join(unescape(re.sub(r"<[^>]*>", " ", page)).split())


@contextmanager
def served(home, launch=lambda _command, _file: None):
    """The page on a real port of this computer."""
    pages = Pages(computer(home), launch)
    with Server() as server:
        server.timeout = 0.05
        pages.session = server.session = Session(server.server_port, pages.answer)
        thread = Thread(target=server.serve)
        thread.start()
        try:
            yield server
        finally:
            server.session.close()
            server.session._ends_at = 0  # without the time for a last page
            thread.join(20)
            assert not thread.is_alive()
