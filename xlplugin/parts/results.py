"""The values that formulas show, put into the file beside them.

Viewers that do not calculate show just these: Protected View, previews, telephones, other programs.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeAlias

from xlplugin.ground.limits import MOST_FORMULAS
from xlplugin.parts.editing import Editing
from xlplugin.workbook.book import Book, SheetData
from xlplugin.workbook.calculation import values
from xlplugin.workbook.calculation.affected import affected_tabs
from xlplugin.workbook.layout import CellValue, Formula
from xlplugin.workbook.moments import EPOCHS

Shown: TypeAlias = Mapping[tuple[int, int], CellValue]
"""What the formulas of a tab show, by row and column; ``None`` for nothing."""
Results: TypeAlias = Mapping[str, Shown]
"""By tab."""


def put_results(editing: Editing, book: Book) -> Results:
    """Work out the formulas that may show something else now, or show nothing yet.

    A formula whose value is not known for sure shows nothing until a spreadsheet program opens the file,
    rather than what it showed before the change; one that fills several cells keeps what it has.

    Args:
        editing: the file, with its changes made.
        book: the values that it is to have.

    Returns:
        What the formulas show now, of all that were looked at.
    """
    names = _names(editing)
    changed = {name for name in editing.parts if editing.has_changed(name)}
    gone = editing.before.sheets.keys() - book.sheets.keys()
    affected = affected_tabs(book, changed | gone, names)
    valueless = {n for n in book.sheets.keys() - affected if book.sheets[n].has_valueless}
    from_1904 = editing.book.epoch != EPOCHS[False]
    places = {name: _formulas(book.sheets[name]) for name in affected | valueless}
    tabs = [name for name in places if 0 < len(places[name]) <= MOST_FORMULAS]
    shown: dict[str, Shown] = {}
    for name, results in values(book, tabs, names, is_from_1904=from_1904).items():
        sheet = editing.opened(name)
        shown[name] = {
            place: results.get(place)
            for place in places[name]
            if place in results or (name in affected and not sheet.fills_several(*place))
        }
        changes = {place: v for place, v in shown[name].items() if sheet.shown(*place) != v}
        for place, value in changes.items():
            sheet.set_result(*place, value)
        if changes:
            editing.sheets[name] = sheet
    return shown


def _names(editing: Editing) -> dict[str, str]:
    """What each defined name stands for; those of a tab alone with it before them."""
    tabs = [*editing.parts]
    found = {}
    for name in editing.book.names():
        place = name.get("localSheetId")
        tab = f"{tabs[int(place)]}!" if place else ""
        found[tab + name.get("name", "")] = name.text or ""
    return found


def _formulas(sheet: SheetData) -> list[tuple[int, int]]:
    """The places of a tab's formulas, as row and column."""
    return [
        (number, column)
        for number, row in enumerate(sheet.rows, 1)
        for column, value in enumerate(row, 1)
        if isinstance(value, Formula)
    ]
