"""Every ruleset's event from its first pairing to its last standings, in a file and in Excel.

After every click both workbooks are compared: tabs, cells, looks, dropdowns, highlights, print
set-up. What is asked of Excel is done to a workbook by ``remote.py``.
"""

from __future__ import annotations

import pytest

from engine import RULESETS
from xlplugin.verbs.add_players import number_players
from xlplugin.verbs.pair import pair_round
from xlplugin.verbs.standings import write_standings
from xlplugin.verbs.undo import undo_round


@pytest.mark.parametrize("ruleset", RULESETS)
def test_the_swiss_rounds_are_the_same(new_twins, ruleset):
    """Pairing, results, standings, late entries, second thoughts: the same workbook throughout."""
    twins = new_twins(ruleset, settings=["Rounds=3"])
    twins.same(pair_round)
    twins.enter("late & new")
    twins.same(pair_round, again=True)
    twins.decide()
    twins.same(write_standings)
    twins.same(write_standings)
    twins.same(pair_round)
    twins.type("Players", 3, Status="Dropped")
    twins.enter("12:30")
    twins.same(number_players)
    twins.same(pair_round, again=True)
    twins.decide()
    twins.same(write_standings)
    twins.same(undo_round)
    twins.same(pair_round)
    twins.same(undo_round)
    twins.same(pair_round)
    twins.decide()
    twins.same(pair_round)
    twins.decide()
    twins.same(write_standings)


@pytest.mark.parametrize(
    ("ruleset", "elimination"),
    [
        ("nisei-swiss", "Double"),
        ("nisei-amalfi", "Best of three"),
        ("nisei-single-sided", "Single"),
        ("hex", ""),
    ],
)
def test_the_elimination_is_the_same(new_twins, ruleset, elimination):
    """From the cut to the champion, with pairing again and undoing: the same throughout."""
    kind = [f"Elimination={elimination}"] if elimination else []
    twins = new_twins(ruleset, settings=["Rounds=1", "Cut=4", *kind])
    twins.same(pair_round)
    twins.decide()
    twins.same(pair_round)
    twins.same(pair_round, again=True)
    twins.decide()
    twins.same(pair_round)
    twins.same(pair_round, again=True)
    twins.decide()
    twins.same(undo_round)
    twins.same(pair_round)
    twins.decide(1)
    while not twins.is_over():
        twins.same(pair_round)
        twins.decide(2)
    twins.same(write_standings)
    twins.same(write_standings)
    twins.same(undo_round)


def test_a_file_that_is_saved_after_every_click_is_the_same(new_twins, tmp_path, differences):
    """What is compared elsewhere before it is saved is the same once both have been."""
    twins = new_twins(settings=["Rounds=1", "Cut=2"], saved=True)
    twins.same(pair_round)
    twins.decide()
    twins.same(write_standings)
    twins.same(pair_round)
    twins.decide()
    twins.same(write_standings)
    twins.live.save(tmp_path / "live.xlsx")
    assert differences(twins.path, tmp_path / "live.xlsx") == []
