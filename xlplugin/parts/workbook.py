"""The part of a workbook that lists its tabs and its names."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from datetime import datetime
from itertools import count
from typing import Final

from xlplugin.ground.problems import HostError
from xlplugin.ground.texts import msg, t
from xlplugin.parts.package import BOOK, ROOT, Package, PartError, Relation
from xlplugin.parts.xml import ID, RELATIONS, Element, M, child, etree, parsed, written
from xlplugin.workbook.book import column_letter
from xlplugin.workbook.layout import Area
from xlplugin.workbook.moments import EPOCHS

ORDER: Final = (
    "fileVersion fileSharing workbookPr workbookProtection bookViews sheets functionGroups "
    "externalReferences definedNames calcPr oleSize customWorkbookViews pivotCaches smartTagPr "
    "smartTagTypes webPublishing fileRecoveryPr webPublishObjects extLst"
)
FILTER: Final = "_xlnm._FilterDatabase"
NOT_IN_NAMES: Final = re.compile(r"[][:*?/\\]")
"""The characters that the name of a tab cannot have."""
MOST_SHEET_ID: Final = 65_534
CACHES: Final = ("slicerCache", "timelineCache")
"""The kinds of relations to what slicers and timelines filter by."""
SHEET_TYPE: Final = "application/vnd.openxmlformats-officedocument.spreadsheetml.worksheet+xml"


class Workbook:
    """The tabs and the names of a workbook, to be changed."""

    def __init__(self, package: Package) -> None:
        self.package = package
        self.root = parsed(package.read(BOOK))
        self.relations = package.relations(BOOK)
        self.sheets = child(self.root, "sheets", ORDER)

    def finish(self) -> None:
        """Put the part into the package, to be calculated anew when it is opened."""
        child(self.root, "calcPr", ORDER).set("fullCalcOnLoad", "1")
        chain = self.package.of_kind("calcChain")
        if chain:
            self.relations = [r for r in self.relations if self.package.target(BOOK, r) != chain]
            self.package.drop(chain)
        names = self.root.find(f"{M}definedNames")
        if names is not None and not len(names):
            self.root.remove(names)
        self.package.put(BOOK, written(self.root))
        if self.relations != self.package.relations(BOOK):
            self.package.relate(BOOK, self.relations)

    @property
    def epoch(self) -> datetime:
        """Day 0 of the workbook's dates."""
        properties = self.root.find(f"{M}workbookPr")
        from_1904 = properties is not None and properties.get("date1904") in ("1", "true")
        return EPOCHS[from_1904]

    def tabs(self) -> dict[str, str]:
        """The part of every tab, by name, in their order; those of charts as well.

        Raises:
            PartError: a tab has no part of its own.
        """
        parts = {r.id: self.package.target(BOOK, r) for r in self.relations}
        tabs: dict[str, str] = {}
        for tab in self._tabs():
            name, part = tab.get("name", ""), parts.get(tab.get(ID, ""))
            if not part or part in tabs.values() or name in tabs or NOT_IN_NAMES.search(name):
                message = f"tab {name!r} has no part of its own"
                raise PartError(BOOK, message, name)
            tabs[name] = part
        return tabs

    def add(self, name: str, content: bytes, before: str | None, state: str) -> str:
        """Add a tab before the named one, or last, and return its part."""
        parts = (f"xl/worksheets/sheet{number}.xml" for number in count(1))
        part = next(each for each in parts if not self.package.has(each))
        self.package.put(part, content)
        self.package.overrides[part] = SHEET_TYPE
        taken = {relation.id for relation in self.relations}
        key = next(f"rId{number}" for number in count(1) if f"rId{number}" not in taken)
        self.relations.append(Relation(key, f"{RELATIONS}/worksheet", f"/{part}"))
        tab = etree.Element(f"{M}sheet", {"name": name, "sheetId": str(self._free_id())})
        if state != "visible":
            tab.set("state", state)
        tab.set(ID, key)
        place = self.place(before) if before else len(self._tabs())
        self.sheets.insert(place, tab)
        self._move(lambda number: number + (number >= place))
        return part

    def remove(self, name: str) -> None:
        """Remove a tab with everything that only it leads to.

        Raises:
            HostError: slicers or timelines would be left without their table.
        """
        place = self.place(name)
        tab = self._tabs()[place]
        part = self.tabs()[name]
        self._require_unsliced(name, tab.get("sheetId", ""), part)
        self.relations = [r for r in self.relations if r.id != tab.get(ID)]
        self.package.relate(BOOK, self.relations)
        kept = set(self.package.reached([ROOT, BOOK]))
        for each in self.package.reached([part]):
            if each not in kept:
                self.package.drop(each)
        self.sheets.remove(tab)
        names = child(self.root, "definedNames", ORDER)
        for local in [n for n in self.names() if n.get("localSheetId") == str(place)]:
            names.remove(local)
        self._move(lambda number: number - (number > place))
        self._leave_views(tab.get("sheetId", ""))

    def show(self, name: str) -> None:
        """Bring a tab to the front."""
        place = self.place(name)
        self._tabs()[place].attrib.pop("state", "")
        if not self._views():
            etree.SubElement(child(self.root, "bookViews", ORDER), f"{M}workbookView")
        for view in self._views():
            view.set("activeTab", str(place))

    def hide(self, name: str) -> None:
        """Keep a hidden tab out of Excel's Unhide list."""
        self._tabs()[self.place(name)].set("state", "veryHidden")

    def state(self, name: str) -> str:
        """``visible``, ``hidden`` or ``veryHidden``."""
        return self._tabs()[self.place(name)].get("state", "visible")

    def place(self, name: str) -> int:
        """The place of a tab, from 0."""
        return [tab.get("name") for tab in self._tabs()].index(name)

    def names(self) -> Iterator[Element]:
        """The defined names, those of single tabs as well."""
        yield from self.root.iterfind(f"{M}definedNames/{M}definedName")

    def add_name(self, name: Element, tab: str | None = None) -> None:
        """Add a defined name, of a tab or of all."""
        if tab is not None:
            name.set("localSheetId", str(self.place(tab)))
        child(self.root, "definedNames", ORDER).append(name)

    def set_filter(self, tab: str, area: Area) -> None:
        """Say in the hidden name of a tab's filter how far it reaches."""
        place = str(self.place(tab))
        top, left, bottom, right = area
        cells = f"${column_letter(left)}${top}:${column_letter(right)}${bottom}"
        for name in self.names():
            if name.get("name") == FILTER and name.get("localSheetId") == place:
                name.text = f"{(name.text or '').rpartition('!')[0]}!{cells}"

    def require_numbers(self) -> None:
        """Make sure that every tab has a number, and every name of a single tab that of a place.

        Raises:
            PartError: it has not.
        """
        for tab in self._tabs():
            if not tab.get("sheetId", "0").isdecimal():
                message = f"tab {tab.get('name')!r} has no number"
                raise PartError(BOOK, message, tab.get("name", ""))
        places = {str(place) for place in range(len(self._tabs()))}
        for name in self.names():
            if name.get("localSheetId", "0") not in places:
                message = f"name {name.get('name')!r} is of no tab"
                raise PartError(BOOK, message)

    def _require_unsliced(self, name: str, number: str, part: str) -> None:
        """Refuse to remove a tab with a table that slicers or timelines filter.

        They name the tab of a pivot table by its ``number``; its ``part`` leads to those of its tables.
        """
        tables = {
            parsed(self.package.read(each)).get("id")
            for each in self.package.reached([part])
            if each.startswith("xl/tables/")
        }
        for relation in self.relations:
            cache = self.package.target(BOOK, relation)
            if cache and relation.kind.rpartition("/")[2] in CACHES:
                root = parsed(self.package.read(cache))
                pivots = {each.get("tabId") for each in root.iter("{*}pivotTable")}
                sliced = {each.get("tableId") for each in root.iter("{*}tableSlicerCache")}
                if number in pivots or tables & sliced:
                    text = msg("The tab {tab} has a table with slicers or a timeline.")
                    remedy = t("Delete these in Excel, save, and try again.")
                    raise HostError(t(text, tab=name), remedy)

    def _tabs(self) -> list[Element]:
        return self.sheets.findall(f"{M}sheet")

    def _views(self) -> list[Element]:
        return self.root.findall(f"{M}bookViews/{M}workbookView")

    def _leave_views(self, sheet: str) -> None:
        """Let the views of people that had a removed tab in front begin with the first tab."""
        for view in self.root.iterfind(f"{M}customWorkbookViews/{M}customWorkbookView"):
            if view.get("activeSheetId") == sheet:
                view.set("activeSheetId", self._tabs()[0].get("sheetId", ""))

    def _free_id(self) -> int:
        taken = {int(tab.get("sheetId", "0")) for tab in self._tabs()}
        highest = max(taken, default=0) + 1
        return highest if highest <= MOST_SHEET_ID else min(set(range(1, len(taken) + 2)) - taken)

    def _move(self, moved: Callable[[int], int]) -> None:
        """Renumber what refers to tabs by their places."""
        for name in self.names():
            if name.get("localSheetId"):
                name.set("localSheetId", str(moved(int(name.get("localSheetId", "0")))))
        last = len(self._tabs()) - 1
        for view in self._views():
            for attribute in ("activeTab", "firstSheet"):
                if view.get(attribute):
                    place = moved(int(view.get(attribute, "0")))
                    view.set(attribute, str(max(0, min(place, last))))


def defined_name(name: str, stands_for: str) -> Element:
    """A defined name; that of a filter is out of sight."""
    made = etree.Element(f"{M}definedName", name=name)
    if name == FILTER:
        made.set("hidden", "1")
    made.text = stands_for
    return made
