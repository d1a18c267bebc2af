"""Undo the newest round."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime

from engine import (
    Tournament,
    TournamentError,
)
from xlplugin.problems import Problem, WorkbookProblems
from xlplugin.verbs import cut
from xlplugin.verbs.frame import Noticing, verb
from xlplugin.workbook.book import (
    Change,
    RemoveSheet,
    ShowSheet,
    with_changes,
)
from xlplugin.workbook.layouts import event_tab, tab_names
from xlplugin.workbook.reading import next_step
from xlplugin.workbook.reading.event_book import EventBook
from xlplugin.workbook.table import find_sheet, folded
from xlplugin.workbook.writing import (
    cut_writer,
    deadline_writer,
    event_writer,
    notes_writer,
)


def event_under_way(event: EventBook) -> Tournament:
    """The event with everything that has a result, an unfinished round of the elimination included.

    Raises:
        WorkbookProblems: something must be mended, or a result is missing before that round.
    """
    open_rounds = sum(bool(tab.missing) for tab in event.cuts)
    tournament = event.after_swiss(len(event.cuts) - open_rounds)
    if tournament.elimination is None:
        return tournament
    rounds = tuple(tab.round() for tab in event.cuts if event.is_published(tab))
    return replace(tournament, elimination=replace(tournament.elimination, rounds=rounds))


def _newest_name(event: EventBook) -> str:
    newest = next_step.newest_tab(event)
    return newest.name if newest else ""


# undo


@verb
def undo_round(host: Noticing, *, when: datetime | None = None) -> str:
    """Remove the newest tab with matches, with the standings after it; the backup keeps them.

    Returns:
        The name of the tab that is gone.

    Raises:
        TournamentError: there is no round.
        WorkbookProblems: something outside that round must be mended first.
    """
    event = host.event()
    after_swiss = cut_writer.record_of(event).tabs
    if after_swiss:
        *rest, name = after_swiss
        _refuse_problems_on(event, {tab_names.EVENT, tab_names.PLAYERS})
        changes = cut.without_tab(event, name, keep=True)
        changes += cut_writer.follow_up(event.book, changes, is_strict=False)
        details, front = name, rest[-1] if rest else tab_names.round_name(len(event.rounds))
    else:
        changes, name, details, front = _undo_swiss(event)
    changes += notes_writer.add_log(event, when, "Undo", details)
    there = find_sheet(with_changes(event.book, changes), front)
    host.write([*changes, ShowSheet(there.name if there else tab_names.EVENT)])
    return name


def _refuse_problems_on(event: EventBook, names: set[str]) -> None:
    """Problems where the removal is written must be mended first."""
    found = [problem for problem in event.problems if problem.sheet in names]
    if found:
        raise WorkbookProblems(found)


def _refuse_other_problems(event: EventBook, own: set[str]) -> None:
    """Problems elsewhere must be mended before a tab is removed."""
    names = {folded(name) for name in own}
    others = [problem for problem in event.problems if folded(problem.sheet) not in names]
    if others:
        raise WorkbookProblems(others)


def _refuse_day_one(event: EventBook, newest: int) -> None:
    """The cut after the first day is taken back on ``Event``, not with its last round."""
    if event.progression is None or event.progression.rounds != newest:
        return
    cell = event.setting_cell(event_tab.FIRST_DAY.name)
    what = f"the first day ends after round {newest}, which undo would remove with its results"
    remedy = (
        f"clear this and {event_tab.SECOND_DAY.name} to take the cut between the days back: that is "
        f"all; to remove round {newest} too, undo after that"
    )
    raise WorkbookProblems([Problem(event.event_tab.sheet.name, cell, what, remedy)])


def _undo_swiss(event: EventBook) -> tuple[list[Change], str, str, str]:
    """The changes, what is gone, how the log tells it, and the tab to show."""
    numbers = {
        number: name
        for name in event.book.sheets
        if (number := tab_names.round_number(name)) is not None
    }
    recorded = event.settings.get(event_tab.ROUNDS_PAIRED.name, "")
    newest = max([*numbers, int(recorded) if recorded.isdecimal() else 0])
    if not newest:
        message = "There is no round to undo."
        raise TournamentError(message)
    _refuse_other_problems(event, {numbers.get(newest, ""), tab_names.round_name(newest)})
    _refuse_day_one(event, newest)
    gone = [numbers[newest]] if newest in numbers else []
    gone += [n for n in event.book.sheets if (tab_names.standings_number(n) or 0) >= newest]
    event.rounds = [tab for tab in event.rounds if tab.number < newest]
    remaining = newest - 1
    results = "with its results" if newest in numbers else "whose tab was already gone"
    changes: list[Change] = [RemoveSheet(name, keep=name in numbers.values()) for name in gone]
    changes += notes_writer.add_notes(event, [], replacing=newest)
    changes += deadline_writer.taken_back(event, tab_names.round_name(newest))
    changes += event_writer.update_settings(event, event_writer.at_a_glance(event, remaining))
    front = event.rounds[-1].table.sheet.name if event.rounds else tab_names.PLAYERS
    name = tab_names.round_name(newest)
    return changes, name, f"{name} {results}", front
