"""What other programs put into a workbook is in it after every command, byte for byte."""

from __future__ import annotations

import posixpath
import re
import shutil
import subprocess
import warnings
import zlib
from io import BytesIO
from zipfile import ZipFile

import pytest
import xlsxwriter
from defusedxml.ElementTree import fromstring
from features import BOOK_ORDER, FEATURES, ORDER, TYPES, Foreign
from lxml import etree
from openpyxl import load_workbook
from packages import MAIN, packed, parts_of

from xlplugin.hosts.file import FileHost
from xlplugin.parts.package import Package
from xlplugin.parts.workbook import Workbook
from xlplugin.verbs.change_pairing import swap
from xlplugin.verbs.cut import cut
from xlplugin.verbs.pair import pair_round
from xlplugin.verbs.standings import write_standings
from xlplugin.verbs.undo import undo
from xlplugin.workbook.book import SetCells
from xlplugin.workbook.live_patterns import is_pattern

BOOK = "xl/workbook.xml"
M = f"{{{MAIN}}}"
RIGHTLY_CHANGED = {
    TYPES, "_rels/.rels", BOOK, "xl/_rels/workbook.xml.rels", "xl/styles.xml", "docProps/app.xml", "docProps/core.xml",
}  # fmt: skip
EDITED = {"sheetData", "dimension", "sheetViews", "autoFilter"}
EDITED_IN_BOOK = {"sheets", "definedNames", "calcPr", "bookViews"}


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


@pytest.fixture(scope="module")
def event(played_bytes):
    """An event with one finished round, without the hidden tabs, which take long to read."""
    workbook = load_workbook(BytesIO(played_bytes))
    for name in [name for name in workbook.sheetnames if is_pattern(name)]:
        del workbook[name]
    rounds = next(row for row in workbook["Event"].iter_rows() if row[0].value == "Rounds")
    rounds[1].value = 2
    stream = BytesIO()
    workbook.save(stream)
    return stream.getvalue()


def _charts(book, sheet):
    chart = book.add_chart({"type": "column"})
    chart.add_series({"values": "=Notes!$A$1:$A$3", "gradient": {"colors": ["red", "blue"]}})
    sheet.insert_chart("C3", chart)
    other = book.add_chart({"type": "line"})
    other.add_series({"values": "=Notes!$A$1:$A$3"})
    book.add_chartsheet("Picture").set_chart(other)


def _pictures(book, sheet):
    sheet.insert_image("C3", "a.png", {"image_data": BytesIO(PIXEL), "url": "internal:'Log'!A1"})
    sheet.set_background(BytesIO(PIXEL))
    sheet.set_header("&L&G", {"image_left": "a.png", "image_data_left": BytesIO(PIXEL)})


def _rules(book, sheet):
    sheet.conditional_format("A1:A3", {"type": "data_bar", "data_bar_2010": True})
    sheet.conditional_format("B1:B3", {"type": "icon_set", "icon_style": "3_arrows"})
    sheet.data_validation("C1:C9", {"validate": "list", "source": "=Log!$A$1:$A$3"})


def _notes(book, sheet):
    sheet.write_comment("A1", "A note")
    sheet.add_table("F1:G3")
    sheet.insert_textbox("H9", "Welcome")


def _arrays(book, sheet):
    sheet.write_dynamic_array_formula("J1:J3", "=SEQUENCE(3)")
    sheet.write_array_formula("K1:K3", "{=A1:A3}")
    sheet.insert_checkbox("L1", boolean=True)


def _macros(book, sheet):
    book.add_signed_vba_project(
        BytesIO(b"project" * 99), BytesIO(b"signed" * 99),
        project_is_stream=True, signature_is_stream=True,
    )  # fmt: skip
    sheet.insert_button("B2", {"macro": "say_hello", "caption": "Hello"})


WRITTEN_BY_XLSXWRITER = {
    "charts": _charts,
    "pictures": _pictures,
    "rules": _rules,
    "notes and a table": _notes,
    "arrays": _arrays,
    "signed macros of XlsxWriter": _macros,
    "picture in a cell": lambda book, sheet: sheet.embed_image("C3", "a.png", {"image_data": BytesIO(PIXEL)}),
    "sparklines of XlsxWriter": lambda book, sheet: sheet.add_sparkline("B1", {"range": "Notes!A1:A3"}),
    "recommended": lambda book, sheet: (book.read_only_recommended(), sheet.ignore_errors({"number_stored_as_text": "A1"})),
}  # fmt: skip


def _by_xlsxwriter(event, draw):
    """The event as XlsxWriter writes it, with a tab of the organizer's on which something is drawn."""
    stream = BytesIO()
    source = load_workbook(BytesIO(event))
    with xlsxwriter.Workbook(stream, {"in_memory": True}) as book:
        notes = book.add_worksheet("Notes")
        notes.write_column("A1", [3, 1, 2])
        for tab in source:
            sheet = book.add_worksheet(tab.title)
            for row in tab.iter_rows():
                for cell in row:
                    if cell.value is not None and cell.data_type != "f":
                        sheet.write(cell.row - 1, cell.column - 1, cell.value)
                    elif cell.data_type == "f":
                        sheet.write_formula(cell.row - 1, cell.column - 1, str(cell.value))
        draw(book, notes)
    return stream.getvalue()


def _by_hand(event, add):
    """The event with parts of another program on a tab that every command changes."""
    parts = parts_of(event)
    sheet = Workbook(Package(ZipFile(BytesIO(event)))).tabs()["Log"]
    add(Foreign(parts, sheet))
    return packed(parts)


def _by_hand_on_all(event):
    """Everything at once, on one tab."""
    parts = parts_of(event)
    sheet = Workbook(Package(ZipFile(BytesIO(event)))).tabs()["Log"]
    for add in FEATURES.values():
        add(Foreign(parts, sheet))
    return packed(parts)


def _saved_by_openpyxl(event):
    stream = BytesIO()
    load_workbook(BytesIO(event)).save(stream)
    return stream.getvalue()


MADE = {
    **{name: lambda event, add=add: _by_hand(event, add) for name, add in FEATURES.items()},
    **{
        f"{name} by XlsxWriter": lambda event, draw=draw: _by_xlsxwriter(event, draw)
        for name, draw in WRITTEN_BY_XLSXWRITER.items()
    },
    "everything at once": _by_hand_on_all,
    "openpyxl": _saved_by_openpyxl,
}


def _typed(host):
    """Type a win into every match of the newest round."""
    sheets = host.read().sheets
    tab = [name for name in sheets if re.fullmatch(r"Round \d+", name)][-1]
    head, *rows = sheets[tab].rows
    places = {header: i for i, header in enumerate(head, 1)}
    cells = {
        (number, places[header]): "W"
        for number, row in enumerate(rows, 2)
        if row and row[places["No 2"] - 1] is not None
        for header in ("P1 Corp", "P1 Runner")
    }
    host.write([SetCells(tab, cells)])


VERBS = (
    pair_round,
    lambda host: swap(host, "1", "2"),
    undo,
    pair_round,
    _typed,
    write_standings,
    lambda host: cut(host, 4),
)


def _plays(path):
    """Do what commands do, one after another; give the file before and after each."""
    before = path.read_bytes()
    for verb in VERBS:
        verb(FileHost(path))
        after = path.read_bytes()
        yield before, after
        before = after


@pytest.mark.parametrize("make", MADE.values(), ids=MADE)
def test_parts_of_other_programs_are_not_touched(event, tmp_path, make):
    """Every part but those that must change keeps its bytes; those that are edited keep the rest."""
    data = make(event)
    path = tmp_path / "event.xlsx"
    path.write_bytes(data)
    faults = []
    for step, (before, after) in enumerate(_plays(path)):
        faults += [f"step {step}: {fault}" for fault in _faults(before, after)]
    assert faults == []
    with warnings.catch_warnings():  # of extensions that openpyxl leaves out
        warnings.simplefilter("ignore", UserWarning)
        book = load_workbook(path, keep_links=False)
    assert "Cut 1" in book.sheetnames


def _faults(before, after):
    """What is wrong in a file that was written."""
    old, new = (Package(ZipFile(BytesIO(data))) for data in (before, after))
    own = {part: name for name, part in Workbook(old).tabs().items()}
    kept = set(Workbook(new).tabs().values())
    for part in old.names:
        ours = own.get(part) or own.get(part.replace("/_rels/", "/").removesuffix(".rels"))
        is_gone = part not in new.names
        if is_gone:
            if (
                part != "xl/calcChain.xml"
                and "_xmlsignatures" not in part
                and ours in Workbook(new).tabs()
            ):
                yield f"{part} is gone"
        elif part in own and part in kept and own[part] == new_name(new, part):
            yield from _changes_of_tab(part, old.read(part), new.read(part))
        elif part not in RIGHTLY_CHANGED and not ours and old.raw(part) != new.raw(part):
            yield f"{part} changed"
    yield from _changes_of_book(old.read(BOOK), new.read(BOOK))
    yield from _incomplete(parts_of(after))
    if b'fullCalcOnLoad="1"' not in new.read(BOOK):
        yield "not calculated anew"


def new_name(package, part):
    """The tab that a part is of now."""
    return next((name for name, its in Workbook(package).tabs().items() if its == part), None)


def _said(element):
    return etree.tostring(element, method="c14n", with_tail=False)


def _changes_of_tab(part, before, after):
    """What changed in a tab's part besides its cells."""
    if before == after:
        return
    old, new = etree.fromstring(before), etree.fromstring(after)
    if (old.tag, old.prefix, old.nsmap, dict(old.attrib)) != (new.tag, new.prefix, new.nsmap, dict(new.attrib)):  # fmt: skip
        yield f"{part}: prefixes or attributes"
    rest = [
        [_said(e) for e in root if etree.QName(e).localname not in EDITED] for root in (old, new)
    ]
    if rest[0] != rest[1]:
        yield f"{part}: {set(rest[0]) ^ set(rest[1])}"
    ranks = [
        ORDER.index(etree.QName(e).localname) for e in new if etree.QName(e).localname in ORDER
    ]
    if ranks != sorted(ranks):
        yield f"{part}: order"
    cells = [{c.get("r"): c for c in root.iter(f"{M}c")} for root in (old, new)]
    for address in ("AA2000", "AB2000"):
        if address in cells[0] and _said(cells[0][address]) != _said(cells[1][address]):
            yield f"{part}: {address}"
    if b"dyDescent" in before and b"dyDescent" not in after:
        yield f"{part}: attributes of rows"


def _changes_of_book(before, after):
    """What changed in the part that lists the tabs, besides them."""
    old, new = etree.fromstring(before), etree.fromstring(after)
    if (old.prefix, old.nsmap, dict(old.attrib)) != (new.prefix, new.nsmap, dict(new.attrib)):
        yield f"{BOOK}: prefixes or attributes"
    rest = [
        [_said(e) for e in root if etree.QName(e).localname not in EDITED_IN_BOOK]
        for root in (old, new)
    ]
    if rest[0] != rest[1]:
        yield f"{BOOK}: {set(rest[0]) ^ set(rest[1])}"
    ranks = [BOOK_ORDER.index(etree.QName(e).localname) for e in new]
    if ranks != sorted(ranks):
        yield f"{BOOK}: order"


def _incomplete(parts):
    """Relations that lead nowhere, parts without a type, and types without a part."""
    for name in [name for name in parts if name.endswith(".rels")]:
        folder, rels = posixpath.split(name)
        part = posixpath.join(posixpath.dirname(folder), rels.removesuffix(".rels"))
        relations = list(fromstring(parts[name]))
        if len({r.get("Id") for r in relations}) != len(relations):
            yield f"{name}: the same number twice"
        for relation in relations:
            target = posixpath.join("/", posixpath.dirname(part), relation.get("Target"))
            is_inside = (
                relation.get("TargetMode") != "External" and relation.get("Target")[0] != "#"
            )
            if is_inside and posixpath.normpath(target).lstrip("/") not in parts:
                yield f"{name}: {target}"
    types = fromstring(parts[TYPES])
    defaults = {e.get("Extension").lower() for e in types if e.get("Extension")}
    overrides = {e.get("PartName").lstrip("/") for e in types if e.get("PartName")}
    yield from (f"{name} has a type and is not there" for name in overrides - set(parts))
    for name in parts.keys() - {TYPES} - overrides:
        if name.rpartition(".")[2].lower() not in defaults:
            yield f"{name} has no type"


def test_a_signature_of_the_file_ends_with_the_first_change_and_that_is_said(event, tmp_path, run):
    """Before anything is written; the signature of the macros stays."""
    path = tmp_path / "event.xlsx"
    path.write_bytes(_by_hand_on_all(event))
    told = "The workbook is signed; the signature ends with the first change."
    assert told in run("check", path).output
    assert FileHost(path).read().warnings == (told,)
    pair_round(FileHost(path))
    parts = parts_of(path.read_bytes())
    assert [name for name in parts if "_xmlsignatures" in name] == []
    assert parts["xl/vbaProjectSignature.bin"] == bytes(999)
    assert FileHost(path).read().warnings == ()


def test_the_order_of_calculation_goes_with_all_that_leads_to_it(event, tmp_path):
    """Excel makes it anew."""
    path = tmp_path / "event.xlsx"
    path.write_bytes(_by_hand(event, FEATURES["order of calculation"]))
    pair_round(FileHost(path))
    parts = parts_of(path.read_bytes())
    assert [
        name for name, content in parts.items() if "calcChain" in name or b"calcChain" in content
    ] == []


def test_a_spreadsheet_program_opens_all_of_them(event, tmp_path):
    """LibreOffice makes a list of the newest round of each; one of them it has saved itself before."""
    office = shutil.which("soffice")
    if not office:
        pytest.skip("LibreOffice is missing: apt install libreoffice-calc")
    profile = f"-env:UserInstallation={(tmp_path / 'profile').as_uri()}"

    def converted(kind, folder, *paths):
        command = [office, profile, "--headless", "--convert-to", kind, "--outdir", folder, *paths]
        subprocess.run(command, capture_output=True, timeout=300, check=True)

    (tmp_path / "event.xlsx").write_bytes(event)
    converted("xlsx", tmp_path / "office", tmp_path / "event.xlsx")
    paths = []
    for number, make in enumerate([*MADE.values(), None]):
        path = tmp_path / f"{number}.xlsx"
        path.write_bytes(make(event) if make else (tmp_path / "office" / "event.xlsx").read_bytes())
        before = path.read_bytes()
        pair_round(FileHost(path))
        assert [*_faults(before, path.read_bytes())] == []
        paths.append(path)
    converted("ods", tmp_path / "ods", *paths)
    assert len([*(tmp_path / "ods").glob("*.ods")]) == len(paths) >= 30
