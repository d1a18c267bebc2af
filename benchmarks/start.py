"""What a click in desktop Excel takes before and beside Excel: Python's start, the imports, the work.

Measured: processor time of whole processes. *Import* is what the module that a click starts
(``xlplugin.from_excel``) imports; *whole click* is that and pairing round 4 of ``nisei-swiss``, from
the workbook as sent to the actions as recorded, on xlwings' remote engine (Excel's own time cannot be
measured here).

Peer: ``import xlwings`` alone, without what it takes along if it is installed and no click needs
(pandas, numpy, ...). The same with them shows what leaving them out saves. They take turns; the
median of five counts.

Run: ``python benchmarks/start.py`` (not on Windows: the times come from ``os.wait4``).
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory

from xlplugin.hosts.closed_file.host import FileHost
from xlplugin.verbs.undo import undo_round

from clicks import SIZES, played, remote_engine  # the benchmark beside this one

REPEATS = 5
LEFT_OUT = "from xlplugin import from_excel; from_excel._leave_out(from_excel.NOT_NEEDED);"
WHOLE = """
import json, os, sys
os.environ.setdefault("XLWINGS_LICENSE_KEY", "noncommercial")
from xlplugin.doors import buttons
import xlwings
buttons.click("pair", xlwings.Book(json=json.load(open(sys.argv[1], encoding="utf-8"))))
"""
PROGRAMS = {
    "python alone": "",
    "import xlwings, without pandas and the like (peer)": f"{LEFT_OUT} import xlwings",
    "import xlwings, with them": "import xlwings",
    "import of a click": f"{LEFT_OUT} from xlplugin.doors import buttons",
    "import of a click, with them": "from xlplugin.doors import buttons",
}
PEER = "import xlwings, without pandas and the like (peer)"


def processor_time(code: str, *arguments: str | Path) -> float:
    """The seconds of processor time of a Python that runs the code; stop everything if it fails."""
    process = subprocess.Popen([sys.executable, "-P", "-c", code, *map(str, arguments)])
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode:
        sys.exit(f"{code} failed")
    return usage.ru_utime + usage.ru_stime


def sent(folder: Path, players: int) -> Path:
    """A workbook with three rounds played, as Excel would hand it over."""
    path = played(folder, players)
    undo_round(FileHost(path))
    payload = folder / f"{players}.json"
    payload.write_text(json.dumps(remote_engine().payload(path)), encoding="utf-8")
    return payload


def main() -> None:
    """Measure and print."""
    with TemporaryDirectory() as name:
        programs: dict[str, tuple[str | Path, ...]] = {w: (c,) for w, c in PROGRAMS.items()}
        for players in SIZES:
            payload = sent(Path(name), players)
            programs[f"whole click, {players} players"] = (LEFT_OUT + WHOLE, payload)
        times: dict[str, list[float]] = {what: [] for what in programs}
        for _ in range(REPEATS):
            for what, (code, *arguments) in programs.items():
                times[what].append(processor_time(str(code), *arguments))
    peer = median(times[PEER])
    print("| processor time | s | ratio to the peer |")
    print("|----------------|--:|------------------:|")
    for what, seconds in times.items():
        print(f"| {what} | {median(seconds):.2f} | {median(seconds) / peer:.1f} |")


if __name__ == "__main__":
    main()
