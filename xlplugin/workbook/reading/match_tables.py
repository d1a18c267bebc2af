"""The numbers of the tables that matches are played at, as the settings have them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from itertools import pairwise

from engine import Match, Paired, Pairing, Tables
from xlplugin.ground.texts import listed, msg, t
from xlplugin.workbook.layouts import event_tab
from xlplugin.workbook.reading.event_book import EventBook, RoundTab

MOST_TABLE = 90_000
"""The highest table number; a tab takes some beyond it."""
MOST_NAMED = 8
"""The most tables that a warning names."""


def rooms(text: str) -> tuple[range, ...] | None:
    """The tables that a text names, as in ``1-12, 21-30``; ``None`` if it names none."""
    tables: list[range] = []
    for part in re.split(r"[,;]", text):
        numbers = re.fullmatch(r"\s*(\d{1,6})(?:\s*(?:-|\u2013|to)\s*(\d{1,6}))?\s*", part)
        if numbers is None:
            return None
        first, last = int(numbers[1]), int(numbers[2] or numbers[1])
        if not 1 <= first <= last <= MOST_TABLE:
            return None
        tables.append(range(first, last + 1))
    in_order = sorted(tables, key=lambda each: each.start)
    if any(one.stop > two.start for one, two in pairwise(in_order)):
        return None
    return tuple(tables)


def tables_of(event: EventBook) -> Tables:
    """The tables of the event, and the one on stream."""
    stream = event.value_of(event_tab.STREAM_TABLE)
    return Tables(rooms(event.value_of(event_tab.TABLES)) or (), int(stream) if stream else None)


def seated(
    event: EventBook, pairing: Pairing, earlier: Iterable[RoundTab], only: Iterable[int] = ()
) -> list[tuple[Match, Paired]]:
    """The matches of a round, or of a part of it, at their tables.

    ``earlier`` are the rounds before it, ``only`` the tables of that part; none for all tables.
    """
    tables, few = tables_of(event), sorted(only)
    if few:
        stream = tables.stream if tables.stream in few else None
        tables = Tables(tuple(range(table, table + 1) for table in few), stream)
    fixed = {p.no: p.fixed_table for p in event.roster if p.fixed_table}
    fixed = {no: table for no, table in fixed.items() if not few or table in few}
    played = (match for tab in earlier for match in tab.matches if match.table == tables.stream)
    streamed = {no for match in played if match.player2 for no in match.players}
    return pairing.matches(fixed, tables, streamed)


def too_few(event: EventBook, matches: Sequence[Match]) -> list[str]:
    """The warning that some matches have no table; none if all have one."""
    tables = tables_of(event)
    fixed = {player.fixed_table for player in event.roster}
    beyond = [
        match.table
        for match in matches
        if match.player2 is not None and match.table not in fixed and not tables.has(match.table)
    ]
    if not beyond:
        return []
    text = msg("More matches than Tables on Event has: they go on at {tables}.")
    return [t(text, tables=listed(beyond, MOST_NAMED))]
