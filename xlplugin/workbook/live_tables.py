"""The values of the live formulas of a table, as its cells have them now."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date, datetime, time
from functools import cached_property
from typing import TypeAlias

from xlplugin.workbook.book import column_letter
from xlplugin.workbook.expressions import (
    NOT_AVAILABLE,
    Failure,
    Given,
    Held,
    Part,
    Scalar,
    Unknown,
    cell,
    held,
)
from xlplugin.workbook.formulas import around_row
from xlplugin.workbook.layout import CellError, CellValue, Formula
from xlplugin.workbook.moments import EPOCHS, serial
from xlplugin.workbook.table import Table

Shown: TypeAlias = Mapping[tuple[int, int], CellValue]
"""The values of formulas of a tab, by row and column; ``None`` for one that nobody knows."""


def scalar(value: CellValue, epoch: datetime = EPOCHS[False]) -> Scalar:
    """The value of a cell as formulas take it; ``epoch`` is day 0 of the workbook.

    Raises:
        Failure: it is an error.
        Unknown: it is a formula.
    """
    match value:
        case CellError(code):
            raise Failure(code)
        case Formula():
            raise Unknown
        case date() | time():
            return serial(value, epoch)
    return value


def taken(value: CellValue) -> Held:
    """The value of a cell among others, or why it has none; see :func:`scalar`."""
    return held(lambda: scalar(value))


def unknown(_header: str) -> Scalar:
    """The value of a cell that is yet to be written.

    Raises:
        Unknown: always.
    """
    raise Unknown


def shown(part: Part, given: Given) -> CellValue:
    """The value that a cell shows with a formula; ``None`` if nobody but a spreadsheet program knows."""
    try:
        value = part.value(given)
    except Failure as failure:
        return CellError(failure.code)
    except Unknown:
        return None
    if isinstance(value, float) and value.is_integer():
        return int(value)
    return 0 if value is None else value


class LiveTable:
    """The formulas of a table.

    Args:
        table: a tab with what its layout declares.
        epoch: day 0 of the workbook.
    """

    def __init__(self, table: Table, epoch: datetime = EPOCHS[False]) -> None:
        self.table, self.epoch = table, epoch
        self.live = {c.header: c.live for c in table.layout.columns if c.live}
        self.texts = {header: part.formula for header, part in self.live.items()}
        steps = [c.header for c in table.layout.columns if c.live and not c.width]
        self.is_older = bool(steps) and not any(header in table.places for header in steps)
        self._rows: dict[int, LiveRow] = {}

    def row(self, number: int) -> LiveRow:
        """A row by its number, from 1."""
        if number not in self._rows:
            self._rows[number] = LiveRow(self, number)
        return self._rows[number]

    def values(self) -> Shown:
        """The values of all formulas that stand where the layout has them."""
        places = self.table.places
        columns = [(places[h], h, cell(h)) for h in self.live if h in places]
        values: dict[tuple[int, int], CellValue] = {}
        for number in range(self.table.header_row + 1, len(self.table.sheet.rows) + 1):
            row = self.row(number)
            for place, header, part in columns:
                if row.is_as_declared(header):
                    values[number, place] = shown(part, row)
        return values

    @cached_property
    def _around(self) -> Mapping[str, list[str]]:
        """The formulas in pieces around the numbers of their rows."""
        letters = {header: column_letter(place) for header, place in self.table.places.items()}
        return {h: around_row(text, letters, self.texts) for h, text in self.texts.items()}

    def formula(self, header: str, number: int) -> str:
        """The formula that the layout has for a column, in a row."""
        return str(number).join(self._around[header])

    def looked_up(self, part: Part, header: str, value: CellValue) -> CellValue:
        """The value of a formula in the row that has a value in a column."""
        place = self.table.places[header] - 1
        for number, row in enumerate(self.table.sheet.rows, 1):
            if number > self.table.header_row and row[place : place + 1] == [value]:
                return shown(part, self.row(number))
        return CellError(NOT_AVAILABLE)


class LiveRow:
    """A row of a table: gives the values of its cells by header, as its formulas ask for them."""

    def __init__(self, table: LiveTable, number: int) -> None:
        self._table, self._number = table, number
        self._cells = [*table.table.sheet.rows[number - 1 : number], ()][0]
        self._known: dict[str, Scalar] = {}
        self._declared: dict[str, bool] = {}

    def __call__(self, header: str) -> Scalar:
        """The value of a cell.

        Raises:
            Failure: it is an error.
            Unknown: nobody but a spreadsheet program knows.
        """
        if header not in self._known:
            self._known[header] = self._value(header)
        return self._known[header]

    def _value(self, header: str) -> Scalar:
        live = self._table.live.get(header)
        if header not in self._table.table.places:  # then it is worked out within the formula
            return live.value(self) if live else ""
        if live and self.is_as_declared(header):
            value = live.value(self)
            return 0 if value is None else value
        return scalar(self._held(header), self._table.epoch)

    def is_as_declared(self, header: str) -> bool:
        """True if the cell of a column has the formula that the layout has for it.

        In a tab that an earlier version made, without columns for steps, it said the same in other words.
        """
        if header not in self._declared:
            held = self._held(header)
            self._declared[header] = isinstance(held, Formula) and (
                self._table.is_older or held.text == self._table.formula(header, self._number)
            )
        return self._declared[header]

    def _held(self, header: str) -> CellValue:
        place = self._table.table.places[header]
        return self._cells[place - 1] if place <= len(self._cells) else None
