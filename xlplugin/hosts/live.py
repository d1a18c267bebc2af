"""Reading and writing that is the same in every program that has a workbook open."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from typing import NamedTuple, TypeVar

from xlplugin.ground.problems import Problem
from xlplugin.ground.texts import in_lines, t
from xlplugin.workbook.book import AddSheet, Cells, SheetData, column_letter, placed
from xlplugin.workbook.layout import Area, CellValue

T = TypeVar("T")
MOST_AT_ONCE = 250_000
"""More cells than any event has: where a tab seems to have more, one of them is far away."""
FAR_ROWS, FAR_COLUMNS = 1_000, 250
"""The gap in rows or columns that ends the part of such a tab that is read."""
MOST_MARKS = 50
"""The most cells to mend that are given notes."""
SIGNED = "xlplugin: "
"""The beginning of our own notes."""


class Reading(NamedTuple):
    """A tab as read, and the warning that a cell far away from everything else was not."""

    data: SheetData
    warning: str = ""


def far_away(tab: str, row: int, column: int) -> str:
    """The warning of a cell that is too far away to be read."""
    return t(
        "{cell} is far away from everything else on its tab and was not read; clear that cell, "
        "or move it next to the table",
        cell=f"{tab}!{column_letter(column)}{row}",
    )


def held(rows: Sequence[Sequence[CellValue]], row: int, column: int) -> CellValue:
    """The value of a cell as it was read; ``None`` beyond all that was."""
    values = rows[row - 1] if row <= len(rows) else ()
    return values[column - 1] if column <= len(values) else None


def cells_of(change: AddSheet) -> Cells:
    """The values of a new table, its headers included."""
    places = {header: i for i, header in enumerate(change.layout.headers(), 1)}
    cells: dict[tuple[int, int], CellValue] = {(1, c): h for h, c in places.items()}
    return cells | {(r, c): v for r, c, _, v in placed(change.layout, change.rows, 2, places)}


def notes_on(problems: Iterable[Problem]) -> dict[tuple[str, str], str]:
    """The text of the note on each cell to mend, by tab and address."""
    lines: dict[tuple[str, str], list[str]] = {}
    for problem in problems:
        of_cell = lines.setdefault((problem.sheet, problem.cell.partition(":")[0]), [])
        of_cell.append(f"{problem.what}; {problem.remedy}")
    return {where: in_lines(SIGNED + "\n".join(texts)) for where, texts in lines.items()}


def first_line(text: str) -> str:
    """The first line of what a program tells, without stray spaces and full stop."""
    return " ".join(text.partition("\n")[0].split()).removesuffix(".")


# Cells put together into as few rectangles as can be


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
