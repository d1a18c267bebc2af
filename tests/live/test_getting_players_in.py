"""Late rosters, check-in and clubs: Excel and the file come to the same."""

from __future__ import annotations

import pytest

from xlplugin.doors import buttons
from xlplugin.roster.parse import roster_in_text
from xlplugin.verbs import add_players, print_tabs
from xlplugin.verbs.pair import pair_round

LATE = "Team\tPlayer\tSeed\tShirt\nReds\t=2+2\t4\tM\n\t3-4\t\t=1\nBlues\tann\t\t\n"


def late(read):
    """Give a roster with names that look like something else, and a column that is new."""
    return roster_in_text(LATE.encode(), "clipboard", read.ruleset)


@pytest.fixture
def twins(new_twins, platform):
    """Start an event as twins, on every kind of Excel."""
    return new_twins(platform=platform)


def test_a_late_roster_is_the_same_in_excel(twins):
    """New rows, a new column with its header, and who is there already."""
    twins.same(pair_round)
    twins.decide()
    twins.same(add_players.enter_players, late)
    players = twins.live["Players"]
    assert [cell.value for cell in players["B"]][9:13] == ["Ann", "=2+2", "3-4", None]
    assert [cell.value for cell in players[1]][-1] == "Shirt"
    twins.same(pair_round)


def test_a_pasted_roster_is_the_same_in_excel(twins):
    """By its button: once as late entries, and not again; without a tab Roster it is refused."""
    add = buttons.VERBS["add_players"]
    twins.same(pair_round)
    assert "nothing was pasted into the box, and there is no such tab" in twins.refused(add)
    rows = [["Team", "Player"], ["Reds", "'=2+2"], [None, "3-4"], ["Blues", "ann"]]

    def paste(workbook):
        tab = workbook.create_sheet("Roster")
        for row in rows:
            tab.append(row)

    twins.change(paste)
    twins.same(add)
    twins.same(add)
    names = [cell.value for cell in twins.live["Players"]["B"]]
    assert names[9:13] == ["Ann", "'=2+2", "3-4", None]


def test_seats_of_those_who_are_here_are_the_same_in_excel(new_twins):
    """Before anybody has checked in everybody has a seat, then who has."""
    twins = new_twins(settings=["Check-in=Yes"])
    twins.same(print_tabs.print_seats)
    twins.type("Players", 2, **{"Checked in": "Yes"})
    twins.same(print_tabs.print_seats)
    assert [row[0].value for row in twins.live["Seating"]["A3:A5"]][1:] == [None, None]


def test_check_in_and_clubs_are_the_same_in_excel(new_twins):
    """A round 1 of those who are here, clubs apart; somebody checks in later."""
    twins = new_twins(settings=["Check-in=Yes", "Keep clubs apart=Round 1"])
    for row in range(2, 10):
        label = "A" if row < 4 else None
        club = "Reds" if row < 7 else "Blues"
        twins.type("Players", row, **{"Checked in": "Yes", "Club": club, "Do not pair": label})
    twins.same(pair_round)
    assert len(twins.matches("Round 1")) == 4
    twins.decide()
    twins.type("Players", 10, **{"Checked in": "Yes"})
    twins.same(pair_round)
    assert len(twins.matches("Round 2")) == 5


def test_nobody_checked_in_is_refused_in_excel(new_twins):
    """Nothing is done, and the message is the same."""
    assert "nobody has checked in" in new_twins(settings=["Check-in=Yes"]).refused(pair_round)
