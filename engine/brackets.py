"""Elimination brackets as data: who meets whom, by where each player comes from.

A round is written ``"5: W1-W2, 6: L1-L2"``: game 5 is between the winners of games 1 and 2, game 6
between their losers. A bare number is a seed. ``R1-R4`` is the best seed left against the fourth
best, for eliminations that are re-paired every round. Nothing else is stated: which games follow on
which, who has lost how often and what each part of a drawing shows is derived.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
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


SINGLE: Mapping[int, Bracket] = {
    2: bracket("1: 1-2", places="W1, L1"),
    3: bracket("1: 2-3", "2: 1-W1", places="W2, L2, L1"),
    4: bracket("1: 1-4, 2: 2-3", "3: R1-R2", places="W3, L3, L1 L2"),
    8: bracket(
        "1: 1-8, 2: 2-7, 3: 3-6, 4: 4-5",
        "5: R1-R4, 6: R2-R3",
        "7: R1-R2",
        places="W7, L7, L5 L6, L1 L2 L3 L4",
    ),
    16: bracket(
        "1: 1-16, 2: 2-15, 3: 3-14, 4: 4-13, 5: 5-12, 6: 6-11, 7: 7-10, 8: 8-9",
        "9: R1-R8, 10: R2-R7, 11: R3-R6, 12: R4-R5",
        "13: R1-R4, 14: R2-R3",
        "15: R1-R2",
        places="W15, L15, L13 L14, L9 L10 L11 L12, L1 L2 L3 L4 L5 L6 L7 L8",
    ),
}
"""One loss and out, the best seed left against the worst in every round. Rule: HEX 4.6, 7."""

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
}
"""Two losses and out; with 2 and 3 players one loss. Rule: OP, Event structure: Elimination rounds."""
