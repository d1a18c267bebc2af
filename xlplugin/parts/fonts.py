"""The fonts of a workbook that openpyxl has written, in the order that the schema asks for."""

from __future__ import annotations

import re

FONT = re.compile(rb"(<font>)(.*?)(</font>)", re.DOTALL)
OF_FONT = re.compile(rb"<(\w+)[^>]*/>")
ORDER = b"b i strike condense extend outline shadow u vertAlign sz color name family charset scheme"
PLACES = {name: place for place, name in enumerate(ORDER.split())}
"""As the schema has it, and Excel writes it."""


def with_fonts_in_order(styles: bytes) -> bytes:
    """The list as openpyxl has written it, with what a font is in the order of the schema."""

    def place(part: re.Match[bytes]) -> int:
        return PLACES.get(part[1], len(PLACES))

    def ordered(font: re.Match[bytes]) -> bytes:
        parts = sorted(OF_FONT.finditer(font[2]), key=place)
        return font[1] + b"".join(part[0] for part in parts) + font[3]

    return FONT.sub(ordered, styles)
