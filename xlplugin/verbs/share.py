"""What others may see of an event, with its standings."""

from __future__ import annotations

from xlplugin.exports.files import ALL, STANDINGS
from xlplugin.exports.shared import Shared, held_back, published, rounds_of
from xlplugin.problems import WorkbookProblems
from xlplugin.verbs.standings import standings_of
from xlplugin.workbook.reading.event_book import EventBook

WITHOUT_STANDINGS = ("html", "markdown", "xlsx", "pdf")
"""What can be made as soon as there are pairings; the page even before."""


def share(event: EventBook, kind: str, what: str = ALL) -> Shared:
    """The event for a file: one of ``files.ENDINGS``, with one of ``files.WHAT``.

    Raises:
        WorkbookProblems: something must be mended first, or no round is complete.
    """
    public = published(event)
    left_out = held_back(event)
    has_standings = event.completed or (event.progress and event.progress.is_over)
    can_do_without = kind == "html" or (
        kind in WITHOUT_STANDINGS and what != STANDINGS and rounds_of(public)
    )
    if has_standings or not can_do_without:
        result = standings_of(event)
        return Shared(public, result.table, result.warnings, left_out)
    missing = [problem for tab in event.rounds[:-1] for problem in tab.missing]
    if event.problems or missing:
        raise WorkbookProblems([*event.problems, *missing])
    return Shared(public, None, event.warnings, left_out)
