"""The event in each of the formats that others read; of a workbook to share, nothing else leaks."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace

from engine import Match, rank
from xlplugin.exports import chat, files, tabs
from xlplugin.exports.files import ALL, ROUNDS, STANDINGS
from xlplugin.exports.nrtm import write_nrtm
from xlplugin.exports.page import web_page
from xlplugin.exports.proof import is_over, is_played, tells_seed
from xlplugin.exports.shared import FOR_THE_ORGANIZER, Shared, sides_of_swiss, status
from xlplugin.problems import stop
from xlplugin.texts import t
from xlplugin.workbook.book import AddDrawing, AddSheet
from xlplugin.workbook.drawings.bracket import draw_bracket
from xlplugin.workbook.drawings.bracket_boxes import Games
from xlplugin.workbook.layout import CellValue, Formula, Layout
from xlplugin.workbook.layouts import record_tabs, standings_tabs
from xlplugin.workbook.layouts.penalty_tabs import penalties_layout
from xlplugin.workbook.layouts.standings_tabs import StandingsTable
from xlplugin.workbook.reading.event_book import EventBook, RoundTab
from xlplugin.workbook.reading.points_so_far import points_before
from xlplugin.workbook.table import usable_table
from xlplugin.workbook.writing import round_writer


def text_of(shared: Shared, kind: str, what: str = ALL, *, watch: bool = False) -> str:
    """The text of a file: one of ``files.TEXTS``, of messages one of ``files.WHAT``.

    Raises:
        OrganizerError: the format has no place for events of the ruleset.
        WorkbookProblems: something must be mended first.
    """
    if kind == "html":
        return web_page(shared, watch=watch)
    if kind == "markdown":
        return "\n".join(chat.messages(shared, what, chat.MOST))
    assert shared.table is not None
    if kind == "nrtm":
        return write_nrtm(shared.event, shared.table)
    return tabs.as_csv(shared.table.cells())


def workbook_of(shared: Shared, name: str, what: str = ALL, more: Sequence[str] = ()) -> bytes:
    """A workbook to share, as a file of this name, with one of ``files.WHAT`` and some of ``files.MORE``.

    Raises:
        OrganizerError: there is none of that yet.
    """
    from xlplugin.hosts.fresh import fresh_workbook  # noqa: PLC0415  (needs openpyxl)

    return fresh_workbook(tabs_to_share(shared, what, more), name, shared.event.title)


def summary(shared: Shared, kind: str) -> tuple[str, list[str]]:
    """How far an export goes, and what it leaves out."""
    event, table = shared.event, shared.table
    left_out = list(shared.left_out)
    if kind == "html" and is_played(event) and not is_over(event):
        left_out.append(
            t("The event seed is told once the last standings are written: then export again.")
        )
    if kind == "html" or table is None:
        return status(event), left_out
    if kind == "nrtm" and event.tiebreaker:
        left_out.append(
            t("The nrtm format has no place for the tiebreaker round; the order after it is kept.")
        )
    if table.is_final:
        return t("the whole event"), left_out
    if kind == "nrtm" and event.cuts:
        return t("up to {tab}", tab=event.cuts[-1].name), left_out
    return t("after round {round}", round=table.number), left_out


# the tabs of a workbook to share


def tabs_to_share(
    shared: Shared, what: str, more: Sequence[str] = ()
) -> list[AddSheet | AddDrawing]:
    """The tabs, standings first: one of ``files.WHAT``, and some of ``files.MORE``.

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
        replace(column, choices=(), whole=None, help="", formula="")
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
    values = {
        **round_writer.typed_values(event, tab, match, before),
        **tabs.live_values(event, tab, match),
    }
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
        "players": event.players.layout,
        "notes": record_tabs.NOTES_LAYOUT,
        "penalties": penalties_layout(event.ruleset, code) if code else None,
        "log": record_tabs.LOG_LAYOUT,
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
            if not tells_seed(event, row.values)
        ]
        if rows:
            reading = _for_reading(layout, headers)
            yield AddSheet(reading, rows, header_text=event.heading(layout.name))
