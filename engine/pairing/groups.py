"""Score groups: players with equal points, or another number by which they are paired."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from itertools import groupby
from typing import NamedTuple

from engine.pairing.context import RoundContext
from engine.reasons import Kind, Listed, Phrase, Reason, points
from engine.records import Record
from engine.texts import msg


class ScoreGroup(NamedTuple):
    """Players with equal points, best ranked first."""

    points: Phrase
    players: Sequence[int]


class Rules(NamedTuple):
    """The rules that the reasons of a pairing by groups cite.

    Args:
        pairs: the rule that pairs the players of a group, and a downfloater with the next one.
        rematch: the rule against a second meeting.
        is_first_round: whether everybody is one group because nothing has been played.
    """

    pairs: str
    rematch: str
    is_first_round: bool = False


def points_of(record: Record) -> Phrase:
    """A player's points."""
    return points(record.points)


def score_groups(
    context: RoundContext,
    players: Iterable[int],
    number: Callable[[Record], int] = lambda record: record.units,
    shown: Callable[[Record], Phrase] = points_of,
) -> list[ScoreGroup]:
    """The groups of players given in the order of their points, or of another number.

    ``shown`` is for people what ``number`` is: what the players of a group have in common.
    """
    of = context.records.of
    return [
        ScoreGroup(shown(of[members[0]]), members)
        for _, tied in groupby(players, key=lambda no: number(of[no]))
        for members in [list(tied)]
    ]


def group_note(rule: str, text: str, groups: Iterable[ScoreGroup]) -> Reason:
    """A note of the groups of a round, at ``{sizes}`` of the text."""
    each = msg("{count} with {points}")
    sizes = tuple(Phrase(each, {"count": len(g.players), "points": g.points}) for g in groups)
    return Reason(Kind.GROUPS, rule, text, values={"sizes": Listed(sizes)})
