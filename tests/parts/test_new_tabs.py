"""Formulas of new tabs that several cells share."""

from __future__ import annotations

from io import BytesIO
from zipfile import ZipFile

from openpyxl import Workbook

from xlplugin.parts.cells import Cells, F
from xlplugin.parts.sheet import share_formulas
from xlplugin.parts.xml import parsed
from xlplugin.workbook.moments import EPOCHS

COLUMNS = {
    "A": ["=B1+1", "=B2+1", "=B3+1"], "B": ["=C1", "=C2", "=D3"], "C": ["=A$1", "=A$1", 7, "=A$1"],
    "D": ["=Other!A1", "=Other!A2"], "E": ["=1+1"], "F": ["=B9", None, "=B11"],
}  # fmt: skip


def _sheet():
    workbook = Workbook()
    for letter, values in COLUMNS.items():
        for row, value in enumerate(values, 1):
            workbook.active[f"{letter}{row}"] = value
    stream = BytesIO()
    workbook.save(stream)
    with ZipFile(stream) as archive:
        return parsed(archive.read("xl/worksheets/sheet1.xml"))


def _read(root):
    return Cells([], frozenset(), EPOCHS[False]).sheet("Sheet", root).rows


def test_the_same_formula_below_itself_is_written_once():
    """The first has its text and the cells that share it; others than the next row do not."""
    root = _sheet()
    share_formulas(root)
    ranges = [f.get("ref") for f in root.iter(F) if f.get("t") == "shared" and f.text]
    assert ranges == ["A1:A3", "B1:B2", "C1:C2"]
    assert sum(f.text is None for f in root.iter(F)) == 4


def test_shared_formulas_read_as_before():
    """As if each cell had its own."""
    root = _sheet()
    before = _read(root)
    share_formulas(root)
    assert _read(root) == before
