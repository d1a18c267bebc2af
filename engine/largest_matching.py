"""Largest matchings: as many pairs as possible of those allowed (Edmonds' blossoms).

A quickly made matching is improved by augmenting paths, from one unmatched player to another.
Players are numbered from 0, and ``allowed`` has for each of them those with whom a pair is allowed.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import TypeAlias

Allowed: TypeAlias = Sequence[Collection[int]]

ALONE = -1


def can_be_matched(allowed: Allowed, *, but: int = 0) -> bool:
    """True if all can be paired at once, but for so many."""
    mates = _greedy_mates(allowed)
    alone = [no for no, mate in enumerate(mates) if mate == ALONE]
    spare, failed = len(alone), 0
    for root in alone:
        if spare <= but or failed > but:
            break
        if mates[root] == ALONE:
            if _Search(allowed, mates, root).end():
                spare -= 2
            else:
                failed += 1
    return spare <= but


def left_over(allowed: Allowed) -> list[int]:
    """Those whom a largest matching leaves alone: as late as possible, so that this has one answer.

    Sets of players that one matching can pair all of are the independent sets of a matroid: taking
    each player in turn who can be paired beside those taken finds the earliest largest set.
    """
    mates = _greedy_mates(allowed)
    for root in range(len(allowed)):
        if mates[root] == ALONE:
            search = _Search(allowed, mates, root)
            if not search.end():
                search.leave_out_later()
    return [no for no, mate in enumerate(mates) if mate == ALONE]


def _greedy_mates(allowed: Allowed) -> list[int]:
    """The mate of each, those with the fewest to choose from first; ``ALONE`` where none is free."""
    mates = [ALONE] * len(allowed)
    choices = [len(others) for others in allowed]
    for one in sorted(range(len(allowed)), key=choices.__getitem__):
        if mates[one] == ALONE:
            free = [two for two in allowed[one] if mates[two] == ALONE]
            if free:
                two = min(free, key=choices.__getitem__)
                mates[one], mates[two] = two, one
    return mates


class _Search:
    """A search for augmenting paths from one who is alone, over ways that alternate.

    ``even`` are those at even distance from the root, in the order found; ``way`` has for one at odd
    distance who leads there; ``base`` is the base of the blossom that each is in.
    """

    def __init__(self, allowed: Allowed, mates: list[int], root: int) -> None:
        self.allowed, self.mates, self.root = allowed, mates, root
        self.way = [ALONE] * len(mates)
        self.base = list(range(len(mates)))
        self.is_even = [False] * len(mates)
        self.even: list[int] = []

    def end(self) -> bool:
        """Pair the root, and somebody else who is alone, if there is a path between them."""
        mates, way, base, is_even = self.mates, self.way, self.base, self.is_even
        self._reach(self.root)
        for one in self.even:
            for two in self.allowed[one]:
                if is_even[two]:
                    if base[one] != base[two]:
                        self._contract(one, two)
                elif way[two] == ALONE:
                    way[two] = one
                    if mates[two] == ALONE:
                        self._turn_over(two)
                        return True
                    self._reach(mates[two])
        return False

    def leave_out_later(self) -> None:
        """After a search in vain: leave out one who comes later than the root instead, if any."""
        latest = max(self.even)
        if latest > self.root:
            mate = self.mates[latest]
            self.mates[latest] = ALONE
            self._turn_over(mate)

    def _reach(self, no: int) -> None:
        self.is_even[no] = True
        self.even.append(no)

    def _turn_over(self, last: int) -> None:
        """Pair those of the path to ``last`` the other way round."""
        while last != ALONE:
            before = self.way[last]
            after = self.mates[before]
            self.mates[last], self.mates[before] = before, last
            last = after

    def _contract(self, one: int, two: int) -> None:
        """Make one blossom of those on the ways from two at even distance to where they meet."""
        base, top = self.base, self._meeting(one, two)
        inside = self._mark(one, two, top) | self._mark(two, one, top)
        for no, its_base in enumerate(base):
            if its_base in inside:
                base[no] = top
                if not self.is_even[no]:
                    self._reach(no)

    def _meeting(self, one: int, two: int) -> int:
        """The base in which the ways from the root to two players part."""
        base, at = self.base, self.base[one]
        passed = {at}
        while at != self.root:
            at = base[self.way[self.mates[at]]]
            passed.add(at)
        at = base[two]
        while at not in passed:
            at = base[self.way[self.mates[at]]]
        return at

    def _mark(self, no: int, beyond: int, top: int) -> set[int]:
        """Lead the ways of a blossom's players round its other side; its bases below ``top``."""
        inside = set()
        while self.base[no] != top:
            mate = self.mates[no]
            inside |= {self.base[no], self.base[mate]}
            self.way[no] = beyond
            no, beyond = self.way[mate], mate
        return inside
