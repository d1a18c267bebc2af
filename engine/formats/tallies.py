"""Further totals of a match that tiebreaks can use: games won and lost, matches won and lost."""

from __future__ import annotations

from engine.match_format import WALKOVERS, MatchFormat, Result, Score
from engine.model import Special

FOR, AGAINST, DRAWN_FOR, MARGIN = "For", "Against", "Drawn", "Margin"
"""Games won or score of a player and of the opponent, games drawn, the difference."""
WINS, LOSSES = "Wins", "Losses"
"""Matches won and lost."""


def matches_won(winner: int, special: Special, name: str) -> Score:
    """``WINS`` or ``LOSSES`` of a match, given its winner if it was played; 0 for nobody.

    A bye is won and nobody loses it; two absent players have both lost.
    """
    if special is Special.DOUBLE_NO_SHOW:
        return Score(0, 0) if name == WINS else Score(1, 1)
    if special:
        winner = 1 if special is Special.BYE else WALKOVERS.get(special, 0)
    won = Score(int(winner == 1), int(winner == 2))
    if name == WINS:
        return won
    return Score(won.player2, 0 if special is Special.BYE else won.player1)


def tally_of_games(match_format: MatchFormat, name: str, result: Result, special: Special) -> Score:
    """A tally of a match of games whose winners are known; one not played has no games.

    Raises:
        KeyError: there is no such tally.
    """
    points = match_format.score(result, special) or Score(0, 0)
    if name in (WINS, LOSSES):
        one, two = points
        return matches_won(0 if one == two else 1 if one > two else 2, special, name)
    is_played = special in (Special.NONE, Special.TWO_FOR_ONE)
    winners = [game.winner for game in match_format.games(result, special)] if is_played else []
    one, two, drawn = map(winners.count, (1, 2, 0))
    tallies = {FOR: (one, two), AGAINST: (two, one), DRAWN_FOR: (drawn, drawn)}
    return Score(*(tallies | {MARGIN: (one - two, two - one)})[name])
