"""What a ruleset's workbooks begin with: tabs, and looks and pages, see :mod:`xlplugin.workbook.live_patterns`."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from itertools import combinations, product

from engine import Ruleset, Stage
from engine.own.options import ONE_GAME, POOLS, RESULT, SIDES, TWO_GAMES
from engine.statistics import ARMIES
from xlplugin.ground.languages import spoken
from xlplugin.workbook.book import AddPatterns, AddSheet, Change, ShowSheet
from xlplugin.workbook.drawings import (
    chances_tab,
    cross_table,
    list_tabs,
    matchups_tab,
    plan_tab,
    statistics_tab,
)
from xlplugin.workbook.drawings.bracket import HIGH_ROWS, LOW_ROWS
from xlplugin.workbook.drawings.shared import PRINT_COLOUR
from xlplugin.workbook.layout import (
    CUT,
    CUT_HEIGHT,
    LIST,
    LIST_HEIGHT,
    STYLES,
    Column,
    Layout,
)
from xlplugin.workbook.layouts import (
    event_tab,
    players_tab,
    record_tabs,
    round_tabs,
    rules_tab,
    standings_tabs,
    tab_names,
)
from xlplugin.workbook.layouts.penalty_tabs import penalties_layout, staff_layout
from xlplugin.workbook.layouts.record_tabs import LOG_LAYOUT, NOTES_LAYOUT, deadlines_layout
from xlplugin.workbook.live_patterns import Look, Page

MOST_ROUNDS = 12
"""The rounds that have columns with looks of their own; those of later ones look plain."""


def layouts_of(ruleset: Ruleset) -> Iterator[Layout]:
    """Every layout that a tab may have which is made while an event is run."""
    if lists := list_tabs.layout_of(ruleset):
        yield lists
    if ruleset.deadlines:
        yield deadlines_layout(ruleset.deadlines, ruleset.deadlines.round_days)
    yield from map(cross_table.layout_of, (1, MOST_ROUNDS))
    yield matchups_tab.list_layout(*[[ARMIES]] * ruleset.match_format.has_armies)
    optional = [field.name for field in ruleset.match_format.fields if field.optional]
    cut = ruleset.cut
    if ruleset.penalties:
        yield penalties_layout(ruleset, ruleset.penalties)
    if cut and cut.tiebreaker:
        yield round_tabs.tiebreaker_layout(ruleset)
    standings, cuts = set(), []
    for options in choices_of(ruleset):
        yield round_tabs.round_layout(2, ruleset, options)
        yield round_tabs.round_layout(2, ruleset, options, optional)
        for number in range(1, MOST_ROUNDS + 1):
            look = (number, *_look_of_standings(number, ruleset, options))
            if look not in standings:
                standings.add(look)
                yield from standings_tabs.layouts_of(number, ruleset, options)
        if cut:
            look = cut.format(options), round_tabs.last_columns(ruleset, options, Stage.ELIMINATION)
            if look not in cuts:
                cuts.append(look)
                yield from (round_tabs.cut_layout(number, ruleset, options) for number in (1, 2))


def _look_of_standings(
    number: int, ruleset: Ruleset, options: Mapping[str, str]
) -> Iterator[object]:
    """All by which standings differ: their points, and what is seen of their tiebreaks."""
    yield from (ruleset.format(options).denominator, ruleset.has_pools(options))
    for tiebreak in ruleset.tiebreaks(options, number):
        yield tiebreak.name, tiebreak.key, tiebreak.decimals, tiebreak.among_tied
        yield tiebreak.help, *tiebreak.numbers.values()


def choices_of(ruleset: Ruleset) -> Iterator[Mapping[str, str]]:
    """Every choice of any two options together, the others left blank.

    How a column looks hangs on one option, or on two; all choices of all options would be thousands.
    Of rules that are put together each choice is there by itself, pools are, and the names of sides with games
    that have some.
    """
    for option in ruleset.options:
        if option.block:
            yield from ({option.name: choice} for choice in option.choices)
    if any(option.block for option in ruleset.options):
        yield {POOLS.name: "2"}
        names_of_sides = [*zip(*(option.choices for option in SIDES), strict=True)]
        for result, names in product((TWO_GAMES, ONE_GAME), names_of_sides):
            named = zip((option.name for option in SIDES), names, strict=True)
            yield {RESULT.name: result, **dict(named)}
    options = [option for option in ruleset.options if not option.block]
    for pair in combinations(options, min(2, len(options))):
        for chosen in product(*(option.choices for option in pair)):
            yield {option.name: c for option, c in zip(pair, chosen, strict=True)}


def looks_of(ruleset: Ruleset) -> list[Look]:
    """Every look that is needed while an event is run; each style on its own as well."""
    layouts = [NOTES_LAYOUT, LOG_LAYOUT, *layouts_of(ruleset)]
    columns = (each for layout in layouts for column in layout.columns for each in _limited(column))
    return list(dict.fromkeys([*map(Look, STYLES), *map(Look.of, columns)]))


def _limited(column: Column) -> Iterator[Column]:
    """A column, and as it is with each of its other limits."""
    yield column
    if column.whole:
        for most in column.whole.limits:
            yield replace(column, whole=replace(column.whole, most=most))


def pages_of(ruleset: Ruleset) -> list[Page]:
    """Every page that is needed while an event is run."""
    layouts = [*layouts_of(ruleset)]
    heights = (HIGH_ROWS, LOW_ROWS) if ruleset.cut else ()
    pages = [
        *map(Page.of, layouts),
        *(Page.of(replace(layout, landscape=True)) for layout in layouts if layout.on_screen),
        *(Page(round_tabs.CUT_COLOUR, "whole", 0, height) for height in heights),
        Page(PRINT_COLOUR, CUT.name, 0, CUT_HEIGHT),
        Page(PRINT_COLOUR, LIST.name, 0, LIST_HEIGHT),
        *statistics_tab.pages_of(ruleset),
        *matchups_tab.pages_of(ruleset),
        *([chances_tab.PAGE] if ruleset.cut else []),
        *plan_tab.pages_of(ruleset),
    ]
    return list(dict.fromkeys(pages))


def template_changes(ruleset: Ruleset) -> list[Change]:
    """The sheets of a new workbook, as changes of an empty one."""
    groups, rules = event_tab.event_groups(ruleset), rules_tab.rules_groups(ruleset)
    settings = event_tab.event_cells(
        groups, {event_tab.RULESET.name: ruleset.name, event_tab.LANGUAGE.name: spoken().own_name}
    )
    return [
        AddSheet(
            event_tab.event_layout(groups),
            settings,
            header_text=""
            if ruleset.named
            else ruleset.title,  # rules of one's own have a name later
        ),
        *(
            [AddSheet(rules_tab.rules_layout(rules), rules_tab.rules_cells(rules, {}))]
            if rules
            else []
        ),
        AddSheet(players_tab.players_layout(ruleset), []),
        *([AddSheet(staff_layout(ruleset.staff), [])] if ruleset.staff else []),
        *([AddSheet(penalties_layout(ruleset, code), [])] if (code := ruleset.penalties) else []),
        AddSheet(record_tabs.NOTES_LAYOUT, []),
        AddSheet(record_tabs.LOG_LAYOUT, []),
        AddPatterns(looks_of(ruleset), pages_of(ruleset)),
        ShowSheet(tab_names.EVENT),
    ]
