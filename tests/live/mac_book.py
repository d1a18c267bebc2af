"""Workbooks and their tabs as Excel for Mac answers for them.

Everything is done at once to workbooks as openpyxl has them, through ``remote.Excel``.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import remote
from languages import typed
from mac_range import Area
from mac_terms import TERMS, Code, Query, Refused
from mac_things import (
    BAD_PARAMETER,
    MOST_COLUMNS,
    MOST_ROWS,
    NO_SUCH_OBJECT,
    TIMED_OUT,
    NotWritten,
    Thing,
)
from openpyxl import Workbook
from openpyxl.utils import get_column_letter, quote_sheetname, range_boundaries
from openpyxl.worksheet.cell_range import CellRange
from openpyxl.worksheet.views import Selection
from openpyxl.worksheet.worksheet import Worksheet

VISIBILITY = {
    "visible": TERMS.code("sheet_visible"),
    "hidden": TERMS.code("sheet_hidden"),
    "veryHidden": TERMS.code("sheet_very_hidden"),
}


class Desktop(remote.Excel):
    """Does to a workbook what Excel does; a formula is read beforehand as seen from where it is."""

    def __init__(self, workbook: Workbook) -> None:
        super().__init__(workbook, "characters")

    def _refuse_if_read_elsewhere(self, *_: object) -> None:
        """Let any formula pass."""


class Book(Thing):
    """A workbook that is open.

    Args:
        excel: the application, a ``MacExcel``.
        workbook: as openpyxl has it.
        fullname: path, or address in the web.
    """

    def __init__(self, excel: Any, workbook: Workbook, fullname: str) -> None:
        super().__init__(excel)
        self.workbook, self.fullname = workbook, fullname
        self.name = fullname.rpartition("/")[2]
        self.doer = Desktop(workbook)
        self.doer.reads = lambda text: typed(text, excel.locale)
        self.pictures: set[Worksheet] = set()

    def do(self, func: str, sheet: Worksheet | None = None, **action: Any) -> None:
        """Have one thing done; a protected workbook keeps its tabs as they are."""
        tabs = ("addSheet", "copySheet", "sheetDelete", "setSheetName", "setSheetVisibility")
        security = self.workbook.security
        if func in tabs and security is not None and security.lockStructure:
            raise Refused(BAD_PARAMETER, "Parameter error.")
        self.doer.loaded = list(self.workbook.worksheets)
        place = None if sheet is None else self.doer.loaded.index(sheet)
        action = {"func": func, "args": [], "sheet_position": place, **action}
        self.doer.do(action)
        self.excel.asked.append(action)

    def selected(self, sheet: Worksheet) -> list[CellRange] | None:
        """The selected cells of a tab; ``None`` for a picture."""
        if sheet in self.pictures:
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

    def active_cell(self) -> tuple[int, int]:
        """Row and column of the cell that formulas are seen from."""
        areas = self.selected(self.workbook.active) or [CellRange("A1")]
        return areas[0].min_row, areas[0].min_col

    def sheet(self, key: object) -> Sheet:
        """A tab by its place now, from 1 on, or by its name."""
        sheets = self.workbook.worksheets
        if isinstance(key, str):
            found = [sheet for sheet in sheets if sheet.title.casefold() == key.casefold()]
        else:
            place = int(key)
            found = sheets[place - 1 : place] if place > 0 else []
        if not found:
            raise Refused(NO_SUCH_OBJECT, "The object you are trying to access does not exist")
        return Sheet(self, found[0])

    def _of_worksheets(self, key: object) -> Sheet:
        return self.sheet(key)

    _of_sheets = _of_worksheets

    def _count_worksheet(self) -> int:
        return len(self.workbook.worksheets)

    def _get_name(self) -> str:
        return self.name

    def _get_full_name(self) -> str:
        return self.fullname

    def _get_path(self) -> str:
        return self.fullname.rpartition("/")[0]

    def _get_properties(self) -> dict[Code, object]:
        return {
            TERMS.code("name"): self.name,
            TERMS.code("full_name"): self.fullname,
            TERMS.code("path"): self._get_path(),
        }

    def _get_active_sheet(self) -> Sheet:
        return Sheet(self, self.workbook.active)

    def _do_activate_object(self) -> None:
        self.excel.books.remove(self)
        self.excel.books.insert(0, self)

    def _do_save(self, in_: str, as_: Code) -> None:
        """Save as a PDF, which has all visible tabs; it is not written over another file."""
        path = Path("/", *in_.split(":")[1:])
        if self.excel.prints_nothing or path.exists() or as_ != TERMS.code("PDF_file_format"):
            raise Refused(BAD_PARAMETER, "Parameter error.")
        tabs = [tab.title for tab in self.workbook.worksheets if tab.sheet_state == "visible"]
        path.write_bytes(f"%PDF of {', '.join(tabs)}".encode())

    def _do_close(self, saving: Code) -> None:
        if saving != TERMS.code("no"):
            message = "a workbook that is closed is asked to be saved"
            raise NotWritten(message)
        self.excel.books.remove(self)


class Sheet(Thing):
    """A tab of a workbook."""

    def __init__(self, book: Book, sheet: Worksheet) -> None:
        super().__init__(book.excel)
        self.book, self.sheet = book, sheet

    def do(self, func: str, **action: Any) -> None:
        """Have one thing done to the tab."""
        self.book.do(func, self.sheet, **action)

    def refuse_if_protected(self, area: CellRange) -> None:
        """Locked cells of a protected tab stay as they are."""
        if self.sheet.protection.sheet and any(
            self.sheet.cell(*place).protection.locked for place in area.cells
        ):
            raise Refused(BAD_PARAMETER, "Parameter error.")

    # what it is

    def _get_name(self) -> str:
        return self.sheet.title

    def _set_name(self, name: str) -> None:
        self.do("setSheetName", args=[name])

    def _get_entry_index(self) -> int:
        return self.book.workbook.worksheets.index(self.sheet) + 1

    def _get_visible(self) -> Code:
        return VISIBILITY[self.sheet.sheet_state]

    def _set_visible(self, value: object) -> None:
        """True and False are taken for visible and hidden."""
        words = {code: word for word, code in VISIBILITY.items()}
        state = words[value] if isinstance(value, Code) else ("hidden", "visible")[bool(value)]
        self.do("setSheetVisibility", args=["Visible" if state == "visible" else "Hidden"])
        self.sheet.sheet_state = state

    def _do_activate_object(self) -> None:
        self.book._do_activate_object()
        self.book.do("activateSheet", args=[self._get_entry_index() - 1])

    _do_select = _do_activate_object

    # that it comes and goes

    def _do_copy_worksheet(self, before_: Sheet | None = None, after_: Sheet | None = None) -> None:
        """A visible copy comes to the front."""
        beside = before_ or after_
        if beside is None:
            message = "a copy in a workbook of its own is not written"
            raise NotWritten(message)
        titles = {title.casefold() for title in self.book.workbook.sheetnames}
        stem = re.sub(r" \(\d+\)$", "", self.sheet.title)
        name = next(
            copy
            for n in range(2, len(titles) + 3)
            if (copy := f"{stem[: 31 - len(f' ({n})')]} ({n})").casefold() not in titles
        )
        side = "Before" if before_ else "After"
        self.do("copySheet", args=[side, beside._get_entry_index() - 1, name])
        copied = self.book.sheet(name)
        if copied.sheet.sheet_state == "visible":
            copied._do_activate_object()

    def make(self, kind: bytes, side: str, properties: Mapping[bytes, Any]) -> Query:
        """A new sheet beside it, which comes to the front."""
        if kind != TERMS.types["worksheet"] or side not in ("before", "after") or properties:
            return super().make(kind, side, properties)
        titles = {title.casefold() for title in self.book.workbook.sheetnames}
        name = next(
            new for n in range(1, len(titles) + 2) if (new := f"Sheet{n}").casefold() not in titles
        )
        place = self._get_entry_index() - (side == "before")
        self.book.do("addSheet", args=[place, name])
        self.book.sheet(name)._do_activate_object()
        return Query().elements(TERMS.references["worksheets"][1]).byname(name)

    def delete(self) -> None:
        """Delete the tab; Excel asks first, unless alerts are off, and waits for its user."""
        if self.excel.settings["display_alerts"]:
            self.excel.waited += 60
            raise Refused(TIMED_OUT, "Apple event timed out.")
        if self.sheet.sheet_state == "veryHidden":
            raise Refused(BAD_PARAMETER, "Parameter error.")
        self.do("sheetDelete")

    # what is on it

    def some(self, areas: Sequence[CellRange]) -> Area:
        """Some cells."""
        return Area(self, areas)

    def area(self, address: str) -> Area:
        """The cells of an address; several areas are separated by commas."""
        if not re.fullmatch(r"[$A-Za-z0-9:,]+", address) or not re.search(r"\d", address):
            message = f"{address} is no address, and names of ranges are not written"
            raise NotWritten(message)
        parts = [range_boundaries(part.replace("$", "").upper()) for part in address.split(",")]
        return self.some([CellRange(None, *part) for part in parts])

    def _of_cells(self, key: object) -> Area:
        if not isinstance(key, str):
            message = "cells by their place are not written"
            raise NotWritten(message)
        return self.area(key)

    def _of_rows(self, key: object) -> Area:
        return self.area(f"A{key}:XFD{key}")

    def _of_columns(self, key: object) -> Area:
        column = int(key)
        return self.some([CellRange(None, column, 1, column, MOST_ROWS)])

    def _count_row(self) -> int:
        return MOST_ROWS

    def _count_column(self) -> int:
        return MOST_COLUMNS

    def _get_used_range(self) -> Area:
        """Cells with a value, a note or a look of their own."""
        used = [
            cell
            for cell in self.sheet._cells.values()
            if cell.value is not None or cell.has_style or cell.comment
        ]
        rows, columns = [cell.row for cell in used] or [1], [cell.column for cell in used] or [1]
        return self.some([CellRange(None, min(columns), min(rows), max(columns), max(rows))])

    def _get_page_setup_object(self) -> PageSetup:
        return PageSetup(self)

    def _get_autofilter_mode(self) -> bool:
        return bool(self.sheet.auto_filter.ref)

    def _get_autofilter_object(self) -> Filter:
        if not self.sheet.auto_filter.ref:
            raise Refused(NO_SUCH_OBJECT, "The object you are trying to access does not exist")
        return Filter(self)

    def external(self) -> str:
        """How other workbooks speak of the tab."""
        return quote_sheetname(f"[{self.book.name}]{self.sheet.title}")


class PageSetup(Thing):
    """How a tab is printed."""

    def __init__(self, sheet: Sheet) -> None:
        super().__init__(sheet.excel)
        self.sheet = sheet

    def _get_print_area(self) -> str:
        return str(self.sheet.sheet.print_area).rpartition("!")[2]

    def _set_print_area(self, address: str) -> None:
        is_a1 = re.match(r"\$?[A-Z]+\$?\d", address) is not None
        if address and is_a1 == self.excel.speaks.r1c1:
            raise Refused(BAD_PARAMETER, "Parameter error.")
        self.sheet.do("setPrintArea", args=[address])


class Filter(Thing):
    """The filter of a tab."""

    def __init__(self, sheet: Sheet) -> None:
        super().__init__(sheet.excel)
        self.sheet = sheet

    def _get_range_object(self) -> Area:
        return self.sheet.area(self.sheet.sheet.auto_filter.ref)
