"""NISEI Organized Play Policies 1.4, Appendix 1: Amalfi Swiss pairing, in its order."""

from __future__ import annotations

from dataclasses import replace

import pytest
from by_hand import SEEDS, told_at

from engine import pair, rank, ruleset_named
from xlplugin.workbook.reasons import cited

from cases import each


@pytest.fixture
def amalfi():
    """Give the ruleset ``nisei-amalfi``."""
    return ruleset_named("nisei-amalfi")


@pytest.fixture
def ranks(event):
    """Give a builder of events whose standings are 1, 2, 3, ...

    ``ranks(8, (1, 3), left=2)`` has eight players of whom 1 and 3 have met, and two rounds left.
    Ranks come from byes, and those who met earned nothing.
    """

    def build(count, *met, left):
        byes = [[(no,) for no in range(1, last + 1)] for last in range(count - 1, 0, -1)]
        meetings = [[(*two, "Double no-show")] for two in met]
        built = event(count, *byes, *meetings)
        return replace(built, planned_rounds=len(built.rounds) + left)

    return build


def meetings(pairing):
    """Give the lower-ranked opponent of every higher-ranked player."""
    return {t.player1: t.player2 for t in pairing.tables if t.player2 is not None}


ROUND_1 = [(1, 5, "WW"), (2, 6, "WW"), (3, 7, "WD"), (4, 8, "WD")]
ROUND_2 = [(1, 8, "WW"), (2, 7, "WD"), (3, 6, "WL"), (5, 4, "WD")]
"""Points 12, 10, 7, 5, 4, 3, 2, 1."""
ROUND_3 = [(1, 3, "WL"), (2, 4, "WL"), (5, 7, "WL"), (6, 8, "WL")]
"""Three points more for everyone."""


# The essential idea


@pytest.mark.parametrize("count", [4, 8, 16])
def test_first_and_second_meet_in_the_last_round(amalfi, ranks, count):
    """With the last round to be paired, the best two meet for the tournament."""
    assert meetings(pair(ranks(count, left=1), amalfi))[1] == 2


def test_first_and_second_are_separated_until_the_last_round(amalfi, event):
    """With a round still to come after this one, the best two do not meet."""
    played = replace(event(8, ROUND_1, ROUND_2), planned_rounds=4)
    assert meetings(pair(played, amalfi))[1] != 2


# Pair the first two rounds as normal


@each("seed", SEEDS)
@each("count", [8, 9])
@each("rounds", [(), (ROUND_1,)], ids=["round-1", "round-2"])
def test_rounds_1_and_2_are_paired_as_normal(amalfi, nisei, event, rounds, count, seed):
    """The same seed gives the same two rounds as without Amalfi, bye and reasons included."""
    played = event(count, *([*lines, (9,)][: (count + 1) // 2] for lines in rounds), seed=seed)
    assert pair(played, amalfi) == pair(played, nisei)


# From the third round


@pytest.mark.parametrize(
    ("rounds", "expected"),
    [
        pytest.param((ROUND_1, ROUND_2), {1: 3, 2: 4, 5: 7, 6: 8}, id="two-left"),
        pytest.param((ROUND_1, ROUND_2, ROUND_3), {1: 2, 3: 4, 5: 6, 7: 8}, id="one-left"),
    ],
)
def test_opponents_are_as_many_ranks_apart_as_rounds_remain(amalfi, event, rounds, expected):
    """The document's example: with two rounds left 1 meets 3, 2 meets 4, and 5 meets 7."""
    played = replace(event(8, *rounds), planned_rounds=4)
    assert rank(played, amalfi).order == [1, 2, 3, 4, 5, 6, 7, 8]
    assert meetings(pair(played, amalfi)) == expected


def test_a_pair_says_how_many_rounds_are_left_and_which_ranks_meet(amalfi, ranks):
    """The explanation cites the appendix, the rounds left and both ranks."""
    played = ranks(8, left=2)
    assert told_at(pair(played, amalfi), played, 2) == (
        "OP, Appendix 1: Amalfi: 2 rounds left: Player 2 (rank 2) meets rank 4, Player 4"
    )


def test_beyond_the_plan_one_round_remains(amalfi, event):
    """A round more than planned is paired as the last one."""
    played = replace(event(8, ROUND_1, ROUND_2, ROUND_3), planned_rounds=3)
    assert meetings(pair(played, amalfi)) == {1: 2, 3: 4, 5: 6, 7: 8}


@pytest.mark.parametrize(
    ("count", "left", "expected"),
    [
        pytest.param(6, 2, {1: 3, 2: 4, 5: 6}, id="one-rank-short"),
        pytest.param(10, 2, {1: 3, 2: 4, 5: 7, 6: 8, 9: 10}, id="last-two"),
        pytest.param(8, 3, {1: 4, 2: 5, 3: 6, 7: 8}, id="two-ranks-short"),
        pytest.param(6, 5, {1: 6, 2: 5, 3: 4}, id="from-the-bottom-up"),
        pytest.param(4, 9, {1: 4, 2: 3}, id="more-rounds-than-players"),
    ],
)
def test_where_the_rank_does_not_exist_the_nearest_free_one_is_taken(
    amalfi, ranks, count, left, expected
):
    """Whoever would meet a rank below the last one meets the lowest that is free."""
    assert meetings(pair(ranks(count, left=left), amalfi)) == expected


def test_a_missing_rank_is_told(amalfi, ranks):
    """The explanation says which rank was wanted and which one was free."""
    played = ranks(6, left=2)
    text = told_at(pair(played, amalfi), played, 5)
    assert "would meet rank 7, which does not exist" in text
    assert "nearest that is free is Player 6 (rank 6)" in text


def test_only_those_still_playing_are_counted_as_ranks(amalfi, event):
    """A dropped player's place is closed before ranks are counted off."""
    played = replace(event(8, ROUND_1, ROUND_2, dropped=(2, 6)), planned_rounds=4)
    assert meetings(pair(played, amalfi)) == {1: 4, 3: 5, 7: 8}


# If a pair of players have already played


@pytest.mark.parametrize(
    ("left", "met", "expected"),
    [
        pytest.param(2, [3], {1: 4, 2: 5, 3: 6, 7: 8}, id="one-lower"),
        pytest.param(2, [3, 4], {1: 2, 3: 5, 4: 6, 7: 8}, id="one-higher"),
        pytest.param(2, [3, 4, 2], {1: 5, 2: 4, 3: 6, 7: 8}, id="two-lower"),
        pytest.param(3, [4], {1: 5, 2: 6, 3: 7, 4: 8}, id="3-left-one-lower"),
        pytest.param(3, [4, 5], {1: 3, 2: 5, 4: 7, 6: 8}, id="3-left-one-higher"),
        pytest.param(3, [4, 5, 3], {1: 6, 2: 5, 3: 7, 4: 8}, id="3-left-two-lower"),
        pytest.param(3, [4, 5, 3, 6], {1: 2, 3: 6, 4: 7, 5: 8}, id="3-left-two-higher"),
        pytest.param(3, [4, 5, 3, 6, 2], {1: 7, 2: 5, 3: 6, 4: 8}, id="3-left-three-lower"),
        pytest.param(1, [2], {1: 3, 2: 4, 5: 6, 7: 8}, id="1-left-one-lower"),
        pytest.param(1, [2, 3], {1: 4, 2: 3, 5: 6, 7: 8}, id="1-left-two-lower"),
    ],
)
def test_a_rematch_is_resolved_outward(amalfi, ranks, left, met, expected):
    """Who has met the rank wanted tries one lower, one higher, two lower, two higher, ..."""
    played = ranks(8, *((1, no) for no in met), left=left)
    assert meetings(pair(played, amalfi)) == expected


@pytest.mark.parametrize(
    ("met", "expected"),
    [
        pytest.param([(5, 7)], {1: 3, 2: 4, 5: 8, 6: 7}, id="one-pair"),
        pytest.param([(5, 7), (5, 8)], {1: 3, 2: 4, 5: 6, 7: 8}, id="one-higher"),
        pytest.param([(2, 4)], {1: 3, 2: 5, 4: 6, 7: 8}, id="in-the-middle"),
        pytest.param([(2, 4), (2, 5), (7, 8)], {1: 3, 2: 6, 4: 7, 5: 8}, id="and-again-below"),
    ],
)
def test_pairs_above_a_rematch_stay(amalfi, ranks, met, expected):
    """Only those below the highest-ranked pair that has met are paired anew."""
    assert meetings(pair(ranks(8, *met, left=2), amalfi)) == expected


@pytest.mark.parametrize(
    "part",
    [
        "2 rounds left: Player 1 (rank 1) would meet rank 3, which they have met",
        "the nearest that is free is Player 2 (rank 2)",
        "Player 1 and Player 3 have met (round 8)",
        "Player 1 and Player 4 have met (round 9)",
    ],
)
def test_a_rematch_resolved_says_whom_it_passed_over(amalfi, ranks, part):
    """The explanation names the rank wanted, the one found, and every meeting in between."""
    played = ranks(8, (1, 3), (1, 4), left=2)
    assert part in told_at(pair(played, amalfi), played, 1)


def test_a_rank_that_is_taken_is_told(amalfi, ranks):
    """Who is pushed aside by a rematch above is told so."""
    played = ranks(8, (1, 3), left=2)
    text = told_at(pair(played, amalfi), played, 2)
    assert "would meet rank 4, which is taken" in text
    assert "nearest that is free is Player 5 (rank 5)" in text


# Where the way down the list gets stuck


STUCK = [
    pytest.param(4, 2, [(2, 4)], {1: 4, 2: 3}, id="all-of-four"),
    pytest.param(8, 1, [(7, 8), (5, 7)], {1: 2, 3: 4, 5: 8, 6: 7}, id="one-pair-undone"),
    pytest.param(8, 1, [(7, 8), (6, 7)], {1: 2, 3: 4, 5: 7, 6: 8}, id="one-pair-undone-again"),
    pytest.param(8, 1, [(7, 8), (5, 7), (6, 7), (4, 7)], {1: 2, 3: 7}, id="two-pairs-undone"),
]


@pytest.mark.parametrize(("count", "left", "met", "expected"), STUCK)
def test_as_few_of_the_last_pairs_are_undone_as_will_do(amalfi, ranks, count, left, met, expected):
    """If the last ones left have met, a legal pairing is found without touching the top."""
    found = meetings(pair(ranks(count, *met, left=left), amalfi))
    assert {no: found[no] for no in expected} == expected


@pytest.mark.parametrize(("count", "left", "met", "expected"), STUCK)
def test_pairs_that_were_undone_are_told(amalfi, ranks, count, left, met, expected):
    """A pair made anew says who had nobody left to meet."""
    played = ranks(count, *met, left=left)
    text = told_at(pair(played, amalfi), played, count)
    assert "had nobody left to meet, so the last pairs were undone" in text


# What is as ever


@pytest.mark.parametrize(
    ("players", "cut", "rounds"),
    [(16, 0, 8), (33, 0, 10), (129, 0, 14), (16, None, 4), (16, 4, 4), (12, 0, 4), (12, None, 4)],
)
def test_without_the_cut_there_is_an_extra_round_for_every_round(
    amalfi, nisei, event, players, cut, rounds
):
    """Where a cut is suggested and left out; where none is suggested, none is left out."""
    planned = replace(event(players), cut=cut)
    assert amalfi.planned_rounds(planned) == rounds
    assert amalfi.planned_rounds(replace(planned, planned_rounds=5)) == 5
    assert nisei.planned_rounds(planned) == nisei.suggest(players, {}).rounds


def test_the_first_round_says_why_there_are_extra_ones(amalfi, event):
    """The notes of round 1 have the rule; later rounds do not repeat it."""
    planned = replace(event(16), cut=0)
    notes = [cited(note, planned) for note in pair(planned, amalfi).notes]
    told = "no cut, so an extra round for each of the 4 suggested: 8 rounds"
    assert [note for note in notes if told in note] == [f"OP, Appendix 1: Amalfi: {told}"]
