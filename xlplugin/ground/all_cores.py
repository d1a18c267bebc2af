"""Work that is shared by all cores, of the computer or of a cluster."""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TypeAlias, TypeVar

T = TypeVar("T")
Workers: TypeAlias = int | str
"""The number of processes of this computer, or the address of a Dask cluster's scheduler."""
MOST_DEATHS = 3
MOST_PROCESSES = 61
"""Windows waits for no more at once, and Python refuses to start more there."""
AT_ONCE = 25
"""Numbers handed to a process at once: few enough for progress to be seen."""


def cores() -> int:
    """The number of cores that this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def cores_beside_a_window() -> int:
    """The number of cores that a click may use: one where Python is a part of a browser or LibreOffice.

    There is no other Python there to start.
    """
    return 1 if sys.platform == "emscripten" or "uno" in sys.modules else cores()


def on_all_cores(
    work: Callable[[range], list[T]], count: int, workers: Workers, at_once: int = AT_ONCE
) -> Iterator[list[T]]:
    """The results of the work for the numbers from 0 up to ``count``, in order, ``at_once`` at a time.

    They are the same whoever works, if each follows from its number alone. The work must be one that
    can be pickled, and read no files where it may be a cluster's; what it raises is raised here. What
    is lost with a process or a worker that dies is worked out again.

    Raises:
        BrokenProcessPool: processes die again and again.
        OrganizerError: of a cluster, see :func:`xlplugin.ground.cluster.on_cluster`.
    """
    parts = [range(start, min(start + at_once, count)) for start in range(0, count, at_once)]
    if isinstance(workers, str):
        from xlplugin.ground.cluster import on_cluster  # noqa: PLC0415  (most have none)

        yield from on_cluster(work, parts, workers)
        return
    processes = min(workers, len(parts), MOST_PROCESSES)
    if processes < 2:
        yield from map(work, parts)
        return
    from concurrent.futures import ProcessPoolExecutor  # noqa: PLC0415  (there are none in a browser)
    from concurrent.futures.process import BrokenProcessPool  # noqa: PLC0415
    from multiprocessing import get_context  # noqa: PLC0415

    died = 0
    while parts:
        try:
            # started anew: a copy of a process that has threads, as Excel's has, may wait for ever
            start = get_context("spawn")
            with _safe_path(), ProcessPoolExecutor(processes, start, _leave_interrupts) as pool:
                with _interrupts_wait():
                    results = pool.map(work, tuple(parts))
                for found in results:
                    del parts[0]
                    yield found
        except BrokenProcessPool:
            died += 1
            if died > MOST_DEATHS:
                raise


@contextmanager
def _safe_path() -> Iterator[None]:
    """Let no Python that is started look for libraries in the folder where the terminal is."""
    before = os.environ.get("PYTHONSAFEPATH")
    os.environ["PYTHONSAFEPATH"] = "1"
    try:
        yield
    finally:
        del os.environ["PYTHONSAFEPATH"]
        if before is not None:
            os.environ["PYTHONSAFEPATH"] = before


@contextmanager
def _interrupts_wait() -> Iterator[None]:
    """Let Ctrl+C come after processes are started, which begin with it put off as it is here.

    It would end them with a traceback before they can leave it to others. (Windows has no such thing.)
    """
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    from multiprocessing import resource_tracker  # noqa: PLC0415  (as above)

    resource_tracker.ensure_running()  # or it is started among them, and nothing is put off any more
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _leave_interrupts() -> None:
    """Let Ctrl+C end the process that waits for the results, not each of the others by itself."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
