"""The frame of every verb that writes: first it notices what was typed since the last one."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import datetime
from functools import wraps
from inspect import signature
from typing import Concatenate, ParamSpec, TypeVar

from xlplugin.hosts import Closed, Host
from xlplugin.verbs.noticing import changes_noticed, newcomers
from xlplugin.workbook.book import Book, Change, with_changes
from xlplugin.workbook.reading.event_book import EventBook
from xlplugin.workbook.reading.reader import read_event

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
        event = read_event(self._host.read())
        self._told = [] if event.problems else changes_noticed(event, self._when)
        self.numbered = newcomers(event)
        if not self._told:
            return event
        after = read_event(with_changes(event.book, self._told))
        after.warnings += [warning for warning in event.warnings if warning not in after.warnings]
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
