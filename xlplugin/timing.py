"""The verbs of the round clock: started, paused and extended here, it is the same on every page."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import datetime, time, timedelta

from engine import TournamentError
from xlplugin.hosts import Host
from xlplugin.noticing import Noticing, verb
from xlplugin.problems import WorkbookProblems
from xlplugin.workbook import next_step, round_clock, sheets, writer
from xlplugin.workbook.event_book import EventBook, RoundTab
from xlplugin.workbook.reader import read_event
from xlplugin.workbook.round_clock import RoundClock

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
    read = _without_problems(read_event(host.read()))
    tab = _newest(read)
    return _timed(read, tab, round_clock.clock_of(read, tab))


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

    def started(tab: RoundTab, clock: RoundClock | None, now: datetime) -> RoundClock:
        if at is not None:
            return RoundClock(tab.name, _nearest(at, now), clock.more if clock else 0)
        if clock is None:
            return RoundClock(tab.name, now)
        if clock.paused is None:
            message = (
                f"The clock of {tab.name} has been started already, at {clock.start:%H:%M}. To set it "
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

    def paused(tab: RoundTab, clock: RoundClock | None, now: datetime) -> RoundClock:
        if clock is None or clock.paused or clock.start > now:
            raise TournamentError(_not_running(tab, clock))
        return replace(clock, paused=now)

    return _changed(host, when, paused)


@verb
def extend(host: Noticing, minutes: int, *, when: datetime | None = None) -> Timed:
    """Give every table so many minutes more.

    Raises:
        TournamentError: the clock has not been started.
        WorkbookProblems: something must be mended first.
    """

    def extended(tab: RoundTab, clock: RoundClock | None, _now: datetime) -> RoundClock:
        if clock is None:
            raise TournamentError(_not_running(tab, clock))
        return replace(clock, more=clock.more + minutes)

    return _changed(host, when, extended)


@verb
def clear(host: Noticing, *, when: datetime | None = None) -> Timed:
    """Take the clock back: it has not been started then.

    Raises:
        TournamentError: it has not been started.
        WorkbookProblems: something must be mended first.
    """

    def cleared(tab: RoundTab, clock: RoundClock | None, _now: datetime) -> None:
        if clock is None:
            raise TournamentError(_not_running(tab, clock))

    return _changed(host, when, cleared)


@verb
def turn(host: Noticing, *, when: datetime | None = None) -> Timed:
    """Start the clock, pause it, or let it go on: whatever comes next."""
    read = _without_problems(host.event())
    clock = round_clock.clock_of(read, next_step.newest_tab(read))
    runs = clock is not None and clock.paused is None
    return pause(host, when=when) if runs else start(host, when=when)


def _not_running(tab: RoundTab, clock: RoundClock | None) -> str:
    if clock is None:
        return f"The clock of {tab.name} has not been started."
    if clock.paused:
        return f"The clock of {tab.name} is paused already, since {clock.paused:%H:%M}."
    return f"The clock of {tab.name} starts only at {clock.start:%H:%M}."


def _changed(
    host: Noticing,
    when: datetime | None,
    change: Callable[[RoundTab, RoundClock | None, datetime], RoundClock | None],
) -> Timed:
    """Write what becomes of the clock of the newest round."""
    now = (when or datetime.now().astimezone()).replace(microsecond=0)
    read = _without_problems(host.event())
    tab = _newest(read)
    _refuse_untimed(read, tab)
    clock = change(tab, round_clock.clock_of(read, tab), now)
    warnings = list(read.warnings)
    if not read.is_published(tab):
        warnings.append(f"{tab.name} is not published yet: its clock is not on the page before.")
    timed = _timed(read, tab, clock)
    host.write(
        [
            *round_clock.record(read, clock),
            *writer.add_log(read, when, "Clock", timed.told.rstrip(".")),
        ]
    )
    return replace(timed, warnings=tuple(warnings))


def _without_problems(read: EventBook) -> EventBook:
    """The event, where nothing must be mended."""
    if read.problems:
        raise WorkbookProblems(read.problems)
    return read


def _newest(read: EventBook) -> RoundTab:
    tab = next_step.newest_tab(read)
    if tab is None:
        raise TournamentError(NO_ROUND)
    return tab


def _refuse_untimed(read: EventBook, tab: RoundTab) -> None:
    if round_clock.minutes_of(read, tab) is None:
        limits = [
            option.name
            for option in read.ruleset.options
            if not read.options[option.name]
            and any(
                read.ruleset.clock(tab.stage, {**read.settings, option.name: choice})
                for choice in option.choices
            )
        ]
        is_final = round_clock.is_final(read, tab)
        how = (
            f" To have one, choose {limits[0]} on {sheets.EVENT}."
            if limits and not is_final
            else ""
        )
        message = f"{tab.name} has no time limit, so there is no clock to start.{how}"
        raise TournamentError(message)
    if tab.is_complete:
        message = f"{tab.name} has all of its results: pair the next round, then start its clock."
        raise TournamentError(message)


def _timed(read: EventBook, tab: RoundTab, clock: RoundClock | None) -> Timed:
    return Timed(tab.name, round_clock.minutes_of(read, tab), clock, round_clock.extra_of(tab))


def _nearest(at: time, now: datetime) -> datetime:
    """The instant nearest to now at which a clock here says so: yesterday's or tomorrow's at midnight."""
    today = datetime.combine(now.date(), at, now.tzinfo)
    days = (today + timedelta(days=day) for day in (-1, 0, 1))
    return min(days, key=lambda moment: abs(moment - now))
