"""New tabs that are no tables, drawn from their declarations with openpyxl, in a workbook of their own."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import cache
from typing import TypeAlias

from openpyxl import Workbook
from openpyxl.workbook.defined_name import DefinedName

from xlplugin.parts.drawing import apply_changes
from xlplugin.parts.drawing_looks import ensure_styles
from xlplugin.parts.new_tabs import Drawn
from xlplugin.parts.saving import drawn
from xlplugin.parts.styles import STYLES, Styles
from xlplugin.workbook.book import AddDrawing, AddPatterns, SheetData
from xlplugin.workbook.layout import CellValue
from xlplugin.workbook.layouts.tab_names import EVENT
from xlplugin.workbook.live_patterns import LISTS

New: TypeAlias = AddDrawing | AddPatterns


def draw(changes: Sequence[New], lists: SheetData | None, *, has_home: bool) -> Drawn:
    """Draw tabs.

    Args:
        changes: the tabs that are to be added.
        lists: the tab with the lists of choices that the workbook has, if there is one.
        has_home: whether the workbook has the tab that headers lead back to.
    """
    scratch = Workbook()
    scratch.remove(scratch.worksheets[0])
    if has_home:
        scratch.create_sheet(EVENT)
    columns = _with_lists(scratch, lists) if lists else 0
    apply_changes(scratch, [_last(change) for change in changes])
    return Drawn(drawn(scratch), _new_lists(scratch, columns))


def _new_lists(scratch: Workbook, columns: int) -> dict[tuple[int, int], CellValue]:
    """The cells of the lists of choices behind the first columns."""
    if LISTS not in scratch.sheetnames:
        return {}
    return {
        (cell.row, cell.column): cell.value if isinstance(cell.value, int) else str(cell.value)
        for column in scratch[LISTS].iter_cols(min_col=columns + 1)
        for cell in column
        if cell.value is not None
    }


@cache
def declared_styles() -> Styles:
    """Our styles as they are declared."""
    scratch = Workbook()
    ensure_styles(scratch)
    return Styles(drawn(scratch).read(STYLES))


def _last(change: New) -> New:
    """The change with its tab in the last place: where it is to be is said when it is moved."""
    return change if isinstance(change, AddPatterns) else replace(change, before=None)


def _with_lists(scratch: Workbook, lists: SheetData) -> int:
    """Give the drawing the names of the lists that the workbook has; gives their number."""
    sheet = scratch.create_sheet(LISTS)
    heads = list(lists.rows[0]) if lists.rows else []
    for column, head in enumerate(heads, 1):
        if head is not None:
            sheet.cell(1, column, str(head))
            name = str(head)
            scratch.defined_names[name] = DefinedName(name, attr_text=f"{LISTS}!$A$1")
    return len(heads)
