"""The length of an event: rounds, the time after time is called, the time between rounds, the cut.

A match takes from a third of the round's minutes to a tenth more than these, most often four fifths of them
(a triangular distribution); a guess by the makers, not measured. Where the last match of a round would take
longer than the round has minutes, time is called, and up to ``overtime`` minutes go by until its result is
in. The last two players of an elimination have no limit, and take up to twice the minutes. In a match of up
to three games each game has a third of the minutes, and those that are played are added up.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from math import sqrt
from random import Random

SHORTEST, USUAL, LONGEST = 1 / 3, 0.8, 1.1
"""The length of a match in shares of the round's minutes."""
WITHOUT_LIMIT = 2.0
"""The longest that the last two players take, in these shares."""


@dataclass(frozen=True)
class Hall:
    """The times of a day in minutes; ``None`` where there is no limit.

    Args:
        swiss: of a Swiss round.
        elimination: of a round of the cut whose matches are one game.
        overtime: the most that goes by after time is called.
        turnaround: from the last result of a round to the beginning of the next one.
        pauses: all of a day together.
        by_kind: of a round of the cut by its elimination, where they are other ones.
    """

    swiss: int | None
    elimination: int | None
    overtime: int = 10
    turnaround: int = 10
    pauses: int = 0
    by_kind: Mapping[str, int] = field(default_factory=dict)

    def of_cut(self, kind: str, games: int) -> int | None:
        """The minutes of a round of the cut, whose matches have so many games at most."""
        return self.by_kind.get(kind) or (self.elimination and self.elimination * games)

    def hours(self, rounds: Sequence[float]) -> float:
        """The hours of a day whose rounds take so many minutes."""
        return (sum(rounds) + self.turnaround * (len(rounds) - 1) + self.pauses) / 60


def length_of(share: float, longest: float = LONGEST) -> float:
    """The length of a match that is longer than a share of all matches, in shares of the minutes."""
    width = longest - SHORTEST
    if share < (USUAL - SHORTEST) / width:
        return SHORTEST + sqrt(share * width * (USUAL - SHORTEST))
    return longest - sqrt((1 - share) * width * (longest - USUAL))


def round_minutes(matches: int, limit: int, hall: Hall, random: Random) -> float:
    """The minutes of a Swiss round with so many matches, until its last result is in."""
    longest = length_of(random.random() ** (1 / matches))
    return _until_time_is_called(longest, limit, hall, random)


def cut_minutes(
    games: Sequence[int], most: int, limit: int, hall: Hall, random: Random, *, is_final: bool
) -> float:
    """The minutes of a round of the cut in whose matches so many ``games`` were played, of the ``most``."""
    slowest = WITHOUT_LIMIT if is_final else LONGEST
    lengths = [sum(length_of(random.random(), slowest) for _ in range(n)) / most for n in games]
    if is_final:
        return limit * max(lengths)
    return _until_time_is_called(max(lengths), limit, hall, random)


def _until_time_is_called(longest: float, limit: int, hall: Hall, random: Random) -> float:
    """The minutes of a round whose longest match would take such a share of its limit."""
    over = random.random() * hall.overtime
    return limit * longest if longest < 1 else limit + over
