"""Formulas as text: the same formula as it reads in another row or column."""

from __future__ import annotations

import re
from functools import lru_cache

from xlplugin.parts.addresses import MOST_COLUMNS, MOST_ROWS, column_of
from xlplugin.workbook.book import column_letter
from xlplugin.workbook.formulas import LOST

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
