"""Looks in a workbook that Excel has open: copied from its hidden tab, since a style has many parts."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby
from typing import NamedTuple

from xlplugin.hosts.excel.cells import read_sheet
from xlplugin.hosts.excel.platforms import area_of, sheet_named, to_front
from xlplugin.hosts.excel.with_xlwings import xw
from xlplugin.hosts.live import alike, blocks, side_by_side
from xlplugin.workbook.book import column_letter, header_styles
from xlplugin.workbook.formulas import with_addresses
from xlplugin.workbook.layout import HEADER_BACK, Area, CellValue, Drawing, Layout
from xlplugin.workbook.live_patterns import LOOKS, Look, Page
from xlplugin.workbook.old_looks import name_of_look

POINTS_A_CHARACTER = 5.25
EDGE_OF_A_COLUMN = 5 / 7
"""In characters: a file's column widths count the cell's padding, Excel's own do not."""
ONE_CHARACTER = 1 + EDGE_OF_A_COLUMN


class Looks:
    """The looks that a workbook keeps on a hidden tab, by their rows there."""

    def __init__(self, live: xw.Book) -> None:
        self._live = live
        sheet = sheet_named(live, LOOKS)
        rows = read_sheet(sheet).data.rows if sheet else ()
        names = {n: row[0] for n, row in enumerate(rows, 1) if row}
        self._rows = {name_of_look(s): n for n, s in names.items() if isinstance(s, str)}

    def paint_table(self, sheet: xw.Sheet, layout: Layout, last: int) -> None:
        """Give a new table's header and rows their looks."""
        heads: list[Look | None] = [*map(Look, header_styles(layout, leads_back=False))]
        page = Page.of(layout).name
        if Look(HEADER_BACK).name in self._rows and sheet_named(self._live, page):
            heads[0] = None  # the page brings it, with its link
        self.paint(sheet, heads, 1, 1)
        self.paint(sheet, [Look.of(column) for column in layout.columns], 2, last)

    def paint(self, sheet: xw.Sheet, looks: Sequence[Look | None], first: int, last: int) -> None:
        """Give the columns of some rows their looks, from column A on."""
        if last < first:
            return
        for look, left, right in alike(looks):
            if look is not None:
                self._paint_area(sheet, look, (first, left, last, right))

    def paint_drawing(self, sheet: xw.Sheet, drawing: Drawing) -> None:
        """Give the cells of a new drawing their looks, one page after the other."""
        for pages in _pages(drawing):
            by_look: dict[Look, list[tuple[int, int]]] = {}
            for (row, column), look in pages.looks.items():
                by_look.setdefault(look, []).append((pages.top + row, column))
            for look, cells in by_look.items():
                for area in blocks(cells):
                    self._paint_area(sheet, look, area)
            _repeat(sheet, drawing, pages)

    def _paint_area(self, sheet: xw.Sheet, look: Look, area: Area) -> None:
        row = self._rows.get(look.name) or self._rows.get(Look(look.style).name)
        if row is not None:
            pattern = self._live.sheets[LOOKS].range(f"B{row}")
            pattern.copy(area_of(sheet, area))


def heights_of(layout: Layout, rows: Sequence[Sequence[CellValue]], first: int) -> dict[int, float]:
    """The heights of rows that are not as high as most; on a tab of texts Excel finds them itself."""
    if layout.is_of_texts:
        return {}
    heights = ((n, layout.height_of(n - first, values)) for n, values in enumerate(rows, first))
    return {number: height for number, height in heights if height != layout.row_height}


def set_widths(sheet: xw.Sheet, widths: Sequence[float], *, remote: bool) -> None:
    """Widths are in characters, as in a file; xlwings Lite has them in points."""
    for width, left, right in alike(widths):
        where = area_of(sheet, (1, left, 1, right))
        where.column_width = width * POINTS_A_CHARACTER if remote else _characters(width)


def _characters(width: float) -> float:
    """The width of a column as Excel itself counts it: without its padding, if it has any room."""
    return width - EDGE_OF_A_COLUMN if width >= ONE_CHARACTER else width / ONE_CHARACTER


def embolden(sheet: xw.Sheet, drawing: Drawing) -> None:
    """Have cells of a drawing shown in bold under its conditions."""
    to_front(sheet)
    for area, formula in drawing.bold:
        where = area_of(sheet, area)
        where.select()  # Excel reads the formula as seen from the selected cell
        where.conditional_formats.add_custom(f"={formula}", font_bold=True)


def highlight_rows(sheet: xw.Sheet, layout: Layout, last: int) -> None:
    """Have rows of a table highlighted under its conditions."""
    to_front(sheet)
    sheet.range("A2").select()  # Excel reads the formula as seen from the selected cell
    letters = {h: f"${column_letter(i)}2" for i, h in enumerate(layout.headers(), 1)}
    for highlight in reversed(layout.highlights):  # the newest rule goes before the others
        formula = with_addresses(highlight.formula, letters)
        headers = highlight.columns or letters
        for left, right in side_by_side(i for i, h in enumerate(letters, 1) if h in headers):
            area_of(sheet, (2, left, last, right)).conditional_formats.add_custom(
                f"={formula}",
                fill_color=f"#{highlight.fill}" if highlight.fill else None,
                font_color=f"#{highlight.colour}" if highlight.colour else None,
                font_bold=highlight.bold or None,
                stop_if_true=True,
            )


def _repeat(sheet: xw.Sheet, drawing: Drawing, pages: _Pages) -> None:
    """Copy the first of some pages that look alike to the others, twice as many each time."""
    height, width, done = drawing.paper.rows, len(drawing.widths), 1
    while done < pages.many:
        more = min(done, pages.many - done)
        first, goal = pages.top + 1, pages.top + 1 + done * height
        rows = min(more * height, drawing.last_row - goal + 1)
        source = area_of(sheet, (first, 1, first + rows - 1, width))
        source.copy(area_of(sheet, (goal, 1, goal + rows - 1, width)))
        done += more


class _Pages(NamedTuple):
    """Pages of a drawing that look alike: the row above them, how many, one's looks from row 1."""

    top: int
    many: int
    looks: Mapping[tuple[int, int], Look]


def _pages(drawing: Drawing) -> Iterator[_Pages]:
    """The looks of a drawing: what stands on every page or beside them, then page by page."""
    paper = drawing.paper
    single: dict[tuple[int, int], Look] = {}
    by_page: dict[int, dict[tuple[int, int], Look]] = {}
    for (row, column), (_, style) in drawing.cells.items():
        if not paper.rows or row <= paper.titles or column > len(drawing.widths):
            single[row, column] = Look(style)
        else:
            page, line = divmod(row - paper.titles - 1, paper.rows)
            by_page.setdefault(page, {})[line + 1, column] = Look(style)
    yield _Pages(0, 1, single)
    for looks, numbers in groupby(sorted(by_page), key=by_page.__getitem__):
        first, *more = numbers
        yield _Pages(paper.titles + first * paper.rows, 1 + len(more), looks)
