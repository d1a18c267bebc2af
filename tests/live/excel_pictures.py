"""Pictures on the tabs of a desktop Excel, on Windows and on macOS alike."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import remote
from excel_things import BAD_PARAMETER, NotWritten, Refused, Thing
from openpyxl.utils import get_column_letter

CHARACTER, USUAL_WIDTH, USUAL_HEIGHT = 5.25, 8.43, 15.0
"""The points of a character; the size of a cell of which nothing is said."""
SO_FAR = 0.01


def corner(sheet: Any, row: int, column: int) -> tuple[float, float]:
    """Where a cell of openpyxl's tab begins, in points from the left and from the top."""
    left = sum(_width(sheet, number) for number in range(1, column))
    return left, sum(_height(sheet, number) for number in range(1, row))


def _width(sheet: Any, column: int) -> float:
    letter = get_column_letter(column)
    known = letter in sheet.column_dimensions
    return (sheet.column_dimensions[letter].width if known else USUAL_WIDTH) * CHARACTER


def _height(sheet: Any, row: int) -> float:
    height = sheet.row_dimensions[row].height if row in sheet.row_dimensions else None
    return height or sheet.sheet_format.defaultRowHeight or USUAL_HEIGHT


def _place(sheet: Any, size: Callable[[Any, int], float], points: float) -> int:
    """The row or column that begins there; Excel puts pictures anywhere, which nobody here asks for."""
    place, so_far = 1, 0.0
    while so_far < points - SO_FAR:
        so_far += size(sheet, place)
        place += 1
    if abs(so_far - points) > SO_FAR:
        message = f"a picture {points} points away is at no corner of a cell"
        raise NotWritten(message)
    return place


class Picture(Thing):
    """A picture; as a shape it is the same."""

    def __init__(self, tab: Any, image: Any) -> None:
        super().__init__(tab.excel)
        self.tab, self.image = tab, image

    @classmethod
    def added(cls, tab: Any, file: str, size: tuple[float, float]) -> Picture:
        """A picture that is read from a file, and put at the corner of a tab in a size in points."""
        try:
            png = Path(file).read_bytes()
        except OSError as error:
            raise Refused(BAD_PARAMETER, "The specified file wasn't found.") from error
        image = remote.add_picture(tab.sheet, png, 1, 1)
        image.anchor.ext.width, image.anchor.ext.height = (round(s * remote.EMU) for s in size)
        return cls(tab, image)

    def is_gone(self) -> bool:
        """Whether its tab has been deleted."""
        return self.tab.is_gone()

    @property
    def looks(self) -> Any:
        """Its name and its text."""
        return self.image.anchor.pic.nvPicPr.cNvPr

    def _get_parent(self) -> Any:
        return self.tab

    def _get_drawing_object(self) -> Picture:
        return self

    _get_shape_range = _get_drawing_object

    def _get_name(self) -> str:
        return self.looks.name

    def _set_name(self, name: str) -> None:
        self.looks.name = name

    def _set_alternative_text(self, text: str) -> None:
        self.looks.descr = text

    def _set_left(self, points: float) -> None:
        self.image.anchor._from.col = _place(self.tab.sheet, _width, points) - 1

    def _set_top(self, points: float) -> None:
        self.image.anchor._from.row = _place(self.tab.sheet, _height, points) - 1
