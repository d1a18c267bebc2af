"""Faults that the ruleset itself finds in the entries, by cell: armies, staff who play."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from engine import Elimination, Match, Player, Status, Tournament
from engine.roster import Finding, FindingKind
from engine.ruleset import StaffRule
from xlplugin.ground.names import named
from xlplugin.ground.problems import Problem
from xlplugin.ground.texts import msg, t
from xlplugin.workbook.layouts import event_tab, round_tabs, tab_names
from xlplugin.workbook.layouts.penalty_tabs import staff_layout
from xlplugin.workbook.reading import deadlines, round_clock
from xlplugin.workbook.reading.event_book import EventBook, RoundTab
from xlplugin.workbook.reading.read_penalties import unapplied
from xlplugin.workbook.reading.removed_players import (
    GONE,
    missing_after_removal,
    wrong_after_removal,
)
from xlplugin.workbook.table import Row, folded, holds_rows, usable_table


def as_typed(event: EventBook) -> Tournament:
    """The event with everything that is typed, unfinished rounds included."""
    swiss, cuts = (tuple(tab.round() for tab in tabs) for tabs in (event.rounds, event.cuts))
    elimination = Elimination(event.progress.seeds, cuts) if event.progress else None
    seed = event.value_of(event_tab.SEED)
    return Tournament(
        tuple(event.roster), swiss, options=event.options, seed=seed, elimination=elimination
    )


_CORRECT = msg(
    "correct the entry; if it was really played, clear it and let the judge decide ({rule})"
)
SENTENCES = {
    FindingKind.NO_SEED: (
        msg("no seed, but round 1 is paired by the ranking of all players ({rule})"),
        msg("type one, or set {option} to {choice}"),
    ),
    FindingKind.NOT_WHOLE: (
        msg("{typed!r} is not a whole number"),
        msg("type a whole number such as 1850, or clear it"),
    ),
    FindingKind.NOT_IN_UNITS: (
        msg("{typed!r} is no number of points under these rules, whose smallest part is 1/{units}"),
        msg("type a number such as 12 or 0.5, or clear it"),
    ),
    FindingKind.NO_POOL: (
        msg("there is no pool {typed!r}: the last one is {last} ({rule})"),
        msg("type a letter from A to {last}, or clear it to have the player dealt"),
    ),
    FindingKind.ARMY_TWICE: (
        msg("{army} is registered twice"),
        msg("register different armies ({rule})"),
    ),
    FindingKind.NOT_BASIC: (
        msg("a beginner has the basic armies, not {army}"),
        msg("choose from {basic}, or clear {field} ({rule})"),
    ),
    FindingKind.FEW_ARMIES: (msg("{count} of {most} armies are registered ({rule})"), ""),
    FindingKind.MISSING_ARMY: (
        msg("{token} belongs to {army}, which is not registered"),
        msg("register {army}, or clear this ({rule})"),
    ),
    FindingKind.CHOSEN_TWICE: (
        msg("{army} is chosen twice"),
        msg("choose different armies ({rule})"),
    ),
    FindingKind.CHOSEN_UNREGISTERED: (
        msg("{army} is not one of the registered armies ({armies})"),
        msg("choose a registered one ({rule})"),
    ),
    FindingKind.TOO_MANY_CHOSEN: (
        msg("{count} armies are chosen for the finals of the top {size}"),
        msg("choose {wanted} ({rule})"),
    ),
    FindingKind.FEW_CHOSEN: (
        msg("{count} of {wanted} armies are chosen for the finals ({rule})"),
        "",
    ),
    FindingKind.PLAYED_UNREGISTERED: (
        msg("{army} is not one of the registered armies ({armies})"),
        _CORRECT,
    ),
    FindingKind.PLAYED_UNCHOSEN: (
        msg("{army} is not one of the armies for the finals ({armies})"),
        _CORRECT,
    ),
    FindingKind.PLAYED_AGAIN: (
        msg("{army} was already played in round {before}; each army is played only once"),
        _CORRECT,
    ),
    FindingKind.PLAYED_AGAIN_IN_FINALS: (
        msg("{army} was already played in Cut {before}; each army is played only once"),
        _CORRECT,
    ),
    FindingKind.SAME_ARMY: (
        msg("both noted {army} first; drawn to play the second army"),
        msg("type the army noted second ({rule})"),
    ),
    FindingKind.TOO_MUCH_LEFT: (
        msg(
            "{left} is more than the {most} that a headquarters has (only {army} may have more), "
            "and a difference counts at most {most} ({rule})"
        ),
        msg("correct it, or type Yes into {column} if it is right"),
    ),
}
"""The fault and the remedy of each finding; no remedy where the organizer may go on."""


def sentences(finding: Finding, player: Player) -> tuple[str, str]:
    """The fault of a player's entry, and its remedy."""
    what, remedy = (
        t(text, rule=finding.clause, column=round_tabs.CONFIRMED.header, **finding.data)
        for text in SENTENCES[finding.kind]
    )
    return t("{player}: {what}", player=player.name.strip(), what=what), remedy


def add_findings(event: EventBook) -> None:
    """Add what the ruleset finds to the event's problems and warnings."""
    rows = {folded(row.quiet_text("Name")): row for row in event.players_tab.rows()}
    refuse_staff(event, rows)
    event.warnings.extend(_rare_warnings(event))
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
        what, remedy = sentences(finding, player)
        # Asked about once, where there is a column to answer in.
        can_confirm = finding.round and round_tabs.CONFIRMED.header in row.table.places
        is_open = can_confirm and row.choice(round_tabs.CONFIRMED.header, tab_names.YES) != "Yes"
        if finding.must or is_open:
            row.problem(finding.field, what, remedy)
        elif not can_confirm:
            event.warnings.append(f"{row.where(finding.field)}: {what}")


def finding_of_match(event: EventBook, tab: RoundTab, match: Match) -> tuple[str, str] | None:
    """What the ruleset would find in a match of a tab, were it typed so: its column, and a sentence."""
    if event.ruleset.findings is None:
        return None

    def typed(tabs: Sequence[RoundTab]) -> list[RoundTab]:
        return [
            replace(
                each, matches=[match if m.players == match.players else m for m in each.matches]
            )
            if each is tab
            else each
            for each in tabs
        ]

    then = replace(event, rounds=typed(event.rounds), cuts=typed(event.cuts))
    where = (tab.stage, tab.number)
    for finding in event.ruleset.findings(as_typed(then), event.planned_rounds()):
        if (finding.stage, finding.round) == where and finding.no in match.players:
            return finding.field, "; ".join(sentences(finding, event.by_no[finding.no]))
    return None


def hints_of(event: EventBook) -> list[str]:
    """Settings that have no effect, or will not do, by their cells."""
    found = []
    for hint in event.ruleset.hints(event.typed) if event.ruleset.hints else ():
        cell = event.setting_cell(hint.setting)
        tab = event.table_of(hint.setting).sheet.name
        text = t(hint.text, **{**hint.values, "setting": hint.setting})
        found.append(
            f"{named('tab', tab)}!{cell}: {text}" if cell else f"{named('tab', tab)}: {text}"
        )
    return found


def _rare_warnings(event: EventBook) -> Iterator[str]:
    """The warnings of what few events have, which is read only where it is there."""
    if holds_rows(event.book, tab_names.PENALTIES):
        yield from unapplied(event)
    if any(player.status in GONE for player in event.roster):
        yield from wrong_after_removal(event)
        yield from missing_after_removal(event)
    yield from deadlines.faults(event)
    if any(map(event.value_of, event_tab.CLOCK_RECORD)):
        yield from round_clock.faults(event)


def refuse_staff(event: EventBook, rows: dict[str, Row]) -> None:
    """Refuse staff on the roster, where the ruleset does.

    ``rows`` are those of ``Players`` by name, folded.

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
            what = msg("{name} is on {where} as well, and staff may not play in {ruleset}")
            player.problem("Name", what, "take the name off one of the two tabs", **texts)


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
