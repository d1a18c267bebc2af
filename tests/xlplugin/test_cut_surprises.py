"""Surprises around the cut that nobody plans: own tabs, late changes, other rules."""

from __future__ import annotations

import pytest


def add_rows(event, *rows):
    """Type rows below the last one of ``Event``."""
    with event.opened() as workbook:
        for row in rows:
            workbook["Event"].append(row)


@pytest.mark.parametrize(
    ("ruleset", "rows"),
    [("trc", [("Cut", "top 8")]), ("hex", [("Day one rounds", 1), ("Day two points", 99)])],
)
def test_settings_of_another_ruleset_mean_nothing(new_event, ruleset, rows):
    """A row that does not belong to the ruleset is the organizer's own, whatever it says."""
    event = new_event(ruleset=ruleset)
    add_rows(event, *rows)
    assert len(event.json("pair")["pairings"]) == 4


def test_a_cut_typed_before_the_ruleset_was_changed_is_no_hindrance(new_event):
    """``none`` in capitals of one's own, then another ruleset."""
    event = new_event("ABCDEF", "--set", "Cut=None")
    event.type("Event", event.row_of("Event", "Setting", "Ruleset"), Value="trc")
    assert event.json("pair")["round"] == 1


def test_a_tab_of_the_organizer_s_own_stays_when_a_round_is_undone(make_event):
    """Only a tab on record, or with the headers of a round, is one of the event's."""
    event = make_event(players=8, rounds=1)
    with event.opened() as workbook:
        workbook.create_sheet("Tiebreaker")["A1"] = "who brings the cake"
        workbook.create_sheet("Cut 3")["A1"] = "of the cake"
    assert "Round 1 is gone" in event.done("undo").stdout
    assert {"Tiebreaker", "Cut 3"} <= set(event.read().sheetnames)


@pytest.mark.parametrize(
    ("tab", "settings"), [("Cut 1", ("Cut=4",)), ("Tiebreaker", ("Cut=2", "Tiebreaker round=Yes"))]
)
def test_a_tab_of_one_s_own_in_the_way_is_named(after_swiss, tab, settings):
    """It is neither overwritten nor doubled."""
    event = after_swiss(settings=settings)
    with event.opened() as workbook:
        workbook.create_sheet(tab)["A1"] = "mine"
    told = event.refused("pair")
    assert f"{tab}: a tab of this name exists" in told
    assert "rename your tab" in told


@pytest.mark.parametrize(
    ("setting", "value", "now"), [("Elimination", "Single", "Single"), ("Asynchronous", "Yes", "")]
)
def test_an_elimination_of_another_kind_in_the_middle_is_refused(at_state, setting, value, now):
    """The cut was begun as double elimination, and stays one; a blank would mean another one, too."""
    event = at_state("cut 1 typed")
    event.setting(setting, value)
    told = event.refuses("pair", "{Event!Elimination}: ", "was begun as Double")
    assert f"the elimination is {now}" in told


def test_a_tiebreaker_round_of_a_size_of_its_own_is_paired_again_for_that_size(after_swiss):
    """``--top`` is on record with the round."""
    event = after_swiss(settings=("Cut=4",))
    event.done("tiebreaker", "--top", 2)
    before = event.rows("Tiebreaker")
    event.done("pair", "--again")
    assert event.rows("Tiebreaker") == before


def test_a_winner_corrected_late_can_be_followed_by_undo(at_state):
    """``undo`` takes the newest round back, whatever the earlier ones hold by now."""
    event = at_state("cut 3")
    row = event.rows("Cut 1")[0]
    event.type("Cut 1", 2, Winner=3 - row["Winner"])
    for number in (3, 2):
        assert f"Cut {number} is gone" in event.done("undo").stdout
    assert "Bracket" in event.read().sheetnames
    assert len(event.json("pair")["pairings"]) == 2


def test_an_outdated_round_without_results_is_paired_again(at_state):
    """``pair --again`` follows the corrected result as well."""
    event = at_state("cut 2")
    row = event.rows("Cut 1")[0]
    event.type("Cut 1", 2, Winner=3 - row["Winner"])
    event.done("pair", "--again")
    assert event.json("check") == {"differences": [], "problems": []}


def test_check_is_clean_after_somebody_left(after_swiss):
    """A walkover in one game changes nothing of what was drawn for the others, nor of the tiebreaker round."""
    event = after_swiss(players=8, settings=("Cut=8",))
    event.next_round()
    event.next_round()
    event.status(event.rows("Cut 2")[0]["Player 1"])
    event.next_round()
    event.next_round()
    assert event.json("check") == {"differences": [], "problems": []}
    event = after_swiss(settings=("Cut=2", "Tiebreaker round=Yes"))
    event.next_round()
    event.status(event.json("standings")["standings"][0]["player"])
    assert event.json("check") == {"differences": [], "problems": []}


def test_a_wrong_army_for_the_finals_stops_the_cut(after_swiss):
    """What would be a problem afterwards is told before anything is written."""
    event = after_swiss("hex", 8, 1, ("Cut=4",))
    event.type("Players", 2, **{"Final army 1": event.rows("Players")[0]["Final army 2"]})
    assert "is chosen twice" in event.refused("pair")


# two days


@pytest.fixture
def second_day(after_swiss):
    """Four rounds planned, one played, the first day closed at six points."""
    event = after_swiss("nisei-swiss", 8, 1)
    event.setting("Rounds", 4)
    event.done("cut", "--points", 6)
    return event


def test_the_cut_between_the_days_is_taken_back_by_clearing_its_settings(second_day):
    """Undo would take the round back, and says so; a second cut does not move it; then everybody plays on."""
    second_day.refuses(
        "undo",
        "the first day ends after round 1, which undo would remove",
        "clear this and Day two points",
    )
    second_day.change({"Event!Day one rounds": None, "Event!Day two points": None})
    assert len(second_day.json("pair")["pairings"]) == 4


def test_the_second_day_is_for_who_went_on(second_day):
    """Round 2 was paired for them: no second cut moves that, and who comes late is told not to be paired."""
    last = len(second_day.rows("Players")) + 2
    second_day.type("Players", last, Name="Zed")
    assert "not paired: Zed" in second_day.done("pair").stderr
    second_day.decide("Round 2")
    second_day.refuses("cut --points 9", "day one ended after round 1 with 6 points")


# Plans that are not as one would expect


SIXTEEN = [f"Player {number}" for number in range(1, 17)]


def glance(event, name):
    """What ``Event`` has beside a setting, steps out of sight included."""
    row = next(row for row in event.read()["Event"].values if row[0] == name)
    return " | ".join(str(value) for value in row[1:] if value)


def test_amalfi_without_a_cut_says_how_many_rounds_there_are(new_event):
    """The extra rounds are planned, told in round 1 and when they begin, and on Event."""
    event = new_event(SIXTEEN, "--set", "Cut=None", ruleset="nisei-amalfi")
    told = "no cut, so an extra round for each of the 4 suggested: 8 rounds; for another number"
    said = [event.done("pair").stderr]
    assert "1 of 8" in glance(event, "Round")
    for number in range(1, 5):
        event.play(number)
        said.append(event.done("pair").stderr)
    assert [told in text for text in said] == [True, False, False, False, True]
    event.play(5)
    event.done("undo")
    assert "Pair round 5, the first of 4 extra rounds (no cut)" in glance(event, "Next step")


def test_amalfi_without_a_cut_in_an_older_workbook_is_told_of_the_extra_rounds(new_event):
    """There were none when round 1 was paired: whoever goes on must not find out after the last one."""
    event = new_event(SIXTEEN, "--set", "Cut=None", ruleset="nisei-amalfi")
    event.round()
    event.round()
    rows = [row[0] for row in event.read()["Event"].values]
    event.type("Event", rows.index("Settled") + 1, Value=None)
    told = event.done("pair").stderr
    assert "no cut, so an extra round for each of the 4 suggested: 8 rounds; for another" in told


def test_amalfi_that_ends_early_needs_the_number_of_rounds_too(after_swiss):
    """Without the cut there would be extra rounds, so the remedy names both settings."""
    event = after_swiss("nisei-amalfi", 6, 1, ("Cut=4",))
    for name in ("Ann", "Bea", "Cal"):
        event.status(name)
    assert "or None (and 1 for Rounds) to end the event here" in event.refused("pair")


def test_a_small_cut_says_that_it_is_single_elimination(after_swiss):
    """Told with the last standings and with the cut, and kept on Pairing notes."""
    told = "a top 3 is single elimination: double elimination needs more players"
    event = after_swiss("nisei-swiss", 6, 2, ("Cut=3", "Elimination=Double"))
    assert told in event.done("standings").stderr
    assert told in event.done("pair").stderr
    assert any(told[2:] in str(row["Why"]) for row in event.rows("Pairing notes"))


def test_a_small_cut_is_told_of_when_the_event_begins(new_event):
    """Before anybody has played, so that it can still be announced."""
    event = new_event(SIXTEEN, "--set", "Cut=3")
    assert "a top 3 is single elimination" in event.done("pair").stderr


@pytest.mark.parametrize("settings", [("Cut=4",), ("Cut=3", "Elimination=Single")], ids=str)
def test_a_cut_that_is_played_as_it_is_set_says_nothing(after_swiss, settings):
    """There is nothing to point out."""
    event = after_swiss("nisei-swiss", 6, 2, settings)
    assert "single elimination" not in event.done("pair").stderr
