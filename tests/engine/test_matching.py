"""Largest and best matchings, compared with all matchings of a few and with rustworkx for many."""

from __future__ import annotations

from itertools import combinations
from random import Random

import pytest

from engine import RULESETS, checks
from engine.largest_matching import can_be_matched, left_over
from engine.matching import best_matching
from engine.pairing import legality, round_robin
from engine.pairing.edge_colours import edge_colours

import compiled
from campaigns import some
from strategies import numbered

MOST_LUCK = 2**30


def matchings(players, allowed):
    """Every set of allowed pairs in which nobody is twice."""
    if not players:
        yield ()
        return
    one, *others = players
    yield from matchings(others, allowed)
    for two in others:
        if (one, two) in allowed:
            rest = [no for no in others if no != two]
            yield from (((one, two), *pairs) for pairs in matchings(rest, allowed))


def weighing(random, count):
    """A way to weigh pairs that has many equals, or blossoms in blossoms, or none of both."""
    group = [random.randint(0, random.choice((1, 2, 5))) for _ in range(count)]
    at = [complex(random.random(), random.random()) for _ in range(count)]
    luck = random.choice((0, 3, MOST_LUCK))
    criterion = random.choice(
        (
            lambda _one, _two: 0,
            lambda one, two: group[one] != group[two],
            lambda one, two: group[one] + group[two],
            lambda one, two: group[one] * group[two],
            lambda one, two: int(9 * abs(at[one] - at[two])),
            lambda one, two: int(1000 * (2 - abs(at[one] - at[two]))),
        )
    )
    return lambda one, two: criterion(one, two) * (luck + 1) * count + random.randint(0, luck)


def random_pairs(seed, most):
    """How many players there are, and allowed pairs with their weights."""
    random = Random(seed)
    count = random.randint(0, most)
    weight, share = weighing(random, count), random.choice((0.1, 0.2, 0.4, 0.9, 1))
    pairs = [pair for pair in combinations(range(count), 2) if random.random() < share]
    return count, [(*pair, weight(*pair)) for pair in pairs]


def allowed_by(count, weighted):
    """With whom a pair is allowed, for each player."""
    allowed = [[] for _ in range(count)]
    for one, two, _ in weighted:
        allowed[one].append(two)
        allowed[two].append(one)
    return allowed


def value(pairs, weighted):
    """How many pairs there are, and what they weigh."""
    weights = {(one, two): weight for one, two, weight in weighted}
    return len(pairs), sum(weights[pair] for pair in pairs)


def test_the_best_of_all_matchings_of_a_few():
    """The most pairs, and the greatest weight of so many, as going through all of them finds."""
    for seed in range(some(400)):
        count, weighted = random_pairs(seed, 8 if seed % 10 else 10)
        found = best_matching(count, weighted)
        every = matchings(range(count), {pair[:2] for pair in weighted})
        assert value(found, weighted) == max(value(pairs, weighted) for pairs in every), seed


@pytest.mark.parametrize(("cases", "most"), [(600, 44), (10, 200)])
def test_as_good_as_what_a_compiled_library_finds(cases, most):
    """Nobody is twice, and nothing is better than what rustworkx finds."""
    for seed in range(some(cases)):
        count, weighted = random_pairs(f"{seed}|{most}", most)
        found, theirs = best_matching(count, weighted), compiled.best_matching(count, weighted)
        assert len({no for pair in found for no in pair}) == 2 * len(found), seed
        assert found == sorted(found)
        assert value(found, weighted) == value(theirs, weighted), seed


def test_a_blossom_that_is_reached_again_is_opened_in_its_time_alone():
    """Where an earlier tree would have opened it is forgotten with that tree."""
    count, weighted = random_pairs("11199|44", 44)
    theirs = compiled.best_matching(count, weighted)
    assert value(best_matching(count, weighted), weighted) == value(theirs, weighted)


def test_those_left_over_are_the_latest_of_all_that_a_largest_matching_can_leave():
    """Of all largest matchings the one whose players come first, as going through all finds."""
    for seed in range(some(400)):
        count, weighted = random_pairs(seed, 9)
        allowed = allowed_by(count, weighted)
        every = list(matchings(range(count), {pair[:2] for pair in weighted}))
        most = max(map(len, every))
        paired = min(sorted(no for p in pairs for no in p) for pairs in every if len(pairs) == most)
        left = left_over(allowed)
        assert left == [no for no in range(count) if no not in paired], seed
        for but in range(4):
            assert can_be_matched(allowed, but=but) is (len(left) <= but), seed


def test_colours_of_meetings_are_those_of_a_compiled_library():
    """Nobody has a colour twice, one more than anybody's meetings is enough; the same as ever."""
    for seed in range(some(300)):
        random = Random(seed)
        players = random.sample(range(1, 99), random.randint(1, 30))
        left = {no: set() for no in players}
        share = random.random()
        for one, two in combinations(players, 2):
            if random.random() < share:
                left[one].add(two)
                left[two].add(one)
        colours = edge_colours(left)
        seats = [(no, colour) for pair, colour in colours.items() for no in pair]
        assert len(set(seats)) == len(seats)
        assert max(colours.values(), default=0) <= max(map(len, left.values()))
        assert colours == compiled.edge_colours(left), seed


def test_pairings_do_not_hang_on_who_looks_for_the_matchings(monkeypatch):
    """The rounds of random events under every ruleset are those that rustworkx would lead to."""
    for name in RULESETS:
        for number in range(some(30)):
            with monkeypatch.context() as others:
                for module in (legality, checks):
                    others.setattr(module, "best_matching", compiled.best_matching)
                others.setattr(legality, "can_be_matched", compiled.can_be_matched)
                others.setattr(round_robin, "edge_colours", compiled.edge_colours)
                theirs = [step.before.rounds for step in numbered(name, number).steps]
            ours = [step.before.rounds for step in numbered(name, number).steps]
            assert ours == theirs, (name, number)
