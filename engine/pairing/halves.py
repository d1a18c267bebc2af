"""Groups paired in an order: the first half against the second, neighbours, or the first against the last."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import NamedTuple

from engine.pairing import Paired, pair_key
from engine.pairing.context import RoundContext
from engine.pairing.groups import Rules, ScoreGroup
from engine.pairing.legality import Forbidden, is_pairable, safe_count, unpaired
from engine.pairing.nearest import Couple, nearest_pairs
from engine.reasons import Kind, Phrase, Reason, Values
from engine.texts import msg

UNPAIRABLE = Phrase(msg("within one group not everybody could be paired legally"))
STRANDED = msg("paired on its own the group would leave {alone} below without a legal opponent")
JOINED = (
    msg("{why}, so it was joined with the next ({places})"),
    msg(
        "{why}, so it was joined with the next ({places}); {one} and {two} come from different groups"
    ),
)
PLACES = msg("places {first} to {last}")


class Order(NamedTuple):
    """A way to pair a group whose players are in order, and the reason of a pair as a template.

    ``halves`` is true where a first half meets a second half.
    """

    pairs: Callable[[Sequence[int]], list[Couple]]
    text: str
    halves: bool = False


def straight_pairs(group: Sequence[int]) -> list[Couple]:
    """The group's first half against its second half. Rule: TRC 2.3.3, 2.3.4; NTP 2.3.2, 2.3.3."""
    half = len(group) // 2
    return list(zip(group[:half], group[half:], strict=True))


def neighbours(group: Sequence[int]) -> list[Couple]:
    """The first against the second, the third against the fourth, and so on."""
    return list(zip(group[::2], group[1::2], strict=True))


def folded(group: Sequence[int]) -> list[Couple]:
    """The first against the last, the second against the last but one, and so on."""
    half = len(group) // 2
    return list(zip(group[:half], reversed(group[half:]), strict=True))


HALVES = Order(
    straight_pairs, msg("{places}: the first half meets the second, {one} meets {two}"), halves=True
)
NEIGHBOURS = Order(neighbours, msg("{places}: neighbours meet, {one} meets {two}"))
FOLDED = Order(folded, msg("{places}: the first meets the last, {one} meets {two}"))


def even_groups(groups: Iterable[Sequence[int]], *, down: bool = False) -> list[list[int]]:
    """Groups of even size, best first: an odd one takes the best of the next. Rule: TRC 2.3.2.

    With ``down`` its last one goes to the next group instead, ahead of those there.
    """
    waiting = [list(group) for group in groups]
    for i, players in enumerate(waiting):
        if len(players) % 2 and down:
            waiting[i + 1].insert(0, players.pop())
        elif len(players) % 2:
            players.append(next(below for below in waiting[i + 1 :] if below).pop(0))
    return [players for players in waiting if players]


def pair_even_halves(
    groups: Sequence[ScoreGroup],
    context: RoundContext,
    rules: Rules,
    rule: str,
    order: Order = HALVES,
    *,
    down: bool = False,
) -> list[Paired]:
    """Pair score groups in an order, odd ones with the best of the next. Rule: TRC 2.3.2.

    With ``down`` the last one of an odd group goes to the next instead. ``rule`` says who floats.
    """
    even = even_groups((group.players for group in groups), down=down)
    taken = _sent_down(groups, even, rule) if down else _taken_up(groups, even, rule)
    return [
        paired._replace(reasons=(*paired.reasons, *lines)) if lines else paired
        for paired in pair_halves(even, context, rules, order)
        for lines in [[taken[no] for no in pair_key(paired) if no in taken]]
    ]


def _taken_up(
    groups: Iterable[ScoreGroup], even: Iterable[Sequence[int]], rule: str
) -> dict[int, Reason]:
    """A reason for each player who was taken up into the group above."""
    points = {no: group.points for group in groups for no in group.players}
    text = msg(
        "{one}, the highest-ranked with {own}, floats up to those with {points}, of whom an odd "
        "number is left"
    )
    return {
        last: Reason(Kind.TAKEN_UP, rule, text, (last,), {"own": points[last], "points": above})
        for first, *_, last in even
        if (above := points[first]) != points[last]
    }


def _sent_down(
    groups: Iterable[ScoreGroup], even: Iterable[Sequence[int]], rule: str
) -> dict[int, Reason]:
    """A reason for each player who was sent down into the group below."""
    points = {no: group.points for group in groups for no in group.players}
    text = msg(
        "{one}, the last in order with {own}, floats down to those with {points}, as an odd number "
        "was left above"
    )
    return {
        first: Reason(Kind.FLOAT, rule, text, (first,), {"own": points[first], "points": below})
        for first, second, *_ in even
        if (below := points[second]) != points[first]
    }


def pair_halves(
    groups: Sequence[Sequence[int]],
    context: RoundContext,
    rules: Rules,
    order: Order = HALVES,
) -> list[Paired]:
    """Pair every group in its order, by default its first half against its second half, the nearest legal way.

    A group whose own players have no legal pairing, or which would leave those below without
    one, joins the next, and its players leave it as little as can be. The groups are of even size,
    best ranked first, and can all be paired legally together.

    Rule: TRC 2.3.3 to 2.3.5.
    """
    forbidden = context.forbidden
    safe = safe_count([no for group in groups for no in group], forbidden)
    tables: list[Paired] = []
    waiting = [list(group) for group in groups]
    place = 1
    while waiting:
        joined = [waiting.pop(0)]
        stranded: list[tuple[int, ...]] = []
        while (alone := _stranded(joined, waiting, forbidden, safe, order)) is not None:
            stranded.append(alone)
            joined.append(waiting.pop(0))
        tables += _pair_joined(joined, place, context, rules, dict.fromkeys(stranded), order)
        place += sum(map(len, joined))
    return tables


def _stranded(
    joined: Sequence[Sequence[int]],
    below: Sequence[Sequence[int]],
    forbidden: Forbidden,
    safe: int,
    order: Order,
) -> tuple[int, ...] | None:
    """Those below without an opponent, where the groups must be joined with the next.

    From ``safe`` players on, an even number of them can always be paired.
    Nobody if it is their own players who cannot all be paired; ``None`` if they need not be joined.
    """
    straight = (couple for group in joined for couple in order.pairs(group))
    if any(two in forbidden[one] for one, two in straight) and not is_pairable(
        [no for group in joined for no in group], forbidden
    ):
        return ()
    rest = [no for group in below for no in group]
    if len(rest) >= safe or is_pairable(rest, forbidden):
        return None
    return tuple(unpaired(sorted(rest), forbidden))


def _pair_joined(
    joined: Sequence[Sequence[int]],
    place: int,
    context: RoundContext,
    rules: Rules,
    stranded: Iterable[tuple[int, ...]],
    order: Order,
) -> list[Paired]:
    players = [no for group in joined for no in group]
    straight = [couple for group in joined for couple in order.pairs(group)]
    group_of = {no: i for i, group in enumerate(joined) for no in group}
    group = group_of if len(joined) > 1 else None
    pairs = nearest_pairs(
        players,
        straight,
        context.forbidden,
        context.draws,
        halves=order.halves and not group,
        exchanged=not order.halves,
        group=group,
    )
    at = {no: i for i, no in enumerate(players)}
    opponent = dict(straight) | {two: one for one, two in straight}
    where = _places(players, place)
    own = [{"places": _places(group, place + at[group[0]])} for group in joined]
    tables = []
    for one, two in sorted(pairs, key=lambda couple: at[couple[0]]):
        if opponent[one] == two:
            reasons = [Reason(Kind.PAIRED, rules.pairs, order.text, (one, two), own[group_of[one]])]
        else:
            reasons = _changed((one, two), opponent, context, rules)
            leaves = group_of[one] != group_of[two]
            for alone in stranded:
                why = Phrase(STRANDED, {"alone": alone}) if alone else UNPAIRABLE
                values: Values = {"why": why, "places": where}
                text = JOINED[leaves]
                reasons.append(Reason(Kind.JOINED, rules.rematch, text, (one, two), values))
        tables.append(Paired(one, two, tuple(reasons)))
    return tables


def _changed(
    couple: Couple, opponent: Mapping[int, int], context: RoundContext, rules: Rules
) -> list[Reason]:
    """Why two players meet who would not have met if nobody had met before."""
    one, two = couple
    reasons = []
    for no, instead in (couple, couple[::-1]):
        first = opponent[no]
        if first in context.forbidden[no]:
            bar = context.bar(no, first)
            text, why = msg("{why}: {one} meets {three} instead"), {"why": bar.clause}
            players = no, first, instead
            reasons.append(Reason(bar.kind, bar.rule or rules.rematch, text, players, why))
    if not reasons:
        text = msg("{one} meets {two}, not {three}: the nearest legal pairing of the group")
        reasons.append(Reason(Kind.FALLBACK, rules.rematch, text, (one, two, opponent[one])))
    return reasons


def _places(players: Sequence[int], first: int) -> Phrase:
    return Phrase(PLACES, {"first": first, "last": first + len(players) - 1})
