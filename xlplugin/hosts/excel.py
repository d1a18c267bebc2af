"""A workbook that is open in Excel, through xlwings: on the desktop and in xlwings Lite alike."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from functools import partial
from itertools import groupby, product
from pathlib import Path
from time import monotonic
from typing import NamedTuple, TypeAlias

import xlwings as xw

from xlplugin.hosts.excel_cells import read_sheet
from xlplugin.hosts.excel_pdf import printed_by
from xlplugin.hosts.platforms import (
    addresses_as_a1,
    area_of,
    hide_well,
    is_remote,
    sheet_named,
    to_front,
    told_by,
)
from xlplugin.hosts.selection import Selection, areas_at, may_be_cut
from xlplugin.problems import HostError
from xlplugin.resources import files_of_lite
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
    with_changes,
)
from xlplugin.workbook.layout import (
    HEADER,
    HEADER_BACK,
    HEADER_CENTRED,
    Area,
    CellError,
    CellValue,
    Drawing,
    Formula,
    Highlight,
    Layout,
    with_addresses,
)
from xlplugin.workbook.layouts.tab_names import UNDONE
from xlplugin.workbook.live_patterns import LOOKS, Look, Page, is_page, is_pattern

Cells: TypeAlias = Mapping[tuple[int, int], CellValue]
MOST_TEXT = 32_766
AS_TEXT = "@"
PATIENCE = 60
"""Seconds for taking a click back."""
POINTS_A_CHARACTER = 5.25
EDGE_OF_A_COLUMN = 5 / 7
"""In characters: a file's column widths count the cell's padding, Excel's own do not."""
ONE_CHARACTER = 1 + EDGE_OF_A_COLUMN


class ExcelHost:
    """A workbook that Excel has open.

    Args:
        book: as xlwings gives it: ``Book.caller()``, or what a script is handed.
    """

    def __init__(self, book: xw.Book) -> None:
        self._book = book
        self._is_remote = is_remote(book)
        self._read = Book(book.name)
        self._looks: dict[str, int] = {}
        self._new: set[str] = set()
        self._revert: list[Callable[[], object]] = []
        self._contents: list[Callable[[], object]] = []
        self._is_half_done = False

    @property
    def name(self) -> str:
        """The workbook's name."""
        return self._book.name

    @property
    def folder(self) -> Path | None:
        """Where files for the organizer go: beside the workbook, or among the files of xlwings Lite.

        ``None`` where there is no such place: the workbook was never saved, or is in a cloud.
        """
        if self._is_remote:
            return files_of_lite()
        try:
            path = Path(self._book.fullname)
        except Exception:  # noqa: BLE001  xlwings fails in many ways at a web address without a folder
            return None
        return path.parent if path.is_absolute() and path.is_file() else None

    @property
    def is_remote(self) -> bool:
        """Whether it is open in xlwings Lite, which can be asked for less."""
        return self._is_remote

    def printed(self, workbook: Path) -> bytes:
        """A closed workbook as a PDF, printed by the Excel that has this one open."""
        return printed_by(self._book, workbook)

    @property
    def selected(self) -> Selection | None:
        """The selected cells; ``None`` where something else is, or another workbook is in front.

        In xlwings Lite cells in several pieces are no selection.

        Raises:
            HostError: Excel may not have told of all of them.
        """
        try:
            found = self._book.selection
            if found is None or found.sheet.book.name != self.name:
                return None
            address = self._book.api["book"]["selection"] if self._is_remote else found.address
            selection = Selection(found.sheet.name, areas_at(address))
        except Exception:  # noqa: BLE001  a picture may be selected
            return None
        if may_be_cut(address):
            message = (
                "So many pieces are selected that Excel does not tell all of them. Select fewer at "
                "once, those side by side in one piece, then click again."
            )
            raise HostError(message)
        return selection

    def read(self) -> Book:
        """The whole workbook as it is now; see :class:`~xlplugin.hosts.Host`."""
        try:
            names = [sheet.name for sheet in self._book.sheets]
            read = [read_sheet(self._book.sheets[name]) for name in names if not is_pattern(name)]
        except Exception as error:  # noqa: BLE001  each system has its own
            raise _not_answering(error) from None
        data = {reading.data.name: reading.data for reading in read}
        warnings = [reading.warning for reading in read if reading.warning]
        if LOOKS not in names or not any(map(is_page, names)):
            warnings.append(NO_PATTERNS)
        self._read = Book(self.name, data, tuple(warnings), has_formulas=not self._is_remote)
        return self._read

    def write(self, changes: Sequence[Change]) -> None:
        """Make all of the changes, or none; see :class:`~xlplugin.hosts.Host`."""
        if not self._read.sheets:
            self.read()
        was, self._revert, self._contents, self._new = self._read, [], [], set()
        self._is_half_done = False
        actions = self._book.json()["actions"] if self._is_remote else []
        before = len(actions)
        last: list[Callable[[], None]] = []
        try:
            with _paused(self._book.app), self._all_or_nothing():
                self._revert.append(partial(_back_to, self._book.sheets.active))
                self._looks = self._find_looks()
                for change in changes:
                    self._make(change, last)
                    self._read = with_changes(self._read, [change])
                for step in last:
                    step()
        except Exception as error:
            del actions[before:]
            self._read = was
            if self._is_half_done:
                raise _half_done(error) from None
            if isinstance(error, HostError):
                raise
            raise _not_answering(error) from None

    @contextmanager
    def _all_or_nothing(self) -> Iterator[None]:
        """Take back what has been done if anything fails; say so if not all of it could be."""
        try:
            yield
        except Exception:
            self._is_half_done = not self._took_back()
            raise

    def _took_back(self) -> bool:
        """Take back what can be; whether that was everything."""
        failed = False
        since = monotonic()
        # first the tabs, or formulas would speak of those that go
        for undo in (*reversed(self._revert), *reversed(self._contents)):
            try:
                undo()
            except Exception:  # noqa: BLE001  the rest can be taken back all the same
                failed = True
            if (
                monotonic() - since > PATIENCE
            ):  # an Excel that does not answer takes a minute a time
                return False
        return not failed

    def _make(self, change: Change, last: list[Callable[[], None]]) -> None:
        """Make one change; what cannot be taken back comes at the very end, in ``last``."""
        match change:
            case AddSheet():
                self._add_sheet(change)
            case AddDrawing():
                self._add_drawing(change)
            case SetCells(name, cells):
                self._set_cells(self._book.sheets[name], self._that_differ(name, cells))
            case SetHeights(name, heights):
                self._set_heights(self._book.sheets[name], heights)
            case AddRows():
                self._add_rows(change)
            case RemoveSheet(name, keep):
                last += self._put_away(self._book.sheets[name], keep=keep)
            case ShowSheet(name):
                sheet = self._book.sheets[name]
                if not sheet.visible:
                    sheet.visible = True
                to_front(sheet)
            case AddPatterns():
                message = "Only a new workbook is given its hidden tabs; use xlplugin new."
                raise HostError(message)

    # tabs that come and go

    def _add_tab(self, name: str, page: Page, before: str | None) -> xw.Sheet:
        """A new tab, copied from the page that is set up for it; a plain one where there is none."""
        place = self._book.sheets[before] if before else _first_pattern(self._book)
        pattern = sheet_named(self._book, page.name)
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
        try:
            return page.copy(before=place)
        except Exception:
            for sheet in [s.name for s in self._book.sheets if s.name.startswith(f"{name} (")]:
                self._book.sheets[sheet].delete()  # it was copied, and then xlwings did not find it
            raise
        finally:
            hide_well(page)

    def _plain(self, name: str, place: xw.Sheet | None) -> xw.Sheet:
        """An empty tab."""
        sheets = self._book.sheets
        if not self._is_remote:
            with suppress(Exception):  # a chart may be in front
                sheets.active.impl.select()  # Excel adds as many tabs as are selected
            return sheets.add(name, place) if place else sheets.add(name, after=sheets[-1])
        at = place.index if place else len(sheets) + 1
        # after the one before: xlwings' "before" is one too far to the left in xlwings Lite
        return sheets.add(name, after=sheets[at - 2]) if at > 1 else sheets.add(name, place)

    def _put_away(self, sheet: xw.Sheet, *, keep: bool) -> list[Callable[[], None]]:
        """Take a tab out of the way under another name; what is left to be done at the end."""
        names = [s.name for s in self._book.sheets]
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
            self._book.sheets[older].delete()
            sheet.name = older

        return [replace_older]

    # what is on them

    def _add_sheet(self, change: AddSheet) -> None:
        layout, rows = change.layout, change.rows
        headers = layout.headers()
        sheet = self._add_tab(layout.name, Page.of(layout), change.before)
        end = 1 + len(rows) + layout.spare_rows
        centred = [column.style.align == "center" for column in layout.columns]
        heads: list[Look | None] = [Look(HEADER_CENTRED if c else HEADER) for c in centred]
        if Look(HEADER_BACK).name in self._looks and sheet_named(self._book, Page.of(layout).name):
            heads[0] = None  # the page brings it, with its link
        self._paint(sheet, heads, 1, 1)
        self._paint(sheet, [Look.of(column) for column in layout.columns], 2, end)
        self._set_widths(sheet, [column.width for column in layout.columns])
        places = {header: i for i, header in enumerate(headers, 1)}
        cells: dict[tuple[int, int], CellValue] = {(1, c): h for h, c in places.items()}
        cells |= {(r, c): value for r, c, _, value in placed(layout, rows, 2, places)}
        self._fill(sheet, cells)
        self._set_heights(sheet, _heights(layout, rows, 2))
        if end > 1 and layout.highlights:
            self._highlight(sheet, layout, end)
        if layout.filtered:
            filtered = area_of(sheet, (1, 1, max(1 + len(rows), 2), len(headers))).autofilter
            filtered.apply_comparison(1, "not_equal_to", None)  # there is no other way to begin one
            filtered.clear(1)

    def _add_drawing(self, change: AddDrawing) -> None:
        drawing = change.drawing
        sheet = self._add_tab(drawing.name, Page.of(drawing), change.before)
        for pages in _pages(drawing):
            for look, (top, left, bottom, right) in _areas(pages.looks):
                area = (pages.top + top, left, pages.top + bottom, right)
                self._paint_area(sheet, look, area)
            self._repeat(sheet, drawing, pages)
        self._set_widths(sheet, drawing.widths)
        self._fill(sheet, {place: value for place, (value, _) in drawing.cells.items()})
        self._embolden(sheet, drawing)
        end = f"${column_letter(len(drawing.widths))}${drawing.last_row}"
        sheet.page_setup.print_area = f"$A$1:{end}"

    @staticmethod
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

    def _embolden(self, sheet: xw.Sheet, drawing: Drawing) -> None:
        to_front(sheet)
        for (top, left, bottom, right), formula in drawing.bold:
            where = area_of(sheet, (top, left, bottom, right))
            where.select()  # Excel reads the formula as seen from the selected cell
            where.conditional_formats.add_custom(f"={formula}", font_bold=True)

    def _add_rows(self, change: AddRows) -> None:
        layout, places = change.layout, change.places
        sheet = self._book.sheets[layout.name]
        end = change.first + len(change.rows) - 1
        looks: list[Look | None] = [None] * max(places.values())
        for column in layout.columns:
            if column.header in places:
                looks[places[column.header] - 1] = Look.of(column)
        self._remember(sheet, (change.first, 1, end, len(looks)))
        self._paint(sheet, looks, change.first, end)
        values = placed(layout, change.rows, change.first, places)
        self._write(sheet, {(r, c): value for r, c, _, value in values})
        there = self._read.sheets[layout.name].rows
        old = [
            [_cell(there, row, places.get(header, 0)) for header in layout.headers()]
            for row in range(change.first, end + 1)
        ]
        was = _heights(layout, old, change.first)
        now = _heights(layout, change.rows, change.first)
        usual = dict.fromkeys(was, layout.row_height) | now
        self._set_heights(sheet, {r: h for r, h in usual.items() if was.get(r) != h})

    def _set_cells(self, sheet: xw.Sheet, cells: Cells) -> None:
        if cells:
            rows, columns = zip(*cells, strict=True)
            self._remember(sheet, (min(rows), min(columns), max(rows), max(columns)))
            self._write(sheet, cells)

    def _that_differ(self, name: str, cells: Cells) -> Cells:
        """The cells that do not hold their value yet, as far as one can tell.

        Formulas may: but Excel changes them when a tab that they speak of is renamed.
        """
        if name not in self._read.sheets:
            return cells
        rows = self._read.sheets[name].rows
        return {
            place: value
            for place, value in cells.items()
            if _cell(rows, *place) != value or isinstance(value, Formula)
        }

    def _fill(self, sheet: xw.Sheet, cells: Cells) -> None:
        """Put values into a tab that is empty, at once."""
        last_row, last_column = (max(numbers) for numbers in zip(*cells, strict=True))
        values = [
            [_typed(cells.get((row, column))) for column in range(1, last_column + 1)]
            for row in range(1, last_row + 1)
        ]
        area_of(sheet, (1, 1, last_row, last_column)).value = values

    def _write(self, sheet: xw.Sheet, cells: Cells) -> None:
        """Put values into cells, side by side or below one another at once."""
        as_text = self._formatted_as_text(sheet, cells)
        for top, left, bottom, right in _blocks(cells):
            values = [
                [
                    _typed(cells[row, column], as_text=(row, column) in as_text)
                    for column in range(left, right + 1)
                ]
                for row in range(top, bottom + 1)
            ]
            area_of(sheet, (top, left, bottom, right)).value = values
        for row, column in as_text:
            _keep_apostrophe(area_of(sheet, (row, column, row, column)), cells[row, column])

    def _formatted_as_text(self, sheet: xw.Sheet, cells: Cells) -> set[tuple[int, int]]:
        """The cells that are to hold a text and are formatted as text, where Excel tells."""
        if self._is_remote or sheet.name in self._new:
            return set()
        found: set[tuple[int, int]] = set()
        for area in _blocks(place for place, value in cells.items() if isinstance(value, str)):
            found.update(_text_cells(sheet, area))
        return found

    def _remember(self, sheet: xw.Sheet, area: Area) -> None:
        """Have the cells' contents put back should anything fail."""
        top, left, bottom, right = area
        if self._is_remote or sheet.name in self._new or sheet.name not in self._read.sheets:
            return
        rows = self._read.sheets[sheet.name].rows
        old = {
            (row, column): _cell(rows, row, column)
            for row in range(top, bottom + 1)
            for column in range(left, right + 1)
        }
        self._contents.append(lambda: self._write(sheet, old))

    # how it looks

    def _find_looks(self) -> dict[str, int]:
        """The row of each look on the tab that keeps them."""
        sheet = sheet_named(self._book, LOOKS)
        rows = read_sheet(sheet).data.rows if sheet else ()
        return {row[0]: n for n, row in enumerate(rows, 1) if row and isinstance(row[0], str)}

    def _paint(self, sheet: xw.Sheet, looks: Sequence[Look | None], first: int, last: int) -> None:
        """Give the columns of some rows their looks, from column A on."""
        if last < first:
            return
        column = 1
        for look, same in groupby(looks):
            width = len(list(same))
            if look is not None:
                self._paint_area(sheet, look, (first, column, last, column + width - 1))
            column += width

    def _paint_area(self, sheet: xw.Sheet, look: Look, area: Area) -> None:
        row = self._looks.get(look.name) or self._looks.get(Look(look.style).name)
        if row is not None:
            top, left, bottom, right = area
            pattern = self._book.sheets[LOOKS].range(f"B{row}")
            pattern.copy(area_of(sheet, (top, left, bottom, right)))

    def _set_heights(self, sheet: xw.Sheet, heights: Mapping[int, float]) -> None:
        """Heights of single rows, in points; those of a tab that was there come back on failure."""
        is_there = not self._is_remote and sheet.name not in self._new
        for row, height in heights.items():
            where = area_of(sheet, (row, 1, row, 1))
            if is_there:
                self._revert.append(partial(setattr, where, "row_height", where.row_height))
            where.row_height = height

    def _set_widths(self, sheet: xw.Sheet, widths: Sequence[float]) -> None:
        """Widths are in characters, as in a file.

        Excel's own leave out a cell's padding, unless there is room for less than one character.
        """
        column = 1
        for width, same in groupby(widths):
            last = column + len(list(same)) - 1
            where = area_of(sheet, (1, column, 1, last))
            where.column_width = (
                width * POINTS_A_CHARACTER if self._is_remote else _characters(width)
            )
            column = last + 1

    @staticmethod
    def _highlight(sheet: xw.Sheet, layout: Layout, last: int) -> None:
        to_front(sheet)
        sheet.range("A2").select()  # Excel reads the formula as seen from the selected cell
        letters = {h: f"${column_letter(i)}2" for i, h in enumerate(layout.headers(), 1)}
        for highlight in reversed(layout.highlights):  # the newest rule goes before the others
            formula = with_addresses(highlight.formula, letters)
            for left, right in _columns(layout, highlight):
                area_of(sheet, (2, left, last, right)).conditional_formats.add_custom(
                    f"={formula}",
                    fill_color=f"#{highlight.fill}" if highlight.fill else None,
                    font_color=f"#{highlight.colour}" if highlight.colour else None,
                    font_bold=highlight.bold or None,
                    stop_if_true=True,
                )


NO_PATTERNS = (
    f"Hidden tabs that new ones are copied from ({LOOKS}, Page) are gone, so new tabs look plain. "
    "Copy the event into a new workbook made by xlplugin new when there is time."
)


def _not_answering(error: Exception) -> HostError:
    """What to say where Excel refuses; every system has errors of its own for it."""
    return HostError(
        f"Excel did not do what it was asked ({told_by(error)}), and the workbook is "
        "as it was. Leave the cell that you are editing, close any window that Excel waits with, "
        "unprotect the workbook if it is protected, and try again."
    )


def _back_to(sheet: xw.Sheet) -> None:
    """Bring a tab to the front again; nothing is lost if it does not come, as a chart may not."""
    with suppress(Exception):
        to_front(sheet)


def _half_done(error: Exception) -> HostError:
    """What to say where Excel stopped in the middle, and took nothing back either."""
    return HostError(
        f"Excel stopped answering in the middle ({told_by(error)}), and not everything could be taken "
        "back. Look at the newest tab: if it is half made, delete it and click again. If a round is "
        "missing, right-click a tab and choose Unhide."
    )


@contextmanager
def _paused(app: xw.App) -> Iterator[None]:
    """Neither calculate nor draw in between; whatever happens, go on as before.

    xlwings Lite sends all actions at once, so there is nothing to calculate in between.
    """
    if app.engine.type == "remote":
        app.screen_updating = False
        yield
        return
    calculation, updating = app.calculation, app.screen_updating
    try:
        app.screen_updating = False
        app.calculation = "manual"
        with addresses_as_a1(app):
            yield
    finally:
        try:
            app.calculation = calculation
        finally:
            app.screen_updating = updating


def _first_pattern(book: xw.Book) -> xw.Sheet | None:
    """The hidden tabs come last; new ones go before them."""
    name = next((sheet.name for sheet in book.sheets if is_pattern(sheet.name)), None)
    return book.sheets[name] if name else None


def _characters(width: float) -> float:
    """The width of a column as Excel itself counts it: without its padding, if it has any room."""
    return width - EDGE_OF_A_COLUMN if width >= ONE_CHARACTER else width / ONE_CHARACTER


def _text_cells(sheet: xw.Sheet, area: Area) -> Iterator[tuple[int, int]]:
    """The cells of an area that are formatted as text."""
    top, left, bottom, right = area
    number_format = area_of(sheet, (top, left, bottom, right)).number_format
    if number_format == AS_TEXT:
        yield from product(range(top, bottom + 1), range(left, right + 1))
    elif number_format is None and top < bottom:  # several formats
        for row in range(top, bottom + 1):
            yield from _text_cells(sheet, (row, left, row, right))
    elif number_format is None:
        for column in range(left, right + 1):
            yield from _text_cells(sheet, (top, column, top, column))


def _keep_apostrophe(cell: xw.Range, value: CellValue) -> None:
    """Type a text again that Excel has taken an apostrophe of, if it has."""
    if str(value).startswith("'") and cell.value != value:
        cell.value = f"'{value}"


def _typed(value: CellValue, *, as_text: bool = False) -> object:
    """A value as it is handed to Excel, which reads text as if it were typed.

    An apostrophe keeps ``3-3``, ``=1+1`` and ``TRUE`` what they are. Where the cell is formatted as
    text they are so anyway, and the apostrophe would be part of it.
    """
    match value:
        case Formula(text):
            return text
        case CellError(code):
            return code
        case str():
            mark = "" if as_text else "'"
            return f"{mark}{value[:MOST_TEXT]}" if value else None
    return value


def _heights(layout: Layout, rows: Sequence[Sequence[CellValue]], first: int) -> dict[int, float]:
    """How high rows are which are not as high as most; Excel finds out itself on a tab of texts."""
    if layout.is_of_texts:
        return {}
    heights = ((n, layout.height_of(n - first, values)) for n, values in enumerate(rows, first))
    return {number: height for number, height in heights if height != layout.row_height}


def _cell(rows: Sequence[Sequence[CellValue]], row: int, column: int) -> CellValue:
    values = rows[row - 1] if row <= len(rows) else ()
    return values[column - 1] if column <= len(values) else None


def _columns(layout: Layout, highlight: Highlight) -> Iterator[tuple[int, int]]:
    """The columns that a highlight sets off, those side by side together."""
    headers = layout.headers()
    ours = [i for i, h in enumerate(headers, 1) if h in (highlight.columns or headers)]
    for _, run in groupby(enumerate(ours), key=lambda pair: pair[1] - pair[0]):
        places = [place for _, place in run]
        yield places[0], places[-1]


class _Pages(NamedTuple):
    """Pages of a drawing that look alike: how many, the row above them, one's looks from row 1."""

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
    for looks, alike in groupby(sorted(by_page), key=by_page.__getitem__):
        first, *more = alike
        yield _Pages(paper.titles + first * paper.rows, 1 + len(more), looks)


def _areas(looks: Mapping[tuple[int, int], Look]) -> Iterator[tuple[Look, Area]]:
    """Cells of one look, in as few rectangles as are easily found."""
    by_look: dict[Look, list[tuple[int, int]]] = {}
    for place, look in looks.items():
        by_look.setdefault(look, []).append(place)
    for look, places in by_look.items():
        for area in _blocks(places):
            yield look, area


def _blocks(cells: Iterable[tuple[int, int]]) -> list[Area]:
    """Rectangles without gaps that cover the cells: runs in a row, joined where rows agree."""
    growing: dict[tuple[int, int], Area] = {}
    done: list[Area] = []
    for row, places in groupby(sorted(cells), key=lambda place: place[0]):
        columns = [column for _, column in places]
        runs: dict[tuple[int, int], Area] = {}
        for _, run in groupby(enumerate(columns), key=lambda pair: pair[1] - pair[0]):
            side = [column for _, column in run]
            key = side[0], side[-1]
            above = growing.get(key)
            if above and above[2] == row - 1:
                del growing[key]
                runs[key] = (above[0], key[0], row, key[1])
            else:
                runs[key] = (row, key[0], row, key[1])
        done += growing.values()
        growing = runs
    return [*done, *growing.values()]
