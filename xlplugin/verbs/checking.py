"""Checking a whole event: every round is paired again and compared, and rules broken are found."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from engine import Round, Ruleset, Tournament, pair, rank, violations
from engine.pairing import pair_key, sides_key
from xlplugin.engine_errors import error_text
from xlplugin.hosts import Host
from xlplugin.problems import ERRORS, Problem, WorkbookProblems
from xlplugin.texts import t
from xlplugin.verbs.cut_checking import differences_after_swiss
from xlplugin.workbook.layouts import tab_names
from xlplugin.workbook.layouts.standings_tabs import table_after_round
from xlplugin.workbook.reading.event_book import EventBook, RoundTab
from xlplugin.workbook.reading.reader import read_event
from xlplugin.workbook.reading.staff import without_impartial_judge
from xlplugin.workbook.writing import standings_writer


@dataclass(frozen=True, slots=True)
class CheckResult:
    """The result of checking the whole event."""

    rounds: int
    differences: Sequence[str]
    problems: Sequence[Problem | str]
    warnings: Sequence[str]


def check_event(
    host: Host, progress: Callable[[Sequence[RoundTab]], Iterator[RoundTab]] = iter
) -> CheckResult:
    """Re-run every round and compare; nothing is written.

    Args:
        host: the workbook.
        progress: passes the rounds on one by one, showing how far it is.

    Returns:
        Differences: a pairing other than the one that the rules draw from the event seed, or a
        standings value other than the one that the results give. Problems: rules broken, cells
        to mend.
    """
    try:
        event = read_event(host.read())
    except WorkbookProblems as error:
        return CheckResult(0, [], error.problems, [])
    problems: list[Problem | str] = [*event.problems]
    for tab in event.rounds[:-1]:
        problems += tab.missing
    if problems:
        return CheckResult(len(event.rounds), [], problems, event.warnings)
    differences: list[str] = []
    warnings = [*event.warnings, *without_impartial_judge(event)]
    newest_tabs = (*event.rounds[-1:], *event.cut_tabs)
    warnings += [
        t("{tab} is not finished (results missing: {n}).", tab=tab.name, n=len(tab.missing))
        for tab in newest_tabs
        if tab.missing
    ]
    completed = event.completed
    whole = event.tournament(completed)
    newest = event.rounds[-1:] if completed < len(event.rounds) else []
    if newest:
        unfinished = Round(newest[0].number, tuple(newest[0].matches))
        entered = event.players_with(event.rounds)
        whole = replace(whole, players=entered, rounds=(*whole.rounds, unfinished))
    if event.elsewhere:
        warning = t(
            "Rounds 1 to {n} were paired elsewhere: their rules are checked, their draws cannot be "
            "repeated.",
            n=event.elsewhere,
        )
        warnings.append(warning)
    for tab in progress(event.rounds):
        problems += [
            f"{tab_names.round_name(tab.number)}: {violation}"
            for violation in violations_of(whole, tab.number, event.ruleset)
        ]
        if tab.number > event.elsewhere:
            differences += _pairing_differences(whole, tab.number, event.ruleset)
    differences += standings_differences(event)
    differences += differences_after_swiss(event)
    rounds = len(event.rounds) + len(event.cut_tabs)
    return CheckResult(rounds, differences, problems, warnings)


def _pairing_differences(whole: Tournament, number: int, ruleset: Ruleset) -> list[str]:
    """Where a round is not what the rules draw from the event seed and the results before it."""
    tab = tab_names.round_name(number)
    before = whole.before_round(number)
    key = sides_key if ruleset.legality(before).sides_swapped else pair_key
    try:
        drawn = {key(paired) for paired in pair(before, ruleset).tables}
    except ERRORS as error:
        return [t("{tab}: the rules give no pairing here: {why}", tab=tab, why=error_text(error))]
    opponent: dict[int, str] = {}
    for pair_ in drawn:
        for i, no in enumerate(pair_):
            opponent[no] = whole.name(pair_[1 - i]) if len(pair_) == 2 else t("a bye")
    differences = []
    for match in whole.rounds[number - 1].matches:
        pair_ = key(match)
        if pair_ in drawn:
            continue
        names = [whole.name(no) for no in pair_]
        by_rules = "; ".join(
            t(
                "{player} would meet {opponent}",
                player=whole.name(no),
                opponent=opponent.get(no) or t("nobody"),
            )
            for no in pair_
        )
        if pair_[::-1] in drawn and len(pair_) == 2:
            by_rules = t("with the sides the other way round")
        difference = t(
            "{tab}, table {table}: {match}, but by the rules {by_rules}",
            tab=tab,
            table=match.table,
            match=" - ".join(names)
            if len(names) == 2
            else t("{player} has a bye", player=names[0]),
            by_rules=by_rules,
        )
        differences.append(difference)
    return differences


def standings_differences(
    event: EventBook, settings_when: Callable[[EventBook, int], Mapping[str, str]] | None = None
) -> list[str]:
    """Where a standings tab is not what the results give now: they were corrected since.

    Args:
        event: the event.
        settings_when: under which settings the standings after a round are compared, if not those
            that hold now.
    """
    found: list[str] = []
    completed = event.completed
    for name in event.book.sheets:
        number = tab_names.standings_number(name)
        if number is None:
            continue
        if not 1 <= number <= completed:
            found.append(t("{tab}: round {n} is not complete", tab=name, n=number))
            continue
        then = event
        if settings_when:
            then = replace(event, settings=dict(settings_when(event, number)))
        tournament = then.tournament(number)
        entered = standings_writer.players_in(event.book.sheets[name], tournament)
        tournament = replace(tournament, players=entered)  # later entries are not in it yet
        table = table_after_round(rank(tournament, event.ruleset), tournament, event.ruleset)
        found += standings_writer.standings_differences(then, name, table)
    return found


def illegal_hand_edits(tournament: Tournament, ruleset: Ruleset) -> list[str]:
    """Warnings of what is illegal in the newest round as it stands; it counts all the same."""
    if not tournament.rounds:
        return []
    number = len(tournament.rounds)
    return [
        t("Round {n} as it stands: {violation}", n=number, violation=violation)
        for violation in violations_of(tournament, number, ruleset)
    ]


def violations_of(tournament: Tournament, number: int, ruleset: Ruleset) -> Iterator[str]:
    """The rules that a round of the event breaks as it stands."""
    before = tournament.before_round(number)
    tables = [(m.player1, m.player2) for m in tournament.rounds[number - 1].matches]
    for violation in violations(before, tables, ruleset.legality(before)):
        yield error_text(violation)
