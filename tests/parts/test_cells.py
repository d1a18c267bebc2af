"""The cells of a part as values."""

from __future__ import annotations

from datetime import datetime, time

import pytest
from packages import cell, package_of, sheet_part, workbook

from xlplugin.ground.problems import HostError
from xlplugin.parts.cells import escaped, unescaped
from xlplugin.parts.reading import read_book
from xlplugin.workbook.layout import CellError, Formula
from xlplugin.workbook.moments import EPOCHS, serial

CLOCK = 'date1904="1"'


def _rows(rows, *, strings=None, properties="", **more):
    before = f"<workbookPr {properties}/>" if properties else ""
    parts = workbook({"Data": sheet_part(rows, **more)}, before=before, strings=strings)
    return read_book(package_of(parts), "x.xlsx").sheets["Data"].rows


def _value(content, attributes="", **more):
    rows = _rows(cell(content, attributes), **more)
    return rows[0][0] if rows else None


@pytest.mark.parametrize(
    ("content", "attributes", "value"),
    [
        ("<v>7</v>", "", 7),
        ("<v> 7 </v>", "", 7),
        ("<v>1E3</v>", "", 1000),
        ("<v>9007199254740993</v>", "", 2**53),
        ("<v>1</v>", 't="b"', True),
        ("<v>#N/A</v>", 't="e"', CellError("#N/A")),
        ("<v>#SPILL!</v>", 't="e"', CellError("#SPILL!")),
        ("<v>a</v>", 't="str"', "a"),
        ("<is><t>a</t></is>", 't="inlineStr"', "a"),
        ("<is><r><t>a</t></r><r><t> b</t></r><rPh><t>c</t></rPh></is>", 't="inlineStr"', "a b"),
        ("<is><t>a<!-- b -->c<![CDATA[<d>]]></t></is>", 't="inlineStr"', "ac<d>"),
        ("<is><t/></is>", 't="inlineStr"', None),
        ("<v>1</v>", 't="inlineStr"', None),
        ("<v/>", "", None),
        ("", 's="1"', None),
        ("<v>2024-01-02T03:04:05Z</v>", 't="d"', datetime(2024, 1, 2, 3, 4, 5)),  # noqa: DTZ001
        ("<f>A2+1</f><v>7</v>", "", Formula("=A2+1")),
        ('<f>"a"</f><v>a</v>', 't="str"', Formula('="a"')),
        ('<f t="array" ref="A1:A3">SEQUENCE(3)</f><v>1</v>', 'cm="1"', Formula("=SEQUENCE(3)")),
    ],
)
def test_every_kind_of_cell_has_a_value(content, attributes, value):
    """Empty texts are no value; whole numbers are whole as far as a cell holds them."""
    found = _value(content, attributes)
    assert (type(found), found) == (type(value), value)


@pytest.mark.parametrize(
    ("strings", "value"),
    [
        ("<si><t>a</t></si>", "a"),
        ("<si><r><t>a</t></r><r><rPr><b/></rPr><t>b</t></r><phoneticPr/></si>", "ab"),
        ("<si><t/></si>", None),
    ],
)
def test_texts_that_cells_share_are_looked_up(strings, value):
    """Runs are joined."""
    assert _value("<v>0</v>", 't="s"', strings=strings) == value


@pytest.mark.parametrize(
    ("number", "look", "value"),
    [
        ("0", 1, time(0)),
        ("0.25", 1, time(6)),
        ("1.5", 1, datetime(1900, 1, 1, 12)),  # noqa: DTZ001
        ("60", 1, 60),
        ("61", 1, datetime(1900, 3, 1)),  # noqa: DTZ001
        ("2958465", 1, datetime(9999, 12, 31)),  # noqa: DTZ001
        ("2958466", 1, 2958466),
        ("-1", 1, -1),
        ("0.0625", 2, time(1, 30)),
        ("45000", 3, 45000),
    ],
)
def test_dates_are_moments_and_what_is_none_stays_a_number(number, look, value):
    """Day 60 of 1900 never was; words in a number format are no date."""
    assert _value(f"<v>{number}</v>", f's="{look}"') == value


@pytest.mark.parametrize(
    ("number", "value"),
    [
        ("1.5", datetime(1904, 1, 2, 12)),  # noqa: DTZ001
        ("60", datetime(1904, 3, 1)),  # noqa: DTZ001
        ("0.5", time(12)),
        ("2957004", 2957004),
    ],
)
def test_dates_from_1904_on(number, value):
    """As Excel for Macintosh counted."""
    properties = 'date1904="true"'
    assert _value(f"<v>{number}</v>", 's="1"', properties=properties) == value


@pytest.mark.parametrize("epoch", EPOCHS.values(), ids=["1900", "1904"])
@pytest.mark.parametrize("year", [1904, 2024])
def test_a_moment_is_written_as_it_was_read(epoch, year):
    """To the millisecond."""
    moment = datetime(year, 3, 1, 12, 34, 56, 789000)  # noqa: DTZ001
    properties = CLOCK if epoch == EPOCHS[True] else ""
    assert _value(f"<v>{serial(moment, epoch)!r}</v>", 's="1"', properties=properties) == moment


def test_the_first_days_of_1900_are_written_as_they_were_read():
    """Those before the day that never was, too."""
    for day in (1, 31, 59, 61, 62):
        moment = _value(f"<v>{day}</v>", 's="1"')
        assert serial(moment, EPOCHS[False]) == day


def test_formulas_that_cells_share_read_as_in_each_cell():
    """The first has the text, wherever the element stands in its cell."""
    rows = (
        '<row r="1"><c r="B1"><v>2</v><f t="shared" ref="B1:C2" si="0">A1*$A$1</f></c>'
        '<c r="C1"><f t="shared" si="0"/><v>1</v></c></row>'
        '<row r="2"><c r="B2"><f t="shared" si="0"/></c><c r="C2"><f>B2</f></c></row>'
    )
    assert _rows(rows) == [
        [None, Formula("=A1*$A$1"), Formula("=B1*$A$1")],
        [None, Formula("=A2*$A$1"), Formula("=B2")],
    ]


@pytest.mark.parametrize(
    ("rows", "values"),
    [
        ("<row><c><v>1</v></c><c/><c><v>3</v></c></row>", [[1, None, 3]]),
        ('<row r="3"><c><v>1</v></c><c r="D3"><v>2</v></c><c><v>3</v></c></row>', None),
        ('<row r="2"><c r="B2"><v>1</v></c></row><row><c><v>2</v></c></row>', None),
        ('<row r="2"><c r="A2"><v>2</v></c></row><row r="1"><c r="A1"><v>1</v></c></row>', None),
        ('<row r="1"><c r="B1"><v>2</v></c><c r="A1"><v>1</v></c></row>', [[1, 2]]),
    ],
)
def test_cells_without_addresses_or_order_stand_where_they_should(rows, values):
    """The next place counts where none is said."""
    others = {
        '<row r="3">': [[], [], [1, None, None, 2, 3]],
        '<row r="2"><c r="B2">': [[], [None, 1], [2]],
        '<row r="2"><c r="A2">': [[1], [2]],
    }
    expected = values or next(v for start, v in others.items() if rows.startswith(start))
    assert _rows(rows) == expected


def test_prefixes_of_another_program_are_understood():
    """The names are the same."""
    rows = '<row r="1"><c r="A1" t="inlineStr"><is><t>a</t></is></c></row>'
    part = (
        sheet_part(rows).replace("<", "<x:").replace("<x:/", "</x:").replace("xmlns=", "xmlns:x=")
    )
    parts = workbook({"Data": part})
    assert read_book(package_of(parts), "x.xlsx").sheets["Data"].rows == [["a"]]


@pytest.mark.parametrize(
    ("written", "read"),
    [
        ("a_x000D_b", "a\rb"), ("a_x000d_", "a\r"), ("_x005F_x000D_", "_x000D_"), ("_x00e4_", "ä"),
        ("_xD83D__xDE00_", "_xD83D__xDE00_"), ("_x12_", "_x12_"), ("plain", "plain"),
    ],
)  # fmt: skip
def test_escapes_stand_for_letters(written, read):
    """All but halves of letters, which no text has; what was read is written so that it reads the same."""
    assert unescaped(written) == read
    assert unescaped(escaped(read)) == read
    assert _value(f"<is><t>{written}</t></is>", 't="inlineStr"') == read


@pytest.mark.parametrize(
    ("content", "attributes"),
    [
        ("<v>x</v>", ""), ("<v>nan</v>", ""), ("<v>1e999</v>", ""), ("<v>1_0</v>", ""),
        ("<v>٣</v>", ""), ("<v>2</v>", 't="b"'), ("<v>-1</v>", 't="s"'), ("<v>9</v>", 't="s"'),
        ("<v>a</v>", 't="s"'), ("<v>a</v>", 't="d"'), ("<v>a</v>", 't="other"'),
        ("<v>\n</v>", 't="e"'),
    ],
)  # fmt: skip
def test_what_no_cell_can_hold_is_refused_with_its_cell(content, attributes):
    """The message says what is there, and where."""
    with pytest.raises(HostError, match=r"^Data!A1 holds "):
        _value(content, attributes, strings="<si><t>a</t></si>")


@pytest.mark.parametrize(
    "rows",
    [
        '<row r="0"><c r="A0"><v>1</v></c></row>', '<row r="x"/>',
        '<row r="1"><c r="A2"><v>1</v></c></row>', '<row r="1"><c r="XFE1"><v>1</v></c></row>',
        '<row r="1048577"/>',
    ],
)  # fmt: skip
def test_a_cell_where_none_can_be_is_refused(rows):
    """Which host names the part."""
    with pytest.raises(ValueError, match=r"no cell has the address|is in row"):
        _rows(rows)


def test_cells_too_far_from_one_another_are_refused():
    """Room for all between them would take the whole memory."""
    rows = "".join(f'<row r="{n}"><c r="XFD{n}"><v>1</v></c></row>' for n in range(1, 700))
    with pytest.raises(HostError, match=r"^Data!XFD\d+ holds '1'"):
        _rows(rows)


def test_merged_cells_are_told():
    """As first row, first column, last row, last column."""
    after = '<mergeCells><mergeCell ref="A1:A1048576"/><mergeCell ref="B2:C3"/></mergeCells>'
    parts = workbook({"Data": sheet_part(after=after)})
    merged = read_book(package_of(parts), "x.xlsx").sheets["Data"].merged
    assert merged == ((1, 1, 1048576, 1), (2, 2, 3, 3))
