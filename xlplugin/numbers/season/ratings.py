"""Ratings of a season: Weng and Lin's (JMLR 12, 2011) Bradley-Terry model, as the library openskill has it.

They read like Elo's: a newcomer has 1500, and a player 400 ahead wins ten games of eleven. Before any
game strength is spread as it is in ``engine/simulation/strength.py``, with which ratings predict results
better than with the library's own, three times as wide.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from functools import cache
from math import log, sqrt
from typing import NamedTuple

from openskill.models import BradleyTerryFull, BradleyTerryFullRating

from engine.intervals import Z
from engine.simulation.strength import DEFAULT_SPREAD

NEWCOMER = 1500.0
LOGIT = 400 / log(10)
"""The points of a rating that are one logit a game."""
SPREAD = DEFAULT_SPREAD * LOGIT
LUCK = LOGIT / sqrt(2)
"""The spread of either player's play in a game, by which 400 points are ten to one."""
DRIFT = SPREAD / 100
"""By how much strength may change from one game to the next, in the library's own proportion."""
RANKS = {1: [1.0, 2.0], 2: [2.0, 1.0], 0: [1.0, 1.0]}


class Rating(NamedTuple):
    """A rating, half of its 95 % interval, and the number of games that it is from."""

    points: float
    half: float
    games: int

    @property
    def low(self) -> float:
        """The least that it is, by which players are ranked: a few lucky games make nobody first."""
        return self.points - self.half

    @property
    def high(self) -> float:
        """The most that it is."""
        return self.points + self.half


@cache
def model() -> BradleyTerryFull:
    """The library's model with the scale of Elo's ratings."""
    return BradleyTerryFull(mu=NEWCOMER, sigma=SPREAD, beta=LUCK, tau=DRIFT)


def ratings_of(games: Iterable[tuple[str, str, int]]) -> dict[str, Rating]:
    """The rating of everybody after games, oldest first: both players, and the winner, 1, 2 or 0.

    Whoever is certain to be best comes first.
    """
    of: dict[str, BradleyTerryFullRating] = {}
    count: Counter[str] = Counter()
    for one, two, winner in games:
        before = [[of.get(player) or model().rating()] for player in (one, two)]
        ((of[one],), (of[two],)) = model().rate(before, ranks=RANKS[winner])
        count.update((one, two))
    found = {key: Rating(r.mu, Z * r.sigma, count[key]) for key, r in of.items()}
    return dict(sorted(found.items(), key=lambda item: (-item[1].low, item[0])))
