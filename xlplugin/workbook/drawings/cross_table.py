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
from xlplugin.ground.texts import t
from xlplugin.workbook import book
from xlplugin.workbook import layout as looks
from xlplugin.workbook.book import AddSheet, Change, ShowSheet
from xlplugin.workbook.layout import CellValue, Column, Layout
from xlplugin.workbook.layouts import tab_names
from xlplugin.workbook.layouts.standings_tabs import StandingsTable
from xlplugin.workbook.reading.event_book import EventBook

CROSS_TABLE = "Cross table"
MARKS = PLACE, NO, PLAYER = "Place", "No", "Player"
"""The columns by which the tab is known."""
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

    def data(self) -> dict[str, object]:
        """The meeting for other programs."""
        opponent, side, *points = self
        values = (opponent, side, *map(book.number_for_cell, points))
        return dict(zip(("no", *self._fields[1:]), values, strict=True))


class CrossTable(NamedTuple):
    """Everybody in the order of the standings, with a meeting for each round, if any, by number.

    It ``is_square`` if everybody can meet everybody, so that there is a column for each.
    """

    standings: Standings
    tournament: Tournament
    meetings: Mapping[int, Sequence[Meeting | None]]
    place_of: Mapping[int, int]
    is_square: bool

    @property
    def rounds(self) -> int:
        """After how many rounds."""
        return len(self.tournament.rounds)

    def rows(self) -> list[list[CellValue]]:
        """The rows of its tab."""
        rows: list[list[CellValue]] = []
        for place, standing in enumerate(self.standings, 1):
            no = standing.no
            cells = _square(self, no) if self.is_square else _by_round(self, no)
            points = book.number_for_cell(standing.points)
            rows.append([place, no, self.tournament.name(no), *cells, points])
        return rows

    def data(self) -> list[dict[str, object]]:
        """The table for other programs, players by number."""
        return [
            {"place": place, "no": no, "rounds": [m and m.data() for m in self.meetings[no]]}
            for no, place in self.place_of.items()
        ]


def of_event(event: EventBook, table: StandingsTable) -> CrossTable:
    """The cross table of an event as far as its standings go."""
    standings, tournament = table.standings, table.tournament
    others, rounds = len(standings) - 1, len(tournament.rounds)
    is_square = others <= max(event.planned_rounds(), rounds) and others < MOST_SQUARE
    place_of = {standing.no: place for place, standing in enumerate(standings, 1)}
    meetings = _meetings(tournament, event.match_format)
    return CrossTable(standings, tournament, meetings, place_of, is_square)


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
        Column("Points", 9, looks.HALF_POINTS if halves else looks.POINTS),
    )
    return Layout(CROSS_TABLE, columns, tab_colour="1D4ED8", frozen=3, filtered=False)


def _by_round(table: CrossTable, no: int) -> list[CellValue]:
    """Each meeting, as ``12: 6-0``, or ``3C: 3-0`` for the Corp against the third, and the points so far."""
    cells: list[CellValue] = []
    for meeting in table.meetings[no]:
        text = None if meeting is None else BYE
        if meeting and meeting.opponent is not None:
            points = f"{float(meeting.points):g}\u2013{float(meeting.against):g}"
            text = f"{table.place_of[meeting.opponent]}{meeting.side[:1]}: {points}"
        cells += [text, book.number_for_cell(meeting.total) if meeting else None]
    return cells


def _square(table: CrossTable, no: int) -> list[CellValue]:
    """The points from each meeting with each of the others."""
    won: dict[int | None, list[Exact]] = {}
    for meeting in filter(None, table.meetings[no]):
        won.setdefault(meeting.opponent, []).append(meeting.points)
    cells: dict[int, CellValue] = {}
    for other in table.place_of:
        points = won.get(other, [])
        cells[other] = ", ".join(f"{float(p):g}" for p in points) or None
        if len(points) == 1:
            cells[other] = book.number_for_cell(points[0])
    return list((cells | {no: ITSELF}).values())


def written(event: EventBook, standings: StandingsTable) -> list[Change]:
    """The tab, or the tab anew where it stands."""
    table = of_event(event, standings)
    players = len(table.place_of) if table.is_square else 0
    layout = layout_of(table.rounds, players, halves=event.match_format.denominator > 1)
    heading = t("{event}    Cross table after round {round}", event=event.title, round=table.rounds)
    new = AddSheet(layout, table.rows(), header_text=heading)
    return [*tab_names.anew(event.book, CROSS_TABLE, new), ShowSheet(CROSS_TABLE)]
