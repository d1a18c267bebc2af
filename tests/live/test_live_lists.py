"""Lists and deadlines in a file and in Excel: the same tabs, lines and refusals."""

from __future__ import annotations

from xlplugin.doors import buttons
from xlplugin.verbs import lists
from xlplugin.verbs.pair import pair_round


def test_decklists_are_the_same(new_twins):
    """Made, then refreshed when something was handed in."""
    twins = new_twins(players=9, settings=["Tier=Competitive"])
    twins.type("Players", 2, Decklist="Received")
    twins.type("Players", 3, Decklist="Problem")
    twins.same(lists.write_lists)
    twins.type("Players", 4, Decklist="Checked")
    twins.type("Players", 5, Status="Dropped")
    twins.same(pair_round)
    twins.same(lists.write_lists)


def test_armies_are_the_same(new_twins):
    """From the first round to the finals."""
    twins = new_twins("hex", players=9, settings=["Rounds=1", "Cut=4"])
    twins.same(pair_round)
    twins.decide()
    twins.same(lists.write_lists)
    twins.same(pair_round)
    twins.same(lists.write_lists)


def test_deadlines_are_the_same(new_twins, platform):
    """Posted, posted again, the next round, and taken back."""
    settings = ["Asynchronous=Yes", "Rounds=2", "Cut=None", "Round days=5"]
    twins = new_twins(players=4, settings=settings, platform=platform)
    twins.same(pair_round)
    twins.same(pair_round, again=True)
    twins.decide()
    twins.same(pair_round)


def test_rulesets_without_lists_say_the_same(new_twins):
    """Nothing is written on either side."""
    assert "asks for no lists" in new_twins("ntp", players=4).refused(lists.write_lists)


def test_the_button_says_what_is_to_be_done(new_twins, when):
    """In a message, since the tab is in front."""
    twins = new_twins(players=4, settings=["Tier=Competitive"])
    told = buttons.VERBS["lists"](twins.excel()[1], when)
    assert told.message == "Decklists: hand in: 4."
