"""When the round in play, the Swiss rounds and the cut will be over, by how long the rounds so far took.

The log has the time at which each round was paired; the clock of the round in play, if it was started,
says when that began. What they do not have, or what cannot be, counts for nothing.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from datetime import datetime, timedelta
from enum import StrEnum
from itertools import pairwise
from typing import NamedTuple

from engine import Round, Stage
from engine.simulation.forecast import Day, Timed
from xlplugin.ground.texts import msg, t
from xlplugin.workbook.reading import next_step, round_clock
from xlplugin.workbook.reading.event_book import EventBook
from xlplugin.workbook.reading.records import Kind, lines_of_log
from xlplugin.workbook.table import folded

MINUTE = timedelta(minutes=1)
EARLY, LATE = 10, 120
"""The minutes that clocks may differ by, and those after a round's time in which its results come in."""
TOLD = timedelta(minutes=5)
"""What times for people are rounded to."""
BEST_OF_THREE = 3


class Part(StrEnum):
    """A part of an event that comes to an end."""

    ROUND = "round"
    DAY_ONE = "day_one"
    SWISS = "swiss"
    CUT = "cut"


BRIEFLY = {
    Part.DAY_ONE: msg("day one {median:%H:%M} ({low:%H:%M} to {high:%H:%M})"),
    Part.SWISS: msg("Swiss {median:%H:%M} ({low:%H:%M} to {high:%H:%M})"),
    Part.CUT: msg("cut {median:%H:%M} ({low:%H:%M} to {high:%H:%M})"),
}


class End(NamedTuple):
    """The end of a part by the organizer's clock: half of such days are over by ``median``.

    Eight of ten are over between ``low`` and ``high``.
    """

    part: Part
    low: datetime
    median: datetime
    high: datetime

    @property
    def data(self) -> dict[str, str]:
        """The three times for programs, with their offset from UTC."""
        times = (moment.isoformat(timespec="seconds") for moment in self[1:])
        return dict(zip(("low", "median", "high"), times, strict=True))

    @property
    def told(self) -> End:
        """The same as it is told to people, to five minutes."""
        return End(self.part, *map(_rounded, self[1:]))


class Newest(NamedTuple):
    """A round and its tab, which may not be in the workbook yet."""

    tab: str
    round: Round


def ends_of(event: EventBook, when: datetime, being_paired: Newest | None = None) -> list[End]:
    """The ends to come, that of the round in play first; none where nothing tells when they are."""
    tab = None if being_paired else next_step.newest_tab(event)
    newest = Newest(tab.name, tab.round()) if tab else being_paired
    timed = _timed(event, newest.round) if newest else None
    if newest is None or timed is None or (event.progress and event.progress.is_over):
        return []
    when = when if when.tzinfo else when.astimezone()
    clock = round_clock.clock_of(event, round_clock.period_of(event, tab)) if tab else None
    paired, began = _times_paired(event), None
    if clock:
        when = when.astimezone(clock.start.tzinfo)
        stood = when - clock.paused if clock.paused else timedelta()
        began = _here(clock.start + stood + clock.more * MINUTE)
    if tab is None:
        paired[folded(newest.tab)] = _here(when)
    origin = paired.get(folded(newest.tab)) or began
    if origin is None:
        return []
    paired[folded(newest.tab)] = origin
    stages = dict(_stages(event, newest.round, timed))
    day = Day(
        timed,
        elapsed=(_here(when) - origin) / MINUTE,
        started=None if began is None else (began - origin) / MINUTE,
        is_over=tab is not None and tab.is_complete,
        played=list(_played(event, newest, paired)),
        stages=[*stages.values()],
    )
    if not _is_in_play(day):
        return []
    left = [not day.is_over, *map(len, day.stages)]
    return [
        End(part, *((origin + n * MINUTE).replace(tzinfo=when.tzinfo) for n in span))
        for n, (part, span) in enumerate(zip((Part.ROUND, *stages), day.ends(), strict=True))
        if any(left[: n + 1])
    ]


def for_people(event: EventBook, when: datetime, being_paired: Newest | None = None) -> list[End]:
    """The ends to come as they are told to people: those of parts from the second round on.

    With a part's last round the part is over.
    """
    ends = [end.told for end in ends_of(event, when, being_paired)]
    if len(event.rounds) + (being_paired is not None) < 2:
        return [end for end in ends if end.part is Part.ROUND]
    is_last = ends[1:] and ends[0][1:] == ends[1][1:]
    return ends[1:] if is_last else ends


def at_a_glance(event: EventBook, when: datetime, being_paired: Newest | None = None) -> str:
    """The ends of the parts in a line; blank where nothing tells them."""
    ends = for_people(event, when, being_paired)
    return ", ".join(
        t(BRIEFLY[end.part], low=end.low, median=end.median, high=end.high)
        for end in ends
        if end.part in BRIEFLY
    )


def _here(moment: datetime) -> datetime:
    """A time as the log has it: by the organizer's clock."""
    return moment.replace(tzinfo=None)


def _rounded(moment: datetime) -> datetime:
    midnight = moment.replace(hour=0, minute=0, second=0, microsecond=0)
    return midnight + round((moment - midnight) / TOLD) * TOLD


def _times_paired(event: EventBook) -> dict[str, datetime | None]:
    """The time at which each tab was last paired, by its name, folded, as the log has it."""
    lines = (line for line in lines_of_log(event.book) if line.kind == Kind.ROUND)
    return {folded(tab): line.when for line in lines for tab in line.facts}


def _played(
    event: EventBook, newest: Newest, paired: Mapping[str, datetime | None]
) -> Iterator[tuple[Timed, float]]:
    """The rounds before the newest one, each with the minutes from its pairing to the next one's."""
    tabs = [tab for tab in event.tabs if folded(tab.name) != folded(newest.tab)]
    names = [*(tab.name for tab in tabs), newest.tab]
    for tab, (one, next_) in zip(tabs, pairwise(names), strict=True):
        began, ended = paired.get(folded(one)), paired.get(folded(next_))
        timed = _timed(event, tab.round())
        if timed and began and ended and began < ended:
            yield timed, (ended - began) / MINUTE


def _is_in_play(day: Day) -> bool:
    """True if its round was paired a while ago, and could still be in play."""
    started = day.started or 0.0
    longest = max(started, 0.0) + day.now.minutes + LATE
    return started >= -EARLY and -EARLY <= day.elapsed <= longest


def _timed(event: EventBook, round_: Round) -> Timed | None:
    """A round with its limit; ``None`` where there is none, also for the part that it belongs to."""
    if round_.stage is Stage.ELIMINATION:
        return next(iter(_elimination(event)[round_.number - 1 :]), None)
    minutes = event.ruleset.clock(round_.stage, event.settings)
    tables = sum(match.player2 is not None for match in round_.matches)
    return Timed(tables, minutes) if minutes else None


def _elimination(event: EventBook) -> list[Timed]:
    """The rounds of the elimination, or of the one that is planned; none where they have no limit."""
    cut, options, progress = event.ruleset.cut, event.options, event.progress
    minutes = event.ruleset.clock(Stage.ELIMINATION, event.settings)
    size = len(progress.seeds) if progress else event.planned_cut()
    if cut is None or minutes is None or size not in cut.sizes:
        return []
    rounds = (progress.bracket if progress else cut.bracket(size, options)).rounds
    best_of_three = len(cut.format(options).game_names) == BEST_OF_THREE
    return [
        Timed(
            len(games), minutes, best_of_three=best_of_three, if_needed=games[0].if_needed,
            is_final=not cut.final_timed
            and len(games) == 1
            and all(game.if_needed for later in rounds[n:] for game in later),
        )
        for n, games in enumerate(rounds, 1)
    ]  # fmt: skip


def _stages(event: EventBook, newest: Round, timed: Timed) -> Iterator[tuple[Part, list[Timed]]]:
    """The parts that are not over before the newest round is, and the rounds after it in each.

    Of an event of two days, those of the day.
    """
    day_one = event.progression
    if newest.stage is Stage.SWISS:
        part, planned = Part.SWISS, event.planned_rounds()
        if day_one and newest.number <= day_one.rounds:
            part, planned = Part.DAY_ONE, day_one.rounds
        yield part, [timed] * (planned - newest.number)
        if part is Part.DAY_ONE:
            return
    cut = _elimination(event)
    if newest.stage is Stage.ELIMINATION:
        yield Part.CUT, cut[newest.number :]
    elif cut:
        yield Part.CUT, cut
