"""Say who is certain of the cut, who is out, and who can afford a draw."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from datetime import datetime

from engine.chances.chances import Chances, Draw, chances
from engine.model import Match, Tournament
from xlplugin.ground.problems import stop
from xlplugin.ground.texts import t
from xlplugin.hosts import Host
from xlplugin.verbs.cut import size_of
from xlplugin.verbs.frame import Done, Result, Table, refuse, verb_despite_problems, without_players
from xlplugin.verbs.print_tabs import in_the_way
from xlplugin.workbook.book import AddDrawing
from xlplugin.workbook.drawings import chances_tab
from xlplugin.workbook.layouts import tab_names
from xlplugin.workbook.layouts.tab_names import CHANCES
from xlplugin.workbook.reading import cut_chances
from xlplugin.workbook.reading.event_book import EventBook
from xlplugin.workbook.reading.reader import read_event
from xlplugin.workbook.reading.records import LogLine


def safe(
    host: Host,
    *,
    top: int | None = None,
    samples: int | None = None,
    when: datetime | None = None,  # noqa: ARG001
) -> Result:
    """Tell who is certain of a cut to the ``top`` so many, else as planned; nothing is written.

    Where not every result can be looked at, ``samples`` of them are drawn.

    Raises:
        OrganizerError: the ruleset has no cut, or the Swiss rounds are over.
        WorkbookProblems: something must be mended first.
    """
    event = read_event(host.read())
    return _result(event, *_found(event, top, samples))


@verb_despite_problems
def write_chances(
    event: EventBook, when: datetime, top: int | None = None, samples: int | None = None
) -> Done[Result]:
    """Tell the same, and write it on its tab, or anew where that stands.

    Raises:
        OrganizerError: the ruleset has no cut, or the Swiss rounds are over.
        WorkbookProblems: something must be mended first.
    """
    refuse([*event.problems, *in_the_way(event, CHANCES)])
    found, size = _found(event, top, samples)
    result = _result(event, found, size)
    text = cut_chances.in_short(found, size)
    written = t("Written to {file}, tab {tab}.", file=event.book.name, tab=CHANCES)
    drawing = chances_tab.draw_chances(event, event.typed, found, size, when)
    result = replace(result, message=text, lines=[*result.lines, written], tab=CHANCES)
    log = [LogLine(CHANCES, f"{cut_chances.results_so_far(event)}. {text}")]
    return Done(result, tab_names.anew(event.book, CHANCES, AddDrawing(drawing)), log, CHANCES)


def _found(event: EventBook, top: int | None, samples: int | None) -> tuple[Chances, int]:
    """The chances, and the size of the cut."""
    problems = [*event.problems, *(p for tab in event.rounds[:-1] for p in tab.missing)]
    refuse([*problems, *without_players(event)])
    for tab in event.cut_tabs[:1]:
        stop("The Swiss rounds are over: {tab} exists, and no result is open.", tab=tab.name)
    size = size_of(event, top)
    return chances(event.typed, event.ruleset, size, samples), size


def _result(event: EventBook, found: Chances, size: int) -> Result:
    lines = [*_lines(event, found, size)]
    return Result(lines=lines, data=_data(event.typed, found), warnings=event.warnings)


def _data(tournament: Tournament, found: Chances) -> dict[str, object]:
    players = [
        {"no": p.no, "player": tournament.name(p.no), "state": str(p.state), "chance": p.chance}
        for p in found.players
    ]
    pairings = [
        {"table": match.table, "draw_is_safe": draw.is_safe} for match, draw in found.draws.items()
    ]
    counted = {"results": found.results, "exact": found.is_exact}
    return {"players": players, "pairings": pairings, **counted}


def _lines(event: EventBook, found: Chances, size: int) -> Iterator[str | Table]:
    tournament = event.typed
    rows = [
        (tournament.name(p.no), t(cut_chances.STATES[p.state]), cut_chances.percent(p))
        for p in found.players
    ]
    headers = (t("Player"), t("State"), t("Chance"))
    yield Table(cut_chances.heading(event, size), headers, rows, "<<>")
    if draws := cut_chances.draws_to_tell(found):
        yield ""
        yield _draws(tournament, draws)
    yield ""
    yield cut_chances.what_it_is(event, found)


def _draws(tournament: Tournament, draws: Mapping[Match, Draw]) -> Table:
    rows = [
        (str(match.table), *map(tournament.name, match.players), cut_chances.draw_in_words(draw))
        for match, draw in draws.items()
    ]
    headers = (t("Table"), t("Player 1"), t("Player 2"), t("Intentional draw"))
    return Table("", headers, rows, "><<<")
