"""Undo the newest round."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime

from xlplugin.ground import typed
from xlplugin.ground.names import named
from xlplugin.ground.problems import OrganizerError, stop
from xlplugin.ground.texts import msg, msgn, t, tn
from xlplugin.hosts import Host
from xlplugin.verbs.elimination import without_tab
from xlplugin.verbs.frame import Done, Result, refuse, verb_despite_problems
from xlplugin.verbs.ways import unhiding
from xlplugin.workbook.book import Book, Change, RemoveSheet, ShowSheet, with_changes
from xlplugin.workbook.layouts import event_tab, tab_names
from xlplugin.workbook.reading import next_step
from xlplugin.workbook.reading.event_book import EventBook
from xlplugin.workbook.reading.reader import read_event
from xlplugin.workbook.reading.records import LogLine
from xlplugin.workbook.table import find_sheet, folded
from xlplugin.workbook.writing import cut_writer, event_writer, notes_writer


def undo(host: Host, rounds: int = 1, *, when: datetime | None = None) -> Result:
    """Remove some rounds, newest first, all at once: there is one backup."""
    if rounds > 1:
        event = read_event(host.read())
        existing = len(event.rounds) + len(event.cut_tabs)
        if rounds > existing:
            one, many = msgn(
                "{file} has only {n} round to undo.", "{file} has only {n} rounds to undo."
            )
            raise OrganizerError(tn(one, many, existing, file=host.name))
        for number in range(len(event.rounds), existing - rounds, -1):
            _refuse_progression_round(event, number)
    together = _Together(host)
    names = [undo_round(together, when=when).tab for _ in range(rounds)]
    host.write(together.changes)
    line = tn(
        "{tabs} is gone from {file}; the backup still has it: {command}",
        "{tabs} are gone from {file}; the backup still has them: {command}",
        rounds,
        tabs=", ".join(names),
        file=host.name,
        command=typed.command("restore", host.name, "1"),
    )
    return Result(lines=[line], data={"undone": names})


class _Together:
    """A host that keeps the ``changes`` of several actions, so that all can be written at once.

    Only the last of the tabs to be shown is.
    """

    def __init__(self, host: Host) -> None:
        self.name, self.require_closed = host.name, host.require_closed
        self.book = host.read()
        self.changes: list[Change] = []

    def read(self) -> Book:
        """The workbook with all changes."""
        return self.book

    def write(self, changes: Sequence[Change]) -> None:
        """Keep some changes."""
        self.book = with_changes(self.book, changes)
        before = (change for change in self.changes if not isinstance(change, ShowSheet))
        self.changes = [*before, *changes]


def question(host: Host) -> str | None:
    """The question before the newest round is undone: its name, its results; ``""`` if nobody can tell.

    ``None`` if that is refused, as there is no round.
    """
    event = read_event(host.read())
    tab = next_step.newest_tab(event)
    if event.problems:
        return ""
    if tab is None:
        return None
    typed_there = sum(tab.has_result(match) for match in tab.matches)
    asked = t("Take back {tab}? It has no results yet.", tab=tab.name)
    if typed_there:
        one, many = msgn(
            "Take back {tab}, with its {n} result?", "Take back {tab}, with its {n} results?"
        )
        asked = tn(one, many, typed_there, tab=tab.name)
    return "\n\n".join([asked, t("The tab is kept, hidden.")])


@verb_despite_problems
def undo_round(event: EventBook, _when: datetime) -> Done[Result]:
    """Remove the newest tab with matches, with the standings after it; the backup keeps them.

    Raises:
        OrganizerError: there is no round.
        WorkbookProblems: something outside that round must be mended first.
    """
    after_swiss = cut_writer.record_of(event).tabs
    if after_swiss:
        *rest, name = after_swiss
        outside = (tab_names.EVENT, tab_names.PLAYERS)
        refuse([problem for problem in event.problems if problem.sheet in outside])
        changes = without_tab(event, name, keep=True)
        changes += cut_writer.follow_up(event.book, changes, is_strict=False)
        details, front = (
            named("tab", name),
            rest[-1] if rest else tab_names.round_name(len(event.rounds)),
        )
    else:
        changes, name, details, front = _undo_swiss(event)
    shown = find_sheet(with_changes(event.book, changes), front)
    message = t(
        "{tab} is undone. Its tab is only hidden: to see it again, right-click any tab and choose "
        "{entry}, {tab} undone.",
        tab=name,
        entry=unhiding(),
    )
    log = [LogLine("Undo", details)]
    front = shown.name if shown else tab_names.EVENT
    return Done(Result(message=message, tab=name), changes, log, front)


def _refuse_progression_round(event: EventBook, newest: int) -> None:
    """A progression is taken back on ``Event``, not with the round after which it is."""
    if event.progression is None or event.progression.rounds != newest:
        return
    what = msg("the first day ends after round {n}, which undo would remove with its results")
    remedy = msg(
        "to take back only the cut between the days, clear this and {setting}; to remove round "
        "{n} too, undo after that"
    )
    second = event_tab.SECOND_DAY.name
    event.problem(event_tab.FIRST_DAY.name, what, remedy, setting=second, n=newest)
    refuse(event.problems[-1:])


def _undo_swiss(event: EventBook) -> tuple[list[Change], str, str, str]:
    """The changes, what is gone, how the log tells it, and the tab to show."""
    tabs = event.book.sheets
    numbers = {n: name for name in tabs if (n := tab_names.round_number(name)) is not None}
    recorded = event.settings.get(event_tab.ROUNDS_PAIRED.name, "")
    newest = max([*numbers, int(recorded) if recorded.isdecimal() else 0])
    if not newest:
        stop("There is no round to undo.")
    own = {folded(numbers.get(newest, "")), folded(tab_names.round_name(newest))}
    refuse([problem for problem in event.problems if folded(problem.sheet) not in own])
    _refuse_progression_round(event, newest)
    gone = [numbers[newest]] if newest in numbers else []
    gone += [n for n in tabs if (tab_names.standings_number(n) or 0) >= newest]
    event = replace(event, rounds=[tab for tab in event.rounds if tab.number < newest])
    name = tab_names.round_name(newest)
    details = t("{round} whose tab was already gone", round=name)
    if newest in numbers:
        details = t("{round} with its results", round=name)
    changes: list[Change] = [RemoveSheet(tab, keep=tab in numbers.values()) for tab in gone]
    changes += notes_writer.add_notes(event, [], replacing=newest)
    changes += notes_writer.taken_back(event, name)
    changes += event_writer.update_settings(event, event_writer.at_a_glance(event, newest - 1))
    front = event.rounds[-1].table.sheet.name if event.rounds else tab_names.PLAYERS
    return changes, name, details, front
