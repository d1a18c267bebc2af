"""The operators: arithmetic, comparison, joining of texts."""

from __future__ import annotations

import operator
import re
from collections.abc import Callable
from functools import partial

from xlplugin.workbook.calculation.operands import (
    DIVIDED_BY_0,
    LONGEST_TEXT,
    NUMBER,
    VALUE,
    Failure,
    Scalar,
    Unknown,
)
from xlplugin.workbook.calculation.reading_values import Reading, same_text

NEARLY = 1e-14
"""Two numbers so close, in proportion, are the same to Excel in some places and not in others."""
_LETTERS = re.compile(r"[A-Za-z0-9 ]*")
"""What every language sorts in the same order."""

Operator = Callable[[Reading, Scalar, Scalar], Scalar]


def finite(number: float) -> float:
    """A number that is not too large for a cell."""
    if number - number != 0:
        raise Failure(NUMBER)
    return number


def _added(sign: Callable[[float, float], float]) -> Operator:
    def add(reading: Reading, left: Scalar, right: Scalar) -> float:
        one, two = reading.number(left), reading.number(right)
        result = sign(one, two)
        if result and abs(result) < NEARLY * max(abs(one), abs(two)):
            raise Unknown
        return finite(result)

    return add


def _multiplied(reading: Reading, left: Scalar, right: Scalar) -> float:
    return finite(reading.number(left) * reading.number(right))


def _divided(reading: Reading, left: Scalar, right: Scalar) -> float:
    one, two = reading.number(left), reading.number(right)
    if two == 0:
        raise Failure(DIVIDED_BY_0)
    return finite(one / two)


def _to_the_power(reading: Reading, left: Scalar, right: Scalar) -> float:
    one, two = reading.number(left), reading.number(right)
    if one == 0 and two < 0:
        raise Failure(DIVIDED_BY_0)
    if (one == 0 and two == 0) or (one < 0 and not two.is_integer()):
        raise Failure(NUMBER)
    try:
        return finite(float(one**two))
    except OverflowError:
        raise Failure(NUMBER) from None


def _joined(reading: Reading, left: Scalar, right: Scalar) -> str:
    text = reading.text(left) + reading.text(right)
    if len(text) > LONGEST_TEXT:
        raise Failure(VALUE)
    return text


def equal(left: Scalar, right: Scalar) -> bool:
    """Whether ``=`` takes two values for the same."""
    if isinstance(left, str) and isinstance(right, str):
        return same_text(left, right)
    return _order(left, right) == 0


def _order(left: Scalar, right: Scalar) -> int:
    """-1, 0 or 1: less, equal, greater. Numbers come before texts, and these before truth values."""
    if isinstance(left, float) and isinstance(right, float):
        return _order_of_numbers(left, right)
    if left is None:
        left = _blank_as(right)
    if right is None:
        right = _blank_as(left)
    ranks = _rank(left), _rank(right)
    if ranks[0] != ranks[1]:
        return -1 if ranks[0] < ranks[1] else 1
    if isinstance(left, str) and isinstance(right, str):
        if same_text(left, right):
            return 0
        if not (_LETTERS.fullmatch(left) and _LETTERS.fullmatch(right)):
            raise Unknown
        return -1 if left.lower() < right.lower() else 1
    assert isinstance(left, float | bool)
    assert isinstance(right, float | bool)
    return _order_of_numbers(left, right)


def _order_of_numbers(left: float, right: float) -> int:
    if left == right:
        return 0
    if abs(left - right) < NEARLY * abs(left):
        raise Unknown
    return -1 if left < right else 1


def _blank_as(other: Scalar) -> Scalar:
    if isinstance(other, str):
        return ""
    return False if isinstance(other, bool) else 0.0


def _rank(value: Scalar) -> int:
    return 2 if isinstance(value, bool) else int(isinstance(value, str))


def in_order(holds: Callable[[int, int], bool], _: Reading, left: Scalar, right: Scalar) -> bool:
    """Whether one value comes before, with or after another."""
    return holds(_order(left, right), 0)


OPERATORS: dict[str, Operator] = {
    "+": _added(operator.add),
    "-": _added(operator.sub),
    "*": _multiplied,
    "/": _divided,
    "^": _to_the_power,
    "&": _joined,
    "=": lambda _, left, right: equal(left, right),
    "<>": lambda _, left, right: not equal(left, right),
    "<": partial(in_order, operator.lt),
    ">": partial(in_order, operator.gt),
    "<=": partial(in_order, operator.le),
    ">=": partial(in_order, operator.ge),
}
SIGNS: dict[str, Callable[[Reading, Scalar], Scalar]] = {
    "-": lambda reading, value: -reading.number(value),
    "+": lambda _, value: value,
    "%": lambda reading, value: reading.number(value) / 100,
}
