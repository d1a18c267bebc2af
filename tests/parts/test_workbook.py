"""The tabs and the names of a workbook."""

from __future__ import annotations

import re

import pytest
from packages import MAIN, RELATIONS, package_of, relationships, sheet_part, workbook

from xlplugin.ground.problems import HostError
from xlplugin.parts.package import BOOK, PartError, Relation
from xlplugin.parts.reading import read_book
from xlplugin.parts.workbook import ORDER, Workbook
from xlplugin.parts.xml import parsed

TABS = ("One", "Two", "Three")
NAMES = (
    "<definedNames>"
    '<definedName name="_xlnm._FilterDatabase" localSheetId="1" hidden="1">Two!$A$1:$C$5</definedName>'
    '<definedName name="Everywhere">One!$A$1</definedName>'
    '<definedName name="_xlnm.Print_Area" localSheetId="2">Three!$A$1</definedName></definedNames>'
)
VIEW = '<bookViews><workbookView firstSheet="1" activeTab="{}"/></bookViews>'
OTHERS = (
    '<calcPr calcId="191029"/><customWorkbookViews><customWorkbookView name="Ann" guid="{{1}}" '
    'activeSheetId="{}" windowWidth="1" windowHeight="1"/></customWorkbookViews><extLst/>'
)


def _parts(*, active=2, view=VIEW, after="", **more):
    sheets = {name: sheet_part() for name in TABS}
    return workbook(sheets, before=view.format(active), after=NAMES + after, **more)


def _workbook(**options):
    return Workbook(package_of(_parts(**options)))


def _locals(book):
    return {n.get("name"): n.get("localSheetId") for n in book.names()}


def _written(book):
    book.finish()
    return book.package.read(BOOK).decode()


def test_a_tab_is_added_where_it_is_to_be():
    """Names of single tabs and the tab in front move along."""
    book = _workbook()
    part = book.add("New", b"<worksheet/>", "Two", "hidden")
    assert part == "xl/worksheets/sheet4.xml"
    assert [*book.tabs()] == ["One", "New", "Two", "Three"]
    assert _locals(book) == {
        "_xlnm._FilterDatabase": "2", "Everywhere": None, "_xlnm.Print_Area": "3"
    }  # fmt: skip
    text = _written(book)
    assert 'firstSheet="2" activeTab="3"' in text
    assert '<sheet name="New" sheetId="4" state="hidden" r:id="rId5"/>' in text
    assert book.package.overrides[part].endswith("worksheet+xml")
    assert [*Workbook(book.package).tabs().values()][1] == part


def test_capital_letters_make_no_other_part_of_a_tab():
    """A spreadsheet program would not open the file."""
    parts = _parts() | {"xl/worksheets/Sheet4.xml": "<worksheet/>"}
    assert Workbook(package_of(parts)).add("New", b"", None, "visible").endswith("sheet5.xml")


def test_numbers_of_tabs_start_again_when_they_are_used_up():
    """Excel has 65,534 of them."""
    parts = _parts()
    parts[BOOK] = parts[BOOK].replace('sheetId="3"', 'sheetId="65534"')
    book = Workbook(package_of(parts))
    book.add("New", b"<worksheet/>", None, "visible")
    assert 'name="New" sheetId="3"' in _written(book)


@pytest.mark.parametrize(
    ("name", "active", "first"), [("One", 1, 0), ("Two", 1, 1), ("Three", 1, 1)]
)
def test_a_tab_is_removed(name, active, first):
    """With its names; those of the tabs behind it, and the tab in front, move along."""
    book = _workbook()
    book.remove(name)
    left = [tab for tab in TABS if tab != name]
    assert [*book.tabs()] == left
    own = {"Two": "_xlnm._FilterDatabase", "Three": "_xlnm.Print_Area"}
    names = {n: i for n, i in _locals(book).items() if i is not None}
    assert names == {own[tab]: str(left.index(tab)) for tab in own if tab in left}
    assert f'firstSheet="{first}" activeTab="{active}"' in _written(book)
    package = book.package
    assert f"xl/worksheets/sheet{TABS.index(name) + 1}.xml" not in package.names
    assert len(package.relations(BOOK)) == 3


def test_the_last_of_the_names_takes_their_list_with_it():
    """An empty one would be repaired."""
    parts = _parts()
    parts[BOOK] = re.sub('<definedName name="(E|_xlnm.P).*?</definedName>', "", parts[BOOK])
    book = Workbook(package_of(parts))
    book.remove("Two")
    assert "definedNames" not in _written(book)


@pytest.mark.parametrize("place", ["3", "-1", "A1"])
def test_a_name_of_no_tab_is_told(place):
    """It would become one of another tab as soon as one is added."""
    parts = _parts()
    parts[BOOK] = parts[BOOK].replace('localSheetId="2"', f'localSheetId="{place}"')
    with pytest.raises(PartError, match="Print_Area"):
        Workbook(package_of(parts)).require_numbers()


def test_a_tab_without_a_number_is_told():
    """A new one would have none either."""
    parts = _parts()
    parts[BOOK] = parts[BOOK].replace('sheetId="2"', 'sheetId="two"')
    with pytest.raises(PartError, match="tab 'Two' has no number") as told:
        Workbook(package_of(parts)).require_numbers()
    assert told.value.tab == "Two"


SLICED = {
    "slicer of a pivot table": (
        "slicerCache", '<pivotTables><pivotTable tabId="2" name="P"/></pivotTables>'
    ),
    "slicer of a table": (
        "slicerCache", '<extLst><ext><x15:tableSlicerCache tableId="7" column="1"/></ext></extLst>'
    ),
}  # fmt: skip


@pytest.mark.parametrize(("kind", "inside"), SLICED.values(), ids=SLICED)
def test_a_tab_with_a_table_that_is_sliced_stays(kind, inside):
    """What filters it, on whatever tab, would lead nowhere, and Excel would repair the file."""
    parts = _parts()
    parts["xl/cache.xml"] = f'<c xmlns="urn:x14" xmlns:x15="urn:x15">{inside}</c>'
    parts["xl/tables/table1.xml"] = f'<table xmlns="{MAIN}" id="7"/>'
    parts["xl/worksheets/_rels/sheet2.xml.rels"] = relationships(("table", "../tables/table1.xml"))
    package = package_of(parts)
    relation = Relation("rId9", f"http://schemas.microsoft.com/{kind}", "/xl/cache.xml")
    package.relate(BOOK, [*package.relations(BOOK), relation])
    book = Workbook(package)
    with pytest.raises(HostError, match="The tab Two has a table with slicers or a timeline"):
        book.remove("Two")
    book.remove("One")


def test_a_tab_takes_along_what_only_it_leads_to():
    """What another tab, or the file itself, leads to stays."""
    parts = _parts()
    parts |= {f"xl/media/{name}.xml": "<a/>" for name in ("own", "inner", "shared", "thumbnail")}
    parts["xl/worksheets/_rels/sheet2.xml.rels"] = relationships(
        ("image", "../media/own.xml"), ("image", "/xl/media/shared.xml"),
        ("image", "../media/thumbnail.xml"), ("hyperlink", "https://example.org/", "External"),
        ("image", "../media/missing.xml"),
    )  # fmt: skip
    parts["xl/media/_rels/own.xml.rels"] = relationships(("image", "inner.xml"), ("a", "own.xml"))
    parts["xl/worksheets/_rels/sheet3.xml.rels"] = relationships(("image", "../media/shared.xml"))
    parts["_rels/.rels"] = relationships(
        ("officeDocument", "xl/workbook.xml"), ("thumbnail", "xl/media/thumbnail.xml")
    )
    package = package_of(parts)
    book = Workbook(package)
    book.remove("Two")
    book.finish()
    assert set(parts) - set(package.names) == {
        "xl/worksheets/sheet2.xml", "xl/worksheets/_rels/sheet2.xml.rels", "xl/media/own.xml",
        "xl/media/_rels/own.xml.rels", "xl/media/inner.xml",
    }  # fmt: skip


def test_tabs_that_are_charts_count():
    """In places and names, but they are not read."""
    parts = _parts()
    chart = "xl/chartsheets/sheet1.xml"
    parts[chart] = f'<chartsheet xmlns="{MAIN}"/>'
    rels = "xl/_rels/workbook.xml.rels"
    parts[rels] = parts[rels].replace("worksheets/sheet2.xml", "chartsheets/sheet1.xml")
    parts[rels] = parts[rels].replace(f'{RELATIONS}/worksheet" Target="c', f'{RELATIONS}/chartsheet" Target="c')  # fmt: skip
    package = package_of(parts)
    assert [*read_book(package, "x.xlsx").sheets] == ["One", "Three"]
    book = Workbook(package)
    book.remove("One")
    assert book.tabs()["Two"] == chart
    assert book.place("Three") == 1
    assert _locals(book)["_xlnm.Print_Area"] == "1"


def test_a_tab_is_shown():
    """It is no longer hidden; a workbook that says nothing of what is in front gets to say it."""
    for view in (VIEW, ""):
        parts = _parts(view=view)
        parts[BOOK] = parts[BOOK].replace('sheetId="2"', 'sheetId="2" state="hidden"')
        book = Workbook(package_of(parts))
        book.show("Two")
        assert book.state("Two") == "visible"
        assert 'activeTab="1"' in _written(book)


def test_the_filter_of_a_tab_has_a_name_that_grows_too():
    """The one of that tab only."""
    book = _workbook()
    book.set_filter("Two", (1, 1, 9, 28))
    book.set_filter("Three", (1, 1, 9, 28))
    assert [n.text for n in book.names()] == ["Two!$A$1:$AB$9", "One!$A$1", "Three!$A$1"]


def test_everything_is_calculated_anew():
    """The order in which Excel did goes, with its relation and its content type."""
    parts = _parts(after=OTHERS.format(1))
    parts["xl/calcChain.xml"] = f'<calcChain xmlns="{MAIN}"/>'
    rels, types = "xl/_rels/workbook.xml.rels", "[Content_Types].xml"
    relation = f'<Relationship Id="c" Type="{RELATIONS}/calcChain" Target="calcChain.xml"/></R'
    parts[rels] = parts[rels].replace("</R", relation)
    parts[types] = parts[types].replace("</T", '<Override PartName="/xl/calcChain.xml" ContentType="a"/></T')  # fmt: skip
    package = package_of(parts)
    assert '<calcPr calcId="191029" fullCalcOnLoad="1"/>' in _written(Workbook(package))
    assert "xl/calcChain.xml" not in package.names
    assert "calcChain" not in package.read(rels).decode()
    assert "xl/calcChain.xml" not in package.overrides


def test_elements_have_the_order_of_the_schema():
    """Those that are added as well."""
    parts = _parts(view="", after="<pivotCaches/><extLst/>")
    parts[BOOK] = parts[BOOK].replace(NAMES, "")
    book = Workbook(package_of(parts))
    book.add_name(parsed(f'<definedName xmlns="{MAIN}" name="A">1</definedName>'.encode()), "Two")
    book.show("One")
    tags = [e.tag.rpartition("}")[2] for e in parsed(_written(book).encode())]
    assert tags == ["bookViews", "sheets", "definedNames", "calcPr", "pivotCaches", "extLst"]
    assert tags == sorted(tags, key=ORDER.index)
    assert _locals(book) == {"A": "1"}


def test_what_is_not_touched_stays_as_it_was():
    """Extensions, prefixes and what may be ignored."""
    parts = _parts()
    more = ' mc:Ignorable="x15 xr" xmlns:mc="urn:mc" xmlns:x15="urn:x15" xmlns:xr="urn:xr"'
    middle = '<mc:AlternateContent><mc:Choice Requires="x15"><x15ac:absPath xmlns:x15ac="urn:ac" url="a"/></mc:Choice></mc:AlternateContent><xr:revisionPtr documentId="1"/>'  # fmt: skip
    text = parts[BOOK].replace("<workbook", f"<workbook{more}", 1)
    parts[BOOK] = text.replace("<bookViews", f"{middle}<bookViews")
    book = Workbook(package_of(parts))
    book.add("New", b"<worksheet/>", None, "visible")
    written = _written(book)
    assert middle in written
    for declared in more.split():
        assert declared in written
    assert "ns0" not in written


@pytest.mark.parametrize(
    ("broken", "tab"),
    [
        (lambda book: book.replace('r:id="rId2"', 'r:id="rId9"'), "Two"),
        (lambda book: book.replace('r:id="rId2"', 'r:id="rId1"'), "Two"),
        (lambda book: book.replace('name="Two"', 'name="One"'), "One"),
        (lambda book: book.replace('name="Two"', 'name="A/B"'), "A/B"),
    ],
    ids=["no part", "the same part", "the same name", "no name"],
)
def test_a_tab_without_a_part_of_its_own_is_refused(broken, tab):
    """Two tabs would be written as one."""
    parts = _parts()
    parts[BOOK] = broken(parts[BOOK])
    with pytest.raises(PartError, match="has no part of its own") as told:
        Workbook(package_of(parts)).tabs()
    assert (told.value.part, told.value.tab) == (BOOK, tab)
