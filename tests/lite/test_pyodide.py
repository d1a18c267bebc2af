"""Whole events in Python as xlwings Lite has it: a workbook in, recorded actions out.

Each click is made twice: on a file, and in WebAssembly by the scripts of the release's folder
``personal``, whose actions are then done to a copy of that file as Excel would do them.
"""

from __future__ import annotations

import json
import shutil
import zipfile
from datetime import UTC, datetime
from functools import cache
from typing import NamedTuple

import pytest
from books import Unsaved
from click.testing import CliRunner
from defusedxml.ElementTree import fromstring
from openpyxl import load_workbook

from xlplugin.doors.cli import main
from xlplugin.ground.problems import ERRORS
from xlplugin.verbs import cut as cutting
from xlplugin.verbs.add_players import number_players
from xlplugin.verbs.list import BUTTONS
from xlplugin.verbs.pair import pair_round
from xlplugin.verbs.standings import write_standings
from xlplugin.verbs.undo import undo_round
from xlplugin.verbs.ways import clicked
from xlplugin.workbook.engine_errors import error_text

WHEN = datetime(2026, 5, 2, 10, 30, tzinfo=UTC)
START = """
import json
import sys
from datetime import datetime
from functools import partial
import tournament
import xlwings as xw
from xlplugin.doors import buttons
from xlwings.server import (
    custom_functions_call, custom_functions_meta, custom_scripts_call, custom_scripts_meta
)
buttons.click = partial(buttons.click, when=datetime.fromisoformat(json.loads(given)["when"]))
"""
FIRST = """
import json
import tournament
import xlwings as xw
from xlwings.server import custom_scripts_call
"""
CLICK = """
asked = json.loads(given)
book = xw.Book(json=asked["payload"])
await custom_scripts_call(
    tournament, asked["script"], typehint_to_value={xw.Book: book}, args=asked["args"]
)
json.dumps(book.json()["actions"])
"""
FUNCTIONS = """
asked = json.loads(given)
event, players, *rounds = asked["tabs"]
call = {"func_name": "standings", "args": [event, players, rounds], "version": xw.__version__,
        "client": "Office.js", "content_language": "en-US", "date_format": "m/d/yyyy",
        "culture_info_name": "en-US", "runtime": "1.4", "caller_address": "Sheet1!A1"}
offered = sorted(f["name"] for f in custom_functions_meta(tournament)["functions"])
json.dumps({"offered": offered, "standings": await custom_functions_call(call, tournament)})
"""
OFFERED = "json.dumps([script['name'] for script in custom_scripts_meta(tournament)])"
TABLES = ("pandas", "numpy", "openpyxl", "defusedxml", "click", "rich")
ON_A_FILE = {
    "pair_next_round": lambda host: pair_round(host, when=WHEN),
    "pair_again": lambda host: pair_round(host, again=True, when=WHEN),
    "write_standings": lambda host: write_standings(host, when=WHEN),
    "cut": lambda host: cutting.cut(host, None, when=WHEN),
    "undo": lambda host: undo_round(host, when=WHEN),
    "number_new_players": lambda host: number_players(host, when=WHEN),
}


class Event(NamedTuple):
    """An event, and what is typed into its matches, in turn."""

    players: int
    rounds: int
    results: tuple[dict[str, object], ...]
    settings: tuple[str, ...] = ()


EVENTS = {
    "nisei-swiss": Event(
        9,
        2,
        (
            {"P1 Corp": "W", "P1 Runner": "W"},
            {"P1 Corp": "W", "P1 Runner": "L"},
            {"P1 Corp": "L", "P1 Runner": "D"},
            {"Corp": 1, "Winner": 1},
        ),
        ("Cut=4", "Elimination=Double", "Rounds=2"),
    ),
    "hex": Event(6, 1, ({"HQ 1": 20, "HQ 2": 3}, {"HQ 1": 0, "HQ 2": 11}), ("Rounds=2",)),
    "trc": Event(
        7,
        1,
        (
            {"G1 P1": 10, "G1 P2": 4, "G2 P1": 10, "G2 P2": 0},
            {"G1 P1": 6, "G1 P2": 10, "G2 P1": 10, "G2 P2": 1},
        ),
        ("Rounds=2",),
    ),
}


class Clicked(NamedTuple):
    """What a click came to: on the file, and in Lite."""

    script: str
    refused: str
    alerts: list[str]
    differences: list[str]


class Desk:
    """A workbook that is kept twice: as a file has it, and as xlwings Lite has it."""

    def __init__(self, folder, ruleset, event, lite, live):
        self._folder, self.event, self.clicked = folder, event, []
        self._lite, self._live = lite, live
        path, roster = folder / "event.xlsx", folder / "roster.csv"
        names = [f"Player {n}" for n in range(1, event.players + 1)]
        roster.write_text("\n".join(["Name", *names]), encoding="utf-8")
        options = [f"--set={setting}" for setting in ("Event seed=7", *event.settings)]
        told = CliRunner().invoke(
            main, ["new", str(path), "--ruleset", ruleset, "--players", str(roster), *options]
        )
        assert told.exit_code == 0, told.output
        self.file, self.lite = load_workbook(path), load_workbook(path)

    def click(self, script, arguments=()):
        """Click on both, and compare; whether the file was written."""
        refused = ""
        opened = Unsaved(self.file)
        try:
            with clicked():
                ON_A_FILE[script](opened)
        except ERRORS as error:
            refused = error_text(error)
        self.file = opened.workbook
        done = self.in_lite(script, arguments)
        self._live.replay(done, self.lite)
        alerts = [action["args"][0] for action in done if action["func"] == "alert"]
        found = self._live.differences(self.file, self.lite)
        self.clicked.append(Clicked(script, refused, alerts, found))
        return not refused

    def in_lite(self, script, arguments=()):
        """Run a script of ``tournament.py``, and give the actions that Excel is asked for."""
        payload = self._live.payload(self.lite)
        return json.loads(self._lite.run(CLICK, payload=payload, script=script, args=arguments))

    def type(self):
        """Type results into every match of the tab in front that has none."""
        for sheet in (self.file.active, self.lite.active):
            places = {cell.value: cell.column for cell in sheet[1]}
            results = [r for r in self.event.results if r.keys() <= places.keys()]
            for row in range(2, sheet.max_row + 1):
                if sheet.cell(row, places["Table"]).value is None:
                    continue
                if sheet.cell(row, places["Special"]).value is None:
                    for header, value in results[row % len(results)].items():
                        sheet.cell(row, places[header]).value = value

    def type_name(self, name):
        """Type a name below the others."""
        for workbook in (self.file, self.lite):
            typed = {
                "func": "setValues", "values": [[name]],
                "sheet_position": workbook.sheetnames.index("Players"),
                "start_row": self.event.players + 1, "row_count": 1,
                "start_column": 1, "column_count": 1,
            }  # fmt: skip
            self._live.replay([typed], workbook)

    def saved(self):
        """Save both, and give the files."""
        paths = self._folder / "file.xlsx", self._folder / "lite.xlsx"
        for workbook, path in zip((self.file, self.lite), paths, strict=True):
            workbook.save(path)
        return paths

    def play(self):
        """Click and type from the first round to the last standings."""
        for _ in range(self.event.rounds):
            self.click("pair_next_round")
            self.type()
            self.click("write_standings")
        if self.event.settings[0].startswith("Cut"):
            self.click("cut")
            self.type()
            while self.click("pair_next_round"):
                self.type()
            self.click("write_standings")


@pytest.fixture(scope="module")
def started(lite, untraced):
    """Give the running Python, with the scripts imported and the time standing still."""
    lite.run(START, when=WHEN.isoformat())
    return lite


@pytest.fixture(scope="module")
def desk(started, live, tmp_path_factory):
    """Make a workbook for an event of a ruleset."""

    def made(ruleset):
        return Desk(tmp_path_factory.mktemp("desk"), ruleset, EVENTS[ruleset], started, live)

    return made


@pytest.fixture(scope="module")
def played(desk):
    """Play an event from the first round to the last standings, once."""

    @cache
    def play(ruleset):
        event = desk(ruleset)
        event.play()
        return event

    return play


@pytest.mark.parametrize("ruleset", EVENTS)
def test_every_click_of_an_event_writes_what_it_writes_to_a_file(played, live, ruleset):
    """From the first round to the last standings the two workbooks are the same."""
    event = played(ruleset)
    assert {n: c for n, c in enumerate(event.clicked) if c.differences} == {}
    final = "Final standings" if ruleset == "nisei-swiss" else f"Standings {event.event.rounds}"
    assert event.lite.active.title == final
    assert live.differences(*event.saved()) == []


def test_an_event_is_over_when_its_champion_is_known(played):
    """Of all clicks from the first round on only the one after the last game is refused."""
    event = played("nisei-swiss")
    over = [click for click in event.clicked if click.refused]
    assert [click.script for click in over] == ["pair_next_round"]
    assert over[0] is event.clicked[-2]
    assert over[0].alerts == [over[0].refused]


def test_what_is_refused_is_told_and_nothing_is_written(desk):
    """A click that cannot be done says why, as the command does."""
    event = desk("nisei-swiss")
    event.click("write_standings")
    event.click("undo", [True])
    told = [click.alerts for click in event.clicked]
    assert [len(alerts) for alerts in told] == [1, 1]
    assert "no round has been played" in told[0][0]
    assert event.clicked[1].refused in told[1][0]
    assert [c for c in event.clicked if c.differences] == []


def test_second_thoughts_and_late_players(desk):
    """A round is paired again, taken back, and paired with a player who came late."""
    event = desk("nisei-swiss")
    for script, arguments in (("pair_next_round", ()), ("pair_again", ()), ("undo", [True])):
        event.click(script, arguments)
    event.type_name("Player Late")
    event.click("number_new_players")
    event.click("pair_next_round")
    assert [c for c in event.clicked if c.refused or c.differences] == []


def test_undo_asks_for_its_box(desk):
    """Without the tick nothing is taken back, and the message says what to do."""
    event = desk("nisei-swiss")
    event.click("pair_next_round")
    (asked,) = event.in_lite("undo")
    assert asked["func"] == "alert"
    assert "tick really_undo" in asked["args"][0]


@pytest.mark.parametrize(
    "script", ["check", "export", "tiebreaker_round", "print_slips", "add_players"]
)
def test_other_buttons_are_foreseen(desk, script):
    """Whatever is clicked in the middle of an event, it is done or it is said why not."""
    event = desk("nisei-swiss")
    event.click("pair_next_round")
    event.type()
    done = event.in_lite(script)
    told = "".join(action["args"][0] for action in done if action["func"] == "alert")
    assert done
    assert "Unexpected error" not in told


def test_formats_are_compared_without_other_processes(desk, started):
    """A browser has none to start: the click does all of it by itself, here of few events."""
    started.run(
        "from xlplugin.numbers import plan_tab; plan_tab.FEWEST_EVENTS = plan_tab.MOST_EVENTS = 4"
    )
    done = desk("nisei-swiss").in_lite("plan_event")
    assert [action["args"][0] for action in done if action["func"] == "alert"] == []
    assert "Plan" in [a["args"][0] for a in done if a["func"] == "setSheetName"]


def test_nothing_that_lite_must_download_is_needed(started):
    """Pairing, standings and the cut do without pandas, and without what a closed file needs."""
    python = f"json.dumps([name for name in {TABLES} if name in sys.modules])"
    assert json.loads(started.run(python)) == []


def test_worksheet_functions_are_found_and_answer(desk, started):
    """``=STANDINGS(...)`` is offered, and gives what the button writes."""
    event = desk("nisei-swiss")
    event.click("pair_next_round")
    event.type()
    event.click("write_standings")
    tabs = [[list(row) for row in event.lite[t].values] for t in ("Event", "Players", "Round 1")]
    answer = json.loads(started.run(FUNCTIONS, tabs=tabs))
    assert answer["offered"] == ["PLAYER_RECORD", "STANDINGS"]
    heads, *rows = event.lite["Standings 1"].values
    known = [heads.index(header) for header in ("Rank", "Player", "Points")]
    shown = [answer["standings"][0].index(header) for header in ("Rank", "Player", "Points")]
    assert [[row[place] for place in shown] for row in answer["standings"][1:]] == [
        [row[place] for place in known] for row in rows if row[known[0]] is not None
    ]


def test_the_scripts_are_offered(started):
    """Each has a name of its own, and is found where it is defined."""
    offered = json.loads(started.run(OFFERED))
    assert sorted(offered) == sorted(button.label for _, button in BUTTONS)


# The first click after a start


@pytest.fixture(scope="module")
def blank(have, live):
    """What Lite sends of a workbook of the release into which names were typed."""
    workbook = load_workbook(have.workbooks / "nisei-swiss.xlsx")
    for row, name in enumerate(("Ann", "Bea", "Cal", "Dee"), 2):
        workbook["Players"].cell(row, 2).value = name
    return live.payload(workbook)


def _paired(lite, payload):
    """What Excel is asked for by the first click after a start, and what is said."""
    done = json.loads(lite.run(FIRST + CLICK, payload=payload, script="pair_next_round", args=()))
    said = [action["args"][0] for action in done if action["func"] == "alert"]
    return [action["args"][0] for action in done if action["func"] == "setSheetName"], said


@pytest.mark.parametrize("place", ["/data/personal", "/personal"], ids=["imported", "mounted"])
def test_the_folder_is_all_that_is_needed(fresh, have, blank, place):
    """Imported or mounted, the first click pairs a round, with nothing downloaded."""
    fresh.drop(have.personal, place)
    fresh.restart(place)
    assert _paired(fresh, blank) == (["Round 1"], [])


def test_a_workbook_of_the_release_needs_nothing_to_be_dropped(fresh, have, blank, tmp_path):
    """Its script brings xlplugin along; a cache that is cleared loses nothing."""
    with zipfile.ZipFile(have.workbooks / "nisei-swiss.xlsx") as archive:
        extension = fromstring(archive.read("xl/webextensions/webextension1.xml"))
    (script,) = (json.loads(e.get("value")) for e in extension.iter() if e.get("name") == "main.py")
    (tmp_path / "tournament.py").write_text(script, encoding="utf-8")
    fresh.drop(tmp_path, "/own")
    fresh.restart("/own")
    assert _paired(fresh, blank) == (["Round 1"], [])


def test_a_newer_release_is_dropped_over_an_older_one(fresh, have, blank, tmp_path):
    """The newest wheel of the folder is taken, not the one whose name comes last."""
    shutil.copytree(have.personal, tmp_path, dirs_exist_ok=True)
    (newest,) = tmp_path.glob("*.whl")
    newest.rename(tmp_path / "xlplugin-0.10.0-py3-none-any.whl")
    (tmp_path / "xlplugin-0.9.0-py3-none-any.whl").write_bytes(b"")
    fresh.drop(tmp_path)
    fresh.restart()
    assert _paired(fresh, blank) == (["Round 1"], [])


def test_a_missing_wheel_is_named(fresh, have, blank, tmp_path):
    """Who drops the scripts alone is told to drop the folder."""
    shutil.copy(have.personal / "tournament.py", tmp_path)
    fresh.drop(tmp_path)
    fresh.restart()
    made, (told,) = _paired(fresh, blank)
    assert made == []
    assert told.startswith("xlplugin is not here: drop the whole folder personal")
    assert told.endswith("Nothing was written.")


def test_an_old_xlwings_is_named(fresh, have, blank):
    """A workbook keeps the xlwings that it began with; the message says how to renew it."""
    fresh.drop(have.personal)
    fresh.restart()
    fresh.run("import xlwings; xlwings.__version__ = '0.36.17'")
    made, (told,) = _paired(fresh, blank)
    assert made == []
    assert told.startswith("This workbook uses xlwings 0.36.17, which is too old: write xlwings>=")
