"""An event workbook as an organizer meets it: commands on the closed file, typing in between."""

from __future__ import annotations

import csv
import json
import re
from contextlib import contextmanager
from functools import cache
from itertools import zip_longest
from types import SimpleNamespace

import pytest
from click.testing import CliRunner
from openpyxl.utils import get_column_letter
from shown import values

from xlplugin.doors.cli import main
from xlplugin.hosts.closed_file.backups import backups_of
from xlplugin.workbook.book import SetCells
from xlplugin.workbook.live_patterns import LISTS, is_pattern
from xlplugin.workbook.reading.reader import read_event

import values_only
from typing_results import army, typed_for
from values_only import Mode

NAMES = ("Ann", "Bea", "Cal", "Dee", "Eli", "Fay", "Gus", "Hal")
RESULTS = (("W", "W"), ("W", "L"), ("D", "W"), ("L", "D"))


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_setup(item):
    """Decide whether the test's workbooks are real files."""
    marked = item.get_closest_marker("on_files") is not None
    Mode.on_files = marked or item.config.getoption("on_files")


@pytest.fixture(autouse=True)
def _never_wait_for_the_disk(monkeypatch):
    """No computer goes down in these tests; those of ``tests/hosts`` wait."""
    monkeypatch.setattr("os.fsync", lambda _file: None)


def _by_mode(make):
    """Remember what was made, apart for real files and for workbooks of values."""
    made = cache(lambda on_files, *args, **kwargs: make(*args, **kwargs))
    return lambda *args, **kwargs: made(Mode.on_files, *args, **kwargs)


@pytest.fixture(scope="session")
def by_mode():
    """Give what remembers what was made, as ``functools.cache`` does."""
    return _by_mode


class EventFile:
    """A workbook, the commands that work on it, and what an organizer types into it."""

    def __init__(self, path):
        self.path = path

    def run(self, command, *arguments):
        """Run a command on the workbook; an error that nobody has foreseen comes through."""
        return self.run_bare(command, self.path, *arguments)

    @staticmethod
    def run_bare(*arguments):
        """Run the program with these arguments and no others."""
        words = [str(a) for a in arguments]
        return CliRunner().invoke(main, words, obj=values_only.ValuesHost, catch_exceptions=False)

    def done(self, command, *arguments):
        """Run a command that must succeed, and give back what it said."""
        result = self.run(command, *arguments)
        assert result.exit_code == 0, result.output
        return result

    def json(self, command, *arguments):
        """Run a command with ``--json`` and give back what it printed."""
        return json.loads(self.done(command, *arguments, "--json").stdout)

    def folder(self):
        """Every file beside the workbook, with its bytes."""
        return {p.name: p.read_bytes() for p in self.path.parent.iterdir() if p.is_file()}

    def refused(self, command, *arguments, status=1):
        """Run a command that must refuse and leave every file alone; give back its message."""
        before = self.folder()
        result = self.run(command, *arguments)
        assert result.exit_code == status, result.output
        assert self.folder() == before
        assert "Traceback" not in result.output
        return result.stderr

    def read(self):
        """The workbook, for looking."""
        return values_only.load(self.path)

    @contextmanager
    def opened(self):
        """The workbook, for changing; it is saved at the end."""
        workbook = values_only.load(self.path)
        yield workbook
        values_only.save(workbook, self.path)

    @staticmethod
    def column(sheet, header):
        """Where a header stands, from 1."""
        return next(c.column for row in sheet.iter_rows() for c in row if c.value == header)

    def address(self, sheet, header, row):
        """The address of a cell, as in ``Round 1!F7``."""
        return f"{sheet}!{get_column_letter(self.column(self.read()[sheet], header))}{row}"

    def type(self, sheet, row, **cells):
        """Type into a row; headers with a space are given as ``**{"No 1": 3}``."""
        with self.opened() as workbook:
            tab = workbook[sheet]
            for header, value in cells.items():
                tab.cell(row, self.column(tab, header)).value = value

    def place(self, cell):
        """Tab, header and row: ``Cut 1!Winner 2``, ``Players!Status Ann`` or, of a setting, ``Event!Cut``."""
        tab, _, rest = cell.partition("!")
        if tab == "Event":
            return tab, "Value", self.row_of(tab, "Setting", rest)
        header, _, row = rest.rpartition(" ")
        return tab, header, int(row) if row.isdigit() else self.row_of(tab, "Name", row)

    def change(self, change):
        """Type values into cells, given as in :meth:`place`, or do with the workbook what a function does."""
        if callable(change):
            with self.opened() as workbook:
                change(workbook)
            return
        for cell, value in change.items():
            tab, header, row = self.place(cell)
            self.type(tab, row, **{header: value})

    def refuses(self, command, *words, status=1):
        """Refuse a command, given in one string, with words; cells in braces are told by their addresses."""
        wanted = [
            re.sub(r"\{(.+?)\}", lambda cell: self.address(*self.place(cell[1])), word)
            for word in words
        ]
        told = self.refused(*command.split(), status=status)
        assert [word for word in wanted if word not in told] == [], told
        return told

    def rows(self, sheet):
        """The rows below the headers that hold a number in one of the columns of numbers."""
        values = [list(row) for row in self.read()[sheet].iter_rows(values_only=True)]
        rows = [dict(zip(values[0], row, strict=True)) for row in values[1:]]
        numbered = ("No", "No 1", "No 2", "Round", "When")
        return [row for row in rows if any(row.get(header) is not None for header in numbered)]

    def row_of(self, sheet, header, value):
        """The number of the first row that has the value under the header."""
        tab = self.read()[sheet]
        column = self.column(tab, header)
        return next(r for r in range(2, tab.max_row + 1) if tab.cell(r, column).value == value)

    def play(self, number, results=RESULTS):
        """Type results, in turn, into every match of a round that has none."""
        with self.opened() as workbook:
            tab = workbook[f"Round {number}"]
            corp, runner, special, table = (
                self.column(tab, h) for h in ("P1 Corp", "P1 Runner", "Special", "Table")
            )
            for row in range(2, tab.max_row + 1):
                if tab.cell(row, table).value is None or tab.cell(row, special).value:
                    continue
                if tab.cell(row, corp).value is None:
                    letters = results[(row + number) % len(results)]
                    tab.cell(row, corp).value, tab.cell(row, runner).value = letters

    def lighten(self, players):
        """Leave out most spare rows, and what only Excel copies from: it is read much faster so."""
        with self.opened() as workbook:
            workbook["Players"].delete_rows(players + 10, 300)
            for name in workbook.sheetnames:
                if is_pattern(name) and name != LISTS:
                    del workbook[name]

    def round(self):
        """Pair a round and type its results."""
        self.done("pair")
        newest = max(int(n[6:]) for n in self.read().sheetnames if n.startswith("Round "))
        self.play(newest)

    def backups(self):
        """The backups of the workbook, oldest first."""
        return backups_of(self.path)


@pytest.fixture(scope="session")
def event_file():
    """The class of event files, for a workbook of one's own."""
    return EventFile


@pytest.fixture(scope="session")
def made_events(tmp_path_factory):
    """Workbooks by number of players and rounds, made once and copied wherever they are needed."""

    @_by_mode
    def made(players, rounds, *, finished):
        folder = tmp_path_factory.mktemp("made")
        roster = folder / "roster.csv"
        names = [*NAMES, *(f"Player {n}" for n in range(len(NAMES) + 1, players + 1))]
        roster.write_text("\n".join(["Name", *names[:players]]), encoding="utf-8")
        event = EventFile(folder / "event.xlsx")
        settings = ("--set", "Event seed=7", "--set", "Event name=Spring Cup")
        event.done("new", "--ruleset", "nisei-swiss", "--players", roster, *settings)
        event.lighten(players)
        for number in range(1, rounds + 1):
            event.done("pair")
            if number < rounds or finished:
                event.play(number)
        return event.path.read_bytes()

    return made


@pytest.fixture
def make_event(made_events, tmp_path):
    """Make an event of some players and rounds; ``finished`` is about the newest round."""

    def make(players=8, rounds=0, *, finished=True, name="event.xlsx"):
        event = EventFile(tmp_path / name)
        event.path.write_bytes(made_events(players, rounds, finished=finished))
        return event

    return make


@pytest.fixture
def new_event(tmp_path):
    """Make a new event with a roster of these names, or rows of a CSV with a header."""

    def new(names=NAMES, *options, header="Name", ruleset="nisei-swiss"):
        roster = tmp_path / "rosters"
        roster.mkdir()
        lines = "\n".join([header, *names])
        (roster / "roster.csv").write_text(lines, encoding="utf-8")
        event = EventFile(tmp_path / "event.xlsx")
        event.done(
            "new", "--ruleset", ruleset, "--players", roster / "roster.csv",
            "--set", "Event seed=7", *options,
        )  # fmt: skip
        return event

    return new


@pytest.fixture
def import_event(tmp_path):
    """Import an event in NRTM JSON, given as data or as text."""

    def run(data, *options):
        source = tmp_path / "sources"
        source.mkdir(exist_ok=True)
        text = data if isinstance(data, str) else json.dumps(data)
        (source / "source.json").write_text(text, encoding="utf-8")
        event = EventFile(tmp_path / "event.xlsx")
        result = event.run_bare("import", source / "source.json", event.path, *options)
        return SimpleNamespace(event=event, result=result)

    return run


# After the Swiss rounds


def higher(match):
    """1 or 2: the player with the higher seed or rank, or in the Swiss rounds the lower number."""
    kind = next(kind for kind in ("Seed", "Rank", "No") if f"{kind} 1" in match)
    return 1 if match[f"{kind} 1"] < match[f"{kind} 2"] else 2


def lower(match):
    """1 or 2: the player with the lower seed or rank."""
    return 3 - higher(match)


class CutFile(EventFile):
    """An event whose Swiss rounds are over, and what an organizer types after them."""

    def setting(self, name, value):
        """Type a setting on ``Event``."""
        self.type("Event", self.row_of("Event", "Setting", name), Value=value)

    def value_of(self, name):
        """What ``Event`` has beside a setting."""
        return next(row[1] for row in self.read()["Event"].values if row[0] == name)

    def steps_of(self, name):
        """What is worked out beside a setting, out of sight."""
        row = next(row for row in self.read()["Event"].values if row[0] == name)
        return [str(value) for value in row[3:]]

    def status(self, name, status="Dropped"):
        """Type a player's status."""
        self.type("Players", self.row_of("Players", "Name", name), Status=status)

    def decide(self, tab, winner=higher):
        """Type results into every match of a tab that has no Special."""
        number = int("".join(filter(str.isdigit, tab)) or 0)
        with self.opened() as workbook:
            sheet = workbook[tab]
            places = {cell.value: cell.column for cell in sheet[1]}
            for row in range(2, sheet.max_row + 1):
                match = {header: sheet.cell(row, c).value for header, c in places.items()}
                if match["Table"] is None or match["Special"]:
                    continue
                for header, value in typed_for(match, winner(match), number).items():
                    sheet.cell(row, places[header]).value = value

    def next_round(self, winner=higher):
        """Pair the next round of any kind, type its results, and give what was paired."""
        paired = self.json("pair")
        tab = {"Swiss": "Round {}", "Tiebreaker": "Tiebreaker"}.get(paired["stage"], "Cut {}")
        self.decide(tab.format(paired["round"]), winner)
        return paired

    def newest(self):
        """The newest tab with matches."""
        names = self.read().sheetnames
        cuts = [name for name in names if name.startswith("Cut ")]
        rounds = [name for name in names if name.startswith("Round ")]
        found = cuts or ["Tiebreaker"] * ("Tiebreaker" in names) or rounds
        return max(found, key=lambda name: int(name.rpartition(" ")[2]) if " " in name else 0)

    def final_names(self):
        """The names on ``Final standings``, from the first place on."""
        return [row["Player"] for row in self.rows("Final standings")]


@pytest.fixture(scope="session")
def cut_file():
    """The class of events after their Swiss rounds."""
    return CutFile


@pytest.fixture(scope="session")
def swiss_played(tmp_path_factory):
    """Workbooks whose Swiss rounds are over, played once; the lower number wins every match."""

    @_by_mode
    def played(ruleset="nisei-swiss", players=6, rounds=1, settings=(), names=None, finals=3):
        folder = tmp_path_factory.mktemp("swiss")
        more = (f"Player {n}" for n in range(len(NAMES) + 1, players + 1))
        names = list(names or [*NAMES, *more])[:players]
        header, details = ["Name"], [[] for _ in names]
        if ruleset == "hex":
            header += [f"Army {n}" for n in range(1, 6)]
            header += [f"Final army {n}" for n in range(1, finals + 1)]
            numbers = [int(name[-1]) for name in header[1:]]
            details = [[army(no, n) for n in numbers] for no in range(1, players + 1)]
        with (folder / "roster.csv").open("w", encoding="utf-8", newline="") as file:
            rows = ([name, *more] for name, more in zip(names, details, strict=True))
            csv.writer(file).writerows([header, *rows])
        event = CutFile(folder / "event.xlsx")
        options = ["Event seed=7", "Event name=Spring Cup", f"Rounds={rounds}", *settings]
        event.done(
            "new", "--ruleset", ruleset, "--players", folder / "roster.csv",
            *(part for option in options for part in ("--set", option)),
        )  # fmt: skip
        event.lighten(players)
        for _ in range(rounds):
            event.next_round()
        return event.path.read_bytes()

    return played


@pytest.fixture
def after_swiss(swiss_played, tmp_path):
    """Open a copy of an event whose Swiss rounds are over."""

    def open_copy(*args, **kwargs):
        event = CutFile(tmp_path / "event.xlsx")
        event.path.write_bytes(swiss_played(*args, **kwargs))
        return event

    return open_copy


@pytest.fixture(scope="session")
def cut_states(swiss_played, tmp_path_factory):
    """A top 4 with double elimination, step by step, the higher seed winning every game.

    Six players, one Swiss round. Workbooks by ``swiss``, ``cut 1`` (made), ``cut 1 typed``, ..., ``cut 4 typed``, ``final``.
    """

    @_by_mode
    def played():
        event = CutFile(tmp_path_factory.mktemp("states") / "event.xlsx")
        event.path.write_bytes(swiss_played("nisei-swiss", 6, 1, ("Cut=4",)))
        states = {"swiss": event.path.read_bytes()}
        for number in range(1, 5):
            event.done("pair")
            states[f"cut {number}"] = event.path.read_bytes()
            event.decide(f"Cut {number}")
            states[f"cut {number} typed"] = event.path.read_bytes()
        event.done("standings")
        states["final"] = event.path.read_bytes()
        return states

    return played


@pytest.fixture
def at_state(cut_states, tmp_path):
    """Open a copy of the top 4 as it was at one of its steps."""

    def open_copy(state):
        event = CutFile(tmp_path / "event.xlsx")
        event.path.write_bytes(cut_states()[state])
        return event

    return open_copy


@pytest.fixture(scope="session")
def winners():
    """Who is to win, for ``CutFile.decide``: the higher or the lower seed."""
    return SimpleNamespace(higher=higher, lower=lower)


class MemoryEvent:
    """An event in no file: what an organizer types, and what the actions make of it."""

    def __init__(self, host):
        self.host = host

    @property
    def event(self):
        """The event as it reads now."""
        return read_event(self.host.read())

    def rows(self, tab):
        """The rows of a tab, by header."""
        header, *rows = self.host.read().sheets[tab].rows
        return [dict(zip_longest(header, row[: len(header)])) for row in rows if any(row)]

    def type(self, tab, row, **cells):
        """Type into a row of a tab, from 1; underscores stand for spaces."""
        header = self.host.read().sheets[tab].rows[0]
        places = {name: place for place, name in enumerate(header, 1)}
        typed = {(row, places[name.replace("_", " ")]): value for name, value in cells.items()}
        self.host.write([SetCells(tab, typed)])

    def setting(self, name, value):
        """Type a setting on Event."""
        read = self.event
        place = (read.setting_rows[name], read.event_tab.places["Value"])
        self.host.write([SetCells("Event", {place: value})])

    def shown(self, name):
        """What Event shows beside a setting, a formula worked out."""
        read, book = self.event, self.host.read()
        row, column = read.setting_rows[name], read.event_tab.places["Value"]
        typed = book.sheets["Event"].rows[row - 1][column - 1]
        return values(book)["Event"].get((row, column), typed)

    def play(self, tab):
        """Let Player 1 win both games at every table."""
        for number, row in enumerate(self.rows(tab), 2):
            if not row["Special"] and row["No 2"]:
                games = {"P1 Corp", "P1 Runner"} & row.keys()
                won = dict.fromkeys(games, "W") or {"Corp": 1, "Winner": 1}
                self.type(tab, number, **won)

    def log(self):
        """What was done, and to what."""
        return [(row["Action"], row["Details"]) for row in self.rows("Log")]


@pytest.fixture
def in_memory(new_host):
    """Begin an event of so many players, in no file, under some settings."""

    def begin(players=8, ruleset="nisei-swiss", **settings):
        names = [f"Player {number}" for number in range(1, players + 1)]
        return MemoryEvent(new_host(ruleset, names, **settings))

    return begin
