"""The strength of players, and games that are drawn by it.

A player's strength is a number from a normal distribution around 0. The stronger of two players wins a
game that is not drawn with the chance 1 / (1 + exp(-d)), d being the difference of their strengths: it is
in logits a game (Bradley and Terry 1952, with normal strengths). Where sides are not equally good, the
logit of the share that the first side wins of even players is added to d for whoever has it.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import cos, exp, log, pi, sqrt
from random import Random

DEFAULT_SPREAD, DEFAULT_DRAWS = 0.44, 0.003
"""The spread, and the share of games drawn, of three large events of 2020; see docs/simulation.md."""
EVEN = 0.5
CERTAIN = 700.0
"""A difference beyond which ``exp`` would be too large for a number, and a game is won for certain."""


@dataclass(frozen=True, slots=True)
class Model:
    """The model of simulated events; all shares are from 0 to 1.

    Args:
        spread: the standard deviation of strength, in logits a game.
        draws: the share of games that nobody wins.
        drops: the share of players in the lower half of the standings who leave after each Swiss round
            but the last.
        intentional_draws: the share of matches of the last Swiss round that are agreed to be drawn, of
            those whose players both stand inside the cut before it.
        first_wins: the share of games that the first side wins, of those that even players do not draw;
            neither 0 nor 1.
    """

    spread: float = DEFAULT_SPREAD
    draws: float = DEFAULT_DRAWS
    drops: float = 0.0
    intentional_draws: float = 0.0
    first_wins: float = EVEN

    @property
    def first_ahead(self) -> float:
        """By how much the first side is the stronger of even players, in logits."""
        return log(self.first_wins / (1 - self.first_wins))


def normal(random: Random) -> float:
    """A number from the standard normal distribution (Box and Muller 1958).

    Only :meth:`random.Random.random` is used: see :mod:`engine.draws`.
    """
    return sqrt(-2 * log(1 - random.random())) * cos(2 * pi * random.random())


def chance(difference: float) -> float:
    """The chance to win a game that is not drawn, given one's own strength less the opponent's."""
    return 1 / (1 + exp(-max(-CERTAIN, min(CERTAIN, difference))))


class Table:
    """Two players who play: see :class:`engine.match_format.Play`.

    The ``difference`` is the strength of Player 1 less that of Player 2.
    """

    __slots__ = ("_draws", "_random", "_wins", "_wins_turned", "first")

    def __init__(self, random: Random, difference: float, model: Model, first: int = 0) -> None:
        ahead = model.first_ahead * (0, 1, -1)[first]
        draws = model.draws
        self.first = first
        self._random = random.random
        self._draws = draws
        self._wins = draws + (1 - draws) * chance(difference + ahead)
        self._wins_turned = draws + (1 - draws) * chance(difference - ahead)

    def game(self, *, turned: bool = False) -> int:
        """Draw the winner of a game: 1 or 2, or 0 for nobody; ``turned`` with the sides the other way round."""  # fmt: skip
        drawn = self._random()
        if drawn < self._draws:
            return 0
        return 1 if drawn < (self._wins_turned if turned else self._wins) else 2

    def luck(self, most: int) -> int:
        """Draw a number from 0 up to, but without, ``most``."""
        return int(self._random() * most)
