"""The card piles of the Netrunner Tournament Protocol: halves, and moves of the cards.

The procedure is carried out as written. Where it gets stuck, the pairs of the pile are taken up
again from the last one made, then the next pile joins, until the open cards have a legal pairing
that leaves everyone below pairable; of these the nearest is taken to what the open cards would come
to if nobody had met.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from engine.pairing import Paired, pair_key
from engine.pairing.context import RoundContext
from engine.pairing.halves import straight_pairs
from engine.pairing.legality import is_pairable
from engine.pairing.nearest import Couple, nearest_pairs
from engine.reasons import Kind, Listed, Reason, Values
from engine.texts import msg

ODD, HALVES, REMATCH, SUBROUTINES = "NTP 2.3.1", "NTP 2.3.3", "NTP 2.4", "NTP 2.5"
TOP_OF_NEXT = msg(
    "an odd number in the pile: its bottom player {one} meets the top of the next, {two}"
)
FIRST_NOT_MET = msg(
    "an odd number in the pile: its bottom player {one} meets the first not yet met in the next, {two}"
)
TOP_CARDS = msg("the top cards of the two halves, {one} and {two}")
SWITCHED = (
    msg("switched {one} and the card below (first half); {why}"),
    msg("switched {one} and the card below (second half); {why}"),
)
MOST_NAMED = 6
"""The most cards that are named where they are stuck."""


def pair_card_piles(piles: Sequence[Sequence[int]], context: RoundContext) -> list[Paired]:
    """Pair all piles, from the highest pairing number down.

    Each pile is given from its top; all of them together can be paired legally. The player of the
    higher pile or half comes first in a pair.

    Rule: NTP 2.3 to 2.5.
    """
    return _Piles(piles, context).pairs()


class _Piles:
    def __init__(self, piles: Sequence[Sequence[int]], context: RoundContext) -> None:
        self.context, self.forbidden = context, context.forbidden
        self.waiting = [list(pile) for pile in piles if pile]
        self.pile_of = {no: i for i, pile in enumerate(self.waiting) for no in pile}
        self.place = {no: i for i, no in enumerate(self.pile_of)}

    def pairs(self) -> list[Paired]:
        tables: list[Paired] = []
        while self.waiting:
            made, stuck = self._work_with(self.waiting.pop(0))
            if stuck or not self._below_is_pairable():
                self._take_up_again(made, stuck)
            tables += made
        return tables

    def _below_is_pairable(self) -> bool:
        return is_pairable([no for pile in self.waiting for no in pile], self.forbidden)

    def _work_with(self, pile: list[int]) -> tuple[list[Paired], list[int]]:
        """The pairs of a pile, and the cards that are stuck. Rule: NTP 2.3.1 to 2.3.3, 2.5."""
        made: list[Paired] = []
        if len(pile) % 2:
            floated = self._float(pile[-1])
            if floated is None:
                return made, pile
            made.append(floated)
            pile = pile[:-1]
        half = len(pile) // 2
        first, second = pile[:half], pile[half:]
        while first:
            moves = [*self._moves(first, second)]
            one, two = first[0], second[0]
            if two in self.forbidden[one]:
                break
            straight = Reason(Kind.PAIRED, HALVES, TOP_CARDS, (one, two))
            made.append(Paired(one, two, (*moves, straight)))
            del first[0], second[0]
        return made, first + second

    def _float(self, bottom: int) -> Paired | None:
        """The bottom of an odd pile meets the first possible of the next. Rule: NTP 2.3.1."""
        below = self.waiting[0] if self.waiting else []
        for at, no in enumerate(below):
            if no not in self.forbidden[bottom]:
                text = FIRST_NOT_MET if at else TOP_OF_NEXT
                reasons = [Reason(Kind.FLOAT, ODD, text, (bottom, no))]
                text = msg("{why}, so the next card down")
                reasons += (self._avoided(SUBROUTINES, text, (bottom, p), {}) for p in below[:at])
                del below[at]
                if not below:
                    del self.waiting[0]
                return Paired(bottom, no, tuple(reasons))
        return None

    def _moves(self, first: list[int], second: list[int]) -> Iterator[Reason]:
        """Move the cards until the two on top may meet, if ever. Rule: NTP 2.5.1 to 2.5.7."""
        for below in range(1, max(len(first), len(second))):
            for which, (half, other) in enumerate(((first, second), (second, first))):
                if second[0] not in self.forbidden[first[0]]:
                    return
                if len(half) > below:
                    clause = f"{SUBROUTINES}.{min(2 * below - 1 + which, 7)}"
                    text = msg("moved {one} below {cards} cards; {why}")
                    text = text if below > 1 else SWITCHED[which]
                    yield self._avoided(clause, text, (half[0], other[0]), {"cards": below})
                    half.insert(below, half.pop(0))

    def _avoided(self, clause: str, text: str, players: tuple[int, ...], values: Values) -> Reason:
        """A reason that tells, at ``{why}``, why the first two of the players may not meet."""
        bar = self.context.bar(*players[:2])
        rule = f"{clause}; {bar.rule}" if bar.rule else clause
        return Reason(bar.kind, rule, text, players, {**values, "why": bar.clause})

    def _take_up_again(self, made: list[Paired], stuck: Sequence[int]) -> None:
        """Open as few cards as will do, and pair them the nearest legal way."""
        open_ = list(stuck)
        while not (is_pairable(open_, self.forbidden) and self._below_is_pairable()):
            if made:
                open_ += pair_key(made.pop())
                continue
            open_ += self.waiting.pop(0)
            while len(open_) % 2:
                open_ += self.waiting.pop(0)
        open_.sort(key=self.place.__getitem__)
        straight = self._straight(open_)
        for one, two in nearest_pairs(open_, straight, self.forbidden, self.context.draws):
            made.append(Paired(one, two, tuple(self._opened(one, two, straight, stuck))))

    def _straight(self, cards: Sequence[int]) -> list[Couple]:
        """The pairs of the cards if nobody had met. Rule: NTP 2.3.1 to 2.3.3."""
        piles: dict[int, list[int]] = {}
        for no in cards:
            piles.setdefault(self.pile_of[no], []).append(no)
        waiting = list(piles.values())
        couples: list[Couple] = []
        for i, pile in enumerate(waiting):
            if len(pile) % 2:
                below = next(other for other in waiting[i + 1 :] if other)
                couples.append((pile.pop(), below.pop(0)))
            couples += straight_pairs(pile)
        return couples

    def _opened(
        self, one: int, two: int, straight: Sequence[Couple], stuck: Sequence[int]
    ) -> Iterator[Reason]:
        text = msg(
            "the players below would be left without a legal pairing: cards taken up again, nearest legal "
            "pairing"
        )
        named = tuple(stuck[:MOST_NAMED])
        if stuck:
            text = msg(
                "no subroutine leads to a legal pairing of {stuck}: cards taken up again, nearest legal "
                "pairing"
            )
        values: Values = {"stuck": Listed((named, "..."), " ") if stuck[MOST_NAMED:] else named}
        yield Reason(Kind.FALLBACK, SUBROUTINES, text, named, values)
        text = msg("{why}: {one} meets {three} instead")
        for couple in straight:
            for no, instead in ((one, two), (two, one)):
                if no in couple and instead not in couple:
                    met = couple[couple[0] == no]
                    if met in self.forbidden[no]:
                        yield self._avoided(REMATCH, text, (no, met, instead), {})
