"""A new event takes its players from a file, whatever kind of file it is, and says what is wrong with it."""

from __future__ import annotations

import shutil

import pytest
from openpyxl import Workbook

from xlplugin.ground.resources import rules_files, template
from xlplugin.workbook.layouts.rules_tab import SCALE

READ = """
from engine import RULESETS
from xlplugin.doors import clicks, from_libreoffice

told = []
class Window:
    def say(self, text, wrong=False):
        told.append(text)
try:
    filled = {{"players": {pasted!r}, "file": {file!r}}}
    roster = from_libreoffice._roster(uno.getComponentContext(), filled, RULESETS["nisei-swiss"])
    result = [player.name for player in roster.players]
except Exception as error:
    clicks.tell(Window(), error)
    result = told[0]
"""
ROWS = [["Club", "Name"], ["X", "Ann"], ["Y", "Ben"]]


def _workbook(path, *rows):
    workbook = Workbook()
    for row in rows:
        workbook.active.append(row)
    workbook.save(path)


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """Files as people have them, good and bad."""
    folder = tmp_path_factory.mktemp("players")
    _workbook(folder / "good.xlsx", *ROWS)
    _workbook(folder / "empty.xlsx")
    _workbook(folder / "other.xlsx", ["Foo", "Bar"], [1, 2])
    (folder / "names \u017c.csv").write_text("Name;Club\nAnn;X\nBen;Y", encoding="utf-8")
    (folder / "twice.csv").write_text("Name\nAnn\nAnn", encoding="utf-8")
    (folder / "letter.xlsx").write_text("Dear all,\nsee you.", encoding="utf-8")
    (folder / "cut off.xlsx").write_bytes((folder / "good.xlsx").read_bytes()[:3000])
    (folder / "folder.xlsx").mkdir()
    return folder


@pytest.fixture(scope="module")
def opened(office, folder):
    """LibreOffice has one of the files open already, and something typed into it is not saved."""
    office.open(path=str(folder / "good.xlsx"))
    typed = 'cell = document.Sheets.getByIndex(0).getCellRangeByName("A9")\n'
    office.run(lines=typed + 'cell.String = "mine"')
    office.saved(source=str(folder / "good.xlsx"), path=str(folder / "good.ods"))
    return lambda: office.run(lines=typed + "result = cell.String")


@pytest.mark.parametrize("file", ["good.xlsx", "good.ods", "names \u017c.csv"])
def test_players_are_read_from_a_file(office, opened, folder, file):
    """Columns are found by their headers; a file that is open stays so, with what was typed into it."""
    path = folder / file
    for given in (str(path), path.as_uri()):
        assert office.run(lines=READ.format(pasted="", file=given)) == ["Ann", "Ben"]
    assert opened() == "mine"


@pytest.mark.parametrize(
    ("file", "why"),
    [
        ("missing.xlsx", "missing.xlsx: there is no such file"),
        ("missing.csv", "missing.csv: there is no such file"),
        ("folder.xlsx", "folder.xlsx cannot be read"),
        ("letter.xlsx", "LibreOffice cannot open letter.xlsx"),
        ("cut off.xlsx", "LibreOffice cannot open cut off.xlsx"),
        ("empty.xlsx", "empty.xlsx: there are no names in it"),
        ("other.xlsx", "no column is headed Name"),
        ("twice.csv", "repeats line 2 (Ann)"),
    ],
)
def test_a_bad_file_is_told_of(office, opened, folder, file, why):
    """With its name and what is wrong with it; nothing is left open that nobody sees."""
    said = office.run(lines=READ.format(pasted="", file=str(folder / file)))
    assert why in said
    assert "Nothing was written." in said
    count = "result = len(list(document.CurrentController.Frame.Creator.Components))"
    assert office.run(lines=count) == 1
    assert opened() == "mine"


def test_players_are_given_in_one_way(office, opened, folder):
    """Pasted or as a file: of both, nobody knows which ones are meant."""
    assert office.run(lines=READ.format(pasted="Cleo\nDan", file="")) == ["Cleo", "Dan"]
    said = office.run(lines=READ.format(pasted="Cleo", file=str(folder / "good.xlsx")))
    assert "given twice" in said


def test_ready_made_rules_may_be_chosen_for_a_new_event(office):
    """Beside the rulesets, by their names for people, with their settings; none that cannot be paired there."""
    lines = """
from xlplugin.doors import from_libreoffice
from engine.own import dutch
dutch.is_installed = lambda: False
chosen = from_libreoffice._rules_to_choose()
ruleset, settings = chosen["Magic: The Gathering: magic"]
result = [ruleset.name, settings["Result"], sum(rules.name == "own" for rules, _ in chosen.values())]
result.append(any("chess-dutch" in name for name in chosen))
"""
    assert office.run(lines=lines) == ["own", "Games", len(rules_files()), False]


def test_each_block_of_rules_is_a_page(office, tmp_path):
    """Also of an event that begins in LibreOffice; the row of a long text grows with what is typed."""
    path = tmp_path / "own.xlsx"
    with template("own.xlsx") as blank:
        shutil.copyfile(blank, path)
    office.open(path=str(path))
    office.begin(ruleset="own", names=["Ann", "Ben"], settings={}, when="2026-11-21T10:30+00:00")
    lines = """
sheet = document.Sheets.getByName("Rules")
cells = [sheet.getCellByPosition(0, row).String for row in range(80)]
begins = [name for row, name in enumerate(cells) if sheet.Rows.getByIndex(row).IsStartOfNewPage]
notes = sheet.Rows.getByIndex(cells.index("Notes"))
before = notes.Height
sheet.getCellByPosition(1, cells.index("Notes")).String = "a long text " * 60
style = document.StyleFamilies.getByName("PageStyles").getByName(sheet.PageStyle)
result = [begins, notes.Height > 3 * before, style.PageScale, style.ScaleToPagesX]
"""
    assert office.run(lines=lines) == [["Ranking", "Pairing", "Size"], True, SCALE, 0]
