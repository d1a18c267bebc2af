"""Reading the tab ``Log``: what was done, and the facts that later actions go by.

A line's ``Details`` are for people. Its facts are in hidden columns: a kind, what the facts are about
(names of settings, numbers of players, a round), and their values, with a tab between several.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from types import MappingProxyType
from typing import NamedTuple
from unicodedata import normalize

from xlplugin.workbook.book import Book
from xlplugin.workbook.layout import CellValue
from xlplugin.workbook.layouts import tab_names
from xlplugin.workbook.layouts.record_tabs import KIND, LOG_LAYOUT, SUBJECT, VALUE
from xlplugin.workbook.reading import version_0_1
from xlplugin.workbook.reading.event_book import EventBook
from xlplugin.workbook.table import usable_table

BETWEEN = "\t"
"""Between the facts of one line."""


class Kind(StrEnum):
    """The kinds of facts, as the log has them."""

    SETTING = "Setting"
    STATUS = "Status"
    NAME = "Name"
    ROUND = "Round"
    STANDINGS = "Standings"


class LogLine(NamedTuple):
    """A line of the log: what was done to what, for people, and the kind of its facts, if it has any.

    ``facts`` are values by setting, number of a player, name of a tab, or number of a round.
    """

    action: str
    details: str
    kind: str = ""
    facts: Mapping[str, str] = MappingProxyType({})

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
        lines.append(LogLine(action, details, kind, facts))
    return lines


def facts_logged(book: Book, kind: Kind) -> dict[str, str]:
    """The facts of a kind as the log last had them."""
    return {s: v for line in lines_of_log(book) if line.kind == kind for s, v in line.facts.items()}


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
