"""Entries that the formulas of a tab and the plugin would read in two ways, and errors over formulas."""

from __future__ import annotations

import pytest
from shown import values

from xlplugin.verbs.check import check
from xlplugin.verbs.pair import pair_round
from xlplugin.verbs.standings import write_standings
from xlplugin.workbook.layout import CellError


@pytest.fixture
def begun(in_memory):
    """Begin an event of four players, and pair round 1."""

    def begin(ruleset="nisei-swiss"):
        event = in_memory(4, ruleset)
        pair_round(event.host)
        return event

    return begin


def shown(event, header, row=2):
    """What a formula of Round 1 shows."""
    book = event.host.read()
    place = (row, book.sheets["Round 1"].rows[0].index(header) + 1)
    return values(book)["Round 1"].get(place)


@pytest.mark.parametrize("header", ["Points 1", "(Games)"])
def test_an_error_typed_over_a_formula_is_listed(begun, header):
    """Where Check reads "Error in a cell" there is something to mend, which is named."""
    event = begun()
    event.play("Round 1")
    assert not check(event.host).problems
    event.type("Round 1", 2, **{header: CellError("#N/A")})
    assert shown(event, "Check") == "Error in a cell"
    (problem,) = check(event.host).problems
    assert problem.column == header
    assert str(problem).endswith(
        ": the error #N/A in place of a formula; clear this cell: its formula comes back with the "
        "standings"
    )
    event.type("Round 1", 2, **{header: None})
    write_standings(event.host)
    assert shown(event, "Check") == ""
    assert not check(event.host).problems


@pytest.mark.parametrize("around", ["\u00a0{}", "\r\n {} \t"])
def test_spaces_that_formulas_do_not_see_past_go_with_the_standings(begun, around):
    """As they come with what is pasted: the result counts, and from then on the live points say so."""
    event = begun()
    event.play("Round 1")
    event.type("Round 1", 2, P1_Corp=around.format("W"), P1_Runner=around.format("l"))
    assert shown(event, "Check") == "Use W, L or D"
    write_standings(event.host)
    row = event.rows("Round 1")[0]
    assert (row["P1 Corp"], row["P1 Runner"]) == ("W", "L")
    assert (shown(event, "Check"), shown(event, "Points 1")) == ("", 3)


def test_entries_that_formulas_read_stay_as_they_were_typed(begun):
    """Small letters and plain spaces."""
    event = begun()
    event.play("Round 1")
    event.type("Round 1", 2, P1_Corp=" w ", P1_Runner=None, Special=" 2-FOR-1")
    write_standings(event.host)
    row = event.rows("Round 1")[0]
    assert (row["P1 Corp"], row["Special"]) == (" w ", " 2-FOR-1")


def test_a_zero_is_no_blank(begun):
    """Of a number that came with a space only the space goes."""
    event = begun("hex")
    for row in (2, 3):
        event.type("Round 1", row, HQ_1="0\u00a0", HQ_2=5, Army_1="Borgo", Army_2="Moloch")
    write_standings(event.host)
    assert event.rows("Round 1")[0]["HQ 1"] == 0


@pytest.mark.parametrize("ruleset", ["trc", "hex"])
@pytest.mark.parametrize(
    ("typed", "is_read"),
    [
        ("10", True), (" 6 ", True), ("06", True), (5, True), (0, True),
        ("1E1", False), ("$10", False), ("100%", False), ("+5", False), ("(5)", False), ("-3", False),
        ("0:00", False), ("x", False), (2.5, False),
    ],
)  # fmt: skip
def test_numbers_are_read_alike_by_formulas_and_plugin(begun, ruleset, typed, is_read):
    """What one of them refuses the other does not take for a result."""
    event = begun(ruleset)
    first = "HQ 1" if ruleset == "hex" else "G1 P1"
    event.type("Round 1", 2, **{first: typed})
    refused = any(problem.column == first for problem in event.event.problems)
    assert refused == (not is_read)
    number = shown(event, f"({first})")
    assert (number not in (None, -2)) == is_read
