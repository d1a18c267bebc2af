"""Certainty of the cut by points alone, whatever tiebreaks say."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from functools import cached_property

from engine.chances.outcomes import Outcome
from engine.model import Match


@dataclass(frozen=True)
class Bounds:
    """The points that everybody has, and those that can still be won; all in units.

    A search over what can still happen: of every match the outcome is taken that is worst for a player (or
    best), which needs no more than one look at each, as one match has nothing to do with another. In the
    last round that is exact but for tiebreaks, which count against whoever is asked about; before it the
    points of later rounds are bounds, too, as if everybody could win all of them and nobody had to.

    Args:
        units: the points so far, those of the present round included where they are known.
        open: the matches without a result, and what can come of them.
        later: the most that a player can win in the rounds after the present one.
        able: the players who can make the cut.
        sure: those of them whom nothing but their rank can keep from it.
        size: of the cut.
        back: players who have dropped and may come back: they count against whoever is asked about.
    """

    units: Mapping[int, int]
    open: Mapping[Match, Sequence[Outcome]]
    later: int
    able: AbstractSet[int]
    sure: AbstractSet[int]
    size: int
    back: AbstractSet[int] = frozenset()

    @cached_property
    def _match_of(self) -> Mapping[int, Match]:
        return {no: match for match in self.open for no in match.players}

    def is_safe(self, no: int, agreed: Outcome | None = None) -> bool:
        """True if a player is in the cut whatever happens, or whatever does once a draw is ``agreed``."""
        if no not in self.sure:
            return False
        worst = self.units[no] + min(self._own(no, agreed))
        return self._others(no, worst, self.later, self.able | self.back, max) < self.size

    def can_miss(self, no: int, agreed: Outcome) -> bool:
        """True if others can leave a player outside after a draw in the last round, by points alone."""
        after = self.units[no] + self._own(no, agreed)[0]
        return self._others(no, after + 1, 0, self.sure, max) >= self.size

    def is_out(self, no: int) -> bool:
        """True if a player cannot make the cut any more."""
        if no not in self.able:
            return True
        best = self.units[no] + max(self._own(no, None)) + self.later
        return self._others(no, best + 1, 0, self.sure, min) >= self.size

    def _own(self, no: int, agreed: Outcome | None) -> list[int]:
        """The units that a player's own match can bring."""
        match = self._match_of.get(no)
        if match is None:
            return [0]
        outcomes = [agreed] if agreed else self.open[match]
        return [outcome.units[match.players.index(no)] for outcome in outcomes]

    def _others(
        self,
        no: int,
        needed: int,
        later: int,
        counted: Collection[int],
        chosen: Callable[[Iterable[int]], int],
    ) -> int:
        """At most (``max``), or at least (``min``), how many of the others come to the points needed.

        The opponent's outcome is chosen like those of all others: who does best has an opponent who does
        worst. In a draw that is agreed the lower of the two is the one who may not be safe, and the higher
        counts in either case.
        """

        def reaching(players: Iterable[int], units: Iterable[int]) -> int:
            return sum(
                player != no and player in counted and self.units[player] + more + later >= needed
                for player, more in zip(players, units, strict=True)
            )

        others = [player for player in self.units if player not in self._match_of]
        total = reaching(others, [0] * len(others))
        for match, outcomes in self.open.items():
            total += chosen(reaching(match.players, outcome.units) for outcome in outcomes)
        return total
