"""The formats of an elimination: one game, best of three, or as in the Swiss rounds.

In ``Winner`` and the fields of single games, ``1`` and ``2`` are Player 1 and Player 2; a draw
``D`` is a win for the higher seed.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from itertools import pairwise
from typing import ClassVar

from engine.formats.headquarters import Headquarters
from engine.formats.netrunner import CORP, SIDES
from engine.match_format import (
    Cells,
    EliminationFormat,
    Fault,
    Game,
    Play,
    Refused,
    Result,
    ResultField,
    Sides,
    played_beside_special,
)
from engine.model import Special, Value
from engine.texts import msg

DRAW, UNKNOWN = "D", "?"
WINNERS = (1, 2, DRAW)
DRAW_IS_A_WIN = msg(
    "'{special}' is not allowed here: a draw is a win for the higher-ranked player ({why})"
)
GAME_AFTER_THE_LAST, EARLIER_GAME_BLANK = "game-after-the-last", "earlier-game-blank"
CORP_FIELD = ResultField(CORP, (1, 2, UNKNOWN))


def _won(game: Value, higher: int) -> int | None:
    """The winner of a game: 1, 2, or the higher seed if it was drawn."""
    return higher if game == DRAW else int(game) if game in (1, 2) else None


def _no_draw(rule: str, *, has_draws: bool) -> dict[Special, Refused]:
    """No draw is agreed on in an elimination: it would be a win for the higher-ranked."""
    return {Special.INTENTIONAL_DRAW: Refused(DRAW_IS_A_WIN, rule, has_draws)}


def _simulated_game(play: Play, *, turned: bool = False) -> Value:
    return play.game(turned=turned) or DRAW


@dataclass(frozen=True, slots=True, kw_only=True)
class _Games(EliminationFormat):
    """Games whose winners are reported, after who has the first side where there are sides."""

    refused: Mapping[Special, Refused] = field(
        default_factory=lambda: _no_draw("OP, Event structure", has_draws=True)
    )
    played_as: Sides | None = SIDES

    choice_of_side: ClassVar[str] = ""

    @property
    def choice(self) -> str:
        """That of the side, where there are sides."""
        return self.choice_of_side if self.has_sides else ""

    def _winners(self, result: Result) -> Result:
        """The winners of the games, blanks included."""
        named = len(self.fields) - self.has_sides
        typed = result[1:] if self.has_sides else result
        return (*typed, *[""] * named)[:named]

    def _is_side_missing(self, result: Result) -> bool:
        return self.has_sides and (*result, "")[0] == ""

    def _first(self, result: Result, special: Special) -> int:
        """The player with the first side in the first game; 0 where that is unknown."""
        first = result[0] if self.has_sides and result and not special else 0
        return first if isinstance(first, int) else 0

    def fault(self, result: Result, special: Special) -> Fault | None:
        """A winner beside somebody who did not play."""
        winners = self._winners(result)
        return played_beside_special(self.fields[-len(winners) :], winners, special)

    def _simulated(self, play: Play, *games: Value) -> Result:
        """The winners of some games, after who has the first side."""
        return (*((play.first or UNKNOWN,) if self.has_sides else ()), *games)


@dataclass(frozen=True, slots=True, kw_only=True)
class OneGame(_Games):
    """One game. Rule: OP, Event structure: Elimination rounds."""

    fields: tuple[ResultField, ...] = (CORP_FIELD, ResultField("Winner", WINNERS))

    choice_of_side: ClassVar[str] = msg(
        "{one}, the higher seed, chooses the side: report who is the Corp"
    )

    @property
    def balances_sides(self) -> bool:
        """True if there are sides: those of later rounds follow from those that were played."""
        return self.has_sides

    def first_side(self, result: Result, special: Special) -> int:
        """The player with the first side; 0 where that is unknown."""
        return self._first(result, special)

    def played_winner(self, result: Result, higher: int) -> int | None:
        """The winner, once the side is known too."""
        (winner,) = self._winners(result)
        return None if self._is_side_missing(result) else _won(winner, higher)

    def games(self, result: Result, special: Special) -> Iterator[Game]:
        """The game."""
        (winner,) = self._winners(result)
        yield self.game(_won(winner, 0) or 0, self.first_side(result, special))

    def simulated(self, play: Play) -> Result:
        """The game."""
        return self._simulated(play, _simulated_game(play))

    def lost_match(self, typed: Cells, player: int) -> Cells | None:
        """The game lost if it has been played, else a no-show."""
        return {"Winner": 3 - player} if typed.get("Winner", "") != "" else None

    def lost_game(self, typed: Cells, player: int, game: Value) -> Cells | None:
        """The game lost if it has begun, else a no-show."""
        has_begun = self.played_as and typed.get(self.played_as.first, "") != ""
        return {"Winner": 3 - player} if has_begun else self.lost_match(typed, player)


@dataclass(frozen=True, slots=True, kw_only=True)
class BestOfThree(_Games):
    """Two games won. Rule: OP, Asynchronous events."""

    fields: tuple[ResultField, ...] = (
        CORP_FIELD, *(ResultField(f"Game {n}", WINNERS, needed=n < 3) for n in (1, 2, 3))
    )  # fmt: skip

    game_names: ClassVar[tuple[Value, ...]] = (1, 2, 3)
    choice_of_side: ClassVar[str] = msg(
        "{one}, the higher seed, chooses the first deck, then the sides alternate: report who is the "
        "Corp in game 1"
    )
    choice_rule: ClassVar[str] = "OP, Asynchronous events: best of three"

    def played_winner(self, result: Result, higher: int) -> int | None:
        """The player with two games, once the sides are known too."""
        if self._is_side_missing(result):
            return None
        won = [_won(game, higher) for game in self._winners(result)]
        return next((player for player in (1, 2) if won.count(player) >= 2), None)

    def detail(self, result: Result, higher: int) -> tuple[Value, Value] | None:
        """Games won."""
        won = [_won(game, higher) for game in self._winners(result)]
        return (won.count(1), won.count(2)) if len(result) > self.has_sides else None

    def fault(self, result: Result, special: Special) -> Fault | None:
        """A third game after two of one player, a blank before a later game, or a walkover."""
        games = self._winners(result)
        if games[0] == games[1] != "" and games[2] != "" and games[0] != DRAW:
            return Fault("Game 3", GAME_AFTER_THE_LAST, {"player": games[0]})
        for number, (game, following) in enumerate(pairwise(games), 1):
            if game == "" and following != "":
                return Fault(f"Game {number}", EARLIER_GAME_BLANK, {"game": number})
        return super(BestOfThree, self).fault(result, special)  # a slotted class has lost its cell

    def games(self, result: Result, special: Special) -> Iterator[Game]:
        """The games that were played, the sides alternating."""
        first = self._first(result, special)
        for number, winner in enumerate(self._winners(result)):
            if winner != "":
                is_turned = first and number % 2
                yield self.game(_won(winner, 0) or 0, 3 - first if is_turned else first)

    def simulated(self, play: Play) -> Result:
        """Games until one player has two, drawn ones played for their third at most."""
        games = [_simulated_game(play), _simulated_game(play, turned=True)]
        if games[0] != games[1] or games[0] == DRAW:
            games.append(_simulated_game(play))
        return self._simulated(play, *games)

    def current_game(self, typed: Cells, player: int) -> Value | None:
        """The first game without a winner."""
        blank = (name for name in self.game_names if self.is_blank_game(typed, player, name))
        return next(blank, None)

    def lost_game(self, typed: Cells, player: int, game: Value) -> Cells:
        """One of the three games lost."""
        return {f"Game {game}": 3 - player}


@dataclass(frozen=True, slots=True, kw_only=True)
class AsInSwiss(EliminationFormat):
    """A game of Neuroshima Hex as in the Swiss rounds; a draw is a win for the higher seed.

    Rule: HEX 4.1.
    """

    swiss: Headquarters
    refused: Mapping[Special, Refused] = field(
        default_factory=lambda: _no_draw("HEX 4.1", has_draws=False)
    )

    endings: ClassVar[tuple[str, ...]] = Headquarters.endings

    def played_winner(self, result: Result, higher: int) -> int | None:
        """The player with more points."""
        score = self.swiss.score(result, Special.NONE)
        if score is None:
            return None
        if score.player1 == score.player2:
            return higher
        return 1 if score.player1 > score.player2 else 2

    def detail(self, result: Result, higher: int) -> tuple[Value, Value] | None:
        """That of the Swiss rounds."""
        return self.swiss.detail(result, higher)

    def fault(self, result: Result, special: Special) -> Fault | None:
        """That of the Swiss rounds."""
        return self.swiss.fault(result, special)

    def simulated(self, play: Play) -> Result:
        """That of the Swiss rounds."""
        return self.swiss.simulated(play)

    def games(self, result: Result, special: Special) -> Iterable[Game]:
        """Those of the Swiss rounds."""
        return self.swiss.games(result, special)


ONE_GAME, BEST_OF_THREE = OneGame(), BestOfThree()


def without_sides(format_: OneGame | BestOfThree) -> EliminationFormat:
    """The format where both players play the same: only winners are reported."""
    return replace(format_, fields=format_.fields[1:], played_as=None)


def without_byes(format_: EliminationFormat) -> EliminationFormat:
    """The format where nobody can have a bye: in a tiebreaker round, and after ``Cut 1``."""
    specials = tuple(special for special in format_.specials if special is not Special.BYE)
    return replace(format_, specials=specials)
