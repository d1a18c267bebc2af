"""What openpyxl leaves out of a workbook is in it after every save, byte for byte."""

from __future__ import annotations

import gc
import posixpath
import re
import shutil
import subprocess
import warnings
import zipfile
import zlib
from io import BytesIO

import pytest
import xlsxwriter
from defusedxml.ElementTree import fromstring
from openpyxl import load_workbook

from xlplugin.hosts.file import FileHost
from xlplugin.hosts.keep import keep_what_openpyxl_drops, not_kept
from xlplugin.hosts.opening import open_workbook
from xlplugin.hosts.package import Package
from xlplugin.problems import HostError
from xlplugin.workbook.book import RemoveSheet, SetCells

OFFICE = "http://schemas.openxmlformats.org"
MAIN = f"{OFFICE}/spreadsheetml/2006/main"
RELATIONS = f"{OFFICE}/officeDocument/2006/relationships"
X14 = "http://schemas.microsoft.com/office/spreadsheetml/2009/9/main"
XM = "http://schemas.microsoft.com/office/excel/2006/main"
XR = "http://schemas.microsoft.com/office/spreadsheetml/2014/revision"


def _png():
    """A picture of one red point."""
    out = b"\x89PNG\r\n\x1a\n"
    for name, content in (
        (b"IHDR", bytes.fromhex("00000001000000010802000000")),
        (b"IDAT", zlib.compress(bytes.fromhex("00ff0000"))),
        (b"IEND", b""),
    ):
        check = zlib.crc32(name + content).to_bytes(4, "big")
        out += len(content).to_bytes(4, "big") + name + content + check
    return out


PIXEL = _png()
CHANGES = (SetCells("Data", {(5, 1): "new"}),)
SHEET_1, DRAWING_1 = "xl/worksheets/sheet1.xml", "xl/drawings/drawing1.xml"

VALIDATION = (
    f'<ext xmlns:x14="{X14}" uri="{{CCE6A557-97BC-4b89-ADB6-D9C93CAAB3DF}}">'
    f'<x14:dataValidations xmlns:xm="{XM}" count="2">'
    f'<x14:dataValidation type="list" allowBlank="1" xr:uid="{{1}}" xmlns:xr="{XR}">'
    "<x14:formula1><xm:f>Data!$A$1:$A$3</xm:f></x14:formula1><xm:sqref>C1:C9</xm:sqref>"
    '</x14:dataValidation><x14:dataValidation type="list">'
    "<x14:formula1><xm:f>'Round 1'!$A$1:$A$3</xm:f></x14:formula1><xm:sqref>D1:D9</xm:sqref>"
    "</x14:dataValidation></x14:dataValidations></ext>"
)
COLOURS = (
    f'<ext xmlns:x14="{X14}" uri="{{78C0D931-6437-407d-A8EE-F0AAD7539E65}}">'
    f'<x14:conditionalFormattings><x14:conditionalFormatting xmlns:xm="{XM}">'
    '<x14:cfRule type="expression" priority="7" id="{00000000-0000-0000-0000-0000000000AA}">'
    "<xm:f>A1&gt;Data!$A$1</xm:f><x14:dxf><font><b/></font></x14:dxf></x14:cfRule>"
    "<xm:sqref>A1:A9</xm:sqref></x14:conditionalFormatting></x14:conditionalFormattings></ext>"
)


def _rewritten(data, edit):
    """The workbook with its parts, as a dictionary, edited."""
    with zipfile.ZipFile(BytesIO(data)) as archive:
        parts = {name: archive.read(name) for name in archive.namelist()}
    edit(parts)
    out = BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in parts.items():
            archive.writestr(name, content)
    return out.getvalue()


def _parts(path):
    with zipfile.ZipFile(path) as archive:
        assert len(set(archive.namelist())) == len(archive.namelist())
        return {name: archive.read(name) for name in archive.namelist()}


def _extended(*extensions):
    """Put extensions into the first sheet, beside those that are there."""

    def edit(parts):
        sheet = parts[SHEET_1].decode().replace("</extLst>", "")
        start = "" if "<extLst>" in sheet else "<extLst>"
        sheet = sheet.replace("</worksheet>", f"{start}{''.join(extensions)}</extLst></worksheet>")
        parts[SHEET_1] = sheet.encode()

    return edit


def _workbook(draw, *, tabs=("Notes", "Data", "Round 1"), **options):
    """A workbook that XlsxWriter writes, with numbers on every tab."""
    out = BytesIO()
    with xlsxwriter.Workbook(out, {"in_memory": True, **options}) as book:
        for name in tabs:
            book.add_worksheet(name).write_column("A1", [3, 1, 2])
        draw(book)
    return out.getvalue()


def _text_box(book):
    book.get_worksheet_by_name("Notes").insert_textbox("C3", "Welcome to the event")


def _picture(book):
    book.get_worksheet_by_name("Notes").insert_image(
        "C3", "logo.png", {"image_data": BytesIO(PIXEL), "url": "internal:'Data'!A1"}
    )


def _chart(book):
    chart = book.add_chart({"type": "column"})
    chart.add_series({"values": "=Data!$A$1:$A$3", "gradient": {"colors": ["red", "blue"]}})
    book.get_worksheet_by_name("Notes").insert_chart("C3", chart)


def _sparklines(book):
    book.get_worksheet_by_name("Notes").add_sparkline("B1", {"range": "Data!A1:A3"})


def _background(book):
    book.get_worksheet_by_name("Notes").set_background(BytesIO(PIXEL))


def _page_header(book):
    book.get_worksheet_by_name("Notes").set_header(
        "&L&G", {"image_left": "logo.png", "image_data_left": BytesIO(PIXEL)}
    )


def _chart_tab(book):
    chart = book.add_chart({"type": "line"})
    chart.add_series({"values": "=Data!$A$1:$A$3", "gradient": {"colors": ["red", "blue"]}})
    book.add_chartsheet("Picture").set_chart(chart)


def _second_tab(book):
    sheet = book.get_worksheet_by_name("Data")
    sheet.insert_textbox("C3", "Second box")
    sheet.insert_image("C9", "logo.png", {"image_data": BytesIO(PIXEL)})
    sheet.write_comment("A1", "A note")
    sheet.add_table("F1:G3")


def _all(book):
    for draw in (_text_box, _picture, _chart, _sparklines, _second_tab, _page_header, _background):
        draw(book)


DRAWN = {
    "text box": _text_box,
    "picture": _picture,
    "chart": _chart,
    "picture behind a tab": _background,
    "picture in a page header": _page_header,
    "chart tab": _chart_tab,
    "two tabs, with a note and a table": _all,
}


@pytest.fixture
def full():
    """A workbook with everything that openpyxl leaves out."""
    return _rewritten(_workbook(_all), _extended(VALIDATION, COLOURS))


@pytest.fixture
def saved(tmp_path):
    """Save a workbook after a change to one cell, and give its path."""

    def save(data, name="event.xlsx", *, changes=CHANGES):
        path = tmp_path / name
        path.write_bytes(data)
        host = FileHost(path)
        host.read()
        host.write(changes)
        return path

    return save


def _opened(path):
    with warnings.catch_warnings():  # of extensions that openpyxl leaves out
        warnings.simplefilter("ignore", UserWarning)
        return load_workbook(path)


def _plain(data):
    """The workbook as openpyxl alone writes it."""
    out = BytesIO()
    _opened(BytesIO(data)).save(out)
    return out.getvalue()


def _kept(data, written):
    """What was written, with what was left out put back."""
    package = Package(zipfile.ZipFile(BytesIO(written)))
    keep_what_openpyxl_drops(Package(zipfile.ZipFile(BytesIO(data))), package)
    return package


def _relations(parts, part):
    folder, name = posixpath.split(part)
    rels = parts.get(f"{folder}/_rels/{name}.rels".lstrip("/"))
    return list(fromstring(rels)) if rels else []


def _target(part, relation):
    path = posixpath.join("/", posixpath.dirname(part), relation.get("Target"))
    return posixpath.normpath(path).lstrip("/")


def _is_complete(parts):
    """Every target is there, every part has a content type, and every link of a sheet a target."""
    for name in [name for name in parts if name.endswith(".rels")]:
        folder, rels = posixpath.split(name)
        part = posixpath.join(posixpath.dirname(folder), rels.removesuffix(".rels"))
        relations = fromstring(parts[name])
        assert len({r.get("Id") for r in relations}) == len(relations)
        for relation in relations:
            if relation.get("TargetMode") != "External" and relation.get("Target")[0] != "#":
                assert _target(part, relation) in parts, (name, relation.get("Target"))
    types = fromstring(parts["[Content_Types].xml"])
    defaults = {e.get("Extension") for e in types if e.get("Extension")}
    overrides = {e.get("PartName") for e in types if e.get("PartName")}
    assert {name.lstrip("/") for name in overrides} <= set(parts)
    for name in parts.keys() - {"[Content_Types].xml"}:
        assert f"/{name}" in overrides or name.rpartition(".")[2] in defaults, name
    for name in [name for name in parts if re.fullmatch(r"xl/\w+sheets/[^/]+", name)]:
        ids = set(
            re.findall(r'\sr:id="([^"]+)"', re.sub(r"\b\w+:id=", "r:id=", parts[name].decode()))
        )
        assert ids <= {relation.get("Id") for relation in _relations(parts, name)}, name
    return True


def _extension(parts, uri):
    """An extension of the first sheet, written in the canonical way."""
    sheet = fromstring(parts[SHEET_1])
    found = [
        e for e in sheet.iterfind(f"{{{MAIN}}}extLst/*") if e.get("uri").lower() == uri.lower()
    ]
    return [[(e.tag, e.text, e.attrib) for e in ext.iter()] for ext in found]


# What is drawn


@pytest.mark.parametrize("draw", DRAWN.values(), ids=DRAWN)
@pytest.mark.parametrize("pillow", [True, False], ids=["with Pillow", "without Pillow"])
def test_what_is_drawn_is_kept_byte_for_byte(saved, monkeypatch, draw, pillow):
    """Every drawing, chart, picture and their relations are the organizer's, to the byte."""
    monkeypatch.setattr("openpyxl.reader.drawings.PILImage", pillow)
    data = _workbook(draw)
    before = _parts(BytesIO(data))
    after = _parts(saved(data))
    kept = [n for n in before if re.match(r"xl/(drawings|charts|media)/(?!vmlDrawing2\.vml)", n)]
    assert kept
    assert {name: after[name] for name in kept} == {name: before[name] for name in kept}
    assert _is_complete(after)


@pytest.mark.parametrize("draw", DRAWN.values(), ids=DRAWN)
def test_the_elements_of_a_sheet_keep_their_order(saved, draw):
    """Every element stands where Excel expects it, or it would repair the workbook."""
    order = (
        "headerFooter", "drawing", "legacyDrawing", "legacyDrawingHF", "picture", "tableParts",
        "extLst",
    )  # fmt: skip
    parts = _parts(saved(_rewritten(_workbook(draw), _extended(VALIDATION))))
    for name in [n for n in parts if re.fullmatch(r"xl/(work|chart)sheets/[^/]+", n)]:
        tags = [child.tag.rpartition("}")[2] for child in fromstring(parts[name])]
        tail = [order.index(tag) for tag in tags if tag in order]
        assert tail == sorted(set(tail)), tags
        assert not tail or tags[-len(tail) :] == [order[i] for i in tail]


def test_openpyxl_opens_what_was_kept(saved, full):
    """A chart, a picture, a note and a table can still be read, beside the change."""
    book = _opened(saved(full))
    assert len(book["Notes"]._charts) == 1
    assert len(book["Notes"]._images) == 1
    assert book["Data"]["A1"].comment.text.endswith("A note")
    assert list(book["Data"].tables) == ["Table1"]
    assert book["Data"]["A5"].value == "new"


def test_the_relation_of_a_drawing_that_is_replaced_goes(saved, full):
    """Neither a second drawing nor a part that nothing leads to is left in the file."""
    parts = _parts(saved(full))
    reached, waiting = set(), [""]
    while waiting:
        part = waiting.pop()
        if part not in reached:
            reached.add(part)
            own = [r for r in _relations(parts, part) if r.get("TargetMode") != "External"]
            waiting += [_target(part, r) for r in own if r.get("Target")[0] != "#"]
    others = {n for n in parts if not n.endswith(".rels") and n != "[Content_Types].xml"}
    assert others <= reached


def test_names_that_are_taken_are_not_used_twice(tmp_path):
    """A part whose name openpyxl has given to another one gets a name of its own."""
    data = _workbook(_all)
    other = {DRAWING_1: b"<other/>", "xl/media/image1.png": b"other"}
    taken = _rewritten(
        _plain(data),
        lambda parts: [parts.update({f"{n}": b}) for n, b in other.items()] and _unlink(parts),
    )
    path = tmp_path / "event.xlsx"
    path.write_bytes(_kept(data, taken).packed())
    parts = _parts(path)
    assert {name: parts[name] for name in other} == other
    before = _parts(BytesIO(data))
    assert before[DRAWING_1] in [b for n, b in parts.items() if n != DRAWING_1]
    assert _is_complete(parts)
    assert len(_opened(path)["Notes"]._images) == 1


def _unlink(parts):
    """Take what is drawn off the saved sheets, so that the names are those of other parts."""
    for name in [n for n in parts if n.startswith("xl/worksheets/sheet")]:
        parts[name] = re.sub(rb"<drawing [^>]*/>", b"", parts[name])


def test_a_removed_tab_takes_its_drawing_with_it(saved):
    """What was drawn on a tab that is removed is gone, and all else is as it was."""
    data = _workbook(_all)
    parts = _parts(saved(data, changes=[RemoveSheet("Notes")]))
    assert not any(b"Welcome" in content for content in parts.values())
    assert any(b"Second box" in content for content in parts.values())
    assert _is_complete(parts)


def test_slicers_and_controls_are_not_shown_without_their_parts(saved):
    """What a drawing shows of a part that is not kept goes too, or Excel would repair the file."""
    anchor = (
        b'<xdr:twoCellAnchor><xdr:graphicFrame><a:graphicData uri="http://schemas.microsoft.com/'
        b'office/drawing/2010/slicer"/></xdr:graphicFrame></xdr:twoCellAnchor>'
    )

    def edit(parts):
        parts[DRAWING_1] = parts[DRAWING_1].replace(b"</xdr:wsDr>", anchor + b"</xdr:wsDr>")

    data = _workbook(_text_box)
    parts = _parts(saved(_rewritten(data, edit)))
    assert parts[DRAWING_1] == _parts(BytesIO(data))[DRAWING_1]


# Extensions of a sheet


@pytest.mark.parametrize(
    "uri",
    [
        "{CCE6A557-97BC-4B89-ADB6-D9C93CAAB3DF}",
        "{78C0D931-6437-407D-A8EE-F0AAD7539E65}",
        "{05C60535-1F16-4FD2-B633-F4F36F0B64E0}",
    ],
    ids=["validations", "colours", "sparklines"],
)
def test_extensions_are_kept(saved, full, uri):
    """Lists and colours that refer to other tabs, and sparklines, are as they were."""
    before, after = _extension(_parts(BytesIO(full)), uri), _extension(_parts(saved(full)), uri)
    for _, _, attributes in before[0]:
        attributes.pop(f"{{{XR}}}uid", None)
    assert after == before


def test_extensions_keep_their_prefixes(saved, full):
    """Names are written with the prefixes that Excel writes."""
    sheet = _parts(saved(full))[SHEET_1]
    assert b"<x14:dataValidation " in sheet
    assert b"<xm:f>Data!$A$1:$A$3</xm:f>" in sheet
    assert b"<x14:dxf><font><b/></font></x14:dxf>" in sheet
    assert b"<x14:sparkline>" in sheet


def test_prefixes_of_another_program_are_understood(saved):
    """Names mean the same in a workbook that writes them with other prefixes."""

    def edit(parts):
        _extended(COLOURS.replace("x14:", "q:").replace(":x14", ":q"))(parts)
        text = parts[SHEET_1].decode().replace("xmlns=", "xmlns:x=", 1)
        parts[SHEET_1] = re.sub(r"<(/?)(?=[a-z]\w*[\s/>])", r"<\1x:", text).encode()

    data = _rewritten(_workbook(_text_box), edit)
    uri = "{78C0D931-6437-407D-A8EE-F0AAD7539E65}"
    before, after = _parts(BytesIO(data)), _parts(saved(data))
    assert _extension(after, uri) == _extension(before, uri) != []
    assert after[DRAWING_1] == before[DRAWING_1]


def test_a_list_of_a_removed_tab_goes_with_it(saved, full):
    """A list that would refer to a tab that is not there is left out, and the others stay."""
    sheet = _parts(saved(full, changes=[RemoveSheet("Round 1")]))[SHEET_1]
    assert b"Round 1" not in sheet
    assert b'<x14:dataValidations count="1">' in sheet
    assert b"Data!$A$1:$A$3" in sheet


def test_what_only_extends_a_rule_is_left_out():
    """A data bar stays a plain one: half of its finer look would make Excel repair the file."""

    def bars(book):
        options = {"type": "data_bar", "data_bar_2010": True}
        book.get_worksheet_by_name("Notes").conditional_format("A1:A3", options)

    kept = _kept(_workbook(bars), _plain(_workbook(bars)))
    assert kept.changed == {}
    assert b"dataBar" in kept.read(SHEET_1)


# Saving again and again, and other programs


@pytest.mark.parametrize("name", ["event.xlsx", "event.xlsm"])
def test_the_file_does_not_grow(saved, full, name):
    """The tenth save has the parts of the first one, and no others."""
    data, found = full, []
    for value in range(10):
        changes = [SetCells("Data", {(5, 1): value})]
        data = saved(data, name, changes=changes).read_bytes()
        parts = _parts(BytesIO(data))
        found.append({n: len(b) for n, b in parts.items() if n != "docProps/core.xml"})
    assert found == [found[0]] * 10


def test_macros_are_not_left_open(full):
    """Garbage that was to be written would be complained about, at any later moment."""
    open_workbook(full, "event.xlsm")
    gc.collect()


@pytest.mark.parametrize(
    "draw",
    [lambda book: None, lambda book: book.get_worksheet_by_name("Data").write_comment("A1", "x")],
    ids=["numbers", "a note"],
)
def test_a_plain_workbook_is_left_as_openpyxl_writes_it(draw):
    """Where nothing is left out, nothing is put back."""
    data = _workbook(draw)
    assert _kept(data, _plain(data)).changed == {}


def test_a_new_workbook_has_what_its_template_has(tmp_path, full):
    """A template's pictures and lists are in the workbook that is made from it."""
    (tmp_path / "template.xlsx").write_bytes(full)
    host = FileHost(tmp_path / "event.xlsx", tmp_path / "template.xlsx")
    host.read()
    host.write(CHANGES)
    parts = _parts(tmp_path / "event.xlsx")
    assert parts[DRAWING_1] == _parts(BytesIO(full))[DRAWING_1]
    assert b"x14:dataValidation" in parts[SHEET_1]


@pytest.mark.parametrize("part", ["drawing1.xml", "vmlDrawing1.vml"])
def test_damaged_relations_stop_the_write(saved, full, tmp_path, part):
    """What cannot be read cannot be kept, so nothing is written."""
    damage = {f"xl/drawings/_rels/{part}.rels": b"<Relationships"}
    data = _rewritten(full, lambda parts: parts.update(damage))
    with pytest.raises(HostError, match="damaged"):
        saved(data)
    assert {p.name: p.read_bytes() for p in tmp_path.iterdir()} == {"event.xlsx": data}


def test_nothing_is_told_about_what_is_kept(full):
    """An organizer is warned of what a change does not keep, and of nothing else."""
    assert not_kept(_parts(BytesIO(full))) == ()
    with_slicer = _rewritten(full, lambda parts: parts.update({"xl/slicers/slicer1.xml": b"<s/>"}))
    assert "slicers, which" in not_kept(_parts(BytesIO(with_slicer)))[0]


def test_a_spreadsheet_program_shows_what_was_kept(saved, full, tmp_path):
    """LibreOffice opens the saved workbook, and prints the words of its text boxes."""
    office, text = shutil.which("soffice"), shutil.which("pdftotext")
    if not office or not text:
        pytest.skip("LibreOffice and pdftotext are missing: apt install libreoffice poppler-utils")
    path = saved(full)
    profile = (tmp_path / "profile").as_uri()
    done = subprocess.run(
        [office, f"-env:UserInstallation={profile}", "--headless", "--convert-to", "pdf",
         "--outdir", tmp_path, path],
        capture_output=True, text=True, timeout=180, check=True,
    )  # fmt: skip
    assert "error" not in done.stderr.lower()
    words = subprocess.run(
        [text, path.with_suffix(".pdf"), "-"], capture_output=True, text=True, check=True
    ).stdout
    assert "Welcome to the event" in " ".join(words.split())
    assert "Second box" in words
