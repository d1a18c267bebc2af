"""When the rounds of a day will be over, given how long those so far have taken.

A day is as :mod:`engine.simulation.day` has it, but for two things that only the day itself tells. Its
rounds may be further apart than the hall is said to have them, all by about the same minutes; and now
and then there is a break, after which the hall is as it was. What has been seen of a day weighs its
possible paces by Bayes' rule.

Lengths are lists of minutes, each as likely as the others, shortest first. Two of them are added by
adding every minute to every other one, so that nothing is drawn at random.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import pairwise
from math import exp, sqrt
from typing import NamedTuple

from engine.simulation.day import LONGEST, WITHOUT_LIMIT, Hall, length_of

POINTS = 32
"""The minutes of a length."""
AS_SAID = 0.8
"""How likely the rounds are as far apart as the hall is said to have them, before any is seen."""
MORE = range(-8, 31, 2)
"""The minutes by which they are further apart, all alike likely, where they are not."""
BREAK, LONGEST_BREAK = 0.1, 120
"""How likely there is a break between two rounds, and its most minutes."""
LOW, MEDIAN, HIGH = 0.1, 0.5, 0.9


@dataclass(frozen=True)
class Timed:
    """A round with a limit of time.

    Args:
        matches: those with two players.
        minutes: until time is called, by the rules.
        is_final: True for the last two players, for whom no time is called.
        best_of_three: True if two or three games are played in these minutes.
        if_needed: True for a second final, which half of the eliminations have.
    """

    matches: int
    minutes: int
    is_final: bool = False
    best_of_three: bool = False
    if_needed: bool = False


class Span(NamedTuple):
    """The minutes that one day in ten, half of the days and nine in ten do not exceed."""

    low: float
    median: float
    high: float


@dataclass(frozen=True)
class Day:
    """A day with a round in play, as far as it is known; minutes count from that round's pairing.

    Args:
        now: the round in play.
        elapsed: the minutes gone by.
        started: when it began; ``None`` where nobody has said so.
        is_over: True if all of its results are in.
        played: the rounds before it, each with the minutes from its pairing to the next one's.
        stages: the rounds after it, by the stages that they belong to.
    """

    now: Timed
    elapsed: float = 0.0
    started: float | None = None
    is_over: bool = False
    played: Sequence[tuple[Timed, float]] = ()
    stages: Sequence[Sequence[Timed]] = ()
    hall: Hall = field(default_factory=lambda: Hall(None, None))

    @cached_property
    def paces(self) -> Mapping[int, float]:
        """The minutes by which rounds may be further apart than the hall has them, with their weights."""
        weights = {more: (1 - AS_SAID) / len(MORE) for more in MORE}
        weights[0] += AS_SAID
        seen = [
            (minutes, *_mean_and_spread(lengths_of(r, self.hall))) for r, minutes in self.played
        ]
        for more in weights:
            for minutes, mean, spread in seen:
                beyond = (minutes - self.hall.turnaround - more - mean) / spread
                likely = exp(-beyond * beyond / 2) / (spread * sqrt(6.283))
                weights[more] *= (1 - BREAK) * likely + BREAK / LONGEST_BREAK
        whole = sum(weights.values())
        return {more: weight / whole for more, weight in weights.items()}

    def ends(self) -> Iterator[Span]:
        """The end of the round in play, then that of each stage."""
        start, apart = self.started, 0.0
        if start is None:  # pairings are posted in the middle of the time between two rounds
            start, apart = self.hall.turnaround / 2, 0.5
        ends = [start + minutes for minutes in lengths_of(self.now, self.hall, 2 * POINTS)]
        if self.is_over:
            ends, apart = [min(self.elapsed, ends[-1])], 0.0
        elif self.elapsed < ends[-1]:
            ends = [end for end in ends if end > self.elapsed]
        else:  # longer than any
            ends = [self.elapsed + self.hall.overtime * share for share in _shares(POINTS)]
        yield self._span(ends, apart)
        for stage in self.stages:
            for round_ in stage:
                further = [self.hall.turnaround + n for n in lengths_of(round_, self.hall)]
                if round_.if_needed:
                    further = [0.0] * POINTS + further
                ends = added(ends, further)
                apart += 0.5 if round_.if_needed else 1.0
            yield self._span(ends, apart)

    def _span(self, ends: Sequence[float], apart: float) -> Span:
        """The end of so many rounds: as the hall has them, and so many times further apart."""
        weighed = sorted(
            (end + apart * more, weight / len(ends))
            for more, weight in self.paces.items()
            for end in ends
        )
        found: list[float] = []
        sum_ = 0.0
        for end, weight in weighed:
            sum_ += weight
            while len(found) < 3 and sum_ >= (LOW, MEDIAN, HIGH)[len(found)]:
                found.append(end)
        return Span(*found)


def lengths_of(round_: Timed, hall: Hall, points: int = POINTS) -> list[float]:
    """The minutes of a round until its last result is in, each as likely as the others."""
    match = _match(round_)
    last = [match(share ** (1 / max(1, round_.matches))) for share in _shares(points)]
    minutes = [round_.minutes * longest for longest in last]
    if round_.is_final:
        return minutes
    in_time = [each for each in minutes if each < round_.minutes]
    late = len(minutes) - len(in_time)
    return in_time + [round_.minutes + hall.overtime * share for share in _shares(late)]


def _match(round_: Timed) -> Callable[[float], float]:
    """The length of a match that is longer than a share of all matches, in shares of the minutes."""
    longest = WITHOUT_LIMIT if round_.is_final else LONGEST
    if not round_.best_of_three:
        return lambda share: length_of(share, longest)
    one = [length_of(share, longest) / 3 for share in _shares(POINTS)]
    two = _sums(one, one)
    matches = sorted(two + _sums(_condensed(two), one))
    return lambda share: matches[int(share * len(matches))]


def added(one: Sequence[float], two: Sequence[float]) -> list[float]:
    """Two lengths, one after the other; as many minutes are enough, each the mean of those near it."""
    return _condensed(_sums(one, two))


def _sums(one: Sequence[float], two: Sequence[float]) -> list[float]:
    return sorted(a + b for a in one for b in two)


def _condensed(every: Sequence[float]) -> list[float]:
    parts = pairwise(len(every) * n // POINTS for n in range(POINTS + 1))
    return [sum(every[first:end]) / (end - first) for first, end in parts]


def _shares(number: int) -> list[float]:
    """So many shares of a whole, evenly between 0 and 1."""
    return [(n + 0.5) / number for n in range(number)]


def _mean_and_spread(lengths: Sequence[float]) -> tuple[float, float]:
    mean = sum(lengths) / len(lengths)
    return mean, max(1.0, sqrt(sum((length - mean) ** 2 for length in lengths) / len(lengths)))
