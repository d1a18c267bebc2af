"""Workbooks of values and formulas, worked out here and by another program, cell by cell."""

from __future__ import annotations

from math import isclose

from openpyxl import Workbook, load_workbook

from xlplugin.hosts.drawing_looks import set_cell
from xlplugin.workbook.book import column_letter
from xlplugin.workbook.calculation import values
from xlplugin.workbook.layout import CellError


def save(book, path):
    """Save a book's values and formulas, without looks: a program that opens it has to work them out."""
    workbook = Workbook()
    workbook.remove(workbook.active)
    for name, sheet in book.sheets.items():
        tab = workbook.create_sheet(name)
        for row, cells in enumerate(sheet.rows, 1):
            for column, value in enumerate(cells, 1):
                if value is not None:
                    set_cell(tab, row, column, value)
    workbook.save(path)


def differences(book, path):
    """The formulas of a book that a program has worked out otherwise, and saved so.

    Gives the lines to show, one a formula, and how many formulas have no value here.
    """
    shown = load_workbook(path, data_only=True)
    lines, unknown = [], 0
    worked_out = values(book, [*book.sheets])
    for name, sheet in book.sheets.items():
        for row, cells in enumerate(sheet.rows, 1):
            for column, value in enumerate(cells, 1):
                if not hasattr(value, "text"):
                    continue
                other = shown[name].cell(row, column).value
                if (row, column) not in worked_out[name]:
                    unknown += 1
                    continue
                ours = worked_out[name][row, column]
                if not _is_same(ours, other):
                    at = f"{name}!{column_letter(column)}{row}"
                    lines.append(f"{at}: {ours!r}, not {other!r}: {value.text[:300]}")
    return lines, unknown


def _is_same(ours, other):
    if isinstance(ours, CellError):
        return ours.code == other
    if isinstance(ours, bool) or isinstance(other, bool):
        return ours is other
    if isinstance(ours, int | float) and isinstance(other, int | float):
        return isclose(ours, other, rel_tol=1e-13)
    return ours == (other or "")
