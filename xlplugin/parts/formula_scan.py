"""The formulas of a sheet's part as another parser than the writer's reads them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import NamedTuple
from xml.parsers import expat

from xlplugin.parts.addresses import MOST_COLUMNS, address_of, column_of
from xlplugin.parts.results import Shown
from xlplugin.parts.xml import MAIN
from xlplugin.workbook.book import SheetData
from xlplugin.workbook.layout import CellError, Formula

CELL, FORMULA, VALUE = (f"{MAIN} {name}" for name in ("c", "f", "v"))
_WORD = re.compile(r"""\"[^"]*\"|'[^']*'|\[[^\]]*\]|[\w.$\\]+(?::[\w.$\\]+)?[(!]?""")
_CELL = re.compile(r"(\$?)([A-Za-z]{1,3})(\$?)([0-9]{1,7})")
_COLUMNS = re.compile(r"(\$?)([A-Za-z]{1,3}):(\$?)([A-Za-z]{1,3})")
_ROWS = re.compile(r"(\$?)([0-9]{1,7}):(\$?)([0-9]{1,7})")


class FormulaCell(NamedTuple):
    """A cell with a formula: its text without an equals sign, its attributes, what it shows."""

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
    """The formulas that do not read as meant, each with its address.

    Args:
        found: the cells of the part.
        sheet: the tab as it is meant.
    """
    firsts: dict[str, str] = {}
    for number, row in enumerate(sheet.rows, 1):
        for column, value in enumerate(row, 1):
            if isinstance(value, Formula):
                address = address_of(number, column)
                cell = found.get(address)
                if cell is None or not _reads(cell, value.text, address, firsts):
                    yield address, cell.text if cell else ""


def other_errors(found: Mapping[str, FormulaCell], results: Shown) -> Iterator[tuple[str, str]]:
    """The formulas that do not show the error that they should, with address and what they show."""
    for place, result in results.items():
        address = address_of(*place)
        if isinstance(result, CellError) and found[address].shown != result.code:
            yield address, found[address].shown or ""


def _reads(cell: FormulaCell, meant: str, address: str, firsts: dict[str, str]) -> bool:
    """True if a cell has the formula that is meant, or shares it with the first that has it."""
    if cell.attributes.get("t") != "shared":
        return "=" + cell.text == meant
    key = cell.attributes.get("si", "")
    if cell.text:
        firsts[key] = _with_steps("=" + cell.text, address)
    return firsts.get(key) == _with_steps(meant, address)


class _Scan:
    """Goes through a part once and keeps what is in cells with a formula."""

    def __init__(self) -> None:
        self.found: dict[str, FormulaCell] = {}
        self._address = ""
        self._attributes: dict[str, str] | None = None
        self._texts: dict[str, str] = {}
        self._inside = ""
        self.parser = expat.ParserCreate(namespace_separator=" ")
        self.parser.buffer_text = True
        self.parser.StartElementHandler = self._start
        self.parser.EndElementHandler = self._end

    def _start(self, name: str, attributes: dict[str, str]) -> None:
        if name == CELL:
            address = attributes.get("r", "")
            self._address, self._attributes = address.replace("$", "").upper(), None
        elif name == FORMULA:
            self._attributes, self._texts = attributes, {}
            self._listen(name)
        elif name == VALUE and self._attributes is not None:
            self._listen(name)

    def _listen(self, name: str) -> None:
        self._inside, self._texts[name] = name, ""
        self.parser.CharacterDataHandler = self._hear

    def _hear(self, text: str) -> None:
        self._texts[self._inside] += text

    def _end(self, name: str) -> None:
        if name == self._inside:
            self._inside, self.parser.CharacterDataHandler = "", None
        elif name == CELL and self._attributes is not None:
            texts, shown = self._texts, self._texts.get(VALUE)
            self.found[self._address] = FormulaCell(texts[FORMULA], self._attributes, shown)


def _with_steps(formula: str, address: str) -> str:
    """A formula whose references say how far off they are: the same in all cells that share it."""
    here = _CELL.fullmatch(address)
    assert here
    column, row = column_of(here[2]), int(here[4])

    def across(fixed: str, letters: str) -> str:
        return f"${letters}" if fixed else f"<{column_of(letters) - column}>"

    def down(fixed: str, digits: str) -> str:
        return f"${digits}" if fixed else f"<{int(digits) - row}>"

    def stepped(word: str) -> str:
        cell = _CELL.fullmatch(word)
        if cell is None or column_of(cell[2]) > MOST_COLUMNS:
            return word
        return across(cell[1], cell[2]) + down(cell[3], cell[4])

    def with_steps(found: re.Match[str]) -> str:
        word = found[0]
        if word[0] in "\"'[" or word[-1] == "!":
            return word
        for kind, step in ((_COLUMNS, across), (_ROWS, down)):
            ends = kind.fullmatch(word)
            if ends:
                return f"{step(ends[1], ends[2])}:{step(ends[3], ends[4])}"
        return ":".join(map(stepped, word.split(":")))

    return _WORD.sub(with_steps, formula)
