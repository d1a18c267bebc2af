"""The list of styles: fonts as the schema has them, and cells that keep their named styles."""

from __future__ import annotations

import re
import zipfile
from io import BytesIO

import pytest
from defusedxml.ElementTree import fromstring
from openpyxl import Workbook, load_workbook
from openpyxl.styles import Font, NamedStyle

from xlplugin.hosts.file import FileHost
from xlplugin.hosts.package import MAIN, Package
from xlplugin.hosts.styles import STYLES, with_styles_numbered
from xlplugin.workbook.book import SetCells

ORDER = [
    "b",
    "i",
    "strike",
    "condense",
    "extend",
    "outline",
    "shadow",
    "u",
    "vertAlign",
    "sz",
    "color",
    "name",
    "family",
    "charset",
    "scheme",
]
NAMES = ("Normal", "loud", "quiet", "usual")
CHANGES = (SetCells("Data", {(9, 9): "new"}),)


def _edited(data, edit):
    """The workbook with its list of styles edited."""
    with zipfile.ZipFile(BytesIO(data)) as archive:
        package = Package(archive)
        package.put(STYLES, edit(package.read(STYLES).decode()).encode())
        return package.packed()


@pytest.fixture
def data():
    """A workbook with a cell of each named style, as openpyxl writes it."""
    book = Workbook()
    sheet = book.active
    sheet.title = "Data"
    for row, name in enumerate(NAMES, 1):
        if row > 1:
            font = Font(
                name="Calibri", size=10 + row, bold=True, italic=True, strike=True, color="FF112233",
                underline="double", vertAlign="superscript", charset=238, family=2, scheme="minor",
            )  # fmt: skip
            book.add_named_style(NamedStyle(name, font=font))
        sheet.cell(row, 1, name).style = name
    out = BytesIO()
    book.save(out)
    return out.getvalue()


@pytest.fixture
def written(tmp_path):
    """Write a cell of a workbook; gives its list of styles, and the style of each first cell."""

    def write(data):
        path = tmp_path / "event.xlsx"
        path.write_bytes(data)
        FileHost(path).write(CHANGES)
        with zipfile.ZipFile(path) as archive:
            styles = fromstring(archive.read(STYLES))
        sheet = load_workbook(path)["Data"]
        return styles, [sheet.cell(row, 1).style for row in range(1, len(NAMES) + 1)]

    return write


def _with_gaps(styles):
    """The list as LibreOffice writes it: named styles after others that have no name."""

    def shifted(found):
        return f'xfId="{int(found[1]) + 14}"' if found[1] != "0" else found[0]

    blank = '<xf numFmtId="0" fontId="0" fillId="0" borderId="0" />'
    styles = re.sub(r'xfId="(\d+)"', shifted, styles)
    return re.sub(r"(<cellStyleXfs[^>]*><xf\b.*?/>)", rf"\1{blank * 14}", styles, count=1)


def _points_at_what_is_there(styles):
    there = len(styles.find(f"{{{MAIN}}}cellStyleXfs"))
    formats = styles.find(f"{{{MAIN}}}cellXfs")
    return all(int(each.get("xfId", "0")) < there for each in formats)


def test_a_font_has_the_order_of_the_schema(data, written):
    """Everything that a font may have stands where Excel writes it."""
    styles, _ = written(data)
    fonts = [
        [child.tag.partition("}")[2] for child in font] for font in styles.iter(f"{{{MAIN}}}font")
    ]
    assert max(map(len, fonts)) == 11
    assert fonts == [sorted(font, key=ORDER.index) for font in fonts]


def test_cells_keep_their_named_styles_where_numbers_are_left_out(data, written):
    """What LibreOffice has saved is written with every cell in the style that it had."""
    styles, names = written(_edited(data, _with_gaps))
    assert names == list(NAMES)
    assert _points_at_what_is_there(styles)


def test_a_style_that_is_named_twice_is_one(data, written):
    """Cells of both have the one that stays, and no other moves into its place."""

    def twice(styles):
        return styles.replace('name="quiet"', 'name="loud"')

    styles, names = written(_edited(data, twice))
    assert names == ["Normal", "loud", "loud", "usual"]
    assert _points_at_what_is_there(styles)


def test_what_points_past_the_list_is_mended(data, written):
    """A cell whose style is not there has the usual one from then on."""

    def past(styles):
        start, formats, end = re.split("(<cellXfs.*</cellXfs>)", styles)
        return start + formats.replace('xfId="3"', 'xfId="77"') + end

    styles, names = written(_edited(data, past))
    assert names == ["Normal", "loud", "quiet", "Normal"]
    assert _points_at_what_is_there(styles)


def test_a_sound_list_is_left_alone(data):
    """Where the numbers are as openpyxl has them, nothing is read instead."""
    assert with_styles_numbered(zipfile.ZipFile(BytesIO(data))) == {}
