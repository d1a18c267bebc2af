"""Match formats: fields, points or winner, faults, games played, a game lost.

Each format is a class in :mod:`engine.formats`; nothing else asks which one it has.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import ClassVar, NamedTuple, Protocol, TypeAlias

from engine.model import Exact, Player, Special, Value
from engine.texts import msg

SPECIAL = "Special"
Result: TypeAlias = tuple[Value, ...]
"""The reported values in the order of the fields; blanks at the end may be left out."""
Cells: TypeAlias = Mapping[str, Value]
"""The values of the result and of ``Special``, by field; ``""`` is a blank."""


@dataclass(frozen=True, slots=True)
class ResultField:
    """One field of a result, which has one of the ``choices``.

    Args:
        optional: True if older events may be without it.
        needed: True if a match without it has no result yet.
    """

    name: str
    choices: tuple[Value, ...] | range
    optional: bool = False
    needed: bool = True


class Fault(NamedTuple):
    """A contradiction in a result, the field to correct, and the values in the sentence of its kind."""

    field: str
    kind: str
    values: Mapping[str, Value] = {}


PLAYED_BESIDE_SPECIAL = "played-beside-special"
"""The kind of fault that a match has a result, though ``Special`` says that it was not played."""


class Refused(NamedTuple):
    """The reason that an entry of ``Special`` is refused.

    Args:
        text: a template with ``{special}`` and ``{why}``.
        has_draws: True if a drawn game is reported as such instead.
        setting: the option that allows it, and its value; ``None`` where nothing does.
    """

    text: str
    why: str
    has_draws: bool = False
    setting: tuple[str, str] | None = None


class Score(NamedTuple):
    """The points that a match earned its two players."""

    player1: Exact
    player2: Exact


WON_GAME, DRAWN_GAME = msg("Won"), msg("Drawn")


class Sides(NamedTuple):
    """The sides of a game, where they differ, and the words for a game that either wins.

    Results tell who played the ``first``, 1 or 2.
    """

    first: str
    second: str
    won_by_first: str
    won_by_second: str


class Game(NamedTuple):
    """A game that was played, for statistics.

    Args:
        winner: 1 or 2; 0 for nobody.
        ending: one of the format's endings; ``""`` where sides count but were not recorded.
        first: the player with the first side, 1 or 2; 0 without sides, and where they are unknown.
        armies: ``""`` where none is typed.
        points: the numbers that it adds to the format's averages, by their names.
    """

    winner: int
    ending: str
    first: int = 0
    armies: tuple[str, str] = ("", "")
    difference: int = 0
    points: Mapping[str, Sequence[int]] = {}


class Play(Protocol):
    """Two players at a table whose games are simulated."""

    @property
    def first(self) -> int:
        """The player with the first side in the first game, 1 or 2; 0 where that makes no difference."""
        ...

    def game(self, *, turned: bool = False) -> int:
        """Draw the winner of a game: 1 or 2, or 0 for nobody; ``turned`` with the sides the other way round."""  # fmt: skip
        ...

    def luck(self, most: int) -> int:
        """Draw a number from 0 up to, but without, ``most``."""
        ...


@dataclass(frozen=True, slots=True, kw_only=True)
class Format(ABC):
    """A way to report a match: the fields of a result, and the entries that ``Special`` may have.

    Args:
        refused: the entries that it may not have, as far as there is more to say of them.
        played_as: the sides of a game; ``None`` where both players play the same.

    Attributes:
        counts_games: True if games count by themselves, so that those played stay in a match lost.
        averages: the names of the averages that statistics tell.
        has_armies: True if each game is played with an army that is typed with its result.
    """

    fields: tuple[ResultField, ...]
    specials: tuple[Special, ...]
    refused: Mapping[Special, Refused] = field(default_factory=dict)
    played_as: Sides | None = None

    counts_games: ClassVar[bool] = False
    averages: ClassVar[tuple[str, ...]] = ()
    has_armies: ClassVar[bool] = False

    @property
    def game_names(self) -> tuple[Value, ...]:
        """The games of a match when one is lost: by the loser's side, or by number; none where there is one."""
        return ()

    @property
    def has_sides(self) -> bool:
        """True if the two players of a game play different sides."""
        return self.played_as is not None

    @property
    def endings(self) -> tuple[str, ...]:
        """The ways in which a game can end, for statistics."""
        won = self.played_as[2:] if self.played_as else (WON_GAME,)
        return (*won, DRAWN_GAME)

    def game(self, winner: int, first: int = 0) -> Game:
        """A game; ``first`` is the player with the first side, 0 where that was not recorded."""
        sides = self.played_as
        if sides is None:
            return Game(winner, WON_GAME if winner else DRAWN_GAME)
        if not winner or not first:
            return Game(winner, DRAWN_GAME if first else "", first)
        return Game(winner, sides.won_by_first if winner == first else sides.won_by_second, first)

    def fault(self, result: Result, special: Special) -> Fault | None:
        """The contradiction in a typed result, if any; by default entries for a match not played."""
        return played_beside_special(self.fields, result, special)

    @abstractmethod
    def is_complete(self, result: Result, special: Special) -> bool:
        """Return True if a match has a result; only for results without a fault."""

    @abstractmethod
    def is_lost(self, result: Result, special: Special, player: int) -> bool:
        """Return True if a match is lost by player 1 or 2."""

    @abstractmethod
    def games(self, result: Result, special: Special) -> Iterable[Game]:
        """The games of a complete match of two players without a walkover or an agreed draw."""

    @abstractmethod
    def simulated(self, play: Play) -> Result:
        """A result as two players of some strength come to it, each game drawn in turn."""

    def detail(self, result: Result, higher: int) -> tuple[Value, Value] | None:
        """A number or text on either player of a match played: games won, endurance left.

        The higher seed, 1 or 2, wins a drawn game of an elimination.
        """
        return None

    @property
    def can_both_lose(self) -> bool:
        """True if a match of two absent players is lost by both."""
        return True

    def current_game(self, typed: Cells, player: int) -> Value | None:
        """Return the game that is being played, as far as results tell; see :mod:`engine.penalties`."""
        blank = [name for name in self.game_names if self.is_blank_game(typed, player, name)]
        return blank[0] if len(blank) == 1 else None

    def is_blank_game(self, typed: Cells, player: int, game: Value) -> bool:
        """Return True if one of the ``game_names`` has a blank."""
        cells = self.lost_game(typed, player, game) or {}
        return any(typed.get(header, "") == "" for header in cells)

    def lost_match(self, typed: Cells, player: int) -> Cells | None:
        """The entries for a match that a player loses; ``None`` where it is a no-show."""
        if not self.counts_games:
            return None
        games = (self.lost_game(typed, player, game) or {} for game in self.game_names)
        return {header: value for entries in games for header, value in entries.items()}

    def lost_game(self, typed: Cells, player: int, game: Value) -> Cells | None:
        """The entries for a game that a player loses, one of ``game_names`` or the only one."""
        return self.lost_match(typed, player)


WITHOUT_HALF_BYE = tuple(s for s in Special if s is not Special.HALF_BYE)
"""Every entry of ``Special`` but the half-point bye, which only rules of the organizer's own have."""
WITHOUT_TWO_FOR_ONE = tuple(s for s in WITHOUT_HALF_BYE if s is not Special.TWO_FOR_ONE)
"""Those of a match of one game: a two-for-one has two."""


@dataclass(frozen=True, slots=True, kw_only=True)
class MatchFormat(Format):
    """A way to report and score a match of the Swiss rounds.

    Attributes:
        tallies: further totals of a result for either player: games won, matches won, the difference
            of the headquarters.
    """

    specials: tuple[Special, ...] = WITHOUT_TWO_FOR_ONE

    tallies: ClassVar[tuple[str, ...]] = ()

    @property
    def sides(self) -> tuple[str, str] | None:
        """Those of Player 1 and Player 2, where they are assigned."""
        return None

    @property
    def denominator(self) -> int:
        """Points are whole multiples of 1 over this."""
        return 1

    @property
    def absent(self) -> Exact:
        """The points of a player for a round without them."""
        return 0

    def start(self, player: Player) -> Exact:
        """The points with which a player begins."""
        return 0

    def total(self, units: int) -> int:
        """A player's total, in units of 1 / ``denominator``, as it counts."""
        return units

    @abstractmethod
    def score(self, result: Result, special: Special) -> Score | None:
        """The points of a result without a fault; ``None`` while something is missing."""

    def tally(self, name: str, result: Result, special: Special) -> Score:
        """One of the ``tallies`` of a complete result."""
        raise KeyError(name)

    @property
    def telling(self) -> tuple[int, ...]:
        """Numbers that give results of every worth, where all that can be typed are too many; else none."""
        return ()

    def alternatives(self, result: Result) -> Iterator[Result]:
        """A result of all that must be typed, and the same with what else may be."""
        yield result

    @property
    def bye(self) -> Exact:
        """The points for a bye."""
        score = self.score((), Special.BYE)
        assert score is not None
        return score.player1

    @property
    def full(self) -> Exact:
        """The points of a match won, the most that one is worth."""
        return self.bye

    def is_complete(self, result: Result, special: Special) -> bool:
        """Return True if a match has a result; only for results without a fault."""
        return self.score(result, special) is not None

    def is_lost(self, result: Result, special: Special, player: int) -> bool:
        """Return True if a player has fewer points than the opponent."""
        score = self.score(result, special)
        return score is not None and score[player - 1] < score[2 - player]

    @property
    def can_both_lose(self) -> bool:
        """True if a match of two absent players is worth nothing to either."""
        return not any(self.score((), Special.DOUBLE_NO_SHOW) or (1, 1))


WALKOVERS = {Special.NO_SHOW_1: 2, Special.NO_SHOW_2: 1}
"""The winner against somebody who does not play."""


@dataclass(frozen=True, slots=True, kw_only=True)
class EliminationFormat(Format):
    """A way to report a match of an elimination, and to tell who wins it.

    Attributes:
        choice_rule: the rule of the ``choice``; ``""`` for that of the elimination.
    """

    specials: tuple[Special, ...] = (
        Special.NONE, Special.BYE, *WALKOVERS, Special.DOUBLE_NO_SHOW
    )  # fmt: skip

    choice_rule: ClassVar[str] = ""

    @property
    def balances_sides(self) -> bool:
        """True if the sides of later rounds follow from those that were played."""
        return False

    @property
    def choice(self) -> str:
        """The higher seed's decision, as a template about ``{one}``; ``""`` for none.

        Where sides are balanced that is so in the first round only.
        """
        return ""

    @abstractmethod
    def played_winner(self, result: Result, higher: int) -> int | None:
        """The winner, 1 or 2, of a match that is played; ``None`` while something is missing."""

    def winner(self, result: Result, special: Special, higher: int) -> int | None:
        """The winner, 1 or 2, by a result without a fault; ``None`` while something is missing.

        The higher seed, 1 or 2, goes on when neither player is there.
        """
        if special is Special.DOUBLE_NO_SHOW:
            return higher
        return WALKOVERS.get(special) if special else self.played_winner(result, higher)

    def first_side(self, result: Result, special: Special) -> int:
        """The player with the first side in a match of one game, 1 or 2; 0 where that is unknown."""
        return 0

    def is_complete(self, result: Result, special: Special) -> bool:
        """Return True if a match has a winner; only for results without a fault."""
        return self.winner(result, special, 1) is not None

    def is_lost(self, result: Result, special: Special, player: int) -> bool:
        """Return True if the opponent has won, whoever is the higher seed."""
        return self.winner(result, special, player) == 3 - player


def agreed_score(special: Special, win: Exact, draw: Exact) -> Score | None:
    """The points of a match that was not played, given those of a win and of a draw."""
    match special:
        case Special.BYE | Special.NO_SHOW_2:
            return Score(win, 0)
        case Special.NO_SHOW_1:
            return Score(0, win)
        case Special.INTENTIONAL_DRAW:
            return Score(draw, draw)
        case Special.DOUBLE_NO_SHOW:
            return Score(0, 0)
    return None


def is_blank(result: Sequence[Value]) -> bool:
    """Return True if nothing at all has been typed."""
    return all(value == "" for value in result)


def played_beside_special(
    fields: Sequence[ResultField], result: Result, special: Special
) -> Fault | None:
    """The fault that a match has a result but was not played: in the first field of the result."""
    typed = (field.name for field, value in zip(fields, result, strict=False) if value != "")
    first = next(typed, None)
    if not special or first is None:
        return None
    return Fault(first, PLAYED_BESIDE_SPECIAL, {"special": special, "field": first})
