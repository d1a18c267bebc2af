"""Cell addresses in A1 notation, as row and column from 1."""

from __future__ import annotations

import re
from functools import lru_cache

from xlplugin.workbook.book import column_letter
from xlplugin.workbook.layout import Area

MOST_ROWS, MOST_COLUMNS = 1_048_576, 16_384
LAST_COLUMN = "XFD"
_ADDRESS = re.compile(r"\$?([A-Za-z]{1,3})\$?([0-9]{1,7})")


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
