"""The verbs of the round clock: started, paused and extended here, it is the same on every page."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import datetime, time, timedelta

from engine import TournamentError
from xlplugin.hosts import Host
from xlplugin.problems import WorkbookProblems
from xlplugin.verbs.frame import Noticing, verb
from xlplugin.workbook.layouts import tab_names
from xlplugin.workbook.reading import next_step, round_clock
from xlplugin.workbook.reading.event_book import EventBook
from xlplugin.workbook.reading.reader import read_event
from xlplugin.workbook.reading.round_clock import Period, RoundClock
from xlplugin.workbook.writing import notes_writer

NO_ROUND = "No round has been paired yet: pair first, then start its clock."


@dataclass(frozen=True, slots=True)
class Timed:
    """The clock of the newest round.

    Attributes:
        tab: the round.
        minutes: its time limit; ``None`` for none.
        clock: since when it runs; ``None`` where it has not been started.
        extra: minutes that tables without a result have longer, by table.
        warnings: what the organizer should know.
    """

    tab: str
    minutes: int | None
    clock: RoundClock | None
    extra: dict[int, int]
    warnings: tuple[str, ...] = ()

    @property
    def told(self) -> str:
        """The clock in a sentence, in the time zone in which it was started."""
        if self.minutes is None:
            return f"{self.tab} has no time limit."
        if self.clock is None:
            return f"{self.tab}: {self.minutes} minutes; the clock has not been started."
        start, end = self.clock.start, self.clock.end(self.minutes)
        length = f"{self.minutes + self.clock.more} minutes"
        if self.clock.paused:
            left = max(end - self.clock.paused, timedelta())
            minutes, seconds = divmod(int(left.total_seconds()), 60)
            return f"{self.tab}: {length}, paused at {self.clock.paused:%H:%M} with {minutes}:{seconds:02} left."
        return f"{self.tab}: {length}, from {start:%H:%M} until {end:%H:%M}."


def look(host: Host) -> Timed:
    """The clock of the newest round, as it is.

    Raises:
        TournamentError: there is no round.
        WorkbookProblems: something must be mended first.
    """
    event = _without_problems(read_event(host.read()))
    period = _newest(event)
    return _timed(period, round_clock.clock_of(event, period))


@verb
def start(host: Noticing, at: time | None = None, *, when: datetime | None = None) -> Timed:
    """Start the clock of the newest round, or let it go on after a pause.

    Args:
        host: the workbook.
        at: when it starts, by the clock of this computer; now if not said. One that runs already is
            set right by it.
        when: it is now.

    Raises:
        TournamentError: there is nothing to start.
        WorkbookProblems: something must be mended first.
    """

    def started(period: Period, clock: RoundClock | None, now: datetime) -> RoundClock:
        if at is not None:
            return RoundClock(period.name, _nearest(at, now), clock.more if clock else 0)
        if clock is None:
            return RoundClock(period.name, now)
        if clock.paused is None:
            message = (
                f"The clock of {period.name} has been started already, at {clock.start:%H:%M}. To set it "
                "right, say when it started (--at 14:05), or take it back (--clear)."
            )
            raise TournamentError(message)
        return replace(clock, start=clock.start + (now - clock.paused), paused=None)

    return _changed(host, when, started)


@verb
def pause(host: Noticing, *, when: datetime | None = None) -> Timed:
    """Let the clock stand until it is started again.

    Raises:
        TournamentError: it does not run.
        WorkbookProblems: something must be mended first.
    """

    def paused(period: Period, clock: RoundClock | None, now: datetime) -> RoundClock:
        if clock is None or clock.paused or clock.start > now:
            raise TournamentError(_not_running(period, clock))
        return replace(clock, paused=now)

    return _changed(host, when, paused)


@verb
def extend(host: Noticing, minutes: int, *, when: datetime | None = None) -> Timed:
    """Give every table so many minutes more.

    Raises:
        TournamentError: the clock has not been started.
        WorkbookProblems: something must be mended first.
    """

    def extended(period: Period, clock: RoundClock | None, _now: datetime) -> RoundClock:
        if clock is None:
            raise TournamentError(_not_running(period, clock))
        return replace(clock, more=clock.more + minutes)

    return _changed(host, when, extended)


@verb
def clear(host: Noticing, *, when: datetime | None = None) -> Timed:
    """Take the clock back: it has not been started then.

    Raises:
        TournamentError: it has not been started.
        WorkbookProblems: something must be mended first.
    """

    def cleared(period: Period, clock: RoundClock | None, _now: datetime) -> None:
        if clock is None:
            raise TournamentError(_not_running(period, clock))

    return _changed(host, when, cleared)


@verb
def turn(host: Noticing, *, when: datetime | None = None) -> Timed:
    """Start the clock, pause it, or let it go on: whatever comes next."""
    event = _without_problems(host.event())
    clock = round_clock.clock_of(event, _period(event))
    runs = clock is not None and clock.paused is None
    return pause(host, when=when) if runs else start(host, when=when)


def _not_running(period: Period, clock: RoundClock | None) -> str:
    if clock is None:
        return f"The clock of {period.name} has not been started."
    if clock.paused:
        return f"The clock of {period.name} is paused already, since {clock.paused:%H:%M}."
    return f"The clock of {period.name} starts only at {clock.start:%H:%M}."


def _changed(
    host: Noticing,
    when: datetime | None,
    change: Callable[[Period, RoundClock | None, datetime], RoundClock | None],
) -> Timed:
    """Write what becomes of the clock of the newest round."""
    now = (when or datetime.now().astimezone()).replace(microsecond=0)
    event = _without_problems(host.event())
    period = _newest(event)
    _refuse_untimed(event, period)
    clock = change(period, round_clock.clock_of(event, period), now)
    warnings = list(event.warnings)
    if period.tab and not event.is_published(period.tab):
        warnings.append(f"{period.name} is not published yet: its clock is not on the page before.")
    timed = _timed(period, clock)
    host.write(
        [
            *round_clock.record(event, clock),
            *notes_writer.add_log(event, when, "Clock", timed.told.rstrip(".")),
        ]
    )
    return replace(timed, warnings=tuple(warnings))


def _without_problems(event: EventBook) -> EventBook:
    """The event, where nothing must be mended."""
    if event.problems:
        raise WorkbookProblems(event.problems)
    return event


def _period(event: EventBook) -> Period | None:
    return round_clock.period_of(event, next_step.newest_tab(event))


def _newest(event: EventBook) -> Period:
    period = _period(event)
    if period is None:
        raise TournamentError(NO_ROUND)
    return period


def _refuse_untimed(event: EventBook, period: Period) -> None:
    tab = period.tab
    if period.minutes is None and tab is not None:
        limits = [
            option.name
            for option in event.ruleset.options
            if not event.options[option.name]
            and any(
                event.ruleset.clock(tab.stage, {**event.settings, option.name: choice})
                for choice in option.choices
            )
        ]
        is_final = round_clock.is_final(event, tab)
        how = (
            f" To have one, choose {limits[0]} on {tab_names.EVENT}."
            if limits and not is_final
            else ""
        )
        message = f"{period.name} has no time limit, so there is no clock to start.{how}"
        raise TournamentError(message)
    if period.is_over:
        message = (
            f"{period.name} has all of its results: pair the next round, then start its clock."
        )
        raise TournamentError(message)


def _timed(period: Period, clock: RoundClock | None) -> Timed:
    extra = round_clock.extra_of(period.tab) if period.tab else {}
    return Timed(period.name, period.minutes, clock, extra)


def _nearest(at: time, now: datetime) -> datetime:
    """The instant nearest to now at which a clock here says so: yesterday's or tomorrow's at midnight."""
    today = datetime.combine(now.date(), at, now.tzinfo)
    days = (today + timedelta(days=day) for day in (-1, 0, 1))
    return min(days, key=lambda moment: abs(moment - now))
