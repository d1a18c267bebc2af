"""What formulas work with: single values, cells of a tab, arrays; and what stops a calculation."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from datetime import date, datetime, time, timedelta
from math import isfinite
from typing import Protocol, TypeAlias

from xlplugin.workbook.layout import CellError

LAST_ROW, LAST_COLUMN = 1_048_576, 16_384
LONGEST_TEXT = 32_767
ABSENT, DIVIDED_BY_0, NUMBER, REF, VALUE = "#N/A", "#DIV/0!", "#NUM!", "#REF!", "#VALUE!"
"""Errors."""
Scalar: TypeAlias = str | float | bool | None
"""The value of a cell: ``None`` is blank; a date is its serial number."""


class Failure(Exception):
    """An error as Excel shows it, as in ``#N/A``."""

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


class Unknown(Exception):
    """What Excel would show is not known for sure."""


class Circle(Unknown):
    """A formula needs its own value: the one at this place of this tab, and all between."""

    def __init__(self, tab: str, place: tuple[int, int]) -> None:
        super().__init__()
        self.start = tab, place


class Unsettled:
    """In an array, the place of a value that is not known."""


UNSETTLED = Unsettled()
Element: TypeAlias = Scalar | CellError | Unsettled


class Array:
    """Values in rows and columns.

    Args:
        height: the number of rows.
        width: the number of columns.
        values: row by row; rows at the end may be left out.
        rest: the value of every cell that is left out.
        is_local: whether other countries' settings could give others.
    """

    __slots__ = ("height", "is_local", "places", "rest", "values", "width")

    def __init__(
        self,
        height: int,
        width: int,
        values: list[Element],
        rest: Element = None,
        *,
        is_local: bool,
    ) -> None:
        self.height, self.width, self.values = height, width, values
        self.rest, self.is_local = rest, is_local
        self.places: dict[str | float | bool, list[int]] | None = None
        """Where each value stands, as far as a search has needed it."""

    @property
    def left_out(self) -> int:
        """How many cells are not among the values."""
        return self.height * self.width - len(self.values)

    def padded(self, count: int) -> list[Element]:
        """So many values, those that are left out among them."""
        return self.values + [self.rest] * (count - len(self.values))

    def at(self, row: int, column: int) -> Scalar:
        """The value in a row and a column, from 1."""
        place = (row - 1) * self.width + column - 1
        return value_of(self.values[place] if place < len(self.values) else self.rest)


class Area(Protocol):
    """Cells of a tab that are next to each other."""

    @property
    def height(self) -> int:
        """The number of rows."""

    @property
    def width(self) -> int:
        """The number of columns."""

    def array(self) -> Array:
        """Their values."""

    def at(self, row: int, column: int) -> Scalar:
        """The value of one of them, by row and column from 1."""

    def part(self, row: int, column: int) -> Operand:
        """One of them, or a whole row or column (0)."""


Operand: TypeAlias = Area | Array | Scalar
Run: TypeAlias = Callable[[int], Scalar]
"""A formula, or a part of it, that gives a single value in a row (from 1)."""
RunOperand: TypeAlias = Callable[[int], Operand]


def is_single(operand: Operand) -> bool:
    """Whether an operand is a value, and neither cells nor an array."""
    return operand is None or isinstance(operand, str | float | bool)


def single(operand: Operand) -> Scalar:
    """The value of a value or of a single cell; which one of several is meant is not known."""
    if operand is None or isinstance(operand, str | float | bool):
        return operand
    if operand.height * operand.width != 1:
        raise Unknown
    return operand.at(1, 1)


def array_of(operand: Operand) -> Array:
    """An operand as an array."""
    if isinstance(operand, Array):
        return operand
    if operand is None or isinstance(operand, str | float | bool):
        return Array(1, 1, [operand], is_local=False)
    return operand.array()


def value_of(element: Element) -> Scalar:
    """An element of an array, where it is a value.

    Raises:
        Failure: it is an error.
        Unknown: it is not known.
    """
    if isinstance(element, CellError):
        raise Failure(element.code)
    if isinstance(element, Unsettled):
        raise Unknown
    return element


def elements(array: Array) -> Iterator[Element]:
    """The elements of an array that are neither left out nor unknown.

    Raises:
        Unknown: one of them is not known.
    """
    for element in array.values:
        if element is UNSETTLED:
            raise Unknown
        yield element


def elementwise(function: Callable[..., Scalar], operands: Sequence[Operand]) -> Operand:
    """A function of single values, for the cells of arrays that stand in the same place."""
    arrays = [array_of(operand) for operand in operands if not is_single(operand)]
    shapes = {(array.height, array.width) for array in arrays} - {(1, 1)}
    if len(shapes) > 1:
        raise Unknown
    ((height, width),) = shapes or {(1, 1)}
    count = max((len(a.values) for a in arrays if (a.height, a.width) in shapes), default=1)
    columns: list[Sequence[Element]] = []
    rests: list[Element] = []
    for operand in operands:
        array = array_of(operand)
        is_one = (array.height, array.width) != (height, width)
        one = array.padded(1)[0] if is_one else array.rest
        columns.append([one] * count if is_one else array.padded(count))
        rests.append(one)

    def result(*values: Element) -> Element:
        try:
            return function(*map(value_of, values))
        except Failure as failure:
            return CellError(failure.code)
        except Unknown:
            return UNSETTLED

    rest = result(*rests) if count < height * width else None
    is_local = any(array.is_local for array in arrays)
    return Array(height, width, [*map(result, *columns)], rest, is_local=is_local)


def from_cell(value: object) -> Scalar:
    """The value of a cell that has no formula.

    Raises:
        Failure: it is an error.
        Unknown: it is something else that formulas may read in several ways.
    """
    match value:
        case None | str() | bool():
            return value
        case float() if isfinite(value):
            return value
        case int():
            return _number(value)
        case datetime() if value.tzinfo is None:
            since = value - datetime(1899, 12, 30)  # noqa: DTZ001  (cells have no time zone)
            return _serial(since)
        case date() if not isinstance(value, datetime):
            return _serial(timedelta(days=(value - date(1899, 12, 30)).days))
        case time():
            return (value.hour * 3600 + value.minute * 60 + value.second) / 86400 + (
                value.microsecond / 86400e6
            )
        case CellError():
            raise Failure(value.code)
    raise Unknown


def _serial(since: timedelta) -> float:
    """The day's number in Excel, which has a 29 February 1900 before 1 March."""
    days = since / timedelta(days=1)
    return days if days >= 61 else days - 1


def _number(value: int) -> float:
    try:
        return float(value)
    except OverflowError:
        raise Unknown from None


def shown(value: Scalar) -> Scalar:
    """What a formula's cell shows: 0 for the value of a blank cell."""
    if value is None:
        return 0.0
    if isinstance(value, str) and len(value) > LONGEST_TEXT:
        raise Failure(VALUE)
    return value
