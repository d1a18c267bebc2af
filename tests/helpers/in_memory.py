"""Workbooks that are nowhere but in memory; a host like the others, without a file."""

from __future__ import annotations

from functools import cache

from xlplugin.ground.languages import spoken
from xlplugin.ground.resources import template
from xlplugin.hosts.closed_file.host import FileHost
from xlplugin.workbook.book import SetCells, with_changes


class InMemory:
    """A host without a file; ``changes`` has what was written last."""

    name = "event.xlsx"
    folder = None

    def __init__(self, book):
        self.book, self.changes = book, []

    def require_closed(self):
        """Nobody else has it open."""

    def read(self):
        """The workbook as it is now."""
        return self.book

    def write(self, changes):
        """Make the changes."""
        self.changes = list(changes)
        self.book = with_changes(self.book, changes)

    def type(self, tab, row, **cells):
        """Type into a row; headers with a space are given as ``**{"No 1": 3}``."""
        headers = list(self.book.sheets[tab].rows[0])
        typed = {(row, headers.index(header) + 1): value for header, value in cells.items()}
        self.write([SetCells(tab, typed)])

    def set(self, setting, value):
        """Type a setting on ``Event``."""
        rows = self.book.sheets["Event"].rows
        row = next(r for r, cells in enumerate(rows, 1) if cells and cells[0] == setting)
        self.type("Event", row, Value=value)

    def column(self, tab, header):
        """What a column holds below its header."""
        headers, *rows = self.book.sheets[tab].rows
        at = list(headers).index(header)
        return [row[at] if at < len(row) else None for row in rows]

    def play(self, number):
        """Type a game each into every match of a round."""
        for row, special in enumerate(self.column(f"Round {number}", "Special"), 2):
            if not special:
                self.type(f"Round {number}", row, **{"P1 Corp": "W", "P1 Runner": "L"})


def blank(ruleset):
    """The template of a ruleset in the language that is spoken, read once."""
    return _blank(ruleset, spoken())


@cache
def _blank(ruleset, _language):
    with template(f"{ruleset}.xlsx") as path:
        return FileHost(path).read()
