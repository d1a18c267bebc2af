"""The list of styles of a workbook, where openpyxl reads or writes it otherwise than Excel.

It writes the parts of a font in an order that the schema does not allow, and numbers named styles
anew, but lets cells keep the old numbers.
"""

from __future__ import annotations

import re
from xml.etree.ElementTree import Element
from zipfile import ZipFile

from defusedxml.ElementTree import fromstring

from xlplugin.hosts.package import MAIN

STYLES = "xl/styles.xml"

FONT = re.compile(rb"(<font>)(.*?)(</font>)", re.DOTALL)
OF_FONT = re.compile(rb"<(\w+)[^>]*/>")
ORDER = b"b i strike condense extend outline shadow u vertAlign sz color name family charset scheme"
PLACES = {name: place for place, name in enumerate(ORDER.split())}
"""As the schema has it, and Excel writes it."""

FORMATS = re.compile(rb"<(?:\w+:)?cellXfs\b.*</(?:\w+:)?cellXfs>", re.DOTALL)
STYLE_OF = re.compile(rb"(\bxfId=[\"'])(\d+)")


def with_fonts_in_order(styles: bytes) -> bytes:
    """The list as openpyxl has written it, with what a font is in the order of the schema."""

    def place(part: re.Match[bytes]) -> int:
        return PLACES.get(part[1], len(PLACES))

    def ordered(font: re.Match[bytes]) -> bytes:
        parts = sorted(OF_FONT.finditer(font[2]), key=place)
        return font[1] + b"".join(part[0] for part in parts) + font[3]

    return FONT.sub(ordered, styles)


def with_styles_numbered(archive: ZipFile) -> dict[str, bytes]:
    """The list of styles with the styles of cells numbered as openpyxl will number them.

    What points at no named style points at the first one then, which is the usual one.

    Returns:
        What to read in place of a part; nothing if the numbers are right as they are.
    """
    if STYLES not in archive.namelist():
        return {}
    styles = archive.read(STYLES)
    root = fromstring(styles)
    places = _places(root)
    formats = root.iterfind(f"{{{MAIN}}}cellXfs/{{{MAIN}}}xf")
    pointed = {int(each.get("xfId", "0")) for each in formats}
    if all(places.get(number, 0) == number for number in pointed):
        return {}

    def numbered(found: re.Match[bytes]) -> bytes:
        return found[1] + str(places.get(int(found[2]), 0)).encode()

    def all_numbered(found: re.Match[bytes]) -> bytes:
        return STYLE_OF.sub(numbered, found[0])

    return {STYLES: FORMATS.sub(all_numbered, styles)}


def _places(root: Element) -> dict[int, int]:
    """The place that openpyxl gives each named style, by its number; what is there twice counts once."""
    found = root.iterfind(f"{{{MAIN}}}cellStyles/{{{MAIN}}}cellStyle")
    named = [(int(style.get("xfId", "0")), style.get("name", "")) for style in found]
    names: dict[str, int] = {}
    places: dict[int, int] = {}
    for number, name in sorted(named, key=lambda each: each[0]):
        if number not in places:
            places[number] = names.setdefault(name, len(names))
    return places
