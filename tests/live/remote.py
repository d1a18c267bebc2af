"""A workbook file as xlwings Lite meets it: what its client sends, and what Excel then does.

``payload`` is what the client sends of a file, ``remote_book`` the book that a script is handed for
it, ``actions`` what the script has asked for, and ``replay`` does that to the file as Excel would.
``compared.py`` beside this file says in what two files differ.
"""

from __future__ import annotations

import os
import re
from base64 import b64decode
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from copy import copy, deepcopy
from datetime import date, datetime, time, timedelta
from io import BytesIO
from itertools import count
from pathlib import Path
from typing import Any

os.environ.setdefault("XLWINGS_LICENSE_KEY", "noncommercial")

import xlwings as xw
from books import open_workbook
from openpyxl import Workbook
from openpyxl.cell import MergedCell
from openpyxl.comments import Comment
from openpyxl.drawing.fill import Blip
from openpyxl.drawing.geometry import PresetGeometry2D
from openpyxl.drawing.image import Image
from openpyxl.drawing.picture import PictureFrame
from openpyxl.drawing.spreadsheet_drawing import AnchorMarker, OneCellAnchor
from openpyxl.drawing.xdr import XDRPositiveSize2D
from openpyxl.formatting.rule import Rule
from openpyxl.formula.translate import Translator
from openpyxl.styles import Font, PatternFill
from openpyxl.styles.differential import DifferentialStyle
from openpyxl.utils import get_column_letter, quote_sheetname, range_boundaries
from openpyxl.worksheet.cell_range import CellRange, MultiCellRange
from openpyxl.worksheet.filters import FilterColumn
from openpyxl.worksheet.worksheet import Worksheet

POINTS_A_CHARACTER = 5.25
EDGE_OF_A_COLUMN = 5 / 7
DAY_ZERO = date(1899, 12, 30)

Action = Mapping[str, Any]
Shown = Callable[[str, str], object]
"""What a formula shows, by its tab and text."""


def zero(_tab: str, _formula: str) -> object:
    """Let every formula show 0."""
    return 0


# What the client sends


def payload(source: Path | str | Workbook, shown: Shown = zero, name: str = "") -> dict[str, Any]:
    """What xlwings Lite's client sends of a workbook.

    Args:
        source: the file, or the workbook as openpyxl has it.
        shown: what the formulas show, which are not sent themselves.
        name: the workbook's name, if it is no file.
    """
    workbook = source if isinstance(source, Workbook) else opened(source)
    name = name or ("event.xlsx" if isinstance(source, Workbook) else Path(source).name)
    sheets = workbook.worksheets
    return {
        "client": "Office.js",
        "version": xw.__version__,
        "book": {
            "name": name,
            "active_sheet_index": sheets.index(workbook.active),
            "selection": "A1",
            "calculation": "Automatic",
        },
        "names": list(_names(workbook)),
        "sheets": [_sheet(sheet, shown) for sheet in sheets],
    }


def _names(workbook: Workbook) -> Iterator[dict[str, Any]]:
    scopes = [(None, workbook.defined_names), *enumerate(s.defined_names for s in workbook)]
    for scope, names in scopes:
        for name, defined in names.items():
            tab, _, address = defined.attr_text.rpartition("!")
            tab = tab.strip("'").replace("''", "'")
            is_range = tab in workbook.sheetnames
            yield {
                "name": name,
                "refers_to": f"={defined.attr_text}",
                "type": "Range" if is_range else "Error",
                "sheet_index": workbook.sheetnames.index(tab) if is_range else None,
                "address": address.replace("$", "") if is_range else None,
                "scope_sheet_name": None if scope is None else workbook.sheetnames[scope],
                "scope_sheet_index": scope,
                "book_scope": scope is None,
            }


def _sheet(sheet: Worksheet, shown: Shown) -> dict[str, Any]:
    filled = [cell for cell in sheet._cells.values() if cell.value is not None]
    rows, columns = [cell.row for cell in filled], [cell.column for cell in filled]
    last_row, last_column = max(rows, default=1), max(columns, default=1)
    values: list[list[object]] = [[""] * last_column for _ in range(last_row)]
    for cell in filled:
        values[cell.row - 1][cell.column - 1] = _sent(cell, shown)
    used = CellRange(
        min_row=min(rows, default=1), min_col=min(columns, default=1),
        max_row=last_row, max_col=last_column,
    )  # fmt: skip
    return {
        "name": sheet.title,
        "visibility": {"visible": "Visible", "hidden": "Hidden"}.get(
            sheet.sheet_state, "VeryHidden"
        ),
        "show_gridlines": bool(sheet.sheet_view.showGridLines),
        "print_area": sheet.print_area.rpartition("!")[2] or None,
        "notes": [
            {"address": cell.coordinate} for cell in sheet._cells.values() if cell.comment
        ],
        "used_range_address": used.coord if filled else None,
        "used_range_row_count": used.size["rows"] if filled else 0,
        "used_range_column_count": used.size["columns"] if filled else 0,
        "values": values,
        "pictures": [],
        "shapes": [],
        "charts": [],
        "tables": [],
        "pivot_tables": [],
    }  # fmt: skip


def _sent(cell: Any, shown: Shown) -> object:
    value = cell.value
    if cell.data_type == "f":
        return shown(cell.parent.title, str(getattr(value, "text", value)))
    if isinstance(value, datetime):
        return f"{value.isoformat(timespec='milliseconds')}Z"
    if isinstance(value, time):
        return f"{datetime.combine(DAY_ZERO, value).isoformat(timespec='milliseconds')}Z"
    if isinstance(value, timedelta):
        moment = datetime.combine(DAY_ZERO, time()) + value
        return f"{moment.isoformat(timespec='milliseconds')}Z"
    return value


def remote_book(
    source: Path | str | Workbook | Mapping[str, Any], shown: Shown = zero, name: str = ""
) -> xw.Book:
    """The book that a script of xlwings Lite is handed; from a file, a workbook or a payload."""
    sent = source if isinstance(source, Mapping) else payload(source, shown, name)
    return xw.Book(json=sent)


def actions(book: xw.Book) -> list[dict[str, Any]]:
    """What has been asked for so far, in order."""
    return book.json()["actions"]


def opened(path: Path | str) -> Workbook:
    """The file as openpyxl has it, macros included."""
    return open_workbook(Path(path).read_bytes(), str(path))


# What Excel does


class NotAsExcelWould(AssertionError):
    """Excel or its client would have refused an action, or done it somewhere else."""


def replay(
    done: Iterable[Action], target: Path | str | Workbook, *, width: str = "points"
) -> Workbook:
    """Do what was recorded, as Excel would, and give the workbook.

    Args:
        done: the actions, in order.
        target: a file, which is saved then, or a workbook as openpyxl has it.
        width: whether column widths are in ``points`` or in ``characters``.

    Raises:
        NotAsExcelWould: an action is unknown, or cannot be done.
    """
    workbook = target if isinstance(target, Workbook) else opened(target)
    excel = Excel(workbook, width)
    for action in done:
        excel.do(action)
    if not isinstance(target, Workbook):
        workbook.save(target)
    return workbook


class Excel:
    """Does to a workbook what Excel does when xlwings' client hands it an action.

    Attributes:
        reads: what a text is taken for in the user's language; ``None`` for what stays a text.
    """

    def __init__(self, workbook: Workbook, width: str) -> None:
        self.workbook = workbook
        self.width = width
        self.selected: dict[Worksheet, tuple[int, int]] = {}
        self.loaded = list(workbook.worksheets)
        self.reads: Callable[[str], object] = lambda _text: None

    def do(self, action: Action) -> None:
        """Do one action."""
        step = getattr(self, action["func"], None)
        if not callable(step) or action["func"] == "do" or action["func"].startswith("_"):
            message = f"unknown action {action['func']}"
            raise NotAsExcelWould(message)
        step(action)

    # tabs

    def _tab(self, action: Action) -> Worksheet:
        """The tab that an action is about; the client asks for all tabs anew then."""
        self.loaded = list(self.workbook.worksheets)
        return self.loaded[action["sheet_position"]]

    def _refuse_name(self, name: str) -> None:
        taken = {title.casefold() for title in self.workbook.sheetnames}
        if name.casefold() in taken or not 0 < len(name) <= 31 or set(name) & set(":\\/?*[]"):
            message = f"no tab can be called {name!r} now"
            raise NotAsExcelWould(message)

    def addSheet(self, action: Action) -> None:  # noqa: N802
        """Add an empty tab at a position."""
        position, name = action["args"]
        self._refuse_name(name)
        front = self.workbook.active
        self.workbook.create_sheet(name, position)
        self.workbook.active = front

    def copySheet(self, action: Action) -> None:  # noqa: N802
        """Copy a tab with all that is on it and set up for it, its visibility included."""
        side, place, name = action["args"]
        source = self._tab(action)
        if source.sheet_state == "veryHidden":
            message = f"{source.title} is hidden too well to be copied"
            raise NotAsExcelWould(message)
        self._refuse_name(name)
        front = self.workbook.active
        new = self.workbook.copy_worksheet(source)
        new.title = name
        _copy_set_up(source, new)
        sheets = self.workbook._sheets
        beside = self.loaded[place]
        sheets.remove(new)
        sheets.insert(sheets.index(beside) + (side == "After"), new)
        self.workbook.active = front

    def setSheetName(self, action: Action) -> None:  # noqa: N802
        """Rename a tab; formulas that speak of it follow."""
        sheet, name = self._tab(action), action["args"][0]
        if sheet.title.casefold() != name.casefold():
            self._refuse_name(name)
        old, area = sheet.title, sheet.print_area
        sheet.title = name
        if area:
            sheet.print_area = area.rpartition("!")[2]
        self._in_all_formulas(old, lambda _: f"{quote_sheetname(name)}!")

    def setSheetVisibility(self, action: Action) -> None:  # noqa: N802
        """Show or hide a tab; the next one comes to the front if it was there."""
        sheet = self._tab(action)
        sheet.sheet_state = {"VeryHidden": "veryHidden"}.get(
            action["args"][0], action["args"][0].lower()
        )
        visible = [s for s in self.workbook.worksheets if s.sheet_state == "visible"]
        if not visible:
            message = "one tab must stay visible"
            raise NotAsExcelWould(message)
        if self.workbook.active.sheet_state != "visible":
            self._show(self._neighbour(self.workbook.worksheets.index(sheet), visible))

    def _neighbour(self, place: int, visible: Sequence[Worksheet]) -> Worksheet:
        following = [s for s in self.workbook.worksheets[place:] if s in visible]
        return following[0] if following else visible[-1]

    def sheetDelete(self, action: Action) -> None:  # noqa: N802
        """Delete a tab; formulas that speak of it show an error from then on."""
        sheet = self._tab(action)
        place = self.workbook.worksheets.index(sheet)
        is_active = self.workbook.active is sheet
        visible = [
            s for s in self.workbook.worksheets if s.sheet_state == "visible" and s is not sheet
        ]
        if not visible:
            message = "one visible tab must stay"
            raise NotAsExcelWould(message)
        front = self.workbook.active
        self.workbook.remove(sheet)
        self._show(self._neighbour(place, visible) if is_active else front)
        self._in_all_formulas(sheet.title, lambda _: "#REF!", with_address=True)

    def activateSheet(self, action: Action) -> None:  # noqa: N802
        """Bring a tab to the front."""
        self.loaded = list(self.workbook.worksheets)
        sheet = self.loaded[action["args"][0]]
        if sheet.sheet_state != "visible":
            message = f"{sheet.title} is hidden and cannot come to the front"
            raise NotAsExcelWould(message)
        self._show(sheet)

    def _show(self, sheet: Worksheet) -> None:
        for other in self.workbook.worksheets:
            for view in other.views.sheetView:
                view.tabSelected = other is sheet
        self.workbook.active = sheet

    def _in_all_formulas(
        self, tab: str, change: Callable[[Any], str], *, with_address: bool = False
    ) -> None:
        quoted = re.escape("'" + tab.replace("'", "''") + "'!")
        plain = rf"(?<![\w'.])(?i:{re.escape(tab)})!"
        address = r"\$?[A-Z]+\$?\d+(?::\$?[A-Z]+\$?\d+)?" if with_address else ""
        named = re.compile(f"(?:{quoted}|{plain}){address}", re.IGNORECASE)
        for sheet in self.workbook.worksheets:
            for cell in sheet._cells.values():
                if cell.data_type == "f" and isinstance(cell.value, str) and "!" in cell.value:
                    cell.value = named.sub(change, cell.value)
            for chart in sheet._charts:
                for reference in chart_references(chart):
                    reference.f = named.sub(change, reference.f)
        for defined in self.workbook.defined_names.values():
            defined.attr_text = named.sub(change, defined.attr_text)

    # cells

    def _area(self, action: Action) -> CellRange:
        row, column = action["start_row"] + 1, action["start_column"] + 1
        last = row + action["row_count"] - 1, column + action["column_count"] - 1
        return CellRange(min_row=row, min_col=column, max_row=last[0], max_col=last[1])

    def setValues(self, action: Action) -> None:  # noqa: N802
        """Put values into cells as if they were typed."""
        sheet, area, values = self._tab(action), self._area(action), action["values"]
        if [len(row) for row in values] != [area.size["columns"]] * area.size["rows"]:
            message = f"the values do not fit into {sheet.title}!{area.coord}"
            raise NotAsExcelWould(message)
        for row, line in enumerate(values, area.min_row):
            for column, value in enumerate(line, area.min_col):
                type_into(sheet.cell(row, column), value, self.reads)
        extend_filter(sheet, area)

    def rangeClearContents(self, action: Action) -> None:  # noqa: N802
        """Empty cells; their looks stay."""
        sheet = self._tab(action)
        for row, column in self._area(action).cells:
            type_into(sheet.cell(row, column), "")

    def copyRange(self, action: Action) -> None:  # noqa: N802
        """Copy cells with all that is on them; one cell fills the whole destination."""
        place, address = action["args"]
        target = self.loaded[place]  # as the client last asked for them
        source, area = self._tab(action), self._area(action)
        if self.loaded[place] is not target:
            message = "the client would copy to another tab: it has not asked for the tabs since"
            raise NotAsExcelWould(message)
        bounds = range_boundaries(address.replace("$", ""))
        goal = CellRange(None, *bounds)
        if area.size not in (goal.size, {"rows": 1, "columns": 1}):
            message = f"{area.coord} does not fit into {goal.coord}"
            raise NotAsExcelWould(message)
        height, width = area.size["rows"], area.size["columns"]
        for row, column in goal.cells:
            cell = source.cell(
                area.min_row + (row - goal.min_row) % height,
                area.min_col + (column - goal.min_col) % width,
            )
            new = target.cell(row, column)
            new._style = copy(cell._style)
            new.value, new.data_type = cell.value, cell.data_type
        _copy_validations(source, area, target, goal)

    def addNote(self, action: Action) -> None:  # noqa: N802
        """Put a note on a cell that has none."""
        sheet = self._tab(action)
        address, text = action["args"]
        cell = sheet[address.replace("$", "")]
        if cell.comment:
            message = f"{sheet.title}!{address} has a note"
            raise NotAsExcelWould(message)
        cell.comment = Comment(text, "")

    def setNoteText(self, action: Action) -> None:  # noqa: N802
        """Give a note another text."""
        sheet = self._tab(action)
        address, text = action["args"]
        cell = sheet[address.replace("$", "")]
        if not cell.comment:
            message = f"{sheet.title}!{address} has no note"
            raise NotAsExcelWould(message)
        cell.comment = Comment(text, "")

    def deleteNote(self, action: Action) -> None:  # noqa: N802
        """Take a note off its cell, if it has one."""
        self._tab(action)[action["args"][0].replace("$", "")].comment = None

    # looks

    def setColumnWidth(self, action: Action) -> None:  # noqa: N802
        """Make columns so wide."""
        sheet, area, wanted = self._tab(action), self._area(action), action["args"][0]
        in_points = self.width == "points"
        width = wanted / POINTS_A_CHARACTER if in_points else wanted + EDGE_OF_A_COLUMN
        for column in range(area.min_col, area.max_col + 1):
            dimension = sheet.column_dimensions[get_column_letter(column)]
            dimension.width, dimension.hidden = width, not width

    def setRowHeight(self, action: Action) -> None:  # noqa: N802
        """Make rows so high, in points."""
        sheet, area = self._tab(action), self._area(action)
        for row in range(area.min_row, area.max_row + 1):
            sheet.row_dimensions[row].height = action["args"][0]

    def setRowHidden(self, action: Action) -> None:  # noqa: N802
        """Put rows out of sight, or show them however they were put there."""
        sheet, area = self._tab(action), self._area(action)
        for row in range(area.min_row, area.max_row + 1):
            sheet.row_dimensions[row].hidden = action["args"][0]

    def addConditionalFormat(self, action: Action) -> None:  # noqa: N802
        """Set cells off where a formula holds; the newest rule is asked first."""
        sheet, area, spec = self._tab(action), self._area(action), action["args"][0]
        if spec["type"] != "Custom":
            message = f"no such conditional format: {spec['type']}"
            raise NotAsExcelWould(message)
        formula = spec["formula"]
        self._refuse_if_read_elsewhere(sheet, area, formula)
        for rules in sheet.conditional_formatting._cf_rules.values():
            for rule in rules:
                rule.priority += 1
        fill, colour = spec["fill_color"], spec["font_color"]
        look = DifferentialStyle(
            font=Font(
                bold=spec["font_bold"],
                italic=spec["font_italic"],
                color=f"FF{colour[1:].upper()}" if colour else None,
            ),
            fill=PatternFill(bgColor=f"FF{fill[1:].upper()}", fill_type="solid") if fill else None,
        )
        rule = Rule(
            type="expression", formula=[formula.removeprefix("=")], dxf=look, priority=1,
            stopIfTrue=spec["stop_if_true"] or None,
        )  # fmt: skip
        sheet.conditional_formatting.add(area.coord, rule)

    def _refuse_if_read_elsewhere(self, sheet: Worksheet, area: CellRange, formula: str) -> None:
        """Excel on the desktop reads a formula as seen from the selected cell."""
        row, column = self.selected.get(sheet, (1, 1))
        seen = Translator(formula, origin=f"{get_column_letter(column)}{row}")
        first = f"{get_column_letter(area.min_col)}{area.min_row}"
        if self.workbook.active is not sheet or seen.translate_formula(first) != formula:
            message = f"{sheet.title}!{first}: {formula} would be read as seen from another cell"
            raise NotAsExcelWould(message)

    def rangeSelect(self, action: Action) -> None:  # noqa: N802
        """Select cells of the tab in front."""
        sheet, area = self._tab(action), self._area(action)
        if self.workbook.active is not sheet:
            message = f"{sheet.title} is not in front, so nothing on it can be selected"
            raise NotAsExcelWould(message)
        self.selected[sheet] = (area.min_row, area.min_col)

    def applyAutoFilterRange(self, action: Action) -> None:  # noqa: N802
        """Begin a filter, and hide what does not match."""
        sheet, area = self._tab(action), self._area(action)
        if sheet.auto_filter.ref not in (None, area.coord):
            message = f"{sheet.title} has a filter elsewhere"
            raise NotAsExcelWould(message)
        sheet.auto_filter.ref = area.coord
        sheet.auto_filter.filterColumn.append(FilterColumn(colId=action["args"][0] - 1))

    def clearAutoFilterRange(self, action: Action) -> None:  # noqa: N802
        """Show all rows again; the filter stays."""
        sheet, area = self._tab(action), self._area(action)
        if sheet.auto_filter.ref == area.coord:
            sheet.auto_filter.filterColumn.clear()

    def setPrintArea(self, action: Action) -> None:  # noqa: N802
        """Print these cells only."""
        self._tab(action).print_area = action["args"][0] or None

    # pictures

    def addPicture(self, action: Action) -> None:  # noqa: N802
        """Put a picture at the corner of a cell, in its own size (xlwings.js: no less far than asked)."""
        png, column, row, *offsets = action["args"]
        if any(offsets):
            message = "a picture is asked for elsewhere than at a cell"
            raise NotAsExcelWould(message)
        add_picture(self._tab(action), b64decode(png), row + 1, column + 1)

    def setPictureWidth(self, action: Action) -> None:  # noqa: N802
        """Make a picture so wide, in points, and as high as it looks like then."""
        number, width = action["args"]
        resize(self._tab(action)._images[number], width=width)

    def setPictureHeight(self, action: Action) -> None:  # noqa: N802
        """Make it so high, and as wide as it looks like then."""
        number, height = action["args"]
        resize(self._tab(action)._images[number], height=height)

    # what leaves no trace in a file

    def setScreenUpdating(self, action: Action) -> None:  # noqa: N802
        """Stop drawing for a while."""

    def setCalculation(self, action: Action) -> None:  # noqa: N802
        """Stop calculating, or go on."""

    def alert(self, action: Action) -> None:
        """Say something."""


# Typing


NUMBER = re.compile(r"[+-]?(\d{1,3}(,\d{3})+|\d+)?\.?\d*(E[+-]?\d+)?%?", re.IGNORECASE)
MONTH = "(jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*"
DATE = re.compile(
    rf"\d{{4}}-\d\d?-\d\d?( \d\d?:\d\d(:\d\d)?)?|\d\d?[-/]\d\d?([-/]\d{{2,4}})?"
    rf"|{MONTH}[ -]?\d{{1,4}}|\d\d?[ -]?{MONTH}([ -]\d{{2,4}})?|\d\d?:\d\d(:\d\d)?( [ap]m)?",
    re.IGNORECASE,
)
ERRORS = {"#DIV/0!", "#N/A", "#NAME?", "#NULL!", "#NUM!", "#REF!", "#VALUE!"}


def is_read_as_text(text: str) -> bool:
    """Whether Excel leaves a text alone that is typed without an apostrophe."""
    return not (
        text[:1] in ("=", "+", "-", "@", "'", "")
        or text.upper() in {"TRUE", "FALSE", *ERRORS}
        or (any(map(str.isdigit, text)) and NUMBER.fullmatch(text.strip().lstrip("$€£")))
        or DATE.fullmatch(text.strip())
    )


def type_into(
    cell: Any, value: object, reads: Callable[[str], object] = lambda _text: None
) -> None:
    """Put a value into a cell as Excel does when it is typed.

    Args:
        cell: where to; of merged cells only the first holds anything.
        value: in a cell that is formatted as text it becomes one, but for an apostrophe before it.
        reads: what a text is taken for in the user's language.
    """
    if isinstance(cell, MergedCell):
        return
    cell.quotePrefix = isinstance(value, str) and value.startswith("'")
    is_text = cell.number_format == "@" and not isinstance(value, bool)
    if value in (None, ""):
        cell.value = None
    elif is_text or cell.quotePrefix:
        cell.value, cell.data_type = general(value).removeprefix("'"), "s"
    elif isinstance(value, str):
        _type_text(cell, value, reads)
    else:
        cell.value = value


def _type_text(cell: Any, value: str, reads: Callable[[str], object]) -> None:
    """Put what a text is taken for into a cell that is not formatted as text."""
    if value.upper() in ERRORS:
        cell.value, cell.data_type = value.upper(), "e"
    elif value[0] in "=+-@" and not NUMBER.fullmatch(value):
        cell.value, cell.data_type = f"={value.removeprefix('=')}", "f"
    elif is_read_as_text(value):
        meant = reads(value)
        cell.value = value if meant is None else meant
        if meant is None:
            cell.data_type = "s"
    elif value.upper() in ("TRUE", "FALSE"):
        cell.value = value.upper() == "TRUE"
    elif NUMBER.fullmatch(value):
        number = float(value.rstrip("%").replace(",", ""))
        cell.value = number / 100 if value.endswith("%") else number
    else:
        cell.value = _day(value)


def general(value: object) -> str:
    """A number as a cell shows it that is not formatted."""
    return f"{value:.15g}" if isinstance(value, (int, float)) else str(value)


def _day(text: str) -> datetime:
    """The time that a text is read as; of those in no order that all agree on, some day."""
    try:
        return datetime.fromisoformat(text)
    except ValueError:
        return datetime.fromisoformat("2000-01-01")


# Parts of a tab


def _copy_set_up(source: Worksheet, new: Worksheet) -> None:
    """What openpyxl's own copy of a tab leaves out."""
    new.sheet_state = source.sheet_state
    new.views = copy(source.views)
    new.views.sheetView = [copy(view) for view in source.views.sheetView]
    for view in new.views.sheetView:
        view.tabSelected = False
    new.oddHeader, new.oddFooter = copy(source.oddHeader), copy(source.oddFooter)
    new.print_title_rows, new.print_title_cols = source.print_title_rows, source.print_title_cols
    if source.print_area:
        new.print_area = source.print_area.rpartition("!")[2]
    for after in source.row_breaks.brk:
        new.row_breaks.append(copy(after))
    new.auto_filter = copy(source.auto_filter)
    whole = CellRange(min_row=1, min_col=1, max_row=1_048_576, max_col=16_384)
    _copy_validations(source, whole, new, whole)
    for formats in source.conditional_formatting:
        for rule in formats.rules:
            new.conditional_formatting.add(str(formats.sqref), copy(rule))
    own = f"{quote_sheetname(source.title)}!"
    for chart in source._charts:
        copied = deepcopy(chart)
        for reference in chart_references(copied):
            reference.f = reference.f.replace(own, f"{quote_sheetname(new.title)}!")
        new.add_chart(copied)


def chart_references(chart: Any) -> Iterator[Any]:
    """What a chart has of cells: each with its address as ``f``."""
    for series in chart.series:
        for data in (series.val, series.cat):
            yield from (r for r in (data.numRef, getattr(data, "strRef", None)) if r is not None)


EMU = 12_700
"""The units of a drawing in a point."""


def add_picture(sheet: Worksheet, png: bytes, row: int, column: int) -> Image:
    """Put a picture on a tab, at the corner of a cell, a pixel 0.75 points large."""
    image: Any = Image(BytesIO(png))
    size = XDRPositiveSize2D(image.width * EMU * 0.75, image.height * EMU * 0.75)
    image.anchor = OneCellAnchor(_from=AnchorMarker(col=column - 1, row=row - 1), ext=size)
    image.anchor.pic = PictureFrame()
    looks = image.anchor.pic.nvPicPr.cNvPr
    taken = {other.anchor.pic.nvPicPr.cNvPr.name for other in sheet._images}
    looks.name = next(n for i in count(1) if (n := f"Picture {i}") not in taken)
    looks.id, looks.descr = len(sheet._images) + 1, None
    image.anchor.pic.blipFill.blip = Blip()
    image.anchor.pic.spPr.prstGeom = PresetGeometry2D(prst="rect")
    sheet._images.append(image)
    return image


def resize(image: Any, *, width: float = 0, height: float = 0) -> None:
    """Make a picture so wide or so high, in points; it keeps its proportions."""
    size = image.anchor.ext
    factor = width * EMU / size.width if width else height * EMU / size.height
    size.width, size.height = round(size.width * factor), round(size.height * factor)


def _copy_validations(
    source: Worksheet, area: CellRange, target: Worksheet, goal: CellRange
) -> None:
    """The destination has the validations of the source and no others; one cell's fills it."""
    found = [
        (rule, part)
        for rule in source.data_validations.dataValidation
        for ranges in rule.sqref.ranges
        if not ranges.isdisjoint(area) and (part := ranges.intersection(area))
    ]
    for rule in target.data_validations.dataValidation:
        rule.sqref = MultiCellRange(
            [part for ranges in rule.sqref.ranges for part in without(ranges, goal)]
        )
    target.data_validations.dataValidation = [
        rule for rule in target.data_validations.dataValidation if rule.sqref.ranges
    ]
    for rule, part in found:
        new = copy(rule)
        if area.size == {"rows": 1, "columns": 1}:
            where = CellRange(goal.coord)
        else:
            where = CellRange(part.coord)
            where.shift(goal.min_col - area.min_col, goal.min_row - area.min_row)
        new.sqref = MultiCellRange([where])
        target.add_data_validation(new)


def without(area: CellRange, hole: CellRange) -> Iterator[CellRange]:
    """The parts of a range that are not in another."""
    if area.isdisjoint(hole):
        yield area
        return
    top, bottom = max(area.min_row, hole.min_row), min(area.max_row, hole.max_row)
    parts = [
        (area.min_col, area.min_row, area.max_col, hole.min_row - 1),
        (area.min_col, hole.max_row + 1, area.max_col, area.max_row),
        (area.min_col, top, hole.min_col - 1, bottom),
        (hole.max_col + 1, top, area.max_col, bottom),
    ]
    for left, first, right, last in parts:
        if left <= right and first <= last:
            yield CellRange(min_col=left, min_row=first, max_col=right, max_row=last)


def extend_filter(sheet: Worksheet, area: CellRange) -> None:
    """A filter takes in the rows that are typed right below it, once its list is opened."""
    if not sheet.auto_filter.ref:
        return
    filtered = CellRange(sheet.auto_filter.ref)
    beside = area.min_col <= filtered.max_col and filtered.min_col <= area.max_col
    if beside and area.min_row <= filtered.max_row + 1 <= area.max_row:
        filtered.expand(down=area.max_row - filtered.max_row)
        sheet.auto_filter.ref = filtered.coord
