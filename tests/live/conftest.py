"""One event in two workbooks: a closed file, and one that Excel has open through xlwings."""

from __future__ import annotations

import copyreg
import csv
import importlib.util
import pickle
import re
import sys
from collections.abc import Callable
from datetime import UTC, datetime
from functools import cache
from io import BytesIO
from pathlib import Path

import pytest
from books import Unsaved, book_of
from click.testing import CliRunner
from openpyxl import load_workbook
from openpyxl.comments import Comment
from openpyxl.utils.bound_dictionary import BoundDictionary
from openpyxl.worksheet.dimensions import DimensionHolder

from xlplugin.doors.cli import main
from xlplugin.ground.languages import catalogue_of, speaking
from xlplugin.ground.names import known_as, named
from xlplugin.ground.problems import ERRORS
from xlplugin.hosts.closed_file.host import FileHost
from xlplugin.numbers import plan_tab
from xlplugin.verbs.pair import pair_round
from xlplugin.workbook.engine_errors import error_text
from xlplugin.workbook.reading.reader import read_event

from typing_results import army, typed_for


def _beside(name):
    """Load a module that lies beside this file, once."""
    if name not in sys.modules:
        spec = importlib.util.spec_from_file_location(name, Path(__file__).with_name(f"{name}.py"))
        module = importlib.util.module_from_spec(spec)
        sys.modules[name] = module
        spec.loader.exec_module(module)
    return sys.modules[name]


remote = _beside("remote")
compared = _beside("compared")
_WINDOWS = "pywin32", "excel_rules", "excel_pictures", "excel_cells", "excel_app", "com"
borrowed, languages, *_, com, _, applescript = map(
    _beside,
    ("borrowed", "languages", "excel_things", "mac_terms", "desktops", "cell_values", *_WINDOWS,
     "mac_excel", "applescript"),
)  # fmt: skip

import xlwings as xw  # noqa: E402

from xlplugin.hosts.excel.host import ExcelHost  # noqa: E402  (xlwings must be licensed before)

DESKTOPS = {"windows": com, "macos": applescript}
"""Modules with ``open_book``, and ``excel_of`` a book."""
PLATFORMS = ("lite", *DESKTOPS)

WHEN = datetime(2026, 11, 21, 10, 30, tzinfo=UTC)
NAMES = (
    "=1+1", "3-3", "TRUE", "007", "@x", "May 5", "\U0001f431 cat", "\u05e9\u05dc\u05d5\u05dd", "Ann",
)  # fmt: skip


def _reduced(held):
    """The widths or heights of a tab for ``pickle``, to which they would be a plain ``defaultdict``."""
    kind, factory = type(held), {"default_factory": held.default_factory}
    return kind.__new__, (kind,), (vars(held), factory), None, iter(held.items())


for kind in (BoundDictionary, DimensionHolder):
    copyreg.pickle(kind, _reduced)


def _typed(match, number, winner=0):
    """What is typed into a match; somebody wins who may be named, in odd rounds after a draw."""
    winner = winner or 1 + (match["No 1"] + number) % 2
    if "P1 Corp" in match and number % 2:
        return dict(zip(("P1 Corp", "P1 Runner"), ("DW", "WL")[winner - 1], strict=True))
    return typed_for(match, winner, number)


class Twins:
    """The same event as a file and in Excel: what is typed or clicked happens to both.

    Args:
        path: the file.
        begun: its workbook, as ``pickle`` has it, which is read much faster.
        platform: where Excel runs, one of ``PLATFORMS``.
        saved: whether the file is saved after every click.
        language: that of the workbook; tabs, headers and choices are given in English all the same.
        how: what else its opener is told: ``locale``, ``fullname``.
    """

    def __init__(self, path, begun=None, *, platform="lite", saved=False, language="en", **how):
        self.path, self.platform, self.saved, self.how = path, platform, saved, how
        self.language = catalogue_of(language)
        begun = begun or pickle.dumps(load_workbook(path))
        self.closed, self.live = pickle.loads(begun), pickle.loads(begun)  # noqa: S301  (ours)
        self.shown = remote.zero

    @property
    def closed(self):
        """The file's workbook as openpyxl has it."""
        return self._unsaved.workbook

    @closed.setter
    def closed(self, workbook):
        self._unsaved = Unsaved(workbook)

    def file(self):
        """The host on the file."""
        return FileHost(self.path) if self.saved else self._unsaved

    def local(self, kind, english):
        """A name as the workbook has it."""
        with speaking(self.language):
            return named(kind, english)

    def english(self, kind, local):
        """A name of the workbook in English."""
        with speaking(self.language):
            return known_as(kind, local)

    def _shown(self, tab, formula):
        return self.shown(tab, formula)

    def excel(self):
        """The book that Excel hands over now, and the host on it."""
        if self.platform == "lite":
            book = remote.remote_book(self.live, self.shown)
        else:
            open_book = DESKTOPS[self.platform].open_book
            book = open_book(self.live, shown=self._shown, **self.how)
        return book, ExcelHost(book)

    def click(self, action, *args, **kwargs):
        """Click once on either side; give back what Excel was asked to do."""
        book, host = self.excel()
        closed = _told(action, self.file(), *args, **kwargs)
        assert _told(action, host, *args, **kwargs) == closed
        if self.saved:
            self.closed = load_workbook(self.path)
        return self.perform(book)

    def select(self, book, tab, address):
        """Bring a tab to the front and select cells of it, as somebody does before a click."""
        if self.platform == "lite":
            book.api["book"]["active_sheet_index"] = self.live.sheetnames.index(tab)
            book.api["book"]["selection"] = address
        else:
            book.sheets[tab].activate()
            book.sheets[tab].range(address).select()
            self.asked(book).clear()

    def asked(self, book):
        """What Excel was asked to do: on the desktop it has been done, on the web it has not."""
        if self.platform == "lite":
            return remote.actions(book)
        assert self.faults_of(book) == []
        return self.excel_of(book).asked

    def excel_of(self, book):
        """The stand-in for Excel that has a book open, on the desktop."""
        return DESKTOPS[self.platform].excel_of(book)

    def faults_of(self, book):
        """What Excel could make no sense of, or was left with, on the desktop."""
        return self.excel_of(book).left_behind()

    def perform(self, book):
        """Do what Excel was asked to do, where it has not been done, and give it back."""
        done = self.asked(book)
        if self.platform == "lite":
            remote.replay(done, self.live)
        return done

    def differences(self):
        """In what the file and Excel's workbook differ."""
        return compared.differences(self.closed, self.live)

    def lost(self):
        """In what they differ that somebody has typed, or in their tabs: looks do not count."""
        return [line for line in self.differences() if _is_content(line.partition(": ")[0])]

    def same(self, action, *args, **kwargs):
        """Click once, after which both must be the same; give back what Excel was asked to do."""
        done = self.click(action, *args, **kwargs)
        assert not self.differences()
        return done

    def refused(self, action, *args, **kwargs):
        """Click once, which both must refuse with nothing done; give back why."""
        with pytest.raises(ERRORS) as closed:
            action(self.file(), *args, when=WHEN, **kwargs)
        book, host = self.excel()
        with pytest.raises(ERRORS) as live:
            action(host, *args, when=WHEN, **kwargs)
        assert type(live.value) is type(closed.value)
        assert error_text(live.value) == error_text(closed.value)
        assert self.asked(book) == []
        assert not self.differences()
        return str(live.value)

    def change(self, change: Callable):
        """Change both workbooks by hand."""
        self._unsaved.file = None
        for workbook in (self.closed, self.live):
            change(workbook)
        if self.saved:
            self.closed.save(self.path)

    def type(self, tab, row, **cells):
        """Type into a row of a tab; headers with a space are given as ``**{"No 1": 3}``."""
        tab = self.local("tab", tab)

        def change(workbook):
            places = {cell.value: cell.column for cell in workbook[tab][1]}
            for header, english in cells.items():
                value = self.local("choice", english) if isinstance(english, str) else english
                cell = workbook[tab].cell(row, places[self.local("column", header)])
                cell.value = value
                if isinstance(value, str):
                    cell.data_type = "s"
                remote.extend_filter(workbook[tab], remote.CellRange(cell.coordinate))

        self.change(change)

    def note(self, tab, address, text):
        """Put a note of one's own on a cell."""
        self.change(lambda workbook: setattr(workbook[tab][address], "comment", Comment(text, "")))

    def setting(self, name, value):
        """Type a setting on ``Event``."""
        event = self.live["Event"]
        row = next(r for r in range(1, event.max_row + 1) if event.cell(r, 1).value == name)
        self.type("Event", row, Value=value)

    def enter(self, name, **more):
        """Type a player into the first empty row of ``Players``."""
        tab = self.live[self.local("tab", "Players")]
        header = self.local("column", "Name")
        column = next(cell.column for cell in tab[1] if cell.value == header)
        row = next(r for r in range(2, 400) if tab.cell(r, column).value is None)
        self.type("Players", row, Name=name, **more)

    def is_over(self):
        """Whether the elimination has a champion."""
        return read_event(book_of(self.closed, "event.xlsx")).progress.is_over

    def newest(self):
        """The newest tab with matches."""
        tabs = (self.english("tab", tab) for tab in self.live.sheetnames)
        names = [n for n in tabs if not n.endswith("undone")]
        cuts = [name for name in names if re.match(r"Cut \d", name)]
        found = cuts or [n for n in names if n == "Tiebreaker"]
        found = found or [name for name in names if name.startswith("Round ")]
        return max(found, key=lambda name: int(name.rpartition(" ")[2]) if " " in name else 0)

    def matches(self, tab):
        """The matches of a tab as they read, by row."""
        sheet = self.live[self.local("tab", tab)]
        headers = {self.english("column", c.value): c.column for c in sheet[1] if c.value}
        rows = {
            row: {header: sheet.cell(row, column).value for header, column in headers.items()}
            for row in range(2, sheet.max_row + 1)
        }
        return {row: match for row, match in rows.items() if isinstance(match["Table"], int)}

    def decide(self, winner=0):
        """Type results into every match of the newest tab that has none."""
        tab = self.newest()
        number = int("".join(filter(str.isdigit, tab)) or 0)
        found = {
            row: _typed(match, number, winner)
            for row, match in self.matches(tab).items()
            if not match["Special"]
        }

        for row, cells in found.items():
            self.type(tab, row, **cells)


def _is_content(place):
    tab, _, what = place.rpartition("!")
    return not tab or re.fullmatch(r"[A-Z]+\d+|notes|merged", what) is not None


def _told(action, host, *args, **kwargs):
    """What a click said."""
    result = action(host, *args, when=WHEN, **kwargs)
    return list(getattr(result, "warnings", [])), getattr(result, "tab", result)


@pytest.fixture(scope="session")
def new_file(tmp_path_factory):
    """The bytes of a new event: made once, with names that look like something else."""

    @cache
    def made(ruleset, players=9, settings=(), language="en"):
        folder = tmp_path_factory.mktemp("new")
        names = [*NAMES, *(f"Player {n}" for n in range(len(NAMES) + 1, players + 1))][:players]
        header, rows = ["Name"], [[name] for name in names]
        if ruleset == "hex":
            header += [f"Army {n}" for n in range(1, 6)] + [f"Final army {n}" for n in range(1, 4)]
            rows = [
                [name, *(army(no, int(h[-1])) for h in header[1:])]
                for no, name in enumerate(names, 1)
            ]
        with (folder / "roster.csv").open("w", encoding="utf-8", newline="") as file:
            csv.writer(file).writerows([header, *rows])
        options = ["Event seed=7", "Event name==1+1 & Co", *settings]
        made = CliRunner().invoke(
            main,
            ["--language", language, "new", str(folder / "event.xlsx"), "--ruleset", ruleset,
             "--players", str(folder / "roster.csv"),
             *(part for option in options for part in ("--set", option))],
            catch_exceptions=False,
        )  # fmt: skip
        assert made.exit_code == 0, made.output
        workbook = load_workbook(folder / "event.xlsx")
        with speaking(catalogue_of(language)):
            of_players, of_penalties = named("tab", "Players"), named("tab", "Penalties")
        workbook[of_players].delete_rows(players + 7, 400)  # fewer spare rows are read much faster
        if of_penalties in workbook.sheetnames:
            workbook[of_penalties].delete_rows(12, 400)
        workbook.save(folder / "event.xlsx")
        return (folder / "event.xlsx").read_bytes()

    return made


@pytest.fixture(scope="session", name="remote")
def remote_module():
    """What xlwings Lite sends and Excel does: the module beside this file."""
    return remote


@pytest.fixture(scope="session", name="com")
def com_module():
    """Excel on Windows: the module beside this file."""
    return com


@pytest.fixture(scope="session", name="mac")
def mac_module():
    """Excel on macOS: the module beside this file."""
    return applescript


@pytest.fixture(scope="session", name="languages")
def languages_module():
    """What Excel speaks: the module beside this file."""
    return languages


@pytest.fixture(scope="session")
def pictured():
    """The pictures of a tab, each with its place, its size, its bytes and its text."""
    return compared.pictured


@pytest.fixture(scope="session")
def differences():
    """In what two workbooks differ."""
    return compared.differences


@pytest.fixture(scope="session")
def when():
    """The time of every click, for the log."""
    return WHEN


@pytest.fixture(scope="session")
def twins_of():
    """The class of twins, for a file of one's own."""
    return Twins


@pytest.fixture(scope="session")
def begun(new_file):
    """Workbooks of events, as ``pickle`` has them: each is played once, and the others begin there."""

    @cache
    def begin(ruleset, players, settings, rounds, unfinished, language="en"):
        if unfinished:
            twins = Twins(None, begin(ruleset, players, settings, rounds, unfinished=False))
            twins.click(pair_round)
        elif rounds:
            twins = Twins(None, begin(ruleset, players, settings, rounds - 1, unfinished=True))
            twins.decide()
        else:
            file = new_file(ruleset, players, settings, language)
            return pickle.dumps(load_workbook(BytesIO(file)))
        return pickle.dumps(twins.live)

    return begin


@pytest.fixture
def new_twins(begun, tmp_path):
    """Start an event as twins, after so many rounds with their results, or with a round to be played."""

    def new(ruleset="nisei-swiss", players=9, settings=(), *, rounds=0, unfinished=False, **kwargs):
        path = tmp_path / "event.xlsx"
        language = kwargs.get("language", "en")
        workbook = begun(ruleset, players, tuple(settings), rounds, unfinished, language)
        if kwargs.get("saved"):
            pickle.loads(workbook).save(path)  # noqa: S301  (ours)
        return Twins(path, workbook, **kwargs)

    return new


@pytest.fixture
def of_few(monkeypatch):
    """Simulate few events for a plan, and draw few results for the chances of a cut."""
    simulate = plan_tab.simulate
    monkeypatch.setattr(plan_tab, "simulate", lambda plan, *_: simulate(plan, 5, 1))
    monkeypatch.setattr("engine.chances.chances.SAMPLES", 20)


@pytest.fixture(params=PLATFORMS)
def platform(request):
    """Wherever Excel runs, one after the other."""
    return request.param


@pytest.fixture(autouse=True)
def _appscript(monkeypatch):
    """Let code that runs on macOS find appscript there, and no Excel of another test."""
    applescript.forget()
    monkeypatch.setitem(sys.modules, "appscript", applescript.modules["appscript"])


@pytest.fixture(autouse=True)
def _engine():
    """Leave xlwings with the engine that it had: on Linux none."""
    before = xw.engines.active
    yield
    xw.engines.active = before
