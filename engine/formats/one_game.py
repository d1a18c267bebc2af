"""One game a match with sides assigned."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar

from engine.match_format import (
    CORP,
    RUNNER,
    Cells,
    Game,
    MatchFormat,
    Result,
    ResultField,
    Score,
    agreed_score,
    game_with_sides,
)
from engine.model import Special

DRAWN = "Draw"
WINNER = {CORP: 1, RUNNER: 2, DRAWN: 0}


@dataclass(frozen=True, slots=True, kw_only=True)
class OneGameWithSides(MatchFormat):
    """One game a match; Player 1 is the Corp, Player 2 the Runner.

    A bye and an absent opponent are worth a win.

    Rule: OP, Appendix 1: Single-sided Swiss.
    """

    win: int = 3
    draw: int = 1
    fields: tuple[ResultField, ...] = (ResultField("Result", tuple(WINNER)),)

    sides: ClassVar[tuple[str, str] | None] = (CORP, RUNNER)

    def score(self, result: Result, special: Special) -> Score | None:
        """The points of the game."""
        win, draw = self.win, self.draw
        scores = {CORP: Score(win, 0), RUNNER: Score(0, win), DRAWN: Score(draw, draw)}
        return agreed_score(special, win, draw) or scores.get("".join(map(str, result)))

    def games(self, result: Result, special: Special) -> Iterator[Game]:
        """The game."""
        yield game_with_sides(1, WINNER[str(result[0])])

    def lost_match(self, typed: Cells, player: int) -> Cells:
        """The game won by the other side."""
        return {"Result": RUNNER if player == 1 else CORP}
