"""Ranks, shared ranks, and the value of every tiebreak."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import groupby

from engine.model import Exact, Tournament
from engine.records import Record, Records
from engine.ruleset import Exacts, Ruleset, Tiebreak


@dataclass(frozen=True, slots=True)
class Standing:
    """One line of the standings.

    ``tiebreaks`` holds exact values by name; a tiebreak that is worked out among tied players
    only is there only for those who needed it.
    """

    rank: int
    no: int
    points: Exact
    tiebreaks: Mapping[str, Fraction]
    record: Record


class Standings:
    """Everyone in order after the rounds of a tournament.

    Iterating gives a :class:`Standing` for each player, best first; players whom the ruleset
    leaves level share their rank.
    """

    def __init__(self, records: Records, order: list[int], steps: _Steps) -> None:
        self.records = records
        self.order = order
        self.round = records.rounds
        self._steps = steps

    @property
    def tiebreaks(self) -> Sequence[Tiebreak]:
        """The tiebreaks in the order in which they count."""
        return self._steps.tiebreaks

    @property
    def tiebreak_names(self) -> list[str]:
        """Their names, in the same order."""
        return [tiebreak.name for tiebreak in self._steps.tiebreaks]

    def __len__(self) -> int:
        return len(self.order)

    def __iter__(self) -> Iterator[Standing]:
        of, steps = self.records.of, self._steps
        rank, previous = 0, None
        for position, no in enumerate(self.order, 1):
            key = steps.key(no)
            if key != previous:
                rank, previous = position, key
            yield Standing(rank, no, of[no].points, steps.values(no), of[no])


class _Steps:
    """The tiebreaks' values, found as far as the ranking needed them."""

    def __init__(self, records: Records, tiebreaks: Sequence[Tiebreak]) -> None:
        self.records = records
        self.tiebreaks = tiebreaks
        everyone = tuple(records.of)
        self.everyones = {
            t.name: t.values(records, everyone) for t in tiebreaks if not t.among_tied
        }
        self.tied_values: dict[str, dict[int, Exact]] = {
            t.name: {} for t in tiebreaks if t.among_tied
        }
        self.tied_denominators: dict[str, int] = {}

    def key(self, no: int) -> tuple[Exact | None, ...]:
        """Everything that told the player apart from the next; equal keys share a rank."""
        found: list[Exact | None] = [self.records.of[no].points]
        for tiebreak in self.tiebreaks:
            if tiebreak.among_tied:
                found.append(self.tied_values[tiebreak.name].get(no))
            else:
                found.append(self.everyones[tiebreak.name].values[no])
        return tuple(found)

    def values(self, no: int) -> dict[str, Fraction]:
        """The player's tiebreak values by name."""
        found = {}
        for tiebreak in self.tiebreaks:
            name = tiebreak.name
            if not tiebreak.among_tied:
                exacts = self.everyones[name]
                found[name] = Fraction(exacts.values[no], exacts.denominator)
            elif no in self.tied_values[name]:
                value = self.tied_values[name][no]
                found[name] = Fraction(value, self.tied_denominators[name])
        return found

    def among(self, tiebreak: Tiebreak, tied: Sequence[int]) -> Mapping[int, Exact]:
        """The values of a tiebreak that decides among the tied players."""
        if not tiebreak.among_tied:
            return self.everyones[tiebreak.name].values
        exacts: Exacts = tiebreak.values(self.records, tied)
        self.tied_values[tiebreak.name].update(exacts.values)
        self.tied_denominators[tiebreak.name] = exacts.denominator
        return exacts.values


def rank(tournament: Tournament, ruleset: Ruleset) -> Standings:
    """The standings after all rounds of the tournament.

    Args:
        tournament: the event; every round in it must be complete. Dropped players stay ranked.
        ruleset: whose points and tiebreaks count.

    Raises:
        TournamentError: a result is missing.
    """
    records = Records(tournament, ruleset)
    steps = _Steps(records, ruleset.tiebreaks(tournament.options))
    of = records.of
    everyone = sorted(of)
    everyone.sort(key=lambda no: of[no].points, reverse=True)
    order: list[int] = []
    for _, level in groupby(everyone, key=lambda no: of[no].points):
        order += _split(list(level), steps, 0)
    return Standings(records, order, steps)


def _split(tied: list[int], steps: _Steps, step: int) -> list[int]:
    """Order the tied players by the tiebreaks from ``step`` on."""
    if len(tied) == 1 or step == len(steps.tiebreaks):
        return tied
    tiebreak = steps.tiebreaks[step]
    value = steps.among(tiebreak, tied).__getitem__
    tied.sort(key=value, reverse=not tiebreak.lowest_first)
    order: list[int] = []
    for _, level in groupby(tied, key=value):
        order += _split(list(level), steps, step + 1)
    return order
