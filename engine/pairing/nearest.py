"""The legal pairing nearest to the one that a procedure would make if nobody had met."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import pairwise

from engine.draws import Draws
from engine.pairing.legality import Forbidden, best_pairs, is_pairable

Couple = tuple[int, int]

MOST_LUCK = 2**30
"""The luck of a pair, drawn so that the best pairing is the only best one."""
TOTAL_LUCK = 2**50
"""More than the luck of all pairs together, so that luck decides last."""
SMALL = 24
"""Up to this many pairs of halves all may change; of more, those around the illegal ones."""
SMALL_OTHERWISE = 150
"""The same for pairs that are no halves, whose order says less of who is near."""
FEW = 10
"""Up to this many pairs all may change where otherwise illegal ones are exchanged."""


def in_order(
    criteria: Callable[[int, int], tuple[int, ...]], most: Sequence[int], draws: Draws
) -> Callable[[int, int], int]:
    """The worth of a pair by several criteria, each beyond the total of those after it; luck last.

    ``most`` is more than the total of each one after the first.
    """

    def worth(one: int, two: int) -> int:
        first, *others = criteria(one, two)
        for value, above in zip(others, most, strict=True):
            first = first * above + value
        return first * TOTAL_LUCK + draws.luck(MOST_LUCK)

    return worth


def nearest_pairs(
    order: Sequence[int],
    straight: Sequence[Couple],
    forbidden: Forbidden,
    draws: Draws,
    *,
    halves: bool = False,
    exchanged: bool = False,
    group: Mapping[int, int] | None = None,
) -> list[Couple]:
    """The legal pairing nearest to the straight one, whose pairs are first where they are kept.

    Nearest is, in this order: the most pairs inside one group; the fewest changed pairs; the
    smallest total change of place, which is how far everybody's opponent stands from the
    opponent of the straight pairing, added up over all players; luck.

    Args:
        order: everyone to be paired, by place; they can all be paired legally.
        straight: the pairs if nobody had met.
        forbidden: those whom each player may not meet.
        draws: those of the luck.
        halves: True if the straight pairs are those of a first half and its second half. Of many
            such pairs only those change that may have to, very many illegal ones in blocks.
        exchanged: True if of many other pairs each illegal one in turn changes with the nearest that
            allows it, if each finds one.
        group: the group of each player, if there are several.
    """
    illegal = [i for i, (one, two) in enumerate(straight) if two in forbidden[one]]
    if not illegal:
        return list(straight)
    place = {no: i for i, no in enumerate(order)}
    opponent = dict(straight) | {two: one for one, two in straight}
    blocks: list[Sequence[int]] = [range(len(straight))]
    if halves and len(straight) > SMALL:
        swapped = _swapped(straight, illegal, forbidden, draws)
        if swapped:
            return swapped
        blocks = _around(straight, illegal, forbidden)
    elif exchanged and not group and len(straight) > FEW:
        changed = _exchanged(straight, illegal, forbidden, place, draws)
        if changed:
            return changed
    elif len(straight) > (SMALL if group else SMALL_OTHERWISE):
        blocks = [_window(straight, illegal, forbidden)]

    def criteria(one: int, two: int) -> tuple[int, ...]:
        """Inside a group, kept, near to the places of the straight opponents."""
        inside = not group or group[one] == group[two]
        change = abs(place[two] - place[opponent[one]]) + abs(place[one] - place[opponent[two]])
        return inside, opponent[one] == two, 2 * len(place) - change

    chosen = [straight[i] for i in sorted(set(range(len(straight))).difference(*blocks))]
    for block in blocks:
        players = sorted((no for i in block for no in straight[i]), key=place.__getitem__)
        most = len(players) + 1, 2 * len(place) * len(players) + 1
        worth = in_order(criteria, most, draws)
        chosen += best_pairs(players, forbidden, worth)
    return chosen


def _swapped(
    straight: Sequence[Couple], illegal: Sequence[int], forbidden: Forbidden, draws: Draws
) -> list[Couple] | None:
    """A single illegal pair exchanges opponents with the nearest pair that allows it."""
    if len(illegal) > 1:
        return None
    at = illegal[0]
    one, two = straight[at]
    for distance in range(1, len(straight)):
        able = [
            i
            for i in (at - distance, at + distance)
            if 0 <= i < len(straight)
            and straight[i][1] not in forbidden[one]
            and two not in forbidden[straight[i][0]]
        ]
        if able:
            other = able[draws.luck(len(able))]
            pairs = list(straight)
            pairs[at], pairs[other] = (one, straight[other][1]), (straight[other][0], two)
            return pairs
    return None


def _exchanged(
    straight: Sequence[Couple],
    illegal: Sequence[int],
    forbidden: Forbidden,
    place: Mapping[int, int],
    draws: Draws,
) -> list[Couple] | None:
    """Each illegal pair in turn exchanges with the nearest that allows it: illegal too, then as placed."""
    pairs = list(straight)

    def ways(at: int, other: int) -> Iterator[tuple[bool, int, int, int, tuple[Couple, Couple]]]:
        (one, two), (three, four) = pairs[at], pairs[other]
        for new in (((one, four), (three, two)), ((one, three), (two, four))):
            if not any(b in forbidden[a] for a, b in new):
                change = abs(place[new[0][1]] - place[two]) + abs(place[new[1][0]] - place[one])
                yield four not in forbidden[three], change, draws.luck(MOST_LUCK), other, new

    for at in illegal:
        if pairs[at][1] not in forbidden[pairs[at][0]]:
            continue  # exchanged with one before it
        for distance in range(1, len(pairs)):
            near = (i for i in (at - distance, at + distance) if 0 <= i < len(pairs))
            able = [way for other in near for way in ways(at, other)]
            if able:
                *_, other, (pairs[at], pairs[other]) = min(able)
                break
        else:
            return None
    return [couple if place[couple[0]] < place[couple[1]] else couple[::-1] for couple in pairs]


def _around(
    straight: Sequence[Couple], illegal: Sequence[int], forbidden: Forbidden
) -> list[Sequence[int]]:
    """The pairs that a nearest pairing can change, in blocks; the illegal ones if that will do."""
    most = max(len(forbidden[no]) for couple in straight for no in couple)
    size = max(SMALL, most + 1)  # this many pairs can always be paired afresh (Dirac)
    count = len(illegal) // size
    if count > 1:
        ends = [size * i for i in range(count)] + [len(illegal)]
        return [illegal[i:j] for i, j in pairwise(ends)]
    if is_pairable([no for i in illegal for no in straight[i]], forbidden):
        return [illegal]
    return [_window(straight, illegal, forbidden)]


def _window(
    straight: Sequence[Couple], illegal: Sequence[int], forbidden: Forbidden
) -> Sequence[int]:
    """A window around the illegal pairs; no pair outside it can improve the result."""
    most = max(len(forbidden[no]) for couple in straight for no in couple)
    reach = 2 * most + 2 * len(illegal) + 1
    around = {
        j for i in illegal for j in range(max(0, i - reach), min(len(straight), i + reach + 1))
    }
    if is_pairable([no for i in around for no in straight[i]], forbidden):
        return sorted(around)
    return range(len(straight))
