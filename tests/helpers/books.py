"""Workbooks as openpyxl reads them, to compare with what the plugin reads."""

from __future__ import annotations

from io import BytesIO
from itertools import pairwise
from pathlib import Path
from zipfile import ZipFile

from openpyxl import load_workbook
from openpyxl.cell.rich_text import CellRichText

from xlplugin.hosts.closed_file.host import FileHost
from xlplugin.parts.drawing import drawn
from xlplugin.parts.editing import Editing
from xlplugin.parts.package import Package
from xlplugin.parts.workbook import Workbook
from xlplugin.workbook.book import AddDrawing, Book, RemoveSheet, SheetData
from xlplugin.workbook.layout import CellError, Formula
from xlplugin.workbook.live_patterns import is_page, is_pattern


def book_of(workbook, name):
    """Every sheet's cells as values."""
    sheets = (sheet_of(tab) for tab in workbook.worksheets if not is_pattern(tab.title))
    return Book(name, {sheet.name: sheet for sheet in sheets})


def sheet_of(tab):
    """A sheet's cells as values."""
    merged = tuple((r.min_row, r.min_col, r.max_row, r.max_col) for r in tab.merged_cells.ranges)
    return SheetData(tab.title, _rows(tab), merged)


def _rows(sheet):
    """The cells that there are: one far away at the sheet's end must not fill up all between."""
    rows = []
    for (number, column), cell in sorted(sheet._cells.items()):
        value = _value(cell)
        if value is None:
            continue
        rows.extend([] for _ in range(number - len(rows)))
        row = rows[number - 1]
        row.extend([None] * (column - 1 - len(row)))
        row.append(value)
    return rows


def _value(cell):
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
    return value


def written(workbook, changes, file=None):
    """A workbook as its file would have it with some changes, and the file.

    The pages that a running Excel copies are no business of a file's: they go from one workbook into
    the other, since writing and reading them takes half of the time.

    Args:
        workbook: as openpyxl has it; it is used up.
        changes: what is to be done to it.
        file: the file that was given with it, if nothing has been done to it since.
    """
    tabs, front = [*workbook._sheets], workbook.active
    if file is None:
        workbook._sheets = [tab for tab in tabs if not is_page(tab.title)]
        workbook._active_sheet_index = workbook._sheets.index(front)
        package = drawn(workbook)
        workbook._sheets = tabs
    else:
        package = Package(ZipFile(BytesIO(file)))
    editing = Editing(package, Book(""))
    editing.apply(changes)
    file = editing.finish().packed()
    made = load_workbook(BytesIO(file), rich_text=True)
    new = {change.drawing.name for change in changes if isinstance(change, AddDrawing)}
    for sheet in made.worksheets:  # whose charts openpyxl reads otherwise than it had them
        if sheet.title in {*workbook.sheetnames} - new:
            sheet._charts = workbook[sheet.title]._charts
    front = made.active
    for before, tab in pairwise(tabs):
        if is_page(tab.title):
            _adopt(made, tab, before.title)
    made._active_sheet_index = made._sheets.index(front)
    return made, file


def without_pages(data):
    """A file without the hidden tabs that a running Excel copies: other programs take long to open them."""
    package = Package(ZipFile(BytesIO(data)))
    editing = Editing(package, Book(""))
    editing.apply([RemoveSheet(tab) for tab in Workbook(package).tabs() if is_page(tab)])
    return editing.finish().packed()


class Unsaved(FileHost):
    """A closed file's workbook that is read once and saved when it is wanted: both take most of the time.

    Args:
        workbook: as openpyxl has it; whoever changes it by hand sets ``file`` to None.
        name: of the file.
    """

    def __init__(self, workbook, name="event.xlsx"):
        super().__init__(Path(name))
        self.workbook, self.file = workbook, None

    def read(self):
        """What the file would say."""
        self.book = book_of(self.workbook, self.name)
        return self.book

    def write(self, changes):
        """Make the changes that would be saved."""
        self.workbook, self.file = written(self.workbook, changes, self.file)

    def save(self, path):
        """Save the workbook as it is now."""
        self.workbook.save(path)


def _adopt(workbook, page, before):
    """Take over a page from another workbook, behind the tab that it stood behind."""
    styles = {cell: cell.style for row in page.iter_rows() for cell in row}
    page._WorkbookChild__parent = workbook
    for cell, style in styles.items():
        cell.style = style
    workbook._sheets.insert(workbook.sheetnames.index(before) + 1, page)


def open_workbook(data, name):
    """A file as openpyxl has it, macros included; these can only be read, and are closed."""
    workbook = load_workbook(BytesIO(data), keep_vba=name.endswith("m"), rich_text=True)
    written = workbook.vba_archive
    if written:
        kept = written.fp
        written.close()
        workbook.vba_archive = ZipFile(kept)
    return workbook
