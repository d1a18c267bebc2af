"""The sheets of the workbook, declared once.

A new column is a line in the sheet's declaration; a new setting is a line in ``SETTINGS``.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import zip_longest

from engine import RULESETS, Ruleset, Special, Stage, Status
from engine.pairing import STREAM
from engine.ruleset import Option, ResultField, RosterColumn, Tiebreak
from xlplugin.workbook.formulas import LIVE_FORMULAS
from xlplugin.workbook.layout import (
    DECIMAL,
    ENTRY,
    ENTRY_TEXT,
    GLANCE,
    GLANCE_LABEL,
    GLANCE_NOTE,
    GROUP,
    GROUP_NOTE,
    HALF_POINTS,
    LABEL,
    LINES,
    LINK,
    MISSING,
    NEXT,
    NOTE,
    NUMBER,
    ONE_DECIMAL,
    POINTS,
    QUIET,
    QUIET_NUMBER,
    QUIET_TEXT,
    SETTING,
    SETTING_TEXT,
    SIGNED,
    STRONG,
    TEXT,
    WRONG,
    CellValue,
    Column,
    Highlight,
    Layout,
    Style,
    Whole,
)
from xlplugin.workbook.links import HOME, links

EVENT, PLAYERS, STAFF, NOTES, LOG = HOME, "Players", "Staff", "Pairing notes", "Log"
PENALTIES = "Penalties"
MOST_PLAYERS = 9_999_999
YES = ("Yes",)


@dataclass(frozen=True, slots=True)
class Setting:
    """One row of the ``Event`` tab.

    ``extension`` is for a choice that the document does not know; ``numbers`` are whole numbers that may
    be typed besides the choices.
    """

    name: str
    help: str
    choices: tuple[str | int, ...] = ()
    glance: bool = False
    extension: bool = False
    numbers: range | None = None


@dataclass(frozen=True, slots=True)
class Group:
    """Rows of the ``Event`` tab under a heading, which is no setting; ``""`` for none.

    What is ``folded`` is kept out of sight until the heading's [+] at the left edge is clicked.
    """

    heading: str
    settings: tuple[Setting, ...]
    folded: bool = False


NEXT_STEP = Setting("Next step", "What to do now.", glance=True)
ROUND = Setting("Round", "The round in play, and how many are planned.", glance=True)
PLAYER_COUNT = Setting("Players", "Active players, of all who entered.", glance=True)
EVENT_NAME = Setting("Event name", "Printed on every page; blank for the name of this file.")
DATE = Setting("Date", "The day of the event, for example 2026-11-21.")
ORGANIZER = Setting("Organizer", "Who runs the event; goes into the results file.")
RULESET = Setting("Ruleset", "The document that decides pairings and standings.", tuple(RULESETS))
ROUNDS = Setting("Rounds", "How many Swiss rounds; blank for what the document suggests.")
CHECK_IN = Setting(
    "Check-in",
    "Whether only players with Yes in Checked in are paired; blank for No.",
    ("No", "Yes"),
)
CLUBS_APART = Setting(
    "Keep clubs apart",
    "Whether players of one Club do not meet in round 1, if that can be; blank for No.",
    ("No", "Round 1"),
)
TABLES = Setting(
    "Tables",
    "The table numbers in the order to fill them, as in 1-12, 21-30; blank for 1, 2, 3 and so on.",
)
STREAM_TABLE = Setting(
    STREAM,
    "The number of the table on stream, for the top match of players who have not been there.",
)
WHEN_TOLD = "When told"
PUBLISH = Setting(
    "Publish rounds",
    "Whether exports show a new round at once, or only when you click Publish; blank for At once.",
    ("At once", WHEN_TOLD),
)
NO_CUT = "None"
CUT_SIZE = Setting("Cut", "How many play on after the Swiss rounds; blank as suggested.")
FIRST_DAY = Setting(
    "Day one rounds", "The Swiss rounds of the first of two days; blank for an event of one day."
)
SECOND_DAY = Setting(
    "Day two points", "The points with which a player goes on to the second of two days."
)
SEED = Setting("Event seed", "Every draw comes from it: leave it alone once a round is paired.")
ROUNDS_PAIRED = Setting("Rounds paired", "Filled in by the plugin: the round tabs that there are.")
CUT_TABS = Setting(
    "Cut tabs", "Filled in by the plugin: the tabs that there are after the Swiss rounds."
)
PUBLISHED = Setting("Published", "Filled in by the plugin: the newest round that exports show.")
ROUND_CLOCK = Setting(
    "Round clock",
    "Filled in by the clock: since when the newest round has been timed; the page shows it.",
)
ELSEWHERE = Setting(
    "Rounds paired elsewhere", "Filled in by import: the rounds whose draws were not made here."
)
SETTLED = Setting(
    "Settled",
    "Filled in by the plugin: choices that hold for the whole event, as round 1 was paired under them.",
)
FILLED_IN = (ROUNDS_PAIRED, CUT_TABS, PUBLISHED, ROUND_CLOCK, ELSEWHERE, SETTLED)
"""What nobody types."""
ROUND_DAYS = Setting(
    "Round days",
    "The days from a round's posting until its results are due, if Asynchronous; blank for 7.",
)
RARE_OPTIONS = frozenset(("Asynchronous", "SoS divisor", "Second bye"))
"""Options of a document that few events make use of."""
UNFOLD = "Click the [+] at the left edge to see them."


def event_groups(ruleset: Ruleset) -> list[Group]:
    """The rows of the ``Event`` tab under a ruleset, from top to bottom."""
    options = [_option(option, ruleset) for option in ruleset.options]
    rare = [s for s in options if s.extension or s.name in RARE_OPTIONS]
    often = [s for s in options if s not in rare]
    cut, days = _cut_settings(ruleset)
    needless = {
        *([] if ruleset.cut else [CUT_TABS]),
        *([] if any(option.settled for option in ruleset.options) else [SETTLED]),
    }
    filled_in = (setting for setting in FILLED_IN if setting not in needless)
    return [
        Group("", (NEXT_STEP, ROUND, PLAYER_COUNT)),
        Group("The event", (EVENT_NAME, DATE, ORGANIZER)),
        Group("The format", (RULESET, ROUNDS, *often, *cut)),
        Group("The room", (CHECK_IN, CLUBS_APART, TABLES, STREAM_TABLE)),
        Group("Publishing", (PUBLISH,)),
        Group(
            "Rarely needed",
            (*rare, *([ROUND_DAYS] if ruleset.deadlines else []), *days, SEED, *filled_in),
            folded=True,
        ),
    ]


def settings_for(ruleset: Ruleset) -> list[Setting]:
    """Every setting under a ruleset, as they stand on ``Event`` from top to bottom."""
    return [setting for group in event_groups(ruleset) for setting in group.settings]


def event_rows(groups: Sequence[Group]) -> list[Setting | Group]:
    """What stands in each row below the header of ``Event``; a group is its heading."""
    rows: list[Setting | Group] = []
    for group in groups:
        rows += [*([group] if group.heading else []), *group.settings]
    return rows


def _option(option: Option, ruleset: Ruleset) -> Setting:
    """An option of the ruleset, its help saying what a blank is and what the document has not."""
    told = [option.help]
    if option.numbers:
        absent = f" (not in {ruleset.short})" if option.beyond else ""
        told.append(f"Or type {option.numbers[0]} to {option.numbers[-1]}{absent}.")
    elif option.beyond or option.extension:
        told.append(f"Not in {ruleset.short}{option.beyond and f': {option.beyond}'}.")
    told.append(f"Blank: {option.default}{option.unless and f', {option.unless}'}.")
    return Setting(
        option.name,
        " ".join(told),
        option.choices,
        extension=option.extension,
        numbers=option.numbers,
    )


def _cut_settings(ruleset: Ruleset) -> tuple[list[Setting], list[Setting]]:
    """How many go on after the Swiss rounds, and after a first day of them."""
    if ruleset.cut is None:
        return [], []
    size = replace(CUT_SIZE, choices=(NO_CUT, *ruleset.cut.sizes))
    return [size], [FIRST_DAY, SECOND_DAY] if ruleset.cut.has_progression else []


def event_layout(groups: Sequence[Group] = ()) -> Layout:
    """The ``Event`` tab with these groups of rows."""
    rows = event_rows(groups)
    return Layout(
        EVENT,
        (
            Column("Setting", 26, LABEL),
            Column("Value", 42, SETTING),
            Column("Help", 56, NOTE, optional=True),
            Column("Go to", 18, LINK, optional=True),
        ),
        tab_colour="0F766E",
        filtered=False,
        landscape=False,
        choices_by_row={
            i: s.choices for i, s in enumerate(rows) if isinstance(s, Setting) and s.choices
        },
        open_rows=frozenset(i for i, s in enumerate(rows) if isinstance(s, Setting) and s.numbers),
        styles_by_row={i: styles for i, s in enumerate(rows) if (styles := _styles_of(s))},
        folded=tuple(i for i, s in enumerate(rows) for g in groups if g.folded and s in g.settings),
        row_height=20,
        header_height=22,
        leads_back=False,
    )


def _styles_of(row: Setting | Group) -> tuple[Style, ...] | None:
    """The styles of a row of ``Event`` that does not look like most of them."""
    if isinstance(row, Group):
        return (GROUP, GROUP, GROUP_NOTE, LINK)
    if row.glance:
        return (GLANCE_LABEL, NEXT if row is NEXT_STEP else GLANCE, GLANCE_NOTE, LINK)
    if row in FILLED_IN:
        return (LABEL, QUIET_TEXT, NOTE, LINK)
    return (LABEL, SETTING_TEXT, NOTE, LINK) if row is TABLES else None


def event_cells(groups: Sequence[Group], values: Mapping[str, CellValue]) -> list[list[CellValue]]:
    """The rows of a new ``Event`` tab, with these values."""
    found = links(ROUNDS_PAIRED.name, CUT_TABS.name, PLAYERS, NOTES)
    return [
        [row.heading, None, UNFOLD if row.folded else None, link]
        if isinstance(row, Group)
        else [row.name, values.get(row.name), row.help, link]
        for row, link in zip_longest(event_rows(groups), found)
    ]


NO = Column("No", 9, QUIET_NUMBER, help="Given by the plugin. Never change it.")
NAME = Column("Name", 30, ENTRY_TEXT, help="Type a name; the number comes with the next action.")
STATUS = Column(
    "Status",
    14,
    ENTRY,
    choices=tuple(Status),
    help="Only Active players are paired in the next round. Blank means Active.",
)
SEED_COLUMN = Column("Seed", 8, ENTRY, whole=Whole(1, 100_000), help="A ranking number, if any.")
FIRST_ROUND_BYE = Column(
    "First-round bye", 13, ENTRY, choices=YES, help="Yes for an awarded bye in round 1."
)
FIXED_TABLE = Column(
    "Fixed table", 10, ENTRY, whole=Whole(1, 100_000), help="The table to sit at in every round."
)
DECLINES_CUT = Column(
    "Declines cut",
    10,
    ENTRY,
    choices=YES,
    help="Yes for a player who does not play on after the Swiss rounds: the next one does, and this one is "
    "placed after everybody who plays on.",
    optional=True,
)
COMMON_COLUMNS = (NO, NAME, SEED_COLUMN, STATUS, FIRST_ROUND_BYE, FIXED_TABLE, DECLINES_CUT)
"""What every ruleset makes use of; whatever else is on the roster are a player's details."""
CHECKED_IN = Column(
    "Checked in",
    10,
    ENTRY,
    choices=YES,
    help="Yes once they are here. It counts if Check-in on Event is Yes.",
    optional=True,
)
CLUB = Column(
    "Club",
    18,
    ENTRY_TEXT,
    help="Players of one club do not meet in round 1, if Keep clubs apart on Event says so.",
    optional=True,
)
DO_NOT_PAIR = Column(
    "Do not pair",
    14,
    ENTRY_TEXT,
    help="Players with the same label, for example A, never meet in a Swiss round. Two labels: A, B.",
    optional=True,
)


def players_layout(ruleset: Ruleset, extra: Sequence[str] = ()) -> Layout:
    """The ``Players`` tab: what every ruleset needs, what this one adds, and other columns."""
    columns = (*ruleset.roster_columns, *(RosterColumn(name) for name in extra))
    return Layout(
        PLAYERS,
        (
            *(c for c in COMMON_COLUMNS if ruleset.cut or c is not DECLINES_CUT),
            CHECKED_IN,
            CLUB,
            DO_NOT_PAIR,
            *(
                Column(c.name, c.width, ENTRY_TEXT, c.choices, help=c.help, optional=True)
                for c in columns
            ),
        ),
        highlights=(
            Highlight('({Status}<>"")*({Status}<>"Active")', colour=QUIET, strike=True),
        ),
        tab_colour="0F766E",
        spare_rows=200,
        landscape=True,
        frozen=2,
    )  # fmt: skip


TABLE = Column("Table", 9, STRONG, whole=Whole(1, 100_000))
PLAYER_NUMBER = Whole(1, MOST_PLAYERS)
SPECIAL_HELP = {
    Special.INTENTIONAL_DRAW: "ID: intentional draw.",
    Special.TWO_FOR_ONE: "2-for-1: one game for double points.",
    Special.NO_SHOW_1: "No-show 1: Player 1 did not come.",
}
MISSING_TEXT = "Missing"
IN_TOUCH = Column(
    "In touch",
    9,
    ENTRY,
    choices=YES,
    help="Yes once the two have written to each other; the tab Deadlines says until when they must.",
    optional=True,
)

MOST_EXTRA = 120
EXTRA_MINUTES = Column(
    "Extra minutes",
    12,
    ENTRY,
    whole=Whole(1, MOST_EXTRA),
    help="Minutes that this table has longer: on the page, and on its slip if typed before printing.",
    optional=True,
)


def round_name(number: int) -> str:
    """The tab of a Swiss round."""
    return f"Round {number}"


def round_number(sheet: str) -> int | None:
    """Which round a tab holds; forgiving about spaces and capitals."""
    found = re.fullmatch(r"\s*round\s+0*([1-9]\d{0,3})\s*", sheet, re.IGNORECASE)
    return int(found[1]) if found else None


def holds_matches(sheet: str) -> bool:
    """Whether a tab is one of a round, of whatever stage."""
    return re.fullmatch(r"\s*((round|cut)\s+\d+|tiebreaker)\s*", sheet, re.IGNORECASE) is not None


UNDONE = " undone"
"""What the name of a round's tab ends in that a running Excel keeps out of sight."""


def is_undone(sheet: str) -> bool:
    """Whether a tab is that of a round which was taken back."""
    return sheet.endswith(UNDONE) and holds_matches(sheet.removesuffix(UNDONE))


def round_layout(
    number: int, ruleset: Ruleset, options: Mapping[str, str], optional: Sequence[str] = ()
) -> Layout:
    """A round tab.

    Args:
        number: the round.
        ruleset: whose result columns it has.
        options: the settings, on which its points depend.
        optional: which of the optional result columns it has.
    """
    match = ruleset.format(options)
    live = LIVE_FORMULAS[match.name](match)
    results = tuple(
        result_column(field)
        for field in match.fields
        if not field.optional or field.name in optional
    )
    fields = tuple(field.name for field in match.fields if field.needed and not field.optional)
    points = HALF_POINTS if match.denominator > 1 else POINTS
    specials = tuple(special for special in match.specials if special)
    sides = tuple(f"Plays the {side}." for side in match.sides or ()) or ("", "")
    return Layout(
        round_name(number),
        (
            TABLE,
            Column("No 1", 8, QUIET_NUMBER, whole=PLAYER_NUMBER),
            Column("Player 1", 25, LINES, help=sides[0]),
            Column("No 2", 8, QUIET_NUMBER, whole=PLAYER_NUMBER),
            Column("Player 2", 25, LINES, help=sides[1]),
            *results,
            Column("Special", 15, ENTRY, specials, help=_special_help(specials)),
            Column("Points 1", 9, points, formula=live.points1),
            Column("Points 2", 9, points, formula=live.points2),
            *(
                Column(header, 11, SIGNED, formula=formula, help=help_, optional=True)
                for header, formula, help_ in live.more
            ),
            Column("Check", 18, QUIET_TEXT, formula=live.check, optional=True),
            *in_touch(ruleset, options),
            *extra_minutes(ruleset, options, Stage.SWISS),
        ),
        highlights=set_off(fields),
        tab_colour="B45309",
        frozen=1,
    )


def in_touch(ruleset: Ruleset, options: Mapping[str, str]) -> tuple[Column, ...]:
    """The column in which it is ticked that two have written to each other, where that matters."""
    deadlines = ruleset.deadlines
    return (IN_TOUCH,) if deadlines and deadlines.apply(options) else ()


def extra_minutes(ruleset: Ruleset, options: Mapping[str, str], stage: Stage) -> tuple[Column, ...]:
    """The column for what a table has longer than the others, where rounds have a time limit."""
    return (EXTRA_MINUTES,) if ruleset.clock(stage, options) else ()


def set_off(fields: tuple[str, ...]) -> tuple[Highlight, ...]:
    """What ``Check`` says, in colour: the result columns that are missing, the row that is wrong."""
    return (
        Highlight(f'{{Check}}="{MISSING_TEXT}"', fill=MISSING, columns=fields),
        Highlight(f'({{Check}}<>"")*({{Check}}<>"{MISSING_TEXT}")', fill=WRONG, bold=True),
    )


def result_column(field: ResultField) -> Column:
    """The column of a result field."""
    name, choices = field.name, field.choices
    if isinstance(choices, range):
        whole = Whole(choices[0], choices[-1])
        return Column(name, 8, ENTRY, whole=whole, help=field.help, optional=field.optional)
    longest = max(len(str(choice)) for choice in choices)
    width = max(9 if longest < 10 else 15, len(name) + 3)
    return Column(name, width, ENTRY, choices, help=field.help, optional=field.optional)


def _special_help(specials: Sequence[Special]) -> str:
    told = [text for special, text in SPECIAL_HELP.items() if special in specials]
    return " ".join(["Blank for a match played.", *told])


def standings_name(number: int) -> str:
    """The tab of the standings after a round."""
    return f"Standings {number}"


def standings_number(sheet: str) -> int | None:
    """After which round a standings tab is."""
    found = re.fullmatch(r"\s*standings\s+0*([1-9]\d{0,3})\s*", sheet, re.IGNORECASE)
    return int(found[1]) if found else None


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


NOTES_LAYOUT = Layout(
    NOTES,
    (
        Column("Round", 9, NUMBER),
        Column("Table", 8, NUMBER),
        Column("No 1", 9, QUIET_NUMBER),
        Column("Player 1", 24, LINES),
        Column("No 2", 9, QUIET_NUMBER),
        Column("Player 2", 24, LINES),
        Column("Rule", 34, NOTE),
        Column("Why", 70, NOTE),
    ),
    tab_colour="6B7280",
    landscape=True,
    frozen=2,
)

LOG_LAYOUT = Layout(
    LOG,
    (
        Column("When", 20, TEXT),
        Column("Action", 18, STRONG),
        Column("Details", 100, NOTE),
    ),
    tab_colour="6B7280",
    landscape=True,
)
