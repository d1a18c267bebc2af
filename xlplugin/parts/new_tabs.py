"""New tabs that were drawn in a workbook of their own, moved into another."""

from __future__ import annotations

import posixpath
from collections.abc import Mapping
from copy import deepcopy
from dataclasses import replace
from itertools import chain, count

from xlplugin.parts.package import Package
from xlplugin.parts.sheet import share_formulas
from xlplugin.parts.styles import STYLES, Styles
from xlplugin.parts.workbook import Workbook
from xlplugin.parts.xml import Element, M, parsed, written


class Drawn:
    """Tabs in a workbook of their own, from which they are moved."""

    def __init__(self, package: Package) -> None:
        self.package = package
        self.book = Workbook(package)
        self.styles = Styles(package.read(STYLES))
        self.tabs = self.book.tabs()

    def move(self, name: str, book: Workbook, styles: Styles, before: str | None) -> str:
        """Move a tab into a workbook, and return its part there."""
        source = self.tabs[name]
        root = parsed(self.package.read(source))
        self._take_over_looks(root, styles)
        share_formulas(root)
        part = book.add(name, written(root), before, self.book.state(name))
        self._relate(source, book.package, part, self._copy_parts(source, book.package))
        place = str(self.book.place(name))
        for defined in self.book.names():
            if defined.get("localSheetId") == place:
                book.add_name(deepcopy(defined), name)
        return part

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

    def _copy_parts(self, source: str, package: Package) -> dict[str, str]:
        """Copy all that a part leads to, and return the names in the workbook."""
        names: dict[str, str] = {}
        for part in self.package.reached([source]):
            if part != source:
                names[part] = _free(part, package)
                package.put(names[part], self.package.read(part))
                package.declare(names[part], *self.package.declared(part))
        for part, name in names.items():
            self._relate(part, package, name, names)
        return names

    def _relate(self, source: str, package: Package, part: str, names: Mapping[str, str]) -> None:
        """Give a part in the workbook the relations of its source, with the names of their targets there."""
        relations = self.package.relations(source)
        targets = [self.package.target(source, relation) for relation in relations]
        pairs = zip(relations, targets, strict=True)
        if relations:
            moved = [replace(r, target=f"/{names[at]}") if at else r for r, at in pairs]
            package.relate(part, moved)


def _free(part: str, package: Package) -> str:
    """A name for a part that is not taken; capital letters make no other name of it."""
    taken = {name.casefold() for name in package.names}
    stem, extension = posixpath.splitext(part)
    numbered = (f"{stem.rstrip('0123456789')}{number}{extension}" for number in count(1))
    return next(name for name in chain([part], numbered) if name.casefold() not in taken)
