"""How long ranking and pairing a round takes under each ruleset, and how that grows with players.

Measured: ``engine.pair`` for round 8 of random events (seven rounds played, results drawn from a
seed): records, tiebreaks, ranking, pairing, the reasons of every table and the independent check
of the result. Each repeat gets a new ``Tournament``, so that nothing is remembered from the one
before; garbage collection stays on; the best of the repeats counts.

Peer: the usual way of pairing by program, one graph of all legal pairs, each weighted by how close
the two players' points are, given to a general maximum-weight matching: rustworkx and networkx.
Its points and opponents are worked out beforehand, and it gives no ranking and no reasons.

The peer is run for ``nisei-swiss``; its pairing does not know one ruleset from another.

Run: ``python benchmarks/pairing.py`` (the networkx peer takes most of the time).
"""

from __future__ import annotations

import math
import os
import sys
from collections.abc import Callable, Iterable
from dataclasses import replace
from itertools import combinations
from random import Random
from time import perf_counter
from typing import NamedTuple

import networkx as nx
import rustworkx as rx

from engine import RULESETS, Match, Player, Round, Ruleset, Tournament, pair, rank, ruleset_named
from engine.formats import GamePoints, Headquarters, OneGameWithSides, TwoGames
from engine.match_format import MatchFormat
from engine.model import Value

WITH_PEERS = ruleset_named("nisei-swiss")
ROUNDS = 7
PLANNED = 9
SIZES = (64, 128, 256, 512, 1000, 2000, 4000, 8000, 10_000)
PEER_SIZES = (64, 128, 256, 512)
FITTED_FROM = 512
TARGETS = {1000: 15, 10_000: 250}
OTHER_SIZES = (512, 1000, 2000, 5000, 10_000)
MOST_AT_1000 = 50
RESULTS: dict[type[MatchFormat], tuple[tuple[Value, ...], ...]] = {
    TwoGames: (("W", "W"), ("W", "L"), ("L", "W"), ("L", "L"), ("D", "W"), ("L", "D")),
    GamePoints: ((10, 2, 10, 5), (10, 4, 3, 10), (1, 10, 10, 6), (0, 10, 6, 10), (5, 4, 10, 1)),
    OneGameWithSides: (("Corp",), ("Corp",), ("Runner",), ("Runner",), ("Draw",)),
    Headquarters: ((12, 5), (20, 3), (0, 9), (7, 16), (11, 11)),
}
SECONDS_OF_REPEATS = 2.0
FEWEST_REPEATS, MOST_REPEATS = 5, 50

Pair = tuple[int, int | None]
Edges = list[tuple[int, int, int]]


class Figures(NamedTuple):
    """Milliseconds for one number of players; peers are ``None`` where they were not run."""

    players: int
    ours: float
    rustworkx: float | None = None
    networkx: float | None = None


def played_event(ruleset: Ruleset, players: int, seed: int = 1) -> Tournament:
    """A random event with ``ROUNDS`` rounds and all of their results."""
    random = Random(f"{seed}|{players}")
    results = RESULTS[type(ruleset.match_format)]
    roster = tuple(Player(no, f"Player {no}") for no in range(1, players + 1))
    event = Tournament(roster, seed="1", planned_rounds=PLANNED)
    for number in range(1, ROUNDS + 1):
        matches = tuple(
            replace(match, result=random.choice(results)) if match.player2 else match
            for match, _ in pair(event, ruleset).matches({})
        )
        event = replace(event, rounds=(*event.rounds, Round(number, matches)))
    return event


def time_engine(event: Tournament, ruleset: Ruleset) -> float:
    """The best time of several repeats, in milliseconds."""
    best, spent, repeats = math.inf, 0.0, 0
    while repeats < FEWEST_REPEATS or (spent < SECONDS_OF_REPEATS and repeats < MOST_REPEATS):
        fresh = replace(event)
        start = perf_counter()
        pairing = pair(fresh, ruleset)
        took = perf_counter() - start
        best, spent, repeats = min(best, took), spent + took, repeats + 1
        tables = [(t.player1, t.player2) for t in pairing.tables]
        require_legal(event, tables, sides=ruleset.legality(event).sides_swapped)
    return best * 1000


def time_peer(event: Tournament, match: Callable[[Edges, int], Iterable[Pair]]) -> float:
    """The time of one run of a peer, in milliseconds."""
    standings = rank(event, WITH_PEERS)
    points = {standing.no: int(standing.points) for standing in standings}
    met = standings.records.met
    start = perf_counter()
    most = max(points.values()) ** 2
    edges = [
        (one, two, most - (points[one] - points[two]) ** 2)
        for one, two in combinations(points, 2)
        if two not in met[one]
    ]
    pairs = list(match(edges, len(points)))
    took = perf_counter() - start
    require_legal(event, pairs)
    return took * 1000


def by_rustworkx(edges: Edges, players: int) -> Iterable[Pair]:
    """A perfect matching of the greatest weight, by rustworkx."""
    graph = rx.PyGraph(multigraph=False)
    graph.add_nodes_from(range(players + 1))
    graph.add_edges_from(edges)
    return rx.max_weight_matching(graph, max_cardinality=True, weight_fn=int)


def by_networkx(edges: Edges, _players: int) -> Iterable[Pair]:
    """A perfect matching of the greatest weight, by networkx."""
    graph = nx.Graph()
    graph.add_weighted_edges_from(edges)
    return nx.max_weight_matching(graph, maxcardinality=True)


def require_legal(event: Tournament, pairs: list[Pair], *, sides: bool = False) -> None:
    """Stop unless everybody is there once and nobody meets anybody again; never timed."""

    def met(pair_: Pair | Match) -> frozenset[int | None] | tuple[int, int | None]:
        one, two = pair_ if isinstance(pair_, tuple) else (pair_.player1, pair_.player2)
        return (one, two) if sides else frozenset((one, two))

    before = {met(match) for round_ in event.rounds for match in round_.matches}
    seats = sorted(no for seated in pairs for no in seated if no is not None)
    if seats != list(event.active) or any(met(seated) in before for seated in pairs):
        message = f"{len(event.players)} players: the pairing is not legal"
        raise AssertionError(message)


def growth(figures: Iterable[Figures]) -> float:
    """The exponent k of time ~ players ** k, by least squares on logarithms."""
    points = [(math.log(f.players), math.log(f.ours)) for f in figures if f.players >= FITTED_FROM]
    mean_x = sum(x for x, _ in points) / len(points)
    mean_y = sum(y for _, y in points) / len(points)
    slope = sum((x - mean_x) * (y - mean_y) for x, y in points)
    return slope / sum((x - mean_x) ** 2 for x, _ in points)


def measured(players: int) -> Figures:
    """All figures for one number of players."""
    event = played_event(WITH_PEERS, players)
    ours = time_engine(event, WITH_PEERS)
    if players not in PEER_SIZES:
        return Figures(players, ours)
    return Figures(players, ours, time_peer(event, by_rustworkx), time_peer(event, by_networkx))


def row(figures: Figures) -> str:
    """One line of the table."""
    target = TARGETS.get(figures.players)
    cells = [f"{figures.players:>7,}", f"{figures.ours:>10.2f}"]
    cells.append(f"{f'< {target}' if target else '':>8}")
    for peer in (figures.rustworkx, figures.networkx):
        cells += [f"{peer:>12,.1f}", f"{peer / figures.ours:>8,.0f}x"] if peer else []
    return "  ".join(cells).rstrip()


def compare_rulesets() -> None:
    """Measure every ruleset and print a line for each."""
    print(f"\nEvery ruleset (target at 1,000 players: under {MOST_AT_1000} ms)\n")
    print(f"{'ruleset':<20}" + "".join(f"{players:>9,}" for players in OTHER_SIZES) + "   growth")
    for ruleset in RULESETS.values():
        figures = []
        print(f"{ruleset.name:<20}", end="", flush=True)
        for players in OTHER_SIZES:
            ours = time_engine(played_event(ruleset, players), ruleset)
            figures.append(Figures(players, ours))
            print(f"{ours:>9.1f}", end="", flush=True)
            if players == 1000 and ours >= MOST_AT_1000:
                print(" OVER", end="")
        print(f"   players ** {growth(figures):.2f}", flush=True)


def main() -> None:
    """Measure and print."""
    print(f"Round {ROUNDS + 1}: ranked, paired, explained, checked; milliseconds, best of several")
    print(f"Python {sys.version.split()[0]}, {os.cpu_count()} cores\n")
    heads = ("rustworkx", "ratio", "networkx", "ratio")
    widths = (12, 9, 12, 9)
    peers = "  ".join(f"{head:>{width}}" for head, width in zip(heads, widths, strict=True))
    print(f"players  {'engine':>10}  {'target':>8}  {peers}")
    figures = []
    for players in SIZES:
        figures.append(measured(players))
        print(row(figures[-1]), flush=True)
    print(f"\nGrowth from {FITTED_FROM} players up: players ** {growth(figures):.2f}")
    for players, ours, *_ in figures:
        if players in TARGETS:
            verdict = "within" if ours < TARGETS[players] else "OVER"
            target = f"the target of {TARGETS[players]} ms"
            print(f"{players:,} players: {ours:.1f} ms, {verdict} {target}")
    compare_rulesets()


if __name__ == "__main__":
    main()
