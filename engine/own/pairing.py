"""The pairing of a ruleset of the organizer's own, by its settings."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from engine.legality import Legality
from engine.model import Player, Tournament
from engine.options import Option
from engine.own.formats import RATING
from engine.own.options import (
    AT_RANDOM,
    BY_LOT,
    BY_RATING,
    BY_SEED,
    FIRST_ROUND,
    FOLD,
    HALVES,
    LAST_ROUND,
    NEIGHBOURS,
    ORDER,
    PAIRING_METHOD,
    ROUND_ROBIN,
    WITHIN,
    YES,
)
from engine.pairing import Pairing, halves
from engine.pairing.context import RoundContext
from engine.pairing.groups import Rules, group_note, score_groups
from engine.pairing.halves import Order, pair_even_halves, pair_halves
from engine.pairing.round_robin import pair_round_robin
from engine.pairing.swiss import SwissRules, apart_from_byes, pair_swiss
from engine.texts import msg

CITED = "Rules"
ORDERS: Mapping[str, Order] = {
    HALVES: halves.HALVES, NEIGHBOURS: halves.NEIGHBOURS, FOLD: halves.FOLDED
}  # fmt: skip
BYE = msg("{one} has the bye: the last in order who has not had one")


def cited(option: Option) -> str:
    """A setting, as reasons cite it."""
    return f"{CITED}: {option.name}"


def legality(tournament: Tournament) -> Legality:
    """No opponent twice, no second bye while that is avoidable."""
    rule = cited(PAIRING_METHOD)
    is_round_robin = PAIRING_METHOD.of(tournament.options) == ROUND_ROBIN
    return Legality(rule, round_robin=rule if is_round_robin else "")


def order_of(by: str) -> Callable[[Player], tuple[bool, int, int]]:
    """The place of a player by seed, or by rating; players without one come last."""

    def place(player: Player) -> tuple[bool, int, int]:
        if by == BY_SEED:
            return player.seed is None, player.seed or 0, player.no
        rating = player.details.get(RATING, "").strip()
        return not rating.isdecimal(), -int(rating) if rating.isdecimal() else 0, player.no

    return place


def pair(context: RoundContext) -> Pairing:
    """Pair a round as the settings say."""
    options = context.tournament.options
    if PAIRING_METHOD.of(options) == ROUND_ROBIN:
        return pair_round_robin(context, cited(PAIRING_METHOD))
    first, within = FIRST_ROUND.of(options), WITHIN.of(options)
    is_first = context.round == 1
    is_last = context.rounds_left == 1 and LAST_ROUND.of(options) == YES and not is_first
    if not is_last and (first == BY_LOT if is_first else within == AT_RANDOM):
        groups, rule = cited(WITHIN), cited(PAIRING_METHOD)
        return pair_swiss(context, SwissRules(cited(FIRST_ROUND), groups, rule, rule))
    if is_last:
        return _in_order(context, LAST_ROUND, halves.NEIGHBOURS, "", whole=True)
    if is_first:
        return _in_order(context, FIRST_ROUND, ORDERS.get(within, halves.HALVES), first, whole=True)
    by = ORDER.of(options)
    return _in_order(context, WITHIN, ORDERS[within], by, whole=False)


def _in_order(
    context: RoundContext, option: Option, order: Order, by: str, *, whole: bool
) -> Pairing:
    """Pair everybody, or each group of points, in an order; ``by`` seed, rating, or else rank."""
    rule = cited(option)
    rules = Rules(rule, cited(PAIRING_METHOD), context.round == 1)
    place = {no: i for i, no in enumerate(context.ranked)}
    if by in (BY_SEED, BY_RATING):
        by_no, key = context.tournament.by_no, order_of(by)
        line = sorted(context.ranked, key=lambda no: key(by_no[no]))
        units = {no: record.units for no, record in context.records.of.items()}
        if not whole:
            line.sort(key=lambda no: -units[no])
        place = {no: i for i, no in enumerate(line)}
    players, byes = apart_from_byes(
        context, cited(PAIRING_METHOD), BYE, order=lambda no: (place[no],)
    )
    if whole or not players:
        return Pairing(context.round, (*pair_halves([players], context, rules, order), *byes))
    groups = score_groups(context, players)
    tables = pair_even_halves(groups, context, rules, rule, order)
    note = group_note(rule, msg("groups to pair: {sizes}"), groups)
    return Pairing(context.round, (*tables, *byes), (note,))
