"""A workbook file as parts, with their relations and their content types."""

from __future__ import annotations

import os
import posixpath
from collections.abc import Iterable
from copy import copy
from dataclasses import dataclass
from html import escape
from io import BytesIO
from struct import unpack
from typing import Final
from urllib.parse import unquote
from zipfile import ZIP_DEFLATED, ZIP_STORED, ZipFile, ZipInfo

from defusedxml.ElementTree import fromstring

from xlplugin.ground.limits import MOST_OTHER_TAGS, MOST_ROWS, MOST_TAGS, MOST_XML
from xlplugin.parts.xml import DECLARATION, OFFICE

PACKAGE = f"{OFFICE}/package/2006"
TYPES = "[Content_Types].xml"
BOOK: Final = "xl/workbook.xml"
ROOT = ""
"""The package itself, from which relations lead to its first parts."""
SIGNED_BY = "digital-signature"
"""A part of the kinds of relations of a signature of the whole package."""
SST: Final = 1024
"""The bytes at whose beginning a part is known as that of texts."""
PACKED: Final = (ZIP_STORED, ZIP_DEFLATED)
"""The compression methods that Excel knows."""
SIZES_FOLLOW = 0x08
"""The mark of a part whose sizes stand behind it in the file."""
LOCAL_HEADER = 30
EPOCH = (1980, 1, 1, 0, 0, 0)
"""The time when every part was made, as Excel says too."""


class TimelessZip(ZipFile):
    """A file whose parts have no time of day, which a clock before 1980 could not give them."""

    def writestr(self, name: str | ZipInfo, data: str | bytes) -> None:  # type: ignore[override]  # (all that is used)
        """Add a part."""
        super().writestr(ZipInfo(name, EPOCH) if isinstance(name, str) else name, data)


def quoted(value: str) -> str:
    """A value as an XML attribute has it, quotes included."""
    text = escape(value).replace("\n", "&#10;").replace("\r", "&#13;").replace("\t", "&#9;")
    return f'"{text}"'


@dataclass(frozen=True)
class Relation:
    """One line of a part's relations: its target, and what kind of thing that is to the part."""

    id: str
    kind: str
    target: str
    mode: str | None = None


class PartError(Exception):
    """A part of a file is not as it should be; ``tab`` is the one concerned, if the part does not tell."""

    def __init__(self, part: str, message: str, tab: str = "") -> None:
        super().__init__(message)
        self.part, self.tab = part, tab


class Swollen(PartError):
    """With this part more is read of a file than any tournament has, whatever its parts are called."""


class Package:
    """A workbook as parts with relations, and the changes that are to be made to it."""

    def __init__(self, archive: ZipFile) -> None:
        self._archive = archive
        self.names = dict.fromkeys(archive.namelist())
        self._by_small_letters = {name.casefold(): name for name in self.names}
        self.changed: dict[str, bytes] = {}
        self._unpacked: dict[str, bytes] = {}
        self._read = self._tags = 0
        root = fromstring(archive.read(TYPES))
        self.defaults = {
            e.get("Extension", "").lower(): e.get("ContentType", "")
            for e in root.iterfind(f"{{{PACKAGE}/content-types}}Default")
        }
        self.overrides = {
            self._named(e.get("PartName", "").lstrip("/")): e.get("ContentType", "")
            for e in root.iterfind(f"{{{PACKAGE}/content-types}}Override")
        }
        self._declared = dict(self.defaults), dict(self.overrides)

    def _named(self, part: str) -> str:
        """The name of a part as it is here; capital letters make no other part of it."""
        return part if part in self.names else self._by_small_letters.get(part.casefold(), part)

    def read(self, part: str) -> bytes:
        """A part's content as it is to be."""
        return self.changed[part] if part in self.changed else self._original(part)

    def before(self, part: str) -> bytes | None:
        """A part's content as it was in the file; ``None`` if there was no such part."""
        return self._original(part) if part in self._archive.NameToInfo else None

    def _original(self, part: str) -> bytes:
        if part not in self._unpacked:
            self._read += self._archive.getinfo(part).file_size
            if self._read <= MOST_XML:
                self._unpacked[part] = self._archive.read(part)
                self._count(part, self._unpacked[part])
            if self._read > MOST_XML or self._tags > MOST_TAGS:
                raise Swollen(part, "too large")
        return self._unpacked[part]

    def _count(self, part: str, content: bytes) -> None:
        """Count the tags of a part, of which some kinds take far more time or memory than cells do."""
        tags = content.count(b"<")
        self._tags += tags
        if b"sheetData" in content or b"<sst" in content[:SST]:
            is_swollen = content.count(b"<row") > MOST_ROWS
        else:
            is_swollen = tags > MOST_OTHER_TAGS
        if is_swollen:
            raise Swollen(part, "too large")

    def file(self) -> bytes:
        """The file without the changes."""
        stream = self._archive.fp
        assert stream is not None
        stream.seek(0)
        return stream.read()

    def raw(self, part: str) -> bytes:
        """A part's bytes as they were in the file, compressed."""
        return raw_part(self._archive, part)

    def put(self, part: str, content: bytes) -> None:
        """Add or replace a part."""
        self.names[part] = None
        self.changed[part] = content

    def drop(self, part: str) -> None:
        """Leave a part out, with its relations."""
        for name in (part, self._named(relations_of(part))):
            self.names.pop(name, None)
            self.changed.pop(name, None)
        self.overrides.pop(part, None)

    def has(self, part: str) -> bool:
        """True if a part has the name; capital letters make no other name of it."""
        return part.casefold() in {name.casefold() for name in self.names}

    def packed_otherwise(self) -> list[str]:
        """The parts that are packed in a way that Excel cannot read."""
        parts = self._archive.infolist()
        return [part.filename for part in parts if part.compress_type not in PACKED]

    def signature(self) -> list[str]:
        """The parts of the signature of the package; none if it is not signed."""
        signed = [r for r in self.relations(ROOT) if SIGNED_BY in r.kind]
        return self.reached([part for r in signed if (part := self.target(ROOT, r))])

    def end_signature(self) -> None:
        """Leave the signature out, which the first change makes wrong; those of macros stay."""
        parts = self.signature()
        for part in parts:
            self.drop(part)
        if parts:
            kept = [r for r in self.relations(ROOT) if SIGNED_BY not in r.kind]
            self.relate(ROOT, kept)
            self.defaults = {e: kind for e, kind in self.defaults.items() if SIGNED_BY not in kind}

    def declared(self, part: str) -> tuple[str | None, str | None]:
        """A part's content type if it is its own, and the one of its kind of file."""
        return self.overrides.get(part), self.defaults.get(_extension(part))

    def declare(self, part: str, own: str | None, default: str | None) -> None:
        """Give a part the content type that it has in another package."""
        if default and not own and self.defaults.setdefault(_extension(part), default) != default:
            own = default
        if own:
            self.overrides[part] = own

    def relations(self, part: str) -> list[Relation]:
        """The relations of a part."""
        name = self._named(relations_of(part))
        return [
            Relation(e.get("Id", ""), e.get("Type", ""), e.get("Target", ""), e.get("TargetMode"))
            for e in (fromstring(self.read(name)) if name in self.names else ())
        ]

    def relate(self, part: str, relations: Iterable[Relation]) -> None:
        """Replace a part's relations."""
        lines = "".join(
            f"<Relationship Id={quoted(r.id)} Type={quoted(r.kind)} "
            f"Target={quoted(r.target)}" + (f" TargetMode={quoted(r.mode)}/>" if r.mode else "/>")
            for r in relations
        )
        root = f'<Relationships xmlns="{PACKAGE}/relationships">{lines}</Relationships>'
        self.put(self._named(relations_of(part)), (DECLARATION + root).encode())

    def target(self, part: str, relation: Relation) -> str | None:
        """The part that a relation leads to, if it is one of this package's."""
        if relation.mode == "External" or not relation.target.partition("#")[0]:
            return None
        path = posixpath.join("/", posixpath.dirname(part), relation.target)
        path = posixpath.normpath(path).lstrip("/")
        names = (self._named(name) for name in (path, unquote(path)))
        return next((name for name in names if name in self.names), None)

    def reached(self, parts: Iterable[str]) -> list[str]:
        """The parts and all that they lead to, in a fixed order."""
        found: dict[str, None] = {}
        waiting = list(parts)
        while waiting:
            part = waiting.pop()
            if part not in found:
                found[part] = None
                targets = (self.target(part, relation) for relation in self.relations(part))
                waiting.extend(target for target in targets if target)
        return sorted(found)

    def packed(self) -> bytes:
        """The package with its changes as a file; parts that are as they were keep their bytes."""
        if (self.defaults, self.overrides) != self._declared:
            self.put(TYPES, self.types())
        stream = BytesIO()
        with ZipFile(stream, "w") as archive:
            # their types first, which tell what kind of file it is
            for name in sorted(self.names, key=lambda name: (name != TYPES, name)):
                if name in self.changed:
                    part = ZipInfo(name, EPOCH)
                    part.create_system = 0  # the same on every system
                    archive.writestr(part, self.changed[name], ZIP_DEFLATED)
                else:
                    copy_part(self._archive, name, archive)
        return stream.getvalue()

    def of_kind(self, kind: str) -> str | None:
        """The first part of a kind, as in ``styles``, that the workbook's leads to."""
        found = (r for r in self.relations(BOOK) if r.kind.rpartition("/")[2] == kind)
        first = next(found, None)
        return self.target(BOOK, first) if first else None

    def types(self) -> bytes:
        """The part with the content types, in one order whatever they were added in."""
        lines = sorted(
            f"<Default Extension={quoted(extension)} ContentType={quoted(kind)}/>"
            for extension, kind in self.defaults.items()
        ) + sorted(
            f"<Override PartName={quoted('/' + part)} ContentType={quoted(kind)}/>"
            for part, kind in self.overrides.items()
        )
        root = f'<Types xmlns="{PACKAGE}/content-types">{"".join(lines)}</Types>'
        return (DECLARATION + root).encode()


def _extension(part: str) -> str:
    return posixpath.splitext(part)[1].lstrip(".").lower()


def call_plainly(archive: ZipFile) -> None:
    """Call the parts of a file as Excel does, to which capital letters and backslashes make no others."""
    fixed = {
        name.casefold(): name for name in (TYPES, BOOK, relations_of(ROOT), relations_of(BOOK))
    }
    for info in archive.infolist():
        name = info.filename.replace("\\", "/").lstrip("/")
        name = fixed.get(name.casefold(), name)
        if name != info.filename and name not in archive.NameToInfo:
            archive.NameToInfo[name] = archive.NameToInfo.pop(info.filename)
            info.filename = name


def copy_part(source: ZipFile, name: str, target: ZipFile) -> None:
    """Copy a part's compressed bytes from one file to another."""
    raw = raw_part(source, name)
    info = copy(source.getinfo(name))
    info.flag_bits &= ~SIZES_FOLLOW
    info.extra = b""
    file = target.fp
    assert file is not None
    info.header_offset = file.tell()
    file.write(info.FileHeader(zip64=False) + raw)
    target.filelist.append(info)
    target.NameToInfo[name] = info
    target.start_dir = file.tell()


def raw_part(source: ZipFile, name: str) -> bytes:
    """A part's bytes as they are in the file, compressed."""
    info, file = source.getinfo(name), source.fp
    assert file is not None
    file.seek(info.header_offset)
    lengths = unpack("<HH", file.read(LOCAL_HEADER)[-4:])
    file.seek(sum(lengths), os.SEEK_CUR)
    return file.read(info.compress_size)


def relations_of(part: str) -> str:
    """The name of the part that holds a part's relations."""
    folder, name = posixpath.split(part)
    return posixpath.join(folder, "_rels", f"{name}.rels")
