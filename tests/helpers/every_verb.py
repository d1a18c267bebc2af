"""An event of any ruleset, played in a file with every verb that writes."""

from __future__ import annotations

from random import Random
from typing import NamedTuple

from books import without_pages
from reporting import Phones
from untouched import Recording

from engine import RULESETS, TournamentError
from xlplugin.commands import demo
from xlplugin.ground.problems import OrganizerError
from xlplugin.ground.resources import sample, template
from xlplugin.hosts.closed_file.host import FileHost
from xlplugin.reports.record import Kind
from xlplugin.roster.parse import roster_in_file
from xlplugin.verbs import new_event
from xlplugin.verbs.entry import load
from xlplugin.verbs.list import VERBS
from xlplugin.workbook.book import Change, SetCells
from xlplugin.workbook.reading.language import in_english
from xlplugin.workbook.reading.reader import read_event
from xlplugin.workbook.writing.language import in_language

from typing_results import army

ACTIONS = {verb.name: verb.action for verb in VERBS if verb.action}
WRITING = {*ACTIONS} - {"check", "print"}
"""The verbs that change the workbook; ``print`` stands for those that draw something."""
NO_CUT = {"safe", "tiebreaker", "cut", "lists", "pair_selected"}
NO_SIDES = NO_CUT | {"matchups"}
CLOCK = {"clock", "start_clock", "pause_clock"}
NOT_UNDER = {
    "trc": NO_SIDES | CLOCK, "ntp": NO_SIDES, "nts": NO_SIDES | CLOCK | {"penalties"},
    "own": NO_SIDES | {"tiebreaker", "penalties"}, "hex": {"tiebreaker"}, "nisei-amalfi": CLOCK,
}  # fmt: skip
"""What rules do not have; ``nisei-amalfi`` is played over days."""
PLAYERS = 9
LATE = "Jon Juniper"


class Written(NamedTuple):
    """A write: the verb, or ``type`` for what is typed, the file before and after it, the changes."""

    verb: str
    before: bytes
    after: bytes
    changes: list[Change]


class Event:
    """An event in a file.

    Args:
        path: of a workbook that is not there yet.
        ruleset: its name.
        is_light: whether it is without the hidden tabs that Excel alone needs.
        settings: others than usual.
    """

    def __init__(self, path, ruleset, *, is_light=False, **settings):
        self.path, self.rules = path, RULESETS[ruleset]
        with sample(demo.ROSTERS.get(ruleset, demo.COMMON_ROSTER)) as roster:
            players = roster_in_file(roster, self.rules).players[:PLAYERS]
        settings = {"Rounds": "2", "Event seed": "7", "Event name": "Spring & <Cup>", **settings}
        with template(f"{ruleset}{path.suffix}") as blank:
            begun = without_pages(blank.read_bytes()) if is_light else blank.read_bytes()
        path.with_stem(f"{path.stem}-blank").write_bytes(begun)
        host = Recording(path, path.with_stem(f"{path.stem}-blank"))
        new_event.start_event(host, self.rules, players, settings)
        self.begun = Written("new", begun, path.read_bytes(), host.changes)

    def play(self):
        """Do everything that the rules have, and give each write."""
        yield from self._first_round()
        yield from self._second_round()
        yield from self._elimination()

    def _first_round(self):
        roster = self.path.with_name("late.csv")
        armies = [f"Army {n}" for n in range(1, 6)] if self.rules.armies else []
        lines = ["Name", *armies], [LATE, *(army(99, n) for n in range(1, 1 + len(armies)))]
        roster.write_text("\n".join(map(",".join, lines)), encoding="utf-8")
        yield from self.do("lists")
        yield from self.do("pair")
        yield from self.do("swap", "1", "2")
        yield from self.do("move", "3", 40)
        yield from self.do("pair_selected", [1, 2])
        yield from self.do("pair_again")
        yield from self.do("start_clock")
        yield from self.do("pause_clock")
        yield from self.do("clock", start=True)
        yield from self.do("add_players", roster)
        yield from self.do("number_players")
        yield from self.do("late", LATE)
        for what in ("slips", "names", "seats", "cards"):
            yield from self.do(f"print_{what}")
        if self.rules.penalties:
            yield self.type("Penalties", 2, "No", 1)
            infraction = self.rules.penalties.infractions[0].label
            yield self.type("Penalties", 2, "Infraction", infraction)
        yield from self.do("penalties")
        yield from self.do("codes", ["1"])
        yield self.set("Player reports", "Yes")
        self.report()
        yield from self.do("take")
        yield self.win()
        yield from self.do("standings")
        yield from self.do("cross_table")
        yield from self.do("matchups")

    def _second_round(self):
        yield self.set("Publish rounds", "When told")
        yield from self.do("pair")
        yield from self.do("publish")
        yield from self.do("undo")
        yield self.set("Publish rounds", None)
        yield from self.do("pair")
        yield from self.do("safe", top=4)
        yield self.win()
        yield from self.do("statistics")
        yield from self.do("matchups")

    def _elimination(self):
        tiebreaker = [*self.do("tiebreaker", 4)]
        yield from tiebreaker
        if tiebreaker:
            yield from self.do("undo")
        yield from self.do("cut", top=4)
        while self.rules.cut and not self.event().progress.is_over:
            yield self.win()
            yield from self.do("pair")
        yield from self.do("standings")
        yield from self.do("statistics")

    def do(self, verb, *arguments, **options):
        """Do what a verb does; nothing if the rules do not have it."""
        host = Recording(self.path)
        before = self.path.read_bytes()
        try:
            load(ACTIONS[verb])(host, *arguments, **options)
        except (TournamentError, OrganizerError):
            return
        yield Written(verb, before, self.path.read_bytes(), host.changes)

    def event(self):
        """The event as it is."""
        return read_event(FileHost(self.path).read())

    def book(self):
        """The workbook as it is, in English."""
        return in_english(FileHost(self.path).read())

    def type(self, tab, row, header, value):
        """Type a value into the column of a header."""
        column = self.book().sheets[tab].rows[0].index(header) + 1
        return self._typed(tab, {(row, column): value})

    def set(self, setting, value):
        """Choose a setting."""
        rows = self.book().sheets["Event"].rows
        row = next(n for n, cells in enumerate(rows, 1) if cells and cells[0] == setting)
        return self.type("Event", row, "Value", value)

    def win(self):
        """Type a result into every match of the newest round; both win a game where there are two."""
        event = self.event()
        tab = [*event.rounds, *event.cuts][-1]
        cells = dict(demo._typed(event, tab, Random(1)))
        second = tab.table.places.get("P1 Runner")
        cells = {place: "L" if place[1] == second else value for place, value in cells.items()}
        first = tab.table.places.get("P1 Corp")
        cells |= {place: "W" for place in cells if place[1] == first}
        return self._typed(tab.name, cells)

    def report(self):
        """Let both players of a table report a result on their phones."""
        event = self.event()
        tab = event.tabs[-1]
        match = next(m for m in tab.by_table if m.player2 and not m.special and tab.lacks_result(m))
        row, headers = tab.rows[match.player1].number, {v: h for h, v in tab.table.places.items()}
        typed = dict(demo._typed(event, tab, Random(1)))
        result = {headers[c]: value for (r, c), value in typed.items() if r == row}
        phones = Phones.of_file(self.path)
        for no in match.players:
            phones.keep(Kind.RESULT, no=no, pair=match.players, result=result)

    def _typed(self, tab, cells):
        host = Recording(self.path)
        before = self.path.read_bytes()
        host.write(in_language([SetCells(tab, cells)], host.read()))
        return Written("type", before, self.path.read_bytes(), host.changes)
