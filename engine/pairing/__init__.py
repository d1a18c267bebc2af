"""Pairings that carry their reasons, and the methods that make them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import NamedTuple

from engine.model import Exact, Match, Special, Tournament, Value


def told_points(points: Exact) -> str:
    """Points as people say them: ``1 point``, ``4.5 points``."""
    number = points if isinstance(points, int) else float(points)
    return f"{number} point{'' if points == 1 else 's'}"


class Reason(NamedTuple):
    """Why something was decided: the rule, and a sentence about the players.

    ``text`` has ``{0}``, ``{1}``, ... where the names of ``players`` belong.
    """

    rule: str
    text: str
    players: tuple[int, ...] = ()

    def told(self, tournament: Tournament) -> str:
        """The reason as a sentence, with names."""
        names = [tournament.name(no) for no in self.players]
        return f"{self.rule}: {self.text.format(*names)}"


class Paired(NamedTuple):
    """Two players, or one with a bye, and why.

    ``result`` and ``special`` hold what is decided before anything is played: sides, an opponent
    who has left the event.
    """

    player1: int
    player2: int | None
    reasons: tuple[Reason, ...]
    result: tuple[Value, ...] = ()
    special: Special = Special.NONE


@dataclass(frozen=True, slots=True)
class Pairing:
    """A whole round as paired: tables in order, byes last, and what concerns no single table."""

    round: int
    tables: tuple[Paired, ...]
    notes: tuple[Reason, ...] = ()

    def matches(self, fixed_tables: Mapping[int, int]) -> list[tuple[Match, Paired]]:
        """The matches to be played, at numbered tables.

        Args:
            fixed_tables: the table that a player must sit at, by player number.

        Returns:
            A match and its pairing for every table, ascending by table number. Where two
            players with different fixed tables meet, Player 1's counts.
        """
        wanted: dict[int, Paired] = {}
        free: list[Paired] = []
        for paired in self.tables:
            table = _fixed_table(paired, fixed_tables)
            if table is None or table in wanted:
                free.append(paired)
            else:
                wanted[table] = paired
        table = 0
        for paired in free:
            table += 1
            while table in wanted:
                table += 1
            wanted[table] = paired
        return [(_match(number, paired), paired) for number, paired in sorted(wanted.items())]


def _fixed_table(paired: Paired, fixed_tables: Mapping[int, int]) -> int | None:
    if paired.player2 is None:
        return None
    return fixed_tables.get(paired.player1) or fixed_tables.get(paired.player2)


def _match(table: int, paired: Paired) -> Match:
    special = Special.BYE if paired.player2 is None else paired.special
    return Match(table, paired.player1, paired.player2, paired.result, special)


def pair_key(paired: Paired | Match) -> tuple[int, ...]:
    """The players of a table whatever their order, for comparing pairings."""
    found: Iterable[int | None] = (paired.player1, paired.player2)
    return tuple(sorted(no for no in found if no is not None))


def sides_key(paired: Paired | Match) -> tuple[int, ...]:
    """The players of a table in their order, for comparing pairings whose sides are assigned."""
    found: Iterable[int | None] = (paired.player1, paired.player2)
    return tuple(no for no in found if no is not None)
