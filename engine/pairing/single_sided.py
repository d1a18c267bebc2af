"""Single-sided Swiss: one game a round, sides assigned so that everyone plays both alike.

Player 1 of every pair is the Corp. Two players may meet twice, with the sides swapped.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property
from itertools import product

from engine.pairing import Paired
from engine.pairing.context import RoundContext
from engine.pairing.legality import Forbidden, best_pairs, is_pairable
from engine.pairing.nearest import Couple, in_order
from engine.pairing.single_swaps import swap_conflicts
from engine.reasons import Kind, Phrase, Reason, in_rounds, points
from engine.texts import msg, msgn

CORP, RUNNER = 1, -1
UNEVEN = Phrase(msg("the sides would not stay level"))
MET = Phrase(msg("they have met with these sides"))
SAME_SCORE, AWAY = Phrase(msg("at the same score")), msg("{points} away")
SWAPPED = (
    msg("{one} was dealt against {two}, but {why}: swapped {where}"),
    msg(
        "{one} was dealt against {two}, but {why}: swapped {where}, where another one as near would take "
        "opponents' points further apart"
    ),
)
NO_LEGAL_SWAP = msg("no single swap was legal: nearest legal pairing, {one} meets {two}")
NO_LEVEL_SWAP = msg("no single swap kept the sides level: nearest legal pairing, {one} meets {two}")
MET_OTHERWISE = msgn(
    "they have met with the sides the other way round (round {rounds})",
    "they have met with the sides the other way round (rounds {rounds})",
)
EVEN_ROUND = msg(
    "even round, Corps and Runners change sides: {one} ({corp}) is the Corp against {two} ({runner}), "
    "both stacks by score, shuffled within a score"
)
ODD_ROUND = msg(
    "dealt by score, shuffled within a score: {one} ({corp}) is the Corp against {two} ({runner})"
)
FEW = 12
"""With this many players at most, the next round's sides are looked at, too."""
VERY_FEW = 8
"""With this many, all pairings are tried if turning pairs round is not enough."""
SMALL = 40
"""The players who are first looked at together where single swaps do not help."""


class Sides:
    """The sides that everybody has played, and against whom.

    Attributes:
        difference: games as the Corp less games as the Runner.
        last: the side of the round before, 0 without a game.
        played: pairs that have met, the Corp first.
        unmet_forbidden: those whom some players may not meet in this round with any sides.
        steady: those who were paired in every round, without a bye.
    """

    def __init__(self, context: RoundContext) -> None:
        self.unmet_forbidden = context.unmet_forbidden
        rounds, everyone = context.tournament.rounds, context.records.of
        self.difference = dict.fromkeys(everyone, 0)
        self.last = dict.fromkeys(everyone, 0)
        self.played: set[Couple] = set()
        for round_ in rounds:
            self.last = dict.fromkeys(everyone, 0)
            for match in round_.matches:
                if match.player2 is not None:
                    self.played.add((match.player1, match.player2))
                    self.last[match.player1], self.last[match.player2] = CORP, RUNNER
            for no, side in self.last.items():
                self.difference[no] += side
        self.steady = {no for no, r in everyone.items() if len(r.opponents) == len(rounds)}

    @cached_property
    def forbidden(self) -> Forbidden:
        """Those whom each player may not meet in this round, or has met both ways round."""
        opponents = {no: set(self.unmet_forbidden.get(no, ())) for no in self.difference}
        for one, two in self.played:
            if (two, one) in self.played:
                opponents[one].add(two)
        return opponents

    def is_legal(self, corp: int, runner: int) -> bool:
        """True if the two may meet, and have not met that way round."""
        may_meet = runner not in self.unmet_forbidden.get(corp, ())
        return may_meet and (corp, runner) not in self.played

    def excess(self, no: int, side: int) -> int:
        """By how much a side takes a player beyond one game; more without bye or absence."""
        beyond = max(0, abs(self.difference[no] + side) - 1)
        return beyond * (3 if no in self.steady else 2)

    def excess_of(self, corp: int, runner: int) -> int:
        """The excess of both players of a pair, sides as given."""
        return self.excess(corp, CORP) + self.excess(runner, RUNNER)

    def wanted(self, no: int) -> int:
        """The side that a player should have now: the other one than last; 0 if either will do."""
        corp, runner = self.excess(no, CORP), self.excess(no, RUNNER)
        if corp != runner:
            return CORP if corp < runner else RUNNER
        if self.last[no]:
            return -self.last[no]
        return -max(-1, min(1, self.difference[no]))


def pair_single_sided(
    players: Sequence[int], context: RoundContext, sides: Sides, rule: str
) -> list[Paired]:
    """Pair the round, in turn by random, sides and score, the Corp first. Rule: OP, Appendix 1."""
    return _Deal(players, context, sides, rule).pairs()


class _Deal:
    def __init__(
        self, players: Sequence[int], context: RoundContext, sides: Sides, rule: str
    ) -> None:
        self.players = players
        self.context = context
        self.draws = context.draws
        self.rule = rule
        self.sides = sides
        self.keeps_sides = context.round % 2 == 0
        self.score = {no: context.records.of[no].units for no in players}
        self.widest = max(self.score.values(), default=0) - min(self.score.values(), default=0) + 1
        self.place = {no: i for i, no in enumerate(players)}
        self.story: dict[int, list[Reason]] = {no: [] for no in players}

    def pairs(self) -> list[Paired]:
        if self.context.round == 1:
            dealt = self._in_pairs(self.draws.shuffled(self.players))
        elif self.keeps_sides:
            dealt = list(zip(*self._stacks(), strict=True))
        else:
            dealt = self._in_pairs(self._by_score(self.players))
        dealt = self._without_conflicts(dealt)
        if not self.keeps_sides:
            dealt = self._with_a_level_next_round(dealt)
        dealt.sort(key=lambda couple: min(self.place[no] for no in couple))
        return [Paired(corp, runner, tuple(self._reasons(corp, runner))) for corp, runner in dealt]

    def _by_score(self, players: Sequence[int]) -> list[int]:
        """From the highest score to the lowest, shuffled within a score."""
        return sorted(self.draws.shuffled(players), key=self.score.__getitem__, reverse=True)

    def _in_pairs(self, order: Sequence[int]) -> list[Couple]:
        """Dealt in pairs, the better way round; if both are equal at random, in round 1 as they lie."""
        may_turn = self.context.round > 1
        return [
            self._best_way(*(couple[::-1] if may_turn and self.draws.luck(2) else couple))
            for couple in zip(order[::2], order[1::2], strict=True)
        ]

    def _with_a_level_next_round(self, dealt: list[Couple]) -> list[Couple]:
        """Turn pairs round, at random, if the next round could not give all the other side.

        If that is not enough, other pairs are taken, as few and as near in score as can be. It
        happens with few players only, who have met most of the others already.
        """
        if len(dealt) > FEW // 2 or self._has_a_level_next_round(dealt):
            return dealt
        turns = self._level_turns(dealt)
        if not turns and len(dealt) <= VERY_FEW // 2:
            turns = next(filter(None, map(self._level_turns, self._others(dealt))), [])
            for couple in turns[0] if turns else ():
                text = msg("so that the next round can give everyone the other side")
                self.story[couple[0]].append(Reason(Kind.SIDES, self.rule, text))
        return list(turns[self.draws.luck(len(turns))]) if turns else dealt

    def _level_turns(self, dealt: Sequence[Couple]) -> list[tuple[Couple, ...]]:
        """The ways to turn the pairs round that are legal and leave a level next round."""
        return [
            turned
            for turned in product(*((couple, couple[::-1]) for couple in dealt))
            if not any(map(self._is_conflict, turned)) and self._has_a_level_next_round(turned)
        ]

    def _others(self, dealt: Sequence[Couple]) -> list[list[Couple]]:
        """All other pairings of the players: the fewest changed pairs, then the nearest scores."""
        pairings = _all_pairings([no for couple in dealt for no in couple])
        before = {frozenset(couple) for couple in dealt}
        score = self.score

        def distance(pairs: Sequence[Couple]) -> tuple[int, int]:
            changed = sum(frozenset(couple) not in before for couple in pairs)
            return changed, sum(abs(score[one] - score[two]) for one, two in pairs)

        return sorted(pairings, key=distance)

    def _has_a_level_next_round(self, dealt: Sequence[Couple]) -> bool:
        """True if these Runners could all be Corps against these Corps in the next round."""
        corps, runners = {corp for corp, _ in dealt}, {runner for _, runner in dealt}
        met = self.sides.played | set(dealt)
        forbidden = {no: runners - {no} for no in runners} | {no: corps - {no} for no in corps}
        for one in runners:
            for two in corps:
                if (one, two) in met or two in self.context.never.get(one, ()):
                    forbidden[one] = forbidden[one] | {two}
                    forbidden[two] = forbidden[two] | {one}
        return is_pairable([*corps, *runners], forbidden)

    # Even rounds

    def _stacks(self) -> tuple[list[int], list[int]]:
        """The Corps and the Runners of an even round, each from the highest score down."""
        wanted = {no: self.sides.wanted(no) for no in self.players}
        stacks = {
            side: [no for no in self.players if wanted[no] == side] for side in (CORP, RUNNER)
        }
        for no in self.draws.shuffled(no for no in self.players if not wanted[no]):
            side = min((CORP, RUNNER), key=lambda side: len(stacks[side]))
            stacks[side].append(no)
        larger = max((CORP, RUNNER), key=lambda side: len(stacks[side]))
        too_many = (len(stacks[larger]) - len(stacks[-larger])) // 2
        crossing = self.draws.shuffled(stacks[larger])
        crossing.sort(key=lambda no: self.sides.excess(no, -larger) - self.sides.excess(no, larger))
        for no in crossing[:too_many]:
            stacks[larger].remove(no)
            stacks[-larger].append(no)
        return self._by_score(stacks[CORP]), self._by_score(stacks[RUNNER])

    # Conflicts

    def _without_conflicts(self, dealt: list[Couple]) -> list[Couple]:
        """Swap single players at the nearest score; what is left is paired afresh."""
        is_conflict = self._is_illegal if self.keeps_sides else self._is_conflict
        sided = None if self.keeps_sides else self._best_way
        swapped = swap_conflicts(dealt, self.score, is_conflict, self.draws, sided)
        for swap in swapped.swaps:
            corp, runner = swap.conflict
            kind, rule, why = Kind.SIDES, self.rule, UNEVEN
            if (corp, runner) in self.sides.played:
                kind, why = Kind.REMATCH, MET
            elif not self.sides.is_legal(corp, runner):
                bar = self.context.unmet_bar(corp, runner)
                kind, rule, why = bar.kind, bar.rule, bar.pronoun
            away = Phrase(AWAY, {"points": points(swap.distance)}) if swap.distance else SAME_SCORE
            values = {"why": why, "where": away}
            reason = Reason(kind, rule, SWAPPED[swap.is_narrower], (corp, runner), values)
            for no in {no for couple in swap.couples for no in couple}:
                self.story[no].append(reason)
        return self._afresh(swapped.tables) if swapped.is_stuck else swapped.tables

    def _is_illegal(self, couple: Couple) -> bool:
        return not self.sides.is_legal(*couple)

    def _is_conflict(self, couple: Couple) -> bool:
        return self.sides.excess_of(*couple) > 0 or not self.sides.is_legal(*couple)

    def _best_way(self, one: int, two: int) -> Couple:
        """The two the better way round, the first as the Corp if both are equal."""
        ways = ((one, two), (two, one))
        sides = self.sides
        return min(ways, key=lambda way: (not sides.is_legal(*way), sides.excess_of(*way)))

    def _afresh(self, dealt: list[Couple]) -> list[Couple]:
        """The nearest legal pairing of the pairs in conflict and of as many more as it takes.

        Sides are free here, so in even rounds, too, a pair counts as in conflict if its sides
        are uneven; if there is none, the illegal ones count.
        """
        illegal = [i for i, couple in enumerate(dealt) if self._is_illegal(couple)]
        conflicts = [i for i, couple in enumerate(dealt) if self._is_conflict(couple)] or illegal
        text = NO_LEGAL_SWAP if illegal else NO_LEVEL_SWAP
        reach = max(SMALL // 2, 2 * len(conflicts))
        while True:
            order = sorted(range(len(dealt)), key=lambda i: (min(abs(i - c) for c in conflicts), i))
            near = order[:reach]
            open_ = [no for i in sorted(near) for no in dealt[i]]
            if is_pairable(open_, self.sides.forbidden) or len(near) == len(dealt):
                break
            reach *= 2
        before = {couple for i in near for couple in (dealt[i], dealt[i][::-1])}
        kept = [couple for i, couple in enumerate(dealt) if i not in set(near)]
        self.story |= {no: [] for no in open_}
        most = len(open_) * self.widest + 1, len(open_) + 1
        worth = in_order(lambda one, two: self._criteria(one, two, before), most, self.draws)
        for pair in best_pairs(open_, self.sides.forbidden, worth):
            couple = self._best_way(*pair)
            if pair not in before or not self.sides.is_legal(*pair):
                self.story[couple[0]].append(Reason(Kind.FALLBACK, self.rule, text, couple))
            kept.append(couple)
        return kept

    def _criteria(self, one: int, two: int, before: set[Couple]) -> tuple[int, ...]:
        """Of a pair: even sides, near scores, as dealt."""
        ways = (way for way in ((one, two), (two, one)) if self.sides.is_legal(*way))
        evenness = 6 * (self.context.round + 1) - min(self.sides.excess_of(*way) for way in ways)
        near = self.widest - abs(self.score[one] - self.score[two])
        return evenness, near, (one, two) in before

    # Reasons

    def _reasons(self, corp: int, runner: int) -> Iterator[Reason]:
        of = self.context.records.of
        kind, text = Kind.PAIRED, EVEN_ROUND if self.keeps_sides else ODD_ROUND
        if self.context.round == 1:
            kind, text = Kind.DRAWN, msg("first round: dealt at random, {one} is the Corp")
        values = {"corp": points(of[corp].points), "runner": points(of[runner].points)}
        yield Reason(kind, self.rule, text, (corp, runner), values)
        if self.keeps_sides:
            yield from self._not_changed(corp, CORP)
            yield from self._not_changed(runner, RUNNER)
        yield from dict.fromkeys((*self.story[corp], *self.story[runner]))
        if (runner, corp) in self.sides.played:
            rounds = self.context.rounds_met(corp, runner)
            met = {"met": in_rounds(rounds, MET_OTHERWISE)}
            yield Reason(Kind.SIDES_SWAPPED, self.rule, "{met}", (corp, runner), met)

    def _not_changed(self, no: int, side: int) -> Iterator[Reason]:
        """Why somebody does not change sides in an even round."""
        if not self.sides.last[no]:
            text = msg("{one} had no game last round, and takes the side that is left")
            yield Reason(Kind.SIDES, self.rule, text, (no,))
        elif self.sides.last[no] == side:
            text = msg(
                "{one} is the {side} again: that keeps the sides as level as possible with the fewest changes"
            )
            values = {"side": "Corp" if side == CORP else "Runner"}
            yield Reason(Kind.SAME_SIDE, self.rule, text, (no,), values)


def _all_pairings(players: Sequence[int]) -> Iterator[list[Couple]]:
    """Every way to put the players into pairs."""
    if not players:
        yield []
        return
    first, *rest = players
    for i, other in enumerate(rest):
        for pairs in _all_pairings(rest[:i] + rest[i + 1 :]):
            yield [(first, other), *pairs]
