"""A workbook of openpyxl as the file that is written of it."""

from __future__ import annotations

from collections.abc import Collection
from html import escape
from io import BytesIO
from typing import TYPE_CHECKING
from zipfile import ZipFile

from defusedxml.ElementTree import fromstring
from openpyxl.writer.excel import ExcelWriter

from xlplugin.hosts.keep import keep_what_openpyxl_drops
from xlplugin.hosts.package import DECLARATION, OFFICE, Package
from xlplugin.hosts.styles import STYLES, with_fonts_in_order

if TYPE_CHECKING:
    from openpyxl import Workbook

PROPERTIES = "docProps/app.xml"
PROPERTIES_SPACE = f"{OFFICE}/officeDocument/2006/extended-properties"
PROGRAM = "Microsoft Excel Compatible / xlplugin"
"""The name by which a spreadsheet program knows what kind of program has written a file."""
OF_PEOPLE = ("Manager", "Company", "HyperlinkBase")
"""Properties that somebody has typed."""


def saved(workbook: Workbook, original: ZipFile | None = None, anew: Collection[str] = ()) -> bytes:
    """The workbook as a file, with what openpyxl would leave out of it or write otherwise.

    Args:
        workbook: with every change made; it can be saved only once.
        original: the file that openpyxl has read it from, if any; what is damaged in it raises
            whatever its parsers stumble over.
        anew: tabs that have been drawn anew, charts included, so that nothing of them is kept.
    """
    stream = BytesIO()
    with ZipFile(stream, "w") as archive:
        ExcelWriter(workbook, archive).save()
    with ZipFile(stream) as archive:
        package = Package(archive)
        if original:
            keep_what_openpyxl_drops(Package(original), package, anew)
        package.put(STYLES, with_fonts_in_order(package.read(STYLES)))
        package.put(PROPERTIES, _properties(original))
        return package.packed()


def _properties(original: ZipFile | None) -> bytes:
    """The program that has written the file, and what people have typed beside that."""
    properties = {"Application": PROGRAM}
    if original and PROPERTIES in original.namelist():
        before = fromstring(original.read(PROPERTIES))
        typed = {name: before.findtext(f"{{{PROPERTIES_SPACE}}}{name}") for name in OF_PEOPLE}
        properties |= {name: text for name, text in typed.items() if text}
    lines = "".join(f"<{name}>{escape(text)}</{name}>" for name, text in properties.items())
    root = f'<Properties xmlns="{PROPERTIES_SPACE}">{lines}</Properties>'
    return (DECLARATION + root).encode()
