"""Who sits out: awarded first-round byes, and the bye of an odd number of players."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import combinations
from typing import NamedTuple

from engine.errors import ErrorKind, NoLegalPairing
from engine.pairing import Paired, Reason
from engine.pairing.context import RoundContext
from engine.pairing.legality import Barred, is_pairable, left_over

MOST_TRIED = 14
"""Up to so many players it is tried out whether dropping one would help."""


class How(NamedTuple):
    """How the player with the bye is found, for the explanation.

    Args:
        text: in the rule's words.
        no_choice: instead, if it is drawn, but only one player can sit out; ``""`` where it is not
            drawn.
    """

    text: str
    no_choice: str = ""


def awarded_byes(context: RoundContext, rule: str) -> list[Paired]:
    """The byes that players hold for round 1; none in later rounds."""
    if context.round > 1:
        return []
    by_no = context.tournament.by_no
    reason = (Reason(rule, "{0} has an awarded first-round bye"),)
    return [
        Paired(no, None, (reason[0]._replace(players=(no,)),))
        for no in context.ranked
        if by_no[no].first_round_bye
    ]


def bye_for_odd(
    context: RoundContext,
    players: Sequence[int],
    rule: str,
    how: How,
    *,
    order: Sequence[int],
    barred: Barred | None = None,
    second_bye: bool = False,
) -> Paired | None:
    """The bye that an odd number of players makes necessary, so that the rest can be paired.

    Args:
        context: the event.
        players: who is to be paired.
        rule: the rule that gives the bye.
        how: how it is found.
        order: the players in the order in which the rule gives it.
        barred: who may not meet whom, if not as the context has it.
        second_bye: whether the rule gives it whoever has had one; otherwise nobody gets a
            second one while that is avoidable.

    Returns:
        The bye, or ``None`` for an even number of players.

    Raises:
        NoLegalPairing: the players cannot be paired, whoever sits out.
    """
    barred = context.barred if barred is None else barred
    if len(players) % 2 == 0:
        if not is_pairable(players, barred):
            raise no_legal_pairing(context, players, barred)
        return None
    candidates = list(order)
    if not second_bye:
        candidates.sort(key=context.had_bye)
    everyone = set(players)
    passed_over: list[int] = []
    for place, no in enumerate(candidates):
        if is_pairable(everyone - {no}, barred):
            has_choice = not how.no_choice or any(
                is_pairable(everyone - {other}, barred) for other in candidates[place + 1 :]
            )
            told = how.text if has_choice else how.no_choice
            again = context.had_bye(no) and not second_bye
            reasons = _bye_reasons(context, no, passed_over, rule, told, again=bool(again))
            return Paired(no, None, tuple(reasons))
        passed_over.append(no)
    raise no_legal_pairing(context, players, barred)


def _bye_reasons(
    context: RoundContext,
    no: int,
    passed_over: Sequence[int],
    rule: str,
    how: str,
    *,
    again: bool,
) -> Iterable[Reason]:
    if again:
        how = "the first in line of those who have had the fewest"
    yield Reason(rule, "{0} has the bye: " + how, (no,))
    for other in passed_over:
        text = (
            "{0} came before {1} in line for it, but without {0} the others could not all be paired "
            "legally"
        )
        yield Reason(rule, text, (other, no))
    if again:
        text = (
            "this is not {0}'s first bye: nobody with fewer could sit out and leave a legal pairing"
        )
        if all(context.had_bye(other) for other in context.ranked):
            text = "this is not {0}'s first bye: everyone still playing has had one"
        yield Reason(rule, text, (no,))


def no_legal_pairing(
    context: RoundContext, players: Sequence[int], barred: Barred
) -> NoLegalPairing:
    """The error that says who cannot be paired, and what might help."""
    everyone = set(players)
    left = {no: sorted(everyone - barred[no] - {no}) for no in players}
    stuck = left_over(sorted(everyone), barred)
    free = {
        no: tuple(left[no])
        for no in sorted(players, key=lambda no: (len(left[no]), no))
        if no in stuck or not left[no]
    }
    with_numbers = context.tournament.with_numbers
    return NoLegalPairing(
        ErrorKind.NO_LEGAL_PAIRING,
        free,
        round=context.round,
        count=len(players),
        stuck=[(*with_numbers(no), with_numbers(*others)) for no, others in free.items()],
        forbidden=with_numbers(*(no for no in free if context.forbidden.get(no, set()) & everyone)),
        sides_swapped=context.legality.sides_swapped,
        dropping_helps=_dropping_helps(players, barred),
    )


def _dropping_helps(players: Sequence[int], barred: Barred) -> bool:
    """Whether the others could be paired, one with a bye, if somebody dropped."""
    if len(players) % 2:
        return False  # whoever drops has been tried with the bye already
    if len(players) > MOST_TRIED:
        return True
    everyone = set(players)
    return any(is_pairable(everyone - set(two), barred) for two in combinations(players, 2))
