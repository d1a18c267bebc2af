"""The tabs of the standings: their columns."""

from __future__ import annotations

from collections.abc import Mapping

from engine import Ruleset
from engine.tiebreaks import Tiebreak
from xlplugin.workbook.layout import (
    DECIMAL,
    HALF_POINTS,
    LINES,
    NUMBER,
    ONE_DECIMAL,
    POINTS,
    QUIET,
    QUIET_NUMBER,
    QUIET_TEXT,
    STRONG,
    Column,
    Highlight,
    Layout,
    Style,
)
from xlplugin.workbook.layouts.tab_names import standings_name


def standings_layout(number: int, ruleset: Ruleset, options: Mapping[str, str]) -> Layout:
    """The standings after a round, a column for every tiebreak in the order in which it counts."""
    tiebreaks = tuple(
        Column(t.name, max(10, len(t.name) + 3), _tiebreak_style(t), help=t.help)
        for t in ruleset.tiebreaks(options, number)
    )
    halves = ruleset.format(options).denominator > 1
    return Layout(
        standings_name(number),
        (
            Column("Rank", 8, STRONG),
            Column("No", 9, QUIET_NUMBER),
            Column("Player", 32, LINES),
            Column("Points", 9, HALF_POINTS if halves else POINTS),
            *tiebreaks,
            Column("Played", 9, NUMBER, help="Rounds with a match or a bye."),
            Column("Byes", 7, NUMBER),
            Column("Missed", 9, NUMBER, help="Rounds missed before playing: losses, no opponent."),
            Column("Status", 13, QUIET_TEXT),
        ),
        highlights=(
            Highlight('{Status}<>"Active"', colour=QUIET),
        ),
        tab_colour="1D4ED8",
        frozen=3,
    )  # fmt: skip


def _tiebreak_style(tiebreak: Tiebreak) -> Style:
    if not tiebreak.decimals:
        return QUIET_NUMBER if tiebreak.among_tied else NUMBER
    return DECIMAL if tiebreak.decimals > 1 else ONE_DECIMAL
