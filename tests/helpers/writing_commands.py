"""Every command that writes, and the events on which they are run."""

from __future__ import annotations

import os
import shutil
from pathlib import Path
from typing import NamedTuple
from zipfile import ZipFile

from click.testing import CliRunner
from openpyxl import load_workbook

from xlplugin.doors.cli import main as program
from xlplugin.parts.package import Package

EVENT, NEW = "event.xlsx", "fresh.xlsx"
NAMES = ("Ann", "Bea", "Cal", "Dee", "Eli", "Fay", "Gus")
RIBBON = "customUI/customUI.xml"
NEXT = ("lists", EVENT)
"""What is done after it, whatever there is in the event by then."""
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
    Case("buttons", ("setup", "event.xlsm"), ("players", "event.xlsm", "more.csv")),
    _again("played", "demo", "--ruleset", "nts"),
)


def run(*words: str) -> tuple[int, str]:
    """The exit status of a command and what it says; an error that nobody has foreseen comes through."""
    result = CliRunner().invoke(program, list(words), catch_exceptions=False)
    return result.exit_code, result.output


def done(*words: str) -> None:
    """Run a command that must do."""
    status, said = run(*words)
    assert status == 0, said


# The events


def make_states(folder: Path) -> None:
    """Make a folder for each state: the files among which a command is run."""
    _enter(folder / "played")
    Path("roster.csv").write_text("\n".join(["Name", *NAMES]), encoding="utf-8")
    Path("more.csv").write_text("Name\nIda\n", encoding="utf-8")
    done(
        "new", EVENT, "--ruleset", "nisei-swiss", "--players", "roster.csv", "--set", "Event seed=7"
    )
    done("pair", EVENT)
    _type(EVENT, rounds=None)
    done("standings", EVENT)
    done("export", EVENT, "-o", "old.json")
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
            done(*words)
    _enter(folder / "last")
    _type(EVENT, rounds=1)
    _enter(folder / "buttons")
    done("new", "event.xlsm", "--ruleset", "nisei-swiss")
    with ZipFile("event.xlsm") as archive:
        package = Package(archive)
        package.put(RIBBON, b"<customUI/>")
        content = package.packed()
    Path("event.xlsm").write_bytes(content)
    shutil.copy("../played/more.csv", ".")


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
