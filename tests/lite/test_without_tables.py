"""No button that organizers click needs anything that xlwings Lite would first have to download."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner
from openpyxl import load_workbook

from xlplugin.doors import buttons
from xlplugin.doors.cli import main

SAMPLE = Path(__file__).parents[2] / "samples" / "nisei-swiss-24.xlsx"
HEAVY = ("click", "defusedxml", "numpy", "openpyxl", "pandas", "rich")
CLICKS = """
import json
import sys

clicks, heavy = json.load(sys.stdin)
sys.modules.update(dict.fromkeys(heavy))  # so that none of them can be imported

import xlwings as xw

from xlplugin import functions
from xlplugin.doors import buttons

made = {}
for name, (verb, payload) in clicks.items():
    book = xw.Book(json=payload)
    buttons.click(verb, book)
    made[name] = book.json()["actions"]
print(json.dumps(made))
"""
BOOKS = {
    "pair": "new", "number_players": "new", "standings": "played", "statistics": "played",
    "tiebreaker": "played", "cut": "played", "undo": "sample", "check": "sample", "export": "sample",
    "penalties": "new", "add_players": "roster", "print_seats": "new", "print_cards": "new",
    "cross_table": "played", "matchups": "sample", "plan": "new",
}  # fmt: skip
"""Workbooks of the verbs that say nothing interesting of one whose first round is paired."""
CLICKED = {verb: (verb, BOOKS.get(verb, "paired")) for verb in buttons.VERBS}
CLICKED["final standings"] = ("standings", "sample")


def _run(*arguments):
    told = CliRunner().invoke(main, [str(argument) for argument in arguments])
    assert told.exit_code == 0, told.output


@pytest.fixture(scope="module")
def clicked(live, tmp_path_factory):
    """Click buttons in a Python that has none of the heavy packages; the actions of each."""
    folder = tmp_path_factory.mktemp("books")
    path, roster = folder / "event.xlsx", folder / "roster.csv"
    roster.write_text("Name\nAnn\nBea\nCal\nDee\n", encoding="utf-8")
    settings = [f"--set={setting}" for setting in ("Event seed=7", "Rounds=1", "Cut=2")]
    _run("new", path, "--ruleset", "nisei-swiss", "--players", roster, *settings)
    books = {"new": live.payload(path), "sample": live.payload(SAMPLE)}
    workbook = load_workbook(path)
    for name in ("Name", "Late Larch"):
        (workbook["Roster"] if name != "Name" else workbook.create_sheet("Roster")).append([name])
    books["roster"] = live.payload(workbook)
    _run("pair", path)
    books["paired"] = live.payload(path)
    workbook = load_workbook(path)
    sheet = workbook["Round 1"]
    places = {cell.value: cell.column for cell in sheet[1]}
    for row, letters in ((2, "WW"), (3, "WL")):  # two are level for the second place of the cut
        for header, letter in zip(("P1 Corp", "P1 Runner"), letters, strict=True):
            sheet.cell(row, places[header]).value = letter
    books["played"] = live.payload(workbook)
    clicks = {name: (verb, books[book]) for name, (verb, book) in CLICKED.items()}
    done = subprocess.run(
        [sys.executable, "-c", CLICKS],
        input=json.dumps([clicks, HEAVY]), capture_output=True, encoding="utf-8", check=False,
        env={**os.environ, "XLWINGS_LICENSE_KEY": "noncommercial"},
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


@pytest.mark.parametrize("name", CLICKED)
def test_a_click_needs_no_heavy_package(clicked, name):
    """Without pandas, numpy, openpyxl and the like a button does what it does with them."""
    done = clicked[name]
    told = [action["args"][0] for action in done if action["func"] == "alert"]
    assert done
    assert not any("Unexpected error" in text for text in told), told


@pytest.mark.parametrize(
    ("name", "tab"),
    [
        ("pair", "Round 1"), ("standings", "Standings 1"), ("statistics", "Statistics"),
        ("tiebreaker", "Tiebreaker"), ("cut", "Cut 1"), ("print_slips", "Slips"),
        ("print_cards", "Player cards"), ("cross_table", "Cross table"), ("matchups", "Matchups"),
        ("plan", "Plan"),
    ],
)  # fmt: skip
def test_a_click_makes_its_tab(clicked, name, tab):
    """The new tab is among what Excel is asked for."""
    named = [a["args"][0] for a in clicked[name] if a["func"] == "setSheetName"]
    assert tab in named


def test_undo_puts_its_tab_away(clicked):
    """The newest tab of the cut is hidden under another name."""
    named = [a["args"][0] for a in clicked["undo"] if a["func"] == "setSheetName"]
    assert "Cut 5 undone" in named
