"""The event in the room: phones and a projector in a browser, the workbook on this computer, nothing between them."""

from __future__ import annotations

import json
import shutil
import socket
import subprocess
import sys
from contextlib import contextmanager
from importlib.util import find_spec

import pytest

from engine import RULESETS, Player, Status
from xlplugin.ground.resources import template
from xlplugin.hosts.closed_file.host import FileHost
from xlplugin.verbs import new_event
from xlplugin.verbs.pair import pair_round
from xlplugin.workbook.book import SetCells
from xlplugin.workbook.reading.reader import read_event

from programs import missing

PHONE = {"width": 360, "height": 740}
NAMES = ("Ann", "Bob", "Cid", "Dee <b>", "שלום לוי", "Flo")


class Room:
    """An event in a file, and what shows it.

    Attributes:
        path: the workbook.
        codes: by name.
        address: where phones find the page.
    """

    def __init__(self, path, **more):
        self.path = path
        with template("nisei-swiss.xlsx") as blank:
            shutil.copyfile(blank, path)
        self.host = FileHost(path)
        settings = {"Event name": "Spring Cup", "Event seed": "7", "Player reports": "Yes", **more}
        players = [Player(0, name) for name in NAMES]
        new_event.start_event(self.host, RULESETS["nisei-swiss"], players, settings)
        listed = json.loads(self.xlplugin("codes", "--json"))
        self.codes = {each["name"]: each["code"] for each in listed["codes"]}
        with socket.create_server(("", 0)) as free:
            self.port = str(free.getsockname()[1])
        self.process, self.address = None, ""

    def xlplugin(self, command, *more):
        """Run a command on the file; what it prints."""
        run = [sys.executable, "-m", "xlplugin", command, str(self.path), *more]
        done = subprocess.run(run, capture_output=True, encoding="utf-8", check=False)
        assert done.returncode == 0, done.stderr
        return done.stdout

    def show(self):
        """Show it; the same address as before, if it has been shown."""
        run = [sys.executable, "-m", "xlplugin", "show", str(self.path), "--json", "--network"]
        self.process = subprocess.Popen(
            [*run, "--port", self.port], stdout=subprocess.PIPE, encoding="utf-8"
        )
        said = ""
        for line in self.process.stdout:
            said += line
            if line.startswith("}"):
                break
        told = json.loads(said)
        self.address = told["address"] or "/".join(told["desk"].split("/")[:3]) + "/"

    def kill(self):
        """End it as a lost battery does."""
        self.process.kill()
        self.process.wait()
        self.process.stdout.close()

    def event(self):
        """The event as it is in the file."""
        return read_event(self.host.read())

    def tables(self):
        """The names at each table of the newest round."""
        event = self.event()
        return [tuple(event.name(no) for no in m.players) for m in event.rounds[-1].by_table]

    def type_missing(self):
        """Type what nobody has reported."""
        tab = self.event().rounds[-1]
        cells = {}
        for row in tab.table.rows():
            for header in ("P1 Corp", "P1 Runner"):
                if row.raw(header) is None and row.raw("Special") is None:
                    cells[row.number, tab.table.places[header]] = "D"
        self.host.write([SetCells(tab.name, cells)])


@pytest.fixture
def room(browser, tmp_path):
    """An event of six players, which opens registration; not shown yet."""
    for library in ("starlette", "uvicorn", "ifaddr"):
        if not find_spec(library):
            missing(f'{library} is not here: pip install "xlplugin[show]"')
    room = Room(tmp_path / "spring.xlsx", Registration="8")
    yield room
    browser.on = ""
    errors = browser.run("return seen.errors")
    browser.run("await open(given)", path="about:blank")  # so that no page misses what is ended now
    room.kill()
    assert [error for error in errors if "net::ERR_" not in error] == []


@contextmanager
def at(browser, whose):
    """For what is done on somebody's phone."""
    browser.on = whose
    try:
        yield browser
    finally:
        browser.on = ""


def wait_for(browser, whose, text, seconds=10):
    """Wait until a text is seen on a phone."""
    script = "await page.getByText(given.text).first().waitFor({ timeout: given.most })"
    with at(browser, whose):
        browser.run(script, text=text, most=seconds * 1000)


def report(browser, whose, *choices):
    """Choose an answer in each field, and send."""
    with at(browser, whose):
        for place, text in enumerate(choices):
            tap = "await page.locator('fieldset').nth(given.place).getByLabel(given.text).check()"
            browser.run(tap, place=place, text=text)
        browser.run("await page.click('#send')")


@pytest.fixture
def phones(browser, room):
    """Pair round 1, and open the page: everybody by the own code, and the projector."""
    pair_round(room.host)
    room.show()
    for name in NAMES:
        with at(browser, name):
            browser.open(room.address, f"code={room.codes[name]}", **PHONE)
    with at(browser, "projector"):
        browser.open(room.address + "?projector", "", width=1920, height=1080)
    return browser


def test_a_round_by_phone(phones, room):
    """Found, reported, confirmed, in conflict, taken, decided, paired: each step is on every phone by itself."""
    tables = room.tables()
    (ann, bob), (cid, dee), rest = tables
    for table, pair in enumerate(tables, 1):
        for name in pair:
            wait_for(phones, name, f"Table {table}")
    with at(phones, ann):
        phones.run("await page.click(\"#views a[href='#pairings']\")")
        phones.run("await page.fill('#search', given.name)", name=bob)
        assert len(phones.texts("#content tbody tr")) == 1
        phones.run("await page.click(\"#views a[href='#me']\")")

    report(phones, ann, "I won", "I lost")
    wait_for(phones, ann, "You have reported.")
    wait_for(phones, bob, f"{ann} has reported a result. Is it right?")
    with at(phones, bob):
        phones.run("await page.click('#confirm')")
    for name in (ann, bob):
        wait_for(phones, name, "You are done.")

    report(phones, cid, "I won", "I won")
    wait_for(phones, dee, f"{cid} has reported a result.")
    with at(phones, dee):
        phones.run("await page.click('#change')")
    report(phones, dee, "I won", "Draw")
    for name in (cid, dee):
        wait_for(phones, name, "The desk will decide.")

    taken = json.loads(room.xlplugin("take", "--json"))
    assert len(taken["taken"]) == 1
    assert [conflict["table"] for conflict in taken["conflicts"]] == [2]
    for name in (ann, bob):
        wait_for(phones, name, "The desk has entered your result.")
    event = room.event()
    match = event.rounds[-1].by_table[0]
    assert event.name(match.players[0]) == ann
    room.type_missing()
    for name in (cid, dee, *rest):
        wait_for(phones, name, "The desk has entered your result.")

    pair_round(room.host)
    for name in NAMES:
        wait_for(phones, name, "Round 2 of")
    wait_for(phones, "projector", "Pairings: Round 2 of")
    for name in NAMES:
        wait_for(phones, name, "Report your result when your match is over.")


def test_a_restart_is_survived(phones, room):
    """What was reported before is still there, and phones go on without anybody touching them."""
    (ann, bob), _, _ = room.tables()
    wait_for(phones, ann, "Table 1")
    report(phones, ann, "I won", "I lost")
    wait_for(phones, bob, f"{ann} has reported a result.")
    room.kill()
    wait_for(phones, bob, "Not connected since")
    wait_for(phones, "projector", "Not connected since")
    with at(phones, bob):
        phones.run("await page.click('#confirm')")
    wait_for(phones, bob, "Not sent:")
    room.show()
    with at(phones, bob):
        gone = "() => !document.querySelector('#lost').textContent"
        phones.run("await page.waitForFunction(given.gone, null, { timeout: 20_000 })", gone=gone)
        phones.run("await page.click('#confirm')")
    for name in (ann, bob):
        wait_for(phones, name, "You are done.", seconds=20)


def test_registered_checked_in_and_dropped_by_phone(browser, room):
    """Each is asked for on a phone, and taken by the desk."""
    room.show()
    browser.open(room.address, "register", **PHONE)
    browser.run("await page.getByLabel('Name', { exact: true }).fill('Gil <i>')")
    browser.run("await page.click('#send')")
    wait_for(browser, "", "The desk has your registration, and gives you your code.")
    browser.run("await page.goto(given.to)", to=f"{room.address}#code={room.codes['Ann']}")
    browser.run("await page.click('#here')")
    wait_for(browser, "", "You are checked in.")
    taken = json.loads(room.xlplugin("take", "--json"))
    assert [len(taken[what]) for what in ("registered", "here")] == [1, 1]
    assert "Gil <i>" in {player.name for player in room.event().roster}
    browser.run("await page.click(\"#views a[href='#players']\")")
    wait_for(browser, "", "Gil <i>")

    pair_round(room.host)
    room.type_missing()
    browser.run("await page.click(\"#views a[href='#me']\")")
    wait_for(browser, "", "The desk has entered your result.")
    browser.run("await page.click('#drop'); await page.click('#yes-drop')")
    wait_for(browser, "", "You have said that you drop out.")
    assert json.loads(room.xlplugin("take", "--json"))["dropped"]
    assert [p.name for p in room.event().roster if p.status is Status.DROPPED] == ["Ann"]


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_accessibility_checker_finds_nothing(browser, room, scheme):
    """On a phone with its own table, and on the projector."""
    pair_round(room.host)
    room.show()
    name = NAMES[0]
    browser.open(room.address, f"code={room.codes[name]}", scheme=scheme, **PHONE)
    wait_for(browser, "", "Table ")
    assert browser.run("return faults()") == []
    browser.open(room.address + "?projector", scheme=scheme, width=1920, height=1080)
    assert browser.run("return faults()") == []
