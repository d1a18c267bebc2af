"""What only Excel on the desktop does: it tells formulas, calculates meanwhile, and forgets nothing.

There is no such Excel here: ``com.py`` stands in for it.
"""

from __future__ import annotations

import pytest
import xlwings as xw
from openpyxl import Workbook

from xlplugin.ground.problems import HostError
from xlplugin.hosts.excel import host as excel
from xlplugin.hosts.excel import values as excel_values
from xlplugin.hosts.excel import writing as excel_writing
from xlplugin.verbs.pair import pair_round
from xlplugin.verbs.standings import write_standings
from xlplugin.verbs.undo import undo_round
from xlplugin.workbook.layout import CellError, Formula


@pytest.fixture
def app(com):
    """Excel itself, with a workbook; what it does in the background is half switched off."""
    app = com.open_book(Workbook()).app
    app.calculation = "semiautomatic"
    return app


def test_excel_neither_calculates_nor_draws_during_a_click(app):
    """Both stop for a click, which would take long otherwise."""
    with excel._paused(app):
        assert (app.calculation, app.screen_updating) == ("manual", False)
    assert (app.calculation, app.screen_updating) == ("semiautomatic", True)


def test_excel_calculates_and_draws_again_after_an_error(app):
    """Whatever happens, Excel is left as it was found."""
    with pytest.raises(KeyError), excel._paused(app):
        raise KeyError
    assert (app.calculation, app.screen_updating) == ("semiautomatic", True)


def test_excel_draws_again_even_if_it_does_not_calculate(app, monkeypatch):
    """A screen that stands still for good would look like a crash."""
    there = xw.App.calculation

    def refuse(self, value):
        if value != "manual":
            message = "not now"
            raise RuntimeError(message)
        there.fset(self, value)

    monkeypatch.setattr(xw.App, "calculation", there.setter(refuse))
    with pytest.raises(RuntimeError, match="not now"), excel._paused(app):
        pass
    assert app.screen_updating is True


@pytest.mark.parametrize(
    ("value", "typed"),
    [
        ("=1+1", "'=1+1"),
        ("3-3", "'3-3"),
        ("'quoted", "''quoted"),
        ("", None),
        (None, None),
        (7, 7),
        (Formula("=A1"), "=A1"),
        (CellError("#N/A"), "#N/A"),
        ("x" * 40_000, "'" + "x" * 32_766),
    ],
)
def test_values_are_typed_so_that_texts_stay_texts(value, typed):
    """Excel reads what it is handed as if somebody had typed it."""
    assert excel_values._typed(value) == typed


def test_a_whole_event_is_the_same_on_the_desktop(new_twins):
    """Where formulas are told from values, the file and Excel's workbook are the same as well."""
    twins = new_twins(settings=["Rounds=1", "Cut=4"], platform="windows")
    twins.same(pair_round)
    twins.same(pair_round, again=True)
    twins.decide()
    twins.same(write_standings)
    twins.same(pair_round)
    twins.same(pair_round, again=True)
    twins.decide()
    twins.same(pair_round)
    twins.same(undo_round)
    while not twins.is_over():
        twins.same(pair_round)
        twins.decide(1)
    twins.same(write_standings)


@pytest.mark.parametrize("shown", [0, "x"])
@pytest.mark.parametrize(
    ("owner", "name"),
    [(xw.Sheet, "delete"), (excel_writing, "to_front"), (xw.Range, "value")],
    ids=["deleting", "showing", "writing"],
)
def test_cells_get_their_contents_back_after_a_fault(
    new_twins, monkeypatch, when, owner, name, shown
):
    """What was written before Excel failed is taken back, formulas included."""
    twins = new_twins(settings=["Rounds=2"], platform="windows")
    twins.click(pair_round)
    twins.decide()
    twins.click(write_standings)
    twins.click(pair_round)
    twins.shown = lambda _tab, _formula: shown
    book, host = twins.excel()
    fail_last(monkeypatch, owner, name)
    with pytest.raises(HostError, match="the workbook is as it was"):
        pair_round(host, again=True, when=when)
    twins.perform(book)
    assert twins.lost() == []


def fail_last(monkeypatch, owner, name):
    """Let a call fail that comes late in a click: of many calls the last one that matters."""
    there, calls = getattr(owner, name), []
    late = {"delete": 1, "to_front": 1, "value": 5}[name]

    def called():
        calls.append(name)
        if len(calls) == late:
            raise OSError

    def method(self):
        called()
        there(self)

    def setter(self, value):
        called()
        there.fset(self, value)

    monkeypatch.setattr(owner, name, there.setter(setter) if name == "value" else method)
