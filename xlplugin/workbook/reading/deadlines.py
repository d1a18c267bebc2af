"""The tab ``Deadlines`` of asynchronous events: when a round was posted, and what is due when.

A line is written when a round is posted; the organizer may correct when that was, and until when
results are due. Nothing is decided by it: who loses a round is the organizer's decision.

Rule: OP, Asynchronous events.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from datetime import date, datetime, time, timedelta
from typing import NamedTuple

from engine.deadlines import Deadlines
from xlplugin.workbook.book import AddRows, AddSheet, Change, SetCells
from xlplugin.workbook.layout import (
    MOMENT,
    MOMENT_ENTRY,
    STRONG,
    CellValue,
    Column,
    Formula,
    Layout,
)
from xlplugin.workbook.layouts import event_tab
from xlplugin.workbook.reading.event_book import EventBook, RoundTab
from xlplugin.workbook.table import Row, Table, find_sheet, folded, is_empty

DEADLINES = "Deadlines"
ROUND, POSTED, CONTACT, AGREEMENTS, DUE = (
    "Round", "Posted", "Contact by", "Agreements at least until", "Results due",
)  # fmt: skip
MOST_TABLES = 6
"""So many tables are named."""
LAST_YEAR = 9000
DAY_ZERO = datetime(1899, 12, 30)  # noqa: DTZ001  (as Excel counts days, in no time zone)


class Deadline(NamedTuple):
    """What is due after a round: times of the organizer's clock."""

    posted: datetime
    contact: datetime
    due: datetime | None


def deadlines_layout(rule: Deadlines, days: int) -> Layout:
    """The tab.

    Args:
        rule: how long players have.
        days: until results are due.
    """
    absent = "Whoever has not may lose the round, if you decide so: No-show in Special on its tab."
    return Layout(
        DEADLINES,
        (
            Column(ROUND, 16, STRONG),
            Column(
                POSTED, 22, MOMENT_ENTRY,
                help="When the pairings were announced. Correct it if that was not when they were made.",
            ),
            Column(
                CONTACT, 22, MOMENT, formula=f"={{{POSTED}}}+{rule.contact_hours}/24",
                help=f"{rule.contact_hours} hours to write to the opponent. {absent}",
            ),
            Column(
                AGREEMENTS, 26, MOMENT, formula=f"={{{POSTED}}}+{rule.agreement_hours}/24",
                help=(
                    "No bar by itself: judges may set a time after which 2-for-1 and ID are no longer "
                    f"possible, at least {rule.agreement_hours} hours after the round was posted."
                ),
                formerly="Agreements until",
            ),
            Column(
                DUE, 22, MOMENT, formula=f"={{{POSTED}}}+{days}",
                help=f"{event_tab.ROUND_DAYS.name} on Event says after how many days; or type another time.",
            ),
        ),
        tab_colour="0E7490",
        spare_rows=20,
        frozen=1,
        row_height=15,
    )  # fmt: skip


def rule_of(event: EventBook) -> Deadlines | None:
    """How long players have, where they have days to play a match."""
    rule = event.ruleset.deadlines
    return rule if rule and rule.apply(event.options) else None


def _layout(event: EventBook, rule: Deadlines) -> Layout:
    return deadlines_layout(rule, _days(event, rule))


def _days(event: EventBook, rule: Deadlines) -> int:
    typed = event.settings.get(event_tab.ROUND_DAYS.name, "")
    return int(typed) if typed.isdecimal() else rule.round_days


# writing


def posted(event: EventBook, tab_name: str, when: datetime | None) -> list[Change]:
    """The line of a round that is posted now; nothing where there are no deadlines.

    Args:
        event: the event.
        tab_name: the tab of the round, which is there already or added by an earlier change; a line
            of it is written anew.
        when: it is posted; now unless it is given.
    """
    rule = rule_of(event)
    if rule is None:
        return []
    moment = (when or datetime.now().astimezone()).replace(tzinfo=None, second=0, microsecond=0)
    layout = _layout(event, rule)
    row: list[CellValue] = [tab_name, moment, None, None, None]
    table = _table(event, layout)
    if table is None:
        first = next((tab.name for tab in event.rounds), tab_name)
        return [AddSheet(layout, [row], before=first, header_text=f"{event.title}    {DEADLINES}")]
    if not table.is_usable:
        return []
    there = _row_of(table, tab_name)
    places = {header: table.places[header] for header in layout.headers()}
    named = replace(layout, name=table.sheet.name)
    return [AddRows(named, [row], there.number if there else table.end, places)]


def is_missing(event: EventBook, tab_name: str) -> bool:
    """Whether a round that is posted has no line, though it should."""
    rule = rule_of(event)
    table = _table(event, _layout(event, rule)) if rule else None
    if table is None or not table.is_usable:
        return rule is not None and table is None
    return _row_of(table, tab_name) is None


def when_paired(event: EventBook, tab_name: str, when: datetime | None) -> list[Change]:
    """The line of a round that is paired now; one that is looked over first gets it later.

    The arguments are those of :func:`posted`.
    """
    return taken_back(event, tab_name) if event.is_reviewed else posted(event, tab_name, when)


def taken_back(event: EventBook, tab_name: str) -> list[Change]:
    """What is left of the line of a round that is undone: nothing."""
    rule = event.ruleset.deadlines
    table = _table(event, _layout(event, rule)) if rule else None
    if table is None or not table.is_usable:
        return []
    row = _row_of(table, tab_name)
    if row is None:
        return []
    cells = {(row.number, table.places[header]): None for header in table.layout.headers()}
    return [SetCells(table.sheet.name, cells)]


def _table(event: EventBook, layout: Layout) -> Table | None:
    sheet = find_sheet(event.book, DEADLINES)
    return Table(sheet, layout, []) if sheet else None


def _row_of(table: Table, tab_name: str) -> Row | None:
    return next(
        (row for row in table.rows() if folded(row.raw(ROUND) or "") == folded(tab_name)), None
    )


# reading


def deadline_of(event: EventBook, tab_name: str) -> Deadline | None:
    """What is due after a round; ``None`` where nothing is, or nobody knows."""
    rule = rule_of(event)
    table = _table(event, _layout(event, rule)) if rule else None
    row = _row_of(table, tab_name) if table and table.is_usable else None
    moment = _moment(row.raw(POSTED)) if row else None
    if rule is None or row is None or moment is None:
        return None
    contact = moment + timedelta(hours=rule.contact_hours)
    return Deadline(moment, contact, _due(row.raw(DUE), moment, _days(event, rule)))


def worked_out(event: EventBook) -> dict[tuple[int, int], datetime]:
    """What the live columns of the tab come to, by row and column."""
    rule = rule_of(event)
    table = _table(event, _layout(event, rule)) if rule else None
    if rule is None or table is None or not table.is_usable:
        return {}
    found: dict[tuple[int, int], datetime] = {}
    for row in table.rows():
        if deadline := deadline_of(event, str(row.raw(ROUND))):
            times = {
                CONTACT: deadline.contact,
                AGREEMENTS: deadline.posted + timedelta(hours=rule.agreement_hours),
                DUE: deadline.due,
            }
            found |= {(row.number, table.places[h]): time for h, time in times.items() if time}
    return found


def _due(value: CellValue, moment: datetime, days: int) -> datetime | None:
    """Until when results are due: as typed, or so many days after the round was posted."""
    if isinstance(value, Formula):
        found = re.fullmatch(r"=\$?[A-Z]+\$?\d+\+(\d{1,4})", value.text)
        return moment + timedelta(days=int(found[1])) if found else None
    if value == 0:  # a formula that has not been calculated yet
        return moment + timedelta(days=days)
    return _moment(value)


def _moment(value: CellValue) -> datetime | None:
    """A cell as a time to which days can be added."""
    moment = _any_moment(value)
    return moment if moment and moment.year <= LAST_YEAR else None


def _any_moment(value: CellValue) -> datetime | None:
    """A cell as a time; a day is its beginning, a number counts days as Excel does."""
    match value:
        case datetime():
            return value
        case date():
            return datetime.combine(value, time())
        case bool():
            return None
        case int() | float() if 1 <= value < 100_000:
            minutes = round(value * 24 * 60)
            return DAY_ZERO + timedelta(minutes=minutes)
        case str():
            try:
                return datetime.fromisoformat(value.strip()).replace(tzinfo=None)
            except ValueError:
                return None
    return None


def faults(event: EventBook) -> Iterator[str]:
    """What on the tab cannot be understood, by cell; nothing else depends on it."""
    rule = rule_of(event)
    table = _table(event, _layout(event, rule)) if rule else None
    if rule is None or table is None:
        return
    if not table.is_usable:
        yield (
            f"{table.sheet.name}: the columns of deadlines are not there, so none are noted. Rename the "
            "tab if it is your own, or delete it: the next round makes a new one."
        )
        return
    for row in table.rows():
        at = _moment(row.raw(POSTED))
        wrong = POSTED if at is None else DUE
        due = row.raw(DUE)
        if at is None or (not is_empty(due) and _due(due, at, _days(event, rule)) is None):
            yield (
                f"{table.sheet.name}!{row.address(wrong)}: {_told(row.raw(wrong))} is no time; type it as "
                "2026-11-28 18:00."
            )


def _told(value: CellValue) -> str:
    if isinstance(value, Formula):
        return value.text
    return "a blank cell" if is_empty(value) else repr(value)


# telling


def as_text(moment: datetime) -> str:
    """A time as it is told, to the minute."""
    return f"{moment:%Y-%m-%d %H:%M}"


def told(event: EventBook, tab: RoundTab, when: datetime | None) -> str:
    """What to add to the results missing of a round; ``""`` where nothing is due.

    Args:
        event: the event.
        tab: the round.
        when: it is told, by the organizer's clock; ``None`` where that is not known.
    """
    deadline = deadline_of(event, tab.name)
    if deadline is None:
        return ""
    due = f", due {as_text(deadline.due)}" if deadline.due else ""
    is_late = when is not None and when.replace(tzinfo=None) > deadline.contact
    if not is_late or not tab.has_in_touch:
        return due
    silent = [
        str(match.table)
        for match in sorted(tab.matches, key=lambda match: match.table)
        if match.player2 is not None
        and match.player1 not in tab.in_touch
        and tab.lacks_result(match)
    ]
    if not silent:
        return due
    named = ", ".join([*silent[:MOST_TABLES], *["..."] * (len(silent) > MOST_TABLES)])
    return f"{due}; not in touch: {'table' if len(silent) == 1 else 'tables'} {named}"
