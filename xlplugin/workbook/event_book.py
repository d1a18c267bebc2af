"""The event that a workbook holds, as read."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property

from engine import Match, Player, Round, Ruleset, Special, Status, Tournament
from engine.formats import is_blank
from engine.ruleset import MatchFormat
from xlplugin.problems import Problem, WorkbookProblems
from xlplugin.workbook import sheets
from xlplugin.workbook.book import Book
from xlplugin.workbook.table import Row, Table, folded


@dataclass(slots=True)
class RoundTab:
    """A round tab as read: its table, its matches, and where a result is missing.

    ``byes_second`` holds the players whose bye stands on Player 2's side; ``rows`` the row of
    each player.
    """

    number: int
    table: Table
    matches: list[Match] = field(default_factory=list)
    missing: list[Problem] = field(default_factory=list)
    byes_second: set[int] = field(default_factory=set)
    rows: dict[int, Row] = field(default_factory=dict)

    @property
    def is_complete(self) -> bool:
        """Whether every result is in."""
        return not self.missing

    @property
    def is_untouched(self) -> bool:
        """Whether no result has been typed yet."""
        return all(
            is_blank(match.result) and match.special in (Special.NONE, Special.BYE)
            for match in self.matches
        )


@dataclass
class EventBook:
    """The event that a workbook holds, and where everything stands in it.

    Attributes:
        rounds: the round tabs, oldest first.
        problems: what must be mended before anything is written.
        warnings: what the organizer should know.
        unnumbered: rows of ``Players`` that get a number with the next write, with that number.
        noted: the pairings as they were made, from ``Pairing notes``: (round, Player 1, Player 2 or 0).
    """

    book: Book
    ruleset: Ruleset
    settings: dict[str, str]
    setting_rows: dict[str, int]
    event: Table
    players: Table
    roster: list[Player]
    rounds: list[RoundTab]
    problems: list[Problem]
    warnings: list[str]
    unnumbered: dict[int, int]
    noted: set[tuple[int, int, int]]

    def tournament(self, rounds: int | None = None) -> Tournament:
        """The event with its first rounds.

        Args:
            rounds: how many; ``None`` for all of them.

        Raises:
            WorkbookProblems: something must be mended, or one of those rounds has no result.
        """
        tabs = self.rounds[: len(self.rounds) if rounds is None else rounds]
        problems = [*self.problems, *(p for tab in tabs for p in tab.missing)]
        if problems:
            raise WorkbookProblems(problems)
        return Tournament(
            players=tuple(self.roster),
            rounds=tuple(Round(tab.number, tuple(tab.matches)) for tab in tabs),
            options={o.name: self.settings.get(o.name, "") for o in self.ruleset.options},
            seed=self.settings.get(sheets.SEED.name, ""),
            planned_rounds=int(self.settings.get(sheets.ROUNDS.name) or 0),
        )

    @property
    def match_format(self) -> MatchFormat:
        """How a match is reported and scored under the settings."""
        return self.ruleset.format(self.settings)

    @cached_property
    def by_no(self) -> dict[int, Player]:
        """The roster by number."""
        return {player.no: player for player in self.roster}

    @cached_property
    def by_name(self) -> dict[str, Player]:
        """The roster by name, folded."""
        return {folded(player.name): player for player in self.roster}

    @cached_property
    def noted_players(self) -> dict[int, set[int]]:
        """Who was paired in each round, as ``Pairing notes`` has it."""
        players: dict[int, set[int]] = {}
        for number, one, two in self.noted:
            players.setdefault(number, set()).update({one, two} - {0})
        return players

    @property
    def completed(self) -> int:
        """How many rounds are complete, from the first on."""
        for count, tab in enumerate(self.rounds):
            if not tab.is_complete:
                return count
        return len(self.rounds)

    def planned_rounds(self) -> int:
        """How many Swiss rounds are planned: the setting, else what the document suggests."""
        typed = self.settings.get(sheets.ROUNDS.name, "")
        if typed:
            return int(typed)
        entered = {
            no for tab in self.rounds[:1] for m in tab.matches for no in (m.player1, m.player2)
        }
        count = len(entered - {None}) or sum(p.status is Status.ACTIVE for p in self.roster)
        return self.ruleset.suggest(count, self.settings).rounds

    @property
    def elsewhere(self) -> int:
        """How many rounds were paired elsewhere, so that their draws cannot be repeated."""
        return int(self.settings.get(sheets.ELSEWHERE.name) or 0)
