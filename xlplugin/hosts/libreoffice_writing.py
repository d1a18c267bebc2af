"""Changes to a workbook that LibreOffice has open, made one after the other."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from xlplugin.hosts.libreoffice_cells import Uno, areas_of, range_of, write_cells
from xlplugin.hosts.libreoffice_formulas import names_tab
from xlplugin.hosts.libreoffice_looks import (
    Looks,
    highlight_rows,
    set_heights,
    set_off,
    set_widths,
    validate_columns,
)
from xlplugin.hosts.libreoffice_pages import lead_back, set_up_drawing, set_up_table
from xlplugin.problems import HostError
from xlplugin.texts import t
from xlplugin.workbook.book import (
    AddDrawing,
    AddPatterns,
    AddRows,
    AddSheet,
    Book,
    Cells,
    Change,
    RemoveSheet,
    SetCells,
    SetHeights,
    ShowSheet,
    column_letter,
    placed,
    with_changes,
)
from xlplugin.workbook.layout import CellValue, Formula, Highlight, Style
from xlplugin.workbook.layouts.tab_names import EVENT, UNDONE
from xlplugin.workbook.live_patterns import is_pattern

BOLD = Highlight("", bold=True)


class Writing:
    """Some changes on their way into a document; ``book`` is how it reads with those made so far.

    All of it is in LibreOffice's own list of what can be undone.
    """

    def __init__(self, document: Uno, book: Book) -> None:
        self._document = document
        self._looks = Looks(document)
        self._new: list[str] = []
        self._at_the_end: list[Callable[[], None]] = []
        self.book = book

    def make(self, changes: Sequence[Change]) -> None:
        """Make all of the changes."""
        front = self._document.CurrentController.ActiveSheet
        for change in changes:
            self._make(change)
            self.book = with_changes(self.book, [change])
        for step in self._at_the_end:
            step()
        self._write_late_formulas()
        shown = [change.name for change in changes if isinstance(change, ShowSheet)]
        self._show(self._document.Sheets.getByName(shown[-1]) if shown else front)

    def _make(self, change: Change) -> None:
        """Make one change; which tab is in front is left for the end."""
        match change:
            case AddSheet():
                self._add_sheet(change)
            case AddDrawing():
                self._add_drawing(change)
            case SetCells(name, cells):
                self._set_cells(name, cells)
            case SetHeights(name, heights):
                set_heights(self._sheet(name), heights)
            case AddRows():
                self._add_rows(change)
            case RemoveSheet(name, keep):
                self._put_away(self._sheet(name), keep=keep)
            case ShowSheet() | AddPatterns():
                pass

    def _sheet(self, name: str) -> Uno:
        return self._document.Sheets.getByName(name)

    def _show(self, sheet: Uno) -> None:
        """Bring a tab to the front."""
        if not sheet.IsVisible:
            sheet.IsVisible = True
        self._document.CurrentController.setActiveSheet(sheet)

    # tabs that come and go

    def _add_tab(self, name: str, before: str | None) -> Uno:
        """A new tab; before the hidden ones, which come last, if nothing is said."""
        sheets = self._document.Sheets
        names = sheets.ElementNames
        patterns = (place for place, other in enumerate(names) if is_pattern(other))
        place = names.index(before) if before else next(patterns, len(names))
        sheets.insertNewByName(name, place)
        self._new.append(name)
        return sheets.getByName(name)

    def _put_away(self, sheet: Uno, *, keep: bool) -> None:
        """Take a tab away; one that is kept goes out of sight under another name."""
        sheets, name = self._document.Sheets, sheet.Name
        older = f"{name[:24]}{UNDONE}"
        if not keep:
            sheets.removeByName(name)
            return
        if sheets.hasByName(older):
            sheets.removeByName(older)
        sheet.Name = older
        sheet.IsVisible = False

    def _write_late_formulas(self) -> None:
        """Write formulas again that spoke of a new tab before it was there.

        LibreOffice makes an error of them, or lets them follow a tab of that name that was put away.
        """
        for place, name in enumerate(self._new):
            after = self._new[place:]
            for tab, data in self.book.sheets.items():
                if tab in after or name not in self.book.sheets:
                    continue
                cells = {
                    (row, column): value
                    for row, values in enumerate(data.rows, 1)
                    for column, value in enumerate(values, 1)
                    if isinstance(value, Formula) and names_tab(value.text, name)
                }
                write_cells(self._document, self._sheet(tab), cells)

    # what is on them

    def _add_sheet(self, change: AddSheet) -> None:
        layout, rows = change.layout, change.rows
        document, sheet = self._document, self._add_tab(layout.name, change.before)
        leads_back = layout.leads_back and document.Sheets.hasByName(EVENT)
        places = {header: i for i, header in enumerate(layout.headers(), 1)}
        cells: dict[tuple[int, int], CellValue] = {(1, c): h for h, c in places.items()}
        cells |= {(r, c): value for r, c, _, value in placed(layout, rows, 2, places)}
        last = 1 + len(rows) + layout.spare_rows
        self._looks.paint_table(sheet, layout, last, leads_back=leads_back)
        write_cells(document, sheet, cells)
        if leads_back:
            lead_back(document, sheet)
        set_widths(sheet, [column.width for column in layout.columns])
        heights = {n: layout.height_of(n - 2, values) for n, values in enumerate(rows, 2)}
        set_heights(sheet, {1: layout.header_height} | heights)
        validate_columns(document, sheet, layout, last)
        highlight_rows(document, sheet, self._looks, layout, max(last, 2))
        set_up_table(document, sheet, layout, change.header_text, 1 + len(rows))

    def _add_drawing(self, change: AddDrawing) -> None:
        drawing = change.drawing
        document, sheet = self._document, self._add_tab(drawing.name, change.before)
        self._looks.paint_drawing(sheet, drawing)
        write_cells(document, sheet, {place: v for place, (v, _) in drawing.cells.items()})
        set_widths(sheet, drawing.widths)
        set_heights(sheet, dict.fromkeys(range(1, drawing.last_row + 1), drawing.row_height))
        for area, formula in drawing.bold:
            set_off(document, sheet, [area], [(formula, self._looks.rule(BOLD))])
        set_up_drawing(document, sheet, drawing, change.header_text)

    def _add_rows(self, change: AddRows) -> None:
        layout, places, first = change.layout, change.places, change.first
        sheet = self._sheet(layout.name)
        for offset in range(len(change.rows)):
            styles: list[Style | None] = [None] * max(places.values())
            of_row = layout.styles_by_row.get(offset) or [c.style for c in layout.columns]
            for column, style in zip(layout.columns, of_row, strict=True):
                if column.header in places:
                    styles[places[column.header] - 1] = style
            self._looks.paint(sheet, styles, first + offset, first + offset)
        values = placed(layout, change.rows, first, places)
        self._set_cells(layout.name, {(r, c): value for r, c, _, value in values})
        set_heights(
            sheet, {n: layout.height_of(n - first, v) for n, v in enumerate(change.rows, first)}
        )

    def _set_cells(self, name: str, cells: Cells) -> None:
        """Write what the cells do not hold yet."""
        data = self.book.sheets[name]
        sheet = self._sheet(name)
        for top, left, bottom, right in data.merged:
            for row, column in cells:
                inside = top <= row <= bottom and left <= column <= right
                if inside and (row, column) != (top, left):
                    where = f"{name}!{column_letter(column)}{row}"
                    message = t("{cell} is inside merged cells; unmerge them first.", cell=where)
                    raise HostError(message)
        new = {p: value for p, value in cells.items() if _held(data.rows, *p) != (value or None)}
        write_cells(self._document, sheet, new)
        self._extend_filter(sheet, max((row for (row, _), v in new.items() if v), default=0))

    def _extend_filter(self, sheet: Uno, last: int) -> None:
        """Let the filter reach down to a row, as it does for what is typed below it."""
        place = sheet.RangeAddress.Sheet
        filters = self._document.getPropertyValue("UnnamedDatabaseRanges")
        if not last or not filters.hasByTable(place):
            return
        found = filters.getByTable(place)
        ((top, left, bottom, right),) = areas_of([found.DataArea])
        if found.AutoFilter and bottom < last:
            found.setDataArea(range_of(sheet, (top, left, last, right)).RangeAddress)


def _held(rows: Sequence[Sequence[CellValue]], row: int, column: int) -> CellValue:
    values = rows[row - 1] if row <= len(rows) else ()
    return values[column - 1] if column <= len(values) else None
