"""Formulas as text: the same formula as it reads in another row or column."""

from __future__ import annotations

import re

from xlplugin.parts.addresses import MOST_COLUMNS, MOST_ROWS, column_of
from xlplugin.workbook.book import column_letter

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
LOST = "#REF!"


def shifted(formula: str, rows: int, columns: int) -> str:
    """A formula as it reads so many rows further down and columns further right.

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


def _column(pinned: str, letters: str, by: int) -> str:
    number = column_of(letters) + (0 if pinned else by)
    return pinned + column_letter(number) if 1 <= number <= MOST_COLUMNS else ""


def _row(pinned: str, digits: str, by: int) -> str:
    number = int(digits) + (0 if pinned else by)
    return f"{pinned}{number}" if 1 <= number <= MOST_ROWS else ""
