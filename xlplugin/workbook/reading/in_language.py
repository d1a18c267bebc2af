"""A workbook in its own language outside, in English inside: tabs, headers, settings, choices, actions.

What is read becomes an English :class:`Book` before anything looks at it, and changes are put into the
workbook's language before a host writes them; formulas have the workbook's names all the while. A workbook
in English is left as it is. A column has choices by its layout, and other names by :data:`NAMED`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace

from engine import RULESETS, Ruleset
from xlplugin.ground.languages import spoken
from xlplugin.ground.names import Kind, folded, is_name, known_as, named, with_places
from xlplugin.workbook.book import Book, SheetData
from xlplugin.workbook.layout import CellValue, Layout
from xlplugin.workbook.layouts import (
    event_tab,
    players_tab,
    record_tabs,
    round_tabs,
    rules_tab,
    tab_names,
)
from xlplugin.workbook.layouts.event_tab import Setting
from xlplugin.workbook.layouts.penalty_tabs import penalties_layout, staff_layout
from xlplugin.workbook.layouts.standings_tabs import standings_columns, standings_layout
from xlplugin.workbook.table import HEADER_SEARCH_ROWS, as_text, table_with

NAMED: Mapping[str, Kind] = {
    "Action": "action", "Rule": "action", "Round": "tab", "Status": "choice", "Tiebreaker": "choice",
    "Decklist": "choice", "Beginner": "choice", "Proposed": "choice", "Role": "choice",
}  # fmt: skip
"""Columns that hold names without a list to choose them from, and of what kind."""
OF_SETTINGS: Mapping[str, Kind] = {
    event_tab.CUT_TABS.name: "tab", event_tab.PUBLISHED.name: "tab", event_tab.ROUND_CLOCK.name: "tab",
    event_tab.CUT_KIND.name: "choice",
}  # fmt: skip
"""Settings that hold names, with commas between several."""


class Columns:
    """The columns of a tab that hold names, made while its language is spoken."""

    def __init__(self, *layouts: Layout, settings: Mapping[str, Setting] | None = None) -> None:
        columns = [column for layout in layouts for column in layout.columns]
        self.headers = {folded(named("column", c.header)): c.header for c in columns}
        self.choices = {c.header: english_of(c.choices) for c in columns if c.choices}
        self.settings = settings

    def header(self, text: str) -> str:
        """The English of a header."""
        return self.headers.get(folded(text)) or known_as("column", text)

    def has(self, header: str) -> bool:
        """True if a header is known, in English."""
        return folded(named("column", header)) in self.headers or is_name("column", header)

    def value(self, header: str, text: str) -> str:
        """The English of what stands in a column."""
        if header in self.choices:
            return self.choices[header].get(folded(text), text)
        return known_as(NAMED[header], text) if header in NAMED else text

    def of_setting(self, name: str, text: str) -> str:
        """The English of what is typed for a setting."""
        if kind := OF_SETTINGS.get(name):
            return ", ".join(known_as(kind, part.strip()) for part in text.split(","))
        setting = (self.settings or {}).get(name)
        return english_of(setting.choices).get(folded(text), text) if setting else text

    def written(self, header: str, value: CellValue, setting: str = "") -> CellValue:
        """A value in English as it stands in a column, or for a setting, in the language that is spoken."""
        if not isinstance(value, str):
            return value
        if self.settings is None:
            kind: Kind | None = "choice" if header in self.choices else NAMED.get(header)
            return named(kind, value) if kind else value
        if header == "Setting":
            return named("setting", value) if value in self.settings else value
        if header != "Value" or setting not in self.settings:
            return value
        if kind := OF_SETTINGS.get(setting):
            return ", ".join(named(kind, part.strip()) for part in value.split(","))
        has_name = value in map(str, self.settings[setting].choices)
        return named("choice", value) if has_name else value


def english_of(choices: Iterable[str | int]) -> dict[str, str]:
    """Choices by how the language that is spoken has them, folded."""
    return {folded(named("choice", str(choice))): str(choice) for choice in choices}


def english(book: Book) -> Book:
    """A workbook in the language that is spoken, in English."""
    actual: dict[str, str] = {}
    claimed = {
        tab_names.known_tab(name) for name in book.sheets if tab_names.known_tab(name) != name
    }
    for name in book.sheets:
        english = tab_names.known_tab(name)
        is_other = english in actual or (english == name and name in claimed)
        actual[f"[{name}]" if is_other else english] = (
            name  # a tab of one's own, with our English name
        )
    sheets = {name: replace(book.sheets[old], name=name) for name, old in actual.items()}
    for name, columns in _columns_of_settings(None).items():
        if name in sheets:
            sheets[name] = translated(sheets[name], columns)
    columns_of = columns_in(sheets)
    for name, sheet in sheets.items():
        sheets[name] = translated(sheet, columns_of.get(with_places(name)) or Columns())
    return replace(book, sheets=sheets, language=spoken(), actual=actual)


def columns_in(sheets: Mapping[str, SheetData]) -> dict[str, Columns]:
    """The columns of the tabs of an event, by the English name of the tab with ``{n}`` for a number.

    Of the tabs those of settings are in English.
    """
    settings: dict[str, str] = {}
    for name in (tab_names.EVENT, tab_names.RULES):
        settings |= _settings(sheets[name]) if name in sheets else {}
    ruleset = RULESETS.get(folded(settings.get(event_tab.RULESET.name, "")))
    columns = _columns_of_settings(ruleset)
    return columns | _columns_of(ruleset, settings) if ruleset else columns


def _columns_of_settings(ruleset: Ruleset | None) -> dict[str, Columns]:
    """The columns of the tabs of settings, under a ruleset or all of them."""
    rulesets = [ruleset] if ruleset else RULESETS.values()
    known = {s.name: s for each in rulesets for s in event_tab.settings_for(each)}
    return {
        tab_names.EVENT: Columns(event_tab.event_layout(), settings=known),
        tab_names.RULES: Columns(rules_tab.rules_layout(), settings=known),
    }


def _settings(tab: SheetData) -> dict[str, str]:
    """The settings of a tab in English."""
    table = table_with(tab, "Setting", "Value")
    rows = table.rows() if table.is_usable else ()
    return {str(row.raw("Setting")): as_text(row.raw("Value") or "") for row in rows}


def _columns_of(ruleset: Ruleset, values: Mapping[str, str]) -> dict[str, Columns]:
    """The columns of the tabs of an event, by the name of the tab with ``{n}`` for a number."""
    options = {
        option.name: value
        for option in ruleset.options
        if (value := values.get(option.name, "")) in option.choices or option.accepts(value)
    }
    fields = [field.name for field in ruleset.format(options).fields]
    layouts = [
        players_tab.players_layout(ruleset),
        round_tabs.round_layout(2, ruleset, options, fields),
        record_tabs.NOTES_LAYOUT,
        record_tabs.LOG_LAYOUT,
    ]
    for name, is_final in (("Standings {n}", False), (round_tabs.FINAL, True)):
        of_standings = standings_columns(
            2, ruleset, options, is_final=is_final, tiebreaker=is_final
        )
        layouts.append(standings_layout(name, of_standings))
    if ruleset.penalties:
        layouts.append(penalties_layout(ruleset, ruleset.penalties))
    if ruleset.staff:
        layouts.append(staff_layout(ruleset.staff))
    if ruleset.deadlines:
        layouts.append(record_tabs.deadlines_layout(ruleset.deadlines, 1))
    if ruleset.cut:
        layouts.append(round_tabs.cut_layout(1, ruleset, options))
        if ruleset.cut.tiebreaker:
            layouts.append(round_tabs.tiebreaker_layout(ruleset))
    return {with_places(layout.name): Columns(layout) for layout in layouts}


def translated(sheet: SheetData, columns: Columns) -> SheetData:
    """A tab in English, as far as it has a row of headers that are known."""
    at, headers = header_row(sheet, columns, columns.header)
    if not headers:
        return sheet
    rows: list[Sequence[CellValue]] = [*sheet.rows]
    rows[at] = [headers.get(place, value) for place, value in enumerate(rows[at])]
    place_of = {header: place for place, header in headers.items()}
    setting = place_of.get("Setting") if columns.settings is not None else None
    known = {folded(named("setting", name)): name for name in columns.settings or ()}
    for number in range(at + 1, len(rows)):
        row = list(rows[number])
        name = ""
        if setting is not None and setting < len(row) and isinstance(text := row[setting], str):
            name = known.get(folded(text), "")
            row[setting] = name or text
        for place, header in headers.items():
            text = row[place] if place < len(row) else None
            if not isinstance(text, str) or not text.strip():
                continue
            core = text.strip()
            english = core
            if setting is None:
                english = columns.value(header, core)
            elif header == "Value" and name:
                english = columns.of_setting(name, core)
            if english != core:
                row[place] = text.replace(core, english)
        rows[number] = row
    return replace(sheet, rows=rows)


def header_row(
    sheet: SheetData, columns: Columns, english: Callable[[str], str] = str
) -> tuple[int, dict[int, str]]:
    """The row of headers, from 0, and the English of each by its column, from 0; nothing where there is none."""
    found: tuple[int, dict[int, str]] = (0, {})
    rows, least = (HEADER_SEARCH_ROWS, 2) if columns.headers else (1, 1)
    for at, row in enumerate(sheet.rows[:rows]):
        texts = {place: value for place, value in enumerate(row) if isinstance(value, str)}
        headers = {place: english(value) for place, value in texts.items()}
        known = {p: h for p, h in headers.items() if columns.has(h)}
        if len(known) >= max(least, len(found[1]) + 1):
            found = at, known
    return found
