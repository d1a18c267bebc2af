"""The sides of an elimination. Rule: OP, Event structure: Elimination rounds."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from engine.draws import Draws
from engine.elimination.progress import Fixture
from engine.match_format import EliminationFormat
from engine.model import Match, Round
from engine.reasons import Kind, Phrase, Reason, Values
from engine.texts import msg

ASSIGNED = msg(
    "sides {how}: {corp} is the Corp ({one} was Corp {corp1}, Runner {runner1}, {two} was Corp {corp2}, "
    "Runner {runner2} in the elimination)"
)
DRAWN, PLAYED_LEAST = Phrase(msg("drawn")), Phrase(msg("played least"))
BY_DIFFERENCE = Phrase(msg("by the greater difference"))


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

    def assign(self, fixture: Fixture, draws: Draws, clause: str) -> tuple[int, Reason]:
        """Choose the Corp of a game after the first round.

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
        difference = {no: self._corp[no] - self._runner[no] for no in (one, two)}
        if difference[one] == difference[two]:
            corp, how = 1 + draws.luck(2), DRAWN
        else:
            corp = 2 if difference[one] > difference[two] else 1
            how = BY_DIFFERENCE if difference[one] * difference[two] > 0 else PLAYED_LEAST
        values: Values = {
            "how": how,
            "corp": ((one, two)[corp - 1],),
            "corp1": self._corp[one],
            "runner1": self._runner[one],
            "corp2": self._corp[two],
            "runner2": self._runner[two],
        }
        return corp, Reason(Kind.SIDES, clause, ASSIGNED, (one, two), values)
