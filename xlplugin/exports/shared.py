"""The event as others may see it, from which every format is made."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from engine import Match, Stage, Status
from engine.elimination.progress import winner_of
from engine.match_format import EliminationFormat
from engine.model import Exact
from xlplugin.ground.names import named
from xlplugin.ground.texts import msg, t, tn
from xlplugin.workbook.book import SheetData
from xlplugin.workbook.drawings.bracket_boxes import NOBODY, details_of, sides_of
from xlplugin.workbook.layouts.record_tabs import NOTES_LAYOUT
from xlplugin.workbook.layouts.round_tabs import (
    BRACKET,
    CONFIRMED,
    EXTRA_MINUTES,
    IN_TOUCH,
    cut_name,
)
from xlplugin.workbook.layouts.standings_tabs import StandingsTable
from xlplugin.workbook.layouts.tab_names import LOG, NOTES, STATISTICS, leads_back
from xlplugin.workbook.reading import deadlines
from xlplugin.workbook.reading.event_book import EventBook, RoundTab
from xlplugin.workbook.table import Table, folded, one_line

FOR_THE_ORGANIZER = ("Check", CONFIRMED.header, IN_TOUCH.header, EXTRA_MINUTES.header)
"""Columns of a round that only help while results are typed."""


@dataclass(frozen=True, slots=True)
class Shared:
    """An event for others, without a round that is still looked over; see :func:`published`.

    Standings are ``None`` while no round is complete; ``left_out`` says what is not shared, and why.
    """

    event: EventBook
    table: StandingsTable | None
    notes: list[str]
    left_out: list[str]


# what is published


def held_back(event: EventBook) -> list[str]:
    """A sentence on each round that has not been published."""
    text = msg("{tab} is not published, so it is left out. When you have looked it over: publish.")
    return [t(text, tab=tab.name) for tab in event.tabs if not event.is_published(tab)]


def published(event: EventBook) -> EventBook:
    """The event without the round that is still looked over, and without what would give it away."""
    held = next((tab for tab in event.tabs if not event.is_published(tab)), None)
    if held is None:
        return event
    rounds, cuts = ([tab for tab in tabs if tab is not held] for tabs in (event.rounds, event.cuts))
    hidden = {folded(BRACKET)} if event.cuts and not cuts else set()
    sheets = {
        name: _without(sheet, held)
        for name, sheet in event.book.sheets.items()
        if name != held.name
        and folded(name) not in hidden
        and not (leads_back(sheet) and folded(name) != folded(STATISTICS))
    }
    return replace(
        event,
        book=replace(event.book, sheets=sheets),
        rounds=rounds,
        cuts=cuts,
        tiebreaker=None if event.tiebreaker is held else event.tiebreaker,
        progress=event.progress if cuts else None,
    )


def _without(sheet: SheetData, held: RoundTab) -> SheetData:
    """The notes or the log without their rows on a round; another tab as it is."""
    if folded(sheet.name) not in (folded(NOTES), folded(LOG)):
        return sheet
    name = re.compile(rf"\b{re.escape(held.name)}\b", re.IGNORECASE)
    hidden = {
        number
        for number, row in enumerate(sheet.rows, 1)
        if any(isinstance(value, str) and name.search(value) for value in row)
    }
    columns = tuple(c for c in NOTES_LAYOUT.columns if c.header in ("Round", "Table"))
    notes = Table(sheet, replace(NOTES_LAYOUT, columns=columns), [])
    if held.stage is Stage.SWISS and notes.is_usable:
        hidden |= {row.number for row in notes.rows() if row.raw("Round") == held.number}
    rows = [row for number, row in enumerate(sheet.rows, 1) if number not in hidden]
    return replace(sheet, rows=rows)


# how far it is


def champion(event: EventBook) -> str:
    """The winner of the elimination; ``""`` while that is open, or there is none."""
    if event.progress is None or not event.progress.is_over:
        return ""
    return one_line(event.name(event.progress.places()[0]))


def title_of(event: EventBook, tab: RoundTab) -> str:
    """The heading of a round."""
    if tab.stage is Stage.SWISS:
        planned = max(event.planned_rounds(), tab.number)
        return t("Round {n} of {planned}", n=tab.number, planned=planned)
    if tab.stage is Stage.TIEBREAKER:
        return t("Tiebreaker round")
    return named("tab", cut_name(tab.number))


def status(event: EventBook) -> str:
    """The state of the event, in a sentence."""
    if winner := champion(event):
        return t("The event is over. Champion: {player}", player=winner)
    if not event.tabs:
        active = sum(player.status is Status.ACTIVE for player in event.roster)
        players = tn("{n} player", "{n} players", active)
        return t("{players}. Round 1 has not been paired yet.", players=players)
    newest = event.tabs[-1]
    title = title_of(event, newest)
    if newest.is_complete:
        if newest.stage is Stage.SWISS and newest.number >= event.planned_rounds():
            return t("{round} is complete. It was the last Swiss round.", round=title)
        return t("{round} is complete.", round=title)
    playing = sum(match.player2 is not None for match in newest.matches)
    values = {"round": title, "n": playing - len(newest.missing), "all": playing}
    deadline = deadlines.deadline_of(event, newest.name)
    if deadline is None or deadline.due is None:
        return t("{round}: {n} of {all} results are in.", **values)
    text = msg("{round}: {n} of {all} results are in. They are due {time} (the organizer's time).")
    return t(text, **values, time=deadlines.as_text(deadline.due))


# its matches, as texts


def sides_of_swiss(event: EventBook, tab: RoundTab) -> Sequence[str]:
    """The sides of Player 1 and Player 2, where the format fixes them."""
    sides = (event.match_format.sides if tab.stage is Stage.SWISS else None) or ()
    return tuple(named("choice", side) for side in sides)


def number(value: Exact) -> str:
    """Points as people write them: ``4``, ``4.5``."""
    return f"{float(value):g}"


def match_data(
    event: EventBook, tab: RoundTab, match: Match, totals: dict[int, Exact] | None = None
) -> dict[str, Any]:
    """A match: its players with side and score, and who has won: 1, 2, or 0 for nobody yet.

    ``totals`` has everybody's points before the match; those of a Swiss match are added to it.
    """
    format_, won = event.format_of(tab), 0
    sides, scores, so_far = NOBODY, NOBODY, dict.fromkeys(match.players, "")
    if isinstance(format_, EliminationFormat):
        scores, won = _after_swiss(tab, match, format_)
        sides = sides_of(match, format_)
    elif score := format_.score(match.result, match.special):
        one, two = score
        scores, won = (number(one), number(two)), 0 if one == two else 1 if one > two else 2
        if totals is not None:
            for no, points in zip(match.players, score, strict=False):
                totals[no] = totals.get(no, 0) + points
                so_far[no] = number(totals[no])
    return {
        "table": match.table,
        "players": [
            {
                "name": one_line(event.name(no)),
                "side": named("choice", side),
                "score": score,
                "total": so_far[no],
            }
            for no, side, score in zip(match.players, sides, scores, strict=False)
        ],
        "won": won,
        "note": named("choice", match.special),
        "extra": tab.extra_minutes.get(match.player1, 0),
    }


def _after_swiss(
    tab: RoundTab, match: Match, format_: EliminationFormat
) -> tuple[tuple[str, str], int]:
    """The words in either player's box on the result, and the winner, 1, 2 or 0."""
    ranks = tab.ranks
    is_known = match.player2 is not None and ranks.keys() >= set(match.players)
    winner = winner_of(match, ranks, format_) if is_known else None
    if match.player2 is None or winner is None:
        return NOBODY, 0
    won = 1 if winner == match.player1 else 2
    more = details_of(match, format_, 1 if ranks[match.player1] < ranks[match.player2] else 2)
    words = (t("won"), t("lost")) if won == 1 else (t("lost"), t("won"))
    return (more if any(more) else words), won
