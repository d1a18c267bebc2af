"""Tabs with matches, as their layouts have them, with entries in their rows."""

from __future__ import annotations

from itertools import product

from engine import RULESETS
from xlplugin.workbook.book import SheetData, placed
from xlplugin.workbook.layouts import round_tabs


def layouts(name, options):
    """The tabs with matches that a ruleset has."""
    ruleset = RULESETS[name]
    yield round_tabs.round_layout(1, ruleset, options)
    if ruleset.cut:
        yield round_tabs.cut_layout(1, ruleset, options)
        yield round_tabs.cut_layout(2, ruleset, options)
        if ruleset.cut.tiebreaker:
            yield round_tabs.tiebreaker_layout(ruleset)


TYPED = (None, "W", "1", 10, "Corp", "x")
SPECIALS = (None, "Bye", "ID", "No-show 1", "2-for-1", "x")


def sheet_of_entries(layout, headers, typed):
    """A tab with some of the columns, in each row of which something else is typed."""
    places = {header: place for place, header in enumerate(headers, 1)}
    rows = []
    for number, entries in enumerate(typed, 2):
        given = {"Table": 1, "No 1": 1, "No 2": 2, "Player 1": "One", "Player 2": "Two"}
        given |= {"Seed 1": 1, "Seed 2": 2, "Rank 1": 2, "Rank 2": 1, **entries}
        row = [given.get(header) for header in layout.headers()]
        cells = [None] * len(headers)
        for _, place, _, value in placed(layout, [row], number, places):
            cells[place - 1] = value
        rows.append(cells)
    return SheetData(layout.name, [headers, *rows])


def rows_of_entries(layout):
    """Entries of every kind in two of the columns of a tab, and in ``Special``."""
    entries = [c.header for c in layout.columns if c.choices or c.whole]
    entries = [h for h in entries if h not in ("Table", "No 1", "No 2", "Special")][-4:]
    headers = [*entries[:2], "Special"]
    return [
        dict(zip(headers, several, strict=False)) for several in product(TYPED, TYPED, SPECIALS)
    ]
