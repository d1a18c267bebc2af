"""Who is the Corp in a game of an elimination. Rule: OP, Event structure: Elimination rounds."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import NamedTuple

from engine.draws import Draws
from engine.elimination.progress import Fixture
from engine.match_format import EliminationFormat
from engine.model import Match, Round
from engine.reasons import Kind, Reason, Values
from engine.texts import msg

DRAWN = msg(
    "sides drawn: {corp} is the Corp ({one} was Corp {corp1}, Runner {runner1}, {two} was Corp {corp2}, "
    "Runner {runner2} in the elimination)"
)
BY_DIFFERENCE = msg(
    "sides by the greater difference: {corp} is the Corp ({one} was Corp {corp1}, Runner {runner1}, {two} "
    "was Corp {corp2}, Runner {runner2} in the elimination)"
)
PLAYED_LEAST = msg(
    "sides played least: {corp} is the Corp ({one} was Corp {corp1}, Runner {runner1}, {two} was Corp "
    "{corp2}, Runner {runner2} in the elimination)"
)


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
        corp = self._format.corp(match.result, match.special)
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
            text = msg("second final, the sides of the first one reversed: {one} is the Corp")
            return corp, Reason(Kind.SIDES, clause, text, ((one, two)[corp - 1],))
        first, second = self.of(one), self.of(two)
        gap = first.difference - second.difference
        corp = 1 + draws.luck(2) if not gap else 2 if gap > 0 else 1
        if not gap:
            text = DRAWN
        elif first.difference * second.difference > 0:
            text = BY_DIFFERENCE
        else:
            text = PLAYED_LEAST
        values: Values = {
            "corp": ((one, two)[corp - 1],),
            "corp1": first.corp,
            "runner1": first.runner,
            "corp2": second.corp,
            "runner2": second.runner,
        }
        return corp, Reason(Kind.SIDES, clause, text, (one, two), values)
