"""A season of workbooks: on one core and on all, and how it grows with events.

Measured: seconds of ``xlplugin season`` as a program of its own, its start and the workbook that it writes
included. The workbooks are made here: events of twenty players out of two hundred, five rounds of ten
matches of two games, so that fifty of them have 5,000 games. Best of three runs.

Peer: the same on one core. That all of what is found is the same is asserted.

Run: ``python benchmarks/season.py`` (about two minutes; most of it makes the workbooks).
"""

from __future__ import annotations

import json
import math
import os
import subprocess
import sys
from collections.abc import Sequence
from datetime import date, timedelta
from functools import partial
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from time import perf_counter

from click.testing import CliRunner

from xlplugin.ground.all_cores import cores, on_all_cores

EVENTS, PEOPLE, PLAYERS, ROUNDS = 50, 200, 20, 5
COUNTS = (12, 25, 50, 100)
TARGET, RUNS = 5, 3
IDENTITIES = [f"Identity {letter}" for letter in "ABCDEFGH"]


def results(number: int) -> str:
    """An event as a file of results; whoever has the higher number is a little stronger."""
    random = Random(f"event {number}")
    people = sorted(random.sample(range(1, PEOPLE + 1), PLAYERS))
    rounds = []
    for _ in range(ROUNDS):
        seats = random.sample(people, PLAYERS)
        tables = zip(seats[::2], seats[1::2], strict=True)
        rounds.append([game(table, *pair, random) for table, pair in enumerate(tables, 1)])
    day = date(2026, 1, 1) + timedelta(days=number)
    players = [
        {
            "id": no,
            "name": f"Player {no:03}",
            "corpIdentity": random.choice(IDENTITIES),
            "runnerIdentity": random.choice(IDENTITIES),
        }
        for no in people
    ]
    event = {"name": f"Event {number}", "date": day.isoformat(), "players": players}
    return json.dumps(event | {"rounds": rounds})


def game(table: int, one: int, two: int, random: Random) -> dict[str, object]:
    """The two games of a match."""
    first, second = (random.random() < 1 / (1 + math.exp((two - one) / PEOPLE)) for _ in "12")
    scores = [(first, second), (not second, not first)]
    sides = [
        {"id": no, "corpScore": 3 * corp, "runnerScore": 3 * runner,
         "combinedScore": 3 * (corp + runner)}
        for no, (corp, runner) in zip((one, two), scores, strict=True)
    ]  # fmt: skip
    return {"table": table, "player1": sides[0], "player2": sides[1]}


def make(folder: Path, numbers: range) -> list[Path]:
    """The workbooks of some events."""
    from xlplugin.doors.cli import main  # noqa: PLC0415  (in each process)

    made = []
    for number in numbers:
        source, book = folder / f"{number}.json", folder / f"event {number:03}.xlsx"
        source.write_text(results(number), encoding="utf-8")
        done = CliRunner().invoke(main, ["import", str(source), str(book)])
        if done.exit_code:
            raise RuntimeError(done.output)
        made.append(book)
    return made


def timed(books: Sequence[Path], processes: int) -> tuple[float, object]:
    """The least seconds that a season of these takes, and what it finds."""
    output = books[0].with_name("season.xlsx")
    command = [sys.executable, "-m", "xlplugin", "season", *map(str, books), "-o", str(output)]
    command += ["--processes", str(processes), "--json"]
    least = math.inf
    for _ in range(RUNS):
        start = perf_counter()
        done = subprocess.run(command, capture_output=True, check=True)
        least = min(least, perf_counter() - start)
    return least, json.loads(done.stdout)


def growth(points: list[tuple[int, float]]) -> float:
    """The exponent k of time ~ n ** k, by least squares on logarithms."""
    logs = [(math.log(n), math.log(seconds)) for n, seconds in points]
    mean_x, mean_y = (sum(values) / len(logs) for values in zip(*logs, strict=True))
    slope = sum((x - mean_x) * (y - mean_y) for x, y in logs)
    return slope / sum((x - mean_x) ** 2 for x, _ in logs)


def main() -> None:
    """Measure and print."""
    most = cores()
    print(f"Python {sys.version.split()[0]}, {most} cores of {os.cpu_count()}\n")
    with TemporaryDirectory() as name:
        parts = on_all_cores(partial(make, Path(name)), max(COUNTS), most, at_once=1)
        books = [book for part in parts for book in part]
        one, found = timed(books[:EVENTS], 1)
        all_, same = timed(books[:EVENTS], most)
        if found != same:
            message = "what is found depends on the number of processes"
            raise AssertionError(message)
        games = EVENTS * ROUNDS * PLAYERS
        print(f"{EVENTS} workbooks, {games:,} games")
        print(f"{'one core':<12}{one:>7.2f} s")
        verdict = "within" if all_ < TARGET else "OVER"
        print(f"{f'{most} cores':<12}{all_:>7.2f} s, {verdict} the target of {TARGET} s")
        print(f"speed-up {one / all_:.1f}\n")
        print(f"By workbooks, {most} cores")
        by_events = [(count, timed(books[:count], most)[0]) for count in COUNTS]
        for count, seconds in by_events:
            print(f"{count:>7,}{seconds:>8.2f} s{1000 * seconds / count:>8.1f} ms a workbook")
        print(f"workbooks ** {growth(by_events):.2f}")


if __name__ == "__main__":
    main()
