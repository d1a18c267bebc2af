"""Values put into cells of a workbook that Excel has open, which reads them as if they were typed."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from itertools import product
from typing import TypeAlias

from xlplugin.hosts.excel.platforms import area_of, shows_all_rows
from xlplugin.hosts.excel.with_xlwings import xw
from xlplugin.hosts.live import blocks
from xlplugin.workbook.layout import Area, CellError, CellValue, Formula

Cells: TypeAlias = Mapping[tuple[int, int], CellValue]
MOST_TEXT = 32_766
AS_TEXT = "@"
LARGEST_LONG = 2**31 - 1
"""Excel takes whole numbers of 32 bits alone, and larger ones as it keeps all: with a decimal point."""


def fill(sheet: xw.Sheet, cells: Cells) -> None:
    """Put values into a tab that is empty, at once."""
    last_row, last_column = (max(numbers) for numbers in zip(*cells, strict=True))
    _put(sheet, cells, (1, 1, last_row, last_column))


def write_cells(sheet: xw.Sheet, cells: Cells, *, asks: bool) -> None:
    """Put values into cells, in blocks; where it ``asks``, Excel tells which are texts and which are hidden."""
    as_text: set[tuple[int, int]] = set()
    if asks:
        for area in blocks(place for place, value in cells.items() if isinstance(value, str)):
            as_text.update(_text_cells(sheet, area))
    for area in blocks(cells):
        for part in _parts(sheet, area) if asks else [area]:
            _put(sheet, cells, part, as_text)
    for row, column in as_text:
        _keep_apostrophe(area_of(sheet, (row, column, row, column)), cells[row, column])


def _parts(sheet: xw.Sheet, area: Area) -> Iterator[Area]:
    """An area as a whole if all of its rows are shown, else cell by cell.

    Of a block over rows that a filter leaves out Excel takes the first value alone, for every row that is
    shown (https://github.com/xlwings/xlwings/issues/747).
    """
    top, left, bottom, right = area
    if (top, left) == (bottom, right) or shows_all_rows(area_of(sheet, area)):
        yield area
        return
    for row, column in product(range(top, bottom + 1), range(left, right + 1)):
        yield row, column, row, column


def _put(
    sheet: xw.Sheet, cells: Cells, area: Area, as_text: Collection[tuple[int, int]] = ()
) -> None:
    top, left, bottom, right = area
    area_of(sheet, area).value = [
        [
            _typed(cells.get((row, column)), as_text=(row, column) in as_text)
            for column in range(left, right + 1)
        ]
        for row in range(top, bottom + 1)
    ]


def _text_cells(sheet: xw.Sheet, area: Area) -> Iterator[tuple[int, int]]:
    """The cells of an area that are formatted as text."""
    top, left, bottom, right = area
    number_format = area_of(sheet, (top, left, bottom, right)).number_format
    if number_format == AS_TEXT:
        yield from product(range(top, bottom + 1), range(left, right + 1))
    elif number_format is None and top < bottom:  # several formats
        for row in range(top, bottom + 1):
            yield from _text_cells(sheet, (row, left, row, right))
    elif number_format is None:
        for column in range(left, right + 1):
            yield from _text_cells(sheet, (top, column, top, column))


def _keep_apostrophe(cell: xw.Range, value: CellValue) -> None:
    """Type a text again that Excel has taken an apostrophe of, if it has."""
    if str(value).startswith("'") and cell.value != value:
        cell.value = f"'{value}"


def _typed(value: CellValue, *, as_text: bool = False) -> object:
    """A value as it is handed to Excel, which reads text as if it were typed.

    An apostrophe keeps ``3-3``, ``=1+1`` and ``TRUE`` what they are. Where the cell is formatted as
    text they are so anyway, and the apostrophe would be part of it.
    """
    match value:
        case Formula(text) | CellError(text):
            return text
        case str():
            mark = "" if as_text else "'"
            return f"{mark}{value[:MOST_TEXT]}" if value else None
        case int() if abs(value) > LARGEST_LONG:
            return float(value)
    return value
