"""Workbooks of values and formulas, worked out here and by another program, cell by cell."""

from __future__ import annotations

import re
from datetime import datetime
from math import isclose
from typing import NamedTuple

from openpyxl import Workbook
from openpyxl.utils.datetime import to_excel
from shown import values

from xlplugin.hosts.closed_file.host import FileHost
from xlplugin.parts.drawing import set_cell
from xlplugin.workbook.book import column_letter
from xlplugin.workbook.layout import CellError, Formula
from xlplugin.workbook.layouts import round_tabs
from xlplugin.workbook.reading.reader import read_event

TEXTS = '"?*"'
"""The criterion of cells with a text: LibreOffice counts errors as well."""
LOCAL = re.compile(r"[0-9][.,:/-]|[.,][0-9]|[eE]-")
"""In a number, or a text, that countries write or read otherwise: ``3.5`` is a date in some of them."""

BLANK, MISSING, FAULT = "blank", "missing", "a fault"
"""What ``Check`` of a row says."""


class Entry(NamedTuple):
    """What stands in a row of a tab of matches; ``players`` says who is there."""

    players: str
    typed: tuple
    special: object = None

    def __str__(self):
        values = (*self.typed, self.special)
        return " ".join([self.players, *("-" if v is None else repr(v) for v in values)])


def rows_shown(sheet):
    """Every row of a table as its program shows it: cells by header, blank texts being nothing."""
    headers, *rows = sheet.iter_rows(values_only=True)
    return [{h: None if v == "" else v for h, v in zip(headers, row, strict=True)} for row in rows]


def kind_of(check):
    """The kind of a row by what ``Check`` shows."""
    return BLANK if check is None else MISSING if check == round_tabs.MISSING_TEXT else FAULT


def errors_in(workbook):
    """Every cell of a workbook that shows an error, with what it shows."""
    return {
        f"{sheet.title}!{cell.coordinate}": cell.value
        for sheet in workbook.worksheets
        for row in sheet.iter_rows()
        for cell in row
        if cell.data_type == "e" or str(cell.value).startswith(("#", "Err:"))
    }


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


def differences(book, shown):
    """The formulas of a book that a program has worked out otherwise, or that have no value here.

    A formula may have none beside what countries read otherwise, on ``Event`` because of that, and in the
    bracket of an event with something to mend: no verb goes on then.

    Args:
        book: the book.
        shown: the program's workbook of values.
    """
    worked_out = values(book)
    has_errors = any(isinstance(v, CellError) for tab in worked_out.values() for v in tab.values())
    has_problems = bool(read_event(book).problems)
    is_local = any(map(_is_local, _rows_of_matches(book)))
    lines = []
    for name, row, column, formula, beside in _formulas(book):
        if has_errors and TEXTS in formula:
            continue
        ours = worked_out.get(name, {}).get((row, column))
        ours = ... if ours is None else ours
        other = shown[name].cell(row, column).value
        may_be_unknown = is_local if name == "Event" else _is_local(beside)
        may_be_unknown |= name == "Bracket" and has_problems
        if not is_same(ours, other) and not (ours is ... and may_be_unknown):
            at = f"{name}!{column_letter(column)}{row}"
            typed = [value for value in beside if not isinstance(value, Formula)]
            lines.append(f"{at}: {ours!r}, not {other!r}: {formula[:300]} beside {typed}")
    return lines


def all_differences(paths, shown):
    """See :func:`differences`: of several workbooks, by name."""
    return [
        f"{name}: {line}"
        for name, path in paths.items()
        for line in differences(FileHost(path).read(), shown[name])
    ]


def _formulas(book):
    for name, sheet in book.sheets.items():
        for row, cells in enumerate(sheet.rows, 1):
            for column, value in enumerate(cells, 1):
                if isinstance(value, Formula):
                    yield name, row, column, value.text, cells


def _rows_of_matches(book):
    for name, sheet in book.sheets.items():
        if name.startswith(("Round", "Cut", "Tiebreaker")):
            yield from sheet.rows


def _is_local(cells):
    return any(isinstance(value, str | float) and LOCAL.search(_written(value)) for value in cells)


def _written(value):
    return f"{value:.15g}" if isinstance(value, float) else value


def is_same(ours, other):
    """True if a value is the same as the one that another program has worked out."""
    if ours is ...:
        return False
    if isinstance(ours, CellError):
        return ours.code == other
    if isinstance(other, datetime):
        other = to_excel(other)
    if isinstance(ours, bool) or isinstance(other, bool):
        return ours is other
    if isinstance(ours, int | float) and isinstance(other, int | float):
        return isclose(ours, other, rel_tol=1e-13)
    return ours == (other or "")
