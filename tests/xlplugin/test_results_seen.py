"""A result that is changed after the next round was paired: reported, with what it explains."""

from __future__ import annotations

import pytest

from xlplugin.verbs.change_pairing import pair_late, swap
from xlplugin.verbs.check import check
from xlplugin.verbs.pair import pair_round
from xlplugin.verbs.print_tabs import print_names
from xlplugin.verbs.standings import write_standings

WHY = "No rule broken; round 2 differs from a re-run because a result of round 1 was changed afterwards"
"""What is said of the event below."""
OF_STANDINGS = "Standings 1 was written before a result of round 1 was changed"


@pytest.fixture
def event(in_memory):
    """Eight players, round 1 played and its standings written, round 2 paired."""
    event = in_memory(8)
    pair_round(event.host)
    event.play("Round 1")
    event.type("Round 1", 2, P1_Corp="L", P1_Runner="L", Special=None)
    write_standings(event.host)
    pair_round(event.host)
    return event


def correct(event):
    """Table 1 was a draw after all."""
    event.type("Round 1", 2, P1_Corp="W", P1_Runner="L")


def results(event):
    """What the log says of results."""
    return [details for action, details in event.log() if action.startswith("Result")]


def test_a_result_that_was_changed_is_logged_as_it_was_and_is(event):
    """Once, by its table; those seen first are counted."""
    assert results(event) == ["Round 1: 4 results"]
    correct(event)
    write_standings(event.host)
    write_standings(event.host)
    assert results(event)[1:] == ["Round 1 table 1: 0-6 -> 3-3"]


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ({"P1_Corp": None}, "0-6 -> no result"),
        ({"Special": "2-for-1", "P1_Runner": None}, "L L -> L 2-for-1"),
    ],
)
def test_a_change_that_points_do_not_tell_is_told_by_its_cells(event, typed, said):
    """Or that there is no result any more."""
    event.type("Round 1", 2, **typed)
    print_names(event.host)
    assert results(event)[1:] == [f"Round 1 table 1: {said}"]


def test_check_says_first_why_a_round_differs(event):
    """In the window and on a terminal, before the list; also once the change is logged."""
    assert not check(event.host).data["differences"]
    correct(event)
    for why in (f"{WHY}; {OF_STANDINGS}.", f"{WHY}."):
        found = check(event.host)
        assert found.data["differences"]
        assert found.message.splitlines()[1] == found.lines[0] == why
        assert found.lines[1].startswith("Difference: ")
        write_standings(event.host)


def test_a_pairing_changed_by_hand_is_not_explained_by_a_result(event):
    """What is said is tried: with the results as they were, the round must be the one of a re-run."""
    one, two = event.rows("Round 2")[:2]
    event.type("Round 2", 2, No_2=two["No 2"], Player_2=two["Player 2"])
    event.type("Round 2", 3, No_2=one["No 2"], Player_2=one["Player 2"])
    correct(event)
    assert "round 2 differs" not in check(event.host).message


def test_standings_say_it_when_they_see_the_change(event):
    """With what has been changed; the next time it is known."""
    correct(event)
    (told,) = write_standings(event.host).warnings[:1]
    assert told == f"Changed: Round 1 table 1: 0-6 -> 3-3. {WHY}."
    assert not any("Changed" in warning for warning in write_standings(event.host).warnings)


@pytest.mark.parametrize("verb", [check, write_standings])
def test_a_player_who_has_left_an_open_table_is_told(event, verb):
    """Nobody waits for that result."""
    gone = event.rows("Round 2")[1]
    event.type("Players", gone["No 1"] + 1, Status="Dropped")
    said = f"Round 2, table 2: {gone['Player 1']} is Dropped, and there is no result; type it"
    assert [w for w in verb(event.host).warnings if w.startswith(said)]
    event.play("Round 2")
    assert not [w for w in verb(event.host).warnings if w.startswith(said)]


def test_whoever_came_late_changes_no_draw(in_memory):
    """Only the table of the late arrival differs: the round was drawn for those who were there."""
    event = in_memory(7, **{"Event seed": "abcdefghijklmnopqrstuvwx"})
    pair_round(event.host)
    event.type("Players", 9, Name="Late Larch")
    pair_late(event.host, "Late Larch")
    event.play("Round 1")
    pair_round(event.host)
    (difference,) = check(event.host).data["differences"]
    assert "Late Larch would meet nobody" in difference


def test_what_a_corrected_result_does_not_explain_is_explained_too(event):
    """Of two causes the other one is named as well."""
    swap(event.host, "1", "2")
    correct(event)
    lines = check(event.host).lines
    assert lines[0] == f"No rule broken; {OF_STANDINGS}."
    assert any(
        line.startswith("A difference comes from a pairing changed by hand") for line in lines
    )
