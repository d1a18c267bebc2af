"""New tabs, drawn from their declarations with openpyxl and moved into a workbook."""

from __future__ import annotations

import posixpath
from collections.abc import Sequence
from copy import deepcopy
from dataclasses import replace
from itertools import count

from openpyxl import Workbook as Scratch
from openpyxl.workbook.defined_name import DefinedName

from xlplugin.parts.drawing import apply_changes
from xlplugin.parts.drawing_looks import ensure_styles
from xlplugin.parts.package import Package
from xlplugin.parts.saving import drawn
from xlplugin.parts.styles import STYLES, Styles
from xlplugin.parts.workbook import Workbook
from xlplugin.parts.xml import Element, M, parsed, written
from xlplugin.workbook.book import AddDrawing, AddPatterns, AddSheet, SheetData
from xlplugin.workbook.layout import LIST_NAMED, CellValue
from xlplugin.workbook.layouts.tab_names import EVENT
from xlplugin.workbook.live_patterns import LISTS

New = AddSheet | AddDrawing | AddPatterns


class Drawn:
    """Tabs drawn in a workbook of their own, from which they are moved.

    Args:
        changes: the tabs that are to be added.
        lists: the tab with the lists of choices that the workbook has, if there is one.
        has_home: whether the workbook has the tab that headers lead back to.
    """

    def __init__(self, changes: Sequence[New], lists: SheetData | None, *, has_home: bool) -> None:
        scratch = Scratch()
        scratch.remove(scratch.worksheets[0])
        if has_home and not any(_named(change) == EVENT for change in changes):
            scratch.create_sheet(EVENT)
        self.columns = _with_lists(scratch, lists) if lists else 0
        apply_changes(scratch, [_last(change) for change in changes])
        self.package = drawn(scratch)
        self.book = Workbook(self.package)
        self.styles = Styles(self.package.read(STYLES))
        self.tabs = self.book.tabs()
        self.lists = scratch[LISTS] if LISTS in scratch.sheetnames else None

    def move(self, name: str, book: Workbook, styles: Styles, before: str | None) -> str:
        """Move a tab into a workbook; gives its part there."""
        source = self.tabs[name]
        root = parsed(self.package.read(source))
        self._take_over_looks(root, styles)
        part = book.add(name, written(root), before, self.book.state(name))
        relations = self.package.relations(source)
        if relations:
            targets = [self.package.target(source, relation) for relation in relations]
            names = self._copy_parts([each for each in targets if each], book.package)
            pairs = zip(relations, targets, strict=True)
            moved = [replace(r, target=f"/{names[at]}") if at else r for r, at in pairs]
            book.package.relate(part, moved)
        place = str(self.book.place(name))
        for defined in self.book.names():
            if defined.get("localSheetId") == place:
                book.add_name(deepcopy(defined), name)
        return part

    def new_lists(self) -> dict[tuple[int, int], CellValue]:
        """The cells of lists of choices that the workbook does not have yet."""
        columns = self.lists.iter_cols(min_col=self.columns + 1) if self.lists else ()
        return {
            (cell.row, cell.column): cell.value if isinstance(cell.value, int) else str(cell.value)
            for column in columns
            for cell in column
            if cell.value is not None
        }

    def names(self) -> list[Element]:
        """The names of all lists of choices."""
        return [
            n
            for n in self.book.names()
            if not n.get("localSheetId") and n.get("name", "").startswith(LIST_NAMED)
        ]

    def _take_over_looks(self, root: Element, styles: Styles) -> None:
        known: dict[str, str] = {}
        for tag, attribute in (("c", "s"), ("row", "s"), ("col", "style")):
            for element in root.iter(M + tag):
                look = element.get(attribute)
                if look is not None and (look != "0" or tag == "c"):
                    if look not in known:
                        known[look] = styles.take_over(self.styles, look)
                    element.set(attribute, known[look])
        for rule in root.iter(f"{M}cfRule"):
            if rule.get("dxfId"):
                rule.set("dxfId", styles.take_over_rule(self.styles, rule.get("dxfId", "0")))

    def _copy_parts(self, parts: Sequence[str], package: Package) -> dict[str, str]:
        """Copy parts with all that they lead to; gives their names in the workbook."""
        reached = self.package.reached(parts)
        names: dict[str, str] = {}
        for part in reached:
            names[part] = _free(part, package)
            package.put(names[part], self.package.read(part))
            package.declare(names[part], *self.package.declared(part))
        for part in reached:
            relations = self.package.relations(part)
            if relations:
                targets = [self.package.target(part, relation) for relation in relations]
                pairs = zip(relations, targets, strict=True)
                moved = [replace(r, target=f"/{names[at]}") if at else r for r, at in pairs]
                package.relate(names[part], moved)
        return names


def declared_styles() -> Styles:
    """Our styles as they are declared."""
    scratch = Scratch()
    ensure_styles(scratch)
    return Styles(drawn(scratch).read(STYLES))


def _named(change: New) -> str:
    match change:
        case AddSheet(layout):
            return layout.name
        case AddDrawing(drawing):
            return drawing.name
    return ""


def _last(change: New) -> New:
    """The change with its tab in the last place: where it is to be is said when it is moved."""
    return change if isinstance(change, AddPatterns) else replace(change, before=None)


def _with_lists(scratch: Scratch, lists: SheetData) -> int:
    """Give the drawing the names of the lists that the workbook has; gives their number."""
    sheet = scratch.create_sheet(LISTS)
    heads = list(lists.rows[0]) if lists.rows else []
    for column, head in enumerate(heads, 1):
        if head is not None:
            sheet.cell(1, column, str(head))
            name = str(head)
            scratch.defined_names[name] = DefinedName(name, attr_text=f"{LISTS}!$A$1")
    return len(heads)


def _free(part: str, package: Package) -> str:
    """A name for a part that is not taken."""
    if not package.has(part):
        return part
    stem, extension = posixpath.splitext(part)
    numbered = (f"{stem.rstrip('0123456789')}{number}{extension}" for number in count(1))
    return next(name for name in numbered if not package.has(name))
