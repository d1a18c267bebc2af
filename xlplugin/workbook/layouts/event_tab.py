"""The ``Event`` tab: its settings in groups. A new setting is a line here."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import zip_longest

from engine import RULESETS, Ruleset
from engine.options import Option
from engine.pairing import STREAM
from xlplugin.ground.texts import msg, t
from xlplugin.workbook import layout as looks
from xlplugin.workbook.book import column_letter
from xlplugin.workbook.formulas import Worked
from xlplugin.workbook.layout import CellValue, Column, Layout, Style
from xlplugin.workbook.layouts.tab_names import EVENT, links


@dataclass(frozen=True, slots=True)
class Setting:
    """One row of the ``Event`` tab.

    Args:
        numbers: whole numbers that may be typed, besides the choices if there are any.
        spelled: something else that may be typed, in its own spelling; ``form`` is that in words.
        shown: the value in a new workbook, which counts like a blank.
        is_long: True if what is typed may take several lines.
        known_as: choices by other names that people have for them, folded.
    """

    name: str
    help: str
    choices: tuple[str | int, ...] = ()
    glance: bool = False
    numbers: range | None = None
    spelled: Callable[[str], str | None] | None = None
    form: str = ""
    shown: str = ""
    is_long: bool = False
    known_as: Mapping[str, str] = field(default_factory=dict, compare=False)


@dataclass(frozen=True, slots=True)
class Group:
    """Rows of the ``Event`` tab under a heading, which is no setting; ``""`` for none.

    What is ``folded`` is kept out of sight until the heading's [+] at the left edge is clicked.
    """

    heading: str
    settings: tuple[Setting, ...]
    folded: bool = False


STEPS = tuple(f"(Step {number})" for number in range(1, 12))
LINK_STEPS = tuple(f"(Link {number})" for number in range(1, 6))
"""The columns out of sight for steps of the values, and of the links, in their rows.

They stand apart from the others, so that these can be sorted without them."""
FROM_0, FROM_1 = range(10_000), range(1, 10_000)
NEXT_STEP = Setting("Next step", msg("Next step."), glance=True)
ROUND = Setting("Round", msg("The round in play, and how many are planned."), glance=True)
_OVER = msg(
    "When it may all be over, from round 2 on; eight days of ten are over between the times in brackets."
)
FORECAST = Setting("Forecast", _OVER, glance=True)
PLAYER_COUNT = Setting("Players", msg("Active players, of all who entered."), glance=True)
AT_A_GLANCE = (NEXT_STEP, ROUND, FORECAST, PLAYER_COUNT)
EVENT_NAME = Setting("Event name", msg("Printed on every page; blank for the name of this file."))
DATE = Setting("Date", msg("The day of the event, for example 2026-11-21."))
ORGANIZER = Setting("Organizer", msg("Who runs the event; goes into the results file."))
RULESET = Setting(
    "Ruleset", msg("The document that decides pairings and standings."), tuple(RULESETS)
)
_ROUNDS = msg("Number of Swiss rounds; blank for what the document suggests.")
ROUNDS = Setting("Rounds", _ROUNDS, numbers=FROM_1)
_CHECK_IN = msg("Pair only players with Yes in Checked in; blank for No.")
CHECK_IN = Setting("Check-in", _CHECK_IN, ("No", "Yes"))
_CLUBS = msg("Keep players of one Club apart in round 1, if possible; blank for No.")
CLUBS_APART = Setting("Keep clubs apart", _CLUBS, ("No", "Round 1"))
_TABLES = msg(
    "The table numbers in the order to fill them, for example 1-12, 21-30; blank for 1, 2, 3 and so on."
)
TABLES = Setting("Tables", _TABLES)
_STREAM = msg(
    "The number of the table on stream, for the top match of players who have not been there."
)
STREAM_TABLE = Setting(STREAM, _STREAM, numbers=FROM_1)
WHEN_TOLD = "When told"
_PUBLISH = msg(
    "When exports show a new round: at once, or only after a click on Publish; blank for At once."
)
PUBLISH = Setting("Publish rounds", _PUBLISH, ("At once", WHEN_TOLD))
_CHANCES = msg(
    "Show everybody on the page who is certain of the cut, and the others' chances; blank for No."
)
SHOW_CHANCES = Setting("Show cut chances", _CHANCES, ("No", "Yes"))
_REPORTS = msg(
    "Let players report results on their phones, with their own codes; Take results fills them in. "
    "Blank for No."
)
PLAYER_REPORTS = Setting("Player reports", _REPORTS, ("No", "Yes"))
_REGISTRATION = msg(
    "Let new players enter on their phones before round 1: Yes, or the most players. Blank for No."
)
REGISTRATION = Setting("Registration", _REGISTRATION, ("No", "Yes"), numbers=FROM_1)
_DECKS = msg("Show the players of the cut each other's decks on their phones; blank for No.")
SHOW_DECKS = Setting("Show decks", _DECKS, ("No", "Yes"))
NO_CUT = "None"
CUT_SIZE = Setting(
    "Cut", msg("Number of players who play on after the Swiss rounds; blank as suggested.")
)
_FIRST_DAY = msg("The Swiss rounds of the first of two days; blank for an event of one day.")
FIRST_DAY = Setting("Day one rounds", _FIRST_DAY, numbers=FROM_1)
_SECOND_DAY = msg("Points with which a player goes on to the second of two days.")
SECOND_DAY = Setting("Day two points", _SECOND_DAY, numbers=FROM_1)
SEED = Setting(
    "Event seed", msg("Every draw comes from it: leave it alone once a round is paired.")
)
_PAIRED = msg("Filled in by the plugin: the round tabs in this workbook.")
ROUNDS_PAIRED = Setting("Rounds paired", _PAIRED, numbers=FROM_0)
CUT_TABS = Setting(
    "Cut tabs", msg("Filled in by the plugin: the tabs after the Swiss rounds in this workbook.")
)
_PLAYERS = msg(
    "Filled in by the plugin: the size of the cut that the tabs after the Swiss rounds are for."
)
CUT_PLAYERS = Setting("Players in the cut", _PLAYERS, numbers=FROM_1)
CUT_KIND = Setting(
    "Elimination begun",
    msg("Filled in by the plugin: the kind of elimination that Cut 1 was made for."),
)
CUT_RECORD = (CUT_TABS, CUT_PLAYERS, CUT_KIND)
PUBLISHED = Setting(
    "Published", msg("Filled in by the plugin: the newest round that exports show.")
)
ROUND_CLOCK = Setting(
    "Round clock", msg("Filled in by the clock: what it times; the page shows it.")
)
CLOCK_STARTED = Setting(
    "Clock started",
    msg("Filled in by the clock: when it began, moved by its pauses, with the offset from UTC."),
)
_ADDED = msg("Filled in by the clock: for every table.")
MINUTES_ADDED = Setting("Minutes added", _ADDED, numbers=FROM_0)
CLOCK_PAUSED = Setting("Clock paused", msg("Filled in by the clock: when it was paused."))
CLOCK_RECORD = (ROUND_CLOCK, CLOCK_STARTED, MINUTES_ADDED, CLOCK_PAUSED)
_ELSEWHERE = msg("Filled in by import: the rounds whose draws were not made here.")
ELSEWHERE = Setting("Rounds paired elsewhere", _ELSEWHERE, numbers=FROM_0)
_SETTLED = msg(
    "Filled in by the plugin as round 1 is paired: how many players began, and choices that hold "
    "for the whole event."
)
SETTLED = Setting("Settled", _SETTLED)

_CODES = msg(
    "Filled in by the plugin: what the players' codes are made from. Nobody else must see it."
)
REPORT_CODES = Setting("Report codes", _CODES)
_LANGUAGE = msg("Filled in as the workbook is made: the language of its tabs, headers and choices.")
LANGUAGE = Setting("Language", _LANGUAGE)


def record_of(settled: str) -> dict[str, str]:
    """What is on record in ``Settled``, by name."""
    parts = (part.strip().partition(": ") for part in settled.split(";"))
    return {name: value for name, _, value in parts if value}


STARTERS = "Starters"
"""With how many players round 1 was paired, in ``Settled``: rounds, cut and round robin go by them."""
FILLED_IN = (
    ROUNDS_PAIRED, *CUT_RECORD, PUBLISHED, *CLOCK_RECORD, ELSEWHERE, SETTLED, REPORT_CODES,
    LANGUAGE,
)  # fmt: skip
"""Settings that nobody types."""
ADDED_WHERE_MISSING = (CUT_PLAYERS, CUT_KIND, *CLOCK_RECORD, SETTLED, REPORT_CODES)
"""Those of them that workbooks of earlier versions have no rows for."""
_DAYS = msg(
    "The days from a round's posting until its results are due, if Asynchronous; blank for 7."
)
ROUND_DAYS = Setting("Round days", _DAYS, numbers=FROM_1)
UNFOLD = msg("Click the [+] at the left edge to see them.")


def event_groups(ruleset: Ruleset) -> list[Group]:
    """The rows of the ``Event`` tab under a ruleset, from top to bottom."""
    options = [option for option in ruleset.options if not option.block]
    often = [option_setting(o, ruleset) for o in options if not (o.extension or o.rare)]
    rare = [option_setting(o, ruleset) for o in options if o.extension or o.rare]
    cut = [replace(CUT_SIZE, choices=(NO_CUT, *ruleset.cut.sizes))] if ruleset.cut else []
    days = [FIRST_DAY, SECOND_DAY] if ruleset.cut and ruleset.cut.has_progression else []
    of_cut = [SHOW_CHANCES, SHOW_DECKS] if ruleset.cut else []
    filled_in = (s for s in FILLED_IN if ruleset.cut or s not in CUT_RECORD)
    return [
        Group("", AT_A_GLANCE),
        Group(t("The event"), (EVENT_NAME, DATE, ORGANIZER)),
        Group(t("The format"), (RULESET, ROUNDS, *often, *cut)),
        Group(t("The room"), (CHECK_IN, CLUBS_APART, TABLES, STREAM_TABLE)),
        Group(t("Publishing"), (PUBLISH, PLAYER_REPORTS, REGISTRATION, *of_cut)),
        Group(
            t("Rarely needed"),
            (*rare, *([ROUND_DAYS] if ruleset.deadlines else []), *days, SEED, *filled_in),
            folded=True,
        ),
    ]


def settings_for(ruleset: Ruleset) -> list[Setting]:
    """Every setting under a ruleset: those on ``Event`` from top to bottom, then those on ``Rules``."""
    settings = [setting for group in event_groups(ruleset) for setting in group.settings]
    return settings + [option_setting(o, ruleset) for o in ruleset.options if o.block]


def event_rows(groups: Sequence[Group]) -> list[Setting | Group]:
    """The rows below the header of ``Event``, one for each heading and setting."""
    return [row for g in groups for row in (*((g,) if g.heading else ()), *g.settings)]


def option_setting(option: Option, ruleset: Ruleset) -> Setting:
    """An option of the ruleset; its help says what a blank means and what the document has not."""
    helps = [t(option.help)]
    texts = {"document": ruleset.short}
    if option.numbers:
        texts |= {"least": str(option.numbers[0]), "most": str(option.numbers[-1])}
    if option.numbers or option.beyond:
        helps.append(t(option.beyond or msg("Or type {least} to {most}."), **texts))
    if option.extension:
        helps.append(t("Not in {document}.", **texts))
    if option.block:
        if option.form:
            words = [choice for choice in option.choices if not option.accepts(choice)]
            also = msg("{words}, or {form}.") if words else msg("Type {form}.")
            helps.append(t(also, words=", ".join(words), form=t(option.form)))
        spelled, form = (option.spelled, t(option.form)) if option.reads else (None, "")
        return Setting(
            option.name, " ".join(helps), option.choices, spelled=spelled, form=form,
            shown="" if option.default == NO_CUT else option.default, known_as=option.known_as,
            is_long=option.is_long,
        )  # fmt: skip
    blank = msg("Blank: {value}, {unless}.") if option.unless else msg("Blank: {value}.")
    helps.append(t(blank, value=option.default, unless=t(option.unless)))
    return Setting(option.name, " ".join(helps), option.choices, numbers=option.numbers)


def event_layout(groups: Sequence[Group] = ()) -> Layout:
    """The ``Event`` tab with these groups of rows."""
    rows = event_rows(groups)
    settings = [(i, row) for i, row in enumerate(rows) if isinstance(row, Setting)]
    return Layout(
        EVENT,
        (
            Column("Setting", 26, looks.LABEL),
            Column("Value", 42, looks.SETTING),
            Column("Help", 56, looks.NOTE, optional=True),
            Column("Go to", 18, looks.LINK, optional=True),
            Column("", 0, looks.STEP, optional=True),
            *(Column(h, 0, looks.STEP, optional=True) for h in (*STEPS, *LINK_STEPS)),
        ),
        tab_colour="0F766E",
        filtered=False,
        landscape=False,
        choices_by_row={i: s.choices for i, s in settings if s.choices},
        open_rows=frozenset(i for i, s in settings if s.choices and s.numbers),
        styles_by_row={i: styles for i, s in enumerate(rows) if (styles := _styles_of(s))},
        folded=tuple(i for i, s in enumerate(rows) for g in groups if g.folded and s in g.settings),
        row_height=20,
        header_height=22,
        leads_back=False,
    )


def _styles_of(row: Setting | Group) -> tuple[Style, ...] | None:
    """The styles of a row of ``Event`` that does not look like most of them."""
    if isinstance(row, Group):
        seen = (looks.GROUP, looks.GROUP, looks.GROUP_NOTE)
    elif row.glance:
        value = looks.NEXT if row is NEXT_STEP else looks.GLANCE
        seen = (looks.GLANCE_LABEL, value, looks.GLANCE_NOTE)
    elif row in FILLED_IN or row is TABLES:
        value = looks.SETTING_TEXT if row is TABLES else looks.QUIET_TEXT
        seen = (looks.LABEL, value, looks.NOTE)
    else:
        return None
    return (*seen, looks.LINK, *[looks.STEP] * (1 + len(STEPS) + len(LINK_STEPS)))


def event_cells(groups: Sequence[Group], values: Mapping[str, CellValue]) -> list[list[CellValue]]:
    """The rows of a new ``Event`` tab, with these values."""
    to_tabs = links(ROUNDS_PAIRED.name, CUT_TABS.name)
    headers = event_layout().headers()
    letters = [column_letter(headers.index(header) + 1) for header in LINK_STEPS]
    return [
        [
            *(
                (row.heading, None, t(UNFOLD) if row.folded else None)
                if isinstance(row, Group)
                else (row.name, values.get(row.name), t(row.help))
            ),
            *_with_steps(link, [f"${letter}${number}" for letter in letters]),
        ]
        for number, (row, link) in enumerate(zip_longest(event_rows(groups), to_tabs), 2)
    ]


def _with_steps(link: Worked | None, addresses: Sequence[str]) -> list[CellValue]:
    """The link of a row and its steps, between them the columns for those of the value."""
    shown, *steps = link.placed(addresses) if link else [None] * (1 + len(addresses))
    return [shown, *[None] * (1 + len(STEPS)), *steps]
