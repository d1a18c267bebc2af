"""Formulas said once: as the text of a cell, and as the value that the cell shows.

A :class:`Part` of a formula is made of smaller ones, down to cells, texts and numbers, so that what a
spreadsheet program works out and what is written beside the formula cannot come apart. It has only what
live columns need; a test has a real spreadsheet program recalculate all of it.
"""

from __future__ import annotations

import operator
import re
from collections.abc import Callable, Iterable, Sequence
from functools import partial
from typing import NamedTuple, TypeAlias

from xlplugin.ground.names import named

Scalar: TypeAlias = str | float | bool | None
"""The value of a cell or a part: ``None`` is blank; a date is its serial number."""
Given: TypeAlias = Callable[[str], Scalar]
"""The value of a cell by its header, or of a step by its name."""
Operand: TypeAlias = "Part | str | float"
Operation: TypeAlias = "Callable[[Part, Operand], Part]"
NOT_AVAILABLE, NOT_A_NUMBER, WRONG_KIND = "#N/A", "#NUM!", "#VALUE!"
_LOCAL = re.compile(r"[0-9]*[.,'\s][0-9.,'\s]*")
"""Digits with separators, which are a number in one country and another one, or none, in the next."""
_PLAIN = re.compile(r" *([-+]?[0-9]{1,15})(?:[eE]\+?([0-9]{1,2}))?(%?) *")
"""A number in every country."""
_WORD = re.compile(r"[A-Za-z]{3}")
COMPARED, JOINED, ADDED, MULTIPLIED, SINGLE = range(5)
"""How closely operators bind."""


class Failure(Exception):
    """An error as cells show it, as in ``#N/A``."""

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


class Unknown(Exception):
    """Nobody but a spreadsheet program knows the value, as of the organizer's own formulas."""


def _both_ways(
    sign: str, binds: int, function: Callable[[float, float], float]
) -> tuple[Operation, Operation]:
    """An operator of numbers, and the same from the right."""

    def of(one: Scalar, two: Scalar) -> float:
        return function(number(one), number(two))

    return (
        lambda one, two: _operated(sign, binds, of, one, two),
        lambda two, one: _operated(sign, binds, of, one, two),
    )


def _comparison(sign: str, holds: Callable[[int], bool]) -> Operation:
    """A condition by the order of two values."""
    return lambda one, two: _operated(
        sign, COMPARED, lambda left, right: holds(order(left, right)), one, two
    )


class Part:
    """A formula, or a part of one.

    Args:
        text: with ``{Header}`` for a cell; without an equals sign.
        value: what it gives; raises :class:`Failure` or :class:`Unknown`.
        binds: how closely, which tells where parentheses are needed.
    """

    __slots__ = ("binds", "text", "value")

    def __init__(self, text: str, value: Callable[[Given], Scalar], binds: int = SINGLE) -> None:
        self.text, self.value, self.binds = text, value, binds

    @property
    def formula(self) -> str:
        """It as a whole formula."""
        return f"={self.text}"

    def within(self) -> Part:
        """It in parentheses."""
        return Part(f"({self.text})", self.value)

    __add__, __radd__ = _both_ways("+", ADDED, operator.add)
    __sub__, __rsub__ = _both_ways("-", ADDED, operator.sub)
    __mul__, __rmul__ = _both_ways("*", MULTIPLIED, operator.mul)
    __truediv__, __rtruediv__ = _both_ways("/", MULTIPLIED, operator.truediv)
    __lt__ = _comparison("<", lambda order: order < 0)
    __gt__ = _comparison(">", lambda order: order > 0)
    __ge__ = _comparison(">=", lambda order: order >= 0)
    is_ = _comparison("=", lambda order: order == 0)
    is_not = _comparison("<>", lambda order: order != 0)

    def __and__(self, other: Operand) -> Part:
        """One text behind the other."""
        return _operated("&", JOINED, lambda one, two: as_text(one) + as_text(two), self, other)

    def __rand__(self, other: Operand) -> Part:
        """One text behind the other."""
        return part(other) & self


def cell(header: str) -> Part:
    """The cell of a column in the same row, or a step by its name."""
    return Part(f"{{{header}}}", lambda given: given(header))


def part(operand: Operand) -> Part:
    """A part of a formula; a text or a number as it is."""
    if isinstance(operand, Part):
        return operand
    quoted = operand.replace('"', '""') if isinstance(operand, str) else ""
    text = f'"{quoted}"' if isinstance(operand, str) else f"{operand:g}"
    return Part(text, lambda _: operand)


def choice(english: str) -> Part:
    """A choice: in the text as the workbook has it, in the value as it is read."""
    return Part(part(named("choice", english)).text, lambda _: english)


def numbered(tab: str, number: Operand) -> Part:
    """The name of a tab with a number, as in ``Round {n}``; the text as the workbook has it."""
    before, _, after = named("tab", tab).partition("{n}")
    english, _, end = tab.partition("{n}")
    text, value = part(number), english & part(number)
    shown = before & text if before else text
    return Part(
        (shown & after if after else shown).text, (value & end if end else value).value, JOINED
    )


def _operated(
    sign: str,
    binds: int,
    function: Callable[[Scalar, Scalar], Scalar],
    left: Operand,
    right: Operand,
) -> Part:
    one, two = part(left), part(right)
    begin = one.text if one.binds >= binds else f"({one.text})"
    has_room = two.binds > binds or (two.binds == binds and sign in "+*&")
    end = two.text if has_room else f"({two.text})"
    return Part(
        begin + sign + end, lambda given: function(one.value(given), two.value(given)), binds
    )


# values as others


def number(value: Scalar) -> float:
    """A value as a number."""
    if isinstance(value, str):
        if found := _PLAIN.fullmatch(value):
            return float(f"{found[1]}e{found[2] or 0}") / (100 if found[3] else 1)
        if _WORD.search(value) or not any(map(str.isdecimal, value)):
            raise Failure(WRONG_KIND)
        raise Unknown  # much of it depends on the country
    return value or 0


def as_text(value: Scalar) -> str:
    """A value as text."""
    if isinstance(value, bool):
        return str(value).upper()
    if value is None or isinstance(value, str):
        return value or ""
    return f"{value:.15g}"


def truth(value: Scalar) -> bool:
    """A value as a condition."""
    if isinstance(value, str):
        raise Failure(WRONG_KIND)
    return bool(value)


def order(left: Scalar, right: Scalar) -> int:
    """-1, 0 or 1: less, equal, greater. Numbers come before texts, whose capitals do not count."""
    left, right = _as_beside(left, right), _as_beside(right, left)
    if isinstance(left, str) and isinstance(right, str):
        left, right = left.lower(), right.lower()
        return (left > right) - (left < right)
    ranks = [2 if isinstance(v, bool) else int(isinstance(v, str)) for v in (left, right)]
    if ranks[0] != ranks[1]:
        return -1 if ranks[0] < ranks[1] else 1
    difference = number(left) - number(right)
    return (difference > 0) - (difference < 0)


def _as_beside(value: Scalar, other: Scalar) -> Scalar:
    return value if value is not None else "" if isinstance(other, str) else 0


# several cells


Held: TypeAlias = Scalar | Failure | Unknown
"""The value of one of several cells, or why it has none: an error does not keep others from being counted."""


class Cells(NamedTuple):
    """Cells below each other on some tab: how a formula names them, and what is in them."""

    text: str
    values: Callable[[], Iterable[Held]]


def value_of(held: Held) -> Scalar:
    """The value of one of several cells.

    Raises:
        Failure: it is an error.
        Unknown: nobody but a spreadsheet program knows.
    """
    if isinstance(held, Failure | Unknown):
        raise held
    return held


def held(value: Callable[[], Scalar]) -> Held:
    """A value, or why there is none."""
    try:
        return value()
    except (Failure, Unknown) as why:
        return why


def counted(cells: Cells, text: str) -> Part:
    """The number of cells with a text."""
    return Part(
        f"COUNTIF({cells.text},{part(text).text})",
        lambda _: sum(_has(v, text) for v in cells.values()),
    )


def texts_in(cells: Cells, *beside: tuple[Cells, str]) -> Part:
    """The number of cells with any text, beside which others have these choices."""
    more = "".join(f",{others.text},{choice(text).text}" for others, text in beside)
    name = "COUNTIFS" if more else "COUNTIF"

    def value(_given: Given) -> int:
        rows = zip(cells.values(), *(others.values() for others, _ in beside), strict=True)
        texts = [text for _, text in beside]
        return sum(_has(first) and all(map(_has, more, texts)) for first, *more in rows)

    return Part(f'{name}({cells.text},"?*"{more})', value)


def _has(held: Held, text: str = "") -> bool:
    """True if a cell has a text, or any."""
    if isinstance(held, Unknown):
        raise held
    return isinstance(held, str) and held != "" and (not text or order(held, text) == 0)


# functions


def _function(name: str, of: Callable[..., Scalar]) -> Callable[..., Part]:
    """A function of values, any of which may be an error."""

    def made(*operands: Operand) -> Part:
        parts = [*map(part, operands)]
        text = f"{name}({','.join(p.text for p in parts)})"
        return Part(text, lambda given: of(*[p.value(given) for p in parts]))

    return made


def _trimmed(value: Scalar) -> str:
    text = as_text(value)
    return " ".join(filter(None, text.split(" "))) if " " in text else text


def _numbers(values: Sequence[Held]) -> list[float]:
    """The numbers among the values of cells."""
    for value in values:
        if isinstance(value, Unknown):
            raise value
    return [v for v in values if isinstance(v, int | float) and not isinstance(v, bool)]


trim = _function("TRIM", _trimmed)
length = _function("LEN", lambda value: len(as_text(value)))
left = _function("LEFT", lambda value, count: as_text(value)[: int(number(count))])
every = _function("AND", lambda *values: all(map(truth, values)))
either = _function("OR", lambda *values: any(map(truth, values)))
no = _function("NOT", lambda value: not truth(value))
least = _function("MIN", lambda *values: min(_numbers(values), default=0))
most = _function("MAX", lambda *values: max(_numbers(values), default=0))
sign = _function("SIGN", lambda value: order(number(value), 0))
whole = _function("INT", lambda value: number(value) // 1)
link = _function("HYPERLINK", lambda _, shown: shown)


def where(condition: Operand, then: Operand, otherwise: Operand) -> Part:
    """One of two values by a condition: ``IF``."""
    asked, yes, not_ = map(part, (condition, then, otherwise))
    return Part(
        f"IF({asked.text},{yes.text},{not_.text})",
        lambda given: (yes if truth(asked.value(given)) else not_).value(given),
    )


def unless_error(tried: Operand, otherwise: Operand) -> Part:
    """A value, or another in place of an error: ``IFERROR``."""
    one, two = part(tried), part(otherwise)

    def value(given: Given) -> Scalar:
        try:
            return one.value(given)
        except Failure:
            return two.value(given)

    return Part(f"IFERROR({one.text},{two.text})", value)


def choose(place: Operand, *choices: Operand) -> Part:
    """One of some values by its place, from 1: ``CHOOSE``."""
    asked, parts = part(place), [*map(part, choices)]

    def value(given: Given) -> Scalar:
        at = int(number(asked.value(given)))
        if not 1 <= at <= len(parts):
            raise Failure(WRONG_KIND)
        return parts[at - 1].value(given)

    return Part(f"CHOOSE({','.join(p.text for p in (asked, *parts))})", value)


def count(*cells: Part) -> Part:
    """The number of cells with a number; errors are none: ``COUNT``."""

    def value(given: Given) -> int:
        return len(_numbers([held(partial(cell.value, given)) for cell in cells]))

    return Part(f"COUNT({','.join(cell.text for cell in cells)})", value)


def place_in(searched: Part, choices: Sequence[str]) -> Part:
    """The place, from 1, of one of some choices; 0 for another text."""
    texts = ",".join(choice(english).text for english in choices)
    places = ",".join(str(place) for place in range(1, len(choices) + 1))

    def value(given: Given) -> Scalar:
        found = searched.value(given)
        return next((i for i, one in enumerate(choices, 1) if order(found, one) == 0), 0)

    return Part(f"SUMPRODUCT(({searched.text}={{{texts}}})*{{{places}}})", value)


def one_of(searched: Part, choices: Sequence[int]) -> Part:
    """A number if it is one of some; an error otherwise."""
    listed = f"{{{','.join(map(str, choices))}}}"

    def value(given: Given) -> Scalar:
        found = searched.value(given)
        if found not in choices:
            raise Failure(NOT_AVAILABLE)
        return found

    return Part(f"INDEX({listed},MATCH({searched.text},{listed},0))", value)


def digits(typed: Part) -> Part:
    """A text of digits alone as a number, an error otherwise.

    Between the 0 and the E0 that are put round it nothing else is a number, neither ``1E1`` nor ``$10``.
    """

    def value(given: Given) -> Scalar:
        text = "0" + as_text(typed.value(given))
        if text.isascii() and text.isdecimal():
            return int(text)
        if _LOCAL.fullmatch(text):
            raise Unknown
        raise Failure(WRONG_KIND)

    return Part(f'VALUE("0"&{typed.text}&"E0")', value)
