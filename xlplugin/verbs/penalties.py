"""Propose the penalties that the document has, and write those accepted into the rounds."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime

from engine import Match
from engine.model import Value
from engine.penalties import Penalty, When
from xlplugin.ground import typed
from xlplugin.ground.problems import OrganizerError
from xlplugin.ground.texts import msg, msgn, t, tn
from xlplugin.verbs.frame import Done, Result, Table, read_clean, refuse, verb_despite_problems
from xlplugin.verbs.hand_edits import status_lines
from xlplugin.verbs.results_seen import results_seen
from xlplugin.workbook.book import with_changes
from xlplugin.workbook.layout import CellValue
from xlplugin.workbook.layouts import tab_names
from xlplugin.workbook.layouts.penalty_tabs import penalties_layout
from xlplugin.workbook.layouts.record_tabs import PENALTY
from xlplugin.workbook.reading.event_book import EventBook
from xlplugin.workbook.reading.read_penalties import Entry, read_penalties, target_of, unapplied
from xlplugin.workbook.reading.records import LogLine
from xlplugin.workbook.table import find_sheet
from xlplugin.workbook.writing.penalty_losses import loss_text
from xlplugin.workbook.writing.penalty_writer import PenaltyWork
from xlplugin.workbook.writing.round_writer import new_tab


def _result(
    file: str, entries: Sequence[dict[str, Value]], done: Sequence[str], warnings: Sequence[str]
) -> Result:
    data = {"penalties": list(entries), "applied": list(done)}
    tab = tab_names.PENALTIES
    if not entries:
        text = msg("No penalties yet. Type players and infractions on {tab}, save, then: {command}")
        return Result(
            message=t("Type players and infractions here, then click again."),
            lines=[t(text, tab=tab, command=typed.command("penalties", file))],
            data=data,
            warnings=warnings,
        )
    headers = ("Entry", "Player", "Round", "Infraction", "Proposed", "Accepted")
    rows = [[str(entry[header.lower()]) for header in headers] for entry in entries]
    lines: list[str | Table] = [
        Table(tab, headers, rows, "><><<<"),
        *(t("Applied: {what}.", what=x) for x in done),
    ]
    one, many = msgn(
        "{n} entry waits for Yes under Accepted.", "{n} entries wait for Yes under Accepted."
    )
    costs_nothing = (Penalty.NONE, Penalty.WARNING)
    if n := sum(not e["accepted"] and e["penalty"] not in costs_nothing for e in entries):
        lines.append(tn(one, many, n))
    message = "\n".join([t("Applied:"), "", *(f"- {text}" for text in done)]) if done else ""
    return Result(message=message, lines=lines, data=data, warnings=warnings)


@verb_despite_problems
def penalize(event: EventBook, when: datetime) -> Done[Result]:
    """Fill in what the document says for each entry of ``Penalties``, and apply what is accepted.

    Losses go into the result columns of the round, removals into ``Status`` on ``Players``. What
    is applied once is not applied again.

    Raises:
        OrganizerError: the ruleset's document says nothing of penalties.
    """
    code = event.ruleset.penalties
    if code is None:
        text = msg(
            "The document of {ruleset} has no penalties. Type a game that is lost on its round "
            "tab, and set Status on Players for somebody who is removed."
        )
        raise OrganizerError(t(text, ruleset=event.ruleset.name))
    problems = list(event.problems)
    if not find_sheet(event.book, tab_names.PENALTIES) and not problems:
        layout = penalties_layout(event.ruleset, code)
        tab = new_tab(event, layout, [], tab_names.tab_before_notes(event.book))
        log = [LogLine("Penalties", t("The tab was added"))]
        result = _result(event.book.name, [], [], [])
        text = t("{file} now has the tab {tab}.", file=event.book.name, tab=layout.name)
        return Done(replace(result, lines=[text, *result.lines]), [tab], log, layout.name)
    entries = read_penalties(event, code, problems)
    refuse(problems)
    assert entries is not None
    work = PenaltyWork(event, code, entries, when)
    work.apply()
    refuse(problems)
    changes = work.changes()
    warnings = [w for w in event.warnings if w not in unapplied(event)] + work.warnings
    entries_now = work.lines()
    result = _result(event.book.name, entries_now, work.done, warnings)
    if not changes:
        return Done(result)
    after = read_clean(with_changes(event.book, changes))
    details = "; ".join(work.done) or t("Proposed: {n}, nothing applied", n=len(entries_now))
    known = results_seen(event).lines
    results = [line for line in results_seen(after).lines if line not in known]
    log = [*results, *status_lines(after), LogLine("Penalties", details)]
    follows = bool(event.cuts or event.tiebreaker)
    return Done(result, changes, log, entries.table.sheet.name, follows)


def costs_when_paired(
    event: EventBook, number: int, matches: Sequence[Match]
) -> tuple[list[str], list[list[CellValue]]]:
    """The cost of earlier infractions in a round of these matches: warnings, and rows for the notes."""
    code = event.ruleset.penalties
    known = read_penalties(event, code, []) if code else None
    warnings: list[str] = []
    rows: list[list[CellValue]] = []
    for entry in known.entries if known else ():
        no, name = entry.player.no, entry.player.name.strip()
        match = next((m for m in matches if no in m.players), None)
        if match is None or match.player2 is None or not _is_for(event, entry, number):
            continue
        cost = f"{name} {loss_text(event, entry, event.match_format, number)}"
        rule, tab = entry.infraction.clause, tab_names.round_name(number)
        text = msg("{penalty}; {rule}. Use Penalties (penalties) to have it written into {tab}.")
        warnings.append(t(text, penalty=cost, rule=rule, tab=tab))
        one, two = event.by_no[match.player1], event.by_no[match.player2]
        players = (one.no, one.name, two.no, two.name)
        rows.append([number, match.table, *players, rule, f"{cost}.", PENALTY])
    return warnings, rows


def _is_for(event: EventBook, entry: Entry, number: int) -> bool:
    """True if an entry that is accepted costs something in the round that is being paired."""
    is_later = entry.infraction.when is When.NEXT_ROUND and entry.place < number - 1
    is_first = entry.infraction.when is When.ROUND_1 and number == 1
    costs = entry.given in (Penalty.GAME_LOSS, Penalty.MATCH_LOSS)
    target = target_of(event, entry)
    return costs and entry.is_due and (is_later or is_first) and target in (None, number - 1)
