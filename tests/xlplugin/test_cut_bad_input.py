"""What can be wrong on the tabs after the Swiss rounds: told by cell, and nothing is written."""

from __future__ import annotations

from datetime import datetime
from random import Random

import pytest

from engine import RULESETS

CELLS = [
    pytest.param("Winner", 3, "'3' is not allowed here", id="a third player"),
    pytest.param("Winner", 0, "'0' is not allowed here", id="nobody"),
    pytest.param("Winner", "Ann", "'Ann' is not allowed here", id="a name"),
    pytest.param("Winner", "x", "'x' is not allowed here", id="x"),
    pytest.param("Winner", 1.5, "'1.5' is not allowed here", id="a fraction"),
    pytest.param("Winner", "=1", "a formula", id="a formula"),
    pytest.param("Winner", "#N/A", "the error #N/A", id="an error"),
    pytest.param("Winner", True, "TRUE", id="a truth value"),
    pytest.param("Winner", datetime(2026, 1, 2), "the date or time", id="a date"),  # noqa: DTZ001
    pytest.param("Winner", None, "the result is missing", id="no winner"),
    pytest.param("Corp", None, "who is the Corp is missing", id="no Corp"),
    pytest.param("Corp", 3, "'3' is not allowed here", id="Corp 3"),
    pytest.param("Corp", "D", "'D' is not allowed here", id="Corp D"),
    pytest.param("Corp", "=1", "a formula", id="Corp formula"),
    pytest.param("Special", "ID", "'ID' is not allowed here", id="ID"),
    pytest.param("Special", "2-for-1", "'2-for-1' is not allowed here", id="2-for-1"),
    pytest.param("Special", "Bye", "Bye, but two players", id="bye of two"),
    pytest.param("Seed 1", None, "blank", id="no seed"),
    pytest.param("Seed 1", "one", "'one' is no whole number", id="text in Seed"),
    pytest.param("Seed 1", 9, "seed 9, but only 4 players are in the cut", id="seed too large"),
    pytest.param("Seed 2", 1, "seed 1 is already in ", id="seed twice"),
    pytest.param("No 1", None, "no opponent", id="no player"),
    pytest.param("No 1", 99, "there is no player 99", id="unknown player"),
    pytest.param("No 2", "Ann", "'Ann' is no whole number", id="a name for a number"),
    pytest.param("No 1", "=B3", "a formula", id="formula for a number"),
    pytest.param("Table", "one", "'one' is no whole number", id="text in Table"),
]


@pytest.mark.parametrize(("header", "value", "words"), CELLS)
def test_a_bad_cell_of_a_cut_tab_is_named(at_state, header, value, words):
    """A cell that cannot be read stops pairing, with its address and what is wrong with it."""
    event = at_state("cut 1 typed")
    event.type("Cut 1", 2, **{header: value})
    told = event.refused("pair")
    # of a seed that stands twice, the second place is the one that is told
    is_twice = "already" in words
    places = [("Seed 1", 3), ("Seed 2", 3), ("Seed 2", 2)] if is_twice else [(header, 2)]
    cells = [event.address("Cut 1", *place) for place in places]
    assert any(f"{cell}: {words}" in told for cell in cells), told


@pytest.mark.parametrize(
    "command",
    [["standings"], ["check"], ["cut"], ["tiebreaker"], ["pair", "--again"]],
    ids=" ".join,
)
def test_every_command_names_a_bad_winner(at_state, command):
    """Whatever the command, a bad cell of the elimination is named before anything is written."""
    event = at_state("cut 2")
    event.type("Cut 1", 3, Winner=3)
    cell = event.address("Cut 1", "Winner", 3)
    if command[0] == "tiebreaker":
        assert event.refused(*command)
    else:
        assert f"{cell}: " in event.refused(*command)


@pytest.mark.parametrize("special", ["No-show 1", "No-show 2", "Double no-show"])
def test_a_winner_beside_a_no_show_is_named(at_state, special):
    """A game is played or not: a winner beside Special contradicts it."""
    event = at_state("cut 1 typed")
    event.type("Cut 1", 2, Special=special)
    where = event.address("Cut 1", "Winner", 2)
    told = event.refused("pair")
    assert f"{where}: the result contradicts itself" in told
    assert "clear Winner, or clear Special" in told


@pytest.fixture(scope="session")
def best_of_three(swiss_played, cut_file, tmp_path_factory):
    """The first round of a best of three, every result typed."""
    event = cut_file(tmp_path_factory.mktemp("bo3") / "event.xlsx")
    settings = ("Cut=4", "Elimination=Best of three")
    event.path.write_bytes(swiss_played("nisei-swiss", 6, 1, settings))
    event.next_round()
    return event.path.read_bytes()


@pytest.mark.parametrize(
    ("typed", "header", "words"),
    [
        (
            {"Game 1": 1, "Game 2": 1, "Game 3": 1},
            "Game 3",
            "Game 3 is not played when Player 1 has won",
        ),
        (
            {"Game 1": 2, "Game 2": 2, "Game 3": 1},
            "Game 3",
            "Game 3 is not played when Player 2 has won",
        ),
        (
            {"Game 1": 1, "Game 2": 1, "Game 3": "D"},
            "Game 3",
            "Game 3 is not played when Player 1 has",
        ),
        ({"Game 1": 1, "Game 2": None, "Game 3": 1}, "Game 2", "Game 2 is blank, but a later"),
        ({"Game 1": None, "Game 2": 1, "Game 3": None}, "Game 1", "Game 1 is blank, but a later"),
        ({"Game 1": 1, "Game 2": 2, "Game 3": None}, "Game 3", "the result is missing"),
        ({"Game 1": 1, "Game 2": None, "Game 3": None}, "Game 2", "the result is missing"),
        ({"Game 1": 4, "Game 2": 1, "Game 3": None}, "Game 1", "'4' is not allowed here"),
        ({"Game 1": 1, "Game 2": 1, "Special": "No-show 2"}, "Game 1", "clear Game 1"),
    ],
)
def test_a_best_of_three_that_cannot_be_is_named(
    best_of_three, cut_file, tmp_path, typed, header, words
):
    """Games that contradict one another, or are missing, are told by cell."""
    event = cut_file(tmp_path / "event.xlsx")
    event.path.write_bytes(best_of_three)
    event.type("Cut 1", 2, **({"Game 3": None} | typed))
    told = event.refused("pair")
    assert f"{event.address('Cut 1', header, 2)}: " in told
    assert words in told


@pytest.mark.parametrize(
    ("typed", "header", "words"),
    [
        ({"HQ 1": -1}, "HQ 1", "-1 is no whole number"),
        ({"HQ 1": None}, "HQ 1", "the result is missing"),
        ({"Army 1": "Elves"}, "Army 1", "'Elves' is not allowed here"),
        ({"Army 1": "Vegas"}, "Army 1", "Vegas is none of the armies for the finals"),
    ],
)
def test_a_bad_cell_of_a_hex_cut_is_named(after_swiss, typed, header, words):
    """Endurance and armies are checked as in the Swiss rounds."""
    event = after_swiss("hex", 8, 1)
    event.done("pair")
    event.decide("Cut 1")
    event.type("Cut 1", 2, **typed)
    told = event.refused("pair")
    assert f"{event.address('Cut 1', header, 2)}: " in told
    assert words in told


@pytest.mark.parametrize(
    ("header", "value"), [("Winner", "x"), ("Corp", 3), ("Special", "ID"), ("No 1", 99)]
)
def test_a_bad_cell_is_the_only_thing_to_mend(at_state, header, value):
    """One mistake is told once, without advice to renumber the seeds that are right."""
    event = at_state("cut 1 typed")
    event.type("Cut 1", 2, **{header: value})
    assert "number the seeds" not in event.refused("pair")


# Results that later rounds build on


@pytest.mark.parametrize("command", [["pair"], ["standings"]], ids=" ".join)
def test_a_result_cleared_after_the_next_round_was_paired(at_state, command):
    """The missing result is told at its cell, and which round builds on it."""
    event = at_state("cut 2 typed")
    event.type("Cut 1", 2, Winner=None)
    where = event.address("Cut 1", "Winner", 2)
    told = event.refused(*command)
    assert f"{where}: the result is missing" in told
    assert "Cut 2 builds on it" in told
    assert "undo Cut 2" in told


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


def test_a_swiss_result_cleared_after_the_cut(at_state):
    """The cut builds on every Swiss result."""
    event = at_state("cut 1")
    event.type("Round 1", 2, **{"P1 Corp": None})
    told = event.refused("pair")
    assert f"{event.address('Round 1', 'P1 Corp', 2)}: the result is missing" in told


def test_a_tiebreaker_result_cleared_after_the_cut(after_swiss):
    """The seeds come from the tiebreaker round, so its result must stay."""
    event = after_swiss(settings=("Cut=2", "Tiebreaker round=Yes"))
    event.next_round()
    event.next_round()
    event.type("Tiebreaker", 2, Winner=None)
    told = event.refused("standings")
    assert f"{event.address('Tiebreaker', 'Winner', 2)}: the result is missing" in told
    assert "Cut 1 builds on it" in told


@pytest.mark.parametrize("header", ["Winner", "Corp"])
def test_pair_refuses_while_the_tiebreaker_round_has_no_result(after_swiss, header):
    """The cut waits for the tiebreaker round."""
    event = after_swiss(settings=("Cut=2", "Tiebreaker round=Yes"))
    event.next_round()
    event.type("Tiebreaker", 2, **{header: None})
    where = event.address("Tiebreaker", header, 2)
    missing = {"Winner": "the result is missing", "Corp": "who is the Corp is missing"}[header]
    assert f"{where}: {missing}" in event.refused("pair")
    assert f"{where}: {missing}" in event.refused("cut")


def test_a_round_without_any_result_is_told_as_a_whole(at_state):
    """Every missing result is named, and how to make the round again; the tab's name only once."""
    told = at_state("cut 1").refused("pair")
    assert told.count("the result is missing") == 2
    assert "xlplugin pair event.xlsx --again" in told
    assert "Cut 1: Cut 1" not in told


# Who meets whom


def swap(event, tab, one, two):
    """Exchange two players, numbers and names, each given as (row, side)."""
    with event.opened() as workbook:
        sheet = workbook[tab]
        for header in ("No", "Player"):
            cells = [
                sheet.cell(row, event.column(sheet, f"{header} {side}")) for row, side in (one, two)
            ]
            cells[0].value, cells[1].value = cells[1].value, cells[0].value


def test_players_swapped_between_two_games_are_named(at_state):
    """Who meets whom in a later round follows from the bracket, not from the organizer."""
    event = at_state("cut 2 typed")
    swap(event, "Cut 2", (2, 2), (3, 2))
    told = event.refused("pair")
    assert "Cut 2!" in told
    assert "do not meet here: by the bracket it is game" in told
    assert "as player numbers" in told


@pytest.mark.parametrize("side", [1, 2])
def test_a_player_who_is_not_in_the_round_is_named(at_state, side):
    """Somebody who missed the cut cannot play in its second round."""
    event = at_state("cut 2 typed")
    event.type("Cut 2", 2, **{f"No {side}": 6})
    where = event.address("Cut 2", f"No {side}", 2)
    assert f"{where}: Fay does not play in this round: it is game" in event.refused("pair")


@pytest.mark.parametrize("tab", ["Cut 1", "Cut 2"])
def test_the_same_player_twice_is_named(at_state, tab):
    """A player has one game a round."""
    event = at_state("cut 2 typed")
    number = event.rows(tab)[0]["No 1"]
    event.type(tab, 3, **{"No 1": number})
    told = event.refused("pair")
    assert f"{event.address(tab, 'No 1', 3)}: " in told
    assert f"(No {number}) is already in {event.address(tab, 'No 1', 2).partition('!')[2]}" in told


@pytest.mark.parametrize(("tab", "words"), [("Cut 1", "seed"), ("Cut 2", "in no row: game")])
def test_a_deleted_row_is_named(at_state, tab, words):
    """A game of the bracket that is in no row any more is missed."""
    event = at_state("cut 2 typed")
    with event.opened() as workbook:
        workbook[tab].delete_rows(2)
    told = event.refused("pair")
    assert f"{tab}: " in told or f"{tab}!" in told
    assert words in told
    assert "put the row" in told or "number the seeds" in told


def test_a_deleted_row_of_the_first_round_says_so(at_state):
    """Half a first round is not taken for a smaller cut with odd seeds."""
    event = at_state("cut 1 typed")
    with event.opened() as workbook:
        workbook["Cut 1"].delete_rows(2)
    assert "put the row" in event.refused("pair")


@pytest.mark.parametrize("row", [2, 3])
def test_half_a_top_four_is_not_taken_for_a_top_two(at_state, row):
    """Whichever row is gone, the cut is not played on with those who are left."""
    event = at_state("cut 1 typed")
    with event.opened() as workbook:
        workbook["Cut 1"].delete_rows(row)
    assert "Cut 1" in event.refused("pair")
    assert "Cut 1" in event.refused("standings")


def test_players_moved_from_the_second_row_to_seeds_one_and_two(at_state):
    """A row deleted and the seeds renumbered is still not the cut that was made."""
    event = at_state("cut 1 typed")
    with event.opened() as workbook:
        workbook["Cut 1"].delete_rows(3)
    event.type("Cut 1", 2, **{"Seed 1": 1, "Seed 2": 2})
    assert event.refused("standings")


# Tabs and headers


@pytest.mark.parametrize("tab", ["Cut 1", "Cut 2"])
@pytest.mark.parametrize("new_name", [None, "Semifinals"], ids=["deleted", "renamed"])
@pytest.mark.parametrize("command", ["pair", "standings"])
def test_a_cut_tab_that_is_gone_is_named(at_state, tab, new_name, command):
    """Its results are gone with it, and it says how to take them back."""
    event = at_state("cut 2 typed")
    with event.opened() as workbook:
        if new_name:
            workbook[tab].title = new_name
        else:
            del workbook[tab]
    told = event.refused(command)
    assert f"{tab}: there is no such tab" in told
    assert "take it from a backup" in told


def test_the_tiebreaker_tab_that_is_gone_is_named(after_swiss):
    """The seeds depend on it."""
    event = after_swiss(settings=("Cut=2", "Tiebreaker round=Yes"))
    event.next_round()
    event.next_round()
    with event.opened() as workbook:
        del workbook["Tiebreaker"]
    assert "Tiebreaker: there is no such tab" in event.refused("pair")


@pytest.mark.parametrize(
    "header", ["Table", "Seed 1", "No 1", "Player 2", "No 2", "Corp", "Winner", "Special"]
)
def test_a_header_that_is_gone_is_named(at_state, header):
    """Without its header a column cannot be found."""
    event = at_state("cut 1 typed")
    with event.opened() as workbook:
        sheet = workbook["Cut 1"]
        sheet.cell(1, event.column(sheet, header)).value = "something else"
    assert f"Cut 1!A1: the header '{header}' is missing" in event.refused("pair")


@pytest.mark.parametrize("header", ["Game", "Advances", "Check"])
def test_a_header_that_only_informs_may_go(at_state, header):
    """Columns that hold nothing typed can be deleted."""
    event = at_state("cut 1 typed")
    with event.opened() as workbook:
        sheet = workbook["Cut 1"]
        sheet.delete_cols(event.column(sheet, header))
    event.done("pair")


def test_no_header_row_at_all_is_named(at_state):
    """The headers that must be there are listed."""
    event = at_state("cut 1 typed")
    with event.opened() as workbook:
        workbook["Cut 1"].delete_rows(1)
    assert "Cut 1: the header row is missing" in event.refused("pair")


def test_two_tabs_of_the_same_round_are_named(at_state):
    """As with Swiss rounds, a second tab of the same round is refused, not chosen silently."""
    event = at_state("cut 1 typed")
    with event.opened() as workbook:
        workbook.copy_worksheet(workbook["Cut 1"]).title = "Cut 01"
    assert "Cut 1" in event.refused("pair")


@pytest.mark.on_files
def test_merged_cells_are_named(at_state):
    """Merged cells hide entries."""
    event = at_state("cut 1 typed")
    with event.opened() as workbook:
        workbook["Cut 1"].merge_cells("A2:A3")
    assert "Cut 1!A2:A3: merged cells" in event.refused("pair")


# The commands


@pytest.mark.parametrize("top", ["5", "1", "6", "32"])
def test_a_size_that_does_not_exist_is_refused(at_state, top):
    """The sizes that there are follow in the message."""
    told = at_state("swiss").refused("cut", "--top", top)
    assert f"There is no cut to {top} in nisei-swiss; there are: 2, 3, 4, 8, 16." in told


@pytest.mark.parametrize("command", ["cut", "tiebreaker"])
@pytest.mark.parametrize("top", ["0", "-1", "x", "2.5", ""])
def test_a_size_that_is_no_number_is_wrong_usage(at_state, command, top):
    """It is refused before the workbook is looked at."""
    assert "--top" in at_state("swiss").refused(command, "--top", top, status=2)


@pytest.mark.parametrize("points", ["0", "-1", "x"])
def test_points_that_are_no_number_are_wrong_usage(at_state, points):
    """It is refused before the workbook is looked at."""
    assert "--points" in at_state("swiss").refused("cut", "--points", points, status=2)


def test_points_and_top_together_are_wrong_usage(at_state):
    """They end different things."""
    told = at_state("swiss").refused("cut", "--points", 6, "--top", 4, status=2)
    assert "choose one of them" in told


@pytest.mark.parametrize("top", [8, 16])
def test_a_cut_larger_than_the_field_is_refused(at_state, top):
    """It names how many can play on, and the size that fits."""
    event = at_state("swiss")
    told = event.refused("cut", "--top", top)
    row = event.row_of("Event", "Setting", "Cut")
    assert f"Event!B{row}: a cut to {top} needs {top} players, but only 6 can play on" in told
    assert "4" in told.partition("can play on")[2]


@pytest.mark.parametrize("command", ["pair", "cut"])
def test_a_planned_cut_larger_than_the_field_is_refused(at_state, command):
    """The same with the size on Event."""
    event = at_state("swiss")
    event.setting("Cut", 8)
    row = event.row_of("Event", "Setting", "Cut")
    assert f"Event!B{row}: a cut to 8 needs 8 players" in event.refused(command)


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("Cut", 5), ("Cut", 0), ("Cut", -4), ("Cut", "four"), ("Cut", "Top 4"), ("Cut", 4.5),
        ("Elimination", "Triple"), ("Tiebreaker round", "Maybe"), ("Day one rounds", 0),
        ("Day one rounds", "two"), ("Day two points", "many"), ("Day two points", -6),
    ],
)  # fmt: skip
def test_a_setting_that_cannot_be_is_named(at_state, name, value):
    """With its cell, what was typed and what may be."""
    event = at_state("swiss")
    event.setting(name, value)
    row = event.row_of("Event", "Setting", name)
    assert f"Event!B{row}: {name} cannot be '{value}'" in event.refused("pair")


def test_only_one_of_the_two_settings_of_a_first_day(at_state):
    """Rounds without points, or points without rounds, are half an instruction."""
    event = at_state("swiss")
    event.setting("Day two points", 6)
    event.setting("Rounds", 2)
    result = event.run("pair")
    assert "Day one rounds" in result.stderr


@pytest.mark.parametrize("command", [["cut"], ["cut", "--top", "2"], ["tiebreaker"]], ids=" ".join)
def test_a_cut_with_rounds_left_is_refused(at_state, command):
    """All planned Swiss rounds come first; the number can be changed."""
    event = at_state("swiss")
    event.setting("Rounds", 2)
    row = event.row_of("Event", "Setting", "Rounds")
    told = event.refused(*command)
    assert f"Event!B{row}: 1 of 2 Swiss rounds have been paired" in told
    assert "play the others first, or set Rounds to 1" in told


def test_a_cut_before_round_one_is_refused(new_event):
    """There is nothing to cut yet."""
    told = new_event(("Ann", "Bea", "Cal", "Dee")).refused("cut", "--top", 4)
    assert "0 of 3 Swiss rounds have been paired; pair round 1" in told


@pytest.mark.parametrize("command", [["cut", "--top", "4"], ["tiebreaker"], ["pair"]], ids=" ".join)
def test_a_cut_with_results_missing_is_refused(at_state, command):
    """Every missing result is named by its cell."""
    event = at_state("swiss")
    event.type("Round 1", 3, **{"P1 Corp": None, "P1 Runner": None})
    where = event.address("Round 1", "P1 Corp", 3)
    assert f"{where}: the result is missing" in event.refused(*command)


@pytest.mark.parametrize("ruleset", [name for name, r in RULESETS.items() if not r.cut])
@pytest.mark.parametrize("command", [["cut"], ["tiebreaker"], ["cut", "--points", "3"]])
def test_rulesets_without_a_cut_say_so(new_event, ruleset, command):
    """The standings after the last round are final."""
    event = new_event(("Ann", "Bea", "Cal", "Dee"), ruleset=ruleset)
    assert f"{ruleset} has no cut" in event.refused(*command)


@pytest.mark.parametrize("ruleset", [name for name, r in RULESETS.items() if not r.cut])
def test_rulesets_without_a_cut_have_no_settings_for_it(new_event, ruleset):
    """Event and Players have nothing that would have no effect."""
    book = new_event(("Ann", "Bea", "Cal", "Dee"), ruleset=ruleset).read()
    assert not {"Cut", "Cut tabs", "Elimination"} & {row[0] for row in book["Event"].values}
    assert "Declines cut" not in next(book["Players"].values)


def test_hex_knows_no_tiebreaker_round_and_no_two_days(after_swiss):
    """Both are refused by name."""
    event = after_swiss("hex", 8, 1)
    assert "hex has no tiebreaker round" in event.refused("tiebreaker", "--top", 4)
    assert "hex has no cut by points between two days" in event.refused("cut", "--points", 3)


@pytest.mark.parametrize("command", [["cut"], ["cut", "--top", "2"]], ids=" ".join)
def test_a_second_cut_is_refused(at_state, command):
    """The cut is made once; the message says what comes next."""
    told = at_state("cut 1").refused(*command)
    assert (
        "Cut 1: the cut to the top 4 has been made. For another size, undo; for its next round: xlplugin pair "
        in told
    )


@pytest.mark.parametrize("state", ["cut 1", "cut 2"])
def test_a_tiebreaker_round_after_the_cut_is_refused(at_state, state):
    """It would have had to come before."""
    told = at_state(state).refused("tiebreaker")
    assert "It is too late for a tiebreaker round: there is Cut 1" in told


def test_a_second_tiebreaker_round_is_refused(after_swiss):
    """One is enough."""
    event = after_swiss(settings=("Cut=2", "Tiebreaker round=Yes"))
    event.next_round()
    assert "there is Tiebreaker. Undo it first" in event.refused("tiebreaker")


def test_a_cut_of_another_size_after_the_tiebreaker_round_is_refused(after_swiss):
    """The tiebreaker round was played for one line only."""
    event = after_swiss(settings=("Cut=2", "Tiebreaker round=Yes"))
    event.next_round()
    assert "the tiebreaker round was played for a cut to 2" in event.refused("cut", "--top", 4)


@pytest.mark.parametrize("setting", [None, "None"])
def test_no_cut_where_none_is_planned(after_swiss, setting):
    """Eight casual players have no suggested cut: the command wants a size."""
    event = after_swiss()
    event.setting("Cut", setting)
    assert "all the same: xlplugin cut event.xlsx --top 2 (or 3, 4, " in event.refused("cut")


@pytest.mark.parametrize("state", ["cut 1", "final"])
def test_a_first_day_cannot_end_after_the_cut(at_state, state):
    """It ends between two Swiss rounds."""
    assert "the Swiss rounds are over" in at_state(state).refused("cut", "--points", 6)


def test_a_first_day_that_leaves_nobody_is_refused(at_state):
    """With more points than anybody has there would be no second day."""
    event = at_state("swiss")
    event.setting("Rounds", 2)
    assert "have 99 points or more" in event.refused("cut", "--points", 99)


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


def number_fractions(event, workbook):
    """Whole numbers that a spreadsheet keeps as fractions."""
    for header in ("Winner", "Corp", "No 1", "Seed 2"):
        column = event.column(workbook["Cut 1"], header)
        for row in (2, 3):
            workbook["Cut 1"].cell(row, column).value = float(
                workbook["Cut 1"].cell(row, column).value
            )


def no_bracket(event, workbook):
    """The drawing deleted."""
    del workbook["Bracket"]


def no_notes(event, workbook):
    """Notes and log deleted."""
    del workbook["Pairing notes"]
    del workbook["Log"]


def tabs_moved(event, workbook):
    """The tabs in another order."""
    workbook._sheets.reverse()


def unknown_side(event, workbook):
    """Nobody knows any more who was the Corp."""
    for row in (2, 3):
        workbook["Cut 1"].cell(row, event.column(workbook["Cut 1"], "Corp")).value = " ? "


FORGIVEN = [
    upside_down, columns_moved, own_columns, rows_above, other_capitals, text_numbers,
    number_fractions, no_bracket, no_notes, tabs_moved, unknown_side,
]  # fmt: skip


def players_by_game(paired):
    """Who meets whom, by table."""
    return {(g["table"], g["player1"], g["player2"]) for g in paired["pairings"]}


@pytest.mark.parametrize("change", FORGIVEN, ids=lambda change: change.__name__)
def test_what_organizers_do_to_a_tab_is_forgiven(at_state, change):
    """The next round is the same, and the bracket is there and complete."""
    event = at_state("cut 1 typed")
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


@pytest.mark.parametrize("typed", ["d", "D ", " d"])
def test_a_draw_may_be_typed_in_any_way(at_state, typed):
    """Lower case and spaces will do."""
    event = at_state("cut 1 typed")
    event.type("Cut 1", 2, Winner=typed)
    event.done("pair")


@pytest.mark.parametrize("typed", ["no-show 1", " No-Show  1 "])
def test_a_no_show_may_be_typed_in_any_way(at_state, typed):
    """Lower case and spaces will do."""
    event = at_state("cut 1")
    event.decide("Cut 1")
    event.type("Cut 1", 2, Special=typed, Winner=None)
    event.done("pair")


@pytest.mark.parametrize("size", ["2", " 2 ", 2.0])
def test_the_size_of_the_cut_may_be_typed_in_any_way(at_state, size):
    """Text, spaces and fractions will do."""
    event = at_state("swiss")
    event.setting("Cut", size)
    assert len(event.json("pair")["pairings"]) == 1


@pytest.mark.parametrize("size", ["None", "none", " NONE "])
def test_none_means_that_there_is_no_cut(at_state, size):
    """Pairing goes on with Swiss rounds once more of them are planned, and says where."""
    event = at_state("swiss")
    event.setting("Cut", size)
    assert "to go on with another round" in event.refused("pair", status=3).lower()
    event.setting("Rounds", 2)
    assert event.json("pair")["stage"] == "Swiss"


def test_no_round_follows_the_end_of_the_cut(at_state):
    """Who has won is said, before and after the final standings are written."""
    for state, what in (("cut 4 typed", "elimination"), ("final", "event")):
        assert f"The {what} is over: Bea has won" in at_state(state).refused("pair", status=3)


def test_a_note_of_ones_own_on_the_bracket_is_kept(at_state):
    """Only the drawing is refreshed."""
    event = at_state("cut 1 typed")
    with event.opened() as workbook:
        sheet = workbook["Bracket"]
        sheet.cell(30, 2).value = "Finals on table 1, streamed"
        sheet.cell(3, 20).value = "Thanks to our sponsor"
    event.done("pair")
    event.decide("Cut 2")
    event.done("pair")
    sheet = event.read()["Bracket"]
    assert sheet.cell(30, 2).value == "Finals on table 1, streamed"
    assert sheet.cell(3, 20).value == "Thanks to our sponsor"


@pytest.mark.parametrize("command", [["pair"], ["standings"]], ids=" ".join)
def test_a_bracket_that_was_deleted_is_drawn_anew(at_state, command):
    """Whatever the next action is."""
    event = at_state("cut 2 typed")
    with event.opened() as workbook:
        del workbook["Bracket"]
    event.done(*command)
    assert "Bracket" in event.read().sheetnames


@pytest.mark.parametrize("name", ["Bracket", "Final standings"])
@pytest.mark.parametrize("commands", [["pair"], ["tiebreaker --top 2"]], ids=" ".join)
def test_a_tab_of_ones_own_of_that_name_is_not_lost(after_swiss, name, commands):
    """A plan for the bracket that an organizer made beforehand is not thrown away silently."""
    event = after_swiss(settings=("Cut=4",))
    with event.opened() as workbook:
        workbook.create_sheet(name)["A1"] = "my own plan"
    said = ""
    for command in commands:
        result = event.run(*command.split())
        said += result.output
    kept = any(
        cell == "my own plan" for sheet in event.read() for row in sheet.values for cell in row
    )
    assert kept or name in said
