"""Parts that openpyxl leaves out of a workbook, put back from the version that was read.

These are drawings, pictures of a tab and of its header, sparklines, and lists and colour rules
that refer to other tabs.
"""

from __future__ import annotations

import posixpath
import re
from collections.abc import Collection
from dataclasses import replace
from html import escape
from io import BytesIO
from itertools import count
from xml.etree.ElementTree import Element

from defusedxml.ElementTree import iterparse

from engine.texts import msg
from xlplugin.hosts.package import MAIN, RELATIONS, Package, Relation, quoted, relations_of
from xlplugin.texts import t

MICROSOFT = "http://schemas.microsoft.com/office"
X14 = f"{MICROSOFT}/spreadsheetml/2009/9/main"

# The elements of a sheet that lead to other parts, and in which order they stand at its end.
LINKS = ("drawing", "legacyDrawingHF", "picture")
LAST = ("drawing", "legacyDrawing", "legacyDrawingHF", "picture", "tableParts")
LINK = re.compile(
    rb"<(?:\w+:)?(legacyDrawing|%s)\s[^>]*?:id\s*=\s*[\"']([^\"']+)" % "|".join(LINKS).encode()
)

# The extensions of a sheet: validations, conditional formats, sparklines.
EXTENSIONS = (
    "{CCE6A557-97BC-4B89-ADB6-D9C93CAAB3DF}",
    "{78C0D931-6437-407D-A8EE-F0AAD7539E65}",
    "{05C60535-1F16-4FD2-B633-F4F36F0B64E0}",
)
EXTENSION = re.compile("|".join(EXTENSIONS).encode(), re.IGNORECASE)

# Slicers and form controls are shown by a drawing, but live in parts that are not kept.
ANCHOR = re.compile(rb"<(\w+:)?(twoCell|oneCell|absolute)Anchor\b.*?</\1?\2Anchor>", re.DOTALL)
LOST = re.compile(rb"drawing/20\d\d/(time)?slicer\"|:compatExt\b")


CONTROLS = "xl/ctrlProps/"
NOT_KEPT = {
    CONTROLS: t("buttons and other controls"),
    "xl/slicers/": t("slicers"),
    "xl/timelines/": t("timelines"),
    "xl/richData/richValueRel": t("pictures placed in cells"),
    "xl/threadedComments/": t("threaded comments (plain notes are kept)"),
}


def not_kept(names: Collection[str]) -> tuple[str, ...]:
    """A warning of the parts that are lost when no spreadsheet program saves the workbook."""
    parts = NOT_KEPT.keys() - ({CONTROLS} if "xl/vbaProject.bin" in names else set())
    lost = [
        what
        for prefix, what in NOT_KEPT.items()
        if prefix in parts and any(name.startswith(prefix) for name in names)
    ]
    text = msg(
        "The workbook has {things}, which a change from outside Excel does not keep; the backup "
        "beside it has them."
    )
    return (t(text, things=", ".join(lost)),) if lost else ()


def keep_what_openpyxl_drops(old: Package, new: Package, anew: Collection[str] = ()) -> None:
    """Put back into a workbook what openpyxl has left out of it; often that is nothing.

    Whatever is damaged in it raises whatever its parsers stumble over.

    Args:
        old: the workbook that openpyxl has read.
        new: what openpyxl has written of it.
        anew: tabs that have been drawn anew, charts included, so that nothing of them is kept.
    """
    sheets = old.sheets().values()
    if any([_links(old, sheet) or EXTENSION.search(old.read(sheet)) for sheet in sheets]):  # noqa: C419  (each is read)
        _put_back(old, new, anew)


def _put_back(old: Package, new: Package, anew: Collection[str]) -> None:
    """Put what is left out of the new version back into it."""
    before, after = old.sheets(), new.sheets()
    gone = {name for name in before if name not in after}
    same = [name for name in before if name in after and name not in anew]
    pairs = [(before[name], after[name]) for name in same]
    links = {sheet: _links(old, sheet) for sheet, _ in pairs}
    for sheet, saved in pairs:
        if any(name == "drawing" for name, _ in links[sheet]):
            drawn = [part for name, part in _links(new, saved) if name == "drawing"]
            for part in new.reached(part.target for part in drawn):
                new.drop(part)
    placed = _placed(old, new, [link.target for found in links.values() for _, link in found])
    for sheet, saved in pairs:
        content = new.read(saved)
        for name, link in links[sheet]:
            content = _linked(new, saved, content, name, replace(link, target=placed[link.target]))
        if EXTENSION.search(old.read(sheet)):
            extensions = _extensions(old.read(sheet), content, gone).encode()
            start = content.rindex(b"</worksheet>")
            content = content[:start] + extensions + content[start:]
        if content != new.read(saved):
            new.put(saved, content)


def _links(package: Package, sheet: str) -> list[tuple[str, Relation]]:
    """The elements of a sheet that lead to other parts, with the parts as targets."""
    content = package.read(sheet)
    elements = LINK.findall(content, max(content.rfind(b"</sheetData>"), 0))
    relations = {r.id: r for r in package.relations(sheet)} if elements else {}
    links = [(name.decode(), relations[key.decode()]) for name, key in elements]
    targets = [(name, link, package.target(sheet, link)) for name, link in links if name in LINKS]
    return [(name, replace(link, target=part)) for name, link, part in targets if part]


def _placed(old: Package, new: Package, parts: list[str]) -> dict[str, str]:
    """Copy parts and all that they lead to; gives their names in the new version."""
    reached = old.reached(parts)
    names: dict[str, str] = {}
    for part in reached:
        names[part] = _name_for(part, old, new)
        content = old.read(part)
        if part.endswith(".xml") and LOST.search(content):
            content = ANCHOR.sub(lambda m: b"" if LOST.search(m[0]) else m[0], content)
        new.put(names[part], content)
        new.declare(names[part], *old.declared(part))
    for part in reached:
        relations = old.relations(part)
        targets = [old.target(part, relation) for relation in relations]
        if all(not target or names[target] == target for target in targets):
            if relations:
                new.put(relations_of(names[part]), old.read(relations_of(part)))
        else:
            pairs = zip(relations, targets, strict=True)
            moved = [replace(r, target=f"/{names[t]}") if t else r for r, t in pairs]
            new.relate(names[part], moved)
    return names


def _name_for(part: str, old: Package, new: Package) -> str:
    """A name that is free, or taken by just the same part (macro workbooks have some copied).

    Two drawings of one chart each may read the same; they are the same only if their charts are.
    """

    def same(name: str) -> bool:
        there = name in old.names
        return there == (name in new.names) and (not there or old.read(name) == new.read(name))

    there = (each for each in old.reached([part]) if each in new.names)
    if part not in new.names or all(same(each) and same(relations_of(each)) for each in there):
        return part
    stem, extension = posixpath.splitext(part)
    numbered = (f"{stem.rstrip('0123456789')}{number}{extension}" for number in count(1))
    return next(name for name in numbered if name not in new.names and name not in old.names)


def _linked(new: Package, sheet: str, content: bytes, name: str, link: Relation) -> bytes:
    """The sheet with an element that leads to a part, in place of the one that it may have."""
    stale = {key.decode() for found, key in LINK.findall(content) if found == name.encode()}
    relations = [relation for relation in new.relations(sheet) if relation.id not in stale]
    taken = {relation.id for relation in relations}
    key = next(f"rId{number}" for number in count(1) if f"rId{number}" not in taken)
    new.relate(sheet, [*relations, replace(link, id=key, target=f"/{link.target}")])
    tail = max(content.rfind(b"</sheetData>"), 0)
    end = re.sub(rb"<%s\s[^>]*>(</%s>)?" % ((name.encode(),) * 2), b"", content[tail:])
    later = "|".join(LAST[LAST.index(name) + 1 :]).encode()
    place = re.search(rb"<(%s)[\s/>]|</(work|chart)sheet>" % later, end)
    assert place is not None
    element = f'<{name} xmlns:r="{RELATIONS}" r:id="{key}"/>'.encode()
    return content[:tail] + end[: place.start()] + element + end[place.start() :]


def _extensions(original: bytes, saved: bytes, gone: set[str]) -> str:
    """The sheet's extensions that can stand alone, as its last element."""
    prefixes: dict[str, str] = {}
    root = None
    for event, item in iterparse(BytesIO(original), ("start-ns", "start")):
        if event == "start-ns":
            prefixes.setdefault(item[1], item[0])
        elif root is None:
            root = item
    assert root is not None
    rules = root.iter(f"{{{MAIN}}}cfRule")
    keys = {key.text or "" for rule in rules for key in rule.iter(f"{{{X14}}}id")}
    linked = {key for key in keys if key.encode() not in saved}
    kept = [
        _written(extension, prefixes)
        for extension in root.iterfind(f"{{{MAIN}}}extLst/{{{MAIN}}}ext")
        if extension.get("uri", "").upper() in EXTENSIONS and _prune(extension, linked, gone)
    ]
    return f"<extLst>{''.join(kept)}</extLst>" if kept else ""


def _prune(extension: Element, linked: set[str], gone: set[str]) -> bool:
    """Take out what extends a rule that is lost, or refers to a tab that is gone."""
    quoted = "|".join(re.escape(name.replace("'", "''")) for name in gone)
    refers = re.compile(rf"'({quoted})'!|(?<![\w.])({quoted})!" if gone else r"(?!)", re.IGNORECASE)
    for container in extension:
        for entry in list(container):
            rules = entry.findall(f"{{{X14}}}cfRule")
            for rule in rules:
                if rule.get("id") in linked or refers.search("".join(rule.itertext())):
                    entry.remove(rule)
            empty = rules and entry.find(f"{{{X14}}}cfRule") is None
            if empty or (not rules and refers.search("".join(entry.itertext()))):
                container.remove(entry)
        if container.get("count"):
            container.set("count", str(len(container)))
    return any(len(container) for container in extension)


def _written(element: Element, prefixes: dict[str, str]) -> str:
    """The element as text under its own prefixes, for a sheet whose own names have none.

    The marks of revisions are left out, since the saved sheet does not say to ignore them.
    """
    used = {MAIN: "", "http://www.w3.org/XML/1998/namespace": "xml:"}

    def name(tag: str) -> str:
        space, _, local = tag[1:].partition("}") if tag.startswith("{") else ("", "", tag)
        if space and space not in used:
            own = f"{prefixes.get(space, '')}:"
            used[space] = own if own != ":" and own not in used.values() else f"n{len(used)}:"
        return used.get(space, "") + local

    def text(part: Element) -> str:
        start = name(part.tag) + "".join(
            f" {name(key)}={quoted(value)}"
            for key, value in part.items()
            if not key.startswith(f"{{{MICROSOFT}/spreadsheetml") or "/revision" not in key
        )
        inside = escape(part.text or "") + "".join(map(text, part))
        end = f">{inside}</{name(part.tag)}>" if inside else "/>"
        return f"<{start}{end}{escape(part.tail or '')}"

    written = text(element)
    spaces = "".join(
        f" xmlns:{prefix[:-1]}={quoted(space)}"
        for space, prefix in used.items()
        if prefix not in ("", "xml:")
    )
    return written.replace("<ext", f"<ext{spaces}", 1)
