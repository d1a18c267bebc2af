"""Looking at what was written: the values by another reader than the writer's, the rest by its bytes."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date, datetime, time, timedelta
from io import BytesIO
from itertools import zip_longest
from math import isclose
from typing import Any, Final

from xlplugin.parts.package import Package, PartError
from xlplugin.parts.reading import read_tabs
from xlplugin.parts.workbook import Workbook
from xlplugin.workbook.book import Book, SheetData, column_letter, has_same_values
from xlplugin.workbook.layout import CellError, CellValue, Formula

MOST_PLACES: Final = 2_000_000
"""The other reader makes room for every cell between the first and the last."""
MOMENT: Final = timedelta(seconds=1)


def verify_written(data: bytes, written: Package, meant: Package, book: Book) -> None:
    """Compare a file that was written with what was meant.

    Args:
        data: the file.
        written: the file, opened.
        meant: the file that was read, with the changes.
        book: the values that it is to have.

    Raises:
        ValueError: it differs; the message says where.
    """
    if set(written.names) != set(meant.names):
        message = f"the parts {sorted(set(written.names) ^ set(meant.names))} differ"
        raise ValueError(message)
    for part in written.names:
        if part not in meant.changed and written.raw(part) != meant.raw(part):
            message = f"{part} changed"
            raise PartError(part, message)
    parts = Workbook(written).tabs()
    if [name for name in parts if name in book.sheets] != [*book.sheets]:
        message = f"the tabs are {', '.join(parts)}"
        raise ValueError(message)
    sheets = {name: tab for name, tab in book.sheets.items() if parts[name] in meant.changed}
    for name, tab in read_tabs(written, sheets).items():
        if not has_same_values(tab, sheets[name]):
            message = f"tab {name} differs"
            raise PartError(parts[name], message)
    _verify_values(data, {parts[name]: tab for name, tab in sheets.items()})


def _verify_values(data: bytes, sheets: Mapping[str, SheetData]) -> None:
    """Read the sheets, by their parts, with another reader."""
    from python_calamine import CalamineWorkbook  # noqa: PLC0415  (only where something is written)

    other = CalamineWorkbook.from_filelike(BytesIO(data))
    for part, sheet in sheets.items():
        if len(sheet.rows) * max(map(len, sheet.rows), default=0) > MOST_PLACES:
            continue
        rows = other.get_sheet_by_name(sheet.name).to_python(skip_empty_area=False)
        for number, (meant, found) in enumerate(zip_longest(sheet.rows, rows, fillvalue=()), 1):
            for column, (one, two) in enumerate(zip_longest(meant, found), 1):
                if not _is_same(one, two):
                    where = f"{sheet.name}!{column_letter(column)}{number}"
                    message = f"{where} reads {two!r}, not {one!r}"
                    raise PartError(part, message)


def _is_same(meant: CellValue, found: Any) -> bool:  # noqa: ANN401  (whatever the other reader gives)
    if isinstance(meant, Formula):  # its text is compared by our own reader
        return True
    if meant is None:
        return found in ("", None)
    if isinstance(meant, CellError):
        return str(found) in (meant.code, "")
    if isinstance(meant, bool) or isinstance(found, bool):
        return meant is found
    if isinstance(meant, int | float):
        return isinstance(found, date | time | timedelta) or (
            isinstance(found, int | float) and isclose(meant, found, rel_tol=1e-14)
        )
    if isinstance(meant, datetime | date | time):
        return abs(_moment(meant) - _moment(found)) < MOMENT
    return bool(meant == found)


def _moment(value: Any) -> datetime:  # noqa: ANN401
    if isinstance(value, datetime):
        return value
    if isinstance(value, time):
        return datetime.combine(date.min, value)
    if isinstance(value, date):
        return datetime.combine(value, time())
    return datetime.combine(date.min, time())
