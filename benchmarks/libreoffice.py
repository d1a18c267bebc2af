"""How long a click takes inside LibreOffice, beside the same click on the closed file.

Measured: a click on a workbook that a real LibreOffice has open, without a window, in its own Python:
reading every tab, the rules, the new tab, what is worked out then. The best of three counts, each on the
workbook opened anew; the first click of a session, which imports the plugin, is left out.

Bounds: a click on 120 players under 1 s, on 300 under 2 s.

Run: ``python benchmarks/libreoffice.py``
"""

from __future__ import annotations

import shutil
import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter
from typing import Any

from xlplugin.hosts.file import FileHost
from xlplugin.verbs.undo import undo_round

from clicks import CLICKS, WHEN, played

sys.path.append(str(Path(__file__).resolve().parents[1] / "tests" / "helpers"))
from offices import running_office

BOUNDS = {120: 1.0, 300: 2.0}
"""Seconds, by the number of players."""
REPEATS = 3
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


def main() -> None:
    """Measure every click at both sizes."""
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
    print(f"\nBounds: {'kept' if fine else 'BROKEN'}.")


if __name__ == "__main__":
    main()
