"""The clock of a round: started, paused and extended in the workbook; minutes that one table has longer."""

from __future__ import annotations

from datetime import UTC, datetime, time, timedelta

import pytest
from click.testing import CliRunner

from xlplugin.doors.cli import main
from xlplugin.doors.clicks import VERBS
from xlplugin.exports.page import page_data
from xlplugin.exports.shared import Shared
from xlplugin.ground.problems import ERRORS, WorkbookProblems
from xlplugin.verbs import change_pairing, print_tabs
from xlplugin.verbs import clock as timing
from xlplugin.verbs.list import BUTTONS
from xlplugin.verbs.pair import pair_round
from xlplugin.verbs.ways import clicked
from xlplugin.workbook.book import AddDrawing, SetCells
from xlplugin.workbook.layouts.event_tab import (
    CLOCK_PAUSED,
    CLOCK_RECORD,
    CLOCK_STARTED,
    ROUND_CLOCK,
)
from xlplugin.workbook.reading.reader import read_event

NAMES = [f"Player {letter}" for letter in "FEDCBA"]
TEN = datetime(2026, 11, 21, 10, 0, tzinfo=UTC)


def minutes(number):
    """So long."""
    return timedelta(minutes=number)


@pytest.fixture
def paired(new_host):
    """Begin an event and pair its first round."""

    def make(ruleset="nisei-swiss", **settings):
        host = new_host(ruleset, NAMES, **settings)
        pair_round(host)
        return host

    return make


def record(host):
    """The clock that Event has on record: the round, and when it began."""
    settings = read_event(host.read()).settings
    return settings.get(ROUND_CLOCK.name), settings.get(CLOCK_STARTED.name)


def play(host):
    """Type results into the newest round."""
    tab = read_event(host.read()).rounds[-1]
    cells = {
        (row.number, tab.table.places[header]): "W"
        for row in tab.table.rows()
        for header in ("P1 Corp", "P1 Runner")
        if row.raw("Special") is None
    }
    host.write([SetCells(tab.name, cells)])


def type_extra(host, number):
    """Type extra minutes for the first table."""
    tab = read_event(host.read()).rounds[-1]
    row = next(tab.table.rows()).number
    host.write([SetCells(tab.name, {(row, tab.table.places["Extra minutes"]): number})])


# the verbs


def test_event_shows_when_the_round_ends(paired):
    """At a glance: the end while it runs, what is left while it stands, neither once the round is over."""
    host = paired(rounds=3)

    def shown():
        rows = host.read().sheets["Event"].rows
        return next(row[1] for row in rows if row and row[0] == "Round")

    assert shown() == "1 of 3"
    timing.start(host, when=TEN)
    assert shown() == "1 of 3; Round 1 ends 11:05"
    assert timing.question(host).startswith("Pause the clock of Round 1, with ")
    timing.pause(host, when=TEN + minutes(12.5))
    assert shown() == "1 of 3; Round 1 paused, 52:30 left"
    assert timing.question(host) is None
    timing.start(host, when=TEN + minutes(20))
    assert shown() == "1 of 3; Round 1 ends 11:12"
    play(host)
    pair_round(host)
    assert shown() == "2 of 3"


def test_a_click_names_the_other_button(paired):
    """A clock that runs already is not started again: what can be clicked is named, no command."""
    host = paired()
    timing.start(host, when=TEN)
    with clicked(), pytest.raises(ERRORS, match=r"since 10:00\. Pause clock pauses it"):
        timing.start(host, when=TEN + minutes(1))


def test_a_start_is_on_record_as_an_instant(paired):
    """With its offset from UTC, so that it is the same for every reader; and in the log, until it is taken back."""
    host = paired()
    timed = timing.start(host, when=TEN)
    assert timed.message.endswith("\n\nClick Export to update the web page.")
    assert record(host) == ("Round 1", "2026-11-21 10:00:00+00:00")
    assert timed.lines[0] == "Round 1: 65 minutes, from 10:00 until 11:05."
    log = read_event(host.read()).book.sheets["Log"].rows
    assert log[-1][1:3] == ["Clock", "Round 1: 65 minutes, from 10:00 until 11:05"]
    with pytest.raises(ERRORS, match=r"already started, at 10:00.*--at 14:05"):
        timing.start(host, when=TEN + minutes(1))
    timing.start(host, time(9, 58), when=TEN + minutes(1))
    assert record(host) == ("Round 1", "2026-11-21 09:58:00+00:00")
    assert "has not been started" in timing.clear(host, when=TEN).lines[0]
    assert not any(record(host))


def test_a_pause_and_more_minutes_are_added_to_the_end(paired):
    """What was left is left; minutes add up, and stay through a pause."""
    host = paired()
    timing.start(host, when=TEN)
    paused = timing.pause(host, when=TEN + minutes(10))
    assert paused.lines[0] == "Round 1: 65 minutes, paused at 10:10 with 55:00 left."
    on = timing.start(host, when=TEN + minutes(15))
    assert on.lines[0] == "Round 1: 65 minutes, from 10:05 until 11:10."
    timing.extend(host, 5, when=TEN + minutes(15))
    timing.pause(host, when=TEN + minutes(16))
    timing.extend(host, 3, when=TEN + minutes(16))
    on = timing.start(host, when=TEN + minutes(17))
    assert on.lines[0] == "Round 1: 73 minutes, from 10:06 until 11:19."


def test_one_button_of_older_workbooks_starts_pauses_and_goes_on(paired):
    """Whatever comes next; it asks for what is not on any button any more."""
    assert "clock" not in {verb.name for verb, _ in BUTTONS}
    host = paired()
    told = [VERBS["clock"](host, TEN + minutes(n)).lines[0] for n in range(3)]
    assert ["paused" in text for text in told] == [False, True, False]


def test_a_round_without_a_limit_has_no_clock(paired, new_host):
    """Nor one that is over; nor is there one before a round."""
    for settings in ({"ruleset": "nts"}, {"Asynchronous": "Yes"}):
        with pytest.raises(ERRORS, match=r"so there is no clock to start\.$"):
            timing.start(paired(**settings))
    with pytest.raises(ERRORS, match="To have one, choose Swiss minutes on Event"):
        timing.start(paired("trc"))
    host = paired()
    play(host)
    with pytest.raises(ERRORS, match="all of its results: pair the next round"):
        timing.start(host)
    with pytest.raises(ERRORS, match="pair first"):
        timing.start(new_host("nisei-swiss", NAMES))


@pytest.mark.parametrize(
    ("now", "at", "start"),
    [
        ("2026-11-21T10:00", "14:05", "2026-11-21T14:05"),
        ("2026-11-21T23:50", "00:05", "2026-11-22T00:05"),
        ("2026-11-21T00:05", "23:50", "2026-11-20T23:50"),
    ],
)
def test_a_time_of_day_is_the_nearest_one(paired, now, at, start):
    """A round may begin at midnight."""
    host = paired()
    timing.start(host, time.fromisoformat(at), when=datetime.fromisoformat(f"{now}:00+00:00"))
    assert record(host) == ("Round 1", f"{start.replace('T', ' ')}:00+00:00")


@pytest.mark.parametrize("verb", [timing.pause, timing.clear, lambda h: timing.extend(h, 5)])
def test_what_has_not_been_started_is_not_changed(paired, verb):
    """The message says so."""
    host = paired()
    with pytest.raises(ERRORS, match="has not been started"):
        verb(host)


def test_trc_sd2_the_time_for_building_decks_has_a_clock_of_its_own(new_host):
    """It is started before round 1, in the page for everybody, and gone when that is paired."""
    host = new_host("trc", NAMES, **{"Deck building": "45"})
    told = timing.start(host, when=TEN).lines[0]
    assert told == "Deck building: 45 minutes, from 10:00 until 10:45."
    page = page_data(Shared(read_event(host.read()), None, [], []), TEN, watch=False)["clock"]
    assert page["round"] == "Deck building"
    assert page["started"]["start"] == TEN.timestamp() * 1000
    pair_round(host)
    assert not any(record(host))


@pytest.mark.parametrize("again", [True, False])
def test_the_next_round_begins_with_its_own_clock(paired, again):
    """Paired again as well."""
    host = paired()
    timing.start(host, when=TEN)
    if not again:
        play(host)
    pair_round(host, again=again)
    assert not any(record(host))


def test_a_line_that_was_typed_over_is_pointed_out(paired):
    """The page then shows no clock, and nothing else stops."""
    host = paired()
    read = read_event(host.read())
    timing.start(host, when=TEN)
    row, column = read.setting_rows[CLOCK_STARTED.name], read.event_tab.places["Value"]
    host.write([SetCells("Event", {(row, column): "14:05"})])
    read = read_event(host.read())
    assert not read.problems
    assert [w for w in read.warnings if read.setting_cell(CLOCK_STARTED.name) in w]
    assert timing.set_clock(host).data["start"] is None
    assert timing.start(host, when=TEN).data["start"]


def test_a_workbook_from_before_the_clock_gets_its_row(paired):
    """At the end of Event, with what it is for."""
    host = paired()
    read = read_event(host.read())
    rows = [read.setting_rows[setting.name] for setting in CLOCK_RECORD]
    columns = read.event_tab.places.values()
    host.write([SetCells("Event", {(row, c): None for row in rows for c in columns})])
    assert ROUND_CLOCK.name not in read_event(host.read()).setting_rows
    timing.start(host, when=TEN)
    assert record(host) == ("Round 1", "2026-11-21 10:00:00+00:00")
    timing.pause(host, when=TEN)
    assert [r[:1] for r in host.read().sheets["Event"].rows].count([ROUND_CLOCK.name]) == 1


# the command


def test_the_command_starts_and_tells(make_event):
    """For people and for programs."""
    event = make_event(rounds=1, finished=False)
    assert "has not been started" in event.done("clock").output
    told = event.json("clock", "--start", "--at", "14:05")
    shown = [told[key] for key in ("round", "minutes", "more", "paused")]
    assert shown == ["Round 1", 65, 0, None]
    start, end = (datetime.fromisoformat(told[key]) for key in ("start", "end"))
    assert (start.hour, start.minute, end - start) == (14, 5, minutes(65))
    assert start.tzinfo
    assert "70 minutes, from 14:05 until 15:15." in event.done("clock", "--more", 5).output
    assert event.json("clock")["more"] == 5
    event.done("clock", "--clear")
    assert event.json("clock")["start"] is None


@pytest.mark.parametrize(
    "options",
    [("--start", "--pause"), ("--at", "14:05"), ("--start", "--at", "2 pm"), ("--more", "0")],
)
def test_what_the_command_cannot_mean_is_refused(make_event, options):
    """One thing at a time, and times as people write them."""
    event = make_event(rounds=1, finished=False)
    assert CliRunner().invoke(main, ["clock", str(event.path), *options]).exit_code == 2


# extra minutes of a table


@pytest.mark.parametrize("ruleset", ["nisei-swiss", "trc"])
def test_rounds_with_a_limit_have_a_column_for_extra_minutes(paired, ruleset):
    """Rounds without one need none."""
    host = paired(ruleset, **({"Swiss minutes": "45"} if ruleset == "trc" else {}))
    assert "Extra minutes" in read_event(host.read()).rounds[0].table.places


def test_a_round_without_a_limit_has_no_column_for_extra_minutes(paired):
    """Neither nts nor an asynchronous event."""
    assert "Extra minutes" not in read_event(paired("nts").read()).rounds[0].table.places
    host = paired(Asynchronous="Yes")
    assert "Extra minutes" not in read_event(host.read()).rounds[0].table.places


@pytest.mark.parametrize("typed", ["five", 500])
def test_extra_minutes_are_a_whole_number(paired, typed):
    """Anything else is a cell to mend."""
    host = paired()
    type_extra(host, typed)
    assert [p.cell for p in read_event(host.read()).problems] == ["L2"]
    with pytest.raises(WorkbookProblems):
        timing.start(host)


def test_a_slip_has_the_extra_minutes_of_its_table(paired):
    """If they were typed before it was printed."""
    host = paired()
    type_extra(host, 5)
    print_tabs.print_slips(host)
    drawing = next(change.drawing for change in host.changes if isinstance(change, AddDrawing))
    found = [v for v, _ in drawing.cells.values() if str(v).startswith("Table")]
    assert found == ["Table 1   +5 min", "Table 2", "Table 3"]


def test_extra_minutes_go_with_the_players_they_were_given_to(paired):
    """Whoever comes to the table by a swap has not been held up."""
    host = paired()
    type_extra(host, 5)
    matches = read_event(host.read()).rounds[0].matches
    change_pairing.swap(host, str(matches[0].player1), str(matches[1].player1))
    assert not any(read_event(host.read()).rounds[0].extra_minutes.values())


def test_a_round_tab_from_before_has_no_extra_minutes(paired):
    """It is read and played as ever."""
    host = paired()
    tab = read_event(host.read()).rounds[0].table
    cells = {(1, tab.places["Extra minutes"]): None}
    host.write([SetCells("Round 1", cells)])
    read = read_event(host.read())
    assert not read.problems
    assert not any(read.rounds[0].extra_minutes.values())
    play(host)
    pair_round(host)
    assert len(read_event(host.read()).rounds) == 2


def test_a_column_of_one_s_own_is_left_alone_where_there_is_no_limit(paired):
    """Under nts Extra minutes is no column of ours."""
    host = paired("nts")
    place = max(read_event(host.read()).rounds[0].table.places.values()) + 1
    host.write([SetCells("Round 1", {(1, place): "Extra minutes", (2, place): "some"})])
    assert not read_event(host.read()).problems


@pytest.mark.parametrize(
    ("setting", "text"),
    [(CLOCK_STARTED, "9999-12-31 23:59:59-14:00"), (CLOCK_PAUSED, "9999-12-31 23:59:59-14:00")],
)
def test_a_clock_of_another_age_is_none(paired, setting, text):
    """What was typed over the record is told, and stops nothing."""
    host = paired()
    timing.start(host, when=TEN)
    read = read_event(host.read())
    cell = (read.setting_rows[setting.name], read.event_tab.places["Value"])
    host.write([SetCells("Event", {cell: text})])
    assert timing.set_clock(host).data["start"] is None
    warnings = timing.start(host, when=TEN).warnings
    assert [warning for warning in warnings if repr(text) in warning]
