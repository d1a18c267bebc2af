"""Cells of a sheet that Excel has open, read alike on Windows, on macOS and in xlwings Lite.

The three return different things for the same cell; ``tests/live/differences.py`` lists them.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import datetime
from decimal import Decimal
from typing import Any

from xlplugin.hosts.excel.platforms import area_of, is_remote
from xlplugin.hosts.excel.with_xlwings import xw
from xlplugin.hosts.live import FAR_COLUMNS, FAR_ROWS, MOST_AT_ONCE, Reading, far_away, halves
from xlplugin.workbook.book import SheetData, trimmed
from xlplugin.workbook.layout import Area, CellError, CellValue, Formula

ERRORS = frozenset(
    ("#DIV/0!", "#N/A", "#NAME?", "#NULL!", "#NUM!", "#REF!", "#VALUE!", "#SPILL!", "#CALC!")
)
"""Errors that xlwings Lite hands over as text; on the desktop they are known from texts."""


def read_sheet(sheet: xw.Sheet) -> Reading:
    """The cells of a sheet from A1 on; with formulas and merged cells where Excel tells."""
    if is_remote(sheet.book):
        last = sheet.used_range.last_cell
        where = area_of(sheet, (1, 1, last.row, last.column))
        values = where.options(ndim=2, err_to_str=True).value
        return Reading(SheetData(sheet.name, cell_values(values)))
    rows, columns, warning = _extent(sheet)
    where = area_of(sheet, (1, 1, rows, columns))
    formulas = _rows_of(where.formula)
    cells = cell_values(_complete(sheet, where.options(ndim=2).value, formulas), formulas)
    merged = tuple(sorted(set(_merged(sheet, (1, 1, rows, columns)))))
    return Reading(SheetData(sheet.name, cells, merged), warning)


def _complete(
    sheet: xw.Sheet, values: Sequence[Sequence[object]], formulas: Sequence[Sequence[Any]]
) -> Sequence[Sequence[object]]:
    """The values with nothing in place of each error: Excel on macOS leaves errors out."""
    width = len(formulas[0])
    if [len(row) for row in values] == [width] * len(formulas):
        return values
    return [_complete_row(sheet, number, texts) for number, texts in enumerate(formulas, 1)]


def _complete_row(sheet: xw.Sheet, row: int, formulas: Sequence[Any]) -> Sequence[object]:
    rows: Any = area_of(sheet, (row, 1, row, len(formulas))).options(ndim=2).value
    values: Sequence[object] = rows[0] if rows else ()
    if len(values) == len(formulas):
        return values
    rest = iter(values)
    return [
        None if _is_left_out(sheet, row, column, text) else next(rest, None)
        for column, text in enumerate(formulas, 1)
    ]


def _is_left_out(sheet: xw.Sheet, row: int, column: int, formula: object) -> bool:
    """True if a cell shows an error: asked alone, it has no value of any kind."""
    if not str(formula).startswith(("=", "#")):
        return False
    value = area_of(sheet, (row, column, row, column)).raw_value
    return not isinstance(value, str | float | bool | datetime)


def _extent(sheet: xw.Sheet) -> tuple[int, int, str]:
    """The numbers of rows and columns to read, and the warning if one cell is far away."""
    used = sheet.used_range
    last = used.last_cell
    last_row, last_column = last.row, last.column
    if last_row * last_column <= MOST_AT_ONCE:
        return last_row, last_column, ""
    rows = columns = 1
    for top in range(1, last_row + 1, FAR_ROWS):
        bottom = min(top + FAR_ROWS - 1, last_row)
        width = _filled_columns(sheet, top, bottom, last_column)
        if not width and top > 1:
            break
        rows, columns = bottom, max(columns, width)
    return rows, columns, _warning(sheet.name, used, rows, columns)


def _filled_columns(sheet: xw.Sheet, top: int, bottom: int, last_column: int) -> int:
    """The last column in which some rows have anything, before the first gap."""
    for left in range(1, last_column + 1, FAR_COLUMNS):
        right = min(left + FAR_COLUMNS - 1, last_column)
        formulas = _rows_of(area_of(sheet, (top, left, bottom, right)).formula)
        if not any(any(row) for row in formulas):
            return left - 1
    return last_column


def _warning(name: str, used: xw.Range, rows: int, columns: int) -> str:
    """A warning of a cell that is too far away to be read; none if only formats reach there."""
    for order in ("rows", "columns"):
        cell = used.find("*", direction="backward", order=order)
        if isinstance(cell, xw.Range) and (cell.row > rows or cell.column > columns):
            return far_away(name, cell.row, cell.column)
    return ""


def _merged(sheet: xw.Sheet, area: Area) -> Iterator[Area]:
    """The merged cells of an area, found by halving it as long as there are some in it."""
    top, left, bottom, right = area
    # Excel answers yes, no, or nothing where only some are.
    if area_of(sheet, (top, left, bottom, right)).merge_cells is False:
        return
    first = area_of(sheet, (top, left, top, left)).merge_area
    if first.row == top and first.column == left:
        height, width = first.shape
        if (height, width) != (1, 1):
            yield top, left, top + height - 1, left + width - 1
    if (top, left) == (bottom, right):
        return
    for half in halves(area):
        yield from _merged(sheet, half)


def _rows_of(cells: Any) -> Sequence[Sequence[Any]]:  # noqa: ANN401  (whatever Excel has)
    """Rows of cells: a single cell comes as it is, and a single row may come without another."""
    if not isinstance(cells, list | tuple):
        return ((cells,),)
    return cells if isinstance(cells[0], list | tuple) else (cells,)


def cell_values(
    values: Sequence[Sequence[object]], formulas: Sequence[Sequence[object]] | None = None
) -> list[list[CellValue]]:
    """Values of xlwings as cells, with the formulas of the same cells where Excel gives them."""
    if formulas is None:
        return trimmed([[_without_formula(value) for value in row] for row in values])
    rows = zip(values, formulas, strict=True)
    return trimmed([list(map(_with_formula, *row)) for row in rows])


def _with_formula(value: object, formula: object) -> CellValue:
    if isinstance(formula, str) and formula:
        if formula.startswith("=") and value != formula:
            return Formula(formula)
        # An error is nothing to xlwings, or on Windows a number of its own if it is a new one;
        # every other whole number is a float.
        if value is None or type(value) is int:
            return CellError(formula)
    return _plain(value)


def _without_formula(value: object) -> CellValue:
    return CellError(value) if isinstance(value, str) and value in ERRORS else _plain(value)


def _plain(value: Any) -> CellValue:  # noqa: ANN401  (whatever Excel has)
    if isinstance(value, Decimal):  # in a cell formatted as currency, on Windows
        value = float(value)
    if isinstance(value, float) and value.is_integer():
        return int(value)
    if isinstance(value, str):
        return value or None
    if isinstance(value, datetime):
        return value.replace(tzinfo=None)
    return value  # type: ignore[no-any-return]
