"""Numbers typed over the live points: noticed, never lost in silence, and the formulas come back."""

from __future__ import annotations

from dataclasses import replace

import pytest
from shown import values

from xlplugin.verbs.pair import pair_round
from xlplugin.verbs.standings import write_standings
from xlplugin.workbook.book import SetCells, column_letter
from xlplugin.workbook.layout import Formula
from xlplugin.workbook.reading.reader import read_event


@pytest.fixture
def event(make_event):
    """Eight players, one round played."""
    return make_event(rounds=1)


def points(event, row=2, header="Points 1", tab="Round 1"):
    """What stands under a header of the live points."""
    return event.read()[tab].cell(row, event.column(event.read()[tab], header)).value


@pytest.mark.parametrize(
    ("command", "value", "shown"),
    [("pair", 7, "7"), ("standings", 1.5, "1.5"), ("check", "win", "'win'"), ("print", 7, "7")],
)
def test_a_number_that_the_result_does_not_give_is_asked_about(event, command, value, shown):
    """It may be meant as a correction, so that the organizer decides, in that cell."""
    event.type("Round 1", 3, **{"P1 Corp": "W", "P1 Runner": "W", "Points 1": value})
    where = event.address("Round 1", "Points 1", 3)
    told = event.refused(command, *(["names"] if command == "print" else []))
    assert told.splitlines()[0] == (
        f"{where}: {shown} is typed over the points, but the result gives 6; type the result that gives "
        f"{shown}, or clear this cell: its formula comes back"
    )


def test_a_cleared_cell_has_its_formula_back(event):
    """As the message says."""
    before = points(event)
    event.type("Round 1", 2, **{"Points 1": None, "Check": None})
    event.done("standings")
    assert str(points(event)) == str(before)
    assert points(event, header="Check")


def test_a_number_that_is_right_is_made_live_again(event):
    """Nothing is lost, so that nothing is said."""
    before = points(event)
    event.type("Round 1", 2, **{"P1 Corp": "W", "P1 Runner": "W", "Points 1": 6})
    assert event.done("standings").stderr == ""
    assert str(points(event)) == str(before)


def test_a_number_in_place_of_a_result_is_asked_about(make_event):
    """Without a result there are no points."""
    event = make_event(rounds=1, finished=False)
    event.type("Round 1", 2, **{"Points 1": 6})
    told = event.refused("pair")
    assert (
        "6 is typed over the points, but there is no result; type the result that gives 6" in told
    )


def test_a_bye_on_the_second_side_has_its_points_there(make_event):
    """As a row that somebody has turned round."""
    event = make_event(players=7, rounds=1)
    row = event.row_of("Round 1", "Special", "Bye")
    cells = event.rows("Round 1")[row - 2]
    turned = {"No 1": None, "Player 1": None, "No 2": cells["No 1"], "Player 2": cells["Player 1"]}
    event.type("Round 1", row, **turned, **{"Points 2": 5})
    assert "5 is typed over the points, but the result gives 6" in event.refused("standings")
    event.type("Round 1", row, **{"Points 2": 6})
    event.done("standings")


def test_a_round_whose_formulas_are_gone_has_them_back(event):
    """Another program has saved values only: they may be old, so that the results count."""
    before = [points(event, row, header) for row in range(2, 6) for header in ("Points 1", "Check")]
    for row in range(2, 6):
        event.type("Round 1", row, **{"Points 1": 1, "Points 2": 1, "Check": None})
    event.done("standings")
    after = [points(event, row, header) for row in range(2, 6) for header in ("Points 1", "Check")]
    assert list(map(str, after)) == list(map(str, before))


@pytest.mark.parametrize(
    ("tab", "shown", "action"),
    [("Round 1", "Points 1", write_standings), ("Cut 1", "Advances", pair_round)],
)
def test_formulas_that_speak_of_a_deleted_column_are_made_whole(in_memory, tab, shown, action):
    """As Excel leaves them once a column out of sight is deleted; its step comes into the others."""
    event = in_memory(4, Rounds="1", Cut="4")
    for each in ("Round 1", "Cut 1")[: 1 + (tab == "Cut 1")]:
        pair_round(event.host)
        event.play(each)
    header, *rows = event.host.read().sheets[tab].rows
    gone = {header.index(h) + 1 for h in ("(Special)", "(Winner)") if h in header}
    cells = {
        (number, column): lost(value, [f"${column_letter(c)}{number}" for c in gone])
        for number, row in enumerate(rows, 2)
        for column, value in enumerate(row, 1)
        if isinstance(value, Formula)
    }
    cells |= dict.fromkeys((n, column) for n in range(1, len(rows) + 2) for column in gone)
    event.host.write([SetCells(tab, cells)])
    assert count_lost(event, tab) > 0
    action(event.host)
    assert count_lost(event, tab) == 0
    value = event.host.read().sheets[tab].rows[1][header.index(shown)]
    assert "SUMPRODUCT" in value.text


@pytest.mark.parametrize("gone", [["(Link 1)"], ["(Link 2)", "(Link 4)"]], ids=str)
def test_links_that_speak_of_a_deleted_column_are_made_whole(in_memory, gone):
    """Their steps come into the others, in the rows in which the links stand."""
    event = in_memory(4)
    header, *rows = event.host.read().sheets["Event"].rows
    columns = [header.index(h) + 1 for h in gone]
    cells = {
        (number, column): lost(value, [f"${column_letter(c)}${number}" for c in columns])
        for number, row in enumerate(rows, 2)
        for column, value in enumerate(row, 1)
        if isinstance(value, Formula)
    }
    cells |= dict.fromkeys((n, column) for n in range(1, len(rows) + 2) for column in columns)
    event.host.write([SetCells("Event", cells)])
    assert count_lost(event, "Event") > 0
    pair_round(event.host)
    assert count_lost(event, "Event") == 0
    links = [row["Go to"] for row in event.rows("Event") if row["Go to"]]
    assert len(links) == 5
    assert all(isinstance(link, Formula) and "HYPERLINK" in link.text for link in links)


def lost(formula, addresses):
    """A formula once these cells are deleted."""
    text = formula.text
    for address in addresses:
        text = text.replace(address, "#REF!")
    return Formula(text)


def count_lost(event, tab):
    """How many formulas of a tab speak of a cell that is no more."""
    rows = event.host.read().sheets[tab].rows
    return sum(isinstance(v, Formula) and "#REF!" in v.text for row in rows for v in row)


def test_where_formulas_cannot_be_told_from_values_a_number_is_only_pointed_out(in_memory):
    """In xlwings Lite: it may not have been worked out yet."""
    event = in_memory(4)
    pair_round(event.host)
    event.play("Round 1")
    event.type("Round 1", 2, Points_1=4, Points_2=0)
    book = event.host.read()
    tab = book.sheets["Round 1"]
    rows = [[0 if isinstance(v, Formula) else v for v in row] for row in tab.rows]
    values = replace(tab, rows=rows)
    lite = replace(book, sheets={**book.sheets, "Round 1": values}, has_formulas=False)
    read = read_event(lite)
    assert read.problems == []
    (told,) = [warning for warning in read.warnings if "Points" in warning or "counts" in warning]
    assert ": 4 was typed, but the result gives 6, which counts." in told


@pytest.mark.parametrize("ruleset", ["nisei-swiss", "nisei-single-sided", "ntp", "hex"])
def test_a_number_typed_over_the_points_finishes_no_table(in_memory, ruleset):
    """Check goes on to say that the result is missing, and Next step names the table."""
    event = in_memory(4, ruleset)
    pair_round(event.host)
    event.type("Round 1", 2, Points_2=6)
    book = event.host.read()
    shown = values(book)
    column = {h: i for i, h in enumerate(book.sheets["Round 1"].rows[0], 1)}
    assert [shown["Round 1"][row, column["Check"]] for row in (2, 3)] == ["Missing"] * 2
    step = next(
        row for row, (name, *_) in enumerate(book.sheets["Event"].rows, 1) if name == "Next step"
    )
    assert shown["Event"][step, 2] == "Round 1: 2 results missing (tables 1, 2)"
