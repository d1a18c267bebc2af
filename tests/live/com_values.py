"""What cells hold as it comes and goes through COM, and how their addresses are written."""

from __future__ import annotations

import re
from datetime import UTC, datetime, time, timedelta
from decimal import Decimal
from typing import Any

from com_object import OpenBook
from openpyxl.formula.translate import Translator
from openpyxl.styles.numbers import is_date_format
from openpyxl.utils import get_column_letter
from openpyxl.utils.datetime import from_excel, to_excel
from openpyxl.worksheet.cell_range import CellRange
from pywin32 import Time
from remote import general

ROWS, COLUMNS = 1_048_576, 16_384
ERROR_NUMBERS = {
    "#NULL!": 2000, "#DIV/0!": 2007, "#VALUE!": 2015, "#REF!": 2023, "#NAME?": 2029, "#NUM!": 2036,
    "#N/A": 2042, "#GETTING_DATA": 2043, "#SPILL!": 2045, "#CONNECT!": 2046, "#BLOCKED!": 2047,
    "#UNKNOWN!": 2048, "#FIELD!": 2049, "#CALC!": 2050, "#BUSY!": 2051, "#EXTERNAL!": 2052,
    "#PYTHON!": 2053, "#TIMEOUT!": 2054,
}  # fmt: skip
"""The type library names those up to ``#CALC!``, xlwings those up to ``#N/A``; that of ``#BUSY!`` has
been measured, and of the rest is known only that there are some."""
FACILITY = -2146828288
CURRENCY = re.compile(r"[$€£¥]|\[\$[^-\]]")


def area_at(row: int, column: int, last_row: int, last_column: int) -> CellRange:
    """A rectangle of cells by its first and its last."""
    return CellRange(min_row=row, min_col=column, max_row=last_row, max_col=last_column)


def address_of(area: CellRange, row: str, column: str) -> str:
    """An address as Excel writes it: whole columns and rows as such."""
    first, last = get_column_letter(area.min_col), get_column_letter(area.max_col)
    if area.size["rows"] == ROWS:
        return f"{column}{first}:{column}{last}"
    if area.size["columns"] == COLUMNS:
        return f"{row}{area.min_row}:{row}{area.max_row}"
    start = f"{column}{first}{row}{area.min_row}"
    end = f"{column}{last}{row}{area.max_row}"
    return start if area.size == {"rows": 1, "columns": 1} else f"{start}:{end}"


def filled(data: Any, area: CellRange) -> list[list[object]]:
    """What is typed into each cell: a scalar into all, a single row into every row."""
    height, width = area.size["rows"], area.size["columns"]
    if not isinstance(data, list):
        if isinstance(data, str) and data.startswith("=") and height * width > 1:
            first = f"{get_column_letter(area.min_col)}{area.min_row}"
            move = Translator(data, origin=first).translate_formula
            columns = [get_column_letter(c) for c in range(area.min_col, area.max_col + 1)]
            rows = range(area.min_row, area.max_row + 1)
            return [[move(f"{letter}{row}") for letter in columns] for row in rows]
        return [[data] * width for _ in range(height)]
    lines = data if data and isinstance(data[0], list) else [data]
    if len(lines) == 1:
        lines = lines * height
    missing = [["#N/A"] * width] * (height - len(lines))
    return [(line + ["#N/A"] * width)[:width] for line in [*lines[:height], *missing]]


def told(cell: Any, book: OpenBook, *, plain: bool = False) -> object:
    """What a cell shows, as it comes through COM."""
    value = cell.value
    if cell.data_type == "f":
        value = book.shown(cell.parent.title, _text(cell))
    if isinstance(value, str):
        is_error = cell.data_type in ("e", "f") and value in ERROR_NUMBERS
        return FACILITY + ERROR_NUMBERS[value] if is_error else value
    if isinstance(value, bool) or value is None:
        return value
    number = to_excel(value) if isinstance(value, (datetime, time, timedelta)) else value
    if plain or not isinstance(number, (int, float)):
        return float(number)
    if _shows_a_day(cell.number_format):
        moment = value if isinstance(value, datetime) else from_excel(number)
        if isinstance(moment, datetime):
            return Time(*moment.timetuple()[:6], moment.microsecond, tzinfo=UTC)
    if CURRENCY.search(re.sub(r'"[^"]*"', "", cell.number_format)):
        return Decimal(str(round(number, 4)))
    return float(number)


def _shows_a_day(code: str) -> bool:
    """Whether a number format has a day, a month or a year; times alone come as numbers."""
    bare = re.sub(r'"[^"]*"|\[[^\]]*\]|\\.', "", code.partition(";")[0]).lower()
    is_month = "m" in bare and not set(bare) & {"h", "s"}
    return is_date_format(code) and bool(set(bare) & {"d", "y"} or is_month)


def _text(cell: Any) -> str:
    return str(getattr(cell.value, "text", cell.value))


def typed_in(cell: Any) -> str:
    """What is typed in a cell, without an apostrophe."""
    value = cell.value
    if cell.data_type == "f" or isinstance(value, str):
        return _text(cell)
    if isinstance(value, bool):
        return str(value).upper()
    number = to_excel(value) if isinstance(value, (datetime, time, timedelta)) else value
    return general(number)
