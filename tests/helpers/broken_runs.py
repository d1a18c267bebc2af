"""Every command that writes, killed at a random moment or on a failing disk, and what is there afterwards.

Run as a program: ``broken_runs.py FOLDER SEED COUNT`` prints a line for each run after which something is
wrong, of so many that are killed and as many that fail.
"""

from __future__ import annotations

import errno
import os
import re
import shutil
import signal
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from itertools import product
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

from writing_commands import CASES, EVENT, NEW, NEXT, Case, done, make_states, run

from xlplugin.exports.files import LIST
from xlplugin.hosts.closed_file.backups import backups_of
from xlplugin.hosts.closed_file.host import FileHost
from xlplugin.hosts.closed_file.leftovers import PREFIX, SECONDS_OF_A_DAY

ERRORS = (errno.ENOSPC, errno.EROFS, errno.EXDEV, errno.EIO, errno.EACCES, errno.EBUSY)
STEPS = (
    (os, "open"), (os, "mkdir"), (os, "link"), (os, "replace"), (os, "rename"), (os, "unlink"), (os, "fsync"),
    (shutil, "copymode"), (Path, "write_bytes"),
)  # fmt: skip
"""What is done to files, which a disk may refuse."""


def _files() -> dict[str, bytes]:
    """The files of the current folder, without backups."""
    kept = {backup for path in (EVENT, NEW, "event.xlsm") for backup in backups_of(Path(path))}
    found = (path for path in Path().rglob("*") if path.is_file() and path not in kept)
    found = (path for path in found if path.name != LIST)  # it names the files of before and of now
    return {str(path): path.read_bytes() for path in found}


def _summary(name: str, content: bytes) -> str:
    """What a file says, without times; a workbook is read as every command reads it."""
    if name.endswith((".xlsx", ".xlsm")):
        path = Path(tempfile.gettempdir(), name)
        path.write_bytes(content)
        text = str(FileHost(path).read().sheets)
        path.unlink()
    else:
        text = content.decode()
    return re.sub(r"[0-9a-f]*\d[0-9a-f]*", "", text)


class Expected(NamedTuple):
    """How long a command takes, and the files that it leaves if nobody kills it."""

    seconds: float
    files: dict[str, str]


@cache
def _expected(case: Case, states: Path) -> Expected:
    with _folder(states / case.state):
        before = _files()
        begun = time.monotonic()
        status = _wait(_started(case.words))
        took = time.monotonic() - begun
        assert status == 0, (case, run(*case.words))
        files = _files()
        assert files != before, case
        return Expected(took, {name: _summary(name, files[name]) for name in files})


class _folder:  # noqa: N801
    """A copy of a state's folder, for as long as the context lasts."""

    def __init__(self, state: Path) -> None:
        self.path = Path(tempfile.mkdtemp(dir=state.parent)) / "event"
        shutil.copytree(state, self.path)

    def __enter__(self) -> None:
        os.chdir(self.path)

    def __exit__(self, *_: object) -> None:
        os.chdir("/")
        shutil.rmtree(self.path.parent)


def _started(words: tuple[str, ...]) -> int:
    """The process of a run, which begins as everything has been imported."""
    child = os.fork()
    if child == 0:
        status = 99
        try:
            status = run(*words)[0]
        finally:
            os._exit(status)
    return child


def _wait(child: int) -> int:
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])


def _kill(child: int, seconds: float, random: Random) -> None:
    """End a run at some moment of it, or some while after it has begun to write."""
    if random.random() < 0.5:
        time.sleep(seconds * random.random())
    else:
        before = {*Path().iterdir()}
        while {*Path().iterdir()} == before:
            if os.waitpid(child, os.WNOHANG) != (0, 0):
                return
        time.sleep(seconds * random.random() / 3)
    os.kill(child, signal.SIGKILL)
    _wait(child)


def _killed(case: Case, states: Path, random: Random) -> Iterator[str]:
    """Run a command and kill it, and tell what is wrong then."""
    expected = _expected(case, states)
    before = _files()
    _kill(_started(case.words), expected.seconds, random)
    yield from _lost(before, expected)


@contextmanager
def _failing(step: int, error: int) -> Iterator[Callable[[], int]]:
    """Let the system refuse a step; gives a function that counts the steps so far."""
    count = 0

    def refusing(original: Callable[..., object]) -> Callable[..., object]:
        def refuse(*arguments: Any, **options: Any) -> object:
            nonlocal count
            count += 1
            if count - 1 != step:
                return original(*arguments, **options)
            if original is originals[Path, "write_bytes"]:  # the disk is full halfway
                original(arguments[0], arguments[1][: len(arguments[1]) // 2])
            raise OSError(error, os.strerror(error))

        return refuse

    originals = {(owner, name): getattr(owner, name) for owner, name in STEPS}
    for (owner, name), original in originals.items():
        setattr(owner, name, refusing(original))
    try:
        yield lambda: count
    finally:
        for (owner, name), original in originals.items():
            setattr(owner, name, original)


@cache
def _steps(case: Case, states: Path) -> int:
    """How many steps a command takes."""
    with _folder(states / case.state), _failing(-1, 0) as steps:
        done(*case.words)
        return steps()


def _failed(case: Case, states: Path, random: Random) -> Iterator[str]:
    """Run a command on a disk that refuses one step, and tell what is wrong then."""
    expected, steps = _expected(case, states), _steps(case, states)
    before = _files()
    step, error = random.randrange(steps), random.choice(ERRORS)
    with _failing(step, error):
        status, said = run(*case.words)
    where = f"step {step} of {steps}, {os.strerror(error)}"
    if (status and os.strerror(error) not in said) or "Unexpected error" in said:
        yield f"{where}: says {said}"
    if status and not _is_of_several(case) and _files() != before:
        yield f"{where}: refused, and there is now {_files().keys() ^ before.keys()}"
    for what in _lost(before, expected):
        yield f"{where}: {what}"


def _is_of_several(case: Case) -> bool:
    """True if a command writes several files, some of which may be there before one is refused."""
    return "tabs/" in case.words or "--limit" in case.words


BROKEN = {"killed": _killed, "failed": _failed}


def _wrong(what: str, case: Case, states: Path, random: Random) -> Iterator[str]:
    """Let a run be broken, do the next one, and tell what is wrong."""
    expected = _expected(case, states)
    if what == "failed":
        _steps(case, states)
    with _folder(states / case.state):
        before = _files()
        yield from BROKEN[what](case, states, random)
        is_made = case.words[0] in ("new", "import") and Path(NEW).exists()
        _age()
        status, said = run(*(("lists", NEW) if is_made else case.next))
        if status:
            yield f"the next run: {said}"
        known = {*before, *expected.files, "demo-2.xlsx", f"tabs/{LIST}"}
        left = {str(path) for path in Path().rglob("*") if path.is_file()} - known
        left -= {str(b) for name in known for b in backups_of(Path(name))}
        if left:
            yield f"left behind: {sorted(left)}"


def _lost(before: dict[str, bytes], expected: Expected) -> Iterator[str]:
    """What is neither old nor new, or is gone."""
    now = _files()
    for name in {*before, *expected.files}:
        if name not in now:
            if name in before:
                yield f"{name} is gone"
            continue
        if now[name] == before.get(name):
            continue
        try:
            is_new = _summary(name, now[name]) == expected.files.get(name)
        except Exception as error:  # noqa: BLE001  whatever keeps it from being read
            yield f"{name} is half there: {error}"
            continue
        if not is_new:
            yield f"{name} is neither old nor new"
        kept = [backup.read_bytes() for backup in backups_of(Path(name))]
        if name in (EVENT, "event.xlsm") and before[name] not in kept:
            yield f"{name} has no backup"


def _age() -> None:
    """Let a day go by for what only goes after one."""
    then = time.time() - 1.1 * SECONDS_OF_A_DAY
    for path in (*Path().glob(f"{PREFIX}*"), *Path(tempfile.gettempdir()).iterdir()):
        os.utime(path, (then, then))


def main() -> None:
    """Break so many runs of commands by chance, and tell what was wrong."""
    folder = Path(sys.argv[1]).resolve()
    seed, count = map(int, sys.argv[2:])
    temporary = folder / "temporary"
    temporary.mkdir(parents=True)
    tempfile.tempdir = str(temporary)
    make_states(folder)
    for what, number in product(BROKEN, range(seed, seed + count)):
        random = Random(number)
        case = random.choice(CASES)
        for fault in _wrong(what, case, folder, random):
            print(f"{what} {number} {' '.join(case.words)}: {fault}", flush=True)  # noqa: T201
    with _folder(folder / "played"):
        _age()
        done(*NEXT)
    left = sorted(path.name for path in temporary.iterdir())
    if left:
        print(f"left in the system's folder: {left}")  # noqa: T201


if __name__ == "__main__":
    main()
