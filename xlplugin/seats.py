"""Who sits where in the Swiss rounds, and what has been typed over it since it was told."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import NamedTuple

from engine import Match, Round
from xlplugin.checking import violations_of
from xlplugin.workbook import sheets, writer
from xlplugin.workbook.book import Change, SetCells
from xlplugin.workbook.event_book import EventBook, RoundTab
from xlplugin.workbook.layout import CellValue
from xlplugin.workbook.table import Table, find_sheet, folded

BY_HAND = "By hand"
"""What a note has for its rule, and the log for its action."""

Seat = tuple[int, int, int | None]
"""A table, Player 1, and Player 2 or nobody."""

Seats = dict[int, tuple[int, int | None]]
"""Who sits at each table."""


class Edit(NamedTuple):
    """A match of a Swiss round that is no longer as it is noted; ``None`` for one that is gone."""

    tab: RoundTab
    was: Seat | None
    now: Match | None


def lines_of(read: EventBook, edits: Sequence[Edit]) -> list[writer.LogLine]:
    """What the log says of matches that were typed over: a line for each round."""
    lines: dict[int, list[str]] = {}
    for edit in edits:
        lines.setdefault(edit.tab.number, []).append(_line(read, edit))
    return [
        (BY_HAND, "; ".join([f"{tab.name}: {'; '.join(lines[tab.number])}", *_illegal(read, tab)]))
        for tab in read.rounds
        if tab.number in lines
    ]


def edits_of(read: EventBook) -> list[Edit]:
    """Where the Swiss rounds are other than ``Pairing notes`` last told."""
    noted = seats_noted(read)
    return [edit for tab in read.rounds for edit in _edits(tab, noted.get(tab.number, {}))]


def _edits(tab: RoundTab, seats: Seats) -> Iterator[Edit]:
    if not seats or not tab.matches:
        return
    tables = {pair: table for table, pair in seats.items()}
    for match in tab.matches:
        table, one, two = seat_of(match)
        if seats.get(table) != (one, two):
            before = tables.get((one, two), table)
            yield Edit(tab, (before, *seats[before]) if before in seats else None, match)
    seated = tab.rows.keys()
    for table, pair in seats.items():
        if not seated & {*pair}:
            yield Edit(tab, (table, *pair), None)


def seats_noted(read: EventBook) -> dict[int, Seats]:
    """Who sits at which table in each Swiss round, as ``Pairing notes`` last told."""
    sheet = find_sheet(read.book, sheets.NOTES)
    table = Table(sheet, sheets.NOTES_LAYOUT, []) if sheet else None
    rounds: dict[int, Seats] = {}
    for row in table.rows() if table and table.is_usable else ():
        number, at, one, two = (row.raw(h) for h in ("Round", "Table", "No 1", "No 2"))
        if type(number) is not int or type(at) is not int:
            continue
        seats = rounds.setdefault(number, {})
        if type(one) is not int:
            seats.pop(at, None)
            continue
        pair = (one, two if type(two) is int else None)
        for other in [t for t, there in seats.items() if {*there} - {None} & {*pair}]:
            del seats[other]
        seats[at] = pair
    return rounds


def names_of(read: EventBook, edit: Edit) -> list[Change]:
    """The names that belong to the numbers typed, which count."""
    if edit.now is None:
        return []
    row = edit.tab.rows[edit.now.player1]
    places = edit.tab.table.places
    cells: dict[tuple[int, int], CellValue] = {
        (row.number, places[f"Player {side}"]): _name(read, no)
        for side in "12"
        if type(no := row.raw(f"No {side}")) is int
        and folded(row.raw(f"Player {side}") or "") != folded(_name(read, no))
    }
    return [SetCells(edit.tab.name, cells)] if cells else []


def _illegal(read: EventBook, tab: RoundTab) -> list[str]:
    """What breaks a rule in a round as it stands now, as far as that can be told yet."""
    if any(earlier.missing for earlier in read.rounds[: tab.number - 1]):
        return []
    return broken_rules(read, tab.number, tab.matches)


def broken_rules(read: EventBook, number: int, matches: Sequence[Match]) -> list[str]:
    """What breaks a rule in a Swiss round of these matches."""
    before = read.tournament(number - 1)
    whole = replace(before, rounds=(*before.rounds, Round(number, tuple(matches))))
    return list(violations_of(whole, number, read.ruleset))


def seat_of(match: Match) -> Seat:
    """Who sits where."""
    return match.table, match.player1, match.player2


def told_seat(read: EventBook, seat: Seat) -> str:
    """Who sits where, in a few words."""
    table, one, two = seat
    return f"table {table}, {_name(read, one)} - {_name(read, two)}"


def _name(read: EventBook, no: int | None) -> str:
    if no is None:
        return writer.BYE_TEXT
    return read.by_no[no].name.strip() if no in read.by_no else f"No {no}"


def _line(read: EventBook, edit: Edit) -> str:
    was = told_seat(read, edit.was) if edit.was else "nobody"
    return f"{was} -> {told_seat(read, seat_of(edit.now)) if edit.now else 'nobody'}"


def note_of(read: EventBook, edit: Edit) -> list[CellValue]:
    """What ``Pairing notes`` say of a match that was typed over."""
    was = told_seat(read, edit.was) if edit.was else "not there"
    why = f"Typed by the organizer; it was {was}."
    return note_row(read, edit.tab.number, edit.was[0] if edit.was else 0, edit.now, why)


def note_row(
    read: EventBook, number: int, table: int, match: Match | None, why: str
) -> list[CellValue]:
    """A line of ``Pairing notes`` on a match that somebody has changed.

    Args:
        read: the event.
        number: the Swiss round.
        table: where it was.
        match: as it is now; ``None`` if it is gone.
        why: what became of it.
    """
    if match is None:
        return [number, table, None, None, None, None, BY_HAND, why]
    table, one, two = seat_of(match)
    return [number, table, one, _name(read, one), two, _name(read, two), BY_HAND, why]
