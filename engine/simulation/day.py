"""How long an event takes: rounds, the time after time is called, the time between rounds, the cut.

A match takes from a third of the round's minutes to a tenth more than these, most often four fifths of them
(a triangular distribution); these are the makers' guess, not measured. Where the last match of a round would
take longer than the round has minutes, time is called, and up to ``overtime`` minutes go by until its result
is in. The last two players of an elimination have no limit.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import sqrt
from random import Random

SHORTEST, USUAL, LONGEST = 1 / 3, 0.8, 1.1
"""The length of a match in shares of the round's minutes."""


@dataclass(frozen=True)
class Hall:
    """What is known of the day; all in minutes.

    Args:
        swiss: the minutes of a Swiss round; ``None`` where there is no limit.
        elimination: the minutes of a round of the cut; ``None`` where there is no limit.
        overtime: the most that goes by after time is called.
        turnaround: from the last result of a round to the beginning of the next one.
        pauses: all pauses of a day together.
    """

    swiss: int | None
    elimination: int | None
    overtime: int = 10
    turnaround: int = 10
    pauses: int = 0

    def hours(self, rounds: Sequence[float]) -> float:
        """How long a day is whose rounds take so many minutes."""
        return (sum(rounds) + self.turnaround * (len(rounds) - 1) + self.pauses) / 60


def longest_match(matches: int, random: Random) -> float:
    """The length of the longest of some matches, in shares of the round's minutes."""
    share: float = random.random() ** (1 / matches)
    width = LONGEST - SHORTEST
    if share < (USUAL - SHORTEST) / width:
        return SHORTEST + sqrt(share * width * (USUAL - SHORTEST))
    return LONGEST - sqrt((1 - share) * width * (LONGEST - USUAL))


def round_minutes(
    matches: int, limit: int, hall: Hall, random: Random, *, is_final: bool = False
) -> float:
    """How long a round with so many matches takes, until its last result is in."""
    longest = longest_match(matches, random)
    over = random.random() * hall.overtime
    return limit * longest if is_final or longest < 1 else limit + over
