"""The event that a workbook holds, as read."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import NamedTuple

from engine import Elimination, Match, Player, Progression, Round, Ruleset, Special, Stage
from engine.elimination.progress import Fixture, Progress
from engine.formats.netrunner import CORP
from engine.match_format import SPECIAL, EliminationFormat, MatchFormat, is_blank
from engine.model import Tournament, Value
from engine.reasons import Reason
from xlplugin.ground.names import named
from xlplugin.ground.problems import Problem, WorkbookProblems
from xlplugin.ground.texts import t
from xlplugin.workbook.book import Book
from xlplugin.workbook.layout import CellValue
from xlplugin.workbook.layouts import event_tab, round_tabs, tab_names
from xlplugin.workbook.layouts.event_tab import Setting
from xlplugin.workbook.reading import version_0_1
from xlplugin.workbook.reading.read_players import club, groups_by, is_here, labels
from xlplugin.workbook.table import Row, Table, folded, one_line


@dataclass(slots=True)
class RoundTab:
    """A round tab as read: its table, its matches, and where a result is missing.

    ``in_touch`` holds Player 1 of each match whose players have written to each other, where that is
    ticked; ``extra_minutes`` what the table of such a Player 1 has longer; ``byes_second`` the players
    whose bye stands on Player 2's side; ``rows`` the row of each player. In the tabs after the Swiss
    rounds, ``walkovers`` holds the match, as it counts, of each row whose result follows from a player
    having left, ``fixtures`` the game of the bracket by its players, and ``ranks`` the seed or rank by which
    the higher of two players is known.
    """

    number: int
    table: Table
    stage: Stage = Stage.SWISS
    matches: list[Match] = field(default_factory=list)
    missing: list[Problem] = field(default_factory=list)
    byes_second: set[int] = field(default_factory=set)
    rows: dict[int, Row] = field(default_factory=dict)
    walkovers: dict[int, Match] = field(default_factory=dict)
    fixtures: Mapping[frozenset[int], Fixture] = field(default_factory=dict)
    ranks: Mapping[int, int] = field(default_factory=dict)
    in_touch: set[int] = field(default_factory=set)
    extra_minutes: dict[int, int] = field(default_factory=dict)

    @property
    def has_in_touch(self) -> bool:
        """True if it has the column in which it is ticked that two have written to each other."""
        header = round_tabs.IN_TOUCH.header
        return header in self.table.layout.headers() and header in self.table.places

    @property
    def name(self) -> str:
        """The name of the tab."""
        return self.table.sheet.name

    @property
    def is_complete(self) -> bool:
        """True if every result is in."""
        return not self.missing

    def lacks_result(self, match: Match) -> bool:
        """True if the result of a match is not in yet."""
        row = self.rows[match.player1].number
        return any(problem.row == row for problem in self.missing)

    @property
    def is_untouched(self) -> bool:
        """True if no result has been typed yet; sides alone are none."""
        return all(
            (match.special in (Special.NONE, Special.BYE) and not self.has_result(match))
            or self.rows[match.player1].number in self.walkovers
            for match in self.matches
        )

    def has_result(self, match: Match) -> bool:
        """True if anything is typed of a match but, after the Swiss rounds, who plays which side."""
        sides = 0 if self.stage is Stage.SWISS else self.table.layout.headers().count(CORP)
        return not is_blank(match.result[sides:])

    def match_of(self, no: int) -> Match | None:
        """The match of a player, if there is one."""
        return next((match for match in self.matches if no in match.players), None)

    @property
    def by_table(self) -> list[Match]:
        """The matches in the order of their tables, byes last."""
        return sorted(self.matches, key=lambda match: (match.player2 is None, match.table))

    def round(self) -> Round:
        """The round as the engine has it."""
        return Round(self.number, tuple(self.matches), self.stage)


class CutRecord(NamedTuple):
    """The number of players who go on, 0 if not on record, the elimination, and the tabs made for it."""

    size: int
    kind: str
    tabs: tuple[str, ...]

    def cells(self) -> dict[str, CellValue]:
        """The settings of ``Event`` that keep it; blank without tabs."""
        values = (", ".join(self.tabs), self.size or None, self.kind or None)
        names = (setting.name for setting in event_tab.CUT_RECORD)
        return dict(zip(names, values if self.tabs else (None,) * 3, strict=True))


@dataclass(frozen=True)
class EventBook:
    """The event that a workbook holds, and where everything stands in it, rounds oldest first.

    Attributes:
        problems: faults that must be mended before anything is written.
        unnumbered: rows of ``Players`` that get a number with the next write, with that number.
        recorded_pairs: the pairings as they were made, from ``Pairing notes``: the number of the round, or
            name of the tab, folded, Player 1, Player 2 or 0; ``recorded_names`` has their names, folded.
        progress: the elimination after the rounds that are complete.
        numbered: the players who get their numbers with the next write, with these.
        rules: the tab ``Rules``, if there is one; ``rule_rows`` has the rows of its settings.
        corrected: in words, the results that have been changed since the last action.
    """

    book: Book
    ruleset: Ruleset
    settings: dict[str, str]
    setting_rows: dict[str, int]
    event_tab: Table
    players_tab: Table
    roster: list[Player]
    rounds: list[RoundTab]
    problems: list[Problem]
    warnings: list[str]
    unnumbered: dict[int, int]
    recorded_pairs: set[tuple[int | str, int, int]]
    recorded_names: set[str] = field(default_factory=set)
    tiebreaker: RoundTab | None = None
    cuts: list[RoundTab] = field(default_factory=list)
    progress: Progress | None = None
    numbered: Sequence[tuple[int, str]] = ()
    corrected: Sequence[str] = ()
    rules: Table | None = None
    rule_rows: Mapping[str, int] = field(default_factory=dict)

    def problem(self, setting: str, what: str, remedy: str, /, **values: object) -> None:
        """Record what is wrong with a setting; the values fill in both texts."""
        self.table_of(setting).problem(self.setting_cell(setting), what, remedy, **values)

    def add_warning(self, text: str, /, **values: object) -> None:
        """Record what the organizer should know, a text of the catalogue."""
        self.warnings.append(t(text, **values))

    def value_of(self, setting: Setting) -> str:
        """The value typed for a setting; ``""`` for nothing."""
        return self.settings.get(setting.name, "")

    def tournament(self, rounds: int | None = None) -> Tournament:
        """The event with its first ``rounds``, or with all of them.

        Raises:
            WorkbookProblems: something must be mended, or one of those rounds has no result.
        """
        tabs = self.rounds[:rounds]
        problems = [*self.problems, *(p for tab in tabs for p in tab.missing)]
        if problems:
            raise WorkbookProblems(problems)
        paired = tuple(tab.round() for tab in tabs)
        typed = self.typed
        started = typed.started if paired else 0
        return replace(typed, players=self.players_with(tabs), rounds=paired, started=started)

    def players_with(self, tabs: Sequence[RoundTab]) -> tuple[Player, ...]:
        """Everyone but those who have not checked in, where that counts, and play in no such tab."""
        if not self.checks_in:
            return tuple(self.roster)
        seen = {no for tab in tabs for no in tab.rows}
        return tuple(p for p in self.roster if p.no in seen or is_here(p))

    @property
    def title(self) -> str:
        """The name of the event, or else that of its file."""
        stem = re.sub(r"\.(xls[xmb]?|ods)$", "", self.book.name, flags=re.IGNORECASE)
        stem = stem.encode("utf-8", "replace").decode("utf-8")  # a name may have bytes of no text
        return self.value_of(event_tab.EVENT_NAME) or one_line(stem) or t("Tournament")

    def heading(self, *parts: str) -> str:
        """The event and what a tab has, as they are printed above it."""
        return "    ".join([self.title, *(named("tab", part) for part in parts)])

    @property
    def checks_in(self) -> bool:
        """True if only who has checked in is paired."""
        return self.value_of(event_tab.CHECK_IN) == "Yes"

    @property
    def cut_tabs(self) -> list[RoundTab]:
        """The tabs after the Swiss rounds, oldest first."""
        return [*([self.tiebreaker] if self.tiebreaker else []), *self.cuts]

    @property
    def tabs(self) -> list[RoundTab]:
        """All tabs with matches, oldest first."""
        return [*self.rounds, *self.cut_tabs]

    @property
    def is_reviewed(self) -> bool:
        """True if a new round is looked over before others may see it."""
        is_held = self.value_of(event_tab.PUBLISH) == event_tab.WHEN_TOLD
        return is_held and event_tab.PUBLISHED.name in self.setting_rows

    @property
    def _place_published(self) -> tuple[int, int]:
        return tab_names.place_of(self.value_of(event_tab.PUBLISHED))

    def is_published(self, tab: RoundTab) -> bool:
        """True if others may see a tab; exports leave out what is still being looked over.

        A round with all of its results has nothing left to be looked over.
        """
        is_newest = tab.name == self.tabs[-1].name
        is_new = is_newest and self._place_published < tab_names.place_of(tab.name)
        return not (self.is_reviewed and is_new) or tab.is_complete

    def published_after(self, names: Sequence[str], new: str = "") -> str | None:
        """The newest round that others may see, for the record.

        ``names`` are the tabs with matches that there are then, oldest first; the last of them is ``new``
        if it is made now.
        """
        is_new = bool(names) and (new or self._place_published < tab_names.place_of(names[-1]))
        shown = names[:-1] if self.is_reviewed and is_new else names
        return shown[-1] if shown else None

    def after_swiss(self, cuts: int | None = None) -> Tournament:
        """The event with all Swiss rounds, the tiebreaker round and the elimination.

        Of the elimination it has the first ``cuts`` rounds, or all of them.

        Raises:
            WorkbookProblems: something must be mended, or one of those rounds has no result.
        """
        tabs = self.cuts[:cuts]
        if missing := [p for tab in (self.tiebreaker, *tabs) if tab for p in tab.missing]:
            raise WorkbookProblems([*self.problems, *missing])
        tiebreaker = self.tiebreaker.round() if self.tiebreaker else None
        rounds = tuple(tab.round() for tab in tabs)
        elimination = Elimination(self.progress.seeds, rounds) if self.progress else None
        return replace(self.tournament(), tiebreaker=tiebreaker, elimination=elimination)

    @property
    def options(self) -> dict[str, str]:
        """The ruleset's options as they are set."""
        return {o.name: self.settings.get(o.name, "") for o in self.ruleset.options}

    @property
    def settled(self) -> dict[str, str]:
        """The record on ``Event`` of how the event was when round 1 was paired, by name."""
        return event_tab.record_of(self.value_of(event_tab.SETTLED))

    @property
    def started(self) -> int:
        """The number of players with whom round 1 was paired; 0 if it is not on record."""
        typed = self.settled.get(event_tab.STARTERS, "")
        return int(typed) if typed.isdecimal() and len(typed) < 6 else 0

    @property
    def cut_recorded(self) -> CutRecord:
        """The record on ``Event`` of the tabs after the Swiss rounds."""
        names, size, kind = map(self.value_of, event_tab.CUT_RECORD)
        if old := version_0_1.cut_of(names):
            size, kind, names = old
        tabs = tuple(name.strip() for name in names.split(",") if name.strip())
        return CutRecord(int(size or 0), kind, tabs)

    @property
    def progression(self) -> Progression | None:
        """The record-based cut after a first day, if both of its settings are there."""
        if self.ruleset.cut is None or not self.ruleset.cut.has_progression:
            return None
        rounds, points = map(self.value_of, (event_tab.FIRST_DAY, event_tab.SECOND_DAY))
        return Progression(int(rounds), int(points)) if rounds and points else None

    def setting_cell(self, name: str) -> str:
        """The cell of a setting's value on its tab; ``""`` if it has no row."""
        table, row = self.table_of(name), self.rule_rows.get(name) or self.setting_rows.get(name)
        return table.address(row, table.places["Value"]) if row else ""

    def table_of(self, setting: str) -> Table:
        """The tab of a setting: ``Rules`` where it belongs there."""
        rules = {o.name for o in self.ruleset.options if o.block}
        return self.rules if self.rules and setting in rules else self.event_tab

    def how_to_set(self, name: str, value: str) -> str:
        """The way to set a setting, also where a workbook made earlier has no row for it."""
        cell = self.setting_cell(name)
        texts = {"setting": name, "cell": cell, "value": value}
        if cell:
            texts["tab"] = self.table_of(name).sheet.name
            return t("set {setting} ({tab}!{cell}) to {value}", **texts)
        return t("type {setting} below Setting on Event, and {value} beside it", **texts)

    def planned_cut(self) -> int:
        """The number of players to go on after the Swiss rounds: as on record, as set, or as suggested."""
        return self.cut_recorded.size or self.ruleset.planned_cut(self.typed)

    @property
    def match_format(self) -> MatchFormat:
        """The format in which matches are reported and scored under the settings."""
        return self.ruleset.format(self.settings)

    def format_of(self, tab: RoundTab) -> MatchFormat | EliminationFormat:
        """The format in which the matches of a tab are reported."""
        cut = self.ruleset.cut
        if tab.stage is Stage.SWISS or cut is None:
            return self.match_format
        if tab.stage is Stage.TIEBREAKER and cut.tiebreaker:
            return cut.tiebreaker
        return cut.format(self.options)

    def typed_of(self, tab: RoundTab, match: Match) -> dict[str, Value]:
        """The result columns of a match by header, ``Special`` included."""
        names = [field.name for field in self.format_of(tab).fields]
        typed: dict[str, Value] = dict.fromkeys(names, "")
        typed |= dict(zip(names, match.result, strict=False))
        return {**typed, SPECIAL: str(match.special)}

    @cached_property
    def by_no(self) -> dict[int, Player]:
        """The roster by number."""
        return {player.no: player for player in self.roster}

    def name(self, no: int) -> str:
        """The name of a player."""
        return self.by_no[no].name.strip()

    @cached_property
    def by_name(self) -> dict[str, Player]:
        """The roster by name, folded."""
        return {folded(player.name): player for player in self.roster}

    @cached_property
    def recorded_players(self) -> dict[int | str, set[int]]:
        """The players who were paired in each round, as ``Pairing notes`` has it."""
        players: dict[int | str, set[int]] = {}
        for number, one, two in self.recorded_pairs:
            players.setdefault(number, set()).update({one, two} - {0})
        return players

    @property
    def completed(self) -> int:
        """The number of rounds that are complete, from the first on."""
        open_rounds = (i for i, tab in enumerate(self.rounds) if not tab.is_complete)
        return next(open_rounds, len(self.rounds))

    def planned_rounds(self) -> int:
        """The number of Swiss rounds planned: the setting, else what the document suggests."""
        return self.ruleset.planned_rounds(self.typed)

    def extra_rounds(self) -> tuple[int, Reason | None]:
        """The number of Swiss rounds that are planned only because no cut follows, and the reason."""
        return self.ruleset.extra_rounds(self.typed)

    @property
    def typed(self) -> Tournament:
        """The event with all that is typed, results missing or not."""
        cut = self.value_of(event_tab.CUT_SIZE) if self.ruleset.cut else ""
        rounds = tuple(tab.round() for tab in self.rounds if tab.matches)
        return Tournament(
            players=self.players_with(self.rounds),
            rounds=rounds,
            started=self.started if rounds else 0,
            options=self.options,
            seed=self.value_of(event_tab.SEED),
            planned_rounds=int(self.value_of(event_tab.ROUNDS) or 0),
            cut={"": None, event_tab.NO_CUT: 0}[cut] if not cut.isdecimal() else int(cut),
            progression=self.progression,
            forbidden=groups_by(self.roster, labels),
            clubs=groups_by(self.roster, club) if self.keeps_clubs_apart else (),
        )

    @property
    def keeps_clubs_apart(self) -> bool:
        """True if players of one club do not meet in round 1, or in as many as the rules say."""
        wished = self.value_of(event_tab.CLUBS_APART) not in ("", "No")
        return wished or self.ruleset.keeps_clubs_apart(self.options)

    @property
    def elsewhere(self) -> int:
        """The number of rounds paired elsewhere, so that their draws cannot be repeated."""
        return int(self.value_of(event_tab.ELSEWHERE) or 0)
