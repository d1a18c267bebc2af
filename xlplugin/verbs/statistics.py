"""The verb that makes the ``Statistics`` tab."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime
from itertools import takewhile

from engine import Elimination, Ruleset, Tournament
from engine.statistics import Statistics, statistics
from xlplugin.problems import Problem, WorkbookProblems
from xlplugin.verbs.frame import Noticing, verb
from xlplugin.verbs.print_tabs import in_place_of, in_the_way
from xlplugin.workbook.book import AddDrawing, ShowSheet
from xlplugin.workbook.drawings import print_lists
from xlplugin.workbook.drawings.statistics_tab import STATISTICS, draw_statistics, is_statistics
from xlplugin.workbook.layouts import tab_names
from xlplugin.workbook.reading.event_book import EventBook, RoundTab
from xlplugin.workbook.writing import notes_writer


@dataclass(frozen=True, slots=True)
class Counted:
    """The statistics that were written.

    Args:
        ruleset: of the event.
        statistics: the event in numbers.
        told: after which rounds these are.
        warnings: what the organizer should know.
        tab: where they are.
    """

    ruleset: Ruleset
    statistics: Statistics
    told: str
    warnings: tuple[str, ...] = ()
    tab: str = STATISTICS


@verb
def write_statistics(host: Noticing, *, when: datetime | None = None) -> Counted:
    """Count what has been played, and draw it on its tab, or anew where that stands.

    Raises:
        WorkbookProblems: something must be mended first, or no round is complete.
    """
    event = host.event()
    problems = [
        *event.problems,
        *in_the_way(event, STATISTICS, is_statistics, "statistics"),
        *_nothing_yet(event),
    ]
    if problems:
        raise WorkbookProblems(problems)
    tournament, told, unfinished = _complete(event)
    found = statistics(tournament, event.ruleset)
    title = print_lists.title(event, f"statistics {told}")
    changes, before = in_place_of(event, STATISTICS)
    host.write(
        [
            *changes,
            AddDrawing(draw_statistics(found, event.ruleset, title), before),
            *notes_writer.add_log(event, when, STATISTICS, told[:1].upper() + told[1:]),
            ShowSheet(STATISTICS),
        ]
    )
    return Counted(event.ruleset, found, told, (*event.warnings, *unfinished))


def _nothing_yet(event: EventBook) -> list[Problem]:
    """What is missing in round 1, or the round itself."""
    if event.completed or event.problems:
        return []
    missing = [problem for tab in event.rounds[:1] for problem in tab.missing]
    return missing or [Problem(tab_names.EVENT, "", "no round has been played", "pair round 1")]


def _complete(event: EventBook) -> tuple[Tournament, str, list[str]]:
    """The event with the rounds that are complete, what these are, and what is left out."""
    completed = event.completed
    later = [p for tab in event.rounds[completed:-1] for p in tab.missing]
    if later:
        raise WorkbookProblems(later)
    tournament = event.tournament(completed)
    told = f"after round {completed}"
    left_out = [*event.rounds[completed:], *(tab for tab in event.cut_tabs if tab.missing)]
    if completed == len(event.rounds) and event.cut_tabs:
        tournament, cuts = _with_cut(event, tournament)
        if cuts and event.progress:
            told = "of the whole event" if event.progress.is_over else f"after {cuts[-1].name}"
    return tournament, told, [_unfinished(tab) for tab in left_out]


def _with_cut(event: EventBook, tournament: Tournament) -> tuple[Tournament, list[RoundTab]]:
    """The event with what is complete after the Swiss rounds."""
    if event.tiebreaker and event.tiebreaker.is_complete:
        tournament = replace(tournament, tiebreaker=event.tiebreaker.round())
    cuts = list(takewhile(lambda tab: tab.is_complete, event.cuts))
    if event.progress:
        rounds = tuple(tab.round() for tab in cuts)
        tournament = replace(tournament, elimination=Elimination(event.progress.seeds, rounds))
    return tournament, cuts


def _unfinished(tab: RoundTab) -> str:
    return f"{tab.name} is not finished (results missing: {len(tab.missing)}), and left out here."
