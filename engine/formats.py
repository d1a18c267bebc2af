"""Match formats: what is typed for a match, what contradicts itself, and what it scores."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import NamedTuple

from engine.match_format import MatchFormat, ResultField, Score
from engine.model import Exact, Special, Value

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


GAME_WON = 10
MOST_AGENDA_POINTS = 6
GAME_POINTS = (GAME_WON, *range(MOST_AGENDA_POINTS + 1))
GAMES, MATCHES = "Games", "Matches"
HALF = Fraction(1, 2)
WITHOUT_TWO_FOR_ONE = tuple(s for s in Special if s is not Special.TWO_FOR_ONE)
"""Every entry of ``Special`` but the two-for-one, which only a match of two games can be."""


class _GamesAndMatch(NamedTuple):
    """What a match came to, in games won and in the match itself."""

    games: Score
    match: Score


_WON = _GamesAndMatch(Score(2, 0), Score(1, 0))
_LOST = _GamesAndMatch(Score(0, 2), Score(0, 1))
_LEVEL = _GamesAndMatch(Score(1, 1), Score(HALF, HALF))
_AGREED_POINTS: Mapping[Special, _GamesAndMatch] = {
    Special.BYE: _WON,
    Special.INTENTIONAL_DRAW: _LEVEL,
    Special.NO_SHOW_1: _LOST,
    Special.NO_SHOW_2: _WON,
    Special.DOUBLE_NO_SHOW: _LEVEL,
}


@dataclass(frozen=True, slots=True)
class GamePoints:
    """What a match of two games is worth; see :func:`game_points`."""

    games_first: bool
    count: str
    bye: Exact | None

    def outcome(self, result: tuple[Value, ...], special: Special) -> _GamesAndMatch | None:
        """The games and the match; ``None`` while something is missing."""
        if special in _AGREED_POINTS:
            return _AGREED_POINTS[special]
        points = [value for value in result if isinstance(value, int)]
        if len(points) < 4:
            return None
        games = [_better(points[0], points[1], GAME_WON), _better(points[2], points[3], GAME_WON)]
        won = Score(games[0].player1 + games[1].player1, games[0].player2 + games[1].player2)
        match = _better(points[0] + points[2], points[1] + points[3])
        if self.games_first and won.player1 != won.player2:
            match = _better(won.player1, won.player2)
        return _GamesAndMatch(won, match)

    def score(self, result: tuple[Value, ...], special: Special) -> Score | None:
        """What the match counts."""
        if special is Special.BYE and self.bye is not None:
            return Score(self.bye, 0)
        found = self.outcome(result, special)
        return _counted(found, self.count) if found else None

    def games(self, result: tuple[Value, ...], special: Special) -> Score:
        """Games won."""
        found = self.outcome(result, special)
        return found.games if found else Score(0, 0)

    def match(self, result: tuple[Value, ...], special: Special) -> Score:
        """Matches won."""
        found = self.outcome(result, special)
        return found.match if found else Score(0, 0)


def _counted(found: _GamesAndMatch, what: str) -> Score:
    if what == GAMES:
        return found.games
    if what == MATCHES:
        return found.match
    games, match = found
    return Score(games.player1 + match.player1, games.player2 + match.player2)


def game_points(
    *, games_first: bool = False, count: str = "GMP", bye: Exact | None = None
) -> MatchFormat:
    """Two games a match, each reported in game points: 10 for a win, else the agenda points.

    A game and the match are worth one point each to their winner and half a point to either
    player when tied or unfinished, so that every match totals three, one with two absent players
    (both games unfinished) too.

    Args:
        games_first: whether the match goes to the player with more games won, and only then by
            game points; otherwise by game points alone.
        count: what a match is worth: ``GMP`` (games and match), ``Games`` or ``Matches`` alone.
        bye: the points for a bye, if not those of a match won with both games.

    Rule: NTP 2.7, NTP Data table; TRC 2.2.1, 2.4; NTS, Game/Match points.
    """
    worth = GamePoints(games_first, count, bye)
    help_ = "Game {}: Player {}'s points, 10 for a win, else agenda points (0-6)."
    return MatchFormat(
        name="game points",
        fields=tuple(
            ResultField(f"G{game} P{player}", GAME_POINTS, help_.format(game, player))
            for game in (1, 2)
            for player in (1, 2)
        ),
        specials=WITHOUT_TWO_FOR_ONE,
        score=worth.score,
        fault=_game_points_fault,
        bye=_counted(_WON, count).player1 if bye is None else bye,
        worth=worth,
        denominator=2,
        tallies={GAMES: worth.games, MATCHES: worth.match},
    )


def _better(one: Exact, two: Exact, needed: Exact = 0) -> Score:
    """One point to whoever has more, if that is as much as needed; else half to either."""
    if one == two or max(one, two) < needed:
        return Score(HALF, HALF)
    return Score(1, 0) if one > two else Score(0, 1)


def _game_points_fault(result: tuple[Value, ...], special: Special) -> str | None:
    if special and not is_blank(result):
        return f"{special} has no games: clear the points, or clear Special"
    for game in (0, 1):
        if list(result[2 * game : 2 * game + 2]) == [GAME_WON, GAME_WON]:
            columns = f"G{game + 1} P1 and G{game + 1} P2"
            return f"{columns} are both {GAME_WON}: type the loser's agenda points (0-6)"
    return None


CORP, RUNNER, DRAWN = "Corp", "Runner", "Draw"


def one_game_with_sides(win: int = 3, draw: int = 1) -> MatchFormat:
    """One game a match; Player 1 is the Corp, Player 2 the Runner.

    Rule: OP, Appendix 1: Single-sided Swiss.
    """
    worth = {
        CORP: Score(win, 0),
        RUNNER: Score(0, win),
        DRAWN: Score(draw, draw),
    }
    fixed = {
        Special.BYE: Score(win, 0),
        Special.INTENTIONAL_DRAW: Score(draw, draw),
        Special.NO_SHOW_1: Score(0, win),
        Special.NO_SHOW_2: Score(win, 0),
        Special.DOUBLE_NO_SHOW: Score(0, 0),
    }

    def score(result: tuple[Value, ...], special: Special) -> Score | None:
        return fixed.get(special) or worth.get("".join(map(str, result)))

    def fault(result: tuple[Value, ...], special: Special) -> str | None:
        if special and not is_blank(result):
            return f"{special} has no game: clear Result, or clear Special"
        return None

    return MatchFormat(
        name="one game",
        fields=(ResultField("Result", tuple(worth), "Which side won: Corp, Runner or Draw."),),
        specials=WITHOUT_TWO_FOR_ONE,
        score=score,
        fault=fault,
        bye=win,
        sides=(CORP, RUNNER),
    )


DIFFERENCE = "Difference"
MOST_ENDURANCE = 99


@dataclass(frozen=True, slots=True)
class Headquarters:
    """What a game of Neuroshima Hex is worth.

    Args:
        armies: the armies that may be played.
        most: the difference that a game counts at most.
        win: points for a win, a bye and an opponent who is absent.
        draw: points for a draw.
        bye: the difference of a bye, and of a match whose opponent is absent.
    """

    armies: tuple[str, ...]
    most: int
    win: int = 3
    draw: int = 1
    bye: int = 7

    def _agreed(self, special: Special) -> tuple[Score, Score] | None:
        """The points and the difference of a match that was not played to its end."""
        win, draw, bye = self.win, self.draw, self.bye
        fixed = {
            Special.BYE: (Score(win, 0), Score(bye, 0)),
            Special.INTENTIONAL_DRAW: (Score(draw, draw), Score(0, 0)),
            Special.NO_SHOW_1: (Score(0, win), Score(-bye, bye)),
            Special.NO_SHOW_2: (Score(win, 0), Score(bye, -bye)),
            Special.DOUBLE_NO_SHOW: (Score(0, 0), Score(0, 0)),
        }
        return fixed.get(special)

    def score(self, result: tuple[Value, ...], special: Special) -> Score | None:
        """Points: the higher headquarters wins. Rule: HEX 4.1, 4.2."""
        if agreed := self._agreed(special):
            return agreed[0]
        one, two = (*result, "", "")[:2]
        if not isinstance(one, int) or not isinstance(two, int):
            return None
        if one == two:
            return Score(self.draw, self.draw)
        return Score(self.win, 0) if one > two else Score(0, self.win)

    def difference(self, result: tuple[Value, ...], special: Special) -> Score:
        """Difference of the headquarters, each player's own, capped. Rule: HEX 4.1, 4.2."""
        if agreed := self._agreed(special):
            return agreed[1]
        one, two = result[:2]
        assert isinstance(one, int)
        assert isinstance(two, int)
        gap = max(-self.most, min(self.most, one - two))
        return Score(gap, -gap)


def headquarters(worth: Headquarters) -> MatchFormat:
    """One game of Neuroshima Hex, reported as the endurance left to both headquarters.

    Rule: HEX 4.1, 4.2.
    """
    left = "Endurance that Player {}'s headquarters has left; the higher wins."
    army = (
        "The army that Player {} played. If both have noted the same one first, type it for both: the "
        "message says who was drawn to play the second."
    )
    return MatchFormat(
        name="headquarters",
        fields=(
            *(ResultField(f"HQ {i}", range(MOST_ENDURANCE + 1), left.format(i)) for i in (1, 2)),
            *(ResultField(f"Army {i}", worth.armies, army.format(i), needed=False) for i in (1, 2)),
        ),
        specials=WITHOUT_TWO_FOR_ONE,
        score=worth.score,
        fault=_headquarters_fault,
        bye=worth.win,
        worth=worth,
        tallies={DIFFERENCE: worth.difference},
    )


def _headquarters_fault(result: tuple[Value, ...], special: Special) -> str | None:
    if special and not is_blank(result):
        return f"{special} has no game: clear the entries, or clear Special"
    return None


def is_blank(result: Sequence[Value]) -> bool:
    """Whether nothing at all has been typed."""
    return all(value == "" for value in result)
