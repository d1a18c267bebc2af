"""Best matchings: the most pairs, and among those the greatest weight (Edmonds' blossoms).

The primal-dual method in its form for perfect matchings. Every player has a price, every blossom a
gain, and no pair weighs more than the prices of the two and the gains of all blossoms that hold
both. A pair that weighs just as much is tight; only tight ones are matched, so that a matching of
everyone is a best one. Trees grow from unmatched players along tight pairs, and the prices of
players at even distance go down and those at odd distance up, until two trees meet; a heap gives
the pair that becomes tight next. Weights are multiplied by four, and prices begin as even numbers:
so that none ever becomes a fraction.

Source: Edmonds, "Maximum matching and a polyhedron with 0,1-vertices", 1965; Galil, "Efficient
algorithms for finding maximum matching in graphs", 1986.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from enum import IntEnum
from heapq import heappop, heappush
from typing import TypeAlias

from engine.largest_matching import ALONE, left_over

SWEEPS = 3
"""The times that prices are evened out to begin with: more take as long as they save."""

Link: TypeAlias = tuple[int, int]


def best_matching(count: int, weighted: Iterable[tuple[int, int, int]]) -> list[Link]:
    """As many pairs as possible of ``count`` players, and of those the ones of the greatest weight.

    Args:
        count: the players are numbered from 0.
        weighted: the allowed pairs, each once, with weights from 0 up.

    Returns:
        The pairs, each with the lower number first, in order.
    """
    weights: list[dict[int, int]] = [{} for _ in range(count)]
    for one, two, weight in weighted:
        weights[one][two] = weights[two][one] = 4 * weight
    # Where not everybody can be paired, others who are worth nothing take those left over.
    lacking = len(left_over(weights))
    real = range(count)
    weights += [dict.fromkeys(real, 0) for _ in range(lacking)]
    for no in real:
        weights[no].update(dict.fromkeys(range(count, count + lacking), 0))
    mates = _Matching(weights).mates
    return [(one, two) for one, two in enumerate(mates[:count]) if one < two < count]


class _Label(IntEnum):
    """The way in which a blossom was reached; its players' prices change by it."""

    EVEN = -1
    FREE = 0
    ODD = 1


class _Event(IntEnum):
    """The step that comes first where several can be taken."""

    MEET = 0
    OPEN = 1
    GROW = 2
    CLOSE = 3


@dataclass(slots=True, eq=False)
class _Blossom:
    """A player, or an odd ring of smaller blossoms, of which all but the base are matched inside.

    Args:
        players: all in it.
        base: the one who is matched outside, or alone.
        ring: the smaller blossoms in turn, that of the base first.
        links: the pairs that join each of the ring to the next one.
        around: the blossom that it is in the ring of, if any.
        gain: its addition to the weight that the pairs inside it may have.
        entry: the pair by which a tree came in, from outside to inside; none at its root.
        root: the root of that tree.
        since: the way of the search when prices and gain were last brought up to date.
    """

    players: list[int]
    base: int
    ring: list[_Blossom] = field(default_factory=list)
    links: list[Link] = field(default_factory=list)
    around: _Blossom | None = None
    gain: int = 0
    label: _Label = _Label.FREE
    entry: Link | None = None
    root: int = ALONE
    since: int = 0


class _Matching:
    """A best matching of everyone, who can all be matched; ``mates`` has each one's mate.

    ``top`` is the outermost blossom of each, ``way`` how far the search has come: the prices of a
    blossom have changed by what it has come since the blossom was reached.
    """

    def __init__(self, weights: list[dict[int, int]]) -> None:
        self.weights = weights
        self.mates = [ALONE] * len(weights)
        self.single = [_Blossom([no], no) for no in range(len(weights))]
        self.top = list(self.single)
        self.prices = [max(of.values()) // 2 for of in weights]
        self.way = 0
        self.events: list[tuple[int, _Event, int, int]] = []
        self.reached: list[_Blossom] = []
        self.trees: dict[int, list[_Blossom]] = {}
        self.waiting: list[int] = []
        for _ in range(SWEEPS):
            self._even_out_prices()
        self._lower_prices()
        self._search()

    def _even_out_prices(self) -> None:
        """Lower every price half as far as it could go alone; prices stay even."""
        prices = self.prices
        least = [
            max(weight - prices[two] for two, weight in weights.items()) for weights in self.weights
        ]
        for no, price in enumerate(least):
            prices[no] -= (prices[no] - price) // 4 * 2

    def _lower_prices(self) -> None:
        """Lower prices as far as they go, and match two whose pair becomes tight."""
        prices, mates = self.prices, self.mates
        for one, weights in enumerate(self.weights):
            if mates[one] == ALONE:
                prices[one] = max(weight - prices[two] for two, weight in weights.items())
                for two, weight in weights.items():
                    if mates[two] == ALONE and weight == prices[one] + prices[two]:
                        mates[one], mates[two] = two, one
                        break

    def _search(self) -> None:
        """Match those who are alone."""
        for root, mate in enumerate(self.mates):
            if mate == ALONE:
                self.trees[root] = []
                self._label(self.single[root], _Label.EVEN, None, root)
        while self.trees:
            while self.waiting:
                self._scan(self.waiting.pop())
            self.way, event, one, two = heappop(self.events)
            if event is _Event.OPEN:
                self._open(self.reached[one])
            elif self.top[one].label is _Label.EVEN and self._slack(one, two) == 0:
                self._follow(one, two)

    # Prices

    def _price(self, no: int) -> int:
        blossom = self.top[no]
        return self.prices[no] + blossom.label * (self.way - blossom.since)

    def _slack(self, one: int, two: int) -> int:
        return self._price(one) + self._price(two) - self.weights[one][two]

    def _settle(self, blossom: _Blossom) -> None:
        """Bring prices and gain up to date."""
        change = blossom.label * (self.way - blossom.since)
        blossom.since = self.way
        if change:
            for no in blossom.players:
                self.prices[no] += change
            blossom.gain -= change

    # Reaching

    def _label(self, blossom: _Blossom, label: _Label, entry: Link | None, root: int) -> None:
        blossom.label, blossom.entry, blossom.root = label, entry, root
        blossom.since = self.way
        self.trees[root].append(blossom)
        if label is _Label.EVEN:
            self.waiting += blossom.players
        elif blossom.ring:
            heappush(self.events, (self.way + blossom.gain, _Event.OPEN, len(self.reached), 0))
            self.reached.append(blossom)

    def _scan(self, one: int) -> None:
        """Note when the pairs of one at even distance become tight."""
        top, way, blossom, events = self.top, self.way, self.top[one], self.events
        prices, price = self.prices, self._price(one)
        for two, weight in self.weights[one].items():
            other = top[two]
            label = other.label
            if label is _Label.FREE:
                at = way + price + prices[two] - weight
                heappush(events, (at, _Event.GROW, one, two))
            elif label is _Label.EVEN and other is not blossom:
                slack = price + prices[two] - way + other.since - weight
                event = _Event.CLOSE if other.root == blossom.root else _Event.MEET
                heappush(events, (way + slack // 2, event, one, two))

    def _scan_to(self, two: int) -> None:
        """Note when the pairs of one who is free again become tight."""
        for one, weight in self.weights[two].items():
            if self.top[one].label is _Label.EVEN:
                at = self.way + self._price(one) + self.prices[two] - weight
                heappush(self.events, (at, _Event.GROW, one, two))

    def _follow(self, one: int, two: int) -> None:
        """Go along a tight pair from one at even distance."""
        blossom, other = self.top[one], self.top[two]
        if other.label is _Label.FREE:
            mate = self.mates[other.base]
            self._label(other, _Label.ODD, (one, two), blossom.root)
            self._label(self.top[mate], _Label.EVEN, (other.base, mate), blossom.root)
        elif other.label is _Label.EVEN and other.root != blossom.root:
            self._match_up(one, two)
            self._match_up(two, one)
            self._free(blossom.root, other.root)
        elif other.label is _Label.EVEN and other is not blossom:
            self._close(one, two)

    def _free(self, *roots: int) -> None:
        """Forget the trees of roots that are matched now."""
        freed = [blossom for root in roots for blossom in self.trees.pop(root)]
        freed = [blossom for blossom in freed if blossom.around is None and blossom.label]
        for blossom in freed:
            self._settle(blossom)
            blossom.label = _Label.FREE
        for blossom in freed:
            for no in blossom.players:
                self._scan_to(no)

    # Matching

    def _match_up(self, one: int, two: int) -> None:
        """Match the other way round along the path from the root to ``one``, who gets ``two``."""
        while True:
            even = self.top[one]
            self._rebase(even, one, two)
            if even.entry is None:
                return
            odd = self.top[even.entry[0]]
            assert odd.entry is not None
            one, two = odd.entry
            self._rebase(odd, two, one)

    def _rebase(self, blossom: _Blossom, no: int, mate: int) -> None:
        """Make a player of a blossom its base, matched outside."""
        self._turn(blossom, no)
        self.mates[no] = mate

    def _turn(self, blossom: _Blossom, no: int) -> None:
        """Make a player the base of a blossom, and match the others in it anew, ring by ring."""
        todo = [(blossom, no)]
        while todo:
            blossom, no = todo.pop()
            ring, links = blossom.ring, blossom.links
            blossom.base = no
            if not ring:
                continue
            child = self.single[no]
            while child.around is not blossom:
                assert child.around is not None
                child = child.around
            todo.append((child, no))
            at = ring.index(child)
            for i in range(at + 1, len(ring), 2) if at % 2 else range(at - 2, -1, -2):
                one, two = links[i]
                todo += [(ring[i], one), (ring[(i + 1) % len(ring)], two)]
                self.mates[one], self.mates[two] = two, one
            blossom.ring, blossom.links = ring[at:] + ring[:at], links[at:] + links[:at]

    # Blossoms

    def _way_up(self, blossom: _Blossom) -> Iterator[_Blossom]:
        yield blossom
        while blossom.entry is not None:
            blossom = self.top[blossom.entry[0]]
            yield blossom

    def _close(self, one: int, two: int) -> None:
        """Make a blossom of two at even distance and of those between them and where they part."""
        ups = [list(self._way_up(self.top[no])) for no in (one, two)]
        while len(ups[0]) > 1 and len(ups[1]) > 1 and ups[0][-2] is ups[1][-2]:
            for up in ups:
                up.pop()
        (*left, base), (*right, _) = ups
        ring, links = [base, *reversed(left), *right], []
        for blossom in reversed(left):
            assert blossom.entry is not None
            links.append(blossom.entry)
        links.append((one, two))
        for blossom in right:
            assert blossom.entry is not None
            links.append(blossom.entry[::-1])
        players = [no for blossom in ring for no in blossom.players]
        closed = _Blossom(players, base.base, ring, links)
        for blossom in ring:
            self._settle(blossom)
            blossom.around = closed
            if blossom.label is _Label.ODD:
                self.waiting += blossom.players
        for no in players:
            self.top[no] = closed
        closed.label, closed.entry, closed.root = _Label.EVEN, base.entry, base.root
        closed.since = self.way
        self.trees[base.root].append(closed)

    def _open(self, blossom: _Blossom) -> None:
        """Take apart a blossom at odd distance that has no gain left."""
        if blossom.around is not None or blossom.label is not _Label.ODD:
            return
        self._settle(blossom)
        if blossom.gain:  # freed since, and reached again
            return
        blossom.label, entry, ring = _Label.FREE, blossom.entry, blossom.ring
        assert entry is not None
        for child in ring:
            child.around, child.label, child.entry = None, _Label.FREE, None
            for no in child.players:
                self.top[no] = child
        at = ring.index(self.top[entry[1]])
        step = 1 if at % 2 else -1
        self._label(ring[at], _Label.ODD, entry, blossom.root)
        label = _Label.ODD
        while at % len(ring):
            one, two = blossom.links[at] if step == 1 else blossom.links[at - 1][::-1]
            at += step
            label = _Label(-label)
            self._label(self.top[two], label, (one, two), blossom.root)
        for child in ring:
            if child.label is _Label.FREE:
                for no in child.players:
                    self._scan_to(no)
