"""The data of the web page: the event as texts and plain numbers."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import datetime
from typing import Any

from engine import Stage, Status
from engine.model import Exact
from xlplugin.exports.page_bracket import bracket_data
from xlplugin.exports.page_cross import cross_data, reasons_of, why
from xlplugin.exports.page_matches import match_data, matches_by_table, sides_of_swiss
from xlplugin.exports.shared import Shared, champion, name_of, rounds_of, status, title_of
from xlplugin.texts import t
from xlplugin.workbook.layouts import event_tab, players_tab
from xlplugin.workbook.layouts.standings_tabs import StandingsTable, Width
from xlplugin.workbook.reading import next_step, round_clock
from xlplugin.workbook.reading.event_book import EventBook, RoundTab
from xlplugin.workbook.reading.round_clock import RoundClock

POLL = 5
"""Seconds until a page under ``--watch`` looks for a newer one."""


def page_data(shared: Shared, when: datetime, *, watch: bool) -> dict[str, Any]:
    """Everything on the page; ``watch`` says whether newer ones will follow."""
    event, table = shared.event, shared.table
    winner = champion(event)
    return {
        "event": _event(event),
        "status": status(event),
        "made": when.strftime("%Y-%m-%d %H:%M:%S"),
        "madeAt": _milliseconds(when),
        "poll": POLL if watch else 0,
        "champion": winner,
        "clock": None if winner else _clock(event),
        "rounds": list(_rounds(event)),
        "standings": _standings(table) if table else None,
        "crosstable": cross_data(event, table) if table else None,
        "bracket": bracket_data(event) if event.cuts else None,
        "players": [_player(event, no) for no in sorted(event.by_no)],
    }


def _event(event: EventBook) -> dict[str, str]:
    texts = {
        key: " ".join(event.settings.get(setting.name, "").split())
        for key, setting in (
            ("name", event_tab.EVENT_NAME),
            ("date", event_tab.DATE),
            ("organizer", event_tab.ORGANIZER),
        )
    }
    texts["name"] = texts["name"] or event.title
    return {**texts, "rules": event.ruleset.title, "document": event.ruleset.document}


def _player(event: EventBook, no: int) -> dict[str, str]:
    player = event.by_no[no]
    status = "" if player.status is Status.ACTIVE else str(player.status)
    club = " ".join(player.details.get(players_tab.CLUB.header, "").split())
    return {"name": name_of(event, no), "club": club, "status": status}


# the clock


def _clock(event: EventBook) -> dict[str, Any]:
    """The minutes of the round in play, since when they pass, and how it ends."""
    newest = next(reversed(rounds_of(event)), None)
    stage = newest.stage if newest else Stage.SWISS
    title = title_of(event, newest) if newest else t("Round {n}", n=1)
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
        "steps": [t(step) for step in timed.steps] if timed else [],
        "rule": timed.rule if timed else "",
        "warning": timed.warning if timed else 0,
    }


def _started(clock: RoundClock) -> dict[str, Any]:
    """The start of a running clock, in milliseconds as browsers count them."""
    paused = _milliseconds(clock.paused) if clock.paused else None
    return {"start": _milliseconds(clock.start), "more": clock.more, "paused": paused}


def _milliseconds(moment: datetime) -> int:
    return round(moment.timestamp() * 1000)


def _no_limit(event: EventBook, tab: RoundTab | None) -> str:
    if round_clock.is_final(event, tab):
        return t("No time limit: only two players are left.")
    return t("No time limit in this round ({ruleset}).", ruleset=event.ruleset.title)


# rounds


def _rounds(event: EventBook) -> Iterator[dict[str, Any]]:
    """The rounds, oldest first, with the points so far of everybody in the Swiss ones."""
    reasons = reasons_of(event)
    totals: dict[int, Exact] = {}
    for tab in rounds_of(event):
        yield {
            "name": tab.name,
            "title": title_of(event, tab),
            "sides": sides_of_swiss(event, tab),
            "matches": [
                match_data(event, tab, match, totals) | {"why": why(reasons, tab, match)}
                for match in matches_by_table(tab)
            ],
        }


# standings


def _standings(table: StandingsTable) -> dict[str, Any]:
    """The columns of a page, narrow tables' first; its own ones only if they say something."""
    columns, rows = table.texts(Width.PAGE)
    by_column = sorted(
        zip(columns, zip(*rows, strict=True), strict=True), key=lambda pair: pair[0].shown
    )
    kept = [
        (column, texts)
        for column, texts in by_column
        if column.shown < Width.PAGE or not {*texts} <= {"", "0"}
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
