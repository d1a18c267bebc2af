"""Sheets drawn from their declarations with openpyxl."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from openpyxl import Workbook
from openpyxl.cell.cell import Cell
from openpyxl.formatting.rule import Rule
from openpyxl.styles import Font
from openpyxl.styles.differential import DifferentialStyle
from openpyxl.utils import get_column_letter
from openpyxl.workbook.defined_name import DefinedName
from openpyxl.worksheet.header_footer import HeaderFooterItem
from openpyxl.worksheet.hyperlink import Hyperlink
from openpyxl.worksheet.properties import Outline
from openpyxl.worksheet.worksheet import Worksheet

from xlplugin.parts.charts import add_charts
from xlplugin.parts.drawing_looks import (
    ensure_styles,
    header_of,
    set_cell,
    set_up_drawing,
    set_up_page,
    set_up_paper,
)
from xlplugin.parts.drawing_rules import (
    VERY_HIDDEN,
    highlight_rows,
    validate_column,
    validate_columns,
)
from xlplugin.parts.tables import title_names
from xlplugin.workbook import layout as looks
from xlplugin.workbook.book import (
    AddDrawing,
    AddPatterns,
    AddRows,
    AddSheet,
    Change,
    RemoveSheet,
    SetCells,
    SetHeights,
    ShowSheet,
    placed,
)
from xlplugin.workbook.layout import HEADER_HEIGHT, PAPERS, Layout
from xlplugin.workbook.layouts.tab_names import BACK, BACK_TIP, EVENT
from xlplugin.workbook.live_patterns import LOOKS, Page, is_pattern


def apply_changes(workbook: Workbook, changes: Sequence[Change]) -> None:
    """Make the changes in memory."""
    for change in changes:
        match change:
            case AddPatterns():
                add_patterns(workbook, change)
            case AddSheet():
                add_sheet(workbook, change)
            case AddDrawing():
                add_drawing(workbook, change)
            case SetCells():
                set_cells(workbook, change)
            case SetHeights():
                set_heights(workbook, change)
            case AddRows():
                add_rows(workbook, change)
            case RemoveSheet():
                workbook.remove(workbook[change.name])
            case ShowSheet():
                _show(workbook, change.name)


def _show(workbook: Workbook, name: str) -> None:
    """Bring one tab to the front, and only one: selected together, tabs are edited together."""
    for sheet in workbook.worksheets:
        for view in sheet.views.sheetView:
            view.tabSelected = sheet.title == name
    for chart in workbook.chartsheets:
        for view in chart.sheetViews.sheetView:
            view.tabSelected = False
    workbook[name].sheet_state = "visible"
    workbook.active = workbook[name]


def add_sheet(workbook: Workbook, change: AddSheet) -> None:
    """Add a tab with everything that its layout declares."""
    layout = change.layout
    sheet = _create_sheet(workbook, layout.name, change.before)
    places = {header: i for i, header in enumerate(layout.headers(), 1)}
    ensure_styles(workbook, _styles_of(layout))
    for i, column in enumerate(layout.columns, 1):
        set_cell(sheet, 1, i, column.header)
        cell: Cell = sheet.cell(1, i)  # type: ignore[assignment]  # (nothing is merged yet)
        centred = column.style.align == "center"
        cell.style = (looks.HEADER_CENTRED if centred else looks.HEADER).name
        if i == 1 and layout.leads_back and EVENT in workbook.sheetnames:
            _lead_back(cell)
        dimension = sheet.column_dimensions[get_column_letter(i)]
        dimension.width, dimension.hidden = column.width, not column.width
    sheet.row_dimensions[1].height = layout.header_height
    add_rows(workbook, AddRows(layout, change.rows, 2, places))
    last = 1 + len(change.rows) + layout.spare_rows
    for number in range(2 + len(change.rows), last + 1):
        for i, column in enumerate(layout.columns, 1):
            sheet.cell(number, i).style = column.style.name
    _fold(sheet, layout)
    _name_headers(sheet, layout.frozen)
    validate_columns(workbook, sheet, layout, last)
    highlight_rows(sheet, layout, max(last, 2))
    set_up_page(sheet, layout, change.header_text, 1 + len(change.rows))


def _styles_of(layout: Layout) -> set[str]:
    """The names of the styles that a table is drawn with."""
    of_rows = (style for styles in layout.styles_by_row.values() for style in styles)
    of_headers = (looks.HEADER, looks.HEADER_CENTRED, looks.HEADER_BACK)
    of_columns = (column.style for column in layout.columns)
    return {style.name for style in (*of_headers, *of_columns, *of_rows)}


def _lead_back(cell: Cell) -> None:
    """Make a header a link to ``Event``; as a cell it reads as before."""
    cell.style = looks.HEADER_BACK.name
    cell.hyperlink = Hyperlink(cell.coordinate, location=f"{EVENT}!A1", tooltip=BACK_TIP)


def _fold(sheet: Worksheet, layout: Layout) -> None:
    """Put rows out of sight in an outline that the row above them opens."""
    for number in (2 + offset for offset in layout.folded):
        row = sheet.row_dimensions[number]
        row.outlineLevel, row.hidden = 1, True
        for beside in (number - 1, number + 1):  # Excel asks the row above, LibreOffice that below
            if beside - 2 not in layout.folded:
                sheet.row_dimensions[beside].collapsed = True
    if layout.folded:
        sheet.sheet_properties.outlinePr = Outline(summaryBelow=False)
        sheet.sheet_format.outlineLevelRow = 1


def _create_sheet(workbook: Workbook, name: str, before: str | None) -> Worksheet:
    names = workbook.sheetnames
    patterns = (place for place, name in enumerate(names) if is_pattern(name))
    position = names.index(before) if before else next(patterns, None)
    sheet: Worksheet = workbook.create_sheet(name, position)
    return sheet


def add_patterns(workbook: Workbook, change: AddPatterns) -> None:
    """Add the tabs that a running Excel copies new tabs from, out of sight even of its Unhide list."""
    ensure_styles(workbook)
    for page in change.pages:
        _add_page(workbook, page)
    sheet = workbook.create_sheet(LOOKS)
    sheet.sheet_state = VERY_HIDDEN
    for row, look in enumerate(change.looks, 1):
        column = look.column()
        set_cell(sheet, row, 1, look.name)
        sheet.cell(row, 2).style = look.style.name
        validate_column(workbook, sheet, column, f"B{row}")


def _add_page(workbook: Workbook, page: Page) -> None:
    """An empty tab with its print set-up; its header names the tab, whatever that will be."""
    sheet = workbook.create_sheet(page.name)
    sheet.sheet_state = VERY_HIDDEN
    sheet.sheet_properties.tabColor = page.colour
    sheet.sheet_view.showGridLines = False
    if page.row_height:
        sheet.sheet_format.defaultRowHeight = page.row_height
        sheet.sheet_format.customHeight = True
    header = HeaderFooterItem()
    header.left.text, header.right.text = "&A", "&F"
    for i, width in enumerate(page.widths, 1):
        sheet.column_dimensions[get_column_letter(i)].width = width
    add_charts(sheet, page.charts)
    if page.paper in PAPERS:
        set_up_drawing(sheet, PAPERS[page.paper], header)
        return
    sheet.page_setup.orientation = "portrait" if page.paper == "upright" else "landscape"
    sheet.row_dimensions[1].height = HEADER_HEIGHT
    sheet.cell(1, 1, EVENT)
    _lead_back(sheet.cell(1, 1))
    _name_headers(sheet, page.frozen)
    sheet.freeze_panes = f"{get_column_letter(page.frozen + 1)}2"
    sheet.print_title_rows = "1:1"
    set_up_paper(sheet, header)


def _name_headers(sheet: Worksheet, frozen: int) -> None:
    """Name the header row, and the column that says what a row is."""
    for name, stands_for in title_names(sheet.title, frozen):
        sheet.defined_names[name] = DefinedName(name, attr_text=stands_for)


def add_drawing(workbook: Workbook, change: AddDrawing) -> None:
    """Add a tab that is no table."""
    drawing = change.drawing
    sheet = _create_sheet(workbook, drawing.name, change.before)
    ensure_styles(workbook, {style.name for _, style in drawing.cells.values()})
    for i, width in enumerate(drawing.widths, 1):
        sheet.column_dimensions[get_column_letter(i)].width = width
    for row in range(1, drawing.last_row + 1):
        sheet.row_dimensions[row].height = drawing.row_height
    styled: dict[str, Any] = {}
    for (row, column), (value, style) in drawing.cells.items():
        if value == BACK and EVENT not in workbook.sheetnames:
            continue
        set_cell(sheet, row, column, value, style, styled)
    for (top, left, bottom, right), formula in drawing.bold:
        where = f"{get_column_letter(left)}{top}:{get_column_letter(right)}{bottom}"
        look = DifferentialStyle(font=Font(bold=True))
        sheet.conditional_formatting.add(
            where, Rule(type="expression", formula=[formula], dxf=look)
        )
    add_charts(sheet, drawing.charts)
    sheet.sheet_properties.tabColor = drawing.tab_colour
    sheet.sheet_view.showGridLines = False
    set_up_drawing(sheet, drawing.paper, header_of(change.header_text or drawing.name))
    # else LibreOffice leaves room for what names would take if they did not shrink
    sheet.print_area = f"A1:{get_column_letter(len(drawing.widths))}{drawing.last_row}"


def set_cells(workbook: Workbook, change: SetCells) -> None:
    """Put values into single cells; their looks stay."""
    sheet = workbook[change.sheet]
    for (row, column), value in change.cells.items():
        set_cell(sheet, row, column, value)
    written = {row for (row, _), value in change.cells.items() if value is not None}
    while sheet.auto_filter.ref and (below := _filter_end(sheet) + 1) in written:
        _extend_filter(sheet, below)


def set_heights(workbook: Workbook, change: SetHeights) -> None:
    """Give single rows another height."""
    for row, height in change.heights.items():
        workbook[change.sheet].row_dimensions[row].height = height


def add_rows(workbook: Workbook, change: AddRows) -> None:
    """Write rows in the looks of their layout."""
    layout, rows, first = change.layout, change.rows, change.first
    sheet = workbook[layout.name]
    ensure_styles(workbook, _styles_of(layout))
    styled: dict[str, Any] = {}
    for number, place, i, value in placed(layout, rows, first, change.places):
        styles = layout.styles_by_row.get(number - first)
        style = styles[i] if styles else layout.columns[i].style
        set_cell(sheet, number, place, value, style, styled)
    for number, values in enumerate(rows, first):
        sheet.row_dimensions[number].height = layout.height_of(number - first, values)
    if sheet.auto_filter.ref and rows:
        _extend_filter(sheet, first + len(rows) - 1)


def _filter_end(sheet: Worksheet) -> int:
    """The last row that the filter hides or shows."""
    return int(sheet.auto_filter.ref.rpartition(":")[2].lstrip("ABCDEFGHIJKLMNOPQRSTUVWXYZ") or 1)


def _extend_filter(sheet: Worksheet, last: int) -> None:
    """Let the filter reach down to a row, as Excel does for what is typed below it."""
    start, _, end = sheet.auto_filter.ref.partition(":")
    letter = end.rstrip("0123456789")
    sheet.auto_filter.ref = f"{start}:{letter}{max(_filter_end(sheet), last)}"
