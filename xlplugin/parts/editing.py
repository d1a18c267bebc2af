"""Changes to a workbook file, made in those of its parts that they concern, and what its formulas show then."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence

from xlplugin.ground.lean import leaving_out
from xlplugin.ground.names import named
from xlplugin.parts.cells import Cells, placed_cells
from xlplugin.parts.new_tabs import Drawn
from xlplugin.parts.package import BOOK, Package, PartError, relations_of
from xlplugin.parts.reading import shared_strings
from xlplugin.parts.sheet import Sheet, share_formulas
from xlplugin.parts.styles import styles_of
from xlplugin.parts.tables import (
    looks_part,
    page_part,
    table_names,
    table_part,
    title_names,
    titles,
)
from xlplugin.parts.workbook import Workbook, defined_name
from xlplugin.parts.xml import MAIN, parsed
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
    header_styles,
    placed,
)
from xlplugin.workbook.layout import HEADER_BACK, HEADER_HEIGHT, PAPERS
from xlplugin.workbook.layout import STYLES as DECLARED
from xlplugin.workbook.layouts.tab_names import EVENT
from xlplugin.workbook.live_patterns import (
    LIST_NAMED,
    LISTS,
    LOOKS,
    Page,
    is_pattern,
    last_place,
    list_name,
)
from xlplugin.workbook.live_tables import Shown
from xlplugin.workbook.reading.event_book import EventBook
from xlplugin.workbook.writing.live_values import formulas_of, live_values

NOT_NEEDED = ("numpy", "PIL")
"""Packages that openpyxl imports if they are installed; a new tab needs neither, and the first is slow."""
BLANK_TAB = f'<worksheet xmlns="{MAIN}"><sheetData/></worksheet>'.encode()
SELECTED = re.compile(rb"(<(?:\w+:)?sheetView\b[^>]*?)\stabSelected\s*=\s*[\"'](?:1|true)[\"']")
OURS = {LISTS: LIST_NAMED, LOOKS: DECLARED[0].name}
"""The beginning of the first cell of these tabs, if they were made here."""


class Editing:
    """A workbook file that is being changed; ``book`` is the workbook as it was read."""

    def __init__(self, package: Package, book: Book) -> None:
        self.package, self.before = package, book
        self.book = Workbook(package)
        self.book.require_numbers()
        styles = styles_of(package)
        if styles is None:
            raise PartError(relations_of(BOOK), "leads to no styles")
        self.styles = styles
        self.parts = self.book.tabs()
        self.sheets: dict[str, Sheet] = {}
        self.drawn: Drawn | None = None
        self.front = ""

    def apply(self, changes: Sequence[Change]) -> None:
        """Make the changes, one after another.

        Raises:
            HostError: a cell cannot be changed, or a text cannot be in any workbook.
        """
        self._draw(changes)
        for change in changes:
            self._make(change)

    def finish(self) -> Package:
        """The file with the changes."""
        if self.front:
            self._unselect_others()
        for name, sheet in self.sheets.items():
            self.package.put(self.parts[name], sheet.written())
        if self.styles.has_changed:
            self.package.put(self.styles.part, self.styles.written())
        self._hide_patterns()
        self.book.finish()
        self.package.end_signature()
        return self.package

    def sheet(self, name: str) -> Sheet:
        """A tab, to be changed."""
        self.sheets[name] = self.opened(name)
        return self.sheets[name]

    def opened(self, name: str) -> Sheet:
        """A tab, which is written only if it is among those to be changed."""
        if name in self.sheets:
            return self.sheets[name]
        content = self.package.read(self.parts[name])
        return Sheet(name, content, self.styles, self.book.epoch)

    def show_values(self, book: Book, event: EventBook | None) -> Mapping[str, Shown]:
        """Give every live formula the value that it shows now; the organizer's own keep what they have.

        Viewers that do not calculate show just these: Protected View, previews, phones, other programs.
        One whose value nobody knows, as it depends on a formula of the organizer's, shows nothing until a
        spreadsheet program opens the file, rather than what it showed before the change; so does one of
        the organizer's that showed what is no value.

        Args:
            book: the values that the file is to have.
            event: what they are read as, if they are an event.

        Returns:
            The values that formulas show now, by tab.
        """
        tabs = {n for n, s in book.sheets.items() if self._has_changed(n) or s.has_valueless}
        results = live_values(book, event, tabs, self.book.epoch)
        for name in tabs:
            shown = results.get(name, {})
            if own := [place for place, _ in formulas_of(book.sheets[name]) if place not in shown]:
                sheet = self.opened(name)
                for place in filter(lambda place: sheet.has_wrong_result(*place), own):
                    sheet.set_result(*place, None)
                    self.sheets[name] = sheet
        for name, shown in results.items():
            sheet = self.opened(name)
            changes = {
                place: value for place, value in shown.items() if sheet.shown(*place) != value
            }
            for place, value in changes.items():
                sheet.set_result(*place, value)
            if changes:
                self.sheets[name] = sheet
        return results

    def _has_changed(self, name: str) -> bool:
        """True if a tab is new, or something in it is."""
        return name in self.sheets or self.parts[name] in self.package.changed

    def _make(self, change: Change) -> None:
        match change:
            case SetCells():
                self._set_cells(change)
            case SetHeights(name, heights):
                for row, height in heights.items():
                    self.sheet(name).set_height(row, height)
            case AddRows():
                self._add_rows(change)
            case AddSheet():
                self._add_table(change)
            case AddDrawing(drawing, before):
                self._add(drawing.name, before)
            case AddPatterns():
                self._add_patterns(change)
            case RemoveSheet(name):
                self.book.remove(name)
                self.sheets.pop(name, None)
                self.parts = self.book.tabs()
            case ShowSheet(name):
                self._show(name)

    def _draw(self, changes: Sequence[Change]) -> None:
        """Draw all new tabs that are no tables at once."""
        new: list[AddDrawing | Page] = [c for c in changes if isinstance(c, AddDrawing)]
        pages = [p for c in changes if isinstance(c, AddPatterns) for p in c.pages]
        new += [page for page in pages if page.paper in PAPERS]
        if new:
            with leaving_out(*NOT_NEEDED):
                from xlplugin.parts.drawing import draw  # noqa: PLC0415  (openpyxl takes long to start)

            self.drawn = draw(new, has_home=named("tab", EVENT) in self.parts)

    def _add(self, name: str, before: str | None) -> None:
        """Move a tab that was drawn to its place: before the named one, or before the hidden ones."""
        assert self.drawn is not None
        before = before or (None if is_pattern(name) else last_place([*self.parts]))
        self.drawn.move(name, self.book, self.styles, before)
        self.parts = self.book.tabs()

    def _add_table(self, change: AddSheet) -> None:
        """Add a tab with everything that its layout declares."""
        layout, filled = change.layout, 1 + len(change.rows)
        leads_back = layout.leads_back and named("tab", EVENT) in self.parts
        part = table_part(change, self.styles, self._list_of, leads_back=leads_back)
        self.book.add(layout.name, part, change.before or last_place([*self.parts]), "visible")
        self.parts = self.book.tabs()
        self._add_names(layout.name, table_names(layout, filled))
        sheet = self.sheet(layout.name)
        heads = zip(layout.headers(), header_styles(layout, leads_back=leads_back), strict=True)
        for place, (header, style) in enumerate(heads, 1):
            sheet.put(1, place, header, self._look(style.name))
        sheet.set_height(1, layout.header_height)
        places = {header: place for place, header in enumerate(layout.headers(), 1)}
        self._add_rows(AddRows(layout, change.rows, 2, places))
        for row in range(1 + filled, 1 + filled + layout.spare_rows):
            for place, column in enumerate(layout.columns, 1):
                sheet.put(row, place, None, self._look(column.style.name))
        sheet.fold([2 + offset for offset in layout.folded])
        share_formulas(sheet.root)

    def _list_of(self, choices: Sequence[str | int]) -> str:
        """The name of the range that holds some choices, made if it is not there yet."""
        name = list_name(choices)
        if all(known.get("name") != name for known in self.book.names()):
            has_lists = LISTS in self.parts
            sheet = self.sheet(LISTS) if has_lists else self.add_hidden(LISTS, BLANK_TAB)
            place = max((column for _, column, _ in placed_cells(sheet.root)), default=0) + 1
            for row, value in enumerate([name, *choices], 1):
                sheet.put(row, place, value)
            letter, last = column_letter(place), len(choices) + 1
            self.book.add_name(defined_name(name, f"{LISTS}!${letter}$2:${letter}${last}"))
        return name

    def _add_patterns(self, change: AddPatterns) -> None:
        """Add the tabs that a running Excel copies new tabs from, out of sight even of its Unhide list."""
        for page in change.pages:
            if page.paper in PAPERS:
                self._add(page.name, None)
                continue
            sheet = self.add_hidden(page.name, page_part(page))
            sheet.put(1, 1, named("tab", EVENT), self._look(HEADER_BACK.name))
            sheet.set_height(1, HEADER_HEIGHT)
            self._add_names(page.name, [*title_names(page.name, page.frozen), titles(page.name)])
        sheet = self.add_hidden(LOOKS, looks_part(change.looks, self._list_of))
        for row, look in enumerate(change.looks, 1):
            sheet.put(row, 1, look.name)
            sheet.put(row, 2, None, self._look(look.style.name))

    def add_hidden(self, name: str, part: bytes) -> Sheet:
        """Add a tab out of sight as the last one."""
        self.book.add(name, part, None, "veryHidden")
        self.parts = self.book.tabs()
        return self.sheet(name)

    def _add_names(self, tab: str, names: Iterable[tuple[str, str]]) -> None:
        """Add names of a tab's own, each with what it stands for."""
        for name, stands_for in names:
            self.book.add_name(defined_name(name, stands_for), tab)

    def _set_cells(self, change: SetCells) -> None:
        sheet = self.sheet(change.sheet)
        for (row, column), value in change.cells.items():
            sheet.put(row, column, value)
        written = {row for (row, _), value in change.cells.items() if value is not None}
        while (area := sheet.filter_area()) and area[2] + 1 in written:
            self._extend_filter(change.sheet, area[2] + 1)

    def _add_rows(self, change: AddRows) -> None:
        layout, rows, first = change.layout, change.rows, change.first
        sheet = self.sheet(layout.name)
        for number, place, i, value in placed(layout, rows, first, change.places):
            styles = layout.styles_by_row.get(number - first)
            style = styles[i] if styles else layout.columns[i].style
            sheet.put(number, place, value, self._look(style.name))
        for number, values in enumerate(rows, first):
            grows = number - first in layout.growing
            sheet.set_height(number, layout.height_of(number - first, values), grows=grows)
        if rows:
            self._extend_filter(layout.name, first + len(rows) - 1)

    def _extend_filter(self, name: str, last: int) -> None:
        area = self.sheet(name).extend_filter(last)
        if area:
            self.book.set_filter(name, area)

    def _show(self, name: str) -> None:
        self.book.show(name)
        sheet = self.opened(name)
        if sheet.select():
            self.sheets[name] = sheet
        self.front = name

    def _unselect_others(self) -> None:
        """Select no tab but the one in front; nothing that a cell shows depends on it."""
        for other, part in self.parts.items():
            if other == self.front:
                continue
            if other in self.sheets:
                self.sheets[other].unselect()
            else:
                content = self.package.read(part)
                cells = content.find(b"sheetData")
                if SELECTED.search(content, 0, max(cells, 0)):
                    head = SELECTED.sub(rb"\1", content[:cells])
                    self.package.put(part, head + content[cells:])

    def _look(self, style: str) -> str:
        """The number of the look of one of our styles, which is added if it is not there yet."""
        number = self.styles.named(style)
        if number is None:
            with leaving_out(*NOT_NEEDED):
                from xlplugin.parts.drawing import declared_styles  # noqa: PLC0415  (as above)

            declared = declared_styles()
            number = self.styles.take_over(declared, declared.named(style) or "0")
        return number

    def _hide_patterns(self) -> None:
        """Keep our hidden tabs, not the organizer's, out of Excel's Unhide list."""
        for name in filter(is_pattern, self.parts):
            if self.book.state(name) == "hidden":
                cells = Cells(shared_strings(self.package), frozenset(), self.book.epoch)
                rows = cells.sheet(name, parsed(self.package.read(self.parts[name]))).rows
                first = str(rows[0][0]) if rows and rows[0] else ""
                if first.startswith(OURS.get(name, "")):
                    self.book.hide(name)
