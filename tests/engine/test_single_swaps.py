"""Single swaps: compared with all ways there are, one conflict after another."""

from __future__ import annotations

from random import Random

import pytest

from engine.draws import Draws
from engine.pairing import single_swaps
from engine.pairing.single_swaps import swap_conflicts

from cases import each

PLAYERS = range(4, 25, 2)
SEEDS = [f"seed {number}" for number in range(20)]


def dealt_at_random(random, count, most_points):
    """Give two stacks by score as tables, everyone's score, and who may not meet."""
    score = {no: random.randint(0, most_points) for no in range(1, count + 1)}
    stacks = [
        sorted(range(start, count + 1, 2), key=score.__getitem__, reverse=True) for start in (1, 2)
    ]
    tables = list(zip(*stacks, strict=True))
    barred = {(one, two) for one in stacks[0] for two in stacks[1] if random.random() < 0.15} | {
        table for table in tables if random.random() < 0.25
    }
    return tables, score, barred


def gap(tables, score):
    """Give how far apart the scores of all opponents are in total."""
    return sum(abs(score[one] - score[two]) for one, two in tables)


def ways(tables, score, barred, conflicts=None, distances=()):
    """Give every way to swap: how near each conflict's swap is, the gap in total, the tables."""
    if conflicts is None:
        conflicts = [i for i, table in enumerate(tables) if table in barred]
    while conflicts and tables[conflicts[0]] not in barred:
        conflicts, distances = conflicts[1:], (*distances, 0)
    if not conflicts:
        yield distances, gap(tables, score), frozenset(tables)
        return
    at, *left = conflicts
    one, two = tables[at]
    swaps = [
        (min(abs(score[one] - score[three]), abs(score[two] - score[four])), other)
        for other, (three, four) in enumerate(tables)
        if other != at and (one, four) not in barred and (three, two) not in barred
    ]
    if not swaps:
        yield from ways(tables, score, barred, left, (*distances, 99))
    for near, other in swaps:
        if near == min(swaps)[0]:
            after = list(tables)
            after[at], after[other] = (one, tables[other][1]), (tables[other][0], two)
            yield from ways(after, score, barred, left, (*distances, near))


@each("number", range(300))
def test_the_nearest_swaps_are_made_then_those_of_the_smallest_gap(number):
    """No other way has nearer swaps, in their order, nor as near ones and a smaller gap."""
    random = Random(f"swaps {number}")
    count, most = random.choice(PLAYERS[:6]), random.choice((3, 9, 18))
    tables, score, barred = dealt_at_random(random, count, most)
    found = swap_conflicts(tables, score, barred.__contains__, Draws("seed", "pairing", number))
    every = list(ways(tables, score, barred))
    best = min(every)[:2]
    assert (best[0], gap(found.tables, score)) == best
    assert frozenset(found.tables) in {tables for *value, tables in every if tuple(value) == best}
    assert found.is_stuck == (99 in best[0])


@each("count", PLAYERS)
@each("number", range(20))
def test_everyone_keeps_their_side(number, count):
    """Whoever was dealt on the left is on the left."""
    tables, score, barred = dealt_at_random(Random(f"{count} {number}"), count, 9)
    found = swap_conflicts(tables, score, barred.__contains__, Draws("seed", "pairing", number))
    assert sorted(one for one, _ in found.tables) == sorted(one for one, _ in tables)
    assert sorted(two for _, two in found.tables) == sorted(two for _, two in tables)


EITHER = [(1, 11), (2, 12), (3, 13)]
EITHER_SCORE = {1: 8, 11: 8, 2: 6, 12: 6, 3: 4, 13: 4}


@pytest.mark.parametrize("expected", [{(1, 12), (2, 11), (3, 13)}, {(1, 11), (2, 13), (3, 12)}])
def test_equal_ways_are_decided_at_random(expected):
    """The table above and the one below are as near, and leave the same gap."""
    found = [
        set(swap_conflicts(EITHER, EITHER_SCORE, {(2, 12)}.__contains__, draws).tables)
        for draws in (Draws(seed, "pairing", 2) for seed in SEEDS)
    ]
    assert expected in found


@pytest.mark.parametrize(
    ("lowest", "expected"), [(4, False), (3, True)], ids=["as-wide", "further-apart"]
)
def test_only_a_swap_that_is_narrower_than_another_says_so(lowest, expected):
    """A swap made at random among equal ones had no smaller gap."""
    score = {1: 8, 11: 7, 2: 6, 12: 5, 3: lowest, 13: 3}
    found = swap_conflicts(EITHER, score, {(2, 12)}.__contains__, Draws("seed", "pairing", 2))
    assert [swap.is_narrower for swap in found.swaps] == [expected]


def test_many_conflicts_among_many_players_are_soon_resolved(monkeypatch):
    """Beyond so many tables looked at the first way found counts, and no conflict is left."""
    looked_at = []
    search = single_swaps._Search
    candidates = search._candidates
    monkeypatch.setattr(
        search, "_candidates", lambda self, at: looked_at.append(at) or candidates(self, at)
    )
    tables, score, barred = dealt_at_random(Random("many"), 300, 24)
    found = swap_conflicts(tables, score, barred.__contains__, Draws("seed", "pairing", 2))
    assert not found.is_stuck
    assert not set(found.tables) & barred
    conflicts = sum(table in barred for table in tables)
    assert len(looked_at) <= single_swaps.MOST_LOOKED_AT // len(tables) + conflicts + 1
