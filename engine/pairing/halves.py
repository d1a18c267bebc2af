"""Groups split into halves: the top of the first half meets the top of the second, and so on."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from engine.pairing import Paired, Reason, pair_key
from engine.pairing.context import RoundContext
from engine.pairing.legality import Barred, is_pairable, left_over
from engine.pairing.nearest import Couple, nearest_pairs


class Rules(NamedTuple):
    """What the explanations of a pairing by halves cite.

    Args:
        across: the rule that pairs the halves.
        rematch: the rule that rearranges a group in which two players have met.
    """

    across: str
    rematch: str


class Level(NamedTuple):
    """Players level with one another, best ranked first.

    Args:
        told: with what, as in ``6 points``.
        players: their numbers.
    """

    told: str
    players: Sequence[int]


def even_groups(levels: Iterable[Sequence[int]]) -> list[list[int]]:
    """Groups of even size: an odd one takes the highest-ranked player of the next.

    Args:
        levels: the players level with one another, best ranked first, best level first; an even
            number in all.

    Rule: TRC 2.3.2.
    """
    waiting = [list(level) for level in levels]
    groups: list[list[int]] = []
    for i, level in enumerate(waiting):
        if len(level) % 2:
            level.append(next(below for below in waiting[i + 1 :] if below).pop(0))
        if level:
            groups.append(level)
    return groups


def taken_up(
    levels: Iterable[Level], groups: Iterable[Sequence[int]], rule: str
) -> dict[int, Reason]:
    """A line for each player whom :func:`even_groups` took up into the group above.

    Args:
        levels: the players as they are level with one another.
        groups: the same players in groups of even size.
        rule: what the explanations cite.

    Rule: TRC 2.3.2.
    """
    told = {no: level.told for level in levels for no in level.players}
    return {
        group[-1]: Reason(
            rule,
            f"{{0}}, the highest-ranked with {told[group[-1]]}, is taken up to those with "
            f"{told[group[0]]}, of whom an odd number is left",
            (group[-1],),
        )
        for group in groups
        if told[group[-1]] != told[group[0]]
    }


def straight_pairs(group: Sequence[int]) -> list[Couple]:
    """The group's first half against its second half.

    Rule: TRC 2.3.3, 2.3.4; NTP 2.3.2, 2.3.3.
    """
    half = len(group) // 2
    return list(zip(group[:half], group[half:], strict=True))


def pair_halves(
    groups: Sequence[Sequence[int]],
    context: RoundContext,
    rules: Rules,
    taken: Mapping[int, Reason] | None = None,
) -> list[Paired]:
    """Pair every group's first half against its second half, the nearest legal way.

    A group whose own players have no legal pairing, or which would leave those below without
    one, joins the next, and its players leave it as little as can be.

    Args:
        groups: everyone to be paired, in groups of even size, best ranked first; all of them
            together can be paired legally.
        context: the event.
        rules: what the explanations cite.
        taken: why some players are in a group above their own.

    Rule: TRC 2.3.3 to 2.3.5.
    """
    barred = context.barred
    found: list[Paired] = []
    waiting = [list(group) for group in groups]
    most = max((len(barred[no]) for group in waiting for no in group), default=0)
    safe = 2 * most + 2
    place = 1
    while waiting:
        joined = [waiting.pop(0)]
        why: list[Reason] = []
        while cause := _why_joined(joined, waiting, barred, safe, rules):
            why.append(cause)
            joined.append(waiting.pop(0))
        found += _pair_joined(joined, place, context, rules, why)
        place += sum(map(len, joined))
    return [_with_taken(paired, taken or {}) for paired in found]


def _with_taken(paired: Paired, taken: Mapping[int, Reason]) -> Paired:
    lines = tuple(taken[no] for no in pair_key(paired) if no in taken)
    return paired._replace(reasons=(*paired.reasons, *lines)) if lines else paired


def _why_joined(
    joined: Sequence[Sequence[int]],
    below: Sequence[Sequence[int]],
    barred: Barred,
    safe: int,
    rules: Rules,
) -> Reason | None:
    """Why the groups must be joined with the next, if they must."""
    straight = (couple for group in joined for couple in straight_pairs(group))
    if any(two in barred[one] for one, two in straight) and not is_pairable(
        [no for group in joined for no in group], barred
    ):
        return Reason(rules.rematch, "within one group not everybody could be paired legally")
    rest = [no for group in below for no in group]
    if len(rest) >= safe or is_pairable(rest, barred):
        return None
    alone = tuple(left_over(sorted(rest), barred))
    names = ", ".join(f"{{{i}}}" for i in range(len(alone)))
    text = f"paired on its own the group would leave {names} below without a legal opponent"
    return Reason(rules.rematch, text, alone)


def _pair_joined(
    joined: Sequence[Sequence[int]],
    place: int,
    context: RoundContext,
    rules: Rules,
    why: Sequence[Reason],
) -> list[Paired]:
    order = [no for group in joined for no in group]
    straight = [couple for group in joined for couple in straight_pairs(group)]
    group_of = {no: i for i, group in enumerate(joined) for no in group}
    several = len(joined) > 1
    pairs = nearest_pairs(
        order,
        straight,
        context.barred,
        context.draws,
        halves=not several,
        group=group_of if several else None,
    )
    at = {no: i for i, no in enumerate(order)}
    opponent = dict(straight) | {two: one for one, two in straight}
    where = _places(order, place)
    own = {no: _places(group, place + at[group[0]]) for group in joined for no in group}
    told = []
    for couple in pairs:
        one, two = sorted(couple, key=at.__getitem__)
        half = f"{own[one]}: the first half meets the second, {{0}} meets {{1}}"
        reasons = [Reason(rules.across, half, (one, two))]
        if opponent[one] != two:
            reasons = _changed((one, two), opponent, context, rules)
            leaves = group_of[one] != group_of[two]
            joins = [_joined(cause, (one, two), where, leaves=leaves) for cause in why]
            reasons += dict.fromkeys(joins)
        told.append(Paired(one, two, tuple(reasons)))
    told.sort(key=lambda paired: at[paired.player1])
    return told


def _changed(
    couple: Couple, opponent: Mapping[int, int], context: RoundContext, rules: Rules
) -> list[Reason]:
    """Why two players meet who would not have met if nobody had met before."""
    one, two = couple
    reasons = []
    for no, instead in (couple, couple[::-1]):
        first = opponent[no]
        if first in context.barred[no]:
            bar = context.bar(no, first)
            text = f"{{0}} and {{1}} {bar.they}: {{0}} meets {{2}} instead"
            reasons.append(Reason(bar.rule or rules.rematch, text, (no, first, instead)))
    if not reasons:
        text = "{0} meets {1}, not {2}: the nearest legal pairing of the group"
        reasons.append(Reason(rules.rematch, text, (one, two, opponent[one])))
    return reasons


def _joined(cause: Reason, couple: Couple, where: str, *, leaves: bool) -> Reason:
    text = f"{cause.text}, so it was joined with the next ({where})"
    if leaves:
        first = len(cause.players)
        text += f"; {{{first}}} and {{{first + 1}}} come from different groups"
    return Reason(cause.rule, text, (*cause.players, *couple))


def _places(players: Sequence[int], first: int) -> str:
    return f"places {first} to {first + len(players) - 1}"
