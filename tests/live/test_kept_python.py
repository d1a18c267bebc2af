"""A Python that is kept running between clicks: it holds on to nothing of Excel's, and says nothing itself."""

from __future__ import annotations

import gc
import sys
import weakref

import pytest
import xlwings as xw

from xlplugin import from_excel
from xlplugin.doors import buttons
from xlplugin.hosts.excel import writing as excel_writing
from xlplugin.verbs.pair import pair_round

CLICKS = ("pair", "standings", "pair_again", "check", "statistics", "export")


def proxies(com):
    """How many objects of Excel's there are, in Python; while there are any, Excel does not go."""
    return sum(isinstance(each, com.ComObject) for each in gc.get_objects())


@pytest.fixture
def event(new_twins, com, monkeypatch):
    """An event that is open in Excel on Windows; clicks reach it as macros let them."""
    twins = new_twins(platform="windows")
    monkeypatch.setattr(xw, "_xlwindows", com.windows_engine(), raising=False)
    excel = com.excel_of(twins.excel()[0])

    def click(asked):
        xw._xlwindows.BOOK_CALLER = com.ComObject(excel.books[0])
        from_excel.kept(asked)
        return from_excel.said

    return twins, click, excel


@pytest.fixture
def no_collecting():
    """Python collects nothing by itself meanwhile."""
    gc.collect()
    gc.disable()
    yield
    gc.enable()


@pytest.mark.usefixtures("no_collecting")
def test_clicks_leave_nothing_of_excels_behind(event, com):
    """An Excel that is closed would stay, without a window, as long as its objects are held."""
    _, click, excel = event
    before = proxies(com)  # the stand-in's own
    for verb in CLICKS:
        click(verb)
    assert excel.calls > 100
    assert xw._xlwindows.BOOK_CALLER is None
    assert proxies(com) - before == 0
    assert excel.faults == []


@pytest.mark.usefixtures("no_collecting")
def test_the_end_of_a_click_collects(event, com, monkeypatch):
    """Whatever a click, or a library, holds in a circle goes with it, and not when Python gets round to it."""

    def hold(_verb, book, *_answers, said):
        circle = [book, said]
        circle.append(circle)

    monkeypatch.setattr(buttons, "click", hold)
    _, click, _ = event
    before = proxies(com)
    click("pair")
    assert proxies(com) - before == 0


@pytest.mark.usefixtures("no_collecting")
def test_what_has_written_goes_by_itself(new_twins, monkeypatch):
    """What is kept to take a click back held the workbook, until Python would collect."""
    made = []
    begin = excel_writing.Writing.__init__

    def note(self, *args):
        made.append(weakref.ref(self))
        begin(self, *args)

    monkeypatch.setattr(excel_writing.Writing, "__init__", note)
    twins = new_twins(platform="windows")
    twins.click(pair_round)
    twins.click(pair_round, again=True)
    assert [each() for each in made] == [None, None]


def test_what_is_to_be_said_is_left_for_the_macro(event):
    """A message box would let Excel say that it waits for an OLE action; each click says its own."""
    _, click, excel = event
    assert not click("pair").is_wrong
    told = click("pair")
    assert told.is_wrong
    assert "the result is missing" in told.text
    told = click("check")
    assert (told.is_wrong, "the result is missing" in told.text) == (False, False)
    assert "alert" not in [action["func"] for action in excel.asked]


@pytest.mark.parametrize("module", ["_xlwindows", "_xlmac"])
def test_what_xlwings_does_when_python_ends_is_not_done(module, com):
    """On Windows it kills every Excel without a window; on macOS it runs a macro in every workbook."""
    com.windows_engine()
    assert sys.modules["borrowed"].at_the_end[module] == []
