"""Swiss rounds by score groups: byes set aside, then the groups paired."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from engine.pairing import Paired, Pairing
from engine.pairing.byes import DRAWN, LOWEST, bye_for_odd
from engine.pairing.context import RoundContext
from engine.pairing.groups import Rules, ScoreGroup, group_note, score_groups
from engine.pairing.legality import Forbidden
from engine.pairing.score_groups import pair_score_groups
from engine.reasons import Kind, Reason, points
from engine.texts import msg


class SwissRules(NamedTuple):
    """The rules of round 1, of later groups, against a second meeting, and of byes, to be cited."""

    first_round: str
    groups: str
    rematch: str
    bye: str


def pair_swiss(
    context: RoundContext,
    rules: SwissRules,
    later_bye: str = LOWEST,
    *,
    second_bye: bool = False,
) -> Pairing:
    """Pair at random, from round 2 on in score groups. Rule: OP, Event structure; HEX 4.4."""
    players, byes = apart_from_byes(context, rules.bye, later_bye, second_bye=second_bye)
    groups = score_groups(context, players)
    is_first = context.round == 1
    rule = rules.first_round if is_first else rules.groups
    cited = Rules(rule, rules.rematch, is_first)
    tables = pair_score_groups(groups, context.forbidden, context.draws, cited, context.bar)
    place = {no: position for position, no in enumerate(context.ranked)}
    tables.sort(key=lambda paired: place[paired.player1])
    note = group_note(rule, msg("groups to pair: {sizes}"), groups)
    return Pairing(context.round, (*tables, *byes), (note,) if groups else ())


def apart_from_byes(
    context: RoundContext,
    rule: str,
    later: str = LOWEST,
    *,
    order: Callable[[int], tuple[int, ...]] | None = None,
    forbidden: Forbidden | None = None,
    second_bye: bool = False,
) -> tuple[list[int], list[Paired]]:
    """The players to be paired, and the byes: that of an odd number, then awarded ones.

    The bye is drawn in round 1; later it is the lowest-ranked player's, with ``later`` as the template
    of its reason. With an ``order`` of the players it is always that of the last one. For ``forbidden``
    and ``second_bye`` see :func:`~engine.pairing.byes.bye_for_odd`.

    Raises:
        NoLegalPairing: no pairing keeps every rule.

    Rule: OP, Event structure; HEX 4.4; TRC 2.3.6.
    """
    by_no, is_first = context.tournament.by_no, context.round == 1
    held = dict.fromkeys(no for no in context.ranked if is_first and by_no[no].first_round_bye)
    text = msg("{one} has an awarded first-round bye")
    awarded = [Paired(no, None, (Reason(Kind.AWARDED_BYE, rule, text, (no,)),)) for no in held]
    players = [no for no in context.ranked if no not in held]
    if order:
        players.sort(key=order)
    text, in_line = later, players[::-1]
    if is_first and not order:
        text, in_line = DRAWN, context.draws.shuffled(players) if len(players) % 2 else []
    bye = bye_for_odd(
        context, players, rule, text, order=in_line, forbidden=forbidden, second_bye=second_bye
    )
    if bye is None:
        return players, awarded
    return [no for no in players if no != bye.player1], [bye, *awarded]


def pair_at_random(context: RoundContext, players: Sequence[int], rule: str) -> list[Paired]:
    """A first round drawn at random. Rule: TRC 2.3; NTS, Swiss system."""
    groups = [ScoreGroup(points(0), players)] if players else []
    rules = Rules(rule, rule, is_first_round=True)
    return pair_score_groups(groups, context.forbidden, context.draws, rules, context.bar)
