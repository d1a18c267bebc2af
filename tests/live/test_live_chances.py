"""The chances of the cut drawn into a file and by Excel: the same, in few actions."""

from __future__ import annotations

from xlplugin.numbers import safe
from xlplugin.verbs.pair import pair_round

MOST = 75
"""So much is asked of Excel for the tab, whatever the number of players."""


def test_the_tab_is_the_same_in_a_file_and_in_excel(new_twins, platform):
    """Drawn and drawn anew, in the last round and with all of its results."""
    twins = new_twins("nisei-swiss", 9, ("Rounds=2", "Cut=4"), platform=platform)
    twins.click(pair_round)
    twins.decide()
    twins.click(pair_round)
    assert len(twins.same(safe.write_chances)) <= MOST
    twins.decide()
    twins.same(safe.write_chances)


def test_a_tab_of_the_same_name_is_left_alone_in_both(new_twins):
    """What the organizer has made is not drawn over."""
    twins = new_twins("nisei-swiss", 9, ("Rounds=1", "Cut=4"))
    twins.change(lambda workbook: workbook.create_sheet("Cut chances"))
    assert "rename your tab" in twins.refused(safe.write_chances)
