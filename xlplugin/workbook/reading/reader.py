"""Reading a whole event, with every problem by sheet and cell."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from engine import RULESETS, Ruleset, TournamentError, ruleset_named
from xlplugin.problems import Problem, WorkbookProblems
from xlplugin.texts import t
from xlplugin.workbook.book import Book
from xlplugin.workbook.layouts import event_tab, tab_names
from xlplugin.workbook.reading import check_in, settled_options
from xlplugin.workbook.reading.event_book import EventBook
from xlplugin.workbook.reading.log import Kind, facts_logged
from xlplugin.workbook.reading.match_tables import rooms
from xlplugin.workbook.reading.pairing_notes import recorded_names, recorded_pairs
from xlplugin.workbook.reading.read_cuts import read_cuts
from xlplugin.workbook.reading.read_players import names_in_rounds, players_layout_of, read_players
from xlplugin.workbook.reading.read_rounds import missing_tab, read_rounds
from xlplugin.workbook.reading.ruleset_findings import add_findings
from xlplugin.workbook.table import Table, folded

WHOLE_NUMBERS = {
    event_tab.ROUNDS: 1,
    event_tab.STREAM_TABLE: 1,
    event_tab.ROUND_DAYS: 1,
    event_tab.FIRST_DAY: 1,
    event_tab.SECOND_DAY: 1,
    event_tab.ROUNDS_PAIRED: 0,
    event_tab.ELSEWHERE: 0,
    event_tab.CUT_PLAYERS: 1,
    event_tab.MINUTES_ADDED: 0,
}
"""Settings that are whole numbers, each with the least that it may be."""


def read_event(book: Book) -> EventBook:
    """Read the whole event.

    Raises:
        WorkbookProblems: there is no event in the book at all; whatever else is wrong is in the
            result's ``problems``.
    """
    problems: list[Problem] = []
    tab = _read_event_tab(book, problems)
    settings, setting_rows = _read_settings(tab) if tab else ({}, {})
    ruleset = _ruleset(tab, settings, setting_rows, problems, book)
    if tab is None or ruleset is None or tab_names.PLAYERS not in book.sheets:
        if tab_names.PLAYERS not in book.sheets:
            problems.append(missing_tab(book, tab_names.PLAYERS))
        raise WorkbookProblems(problems)
    _check_settings(tab, ruleset, settings, setting_rows, problems)
    roster_sheet = book.sheets[tab_names.PLAYERS]
    players = Table(roster_sheet, players_layout_of(roster_sheet, ruleset), problems)
    in_rounds, recorded = names_in_rounds(book), recorded_pairs(book)
    paired = {no for _, one, two in recorded for no in (one, two) if no}
    roster, unnumbered = read_players(players, in_rounds, paired)
    event = EventBook(
        book=book,
        ruleset=ruleset,
        settings=settings,
        setting_rows=setting_rows,
        event_tab=tab,
        players=players,
        roster=roster,
        rounds=[],
        problems=problems,
        warnings=[*book.warnings],
        unnumbered=unnumbered,
        recorded_pairs=recorded,
        recorded_names=recorded_names(book),
    )
    _warn_of_returned(event, in_rounds)
    if settings.get(event_tab.PUBLISH.name) == event_tab.WHEN_TOLD and not event.is_reviewed:
        warning = t(
            "{tab}: the row {row} is gone, so rounds are published at once. Type {row} below Setting to "
            "look them over first.",
            tab=tab.sheet.name,
            row=event_tab.PUBLISHED.name,
        )
        event.warnings.append(warning)
    settled_options.compare(event)
    if players.is_usable:
        _refuse_half_a_progression(event)
        check_in.add_problems(event)
        read_rounds(event)
        _refuse_too_many_rounds(event)
        read_cuts(event)
        add_findings(event)
    return event


def _warn_of_returned(event: EventBook, in_rounds: Collection[int]) -> None:
    """Warn of players who were typed again, and get their earlier number."""
    players = event.players
    for row, no in event.unnumbered.items():
        if no in in_rounds:
            cell = players.address(row, players.places.get("No", 1))
            texts = {"where": f"{players.sheet.name}!{cell}", "player": event.name(no), "no": no}
            warning = t(
                "{where}: {player} was No {no} in the rounds, and has this number again. If the row is a "
                "new one, type Status, Seed and the like again, too.",
                **texts,
            )
            event.warnings.append(warning)


def _refuse_half_a_progression(event: EventBook) -> None:
    """A progression has both of its settings, or none."""
    if event.ruleset.cut is None or not event.ruleset.cut.has_progression:
        return
    pair = (event_tab.FIRST_DAY, event_tab.SECOND_DAY)
    typed = [setting for setting in pair if event.settings.get(setting.name)]
    if len(typed) != 1:
        return
    blank = next(setting for setting in pair if setting not in typed)
    setting = typed[0].name
    texts = {"blank": blank.name, "setting": setting, "value": event.settings[setting]}
    what = t("{blank} is blank, but {setting} is {value}", **texts)
    tab, cell = event.event_tab.sheet.name, event.setting_cell(blank.name)
    event.problems.append(Problem(tab, cell, what, t("type both, or neither")))


def _refuse_too_many_rounds(event: EventBook) -> None:
    """More Swiss rounds planned than the ruleset can have; those that have been paired stay."""
    limit, typed = event.ruleset.most_rounds, int(event.settings.get(event_tab.ROUNDS.name) or 0)
    if limit is None or typed <= limit.rounds:
        return
    tab, cell = event.event_tab.sheet.name, event.setting_cell(event_tab.ROUNDS.name)
    texts = {"typed": typed, "most": limit.rounds, "why": t(limit.why)}
    what = t("Rounds is {typed}, but {most} Swiss rounds are the most: {why}", **texts)
    if len(event.rounds) > limit.rounds:
        event.warnings.append(f"{tab}!{cell}: {what}.")
    else:
        remedy = t("type {most} or fewer, or leave it blank", most=limit.rounds)
        event.problems.append(Problem(tab, cell, what, remedy))


def _read_event_tab(book: Book, problems: list[Problem]) -> Table | None:
    if tab_names.EVENT not in book.sheets:
        problems.append(missing_tab(book, tab_names.EVENT))
        return None
    table = Table(book.sheets[tab_names.EVENT], event_tab.event_layout(), problems)
    return table if table.is_usable else None


def _read_settings(event: Table) -> tuple[dict[str, str], dict[str, int]]:
    settings: dict[str, str] = {}
    rows: dict[str, int] = {}
    live = {s.name for s in (event_tab.NEXT_STEP, event_tab.ROUND, event_tab.PLAYER_COUNT)}
    known = (s.name for ruleset in RULESETS.values() for s in event_tab.settings_for(ruleset))
    names = {folded(name): name for name in known}
    for row in event.rows():
        typed = row.raw("Setting")
        name = names.get(folded(typed)) if isinstance(typed, str) else None
        if name is None or name in rows:
            continue
        rows[name] = row.number
        free = (event_tab.DATE.name, event_tab.EVENT_NAME.name, event_tab.ORGANIZER.name)
        if name in live:
            settings[name] = ""
        elif name in free:
            settings[name] = row.quiet_text("Value")
        else:
            settings[name] = row.text("Value", t("a value")).strip()
    return settings, rows


def _ruleset(
    event: Table | None,
    settings: Mapping[str, str],
    rows: Mapping[str, int],
    problems: list[Problem],
    book: Book,
) -> Ruleset | None:
    """The ruleset; once there are rounds, the one that they were paired under."""
    if event is None:
        return None
    name, place = event_tab.RULESET.name, event.places["Value"]
    cell = event.address(rows[name], place) if name in rows else ""
    choices = ", ".join(RULESETS)
    has_rounds = any(map(tab_names.holds_matches, book.sheets))
    logged = facts_logged(book, Kind.SETTING).get(name, "") if has_rounds else ""
    paired = RULESETS.get(folded(logged))
    if paired and folded(settings.get(name, "")) != paired.name:
        texts = {"ruleset": paired.name}
        what = t(
            "the ruleset cannot change once round 1 is paired: all rounds are those of {ruleset}",
            **texts,
        )
        remedy = t("set it back to {ruleset} (for another ruleset undo all rounds first)", **texts)
        if not cell:
            remedy = t("in a row Ruleset, {remedy}", remedy=remedy)
        problems.append(Problem(tab_names.EVENT, cell, what, remedy))
        return paired
    remedy = t("choose one of: {choices}", choices=choices)
    if settings.get(name):
        try:
            return ruleset_named(settings[name])
        except TournamentError:
            what = t("there is no ruleset {ruleset!r}", ruleset=settings[name])
    elif cell:
        what = t("no ruleset is chosen")
    else:
        what = t("the setting Ruleset is missing")
        remedy = t("add a row Ruleset | (its name)")
    problems.append(Problem(tab_names.EVENT, cell, what, remedy))
    return None


def _check_settings(
    event: Table,
    ruleset: Ruleset,
    settings: dict[str, str],
    rows: Mapping[str, int],
    problems: list[Problem],
) -> None:
    """Put choices into their own spelling, and refuse what a setting cannot be."""
    for setting in event_tab.settings_for(ruleset):
        typed = settings.get(setting.name, "")
        if not typed or setting is event_tab.RULESET:
            continue
        cell = event.address(rows[setting.name], event.places["Value"])
        if setting.choices:
            meant = _choice_meant(setting, typed)
            if meant is not None:
                settings[setting.name] = meant
                continue
            choices = ", ".join(map(str, setting.choices))
            remedy = t("choose one of: {choices}", choices=choices)
            if setting.numbers:
                remedy = t(
                    "choose one of: {choices}; or type a whole number from {least} to {most}",
                    choices=choices,
                    least=setting.numbers[0],
                    most=setting.numbers[-1],
                )
        elif setting in WHOLE_NUMBERS:
            least = WHOLE_NUMBERS[setting]
            if typed.isdecimal() and least <= int(typed) < 10_000:
                continue
            remedy = t("type a whole number from {least} on, or leave it blank", least=least)
        elif setting is event_tab.TABLES:
            if rooms(typed) is not None:
                continue
            remedy = t("type table numbers, each once, from small to large: 1-12, 21-30")
        else:
            continue
        what = t("{setting} cannot be {value!r}", setting=setting.name, value=typed)
        problems.append(Problem(event.sheet.name, cell, what, remedy))
        settings[setting.name] = ""


def _choice_meant(setting: event_tab.Setting, typed: str) -> str | None:
    """A choice in its own spelling, or a number that may be typed as well; ``None`` for neither."""
    meant = {folded(choice): str(choice) for choice in setting.choices}
    if folded(typed) in meant:
        return meant[folded(typed)]
    is_number = setting.numbers and typed.isdecimal() and int(typed) in setting.numbers
    return str(int(typed)) if is_number else None
