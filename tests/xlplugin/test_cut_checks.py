"""A cut that no longer follows from its results: what ``check`` and ``pair`` say."""

from __future__ import annotations


def differences(event):
    """What ``check`` lists as different."""
    return event.json("check")["differences"]


def correct_round_one(event):
    """Turn the result of the first table of round 1 over."""
    event.type("Round 1", 2, **{"P1 Corp": "L", "P1 Runner": "L"})


def test_seeds_that_a_corrected_result_changes_are_listed(at_state):
    """A Swiss result corrected after the cut: every seed that would be another is named."""
    event = at_state("cut 1")
    assert differences(event) == []
    correct_round_one(event)
    found = [line for line in differences(event) if line.startswith("Cut 1: seed ")]
    assert found
    assert all(" is " in line and ", but by the standings " in line for line in found)


def test_pairing_on_says_that_seeds_would_be_others(at_state):
    """Whoever pairs the next round is told that the seeds no longer follow from the standings."""
    event = at_state("cut 1 typed")
    correct_round_one(event)
    assert "Note: Cut 1: seed " in event.done("pair").stderr


def test_a_side_other_than_the_rules_have_it_is_listed(at_state):
    """A Corp typed over in a later round of the elimination is named with who it should be."""
    event = at_state("cut 2")
    (row, *_) = event.rows("Cut 2")
    event.type("Cut 2", 2, Corp=3 - int(row["Corp"]))
    (found,) = differences(event)
    corp, other = (row["Player 1"], row["Player 2"])[:: 1 if int(row["Corp"]) == 1 else -1]
    table = row["Table"]
    assert found == f"Cut 2, table {table}: the Corp is {other}, but by the rules {corp}"


def test_final_standings_that_somebody_changed_are_listed(at_state):
    """A place on Final standings that is not the one that the event gives."""
    event = at_state("final")
    assert differences(event) == []
    event.type("Final standings", 2, Rank=6)
    (found,) = differences(event)
    assert found.startswith("Final standings")


def test_final_standings_before_the_end_are_listed(at_state):
    """A result of the final taken back: the final standings are too early, and said to be."""
    event = at_state("final")
    event.type("Cut 4", 2, Winner=None)
    assert "Final standings: the elimination is not over" in differences(event)


def test_a_result_missing_under_a_later_round_is_told_once(at_state):
    """A result that a later round builds on: one line says so, and not a second that it is missing."""
    event = at_state("cut 2")
    event.type("Cut 1", 2, Winner=None)
    cell = event.address("Cut 1", "Winner", 2)
    told = [line for line in event.refused("pair").splitlines() if line.startswith(f"{cell}:")]
    assert len(told) == 1
    assert "and Cut 2 builds on it" in told[0]
