"""Edits that organizers make between two clicks, and clicks that they undo: the same on both hosts."""

from __future__ import annotations

import pytest

from xlplugin.verbs import cut as cutting
from xlplugin.verbs.cut import make_progression, tiebreaker
from xlplugin.verbs.pair import pair_round
from xlplugin.verbs.standings import write_standings
from xlplugin.verbs.undo import undo_round


@pytest.fixture
def paired(new_twins):
    """Make twins with a first round, its results typed."""

    def make(*settings, ruleset="nisei-swiss", **kwargs):
        return new_twins(ruleset, settings=["Rounds=2", *settings], **kwargs, rounds=1)

    return make


def test_sorted_and_renamed_players(paired):
    """Rows belong to their numbers, wherever they are and whatever the players are called."""
    twins = paired()

    def reverse(workbook):
        sheet = workbook["Players"]
        rows = [[cell.value for cell in row] for row in sheet["A2:J10"]]
        for row, values in zip(sheet["A2:J10"], reversed(rows), strict=True):
            for cell, value in zip(row, values, strict=True):
                cell.value = f"{value}!" if value == "Ann" else value
                cell.data_type = "s" if isinstance(value, str) else "n"

    twins.change(reverse)
    twins.same(write_standings)
    twins.same(pair_round)
    assert "Ann!" in [row[2].value for row in twins.live["Standings 1"]["A2:C10"]]


def test_columns_of_the_organizer(paired):
    """Columns before, between and after those of the plugin stay, with what is in them."""
    twins = paired()

    def widen(workbook):
        workbook["Players"].insert_cols(2)
        workbook["Players"]["B1"], workbook["Players"]["B2"] = "Paid", "yes"
        workbook["Players"].cell(1, 15, "Phone")
        workbook["Players"].cell(3, 15, "007").data_type = "s"

    twins.change(widen)
    twins.enter("new & late")
    twins.same(pair_round)


def test_moved_and_additional_tabs(paired):
    """Tabs that were moved stay where they are; tabs of the organizer's own are left alone."""
    twins = paired()

    def move(workbook):
        workbook.create_sheet("Prizes", 0)["C7"] = "=1+1"
        workbook.create_sheet("Looks 2")["A1"] = "xl text"
        workbook.create_sheet("Page of rules")["A1"] = "Be kind"
        workbook.move_sheet("Log", -3)
        workbook.move_sheet("Round 1", 1)

    twins.change(move)
    twins.same(write_standings)
    twins.same(pair_round)
    twins.same(undo_round)


@pytest.mark.parametrize("tab", ["Event", "Pairing notes", "Log", "Round 1"])
def test_a_tab_that_is_hidden(paired, tab):
    """A tab that the organizer has hidden is written to all the same."""
    twins = paired()

    def hide(workbook):
        workbook[tab].sheet_state = "hidden"
        workbook.active = workbook["Players"]
        for sheet in workbook.worksheets:
            sheet.sheet_view.tabSelected = sheet.title == "Players"

    twins.change(hide)
    twins.same(pair_round)
    twins.same(undo_round)


def test_own_values_on_a_standings_tab_follow_their_players(paired):
    """A column that the organizer has added to the standings is sorted with them."""
    twins = paired()
    twins.click(write_standings)

    def add(workbook):
        sheet = workbook["Standings 1"]
        sheet.cell(1, 13, "Prize")
        for row in range(2, 11):
            sheet.cell(row, 13, f"For {sheet.cell(row, 3).value}")
        for row in range(2, 5):
            workbook["Round 1"].cell(row, 6, "L")
            workbook["Round 1"].cell(row, 7, "L")

    twins.change(add)
    twins.same(write_standings)
    rows = twins.live["Standings 1"]["A2:M10"]
    assert all(row[12].value == f"For {row[2].value}" for row in rows)


def test_own_formulas_on_a_standings_tab_stay_on_the_desktop(paired):
    """Formulas speak of their row, so they stay in it."""
    twins = paired(platform="windows")
    twins.click(write_standings)
    twins.change(with_doubled_points)
    twins.same(write_standings)
    assert twins.live["Standings 1"]["M3"].value == "=D3*2"


def test_own_formulas_on_a_standings_tab_become_values_in_xlwings_lite(paired):
    """Nothing tells formulas from values there, so what they show follows the players."""
    twins = paired()
    twins.click(write_standings)
    twins.change(with_doubled_points)
    twins.shown = lambda _tab, formula: int(formula[2:-2]) if formula.startswith("=D") else 0
    twins.click(write_standings)
    rows = [row[0] for row in twins.live["Standings 1"]["M2:M10"]]
    assert sorted(cell.value for cell in rows if cell.data_type == "n")


def with_doubled_points(workbook):
    """Add a column of formulas to the standings, and change the results."""
    sheet = workbook["Standings 1"]
    sheet.cell(1, 13, "Doubled")
    for row in range(2, 11):
        sheet.cell(row, 13, f"=D{row}*2")
    for row in range(2, 5):
        workbook["Round 1"].cell(row, 6, "L")
        workbook["Round 1"].cell(row, 7, "L")


def test_standings_without_one_of_their_columns_are_made_anew(paired):
    """A tab that lacks a column is replaced by a whole one in its place."""
    twins = paired()
    twins.click(write_standings)
    twins.change(lambda workbook: workbook["Standings 1"].delete_cols(5))
    twins.same(write_standings)


@pytest.mark.parametrize(("ruleset", "option", "value"), [("nts", "Count", "Games")])
def test_points_follow_an_option(paired, ruleset, option, value):
    """The live formulas of the rounds are written anew where an option changes them."""
    twins = paired(ruleset=ruleset)
    twins.setting(option, value)
    twins.same(pair_round)


@pytest.mark.parametrize("shown", ["", "x", "#N/A", "2026-01-01T00:00:00.000Z"])
def test_what_formulas_show_decides_nothing(paired, shown):
    """Everything is computed from what was typed."""
    twins = paired()
    twins.shown = lambda _tab, _formula: shown
    twins.same(write_standings)
    twins.same(pair_round)
    twins.same(pair_round, again=True)


@pytest.mark.parametrize("shown", [99, True])
def test_a_number_that_a_formula_shows_is_asked_about_and_decides_nothing(paired, when, shown):
    """Xlwings Lite cannot tell it from one that was typed over; what was typed as a result counts."""
    twins = paired()
    twins.shown = lambda _tab, _formula: shown
    book, host = twins.excel()
    live = write_standings(host, when=when)
    write_standings(twins.file(), when=when)
    told = f"Round 1!I2: {int(shown)} was typed, but the result gives 3, which counts"
    assert any(warning.startswith(told) for warning in live.warnings)
    twins.perform(book)
    assert not twins.differences()


def test_a_round_is_taken_back_twice(paired):
    """Only the newest of the tabs undone is kept, out of sight."""
    twins = paired()
    for _ in range(2):
        twins.same(undo_round)
        twins.same(pair_round)
        twins.decide()
    away = [sheet for sheet in twins.live.worksheets if "undone" in sheet.title]
    assert [(sheet.title, sheet.sheet_state) for sheet in away] == [("Round 1 undone", "hidden")]


def test_a_tiebreaker_round(new_twins):
    """The round before the cut, paired again and taken back."""
    twins = new_twins(players=8, settings=["Rounds=1", "Cut=3", "Tiebreaker round=Yes"], rounds=1)
    twins.same(tiebreaker)
    twins.same(pair_round, again=True)
    twins.same(undo_round)
    twins.same(pair_round)
    twins.decide()
    twins.same(write_standings)
    twins.same(cutting.cut, 3)


def test_somebody_leaves_during_the_elimination(paired):
    """Who leaves loses the game that was not played, which is written down."""
    twins = paired("Cut=4", "Rounds=1")
    twins.click(pair_round)
    twins.decide()
    twins.click(pair_round)
    match = next(iter(twins.matches("Cut 2").values()))
    row = next(r for r in range(2, 11) if twins.live["Players"].cell(r, 1).value == match["No 1"])
    twins.type("Players", row, Status="Dropped")
    twins.same(write_standings)
    assert any(match["Special"] for match in twins.matches("Cut 2").values())


def test_a_first_day_is_closed(paired):
    """The cut between two days of Swiss rounds."""
    twins = paired()
    twins.same(make_progression, 3)
    twins.same(pair_round)


def test_formulas_that_speak_of_a_round_survive_its_pairing_again(new_twins):
    """The tab that goes is renamed before, which formulas follow: they are written anew."""
    twins = new_twins(settings=["Rounds=2"], platform="windows", unfinished=True)
    twins.same(pair_round, again=True)
    row = next(row for row in twins.live["Event"].values if row[0] == "Next step")
    assert sum("'Round 1'!" in str(step) for step in row) > 2
    assert "Round 1 undone" not in str(row)


PLAIN = (
    " looks", " leads", " may be", " is high", "centred", "colour", "fits", "frozen", "margins", "oddFooter",
    "paper", "titles",
)  # fmt: skip


@pytest.mark.parametrize("gone", ["Looks", "Page ", ("Looks", "Page ")])
def test_without_the_hidden_tabs_new_ones_are_plain(new_twins, when, gone):
    """An event goes on without what new tabs are copied from; that is said, and in the log."""
    twins = new_twins()

    def remove(workbook):
        for sheet in workbook.worksheets:
            if sheet.title.startswith(gone):
                workbook.remove(sheet)

    twins.change(remove)
    book, host = twins.excel()
    said = pair_round(host, when=when).warnings
    pair_round(twins.file(), when=when)
    twins.perform(book)
    assert "new tabs look plain" in " ".join(said)
    places = [line.partition(": ")[0] for line in twins.differences()]
    last = f"Log!C{twins.live['Log'].max_row}"
    assert [place for place in places if not place.endswith(PLAIN)] == [last]


@pytest.mark.parametrize("gone", ["Log", "Pairing notes"])
def test_a_tab_that_was_deleted_comes_again(paired, gone):
    """What the plugin writes down at the end of a click has its tab made anew, in its place."""
    twins = paired()
    twins.change(lambda workbook: workbook.remove(workbook[gone]))
    twins.click(pair_round)
    places = [line.partition(": ")[0] for line in twins.differences()]
    assert [place for place in places if not place.endswith(PLAIN)] == []


def test_own_formulas_break_with_a_tab_that_goes(new_twins):
    """As in any workbook: pairing again deletes a tab, and what speaks of it shows an error."""
    twins = new_twins(platform="windows", unfinished=True)
    twins.change(lambda w: w.create_sheet("Screen").append(["='Round 1'!C2"]))
    twins.click(pair_round, again=True)
    assert twins.live["Screen"]["A1"].value == "=#REF!"
    assert twins.closed["Screen"]["A1"].value == "='Round 1'!C2"
