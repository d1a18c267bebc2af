"""A second, literal reading of the Netrunner Tournament Protocol 98.4 to compare the engine with.

Cards are laid out, moved and set aside one by one as the text has it, and where cards are
reopened every legal pairing of them is considered. That is slow, and meant for small events.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cache, cached_property
from itertools import combinations
from typing import NamedTuple

HALF = Fraction(1, 2)

Pair = frozenset[int]


class Line(NamedTuple):
    """A match as it was reported: ``player2`` is ``None`` for a bye.

    ``result`` is player 1's and player 2's points of the first game, then of the second.
    """

    player1: int
    player2: int | None
    result: tuple[int, ...] = ()
    special: str = ""


@dataclass
class Card:
    """1.1: a player's card; ``order`` is the place in the stack of 1.3, the best being 0."""

    no: int
    order: int
    earned: list[Fraction] = field(default_factory=list)
    opponents: list[int] = field(default_factory=list)
    byes: int = 0

    @cached_property
    def gmp(self) -> Fraction:
        """2.7.2: the GMP total."""
        return sum(self.earned, Fraction(0))

    @cached_property
    def pairing_number(self) -> int:
        """2.7.3: a third of the GMP total, rounded half up."""
        return math.floor(self.gmp / 3 + HALF)


@dataclass
class Step:
    """What came of one pile.

    Args:
        pile: the pile's pairing number.
        pairs: the pairs that stand, in the order in which they were made.
        reopened: the cards paired by the fallback, from the top; none if it was not needed.
        nearest: every equally near pairing of the reopened cards.
    """

    pile: int
    pairs: list[Pair]
    reopened: list[int] = field(default_factory=list)
    nearest: list[frozenset[Pair]] = field(default_factory=list)


@dataclass
class Announcement:
    """2.6: the pairings of a round, pile by pile."""

    bye: int | None
    steps: list[Step]

    @property
    def is_plain(self) -> bool:
        """Whether no cards had to be reopened."""
        return not any(step.reopened for step in self.steps)


class Place(NamedTuple):
    """A line of the final standings; ``is_tied`` after 3.2.2, so that 3.2.3 had to look."""

    rank: int
    no: int
    gmp: Fraction
    opponents: Fraction
    median: Fraction
    is_tied: bool


# Cards and results: 1.3, 2.7


def original_order(seeds: dict[int, int | None]) -> list[int]:
    """1.3: the seeded players by seed, then the others, both by number where level."""
    seeded = sorted((seed, no) for no, seed in seeds.items() if seed is not None)
    return [no for _, no in seeded] + sorted(no for no, seed in seeds.items() if seed is None)


def match_winner(line: Line) -> int | None:
    """Give the player with the highest total points after the match, or nobody."""
    if line.special:
        return {"No-show 1": line.player2, "No-show 2": line.player1}.get(line.special)
    game1_player1, game1_player2, game2_player1, game2_player2 = line.result
    total1 = game1_player1 + game2_player1
    total2 = game1_player2 + game2_player2
    if total1 == total2:
        return None
    return line.player1 if total1 > total2 else line.player2


@cache
def match_gmp(line: Line) -> tuple[Fraction, Fraction]:
    """2.7: what both players earned; the second of a bye is nobody's."""
    three, none = Fraction(3), Fraction(0)
    if line.special in {"Bye", "No-show 2"}:
        return three, none
    if line.special == "No-show 1":
        return none, three
    if line.special:
        return 3 * HALF, 3 * HALF
    earned1 = none
    for points1, points2 in (line.result[:2], line.result[2:]):
        if points1 < 10 and points2 < 10:
            earned1 += HALF
        elif points1 == 10:
            earned1 += 1
    winner = match_winner(line)
    if winner is None:
        earned1 += HALF
    elif winner == line.player1:
        earned1 += 1
    return earned1, three - earned1


def cards_after(seeds: dict[int, int | None], rounds: Iterable[Iterable[Line]]) -> dict[int, Card]:
    """Write every player's card up to date."""
    cards = {no: Card(no, order) for order, no in enumerate(original_order(seeds))}
    for lines in rounds:
        for line in lines:
            earned1, earned2 = match_gmp(line)
            cards[line.player1].earned.append(earned1)
            if line.player2 is None:
                cards[line.player1].byes += 1
            else:
                cards[line.player2].earned.append(earned2)
                cards[line.player1].opponents.append(line.player2)
                cards[line.player2].opponents.append(line.player1)
    return cards


# Pairings: 2.1 to 2.5


def announce(cards: dict[int, Card], playing: Iterable[int]) -> Announcement | None:
    """Give the next round's pairings of those who play on, or nothing if there are none."""
    stack = sorted((cards[no] for no in playing), key=_place)
    bye = None
    if len(stack) % 2:
        bye = _bye(stack)
        if bye is None:
            return None
        stack.remove(bye)
    elif not _can_all_be_paired(stack):
        return None
    piles = _piles(stack)
    steps = []
    while piles:
        steps.append(_work_with_the_top(piles))
    return Announcement(None if bye is None else bye.no, steps)


def _place(card: Card) -> tuple[int, Fraction, int]:
    """2.2: sort cards from the top of the highest pile to the bottom of the lowest."""
    return -card.pairing_number, -card.gmp, card.order


def _is_legal(card: Card, other: Card) -> bool:
    """2.4: no player can be paired against the same opponent twice."""
    return other.no not in card.opponents


def _bye(stack: list[Card]) -> Card | None:
    """2.1: the lowest without a bye whose leaving lets the others be paired."""
    lowest_first = sorted(stack, key=lambda c: (c.byes, c.pairing_number, c.gmp, -c.order))
    for card in lowest_first:
        if _can_all_be_paired([other for other in stack if other is not card]):
            return card
    return None


def _can_all_be_paired(cards: Sequence[Card]) -> bool:
    """Whether there is any legal pairing of all these cards."""
    return _can_be_completed(list(cards), set())


def _can_be_completed(cards: list[Card], hopeless: set[Pair]) -> bool:
    if not cards:
        return True
    these = frozenset(card.no for card in cards)
    if len(cards) % 2 or these in hopeless:
        return False
    top, *others = cards
    for opponent in others:
        rest = [card for card in others if card is not opponent]
        if _is_legal(top, opponent) and _can_be_completed(rest, hopeless):
            return True
    hopeless.add(these)
    return False


def _piles(cards: Iterable[Card]) -> list[list[Card]]:
    """2.2: a pile for each pairing number, the highest first, each in order."""
    piles: dict[int, list[Card]] = {}
    for card in sorted(cards, key=_place):
        piles.setdefault(card.pairing_number, []).append(card)
    return list(piles.values())


def _work_with_the_top(piles: list[list[Card]]) -> Step:
    """2.3: pair the first of these piles and take away whatever cards that needs."""
    pile = piles.pop(0)
    number = pile[0].pairing_number
    made: list[tuple[Card, Card]] = []
    if len(pile) % 2:  # 2.3.1
        bottom = pile[-1]
        opponent = next((card for card in piles[0] if _is_legal(bottom, card)), None)
        if opponent is None:
            return _reopen(number, pile, made, piles)
        pile = pile[:-1]
        piles[0].remove(opponent)
        if not piles[0]:
            del piles[0]
        made.append((bottom, opponent))
    middle = len(pile) // 2  # 2.3.2
    first, second = pile[:middle], pile[middle:]
    while first and _subroutines(first, second):  # 2.3.3
        made.append((first.pop(0), second.pop(0)))
    if first or not _can_all_be_paired(_all_of(piles)):
        return _reopen(number, first + second, made, piles)
    return Step(number, _numbers(made))


def _all_of(piles: Iterable[list[Card]]) -> list[Card]:
    return [card for pile in piles for card in pile]


def _numbers(pairs: Iterable[tuple[Card, Card]]) -> list[Pair]:
    return [frozenset((one.no, two.no)) for one, two in pairs]


def _subroutines(first: list[Card], second: list[Card]) -> bool:
    """2.5: move cards of the two halves until the top two are legal; whether they came to be."""
    if _is_legal(first[0], second[0]):
        return True
    below = 1
    while below < len(first) or below < len(second):
        for half in (first, second):
            if below < len(half):
                half.insert(below, half.pop(0))
                if _is_legal(first[0], second[0]):
                    return True
        below += 1
    return False


# The fallback


def _reopen(
    number: int, cards: list[Card], made: list[tuple[Card, Card]], piles: list[list[Card]]
) -> Step:
    """Reopen pairs from the last made backwards, then join piles, until there is a pairing."""
    cards = list(cards)
    while True:
        if len(cards) % 2 == 0 and _can_all_be_paired(_all_of(piles)):
            cards.sort(key=_place)
            nearest = _nearest(cards)
            if nearest:
                return Step(number, _numbers(made), [card.no for card in cards], nearest)
        if made:
            cards.extend(made.pop())
        else:
            cards.extend(piles.pop(0))
            while len(cards) % 2:
                cards.extend(piles.pop(0))


def straight_pairs(cards: Iterable[Card]) -> list[tuple[Card, Card]]:
    """Pair cards by 2.3.1 to 2.3.3 without a look at who has met."""
    piles = _piles(cards)
    pairs = []
    while piles:
        pile = piles.pop(0)
        if len(pile) % 2:
            pairs.append((pile.pop(), piles[0].pop(0)))
            if not piles[0]:
                del piles[0]
        middle = len(pile) // 2
        pairs.extend(zip(pile[:middle], pile[middle:], strict=True))
    return pairs


def _nearest(cards: list[Card]) -> list[frozenset[Pair]]:
    """Give the legal pairings with the fewest changed pairs and then the smallest change of place.

    Args:
        cards: an even number of cards from the top.
    """
    place = {card.no: number for number, card in enumerate(cards)}
    wanted = {}
    for one, two in straight_pairs(cards):
        wanted[one.no] = two.no
        wanted[two.no] = one.no
    best: tuple[int, int] | None = None
    nearest: list[frozenset[Pair]] = []

    def try_all(open_cards: list[Card], pairs: list[Pair], changed: int, moved: int) -> None:
        nonlocal best
        if best is not None and (changed, moved) > best:
            return  # it can only get farther
        if not open_cards:
            if (changed, moved) != best:
                best = changed, moved
                nearest.clear()
            nearest.append(frozenset(pairs))
            return
        one, *others = open_cards
        for two in others:
            if _is_legal(one, two):
                try_all(
                    [card for card in others if card is not two],
                    [*pairs, frozenset((one.no, two.no))],
                    changed + (wanted[one.no] != two.no),
                    moved
                    + abs(place[two.no] - place[wanted[one.no]])
                    + abs(place[one.no] - place[wanted[two.no]]),
                )

    try_all(cards, [], 0, 0)
    return nearest


# Final standings: 3.1 to 3.2.3


def final_standings(cards: dict[int, Card], rounds: Iterable[Iterable[Line]]) -> list[Place]:
    """3.1 and 3.2: everybody's place, those who stay tied in original order."""
    lines = [line for round_lines in rounds for line in round_lines]
    combined = {no: sum(_met(cards, no), Fraction(0)) for no in cards}
    median = {no: sum(_met(cards, no)[1:-1], Fraction(0)) for no in cards}
    everyone = sorted(cards, key=lambda no: cards[no].order)
    places: list[Place] = []
    for level in _split(everyone, {no: cards[no].gmp for no in cards}):  # 3.1
        for still_level in _split(level, combined):  # 3.2.1
            for tied in _split(still_level, median):  # 3.2.2
                for shared in _split(tied, _head_to_head(tied, lines)):  # 3.2.3
                    rank = len(places) + 1
                    places.extend(
                        Place(rank, no, cards[no].gmp, combined[no], median[no], len(tied) > 1)
                        for no in shared
                    )
    return places


def _met(cards: dict[int, Card], no: int) -> list[Fraction]:
    """Give the GMP totals of a player's opponents, ascending."""
    return sorted(cards[opponent].gmp for opponent in cards[no].opponents)


def _split(tied: list[int], scores: dict[int, Fraction]) -> list[list[int]]:
    """Divide players by score, the highest first."""
    levels = sorted({scores[no] for no in tied}, reverse=True)
    return [[no for no in tied if scores[no] == level] for level in levels]


def _head_to_head(tied: list[int], lines: Iterable[Line]) -> dict[int, Fraction]:
    """3.2.3: what the tied earned against one another; all level where it does not apply."""
    scores = dict.fromkeys(tied, Fraction(0))
    matches = {
        frozenset((line.player1, line.player2)): line
        for line in lines
        if line.player1 in scores and line.player2 in scores
    }
    if any(frozenset(two) not in matches for two in combinations(tied, 2)):
        return scores
    for line in matches.values():
        if len(tied) == 2:
            winner = match_winner(line)
            if winner is not None:
                scores[winner] += 1
        else:
            earned1, earned2 = match_gmp(line)
            scores[line.player1] += earned1
            if line.player2 is not None:
                scores[line.player2] += earned2
    return scores
