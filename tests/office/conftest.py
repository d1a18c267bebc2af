"""A LibreOffice without a window for the tests of one worker, and events that it has open."""

from __future__ import annotations

import importlib.util
import re
import shutil
import sys
from dataclasses import replace
from datetime import UTC, datetime
from functools import cache, partial
from pathlib import Path

import pytest
from books import without_pages

from engine import ruleset_named
from engine.model import Player
from xlplugin.doors import clicks
from xlplugin.ground.problems import ERRORS
from xlplugin.ground.resources import template
from xlplugin.hosts.closed_file.host import FileHost
from xlplugin.hosts.selection import Selection
from xlplugin.verbs.new_event import start_event
from xlplugin.workbook.book import SetCells
from xlplugin.workbook.engine_errors import error_text
from xlplugin.workbook.layouts.tab_names import UNDONE
from xlplugin.workbook.live_patterns import is_pattern
from xlplugin.workbook.reading.next_step import newest_tab
from xlplugin.workbook.reading.reader import read_event

from offices import running_office
from typing_results import army, typed_for

HERE = Path(__file__).parent
ROOT = HERE.parents[1]
WHEN = datetime(2026, 11, 21, 10, 30, tzinfo=UTC)
NAMES = ("=1+1", "3-3", "TRUE", "007", "'x", "May 5", "\U0001f431 cat", "\u05e9\u05dc\u05d5\u05dd")
HEIGHT, A_PIXEL = re.compile(r".*!\d+ is high: ([\d.]+), ([\d.]+)"), 1.25
"""In points: LibreOffice rounds the heights that it reads from a file."""


@pytest.fixture(scope="session")
def office(tmp_path_factory):
    """The LibreOffice of all tests."""
    with running_office(tmp_path_factory.mktemp("office")) as asked:
        yield asked


class Clicked(FileHost):
    """A closed file that is clicked as if a program had it open."""

    is_remote, folder = False, None

    def __init__(self, path, folder, selected):
        super().__init__(path)
        self.folder, self.selected = folder, selected

    def printed(self, _workbook):
        """Nothing: no program is here to print it."""
        return b""


class Twins:
    """The same event in a closed file and open in LibreOffice: what is typed or clicked happens to both.

    Args:
        office: the LibreOffice.
        closed: the file; the other one is a copy of it.
        kind: of the workbook that LibreOffice has open, ``.xlsx`` or ``.ods``.
    """

    def __init__(self, office, closed, kind=".xlsx"):
        self.office, self.closed, self.kind = office, closed, kind
        self.live = closed.parent / "live" / closed.with_suffix(kind).name
        self.live.parent.mkdir()
        if kind == closed.suffix:
            shutil.copy(closed, self.live)
        else:
            office.saved(source=str(closed), path=str(self.live))
        office.open(path=str(self.live))

    def file(self):
        """The host on the file."""
        return FileHost(self.closed)

    def click(self, action, *arguments, **named):
        """Click once on either side; both must say the same. Gives what was said."""
        try:
            result = action(self.file(), *arguments, when=WHEN, **named)
            said = {"told": [list(result.warnings), result.tab]}
        except ERRORS as error:
            said = {"refused": [type(error).__name__, error_text(error)]}
        there = self.office.click(
            action=f"{action.__module__}:{_name_of(action)}",
            arguments=arguments, named=named, when=WHEN.isoformat(),
        )  # fmt: skip
        assert {key: there[key] for key in said if key in there} == self._as_live(said)
        return said

    def _as_live(self, said):
        return {key: [self._renamed(part) for part in value] for key, value in said.items()}

    def _renamed(self, part):
        if isinstance(part, list):
            return [self._renamed(each) for each in part]
        if not isinstance(part, str):
            return part
        folders = str(self.closed.parent), str(self.live.parent)
        return part.replace(*folders).replace(self.closed.name, self.live.name)

    def press(self, verb, *answers, at=None):
        """Press a button on either side, with cells of a tab selected; both must say the same.

        Args:
            verb: what its button asks for.
            answers: what is typed where it asks.
            at: a tab, and cells by row and column.
        """
        areas = at and Selection(at[0], tuple((*cell, *cell) for cell in at[1]))
        folder = self.closed.parent if self.live.parent.is_dir() else None
        host = Clicked(self.closed, folder, areas)
        try:
            result = clicks.VERBS[verb](host, WHEN, *answers)
            problems = list(map(str, result.problems))
            said = {"told": [result.message, list(result.warnings), result.tab, problems]}
        except ERRORS as error:
            said = {"refused": [type(error).__name__, error_text(error)]}
        there = self.office.press(verb=verb, answers=answers, at=at, when=WHEN.isoformat())
        assert there == self._as_live(said), verb
        self.compare()
        return said

    def cells(self, tab, header, *rows):
        """Cells of a column, by its header: what may be selected."""
        column = self.file().read().sheets[tab].rows[0].index(header) + 1
        return tab, [(row, column) for row in rows]

    def same(self, action, *arguments, **named):
        """Click once, after which both must hold the same; gives what was said."""
        said = self.click(action, *arguments, **named)
        assert "told" in said, said
        self.compare()
        return said

    def compare(self):
        """Both must have the same tabs in the same order, with the same cells."""
        live, closed = self.office.book(), self.file().read()
        shown = {name: tab for name, tab in live.sheets.items() if not name.endswith(UNDONE)}
        assert list(shown) == list(closed.sheets)
        for name, tab in closed.sheets.items():
            assert _cells(shown[name]) == _cells(tab), name

    def type(self, tab, row, **cells):
        """Type into a row of a tab; headers with a space are given as ``**{"No 1": 3}``."""
        self.type_rows(tab, {row: cells})

    def type_rows(self, tab, rows):
        """Type into some rows of a tab, by header."""
        host = self.file()
        headers = host.read().sheets[tab].rows[0]
        typed = [
            (row, headers.index(header) + 1, value)
            for row, cells in rows.items()
            for header, value in cells.items()
        ]
        host.write([SetCells(tab, {(row, column): value for row, column, value in typed})])
        self.office.type(tab=tab, cells=typed)

    def enter(self, name):
        """Type a player into the first empty row of ``Players``; gives its number."""
        headers, *rows = self.file().read().sheets["Players"].rows
        place = headers.index("Name")
        taken = [n for n, row in enumerate(rows, 2) if len(row) > place and row[place]]
        self.type("Players", max(taken) + 1, Name=name)
        return max(taken) + 1

    def newest(self):
        """The newest tab with matches."""
        return newest_tab(read_event(self.file().read())).name

    def decide(self, tab, winner=0):
        """Type results into every match of a tab that has none."""
        headers, *rows = self.file().read().sheets[tab].rows
        number = int("".join(filter(str.isdigit, tab)) or 0)
        found = {}
        for place, row in enumerate(rows, 2):
            match = dict.fromkeys(headers) | dict(zip(headers, row, strict=False))
            if isinstance(match["Table"], int) and not match["Special"]:
                side = winner or 1 + (match["No 1"] + number) % 2
                found[place] = typed_for(match, side, number)
        self.type_rows(tab, found)

    def is_over(self):
        """Whether the elimination has a champion."""
        return read_event(self.file().read()).progress.is_over

    def kept(self, folder):
        """Both workbooks as LibreOffice saves them, the file's first."""
        paths = [folder / f"{name}.xlsx" for name in ("closed", "live")]
        self.office.save(path=str(paths[1]))
        self.office.saved(source=str(self.closed), path=str(paths[0]), is_clicked=True)
        return paths


def _name_of(action):
    """The name under which a module has an action: its own may be that of what it was made from."""
    there = vars(sys.modules[action.__module__])
    return next(name for name, value in there.items() if value is action)


def _cells(tab):
    """What a tab holds; a file keeps no more digits, and its reading may end with empty rows."""
    rows = [
        [float(f"{cell:.12g}") if isinstance(cell, float) else cell for cell in row]
        for row in tab.rows
    ]
    while rows and not rows[-1]:
        rows.pop()
    return rows, sorted(tab.merged)


def new_event(path, blank, ruleset, players=9, settings=()):
    """Make the workbook of a new event, some of its names like something else."""
    rules = ruleset_named(ruleset)
    names = [*NAMES, *(f"Player {n}" for n in range(len(NAMES) + 1, players + 1))][:players]
    roster = [Player(0, name) for name in names]
    if ruleset == "hex":
        headers = [*(f"Army {n}" for n in range(1, 6)), *(f"Final army {n}" for n in range(1, 4))]
        roster = [
            replace(player, details={header: army(no, int(header[-1])) for header in headers})
            for no, player in enumerate(roster, 1)
        ]
    options = {"Event seed": "7", "Event name": "=1+1 & Co", **dict(settings)}
    start_event(FileHost(path, blank), rules, roster, options, when=WHEN)
    return path


@pytest.fixture(scope="session")
def light_template(tmp_path_factory):
    """Give a ruleset's template without the hidden tabs that Excel alone needs: they take long to open."""
    folder = tmp_path_factory.mktemp("templates")

    @cache
    def light(ruleset):
        path = folder / f"{ruleset}.xlsx"
        with template(path.name) as whole:
            path.write_bytes(without_pages(whole.read_bytes()))
        return path

    return light


@pytest.fixture(scope="session")
def twins_in(office, light_template):
    """Start an event as twins in some folder; ``is_whole`` is with all hidden tabs."""

    def new(folder, ruleset="nisei-swiss", players=9, kind=".xlsx", *, is_whole=False, **settings):
        path = folder / "event.xlsx"
        with template(f"{ruleset}.xlsx") as whole:
            blank = whole if is_whole else light_template(ruleset)
            new_event(path, blank, ruleset, players, settings)
        return Twins(office, path, kind)

    return new


@pytest.fixture
def new_twins(twins_in, tmp_path):
    """Start an event as twins."""
    return partial(twins_in, tmp_path)


def _compared():
    """The module beside the tests of Excel that compares two files."""
    spec = importlib.util.spec_from_file_location("compared", ROOT / "tests/live/compared.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    module._style_of = lambda _cell: ""  # LibreOffice writes other names of styles than it reads
    return module


@pytest.fixture(scope="session")
def differences():
    """In what two workbooks differ that LibreOffice has saved, but for heights by a pixel.

    Tabs that Excel copies new ones from do not count: nothing is done to them.
    """
    compared = _compared()

    def found(one, two):
        return [
            line
            for line in compared.differences(one, two, headings=True)
            if not is_pattern(line.partition("!")[0])
            and not (
                (high := HEIGHT.fullmatch(line)) and abs(float(high[1]) - float(high[2])) < A_PIXEL
            )
        ]

    return found
