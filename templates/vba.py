"""The VBA project of the macro workbooks: the one that xlwings ships, with our module in it.

Some lines of xlwings' own module are changed, see ``CHANGED``.

Like that one it holds sources only, so that Excel compiles them itself, whatever its version;
[MS-OVBA] describes the format.
"""

from __future__ import annotations

import struct
import zipfile
from collections.abc import Collection, Iterable, Iterator, Mapping
from importlib.util import find_spec
from pathlib import Path

import olefile

from xlplugin.templates.compound import compound_file

SHIPPED = "quickstart_standalone.xlsm"  # of the installed xlwings
SAMPLE = "Module1"  # its own macro, in whose place ours come
UNUSED = "Sheet2"  # the module of a tab that our workbooks do not have
MODULE = "Tournament"
XLWINGS = "xlwings"
KEPT = ("ThisWorkbook", "Sheet1", XLWINGS, "Dictionary")
CHANGED = (
    ('AddExcelDir = GetConfig("ADD_WORKBOOK_TO_PYTHONPATH", "true")', 'AddExcelDir = "false"'),
    ('If source = "" Or source = "sheet" Then', 'If source = "sheet" Then'),
    ('If source = "" Or source = "directory" Then', 'If source = "directory" Then'),
    (
        'PYTHON_WIN = GetConfig("INTERPRETER_WIN", "")',
        'PYTHON_WIN = GetConfig("XLPLUGIN PYTHON", "")',
    ),
    (
        'PYTHON_WIN = "cmd.exe " & ConsoleSwitch & " /K " & Chr(34)',
        'PYTHON_WIN = "cmd.exe " & ConsoleSwitch & " /C " & Chr(34)',
    ),
    (
        (
            'tail = " -B -c ""import sys, os;" & LicenseKeyEnvString & "import xlwings.utils;'
            'xlwings.utils.prepare_sys_path(\\""" & PYTHONPATH & "\\"");import xlwings; '
            'xlwings.serve(\'$(CLSID)\')"""'
        ),
        'tail = " -P -B -c ""from xlplugin import from_excel; from_excel.serve(\'$(CLSID)\')"""',
    ),
)
"""Settings may name a program to be run. Anybody may have laid an ``xlwings.conf`` beside a workbook,
or a tab of that name into it: ours take settings from the user's own configuration only, no module from
their folder, and a Python of their own. A Python that ends takes its console with it (``/C``), or xlwings
would wait for it for two minutes."""
ENCODING = "cp1252"  # the code page that the project names
SOURCES_ONLY = bytes.fromhex("CC61FFFF000100")  # no code compiled by some version of Excel

# The records of the stream "dir" that are looked at.
VERSION, MODULES = 0x09, 0x0F
NAME, WIDE_NAME, STREAM, WIDE_STREAM, OFFSET = 0x19, 0x47, 0x1A, 0x32, 0x31
MODULE_END = 0x2B

CHUNK = 4096
LEAST_COPY = 3

Record = tuple[int, bytes]


def shipped_project() -> dict[str, bytes]:
    """The streams of the VBA project that xlwings ships, by their paths."""
    spec = find_spec("xlwings")  # not imported: when Python ends, it does things to running Excels
    (folder,) = (spec and spec.submodule_search_locations) or [""]
    with zipfile.ZipFile(Path(folder, SHIPPED)) as archive:
        project: bytes = archive.read("xl/vbaProject.bin")
    return streams_of(project)


def streams_of(project: bytes) -> dict[str, bytes]:
    """The streams of a compound file by their paths."""
    with olefile.OleFileIO(project) as container:
        return {"/".join(path): container.openstream(path).read() for path in container.listdir()}


def vba_project(source: str) -> bytes:
    """The VBA project with our module, as ``vbaProject.bin`` holds it.

    Args:
        source: the module, as it would be exported to a ``.bas`` file.
    """
    streams = shipped_project()
    records, sources = _opened(streams)
    kept = {name: sources[name] for name in KEPT}
    kept[XLWINGS] = _with_the_users_settings(kept[XLWINGS])
    text = "\r\n".join(source.splitlines()) + "\r\n"
    kept[MODULE] = compress(text.encode(ENCODING))
    listed = {"PROJECT": _project(streams["PROJECT"]), "PROJECTwm": _names(streams["PROJECTwm"])}
    return _of_sources(_with_our_module(records), kept, listed)


def _opened(streams: Mapping[str, bytes]) -> tuple[list[Record], dict[str, bytes]]:
    """The records of the stream ``dir``, and the source of each module, compressed."""
    records = list(_records(decompress(streams["VBA/dir"])))
    return records, {name: streams[f"VBA/{name}"][start:] for name, start in _starts(records)}


def _of_sources(
    records: list[Record], sources: Mapping[str, bytes], listed: Mapping[str, bytes]
) -> bytes:
    """A project of sources, which Excel compiles itself, and the streams that list its modules."""
    return compound_file(
        {
            "VBA/_VBA_PROJECT": SOURCES_ONLY,
            "VBA/dir": compress(_packed(records)),
            **{f"VBA/{name}": source for name, source in sources.items()},
            **listed,
        }
    )


def _with_the_users_settings(module: bytes) -> bytes:
    """The module of xlwings that takes settings from the user's own configuration only."""
    text = decompress(module).decode(ENCODING)
    for shipped, ours in CHANGED:
        if shipped not in text:
            message = "xlwings reads its settings in another way now; look at GetConfig."
            raise ValueError(message)
        text = text.replace(shipped, ours)
    return compress(text.encode(ENCODING))


def _project(stream: bytes) -> bytes:
    """The list of modules, and of the windows in which the editor shows them."""
    lines = []
    for line in stream.decode(ENCODING).split("\r\n"):
        key, _, value = line.partition("=")
        if UNUSED in (key, value.partition("/")[0]):
            continue
        if key == SAMPLE:
            lines.append(f"{MODULE}=0, 0, 0, 0, C")
        else:
            lines.append(f"{key}={MODULE}" if value == SAMPLE else line)
    return "\r\n".join(lines).encode(ENCODING)


def _names(stream: bytes) -> bytes:
    """The modules' names in both encodings."""
    names = []
    while stream[0]:
        name, _, stream = stream.partition(b"\0")
        names.append(name.decode(ENCODING))
        stream = stream[2 * len(names[-1]) + 2 :]
    ours = (MODULE if name == SAMPLE else name for name in names if name != UNUSED)
    both = (n.encode(ENCODING) + b"\0" + n.encode("utf-16-le") + b"\0\0" for n in ours)
    return b"".join([*both, b"\0\0"])


def _records(stream: bytes) -> Iterator[Record]:
    """The records of the stream ``dir``: the kind of each, and its content."""
    at = 0
    while at < len(stream):
        kind, size = struct.unpack_from("<HI", stream, at)
        if kind == VERSION:
            size += 2  # the one record whose length does not tell all
        yield kind, stream[at + 6 : at + 6 + size]
        at += 6 + size


def _packed(records: list[Record]) -> bytes:
    return b"".join(
        struct.pack("<HI", kind, len(content) - 2 * (kind == VERSION)) + content
        for kind, content in records
    )


def sources_of(project: bytes, names: Collection[str]) -> dict[str, bytes]:
    """The sources of some modules of a project, compressed, by their names.

    A module that is not there is left out. A damaged project raises whatever its readers stumble
    over.
    """
    _, found = _opened(streams_of(project))
    return {name: found[name] for name in names if name in found}


def with_sources(project: bytes, sources: Mapping[str, bytes]) -> bytes:
    """The project with other sources, compressed, for some modules; Excel compiles all anew.

    Args:
        project: one with nothing but modules: no forms.
        sources: by the names of modules that it has.
    """
    streams = streams_of(project)
    records, kept = _opened(streams)
    at_start = [(kind, bytes(4) if kind == OFFSET else content) for kind, content in records]
    listed = {path: stream for path, stream in streams.items() if "/" not in path}
    return _of_sources(at_start, {**kept, **sources}, listed)


def _starts(records: Iterable[Record]) -> Iterator[tuple[str, int]]:
    """The place where the source of each module starts, in whatever language its name is."""
    name = ""
    for kind, content in records:
        if kind == WIDE_STREAM:
            name = content.decode("utf-16-le")
        elif kind == OFFSET:
            yield name, int.from_bytes(content, "little")


def _with_our_module(records: list[Record]) -> list[Record]:
    """The records with our module for the sample, and every source at the start of its stream."""
    written: list[Record] = []
    module = ""
    for kind, content in records:
        if kind == NAME:
            module = content.decode(ENCODING)
        changed = content
        if kind == MODULES:
            changed = (len(KEPT) + 1).to_bytes(2, "little")
        elif kind == OFFSET:
            changed = bytes(4)
        elif module == SAMPLE and kind in (NAME, STREAM):
            changed = MODULE.encode(ENCODING)
        elif module == SAMPLE and kind in (WIDE_NAME, WIDE_STREAM):
            changed = MODULE.encode("utf-16-le")
        if module != UNUSED:
            written.append((kind, changed))
        if kind == MODULE_END:
            module = ""
    return written


def decompress(stream: bytes) -> bytes:
    """The content of a compressed stream."""
    out = bytearray()
    at = 1
    while at < len(stream):
        (header,) = struct.unpack_from("<H", stream, at)
        chunk = stream[at + 2 : at + 3 + (header & 0x0FFF)]
        out += _expanded(chunk) if header & 0x8000 else chunk
        at += 2 + len(chunk)
    return bytes(out)


def _expanded(chunk: bytes) -> bytes:
    """The bytes that the tokens of a chunk stand for."""
    out = bytearray()
    at = 0
    while at < len(chunk):
        flags = chunk[at]
        at += 1
        for number in range(8):
            if at >= len(chunk):
                break
            if not flags >> number & 1:
                out.append(chunk[at])
                at += 1
                continue
            (token,) = struct.unpack_from("<H", chunk, at)
            bits = _bits(len(out))
            start = len(out) - 1 - (token >> (16 - bits))
            for place in range(start, start + (token & (0xFFFF >> bits)) + LEAST_COPY):
                out.append(out[place])
            at += 2
    return bytes(out)


def _bits(at: int) -> int:
    """The number of bits in a copy's token that say from where, at this place of a chunk."""
    return max(4, (at - 1).bit_length())


def compress(data: bytes) -> bytes:
    """A stream compressed as VBA projects have it.

    Raises:
        ValueError: its end is so random that the format could keep it only with zeros added.
    """
    chunks = (data[start : start + CHUNK] for start in range(0, len(data), CHUNK))
    return b"\x01" + b"".join(map(_compressed, chunks))


def _compressed(chunk: bytes) -> bytes:
    """One chunk with its header: compressed, or as it is if that takes less."""
    body = _tokens(chunk)
    if len(body) <= CHUNK:
        return struct.pack("<H", 0xB000 | (len(body) - 1)) + body
    if len(chunk) < CHUNK:
        message = "This cannot be compressed without adding zeros at its end."
        raise ValueError(message)
    return struct.pack("<H", 0x3000 | (CHUNK - 1)) + chunk


def _tokens(chunk: bytes) -> bytes:
    """Single bytes and copies of what was there before, eight of them to a byte that tells which."""
    out = bytearray()
    seen: dict[bytes, int] = {}
    at, number = 0, 0
    while at < len(chunk):
        if number % 8 == 0:
            flags = len(out)
            out.append(0)
        before = seen.get(chunk[at : at + LEAST_COPY])
        if before is None:
            length = 1
            out.append(chunk[at])
        else:
            bits = _bits(at)
            most = min((0xFFFF >> bits) + LEAST_COPY, len(chunk) - at)
            length = LEAST_COPY
            while length < most and chunk[before + length] == chunk[at + length]:
                length += 1
            token = (at - before - 1) << (16 - bits) | (length - LEAST_COPY)
            out += struct.pack("<H", token)
            out[flags] |= 1 << number % 8
        for place in range(at, min(at + length, len(chunk) - LEAST_COPY + 1)):
            seen[chunk[place : place + LEAST_COPY]] = place
        at += length
        number += 1
    return bytes(out)
