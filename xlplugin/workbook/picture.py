"""Pictures that stand on drawn tabs."""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Picture:
    """A picture on a tab, its upper left corner that of a cell.

    Args:
        png: its bytes, as a PNG file has them.
        row, column: the cell, from 1; the picture moves with it.
        width, height: in points, whatever the picture's own are.
        text: said in place of it by screen readers, where the program lets us, or else its name.
    """

    png: bytes = field(repr=False)
    row: int
    column: int
    width: float
    height: float
    text: str
