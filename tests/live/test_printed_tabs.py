"""What is printed for the players, drawn into a file and by Excel: the same, in few actions."""

from __future__ import annotations

import pytest

from xlplugin.doors import buttons
from xlplugin.verbs import print_tabs
from xlplugin.verbs.pair import pair_round

MANY = 128
BOUNDS = {"slips": 205, "names": 50, "seats": 50, "cards": 180}


@pytest.fixture
def paired(new_twins):
    """Make twins with a first round."""

    def make(ruleset="nisei-swiss", players=9):
        twins = new_twins(ruleset, players)
        twins.click(pair_round)
        return twins

    return make


@pytest.mark.parametrize("ruleset", ["nisei-single-sided", "hex", "ntp"])
def test_a_printed_tab_is_the_same_in_a_file_and_in_excel(paired, ruleset):
    """Names, looks, heights, and where pages end; by its button, for the first time and anew."""
    twins = paired(ruleset, 25)
    for what in print_tabs.PRINTS:
        twins.click(buttons.VERBS[f"print_{what}"])
        twins.click(buttons.VERBS[f"print_{what}"])
    assert not twins.differences()


def test_a_tab_of_the_same_name_is_left_alone_in_both(paired):
    """What the organizer has made is not drawn over."""
    twins = paired()
    twins.change(lambda workbook: workbook.create_sheet("Slips"))
    assert "rename your tab" in twins.refused(print_tabs.print_slips)


@pytest.fixture(scope="module")
def asked(new_file, twins_of, tmp_path_factory):
    """How much is asked of Excel for each kind of tab of an event with many players."""
    path = tmp_path_factory.mktemp("asked") / "event.xlsx"
    path.write_bytes(new_file("nisei-swiss", MANY))
    twins = twins_of(path)
    twins.click(pair_round)
    asked = {what: len(twins.click(make)) for what, make in print_tabs.PRINTS.items()}
    assert not twins.differences()
    return asked


@pytest.mark.parametrize("what", BOUNDS)
def test_a_printed_tab_asks_for_so_much_at_most(asked, what):
    """Pages that look alike are copied, twice as many each time, so that their number hardly counts."""
    assert asked[what] <= BOUNDS[what]
