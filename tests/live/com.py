"""Desktop Excel on Windows: xlwings' own code for it, on an object model that acts on a workbook.

``open_book`` gives a book as a button's code has it; what is asked of it is done at once, to a
workbook as openpyxl has it. ``excel_app.py`` and ``excel_cells.py`` are what every desktop Excel does;
this file has what a call through COM is, and what is true only on Windows. Anything asked for that
Excel, or this stand-in, does not have is recorded as a fault, which no test forgives.
"""

# ruff: noqa: FBT002, N802, N803  (names and arguments as Excel has them)

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from datetime import UTC, datetime
from decimal import Decimal
from pathlib import Path
from types import MethodType
from typing import Any, NoReturn

import remote
import xlwings as xw
from excel_app import App, Book, Sheet
from excel_cells import Area, Failed, held
from excel_things import (
    MOST_COLUMNS,
    MOST_ROWS,
    NO_SUCH_OBJECT,
    NotWritten,
    Refused,
    Thing,
)
from languages import ENGLISH, Locale
from openpyxl import Workbook as File
from openpyxl.styles.numbers import is_date_format
from openpyxl.utils.datetime import to_excel
from openpyxl.worksheet.cell_range import CellRange
from openpyxl.worksheet.worksheet import Worksheet as Tab
from pywin32 import (
    RANGE,
    Dispatched,
    OleObject,
    Time,
    busy,
    gone,
    in_front,
    refuse,
    running,
    windows_engine,
)

FULLNAME = r"C:\Events\event.xlsm"
MOST_READ = 5_000_000
"""Cells: so many take Excel and Python a minute."""
MOST_TOLD = 255
"""Characters of an address."""
PIXELS, PADDING = 7, 5
"""Of a character of the usual font, and of a cell."""
ERROR_NUMBERS = {
    "#NULL!": 2000, "#DIV/0!": 2007, "#VALUE!": 2015, "#REF!": 2023, "#NAME?": 2029, "#NUM!": 2036,
    "#N/A": 2042, "#GETTING_DATA": 2043, "#SPILL!": 2045, "#CONNECT!": 2046, "#BLOCKED!": 2047,
    "#UNKNOWN!": 2048, "#FIELD!": 2049, "#CALC!": 2050, "#BUSY!": 2051, "#EXTERNAL!": 2052,
    "#PYTHON!": 2053, "#TIMEOUT!": 2054,
}  # fmt: skip
"""The type library names those up to ``#CALC!``, xlwings those up to ``#N/A``; that of ``#BUSY!`` has
been measured, and of the rest is known only that there are some."""
FACILITY = -2146828288
CURRENCY = re.compile(r"[$€£¥]|\[\$[^-\]]")
STATES = {"visible": -1, "hidden": 0, "veryHidden": 2}
A1, R1C1 = 1, -4150


def open_book(
    workbook: File, *, locale: Locale = ENGLISH, fullname: str = FULLNAME,
    shown: remote.Shown = remote.zero,
) -> xw.Book:  # fmt: skip
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
    excel = Excel(locale, shown)
    book = Workbook(excel, workbook, fullname)
    excel.books.append(book)
    app = xw.App(impl=engine.App(xl=excel.hwnd))
    return app.books[book.name]


def excel_of(book: xw.Book) -> Excel:
    """The Excel that has a book open."""
    return book.impl.xl._inner._thing.excel


def asked(book: xw.Book) -> list[dict[str, Any]]:
    """What its Excel has been asked to change or to say, as xlwings' client puts it."""
    return excel_of(book).asked


def faults(book: xw.Book) -> list[str]:
    """What its Excel could make no sense of, would not have done in minutes, or was left with."""
    return excel_of(book).left_behind()


def select(book: xw.Book, tab: str, addresses: str) -> None:
    """Select cells of a tab as the user does; no address at all stands for a picture."""
    open_ = excel_of(book).books[0]
    sheet = open_.sheet(tab)
    sheet.to_front()
    open_.select(sheet.sheet, sheet.area(addresses).areas if addresses else None)


# calls


class Fault(AssertionError):
    """Something that no Excel has, or that would take for ever."""


class ComObject(Dispatched):
    """An object as COM hands it out.

    Args:
        thing: what it is.
    """

    def __init__(self, thing: Thing) -> None:
        object.__setattr__(self, "_thing", thing)

    @property
    def _oleobj_(self) -> OleObject:
        return OleObject(self._thing, RANGE if isinstance(self._thing, Area) else "")

    def __getattr__(self, name: str) -> Any:
        thing: Thing = self.__dict__["_thing"]
        if name == "Application":
            return ComObject(thing.excel)
        if not name.startswith("_") and (get := thing.find("get", name)):
            return _called(thing, get)
        if not name.startswith("_") and (do := thing.find("do", name)):
            return MethodType(lambda _self, *args, **how: _called(thing, do, *args, **how), self)
        if name.startswith("_") or name in thing.lacks:
            raise AttributeError(name)
        return thing.excel.fault(f"{type(thing).__name__} has no {name}")

    def __setattr__(self, name: str, value: object) -> None:
        put = self._thing.find("set", name)
        if put is None:
            self._thing.excel.fault(f"{type(self._thing).__name__}.{name} cannot be set")
        _called(self._thing, put, value)

    def __call__(self, *key: object) -> Any:  # noqa: D102
        return _called(self._thing, self._thing.item, *key)

    def __iter__(self) -> Iterator[Any]:
        return map(_wrapped, _called(self._thing, self._thing.all))


def _called(thing: Thing, function: Callable[..., Any], *args: object, **how: object) -> Any:
    """Call through COM, where Excel may be busy."""
    excel = thing.excel
    excel.calls += 1
    if excel.busy or excel.calls == excel.rejects_at:
        excel.busy = max(0, excel.busy - 1)
        raise busy()
    if excel.calls == excel.fails_at:
        refuse("not now")
    if thing.is_gone():
        raise gone()
    try:
        return _wrapped(
            function(*map(variant, args), **{name: variant(value) for name, value in how.items()})
        )
    except (Refused, remote.NotAsExcelWould) as error:
        refuse(str(getattr(error, "message", error)))
    except NotWritten as error:
        excel.fault(str(error))
    except AttributeError as error:  # xlwings would try again for ever
        excel.fault(f"{type(thing).__name__}: {error}")


def _wrapped(value: Any) -> Any:
    return ComObject(value) if isinstance(value, Thing) else value


def variant(value: Any) -> Any:
    """What arrives of an argument: other objects of Excel's, and what pywin32 has a VARIANT for.

    Raises:
        TypeError: as pywin32 does.
    """
    if value is None or isinstance(value, (str, bool, int, float, Decimal)):
        return value
    if isinstance(value, datetime):
        return value.astimezone(UTC).replace(tzinfo=None)
    pointer = getattr(value, "_oleobj_", None)
    if isinstance(pointer, OleObject):
        return pointer.target
    if isinstance(value, (list, tuple)):
        if len({len(row) for row in value if isinstance(row, (list, tuple))}) > 1:
            message = "All dimensions must be a sequence of the same size"
            raise TypeError(message)
        return [variant(part) for part in value]
    message = f"Objects of type '{type(value).__name__}' can not be converted to a COM VARIANT"
    raise TypeError(message)


class Items(Thing):
    """A collection, by number from 1 on or by name.

    Args:
        excel: the Excel.
        found: gives what is in it now.
        parent: what it belongs to.
    """

    def __init__(self, excel: Excel, found: Callable[[], Sequence[Any]], parent: Any) -> None:
        super().__init__(excel)
        self.all, self.parent = found, parent

    def item(self, key: float | str) -> Any:
        """One of them."""
        if isinstance(key, str):
            found = [one for one in self.all() if one._get_name().casefold() == key.casefold()]
        else:
            found = [*self.all()][int(key) - 1 : int(key)] if key > 0 else []
        if not found:
            raise Refused(NO_SUCH_OBJECT, "Subscript out of range")
        return found[0]

    def _get_Count(self) -> int:
        return len(self.all())

    def _get_Parent(self) -> Any:
        return self.parent


# the application


class Excel(App):
    """A running Excel.

    Attributes:
        busy: so many of the next calls it rejects.
        rejects_at: the number of a call that is rejected once.
        faults: what it could not make sense of; a test that leaves some has failed.
        hwnd: the number of its window.
    """

    def __init__(self, locale: Locale, shown: remote.Shown) -> None:
        settings = {
            "calculation": -4105, "displayalerts": True, "enableevents": True, "interactive": True,
            "screenupdating": True, "statusbar": False, "visible": True,
        }  # fmt: skip
        super().__init__(locale, shown, settings, (A1, R1C1))
        self.busy = self.rejects_at = self.cells_read = 0
        self.faults: list[str] = []
        self.hwnd, self.pid = self.number, 100_000 + self.number
        self.window = ComObject(Window(self))
        running[self.hwnd] = self
        in_front(self.hwnd)

    def left_behind(self) -> list[str]:
        """Its faults, too."""
        return [*self.faults, *super().left_behind()]

    def say(self, text: str, title: str, style: int) -> None:
        """Show a message box, and have it closed."""
        mode = "critical" if style & 0x30 == 0x30 else "info"
        self.asked.append({"func": "alert", "args": [text, title, "ok", mode, ""]})

    def fault(self, text: str) -> NoReturn:
        """Write down what no Excel would understand, and stop."""
        self.faults.append(text)
        raise Fault(text)

    def make_room(self, cells: int) -> None:
        """Read so many cells; too many are a fault."""
        self.cells_read += cells
        if self.cells_read > MOST_READ:
            self.fault(f"{self.cells_read} cells are read: Excel would not answer for minutes")

    @staticmethod
    def drawn(width: float) -> float:
        """A column's width in whole pixels; as XlsxWriter has it from Excel: _size_col."""
        pixels = round(width * PIXELS + PADDING if width >= 1 else width * (PIXELS + PADDING))
        return (pixels - PADDING) / PIXELS

    def _get_Hwnd(self) -> int:
        return self.hwnd

    def _get_Workbooks(self) -> Workbooks:
        return Workbooks(self, lambda: self.books, self)


class Window(Thing):
    """The window of an Excel, of which nothing is asked but whose it is."""


class Workbooks(Items):
    """The workbooks that are open."""

    def _do_Add(self) -> Book:
        books = self.excel.books
        books.insert(0, Workbook(self.excel, File(), f"{self.excel.locale.workbook}1"))
        return books[0]

    def _do_Open(
        self, Filename: str, UpdateLinks: object, ReadOnly: object, *_more: object
    ) -> Book:
        return self.excel.open(Filename, read_only=bool(ReadOnly))


class Workbook(Book):
    """A workbook."""

    def _get_Sheets(self) -> Worksheets:
        return Worksheets(self.excel, lambda: [*map(self.tab, self.tabs)], self)

    def _get_Worksheets(self) -> Worksheets:
        return Worksheets(self.excel, lambda: [*map(self.tab, self.workbook.worksheets)], self)

    def _do_Activate(self) -> None:
        self._do_activate_object()

    def _do_ExportAsFixedFormat(self, Type: int, Filename: str, **_how: object) -> None:
        self.print_to(Path(Filename))

    def _do_SaveCopyAs(self, Filename: str) -> None:
        self.workbook.save(Filename)


class Worksheets(Items):
    """The tabs of a workbook."""

    def _do_Add(self, Before: Any = None) -> Sheet:
        """Add empty tabs: as many as there are selected."""
        book = self.parent
        beside = (Before.sheet if Before else None) or book.workbook.active
        many = len(book.together()) or 1
        return book.add_tabs(book.tabs.index(beside), self.excel.locale.tab, many)


# tabs


class Worksheet(Sheet):
    """A tab with cells."""

    def _get_Index(self) -> int:
        return self.book.tabs.index(self.sheet) + 1

    def _get_Parent(self) -> Book:
        return self.book

    def _get_Visible(self) -> int:
        return STATES[self.sheet.sheet_state]

    def _set_Visible(self, value: float) -> None:
        value = -1 if value is True else int(value)
        self.set_state(next(state for state, number in STATES.items() if number == value))

    def _do_Activate(self) -> None:
        if self.sheet.sheet_state != "visible":
            raise Refused(message="Activate method of Worksheet class failed")
        self.to_front()

    def _do_Copy(self, Before: Sheet | None = None, After: Sheet | None = None) -> None:
        self.copy(Before, After)

    def _do_delete(self) -> None:
        if self.excel.settings["displayalerts"] and self.sheet.sheet_state != "veryHidden":
            self.excel.fault(f"Excel asks whether to delete {self.sheet.title}, and waits")
        super()._do_delete()

    def _do_range(self, Cell1: Any, Cell2: Any = None) -> Area:
        """Cells by their address, or from one to another."""
        ends = [self.area(end) if isinstance(end, str) else end for end in (Cell1, Cell2) if end]
        if len(ends) == 1:
            return ends[0]
        return self.some([CellRange(ends[0].first.coord).union(CellRange(ends[1].first.coord))])

    def _get_cells(self) -> Area:
        return self.some([CellRange(None, 1, 1, MOST_COLUMNS, MOST_ROWS)])

    def _get_PageSetup(self) -> Thing:
        return self._get_page_setup_object()

    def _get_AutoFilter(self) -> Thing | None:
        return self._get_autofilter_object()


class Chart(Worksheet):
    """A tab that is a chart."""

    lacks = frozenset({"Cells", "Range", "UsedRange"})
    _do_range = _get_cells = None  # type: ignore[assignment]


def _tab(book: Book, tab: Any) -> Sheet:
    return Worksheet(book, tab) if isinstance(tab, Tab) else Chart(book, tab)


# cells


class Range(Area):
    """Cells."""

    def item(self, row: float, column: float) -> Area:
        """A cell, counted from the first one on, also beyond the last."""
        return self.at(self.first.min_row + int(row) - 1, self.first.min_col + int(column) - 1)

    def _get_Row(self) -> int:
        return self.first.min_row

    def _get_Column(self) -> int:
        return self.first.min_col

    def _get_Count(self) -> int:
        return self.shape[0] * self.shape[1]

    def _get_Rows(self) -> Thing:
        return Lines(self, down=True)

    def _get_Columns(self) -> Thing:
        return Lines(self, down=False)

    def _get_Cells(self) -> Area:
        return self

    def _get_Worksheet(self) -> Sheet:
        return self.sheet

    def _get_Address(self) -> str:
        return self._do_get_address()

    def _do_get_address(
        self, RowAbsolute: object = True, ColumnAbsolute: object = True, ReferenceStyle: int = A1,
        External: object = False,
    ) -> str:  # fmt: skip
        """Where they are, in 255 characters at most: areas beyond are left out (VBA-Docs, 49)."""
        if ReferenceStyle != A1 or External:
            message = "addresses of other kinds are not written"
            raise NotWritten(message)
        told = self.address("$" * bool(RowAbsolute), "$" * bool(ColumnAbsolute))
        while len(told) > MOST_TOLD:
            told = told.rpartition(",")[0]
        return told

    def _get_Value(self) -> Any:
        """Numbers as float, amounts of money as Decimal, days as times of UTC, errors as numbers."""
        return _tuples(self.told(self._told, None))

    def _told(self, cell: Any) -> object:
        value = held(cell, self.excel.shown)
        if isinstance(value, Failed):
            return FACILITY + ERROR_NUMBERS[value]
        if isinstance(value, datetime):
            if _shows_a_day(cell.number_format):
                return Time(*value.timetuple()[:6], value.microsecond, tzinfo=UTC)
            return float(to_excel(value))
        if isinstance(value, float) and CURRENCY.search(re.sub(r'"[^"]*"', "", cell.number_format)):
            return Decimal(str(round(value, 4)))
        return value

    def _get_formula(self) -> Any:
        return _tuples(super()._get_formula())

    def _do_select(self) -> None:
        if self.excel.books[0] is not self.sheet.book:
            raise Refused(message="Select method of Range class failed")
        super()._do_select()

    def _do_Copy(self, Destination: Area | None = None) -> None:
        self._do_copy_range(Destination)

    def _do_Find(self, What: str, SearchOrder: int, SearchDirection: int, **_how: object) -> Any:
        if What != "*" or SearchDirection != 2:
            message = f"finding {What!r} is not written"
            raise NotWritten(message)
        return self.last_filled(by_rows=SearchOrder == 1)

    def _do_AutoFilter(self, Field: int, Criteria1: str | None = None) -> None:
        self.refuse_if_protected()
        self._do_autofilter_range(int(Field), Criteria1)

    def _get_Comment(self) -> Comment | None:
        return Comment(self) if self.has_note() else None

    def _do_AddComment(self, Text: str = "") -> Comment:
        self._do_add_comment(Text)
        return Comment(self)

    def _get_FormatConditions(self) -> Thing:
        return FormatConditions(self)


class Lines(Thing):
    """Cells row by row or column by column."""

    def __init__(self, cells: Area, *, down: bool) -> None:
        super().__init__(cells.excel)
        self.cells, self.down = cells, down

    def _get_Count(self) -> int:
        return self.cells.shape[not self.down]

    def _do_Item(self, number: float) -> Area:
        """One row."""
        first = self.cells.first
        row = first.min_row + int(number) - 1
        return self.cells.at(row, first.min_col, row, first.max_col)


def _tuples(rows: Any) -> Any:
    return tuple(map(tuple, rows)) if isinstance(rows, list) else rows


def _shows_a_day(code: str) -> bool:
    """Whether a number format has a day, a month or a year; times alone come as numbers."""
    bare = re.sub(r'"[^"]*"|\[[^\]]*\]|\\.', "", code.partition(";")[0]).lower()
    is_month = "m" in bare and not set(bare) & {"h", "s"}
    return is_date_format(code) and bool(set(bare) & {"d", "y"} or is_month)


class Comment(Thing):
    """A note."""

    def __init__(self, cell: Area) -> None:
        super().__init__(cell.excel)
        self.cell = cell

    def _do_Text(self, Text: str | None = None) -> str:
        return self.cell.note(Text)

    def _do_Delete(self) -> None:
        self.cell._do_clear_Excel_comments()


class FormatConditions(Thing):
    """The rules that set cells off, in the order in which they are asked."""

    def __init__(self, cells: Area) -> None:
        super().__init__(cells.excel)
        self.cells = cells

    def item(self, key: float) -> Thing:
        """One of them."""
        return self.cells.condition(key)

    def _do_Add(self, Type: int, Formula1: str) -> Thing:
        if Type != 2:
            message = f"conditional formats of type {Type} are not written"
            raise NotWritten(message)
        return self.cells.add_rule(Formula1)


Excel.book_class, Excel.sheet_class, Excel.area_class = Workbook, staticmethod(_tab), Range
