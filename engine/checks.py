"""The independent checker of rounds. Nothing that makes pairings uses it.

It reads the tournament's matches only and shares no code with :mod:`engine.pairing`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import combinations
from typing import TypeAlias, TypeVar

from engine.errors import ErrorKind, RuleViolation
from engine.legality import Legality, by_pool
from engine.matching import best_matching
from engine.model import Tournament

Table: TypeAlias = tuple[int, int | None]
"""The two players of a table; ``None`` is a bye."""


_Seat = TypeVar("_Seat")


def violations(
    before: Tournament, tables: Iterable[Table], legality: Legality
) -> Iterator[RuleViolation]:
    """Every fault of a round, given the event before it, whose active players are to be paired."""
    checked = _Round(before, list(tables), legality)
    yield from checked.seats()
    yield from checked.pools()
    if not legality.pools:
        yield from _faults(checked)
        return
    for pool, rules in by_pool(before, legality):
        playing = {player.no for player in pool.players}
        inside = [table for table in checked.tables if playing.issuperset({*table} - {None})]
        yield from _faults(_Round(pool, inside, rules))


def _faults(checked: _Round) -> Iterator[RuleViolation]:
    """The faults of a round, or of the part of it that a pool plays, whose seats are right."""
    legality = checked.legality
    yield from checked.meetings()
    if legality.round_robin:
        yield from checked.left_to_meet()
    else:
        yield from checked.byes()
        if checked.number <= legality.clubs_rounds:
            yield from checked.clubs()


class _Round:
    """A round to be checked; ``met`` has the rounds that count in which two met, by Player 1 and Player 2."""

    def __init__(self, before: Tournament, tables: Sequence[Table], legality: Legality) -> None:
        self.before, self.tables, self.legality = before, tables, legality
        self.players = before.with_numbers
        self.number = len(before.rounds) + 1
        self.met: dict[tuple[int, int], list[int]] = {}
        self.had_bye: Counter[int] = Counter()
        for round_ in before.rounds:
            for match in round_.matches:
                if match.player2 is None:
                    self.had_bye[match.player1] += 1
                elif legality.counts(match, round_.number, self.number):
                    pair = match.player1, match.player2
                    self.met.setdefault(pair, []).append(round_.number)

    def seats(self) -> Iterator[RuleViolation]:
        """Players who are paired twice, or though they are not active; active ones who are not."""
        clause, number = self.legality.clause, self.number
        active = set(self.before.active)
        seats = Counter(no for table in self.tables for no in table if no is not None)
        for no, count in seats.items():
            if count > 1:
                data = {"player": self.players(no)[0], "count": count, "round": number}
                yield RuleViolation(ErrorKind.PAIRED_TWICE, clause, **data)
            if no not in active:
                data = {"player": self.players(no)[0], "round": number}
                yield RuleViolation(ErrorKind.NOT_ACTIVE, clause, **data)
        for player in self.players(*sorted(active - seats.keys())):
            yield RuleViolation(ErrorKind.NOT_PAIRED, clause, player=player, round=number)

    def pools(self) -> Iterator[RuleViolation]:
        """Players of different pools who meet."""
        pools, clause = self.legality.pools, self.legality.pools_rule
        for one, two in self.tables if pools else ():
            if two is not None and not _share(one, two, pools):
                yield RuleViolation(ErrorKind.POOLS_MEET, clause, **self._table(one, two))

    def meetings(self) -> Iterator[RuleViolation]:
        """Players who have met, or must not meet at all."""
        same_sides = self.legality.sides_swapped
        for one, two in self.tables:
            if two is None:
                continue
            rounds = [*self.met.get((one, two), ())]
            if not same_sides:
                rounds = sorted(rounds + self.met.get((two, one), []))
            if rounds:
                clause = self.legality.rematch or self.legality.clause
                again = {"rounds": tuple(rounds), "same_sides": same_sides}
                yield RuleViolation(ErrorKind.REMATCH, clause, **self._table(one, two), **again)
            if _share(one, two, self.before.forbidden):
                yield RuleViolation(ErrorKind.FORBIDDEN_MEETING, "", **self._table(one, two))

    def _table(self, *players: int) -> dict[str, object]:
        """Two players and the round, as the errors name them."""
        return {"players": self.players(*players), "round": self.number}

    def left_to_meet(self) -> Iterator[RuleViolation]:
        """Players who sit out a round of a round robin though they could meet."""
        out = sorted(one for one, two in self.tables if two is None)
        for one, two in combinations(out, 2):
            if not self._may_not_meet(one, two):
                clause = self.legality.round_robin
                yield RuleViolation(ErrorKind.BOTH_SIT_OUT, clause, **self._table(one, two))

    def byes(self) -> Iterator[RuleViolation]:
        """Awarded byes that were not given, byes too many, and avoidable second ones."""
        before, clause = self.before, self.legality.bye or self.legality.clause
        at_tables = {no for table in self.tables if table[1] is not None for no in table}
        awarded = {p.no for p in before.players if p.first_round_bye and self.number == 1}
        for player in self.players(*sorted(awarded & at_tables)):
            yield RuleViolation(ErrorKind.AWARDED_BYE_PAIRED, clause, player=player)
        awarded -= at_tables
        out = [one for one, two in self.tables if two is None and one not in awarded]
        to_pair = [no for no in before.active if no not in awarded]
        needed = len(to_pair) % 2
        if len(out) > needed:
            data = {"count": len(to_pair), "needed": needed, "players": self.players(*out)}
            yield RuleViolation(ErrorKind.TOO_MANY_BYES, clause, **data)
        for no in [] if self.legality.second_bye else out:
            if self.had_bye[no] and any(
                self._can_be_paired([other for other in to_pair if other != instead])
                for instead in to_pair
                if self.had_bye[instead] < self.had_bye[no]
            ):
                (player,) = self.players(no)
                yield RuleViolation(ErrorKind.ANOTHER_BYE, clause, player=player)

    def clubs(self) -> Iterator[RuleViolation]:
        """More tables of one club in a round that keeps clubs apart than are needed."""
        of_one = [
            (one, two)
            for one, two in self.tables
            if two is not None and _share(one, two, self.before.clubs)
        ]
        fewest = self._fewest_of_one_club() if of_one else None
        if fewest is not None and len(of_one) > fewest:
            tables = [self.players(*table) for table in of_one]
            data = {"tables": tables, "needed": fewest, "round": self.number}
            yield RuleViolation(ErrorKind.CLUB_MEETING, self.legality.clubs, **data)

    def _fewest_of_one_club(self) -> int | None:
        """The fewest tables of one club in this round; ``None`` if no legal round exists."""
        before = self.before
        awarded = {p.no for p in before.players if p.first_round_bye and self.number == 1}
        out = [self.had_bye[one] for one, two in self.tables if two is None and one not in awarded]
        most_byes = None if self.legality.second_bye else max(out, default=None)
        seats: list[int | None] = [no for no in before.active if no not in awarded]
        seats += [None] * (len(seats) % 2)

        def weight(one: int | None, two: int | None) -> int | None:
            if one is None or two is None:
                had = self.had_bye[one or two or 0]
                return None if most_byes is not None and had > most_byes else 1
            if self._may_not_meet(one, two):
                return None
            return int(not _share(one, two, before.clubs))

        tables, of_two_clubs = _matching(seats, weight)
        return None if 2 * tables < len(seats) else tables - of_two_clubs

    def _can_be_paired(self, players: Sequence[int]) -> bool:
        """True if all of the players can be paired with one another."""

        def weight(one: int, two: int) -> int | None:
            return None if self._may_not_meet(one, two) else 0

        return _matching(players, weight)[0] * 2 == len(players)

    def _may_not_meet(self, one: int, two: int) -> bool:
        have_met = all if self.legality.sides_swapped else any
        is_rematch = have_met(pair in self.met for pair in ((one, two), (two, one)))
        return is_rematch or _share(one, two, self.before.forbidden)


def _share(one: int, two: int, groups: Iterable[frozenset[int]]) -> bool:
    return any(one in group and two in group for group in groups)


def _matching(
    seats: Sequence[_Seat], weight: Callable[[_Seat, _Seat], int | None]
) -> tuple[int, int]:
    """The most pairs that can be made, and the greatest weight of so many; ``None`` bars a pair."""
    pairs = combinations(range(len(seats)), 2)
    weights = {(i, j): value for i, j in pairs if (value := weight(seats[i], seats[j])) is not None}
    matching = best_matching(len(seats), ((i, j, value) for (i, j), value in weights.items()))
    return len(matching), sum(map(weights.__getitem__, matching))
