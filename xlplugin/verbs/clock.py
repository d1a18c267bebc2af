"""The round clock: started, paused and extended here, it is the same on every page."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime, time, timedelta
from typing import Any

from xlplugin.ground.problems import OrganizerError, stop
from xlplugin.ground.texts import msg, t
from xlplugin.hosts import Host
from xlplugin.verbs.frame import Done, Result, WrongUse, read_clean, verb
from xlplugin.verbs.list import UNTIL_STARTED
from xlplugin.verbs.ways import is_click, way
from xlplugin.workbook.book import with_changes
from xlplugin.workbook.layouts.event_tab import FORECAST, ROUND
from xlplugin.workbook.reading import forecast, next_step, round_clock
from xlplugin.workbook.reading.event_book import EventBook
from xlplugin.workbook.reading.forecast import End, Part
from xlplugin.workbook.reading.reader import read_event
from xlplugin.workbook.reading.records import LogLine
from xlplugin.workbook.reading.round_clock import NO_CLOCK, Period, RoundClock
from xlplugin.workbook.writing import cut_writer, event_writer


def _result(
    period: Period, clock: RoundClock | None, ends: Sequence[End], warnings: Sequence[str] = ()
) -> Result:
    """The clock of a round, the tables that have longer, the ends to come; instants with their offset from UTC."""
    extra = round_clock.extra_of(period.tab) if period.tab else {}
    end = clock.end(period.minutes) if clock and period.minutes and not clock.paused else None
    text = _sentence(period, clock)
    how = t("Click Export to update the web page.")
    longer = [
        t("Table {table} has {minutes} minutes more.", table=table, minutes=minutes)
        for table, minutes in extra.items()
    ]
    data = {
        "round": period.name,
        "minutes": period.minutes,
        "start": clock.start.isoformat() if clock else None,
        "more": clock.more if clock else 0,
        "paused": clock.paused.isoformat() if clock and clock.paused else None,
        "end": end.isoformat() if end else None,
        "extra": {str(table): minutes for table, minutes in extra.items()},
        "forecast": dict.fromkeys(Part) | {end.part: end.data for end in ends},
    }
    message, lines = f"{text}\n\n{how}", [text, *longer]
    return Result(message=message, lines=lines, data=data, warnings=warnings, says_next=False)


def _sentence(period: Period, clock: RoundClock | None) -> str:
    """The clock in a sentence, in the time zone in which it was started."""
    tab, minutes = period.name, period.minutes
    if minutes is None:
        return t("{tab} has no time limit.", tab=tab)
    if clock is None:
        text = msg("{tab}: {minutes} minutes; the clock has not been started.")
        return t(text, tab=tab, minutes=minutes)
    end, length = clock.end(minutes), minutes + clock.more
    if not clock.paused:
        text = msg("{tab}: {length} minutes, from {start:%H:%M} until {end:%H:%M}.")
        return t(text, tab=tab, length=length, start=clock.start, end=end)
    minutes, seconds = clock.left(minutes, clock.paused)
    text = msg("{tab}: {length} minutes, paused at {time:%H:%M} with {minutes}:{seconds:02} left.")
    left = {"time": clock.paused, "minutes": minutes, "seconds": seconds}
    return t(text, tab=tab, length=length, **left)


def set_clock(host: Host, when: datetime | None = None, **options: Any) -> Result:  # noqa: ANN401
    """Start, pause, extend or clear the clock of the newest round, or look at it: one of these.

    Raises:
        WrongUse: more than one is asked for.
    """
    at = options.pop("at", None)
    asked = {name: value for name, value in options.items() if value}
    if len(asked) > 1 or (at and "start" not in asked):
        raise WrongUse(
            t("Choose one of --start, --pause, --more and --clear; --at goes with --start.")
        )
    if "start" in asked:
        return start(host, at, when=when)
    if "more" in asked:
        return extend(host, asked["more"], when=when)
    if asked:
        return (pause if "pause" in asked else clear)(host, when=when)
    event = read_clean(host.read())
    now = when or datetime.now().astimezone()
    return _result(*_newest(event), forecast.ends_of(event, now))


def started(event: EventBook, when: datetime, at: time | None = None) -> Done[Result]:
    """Start the clock of the newest round, now or ``at`` a time of this computer's clock.

    After a pause it goes on; one that runs already is set right by ``at``.

    Raises:
        OrganizerError: there is nothing to start.
    """
    period, clock = _timed(event)
    now = when.replace(microsecond=0)
    if at is not None:
        clock = RoundClock(period.name, _nearest(at, now), clock.more if clock else 0)
    elif clock is None:
        clock = RoundClock(period.name, now)
    elif clock.paused:
        clock = replace(clock, start=clock.start + (now - clock.paused), paused=None)
    elif is_click():
        stop(
            "The clock of {round} is already running, since {start:%H:%M}. {pause} pauses it.",
            round=period.name,
            start=clock.start,
            pause=way(event, "clock", button="pause_clock"),
        )
    else:
        stop(
            "The clock of {round} was already started, at {start:%H:%M}. To correct that, say "
            "when it started ({again}), or cancel it ({back}).",
            round=period.name,
            start=clock.start,
            again=way(event, "clock", "--start", "--at", "14:05"),
            back=way(event, "clock", "--clear"),
        )
    return _changed(event, when, period, clock)


def paused(event: EventBook, when: datetime) -> Done[Result]:
    """Let the clock stand until it is started again."""
    period, clock = _begun(event)
    name, now = period.name, when.replace(microsecond=0)
    if since := clock.paused:
        stop("The clock of {round} is already paused, since {time:%H:%M}.", round=name, time=since)
    if clock.start > now:
        stop("The clock of {round} starts only at {time:%H:%M}.", round=name, time=clock.start)
    return _changed(event, when, period, replace(clock, paused=now))


start, pause = verb(started), verb(paused)


@verb
def extend(event: EventBook, when: datetime, minutes: int) -> Done[Result]:
    """Give every table some more minutes."""
    period, clock = _begun(event)
    return _changed(event, when, period, replace(clock, more=clock.more + minutes))


@verb
def clear(event: EventBook, when: datetime) -> Done[Result]:
    """Take the clock back: it has not been started then."""
    return _changed(event, when, _begun(event)[0], None)


@verb
def turn(event: EventBook, when: datetime) -> Done[Result]:
    """Start the clock, pause it, or let it go on: the one button of workbooks made before there were two."""
    _, clock = _now(event)
    is_running = clock is not None and clock.paused is None
    return paused(event, when) if is_running else started(event, when)


def question(host: Host) -> str | None:
    """The question before the clock is paused: its round, and the time left; ``None`` if that is refused."""
    event = read_event(host.read())
    period, clock = _now(event)
    if not clock or not period or not period.minutes or clock.paused or event.problems:
        return None
    minutes, seconds = clock.left(period.minutes, datetime.now().astimezone())
    text = msg("Pause the clock of {round}, with {minutes}:{seconds:02} left?")
    asked = t(text, round=period.name, minutes=minutes, seconds=seconds)
    return f"{asked}\n\n{t(UNTIL_STARTED)}"


def _timed(event: EventBook) -> tuple[Period, RoundClock | None]:
    """The newest round, which has a time limit, and its clock."""
    period, clock = _newest(event)
    tab, settings = period.tab, event.settings
    if period.minutes is None and tab is not None:
        limits = [
            option.name
            for option in event.ruleset.options
            if not event.options[option.name]
            and any(
                event.ruleset.clock(tab.stage, {**settings, option.name: choice})
                for choice in option.choices
            )
        ]
        if not limits or round_clock.is_final(event, tab):
            stop("{round} has no time limit, so there is no clock to start.", round=period.name)
        stop(
            "{round} has no time limit, so there is no clock to start. To have one, choose "
            "{option} on Event.",
            round=period.name,
            option=limits[0],
        )
    if period.is_over:
        text = msg("{round} has all of its results: pair the next round, then start its clock.")
        raise OrganizerError(t(text, round=period.name))
    return period, clock


def _begun(event: EventBook) -> tuple[Period, RoundClock]:
    """The same of a clock that has been started."""
    period, clock = _timed(event)
    if clock is None:
        stop("The clock of {round} has not been started.", round=period.name)
    return period, clock


def _changed(
    event: EventBook, when: datetime, period: Period, clock: RoundClock | None
) -> Done[Result]:
    """The changes that give a round this clock."""
    warnings = list(event.warnings)
    if period.tab and not event.is_published(period.tab):
        text = msg("{round} is not published yet: its clock is not on the page before.")
        warnings.append(t(text, round=period.name))
    cells = clock.cells() if clock else NO_CLOCK
    changes = event_writer.update_settings(event, cells)
    after = read_event(with_changes(event.book, changes))
    glance = cut_writer.at_a_glance(after, when)
    shown = {setting.name: glance[setting.name] for setting in (ROUND, FORECAST)}
    changes = event_writer.update_settings(event, cells | shown)
    log = [LogLine("Clock", _sentence(period, clock).rstrip("."))]
    return Done(_result(period, clock, forecast.ends_of(after, when), warnings), changes, log)


def _now(event: EventBook) -> tuple[Period | None, RoundClock | None]:
    period = round_clock.period_of(event, next_step.newest_tab(event))
    return period, round_clock.clock_of(event, period)


def _newest(event: EventBook) -> tuple[Period, RoundClock | None]:
    period, clock = _now(event)
    if period is None:
        stop("No round has been paired yet: pair first, then start its clock.")
    return period, clock


def _nearest(at: time, now: datetime) -> datetime:
    """The instant nearest to now at which a clock here says so: yesterday's or tomorrow's at midnight."""
    today = datetime.combine(now.date(), at, now.tzinfo)
    days = (today + timedelta(days=day) for day in (-1, 0, 1))
    return min(days, key=lambda moment: abs(moment - now))
