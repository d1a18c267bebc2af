"""Pairings that carry their reasons, and the methods that make them."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from itertools import chain, count
from typing import NamedTuple

from engine.model import Match, Special, Value
from engine.reasons import Kind, Reason
from engine.texts import msg


class Paired(NamedTuple):
    """Two players, or one with a bye, and why; with sides or a walkover decided beforehand."""

    player1: int
    player2: int | None
    reasons: tuple[Reason, ...]
    result: tuple[Value, ...] = ()
    special: Special = Special.NONE


STREAM = "Stream table"
"""The setting that reasons cite."""
FIRST = msg("table {table} is on stream: the first match")
FRESH = msg("table {table} is on stream: the first match whose players have not been there")


class Tables(NamedTuple):
    """The tables of the rooms, and the one on stream.

    The rooms are filled in this order; without a range the tables are numbered from 1 on.
    """

    ranges: tuple[range, ...] = ()
    stream: int | None = None

    def numbers(self) -> Iterator[int]:
        """Every number in turn; it goes on after the highest one."""
        after = max((numbers[-1] for numbers in self.ranges), default=0) + 1
        return chain(dict.fromkeys(chain(*self.ranges)), count(after))

    def has(self, table: int) -> bool:
        """True if there is such a table."""
        in_a_room = not self.ranges or any(table in numbers for numbers in self.ranges)
        return in_a_room or table == self.stream


EVERY_TABLE = Tables()
"""From 1 on, none of them on stream."""


@dataclass(frozen=True, slots=True)
class Pairing:
    """A whole round as paired: tables in order, byes last; of the notes, warnings come first."""

    round: int
    tables: tuple[Paired, ...]
    notes: tuple[Reason, ...] = ()
    warnings: tuple[Reason, ...] = ()

    def matches(
        self,
        fixed_tables: Mapping[int, int],
        tables: Tables = EVERY_TABLE,
        streamed: Collection[int] = (),
    ) -> list[tuple[Match, Paired]]:
        """The matches to be played, at numbered tables, ascending by table number.

        Where two players with different fixed tables meet, Player 1's counts. The table on stream has
        the first match of players who have not been there, or else the first one.

        ``fixed_tables`` are by player number; ``streamed`` are those who have been on stream.
        """
        at: dict[int, Paired] = {}
        free: list[Paired] = []
        for paired in self.tables:
            one, two = paired.player1, paired.player2
            table = None if two is None else fixed_tables.get(one) or fixed_tables.get(two)
            if table is None or table in at:
                free.append(paired)
            else:
                at[table] = paired
        stream = tables.stream
        matches = [paired for paired in free if paired.player2 is not None]
        if stream and stream not in at and matches:
            fresh = [m for m in matches if not {m.player1, m.player2} & {*streamed}]
            shown = (fresh or matches)[0]
            free.remove(shown)
            text = FRESH if fresh else FIRST
            reason = Reason(Kind.STREAM, STREAM, text, values={"table": stream})
            at[stream] = shown._replace(reasons=(*shown.reasons, reason))
        numbers = (number for number in tables.numbers() if number not in at and number != stream)
        at |= zip(numbers, free, strict=False)
        return [(_match(number, paired), paired) for number, paired in sorted(at.items())]


def _match(table: int, paired: Paired) -> Match:
    special = Special.BYE if paired.player2 is None else paired.special
    return Match(table, paired.player1, paired.player2, paired.result, special)


def sides_key(paired: Paired | Match) -> tuple[int, ...]:
    """The players of a table in their order, for comparing pairings whose sides are assigned."""
    return (paired.player1,) if paired.player2 is None else (paired.player1, paired.player2)


def pair_key(paired: Paired | Match) -> tuple[int, ...]:
    """The players of a table whatever their order, for comparing pairings."""
    return tuple(sorted(sides_key(paired)))
