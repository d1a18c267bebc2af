"""Tabs that are no tables, in a closed file and open in LibreOffice."""

from __future__ import annotations

import re

import pytest

from xlplugin.verbs import print_tabs
from xlplugin.verbs.cut import cut
from xlplugin.verbs.lists import write_lists
from xlplugin.verbs.pair import pair_round
from xlplugin.verbs.standings import write_standings
from xlplugin.verbs.statistics import write_statistics

CHART = re.compile(r"Statistics!chart \d: ")
"""LibreOffice writes of a chart that it has drawn more than of one that it has read."""


@pytest.fixture
def played(new_twins):
    """Twins with a complete round and a cut."""
    twins = new_twins("nisei-swiss", 20, Rounds="1", Cut="4")
    twins.click(pair_round)
    twins.decide("Round 1")
    return twins


def test_what_is_printed_is_the_same(played, differences, tmp_path):
    """Slips, names, seats and cards, the bracket, lists, the cross table, statistics with their charts."""
    for what in ("slips", "names", "seats", "cards"):
        played.same(print_tabs.print_tab, what)
    played.same(write_standings, crossed=True)
    played.same(write_statistics)
    played.same(cut, 4)
    played.same(write_lists)
    found = differences(*played.kept(tmp_path))
    assert [line for line in found if not CHART.match(line)] == []
