"""Two games a match, each reported as won, lost or drawn."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar

from engine.match_format import (
    CORP,
    RUNNER,
    Cells,
    Fault,
    Game,
    MatchFormat,
    Result,
    ResultField,
    Score,
    agreed_score,
    game_with_sides,
    played_beside_special,
)
from engine.model import Special, Value

WIN, DRAW, LOSS = "W", "D", "L"
LETTERS = (WIN, LOSS, DRAW)
WINNER = {WIN: 1, LOSS: 2, DRAW: 0}
SIDES_NOT_RECORDED = "Not recorded"
DRAW_WITH_GAMES, TWO_FOR_ONE_WITH_TWO_GAMES, BYE_WITH_GAMES = (
    "games-beside-an-intentional-draw", "two-games-beside-a-two-for-one", "games-beside-a-bye",
)  # fmt: skip
FIELDS = (
    ResultField("P1 Corp", LETTERS),
    ResultField("P1 Runner", LETTERS),
    ResultField("Sides", (SIDES_NOT_RECORDED,), optional=True),
)


@dataclass(frozen=True, slots=True, kw_only=True)
class TwoGames(MatchFormat):
    """Two games a match, one on each side, each won, drawn or lost.

    The letters are Player 1's results; Player 2's mirror them. ``Sides`` is there only in events
    that came from elsewhere: it says that the letters are right in sum, but which game was whose
    was never recorded.

    Args:
        win: event points for a game won; a bye and a no-show are worth two of them.
        draw: event points for a game drawn.

    Rule: OP, Event structure; OP, Intentional draws and two-for-ones.
    """

    win: int = 3
    draw: int = 1
    fields: tuple[ResultField, ...] = FIELDS
    specials: tuple[Special, ...] = tuple(Special)

    game_names: ClassVar[tuple[Value, ...]] = (CORP, RUNNER)
    counts_games: ClassVar[bool] = True

    def score(self, result: Result, special: Special) -> Score | None:
        """The points of both games."""
        if agreed := agreed_score(special, 2 * self.win, self.win):
            return agreed
        worth = {WIN: (self.win, 0), DRAW: (self.draw, self.draw), LOSS: (0, self.win)}
        games = [worth[str(letter)] for letter in result[:2] if letter != ""]
        if special is Special.TWO_FOR_ONE and len(games) == 1:
            games *= 2
        if len(games) < 2:
            return None
        return Score(games[0][0] + games[1][0], games[0][1] + games[1][1])

    def fault(self, result: Result, special: Special) -> Fault | None:
        """Letters that do not fit what ``Special`` says."""
        beside = played_beside_special(FIELDS[:2], result, special)
        if beside is None:
            return None
        letters = [letter for letter in result[:2] if letter != ""]
        match special:
            case Special.INTENTIONAL_DRAW:
                return (
                    None if set(letters) == {WIN, LOSS} else beside._replace(kind=DRAW_WITH_GAMES)
                )
            case Special.TWO_FOR_ONE:
                is_one = len(letters) == 1 or letters[0] == letters[1]
                return None if is_one else beside._replace(kind=TWO_FOR_ONE_WITH_TWO_GAMES)
            case Special.BYE:
                return beside._replace(kind=BYE_WITH_GAMES)
        return beside

    def games(self, result: Result, special: Special) -> Iterator[Game]:
        """Both games, or that of a two-for-one: of two equal letters nobody knows which it was."""
        letters = [(corp, letter) for corp, letter in enumerate(result[:2], 1) if letter != ""]
        is_hidden = SIDES_NOT_RECORDED in result
        if special is Special.TWO_FOR_ONE and len(letters) == 2:
            letters, is_hidden = letters[:1], True
        for corp, letter in letters:
            yield game_with_sides(0 if is_hidden else corp, WINNER[str(letter)])

    def lost_game(self, typed: Cells, player: int, game: Value) -> Cells:
        """The game lost that the player plays as the Corp or as the Runner."""
        header = "P1 Corp" if (player == 1) == (game == CORP) else "P1 Runner"
        return {header: LOSS if player == 1 else WIN}
