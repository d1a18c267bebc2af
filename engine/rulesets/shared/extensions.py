"""Choices that organizers need and no document has; each is off unless it is set."""

from __future__ import annotations

from dataclasses import replace
from typing import TypeVar

from engine.match_format import MatchFormat, Refused
from engine.model import Special
from engine.options import Option, Options
from engine.texts import msg
from engine.tiebreaks import Tiebreak, by_lot, by_roster_seed

F = TypeVar("F", bound=MatchFormat)
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

# Results that two players agree on: NISEI's policies have them, elsewhere the organizer may allow them
ALLOWED = "Allowed"
INTENTIONAL_DRAWS = Option(
    "Intentional draws",
    ("None", ALLOWED),
    msg("Whether two players may agree on a draw (ID), in rounds paired from then on."),
    extension=True,
)


def without_intentional_draws(match_format: F, why: str) -> F:
    """A format without intentional draws, and the reason, with the rule."""
    draw = Special.INTENTIONAL_DRAW
    specials = tuple(special for special in match_format.specials if special is not draw)
    text = msg("{special} (intentional draw) is not allowed: {why}")
    refused = Refused(text, why, setting=(INTENTIONAL_DRAWS.name, ALLOWED))
    return replace(match_format, specials=specials, refused={draw: refused})


def with_agreements(match_format: MatchFormat, options: Options) -> MatchFormat:
    """The format with the entries that it refuses, where the organizer allows them."""
    if INTENTIONAL_DRAWS.of(options) != ALLOWED:
        return match_format
    known = {*match_format.specials, *match_format.refused}
    return replace(match_format, specials=tuple(s for s in Special if s in known), refused={})
