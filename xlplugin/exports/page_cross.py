"""The cross table on the web page, and why players met."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from engine import Match
from engine.reasons import Kind
from xlplugin.exports.page_matches import number
from xlplugin.exports.shared import name_of
from xlplugin.texts import t
from xlplugin.workbook.drawings import cross_table
from xlplugin.workbook.layouts import tab_names
from xlplugin.workbook.layouts.notes_and_log_tabs import BY_HAND, PENALTY
from xlplugin.workbook.layouts.standings_tabs import StandingsTable, plain
from xlplugin.workbook.reading.event_book import EventBook, RoundTab
from xlplugin.workbook.reading.pairing_notes import kind_of_note, rows_of_notes
from xlplugin.workbook.table import folded

PRIVATE = (Kind.FORBIDDEN, PENALTY)
"""Kinds of notes that nobody else may see: who must never meet, and what somebody did."""

Reasons = Mapping[tuple[str, frozenset[int]], list[str]]
"""By round, folded, and players."""


def cross_data(event: EventBook, table: StandingsTable) -> dict[str, Any]:
    """The cross table: for each player a cell for each round, or each opponent.

    A cell is the opponent's place, result, side and the points so far; of a square table, the points.
    """
    crossed = cross_table.of_event(event, table.standings, table.tournament)
    rows = cross_table.rows_of(crossed, table.tournament)
    width = 1 if crossed.is_square else 2
    columns = len(rows) if crossed.is_square else crossed.rounds
    places = range(0, columns * width, width)
    return {
        "title": t("Cross table after round {round}", round=crossed.rounds),
        "square": crossed.is_square,
        "sides": list(event.match_format.sides or ()),
        "headers": [str(n) for n in range(1, columns + 1)],
        "rows": [
            {
                "place": line.place,
                "name": name_of(event, line.no),
                "points": number(line.points),
                "cells": [list(map(plain, cells[at : at + width])) for at in places],
            }
            for line, (_, _, _, *cells, _) in zip(crossed.lines, rows, strict=True)
        ],
    }


def reasons_of(event: EventBook) -> Reasons:
    """The reasons why players met, from ``Pairing notes``; without private ones."""
    reasons: dict[tuple[str, frozenset[int]], list[str]] = {}
    for row in rows_of_notes(event.book):
        round_, rule, why = (row.raw(header) for header in ("Round", "Rule", "Why"))
        players = frozenset(
            no for header in ("No 1", "No 2") if isinstance(no := row.raw(header), int)
        )
        kind = kind_of_note(event, row)
        if not (players and isinstance(why, str) and isinstance(rule, str)) or kind in PRIVATE:
            continue
        name = tab_names.round_name(round_) if isinstance(round_, int) else str(round_)
        reason = t("Changed by the organizer.") if kind == BY_HAND else why
        lines = reasons.setdefault((folded(name), players), [])
        if reason not in lines:
            lines.append(reason)
    return reasons


def why(reasons: Reasons, tab: RoundTab, match: Match) -> list[str]:
    """The reasons for a match, or for a bye."""
    players = frozenset(no for no in (match.player1, match.player2) if no is not None)
    return reasons.get((folded(tab.name), players), [])
