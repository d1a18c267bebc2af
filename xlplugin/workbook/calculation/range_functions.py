"""Functions of cells and arrays: sums, counts, look-ups.

Each says of its arguments, in order, what they are: a value (``v``), cells or values (``c``), a criterion (``w``), or what may
be worked out for many cells at once (``a``); the last letter holds for all further arguments where the
function may have more of them.
"""

from __future__ import annotations

import operator
from collections.abc import Callable
from functools import partial, reduce
from math import fsum, prod
from typing import NamedTuple

from xlplugin.workbook.calculation.counting import Criterion
from xlplugin.workbook.calculation.look_up import matched, vertical
from xlplugin.workbook.calculation.operands import (
    NUMBER,
    REF,
    VALUE,
    Array,
    Failure,
    Operand,
    Scalar,
    Unknown,
    array_of,
    elements,
    single,
    value_of,
)
from xlplugin.workbook.calculation.operators import finite
from xlplugin.workbook.calculation.reading_values import Reading


class RangeFunction(NamedTuple):
    """A function; the kinds of its arguments; how many it takes (``None``: any number)."""

    function: Callable[..., Operand]
    kinds: str
    least: int
    most: int | None


def _numbers(reading: Reading, operands: tuple[Operand, ...]) -> list[float]:
    """Numbers as SUM and MAX take them: of cells and arrays the numbers alone, single values as numbers."""
    numbers: list[float] = []
    for operand in operands:
        if operand is None or isinstance(operand, str | float | bool):
            numbers.append(reading.number(operand))
            continue
        array = _seen(reading, operand)
        numbers += [v for v in map(value_of, elements(array)) if isinstance(v, float)]
        rest = value_of(array.rest) if array.left_out else None
        if isinstance(rest, float):
            numbers += [rest] * array.left_out
    return numbers


def _seen(reading: Reading, operand: Operand) -> Array:
    array = array_of(operand)
    reading.is_local |= array.is_local
    return array


def _sum(reading: Reading, *operands: Operand) -> float:
    return _total(_numbers(reading, operands))


def _total(numbers: list[float]) -> float:
    """A sum, where it is the same in whatever order the numbers are added."""
    try:
        total = finite(fsum(numbers))
    except (OverflowError, ValueError):
        raise Unknown from None
    if total != reduce(operator.add, numbers, 0.0):
        raise Unknown
    return total


def _extreme(choose: Callable[[list[float]], float], reading: Reading, *operands: Operand) -> float:
    numbers = _numbers(reading, operands)
    return choose(numbers) if numbers else 0.0


def _ranked(sign: int, reading: Reading, operand: Operand, place: Scalar) -> float:
    numbers = sorted(sign * number for number in _numbers(reading, (array_of(operand),)))
    number = reading.number(place)
    if not numbers or not 1 <= number <= len(numbers):
        raise Failure(NUMBER)
    if not number.is_integer():
        raise Unknown
    return sign * numbers[int(number) - 1]


def _product_sum(reading: Reading, *operands: Operand) -> float:
    arrays = [_seen(reading, operand) for operand in operands]
    if len({(array.height, array.width) for array in arrays}) > 1:
        raise Failure(VALUE)
    count = max(len(array.values) for array in arrays)
    columns = [[_factor(v) for v in array.padded(count)] for array in arrays]
    products: list[float] = [*map(prod, zip(*columns, strict=True))]
    if left_out := arrays[0].height * arrays[0].width - count:
        products.append(prod(_factor(array.rest) for array in arrays) * left_out)
    return _total(products)


def _factor(element: object) -> float:
    """What SUMPRODUCT counts of an element: texts and truth values are 0."""
    if isinstance(element, float):
        return element
    if element is None or isinstance(element, str | bool):
        return 0.0
    value_of(element)  # type: ignore[arg-type]
    raise Unknown


def _count(reading: Reading, *operands: Operand) -> float:
    """COUNT: numbers; a single value counts where it looks like one."""
    total = 0
    for operand in operands:
        if isinstance(operand, str):
            total += reading.number_in(operand) is not None
        elif operand is None or isinstance(operand, bool | float):
            total += 1
        else:
            total += sum(isinstance(e, float) for e in elements(_seen(reading, operand)))
    return float(total)


def _count_all(reading: Reading, *operands: Operand) -> float:
    """COUNTA: whatever is not blank, an empty text and an error too."""
    total = 0
    for operand in operands:
        total += sum(element is not None for element in elements(_seen(reading, operand)))
    return float(total)


def _count_if(reading: Reading, *pairs: Operand) -> float:
    """COUNTIF and COUNTIFS: the cells that meet a criterion, or in one place each their own."""
    if len(pairs) % 2:
        raise Unknown
    arrays = [_seen(reading, area) for area in pairs[::2]]
    criteria = [Criterion(reading, single(criterion)) for criterion in pairs[1::2]]
    if len({(array.height, array.width) for array in arrays}) > 1:
        raise Failure(VALUE)
    count = max(len(array.values) for array in arrays)
    met = [True] * count
    for array, criterion in zip(arrays, criteria, strict=True):
        holds = criterion.holds
        met = [
            is_met and holds(element)
            for is_met, element in zip(met, array.padded(count), strict=True)
        ]
    total = sum(met)
    left_out = arrays[0].height * arrays[0].width - count
    if left_out and all(c.holds(a.rest) for a, c in zip(arrays, criteria, strict=True)):
        total += left_out
    return float(total)


def _index(reading: Reading, source: Operand, row: Scalar, *columns: Scalar) -> Operand:
    """INDEX: one of the cells, or a row or a column of them; with one number, along the only one."""
    if source is None or isinstance(source, str | float | bool):
        source = array_of(source)
    down, across = int(reading.number(row)), int(reading.number(columns[0] if columns else 0.0))
    if not columns and source.height == 1 and source.width > 1:
        down, across = 1, down
    elif not columns and source.width == 1:
        across = 1
    if down < 0 or across < 0:
        raise Failure(VALUE)
    if down > source.height or across > source.width:
        raise Failure(REF)
    if not isinstance(source, Array):
        reading.is_local |= source.array().is_local
        return source.part(down, across)
    if not down or not across:
        raise Unknown
    return source.at(down, across)


def _match(reading: Reading, wanted: Scalar, area: Operand, kind: Scalar = 1.0) -> float:
    return float(matched(reading, wanted, _seen(reading, area), reading.number(kind)))


def _vertical(
    reading: Reading, wanted: Scalar, area: Operand, column: Scalar, is_near: Scalar = 1.0
) -> Scalar:
    near = reading.truth(is_near)
    return vertical(reading, wanted, _seen(reading, area), reading.number(column), is_near=near)


def _is_blank(_: Reading, operand: Operand) -> bool:
    try:
        return single(operand) is None
    except Failure:
        return False


RANGE_FUNCTIONS = {
    "COUNT": RangeFunction(_count, "c", 1, None),
    "COUNTA": RangeFunction(_count_all, "c", 1, None),
    "COUNTIF": RangeFunction(_count_if, "cw", 2, 2),
    "COUNTIFS": RangeFunction(_count_if, "cwcwcwcwcw", 2, 10),
    "INDEX": RangeFunction(_index, "cvv", 2, 3),
    "ISBLANK": RangeFunction(_is_blank, "c", 1, 1),
    "LARGE": RangeFunction(partial(_ranked, -1), "cv", 2, 2),
    "MATCH": RangeFunction(_match, "vcv", 2, 3),
    "MAX": RangeFunction(partial(_extreme, max), "c", 1, None),
    "MIN": RangeFunction(partial(_extreme, min), "c", 1, None),
    "SMALL": RangeFunction(partial(_ranked, 1), "cv", 2, 2),
    "SUM": RangeFunction(_sum, "c", 1, None),
    "SUMPRODUCT": RangeFunction(_product_sum, "a", 1, None),
    "VLOOKUP": RangeFunction(_vertical, "vcvv", 3, 4),
}
