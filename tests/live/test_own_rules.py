"""Events under rules drawn by lot, with an elimination, in a file and in every Excel: the same cell by cell."""

from __future__ import annotations

import pytest
from random_rules import play_beside, rules_with_cut

from xlplugin.ground.problems import ERRORS

import campaigns


@pytest.mark.parametrize("number", range(campaigns.some(3)))
def test_an_event_under_random_rules_is_the_same(new_twins, number):
    """Whatever the rules are, every click writes the same cells and looks, or is refused for the same reason."""
    rules, draw = rules_with_cut(number)
    settings = [f"{name}={value}" for name, value in rules.items()]
    platform = ("windows", "lite", "macos")[number % 3]
    twins = new_twins("own", settings=settings, platform=platform)

    def click(action):
        try:
            twins.same(action)
        except ERRORS:
            twins.refused(action)
            return False
        return True

    event = play_beside(twins, click, draw)
    assert event.rounds
    assert not event.problems
