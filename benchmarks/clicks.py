"""What one click costs in Excel: how many actions it asks for, and how long it takes.

Measured: a click of :func:`xlplugin.doors.buttons.click` on xlwings' remote engine, the one behind xlwings
Lite, from the workbook as sent to the actions as recorded: reading every tab, the rules, the new
tab. What Excel itself takes to perform the actions cannot be measured here. Import is left out; the
best of three counts.

Peers: for the actions, writing the same cells one by one, with nothing said of their looks; for the
time, the same click on the closed file through openpyxl, with its backup and its reading back.

Run: ``python benchmarks/clicks.py``
"""

from __future__ import annotations

import importlib.util
import json
import shutil
import sys
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter
from types import ModuleType
from typing import Any

from openpyxl import load_workbook

from engine import ruleset_named
from engine.model import Player
from xlplugin.ground.resources import template
from xlplugin.hosts.closed_file.host import FileHost
from xlplugin.verbs import cut as cutting
from xlplugin.verbs.new_event import start_event
from xlplugin.verbs.pair import pair_round
from xlplugin.verbs.standings import write_standings
from xlplugin.verbs.undo import undo_round

SIZES = (32, 128, 300)
ROUNDS, CUT, REPEATS = 4, 16, 3
MOST_ACTIONS = {"pair": 70, "standings": 60, "undo": 60, "cut": 400}
WHEN = datetime(2026, 1, 1, tzinfo=UTC)
CLICKS: dict[str, Callable[[FileHost], object]] = {
    "pair": lambda host: pair_round(host, when=WHEN),
    "standings": lambda host: write_standings(host, when=WHEN),
    "undo": lambda host: undo_round(host, when=WHEN),
    "cut": lambda host: cutting.cut(host, None, when=WHEN),
}


def remote_engine() -> ModuleType:
    """The stand-in for Excel that the tests of the live host use."""
    tests = Path(__file__).resolve().parents[1] / "tests"
    sys.path.append(str(tests / "helpers"))
    path = tests / "live" / "remote.py"
    spec = importlib.util.spec_from_file_location("remote", path)
    assert spec
    assert spec.loader
    module = sys.modules["remote"] = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def played(folder: Path, players: int) -> Path:
    """A workbook with so many players, every round but the last with its results."""
    ruleset, path = ruleset_named("nisei-swiss"), folder / f"{players}.xlsx"
    roster = [Player(0, f"Player {number}") for number in range(1, players + 1)]
    options = {"Rounds": str(ROUNDS), "Cut": str(CUT), "Event seed": "1"}
    with template(f"{ruleset.name}.xlsx") as source:
        start_event(FileHost(path, source), ruleset, roster, options, when=WHEN)
    for number in range(1, ROUNDS + 1):
        pair_round(FileHost(path), when=WHEN)
        with_results(path, number)
    return path


def with_results(path: Path, number: int) -> None:
    """Type a result into every match of a round."""
    workbook = load_workbook(path)
    tab = workbook[f"Round {number}"]
    one, two, special = (
        next(cell.column for cell in tab[1] if cell.value == header)
        for header in ("P1 Corp", "P1 Runner", "Special")
    )
    for row in range(2, tab.max_row + 1):
        if not tab.cell(row, special).value:
            tab.cell(row, one).value, tab.cell(row, two).value = "W", "WL"[row % 2]
    workbook.save(path)


def clicked(path: Path, verb: str, remote: ModuleType) -> tuple[list[dict[str, Any]], float]:
    """What a click asks for, and the seconds it takes."""
    from xlplugin.doors import buttons  # noqa: PLC0415  (after the licence of the remote engine is named)

    sent = remote.payload(path)
    start = perf_counter()
    book = remote.remote_book(sent)
    buttons.click(verb, book, when=WHEN)
    seconds = perf_counter() - start
    return remote.actions(book), seconds


def on_the_file(path: Path, verb: str) -> float:
    """The seconds of the same click on the closed file."""
    copy = path.with_name("copy.xlsx")
    shutil.copyfile(path, copy)
    start = perf_counter()
    CLICKS[verb](FileHost(copy))
    return perf_counter() - start


def cells(done: list[dict[str, Any]]) -> int:
    """How many cells the actions write, which is the least that writing them one by one takes."""
    rows = [row for action in done if action["func"] == "setValues" for row in action["values"]]
    return sum(value is not None for row in rows for value in row)


def main() -> None:
    """Measure every click at every size, and print the table of the README."""
    remote = remote_engine()
    print("| click | players | actions | cell by cell | ratio | KB | live, s | file, s | ratio |")
    print("|-------|--------:|--------:|-------------:|------:|---:|--------:|--------:|------:|")
    fine = True
    with TemporaryDirectory() as name:
        for players in SIZES:
            after = played(Path(name), players)
            before = Path(name) / f"{players} before.xlsx"
            shutil.copyfile(after, before)
            undo_round(FileHost(before), when=WHEN)
            for verb in CLICKS:
                path = before if verb == "pair" else after
                measured = [clicked(path, verb, remote) for _ in range(REPEATS)]
                done = measured[0][0]
                live = min(seconds for _, seconds in measured)
                file = min(on_the_file(path, verb) for _ in range(REPEATS))
                size = len(json.dumps(done)) / 1024
                one_by_one = cells(done)
                print(
                    f"| {verb} | {players} | {len(done)} | {one_by_one:,} | "
                    f"{one_by_one / len(done):.0f}x | {size:.0f} | {live:.2f} | {file:.2f} | "
                    f"{file / live:.1f}x |"
                )
                fine = fine and len(done) <= MOST_ACTIONS[verb]
    print(
        f"\nBounds, whatever the number of players: {MOST_ACTIONS}: {'kept' if fine else 'BROKEN'}."
    )


if __name__ == "__main__":
    main()
