"""The event or its standings as a text for others, in each of the formats."""

from __future__ import annotations

from xlplugin import actions
from xlplugin.exports import tables
from xlplugin.exports.nrtm import write_nrtm
from xlplugin.exports.nrtm_cut import swiss_standings
from xlplugin.exports.page import web_page
from xlplugin.exports.page_data import status
from xlplugin.problems import WorkbookProblems
from xlplugin.workbook import sheets
from xlplugin.workbook.event_book import EventBook

KINDS = {"nrtm": ".json", "csv": ".csv", "markdown": ".md", "html": ".html"}
"""What there is, and how its files end."""


def result_for(read: EventBook, kind: str) -> actions.StandingsResult | None:
    """The standings that a file is about; ``None`` for a page while no round is complete.

    Raises:
        WorkbookProblems: something must be mended first, or no round is complete.
    """
    if kind != "html" or read.completed or (read.progress and read.progress.is_over):
        return actions.standings_of(read)
    missing = [problem for tab in read.rounds[:-1] for problem in tab.missing]
    if read.problems or missing:
        raise WorkbookProblems([*read.problems, *missing])
    return None


def exported(
    read: EventBook, result: actions.StandingsResult | None, kind: str, *, watch: bool = False
) -> str:
    """The text of a file.

    Args:
        read: the event.
        result: its standings; see :func:`result_for`.
        kind: one of ``KINDS``.
        watch: whether newer ones will take its place.

    Raises:
        TournamentError: the ruleset's events cannot be told in this format.
        WorkbookProblems: something must be mended first.
    """
    if kind == "html":
        return web_page(read, result, watch=watch)
    assert result is not None
    if kind == "nrtm":
        sides = [tab.byes_second for tab in read.rounds]
        tournament, standings = result.tournament, result.standings
        progress = read.progress if any(map(read.is_published, read.cuts)) else None
        if progress:
            tournament = actions.event_under_way(read)
            standings = swiss_standings(tournament, read.ruleset)
        named = {**read.settings, sheets.EVENT_NAME.name: read.title}
        return write_nrtm(tournament, standings, named, sides, progress)
    table = tables.standings_table(result.standings, result.tournament, result.more)
    if kind == "csv":
        return tables.as_csv([table[0], *table[1]])
    return tables.as_markdown(heading(read, result), table)


def heading(read: EventBook, result: actions.StandingsResult) -> str:
    """What the standings are headed with."""
    which = (
        "final standings" if result.is_final else f"standings after round {result.standings.round}"
    )
    return f"{read.title}: {which}"


def told(
    read: EventBook, result: actions.StandingsResult | None, kind: str
) -> tuple[str, list[str]]:
    """How far an export goes, and what it leaves out."""
    left_out = held_back(read)
    if kind == "html":
        return status(read), left_out
    assert result is not None
    when = "the whole event" if result.is_final else f"after round {result.standings.round}"
    if kind == "nrtm" and read.tiebreaker:
        left_out.append(
            "The nrtm format has no place for the tiebreaker round; the order after it is kept."
        )
    if kind == "nrtm" and read.cuts and not result.is_final:
        shown = [tab.name for tab in read.cuts if read.is_published(tab)]
        when = f"up to {shown[-1]}" if shown else when
    return when, left_out


def held_back(read: EventBook) -> list[str]:
    """What to say of a round that has not been published."""
    return [
        f"{tab.name} is not published, so it is left out. When you have looked it over: publish."
        for tab in (*read.rounds, *read.cut_tabs)
        if not read.is_published(tab)
    ]
