"""The pairing of a ruleset of the organizer's own, by its settings."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import groupby

from engine.legality import Legality
from engine.model import Tournament
from engine.options import Options
from engine.own import options as own
from engine.own.dutch import pair_dutch
from engine.own.options import cited
from engine.own.pools import members, pair_pools, pools_of
from engine.own.seats import been_at, with_first_players
from engine.own.seeding import order_of, virtual_units
from engine.pairing import Pairing, halves
from engine.pairing.context import RoundContext
from engine.pairing.groups import Rules, ScoreGroup, group_note
from engine.pairing.halves import Order, pair_even_halves, pair_halves
from engine.pairing.round_robin import pair_round_robin
from engine.pairing.score_groups import pair_score_groups
from engine.pairing.swiss import LOWEST, apart_from_byes
from engine.reasons import Kind, Phrase, Reason, points
from engine.records import exact
from engine.texts import msg

ORDERS: Mapping[str, Order] = {
    own.HALVES: halves.HALVES._replace(halves=False), own.NEIGHBOURS: halves.NEIGHBOURS, own.FOLD: halves.FOLDED
}  # fmt: skip
ROUND_ROBINS = (own.ROUND_ROBIN, own.TWICE)
LAST_IN_ORDER = msg("{one} has the bye: the last in order who has not had one")
GROUPS = msg("groups to pair: {sizes}")
AHEAD = msg("{points}, virtual ones included")


def legality(tournament: Tournament) -> Legality:
    """No opponent twice, or only rounds later; no second bye while that is avoidable; each pool for itself."""
    rule, options = cited(own.PAIRING_METHOD), tournament.options
    pools = tuple(members(pools_of(tournament)).values())
    pools_rule = cited(own.POOLS) if pools else ""
    method = own.PAIRING_METHOD.of(options)
    if method in ROUND_ROBINS:
        order = order_of(own.FIRST_ROUND.of(options), tournament.seed)
        numbering = tuple(player.no for player in sorted(tournament.players, key=order))
        is_twice = method == own.TWICE
        return Legality(
            rule,
            round_robin=rule,
            numbering=numbering,
            sides_swapped=is_twice,
            pools=pools,
            pools_rule=pools_rule,
        )
    is_dutch = method == own.DUTCH
    return Legality(
        rule,
        second_bye=is_dutch,
        only_played=is_dutch,
        rematch="" if is_dutch else cited(own.REMATCHES),
        rounds_between=None if is_dutch else own.REMATCHES.value(options),
        clubs=cited(own.CLUBS_APART) if keeps_clubs_apart(options) else "",
        clubs_rounds=max(1, own.CLUBS_APART.value(options)),
        pools=pools,
        pools_rule=pools_rule,
    )


def keeps_clubs_apart(options: Options) -> bool:
    """True if the settings keep clubs apart in some rounds."""
    return bool(own.CLUBS_APART.value(options))


def pair(context: RoundContext) -> Pairing:
    """Pair a round as the settings say."""
    event = context.tournament
    pairing = pair_pools(context, _paired) if context.legality.pools else _paired(context)
    if own.FRESH_TABLES.of(event.options) == own.YES:
        pairing = replace(pairing, been=been_at(event, cited(own.FRESH_TABLES)))
    return pairing


def _paired(context: RoundContext) -> Pairing:
    """A round of everybody, or of one pool."""
    event = context.tournament
    if own.PAIRING_METHOD.of(event.options) in ROUND_ROBINS:
        pairing = pair_round_robin(context, cited(own.PAIRING_METHOD))
    elif own.PAIRING_METHOD.of(event.options) == own.DUTCH:
        pairing = pair_dutch(context)
    else:
        pairing = _Swiss(context).pairing()
        if own.PLAYER_1.of(event.options) == own.LESS_OFTEN:
            pairing = with_first_players(pairing, event, cited(own.PLAYER_1))
    return pairing


class _Swiss:
    """A Swiss round: its groups, the order of players in them, and how they are paired.

    Attributes:
        ahead: the virtual points of each player who has some, in units as in the records.
        place: the place of each player in the order in which groups are made.
        option: the setting that reasons of pairs cite.
        order: how a group's players are paired; ``None`` at random.
    """

    def __init__(self, context: RoundContext) -> None:
        options = context.tournament.options
        self.context, self.options = context, options
        is_first = context.round == 1
        self.ahead = virtual_units(context)
        self.by_rank = own.LAST_ROUND.of(options) == own.YES and context.rounds_left == 1
        self.by_rank = self.by_rank and not is_first
        starts_apart = self.ahead or own.START_SCORE.of(options) == own.YES
        self.is_whole = self.by_rank or (is_first and not starts_apart)
        first, within = own.FIRST_ROUND.of(options), own.WITHIN.of(options)
        self.order: Order | None = ORDERS.get(within)
        self.option, by = own.WITHIN, own.ORDER.of(options)
        if self.by_rank:
            self.option, self.order, by = own.LAST_ROUND, halves.NEIGHBOURS, own.BY_RANK
        elif is_first:
            self.option, by = own.FIRST_ROUND, first
            self.order = ORDERS.get(within, ORDERS[own.HALVES]) if first != own.BY_LOT else None
        line = self._line(by if self.order else own.BY_RANK)
        self.place = {no: i for i, no in enumerate(line)}

    def units(self, no: int) -> int:
        """The points by which a player is grouped."""
        return self.context.records.of[no].units + self.ahead.get(no, 0)

    def _line(self, by: str) -> list[int]:
        """Everybody in order: by groups where there are some, within them by seed, rating or rank."""
        event, line = self.context.tournament, list(self.context.ranked)
        if by != own.BY_RANK:
            key = order_of(by, event.seed)
            line.sort(key=lambda no: key(event.by_no[no]))
        if not self.is_whole:
            line.sort(key=self.units, reverse=True)
        return line

    def pairing(self) -> Pairing:
        """The round."""
        context, byes_by = self.context, cited(own.PAIRING_METHOD)
        is_drawn = self.order is None
        text = LOWEST if is_drawn else LAST_IN_ORDER
        place = None if is_drawn and self.is_whole else self._place
        players, byes = apart_from_byes(context, byes_by, text, order=place)
        groups = self._groups(players)
        rule, is_first = cited(self.option), context.round == 1 and self.is_whole
        cites = Rules(rule, cited(own.REMATCHES), is_first)
        if self.order is None:
            tables = pair_score_groups(groups, context.forbidden, context.draws, cites, context.bar)
            tables.sort(key=lambda paired: self.place[paired.player1])
        elif self.is_whole:
            tables = pair_halves([players], context, cites, self.order) if players else []
        else:
            down = own.WHO_FLOATS.of(self.options) == own.LOWEST
            floats = cited(own.WHO_FLOATS)
            tables = pair_even_halves(groups, context, cites, floats, self.order, down=down)
        return Pairing(context.round, (*tables, *byes), tuple(self._notes(rule, groups)))

    def _place(self, no: int) -> tuple[int, ...]:
        return (self.place[no],)

    def _groups(self, players: Sequence[int]) -> list[ScoreGroup]:
        """The groups of points, virtual ones included; one group where it is whole."""
        if self.is_whole:
            return [ScoreGroup(points(0), players)] if players else []
        denominator = self.context.records.denominator
        groups = []
        for units, group in groupby(players, key=self.units):
            shown = points(exact(units, denominator))
            if self.ahead:
                shown = Phrase(AHEAD, {"points": shown})
            groups.append(ScoreGroup(shown, list(group)))
        return groups

    def _notes(self, rule: str, groups: Sequence[ScoreGroup]) -> list[Reason]:
        notes = [group_note(rule, GROUPS, groups)] if groups and not self.by_rank else []
        if self.ahead:
            text = msg(
                "accelerated round: the upper half of the seeding is grouped with {points} more"
            )
            units = next(iter(self.ahead.values()))
            more = points(exact(units, self.context.records.denominator))
            rule = cited(own.ACCELERATED)
            notes.append(Reason(Kind.GROUPS, rule, text, tuple(self.ahead), {"points": more}))
        return notes
