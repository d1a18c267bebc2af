"""Penalties: proposing what the document says, and writing what was accepted into the rounds."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from engine import Match, Ruleset, TournamentError
from engine.penalties import (
    Penalty,
    PenaltyCode,
    When,
)
from xlplugin.problems import WorkbookProblems
from xlplugin.verbs.frame import Noticing, verb
from xlplugin.verbs.noticing import status_lines
from xlplugin.workbook.book import AddSheet, Change, ShowSheet, with_changes
from xlplugin.workbook.layout import CellValue
from xlplugin.workbook.layouts import tab_names
from xlplugin.workbook.layouts.penalty_tabs import penalties_layout
from xlplugin.workbook.reading.event_book import EventBook
from xlplugin.workbook.reading.log import LogLine
from xlplugin.workbook.reading.read_penalties import (
    Entry,
    penalty_sheet,
    read_penalties,
    target_of,
    unapplied,
)
from xlplugin.workbook.reading.reader import read_event
from xlplugin.workbook.writing import cut_writer, notes_writer
from xlplugin.workbook.writing.penalty_writer import PenaltyLine, PenaltyWork, what_is_lost


@dataclass(frozen=True, slots=True)
class PenaltiesResult:
    """What proposing and applying came to.

    Args:
        lines: every entry, in the order in which they happened.
        done: what was applied now.
        warnings: what the organizer should know.
        is_new: whether the tab was not there before.
    """

    lines: Sequence[PenaltyLine]
    done: Sequence[str] = ()
    warnings: Sequence[str] = ()
    is_new: bool = False


@verb
def penalize(host: Noticing, *, when: datetime | None = None) -> PenaltiesResult:
    """Fill in what the document says for each entry of ``Penalties``, and apply what is accepted.

    Losses go into the result columns of the round, removals into ``Status`` on ``Players``. What
    is applied once is not applied again.

    Args:
        host: the workbook.
        when: the time for the log, and for what is noted under ``Applied``.

    Raises:
        TournamentError: the ruleset's document says nothing of penalties.
        WorkbookProblems: something must be mended first.
    """
    event = host.event()
    code = code_of(event.ruleset)
    problems = list(event.problems)
    when = when or datetime.now().astimezone()
    if penalty_sheet(event) is None and not problems:
        layout = penalties_layout(event.ruleset, code)
        heading = f"{event.title}    {layout.name}"
        tab = AddSheet(
            layout, [], before=tab_names.tab_before_notes(event.book), header_text=heading
        )
        log = notes_writer.add_log(event, when, "Penalties", "The tab was added")
        host.write([tab, *log, ShowSheet(layout.name)])
        return PenaltiesResult([], is_new=True)
    there = read_penalties(event, code, problems)
    if problems or there is None:
        raise WorkbookProblems(problems)
    work = PenaltyWork(event, code, there, when)
    work.apply()
    if work.problems:
        raise WorkbookProblems(work.problems)
    changes = work.changes()
    warnings = [w for w in event.warnings if w not in unapplied(event)] + work.warnings
    result = PenaltiesResult(work.lines(), work.done, warnings)
    if changes:
        after = _without_new_problems(event, changes)
        if event.cuts or event.tiebreaker:
            changes += cut_writer.follow_up(event.book, changes)
        details = "; ".join(work.done) or f"Proposed: {len(result.lines)}, nothing applied"
        changes += notes_writer.add_lines(
            event, when, [*status_lines(after), LogLine("Penalties", details)]
        )
        host.write([*changes, ShowSheet(there.table.sheet.name)])
    return result


def code_of(ruleset: Ruleset) -> PenaltyCode:
    """What the ruleset's document says of penalties.

    Raises:
        TournamentError: nothing.
    """
    if ruleset.penalties is None:
        message = (
            f"The document of {ruleset.name} says nothing of penalties. Type a game that is lost on its "
            "round tab, and set Status on Players for somebody who is removed."
        )
        raise TournamentError(message)
    return ruleset.penalties


def _without_new_problems(event: EventBook, changes: Sequence[Change]) -> EventBook:
    """The event as it reads then; nothing may be wrong that was not wrong before."""
    after = read_event(with_changes(event.book, changes))
    if after.problems:
        raise WorkbookProblems(after.problems)
    return after


def told_when_paired(
    event: EventBook, number: int, matches: Sequence[Match]
) -> tuple[list[str], list[list[CellValue]]]:
    """What earlier infractions cost in a round that is being paired.

    Args:
        event: the event.
        number: the round.
        matches: its matches.

    Returns:
        What to say, and rows for ``Pairing notes``.
    """
    code = event.ruleset.penalties
    there = read_penalties(event, code, []) if code else None
    warnings: list[str] = []
    rows: list[list[CellValue]] = []
    for entry in there.entries if there else ():
        no, name = entry.player.no, entry.player.name.strip()
        match = next((m for m in matches if no in (m.player1, m.player2)), None)
        if match is None or match.player2 is None or not _is_for(event, entry, number):
            continue
        told = f"{name} {what_is_lost(event, entry, event.match_format, number)}"
        rule = entry.infraction.clause
        tab = tab_names.round_name(number)
        warnings.append(f"{told}; {rule}. Use Penalties (penalties) to have it written into {tab}.")
        names = (event.by_no[match.player1].name, event.by_no[match.player2].name)
        rows.append(
            [
                number,
                match.table,
                match.player1,
                names[0],
                match.player2,
                names[1],
                rule,
                f"{told}.",
            ]
        )
    return warnings, rows


def _is_for(event: EventBook, entry: Entry, number: int) -> bool:
    """Whether an entry that is accepted costs something in the round that is being paired."""
    is_later = entry.infraction.when is When.NEXT_ROUND and entry.place < number - 1
    is_first = entry.infraction.when is When.ROUND_1 and number == 1
    costs = entry.given in (Penalty.GAME_LOSS, Penalty.MATCH_LOSS)
    target = target_of(event, entry)
    return costs and entry.is_due and (is_later or is_first) and target in (None, number - 1)
