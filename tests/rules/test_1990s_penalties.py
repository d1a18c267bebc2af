"""TRC, NTP and HEX: what their documents say of warnings, forfeiture and disqualification."""

from __future__ import annotations

import pytest

from engine import RULESETS, Special, Status
from engine.penalties import (
    REMOVED,
    Given,
    Penalty,
    game_lost,
    lost_by_both,
    match_lost,
    proposed,
    unplayed_lost,
)

FORMAT = RULESETS["trc"].match_format


def says(ruleset, label, history=()):
    """Give what a document says for an infraction of player 1."""
    code = RULESETS[ruleset].penalties
    return proposed(code, 1, code.by_label[label], "", history).penalty


# TRC Floor rules


@pytest.mark.parametrize(
    "label",
    [
        "Cards held below the table", "Outside assistance", "Unsporting conduct", "Stalling",
        "Stalling: match not begun in time", "Packages opened early",
    ],
)  # fmt: skip
def test_trc_floor_6_to_10_the_judge_may_warn(label):
    """A warning is proposed, and the judge may decide for a Declaration of Forfeiture."""
    assert says("trc", label) is Penalty.WARNING
    assert Penalty.FORFEITURE in RULESETS["trc"].penalties.decisions


def test_trc_floor_6_to_10_no_number_of_warnings_is_a_game_loss():
    """The document leaves it to the judge when warnings are enough."""
    history = [Given(1, "Stalling", Penalty.WARNING)] * 5
    assert says("trc", "Stalling", history) is Penalty.WARNING


@pytest.mark.parametrize("label", ["Another deck", "Deck not built in time"])
def test_trc_floor_3_and_sd2_are_a_declaration_of_forfeiture(label):
    """Nothing else is named there."""
    assert says("trc", label) is Penalty.FORFEITURE


def test_trc_floor_10_any_other_violation_is_for_the_judge():
    """It may be a Declaration of Forfeiture."""
    assert says("trc", "Other") is Penalty.JUDGE


def test_trc_floor_10_the_judge_decides_for_nothing_a_warning_or_forfeiture():
    """No game is lost by a penalty."""
    penalties = (Penalty.NONE, Penalty.WARNING, Penalty.FORFEITURE)
    assert RULESETS["trc"].penalties.decisions == penalties
    assert RULESETS["trc"].penalties.penalties == (*penalties, Penalty.JUDGE)


def test_trc_floor_10_a_declaration_of_forfeiture_removes_the_player():
    """The status says so; results that are there stay."""
    assert REMOVED[Penalty.FORFEITURE] is Status.FORFEITED
    assert not RULESETS["trc"].penalties.removal


# NTP Netwatch Operating Protocol


@pytest.mark.parametrize("label", ["Talking too much", "Taking too long"])
@pytest.mark.parametrize(
    ("before", "penalty"), [(0, Penalty.WARNING), (1, Penalty.WARNING), (2, Penalty.GAME_LOSS)]
)
def test_ntp_4_2_two_warnings_come_before_a_game_is_forfeited(label, before, penalty):
    """For talking and for slowness, each alone."""
    history = [Given(1, label, Penalty.WARNING)] * before
    assert says("ntp", label, history) is penalty


def test_ntp_4_2_the_director_decides_from_a_warning_to_a_disqualification():
    """So too for whatever the document does not list."""
    assert says("ntp", "Other") is Penalty.JUDGE
    assert RULESETS["ntp"].penalties.decisions == (
        Penalty.NONE, Penalty.WARNING, Penalty.GAME_LOSS, Penalty.MATCH_LOSS,
        Penalty.DISQUALIFICATION,
    )  # fmt: skip


@pytest.mark.parametrize(
    "label", ["Altering a result", "Spying on cards or strategy", "Arguing after a ruling"]
)
def test_ntp_4_3_immediate_disqualification(label):
    """No warning goes before it."""
    assert says("ntp", label) is Penalty.DISQUALIFICATION


def test_ntp_4_4_a_card_seen_illegally_is_no_penalty():
    """The opponent decides where it goes."""
    assert says("ntp", "Card seen illegally") is Penalty.NONE


# HEX


def test_hex_5_9_cheating_disqualifies():
    """After an investigation by the judge."""
    assert says("hex", "Cheating") is Penalty.DISQUALIFICATION


def test_hex_6_whoever_cannot_restore_the_position_loses_the_game():
    """It counts like an absent player's."""
    format_ = RULESETS["hex"].match_format
    assert says("hex", "Position not restored") is Penalty.GAME_LOSS
    loss = game_lost(format_, {}, 2, "")
    assert loss.values == {"Special": "No-show 2"}
    assert format_.score((), Special.NO_SHOW_2) == (3, 0)


@pytest.mark.parametrize(
    ("typed", "cells"),
    [({"HQ 1": 3, "HQ 2": 9}, {}), ({"HQ 1": 9, "HQ 2": 3}, {"HQ 1", "HQ 2", "Special"})],
)
def test_hex_6_a_result_that_says_so_already_stays(typed, cells):
    """Player 1 has lost, or the result must be replaced."""
    loss = game_lost(RULESETS["hex"].match_format, typed, 1, "")
    assert set(loss.values) == set(cells)


# How a loss reads in game points


def test_a_game_lost_keeps_the_agenda_points_of_the_loser():
    """The document counts them for a loss."""
    assert game_lost(FORMAT, {"G1 P2": 4}, 2, 1).values == {"G1 P1": 10}


def test_a_game_lost_clashes_with_a_win_that_is_typed():
    """What is replaced is told."""
    loss = game_lost(FORMAT, {"G1 P1": 10, "G1 P2": 4}, 1, 1)
    assert loss.clashes == {"G1 P1": 10, "G1 P2": 4}


def test_a_match_lost_is_both_games():
    """Ten points each for the opponent."""
    cells = match_lost(FORMAT, {}, 1).values
    assert cells == {"G1 P1": 0, "G1 P2": 10, "G2 P1": 0, "G2 P2": 10}


@pytest.mark.parametrize(
    ("typed", "is_complete", "cells"),
    [
        ({"G1 P1": 10, "G1 P2": 4}, False, {"G2 P1": 0, "G2 P2": 10}),
        ({"G1 P1": 10, "G1 P2": 4, "G2 P1": 2, "G2 P2": 10}, True, {}),
    ],
)
def test_whoever_is_removed_loses_what_was_not_played(typed, is_complete, cells):
    """Games that were finished stay."""
    loss = unplayed_lost(FORMAT, typed, 1, is_complete=is_complete)
    assert (loss.values, loss.clashes) == (cells, {})


def test_a_match_that_both_lose_has_no_result():
    """Every match totals three points."""
    assert lost_by_both(FORMAT, {}) is None
