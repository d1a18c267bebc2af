"""Statistics and plan drawn into a file and by Excel: the same, charts included, in few actions."""

from __future__ import annotations

import pytest

from xlplugin.numbers import plan_tab
from xlplugin.verbs import statistics
from xlplugin.verbs.pair import pair_round

MOST = 75
"""So much is asked of Excel for the tab, whatever the number of players."""
IDENTITIES = {"Corp": "Alpha: One", "Runner": "=1+1"}


@pytest.fixture
def played(new_twins):
    """Make twins with a round of each stage, or with two Swiss rounds."""

    def make(ruleset, settings=("Rounds=1", "Cut=4"), players=9, **typed):
        twins = new_twins(ruleset, players, settings)
        for row in range(2, players + 2) if typed else ():
            twins.type("Players", row, **typed)
        for _ in range(2):
            twins.click(pair_round)
            twins.decide()
        return twins

    return make


@pytest.mark.parametrize(
    ("ruleset", "settings", "typed", "charts"),
    [
        ("nisei-swiss", ("Rounds=1", "Cut=4"), IDENTITIES, 5),
        ("nisei-single-sided", ("Rounds=2",), {}, 1),
        ("hex", ("Rounds=1", "Cut=4"), {}, 3),
        ("ntp", ("Rounds=2",), {}, 1),
    ],
)
def test_the_tab_is_the_same_in_a_file_and_in_excel(
    played, remote, ruleset, settings, typed, charts
):
    """Numbers, looks and charts, drawn and drawn anew; each chart speaks of its own tab."""
    twins = played(ruleset, settings, **typed)
    assert len(twins.same(statistics.write_statistics)) <= MOST
    twins.same(statistics.write_statistics)
    drawn = twins.live["Statistics"]._charts
    assert len(drawn) == charts
    references = [r.f for chart in drawn for r in remote.chart_references(chart)]
    assert {reference.partition("!")[0] for reference in references} == {"'Statistics'"}


def test_a_tab_of_the_same_name_is_left_alone_in_both(new_twins):
    """What the organizer has made is not drawn over."""
    twins = new_twins("nisei-swiss", 9, ("Rounds=1",))
    twins.change(lambda workbook: workbook.create_sheet("Statistics"))
    assert "rename your tab" in twins.refused(statistics.write_statistics)


def test_where_there_is_nothing_to_copy_charts_from_it_is_said(new_twins, monkeypatch, platform):
    """An older workbook has no page for the plan; on its tab nobody looks for what is not there."""
    monkeypatch.setattr(plan_tab, "_simulated", lambda plan: plan_tab.simulate(plan, 5, 1))
    twins = new_twins("nisei-swiss", 9, ("Rounds=3",), platform=platform)
    pages = [name for name in twins.live.sheetnames if " 0369A1 " in name]
    for name in pages:
        twins.change(lambda workbook, name=name: workbook.remove(workbook[name]))
    twins.click(plan_tab.plan_event)
    assert len(pages) == 2
    assert twins.live["Plan"]._charts == []
    assert twins.live["Plan"]["A4"].value.startswith("The charts are left out")


@pytest.mark.parametrize(("ruleset", "charts"), [("nisei-swiss", 3), ("trc", 2)])
def test_a_plan_is_the_same_in_a_file_and_in_excel(
    new_twins, monkeypatch, platform, ruleset, charts
):
    """Drawn and drawn anew, before the first round."""
    simulate = plan_tab.simulate
    monkeypatch.setattr(plan_tab, "simulate", lambda plan, *_: simulate(plan, 5, 1))
    twins = new_twins(ruleset, 9, ("Rounds=3",), platform=platform)
    assert len(twins.same(plan_tab.plan_event)) <= MOST
    twins.same(plan_tab.plan_event)
    assert len(twins.live["Plan"]._charts) == charts
