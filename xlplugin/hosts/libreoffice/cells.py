"""Cells of a tab that LibreOffice has open, read and written in blocks."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from datetime import date, datetime, time
from typing import Any, TypeAlias

from xlplugin.hosts.libreoffice.formulas import ERRORS, for_libreoffice, from_libreoffice
from xlplugin.hosts.live import (
    FAR_COLUMNS,
    FAR_ROWS,
    MOST_AT_ONCE,
    Reading,
    blocks,
    far_away,
    halves,
)
from xlplugin.workbook.book import Cells, SheetData, trimmed
from xlplugin.workbook.layout import Area, CellError, CellValue, Formula
from xlplugin.workbook.moments import moment_of, serial

Uno: TypeAlias = Any
"""An object of LibreOffice."""
DATES = 2
"""``com.sun.star.sheet.CellFlags.DATETIME``: numbers that are shown as dates."""
CONTENTS = 1 | DATES | 4 | 16
"""Its numbers, dates, texts and formulas."""
TRUTHS = 1024
"""``com.sun.star.util.NumberFormat.LOGICAL``."""
NUMBER = 1
"""A number format. A formula in a cell without one looks like the cells that it speaks of, once it is
worked out, and stays so: out of sight where these are."""
TRUTH_OF = {"TRUE()": True, "FALSE()": False}
EXACT = 2**53


def epoch_of(document: Uno) -> datetime:
    """Day 0 of a document's dates."""
    null = document.NullDate
    return datetime(null.Year, null.Month, null.Day)  # noqa: DTZ001  (cells have no zone)


def range_of(sheet: Uno, area: Area) -> Uno:
    """Some cells."""
    top, left, bottom, right = area
    return sheet.getCellRangeByPosition(left - 1, top - 1, right - 1, bottom - 1)


def read_sheet(document: Uno, sheet: Uno) -> Reading:
    """The cells of a tab from A1 on, with formulas and merged cells."""
    rows, columns, warning = _extent(sheet)
    area = (1, 1, rows, columns)
    where = range_of(sheet, area)
    values, formulas = where.getDataArray(), where.getFormulaArray()
    cells = [list(map(_cell, *row)) for row in zip(values, formulas, strict=True)]
    _read_moments(document, where, cells)
    _read_truths(document, where, cells)
    merged = tuple(sorted(set(_merged(sheet, area))))
    return Reading(SheetData(sheet.Name, trimmed(cells), merged), warning)


def _cell(value: str | float | None, formula: str) -> CellValue:
    if formula[:1] == "=" and value != formula:
        code = formula[1:]
        if code in TRUTH_OF:  # as LibreOffice reads a truth from a file
            return TRUTH_OF[code]
        return CellError(code) if code in ERRORS else Formula(from_libreoffice(formula))
    if isinstance(value, float):
        return int(value) if value.is_integer() and abs(value) <= EXACT else value
    return value or None


def _read_moments(document: Uno, where: Uno, cells: list[list[CellValue]]) -> None:
    """Make moments of the numbers that are shown as dates or times."""
    found = areas_of(where.queryContentCells(DATES).getRangeAddresses())
    epoch = epoch_of(document) if found else None
    for row, column, value in _numbers(cells, found):
        if epoch:
            cells[row][column] = moment_of(value, epoch)


def _read_truths(document: Uno, where: Uno, cells: list[list[CellValue]]) -> None:
    """Make truth values of the numbers that are shown as such."""
    for look in _looks(where):
        number = look.NumberFormat
        if number and document.NumberFormats.getByKey(number).Type & TRUTHS:
            for row, column, value in _numbers(cells, areas_of(look.getRangeAddresses())):
                cells[row][column] = bool(value)


def _numbers(
    cells: Sequence[Sequence[CellValue]], areas: Iterable[Area]
) -> Iterator[tuple[int, int, float]]:
    for top, left, bottom, right in areas:
        for row in range(top - 1, bottom):
            for column in range(left - 1, right):
                value = cells[row][column]
                if isinstance(value, int | float):
                    yield row, column, value


def areas_of(addresses: Iterable[Uno]) -> list[Area]:
    """The areas of some cells, as LibreOffice tells them."""
    return [(a.StartRow + 1, a.StartColumn + 1, a.EndRow + 1, a.EndColumn + 1) for a in addresses]


def _extent(sheet: Uno) -> tuple[int, int, str]:
    """The numbers of rows and columns to read, and the warning if one cell is far away."""
    cursor = sheet.createCursor()
    cursor.gotoEndOfUsedArea(False)  # noqa: FBT003  (no other way to say it)
    (last_row, last_column, *_), *_ = areas_of([cursor.RangeAddress])
    if last_row * last_column <= MOST_AT_ONCE:
        return last_row, last_column, ""
    filled = areas_of(sheet.queryContentCells(CONTENTS).getRangeAddresses())
    rows = _before_gap(((top, bottom) for top, _, bottom, _ in filled), FAR_ROWS)
    near = [area for area in filled if area[0] <= rows]
    columns = _before_gap(((left, right) for _, left, _, right in near), FAR_COLUMNS)
    far = min((area for area in filled if area[0] > rows or area[1] > columns), default=None)
    return rows, columns, far_away(sheet.Name, *far[:2]) if far else ""


def _before_gap(spans: Iterable[tuple[int, int]], gap: int) -> int:
    """The last place before the first gap of that width."""
    last = 1
    for first, end in sorted(spans):
        if first > last + gap:
            break
        last = max(last, end)
    return last


def _merged(sheet: Uno, area: Area) -> Iterator[Area]:
    """The merged cells of an area, found by halving it as long as there are some in it."""
    top, left, bottom, right = area
    if not range_of(sheet, area).IsMerged:
        return
    cursor = sheet.createCursorByRange(sheet.getCellByPosition(left - 1, top - 1))
    cursor.collapseToMergedArea()
    (found,) = areas_of([cursor.RangeAddress])
    if found[:2] == (top, left) and found[2:] != (top, left):
        yield found
    if (top, left) == (bottom, right):
        return
    for half in halves(area):
        yield from _merged(sheet, half)


def fill(document: Uno, sheet: Uno, cells: Cells) -> None:
    """Put values into cells of a new tab, in blocks: first all but formulas, then these.

    LibreOffice's Undo does not empty again what is put in so; here the tab itself goes.
    """
    epoch = epoch_of(document)
    for area in blocks(cells):
        values = [[_data(value, epoch) for value in row] for row in _rows(cells, area)]
        where = range_of(sheet, area)
        where.setDataArray(tuple(map(tuple, values)))
        where.setPropertyToDefault(
            "NumberFormat"
        )  # texts that look like numbers were marked as texts
    for area in blocks(place for place, value in cells.items() if _is_worked_out(value)):
        formulas = [[typed(value, epoch) for value in row] for row in _rows(cells, area)]
        where = range_of(sheet, area)
        where.NumberFormat = NUMBER
        where.setFormulaArray(tuple(map(tuple, formulas)))
        where.setPropertyToDefault("NumberFormat")


def _looks(cells: Uno) -> list[Uno]:
    """Some cells in groups that look alike."""
    found = cells.UniqueCellFormatRanges
    return [found.getByIndex(i) for i in range(found.Count)]


def put(cell: Uno, value: CellValue, epoch: datetime) -> None:
    """Put a value into a cell that was there; its looks stay, as for :func:`fill`."""
    look = cell.NumberFormat
    if _is_worked_out(value):
        cell.NumberFormat = NUMBER
    cell.setFormula(typed(value, epoch))
    if cell.NumberFormat != look:
        cell.NumberFormat = look


def _rows(cells: Cells, area: Area) -> Iterator[list[CellValue]]:
    top, left, bottom, right = area
    for row in range(top, bottom + 1):
        yield [cells[row, column] for column in range(left, right + 1)]


def _is_worked_out(value: CellValue) -> bool:
    return isinstance(value, bool | Formula | CellError)


def _data(value: CellValue, epoch: datetime) -> str | float:
    """A value that is no formula as it is handed over: a text whatever it looks like, or a number."""
    match value:
        case int() | float():
            return float(value)
        case datetime() | date() | time():
            return serial(value, epoch)
    return value if isinstance(value, str) else ""


def typed(value: CellValue, epoch: datetime) -> str:
    """A value as it is handed over: after an apostrophe everything is text."""
    match value:
        case None | "":
            return ""
        case str():
            return f"'{value}"
        case Formula(text):
            return for_libreoffice(text)
        case CellError(code):
            return f"={code}"
        case bool():
            return "=TRUE()" if value else "=FALSE()"
        case datetime() | date() | time():
            return repr(serial(value, epoch))
    return repr(value)
