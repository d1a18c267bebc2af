"""Who sits where in the Swiss rounds, and what has been typed over it since it was told."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import chain
from typing import NamedTuple

from engine import Match, Round, Tournament
from xlplugin.verbs.checking import violations_of
from xlplugin.workbook.book import Change, SetCells
from xlplugin.workbook.layout import CellValue
from xlplugin.workbook.layouts import notes_and_log_tabs, tab_names
from xlplugin.workbook.reading.event_book import EventBook, RoundTab
from xlplugin.workbook.table import Table, find_sheet, folded
from xlplugin.workbook.writing import notes_writer, row_values

BY_HAND = "By hand"
"""What a note has for its rule, and the log for its action."""

Seat = tuple[int, int, int | None]
"""A table, Player 1, and Player 2 or nobody."""

Seats = dict[tuple[int, int | None], int]
"""At which table two players sit, or one with a bye."""


class Edit(NamedTuple):
    """A match of a Swiss round that is no longer as it is noted; ``None`` for one that is gone."""

    tab: RoundTab
    was: Seat | None
    now: Match | None


def lines_of(event: EventBook, edits: Sequence[Edit]) -> list[notes_writer.LogLine]:
    """What the log says of matches that were typed over: a line for each round."""
    lines: dict[int, list[str]] = {}
    for edit in edits:
        lines.setdefault(edit.tab.number, []).append(_line(event, edit))
    return [
        (BY_HAND, "; ".join([f"{tab.name}: {'; '.join(lines[tab.number])}", *_illegal(event, tab)]))
        for tab in event.rounds
        if tab.number in lines
    ]


def edits_of(event: EventBook) -> list[Edit]:
    """Where the Swiss rounds are other than ``Pairing notes`` last told."""
    noted = seats_noted(event)
    return [
        edit
        for tab in event.rounds
        if tab.matches and noted.get(tab.number)
        for edit in _edits(tab, noted[tab.number], is_ours=tab.number > event.elsewhere)
    ]


def _edits(tab: RoundTab, seats: Seats, *, is_ours: bool) -> Iterator[Edit]:
    """Where a round is other than noted; ``is_ours`` whether all of it must have been."""
    edits = []
    for match in tab.matches:
        table, one, two = seat_of(match)
        if seats.get((one, two)) != table:
            edits.append(Edit(tab, _noted_before(seats, match), match))
    unknown = sum(edit.was is None for edit in edits)
    is_told = is_ours and 2 * unknown < len(tab.matches)  # else the notes are gone, or in part
    yield from (edit for edit in edits if edit.was or is_told)
    seated = tab.rows.keys()
    for pair, table in seats.items():
        if not seated & {*pair}:
            yield Edit(tab, (table, *pair), None)


def _noted_before(seats: Seats, match: Match) -> Seat | None:
    """What was noted of a match: of the two, of either of them, or of the table."""
    table, one, two = seat_of(match)
    if (one, two) in seats:
        return seats[one, two], one, two
    ways = (
        (pair for pair in seats if one in pair),
        (pair for pair in seats if two and two in pair),
        (pair for pair, at in seats.items() if at == table),
    )
    pair = next(chain(*ways), None)
    return (seats[pair], *pair) if pair else None


def seats_noted(event: EventBook) -> dict[int, Seats]:
    """Who sits at which table in each Swiss round, as ``Pairing notes`` last told."""
    sheet = find_sheet(event.book, tab_names.NOTES)
    table = Table(sheet, notes_and_log_tabs.NOTES_LAYOUT, []) if sheet else None
    if sheet is None or table is None or not table.is_usable:
        return {}
    at = [table.places[header] - 1 for header in ("Rule", "Round", "Table", "No 1", "No 2")]
    rows = [
        [row[i] if i < len(row) else None for i in at] for row in sheet.rows[table.header_row :]
    ]
    rows.sort(key=lambda row: row[0] == BY_HAND)  # in whatever order they stand now
    rounds: dict[int, _Noted] = {}
    for _, number, place, one, two in rows:
        if type(number) is int and type(place) is int:
            rounds.setdefault(number, _Noted({}, {})).note(place, one, two)
    return {number: noted.seats for number, noted in rounds.items()}


class _Noted(NamedTuple):
    """A round as it is noted so far: who sits where, and with whom each player does."""

    seats: Seats
    pair_of: dict[int, tuple[int, int | None]]

    def note(self, table: int, one: CellValue, two: CellValue) -> None:
        """Two players sit at a table now, or nobody does."""
        if type(one) is not int:
            for pair in [pair for pair, at in self.seats.items() if at == table]:
                del self.seats[pair]
            return
        now = (one, two if type(two) is int else None)
        for no in now:
            before = self.pair_of.get(no) if no is not None else None
            if before and before != now:
                self.seats.pop(before, None)
            if no is not None:
                self.pair_of[no] = now
        self.seats[now] = table


def names_of(event: EventBook, edit: Edit) -> list[Change]:
    """The names that belong to the numbers typed, which count."""
    if edit.now is None:
        return []
    row = edit.tab.rows[edit.now.player1]
    places = edit.tab.table.places
    cells: dict[tuple[int, int], CellValue] = {}
    for side in "12":
        no, there = row.raw(f"No {side}"), row.raw(f"Player {side}") or ""
        name = _name(event, no if type(no) is int else None)
        if there != "" and folded(there) != folded(name):
            cells[row.number, places[f"Player {side}"]] = name
    return [SetCells(edit.tab.name, cells)] if cells else []


def _illegal(event: EventBook, tab: RoundTab) -> list[str]:
    """What breaks a rule in a round as it stands now, as far as that can be told yet."""
    if any(earlier.missing for earlier in event.rounds[: tab.number - 1]):
        return []
    return broken_rules(event, tab.number, tab.matches)


def broken_rules(event: EventBook, number: int, matches: Sequence[Match]) -> list[str]:
    """What breaks a rule in a Swiss round of these matches."""
    before = before_round(event, number, matches)
    whole = replace(before, rounds=(*before.rounds, Round(number, tuple(matches))))
    return list(violations_of(whole, number, event.ruleset))


def before_round(event: EventBook, number: int, matches: Sequence[Match]) -> Tournament:
    """The event before a Swiss round, with everybody who is in it, checked in or not.

    Args:
        event: the event.
        number: the round.
        matches: of that round.

    Raises:
        WorkbookProblems: an earlier round has no result, or something must be mended.
    """
    before = event.tournament(number - 1)
    there = {player.no for player in before.players}
    there |= {no for match in matches for no in (match.player1, match.player2) if no is not None}
    return replace(before, players=tuple(p for p in event.roster if p.no in there))


def seat_of(match: Match) -> Seat:
    """Who sits where."""
    return match.table, match.player1, match.player2


def told_seat(event: EventBook, seat: Seat) -> str:
    """Who sits where, in a few words."""
    table, one, two = seat
    return f"table {table}, {_name(event, one)} - {_name(event, two)}"


def _name(event: EventBook, no: int | None) -> str:
    if no is None:
        return row_values.BYE_TEXT
    return event.by_no[no].name.strip() if no in event.by_no else f"No {no}"


def _line(event: EventBook, edit: Edit) -> str:
    was = told_seat(event, edit.was) if edit.was else "nobody"
    return f"{was} -> {told_seat(event, seat_of(edit.now)) if edit.now else 'nobody'}"


def note_of(event: EventBook, edit: Edit) -> list[CellValue]:
    """What ``Pairing notes`` say of a match that was typed over."""
    was = told_seat(event, edit.was) if edit.was else "not there"
    why = f"Typed by the organizer; it was {was}."
    return note_row(event, edit.tab.number, edit.was[0] if edit.was else 0, edit.now, why)


def note_row(
    event: EventBook, number: int, table: int, match: Match | None, why: str
) -> list[CellValue]:
    """A line of ``Pairing notes`` on a match that somebody has changed.

    Args:
        event: the event.
        number: the Swiss round.
        table: where it was.
        match: as it is now; ``None`` if it is gone.
        why: what became of it.
    """
    if match is None:
        return [number, table, None, None, None, None, BY_HAND, why]
    table, one, two = seat_of(match)
    return [number, table, one, _name(event, one), two, _name(event, two), BY_HAND, why]
