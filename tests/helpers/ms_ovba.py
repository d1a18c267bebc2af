"""A VBA project read as [MS-OVBA] describes it, strictly: what does not follow it is an error.

It shares nothing with the code that writes such projects, nor with oletools. The numbers of sections
are those of the document.
"""

from __future__ import annotations

import re
import struct
from typing import NamedTuple

import ms_cfb

KINDS = {0x21: "procedural", 0x22: "document, class or designer"}
REFERENCES = {0x0D: "registered", 0x0E: "project", 0x2F: "control"}
STREAMS = {"PROJECT", "PROJECTwm", "VBA/_VBA_PROJECT", "VBA/dir"}


class Module(NamedTuple):
    """A module: as the stream ``dir`` describes it, and its source."""

    name: str
    stream: str
    description: str
    offset: int
    help_context: int
    cookie: int
    kind: str
    flags: tuple[int, ...]
    source: str

    @property
    def header(self):
        """The lines that the editor does not show."""
        return [line for line in self.source.splitlines() if line.startswith("Attribute VB_")]


class Project(NamedTuple):
    """A whole project."""

    storages: set[str]
    streams: set[str]
    lost: int
    information: dict[str, object]
    references: list[tuple[object, ...]]
    cookie: int
    modules: list[Module]
    compiled: bytes
    properties: list[tuple[str, str]]
    extenders: list[str]
    windows: list[tuple[str, str]]
    names: list[str]
    protection: dict[str, bytes]


def read(data):
    """A project as ``vbaProject.bin`` holds it.

    Raises:
        AssertionError: it is not as the format asks.
    """
    storages, streams, lost = ms_cfb.read(data)
    directory = _Directory(expanded(streams["VBA/dir"]))
    information = directory.information()
    page = f"cp{information['code page']}"
    references = directory.references(page)
    cookie, described = directory.modules(page)
    modules = []
    for about in described:
        packed = streams[f"VBA/{about['stream']}"][about["offset"] :]
        modules.append(Module(**about, source=expanded(packed).decode(page)))
    assert set(streams) == STREAMS | {f"VBA/{module.stream}" for module in modules}
    properties, extenders, windows = _project(streams["PROJECT"].decode(page))
    return Project(
        storages, set(streams), lost, information, references, cookie, modules,
        _compiled(streams["VBA/_VBA_PROJECT"]), properties, extenders, windows,
        _names(streams["PROJECTwm"], page), _protection(dict(properties)),
    )  # fmt: skip


class _Directory:
    """The records of the stream ``dir`` (2.3.4.2), taken one after the other."""

    def __init__(self, data):
        self._data, self._at = data, 0

    def _next(self):
        return struct.unpack_from("<H", self._data, self._at)[0]

    def _take(self, kind, size=None):
        """The content of the next record, which must be of this kind, and so long."""
        found, length = struct.unpack_from("<HI", self._data, self._at)
        assert found == kind, f"0x{found:04x} at {self._at} where 0x{kind:04x} belongs"
        assert size in (None, length)
        self._at += 6 + length
        assert self._at <= len(self._data)
        return self._data[self._at - length : self._at]

    def _number(self, kind, size=4):
        return int.from_bytes(self._take(kind, size), "little")

    def _twice(self, kind, wide, page):
        """A text that is there in the code page, and in UTF-16."""
        text = self._take(kind).decode(page)
        assert self._take(wide).decode("utf-16-le") == text
        return text

    def information(self):
        """2.3.4.2.1."""
        found = {"system": self._number(0x01)}
        if self._next() == 0x4A:
            found["compatible"] = self._number(0x4A)
        found |= {"language": self._number(0x02), "invoked in": self._number(0x14)}
        found["code page"] = self._number(0x03, 2)
        page = f"cp{found['code page']}"
        found["name"] = self._take(0x04).decode(page)
        assert 1 <= len(found["name"]) <= 128
        found["description"] = self._twice(0x05, 0x40, page)
        found["help file"] = self._take(0x06).decode(page)
        assert self._take(0x3D).decode(page) == found["help file"]
        found["help context"] = self._number(0x07)
        found["flags"] = self._number(0x08)
        assert found["flags"] == 0
        kind, four, *version = struct.unpack_from("<HIIH", self._data, self._at)
        assert (kind, four) == (0x09, 4)
        self._at += 12
        found["version"] = tuple(version)
        found["constants"] = self._twice(0x0C, 0x3C, page)
        return found

    def references(self, page):
        """2.3.4.2.2: for each its name, its kind and what it points to."""
        found = []
        while self._next() != 0x0F:
            name = self._twice(0x16, 0x3E, page)
            original = self._take(0x33) if self._next() == 0x33 else None
            kind = self._next()
            taken = self._take(kind)
            content = list(_project_libraries(taken) if kind == 0x0E else _library(taken))
            if kind == 0x2F:
                extended = self._twice(0x16, 0x3E, page) if self._next() == 0x16 else None
                content += [extended, _control(self._take(0x30))]
            found.append((name, REFERENCES[kind], original, *content))
        return found

    def modules(self, page):
        """2.3.4.2.3: the cookie of the project, and each module as keyword arguments."""
        count, cookie = self._number(0x0F, 2), self._number(0x13, 2)
        found = [self._module(page) for _ in range(count)]
        assert self._take(0x10, 0) == b""
        assert self._at == len(self._data)
        return cookie, found

    def _module(self, page):
        name = self._twice(0x19, 0x47, page)
        stream = self._twice(0x1A, 0x32, page)
        description = self._twice(0x1C, 0x48, page)
        offset, help_context = self._number(0x31), self._number(0x1E)
        cookie = self._number(0x2C, 2)
        kind = KINDS[self._next()]
        flags = []
        while self._next() != 0x2B:
            flags.append(self._next())
            self._take(flags[-1], 0)
        assert flags[1:] in ([], [0x25], [0x28], [0x25, 0x28])
        self._take(0x2B, 0)
        return {
            "name": name, "stream": stream, "description": description, "offset": offset,
            "help_context": help_context, "cookie": cookie, "kind": kind, "flags": tuple(flags),
        }  # fmt: skip


def _library(content):
    """A library's identifier, whose length is told, and the zeros behind it."""
    (length,) = struct.unpack_from("<I", content)
    assert len(content) == 4 + length + 6
    assert content[4 + length :] == bytes(6)
    yield content[4 : 4 + length]


def _project_libraries(content):
    """Another project's path, the same from here, and its version."""
    (length,) = struct.unpack_from("<I", content)
    (other,) = struct.unpack_from("<I", content, 4 + length)
    assert len(content) == 4 + length + 4 + other + 6
    yield from (content[4 : 4 + length], content[8 + length : -6], content[-6:])


def _control(content):
    """A control's: its identifier, the zeros behind it, its type library and its cookie."""
    (length,) = struct.unpack_from("<I", content)
    assert len(content) == 4 + length + 6 + 16 + 4
    assert content[4 + length : 10 + length] == bytes(6)
    return content[4 : 4 + length], content[10 + length :]


def _compiled(stream):
    """2.3.4.1: what some version of Office has compiled; it must begin so."""
    assert stream[:2] == b"\xcc\x61"
    assert stream[4:5] == b"\0"
    return stream[2:]


def _project(text):
    """2.3.1: the properties, the lines on who extends the project, and the windows."""
    lines = text.split("\r\n")
    blank = lines.index("")
    properties = [tuple(line.split("=", 1)) for line in lines[:blank]]
    assert properties[0][0] == "ID"
    assert lines[blank + 1] == "[Host Extender Info]"
    end = lines.index("", blank + 1)
    assert lines[end + 1] == "[Workspace]"
    windows = [tuple(line.split("=", 1)) for line in lines[end + 2 :] if line]
    return properties, lines[blank + 2 : end], windows


def _names(stream, page):
    """2.3.3: each module's name in the code page, and in UTF-16."""
    found = []
    at = 0
    while stream[at : at + 2] != b"\0\0":
        end = stream.index(b"\0", at)
        found.append(stream[at:end].decode(page))
        size = 2 * len(found[-1])
        assert stream[end + 1 : end + 1 + size].decode("utf-16-le") == found[-1]
        assert stream[end + 1 + size : end + 3 + size] == b"\0\0"
        at = end + 3 + size
    assert stream[at:] == b"\0\0"
    return found


def _protection(properties):
    """2.4.3: who may see the project, and with what password; each value knows its project."""
    key = sum(properties["ID"].strip('"').encode()) & 0xFF
    return {name: _decrypted(properties[name].strip('"'), key) for name in ("CMG", "DPB", "GC")}


def _decrypted(text, project_key):
    """2.4.3.3."""
    assert re.fullmatch("([0-9A-F]{2})+", text)
    seed, version, key, *rest = bytes.fromhex(text)
    assert seed ^ version == 2
    assert seed ^ key == project_key
    plain, one, two = project_key, key, version
    out = []
    for byte in rest:
        plain = byte ^ ((two + plain) & 0xFF)
        one, two = byte, one
        out.append(plain)
    out = out[(seed & 6) // 2 :]
    assert int.from_bytes(bytes(out[:4]), "little") == len(out) - 4
    return bytes(out[4:])


def expanded(packed):
    """2.4.1: what a compressed stream holds."""
    assert packed[0] == 1
    out = bytearray()
    at = 1
    while at < len(packed):
        (header,) = struct.unpack_from("<H", packed, at)
        size = (header & 0x0FFF) + 3
        assert header >> 12 & 7 == 3
        chunk = packed[at + 2 : at + size]
        assert len(chunk) == size - 2
        at += size
        part = _chunk(chunk) if header & 0x8000 else chunk
        assert len(part) == 4096 or (at >= len(packed) and len(part) < 4096)
        out += part
    return bytes(out)


def _chunk(chunk):
    out = bytearray()
    at = 0
    while at < len(chunk):
        flags, at = chunk[at], at + 1
        for bit in range(8):
            if at == len(chunk):
                break
            if flags & 1 << bit:
                (token,) = struct.unpack_from("<H", chunk, at)
                at += 2
                shift = 4
                while 1 << shift < len(out):
                    shift += 1
                length = (token & (0xFFFF >> shift)) + 3
                back = (token >> (16 - shift)) + 1
                assert back <= len(out)
                for _ in range(length):
                    out.append(out[-back])
            else:
                out.append(chunk[at])
                at += 1
    return out
