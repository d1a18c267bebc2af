"""Penalties in a file and in Excel: the same proposals, results, statuses and refusals."""

from __future__ import annotations

from xlplugin.doors import buttons
from xlplugin.verbs import penalties
from xlplugin.verbs.pair import pair_round

TAB = "Penalties"


def test_penalties_are_the_same(new_twins):
    """Proposing, applying, waiting for the next round: the same workbook throughout."""
    twins = new_twins(players=8, settings=["Rounds=2"])
    twins.same(pair_round)
    twins.type(TAB, 2, Player="=1+1", Infraction="Slow play")
    twins.type(TAB, 3, No=1, Infraction="Slow play")
    twins.type(TAB, 4, No=1, Infraction="slow play", Game="Corp", Accepted="Yes")
    twins.type(TAB, 5, No=2, Infraction="Beginning early")
    decklist = "Illegal deck or decklist: between games"
    twins.type(TAB, 6, No=3, Infraction=decklist, Accepted="Yes")
    twins.same(penalties.penalize)
    twins.same(penalties.penalize)
    for row, match in twins.matches("Round 1").items():
        there = {h: match[h] or "D" for h in ("P1 Corp", "P1 Runner")}
        twins.type("Round 1", row, **there)
    twins.same(pair_round)
    twins.same(penalties.penalize)
    twins.type(TAB, 8, No=4, Infraction="Cheating", Accepted="Yes")
    twins.same(penalties.penalize)


def test_refusals_are_the_same(new_twins):
    """Nothing is written on either side, and both say the same."""
    twins = new_twins(players=8)
    twins.same(pair_round)
    twins.type(TAB, 2, No=1, Infraction="Marked cards", Accepted="Yes")
    twins.type(TAB, 3, Player="nobody", Infraction="Cheating")
    assert "there is no player 'nobody'" in twins.refused(penalties.penalize)
    twins.type(TAB, 3, Player=None, Infraction=None)
    assert "which game" in twins.refused(penalties.penalize)


def test_the_tab_is_the_same_where_it_was_missing(new_twins):
    """A workbook from before there were penalties gets the same tab."""
    twins = new_twins(players=8)
    twins.change(lambda workbook: workbook.remove(workbook[TAB]))
    twins.same(penalties.penalize)


def test_the_button_says_what_was_applied(new_twins, when):
    """One line for each entry; proposals alone say nothing, since the tab is in front."""
    twins = new_twins(players=8)
    twins.same(pair_round)
    twins.type(TAB, 2, No=1, Infraction="Slow play")
    assert not buttons.VERBS["penalties"](twins.excel()[1], when).message
    twins.type(TAB, 3, No=2, Infraction="Cheating", Accepted="Yes")
    told = buttons.VERBS["penalties"](twins.excel()[1], when).message
    assert "Cheating: Disqualification: Round 1, table " in told


def test_checking_says_what_the_match_of_somebody_removed_lacks(new_twins, when):
    """In a running Excel as in the file, where no result is typed yet."""
    twins = new_twins(players=8)
    twins.same(pair_round)
    twins.type("Players", 2, Status="Disqualified")
    told = buttons.VERBS["check"](twins.excel()[1], when).warnings
    assert any("is Disqualified, so the match goes to " in note for note in told)
