"""Legal opponents: the quick answer, the exact one, and the best pairs."""

from __future__ import annotations

from itertools import combinations
from random import Random

import networkx as nx
import pytest

from engine.pairing.legality import best_pairs, is_pairable, is_surely_pairable, unpaired

from cases import each

SEEDS = each("seed", range(150))


def barring(players, met):
    """Give whom each player has met."""
    bars = {no: set() for no in players}
    for one, two in met:
        bars[one].add(two)
        bars[two].add(one)
    return bars


def random_bars(seed, *, even=False):
    """Make up players and whom each has met, from nobody to nearly everyone."""
    random = Random(seed)
    count = random.randint(0, 14)
    players = random.sample(range(1, 100), count + count % 2 * even)
    share = random.random()
    return players, barring(
        players, [pair for pair in combinations(players, 2) if random.random() < share]
    )


def allowed(players, bars, worth=lambda _one, _two: 1):
    """Give the graph of who may meet whom."""
    graph = nx.Graph()
    graph.add_nodes_from(players)
    graph.add_weighted_edges_from(
        (one, two, worth(one, two)) for one, two in combinations(players, 2) if two not in bars[one]
    )
    return graph


def largest(players, bars):
    """Give how many pairs a largest legal pairing has."""
    return len(nx.max_weight_matching(allowed(players, bars), maxcardinality=True))


@each(
    ("count", "most_barred", "sure"),
    [
        (0, 0, True), (1, 0, False), (2, 0, True), (2, 1, False), (3, 0, False), (4, 1, True),
        (4, 2, False), (7, 1, False), (10, 4, True), (10, 5, False), (200, 99, True),
        (200, 100, False), (201, 3, False),
    ],
)  # fmt: skip
def test_dirac_is_sure_up_to_half_the_players(count, most_barred, sure):
    """An even number is surely pairable when nobody is barred from half of it or more."""
    assert is_surely_pairable(count, most_barred) is sure


@pytest.mark.parametrize(
    ("players", "met", "pairable"),
    [
        pytest.param([], [], True, id="nobody"),
        pytest.param([1], [], False, id="one"),
        pytest.param([1, 2], [], True, id="two"),
        pytest.param([1, 2], [(1, 2)], False, id="two-who-have-met"),
        pytest.param([1, 2, 3], [], False, id="three"),
        pytest.param([1, 2, 3, 4], [(1, 2), (1, 3)], True, id="one-way-left"),
        pytest.param([1, 2, 3, 4], [(1, 2), (1, 3), (1, 4)], False, id="has-met-everyone"),
        pytest.param([1, 2, 3, 4], [(1, 2), (2, 3), (1, 3)], False, id="three-who-have-met"),
        pytest.param([1, 2], [(1, 3), (1, 4), (2, 5)], True, id="bars-with-absent-players"),
    ],
)
def test_who_can_be_paired(players, met, pairable):
    """Small cases that can be seen at a glance."""
    assert is_pairable(players, barring(range(1, 6), met)) is pairable


@SEEDS
def test_pairable_is_what_a_matching_says(seed):
    """The answer agrees with networkx, whatever the bars."""
    players, bars = random_bars(seed, even=True)
    assert is_pairable(players, bars) == (largest(players, bars) * 2 == len(players))


@SEEDS
def test_as_few_as_can_be_are_unpaired(seed):
    """Those left over are players, and as many as a largest pairing leaves."""
    players, bars = random_bars(seed)
    left = unpaired(players, bars)
    assert set(left) <= set(players)
    assert len(left) == len(set(left)) == len(players) - 2 * largest(players, bars)


@SEEDS
def test_best_pairs_are_legal(seed):
    """Nobody is paired twice or with somebody they have met; the earlier player comes first."""
    players, bars = random_bars(seed)
    pairs = best_pairs(players, bars, lambda one, two: abs(one - two))
    seats = [no for pair in pairs for no in pair]
    assert len(seats) == len(set(seats))
    assert [pair for pair in pairs if pair[1] in bars[pair[0]]] == []
    assert pairs == sorted(pairs, key=lambda pair: players.index(pair[0]))
    assert [p for p in pairs if players.index(p[0]) > players.index(p[1])] == []


@SEEDS
def test_best_pairs_are_as_many_and_then_as_worthy_as_can_be(seed):
    """Number of pairs first, total worth second, as networkx finds them."""
    players, bars = random_bars(seed)
    random = Random(seed)
    worths = {frozenset(pair): random.randint(0, 50) for pair in combinations(players, 2)}

    def worth(one, two):
        return worths[frozenset((one, two))]

    pairs = best_pairs(players, bars, worth)
    best = nx.max_weight_matching(allowed(players, bars, worth), maxcardinality=True)
    assert (len(pairs), sum(worth(*pair) for pair in pairs)) == (
        len(best),
        sum(worth(*pair) for pair in best),
    )
