"""Ranks, shared ranks, and the value of every tiebreak."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from copy import copy
from dataclasses import dataclass
from fractions import Fraction
from itertools import groupby, zip_longest
from types import MappingProxyType

from engine.draws import lot
from engine.model import Exact
from engine.records import Record, Records
from engine.tiebreaks import Tiebreak

NO_POOLS: Mapping[int, str] = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class Standing:
    """One line of the standings; tiebreaks among tied players have values only where needed.

    In an event of pools each player has one, and a rank ``in_pool``.
    """

    rank: int
    no: int
    points: Exact
    tiebreaks: Mapping[str, Fraction]
    record: Record
    pool: str = ""
    in_pool: int = 0


class Standings:
    """Everyone in order after the rounds of a tournament.

    Iterating gives a :class:`Standing` for each player, best first; players whom the ruleset
    leaves level share their rank.

    Where it is ``starting_over``, tied players whom a tiebreak has split begin with the first one again.
    Where each player has a pool, its first comes before every second, and so on: those of one rank in
    different pools stand by points and tiebreaks.

    Attributes:
        places: the players by place, best first; those who share a rank together, by lot.
        round: the round after which they stand so.
    """

    def __init__(
        self,
        records: Records,
        tiebreaks: Sequence[Tiebreak],
        *,
        starting_over: bool = False,
        pools: Mapping[int, str] = NO_POOLS,
    ) -> None:
        everyone = sorted(records.of)
        self.records = records
        self.tiebreaks = tiebreaks
        self.round = records.rounds
        self._starting_over = starting_over
        self._of_all = {t.name: t.values(records, everyone) for t in tiebreaks if not t.among_tied}
        self._of_tied: dict[str, dict[int, tuple[int, int]]] = {t.name: {} for t in tiebreaks}
        self.pools = pools
        self._in_pool: dict[int, int] = {}
        self.places = self._by_pool(everyone) if pools else self._ranked(everyone)

    def _ranked(self, players: Collection[int]) -> list[list[int]]:
        """Players by place, by points and tiebreaks."""
        of = self.records.of
        found: list[list[int]] = []
        line = sorted(players, key=lambda no: of[no].units, reverse=True)
        for _, group in groupby(line, key=lambda no: of[no].units):
            found += self._split(list(group))
        return found

    def _by_pool(self, players: Collection[int]) -> list[list[int]]:
        """Players by their rank in their pool, then by points and tiebreaks; those without one come last."""
        in_pool: dict[str, list[int]] = {}
        for no in players:
            in_pool.setdefault(self.pools.get(no, ""), []).append(no)
        without = in_pool.pop("", [])
        lines = [self._ranked(pool) for pool in in_pool.values()]
        for line in lines:
            rank = 1
            for place in line:
                self._in_pool |= dict.fromkeys(place, rank)
                rank += len(place)
        inside = {name: dict(values) for name, values in self._of_tied.items()}
        places = self._merged([[no for place in line for no in place] for line in lines])
        for name, values in inside.items():  # those of the own pool count, and are shown
            self._of_tied[name] |= values
        return [*places, *self._ranked(without)]

    def _merged(self, lines: Iterable[Sequence[int]]) -> list[list[int]]:
        """The first players of all lines, then the second ones, and so on, each time by points and tiebreaks."""
        tiers = zip_longest(*lines)
        return [
            place for tier in tiers for place in self._ranked([no for no in tier if no is not None])
        ]

    def among(self, players: Collection[int]) -> list[int]:
        """Some of the players from first to last; in each pool the next moves up for one who is not among them."""
        left = [no for no in self.order if no in players]
        if not self.pools:
            return left
        lines: dict[str, list[int]] = {}
        for no in sorted(left, key=lambda no: self._in_pool.get(no, len(self))):
            lines.setdefault(self.pools.get(no, ""), []).append(no)
        shown = {name: dict(values) for name, values in self._of_tied.items()}
        order = [no for place in self._merged(lines.values()) for no in place]
        self._of_tied = shown
        return order

    @property
    def order(self) -> list[int]:
        """Everyone from first to last; those who share a rank by lot."""
        return [no for place in self.places for no in place]

    def reordered(self, order: Sequence[int]) -> Standings:
        """The same points and tiebreaks with everyone in another order, each a rank of its own."""
        other = copy(self)
        other.places = [[no] for no in order]
        return other

    def __len__(self) -> int:
        return len(self.records.of)

    def __iter__(self) -> Iterator[Standing]:
        of = self.records.of
        rank = 1
        for place in self.places:
            for no in place:
                values = self._values(no)
                pool, in_pool = self.pools.get(no, ""), self._in_pool.get(no, 0)
                yield Standing(rank, no, of[no].points, values, of[no], pool, in_pool)
            rank += len(place)

    def _values(self, no: int) -> dict[str, Fraction]:
        """The player's tiebreak values by name."""
        values = {}
        for name in (tiebreak.name for tiebreak in self.tiebreaks):
            if exacts := self._of_all.get(name):
                values[name] = Fraction(exacts.values[no], exacts.denominator)
            elif no in self._of_tied[name]:
                values[name] = Fraction(*self._of_tied[name][no])
        return values

    def _among(self, tiebreak: Tiebreak, tied: Sequence[int]) -> Mapping[int, int]:
        """The values of a tiebreak for the tied players; none where it does not apply."""
        if not tiebreak.among_tied:
            return self._of_all[tiebreak.name].values
        values, denominator = tiebreak.values(self.records, tied)
        self._of_tied[tiebreak.name] |= {no: (values[no], denominator) for no in values}
        return values

    def _split(self, tied: list[int], step: int = 0) -> list[list[int]]:
        """The tied players by place, under the tiebreaks from ``step`` on."""
        if len(tied) == 1:
            return [tied]
        if step == len(self.tiebreaks):
            seed = self.records.tournament.seed
            return [sorted(tied, key=lambda no: lot(seed, no))]
        tiebreak = self.tiebreaks[step]
        values = self._among(tiebreak, tied) if tiebreak.counts else {}
        if not values:
            return self._split(tied, step + 1)
        tied.sort(key=values.__getitem__, reverse=not tiebreak.lowest_first)
        groups = [list(group) for _, group in groupby(tied, key=values.__getitem__)]
        again = 0 if self._starting_over and len(groups) > 1 else step + 1
        return [place for group in groups for place in self._split(group, again)]
