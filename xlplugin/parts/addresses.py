"""Cell addresses in A1 notation, as row and column from 1; formulas as they read in other rows and columns."""

from __future__ import annotations

import re
from functools import lru_cache

from xlplugin.workbook.book import column_letter
from xlplugin.workbook.formulas import LOST
from xlplugin.workbook.layout import Area

MOST_ROWS, MOST_COLUMNS = 1_048_576, 16_384
LAST_COLUMN = "XFD"
_ADDRESS = re.compile(r"\$?([A-Za-z]{1,3})\$?([0-9]{1,7})")
_REFERENCE = re.compile(
    r"""
    (?P<skip> "(?:[^"]|"")*" | '(?:[^']|'')*' | \[[^\]]*\] )
    | (?<![\w.$]) (?:
        (?P<cell> (\$?)([A-Za-z]{1,3})(\$?)([0-9]{1,7}) )
      | (?P<columns> (\$?)([A-Za-z]{1,3}):(\$?)([A-Za-z]{1,3}) )
      | (?P<rows> (\$?)([0-9]{1,7}):(\$?)([0-9]{1,7}) )
    ) (?![\w.(!])
    """,
    re.VERBOSE,
)


@lru_cache(maxsize=MOST_COLUMNS)
def column_of(letters: str) -> int:
    """1 for ``A``, 28 for ``AB``."""
    number = 0
    for letter in letters.upper():
        number = number * 26 + ord(letter) - 64
    return number


def place_of(address: str) -> tuple[int, int]:
    """Row and column of ``B7``.

    Raises:
        ValueError: no cell has the address.
    """
    found = _ADDRESS.fullmatch(address)
    place = (int(found[2]), column_of(found[1])) if found else (0, 0)
    if not (1 <= place[0] <= MOST_ROWS and 1 <= place[1] <= MOST_COLUMNS):
        message = f"no cell has the address {address[:40]!r}"
        raise ValueError(message)
    return place


def address_of(row: int, column: int) -> str:
    """``B7`` for row 7, column 2."""
    return f"{column_letter(column)}{row}"


def area_of(reference: str) -> Area:
    """The cells of ``B2:D9``, of a single one, of whole columns (``A:B``) or rows (``1:3``).

    Raises:
        ValueError: it is no range of cells.
    """
    start, _, end = reference.partition(":")
    if end.isalpha():
        start, end = f"{start}1", f"{end}{MOST_ROWS}"
    elif end.isdecimal():
        start, end = f"A{start}", f"{LAST_COLUMN}{end}"
    rows, columns = zip(place_of(start), place_of(end or start), strict=True)
    return min(rows), min(columns), max(rows), max(columns)


def shifted(formula: str, rows: int, columns: int) -> str:
    """A formula as it reads some rows further down and columns further right.

    References without ``$`` move along; one that leaves the sheet becomes ``#REF!``.
    """

    def moved(found: re.Match[str]) -> str:
        if found["cell"]:
            _, pinned, letters, pinned_row, digits = found.group("cell", 3, 4, 5, 6)
            if column_of(letters) > MOST_COLUMNS or not 1 <= int(digits) <= MOST_ROWS:
                return found[0]  # a name, as in TAXES2024
            column = _column(pinned, letters, columns)
            row = _row(pinned_row, digits, rows)
            return column + row if column and row else LOST
        if found["columns"]:
            ends = [_column(found[i], found[i + 1], columns) for i in (8, 10)]
        elif found["rows"]:
            ends = [_row(found[i], found[i + 1], rows) for i in (13, 15)]
        else:
            return found[0]
        return ":".join(ends) if all(ends) else LOST

    return _REFERENCE.sub(moved, formula) if rows or columns else formula


def moved_down(formula: str, rows: int) -> str:
    """A formula as it reads some rows further down; quick for one that is needed row after row."""
    if not rows:
        return formula
    parts = _around_row(formula)
    if parts is None:
        return shifted(formula, rows, 0)
    row, pieces = parts
    return str(row + rows).join(pieces)


@lru_cache(maxsize=256)
def _around_row(formula: str) -> tuple[int, list[str]] | None:
    """The row that a formula speaks of, and its pieces around that; ``None`` for one of other rows too.

    Beyond the last row there is nothing to move to: such a formula is not taken apart either.
    """
    pieces: list[str] = []
    rows: set[int] = set()
    end = 0
    for found in _REFERENCE.finditer(formula):
        if found["rows"]:
            return None
        if not found["cell"]:
            continue
        _, _, letters, pinned, digits = found.group("cell", 3, 4, 5, 6)
        row = int(digits)
        if pinned or column_of(letters) > MOST_COLUMNS or not 1 <= row <= MOST_ROWS:
            continue
        rows.add(row)
        pieces.append(formula[end : found.start(6)])
        end = found.end()
    if len(rows) > 1 or max(rows, default=0) > MOST_ROWS // 2:
        return None
    return max(rows, default=0), [*pieces, formula[end:]]


def _column(pinned: str, letters: str, by: int) -> str:
    number = column_of(letters) + (0 if pinned else by)
    return pinned + column_letter(number) if 1 <= number <= MOST_COLUMNS else ""


def _row(pinned: str, digits: str, by: int) -> str:
    number = int(digits) + (0 if pinned else by)
    return f"{pinned}{number}" if 1 <= number <= MOST_ROWS else ""
