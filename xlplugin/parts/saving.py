"""New workbooks, and those of openpyxl as packages."""

from __future__ import annotations

from collections.abc import Sequence
from io import BytesIO
from zipfile import ZipFile

from openpyxl import Workbook
from openpyxl.packaging.core import DocumentProperties
from openpyxl.writer.excel import ExcelWriter

from xlplugin.parts.editing import Editing
from xlplugin.parts.fonts import with_fonts_in_order
from xlplugin.parts.package import TYPES, Package
from xlplugin.parts.properties import APP, NAMED
from xlplugin.parts.styles import STYLES
from xlplugin.workbook.book import Book, Change, RemoveSheet


def new_workbook(changes: Sequence[Change], properties: DocumentProperties) -> bytes:
    """A workbook as a file, with nothing but the tabs that the changes add in their order.

    Raises:
        HostError: a text cannot be in any workbook.
    """
    blank = Workbook()
    blank.properties = properties
    blank.views[0].firstSheet = None  # or it would move along with the first tab
    (tab,) = blank.sheetnames
    editing = Editing(drawn(blank), Book(""))
    editing.apply([RemoveSheet(tab), *changes])
    package = editing.finish()
    package.put(APP, NAMED)  # nothing of what openpyxl says of itself
    return package.packed()


def drawn(workbook: Workbook) -> Package:
    """The workbook as a package; it can be saved only once."""
    stream = BytesIO()
    with ZipFile(stream, "w") as archive:
        ExcelWriter(workbook, archive).save()
    package = Package(ZipFile(stream))
    for part in package.names:  # without the time of day, which openpyxl gives each
        package.put(part, package.read(part))
    package.put(TYPES, package.types())
    package.put(STYLES, with_fonts_in_order(package.read(STYLES)))
    return package
