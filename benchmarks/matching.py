"""How long the engine's own matchings take, beside those of rustworkx, a compiled library.

Measured: ``engine.pair`` with all players level on points, every round from the first to the last,
under every ruleset; rounds in which matchings are hard to find; and ``best_matching`` alone.

Peer: the same calls, with ``best_matching`` and ``can_be_matched`` replaced by rustworkx. That both
make the same pairs is asserted, outside the timed part.

Run: ``python benchmarks/matching.py [PLAYERS]`` (1,000 players; the hard rounds take longest).
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from functools import partial
from itertools import combinations
from random import Random
from time import perf_counter
from typing import NamedTuple

import rustworkx as rx

from engine import RULESETS, NoLegalPairing, Player, Round, Ruleset, Tournament, checks, pair
from engine.formats import GamePoints, Headquarters, OneGameWithSides, TwoGames
from engine.largest_matching import Allowed
from engine.match_format import MatchFormat
from engine.matching import best_matching
from engine.model import Value
from engine.pairing import legality

ROUNDS = 9
MOST_SECONDS = 2.0
LEVEL: dict[type[MatchFormat], tuple[Value, ...]] = {
    TwoGames: ("W", "L"),
    GamePoints: (7, 7, 7, 7),
    OneGameWithSides: ("Draw",),
    Headquarters: (9, 9),
}
HARD = ("nisei-swiss", "trc", "ntp")
SIZES = (10, 20, 50, 100, 300, 600)
LUCK = 2**30

Weighted = Iterable[tuple[int, int, int]]
Pairs = list[tuple[int, int]]


class Times(NamedTuple):
    """Milliseconds of one call, and of the same with rustworkx."""

    ours: float
    theirs: float

    def __str__(self) -> str:
        return f"{self.ours:>10,.2f}  {self.theirs:>10,.2f}  {self.theirs / self.ours:>6.2f}x"


def by_rustworkx(count: int, weighted: Weighted) -> Pairs:
    """A best matching."""
    graph = rx.PyGraph(multigraph=False)
    graph.add_nodes_from(range(count))
    graph.add_edges_from(list(weighted))
    pairs = rx.max_weight_matching(graph, max_cardinality=True, weight_fn=int)
    return sorted((min(pair_), max(pair_)) for pair_ in pairs)


def can_be_matched(allowed: Allowed, *, but: int = 0) -> bool:
    """True if all can be paired at once, but for so many."""
    pairs = [(one, two, 1) for one, others in enumerate(allowed) for two in others if one < two]
    return len(allowed) - 2 * len(by_rustworkx(len(allowed), pairs)) <= but


@contextmanager
def rustworkx() -> Iterator[None]:
    """The engine with matchings of rustworkx."""
    kept = legality.best_matching, legality.can_be_matched
    legality.best_matching = checks.best_matching = by_rustworkx
    legality.can_be_matched = can_be_matched
    yield
    legality.best_matching = checks.best_matching = kept[0]
    legality.can_be_matched = kept[1]


def timed(call: Callable[[], object]) -> tuple[float, object]:
    """How many milliseconds a call takes, and what it gives."""
    start = perf_counter()
    given = call()
    return (perf_counter() - start) * 1000, given


def pairs_of(event: Tournament, ruleset: Ruleset) -> list[tuple[int, int | None]] | None:
    """The pairs of the next round; ``None`` if there can be none."""
    try:
        return [(table.player1, table.player2) for table in pair(replace(event), ruleset).tables]
    except NoLegalPairing:
        return None


def paired_by_both(event: Tournament, ruleset: Ruleset) -> Times:
    """The times of the next round."""
    ours, pairs = timed(lambda: pairs_of(event, ruleset))
    with rustworkx():
        theirs, their_pairs = timed(lambda: pairs_of(event, ruleset))
    if pairs != their_pairs:
        message = f"{ruleset.name}, {len(event.players)} players: the pairs are not the same"
        raise AssertionError(message)
    return Times(ours, theirs)


def with_players(count: int) -> Tournament:
    """An event before its first round."""
    roster = tuple(Player(no, f"Player {no}") for no in range(1, count + 1))
    return Tournament(roster, seed="1", planned_rounds=ROUNDS)


def after_level_round(event: Tournament, ruleset: Ruleset) -> Tournament:
    """The event after one more round, in which nobody won."""
    result = LEVEL[type(ruleset.match_format)]
    matches = tuple(
        replace(match, result=result) if match.player2 else match
        for match, _ in pair(event, ruleset).matches({})
    )
    return replace(event, rounds=(*event.rounds, Round(len(event.rounds) + 1, matches)))


def compare_level_rounds(count: int) -> None:
    """Print the slowest round of every ruleset, with everybody level on points."""
    print(f"\n{count:,} players level on points: the slowest of rounds 1 to {ROUNDS}, ms\n")
    for ruleset in RULESETS.values():
        event, times = with_players(count), []
        for _ in range(ROUNDS):
            times.append(paired_by_both(event, ruleset))
            event = after_level_round(event, ruleset)
        slowest = max(times)
        verdict = "" if slowest.ours < MOST_SECONDS * 1000 else "  OVER"
        print(f"{ruleset.name:<34}{slowest}{verdict}", flush=True)


def hard_events(count: int) -> Iterator[tuple[str, Tournament]]:
    """First rounds in which not everybody can be kept apart, or hardly."""
    event = with_players(count)
    numbers: Sequence[int] = range(1, count + 1)
    random = Random(count)
    yield "half of all in one club", replace(event, clubs=(frozenset(numbers[: count // 2]),))
    yield (
        "one odd player, half in one club",
        replace(event, players=event.players[1:], clubs=(frozenset(numbers[: count // 2]),)),
    )
    yield "70 % in one club", replace(event, clubs=(frozenset(numbers[: count * 7 // 10]),))
    families = tuple(frozenset(random.sample(numbers, count // 3)) for _ in range(3))
    yield "three thirds that must not meet", replace(event, forbidden=families)
    yield "half that must not meet", replace(event, forbidden=(frozenset(numbers[: count // 2]),))


def compare_hard_rounds(count: int) -> None:
    """Print the times of hard first rounds."""
    print(f"\n{count:,} players, first rounds that are hard, ms\n")
    for text, event in hard_events(count):
        for name in HARD:
            print(f"{name + ', ' + text:<46}{paired_by_both(event, RULESETS[name])}", flush=True)


def weighings(count: int, random: Random) -> dict[str, Callable[[int, int], int]]:
    """What pairs weigh: luck alone, the nearest of two halves, near in score, clubs apart."""
    half, score = count // 2, [random.randint(0, 8) for _ in range(count)]
    return {
        "luck": lambda _one, _two: 0,
        "halves": lambda one, two: 2 * count - abs(two - (one + half) % count),
        "scores": lambda one, two: score[one] * score[two],
        "clubs": lambda one, two: score[one] != score[two],
    }


def compare_matchings() -> None:
    """Print the times of matchings alone, among all pairs of some players."""
    print("\nA best matching among all pairs, ms\n")
    for count in SIZES:
        random = Random(count)
        for name, weight in weighings(count, random).items():
            weighted = [
                (one, two, weight(one, two) * count * LUCK + random.randrange(LUCK))
                for one, two in combinations(range(count), 2)
            ]
            ours, pairs = timed(partial(best_matching, count, weighted))
            theirs, their_pairs = timed(partial(by_rustworkx, count, weighted))
            if pairs != their_pairs:
                raise AssertionError(name)
            print(f"{f'{count} players, {name}':<34}{Times(ours, theirs)}", flush=True)


def main() -> None:
    """Measure and print."""
    count = int(sys.argv[1]) if sys.argv[1:] else 1000
    print(f"{'':<34}{'engine':>10}  {'rustworkx':>10}   ratio")
    compare_matchings()
    compare_level_rounds(count)
    compare_hard_rounds(count)


if __name__ == "__main__":
    main()
