"""The closed file, through openpyxl."""

from __future__ import annotations

import warnings
from collections.abc import Mapping, Sequence
from copy import copy
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING, Any

from openpyxl import load_workbook
from openpyxl.formatting.rule import FormulaRule
from openpyxl.styles import Alignment, Border, Font, NamedStyle, PatternFill, Side
from openpyxl.styles.differential import DifferentialStyle
from openpyxl.utils import get_column_letter
from openpyxl.utils.exceptions import IllegalCharacterError
from openpyxl.workbook.defined_name import DefinedName
from openpyxl.worksheet.datavalidation import DataValidation

from xlplugin.hosts.safe_file import fingerprint, read_bytes, refuse_if_open, replace_file
from xlplugin.problems import HostError
from xlplugin.workbook import layout as looks
from xlplugin.workbook.book import (
    AddRows,
    AddSheet,
    Book,
    Change,
    RemoveSheet,
    SetCells,
    SheetData,
    ShowSheet,
    placed,
    reads_the_same,
    trimmed,
    with_changes,
)
from xlplugin.workbook.layout import CellError, CellValue, Formula, Layout, Style, Whole

if TYPE_CHECKING:
    from openpyxl import Workbook
    from openpyxl.cell.cell import Cell
    from openpyxl.worksheet.worksheet import Worksheet

LISTS = "Lists"
EXCEL_MAX_TEXT = 32_767


class FileHost:
    """A workbook file that no program has open.

    Args:
        path: the ``.xlsx`` or ``.xlsm`` file.
        template: what a new workbook starts from; then ``path`` must not be there yet.
    """

    def __init__(self, path: Path, template: Path | None = None) -> None:
        self.path = path
        self._template = template
        self._workbook: Workbook | None = None
        self._book = Book(path.name)
        self._known: str | None = None

    @property
    def name(self) -> str:
        """The file's name."""
        return self.path.name

    def read(self) -> Book:
        """The whole workbook as it is now; see :class:`~xlplugin.hosts.Host`."""
        data = read_bytes(self._template or self.path)
        self._known = None if self._template else fingerprint(data)
        self._workbook = open_workbook(data, self.path.name)
        self._book = book_of(self._workbook, self.name)
        return self._book

    def write(self, changes: Sequence[Change]) -> None:
        """Make all of the changes, or none; see :class:`~xlplugin.hosts.Host`."""
        if self._workbook is None:
            self.read()
        workbook = self._workbook
        assert workbook is not None
        refuse_if_open(self.path)
        try:
            apply_changes(workbook, changes)
        except IllegalCharacterError as error:
            message = (
                f"{self.name}: a name or text has characters that no workbook can hold "
                f"({str(error)[:60]!r}). Type it again."
            )
            raise HostError(message) from None
        meant = with_changes(self._book, changes)

        def verify(path: Path) -> None:
            written = book_of(open_workbook(read_bytes(path), self.name), self.name)
            if not reads_the_same(written, meant):
                message = (
                    f"{self.name}: what was written did not read back the same, so nothing was "
                    "changed. Please report this with a copy of the file."
                )
                raise HostError(message)

        replace_file(self.path, self._known, workbook.save, verify)
        self._workbook = None


def open_workbook(data: bytes, name: str) -> Workbook:
    """Parse a workbook.

    Raises:
        HostError: its content is damaged.
    """
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            return load_workbook(BytesIO(data), keep_vba=name.lower().endswith(".xlsm"))
    except Exception as error:  # openpyxl raises whatever its parsers stumble over
        message = (
            f"{name} is damaged or not an Excel workbook ({type(error).__name__}). Take the newest "
            "backup beside it (its name ends in .bak.xlsx), or save it again as .xlsx in Excel."
        )
        raise HostError(message) from None


def book_of(workbook: Workbook, name: str) -> Book:
    """Every sheet's cells as values."""
    return Book(
        name,
        {
            sheet.title: SheetData(
                sheet.title,
                _rows(sheet),
                tuple((r.min_row, r.min_col, r.max_row, r.max_col) for r in sheet.merged_cells.ranges),
            )
            for sheet in workbook.worksheets
            if sheet.title != LISTS
        },
    )


def _rows(sheet: Worksheet) -> list[list[CellValue]]:
    return trimmed([[_value(cell) for cell in row] for row in sheet.iter_rows()])


def _value(cell: Any) -> CellValue:  # noqa: ANN401  (cells and merged cells)
    value = cell.value
    if value is None or type(value) is int:
        return value
    kind = cell.data_type
    if kind == "f":
        return Formula(str(getattr(value, "text", value)))
    if kind == "e":
        return CellError(str(value))
    return value  # type: ignore[no-any-return]


def apply_changes(workbook: Workbook, changes: Sequence[Change]) -> None:
    """Make the changes in memory."""
    for change in changes:
        match change:
            case AddSheet():
                _add_sheet(workbook, change)
            case SetCells():
                sheet = workbook[change.sheet]
                for (row, column), value in change.cells.items():
                    _set(sheet.cell(row, column), value)
            case AddRows():
                sheet = workbook[change.layout.name]
                _write_rows(workbook, sheet, change.layout, change.rows, change.first, change.places)
            case RemoveSheet():
                workbook.remove(workbook[change.name])
            case ShowSheet():
                _show(workbook, change.name)


def _show(workbook: Workbook, name: str) -> None:
    for sheet in workbook.worksheets:
        for view in sheet.views.sheetView:
            view.tabSelected = sheet.title == name
    workbook.active = workbook[name]


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


def _add_sheet(workbook: Workbook, change: AddSheet) -> None:
    layout = change.layout
    position = workbook.sheetnames.index(change.before) if change.before else None
    if position is None and LISTS in workbook.sheetnames:
        position = workbook.sheetnames.index(LISTS)
    sheet = workbook.create_sheet(layout.name, position)
    places = {header: i for i, header in enumerate(layout.headers(), 1)}
    _ensure_styles(workbook)
    for i, column in enumerate(layout.columns, 1):
        cell = sheet.cell(1, i, column.header)
        centred = column.style.align == "center"
        cell.style = (looks.HEADER_CENTRED if centred else looks.HEADER).name
        sheet.column_dimensions[get_column_letter(i)].width = column.width
    sheet.row_dimensions[1].height = 32
    _write_rows(workbook, sheet, layout, change.rows, 2, places)
    last = 1 + len(change.rows) + layout.spare_rows
    for number in range(2 + len(change.rows), last + 1):
        for i, column in enumerate(layout.columns, 1):
            sheet.cell(number, i).style = column.style.name
    _validate(workbook, sheet, layout, last)
    _highlight(sheet, layout, max(last, 2))
    _set_up_page(sheet, layout, change.header_text, 1 + len(change.rows))


def _write_rows(
    workbook: Workbook,
    sheet: Worksheet,
    layout: Layout,
    rows: Sequence[Sequence[CellValue]],
    first: int,
    places: Mapping[str, int],
) -> None:
    _ensure_styles(workbook)
    prototypes: dict[str, Any] = {}

    def put_style(cell: Cell, style: Style) -> None:
        if style.name not in prototypes:
            cell.style = style.name
            prototypes[style.name] = cell._style  # noqa: SLF001  (the public way is 20 times slower)
        else:
            cell._style = copy(prototypes[style.name])  # noqa: SLF001

    for number, place, i, value in placed(layout, rows, first, places):
        styles = layout.styles_by_row.get(number - first)
        cell = sheet.cell(number, place)
        put_style(cell, styles[i] if styles else layout.columns[i].style)
        _set(cell, value)
    if layout.row_height:
        for number in range(first, first + len(rows)):
            sheet.row_dimensions[number].height = layout.row_height
    if sheet.auto_filter.ref and rows:
        start, _, end = sheet.auto_filter.ref.partition(":")
        letter = end.rstrip("0123456789")
        last = max(int(end[len(letter) :] or 1), first + len(rows) - 1)
        sheet.auto_filter.ref = f"{start}:{letter}{last}"


def _ensure_styles(workbook: Workbook) -> None:
    known = set(workbook.named_styles)
    for style in looks.STYLES:
        if style.name not in known:
            workbook.add_named_style(_named_style(style))


def _named_style(style: Style) -> NamedStyle:
    hair = Side(style="thin", color=looks.RULE)
    return NamedStyle(
        style.name,
        font=Font(name="Calibri", size=style.size, bold=style.bold, color=f"FF{style.colour}"),
        fill=PatternFill("solid", fgColor=f"FF{style.fill}") if style.fill else PatternFill(),
        border=Border(bottom=hair),
        alignment=Alignment(
            horizontal=style.align,
            vertical="center",
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
        if column.choices:
            _add_list(workbook, sheet, column.choices, where, column.help)
        elif column.whole or column.help:
            sheet.add_data_validation(_whole_or_help(column.whole, column.help, where))
    for offset, choices in layout.choices_by_row.items():
        value = get_column_letter(layout.headers().index("Value") + 1)
        _add_list(workbook, sheet, choices, f"{value}{2 + offset}", "")


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
    workbook: Workbook, sheet: Worksheet, choices: Sequence[str], where: str, text: str
) -> None:
    rule = DataValidation(
        "list", formula1=_list_of(workbook, choices), allow_blank=True, sqref=where,
        showErrorMessage=True, errorTitle="Not one of the choices",
        error=f"Choose one of: {', '.join(choices)}, or leave it blank."[:255],
    )  # fmt: skip
    if text:
        rule.showInputMessage = True
        rule.prompt = text[:255]
    sheet.add_data_validation(rule)


def _list_of(workbook: Workbook, choices: Sequence[str]) -> str:
    """The name of the range that holds the choices, made if it is not there yet."""
    name = looks.list_name(choices)
    if name in workbook.defined_names:
        return name
    if LISTS not in workbook.sheetnames:
        workbook.create_sheet(LISTS).sheet_state = "hidden"
    lists = workbook[LISTS]
    column = lists.max_column + 1 if lists.cell(1, 1).value is not None else 1
    lists.cell(1, column, name)
    for row, choice in enumerate(choices, 2):
        _set(lists.cell(row, column), choice)
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
        rule = FormulaRule(formula=[formula], stopIfTrue=True)
        rule.dxf = DifferentialStyle(
            font=Font(
                bold=highlight.bold or None,
                strike=highlight.strike or None,
                color=f"FF{highlight.colour}" if highlight.colour else None,
            ),
            fill=PatternFill(bgColor=f"FF{highlight.fill}", fill_type="solid")
            if highlight.fill
            else None,
        )
        sheet.conditional_formatting.add(where, rule)


def _set_up_page(sheet: Worksheet, layout: Layout, header_text: str, last: int) -> None:
    sheet.sheet_properties.tabColor = layout.tab_colour
    sheet.sheet_view.showGridLines = False
    sheet.freeze_panes = sheet.cell(2, layout.frozen + 1)
    if layout.filtered:
        end = get_column_letter(len(layout.columns))
        sheet.auto_filter.ref = f"A1:{end}{max(last, 2)}"
    sheet.print_title_rows = "1:1"
    sheet.page_setup.orientation = "landscape" if layout.landscape else "portrait"
    sheet.page_setup.paperSize = sheet.PAPERSIZE_A4
    sheet.page_setup.fitToWidth = 1
    sheet.page_setup.fitToHeight = 0
    sheet.sheet_properties.pageSetUpPr.fitToPage = True
    sheet.print_options.horizontalCentered = True
    margins = sheet.page_margins
    margins.left = margins.right = 0.4
    margins.top, margins.bottom, margins.header, margins.footer = 0.75, 0.6, 0.35, 0.3
    sheet.oddHeader.left.text = (header_text or layout.name).replace("&", "&&")
    sheet.oddHeader.left.size = 12
    sheet.oddHeader.left.font = "Calibri,Bold"
    sheet.oddFooter.right.text = "Page &P of &N"
    sheet.oddFooter.left.text = "&D &T"
