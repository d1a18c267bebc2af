"""Web pages of events in every state, and a browser without a screen to open them in."""

from __future__ import annotations

import json
import shutil
import subprocess
from dataclasses import replace
from datetime import UTC, datetime
from functools import cache
from pathlib import Path

import pytest
from in_memory import InMemory, blank

from engine import RULESETS, Player, Stage
from xlplugin.exports.format import Needs
from xlplugin.exports.page import web_page
from xlplugin.ground.languages import spoken
from xlplugin.verbs import cut as cutting
from xlplugin.verbs import new_event
from xlplugin.verbs.pair import pair_round
from xlplugin.verbs.standings import share
from xlplugin.workbook.book import SetCells
from xlplugin.workbook.reading.reader import read_event

from programs import Answering, answering, missing, node, npm_install

DRIVER = Path(__file__).with_name("driver.mjs")
PACKAGES = ("playwright-core@^1.56.0", "axe-core@^4.10.0")
WHEN = datetime(2026, 11, 21, 10, 30, tzinfo=UTC)
HOSTILE = (
    '"><b>quoted</b>', "</script><script>document.title='owned'</script>", "\U0001f431 O'Malley",
    "\u05e9\u05dc\u05d5\u05dd \u05dc\u05d5\u05d9", "\u0639\u0644\u064a", "=1+1", "$data ${title}",
    "<!-- <img src=x onerror=document.title='owned'>",
)  # fmt: skip
COLOURS = (
    "Amber", "Basil", "Coral", "Dahlia", "Elm", "Fern", "Ginger", "Hazel", "Iris", "Jade",
    "Kiwi", "Lime", "Maple", "Nutmeg", "Olive", "Poppy", "Quartz", "Rose", "Sage", "Teal",
)  # fmt: skip


def names_of(count):
    """So many names: Player Amber, ..., then Player Amber 2, ..."""
    rounds = range(count // len(COLOURS) + 1)
    more = ("" if n == 0 else f" {n + 1}" for n in rounds)
    return [f"Player {colour}{number}" for number in more for colour in COLOURS][:count]


class Event:
    """An event in memory, and what an organizer does with it."""

    def __init__(self, names, ruleset="nisei-swiss", **settings):
        self.host = InMemory(blank(ruleset))
        players = [n if isinstance(n, Player) else Player(0, n) for n in names]
        given = {"Event name": "Spring Cup", "Event seed": "7", **settings}
        new_event.start_event(self.host, RULESETS[ruleset], players, given, when=WHEN)

    def read(self):
        """The event as it is read, as if the workbook were in the language that is spoken."""
        return read_event(replace(self.host.read(), language=spoken()))

    def pair(self):
        """The next round, of whatever stage."""
        pair_round(self.host, when=WHEN)
        return self

    def cut(self, top):
        """Close the Swiss rounds."""
        cutting.cut(self.host, top, when=WHEN)
        return self

    def play(self, first=None):
        """Type results into the newest round, or only into its first matches."""
        read = self.read()
        tab = [*read.rounds, *read.cut_tabs][-1]
        cells = {}
        for row in [*tab.table.rows()][:first]:
            if row.raw("Special") is None:
                for header, value in self._typed(tab, row).items():
                    cells[row.number, tab.table.places[header]] = value
        self.host.write([SetCells(tab.name, cells)])
        return self

    @staticmethod
    def _typed(tab, row):
        winner = 1 + (row.number + tab.number) % 3 // 2
        if tab.stage is Stage.SWISS:
            letters = ("WW", "WL", "DW", "LL")[row.number % 4]
            return dict(zip(("P1 Corp", "P1 Runner"), letters, strict=True))
        return {"Corp": row.raw("Corp") or 1, "Winner": winner}

    def rounds(self, count):
        """So many rounds, paired and played."""
        for _ in range(count):
            self.pair().play()
        return self

    def type(self, tab, cells):
        """Type into cells of a round, by Player 1 and header."""
        rounds = {each.name: each for each in (*self.read().rounds, *self.read().cut_tabs)}
        found = rounds[tab]
        typed = {
            (found.rows[no].number, found.table.places[header]): value
            for (no, header), value in cells.items()
        }
        self.host.write([SetCells(tab, typed)])
        return self

    def page(self, *, watch=False, when=WHEN):
        """The web page as HTML."""
        return web_page(share(self.read(), Needs.NOTHING), when, watch=watch)


def _players_only():
    return Event([*names_of(7), HOSTILE[1]])


def _playing():
    return Event([*HOSTILE, *names_of(5)]).rounds(2).pair().play(first=2)


def _crowd():
    return Event(names_of(300)).rounds(1).pair()


def _bracket():
    event = Event([*HOSTILE, *names_of(12)], Cut="16", Rounds="2").rounds(2).cut(16).play()
    return event.pair().play().pair().play(first=3)


def _over():
    event = Event(names_of(8), Cut="4", Rounds="2").rounds(2).cut(4).play()
    while not event.read().progress.is_over:
        event.rounds(1)
    return event


STATES = {
    "players": _players_only, "playing": _playing, "crowd": _crowd, "bracket": _bracket,
    "over": _over, "warned": lambda: Event(names_of(6), "trc", **{"Swiss minutes": "45"}).pair(),
    "untimed": lambda: Event(names_of(6), "nts").pair(),
}  # fmt: skip


@pytest.fixture(scope="session")
def event_of():
    """The class of events in memory, to play one of one's own."""
    return Event


@pytest.fixture(scope="session")
def made():
    """Give an event in one of the states, played once."""
    return cache(lambda state: STATES[state]())


@pytest.fixture(scope="session")
def data_of(made):
    """Give what the page of a state shows."""

    def data(state):
        text = made(state).page().split('id="data">')[1].split("</script>")[0]
        return json.loads(text)

    return cache(data)


@pytest.fixture(scope="session")
def page_file(made, tmp_path_factory):
    """Give the address of the page of a state."""
    folder = tmp_path_factory.mktemp("pages")

    def address(state):
        path = folder / f"{state}.html"
        path.write_text(made(state).page(), encoding="utf-8", newline="")
        return path.as_uri()

    return cache(address)


class Browser(Answering):
    """A running Chromium, with a page or several."""

    address = None
    """Where the page of a state is."""
    on = ""
    """Whose page the next steps are for."""

    def run(self, script, **given):
        """Run some JavaScript with ``page`` and ``given``; what it returns."""
        return self.ask(script=script, given=given, on=self.on)

    def open(self, state, view="", **how):
        """Open the page of a state, in a browser that remembers nothing."""
        path = self.address(state) if "://" not in state else state
        self.run("await open(given)", path=f"{path}#{view}", on=self.on, **how)
        return self

    def text(self, selector):
        """The text of an element, as it is seen."""
        return self.run("return page.innerText(given.selector)", selector=selector)

    def texts(self, selector):
        """The texts of all such elements."""
        return self.run("return page.locator(given.selector).allInnerTexts()", selector=selector)

    def click(self, selector):
        """Click on an element; the view to which this leads is there when it returns."""
        self.run("await click(given.selector)", selector=selector)


@pytest.fixture(scope="session")
def running_browser(tmp_path_factory, page_file):
    """Start Chromium, driven by playwright-core, with the accessibility checker axe at hand."""
    found = (shutil.which(name) for name in ("chromium", "chromium-browser", "google-chrome"))
    chromium = next(filter(None, found), None)
    if not chromium:
        missing("Chromium is not here: apt-get install chromium, or get it from chromium.org")
    program = node()
    folder = tmp_path_factory.mktemp("browser")
    install = npm_install(folder, *PACKAGES)
    done = subprocess.run(install, capture_output=True, encoding="utf-8", check=False)
    if done.returncode:
        missing(f"{' and '.join(PACKAGES)} cannot be had: {done.stderr.strip()[-300:]}")
    with answering(Browser, "the browser", program, DRIVER, folder, chromium) as running:
        running.address = page_file
        yield running


@pytest.fixture
def browser(running_browser):
    """Give the browser; at the end, nothing may have gone wrong in the page."""
    yield running_browser
    assert running_browser.run("return seen.errors") == []
