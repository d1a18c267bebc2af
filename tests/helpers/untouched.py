"""Changes that a write made to parts of a workbook that it should have left alone."""

from __future__ import annotations

import posixpath
from io import BytesIO
from zipfile import ZipFile

from defusedxml.ElementTree import fromstring
from features import BOOK, BOOK_ORDER, ORDER, TYPES
from lxml import etree
from packages import MAIN, parts_of

from xlplugin.hosts.closed_file.host import FileHost
from xlplugin.parts.addresses import place_of
from xlplugin.parts.package import Package
from xlplugin.parts.workbook import Workbook
from xlplugin.workbook.book import AddRows, RemoveSheet, SetCells, SetHeights
from xlplugin.workbook.live_patterns import is_pattern

M = f"{{{MAIN}}}"
RIGHTLY_CHANGED = {
    TYPES, "_rels/.rels", BOOK, "xl/_rels/workbook.xml.rels", "xl/styles.xml", "docProps/app.xml", "docProps/core.xml",
}  # fmt: skip
EDITED = {"sheetData", "dimension", "sheetViews", "autoFilter"}
EDITED_IN_BOOK = {"sheets", "definedNames", "calcPr", "bookViews"}


class Recording(FileHost):
    """A file that keeps in mind which changes were asked for last."""

    changes = ()

    def write(self, changes):
        """Make the changes."""
        self.changes = changes
        super().write(changes)


def faults_of(before, after, changes):
    """What is wrong in a file that was written.

    Args:
        before: the file as it was.
        after: the file as it is.
        changes: what was to be changed.
    """
    made_anew = {change.name for change in changes if isinstance(change, RemoveSheet)}
    old, new = (Package(ZipFile(BytesIO(data))) for data in (before, after))
    own = {part: name for name, part in Workbook(old).tabs().items()}
    kept = set(Workbook(new).tabs().values())
    replaced = set().union(*(_parts_behind(old, Workbook(old).tabs()[tab]) for tab in made_anew))
    for part in old.names:
        ours = own.get(part) or own.get(part.replace("/_rels/", "/").removesuffix(".rels"))
        is_gone = part not in new.names
        if is_gone:
            if (
                part != "xl/calcChain.xml"
                and "_xmlsignatures" not in part
                and ours in Workbook(new).tabs()
            ):
                yield f"{part} is gone"
        elif part in replaced or old.raw(part) == new.raw(part):
            continue
        elif part in own and part in kept and own[part] == _name_of(new, part):
            yield from _changes_of_tab(part, old.read(part), new.read(part))
            yield from _changes_of_cells(ours, old.read(part), new.read(part), changes)
        elif part not in RIGHTLY_CHANGED:
            yield f"{part} changed"
    yield from _changes_of_book(old.read(BOOK), new.read(BOOK))
    yield from _incomplete(parts_of(after))
    if b'fullCalcOnLoad="1"' not in new.read(BOOK):
        yield "not calculated anew"


def _parts_behind(package, part):
    """A part and all that it leads to inside the file, with the parts that say so."""
    folder, name = posixpath.split(part)
    rels = f"{folder}/_rels/{name}.rels"
    found = {part, rels}
    for relation in fromstring(package.read(rels)) if rels in package.names else ():
        target = posixpath.normpath(posixpath.join("/", folder, relation.get("Target"))).lstrip("/")
        if relation.get("TargetMode") != "External" and target not in found:
            found |= _parts_behind(package, target)
    return found


def _name_of(package, part):
    """The tab that a part is of now."""
    return next((name for name, its in Workbook(package).tabs().items() if its == part), None)


def _said(element):
    return etree.tostring(element, method="c14n", with_tail=False)


def _changes_of_tab(part, before, after):
    """What changed in a tab's part besides its cells."""
    if before == after:
        return
    old, new = etree.fromstring(before), etree.fromstring(after)
    if (old.tag, old.prefix, old.nsmap, dict(old.attrib)) != (new.tag, new.prefix, new.nsmap, dict(new.attrib)):  # fmt: skip
        yield f"{part}: prefixes or attributes"
    rest = [
        [_said(e) for e in root if etree.QName(e).localname not in EDITED] for root in (old, new)
    ]
    if rest[0] != rest[1]:
        yield f"{part}: {set(rest[0]) ^ set(rest[1])}"
    for view in [*old.iter(f"{M}sheetView"), *new.iter(f"{M}sheetView")]:
        view.attrib.pop("tabSelected", None)
    views = [[*map(_said, root.iter(f"{M}sheetViews"))] for root in (old, new)]
    if views[0] != views[1]:
        yield f"{part}: how it is shown"
    ranks = [
        ORDER.index(etree.QName(e).localname) for e in new if etree.QName(e).localname in ORDER
    ]
    if ranks != sorted(ranks):
        yield f"{part}: order"
    cells = [{c.get("r"): c for c in root.iter(f"{M}c")} for root in (old, new)]
    for address in ("AA2000", "AB2000"):
        if address in cells[0] and _said(cells[0][address]) != _said(cells[1][address]):
            yield f"{part}: {address}"
    if b"dyDescent" in before and b"dyDescent" not in after:
        yield f"{part}: attributes of rows"


def _changes_of_cells(tab, before, after, changes):
    """What changed in cells and rows of a tab that no change is about; what formulas show may."""
    places, rows = concerned(tab, changes)
    old, new = (_cells_and_rows(etree.fromstring(content)) for content in (before, after))
    if not is_pattern(tab):
        for place in {*old, *new} - places:
            row = place if isinstance(place, int) else place[0]
            touched = {row for row, _ in places} if isinstance(place, int) else set()
            if row not in rows | touched and old.get(place) != new.get(place):
                yield f"{tab} {place}: {old.get(place)} is {new.get(place)}"
    is_asked = places or rows
    if not is_asked and _said(etree.fromstring(before)) == _said(etree.fromstring(after)):
        yield f"{tab} was written without need"


def concerned(tab, changes):
    """The cells of a tab that are set, and the rows that are added or have another height."""
    cells, rows = set(), set()
    for change in changes:
        match change:
            case SetCells(name, values) if name == tab:
                cells |= {*values}
            case SetHeights(name, heights) if name == tab:
                rows |= {*heights}
            case AddRows(layout, added, first) if layout.name == tab:
                rows |= {*range(first, first + len(added))}
    return cells, rows


def _cells_and_rows(root):
    """The cells of a sheet, those of formulas without what they show, and the attributes of its rows."""
    found = {}
    for row in root.iter(f"{M}row"):
        number = int(row.get("r"))
        found[number] = dict(row.attrib)
        for cell in row.iter(f"{M}c"):
            formula = cell.find(f"{M}f")
            said = _said(cell) if formula is None else (cell.get("s"), _said(formula))
            found[place_of(cell.get("r"))] = said
    return found


def _changes_of_book(before, after):
    """What changed in the part that lists the tabs, besides them."""
    old, new = etree.fromstring(before), etree.fromstring(after)
    if (old.prefix, old.nsmap, dict(old.attrib)) != (new.prefix, new.nsmap, dict(new.attrib)):
        yield f"{BOOK}: prefixes or attributes"
    rest = [
        [_said(e) for e in root if etree.QName(e).localname not in EDITED_IN_BOOK]
        for root in (old, new)
    ]
    if rest[0] != rest[1]:
        yield f"{BOOK}: {set(rest[0]) ^ set(rest[1])}"
    ranks = [BOOK_ORDER.index(etree.QName(e).localname) for e in new]
    if ranks != sorted(ranks):
        yield f"{BOOK}: order"


def _incomplete(parts):
    """Relations that lead nowhere, parts without a type, and types without a part."""
    for name in [name for name in parts if name.endswith(".rels")]:
        folder, rels = posixpath.split(name)
        part = posixpath.join(posixpath.dirname(folder), rels.removesuffix(".rels"))
        relations = list(fromstring(parts[name]))
        if len({r.get("Id") for r in relations}) != len(relations):
            yield f"{name}: the same number twice"
        for relation in relations:
            target = posixpath.join("/", posixpath.dirname(part), relation.get("Target"))
            is_inside = (
                relation.get("TargetMode") != "External" and relation.get("Target")[0] != "#"
            )
            if is_inside and posixpath.normpath(target).lstrip("/") not in parts:
                yield f"{name}: {target}"
    types = fromstring(parts[TYPES])
    defaults = {e.get("Extension").lower() for e in types if e.get("Extension")}
    overrides = {e.get("PartName").lstrip("/") for e in types if e.get("PartName")}
    yield from (f"{name} has a type and is not there" for name in overrides - set(parts))
    for name in parts.keys() - {TYPES} - overrides:
        if name.rpartition(".")[2].lower() not in defaults:
            yield f"{name} has no type"
