"""Columns to the right of all cells of a tab, which cost LibreOffice nothing at their default width."""

from __future__ import annotations

from contextlib import suppress

from xlplugin.hosts.libreoffice.cells import Uno
from xlplugin.hosts.libreoffice.undo import no_step

STANDARD = 2258
"""The default width of a column, in hundredths of a millimetre."""
NEAR = 64
"""The columns beyond the last cell that somebody may have given a width, or hidden."""


def forget_spare_columns(document: Uno) -> None:
    """Give the columns beyond the cells of a document the default width, which costs nothing to keep.

    Read from a file they have another one, up to the last of 16,384. LibreOffice then makes each of them on
    every tab when it saves as ``.ods``, half a gigabyte in all, and goes through them with every cell that
    is written or undone, until the document is opened again.
    """
    was_modified = document.isModified()
    document.lockControllers()
    try:
        for sheet in document.Sheets:
            with suppress(Exception), no_step(document):  # a protected tab keeps its columns
                _forget(sheet)
    finally:
        document.unlockControllers()
    if not was_modified:
        document.setModified(False)


def _forget(sheet: Uno) -> None:
    columns = sheet.Columns
    end = columns.Count - 1
    usual = columns.getByIndex(end)
    if usual.Width == STANDARD or not usual.IsVisible:
        return
    cursor = sheet.createCursor()
    cursor.gotoEndOfUsedArea(False)  # noqa: FBT003  (as above)
    used = cursor.RangeAddress.EndColumn
    for place in range(min(used + NEAR, end), used, -1):
        column = columns.getByIndex(place)
        if column.Width != usual.Width or not column.IsVisible:
            used = place
            break
    if used < end:
        sheet.getCellRangeByPosition(used + 1, 0, end, 0).Columns.Width = STANDARD
