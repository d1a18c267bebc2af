"""The ``Players`` tab: its columns. A new column is a line here."""

from __future__ import annotations

from collections.abc import Sequence

from engine import Player, Ruleset, Status
from engine.roster import RosterField
from xlplugin.ground.texts import msg
from xlplugin.workbook import layout as looks
from xlplugin.workbook.layout import ENTRY, ENTRY_TEXT, CellValue, Column, Highlight, Layout, Whole
from xlplugin.workbook.layouts.tab_names import PLAYERS, YES

NO = Column("No", 9, looks.QUIET_NUMBER, help=msg("Given by the plugin. Never change it."))
NAME = Column(
    "Name", 30, ENTRY_TEXT, help=msg("Type a name; the number comes with the next action.")
)
_PAIRED = msg("Only Active players are paired in the next round. Blank means Active.")
STATUS = Column("Status", 14, ENTRY, tuple(Status), help=_PAIRED)
SEED_COLUMN = Column(
    "Seed", 8, ENTRY, whole=Whole(1, 100_000), help=msg("A ranking number, if any.")
)
_BYE = msg("Yes for an awarded bye in round 1.")
FIRST_ROUND_BYE = Column("First-round bye", 16, ENTRY, YES, help=_BYE)
_SITS = msg("The table to sit at in every round.")
FIXED_TABLE = Column("Fixed table", 12, ENTRY, whole=Whole(1, 100_000), help=_SITS)
_DECLINES = msg(
    "Yes for a player who does not play on after the Swiss rounds: the next one does, and this one is "
    "placed after everybody who plays on."
)
DECLINES_CUT = Column("Declines cut", 12.5, ENTRY, YES, help=_DECLINES, optional=True)
COMMON_COLUMNS = (NO, NAME, SEED_COLUMN, STATUS, FIRST_ROUND_BYE, FIXED_TABLE, DECLINES_CUT)
"""The columns that every ruleset uses; all others are a player's details."""
_HERE = msg("Yes once they are here. It counts if Check-in on Event is Yes.")
CHECKED_IN = Column("Checked in", 12, ENTRY, YES, help=_HERE, optional=True)
_CLUB = msg("Players of one club do not meet in round 1, if Keep clubs apart on Event says so.")
CLUB = Column("Club", 18, ENTRY_TEXT, help=_CLUB, optional=True)
_LABELS = msg(
    "Players with the same label, for example A, never meet in a Swiss round. Two labels: A, B."
)
DO_NOT_PAIR = Column("Do not pair", 14, ENTRY_TEXT, help=_LABELS, optional=True)
_HANDED_IN = msg(
    "Blank: not handed in. Needed at Competitive events, and fixed for the whole event. Problem: the "
    "infraction Illegal deck or decklist on Penalties; once mended, Checked."
)
_TOKEN = msg("Hak, of the Iron Gang, if it is to be used: registered with the armies.")
OF_RULESETS = {
    "Decklist": (11, _HANDED_IN),
    "Army": (15, ""),
    "Beginner": (10, msg("Yes: has the four basic armies from the organizer.")),
    "Exchangeable token": (15, _TOKEN),
    "Rating": (9, msg("A whole number; orders the players where the rules ask for ratings.")),
    "Start score": (11, msg("The points with which the player begins, where the rules say so.")),
    "Pool": (
        10,
        msg("The letter of the pool, where the rules have pools; dealt in round 1 if blank."),
    ),
    "Final army": (15, msg("For the finals: three armies for a top 4, four for a top 8.")),
}
"""The width and the help of columns that rulesets add, by name without number."""


def players_layout(ruleset: Ruleset, extra: Sequence[str] = ()) -> Layout:
    """The ``Players`` tab: what every ruleset needs, what this one adds, and other columns."""
    columns = [c for c in COMMON_COLUMNS if ruleset.cut or c is not DECLINES_CUT]
    columns += [CHECKED_IN, CLUB, DO_NOT_PAIR]
    for field in (*ruleset.roster_fields, *map(RosterField, extra)):
        width, help_ = OF_RULESETS.get(field.name.rstrip(" 0123456789"), (34, ""))
        columns.append(
            Column(field.name, width, ENTRY_TEXT, field.choices, help=help_, optional=True)
        )
    is_gone = Highlight('({Status}<>"")*({Status}<>"Active")', colour=looks.QUIET, strike=True)
    return Layout(
        PLAYERS, tuple(columns), (is_gone,), "0F766E", spare_rows=200, landscape=True, frozen=2
    )


def player_row(layout: Layout, player: Player) -> list[CellValue]:
    """A player as a row of ``Players``."""
    values: dict[str, CellValue] = {
        "No": player.no or None,
        "Name": player.name,
        "Seed": player.seed,
        "Status": str(player.status),
        "First-round bye": "Yes" if player.first_round_bye else None,
        "Fixed table": player.fixed_table,
        DECLINES_CUT.header: "Yes" if player.declines_cut else None,
        **player.details,
    }
    return [values.get(header) for header in layout.headers()]
