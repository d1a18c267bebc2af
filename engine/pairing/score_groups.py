"""Swiss pairing at random within score groups.

The written procedure is drawn step by step; where it gets stuck, as few of its last pairs as will
do are reopened and the nearest legal pairing is taken. Nearest means, in this order: as few players
as possible leave their group, nobody floats further than need be (the smallest sum of squared
distances between the groups of two opponents), and as many drawn pairs as possible stay.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field

from engine.draws import Draws
from engine.pairing import Paired, pair_key
from engine.pairing.forbidden import Bar, have_met
from engine.pairing.groups import GroupReasons, Outcome, Rules, ScoreGroup, Stuck
from engine.pairing.legality import Forbidden, best_pairs, is_pairable, safe_count
from engine.pairing.nearest import in_order
from engine.reasons import Kind, Reason


@dataclass(slots=True)
class _Drawn:
    """The draw of one group: the pairs so far, and the downfloaters.

    ``taken`` had to meet downfloaters from above; ``instead`` has why somebody else floats.
    """

    pairs: list[Paired] = field(default_factory=list)
    downfloaters: list[int] = field(default_factory=list)
    taken: set[int] = field(default_factory=set)
    instead: dict[int, list[Reason]] = field(default_factory=dict)


def pair_score_groups(
    groups: Sequence[ScoreGroup],
    forbidden: Forbidden,
    draws: Draws,
    rules: Rules,
    bar: Callable[[int, int], Bar] = lambda _one, _two: have_met(),
) -> list[Paired]:
    """Pair everyone, group by group from the top.

    Within a group the draw is random; a downfloater meets a random member of the next
    group. Two who were drawn together but have met: the higher-ranked of them meets the next
    lower-ranked player of the group whom they have not met, else the closest higher-ranked.

    The groups, best first, can be paired legally all together. In a pair the higher-ranked player
    comes first. ``bar`` says why two players may not meet.

    Rule: OP, Event structure: "group players by number of event points and pair randomly".
    """
    return _ScoreGroups(draws, GroupReasons(groups, forbidden, rules, bar)).pairs()


class _ScoreGroups:
    def __init__(self, draws: Draws, reasons: GroupReasons) -> None:
        self.draws, self.reasons = draws, reasons
        self.groups, self.forbidden = reasons.groups, reasons.forbidden
        self.position, self.group_of = reasons.position, reasons.group_of
        self.ranked = list(self.position)
        self.safe = safe_count(self.ranked, self.forbidden)
        self.story: dict[int, list[Reason]] = {no: [] for no in self.ranked}

    def pairs(self) -> list[Paired]:
        tables: list[Paired] = []
        floats: list[int] = []
        above = 0
        for at, group in enumerate(self.groups):
            above += len(group.players)
            rest = self.ranked[above:] if len(self.ranked) - above < self.safe else None
            drawn = self._draw(floats, group, at)
            is_stuck = len(drawn.downfloaters) > 1 or (
                rest is not None and not is_pairable(drawn.downfloaters + rest, self.forbidden)
            )
            if is_stuck:
                drawn = self._reopen(drawn, at, rest)
            couples = [pair_key(paired) for paired in drawn.pairs]
            opponents = {no: couple[1 - i] for couple in couples for i, no in enumerate(couple)}
            players = [*opponents, *drawn.downfloaters]
            outcome = Outcome(at, players, rest, opponents, drawn.downfloaters)
            for no in drawn.downfloaters:
                self.story[no] += drawn.instead.get(no, [])
                self.story[no] += self.reasons.may_not_meet(no, at)
                self.story[no] += self._not_met(no, outcome, is_stuck=is_stuck)
            tables += [self._explained(paired, outcome) for paired in drawn.pairs]
            floats = sorted(drawn.downfloaters, key=self.position.__getitem__)
        return tables

    def _not_met(self, no: int, outcome: Outcome, *, is_stuck: bool) -> list[Reason]:
        """Why a downfloater meets none of those in the group whom they may meet."""
        comes_from_above = self.group_of[no] < outcome.group
        if is_stuck and (comes_from_above or len(outcome.downfloaters) > 1):
            return self.reasons.not_taken(no, outcome)
        if comes_from_above and not is_stuck:
            return self.reasons.taken(no, outcome.group, outcome.pairs)
        return []

    def _explained(self, paired: Paired, outcome: Outcome) -> Paired:
        """A table with what choice a player from above had, now that the group is paired."""
        one, two = paired[:2]
        assert two is not None
        if self.group_of[one] == outcome.group or self.group_of[two] != outcome.group:
            return paired
        kinds = [reason.kind for reason in paired.reasons]
        free = self.reasons.free(one, outcome.group, outcome.pairs)
        others = [other for other in free if other != two]
        if not others:
            better = [self.reasons.floated(one, two, Kind.FORCED_FLOAT)]
        elif Kind.RANDOM_FLOAT in kinds and not self._may_be_met(one, others, outcome):
            better = self.reasons.not_taken(one, outcome, others)
            better.append(self.reasons.floated(one, two, Kind.FLOAT))
        else:
            return paired
        floats = Kind.RANDOM_FLOAT, Kind.FLOAT
        at = next(i for i, kind in enumerate(kinds) if kind in floats)
        return paired._replace(reasons=(*paired.reasons[:at], *better, *paired.reasons[at + 1 :]))

    def _draw(self, floats: list[int], group: ScoreGroup, at: int) -> _Drawn:
        """The written procedure for one group, as far as it goes."""
        drawn = _Drawn()
        waiting = dict.fromkeys(group.players)
        for no in floats:
            self._draw_float(no, waiting, drawn)
        order = self.draws.shuffled(waiting)
        if len(order) % 2 and at + 1 < len(self.groups):
            self._set_aside(order, waiting, drawn, at)
        forced = self._forced(group, drawn.taken, waiting)
        plain = self.reasons.drawn(group)
        forbidden, position = self.forbidden, self.position
        while order:
            one = order.pop()
            if one not in waiting:
                continue
            while order and order[-1] not in waiting:
                order.pop()
            if not order:
                drawn.downfloaters.append(one)
                break
            two = order.pop()
            if position[two] < position[one]:
                one, two = two, one
            if two not in forbidden[one]:
                del waiting[one], waiting[two]
                drawn.pairs.append(Paired(one, two, (forced.get((one, two), plain),)))
                continue
            order.append(two)
            del waiting[one]
            third = self._next_not_met(one, waiting)
            if third is None:
                drawn.downfloaters.append(one)
                continue
            del waiting[third]
            moved = self.reasons.moved(one, two, third)
            couple = (one, third) if position[one] < position[third] else (third, one)
            drawn.pairs.append(Paired(*couple, (forced.get(couple, plain), moved)))
        return drawn

    def _draw_float(self, no: int, waiting: dict[int, None], drawn: _Drawn) -> None:
        """Pair a downfloater from above with a random member of the group."""
        if not waiting:
            drawn.downfloaters.append(no)
            return
        two, kind = self.draws.one_of(waiting), Kind.RANDOM_FLOAT
        moved: tuple[Reason, ...] = ()
        if two in self.forbidden[no]:
            third = self._next_not_met(no, waiting)
            if third is None:
                drawn.downfloaters.append(no)
                return
            moved = (self.reasons.moved(no, two, third),)
            two, kind = third, Kind.FLOAT
        if self._only_choice(no, waiting) is not None:
            drawn.taken.add(two)
        del waiting[two]
        floated = self.reasons.floated(no, two, kind)
        drawn.pairs.append(Paired(no, two, (*self.story[no], floated, *moved)))

    def _only_choice(self, no: int, others: Collection[int]) -> int | None:
        """The only one of the others whom a player may meet; ``None`` for more, or nobody."""
        forbidden = self.forbidden[no]
        if len(others) - len(forbidden) > 2:
            return None
        free = [other for other in others if other not in forbidden and other != no]
        return free[0] if len(free) == 1 else None

    def _forced(
        self, group: ScoreGroup, taken: AbstractSet[int], waiting: Collection[int]
    ) -> dict[tuple[int, int], Reason]:
        """The pairs of a group of whom one has nobody else to meet, with the reason.

        Where nobody else has left the group, whoever must meet somebody is out of the others' reach,
        and so on.
        """
        left = [no for no in group.players if no not in taken]
        choice = {no: only for no in left if (only := self._only_choice(no, left)) is not None}
        forced: dict[tuple[int, int], Reason] = {}
        while choice:
            one, two = choice.popitem()
            couple = (one, two) if self.position[one] < self.position[two] else (two, one)
            forced[couple] = self.reasons.no_choice(group, one)
            if not choice and len(left) == len(waiting):
                gone = {no for couple in forced for no in couple}
                still = [no for no in left if no not in gone]
                choice = {n: o for n in still if (o := self._only_choice(n, still)) is not None}
        return forced

    def _set_aside(
        self, order: list[int], waiting: dict[int, None], drawn: _Drawn, at: int
    ) -> None:
        """Set aside the odd one out: at random, but somebody whom the next group can take."""
        below = self.groups[at + 1].players
        able = (i for i, no in enumerate(order) if not self.forbidden[no] >= {*below})
        index = next(able, 0)
        no = order.pop(index)
        not_taken = self.reasons.not_taken_below
        drawn.instead[no] = [not_taken(other, no, at + 1) for other in order[:index]]
        del waiting[no]
        drawn.downfloaters.append(no)

    def _next_not_met(self, no: int, waiting: Mapping[int, None]) -> int | None:
        """The next lower-ranked waiting player not yet met, else the closest higher-ranked."""
        forbidden, position, place = self.forbidden[no], self.position, self.position[no]
        higher = None
        for other in waiting:
            if other in forbidden:
                continue
            if position[other] > place:
                return other
            higher = other
        return higher

    def _reopen(self, drawn: _Drawn, at: int, rest: list[int] | None) -> _Drawn:
        """The legal pairing nearest to the draw, with its last pairs reopened."""
        kept = list(drawn.pairs)
        reopened = list(drawn.downfloaters)
        before: dict[tuple[int, int], Paired] = {}
        while kept and len(reopened) < self.safe:
            pair = kept.pop()
            assert pair.player2 is not None
            before[pair.player1, pair.player2] = pair
            reopened += [pair.player1, pair.player2]
        floor = at + 1 if rest is None else len(self.groups)
        inside, left = set(reopened), set(reopened)
        drawable = self.draws.shuffled(reopened) + (rest or [])
        stuck = self.reasons.stuck(sorted(drawn.downfloaters, key=self.position.__getitem__), rest)
        most = len(drawable) * floor**2 + 1, len(before) + 1

        def criteria(one: int, two: int) -> tuple[int, ...]:
            """Inside the groups down to this one, near in score, drawn already."""
            depth_one, depth_two = floor - self.group_of[one], floor - self.group_of[two]
            near = depth_one**2 + depth_two**2 - (depth_one - depth_two) ** 2
            stays = self.group_of[one] <= at and self.group_of[two] <= at
            return stays, near, (one, two) in before or (two, one) in before

        worth = in_order(criteria, most, self.draws)
        couples: list[tuple[int, int]] = []
        for pair_found in best_pairs(drawable, self.forbidden, worth):
            one, two = sorted(pair_found, key=self.position.__getitem__)
            if one not in inside or two not in inside:
                continue
            left -= {one, two}
            couples.append((one, two))
        for one, two in before.keys() - couples:
            for no in (one, two):
                self.story[no].append(self.reasons.dissolved(stuck, one, two))
        kept += [before.get(couple) or self._repaired(*couple, stuck) for couple in couples]
        return _Drawn(kept, list(left), instead=drawn.instead)

    def _may_be_met(self, no: int, others: Sequence[int], outcome: Outcome) -> bool:
        """True if a player can meet one of the others and leave everybody else an opponent."""
        if outcome.rest is None:
            return True
        everyone = {*outcome.players, *outcome.rest}
        return any(is_pairable(everyone - {no, other}, self.forbidden) for other in others)

    def _repaired(self, one: int, two: int, stuck: Stuck) -> Paired:
        reasons = [*self.story[one], *self.story[two], self.reasons.repaired(stuck)]
        if self.group_of[one] != self.group_of[two]:
            reasons.append(self.reasons.floated(one, two, Kind.FLOAT))
        return Paired(one, two, tuple(dict.fromkeys(reasons)))
