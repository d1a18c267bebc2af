"""XML of a workbook's parts: parsed without entities, written with the prefixes that it had."""

from __future__ import annotations

import re
from importlib import import_module
from typing import Final, TypeAlias
from xml.parsers.expat import ParserCreate, XMLParserType

try:
    from lxml import etree
except ImportError:  # inside LibreOffice, which has none: there nothing but new files is made
    etree = import_module("xml.etree.ElementTree")

__all__ = [
    "DECLARATION", "ID", "MAIN", "OFFICE", "PLAIN", "RELATIONS", "UNHOLDABLE", "Element", "M",
    "checking_parser", "child", "children", "etree", "parsed", "written",
]  # fmt: skip

OFFICE = "http://schemas.openxmlformats.org"
MAIN = f"{OFFICE}/spreadsheetml/2006/main"
RELATIONS = f"{OFFICE}/officeDocument/2006/relationships"
M = f"{{{MAIN}}}"
ID = f"{{{RELATIONS}}}id"
DECLARATION = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'

UNHOLDABLE: Final = re.compile("[^\t\n\r -\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
"""A character that XML cannot have."""

PLAIN: Final = re.compile(
    rb"""(\xef\xbb\xbf)?(<\?xml\s+version=["']1\.0["'](\s+encoding=["'](utf|UTF)-8["'])?"""
    rb"""(\s+standalone=["']\w+["'])?\s*\?>)?\s*<\w"""
)
"""The beginning of a part in which nothing, such as entities, is declared before its root."""

Element: TypeAlias = "etree._Element"  # noqa: SLF001  (its public name for annotations)

IS_LXML: Final = hasattr(etree, "XMLSyntaxError")
if IS_LXML:
    children = etree._Element.iterchildren  # noqa: SLF001  (as above)
    """The children of an element that have a tag."""
else:
    children = etree.Element.iterfind  # type: ignore[attr-defined]
    etree.register_namespace("", MAIN)
    etree.register_namespace("r", RELATIONS)


def parsed(content: bytes) -> Element:
    """The root of a part, without comments, which may stand in the middle of a value.

    Raises:
        etree.XMLSyntaxError: it is damaged.
        ExpatError: likewise.
        ValueError: it declares entities.
    """
    if not PLAIN.match(content):
        checking_parser().Parse(content, True)  # noqa: FBT003  (all of it)
    if not IS_LXML:
        return etree.fromstring(content)
    parser = etree.XMLParser(
        resolve_entities=False,
        no_network=True,
        huge_tree=True,
        strip_cdata=False,
        remove_comments=True,
        remove_pis=True,
        collect_ids=False,  # nobody asks for them, and it takes a third of the time
    )
    return etree.fromstring(content, parser)


def checking_parser() -> XMLParserType:
    """A parser that goes no further than an entity, by which little XML can become far too much."""

    def refuse_entity(entity: str, *_: object) -> None:
        raise ValueError(entity)

    parser = ParserCreate()
    parser.EntityDeclHandler = refuse_entity
    return parser


def written(root: Element) -> bytes:
    """The part as a file has it."""
    return DECLARATION.encode() + etree.tostring(root, encoding="UTF-8", xml_declaration=False)


def child(parent: Element, name: str, order: str = "") -> Element:
    """The child of a name in the main namespace, made if it is not there yet.

    Its place is then that in ``order``, the names of the children in the order of the schema, with spaces.
    """
    found = parent.find(M + name)
    if found is not None:
        return found
    names = order.split()
    after = {M + later for later in names[names.index(name) + 1 :]}
    made = etree.Element(M + name)
    place = next((i for i, other in enumerate(parent) if other.tag in after), len(parent))
    parent.insert(place, made)
    return made
