"""Ranges of cells as Excel for Mac answers for them: contents, looks, notes, rules."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

import mac_shown
from languages import NotUnderstood, read_formula
from mac_rules import Condition, Note, put_in_order
from mac_terms import NEED_64_BITS, TERMS, Code, Query, Refused
from mac_things import (
    BAD_PARAMETER,
    MISSING,
    MOST_COLUMNS,
    MOST_ROWS,
    NO_ROOM,
    NO_SUCH_OBJECT,
    NotWritten,
    Thing,
)
from openpyxl.cell.cell import MergedCell
from openpyxl.formatting.rule import Rule
from openpyxl.formula.translate import Translator
from openpyxl.utils import get_column_letter
from openpyxl.worksheet.cell_range import CellRange

MOST_BYTES = 28_000_000
"""Of an answer: 1.5 million numbers arrive, 2 million do not."""
NUMBERS, TEXTS, TRUTHS, FAILURES = 1, 2, 4, 16
"""What may be asked for of ``special cells``, as one number."""
IN_AN_ANSWER = 8
"""Bytes that any cell takes, beside what it holds."""


class Area(Thing):
    """Cells of one tab: one rectangle, or several.

    Args:
        sheet: the tab, a ``Sheet``.
        areas: the rectangles; most questions are about the first.
    """

    def __init__(self, sheet: Any, areas: Sequence[CellRange]) -> None:
        super().__init__(sheet.excel)
        self.sheet, self.areas = sheet, list(areas)

    @property
    def first(self) -> CellRange:
        """The only rectangle, or the first."""
        return self.areas[0]

    @property
    def cells(self) -> Iterator[Any]:
        """The cells that there are, without making any."""
        there = self.sheet.sheet._cells
        area = self.first
        if area.size["rows"] * area.size["columns"] > 4 * len(there) + 4:
            return (c for place, c in sorted(there.items()) if _is_in(area, *place))
        return (there[place] for place in area.cells if place in there)

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

    def query(self) -> Query:
        """A reference to these cells."""
        book, sheet, ranges = (TERMS.references[n][1] for n in ("workbooks", "worksheets", "cells"))
        name = Query().elements(book).byname(self.sheet.book.name)
        return (
            name.elements(sheet)
            .byname(self.sheet.sheet.title)
            .elements(ranges)
            .byname(self.address())
        )

    # where it is

    def _do_get_address(
        self, *, row_absolute: bool = True, column_absolute: bool = True, external: bool = False
    ) -> str:
        address = self.address("$" * row_absolute, "$" * column_absolute)
        return f"{self.sheet.external()}!{address}" if external else address

    def _get_first_row_index(self) -> int:
        return self.first.min_row

    def _get_first_column_index(self) -> int:
        return self.first.min_col

    def _count_row(self) -> int:
        return self.first.size["rows"]

    def _count_column(self) -> int:
        return self.first.size["columns"]

    def _of_columns(self, key: object) -> Area:
        column = self.first.min_col + int(key) - 1
        area = self.first
        return Area(self.sheet, [CellRange(None, column, area.min_row, column, area.max_row)])

    def _of_rows(self, key: object) -> Area:
        row, area = self.first.min_row + int(key) - 1, self.first
        return Area(self.sheet, [CellRange(None, area.min_col, row, area.max_col, row)])

    def _do_select(self) -> None:
        area = self.first
        self.sheet.do("rangeSelect", **_places(area))
        self.sheet.book.select(self.sheet.sheet, self.areas)

    # what it holds

    def _rows(self, of: Callable[[Any], Any], empty: object) -> Any:
        """A single cell's as it is; of more a list of rows, also where there is one row only."""
        area = self.first
        height, width = area.size["rows"], area.size["columns"]
        if height * width * IN_AN_ANSWER > MOST_BYTES:
            raise Refused(NO_ROOM, "buffer for AEFlattenDesc too small")
        rows: list[list[Any]] = [[empty] * width for _ in range(height)]
        size = height * width * IN_AN_ANSWER
        for cell in self.cells:
            value = MISSING if isinstance(cell, MergedCell) else of(cell)
            value = empty if isinstance(cell, MergedCell) else value
            rows[cell.row - area.min_row][cell.column - area.min_col] = value
            size += 2 * len(value) if isinstance(value, str) else 8
        if size > MOST_BYTES:
            raise Refused(NO_ROOM, "buffer for AEFlattenDesc too small")
        return rows[0][0] if (height, width) == (1, 1) else rows

    def _get_value(self) -> Any:
        """Errors are nothing, and among other cells not even that: their row is shorter."""
        excel = self.excel

        def value(cell: Any) -> Any:
            held = mac_shown.held(cell, excel.shown)
            return MISSING if isinstance(held, mac_shown.Failed) else "" if held is None else held

        rows = self._rows(value, "")
        if not isinstance(rows, list) or excel.errors_are != "dropped":
            return rows
        kept = ([cell for cell in row if not isinstance(cell, Code)] for row in rows)
        return [row for row in kept if row]

    def _get_formula(self) -> Any:
        return self._rows(lambda cell: mac_shown.formula(cell, self.excel.shown), "")

    def _get_string_value(self) -> Any:
        excel = self.excel
        return self._rows(lambda cell: mac_shown.displayed(cell, excel.shown, excel.speaks), "")

    def _set_value(self, value: Any) -> None:
        """One value fills all cells; a list of rows must be of their size."""
        area = self.first
        height, width = area.size["rows"], area.size["columns"]
        self.sheet.refuse_if_protected(area)
        if not isinstance(value, list):
            value = [[value] * width for _ in range(height)]
        elif value and not isinstance(value[0], list):
            value = [value]
        there = self.sheet.sheet
        values = [
            [
                _number(cell, there.cell(row, column).value)
                for column, cell in enumerate(cells, area.min_col)
            ]
            for row, cells in enumerate(value, area.min_row)
        ]
        self.sheet.do("setValues", values=values, **_places(area))

    def _do_clear_contents(self) -> None:
        self.sheet.refuse_if_protected(self.first)
        self.sheet.do("rangeClearContents", **_places(self.first))

    def _do_copy_range(self, destination: Area | None = None) -> None:
        if destination is None:
            message = "copying to the clipboard is not written"
            raise NotWritten(message)
        source, goal = self.first, destination.first
        if goal.size == {"rows": 1, "columns": 1}:
            goal = CellRange(
                None, goal.min_col, goal.min_row,
                goal.min_col + source.size["columns"] - 1, goal.min_row + source.size["rows"] - 1,
            )  # fmt: skip
        destination.sheet.refuse_if_protected(goal)
        place = destination.sheet._get_entry_index() - 1
        self.sheet.do("copyRange", args=[place, goal.coord], **_places(source))

    def _do_special_cells(self, type: Code, value: int = 0) -> Query:  # noqa: A002
        """Cells of a kind; asked of one cell, those of its whole tab; an error if there are none."""
        words = ("blanks", "constants", "formulas", "comments")
        kinds = {TERMS.code(f"cell_type_{word}"): word for word in words}
        if type not in kinds:
            message = f"special cells: {type!r} is not written"
            raise NotWritten(message)
        where = self.sheet._get_used_range() if self._is_one() else self
        found = [
            CellRange(cell.coordinate)
            for cell in where.cells
            if self._is_of(cell, kinds[type], value)
        ]
        if kinds[type] == "blanks":
            there = {(c.row, c.column) for c in where.cells if c.value is not None}
            found = [
                CellRange(None, column, row, column, row)
                for row, column in where.first.cells
                if (row, column) not in there
            ]
        if not found:
            raise Refused(BAD_PARAMETER, "Parameter error.")
        return Area(self.sheet, found).query()

    def _is_one(self) -> bool:
        return self.address().count("$") == 2

    def _is_of(self, cell: Any, kind: str, value: int) -> bool:
        if kind == "comments":
            return cell.comment is not None
        if cell.value is None or (kind == "formulas") != (cell.data_type == "f"):
            return False
        held = mac_shown.held(cell, self.excel.shown)
        if isinstance(held, mac_shown.Failed):
            one = FAILURES
        elif isinstance(held, bool):
            one = TRUTHS
        else:
            one = TEXTS if isinstance(held, str) else NUMBERS
        return not value or bool(one & value)

    def _do_get_end(self, direction: Code) -> Query:
        """The last cell before a gap, or the first one after it."""
        down, across = {
            TERMS.code("toward_the_bottom"): (1, 0), TERMS.code("toward_the_top"): (-1, 0),
            TERMS.code("toward_the_right"): (0, 1), TERMS.code("toward_the_left"): (0, -1),
        }[direction]  # fmt: skip
        there = self.sheet.sheet._cells

        def is_filled(row: int, column: int) -> bool:
            return (row, column) in there and there[row, column].value is not None

        row, column = self.first.min_row, self.first.min_col
        inside = is_filled(row, column) and is_filled(row + down, column + across)
        while 1 <= row + down <= MOST_ROWS and 1 <= column + across <= MOST_COLUMNS:
            if inside and not is_filled(row + down, column + across):
                break
            row, column = row + down, column + across
            if not inside and is_filled(row, column):
                break
        return Area(self.sheet, [CellRange(None, column, row, column, row)]).query()

    def _do_find(self, what: str, **how: Any) -> Query:
        """The last cell that holds anything, by rows or by columns; an error if there is none."""
        if what != "*" or how["search_direction"] != TERMS.code("search_previous"):
            message = f"finding {what!r} is not written"
            raise NotWritten(message)
        by_rows = how["search_order"] == TERMS.code("by_rows")
        filled = [(c.row, c.column) for c in self.cells if c.value is not None]
        if not filled:
            raise Refused(BAD_PARAMETER, "Parameter error.")
        row, column = max(filled, key=lambda place: place if by_rows else place[::-1])
        return Area(self.sheet, [CellRange(None, column, row, column, row)]).query()

    # how it looks

    def _get_merge_cells(self) -> bool | Code:
        merged = [m for m in self.sheet.sheet.merged_cells.ranges if not m.isdisjoint(self.first)]
        if not merged:
            return False
        inside = any(m.issuperset(self.first) for m in merged)
        covered = sum(len(list(m.intersection(self.first).cells)) for m in merged)
        size = self.first.size["rows"] * self.first.size["columns"]
        return True if inside or covered == size else MISSING

    def _get_merge_area(self) -> Area:
        cell = self.first
        corner = CellRange(None, cell.min_col, cell.min_row, cell.min_col, cell.min_row)
        found = [m for m in self.sheet.sheet.merged_cells.ranges if m.issuperset(corner)]
        return Area(self.sheet, [CellRange(found[0].coord) if found else corner])

    def _get_number_format(self) -> str | Code:
        """None that all share is nothing."""
        sheet = self.sheet.sheet
        found = {
            sheet._cells[place].number_format if place in sheet._cells else "General"
            for place in self.first.cells
        }
        return found.pop() if len(found) == 1 else MISSING

    def _set_column_width(self, width: float) -> None:
        if width < 1:  # less than a character: the padding counts with it
            width = width * 12 / 7 - 5 / 7
        self.sheet.do("setColumnWidth", args=[width], **_places(self.first))

    def _get_row_height(self) -> float:
        sheet = self.sheet.sheet
        return (
            sheet.row_dimensions[self.first.min_row].height or sheet.sheet_format.defaultRowHeight
        )

    def _set_row_height(self, height: float) -> None:
        self.sheet.do("setRowHeight", args=[height], **_places(self.first))

    def _get_entire_row(self) -> Area:
        rows = [(area.min_row, area.max_row) for area in self.areas]
        return Area(self.sheet, [CellRange(None, 1, a, MOST_COLUMNS, b) for a, b in rows])

    def _set_hidden(self, hidden: object) -> None:
        if (self.first.min_col, self.first.max_col) != (1, MOST_COLUMNS):
            raise Refused(BAD_PARAMETER, "Parameter error.")
        self.sheet.refuse_if_protected(self.first)
        self.sheet.do("setRowHidden", args=[bool(hidden)], **_places(self.first))

    def _do_autofilter_range(self, field: int, criteria1: object = None, **more: object) -> None:
        """Begin a filter or set a criterion; without one the field shows everything."""
        if more:
            message = f"a filter by {more} is not written"
            raise NotWritten(message)
        if criteria1 is None:
            self.sheet.do("clearAutoFilterRange", args=[field], **_places(self.first))
        else:
            self.sheet.do("applyAutoFilterRange", args=[field, criteria1], **_places(self.first))

    # notes

    def _get_Excel_comment(self) -> Note:  # noqa: N802
        return Note(self)

    def _do_add_comment(self, comment_text: str) -> None:
        self.sheet.refuse_if_protected(self.first)
        self.sheet.do("addNote", args=[self.address(), comment_text])

    def _do_clear_Excel_comments(self) -> None:  # noqa: N802
        self.sheet.refuse_if_protected(self.first)
        self.sheet.do("deleteNote", args=[self.address()])

    # rules

    def rules(self) -> list[Rule]:
        """The conditional formats of any of the cells, in their order."""
        found = [
            rule
            for formats in self.sheet.sheet.conditional_formatting
            if any(not area.isdisjoint(self.first) for area in formats.sqref.ranges)
            for rule in formats.rules
        ]
        return sorted(found, key=lambda rule: rule.priority)

    def _count_format_condition(self) -> int:
        return len(self.rules())

    def _of_format_conditions(self, key: object) -> Condition:
        rules, place = self.rules(), int(key)
        if not 1 <= place <= len(rules):
            raise Refused(NO_SUCH_OBJECT, "The object you are trying to access does not exist")
        return Condition(self, rules[place - 1])

    def make(self, kind: bytes, side: str, properties: Mapping[bytes, Any]) -> Query:
        """A new rule, the last of its tab; its formula is the user's, seen from the active cell."""
        type_, formula_ = TERMS.code("format_condition_type"), TERMS.code("formula_1")
        wanted = kind == TERMS.types["format_condition"] and properties.keys() == {type_, formula_}
        if not wanted or properties[type_] != TERMS.code("expression"):
            return super().make(kind, side, properties)
        self.sheet.refuse_if_protected(self.first)
        row, column = self.sheet.book.active_cell()
        try:
            formula = read_formula(properties[formula_], self.excel.speaks, seen_from=(row, column))
        except NotUnderstood as error:
            raise Refused(BAD_PARAMETER, f"Parameter error. ({error})") from error
        seen = Translator(formula, origin=f"{get_column_letter(column)}{row}")
        formula = seen.translate_formula(self.first.coord.partition(":")[0])
        plain = ("fill_color", "font_color", "font_bold", "font_italic")
        spec = {"type": "Custom", "formula": formula, "stop_if_true": True, **dict.fromkeys(plain)}
        before = self.tab_rules()
        known = set(map(id, before))
        self.sheet.do("addConditionalFormat", args=[spec], **_places(self.first))
        new = next(rule for rule in self.tab_rules() if id(rule) not in known)
        put_in_order([*before, new])
        place = 1 + next(n for n, rule in enumerate(self.rules()) if rule is new)
        return Query().elements(TERMS.references["format_conditions"][1]).byindex(place)

    def tab_rules(self) -> list[Rule]:
        """All conditional formats of the tab, in their order."""
        found = self.sheet.sheet.conditional_formatting._cf_rules.values()
        rules = [rule for rules in found for rule in rules]
        return sorted(rules, key=lambda rule: rule.priority)


def _places(area: CellRange) -> dict[str, int]:
    return {
        "start_row": area.min_row - 1, "start_column": area.min_col - 1,
        "row_count": area.size["rows"], "column_count": area.size["columns"],
    }  # fmt: skip


def _is_in(area: CellRange, row: int, column: int) -> bool:
    return area.min_row <= row <= area.max_row and area.min_col <= column <= area.max_col


def _number(value: Any, before: object) -> Any:
    """A value as a file has it; whole numbers of 64 bits are passed over in silence."""
    if type(value) is int and not -NEED_64_BITS <= value < NEED_64_BITS:
        return before
    return int(value) if isinstance(value, float) and value.is_integer() else value
