"""Functions of single values: texts and numbers."""

from __future__ import annotations

import re
from collections.abc import Callable
from decimal import ROUND_HALF_UP, Decimal, InvalidOperation
from functools import lru_cache
from math import floor, fmod
from typing import NamedTuple

from xlplugin.workbook.calculation.operands import (
    ABSENT,
    DIVIDED_BY_0,
    LONGEST_TEXT,
    VALUE,
    Failure,
    Scalar,
    Unknown,
)
from xlplugin.workbook.calculation.operators import NEARLY
from xlplugin.workbook.calculation.reading_values import Reading


class ScalarFunction(NamedTuple):
    """A function, and how many arguments it takes."""

    function: Callable[..., Scalar]
    least: int
    most: int


def _counted(text: str) -> str:
    """A text whose letters every Excel counts alike: newer ones count an emoji once, older ones twice."""
    if not text.isascii() and max(text) > "\uffff":
        raise Unknown
    return text


def _whole(reading: Reading, value: Scalar, least: int) -> int:
    number = int(reading.number(value))
    if number < least:
        raise Failure(VALUE)
    return number


def trimmed(reading: Reading, value: Scalar) -> str:
    """TRIM: no spaces around, and single ones in between."""
    text = reading.text(value)
    return " ".join(part for part in text.split(" ") if part) if " " in text else text


def _left(reading: Reading, value: Scalar, count: Scalar = 1.0) -> str:
    return _counted(reading.text(value))[: _whole(reading, count, 0)]


def _right(reading: Reading, value: Scalar, count: Scalar = 1.0) -> str:
    text, length = _counted(reading.text(value)), _whole(reading, count, 0)
    return text[max(0, len(text) - length) :]


def _middle(reading: Reading, value: Scalar, start: Scalar, count: Scalar) -> str:
    text = _counted(reading.text(value))
    first, length = _whole(reading, start, 1), _whole(reading, count, 0)
    return text[first - 1 : first - 1 + length]


def _find(reading: Reading, wanted: Scalar, within: Scalar, start: Scalar = 1.0) -> float:
    text, first = _counted(reading.text(within)), _whole(reading, start, 1)
    place = text.find(reading.text(wanted), first - 1)
    if place < 0:
        raise Failure(VALUE)
    return float(place + 1)


def _search(reading: Reading, wanted: Scalar, within: Scalar, start: Scalar = 1.0) -> float:
    text, first = _counted(reading.text(within)), _whole(reading, start, 1)
    if first > len(text) + 1:
        raise Failure(VALUE)
    found = pattern(reading.text(wanted), is_part=True).search(text, first - 1)
    if not found:
        raise Failure(VALUE)
    return float(found.start() + 1)


@lru_cache(maxsize=256)
def pattern(wildcards: str, *, is_part: bool = False) -> re.Pattern[str]:
    """A text with ``?`` (any letter) and ``*`` (any letters) as a pattern; ``~`` takes that meaning away.

    It never goes back by more than one ``*``: there is no text that it would take long with.

    Args:
        wildcards: the text.
        is_part: whether it is searched for within others, and not to be all of them.
    """
    fixed = [""]
    for part in re.findall(r"~[?*~]|.", wildcards, re.DOTALL):
        if part == "*":
            fixed.append("")
        else:
            fixed[-1] += "." if part == "?" else re.escape(part[1:] or part)
    first, *others = fixed
    last = "" if is_part or not others else f".*{others.pop()}"
    between = "".join(f"(?>.*?{text})" for text in others)
    return re.compile(first + between + last, re.DOTALL | re.IGNORECASE)


def _substitute(reading: Reading, value: Scalar, old: Scalar, new: Scalar, *which: Scalar) -> str:
    text, wanted, other = (reading.text(part) for part in (value, old, new))
    if not wanted:
        return text
    if not which:
        return _of_length(text.replace(wanted, other))
    parts = text.split(wanted)
    number = _whole(reading, which[0], 1)
    if number >= len(parts):
        return text
    return wanted.join(parts[:number]) + other + wanted.join(parts[number:])


def _of_length(text: str) -> str:
    if len(text) > LONGEST_TEXT:
        raise Failure(VALUE)
    return text


def _repeated(reading: Reading, value: Scalar, times: Scalar) -> str:
    text, count = reading.text(value), _whole(reading, times, 0)
    if len(text) * count > LONGEST_TEXT:
        raise Failure(VALUE)
    return text * count


def _value(reading: Reading, value: Scalar) -> float:
    if isinstance(value, bool):
        raise Failure(VALUE)
    return reading.number(value)


def _text(reading: Reading, value: Scalar, format_: Scalar) -> str:
    """TEXT, with formats of zeros alone: so many digits or more."""
    written = reading.text(format_)
    if isinstance(value, str | bool) or not re.fullmatch("0+", written):
        raise Unknown
    number = int(rounded(reading.number(value), 0))
    return f"{'-' if number < 0 else ''}{abs(number):0{len(written)}d}"


def rounded(number: float, digits: int) -> float:
    """A number with so many decimals, halves away from 0, by the 15 digits that Excel shows."""
    try:
        shown = Decimal(f"{number:.15g}").quantize(Decimal(1).scaleb(-digits), ROUND_HALF_UP)
    except InvalidOperation:
        return number
    return float(shown)


def _round(reading: Reading, value: Scalar, digits: Scalar) -> float:
    decimals = int(max(-400, min(400, reading.number(digits))))
    return rounded(reading.number(value), decimals)


def _modulo(reading: Reading, value: Scalar, divisor: Scalar) -> float:
    number, by = reading.number(value), reading.number(divisor)
    if by == 0:
        raise Failure(DIVIDED_BY_0)
    rest = fmod(number, by)
    if rest and (rest < 0) != (by < 0):
        rest += by
    if abs(number / by) >= 1e12 or rest != number - by * _floor(number / by):
        raise Unknown
    return rest


def _floor(number: float) -> float:
    """The whole number below; just below the next one it is not known for sure."""
    if not number.is_integer() and abs(number - round(number)) < NEARLY * abs(number):
        raise Unknown
    return float(floor(number))


def _sign(reading: Reading, value: Scalar) -> float:
    number = reading.number(value)
    return float((number > 0) - (number < 0))


def _absent(_: Reading) -> Scalar:
    raise Failure(ABSENT)


SCALAR_FUNCTIONS = {
    "ABS": ScalarFunction(lambda reading, value: abs(reading.number(value)), 1, 1),
    "EXACT": ScalarFunction(lambda r, one, two: r.text(one) == r.text(two), 2, 2),
    "FALSE": ScalarFunction(lambda _: False, 0, 0),
    "FIND": ScalarFunction(_find, 2, 3),
    "INT": ScalarFunction(lambda reading, value: _floor(reading.number(value)), 1, 1),
    "ISNUMBER": ScalarFunction(lambda _, value: isinstance(value, float), 1, 1),
    "ISTEXT": ScalarFunction(lambda _, value: isinstance(value, str), 1, 1),
    "LEFT": ScalarFunction(_left, 1, 2),
    "LEN": ScalarFunction(lambda r, value: float(len(_counted(r.text(value)))), 1, 1),
    "LOWER": ScalarFunction(lambda reading, value: reading.text(value).lower(), 1, 1),
    "MID": ScalarFunction(_middle, 3, 3),
    "MOD": ScalarFunction(_modulo, 2, 2),
    "NA": ScalarFunction(_absent, 0, 0),
    "NOT": ScalarFunction(lambda reading, value: not reading.truth(value), 1, 1),
    "REPT": ScalarFunction(_repeated, 2, 2),
    "RIGHT": ScalarFunction(_right, 1, 2),
    "ROUND": ScalarFunction(_round, 2, 2),
    "SEARCH": ScalarFunction(_search, 2, 3),
    "SIGN": ScalarFunction(_sign, 1, 1),
    "SUBSTITUTE": ScalarFunction(_substitute, 3, 4),
    "TEXT": ScalarFunction(_text, 2, 2),
    "TRIM": ScalarFunction(trimmed, 1, 1),
    "TRUE": ScalarFunction(lambda _: True, 0, 0),
    "UPPER": ScalarFunction(lambda reading, value: reading.text(value).upper(), 1, 1),
    "VALUE": ScalarFunction(_value, 1, 1),
}
"""ISNUMBER and ISTEXT are asked of values here, of errors where they are compiled."""
