"""A desktop Excel, its workbooks and their tabs: what they are on Windows and on macOS alike.

All is done at once to workbooks as openpyxl has them, through ``remote.Excel``.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from itertools import count
from pathlib import Path, PureWindowsPath
from typing import Any

import remote
from desktops import Desktop
from excel_cells import Area, Lines
from excel_pictures import Picture
from excel_things import (
    BAD_PARAMETER,
    MOST_COLUMNS,
    MOST_ROWS,
    NOT_HANDLED,
    NotWritten,
    Refused,
    Thing,
    chosen,
)
from languages import Locale, typed
from openpyxl import Workbook, load_workbook
from openpyxl.utils import get_column_letter, range_boundaries
from openpyxl.worksheet.cell_range import CellRange
from openpyxl.worksheet.views import Selection
from openpyxl.worksheet.worksheet import Worksheet

LONGEST_NAME = 31
_numbers = count(1001)


class App(Thing):
    """A running Excel.

    Args:
        locale: what it speaks with its user.
        shown: what formulas come to, by their tab and text.

    Attributes:
        desktop: what is so on its platform alone.
        asked: what it has been asked to change or to say, as xlwings' client puts it.
        calls: how often something was asked of it.
        fails_at: the number of a call, from 1 on, that fails as if Excel did not want to.
        opened: the files that have been opened, and whether only to be read.
        prints_nothing: whether it makes no PDF.
    """

    desktop: Desktop
    area_class = Area

    def __init__(self, locale: Locale, shown: remote.Shown) -> None:
        super().__init__(self)
        self.locale, self.shown = locale, shown
        style = self.desktop.styles[locale.r1c1]
        self.settings = {**self.desktop.settings, "referencestyle": style}
        self.found = dict(self.settings)
        self.books: list[Book] = []
        self.asked: list[dict[str, Any]] = []
        self.opened: list[tuple[str, bool]] = []
        self.prints_nothing = False
        self.calls = self.fails_at = 0
        self.number = next(_numbers)

    @property
    def speaks(self) -> Locale:
        """What it speaks now, with columns that have letters or numbers."""
        return replace(self.locale, r1c1=self.settings["referencestyle"] == self.desktop.styles[1])

    def left_behind(self) -> list[str]:
        """What no test forgives: the settings that are not as they were found."""
        changed = [n for n, value in self.settings.items() if value != self.found[n]]
        return [f"{name} is left {self.settings[name]!r}" for name in changed]

    def find(self, kind: str, name: str) -> Any:
        """What answers for a name; a setting is kept as it is."""
        setting = name.replace("_", "").lower()
        if kind == "get" and setting in self.settings:
            return lambda: self.settings[setting]
        if kind == "set" and setting in self.settings:
            return lambda value: self.settings.update({setting: value})
        return super().find(kind, name)

    def make_room(self, cells: int) -> None:
        """Say where so many cells are too many to be told."""

    def ask(self, what: str) -> None:
        """Ask its user something, and wait."""
        raise NotImplementedError(what)

    def select(self, tab: str, addresses: str) -> None:
        """Select cells of a tab as the user does; no address at all stands for a picture."""
        book = self.books[0]
        sheet = book.sheet(tab)
        sheet.to_front()
        book.select(sheet.sheet, sheet.area(addresses).areas if addresses else None)

    def open(self, path: str, *, read_only: bool) -> Book:
        """Open a workbook, which comes to the front."""
        self.opened.append((path, read_only))
        self.books.insert(0, self.book_class(self, load_workbook(path), path))
        return self.books[0]

    def _all_workbooks(self) -> list[Book]:
        return self.books

    def _get_active_workbook(self) -> Book:
        return self.books[0]

    def _get_active_sheet(self) -> Any:
        return self.books[0]._get_active_sheet()

    def _get_selection(self) -> Thing:
        book = self.books[0]
        areas = book.selected(book.workbook.active)
        if areas is None:
            raise Refused(NOT_HANDLED, "Application could not handle this command.")
        return book.tab(book.workbook.active).some(areas)


class Doer(remote.Excel):
    """Does to a workbook what Excel does; a formula is read beforehand as seen from where it is."""

    def _refuse_if_read_elsewhere(self, *_: object) -> None:
        """Let any formula pass."""


class Book(Thing):
    """A workbook that is open.

    Args:
        excel: the application.
        workbook: as openpyxl has it.
        fullname: path, or address in the web.
    """

    def __init__(self, excel: Any, workbook: Workbook, fullname: str) -> None:
        super().__init__(excel)
        self.workbook, self.fullname = workbook, fullname
        self.name = PureWindowsPath(fullname.rpartition("/")[2]).name
        self.doer = Doer(workbook, "characters")
        self.doer.reads = lambda text: typed(text, excel.locale)
        self.pictures: set[Any] = set()

    @property
    def tabs(self) -> list[Any]:
        """All tabs in their order, chart sheets among them."""
        return self.workbook._sheets

    def do(self, func: str, sheet: Worksheet | None = None, **action: Any) -> None:
        """Have one thing done; a protected workbook keeps its tabs as they are."""
        about_tabs = ("addSheet", "copySheet", "sheetDelete", "setSheetName", "setSheetVisibility")
        security = self.workbook.security
        if func in about_tabs and security is not None and security.lockStructure:
            raise Refused
        self.doer.loaded = list(self.workbook.worksheets)
        place = None if sheet is None else self.doer.loaded.index(sheet)
        action = {"func": func, "args": [], "sheet_position": place, **action}
        self.doer.do(action)
        self.excel.asked.append(action)

    def selected(self, sheet: Any) -> list[CellRange] | None:
        """The selected cells of a tab; ``None`` for a picture, or on a chart."""
        if sheet in self.pictures or not isinstance(sheet, Worksheet):
            return None
        view = sheet.sheet_view
        pane = view.pane.activePane if view.pane else None
        found = [part for part in view.selection if part.pane == pane] or view.selection
        return [CellRange(part) for part in (str(found[0].sqref) if found else "A1").split()]

    def select(self, sheet: Worksheet, areas: Sequence[CellRange] | None) -> None:
        """Select cells of a tab, or a picture."""
        (self.pictures.add if areas is None else self.pictures.discard)(sheet)
        if areas:
            first = f"{get_column_letter(areas[0].min_col)}{areas[0].min_row}"
            text = " ".join(area.coord for area in areas)
            sheet.sheet_view.selection = [Selection(activeCell=first, sqref=text)]

    def together(self) -> list[Worksheet]:
        """The tabs that are selected together: one, as a rule."""
        front, sheets = self.workbook.active, self.workbook.worksheets
        return [sheet for sheet in sheets if sheet is front or sheet.sheet_view.tabSelected]

    def active_cell(self) -> tuple[int, int]:
        """Row and column of the cell that formulas are seen from."""
        areas = self.selected(self.workbook.active) or [CellRange("A1")]
        return areas[0].min_row, areas[0].min_col

    def tab(self, sheet: Any) -> Any:
        """A tab as Excel has it."""
        return self.excel.sheet_class(self, sheet)

    def sheet(self, name: str) -> Any:
        """A tab by its name."""
        return chosen(self._all_worksheets(), name)

    def _all_worksheets(self) -> list[Any]:
        return [*map(self.tab, self.workbook.worksheets)]

    def add_tabs(self, place: int, word: str, many: int = 1) -> Any:
        """Add empty tabs, of which the last one comes to the front."""
        for _ in range(many):
            titles = {title.casefold() for title in self.workbook.sheetnames}
            names = (f"{word}{n}" for n in range(1, len(titles) + 2))
            name = next(new for new in names if new.casefold() not in titles)
            self.do("addSheet", args=[place, name])
            self.sheet(name).to_front()
        return self.sheet(name)

    def print_to(self, path: Path) -> None:
        """Make a PDF of all visible tabs."""
        if self.excel.prints_nothing:
            raise Refused(BAD_PARAMETER, "Document not saved.")
        tabs = [tab.title for tab in self.tabs if tab.sheet_state == "visible"]
        path.write_bytes(f"%PDF of {', '.join(tabs)}".encode())

    def _get_name(self) -> str:
        return self.name

    def _get_full_name(self) -> str:
        return self.fullname

    def _get_active_sheet(self) -> Any:
        return self.tab(self.workbook.active)

    def _do_activate(self) -> None:
        self.excel.books.remove(self)
        self.excel.books.insert(0, self)

    def _do_close(self, **_saving: object) -> None:
        self.excel.books.remove(self)


class Sheet(Thing):
    """A tab of a workbook."""

    def __init__(self, book: Book, sheet: Any) -> None:
        super().__init__(book.excel)
        self.book, self.sheet = book, sheet

    def is_gone(self) -> bool:
        """Whether the tab has been deleted."""
        return self.sheet not in self.book.tabs

    def do(self, func: str, **action: Any) -> None:
        """Have one thing done to the tab."""
        self.book.do(func, self.sheet, **action)

    def to_front(self) -> None:
        """Bring it to the front of its workbook; tabs selected together stay so if it is one of them."""
        together = self.book.together()
        if isinstance(self.sheet, Worksheet):
            self.book.do("activateSheet", args=[self.place])
        else:
            self.book.workbook.active = self.sheet
        for tab in together if self.sheet in together else ():
            tab.sheet_view.tabSelected = True

    @property
    def place(self) -> int:
        """Its place among the tabs with cells, from 0 on."""
        return self.book.workbook.worksheets.index(self.sheet)

    def set_state(self, state: str) -> None:
        """Show it, hide it, or hide it well."""
        self.do("setSheetVisibility", args=["Visible" if state == "visible" else "Hidden"])
        self.sheet.sheet_state = state

    def _get_visible(self) -> Any:
        return self.excel.desktop.states[self.sheet.sheet_state]

    def _set_visible(self, value: Any) -> None:
        """Also whether at all."""
        if isinstance(value, bool):
            self.set_state("visible" if value else "hidden")
        else:
            states = self.excel.desktop.states
            self.set_state(next(state for state, told in states.items() if told == value))

    def some(self, areas: Sequence[CellRange]) -> Area:
        """Some cells."""
        return self.excel.area_class(self, areas)

    def area(self, address: str) -> Area:
        """The cells of an address; several areas are separated by commas."""
        if not re.fullmatch(r"[$A-Za-z0-9:,]+", address) or not re.search(r"\d", address):
            message = f"{address} is no address, and names of ranges are not written"
            raise NotWritten(message)
        parts = [range_boundaries(part.replace("$", "").upper()) for part in address.split(",")]
        return self.some([CellRange(None, *part) for part in parts])

    def _get_name(self) -> str:
        return str(self.sheet.title)

    def _set_name(self, name: str) -> None:
        if len(name) > LONGEST_NAME or name.strip("'") != name or name.casefold() == "history":
            raise Refused(BAD_PARAMETER, f"You typed an invalid name for a sheet or chart: {name}")
        self.do("setSheetName", args=[name])

    def _do_activate(self) -> None:
        self.to_front()

    def _do_select(self) -> None:
        """Bring it to the front, and have no others selected together with it."""
        for tab in self.book.workbook.worksheets:
            tab.sheet_view.tabSelected = False
        self.to_front()

    def _do_copy(self, before: Sheet | None = None, after: Sheet | None = None) -> None:
        """Copy it beside another one; a visible copy comes to the front."""
        beside = before or after
        if beside is None:
            message = "a copy in a workbook of its own is not written"
            raise NotWritten(message)
        titles = {title.casefold() for title in self.book.workbook.sheetnames}
        stem = re.sub(r" \(\d+\)$", "", self.sheet.title)
        names = (f"{stem[: 31 - len(f' ({n})')]} ({n})" for n in range(2, len(titles) + 3))
        name = next(copy for copy in names if copy.casefold() not in titles)
        self.do("copySheet", args=["Before" if before else "After", beside.place, name])
        copied = self.book.sheet(name)
        if copied.sheet.sheet_state == "visible":
            copied.to_front()

    def _do_delete(self) -> None:
        """Delete it; Excel asks first, unless alerts are off."""
        if self.sheet.sheet_state == "veryHidden":
            raise Refused
        if self.excel.settings["displayalerts"]:
            self.excel.ask(f"whether to delete {self.sheet.title}")
        self.do("sheetDelete")

    def _get_used_range(self) -> Area:
        """Cells with a value, a note or a look of their own."""
        used = [
            cell
            for cell in self.sheet._cells.values()
            if cell.value is not None or cell.has_style or cell.comment
        ]
        rows, columns = [cell.row for cell in used] or [1], [cell.column for cell in used] or [1]
        return self.some([CellRange(None, min(columns), min(rows), max(columns), max(rows))])

    def _all_rows(self) -> Lines:
        return self.some([CellRange(None, 1, 1, MOST_COLUMNS, MOST_ROWS)])._all_rows()

    def _get_page_setup(self) -> PageSetup:
        return PageSetup(self)

    def _all_pictures(self) -> list[Picture]:
        return [Picture(self, image) for image in self.sheet._images]

    def add_picture(self, file: str, size: tuple[float, float]) -> Picture:
        """Put a picture on it, at its corner, in a size in points."""
        picture = Picture.added(self, file, size)
        self.excel.asked.append({"func": "addPicture", "args": [*size]})
        return picture

    def _get_autofilter_mode(self) -> bool:
        return bool(self.sheet.auto_filter.ref)

    def _get_autofilter(self) -> Filter | None:
        return Filter(self) if self.sheet.auto_filter.ref else None


class PageSetup(Thing):
    """How a tab is printed."""

    def __init__(self, sheet: Sheet) -> None:
        super().__init__(sheet.excel)
        self.sheet = sheet

    def _set_print_area(self, address: str) -> None:
        """On macOS in the user's reference style, on Windows in A1 as well."""
        is_a1 = re.match(r"\$?[A-Z]+\$?\d", address) is not None
        if address and is_a1 == self.excel.speaks.r1c1 and not self.excel.desktop.reads_a1:
            raise Refused
        self.sheet.do("setPrintArea", args=[address])


class Filter(Thing):
    """The filter of a tab."""

    def __init__(self, sheet: Sheet) -> None:
        super().__init__(sheet.excel)
        self.sheet = sheet

    def _get_range(self) -> Area:
        return self.sheet.area(self.sheet.sheet.auto_filter.ref)


App.book_class, App.sheet_class = Book, Sheet
