"""Choices that no document has, each off unless it is set, and rules that several documents have."""

from __future__ import annotations

from dataclasses import replace
from typing import TypeVar

from engine.match_format import MatchFormat, Refused
from engine.model import Player, Special, Tournament
from engine.options import Option, Options
from engine.reasons import Phrase
from engine.records import Record
from engine.texts import msg
from engine.tiebreaks import Tiebreak, by_lot, by_roster_seed

F = TypeVar("F", bound=MatchFormat)
ROSTER_SEED = "Roster seed"
LAST_TIEBREAK = Option(
    "Last tiebreak",
    ("Lot", ROSTER_SEED),
    msg(
        "How players level on everything else are ranked: by lot, or by their seeds if all of them have one."
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
    msg("Show games as the Corp less games as the Runner in the standings."),
    extension=True,
)
ONLY_IF_ANNOUNCED = "Only if announced"
TIEBREAKER_OFFER = Option(
    "Tiebreaker offer",
    ("Always", ONLY_IF_ANNOUNCED),
    msg("Say that a tiebreaker round is possible where none is announced."),
    extension=True,
)
MINUTES = range(10, 301)
"""The lengths of a round, where any may be chosen."""

# Results that two players agree on: NISEI's policies have them, elsewhere the organizer may allow them
ALLOWED = "Allowed"
INTENTIONAL_DRAWS = Option(
    "Intentional draws",
    ("None", ALLOWED),
    msg("Let two players agree on a draw (ID), in rounds paired from then on."),
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


def rounds_by_doubling(players: int) -> int:
    """log2 of the players, rounded up. Rule: NTP 1.2; TRC Floor rule 2."""
    return max(1, (players - 1).bit_length())


def original_player_order(tournament: Tournament) -> list[int]:
    """Everyone from best to worst: by seed, then those without one. Rule: NTP 1.3."""

    def order(player: Player) -> tuple[bool, int, int]:
        return player.seed is None, player.seed or 0, player.no

    return [player.no for player in sorted(tournament.players, key=order)]


def pairing_number(record: Record) -> int:
    """The points divided by three, rounded half up. Rule: NTP 2.7.3; NTS, chart."""
    return by_three(record.units, record.denominator)


def numbered(record: Record) -> Phrase:
    """The pairing number, for people. Rule: NTP 2.7.3; NTS, chart."""
    return Phrase(msg("number {number}"), {"number": pairing_number(record)})


def by_three(units: int, denominator: int) -> int:
    """A third of ``units / denominator``, rounded half up. Rule: NTP 2.7.3."""
    return (2 * units + 3 * denominator) // (6 * denominator)
