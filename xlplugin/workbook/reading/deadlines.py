"""Reading the tab ``Deadlines`` of asynchronous events: when a round was posted, and what is due when.

Rule: OP, Asynchronous events.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import suppress
from datetime import date, datetime, time, timedelta
from typing import NamedTuple

from engine.ruleset import Deadlines
from xlplugin.ground.texts import listed, t, tn
from xlplugin.workbook.layout import CellValue, Formula
from xlplugin.workbook.layouts import event_tab, record_tabs
from xlplugin.workbook.reading.event_book import EventBook, RoundTab
from xlplugin.workbook.table import Row, Table, find_sheet, folded, is_empty

LAST_YEAR = 9000
MOST_TABLES = 6
"""The most tables that are named."""
DAY_ZERO = datetime(1899, 12, 30)  # noqa: DTZ001  (as Excel counts days, in no time zone)


class Deadline(NamedTuple):
    """The times that count after a round is posted, by the organizer's clock."""

    posted: datetime
    contact: datetime
    agreements: datetime
    due: datetime | None


class DeadlineTab(NamedTuple):
    """The tab under a rule: ``days`` until results are due, and a table that may be missing or lack columns."""

    rule: Deadlines
    days: int
    table: Table | None

    def rows(self) -> list[Row]:
        """The lines of the rounds."""
        return list(self.table.rows()) if self.table and self.table.is_usable else []

    def row_of(self, tab_name: str) -> Row | None:
        """The line of a round."""
        name = folded(tab_name)
        lines = (row for row in self.rows() if folded(row.raw(record_tabs.ROUND) or "") == name)
        return next(lines, None)

    def deadline(self, row: Row | None) -> Deadline | None:
        """The deadline of a line; ``None`` where it does not say when the round was posted."""
        posted = _moment(row.raw(record_tabs.POSTED)) if row else None
        if row is None or posted is None:
            return None
        contact, agreements = (
            posted + timedelta(hours=hours)
            for hours in (self.rule.contact_hours, self.rule.agreement_hours)
        )
        due = _due(row.raw(record_tabs.DUE), posted, self.days)
        return Deadline(posted, contact, agreements, due)


def tab_under(event: EventBook, rule: Deadlines | None) -> DeadlineTab | None:
    """The tab under a rule, if there is one."""
    if rule is None:
        return None
    typed = event.value_of(event_tab.ROUND_DAYS)
    days = int(typed) if typed.isdecimal() else rule.round_days
    sheet = find_sheet(event.book, record_tabs.DEADLINES)
    layout = record_tabs.deadlines_layout(rule, days)
    return DeadlineTab(rule, days, Table(sheet, layout, []) if sheet else None)


def tab_of(event: EventBook) -> DeadlineTab | None:
    """The tab, where players have days to play a match."""
    rule = event.ruleset.deadlines
    return tab_under(event, rule) if rule and rule.apply(event.options) else None


def is_missing(event: EventBook, tab_name: str) -> bool:
    """True if a round that is posted has no line, though it should."""
    tab = tab_of(event)
    has_table = tab is None or tab.table is None or tab.table.is_usable
    return tab is not None and has_table and tab.row_of(tab_name) is None


def deadline_of(event: EventBook, tab_name: str) -> Deadline | None:
    """The deadline of a round; ``None`` where nothing is due, or the tab does not say."""
    tab = tab_of(event)
    return tab.deadline(tab.row_of(tab_name)) if tab else None


def worked_out(event: EventBook) -> dict[tuple[int, int], datetime]:
    """The values of the tab's live columns, by row and column."""
    tab = tab_of(event)
    headers = (record_tabs.CONTACT, record_tabs.AGREEMENTS, record_tabs.DUE)
    values: dict[tuple[int, int], datetime] = {}
    for row in tab.rows() if tab else ():
        if tab and (deadline := tab.deadline(row)):
            times = zip(headers, deadline[1:], strict=True)
            values |= {(row.number, row.table.places[h]): at for h, at in times if at}
    return values


def _due(value: CellValue, posted: datetime, days: int) -> datetime | None:
    """The time when results are due: as typed, or some days after the round was posted."""
    if isinstance(value, Formula):
        live = re.fullmatch(r"=\$?[A-Z]+\$?\d+\+(\d{1,4})", value.text)
        return posted + timedelta(days=int(live[1])) if live else None
    if value == 0:  # a formula that has not been calculated yet
        return posted + timedelta(days=days)
    return _moment(value)


def _moment(value: CellValue) -> datetime | None:
    """A cell as a time to which days can be added.

    A day is its beginning, a number counts days as Excel does.
    """
    moment = None
    match value:
        case datetime():
            moment = value
        case date():
            moment = datetime.combine(value, time())
        case int() | float() if not isinstance(value, bool) and 1 <= value < 100_000:
            moment = DAY_ZERO + timedelta(minutes=round(value * 24 * 60))
        case str():
            with suppress(ValueError):
                moment = datetime.fromisoformat(value.strip()).replace(tzinfo=None)
    return moment if moment and moment.year <= LAST_YEAR else None


def faults(event: EventBook) -> Iterator[str]:
    """Warnings of what cannot be understood on the tab; nothing else depends on it."""
    tab = tab_of(event)
    if tab is None:
        return
    if tab.table and not tab.table.is_usable:
        yield t(
            "{tab}: the columns of deadlines are not there, so none are noted. Rename the tab if it is "
            "your own, or delete it: the next round makes a new one.",
            tab=tab.table.sheet.name,
        )
    for row in tab.rows():
        deadline = tab.deadline(row)
        wrong = record_tabs.DUE if deadline else record_tabs.POSTED
        value = row.raw(wrong)
        if deadline and (is_empty(value) or deadline.due):
            continue
        shown = value.text if isinstance(value, Formula) else repr(value)
        yield t(
            "{where}: {value} is not a time; type it as 2026-11-28 18:00.",
            where=row.where(wrong),
            value=t("a blank cell") if is_empty(value) else shown,
        )


def as_text(moment: datetime) -> str:
    """A time to the minute, for people."""
    return f"{moment:%Y-%m-%d %H:%M}"


def due_and_silent(event: EventBook, tab: RoundTab, when: datetime | None) -> str:
    """The text added to the results missing of a round; ``""`` where nothing is due.

    ``when`` is now, by the organizer's clock; ``None`` where that is not known.
    """
    deadline = deadline_of(event, tab.name)
    if deadline is None:
        return ""
    due = t(", due {time}", time=as_text(deadline.due)) if deadline.due else ""
    if when is None or when.replace(tzinfo=None) <= deadline.contact or not tab.has_in_touch:
        return due
    silent = [
        match.table
        for match in tab.by_table
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
