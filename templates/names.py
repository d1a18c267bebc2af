"""The names of tabs, columns, settings and choices, which every language has; see ``catalogue.py``."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator

from engine import RULESETS, Ruleset
from xlplugin.ground.names import Kind, with_places
from xlplugin.templates.ruleset_patterns import layouts_of
from xlplugin.workbook.drawings.shared import CARDS, NAMES, SEATS, SLIPS
from xlplugin.workbook.layout import Layout
from xlplugin.workbook.layouts import event_tab, players_tab, record_tabs, rules_tab, tab_names
from xlplugin.workbook.layouts.penalty_tabs import staff_layout
from xlplugin.workbook.layouts.round_tabs import BRACKET
from xlplugin.workbook.layouts.standings_tabs import OUTCOMES

DRAWN = (
    BRACKET, SLIPS, NAMES, SEATS, CARDS, tab_names.STATISTICS, tab_names.PLAN, tab_names.CHANCES,
    tab_names.MATCHUPS,
)  # fmt: skip
"""Tabs that are no tables."""
NOT_OURS = re.compile(r"(Final army|Army|Exchangeable token)( \d)?|Ruleset|Language")
"""Columns and settings whose choices are names in a game, of files, or of languages."""
ARMIES = ("DDD", "YYY", "ZZZ")
"""Columns that are themselves such names."""
_WORD = re.compile(r"[^\W\d_]")
Name = tuple[Kind, str, str]
"""A kind, a name, and where it stands."""


def names() -> dict[tuple[str, Kind], list[str]]:
    """Every name with its kind, and where it stands; steps out of sight, in brackets, stay English."""
    found: dict[tuple[str, Kind], set[str]] = defaultdict(set)
    for kind, name, where in _all():
        if _WORD.search(name) and not name.startswith("(") and name not in ARMIES:
            name_in = name if kind == "choice" else with_places(name)
            found[name_in, kind].add(with_places(where))
    return {name: sorted(places - {""}) for name, places in found.items()}


def _all() -> Iterator[Name]:
    yield from (("tab", tab, "") for tab in DRAWN)
    yield from (("choice", outcome, "Tiebreaker") for outcome in OUTCOMES.values() if outcome)
    yield from (("action", action, "Log") for action in record_tabs.ACTIONS)
    for ruleset in RULESETS.values():
        for layout in _layouts(ruleset):
            yield from _of_layout(layout)
        for setting in event_tab.settings_for(ruleset):
            yield "setting", setting.name, ""
            if not NOT_OURS.fullmatch(setting.name):
                for choice in filter(None, (*setting.choices, setting.shown)):
                    yield "choice", str(choice), setting.name


def _layouts(ruleset: Ruleset) -> Iterator[Layout]:
    yield event_tab.event_layout()
    yield rules_tab.rules_layout()
    yield players_tab.players_layout(ruleset)
    yield from (record_tabs.NOTES_LAYOUT, record_tabs.LOG_LAYOUT)
    if ruleset.staff:
        yield staff_layout(ruleset.staff)
    yield from layouts_of(ruleset)


def _of_layout(layout: Layout) -> Iterator[Name]:
    yield "tab", layout.name, ""
    for column in layout.columns:
        yield "column", column.header, layout.name
        if not NOT_OURS.fullmatch(column.header):
            for choice in column.choices:
                yield "choice", str(choice), f"{layout.name}: {column.header}"
