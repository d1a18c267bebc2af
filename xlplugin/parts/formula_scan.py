"""The formulas of a sheet's part as another parser than the writer's reads them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import NamedTuple
from xml.parsers import expat

from xlplugin.parts.addresses import MOST_COLUMNS, address_of, column_of
from xlplugin.workbook.book import SheetData, column_letter
from xlplugin.workbook.layout import CellError, Formula
from xlplugin.workbook.live_tables import Shown

_WORD = re.compile(r"""\"[^"]*\"|'[^']*'|\[[^\]]*\]|[\w.$\\]+(?::[\w.$\\]+)?[(!]?""")
_END = re.compile(r"(?:(\$?)([A-Za-z]{1,3}))?(?:(\$?)([0-9]{1,7}))?")


class FormulaCell(NamedTuple):
    """A cell with a formula: its text without an equals sign, its attributes, the value that it shows."""

    text: str
    attributes: Mapping[str, str]
    shown: str | None


def formula_cells(part: bytes) -> dict[str, FormulaCell]:
    """The cells of a sheet's part that have a formula, by address.

    Raises:
        ValueError: the part is damaged.
    """
    scan = _Scan()
    try:
        scan.parser.Parse(part, True)  # noqa: FBT003  (nothing comes after it)
    except expat.ExpatError as error:
        raise ValueError(str(error)) from None
    return scan.found


def misread(found: Mapping[str, FormulaCell], sheet: SheetData) -> Iterator[tuple[str, str]]:
    """The formulas among the cells found that do not read as the sheet has them, each with its address."""
    firsts: dict[str, _Shared] = {}
    for number, row in enumerate(sheet.rows, 1):
        for column, value in enumerate(row, 1):
            if isinstance(value, Formula):
                address = address_of(number, column)
                text = _text(found.get(address), number, column, firsts)
                if text != value.text:
                    yield address, text


def shown_otherwise(found: Mapping[str, FormulaCell], results: Shown) -> Iterator[tuple[str, str]]:
    """The formulas that show another number or error than they should, with address and what they show.

    The reader of values has no errors, and takes numbers for dates in some places.

    Raises:
        ValueError: one shows no number where there should be one.
    """
    for place, result in results.items():
        address = address_of(*place)
        shown = found[address].shown or ""
        if isinstance(result, CellError):
            is_same = shown == result.code
        elif isinstance(result, int | float) and not isinstance(result, bool):
            is_same = shown != "" and float(shown) == result
        else:
            continue
        if not is_same:
            yield address, shown


def _text(cell: FormulaCell | None, row: int, column: int, firsts: dict[str, _Shared]) -> str:
    """The formula of a cell, its own or the one that it shares with the first that has it."""
    if cell is None:
        return ""
    key = cell.attributes.get("si", "")
    if cell.attributes.get("t") == "shared":
        if cell.text:
            firsts[key] = _Shared(cell.text, row, column)
        if key in firsts:
            return "=" + firsts[key].at(row, column)
    return "=" + cell.text


class _Scan:
    """Goes through a part once and keeps what is in cells with a formula."""

    def __init__(self) -> None:
        self.found: dict[str, FormulaCell] = {}
        self._cell = self._formula = self._value = ""
        self._address = ""
        self._attributes: dict[str, str] | None = None
        self._text: list[str] = []
        self._shown: list[str] | None = None
        self.parser = expat.ParserCreate()
        self.parser.buffer_text = True
        self.parser.StartElementHandler = self._begin

    def _begin(self, name: str, _attributes: dict[str, str]) -> None:
        """Take the prefix from the first element: it is the same in all of the part."""
        prefix = name.removesuffix("worksheet")
        self._cell, self._formula, self._value = (prefix + local for local in "cfv")
        self.parser.StartElementHandler = self._start

    def _start(self, name: str, attributes: dict[str, str]) -> None:
        if name == self._cell:
            self._address = attributes.get("r", "")
        elif name == self._formula:
            self._attributes, self._text, self._shown = attributes, [], None
            self.parser.CharacterDataHandler = self._text.append
            self.parser.EndElementHandler = self._end
        elif name == self._value and self._attributes is not None:
            self._shown = []
            self.parser.CharacterDataHandler = self._shown.append

    def _end(self, name: str) -> None:
        self.parser.CharacterDataHandler = None
        if name == self._cell and self._attributes is not None:
            shown = None if self._shown is None else "".join(self._shown)
            cell = FormulaCell("".join(self._text), self._attributes, shown)
            self.found[self._address.replace("$", "").upper()] = cell
            self._attributes = self.parser.EndElementHandler = None


class _Shared:
    """A formula that cells share: its words, and the ends of references, which may move along.

    It is given as the first of the cells has it, with the row and the column of that cell.
    """

    def __init__(self, formula: str, row: int, column: int) -> None:
        self._row, self._column = row, column
        self._known: dict[int, tuple[str, list[int]]] = {}
        self._pieces: list[str | _End] = []
        end = 0
        for word in _WORD.finditer(formula):
            self._pieces += [formula[end : word.start()], *_ends(word[0])]
            end = word.end()
        self._pieces.append(formula[end:])

    def at(self, row: int, column: int) -> str:
        """The formula as another of the cells has it."""
        down, across = row - self._row, column - self._column
        if across not in self._known:
            self._known[across] = _with_gaps(self._pieces, across)
        text, rows = self._known[across]
        return text % tuple([number + down for number in rows])


def _with_gaps(pieces: list[str | _End], across: int) -> tuple[str, list[int]]:
    """A formula some columns further right, with gaps for the rows that move along, and those rows."""
    text, rows = "", []
    for piece in pieces:
        if isinstance(piece, str):
            text += piece.replace("%", "%%")
            continue
        letters, row = piece
        text += letters if isinstance(letters, str) else column_letter(max(1, letters + across))
        if isinstance(row, str):
            text += row
        else:
            text += "%d"
            rows.append(row)
    return text, rows


class _End(NamedTuple):
    """A cell, or the first or last column or row of several; a part that moves along is a number."""

    column: str | int
    row: str | int


def _ends(word: str) -> Iterator[str | _End]:
    """A word of a formula taken apart: what is no reference stays as it is."""
    texts = word.split(":")
    ends = [_end(text) for text in texts]
    has_column, has_row = ([bool(end and end[i]) for end in ends] for i in (0, 1))
    is_whole = len(ends) == 2 and (all(has_column) or all(has_row))  # columns, or rows
    for number, (text, end) in enumerate(zip(texts, ends, strict=True)):
        yield ":" * number
        yield end if end and (is_whole or all(end)) else text


def _end(text: str) -> _End | None:
    found = _END.fullmatch(text)
    if found is None:
        return None
    fixed, letters, fixed_row, digits = found.groups("")
    column, row = column_of(letters), int(digits or 0)
    if column > MOST_COLUMNS:
        return None
    return _End(f"${letters}" if fixed else column or "", f"${digits}" if fixed_row else row or "")
