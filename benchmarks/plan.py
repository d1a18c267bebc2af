"""Formats compared by simulated events: on one core, on all, on a Dask cluster of two workers, and how it grows.

Measured: seconds of ``xlplugin.numbers.plan.simulate`` as ``xlplugin plan`` calls it, the start of its processes
included, for six formats of ``nisei-swiss`` (5 and 6 rounds; no cut, a cut to 4 and to 8). The cluster is on this
machine and running already, as it is for ``--scheduler``; its workers import the program while they are timed.
One run each.

Peer: the same on one core. That the figures are the same is asserted. What the machine itself gives is
measured beside it: work without any memory or waiting, in each of these ways.

Run: ``python benchmarks/plan.py`` (about two minutes).
"""

from __future__ import annotations

import math
import os
import sys
from collections.abc import Sequence
from time import perf_counter

from distributed import LocalCluster

from engine import ruleset_named
from engine.simulation.event import Form, Plan, hall_of
from engine.simulation.strength import Model
from xlplugin.ground.all_cores import Workers, cores, on_all_cores
from xlplugin.numbers.plan import Planned, simulate

RULESET = ruleset_named("nisei-swiss")
FORMS = tuple(Form(rounds, cut) for rounds in (5, 6) for cut in (0, 4, 8))
PLAYERS, EVENTS, TARGET = 43, 2000, 15
SIZES, FEW = (43, 86, 172, 344, 688), 100
COUNTS = (500, 1000, 2000, 4000)
TURNS = 200_000


def planned(players: int, events: int, workers: Workers) -> tuple[float, Planned]:
    """The seconds that it takes, and what came of it."""
    model = Model(0.5, 0.02)
    plan = Plan(RULESET.name, players, FORMS, model, hall_of(RULESET, {}), {}, "1")
    start = perf_counter()
    found = simulate(plan, events, workers)
    return perf_counter() - start, found


def counting(numbers: range) -> list[int]:
    """Work of a processor alone."""
    return [sum(range(TURNS)) for _ in numbers]


def machine(workers: Workers) -> float:
    """The seconds that such work takes."""
    start = perf_counter()
    for _ in on_all_cores(counting, EVENTS, workers):
        pass
    return perf_counter() - start


def growth(points: list[tuple[int, float]]) -> float:
    """The exponent k of time ~ n ** k, by least squares on logarithms."""
    logs = [(math.log(n), math.log(seconds)) for n, seconds in points]
    mean_x, mean_y = (sum(values) / len(logs) for values in zip(*logs, strict=True))
    slope = sum((x - mean_x) * (y - mean_y) for x, y in logs)
    return slope / sum((x - mean_x) ** 2 for x, _ in logs)


def told(points: list[tuple[int, float]], events: Sequence[int]) -> None:
    """Print the times, of an event too, and how many times the one before each is."""
    before = 0.0
    for (n, seconds), count in zip(points, events, strict=True):
        ratio = f"{seconds / before:>8.2f} times the one before" if before else ""
        print(f"{n:>7,}{seconds:>8.2f} s{1000 * seconds / count:>8.2f} ms an event{ratio}")
        before = seconds


def main() -> None:
    """Measure and print."""
    most = cores()
    print(f"Python {sys.version.split()[0]}, {most} cores of {os.cpu_count()}\n")
    print(f"{len(FORMS)} formats of {EVENTS:,} events, {PLAYERS} players")
    one, found = planned(PLAYERS, EVENTS, 1)
    alone = machine(1)
    print(f"{'one core':<27}{one:>6.1f} s")
    dask = LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=":0")
    ways = {f"{most} cores": most, "2 cores": 2, "2 workers of a cluster": dask.scheduler_address}
    with dask:
        for name, workers in ways.items():
            seconds, same = planned(PLAYERS, EVENTS, workers)
            if found != same:
                message = "the figures depend on who works"
                raise AssertionError(message)
            verdict = f", {'within' if seconds < TARGET else 'OVER'} the target of {TARGET} s"
            print(
                f"{name:<27}{seconds:>6.1f} s, speed-up {one / seconds:.1f}; of work for the processor alone "
                f"{alone / machine(workers):.1f}{verdict if workers == most else ''}"
            )
    print()
    print(f"By events, {PLAYERS} players, one core")
    by_events = [(events, planned(PLAYERS, events, 1)[0]) for events in COUNTS]
    told(by_events, COUNTS)
    print(f"events ** {growth(by_events):.2f}\n")
    print(f"By players, {FEW} events, one core")
    by_players = [(players, planned(players, FEW, 1)[0]) for players in SIZES]
    told(by_players, [FEW] * len(SIZES))
    print(f"players ** {growth(by_players):.2f}")


if __name__ == "__main__":
    main()
