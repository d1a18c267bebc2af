"""Reading the tabs ``Pairing notes`` and ``Log``.

The notes have the rounds as they were paired, and as edits were last recorded; a round after the Swiss ones
is known by the name of its tab, folded. The log has what was done: the ``Details`` of a line are for people,
its facts are in hidden columns: a kind, what the facts are about (names of settings, numbers of players, a
round), and their values, with a tab between several.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import datetime
from enum import StrEnum
from types import MappingProxyType
from typing import NamedTuple
from unicodedata import normalize

from xlplugin.workbook.book import Book
from xlplugin.workbook.layout import CellValue
from xlplugin.workbook.layouts import tab_names
from xlplugin.workbook.layouts.record_tabs import (
    BY_HAND,
    KIND,
    LOG_LAYOUT,
    NOTES_LAYOUT,
    SUBJECT,
    VALUE,
)
from xlplugin.workbook.reading import version_0_1
from xlplugin.workbook.reading.event_book import EventBook
from xlplugin.workbook.table import Row, Table, find_sheet, folded, usable_table

Seat = tuple[int, int, int | None]
"""A table, Player 1, and Player 2 or nobody."""
Seats = dict[tuple[int, int | None], int]
"""At which table two players sit, or one with a bye."""


def rows_of_notes(book: Book) -> list[Row]:
    """The rows of the tab."""
    sheet = find_sheet(book, tab_names.NOTES)
    return list(Table(sheet, NOTES_LAYOUT, []).rows()) if sheet else []


def kind_of_note(event: EventBook, row: Row) -> str:
    """The kind of a row's reason; blank for one of an older workbook that everybody may read."""
    code = event.ruleset.penalties
    penalties = {infraction.clause for infraction in code.infractions} if code else set()
    rule, why, kind = (row.raw(header) for header in ("Rule", "Why", KIND))
    return str(kind or version_0_1.kind_of_note(rule, str(why or ""), penalties))


def recorded_pairs(book: Book) -> set[tuple[int | str, int, int]]:
    """The pairings as they were made: round, Player 1, Player 2 or 0 for a bye."""
    rows = ((r.raw("Round"), r.raw("No 1"), r.raw("No 2") or 0) for r in rows_of_notes(book))
    return {
        (folded(r) if isinstance(r, str) else r, a, b)
        for r, a, b in rows
        if type(r) in (int, str) and type(a) is type(b) is int and isinstance(r, int | str)
    }


def recorded_names(book: Book) -> set[str]:
    """The names, folded, of everybody who was ever paired."""
    sides = ("Player 1", "Player 2")
    return {folded(row.raw(header) or "") for row in rows_of_notes(book) for header in sides}


def recorded_tabs(book: Book) -> set[str]:
    """The tabs after the Swiss rounds that were made here, folded."""
    labels = (row.raw("Round") for row in rows_of_notes(book))
    return {folded(label) for label in labels if isinstance(label, str)}


def first_names(event: EventBook) -> dict[int, str]:
    """The name that each number was first paired under: by the notes, else by the rounds."""
    notes = rows_of_notes(event.book)
    notes.sort(key=lambda row: r if isinstance(r := row.raw("Round"), int) else 10_000)
    names: dict[int, str] = {}
    for row in [*notes, *(row for tab in event.tabs for row in tab.table.rows())]:
        for side in "12":
            no, name = row.raw(f"No {side}"), row.raw(f"Player {side}")
            if type(no) is int and name:
                names.setdefault(no, str(name))
    return names


def recorded_seats(event: EventBook) -> dict[int, Seats]:
    """The seats in each Swiss round, as they were last recorded."""
    table = usable_table(event.book, tab_names.NOTES, NOTES_LAYOUT)
    headers = ("Round", "Table", "No 1", "No 2")
    rows = list(table.rows()) if table else []
    rows.sort(key=lambda row: row.raw("Rule") == BY_HAND)  # in whatever order they stand now
    rounds: dict[int, Seats] = {}
    pair_of: dict[tuple[int, int], tuple[int, int | None]] = {}  # by round and player
    for row in rows:
        number, table_, one, two = map(row.raw, headers)
        if type(number) is not int or type(table_) is not int:
            continue
        seats = rounds.setdefault(number, {})
        if type(one) is not int:  # nobody sits there any more
            for pair in [pair for pair, at in seats.items() if at == table_]:
                del seats[pair]
            continue
        now = (one, two if type(two) is int else None)
        for no in filter(None, now):
            before = pair_of.get((number, no))
            if before and before != now:
                seats.pop(before, None)
            pair_of[number, no] = now
        seats[now] = table_
    return rounds


# the log

BETWEEN = "\t"
"""Between the facts of one line."""


class Kind(StrEnum):
    """The kinds of facts, as the log has them."""

    SETTING = "Setting"
    STATUS = "Status"
    NAME = "Name"
    ROUND = "Round"
    STANDINGS = "Standings"
    RESULT = "Result"
    REPORT = "Report"


class LogLine(NamedTuple):
    """A line of the log: what was done to what, for people, and the kind of its facts, if it has any.

    ``facts`` are values by setting, number of a player, name of a tab, number of a round, or match: a tab and
    the numbers of both players. ``when`` is the time of a line that was read, by the organizer's clock.
    """

    action: str
    details: str
    kind: str = ""
    facts: Mapping[str, str] = MappingProxyType({})
    when: datetime | None = None

    def cells(self) -> list[CellValue]:
        """The facts as they are written."""
        subjects, values = BETWEEN.join(self.facts), BETWEEN.join(self.facts.values())
        return [self.kind or None, subjects or None, values or None]


def lines_of_log(book: Book) -> list[LogLine]:
    """All of the log, oldest first; nothing where the tab is gone or has other columns."""
    table = usable_table(book, tab_names.LOG, LOG_LAYOUT)
    # the facts of a line go with its action
    rows = [row for row in table.rows() if row.raw("Action")] if table else []
    rows.sort(key=lambda row: str(row.raw("When")))  # in whatever order they stand now
    lines = []
    for row in rows:
        action, details, kind = (str(row.raw(h) or "") for h in ("Action", "Details", KIND))
        if kind:
            subjects = str(row.raw(SUBJECT) or "").split(BETWEEN)
            values = str(row.raw(VALUE) or "").split(BETWEEN, len(subjects) - 1)
            facts = {s: v for s, v in zip(subjects, values, strict=False) if s}
        else:
            kind, facts = version_0_1.facts_of_log(action, details)
        lines.append(LogLine(action, details, kind, facts, _time_of(row)))
    return lines


def rounds_logged(book: Book) -> dict[str, tuple[int, str]]:
    """How often the log has each round as paired, by the name of its tab, and when last."""
    made: dict[str, tuple[int, str]] = {}
    table = usable_table(book, tab_names.LOG, LOG_LAYOUT)
    for row in table.rows() if table else ():
        if row.raw(KIND) == Kind.ROUND:
            for tab in str(row.raw(SUBJECT) or "").split(BETWEEN):
                times, last = made.get(tab, (0, ""))
                made[tab] = times + 1, max(last, str(row.raw("When")))
    return made


def _time_of(row: Row) -> datetime | None:
    """The time of a line of the log; ``None`` where it was typed over with something else."""
    try:
        return datetime.fromisoformat(str(row.raw("When"))).replace(tzinfo=None)
    except ValueError:
        return None


def facts_logged(book: Book, kind: Kind) -> dict[str, str]:
    """The facts of a kind as the log last had them."""
    return {s: v for line in lines_of_log(book) if line.kind == kind for s, v in line.facts.items()}


def results_logged(lines: Iterable[LogLine]) -> dict[str, dict[str, str]]:
    """The results as these lines of the log last have them, by tab, and by the numbers of both players.

    A tab that is paired anew begins anew.
    """
    results: dict[str, dict[str, str]] = {}
    for line in lines:
        if line.kind == Kind.ROUND:
            for tab in line.facts:
                results.pop(tab, None)
        elif line.kind == Kind.RESULT:
            for match, typed in line.facts.items():
                tab, _, players = match.rpartition(" ")
                results.setdefault(tab, {})[players] = typed
    return results


def plain_name(name: str) -> str:
    """A name as the log has it, without stray spaces."""
    return " ".join(normalize("NFC", name).split())


def settings_when_written(event: EventBook, number: int) -> dict[str, str]:
    """The settings when the standings after a round were last written.

    Only options of the ruleset that the log has can differ from what they are now; none do if the log
    does not have the standings.
    """
    current: dict[str, str] = {}
    then: dict[str, str] | None = None
    for line in lines_of_log(event.book):
        if line.kind == Kind.SETTING:
            current |= line.facts
        elif line.kind == Kind.STANDINGS and str(number) in line.facts:
            then = dict(current)
    if then is None:
        return event.settings
    options = {option.name for option in event.ruleset.options}
    return event.settings | {name: then.get(name, "") for name in current if name in options}
