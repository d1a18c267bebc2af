"""Sheets drawn from their declarations with openpyxl."""

from __future__ import annotations

from collections.abc import Sequence
from copy import copy
from typing import TYPE_CHECKING, Any, Final

from openpyxl.cell.cell import MergedCell
from openpyxl.formatting.rule import Rule
from openpyxl.styles import Alignment, Border, Font, NamedStyle, PatternFill, Side
from openpyxl.styles.differential import DifferentialStyle
from openpyxl.utils import get_column_letter, quote_sheetname
from openpyxl.workbook.defined_name import DefinedName
from openpyxl.worksheet.datavalidation import DataValidation
from openpyxl.worksheet.header_footer import HeaderFooterItem
from openpyxl.worksheet.hyperlink import Hyperlink
from openpyxl.worksheet.pagebreak import Break
from openpyxl.worksheet.properties import Outline, PageSetupProperties

from xlplugin.hosts.charts import add_charts
from xlplugin.problems import HostError
from xlplugin.workbook import layout as looks
from xlplugin.workbook.book import (
    AddDrawing,
    AddPatterns,
    AddRows,
    AddSheet,
    SetCells,
    SetHeights,
    placed,
)
from xlplugin.workbook.layout import (
    HEADER_HEIGHT,
    MOST_PAGES,
    PAPERS,
    CellError,
    CellValue,
    Column,
    Formula,
    Layout,
    Paper,
    Style,
    Whole,
)
from xlplugin.workbook.links import BACK, BACK_TIP, HOME
from xlplugin.workbook.live_patterns import LISTS, LOOKS, Page, is_pattern

if TYPE_CHECKING:
    from openpyxl import Workbook
    from openpyxl.cell.cell import Cell
    from openpyxl.worksheet.worksheet import Worksheet

EXCEL_MAX_TEXT = 32_767
VERY_HIDDEN: Final = "veryHidden"
"""Where Excel's Unhide list does not have it."""
MOST_HEADER = 110  # Excel allows 255, codes and doubled ampersands included


def _cell(sheet: Worksheet, row: int, column: int) -> Cell:
    """The cell, ready to be written to."""
    cell = sheet.cell(row, column)
    if isinstance(cell, MergedCell):
        message = f"{sheet.title}!{cell.coordinate} is inside merged cells; unmerge them first."
        raise HostError(message)
    return cell


def _set(cell: Cell, value: CellValue) -> None:
    """Put a value into a cell; text stays text, whatever it looks like."""
    if isinstance(value, Formula):
        cell.value = value.text
    elif isinstance(value, CellError):
        cell.value = value.code
        cell.data_type = "e"
    else:
        cell.value = value[:EXCEL_MAX_TEXT] if isinstance(value, str) else value
        if isinstance(value, str):
            cell.data_type = "s"
            if value[:1] in "=+-@":
                cell.quotePrefix = True


def add_sheet(workbook: Workbook, change: AddSheet) -> None:
    """Add a tab with everything that its layout declares."""
    layout = change.layout
    sheet = _create_sheet(workbook, layout.name, change.before)
    places = {header: i for i, header in enumerate(layout.headers(), 1)}
    _ensure_styles(workbook)
    for i, column in enumerate(layout.columns, 1):
        cell = sheet.cell(1, i, column.header)
        centred = column.style.align == "center"
        cell.style = (looks.HEADER_CENTRED if centred else looks.HEADER).name
        if i == 1 and layout.leads_back and HOME in workbook.sheetnames:
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
    _validate(workbook, sheet, layout, last)
    _highlight(sheet, layout, max(last, 2))
    _set_up_page(sheet, layout, change.header_text, 1 + len(change.rows))


def _lead_back(cell: Cell) -> None:
    """Make a header a link to ``Event``; as a cell it reads as before."""
    cell.style = looks.HEADER_BACK.name
    cell.hyperlink = Hyperlink(cell.coordinate, location=f"{HOME}!A1", tooltip=BACK_TIP)


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
    _ensure_styles(workbook)
    for page in change.pages:
        _add_page(workbook, page)
    sheet = workbook.create_sheet(LOOKS)
    sheet.sheet_state = VERY_HIDDEN
    for row, look in enumerate(change.looks, 1):
        column = look.column()
        _set(sheet.cell(row, 1), look.name)
        sheet.cell(row, 2).style = look.style.name
        _validate_column(workbook, sheet, column, f"B{row}")


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
        _set_up_drawing(sheet, PAPERS[page.paper], header)
        return
    sheet.page_setup.orientation = "portrait" if page.paper == "upright" else "landscape"
    sheet.row_dimensions[1].height = HEADER_HEIGHT
    sheet.cell(1, 1, HOME)
    _lead_back(sheet.cell(1, 1))
    _name_headers(sheet, page.frozen)
    sheet.freeze_panes = f"{get_column_letter(page.frozen + 1)}2"
    sheet.print_title_rows = "1:1"
    _set_up_paper(sheet, header)


def _name_headers(sheet: Worksheet, frozen: int) -> None:
    """Name the header row, and the column that says what a row is, as screen readers look for them.

    They are names of the tab's own, so that a copy of it has them too. A row is told by the last
    column that stays in view, or the first one.
    """
    names = (
        {"ColumnTitle": "A", "RowTitle": get_column_letter(frozen)}
        if frozen > 1
        else {"Title": "A"}
    )
    for name, letter in names.items():
        where = f"{quote_sheetname(sheet.title)}!${letter}$1"
        sheet.defined_names[name] = DefinedName(name, attr_text=where)


def add_drawing(workbook: Workbook, change: AddDrawing) -> None:
    """Add a tab that is no table."""
    drawing = change.drawing
    sheet = _create_sheet(workbook, drawing.name, change.before)
    _ensure_styles(workbook)
    for i, width in enumerate(drawing.widths, 1):
        sheet.column_dimensions[get_column_letter(i)].width = width
    for row in range(1, drawing.last_row + 1):
        sheet.row_dimensions[row].height = drawing.row_height
    prototypes: dict[str, Any] = {}
    for (row, column), (value, style) in drawing.cells.items():
        if value == BACK and HOME not in workbook.sheetnames:
            continue
        cell = _cell(sheet, row, column)
        _put_style(cell, style, prototypes)
        _set(cell, value)
    for (top, left, bottom, right), formula in drawing.bold:
        where = f"{get_column_letter(left)}{top}:{get_column_letter(right)}{bottom}"
        look = DifferentialStyle(font=Font(bold=True))
        sheet.conditional_formatting.add(
            where, Rule(type="expression", formula=[formula], dxf=look)
        )
    add_charts(sheet, drawing.charts)
    sheet.sheet_properties.tabColor = drawing.tab_colour
    sheet.sheet_view.showGridLines = False
    _set_up_drawing(sheet, drawing.paper, _headed(change.header_text or drawing.name))
    # else LibreOffice leaves room for what names would take if they did not shrink
    sheet.print_area = f"A1:{get_column_letter(len(drawing.widths))}{drawing.last_row}"


def set_cells(workbook: Workbook, change: SetCells) -> None:
    """Put values into single cells; their looks stay."""
    sheet = workbook[change.sheet]
    for (row, column), value in change.cells.items():
        _set(_cell(sheet, row, column), value)
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
    _ensure_styles(workbook)
    prototypes: dict[str, Any] = {}
    for number, place, i, value in placed(layout, rows, first, change.places):
        styles = layout.styles_by_row.get(number - first)
        cell = _cell(sheet, number, place)
        _put_style(cell, styles[i] if styles else layout.columns[i].style, prototypes)
        _set(cell, value)
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


def _put_style(cell: Any, style: Style, prototypes: dict[str, Any]) -> None:  # noqa: ANN401
    """Give a cell a named style; openpyxl's public way, tried for each cell, is 20 times slower."""
    if style.name in prototypes:
        cell._style = copy(prototypes[style.name])  # noqa: SLF001
    else:
        cell.style = style.name
        prototypes[style.name] = cell._style  # noqa: SLF001


def _ensure_styles(workbook: Workbook) -> None:
    known = set(workbook.named_styles)
    for style in looks.STYLES:
        if style.name not in known:
            workbook.add_named_style(_named_style(style))


def _named_style(style: Style) -> NamedStyle:
    edge = Side(style=style.edge, color=style.line)
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
        border=Border(
            top=edge if "top" in style.border else None,
            bottom=edge if "bottom" in style.border else None,
            left=edge if "left" in style.border else None,
            right=edge if "right" in style.border else None,
        ),
        alignment=Alignment(
            horizontal=style.align,
            vertical=style.vertical,
            wrap_text=style.wrap,
            shrink_to_fit=style.shrink,
            indent=1 if style.align == "left" else 0,
        ),
        number_format=style.number_format,
    )


def _validate(workbook: Workbook, sheet: Worksheet, layout: Layout, last: int) -> None:
    if last < 2:
        return
    for i, column in enumerate(layout.columns, 1):
        where = f"{get_column_letter(i)}2:{get_column_letter(i)}{last}"
        _validate_column(workbook, sheet, column, where)
    for offset, choices in layout.choices_by_row.items():
        value = get_column_letter(layout.headers().index("Value") + 1)
        is_open = offset in layout.open_rows
        _add_list(workbook, sheet, choices, f"{value}{2 + offset}", "", is_open=is_open)


def _validate_column(workbook: Workbook, sheet: Worksheet, column: Column, where: str) -> None:
    if column.choices:
        _add_list(workbook, sheet, column.choices, where, column.help)
    elif column.whole or column.help:
        sheet.add_data_validation(_whole_or_help(column.whole, column.help, where))


def _whole_or_help(whole: Whole | None, text: str, where: str) -> DataValidation:
    rule = DataValidation(allow_blank=True, sqref=where)
    if whole:
        rule = DataValidation(
            "whole", operator="between", formula1=str(whole.least), formula2=str(whole.most), allow_blank=True, sqref=where,
            showErrorMessage=True, errorTitle="Whole number",
            error=f"Type a whole number from {whole.least} to {whole.most}.",
        )  # fmt: skip
    if text:
        rule.showInputMessage = True
        rule.prompt = text[:255]
    return rule


def _add_list(
    workbook: Workbook,
    sheet: Worksheet,
    choices: Sequence[str | int],
    where: str,
    text: str,
    *,
    is_open: bool = False,
) -> None:
    rule = DataValidation(
        "list", formula1=_list_of(workbook, choices), allow_blank=True, sqref=where,
        showErrorMessage=not is_open, errorTitle="Not one of the choices",
        error=f"Choose one of: {', '.join(map(str, choices))}, or leave it blank."[:255],
    )  # fmt: skip
    if text:
        rule.showInputMessage = True
        rule.prompt = text[:255]
    sheet.add_data_validation(rule)


def _list_of(workbook: Workbook, choices: Sequence[str | int]) -> str:
    """The name of the range that holds the choices, made if it is not there yet."""
    name = looks.list_name(choices)
    if name in workbook.defined_names:
        return name
    if LISTS not in workbook.sheetnames:
        workbook.create_sheet(LISTS).sheet_state = VERY_HIDDEN
    lists = workbook[LISTS]
    column = lists.max_column + 1 if lists.cell(1, 1).value is not None else 1
    lists.cell(1, column, name)
    for row, choice in enumerate(choices, 2):
        _set(_cell(lists, row, column), choice)
    letter = get_column_letter(column)
    workbook.defined_names[name] = DefinedName(
        name, attr_text=f"{LISTS}!${letter}$2:${letter}${len(choices) + 1}"
    )
    return name


def _highlight(sheet: Worksheet, layout: Layout, last: int) -> None:
    letters = {header: get_column_letter(i) for i, header in enumerate(layout.headers(), 1)}
    for highlight in layout.highlights:
        addresses = {header: f"${letter}2" for header, letter in letters.items()}
        formula = looks.with_addresses(highlight.formula, addresses)
        where = " ".join(
            f"{letters[h]}2:{letters[h]}{last}" for h in highlight.columns or layout.headers()
            if h in letters
        )  # fmt: skip
        look = DifferentialStyle(
            font=Font(
                bold=highlight.bold or None,
                strike=highlight.strike or None,
                color=f"FF{highlight.colour}" if highlight.colour else None,
            ),
            fill=PatternFill(bgColor=f"FF{highlight.fill}", fill_type="solid")
            if highlight.fill
            else None,
        )
        rule = Rule(type="expression", formula=[formula], dxf=look, stopIfTrue=True)
        sheet.conditional_formatting.add(where, rule)


def _set_up_page(sheet: Worksheet, layout: Layout, header_text: str, last: int) -> None:
    sheet.sheet_properties.tabColor = layout.tab_colour
    sheet.sheet_view.showGridLines = False
    sheet.freeze_panes = f"{get_column_letter(layout.frozen + 1)}2"
    if layout.filtered:
        end = get_column_letter(len(layout.columns))
        sheet.auto_filter.ref = f"A1:{end}{max(last, 2)}"
    sheet.print_title_rows = "1:1"
    sheet.page_setup.orientation = "landscape" if layout.is_landscape else "portrait"
    _set_up_paper(sheet, _headed(header_text or layout.name))


def _set_up_drawing(sheet: Worksheet, paper: Paper, header: HeaderFooterItem) -> None:
    """Everything on one page; or pages in their own size, without a header, for so many rows."""
    _set_up_paper(sheet, header)
    sheet.page_setup.orientation = "landscape" if paper.is_landscape else "portrait"
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
    if paper.titles:
        sheet.print_title_rows = f"1:{paper.titles}"
        sheet.freeze_panes = f"A{paper.titles + 1}"


def _headed(text: str) -> HeaderFooterItem:
    """The header of a printed page."""
    header = HeaderFooterItem()
    header.left.text = text[:MOST_HEADER].replace("&", "&&")
    return header


def _set_up_paper(sheet: Worksheet, header: HeaderFooterItem) -> None:
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
    footer.right.text = "Page &P of &N"
    sheet.oddHeader, sheet.oddFooter = header, footer
