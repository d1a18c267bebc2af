"""Changes made in the parts of a file."""

from __future__ import annotations

import subprocess
import sys
from io import BytesIO

import pytest
from openpyxl import load_workbook
from packages import package_of, parts_of, sheet_part, workbook

from engine import RULESETS
from xlplugin.ground.resources import template
from xlplugin.hosts.closed_file.host import FileHost
from xlplugin.parts.workbook import Workbook
from xlplugin.templates.build import build
from xlplugin.verbs.pair import pair_round
from xlplugin.workbook.book import ShowSheet


def test_rows_of_a_new_table_share_their_formulas(new_host, tmp_path):
    """Each is written once, in the first row."""
    host = new_host("nisei-swiss", [f"Player {n}" for n in range(1, 9)])
    pair_round(host)
    path = tmp_path / "event.xlsx"
    with template("nisei-swiss.xlsx") as blank:
        FileHost(path, blank).write(host.changes)
    parts = parts_of(path.read_bytes())
    tab = parts[Workbook(package_of(parts)).tabs()["Round 1"]]
    assert b'<f t="shared" ref="' in tab
    assert tab.count(b'<f t="shared" si="') > tab.count(b"<f>")


@pytest.mark.parametrize("text", ['x tabSelected="1"', " tabSelected='true'"])
def test_bringing_a_tab_to_the_front_changes_no_text(tmp_path, text):
    """A cell may say what a view says."""
    selected = '<sheetViews><sheetView tabSelected="1" workbookViewId="0"/></sheetViews>'
    rows = (
        f'<row r="1"><c r="A1" t="inlineStr"><is><t xml:space="preserve">{text}</t></is></c></row>'
    )
    path = tmp_path / "event.xlsx"
    sheets = {
        "One": sheet_part(rows, before=selected),
        "Two": sheet_part(before=selected.replace("1", "0", 1)),
    }
    path.write_bytes(package_of(workbook(sheets)).packed())
    host = FileHost(path)
    host.write([ShowSheet("Two")])
    assert host.read().sheets["One"].rows == [[text]]
    parts = parts_of(path.read_bytes())
    assert b"<sheetView workbookViewId" in parts["xl/worksheets/sheet1.xml"]
    assert b'tabSelected="1"' in parts["xl/worksheets/sheet2.xml"]


WITHOUT_LXML = """
import sys
sys.modules["lxml"] = None
from engine import RULESETS
from xlplugin.templates.build import build
sys.stdout.buffer.write(build(RULESETS["nisei-swiss"]))
"""


def test_a_new_file_is_made_without_lxml():
    """Inside LibreOffice there is none."""
    made = subprocess.run(
        [sys.executable, "-P", "-c", WITHOUT_LXML], capture_output=True, check=True
    )
    one, two = made.stdout, build(RULESETS["nisei-swiss"])
    assert _cells(one) == _cells(two)


def _cells(data):
    return [
        (sheet.title, sheet.dimensions, [(c.coordinate, c.value, c.style) for c in row])
        for sheet in load_workbook(BytesIO(data))
        for row in sheet.iter_rows()
    ]
