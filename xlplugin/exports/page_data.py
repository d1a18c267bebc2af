"""What the web page shows: the event as texts and plain numbers, nothing left to work out."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime
from typing import Any

from engine import Stage, Standings, Status
from engine.model import Exact
from engine.ruleset import Tiebreak
from xlplugin.actions import StandingsResult
from xlplugin.exports.page_bracket import bracket_data
from xlplugin.exports.page_cross import Reasons, cross_data, reasons_of, why
from xlplugin.exports.page_matches import match_data, name_of, number
from xlplugin.workbook import cut_sheets, deadlines, next_step, round_clock, sheets
from xlplugin.workbook.event_book import EventBook, RoundTab
from xlplugin.workbook.round_clock import RoundClock

POLL = 5
"""So many seconds pass before a page under ``--watch`` looks for a newer one."""


def page_data(
    read: EventBook, result: StandingsResult | None, when: datetime, *, watch: bool
) -> dict[str, Any]:
    """Everything on the page.

    Args:
        read: the event.
        result: its standings; ``None`` while no round is complete.
        when: the page is made.
        watch: whether newer ones will follow.
    """
    tabs, champion = published_tabs(read), _champion(read)
    return {
        "event": _event(read),
        "status": status(read),
        "made": when.strftime("%Y-%m-%d %H:%M:%S"),
        "madeAt": _milliseconds(when),
        "poll": POLL if watch else 0,
        "champion": champion,
        "clock": None if champion else _clock(read, tabs),
        "rounds": _rounds(read, tabs),
        "standings": _standings(read, result) if result else None,
        "crosstable": cross_data(read, result) if result else None,
        "bracket": bracket_data(read) if _shows_bracket(read, tabs) else None,
        "players": [_player(read, no) for no in sorted(read.by_no)],
    }


def published_tabs(read: EventBook) -> list[RoundTab]:
    """The rounds that others may see, oldest first."""
    return [tab for tab in (*read.rounds, *read.cut_tabs) if read.is_published(tab)]


def _shows_bracket(read: EventBook, tabs: Sequence[RoundTab]) -> bool:
    return read.progress is not None and any(tab.stage is Stage.ELIMINATION for tab in tabs)


def _event(read: EventBook) -> dict[str, str]:
    told = {
        key: " ".join(read.settings.get(setting.name, "").split())
        for key, setting in (
            ("name", sheets.EVENT_NAME),
            ("date", sheets.DATE),
            ("organizer", sheets.ORGANIZER),
        )
    }
    named = {**told, "name": told["name"] or read.title}
    return {**named, "rules": read.ruleset.title, "document": read.ruleset.document}


def status(read: EventBook) -> str:
    """How far the event is, in a sentence."""
    tabs, champion = published_tabs(read), _champion(read)
    if champion:
        return f"The event is over. Champion: {champion}"
    if not tabs:
        active = sum(player.status is Status.ACTIVE for player in read.roster)
        people = f"{active} player{'' if active == 1 else 's'}"
        return f"{people}. Round 1 has not been paired yet."
    newest = tabs[-1]
    title = _title(read, newest)
    if newest.is_complete:
        planned = read.planned_rounds()
        last = newest.stage is Stage.SWISS and newest.number >= planned
        return f"{title} is complete." + (" It was the last Swiss round." if last else "")
    playing = sum(match.player2 is not None for match in newest.matches)
    there = f"{title}: {playing - len(newest.missing)} of {playing} results are in."
    deadline = deadlines.deadline_of(read, newest.name)
    if deadline is None or deadline.due is None:
        return there
    return f"{there} They are due {deadlines.as_text(deadline.due)} (the organizer's time)."


def _title(read: EventBook, tab: RoundTab) -> str:
    if tab.stage is Stage.SWISS:
        planned = max(read.planned_rounds(), tab.number)
        return f"Round {tab.number} of {planned}"
    return "Tiebreaker round" if tab.stage is Stage.TIEBREAKER else cut_sheets.cut_name(tab.number)


def _champion(read: EventBook) -> str:
    """Who has won the elimination; ``""`` while that is open, or there is none."""
    if read.progress is None or not read.progress.is_over:
        return ""
    return name_of(read, read.progress.places()[0])


def _player(read: EventBook, no: int) -> dict[str, str]:
    player = read.by_no[no]
    status = "" if player.status is Status.ACTIVE else str(player.status)
    club = " ".join(player.details.get(sheets.CLUB.header, "").split())
    return {"name": name_of(read, no), "club": club, "status": status}


# the clock


def _clock(read: EventBook, tabs: Sequence[RoundTab]) -> dict[str, Any]:
    """The minutes of the round in play, since when they pass, and how it ends."""
    newest = tabs[-1] if tabs else None
    stage = newest.stage if newest else Stage.SWISS
    title = _title(read, newest) if newest else "Round 1"
    period = round_clock.period_of(read, newest)
    minutes = round_clock.minutes_of(read, newest)
    called = read.ruleset.time_called.get(stage) or read.ruleset.time_called.get(Stage.SWISS)
    if not read.rounds and (building := next_step.deck_building(read)):
        title, (minutes, called) = round_clock.DECK_BUILDING, building
    timed = called if minutes else None
    clock = round_clock.clock_of(read, period) if minutes else None
    return {
        "round": title,
        "minutes": minutes,
        "started": _started(clock) if clock else None,
        "extra": [list(each) for each in round_clock.extra_of(newest).items()] if newest else [],
        "why": _no_limit(read, newest) if minutes is None else "",
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


def _no_limit(read: EventBook, tab: RoundTab | None) -> str:
    if round_clock.is_final(read, tab):
        return "No time limit: only two players are left."
    return f"No time limit in this round ({read.ruleset.title})."


# rounds


def _rounds(read: EventBook, tabs: Sequence[RoundTab]) -> list[dict[str, Any]]:
    """The rounds, oldest first, with the points so far of everybody in the Swiss ones."""
    reasons = reasons_of(read)
    totals: dict[int, Exact] = {}
    return [_round(read, tab, reasons, totals) for tab in tabs]


def _round(
    read: EventBook, tab: RoundTab, reasons: Reasons, totals: dict[int, Exact]
) -> dict[str, Any]:
    sides = read.match_format.sides if tab.stage is Stage.SWISS else None
    ordered = sorted(tab.matches, key=lambda match: (match.player2 is None, match.table))
    return {
        "name": tab.name,
        "title": _title(read, tab),
        "sides": list(sides) if sides else [],
        "matches": [
            match_data(read, tab, match, totals) | {"why": why(reasons, tab, match)}
            for match in ordered
        ],
    }


# standings


def _standings(read: EventBook, result: StandingsResult) -> dict[str, Any]:
    standings = result.standings
    columns = list(_columns(standings, result.more))
    rows = []
    for standing in standings:
        record = standing.record
        known: dict[str, str] = {
            "Rank": str(standing.rank),
            "Player": name_of(read, standing.no),
            "Points": number(standing.points),
            "Played": str(record.played),
            "Byes": str(record.byes),
            "Missed": str(record.missed),
            "Status": _player(read, standing.no)["status"],
            **{h: str(v or "") for h, v in result.more.get(standing.no, {}).items()},
            **{
                t.name: _tiebreak(t, standing.tiebreaks[t.name])
                for t in standings.tiebreaks
                if t.name in standing.tiebreaks
            },
        }
        rows.append([known.get(header, "") for header, _ in columns])
    kept = [i for i, (header, _) in enumerate(columns) if _is_told(header, [r[i] for r in rows])]
    title = "Final standings" if result.is_final else f"Standings after round {standings.round}"
    return {
        "title": title,
        "headers": [columns[i][0] for i in kept],
        "help": [list(column) for column in columns if column[1]],
        "rows": [[row[i] for i in kept] for row in rows],
    }


def _columns(
    standings: Standings, more: Mapping[int, Mapping[str, object]]
) -> Iterator[tuple[str, str]]:
    """Header and explanation of every column."""
    yield from (("Rank", ""), ("Player", ""))
    yield "Points", ""
    yield from ((t.name, t.help) for t in standings.tiebreaks)
    yield from ((header, "") for header in next(iter(more.values()), {}))
    yield from ((header, "") for header in ("Played", "Byes", "Missed", "Status"))


def _is_told(header: str, values: Sequence[str]) -> bool:
    """Columns that say nothing of anybody are left out, but never a tiebreak."""
    return header not in ("Byes", "Missed", "Status") or any(v not in ("", "0") for v in values)


def _tiebreak(tiebreak: Tiebreak, value: Exact) -> str:
    return f"{float(value):.{tiebreak.decimals}f}"
