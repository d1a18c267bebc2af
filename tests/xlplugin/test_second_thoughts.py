"""Changes that organizers make to a workbook between two commands, and the harm they must not do."""

from __future__ import annotations

from datetime import datetime

import pytest


def test_a_deleted_match_row_is_told(make_event):
    """A row that is gone takes its players' results with it: they are named."""
    event = make_event(rounds=1)
    gone = event.rows("Round 1")[0]
    with event.opened() as workbook:
        workbook["Round 1"].delete_rows(2)
    told = event.done("standings").stderr
    assert "in no row any more" in told
    assert gone["Player 1"] in told


@pytest.mark.parametrize("value", [datetime(2026, 11, 21), "#N/A"])  # noqa: DTZ001
def test_a_column_of_ones_own_may_hold_anything(make_event, value):
    """Dates, formulas and errors beside the roster are nobody's business."""
    event = make_event(rounds=1)
    with event.opened() as workbook:
        sheet = workbook["Players"]
        column = sheet.max_column + 1
        sheet.cell(1, column).value = "Paid on"
        sheet.cell(2, column).value = value
    event.done("standings")


def test_a_tab_in_other_capitals_is_found(make_event):
    """Spreadsheet programs do not tell capitals apart, so neither does the plugin."""
    event, tab = make_event(rounds=1), "Pairing notes"
    with event.opened() as workbook:
        sheet = workbook[tab]
        sheet.title = "for a moment"  # or openpyxl would take the old name for another tab's
        sheet.title = tab.upper()
    event.done("pair")
    assert tab.upper() in event.read().sheetnames
    assert tab not in event.read().sheetnames


@pytest.mark.on_files
def test_a_hidden_tab_is_shown_again(make_event):
    """What is written is shown."""
    event = make_event(rounds=1)
    event.done("standings")
    with event.opened() as workbook:
        workbook["Standings 1"].sheet_state = "hidden"
    event.done("standings")
    assert event.read()["Standings 1"].sheet_state == "visible"


def test_undo_refuses_while_another_round_is_missing(make_event):
    """Rounds are not renumbered by taking the newest one away."""
    event = make_event(rounds=2)
    with event.opened() as workbook:
        workbook["Round 1"].title = "Round one"
    assert "Round 1: there is no such tab" in event.refused("undo")


def test_pairing_again_refuses_to_lose_own_entries(make_event):
    """A column of the organizer's own on the round tab is not thrown away."""
    event = make_event()
    event.done("pair")
    with event.opened() as workbook:
        sheet = workbook["Round 1"]
        column = sheet.max_column + 1
        sheet.cell(1, column).value = "Judge"
        sheet.cell(2, column).value = "somebody"
    assert "a column of your own has entries" in event.refused("pair", "--again")


def test_the_event_seed_must_stay(make_event):
    """Without the seed, lots and draws could not be repeated."""
    event = make_event(rounds=1)
    with event.opened() as workbook:
        for row in workbook["Event"].iter_rows(min_row=2):
            if row[0].value == "Event seed":
                row[1].value = None
    assert "the Event seed is gone" in event.refused("pair")


def test_a_late_entry_does_not_make_old_standings_wrong(make_event):
    """Whoever was not there yet is not missing."""
    event = make_event(rounds=1)
    event.done("standings")
    with event.opened() as workbook:
        sheet = workbook["Players"]
        row = next(r for r in range(2, 100) if sheet.cell(r, 2).value is None)
        sheet.cell(row, 2).value = "Late Lou"
    event.done("pair")
    assert event.json("check")["differences"] == []


def test_a_number_of_rounds_that_is_none_is_told(make_event):
    """Rounds paired is a whole number."""
    event = make_event(rounds=1)
    with event.opened() as workbook:
        for row in workbook["Event"].iter_rows(min_row=2):
            if row[0].value == "Rounds paired":
                row[1].value = "two"
    assert "Event!B" in event.refused("pair")


@pytest.mark.on_files
def test_own_formulas_on_standings_stay_in_their_rows(make_event):
    """A formula speaks of its row; values go with their players, text below stays."""
    event = make_event(rounds=1)
    event.done("standings")
    with event.opened() as workbook:
        sheet = workbook["Standings 1"]
        column, last = sheet.max_column + 1, sheet.max_row
        sheet.cell(1, column).value = "Prize"
        for row in range(2, last + 1):
            sheet.cell(row, column).value = f'=IF(A{row}<=2,"prize","")'
        sheet.cell(last + 3, 3).value = "Thanks to our sponsor"
    with event.opened() as workbook:
        sheet = workbook["Round 1"]
        for row in sheet.iter_rows(min_row=2):
            if row[5].value:
                row[5].value, row[6].value = "L", "L"
    event.done("standings")
    sheet = event.read()["Standings 1"]
    assert [sheet.cell(r, column).value for r in (2, last)] == [
        '=IF(A2<=2,"prize","")',
        f'=IF(A{last}<=2,"prize","")',
    ]
    assert sheet.cell(last + 3, 3).value == "Thanks to our sponsor"


def test_the_log_tells_what_a_corrected_result_has_changed(make_event):
    """The standings follow, the later pairings stay, and Log says what is no longer so."""
    event = make_event(rounds=1)
    event.done("standings")
    event.round()
    paired = [(row["No 1"], row["No 2"]) for row in event.rows("Round 2")]
    event.type("Round 1", 2, **{"P1 Corp": "L", "P1 Runner": "L"})
    event.done("standings")
    corrected, written = event.rows("Log")[-2:]
    assert (corrected["Action"], written["Action"]) == ("Corrected", "Standings")
    assert corrected["Details"].startswith("Standings 1!")
    assert [(row["No 1"], row["No 2"]) for row in event.rows("Round 2")] == paired


def test_nothing_corrected_leaves_no_line(make_event):
    """Standings written twice over tell of no corrections."""
    event = make_event(rounds=1)
    event.done("standings")
    event.done("standings")
    assert "Corrected" not in {row["Action"] for row in event.rows("Log")}


def test_a_tab_of_ones_own_that_is_called_like_the_standings_is_not_written_over(make_event):
    """It is refused with the tab's name, and what stands on it stays."""
    event, name = make_event(rounds=1), "STANDINGS  01"
    with event.opened() as workbook:
        workbook.create_sheet(name)["A1"] = "prizes"
    told = event.refused("standings")
    assert f"{name}: a tab of this name exists" in told
    assert event.read()[name]["A1"].value == "prizes"
