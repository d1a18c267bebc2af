"""Match formats of a ruleset of the organizer's own: a winner, games won, or a score on both sides."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterator
from dataclasses import dataclass
from math import ceil, lcm
from typing import ClassVar

from engine.formats.tallies import AGAINST, DRAWN_FOR, FOR, LOSSES, MARGIN, WINS, matches_won
from engine.match_format import (
    WITHOUT_TWO_FOR_ONE,
    Cells,
    Fault,
    Game,
    MatchFormat,
    Play,
    Result,
    ResultField,
    Score,
    played_beside_special,
)
from engine.model import Exact, Player, Special, Value
from engine.own.values import number
from engine.own.worth import Beginning, Worth

DRAWN = "Draw"
WINNER, SCORES, GAMES, DRAWN_GAMES = (
    "Winner", ("Score 1", "Score 2"), ("Games 1", "Games 2"), "Drawn games"
)  # fmt: skip
WINNERS = (1, 2, DRAWN)
HANDICAP, MOST_HANDICAP = "Handicap", 9
ONLY_WINNER = (ResultField(WINNER, WINNERS),)
WITH_HANDICAP = (
    *ONLY_WINNER, ResultField(HANDICAP, range(MOST_HANDICAP + 1), needed=False)
)  # fmt: skip
START, RATING = "Start score", "Rating"
"""Entries of the roster that count in some rules."""
MOST_DRAWN_GAMES = 9
MANY_RESULTS = 400
"""More than so many are not looked at one by one."""
PLAYED = "Played"
TOO_MANY_GAMES, DRAW_NOT_ALLOWED, WINNER_AGAINST_SCORE = (
    "too-many-games", "draw-not-allowed", "winner-against-score"
)  # fmt: skip


WITH_DRAWS = (*WITHOUT_TWO_FOR_ONE, Special.HALF_BYE)
HALVES = (Special.INTENTIONAL_DRAW, Special.HALF_BYE)
WITHOUT_DRAWS = tuple(s for s in WITH_DRAWS if s not in HALVES)
"""Every entry of ``Special``, and those where no match can be drawn."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Reported(MatchFormat):
    """A match with a number on either side: games won, a score, or 1 and 0.

    Args:
        worth: the event points of a match.
        begin: those besides.
        of_bye: the numbers of a bye, and of a match whose opponent is absent.
        most_margin: the largest difference that counts; ``None`` for any.
        offset: what is added to either player's difference.
    """

    worth: Worth
    begin: Beginning
    of_bye: tuple[Exact, Exact] = (0, 0)
    most_margin: int | None = None
    offset: int = 0
    specials: tuple[Special, ...] = WITH_DRAWS

    tallies: ClassVar[tuple[str, ...]] = (MARGIN, PLAYED)

    @property
    def telling(self) -> tuple[int, ...]:
        """The ends, the quarters and the bands, where there are more than some hundred results."""
        most = max(
            (of.choices[-1] for of in self.fields if isinstance(of.choices, range)), default=0
        )
        if (most + 1) ** 2 <= MANY_RESULTS:
            return ()
        bands = {ceil(band.least) for band in self.worth.bands}
        numbers = {0, 1, most // 4, most // 2, most - 1, most} | bands
        return tuple(sorted(number for number in numbers if number <= most))

    @property
    def denominator(self) -> int:
        """Points and tallies are whole multiples of 1 over this."""
        parts = (self.begin.absent, *self.of_bye)
        halves = 2 if self.begin.starts else 1  # of start scores
        return lcm(halves, self.worth.denominator, *(part.denominator for part in parts))

    @property
    def full(self) -> Exact:
        """The most points that a match won is worth."""
        return self.worth.full

    @property
    def absent(self) -> Exact:
        """The points for a round without the player."""
        return self.begin.absent

    def start(self, player: Player) -> Exact:
        """The start score, where it counts."""
        if not self.begin.starts:
            return 0
        try:
            return number(player.details.get(START, "") or "0")
        except ValueError:
            return 0

    def total(self, units: int) -> int:
        """The total, without its fraction where that is left out."""
        return units - units % self.denominator if self.begin.rounds_down else units

    @abstractmethod
    def numbers(self, result: Result) -> tuple[int, int] | None:
        """The number of either side; ``None`` while one is missing."""

    def winner(self, result: Result) -> int | None:
        """The winner, 1 or 2, or 0 for a draw; ``None`` while that is open."""
        numbers = self.numbers(result)
        if numbers is None:
            return None
        one, two = numbers
        if one == two:
            return None if self.worth.draw is None else 0
        return 1 if one > two else 2

    def score(self, result: Result, special: Special) -> Score | None:
        """The event points of either player."""
        if special:
            return self.worth.agreed(special)
        winner = self.winner(result)
        if winner is None:
            return None
        one, two = self.numbers(result) or (0, 0)
        return self.worth.of(winner, abs(one - two))

    def tally(self, name: str, result: Result, special: Special) -> Score:
        """One of the tallies; for an absent player those of a lost match."""
        if name == PLAYED:
            return Score(*[int(not special or special is Special.INTENTIONAL_DRAW)] * 2)
        if name in (WINS, LOSSES):
            if special is Special.BYE and not self.worth.is_bye_won:
                return Score(0, 0)
            return matches_won(0 if special else self.winner(result) or 0, special, name)
        if special is Special.DOUBLE_NO_SHOW:
            return Score(0, 0)
        walkover = {Special.BYE: 1, Special.NO_SHOW_2: 1, Special.NO_SHOW_1: 2}.get(special, 0)
        if special:
            one, two = {1: self.of_bye, 2: self.of_bye[::-1]}.get(walkover, (0, 0))
        else:
            one, two = self.numbers(result) or (0, 0)
        if name == MARGIN:
            return self._margin(one - two, walkover)
        drawn = 0 if special else self.drawn_games(result)
        tallies = {FOR: (one, two), AGAINST: (two, one), DRAWN_FOR: (drawn, drawn)}
        return Score(*tallies[name])

    def _margin(self, gap: Exact, walkover: int) -> Score:
        if self.most_margin is not None:
            gap = max(-self.most_margin, min(self.most_margin, gap))
        one, two = self.offset + gap, self.offset - gap
        if walkover and self.offset:  # an absent player has not even the offset
            one, two = (one, 0) if walkover == 1 else (0, two)
        return Score(one, two)

    def drawn_games(self, result: Result) -> int:
        """The number of games drawn."""
        return 0

    def handicap(self, result: Result) -> int:
        """The handicap that Player 1 gave."""
        return 0

    def games(self, result: Result, special: Special) -> Iterator[Game]:
        """The match as one game."""
        yield self.game(self.winner(result) or 0)

    def fault(self, result: Result, special: Special) -> Fault | None:
        """Entries of a match that was not played, or a draw where none is allowed."""
        if beside := played_beside_special(self.fields, result, special):
            return beside
        return None if special else self.contradiction(result)

    def contradiction(self, result: Result) -> Fault | None:
        """What cannot be in the result of a match that was played."""
        return None


@dataclass(frozen=True, slots=True, kw_only=True)
class Winner(Reported):
    """A match of which only the winner is reported, and the handicap where players give one."""

    fields: tuple[ResultField, ...] = ONLY_WINNER

    def handicap(self, result: Result) -> int:
        """The handicap, as typed."""
        given = (*result, "", "")[1]
        return given if isinstance(given, int) else 0

    def numbers(self, result: Result) -> tuple[int, int] | None:
        """1 for the winner and 0 for the loser."""
        return {1: (1, 0), 2: (0, 1), DRAWN: (0, 0)}.get((*result, "")[0])

    def contradiction(self, result: Result) -> Fault | None:
        """A draw where no match can be drawn."""
        is_draw = (*result, "")[0] == DRAWN and self.worth.draw is None
        return Fault(WINNER, DRAW_NOT_ALLOWED) if is_draw else None

    def simulated(self, play: Play) -> Result:
        """The winner, never nobody where no match can be drawn."""
        winner = play.game()
        if not winner and self.worth.draw is None:
            winner = 1 + play.luck(2)
        return (winner or DRAWN,)

    def lost_match(self, typed: Cells, player: int) -> Cells:
        """The match won by the opponent."""
        return {WINNER: 3 - player}


@dataclass(frozen=True, slots=True, kw_only=True)
class GamesWon(Reported):
    """A match of up to ``best_of`` games, reported as the games that either player won."""

    best_of: int = 3

    game_names: ClassVar[tuple[Value, ...]] = ()

    @property
    def needed(self) -> int:
        """The games that win the match."""
        return self.best_of // 2 + 1

    def numbers(self, result: Result) -> tuple[int, int] | None:
        """Games won."""
        one, two = (*result, "", "")[:2]
        return (one, two) if isinstance(one, int) and isinstance(two, int) else None

    def drawn_games(self, result: Result) -> int:
        """Games drawn, as typed."""
        drawn = (*result, "", "", "")[2]
        return drawn if isinstance(drawn, int) else 0

    def alternatives(self, result: Result) -> Iterator[Result]:
        """The games won, with as many drawn as the match has room for."""
        yield result
        if numbers := self.numbers(result):
            for drawn in range(1, min(self.best_of - sum(numbers), MOST_DRAWN_GAMES) + 1):
                yield *numbers, drawn

    def contradiction(self, result: Result) -> Fault | None:
        """More games won than the match has."""
        numbers = self.numbers(result)
        if numbers and sum(numbers) > self.best_of:
            values = {"count": sum(numbers), "most": self.best_of}
            return Fault(GAMES[0], TOO_MANY_GAMES, values)
        return None

    def games(self, result: Result, special: Special) -> Iterator[Game]:
        """Every game, those won by Player 1 first."""
        one, two = self.numbers(result) or (0, 0)
        for winner, count in ((1, one), (2, two), (0, self.drawn_games(result))):
            for _ in range(count):
                yield self.game(winner)

    def simulated(self, play: Play) -> Result:
        """Games until somebody has won the match, or all are played."""
        won = [0, 0, 0]
        while max(won[1:]) < self.needed and sum(won) < self.best_of:
            won[play.game()] += 1
        while won[1] == won[2] and self.worth.draw is None:
            won[1 + play.luck(2)] += 1
            won[0] = max(0, won[0] - 1)
        return tuple(won[1:] + won[:1])

    def lost_match(self, typed: Cells, player: int) -> Cells:
        """The match lost without a game won."""
        return {GAMES[player - 1]: 0, GAMES[2 - player]: self.needed}


def games_fields(best_of: int) -> tuple[ResultField, ...]:
    """The fields of a match of up to ``best_of`` games."""
    drawn = ResultField(DRAWN_GAMES, range(MOST_DRAWN_GAMES + 1), needed=False)
    return (*(ResultField(name, range(best_of + 1)) for name in GAMES), drawn)


@dataclass(frozen=True, slots=True, kw_only=True)
class Scored(Reported):
    """A match with a score on both sides, and the winner where the score does not say it."""

    most: int = 999

    def numbers(self, result: Result) -> tuple[int, int] | None:
        """The scores."""
        one, two = (*result, "", "")[:2]
        return (one, two) if isinstance(one, int) and isinstance(two, int) else None

    def winner(self, result: Result) -> int | None:
        """By the score, or as typed where it is level."""
        typed = (*result, "", "", "")[2]
        numbers = self.numbers(result)
        if numbers and numbers[0] == numbers[1] and typed in (1, 2):
            return int(typed)
        # Zero-argument super() does not work in a dataclass with slots.
        return Reported.winner(self, result)

    def alternatives(self, result: Result) -> Iterator[Result]:
        """Level scores, with a winner too."""
        yield result
        one, two = result[:2]
        if one == two:
            yield from ((one, two, winner) for winner in WINNERS)

    def contradiction(self, result: Result) -> Fault | None:
        """A winner other than the score says."""
        typed = (*result, "", "", "")[2]
        one, two = self.numbers(result) or (0, 0)
        if typed == "" or one == two or typed == (1 if one > two else 2):
            return None
        return Fault(WINNER, WINNER_AGAINST_SCORE, {"one": one, "two": two, "winner": typed})

    def simulated(self, play: Play) -> Result:
        """Any score for the winner, and any lower one for the other."""
        winner = play.game()
        if not winner and self.worth.draw is None:
            winner = 1 + play.luck(2)
        if not winner:
            level = play.luck(self.most + 1)
            return level, level
        more = 1 + play.luck(self.most)
        less = play.luck(more)
        return (more, less) if winner == 1 else (less, more)


def score_fields(most: int) -> tuple[ResultField, ...]:
    """The fields of a match with scores up to ``most``."""
    winner = ResultField(WINNER, WINNERS, needed=False)
    return (*(ResultField(name, range(most + 1)) for name in SCORES), winner)
