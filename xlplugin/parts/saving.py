"""A workbook of openpyxl as the file that is written of it."""

from __future__ import annotations

from io import BytesIO
from typing import TYPE_CHECKING
from zipfile import ZipFile

from openpyxl.writer.excel import ExcelWriter

from xlplugin.parts.fonts import with_fonts_in_order
from xlplugin.parts.package import TYPES, Package
from xlplugin.parts.properties import APP, NAMED
from xlplugin.parts.styles import STYLES

if TYPE_CHECKING:
    from openpyxl import Workbook


def saved(workbook: Workbook) -> bytes:
    """The workbook as a file, with what openpyxl would write otherwise; it can be saved only once."""
    package = drawn(workbook)
    package.put(APP, NAMED)  # nothing of what openpyxl says of itself
    return package.packed()


def drawn(workbook: Workbook) -> Package:
    """The workbook as a package."""
    stream = BytesIO()
    with ZipFile(stream, "w") as archive:
        ExcelWriter(workbook, archive).save()
    package = Package(ZipFile(stream))
    for part in package.names:  # without the time of day, which openpyxl gives each
        package.put(part, package.read(part))
    package.put(TYPES, package.types())
    package.put(STYLES, with_fonts_in_order(package.read(STYLES)))
    return package
