"""Search the results of the last round for one that puts enough players above another, or below."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from itertools import count
from typing import NamedTuple

from engine.chances.sums import Sums
from engine.model import Match

MOST_STEPS = 300
"""The steps that a search takes before it gives up."""


class _Choice(NamedTuple):
    """An outcome of a match: how many more players it can bring there, and by how much at most."""

    players: int
    gain: int
    outcome: int


class Search:
    """A search for a result that puts so many others above a player, or below.

    Of every match the best outcome is taken, for each of the others by itself: that bounds how many can
    come there. Where the bound leaves it open, one match after the other is given each of its outcomes,
    but for those that are worse for everybody who is still in doubt.

    Args:
        sums: of the last round.
        no: the player.
        others: those who count.
        sign: 1 for above, -1 for below.
        only: the places of the outcomes to which a match is held.
    """

    def __init__(
        self,
        sums: Sums,
        no: int,
        others: Collection[int],
        sign: int,
        only: Mapping[Match, Sequence[int]],
    ) -> None:
        self._steps = count()
        self._known: dict[tuple[int, int], tuple[int, int]] = {}
        matches = list(sums.added)
        self._outcomes = [only.get(m, range(len(sums.added[m]))) for m in matches]
        self._own = {player: place for place, m in enumerate(matches) for player in m.players}
        self._first = self._own.get(no)
        low, high = sums.ends[no]
        start = {other: sign * (sums.base[other] - sums.base[no]) for other in others}
        apart = {o for o in others if sums.ends[o][0] > high or sums.ends[o][1] < low}
        self._there = sum(start.pop(other) > 0 for other in apart)
        self._start = start
        self._gaps = {
            other: [
                [sign * (change.get(other, 0) - change.get(no, 0)) for change in sums.added[m]]
                for m in matches
            ]
            for other in start
        }

    def is_impossible(self, needed: int) -> bool | None:
        """True if never so many come there, False if some result brings them; ``None`` if not found out."""
        places = range(len(self._outcomes))
        least, most = dict(self._start), dict(self._start)
        for no in self._start:
            for place in places:
                low, high = self._ends(no, place)
                least[no] += low
                most[no] += high
        return self._search(needed - self._there, least, most, places)

    def _ends(self, no: int, match: int) -> tuple[int, int]:
        """The least and the most that a match adds to a gap."""
        if (no, match) not in self._known:
            gaps = [self._gaps[no][match][outcome] for outcome in self._outcomes[match]]
            self._known[no, match] = min(gaps), max(gaps)
        return self._known[no, match]

    def _search(
        self, needed: int, least: Mapping[int, int], most: Mapping[int, int], left: Sequence[int]
    ) -> bool | None:
        needed -= sum(gap > 0 for gap in least.values())
        doubtful = [no for no in least if least[no] <= 0 <= most[no]]
        if needed <= 0:
            return False
        if len(doubtful) < needed:
            return True
        choices = {match: self._choices(match, doubtful, most) for match in left}
        apart = sum(self._own.get(no) not in choices for no in doubtful)
        if apart + sum(of[0].players for of in choices.values()) < needed:
            return True
        best = {match: of[0].outcome for match, of in choices.items()}
        if sum(self._gap(no, least, best) > 0 for no in doubtful) >= needed:
            return False
        match = self._next(doubtful, left)
        if match is None or next(self._steps) >= MOST_STEPS:
            return None
        rest = [other for other in left if other != match]
        gaps = {no: self._gaps[no][match] for no in doubtful}
        ends = {no: self._ends(no, match) for no in doubtful}
        is_impossible: bool | None = True
        for outcome in self._not_worse(choices[match], gaps):
            lower = {no: least[no] - low + gaps[no][outcome] for no, (low, _) in ends.items()}
            upper = {no: most[no] - high + gaps[no][outcome] for no, (_, high) in ends.items()}
            found = self._search(needed, lower, upper, rest)
            if found is False:
                return False
            is_impossible = is_impossible and found
        return is_impossible

    def _choices(
        self, match: int, doubtful: Sequence[int], most: Mapping[int, int]
    ) -> list[_Choice]:
        """The outcomes of a match, those first that can bring the most of its players there."""
        ends = {no: self._ends(no, match) for no in doubtful}
        touched = [no for no, (low, high) in ends.items() if low != high]
        playing = [no for no in doubtful if self._own.get(no) == match]
        choices = []
        for outcome in self._outcomes[match] if touched else self._outcomes[match][:1]:
            reached = sum(
                most[no] - ends[no][1] + self._gaps[no][match][outcome] >= 0 for no in playing
            )
            gain = sum([self._gaps[no][match][outcome] for no in touched])
            choices.append(_Choice(reached, gain, outcome))
        return sorted(choices, reverse=True)

    def _gap(self, no: int, least: Mapping[int, int], outcomes: Mapping[int, int]) -> int:
        """A gap after these outcomes of all that is left."""
        gaps = self._gaps[no]
        return least[no] + sum(gaps[m][o] - self._ends(no, m)[0] for m, o in outcomes.items())

    def _next(self, doubtful: Sequence[int], left: Sequence[int]) -> int | None:
        """The match of the player, or else the one that matters most; none if no more of them does."""
        if self._first in left:
            return self._first

        def spread(match: int) -> int:
            ends = (self._ends(no, match) for no in doubtful)
            return sum(high - low for low, high in ends)

        match = max(left, key=spread, default=None)
        return None if match is None or not spread(match) else match

    def _not_worse(
        self, choices: Sequence[_Choice], gaps: Mapping[int, Sequence[int]]
    ) -> list[int]:
        """The outcomes that no other one is better than, or as good, for all who are in doubt."""
        kept: list[int] = []
        for _, _, outcome in sorted(choices, key=lambda choice: -choice.gain):
            if not any(all(g[other] >= g[outcome] for g in gaps.values()) for other in kept):
                kept.append(outcome)
        return kept
