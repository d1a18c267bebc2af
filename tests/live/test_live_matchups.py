"""Matchups drawn into a file and by Excel: the same, charts included, in few actions."""

from __future__ import annotations

import pytest

from xlplugin.verbs.matchups import write_matchups
from xlplugin.verbs.pair import pair_round

MOST = 120
"""So much is asked of Excel for both tabs."""


def identities(row):
    """What somebody plays; six Corps and four Runners in all."""
    return {"Corp": f"Corp {row % 6}: One", "Runner": f"=Runner {row % 4}"}


@pytest.mark.parametrize(("ruleset", "charts"), [("nisei-swiss", 2), ("hex", 1)])
def test_the_tabs_are_the_same_in_a_file_and_in_excel(new_twins, remote, platform, ruleset, charts):
    """Numbers, looks, heights and charts, drawn and drawn anew; each chart speaks of its own tab."""
    twins = new_twins(ruleset, 12, ("Rounds=2",), platform=platform)
    for row in range(2, 14) if ruleset != "hex" else ():
        twins.type("Players", row, **identities(row))
    for _ in range(2):
        twins.click(pair_round)
        twins.decide()
    assert len(twins.same(write_matchups)) <= MOST
    twins.same(write_matchups)
    drawn = twins.live["Matchups"]._charts
    assert len(drawn) == charts
    references = [r.f for chart in drawn for r in remote.chart_references(chart)]
    assert {reference.partition("!")[0] for reference in references} == {"'Matchups'"}


@pytest.mark.parametrize("name", ["Matchups", "Matchup list"])
def test_a_tab_of_the_same_name_is_left_alone_in_both(new_twins, name):
    """What the organizer has made is not drawn over, and the other tab is not made either."""
    twins = new_twins("nisei-swiss", 9, ("Rounds=1",))
    twins.change(lambda workbook: workbook.create_sheet(name))
    assert "rename your tab" in twins.refused(write_matchups)
