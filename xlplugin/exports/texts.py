"""The event or its standings as a text for others, in each of the formats."""

from __future__ import annotations

from xlplugin import actions
from xlplugin.exports import tables
from xlplugin.exports.nrtm import write_nrtm
from xlplugin.exports.nrtm_cut import swiss_standings
from xlplugin.workbook import sheets
from xlplugin.workbook.event_book import EventBook

KINDS = {"nrtm": ".json", "csv": ".csv", "markdown": ".md"}
"""What there is, and how its files end."""


def exported(read: EventBook, result: actions.StandingsResult, kind: str) -> str:
    """The text of a file.

    Args:
        read: the event.
        result: its standings.
        kind: one of ``KINDS``.

    Raises:
        TournamentError: the ruleset's events cannot be told in this format.
        WorkbookProblems: something must be mended first.
    """
    if kind == "nrtm":
        sides = [tab.byes_second for tab in read.rounds]
        tournament, standings = result.tournament, result.standings
        if read.progress:
            tournament = actions.event_under_way(read)
            standings = swiss_standings(tournament, read.ruleset)
        return write_nrtm(tournament, standings, read.settings, sides, read.progress)
    table = tables.standings_table(result.standings, result.tournament, result.more)
    if kind == "csv":
        return tables.as_csv(table)
    name = read.settings.get(sheets.EVENT_NAME.name) or "Tournament"
    which = (
        "final standings" if result.is_final else f"standings after round {result.standings.round}"
    )
    return tables.as_markdown(f"{name}: {which}", table)


def told(read: EventBook, result: actions.StandingsResult, kind: str) -> tuple[str, list[str]]:
    """How far an export goes, and what it leaves out."""
    when = "the whole event" if result.is_final else f"after round {result.standings.round}"
    left_out = []
    if kind == "nrtm" and read.tiebreaker:
        left_out.append(
            "The nrtm format has no place for the tiebreaker round; the order after it is kept."
        )
    if kind == "nrtm" and read.cuts and not result.is_final:
        when = f"up to {read.cuts[-1].name}"
    return when, left_out
