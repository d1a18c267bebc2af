"""The tabs of the Swiss rounds: tables, players, result columns."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from engine import Ruleset, Special, Stage
from xlplugin.texts import joined, t
from xlplugin.workbook import layout as looks
from xlplugin.workbook.formats import sheet_of
from xlplugin.workbook.formats.live import MISSING_TEXT, LiveFormulas
from xlplugin.workbook.layout import Column, Highlight, Layout, Whole
from xlplugin.workbook.layouts.tab_names import MOST_PLAYERS, YES, round_name

TABLE = Column("Table", 9, looks.STRONG, whole=Whole(1, 100_000))
PLAYER_NUMBER = Whole(1, MOST_PLAYERS)
SPECIAL_HELP = {
    Special.INTENTIONAL_DRAW: t("ID: intentional draw."),
    Special.TWO_FOR_ONE: t("2-for-1: one game for double points."),
    Special.NO_SHOW_1: t("No-show 1: Player 1 did not come."),
}
_WRITTEN = t(
    "Yes once the two have written to each other; the tab Deadlines says until when they must."
)
IN_TOUCH = Column("In touch", 9, looks.ENTRY, YES, help=_WRITTEN, optional=True)

MOST_EXTRA = 120
_LONGER = t(
    "Minutes that this table has longer: on the page, and on its slip if typed before printing."
)
EXTRA_MINUTES = Column(
    "Extra minutes", 12, looks.ENTRY, whole=Whole(1, MOST_EXTRA), help=_LONGER, optional=True
)


def round_layout(
    number: int, ruleset: Ruleset, options: Mapping[str, str], optional: Sequence[str] = ()
) -> Layout:
    """A round tab, with these of the optional result columns; its points depend on the options."""
    match = ruleset.format(options)
    sheet = sheet_of(match)
    live = sheet.live()
    fields = (f for f in match.fields if not f.optional or f.name in optional)
    results = tuple(map(sheet.column, fields))
    needed = tuple(field.name for field in match.fields if field.needed and not field.optional)
    points = looks.HALF_POINTS if match.denominator > 1 else looks.POINTS
    specials = tuple(special for special in match.specials if special)
    helps = [text for special, text in SPECIAL_HELP.items() if special in specials]
    special_help = joined([t("Blank for a match played."), *helps])
    sides = tuple(t("Plays the {side}.", side=side) for side in match.sides or ()) or ("", "")
    return Layout(
        round_name(number),
        (
            TABLE,
            Column("No 1", 8, looks.QUIET_NUMBER, whole=PLAYER_NUMBER),
            Column("Player 1", 25, looks.LINES, help=sides[0]),
            Column("No 2", 8, looks.QUIET_NUMBER, whole=PLAYER_NUMBER),
            Column("Player 2", 25, looks.LINES, help=sides[1]),
            *results,
            Column("Special", 15, looks.ENTRY, specials, help=special_help),
            Column("Points 1", 9, points, formula=live.points1),
            Column("Points 2", 9, points, formula=live.points2),
            *more_columns(live),
            Column("Check", 18, looks.QUIET_TEXT, formula=live.check, optional=True),
            *last_columns(ruleset, options, Stage.SWISS),
        ),
        highlights=set_off(needed),
        tab_colour="B45309",
        frozen=1,
    )


def more_columns(live: LiveFormulas) -> list[Column]:
    """The columns with formulas beside the points."""
    return [
        Column(header, 11, looks.SIGNED, formula=formula, help=help_, optional=True)
        for header, formula, help_ in live.more
    ]


def last_columns(ruleset: Ruleset, options: Mapping[str, str], stage: Stage) -> list[Column]:
    """Whether two have written to each other, and a table's extra minutes, where these matter."""
    has_deadlines = ruleset.deadlines and ruleset.deadlines.apply(options)
    has_limit = ruleset.clock(stage, options)
    return [*([IN_TOUCH] if has_deadlines else []), *([EXTRA_MINUTES] if has_limit else [])]


def set_off(fields: tuple[str, ...]) -> tuple[Highlight, ...]:
    """Colours by ``Check``: the result columns that are missing, the row that is wrong."""
    return (
        Highlight(f'{{Check}}="{MISSING_TEXT}"', fill=looks.MISSING, columns=fields),
        Highlight(f'({{Check}}<>"")*({{Check}}<>"{MISSING_TEXT}")', fill=looks.WRONG, bold=True),
    )
