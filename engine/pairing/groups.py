"""Score groups: players with equal points, or another equal number, and why they were paired as they were."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import NamedTuple

from engine.pairing.context import RoundContext
from engine.pairing.forbidden import Bar
from engine.pairing.legality import Forbidden, best_pairs, is_pairable, unpaired
from engine.reasons import Kind, Listed, Phrase, Reason, Values, points
from engine.records import Record
from engine.texts import msg


class ScoreGroup(NamedTuple):
    """Players with equal points, best ranked first."""

    points: Phrase
    players: Sequence[int]


class Rules(NamedTuple):
    """The rules that the reasons of a pairing by groups cite.

    ``pairs`` pairs the players of a group, and a downfloater with the next one; in the first round
    everybody is one group.
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

    ``shown`` is the number in words.
    """
    of = context.records.of
    groups = [list(tied) for _, tied in groupby(players, key=lambda no: number(of[no]))]
    return [ScoreGroup(shown(of[members[0]]), members) for members in groups]


def group_note(rule: str, text: str, groups: Iterable[ScoreGroup]) -> Reason:
    """A note of the groups of a round, at ``{sizes}`` of the text."""
    each = msg("{count} with {points}")
    sizes = tuple(Phrase(each, {"count": len(g.players), "points": g.points}) for g in groups)
    return Reason(Kind.GROUPS, rule, text, values={"sizes": Listed(sizes)})


FLOATS = {
    Kind.RANDOM_FLOAT: msg(
        "{one} is the downfloater with {points} and meets a random member of {group}, {two} ({fewer})"
    ),
    Kind.FLOAT: msg(
        "{one} is the downfloater with {points} and meets a member of {group}, {two} ({fewer})"
    ),
    Kind.FORCED_FLOAT: msg(
        "{one} is the downfloater with {points} and meets the only possible opponent of {group}, "
        "{two} ({fewer})"
    ),
}
NEXT_GROUP, LOWER_GROUP = Phrase(msg("the next group")), Phrase(msg("a lower group"))
MOVED_DOWN = msg(
    "{one} was drawn against {two}, {whom}: of the unpaired players the next one ranked below "
    "{one}, {yet}, is {three}"
)
MOVED_UP = msg(
    "{one} was drawn against {two}, {whom}: no unpaired lower-ranked player than {one} is "
    "allowed, so the closest ranked above, {yet}, is {three}"
)
HAS_MET = (
    msg("of those with {points} {one} has met {others}"),
    msg("of those with {points} {one} has met {others}, that is everyone"),
    msg("of those with {points} {one} has met {others}, that is everyone else"),
)
MUST_NOT_MEET = (
    msg("of those with {points} {one} must not meet {others}"),
    msg("of those with {points} {one} must not meet {others}, that is everyone"),
    msg("of those with {points} {one} must not meet {others}, that is everyone else"),
)
NOT_TAKEN = {
    Kind.STRANDS: msg(
        "{one} may meet {others} ({points}), but then {about} would be left without a legal opponent"
    ),
    Kind.MORE_FLOATS: msg(
        "{one} may meet {others} ({points}), but then more players would have to leave the group"
    ),
    Kind.FLOATS_TOO: msg(
        "{one} may meet {others} ({points}), but in the nearest legal pairing {about} goes on to the "
        "next group, too"
    ),
    Kind.FARTHER: msg(
        "{one} may meet {others} ({points}), but in the nearest legal pairing {two} meets {about}"
    ),
}
"""Why a player does not meet some others whom they may meet."""


class Outcome(NamedTuple):
    """The pairing of one group, downfloaters from above included.

    The ``rest`` is everyone below, if there are so few that it matters.
    """

    group: int
    players: Sequence[int]
    rest: Sequence[int] | None
    pairs: Mapping[int, int]
    downfloaters: Collection[int]


class Stuck(NamedTuple):
    """The players whom the draw of a group left without an opponent, in it or below, and that in words."""

    players: tuple[int, ...]
    phrase: Phrase


@dataclass
class GroupReasons:
    """The reasons for groups, floats and pairs that were dissolved; the best group comes first.

    Nothing here is drawn: they hold for the event, by who may meet whom.
    """

    groups: Sequence[ScoreGroup]
    forbidden: Forbidden
    rules: Rules
    bar: Callable[[int, int], Bar]

    def __post_init__(self) -> None:
        self.group_of = {no: i for i, group in enumerate(self.groups) for no in group.players}
        self.position = {no: i for i, no in enumerate(self.group_of)}

    def points(self, no: int) -> Phrase:
        """A player's points."""
        return self.groups[self.group_of[no]].points

    def drawn(self, group: ScoreGroup) -> Reason:
        """Two of a group, at random."""
        if self.rules.is_first_round:
            return Reason(Kind.DRAWN, self.rules.pairs, msg("first round: drawn at random"))
        text = msg("both have {points}: drawn at random")
        return Reason(Kind.DRAWN, self.rules.pairs, text, values={"points": group.points})

    def no_choice(self, group: ScoreGroup, no: int) -> Reason:
        """Two of a group, of whom one had nobody else to meet."""
        text = msg("both have {points}, and {one} has nobody else there left to meet")
        if self.rules.is_first_round:
            text = msg("first round, and {one} has nobody else there left to meet")
        values = {"points": group.points}
        return Reason(Kind.NO_CHOICE, self.rules.pairs, text, (no,), values)

    def floated(self, no: int, other: int, kind: Kind) -> Reason:
        """A downfloater meets somebody of another group."""
        is_next = abs(self.group_of[no] - self.group_of[other]) == 1
        group = NEXT_GROUP if is_next else LOWER_GROUP
        values = {"points": self.points(no), "group": group, "fewer": self.points(other)}
        return Reason(kind, self.rules.pairs, FLOATS[kind], (no, other), values)

    def not_taken_below(self, no: int, instead: int, group: int) -> Reason:
        """Another downfloater than the one drawn, who has nobody in the next group to meet."""
        text = msg(
            "{one} would have been the downfloater, but may meet nobody with {points}: {two} instead"
        )
        values = {"points": self.groups[group].points}
        return Reason(Kind.FLOAT_INSTEAD, self.rules.rematch, text, (no, instead), values)

    def moved(self, no: int, met: int, instead: int) -> Reason:
        """Two drawn together who may not meet."""
        text = MOVED_DOWN if self.position[instead] > self.position[no] else MOVED_UP
        bar = self.bar(no, met)
        values = {"whom": bar.whom, "yet": bar.yet}
        return Reason(bar.kind, bar.rule or self.rules.rematch, text, (no, met, instead), values)

    def may_not_meet(self, no: int, group: int) -> list[Reason]:
        """The members of a group whom a player may not meet."""
        others = [other for other in self.groups[group].players if other != no]
        by_rule: dict[str, list[int]] = {}
        for other in others:
            if other in self.forbidden[no]:
                by_rule.setdefault(self.bar(no, other).rule, []).append(other)
        reasons = []
        for rule, named in by_rule.items():
            is_all = len(named) == len(others)
            texts = MUST_NOT_MEET if rule else HAS_MET
            text = texts[is_all + (is_all and self.group_of[no] == group)]
            kind = Kind.MAY_MEET_NOBODY if is_all else Kind.MAY_NOT_MEET
            values: Values = {"points": self.groups[group].points, "others": tuple(named)}
            reasons.append(Reason(kind, rule or self.rules.rematch, text, (no, *named), values))
        return reasons

    def taken(self, no: int, group: int, pairs: Mapping[int, int]) -> list[Reason]:
        """The members of a group whom a player could have met, had others not come first."""
        kind, rule = Kind.ALREADY_PAIRED, self.rules.pairs
        text = msg("{one} may meet {two} ({points}), who already meets {three}")
        return [
            Reason(kind, rule, text, (no, other, pairs[other]), {"points": self.points(other)})
            for other in self.groups[group].players
            if other != no and other not in self.forbidden[no]
        ]

    def free(self, no: int, group: int, pairs: Mapping[int, int]) -> list[int]:
        """The members of a group whom a player may meet, less those whom somebody ranked higher meets."""
        return [
            other
            for other in self.groups[group].players
            if other not in self.forbidden[no]
            and self.position[pairs.get(other, other)] >= self.position[no]
        ]

    def not_taken(
        self, no: int, outcome: Outcome, among: Collection[int] | None = None
    ) -> list[Reason]:
        """The members of a group whom a player could have met, and what would have come of it."""
        group = self.groups[outcome.group]
        by_why: dict[tuple[Kind, tuple[int, ...]], list[int]] = {}
        for other in group.players if among is None else among:
            if other != no and other not in self.forbidden[no]:
                by_why.setdefault(self._why_not(no, other, outcome), []).append(other)
        reasons = []
        for (kind, about), others in by_why.items():
            named = Listed(tuple((other,) for other in others), msg(" or "))
            values: Values = {"others": named, "points": group.points, "about": about}
            text, players = NOT_TAKEN[kind], (no, *others)
            reasons.append(Reason(kind, self.rules.rematch, text, players, values))
        return reasons

    def _why_not(self, no: int, other: int, outcome: Outcome) -> tuple[Kind, tuple[int, ...]]:
        """The outcome if two players met: somebody without an opponent, or more downfloaters."""
        without = [p for p in (*outcome.players, *(outcome.rest or ())) if p not in (no, other)]
        if outcome.rest is not None and not is_pairable(without, self.forbidden):
            return Kind.STRANDS, tuple(unpaired(without, self.forbidden))
        inside = set(outcome.players)
        pairs = best_pairs(without, self.forbidden, lambda one, two: {one, two} <= inside)
        staying = {p for pair in pairs if inside.issuperset(pair) for p in pair}
        if len(inside) - 2 - len(staying) > len(outcome.downfloaters):
            return Kind.MORE_FLOATS, ()
        if other in outcome.downfloaters:
            return Kind.FLOATS_TOO, (other,)
        return Kind.FARTHER, (outcome.pairs[other],)

    def stuck(self, left: Sequence[int], rest: Sequence[int] | None) -> Stuck:
        """The players whom the draw of a group leaves without an opponent."""
        text, players = msg("the draw left {stuck} without an opponent in the group"), tuple(left)
        if len(left) < 2 and rest is not None:
            text = msg("the draw would have left {stuck} without a legal opponent")
            players = tuple(unpaired([*left, *rest], self.forbidden))
        return Stuck(players, Phrase(text, {"stuck": players}))

    def repaired(self, stuck: Stuck) -> Reason:
        """A table of the nearest legal pairing."""
        text = msg("{draw}: nearest legal pairing instead")
        values = {"draw": stuck.phrase}
        return Reason(Kind.FALLBACK, self.rules.rematch, text, stuck.players, values)

    def dissolved(self, stuck: Stuck, one: int, two: int) -> Reason:
        """Two who were drawn together, but do not meet."""
        text = msg("{draw}, so the pair drawn of {one} and {two} was dissolved")
        values = {"draw": stuck.phrase}
        return Reason(Kind.DISSOLVED, self.rules.rematch, text, (one, two), values)
