"""The round clock and the cross table, written into a file and by Excel: the same."""

from __future__ import annotations

import pytest

from xlplugin.verbs import clock
from xlplugin.verbs.pair import pair_round
from xlplugin.verbs.standings import write_standings


def test_the_clock_is_the_same_in_a_file_and_in_excel(new_twins):
    """Started, paused, going on, and away with the next round."""
    twins = new_twins("nisei-swiss", 8, ("Rounds=2",))
    twins.click(pair_round)
    for _ in range(3):
        twins.same(clock.turn)
    twins.decide()
    twins.same(pair_round)


def test_a_workbook_from_before_the_clock_gets_its_row_in_both(new_twins):
    """At the end of Event."""
    twins = new_twins("nisei-swiss", 8, ("Rounds=2",))
    twins.click(pair_round)

    def forget(workbook):
        sheet = workbook["Event"]
        row = next(cell.row for cell in sheet["A"] if cell.value == "Round clock")
        for cell in sheet[row]:
            cell.value = None

    twins.change(forget)
    twins.same(clock.turn)
    twins.same(clock.turn)
    assert [cell.value for cell in twins.live["Event"]["A"]].count("Round clock") == 1


@pytest.mark.parametrize("ruleset", ["nisei-single-sided", "ntp"])
def test_the_cross_table_is_the_same_in_a_file_and_in_excel(new_twins, ruleset):
    """Made, and made anew with a round more."""
    twins = new_twins(ruleset, 9, ("Rounds=2",))
    for _ in range(2):
        twins.click(pair_round)
        twins.decide()
        twins.same(write_standings, crossed=True)


def test_a_round_robin_is_the_same_in_a_file_and_in_excel(new_twins):
    """A square."""
    twins = new_twins("trc", 5, ("Rounds=5",))
    twins.click(pair_round)
    twins.decide()
    twins.same(write_standings, crossed=True)
    assert twins.live["Cross table"]["D1"].value == "1"
