"""Tabs as COM hands them out."""

# ruff: noqa: FBT001, FBT002, N802, N803  (names and arguments as Excel has them)

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from com_cells import Range, at_address
from com_object import Items, OnTab, OpenBook
from com_parts import Comment, FilterOfTab, Name, Names, PageSetup
from com_values import COLUMNS, ROWS
from openpyxl.worksheet.cell_range import CellRange
from openpyxl.worksheet.worksheet import Worksheet as Tab
from pywin32 import refuse

VISIBLE, HIDDEN, VERY_HIDDEN = -1, 0, 2
STATES = {VISIBLE: "visible", HIDDEN: "hidden", VERY_HIDDEN: "veryHidden"}
LONGEST_NAME = 31
MISSING = "an argument that was not given, which is another thing than None"


class Sheets(Items):
    """Tabs of all kinds."""

    _kinds: tuple[type, ...] = (object,)

    def __init__(self, book: OpenBook) -> None:
        super().__init__(book.excel)
        self._book = book

    @property
    def Parent(self) -> Any:
        """Their workbook."""
        return self._book.outside

    def _all(self) -> Sequence[Any]:
        return [
            sheet_of(self._book, tab) for tab in self._book.tabs if isinstance(tab, self._kinds)
        ]

    def Add(
        self, Before: Any = None, After: Any = None, Count: int | None = None, Type: Any = None
    ) -> Worksheet:  # fmt: skip
        """Add an empty tab, which comes to the front: as many as there are selected."""
        book = self._book
        book.refuse_if_protected("Add method of Sheets class failed")
        tabs = book.tabs
        beside = (Before or After)._tab if Before or After else book.workbook.active
        place = tabs.index(beside) + (After is not None)
        for _ in range(Count or len(book.grouped()) or 1):
            names = {tab.title.casefold() for tab in tabs}
            word = self._excel.locale.tab
            name = next(f"{word}{n}" for n in range(1, 999) if f"{word}{n}".casefold() not in names)
            book.do("addSheet", book.workbook.worksheets[0], place, name)
            new = tabs[place]
            book.select([new])
            book.workbook.active = new
        return Worksheet(book, new)


class Worksheets(Sheets):
    """Tabs with cells."""

    _kinds = (Tab,)


class Sheet(OnTab):
    """A tab of any kind."""

    @property
    def Name(self) -> str:
        """What it is called."""
        return str(self._tab.title)

    @Name.setter
    def Name(self, name: str) -> None:
        self._book.refuse_if_protected("Application-defined or object-defined error")
        quoted = name.startswith("'") or name.endswith("'")
        if len(name) > LONGEST_NAME or quoted or name.casefold() == "history":
            refuse(f"You typed an invalid name for a sheet or chart: {name}")
        self._rename(name)

    def _rename(self, name: str) -> None:
        raise NotImplementedError

    @property
    def Index(self) -> int:
        """Its place among all tabs, chart sheets among them."""
        return self._book.tabs.index(self._tab) + 1

    @property
    def Parent(self) -> Any:
        """Its workbook."""
        return self._book.outside

    @property
    def Visible(self) -> int:
        """Whether it is shown: -1, or hidden: 0, or not even in the list of hidden ones: 2."""
        return {state: number for number, state in STATES.items()}[self._tab.sheet_state]

    @Visible.setter
    def Visible(self, value: int) -> None:
        what = "Unable to set the Visible property of the Worksheet class"
        self._book.refuse_if_protected(what)
        state = STATES.get(VISIBLE if value is True else int(value))
        others = [t for t in self._book.tabs if t is not self._tab and t.sheet_state == "visible"]
        if state is None or (state != "visible" and not others):
            refuse(what)
        self._show_or_hide(state)

    def _show_or_hide(self, state: str) -> None:
        raise NotImplementedError

    def Activate(self) -> None:
        """Bring it to the front of its workbook."""
        if self._tab.sheet_state != "visible":
            refuse("Activate method of Worksheet class failed")
        self._book.front(self._tab)
        if isinstance(self._tab, Tab):
            place = self._book.workbook.worksheets.index(self._tab)
            self._excel.asked.append({"func": "activateSheet", "args": [place]})

    def Select(self, Replace: bool = True) -> bool:
        """Bring it to the front and select it, with those that are selected if it says so."""
        if self._tab.sheet_state != "visible":
            refuse("Select method of Worksheet class failed")
        book = self._book
        book.select([self._tab] if Replace else [*book.grouped(), self._tab])
        self._book.workbook.active = self._tab
        return True


class Chart(Sheet):
    """A tab that is a chart."""

    _lacks = frozenset({"Cells", "Range", "UsedRange", "Rows", "Columns"})

    def _rename(self, name: str) -> None:
        if name.casefold() in {t.title.casefold() for t in self._book.tabs if t is not self._tab}:
            refuse("That name is already taken. Try a different one.")
        self._tab.title = name

    def _show_or_hide(self, state: str) -> None:
        self._tab.sheet_state = state


class Worksheet(Sheet):
    """A tab with cells."""

    Type = property(lambda self: -4167)

    def _rename(self, name: str) -> None:
        self._book.do("setSheetName", self._tab, name)

    def _show_or_hide(self, state: str) -> None:
        self._book.do("setSheetVisibility", self._tab, state[0].upper() + state[1:])

    @contextmanager
    def _keeping_front(self) -> Iterator[None]:
        """Have the same tab in front, wherever its place is then."""
        workbook = self._book.workbook
        front = workbook.active
        yield
        if front in workbook._sheets:
            workbook.active = front

    def _put(self, tab: Tab, before: Sheet | None, after: Sheet | None) -> None:
        """Put a tab beside another."""
        tabs, beside = self._book.tabs, (before or after)._tab  # type: ignore[union-attr]
        tabs.remove(tab)
        tabs.insert(tabs.index(beside) + (after is not None), tab)

    def Copy(self, Before: Sheet | None = None, After: Sheet | None = None) -> bool:
        """Copy it beside a tab; the copy comes to the front, unless it is hidden as this one is."""
        what = "Copy method of Worksheet class failed"
        self._book.refuse_if_protected(what)
        source = self._tab
        if not (Before or After):
            self._excel.fault("a click makes no new workbook")
        if Before and After:
            refuse(what)
        titles = {tab.title.casefold() for tab in self._book.tabs}
        names = (f"{source.title[: 31 - len(f' ({n})')]} ({n})" for n in range(2, 999))
        name = next(name for name in names if name.casefold() not in titles)
        with self._keeping_front():
            place = self._book.workbook.worksheets.index(source)
            self._book.do("copySheet", source, "After", place, name)
            new = self._book.workbook[name]
            self._put(new, Before, After)
        self._book.selected[new] = list(self._book.selection(source))
        if new.sheet_state == "visible":
            self._book.front(new)
        return True

    def Move(self, Before: Sheet | None = None, After: Sheet | None = None) -> bool:
        """Put it beside another tab; it comes to the front, unless it is hidden."""
        self._book.refuse_if_protected("Move method of Worksheet class failed")
        with self._keeping_front():
            self._put(self._tab, Before, After)
        if self._tab.sheet_state == "visible":
            self._book.front(self._tab)
        return True

    def Delete(self) -> bool:
        """Delete it; the next one comes to the front if it was there."""
        what = "Delete method of Worksheet class failed"
        self._book.refuse_if_protected(what)
        tab = self._tab
        shown = [t for t in self._book.tabs if t.sheet_state == "visible" and t is not tab]
        if tab.sheet_state == "veryHidden" or not shown:
            refuse(what)
        if self._excel.settings["DisplayAlerts"]:
            self._excel.fault(f"Excel asks whether to delete {tab.title}, and waits")
        self._book.do("sheetDelete", tab)
        return True

    def Range(self, Cell1: Any, Cell2: Any = MISSING) -> Range:
        """Cells by their address or name, or from one to another."""
        ends = [self._cells_at(cell) for cell in (Cell1, Cell2) if cell is not MISSING]
        if len(ends) == 1:
            return ends[0]
        areas = [area for end in ends for area in end._areas]
        whole = CellRange(areas[0].coord)
        for area in areas[1:]:
            whole = whole.union(CellRange(area.coord))
        return Range(self, [whole])

    def _cells_at(self, where: Any) -> Range:
        if isinstance(where, Range):
            return where
        if not isinstance(where, str):
            refuse("Method 'Range' of object '_Worksheet' failed")
        names = {**self._book.workbook.defined_names, **self._tab.defined_names}
        if where in names:
            return Name(self._book, names, where).RefersToRange
        return at_address(self, where)

    @property
    def Cells(self) -> Range:
        """All cells."""
        return Range(self, [CellRange(None, 1, 1, COLUMNS, ROWS)])

    @property
    def UsedRange(self) -> Range:
        """The cells that hold something or look like something, and those between them."""
        places = [
            place
            for place, cell in self._tab._cells.items()
            if cell.value is not None or cell.has_style or cell.comment
        ]
        rows, columns = zip(*places or [(1, 1)], strict=True)
        return Range(self, [CellRange(None, min(columns), min(rows), max(columns), max(rows))])

    @property
    def Rows(self) -> Range:
        """All rows."""
        return self.Cells.EntireRow

    @property
    def Columns(self) -> Range:
        """All columns."""
        return self.Cells.EntireColumn

    @property
    def PageSetup(self) -> PageSetup:
        """How it is printed."""
        return PageSetup(self._book, self._tab)

    @property
    def AutoFilterMode(self) -> bool:
        """Whether it has a filter."""
        return bool(self._tab.auto_filter.ref)

    @property
    def AutoFilter(self) -> FilterOfTab | None:
        """Its filter."""
        return FilterOfTab(self) if self._tab.auto_filter.ref else None

    @property
    def ProtectContents(self) -> bool:
        """Whether its locked cells stay as they are."""
        return bool(self._tab.protection.sheet)

    @property
    def Comments(self) -> Comments:
        """Its notes."""
        return Comments(self)

    @property
    def Names(self) -> Names:
        """The names of cells that hold on this tab only."""
        return Names(self._book, self._tab.defined_names)


class Comments(Items):
    """The notes of a tab."""

    def __init__(self, sheet: Worksheet) -> None:
        super().__init__(sheet._excel)
        self._sheet = sheet

    def _all(self) -> Sequence[Comment]:
        places = [at for at, cell in sorted(self._sheet._tab._cells.items()) if cell.comment]
        return [Comment(self._sheet.Cells.Item(*place)) for place in places]


def sheet_of(book: OpenBook, tab: Any) -> Sheet:
    """A tab as COM hands it out."""
    kind: Callable[..., Sheet] = Worksheet if isinstance(tab, Tab) else Chart
    return kind(book, tab)
