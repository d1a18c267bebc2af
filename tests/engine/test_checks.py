"""The checker finds every kind of violation, names the players, and is silent on legal rounds."""

from __future__ import annotations

import pytest
from refusals import plain

from engine import ErrorKind
from engine.checks import violations
from engine.legality import Legality

ROUND_1 = [(1, 2, "WL"), (3, 4, "WL")]
ROUND_2 = [(1, 3, "WL"), (2, 4, "WL")]
FIVE_1 = [(1, 2, "WL"), (3, 4, "WL"), (5,)]
LEGALITY = Legality("OP, Event structure")
FIVE_2 = [(1, 5, "WL"), (2, 3, "WL"), (4,)]


def found(before, *tables):
    """Give what is wrong with a round: each violation's kind, and its data without the round."""
    return [
        (violation.kind, {k: plain(value) for k, value in violation.data.items() if k != "round"})
        for violation in violations(before, tables, LEGALITY)
    ]


@pytest.mark.parametrize(
    ("players", "rounds", "tables"),
    [
        pytest.param(4, [], [(1, 2), (3, 4)], id="round-1"),
        pytest.param(5, [], [(1, 2), (3, 4), (5, None)], id="round-1-with-bye"),
        pytest.param(4, [ROUND_1, ROUND_2], [(4, 1), (3, 2)], id="all-that-is-left"),
        pytest.param(5, [FIVE_1], [(1, 3), (2, 5), (4, None)], id="a-first-bye"),
    ],
)
def test_a_legal_round_has_no_violations(event, players, rounds, tables):
    """A round that keeps every rule is passed in silence."""
    assert found(event(players, *rounds), *tables) == []


def test_awarded_byes_are_no_violation(event):
    """Any number of players may sit out round 1 with awarded byes."""
    before = event(5, awarded=(1, 2))
    assert found(before, (3, 4), (5, None), (1, None), (2, None)) == []


@pytest.mark.parametrize(
    "tables",
    [
        pytest.param([(1, 2), (1, 3), (4, None)], id="at-two-tables"),
        pytest.param([(1, 2), (3, 4), (1, None)], id="at-a-table-and-with-a-bye"),
        pytest.param([(1, 1), (2, 3), (4, None)], id="against-themselves"),
    ],
)
def test_a_player_paired_twice_is_found(event, tables):
    """Nobody sits at two tables of one round."""
    assert (ErrorKind.PAIRED_TWICE, {"player": 1, "count": 2}) in found(event(4), *tables)


@pytest.mark.parametrize(
    ("tables", "who"),
    [
        pytest.param([(1, 2), (3, 4)], 4, id="dropped"),
        pytest.param([(1, 2), (3, 9)], 9, id="not-on-the-roster"),
    ],
)
def test_a_player_who_is_not_active_is_found(event, tables, who):
    """Only active players are paired."""
    assert (ErrorKind.NOT_ACTIVE, {"player": who}) in found(event(4, dropped=(4,)), *tables)


def test_an_active_player_who_is_missing_is_found(event):
    """Every active player is paired or has a bye."""
    assert found(event(4), (1, 2)) == [
        (ErrorKind.NOT_PAIRED, {"player": 3}),
        (ErrorKind.NOT_PAIRED, {"player": 4}),
    ]


@pytest.mark.parametrize(
    ("tables", "met"),
    [
        pytest.param([(1, 2), (3, 4)], 1, id="both-of-round-1"),
        pytest.param([(2, 1), (4, 3)], 1, id="either-way-round"),
    ],
)
def test_a_rematch_is_found(event, tables, met):
    """Two who have met do not meet again; the violation says when they met."""
    assert found(event(4, ROUND_1, ROUND_2), *tables) == [
        (ErrorKind.REMATCH, {"players": table, "rounds": (met,), "same_sides": False})
        for table in tables
    ]


@pytest.mark.parametrize(
    ("players", "tables", "needed", "out"),
    [
        pytest.param(4, [(1, 2), (3, None), (4, None)], 0, (3, 4), id="two-for-none"),
        pytest.param(5, [(1, 2), (3, None), (4, None), (5, None)], 1, (3, 4, 5), id="three"),
    ],
)
def test_too_many_byes_are_found(event, players, tables, needed, out):
    """An even number of players needs no bye, an odd number one."""
    data = {"count": players, "needed": needed, "players": out}
    assert found(event(players), *tables) == [(ErrorKind.TOO_MANY_BYES, data)]


def test_a_bye_beside_awarded_byes_is_found_when_the_others_are_even(event):
    """Awarded byes are no excuse for another one."""
    problems = found(event(5, awarded=(5,)), (1, 2), (3, None), (4, None), (5, None))
    data = {"count": 4, "needed": 0, "players": (3, 4)}
    assert problems == [(ErrorKind.TOO_MANY_BYES, data)]


def test_an_awarded_bye_that_was_not_given_is_found(event):
    """Whoever holds a first-round bye is not to be paired in round 1."""
    problems = found(event(3, awarded=(1,)), (1, 2), (3, None))
    assert problems == [(ErrorKind.AWARDED_BYE_PAIRED, {"player": 1})]


def test_an_avoidable_second_bye_is_found(event):
    """Who has had a bye gets no second one while somebody without can take it."""
    assert found(event(5, FIVE_1, FIVE_2), (1, 3), (2, 5), (4, None)) == [
        (ErrorKind.ANOTHER_BYE, {"player": 4})
    ]


def test_an_avoidable_second_bye_after_an_awarded_one_is_found(event):
    """An awarded bye counts as one had."""
    before = event(3, [(1,), (2, 3, "WL")], awarded=(1,))
    # 2 and 3 have met: with the bye to either the other meets 1.
    assert (ErrorKind.ANOTHER_BYE, {"player": 1}) in found(before, (2, 3), (1, None))


def test_an_unavoidable_second_bye_is_no_violation(event):
    """Three who have all met and two newcomers: one of the three must sit out again."""
    before = event(
        3, [(1, 2, "WW"), (3,)], [(1, 3, "WW"), (2,)], [(2, 3, "WW"), (1,)], extra=(4, 5)
    )
    assert found(before, (1, 4), (2, 5), (3, None)) == []


def test_a_second_bye_is_no_violation_when_everyone_has_had_one(event):
    """Where nobody has had fewer, anybody may sit out again."""
    assert found(event(3, [(1,), (2,), (3,)], awarded=(1, 2, 3)), (1, 2), (3, None)) == []


def test_violations_carry_the_clause(event):
    """What is found cites the ruleset's document."""
    assert [v.clause for v in violations(event(2), [], Legality("HEX 3"))] == ["HEX 3", "HEX 3"]


def test_all_violations_of_a_round_are_found_at_once(event):
    """A round with several faults has all of them listed."""
    problems = found(event(6, [*ROUND_1, (5, 6, "WL")], dropped=(6,)), (1, 2), (3, 6), (3, None))
    assert [kind for kind, _ in problems] == [
        ErrorKind.PAIRED_TWICE,
        ErrorKind.NOT_ACTIVE,
        ErrorKind.NOT_PAIRED,
        ErrorKind.NOT_PAIRED,
        ErrorKind.REMATCH,
    ]
