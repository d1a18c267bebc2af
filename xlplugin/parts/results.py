"""The values that formulas show, put into the file beside them.

Viewers that do not calculate show just these: Protected View, previews, phones, other programs.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeAlias

from xlplugin.parts.editing import Editing
from xlplugin.workbook.book import Book
from xlplugin.workbook.live_tables import Shown
from xlplugin.workbook.reading.event_book import EventBook
from xlplugin.workbook.writing.live_values import formulas_of, live_values

Results: TypeAlias = Mapping[str, Shown]
"""By tab."""


def put_results(editing: Editing, book: Book, event: EventBook | None) -> Results:
    """Give every live formula the value that it shows now; the organizer's own keep what they have.

    One whose value nobody knows, as it depends on a formula of the organizer's, shows nothing until a
    spreadsheet program opens the file, rather than what it showed before the change; so does one of the
    organizer's that showed what is no value.

    Args:
        editing: the file, with its changes made.
        book: the values that it is to have.
        event: what they are read as, if they are an event.

    Returns:
        The values that formulas show now.
    """
    tabs = {n for n, s in book.sheets.items() if editing.has_changed(n) or s.has_valueless}
    results = live_values(book, event, tabs, editing.book.epoch)
    for name in tabs:
        shown = results.get(name, {})
        if own := [place for place, _ in formulas_of(book.sheets[name]) if place not in shown]:
            sheet = editing.opened(name)
            for place in filter(lambda place: sheet.has_wrong_result(*place), own):
                sheet.set_result(*place, None)
                editing.sheets[name] = sheet
    for name, shown in results.items():
        sheet = editing.opened(name)
        changes = {place: value for place, value in shown.items() if sheet.shown(*place) != value}
        for place, value in changes.items():
            sheet.set_result(*place, value)
        if changes:
            editing.sheets[name] = sheet
    return results
