"""Reading a whole event, with every problem by sheet and cell."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from engine import RULESETS, Ruleset, TournamentError, ruleset_named
from xlplugin.ground.languages import speak
from xlplugin.ground.names import named
from xlplugin.ground.problems import Problem, WorkbookProblems
from xlplugin.ground.texts import msg, t
from xlplugin.workbook.book import Book
from xlplugin.workbook.layout import CellError, Formula
from xlplugin.workbook.layouts import event_tab, players_tab, tab_names
from xlplugin.workbook.reading.event_book import EventBook
from xlplugin.workbook.reading.language import in_english
from xlplugin.workbook.reading.read_cuts import read_cuts
from xlplugin.workbook.reading.read_players import names_in_rounds, players_layout_of, read_players
from xlplugin.workbook.reading.read_rounds import missing_tab, read_rounds
from xlplugin.workbook.reading.read_settings import (
    check_settings,
    known_names,
    read_rules,
    read_settings,
    refuse_on_event,
    refuse_other_language,
    without_rows,
)
from xlplugin.workbook.reading.records import Kind, facts_logged, recorded_names, recorded_pairs
from xlplugin.workbook.reading.ruleset_findings import add_findings, hints_of
from xlplugin.workbook.table import Row, Table, folded, usable_table


def read_event(book: Book) -> EventBook:
    """Read the whole event; from then on texts are in its language.

    Raises:
        WorkbookProblems: there is no event in the book at all; whatever else is wrong is in the
            result's ``problems``.
    """
    book = in_english(book)
    if book.language:
        speak(book.language)
    problems: list[Problem] = []
    tab = None
    if tab_names.EVENT in book.sheets:
        tab = usable_table(book, tab_names.EVENT, event_tab.event_layout(), problems)
    else:
        problems.append(missing_tab(book, tab_names.EVENT))
    settings, setting_rows = read_settings(tab, known_names()) if tab else ({}, {})
    ruleset = _ruleset(book, tab, settings, setting_rows) if tab else None
    if tab_names.PLAYERS not in book.sheets:
        problems.append(missing_tab(book, tab_names.PLAYERS))
    if tab is None or ruleset is None or tab_names.PLAYERS not in book.sheets:
        raise WorkbookProblems(problems)
    rules, rule_rows = read_rules(book, ruleset, settings, problems)
    cells = {name: (tab, row) for name, row in setting_rows.items()}
    if rules:
        cells |= {name: (rules, row) for name, row in rule_rows.items()}
        refuse_on_event(tab, rules, setting_rows, ruleset)
    check_settings(ruleset, settings, cells)
    refuse_other_language(tab, settings, setting_rows)
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
        players_tab=players,
        roster=roster,
        rounds=[],
        problems=problems,
        warnings=[*book.warnings],
        unnumbered=unnumbered,
        recorded_pairs=recorded,
        recorded_names=recorded_names(book),
        rules=rules,
        rule_rows=rule_rows,
    )
    _warn_of_returned(event, in_rounds)
    if event.value_of(event_tab.PUBLISH) == event_tab.WHEN_TOLD and not event.is_reviewed:
        event.add_warning(
            "{tab}: the row {row} is gone, so rounds are published at once. Type {row} below Setting to "
            "look them over first.",
            tab=tab.sheet.name,
            row=event_tab.PUBLISHED.name,
        )
    if rules:
        event.warnings.extend(without_rows(ruleset, rules, rule_rows))
    _compare_settled(event)
    _refuse_clashes(event)
    if players.is_usable:
        _refuse_half_a_progression(event)
        _refuse_missing_columns(event)
        read_rounds(event)
        _refuse_too_many_rounds(event)
        event = read_cuts(event)
        add_findings(event)
        if not event.rounds:  # later check says so
            event.warnings.extend(hints_of(event))
    return event


def _warn_of_returned(event: EventBook, in_rounds: Collection[int]) -> None:
    """Warn of players who were typed again, and get their earlier number."""
    for row, no in event.unnumbered.items():
        if no in in_rounds:
            event.add_warning(
                "{where}: {player} was No {no} in the rounds, and has this number again. If the row is a "
                "new one, type Status, Seed and the like again, too.",
                where=Row(event.players_tab, row, ()).where("No"),
                player=event.name(no),
                no=no,
            )


def _refuse_half_a_progression(event: EventBook) -> None:
    """A progression has both of its settings, or none."""
    if event.ruleset.cut is None or not event.ruleset.cut.has_progression:
        return
    pair = (event_tab.FIRST_DAY, event_tab.SECOND_DAY)
    for blank, typed in (pair, pair[::-1]):
        if event.value_of(typed) and not event.value_of(blank):
            texts = {"blank": blank.name, "setting": typed.name, "value": event.value_of(typed)}
            what = msg("{blank} is blank, but {setting} is {value}")
            event.problem(blank.name, what, "type both, or neither", **texts)


def _refuse_too_many_rounds(event: EventBook) -> None:
    """More Swiss rounds planned than the ruleset can have; those that have been paired stay."""
    limit, typed = event.ruleset.most_rounds, int(event.value_of(event_tab.ROUNDS) or 0)
    if limit is None or typed <= limit.rounds:
        return
    name = event_tab.ROUNDS.name
    what = msg("Rounds is {typed}, but there can be at most {most} Swiss rounds: {why}")
    texts = {"typed": typed, "most": limit.rounds, "why": t(limit.why)}
    if len(event.rounds) > limit.rounds:
        where = f"{named('tab', event.event_tab.sheet.name)}!{event.setting_cell(name)}"
        event.warnings.append(f"{where}: {t(what, **texts)}.")
    else:
        event.problem(name, what, "type {most} or fewer, or leave it blank", **texts)


def _compare_settled(event: EventBook) -> None:
    """Refuse, or warn of, options that a document wants settled and that changed since round 1.

    They are on record in a row of ``Event``; without that row nothing is compared.
    """
    record, options = event.settled, event.options
    event_name, wrong = event.event_tab.sheet.name, {problem.cell for problem in event.problems}
    for option in event.ruleset.options if record else ():
        before = record.get(option.name, option.default if option.block else "")
        chosen, settled = option.of(options), option.settled
        if not settled or before == chosen:
            continue
        cell, tab = event.setting_cell(option.name), event.table_of(option.name).sheet.name
        if cell in wrong or not (before in option.choices or option.accepts(before)):
            continue
        record_cell = f"{event_name}!{event.setting_cell(event_tab.SETTLED.name)}"
        texts = {"option": option.name, "value": chosen, "before": before, "why": t(settled.why)}
        texts["cell"] = f"{record_cell} ({event_tab.SETTLED.name})"
        if settled.must:
            what = msg("{option} is {value}, but round 1 was paired with {before}, and {why}")
            remedy = msg("set it back to {before}; if this was meant from the start, clear {cell}")
            if option.block:
                remedy = msg(
                    "set it back to {before} (for other rules undo all rounds first, then change them)"
                )
            event.problem(option.name, what, remedy, **texts)
        else:
            event.add_warning(
                "{where}: {option} is {value}, but round 1 was paired with {before}; {why}. If it was, "
                "clear {cell}.",
                **texts,
                where=f"{tab}!{cell}" if cell else tab,
            )


def _refuse_clashes(event: EventBook) -> None:
    """Refuse choices that do not go with one another."""
    for clash in event.ruleset.clashes(event.options) if event.ruleset.clashes else ():
        values = {"setting": clash.setting, **clash.values}
        remedy = msg("change one of the two") if "other" in values else msg("correct it")
        event.problem(clash.setting, clash.text, remedy, **values)


def _refuse_missing_columns(event: EventBook) -> None:
    """Refuse what keeps check-in, clubs and labels from counting: a column that is gone, formulas."""
    club = [players_tab.CLUB.header] if event.keeps_clubs_apart else []
    checked_in = [players_tab.CHECKED_IN.header] if event.checks_in else []
    for setting, headers in ((event_tab.CHECK_IN, checked_in), (event_tab.CLUBS_APART, club)):
        for header in headers:
            if header not in event.players_tab.places:
                texts = {"setting": setting.name, "value": event.value_of(setting)}
                what = msg("{setting} is {value}, but Players has no column {header}")
                remedy = msg("type the header {header} on Players, or choose No here")
                event.problem(setting.name, what, remedy, **texts, header=header)
    for row in event.players_tab.rows():
        for header in (players_tab.DO_NOT_PAIR.header, *club):
            if isinstance(row.raw(header), Formula | CellError):
                row.problem(header, "a formula", "type the text instead (or paste as values)")


def _ruleset(
    book: Book, event: Table, settings: Mapping[str, str], rows: Mapping[str, int]
) -> Ruleset | None:
    """The ruleset; once there are rounds, the one that they were paired under."""
    name, place = event_tab.RULESET.name, event.places["Value"]
    cell = event.address(rows[name], place) if name in rows else ""
    typed, choices = settings.get(name, ""), ", ".join(RULESETS)
    has_rounds = any(map(tab_names.holds_matches, book.sheets))
    logged = facts_logged(book, Kind.SETTING).get(name, "") if has_rounds else ""
    paired = RULESETS.get(folded(logged))
    if paired and folded(typed) != paired.name:
        what = msg(
            "the ruleset cannot change once round 1 is paired: all rounds are those of {ruleset}"
        )
        remedy = t(
            "set it back to {ruleset} (for another ruleset undo all rounds first)",
            ruleset=paired.name,
        )
        if not cell:
            remedy = t("in a row Ruleset, {remedy}", remedy=remedy)
        event.problem(cell, what, remedy, ruleset=paired.name)
        return paired
    what, remedy = msg("there is no ruleset {ruleset!r}"), msg("choose one of: {choices}")
    if typed:
        try:
            return ruleset_named(typed)
        except TournamentError:
            pass
    elif cell:
        what = msg("no ruleset is chosen")
    else:
        what = msg("the setting Ruleset is missing")
        remedy = msg("add a row Ruleset | (its name)")
    event.problem(cell, what, remedy, ruleset=typed, choices=choices)
    return None
