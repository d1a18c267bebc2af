"""Why something was decided, as data: the kind, the rule, and a template with its values."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from enum import StrEnum
from functools import lru_cache
from types import MappingProxyType
from typing import NamedTuple, TypeAlias

from engine.model import Exact
from engine.texts import msg, msgn


class Kind(StrEnum):
    """The subject of a reason."""

    # pairs
    PAIRED = "paired"
    DRAWN = "drawn"
    NO_CHOICE = "no choice"
    GROUPS = "groups"
    REMATCH = "rematch avoided"
    FORBIDDEN = "forbidden pair avoided"
    CLUB = "meeting of one club avoided"
    CLUB_MEETING = "meeting of one club"
    FALLBACK = "fallback"
    DISSOLVED = "pair dissolved"
    JOINED = "groups joined"
    TAKEN_UP = "taken up"
    # floats
    FLOAT = "float"
    RANDOM_FLOAT = "float to a random member"
    FORCED_FLOAT = "float to the only possible opponent"
    FLOAT_INSTEAD = "float instead of another"
    MAY_NOT_MEET = "may not meet"
    MAY_MEET_NOBODY = "may meet nobody of a group"
    ALREADY_PAIRED = "already paired"
    STRANDS = "would leave somebody without an opponent"
    MORE_FLOATS = "would make more players float"
    FLOATS_TOO = "floats, too, in the nearest pairing"
    FARTHER = "not in the nearest pairing"
    # byes
    BYE = "bye"
    AWARDED_BYE = "awarded bye"
    BYE_SKIPPED = "skipped for the bye"
    ANOTHER_BYE = "another bye"
    # sides
    SIDES = "sides"
    SIDES_SWAPPED = "met with the sides swapped"
    SAME_SIDE = "same side again"
    # tables and notes
    STREAM = "stream"
    TABLE = "table"
    ROUNDS = "rounds"
    # the cut
    SEEDS = "seeds"
    SKIPPED = "skipped"
    BRACKET = "bracket"
    WALKOVER = "walkover"
    CHOICE = "choice"
    DRAW_IS_A_WIN = "draw is a win"
    ARMIES = "armies"


NOTHING: Values = MappingProxyType({})


class Phrase(NamedTuple):
    """A part of a sentence.

    Args:
        template: with named places, as in a :class:`Reason`.
        many: the template for any number but one; ``""`` where nothing is counted.
        n: the number, which stands at ``{n}``.
    """

    template: str
    values: Values = NOTHING
    many: str = ""
    n: Exact = 1


class Listed(NamedTuple):
    """Several values, one after another, with a separator between two of them."""

    values: tuple[Value, ...]
    separator: str = msg(", ")


Value: TypeAlias = int | str | tuple[int, ...] | Phrase | Listed
"""A value at a place of a template; a tuple holds players, who are named."""
Values: TypeAlias = Mapping[str, Value]
"""The values at the places of a template, by name."""


class Reason(NamedTuple):
    """Why something was decided.

    Args:
        template: the sentence, with places: ``{one}``, ``{two}`` and ``{three}`` are the first of the
            players, the others are named in ``values``.
    """

    kind: Kind
    rule: str
    template: str
    players: tuple[int, ...] = ()
    values: Values = NOTHING

    def __hash__(self) -> int:
        """Leave out the values, which are no key."""
        return hash(self[:4])


def counted(n: Exact, templates: tuple[str, str], values: Values | None = None) -> Phrase:
    """A number of things: the templates are for one of them, and for any other number."""
    one, many = templates
    return Phrase(one, values or NOTHING, many, n)


def in_rounds(rounds: Sequence[int], templates: tuple[str, str]) -> Phrase:
    """A text about one round or several, which stand at ``{rounds}``."""
    return counted(len(rounds), templates, {"rounds": Listed(tuple(rounds))})


@lru_cache(maxsize=1024)
def points(n: Exact) -> Phrase:
    """A number of points."""
    return counted(n, msgn("{n} point", "{n} points"))
