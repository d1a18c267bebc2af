"""The card piles of the Netrunner Tournament Protocol: halves, and moves of the cards.

The procedure is carried out as it is written. Where it gets stuck, the pairs of the pile are
taken up again from the last one made, then the next pile joins, until the open cards have a
legal pairing that leaves everyone below pairable; of these the nearest is taken to what the
open cards would come to if nobody had met.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from engine.pairing import Paired, Reason
from engine.pairing.context import RoundContext
from engine.pairing.halves import straight_pairs
from engine.pairing.legality import is_pairable
from engine.pairing.nearest import Couple, nearest_pairs

ODD, HALVES, REMATCH, SUBROUTINES = "NTP 2.3.1", "NTP 2.3.3", "NTP 2.4", "NTP 2.5"
NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")


@dataclass(slots=True)
class _Work:
    """A pile at work: the pairs made so far, in order, and the cards that are not paired yet."""

    made: list[Paired] = field(default_factory=list)
    cards: list[int] = field(default_factory=list)
    is_stuck: bool = False


def pair_card_piles(piles: Sequence[Sequence[int]], context: RoundContext) -> list[Paired]:
    """Pair all piles, from the highest pairing number down.

    Args:
        piles: everyone to be paired, a pile for each pairing number, highest first, each in
            order from its top; all of them together can be paired legally.
        context: the event.

    Returns:
        The pairs as they were made, the player of the higher pile or half first.

    Rule: NTP 2.3 to 2.5.
    """
    return _Piles(piles, context).pairs()


class _Piles:
    def __init__(self, piles: Sequence[Sequence[int]], context: RoundContext) -> None:
        self.waiting = [list(pile) for pile in piles if pile]
        barred = self.barred = context.barred
        self.draws = context.draws
        self.context = context
        self.pile_of = {no: i for i, pile in enumerate(self.waiting) for no in pile}
        self.place = {no: i for i, no in enumerate(no for pile in self.waiting for no in pile)}
        # So many players can always be paired, whoever they are (Dirac).
        self.safe = 2 * max((len(barred[no]) for no in self.place), default=0) + 2

    def pairs(self) -> list[Paired]:
        found: list[Paired] = []
        while self.waiting:
            work = self._work_with(self.waiting.pop(0))
            if work.is_stuck or not self._below_is_pairable():
                self._take_up_again(work)
            found += work.made
        return found

    def _below_is_pairable(self) -> bool:
        below = [no for pile in self.waiting for no in pile]
        return len(below) >= self.safe or is_pairable(below, self.barred)

    def _work_with(self, pile: list[int]) -> _Work:
        """One pile, as far as the written procedure goes. Rule: NTP 2.3.1 to 2.3.3, 2.5."""
        work = _Work()
        if len(pile) % 2:
            floated = self._float(pile[-1])
            if floated is None:
                work.cards, work.is_stuck = pile, True
                return work
            work.made.append(floated)
            pile = pile[:-1]
        half = len(pile) // 2
        first, second = pile[:half], pile[half:]
        while first:
            moves = [*self._moves(first, second)]
            one, two = first[0], second[0]
            if two in self.barred[one]:
                work.cards, work.is_stuck = first + second, True
                break
            straight = Reason(HALVES, "the top cards of the two halves, {0} and {1}", (one, two))
            work.made.append(Paired(one, two, (*moves, straight)))
            del first[0], second[0]
        return work

    def _float(self, bottom: int) -> Paired | None:
        """The bottom player of an odd pile meets the next pile's first whom they have not met.

        Rule: NTP 2.3.1.
        """
        below = self.waiting[0] if self.waiting else []
        for at, no in enumerate(below):
            if no not in self.barred[bottom]:
                which = "the top of" if not at else "the first not yet met in"
                text = f"an odd number in the pile: its bottom player {{0}} meets {which} the next, {{1}}"
                reasons = [Reason(ODD, text, (bottom, no))]
                for met in below[:at]:
                    text = f"{self._bar(bottom, met)}, so the next card down"
                    reasons.append(Reason(SUBROUTINES, text, (bottom, met)))
                del below[at]
                if not below:
                    del self.waiting[0]
                return Paired(bottom, no, tuple(reasons))
        return None

    def _moves(self, first: list[int], second: list[int]) -> Iterator[Reason]:
        """Move the cards until the two on top may meet, or no subroutine is left.

        Rule: NTP 2.5.1 to 2.5.7.
        """
        for below in range(1, max(len(first), len(second))):
            for which, (half, other) in enumerate(((first, second), (second, first))):
                if second[0] not in self.barred[first[0]]:
                    return
                if len(half) > below:
                    top = half[0]
                    yield self._moved(top, other[0], below, which)
                    half.insert(below, half.pop(0))

    def _moved(self, top: int, other: int, below: int, which: int) -> Reason:
        clause = f"{SUBROUTINES}.{min(2 * below - 1 + which, 7)}"
        cards = "one card" if below == 1 else f"{_number(below)} cards"
        what = f"switched {{0}} and the card below ({'second' if which else 'first'} half)"
        if below > 1:
            what = f"moved {{0}} below {cards}"
        return Reason(clause, f"{what}; {self._bar(top, other)}", (top, other))

    def _bar(self, one: int, two: int) -> str:
        """Why ``{0}`` and ``{1}`` may not meet."""
        if two in self.context.met[one]:
            return f"{{0}} met {{1}} in {self.context.met_in(one, two)}"
        return f"{{0}} and {{1}} {self.context.kept_apart_by(one, two).they}"

    def _take_up_again(self, work: _Work) -> None:
        """Open as few cards as will do, and pair them the nearest legal way."""
        open_ = list(work.cards)
        stuck = tuple(work.cards)
        while not (is_pairable(open_, self.barred) and self._below_is_pairable()):
            if work.made:
                last = work.made.pop()
                assert last.player2 is not None
                open_ += [last.player1, last.player2]
                continue
            open_ += self.waiting.pop(0)
            while len(open_) % 2:
                open_ += self.waiting.pop(0)
        open_.sort(key=self.place.__getitem__)
        straight = self._straight(open_)
        for couple in nearest_pairs(open_, straight, self.barred, self.draws):
            one, two = sorted(couple, key=self.place.__getitem__)
            work.made.append(Paired(one, two, tuple(self._opened(one, two, straight, stuck))))

    def _straight(self, cards: Sequence[int]) -> list[Couple]:
        """What the cards would come to if nobody had met. Rule: NTP 2.3.1 to 2.3.3."""
        piles: dict[int, list[int]] = {}
        for no in cards:
            piles.setdefault(self.pile_of[no], []).append(no)
        waiting = list(piles.values())
        found: list[Couple] = []
        for i, pile in enumerate(waiting):
            if len(pile) % 2:
                below = next(other for other in waiting[i + 1 :] if other)
                found.append((pile.pop(), below.pop(0)))
            found += straight_pairs(pile)
        return found

    def _opened(
        self, one: int, two: int, straight: Sequence[Couple], stuck: tuple[int, ...]
    ) -> Iterator[Reason]:
        names = ", ".join(f"{{{i}}}" for i in range(min(len(stuck), 6)))
        why = (
            f"no subroutine leads to a legal pairing of {names}{' ...' * (len(stuck) > 6)}"
            if stuck
            else "the players below would be left without a legal pairing"
        )
        yield Reason(SUBROUTINES, f"{why}: cards taken up again, nearest legal pairing", stuck[:6])
        for couple in straight:
            for no, instead in ((one, two), (two, one)):
                if no in couple and instead not in couple:
                    met = couple[couple[0] == no]
                    if met in self.barred[no]:
                        text = f"{self._bar(no, met)}: {{0}} meets {{2}} instead"
                        yield Reason(REMATCH, text, (no, met, instead))


def _number(count: int) -> str:
    return NUMBERS[count] if count < len(NUMBERS) else str(count)
