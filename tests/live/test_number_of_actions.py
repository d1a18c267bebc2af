"""The number of actions that a click asks of Excel: no more for many players than for few."""

from __future__ import annotations

from collections import Counter

import xlwings as xw

from xlplugin.verbs.pair import pair_round
from xlplugin.verbs.standings import write_standings
from xlplugin.verbs.undo import undo_round

FEW, MANY = 16, 64
MOST_AT_ONCE = 12
"""How often values are put into one tab by a click."""
BOUNDS = {
    "pair": 66,
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


def play(twins):
    """What every click of an event with a top 8 asks of Excel, by click."""
    done = {"pair": twins.click(pair_round), "pair again": twins.click(pair_round, again=True)}
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


def test_a_click_asks_for_as_much_whatever_the_number_of_players(new_twins):
    """Within its bound, the screen stands still first, and nothing is told cell by cell."""
    few, many = (play(new_twins(players=n, settings=["Rounds=2", "Cut=8"])) for n in (FEW, MANY))
    assert few.keys() == many.keys() == BOUNDS.keys()
    for click, bound in BOUNDS.items():
        counted = [Counter(action["func"] for action in done[click]) for done in (few, many)]
        assert counted[0] == counted[1], click
        assert counted[1].total() <= bound, click
        assert few[click][0]["func"] == "setScreenUpdating", click
        assert counted[0]["setScreenUpdating"] == 1, click
        filled = (a["sheet_position"] for a in many[click] if a["func"] == "setValues")
        assert max(Counter(filled).values()) <= MOST_AT_ONCE, click


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
