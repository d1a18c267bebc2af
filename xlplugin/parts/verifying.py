"""Looking at what was written: the values by another reader than the writer's, the rest by its bytes."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace
from datetime import date, datetime, time, timedelta
from io import BytesIO
from itertools import chain, zip_longest
from math import isclose
from typing import Any, Final

from xlplugin.parts.cells import placed_cells
from xlplugin.parts.formula_scan import formula_cells, misread, shown_otherwise
from xlplugin.parts.package import (
    BOOK,
    ROOT,
    TYPES,
    Package,
    PartError,
    TimelessZip,
    relations_of,
)
from xlplugin.parts.reading import read_tabs, without_garbage_collection
from xlplugin.parts.workbook import Workbook
from xlplugin.parts.xml import Element, parsed
from xlplugin.workbook.book import Book, SheetData, column_letter, has_same_values, trimmed
from xlplugin.workbook.layout import CellError, CellValue, Formula
from xlplugin.workbook.live_tables import Shown

MOST_PLACES: Final = 2_000_000
"""The most cells, empty ones included, of a tab that the other reader looks at."""
CELLS: Final = b"sheetData"
START, END, ROW = b"<sheetData>", b"</sheetData>", b"<row "
NUMBER: Final = re.compile(rb'<row [^>]*?\br="([0-9]+)"')
NOT_PLAIN: Final = b"<![CDATA["
"""In what this is found, tags may be texts."""
MOMENT: Final = timedelta(seconds=1)


def verify_written(
    data: bytes,
    written: Package,
    meant: Package,
    before: Book,
    book: Book,
    results: Mapping[str, Shown],
) -> None:
    """Compare a file that was written with what was meant.

    Args:
        data: the file.
        written: the file, opened.
        meant: the file that was read, with the changes.
        before: the values that were read.
        book: the values that it is to have.
        results: the values that its formulas are to show, as far as they were worked out.

    Raises:
        ValueError: it differs; the message says where.
    """
    _verify_parts(written, meant)
    parts = Workbook(written).tabs()
    if [name for name in parts if name in book.sheets] != [*book.sheets]:
        message = f"the tabs are {', '.join(parts)}"
        raise ValueError(message)
    sheets = {
        name: tab
        for name, tab in book.sheets.items()
        if parts[name] in meant.changed and not _has_same_cells(parts[name], written, meant)
    }
    contents: dict[str, bytes] = {}
    for name, tab in sheets.items():
        contents[name], sheets[name] = _to_read(parts[name], written, meant, before, tab)
    roots = {name: parsed(content) for name, content in contents.items()}
    for name, tab in read_tabs(written, roots, roots).items():
        if not has_same_values(tab, sheets[name]):
            raise _different(parts[name], name)
    for name, tab in sheets.items():
        part, content, shown = parts[name], contents[name], results.get(name, {})
        if _has_formulas(tab):
            _verify_formulas(content, part, tab, shown, meant)
        if has_room(roots[name]):
            is_whole = content == written.read(part)
            file = data if is_whole else _with_one_tab(written, part, content)
            _verify_values(file, part, tab, shown, meant)


def _verify_parts(written: Package, meant: Package) -> None:
    """Compare the parts that are there, and by their bytes those that were not to change."""
    if set(written.names) != set(meant.names):
        message = f"the parts {sorted(set(written.names) ^ set(meant.names))} differ"
        raise ValueError(message)
    for part in written.names:
        if part not in meant.changed and written.raw(part) != meant.raw(part):
            message = f"{part} changed"
            raise PartError(part, message)


def _to_read(
    part: str, written: Package, meant: Package, before: Book, tab: SheetData
) -> tuple[bytes, SheetData]:
    """A tab, and its values as they are to be, without the rows that have the bytes which they had."""
    content, original = written.read(part), meant.before(part)
    if original is None or tab.name not in before.sheets or _has_formulas(tab):
        return content, tab
    content, last = _without_old_rows(original, content)
    if list(before.sheets[tab.name].rows[:last]) != list(tab.rows[:last]):
        raise _different(part, tab.name)
    rest: list[list[CellValue]] = [[] for _ in range(last)]
    return content, replace(tab, rows=trimmed(rest + [list(row) for row in tab.rows[last:]]))


def _without_old_rows(before: bytes, now: bytes) -> tuple[bytes, int]:
    """A sheet's part without the rows before those that were added, and the number of the last of them.

    Where anything else became of the old rows the part is given as it is, with 0.
    """
    start = now.find(START) + len(START)
    _, found, rows = before.partition(START)
    rows, ended, _ = rows.partition(END)
    last = NUMBER.match(rows, max(rows.rfind(ROW), 0))
    if not (found and ended and last) or NOT_PLAIN in rows or not now.startswith(rows, start):
        return now, 0
    return now[:start] + now[start + len(rows) :], int(last[1])


def _with_one_tab(package: Package, part: str, content: bytes) -> bytes:
    """A file with one tab alone, its part holding this content, and what it takes to read it."""
    stream = BytesIO()
    shared = (package.of_kind("styles"), package.of_kind("sharedStrings"))
    with TimelessZip(stream, "w") as archive:
        for name in (TYPES, relations_of(ROOT), BOOK, relations_of(BOOK), *filter(None, shared)):
            archive.writestr(name, package.read(name))
        archive.writestr(part, content)
    return stream.getvalue()


def _has_formulas(tab: SheetData) -> bool:
    return any(isinstance(value, Formula) for row in tab.rows for value in row)


def _different(part: str, tab: str) -> PartError:
    message = f"tab {tab} differs"
    return PartError(part, message)


def _has_same_cells(part: str, written: Package, meant: Package) -> bool:
    """True if a tab changed only before its cells, as one does that is no longer selected."""
    before, now = meant.before(part), written.read(part)
    has_same = before is not None and before.partition(CELLS)[1:] == now.partition(CELLS)[1:]
    return has_same and len(parsed(now)) > 0


def _verify_formulas(
    content: bytes, part: str, sheet: SheetData, shown: Shown, meant: Package
) -> None:
    """Read a tab's formulas with another parser.

    One that is as it was before is not held against the file, whatever it is.
    """
    with without_garbage_collection():
        cells = formula_cells(content)
        faults = [*misread(cells, sheet)]
    if faults:
        before = formula_cells(meant.before(part) or b"<none/>")
        faults = [
            (address, text)
            for address, text in faults
            if address not in before or cells.get(address, ())[:2] != before[address][:2]
        ]
    for address, text in chain(faults, shown_otherwise(cells, shown)):
        message = f"the formula in {sheet.name}!{address} reads {text!r}"
        raise PartError(part, message)


def _verify_values(data: bytes, part: str, sheet: SheetData, shown: Shown, meant: Package) -> None:
    """Read a tab with another reader.

    What it could not read before, such as an error of a newer Excel, is not held against the file.
    """
    rows = _rows(data, sheet.name)
    if rows is None and _could_be_read(meant, part, sheet.name):
        message = f"{sheet.name}: unread"
        raise PartError(part, message)
    pairs = zip_longest(sheet.rows, rows, fillvalue=()) if rows is not None else ()
    for number, (one_row, two_row) in enumerate(pairs, 1):
        for column, (one, two) in enumerate(zip_longest(one_row, two_row), 1):
            if isinstance(one, str) and one == two:
                continue
            value = shown.get((number, column), one) if isinstance(one, Formula) else one
            if not _is_same(value, two):
                where = f"{sheet.name}!{column_letter(column)}{number}"
                message = f"{where} reads {two!r}, not {value!r}"
                raise PartError(part, message)


def _rows(data: bytes, tab: str) -> list[list[Any]] | None:
    """The rows of a tab as another reader reads them, none if no tab is named; ``None`` if it cannot."""
    from python_calamine import (  # noqa: PLC0415  (only where something is written)
        CalamineError,
        CalamineWorkbook,
    )

    try:
        workbook = CalamineWorkbook.from_filelike(BytesIO(data))
        sheet = workbook.get_sheet_by_name(tab) if tab else None
    except CalamineError:
        return None
    return sheet.to_python(skip_empty_area=False) if sheet else []


def _could_be_read(meant: Package, part: str, tab: str) -> bool:
    """True if the other reader could read a tab as it was; if it is new, the workbook."""
    before = meant.before(part)
    if before is not None and not has_room(parsed(before)):
        return True
    return _rows(meant.file(), "" if before is None else tab) is not None


def has_room(root: Element) -> bool:
    """True if the other reader has room for a tab; it ends the whole program where it has none."""
    return places_of(root) <= MOST_PLACES


def places_of(root: Element) -> int:
    """The cells of a tab from A1 on, for which the other reader makes room, empty ones included."""
    places = [(row, column) for row, column, _ in placed_cells(root)]
    rows, columns = map(max, zip(*places, strict=True)) if places else (0, 0)
    return rows * columns


def _is_same(meant: CellValue, found: Any) -> bool:  # noqa: ANN401  (whatever the other reader gives)
    if isinstance(meant, Formula):  # of which nobody knows what it shows
        return True
    if meant is None:
        return found in ("", None)
    if isinstance(meant, CellError):
        return str(found) in (meant.code, "")
    if isinstance(meant, bool) or isinstance(found, bool):
        return meant is found
    if isinstance(meant, int | float):
        return isinstance(found, date | time | timedelta) or _is_near(meant, found)
    if isinstance(meant, datetime | date | time):
        known = isinstance(found, datetime | date | time)  # not as hours, nor in all languages
        return not known or abs(_moment(meant) - _moment(found)) < MOMENT
    return isinstance(found, str) and meant.strip() == found.strip()  # which it does by itself


def _is_near(meant: float, found: Any) -> bool:  # noqa: ANN401
    """True if a number was found, which may be a text with spaces to the other reader."""
    try:
        return isclose(meant, float(found), rel_tol=1e-14)
    except ValueError:
        return False


def _moment(value: datetime | date | time) -> datetime:
    if isinstance(value, datetime):
        return value
    if isinstance(value, time):
        return datetime.combine(date.min, value)
    return datetime.combine(value, time())
