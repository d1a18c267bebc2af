"""Reading the tab ``Deadlines`` of asynchronous events: when a round was posted, and what is due when.

A line is written when a round is posted; the organizer may correct when that was, and until when
results are due. Nothing is decided by it: who loses a round is the organizer's decision.

Rule: OP, Asynchronous events.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import date, datetime, time, timedelta
from typing import NamedTuple

from engine.deadlines import Deadlines
from xlplugin.texts import listed, t, tn
from xlplugin.workbook.layout import CellValue, Formula
from xlplugin.workbook.layouts import deadlines_tab, event_tab
from xlplugin.workbook.reading.event_book import EventBook, RoundTab
from xlplugin.workbook.table import Row, Table, find_sheet, folded, is_empty

LAST_YEAR = 9000
MOST_TABLES = 6
"""The most tables that are named."""
DAY_ZERO = datetime(1899, 12, 30)  # noqa: DTZ001  (as Excel counts days, in no time zone)


class Deadline(NamedTuple):
    """What is due after a round: times of the organizer's clock."""

    posted: datetime
    contact: datetime
    due: datetime | None


def rule_of(event: EventBook) -> Deadlines | None:
    """The times that players have, where they have days to play a match."""
    rule = event.ruleset.deadlines
    return rule if rule and rule.apply(event.options) else None


def days_of(event: EventBook, rule: Deadlines) -> int:
    """The days from a round's posting until its results are due."""
    typed = event.settings.get(event_tab.ROUND_DAYS.name, "")
    return int(typed) if typed.isdecimal() else rule.round_days


def table_of(event: EventBook, rule: Deadlines | None) -> Table | None:
    """The tab under a rule, if there are both; it may lack columns."""
    sheet = find_sheet(event.book, deadlines_tab.DEADLINES)
    if rule is None or sheet is None:
        return None
    return Table(sheet, deadlines_tab.deadlines_layout(rule, days_of(event, rule)), [])


def row_of(table: Table | None, tab_name: str) -> Row | None:
    """The line of a round."""
    rows = table.rows() if table and table.is_usable else ()
    return next(
        (row for row in rows if folded(row.raw(deadlines_tab.ROUND) or "") == folded(tab_name)),
        None,
    )


def is_missing(event: EventBook, tab_name: str) -> bool:
    """True if a round that is posted has no line, though it should."""
    rule = rule_of(event)
    table = table_of(event, rule)
    if table is None:
        return rule is not None
    return table.is_usable and row_of(table, tab_name) is None


def deadline_of(event: EventBook, tab_name: str) -> Deadline | None:
    """What is due after a round; ``None`` where nothing is, or the tab does not say."""
    rule = rule_of(event)
    row = row_of(table_of(event, rule), tab_name)
    posted = _moment(row.raw(deadlines_tab.POSTED)) if row else None
    if rule is None or row is None or posted is None:
        return None
    contact = posted + timedelta(hours=rule.contact_hours)
    return Deadline(posted, contact, _due(row.raw(deadlines_tab.DUE), posted, days_of(event, rule)))


def worked_out(event: EventBook) -> dict[tuple[int, int], datetime]:
    """The values of the tab's live columns, by row and column."""
    rule = rule_of(event)
    table = table_of(event, rule)
    if rule is None or table is None or not table.is_usable:
        return {}
    values: dict[tuple[int, int], datetime] = {}
    for row in table.rows():
        if deadline := deadline_of(event, str(row.raw(deadlines_tab.ROUND))):
            times = {
                deadlines_tab.CONTACT: deadline.contact,
                deadlines_tab.AGREEMENTS: deadline.posted + timedelta(hours=rule.agreement_hours),
                deadlines_tab.DUE: deadline.due,
            }
            values |= {(row.number, table.places[h]): at for h, at in times.items() if at}
    return values


def _due(value: CellValue, posted: datetime, days: int) -> datetime | None:
    """When results are due: as typed, or some days after the round was posted."""
    if isinstance(value, Formula):
        live = re.fullmatch(r"=\$?[A-Z]+\$?\d+\+(\d{1,4})", value.text)
        return posted + timedelta(days=int(live[1])) if live else None
    if value == 0:  # a formula that has not been calculated yet
        return posted + timedelta(days=days)
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
            return DAY_ZERO + timedelta(minutes=round(value * 24 * 60))
        case str():
            try:
                return datetime.fromisoformat(value.strip()).replace(tzinfo=None)
            except ValueError:
                return None
    return None


def faults(event: EventBook) -> Iterator[str]:
    """Warnings of what cannot be understood on the tab; nothing else depends on it."""
    rule = rule_of(event)
    table = table_of(event, rule)
    if rule is None or table is None:
        return
    if not table.is_usable:
        yield t(
            "{tab}: the columns of deadlines are not there, so none are noted. Rename the tab if it is "
            "your own, or delete it: the next round makes a new one.",
            tab=table.sheet.name,
        )
        return
    for row in table.rows():
        posted, due = _moment(row.raw(deadlines_tab.POSTED)), row.raw(deadlines_tab.DUE)
        wrong = deadlines_tab.POSTED if posted is None else deadlines_tab.DUE
        if posted and (is_empty(due) or _due(due, posted, days_of(event, rule))):
            continue
        yield t(
            "{where}: {value} is no time; type it as 2026-11-28 18:00.",
            where=row.where(wrong),
            value=_shown(row.raw(wrong)),
        )


def _shown(value: CellValue) -> str:
    if isinstance(value, Formula):
        return value.text
    return t("a blank cell") if is_empty(value) else repr(value)


def as_text(moment: datetime) -> str:
    """A time to the minute, for people."""
    return f"{moment:%Y-%m-%d %H:%M}"


def due_and_silent(event: EventBook, tab: RoundTab, when: datetime | None) -> str:
    """What to add to the results missing of a round; ``""`` where nothing is due.

    Args:
        event: the event.
        tab: the round.
        when: now, by the organizer's clock; ``None`` where that is not known.
    """
    deadline = deadline_of(event, tab.name)
    if deadline is None:
        return ""
    due = t(", due {time}", time=as_text(deadline.due)) if deadline.due else ""
    is_late = when is not None and when.replace(tzinfo=None) > deadline.contact
    if not is_late or not tab.has_in_touch:
        return due
    silent = [
        match.table
        for match in sorted(tab.matches, key=lambda match: match.table)
        if match.player2 is not None
        and match.player1 not in tab.in_touch
        and tab.lacks_result(match)
    ]
    if not silent:
        return due
    return due + tn(
        "; not in touch: table {tables}",
        "; not in touch: tables {tables}",
        len(silent),
        tables=listed(silent, MOST_TABLES),
    )
