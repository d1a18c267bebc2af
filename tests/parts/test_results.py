"""Live formulas are written with what they show; the organizer's own keep what they showed."""

from __future__ import annotations

import re
import zipfile
from string import ascii_uppercase

import every_verb
import pytest
import xlsxwriter
from openpyxl import load_workbook
from openpyxl.utils import column_index_from_string

from xlplugin.hosts.closed_file.host import FileHost
from xlplugin.workbook.book import SetCells

WITHOUT_VALUE = re.compile(
    r'<c r="([A-Z]+[0-9]+)"(?![^>]* t="str")[^>]*><f[^>]*?(?:/>|>[^<]*</f>)(?:<v ?/>|<v></v>)?</c>'
)


@pytest.fixture
def path(tmp_path):
    """A workbook of the organizer's own: a tab looks at the first, and one at itself."""
    path = tmp_path / "event.xlsx"
    with xlsxwriter.Workbook(path) as book:
        data, other, apart = map(book.add_worksheet, ("Data", "Other", "Apart"))
        data.write_column("A1", [1, 2, 3])
        data.write_formula("B1", "=A1*2", None, 2)
        other.write_formula("A1", "=SUM(Data!A1:A3)", None, 6)
        apart.write_formula("A1", "=RANK(B1,B1:B3)", None, 9)
    return path


def _shown(path):
    workbook = load_workbook(path, data_only=True)
    return [workbook[tab][cell].value for tab, cell in (("Data", "B1"), ("Other", "A1"))]


def test_formulas_of_the_organizers_own_keep_what_they_showed(path):
    """Until the file is opened: it is marked so that everything is worked out then."""
    FileHost(path).write([SetCells("Data", {(1, 1): 10})])
    assert _shown(path) == [2, 6]
    assert load_workbook(path).calculation.fullCalcOnLoad


def test_a_tab_that_no_change_concerns_keeps_its_bytes(path):
    """Whatever its formulas are."""
    with zipfile.ZipFile(path) as archive:
        before = archive.read("xl/worksheets/sheet3.xml")
    FileHost(path).write([SetCells("Data", {(1, 1): 10})])
    with zipfile.ZipFile(path) as archive:
        assert archive.read("xl/worksheets/sheet3.xml") == before


@pytest.fixture
def event(tmp_path):
    """An event whose first round is paired, in which the organizer has a formula beside those of Points."""
    event = every_verb.Event(tmp_path / "event.xlsx", "nisei-swiss")
    assert [*event.do("pair")]
    workbook = load_workbook(event.path)
    tab = workbook["Round 1"]
    headers = [cell.value for cell in tab[1]]
    tab.cell(2, headers.index("Points 1") + 1).value = "=1+1"
    tab.cell(2, len(headers) + 3).value = "=2+2"
    workbook.save(event.path)
    return event


def _without_value(path):
    """The formulas of a file beside which there is no value, as tab and address."""
    names = load_workbook(path).sheetnames
    with zipfile.ZipFile(path) as archive:
        parts = {name: f"xl/worksheets/sheet{n}.xml" for n, name in enumerate(names, 1)}
        return {
            (name, found)
            for name, part in parts.items()
            for found in WITHOUT_VALUE.findall(archive.read(part).decode())
        }


def test_live_formulas_that_nobody_has_worked_out_are_filled_in(event):
    """As in a workbook that a program has saved without values; not what follows from formulas of others."""
    before = _without_value(event.path)
    assert len(before) > 100
    FileHost(event.path).write([SetCells("Log", {(9, 9): "text"})])
    left = _without_value(event.path)
    assert {tab for tab, _ in left} == {"Event", "Round 1"}
    headers = [cell.value for cell in load_workbook(event.path)["Round 1"][1]]
    rounds = {address for tab, address in left if tab == "Round 1"}
    assert {address.strip(ascii_uppercase) for address in rounds} == {"2"}
    columns = {column_index_from_string(address.strip("2")) for address in rounds}
    named = {header for column, header in enumerate(headers, 1) if column in columns and header}
    assert {str(header).strip("()").rstrip(" 123456789") for header in named} == {"Points", "Check"}
