"""Values that the live formulas of a workbook show, without a spreadsheet program."""

from __future__ import annotations

from xlplugin.workbook.moments import EPOCHS
from xlplugin.workbook.reading.reader import read_event
from xlplugin.workbook.writing.live_values import live_values


def values(book):
    """The values by tab, by (row, column) from 1."""
    return live_values(book, read_event(book), [*book.sheets], EPOCHS[False])
