"""Whole events, in a closed file and open in LibreOffice: after every click both hold the same."""

from __future__ import annotations

import pytest

from engine import RULESETS
from xlplugin.verbs.pair import pair_round
from xlplugin.verbs.standings import write_standings
from xlplugin.verbs.undo import undo_round

from campaigns import some

ELIMINATIONS = {"nisei-swiss": "Double", "nisei-amalfi": "Best of three"}
CHOSEN = ["hex", "nisei-swiss", "ntp", "nisei-amalfi", "trc", "nisei-single-sided", "nts", "own"]


def test_every_ruleset_may_be_chosen():
    """None is forgotten where only some are played."""
    assert sorted(CHOSEN) == sorted(RULESETS)


@pytest.mark.parametrize("ruleset", CHOSEN[: some(1)])
def test_a_whole_event_is_the_same(new_twins, ruleset, differences, tmp_path):
    """Pairing, results, standings, late entries, second thoughts, the cut: the same throughout."""
    kind = {"Elimination": ELIMINATIONS[ruleset]} if ruleset in ELIMINATIONS else {}
    twins = new_twins(ruleset, is_whole=True, Rounds="2", **kind)
    twins.same(pair_round)
    twins.enter("late & new")
    twins.same(pair_round, again=True)
    twins.decide("Round 1")
    twins.same(write_standings)
    twins.same(pair_round)
    twins.same(undo_round)
    twins.same(pair_round)
    twins.decide("Round 2")
    twins.same(write_standings)
    assert differences(*twins.kept(tmp_path)) == []


@pytest.mark.parametrize(
    ("ruleset", "elimination"),
    [("nisei-swiss", "Double"), ("hex", ""), ("nisei-single-sided", "Single")][: some(1)],
)
def test_the_elimination_is_the_same(new_twins, ruleset, elimination, differences, tmp_path):
    """From the cut to the champion, with pairing again and undoing: the same throughout."""
    kind = {"Elimination": elimination} if elimination else {}
    twins = new_twins(ruleset, Rounds="1", Cut="4", **kind)
    twins.same(pair_round)
    twins.decide("Round 1")
    twins.same(pair_round)
    twins.same(pair_round, again=True)
    twins.decide(twins.newest())
    twins.click(pair_round)
    twins.same(undo_round)
    twins.same(pair_round)
    twins.decide(twins.newest(), 1)
    while not twins.is_over():
        twins.same(pair_round)
        twins.decide(twins.newest(), 2)
    twins.same(write_standings)
    assert differences(*twins.kept(tmp_path)) == []
