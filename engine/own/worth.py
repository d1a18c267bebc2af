"""The event points of a match under rules of the organizer's own, and those besides matches."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from math import lcm

from engine.match_format import Score
from engine.model import Exact, Special
from engine.own.values import Band


@dataclass(frozen=True)
class Worth:
    """Event points of a match; ``draw`` is ``None`` where no match can be drawn.

    Args:
        absent: those of a player who is absent.
        bands: points by the difference, instead of ``win``, ``draw`` and ``loss``.
        for_bye: ``None`` for those of a win.
        for_walkover: those against an absent player; ``None`` for those of a bye.
    """

    win: Exact
    draw: Exact | None
    loss: Exact
    absent: Exact
    bands: tuple[Band, ...] = ()
    for_bye: Exact | None = None
    for_walkover: Exact | None = None

    @property
    def bye(self) -> Exact:
        """The points of a bye."""
        return self.full if self.for_bye is None else self.for_bye

    @property
    def is_bye_won(self) -> bool:
        """True unless a bye is worth no more than a draw."""
        return self.bye >= self.full or self.bye > self.half

    @property
    def walkover(self) -> Exact:
        """The points against an absent player."""
        return self.bye if self.for_walkover is None else self.for_walkover

    @cached_property
    def denominator(self) -> int:
        """All points are whole multiples of 1 over this."""
        banded = [points for band in self.bands for points in band[1:]]
        parts = (self.win, self.draw or 0, self.loss, self.bye, self.walkover, self.absent, *banded)
        if self.draw is not None or self.bands:
            parts = (*parts, self.half)
        return lcm(*(points.denominator for points in parts))

    @property
    def full(self) -> Exact:
        """The most points that a match won is worth."""
        return max((band.higher for band in self.bands), default=self.win)

    @property
    def half(self) -> Exact:
        """The points of a half-point bye: those of a draw, or else half a win."""
        if self.bands:
            return self.bands[0].higher
        return Fraction(self.full) / 2 if self.draw is None else self.draw

    def of(self, winner: int, difference: Exact) -> Score:
        """Both players' points, given the winner (0 for nobody) and the difference."""
        if self.bands:
            if winner and not difference:  # level, with a winner all the same: the smallest win
                difference = self.bands[min(1, len(self.bands) - 1)].least
            band = [each for each in self.bands if each.least <= difference][-1]
            return Score(*band[1:]) if winner == 1 else Score(*band[:0:-1])
        if not winner:
            assert self.draw is not None
            return Score(self.draw, self.draw)
        return Score(self.win, self.loss) if winner == 1 else Score(self.loss, self.win)

    def agreed(self, special: Special) -> Score | None:
        """The points of a match that was not played."""
        match special:
            case Special.BYE:
                return Score(self.bye, 0)
            case Special.HALF_BYE:
                return Score(self.half, 0)
            case Special.NO_SHOW_2:
                return Score(self.walkover, self.absent)
            case Special.NO_SHOW_1:
                return Score(self.absent, self.walkover)
            case Special.DOUBLE_NO_SHOW:
                return Score(self.absent, self.absent)
            case Special.INTENTIONAL_DRAW:
                return None if self.draw is None else self.of(0, 0)
        return None


@dataclass(frozen=True)
class Beginning:
    """The points besides those of matches.

    Args:
        starts: True if players begin with their start score (McMahon).
        absent: the points for a round without the player.
        rounds_down: True if the fraction of a total is left out.
    """

    starts: bool = False
    absent: Exact = 0
    rounds_down: bool = False
