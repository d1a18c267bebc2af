"""Amalfi pairing: rank r meets rank r + the rounds left, so that the best two meet at the end."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from engine.pairing import Paired, pair_key
from engine.pairing.context import RoundContext
from engine.pairing.forbidden import FORBIDDEN
from engine.pairing.legality import Forbidden, is_pairable
from engine.pairing.nearest import nearest_pairs
from engine.reasons import Kind, Phrase, Reason, counted
from engine.texts import msg, msgn

# Why the rank that is wanted is not met, and which is
TAKEN = msg(
    "{left}: {one} (rank {rank}) would meet rank {wanted}, which is taken; the nearest that is free "
    "is {two} (rank {place})"
)
MISSING = msg(
    "{left}: {one} (rank {rank}) would meet rank {wanted}, which does not exist; the nearest that is "
    "free is {two} (rank {place})"
)
MET = msg(
    "{left}: {one} (rank {rank}) would meet rank {wanted}, which they have met; the nearest that is "
    "free is {two} (rank {place})"
)
MUST_NOT = msg(
    "{left}: {one} (rank {rank}) would meet rank {wanted}, which they must not meet; the nearest that "
    "is free is {two} (rank {place})"
)


class _Pair(NamedTuple):
    """Two places of the ranking, the one wanted, and those that the first could not meet before."""

    at: int
    wanted: int
    place: int
    passed: list[int]


def pair_amalfi(
    players: Sequence[int], distance: int, context: RoundContext, rule: str
) -> list[Paired]:
    """Work down the ranking; where two have met, or the rank is taken, widen out from it.

    Opponents are ``distance`` ranks from each other: the rounds left, this one included. The
    players, best ranked first, can all be paired legally. If somebody finds nobody at all, the
    last pairs are undone, as few as will do, and the legal pairing is taken that is nearest to
    the one without rematches.

    Rule: OP, Appendix 1: Amalfi Swiss Pairing.
    """
    tables: list[Paired] = []
    left = counted(distance, msgn("{n} round left", "{n} rounds left"))
    for pair in _down(players, distance, context.forbidden):
        one, two = players[pair.at], players[pair.place]
        reasons = [_why(players, pair, left, context, rule)]
        for no in (players[place] for place in pair.passed):
            bar = context.bar(one, no)
            reasons.append(
                Reason(bar.kind, bar.rule or rule, "{why}", (one, no), {"why": bar.clause})
            )
        tables.append(Paired(one, two, tuple(reasons)))
    paired = {no for pair in tables for no in pair[:2]}
    open_ = [no for no in players if no not in paired]
    if not open_:
        return tables
    stuck = open_[0]
    while not is_pairable(open_, context.forbidden):
        open_ += pair_key(tables.pop())
    place = {no: i for i, no in enumerate(players)}
    open_.sort(key=place.__getitem__)
    text = msg(
        "{one} had nobody left to meet, so the last pairs were undone: nearest legal pairing, "
        "{two} meets {three}"
    )
    straight = [(open_[pair.at], open_[pair.place]) for pair in _down(open_, distance, {})]
    pairs = nearest_pairs(open_, straight, context.forbidden, context.draws)
    return tables + [
        Paired(one, two, (Reason(Kind.FALLBACK, rule, text, (stuck, one, two)),))
        for one, two in sorted(pairs, key=lambda couple: place[couple[0]])
    ]


def _down(players: Sequence[int], distance: int, forbidden: Forbidden) -> Iterator[_Pair]:
    """The pairs from the top on, until somebody finds nobody."""
    free = [True] * len(players)
    for at, one in enumerate(players):
        if free[at]:
            free[at] = False
            passed: list[int] = []
            for place in _widening(at + distance, at, free):
                if players[place] not in forbidden.get(one, ()):
                    break
                passed.append(place)
            else:
                return
            free[place] = False
            yield _Pair(at, at + distance, place, passed)


def _widening(wanted: int, at: int, free: Sequence[bool]) -> Iterator[int]:
    """Free places below ``at``: the wanted one, one lower, one higher, two lower, ..."""
    for step in range(max(wanted - at, len(free) - wanted)):
        for place in (wanted + step, wanted - step)[: 2 if step else 1]:
            if at < place < len(free) and free[place]:
                yield place


def _why(
    players: Sequence[int], pair: _Pair, left: Phrase, context: RoundContext, rule: str
) -> Reason:
    one, two, wanted = players[pair.at], players[pair.place], pair.wanted
    text = msg("{left}: {one} (rank {rank}) meets rank {wanted}, {two}")
    if pair.place != wanted:
        text = TAKEN
        if wanted >= len(players):
            text = MISSING
        elif wanted in pair.passed and players[wanted] in context.met[one]:
            text = MET
        elif wanted in pair.passed:
            text, rule = MUST_NOT, f"{rule}; {FORBIDDEN}"
    ranks = {"rank": pair.at + 1, "wanted": wanted + 1, "place": pair.place + 1}
    return Reason(Kind.PAIRED, rule, text, (one, two), {"left": left, **ranks})
