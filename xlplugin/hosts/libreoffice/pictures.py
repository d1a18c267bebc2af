"""Pictures of tabs that LibreOffice has open."""

from __future__ import annotations

from collections.abc import Sequence

import uno

from xlplugin.hosts.libreoffice.cells import Uno
from xlplugin.workbook.picture import Picture

POINT = 2540 / 72
"""In hundredths of a millimetre."""


def add_pictures(document: Uno, sheet: Uno, pictures: Sequence[Picture]) -> None:
    """Put pictures on a tab, each at the corner of its cell, with which it moves and keeps its size."""
    if not pictures:
        return
    services = uno.getComponentContext().ServiceManager
    provider = services.createInstance("com.sun.star.graphic.GraphicProvider")
    for picture in pictures:
        shape = document.createInstance("com.sun.star.drawing.GraphicObjectShape")
        sheet.DrawPage.add(shape)
        shape.Graphic = _read(services, provider, picture.png)
        cell = sheet.getCellByPosition(picture.column - 1, picture.row - 1)
        shape.Position = cell.Position
        size = (round(side * POINT) for side in (picture.width, picture.height))
        shape.Size = uno.createUnoStruct("com.sun.star.awt.Size", *size)
        shape.Anchor, shape.ResizeWithCell = cell, False
        shape.Description = picture.text  # no name: its Undo would give back another one


def _read(services: Uno, provider: Uno, png: bytes) -> Uno:
    """A picture from memory, without a file."""
    stream = services.createInstance("com.sun.star.io.SequenceInputStream")
    stream.initialize((uno.ByteSequence(png),))
    value = uno.createUnoStruct("com.sun.star.beans.PropertyValue")
    value.Name, value.Value = "InputStream", stream
    return provider.queryGraphic((value,))
