"""How long ``xlplugin pair`` takes on a real event, as a whole process, and how much memory.

Measured: ``python -m xlplugin pair FILE`` from start to exit, on a fresh copy of the workbook
each time: reading it, pairing the next round, the backup, writing, reading back. The workbooks are
imported from the public events in ``../shared/data/nrtm`` beside the repository; where that folder
is missing, an event of 130 players and seven rounds is played with the public commands instead.

Peer: what no program that uses openpyxl can avoid: loading the same workbook and saving it, as a
process of its own, plus Python's start alone. The three take turns; the median of five counts.

Run: ``python benchmarks/command.py`` (not on Windows: the memory figures come from ``os.wait4``).
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Sequence
from multiprocessing import get_context
from pathlib import Path
from random import Random
from statistics import median
from tempfile import TemporaryDirectory, TemporaryFile
from time import perf_counter
from typing import NamedTuple

EVENTS = Path(__file__).resolve().parents[2] / "shared" / "data" / "nrtm"
PLAYERS, ROUNDS = 130, 7
ONE_MORE = ("--set", f"Rounds={ROUNDS + 1}")  # so that a Swiss round is paired, and not the cut
REPEATS = 5
MOST_SECONDS, MOST_RATIO = 1.5, 2.0

COMMAND = ("-m", "xlplugin")
LOAD_AND_SAVE = """
import sys
from openpyxl import load_workbook
load_workbook(sys.argv[1]).save(sys.argv[2])
"""


class Usage(NamedTuple):
    """What one process took: wall time in seconds, and its peak memory in MB."""

    seconds: float
    memory: float


def run(*arguments: str | Path) -> Usage:
    """Run Python with these arguments to its end; stop everything if it fails."""
    command = [sys.executable, *map(str, arguments)]
    start = perf_counter()
    with TemporaryFile() as said:
        process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=said)
        _, status, usage = os.wait4(process.pid, 0)
        seconds = perf_counter() - start
        process.returncode = os.waitstatus_to_exitcode(status)
        if process.returncode:
            said.seek(0)
            sys.exit(f"{' '.join(command)} failed:\n{said.read().decode()}")
    bytes_each = 1 if sys.platform == "darwin" else 1024
    return Usage(seconds, usage.ru_maxrss * bytes_each / 2**20)


def workbooks(folder: Path) -> list[Path]:
    """The workbooks to measure with, made in the folder."""
    sources = sorted(EVENTS.glob("*.json"))
    made = [folder / f"{source.stem}.xlsx" for source in sources]
    for source, path in zip(sources, made, strict=True):
        run(*COMMAND, "import", source, path, *ONE_MORE)
    return made or [generated(folder)]


def generated(folder: Path) -> Path:
    """An event with all of its rounds, played with the commands that an organizer uses."""
    roster, path = folder / "roster.csv", folder / "generated.xlsx"
    names = [f"Player {number}" for number in range(1, PLAYERS + 1)]
    roster.write_text("\n".join(["Name", *names]), encoding="utf-8")
    seed = ("--set", "Event seed=1", *ONE_MORE)
    run(*COMMAND, "new", path, "--ruleset", "nisei-swiss", "--players", roster, *seed)
    for number in range(1, ROUNDS + 1):
        run(*COMMAND, "pair", path)
        in_own_process = get_context("spawn").Process(target=type_results, args=(path, number))
        in_own_process.start()
        in_own_process.join()
        if in_own_process.exitcode:
            sys.exit(f"typing the results of round {number} failed")
    return path


def type_results(path: Path, number: int) -> None:
    """Type made-up results into a round.

    Not in this process, which must stay small: a process starts with the peak memory of the one
    that starts it.
    """
    from xlplugin.commands import demo  # noqa: PLC0415  (in the other process)

    demo.type_results(path, Random(number))


def measure(path: Path) -> tuple[list[Usage], list[Usage], list[Usage]]:
    """Start alone, load and save, and pair, taking turns."""
    starts, saves, pairs = [], [], []
    for _ in range(REPEATS):
        with TemporaryDirectory() as folder:
            copy = Path(folder) / path.name
            starts.append(run("-c", ""))
            saves.append(run("-c", LOAD_AND_SAVE, path, Path(folder) / "saved.xlsx"))
            shutil.copy(path, copy)
            pairs.append(run(*COMMAND, "pair", copy))
    return starts, saves, pairs


def middle(usages: Sequence[Usage]) -> Usage:
    """The median of the times and of the memory."""
    return Usage(median(u.seconds for u in usages), median(u.memory for u in usages))


def main() -> None:
    """Measure and print."""
    print(f"Whole processes, median of {REPEATS}; Python {sys.version.split()[0]}, ", end="")
    print(f"{os.cpu_count()} cores\n")
    print(f"{'':<16}{'start':>9}{'load + save':>20}{'xlplugin pair':>20}{'ratio':>8}")
    slowest, worst = 0.0, 0.0
    with TemporaryDirectory() as folder:
        for path in workbooks(Path(folder)):
            start, save, pair = map(middle, measure(path))
            ratio = pair.seconds / (save.seconds + start.seconds)
            slowest, worst = max(slowest, pair.seconds), max(worst, ratio)
            usages = "".join(f"{u.seconds:>9.2f} s {u.memory:>5.0f} MB" for u in (save, pair))
            print(f"{path.stem:<16}{start.seconds:>7.2f} s{usages}{ratio:>8.2f}", flush=True)
    print("\nratio: pair / (load + save + start)")
    print(f"slowest pair  {slowest:.2f} s (target: under {MOST_SECONDS} s)")
    print(f"worst ratio   {worst:.2f} (target: under {MOST_RATIO})")


if __name__ == "__main__":
    main()
