"""Why a pairing by score groups came out as it did, in sentences that hold for the event.

Nothing here is drawn: what is told is worked out from who may meet whom.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from engine.model import Exact
from engine.pairing import Reason, told_points
from engine.pairing.apart import Bar
from engine.pairing.legality import Barred, best_pairs, is_pairable, left_over

ONLY_ONE = "the only possible opponent"
"""Whom a player meets who had no choice."""
RANDOM, MEMBER = "a random member", "a member"
"""Whom else a player meets who was left over: as drawn, or not by chance."""


@dataclass(frozen=True, slots=True)
class Group:
    """Players level on points, best ranked first."""

    points: Exact
    players: Sequence[int]


class Rules(NamedTuple):
    """What the explanations of a pairing by score groups cite.

    Args:
        groups: the rule that pairs at random within a group, and the one left over with the next.
        rematch: the rule against a second meeting.
    """

    groups: str
    rematch: str


class Outcome(NamedTuple):
    """What became of one group, for the explanations.

    Args:
        level: its place among the groups.
        players: who was to be paired in it, those from above included.
        rest: everyone below, if there are so few that it matters.
        pairs: who meets whom of its players.
        left: who goes on to the next group.
    """

    level: int
    players: Sequence[int]
    rest: Sequence[int] | None
    pairs: Mapping[int, int]
    left: Collection[int]


class GroupReasons:
    """The sentences about groups, floats and pairs that were dissolved.

    Args:
        groups: everyone to be paired, best group first.
        barred: whom each player may not meet.
        rules: what is cited.
        bar: why two players may not meet.
    """

    def __init__(
        self,
        groups: Sequence[Group],
        barred: Barred,
        rules: Rules,
        bar: Callable[[int, int], Bar],
    ) -> None:
        self.groups = groups
        self.barred = barred
        self.rules = rules
        self.bar = bar
        self.level = {no: i for i, group in enumerate(groups) for no in group.players}
        ranked = (no for group in groups for no in group.players)
        self.position = {no: i for i, no in enumerate(ranked)}

    def points(self, no: int) -> str:
        """A player's points."""
        return told_points(self.groups[self.level[no]].points)

    def drawn(self, label: str) -> Reason:
        """Two of a group, at random."""
        return Reason(self.rules.groups, f"{label}: drawn at random")

    def no_choice(self, label: str, no: int) -> Reason:
        """Two of a group, of whom one had nobody else to meet."""
        return Reason(
            self.rules.groups, f"{label}, and {{0}} has nobody else there left to meet", (no,)
        )

    def floated(self, no: int, other: int, whom: str) -> Reason:
        """A player left over by one group meets somebody of another."""
        next_to = abs(self.level[no] - self.level[other]) == 1
        group = "the next group" if next_to else "a lower group"
        return Reason(
            self.rules.groups,
            f"{{0}} was left over with {self.points(no)} and meets {whom} of {group}, {{1}} "
            f"({self.points(other)})",
            (no, other),
        )

    def not_taken_below(self, no: int, instead: int, level: int) -> Reason:
        """Who was drawn to be left over, but has nobody in the next group to meet."""
        points = told_points(self.groups[level].points)
        text = f"{{0}} was to be left over, but may meet nobody with {points}: {{1}} instead"
        return Reason(self.rules.rematch, text, (no, instead))

    def moved(self, no: int, met: int, instead: int) -> Reason:
        """Two drawn together who may not meet."""
        lower = self.position[instead] > self.position[no]
        which = (
            "of those still free the next one ranked below {0}"
            if lower
            else "nobody still free and ranked below {0} will do, so the closest ranked above"
        )
        bar = self.bar(no, met)
        return Reason(
            bar.rule or self.rules.rematch,
            f"{{0}} was drawn against {{1}}, {bar.whom}: {which}, {bar.yet}, is {{2}}",
            (no, met, instead),
        )

    def barred_in(self, no: int, level: int) -> list[Reason]:
        """Whom of a group a player may not meet."""
        others = [other for other in self.groups[level].players if other != no]
        met: dict[str, list[int]] = {}
        for other in others:
            if other in self.barred[no]:
                met.setdefault(self.bar(no, other).rule, []).append(other)
        points = told_points(self.groups[level].points)
        reasons = []
        for rule, barred in met.items():
            what = "must not meet" if rule else "has met"
            text = f"of those with {points} {{0}} {what} {_names(1, barred)}"
            if len(barred) == len(others):
                text += f", that is everyone{' else' * (self.level[no] == level)}"
            reasons.append(Reason(rule or self.rules.rematch, text, (no, *barred)))
        return reasons

    def taken(self, no: int, level: int, pairs: Mapping[int, int]) -> list[Reason]:
        """Whom of a group a player could have met, had others not come first."""
        return [
            Reason(
                self.rules.groups,
                f"{{0}} may meet {{1}} ({self.points(other)}), who already meets {{2}}",
                (no, other, pairs[other]),
            )
            for other in self.groups[level].players
            if other != no and other not in self.barred[no]
        ]

    def free(self, no: int, level: int, pairs: Mapping[int, int]) -> list[int]:
        """Whom of a group a player may meet, less those whom somebody ranked higher meets."""
        return [
            other
            for other in self.groups[level].players
            if other not in self.barred[no]
            and self.position[pairs.get(other, other)] >= self.position[no]
        ]

    def passed_over(
        self, no: int, outcome: Outcome, among: Collection[int] | None = None
    ) -> list[Reason]:
        """Whom of a group a player could have met, and what would have come of it."""
        by_why: dict[tuple[str, tuple[int, ...]], list[int]] = {}
        for other in self.groups[outcome.level].players if among is None else among:
            if other != no and other not in self.barred[no]:
                by_why.setdefault(self._why_not(no, other, outcome), []).append(other)
        points = told_points(self.groups[outcome.level].points)
        reasons = []
        for (why, about), others in by_why.items():
            names = " or ".join(f"{{{i}}}" for i in range(1, len(others) + 1))
            about_names = _names(1 + len(others), about)
            text = f"{{0}} may meet {names} ({points}), but {why.format(about_names)}"
            reasons.append(Reason(self.rules.rematch, text, (no, *others, *about)))
        return reasons

    def _why_not(self, no: int, other: int, outcome: Outcome) -> tuple[str, tuple[int, ...]]:
        """What would come of two players' meeting: who would be alone, or who leaves the group."""
        without = [p for p in (*outcome.players, *(outcome.rest or ())) if p not in (no, other)]
        if outcome.rest is not None and not is_pairable(without, self.barred):
            return "then {} would be left without a legal opponent", tuple(
                left_over(without, self.barred)
            )
        inside = set(outcome.players)

        def worth(one: int, two: int) -> int:
            return int(one in inside and two in inside)

        pairs = best_pairs(without, self.barred, worth)
        staying = {p for pair in pairs if inside.issuperset(pair) for p in pair}
        if len(inside) - 2 - len(staying) > len(outcome.left):
            return "then more players would have to leave the group", ()
        if other in outcome.left:
            return "in the nearest legal pairing {} goes on to the next group, too", (other,)
        return "in the nearest legal pairing {{1}} meets {}", (outcome.pairs[other],)

    def why_reopened(self, left: Sequence[int], rest: Sequence[int] | None) -> Reason:
        """What the draw of a group led to."""
        if len(left) > 1 or rest is None:
            text = f"the draw left {_names(0, left)} without an opponent in the group"
            return Reason(self.rules.rematch, text, tuple(left))
        alone = tuple(left_over([*left, *rest], self.barred))
        text = f"the draw would have left {_names(0, alone)} without a legal opponent"
        return Reason(self.rules.rematch, text, alone)

    def repaired(self, why: Reason) -> Reason:
        """A table of the nearest legal pairing."""
        return why._replace(text=f"{why.text}: nearest legal pairing instead")

    def dissolved(self, why: Reason, one: int, two: int) -> Reason:
        """Two who were drawn together, but do not meet."""
        first = len(why.players)
        text = f"{why.text}, so the pair drawn of {{{first}}} and {{{first + 1}}} was dissolved"
        return Reason(why.rule, text, (*why.players, one, two))


def _names(first: int, players: Collection[int]) -> str:
    return ", ".join(f"{{{i}}}" for i in range(first, first + len(players)))
