"""Tabs that rows were added to: those that have the bytes which they had need not be read again."""

from __future__ import annotations

import re
from io import BytesIO
from typing import Final

from xlplugin.parts.package import BOOK, ROOT, TYPES, Package, TimelessZip, relations_of

START, END, ROW = b"<sheetData>", b"</sheetData>", b"<row "
NUMBER: Final = re.compile(rb'<row [^>]*?\br="([0-9]+)"')
NOT_PLAIN: Final = b"<![CDATA["
"""In what this is found, tags may be texts."""


def without_old_rows(before: bytes, now: bytes) -> tuple[bytes, int]:
    """A sheet's part without the rows before those that were added, and the number of the last of them.

    Where anything else became of the old rows the part is given as it is, with 0.

    Args:
        before: the part as it was.
        now: as it is.
    """
    start = now.find(START) + len(START)
    _, found, rows = before.partition(START)
    rows, ended, _ = rows.partition(END)
    last = NUMBER.match(rows, max(rows.rfind(ROW), 0))
    if not (found and ended and last) or NOT_PLAIN in rows or not now.startswith(rows, start):
        return now, 0
    return now[:start] + now[start + len(rows) :], int(last[1])


def with_one_tab(package: Package, part: str, content: bytes) -> bytes:
    """A file with one tab alone and what it takes to read it.

    Args:
        package: the file with all of them.
        part: that of the tab.
        content: what is to be in it.
    """
    stream = BytesIO()
    shared = (package.of_kind("styles"), package.of_kind("sharedStrings"))
    with TimelessZip(stream, "w") as archive:
        for name in (TYPES, relations_of(ROOT), BOOK, relations_of(BOOK), *filter(None, shared)):
            archive.writestr(name, package.read(name))
        archive.writestr(part, content)
    return stream.getvalue()
