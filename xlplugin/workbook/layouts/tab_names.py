"""The names of the tabs, and the rounds and standings that they hold."""

from __future__ import annotations

import re
from dataclasses import replace

from xlplugin.workbook.book import AddDrawing, AddSheet, Book, Change, RemoveSheet
from xlplugin.workbook.links import HOME
from xlplugin.workbook.table import find_sheet

EVENT, PLAYERS, STAFF, NOTES, LOG = HOME, "Players", "Staff", "Pairing notes", "Log"
PENALTIES, STATISTICS = "Penalties", "Statistics"
MOST_PLAYERS = 9_999_999
YES = ("Yes",)


def round_name(number: int) -> str:
    """The tab of a Swiss round."""
    return f"Round {number}"


def round_number(sheet: str) -> int | None:
    """The number of a Swiss round by its tab; forgiving about spaces and capitals."""
    return _number("round", sheet)


def _number(word: str, sheet: str) -> int | None:
    name = re.fullmatch(rf"\s*{word}\s+0*([1-9]\d{{0,3}})\s*", sheet, re.IGNORECASE)
    return int(name[1]) if name else None


def holds_matches(sheet: str) -> bool:
    """True if a tab is one of a round, of whatever stage."""
    return re.fullmatch(r"\s*((round|cut)\s+\d+|tiebreaker)\s*", sheet, re.IGNORECASE) is not None


UNDONE = " undone"
"""The end of the name of a round's tab that a running Excel keeps out of sight."""


def is_undone(sheet: str) -> bool:
    """True if a tab is that of a round which was taken back."""
    return sheet.endswith(UNDONE) and holds_matches(sheet.removesuffix(UNDONE))


def standings_name(number: int) -> str:
    """The tab of the standings after a round."""
    return f"Standings {number}"


def standings_number(sheet: str) -> int | None:
    """The round after which the standings on a tab are."""
    return _number("standings", sheet)


def place_of(sheet: str) -> tuple[int, int]:
    """A key that sorts tabs with matches by the order in which they are made; other tabs come first."""
    number = round_number(sheet)
    if number or not holds_matches(sheet):
        return 0, number or 0
    in_cut = re.search(r"\d+", sheet)
    return 1, int(in_cut[0]) if in_cut else 0


def tab_before_notes(book: Book, *names: str) -> str | None:
    """The first of some tabs, or else of those that stay at the end, before which a new one comes."""
    tabs = (existing(book, name) for name in (*names, NOTES, LOG))
    return next(filter(None, tabs), None)


def tab_after(book: Book, sheet: str) -> str | None:
    """The tab after one, before which another comes in its place; ``None`` after the last."""
    names = [*book.sheets, None]
    return names[names.index(sheet) + 1]


def anew(book: Book, name: str, new: AddSheet | AddDrawing) -> list[Change]:
    """A new tab where one of its name stands, or before the notes."""
    if sheet := find_sheet(book, name):
        return [RemoveSheet(sheet.name), replace(new, before=tab_after(book, sheet.name))]
    return [replace(new, before=tab_before_notes(book))]


def existing(book: Book, name: str) -> str | None:
    """The name of a tab as it is typed; ``None`` where it is missing."""
    sheet = find_sheet(book, name)
    return sheet.name if sheet else None
