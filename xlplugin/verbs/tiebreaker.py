"""Make the tiebreaker round before a cut."""

from __future__ import annotations

from datetime import datetime

from engine import Stage, pair_tiebreaker_round
from xlplugin.problems import stop
from xlplugin.verbs.cut import qualifiers, size_of
from xlplugin.verbs.elimination import with_new_tab
from xlplugin.verbs.frame import Done, verb_despite_problems
from xlplugin.verbs.paired import PairResult
from xlplugin.workbook.reading import match_tables
from xlplugin.workbook.reading.event_book import EventBook
from xlplugin.workbook.writing import cut_writer


def tiebreaker_round(event: EventBook, when: datetime, top: int | None = None) -> Done[PairResult]:
    """Make the tiebreaker round before a cut.

    Args:
        event: the event.
        when: the time.
        top: how many make the cut; ``None`` as planned.

    Raises:
        OrganizerError: none is needed, or the ruleset has none.
        WorkbookProblems: Swiss rounds are unfinished, or something must be mended first.
    """
    for tab in event.cut_tabs[:1]:
        stop("It is too late for a tiebreaker round: there is {tab}. Undo it first.", tab=tab.name)
    size = size_of(event, top)
    line = qualifiers(event, size)
    tournament = event.after_swiss()
    pairing = pair_tiebreaker_round(tournament, event.ruleset, size)
    seated = match_tables.seated(event, pairing, [*event.rounds, *event.cut_tabs])
    ranks = {standing.no: standing.rank for standing in line.standings}
    new = cut_writer.add_tiebreaker(event, [match for match, _ in seated], ranks)
    result = PairResult(
        tournament, pairing, seated, list(event.warnings), new.layout.name, Stage.TIEBREAKER
    )
    return with_new_tab(event, when, new, result, "Tiebreaker round", size)


tiebreaker = verb_despite_problems(tiebreaker_round)
