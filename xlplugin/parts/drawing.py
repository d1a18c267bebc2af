"""Tabs that are no tables, drawn from their declarations with openpyxl."""

from __future__ import annotations

from typing import Any

from openpyxl import Workbook
from openpyxl.formatting.rule import Rule
from openpyxl.styles import Font
from openpyxl.styles.differential import DifferentialStyle
from openpyxl.utils import get_column_letter
from openpyxl.worksheet.header_footer import HeaderFooterItem

from xlplugin.parts.charts import add_charts
from xlplugin.parts.drawing_looks import ensure_styles, header_of, set_cell, set_up_drawing
from xlplugin.workbook.book import AddDrawing
from xlplugin.workbook.layout import PAPERS
from xlplugin.workbook.layouts.tab_names import BACK
from xlplugin.workbook.live_patterns import Page


def add_page(workbook: Workbook, page: Page) -> None:
    """An empty tab with its print set-up; its header names the tab, whatever that will be."""
    sheet = workbook.create_sheet(page.name)
    sheet.sheet_state = "veryHidden"
    sheet.sheet_properties.tabColor = page.colour
    sheet.sheet_view.showGridLines = False
    sheet.sheet_format.defaultRowHeight = page.row_height
    sheet.sheet_format.customHeight = True
    header = HeaderFooterItem()
    header.left.text, header.right.text = "&A", "&F"
    for i, width in enumerate(page.widths, 1):
        sheet.column_dimensions[get_column_letter(i)].width = width
    add_charts(sheet, page.charts)
    set_up_drawing(sheet, PAPERS[page.paper], header)


def add_drawing(workbook: Workbook, change: AddDrawing, *, has_home: bool = False) -> None:
    """Add a tab as the last one; without the link to ``Event`` in a workbook that has no such tab."""
    drawing = change.drawing
    sheet = workbook.create_sheet(drawing.name)
    ensure_styles(workbook, {style.name for _, style in drawing.cells.values()})
    for i, width in enumerate(drawing.widths, 1):
        sheet.column_dimensions[get_column_letter(i)].width = width
    for row in range(1, drawing.last_row + 1):
        sheet.row_dimensions[row].height = drawing.heights.get(row, drawing.row_height)
    styled: dict[str, Any] = {}
    for (row, column), (value, style) in drawing.cells.items():
        if value == BACK and not has_home:
            continue
        set_cell(sheet, row, column, value, style, styled)
    for (top, left, bottom, right), formula in drawing.bold:
        where = f"{get_column_letter(left)}{top}:{get_column_letter(right)}{bottom}"
        look = DifferentialStyle(font=Font(bold=True))
        sheet.conditional_formatting.add(
            where, Rule(type="expression", formula=[formula], dxf=look)
        )
    add_charts(sheet, drawing.charts)
    if drawing.filtered:
        top, left, bottom, right = drawing.filtered
        area = f"{get_column_letter(left)}{top}:{get_column_letter(right)}{bottom}"
        sheet.auto_filter.ref = area
    sheet.sheet_properties.tabColor = drawing.tab_colour
    sheet.sheet_view.showGridLines = False
    set_up_drawing(sheet, drawing.paper, header_of(change.header_text or drawing.name))
    # else LibreOffice leaves room for what names would take if they did not shrink
    sheet.print_area = f"A1:{get_column_letter(len(drawing.widths))}{drawing.last_row}"
