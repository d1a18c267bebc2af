"""What the ruleset itself finds wrong with the entries, by cell: armies, staff who play."""

from __future__ import annotations

from engine import Elimination, Tournament
from xlplugin.problems import Problem
from xlplugin.workbook import sheets
from xlplugin.workbook.event_book import EventBook
from xlplugin.workbook.table import Row, Table, find_sheet, folded


def add_findings(read: EventBook) -> None:
    """Add what the ruleset finds to the event's problems and warnings."""
    rows = {folded(row.quiet_text("Name")): row for row in read.players.rows()}
    _refuse_staff(read, rows)
    if read.ruleset.findings is None:
        return
    tabs = {(tab.stage, tab.number): tab for tab in (*read.rounds, *read.cuts)}
    tournament = Tournament(
        tuple(read.roster),
        tuple(tab.round() for tab in read.rounds),
        elimination=Elimination(read.progress.seeds, tuple(tab.round() for tab in read.cuts))
        if read.progress
        else None,
    )
    for finding in read.ruleset.findings(tournament, read.planned_rounds()):
        player = read.by_no[finding.no]
        row = rows[folded(player.name)]
        if finding.round:
            row = tabs[finding.stage, finding.round].rows[finding.no]
        what = f"{player.name.strip()}: {finding.text}"
        if finding.remedy:
            row.problem(finding.column, what, finding.remedy)
        else:
            where = f"{row.table.sheet.name}!{row.address(finding.column)}"
            read.warnings.append(f"{where}: {what}")


def _refuse_staff(read: EventBook, rows: dict[str, Row]) -> None:
    """Whoever is on the staff may not be on the roster, where the ruleset says so."""
    sheet = find_sheet(read.book, sheets.STAFF)
    if read.ruleset.staff_may_play or sheet is None:
        return
    staff = Table(sheet, sheets.STAFF_LAYOUT, read.problems)
    if not staff.is_usable:
        return
    for row in staff.rows():
        name = row.quiet_text("Name")
        player = rows.get(folded(name)) if name else None
        if player is not None:
            read.problems.append(
                Problem(
                    player.table.sheet.name,
                    player.address("Name"),
                    f"{name} is on {sheet.name}!{row.address('Name')} as well, and "
                    f"staff may not play in {read.ruleset.name}",
                    "take the name off one of the two tabs",
                )
            )
