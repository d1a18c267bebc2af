"""A workbook's own description of itself, for other programs and screen readers."""

from __future__ import annotations

import re
import zipfile
from io import BytesIO
from types import SimpleNamespace

import pytest
from defusedxml.ElementTree import fromstring
from openpyxl import load_workbook

from engine import RULESETS
from xlplugin.ground.resources import template
from xlplugin.hosts.closed_file.host import FileHost
from xlplugin.parts.package import Package
from xlplugin.parts.properties import APP, PROGRAM, PROPERTIES_SPACE
from xlplugin.parts.xml import MAIN, RELATIONS
from xlplugin.templates import build, macros
from xlplugin.workbook.book import SetCells
from xlplugin.workbook.live_patterns import is_pattern

TITLE = RULESETS["nisei-swiss"].title
VML = "{urn:schemas-microsoft-com:vml}"
TEMPLATES = [f"{name}.{suffix}" for name in RULESETS for suffix in ("xlsx", "xlsm")]


@pytest.fixture(params=TEMPLATES)
def package(request):
    """A template as a package, with its name."""
    with zipfile.ZipFile(build.HERE / request.param) as archive:
        yield SimpleNamespace(name=request.param, parts=Package(archive))


@pytest.fixture
def event(tmp_path):
    """A new workbook, and a function that sets values on ``Event`` by their names."""
    path = tmp_path / "event.xlsx"
    with template("nisei-swiss.xlsx") as blank:
        FileHost(path, blank).write([])

    def typed(**values):
        host = FileHost(path)
        names = [row[0] for row in host.read().sheets["Event"].rows]
        cells = {(names.index(n.replace("_", " ")) + 1, 2): v for n, v in values.items()}
        host.write([SetCells("Event", cells)])
        return load_workbook(path).properties

    typed.path = path
    return typed


def _changed(path, **properties):
    """Change the properties as a spreadsheet program does."""
    workbook = load_workbook(path)
    for name, value in properties.items():
        setattr(workbook.properties, name, value)
    workbook.save(path)


# Title and author


def test_a_template_is_called_as_its_ruleset(package):
    """Its author is the plugin, not the library that writes it."""
    root = fromstring(package.parts.read("docProps/core.xml"))
    found = {each.tag.partition("}")[2]: each.text for each in root}
    title, _ = RULESETS[package.name[:-5]].titles({})
    assert (found["title"], found["creator"]) == (title, "xlplugin")


def test_an_event_has_its_name_as_title_and_its_organizer_as_author(event):
    """Both follow what is on Event."""
    for name, organizer in (("Spring Cup", "Ann"), ("Summer  Cup ", "Bea"), (2026, None)):
        found = event(Event_name=name, Organizer=organizer)
        assert (found.title, found.creator) == (
            " ".join(str(name).split()),
            organizer or "xlplugin",
        )
    assert event(Event_name=None).title == TITLE
    _changed(event.path, title=RULESETS["nisei-swiss"].formerly)
    assert event(Event_name="Autumn Cup").title == "Autumn Cup"


def test_a_title_and_an_author_of_somebody_else_stay(event):
    """What a person has set in a spreadsheet program is theirs."""
    _changed(event.path, title="Our league", creator="Cleo", description="For us")
    found = event(Event_name="Spring Cup", Organizer="Ann")
    assert (found.title, found.creator, found.description) == ("Our league", "Cleo", "For us")


@pytest.mark.parametrize("author", ["openpyxl", None, "xlplugin"])
def test_the_organizer_takes_the_place_of_no_author(event, author):
    """A program is nobody, too."""
    _changed(event.path, creator=author)
    assert event(Organizer="Ann").creator == "Ann"
    assert event().creator == "Ann"


def test_a_new_event_was_made_when_it_was_made(event):
    """Not when its template was."""
    assert load_workbook(event.path).properties.created > build.WHEN
    before = load_workbook(event.path).properties.created
    assert event(Event_name="Spring Cup").created == before


def _of_program(path):
    with zipfile.ZipFile(path) as archive:
        return {each.tag.partition("}")[2]: each.text for each in fromstring(archive.read(APP))}


def test_the_program_is_named_and_what_people_have_told_stays(event):
    """Company and manager are theirs; the number of pages that another program counted is not."""
    assert _of_program(event.path) == {"Application": PROGRAM}
    told = "<Application>Another</Application><Company>A &amp; B</Company><Pages>7</Pages>"
    with zipfile.ZipFile(event.path) as archive:
        package = Package(archive)
        root = f'<Properties xmlns="{PROPERTIES_SPACE}">{told}</Properties>'
        package.put(APP, root.encode())
        data = package.packed()
    event.path.write_bytes(data)
    event(Event_name="Spring Cup")
    assert _of_program(event.path) == {"Application": PROGRAM, "Company": "A & B"}


# What only programs look at


def test_tabs_that_only_excel_copies_from_are_very_hidden(package):
    """They are in no template's Unhide list, where an undone round must be found."""
    tabs = fromstring(package.parts.read("xl/workbook.xml")).iterfind(f"{{{MAIN}}}sheets/*")
    states = {tab.get("name"): tab.get("state") for tab in tabs}
    patterns = {name for name in states if is_pattern(name)}
    assert patterns >= {"Looks", "Lists"}
    assert {name for name, state in states.items() if state == "veryHidden"} >= patterns
    assert "hidden" not in states.values()


def test_tabs_that_were_only_hidden_are_very_hidden_from_the_next_write_on(event):
    """So in older workbooks; what somebody shows, and a hidden tab of theirs, stays as it is."""
    workbook = load_workbook(event.path)
    for sheet in workbook:
        if is_pattern(sheet.title):
            sheet.sheet_state = "hidden"
    workbook["Looks"].sheet_state = "visible"
    workbook.create_sheet("Mine").sheet_state = "hidden"
    workbook.save(event.path)
    event(Event_name="Spring Cup")
    states = {s.title: s.sheet_state for s in load_workbook(event.path)}
    assert (states["Looks"], states["Mine"], states["Lists"]) == ("visible", "hidden", "veryHidden")
    assert {states[tab] for tab in states if tab.startswith("Page ")} == {"veryHidden"}


@pytest.mark.parametrize("name", ["Lists", "Looks"])
def test_an_own_hidden_tab_of_such_a_name_can_still_be_shown(event, name):
    """What an organizer has hidden is in the Unhide list."""
    workbook = load_workbook(event.path)
    del workbook[name]
    own = workbook.create_sheet(name)
    own["A2"], own.sheet_state = "Shopping", "hidden"
    workbook.save(event.path)
    event(Event_name="Spring Cup")
    assert load_workbook(event.path)[name].sheet_state == "hidden"


# What a screen reader reads


def _titles(sheet):
    return {
        name: sheet[found.attr_text.rpartition("!")[2]].value
        for name, found in sheet.defined_names.items()
        if name.endswith("Title")
    }


def test_header_rows_have_the_names_that_screen_readers_look_for():
    """The row of the headers, and the column that says what a row is."""
    workbook = load_workbook(build.HERE / "nisei-swiss.xlsx")
    assert _titles(workbook["Event"]) == {"Title": "Setting"}
    assert _titles(workbook["Players"]) == {"ColumnTitle": "No", "RowTitle": "Name"}
    assert _titles(workbook["Page B45309 upright 1"]).keys() == {"Title"}
    assert _titles(workbook["Page 1D4ED8 upright 3"]).keys() == {"ColumnTitle", "RowTitle"}
    for sheet in workbook:
        for found in sheet.defined_names.values():
            assert found.attr_text.partition("!")[0].strip("'") == sheet.title


def test_rounds_and_standings_have_them_too(played_bytes):
    """A table's number tells its row, a player's name the one of the standings."""
    workbook = load_workbook(BytesIO(played_bytes))
    assert _titles(workbook["Round 1"]) == {"Title": "Table"}
    assert _titles(workbook["Standings 1"]) == {"ColumnTitle": "Rank", "RowTitle": "Player"}


def test_charts_have_a_text_for_those_who_do_not_see_them(package):
    """It says what a chart shows, and the cells that its names and numbers are in."""
    package = package.parts
    parts = [p for p in package.names if re.fullmatch(r"xl/drawings/drawing\d+\.xml", p)]
    frames = [
        (part, frame)
        for part in parts
        for frame in fromstring(package.read(part)).iterfind(".//{*}graphicFrame")
    ]
    assert frames
    for part, frame in frames:
        told = frame.find(".//{*}cNvPr").get("descr")
        key = frame.find(".//{*}chart").get(f"{{{RELATIONS}}}id")
        target = next(package.target(part, r) for r in package.relations(part) if r.id == key)
        chart = fromstring(package.read(target))
        title = "".join(text.text for text in chart.iterfind(".//{*}title//{*}t"))
        cells = [f.text.rpartition("!")[2].replace("$", "") for f in chart.iterfind(".//{*}f")]
        names, numbers = (" to ".join(address.split(":")) for address in cells)
        assert told == f"Bar chart. {title}. Names: {names}. Numbers: {numbers}."


def test_buttons_have_a_text_for_those_who_do_not_see_them(package):
    """It says what a click does."""
    if package.name.endswith(".xlsm"):
        shapes = fromstring(package.parts.read(macros.DRAWING)).iterfind(f"{VML}shape")
        assert [shape.get("alt") for shape in shapes] == [a.help for a in macros.ON_EVENT]
