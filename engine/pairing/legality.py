"""Forbidden pairs, and whether everyone left can still be paired.

With m players left of whom nobody has more than d forbidden opponents, a perfect pairing exists
whenever m is even and d <= m/2 - 1 (Dirac); a matching algorithm is asked only below that.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from collections.abc import Set as AbstractSet
from itertools import combinations
from typing import TypeAlias

from engine.largest_matching import can_be_matched, left_over
from engine.matching import best_matching

Forbidden: TypeAlias = Mapping[int, AbstractSet[int]]
"""Those whom each player may not meet."""


def is_pairable(
    players: Collection[int], forbidden: Forbidden, *, one_may_sit_out: bool = False
) -> bool:
    """True if all of the players, but perhaps one of an odd number, can be paired legally."""
    odd = len(players) % 2
    if odd and not one_may_sit_out:
        return False
    count = len(players) - odd
    if is_surely_pairable(count, max((len(forbidden[no]) for no in players), default=0)):
        return True
    everyone = set(players)
    most = max(len(forbidden[no] & everyone) for no in everyone)
    if is_surely_pairable(count, most):
        return True
    return can_be_matched(_allowed(sorted(everyone), forbidden), but=odd)


def is_surely_pairable(count: int, most: int) -> bool:
    """True if ``count`` players, with ``most`` forbidden opponents each, can be paired (Dirac)."""
    return count % 2 == 0 and (count == 0 or most <= count // 2 - 1)


def safe_count(players: Collection[int], forbidden: Forbidden) -> int:
    """A number of the players from which on any even number of them can be paired (Dirac)."""
    return 2 * max((len(forbidden[no]) for no in players), default=0) + 2


def unpaired(players: list[int], forbidden: Forbidden) -> list[int]:
    """Those whom a largest legal pairing leaves without an opponent: as late in the list as can be."""
    return [players[i] for i in left_over(_allowed(players, forbidden))]


def _allowed(players: list[int], forbidden: Forbidden) -> list[list[int]]:
    """Those whom each of the players may meet, by their places in the list."""
    place = {no: i for i, no in enumerate(players)}
    everyone = set(players)
    return [sorted(place[other] for other in everyone - forbidden[no] - {no}) for no in players]


def best_pairs(
    players: list[int], forbidden: Forbidden, worth: Callable[[int, int], int]
) -> list[tuple[int, int]]:
    """As many legal pairs as possible, and among those the ones of the greatest total worth.

    Each pair comes back with the earlier player first, in the order given. No worth is below 0.
    """
    legal = (
        (i, j, worth(one, two))
        for (i, one), (j, two) in combinations(enumerate(players), 2)
        if two not in forbidden[one]
    )
    return [(players[i], players[j]) for i, j in best_matching(len(players), legal)]
