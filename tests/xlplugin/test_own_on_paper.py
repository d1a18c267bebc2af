"""What is printed of an event under rules of the organizer's own."""

from __future__ import annotations

from click.testing import CliRunner
from openpyxl import load_workbook

from xlplugin.doors.cli import main
from xlplugin.workbook.drawings.shared import CARDS

PLAYERS = [f"Player {n}" for n in range(1, 7)]


def texts_of(event, tab):
    """Every text of a tab."""
    return [
        c.value for row in event.read()[tab].iter_rows() for c in row if isinstance(c.value, str)
    ]


def test_slips_say_what_a_difference_is_worth(new_event):
    """Where points go by it; a table too long for a slip is left out, as are the points of a plain win."""
    event = new_event(PLAYERS, "--rules", "l5r", ruleset="own")
    event.done("pair")
    event.done("print", "slips")
    (note,) = {text for text in texts_of(event, "Slips") if "by difference" in text}
    assert note.endswith("Points by difference: 0 = 0:0, 1 = 6:0, 2 = 10:1")


def test_slips_say_nothing_of_points_that_are_plain(new_event):
    """Without points by difference, or with more of them than can be read."""
    event = new_event(PLAYERS, "--rules", "magic", ruleset="own")
    event.done("pair")
    event.done("print", "slips")
    assert not any("by difference" in text for text in texts_of(event, "Slips"))


def test_nobody_is_asked_to_tick_a_draw_that_there_is_none_of(new_event):
    """A winner is reported, and no match is drawn."""
    event = new_event(PLAYERS, "--set=Points for a draw=None", ruleset="own")
    event.done("pair")
    event.done("print", "slips")
    assert "Tick who won." in texts_of(event, "Slips")
    assert not any("Draw" in text for text in texts_of(event, "Slips"))


def test_two_who_are_absent_have_lost_on_their_cards(new_event):
    """Where no match can be drawn; where one can, they are level, at no points."""
    event = new_event(PLAYERS, "--set=Points for a draw=None", ruleset="own")
    event.done("pair")
    event.type("Round 1", 2, Special="Double no-show")
    event.type("Round 1", 3, Winner=1)
    event.done("print", "cards")
    results = [text for text in texts_of(event, CARDS) if text in ("Won", "Lost", "Level")]
    assert sorted(results) == ["Lost", "Lost", "Lost", "Won"]


def test_pages_are_headed_by_the_name_of_the_rules(tmp_path):
    """Not by that of the program's ruleset; the properties of the file have it too."""
    path = tmp_path / "event.xlsx"
    assert CliRunner().invoke(main, ["new", str(path), "--rules", "magic"]).exit_code == 0
    workbook = load_workbook(path)
    assert workbook.properties.title == "Magic: The Gathering"
    assert workbook["Rules"].oddHeader.left.text == "Magic: The Gathering"
    assert workbook["Event"].oddHeader.left.text == "Event"  # made once for all rules


def test_a_folder_that_is_not_there_is_said(new_event, tmp_path):
    """In words, with its name."""
    event = new_event(PLAYERS, ruleset="own")
    event.done("pair")
    told = event.refused("export", "-o", tmp_path / "none" / "x.html")
    assert f"x.html cannot be written: there is no folder {tmp_path / 'none'}" in told
