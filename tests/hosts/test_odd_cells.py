"""Cells that hold something odd, on any tab: what can be read stays as it is, the rest is named."""

from __future__ import annotations

import re
from io import BytesIO

import attacks
import pytest
from openpyxl import load_workbook
from packages import KINDS, MAIN, RELATIONS, package_of

from xlplugin.hosts.closed_file.host import FileHost
from xlplugin.parts.package import Relation
from xlplugin.workbook.live_patterns import is_pattern

BOOK, STRINGS = "xl/workbook.xml", "xl/sharedStrings.xml"
TABS = ("Event", "Players", "Round 1", "Log", "Notes")
ODD = {
    '="" pasted as values': ('t="str"', "<v></v>"),
    "an empty inline text": ('t="inlineStr"', "<is><t/></is>"),
    "a lone apostrophe": ('t="s"', "<v>0</v>"),
    "a space": ('t="inlineStr"', '<is><t xml:space="preserve"> </t></is>'),
    "a number above 2^53": ("", "<v>9007199254740993</v>"),
    "a number of 100 digits": ("", f"<v>{'9' * 100}</v>"),
    "a text that no cell of Excel holds": ('t="inlineStr"', f"<is><t>{'x' * 40_000}</t></is>"),
    "day 60": ("", "<v>60</v>"),
    "a number above the last date": ("", "<v>2958466</v>"),
    "a number far above the last date": ("", "<v>1e300</v>"),
}
"""Attributes and content of each cell; all of them are shown as dates."""
UNREADABLE = {
    "letters as a number": '<c r="Z2"><v>abc</v></c>',
    "a number of 400 digits": f'<c r="Z2"><v>{"9" * 400}</v></c>',
    "a text that is not there": '<c r="Z2" t="s"><v>99999</v></c>',
    "neither true nor false": '<c r="Z2" t="b"><v>2</v></c>',
    "no day": '<c r="Z2" t="d"><v>2024-02-30</v></c>',
}
ROW_0 = b'<row r="0"><c r="A0"><v>1</v></c></row></sheetData>'
ROW_2 = b'<row r="2"><c r="A2"><v>1</v></c></row></sheetData>'
TWICE = b'<row r="900"><c r="A900"><v>1</v></c><c r="A900"><v>2</v></c></row></sheetData>'
CELL = r'<c r="Z{row}"( s="\d+")[^>]*>.*?</c>'


@pytest.fixture(scope="module")
def parts(played_bytes):
    """The parts of an event with a tab of the organizer's, cells in column Z shown as dates."""
    workbook = load_workbook(BytesIO(played_bytes))
    for name in [name for name in workbook.sheetnames if is_pattern(name)]:
        del workbook[name]
    workbook.create_sheet("Notes")
    for tab in TABS:
        for row in range(2, 2 + len(ODD)):
            cell = workbook[tab].cell(row, 26, 1)
            cell.number_format = "yyyy-mm-dd hh:mm"
    stream = BytesIO()
    workbook.save(stream)
    sheets = {tab: workbook.sheetnames.index(tab) + 1 for tab in TABS}
    return attacks.parts_of(stream.getvalue()), {
        tab: f"xl/worksheets/sheet{number}.xml" for tab, number in sheets.items()
    }


def _put(content, row, made):
    """The part with another cell in a row of column Z; ``made`` gives it for its looks."""
    found = re.search(CELL.format(row=row), content)
    return content[: found.start()] + made(found[1]) + content[found.end() :]


def _with_odd_cells(parts):
    content, sheets = parts
    changed = dict(content)
    for part in sheets.values():
        text = changed[part].decode()
        for row, (kind, inside) in enumerate(ODD.values(), 2):
            cell = f'<c r="Z{row}"{{look}} {kind}>{inside}</c>'
            text = _put(text, row, lambda look: cell.format(look=look))  # noqa: B023
        changed[part] = text.encode()
    package = package_of(changed)
    package.put(STRINGS, f'<sst xmlns="{MAIN}"><si><t/></si></sst>'.encode())
    package.overrides[STRINGS] = f"{KINDS}.sharedStrings+xml"
    kind = f"{RELATIONS}/sharedStrings"
    package.relate(BOOK, [*package.relations(BOOK), Relation("rIdS", kind, f"/{STRINGS}")])
    return package.packed()


def _cells(path):
    """What the odd cells of every tab read as, and what of their text stands in the file."""
    host = FileHost(path)
    read = {tab: host.read().sheets[tab] for tab in TABS}
    found = [tab.rows[row - 1][25:26] for tab in read.values() for row in range(2, 2 + len(ODD))]
    content = b"".join(attacks.parts_of(path.read_bytes()).values())
    raw = [
        content.count(text) for text in (b">9007199254740993<", b">60<", b">2958466<", b">1e300<")
    ]
    return found, raw, content.count(b"9" * 100)


@pytest.fixture(scope="module")
def odd(parts):
    """An event with every odd cell on every tab."""
    return _with_odd_cells(parts)


def test_odd_cells_keep_no_command_from_writing(odd, tmp_path, run):
    """Nor are they changed: on tabs that are written, on others, and on the organizer's own."""
    path = tmp_path / "event.xlsx"
    path.write_bytes(odd)
    before = _cells(path)
    assert min(before[1]) >= len(TABS)
    for command in ("check", "pair", "undo", "standings", "pair", "check"):
        done = run(command, path)
        assert done.exit_code == 0, done.output
        assert _cells(path) == before, command


@pytest.mark.parametrize("tab", TABS)
@pytest.mark.parametrize("cell", UNREADABLE.values(), ids=UNREADABLE)
def test_what_cannot_be_read_is_named_with_its_cell(parts, tmp_path, run, tab, cell):
    """Not as damage of the whole file."""
    content, sheets = parts
    part = sheets[tab]
    text = _put(content[part].decode(), 2, lambda _: cell)
    path = tmp_path / "event.xlsx"
    path.write_bytes(attacks.packed(content | {part: text.encode()}))
    said = run("pair", path).stderr
    assert said.startswith(f"{tab}!Z2 holds ")
    assert "delete the cell" in said


@pytest.mark.parametrize("tab", TABS)
@pytest.mark.parametrize("row", [ROW_0, ROW_2, TWICE])
def test_a_row_that_cannot_be_is_named_with_its_tab(parts, tmp_path, run, tab, row):
    """Rows begin at 1, and no row or cell is there twice: what is written to one is read of the other."""
    content, sheets = parts
    part = sheets[tab]
    path = tmp_path / "event.xlsx"
    path.write_bytes(attacks.packed(content | {part: content[part].replace(b"</sheetData>", row)}))
    said = run("pair", path).stderr
    assert f"the problem is in {part} (tab {tab})" in said
    assert "Traceback" not in said
