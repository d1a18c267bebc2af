"""The nearest legal pairing of many pairs, compared with networkx on all of them at once."""

from __future__ import annotations

from itertools import combinations
from random import Random

import networkx as nx
import pytest

from engine.draws import Draws
from engine.pairing.nearest import SMALL, nearest_pairs

from cases import each

CASES = range(8)


def halves(players):
    """Give the first half against the second."""
    half = len(players) // 2
    return list(zip(players[:half], players[half:], strict=True))


def neighbours(players):
    """Give everyone against the next one."""
    return list(zip(players[::2], players[1::2], strict=True))


def two_apart(players):
    """Give the first against the third, the second against the fourth, and so on."""
    fours = [players[i : i + 4] for i in range(0, len(players), 4)]
    return [pair for a, b, c, d in fours for pair in ((a, c), (b, d))]


def bars(players, straight, random, illegal):
    """Bar some straight pairs, and others at random."""
    barred = {no: set() for no in players}
    chosen = random.sample(straight, illegal)
    others = [random.sample(players, 2) for _ in range(len(players))]
    for one, two in chosen + [tuple(pair) for pair in others if tuple(pair) not in straight]:
        if (two, one) not in straight:
            barred[one].add(two)
            barred[two].add(one)
    return barred


def worth(order, straight, pairs, group=None):
    """Give the criteria of a pairing in order, the higher the better."""
    place = {no: i for i, no in enumerate(order)}
    opponent = dict(straight) | {two: one for one, two in straight}
    inside = sum(group[one] == group[two] for one, two in pairs) if group else 0
    kept = sum(opponent[one] == two for one, two in pairs)
    change = sum(abs(place[b] - place[opponent[a]]) for p in pairs for a, b in (p, p[::-1]))
    return inside, kept, -change


def best(order, straight, barred, group=None):
    """Give the criteria of the best pairing that networkx finds among all."""
    graph = nx.Graph()
    size = 2 * len(order) ** 2
    for one, two in combinations(order, 2):
        if two not in barred[one]:
            inside, kept, near = worth(order, straight, [(one, two)], group)
            graph.add_edge(one, two, weight=(inside * len(order) + kept) * size + near)
    pairs = nx.max_weight_matching(graph, maxcardinality=True)
    return worth(order, straight, pairs, group)


def is_legal(order, pairs, barred):
    """Tell whether everyone is there once and nobody is barred."""
    return sorted(no for pair in pairs for no in pair) == sorted(order) and all(
        two not in barred[one] for one, two in pairs
    )


@each("case", CASES)
@each("illegal", [1, 2, 4])
@each("straight_of", [halves, neighbours, two_apart])
def test_many_pairs_are_as_near_as_can_be(straight_of, illegal, case):
    """Where not all pairs are looked at, none of the others could have done better."""
    random = Random(f"{straight_of.__name__} {illegal} {case}")
    order = list(range(4 * (SMALL // 2 + 1 + random.randrange(3))))
    straight = straight_of(order)
    barred = bars(order, straight, random, illegal)
    draws = Draws(str(case), "pairing", 1)
    pairs = nearest_pairs(order, straight, barred, draws, halves=straight_of is halves)
    assert is_legal(order, pairs, barred)
    assert worth(order, straight, pairs) == best(order, straight, barred)


@pytest.mark.parametrize("case", CASES)
def test_joined_groups_are_as_near_as_can_be(case):
    """As many pairs as can stay inside a group, then as few as can change."""
    random = Random(f"joined {case}")
    sizes = [2, 2 * SMALL, 4]
    ends = [sum(sizes[:i]) for i in range(len(sizes) + 1)]
    groups = [list(range(ends[i], ends[i + 1])) for i in range(len(sizes))]
    order = [no for group in groups for no in group]
    straight = [pair for group in groups for pair in halves(group)]
    group_of = {no: i for i, group in enumerate(groups) for no in group}
    barred = bars(order, straight, random, 2)
    barred[0].add(1)
    barred[1].add(0)
    draws = Draws(str(case), "pairing", 1)
    pairs = nearest_pairs(order, straight, barred, draws, group=group_of)
    assert is_legal(order, pairs, barred)
    assert worth(order, straight, pairs, group_of) == best(order, straight, barred, group_of)


@pytest.mark.parametrize("count", [60, 500, 2000])
def test_a_whole_group_that_has_met_is_mended_in_blocks(count):
    """Every straight pair is illegal; all of them change, and nobody meets again."""
    order = list(range(count))
    straight = halves(order)
    barred = {one: {two} for one, two in straight} | {two: {one} for one, two in straight}
    pairs = nearest_pairs(order, straight, barred, Draws("1", "pairing", 1), halves=True)
    assert is_legal(order, pairs, barred)
