"""The verb that makes the ``Statistics`` tab."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime
from itertools import takewhile

from engine import Elimination, Ruleset, Tournament
from engine.statistics import Statistics, statistics
from xlplugin.noticing import Noticing, verb
from xlplugin.printing import in_place_of, in_the_way
from xlplugin.problems import Problem, WorkbookProblems
from xlplugin.workbook import print_sheets, sheets, writer
from xlplugin.workbook.book import AddDrawing, ShowSheet
from xlplugin.workbook.event_book import EventBook, RoundTab
from xlplugin.workbook.statistics_sheet import STATISTICS, draw_statistics, is_statistics


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
    read = host.event()
    problems = [
        *read.problems,
        *in_the_way(read, STATISTICS, is_statistics, "statistics"),
        *_nothing_yet(read),
    ]
    if problems:
        raise WorkbookProblems(problems)
    tournament, told, unfinished = _complete(read)
    found = statistics(tournament, read.ruleset)
    title = print_sheets.title(read, f"statistics {told}")
    changes, before = in_place_of(read, STATISTICS)
    host.write(
        [
            *changes,
            AddDrawing(draw_statistics(found, read.ruleset, title), before),
            *writer.add_log(read, when, STATISTICS, told[:1].upper() + told[1:]),
            ShowSheet(STATISTICS),
        ]
    )
    return Counted(read.ruleset, found, told, (*read.warnings, *unfinished))


def _nothing_yet(read: EventBook) -> list[Problem]:
    """What is missing in round 1, or the round itself."""
    if read.completed or read.problems:
        return []
    missing = [problem for tab in read.rounds[:1] for problem in tab.missing]
    return missing or [Problem(sheets.EVENT, "", "no round has been played", "pair round 1")]


def _complete(read: EventBook) -> tuple[Tournament, str, list[str]]:
    """The event with the rounds that are complete, what these are, and what is left out."""
    completed = read.completed
    later = [p for tab in read.rounds[completed:-1] for p in tab.missing]
    if later:
        raise WorkbookProblems(later)
    tournament = read.tournament(completed)
    told = f"after round {completed}"
    left_out = [*read.rounds[completed:], *(tab for tab in read.cut_tabs if tab.missing)]
    if completed == len(read.rounds) and read.cut_tabs:
        tournament, cuts = _with_cut(read, tournament)
        if cuts and read.progress:
            told = "of the whole event" if read.progress.is_over else f"after {cuts[-1].name}"
    return tournament, told, [_unfinished(tab) for tab in left_out]


def _with_cut(read: EventBook, tournament: Tournament) -> tuple[Tournament, list[RoundTab]]:
    """The event with what is complete after the Swiss rounds."""
    if read.tiebreaker and read.tiebreaker.is_complete:
        tournament = replace(tournament, tiebreaker=read.tiebreaker.round())
    cuts = list(takewhile(lambda tab: tab.is_complete, read.cuts))
    if read.progress:
        rounds = tuple(tab.round() for tab in cuts)
        tournament = replace(tournament, elimination=Elimination(read.progress.seeds, rounds))
    return tournament, cuts


def _unfinished(tab: RoundTab) -> str:
    return f"{tab.name} is not finished (results missing: {len(tab.missing)}), and left out here."
