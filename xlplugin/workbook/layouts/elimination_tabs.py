"""The tabs after the Swiss rounds: ``Tiebreaker``, ``Cut 1`` ... and ``Final standings``."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from engine import Ruleset, Stage
from engine.formats.elimination import without_byes
from engine.match_format import EliminationFormat
from xlplugin.texts import t
from xlplugin.workbook import layout as looks
from xlplugin.workbook.formats import sheet_of
from xlplugin.workbook.layout import Column, Layout, Whole
from xlplugin.workbook.layouts import round_tabs

BRACKET, FINAL = "Bracket", "Final standings"
TIEBREAKER = "Tiebreaker"
SEED, RANK = "Seed", "Rank"
CUT_COLOUR = "7C3AED"


def cut_name(number: int) -> str:
    """The tab of an elimination round."""
    return f"Cut {number}"


def cut_number(sheet: str) -> int | None:
    """The number of an elimination round by its tab; forgiving about spaces and capitals."""
    name = re.fullmatch(r"\s*cut\s+0*([1-9]\d{0,2})\s*", sheet, re.IGNORECASE)
    return int(name[1]) if name else None


def is_tiebreaker(sheet: str) -> bool:
    """True if a tab holds the tiebreaker round."""
    return sheet.strip().casefold() == TIEBREAKER.casefold()


def cut_layout(number: int, ruleset: Ruleset, options: Mapping[str, str]) -> Layout:
    """A tab of the elimination, which the ruleset must have."""
    assert ruleset.cut is not None
    format_ = ruleset.cut.format(options)
    if number > 1:
        format_ = without_byes(format_)
    game = Column("Game", 8, looks.NUMBER, optional=True, help=t("Its number on the tab Bracket."))
    ends = round_tabs.last_columns(ruleset, options, Stage.ELIMINATION)
    return _layout(cut_name(number), format_, SEED, [game], ends)


def tiebreaker_layout(ruleset: Ruleset) -> Layout:
    """The tab of the tiebreaker round, which the ruleset must have."""
    assert ruleset.cut is not None
    assert ruleset.cut.tiebreaker is not None
    ends = round_tabs.last_columns(ruleset, {}, Stage.TIEBREAKER)
    return _layout(TIEBREAKER, ruleset.cut.tiebreaker, RANK, [], ends)


def _layout(
    name: str, format_: EliminationFormat, rank: str, more: Sequence[Column], ends: Sequence[Column]
) -> Layout:
    sheet = sheet_of(format_)
    live = sheet.live(rank)
    specials = tuple(special for special in format_.specials if special)
    swiss: tuple[Column, ...] = ()
    if live.swiss:
        swiss = (
            Column("Points 1", 9, looks.POINTS, formula=live.swiss.points1, optional=True),
            Column("Points 2", 9, looks.POINTS, formula=live.swiss.points2, optional=True),
            *round_tabs.more_columns(live.swiss),
        )
    needed = tuple(field.name for field in format_.fields if field.needed)
    special_help = t("Blank for a game played. No-show 1: Player 1 did not play, Player 2 goes on.")
    seed_help = t("After the Swiss rounds.") if rank == SEED else t("Before this round.")
    return Layout(
        name,
        (
            round_tabs.TABLE,
            *more,
            *(
                column
                for side in "12"
                for column in (
                    Column(f"{rank} {side}", 7, looks.NUMBER, whole=Whole(1, 9999), help=seed_help),
                    Column(f"No {side}", 8, looks.QUIET_NUMBER, whole=round_tabs.PLAYER_NUMBER),
                    Column(f"Player {side}", 24, looks.LINES),
                )
            ),
            *map(sheet.column, format_.fields),
            Column("Special", 15, looks.ENTRY, specials, help=special_help),
            *swiss,
            Column("Advances", 22, looks.STRONG, formula=live.advances, optional=True),
            Column("Check", 18, looks.QUIET_TEXT, formula=live.check, optional=True),
            *ends,
        ),
        highlights=round_tabs.set_off(needed),
        tab_colour=CUT_COLOUR,
        frozen=1,
    )
