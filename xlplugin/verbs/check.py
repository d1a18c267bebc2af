"""Run every round again and compare; find the rules that are broken."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from datetime import datetime

from xlplugin.ground.problems import Problem, WorkbookProblems
from xlplugin.ground.texts import first_of, msg, t, tn
from xlplugin.hosts import Host
from xlplugin.verbs.cut_warnings import differences_after_swiss
from xlplugin.verbs.frame import Result, gone_from_open_tables
from xlplugin.verbs.hand_edits import violations_of
from xlplugin.verbs.results_seen import explained, round_differences, with_newest
from xlplugin.verbs.standings import standings_differences
from xlplugin.workbook.layout import CellError
from xlplugin.workbook.layouts import tab_names
from xlplugin.workbook.reading.event_book import EventBook, RoundTab
from xlplugin.workbook.reading.reader import read_event
from xlplugin.workbook.reading.roster_then import with_clubs_of
from xlplugin.workbook.reading.ruleset_findings import hints_of, without_impartial_judge

MOST_TOLD = 8
"""At most this many differences fit into a message box."""


def _checked(
    rounds: int,
    differences: Sequence[str],
    warnings: Sequence[str],
    problems: Sequence[Problem | str],
    why: str = "",
) -> Result:
    """The result of a check.

    Differences are pairings other than those that the rules draw from the event seed, and standings
    other than those that the results give; ``why`` explains them. Problems are rules broken, and cells to
    mend.
    """
    checked = tn("{n} round checked", "{n} rounds checked", rounds)
    count = tn("{n} difference", "{n} differences", len(differences))
    message = no_problems = t("{rounds}: no problems, {count}.", rounds=checked, count=count)
    lines = [why] if why else []
    if problems or differences:
        text = msg("{rounds}; problems: {problems}, differences: {differences}.")
        counts = {"problems": len(problems), "differences": len(differences)}
        texts = [f"- {text}" for text in (*problems, *differences)]
        shown = first_of(texts, MOST_TOLD, lambda n: t("... and {n} more.", n=n))
        message = "\n".join([t(text, rounds=checked, **counts), *lines, "", *shown])
    lines += [t("Difference: {what}", what=difference) for difference in differences]
    if differences:
        lines.append(
            t(
                "A difference comes from a pairing changed by hand, or from a result or a setting "
                "(Event seed, Rounds, Tier, ...) changed after the round was paired."
            )
        )
    if not problems:
        lines.append(no_problems)
    return Result(
        message=message,
        lines=lines,
        data={"differences": differences, "problems": list(map(str, problems))},
        warnings=warnings,
        problems=problems,
        says_next=False,
    )


def check(
    host: Host,
    *,
    progress: Callable[[Iterable[RoundTab]], Iterable[RoundTab]] = iter,
    when: datetime | None = None,  # noqa: ARG001
) -> Result:
    """Re-run every round and compare; nothing is written.

    ``progress`` passes the rounds on one by one, showing how far it is.
    """
    try:
        event = read_event(host.read())
    except WorkbookProblems as error:
        return _checked(0, [], [], error.problems)
    problems: list[Problem | str] = [*event.problems]
    problems += [problem for tab in event.rounds[:-1] for problem in tab.missing]
    if problems:
        return _checked(len(event.rounds), [], event.warnings, problems)
    differences: list[str] = []
    warnings = [*event.warnings, *without_impartial_judge(event), *gone_from_open_tables(event)]
    warnings += [
        t("{tab} is not finished (results missing: {n}).", tab=tab.name, n=len(tab.missing))
        for tab in (*event.rounds[-1:], *event.cut_tabs)
        if tab.missing
    ]
    warnings += hints_of(event) if event.rounds else []
    whole = with_newest(event)
    if event.elsewhere:
        text = msg(
            "Rounds 1 to {n} were paired elsewhere: their rules are checked, their draws cannot be "
            "repeated."
        )
        warnings.append(t(text, n=event.elsewhere))
    problems += _errors_over_formulas(event)
    for tab in progress(event.rounds):
        then = with_clubs_of(event, tab)
        as_paired = whole if then is event else with_newest(then)
        problems += [
            f"{tab_names.round_name(tab.number)}: {violation}"
            for violation in violations_of(as_paired, tab.number, event.ruleset)
        ]
        if tab.number > event.elsewhere:
            differences += round_differences(event, tab, whole)
    differences += [*standings_differences(event), *differences_after_swiss(event)]
    why = explained(event) if differences else ""
    rounds = len(event.rounds) + len(event.cut_tabs)
    return _checked(rounds, differences, warnings, problems, why)


def _errors_over_formulas(event: EventBook) -> list[Problem]:
    """Error values in place of live formulas, which then show no points, or say themselves "Error"."""
    problems = []
    for tab in event.tabs if event.book.has_formulas else ():
        table = tab.table
        live = [c.header for c in table.layout.columns if c.formula and c.header in table.places]
        for row in {row.number: row for row in tab.rows.values()}.values():
            for header in live:
                if isinstance(value := row.raw(header), CellError):
                    what = t("the error {value} in place of a formula", value=value)
                    remedy = t("clear this cell: its formula comes back with the standings")
                    cell = row.address(header)
                    problems.append(Problem(tab.name, cell, what, remedy, row.number, header))
    return problems
