"""How much is asked of Excel by a click: no more for many players than for few."""

from __future__ import annotations

from collections import Counter
from functools import cache

import pytest
import xlwings as xw

from xlplugin.verbs.pair import pair_round
from xlplugin.verbs.standings import write_standings
from xlplugin.verbs.undo import undo_round

FEW, MANY = 16, 128
BOUNDS = {
    "pair": 65,
    "pair again": 70,
    "standings": 50,
    "standings again": 25,
    "undo": 30,
    "pair round 2": 70,
    "cut": 220,
    "pair cut 1 again": 95,
    "pair cut 2": 85,
    "undo cut 2": 45,
}


@pytest.fixture(scope="module")
def asked(new_file, twins_of, tmp_path_factory):
    """What every click of an event with a top 8 asks of Excel, by click."""

    @cache
    def play(players):
        path = tmp_path_factory.mktemp("asked") / "event.xlsx"
        path.write_bytes(new_file("nisei-swiss", players, ("Rounds=2", "Cut=8")))
        twins, done = twins_of(path), {}
        done["pair"] = twins.click(pair_round)
        done["pair again"] = twins.click(pair_round, again=True)
        twins.decide()
        done["standings"] = twins.click(write_standings)
        done["standings again"] = twins.click(write_standings)
        done["undo"] = twins.click(undo_round)
        twins.click(pair_round)
        twins.decide()
        done["pair round 2"] = twins.click(pair_round)
        twins.decide()
        done["cut"] = twins.click(pair_round)
        done["pair cut 1 again"] = twins.click(pair_round, again=True)
        twins.decide(1)
        done["pair cut 2"] = twins.click(pair_round)
        done["undo cut 2"] = twins.click(undo_round)
        assert not twins.differences()
        return done

    return play


@pytest.mark.parametrize("click", BOUNDS)
def test_a_click_asks_for_so_much_at_most(asked, click):
    """However many players there are, a click stays within its bound."""
    assert len(asked(MANY)[click]) <= BOUNDS[click]


@pytest.mark.parametrize("click", BOUNDS)
def test_many_players_ask_for_no_more_than_few(asked, click):
    """Each kind of action is asked for as often, whatever the number of players."""
    few, many = (Counter(action["func"] for action in asked(n)[click]) for n in (FEW, MANY))
    assert many == few


@pytest.mark.parametrize("click", BOUNDS)
def test_the_screen_stands_still_first(asked, click):
    """Before anything else Excel is told not to draw, and once only."""
    names = [action["func"] for action in asked(FEW)[click]]
    assert names[0] == "setScreenUpdating"
    assert names.count("setScreenUpdating") == 1


@pytest.mark.parametrize("click", BOUNDS)
def test_nothing_is_said_to_excel_cell_by_cell(asked, click):
    """All values of a new tab are put there at once."""
    places = Counter(
        action["sheet_position"] for action in asked(MANY)[click] if action["func"] == "setValues"
    )
    assert max(places.values()) <= 12


def test_every_tab_is_read_at_once(new_twins, monkeypatch, when):
    """A click reads every tab once, and the names of the looks."""
    twins = new_twins(players=FEW)
    book, host = twins.excel()
    reads, there = [], xw.Range.value

    def value(self):
        reads.append(self.sheet.name)
        return there.fget(self)

    monkeypatch.setattr(xw.Range, "value", there.getter(value))
    pair_round(host, when=when)
    assert max(Counter(reads).values(), default=0) <= 1
    assert len(reads) <= len(book.sheets)
