"""The ``Staff`` tab: who may not play, and where somebody impartial is missing."""

from __future__ import annotations

from engine import Status
from engine.ruleset import StaffRule
from xlplugin.problems import Problem
from xlplugin.workbook import sheets
from xlplugin.workbook.event_book import EventBook
from xlplugin.workbook.penalty_sheets import staff_layout
from xlplugin.workbook.table import Row, Table, find_sheet, folded


def refuse_staff(read: EventBook, rows: dict[str, Row]) -> None:
    """Whoever is on the staff may not be on the roster, where the ruleset says so.

    Args:
        read: the event; what is wrong goes to its problems.
        rows: the rows of ``Players`` by name, folded.

    Rule: TRC Floor rule 1.
    """
    rule = read.ruleset.staff
    if rule is None or rule.may_play:
        return
    for row in _staff(read, rule, read.problems):
        name = row.quiet_text("Name")
        player = rows.get(folded(name)) if name else None
        if player is not None:
            read.problems.append(
                Problem(
                    player.table.sheet.name,
                    player.address("Name"),
                    f"{name} is on {_where(row)} as well, and "
                    f"staff may not play in {read.ruleset.name}",
                    "take the name off one of the two tabs",
                )
            )


def without_impartial_judge(read: EventBook) -> list[str]:
    """What to say where staff play and nobody is there to judge their matches.

    Rule: OP, Staff participation in events.
    """
    rule = read.ruleset.staff
    if rule is None or not rule.playing_assistants:
        return []
    staff = {
        folded(name): row for row in _staff(read, rule, []) if (name := row.quiet_text("Name"))
    }
    active = {folded(p.name) for p in read.roster if p.status is Status.ACTIVE}
    playing = {name: row for name, row in staff.items() if name in active}
    roles = [row.quiet_text("Role") for row in playing.values()]
    known = {folded(role): role for role in rule.roles}
    roles = [known.get(folded(role), role) for role in roles]
    if rule.has_impartial_judge(roles, len(staff) - len(playing)):
        return []
    names = ", ".join(f"{row.quiet_text('Name')} ({_where(row)})" for row in playing.values())
    told = (
        f"{names} may play only if there is an impartial judge for their matches: type somebody who "
        f"does not play into {sheets.STAFF}, or {rule.playing_assistants} assistants who do "
        f"({rule.clause})."
    )
    return [told]


def _staff(read: EventBook, rule: StaffRule, problems: list[Problem]) -> list[Row]:
    sheet = find_sheet(read.book, sheets.STAFF)
    if sheet is None:
        return []
    table = Table(sheet, staff_layout(rule), problems)
    return list(table.rows()) if table.is_usable else []


def _where(row: Row) -> str:
    return f"{row.table.sheet.name}!{row.address('Name')}"
