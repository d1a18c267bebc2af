"""What ``Log`` says was done, and how the settings were."""

from __future__ import annotations

import re
from typing import NamedTuple
from unicodedata import normalize

from xlplugin.workbook.book import Book
from xlplugin.workbook.layouts import notes_and_log_tabs, tab_names
from xlplugin.workbook.reading.event_book import EventBook
from xlplugin.workbook.table import Table, find_sheet

SETTING, STANDINGS, BLANK = "Setting", "Standings", "blank"
"""What the log has for its actions, and for no value."""
NAME, NUMBER, ADDED = "Name", "Number", "Players"
"""What the log has for a name typed over, for new numbers, and for players added from a roster."""
WAS = " (was "
"""What stands before the value of before."""


class Line(NamedTuple):
    """What was done, and to what."""

    action: str
    details: str


def logged(book: Book, action: str) -> list[str]:
    """What the log has of an action, oldest first."""
    return [line.details for line in lines_of_log(book) if line.action == action]


def lines_of_log(book: Book) -> list[Line]:
    """All of the log, oldest first; nothing where the tab is gone or has other columns."""
    sheet = find_sheet(book, tab_names.LOG)
    table = Table(sheet, notes_and_log_tabs.LOG_LAYOUT, []) if sheet else None
    rows = list(table.rows()) if table and table.is_usable else []
    rows.sort(key=lambda row: str(row.raw("When")))  # in whatever order they stand now
    return [Line(str(row.raw("Action")), str(row.raw("Details"))) for row in rows]


def settings_logged(book: Book) -> dict[str, str]:
    """The settings as the log last had them; ``""`` for blank."""
    return dict(_setting(details) for details in logged(book, SETTING))


def plain_name(name: str) -> str:
    """A name as the log has it: without stray spaces, and not to be taken for a name of before."""
    return re.sub(r"\(was(?= |$)", "(was:", " ".join(normalize("NFC", name).split()))


def told_name(no: int, name: str, was: str) -> Line:
    """A name typed over, as the log has it; both as :func:`plain_name` gives them."""
    return Line(NAME, f"No {no}: {name}{WAS}{was})")


def names_logged(book: Book) -> dict[int, str]:
    """The names as the log last had them beside their numbers, as :func:`plain_name` gives them."""
    known: dict[int, str] = {}
    for action, details in lines_of_log(book):
        if action == NAME and (line := re.fullmatch(r"No (\d+): (.*)", details)):
            known[int(line[1])] = line[2].partition(WAS)[0]
        elif action in (NUMBER, ADDED):
            listed = details.partition(": ")[2] if action == ADDED else details
            found = re.findall(r"(.+?) \((\d+)\)(?:, |$)", listed, re.DOTALL)
            known |= {int(no): plain_name(name) for name, no in found}
    return known


def settings_when_written(event: EventBook, number: int) -> dict[str, str]:
    """The ruleset's options as they were when the standings after a round were last written.

    Those of which the log knows nothing, and all if it does not know of the standings, as they are.
    """
    known: dict[str, str] = {}
    then: dict[str, str] | None = None
    for action, details in lines_of_log(event.book):
        if action == SETTING:
            name, value = _setting(details)
            known[name] = value
        elif action == STANDINGS and details == after_round(number):
            then = dict(known)
    if then is None:
        return event.settings
    options = {option.name for option in event.ruleset.options}
    return event.settings | {name: then.get(name, "") for name in known if name in options}


def after_round(number: int) -> str:
    """What the log has of the standings after a round."""
    return f"After round {number}"


def _setting(details: str) -> tuple[str, str]:
    """A setting and its value, as a line of the log has them."""
    name, _, value = details.partition(": ")
    value = value.partition(WAS)[0]
    return name, "" if value == BLANK else value
