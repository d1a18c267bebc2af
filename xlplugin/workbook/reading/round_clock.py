"""The clock of the round in play, as ``Event`` has it on record: one line says since when it runs.

The line names the round, and the instant at which its clock began with the offset from UTC, so that
it is the same instant for whoever reads it, wherever: ``Round 3: from 2026-11-21T14:05:00+01:00``.
Then minutes that were added for every table (``more 5``), and the instant at which the clock was
paused (``paused 2026-...``), as far as there are any.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import datetime, timedelta

from engine import Stage
from xlplugin.workbook.book import Change, SetCells
from xlplugin.workbook.layouts.event_tab import ROUND_CLOCK
from xlplugin.workbook.reading import next_step
from xlplugin.workbook.reading.event_book import EventBook, RoundTab
from xlplugin.workbook.writing import event_writer

DECK_BUILDING = "Deck building"
"""What is timed before round 1, where decks are built."""
_INSTANT = r"(2\d{3}-\d\d-\d\dT\d\d:\d\d:\d\d[+-]\d\d:\d\d)"
_LINE = re.compile(rf"(.+): from {_INSTANT}(?:, more (\d{{1,5}}))?(?:, paused {_INSTANT})?")


@dataclass(frozen=True, slots=True)
class RoundClock:
    """A clock that was started.

    Attributes:
        tab: the round.
        start: when it began, later by as long as it has been paused since; with its offset from UTC.
        more: minutes added for every table.
        paused: since when it stands, if it does.
    """

    tab: str
    start: datetime
    more: int = 0
    paused: datetime | None = None

    def text(self) -> str:
        """As ``Event`` has it."""
        more = f", more {self.more}" if self.more else ""
        paused = f", paused {_iso(self.paused)}" if self.paused else ""
        return f"{self.tab}: from {_iso(self.start)}{more}{paused}"

    def end(self, minutes: int) -> datetime:
        """When time is up, in a round of so many minutes."""
        return self.start + timedelta(minutes=minutes + self.more)


def _iso(moment: datetime) -> str:
    return moment.isoformat(timespec="seconds")


def _parsed(text: str) -> RoundClock | None:
    """What a line says; ``None`` where it says nothing that can be true."""
    found = _LINE.fullmatch(text)
    if found is None:
        return None
    tab, start, more, paused = found.groups()
    try:
        stands = datetime.fromisoformat(paused) if paused else None
        return RoundClock(tab, datetime.fromisoformat(start), int(more or 0), stands)
    except ValueError:
        return None


@dataclass(frozen=True, slots=True)
class Period:
    """What a clock is for: a round, or before the first one the building of decks.

    Attributes:
        name: of the tab, or of the time.
        minutes: its limit; ``None`` for none.
        tab: the round, if it is one.
    """

    name: str
    minutes: int | None
    tab: RoundTab | None = None

    @property
    def is_over(self) -> bool:
        """Whether there is nothing to wait for any more."""
        return self.tab is not None and self.tab.is_complete


def period_of(event: EventBook, tab: RoundTab | None) -> Period | None:
    """What is timed in a round, or before the first one; ``None`` if decks are not built then."""
    if tab is not None:
        return Period(tab.name, minutes_of(event, tab), tab)
    building = None if event.rounds else next_step.deck_building(event)
    return Period(DECK_BUILDING, building.minutes) if building else None


def clock_of(event: EventBook, period: Period | None) -> RoundClock | None:
    """The clock of a round, if it was started and the round is still in play."""
    found = _parsed(event.settings.get(ROUND_CLOCK.name, ""))
    is_this = found is not None and period is not None and found.tab == period.name
    return found if is_this and period and not period.is_over else None


def faults(event: EventBook) -> list[str]:
    """What to say where the line has been typed over."""
    text = event.settings.get(ROUND_CLOCK.name, "")
    if not text or _parsed(text):
        return []
    cell = event.setting_cell(ROUND_CLOCK.name)
    what = f"{text!r} is no time at which a clock was started, so the page shows none"
    return [f"{event.event_tab.sheet.name}!{cell}: {what}; clear it, and start the clock."]


def minutes_of(event: EventBook, tab: RoundTab | None) -> int | None:
    """The time limit of a round; ``None`` for none, as for the last two players of an elimination."""
    if is_final(event, tab):
        return None
    return event.ruleset.clock(tab.stage if tab else Stage.SWISS, event.settings)


def is_final(event: EventBook, tab: RoundTab | None) -> bool:
    """Whether only two players are left in a round; after the event it is the one that ended it."""
    if tab is None or tab.stage is not Stage.ELIMINATION or event.progress is None:
        return False
    return event.progress.is_final or (
        event.progress.is_over and tab.number == event.cuts[-1].number
    )


def extra_of(tab: RoundTab) -> dict[int, int]:
    """How many minutes longer the tables have that still play, by table."""
    return {
        match.table: minutes
        for match in sorted(tab.matches, key=lambda match: match.table)
        if (minutes := tab.extra_minutes.get(match.player1, 0)) and tab.lacks_result(match)
    }


def record(event: EventBook, clock: RoundClock | None) -> list[Change]:
    """The line on ``Event``; a workbook that was made before there was one gets its row."""
    value = clock.text() if clock else None
    if ROUND_CLOCK.name in event.setting_rows:
        return event_writer.update_settings(event, {ROUND_CLOCK.name: value})
    row, places = event.event_tab.end, event.event_tab.places
    cells = {"Setting": ROUND_CLOCK.name, "Value": value, "Help": ROUND_CLOCK.help}
    new = {(row, places[header]): text for header, text in cells.items() if header in places}
    return [SetCells(event.event_tab.sheet.name, new)]
