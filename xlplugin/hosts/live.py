"""Reading and writing that is the same in every program that has a workbook open."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from xlplugin.ground.problems import Problem
from xlplugin.ground.texts import in_lines, t
from xlplugin.workbook.book import AddSheet, Cells, SheetData, column_letter, placed
from xlplugin.workbook.layout import CellValue

MOST_AT_ONCE = 250_000
"""More cells than any event has: where a tab seems to have more, one of them is far away."""
FAR_ROWS, FAR_COLUMNS = 1_000, 250
"""A gap of so many empty rows or columns ends the part of such a tab that is read."""
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
