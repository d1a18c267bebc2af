"""Workbooks with something wrong at random, and what commands make of them.

Run as a program: ``attacks.py WORKBOOK SEED COUNT`` prints a line for each attack that did harm.
"""

from __future__ import annotations

import os
import re
import resource
import shutil
import signal
import sys
import tempfile
import time
import zipfile
from io import BytesIO
from pathlib import Path
from random import Random

from xlplugin.hosts.closed_file.backups import folder_of

SECONDS, MEMORY = 10, 300 * 1024 * 1024
"""Of processor time, so that nothing fails for what else runs; in all it may wait for the tenfold."""
MOST_SAID = 10_000
"""Characters: nobody reads more."""
VALUES = (
    "", " ", "0", "-1", "1", "2", "60", "x", "nan", "inf", "1e999", "1e-999", "-0", "9" * 400, "9007199254740993", "2958466",
    "0x10", "true", "None", "A0", "A1", "XFD1048576", "XFE1", "A1048577", "A:A", "1:1", "A1:XFD1048576", "B2:A1", "#REF!", "../../x",
    "rId1", "rId999", "s", "str", "inlineStr", "b", "e", "d", "n", "shared", "array", "hidden", "x" * 40_000, "\u0661", "\U0001f600",
    "_x0000_", "_xD83D_", "_x000D_", "&#10;", "&lt;", "4294967296", "65535", "2024-02-30", "http://example.org", "=1+1", "'",
)  # fmt: skip
CONTENTS = (
    '<c r="{a}"><v>{v}</v></c>', '<c r="{a}" t="s"><v>{v}</v></c>', '<c r="{a}" t="str"><v>{v}</v></c>',
    '<c r="{a}" t="b"><v>{v}</v></c>', '<c r="{a}" t="e"><v>{v}</v></c>', '<c r="{a}" t="d"><v>{v}</v></c>',
    '<c r="{a}" s="1"><v>{v}</v></c>', '<c r="{a}" t="inlineStr"><is><t>{v}</t></is></c>', '<c r="{a}"><f>{v}</f><v>{v}</v></c>',
    '<c r="{a}"><f t="shared" si="0" ref="{v}">{v}</f></c>', '<c r="{a}"><f t="shared" si="{v}"/></c>',
    '<c r="{a}" cm="1"><f t="array" ref="{v}">A1</f><v>1</v></c>', '<c r="{a}" t="{v}"><v>1</v></c>', '<c r="{a}" s="{v}"/>',
)  # fmt: skip
HUGE = {
    "column A merged": ('<mergeCells count="1"><mergeCell ref="J1:J1048576"/></mergeCells>', ""),
    "columns merged": ('<mergeCells count="1"><mergeCell ref="J1:M1048576"/></mergeCells>', ""),
    "columns merged in short": ('<mergeCells count="1"><mergeCell ref="J:M"/></mergeCells>', ""),
    "link on a column": ('<hyperlinks><hyperlink ref="A1:A1048576" location="Log!A1"/></hyperlinks>', ""),
    "space in the last row": ("", '<row r="1048576"><c r="A1048576" t="inlineStr"><is><t xml:space="preserve"> </t></is></c></row>'),
    "empty text in the last cell": ("", '<row r="1048576"><c r="XFD1048576" t="inlineStr"><is><t/></is></c></row>'),
    "number in the last cell": ("", '<row r="1048576"><c r="XFD1048576"><v>1</v></c></row>'),
    "rows with a last cell": ("", "".join(f'<row r="{n}"><c r="XFD{n}"><v>1</v></c></row>' for n in range(5000, 9000))),
    "a rule on all cells": ('<conditionalFormatting sqref="A1:XFD1048576"><cfRule type="expression" priority="1"><formula>1</formula></cfRule></conditionalFormatting>', ""),
}  # fmt: skip
"""What stands after the cells of a tab, and what at their end."""


def parts_of(data):
    """Every part, by name."""
    with zipfile.ZipFile(BytesIO(data)) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


def packed(parts, *more):
    """The parts as a file; ``more`` are parts that are there twice."""
    stream = BytesIO()
    with zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in (*parts.items(), *more):
            archive.writestr(name, content)
    return stream.getvalue()


def _of_bytes(random, data):
    content = bytearray(data)
    for _ in range(random.choice((1, 1, 2, 20))):
        at = random.randrange(len(content))
        match random.randrange(3):
            case 0:
                content[at] ^= 1 << random.randrange(8)
            case 1:
                del content[at : at + random.choice((1, 9, 999))]
            case _:
                content[at:at] = random.randbytes(random.choice((1, 9, 999)))
    return bytes(content)


def _of_members(random, data):
    parts = parts_of(data)
    one, two = random.sample(sorted(parts), 2)
    match random.randrange(6):
        case 0:
            del parts[one]
        case 1:
            return packed(parts, (one, parts[two]))
        case 2:
            parts[one], parts[two] = parts[two], parts[one]
        case 3:
            parts[one.upper()] = parts.pop(one)
        case 4:
            parts[one] = b""
        case _:
            parts[one] += b" " * 3_000_000
    return packed(parts)


def _of_attributes(random, data):
    parts = parts_of(data)
    name = random.choice(_weighted(parts))
    found = [*re.finditer(rb'([\w:]+)="([^"]*)"', parts[name])]
    if found:
        attribute = random.choice(found)
        value = random.choice(VALUES).replace("<", "&lt;").encode()
        instead = random.choice((b"", b'%s="%s"' % (attribute[1], value), b'other="1"'))
        parts[name] = _put(parts[name], attribute.span(), instead)
    return packed(parts)


def _of_elements(random, data):
    parts = parts_of(data)
    name = random.choice(_weighted(parts))
    found = [*re.finditer(rb"<(\w+)(?: [^<>]*)?(?:/>|>[^<]*</\1>)", parts[name])]
    if found:
        element = random.choice(found)
        instead = random.choice((b"", element[0] * 2, b"<other/>", b"<!-- x -->" + element[0]))
        parts[name] = _put(parts[name], element.span(), instead)
    return packed(parts)


def _of_values(random, data):
    parts = parts_of(data)
    name = random.choice([n for n in parts if n.startswith("xl/worksheets/sheet")])
    found = [*re.finditer(rb'<c r="([A-Z]+\d+)"[^<>]*?(?:/>|>.*?</c>)', parts[name])]
    if found:
        cell = random.choice(found)
        value = random.choice(VALUES)
        content = random.choice(CONTENTS).format(a=cell[1].decode(), v=value)
        parts[name] = _put(parts[name], cell.span(), content.encode())
    return packed(parts)


def _of_size(random, data):
    parts = parts_of(data)
    name = random.choice([n for n in parts if n.startswith("xl/worksheets/sheet")])
    after, cells = HUGE[random.choice([*HUGE])]
    return packed(parts | {name: enlarged(parts[name], after, cells)})


def enlarged(content, after, cells):
    """A tab's part with more cells at the end, and something after them."""
    content = content.replace(b"</sheetData>", f"{cells}</sheetData>".encode(), 1)
    tail = rb"(?=<conditionalFormatting|<dataValidations|<printOptions|<pageMargins)"
    return re.sub(tail, after.encode(), content, count=1)


def _weighted(parts):
    """The parts of XML, tabs and the workbook most often."""
    xml = [name for name in parts if name.endswith((".xml", ".rels"))]
    return xml + [name for name in xml if "sheet" in name or "workbook" in name] * 3


def _put(content, span, instead):
    return content[: span[0]] + instead + content[span[1] :]


ATTACKS = (_of_bytes, _of_members, _of_attributes, _of_elements, _of_values, _of_values, _of_size)


PLACE = re.compile(
    r"\w!\$?[A-Z]|\bxl/|\bdocProps/|_rels/|\[Content|^[^:]+: |the problem is in|is damaged, incomplete|is not an Excel"
)
"""How a refusal names the cell, the part, the tab or the file that is at fault."""
COMMANDS = (
    "pair", "pair", "check", "standings", "undo", "lists", "statistics", "penalties", "export",
)  # fmt: skip
EXPORTED = "event standings.xlsx"


def _run(path, command, *more):
    """What a command says; an error that nobody has foreseen comes through."""
    from click.testing import CliRunner  # noqa: PLC0415

    from xlplugin.doors.cli import main  # noqa: PLC0415

    return CliRunner().invoke(main, [command, str(path), *map(str, more)], catch_exceptions=False)


def _attacked(path, data, command):
    """What is wrong after a command; nothing if all is well."""
    path.write_bytes(data)
    done = _run(path, command)
    said = done.output
    if "Traceback" in said or "Unexpected error" in said or len(said) > MOST_SAID:
        return f"says {said[:300]!r}"
    if done.exit_code and not PLACE.search(said):
        return f"names no place: {said[:300]!r}"
    if done.exit_code and path.read_bytes() != data:
        return "refused and changed"
    if "read back the same" in said:
        return said
    left = [
        p.name
        for p in path.parent.iterdir()
        if p not in (path, folder_of(path)) and p.name != EXPORTED
    ]
    if left:
        return f"leaves {left}"
    return "" if done.exit_code else _second(path)


def _second(path):
    """What is wrong with a workbook that was written, when the next command reads it."""
    from xlplugin.hosts.closed_file.host import FileHost  # noqa: PLC0415

    FileHost(path).read()
    return ""


def watched(work):
    """Run something in a process of its own, with little time and memory; give what it returns."""
    reader, writer = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(reader)
        used = int(Path("/proc/self/statm").read_text().split()[0]) * resource.getpagesize()
        resource.setrlimit(resource.RLIMIT_AS, (used + MEMORY, used + MEMORY))
        signal.setitimer(signal.ITIMER_PROF, SECONDS)
        signal.alarm(10 * SECONDS)
        try:
            said = work()
        except BaseException as error:  # noqa: BLE001
            said = f"{type(error).__name__}: {error}"
        os.write(writer, said.encode("utf-8", "replace")[:4000])
        os._exit(0)
    os.close(writer)
    said = b""
    while piece := os.read(reader, 4096):
        said += piece
    os.close(reader)
    _, status = os.waitpid(child, 0)
    if os.WIFSIGNALED(status):
        return f"ended by {signal.Signals(os.WTERMSIG(status)).name}"
    return said.decode()


def main():
    """Attack a workbook so often, and tell what did harm."""
    path, seed, count = sys.argv[1:4]
    data = Path(path).read_bytes()
    for command in ("pair", "export"):  # everything is imported once
        _warm(data, command)
    for number in range(int(seed), int(seed) + int(count)):
        random = Random(number)
        attack = random.choice(ATTACKS)
        bad, command = attack(random, data), random.choice(COMMANDS)
        folder = Path(tempfile.mkdtemp())
        begun = time.monotonic()
        said = watched(lambda: _attacked(folder / "event.xlsx", bad, command))  # noqa: B023
        took = time.monotonic() - begun
        shutil.rmtree(folder)
        if said:
            print(f"{number} {attack.__name__} {command} {took:.1f} s: {said}", flush=True)  # noqa: T201


def _warm(data, command):
    folder = Path(tempfile.mkdtemp())
    said = _attacked(folder / "event.xlsx", data, command)
    shutil.rmtree(folder)
    assert not said, said


if __name__ == "__main__":
    main()
