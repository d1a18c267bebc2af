"""Edge colouring: rounds for meetings, at most one more than anybody has meetings.

Source: Misra and Gries, "A constructive proof of Vizing's theorem", 1992.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from itertools import count

Pair = tuple[int, int]


def edge_colours(left: Mapping[int, Collection[int]]) -> dict[Pair, int]:
    """A colour, from 0, for each pair of those who have still to meet, in order.

    Nobody has one colour twice. ``left`` has for each player with whom they are to be paired.
    """
    colours = _Colours(left)
    pairs = [(one, two) for one in sorted(left) for two in sorted(left[one]) if one < two]
    for one, two in pairs:
        colours.add(one, two)
    return {(one, two): colours.of[one][two] for one, two in pairs}


class _Colours:
    """The colours so far: ``of`` a player's pairs by opponent, ``opponent`` by colour."""

    def __init__(self, left: Mapping[int, Collection[int]]) -> None:
        self.others = {no: sorted(others, reverse=True) for no, others in left.items()}
        self.of: dict[int, dict[int, int]] = {no: {} for no in left}
        self.opponent: dict[int, dict[int, int]] = {no: {} for no in left}

    def add(self, one: int, two: int) -> None:
        """Colour one more pair, and some of those before it anew."""
        fan = self._fan(one, two)
        free, last_free = self._free(one), self._free(fan[-1])
        self._swap_along(one, last_free, free)
        until = next((i for i, no in enumerate(fan) if last_free not in self.opponent[no]), 0)
        turned = {(one, fan[i]): self.of[one][fan[i + 1]] for i in range(until)}
        self._colour(turned | {(one, fan[until]): last_free})

    def _free(self, no: int) -> int:
        return next(colour for colour in count() if colour not in self.opponent[no])

    def _fan(self, one: int, two: int) -> list[int]:
        """Opponents of one from two on, the colour of each free at the one before."""
        fan, of = [two], self.of[one]
        rest = [no for no in self.others[one] if no in of]
        while True:
            taken = self.opponent[fan[-1]]
            following = next((no for no in rest if of[no] not in taken), None)
            if following is None:
                return fan
            fan.append(following)
            rest.remove(following)

    def _swap_along(self, no: int, first: int, second: int) -> None:
        """Swap two colours along the path from a player that has them in turn."""
        swapped: dict[Pair, int] = {}
        while (other := self.opponent[no].get(first)) is not None:
            swapped[no, other] = second
            no, first, second = other, second, first
        self._colour(swapped)

    def _colour(self, pairs: Mapping[Pair, int]) -> None:
        for one, two in pairs:
            if two in self.of[one]:
                del self.opponent[one][self.of[one][two]], self.opponent[two][self.of[two][one]]
        for (one, two), colour in pairs.items():
            self.of[one][two] = self.of[two][one] = colour
            self.opponent[one][colour], self.opponent[two][colour] = two, one
