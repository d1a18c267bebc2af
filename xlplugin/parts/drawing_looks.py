"""Cells, their styles and the print set-up of tabs drawn with openpyxl."""

from __future__ import annotations

from collections.abc import Collection
from copy import copy
from typing import Any

from openpyxl import Workbook
from openpyxl.cell.cell import MergedCell
from openpyxl.styles import Alignment, Border, Font, NamedStyle, PatternFill, Side
from openpyxl.worksheet.header_footer import HeaderFooterItem
from openpyxl.worksheet.pagebreak import Break
from openpyxl.worksheet.properties import PageSetupProperties
from openpyxl.worksheet.worksheet import Worksheet

from xlplugin.ground.problems import HostError
from xlplugin.ground.texts import t
from xlplugin.parts.holdable import require_holdable
from xlplugin.parts.tables import printed
from xlplugin.workbook import layout as looks
from xlplugin.workbook.layout import MOST_PAGES, CellError, CellValue, Formula, Paper, Style


def set_cell(
    sheet: Worksheet,
    row: int,
    column: int,
    value: CellValue,
    style: Style | None = None,
    styled: dict[str, Any] | None = None,
) -> None:
    """Put a value into a cell; text stays text, whatever it looks like.

    It keeps its looks without a style. ``styled`` has what openpyxl made of the styles used before,
    since its public way takes 20 times longer.
    """
    cell: Any = sheet.cell(row, column)
    if isinstance(cell, MergedCell):
        where = f"{sheet.title}!{cell.coordinate}"
        raise HostError(t("{cell} is inside merged cells; unmerge them first.", cell=where))
    if style and styled is not None:
        if style.name not in styled:
            cell.style = style.name
            styled[style.name] = cell._style  # noqa: SLF001
        cell._style = copy(styled[style.name])  # noqa: SLF001
    require_holdable(f"{sheet.title}!{cell.coordinate}", value)
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


def ensure_styles(workbook: Workbook, needed: Collection[str] | None = None) -> None:
    """Make the named styles that the workbook does not have yet; all, or those that are needed."""
    known = set(workbook.named_styles)
    for style in looks.STYLES:
        if style.name not in known and (needed is None or style.name in needed):
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


def set_up_drawing(sheet: Worksheet, paper: Paper, header: HeaderFooterItem) -> None:
    """Everything on one page; or pages in their own size, without a header, for so many rows."""
    set_up_paper(sheet, header)
    sheet.page_setup.orientation = "landscape" if paper.is_landscape else "portrait"
    if paper.titles:
        sheet.print_title_rows = f"1:{paper.titles}"
        sheet.freeze_panes = f"A{paper.titles + 1}"
    if not paper.rows:
        sheet.page_setup.fitToHeight = 0 if paper.is_tall else 1
        return
    sheet.oddHeader = HeaderFooterItem()
    sheet.sheet_properties.pageSetUpPr = PageSetupProperties(fitToPage=False)
    sheet.page_setup.fitToWidth = sheet.page_setup.fitToHeight = None
    sheet.page_setup.scale = 100
    sheet.page_margins.top = sheet.page_margins.left
    for page in range(1, MOST_PAGES):
        sheet.row_breaks.append(Break(paper.titles + page * paper.rows))


def header_of(text: str) -> HeaderFooterItem:
    """The header of a printed page."""
    header = HeaderFooterItem()
    header.left.text = printed(text)
    return header


def set_up_paper(sheet: Worksheet, header: HeaderFooterItem) -> None:
    """One page wide, with margins, a header and a footer."""
    sheet.page_setup.paperSize = sheet.PAPERSIZE_A4
    sheet.page_setup.fitToWidth = 1
    sheet.page_setup.fitToHeight = 0
    sheet.sheet_properties.pageSetUpPr = PageSetupProperties(fitToPage=True)
    sheet.print_options.horizontalCentered = True
    margins = sheet.page_margins
    margins.left = margins.right = 0.4
    margins.top, margins.bottom, margins.header, margins.footer = 0.75, 0.6, 0.35, 0.3
    header.left.size = 12
    header.left.font = "Calibri,Bold"
    footer = HeaderFooterItem()
    footer.left.text = "&D &T"
    footer.right.text = t("Page &P of &N")
    sheet.oddHeader, sheet.oddFooter = header, footer
