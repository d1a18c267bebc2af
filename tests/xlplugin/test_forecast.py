"""When it will all be over: on Event, on the page and for programs, by the log and the clock."""

from __future__ import annotations

import re
from datetime import UTC, datetime, time, timedelta, timezone

import pytest

from xlplugin.exports.page import page_data
from xlplugin.exports.shared import Shared
from xlplugin.verbs import clock as timing
from xlplugin.verbs.pair import pair_again, pair_round
from xlplugin.verbs.standings import write_standings
from xlplugin.verbs.undo import undo_round
from xlplugin.workbook.book import RemoveSheet, SetCells
from xlplugin.workbook.layouts.event_tab import FORECAST
from xlplugin.workbook.reading import forecast
from xlplugin.workbook.reading.forecast import Part

from cases import each

TEN = datetime(2026, 11, 21, 10, 0, tzinfo=UTC)
APART = 75
"""The minutes from round to round as the rules and the plan have them: 65 and some."""


def minutes(number):
    """So long."""
    return timedelta(minutes=number)


@pytest.fixture
def day(in_memory):
    """Begin an event and pair so many rounds, ``apart`` minutes from one to the next; the last one is in play."""

    def begin(rounds=3, players=16, apart=APART, **settings):
        event = in_memory(players, **{"rounds": 4, "cut": 4, **settings})
        for number in range(rounds):
            pair_round(event.host, when=TEN + number * minutes(apart))
            if number < rounds - 1:
                event.play(event.event.tabs[-1].name)
        return event

    return begin


def ends(event, when=TEN):
    """The ends to come, by part, each as its three times of day."""
    found = forecast.ends_of(event.event, when)
    return {str(end.part): tuple(f"{moment:%H:%M}" for moment in end[1:]) for end in found}


def widths(event, when):
    """The minutes between the outer times, by part."""
    return {
        end.part: (end.high - end.low) / minutes(1) for end in forecast.ends_of(event.event, when)
    }


def on_page(event, when=TEN):
    """The forecast of the page."""
    page = page_data(Shared(event.event, None, [], []), when, watch=False)
    return page["clock"]["forecast"]


def log(event):
    """The number of each line of the log that pairs a round."""
    rows = event.host.read().sheets["Log"].rows
    return [number for number, row in enumerate(rows, 1) if row and row[1] in ("Pair", "Cut")]


# Where it is shown


def test_event_shows_when_it_may_be_over_from_round_2_on(day):
    """In one line, with the interval, for the Swiss rounds and the cut; nothing before."""
    assert day(1).shown(FORECAST.name) is None
    shown = day(2).shown(FORECAST.name)
    assert shown == "Swiss 14:50 (14:35 to 15:05), cut 18:15 (17:30 to 19:05)"


def test_each_round_makes_it_surer(day):
    """The interval narrows, and the cut is foretold until it is over."""
    event = day(4)
    at = TEN + 3 * minutes(APART)
    second, last = day(2), event
    for part in (Part.SWISS, Part.CUT):
        assert widths(last, at)[part] < widths(second, TEN + minutes(APART))[part]
    for number in range(1, 5):
        event.play(event.event.tabs[-1].name)
        pair_round(event.host, when=at + number * minutes(50))
        shown = event.shown(FORECAST.name)
        assert re.fullmatch(r"cut \d\d:\d\d \(.*\)", shown)
    event.play("Cut 4")
    write_standings(event.host, when=at + minutes(300))
    assert event.shown(FORECAST.name) is None
    assert forecast.ends_of(event.event, at + minutes(300)) == []


def test_the_page_tells_the_round_and_from_round_2_on_the_parts(day):
    """As instants, to five minutes; with the last round of a part the part is over."""
    assert set(on_page(day(1))) == {"round"}
    at = TEN + minutes(APART)
    found = on_page(day(2), at)
    assert list(found) == ["round", "swiss", "cut"]
    assert all(moment % 300_000 == 0 for times in found.values() for moment in times)
    assert all(times == sorted(times) for times in found.values())
    last = on_page(day(4), TEN + 3 * minutes(APART))
    assert list(last) == ["swiss", "cut"]


def test_clock_tells_it_to_programs(day):
    """With the offset from UTC, and without a word more for people."""
    event = day(2)
    told = timing.start(event.host, when=TEN + minutes(APART + 5))
    assert list(told.data["forecast"]) == ["round", "day_one", "swiss", "cut"]
    assert told.data["forecast"]["day_one"] is None
    assert told.data["forecast"]["round"]["low"].endswith("+00:00")
    times = [*map(datetime.fromisoformat, told.data["forecast"]["cut"].values())]
    assert times == sorted(times)
    assert told.lines == ["Round 2: 65 minutes, from 11:20 until 12:25."]


def test_the_last_swiss_round_and_the_final_end_their_part(day):
    """The round and its part have the same times."""
    found = ends(day(4), TEN + 3 * minutes(APART))
    assert found["round"] == found["swiss"]


def test_an_event_without_a_cut_ends_with_the_swiss_rounds(day):
    """There is nothing after them."""
    assert set(ends(day(2, cut="None"), TEN + minutes(APART))) == {"round", "swiss"}


def test_undo_takes_the_forecast_back(day):
    """Until the round is paired again."""
    event = day(3)
    undo_round(event.host, when=TEN + minutes(160))
    assert event.shown(FORECAST.name) is None
    pair_round(event.host, when=TEN + minutes(165))
    assert event.shown(FORECAST.name) is not None


def test_a_workbook_without_the_row_is_left_without_it(day):
    """Those made before it was there; the page tells it all the same."""
    event = day(1)
    row = event.event.setting_rows[FORECAST.name]
    event.host.write([SetCells("Event", {(row, 1): "Own"})])
    event.play("Round 1")
    pair_round(event.host, when=TEN + minutes(APART))
    assert FORECAST.name not in event.event.setting_rows
    assert on_page(event, TEN + minutes(APART))


# What it goes by


def test_the_clock_says_when_the_round_began(day):
    """Without it the round is taken to begin some minutes after its pairing; pauses and minutes move the ends."""
    at = TEN + 2 * minutes(APART)
    event = day(3)
    before = forecast.ends_of(event.event, at)
    for begun, later in ((20, 15), (40, 35)):
        timing.start(event.host, (at + minutes(begun)).time(), when=at + minutes(begun))
        after = forecast.ends_of(event.event, at + minutes(begun))
        for one, two in zip(before, after, strict=True):
            assert two.median - one.median == pytest.approx(minutes(later), abs=minutes(3))
    timing.extend(event.host, 10, when=at + minutes(41))
    longer = forecast.ends_of(event.event, at + minutes(41))
    assert [one.median - two.median for one, two in zip(longer, after, strict=True)] == [
        minutes(10)
    ] * 3
    timing.pause(event.host, when=at + minutes(45))
    stands = forecast.ends_of(event.event, at + minutes(75))
    assert stands[0].median - longer[0].median == pytest.approx(minutes(30), abs=minutes(1))
    assert event.shown(FORECAST.name) is not None


def test_a_slow_hall_is_foretold_to_stay_slow(day):
    """Rounds that are 90 minutes apart make the end later than those that are 75."""
    for apart, least in ((75, 0), (90, 15)):
        event = day(3, apart=apart)
        found = forecast.ends_of(event.event, TEN + 2 * minutes(apart))
        from_now = found[1].median - (TEN + 2 * minutes(apart))
        assert from_now > minutes(65 + 75 + least)


def test_a_round_in_play_ends_after_now(day):
    """Whatever was foretold when it was paired."""
    event, paired = day(3), TEN + 2 * minutes(APART)
    for elapsed in (30, 75, 100, 150):
        for end in forecast.ends_of(event.event, paired + minutes(elapsed)):
            assert end.low > paired + minutes(elapsed)


def test_a_round_that_is_over_is_foretold_no_more(day):
    """Nor are the Swiss rounds once they are."""
    event = day(4)
    event.play("Round 4")
    assert set(ends(event, TEN + minutes(290))) == {"cut"}
    event = day(3)
    event.play("Round 3")
    assert set(ends(event, TEN + minutes(220))) == {"swiss", "cut"}


def test_times_are_those_of_the_organizer_s_clock(day):
    """Whoever asks, and wherever; the clock of the round has its offset on record."""
    berlin = timezone(timedelta(hours=1))
    event = day(3)
    at = TEN + 2 * minutes(APART)
    timing.start(event.host, when=at)
    assert ends(event, at.astimezone(berlin)) == ends(event, at)


def test_a_round_that_is_paired_again_begins_anew(day):
    """The last time counts."""
    event = day(3)
    before = ends(event, TEN + minutes(165))
    pair_again(event.host, when=TEN + minutes(165))
    assert ends(event, TEN + minutes(165))["round"] > before["round"]


def test_the_first_of_two_days_ends_with_its_last_round(day):
    """Nothing is foretold of the second one."""
    settings = {"Day one rounds": 2, "Day two points": 1}
    event = day(2, **settings)
    assert set(ends(event, TEN + minutes(APART))) == {"round", "day_one"}
    assert event.shown(FORECAST.name).startswith("day one ")
    event.play("Round 2")
    assert ends(event, TEN + minutes(150)) == {}


# What may be wrong


def _type(*cells):
    """Type into lines of the log that pair a round: the number of the line among them, and When."""

    def change(event):
        lines = log(event)
        event.host.write([SetCells("Log", {(lines[n], 1): when}) for n, when in cells])

    return change


def _sorted_anew(event):
    """Turn the log around."""
    header, *rows = event.host.read().sheets["Log"].rows
    cells = {
        (number, column): value
        for number, row in enumerate(reversed(rows), 2)
        for column, value in enumerate([*row, *[None] * (len(header) - len(row))], 1)
    }
    event.host.write([SetCells("Log", cells)])


def test_a_log_in_another_order_tells_the_same(day):
    """Its lines are read by their times."""
    event, at = day(3), TEN + 2 * minutes(APART)
    before = ends(event, at)
    _sorted_anew(event)
    assert ends(event, at) == before


@each(
    "change",
    [
        _type((0, None), (1, None)),
        _type((0, "yesterday"), (1, "11.15")),
        _type((0, 46347.5), (1, True)),
        _type((1, "2026-11-21 14:00:00")),  # set back before the third round
        _type((1, "2026-11-21 12:30:00")),
    ],
)
def test_times_that_cannot_be_make_it_less_sure(day, change):
    """They count for nothing."""
    event, at = day(3), TEN + 2 * minutes(APART)
    before = widths(event, at)
    change(event)
    after = widths(event, at)
    assert after.keys() == before.keys()
    assert all(after[part] > before[part] for part in (Part.SWISS, Part.CUT))


def test_a_time_that_a_spreadsheet_took_for_one_counts(day):
    """A cell of text that is typed once more becomes a date."""
    event, at = day(3), TEN + 2 * minutes(APART)
    before = ends(event, at)
    _type((1, (TEN + minutes(APART)).replace(tzinfo=None)))(event)
    assert ends(event, at) == before


@each(
    "change",
    [
        _type((2, None)),
        _type((2, "2026-11-21 18:00:00")),
        _type((2, "2026-11-20 12:30:00")),
        lambda event: event.host.write([RemoveSheet("Log")]),
    ],
)
def test_a_round_whose_time_is_not_known_foretells_nothing(day, change):
    """Unless its clock runs, which says when it began."""
    event, at = day(3), TEN + 2 * minutes(APART)
    change(event)
    assert forecast.ends_of(event.event, at) == []
    assert on_page(event, at) == {}


def test_the_clock_alone_is_enough(day):
    """Where the log is gone."""
    event, at = day(3), TEN + 2 * minutes(APART)
    event.host.write([RemoveSheet("Log")])
    timing.start(event.host, when=at)
    assert set(ends(event, at)) == {"round", "swiss", "cut"}


def test_a_clock_of_another_day_foretells_nothing(day):
    """A start long before the round was paired, or after that was over."""
    event, at = day(3), TEN + 2 * minutes(APART)
    timing.start(event.host, time(4, 0), when=at)
    assert ends(event, at) == {}
    for later in (-60, 400, 24 * 60):
        assert ends(day(3), at + minutes(later)) == {}


@each(
    "ruleset settings",
    [
        ("nisei-swiss", {"Asynchronous": "Yes"}),
        ("trc", {}),
        ("nts", {}),
        ("own", {"Swiss minutes": "No limit"}),
    ],
)
def test_rounds_without_a_limit_are_not_foretold(in_memory, ruleset, settings):
    """Nobody knows how long they take."""
    event = in_memory(8, ruleset, rounds=3, **settings)
    pair_round(event.host, when=TEN)
    assert ends(event) == on_page(event) == {}


def test_the_night_between_two_days_is_no_length_of_a_round(day):
    """On the second day everything is foretold as on any other, if less surely at first."""
    event = day(2, **{"Day one rounds": 2, "Day two points": 1})
    event.play("Round 2")
    next_day = TEN + timedelta(days=1)
    pair_round(event.host, when=next_day)
    assert set(ends(event, next_day)) == {"round", "swiss", "cut"}
    pause = widths(event, next_day)[Part.SWISS]
    assert pause == pytest.approx(widths(day(3), TEN + 2 * minutes(APART))[Part.SWISS], abs=5)


def test_rounds_that_the_log_does_not_have_are_not_counted(day):
    """Those of an event that was begun elsewhere have no times."""
    event, at = day(3), TEN + 2 * minutes(APART)
    lines = log(event)[:2]
    facts = event.host.read().sheets["Log"].rows[0].index("Subject") + 1
    event.host.write([SetCells("Log", dict.fromkeys(((row, facts) for row in lines), "Round 9"))])
    assert set(ends(event, at)) == {"round", "swiss", "cut"}
    assert widths(event, at)[Part.CUT] > widths(day(3), at)[Part.CUT]
