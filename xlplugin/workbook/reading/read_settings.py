"""Reading the settings of ``Event`` and ``Rules``: choices in their own spelling, others refused."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import replace
from difflib import get_close_matches
from functools import cache

from engine import RULESETS, Ruleset
from xlplugin.ground.languages import spoken
from xlplugin.ground.problems import Problem
from xlplugin.ground.texts import msg, t
from xlplugin.workbook.book import Book
from xlplugin.workbook.layouts import event_tab, rules_tab, tab_names
from xlplugin.workbook.reading.match_tables import rooms
from xlplugin.workbook.reading.read_rounds import missing_tab
from xlplugin.workbook.table import Table, folded, usable_table


@cache
def known_names() -> frozenset[str]:
    """The settings of every ruleset."""
    return frozenset(s.name for r in RULESETS.values() for s in event_tab.settings_for(r))


def read_settings(event: Table, known: Collection[str]) -> tuple[dict[str, str], dict[str, int]]:
    """The settings of a tab that are known, by name, and their rows."""
    settings: dict[str, str] = {}
    rows: dict[str, int] = {}
    shown = {setting.name for setting in event_tab.AT_A_GLANCE}
    names = {folded(name): name for name in known}
    for row in event.rows():
        typed = row.raw("Setting")
        name = names.get(folded(typed)) if isinstance(typed, str) else None
        if name is None or name in rows:
            continue
        rows[name] = row.number
        free = (event_tab.DATE.name, event_tab.EVENT_NAME.name, event_tab.ORGANIZER.name)
        if name in shown:
            settings[name] = ""
        elif name in free:
            settings[name] = row.quiet_text("Value")
        else:
            settings[name] = row.text("Value", t("a value")).strip()
    return settings, rows


def read_rules(
    book: Book, ruleset: Ruleset, settings: dict[str, str], problems: list[Problem]
) -> tuple[Table | None, dict[str, int]]:
    """The tab ``Rules`` and the rows of its settings, which are added to those of ``Event``.

    What was published carries them all on ``Event``.
    """
    if not any(option.block for option in ruleset.options):
        return None, {}
    names = {option.name for option in ruleset.options if option.block}
    if tab_names.RULES not in book.sheets:
        if not settings.keys() & names:
            problems.append(_without_rules(book))
            record = event_tab.record_of(settings.get(event_tab.SETTLED.name, ""))
            settings |= {name: value for name, value in record.items() if name in names}
        return None, {}
    layout = rules_tab.rules_layout()
    table = usable_table(book, tab_names.RULES, layout, problems)
    if table is None:
        return None, {}
    typed, rows = read_settings(table, names)
    _refuse_unknown(table, names, {option.block for option in ruleset.options}, rows)
    settings |= typed
    return table, rows


def refuse_on_event(event: Table, rules: Table, rows: Mapping[str, int], ruleset: Ruleset) -> None:
    """Refuse rows of ``Event`` with settings of ``Rules``, where alone they count."""
    for name in (option.name for option in ruleset.options if option.block and option.name in rows):
        what = msg("{setting} belongs on {tab}, and does not count here")
        cell = event.address(rows[name], event.places["Setting"])
        texts = {"setting": name, "tab": rules.sheet.name}
        event.problem(cell, what, msg("type it there, and delete this row"), **texts)


def refuse_other_language(
    event: Table, settings: Mapping[str, str], rows: Mapping[str, int]
) -> None:
    """Refuse another language than that of the workbook: it does not change by that name alone."""
    name = event_tab.LANGUAGE.name
    typed, own = settings.get(name, ""), spoken().own_name
    if typed and folded(typed) != folded(own):
        cell = event.address(rows[name], event.places["Value"])
        what = msg("this workbook is in {language}, not in {typed!r}")
        remedy = msg("set it back to {language}; begin a new event for another language")
        event.problem(cell, what, remedy, language=own, typed=typed)


def _without_rules(book: Book) -> Problem:
    """The problem that the tab of the rules is gone."""
    problem = missing_tab(book, tab_names.RULES)
    if any(folded(tab) == folded(tab_names.RULES) for tab in book.sheets):
        return problem
    remedy = msg(
        "press Undo if it was just deleted; rename it back to {tab} if it has another name; else open the last "
        "backup (xlplugin restore {file})"
    )
    return replace(problem, remedy=t(remedy, tab=tab_names.RULES, file=book.name))


def without_rows(ruleset: Ruleset, rules: Table, rows: Mapping[str, int]) -> list[str]:
    """The sentence on settings that have no row on ``Rules``, if there are some."""
    gone = [o for o in ruleset.options if o.block and o.name not in rows]
    names = ", ".join(f"{option.name} ({option.default})" for option in gone)
    text = msg("{tab} has no row of these settings, which count as in brackets: {settings}.")
    return [t(text, tab=rules.sheet.name, settings=names)] if gone else []


LIKENESS = 0.65
"""How much of a name must be right, of 1, for it to be asked about."""
MOST_NAMED = 12
"""The choices that a sentence can name."""


def _refuse_unknown(
    table: Table, names: Collection[str], blocks: Collection[str], rows: Mapping[str, int]
) -> None:
    """Refuse rows that are no setting, or one that is there already: what is typed there would not count."""
    known = {folded(name): name for name in names}
    headings = {folded(t(block)) for block in blocks}
    for row in table.rows():
        typed = row.raw("Setting")
        if not isinstance(typed, str) or not typed.strip() or folded(typed) in headings:
            continue
        name = known.get(folded(typed))
        if name is None and row.raw("Value") is not None:
            like = get_close_matches(folded(typed), known, 1)
            remedy = msg("correct its name to {like}, or delete the row")
            if not like:
                remedy = msg("delete the row, or clear its value")
            values = {"typed": typed.strip(), "like": known[like[0]] if like else ""}
            row.problem("Setting", "{typed!r} is no setting of these rules", remedy, **values)
        elif name and rows[name] != row.number:
            what = msg("{setting} is there twice, also in row {other}")
            row.problem(
                "Setting", what, "delete one of the two rows", setting=name, other=rows[name]
            )


def check_settings(
    ruleset: Ruleset, settings: dict[str, str], cells: Mapping[str, tuple[Table, int]]
) -> None:
    """Put choices into their own spelling, and refuse what a setting cannot be."""
    for setting in event_tab.settings_for(ruleset):
        typed = settings.get(setting.name, "")
        if not typed or setting is event_tab.RULESET:
            continue
        meant, remedy = _meant(setting, typed), _remedy(setting, typed)
        if not remedy or meant is not None:
            settings[setting.name] = "" if meant == setting.shown else meant or typed
            continue
        table, row = cells[setting.name]
        cell = table.address(row, table.places["Value"])
        numbers = setting.numbers or range(0)
        values: dict[str, object] = {"setting": setting.name, "value": typed, "form": setting.form}
        values["choices"] = ", ".join(map(str, setting.choices))
        values |= {"least": min(numbers, default=0), "most": max(numbers, default=0)}
        if like := _like(setting, typed):
            values |= {"like": like, "otherwise": t(remedy, **values)}
            remedy = msg("did you mean {like}? If not, {otherwise}")
        table.problem(cell, "{setting} cannot be {value!r}", remedy, **values)
        settings[setting.name] = ""


def _meant(setting: event_tab.Setting, typed: str) -> str | None:
    """What is typed as the setting has it; ``None`` where it is neither a choice nor a number of it."""
    choice = {folded(choice): str(choice) for choice in setting.choices}.get(folded(typed))
    if choice is not None:
        return choice
    if typed.isdecimal() and int(typed) in (setting.numbers or range(0)):
        return str(int(typed))
    return setting.spelled(typed) if setting.spelled else None


def _like(setting: event_tab.Setting, typed: str) -> str:
    """The choice that is meant, most likely; ``""`` where none is like it."""
    names = {**{folded(str(choice)): str(choice) for choice in setting.choices}, **setting.known_as}
    found = get_close_matches(folded(typed), names, 1, LIKENESS)
    return names[found[0]] if found else ""


def _remedy(setting: event_tab.Setting, typed: str) -> str:
    """What may be typed instead; ``""`` where anything may."""
    if setting.spelled:
        choose = msg("choose one of: {choices}; or type {form}")
        return choose if setting.choices[1:] else msg("type {form}")
    if setting.choices and setting.numbers:
        return msg("choose one of: {choices}; or type a whole number from {least} to {most}")
    if len(setting.choices) > MOST_NAMED:
        return msg("choose one from the list of the cell")
    if setting.choices:
        return msg("choose one of: {choices}")
    if setting.numbers:
        return msg("type a whole number from {least} up, or leave it blank")
    if setting is event_tab.TABLES and rooms(typed) is None:
        return msg("type table numbers, each once, from small to large: 1-12, 21-30")
    return ""
