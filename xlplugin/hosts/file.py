"""The closed file, through openpyxl."""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

from openpyxl.cell.rich_text import CellRichText

from xlplugin.hosts.drawing import apply_changes
from xlplugin.hosts.drawing_rules import VERY_HIDDEN
from xlplugin.hosts.keep import not_kept
from xlplugin.hosts.naming import name_workbook
from xlplugin.hosts.opening import (
    naming_the_part,
    open_workbook,
    read_bytes,
    without_garbage_collection,
)
from xlplugin.hosts.package import Package
from xlplugin.hosts.safe_file import fingerprint, refuse_if_open, replace_file
from xlplugin.hosts.saving import saved
from xlplugin.problems import Step
from xlplugin.workbook.book import AddDrawing, Book, Change, SheetData, reads_the_same, with_changes
from xlplugin.workbook.layout import LIST_NAMED, STYLES, CellError, CellValue, Formula
from xlplugin.workbook.live_patterns import LISTS, LOOKS, is_pattern

if TYPE_CHECKING:
    from openpyxl import Workbook
    from openpyxl.worksheet.worksheet import Worksheet

OURS = {LISTS: LIST_NAMED, LOOKS: STYLES[0].name}
"""What the first cell of these tabs begins with, if they were made here."""


class FileHost:
    """A workbook file that no program has open.

    Args:
        path: the ``.xlsx`` or ``.xlsm`` file.
        template: what a new workbook starts from; then ``path`` must not be there yet.
    """

    def __init__(self, path: Path, template: Path | None = None) -> None:
        self.path = Path(os.path.realpath(path))
        self._template = template
        self._workbook: Workbook | None = None
        self.name = self.path.name
        self.book = Book(path.name)
        self._known: str | None = None
        self._data = b""

    def require_closed(self) -> None:
        """Make sure that no program has the file open; see :class:`~xlplugin.hosts.Host`."""
        refuse_if_open(self.path)

    def read(self) -> Book:
        """The whole workbook as it is now; see :class:`~xlplugin.hosts.Host`."""
        source = self._template or self.path
        data = self._data = read_bytes(source)
        self._known = None if self._template else fingerprint(data)
        self._workbook = open_workbook(data, source)
        with naming_the_part(Step.READING, source, data) as parts:
            book = book_of(self._workbook, self.name)
            self.book = replace(book, warnings=not_kept(parts.namelist()))
        return self.book

    def write(self, changes: Sequence[Change]) -> None:
        """Make all of the changes, or none; see :class:`~xlplugin.hosts.Host`."""
        if self._workbook is None:
            self.read()
        workbook, self._workbook = self._workbook, None
        assert workbook is not None
        refuse_if_open(self.path)
        with (
            without_garbage_collection(),
            naming_the_part(Step.SAVING, self.path, self._data) as original,
        ):
            apply_changes(workbook, changes)
            meant = with_changes(self.book, changes)
            properties = workbook.properties
            name_workbook(properties, self.book, meant)
            properties.modified = datetime.now(UTC).replace(tzinfo=None)
            if self._template:
                properties.created = properties.modified
            _hide_patterns(workbook)
            drawn = (change.drawing for change in changes if isinstance(change, AddDrawing))
            content = saved(workbook, original, {tab.name for tab in drawn if tab.charts})

        def verify(path: Path) -> None:
            step, data = Step.READING_BACK, path.read_bytes()
            parsed = open_workbook(data, self.path, formatted=False, step=step)
            with naming_the_part(step, self.path, data) as parts:
                written = book_of(parsed, self.name)
                if not reads_the_same(written, meant):
                    tabs = [n for n in meant.sheets if meant.sheets[n] != written.sheets.get(n)]
                    parts.last = Package(parts).sheets().get((*tabs, "")[0], "")
                    message = f"tabs {', '.join(tabs) or list(written.sheets)} differ"
                    raise ValueError(message)

        replace_file(self.path, self._known, content, verify)
        self.book = meant


def book_of(workbook: Workbook, name: str) -> Book:
    """Every sheet's cells as values."""
    sheets = {}
    for sheet in workbook.worksheets:
        if not is_pattern(sheet.title):
            ranges = sheet.merged_cells.ranges
            merged = tuple((r.min_row, r.min_col, r.max_row, r.max_col) for r in ranges)
            sheets[sheet.title] = SheetData(sheet.title, _rows(sheet), merged)
    return Book(name, sheets)


def _rows(sheet: Worksheet) -> list[list[CellValue]]:
    """The cells that there are: one far away at the sheet's end must not fill up all between."""
    rows: list[list[CellValue]] = []
    for (number, column), cell in sorted(sheet._cells.items()):  # noqa: SLF001
        value = _value(cell)
        if value is None:
            continue
        rows.extend([] for _ in range(number - len(rows)))
        row = rows[number - 1]
        row.extend([None] * (column - 1 - len(row)))
        row.append(value)
    return rows


def _value(cell: Any) -> CellValue:  # noqa: ANN401  (cells and merged cells)
    value = cell.value
    if value is None or type(value) is int:
        return value
    kind = cell.data_type
    if isinstance(value, CellRichText):
        return str(value)
    if kind == "f":
        return Formula(str(getattr(value, "text", value)))
    if kind == "e":
        return CellError(str(value))
    return value  # type: ignore[no-any-return]


def _hide_patterns(workbook: Workbook) -> None:
    """Keep our hidden tabs, not the organizer's, out of Excel's Unhide list: they were in it once."""
    for sheet in workbook.worksheets:
        if is_pattern(sheet.title) and sheet.sheet_state == "hidden":
            first = sheet._cells.get((1, 1))  # noqa: SLF001  (looking must not make a cell)
            begins = OURS.get(sheet.title)
            if begins is None or (first and str(first.value).startswith(begins)):
                sheet.sheet_state = VERY_HIDDEN
