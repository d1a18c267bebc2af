"""Tabs that a click makes: the same in a file and in Excel, charts included, in few actions."""

from __future__ import annotations

import pytest

from xlplugin.doors import buttons
from xlplugin.numbers import plan_tab, safe
from xlplugin.verbs import clock, lists, penalties, print_tabs, statistics
from xlplugin.verbs.matchups import write_matchups
from xlplugin.verbs.pair import pair_round
from xlplugin.verbs.standings import write_standings

import campaigns

PENALTIES = "Penalties"
MANY = 128
BOUNDS = {"slips": 205 + 3 * MANY // 2, "names": 50, "seats": 50, "cards": 180}
"""How much is asked of Excel for each kind of printed tab, with that many players; of a picture its size, too."""


@pytest.fixture
def played(new_twins):
    """Make twins with some rounds and their results, and identities where they are given."""

    def make(ruleset, settings, *, players=9, rounds=2, identities=None, **how):
        twins = new_twins(ruleset, players, settings, rounds=rounds, **how)
        for row in range(2, players + 2) if identities else ():
            twins.type("Players", row, **identities(row))
        return twins

    return make


def of_all(_row):
    """Everybody plays the same."""
    return {"Corp": "Alpha: One", "Runner": "=1+1"}


def of_some(row):
    """Six Corps and four Runners in all."""
    return {"Corp": f"Corp {row % 6}: One", "Runner": f"=Runner {row % 4}"}


CUT, PLAIN = ("Rounds=1", "Cut=4"), ("Rounds=2",)
DRAWN = [
    ("Statistics", statistics.write_statistics, "nisei-swiss", CUT, {"identities": of_all}, 75, 5),
    ("Statistics", statistics.write_statistics, "nisei-single-sided", PLAIN, {}, 75, 1),
    ("Statistics", statistics.write_statistics, "hex", CUT, {}, 75, 3),
    ("Matchups", write_matchups, "nisei-swiss", PLAIN, {"players": 12, "identities": of_some}, 120, 2),
    ("Matchups", write_matchups, "hex", PLAIN, {"players": 12}, 120, 1),
    ("Plan", plan_tab.plan_event, "nisei-swiss", ("Rounds=3",), {"rounds": 0}, 75, 3),
    ("Plan", plan_tab.plan_event, "trc", ("Rounds=3",), {"rounds": 0}, 75, 2),
    ("Cut chances", safe.write_chances, "nisei-swiss", ("Rounds=2", "Cut=4"), {"rounds": 1, "unfinished": True}, 75, 0),
]  # fmt: skip
"""Tabs by what draws them for which event, with how many actions at most and how many charts."""
PLATFORMS = ("lite", "windows", "macos")


def _drawn():
    """Each tab in one Excel, the first in every Excel; all of them everywhere in a campaign."""
    for number, case in enumerate(DRAWN):
        for place, platform in enumerate(PLATFORMS):
            if not number or place == number % 3 or campaigns.factor >= 2:
                yield pytest.param(case, platform, id=f"{case[0]} {case[2]} {platform}")


@pytest.mark.usefixtures("of_few")
@pytest.mark.parametrize(("case", "platform"), [*_drawn()])
def test_a_drawn_tab_is_the_same(played, remote, platform, case):
    """Numbers, looks and charts, drawn and drawn anew; each chart speaks of its own tab."""
    tab, draw, ruleset, settings, how, most, charts = case
    twins = played(ruleset, settings, platform=platform, **how)
    assert len(twins.same(draw)) <= most
    if "unfinished" in how:
        twins.decide()
    twins.same(draw)
    drawn = twins.live[tab]._charts
    assert len(drawn) == charts
    references = {r.f.partition("!")[0] for chart in drawn for r in remote.chart_references(chart)}
    assert references == ({f"'{tab}'"} if charts else set())


@pytest.mark.parametrize(
    ("name", "draw"),
    [
        ("Statistics", statistics.write_statistics),
        ("Matchups", write_matchups),
        ("Matchup list", write_matchups),
        ("Cut chances", safe.write_chances),
        ("Slips", print_tabs.print_slips),
    ],
)
def test_a_tab_of_the_same_name_is_left_alone(new_twins, name, draw):
    """What the organizer has made is not drawn over, and another tab is not made either."""
    twins = new_twins(settings=CUT)
    if name == "Slips":
        twins.click(pair_round)
    twins.change(lambda workbook: workbook.create_sheet(name))
    assert "rename your tab" in twins.refused(draw)


def test_where_there_is_nothing_to_copy_charts_from_it_is_said(new_twins, of_few, platform):
    """An older workbook has no page for the plan; on its tab nobody looks for what is not there."""
    twins = new_twins(settings=["Rounds=3"], platform=platform)
    pages = [name for name in twins.live.sheetnames if " 0369A1 " in name]
    for name in pages:
        twins.change(lambda workbook, name=name: workbook.remove(workbook[name]))
    twins.click(plan_tab.plan_event)
    assert len(pages) == 2
    assert twins.live["Plan"]._charts == []
    assert twins.live["Plan"]["A4"].value.startswith("The charts are left out")


# printed


@pytest.mark.parametrize("ruleset", ["nisei-single-sided", "hex", "ntp"])
def test_a_printed_tab_is_the_same(new_twins, ruleset):
    """Names, looks, heights, and where pages end; by its button, for the first time and anew."""
    twins = new_twins(ruleset, 25, unfinished=True)
    for what in print_tabs.PRINTS:
        twins.click(buttons.VERBS[f"print_{what}"])
        twins.click(buttons.VERBS[f"print_{what}"])
    assert not twins.differences()


def test_a_printed_tab_asks_for_so_much_at_most(new_twins):
    """Pages that look alike are copied, twice as many each time, so that their number hardly counts."""
    twins = new_twins(players=MANY, unfinished=True)
    asked = {what: len(twins.click(make)) for what, make in print_tabs.PRINTS.items()}
    assert not twins.differences()
    assert {what: count for what, count in asked.items() if count > BOUNDS[what]} == {}


# the round clock and the cross table


def test_the_clock_is_the_same(new_twins):
    """Started, paused, going on, and away with the next round."""
    twins = new_twins(players=8, settings=PLAIN, unfinished=True)
    for _ in range(3):
        twins.same(clock.turn)
    twins.decide()
    twins.same(pair_round)


def test_a_workbook_from_before_the_clock_gets_its_row(new_twins):
    """At the end of Event."""
    twins = new_twins(players=8, settings=PLAIN, unfinished=True)

    def forget(workbook):
        sheet = workbook["Event"]
        row = next(cell.row for cell in sheet["A"] if cell.value == "Round clock")
        for cell in sheet[row]:
            cell.value = None

    twins.change(forget)
    twins.same(clock.turn)
    twins.same(clock.turn)
    assert [cell.value for cell in twins.live["Event"]["A"]].count("Round clock") == 1


@pytest.mark.parametrize(("ruleset", "players"), [("nisei-single-sided", 9), ("trc", 5)])
def test_the_cross_table_is_the_same(new_twins, ruleset, players):
    """Made, and made anew with a round more; of a round robin it is a square."""
    twins = new_twins(ruleset, players, ("Rounds=5",))
    for _ in range(2):
        twins.click(pair_round)
        twins.decide()
        twins.same(write_standings, crossed=True)
    assert (twins.live["Cross table"]["D1"].value == "1") is (ruleset == "trc")


# lists and deadlines


def test_decklists_are_the_same(new_twins, when):
    """Made, told by the button, then refreshed when something was handed in."""
    twins = new_twins(players=9, settings=["Tier=Competitive"])
    told = buttons.VERBS["lists"](twins.excel()[1], when)
    assert told.message == "Decklists: hand in: 9."
    twins.type("Players", 2, Decklist="Received")
    twins.type("Players", 3, Decklist="Problem")
    twins.same(lists.write_lists)
    twins.type("Players", 4, Decklist="Checked")
    twins.type("Players", 5, Status="Dropped")
    twins.same(pair_round)
    twins.same(lists.write_lists)


def test_armies_are_the_same(new_twins):
    """From the first round to the finals; where no list is asked for, both say so."""
    twins = new_twins("hex", players=9, settings=CUT)
    twins.same(pair_round)
    twins.decide()
    twins.same(lists.write_lists)
    twins.same(pair_round)
    twins.same(lists.write_lists)
    assert "asks for no lists" in new_twins("ntp", players=4).refused(lists.write_lists)


def test_deadlines_are_the_same(new_twins, platform):
    """Posted, posted again, the next round, and taken back."""
    settings = ["Asynchronous=Yes", "Rounds=2", "Cut=None", "Round days=5"]
    twins = new_twins(players=4, settings=settings, platform=platform)
    twins.same(pair_round)
    twins.same(pair_round, again=True)
    twins.decide()
    twins.same(pair_round)


# penalties


def test_penalties_are_the_same(new_twins):
    """Proposing, applying, waiting for the next round: the same workbook throughout."""
    twins = new_twins(players=8, settings=PLAIN)
    twins.same(pair_round)
    twins.type(PENALTIES, 2, Player="=1+1", Infraction="Slow play")
    twins.type(PENALTIES, 3, No=1, Infraction="Slow play")
    twins.type(PENALTIES, 4, No=1, Infraction="slow play", Game="Corp", Accepted="Yes")
    twins.type(PENALTIES, 5, No=2, Infraction="Beginning early")
    decklist = "Illegal deck or decklist: between games"
    twins.type(PENALTIES, 6, No=3, Infraction=decklist, Accepted="Yes")
    twins.same(penalties.penalize)
    twins.same(penalties.penalize)
    for row, match in twins.matches("Round 1").items():
        there = {h: match[h] or "D" for h in ("P1 Corp", "P1 Runner")}
        twins.type("Round 1", row, **there)
    twins.same(pair_round)
    twins.same(penalties.penalize)
    twins.type(PENALTIES, 8, No=4, Infraction="Cheating", Accepted="Yes")
    twins.same(penalties.penalize)


def test_refusals_of_penalties_are_the_same(new_twins):
    """Nothing is written on either side, and both say the same; also where the tab is missing."""
    twins = new_twins(players=8)
    twins.change(lambda workbook: workbook.remove(workbook[PENALTIES]))
    twins.same(penalties.penalize)
    twins.same(pair_round)
    twins.type(PENALTIES, 2, No=1, Infraction="Marked cards", Accepted="Yes")
    twins.type(PENALTIES, 3, Player="nobody", Infraction="Cheating")
    assert "'nobody' is not a player" in twins.refused(penalties.penalize)
    twins.type(PENALTIES, 3, Player=None, Infraction=None)
    assert "which game" in twins.refused(penalties.penalize)


def test_the_buttons_say_what_was_applied_and_what_lacks(new_twins, when):
    """One line for each entry; proposals alone say nothing, since the tab is in front."""
    twins = new_twins(players=8, unfinished=True)
    twins.type(PENALTIES, 2, No=1, Infraction="Slow play")
    assert not buttons.VERBS["penalties"](twins.excel()[1], when).message
    twins.type(PENALTIES, 3, No=2, Infraction="Cheating", Accepted="Yes")
    told = buttons.VERBS["penalties"](twins.excel()[1], when).message
    assert "Cheating: Disqualification: Round 1, table " in told
    twins.type("Players", 2, Status="Disqualified")
    told = buttons.VERBS["check"](twins.excel()[1], when).warnings
    assert any("is Disqualified, so the match goes to " in note for note in told)
