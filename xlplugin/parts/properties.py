"""The properties of a workbook's file: title, author, time, and the program that has written it."""

from __future__ import annotations

from collections.abc import Callable
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


def name_event(
    package: Package, names: Callable[[str, str], tuple[str, str]], *, as_new: bool
) -> None:
    """Say which event a file holds, and when it was changed, and made if it is new.

    ``names`` gives the title and the author, told those that it has; ``""`` for none. A file without the
    part stays without.
    """
    if CORE not in package.names:
        return
    root = parsed(package.read(CORE))
    tags = (f"{{{DUBLIN}}}title", f"{{{DUBLIN}}}creator")
    title, author = (root.findtext(tag) or "" for tag in tags)
    for tag, text in zip(tags, names(title, author), strict=True):
        _set(root, tag, text)
    now = datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
    for name in ("modified", "created")[: 1 + as_new]:
        _set(root, f"{{{TERMS}}}{name}", now).set(f"{{{INSTANCE}}}type", "dcterms:W3CDTF")
    package.put(CORE, written(root))


def _set(parent: Element, tag: str, text: str) -> Element:
    """Give the child of a tag its text; it is made if it is not there."""
    found = parent.find(tag)
    element = etree.SubElement(parent, tag) if found is None else found
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
    _set(root, f"{P}Application", PROGRAM)
    if APP not in package.names:
        taken = {relation.id for relation in package.relations(ROOT)}
        key = next(f"rId{number}" for number in count(1) if f"rId{number}" not in taken)
        kind = f"{OFFICE}/officeDocument/2006/relationships/extended-properties"
        package.relate(ROOT, [*package.relations(ROOT), Relation(key, kind, f"/{APP}")])
        package.overrides[APP] = APP_TYPE
    package.put(APP, written(root))
