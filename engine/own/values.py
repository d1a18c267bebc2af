"""Values typed as text in a ruleset of the organizer's own, read exactly.

Numbers may be written 3, 1/2, 0.5 or 0,5. Each reader raises ``ValueError`` for anything else.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from fractions import Fraction
from functools import lru_cache
from itertools import pairwise
from typing import NamedTuple, TypeVar

from engine.model import Exact

NUMBER = re.compile(r"-?\d{1,6}(?:[.,]\d{1,6}|/\d{1,6})?", re.ASCII)
MORE = "more"
L = TypeVar("L")
R = TypeVar("R")


@lru_cache(maxsize=256)
def number(typed: str) -> Exact:
    """A whole number or a fraction: 3, -1, 1/2, 0.5 or 0,5."""
    text = typed.strip()
    if not NUMBER.fullmatch(text):
        raise ValueError(typed)
    try:
        value = Fraction(text.replace(",", "."))
    except ZeroDivisionError:
        raise ValueError(typed) from None
    return value.numerator if value.denominator == 1 else value


def whole(typed: str) -> int:
    """A whole number from 0 up."""
    value = number(typed)
    if not isinstance(value, int) or value < 0:
        raise ValueError(typed)
    return value


def share(typed: str) -> Exact:
    """A number from 0 to 1."""
    value = number(typed)
    if not 0 <= value <= 1:
        raise ValueError(typed)
    return value


def whole_from(least: int, most: int) -> Callable[[str], int]:
    """A reader of whole numbers between two."""

    def reads(typed: str) -> int:
        value = whole(typed)
        if not least <= value <= most:
            raise ValueError(typed)
        return value

    return reads


def pair(typed: str) -> tuple[Exact, Exact]:
    """Two numbers with a colon between them: 2:0."""
    one, colon, two = typed.partition(":")
    if not colon:
        raise ValueError(typed)
    return number(one), number(two)


def record(typed: str) -> tuple[int, int]:
    """Wins and losses, 1 or more of each: 3:3."""
    wins, losses = pair(typed)
    if not isinstance(wins, int) or not isinstance(losses, int) or min(wins, losses) < 1:
        raise ValueError(typed)
    return wins, losses


SIDE = re.compile(r"[^\W\d_][\w '.-]{0,15}")
NO_SIDES = frozenset({"draw", "true", "false"})
"""Words that are results or truth values, and no names of sides."""


def side(typed: str) -> str:
    """The name of a side: up to 16 letters, digits, spaces, hyphens, full stops and apostrophes."""
    if not SIDE.fullmatch(typed) or typed.casefold() in NO_SIDES:
        raise ValueError(typed)
    return typed


class Band(NamedTuple):
    """Points of a match whose difference is at least ``least``: of the winner, and of the loser."""

    least: Exact
    higher: Exact
    lower: Exact


def bands(typed: str) -> tuple[Band, ...]:
    """Points by difference, from small to large: ``0 = 10:10, 1 = 12:8, 9 = 20:0``."""
    found = [Band(least, *points) for least, points in _lines(typed, number, pair)]
    if not found or found[0].least != 0 or any(a.least >= b.least for a, b in pairwise(found)):
        raise ValueError(typed)
    if found[0].higher != found[0].lower:
        raise ValueError(typed)
    return tuple(found)


class BySize(NamedTuple):
    """A number up to each number of players; the last one, without a limit, is for any more."""

    rows: tuple[tuple[int, int], ...]
    more: int

    @property
    def all(self) -> tuple[int, ...]:
        """Every number of the table."""
        return (*(value for _, value in self.rows), self.more)

    def of(self, players: int) -> int:
        """The number for so many players."""
        return next((value for most, value in self.rows if players <= most), self.more)


def by_size(typed: str) -> BySize:
    """A number by players: ``8 = 3, 16 = 4, more = 5``, or the same for any number of them: ``5``."""
    if "=" not in typed:
        return BySize((), whole(typed))
    *rows, (last, more) = _lines(typed, _size, whole)
    if last is not None:
        raise ValueError(typed)
    sizes = [(most, value) for most, value in rows if most is not None]
    if len(sizes) < len(rows) or any(a >= b for (a, _), (b, _) in pairwise(sizes)):
        raise ValueError(typed)
    return BySize(tuple(sizes), more)


def _size(typed: str) -> int | None:
    return None if typed.strip().lower() == MORE else whole(typed)


def _lines(typed: str, left: Callable[[str], L], right: Callable[[str], R]) -> list[tuple[L, R]]:
    """Parts with an equals sign in each, apart by commas, semicolons or line ends."""
    parts = re.split(r"[;\n]|,(?=\s)", typed.strip().rstrip(",;"))
    lines = []
    for part in parts:
        name, equals, value = part.partition("=")
        if not equals:
            raise ValueError(typed)
        lines.append((left(name), right(value)))
    return lines
