"""Standings and pairings as CSV and Markdown; text from people stays text."""

from __future__ import annotations

import csv
from collections.abc import Mapping, Sequence
from io import StringIO

from engine import Standings, Tournament
from xlplugin.workbook.writer import number_for_cell

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


def as_csv(table: Table) -> str:
    """The table as CSV; a text that a spreadsheet would run as a formula gets an apostrophe."""
    out = StringIO()
    write = csv.writer(out, lineterminator="\r\n")
    write.writerow(table[0])
    write.writerows([[_harmless(value) for value in row] for row in table[1]])
    return out.getvalue()


def _harmless(value: str | float) -> str | float:
    if isinstance(value, str) and value.lstrip()[:1] in ("=", "+", "-", "@", "\t", "\r"):
        return f"'{value}"
    return value


def as_markdown(title: str, table: Table) -> str:
    """The table as Markdown under a heading; markup in names shows as it is typed."""
    headers, rows = table
    lines = [
        f"# {_plain(title)}",
        "",
        _line(headers),
        _line(["---" if h in ("Player", "Status") else "---:" for h in headers]),
        *(_line([_shown(value) for value in row]) for row in rows),
    ]
    return "\n".join(lines) + "\n"


def _line(cells: Sequence[str]) -> str:
    return f"| {' | '.join(cells)} |"


def _shown(value: str | float) -> str:
    if isinstance(value, float):
        return f"{value:.4f}"
    return _plain(value) if isinstance(value, str) else str(value)


def _plain(text: str) -> str:
    text = " ".join(text.split()).replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
    return "".join(f"\\{c}" if c in "\\`*_{}[]()#+-!|~@:" else c for c in text)
