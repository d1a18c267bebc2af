"""Whatever is clicked next: what was typed before it is in the log."""

from __future__ import annotations

from functools import partial

import pytest

from xlplugin.doors import buttons
from xlplugin.numbers import plan_tab
from xlplugin.verbs import clock, penalties
from xlplugin.verbs.pair import pair_round

TABLES = "1-60"


def new_names(twins):
    """A list to be added, in a tab of its own."""

    def change(workbook):
        tab = workbook.create_sheet("Roster")
        for row, name in enumerate(("Name", "Jon Juniper"), 1):
            tab.cell(row, 1).value = name

    twins.change(change)


def unfinished(twins):
    """A second round without results."""
    twins.click(pair_round)


def exchanged(twins):
    """Two players of a second round who sit at each other's table."""
    unfinished(twins)

    def change(workbook):
        tab = workbook["Round 2"]
        place = next(cell.column for cell in tab[1] if cell.value == "No 2")
        one, two = tab.cell(2, place), tab.cell(3, place)
        one.value, two.value = two.value, one.value

    twins.change(change)


def with_a_bye(twins):
    """A second round in which somebody has nobody to meet."""
    twins.type("Players", 2, Status="Dropped")
    unfinished(twins)


def slow(twins):
    """Somebody was, and it is on Penalties."""
    twins.click(penalties.penalize)
    twins.type("Penalties", 2, No=1, Infraction="Slow play")


def reviewed(twins):
    """A round that is looked over first."""
    setting(twins, "Publish rounds", "When told")
    twins.click(pair_round)


def level(twins):
    """Everybody has the same points."""
    setting(twins, "Rounds", 1)

    def change(workbook):
        tab = workbook["Round 1"]
        places = {cell.value: cell.column for cell in tab[1]}
        for row in range(2, 6):
            tab.cell(row, places["P1 Corp"]).value = "W"
            tab.cell(row, places["P1 Runner"]).value = "L"

    twins.change(change)


def one_round(twins):
    """The Swiss rounds are over."""
    setting(twins, "Rounds", 1)


def timed(twins):
    """The clock runs."""
    unfinished(twins)
    twins.click(clock.start)


def with_identities(twins):
    """Everybody has typed what they play."""
    for row in range(2, 10):
        twins.type("Players", row, Corp="Alpha: One", Runner="Zed")


def with_a_cut(twins):
    """Results are missing in the last round before a cut."""
    unfinished(twins)
    setting(twins, "Cut", 4)


def as_it_is(_twins):
    """Nothing else is needed."""


STARTS = {
    "pair": as_it_is,
    "standings": as_it_is,
    "cross_table": as_it_is,
    "clock": unfinished,
    "start_clock": unfinished,
    "pause_clock": timed,
    "statistics": as_it_is,
    "matchups": with_identities,
    "safe": with_a_cut,
    "cut": one_round,
    "tiebreaker": level,
    "pair_again": unfinished,
    "pair_selected": exchanged,
    "swap": unfinished,
    "move": unfinished,
    "late": with_a_bye,
    "undo": unfinished,
    "export": as_it_is,
    "number_players": as_it_is,
    "penalties": slow,
    "publish": reviewed,
    "lists": as_it_is,
    "add_players": new_names,
    "print_slips": as_it_is,
    "print_names": as_it_is,
    "print_seats": as_it_is,
    "print_cards": as_it_is,
    "plan": as_it_is,
}
"""What else is there when a button is clicked; a new button belongs here."""


SELECTED = {
    "pair_selected": ("Round 2", "A2:A5"),
    "swap": ("Round 2", "A2", "1", "2"),
    "move": ("Round 2", "A2", "40"),
    "late": ("Players", "B10"),
}
"""What is selected for a button, and what is typed beside it."""


def plan_of_few(simulate, plan, _events, _processes):
    """A plan by a few events."""
    return simulate(plan, 5, 1)


def setting(twins, name, value):
    """Type a setting on Event."""

    def change(workbook):
        for row in workbook["Event"].iter_rows():
            if row[0].value == name:
                row[1].value = value

    twins.change(change)


@pytest.fixture(scope="module")
def played(new_file, twins_of, tmp_path_factory):
    """A file with one round and its results."""
    path = tmp_path_factory.mktemp("noticing") / "event.xlsx"
    path.write_bytes(new_file("nisei-swiss", 8, ("Rounds=3", "Cut=4")))
    twins = twins_of(path)
    twins.click(pair_round)
    twins.decide()
    twins.live.save(path)
    return path


@pytest.mark.parametrize("verb", [verb for verb in buttons.VERBS if verb != "check"])
def test_every_button_that_writes_logs_what_was_typed(played, twins_of, verb, monkeypatch):
    """A setting, a new name and a name typed over are in the log after it; checking writes nothing."""
    monkeypatch.setattr(plan_tab, "simulate", partial(plan_of_few, plan_tab.simulate))
    twins = twins_of(played)
    STARTS[verb](twins)
    setting(twins, "Tables", TABLES)
    new = next(row for row in range(2, 400) if not twins.live["Players"].cell(row, 2).value)
    twins.type("Players", new, Name="Ida Larch")
    was = twins.live["Players"].cell(8, 2).value
    twins.type("Players", 8, Name="Zora Zinn")
    book, _ = twins.excel()
    tab, address, *typed = SELECTED.get(verb, ("Event", "A1"))
    twins.select(book, tab, address)
    buttons.click(verb, book, *typed)
    twins.perform(book)
    log = [row[1:3] for row in twins.live["Log"].iter_rows(values_only=True)]
    assert ("Setting", f"Tables: {TABLES}") in log
    assert ("Name", f"No 7: Zora Zinn (was {was})") in log
    assert any(action == "Number" and "Ida Larch" in details for action, details in log)
    assert twins.live["Players"].cell(new, 1).value == new - 1
