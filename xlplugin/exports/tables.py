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


def as_markdown(title: str, table: Table) -> str:
    """The table as Markdown under a heading; markup in names shows as it is typed."""
    headers, rows = table
    return _page(title, headers, [_row(row) for row in rows])


def markdown_pages(title: str, table: Table, limit: int) -> list[str]:
    """The same in pages for chat services, each with the heading and the headers.

    Args:
        title: the heading.
        table: what goes below it.
        limit: the most characters of a page, counted as chat services do: most emoji as two.

    Raises:
        ValueError: a row is too long for a page; the message says how many characters it takes.
    """
    headers, rows = table
    pages: list[list[str]] = [[]]
    for row in map(_row, rows):
        if (
            pages[-1]
            and _length(_page(f"{title} {MOST_PAGES}", headers, [*pages[-1], row])) > limit
        ):
            pages.append([])
        pages[-1].append(row)
        needed = _length(_page(f"{title} {MOST_PAGES}", headers, pages[-1]))
        if needed > limit:
            message = f"a page with a single row takes {needed} characters"
            raise ValueError(message)
    if len(pages) == 1:
        return [_page(title, headers, pages[0])]
    count = len(pages)
    return [_page(f"{title} ({n}/{count})", headers, page) for n, page in enumerate(pages, 1)]


MOST_PAGES = "(999/999)"
"""As much room as the number of a page may take."""


def _length(text: str) -> int:
    return len(text.encode("utf-16-le", "surrogatepass")) // 2


def _page(title: str, headers: Sequence[str], lines: Sequence[str]) -> str:
    rule = _line(["---" if h in ("Player", "Status") else "---:" for h in headers])
    return "\n".join([f"# {_plain(title)}", "", _line(headers), rule, *lines]) + "\n"


def _row(row: Sequence[str | float]) -> str:
    return _line([_shown(value) for value in row])


def _line(cells: Sequence[str]) -> str:
    return f"| {' | '.join(cells)} |"


def _shown(value: str | float) -> str:
    if isinstance(value, float):
        return f"{value:.4f}"
    return _plain(value) if isinstance(value, str) else str(value)


def _plain(text: str) -> str:
    text = " ".join(text.split()).replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
    return "".join(f"\\{c}" if c in "\\`*_{}[]()#+-!|~@:" else c for c in text)
