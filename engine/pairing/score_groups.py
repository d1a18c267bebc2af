"""Swiss pairing at random within groups of equal points.

The written procedure is drawn step by step; where it gets stuck, as few of its last pairs as
will do are reopened and the nearest legal pairing is taken. Nearest means, in this order: as
few players as possible leave their group, nobody floats further than need be (the smallest sum
of squared distances between the groups of two opponents), and as many drawn pairs stay as can.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from engine.draws import Draws
from engine.model import Exact
from engine.pairing import Paired, Reason, told_points
from engine.pairing.apart import Bar, have_met
from engine.pairing.legality import Barred, best_pairs, is_pairable
from engine.pairing.nearest import MOST_LUCK, TOTAL_LUCK


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


@dataclass(slots=True)
class _Drawn:
    """What the draw of one group came to: the pairs so far, and who is left over."""

    pairs: list[Paired] = field(default_factory=list)
    left: list[int] = field(default_factory=list)


def pair_score_groups(
    groups: Sequence[Group],
    barred: Barred,
    draws: Draws,
    rules: Rules,
    how: str | None = None,
    bar: Callable[[int, int], Bar] = lambda _one, _two: have_met(),
) -> list[Paired]:
    """Pair everyone, group by group from the top.

    Within a group the draw is random; the one left over meets a random member of the next
    group. Two who were drawn together but have met: the higher-ranked of them meets the next
    lower-ranked player of the group whom they have not met, else the closest higher-ranked.

    Args:
        groups: everyone to be paired, best group first; all of them together can be paired
            legally (:func:`~engine.pairing.legality.is_pairable`).
        barred: whom each player may not meet.
        draws: where the randomness comes from.
        rules: what the explanations cite.
        how: the explanation of a plain draw, if it is not that both have equal points.
        bar: why two players may not meet, for the explanation.

    Returns:
        The pairs, the higher-ranked player first, in the order of their groups.

    Rule: OP, Event structure: "group players by number of event points and pair randomly".
    """
    return _ScoreGroups(groups, barred, draws, rules, how, bar).pairs()


class _ScoreGroups:
    def __init__(
        self,
        groups: Sequence[Group],
        barred: Barred,
        draws: Draws,
        rules: Rules,
        how: str | None,
        bar: Callable[[int, int], Bar],
    ) -> None:
        self.groups = groups
        self.barred = barred
        self.draws = draws
        self.rules = rules
        self.how = how
        self.bar = bar
        ranked = [no for group in groups for no in group.players]
        self.position: Mapping[int, int] = {no: i for i, no in enumerate(ranked)}
        self.level: Mapping[int, int] = {
            no: i for i, group in enumerate(groups) for no in group.players
        }
        # So many players can always be paired, whoever they are (Dirac).
        self.safe = 2 * max((len(barred[no]) for no in ranked), default=0) + 2
        self.ranked = ranked

    def pairs(self) -> list[Paired]:
        found: list[Paired] = []
        floats: list[int] = []
        above = 0
        for level, group in enumerate(self.groups):
            above += len(group.players)
            rest = self.ranked[above:] if len(self.ranked) - above < self.safe else None
            drawn = self._draw(floats, group, level)
            if not self._holds(drawn, rest):
                drawn = self._reopen(drawn, level, rest)
            found += drawn.pairs
            floats = sorted(drawn.left, key=self.position.__getitem__)
        return found

    def _holds(self, drawn: _Drawn, rest: list[int] | None) -> bool:
        """Whether no more players are left over than must be, and the rest stays pairable."""
        return len(drawn.left) <= 1 and (rest is None or self._completes(drawn.left, rest))

    def _completes(self, left: list[int], rest: list[int]) -> bool:
        return is_pairable(left + rest, self.barred)

    def _draw(self, floats: list[int], group: Group, level: int) -> _Drawn:
        """The written procedure for one group, as far as it goes."""
        drawn = _Drawn()
        waiting = dict.fromkeys(group.players)
        for no in floats:
            self._draw_float(no, waiting, drawn)
        order = self.draws.shuffled(waiting)
        if len(order) % 2 and level + 1 < len(self.groups):
            self._leave_over(order, waiting, drawn, level)
        how = self.how or f"both have {told_points(group.points)}: drawn at random"
        shared = (Reason(self.rules.groups, how),)
        barred, position = self.barred, self.position
        while order:
            one = order.pop()
            if one not in waiting:
                continue
            while order and order[-1] not in waiting:
                order.pop()
            if not order:
                drawn.left.append(one)
                break
            two = order.pop()
            if position[two] < position[one]:
                one, two = two, one
            if two not in barred[one]:
                del waiting[one], waiting[two]
                drawn.pairs.append(Paired(one, two, shared))
                continue
            order.append(two)
            del waiting[one]
            third = self._next_not_met(one, waiting)
            if third is None:
                drawn.left.append(one)
                continue
            del waiting[third]
            moved = self._moved(one, two, third)
            drawn.pairs.append(self._paired(one, third, (*shared, moved)))
        return drawn

    def _draw_float(self, no: int, waiting: dict[int, None], drawn: _Drawn) -> None:
        """Pair the player left over from above with a random member of the group."""
        if not waiting:
            drawn.left.append(no)
            return
        one = self.draws.one_of(waiting)
        two: int | None = one
        moved: tuple[Reason, ...] = ()
        whom = "a random member"
        if one in self.barred[no]:
            two = self._next_not_met(no, waiting)
            if two is None:
                drawn.left.append(no)
                return
            moved, whom = (self._moved(no, one, two),), "a member"
        assert two is not None
        del waiting[two]
        why = self._met_at_home(no)
        drawn.pairs.append(Paired(no, two, (*why, self._floated(no, two, whom), *moved)))

    def _leave_over(
        self, order: list[int], waiting: dict[int, None], drawn: _Drawn, level: int
    ) -> None:
        """Set aside the odd one out: at random, but somebody whom the next group can take."""
        below = self.groups[level + 1].players
        for index, no in enumerate(order):
            if any(other not in self.barred[no] for other in below):
                del order[index]
                break
        else:
            no = order.pop(0)
        del waiting[no]
        drawn.left.append(no)

    def _next_not_met(self, no: int, waiting: Mapping[int, None]) -> int | None:
        """The next lower-ranked waiting player not yet met, else the closest higher-ranked."""
        barred, position, place = self.barred[no], self.position, self.position[no]
        higher = None
        for other in waiting:
            if other in barred:
                continue
            if position[other] > place:
                return other
            higher = other
        return higher

    def _reopen(self, drawn: _Drawn, level: int, rest: list[int] | None) -> _Drawn:
        """The legal pairing nearest to the draw, with its last pairs reopened."""
        kept = list(drawn.pairs)
        reopened = list(drawn.left)
        before: dict[tuple[int, int], Paired] = {}
        while kept and len(reopened) < self.safe:
            pair = kept.pop()
            assert pair.player2 is not None
            before[pair.player1, pair.player2] = pair
            reopened += pair[:2]  # type: ignore[arg-type]
        floor = level + 1 if rest is None else len(self.groups)
        inside = set(reopened)
        drawable = self.draws.shuffled(reopened) + (rest or [])
        stuck = tuple(sorted(drawn.left, key=self.position.__getitem__))
        left = set(reopened)
        worth = self._worth(before, level, floor, len(drawable))
        for pair_found in best_pairs(drawable, self.barred, worth):
            one, two = sorted(pair_found, key=self.position.__getitem__)
            if one not in inside or two not in inside:
                continue
            left -= {one, two}
            kept.append(before.get((one, two)) or self._repaired(one, two, stuck))
        return _Drawn(kept, list(left))

    def _worth(
        self, before: Mapping[tuple[int, int], Paired], current: int, floor: int, count: int
    ) -> Callable[[int, int], int]:
        """How much a pair is worth, by these criteria in order, each beyond the next one's total.

        Inside: both are of this group or from above, so that as few as can leave it. Near: the
        sum of squared distances is small. Kept: the pair was drawn. Luck.

        The luck makes the best pairing the only best one, so that it does not depend on how the
        matching is found.
        """
        level, most_kept, luck = self.level, len(before) + 1, self.draws.luck
        most_near = count * floor**2 + 1

        def worth(one: int, two: int) -> int:
            depth_one, depth_two = floor - level[one], floor - level[two]
            near = depth_one**2 + depth_two**2 - (depth_one - depth_two) ** 2
            inside = level[one] <= current and level[two] <= current
            kept = (one, two) in before or (two, one) in before
            return ((inside * most_near + near) * most_kept + kept) * TOTAL_LUCK + luck(MOST_LUCK)

        return worth

    def _points(self, no: int) -> Exact:
        return self.groups[self.level[no]].points

    def _paired(self, one: int, two: int, reasons: tuple[Reason, ...]) -> Paired:
        if self.position[one] > self.position[two]:
            one, two = two, one
        return Paired(one, two, reasons)

    def _floated(self, no: int, other: int, whom: str) -> Reason:
        next_to = abs(self.level[no] - self.level[other]) == 1
        group = "the next group" if next_to else "a lower group"
        return Reason(
            self.rules.groups,
            f"{{0}} was left over with {told_points(self._points(no))} and meets {whom} of "
            f"{group}, {{1}} ({told_points(self._points(other))})",
            (no, other),
        )

    def _met_at_home(self, no: int) -> tuple[Reason, ...]:
        """Whom of their own points a player who leaves the group may not meet."""
        met: dict[str, list[int]] = {}
        for other in self.groups[self.level[no]].players:
            if other in self.barred[no]:
                met.setdefault(self.bar(no, other).rule, []).append(other)
        reasons = []
        for rule, others in met.items():
            names = ", ".join(f"{{{i}}}" for i in range(1, len(others) + 1))
            what = "must not meet" if rule else "has met"
            text = f"of those with {told_points(self._points(no))} {{0}} {what} {names}"
            reasons.append(Reason(rule or self.rules.rematch, text, (no, *others)))
        return tuple(reasons)

    def _moved(self, no: int, met: int, instead: int) -> Reason:
        lower = self.position[instead] > self.position[no]
        which = (
            "the next one ranked below {0}"
            if lower
            else "nobody ranked below {0} is left, so the closest ranked above"
        )
        bar = self.bar(no, met)
        return Reason(
            bar.rule or self.rules.rematch,
            f"{{0}} was drawn against {{1}}, {bar.whom}: {which}, {bar.yet}, is {{2}}",
            (no, met, instead),
        )

    def _repaired(self, one: int, two: int, stuck: tuple[int, ...]) -> Paired:
        rule = self.rules.rematch
        names = ", ".join(f"{{{i}}}" for i in range(len(stuck)))
        why = (
            f"the draw left {names} without a legal opponent"
            if stuck
            else ("the draw would have left the players below without a legal pairing")
        )
        reasons = [Reason(rule, f"{why}: nearest legal pairing instead", stuck)]
        if self.level[one] != self.level[two]:
            reasons.append(self._floated(one, two, "a member"))
        return Paired(one, two, tuple(reasons))
