"""Looks of cells: those that are there, and those that are added at the end of their list."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest
from lxml import etree
from openpyxl import load_workbook
from openpyxl.styles import Font
from packages import LOOKS, MAIN, package_of, sheet_part, workbook

from engine import RULESETS
from xlplugin.ground.resources import template
from xlplugin.hosts.closed_file.host import FileHost
from xlplugin.parts.drawing import declared_styles
from xlplugin.parts.package import PartError
from xlplugin.parts.styles import ORDER, Styles, is_date, styles_of
from xlplugin.parts.xml import parsed
from xlplugin.workbook.book import AddSheet
from xlplugin.workbook.layouts.players_tab import players_layout

LOCAL = "Standard"


def _styles(content=LOOKS):
    return Styles(f'<styleSheet xmlns="{MAIN}">{content}</styleSheet>'.encode())


def _looks(styles):
    return parsed(styles.written()).find(f"{{{MAIN}}}cellXfs")


@pytest.mark.parametrize(
    ("code", "found"),
    [
        ("yyyy-mm-dd", True), ("[$-409]h:mm AM/PM;@", True), ("[h]:mm:ss", True), ("mm:ss.0", True), ("DD.MM.YY", True),
        ("General", False), ("0.00", False), ('0 "days"', False), ('"am;d"0', False), ("[Red]0;[Red]-0", False),
        ("0.00E+00", False), (r"0\d", False), ("_d0", False), ("*m0", False), ("@", False), ("0;d", False),
    ],
)  # fmt: skip
def test_number_formats_of_dates_are_known(code, found):
    """By their letters, but for those that stand for themselves."""
    assert is_date(code) is found


def test_looks_of_dates_are_known_by_their_numbers():
    """Built-in ones as well; one that a workbook has given another meaning has that."""
    own = LOOKS.replace('numFmtId="165"', 'numFmtId="22"')
    assert _styles().dates() == {"1", "2"}
    assert _styles(own).dates() == {"2"}
    assert _styles("").dates() == frozenset()


def test_what_is_not_changed_is_written_as_it_was():
    """To the byte."""
    styles = _styles()
    assert (styles.named("no such"), styles.named(LOCAL)) == (None, "0")
    assert not styles.has_changed
    assert styles.written() == f'<styleSheet xmlns="{MAIN}">{LOOKS}</styleSheet>'.encode()


def test_a_look_is_added_once():
    """At the end, so that the numbers of the others stay."""
    styles = _styles()
    assert [styles.quoted("2"), styles.quoted("2"), styles.of_moment("0")] == ["4", "4", "5"]
    assert [(e.get("numFmtId"), e.get("quotePrefix")) for e in _looks(styles)[4:]] == [
        ("164", "1"),
        ("166", None),
    ]
    assert _looks(styles).get("count") == "6"
    assert (
        _styles(styles.written().decode().split(">", 2)[2].rpartition("</")[0]).quoted("2") == "4"
    )


def test_lists_that_are_missing_are_added_in_the_order_of_the_schema():
    """Before those that come after them."""
    styles = _styles(LOOKS.split("</numFmts>")[1] + "<tableStyles/><extLst/>")
    other = _styles(f"{LOOKS}<dxfs><dxf><font><b/></font></dxf></dxfs>")
    assert styles.take_over_rule(other, "0") == "0"
    styles.of_moment("0")
    tags = [e.tag.rpartition("}")[2] for e in parsed(styles.written())]
    assert tags == sorted(tags, key=ORDER.index)
    assert {"numFmts", "dxfs"} <= set(tags)


def test_a_look_that_is_not_there_names_the_part():
    """A damaged workbook is refused."""
    with pytest.raises(PartError, match="cellXfs 9"):
        _styles().quoted("9")


def test_our_styles_are_taken_over_with_what_they_point_to():
    """Fonts, fills, borders and number formats; the workbook's own come first."""
    styles, ours = _styles(), declared_styles()
    names = [s.get("name") for s in ours._list("cellStyles") if s.get("name") != "Normal"]
    for name in names:
        number = styles.take_over(ours, ours.named(name))
        one, two = _entry(ours, ours.named(name)), _entry(styles, number)
        assert two == one, name
    assert len({s.get("name") for s in styles._list("cellStyles")}) == len(
        styles._list("cellStyles")
    )


def _entry(styles, number):
    """What a look says, with what it points to."""
    look = styles._entry("cellXfs", int(number))
    of_style = styles._entry("cellStyleXfs", int(look.get("xfId", "0")))
    formats = styles._own_formats()

    def said(element):
        written = etree.tostring(element, method="c14n").decode()
        return re.sub(r' xmlns(:\w+)?="[^"]*"', "", written)

    return [
        [said(styles._entry(kind, int(e.get(pointer, "0")))) for pointer, kind in (("fontId", "fonts"), ("fillId", "fills"), ("borderId", "borders"))]
        + [formats.get(int(e.get("numFmtId", "0")), e.get("numFmtId", "0"))]
        + [said(inside) for inside in e]
        for e in (look, of_style)
    ]  # fmt: skip


def test_the_style_that_comes_with_excel_goes_by_its_number():
    """Its name is in the language of whoever saved the file: no second one is added."""
    styles, ours = _styles(), declared_styles()
    assert styles.take_over(ours, "0") == "0"
    assert [s.get("name") for s in styles._list("cellStyles")] == [LOCAL]


def test_a_style_that_the_organizer_has_changed_is_used(tmp_path):
    """A new tab looks as the others, whose text was made big and red."""
    with template("nisei-swiss.xlsx") as blank:
        workbook = load_workbook(blank)
    style = next(style for style in workbook._named_styles if style.name == "xl entry text")
    style.font = Font(size=20, color="FFFF0000")
    path = tmp_path / "event.xlsx"
    workbook.save(path)
    layout = replace(players_layout(RULESETS["nisei-swiss"]), name="Again")
    FileHost(path).write([AddSheet(layout, [[None] * len(layout.columns)])])
    column = next(i for i, c in enumerate(layout.columns, 1) if c.style.name == "xl entry text")
    font = load_workbook(path)["Again"].cell(2, column).font
    assert (font.sz, font.color.rgb) == (20, "FFFF0000")


def test_looks_are_found_wherever_they_are():
    """Programs are free to choose the name of the part."""
    parts = workbook({"Data": sheet_part()})
    parts["xl/looks.xml"] = parts.pop("xl/styles.xml")
    rels = "xl/_rels/workbook.xml.rels"
    parts[rels] = parts[rels].replace("styles.xml", "looks.xml")
    found = styles_of(package_of(parts))
    assert (found.part, len(_looks(found))) == ("xl/looks.xml", 4)
    parts[rels] = parts[rels].replace("looks.xml", "nowhere.xml")
    assert styles_of(package_of(parts)) is None
