"""The cells of a sheet's part as values, and which values no cell can hold."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from datetime import date, datetime
from itertools import chain, repeat
from math import isfinite
from typing import Final

from xlplugin.ground.limits import MOST_TEXT
from xlplugin.ground.problems import HostError, unholdable
from xlplugin.ground.texts import msg, t
from xlplugin.parts.addresses import address_of, area_of, moved_down, place_of, shifted
from xlplugin.parts.xml import UNHOLDABLE, Element, M, children
from xlplugin.workbook.book import SheetData
from xlplugin.workbook.layout import CellError, CellValue, Formula
from xlplugin.workbook.moments import EPOCHS, moment_of, serial

C, F, V, IS, T, R, ROW = (M + name for name in ("c", "f", "v", "is", "t", "r", "row"))
EXACT: Final = 2**53
"""From here on a spreadsheet program holds not every whole number."""
MOST_PLACES: Final = 10_000_000
"""The most cells and rows of all tabs that are read, empty ones before others included."""
MOST_SHOWN: Final = 10**40
"""Of a larger number a message says how many digits it has."""
TRUTHS = {"1": True, "true": True, "0": False, "false": False}
_ESCAPED = re.compile(r"_x([0-9A-Fa-f]{4})_")
_UNESCAPED = re.compile(r"_x((?![Dd][89A-Fa-f])[0-9A-Fa-f]{4})_")
"""Halves of characters beyond 65,535 stand for nothing and are left as they are written."""


class CellFault(ValueError):
    """A cell cannot be read; it ``is_far`` if it is only too far from the others."""

    def __init__(self, address: str, content: str, *, is_far: bool = False) -> None:
        super().__init__(f"{address}: {content}")
        self.address, self.content, self.is_far = address, content, is_far


class Cells:
    """Common ground of a workbook's cells: the texts that they refer to by number, day 0 of their dates.

    ``dates`` are the numbers of the looks that show a number as date or time.
    """

    def __init__(self, strings: Sequence[str], dates: frozenset[str], epoch: datetime) -> None:
        self.strings, self.dates, self.epoch = strings, dates, epoch
        self._places = 0

    def sheet(self, name: str, root: Element) -> SheetData:
        """A sheet's values and its merged cells.

        Raises:
            CellFault: a cell holds what no cell can hold, or is too far away.
            ValueError: rows, cells or merged cells are where none can be.
        """
        self._has_valueless = False
        empty: list[CellValue] = []  # one for all, as there may be a million of them
        rows: list[list[CellValue]] = []
        shared: dict[str, tuple[int, int, str]] = {}
        for number, column, cell in placed_cells(root):
            if not len(cell):
                continue
            try:
                value = self._value(cell, (number, column), shared)
            except (KeyError, ValueError, IndexError, OverflowError):
                address = address_of(number, column)
                raise CellFault(address, cell.findtext(V) or "") from None
            if value is None:
                continue
            below = max(0, number - len(rows))
            row = empty if below else rows[number - 1]
            missing = column - len(row)
            if missing <= 0:
                row[column - 1] = value
                continue
            self._places += missing + below
            if self._places > MOST_PLACES:
                raise CellFault(address_of(number, column), str(value), is_far=True)
            rows.extend(repeat(empty, below))
            if row is empty:
                row = rows[number - 1] = []
            row.extend([None] * (missing - 1))
            row.append(value)
        merged = tuple(
            area_of(m.get("ref", "")) for m in root.iterfind(f"{M}mergeCells/{M}mergeCell")
        )
        return SheetData(name, rows, merged, self._has_valueless)

    def _value(
        self, cell: Element, place: tuple[int, int], shared: dict[str, tuple[int, int, str]]
    ) -> CellValue:
        content = None
        inside: Element | None = cell[0]
        while inside is not None:
            tag, after = inside.tag, inside.getnext()
            if tag == V:
                content = inside.text
            elif tag == F:
                if not is_of_its_kind(cell, after):
                    self._has_valueless = True
                return _formula(inside, place, shared)
            elif tag == IS:
                return text_of(inside) or None
            inside = after
        if content is None:
            return None
        kind = cell.get("t", "n")
        if kind == "n":
            value = number(content)
            return moment_of(value, self.epoch) if cell.get("s", "0") in self.dates else value
        return self._of_kind(kind, content)

    def _of_kind(self, kind: str, content: str) -> CellValue:
        match kind:
            case "s":
                place = int(content)
                if place < 0:
                    raise IndexError(content)
                return self.strings[place] or None
            case "b":
                return TRUTHS[content.strip()]
            case "e" if content.strip():
                return CellError(content)
            case "d":
                return datetime.fromisoformat(content).replace(tzinfo=None)
            case "str":
                return unescaped(content) or None
            case "inlineStr":  # its text stands elsewhere, and this counts for nobody
                return None
        raise ValueError(kind)


def is_of_its_kind(cell: Element, shown: Element | None) -> bool:
    """True if a formula shows a value of the kind that the cell has; nothing is a text only."""
    kind = cell.get("t", "n")
    if kind == "str":
        return True
    text = "" if shown is None else (shown.text or "").strip()
    if kind == "b":
        return text in TRUTHS
    if kind == "e":
        return text.startswith("#")
    if kind != "n":
        return bool(text)
    try:
        number(text)
    except ValueError:
        return False
    return True


def _formula(
    formula: Element, place: tuple[int, int], shared: dict[str, tuple[int, int, str]]
) -> Formula:
    """A formula, which several cells may share, as it reads in one of them; the first has its text."""
    text = formula.text or ""
    if formula.get("t") != "shared":
        return Formula("=" + text)
    (row, column), key = place, formula.get("si", "")
    if text:
        shared[key] = row, column, text
    first_row, first_column, text = shared.get(key, (row, column, ""))
    if column == first_column:
        return Formula("=" + moved_down(text, row - first_row))
    return Formula("=" + shifted(text, row - first_row, column - first_column))


def placed_cells(root: Element) -> Iterator[tuple[int, int, Element]]:
    """Every cell with its row and column; where a part does not say, the next place counts.

    Raises:
        ValueError: a row or a cell is where none can be, or is there twice.
    """
    data = root.find(f"{M}sheetData")
    known: dict[str, int] = {}
    rows: set[int] = set()
    last = 0
    for row in children(data, ROW) if data is not None else ():
        said = row.get("r")
        last = place_of(f"A{said}")[0] if said else last + 1
        if last in rows:
            message = f"row {last} is there twice"
            raise ValueError(message)
        rows.add(last)
        ending = said or "?"
        column = highest = 0
        for cell in children(row, C):
            address = cell.get("r")
            if address:
                letters = address.removesuffix(ending)
                if letters not in known:
                    line, known[letters] = place_of(address)
                    if line != last:
                        message = f"cell {address} is in row {last}"
                        raise ValueError(message)
                column = known[letters]
            else:
                column += 1
            if column > highest:
                highest = column
            elif _has_twice(row):
                message = f"row {last} has a cell twice"
                raise ValueError(message)
            yield last, column, cell


def _has_twice(row: Element) -> bool:
    """True if two cells of a row, which are not in order, have one place."""
    columns: list[int] = []
    for cell in children(row, C):
        address = cell.get("r")
        columns.append(place_of(address)[1] if address else (columns or [0])[-1] + 1)
    return len({*columns}) < len(columns)


def number(content: str) -> int | float:
    """A number as cells have it; a spreadsheet program holds doubles only.

    Raises:
        ValueError: it is none.
    """
    if content.isdecimal() and content.isascii() and len(content) <= 15:
        return int(content)
    value = float(content)
    if not isfinite(value) or "_" in content or not content.isascii():
        raise ValueError(content)
    return int(value) if value.is_integer() and abs(value) <= EXACT else value


def text_of(item: Element) -> str:
    """The text of a string item: runs joined, without its phonetic reading."""
    if len(item) == 1 and (only := item[0]).tag == T:
        return unescaped(only.text or "")
    parts = [part.text or "" for part in chain(item.iterfind(T), item.iterfind(f"{R}/{T}"))]
    return unescaped("".join(parts))


def unescaped(text: str) -> str:
    """A text without the escapes that stand for characters XML cannot hold."""
    if "_x" not in text:
        return text
    return _UNESCAPED.sub(lambda found: chr(int(found[1], 16)), text)


def escaped(text: str) -> str:
    """A text with what would be read as an escape, and with line feeds of their own, escaped."""
    text = _ESCAPED.sub(lambda found: f"_x005F{found[0]}", text)
    return text.replace("\r", "_x000D_")


def require_holdable(
    cell: Callable[[], str], value: CellValue, epoch: datetime = EPOCHS[False]
) -> None:
    """Refuse what would not read back as it was; ``cell`` names the cell with its tab, for messages.

    Raises:
        HostError: no cell can hold the value.
    """
    fault = ""
    text = value.text if isinstance(value, Formula) else value
    if isinstance(text, str) and UNHOLDABLE.search(text):
        raise unholdable(cell(), text)
    if isinstance(value, str) and len(value) > MOST_TEXT:
        message = msg("{cell} would get a text of {count} characters; a cell holds at most {most}.")
        fault = t(message, cell=cell(), count=len(value), most=MOST_TEXT)
    elif isinstance(value, int | float) and not _is_exact(value):
        message = msg("{cell} would get {number}, which is more exact than a cell can be.")
        fault = t(message, cell=cell(), number=_shortened(value))
    elif isinstance(value, datetime | date) and serial(value, epoch) < 0:
        message = msg("{cell} would get {date}, which is before the first date of a workbook.")
        fault = t(message, cell=cell(), date=value)
    if fault:
        raise HostError(fault, t("Type it again."))


def _is_exact(value: float) -> bool:
    """True if a cell, which has a double, holds the number as it is."""
    try:
        return isfinite(value) if isinstance(value, float) else int(float(value)) == value
    except OverflowError:
        return False


def _shortened(value: float) -> str:
    """A number as a message has it."""
    if isinstance(value, int) and abs(value) > MOST_SHOWN:
        return t("a number of {count} digits", count=int(abs(value).bit_length() * 0.30103) + 1)
    return str(value)
