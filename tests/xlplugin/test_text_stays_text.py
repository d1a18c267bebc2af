"""Whatever people are called, their names are text: in cells, CSV, Markdown and results files."""

from __future__ import annotations

import csv
import json
import re
from functools import cache
from io import StringIO

import pytest

from xlplugin.exports import chat

from cases import each

NAMES = [
    "=1+1", '=HYPERLINK("http://x.example","y")', "+1", "-x", "@x", "<b>bold</b>",
    "<script>alert(1)</script>", "a|b", "a*b_c`d`", "[link](http://x.example)", "# heading",
    'Ann "Ace" O\'Neil', "Zo\u00eb & M\u00fcller", "\U0001f431 cat", "\u05e9\u05dc\u05d5\u05dd",
    "\u0645\u0631\u062d\u0628\u0627", "1", "007", "3-3", "TRUE", "#N/A", "'quoted", "Drop; table",
    "100%", "{0}", "[red]x[/red]", "W", "Bye",
]  # fmt: skip
pytestmark = pytest.mark.on_files
by_name = each("name", NAMES)
PLACES = [
    ("Players", ["Name", "Club"]), ("Round 1", ["Player 1", "Player 2"]), ("Standings 1", ["Player"]),
    ("Pairing notes", ["Player 1", "Player 2"]),
]  # fmt: skip


@pytest.fixture(scope="module")
def named_event(event_file, tmp_path_factory):
    """An event of all these names with one finished round."""
    folder = tmp_path_factory.mktemp("named")
    with (folder / "roster.csv").open("w", encoding="utf-8", newline="") as file:
        csv.writer(file).writerows([["Name", "Club"], *([name, name] for name in NAMES)])
    event = event_file(folder / "event.xlsx")
    event.done(
        "new", "--ruleset", "nisei-swiss", "--players", folder / "roster.csv",
        "--set", "Event seed=7", "--set", "Event name==1+1|<b>",
    )  # fmt: skip
    event.round()
    event.done("standings")
    return event


@pytest.fixture(scope="module")
def named_book(named_event):
    """The workbook of the event, as read."""
    return named_event.read()


@pytest.fixture(scope="module")
def exported(named_event):
    """The text of an export in a format."""

    @cache
    def text(kind):
        out = named_event.path.with_name(f"out.{kind}")
        named_event.done("export", "--format", kind, "-o", out)
        return out.read_bytes().decode("utf-8-sig")

    return text


@pytest.fixture(scope="module")
def printed(named_event):
    """What ``standings`` prints, as a table and as JSON."""
    return named_event.done("standings").stdout, named_event.json("standings")["standings"]


@pytest.mark.parametrize("name", [name for name in NAMES if name[0] in "=+-@"])
def test_a_name_like_a_formula_stays_text_when_it_is_typed_again(named_event, named_book, name):
    """The cell has Excel's text mark, or Enter in it would make the name a formula."""
    tab = named_book["Players"]
    column = named_event.column(tab, "Name")
    assert [c.quotePrefix for (c,) in tab.iter_rows(min_col=column, max_col=column)
            if c.value == name] == [True]  # fmt: skip


@by_name
@each(("sheet", "headers"), PLACES, ids=[sheet for sheet, _ in PLACES])
def test_a_name_is_text_on_every_tab(named_event, named_book, sheet, headers, name):
    """The name stands in a text cell exactly as it was typed, and is nowhere a formula."""
    tab = named_book[sheet]
    columns = [named_event.column(tab, header) for header in headers]
    cells = [c for row in tab.iter_rows(min_row=2) for c in row if c.column in columns]
    assert {c.data_type for c in cells if c.value == name} == {"s"}
    assert {c.data_type for c in cells if c.value is not None} == {"s"}


def test_the_reasons_are_text(named_event, named_book):
    """The explanations, which quote names, are text."""
    tab = named_book["Pairing notes"]
    why = [tab.cell(row, named_event.column(tab, "Why")) for row in range(2, tab.max_row + 1)]
    assert {cell.data_type for cell in why if cell.value is not None} == {"s"}


def test_the_event_s_name_is_text(named_event, named_book):
    """A setting that looks like a formula stays text."""
    row = named_event.row_of("Event", "Setting", "Event name")
    cell = named_book["Event"].cell(row, 2)
    assert (cell.value, cell.data_type) == ("=1+1|<b>", "s")


def test_names_typed_by_the_organizer_stay_text(make_event):
    """A name typed as text into Players is the same text after the round is paired."""
    names = ["=1+1", "+1", "-x", "@x", "1", "#N/A", "TRUE", "3-3"]
    event = make_event(players=8)
    with event.opened() as workbook:
        for row, name in enumerate(names, 2):
            cell = workbook["Players"].cell(row, 2)
            cell.value, cell.data_type = name, "s"
    event.done("pair")
    book = event.read()
    cells = [*(c for row in book["Round 1"].iter_rows() for c in row), *book["Players"]["B"]]
    for name in names:
        assert [c.data_type for c in cells if c.value == name] == ["s", "s"], name


@by_name
def test_a_csv_runs_nothing(exported, name):
    """No cell of the CSV begins like a formula, and every name is in it once."""
    cells = [cell for row in csv.reader(StringIO(exported("csv"))) for cell in row]
    assert sum(cell.removeprefix("'") == name.removeprefix("'") for cell in cells) >= 1
    assert [cell for cell in cells if cell[:1] in ("=", "+", "-", "@")] == []


@by_name
def test_a_message_for_chats_keeps_its_columns(exported, name):
    """Every name is on a line of its own between rank and points, inside of a code block."""
    blocks = exported("markdown").split("```\n")
    standings = next(block for block in blocks if "standings after round 1" in block)
    lines = standings.splitlines()[3:]
    assert len(lines) == len(NAMES)
    shown = [re.fullmatch(r" *\d+  (.*?) +\d+  .*", line)[1] for line in lines]
    assert sum(text == chat.cut(name) for text in shown) == 1
    assert "```" not in "".join(blocks)


def test_a_message_for_chats_calls_nobody(exported):
    """What would call people has something unseen in it."""
    assert "@x" not in exported("markdown")


@by_name
def test_what_is_printed_and_the_results_file_have_the_name_itself(exported, printed, name):
    """Neither JSON nor what markup might mean changes it."""
    players = [player["name"] for player in json.loads(exported("nrtm"))["players"]]
    assert players.count(name) == 1
    assert name in printed[0]
    assert [line["player"] for line in printed[1]].count(name) == 1
