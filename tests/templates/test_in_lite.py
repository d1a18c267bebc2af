"""Workbooks for xlwings Lite: script, program and buttons are in the workbook, and stay there."""

from __future__ import annotations

import ast
import json
import re
import subprocess
import sys
import zipfile
from itertools import pairwise

import pytest
from books import open_workbook
from defusedxml.ElementTree import fromstring
from packages import package_of

from xlplugin.hosts.closed_file.host import FileHost
from xlplugin.parts.package import relations_of
from xlplugin.parts.workbook import Workbook
from xlplugin.templates import from_list, in_lite
from xlplugin.workbook.book import SetCells

PANES = "{http://schemas.microsoft.com/office/webextensions/taskpanes/2010/11}"
EXTENSION = "{http://schemas.microsoft.com/office/webextensions/webextension/2010/11}"
DRAWN = "{http://schemas.openxmlformats.org/drawingml/2006/spreadsheetDrawing}"
A, R = "{http://schemas.openxmlformats.org/drawingml/2006/main}", f"{{{in_lite.RELATIONS}}}"
TRY = """
import sys
exec(compile(open(sys.argv[1], encoding="utf-8").read(), "main.py", "exec"), {})
import engine, xlplugin
from xlplugin.verbs.entry import load
from xlplugin.verbs.list import BUTTONS
from xlplugin.doors import buttons
for verb, button in BUTTONS:
    load(verb.clicked or verb.action)
print(xlplugin.__file__, engine.__file__, sep="\\n")
"""


@pytest.fixture(scope="module")
def script():
    """The script, with the program in it."""
    return in_lite.script()


@pytest.fixture(scope="module")
def path(script, tmp_path_factory):
    """A workbook as the release has it."""
    path = tmp_path_factory.mktemp("lite") / "nisei-swiss.xlsx"
    template = from_list.HERE / path.name
    path.write_bytes(in_lite.workbook_for_lite(template.read_bytes(), script))
    return path


@pytest.fixture(scope="module")
def parts(path):
    """Its parts."""
    with zipfile.ZipFile(path) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


def test_the_script_brings_the_program_along(script, tmp_path):
    """Nothing is dropped anywhere: all that its buttons do is there, and nothing else of xlplugin is used."""
    file = tmp_path / "main.py"
    file.write_text(script, encoding="utf-8")
    run = [sys.executable, "-P", "-c", TRY, str(file)]
    done = subprocess.run(
        run, capture_output=True, text=True, check=False, env={"TMPDIR": str(tmp_path)}
    )
    assert done.stderr == ""
    assert all(place.startswith(str(tmp_path)) for place in done.stdout.split())


def test_the_script_is_the_same_whenever_it_is_made(script):
    """It bears no dates, and is small enough to be kept in a workbook: Office keeps two million signs."""
    assert script == in_lite.script()
    assert len(script) < 1_300_000


def test_all_else_is_as_in_the_template(path, parts):
    """The other tabs, their charts and their drawings; Event is given its buttons alone."""
    with zipfile.ZipFile(from_list.HERE / path.name) as template:
        changed = {n for n in template.namelist() if parts.get(n) != template.read(n)}
    event = Workbook(package_of(parts)).tabs()["Event"]
    assert changed == {"[Content_Types].xml", "_rels/.rels", "xl/workbook.xml", event}


def test_the_add_in_finds_script_and_libraries(parts, script):
    """In the properties of its web extension, as JSON, which are found through the pane, which is shown."""
    (pane,) = (
        e.get("Target")
        for e in fromstring(parts["_rels/.rels"])
        if e.get("Type").endswith("webextensiontaskpanes")
    )
    assert fromstring(parts[pane]).find(f"{PANES}taskpane").get("visibility") == "1"
    (target,) = (e.get("Target") for e in fromstring(parts[relations_of(pane)]))
    extension = fromstring(parts[f"{pane.rpartition('/')[0]}/{target}"])
    reference = extension.find(f"{EXTENSION}reference")
    assert (reference.get("id"), reference.get("storeType")) == ("wa200008175", "OMEX")
    told = {
        e.get("name"): json.loads(e.get("value")) for e in extension.iter(f"{EXTENSION}property")
    }
    assert told.pop("main.py") == script
    assert told.pop("Office.AutoShowTaskpaneWithDocument") is True
    assert told.pop("requirements.txt").startswith("xlwings==")
    assert told == {}


def test_each_button_leads_to_the_cell_that_its_script_names(parts, script):
    """And the cell below it is no button's: xlwings Lite selects it afterwards."""
    drawing = fromstring(parts[in_lite.DRAWING])
    targets = {
        e.get("Id"): e.get("Target") for e in fromstring(parts[relations_of(in_lite.DRAWING)])
    }
    found = {}
    for shape in drawing.iter(f"{DRAWN}cNvPr"):
        link = shape.find(f"{A}hlinkClick")
        found[shape.get("name")] = targets[link.get(f"{R}id")].removeprefix("#")
    named = re.findall(r'button="\[(\w+)\]([^"]+)"', script)
    assert found == dict(named)
    assert len(found) > 5
    rows = sorted(int(re.sub(r"\D", "", cell)) for cell in found.values())
    assert all(after - before > 1 for before, after in pairwise(rows))


def test_the_buttons_are_not_printed(path):
    """The page is the table alone."""
    event = open_workbook(path.read_bytes(), path.name)["Event"]
    assert event.print_area == f"'Event'!$A$1:$D${event.max_row}"


def test_an_event_that_is_played_on_keeps_them(path, parts, tmp_path):
    """Commands change the tabs, and leave the rest as it is."""
    event = tmp_path / "event.xlsx"
    event.write_bytes(path.read_bytes())
    host = FileHost(event)
    host.read()
    host.write([SetCells("Players", {(2, 2): "Ann"})])
    assert event.read_bytes() != path.read_bytes()
    with zipfile.ZipFile(event) as archive:
        for name in (
            in_lite.DRAWING,
            "xl/webextensions/webextension1.xml",
            "xl/webextensions/taskpanes.xml",
        ):
            assert archive.read(name) == parts[name]


def test_the_file_that_is_dropped_has_the_same_scripts(script):
    """With no program: that one lies beside it."""
    dropped = from_list.SCRIPTS.read_text(encoding="utf-8")
    assert in_lite.EMPTY in dropped
    assert (
        script.replace(re.search(r'PROGRAM = """.*?"""', script, re.DOTALL)[0], in_lite.EMPTY)
        == dropped
    )
    ast.parse(script)
