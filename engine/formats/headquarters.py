"""One game of Neuroshima Hex, reported as the endurance left to both headquarters."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar

from engine.match_format import (
    DRAWN_GAME,
    Game,
    MatchFormat,
    Play,
    Result,
    ResultField,
    Score,
    agreed_score,
)
from engine.model import Special, Value
from engine.texts import msg

DIFFERENCE = "Difference"
MOST_ENDURANCE = 99
WON = msg("Won")
ALONE = {Special.BYE: 1, Special.NO_SHOW_2: 1, Special.NO_SHOW_1: -1}
"""1 where Player 1 has nobody to play, -1 where Player 2 has not."""


def fields_of(armies: tuple[str, ...]) -> tuple[ResultField, ...]:
    """The fields of a result, with the armies that may be played."""
    return (
        *(ResultField(f"HQ {i}", range(MOST_ENDURANCE + 1)) for i in (1, 2)),
        *(ResultField(f"Army {i}", armies, needed=False) for i in (1, 2)),
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class Headquarters(MatchFormat):
    """One game of Neuroshima Hex; the headquarters with more endurance left wins.

    Args:
        most: the difference that a game counts at most.
        win: points for a win, a bye and an opponent who is absent.
        bye_difference: the difference of a bye, and of a match whose opponent is absent.

    Rule: HEX 4.1, 4.2.
    """

    most: int
    win: int = 3
    draw: int = 1
    bye_difference: int = 7

    endings: ClassVar[tuple[str, ...]] = (WON, DRAWN_GAME)
    has_armies: ClassVar[bool] = True
    tallies: ClassVar[tuple[str, ...]] = (DIFFERENCE,)

    def score(self, result: Result, special: Special) -> Score | None:
        """Points: the higher headquarters wins. Rule: HEX 4.1, 4.2."""
        if agreed := agreed_score(special, self.win, self.draw):
            return agreed
        one, two = (*result, "", "")[:2]
        if not isinstance(one, int) or not isinstance(two, int):
            return None
        if one == two:
            return Score(self.draw, self.draw)
        return Score(self.win, 0) if one > two else Score(0, self.win)

    def tally(self, name: str, result: Result, special: Special) -> Score:
        """Difference of the headquarters, each player's own, capped. Rule: HEX 4.1, 4.2."""
        gap = ALONE.get(special, 0) * self.bye_difference
        if not special:
            gap = max(-self.most, min(self.most, int(result[0]) - int(result[1])))
        return Score(gap, -gap)

    def detail(self, result: Result, higher: int) -> tuple[Value, Value] | None:
        """The endurance left."""
        one, two = (*result, "", "")[:2]
        return (one, two) if result else None

    def simulated(self, play: Play) -> Result:
        """Any endurance for the winner, and any lower one for the other; none of it in a draw."""
        winner = play.game()
        if not winner:
            return 0, 0
        more = 1 + play.luck(self.most)
        less = play.luck(more)
        return (more, less) if winner == 1 else (less, more)

    def games(self, result: Result, special: Special) -> Iterator[Game]:
        """The game, with both armies."""
        one, two, *_ = self.score(result, special) or (0, 0)
        winner = 0 if one == two else 1 if one > two else 2
        first, second = (str(army) for army in (*result, "", "")[2:4])
        gap = int(self.tally(DIFFERENCE, result, special).player1)
        yield Game(winner, WON if winner else DRAWN_GAME, 0, (first, second), gap)
