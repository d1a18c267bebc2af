"""Formulas are written with what they show."""

from __future__ import annotations

import zipfile

import pytest
import xlsxwriter
from openpyxl import load_workbook

from xlplugin.hosts.closed_file.host import FileHost
from xlplugin.workbook.book import SetCells


@pytest.fixture
def path(tmp_path):
    """A workbook in which two tabs look at the first, and one looks at itself."""
    path = tmp_path / "event.xlsx"
    with xlsxwriter.Workbook(path) as book:
        data, same, other, apart = map(book.add_worksheet, ("Data", "Known", "Unknown", "Apart"))
        data.write_column("A1", [1, 2, 3])
        data.write_formula("B1", "=A1*2", None, 2)
        same.write_formula("A1", "=SUM(Data!A1:A3)", None, 6)
        other.write_formula("A1", "=RANK(2,Data!A1:A3)", None, 2)
        apart.write_formula("A1", "=RANK(B1,B1:B3)", None, 9)
    return path


def _shown(path):
    workbook = load_workbook(path, data_only=True)
    cells = (("Data", "B1"), ("Known", "A1"), ("Unknown", "A1"), ("Apart", "A1"))
    return [workbook[tab][cell].value for tab, cell in cells]


def test_what_formulas_show_follows_a_change(path):
    """What is known is written; what is not shows nothing, and nothing that is no longer true."""
    assert _shown(path) == [2, 6, 2, 9]
    FileHost(path).write([SetCells("Data", {(1, 1): 10})])
    assert _shown(path) == [20, 15, None, 9]


def test_a_tab_that_no_change_concerns_keeps_its_bytes(path):
    """Whatever its formulas are."""
    with zipfile.ZipFile(path) as archive:
        before = archive.read("xl/worksheets/sheet4.xml")
    FileHost(path).write([SetCells("Data", {(1, 1): 10})])
    with zipfile.ZipFile(path) as archive:
        assert archive.read("xl/worksheets/sheet4.xml") == before


def test_formulas_that_nobody_has_worked_out_are_filled_in(path):
    """As in a workbook that a program has written without values, wherever they are."""
    workbook = load_workbook(path)
    workbook.save(path)
    assert _shown(path) == [None, None, None, None]
    FileHost(path).write([SetCells("Apart", {(5, 5): "text"})])
    assert _shown(path) == [2, 6, None, None]
