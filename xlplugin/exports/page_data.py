"""What the web page shows: the event as texts and plain numbers, nothing left to work out."""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import datetime
from typing import Any

from engine import Stage, Status
from engine.model import Exact
from xlplugin.exports.page_bracket import bracket_data
from xlplugin.exports.page_cross import Reasons, cross_data, reasons_of, why
from xlplugin.exports.page_matches import match_data, name_of
from xlplugin.verbs.standings import StandingsResult
from xlplugin.workbook.layouts import elimination_tabs, event_tab, players_tab
from xlplugin.workbook.layouts.standings_tabs import StandingsTable, Width
from xlplugin.workbook.reading import deadlines, next_step, round_clock
from xlplugin.workbook.reading.event_book import EventBook, RoundTab
from xlplugin.workbook.reading.round_clock import RoundClock

POLL = 5
"""So many seconds pass before a page under ``--watch`` looks for a newer one."""


def page_data(
    event: EventBook, result: StandingsResult | None, when: datetime, *, watch: bool
) -> dict[str, Any]:
    """Everything on the page.

    Args:
        event: the event.
        result: its standings; ``None`` while no round is complete.
        when: the page is made.
        watch: whether newer ones will follow.
    """
    tabs, champion = published_tabs(event), _champion(event)
    return {
        "event": _event(event),
        "status": status(event),
        "made": when.strftime("%Y-%m-%d %H:%M:%S"),
        "madeAt": _milliseconds(when),
        "poll": POLL if watch else 0,
        "champion": champion,
        "clock": None if champion else _clock(event, tabs),
        "rounds": _rounds(event, tabs),
        "standings": _standings(result.table) if result else None,
        "crosstable": cross_data(event, result) if result else None,
        "bracket": bracket_data(event) if _shows_bracket(event, tabs) else None,
        "players": [_player(event, no) for no in sorted(event.by_no)],
    }


def published_tabs(event: EventBook) -> list[RoundTab]:
    """The rounds that others may see, oldest first."""
    return [tab for tab in (*event.rounds, *event.cut_tabs) if event.is_published(tab)]


def _shows_bracket(event: EventBook, tabs: Sequence[RoundTab]) -> bool:
    return event.progress is not None and any(tab.stage is Stage.ELIMINATION for tab in tabs)


def _event(event: EventBook) -> dict[str, str]:
    told = {
        key: " ".join(event.settings.get(setting.name, "").split())
        for key, setting in (
            ("name", event_tab.EVENT_NAME),
            ("date", event_tab.DATE),
            ("organizer", event_tab.ORGANIZER),
        )
    }
    named = {**told, "name": told["name"] or event.title}
    return {**named, "rules": event.ruleset.title, "document": event.ruleset.document}


def status(event: EventBook) -> str:
    """How far the event is, in a sentence."""
    tabs, champion = published_tabs(event), _champion(event)
    if champion:
        return f"The event is over. Champion: {champion}"
    if not tabs:
        active = sum(player.status is Status.ACTIVE for player in event.roster)
        people = f"{active} player{'' if active == 1 else 's'}"
        return f"{people}. Round 1 has not been paired yet."
    newest = tabs[-1]
    title = _title(event, newest)
    if newest.is_complete:
        planned = event.planned_rounds()
        last = newest.stage is Stage.SWISS and newest.number >= planned
        return f"{title} is complete." + (" It was the last Swiss round." if last else "")
    playing = sum(match.player2 is not None for match in newest.matches)
    there = f"{title}: {playing - len(newest.missing)} of {playing} results are in."
    deadline = deadlines.deadline_of(event, newest.name)
    if deadline is None or deadline.due is None:
        return there
    return f"{there} They are due {deadlines.as_text(deadline.due)} (the organizer's time)."


def _title(event: EventBook, tab: RoundTab) -> str:
    if tab.stage is Stage.SWISS:
        planned = max(event.planned_rounds(), tab.number)
        return f"Round {tab.number} of {planned}"
    return (
        "Tiebreaker round"
        if tab.stage is Stage.TIEBREAKER
        else elimination_tabs.cut_name(tab.number)
    )


def _champion(event: EventBook) -> str:
    """Who has won the elimination; ``""`` while that is open, or there is none."""
    if event.progress is None or not event.progress.is_over:
        return ""
    return name_of(event, event.progress.places()[0])


def _player(event: EventBook, no: int) -> dict[str, str]:
    player = event.by_no[no]
    status = "" if player.status is Status.ACTIVE else str(player.status)
    club = " ".join(player.details.get(players_tab.CLUB.header, "").split())
    return {"name": name_of(event, no), "club": club, "status": status}


# the clock


def _clock(event: EventBook, tabs: Sequence[RoundTab]) -> dict[str, Any]:
    """The minutes of the round in play, since when they pass, and how it ends."""
    newest = tabs[-1] if tabs else None
    stage = newest.stage if newest else Stage.SWISS
    title = _title(event, newest) if newest else "Round 1"
    period = round_clock.period_of(event, newest)
    minutes = round_clock.minutes_of(event, newest)
    called = event.ruleset.time_called.get(stage) or event.ruleset.time_called.get(Stage.SWISS)
    if not event.rounds and (building := next_step.deck_building(event)):
        title, (minutes, called) = round_clock.DECK_BUILDING, building
    timed = called if minutes else None
    clock = round_clock.clock_of(event, period) if minutes else None
    return {
        "round": title,
        "minutes": minutes,
        "started": _started(clock) if clock else None,
        "extra": [list(each) for each in round_clock.extra_of(newest).items()] if newest else [],
        "why": _no_limit(event, newest) if minutes is None else "",
        "steps": list(timed.steps) if timed else [],
        "rule": timed.rule if timed else "",
        "warning": timed.warning if timed else 0,
    }


def _started(clock: RoundClock) -> dict[str, Any]:
    """Since when it runs, the same instant in every time zone: milliseconds as browsers count them."""
    paused = _milliseconds(clock.paused) if clock.paused else None
    return {"start": _milliseconds(clock.start), "more": clock.more, "paused": paused}


def _milliseconds(moment: datetime) -> int:
    return round(moment.timestamp() * 1000)


def _no_limit(event: EventBook, tab: RoundTab | None) -> str:
    if round_clock.is_final(event, tab):
        return "No time limit: only two players are left."
    return f"No time limit in this round ({event.ruleset.title})."


# rounds


def _rounds(event: EventBook, tabs: Sequence[RoundTab]) -> list[dict[str, Any]]:
    """The rounds, oldest first, with the points so far of everybody in the Swiss ones."""
    reasons = reasons_of(event)
    totals: dict[int, Exact] = {}
    return [_round(event, tab, reasons, totals) for tab in tabs]


def _round(
    event: EventBook, tab: RoundTab, reasons: Reasons, totals: dict[int, Exact]
) -> dict[str, Any]:
    sides = event.match_format.sides if tab.stage is Stage.SWISS else None
    ordered = sorted(tab.matches, key=lambda match: (match.player2 is None, match.table))
    return {
        "name": tab.name,
        "title": _title(event, tab),
        "sides": list(sides) if sides else [],
        "matches": [
            match_data(event, tab, match, totals) | {"why": why(reasons, tab, match)}
            for match in ordered
        ],
    }


# standings


def _standings(table: StandingsTable) -> dict[str, Any]:
    """The columns of a page, but for those of its own that have nothing to say of anybody."""
    columns, rows = table.texts(Width.PAGE)
    by_column = list(zip(columns, zip(*rows, strict=True), strict=True))
    kept = [
        (column, texts)
        for column, texts in by_column
        if column.shown < Width.PAGE or any(text not in ("", "0") for text in texts)
    ]
    return {
        "title": table.title,
        "headers": [column.header for column, _ in kept],
        "numbers": [all(map(_is_number, texts)) for _, texts in kept],
        "help": [[column.header, column.help] for column in columns if column.is_tiebreak],
        "rows": list(zip(*(texts for _, texts in kept), strict=True)),
    }


def _is_number(text: str) -> bool:
    return re.fullmatch(r"-?[\d.]*", text) is not None
