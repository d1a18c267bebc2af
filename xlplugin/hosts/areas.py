"""Cells of a table put together into as few rectangles as can be."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import groupby
from typing import TypeVar

from xlplugin.workbook.layout import Area

T = TypeVar("T")


def blocks(cells: Iterable[tuple[int, int]]) -> list[Area]:
    """Rectangles without gaps that cover the cells: runs in a row, joined where rows agree."""
    growing: dict[tuple[int, int], Area] = {}
    done: list[Area] = []
    for row, places in groupby(sorted(cells), key=lambda place: place[0]):
        runs: dict[tuple[int, int], Area] = {}
        for key in side_by_side(column for _, column in places):
            is_joined = key in growing and growing[key][2] == row - 1
            top = growing.pop(key)[0] if is_joined else row
            runs[key] = (top, key[0], row, key[1])
        done += growing.values()
        growing = runs
    return [*done, *growing.values()]


def side_by_side(columns: Iterable[int]) -> Iterator[tuple[int, int]]:
    """The first and the last of columns without a gap between them; the columns ascend."""
    for _, run in groupby(enumerate(columns), key=lambda pair: pair[1] - pair[0]):
        places = [column for _, column in run]
        yield places[0], places[-1]


def alike(values: Iterable[T]) -> Iterator[tuple[T, int, int]]:
    """The values of the columns from A on, equal ones once, with their first and last column."""
    last = 0
    for value, same in groupby(values):
        first, last = last + 1, last + len(list(same))
        yield value, first, last


def halves(area: Area) -> tuple[Area, Area]:
    """An area of more than one cell in two, across its longer side."""
    top, left, bottom, right = area
    if bottom - top >= right - left:
        middle = (top + bottom) // 2
        return (top, left, middle, right), (middle + 1, left, bottom, right)
    middle = (left + right) // 2
    return (top, left, bottom, middle), (top, middle + 1, bottom, right)
