"""New workbooks."""

from __future__ import annotations

from collections.abc import Sequence

from openpyxl import Workbook
from openpyxl.packaging.core import DocumentProperties

from xlplugin.parts.editing import Editing
from xlplugin.parts.properties import APP, NAMED
from xlplugin.parts.scratch import drawn
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
