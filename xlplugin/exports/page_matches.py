"""The matches on the web page: names, sides, and what a result came to, as texts."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from engine import Match, Stage
from engine.elimination.progress import winner_of
from engine.match_format import EliminationFormat
from engine.model import Exact
from xlplugin.exports.shared import name_of
from xlplugin.texts import t
from xlplugin.workbook.drawings.bracket_boxes import NOBODY, details_of, sides_of
from xlplugin.workbook.layouts import elimination_tabs
from xlplugin.workbook.reading.event_book import EventBook, RoundTab


def matches_by_table(tab: RoundTab) -> list[Match]:
    """The matches of a round in the order of their tables, byes last."""
    return sorted(tab.matches, key=lambda match: (match.player2 is None, match.table))


def sides_of_swiss(event: EventBook, tab: RoundTab) -> Sequence[str]:
    """The sides of Player 1 and Player 2, where the format fixes them."""
    return (event.match_format.sides if tab.stage is Stage.SWISS else None) or ()


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
        scores, won = _after_swiss(event, tab, match, format_)
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
            {"name": name_of(event, no), "side": side, "score": score, "total": so_far[no]}
            for no, side, score in zip(match.players, sides, scores, strict=False)
        ],
        "won": won,
        "note": str(match.special),
        "extra": tab.extra_minutes.get(match.player1, 0),
    }


def _after_swiss(
    event: EventBook, tab: RoundTab, match: Match, format_: EliminationFormat
) -> tuple[tuple[str, str], int]:
    """What either player's box says of the result, and who has won."""
    ranks = _ranks(event, tab, match)
    if match.player2 is None or not ranks:
        return NOBODY, 0
    winner = winner_of(match, ranks, format_)
    if winner is None:
        return NOBODY, 0
    won = 1 if winner == match.player1 else 2
    more = details_of(match, format_, 1 if ranks[match.player1] < ranks[match.player2] else 2)
    words = (t("won"), t("lost")) if won == 1 else (t("lost"), t("won"))
    return (more if any(more) else words), won


def _ranks(event: EventBook, tab: RoundTab, match: Match) -> Mapping[int, int]:
    """The seed or rank of each player, by which the higher of two is known."""
    if tab.stage is Stage.ELIMINATION:
        return event.progress.seed_of if event.progress else {}
    row = tab.rows[match.player1]
    return {
        no: row.whole(f"{elimination_tabs.RANK} {side}", 1, 9999) or 0
        for side in "12"
        if (no := row.whole(f"No {side}", 1, 10**7)) is not None
    }
