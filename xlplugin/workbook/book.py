"""The values between a host and the rest: a book as read, and the changes to be written."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from math import isclose
from typing import TypeAlias

from engine.model import Exact
from xlplugin.ground.catalogues import Catalogue
from xlplugin.ground.names import named
from xlplugin.ground.texts import msg, t
from xlplugin.workbook.formulas import around_row
from xlplugin.workbook.layout import (
    HEADER,
    HEADER_BACK,
    HEADER_CENTRED,
    Area,
    CellValue,
    Chart,
    Drawing,
    Formula,
    Layout,
    Style,
)
from xlplugin.workbook.live_patterns import Look, Page

Cells: TypeAlias = Mapping[tuple[int, int], CellValue]
"""Values of cells by row and column, from 1."""


@dataclass(frozen=True, slots=True)
class SheetData:
    """A sheet as read: ``rows[r][c]`` is the cell in row r + 1, column c + 1.

    ``merged`` holds merged ranges as (first row, first column, last row, last column), from 1. A sheet
    of a file ``has_valueless`` formulas if nobody has worked out yet what one of them shows.
    """

    name: str
    rows: Sequence[Sequence[CellValue]]
    merged: Sequence[tuple[int, int, int, int]] = ()
    has_valueless: bool = field(default=False, compare=False)


@dataclass(frozen=True, slots=True)
class Book:
    """A workbook as read, its sheets in the order of their tabs, with warnings of what else is in it.

    It may be that formulas cannot be told from values. Once it is in English ``language`` is that of the
    workbook, and ``actual`` has the names of its tabs there.
    """

    name: str
    sheets: Mapping[str, SheetData] = field(default_factory=dict)
    warnings: tuple[str, ...] = ()
    has_formulas: bool = True
    language: Catalogue | None = field(default=None, compare=False)
    actual: Mapping[str, str] = field(default_factory=dict, compare=False)

    def tab(self, english: str) -> str:
        """The name of a tab as the workbook has it, or is to have it."""
        return self.actual.get(english) or named("tab", english)


@dataclass(frozen=True, slots=True)
class AddSheet:
    """A new tab, before the named one (or last).

    Cells below a layout's own columns may be ``None``: a column with a formula fills itself in.
    """

    layout: Layout
    rows: Sequence[Sequence[CellValue]]
    before: str | None = None
    header_text: str = ""


@dataclass(frozen=True, slots=True)
class SetCells:
    """New values for single cells of a tab, by (row, column) from 1; their looks stay."""

    sheet: str
    cells: Cells


@dataclass(frozen=True, slots=True)
class SetHeights:
    """Other heights for single rows of a tab, in points, by row from 1."""

    sheet: str
    heights: Mapping[int, float]


@dataclass(frozen=True, slots=True)
class AddRows:
    """Rows written from row ``first`` on, with the layout's styles, in the sheet's own columns.

    ``places`` says in which column (from 1) the sheet has each header of the layout.
    """

    layout: Layout
    rows: Sequence[Sequence[CellValue]]
    first: int
    places: Mapping[str, int]


@dataclass(frozen=True, slots=True)
class RemoveSheet:
    """A tab that goes.

    Where a host makes no backups, one with ``keep`` goes out of sight instead.
    """

    name: str
    keep: bool = False


@dataclass(frozen=True, slots=True)
class ShowSheet:
    """The tab that is in front when the workbook is opened."""

    name: str


@dataclass(frozen=True, slots=True)
class AddDrawing:
    """A new tab that is no table, before the named one (or last)."""

    drawing: Drawing
    before: str | None = None
    header_text: str = ""


@dataclass(frozen=True, slots=True)
class AddPatterns:
    """The hidden tabs that a running Excel copies new tabs from."""

    looks: Sequence[Look]
    pages: Sequence[Page]


Change: TypeAlias = (
    AddPatterns | AddSheet | AddDrawing | SetCells | SetHeights | AddRows | RemoveSheet | ShowSheet
)


@cache
def column_letter(column: int) -> str:
    """``A`` for 1, ``AB`` for 28."""
    letters = ""
    while column:
        column, rest = divmod(column - 1, 26)
        letters = chr(65 + rest) + letters
    return letters


def cells_of(tab: str, column: int, rows: tuple[int, int]) -> str:
    """The cells of a column from one row to another in the formulas of other tabs: ``'Cut 4'!$F$2:$F$7``."""
    quoted, letter = named("tab", tab).replace("'", "''"), column_letter(column)
    return f"'{quoted}'!${letter}${rows[0]}:${letter}${rows[1]}"


def print_area(layout: Layout, rows: int) -> Area | None:
    """The cells of a table of so many rows that are printed; ``None`` for all.

    Some rows more are: what is typed below is printed as well.
    """
    columns = len(layout.printed)
    return (1, 1, 1 + rows + 2, columns) if columns < len(layout.columns) else None


def description_of(chart: Chart) -> str:
    """The text for screen readers that stands for a chart."""
    text = msg("Bar chart. {title}. Names: {names}. Numbers: {values}.")
    ends = [
        t(
            "{first} to {last}",
            first=f"{column_letter(left)}{top}",
            last=f"{column_letter(right)}{bottom}",
        )
        for top, left, bottom, right in (chart.names, chart.values)
    ]
    return t(text, title=chart.title, names=ends[0], values=ends[1])


def header_styles(layout: Layout, *, leads_back: bool) -> list[Style]:
    """The looks of a table's headers; the first may be a link back to ``Event``."""
    styles = [HEADER_CENTRED if c.style.align == "center" else HEADER for c in layout.columns]
    return [HEADER_BACK, *styles[1:]] if leads_back else styles


def placed(
    layout: Layout, rows: Sequence[Sequence[CellValue]], first: int, places: Mapping[str, int]
) -> Iterator[tuple[int, int, int, CellValue]]:
    """Every cell of some rows: row, column, the index of its layout column, and its value.

    Formulas that a column has in every row are filled in.
    """
    letters = {header: column_letter(place) for header, place in places.items()}
    live = {column.header: column.formula for column in layout.columns if column.formula}
    columns = [
        (i, places[c.header], around_row(c.formula, letters, live) if c.formula else [])
        for i, c in enumerate(layout.columns)
        if c.header in places
    ]
    for number, values in enumerate(rows, first):
        for i, place, formula in columns:
            value = values[i]
            if formula and value is None:
                value = Formula(str(number).join(formula))
            yield number, place, i, value


def with_changes(book: Book, changes: Sequence[Change]) -> Book:
    """The book as it will read once the changes are made."""
    sheets = dict(book.sheets)
    for change in changes:
        match change:
            case AddSheet(layout, rows, before):
                places = {header: i for i, header in enumerate(layout.headers(), 1)}
                cells: dict[tuple[int, int], CellValue] = {(1, c): h for h, c in places.items()}
                cells |= {(r, c): value for r, c, _, value in placed(layout, rows, 2, places)}
                sheets = _with_sheet(sheets, layout.name, cells, before)
            case AddDrawing(drawing, before):
                cells = {place: value for place, (value, _) in drawing.cells.items()}
                sheets = _with_sheet(sheets, drawing.name, cells, before)
            case SetCells(name, changed):
                sheets[name] = _with_cells(sheets[name], changed)
            case AddRows(layout, rows, first, places):
                cells = {(r, c): value for r, c, _, value in placed(layout, rows, first, places)}
                sheets[layout.name] = _with_cells(sheets[layout.name], cells)
            case RemoveSheet(name):
                del sheets[name]
            case ShowSheet() | AddPatterns() | SetHeights():
                pass
    return replace(book, sheets=sheets)


def _with_sheet(
    sheets: Mapping[str, SheetData], name: str, cells: Cells, before: str | None
) -> dict[str, SheetData]:
    tabs = list(sheets.items())
    place = list(sheets).index(before) if before else len(tabs)
    tabs.insert(place, (name, _with_cells(SheetData(name, ()), cells)))
    return dict(tabs)


def _with_cells(sheet: SheetData, cells: Cells) -> SheetData:
    rows = [list(row) for row in sheet.rows]
    for (row, column), value in cells.items():
        while len(rows) < row:
            rows.append([])
        values = rows[row - 1]
        values.extend([None] * (column - len(values)))
        values[column - 1] = value if value != "" else None
    return SheetData(sheet.name, trimmed(rows), sheet.merged)


def trimmed(rows: Sequence[list[CellValue]]) -> list[list[CellValue]]:
    """The rows without empty cells at their ends, and without empty rows at the end."""
    kept = []
    for row in rows:
        end = len(row)
        while end and row[end - 1] is None:
            end -= 1
        kept.append(row[:end])
    while kept and not kept[-1]:
        kept.pop()
    return kept


def has_same_values(one: SheetData, two: SheetData) -> bool:
    """True if two readings of a sheet have the same values.

    Fractions may differ in the last digits, which a file does not keep.
    """
    return (
        one.merged == two.merged
        and len(one.rows) == len(two.rows)
        and not any(
            len(row) != len(row2) or any(map(_differ, row, row2))
            for row, row2 in zip(one.rows, two.rows, strict=True)
            if row != row2
        )
    )


def _differ(one: CellValue, two: CellValue) -> bool:
    if isinstance(one, float) and isinstance(two, int | float):
        return not isclose(one, two, rel_tol=1e-14)
    return one != two


def number_for_cell(value: Exact) -> int | float:
    """An exact value as a cell holds it: whole numbers whole, others as the nearest double."""
    if isinstance(value, int):
        return value
    return value.numerator if value.denominator == 1 else float(value)
