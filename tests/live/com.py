"""Desktop Excel on Windows: xlwings' own code for it, on an object model that acts on a workbook.

``open_book`` gives a book as a button's code has it; what is asked of it is done at once, to a
workbook as openpyxl has it, by ``remote.py``'s Excel. ``com_object.py`` says what a call is,
``com_cells.py`` and ``com_rules.py`` what there is about cells, ``languages.py`` what Excel speaks.
Where a behaviour is from is told in ``test_com.py``, case by case.
"""

# ruff: noqa: N802, N803  (names and arguments as Excel has them)

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import xlwings as xw
from com_cells import Range
from com_object import ComObject, Excel, Items, OpenBook, setting
from com_parts import Names
from com_tabs import Sheets, Worksheet, Worksheets, sheet_of
from languages import ENGLISH, Locale
from openpyxl import Workbook as File
from openpyxl import load_workbook
from openpyxl.worksheet.worksheet import Worksheet as Tab
from pywin32 import in_front, refuse, windows_engine
from remote import Shown, zero

FULLNAME = r"C:\Events\event.xlsm"
SETTINGS = 45
"""How many there are in ``International``."""


def open_book(
    workbook: File, *, locale: Locale = ENGLISH, fullname: str = FULLNAME, shown: Shown = zero
) -> xw.Book:
    """The book as xlwings gives it to a click on Windows; its calls act at once on the workbook.

    xlwings' active engine is the one for Windows from then on, as it is on Windows.

    Args:
        workbook: as openpyxl has it.
        locale: what Excel speaks.
        fullname: the file's path, or its address in a cloud.
        shown: what the formulas show.
    """
    engine = windows_engine()
    xw.engines.active = xw.Engine(impl=engine.engine)
    excel = Excel(locale)
    book = OpenBook(excel, workbook, fullname, shown)
    excel.window = Window(book)
    book.outside = Workbook(book)
    app = xw.App(impl=engine.App(xl=excel.hwnd))
    return app.books[book.name]


def excel_of(book: xw.Book) -> Excel:
    """The Excel that has a book open."""
    inner: ComObject = book.impl.xl._inner
    return inner._excel


def asked(book: xw.Book) -> list[dict[str, Any]]:
    """What its Excel has been asked to change or to say, as xlwings' client puts it."""
    return excel_of(book).asked


def faults(book: xw.Book) -> list[str]:
    """What its Excel could make no sense of, or would not have done in minutes."""
    return excel_of(book).faults


class Application(ComObject):
    """Excel itself."""

    Calculation = setting("Calculation")
    CutCopyMode = setting("CutCopyMode")
    DisplayAlerts = setting("DisplayAlerts")
    EnableEvents = setting("EnableEvents")
    Interactive = setting("Interactive")
    ReferenceStyle = setting("ReferenceStyle")
    ScreenUpdating = setting("ScreenUpdating")
    StatusBar = setting("StatusBar")
    Visible = setting("Visible")

    Name = property(lambda self: "Microsoft Excel")
    Version = property(lambda self: "16.0")
    OperatingSystem = property(lambda self: "Windows (64-bit) NT 10.00")
    Path = property(lambda self: r"C:\Program Files\Microsoft Office\root\Office16")

    @property
    def Hwnd(self) -> int:
        """The number of its window."""
        return self._excel.hwnd

    @property
    def Workbooks(self) -> Workbooks:
        """The workbooks that are open."""
        return Workbooks(self._excel)

    @property
    def ActiveWorkbook(self) -> Workbook | None:
        """The one in front."""
        return Workbook(self._excel.books[0]) if self._excel.books else None

    @property
    def ActiveSheet(self) -> Any:
        """The tab in front of the workbook in front."""
        return Workbook(self._excel.books[0]).ActiveSheet

    @property
    def ActiveCell(self) -> Range:
        """The cell that is typed into."""
        return Window(self._excel.books[0]).ActiveCell

    @property
    def Selection(self) -> Any:
        """What is selected in the workbook in front: cells, or something else."""
        return Window(self._excel.books[0]).Selection

    @property
    def Windows(self) -> Windows:
        """The windows of all workbooks."""
        return Windows(self._excel, self._excel.books)

    @property
    def International(self) -> tuple[object, ...]:
        """What Excel speaks, all of it in its order; see ``GetInternational``."""
        return tuple(self.GetInternational(number) for number in range(1, SETTINGS + 1))

    def GetInternational(self, Index: int) -> object:
        """A part of what Excel speaks."""
        locale = self._excel.locale
        row, column, left, right = locale.places
        order = 1 if locale.day_first else 0
        told: dict[int, object] = {
            3: locale.decimal, 4: "." if locale.decimal == "," else ",", 5: locale.listing,
            6: row, 7: column, 8: row.lower(), 9: column.lower(), 10: left, 11: right,
            19: locale.codes.get("y", "y"), 20: "m", 21: locale.codes.get("d", "d"),
            22: locale.codes.get("h", "h"), 26: locale.codes.get("General", "General"),
            32: order, 34: bool(locale.functions),
        }  # fmt: skip
        return told.get(int(Index))

    def Calculate(self) -> None:
        """Calculate all formulas, which show what the test says."""

    def Intersect(self, Arg1: Range, Arg2: Range) -> Range | None:
        """The cells that two ranges have in common."""
        parts = [
            one.intersection(other)
            for one in Arg1._areas
            for other in Arg2._areas
            if not one.isdisjoint(other)
        ]
        return Range(Arg1._sheet, parts) if parts else None

    def Union(self, Arg1: Range, Arg2: Range) -> Range:
        """The cells of two ranges."""
        return Range(Arg1._sheet, [*Arg1._areas, *Arg2._areas])


class Workbooks(Items):
    """The workbooks that are open."""

    def _all(self) -> Sequence[Workbook]:
        return [Workbook(book) for book in self._excel.books]

    def Add(self) -> Workbook:
        """Open a new one, which comes to the front."""
        book = OpenBook(self._excel, File(), f"{self._excel.locale.workbook}1")
        book.outside = Workbook(book)
        return book.outside

    def Open(
        self, Filename: str, UpdateLinks: object, ReadOnly: object, *_more: object
    ) -> Workbook:
        """Open one, which comes to the front."""
        self._excel.opened.append((Filename, bool(ReadOnly)))
        book = OpenBook(self._excel, load_workbook(Filename), Filename)
        book.outside = Workbook(book)
        return book.outside


class Workbook(ComObject):
    """A workbook that is open."""

    def __init__(self, book: OpenBook) -> None:
        super().__init__(book.excel)
        self._book = book

    @property
    def Name(self) -> str:
        """The name of the file."""
        return self._book.name

    @property
    def FullName(self) -> str:
        """With its path, or its address in a cloud."""
        return self._book.fullname

    @property
    def Path(self) -> str:
        """Where it is; empty if it was never saved."""
        name = self._book.fullname
        return name[: -len(self._book.name)].rstrip("\\/") if name != self._book.name else ""

    @property
    def Sheets(self) -> Sheets:
        """All tabs."""
        return Sheets(self._book)

    @property
    def Worksheets(self) -> Worksheets:
        """The tabs with cells."""
        return Worksheets(self._book)

    @property
    def ActiveSheet(self) -> Any:
        """The tab in front."""
        return sheet_of(self._book, self._book.workbook.active)

    @property
    def Names(self) -> Names:
        """The names of cells."""
        return Names(self._book)

    @property
    def Windows(self) -> Windows:
        """Its window."""
        return Windows(self._excel, [self._book])

    @property
    def ProtectStructure(self) -> bool:
        """Whether its tabs stay as they are."""
        security = self._book.workbook.security
        return bool(security and security.lockStructure)

    Parent = property(lambda self: self.Application)

    def Activate(self) -> None:
        """Bring it to the front."""
        self._excel.books.remove(self._book)
        self._excel.books.insert(0, self._book)

    def ExportAsFixedFormat(self, Type: int, Filename: str, **_how: object) -> None:
        """Print all visible tabs into a PDF."""
        if self._excel.prints_nothing:
            refuse("Document not saved. The document may be open, or an error may have occurred.")
        tabs = [tab.title for tab in self._book.tabs if tab.sheet_state == "visible"]
        Path(Filename).write_bytes(f"%PDF of {', '.join(tabs)}".encode())

    def SaveCopyAs(self, Filename: str) -> None:
        """Save a copy, and stay with the file."""
        self._book.workbook.save(Filename)

    def Close(self, SaveChanges: object) -> None:
        """Close it as it is."""
        self._excel.books.remove(self._book)


class Window(ComObject):
    """The window of a workbook."""

    def __init__(self, book: OpenBook) -> None:
        super().__init__(book.excel)
        self._book = book
        self._application = Application(book.excel)

    @property
    def Selection(self) -> Any:
        """The selected cells, or what else is selected."""
        tab = self._book.workbook.active
        if self._excel.selects_picture or not isinstance(tab, Tab):
            return Picture(self._excel)
        return Range(Worksheet(self._book, tab), self._book.selection(tab))

    @property
    def ActiveCell(self) -> Range:
        """The cell that is typed into."""
        tab = self._book.workbook.active
        return Worksheet(self._book, tab).Cells.Item(*self._book.active_cell())

    @property
    def DisplayGridlines(self) -> bool:
        """Whether the tab in front shows lines between its cells."""
        return bool(self._book.workbook.active.sheet_view.showGridLines)

    @DisplayGridlines.setter
    def DisplayGridlines(self, value: bool) -> None:
        self._book.workbook.active.sheet_view.showGridLines = value

    @property
    def Caption(self) -> str:
        """Its title."""
        return self._book.name

    def Activate(self) -> None:
        """Bring it to the front."""
        in_front(self._excel.hwnd)


class Windows(Items):
    """Windows of workbooks."""

    def __init__(self, excel: Excel, books: Sequence[OpenBook]) -> None:
        super().__init__(excel)
        self._books = books

    def _all(self) -> Sequence[Window]:
        return [Window(book) for book in self._books]

    def _named(self, item: Window, name: str) -> bool:
        return item.Caption.casefold() == name.casefold()


class Picture(ComObject):
    """Something that is selected and is no cells."""

    _lacks = frozenset({"Address", "Row", "Column", "Worksheet"})
