"""A document open in LibreOffice reads as its file does, whatever is in it and whatever kind of file it is."""

from __future__ import annotations

from datetime import datetime, time

import pytest
from openpyxl import load_workbook

from xlplugin.verbs.pair import pair_round
from xlplugin.verbs.standings import write_standings
from xlplugin.workbook.layout import CellError, Formula

MOMENT = datetime.fromisoformat("2026-11-21T10:30")
ODD = (
    ("date", MOMENT), ("time", time(10, 30)), ("yes", True),
    ("number", 12), ("fraction", 0.1), ("text like a number", "12"), ("text like a formula", "=1+1"),
    ("text with a mark", "'x"), ("formula", '=IF(A1="a,b;c",SUM({1,2;3,4}),Event!$A$1)'),
    ("other tab", "='Pairing notes'!A1&Players!B2"),
)  # fmt: skip
SAID_BY_HIGHLIGHTS = """
styles = document.StyleFamilies.getByName("CellStyles")
rules = [r for sheet in document.Sheets for r in sheet.ConditionalFormats.getConditionalFormats()]
found = {rule.getByIndex(place).StyleName for rule in rules for place in range(rule.getCount())}
looks = ("CharFontName", "CharHeight", "NumberFormat", "VertJustify", "HoriJustify")
result = [
    (name, look)
    for name in (*found, "Default")
    for look, state in zip(looks, styles.getByName(name).getPropertyStates(looks))
    if state.value == "DIRECT_VALUE"
]
font = document.createInstance("com.sun.star.sheet.Defaults")
result += [font.CharFontName, font.CharHeight]
"""
"""Of fonts, digits and places; and the document's own font."""


MARKS = """
from types import SimpleNamespace
from xlplugin.ground.problems import Problem
from xlplugin.hosts.libreoffice.turns import Turn
from xlplugin.hosts.libreoffice.window import LibreOfficeWindow

turn = Turn(SimpleNamespace(start=lambda: None, stop=lambda: None))
window = LibreOfficeWindow(document.CurrentController.Frame, "xlplugin", turn)
sheet = document.Sheets.getByName("Players")
sheet.Annotations.insertNew(sheet.getCellRangeByName("C3").CellAddress, "my own")
steps = document.UndoManager.getAllUndoActionTitles()

def notes():
    return {n.Position.Column: n.String for n in sheet.Annotations}

long = Problem("Players", "B2:B3", "what is wrong with it " * 9, "what to do about it " * 9)
window.mark([long, Problem("Players", "C3", "wrong", "mend it")])
marked, selected = notes(), host.selected
window.clear_marks()
result = [marked, selected, notes(), document.UndoManager.getAllUndoActionTitles() == steps]
sheet.Annotations.removeByIndex(0)
"""


@pytest.fixture(scope="module")
def opened(twins_in, tmp_path_factory):
    """Twins that nothing is written to but what each test types."""
    return twins_in(tmp_path_factory.mktemp("opened"))


def test_selected_cells_are_told(opened, office):
    """In one piece or in several, with their tab; a tab's chart is none."""
    select = """
tab = document.Sheets.getByName("Players")
document.CurrentController.setActiveSheet(tab)
cells = document.createInstance("com.sun.star.sheet.SheetCellRanges")
for address in {addresses}:
    cells.addRangeAddress(tab.getCellRangeByName(address).RangeAddress, False)
document.CurrentController.select(cells)
result = host.selected
"""
    assert office.run(lines=select.format(addresses=["B2:C4"])) == ["Players", [[2, 2, 4, 3]]]
    both = office.run(lines=select.format(addresses=["A2", "C5:D6"]))
    assert both == ["Players", [[2, 1, 2, 1], [5, 3, 6, 4]]]


def test_notes_on_cells_fit_the_screen_and_go_again(opened, office):
    """In lines of 60 letters at most; what somebody has noted there stays, and Undo knows nothing of it."""
    marked, selected, left, is_unrecorded = office.run(lines=MARKS)
    lines = marked.pop("1").split("\n")
    assert " ".join(lines).startswith("xlplugin: what is wrong with it what is")
    assert max(map(len, lines)) <= 60
    assert marked == left == {"2": "my own"}
    assert selected == ["Players", [[2, 2, 3, 2]]]
    assert is_unrecorded


def test_files_go_beside_the_workbook(opened, office):
    """The folder is the workbook's, and a closed workbook is printed by the same LibreOffice."""
    assert office.run(lines="result = str(host.folder)") == str(opened.live.parent)
    printed = f"from pathlib import Path; result = len(host.printed(Path({str(opened.closed)!r})))"
    assert office.run(lines=printed) > 10_000
    assert not list(opened.closed.parent.glob(".*.pdf"))


def test_errors_and_cells_far_away(opened, office):
    """An error that was typed is one; a cell that is too far away is told of, and the rest is read."""
    office.type(tab="Log", cells=[[30, 1, "=#N/A"], [200_000, 9, "far"]])
    book = office.book()
    assert book.sheets["Log"].rows[29][0] == CellError("#N/A")
    assert len(book.sheets["Log"].rows) == 30
    assert any("Log!I200000" in warning for warning in book.warnings)
    assert opened.file().read().sheets.keys() == book.sheets.keys()


def test_a_workbook_that_may_only_be_read_is_refused(opened, office):
    """Nothing is done to it, and the message says what to do."""
    office.open(path=str(opened.live), ReadOnly=True)
    before = office.book()
    said = office.click(action="xlplugin.verbs.pair:pair_round", when="2026-11-21T10:30:00+00:00")
    assert "open for reading only" in said["refused"][1]
    assert office.book() == before


def test_odd_cells_are_read_as_from_the_file(new_twins, office):
    """Dates, truths, texts that look like something else, formulas, merged and far cells."""
    twins = new_twins()
    workbook = load_workbook(twins.closed)
    sheet = workbook.create_sheet("Mine")
    for row, (what, value) in enumerate(ODD, 1):
        sheet.cell(row, 1, what)
        sheet.cell(row, 2).value = value
        if isinstance(value, str) and "text" in what:
            sheet.cell(row, 2).data_type = "s"
    sheet.cell(1, 4, "merged")
    sheet.merge_cells("D1:F2")
    sheet.cell(400, 30, "far")
    workbook.save(twins.live)
    workbook.save(twins.closed)
    office.open(path=str(twins.live))
    twins.compare()
    read = [row[1] for row in office.book().sheets["Mine"].rows[: len(ODD)]]
    assert read[:3] == [MOMENT, time(10, 30), True]
    assert type(read[2]) is bool
    assert isinstance(read[-1], Formula)


def test_an_event_goes_on_as_ods(new_twins, office):
    """Saved as LibreOffice's own kind of file and opened again, the next click works as on the file."""
    twins = new_twins("nisei-swiss", kind=".ods", Rounds="2")
    twins.same(pair_round)
    twins.decide("Round 1")
    _saved_and_opened(twins, ".ods")
    twins.same(pair_round)
    assert office.run(lines=SAID_BY_HIGHLIGHTS) == ["Calibri", 11]


def test_highlights_leave_fonts_and_digits_alone(new_twins, office):
    """Coloured rows look like the others whatever a file was before: only their colours differ."""
    twins = new_twins("nisei-swiss", Rounds="2")
    twins.click(pair_round)
    twins.decide("Round 1")
    _saved_and_opened(twins, ".xlsx")
    twins.click(pair_round)
    _saved_and_opened(twins, ".ods")
    assert office.run(lines=SAID_BY_HIGHLIGHTS) == ["Calibri", 11]


def _saved_and_opened(twins, kind):
    """Save an event in LibreOffice as some kind of file, and open that."""
    twins.live = (twins.live.parent / f"kept {kind[1:]}" / "event").with_suffix(kind)
    twins.live.parent.mkdir()
    twins.office.save(path=str(twins.live))
    twins.office.open(path=str(twins.live))


def test_mistakes_are_refused_alike(new_twins):
    """What is wrong in a cell is told with the same words."""
    twins = new_twins()
    twins.click(pair_round)
    for row, cells, why in (
        (3, {"No 1": 99}, "99"),
        (2, {"P1 Corp": "Q"}, "Round 1!F2"),
    ):
        twins.type("Round 1", row, **cells)
        assert why in twins.click(write_standings)["refused"][1]
