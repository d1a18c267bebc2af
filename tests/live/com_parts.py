"""What else there is on a tab, through COM: notes, its filter, how it is printed."""

# ruff: noqa: N802, N803  (names and arguments as Excel has them)

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from com_object import ComObject, Items, OnTab, OpenBook
from com_rules import AutoFilter
from languages import address, read_formula
from openpyxl.utils import range_boundaries
from openpyxl.workbook.defined_name import DefinedName
from pywin32 import refuse


class Comment(ComObject):
    """A note."""

    def __init__(self, cells: Any) -> None:
        super().__init__(cells._excel)
        self._cell = cells.Item(1, 1)

    @property
    def _note(self) -> Any:
        area = self._cell._area
        note = self._cell._tab.cell(area.min_row, area.min_col).comment
        if note is None:
            refuse("Object required")
        return note

    @property
    def Parent(self) -> Any:
        """Its cell."""
        return self._cell

    @property
    def Author(self) -> str:
        """Whose it is."""
        return str(self._note.author or "")

    def Text(self, Text: str | None = None) -> str:
        """What it says; or have it say something else."""
        if Text is not None:
            where = self._cell.Address
            self._cell._book.do("setNoteText", self._cell._tab, where, Text)
        return str(self._note.text)

    def Delete(self) -> None:
        """Take it off its cell."""
        if self._cell._tab.protection.sheet:
            refuse("Application-defined or object-defined error")
        self._cell._book.do("deleteNote", self._cell._tab, self._cell.Address)


class FilterOfTab(OnTab):
    """The filter of a tab."""

    def __init__(self, sheet: Any) -> None:
        super().__init__(sheet._book, sheet._tab)
        self._sheet = sheet

    @property
    def Range(self) -> Any:
        """What it filters, its headers included."""
        return self._sheet.Range(self._tab.auto_filter.ref)

    @property
    def Filters(self) -> AutoFilter:
        """What it filters by, column by column."""
        return AutoFilter(self._sheet)


class PageSetup(OnTab):
    """How a tab is printed."""

    @property
    def PrintArea(self) -> str:
        """What is printed of it; read in the user's reference style, written in either."""
        area = str(self._tab.print_area or "").rpartition("!")[2]
        speaks = self._excel.speaks
        return address(area, speaks) if speaks.r1c1 else area

    @PrintArea.setter
    def PrintArea(self, where: str) -> None:
        try:
            range_boundaries((where or "A1").replace("$", ""))
        except ValueError:
            meant = read_formula(f"={where}", self._excel.speaks)[1:]
            where = meant
        self._book.do("setPrintArea", self._tab, where or "")


class Names(Items):
    """Names of cells."""

    def __init__(self, book: OpenBook, names: Any = None) -> None:
        super().__init__(book.excel)
        self._book = book
        self._names = book.workbook.defined_names if names is None else names

    def _all(self) -> Sequence[Name]:
        return [Name(self._book, self._names, name) for name in self._names]

    def Add(self, Name: str, RefersTo: str) -> Any:
        """Give cells a name; the formula is in English."""
        self._names[Name] = DefinedName(Name, attr_text=RefersTo.removeprefix("="))
        return self.Item(Name)


class Name(ComObject):
    """A name of cells."""

    def __init__(self, book: OpenBook, names: Any, name: str) -> None:
        super().__init__(book.excel)
        self._book, self._names, self._name = book, names, name

    @property
    def Name(self) -> str:
        """What it is."""
        return self._name

    @property
    def RefersTo(self) -> str:
        """A formula in English."""
        return f"={self._names[self._name].attr_text}"

    @property
    def RefersToRange(self) -> Any:
        """The cells, if it is about some."""
        title, _, where = self._names[self._name].attr_text.rpartition("!")
        title = title.strip("'").replace("''", "'")
        if title not in self._book.workbook.sheetnames:
            refuse("Application-defined or object-defined error")
        return self._book.outside.Worksheets(title).Range(where)

    def Delete(self) -> None:
        """Take it away."""
        del self._names[self._name]
