"""Standings as CSV; text from people stays text."""

from __future__ import annotations

import csv
from collections.abc import Mapping, Sequence
from io import StringIO

from engine import Standings, Tournament
from xlplugin.workbook.book import number_for_cell

Table = tuple[list[str], list[list[str | int | float]]]
"""Headers, and rows of the same length."""


def standings_table(
    standings: Standings,
    tournament: Tournament,
    more: Mapping[int, Mapping[str, int | str | None]],
) -> Table:
    """The standings: rank, number, name, points, every tiebreak, rounds.

    Args:
        standings: of a round, or of the whole event.
        tournament: the event.
        more: what else is told of each player, by header; nothing for those of a round.
    """
    names = standings.tiebreak_names
    others = list(next(iter(more.values()), {}))
    headers = [
        "Rank",
        "No",
        "Player",
        *others,
        "Points",
        *names,
        "Played",
        "Byes",
        "Missed",
        "Status",
    ]
    rows: list[list[str | int | float]] = [
        [
            s.rank,
            s.no,
            tournament.name(s.no),
            *(more[s.no][header] or "" for header in others),
            number_for_cell(s.points),
            *(number_for_cell(s.tiebreaks[n]) if n in s.tiebreaks else "" for n in names),
            s.record.played,
            s.record.byes,
            s.record.missed,
            str(tournament.by_no[s.no].status),
        ]
        for s in standings
    ]
    return headers, rows


def as_csv(rows: Sequence[Sequence[str | int | float]]) -> str:
    """Rows as CSV; a text that a spreadsheet would run as a formula gets an apostrophe."""
    out = StringIO()
    write = csv.writer(out, lineterminator="\r\n")
    write.writerows([[_harmless(value) for value in row] for row in rows])
    return out.getvalue()


def _harmless(value: str | float) -> str | float:
    if isinstance(value, str) and value.lstrip()[:1] in ("=", "+", "-", "@", "\t", "\r"):
        return f"'{value}"
    return value
