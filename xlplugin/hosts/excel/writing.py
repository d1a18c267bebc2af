"""Changes to a workbook that Excel has open: made one after the other, taken back if one fails."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import partial
from itertools import product
from time import monotonic

from xlplugin.ground.problems import HostError
from xlplugin.ground.texts import msg, t
from xlplugin.hosts.excel.looks import Looks, embolden, heights_of, highlight_rows, set_widths
from xlplugin.hosts.excel.pictures import add_pictures
from xlplugin.hosts.excel.platforms import area_of, hide_well, is_remote, sheet_named, to_front
from xlplugin.hosts.excel.values import Cells, fill, write_cells
from xlplugin.hosts.excel.with_xlwings import xw
from xlplugin.hosts.live import cells_of, held
from xlplugin.workbook.book import (
    AddDrawing,
    AddPatterns,
    AddRows,
    AddSheet,
    Book,
    Change,
    RemoveSheet,
    SetCells,
    SetHeights,
    ShowSheet,
    column_letter,
    placed,
    print_area,
    with_changes,
)
from xlplugin.workbook.layout import Area, Formula
from xlplugin.workbook.layouts.tab_names import UNDONE
from xlplugin.workbook.live_patterns import Look, Page, last_place

PATIENCE = 60
"""Seconds for taking a click back."""
NO_CHARTS = msg(
    "The charts are left out, and some cells look plain: like other older workbooks, this one has "
    "no hidden tab to copy them from. In a workbook made by xlplugin new they are there."
)
NO_PICTURES = msg("The pictures are left out: Excel was not allowed to read their files.")


class Writing:
    """Some changes on their way into a workbook; ``book`` is how it reads with those made so far.

    It is ``is_half_done`` if one of them failed, and not everything could be taken back.
    """

    def __init__(self, live: xw.Book, book: Book) -> None:
        self._live = live
        self._is_remote = is_remote(live)
        self._looks: Looks
        self._new: set[str] = set()
        self._revert: list[Callable[[], object]] = []
        self._contents: list[Callable[[], object]] = []
        self._at_the_end: list[Callable[[], None]] = []
        self.book = book
        self.is_half_done = False

    def make(self, changes: Sequence[Change]) -> None:
        """Make all of the changes, or take back what can be of them."""
        try:
            self._revert.append(partial(_back_to, self._live.sheets.active))
            self._looks = Looks(self._live)
            for change in changes:
                self._make(change)
                self.book = with_changes(self.book, [change])
            for step in self._at_the_end:
                step()
        except Exception:
            self.is_half_done = not self._take_back()
            raise
        finally:  # the steps hold this object, and with it the tabs: Excel would not go
            for steps in (self._revert, self._contents, self._at_the_end):
                steps.clear()

    def _take_back(self) -> bool:
        """Take back what can be; true if that was everything."""
        failed = False
        since = monotonic()
        # first the tabs, or formulas would speak of those that go
        for undo in (*reversed(self._revert), *reversed(self._contents)):
            try:
                undo()
            except Exception:  # noqa: BLE001  the rest can be taken back all the same
                failed = True
            if monotonic() - since > PATIENCE:  # one that does not answer takes a minute each time
                return False
        return not failed

    def _make(self, change: Change) -> None:
        """Make one change; what cannot be taken back is left for the end."""
        match change:
            case AddSheet():
                self._add_sheet(change)
            case AddDrawing():
                self._add_drawing(change)
            case SetCells(name, cells):
                self._set_cells(self._live.sheets[name], cells)
            case SetHeights(name, heights):
                self._set_heights(self._live.sheets[name], heights)
            case AddRows():
                self._add_rows(change)
            case RemoveSheet(name, keep):
                self._at_the_end += self._put_away(self._live.sheets[name], keep=keep)
            case ShowSheet(name):
                sheet = self._live.sheets[name]
                if not sheet.visible:
                    sheet.visible = True
                to_front(sheet)
            case AddPatterns():
                raise HostError(
                    t("Only a new workbook is given its hidden tabs; use xlplugin new.")
                )

    # tabs that come and go

    def _add_tab(self, name: str, page: Page, before: str | None) -> xw.Sheet:
        """A new tab, copied from the page that is set up for it; a plain one where there is none."""
        before = before or last_place([sheet.name for sheet in self._live.sheets])
        place = self._live.sheets[before] if before else None
        older = replace(page, paper="upright" if page.paper == "across" else page.paper)
        pattern = sheet_named(self._live, page.name) or sheet_named(self._live, older.name)
        sheet = self._copied(pattern, place) if pattern else self._plain(name, place)
        self._revert.append(sheet.delete)
        self._new.add(name)
        if pattern is not None:
            sheet.name = name
        sheet.visible = True  # even if it is: xlwings Lite looks at the tabs anew
        return sheet

    def _copied(self, page: xw.Sheet, place: xw.Sheet | None) -> xw.Sheet:
        """A copy of a hidden page; Excel copies none that is hidden as well as these are."""
        name = page.name
        page.visible = False
        self._revert.append(partial(hide_well, page))
        try:
            copied = page.copy(before=place)
            hide_well(page)
            self._revert.pop()
        except Exception:
            for sheet in [s.name for s in self._live.sheets if s.name.startswith(f"{name} (")]:
                self._live.sheets[sheet].delete()  # it was copied, and then xlwings did not find it
            raise
        return copied

    def _plain(self, name: str, place: xw.Sheet | None) -> xw.Sheet:
        """An empty tab."""
        sheets = self._live.sheets
        if not self._is_remote:
            with suppress(Exception):  # a chart may be in front
                sheets.active.impl.select()  # Excel adds as many tabs as are selected
            return sheets.add(name, place) if place else sheets.add(name, after=sheets[-1])
        at = place.index if place else len(sheets) + 1
        # after the one before: xlwings' "before" is one too far to the left in xlwings Lite
        return sheets.add(name, after=sheets[at - 2]) if at > 1 else sheets.add(name, place)

    def _put_away(self, sheet: xw.Sheet, *, keep: bool) -> list[Callable[[], None]]:
        """Take a tab out of the way under another name, and return the steps left for the end."""
        names = [s.name for s in self._live.sheets]
        name = sheet.name
        older = f"{name[:24]}{UNDONE}"
        away = older if keep and older not in names else next(
            spare for n in range(1, len(names) + 2) if (spare := f"xlplugin {n}") not in names
        )  # fmt: skip

        def put_back() -> None:
            if sheet.name != name:
                sheet.name = name
            if not sheet.visible:
                sheet.visible = True

        self._revert.append(put_back)
        sheet.name = away
        sheet.visible = False
        if not keep:
            return [sheet.delete]
        if away == older:
            return []

        def replace_older() -> None:
            self._live.sheets[older].delete()
            sheet.name = older

        return [replace_older]

    # what is on them

    def _add_sheet(self, change: AddSheet) -> None:
        layout, rows = change.layout, change.rows
        sheet = self._add_tab(layout.name, Page.of(layout), change.before)
        end = 1 + len(rows) + layout.spare_rows
        self._looks.paint_table(sheet, layout, end)
        set_widths(sheet, [column.width for column in layout.columns], remote=self._is_remote)
        fill(sheet, cells_of(change))
        self._set_heights(sheet, heights_of(layout, rows, 2))
        if printed := print_area(layout, len(rows)):
            sheet.page_setup.print_area = f"$A$1:${column_letter(printed[3])}${printed[2]}"
        if end > 1 and layout.highlights:
            highlight_rows(sheet, layout, end)
        if layout.filtered:
            filtered = area_of(sheet, (1, 1, max(1 + len(rows), 2), len(layout.columns))).autofilter
            filtered.apply_comparison(1, "not_equal_to", None)  # there is no other way to begin one
            filtered.clear(1)

    def _add_drawing(self, change: AddDrawing) -> None:
        drawing = change.drawing
        sheet = self._add_tab(drawing.name, Page.of(drawing), change.before)
        self._looks.paint_drawing(sheet, drawing)
        set_widths(sheet, drawing.widths, remote=self._is_remote)
        cells = {place: value for place, (value, _) in drawing.cells.items()}
        if drawing.charts and not sheet_named(self._live, Page.of(drawing).name):
            cells[drawing.charts[0].place[:2]] = t(NO_CHARTS)
        fill(sheet, cells)
        self._set_heights(sheet, drawing.heights)
        if drawing.pictures and not add_pictures(sheet, drawing.pictures):
            beside = max(place for place in cells if place[0] == 1)
            self._write(sheet, {beside: f"{cells[beside]} {t(NO_PICTURES)}"})
        embolden(sheet, drawing)
        end = f"${column_letter(len(drawing.widths))}${drawing.last_row}"
        sheet.page_setup.print_area = f"$A$1:{end}"

    def _add_rows(self, change: AddRows) -> None:
        layout, places = change.layout, change.places
        sheet = self._live.sheets[layout.name]
        end = change.first + len(change.rows) - 1
        looks: list[Look | None] = [None] * max(places.values())
        for column in layout.columns:
            if column.header in places:
                looks[places[column.header] - 1] = Look.of(column)
        self._remember(sheet, (change.first, 1, end, len(looks)))
        self._looks.paint(sheet, looks, change.first, end)
        values = placed(layout, change.rows, change.first, places)
        self._write(sheet, {(r, c): value for r, c, _, value in values})
        rows = self.book.sheets[layout.name].rows
        old = [
            [held(rows, row, places.get(header, 0)) for header in layout.headers()]
            for row in range(change.first, end + 1)
        ]
        before = heights_of(layout, old, change.first)
        after = heights_of(layout, change.rows, change.first)
        heights = dict.fromkeys(before, layout.row_height) | after
        self._set_heights(sheet, {r: h for r, h in heights.items() if before.get(r) != h})

    def _set_cells(self, sheet: xw.Sheet, cells: Cells) -> None:
        """Write what the cells do not hold yet, and formulas, which Excel may have changed."""
        if sheet.name in self.book.sheets:
            before = self.book.sheets[sheet.name].rows
            cells = {
                place: value
                for place, value in cells.items()
                if held(before, *place) != value or isinstance(value, Formula)
            }
        if cells:
            rows, columns = zip(*cells, strict=True)
            self._remember(sheet, (min(rows), min(columns), max(rows), max(columns)))
            self._write(sheet, cells)

    def _write(self, sheet: xw.Sheet, cells: Cells) -> None:
        is_known = self._is_remote or sheet.name in self._new  # or Excel does not tell
        write_cells(sheet, cells, asks=not is_known)

    def _remember(self, sheet: xw.Sheet, area: Area) -> None:
        """Have the cells' contents put back should anything fail."""
        top, left, bottom, right = area
        if self._is_remote or sheet.name in self._new or sheet.name not in self.book.sheets:
            return
        rows = self.book.sheets[sheet.name].rows
        places = product(range(top, bottom + 1), range(left, right + 1))
        old = {place: held(rows, *place) for place in places}
        self._contents.append(lambda: self._write(sheet, old))

    def _set_heights(self, sheet: xw.Sheet, heights: Mapping[int, float]) -> None:
        """Heights of single rows, in points; those of a tab that was there come back on failure."""
        is_there = not self._is_remote and sheet.name not in self._new
        for row in heights if is_there else ():
            where = area_of(sheet, (row, 1, row, 1))
            self._revert.append(partial(setattr, where, "row_height", where.row_height))
        for first, last, height in _runs(heights):
            area_of(sheet, (first, 1, last, 1)).row_height = height


def _runs(heights: Mapping[int, float]) -> Iterator[tuple[int, int, float]]:
    """Stretches of rows and their height; where most of a tab is set, first that of most rows for all."""
    rows = sorted(heights)
    usual = Counter(heights.values()).most_common(1)[0][0] if rows else 0
    is_whole = len(rows) > 1 and rows[-1] - rows[0] + 1 == len(rows)
    if is_whole:
        yield rows[0], rows[-1], usual
        rows = [row for row in rows if heights[row] != usual]
    start = 0
    for end, row in enumerate(rows, 1):
        following = rows[end] if end < len(rows) else 0
        if following != row + 1 or heights[following] != heights[row]:
            yield rows[start], row, heights[row]
            start = end


def _back_to(sheet: xw.Sheet) -> None:
    """Bring a tab to the front again; nothing is lost if it does not come, as a chart may not."""
    with suppress(Exception):
        to_front(sheet)
