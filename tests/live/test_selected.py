"""Swap, move and late as buttons: what the commands do, from the cells that are selected."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from xlplugin.doors import buttons
from xlplugin.ground.problems import ERRORS, WorkbookProblems
from xlplugin.verbs import change_pairing
from xlplugin.verbs.frame import Done, Result
from xlplugin.workbook.engine_errors import error_text

WHEN = datetime(2026, 11, 21, 10, 30, tzinfo=UTC)
ROUND = "Round 1"
EDITED = Result(tab=ROUND)


@pytest.fixture
def event(new_twins, platform):
    """Nine players, round 1 paired: four tables and a bye; on every kind of Excel."""
    return new_twins(platform=platform, unfinished=True)


in_one = pytest.mark.parametrize("platform", ["macos"], indirect=True)
"""What is selected reads the same everywhere, which others check: what comes of it is the verb's."""


def cell(twins, row, header, tab=ROUND):
    """The address of a cell by its header."""
    return next(c for c in twins.live[tab][1] if c.value == header).column_letter + str(row)


def numbers(twins):
    """Who sits in each row."""
    return {r: (m["No 1"], m["No 2"]) for r, m in twins.matches(ROUND).items()}


def clicked(twins, verb, address, *answers, tab=ROUND):
    """Select, click, and give back what is told."""
    book, host = twins.excel()
    twins.select(book, tab, address)
    told = buttons.VERBS[verb](host, WHEN, *answers)
    twins.perform(book)
    return told


def refused(twins, verb, address, *answers, tab=ROUND):
    """Select, click, and give back why nothing is done."""
    book, host = twins.excel()
    twins.select(book, tab, address)
    with pytest.raises(ERRORS) as error:
        buttons.VERBS[verb](host, WHEN, *answers)
    assert twins.asked(book) == []
    return error_text(error.value)


# swap


@pytest.mark.parametrize(
    "headers", [("Player 1", "Player 2"), ("No 1", "No 2"), ("No 1", "Player 2")]
)
def test_two_players_whose_cells_are_selected_change_places(event, headers):
    """By name or by number, at two tables, whatever lies between; as the command does."""
    first, second = numbers(event)[2][0], numbers(event)[4][1]
    change_pairing.swap(event.file(), str(first), str(second), when=WHEN)
    told = clicked(event, "swap", f"{cell(event, 2, headers[0])},{cell(event, 4, headers[1])}")
    assert numbers(event)[2][0] == second
    assert numbers(event)[4][1] == first
    assert not event.differences()
    assert told.message.startswith("Round 1:\n\n- table 1, ")


def test_two_players_one_below_the_other_are_swapped_in_one_piece(event):
    """Two cells of a column, as in xlwings Lite, which knows no other selection."""
    one, two = numbers(event)[3][0], numbers(event)[4][0]
    clicked(event, "swap", f"{cell(event, 3, 'Player 1')}:{cell(event, 4, 'Player 1')}")
    assert (numbers(event)[3][0], numbers(event)[4][0]) == (two, one)


@in_one
def test_the_players_of_a_row_change_sides(event):
    """The whole row has two players: those of one match."""
    one, two = numbers(event)[2]
    clicked(event, "swap", "A2:Z2")
    assert numbers(event)[2] == (two, one)


@in_one
def test_a_bye_on_the_other_side_is_swapped_there(event):
    """Where somebody has put the player with the bye on Player 2's side, that cell counts."""
    row, (bye, _) = next((r, pair) for r, pair in numbers(event).items() if pair[1] is None)
    name = event.matches(ROUND)[row]["Player 1"]
    seat = {"No 1": None, "Player 1": None, "No 2": bye, "Player 2": name}
    event.type(ROUND, row, **seat)
    other = numbers(event)[2][0]
    clicked(event, "swap", f"{cell(event, 2, 'Player 1')},{cell(event, row, 'Player 2')}")
    assert (numbers(event)[2][0], numbers(event)[row]) == (bye, (None, other))


@pytest.mark.parametrize("platform", ["lite"], indirect=True)
def test_players_typed_into_fields_are_swapped(event):
    """In xlwings Lite there are two fields; what is selected does not matter then."""
    one, two = numbers(event)[2][0], numbers(event)[4][0]
    clicked(event, "swap", "A1", str(one), str(two))
    assert (numbers(event)[2][0], numbers(event)[4][0]) == (two, one)


@pytest.mark.parametrize(
    ("rows", "headers", "whom"),
    [
        ((2,), ("Table",), "nobody"),
        ((2,), ("Player 1",), None),
        ((2, 4), ("Player 1", "Player 2"), None),
        ((1,), ("Player 1",), "nobody"),
        ((40,), ("Player 1",), "nobody"),
    ],
    ids=["no player", "one player", "four players", "a header", "below the round"],
)
def test_what_are_not_two_players_is_told_with_an_example(event, rows, headers, whom):
    """What to select, where, and who is selected now; nothing is written."""
    first, last = cell(event, rows[0], headers[0]), cell(event, rows[-1], headers[-1])
    said = refused(event, "swap", f"{first}:{last}")
    assert f"Select the cells of two players on {ROUND} first, for example C2 and C6" in said
    names = whom or event.matches(ROUND)[rows[0]]["Player 1"].strip()
    assert f"Selected: {names}" in said
    assert ("fields one and two" in said) is (event.platform == "lite")
    assert ("Ctrl" in said) is (event.platform != "lite")


@in_one
@pytest.mark.parametrize("verb", ["swap", "move"])
def test_cells_of_another_tab_are_no_players_of_the_round(event, verb):
    """Rows 2 and 3 of Players are not tables 1 and 2."""
    assert "Selected: nobody." in refused(event, verb, "B2:B3", "9", tab="Players")[-80:]


# move


def test_the_match_of_the_row_that_is_selected_moves(event):
    """To the table that is asked for; as the command does."""
    pair = numbers(event)[3]
    change_pairing.move(event.file(), str(pair[0]), 40, when=WHEN)
    told = clicked(event, "move", cell(event, 3, "Player 2"), "40")
    assert event.matches(ROUND)[3]["Table"] == 40
    assert not event.differences()
    assert "- table 40, " in told.message


def test_what_is_no_table_is_told(event):
    """Whose match is asked about, and what to type."""
    for answer in ("", "0", "x", "1.5", "-3", "9999999"):
        said = refused(event, "move", cell(event, 3, "Table"), answer)
        assert said.startswith("Type the number of the table that table 2, ")
        assert ("field table" in said) is (event.platform == "lite")


@in_one
@pytest.mark.parametrize("address", ["A2:A3", "A1", "A40"])
def test_what_is_not_one_match_is_told(event, address):
    """Two rows, the headers, or a row below the round."""
    said = refused(event, "move", address, "12")
    assert f"Select a cell of the match to be moved on {ROUND} first, for example C2" in said


# late


def test_the_late_player_whose_row_is_selected_meets_the_bye(event):
    """A name without a number is enough; as the command does."""
    event.enter("Late Larch")
    (bye,) = [no for no, other in numbers(event).values() if other is None]
    change_pairing.pair_late(event.file(), "Late Larch", when=WHEN)
    clicked(event, "late", "B11", tab="Players")
    assert (bye, 10) in numbers(event).values()
    assert not event.differences()


@in_one
@pytest.mark.parametrize(
    ("address", "whom"), [("A40", "nobody"), ("A1", "nobody"), ("B2:B9", "and 4")]
)
def test_what_is_not_one_late_player_is_told(event, address, whom):
    """With the cell of the newest player as an example."""
    said = refused(event, "late", address, tab="Players")
    assert "Select the row of one late player on Players first, for example B10;" in said
    assert whom in said


@in_one
def test_a_player_who_is_in_the_round_is_not_late(event):
    """The name is told, not the number."""
    said = refused(event, "late", "B10", tab="Players")
    assert said == "Ann is already in Round 1."


# all of them


@in_one
@pytest.mark.parametrize("verb", ["swap", "move", "late", "pair_selected"])
def test_what_must_be_mended_is_told_before_what_to_select(event, verb):
    """A workbook that cannot be read has no players to select."""
    event.type("Players", 2, Status="Gone")
    book, host = event.excel()
    with pytest.raises(WorkbookProblems, match="Players!"):
        buttons.VERBS[verb](host, WHEN)
    assert event.asked(book) == []


@pytest.mark.parametrize("verb", ["swap", "move", "pair_selected"])
def test_without_a_round_there_is_nothing_to_select(new_twins, verb):
    """It says so, as the command does."""
    assert (
        refused(new_twins(), verb, "A1", tab="Players")
        == "No round has been paired yet: pair first."
    )


def test_tables_in_several_pieces_are_paired_again(event, monkeypatch):
    """Tables 1 and 3, the second with Ctrl held down; as the command does with their numbers."""
    named = []
    monkeypatch.setattr(
        change_pairing,
        "pair_some_tables",
        lambda _event, _when, tables: named.append(tables) or Done(EDITED),
    )
    clicked(event, "pair_selected", "A2,C4:D4")
    assert named == [{1, 3}]


@pytest.mark.parametrize("platform", ["windows", "macos"], indirect=True)
def test_more_pieces_than_excel_tells_are_too_many(event):
    """It leaves out those beyond 255 characters of their address: no table is passed over silently."""
    pieces = ["A2", *(f"A{row}" for row in range(1000, 1070, 2)), "A3"]
    assert "Select fewer cells" in refused(event, "pair_selected", ",".join(pieces))
