"""Rounds changed by hand, looked over and published: the same in a file and in Excel."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

import pytest

from xlplugin.doors import buttons
from xlplugin.ground.problems import ERRORS
from xlplugin.verbs import change_pairing
from xlplugin.verbs.pair import pair_round

WHEN = datetime(2026, 11, 21, 10, 30, tzinfo=UTC)

FIXTURES = Path(__file__).parent.parent / "fixtures" / "0.1.0"
ROOMS = ("Tables=11-12, 1-9", "Stream table=30", "Publish rounds=When told")


def test_a_round_is_published_by_its_button(new_twins):
    """Rooms and stream as set; held back, then shown; the next step follows."""
    twins = new_twins(settings=ROOMS, unfinished=True)
    assert sorted(m["Table"] for m in twins.matches("Round 1").values()) == [1, 2, 11, 12, 30]
    twins.click(buttons.VERBS["publish"])
    assert "is already published" in twins.refused(actions_publish)
    assert not twins.differences()


def actions_publish(host, when):
    """Publish once more."""
    return buttons.VERBS["publish"](host, when)


def test_what_was_typed_is_noticed_by_a_click(new_twins):
    """Numbers typed over, a status, a setting: told on the notes and in the log, names put right."""
    twins = new_twins(settings=("Publish rounds=When told",), unfinished=True)
    (first, one), (second, other) = list(twins.matches("Round 1").items())[:2]
    twins.type("Round 1", first, **{"No 2": other["No 2"]})
    twins.type("Round 1", second, **{"No 2": one["No 2"]})
    twins.setting("Tier", "Competitive")
    twins.click(buttons.VERBS["publish"])
    assert twins.matches("Round 1")[first]["Player 2"] == other["Player 2"]
    log = [cell.value for cell in twins.live["Log"]["B"]]
    assert log[-3:] == ["Setting", "By hand", "Publish"]
    assert not twins.differences()


def test_the_tables_whose_rows_are_selected_are_paired_again(new_twins, platform):
    """By its button, as the command does with their numbers."""
    twins = new_twins(platform=platform, unfinished=True)
    gone = twins.matches("Round 1")[3]["No 2"]
    row = next(r[0].row for r in twins.live["Players"].iter_rows(min_row=2) if r[0].value == gone)
    twins.type("Players", row, Status="Dropped")
    change_pairing.pair_tables_again(twins.file(), {2}, when=WHEN)
    book, host = twins.excel()
    twins.select(book, "Round 1", "A3:C3")
    told = buttons.VERBS["pair_selected"](host, WHEN)
    twins.perform(book)
    assert not twins.differences()
    assert told.message.startswith("Round 1:\n\n- table 2, ")


@pytest.mark.parametrize(
    ("tab", "selection"),
    [("Round 1", "A40:A41"), ("Round 1", "A1"), ("Round 1", "A1:C1,E40"), ("Players", "A2:C3")],
)
def test_without_rows_of_a_round_the_button_says_what_to_select(
    new_twins, tab, selection, platform
):
    """Nothing is paired by mistake: rows 2 and 3 of Players are not tables 1 and 2."""
    twins = new_twins(platform=platform, unfinished=True)
    book, host = twins.excel()
    twins.select(book, tab, selection)
    with pytest.raises(ERRORS, match="Select the rows of the tables on Round 1"):
        buttons.VERBS["pair_selected"](host, WHEN)
    assert twins.asked(book) == []


def test_a_round_of_an_older_workbook_has_its_dropdowns(twins_of, tmp_path):
    """Those of version 0.1.0, whose looks are named by their helps, have them in Excel as in a file."""
    path = tmp_path / "event.xlsx"
    path.write_bytes((FIXTURES / "nisei-amalfi.xlsx").read_bytes())
    twins = twins_of(path)
    twins.decide()
    twins.click(pair_round)
    closed, live = (
        {(str(rule.sqref), rule.type) for rule in book["Round 4"].data_validations.dataValidation}
        for book in (twins.closed, twins.live)
    )
    assert {kind for _, kind in live} == {"list", "whole"}
    assert {rule for rule in closed if rule[1]} == live
