"""The cross table: everybody's opponents and points in the Swiss rounds, in the order of the standings.

One row for each player, and for each round whom they met and the points so far. Where there are rounds
for everybody to meet everybody it is square: one column for each player.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from engine import Standings, Tournament
from engine.match_format import MatchFormat
from engine.model import Exact
from xlplugin.problems import Problem
from xlplugin.texts import t
from xlplugin.workbook import book
from xlplugin.workbook import layout as looks
from xlplugin.workbook.book import AddSheet, Change, RemoveSheet, ShowSheet
from xlplugin.workbook.layout import CellValue, Column, Layout
from xlplugin.workbook.layouts import tab_names
from xlplugin.workbook.reading.event_book import EventBook
from xlplugin.workbook.table import find_sheet, own_tab

CROSS_TABLE = "Cross table"
PLACE, NO, PLAYER, TOTAL = "Place", "No", "Player", "Points"
MOST_SQUARE = 20
"""The most players who have a column each on one page."""
ITSELF, BYE = "\u00d7", "bye"


class Meeting(NamedTuple):
    """One player's round, with the opponent's points and the player's own so far, this round included.

    A bye has no ``opponent``; the ``side`` is ``""`` where it is not fixed.
    """

    opponent: int | None
    side: str
    points: Exact
    against: Exact
    total: Exact


class Line(NamedTuple):
    """One player's row: the place in the standings from 1, and a meeting for each round, if any."""

    place: int
    no: int
    points: Exact
    meetings: Sequence[Meeting | None]


class CrossTable(NamedTuple):
    """Everybody in the order of the standings, after some rounds, with everybody's place by number.

    It ``is_square`` if everybody can meet everybody, so that there is a column for each.
    """

    lines: Sequence[Line]
    place_of: Mapping[int, int]
    rounds: int
    is_square: bool


def of_event(event: EventBook, standings: Standings, tournament: Tournament) -> CrossTable:
    """The cross table of an event as far as its standings go."""
    meetings = _meetings(tournament, event.match_format)
    lines = [Line(i, s.no, s.points, meetings[s.no]) for i, s in enumerate(standings, 1)]
    rounds = len(tournament.rounds)
    is_square = len(lines) - 1 <= max(event.planned_rounds(), rounds) and len(lines) <= MOST_SQUARE
    return CrossTable(lines, {line.no: line.place for line in lines}, rounds, is_square)


def _meetings(tournament: Tournament, format_: MatchFormat) -> dict[int, list[Meeting | None]]:
    meetings_of: dict[int, list[Meeting | None]] = {player.no: [] for player in tournament.players}
    total: dict[int, Exact] = dict.fromkeys(meetings_of, 0)
    sides = format_.sides or ("", "")
    for round_ in tournament.rounds:
        for match in round_.matches:
            score = format_.score(match.result, match.special)
            assert score is not None  # the standings have been worked out from it
            for i, no in enumerate(match.players):
                opponent = match.opponent_of(no)
                total[no] += score[i]
                side = sides[i] if opponent is not None else ""
                meetings_of[no].append(Meeting(opponent, side, score[i], score[1 - i], total[no]))
        for meetings in meetings_of.values():
            if len(meetings) < round_.number:
                meetings.append(None)
    return meetings_of


def layout_of(rounds: int, players: int = 0, *, halves: bool = False) -> Layout:
    """The tab, with two columns for each round, or with a column for each of some players."""
    met = [Column(str(n), 7, looks.NUMBER) for n in range(1, players + 1)] or [
        column
        for n in range(1, rounds + 1)
        for column in (
            Column(f"Round {n}", 11, looks.NUMBER), Column(f"Sum {n}", 7, looks.QUIET_NUMBER),
        )
    ]  # fmt: skip
    columns = (
        Column(PLACE, 8, looks.STRONG),
        Column(NO, 8, looks.QUIET_NUMBER),
        Column(PLAYER, 27, looks.TEXT),
        *met,
        Column(TOTAL, 9, looks.HALF_POINTS if halves else looks.POINTS),
    )
    return Layout(CROSS_TABLE, columns, tab_colour="1D4ED8", frozen=3, filtered=False)


def rows_of(table: CrossTable, tournament: Tournament) -> list[list[CellValue]]:
    """Its rows."""
    rows: list[list[CellValue]] = []
    for line in table.lines:
        points = book.number_for_cell(line.points)
        cells = _square(table, line) if table.is_square else _by_round(table, line)
        rows.append([line.place, line.no, tournament.name(line.no), *cells, points])
    return rows


def _by_round(table: CrossTable, line: Line) -> list[CellValue]:
    """Each meeting, as ``12: 6-0``, or ``3C: 3-0`` for the Corp against the third, and the points so far."""
    cells: list[CellValue] = []
    for meeting in line.meetings:
        text = None if meeting is None else BYE
        if meeting and meeting.opponent is not None:
            points = f"{float(meeting.points):g}\u2013{float(meeting.against):g}"
            text = f"{table.place_of[meeting.opponent]}{meeting.side[:1]}: {points}"
        cells += [text, book.number_for_cell(meeting.total) if meeting else None]
    return cells


def _square(table: CrossTable, line: Line) -> list[CellValue]:
    """The points from each meeting with each of the others."""
    won: dict[int | None, list[Exact]] = {}
    for meeting in filter(None, line.meetings):
        won.setdefault(meeting.opponent, []).append(meeting.points)
    cells: dict[int, CellValue] = {}
    for other in table.lines:
        points = won.get(other.no, [])
        cells[other.no] = ", ".join(f"{float(p):g}" for p in points) or None
        if len(points) == 1:
            cells[other.no] = book.number_for_cell(points[0])
    return list((cells | {line.no: ITSELF}).values())


def written(event: EventBook, standings: Standings, tournament: Tournament) -> list[Change]:
    """The tab, or the tab anew where it stands."""
    table = of_event(event, standings, tournament)
    players = len(table.lines) if table.is_square else 0
    layout = layout_of(table.rounds, players, halves=event.match_format.denominator > 1)
    existing = find_sheet(event.book, CROSS_TABLE)
    following = tab_names.tab_before_notes(event.book)
    if existing:
        following = tab_names.tab_after(event.book, existing.name)
    heading = t("{event}    Cross table after round {round}", event=event.title, round=table.rounds)
    new = AddSheet(layout, rows_of(table, tournament), before=following, header_text=heading)
    return [*([RemoveSheet(existing.name)] if existing else []), new, ShowSheet(CROSS_TABLE)]


def as_data(table: CrossTable) -> list[dict[str, object]]:
    """The table for other programs, players by number."""

    def of(meeting: Meeting | None) -> dict[str, object] | None:
        if meeting is None:
            return None
        opponent, side, *points = meeting
        values = (opponent, side, *map(book.number_for_cell, points))
        return dict(zip(("no", *Meeting._fields[1:]), values, strict=True))

    return [
        {"place": line.place, "no": line.no, "rounds": [of(m) for m in line.meetings]}
        for line in table.lines
    ]


def in_the_way(event: EventBook) -> list[Problem]:
    """A tab of the organizer's own that has the name."""
    return own_tab(find_sheet(event.book, CROSS_TABLE), (PLACE, NO, PLAYER))
