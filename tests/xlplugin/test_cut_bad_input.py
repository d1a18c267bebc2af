"""Mistakes on the tabs after the Swiss rounds: reported by cell, and nothing is written."""

from __future__ import annotations

from datetime import datetime
from random import Random

import pytest

from engine import RULESETS

CELLS = [
    pytest.param("Winner", 3, "'3' is not allowed here", id="a third player"),
    pytest.param("Winner", "=1", "a formula", id="a formula"),
    pytest.param("Winner", "#N/A", "the error #N/A", id="an error"),
    pytest.param("Winner", datetime(2026, 1, 2), "the date or time", id="a date"),  # noqa: DTZ001
    pytest.param("Winner", None, "the result is missing", id="no winner"),
    pytest.param("Corp", None, "the Corp player is missing", id="no Corp"),
    pytest.param("Special", "2-for-1", "'2-for-1' is not allowed here", id="2-for-1"),
    pytest.param("Special", "Bye", "Bye, but two players", id="bye of two"),
    pytest.param("Seed 1", None, "blank", id="no seed"),
    pytest.param("Seed 1", 9, "seed 9, but only 4 players are in the cut", id="seed too large"),
    pytest.param("Seed 2", 1, "seed 1 is already in ", id="seed twice"),
    pytest.param("No 1", None, "no opponent", id="no player"),
    pytest.param("No 1", 99, "player 99 is not on Players", id="unknown player"),
]


@pytest.mark.parametrize(("header", "value", "words"), CELLS)
def test_a_bad_cell_of_a_cut_tab_is_named(at_state, header, value, words):
    """A cell that cannot be read stops pairing, with its address and what is wrong with it, and no more."""
    event = at_state("cut 1 typed")
    event.type("Cut 1", 2, **{header: value})
    told = event.refused("pair")
    # of a seed that stands twice, the second place is the one that is told
    is_twice = "already" in words
    places = [("Seed 1", 3), ("Seed 2", 3), ("Seed 2", 2)] if is_twice else [(header, 2)]
    cells = [event.address("Cut 1", *place) for place in places]
    assert any(f"{cell}: {words}" in told for cell in cells), told
    assert "number the seeds" not in told or header.startswith(("Seed", "No"))


SWISS = {
    "best of three": ("nisei-swiss", 6, 1, ("Cut=4", "Elimination=Best of three")),
    "tiebreaker": ("nisei-swiss", 6, 1, ("Cut=2", "Tiebreaker round=Yes")),
    "open": ("nisei-swiss", 6, 1),
    "hex": ("hex", 8, 1),
}
"""Events after their Swiss rounds."""


@pytest.fixture
def scene(at_state, after_swiss):
    """Open a top 4 at one of its states, or ``hex 1``: an event of ``SWISS`` with one more round played."""

    def opened(name):
        kind, _, rounds = name.rpartition(" ")
        if kind not in SWISS:
            return at_state(name)
        event = after_swiss(*SWISS[kind])
        for _ in range(int(rounds)):
            event.next_round()
        return event

    return opened


def games(*results):
    """Type the games of a best of three, and what else is given."""
    named = {f"Cut 1!Game {n} 2": result for n, result in enumerate(results, 1)}
    return {"Cut 1!Game 3 2": None} | named


def deleted(tab, row):
    """Delete a row."""
    return lambda book: book[tab].delete_rows(row)


def renamed(tab, name):
    """Give a tab another name, or delete it."""
    if name:
        return lambda book: setattr(book[tab], "title", name)
    return lambda book: book.remove(book[tab])


def header_gone(header):
    """Type something else over a header of ``Cut 1``."""

    def change(book):
        cell = next(cell for cell in book["Cut 1"][1] if cell.value == header)
        cell.value = "something else"

    return change


def swapped(book):
    """Exchange the second players of two games of ``Cut 2``."""
    tab = book["Cut 2"]
    for cell in tab[1]:
        if cell.value in ("No 2", "Player 2"):
            one, two = tab.cell(2, cell.column), tab.cell(3, cell.column)
            one.value, two.value = two.value, one.value


def renumbered(book):
    """Delete a row of ``Cut 1``, and call the others seeds one and two."""
    tab = book["Cut 1"]
    tab.delete_rows(3)
    for cell in tab[1]:
        if cell.value in ("Seed 1", "Seed 2"):
            tab.cell(2, cell.column).value = int(cell.value[-1])


WINNER = {"Cut 1!Winner 2": None}
MISSING = "{Cut 1!Winner 2}: the result is missing"
NO_SUCH = "there is no such tab"
MISTYPED = [
    *(("cut 2", {"Cut 1!Winner 3": 3}, command, "{Cut 1!Winner 3}: ")
      for command in ("standings", "cut", "pair --again")),
    ("cut 2", {"Cut 1!Winner 3": 3}, "tiebreaker"),
    *(("cut 1 typed", {"Cut 1!Special 2": special}, "pair",
       "{Cut 1!Winner 2}: the result contradicts itself", "clear Winner, or clear Special")
      for special in ("No-show 2", "Double no-show")),
    ("best of three 1", games(1, 1, 1), "pair", "{Cut 1!Game 3 2}: ", "Game 3 is not played when Player 1 has won"),
    ("best of three 1", games(1, None, 1), "pair", "{Cut 1!Game 2 2}: ", "Game 2 is blank, but a later"),
    ("best of three 1", games(None, 1, None), "pair", "{Cut 1!Game 1 2}: ", "Game 1 is blank, but a later"),
    ("best of three 1", games(1, 2, None), "pair", "{Cut 1!Game 3 2}: the result is missing"),
    ("best of three 1", {**games(1, 1), "Cut 1!Special 2": "No-show 2"}, "pair", "{Cut 1!Game 1 2}: ", "clear Game 1"),
    ("hex 1", {"Cut 1!HQ 1 2": None}, "pair", "{Cut 1!HQ 1 2}: the result is missing"),
    ("hex 1", {"Cut 1!Army 1 2": "Vegas"}, "pair", "{Cut 1!Army 1 2}: ", "Vegas is not one of the armies for the finals"),
]  # fmt: skip
LATER_ROUNDS = [
    *(("cut 2 typed", WINNER, command, MISSING, "Cut 2 builds on it", "undo Cut 2") for command in ("pair", "standings")),
    ("cut 1", {"Round 1!P1 Corp 2": None}, "pair", "{Round 1!P1 Corp 2}: the result is missing"),
    ("tiebreaker 2", {"Tiebreaker!Winner 2": None}, "standings",
     "{Tiebreaker!Winner 2}: the result is missing", "Cut 1 builds on it"),
    *(("tiebreaker 1", {f"Tiebreaker!{header} 2": None}, command, f"{{Tiebreaker!{header} 2}}: {missing}")
      for header, missing in (("Winner", "the result is missing"), ("Corp", "the Corp player is missing"))
      for command in ("pair", "cut")),
]  # fmt: skip
WHO_MEETS_WHOM = [
    ("cut 2 typed", swapped, "pair", "Cut 2!", "do not meet here: by the bracket it is game", "as player numbers"),
    *(("cut 2 typed", {f"Cut 2!No {side} 2": 6}, "pair", f"{{Cut 2!No {side} 2}}: Fay does not play in this round: it is game")
      for side in (1, 2)),
    ("cut 2 typed", deleted("Cut 1", 2), "pair", "Cut 1", "put the missing row"),
    ("cut 2 typed", deleted("Cut 2", 2), "pair", "Cut 2: ", "in no row: game", "put the row back, or undo"),
    # half a top 4 is no top 2
    ("cut 1 typed", deleted("Cut 1", 2), "pair", "put the missing row"),
    ("cut 1 typed", renumbered, "standings"),
]  # fmt: skip
TABS = [
    *(("cut 2 typed", renamed(tab, name), command, f"{tab}: {NO_SUCH}", "take it from a backup")
      for tab, name, command in (("Cut 1", None, "pair"), ("Cut 2", "Semifinals", "standings"))),
    ("tiebreaker 2", renamed("Tiebreaker", None), "pair", f"Tiebreaker: {NO_SUCH}"),
    *(("cut 1 typed", header_gone(header), "pair", f"Cut 1!A1: the header '{header}' is missing")
      for header in ("Seed 1", "Player 2", "Winner")),
    ("cut 1 typed", deleted("Cut 1", 1), "pair", "Cut 1: the header row is missing"),
    ("cut 1 typed", lambda book: setattr(book.copy_worksheet(book["Cut 1"]), "title", "Cut 01"), "pair", "Cut 1"),
    ("cut 1 typed", lambda book: book["Cut 1"].merge_cells("A2:A3"), "pair", "Cut 1!A2:A3: merged cells"),
]  # fmt: skip
SIZES = [
    *(("swiss", {}, f"cut --top {top}", f"There is no cut to {top} in nisei-swiss; there are: 2, 3, 4, 8, 16.")
      for top in (5, 32)),
    *(("swiss", {}, f"cut --top {top}", f"{{Event!Cut}}: a cut to {top} needs {top} players, but only 6 can play on", "4")
      for top in (8, 16)),
    *(("swiss", {"Event!Cut": 8}, command, "{Event!Cut}: a cut to 8 needs 8 players") for command in ("pair", "cut")),
    *(("swiss", {f"Event!{name}": value}, "pair", f"{{Event!{name}}}: {name} cannot be '{value}'") for name, value in (
        ("Cut", 5), ("Cut", "Top 4"), ("Elimination", "Triple"), ("Day one rounds", 0),
        ("Day two points", -6),
    )),
    *(("open 0", {"Event!Cut": none}, "cut", "anyway: xlplugin cut event.xlsx --top 2 (or 3, 4, ") for none in (None, "None")),
]  # fmt: skip
TOO_EARLY_OR_LATE = [
    *(("swiss", {"Event!Rounds": 2}, command, "{Event!Rounds}: 1 of 2 Swiss rounds have been paired",
       "play the others first, or set Rounds to 1") for command in ("cut", "cut --top 2", "tiebreaker")),
    *(("swiss", {"Round 1!P1 Corp 3": None, "Round 1!P1 Runner 3": None}, command, "{Round 1!P1 Corp 3}: the result is missing")
      for command in ("cut --top 4", "tiebreaker", "pair")),
    *(("cut 1", {}, command, "Cut 1: the cut to the top 4 has been made. For another size, undo; for its next round: xlplugin pair ")
      for command in ("cut", "cut --top 2")),
    *((state, {}, "tiebreaker", "It is too late for a tiebreaker round: there is Cut 1") for state in ("cut 1", "cut 2")),
    ("tiebreaker 1", {}, "tiebreaker", "there is Tiebreaker. Undo it first"),
    ("tiebreaker 1", {}, "cut --top 4", "the tiebreaker round was played for a cut to 2"),
    *((state, {}, "cut --points 6", "the Swiss rounds are over") for state in ("cut 1", "final")),
    ("swiss", {"Event!Rounds": 2}, "cut --points 99", "have 99 points or more"),
    ("hex 0", {}, "tiebreaker --top 4", "hex has no tiebreaker round"),
    ("hex 0", {}, "cut --points 3", "hex has no cut by points between two days"),
]  # fmt: skip


@pytest.mark.parametrize(
    "case", [*MISTYPED, *LATER_ROUNDS, *WHO_MEETS_WHOM, *TABS, *SIZES, *TOO_EARLY_OR_LATE]
)
def test_what_is_wrong_after_the_swiss_rounds_is_named(scene, case):
    """The cell, the tab or the setting, with what is wrong and what to do; nothing is written."""
    state, change, command, *words = case
    event = scene(state)
    event.change(change)
    event.refuses(command, *words)


@pytest.mark.parametrize("state", ["cut 2", "cut 2 typed", "cut 3"])
def test_a_winner_changed_after_the_next_round_was_paired(at_state, state):
    """What the next round would be now is told once, and what can be done."""
    event = at_state(state)
    row = next(row for row in event.rows("Cut 1") if row["Game"] == 1)
    event.type("Cut 1", 2, Winner=3 - row["Winner"])
    told = event.refused("pair")
    assert told.count("Cut 2: by the results of Cut 1 as they are now, the games are game 3") == 1
    times = " (2 times)" if state == "cut 3" else ""
    assert f"undo{times}, then pair, to follow them; or put the old result back" in told


def test_a_round_without_any_result_is_told_as_a_whole(at_state):
    """Every missing result is named, and how to make the round again; the tab's name only once."""
    told = at_state("cut 1").refused("pair")
    assert told.count("the result is missing") == 2
    assert "xlplugin pair event.xlsx --again" in told
    assert "Cut 1: Cut 1" not in told


def test_headers_that_only_inform_may_go(at_state):
    """Columns that hold nothing typed can be deleted."""
    event = at_state("cut 1 typed")
    with event.opened() as workbook:
        sheet = workbook["Cut 1"]
        for header in ("Game", "Advances", "Check"):
            sheet.delete_cols(event.column(sheet, header))
    event.done("pair")


# The commands


@pytest.mark.parametrize(
    ("command", "option", "value"),
    [("cut", "--top", "0"), ("tiebreaker", "--top", "2.5"), ("cut", "--points", "-1")],
)
def test_a_number_that_is_none_is_wrong_usage(at_state, command, option, value):
    """It is refused before the workbook is looked at."""
    assert option in at_state("swiss").refused(command, option, value, status=2)


def test_only_one_of_the_two_settings_of_a_first_day(at_state):
    """Rounds without points, or points without rounds, are half an instruction."""
    event = at_state("swiss")
    event.change({"Event!Day two points": 6, "Event!Rounds": 2})
    assert "Day one rounds" in event.run("pair").stderr


def test_a_cut_before_round_one_is_refused(new_event):
    """There is nothing to cut yet."""
    event = new_event(("Ann", "Bea", "Cal", "Dee"))
    event.refuses("cut --top 4", "0 of 3 Swiss rounds have been paired; pair round 1")


@pytest.mark.parametrize("ruleset", [name for name, r in RULESETS.items() if not r.cut])
def test_rulesets_without_a_cut_say_so_and_have_no_settings_for_it(new_event, ruleset):
    """The standings after the last round are final; nothing is there that would have no effect."""
    event = new_event(("Ann", "Bea", "Cal", "Dee"), ruleset=ruleset)
    for command in ("cut", "tiebreaker", "cut --points 3"):
        event.refuses(command, f"{ruleset} has no cut")
    book = event.read()
    assert not {"Cut", "Cut tabs", "Elimination"} & {row[0] for row in book["Event"].values}
    assert "Declines cut" not in next(book["Players"].values)


# What is forgiven


def upside_down(event, workbook):
    """The rows of the first round in the other order."""
    rows = [[cell.value for cell in row] for row in workbook["Cut 1"].iter_rows(min_row=2)]
    for number, values in enumerate(reversed(rows), 2):
        for column, value in enumerate(values, 1):
            workbook["Cut 1"].cell(number, column).value = value


def columns_moved(event, workbook):
    """The columns in a random order."""
    for name in ("Cut 1", "Players"):
        columns = [[cell.value for cell in column] for column in workbook[name].iter_cols()]
        Random(5).shuffle(columns)
        for number, values in enumerate(columns, 1):
            for row, value in enumerate(values, 1):
                workbook[name].cell(row, number).value = value


def own_columns(event, workbook):
    """Columns of the organizer's own, one in front."""
    for name in ("Cut 1", "Bracket"):
        workbook[name].insert_cols(1)
    workbook["Cut 1"].cell(1, 1).value = "Judge"
    workbook["Cut 1"].cell(2, 1).value = "=TODAY()"
    column = workbook["Cut 1"].max_column + 1
    workbook["Cut 1"].cell(1, column).value = "Stream"
    workbook["Cut 1"].cell(2, column).value = "yes"


def rows_above(event, workbook):
    """A title above the headers."""
    workbook["Cut 1"].insert_rows(1, 2)
    workbook["Cut 1"].cell(1, 1).value = "Welcome to the finals"


def other_capitals(event, workbook):
    """Tab and headers in other capitals."""
    workbook["Cut 1"].title = "for a moment"
    workbook["for a moment"].title = "CUT 1"
    for cell in workbook["CUT 1"][1]:
        cell.value = f" {cell.value.upper()} "


def text_numbers(event, workbook):
    """Numbers typed as text, with spaces."""
    for header in ("Winner", "Corp", "No 1", "Seed 2"):
        column = event.column(workbook["Cut 1"], header)
        for row in (2, 3):
            cell = workbook["Cut 1"].cell(row, column)
            cell.value = f" {cell.value} "


def no_bracket(event, workbook):
    """The drawing deleted."""
    del workbook["Bracket"]


def no_notes(event, workbook):
    """Notes and log deleted."""
    del workbook["Pairing notes"]
    del workbook["Log"]


def unknown_side(event, workbook):
    """Nobody knows any more who was the Corp."""
    for row in (2, 3):
        workbook["Cut 1"].cell(row, event.column(workbook["Cut 1"], "Corp")).value = " ? "


FORGIVEN = [
    upside_down, columns_moved, own_columns, rows_above, other_capitals, text_numbers,
    no_bracket, no_notes, unknown_side,
]  # fmt: skip


def players_by_game(paired):
    """Who meets whom, by table."""
    return {(g["table"], g["player1"], g["player2"]) for g in paired["pairings"]}


@pytest.mark.parametrize("change", FORGIVEN, ids=lambda change: change.__name__)
def test_what_organizers_do_to_a_tab_is_forgiven(at_state, change):
    """The next round is the same, and the bracket is there and complete."""
    wanted = {
        (row["Table"], row["Player 1"], row["Player 2"]) for row in at_state("cut 2").rows("Cut 2")
    }
    event = at_state("cut 1 typed")
    with event.opened() as workbook:
        change(event, workbook)
    assert players_by_game(event.json("pair")) == wanted
    book = event.read()
    assert "Bracket" in book.sheetnames
    there = {str(cell) for row in book["Bracket"].values for cell in row}
    assert {"Champion", "Game 1", "Game 3"} <= there


@pytest.mark.parametrize(
    ("state", "cells"),
    [
        ("cut 1 typed", {"Cut 1!Winner 2": " d"}),
        ("cut 1 typed", {"Cut 1!Special 2": " No-Show  1 ", "Cut 1!Winner 2": None}),
        ("swiss", {"Event!Cut": " 2 "}),
    ],
)
def test_values_may_be_typed_in_any_way(at_state, state, cells):
    """Lower case, text, spaces and fractions will do."""
    event = at_state(state)
    event.change(cells)
    assert len(event.json("pair")["pairings"]) == (1 if state == "swiss" else 2)


def test_none_means_that_there_is_no_cut(at_state):
    """Pairing goes on with Swiss rounds once more of them are planned, and says where."""
    event = at_state("swiss")
    event.setting("Cut", " NONE ")
    assert "to go on with another round" in event.refused("pair", status=3).lower()
    event.setting("Rounds", 2)
    assert event.json("pair")["stage"] == "Swiss"


def test_a_note_of_ones_own_on_the_bracket_is_kept(at_state):
    """Only the drawing is refreshed."""
    event = at_state("cut 1 typed")
    with event.opened() as workbook:
        sheet = workbook["Bracket"]
        sheet.cell(30, 2).value = "Finals on table 1, streamed"
        sheet.cell(3, 20).value = "Thanks to our sponsor"
    event.next_round()
    event.done("pair")
    sheet = event.read()["Bracket"]
    assert sheet.cell(30, 2).value == "Finals on table 1, streamed"
    assert sheet.cell(3, 20).value == "Thanks to our sponsor"


@pytest.mark.parametrize(
    ("name", "command"), [("Bracket", "pair"), ("Final standings", "tiebreaker --top 2")]
)
def test_a_tab_of_ones_own_of_that_name_is_not_lost(after_swiss, name, command):
    """A plan for the bracket that an organizer made beforehand is not thrown away silently."""
    event = after_swiss(settings=("Cut=4",))
    with event.opened() as workbook:
        workbook.create_sheet(name)["A1"] = "my own plan"
    said = event.run(*command.split()).output
    kept = any("my own plan" in row for sheet in event.read() for row in sheet.values)
    assert kept or name in said
