"""Changes that add a round tab, and that bring its points up to date."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from engine import Match
from engine.model import Stage
from xlplugin.texts import t, tn
from xlplugin.workbook.book import AddSheet, Change, SetCells, placed
from xlplugin.workbook.layout import CellValue, Formula
from xlplugin.workbook.layouts import round_tabs, tab_names
from xlplugin.workbook.reading.event_book import EventBook
from xlplugin.workbook.writing.row_values import match_values, new_tab


def add_round(
    event: EventBook,
    number: int,
    seated: Iterable[Match],
    *,
    optional: Sequence[str] = (),
    second: frozenset[int] = frozenset(),
) -> AddSheet:
    """A new round tab, before the notes and the log."""
    layout = round_tabs.round_layout(number, event.ruleset, event.settings, optional)
    fields, sides = event.ruleset.match_format.fields, event.match_format.sides
    rows = (match_values(event, m, fields, second=m.player1 in second) for m in seated)
    minutes = event.ruleset.clock(Stage.SWISS, event.settings)
    more = [tn("{n} minute", "{n} minutes", minutes)] if minutes else []
    more += [t("Player 1: {one}, Player 2: {two}", one=sides[0], two=sides[1])] if sides else []
    return new_tab(event, layout, rows, tab_names.tab_before_notes(event.book), more)


def refresh_points(event: EventBook) -> list[Change]:
    """The live formulas of the round tabs: where they are gone, or an option has changed their worth."""
    changes: list[Change] = []
    for tab in event.rounds:
        layout = round_tabs.round_layout(tab.number, event.ruleset, event.settings)
        rows = {row.number: row for row in tab.rows.values()}
        live = [c.header for c in layout.columns if c.formula and c.header in tab.table.places]
        places = {h: p for h, p in tab.table.places.items() if h in layout.headers()}
        cells: dict[tuple[int, int], CellValue] = {}
        for number, row in rows.items():
            is_whole = all(isinstance(row.raw(h), Formula) for h in live)
            if not event.ruleset.scoring and (is_whole or not event.book.has_formulas):
                continue
            blank = [None] * len(layout.columns)
            for _, place, i, value in placed(layout, [blank], number, places):
                header = layout.columns[i].header
                if header in live and row.raw(header) != value:
                    cells[number, place] = value
        if cells:
            changes.append(SetCells(tab.table.sheet.name, cells))
    return changes
