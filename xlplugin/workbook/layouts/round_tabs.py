"""The tabs with matches: of the Swiss rounds, and after them ``Tiebreaker``, ``Cut 1`` and so on."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace

from engine import Ruleset, Special, Stage
from engine.formats.elimination import without_byes
from engine.formats.netrunner import SIDES
from engine.match_format import EliminationFormat
from xlplugin.ground.catalogues import Catalogue
from xlplugin.ground.languages import spoken
from xlplugin.ground.texts import msg, t
from xlplugin.workbook import layout as looks
from xlplugin.workbook.formats import sheet_of
from xlplugin.workbook.formats.live import IS_RIGHT, MISSING_TEXT, LiveColumn, LiveFormulas
from xlplugin.workbook.layout import Column, Highlight, Layout, Whole
from xlplugin.workbook.layouts.tab_names import MOST_PLAYERS, YES, known_tab, round_name

TABLE = Column("Table", 9, looks.STRONG, whole=Whole(1, 100_000))
PLAYER_NUMBER = Whole(1, MOST_PLAYERS)
SPECIAL_HELP = {
    Special.INTENTIONAL_DRAW: msg("ID: intentional draw."),
    Special.TWO_FOR_ONE: msg("2-for-1: one game for double points."),
    Special.HALF_BYE: msg("Half bye: no opponent, the points of a draw."),
    Special.NO_SHOW_1: msg("No-show 1: Player 1 did not come."),
}
_WRITTEN = msg(
    "Yes once the two have written to each other; the tab Deadlines says until when they must."
)
IN_TOUCH = Column("In touch", 9, looks.ENTRY, YES, help=_WRITTEN, optional=True)
_RIGHT = msg("Yes if Check asks whether the result is right, and it is.")
CONFIRMED = Column(IS_RIGHT, 11, looks.ENTRY, YES, help=_RIGHT, optional=True)

MOST_EXTRA = 120
_LONGER = msg("Extra minutes of this table: on the page, and on its slip if typed before printing.")
EXTRA_MINUTES = Column(
    "Extra minutes", 12, looks.ENTRY, whole=Whole(1, MOST_EXTRA), help=_LONGER, optional=True
)

SO_FAR = ("So far 1", "So far 2")
CHECK = "Check"
_SO_FAR = msg("The points before this round. Every click brings them up to date.")

_LIVE: dict[tuple[Catalogue, str], LiveFormulas] = {}
"""The formulas of Swiss rounds, which are needed again and again, by language and format."""


def round_layout(
    number: int, ruleset: Ruleset, options: Mapping[str, str], optional: Sequence[str] = ()
) -> Layout:
    """A round tab, with these of the optional result columns; its points depend on the options."""
    match = ruleset.format(options)
    sheet = sheet_of(match)
    key = spoken(), repr(match)
    live = _LIVE[key] = _LIVE.get(key) or sheet.live()
    fields = (f for f in match.fields if not f.optional or f.name in optional)
    results = tuple(map(sheet.column, fields))
    needed = tuple(field.name for field in match.fields if field.needed and not field.optional)
    points = looks.HALF_POINTS if match.denominator > 1 else looks.POINTS
    specials = tuple(special for special in match.specials if special)
    helps = [t(text) for special, text in SPECIAL_HELP.items() if special in specials]
    special_help = " ".join([t("Blank for a match played."), *helps])
    one, two = (_player(f"Player {n}", side) for n, side in enumerate(match.sides or ("", ""), 1))
    so_far = [
        Column(
            header, 8.5, looks.QUIET_NUMBER, help=_SO_FAR, optional=True, derived=True, key="So far"
        )
        for header in SO_FAR
        if number > 1
    ]
    name_width = 25 if so_far else 33.5  # as wide together, so that all rounds are printed alike
    return Layout(
        round_name(number),
        (
            TABLE,
            Column("No 1", 8, looks.QUIET_NUMBER, whole=PLAYER_NUMBER),
            replace(one, width=name_width),
            *so_far[:1],
            Column("No 2", 8, looks.QUIET_NUMBER, whole=PLAYER_NUMBER),
            replace(two, width=name_width),
            *so_far[1:],
            *results,
            Column("Special", 15, looks.ENTRY, specials, help=special_help),
            Column("Points 1", 9, points, live=live.points1),
            Column("Points 2", 9, points, live=live.points2),
            *more_columns(live),
            Column(CHECK, 18, looks.QUIET_TEXT, live=live.check, optional=True),
            *([CONFIRMED] if sheet.confirms else []),
            *last_columns(ruleset, options, Stage.SWISS),
            *out_of_sight(live.steps),
        ),
        highlights=set_off(needed),
        tab_colour="B45309",
        frozen=1,
        on_screen=CHECK,
    )


def _player(header: str, side: str) -> Column:
    """A column of players, with the side that they play if they have one."""
    if side and side not in SIDES[:2]:
        help_ = t("Plays as {side}.", side=side)
        return Column(header, 0, looks.LINES, help=help_, key=f"{header} as {side}")
    return Column(header, 0, looks.LINES, help=t("Plays the {side}.", side=side) if side else "")


def more_columns(live: LiveFormulas) -> list[Column]:
    """The columns with formulas beside the points."""
    return [
        Column(header, 11, looks.SIGNED, live=formula, help=help_, optional=True)
        for header, formula, help_ in live.more
    ]


def out_of_sight(steps: Sequence[LiveColumn]) -> list[Column]:
    """The columns in which formulas are worked out."""
    return [Column(s.header, 0, looks.STEP, live=s.formula, optional=True) for s in steps]


def last_columns(ruleset: Ruleset, options: Mapping[str, str], stage: Stage) -> list[Column]:
    """The columns for players in touch and for extra minutes, where these matter."""
    has_deadlines = ruleset.deadlines and ruleset.deadlines.apply(options)
    has_limit = ruleset.clock(stage, options)
    return [*([IN_TOUCH] if has_deadlines else []), *([EXTRA_MINUTES] if has_limit else [])]


def set_off(fields: tuple[str, ...]) -> tuple[Highlight, ...]:
    """Colours by ``Check``: the result columns that are missing, the row that is wrong."""
    missing = t(MISSING_TEXT)
    return (
        Highlight(f'{{Check}}="{missing}"', fill=looks.MISSING, columns=fields),
        Highlight(f'({{Check}}<>"")*({{Check}}<>"{missing}")', fill=looks.WRONG, bold=True),
    )


# after the Swiss rounds

BRACKET, FINAL = "Bracket", "Final standings"
TIEBREAKER = "Tiebreaker"
SEED, RANK = "Seed", "Rank"
CUT_COLOUR = "7C3AED"


def cut_name(number: int) -> str:
    """The tab of an elimination round."""
    return f"Cut {number}"


def cut_number(sheet: str) -> int | None:
    """The number of an elimination round by its tab; forgiving about spaces and capitals."""
    name = re.fullmatch(r"\s*cut\s+0*([1-9]\d{0,2})\s*", known_tab(sheet), re.IGNORECASE)
    return int(name[1]) if name else None


def cut_layout(number: int, ruleset: Ruleset, options: Mapping[str, str]) -> Layout:
    """A tab of the elimination, which the ruleset must have."""
    assert ruleset.cut is not None
    format_ = ruleset.cut.format(options)
    if number > 1:
        format_ = without_byes(format_)
    game = Column("Game", 8, looks.NUMBER, optional=True, help=t("Its number on the tab Bracket."))
    ends = last_columns(ruleset, options, Stage.ELIMINATION)
    return _layout(cut_name(number), format_, SEED, [game], ends)


def tiebreaker_layout(ruleset: Ruleset) -> Layout:
    """The tab of the tiebreaker round, which the ruleset must have."""
    assert ruleset.cut is not None
    assert ruleset.cut.tiebreaker is not None
    ends = last_columns(ruleset, {}, Stage.TIEBREAKER)
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
            Column("Points 1", 9, looks.POINTS, live=live.swiss.points1, optional=True),
            Column("Points 2", 9, looks.POINTS, live=live.swiss.points2, optional=True),
            *more_columns(live.swiss),
        )
    needed = tuple(field.name for field in format_.fields if field.needed)
    special_help = t("Blank for a game played. No-show 1: Player 1 did not play, Player 2 goes on.")
    seed = Column(rank, 7, looks.NUMBER, whole=Whole(1, 9999))
    if rank == SEED:
        seed = replace(seed, help=t("After the Swiss rounds."), key="Swiss rank")
    else:
        seed = replace(seed, help=t("Before this round."), key="Rank before")
    return Layout(
        name,
        (
            TABLE,
            *more,
            *(
                column
                for side in "12"
                for column in (
                    replace(seed, header=f"{rank} {side}"),
                    Column(f"No {side}", 8, looks.QUIET_NUMBER, whole=PLAYER_NUMBER),
                    Column(f"Player {side}", 24, looks.LINES),
                )
            ),
            *map(sheet.column, format_.fields),
            Column(
                "Special", 15, looks.ENTRY, specials, help=special_help, key="Special of a game"
            ),
            *swiss,
            Column("Advances", 22, looks.STRONG, live=live.advances, optional=True),
            Column(CHECK, 18, looks.QUIET_TEXT, live=live.check, optional=True),
            *([CONFIRMED] if sheet.confirms else []),
            *ends,
            *out_of_sight(live.steps),
        ),
        highlights=set_off(needed),
        tab_colour=CUT_COLOUR,
        frozen=1,
        on_screen=CHECK,
    )
