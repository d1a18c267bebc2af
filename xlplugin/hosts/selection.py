"""The cells that are selected where a button is clicked."""

from __future__ import annotations

import re
from typing import NamedTuple

from xlplugin.parts.addresses import LAST_COLUMN, MOST_ROWS, column_of
from xlplugin.workbook.layout import Area

CELL = r"\$?([A-Z]{1,3})?\$?(\d{1,7})?"
ADDRESS = re.compile(rf"{CELL}(?::(?=.){CELL})?")
BETWEEN_AREAS = re.compile(r"[,;]")
"""Excel puts the list separator of its user between areas in some of its words."""
MOST_TOLD, LONGEST_AREA = 255, len(",$XFD$1048576:$XFD$1048576")
"""The characters that Excel tells of an address, areas beyond being dropped silently; and the longest area."""


class Selection(NamedTuple):
    """Cells of one tab, in one piece or in several."""

    tab: str
    areas: tuple[Area, ...]

    def has(self, row: int, column: int) -> bool:
        """True if a cell is selected."""
        return any(
            top <= row <= bottom and left <= column <= right
            for top, left, bottom, right in self.areas
        )

    def has_row(self, row: int) -> bool:
        """True if a cell of a row is selected."""
        return any(top <= row <= bottom for top, _, bottom, _ in self.areas)


def areas_at(address: str) -> tuple[Area, ...]:
    """The areas of an address such as ``$C$2:$E$3,$C$7``; whole rows are ``2:3``, columns ``C:C``.

    Raises:
        ValueError: it is no such address.
    """
    return tuple(_area(part) for part in BETWEEN_AREAS.split(address))


def may_be_cut(address: str) -> bool:
    """True if Excel may have left areas out of an address."""
    return len(address) > MOST_TOLD - LONGEST_AREA and bool(BETWEEN_AREAS.search(address))


def _area(address: str) -> Area:
    found = ADDRESS.fullmatch(address.strip())
    if not found or not any(found.groups()):
        message = f"no address: {address!r}"
        raise ValueError(message)
    left, top, right, bottom = found.groups()
    if right is None and bottom is None:
        right, bottom = left, top
    return (
        int(top or 1),
        column_of(left or "A"),
        int(bottom or MOST_ROWS),
        column_of(right or LAST_COLUMN),
    )
