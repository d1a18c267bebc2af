"""The cross table on the web page, and why players met."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from engine import Match
from engine.pairing.forbidden import FORBIDDEN
from xlplugin.exports.page_matches import name_of, number
from xlplugin.verbs.standings import StandingsResult
from xlplugin.workbook.drawings import cross_table
from xlplugin.workbook.layouts import notes_and_log_tabs, tab_names
from xlplugin.workbook.reading.event_book import EventBook, RoundTab
from xlplugin.workbook.table import Table, find_sheet, folded

CHANGED = "Changed by the organizer."
PRIVATE = (FORBIDDEN, "must not meet", "whom they may meet")
"""Who must never meet is between those players and the organizer."""

Reasons = Mapping[tuple[str, frozenset[int]], list[str]]
"""By round, folded, and players."""


def cross_data(event: EventBook, result: StandingsResult) -> dict[str, Any]:
    """The cross table: for each player a cell for each round, or each opponent.

    A cell is the opponent's place, result, side and the points so far; of a square table, the points.
    """
    table = cross_table.of_event(event, result.standings, result.tournament)
    rows = cross_table.rows_of(table, result.tournament)
    width = 1 if table.is_square else 2
    return {
        "title": f"Cross table after round {table.rounds}",
        "square": table.is_square,
        "sides": list(event.match_format.sides or ()),
        "headers": [str(n) for n in range(1, (len(rows) if table.is_square else table.rounds) + 1)],
        "rows": [
            {
                "place": line.place,
                "name": name_of(event, line.no),
                "points": number(line.points),
                "cells": [
                    ["" if value is None else _shown(value) for value in cells[at : at + width]]
                    for cells in [rows[line.place - 1][3:-1]]
                    for at in range(0, len(cells), width)
                ],
            }
            for line in table.lines
        ],
    }


def _shown(value: object) -> str:
    return f"{value:g}" if isinstance(value, int | float) else str(value)


def reasons_of(event: EventBook) -> Reasons:
    """Why players met, as ``Pairing notes`` has it; without what is nobody else's business."""
    sheet = find_sheet(event.book, tab_names.NOTES)
    table = Table(sheet, notes_and_log_tabs.NOTES_LAYOUT, []) if sheet else None
    if table is None or not table.is_usable:
        return {}
    code = event.ruleset.penalties
    penalties = {infraction.clause for infraction in code.infractions} if code else set()
    found: dict[tuple[str, frozenset[int]], list[str]] = {}
    for row in table.rows():
        round_, rule, why = (row.raw(header) for header in ("Round", "Rule", "Why"))
        players = frozenset(
            no for header in ("No 1", "No 2") if isinstance(no := row.raw(header), int)
        )
        is_pairing = isinstance(rule, str) and rule not in penalties
        if not players or not isinstance(why, str) or not is_pairing or _is_private(rule, why):
            continue
        name = tab_names.round_name(round_) if isinstance(round_, int) else str(round_)
        told = CHANGED if rule == notes_and_log_tabs.BY_HAND else why
        lines = found.setdefault((folded(name), players), [])
        if told not in lines:
            lines.append(told)
    return found


def _is_private(rule: object, why: str) -> bool:
    return rule == FORBIDDEN or any(part in why for part in PRIVATE)


def why(reasons: Reasons, tab: RoundTab, match: Match) -> list[str]:
    """Why the two of a match have met, or somebody has the bye."""
    players = frozenset(no for no in (match.player1, match.player2) if no is not None)
    return reasons.get((folded(tab.name), players), [])
