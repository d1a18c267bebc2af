"""Changes that add lines to ``Pairing notes``, ``Log`` and ``Deadlines``."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from itertools import zip_longest

from xlplugin.ground.limits import MOST_TEXT
from xlplugin.workbook.book import AddRows, AddSheet, Change, SetCells
from xlplugin.workbook.layout import CellValue, Column
from xlplugin.workbook.layouts import tab_names
from xlplugin.workbook.layouts.record_tabs import (
    DEADLINES,
    KIND,
    LOG_LAYOUT,
    NOTES_LAYOUT,
    deadlines_layout,
)
from xlplugin.workbook.reading.deadlines import tab_of, tab_under
from xlplugin.workbook.reading.event_book import EventBook
from xlplugin.workbook.reading.records import LogLine, kind_of_note, lines_of_log
from xlplugin.workbook.table import Row, Table, find_sheet, usable_table

MOST_OF_A_LINE = 16_000
"""Letters of the log in a cell, which takes 32,767; those of some scripts count twice."""


def add_notes(
    event: EventBook, rows: list[list[CellValue]], *, replacing: int | str = 0
) -> list[Change]:
    """Explanations at the end of ``Pairing notes``, where those of a round that is made again go.

    ``replacing`` is that round as it stands under ``Round``.
    """
    if find_sheet(event.book, tab_names.NOTES) is None:
        return [AddSheet(NOTES_LAYOUT, rows, before=tab_names.existing(event.book, tab_names.LOG))]
    table = usable_table(event.book, tab_names.NOTES, NOTES_LAYOUT)
    if table is None:
        return []
    headers, first = NOTES_LAYOUT.headers(), table.end
    kept = [row for row in table.rows() if not replacing or row.raw("Round") != replacing]
    if KIND not in table.places:
        old = [(row, [*map(row.raw, headers[:-1]), kind_of_note(event, row)]) for row in kept]
        return _with_hidden_columns(event, table, old, rows)
    if replacing:
        first = table.header_row + 1
        rows = [*(list(map(row.raw, headers)) for row in kept), *rows]
    places = {header: table.places[header] for header in headers}
    changes: list[Change] = [
        AddRows(replace(NOTES_LAYOUT, name=table.sheet.name), rows, first, places)
    ]
    below = range(first + len(rows), table.end)
    stale = {(number, column): None for number in below for column in places.values()}
    return [*changes, SetCells(table.sheet.name, stale)] if stale else changes


def add_lines(event: EventBook, when: datetime | None, lines: Sequence[LogLine]) -> list[Change]:
    """Several lines at the end of ``Log``, all of one time."""
    time = (when or datetime.now().astimezone()).strftime("%Y-%m-%d %H:%M:%S")
    rows: list[list[CellValue]] = [
        [time, part.action, part.details, *part.cells()] for line in lines for part in _parts(line)
    ]
    if find_sheet(event.book, tab_names.LOG) is None:
        return [AddSheet(LOG_LAYOUT, rows)]
    table = usable_table(event.book, tab_names.LOG, LOG_LAYOUT)
    if table is None:
        return []
    places = {h: table.places[h] for h in LOG_LAYOUT.headers() if h in table.places}
    if len(places) < len(LOG_LAYOUT.columns):
        with_action = (row for row in table.rows() if row.raw("Action"))
        lines_of_old = sorted(with_action, key=lambda row: str(row.raw("When")))
        old = [
            (row, [row.raw("When"), line.action, line.details, *line.cells()])
            for row, line in zip(lines_of_old, lines_of_log(event.book), strict=True)
        ]
        return _with_hidden_columns(event, table, old, rows)
    return [AddRows(replace(LOG_LAYOUT, name=table.sheet.name), rows, table.end, places)]


def _with_hidden_columns(
    event: EventBook,
    table: Table,
    old: Iterable[tuple[Row, list[CellValue]]],
    rows: Iterable[list[CellValue]],
) -> list[Change]:
    """A tab anew with the columns that only the plugin reads, which version 0.1.0 did not have."""
    own = [header for header in table.places if header not in table.layout.headers()]
    name = table.sheet.name
    columns = (*table.layout.columns, *(Column(header, 20) for header in own))
    kept = [[*values, *map(row.raw, own)] for row, values in old]
    new = [[*row, *([None] * len(own))] for row in rows]
    layout = replace(table.layout, name=name, columns=columns)
    return tab_names.anew(event.book, name, AddSheet(layout, [*kept, *new]))


def _parts(line: LogLine) -> Iterator[LogLine]:
    """A line of the log as lines that fit into cells, each with its share of the facts."""
    texts = list(_pieces(line.details))
    share = -(-len(line.facts) // len(texts))
    for text, facts in zip_longest(texts, _shares(line.facts, share)):
        yield line._replace(details=text or "", facts=facts or {})


def _shares(facts: Mapping[str, str], most: int) -> Iterator[dict[str, str]]:
    """Facts as several of at most so many, which fit into cells."""
    part: dict[str, str] = {}
    long = 0
    for subject, value in facts.items():
        length = max(len(subject), len(value)) + 1
        if part and (len(part) == most or long + length > MOST_TEXT):
            yield part
            part, long = {}, 0
        part[subject] = value
        long += length
    yield part


def _pieces(details: str) -> Iterator[str]:
    """A long text as texts that fit into cells, parted between what it lists."""
    while len(details) > MOST_OF_A_LINE:
        end = max(details.rfind(mark, 0, MOST_OF_A_LINE) + len(mark) for mark in ("; ", ", "))
        end = end if end > MOST_OF_A_LINE // 2 else MOST_OF_A_LINE
        yield details[:end].rstrip()
        details = details[end:]
    yield details


# Deadlines


def posted(event: EventBook, tab_name: str, when: datetime | None) -> list[Change]:
    """The line of a round that is posted now; nothing where there are no deadlines.

    An earlier change may add its tab. An existing line is replaced.
    """
    tab = tab_of(event)
    if tab is None or (tab.table and not tab.table.is_usable):
        return []
    moment = (when or datetime.now().astimezone()).replace(tzinfo=None, second=0, microsecond=0)
    row: list[CellValue] = [tab_name, moment, None, None, None]
    table = tab.table
    if table is None:
        first = next((tab.name for tab in event.rounds), tab_name)
        layout = deadlines_layout(tab.rule, tab.days)
        return [AddSheet(layout, [row], before=first, header_text=event.heading(DEADLINES))]
    existing = tab.row_of(tab_name)
    layout = replace(table.layout, name=table.sheet.name)
    places = {header: table.places[header] for header in layout.headers()}
    return [AddRows(layout, [row], existing.number if existing else table.end, places)]


def when_paired(event: EventBook, tab_name: str, when: datetime | None) -> list[Change]:
    """The line of a round that is paired now; one that is looked over first gets it later."""
    return taken_back(event, tab_name) if event.is_reviewed else posted(event, tab_name, when)


def taken_back(event: EventBook, tab_name: str) -> list[Change]:
    """The line of a round that is undone, cleared."""
    tab = tab_under(event, event.ruleset.deadlines)
    row = tab.row_of(tab_name) if tab else None
    if row is None:
        return []
    table = row.table
    cells = {(row.number, table.places[header]): None for header in table.layout.headers()}
    return [SetCells(table.sheet.name, cells)]
