"""A sheet's part, in which single cells and rows are changed and everything else stays."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Collection
from datetime import date, datetime, time
from functools import partial

from xlplugin.ground.problems import HostError
from xlplugin.ground.texts import msg, t
from xlplugin.parts.addresses import (
    MOST_COLUMNS,
    MOST_ROWS,
    address_of,
    area_of,
    column_of,
    moved_down,
    shifted,
)
from xlplugin.parts.cells import (
    ROW,
    C,
    F,
    V,
    escaped,
    is_of_its_kind,
    number,
    placed_cells,
    require_holdable,
    unescaped,
)
from xlplugin.parts.styles import Styles
from xlplugin.parts.xml import Element, M, children, etree, parsed, written
from xlplugin.workbook.layout import Area, CellError, CellValue, Formula
from xlplugin.workbook.moments import serial

OF_ARRAYS = ("cm", "vm")
"""Attributes of a cell that belong to the value that it had."""
DIGITS = "0123456789"
ARRAYS = ("array", "dataTable")
"""The kinds of formulas that fill several cells."""


class Sheet:
    """A sheet to be changed; ``epoch`` is day 0 of its dates."""

    def __init__(self, name: str, content: bytes, styles: Styles, epoch: datetime) -> None:
        self.name, self.styles, self.epoch = name, styles, epoch
        self.root = parsed(content)
        data = self.root.find(f"{M}sheetData")
        if data is None:
            message = f"tab {name!r} has no cells to write into"
            raise ValueError(message)
        self.data = data
        self.added: list[tuple[int, int]] = []
        self.arrays: list[Area] = []
        for formula in self.data.iter(F):
            if formula.get("t") in ARRAYS and ":" in formula.get("ref", ""):
                self.arrays.append(area_of(formula.get("ref", "")))
        self.rows: dict[int, Element] = {}
        self._lines: dict[int, dict[int, Element]] = {}
        last = 0
        for element in self.data.iterfind(ROW):
            said = element.get("r")
            last = int(said or last + 1)
            if not said:
                element.set("r", str(last))
            self.rows[last] = element
        self.numbers = sorted(self.rows)
        if [*self.rows] != self.numbers:
            self.data[:] = sorted(self.data, key=lambda row: int(row.get("r", MOST_ROWS)))
        merged = self.root.iterfind(f"{M}mergeCells/{M}mergeCell")
        self.merged: list[Area] = [area_of(m.get("ref", "")) for m in merged]

    def line(self, row: int) -> dict[int, Element]:
        """The cells of a row by their columns, in the order that a spreadsheet program asks for."""
        if row not in self._lines:
            element = self.rows.get(row)
            line = self._lines[row] = {} if element is None else _addressed(element, row)
            if element is not None and [*line] != sorted(line):
                element[:] = sorted(element, key=_column_of)
        return self._lines[row]

    def written(self) -> bytes:
        """The part as it is to be."""
        self._enlarge()
        return written(self.root)

    def put(self, row: int, column: int, value: CellValue, look: str | None = None) -> None:
        """Give a cell a value, which stays text if it is one; without ``look`` it keeps its own.

        Raises:
            HostError: it is inside merged cells or an array, or no workbook can hold the value.
        """
        self._require_single(row, column)
        if value is not None:
            require_holdable(partial(self._named, row, column), value, self.epoch)
        cell = self.line(row).get(column)
        if cell is None:
            if value is None and look is None:
                return
            cell = self._add_cell(row, column)
        else:
            self._empty(row, column, cell)
        if look is not None:
            cell.set("s", look)
        self._fill(cell, value)

    def _empty(self, row: int, column: int, cell: Element) -> None:
        """Take out of a cell what it holds."""
        self._release_shared(row, column, cell)
        for inside in list(cell):
            cell.remove(inside)
        for attribute in ("t", *OF_ARRAYS):
            cell.attrib.pop(attribute, "")

    def shown(self, row: int, column: int) -> CellValue:
        """The value that a formula's cell shows; ``None`` if nobody has worked it out."""
        cell = self.line(row)[column]
        held = next(children(cell, V), None)
        if held is None:
            return None
        content = held.text or ""
        match cell.get("t", "n"):
            case "n":
                try:
                    return number(content) if content.strip() else None
                except ValueError:  # no value of this kind, so that any other takes its place
                    return CellError(content)
            case "b":
                return content.strip() in ("1", "true")
            case "e":
                return CellError(content)
        return unescaped(content)

    def has_wrong_result(self, row: int, column: int) -> bool:
        """True if a formula's cell shows what is no value of the kind that it says."""
        cell = self.line(row)[column]
        shown = next(children(cell, V), None)
        return shown is not None and not is_of_its_kind(cell, shown)

    def set_result(self, row: int, column: int, value: CellValue) -> None:
        """Give a formula's cell the value that it shows; ``None`` for one that is not known."""
        cell = self.line(row)[column]
        for inside in list(children(cell, V)):
            cell.remove(inside)
        if cell.get("t"):
            del cell.attrib["t"]
        if value is not None:
            self._set_value(cell, value)

    def _set_value(self, cell: Element, value: CellValue) -> None:
        match value:
            case bool():
                kind, text = "b", str(int(value))
            case CellError(code):
                kind, text = "e", code
            case str():
                kind, text = "str", escaped(value)
            case datetime() | date() | time():
                kind, text = "", repr(serial(value, self.epoch))
            case _:
                kind, text = "", repr(value)
        if kind:
            cell.set("t", kind)
        etree.SubElement(cell, V).text = text

    def set_height(self, row: int, points: float, *, grows: bool = False) -> None:
        """Give a row another height; one that ``grows`` is as high as what is typed into it later needs."""
        element = self._row(row)
        element.set("ht", f"{points:g}")
        if not grows:
            element.set("customHeight", "1")

    def fold(self, rows: Collection[int]) -> None:
        """Put rows out of sight in an outline that the row above them opens."""
        for row in rows:
            element = self._row(row)
            element.set("outlineLevel", "1")
            element.set("hidden", "1")
            for beside in (row - 1, row + 1):  # Excel asks the row above, LibreOffice that below
                if beside not in rows:
                    self._row(beside).set("collapsed", "1")

    def filter_area(self) -> Area | None:
        """The cells of the filter of the header row."""
        found = self.root.find(f"{M}autoFilter")
        return None if found is None or not found.get("ref") else area_of(found.get("ref", ""))

    def extend_filter(self, last: int) -> Area | None:
        """Let the filter reach down to a row, as Excel does for what is typed below it."""
        area = self.filter_area()
        if area is None or last <= area[2]:
            return None
        top, left, _, right = area
        found = self.root.find(f"{M}autoFilter")
        assert found is not None
        found.set("ref", f"{address_of(top, left)}:{address_of(last, right)}")
        return top, left, last, right

    def select(self) -> bool:
        """Select the tab; True if it was not."""
        views = [view for view in self._views() if view.get("tabSelected") not in ("1", "true")]
        for view in views:
            view.set("tabSelected", "1")
        return bool(views)

    def unselect(self) -> None:
        """Do not select the tab: tabs that are selected together are edited together."""
        for view in self._views():
            view.attrib.pop("tabSelected", "")

    def _views(self) -> list[Element]:
        return self.root.findall(f"{M}sheetViews/{M}sheetView")

    def _fill(self, cell: Element, value: CellValue) -> None:
        match value:
            case None:
                return
            case Formula(text):
                etree.SubElement(cell, F).text = text.removeprefix("=")
            case str():
                self._fill_text(cell, value)
            case _:
                look = cell.get("s", "0")
                is_moment = isinstance(value, datetime | date | time)
                if is_moment and look not in self.styles.dates():
                    cell.set("s", self.styles.of_moment(look))
                self._set_value(cell, value)

    def _fill_text(self, cell: Element, text: str) -> None:
        if not text:
            return
        if text[0] in "=+-@":
            cell.set("s", self.styles.quoted(cell.get("s", "0")))
        cell.set("t", "inlineStr")
        item = etree.SubElement(etree.SubElement(cell, f"{M}is"), f"{M}t")
        item.text = escaped(text)
        if text != text.strip() or "\n" in text:
            item.set("{http://www.w3.org/XML/1998/namespace}space", "preserve")

    def _require_single(self, row: int, column: int) -> None:
        for top, left, bottom, right in self.merged:
            inside = top <= row <= bottom and left <= column <= right
            if inside and (row, column) != (top, left):
                text = msg("{cell} is inside merged cells; unmerge them first.")
                raise HostError(t(text, cell=self._named(row, column)))
        for top, left, bottom, right in self.arrays:
            if top <= row <= bottom and left <= column <= right:
                text = msg("{cell} is part of a formula that fills several cells; clear it first.")
                raise HostError(t(text, cell=self._named(row, column)))

    def _named(self, row: int, column: int) -> str:
        """A cell with its tab, for messages."""
        return f"{self.name}!{address_of(row, column)}"

    def _release_shared(self, row: int, column: int, cell: Element) -> None:
        """Give the cells that share a cell's formula formulas of their own."""
        formula = next(children(cell, F), None)
        if formula is None or formula.get("t") != "shared" or not formula.text:
            return
        for other_row, other_column, other in placed_cells(self.root):
            sharing = other.find(F)
            if sharing is not None and other is not cell and sharing.get("si") == formula.get("si"):
                text = shifted(formula.text, other_row - row, other_column - column)
                sharing.attrib.clear()
                sharing.text = text

    def _row(self, number: int) -> Element:
        if number not in self.rows:
            row = etree.Element(f"{M}row", r=str(number))
            place = bisect_left(self.numbers, number)
            if place < len(self.numbers):
                self.rows[self.numbers[place]].addprevious(row)
            else:
                self.data.append(row)
            self.numbers.insert(place, number)
            self.rows[number] = row
        return self.rows[number]

    def _add_cell(self, row: int, column: int) -> Element:
        element = self._row(row)
        if element.get("spans"):
            del element.attrib["spans"]
        line = self.line(row)
        is_last = len(line) == len(element) and (not line or column > next(reversed(line)))
        cell = etree.SubElement(element, C, r=address_of(row, column))
        line[column] = cell
        if not is_last:
            self._lines[row] = dict(sorted(line.items()))
            element[:] = sorted(element, key=_column_of)
        self.added.append((row, column))
        return cell

    def _enlarge(self) -> None:
        """Let the part say how far its cells reach now."""
        dimension = self.root.find(f"{M}dimension")
        if dimension is not None and self.added:
            top, left, bottom, right = area_of(dimension.get("ref") or "A1")
            rows, columns = zip(*self.added, (top, left), (bottom, right), strict=True)
            start, end = address_of(min(rows), min(columns)), address_of(max(rows), max(columns))
            dimension.set("ref", f"{start}:{end}")


def _addressed(element: Element, row: int) -> dict[int, Element]:
    """The cells of a row by their columns, each with its address."""
    line: dict[int, Element] = {}
    column = 0
    for cell in children(element, C):
        address = cell.get("r")
        column = _column_in(address) if address else column + 1
        if not address:
            cell.set("r", address_of(row, column))
        line[column] = cell
    return line


def _column_of(element: Element) -> int:
    """The column of a cell; what a row has else comes behind them."""
    return _column_in(element.get("r", "")) if element.tag == C else MOST_COLUMNS + 1


def _column_in(address: str) -> int:
    """The column of an address, which another program may have written as ``$C$1``."""
    return column_of(address.rstrip(DIGITS).replace("$", ""))


def share_formulas(root: Element) -> None:
    """Let the cells of a column that have the same formula below one another share it.

    Formulas of other tabs are left as they are: spreadsheet programs do not share these. The cells of
    the sheet must be in order.
    """
    groups: list[tuple[str, int, str, list[Element]]] = []
    newest: dict[str, tuple[str, int, str, list[Element]]] = {}
    for cell in root.iter(C):
        formula = next(children(cell, F), None)
        text = "" if formula is None or formula.keys() else formula.text
        if formula is None or not text or "!" in text:
            continue
        address = cell.get("r", "")
        letters = address.rstrip("0123456789")
        row = int(address[len(letters) :])
        _, first, shared_text, sharing = newest.get(letters, ("", 0, "", []))
        is_next = sharing and row == first + len(sharing)
        if is_next and text == moved_down(shared_text, row - first):
            sharing.append(formula)
        else:
            newest[letters] = letters, row, text, [formula]
            groups.append(newest[letters])
    shared = (group for group in groups if len(group[3]) > 1)
    for key, (letters, row, _, cells) in enumerate(shared):
        for place, formula in enumerate(cells):
            formula.set("t", "shared")
            if place == 0:
                formula.set("ref", f"{letters}{row}:{letters}{row + len(cells) - 1}")
            else:
                formula.text = None
            formula.set("si", str(key))
