"""Searching for a value among cells: MATCH and VLOOKUP."""

from __future__ import annotations

from xlplugin.workbook.calculation.operands import (
    ABSENT,
    REF,
    VALUE,
    Array,
    Element,
    Failure,
    Scalar,
    Unknown,
    Unsettled,
    value_of,
)
from xlplugin.workbook.calculation.operators import OPERATORS
from xlplugin.workbook.calculation.reading_values import Reading, folded, same_text
from xlplugin.workbook.calculation.scalar_functions import pattern
from xlplugin.workbook.layout import CellError

LONGEST = 255
"""Letters of a text that can be searched for."""


def matched(reading: Reading, wanted: Scalar, array: Array, kind: float) -> int:
    """MATCH: the place, from 1, of a value in a row or column.

    Args:
        reading: how values are read.
        wanted: the value.
        array: where it is searched for.
        kind: 0 for the same value; 1 for the last that is not greater, in ascending order.
    """
    if array.height > 1 and array.width > 1:
        raise Failure(ABSENT)
    if wanted is None or (isinstance(wanted, str) and len(wanted) > LONGEST):
        raise Unknown
    if kind == 0:
        return _same(wanted, array) + 1
    if kind < 0:
        raise Unknown
    return _nearest(reading, wanted, array.values) + 1


def vertical(
    reading: Reading, wanted: Scalar, table: Array, column: float, *, is_near: bool
) -> Scalar:
    """VLOOKUP: the value in a column (from 1), in the row that begins with the one searched for."""
    place = int(column)
    if place < 1:
        raise Failure(VALUE)
    if place > table.width:
        raise Failure(REF)
    if table.width == 1:
        first = table
    else:
        values = table.values[:: table.width]
        first = Array(table.height, 1, values, table.rest, is_local=table.is_local)
    row = matched(reading, wanted, first, float(is_near))
    return table.at(row, place)


def _same(wanted: str | float, array: Array) -> int:
    """The first place of the same value; texts of the same letters are the same, blanks never."""
    if isinstance(wanted, str) and any(mark in wanted for mark in "?*~"):
        wildcards = pattern(wanted)
        for place, element in enumerate(array.values):
            if isinstance(element, Unsettled):
                raise Unknown
            if isinstance(element, str) and wildcards.fullmatch(element):
                return place
        raise Failure(ABSENT)
    if array.places is None:
        array.places = _places(array.values)
    for place in array.places.get(_key(wanted), ()):
        element = value_of(array.values[place])
        if wanted == "":
            raise Unknown  # whether an empty text is found is not known for sure
        if not isinstance(wanted, str) or same_text(wanted, str(element)):
            return place
    raise Failure(ABSENT)


def _places(values: list[Element]) -> dict[str | float | bool, list[int]]:
    """Where each value stands; texts by what may be taken for the same."""
    places: dict[str | float | bool, list[int]] = {}
    for place, element in enumerate(values):
        if isinstance(element, Unsettled):
            raise Unknown
        if element is not None and not isinstance(element, CellError):
            places.setdefault(_key(element), []).append(place)
    return places


def _key(value: str | float) -> str | float | bool:
    if isinstance(value, bool):
        return f"\0{value}"
    if isinstance(value, float):
        return value
    return folded(value)


def _nearest(reading: Reading, wanted: str | float, values: list[Element]) -> int:
    """The last place of a value that is not greater, where all of its kind are in order."""
    kind = bool if isinstance(wanted, bool) else type(wanted)
    last: Scalar = None
    found = -1
    for place, element in enumerate(values):
        if isinstance(element, Unsettled | CellError):
            raise Unknown
        if element is None or type(element) is not kind:
            continue
        if last is not None and not OPERATORS["<="](reading, last, element):
            raise Unknown
        last = element
        if OPERATORS["<="](reading, element, wanted):
            found = place
    if found < 0:
        raise Failure(ABSENT)
    return found
