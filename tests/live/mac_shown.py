"""What a cell's ``value``, ``formula`` and ``string value`` are on macOS."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import date, datetime, time, timedelta
from typing import Any

from languages import Locale
from openpyxl.styles.numbers import is_date_format
from openpyxl.utils import get_column_letter
from openpyxl.utils.datetime import from_excel, to_excel

DAY_ZERO = datetime(1899, 12, 30)  # noqa: DTZ001  (Excel's times have no zone)
USUAL_WIDTH = 13
"""Of a column, as openpyxl has it where nothing is said."""
ERRORS = frozenset(
    ("#DIV/0!", "#N/A", "#NAME?", "#NULL!", "#NUM!", "#REF!", "#VALUE!", "#SPILL!", "#CALC!")
)
LONGEST_NUMBER = 11
"""Digits of a number in a cell without a format."""

Shown = Callable[[str, str], object]


class Failed(str):
    """What a formula shows that has failed: an error."""

    __slots__ = ()


def held(cell: Any, shown: Shown) -> object:
    """What a cell holds or its formula comes to: a number, text, truth, time, error or nothing."""
    value = cell.value
    if cell.data_type == "f":
        value = shown(cell.parent.title, str(getattr(value, "text", value)))
        value = Failed(value) if isinstance(value, str) and value in ERRORS else value
    elif cell.data_type == "e":
        return Failed(value)
    if isinstance(value, bool) or value is None or isinstance(value, str):
        return value
    if isinstance(value, time | timedelta | date):
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


def formula(cell: Any, shown: Shown) -> str:
    """The formula in English and from A1; of any other cell its value as English text."""
    if cell.data_type == "f":
        return str(getattr(cell.value, "text", cell.value))
    value = held(cell, shown)
    match value:
        case None:
            return ""
        case bool():
            return "TRUE" if value else "FALSE"
        case datetime():
            return _number(float(to_excel(value)), 15)
        case float():
            return _number(value, 15)
    return str(value)


def displayed(cell: Any, shown: Shown, locale: Locale) -> str:
    """What one sees in a cell; signs of a number that its column is too narrow for."""
    value = held(cell, shown)
    match value:
        case None:
            return ""
        case Failed():
            text = locale.words.get(value, str(value))
        case str():
            return value
        case bool():
            text = "TRUE" if value else "FALSE"
            text = locale.words.get(text, text)
        case datetime():
            text = _date(value, cell.number_format)
        case _:
            text = _number_as(value, cell.number_format).replace(".", locale.decimal)
    room = int(_width(cell.parent, cell.column))
    return text if len(text) <= room else "#" * room


def _width(sheet: Any, column: int) -> float:
    for letter, dimension in sheet.column_dimensions.items():
        if dimension.min is not None and dimension.min <= column <= dimension.max:
            return float(dimension.width)
        if letter == get_column_letter(column):
            return float(dimension.width)
    return USUAL_WIDTH


def _number(value: float, digits: int) -> str:
    return f"{value:.{digits}g}" if not value.is_integer() else f"{value:.0f}"


def _number_as(value: float, code: str) -> str:
    places = re.search(r"0\.(0+)", code)
    if code.endswith("%"):
        return f"{value:.{len(places[1]) if places else 0}%}"
    if code in ("General", "@"):
        return _number(value, LONGEST_NUMBER - 1)
    return f"{value:.{len(places[1]) if places else 0}f}"


DATE_PARTS = {
    "yyyy": "%Y", "yy": "%y", "mm": "%m", "dd": "%d", "hh": "%H", "h": "%H", "ss": "%S",
    "m": "%m", "d": "%d", "s": "%S",
}  # fmt: skip


def _date(value: datetime, code: str) -> str:
    """A time by its format; of codes only those that there are in an event."""
    told, after_hour = "", False
    for part in re.findall(r"yyyy|yy|mm|dd|hh|ss|[mdhs]|.", code.partition(";")[0].lower()):
        if part == "mm" and after_hour:
            told += value.strftime("%M")
        else:
            told += value.strftime(DATE_PARTS[part]) if part in DATE_PARTS else part
        after_hour = part in ("h", "hh") or (after_hour and not part.isalpha())
    return told.replace("\\", "")
