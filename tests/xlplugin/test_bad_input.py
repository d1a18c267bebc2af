"""Mistakes that an organizer can make in the sheets: each is reported by cell, and nothing is written."""

from __future__ import annotations

import pytest

from engine import RULESETS

REAL = pytest.mark.on_files
CELLS = [
    pytest.param("Players", "No", 3, "two", "'two' is not a whole number", id="text in No"),
    pytest.param("Players", "No", 3, "=1+1", "a formula", id="formula in No"),
    pytest.param("Players", "No", 3, "#N/A", "the error #N/A", id="error in No"),
    pytest.param("Players", "No", 3, 2.5, "2.5 is not a whole number", id="fraction in No"),
    pytest.param("Players", "No", 3, 1, "number 1 is already in A2", id="number twice"),
    pytest.param(
        "Players", "Name", 3, "Ann", "repeats B2 (Ann); two people: add a nickname", id="name twice"
    ),
    pytest.param("Players", "Name", 3, " ann ", "repeats B2 (ann)", id="name twice, folded"),
    pytest.param("Players", "Name", 3, None, "No 2 is missing (Bea)", id="no name"),
    pytest.param("Players", "Name", 3, "B" * 256, "a name of 256 characters", id="long Name"),
    pytest.param("Players", "Name", 3, "=A1", "a formula", id="formula in Name", marks=REAL),
    pytest.param("Players", "Seed", 3, "x" * 99, f"'{'x' * 60}...' is no", id="long text in Seed"),
    pytest.param("Players", "Seed", 3, True, "TRUE", id="truth value in Seed", marks=REAL),
    pytest.param("Players", "Status", 3, "Gone", "'Gone' is not allowed", id="unknown Status"),
    pytest.param("Players", "First-round bye", 3, "maybe", "'maybe' is not", id="unknown bye"),
    pytest.param("Round 1", "No 1", 2, "=B3", "a formula", id="formula in No 1"),
    pytest.param("Round 1", "No 2", 2, 99, "player 99 is not on Players", id="unknown player"),
    pytest.param("Round 1", "No 2", 2, None, "no opponent", id="no opponent"),
    pytest.param("Round 1", "P1 Corp", 2, "X", "'X' is not allowed here", id="unknown letter"),
    pytest.param("Round 1", "P1 Corp", 2, '="W"', "a formula", id="formula for a letter"),
    pytest.param("Round 1", "P1 Runner", 2, None, "the result is missing", id="missing result"),
    pytest.param("Round 1", "Special", 2, "Draw", "'Draw' is not allowed here", id="Special"),
    pytest.param("Round 1", "Special", 2, "Bye", "Bye, but two players", id="Bye of two"),
    pytest.param("Event", "Value", 11, "chess", "the ruleset cannot change", id="ruleset"),
    pytest.param("Event", "Value", 11, None, "the ruleset cannot change", id="no ruleset"),
    pytest.param("Event", "Value", 12, "many", "Rounds cannot be 'many'", id="text in Rounds"),
    pytest.param("Event", "Value", 12, "=3", "a formula", id="formula in Rounds"),
    pytest.param("Event", "Value", 13, "Huge", "Tier cannot be 'Huge'", id="unknown Tier"),
]


@pytest.mark.parametrize(("sheet", "header", "row", "value", "words"), CELLS)
def test_a_bad_cell_is_named_and_nothing_is_written(
    make_event, *, sheet, header, row, value, words
):
    """A cell that cannot be read stops pairing, with its address and what is wrong with it."""
    event = make_event(rounds=1)
    event.type(sheet, row, **{header: value})
    assert f"{event.address(sheet, header, row)}: {words}" in event.refused("pair")


@pytest.mark.parametrize(
    ("typed", "command"),
    [("chess", ["pair"]), (None, ["pair", "--again"]), ("hex", ["standings"]),
     ("nisei-amalfi", ["undo"]), ("hex", ["check"])],
)  # fmt: skip
def test_another_ruleset_in_the_middle_is_told_with_the_one_that_holds(make_event, typed, command):
    """One problem in its cell, in place of columns that the other ruleset would have."""
    event = make_event(rounds=1)
    row = event.row_of("Event", "Setting", "Ruleset")
    event.type("Event", row, Value=typed)
    told = event.refused(*command).splitlines()
    (problem,) = told[:-1]
    assert problem == (
        f"Event!B{row}: the ruleset cannot change once round 1 is paired: all rounds are those of "
        "nisei-swiss; set it back to nisei-swiss (for another ruleset undo all rounds first)"
    )


def test_a_ruleset_with_the_same_columns_is_no_way_round(new_event):
    """What the results are worth would change in silence."""
    event = new_event(["Ann", "Bea", "Cal", "Dee"], ruleset="trc")
    event.done("pair")
    event.type("Event", event.row_of("Event", "Setting", "Ruleset"), Value="nts")
    assert "set it back to trc" in event.refused("pair")


@pytest.mark.parametrize(
    ("typed", "words"), [("chess", "there is no ruleset 'chess'"), (None, "no ruleset is chosen")]
)
def test_before_round_1_a_ruleset_may_be_chosen(make_event, typed, words):
    """What there is is listed; another one of the same columns is taken."""
    event = make_event()
    row = event.row_of("Event", "Setting", "Ruleset")
    event.type("Event", row, Value=typed)
    assert f"Event!B{row}: {words}; choose one of: nisei-swiss" in event.refused("pair")
    event.type("Event", row, Value="nisei-amalfi")
    event.done("pair")
    event.type("Event", row, Value="nisei-swiss")
    assert "set it back to nisei-amalfi" in event.refused("standings")
    event.type("Event", row, Value="nisei-amalfi")
    event.done("undo")
    event.type("Event", row, Value="nisei-swiss")
    event.done("pair")


def test_a_new_event_without_a_ruleset_is_told_which_there_are(event_file, tmp_path):
    """Each with its title."""
    result = event_file.run_bare("new", tmp_path / "event.xlsx")
    assert result.exit_code == 2
    for ruleset in RULESETS.values():
        assert f"{ruleset.name} " in result.stderr
        assert ruleset.title in result.stderr


@pytest.mark.parametrize("name", ["Round", "Cut tabs"])
def test_only_settings_that_are_typed_are_listed_the_nearest_first(event_file, tmp_path, name):
    """What the plugin fills in is none of them."""
    event = event_file(tmp_path / "event.xlsx")
    told = event.refused("new", "--ruleset", "nisei-swiss", "--set", f"{name}=3")
    assert f"There is no setting {name!r}. The settings, nearest first: " in told
    if name == "Round":
        assert "first: Rounds, " in told
    for internal in ("Rounds paired", "Cut tabs", "Published", "Next step", "Players"):
        assert f", {internal}" not in told
    assert "Event seed" in told


def result(row, corp, runner, special):
    """What is typed for a result."""
    return {
        f"Round 1!{header} {row}": value
        for header, value in (("P1 Corp", corp), ("P1 Runner", runner), ("Special", special))
    }


def renamed(tab, name):
    """Give a tab another name, or delete it."""
    if name:
        return lambda book: setattr(book[tab], "title", name)
    return lambda book: book.remove(book[tab])


def typed_over(tab, header):
    """Type something else over a header."""

    def change(book):
        cell = next(cell for row in book[tab].iter_rows() for cell in row if cell.value == header)
        cell.value = "Something else"

    return change


CONTRADICTS = ": the result contradicts itself"
HEADERS = {
    "Players": ("No", "Fixed table"),
    "Round 1": ("Table", "Player 2", "P1 Corp", "Special", "Points 2"),
    "Event": ("Setting", "Value"),
}
ROWS = [
    *((8, 1, result(3, *typed), "pair", f"{{Round 1!P1 {'Corp' if typed[0] else 'Runner'} 3}}{CONTRADICTS}") for typed in (
        ("W", "D", "2-for-1"), ("W", "W", "ID"), ("W", None, "ID"), (None, "L", "No-show 2"), ("D", "D", "Double no-show"),
    )),
    # row 5 has the bye of seven players
    *((7, 1, {f"Round 1!{header} 5": "W"}, "pair", f"{{Round 1!{header} 5}}{CONTRADICTS}") for header in ("P1 Corp", "P1 Runner")),
    (7, 1, {"Players!Name 9": "Hal", "Players!No 9": 8, "Round 1!No 2 5": 8}, "pair", "{Round 1!Special 5}: Bye, but two players"),
    (7, 1, {"Round 1!Special 5": None}, "pair", "{Round 1!No 2 5}: no opponent"),
    (8, 1, {"Round 1!No 1 2": None, "Round 1!No 2 2": None}, "pair", "{Round 1!No 1 2}: a match without players"),
    (8, 2, {"Round 1!P1 Corp 2": None}, "pair", "{Round 1!P1 Corp 2}: the result is missing"),
    (8, 1, {"Players!Seed 10": 3}, "pair", "{Players!Name 10}: a player without a name"),
    (2, 0, {"Players!Status 3": "Dropped"}, "pair", "1 active player: nisei-swiss needs at least 2"),
    (8, 0, lambda book: book["Players"].delete_rows(2, 8), "pair", "Players!B2: there are no players"),
    (8, 0, {}, "undo", "There is no round to undo"),
    *((8, 1, {"Round 1!No 1 2": "Ann"}, command, "{Round 1!No 1 2}: ")
      for command in ("pair --again", "standings", "check", "export --format csv")),
]  # fmt: skip
TABS = [
    *((8, 1, typed_over(tab, header), "pair",
       f"{tab}!A1: the header '{header}' is missing; type {header}")
      for tab, headers in HEADERS.items() for header in headers),
    *((8, 1, lambda book, tab=tab: book[tab].delete_rows(1), "pair", f"{tab}: the header row is missing; type these headers")
      for tab in HEADERS),
    *((8, 1, lambda book, tab=tab, header=header: book[tab].cell(1, 16, header), "pair",
       f"{tab}!P1: there are two columns '{header}'") for tab, header in (("Players", "No"), ("Round 1", "P1 Corp"))),
    *((8, 2, renamed(tab, name), command, f"{tab}: there is no such tab")
      for tab, name, command in (("Event", None, "pair"), ("Players", "Holiday plans", "standings"),
                                 ("Round 1", "Holiday plans", "pair"), ("Round 2", None, "standings"))),
    (8, 1, lambda book: setattr(book.copy_worksheet(book["Round 1"]), "title", "ROUND 01"), "pair",
     "ROUND 01: round 1 is also on 'Round 1'"),
    *((8, 1, lambda book, tab=tab, cells=cells: book[tab].merge_cells(cells), "pair", f"{tab}!{cells}: merged cells; unmerge them")
      for tab, cells in (("Players", "B3:B4"), ("Round 1", "F2:G2"))),
]  # fmt: skip


@pytest.mark.parametrize("case", [*ROWS, *TABS])
def test_what_is_wrong_is_named_and_nothing_is_written(make_event, case):
    """Whatever the command: the cell or the tab, with what is wrong with it and what to do."""
    players, rounds, change, command, words = case
    event = make_event(players, rounds)
    event.change(change)
    event.refuses(command, words)


def test_a_player_twice_in_a_round_is_named(make_event):
    """A number that is in two matches of a round is refused at the second, naming the first."""
    side = "No 2"
    event = make_event(rounds=1)
    first = event.rows("Round 1")[0]["No 1"]
    event.type("Round 1", 4, **{side: first})
    event.refuses("standings", f"{{Round 1!{side} 4}}: ", f"(No {first}) is already in B2")


def test_a_missing_result_names_the_table_and_its_players(make_event):
    """Each match without a result is listed with its cell, its table and its players."""
    event, sheet = make_event(rounds=2, finished=False), "Round 2"
    message = event.refused("pair")
    rows = event.rows(sheet)
    expected = [
        f"{event.address(sheet, 'P1 Corp', i)}: the result is missing (table {row['Table']}, "
        f"{row['Player 1']} - {row['Player 2']})"
        for i, row in enumerate(rows, 2)
    ]
    assert [line in message for line in expected] == [True] * 4


@pytest.mark.on_files
def test_merged_cells_beside_the_table_are_no_problem(make_event):
    """The organizer's own merged cells, outside of the table's columns, stay."""
    event = make_event(rounds=1)
    with event.opened() as workbook:
        workbook["Round 1"].merge_cells("AN2:AP4")
    event.done("pair")
    assert [str(r) for r in event.read()["Round 1"].merged_cells.ranges] == ["AN2:AP4"]


AT_ONCE = {
    "Event!Rounds": "many", "Event!Tier": "Huge", "Players!Seed 3": "first", "Players!Name 4": "Ann",
    "Players!Status 5": "Gone", "Players!Fixed table 5": "window", "Round 1!No 1 2": 99,
    "Round 1!P1 Corp 3": "X", "Round 1!P1 Runner 3": "Y", "Round 1!P1 Corp 5": None,
    "Round 2!P1 Runner 3": "Q",
}  # fmt: skip


def test_all_problems_are_told_at_once(make_event):
    """Everything that is wrong is listed in one run, each thing on its own line; headers are before all else."""
    event = make_event(rounds=2)
    event.change(AT_ONCE)
    lines = event.refused("pair").splitlines()
    cells = [event.address(*event.place(cell)) for cell in AT_ONCE]
    assert [cell for cell in cells if not any(line.startswith(f"{cell}: ") for line in lines)] == []
    event.type("Players", 1, Seed="Elo", Status="State")
    told = event.refused("pair")
    assert "Players!A1: the header 'Seed'" in told
    assert "Players!A1: the header 'Status'" in told


@pytest.mark.parametrize(
    ("setting", "status", "words"),
    [
        ("Colour=red", 1, "There is no setting 'Colour'"),
        ("Tier=Huge", 1, "Event!B13: Tier cannot be 'Huge'"),
        ("Rounds=many", 1, "Event!B12: Rounds cannot be 'many'"),
        ("Ruleset=chess", 1, "The ruleset is given twice"),
        ("Tier", 2, '--set takes "Setting=Value"'),
    ],
)
def test_a_bad_setting_on_the_command_line_makes_no_file(
    event_file, tmp_path, setting, status, words
):
    """A setting that cannot be is refused before a workbook is made."""
    event = event_file(tmp_path / "event.xlsx")
    message = event.refused("new", "--ruleset", "nisei-swiss", "--set", setting, status=status)
    assert words in message


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("Name\nAnn\n ann \n", "roster.csv: Line 3 repeats line 2 (ann)"),
        ("Name\nAnn\x07\nBea\n", "characters that no workbook can hold"),
        (f"Name\n{'A' * 256}\n", "roster.csv, row 2: the name has 256 characters; the maximum is"),
        (f"Name,Motto\nAnn,{'x' * 32_768}\n", "2 would get a text of 32768 characters"),
        (f"Name{',x' * 20_000}\nAnn\n", "roster.csv has 20001 columns; the maximum is 200"),
        (
            f"Name{',x' * 99}" + f"\nAnn{',1' * 99}" * 801,
            "roster.csv has 80100 cells; the maximum is 80000",
        ),
        ("Name" + "\nAnn" * 2_001, "roster.csv has 2001 rows; the maximum is 2000"),
    ],
    ids=[
        "twice", "control", "long name", "long text", "columns", "cells", "rows",
    ],
)  # fmt: skip
@pytest.mark.on_files
def test_a_bad_roster_makes_no_file(event_file, tmp_path, text, words):
    """A roster that cannot be read says by row what is wrong, and no workbook is made."""
    roster = tmp_path / "roster.csv"
    roster.write_text(text, encoding="utf-8")
    event = event_file(tmp_path / "event.xlsx")
    message = event.refused("new", "--ruleset", "nisei-swiss", "--players", roster)
    assert words in message


def test_a_name_typed_over_without_its_number_is_refused(make_event):
    """The result would go to the wrong player: the cell is named, and both ways to mend it."""
    event = make_event(rounds=1)
    first, second = event.rows("Round 1")[:2]
    event.type("Round 1", 2, **{"Player 1": second["Player 1"]})
    told = event.refused("pair")
    assert f"Round 1!C2: says {second['Player 1']}, but number {first['No 1']} is" in told
    assert f"type {second['No 1']} into B2" in told
