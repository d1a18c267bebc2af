"""Match formats: what is typed for a match, what contradicts itself, and what it scores."""

from __future__ import annotations

from collections.abc import Sequence

from engine.model import Special, Value
from engine.ruleset import MatchFormat, ResultField, Score

WIN, DRAW, LOSS = "W", "D", "L"
LETTERS = (WIN, LOSS, DRAW)
SIDES_NOT_RECORDED = "Not recorded"


def two_games(win: int = 3, draw: int = 1) -> MatchFormat:
    """Two games a match, one on each side, each won, drawn or lost.

    The letters are Player 1's results; Player 2's mirror them. ``Sides`` is there only in events
    that came from elsewhere: it says that the letters are right in sum, but which game was whose
    was never recorded.

    Args:
        win: event points for a game won; a bye and a no-show are worth two of them.
        draw: event points for a game drawn.

    Rule: OP, Event structure; OP, Intentional draws and two-for-ones.
    """
    worth = {WIN: (win, 0), DRAW: (draw, draw), LOSS: (0, win)}
    fixed = {
        Special.BYE: Score(2 * win, 0),
        Special.INTENTIONAL_DRAW: Score(win, win),
        Special.NO_SHOW_1: Score(0, 2 * win),
        Special.NO_SHOW_2: Score(2 * win, 0),
        Special.DOUBLE_NO_SHOW: Score(0, 0),
    }

    def score(result: tuple[Value, ...], special: Special) -> Score | None:
        if special in fixed:
            return fixed[special]
        games = [worth[str(letter)] for letter in result[:2] if letter != ""]
        if special is Special.TWO_FOR_ONE and len(games) == 1:
            games *= 2
        if len(games) < 2:
            return None
        return Score(games[0][0] + games[1][0], games[0][1] + games[1][1])

    return MatchFormat(
        name="two games",
        fields=(
            ResultField("P1 Corp", LETTERS, "Player 1's game as the Corp: W, L or D."),
            ResultField("P1 Runner", LETTERS, "Player 1's game as the Runner: W, L or D."),
            ResultField(
                "Sides",
                (SIDES_NOT_RECORDED,),
                "Blank, or Not recorded: the result is right, but not which game was which.",
                optional=True,
            ),
        ),
        specials=tuple(Special),
        score=score,
        fault=_two_games_fault,
        bye=2 * win,
    )


def _two_games_fault(result: tuple[Value, ...], special: Special) -> str | None:
    typed = [letter for letter in result[:2] if letter != ""]
    match special:
        case Special.INTENTIONAL_DRAW if typed and set(typed) != {WIN, LOSS}:
            return "an intentional draw is one win and one loss each: clear the letters"
        case Special.TWO_FOR_ONE if len(typed) == 2 and typed[0] != typed[1]:
            return "a two-for-one is one game: type the game that was played, clear the other"
        case Special.BYE if typed:
            return "a bye has no games: clear the letters, or type an opponent and clear Bye"
        case Special.NO_SHOW_1 | Special.NO_SHOW_2 | Special.DOUBLE_NO_SHOW if typed:
            return f"{special} has no games: clear the letters, or clear Special"
    return None


def is_blank(result: Sequence[Value]) -> bool:
    """Whether nothing at all has been typed."""
    return all(value == "" for value in result)
