"""What the ruleset itself finds wrong with the entries, by cell: armies, staff who play."""

from __future__ import annotations

from engine import Elimination, Tournament
from xlplugin.workbook import deadlines, round_clock, sheets
from xlplugin.workbook.event_book import EventBook
from xlplugin.workbook.read_penalties import unapplied
from xlplugin.workbook.removed import tell_not_typed, tell_removed
from xlplugin.workbook.staff import refuse_staff
from xlplugin.workbook.table import folded


def as_typed(read: EventBook) -> Tournament:
    """The event with everything that is typed, also what is typed of unfinished rounds."""
    return Tournament(
        tuple(read.roster),
        tuple(tab.round() for tab in read.rounds),
        seed=read.settings.get(sheets.SEED.name, ""),
        elimination=Elimination(read.progress.seeds, tuple(tab.round() for tab in read.cuts))
        if read.progress
        else None,
    )


def add_findings(read: EventBook) -> None:
    """Add what the ruleset finds to the event's problems and warnings."""
    rows = {folded(row.quiet_text("Name")): row for row in read.players.rows()}
    refuse_staff(read, rows)
    read.warnings.extend(unapplied(read))
    read.warnings.extend([*tell_removed(read), *tell_not_typed(read)])
    read.warnings.extend(deadlines.faults(read))
    read.warnings.extend(round_clock.faults(read))
    if read.ruleset.findings is None:
        return
    tabs = {(tab.stage, tab.number): tab for tab in (*read.rounds, *read.cuts)}
    for finding in read.ruleset.findings(as_typed(read), read.planned_rounds()):
        player = read.by_no[finding.no]
        row = rows.get(folded(player.name))
        if row is None:  # missing on Players, as a problem says
            continue
        if finding.round:
            row = tabs[finding.stage, finding.round].rows[finding.no]
        what = f"{player.name.strip()}: {finding.text}"
        if finding.remedy:
            row.problem(finding.column, what, finding.remedy)
        else:
            where = f"{row.table.sheet.name}!{row.address(finding.column)}"
            read.warnings.append(f"{where}: {what}")
