"""Ranks, shared ranks, and the value of every tiebreak."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from copy import copy
from dataclasses import dataclass
from fractions import Fraction
from itertools import groupby

from engine.draws import lot
from engine.model import Exact
from engine.records import Record, Records
from engine.tiebreaks import Tiebreak


@dataclass(frozen=True, slots=True)
class Standing:
    """One line of the standings; tiebreaks among tied players have values only where needed."""

    rank: int
    no: int
    points: Exact
    tiebreaks: Mapping[str, Fraction]
    record: Record


class Standings:
    """Everyone in order after the rounds of a tournament.

    Iterating gives a :class:`Standing` for each player, best first; players whom the ruleset
    leaves level share their rank.

    Where it is ``starting_over``, tied players whom a tiebreak has split begin with the first one again.

    Attributes:
        places: the players by place, best first; those who share a rank together, by lot.
        round: the round after which they stand so.
    """

    def __init__(
        self, records: Records, tiebreaks: Sequence[Tiebreak], *, starting_over: bool = False
    ) -> None:
        of, everyone = records.of, sorted(records.of)
        self.records = records
        self.tiebreaks = tiebreaks
        self.round = records.rounds
        self._starting_over = starting_over
        self._of_all = {t.name: t.values(records, everyone) for t in tiebreaks if not t.among_tied}
        self._of_tied: dict[str, dict[int, tuple[int, int]]] = {t.name: {} for t in tiebreaks}
        everyone.sort(key=lambda no: of[no].units, reverse=True)
        self.places: list[list[int]] = []
        for _, group in groupby(everyone, key=lambda no: of[no].units):
            self.places += self._split(list(group))

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
                yield Standing(rank, no, of[no].points, self._values(no), of[no])
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
