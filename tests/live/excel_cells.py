"""Cells of a desktop Excel: contents, looks, notes, rules, on Windows and on macOS alike."""

# ruff: noqa: FBT002  (arguments as Excel has them)

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from cell_values import LONGEST_TEXT, filled, typed_in
from excel_pictures import corner
from excel_rules import Condition, put_in_order
from excel_things import BAD_PARAMETER, MOST_COLUMNS, NotWritten, Refused, Thing
from languages import ENGLISH, NotUnderstood, read_formula
from openpyxl.cell.cell import MergedCell
from openpyxl.formatting.rule import Rule
from openpyxl.formula.translate import Translator
from openpyxl.utils import get_column_letter, quote_sheetname
from openpyxl.worksheet.cell_range import CellRange

PROTECTED = "The cell or chart you're trying to change is on a protected sheet."


class Area(Thing):
    """Cells of one tab: one rectangle, or several.

    Args:
        sheet: the tab, a ``Sheet``.
        areas: the rectangles; most questions are about the first.
    """

    def __init__(self, sheet: Any, areas: Sequence[CellRange]) -> None:
        super().__init__(sheet.excel)
        self.sheet, self.areas = sheet, list(areas)

    def is_gone(self) -> bool:
        """Whether their tab has been deleted."""
        return self.sheet.is_gone()

    @property
    def first(self) -> CellRange:
        """The only rectangle, or the first."""
        return self.areas[0]

    @property
    def shape(self) -> tuple[int, int]:
        """How many rows and columns the first one has."""
        return self.first.size["rows"], self.first.size["columns"]

    @property
    def cells(self) -> Iterator[Any]:
        """The cells that there are, without making any."""
        there, area = self.sheet.sheet._cells, self.first
        if self.shape[0] * self.shape[1] <= 4 * len(there) + 4:
            return (there[place] for place in area.cells if place in there)
        return (
            cell
            for (row, column), cell in sorted(there.items())
            if area.min_row <= row <= area.max_row and area.min_col <= column <= area.max_col
        )

    def at(self, row: int, column: int, last_row: int = 0, last_column: int = 0) -> Area:
        """Other cells of the tab."""
        area = CellRange(None, column, row, last_column or column, last_row or row)
        return type(self)(self.sheet, [area])

    def address(self, row: str = "$", column: str = "$") -> str:
        """The rectangles as text."""
        return ",".join(
            ":".join(
                dict.fromkeys(
                    f"{column}{get_column_letter(c)}{row}{r}"
                    for r, c in ((a.min_row, a.min_col), (a.max_row, a.max_col))
                )
            )
            for a in self.areas
        )

    def do(self, func: str, *args: object, **action: Any) -> None:
        """Have one thing done to the first rectangle."""
        rows, columns = self.shape
        places = {
            "start_row": self.first.min_row - 1, "start_column": self.first.min_col - 1,
            "row_count": rows, "column_count": columns,
        }  # fmt: skip
        self.sheet.do(func, args=list(args), **places, **action)

    def refuse_if_protected(self) -> None:
        """Locked cells of a protected tab stay as they are."""
        if self.sheet.sheet.protection.sheet:
            free = [cell for cell in self.cells if not cell.protection.locked]
            if len(free) != self.shape[0] * self.shape[1]:
                raise Refused(BAD_PARAMETER, PROTECTED)

    # where they are

    def _do_get_address(
        self, row_absolute: object = True, column_absolute: object = True, style: Any = None,
        *, external: object = False,
    ) -> str:  # fmt: skip
        """Where they are; areas beyond the room for it are left out (VBA-Docs, 49)."""
        if style not in (None, self.excel.desktop.styles[0]):
            message = "addresses of other kinds are not written"
            raise NotWritten(message)
        told = self.address("$" * bool(row_absolute), "$" * bool(column_absolute))
        while len(told) > (self.excel.desktop.most_told or len(told)):
            told = told.rpartition(",")[0]
        tab = quote_sheetname(f"[{self.sheet.book.name}]{self.sheet.sheet.title}")
        return f"{tab}!{told}" if external else told

    def _get_row(self) -> int:
        return self.first.min_row

    def _get_column(self) -> int:
        return self.first.min_col

    def _all_rows(self) -> Lines:
        return Lines(self, down=True)

    def _all_columns(self) -> Lines:
        return Lines(self, down=False)

    def _get_entire_row(self) -> Area:
        rows = [(area.min_row, area.max_row) for area in self.areas]
        return type(self)(self.sheet, [CellRange(None, 1, a, MOST_COLUMNS, b) for a, b in rows])

    def _do_select(self) -> None:
        if self.excel.books[0] is not self.sheet.book:
            raise Refused(message="Select method of Range class failed")
        self.do("rangeSelect")
        self.sheet.book.select(self.sheet.sheet, self.areas)

    # what they hold

    def told(self, of: Callable[[Any], Any], empty: object) -> Any:
        """A single cell's as it is; of more the rows, also where there is one row only."""
        height, width = self.shape
        self.excel.make_room(height * width)
        rows: list[list[Any]] = [[empty] * width for _ in range(height)]
        for cell in self.cells:
            if not isinstance(cell, MergedCell) and cell.value is not None:
                rows[cell.row - self.first.min_row][cell.column - self.first.min_col] = of(cell)
        return rows[0][0] if (height, width) == (1, 1) else rows

    def _get_formula(self) -> Any:
        return self.told(typed_in, "")

    def _set_value(self, data: Any) -> None:
        self.refuse_if_protected()
        rows = filled(data, self.first)
        for value in (value for row in rows for value in row if isinstance(value, str)):
            if len(value) > LONGEST_TEXT:
                raise Refused
            if value.startswith("=") and len(value) > 1:
                self.meant(value, (1, 1), ENGLISH, any_function=True)
        left_out = self.left_out() if self.shape != (1, 1) else set()
        for row in range(self.first.min_row, self.first.max_row + 1) if left_out else ():
            if row not in left_out:  # https://github.com/xlwings/xlwings/issues/747
                shown = self.at(row, self.first.min_col, row, self.first.max_col)
                shown.do("setValues", values=[[rows[0][0]] * self.shape[1]])
        if not left_out:
            self.do("setValues", values=rows)

    def left_out(self) -> set[int]:
        """The numbers of the rows that a filter leaves out."""
        rows = range(self.first.min_row, self.first.max_row + 1)
        is_filtered = self.sheet.sheet.auto_filter.filterColumn
        return {n for n in rows if is_filtered and self.sheet.sheet.row_dimensions[n].hidden}

    def meant(self, formula: str, seen_from: tuple[int, int], speaks: Any, **how: bool) -> str:
        """A formula in English; what is none is refused."""
        try:
            return read_formula(formula, speaks, seen_from=seen_from, **how)
        except NotUnderstood as error:
            raise Refused(BAD_PARAMETER, f"not understood: {error}") from error

    def _do_clear_contents(self) -> None:
        self.refuse_if_protected()
        self.do("rangeClearContents")

    def _do_copy(self, destination: Area | None = None) -> None:
        """Copy them with all that is on them; one cell fills the whole destination."""
        if destination is None or any(cell.comment for cell in self.cells) or self.merged():
            message = "copying to the clipboard, notes or merged cells is not written"
            raise NotWritten(message)
        goal = destination
        if goal.shape == (1, 1):
            row, column = goal.first.min_row, goal.first.min_col
            goal = goal.at(row, column, row + self.shape[0] - 1, column + self.shape[1] - 1)
        goal.refuse_if_protected()
        self.do("copyRange", destination.sheet.place, goal.first.coord)

    def _do_find(
        self, what: str, *, search_order: Any, search_direction: Any, **_how: object
    ) -> Area | None:
        desktop = self.excel.desktop
        if what != "*" or search_direction != desktop.backwards:
            message = f"finding {what!r} is not written"
            raise NotWritten(message)
        found = self.last_filled(by_rows=search_order == desktop.by_rows)
        if found is None and desktop.fails_to_find:
            raise Refused
        return found

    def last_filled(self, *, by_rows: bool) -> Area | None:
        """The last cell that holds anything, by rows or by columns."""
        filled = [(c.row, c.column) for c in self.cells if c.value is not None]
        order = (lambda place: place) if by_rows else (lambda place: place[::-1])
        return self.at(*max(filled, key=order)) if filled else None

    def merged(self) -> list[CellRange]:
        """The merged cells that any of them is part of."""
        found = self.sheet.sheet.merged_cells.ranges
        return [part for part in found if not part.isdisjoint(self.first)]

    def _get_merge_cells(self) -> Any:
        parts = [part.intersection(self.first).size for part in self.merged()]
        covered = sum(part["rows"] * part["columns"] for part in parts)
        return {0: False, self.shape[0] * self.shape[1]: True}.get(
            covered, self.excel.desktop.mixed
        )

    def _get_merge_area(self) -> Area:
        found = self.merged()
        return type(self)(self.sheet, [CellRange(found[0].coord) if found else self.first])

    # how they look

    def _get_number_format(self) -> Any:
        there = [cell.number_format for cell in self.cells]
        found = {*there, *["General"][: self.shape[0] * self.shape[1] - len(there)]}
        return found.pop() if len(found) == 1 else self.excel.desktop.mixed

    def _set_column_width(self, width: float) -> None:
        self.do("setColumnWidth", self.excel.desktop.drawn(width))

    def _get_left(self) -> float:
        return corner(self.sheet.sheet, self.first.min_row, self.first.min_col)[0]

    def _get_top(self) -> float:
        return corner(self.sheet.sheet, self.first.min_row, self.first.min_col)[1]

    def _get_row_height(self) -> float:
        sheet = self.sheet.sheet
        height = sheet.row_dimensions[self.first.min_row].height
        return height or sheet.sheet_format.defaultRowHeight

    def _set_row_height(self, height: float) -> None:
        self.do("setRowHeight", height)

    def _get_hidden(self) -> Any:
        rows = range(self.first.min_row, self.first.max_row + 1)
        found = {bool(self.sheet.sheet.row_dimensions[row].hidden) for row in rows}
        return found.pop() if len(found) == 1 else self.excel.desktop.mixed

    def _set_hidden(self, hidden: object) -> None:
        if (self.first.min_col, self.first.max_col) != (1, MOST_COLUMNS):
            raise Refused
        self.refuse_if_protected()
        self.do("setRowHidden", bool(hidden))

    def _do_autofilter(self, field: float, criteria1: object = None) -> None:
        """Begin a filter or set a criterion; without one the field shows everything."""
        self.refuse_if_protected()
        field = int(field)
        if criteria1 is None:
            self.do("clearAutoFilterRange", field)
        else:
            self.do("applyAutoFilterRange", field, criteria1)

    # notes

    def _get_comment(self) -> Note | None:
        return Note(self) if any(cell.comment for cell in self.cells) else None

    def _do_add_comment(self, comment_text: str = "") -> Note:
        self.refuse_if_protected()
        self.do("addNote", self.address(), comment_text)
        return Note(self)

    def _do_clear_Excel_comments(self) -> None:  # noqa: N802
        self.refuse_if_protected()
        self.do("deleteNote", self.address())

    # rules

    def rules(self) -> list[Rule]:
        """The conditional formats of any of the cells, in their order."""
        found = self.sheet.sheet.conditional_formatting
        here = [
            rule
            for formats in found
            if any(not area.isdisjoint(self.first) for area in formats.sqref.ranges)
            for rule in formats.rules
        ]
        return sorted(here, key=lambda rule: rule.priority)

    def tab_rules(self) -> list[Rule]:
        """All conditional formats of the tab, in their order."""
        found = self.sheet.sheet.conditional_formatting._cf_rules.values()
        return sorted((rule for rules in found for rule in rules), key=lambda rule: rule.priority)

    def _all_format_conditions(self) -> list[Condition]:
        return [Condition(self, rule) for rule in self.rules()]

    def _do_format_conditions_add(self, type: Any, formula1: str) -> Condition:  # noqa: A002
        """A new rule, the last of its tab; its formula is the user's, seen from the active cell."""
        if type != self.excel.desktop.expression:
            message = f"conditional formats of type {type} are not written"
            raise NotWritten(message)
        self.refuse_if_protected()
        row, column = self.sheet.book.active_cell()
        formula = self.meant(formula1, (row, column), self.excel.speaks)
        seen = Translator(formula, origin=f"{get_column_letter(column)}{row}")
        formula = seen.translate_formula(self.first.coord.partition(":")[0])
        looks = ("fill_color", "font_color", "font_bold", "font_italic")
        spec = {"type": "Custom", "formula": formula, "stop_if_true": True, **dict.fromkeys(looks)}
        before = self.tab_rules()
        known = set(map(id, before))
        self.do("addConditionalFormat", spec)
        new = next(rule for rule in self.tab_rules() if id(rule) not in known)
        put_in_order([*before, new])
        return Condition(self, new)


class Lines(Sequence[Area]):
    """Cells row by row or column by column."""

    def __init__(self, cells: Area, *, down: bool) -> None:
        self.cells, self.down = cells, down

    def __len__(self) -> int:
        return self.cells.shape[not self.down]

    def __getitem__(self, place: Any) -> Any:
        all_ = self.cells.first
        if self.down:
            row = all_.min_row + place
            return self.cells.at(row, all_.min_col, row, all_.max_col)
        column = all_.min_col + place
        return self.cells.at(all_.min_row, column, all_.max_row, column)


class Note(Thing):
    """What is told of a cell in a note."""

    def __init__(self, area: Area) -> None:
        super().__init__(area.excel)
        self.area = area

    def _do_text(self, text: str | None = None) -> str:
        if text is not None:
            self.area.do("setNoteText", self.area.address(), text)
        return str(next(self.area.cells).comment.text)

    def _do_delete(self) -> None:
        self.area._do_clear_Excel_comments()
