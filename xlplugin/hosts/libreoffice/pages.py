"""Views and print set-up of tabs that LibreOffice has open."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

import uno

from xlplugin.ground.texts import t
from xlplugin.hosts.libreoffice.cells import Uno, range_of
from xlplugin.hosts.libreoffice.looks import BOLD, FONT
from xlplugin.workbook.book import column_letter, print_area
from xlplugin.workbook.layout import MOST_PAGES, Drawing, Layout
from xlplugin.workbook.layouts.tab_names import EVENT, in_formula

INCH = 2540
SIDES, TOP, BOTTOM, HEADER, FOOTER = (
    round(inches * INCH) for inches in (0.4, 0.75, 0.6, 0.35, 0.3)
)
A4 = 21000, 29700
HEADER_SIZE, FOOTER_SIZE = 12.0, 11.0
"""In points."""
HEADER_LINE, FOOTER_LINE = 423, 388
"""The height of their one line."""
MOST_HEADER = 110
GRID = ".uno:ToggleSheetGrid"
"""The grid of one tab; a window's property is meant for all."""
FIELDS = {"&D": "DateTime", "&T": "DateTime", "&P": "PageNumber", "&N": "PageCount"}
_FIELD = re.compile("(&[DTPN])")


def set_up_table(document: Uno, sheet: Uno, layout: Layout, header: str, last: int) -> None:
    """Set up the view and the print of a table."""
    sheet.TabColor = int(layout.tab_colour, 16)
    _view(document, sheet, layout.frozen, 1)
    if layout.filtered:
        _filter(document, sheet, (1, 1, max(last, 2), len(layout.columns)))
    _repeat(sheet, 1)
    _name_headers(sheet, layout.frozen)
    for offset in layout.new_pages:
        sheet.Rows.getByIndex(1 + offset).IsStartOfNewPage = True
    fits = None if layout.new_pages else (1, 0)
    across = layout.is_landscape
    _set_up(document, sheet, header or layout.name, fits, is_landscape=across, scale=layout.scale)
    if area := print_area(layout, last - 1):
        sheet.setPrintAreas((range_of(sheet, area).RangeAddress,))
    if layout.folded:
        for offset in layout.folded:
            rows = range_of(sheet, (2 + offset, 1, 2 + offset, 1))
            sheet.group(rows.RangeAddress, uno.Enum("com.sun.star.table.TableOrientation", "ROWS"))
            rows.Rows.IsVisible = False


def set_up_drawing(document: Uno, sheet: Uno, drawing: Drawing, header: str) -> None:
    """Set up the view and the print of a tab that is no table."""
    paper = drawing.paper
    sheet.TabColor = int(drawing.tab_colour, 16)
    _view(document, sheet, 0, paper.titles)
    if paper.rows:
        for page in range(1, MOST_PAGES):
            row = paper.titles + page * paper.rows
            if row < drawing.last_row:
                sheet.Rows.getByIndex(row).IsStartOfNewPage = True
        _repeat(sheet, paper.titles)
    header = "" if paper.rows else header or drawing.name
    fits = None if paper.rows else (1, 0 if paper.is_tall else 1)
    _set_up(document, sheet, header, fits, is_landscape=paper.is_landscape)
    end = (1, 1, drawing.last_row, len(drawing.widths))
    sheet.setPrintAreas((range_of(sheet, end).RangeAddress,))


def dispatch(frame: Uno, name: str) -> None:
    """Run a command of a window, as in ``.uno:SaveAs``."""
    command = uno.createUnoStruct("com.sun.star.util.URL")
    command.Complete = command.Main = name
    command.Protocol, command.Path = ".uno:", name.removeprefix(".uno:")
    frame.queryDispatch(command, "", 0).dispatch(command, ())


def bring_back(document: Uno, sheet: Uno) -> Callable[[], None]:
    """A function that restores a tab's view and pages, which LibreOffice's Undo leaves out."""
    name, pages, controller = sheet.Name, sheet.PageStyle, document.CurrentController
    controller.setActiveSheet(sheet)
    frozen = controller.SplitColumn, controller.SplitRow

    def back() -> None:
        tab = document.Sheets.getByName(name)
        tab.PageStyle = pages
        _view(document, tab, *frozen)

    return back


def _view(document: Uno, sheet: Uno, columns: int, rows: int) -> None:
    """Bring a new tab to the front, without gridlines and with columns and rows that stay in view."""
    controller = document.CurrentController
    controller.setActiveSheet(sheet)
    dispatch(controller.Frame, GRID)
    if columns or rows:
        controller.freezeAtPosition(columns, rows)


def _filter(document: Uno, sheet: Uno, area: tuple[int, int, int, int]) -> None:
    """Give a table's headers their filter buttons."""
    where = range_of(sheet, area).RangeAddress
    filters = document.getPropertyValue("UnnamedDatabaseRanges")
    filters.setByTable(where)
    filters.getByTable(where.Sheet).AutoFilter = True


def _repeat(sheet: Uno, rows: int) -> None:
    """Have the first rows on every page."""
    if rows:
        sheet.setTitleRows(range_of(sheet, (1, 1, rows, 1)).RangeAddress)
        sheet.setPrintTitleRows(True)


def _name_headers(sheet: Uno, frozen: int) -> None:
    """Name the header row, and the column that says what a row is, as screen readers look for them."""
    names = (
        {"ColumnTitle": "A", "RowTitle": column_letter(frozen)} if frozen > 1 else {"Title": "A"}
    )
    origin = uno.createUnoStruct("com.sun.star.table.CellAddress")
    tab = sheet.Name.replace("'", "''")
    for name, letter in names.items():
        sheet.NamedRanges.addNewByName(name, f"$'{tab}'.${letter}$1", origin, 0)


def lead_back(document: Uno, sheet: Uno) -> None:
    """Make the first header a link to ``Event``; as a cell it reads as before."""
    cell = sheet.getCellByPosition(0, 0)
    link = document.createInstance("com.sun.star.text.TextField.URL")
    link.URL, link.Representation = f"#{in_formula(EVENT)}.A1", cell.String
    cell.String = ""
    cell.insertTextContent(cell.createTextCursor(), link, False)  # noqa: FBT003  (as above)


def _set_up(
    document: Uno,
    sheet: Uno,
    header: str,
    fits: tuple[int, int] | None,
    *,
    is_landscape: bool,
    scale: int = 0,
) -> None:
    """Give a tab pages of its own, with margins, a header and a footer.

    ``fits`` are their numbers across and down, ``scale`` percents of the tab's size.
    """
    styles = document.StyleFamilies.getByName("PageStyles")
    name = free_name(f"PageStyle_{sheet.Name}", styles.ElementNames)
    styles.insertByName(name, document.createInstance("com.sun.star.style.PageStyle"))
    style = styles.getByName(name)
    width, height = reversed(A4) if is_landscape else A4
    values: dict[str, object] = {
        "IsLandscape": is_landscape, "Width": width, "Height": height,
        "LeftMargin": SIDES, "RightMargin": SIDES, "CenterHorizontally": True,
        "TopMargin": HEADER if header else SIDES, "BottomMargin": FOOTER,
        "HeaderIsOn": bool(header), "FooterIsOn": True,
        "FooterHeight": BOTTOM - FOOTER, "FooterBodyDistance": BOTTOM - FOOTER - FOOTER_LINE,
    }  # fmt: skip
    if header:
        values |= {"HeaderHeight": TOP - HEADER, "HeaderBodyDistance": TOP - HEADER - HEADER_LINE}
    if scale:
        values["PageScale"] = scale
    if fits:
        values |= {"ScaleToPagesX": fits[0], "ScaleToPagesY": fits[1]}
    for key, value in values.items():
        style.setPropertyValue(key, value)
    if header:
        content = style.RightPageHeaderContent
        _write(document, content.LeftText, header[:MOST_HEADER], HEADER_SIZE, is_bold=True)
        content.CenterText.String = ""
        style.RightPageHeaderContent = content
    content = style.RightPageFooterContent
    _write(document, content.LeftText, "&D &T", FOOTER_SIZE)
    content.CenterText.String = ""
    _write(document, content.RightText, t("Page &P of &N"), FOOTER_SIZE)
    style.RightPageFooterContent = content
    sheet.PageStyle = name


def free_name(name: str, taken: Sequence[str]) -> str:
    """A name that is not taken, with a number behind it if need be."""
    numbered = (f"{name} {number}" for number in range(2, len(taken) + 3))
    return next(each for each in (name, *numbered) if each not in taken)


def _write(document: Uno, text: Uno, content: str, size: float, *, is_bold: bool = False) -> None:
    """Write into a header or a footer, with fields for what only printing knows."""
    text.String = ""
    cursor = text.createTextCursor()
    cursor.CharFontName, cursor.CharHeight, cursor.CharColor = FONT, size, 0
    if is_bold:
        cursor.CharWeight = BOLD
    for part in [content] if is_bold else _FIELD.split(content):
        if part not in FIELDS or is_bold:
            text.insertString(cursor, part, False)  # noqa: FBT003  (as above)
            continue
        field = document.createInstance(f"com.sun.star.text.TextField.{FIELDS[part]}")
        if part in ("&D", "&T"):
            field.IsDate = part == "&D"
        text.insertTextContent(cursor, field, False)  # noqa: FBT003  (as above)
