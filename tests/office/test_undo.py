"""A click in LibreOffice is one step of its Undo, and a click that fails leaves everything as it was."""

from __future__ import annotations

import time

import pytest

from xlplugin.verbs.cut import cut
from xlplugin.verbs.pair import pair_round
from xlplugin.verbs.standings import write_standings
from xlplugin.verbs.undo import undo_round

WHEN = "2026-11-21T10:30:00+00:00"
NEVER = 10**9
REDO = """
document.CurrentController.Frame.activate()
command = uno.createUnoStruct("com.sun.star.util.URL")
command.Complete = command.Main = ".uno:Redo"
command.Protocol, command.Path = ".uno:", "Redo"
document.CurrentController.Frame.queryDispatch(command, "", 0).dispatch(command, ())
"""
"""What Ctrl+Y does."""
REFUSED = """
from com.sun.star.uno import RuntimeException
from xlplugin.hosts.libreoffice import writing as libreoffice_writing
from xlplugin.verbs.standings import write_standings

def refuse(*_):
    raise RuntimeException("no room left", None)

document.UndoManager.clear()
as_it_is, libreoffice_writing.set_widths = libreoffice_writing.set_widths, refuse
try:
    write_standings(host)
except Exception as error:
    result = str(error)
finally:
    libreoffice_writing.set_widths = as_it_is
"""
GONE = """
from xlplugin.doors.clicks import click
from xlplugin.hosts.libreoffice import writing as libreoffice_writing
from xlplugin.hosts.libreoffice.host import LibreOfficeHost

class Window:
    def say(self, text, *, wrong=False):
        said.append(text)

result, as_it_is = [], libreoffice_writing.set_widths
how = uno.createUnoStruct("com.sun.star.beans.PropertyValue", "AsTemplate", 0, True, 0)
for number in range(2):
    said = []
    desktop = document.CurrentController.Frame.getCreator()
    opened = desktop.loadComponentFromURL(document.URL, "_blank", 0, (how,))
    host = LibreOfficeHost(opened)
    libreoffice_writing.set_widths = lambda *_: opened.close(True) or as_it_is(*_)
    try:
        if number:
            opened.close(True)
        click("pair", host, Window())
    finally:
        libreoffice_writing.set_widths = as_it_is
    result += said
"""
"""Clicks on a document that is closed in the middle, and before."""
PICTURES = """
sheets = document.Sheets
shapes = [*sheets.getByName("Slips").DrawPage] if sheets.hasByName("Slips") else []
result = [
    (shape.Description, shape.Anchor.AbsoluteName, shape.Graphic.SizePixel.Width)
    for shape in shapes
]
"""
SLIPS = "xlplugin.verbs.print_tabs:print_slips"
STANDINGS = "xlplugin.verbs.standings:write_standings"
PATIENCE = 120
"""Seconds until LibreOffice has done what it does by itself."""
PAIR = "xlplugin.verbs.pair:pair_round"


def _name(action):
    return {cut: "cut"}.get(action, action.__name__)


def _as_it_is(office):
    """All that may not be lost: tabs and whether they are shown, cells, the one in front."""
    return office.tabs(), office.book().sheets


@pytest.fixture(scope="module")
def played(twins_in, tmp_path_factory):
    """Twins with a round that has results; each test leaves them so, but for the last."""
    twins = twins_in(tmp_path_factory.mktemp("undo"), Rounds="1", Cut="4")
    twins.click(pair_round)
    twins.decide("Round 1")
    return twins


def test_a_fault_at_any_step_leaves_everything_as_it_was(played, office):
    """Whichever step fails while a round is paired, no cell, tab or step of Undo is other than before."""
    office.run(lines="document.UndoManager.clear()")
    before = _as_it_is(office)
    for _ in range(2):  # the first makes styles that the next finds
        calls = office.click(action=PAIR, when=WHEN, fault=NEVER)["calls"]
        office.undo()
    assert calls > 100
    for number in sorted({*range(1, 6), *range(6, calls, calls // 10), calls}):
        said = office.click(action=PAIR, when=WHEN, fault=number)
        assert "LibreOffice is busy" in said.get("refused", [""])[-1], (number, said)
        assert office.steps() == []
        assert office.tabs() == before[0]
    assert _as_it_is(office) == before
    assert "told" in office.click(action=PAIR, when=WHEN)
    office.undo()


def test_what_libreoffice_refused_is_told(played, office):
    """The first error is told, and not that Python cannot hand it on."""
    said = office.run(lines=REFUSED)
    assert "(no room left)" in said
    assert office.steps() == []


def test_what_is_told_when_the_document_has_gone_is_one_sentence(played, office):
    """Closed in the middle of a click or before it, by whatever: no error of Python's is told."""
    told = office.run(lines=GONE)
    assert len(told) == 2
    for said in told:
        assert "during the click: open it again and click again." in said
        assert "Unexpected error" not in said
        assert "convert" not in said


def test_what_was_undone_is_done_again_whole(played, office, differences, tmp_path):
    """LibreOffice's Redo alone would make a tab without its lists: the click is written once more."""
    office.run(lines="document.UndoManager.clear()")
    before = _as_it_is(office)
    office.click(action=STANDINGS, when=WHEN)
    after, files = _as_it_is(office), [tmp_path / "after.xlsx", tmp_path / "redone.xlsx"]
    office.save(path=str(files[0]))
    for _ in range(2):
        assert office.undo() == []
        assert _as_it_is(office) == before
        office.run(lines=REDO)
        _wait_until(lambda: _as_it_is(office) == after)
        assert office.steps() == ["Tournament"]
    office.save(path=str(files[1]))
    assert differences(*files) == []
    office.undo()


def _wait_until(seen):
    end = time.monotonic() + PATIENCE
    while not seen():
        assert time.monotonic() < end
        time.sleep(0.02)


def test_a_click_is_undone_by_one_step(played, office, differences, tmp_path):
    """Tabs, cells, looks, the tab in front: all come back, and the same click makes them once more."""
    files = [tmp_path / "before.xlsx", tmp_path / "undone.xlsx"]
    office.run(lines="document.UndoManager.clear()")
    for action, arguments in ((write_standings, ()), (cut, (4,)), (undo_round, ())):
        before, steps = _as_it_is(office), office.steps()
        office.save(path=str(files[0]))
        played.click(action, *arguments)
        after = _as_it_is(office)
        assert after != before
        assert office.steps() == ["Tournament", *steps]
        assert office.undo() == steps
        assert _as_it_is(office) == before
        office.save(path=str(files[1]))
        found = differences(*files) if action is undo_round else []  # it alone takes tabs away
        assert [line for line in found if "!chart" not in line] == []
        office.click(action=f"{action.__module__}:{_name(action)}", arguments=arguments, when=WHEN)
        assert _as_it_is(office) == after


def test_pictures_come_and_go_with_their_tab(new_twins, office):
    """Made, made anew and undone, each tab has those that it was made with."""
    twins = new_twins()
    twins.click(pair_round)
    office.run(lines="document.UndoManager.clear()")
    office.click(action=SLIPS, when=WHEN)
    made = office.run(lines=PICTURES)
    assert [picture[:2] for picture in made] == [
        [f"QR code of table {n}", f"$Slips.$A${1 + 8 * (n - 1)}"] for n in range(1, 5)
    ]
    assert all(picture[2] > 80 for picture in made)
    office.click(action=SLIPS, when=WHEN)
    assert office.run(lines=PICTURES) == made
    office.undo()
    assert office.run(lines=PICTURES) == made
    office.undo()
    assert office.run(lines=PICTURES) == []
    assert "Slips" not in dict(office.tabs()[0])
