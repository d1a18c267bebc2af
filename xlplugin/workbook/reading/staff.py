"""Reading the tab ``Staff``: who may not play, and where an impartial judge is missing."""

from __future__ import annotations

from engine import Status
from engine.staff import StaffRule
from xlplugin.problems import Problem
from xlplugin.texts import t
from xlplugin.workbook.layouts import tab_names
from xlplugin.workbook.layouts.penalty_tabs import staff_layout
from xlplugin.workbook.reading.event_book import EventBook
from xlplugin.workbook.table import Row, folded, usable_table


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
            texts = {"name": name, "where": row.where("Name"), "ruleset": event.ruleset.name}
            what = t("{name} is on {where} as well, and staff may not play in {ruleset}", **texts)
            player.problem("Name", what, t("take the name off one of the two tabs"))


def without_impartial_judge(event: EventBook) -> list[str]:
    """The warning that staff play and nobody can judge their matches impartially; none without need.

    Rule: OP, Staff participation in events.
    """
    rule = event.ruleset.staff
    if rule is None or not rule.playing_assistants:
        return []
    staff = {
        folded(name): row for row in _staff(event, rule, []) if (name := row.quiet_text("Name"))
    }
    active = {folded(p.name) for p in event.roster if p.status is Status.ACTIVE}
    playing = [row for name, row in staff.items() if name in active]
    known = {folded(role): role for role in rule.roles}
    typed = (row.quiet_text("Role") for row in playing)
    roles = [known.get(folded(role), role) for role in typed]
    if rule.has_impartial_judge(roles, len(staff) - len(playing)):
        return []
    warning = t(
        "{names} may play only if there is an impartial judge for their matches: type somebody who "
        "does not play into {tab}, or {number} assistants who do ({clause}).",
        names=", ".join(f"{row.quiet_text('Name')} ({row.where('Name')})" for row in playing),
        tab=tab_names.STAFF,
        number=rule.playing_assistants,
        clause=rule.clause,
    )
    return [warning]


def _staff(event: EventBook, rule: StaffRule, problems: list[Problem]) -> list[Row]:
    table = usable_table(event.book, tab_names.STAFF, staff_layout(rule), problems)
    return list(table.rows()) if table else []
