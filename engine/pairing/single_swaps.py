"""Single swaps that resolve conflicts: the nearest scores first, then the smallest gap of points.

Each conflict in turn is resolved by a swap with a table as near in score as possible. Where several
are equally near, the ways to go on are compared: how near the swaps of the later conflicts are, in
their order, then how far apart the scores of all opponents are in total. Luck decides last.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import NamedTuple

from engine.draws import Draws
from engine.pairing.nearest import Couple

MOST_LOOKED_AT = 20_000
"""The tables looked at for swaps before the first way found of each conflict will do.

With 40 players more are hardly ever needed.
"""


class Swap(NamedTuple):
    """A swap of one player of a table in conflict with one of another table.

    Args:
        conflict: the table as it was.
        couples: the two tables after it.
        distance: between the scores of the two players.
        wider: the increase of the distances between the scores of opponents.
        other: the place of the other table.
        is_narrower: True if another one is as near, but takes opponents further apart.
    """

    conflict: Couple
    couples: tuple[Couple, Couple]
    distance: int
    wider: int
    other: int
    is_narrower: bool


class Swapped(NamedTuple):
    """The tables after the swaps, and these; it is stuck if a conflict allowed none."""

    tables: list[Couple]
    swaps: tuple[Swap, ...] = ()
    is_stuck: bool = False


def swap_conflicts(
    dealt: Sequence[Couple],
    score: Mapping[int, int],
    is_conflict: Callable[[Couple], bool],
    draws: Draws,
    sided: Callable[[int, int], Couple] | None = None,
) -> Swapped:
    """Resolve the conflicts by single swaps.

    The tables are dealt so that the scores of opponents are as near in total as can be; ``sided`` is how
    two players sit if sides may change: otherwise everyone keeps theirs.

    Rule: OP, Appendix 1: Single Sided Swiss: "making single swaps without changing any players side".
    """
    search = _Search(list(dealt), score, is_conflict, draws, sided)
    if search.conflicts:
        search.go_on(0, (), (), frozenset())
    return search.found


@dataclass(eq=False)
class _Search:
    tables: list[Couple]
    score: Mapping[int, int]
    is_conflict: Callable[[Couple], bool]
    draws: Draws
    sided: Callable[[int, int], Couple] | None
    looked_at: int = 0
    distances: tuple[int, ...] | None = None
    gap: int = 0

    def __post_init__(self) -> None:
        self.conflicts = [i for i, table in enumerate(self.tables) if self.is_conflict(table)]
        self.never = max(self.score.values(), default=0) - min(self.score.values(), default=0) + 1
        self.seen: set[tuple[int, tuple[int, ...], frozenset[Couple]]] = set()
        self.found = Swapped(self.tables)

    def go_on(
        self,
        place: int,
        distances: tuple[int, ...],
        swaps: tuple[Swap, ...],
        changed: frozenset[Couple],
    ) -> None:
        """Try every way to resolve the conflicts from one on; a swap may have resolved it, too."""
        while place < len(self.conflicts) and not self.is_conflict(
            self.tables[self.conflicts[place]]
        ):
            place += 1
            distances = (*distances, 0)
        if place == len(self.conflicts):
            gap = self._total_gap()
            if self.distances is None or (distances, gap) < (self.distances, self.gap):
                self.distances, self.gap = distances, gap
                self.found = Swapped(list(self.tables), swaps, self.never in distances)
            return
        state = (place, distances, changed)
        if state in self.seen:
            return
        self.seen.add(state)
        at = self.conflicts[place]
        candidates = self._candidates(at)
        if not candidates:
            self.go_on(place + 1, (*distances, self.never), swaps, changed)
            return
        distances = (*distances, candidates[0].distance)
        gap = self._total_gap()
        for swap in self._in_turn(candidates):
            if self._is_settled(distances, gap + swap.wider):
                return
            before = self.tables[at], self.tables[swap.other]
            self.tables[at], self.tables[swap.other] = swap.couples
            after = (changed - set(before)) | set(swap.couples)
            self.go_on(place + 1, distances, (*swaps, swap), after)
            self.tables[at], self.tables[swap.other] = before

    def _is_settled(self, distances: tuple[int, ...], gap: int) -> bool:
        """True if nothing better than what was found can begin with these distances and this gap.

        Swaps at the same score leave the total gap as it is.
        """
        if self.distances is None:
            return False
        begun, rest = self.distances[: len(distances)], self.distances[len(distances) :]
        if distances != begun:
            return distances > begun
        return self.looked_at > MOST_LOOKED_AT or (not any(rest) and self.gap <= gap)

    def _candidates(self, at: int) -> list[Swap]:
        """The nearest swaps that resolve a conflict, those first that take opponents least apart."""
        conflict = one, two = self.tables[at]
        score = self.score
        nearest = self.never
        nearest_swaps: list[tuple[int, int, tuple[Couple, Couple]]] = []
        self.looked_at += len(self.tables)
        for other, (three, four) in enumerate(self.tables):
            if other == at:
                continue
            for first, second in ((three, four), (four, three))[: 2 if self.sided else 1]:
                near = min(abs(score[two] - score[second]), abs(score[one] - score[first]))
                if near > nearest:
                    continue
                couples = (one, second), (first, two)
                if self.sided:
                    couples = self.sided(*couples[0]), self.sided(*couples[1])
                if any(map(self.is_conflict, couples)):
                    continue
                if near < nearest:
                    nearest, nearest_swaps = near, []
                wider = sum(map(self._gap, couples)) - self._gap((three, four))
                nearest_swaps.append((wider - self._gap(conflict), other, couples))
        nearest_swaps.sort()
        return [
            Swap(conflict, couples, nearest, wider, other, wider < nearest_swaps[-1][0])
            for wider, other, couples in nearest_swaps
        ]

    def _in_turn(self, candidates: Sequence[Swap]) -> Iterator[Swap]:
        """The candidates in their order, at random where they are equal."""
        for _, equal in groupby(candidates, key=lambda candidate: candidate.wider):
            left = list(equal)
            while left:
                yield left.pop(self.draws.luck(len(left)))

    def _gap(self, couple: Couple) -> int:
        return abs(self.score[couple[0]] - self.score[couple[1]])

    def _total_gap(self) -> int:
        return sum(map(self._gap, self.tables))
