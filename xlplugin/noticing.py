"""What the organizer has typed since the last action: noticed by the next one, and logged once.

:func:`verb` is the frame of every action that writes. What was known before is on ``Pairing notes`` and in
``Log`` itself, so that nothing else is kept.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from datetime import datetime
from functools import wraps
from inspect import signature
from typing import Concatenate, ParamSpec, TypeVar

from engine import Status
from xlplugin.hosts import Closed, Host
from xlplugin.seats import edits_of, lines_of, names_of, note_of
from xlplugin.workbook import sheets, writer
from xlplugin.workbook.book import Book, Change, with_changes
from xlplugin.workbook.event_book import EventBook
from xlplugin.workbook.log import (
    BLANK,
    NUMBER,
    SETTING,
    WAS,
    logged,
    names_logged,
    plain_name,
    settings_logged,
    told_name,
)
from xlplugin.workbook.read_rounds import names_noted
from xlplugin.workbook.reader import read_event

STATUS, DECLINES = "Status", ", declines the cut"
"""What the log has for its action, and adds to a status."""
UNTOLD = {s.name for s in (sheets.EVENT_NAME, sheets.DATE, sheets.ORGANIZER, *sheets.FILLED_IN)}
"""Settings that change nothing, or are filled in by the plugin."""


P = ParamSpec("P")
R = TypeVar("R")


class Noticing:
    """A host whose first write also tells of what was typed since, and numbers new players.

    Args:
        host: the workbook.
        when: the time for the log.

    Attributes:
        numbered: the players who get their numbers with the next write, with these.
    """

    def __init__(self, host: Host, when: datetime | None) -> None:
        self._host = host
        self._when = when
        self._told: list[Change] = []
        self.numbered: list[tuple[int, str]] = []

    @property
    def name(self) -> str:
        """The workbook's name, for messages."""
        return self._host.name

    def read(self) -> Book:
        """The workbook, with what was typed since told in it."""
        return self.event().book

    def event(self) -> EventBook:
        """The event that the workbook holds, with what was typed since told in it.

        Raises:
            HostError: another program has it open, with what may not be saved yet.
            WorkbookProblems: there is no event in it at all.
        """
        if isinstance(self._host, Closed):
            self._host.require_closed()
        read = read_event(self._host.read())
        self._told = [] if read.problems else told_of_edits(read, self._when)
        self.numbered = newcomers(read)
        if not self._told:
            return read
        after = read_event(with_changes(read.book, self._told))
        after.warnings += [warning for warning in read.warnings if warning not in after.warnings]
        return after

    def write(self, changes: Sequence[Change]) -> None:
        """Make all of the changes, or none."""
        self._host.write([*self._told, *changes])


def verb(action: Callable[Concatenate[Noticing, P], R]) -> Callable[Concatenate[Host, P], R]:
    """Make a verb of an action on a workbook: first it notices what was typed since the last one.

    Args:
        action: takes the workbook first, and ``when``, the time for the log, among the others.
    """
    parameters = signature(action)

    @wraps(action)
    def run(host: Host, /, *args: P.args, **kwargs: P.kwargs) -> R:
        if isinstance(host, Noticing):  # one verb is part of another
            return action(host, *args, **kwargs)
        given = parameters.bind(host, *args, **kwargs).arguments
        return action(Noticing(host, given.get("when")), *args, **kwargs)

    return run


def told_of_edits(read: EventBook, when: datetime | None) -> list[Change]:
    """Notes and lines of the log on everything that was typed since, and the numbers of new players."""
    edits = edits_of(read)
    lines = [*told_of_roster_and_settings(read), *_renamed(read), *_numbered(read)]
    lines += lines_of(read, edits)
    if not lines:
        return []
    changes = writer.number_players(read)
    changes += writer.add_notes(read, [note_of(read, edit) for edit in edits]) if edits else []
    changes += [change for edit in edits for change in names_of(read, edit)]
    return [*changes, *writer.add_lines(read, when, lines)]


def told_of_roster_and_settings(read: EventBook) -> list[writer.LogLine]:
    """The settings, and who is in or out, as far as the log does not have them yet."""
    return [*_settings(read), *statuses_told(read)]


def _settings(read: EventBook) -> list[writer.LogLine]:
    """The settings that are no longer as the log has them."""
    known = settings_logged(read.book)
    lines = []
    for setting in sheets.settings_for(read.ruleset):
        name, value = setting.name, read.settings.get(setting.name, "")
        value = value.replace(WAS, " (was: ")  # which would be taken for the value before
        if setting.glance or name in UNTOLD or value == known.get(name, ""):
            continue
        was = f"{WAS}{known[name] or BLANK})" if name in known else ""
        lines.append(told_setting(name, f"{value or BLANK}{was}"))
    return lines


def told_setting(name: str, value: str) -> writer.LogLine:
    """A setting as the log has it."""
    return SETTING, f"{name}: {value}"


def statuses_told(read: EventBook) -> list[writer.LogLine]:
    """The players who are no longer in or out as the log has it."""
    states = rf"\(No (\d+)\): ((?:{'|'.join(Status)})(?:{DECLINES})?)"
    known = {
        int(no): state
        for details in logged(read.book, STATUS)
        for no, state in re.findall(states, details)
    }
    changed = [
        f"{player.name.strip().replace('(No ', '(no ')} (No {player.no}): {state}{WAS}{was})"
        for player in read.roster
        for state in [f"{player.status}{DECLINES if player.declines_cut else ''}"]
        if state != (was := known.get(player.no, str(Status.ACTIVE)))
    ]
    return [(STATUS, "; ".join(changed))] if changed else []


def _renamed(read: EventBook) -> list[writer.LogLine]:
    """The players whose names are no longer as they were when their numbers were last written.

    Spaces make no other name, capitals do. Before round 1 nobody knows a name but from ``Log``.
    """
    noted = {no: plain_name(name) for no, name in names_noted(read).items()}
    known, new = noted | names_logged(read.book), set(read.unnumbered.values())
    return [
        told_name(player.no, name, was)
        for player in read.roster
        for name in [plain_name(player.name)]
        if player.no not in new and name != (was := known.get(player.no, name))
    ]


def newcomers(read: EventBook) -> list[tuple[int, str]]:
    """The names typed on Players that get their numbers now, with these."""
    return [(no, read.by_no[no].name.strip()) for no in sorted(read.unnumbered.values())]


def _numbered(read: EventBook) -> list[writer.LogLine]:
    """What the log says of new numbers."""
    names = [f"{name} ({no})" for no, name in newcomers(read)]
    return [(NUMBER, ", ".join(names))] if names else []
