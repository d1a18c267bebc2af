"""What cells of a desktop Excel hold and are told as, on Windows and on macOS alike."""

from __future__ import annotations

from datetime import date, datetime, time, timedelta
from typing import Any

from excel_things import Refused
from openpyxl.styles.numbers import is_date_format
from openpyxl.utils.datetime import from_excel, to_excel
from openpyxl.worksheet.cell_range import CellRange
from remote import Shown, general

DAY_ZERO = datetime(1899, 12, 30)  # noqa: DTZ001  (Excel's times have no zone)
ERRORS = frozenset(
    ("#NULL!", "#DIV/0!", "#VALUE!", "#REF!", "#NAME?", "#NUM!", "#N/A", "#GETTING_DATA", "#SPILL!",
     "#CONNECT!", "#BLOCKED!", "#UNKNOWN!", "#FIELD!", "#CALC!", "#BUSY!", "#EXTERNAL!", "#PYTHON!",
     "#TIMEOUT!")
)  # fmt: skip
LONGEST_TEXT, LARGEST_LONG = 32_767, 2**31 - 1


class Failed(str):
    """What a formula shows that has failed: an error."""

    __slots__ = ()


def text_of(cell: Any) -> str:
    """What is typed in a cell, if it is a formula or a text."""
    return str(getattr(cell.value, "text", cell.value))


def held(cell: Any, shown: Shown) -> object:
    """What a cell holds or its formula comes to: a number, text, truth, time, error or nothing."""
    value = cell.value
    if cell.data_type == "f":
        value = shown(cell.parent.title, text_of(cell))
    if isinstance(value, str):
        return Failed(value) if cell.data_type in ("e", "f") and value in ERRORS else value
    if isinstance(value, bool) or value is None:
        return value
    if isinstance(value, (time, timedelta, date)):
        return _moment(value)
    return _moment(from_excel(value)) if is_date_format(cell.number_format) else float(value)


def _moment(value: object) -> datetime:
    match value:
        case datetime():
            return value
        case date():
            return datetime.combine(value, time())
        case time():
            return datetime.combine(DAY_ZERO, value)
    return DAY_ZERO + value


def typed_in(cell: Any) -> str:
    """The formula in English and from A1; of any other cell its value as English text."""
    value = cell.value
    if isinstance(value, bool):
        return str(value).upper()
    if cell.data_type == "f" or isinstance(value, str):
        return text_of(cell)
    is_time = isinstance(value, (time, timedelta, date))
    return "" if value is None else general(to_excel(_moment(value)) if is_time else value)


def filled(data: Any, area: CellRange) -> list[list[object]]:
    """What is typed into each cell: a scalar into all, a single row into every row."""
    height, width = area.size["rows"], area.size["columns"]
    if not isinstance(data, list):
        return [[_whole(data)] * width for _ in range(height)]
    lines = data if data and isinstance(data[0], list) else [data]
    return [list(map(_whole, line)) for line in (lines * height if len(lines) == 1 else lines)]


def _whole(value: object) -> object:
    if isinstance(value, int) and abs(value) > LARGEST_LONG:
        raise Refused  # a VT_I8, which no cell takes
    return int(value) if isinstance(value, float) and value.is_integer() else value
