"""Pairings that carry their reasons, and the methods that make them."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain, count, islice
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


class Been(NamedTuple):
    """The tables where each player has sat, and the rule that each gets another one."""

    rule: str
    tables: Mapping[int, Collection[int]]

    def at(self, match: Paired, table: int) -> tuple[int, ...]:
        """Those of a match who have sat at a table."""
        return tuple(no for no in sides_key(match) if table in self.tables.get(no, ()))


@dataclass(frozen=True, slots=True)
class Pairing:
    """A whole round as paired: tables in order, byes last; of the notes, warnings come first.

    Where players are to sit at a table only once, ``been`` has where they were.
    """

    round: int
    tables: tuple[Paired, ...]
    notes: tuple[Reason, ...] = ()
    warnings: tuple[Reason, ...] = ()
    been: Been | None = None

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
        if self.been:
            matches = [paired for paired in free if paired.player2 is not None]
            own = list(islice(numbers, len(matches)))
            at |= at_fresh_tables(matches, own, self.been)
            free = free[len(matches) :]
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


MOVED = msg("table {table}, not {other}, so that nobody sits at the same table twice")
AT_AGAIN = msg("{who} at table {table} again: there is no table left for everybody")


def at_fresh_tables(
    matches: Sequence[Paired], tables: Sequence[int], been: Been
) -> dict[int, Paired]:
    """The matches by table, as many as can be where neither player has sat, as few as can be moved.

    Each has the table at its place in the list if it can; others find one along the shortest chain of
    matches that make room (augmenting paths). Those left over take what is left.
    """
    at: dict[int, int] = {}
    alone = []
    for i, match in enumerate(matches):
        if been.at(match, tables[i]):
            alone.append(i)
        else:
            at[i] = i
    left = [i for i in alone if not _seat(i, matches, tables, been, at)]
    at |= zip((j for j in range(len(tables)) if j not in at), left, strict=True)
    return {tables[j]: _moved(matches[i], tables[i], tables[j], been) for j, i in at.items()}


def _seat(
    first: int, matches: Sequence[Paired], tables: Sequence[int], been: Been, at: dict[int, int]
) -> bool:
    """Find a fresh table for a match, if need be by moving others; ``at`` has the match of each table."""
    way: dict[int, int] = {}
    waiting = [first]
    for i in waiting:
        for j in sorted(range(len(tables)), key=lambda j: abs(j - i)):
            if j in way or been.at(matches[i], tables[j]):
                continue
            way[j] = i
            if j in at:
                waiting.append(at[j])
                continue
            place = {match: table for table, match in at.items()}
            table = j
            while way[table] != first:
                at[table] = way[table]
                table = place[at[table]]
            at[table] = first
            return True
    return False


def _moved(match: Paired, table: int, now: int, been: Been) -> Paired:
    again = been.at(match, now)
    if again:
        reason = Reason(Kind.TABLE, been.rule, AT_AGAIN, values={"table": now, "who": again})
    elif now != table:
        reason = Reason(Kind.TABLE, been.rule, MOVED, values={"table": now, "other": table})
    else:
        return match
    return match._replace(reasons=(*match.reasons, reason))
