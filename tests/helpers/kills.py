"""Every command that writes, killed in earnest at a random moment, and what is there afterwards.

Run as a program: ``kills.py FOLDER SEED COUNT`` prints a line for each kill after which something is wrong.
"""

from __future__ import annotations

import os
import re
import shutil
import signal
import sys
import tempfile
import time
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from random import Random
from typing import NamedTuple
from zipfile import ZipFile

from click.testing import CliRunner
from openpyxl import load_workbook

from xlplugin.cli import main as program
from xlplugin.hosts.backups import backups_of
from xlplugin.hosts.file import FileHost
from xlplugin.hosts.leftovers import PREFIX, SECONDS_OF_A_DAY
from xlplugin.parts.package import Package

EVENT, NEW = "event.xlsx", "fresh.xlsx"
NAMES = ("Ann", "Bea", "Cal", "Dee", "Eli", "Fay", "Gus")
RIBBON = "customUI/customUI.xml"
NEXT = ("lists", EVENT)
"""What is done after a kill, whatever there is in the event by then."""


EXPORTS = (
    ("export", EVENT),
    ("export", EVENT, "-o", "tabs/"),
    ("export", EVENT, "-o", "page.html"),
    ("export", EVENT, "-o", "post.md", "--limit", "200"),
    ("export", EVENT, "-o", "results.json"),
)


class Case(NamedTuple):
    """A command, the event on which it is run, and the command that must do after it was killed."""

    state: str
    words: tuple[str, ...]
    next: tuple[str, ...] = NEXT


def _again(state: str, *words: str) -> Case:
    """A command that makes files of its own; after a kill it is the one that is tried again."""
    return Case(state, words, words)


CASES = (
    Case("played", ("pair", EVENT)),
    Case("played", ("standings", EVENT, "--cross-table")),
    Case("played", ("undo", EVENT)),
    Case("played", ("restore", EVENT, "1")),
    Case("played", ("print", EVENT, "seats")),
    Case("played", ("print", EVENT, "cards")),
    Case("played", ("penalties", EVENT)),
    Case("played", ("lists", EVENT)),
    Case("played", ("statistics", EVENT)),
    Case("played", ("players", EVENT, "more.csv")),
    Case("last", ("cut", EVENT, "--top", "4")),
    Case("last", ("tiebreaker", EVENT, "--top", "2")),
    Case("paired", ("pair", EVENT, "--again")),
    Case("paired", ("undo", EVENT)),
    Case("paired", ("swap", EVENT, "1", "2")),
    Case("paired", ("move", EVENT, "1", "3")),
    Case("paired", ("publish", EVENT)),
    Case("paired", ("clock", EVENT, "--start")),
    Case("paired", ("print", EVENT, "names")),
    Case("paired", ("print", EVENT, "slips")),
    Case("swapped", ("again", EVENT, "1", "2")),
    Case("waiting", ("late", EVENT, "Ida")),
    _again("played", "new", NEW, "--ruleset", "nisei-swiss", "--players", "more.csv"),
    _again("played", "import", "old.json", NEW),
    *(_again("exported", *words) for words in EXPORTS),
    _again("buttons", "setup", "event.xlsm"),
    _again("played", "demo", "--ruleset", "nts"),
)


def run(*words: str) -> tuple[int, str]:
    """The exit status of a command and what it says; an error that nobody has foreseen comes through."""
    result = CliRunner().invoke(program, list(words), catch_exceptions=False)
    return result.exit_code, result.output


def _done(*words: str) -> None:
    status, said = run(*words)
    assert status == 0, said


# The events


def make_states(folder: Path) -> None:
    """Make a folder for each state: the files among which a command is run."""
    _enter(folder / "played")
    Path("roster.csv").write_text("\n".join(["Name", *NAMES]), encoding="utf-8")
    Path("more.csv").write_text("Name\nIda\n", encoding="utf-8")
    _done(
        "new", EVENT, "--ruleset", "nisei-swiss", "--players", "roster.csv", "--set", "Event seed=7"
    )
    _done("pair", EVENT)
    _type(EVENT, rounds=None)
    _done("standings", EVENT)
    _done("export", EVENT, "-o", "old.json")
    for state, of, *commands in (
        ("last", "played"),
        ("exported", "played", *EXPORTS, ("players", EVENT, "more.csv")),
        ("paired", "played", ("pair", EVENT)),
        ("swapped", "paired", ("swap", EVENT, "1", "2")),
        ("waiting", "paired", ("players", EVENT, "more.csv")),
    ):
        shutil.copytree(folder / of, folder / state)
        _enter(folder / state)
        for words in commands:
            _done(*words)
    _enter(folder / "last")
    _type(EVENT, rounds=1)
    _enter(folder / "buttons")
    _done("new", "event.xlsm", "--ruleset", "nisei-swiss")
    with ZipFile("event.xlsm") as archive:
        package = Package(archive)
        package.put(RIBBON, b"<customUI/>")
        content = package.packed()
    Path("event.xlsm").write_bytes(content)


def _enter(folder: Path) -> None:
    folder.mkdir(exist_ok=True)
    os.chdir(folder)


def _type(path: str, rounds: int | None) -> None:
    """Type the results of round 1, a penalty, and settings, as somebody does in a spreadsheet program."""
    workbook = load_workbook(path)
    workbook["Players"].delete_rows(len(NAMES) + 10, 300)  # fewer spare rows are read faster
    for row in range(2, 5):
        workbook["Round 1"].cell(row, 6).value = workbook["Round 1"].cell(row, 7).value = "W"
    places = {cell.value: cell.column for cell in workbook["Penalties"][1]}
    for header, value in {"No": 1, "Infraction": "Slow play"}.items():
        workbook["Penalties"].cell(2, places[header]).value = value
    settings = {"Publish rounds": "When told", "Rounds": rounds}
    for row in workbook["Event"].iter_rows():
        if row[0].value in settings and settings[row[0].value]:
            row[1].value = settings[row[0].value]
    workbook.save(path)


# What is there


def _files() -> dict[str, bytes]:
    """The files of the current folder, without backups."""
    kept = {backup for path in (EVENT, NEW, "event.xlsm") for backup in backups_of(Path(path))}
    found = (path for path in Path().rglob("*") if path.is_file() and path not in kept)
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


def _wrong(case: Case, states: Path, random: Random) -> Iterator[str]:
    """Run a command, kill it, run the next one, and tell what is wrong."""
    expected = _expected(case, states)
    with _folder(states / case.state):
        before = _files()
        _kill(_started(case.words), expected.seconds, random)
        yield from _lost(before, expected)
        is_made = case.words[0] in ("new", "import") and Path(NEW).exists()
        _age()
        status, said = run(*(("lists", NEW) if is_made else case.next))
        if status:
            yield f"the next run: {said}"
        known = {*before, *expected.files, "demo-2.xlsx"}
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
    """Kill so often, one command after another; tell what was wrong, and how much had been written."""
    folder, seed, count = Path(sys.argv[1]).resolve(), int(sys.argv[2]), int(sys.argv[3])
    temporary = folder / "temporary"
    temporary.mkdir(parents=True)
    tempfile.tempdir = str(temporary)
    make_states(folder)
    for number in range(seed, seed + count):
        random = Random(number)
        case = random.choice(CASES)
        for what in _wrong(case, folder, random):
            print(f"{number} {' '.join(case.words)}: {what}", flush=True)  # noqa: T201
    with _folder(folder / "played"):
        _age()
        _done(*NEXT)
    left = sorted(path.name for path in temporary.iterdir())
    if left:
        print(f"left in the system's folder: {left}")  # noqa: T201


if __name__ == "__main__":
    main()
