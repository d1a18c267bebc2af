"""``xlsx``: a workbook to share; nothing of the organizer's leaks."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace

from engine import Match, rank
from xlplugin.exports import tabs
from xlplugin.exports.format import ALL, MORE, ROUNDS, STANDINGS, ExportFormat, Needs, Wanted
from xlplugin.exports.proof import tells_seed
from xlplugin.exports.shared import FOR_THE_ORGANIZER, Shared, sides_of_swiss
from xlplugin.ground.problems import stop
from xlplugin.ground.texts import msg, t
from xlplugin.workbook.book import AddDrawing, AddSheet
from xlplugin.workbook.drawings.bracket import draw_bracket
from xlplugin.workbook.drawings.bracket_boxes import Games
from xlplugin.workbook.layout import CellValue, Formula, Layout
from xlplugin.workbook.layouts import record_tabs, standings_tabs
from xlplugin.workbook.layouts.penalty_tabs import penalties_layout
from xlplugin.workbook.layouts.standings_tabs import StandingsTable
from xlplugin.workbook.reading.event_book import EventBook, RoundTab
from xlplugin.workbook.reading.read_rounds import points_before
from xlplugin.workbook.table import usable_table
from xlplugin.workbook.writing import round_writer


class Xlsx(ExportFormat):
    """Standings, rounds and bracket as they look, values only."""

    name, ending, file = "xlsx", ".xlsx", "standings.xlsx"
    help = msg("a workbook of standings, rounds and bracket to share.")
    needs = Needs.PAIRINGS
    options = ("--what", "--with")
    is_document = True

    def content(self, shared: Shared, wanted: Wanted) -> bytes:
        """The workbook."""
        from xlplugin.hosts.closed_file.fresh import fresh_workbook  # noqa: PLC0415  (needs openpyxl)

        made = tabs_to_share(shared, wanted.what, wanted.more)
        return fresh_workbook(made, wanted.name, shared.event.title)

    def is_ours(self, data: bytes) -> bool:
        """True if a workbook was made here, and no other program has saved it since."""
        from xlplugin.hosts.closed_file.fresh import is_fresh_workbook  # noqa: PLC0415  (needs openpyxl)

        return is_fresh_workbook(data)


def tabs_to_share(
    shared: Shared, what: str, more: Sequence[str] = ()
) -> list[AddSheet | AddDrawing]:
    """The tabs, standings first: one of ``WHAT``, and some of ``MORE``.

    Raises:
        OrganizerError: there is none of that yet.
    """
    event = shared.event
    made: list[AddSheet | AddDrawing] = []
    if what in (STANDINGS, ALL) and shared.table:
        made += _standings(event, shared.table)
    if what in (ROUNDS, ALL):
        made += _bracket(event)
        made += [_round(event, tab) for tab in event.tabs]
    if not made:
        stop("There is nothing to share yet: no round is paired, or none is published.")
    return [*made, *_asked_for(event, more)]


def _standings(event: EventBook, newest: StandingsTable) -> Iterator[AddSheet]:
    """The newest standings; of an event that is over those after the Swiss rounds too."""
    tables = [newest]
    if newest.is_final:
        tournament = event.tournament()
        standings = rank(tournament, event.ruleset)
        tables.append(standings_tabs.table_after_round(standings, tournament, event.ruleset))
    for table in tables:
        heading = event.heading(table.title)
        yield AddSheet(_for_reading(table.layout), table.rows(), header_text=heading)


def _for_reading(layout: Layout, headers: Iterable[str] | None = None) -> Layout:
    """The layout for values alone, with some of its columns that are seen: nothing is to be typed."""
    kept = set(layout.headers() if headers is None else headers)
    columns = tuple(
        replace(column, choices=(), whole=None, help="", live=None)
        for column in layout.columns
        if column.header in kept and column.width
    )
    highlights = tuple(h for h in layout.highlights if "{Check}" not in h.formula)
    return replace(layout, columns=columns, highlights=highlights, spare_rows=0)


def _round(event: EventBook, tab: RoundTab) -> AddSheet:
    """A round with its results so far, in the order of its tab."""
    before = points_before(event, tab.number)
    rows = (_row(event, tab, match, before) for match in tab.matches)
    layout = _for_reading(tab.table.layout, tab.table.places.keys() - {*FOR_THE_ORGANIZER})
    sides = sides_of_swiss(event, tab)
    more = [t("Player 1: {one}, Player 2: {two}", one=sides[0], two=sides[1])] if sides else []
    return round_writer.new_tab(event, layout, rows, more=more)


def _row(
    event: EventBook, tab: RoundTab, match: Match, before: Mapping[int, int | float]
) -> dict[str, CellValue]:
    """The values of a row by header: as they are typed, and of its formulas."""
    values = round_writer.typed_values(event, tab, match, before)
    values = {**values, **tabs.live_columns(event, tab, match)}
    return {header: value if value != "" else None for header, value in values.items()}


def _bracket(event: EventBook) -> list[AddDrawing]:
    if event.progress is None or not event.cuts:
        return []
    drawing = draw_bracket(event, event.progress, Games(event, event.progress))
    return [AddDrawing(drawing, header_text=event.heading(drawing.name))]


def _asked_for(event: EventBook, more: Sequence[str]) -> Iterator[AddSheet]:
    """Tabs of the organizer's, in their order, without the seed."""
    code = event.ruleset.penalties
    layouts = {
        "players": event.players_tab.layout,
        "notes": record_tabs.NOTES_LAYOUT,
        "penalties": penalties_layout(event.ruleset, code) if code else None,
        "log": record_tabs.LOG_LAYOUT,
    }
    for name in filter(more.__contains__, MORE):
        layout = layouts[name]
        table = usable_table(event.book, layout.name, layout) if layout else None
        if layout is None or table is None:
            continue
        headers = [column.header for column in layout.columns if column.width]
        rows = [
            [None if isinstance(value := row.raw(h), Formula) else value for h in headers]
            for row in table.rows()
            if not tells_seed(event, row.values)
        ]
        if rows:
            reading = _for_reading(layout, headers)
            yield AddSheet(reading, rows, header_text=event.heading(layout.name))
