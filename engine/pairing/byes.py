"""The bye of an odd number of players."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations

from engine.errors import ErrorKind, NoLegalPairing
from engine.pairing import Paired
from engine.pairing.context import RoundContext
from engine.pairing.legality import Forbidden, is_pairable, unpaired
from engine.reasons import Kind, Reason
from engine.texts import msg

MOST_TRIED = 14
"""Up to so many players it is tried out whether dropping one would help."""

LOWEST = msg("{one} has the bye: the lowest-ranked player who has not had one")
DRAWN = msg("{one} has the bye: an odd number of players without byes, drawn at random in round 1")
ONLY_ONE = msg(
    "{one} has the bye: an odd number of players without byes, and nobody else can sit out"
)
AGAIN = msg("{one} has the bye: the first in line of those who have had the fewest")


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
        players: who is to be paired; an even number has no bye.
        rule: the rule that gives the bye.
        text: how it is found, as a template.
        order: the players in the order in which the rule gives it.
        forbidden: who may not meet whom, if not as the context has it.
        second_bye: whether somebody may have another one even where that is avoidable.

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
        "{one} came before {two} in line for it, but without {one} the others could not all be "
        "paired legally"
    )
    for other in skipped:
        yield Reason(Kind.BYE_SKIPPED, rule, text, (other, no))
    if is_another:
        text = (
            msg("this is not {one}'s first bye: everyone still playing has had one")
            if all(map(context.had_bye, context.ranked))
            else msg(
                "this is not {one}'s first bye: nobody with fewer could sit out and leave a legal "
                "pairing"
            )
        )
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
