"""What was written is read by another reader, and what was not to change is compared by its bytes."""

from __future__ import annotations

from io import BytesIO
from zipfile import ZipFile

import pytest
from lxml.etree import XMLSyntaxError
from packages import cell, package_of, packed, parts_of, sheet_part, workbook

from xlplugin.hosts.file import FileHost
from xlplugin.parts import verifying
from xlplugin.parts.package import Package, PartError, copy_part
from xlplugin.parts.reading import read_book
from xlplugin.parts.verifying import verify_written
from xlplugin.workbook.book import SetCells, with_changes

PART, OTHER = "xl/worksheets/sheet1.xml", "xl/worksheets/sheet2.xml"


def _meant(content):
    package = package_of(workbook({"Data": sheet_part(), "Other": sheet_part(cell("<v>1</v>"))}))
    package.put(PART, sheet_part(cell(content)).encode())
    return package, read_book(package, "x.xlsx")


def _verify(package, book, change):
    """Verify a file in which something was changed once it was written."""
    stream = BytesIO(package.packed())
    parts = parts_of(stream.getvalue())
    before = dict(parts)
    change(parts)
    with ZipFile(BytesIO(stream.getvalue())) as old, ZipFile(BytesIO(), "w") as new:
        for name in parts:
            if parts[name] == before.get(name):
                copy_part(old, name, new)
            else:
                new.writestr(name, parts[name])
        written = Package(new)
        new.fp.seek(0)
        verify_written(stream.getvalue(), written, package, book)


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


@pytest.mark.parametrize(
    "row",
    [
        cell("<v>1.25</v>", 's="2"'),
        cell("<v>0.25</v>", 's="2"'),
        cell("<v>60</v>", 's="1"'),
        cell("<v>-1</v>", 's="1"'),
        cell("<v>2958466</v>", 's="1"'),
        cell("<v>45000</v>", 's="3"'),
        cell("<v>0.99999999999</v>", 's="1"'),
        cell("<v>#SPILL!</v>", 't="e"'),
        cell("<v>#N/A</v>", 't="e"'),
        cell("<is><t> a </t></is>", 't="inlineStr"'),
        cell("<is><t>  </t></is>", 't="inlineStr"'),
        cell("<is><t>_xD83D__xDE00__x000D_</t></is>", 't="inlineStr"'),
        cell("<v> 7 </v>"),
        cell("<v>2024-01-02T03:04:05Z</v>", 't="d"'),
        cell("<f>1</f><v>#CALC!</v>", 't="e"'),
        cell("<v>1</v>")
        + '<row r="1048576"><c r="XFD1048576" t="inlineStr"><is><t/></is></c></row>',
        '<row r="2"/><row r="1048576"><c r="XFD1048576"><v>1</v></c></row>',
        cell("<v>9007199254740993</v>"),
    ],
)
@pytest.mark.parametrize("clock", ["", '<workbookPr date1904="1"/>'], ids=["1900", "1904"])
def test_what_other_readers_see_in_another_way_is_no_fault(tmp_path, row, clock):
    """A change beside such a cell is written, and the cell stays as it was."""
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
