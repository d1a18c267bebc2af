"""What the ruleset itself finds wrong with the entries, by cell: armies, staff who play."""

from __future__ import annotations

from engine import Elimination, Tournament
from xlplugin.workbook.layouts import event_tab
from xlplugin.workbook.reading import deadlines, round_clock
from xlplugin.workbook.reading.event_book import EventBook
from xlplugin.workbook.reading.read_penalties import unapplied
from xlplugin.workbook.reading.removed_players import missing_after_removal, wrong_after_removal
from xlplugin.workbook.reading.staff import refuse_staff
from xlplugin.workbook.table import folded


def as_typed(event: EventBook) -> Tournament:
    """The event with everything that is typed, also what is typed of unfinished rounds."""
    return Tournament(
        tuple(event.roster),
        tuple(tab.round() for tab in event.rounds),
        seed=event.settings.get(event_tab.SEED.name, ""),
        elimination=Elimination(event.progress.seeds, tuple(tab.round() for tab in event.cuts))
        if event.progress
        else None,
    )


def add_findings(event: EventBook) -> None:
    """Add what the ruleset finds to the event's problems and warnings."""
    rows = {folded(row.quiet_text("Name")): row for row in event.players.rows()}
    refuse_staff(event, rows)
    event.warnings.extend(unapplied(event))
    event.warnings.extend([*wrong_after_removal(event), *missing_after_removal(event)])
    event.warnings.extend(deadlines.faults(event))
    event.warnings.extend(round_clock.faults(event))
    if event.ruleset.findings is None:
        return
    tabs = {(tab.stage, tab.number): tab for tab in (*event.rounds, *event.cuts)}
    for finding in event.ruleset.findings(as_typed(event), event.planned_rounds()):
        player = event.by_no[finding.no]
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
            event.warnings.append(f"{where}: {what}")
