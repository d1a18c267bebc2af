"""Changes to a workbook that LibreOffice has open, made one after the other."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial

from xlplugin.ground.names import named
from xlplugin.ground.problems import HostError
from xlplugin.ground.texts import t
from xlplugin.hosts.libreoffice.cells import Uno, areas_of, epoch_of, fill, put, range_of
from xlplugin.hosts.libreoffice.charts import add_charts
from xlplugin.hosts.libreoffice.formulas import names_tab
from xlplugin.hosts.libreoffice.looks import (
    Looks,
    clear_first_style,
    highlight_rows,
    require_lists,
    set_heights,
    set_off,
    set_widths,
    validate_columns,
)
from xlplugin.hosts.libreoffice.pages import (
    bring_back,
    free_name,
    lead_back,
    set_up_drawing,
    set_up_table,
)
from xlplugin.hosts.libreoffice.pictures import add_pictures
from xlplugin.hosts.libreoffice.undo import begin, in_steps, no_step, one_step
from xlplugin.hosts.live import blocks, cells_of, held
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
from xlplugin.workbook.live_patterns import last_place

BOLD = Highlight("", bold=True)


class Writing:
    """Some changes on their way into a document; ``book`` is how it reads with those made so far.

    All of it is in LibreOffice's own list of what can be undone, from when it ``has_begun``.
    """

    def __init__(self, document: Uno, book: Book) -> None:
        self._document = document
        self._looks = Looks(document)
        self._new: list[str] = []
        self._gone: list[str] = []
        self._back: list[Callable[[], None]] = []
        self.book = book
        self.has_begun = False

    def make(self, changes: Sequence[Change], again: Callable[[], object]) -> None:
        """Make all of the changes; ``again`` makes them where they were undone."""
        front = self._document.CurrentController.ActiveSheet.Name
        begin(self._document, partial(self._back_at, front), again)
        self.has_begun = True
        clear_first_style(self._document)
        for change in changes:
            with one_step(self._document, "xlplugin"):
                self._make(change)
            self.book = with_changes(self.book, [change])
        self._write_late_formulas()
        removed = {change.name for change in changes if isinstance(change, RemoveSheet)}
        self._take_away([name for name in removed if name not in self.book.sheets])
        shown = [front, *(change.name for change in changes if isinstance(change, ShowSheet))][-1]
        if self._document.Sheets.hasByName(shown) and not self._sheet(shown).IsVisible:
            self._sheet(shown).IsVisible = True
        self._show(shown)

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
                set_heights(self._document, self._sheet(name), heights)
            case AddRows():
                self._add_rows(change)
            case RemoveSheet(name, keep):
                self._put_away(self._sheet(name), keep=keep)
            case ShowSheet() | AddPatterns():
                pass

    def _sheet(self, name: str) -> Uno:
        return self._document.Sheets.getByName(name)

    def _back_at(self, front: str) -> None:
        """Do the rest when all else has been undone."""
        for back in self._back:
            back()
        self._show(front)

    def _show(self, name: str) -> None:
        """Bring a tab to the front."""
        if self._document.Sheets.hasByName(name):
            self._document.CurrentController.setActiveSheet(self._sheet(name))

    # tabs that come and go

    def _add_tab(self, name: str, before: str | None, draw: Callable[[], None]) -> None:
        """Add a tab, by default as the last of those that people see, and draw it."""
        sheets = self._document.Sheets
        names = sheets.ElementNames
        before = before or last_place(names)
        place = names.index(before) if before else len(names)
        sheets.insertNewByName(name, place)
        self._new.append(name)
        with no_step(self._document):
            draw()

    def _put_away(self, sheet: Uno, *, keep: bool) -> None:
        """Take a tab out of the way under another name; it goes at the end unless it is kept."""
        sheets, name = self._document.Sheets, sheet.Name
        if not keep:
            self._back.append(bring_back(self._document, sheet))
        older = f"{name[:24]}{UNDONE}"
        if keep and sheets.hasByName(older):
            self._remove(sheets.getByName(older))
        sheet.Name = older if keep else self._spare_name()
        sheet.IsVisible = False
        if not keep:
            self._remove(sheet)

    def _remove(self, sheet: Uno) -> None:
        if sheet.Name.endswith(UNDONE):
            sheet.Name = self._spare_name()
        self._gone.append(sheet.Name)

    def _spare_name(self) -> str:
        return free_name("xlplugin", self._document.Sheets.ElementNames)

    def _write_late_formulas(self) -> None:
        """Write formulas again that spoke of a new tab before it was there.

        LibreOffice makes an error of them, or lets them follow a tab of that name that was put away.
        """
        for place, name in enumerate(self._new):
            for tab, cells in self._formulas_naming(name, self._new[place:]):
                self._write(tab, cells)

    def _formulas_naming(self, name: str, apart: Sequence[str]) -> Iterator[tuple[str, Cells]]:
        """The formulas that speak of a tab, by the tabs that they are on."""
        for tab, data in self.book.sheets.items():
            if tab not in apart:
                yield (
                    tab,
                    {
                        (row, column): value
                        for row, values in enumerate(data.rows, 1)
                        for column, value in enumerate(values, 1)
                        if isinstance(value, Formula) and names_tab(value.text, name)
                    },
                )

    def _take_away(self, removed: Sequence[str]) -> None:
        """Let the tabs go that were put away.

        LibreOffice's Undo brings no formula back that spoke of them, only one that was typed over: so
        each is typed again before.
        """
        for name in removed:
            for tab, cells in self._formulas_naming(name, ()):
                sheet = self._sheet(tab)
                found = [sheet.getCellByPosition(c - 1, r - 1) for r, c in cells]
                in_steps(self._document, found, lambda cell: cell.setFormula(cell.getFormula()))
        for name in self._gone:
            self._document.Sheets.removeByName(name)

    # what is on them

    def _add_sheet(self, change: AddSheet) -> None:
        layout = change.layout
        require_lists(self._document, layout)
        self._add_tab(layout.name, change.before, partial(self._draw_table, change))

    def _draw_table(self, change: AddSheet) -> None:
        layout, rows = change.layout, change.rows
        document, sheet = self._document, self._sheet(layout.name)
        leads_back = layout.leads_back and document.Sheets.hasByName(named("tab", EVENT))
        last = 1 + len(rows) + layout.spare_rows
        self._looks.paint_table(sheet, layout, last, leads_back=leads_back)
        fill(document, sheet, cells_of(change))
        if leads_back:
            lead_back(document, sheet)
        set_widths(sheet, [column.width for column in layout.columns])
        heights = {n: layout.height_of(n - 2, values) for n, values in enumerate(rows, 2)}
        set_heights(document, sheet, {1: layout.header_height} | heights)
        for offset in layout.growing:
            sheet.Rows.getByIndex(1 + offset).OptimalHeight = True
        validate_columns(sheet, layout, last)
        highlight_rows(document, sheet, self._looks, layout, max(last, 2))
        set_up_table(document, sheet, layout, change.header_text, 1 + len(rows))

    def _add_drawing(self, change: AddDrawing) -> None:
        self._add_tab(change.drawing.name, change.before, partial(self._draw, change))

    def _draw(self, change: AddDrawing) -> None:
        drawing = change.drawing
        document, sheet = self._document, self._sheet(drawing.name)
        self._looks.paint_drawing(sheet, drawing)
        fill(document, sheet, {place: value for place, (value, _) in drawing.cells.items()})
        set_widths(sheet, drawing.widths)
        heights = dict.fromkeys(range(1, drawing.last_row + 1), drawing.row_height)
        set_heights(document, sheet, {**heights, **drawing.heights})
        for area, formula in drawing.bold:
            set_off(document, sheet, [area], [(formula, self._looks.rule(BOLD))])
        add_charts(document, sheet, drawing.charts)
        add_pictures(document, sheet, drawing.pictures)
        set_up_drawing(document, sheet, drawing, change.header_text)

    def _add_rows(self, change: AddRows) -> None:
        layout, places, first = change.layout, change.places, change.first
        sheet, usual = self._sheet(layout.name), [column.style for column in layout.columns]
        by_looks: dict[tuple[Style, ...], list[tuple[int, int]]] = {}
        for offset in range(len(change.rows)):
            styles = tuple(layout.styles_by_row.get(offset) or usual)
            by_looks.setdefault(styles, []).append((first + offset, 1))
        painted: list[tuple[int, int, Sequence[Style | None]]] = []
        for styles, rows in by_looks.items():
            of_tab: list[Style | None] = [None] * max(places.values())
            for column, style in zip(layout.columns, styles, strict=True):
                if column.header in places:
                    of_tab[places[column.header] - 1] = style
            painted += [(top, bottom, of_tab) for top, _, bottom, _ in blocks(rows)]
        in_steps(self._document, painted, lambda p: self._looks.paint(sheet, p[2], p[0], p[1]))
        values = placed(layout, change.rows, first, places)
        self._set_cells(layout.name, {(r, c): value for r, c, _, value in values})
        heights = {n: layout.height_of(n - first, v) for n, v in enumerate(change.rows, first)}
        set_heights(self._document, sheet, heights)

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
        cells = {place: None if value == "" else value for place, value in cells.items()}
        new = {place: v for place, v in cells.items() if held(data.rows, *place) != v}
        self._write(name, new)
        filled = (row for (row, _), value in new.items() if value is not None)
        self._extend_filter(sheet, max(filled, default=0))

    def _write(self, name: str, cells: Cells) -> None:
        """Put values into single cells, whose looks stay."""
        sheet, epoch = self._sheet(name), epoch_of(self._document)

        def write(cell: tuple[tuple[int, int], CellValue]) -> None:
            (row, column), value = cell
            put(sheet.getCellByPosition(column - 1, row - 1), value, epoch)

        in_steps(self._document, list(cells.items()), write)

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
