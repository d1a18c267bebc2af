"""An event that is shown on a real port of this computer, and phones that ask it, over plain sockets."""

from __future__ import annotations

import csv
import json
import socket
import time
from contextlib import closing, contextmanager
from dataclasses import replace
from http.client import HTTPConnection
from threading import Event, Thread

from click.testing import CliRunner

from xlplugin.doors.cli import main
from xlplugin.doors.show.serving import Showing
from xlplugin.ground.machine import Machine
from xlplugin.hosts.closed_file.host import FileHost
from xlplugin.reports import codes
from xlplugin.workbook.reading.reader import read_event

JSON = "application/json"


def xlplugin(*arguments):
    """Run a command that must succeed."""
    done = CliRunner().invoke(main, [str(each) for each in arguments], catch_exceptions=False)
    assert done.exit_code == 0, done.output
    return done


def make_event(
    path, players=8, *settings, ruleset="nisei-swiss", paired=True, names=None, decks=("", "")
):
    """A workbook with players who report on their phones, each with a code; round 1 is paired."""
    roster = path.with_name("players.csv")
    names = names or [f"Player {n}" for n in range(1, players + 1)]
    with roster.open("w", encoding="utf-8", newline="") as file:
        csv.writer(file).writerows(
            [["Name", "Club", "Corp", "Runner"], *([name, "", *decks] for name in names)]
        )
    chosen = [each for text in ("Player reports=Yes", *settings) for each in ("--set", text)]
    xlplugin("new", path, "--ruleset", ruleset, "--players", roster, *chosen)
    host = FileHost(path)
    host.write(codes.begun(read_event(host.read())))
    if paired:
        xlplugin("pair", path)
    return path


def event_of(path):
    """The event in a workbook."""
    return read_event(FileHost(path).read())


def codes_of(path):
    """The code of every player, by number."""
    event = event_of(path)
    return {player.no: codes.code_of(event, player.no) for player in event.roster}


def computer(home):
    """This computer, with the settings of a user who has none yet."""
    return replace(Machine.here(), home=str(home), environ={}, system="Linux")


@contextmanager
def shown(path, home=None, **options):
    """An event that is shown, in a thread."""
    showing = Showing(
        path, machine=computer(home or path.parent / "home"), port=free_port(), **options
    )
    ready = Event()
    thread = Thread(target=showing.run, args=[ready.set], daemon=True)
    thread.start()
    assert ready.wait(20)
    wait_for(lambda: showing.server.started)
    try:
        yield Phone(showing.room.port, showing)
    finally:
        showing.stop()
        thread.join(20)
        assert not thread.is_alive()


def free_port():
    """A port that nobody listens on."""
    with closing(socket.socket()) as asked:
        asked.bind(("127.0.0.1", 0))
        return asked.getsockname()[1]


def wait_for(is_so, seconds=20):
    """Wait until something is so."""
    end = time.monotonic() + seconds
    while not (found := is_so()):
        assert time.monotonic() < end, "it never was"
        time.sleep(0.02)
    return found


class Answer:
    """What came back."""

    def __init__(self, response):
        self.status, self.headers = response.status, response.headers
        self.content = response.read()

    @property
    def json(self):
        """Its JSON."""
        return json.loads(self.content)


class Phone:
    """A browser, which asks as pages of ours do unless it is told otherwise."""

    def __init__(self, port, showing=None):
        self.port, self.showing = port, showing
        self.host = f"127.0.0.1:{port}"

    def get(self, path, **headers):
        """The answer to a plain request."""
        return self.ask("GET", path, None, **headers)

    def post(self, path, body, **headers):
        """The answer to JSON that is sent."""
        content = body if isinstance(body, bytes) else json.dumps(body).encode()
        known = {"Content-Type": JSON, "Origin": f"http://{self.host}"}
        known |= {name.replace("_", "-"): value for name, value in headers.items()}
        return self.ask("POST", path, content, **{k: v for k, v in known.items() if v is not None})

    def ask(self, method, path, content, **headers):
        """The answer to any request."""
        with closing(HTTPConnection("127.0.0.1", self.port, timeout=20)) as connection:
            connection.putrequest(
                method, path, skip_host="Host" in headers, skip_accept_encoding=True
            )
            for name, value in headers.items():
                connection.putheader(name, value)
            if content is not None and "Content-Length" not in headers:
                connection.putheader("Content-Length", str(len(content)))
            connection.endheaders(content)
            return Answer(connection.getresponse())

    def desk(self, what="state", **more):
        """The answer at the desk."""
        return self.post(f"/desk/{what}", {"key": self.showing.room.kept.key, **more})

    @contextmanager
    def listening(self):
        """The events of a stream, as pairs of name and data, for as long as it is read."""
        with closing(socket.create_connection(("127.0.0.1", self.port), timeout=20)) as connection:
            connection.sendall(f"GET /events HTTP/1.1\r\nHost: {self.host}\r\n\r\n".encode())
            with closing(_events(connection)) as events:
                yield events


def _events(connection):
    with connection.makefile("rb") as lines:
        name = ""
        for line in lines:
            if line.startswith(b"event: "):
                name = line[7:].strip().decode()
            elif line.startswith(b"data: "):
                yield name, json.loads(line[6:])


def raw(port, sent, *, wait=5.0):
    """Everything that comes back for bytes that are sent as they are."""
    with closing(socket.create_connection(("127.0.0.1", port), timeout=wait)) as connection:
        connection.sendall(sent)
        received = b""
        try:
            while chunk := connection.recv(65536):
                received += chunk
        except (TimeoutError, ConnectionError):
            pass
        return received
