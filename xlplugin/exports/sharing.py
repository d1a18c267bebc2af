"""The tabs of a workbook to share: values of what is listed here; nothing else leaks."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import TypeAlias

from engine import Match, rank
from xlplugin.exports import files
from xlplugin.exports.files import ALL, ROUNDS, STANDINGS
from xlplugin.exports.page_matches import sides_of_swiss
from xlplugin.exports.shared import Shared, rounds_of
from xlplugin.exports.tabs import live_values
from xlplugin.problems import OrganizerError
from xlplugin.texts import t
from xlplugin.workbook.book import AddDrawing, AddSheet
from xlplugin.workbook.drawings.bracket import draw_bracket
from xlplugin.workbook.drawings.bracket_boxes import Games
from xlplugin.workbook.layout import CellValue, Formula, Layout
from xlplugin.workbook.layouts import event_tab, notes_and_log_tabs, round_tabs, standings_tabs
from xlplugin.workbook.layouts.penalty_tabs import penalties_layout
from xlplugin.workbook.layouts.standings_tabs import StandingsTable
from xlplugin.workbook.reading.event_book import EventBook, RoundTab
from xlplugin.workbook.table import usable_table
from xlplugin.workbook.writing import row_values

FOR_THE_ORGANIZER = ("Check", round_tabs.IN_TOUCH.header, round_tabs.EXTRA_MINUTES.header)
"""Columns of a round that only help while results are typed."""

Tab: TypeAlias = AddSheet | AddDrawing


def tabs_to_share(shared: Shared, what: str, more: Sequence[str] = ()) -> list[Tab]:
    """The tabs, standings first: one of ``files.WHAT``, and some of ``files.MORE``.

    Raises:
        OrganizerError: there is none of that yet.
    """
    event = shared.event
    tabs: list[Tab] = []
    if what in (STANDINGS, ALL) and shared.table:
        tabs += _standings(event, shared.table)
    if what in (ROUNDS, ALL):
        tabs += _bracket(event)
        tabs += [_round(event, tab) for tab in rounds_of(event)]
    if not tabs:
        message = t("There is nothing to share yet: no round is paired, or none is published.")
        raise OrganizerError(message)
    return [*tabs, *_asked_for(event, more)]


def _headed(event: EventBook, *more: str) -> str:
    return "    ".join([event.title, *more])


# standings


def _standings(event: EventBook, newest: StandingsTable) -> Iterator[AddSheet]:
    """The newest standings; of an event that is over those after the Swiss rounds too."""
    tables = [newest]
    if newest.is_final:
        tournament = event.tournament()
        standings = rank(tournament, event.ruleset)
        tables.append(standings_tabs.table_after_round(standings, tournament, event.ruleset))
    for table in tables:
        heading = _headed(event, table.title)
        yield AddSheet(_for_reading(table.layout), table.rows(), header_text=heading)


def _for_reading(layout: Layout, headers: Iterable[str] | None = None) -> Layout:
    """The layout for values alone, with some of its columns: nothing is to be typed or worked out."""
    kept = set(layout.headers() if headers is None else headers)
    columns = tuple(
        replace(column, choices=(), whole=None, help="", formula="")
        for column in layout.columns
        if column.header in kept
    )
    highlights = tuple(h for h in layout.highlights if "{Check}" not in h.formula)
    return replace(layout, columns=columns, highlights=highlights, spare_rows=0)


# rounds


def _round(event: EventBook, tab: RoundTab) -> AddSheet:
    """A round with its results so far, in the order of its tab."""
    names = {player.no: player.name for player in event.roster}
    rows = [_row(event, tab, match, names) for match in tab.matches]
    layout = _for_reading(tab.table.layout, tab.table.places.keys() - {*FOR_THE_ORGANIZER})
    values = [[row.get(header) for header in layout.headers()] for row in rows]
    sides = sides_of_swiss(event, tab)
    more = [t("Player 1: {one}, Player 2: {two}", one=sides[0], two=sides[1])] if sides else []
    return AddSheet(layout, values, header_text=_headed(event, layout.name, *more))


def _row(
    event: EventBook, tab: RoundTab, match: Match, names: Mapping[int, str]
) -> dict[str, CellValue]:
    """The values of a row by header: as they are typed, and of its formulas."""
    row = tab.rows[match.player1]
    typed = {header: row.raw(header) for header in tab.table.places}
    is_second = match.player1 in tab.byes_second
    fields = event.format_of(tab).fields
    fixture = tab.fixtures.get(frozenset(match.players))
    values: dict[str, CellValue] = {
        **{header: value for header, value in typed.items() if not isinstance(value, Formula)},
        **row_values.match_values(match, fields, names, second=is_second),
        **({"Game": fixture.game.number} if fixture else {}),
        **live_values(event, tab, match),
    }
    return {header: value if value != "" else None for header, value in values.items()}


# bracket


def _bracket(event: EventBook) -> list[AddDrawing]:
    if event.progress is None or not event.cuts:
        return []
    drawing = draw_bracket(event, event.progress, Games(event, event.progress))
    return [AddDrawing(drawing, header_text=_headed(event, drawing.name))]


# what is shared only if it is asked for


def _asked_for(event: EventBook, more: Sequence[str]) -> Iterator[AddSheet]:
    """Tabs of the organizer's, in their order, without the seed."""
    code = event.ruleset.penalties
    layouts = {
        "players": event.players.layout,
        "notes": notes_and_log_tabs.NOTES_LAYOUT,
        "penalties": penalties_layout(event.ruleset, code) if code else None,
        "log": notes_and_log_tabs.LOG_LAYOUT,
    }
    for name in filter(more.__contains__, files.MORE):
        layout = layouts[name]
        table = usable_table(event.book, layout.name, layout) if layout else None
        if layout is None or table is None:
            continue
        headers = [column.header for column in layout.columns if column.width]
        rows = [
            [None if isinstance(value := row.raw(h), Formula) else value for h in headers]
            for row in table.rows()
            if not any(isinstance(v, str) and event_tab.SEED.name in v for v in row.values)
        ]
        if rows:
            reading = _for_reading(layout, headers)
            yield AddSheet(reading, rows, header_text=_headed(event, layout.name))
