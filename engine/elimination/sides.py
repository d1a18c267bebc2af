"""Who is the Corp in a game of an elimination. Rule: OP, Event structure: Elimination rounds."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import NamedTuple

from engine.draws import Draws
from engine.elimination.progress import Fixture
from engine.match_format import EliminationFormat
from engine.model import Match, Round
from engine.pairing import Reason


class Sides(NamedTuple):
    """How often a player was the Corp and the Runner."""

    corp: int
    runner: int

    @property
    def difference(self) -> int:
        """Positive for whoever was the Corp more often, and so is to be the Runner."""
        return self.corp - self.runner


class SidesPlayed:
    """The sides of every player in the elimination so far; walkovers count for nothing."""

    def __init__(self, rounds: Iterable[Round], format_: EliminationFormat) -> None:
        self._format = format_
        self._corp: Counter[int] = Counter()
        self._runner: Counter[int] = Counter()
        self._last: dict[frozenset[int | None], int] = {}
        for round_ in rounds:
            for match in round_.matches:
                self._add(match)

    def _add(self, match: Match) -> None:
        corp = self._format.corp(match.result, match.special) if self._format.corp else 0
        one, two = match.player1, match.player2
        self._last.pop(frozenset((one, two)), None)
        if two is None or not corp:
            return
        if corp == 2:
            one, two = two, one
        self._corp[one] += 1
        self._runner[two] += 1
        self._last[frozenset((one, two))] = one

    def of(self, no: int) -> Sides:
        """What a player has played."""
        return Sides(self._corp[no], self._runner[no])

    def assign(self, fixture: Fixture, draws: Draws, clause: str) -> tuple[int, Reason]:
        """Who is the Corp in a game after the first round.

        A second final has the sides of the first one reversed. Else each player plays the side
        played least; if both want the same one, it goes to whoever has the greater difference; if
        that is equal, the sides are drawn.

        Returns:
            1 or 2, the higher seed being 1, and why.
        """
        one, two = fixture.one, fixture.two
        if fixture.game.if_needed and fixture.players in self._last:
            corp = 2 if self._last[fixture.players] == one else 1
            text = "second final, the sides of the first one reversed: {0} is the Corp"
            return corp, Reason(clause, text, ((one, two)[corp - 1],))
        sides = {no: self.of(no) for no in (one, two)}
        told = ", ".join(
            f"{{{i}}} was Corp {sides[no].corp}, Runner {sides[no].runner}"
            for i, no in enumerate((one, two))
        )
        gap = sides[one].difference - sides[two].difference
        if gap:
            corp = 2 if gap > 0 else 1
            both_alike = sides[one].difference * sides[two].difference > 0
            how = "by the greater difference" if both_alike else "played least"
        else:
            corp = 1 + draws.luck(2)
            how = "drawn"
        text = f"sides {how}: {{{corp - 1}}} is the Corp ({told} in the elimination)"
        return corp, Reason(clause, text, (one, two))
