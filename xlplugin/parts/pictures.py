"""Pictures of drawn tabs, put on them with openpyxl, which would want Pillow for those of its own."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from openpyxl.drawing.fill import Blip
from openpyxl.drawing.geometry import PresetGeometry2D
from openpyxl.drawing.image import Image
from openpyxl.drawing.picture import PictureFrame
from openpyxl.drawing.spreadsheet_drawing import AnchorMarker, OneCellAnchor
from openpyxl.drawing.xdr import XDRPositiveSize2D
from openpyxl.worksheet.worksheet import Worksheet

from xlplugin.workbook.picture import Picture

POINT = 12_700
"""The units of a drawing in a point."""


def add_pictures(sheet: Worksheet, pictures: Iterable[Picture]) -> None:
    """Put pictures on a tab, each at the corner of its cell, with which it moves and keeps its size."""
    drawn: Any = sheet  # openpyxl's own way looks at each picture with Pillow
    first = 1 + len(drawn._charts)  # noqa: SLF001
    for number, picture in enumerate(pictures, first):
        drawn._images.append(_Image(picture, number))  # noqa: SLF001


class _Image(Image):
    """A picture as openpyxl writes it; what it is like is known."""

    format = "png"

    def __init__(self, picture: Picture, number: int) -> None:
        self._png = picture.png
        frame = PictureFrame()
        looks: Any = frame.nvPicPr.cNvPr
        looks.id, looks.name, looks.descr = number, picture.text, picture.text
        frame.blipFill.blip = Blip()
        frame.spPr.prstGeom, frame.spPr.ln = PresetGeometry2D(prst="rect"), None
        size = XDRPositiveSize2D(round(picture.width * POINT), round(picture.height * POINT))
        corner = AnchorMarker(col=picture.column - 1, row=picture.row - 1)
        anchor: Any = OneCellAnchor(_from=corner, ext=size)
        anchor.pic = frame
        self.anchor = anchor

    def _data(self) -> bytes:
        return self._png
