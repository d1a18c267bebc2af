"""Choices that organizers need and no document has; each is off unless it is set."""

from __future__ import annotations

from engine.options import Option, Options
from engine.texts import msg
from engine.tiebreaks import Tiebreak, by_lot, by_roster_seed

ROSTER_SEED = "Roster seed"
LAST_TIEBREAK = Option(
    "Last tiebreak",
    ("Lot", ROSTER_SEED),
    msg(
        "Whether a lot ranks players level in all the rest, or their seeds if all of them have one."
    ),
    extension=True,
)


def last_tiebreaks(options: Options) -> tuple[Tiebreak, ...]:
    """The tiebreaks after those that the document names before the lot."""
    if LAST_TIEBREAK.of(options) == ROSTER_SEED:
        return by_roster_seed(), by_lot()
    return (by_lot(),)


SIDE_BALANCE = Option(
    "Side balance",
    ("No", "Yes"),
    msg("Whether the standings show games as the Corp less games as the Runner."),
    extension=True,
)
ONLY_IF_ANNOUNCED = "Only if announced"
TIEBREAKER_OFFER = Option(
    "Tiebreaker offer",
    ("Always", ONLY_IF_ANNOUNCED),
    msg("Whether you are told that a tiebreaker round is possible where none is announced."),
    extension=True,
)
MINUTES = range(10, 301)
"""The lengths of a round, where any may be chosen."""
