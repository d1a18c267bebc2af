"""The parts that changed are read by another reader; those that should not change are compared byte by byte."""

from __future__ import annotations

import re
from io import BytesIO
from zipfile import ZipFile

import pytest
from lxml.etree import XMLSyntaxError
from packages import cell, package_of, packed, parts_of, sheet_part, workbook

from xlplugin.hosts.closed_file.host import FileHost
from xlplugin.parts import cells, verifying
from xlplugin.parts.package import Package, PartError, copy_part
from xlplugin.parts.reading import read_book
from xlplugin.parts.verifying import verify_written
from xlplugin.workbook.book import Book, SetCells, with_changes
from xlplugin.workbook.layout import CellError

PART, OTHER = "xl/worksheets/sheet1.xml", "xl/worksheets/sheet2.xml"


def _meant(content):
    package = package_of(workbook({"Data": sheet_part(), "Other": sheet_part(cell("<v>1</v>"))}))
    package.put(PART, sheet_part(cell(content)).encode())
    return package, read_book(package, "x.xlsx")


def _verify(package, book, change, results=None, before=None):
    """Verify a file in which something was changed once it was written."""
    data = package.packed()
    parts = parts_of(data)
    was = dict(parts)
    change(parts)
    stream = BytesIO()
    with ZipFile(BytesIO(data)) as old, ZipFile(stream, "w") as new:
        for name in parts:
            if parts[name] == was.get(name):
                copy_part(old, name, new)
            else:
                new.writestr(name, parts[name])
    with ZipFile(stream) as written:
        before = before or Book("")
        verify_written(stream.getvalue(), Package(written), package, before, book, results or {})


def test_what_was_meant_is_accepted():
    """As it is."""
    _verify(*_meant("<v>1</v>"), lambda parts: None)


@pytest.mark.parametrize(
    ("change", "told"),
    [
        (lambda parts: parts.update({"xl/styles.xml": parts["xl/styles.xml"] + b" "}), "styles.xml changed"),
        (lambda parts: parts.update({"xl/new.xml": b"<a/>"}), "the parts .*new.xml.* differ"),
        (lambda parts: parts.pop("xl/styles.xml"), "the parts .*styles.xml.* differ"),
        (lambda parts: parts.update({PART: parts[PART].replace(b"<v>1<", b"<v>2<")}), "tab Data differs"),
    ],
    ids=["a byte", "one part more", "one part less", "a value"],
)  # fmt: skip
def test_what_was_not_meant_is_refused(change, told):
    """With the part at fault."""
    with pytest.raises((PartError, ValueError), match=told):
        _verify(*_meant("<v>1</v>"), change)


def _row(number, value):
    return f'<row r="{number}"><c r="A{number}"><v>{value}</v></c></row>'


def _with_row_added():
    package = package_of(workbook({"Data": sheet_part(_row(1, 7) + _row(2, 8))}))
    before = read_book(package, "x.xlsx")
    package.put(PART, sheet_part(_row(1, 7) + _row(2, 8) + _row(3, 9)).encode())
    return package, before


def _written(old, new):
    return lambda parts: parts.update({PART: parts[PART].replace(old.encode(), new.encode())})


def test_rows_that_were_there_are_compared_by_their_bytes(monkeypatch):
    """Only those that were added are read again."""
    package, before = _with_row_added()
    read = []
    number = cells.number
    monkeypatch.setattr(cells, "number", lambda text: read.append(text) or number(text))
    book = with_changes(before, [SetCells("Data", {(3, 1): 9})])
    _verify(package, book, lambda parts: None, before=before)
    assert read == ["9"]


@pytest.mark.parametrize("number", [1, 2, 3])
def test_any_row_that_is_written_otherwise_is_refused(number):
    """Those that were there, and those that were added."""
    package, before = _with_row_added()
    book = with_changes(before, [SetCells("Data", {(3, 1): 9})])
    change = _written(_row(number, 6 + number), _row(number, 5))
    with pytest.raises(PartError, match="tab Data differs"):
        _verify(package, book, change, before=before)


def test_a_row_that_was_to_change_and_did_not_is_refused():
    """It has the bytes that it had."""
    package, before = _with_row_added()
    book = with_changes(before, [SetCells("Data", {(1, 1): 5, (3, 1): 9})])
    with pytest.raises(PartError, match="tab Data differs"):
        _verify(package, book, lambda parts: None, before=before)


@pytest.mark.parametrize(
    "row",
    [
        cell("<v>1.25</v>", 's="2"'),
        cell("<v>60</v>", 's="1"'),
        cell("<v>2958466</v>", 's="1"'),
        cell("<v>0.99999999999</v>", 's="1"'),
        cell("<v>#SPILL!</v>", 't="e"'),
        cell("<is><t>  </t></is>", 't="inlineStr"'),
        cell("<is><t>_xD83D__xDE00__x000D_</t></is>", 't="inlineStr"'),
        cell("<v>2024-01-02T03:04:05Z</v>", 't="d"'),
        cell("<f>1</f><v>#CALC!</v>", 't="e"'),
        cell("<v>1</v>")
        + '<row r="1048576"><c r="XFD1048576" t="inlineStr"><is><t/></is></c></row>',
        '<row r="2"/><row r="1048576"><c r="XFD1048576"><v>1</v></c></row>',
        cell("<v>9007199254740993</v>"),
    ],
)
def test_what_other_readers_see_in_another_way_is_no_fault(tmp_path, row):
    """A change beside such a cell is written, and the cell stays as it was, also counted from 1904."""
    clock = '<workbookPr date1904="1"/>' * ("2958466" in row)
    path = tmp_path / "event.xlsx"
    path.write_bytes(packed(workbook({"Data": sheet_part(row)}, before=clock)))
    host = FileHost(path)
    before = host.read()
    changes = [SetCells("Data", {(3, 2): "new"})]
    host.write(changes)
    assert host.read().sheets == with_changes(before, changes).sheets


@pytest.mark.parametrize(
    ("head", "told"),
    [("<sheetViews><sheetView/></sheetViews>", None), ("<sheetViews>", "mismatch")],
    ids=["whole", "damaged"],
)
def test_a_tab_that_changed_before_its_cells_only_is_not_read_again(monkeypatch, head, told):
    """Its cells are the same bytes; its XML must still be whole."""
    package, _ = _meant("<v>1</v>")
    part = package.read(OTHER).decode().replace("<sheetData>", f"{head}<sheetData>")
    book = read_book(package, "x.xlsx")
    package.put(OTHER, part.encode())
    rows = {"Data": [[1.0]]}
    monkeypatch.setattr(verifying, "_rows", lambda _, tab: rows[tab])
    if told:
        with pytest.raises(XMLSyntaxError, match=told):
            _verify(package, book, lambda parts: None)
    else:
        _verify(package, book, lambda parts: None)


def test_another_reader_has_the_last_word(monkeypatch):
    """What it reads otherwise is refused with its cell, even if our own reader is content."""
    package, book = _meant("<v>1</v>")
    monkeypatch.setattr(verifying, "_rows", lambda *_: [[2.0]])
    with pytest.raises(PartError, match=r"Data!A1 reads 2\.0, not 1"):
        _verify(package, book, lambda parts: None)


FORMULAS = (
    '<row r="1"><c r="A1"><f t="shared" ref="A1:A3" si="0">'
    "$C1&amp;C$1&amp;\"A1\"&amp;SUM('Q1'!D1:E1,B:B,2:2,B:C)</f><v>1</v></c>"
    '<c r="B1" t="str"><f>IF(C1="","",C1)</f><v>x</v></c></row>'
    '<row r="2"><c r="A2"><f t="shared" si="0"/><v>2</v></c></row>'
    '<row r="3"><c r="A3" t="e"><f t="shared" si="0"/><v>#N/A</v></c><c r="B3"><f>C3</f></c></row>'
)
SHOWN = {(1, 1): 1, (2, 1): 2, (3, 1): CellError("#N/A"), (1, 2): "x", (3, 2): None}


def _with_formulas():
    package = package_of(workbook({"Data": sheet_part(FORMULAS)}))
    book = read_book(package, "x.xlsx")
    package.put(PART, package.read(PART) + b"\n")
    package.before = lambda _: None  # it is a new tab
    return package, book


def test_formulas_are_read_by_another_parser():
    """One of its own, one that three cells share, an error, and one that shows nothing yet."""
    _verify(*_with_formulas(), lambda parts: None, {"Data": SHOWN})


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ("<v>x<", "<v>y<", "Data!B1 reads 'y', not 'x'"),
        ("<v>x</v>", "", "Data!B1 reads None, not 'x'"),
        ("<f>C3</f>", "<f>C3</f><v>7</v>", "Data!B3 reads 7.0, not None"),
        ("<v>2<", "<v>1<", "Data!A2 reads '1'"),
        ("#N/A", "#REF!", "Data!A3 reads '#REF!'"),
        ('IF(C1=""', "IF(C2=", "Data!B1 reads"),
        ('<f t="shared" si="0"/>', "", "Data!A2 reads ''"),
        ("$C1&amp;", "C1&amp;", "Data!A1 reads"),
        ("2:2", "$2:$2", "Data!A1 reads"),
        ('si="0"/><v>2<', 'si="1"/><v>2<', "Data!A2 reads"),
    ],
)
def test_a_formula_that_reads_or_shows_something_else_is_refused(monkeypatch, old, new, told):
    """With its cell, even if our own reader is content."""
    monkeypatch.setattr(verifying, "has_same_values", lambda *_: True)

    def change(parts):
        assert old.encode() in parts[PART]
        parts[PART] = parts[PART].replace(old.encode(), new.encode(), 1)

    with pytest.raises(PartError, match=re.escape(told)):
        _verify(*_with_formulas(), change, {"Data": SHOWN})


def test_another_parser_takes_shared_formulas_apart_in_its_own_way(monkeypatch):
    """A mistake in how our own reader does it is found."""
    monkeypatch.setattr(cells, "moved_down", lambda formula, _: formula)
    with pytest.raises(PartError, match="Data!A2 reads"):
        _verify(*_with_formulas(), lambda parts: None, {"Data": SHOWN})


@pytest.mark.parametrize(
    "row",
    [
        cell('<f t="shared" si="7"/><v>2</v>'),
        cell(
            '<f>1</f></c><c r="$c1"><f t="shared" ref="C1:A1" si="0">A1</f></c><c r="$D1"><f>1</f>'
        )
        + cell('<f t="shared" si="0"/>').replace("1", "2"),
    ],
    ids=["no first", "beyond the edge"],
)
def test_a_formula_of_another_program_that_stays_is_no_fault(tmp_path, row):
    """Though two parsers may read it in two ways."""
    path = tmp_path / "event.xlsx"
    path.write_bytes(packed(workbook({"Data": sheet_part(row)})))
    host = FileHost(path)
    host.read()
    host.write([SetCells("Data", {(3, 2): "new"})])
    assert host.read().sheets["Data"].rows[2] == [None, "new"]
