"""Choices that organizers need and no document has; each is off unless it is set."""

from __future__ import annotations

from collections.abc import Mapping

from engine.ruleset import Option, Tiebreak
from engine.tiebreaks import by_lot, by_roster_seed

ROSTER_SEED = "Roster seed"
LAST_TIEBREAK = Option(
    "Last tiebreak",
    ("Lot", ROSTER_SEED),
    "Roster seed: players who are level in all the rest are ranked by Seed on Players, if all of them "
    "have one; only then by lot.",
    extension=True,
)


def last_tiebreaks(options: Mapping[str, str]) -> tuple[Tiebreak, ...]:
    """What decides between players who are level in all that the document names before the lot."""
    if LAST_TIEBREAK.of(options) == ROSTER_SEED:
        return by_roster_seed(), by_lot()
    return (by_lot(),)


SIDE_BALANCE = Option(
    "Side balance",
    ("No", "Yes"),
    "Yes: the standings have a column with games as the Corp less games as the Runner; it breaks no tie.",
    extension=True,
)
ONLY_IF_ANNOUNCED = "Only if announced"
TIEBREAKER_OFFER = Option(
    "Tiebreaker offer",
    ("Always", ONLY_IF_ANNOUNCED),
    "Only if announced: nothing says that a tiebreaker round is possible, unless Tiebreaker round is Yes.",
    extension=True,
)
MINUTES = range(10, 301)
"""So long can a round be where any length may be typed."""
