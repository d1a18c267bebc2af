"""How much processor time ``xlplugin pair`` takes, as a whole process, and how much memory.

Measured: ``python -m xlplugin pair FILE`` from start to exit, on a fresh copy of the workbook
each time: reading it, pairing the next round, the backup, writing, reading back. Events of 120 and
300 players are played with the public commands up to round 7; beside them stand those imported from
the public events in ``../shared/data/nrtm``, where that folder is there.

Peer: what no program that uses openpyxl can avoid: loading the same workbook and saving it, as a
process of its own, plus Python's start alone. They take turns; the least of five counts, since
whatever else a machine does only adds to it. All processes find their modules compiled.

How the time grows with the rounds already played is fitted, for pairing, and for reading alone.

Run: ``python benchmarks/command.py`` (not on Windows: the figures come from ``os.wait4``).
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Iterable, Mapping
from multiprocessing import get_context
from pathlib import Path
from random import Random
from statistics import linear_regression
from tempfile import TemporaryDirectory, TemporaryFile
from typing import NamedTuple

EVENTS = Path(__file__).resolve().parents[2] / "shared" / "data" / "nrtm"
PLAYERS, NEXT = (120, 300), 7
MORE = ("--set", f"Rounds={NEXT + 1}")  # so that a Swiss round is paired, and not the cut
REPEATS = 5
MOST_SECONDS, MOST_RATIO, MOST_IMPORT = 0.5, 0.7, 0.25

COMMAND = ("-m", "xlplugin")
LOAD_AND_SAVE = """
import sys
from openpyxl import load_workbook
load_workbook(sys.argv[1]).save(sys.argv[2])
"""
READ = """
import sys
from pathlib import Path
import xlplugin.doors.cli
from xlplugin.hosts.closed_file.host import FileHost
from xlplugin.workbook.reading.reader import read_event
read_event(FileHost(Path(sys.argv[1])).read())
"""


class Usage(NamedTuple):
    """What one process took: processor time in seconds, and its peak memory in MB."""

    seconds: float
    memory: float


def run(*arguments: str | Path) -> Usage:
    """Run Python with these arguments to its end; stop everything if it fails."""
    command = [sys.executable, *map(str, arguments)]
    with TemporaryFile() as said:
        process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=said)
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
        if process.returncode:
            said.seek(0)
            sys.exit(f"{' '.join(command)} failed:\n{said.read().decode()}")
    bytes_each = 1 if sys.platform == "darwin" else 1024
    return Usage(usage.ru_utime + usage.ru_stime, usage.ru_maxrss * bytes_each / 2**20)


def imported(folder: Path) -> list[Path]:
    """The public events as workbooks."""
    sources = sorted(EVENTS.glob("*.json"))
    made = [folder / f"{source.stem}.xlsx" for source in sources]
    for source, path in zip(sources, made, strict=True):
        run(*COMMAND, "import", source, path, *MORE)
    return made


def played(folder: Path, players: int) -> dict[int, Path]:
    """An event played with the commands that an organizer uses, as it is before each round."""
    roster, path = folder / "roster.csv", folder / "event.xlsx"
    names = [f"Player {number}" for number in range(1, players + 1)]
    roster.write_text("\n".join(["Name", *names]), encoding="utf-8")
    path.unlink(missing_ok=True)
    seed = ("--set", "Event seed=1", *MORE)
    run(*COMMAND, "new", path, "--ruleset", "nisei-swiss", "--players", roster, *seed)
    before = {}
    for number in range(1, NEXT + 1):
        before[number] = folder / f"{players} players, round {number}.xlsx"
        shutil.copy(path, before[number])
        if number < NEXT:
            run(*COMMAND, "pair", path)
            in_own_process = get_context("spawn").Process(target=type_results, args=(path, number))
            in_own_process.start()
            in_own_process.join()
            if in_own_process.exitcode:
                sys.exit(f"typing the results of round {number} failed")
    return before


def type_results(path: Path, number: int) -> None:
    """Type made-up results into a round.

    Not in this process, which must stay small: a process starts with the peak memory of the one
    that starts it.
    """
    from xlplugin.commands import demo  # noqa: PLC0415  (in the other process)

    demo.type_results(path, Random(number))


def pair(path: Path) -> Usage:
    """Pair the next round in a copy of the workbook."""
    with TemporaryDirectory() as folder:
        return run(*COMMAND, "pair", shutil.copy(path, folder))


def least(usages: Iterable[Usage]) -> Usage:
    """The least time and memory."""
    return Usage(*map(min, zip(*usages, strict=True)))


def measure(path: Path, folder: Path) -> tuple[Usage, Usage, Usage]:
    """Start alone, load and save, and pair, taking turns."""
    turns = [
        (run("-c", ""), run("-c", LOAD_AND_SAVE, path, folder / "saved.xlsx"), pair(path))
        for _ in range(REPEATS)
    ]
    start, save, paired = map(least, zip(*turns, strict=True))
    return start, save, paired


def growth(before: Mapping[int, Path]) -> tuple[float, float]:
    """Seconds for each round already played, by least squares: of pairing, and of reading alone."""
    rounds = [number for number in before if number > 1]
    turns = [
        [(pair(before[n]).seconds, run("-c", READ, before[n]).seconds) for n in rounds]
        for _ in range(REPEATS)
    ]
    slopes = [
        linear_regression(
            rounds, [min(turn[i][what] for turn in turns) for i in range(len(rounds))]
        )
        for what in (0, 1)
    ]
    return slopes[0].slope, slopes[1].slope


def main() -> None:
    """Measure and print."""
    print(f"Processor time of whole processes, least of {REPEATS}; ", end="")
    print(f"Python {sys.version.split()[0]}, {os.cpu_count()} cores\n")
    print(f"{'':<22}{'start':>9}{'load + save':>20}{'xlplugin pair':>20}{'ratio':>8}")
    with TemporaryDirectory() as name:
        folder = Path(name)
        os.environ["PYTHONPYCACHEPREFIX"] = str(folder / "compiled")
        os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
        events = {players: played(folder, players) for players in PLAYERS}
        for path in [*imported(folder), *(before[NEXT] for before in events.values())]:
            start, save, paired = measure(path, folder)
            ratio = paired.seconds / (save.seconds + start.seconds)
            usages = "".join(f"{u.seconds:>9.2f} s {u.memory:>5.0f} MB" for u in (save, paired))
            print(f"{path.stem:<22}{start.seconds:>7.2f} s{usages}{ratio:>8.2f}", flush=True)
        print("\nratio: pair / (load + save + start); ", end="")
        print(f"target: under {MOST_RATIO}, and pair under {MOST_SECONDS} s with 120 players")
        start = least(run("-c", "import xlplugin.doors.cli") for _ in range(REPEATS))
        print(f"import of the command line {start.seconds:.2f} s (target: under {MOST_IMPORT} s)")
        for players, before in events.items():
            pairing, reading = growth(before)
            print(
                f"{players} players, for each round already played: {pairing * 1000:.0f} ms, ",
                end="",
            )
            print(f"reading alone {reading * 1000:.0f} ms")


if __name__ == "__main__":
    main()
