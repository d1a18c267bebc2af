"""Propose the penalties that the document has, and write those accepted into the rounds."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime

from engine import Match, Ruleset
from engine.penalties import Penalty, PenaltyCode, When
from xlplugin import typed
from xlplugin.problems import stop
from xlplugin.texts import t, tn
from xlplugin.verbs.frame import Done, Result, Table, refuse, verb_despite_problems
from xlplugin.verbs.noticing import status_lines
from xlplugin.workbook.book import AddSheet, with_changes
from xlplugin.workbook.layout import CellValue
from xlplugin.workbook.layouts import tab_names
from xlplugin.workbook.layouts.notes_and_log_tabs import PENALTY
from xlplugin.workbook.layouts.penalty_tabs import penalties_layout
from xlplugin.workbook.reading.event_book import EventBook
from xlplugin.workbook.reading.log import LogLine
from xlplugin.workbook.reading.read_penalties import Entry, read_penalties, target_of, unapplied
from xlplugin.workbook.reading.reader import read_event
from xlplugin.workbook.table import find_sheet
from xlplugin.workbook.writing.penalty_losses import loss_text
from xlplugin.workbook.writing.penalty_writer import PenaltyLine, PenaltyWork


@dataclass(frozen=True, slots=True)
class PenaltiesResult(Result):
    """What proposing and applying came to.

    Args:
        entries: every entry, in the order in which they happened.
        done: what was applied now.
        warnings: what the organizer should know.
        is_new: whether the tab was not there before.
    """

    entries: Sequence[PenaltyLine]
    done: Sequence[str] = ()
    warnings: Sequence[str] = ()
    is_new: bool = False

    def message(self) -> str:
        """What was applied, or what to do where there is nothing yet."""
        if not self.entries:
            return t("Type players and infractions here, then click again.")
        if not self.done:
            return ""
        return "\n".join([t("Applied:"), "", *(f"- {text}" for text in self.done)])

    def lines(self, file: str) -> Iterator[str | Table]:
        """Every entry, what was applied, and what waits."""
        if self.is_new:
            yield t("{file}: the tab {tab} is there now.", file=file, tab=tab_names.PENALTIES)
        if not self.entries:
            yield t(
                "No penalties yet. Type players and infractions on {tab}, save, then: {command}",
                tab=tab_names.PENALTIES,
                command=typed.command("penalties", file),
            )
            return
        headers = ("Entry", "Player", "Round", "Infraction", "Proposed", "Accepted")
        rows = [
            (str(x.entry), x.player, str(x.round), x.infraction, x.proposed, x.accepted)
            for x in self.entries
        ]
        yield Table(tab_names.PENALTIES, headers, rows, "><><<<")
        for text in self.done:
            yield t("Applied: {what}.", what=text)
        if waiting := sum(
            not line.accepted and line.penalty not in (Penalty.NONE, Penalty.WARNING)
            for line in self.entries
        ):
            yield tn(
                "{n} entry waits for Yes under Accepted.",
                "{n} entries wait for Yes under Accepted.",
                waiting,
            )

    def data(self) -> object:
        """Every entry, and what was applied."""
        entries = [line._asdict() for line in self.entries]
        return {"penalties": entries, "applied": list(self.done)}


@verb_despite_problems
def penalize(event: EventBook, when: datetime) -> Done[PenaltiesResult]:
    """Fill in what the document says for each entry of ``Penalties``, and apply what is accepted.

    Losses go into the result columns of the round, removals into ``Status`` on ``Players``. What
    is applied once is not applied again.

    Raises:
        OrganizerError: the ruleset's document says nothing of penalties.
        WorkbookProblems: something must be mended first.
    """
    code = code_of(event.ruleset)
    problems = list(event.problems)
    if not find_sheet(event.book, tab_names.PENALTIES) and not problems:
        layout = penalties_layout(event.ruleset, code)
        tab = AddSheet(
            layout,
            [],
            before=tab_names.tab_before_notes(event.book),
            header_text=f"{event.title}    {layout.name}",
        )
        log = [LogLine("Penalties", t("The tab was added"))]
        return Done(PenaltiesResult([], is_new=True), [tab], log, layout.name)
    entries = read_penalties(event, code, problems)
    refuse(problems)
    assert entries is not None
    work = PenaltyWork(event, code, entries, when)
    work.apply()
    refuse(problems)
    changes = work.changes()
    warnings = [w for w in event.warnings if w not in unapplied(event)] + work.warnings
    result = PenaltiesResult(work.lines(), work.done, warnings)
    if not changes:
        return Done(result)
    after = read_event(with_changes(event.book, changes))
    refuse(after.problems)
    details = "; ".join(work.done) or t("Proposed: {n}, nothing applied", n=len(result.entries))
    log = [*status_lines(after), LogLine("Penalties", details)]
    follows = bool(event.cuts or event.tiebreaker)
    return Done(result, changes, log, entries.table.sheet.name, follows)


def code_of(ruleset: Ruleset) -> PenaltyCode:
    """What the ruleset's document says of penalties.

    Raises:
        OrganizerError: nothing.
    """
    if ruleset.penalties is None:
        stop(
            "The document of {ruleset} says nothing of penalties. Type a game that is lost on its "
            "round tab, and set Status on Players for somebody who is removed.",
            ruleset=ruleset.name,
        )
    return ruleset.penalties


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
    known = read_penalties(event, code, []) if code else None
    warnings: list[str] = []
    rows: list[list[CellValue]] = []
    for entry in known.entries if known else ():
        no, name = entry.player.no, entry.player.name.strip()
        match = next((m for m in matches if no in (m.player1, m.player2)), None)
        if match is None or match.player2 is None or not _is_for(event, entry, number):
            continue
        cost = f"{name} {loss_text(event, entry, event.match_format, number)}"
        rule = entry.infraction.clause
        tab = tab_names.round_name(number)
        warnings.append(
            t(
                "{penalty}; {rule}. Use Penalties (penalties) to have it written into {tab}.",
                penalty=cost,
                rule=rule,
                tab=tab,
            )
        )
        one, two = event.by_no[match.player1], event.by_no[match.player2]
        players = (one.no, one.name, two.no, two.name)
        rows.append([number, match.table, *players, rule, f"{cost}.", PENALTY])
    return warnings, rows


def _is_for(event: EventBook, entry: Entry, number: int) -> bool:
    """Whether an entry that is accepted costs something in the round that is being paired."""
    is_later = entry.infraction.when is When.NEXT_ROUND and entry.place < number - 1
    is_first = entry.infraction.when is When.ROUND_1 and number == 1
    costs = entry.given in (Penalty.GAME_LOSS, Penalty.MATCH_LOSS)
    target = target_of(event, entry)
    return costs and entry.is_due and (is_later or is_first) and target in (None, number - 1)
