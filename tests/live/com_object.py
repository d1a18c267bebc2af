"""Objects as COM hands them out, and the running Excel that they belong to.

What an object has is what its class has in capitals. Whatever else is asked of it Excel does not
have, or this stand-in does not: either way it is written down as a fault, which no test forgives.
"""

# ruff: noqa: N802  (names and arguments as Excel has them)

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from datetime import UTC, datetime
from decimal import Decimal
from functools import partial, wraps
from itertools import count
from pathlib import PureWindowsPath
from typing import Any, NoReturn

from languages import ENGLISH, Locale, NotUnderstood, typed
from openpyxl import Workbook
from openpyxl.worksheet.cell_range import CellRange
from openpyxl.worksheet.worksheet import Worksheet as Tab
from pywin32 import Dispatched, OleObject, busy, gone, in_front, refuse, running
from remote import Excel as Model
from remote import NotAsExcelWould, Shown, zero

MOST_READ = 5_000_000
"""Cells: so many take Excel and Python a minute."""
_numbers = count(1001)


class Fault(AssertionError):
    """Something that no Excel has, or that would take for ever."""


class Excel:
    """A running Excel: what its objects share, and what a test may change.

    Attributes:
        locale: what it speaks.
        busy: so many of the next calls it rejects.
        fails_at: the number of a call, from 1 on, that fails as if Excel did not want to.
        rejects_at: the number of a call that is rejected once.
        asked: what it has been asked to change or to say, as xlwings' client puts it.
        faults: what it could not make sense of; a test that leaves some has failed.
        selects_picture: whether a picture is selected and no cells are.
        calls: how many there have been.
        opened: the files that have been opened, and whether only to be read.
        prints_nothing: whether it makes no PDF.
    """

    def __init__(self, locale: Locale = ENGLISH) -> None:
        self.locale = locale
        self.hwnd = next(_numbers)
        self.pid = 100_000 + self.hwnd
        self.busy = self.calls = self.cells_read = self.fails_at = self.rejects_at = 0
        self.inside = False
        self.selects_picture = self.prints_nothing = False
        self.opened: list[tuple[str, bool]] = []
        self.asked: list[dict[str, Any]] = []
        self.faults: list[str] = []
        self.books: list[OpenBook] = []
        self.settings: dict[str, Any] = {
            "Calculation": -4105, "CutCopyMode": 0, "DisplayAlerts": True, "EnableEvents": True,
            "Interactive": True, "ReferenceStyle": -4150 if locale.r1c1 else 1,
            "ScreenUpdating": True, "StatusBar": False, "Visible": True,
        }  # fmt: skip
        self.window: Any = None
        running[self.hwnd] = self
        in_front(self.hwnd)

    @property
    def speaks(self) -> Locale:
        """The user's language with the reference style as it is now."""
        plain = Locale(**{**vars(self.locale), "r1c1": False})
        return plain.with_r1c1() if self.settings["ReferenceStyle"] == -4150 else plain

    def say(self, text: str, title: str, style: int) -> None:
        """Show a message box, and have it closed."""
        mode = "critical" if style & 0x30 == 0x30 else "info"
        self.asked.append({"func": "alert", "args": [text, title, "ok", mode, ""]})

    def fault(self, text: str) -> NoReturn:
        """Write down what no Excel would understand, and stop."""
        self.faults.append(text)
        raise Fault(text)

    def read(self, cells: int) -> None:
        """Read so many cells; too many are a fault."""
        self.cells_read += cells
        if self.cells_read > MOST_READ:
            self.fault(f"{self.cells_read} cells are read: Excel would not answer for minutes")


class OpenBook:
    """A workbook that an Excel has open.

    Args:
        excel: the Excel.
        workbook: the workbook.
        fullname: its path, or its address in a cloud.
        shown: what its formulas show.

    Attributes:
        outside: the workbook as COM hands it out.
    """

    def __init__(
        self, excel: Excel, workbook: Workbook, fullname: str, shown: Shown = zero
    ) -> None:
        self.excel, self.workbook, self.fullname, self.shown = excel, workbook, fullname, shown
        self.model = Model(workbook, "characters")
        self.model.reads = partial(typed, locale=excel.locale)
        self.selected: dict[Tab, list[CellRange]] = {}
        self.outside: Any = None
        excel.books.insert(0, self)

    @property
    def name(self) -> str:
        """The name of the file."""
        return PureWindowsPath(self.fullname.rpartition("/")[2]).name

    @property
    def tabs(self) -> list[Any]:
        """All tabs in their order, chart sheets among them."""
        return self.workbook._sheets

    def do(self, func: str, tab: Tab, *args: object, area: CellRange | None = None,
           values: list[list[object]] | None = None) -> None:  # fmt: skip
        """Do something, and note it as asked for."""
        tabs = self.workbook.worksheets
        action: dict[str, Any] = {
            "func": func, "args": list(args), "values": values, "sheet_position": tabs.index(tab),
        }  # fmt: skip
        if area is not None:
            size = area.size
            action |= {
                "start_row": area.min_row - 1, "start_column": area.min_col - 1,
                "row_count": size["rows"], "column_count": size["columns"],
            }  # fmt: skip
        self.excel.asked.append(action)
        self.model.loaded = list(tabs)
        self.model.do(action)

    def front(self, tab: Any) -> None:
        """Bring a tab to the front; tabs that are selected together stay so if it is one of them."""
        self.select([*self.grouped()] if tab in self.grouped() else [tab])
        self.workbook.active = tab

    def grouped(self) -> list[Any]:
        """The tabs that are selected together: one, as a rule."""
        front = self.workbook.active
        return [tab for tab in self.tabs if tab is front or _view(tab).tabSelected]

    def select(self, tabs: Sequence[Any]) -> None:
        """Select some tabs and no others."""
        for tab in self.tabs:
            _view(tab).tabSelected = tab in tabs

    def selection(self, tab: Tab) -> list[CellRange]:
        """The selected cells of a tab."""
        if tab not in self.selected:
            view = tab.sheet_view.selection
            ranges = str(view[0].sqref).split() if view and view[0].sqref else ["A1"]
            self.selected[tab] = [CellRange(part) for part in ranges]
        return self.selected[tab]

    def active_cell(self) -> tuple[int, int]:
        """The row and the column of the active cell."""
        tab = self.workbook.active
        if not isinstance(tab, Tab):
            return 1, 1
        first = self.selection(tab)[0]
        return first.min_row, first.min_col

    def refuse_if_protected(self, what: str) -> None:
        """Keep the tabs as they are where the workbook's structure is protected."""
        security = self.workbook.security
        if security is not None and security.lockStructure:
            refuse(what)


def _view(tab: Any) -> Any:
    """How a tab is seen; chart sheets have it elsewhere."""
    return tab.sheet_view if isinstance(tab, Tab) else tab.sheetViews.sheetView[0]


class ComObject(Dispatched):
    """An object of Excel's.

    Args:
        excel: the Excel that it belongs to.
    """

    _lacks: frozenset[str] = frozenset()
    """Names that others of its kind have, so that one may well ask for them."""
    _kind = ""

    def __init__(self, excel: Excel) -> None:
        self._excel = excel

    def __init_subclass__(cls) -> None:
        for name, member in list(vars(cls).items()):
            if not (name[0].isupper() or name in ("__call__", "__iter__")):
                continue
            if isinstance(member, property):
                setters = (f and _called(f) for f in (member.fget, member.fset))
                setattr(cls, name, property(*setters))
            elif callable(member):
                setattr(cls, name, _called(member))

    @property
    def _oleobj_(self) -> OleObject:
        return OleObject(self, self._kind)

    def __getattr__(self, name: str) -> Any:
        if name.startswith("_") or name in self._lacks:
            raise AttributeError(name)
        self._excel.fault(f"{type(self).__name__} has no {name}")

    def __setattr__(self, name: str, value: object) -> None:
        if name.startswith("_"):
            object.__setattr__(self, name, value)
            return
        member = getattr(type(self), name, None)
        if not isinstance(member, property) or member.fset is None:
            self._excel.fault(f"{type(self).__name__}.{name} cannot be set")
        member.fset(self, value)

    @property
    def Application(self) -> Any:
        """Excel itself."""
        return self._excel.window._application


def _called(function: Callable[..., Any]) -> Callable[..., Any]:
    """A member as it is called from outside: through COM, where Excel may be busy."""

    @wraps(function)
    def call(self: ComObject, *args: object, **kwargs: object) -> Any:
        excel = self._excel
        if excel.inside:
            return function(self, *args, **kwargs)
        excel.calls += 1
        if excel.busy or excel.calls == excel.rejects_at:
            excel.busy = max(0, excel.busy - 1)
            raise busy()
        if excel.calls == excel.fails_at:
            refuse("not now")
        excel.inside = True
        try:
            return function(
                self, *map(variant, args), **{name: variant(v) for name, v in kwargs.items()}
            )
        except NotAsExcelWould as error:
            refuse(str(error))
        except NotUnderstood as error:
            refuse(f"not understood: {error}")
        except AttributeError as error:  # xlwings would try again for ever
            excel.fault(f"{type(self).__name__}.{function.__name__}: {error}")
        finally:
            excel.inside = False

    return call


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


def setting(name: str, *, read_only: bool = False) -> property:
    """A setting of Excel's that leaves no trace in a workbook."""

    def get(self: ComObject) -> Any:
        return self._excel.settings[name]

    def put(self: ComObject, value: object) -> None:
        self._excel.settings[name] = value

    return property(get) if read_only else property(get, put)


class Items(ComObject):
    """A collection, by number from 1 on or by name."""

    def _all(self) -> Sequence[Any]:
        raise NotImplementedError

    def _named(self, item: Any, name: str) -> bool:
        return str(item.Name).casefold() == name.casefold()

    @property
    def Count(self) -> int:
        """How many there are."""
        return len(self._all())

    def Item(self, key: float | str) -> Any:
        """One of them."""
        items = self._all()
        if isinstance(key, str):
            found = [item for item in items if self._named(item, key)]
        else:
            found = [items[int(key) - 1]] if 0 < key <= len(items) else []
        if not found:
            refuse("Subscript out of range")
        return found[0]

    def __call__(self, key: float | str) -> Any:  # noqa: D102
        return self.Item(key)

    def __iter__(self) -> Iterator[Any]:
        return iter(list(self._all()))


class OnTab(ComObject):
    """An object that belongs to a tab, and is gone with it.

    Args:
        book: the workbook.
        tab: the tab.
    """

    def __init__(self, book: OpenBook, tab: Any) -> None:
        super().__init__(book.excel)
        self._book, self._its_tab = book, tab

    @property
    def _tab(self) -> Any:
        if self._its_tab not in self._book.tabs:
            raise gone()
        return self._its_tab
