"""Values put into the part of a tab, of which everything else stays."""

from __future__ import annotations

import re
from datetime import UTC, date, datetime, time

import pytest
from lxml import etree
from packages import LOOKS, MAIN, cell, package_of, sheet_part, workbook

from xlplugin.ground.problems import HostError
from xlplugin.parts.reading import read_book
from xlplugin.parts.sheet import Sheet
from xlplugin.parts.styles import Styles
from xlplugin.workbook.layout import CellError, Formula
from xlplugin.workbook.moments import EPOCHS

NOON = datetime(2024, 5, 6, 12, tzinfo=UTC).replace(tzinfo=None)


def _sheet(rows="", **more):
    styles = Styles(f'<styleSheet xmlns="{MAIN}">{LOOKS}</styleSheet>'.encode())
    return Sheet("Data", sheet_part(rows, **more).encode(), styles, EPOCHS[False])


def _rows(sheet):
    """What is read of the part."""
    parts = workbook({"Data": sheet.written()}) | {"xl/styles.xml": sheet.styles.written()}
    return read_book(package_of(parts), "x.xlsx").sheets["Data"].rows


def _data(sheet):
    """The cells of the part as they are written."""
    return re.search(rb"<sheetData>(.*)</sheetData>", sheet.written(), re.DOTALL)[1].decode()


VALUES = [
    -0.1, 2**60, True, " a  b ", "a\rb", "_x000D_", "=1+1", "'a", "#N/A", "\U0001f600",
    CellError("#DIV/0!"), Formula("=A1&B1"), NOON, time(1, 30), "x" * 32_767,
]  # fmt: skip


@pytest.mark.parametrize("value", VALUES, ids=lambda value: repr(value)[:20])
@pytest.mark.parametrize(
    "there",
    [
        "", '<row r="1"/>', cell("<v>1</v>"), cell("<is><t>a</t></is>", 't="inlineStr" s="0"'),
        cell('<f t="array" ref="A1">1</f><v>1</v>', 'cm="1" vm="1"'),
    ],
    ids=["no row", "no cell", "number", "inline", "array of one"],
)  # fmt: skip
def test_a_value_is_read_as_it_was_put(there, value):
    """Whatever was in the cell before."""
    sheet = _sheet(there)
    sheet.put(1, 1, value)
    assert _rows(sheet) == [[value]]
    assert len(re.findall("<c ", _data(sheet))) == 1
    assert "cm=" not in _data(sheet)


@pytest.mark.parametrize("value", [None, ""])
def test_nothing_empties_a_cell_and_makes_none(value):
    """Its look stays."""
    sheet = _sheet(cell("<v>1</v>", 's="1"'))
    sheet.put(1, 1, value)
    sheet.put(5, 5, None)
    assert _data(sheet) == '<row r="1"><c r="A1" s="1"/></row>'


def test_a_date_gets_a_look_that_shows_it():
    """One that shows dates stays; another becomes one of date and time."""
    sheet = _sheet(cell("<v>1</v>", 's="1"') + '<row r="2"><c r="A2" s="3"/></row>')
    sheet.put(1, 1, NOON)
    sheet.put(2, 1, date(2024, 5, 6))
    assert '<c r="A1" s="1"><v>45418.5</v>' in _data(sheet)
    assert '<c r="A2" s="4"><v>45418.0</v>' in _data(sheet)
    assert _rows(sheet)[1] == [datetime(2024, 5, 6)]  # noqa: DTZ001


def test_a_text_that_looks_like_a_formula_is_marked_as_text():
    """Else it would become one as soon as somebody edits it."""
    sheet = _sheet()
    for row, text in enumerate(("=1", "+1", "-1", "@a", "a"), 1):
        sheet.put(row, 1, text)
    assert re.findall(r'<c r="\w+" s="4"', _data(sheet)) == [
        f'<c r="A{n}" s="4"' for n in range(1, 5)
    ]
    look = etree.fromstring(sheet.styles.written()).find(f"{{{MAIN}}}cellXfs")[4]
    assert look.get("quotePrefix") == "1"


def test_cells_and_rows_stand_in_order():
    """However they are put, and whatever the part had in disorder."""
    rows = (
        '<row r="9"><c r="C9"><v>1</v></c><c r="A9"/><extLst/></row><row r="4" spans="2:2">'
        '<c r="B4"/></row>'
    )
    sheet = _sheet(rows)
    for row, column in ((4, 1), (4, 3), (1, 1), (5, 2), (10, 1), (9, 4), (3, 1), (2, 1)):
        sheet.put(row, column, row)
    numbers = [int(n) for n in re.findall(r'<row r="(\d+)"', _data(sheet))]
    assert numbers == [1, 2, 3, 4, 5, 9, 10]
    assert '<row r="4"><c r="A4"><v>4</v></c><c r="B4"/><c r="C4"><v>4</v></c></row>' in _data(
        sheet
    )
    assert "<extLst/></row>" in _data(sheet)
    assert _rows(sheet)[8] == [None, None, 1, 9]


def test_merged_cells_take_a_value_in_their_first_cell_only():
    """In another one nobody would see it."""
    sheet = _sheet(after='<mergeCells count="1"><mergeCell ref="B2:C1048576"/></mergeCells>')
    sheet.put(2, 2, "seen")
    sheet.put(2, 4, "beside")
    with pytest.raises(HostError, match=r"^Data!C900 is inside merged cells; unmerge"):
        sheet.put(900, 3, "not seen")
    assert "not seen" not in _data(sheet)


@pytest.mark.parametrize("kind", ["array", "dataTable"])
def test_a_formula_that_fills_several_cells_is_left_whole(kind):
    """Excel would put its results over what is written there."""
    formula = f'<f t="{kind}" ref="A1:A3">SEQUENCE(3)</f><v>1</v>'
    sheet = _sheet(cell(formula) + '<row r="2"><c r="A2"><v>2</v></c></row>')
    for row in (1, 2, 3):
        with pytest.raises(HostError, match=rf"^Data!A{row} is part of a formula that fills"):
            sheet.put(row, 1, 7)
    sheet.put(4, 1, 7)
    assert formula in _data(sheet)


@pytest.mark.parametrize("first", [True, False], ids=["its first cell", "another cell"])
def test_formulas_that_are_shared_stay_the_same_for_the_others(first):
    """They get texts of their own when the cell that has the text changes."""
    rows = (
        '<row r="1"><c r="B1"><f t="shared" ref="B1:B3" si="0">A1+1</f><v>1</v></c></row>'
        '<row r="2"><c r="B2"><f t="shared" si="0"/><v>2</v></c></row>'
        '<row r="3"><c r="B3"><f t="shared" si="0"/></c><c r="C3"><f t="shared" si="1">A1</f></c></row>'
    )
    sheet = _sheet(rows)
    before = _rows(sheet)
    sheet.put(1 if first else 2, 2, "typed")
    before[0 if first else 1][1] = "typed"
    assert _rows(sheet) == before
    assert ('si="0"' in _data(sheet)) is not first


def test_prefixes_and_extensions_stay():
    """New elements take the prefix of those that are there; what may be ignored is still said so."""
    known = 'xmlns:mc="urn:mc" xmlns:x14ac="urn:x14ac" xmlns:xr="urn:xr" mc:Ignorable="x14ac xr"'
    part = sheet_part(
        '<row r="1" x14ac:dyDescent="0.25"><c r="A1"/></row>', attributes=f' {known} xr:uid="{{1}}"',
        after='<extLst><ext xmlns:x14="urn:x14" uri="{A}"><x14:a/></ext></extLst>',
    )  # fmt: skip
    prefixed = re.sub(r"<(/?)(?=[a-z]\w*[\s/>])", r"<\1x:", part).replace("xmlns=", "xmlns:x=")
    for content, mark in ((part, ""), (prefixed, "x:")):
        styles = Styles(f'<styleSheet xmlns="{MAIN}">{LOOKS}</styleSheet>'.encode())
        sheet = Sheet("Data", content.encode(), styles, EPOCHS[False])
        sheet.put(1, 1, "a")
        sheet.put(2, 2, 1)
        text = sheet.written().decode()
        start = content.index("sheetData") - len(mark) - 1
        assert text.split("\n", 1)[1][:start] == content[:start]
        assert content[content.index("<" + mark + "extLst") :] in text
        assert f'<{mark}row r="2"><{mark}c r="B2"><{mark}v>1' in text
        assert "ns0" not in text


@pytest.mark.parametrize(
    ("value", "told"),
    [
        ("a\x00b", "characters that no workbook can hold"),
        ("x" * 32_768, "a text of 32768 characters"),
        (2**53 + 1, "9007199254740993, which is more exact"),
        (10**400, "a number of 401 digits, which"),
        (float("nan"), "nan, which"),
        (datetime(1850, 1, 1), "1850-01-01 00:00:00, which is before"),  # noqa: DTZ001
    ],
    ids=lambda value: repr(value)[:20],
)
def test_what_no_cell_holds_is_refused_with_its_cell(value, told):
    """Nothing else would say why it does not read back."""
    with pytest.raises(HostError, match=r"^Data!B3 would get ") as refused:
        _sheet().put(3, 2, value)
    assert told in refused.value.fault


def test_a_height_is_said_to_be_wanted():
    """Else Excel would make the row fit its content."""
    sheet = _sheet('<row r="1" ht="9" customHeight="0"/>')
    sheet.set_height(1, 30.5)
    sheet.set_height(3, 12)
    assert '<row r="1" ht="30.5" customHeight="1"/>' in _data(sheet)
    assert '<row r="3" ht="12" customHeight="1"/>' in _data(sheet)


def test_a_filter_reaches_further_down_but_never_back():
    """As when something is typed below it."""
    sheet = _sheet(after='<autoFilter ref="A1:C5"/>')
    assert sheet.extend_filter(4) is None
    assert sheet.extend_filter(7) == (1, 1, 7, 3)
    assert b'<autoFilter ref="A1:C7"/>' in sheet.written()
    assert _sheet().extend_filter(7) is None


def test_the_used_range_grows_with_what_is_put():
    """Also from what some programs write where nothing is."""
    for said in ('ref="A1"', 'ref="A1:A1"', ""):
        sheet = _sheet(before=f"<dimension {said}/>")
        sheet.put(7, 3, 1)
        assert b'<dimension ref="A1:C7"/>' in sheet.written()


def test_a_part_without_cells_is_refused():
    """It is no tab of cells."""
    styles = Styles(f'<styleSheet xmlns="{MAIN}"/>'.encode())
    with pytest.raises(ValueError, match="'Data' has no cells"):
        Sheet("Data", f'<worksheet xmlns="{MAIN}"/>'.encode(), styles, EPOCHS[False])


@pytest.mark.parametrize(
    ("value", "written"),
    [
        (1.5, "<v>1.5</v>"),
        (True, 't="b"><f>1</f><v>1</v>'),
        ("a\r", 't="str"><f>1</f><v>a_x000D_</v>'),
        (CellError("#N/A"), 't="e"><f>1</f><v>#N/A</v>'),
        (NOON, "<v>45418.5</v>"),
        (None, "<f>1</f></c>"),
    ],
)
def test_a_formula_has_the_value_that_it_shows(value, written):
    """In place of the one that it had."""
    sheet = _sheet(cell("<f>1</f><v>9</v>", 't="b"'))
    sheet.set_result(1, 1, value)
    assert written in _data(sheet)
    assert "9" not in _data(sheet)


def test_one_tab_is_selected():
    """And another one is not any more."""
    views = '<sheetViews><sheetView tabSelected="{}" workbookViewId="0"/></sheetViews>'
    sheet = _sheet(before=views.format(0))
    sheet.select()
    assert b'tabSelected="1"' in sheet.written()
    sheet.unselect()
    assert b"tabSelected" not in sheet.written()
