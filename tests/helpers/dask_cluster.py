"""A Dask cluster of processes of its own, whose workers find the work of the tests."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from contextlib import contextmanager
from pathlib import Path

DEADLINE = 60
SETTINGS = {
    "PYTHONPATH": str(Path(__file__).parent),
    "DASK_DISTRIBUTED__SCHEDULER__ALLOWED_FAILURES": "1",
    "DASK_DISTRIBUTED__COMM__TIMEOUTS__CONNECT": "1s",  # what a dead worker keeps is given up after it
}


@contextmanager
def dask_cluster(folder, workers=2):
    """The address of its scheduler, on this computer."""
    file = folder / "scheduler.json"
    environment = {**os.environ, **SETTINGS}
    programs = []

    def start(*arguments):
        command = (sys.executable, "-m", "dask", *arguments, "--scheduler-file", str(file))
        with (folder / f"log{len(programs)}.txt").open("wb") as log:
            programs.append(
                subprocess.Popen(command, env=environment, stdout=log, stderr=log, cwd=folder)
            )

    try:
        start("scheduler", "--host", "127.0.0.1", "--port", "0", "--no-dashboard")
        for _ in range(workers):
            start("worker", "--nthreads", "1", "--host", "127.0.0.1", "--no-dashboard")
        for _ in range(20 * DEADLINE):
            if file.exists() and file.read_text(encoding="utf-8").endswith("}"):
                break
            time.sleep(0.05)
        yield json.loads(file.read_text(encoding="utf-8"))["address"]
    finally:
        for program in reversed(programs):  # a worker may say goodbye to the scheduler
            program.terminate()
            program.wait(DEADLINE)
