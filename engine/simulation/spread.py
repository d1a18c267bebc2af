"""The spread of strength, estimated from the games of past events.

The likelihood of a spread is that of the games, whatever the players' strengths are: an integral over the
strengths of all players of an event, by Laplace's approximation (as of generalized linear mixed models:
Breslow and Clayton, JASA 88, 1993). Players of different events count as different people.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from math import exp, log, log1p, sqrt
from operator import mul
from statistics import NormalDist
from typing import NamedTuple, TypeAlias

Game: TypeAlias = tuple[int, int]
"""The numbers of the winner and the loser of a game; drawn games tell nothing."""

NARROWEST, WIDEST = 0.001, 8.0
PRECISE = 0.0005
MOST_STEPS = 100
STILL = 1e-9
GOLDEN = (sqrt(5) - 1) / 2
DROP = NormalDist().inv_cdf(0.975) ** 2 / 2
"""By how much the log likelihood falls to the ends of a 95 % interval (Wilks 1938)."""


class Spread(NamedTuple):
    """The most likely spread, and its 95 % interval by the ratio of likelihoods."""

    mean: float
    low: float
    high: float
    games: int


def estimate_spread(events: Iterable[Iterable[Game]]) -> Spread:
    """The spread of strength, in logits a game, that makes the games of events most likely.

    Raises:
        ValueError: there are no games.
    """
    played = [Games(games) for games in map(list, events) if games]
    if not played:
        message = "no games"
        raise ValueError(message)

    def likelihood(spread: float) -> float:
        return sum(event.likelihood(spread) for event in played)

    mean = _highest(likelihood)
    floor = likelihood(mean) - DROP
    low = _crossing(likelihood, floor, mean, NARROWEST)
    high = _crossing(likelihood, floor, mean, WIDEST)
    return Spread(mean, low, high, sum(event.count for event in played))


class Games:
    """The games of one event, their ``count``, and the likelihood of a spread given these."""

    def __init__(self, games: Sequence[Game]) -> None:
        place = {no: i for i, no in enumerate(sorted({no for game in games for no in game}))}
        self.count = len(games)
        self._won = Counter((place[winner], place[loser]) for winner, loser in games)
        self._strength = [0.0] * len(place)

    def likelihood(self, spread: float) -> float:
        """The logarithm of the likelihood of a spread; up to a constant, the same for every spread."""
        variance = spread * spread
        for _ in range(MOST_STEPS):
            slope, factor = self._curve(variance)
            step = _solved(factor, slope)
            self._strength = [s + d for s, d in zip(self._strength, step, strict=True)]
            if max(map(abs, step)) < STILL * max(1.0, spread):
                break
        of = self._strength
        games = sum(n * -_softplus(of[two] - of[one]) for (one, two), n in self._won.items())
        determinant = sum(log(row[-1]) for row in self._curve(variance)[1]) + len(of) * log(spread)
        return games - sum(s * s for s in of) / (2 * variance) - determinant

    def _curve(self, variance: float) -> tuple[list[float], list[list[float]]]:
        """Slope and curvature of the logarithm of the strengths' density; the latter as its factor."""
        of = self._strength
        slope = [-s / variance for s in of]
        curve = [[0.0] * (i + 1) for i in range(len(of))]
        for i, row in enumerate(curve):
            row[i] = 1 / variance
        for (one, two), n in self._won.items():
            lost = exp(-_softplus(of[one] - of[two]))
            slope[one] += n * lost
            slope[two] -= n * lost
            weight = n * lost * (1 - lost)
            curve[one][one] += weight
            curve[two][two] += weight
            curve[max(one, two)][min(one, two)] -= weight
        return slope, _factor(curve)


def _softplus(x: float) -> float:
    """``log(1 + exp(x))``, for any x."""
    return max(x, 0.0) + log1p(exp(-abs(x)))


def _factor(lower: list[list[float]]) -> list[list[float]]:
    """Cholesky's factor of a positive definite matrix, given its lower triangle, which it replaces."""
    for i, row in enumerate(lower):
        for j in range(i):
            above = lower[j]
            row[j] = (row[j] - sum(map(mul, row[:j], above))) / above[j]
        row[i] = sqrt(row[i] - sum(map(mul, row[:i], row)))
    return lower


def _solved(factor: list[list[float]], right: Sequence[float]) -> list[float]:
    """The solution of the equations of a matrix, given its factor."""
    solution = list(right)
    for i, row in enumerate(factor):
        solution[i] = (solution[i] - sum(map(mul, row[:i], solution))) / row[i]
    for i in reversed(range(len(factor))):
        row = factor[i]
        solution[i] /= row[i]
        for j in range(i):
            solution[j] -= row[j] * solution[i]
    return solution


def _highest(function: Callable[[float], float]) -> float:
    """The place where a function of one peak is highest (golden section)."""
    low, high = NARROWEST, WIDEST
    one, two = high - GOLDEN * (high - low), low + GOLDEN * (high - low)
    at_one, at_two = function(one), function(two)
    while high - low > PRECISE:
        if at_one > at_two:
            high, two, at_two = two, one, at_one
            one = high - GOLDEN * (high - low)
            at_one = function(one)
        else:
            low, one, at_one = one, two, at_two
            two = low + GOLDEN * (high - low)
            at_two = function(two)
    return (low + high) / 2


def _crossing(function: Callable[[float], float], floor: float, inside: float, end: float) -> float:
    """The place where a function falls below the floor on the way to an end; the end if it does not."""
    if function(end) >= floor:
        return end
    outside = end
    while abs(outside - inside) > PRECISE:
        middle = (inside + outside) / 2
        if function(middle) >= floor:
            inside = middle
        else:
            outside = middle
    return inside
