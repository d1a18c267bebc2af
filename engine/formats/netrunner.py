"""The match formats of Netrunner: two games, each won, lost or drawn; one game; game points."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import ClassVar, NamedTuple

from engine.formats.tallies import tally_of_games
from engine.match_format import (
    WITHOUT_HALF_BYE,
    Cells,
    Fault,
    Game,
    MatchFormat,
    Play,
    Result,
    ResultField,
    Score,
    Sides,
    agreed_score,
    played_beside_special,
)
from engine.model import Exact, Special, Value
from engine.texts import msg

CORP, RUNNER = "Corp", "Runner"
SIDES = Sides(CORP, RUNNER, msg("Won by the Corp"), msg("Won by the Runner"))
WIN, DRAW, LOSS = "W", "D", "L"
LETTERS = (WIN, LOSS, DRAW)
WINNER_BY_LETTER = {WIN: 1, LOSS: 2, DRAW: 0}
LETTER_BY_WINNER = {winner: letter for letter, winner in WINNER_BY_LETTER.items()}
SIDES_NOT_RECORDED = "Not recorded"
DRAW_WITH_GAMES, TWO_FOR_ONE_WITH_TWO_GAMES, BYE_WITH_GAMES = (
    "games-beside-an-intentional-draw", "two-games-beside-a-two-for-one", "games-beside-a-bye",
)  # fmt: skip
DRAWN = "Draw"


def sides_named(first: str, second: str) -> Sides:
    """The sides of a game that players know by these names."""
    if (first, second) == SIDES[:2]:
        return SIDES
    return Sides(first, second, f"Won by {first}", f"Won by {second}")


def letter_fields(sides: Sides) -> tuple[ResultField, ...]:
    """Player 1's game on either side, and whether it is known which was which."""
    return (
        *(ResultField(f"P1 {side}", LETTERS) for side in sides[:2]),
        ResultField("Sides", (SIDES_NOT_RECORDED,), optional=True),
    )


def side_field(sides: Sides) -> ResultField:
    """The side that has won a game, or a draw."""
    return ResultField("Result", (*sides[:2], DRAWN))


@dataclass(frozen=True, slots=True, kw_only=True)
class TwoGames(MatchFormat):
    """Two games a match, one on each side, each won, drawn or lost.

    The letters are Player 1's results, on the first side and on the second; Player 2's mirror them.
    ``Sides`` is there only in events
    that came from elsewhere: it says that the letters are right in sum, but which game was whose
    was never recorded.

    Args:
        win: event points for a game won; a bye and a no-show are worth two of them.

    Rule: OP, Event structure; OP, Intentional draws and two-for-ones.
    """

    win: int = 3
    draw: int = 1
    fields: tuple[ResultField, ...] = letter_fields(SIDES)
    played_as: Sides = SIDES
    specials: tuple[Special, ...] = WITHOUT_HALF_BYE

    counts_games: ClassVar[bool] = True

    @property
    def game_names(self) -> tuple[Value, ...]:
        """The games by the side of a player."""
        return self.played_as[:2]

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

    def tally(self, name: str, result: Result, special: Special) -> Score:
        """Games or matches won and lost."""
        return tally_of_games(self, name, result, special)

    def fault(self, result: Result, special: Special) -> Fault | None:
        """Letters that do not fit what ``Special`` says."""
        beside = played_beside_special(self.fields[:2], result, special)
        if beside is None:
            return None
        letters = [letter for letter in result[:2] if letter != ""]
        is_one = len(letters) == 1 or letters[0] == letters[1]
        match special:
            case Special.INTENTIONAL_DRAW:
                kind = "" if {*letters} == {WIN, LOSS} else DRAW_WITH_GAMES
            case Special.TWO_FOR_ONE:
                kind = "" if is_one else TWO_FOR_ONE_WITH_TWO_GAMES
            case Special.BYE:
                kind = BYE_WITH_GAMES
            case _:
                return beside
        return beside._replace(kind=kind) if kind else None

    def games(self, result: Result, special: Special) -> Iterator[Game]:
        """Both games, or that of a two-for-one: of two equal letters nobody knows which it was."""
        letters = [(corp, letter) for corp, letter in enumerate(result[:2], 1) if letter != ""]
        is_hidden = SIDES_NOT_RECORDED in result
        if special is Special.TWO_FOR_ONE and len(letters) == 2:
            letters, is_hidden = letters[:1], True
        for corp, letter in letters:
            yield self.game(WINNER_BY_LETTER[str(letter)], 0 if is_hidden else corp)

    def simulated(self, play: Play) -> Result:
        """Both games, Player 1 the Corp of the first."""
        return LETTER_BY_WINNER[play.game()], LETTER_BY_WINNER[play.game(turned=True)]

    def lost_game(self, typed: Cells, player: int, game: Value) -> Cells:
        """The game lost that the player plays on one of the sides."""
        is_first = (player == 1) == (game == self.played_as.first)
        return {self.fields[0 if is_first else 1].name: LOSS if player == 1 else WIN}


@dataclass(frozen=True, slots=True, kw_only=True)
class OneGameWithSides(MatchFormat):
    """One game a match; Player 1 has the first side (the Corp), Player 2 the second (the Runner).

    A bye and an absent opponent are worth a win.

    Rule: OP, Appendix 1: Single-sided Swiss.
    """

    win: int = 3
    draw: int = 1
    fields: tuple[ResultField, ...] = (side_field(SIDES),)
    played_as: Sides = SIDES

    @property
    def sides(self) -> tuple[str, str]:
        """Those of Player 1 and Player 2."""
        return self.played_as[:2]

    def score(self, result: Result, special: Special) -> Score | None:
        """The points of the game."""
        win, draw = self.win, self.draw
        first, second = self.sides
        scores = {first: Score(win, 0), second: Score(0, win), DRAWN: Score(draw, draw)}
        return agreed_score(special, win, draw) or scores.get("".join(map(str, result)))

    def tally(self, name: str, result: Result, special: Special) -> Score:
        """The game won or lost."""
        return tally_of_games(self, name, result, special)

    def games(self, result: Result, special: Special) -> Iterator[Game]:
        """The game."""
        yield self.game((DRAWN, *self.sides).index(str(result[0])), 1)

    def simulated(self, play: Play) -> Result:
        """The game."""
        return ((DRAWN, *self.sides)[play.game()],)

    def lost_match(self, typed: Cells, player: int) -> Cells:
        """The game won by the other side."""
        return {"Result": self.sides[2 - player]}


GAME_WON = 10
MOST_AGENDA_POINTS = 6
GAME_POINTS = (GAME_WON, *range(MOST_AGENDA_POINTS + 1))
GAMES, MATCHES = "Games", "Matches"
HALF = Fraction(1, 2)
TWO_WINNERS = "two-winners-of-a-game"
WON, NOT_DECIDED = msg("Won"), msg("Not decided")
POINTS_OF_LOSER = msg("Agenda points of a loser")
POINTS_NOT_DECIDED = msg("Agenda points in a game not decided")
POINT_FIELDS = tuple(
    ResultField(f"G{game} P{player}", GAME_POINTS) for game in (1, 2) for player in (1, 2)
)


class Outcome(NamedTuple):
    """The result of a match: games won, and the match itself."""

    games: Score
    match: Score


WON_BOTH = Outcome(Score(2, 0), Score(1, 0))
TIED = Outcome(Score(1, 1), Score(HALF, HALF))
AGREED: Mapping[Special, Outcome] = {
    Special.BYE: WON_BOTH,
    Special.INTENTIONAL_DRAW: TIED,
    Special.NO_SHOW_1: Outcome(Score(0, 2), Score(0, 1)),
    Special.NO_SHOW_2: WON_BOTH,
    Special.DOUBLE_NO_SHOW: TIED,
}


@dataclass(frozen=True, slots=True, kw_only=True)
class GamePoints(MatchFormat):
    """Two games a match, each reported in game points: 10 for a win, else the agenda points.

    A game and the match are worth one point each to their winner and half a point to either
    player when tied or unfinished, so that every match totals three, one with two absent players
    (both games unfinished) too.

    Args:
        games_first: True if the match goes to the player with more games won, and only then by
            game points; otherwise by game points alone.
        count: the points that count: ``GMP`` (games and match), ``Games`` or ``Matches`` alone.
        for_bye: the points for a bye, if not those of a match won with both games.

    Rule: NTP 2.7, NTP Data table; TRC 2.2.1, 2.4; NTS, Game/Match points.
    """

    games_first: bool = False
    count: str = "GMP"
    for_bye: Exact | None = None
    fields: tuple[ResultField, ...] = POINT_FIELDS
    played_as: Sides | None = SIDES

    game_names: ClassVar[tuple[Value, ...]] = (1, 2)
    counts_games: ClassVar[bool] = True
    endings: ClassVar[tuple[str, ...]] = (WON, NOT_DECIDED)
    averages: ClassVar[tuple[str, ...]] = (POINTS_OF_LOSER, POINTS_NOT_DECIDED)
    tallies: ClassVar[tuple[str, ...]] = (GAMES, MATCHES)

    @property
    def denominator(self) -> int:
        """Halves, for games and matches that are tied."""
        return 2

    def score(self, result: Result, special: Special) -> Score | None:
        """The points that count."""
        if special is Special.BYE and self.for_bye is not None:
            return Score(self.for_bye, 0)
        outcome = self._outcome(result, special)
        if outcome is None:
            return None
        games, match = outcome
        both = Score(games.player1 + match.player1, games.player2 + match.player2)
        return {GAMES: games, MATCHES: match}.get(self.count, both)

    def tally(self, name: str, result: Result, special: Special) -> Score:
        """Games or matches won."""
        outcome = self._outcome(result, special)
        if outcome is None:
            return Score(0, 0)
        return {GAMES: outcome.games, MATCHES: outcome.match}[name]

    def _outcome(self, result: Result, special: Special) -> Outcome | None:
        """The games and the match; ``None`` while something is missing."""
        if special in AGREED:
            return AGREED[special]
        points = [value for value in result if isinstance(value, int)]
        if len(points) < 4:
            return None
        games = [_better(points[0], points[1], GAME_WON), _better(points[2], points[3], GAME_WON)]
        won = Score(games[0].player1 + games[1].player1, games[0].player2 + games[1].player2)
        match = _better(points[0] + points[2], points[1] + points[3])
        if self.games_first and won.player1 != won.player2:
            match = _better(won.player1, won.player2)
        return Outcome(won, match)

    def fault(self, result: Result, special: Special) -> Fault | None:
        """Points of a match that was not played, or a game with two winners."""
        for game in (1, 2):
            points = result[2 * game - 2 : 2 * game]
            if not special and points == (GAME_WON, GAME_WON):
                values = {"game": game, "won": GAME_WON, "most": MOST_AGENDA_POINTS}
                return Fault(f"G{game} P1", TWO_WINNERS, values)
        return played_beside_special(POINT_FIELDS, result, special)

    def games(self, result: Result, special: Special) -> Iterator[Game]:
        """Both games; who was the Corp is not reported."""
        points = [value for value in result if isinstance(value, int)]
        for one, two in (points[:2], points[2:]):
            if GAME_WON in (one, two):
                winner = 1 if one == GAME_WON else 2
                yield Game(winner, WON, points={POINTS_OF_LOSER: (min(one, two),)})
            else:
                yield Game(0, NOT_DECIDED, points={POINTS_NOT_DECIDED: (one, two)})

    def simulated(self, play: Play) -> Result:
        """Both games; whoever does not win one has any number of agenda points, each as likely."""
        points: list[Value] = []
        for game in self.game_names:
            winner = play.game(turned=game == 2)
            for player in (1, 2):
                lost = play.luck(MOST_AGENDA_POINTS + 1)
                points.append(GAME_WON if player == winner else lost)
        return tuple(points)

    def lost_game(self, typed: Cells, player: int, game: Value) -> Cells:
        """A game lost; the loser keeps the agenda points that are typed."""
        own = f"G{game} P{player}"
        points = typed.get(own, "")
        is_kept = isinstance(points, int) and points <= MOST_AGENDA_POINTS
        return {own: points if is_kept else 0, f"G{game} P{3 - player}": GAME_WON}


def _better(one: Exact, two: Exact, needed: Exact = 0) -> Score:
    """One point to the player with more, if that is as much as needed; else half to either."""
    if one == two or max(one, two) < needed:
        return Score(HALF, HALF)
    return Score(1, 0) if one > two else Score(0, 1)
