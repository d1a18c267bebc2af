"""The seeding of players by the organizer's own rules, and who of them begins ahead."""

from __future__ import annotations

from collections.abc import Callable

from engine.draws import lot
from engine.model import Player
from engine.own import options as own
from engine.own.formats import RATING
from engine.pairing.context import RoundContext


def order_of(by: str, seed: str) -> Callable[[Player], tuple[bool, int, int]]:
    """The place of a player by seed, by rating, or else by lot; players without one come last."""

    def place(player: Player) -> tuple[bool, int, int]:
        if by == own.BY_SEED:
            return player.seed is None, player.seed or 0, player.no
        if by == own.BY_RATING:
            rating = player.details.get(RATING, "").strip()
            return not rating.isdecimal(), -int(rating) if rating.isdecimal() else 0, player.no
        return False, lot(seed, player.no), player.no

    return place


def virtual_units(context: RoundContext) -> dict[int, int]:
    """In accelerated rounds a win for each of the upper half of the seeding, in units as in the records."""
    last = own.ACCELERATED.value(context.tournament.options)
    return {} if context.round > last else units_ahead(context)


def units_ahead(context: RoundContext) -> dict[int, int]:
    """What the upper half of the seeding has ahead in accelerated rounds, in units as in the records.

    They are half of those in round 1, rounded up to an even number, as in FIDE C.04.7.
    """
    event = context.tournament
    began = set(event.rounds[0].players()) if event.rounds else set(event.active)
    seeding = sorted(
        (player for player in event.players if player.no in began),
        key=order_of(own.FIRST_ROUND.of(event.options), event.seed),
    )
    win = int(context.records.match_format.bye * context.records.denominator)
    return {player.no: win for player in seeding[: 2 * -(-len(seeding) // 4)]}
