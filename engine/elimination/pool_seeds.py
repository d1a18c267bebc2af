"""The seeds of a cut after pools: players of one pool meet as late as they can."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from engine.brackets import Bracket, Origin, Source
from engine.matching import best_matching


def first_meetings(bracket: Bracket) -> dict[frozenset[int], int]:
    """The first round in which two seeds can meet, whoever wins."""
    everyone = frozenset(range(1, bracket.size + 1))
    possible: dict[Source, frozenset[int]] = {}
    found: dict[frozenset[int], int] = {}

    def who(source: Source) -> frozenset[int]:
        if source.origin is Origin.SEED:
            return frozenset({source.number})
        return everyone if source.origin is Origin.REMAINING else possible[source]

    for game in bracket.games:
        ones, twos = who(game.one), who(game.two)
        for pair in (frozenset({one, two}) for one in ones for two in twos if one != two):
            found.setdefault(pair, game.round)
        for origin in (Origin.WINNER, Origin.LOSER):
            possible[Source(origin, game.number)] = ones | twos
    return found


def seeds_apart(
    players: Sequence[int], pools: Mapping[int, str], bracket: Bracket
) -> tuple[int, ...]:
    """The players of a cut by seed: those first in their pools as they come, then the second ones, and so on.

    Of players of one rank in their pools each gets a seed of theirs, so that as few as possible can meet
    somebody of their pool in round 1, then as few as possible in round 2, and so on; where that leaves a
    choice, they stay as near to their order as they can.
    """
    first = first_meetings(bracket)
    seed_of: dict[int, int] = {}
    tiers: dict[int, list[int]] = {}
    for no in players:
        before = sum(pools[no] == pools[other] for tier in tiers.values() for other in tier)
        tiers.setdefault(before, []).append(no)
    for _, tier in sorted(tiers.items()):
        seeds = range(len(seed_of) + 1, len(seed_of) + len(tier) + 1)
        meets = [[_first_meeting(no, seed, seed_of, pools, first) for seed in seeds] for no in tier]
        seed_of |= {tier[i]: seeds[j] for i, j in _placed(meets)}
    return tuple(sorted(seed_of, key=seed_of.__getitem__))


def _first_meeting(
    no: int,
    seed: int,
    seed_of: Mapping[int, int],
    pools: Mapping[int, str],
    first: Mapping[frozenset[int], int],
) -> int | None:
    """The first round in which a player with a seed can meet somebody of the pool who has one already."""
    mates = [other for other in seed_of if pools[other] == pools[no]]
    return min((first[frozenset({seed, seed_of[mate]})] for mate in mates), default=None)


def _placed(meets: Sequence[Sequence[int | None]]) -> list[tuple[int, int]]:
    """The place of each player, given the round of the first meeting at each place."""
    count = len(meets)
    last = max((meeting or 0 for row in meets for meeting in row), default=0)
    nearness = count**3 + 1
    most: int = nearness * (count + 1) ** (last + 1)

    def worth(i: int, j: int) -> int:
        meeting = meets[i][j]
        early = 0 if meeting is None else (count + 1) ** (last - meeting)
        return most - nearness * early - (i - j) ** 2

    pairs = ((i, count + j, worth(i, j)) for i in range(count) for j in range(count))
    return [(i, j - count) for i, j in best_matching(2 * count, pairs)]
