"""How long a click takes inside LibreOffice, beside the same click on the closed file.

Measured: a click on a workbook that a real LibreOffice has open, without a window, in its own Python:
reading every tab, the rules, the new tab, what is worked out then. The best of three counts, each on the
workbook opened anew; the first click of a session, which imports the plugin, is left out.
Then: pairing and LibreOffice's own Undo of it (Ctrl+Z), before and after the workbook that is open was
saved as ``.ods`` and as ``.xlsx``; the best of three again.

Bounds: a click on 120 players under 1 s, on 300 under 2 s; after saving no more than half as much again.

Run: ``python benchmarks/libreoffice.py``
"""

from __future__ import annotations

import shutil
import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter
from typing import Any

from xlplugin.hosts.closed_file.host import FileHost
from xlplugin.verbs.undo import undo_round

from clicks import CLICKS, WHEN, played

sys.path.append(str(Path(__file__).resolve().parents[1] / "tests" / "helpers"))
from offices import running_office

BOUNDS = {120: 1.0, 300: 2.0}
"""Seconds, by the number of players."""
REPEATS, SLOWER = 3, 1.5
KINDS = (".ods", ".xlsx")
ACTIONS = {
    "pair": "xlplugin.verbs.pair:pair_round",
    "standings": "xlplugin.verbs.standings:write_standings",
    "undo": "xlplugin.verbs.undo:undo_round",
    "cut": "xlplugin.verbs.cut:cut",
}


def inside(office: Any, path: Path, verb: str) -> float:  # noqa: ANN401  (whatever answers)
    """The seconds of a click on a workbook that is open."""
    office.open(path=str(path))
    arguments = [None] if verb == "cut" else []
    done = office.click(action=ACTIONS[verb], arguments=arguments, when=WHEN.isoformat())
    if "told" not in done:
        raise RuntimeError(done)
    return float(done["seconds"])


def on_the_file(path: Path, verb: str) -> float:
    """The seconds of the same click on the closed file."""
    copy = path.with_name("copy.xlsx")
    shutil.copyfile(path, copy)
    start = perf_counter()
    CLICKS[verb](FileHost(copy))
    return perf_counter() - start


def paired_and_undone(office: Any) -> list[float]:  # noqa: ANN401  (as above)
    """The seconds of pairing in the workbook that is open, and of taking it back."""
    counted = []
    for _ in range(REPEATS):
        done = office.click(action=ACTIONS["pair"], when=WHEN.isoformat())
        start = perf_counter()
        office.undo()
        counted.append((float(done["seconds"]), perf_counter() - start))
    return [min(seconds) for seconds in zip(*counted, strict=True)]


def saved(office: Any, path: Path, players: int) -> bool:  # noqa: ANN401  (as above)
    """Measure pairing before and after the workbook is saved; true if that makes no difference."""
    fine = True
    for kind in KINDS:
        office.open(path=str(path))
        before = paired_and_undone(office)
        office.save(path=str(path.with_name(f"{players} saved{kind}")), stays=True)
        after = paired_and_undone(office)
        figures = " | ".join(f"{seconds:.2f}" for seconds in (*before, *after))
        print(f"| {kind} | {players} | {figures} |", flush=True)
        fine = fine and all(b < SLOWER * a for a, b in zip(before, after, strict=True))
    return fine


def main() -> None:
    """Measure every click at both sizes, then what saving does to them."""
    fine = True
    print("| click | players | inside, s | file, s | bound, s |")
    print("|-------|--------:|----------:|--------:|---------:|")
    with TemporaryDirectory() as name, running_office(name) as office:
        for players, bound in BOUNDS.items():
            after = played(Path(name), players)
            before = Path(name) / f"{players} before.xlsx"
            shutil.copyfile(after, before)
            undo_round(FileHost(before), when=WHEN)
            inside(office, before, "pair")
            for verb in ACTIONS:
                path = before if verb == "pair" else after
                live = min(inside(office, path, verb) for _ in range(REPEATS))
                file = min(on_the_file(path, verb) for _ in range(REPEATS))
                print(f"| {verb} | {players} | {live:.2f} | {file:.2f} | {bound} |", flush=True)
                fine = fine and live < bound
        print("\n| saved as | players | pair before, s | Ctrl+Z, s | pair after, s | Ctrl+Z, s |")
        print("|----------|--------:|---------------:|----------:|--------------:|----------:|")
        for players in BOUNDS:
            fine = saved(office, Path(name) / f"{players} before.xlsx", players) and fine
    print(f"\nBounds: {'kept' if fine else 'BROKEN'}.")


if __name__ == "__main__":
    main()
