"""New tabs that are no tables, drawn from their declarations with openpyxl, in a workbook of their own."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from io import BytesIO
from typing import Any, cast
from zipfile import ZipFile

from openpyxl import Workbook
from openpyxl.drawing.spreadsheet_drawing import SpreadsheetDrawing
from openpyxl.worksheet._writer import WorksheetWriter
from openpyxl.worksheet.worksheet import Worksheet
from openpyxl.writer.excel import ExcelWriter

from xlplugin.parts.drawing import add_drawing, add_page
from xlplugin.parts.drawing_looks import ensure_styles
from xlplugin.parts.fonts import with_fonts_in_order
from xlplugin.parts.new_tabs import Drawn
from xlplugin.parts.package import TYPES, Package, TimelessZip
from xlplugin.parts.styles import STYLES, Styles
from xlplugin.workbook.book import AddDrawing
from xlplugin.workbook.live_patterns import Page


def draw(new: Iterable[AddDrawing | Page], *, has_home: bool) -> Drawn:
    """Draw tabs.

    Args:
        new: the tabs that are to be added.
        has_home: whether the workbook has the tab that headers lead back to.
    """
    scratch = Workbook()
    for each in new:
        if isinstance(each, Page):
            add_page(scratch, each)
        else:
            add_drawing(scratch, each, has_home=has_home)
    return Drawn(drawn(scratch))


@cache
def declared_styles() -> Styles:
    """Our styles as they are declared."""
    scratch = Workbook()
    ensure_styles(scratch)
    return Styles(drawn(scratch).read(STYLES))


def drawn(workbook: Workbook) -> Package:
    """The workbook as a package; it can be saved only once."""
    stream = BytesIO()
    with TimelessZip(stream, "w") as archive:
        _InMemory(workbook, archive).save()
    package = Package(ZipFile(stream))
    for part in package.names:  # without the time of day, which openpyxl gives each
        package.put(part, package.read(part))
    package.put(TYPES, package.types())
    package.put(STYLES, with_fonts_in_order(package.read(STYLES)))
    return package


class _InMemory(ExcelWriter):
    """openpyxl, without a temporary file for each tab: a killed run would leave it behind."""

    def write_worksheet(self, ws: Worksheet) -> None:
        """Write a tab."""
        stream, tab = BytesIO(), cast("Any", ws)
        tab._drawing = SpreadsheetDrawing()  # noqa: SLF001  (as the method that this replaces)
        tab._drawing.charts, tab._drawing.images = tab._charts, tab._images  # noqa: SLF001
        writer: Any = WorksheetWriter(ws, stream)
        writer.write()
        tab._rels = writer._rels  # noqa: SLF001
        cast("Any", self)._archive.writestr(ws.path[1:], stream.getvalue())  # noqa: SLF001
        self.manifest.append(ws)
