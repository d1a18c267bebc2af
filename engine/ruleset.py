"""What a ruleset is: data and small functions, in the words of its document.

A written ruleset is one :class:`Ruleset` value in a file of ``engine/rulesets``. It names its
match format, its tiebreaks in order, its round counts and its pairing method; the algorithms
themselves live in :mod:`engine.pairing`, :mod:`engine.tiebreaks` and :mod:`engine.formats`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from engine.model import Exact, Special, Stage, Value

if TYPE_CHECKING:
    from engine.pairing import Pairing
    from engine.pairing.situation import Situation
    from engine.records import Records


@dataclass(frozen=True, slots=True)
class Option:
    """A choice that the document leaves to the organizer; the first choice is its default."""

    name: str
    choices: tuple[str, ...]
    help: str

    @property
    def default(self) -> str:
        """What holds when the organizer says nothing."""
        return self.choices[0]

    def of(self, options: Mapping[str, str]) -> str:
        """The organizer's choice, or the default."""
        return options.get(self.name) or self.default


@dataclass(frozen=True, slots=True)
class ResultField:
    """One result column of a match format.

    Args:
        name: the column header.
        choices: what may be typed.
        help: shown when the cell is selected.
        optional: whether the column may be missing from the sheet.
    """

    name: str
    choices: tuple[str, ...]
    help: str
    optional: bool = False


class Score(NamedTuple):
    """What a match earned its two players, in the ruleset's points."""

    player1: Exact
    player2: Exact


@dataclass(frozen=True, slots=True)
class MatchFormat:
    """How one match is reported and scored.

    Args:
        name: what the live formulas of the workbook are found by.
        fields: the result columns, in order.
        specials: the entries that ``Special`` may have.
        score: the points of a typed result, or ``None`` while something is missing; called only
            with results that have no ``fault``.
        fault: what contradicts itself in a typed result, or ``None``.
        bye: the points for a bye.
    """

    name: str
    fields: tuple[ResultField, ...]
    specials: tuple[Special, ...]
    score: Callable[[tuple[Value, ...], Special], Score | None]
    fault: Callable[[tuple[Value, ...], Special], str | None]
    bye: Exact


class Exacts(NamedTuple):
    """Exact values of many players over one denominator, whole numbers wherever points are."""

    values: Mapping[int, Exact]
    denominator: int = 1


@dataclass(frozen=True, slots=True)
class Tiebreak:
    """One step of a ranking.

    Args:
        name: the column header in the standings.
        values: the value of each of the given players; the higher ranks first.
        among_tied: whether the value depends on who is tied (head to head, lots), so that it is
            worked out only for those still level.
        lowest_first: whether the lower value ranks first instead.
        help: how a player works it out by hand.
    """

    name: str
    values: Callable[[Records, Sequence[int]], Exacts]
    help: str
    among_tied: bool = False
    lowest_first: bool = False


class Suggestion(NamedTuple):
    """What the document suggests for a number of players; ``cut`` is 0 for none."""

    rounds: int
    cut: int


@dataclass(frozen=True, slots=True)
class Ruleset:
    """One written ruleset.

    Args:
        name: as on the command line and in the ``Event`` tab.
        title: as people say it.
        document: which document, version and section it follows.
        clause: the rule that pairings and their violations cite, as in ``OP, Event structure``.
        match_format: how a match is reported and scored.
        options: the choices that the document leaves open, and the readings.
        tiebreaks: the ranking after points, under the given options.
        suggest: suggested rounds and cut for a number of players.
        clock: minutes of a round, or ``None`` for no limit.
        pair: the pairing method.
        roster_columns: what it wants to know of each player besides the common columns.
    """

    name: str
    title: str
    document: str
    clause: str
    match_format: MatchFormat
    options: tuple[Option, ...]
    tiebreaks: Callable[[Mapping[str, str]], tuple[Tiebreak, ...]]
    suggest: Callable[[int, Mapping[str, str]], Suggestion]
    clock: Callable[[Stage, Mapping[str, str]], int | None]
    pair: Callable[[Situation], Pairing]
    min_players: int = 2
    roster_columns: tuple[str, ...] = ()
