"""What a workbook's file says of itself: title, author, time, and the program that has written it."""

from __future__ import annotations

from datetime import UTC, datetime
from itertools import count
from typing import Final

from xlplugin.parts.package import ROOT, Package, Relation
from xlplugin.parts.xml import DECLARATION, OFFICE, UNHOLDABLE, Element, etree, parsed, written

CORE, APP = "docProps/core.xml", "docProps/app.xml"
PROPERTIES_SPACE: Final = f"{OFFICE}/officeDocument/2006/extended-properties"
APP_TYPE: Final = "application/vnd.openxmlformats-officedocument.extended-properties+xml"
P: Final = f"{{{PROPERTIES_SPACE}}}"
DUBLIN, TERMS = "http://purl.org/dc/elements/1.1/", "http://purl.org/dc/terms/"
INSTANCE = "http://www.w3.org/2001/XMLSchema-instance"
PROGRAM: Final = "Microsoft Excel Compatible / xlplugin"
"""The name by which a spreadsheet program knows what kind of program has written a file."""
BLANK: Final = f'<Properties xmlns="{PROPERTIES_SPACE}"/>'.encode()
"""A part that says nothing."""
NAMED: Final = (
    f'{DECLARATION}<Properties xmlns="{PROPERTIES_SPACE}"><Application>{PROGRAM}</Application>'
    "</Properties>"
).encode()
"""A part that names the program, and says nothing else."""
STALE = ("HeadingPairs", "TitlesOfParts", "Pages")
"""Lists of the tabs and names as they were, and how many pages; Excel makes them anew."""


class Core:
    """Title, author and times of a workbook, to be changed.

    Args:
        package: the file, which has such a part.
    """

    def __init__(self, package: Package) -> None:
        self.package = package
        self.root = parsed(package.read(CORE))

    @property
    def title(self) -> str:
        """The title; ``""`` for none."""
        return self.root.findtext(f"{{{DUBLIN}}}title") or ""

    @title.setter
    def title(self, text: str) -> None:
        self._set(f"{{{DUBLIN}}}title", text)

    @property
    def creator(self) -> str:
        """The author; ``""`` for none."""
        return self.root.findtext(f"{{{DUBLIN}}}creator") or ""

    @creator.setter
    def creator(self, text: str) -> None:
        self._set(f"{{{DUBLIN}}}creator", text)

    def stamp(self, *, as_new: bool) -> None:
        """Say when the workbook was changed, and made if it is new."""
        now = datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
        for name in ("modified", *(["created"] if as_new else [])):
            element = self._set(f"{{{TERMS}}}{name}", now)
            element.set(f"{{{INSTANCE}}}type", "dcterms:W3CDTF")

    def finish(self) -> None:
        """Put the part into the package."""
        self.package.put(CORE, written(self.root))

    def _set(self, tag: str, text: str) -> Element:
        element = self.root.find(tag)
        if element is None:
            element = etree.SubElement(self.root, tag)
        element.text = UNHOLDABLE.sub("", text)
        return element


def name_program(package: Package) -> None:
    """Say which program has written the file; what it says else stays, but for lists that go stale."""
    root = parsed(package.read(APP) if APP in package.names else BLANK)
    if root.tag != f"{P}Properties":
        root = parsed(BLANK)
    stale = [element for name in STALE if (element := root.find(P + name)) is not None]
    if not stale and root.findtext(f"{P}Application") == PROGRAM:
        return
    for element in stale:
        root.remove(element)
    program = root.find(f"{P}Application")
    if program is None:
        program = etree.SubElement(root, f"{P}Application")
    program.text = PROGRAM
    if APP not in package.names:
        taken = {relation.id for relation in package.relations(ROOT)}
        key = next(f"rId{number}" for number in count(1) if f"rId{number}" not in taken)
        kind = f"{OFFICE}/officeDocument/2006/relationships/extended-properties"
        package.relate(ROOT, [*package.relations(ROOT), Relation(key, kind, f"/{APP}")])
        package.overrides[APP] = APP_TYPE
    package.put(APP, written(root))
