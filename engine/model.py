"""The vocabulary of everything else: players, matches, rounds, the tournament."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum
from fractions import Fraction
from functools import cached_property
from typing import TypeAlias

Exact: TypeAlias = int | Fraction
"""A number that is never rounded: points, tiebreak values."""

Value: TypeAlias = str | int
"""One value of a result as it is reported; ``""`` is a blank."""


class Status(StrEnum):
    """A player's status: only ``Active`` players are paired in the next round."""

    ACTIVE = "Active"
    DROPPED = "Dropped"
    DISQUALIFIED = "Disqualified"
    FORFEITED = "Forfeited"


class Special(StrEnum):
    """A match that two players did not play to its end."""

    NONE = ""
    INTENTIONAL_DRAW = "ID"
    TWO_FOR_ONE = "2-for-1"
    BYE = "Bye"
    NO_SHOW_1 = "No-show 1"
    NO_SHOW_2 = "No-show 2"
    DOUBLE_NO_SHOW = "Double no-show"
    HALF_BYE = "Half bye"

    @property
    def is_bye(self) -> bool:
        """True for a round without an opponent."""
        return self in (Special.BYE, Special.HALF_BYE)


class Stage(StrEnum):
    """The part of the event that a round belongs to."""

    SWISS = "Swiss"
    TIEBREAKER = "Tiebreaker"
    ELIMINATION = "Elimination"


@dataclass(frozen=True, slots=True)
class Player:
    """One person in the event, known by a number that never changes.

    ``declines_cut`` is for whoever stays away from the games after the Swiss rounds; ``details``
    has everything else that the roster says (club, identities, armies), by name.
    """

    no: int
    name: str
    seed: int | None = None
    status: Status = Status.ACTIVE
    first_round_bye: bool = False
    fixed_table: int | None = None
    declines_cut: bool = False
    details: Mapping[str, str] = field(default_factory=dict, hash=False)


@dataclass(frozen=True, slots=True)
class Match:
    """Two players at a table, or one with a bye; ``result`` is in the order of the format's fields."""

    table: int
    player1: int
    player2: int | None
    result: tuple[Value, ...] = ()
    special: Special = Special.NONE

    @property
    def players(self) -> tuple[int, ...]:
        """Its two players, or the one who has a bye."""
        return (self.player1,) if self.player2 is None else (self.player1, self.player2)

    def opponent_of(self, no: int) -> int | None:
        """The other player; ``None`` in a bye."""
        return self.player2 if no == self.player1 else self.player1


@dataclass(frozen=True, slots=True)
class Round:
    """One round: its number from 1, and its matches."""

    number: int
    matches: tuple[Match, ...]
    stage: Stage = Stage.SWISS

    def players(self) -> Iterator[int]:
        """Yield everyone who is in this round, byes included."""
        for match in self.matches:
            yield from match.players


@dataclass(frozen=True, slots=True)
class Progression:
    """A cut at ``points``. Rule: OP, Event structure: Record-based Progression Cut."""

    rounds: int
    points: int


@dataclass(frozen=True, slots=True)
class Elimination:
    """The elimination: its players, best seed first, and the rounds paired so far."""

    seeds: tuple[int, ...]
    rounds: tuple[Round, ...] = ()


@dataclass(frozen=True)
class Tournament:
    """The whole event as a value: players, options, and what has happened.

    Args:
        players: everyone who ever entered, whatever their status.
        rounds: the Swiss rounds paired so far; ``rounds[i].number == i + 1``.
        options: by name; a missing one has the document's default.
        seed: every draw is derived from it.
        planned_rounds: the number of Swiss rounds; 0 for what the document suggests.
        cut: the size of the cut, 0 for none; ``None`` for what the document suggests.
        started: the number of players with whom round 1 was paired; 0 for those who are in it.
        tiebreaker: the tiebreaker round before the elimination, if there was one.
        forbidden: groups of players who never meet one another in a Swiss round.
        clubs: groups of players who do not meet one another in round 1, as far as possible.
    """

    players: tuple[Player, ...]
    rounds: tuple[Round, ...] = ()
    options: Mapping[str, str] = field(default_factory=dict)
    seed: str = ""
    planned_rounds: int = 0
    cut: int | None = None
    started: int = 0
    progression: Progression | None = None
    tiebreaker: Round | None = None
    elimination: Elimination | None = None
    forbidden: tuple[frozenset[int], ...] = ()
    clubs: tuple[frozenset[int], ...] = ()

    @cached_property
    def by_no(self) -> dict[int, Player]:
        """Players by their number."""
        return {player.no: player for player in self.players}

    @cached_property
    def active(self) -> tuple[int, ...]:
        """Numbers of the players who are paired in the next round, ascending."""
        return tuple(sorted(p.no for p in self.players if p.status is Status.ACTIVE))

    @property
    def all_rounds(self) -> tuple[Round, ...]:
        """The Swiss rounds, the tiebreaker round and those of the elimination."""
        later = (self.tiebreaker,) if self.tiebreaker else ()
        return (*self.rounds, *later, *(self.elimination.rounds if self.elimination else ()))

    @cached_property
    def starters(self) -> int:
        """The number of players the event began with: on record, else those in round 1, else those active."""
        if self.started or not self.rounds:
            return self.started or len(self.active)
        return len(set(self.rounds[0].players()))

    def with_numbers(self, *numbers: int) -> tuple[Player, ...]:
        """The players of these numbers; one who is not on the roster is named ``No 7``."""
        return tuple(self.by_no.get(no) or Player(no, f"No {no}") for no in numbers)

    def without(self, gone: Collection[int]) -> Tournament:
        """The event once these players have dropped."""
        players = tuple(
            replace(p, status=Status.DROPPED) if p.no in gone else p for p in self.players
        )
        return replace(self, players=players)

    def name(self, no: int) -> str:
        """The player's name, or ``No 7`` for a number that is not on the roster."""
        return self.with_numbers(no)[0].name

    def before_round(self, number: int) -> Tournament:
        """The event when a round was paired, with those active who are in that round."""
        playing = set(self.rounds[number - 1].players())
        status = {True: Status.ACTIVE, False: Status.DROPPED}
        players = tuple(replace(p, status=status[p.no in playing]) for p in self.players)
        before = self.rounds[: number - 1]
        return replace(self, players=players, rounds=before, tiebreaker=None, elimination=None)
