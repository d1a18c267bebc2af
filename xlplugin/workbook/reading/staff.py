"""The ``Staff`` tab: who may not play, and where somebody impartial is missing."""

from __future__ import annotations

from engine import Status
from engine.staff import StaffRule
from xlplugin.problems import Problem
from xlplugin.workbook.layouts import tab_names
from xlplugin.workbook.layouts.penalty_tabs import staff_layout
from xlplugin.workbook.reading.event_book import EventBook
from xlplugin.workbook.table import Row, Table, find_sheet, folded


def refuse_staff(event: EventBook, rows: dict[str, Row]) -> None:
    """Whoever is on the staff may not be on the roster, where the ruleset says so.

    Args:
        event: the event; what is wrong goes to its problems.
        rows: the rows of ``Players`` by name, folded.

    Rule: TRC Floor rule 1.
    """
    rule = event.ruleset.staff
    if rule is None or rule.may_play:
        return
    for row in _staff(event, rule, event.problems):
        name = row.quiet_text("Name")
        player = rows.get(folded(name)) if name else None
        if player is not None:
            event.problems.append(
                Problem(
                    player.table.sheet.name,
                    player.address("Name"),
                    f"{name} is on {_where(row)} as well, and "
                    f"staff may not play in {event.ruleset.name}",
                    "take the name off one of the two tabs",
                )
            )


def without_impartial_judge(event: EventBook) -> list[str]:
    """What to say where staff play and nobody is there to judge their matches.

    Rule: OP, Staff participation in events.
    """
    rule = event.ruleset.staff
    if rule is None or not rule.playing_assistants:
        return []
    staff = {
        folded(name): row for row in _staff(event, rule, []) if (name := row.quiet_text("Name"))
    }
    active = {folded(p.name) for p in event.roster if p.status is Status.ACTIVE}
    playing = {name: row for name, row in staff.items() if name in active}
    roles = [row.quiet_text("Role") for row in playing.values()]
    known = {folded(role): role for role in rule.roles}
    roles = [known.get(folded(role), role) for role in roles]
    if rule.has_impartial_judge(roles, len(staff) - len(playing)):
        return []
    names = ", ".join(f"{row.quiet_text('Name')} ({_where(row)})" for row in playing.values())
    told = (
        f"{names} may play only if there is an impartial judge for their matches: type somebody who "
        f"does not play into {tab_names.STAFF}, or {rule.playing_assistants} assistants who do "
        f"({rule.clause})."
    )
    return [told]


def _staff(event: EventBook, rule: StaffRule, problems: list[Problem]) -> list[Row]:
    sheet = find_sheet(event.book, tab_names.STAFF)
    if sheet is None:
        return []
    table = Table(sheet, staff_layout(rule), problems)
    return list(table.rows()) if table.is_usable else []


def _where(row: Row) -> str:
    return f"{row.table.sheet.name}!{row.address('Name')}"
