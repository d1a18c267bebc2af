"""Reading the clock of the round in play, which ``Event`` has on record in rows of its own.

Its start is an instant with the offset from UTC, the same for whoever reads it, wherever. There is no T
in it: xlwings Lite takes a text with one for a date.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta

from engine import Stage
from xlplugin.ground.texts import msg, t
from xlplugin.workbook.layout import CellValue
from xlplugin.workbook.layouts.event_tab import CLOCK_PAUSED, CLOCK_RECORD, CLOCK_STARTED
from xlplugin.workbook.reading import next_step, version_0_1
from xlplugin.workbook.reading.event_book import EventBook, RoundTab

DECK_BUILDING = "Deck building"
"""The period that is timed before round 1, where decks are built."""
NO_CLOCK: dict[str, CellValue] = dict.fromkeys(setting.name for setting in CLOCK_RECORD)
"""The settings of ``Event`` without a clock."""


@dataclass(frozen=True, slots=True)
class RoundClock:
    """A clock that was started for a tab.

    ``start`` is when it began, later by as long as it has been paused since, with its offset from UTC;
    ``more`` are minutes added for every table; ``paused`` is since when it stands, if it does.
    """

    tab: str
    start: datetime
    more: int = 0
    paused: datetime | None = None

    def cells(self) -> dict[str, CellValue]:
        """The settings of ``Event`` that keep it."""
        start, paused = (m and m.isoformat(" ", "seconds") for m in (self.start, self.paused))
        values = (self.tab, start, self.more or None, paused)
        return dict(zip(NO_CLOCK, values, strict=True))

    def end(self, minutes: int) -> datetime:
        """The end of a round of some minutes."""
        return self.start + timedelta(minutes=minutes + self.more)

    def left(self, minutes: int, now: datetime) -> tuple[int, int]:
        """The minutes and seconds left of a round of some minutes; none after its end."""
        left = max(self.end(minutes) - (self.paused or now), timedelta())
        whole, seconds = divmod(int(left.total_seconds()), 60)
        return whole, seconds


def _record(event: EventBook) -> list[str]:
    """The tab, the start, the minutes added and the pause, as they are typed."""
    typed = [event.value_of(setting) for setting in CLOCK_RECORD]
    return list(version_0_1.clock_of(typed[0]) or typed)


def _instant(text: str) -> datetime | None:
    """A time with its offset from UTC; ``None`` for any other text."""
    try:
        moment = datetime.fromisoformat(text)
    except ValueError:
        return None
    return moment if moment.tzinfo and 2000 <= moment.year < 3000 else None


@dataclass(frozen=True, slots=True)
class Period:
    """A round that is timed, or before the first one the building of decks; without a limit, perhaps."""

    name: str
    minutes: int | None
    tab: RoundTab | None = None

    @property
    def is_over(self) -> bool:
        """True if there is nothing to wait for any more."""
        return self.tab is not None and self.tab.is_complete


def period_of(event: EventBook, tab: RoundTab | None) -> Period | None:
    """The period of a round, or before the first one; ``None`` if decks are not built then."""
    if tab is not None:
        return Period(tab.name, minutes_of(event, tab), tab)
    building = None if event.rounds else next_step.deck_building(event)
    return Period(DECK_BUILDING, building.minutes) if building else None


def clock_of(event: EventBook, period: Period | None) -> RoundClock | None:
    """The clock of a round, if it was started and the round is still in play."""
    tab, started, more, typed = _record(event)
    start, paused = _instant(started), _instant(typed)
    is_clock = start is not None and (paused is not None or not typed)
    if start is None or not is_clock or period is None or period.is_over or tab != period.name:
        return None
    return RoundClock(tab, start, int(more or 0), paused)


def at_a_glance(event: EventBook) -> str:
    """The end of the round in play, or the time left while its clock is paused; blank without one."""
    period = period_of(event, next_step.newest_tab(event))
    clock = clock_of(event, period)
    if clock is None or period is None or period.minutes is None:
        return ""
    if clock.paused:
        minutes, seconds = clock.left(period.minutes, clock.paused)
        text = msg("{round} paused, {minutes}:{seconds:02} left")
        return t(text, round=period.name, minutes=minutes, seconds=seconds)
    return t("{round} ends {end:%H:%M}", round=period.name, end=clock.end(period.minutes))


def faults(event: EventBook) -> list[str]:
    """Warnings of times on record that have been typed over."""
    _, started, _, paused = _record(event)
    return [
        t(
            "{tab}!{cell}: {text!r} is not a time; clear it, and start the clock.",
            tab=event.event_tab.sheet.name,
            cell=event.setting_cell(setting.name),
            text=text,
        )
        for setting, text in ((CLOCK_STARTED, started), (CLOCK_PAUSED, paused))
        if text and _instant(text) is None
    ]


def minutes_of(event: EventBook, tab: RoundTab | None) -> int | None:
    """The time limit of a round; ``None`` for none, as for the last two players of an elimination."""
    if is_final(event, tab):
        return None
    return event.ruleset.clock(tab.stage if tab else Stage.SWISS, event.settings)


def is_final(event: EventBook, tab: RoundTab | None) -> bool:
    """True if only two players are left in a round without a limit; after the event, for the one that ended it."""
    cut = event.ruleset.cut
    if tab is None or tab.stage is not Stage.ELIMINATION or event.progress is None:
        return False
    if cut and cut.final_timed:
        return False
    is_last = event.progress.is_over and tab.number == event.cuts[-1].number
    return event.progress.is_final or is_last


def extra_of(tab: RoundTab) -> dict[int, int]:
    """The minutes that tables have longer which still play, by table."""
    return {
        match.table: minutes
        for match in tab.by_table
        if (minutes := tab.extra_minutes.get(match.player1, 0)) and tab.lacks_result(match)
    }
