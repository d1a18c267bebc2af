"""The formulas of a workbook, each worked out once."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping
from datetime import date
from typing import TypeAlias

from xlplugin.workbook.book import Book, SheetData
from xlplugin.workbook.calculation.compiling import Compiler
from xlplugin.workbook.calculation.operands import (
    REF,
    UNSETTLED,
    Array,
    Circle,
    Element,
    Failure,
    Operand,
    Run,
    RunOperand,
    Scalar,
    Unknown,
    from_cell,
    shown,
    value_of,
)
from xlplugin.workbook.calculation.reading_values import Country, Reading
from xlplugin.workbook.calculation.tree import REFERENCE, Name, Node, Reference, parsed, reference
from xlplugin.workbook.layout import CellError, CellValue, Formula
from xlplugin.workbook.live_patterns import is_pattern

Place: TypeAlias = tuple[int, int]
"""Row and column, from 1."""
_SHAPE_MARK = "\0"
MOST_CELLS = 200_000
"""Of a range, in rows that hold anything: with more, working it out would hang whoever waits for it."""
LARGE = 5_000
"""From so many cells on a range is none of ours, which are as long as a list of players."""
MOST_LARGE = 2_000_000
"""The cells of such ranges that all formulas together look at."""
EXACT = 2**53
"""Up to this size whole numbers are the same as floats."""


class Tab:
    """A tab's cells; ``results`` of formulas, those that a country decides, those being worked out."""

    def __init__(self, sheet: SheetData) -> None:
        self.name = sheet.name
        self.rows = sheet.rows
        self.width = max(map(len, sheet.rows), default=0)
        self.results: dict[Place, Element] = {}
        self.local: set[Place] = set()
        self.under_way: set[Place] = set()
        self.arrays: dict[tuple[int, int, int, int], Array] = {}


class Calculator:
    """Works out formulas, and those that they need.

    Args:
        book: the workbook.
        names: its defined names and what each stands for; those of a tab alone as ``Tab!name``.
        is_from_1904: whether it counts days from 1904.
    """

    def __init__(self, book: Book, names: Mapping[str, str], *, is_from_1904: bool) -> None:
        self._is_from_1904 = is_from_1904
        self.reading = Reading()
        self.tabs = {name.lower(): Tab(sheet) for name, sheet in book.sheets.items()}
        self.names = {name.lower(): text for name, text in names.items()}
        self.large = 0
        self._shapes: dict[tuple[str, int], dict[str, Run]] = {}

    def results(self, tab: Tab, places: Collection[Place] | None = None) -> dict[Place, Element]:
        """What the formulas of a tab give: all of them, or those of some places."""
        return {
            (row, column): self.result(tab, (row, column), value)
            for row, values in enumerate(tab.rows, 1)
            for column, value in enumerate(values, 1)
            if isinstance(value, Formula) and (places is None or (row, column) in places)
        }

    def read_as(self, country: Country) -> None:
        """Forget what a country decides, to work it out as in another one."""
        self.reading.country = country
        for tab in self.tabs.values():
            for place in tab.local:
                del tab.results[place]
            tab.local.clear()
            tab.arrays = {key: array for key, array in tab.arrays.items() if not array.is_local}

    def value(self, tab: Tab, row: int, column: int, value: CellValue) -> Scalar:
        """The value of a cell that holds this.

        Raises:
            Failure: it is an error.
            Unknown: it is not known, or depends on itself.
        """
        if not isinstance(value, Formula):
            if self._is_from_1904 and isinstance(value, date):
                raise Unknown
            return from_cell(value)
        return value_of(self.result(tab, (row, column), value))

    def result(self, tab: Tab, place: Place, formula: Formula) -> Element:
        """The value, or the error, of a formula."""
        if place in tab.results:
            self.reading.is_local |= place in tab.local
            return tab.results[place]
        if place in tab.under_way:
            raise Circle(tab.name, place)
        tab.under_way.add(place)
        result: Element = UNSETTLED
        circle: Circle | None = None
        was_local, self.reading.is_local = self.reading.is_local, False
        try:
            run = self._compiled(tab, place, formula.text)
            result = shown(run(place[0]))
        except Failure as failure:
            result = CellError(failure.code)
        except Circle as found:
            circle = found if found.start != (tab.name, place) else None
        except (Unknown, RecursionError):
            pass
        tab.results[place] = result
        tab.under_way.remove(place)
        if self.reading.is_local:
            tab.local.add(place)
        self.reading.is_local |= was_local
        if circle:
            raise circle
        return result

    def _compiled(self, tab: Tab, place: Place, text: str) -> Run:
        """What works a formula out: the same function for one that says the same of its own row."""
        row, column = place
        runs = self._shapes.setdefault((tab.name, column), {})
        run = runs.get(text.replace(str(row), _SHAPE_MARK))
        if run is None:  # other numbers may have been taken for the row's
            shape = re.sub(rf"(?<=[A-Za-z]){row}(?![0-9])", _SHAPE_MARK, text)
            run = runs.get(shape)
        if run is None:
            tree = parsed(text)
            run = Compiler(_Home(self, tab, place)).run(tree)
            if _rows_here(tree, row, {}) == shape.count(_SHAPE_MARK):
                runs[shape] = run
        return run


def _rows_here(node: object, row: int, known: dict[int, int]) -> int:
    """How often a formula names its own row, as one that moves along; less than 0 for other such rows."""
    if not isinstance(node, tuple):
        return 0
    if id(node) not in known:
        if isinstance(node, Reference):
            ends = [node.top] if node.is_cell else [node.top, node.bottom]
            moving = [end for end, moves in zip(ends, node.relative, strict=False) if moves]
            known[id(node)] = sum(1 if end == row else -(10**6) for end in moving)
        else:
            known[id(node)] = sum(_rows_here(part, row, known) for part in node)
    return known[id(node)]


class TabArea:
    """Cells of a tab that are next to each other."""

    __slots__ = ("_bottom", "_calculator", "_left", "_right", "_tab", "_top")

    def __init__(self, calculator: Calculator, tab: Tab, *ends: int) -> None:
        self._calculator, self._tab = calculator, tab
        self._top, self._left, self._bottom, self._right = ends

    @property
    def height(self) -> int:
        """The number of rows."""
        return self._bottom - self._top + 1

    @property
    def width(self) -> int:
        """The number of columns."""
        return self._right - self._left + 1

    def array(self) -> Array:
        """Their values, worked out once."""
        key = (self._top, self._left, self._bottom, self._right)
        if key not in self._tab.arrays:
            array = self._tab.arrays[key] = self._worked_out()
        array = self._tab.arrays[key]
        if len(array.values) >= LARGE:
            self._calculator.large += len(array.values)
            if self._calculator.large > MOST_LARGE:
                raise Unknown
        self._calculator.reading.is_local |= array.is_local
        return array

    def _worked_out(self) -> Array:
        tab, reading, value = self._tab, self._calculator.reading, self._calculator.value
        was_local, reading.is_local = reading.is_local, False
        values: list[Element] = []
        rows = range(self._top, min(self._bottom, len(tab.rows)) + 1)
        if len(rows) * self.width > MOST_CELLS:
            raise Unknown
        for row in rows:
            cells = tab.rows[row - 1][self._left - 1 : self._right]
            for column, cell in enumerate(cells, self._left):
                try:
                    values.append(value(tab, row, column, cell))
                except Failure as failure:
                    values.append(CellError(failure.code))
                except Circle:
                    raise
                except Unknown:
                    values.append(UNSETTLED)
            values += [None] * (self.width - len(cells))
        array = Array(self.height, self.width, values, is_local=reading.is_local)
        reading.is_local |= was_local
        return array

    def at(self, row: int, column: int) -> Scalar:
        """The value of one of them, by row and column from 1."""
        tab, row, column = self._tab, self._top + row - 1, self._left + column - 1
        cells = tab.rows[row - 1] if row <= len(tab.rows) else ()
        held = cells[column - 1] if column <= len(cells) else None
        return self._calculator.value(tab, row, column, held)

    def part(self, row: int, column: int) -> Operand:
        """One of them, or a whole row or column (0)."""
        top, bottom = (self._top + row - 1,) * 2 if row else (self._top, self._bottom)
        left, right = (self._left + column - 1,) * 2 if column else (self._left, self._right)
        return TabArea(self._calculator, self._tab, top, left, bottom, right)


class _Home:
    """Where a formula stands: its references lead from here. Those of names must not move."""

    def __init__(self, calculator: Calculator, tab: Tab, place: Place | None) -> None:
        self._calculator, self._tab, self._place = calculator, tab, place

    @property
    def reading(self) -> Reading:
        """How values are read."""
        return self._calculator.reading

    def _tab_of(self, name: str | None) -> Tab:
        if name is None:
            return self._tab
        tab = self._calculator.tabs.get(name.lower())
        if tab is None:
            raise Unknown
        return tab

    def _steps(self, reference: Reference) -> tuple[int | None, int | None]:
        """How far the first and the last row are from the formula's, where they move along."""
        if not any(reference.relative):
            return None, None
        if self._place is None:
            raise Unknown
        here = self._place[0]
        top, bottom = reference.relative
        return reference.top - here if top else None, reference.bottom - here if bottom else None

    def cell(self, reference: Reference) -> Run:
        """What gives the value of a cell."""
        tab, calculator = self._tab_of(reference.tab), self._calculator
        rows, column, place = tab.rows, reference.left, reference.left - 1
        step = self._steps(reference)[0]
        base, factor = (reference.top - 1, 0) if step is None else (step - 1, 1)
        count, value = len(rows), calculator.value

        def run(row: int) -> Scalar:
            at = base + factor * row
            if at >= count:
                return None
            cells = rows[at]
            if place >= len(cells):
                return None
            held = cells[place]
            if held is None or isinstance(held, str):
                return held
            if type(held) is int and -EXACT < held < EXACT:
                return float(held)
            return value(tab, at + 1, column, held)

        return run

    def area(self, reference: Reference) -> RunOperand:
        """What gives the cells of a reference."""
        tab, calculator = self._tab_of(reference.tab), self._calculator
        left, right = reference.left, reference.right
        steps = self._steps(reference)
        own = self._place if tab is self._tab else None
        is_beside = own is not None and left <= own[1] <= right

        def run(row: int) -> Operand:
            top = reference.top if steps[0] is None else row + steps[0]
            bottom = top if reference.is_cell else reference.bottom
            if steps[1] is not None and not reference.is_cell:
                bottom = row + steps[1]
            if is_beside and top <= row <= bottom:
                raise Unknown  # the formula's own cell is among them
            return TabArea(calculator, tab, top, left, bottom, right)

        return run

    def named(self, name: Name) -> RunOperand:
        """What gives the cells, or the value, of a defined name; one within the other is not followed."""
        names = self._calculator.names
        tab = self._tab_of(name.tab)
        text = names.get(f"{tab.name}!{name.name}".lower(), names.get(name.name.lower()))
        if text is None or self._place is None:
            raise Unknown
        tree: Node = parsed(text)
        return Compiler(_Home(self._calculator, tab, None)).operand(tree)

    def addressed(self, text: str) -> Operand:
        """The cells of an address that is given as text.

        Raises:
            Failure: it leads to no cells of the workbook.
            Unknown: it may lead to some that are not read here.
        """
        found = REFERENCE.fullmatch(text.strip(" "))
        place = reference(found) if found else None
        if place is None:
            if not text.startswith("'") or "[" in text or text in self._calculator.names:
                raise Unknown
            raise Failure(REF)
        if place.tab is not None and place.tab.lower() not in self._calculator.tabs:
            if is_pattern(place.tab):
                raise Unknown
            raise Failure(REF)
        ends = (place.top, place.left, place.bottom, place.right)
        return TabArea(self._calculator, self._tab_of(place.tab), *ends)
