"""Whichever button without a matching command is clicked next, entries typed before it are in the log.

The verbs that are commands as well are tried in ``tests/xlplugin/test_every_command_notices.py``.
"""

from __future__ import annotations

import pytest

from xlplugin.doors import buttons
from xlplugin.verbs import clock
from xlplugin.verbs.pair import pair_round

TABLES = "1-60"


def new_names(twins):
    """A list to be added, in a tab of its own."""

    def change(workbook):
        tab = workbook.create_sheet("Roster")
        tab["A1"], tab["A2"] = "Name", "Jon Juniper"

    twins.change(change)


def unfinished(twins):
    """A second round without results."""
    twins.click(pair_round)


def timed(twins):
    """The clock runs."""
    unfinished(twins)
    twins.click(clock.start)


def as_it_is(_twins):
    """Nothing else is needed."""


STARTS = {
    "cross_table": as_it_is,
    "pause_clock": timed,
    "pair_again": unfinished,
    "export": as_it_is,
    "number_players": as_it_is,
    "add_players": new_names,
    "plan": as_it_is,
}
"""What else is there when a button is clicked."""


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


@pytest.mark.usefixtures("of_few")
@pytest.mark.parametrize("verb", STARTS)
def test_every_button_that_writes_logs_what_was_typed(played, twins_of, verb):
    """A setting, a new name and a name typed over are in the log after it."""
    twins = twins_of(played)
    STARTS[verb](twins)
    twins.setting("Tables", TABLES)
    new = next(row for row in range(2, 400) if not twins.live["Players"].cell(row, 2).value)
    twins.type("Players", new, Name="Ida Larch")
    was = twins.live["Players"].cell(8, 2).value
    twins.type("Players", 8, Name="Zora Zinn")
    book, _ = twins.excel()
    buttons.click(verb, book)
    twins.perform(book)
    log = [row[1:3] for row in twins.live["Log"].iter_rows(values_only=True)]
    assert ("Setting", f"Tables: {TABLES}") in log
    assert ("Name", f"No 7: Zora Zinn (was {was})") in log
    assert any(action == "Number" and "Ida Larch" in details for action, details in log)
    assert twins.live["Players"].cell(new, 1).value == new - 1
