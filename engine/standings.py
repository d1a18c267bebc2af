"""Ranks, shared ranks, and the value of every tiebreak."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from copy import copy
from dataclasses import dataclass
from fractions import Fraction
from itertools import groupby

from engine.draws import lot
from engine.model import Exact
from engine.records import Exacts, Record, Records
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

    Args:
        records: everyone's record after those rounds.
        tiebreaks: those that rank players with equal points, in order.
        starting_over: True if tied players whom a tiebreak has split start again with the first one.

    Attributes:
        places: the players by place, best first; those who share a rank together, by lot.
        round: the round after which they stand so.
    """

    def __init__(
        self, records: Records, tiebreaks: Sequence[Tiebreak], *, starting_over: bool = False
    ) -> None:
        steps = _Steps(records, tiebreaks, starting_over=starting_over)
        of = records.of
        everyone = sorted(of)
        everyone.sort(key=lambda no: of[no].units, reverse=True)
        self.records = records
        self.places: list[list[int]] = []
        for _, group in groupby(everyone, key=lambda no: of[no].units):
            self.places += steps.split(list(group))
        self.round = records.rounds
        self._steps = steps

    @property
    def tiebreaks(self) -> Sequence[Tiebreak]:
        """The tiebreaks in the order in which they count."""
        return self._steps.tiebreaks

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
        of, steps = self.records.of, self._steps
        rank = 1
        for place in self.places:
            for no in place:
                yield Standing(rank, no, of[no].points, steps.values(no), of[no])
            rank += len(place)


class _Steps:
    """The tiebreaks' values, worked out as far as the ranking needs them."""

    def __init__(
        self, records: Records, tiebreaks: Sequence[Tiebreak], *, starting_over: bool
    ) -> None:
        self.records = records
        self.tiebreaks = tiebreaks
        self.starting_over = starting_over
        everyone = tuple(records.of)
        self.everyones = {
            t.name: t.values(records, everyone) for t in tiebreaks if not t.among_tied
        }
        self.tied_values: dict[str, dict[int, int]] = {
            t.name: {} for t in tiebreaks if t.among_tied
        }
        self.tied_denominators: dict[str, int] = {}

    def values(self, no: int) -> dict[str, Fraction]:
        """The player's tiebreak values by name."""
        values = {}
        for tiebreak in self.tiebreaks:
            name = tiebreak.name
            if not tiebreak.among_tied:
                exacts = self.everyones[name]
                values[name] = Fraction(exacts.values[no], exacts.denominator)
            elif no in self.tied_values[name]:
                values[name] = Fraction(self.tied_values[name][no], self.tied_denominators[name])
        return values

    def among(self, tiebreak: Tiebreak, tied: Sequence[int]) -> Mapping[int, int]:
        """The values of a tiebreak for the tied players; none where it does not apply."""
        if not tiebreak.among_tied:
            return self.everyones[tiebreak.name].values
        exacts: Exacts = tiebreak.values(self.records, tied)
        if exacts.values:
            self.tied_values[tiebreak.name].update(exacts.values)
            self.tied_denominators[tiebreak.name] = exacts.denominator
        return exacts.values

    def split(self, tied: list[int], step: int = 0) -> list[list[int]]:
        """The tied players by place, under the tiebreaks from ``step`` on."""
        if len(tied) == 1:
            return [tied]
        if step == len(self.tiebreaks):
            seed = self.records.tournament.seed
            return [sorted(tied, key=lambda no: lot(seed, no))]
        tiebreak = self.tiebreaks[step]
        values = self.among(tiebreak, tied) if tiebreak.counts else {}
        if not values:
            return self.split(tied, step + 1)
        tied.sort(key=values.__getitem__, reverse=not tiebreak.lowest_first)
        groups = [list(group) for _, group in groupby(tied, key=values.__getitem__)]
        again = 0 if self.starting_over and len(groups) > 1 else step + 1
        return [place for group in groups for place in self.split(group, again)]
