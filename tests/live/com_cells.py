"""Cells as COM hands them out: ranges, and what is on them."""

# ruff: noqa: FBT001, FBT002, N802, N803  (names and arguments as Excel has them)

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from typing import Any

from com_object import Items, OnTab
from com_parts import Comment
from com_rules import FormatConditions, Validation
from com_values import COLUMNS, ROWS, address_of, area_at, filled, told, typed_in
from languages import ENGLISH, address, local_format, read_format, read_formula, written_formula
from openpyxl.utils import get_column_letter, range_boundaries
from openpyxl.worksheet.cell_range import CellRange
from pywin32 import RANGE, refuse
from remote import EDGE_OF_A_COLUMN

LONGEST_TEXT, MOST_TOLD = 32_767, 255
USUAL_WIDTH = 8.43
PIXELS, PADDING = 7, 5
"""Of a character of the usual font, and of a cell."""


class Range(OnTab):
    """Cells of a tab.

    Args:
        sheet: their tab, as COM hands it out.
        areas: where they are, one rectangle or several.
    """

    _kind = RANGE

    def __init__(self, sheet: Any, areas: Sequence[CellRange]) -> None:
        super().__init__(sheet._book, sheet._tab)
        self._sheet, self._areas = sheet, list(areas)

    @property
    def _area(self) -> CellRange:
        return self._areas[0]

    def _of(self, *bounds: int) -> Range:
        """Other cells of the tab: the first row and column, the last row and column."""
        row, column, last_row, last_column = bounds
        if not (0 < row <= last_row <= ROWS and 0 < column <= last_column <= COLUMNS):
            refuse("Application-defined or object-defined error")
        area = CellRange(min_row=row, min_col=column, max_row=last_row, max_col=last_column)
        return Range(self._sheet, [area])

    def _cells(self) -> Iterator[Any]:
        """The cells that there are in the file, in their order."""
        cells = self._tab._cells
        for area in self._areas:
            size = area.size
            if size["rows"] * size["columns"] > len(cells):
                yield from (
                    cell
                    for (row, column), cell in sorted(cells.items())
                    if area.min_row <= row <= area.max_row
                    and area.min_col <= column <= area.max_col
                )
            else:
                yield from (cells[place] for place in area.cells if place in cells)

    def _refuse_if_protected(self) -> None:
        """Keep locked cells as they are."""
        if not self._tab.protection.sheet:
            return
        free = {(c.row, c.column) for c in self._cells() if not c.protection.locked}
        if self._count != len(free):
            refuse("The cell or chart you're trying to change is on a protected sheet.")

    @property
    def _count(self) -> int:
        return sum(area.size["rows"] * area.size["columns"] for area in self._areas)

    # where they are

    @property
    def Worksheet(self) -> Any:
        """Their tab."""
        return self._sheet

    Parent = Worksheet

    @property
    def Row(self) -> int:
        """The first row."""
        return int(self._area.min_row)

    @property
    def Column(self) -> int:
        """The first column."""
        return int(self._area.min_col)

    @property
    def Count(self) -> int:
        """How many cells."""
        if self._count > 2**31 - 1:
            refuse("Overflow")
        return self._count

    @property
    def CountLarge(self) -> int:
        """How many cells, however many."""
        return self._count

    @property
    def Address(self) -> str:
        """Where they are, as ``$A$1:$B$2``, whatever the user's reference style."""
        return self.GetAddress()

    def GetAddress(
        self, RowAbsolute: bool = True, ColumnAbsolute: bool = True, ReferenceStyle: int = 1,
        External: bool = False,
    ) -> str:  # fmt: skip
        """Where they are, in 255 characters at most: areas beyond are left out (VBA-Docs, 49)."""
        row, column = "$" * bool(RowAbsolute), "$" * bool(ColumnAbsolute)
        told = ",".join(address_of(area, row, column) for area in self._areas)
        while len(told) > MOST_TOLD:
            told = told.rpartition(",")[0]
        if ReferenceStyle != 1:
            told = address(told, ENGLISH)
        where = f"[{self._book.name}]{self._tab.title}"
        if re.search(r"[^\w.\[\]]", where):
            where = "'{}'".format(where.replace("'", "''"))
        return f"{where}!{told}" if External else told

    @property
    def Areas(self) -> Areas:
        """The rectangles."""
        return Areas(self)

    @property
    def Cells(self) -> Range:
        """The same cells, to be counted one by one."""
        return Range(self._sheet, self._areas)

    @property
    def Rows(self) -> Lines:
        """The same cells, row by row."""
        return Lines(self._sheet, self._areas, down=True)

    @property
    def Columns(self) -> Lines:
        """The same cells, column by column."""
        return Lines(self._sheet, self._areas, down=False)

    @property
    def EntireRow(self) -> Lines:
        """The whole rows."""
        rows = [(a.min_row, a.max_row) for a in self._areas]
        return Lines(self._sheet, [area_at(a, 1, b, COLUMNS) for a, b in rows], down=True)

    @property
    def EntireColumn(self) -> Lines:
        """The whole columns."""
        columns = [(a.min_col, a.max_col) for a in self._areas]
        return Lines(self._sheet, [area_at(1, a, ROWS, b) for a, b in columns], down=False)

    def Item(self, row: int, column: int | None = None) -> Range:
        """A cell, counted from the first one on, also beyond the last."""
        if column is None:
            row, column = divmod(int(row) - 1, self._area.size["columns"])
            row, column = row + 1, column + 1
        top, left = self._area.min_row + int(row) - 1, self._area.min_col + int(column) - 1
        return self._of(top, left, top, left)

    def __call__(self, row: int, column: int | None = None) -> Range:  # noqa: D102
        return self.Item(row, column)

    def __iter__(self) -> Iterator[Range]:
        for area in self._areas:
            for row, column in area.cells:
                yield self._of(row, column, row, column)

    def GetOffset(self, RowOffset: int = 0, ColumnOffset: int = 0) -> Range:
        """Cells so far from them."""
        top, left = self._area.min_row + RowOffset, self._area.min_col + ColumnOffset
        size = self._area.size
        return self._of(top, left, top + size["rows"] - 1, left + size["columns"] - 1)

    def GetResize(self, RowSize: int | None = None, ColumnSize: int | None = None) -> Range:
        """As many cells from the first one on."""
        size = self._area.size
        rows, columns = RowSize or size["rows"], ColumnSize or size["columns"]
        top, left = self._area.min_row, self._area.min_col
        return self._of(top, left, top + rows - 1, left + columns - 1)

    # what they hold

    @property
    def Value(self) -> Any:
        """What they show; numbers as float, amounts of money as Decimal, days as times of UTC."""
        return self._all(lambda cell: told(cell, self._book))

    @Value.setter
    def Value(self, data: Any) -> None:
        self._type(data)

    @property
    def Value2(self) -> Any:
        """What they show, all numbers as float."""
        return self._all(lambda cell: told(cell, self._book, plain=True))

    @Value2.setter
    def Value2(self, data: Any) -> None:
        self._type(data)

    @property
    def Formula(self) -> Any:
        """What is typed in them, in English."""
        return self._all(typed_in, empty="")

    @Formula.setter
    def Formula(self, data: Any) -> None:
        self._type(data)

    @property
    def FormulaLocal(self) -> Any:
        """What is typed in them, as the user sees it."""
        return self._all(lambda cell: self._seen(typed_in(cell)), empty="")

    @FormulaLocal.setter
    def FormulaLocal(self, data: str) -> None:
        if data.startswith("="):
            data = read_formula(data, self._excel.locale, any_function=True)
        self._type(data)

    def _seen(self, text: str) -> str:
        return written_formula(text, self._excel.locale) if text.startswith("=") else text

    def _all(self, read: Callable[[Any], object], empty: object = None) -> Any:
        """A scalar of one cell, rows of rows of more; of several areas the first only."""
        area = self._area
        size = area.size
        self._excel.read(size["rows"] * size["columns"])
        cells = self._tab._cells

        def one(row: int, column: int) -> object:
            cell = cells.get((row, column))
            return empty if cell is None or cell.value is None else read(cell)

        if self._count == 1:
            return one(area.min_row, area.min_col)
        columns = range(area.min_col, area.max_col + 1)
        return tuple(
            tuple(one(row, column) for column in columns)
            for row in range(area.min_row, area.max_row + 1)
        )

    def _type(self, data: Any) -> None:
        self._refuse_if_protected()
        for area in self._areas:
            rows = filled(data, area)
            for value in (value for row in rows for value in row if isinstance(value, str)):
                if len(value) > LONGEST_TEXT:
                    refuse("Application-defined or object-defined error")
                if value.startswith("=") and len(value) > 1:
                    read_formula(value, ENGLISH, any_function=True)
            self._book.do("setValues", self._tab, area=area, values=rows)

    @property
    def HasFormula(self) -> bool | None:
        """Whether all, none or some hold formulas."""
        told = {c.data_type == "f" for c in self._cells()} or {False}
        return told.pop() if len(told) == 1 else None

    def ClearContents(self) -> None:
        """Empty them; their looks stay."""
        self._refuse_if_protected()
        for area in self._areas:
            self._book.do("rangeClearContents", self._tab, area=area)

    def Copy(self, Destination: Range | None = None) -> bool:
        """Copy them with all that is on them; one cell fills the whole destination."""
        if Destination is None:
            self._excel.fault("nothing is put on the clipboard, which is the user's")
        Destination._refuse_if_protected()
        if any(c.comment for c in self._cells()) or self._merged():
            self._excel.fault("copying notes or merged cells is not modelled")
        goal = Destination._area
        if goal.size == {"rows": 1, "columns": 1}:
            goal = Destination.GetResize(self._area.size["rows"], self._area.size["columns"])._area
        place = self._book.workbook.worksheets.index(Destination._tab)
        where = address_of(goal, "$", "$")
        self._book.do("copyRange", self._tab, place, where, area=self._area)
        return True

    def Find(  # noqa: PLR0917
        self, What: str, After: Range | None = None, LookIn: int = -4163, LookAt: int = 2,
        SearchOrder: int = 1, SearchDirection: int = 1, MatchCase: bool = False,
        MatchByte: bool = False, SearchFormat: bool = False,
    ) -> Range | None:  # fmt: skip
        """The next cell after one whose value is like a text; the search goes round."""
        if LookIn != -4163 or MatchByte or SearchFormat:
            self._excel.fault("only values are looked for")
        start = (After or self.Item(1, 1))._area
        by_rows = SearchOrder == 1

        def place(row: int, column: int) -> tuple[int, int]:
            return (row, column) if by_rows else (column, row)

        here = place(start.min_row, start.min_col)
        like = re.escape(What).replace(r"\*", ".*").replace(r"\?", ".")
        like = like if LookAt == 1 else f".*{like}.*"
        pattern = re.compile(like, re.DOTALL | (0 if MatchCase else re.IGNORECASE))
        found = sorted(
            place(cell.row, cell.column)
            for cell in self._cells()
            if (shown := told(cell, self._book, plain=True)) not in (None, "")
            and pattern.fullmatch(str(shown))
        )
        after = [one for one in found if one > here] + [one for one in found if one <= here]
        before = [one for one in found if one >= here] + [one for one in found if one < here]
        ordered = after if SearchDirection == 1 else before[::-1]
        return self._of(*place(*ordered[0]), *place(*ordered[0])) if ordered else None

    def End(self, Direction: int) -> Range:
        """The last cell before a gap, or the next one after it; else the last of the tab."""
        down, right = {-4121: (1, 0), -4162: (-1, 0), -4161: (0, 1), -4159: (0, -1)}[Direction]
        cells, row, column = self._tab._cells, self._area.min_row, self._area.min_col
        filled = {place for place, cell in cells.items() if cell.value is not None}
        along = [
            place
            for place in filled
            if (place[0] - row) * down + (place[1] - column) * right > 0
            and (place[1] == column if down else place[0] == row)
        ]
        last_row = {1: ROWS, -1: 1}.get(down, row)
        edge = last_row, {1: COLUMNS, -1: 1}.get(right, column)
        step = (row + down, column + right)
        if (row, column) in filled and step in filled:
            while step in filled:
                row, column = step
                step = (row + down, column + right)
            return self._of(row, column, row, column)
        if along:
            edge = min(along, key=lambda place: abs(place[0] - row) + abs(place[1] - column))
        return self._of(*edge, *edge)

    # merged cells

    def _merged(self) -> list[CellRange]:
        found = self._tab.merged_cells.ranges
        return [part for part in found if any(not part.isdisjoint(a) for a in self._areas)]

    @property
    def MergeCells(self) -> bool | None:
        """Whether all, none or some of them are merged."""
        inside = sum(
            part.intersection(area).size["rows"] * part.intersection(area).size["columns"]
            for area in self._areas
            for part in self._merged()
            if not part.isdisjoint(area)
        )
        return {0: False, self._count: True}.get(inside)

    @property
    def MergeArea(self) -> Range:
        """The merged cells that one cell is part of."""
        if self._count > 1:
            refuse("Application-defined or object-defined error")
        return Range(self._sheet, self._merged() or self._areas)

    def Merge(self, Across: bool = False) -> None:
        """Make them one cell."""
        if Across:
            self._excel.fault("merging row by row is not modelled")
        self._refuse_if_protected()
        self._tab.merge_cells(self._area.coord)

    def UnMerge(self) -> None:
        """Make them cells again."""
        self._refuse_if_protected()
        for part in self._merged():
            self._tab.unmerge_cells(part.coord)

    # selecting

    def Select(self) -> bool:
        """Select them, if their tab is in front."""
        if self._book.workbook.active is not self._tab or self._excel.books[0] is not self._book:
            refuse("Select method of Range class failed")
        self._excel.selects_picture = False
        self._book.selected[self._tab] = self._areas
        self._book.do("rangeSelect", self._tab, area=self._area)
        return True

    Activate = Select

    # how they look

    @property
    def NumberFormat(self) -> str | None:
        """The format in English; none if they differ."""
        there = [c.number_format for c in self._cells()]
        told = {*there, *["General"][: self._count - len(there)]}
        return told.pop() if len(told) == 1 else None

    @NumberFormat.setter
    def NumberFormat(self, code: str) -> None:
        self._refuse_if_protected()
        for area in self._areas:
            for row, column in area.cells:
                self._tab.cell(row, column).number_format = code

    @property
    def NumberFormatLocal(self) -> str | None:
        """The format in the user's letters."""
        code = self.NumberFormat
        return None if code is None else local_format(code, self._excel.locale)

    @NumberFormatLocal.setter
    def NumberFormatLocal(self, code: str) -> None:
        self.NumberFormat = read_format(code, self._excel.locale)

    @property
    def ColumnWidth(self) -> float | None:
        """In characters without the padding; none if they differ."""
        widths = self._tab.column_dimensions
        told = {
            widths[letter].width - EDGE_OF_A_COLUMN if letter in widths else USUAL_WIDTH
            for area in self._areas
            for column in range(area.min_col, area.max_col + 1)
            if (letter := get_column_letter(column))
        }
        return told.pop() if len(told) == 1 else None

    @ColumnWidth.setter
    def ColumnWidth(self, width: float) -> None:
        if self._tab.protection.sheet or not 0 <= width <= 255:
            refuse("Unable to set the ColumnWidth property of the Range class")
        drawn = round(width * PIXELS + PADDING if width >= 1 else width * (PIXELS + PADDING))
        for area in self._areas:  # as XlsxWriter has it from Excel: worksheet.py, _size_col
            self._book.do("setColumnWidth", self._tab, (drawn - PADDING) / PIXELS, area=area)

    @property
    def RowHeight(self) -> float:
        """In points, of the first row."""
        row = self._areas[0].min_row
        return self._tab.row_dimensions[row].height or self._tab.sheet_format.defaultRowHeight

    @RowHeight.setter
    def RowHeight(self, height: float) -> None:
        if self._tab.protection.sheet or not 0 <= height <= 409:
            refuse("Unable to set the RowHeight property of the Range class")
        for area in self._areas:
            self._book.do("setRowHeight", self._tab, height, area=area)

    @property
    def Hidden(self) -> bool:
        """Whether whole rows are out of sight, folded away or by a filter."""
        self._refuse_parts_of_rows()
        return bool(self._tab.row_dimensions[self._area.min_row].hidden)

    @Hidden.setter
    def Hidden(self, hidden: bool) -> None:
        self._refuse_parts_of_rows()
        if self._tab.protection.sheet:
            refuse("Unable to set the Hidden property of the Range class")
        for area in self._areas:
            self._book.do("setRowHidden", self._tab, bool(hidden), area=area)

    def _refuse_parts_of_rows(self) -> None:
        if any((area.min_col, area.max_col) != (1, COLUMNS) for area in self._areas):
            refuse("Unable to get the Hidden property of the Range class")

    @property
    def FormatConditions(self) -> FormatConditions:
        """What sets them off."""
        return FormatConditions(self)

    @property
    def Validation(self) -> Validation:
        """What may be typed into them."""
        return Validation(self)

    # notes and filters

    @property
    def Comment(self) -> Comment | None:
        """The note of the first cell, if it has one."""
        cell = self._tab._cells.get((self._area.min_row, self._area.min_col))
        return Comment(self) if cell is not None and cell.comment else None

    def AddComment(self, Text: str = "") -> Comment:
        """Put a note on one cell that has none."""
        if self._tab.protection.sheet or self._count > 1:
            refuse("Application-defined or object-defined error")
        self._book.do("addNote", self._tab, self.Address, Text)
        return Comment(self)

    def AutoFilter(
        self, Field: int | None = None, Criteria1: str | None = None, Operator: int | None = None,
        Criteria2: str | None = None,
    ) -> bool:  # fmt: skip
        """Begin a filter, or show all rows again; where a filter is, it is that one."""
        if Operator is not None or Criteria2 is not None:
            self._excel.fault("filters of two criteria are not modelled")
        if self._tab.protection.sheet or Field is None:
            refuse("AutoFilter method of Range class failed")
        there = self._tab.auto_filter.ref
        area = CellRange(there) if there else self._area
        if Criteria1 is None:
            self._book.do("clearAutoFilterRange", self._tab, Field, area=area)
        else:
            self._book.do("applyAutoFilterRange", self._tab, Field, Criteria1, area=area)
        return True


class Lines(Range):
    """Cells row by row or column by column.

    Args:
        sheet: their tab.
        areas: where they are.
        down: whether by row.
    """

    def __init__(self, sheet: Any, areas: Sequence[CellRange], *, down: bool) -> None:
        super().__init__(sheet, areas)
        self._down = down

    @property
    def Count(self) -> int:
        """How many rows or columns, of the first area only."""
        return int(self._area.size["rows" if self._down else "columns"])

    def Item(self, row: int, column: int | None = None) -> Range:
        """One row or column."""
        if column is not None:
            return super().Item(row, column)
        a, at = self._area, int(row) - 1
        if self._down:
            return self._of(a.min_row + at, a.min_col, a.min_row + at, a.max_col)
        return self._of(a.min_row, a.min_col + at, a.max_row, a.min_col + at)

    def __call__(self, row: int, column: int | None = None) -> Range:  # noqa: D102
        return self.Item(row, column)

    def __iter__(self) -> Iterator[Range]:
        return (self.Item(number) for number in range(1, self.Count + 1))

    def AutoFit(self) -> bool:
        """Make them as high or wide as they need to be, which leaves no trace that is compared."""
        return True


class Areas(Items):
    """The rectangles of some cells."""

    def __init__(self, cells: Range) -> None:
        super().__init__(cells._excel)
        self._range = cells

    def _all(self) -> Sequence[Range]:
        return [Range(self._range._sheet, [area]) for area in self._range._areas]


def at_address(sheet: Any, where: str) -> Range:
    """The cells at an address in A1 references, which is all that Excel takes here."""
    parts = where.rpartition("!")[2].replace("$", "").split(",")
    areas = []
    for part in parts:
        try:
            bounds = range_boundaries(part.strip().upper())
        except ValueError:
            bounds = None
        if bounds is None or not re.fullmatch(r"[A-Z]*\d*(:[A-Z]*\d*)?", part.strip().upper()):
            refuse("Method 'Range' of object '_Worksheet' failed")
        left, top, right, bottom = bounds
        areas.append(area_at(top or 1, left or 1, bottom or ROWS, right or COLUMNS))
    return Range(sheet, areas)
