"""The event or its standings for others, in each of the formats."""

from __future__ import annotations

from collections.abc import Sequence

from xlplugin.exports import chat, tables
from xlplugin.exports.files import ALL, STANDINGS
from xlplugin.exports.nrtm import write_nrtm
from xlplugin.exports.nrtm_cut import swiss_standings
from xlplugin.exports.page import web_page
from xlplugin.exports.page_data import published_tabs, status
from xlplugin.exports.sharing import tabs_to_share
from xlplugin.problems import WorkbookProblems
from xlplugin.verbs.standings import StandingsResult, event_under_way, standings_of
from xlplugin.workbook.layouts import event_tab
from xlplugin.workbook.reading.event_book import EventBook

WITHOUT_STANDINGS = ("html", "markdown", "xlsx", "pdf")
"""What can be made as soon as there are pairings."""


def result_for(event: EventBook, kind: str, what: str = ALL) -> StandingsResult | None:
    """The standings that a file is about; ``None`` for pairings while no round is complete.

    Raises:
        WorkbookProblems: something must be mended first, or no round is complete.
    """
    has_standings = event.completed or (event.progress and event.progress.is_over)
    can_do_without = kind == "html" or (
        kind in WITHOUT_STANDINGS and what != STANDINGS and published_tabs(event)
    )
    if has_standings or not can_do_without:
        return standings_of(event)
    missing = [problem for tab in event.rounds[:-1] for problem in tab.missing]
    if event.problems or missing:
        raise WorkbookProblems([*event.problems, *missing])
    return None


def exported(
    event: EventBook, result: StandingsResult | None, kind: str, *, watch: bool = False
) -> str:
    """The text of a file.

    Args:
        event: the event.
        result: its standings; see :func:`result_for`.
        kind: one of ``files.TEXTS``.
        watch: whether newer ones will take its place.

    Raises:
        TournamentError: the ruleset's events cannot be told in this format.
        WorkbookProblems: something must be mended first.
    """
    if kind == "html":
        return web_page(event, result, watch=watch)
    if kind == "markdown":
        return "\n".join(chat.messages(event, result, ALL, chat.MOST))
    assert result is not None
    if kind == "nrtm":
        sides = [tab.byes_second for tab in event.rounds]
        tournament, standings = result.tournament, result.standings
        progress = event.progress if any(map(event.is_published, event.cuts)) else None
        if progress:
            tournament = event_under_way(event)
            standings = swiss_standings(tournament, event.ruleset)
        named = {**event.settings, event_tab.EVENT_NAME.name: event.title}
        return write_nrtm(tournament, standings, event.ruleset, named, sides, progress)
    return tables.as_csv(result.table.cells())


def workbook(
    event: EventBook,
    result: StandingsResult | None,
    name: str,
    what: str = ALL,
    more: Sequence[str] = (),
) -> bytes:
    """A workbook to share, as a file.

    Args:
        event: the event.
        result: its standings; see :func:`result_for`.
        name: the file's, for messages.
        what: whether standings, rounds or all of it.
        more: what else, some of ``files.MORE``.

    Raises:
        TournamentError: there is none of that yet.
    """
    from xlplugin.hosts.fresh import fresh_workbook  # noqa: PLC0415  (needs openpyxl)

    return fresh_workbook(tabs_to_share(event, result, what, more), name, event.title)


def told(event: EventBook, result: StandingsResult | None, kind: str) -> tuple[str, list[str]]:
    """How far an export goes, and what it leaves out."""
    left_out = held_back(event)
    if kind == "html" or result is None:
        return status(event), left_out
    when = "the whole event" if result.table.is_final else f"after round {result.standings.round}"
    if kind == "nrtm" and event.tiebreaker:
        left_out.append(
            "The nrtm format has no place for the tiebreaker round; the order after it is kept."
        )
    if kind == "nrtm" and event.cuts and not result.table.is_final:
        shown = [tab.name for tab in event.cuts if event.is_published(tab)]
        when = f"up to {shown[-1]}" if shown else when
    return when, left_out


def held_back(event: EventBook) -> list[str]:
    """What to say of a round that has not been published."""
    return [
        f"{tab.name} is not published, so it is left out. When you have looked it over: publish."
        for tab in (*event.rounds, *event.cut_tabs)
        if not event.is_published(tab)
    ]
