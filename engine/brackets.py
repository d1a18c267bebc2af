"""Elimination brackets as data: who meets whom, by where each player comes from.

A round is written ``"5: W1-W2, 6: L1-L2"``: game 5 is between the winners of games 1 and 2, game 6
between their losers. A bare number is a seed. ``R1-R4`` is the best seed left against the fourth
best, for eliminations that are re-paired every round. Nothing else is stated: which games follow on
which, who has lost how often and what each part of a drawing shows is derived.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property
from itertools import groupby
from typing import NamedTuple

from engine.reasons import Phrase
from engine.texts import msg


class Origin(StrEnum):
    """The kind of place a player comes from."""

    SEED = ""
    WINNER = "W"
    LOSER = "L"
    REMAINING = "R"


ORIGINS = {
    Origin.SEED: msg("seed {number}"),
    Origin.WINNER: msg("winner of game {number}"),
    Origin.LOSER: msg("loser of game {number}"),
}
REMAINING = (
    msg("best seed left"),
    msg("2nd best seed left"),
    msg("3rd best seed left"),
    msg("4th best seed left"),
    msg("5th best seed left"),
    msg("6th best seed left"),
    msg("7th best seed left"),
    msg("8th best seed left"),
    msg("9th best seed left"),
    msg("10th best seed left"),
    msg("11th best seed left"),
    msg("12th best seed left"),
    msg("13th best seed left"),
    msg("14th best seed left"),
    msg("15th best seed left"),
    msg("16th best seed left"),
)


class Source(NamedTuple):
    """The origin of a player of a game: a seed, another game, or those left by seed."""

    origin: Origin
    number: int

    @property
    def phrase(self) -> Phrase:
        """The source for people, as in ``winner of game 5``."""
        if self.origin is Origin.REMAINING:
            return Phrase(REMAINING[self.number - 1])
        return Phrase(ORIGINS[self.origin], {"number": self.number})


class Game(NamedTuple):
    """One game of a bracket; ``if_needed`` only if the first final was one player's first loss."""

    number: int
    round: int
    one: Source
    two: Source
    if_needed: bool = False


@dataclass(frozen=True)
class Bracket:
    """A whole elimination; its games are in the order of rounds.

    Args:
        places: from the first place on, who takes it; several together share some places, the
            better seed the better one. A second final that is not needed has the result of the
            first.
    """

    size: int
    games: tuple[Game, ...]
    places: tuple[tuple[Source, ...], ...]

    @cached_property
    def rounds(self) -> tuple[tuple[Game, ...], ...]:
        """The games by round."""
        return tuple(tuple(games) for _, games in groupby(self.games, key=lambda g: g.round))

    @cached_property
    def by_number(self) -> Mapping[int, Game]:
        """The games by their number."""
        return {game.number: game for game in self.games}

    @cached_property
    def losses(self) -> int:
        """The number of losses that put a player out."""
        return 2 if any(game.if_needed for game in self.games) else 1


def bracket(*rounds: str, places: str) -> Bracket:
    """A bracket from its rounds and places as they are written in this file."""
    games = tuple(
        _game(text, number)
        for number, round_ in enumerate(rounds, 1)
        for text in round_.split(", ")
    )
    seeds = [s for game in games for s in (game.one, game.two) if s.origin is Origin.SEED]
    shared = tuple(tuple(_source(text) for text in group.split()) for group in places.split(", "))
    return Bracket(len(seeds), games, shared)


def _game(text: str, round_number: int) -> Game:
    found = re.fullmatch(r"(\d+): (\w+)-(\w+)( if needed)?", text)
    if not found:
        message = f"{text!r} is no game like '5: W1-W2'"
        raise ValueError(message)
    number, one, two, if_needed = found.groups()
    return Game(int(number), round_number, _source(one), _source(two), bool(if_needed))


def _source(text: str) -> Source:
    letter = text.rstrip("0123456789")
    return Source(Origin(letter), int(text[len(letter) :]))


def _places(rounds: Sequence[str]) -> str:
    """The finalists, then the losers of each round of a single elimination, those of later rounds first."""
    numbers = [re.findall(r"(\d+):", text) for text in rounds]
    losers = (" ".join(f"L{number}" for number in of_round) for of_round in reversed(numbers))
    return f"W{numbers[-1][0]}, {', '.join(losers)}"


def _single(size: int, pairs: Sequence[tuple[int, int]], later: Origin) -> Bracket:
    """One loss and out: pairs of seeds, then winners in the order of their games, or the best seeds left."""
    rounds = [", ".join(f"{n}: {one}-{two}" for n, (one, two) in enumerate(pairs, 1))]
    first, games = 1, size // 2
    while games > 1:
        players = [
            later + str(n if later is Origin.REMAINING else first + n - 1)
            for n in range(1, games + 1)
        ]
        met = zip(players[::2], players[1::2], strict=True)
        if later is Origin.REMAINING:
            met = zip(players[: games // 2], players[::-1], strict=False)
        first, games = first + games, games // 2
        rounds.append(", ".join(f"{n}: {one}-{two}" for n, (one, two) in enumerate(met, first)))
    return bracket(*rounds, places=_places(rounds))


def _folded(size: int) -> list[tuple[int, int]]:
    """The seeds of round 1, the best against the worst, in the order of seeds."""
    return [(seed, size + 1 - seed) for seed in range(1, size // 2 + 1)]


def _along_lines(size: int) -> list[tuple[int, int]]:
    """The seeds of round 1, in an order in which neighbours meet so that the best two can meet last."""
    order = [1]
    while len(order) < size // 2:
        order = [seed for best in order for seed in (best, 2 * len(order) + 1 - best)]
    return [(seed, size + 1 - seed) for seed in order]


POWERS = (4, 8, 16, 32)
_FEW: Mapping[int, Bracket] = {
    2: bracket("1: 1-2", places="W1, L1"),
    3: bracket("1: 2-3", "2: 1-W1", places="W2, L2, L1"),
}
SINGLE: Mapping[int, Bracket] = {
    **_FEW, **{n: _single(n, _folded(n), Origin.REMAINING) for n in POWERS}
}  # fmt: skip
"""One loss and out, the best seed left against the worst in every round. Rule: HEX 4.6, 7."""

FIXED: Mapping[int, Bracket] = {
    **_FEW, **{n: _single(n, _along_lines(n), Origin.WINNER) for n in POWERS}
}  # fmt: skip
"""One loss and out along fixed lines: 1-8 and 4-5 above, 2-7 and 3-6 below, the winners of neighbours next."""

DOUBLE: Mapping[int, Bracket] = {
    2: SINGLE[2],
    3: SINGLE[3],
    4: bracket(
        "1: 1-4, 2: 2-3",
        "3: W1-W2, 4: L1-L2",
        "5: L3-W4",
        "6: W3-W5",
        "7: W6-L6 if needed",
        places="W7, L7, L5, L4",
    ),
    8: bracket(
        "1: 1-8, 2: 4-5, 3: 2-7, 4: 3-6",
        "5: W1-W2, 6: W3-W4, 7: L1-L2, 8: L3-L4",
        "9: W5-W6, 10: L6-W7, 11: W8-L5",
        "12: W10-W11",
        "13: L9-W12",
        "14: W9-W13",
        "15: W14-L14 if needed",
        places="W15, L15, L13, L12, L10 L11, L7 L8",
    ),
    16: bracket(
        "1: 1-16, 2: 8-9, 3: 5-12, 4: 4-13, 5: 3-14, 6: 6-11, 7: 7-10, 8: 2-15",
        "9: L1-L2, 10: L3-L4, 11: L5-L6, 12: L7-L8, 13: W1-W2, 14: W3-W4, 15: W5-W6, 16: W7-W8",
        "17: L16-W9, 18: L15-W10, 19: L14-W11, 20: L13-W12, 21: W13-W14, 22: W15-W16",
        "23: W17-W18, 24: W19-W20, 27: W21-W22",
        "25: L21-W23, 26: W24-L22",
        "28: W25-W26",
        "29: L27-W28",
        "30: W27-W29",
        "31: W30-L30 if needed",
        places="W31, L31, L29, L28, L25 L26, L23 L24, L17 L18 L19 L20, L9 L10 L11 L12",
    ),
    32: bracket(
        "1: 1-32, 2: 16-17, 3: 8-25, 4: 9-24, 5: 4-29, 6: 13-20, 7: 5-28, 8: 12-21, "
        "9: 2-31, 10: 15-18, 11: 7-26, 12: 10-23, 13: 3-30, 14: 14-19, 15: 6-27, 16: 11-22",
        "17: W1-W2, 18: W3-W4, 19: W5-W6, 20: W7-W8, 21: W9-W10, 22: W11-W12, 23: W13-W14, 24: W15-W16, "
        "25: L1-L2, 26: L3-L4, 27: L5-L6, 28: L7-L8, 29: L9-L10, 30: L11-L12, 31: L13-L14, 32: L15-L16",
        "33: W17-W18, 34: W19-W20, 35: W21-W22, 36: W23-W24, 37: L24-W25, 38: L23-W26, "
        "39: L22-W27, 40: L21-W28, 41: L20-W29, 42: L19-W30, 43: L18-W31, 44: L17-W32",
        "45: W33-W34, 46: W35-W36, 47: W37-W38, 48: W39-W40, 49: W41-W42, 50: W43-W44",
        "51: W45-W46, 52: L34-W47, 53: L33-W48, 54: L36-W49, 55: L35-W50",
        "56: W52-W53, 57: W54-W55",
        "58: L46-W56, 59: L45-W57",
        "60: W58-W59",
        "61: L51-W60",
        "62: W51-W61",
        "63: W62-L62 if needed",
        places="W63, L63, L61, L60, L58 L59, L56 L57, L52 L53 L54 L55, L47 L48 L49 L50, "
        "L37 L38 L39 L40 L41 L42 L43 L44, L25 L26 L27 L28 L29 L30 L31 L32",
    ),
}
"""Two losses and out; with 2 and 3 players one loss. Rule: OP, Event structure: Elimination rounds.

That of 32 is of no document: whoever falls into the lower bracket meets first those from another part of
the upper one.
"""
