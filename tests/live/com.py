"""Desktop Excel on Windows: xlwings' own code for it, on an object model that acts on a workbook.

``open_book`` gives a book as a button's code has it; what is asked of it is done at once, to a
workbook as openpyxl has it. ``excel_app.py`` and ``excel_cells.py`` are what every desktop Excel does,
``desktops.py`` says in what values and words the two differ; this file has what a call through COM is,
and what only Windows does. Anything asked for that Excel, or this stand-in, does not have is recorded
as a fault, which no test forgives.
"""

# ruff: noqa: N802  (names as Excel has them)

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
from cell_values import Failed, held
from desktops import WINDOWS
from excel_app import App, Book, Sheet
from excel_cells import Area
from excel_things import MOST_COLUMNS, MOST_ROWS, NotWritten, Refused, Thing, chosen
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
        if not name.startswith("_") and thing.find("all", name):
            return _called(thing, lambda: Items(thing, name))
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
        given = {_snake(name): variant(value) for name, value in how.items()}
        return _wrapped(function(*map(variant, args), **given))
    except (Refused, remote.NotAsExcelWould) as error:
        refuse(str(getattr(error, "message", error)))
    except NotWritten as error:
        excel.fault(str(error))
    except AttributeError as error:  # xlwings would try again for ever
        excel.fault(f"{type(thing).__name__}: {error}")


def _snake(name: str) -> str:
    """The name of an argument as Python has it."""
    return re.sub(r"(?<=[a-z])(?=[A-Z])", "_", name).lower()


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
    """A collection.

    Args:
        parent: what it belongs to.
        name: what it is called there.
    """

    def __init__(self, parent: Thing, name: str) -> None:
        super().__init__(parent.excel)
        self.parent, self.name = parent, name

    def all(self) -> Sequence[Any]:
        """What is in it now."""
        return self.parent.find("all", self.name)()

    def item(self, key: float | str) -> Any:
        """One of them, by its place from 1 on or by its name."""
        return chosen(self.all(), key)

    _do_item = item

    def _get_Count(self) -> int:
        return len(self.all())

    def _get_Parent(self) -> Thing:
        return self.parent

    def find(self, kind: str, name: str) -> Callable[..., Any] | None:
        """Its own, or what its parent does for it: ``_do_worksheets_add``."""
        return super().find(kind, name) or self.parent.find(kind, self.name + name)


# the application


class Excel(App):
    """A running Excel.

    Attributes:
        busy: so many of the next calls it rejects.
        rejects_at: the number of a call that is rejected once.
        faults: what it could not make sense of; a test that leaves some has failed.
        hwnd: the number of its window.
    """

    desktop = WINDOWS

    def __init__(self, locale: Locale, shown: remote.Shown) -> None:
        super().__init__(locale, shown)
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

    def ask(self, what: str) -> NoReturn:
        """Nobody answers."""
        self.fault(f"Excel asks {what}, and waits")

    def make_room(self, cells: int) -> None:
        """Read so many cells; too many are a fault."""
        self.cells_read += cells
        if self.cells_read > MOST_READ:
            self.fault(f"{self.cells_read} cells are read: Excel would not answer for minutes")

    def _get_Hwnd(self) -> int:
        return self.hwnd

    def _do_workbooks_add(self) -> Book:
        self.books.insert(0, Workbook(self, File(), f"{self.locale.workbook}1"))
        return self.books[0]

    def _do_workbooks_open(
        self, path: str, _links: object, read_only: object, *_more: object
    ) -> Book:
        return self.open(path, read_only=bool(read_only))


class Window(Thing):
    """The window of an Excel, of which nothing is asked but whose it is."""


class Workbook(Book):
    """A workbook."""

    def _all_sheets(self) -> list[Any]:
        return [*map(self.tab, self.tabs)]

    def _do_worksheets_add(self, before: Any = None) -> Sheet:
        """Add empty tabs: as many as there are selected."""
        beside = (before.sheet if before else None) or self.workbook.active
        many = len(self.together()) or 1
        return self.add_tabs(self.tabs.index(beside), self.excel.locale.tab, many)

    _do_sheets_add = _do_worksheets_add

    def _do_ExportAsFixedFormat(self, *, filename: str, **_how: object) -> None:
        self.print_to(Path(filename))

    def _do_SaveCopyAs(self, filename: str) -> None:
        self.workbook.save(filename)


# tabs


class Worksheet(Sheet):
    """A tab with cells."""

    def _get_Index(self) -> int:
        return self.book.tabs.index(self.sheet) + 1

    def _get_Parent(self) -> Book:
        return self.book

    def _do_range(self, one: Any, other: Any = None) -> Area:
        """Cells by their address, or from one to another."""
        ends = [self.area(end) if isinstance(end, str) else end for end in (one, other) if end]
        if len(ends) == 1:
            return ends[0]
        return self.some([CellRange(ends[0].first.coord).union(CellRange(ends[1].first.coord))])

    def _get_cells(self) -> Area:
        return self.some([CellRange(None, 1, 1, MOST_COLUMNS, MOST_ROWS)])

    def _do_Pictures(self) -> Items:
        return Items(self, "Pictures")

    _all_shapes = Sheet._all_pictures

    def _do_shapes_AddPicture(
        self, *, filename: str, link_to_file: object, save_with_document: object, left: float,
        top: float, width: float, height: float,
    ) -> Thing:  # fmt: skip
        """Put a picture on it that goes with the workbook."""
        if link_to_file or not save_with_document:
            raise Refused
        picture = self.add_picture(filename, (width, height))
        picture._set_left(left)
        picture._set_top(top)
        return picture


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

    def _get_Count(self) -> int:
        return self.shape[0] * self.shape[1]

    def _get_Cells(self) -> Area:
        return self

    def _get_Worksheet(self) -> Sheet:
        return self.sheet

    def _get_Address(self) -> str:
        return self._do_get_address()

    def _get_Value(self) -> Any:
        """Numbers as float, amounts of money as Decimal, days as times of UTC, errors as numbers."""
        return self.told(self._told, self.excel.desktop.empty)

    def told(self, of: Callable[[Any], Any], empty: object) -> Any:
        """Rows as tuples."""
        rows = super().told(of, empty)
        return tuple(map(tuple, rows)) if isinstance(rows, list) else rows

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


def _shows_a_day(code: str) -> bool:
    """Whether a number format has a day, a month or a year; times alone come as numbers."""
    bare = re.sub(r'"[^"]*"|\[[^\]]*\]|\\.', "", code.partition(";")[0]).lower()
    is_month = "m" in bare and not set(bare) & {"h", "s"}
    return is_date_format(code) and bool(set(bare) & {"d", "y"} or is_month)


Excel.book_class, Excel.sheet_class, Excel.area_class = Workbook, staticmethod(_tab), Range
