"""How ``show`` serves a full room: phones that listen and report while the workbook is saved, and the server killed.

    python benchmarks/show.py [--phones 300] [--reports 150] [--seconds 60] [--save 5] [--kill]

Server and phones share this computer, on its loopback address. With ``--kill`` the server is killed after a third of
the time and started again after two seconds: times of requests in between are not counted, reports are.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import subprocess
import sys
import tempfile
import time
from itertools import cycle
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent / "tests" / "helpers"))

from crowd import crowd, percentile
from showing import codes_of, event_of, free_port, make_event

from xlplugin.hosts.closed_file.host import FileHost
from xlplugin.reports.record import Kind, Record, path_of
from xlplugin.workbook.book import SetCells

VARIANTS = 4


class Served:
    """The command ``show`` in a process of its own."""

    def __init__(self, file: Path, port: int) -> None:
        self.file, self.port = file, port
        self.start()

    def start(self) -> None:
        """Start it, and wait until it answers."""
        words = [
            sys.executable,
            "-P",
            "-m",
            "xlplugin",
            "show",
            str(self.file),
            "--port",
            str(self.port),
            "--json",
        ]
        home = {"HOME": str(self.file.parent), "XDG_CONFIG_HOME": str(self.file.parent)}
        self.process = subprocess.Popen(
            words, stdout=subprocess.PIPE, text=True, env=os.environ | home
        )
        assert self.process.stdout is not None
        told = ""
        while "}" not in told:
            told += self.process.stdout.readline()
        self.desk = json.loads(told)["desk"]

    def memory(self) -> float:
        """Megabytes that it has used at most, where that is known."""
        try:
            status = Path(f"/proc/{self.process.pid}/status").read_text(encoding="utf-8")
        except OSError:
            return 0.0
        return (
            next(int(line.split()[1]) for line in status.splitlines() if line.startswith("VmHWM"))
            / 1024
        )

    def processor_time(self) -> float:
        """Seconds of processor time, where that is known."""
        try:
            spent = (
                Path(f"/proc/{self.process.pid}/stat")
                .read_text(encoding="utf-8")
                .rpartition(")")[2]
                .split()
            )
        except OSError:
            return 0.0
        return (int(spent[11]) + int(spent[12])) / os.sysconf("SC_CLK_TCK")

    def kill(self) -> None:
        """End it as a power cut would."""
        self.process.kill()
        self.process.wait()


def saves_of(file: Path) -> list[bytes]:
    """The workbook as it is saved again and again: each time a club is another."""
    saves = []
    for n in range(VARIANTS):
        host = FileHost(file)
        host.read()
        event = event_of(file)
        column = event.players_tab.places["Club"]
        host.write(
            [SetCells("Players", {(next(event.players_tab.rows()).number, column): f"Club {n}"})]
        )
        saves.append(file.read_bytes())
    return saves


def main() -> None:
    """Print the figures."""
    options = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    options.add_argument("--phones", type=int, default=300)
    options.add_argument("--reports", type=int, default=150)
    options.add_argument("--seconds", type=float, default=60)
    options.add_argument("--save", type=float, default=5, help="seconds between two saves")
    options.add_argument("--kill", action="store_true", help="kill the server in the middle")
    asked = options.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        measure(Path(folder) / "event.xlsx", asked)


def measure(file: Path, asked: argparse.Namespace) -> None:
    """Play it on a new event."""
    make_event(file, asked.phones)
    codes, saves, saved = codes_of(file), cycle(saves_of(file)), []
    served = Served(file, free_port())

    async def disturb() -> None:
        begun, is_killed = time.monotonic(), not asked.kill
        while True:
            await asyncio.sleep(asked.save)
            new = file.with_name("new")
            new.write_bytes(next(saves))
            new.replace(file)
            saved.append(time.time())
            if not is_killed and time.monotonic() - begun > asked.seconds / 3:
                is_killed = True
                served.kill()
                await asyncio.sleep(2)
                await asyncio.to_thread(served.start)

    reporters = sorted(codes)[: asked.reports]
    figures = asyncio.run(crowd(served.port, codes, asked.seconds, reporters, disturb))
    record = Record(path_of(file.parent, file.name))
    kept = [line for line in record.read() if line.kind is Kind.RESULT]
    lost = [no for no, id_ in figures.accepted.items() if id_ not in {line.id for line in kept}]
    print(
        f"{asked.phones} phones, {asked.reports} reports in {asked.seconds:.0f} s, {len(saved)} saves, load {os.getloadavg()[0]:.1f}"
    )
    print(
        f"reports: {len(figures.accepted)} received, {len(lost)} lost, {len(kept) - len({line.no for line in kept})} doubled, {record.skipped} lines damaged"
    )
    for name, times in (("report", figures.report_times), ("other", figures.other_times)):
        shown = ", ".join(
            f"{share:.0%} {percentile(times, share) * 1000:.0f} ms" for share in (0.5, 0.9, 0.99, 1)
        )
        print(f"{name} requests: {len(times)}, {shown}")
    reached = [
        max(heard) - max(at for at in saved if at < min(heard))
        for v, heard in figures.versions.items()
        if saved and min(heard) > saved[0] and len(heard) == asked.phones
    ]
    if reached:
        print(
            f"a save is with the last phone after {percentile(reached, 0.5):.2f} s, at most {max(reached):.2f} s ({len(reached)} versions)"
        )
    print(
        f"memory of the server: {served.memory():.0f} MB, processor time {served.processor_time():.1f} s (phones: {time.process_time():.1f} s); failures: {len(figures.failures)} {figures.failures[:3]}"
    )
    served.kill()


if __name__ == "__main__":
    main()
