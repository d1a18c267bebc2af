"""The spread of strength, estimated from games that were played."""

from __future__ import annotations

from collections import Counter
from math import exp, isclose, log, pi, sqrt
from random import Random

import pytest

from engine.simulation.spread import Games, estimate_spread
from engine.simulation.strength import Model, Table, chance, normal


def event(seed, spread, players=30, rounds=8):
    """The games of random pairings of players of some spread."""
    random = Random(seed)
    strength = [spread * normal(random) for _ in range(players)]
    games = []
    for _ in range(rounds):
        order = sorted(range(players), key=lambda _: random.random())
        for one, two in zip(order[::2], order[1::2], strict=True):
            table = Table(random, strength[one] - strength[two], Model(draws=0.0))
            games += [(one, two) if table.game() == 1 else (two, one) for _ in range(2)]
    return games


@pytest.mark.slow
@pytest.mark.parametrize("spread", [0.5, 1.0])
def test_the_spread_of_simulated_events_is_found_again(spread):
    """It lies inside the interval, which is narrow, of a dozen events."""
    found = estimate_spread(event(seed, spread) for seed in range(12))
    assert found.low < spread < found.high
    assert found.high - found.low < 0.3
    assert found.games == 12 * 30 * 8


def test_players_alike_have_no_spread():
    """The interval begins at nothing."""
    found = estimate_spread([event(seed, 0.0, players=12) for seed in range(3)])
    assert found.low < 0.01
    assert found.mean < 0.4


def test_the_likelihood_of_two_players_is_that_of_the_integral():
    """Five games of two, three of them won by one: the ratio between two spreads."""

    def exactly(spread, step=0.001):
        total = 0.0
        for n in range(-20_000, 20_000):
            x = n * step
            density = exp(-(x * x) / (4 * spread**2)) / (2 * spread * sqrt(pi))
            total += density * chance(x) ** 3 * chance(-x) ** 2 * step
        return log(total)

    games = Games([(1, 2)] * 3 + [(2, 1)] * 2)
    found = games.likelihood(0.7) - games.likelihood(0.3)
    assert isclose(found, exactly(0.7) - exactly(0.3), abs_tol=0.02)


def test_nothing_is_estimated_from_no_games():
    """There is nothing to say of it."""
    with pytest.raises(ValueError, match="no games"):
        estimate_spread([[], []])


def test_the_order_of_the_games_does_not_matter():
    """Nor do the players' numbers."""
    games = event(1, 0.7, players=10)
    other = [(winner + 100, loser + 100) for winner, loser in reversed(games)]
    assert Counter(other) != Counter(games)
    assert isclose(estimate_spread([games]).mean, estimate_spread([other]).mean, abs_tol=1e-6)
