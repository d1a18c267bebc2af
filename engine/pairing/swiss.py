"""Swiss rounds by score groups: byes set aside, then the groups paired."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import combinations
from typing import NamedTuple

from engine.errors import ErrorKind, NoLegalPairing
from engine.pairing import Paired, Pairing
from engine.pairing.context import RoundContext
from engine.pairing.groups import Rules, ScoreGroup, group_note, score_groups
from engine.pairing.legality import Forbidden, is_pairable, unpaired
from engine.pairing.score_groups import pair_score_groups
from engine.reasons import Kind, Reason, points
from engine.texts import msg

MOST_TRIED = 14
"""The most players of whom it is tried out if dropping one would help."""
LOWEST = msg("{one} has the bye: the lowest-ranked player who has not had one")
DRAWN = msg("{one} has the bye: an odd number of players without byes, drawn at random in round 1")
ONLY_ONE = msg(
    "{one} has the bye: an odd number of players without byes, and nobody else can sit out"
)
AGAIN = msg("{one} has the bye: the first in line of those who have had the fewest")


class SwissRules(NamedTuple):
    """The rules to be cited: of round 1, of later groups, against a second meeting, and of byes."""

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
    and ``second_bye`` see :func:`~engine.pairing.swiss.bye_for_odd`.

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


def bye_for_odd(
    context: RoundContext,
    players: Sequence[int],
    rule: str,
    text: str,
    *,
    order: Sequence[int],
    forbidden: Forbidden | None = None,
    second_bye: bool = False,
) -> Paired | None:
    """The bye that an odd number of players makes necessary, so that the rest can be paired.

    Args:
        context: the event.
        players: those to be paired; an even number has no bye.
        rule: the rule that gives the bye.
        text: the reason, as a template.
        order: the players in the order in which the rule gives it.
        forbidden: those whom each may not meet, by default as the context has it.
        second_bye: True if somebody may have another one even where that is avoidable.

    Raises:
        NoLegalPairing: the players cannot be paired, whoever sits out.
    """
    forbidden = context.forbidden if forbidden is None else forbidden
    if len(players) % 2 == 0:
        if not is_pairable(players, forbidden):
            raise no_legal_pairing(context, players, forbidden)
        return None
    candidates = list(order)
    if not second_bye:
        candidates.sort(key=context.had_bye)
    everyone = set(players)
    skipped: list[int] = []
    for place, no in enumerate(candidates):
        if is_pairable(everyone - {no}, forbidden):
            if text == DRAWN and not any(
                is_pairable(everyone - {other}, forbidden) for other in candidates[place + 1 :]
            ):
                text = ONLY_ONE
            reasons = _bye_reasons(context, no, skipped, rule, text, second_bye=second_bye)
            return Paired(no, None, tuple(reasons))
        skipped.append(no)
    raise no_legal_pairing(context, players, forbidden)


def _bye_reasons(
    context: RoundContext,
    no: int,
    skipped: Sequence[int],
    rule: str,
    text: str,
    *,
    second_bye: bool,
) -> Iterator[Reason]:
    is_another = context.had_bye(no) and not second_bye
    yield Reason(Kind.BYE, rule, AGAIN if is_another else text, (no,))
    text = msg(
        "{one} came before {two} in line for it, but without {one} the others could not all be paired "
        "legally"
    )
    for other in skipped:
        yield Reason(Kind.BYE_SKIPPED, rule, text, (other, no))
    if is_another:
        text = msg(
            "this is not {one}'s first bye: nobody with fewer could sit out and leave a legal pairing"
        )
        if all(map(context.had_bye, context.ranked)):
            text = msg("this is not {one}'s first bye: everyone still playing has had one")
        yield Reason(Kind.ANOTHER_BYE, rule, text, (no,))


def no_legal_pairing(
    context: RoundContext, players: Sequence[int], forbidden: Forbidden
) -> NoLegalPairing:
    """The error that says who cannot be paired, and what might help."""
    everyone = set(players)
    left = {no: sorted(everyone - forbidden[no] - {no}) for no in players}
    stuck = unpaired(sorted(everyone), forbidden)
    free = {
        no: tuple(left[no])
        for no in sorted(players, key=lambda no: (len(left[no]), no))
        if no in stuck or not left[no]
    }
    with_numbers = context.tournament.with_numbers
    return NoLegalPairing(
        ErrorKind.NO_LEGAL_PAIRING,
        round=context.round,
        count=len(players),
        stuck=[(*with_numbers(no), with_numbers(*others)) for no, others in free.items()],
        forbidden=with_numbers(*(no for no in free if context.never.get(no, set()) & everyone)),
        sides_swapped=context.legality.sides_swapped,
        dropping_helps=_dropping_helps(players, forbidden),
    )


def _dropping_helps(players: Sequence[int], forbidden: Forbidden) -> bool:
    """True if the others could be paired, one with a bye, if somebody dropped."""
    if len(players) % 2:
        return False  # whoever drops has been tried with the bye already
    if len(players) > MOST_TRIED:
        return True
    everyone = set(players)
    return any(is_pairable(everyone - set(two), forbidden) for two in combinations(players, 2))
