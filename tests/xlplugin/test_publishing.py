"""A round is looked over before others may see it."""

from __future__ import annotations

import json
from dataclasses import replace
from datetime import UTC, datetime

import pytest

from xlplugin.exports import tabs
from xlplugin.exports.format import Wanted
from xlplugin.exports.formats import FORMATS
from xlplugin.ground.problems import ERRORS
from xlplugin.verbs import change_pairing, print_tabs, publish
from xlplugin.verbs import cut as cutting
from xlplugin.verbs.pair import pair_round
from xlplugin.verbs.standings import share, write_standings
from xlplugin.verbs.undo import undo_round
from xlplugin.workbook.book import SetCells, SheetData


@pytest.fixture
def first_round(in_memory):
    """Play round 1 of an event under some settings, in which rounds are published when told."""

    def played(**settings):
        event = in_memory(**{"Publish rounds": "When told", **settings})
        pair_round(event.host)
        publish.publish(event.host)
        event.play("Round 1")
        return event

    return played


@pytest.fixture
def held(first_round):
    """Round 1 is played, round 2 is paired, and not published."""
    event = first_round()
    pair_round(event.host)
    return event


def exported(event, kind="html"):
    """The text of an export, and what it says it leaves out."""
    format_ = FORMATS[kind]
    shared = share(event.event, format_.needs)
    return format_.text(shared, Wanted()), format_.left_out(shared)


def test_exports_leave_a_round_out_until_it_is_published(held):
    """The page, the results file and the tabs know nothing of it; the organizer is told."""
    page, left_out = exported(held)
    assert '"name":"Round 1"' in page
    assert '"name":"Round 2"' not in page
    assert left_out == [
        "Round 2 is not published, so it is left out. When you have looked it over: publish."
    ]
    assert len(json.loads(exported(held, "nrtm")[0])["rounds"]) == 1
    assert "Round 2" not in [tab.name for tab in tabs.tabs_of(held.event)]


def test_notes_and_log_do_not_give_it_away(held):
    """Rows on a round that is held back stay in the workbook; earlier ones are shown."""
    change_pairing.move(held.host, "Player 1", 9)
    shown = {tab.name: tab.rows for tab in tabs.tabs_of(held.event)}
    assert {row[0] for row in shown["Pairing notes"]} == {"Round", 1}
    assert not any("Round 2" in str(cell) for row in shown["Log"] for cell in row)
    assert any("Round 1" in str(cell) for row in shown["Log"] for cell in row)


def test_printed_tabs_do_not_give_it_away(held):
    """Slips of a round that is held back may be printed, but are not exported."""
    assert "Round 2 is not published yet." in print_tabs.print_slips(held.host).warnings
    names = [tab.name for tab in tabs.tabs_of(held.event)]
    assert print_tabs.SLIPS in held.host.read().sheets
    assert print_tabs.SLIPS not in names


def test_a_change_by_hand_does_not_publish(held):
    """Nor does pairing the round once more, or writing standings."""
    change_pairing.swap(held.host, *(str(row["No 1"]) for row in held.rows("Round 2")[:2]))
    write_standings(held.host)
    assert "Round 2" not in [tab.name for tab in tabs.tabs_of(held.event)]
    pair_round(held.host, again=True)
    assert not held.event.is_published(held.event.rounds[-1])


def test_once_published_everybody_sees_it(held):
    """The log says when; Event asks for it, then for results."""
    assert "Round 2: look it over, then publish it" in str(held.rows("Event"))
    assert publish.publish(held.host).data["tab"] == "Round 2"
    assert "results missing" in str(held.rows("Event"))
    page, left_out = exported(held)
    assert '"name":"Round 2"' in page
    assert not left_out
    assert held.log()[-1] == ("Publish", "Round 2")


def test_a_round_that_is_paired_once_more_is_looked_over_once_more(held):
    """Again or after undo: what others have seen no longer holds; the round before stays published."""
    publish.publish(held.host)
    pair_round(held.host, again=True)
    assert not held.event.is_published(held.event.rounds[-1])
    publish.publish(held.host)
    undo_round(held.host)
    assert held.event.is_published(held.event.rounds[-1])
    pair_round(held.host)
    assert not held.event.is_published(held.event.rounds[-1])


def test_a_round_with_all_of_its_results_has_nothing_to_hide(held):
    """It is published though nobody said so, in every export alike; the next one is not."""
    held.play("Round 2")
    page, left_out = exported(held)
    assert '"name":"Round 2"' in page
    assert not left_out
    assert len(json.loads(exported(held, "nrtm")[0])["rounds"]) == 2
    pair_round(held.host)
    assert [held.event.is_published(r) for r in held.event.rounds] == [True, True, False]


def test_rounds_of_the_elimination_are_held_back_too(first_round):
    """The bracket shows who has won, not who meets whom; the results file has the Swiss rounds."""
    event = first_round(Rounds="1", Cut="4")
    cutting.cut(event.host, None)
    page, left_out = exported(event)
    assert '"name":"Cut 1"' not in page
    assert '"bracket":null' in page
    assert left_out[0].startswith("Cut 1 is not published")
    assert len(json.loads(exported(event, "nrtm")[0])["rounds"]) == 1
    publish.publish(event.host)
    assert '"name":"Cut 1"' in exported(event)[0]
    event.play("Cut 1")
    pair_round(event.host)
    page, _ = exported(event)
    assert '"name":"Cut 2"' not in page
    assert '"bracket":{' in page or '"bracket":[' in page
    assert "Cut 2: look it over" in str(event.rows("Event"))


def test_what_breaks_a_rule_is_said_when_a_round_is_published(held):
    """That is what looking it over is for."""
    one, two = (held.rows("Round 1")[0][f"No {side}"] for side in "12")
    row = next(r for r in held.rows("Round 2") if one in (r["No 1"], r["No 2"]))
    other = row["No 2"] if row["No 1"] == one else row["No 1"]
    change_pairing.swap(held.host, str(two), str(other))
    warning = "; ".join(publish.publish(held.host).warnings)
    assert "Round 2: " in warning
    assert "have met" in warning


def test_rounds_are_published_at_once_if_nobody_says_otherwise(in_memory):
    """There is nothing to publish then, and the message says how there would be."""
    event = in_memory()
    pair_round(event.host)
    assert '"name":"Round 1"' in exported(event)[0]
    with pytest.raises(ERRORS, match="set Publish rounds on Event to When told"):
        publish.publish(event.host)


def test_what_was_seen_stays_seen_when_the_setting_changes(in_memory):
    """Rounds paired before are published; the next one is held back."""
    event = in_memory()
    pair_round(event.host)
    event.setting("Publish rounds", "When told")
    assert event.event.is_published(event.event.rounds[0])
    event.play("Round 1")
    pair_round(event.host)
    assert not event.event.is_published(event.event.rounds[1])
    event.setting("Publish rounds", "At once")
    assert event.event.is_published(event.event.rounds[1])


def test_deadlines_run_from_when_a_round_is_published(in_memory):
    """Not from when it was paired: nobody knew of it until then."""
    settings = {"Publish rounds": "When told", "Asynchronous": "Yes"}
    event = in_memory(**settings)
    paired, posted = datetime(2026, 11, 21, 9, tzinfo=UTC), datetime(2026, 11, 21, 18, tzinfo=UTC)
    pair_round(event.host, when=paired)
    assert "Deadlines" not in event.host.read().sheets
    publish.publish(event.host, when=posted)
    (row,) = event.rows("Deadlines")
    assert (row["Round"], row["Posted"]) == ("Round 1", posted.replace(tzinfo=None))
    pair_round(event.host, again=True, when=posted)
    assert not any(row["Round"] for row in event.rows("Deadlines"))


def test_the_bracket_does_not_give_the_first_cut_away(first_round):
    """Nor does the tab of a round that was undone in Excel."""
    event = first_round(Rounds="1", Cut="4")
    cutting.cut(event.host, None)
    sheet = event.host.read().sheets["Cut 1"]
    event.host.book = with_tab(event.host.book, "Cut 1 undone", sheet.rows)
    event.host.book = with_tab(event.host.book, "Work undone", [["Prizes"]])
    names = [tab.name for tab in tabs.tabs_of(event.event)]
    assert not {"Bracket", "Cut 1", "Cut 1 undone"} & {*names}
    assert "Work undone" in names  # the organizer's own
    publish.publish(event.host)
    assert {"Bracket", "Cut 1"} <= {tab.name for tab in tabs.tabs_of(event.event)}


def with_tab(book, name, rows):
    """The book with another tab."""
    return replace(book, sheets={**book.sheets, name: SheetData(name, rows)})


def test_a_published_cut_that_is_paired_again_is_held_back_again(first_round):
    """As a Swiss round is; its deadline waits, too."""
    event = first_round(Asynchronous="Yes", Rounds="1", Cut="4")
    cutting.cut(event.host, None)
    publish.publish(event.host)
    pair_round(event.host, again=True)
    assert not event.event.is_published(event.event.cuts[0])
    publish.publish(event.host)
    assert [row["Round"] for row in event.rows("Deadlines") if row["Round"]] == ["Round 1", "Cut 1"]


def test_without_its_row_nothing_is_held_back(held):
    """The organizer is told which row is gone."""
    read = held.event
    place = (read.setting_rows["Published"], read.event_tab.places["Setting"])
    held.host.write([SetCells("Event", {place: None})])
    assert held.event.is_published(held.event.rounds[-1])
    assert any("the row Published is gone" in warning for warning in held.event.warnings)


def test_a_deadline_that_was_left_out_is_written_by_publish(in_memory):
    """After the setting was changed while a round was held back."""
    event = in_memory(**{"Publish rounds": "When told", "Asynchronous": "Yes"})
    pair_round(event.host)
    event.setting("Publish rounds", "At once")
    publish.publish(event.host)
    assert [row["Round"] for row in event.rows("Deadlines")] == ["Round 1"]
    with pytest.raises(ERRORS, match="published"):
        publish.publish(event.host)


def test_notes_whose_header_was_renamed_do_not_give_it_away(held):
    """The columns that tell are found all the same."""
    header = held.host.read().sheets["Pairing notes"].rows[0]
    held.host.write([SetCells("Pairing notes", {(1, header.index("Why") + 1): "Because"})])
    shown = {tab.name: tab.rows for tab in tabs.tabs_of(held.event)}
    assert {row[0] for row in shown["Pairing notes"]} == {"Round", 1}
