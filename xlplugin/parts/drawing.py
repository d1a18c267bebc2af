"""New tabs that are not tables, drawn from their declarations with openpyxl, in a workbook of their own."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable
from copy import copy
from functools import cache
from io import BytesIO
from typing import Any, cast
from zipfile import ZipFile

from openpyxl import Workbook
from openpyxl.drawing.spreadsheet_drawing import SpreadsheetDrawing
from openpyxl.formatting.rule import Rule
from openpyxl.styles import Alignment, Border, Font, NamedStyle, PatternFill, Side
from openpyxl.styles.differential import DifferentialStyle
from openpyxl.utils import get_column_letter
from openpyxl.worksheet._writer import WorksheetWriter
from openpyxl.worksheet.header_footer import HeaderFooterItem
from openpyxl.worksheet.pagebreak import Break
from openpyxl.worksheet.properties import PageSetupProperties
from openpyxl.worksheet.worksheet import Worksheet
from openpyxl.writer.excel import ExcelWriter

from xlplugin.ground.texts import t
from xlplugin.parts.cells import require_holdable
from xlplugin.parts.charts import add_charts
from xlplugin.parts.new_tabs import Drawn
from xlplugin.parts.package import TYPES, Package, TimelessZip
from xlplugin.parts.pictures import add_pictures
from xlplugin.parts.styles import STYLES, Styles
from xlplugin.parts.tables import printed
from xlplugin.workbook import layout as looks
from xlplugin.workbook.book import AddDrawing
from xlplugin.workbook.layout import MOST_PAGES, PAPERS, CellError, CellValue, Formula, Paper, Style
from xlplugin.workbook.layouts.tab_names import back
from xlplugin.workbook.live_patterns import Page

FONT = re.compile(rb"(<font>)(.*?)(</font>)", re.DOTALL)
OF_FONT = re.compile(rb"<(\w+)[^>]*/>")
ORDER = b"b i strike condense extend outline shadow u vertAlign sz color name family charset scheme"
PLACES = {name: place for place, name in enumerate(ORDER.split())}
"""The order in which the schema has the parts of a font, and Excel writes them."""


def draw(new: Iterable[AddDrawing | Page], *, has_home: bool) -> Drawn:
    """Draw tabs; ``has_home`` says whether the workbook has the tab that headers lead back to."""
    scratch = Workbook()
    for each in new:
        if isinstance(each, Page):
            _add_page(scratch, each)
        else:
            add_drawing(scratch, each, has_home=has_home)
    return Drawn(drawn(scratch))


@cache
def declared_styles() -> Styles:
    """Our styles as they are declared."""
    scratch = Workbook()
    _ensure_styles(scratch, {style.name for style in looks.STYLES})
    return Styles(drawn(scratch).read(STYLES))


def drawn(workbook: Workbook) -> Package:
    """The workbook as a package; it can be saved only once."""
    stream = BytesIO()
    with TimelessZip(stream, "w") as archive:
        _InMemory(workbook, archive).save()
    package = Package(ZipFile(stream))
    for part in package.names:  # without the time of day, which openpyxl gives each
        package.put(part, package.read(part))
    package.put(TYPES, package.types())
    package.put(STYLES, FONT.sub(_font_in_order, package.read(STYLES)))
    return package


def _font_in_order(font: re.Match[bytes]) -> bytes:
    parts = sorted(OF_FONT.finditer(font[2]), key=lambda part: PLACES.get(part[1], len(PLACES)))
    return font[1] + b"".join(part[0] for part in parts) + font[3]


class _InMemory(ExcelWriter):
    """openpyxl, without a temporary file for each tab: a killed run would leave it behind."""

    def write_worksheet(self, ws: Worksheet) -> None:
        """Write a tab."""
        stream, tab = BytesIO(), cast("Any", ws)
        tab._drawing = SpreadsheetDrawing()  # noqa: SLF001  (as the method that this replaces)
        tab._drawing.charts, tab._drawing.images = tab._charts, tab._images  # noqa: SLF001
        writer: Any = WorksheetWriter(ws, stream)
        writer.write()
        tab._rels = writer._rels  # noqa: SLF001
        cast("Any", self)._archive.writestr(ws.path[1:], stream.getvalue())  # noqa: SLF001
        self.manifest.append(ws)


def _add_page(workbook: Workbook, page: Page) -> None:
    """An empty tab with its print set-up; its header names the tab, whatever that will be."""
    sheet = workbook.create_sheet(page.name)
    sheet.sheet_state = "veryHidden"
    sheet.sheet_format.defaultRowHeight = page.row_height
    sheet.sheet_format.customHeight = True
    header = HeaderFooterItem()
    header.left.text, header.right.text = "&A", "&F"
    _set_widths(sheet, page.widths)
    add_charts(sheet, page.charts)
    _set_up(sheet, page.colour, PAPERS[page.paper], header)


def add_drawing(workbook: Workbook, change: AddDrawing, *, has_home: bool = False) -> None:
    """Add a tab as the last one; without the link to ``Event`` in a workbook that has no such tab."""
    drawing = change.drawing
    sheet = workbook.create_sheet(drawing.name)
    _ensure_styles(workbook, {style.name for _, style in drawing.cells.values()})
    _set_widths(sheet, drawing.widths)
    for row in range(1, drawing.last_row + 1):
        sheet.row_dimensions[row].height = drawing.heights.get(row, drawing.row_height)
    styled: dict[str, Any] = {}  # openpyxl's public way to give a style takes 20 times longer
    for (row, column), (value, style) in drawing.cells.items():
        if value == back() and not has_home:
            continue
        cell: Any = sheet.cell(row, column)
        if style.name not in styled:
            cell.style = style.name
            styled[style.name] = cell._style  # noqa: SLF001
        cell._style = copy(styled[style.name])  # noqa: SLF001
        set_cell(sheet, row, column, value)
    bold = DifferentialStyle(font=Font(bold=True))
    for area, formula in drawing.bold:
        rule = Rule(type="expression", formula=[formula], dxf=bold)
        sheet.conditional_formatting.add(_range(*area), rule)
    add_charts(sheet, drawing.charts)
    add_pictures(sheet, drawing.pictures)
    if drawing.filtered:
        sheet.auto_filter.ref = _range(*drawing.filtered)
    header = HeaderFooterItem()
    header.left.text = printed(change.header_text or drawing.name)
    _set_up(sheet, drawing.tab_colour, drawing.paper, header)
    # else LibreOffice leaves room for what names would take if they did not shrink
    sheet.print_area = _range(1, 1, drawing.last_row, len(drawing.widths))


def _range(top: int, left: int, bottom: int, right: int) -> str:
    return f"{get_column_letter(left)}{top}:{get_column_letter(right)}{bottom}"


def _set_widths(sheet: Worksheet, widths: Iterable[float]) -> None:
    for i, width in enumerate(widths, 1):
        sheet.column_dimensions[get_column_letter(i)].width = width


def set_cell(sheet: Worksheet, row: int, column: int, value: CellValue) -> None:
    """Put a value into a cell, which keeps its looks; text stays text, whatever it looks like."""
    cell: Any = sheet.cell(row, column)
    require_holdable(lambda: f"{sheet.title}!{cell.coordinate}", value)
    match value:
        case Formula(text):
            cell.value = text
        case CellError(code):
            cell.value, cell.data_type = code, "e"
        case str():
            cell.value, cell.data_type = value, "s"
            if value[:1] in "=+-@":
                cell.quotePrefix = True
        case _:
            cell.value = value


def _ensure_styles(workbook: Workbook, needed: Collection[str]) -> None:
    """Make the named styles that are needed and that the workbook does not have yet."""
    known = set(workbook.named_styles)
    for style in looks.STYLES:
        if style.name in needed and style.name not in known:
            workbook.add_named_style(_named_style(style))


def _named_style(style: Style) -> NamedStyle:
    edge = Side(style=style.edge, color=style.line)
    edges: dict[str, Any] = dict.fromkeys(("top", "bottom", "left", "right"))
    edges |= dict.fromkeys(style.border.split(), edge)
    return NamedStyle(
        style.name,
        font=Font(
            name="Calibri",
            size=style.size,
            bold=style.bold,
            color=f"FF{style.colour}",
            underline="single" if style.underline else None,
        ),
        fill=PatternFill("solid", fgColor=f"FF{style.fill}") if style.fill else PatternFill(),
        border=Border(**edges),
        alignment=Alignment(
            horizontal=style.align,
            vertical=style.vertical,
            wrap_text=style.wrap,
            shrink_to_fit=style.shrink,
            text_rotation=90 if style.turned else 0,
            indent=1 if style.align == "left" and not style.turned else 0,
        ),
        number_format=style.number_format,
    )


def _set_up(sheet: Worksheet, colour: str, paper: Paper, header: HeaderFooterItem) -> None:
    """Everything on one page; or pages in their own size, without a header, where rows are counted."""
    sheet.sheet_properties.tabColor = colour
    sheet.sheet_view.showGridLines = False
    sheet.page_setup.paperSize = sheet.PAPERSIZE_A4
    sheet.page_setup.orientation = "landscape" if paper.is_landscape else "portrait"
    sheet.print_options.horizontalCentered = True
    margins = sheet.page_margins
    margins.left = margins.right = 0.4
    margins.top = margins.left if paper.rows else 0.75
    margins.bottom, margins.header, margins.footer = 0.6, 0.35, 0.3
    header.left.size, header.left.font = 12, "Calibri,Bold"
    footer = HeaderFooterItem()
    footer.left.text, footer.right.text = "&D &T", t("Page &P of &N")
    sheet.oddHeader, sheet.oddFooter = HeaderFooterItem() if paper.rows else header, footer
    if paper.titles:
        sheet.print_title_rows = f"1:{paper.titles}"
        sheet.freeze_panes = f"A{paper.titles + 1}"
    sheet.sheet_properties.pageSetUpPr = PageSetupProperties(fitToPage=not paper.rows)
    if paper.rows:
        sheet.page_setup.scale = 100
        for page in range(1, MOST_PAGES):
            sheet.row_breaks.append(Break(paper.titles + page * paper.rows))
    else:
        sheet.page_setup.fitToWidth, sheet.page_setup.fitToHeight = 1, 0 if paper.is_tall else 1
