"""What the ruleset itself finds wrong with the entries, by cell: armies, staff who play."""

from __future__ import annotations

from engine import Elimination, Player, Tournament
from engine.roster import Finding, FindingKind
from engine.texts import msg
from xlplugin.texts import t
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


_CORRECT = msg(
    "correct the entry; if it was really played, clear it and let the judge decide ({rule})"
)
SENTENCES = {
    FindingKind.NO_SEED: (
        msg("no seed, but round 1 is paired by the ranking of all players ({rule})"),
        msg("type one, or set {option} to {choice}"),
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
        msg("{army} is none of the registered armies ({armies})"),
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
        msg("{army} is none of the registered armies ({armies})"),
        _CORRECT,
    ),
    FindingKind.PLAYED_UNCHOSEN: (
        msg("{army} is none of the armies for the finals ({armies})"),
        _CORRECT,
    ),
    FindingKind.PLAYED_AGAIN: (
        msg("{army} was played in round {before} already, each army only once"),
        _CORRECT,
    ),
    FindingKind.PLAYED_AGAIN_IN_FINALS: (
        msg("{army} was played in Cut {before} already, each army only once"),
        _CORRECT,
    ),
    FindingKind.SAME_ARMY: (
        msg("both noted {army} first; drawn to play the second army"),
        msg("type the army noted second ({rule})"),
    ),
    FindingKind.TOO_MUCH_LEFT: (
        msg(
            "{left} is more than the {most} that a headquarters has (only {army} may have more), and a "
            "difference counts {most} at most ({rule}); is it right?"
        ),
        "",
    ),
}
"""What is wrong, and what to do; nothing where the organizer may go on."""


def sentences(finding: Finding, player: Player) -> tuple[str, str]:
    """What is wrong with a player's entry, and what to do."""
    what, remedy = (
        t(text, rule=finding.clause, **finding.data) for text in SENTENCES[finding.kind]
    )
    return t("{player}: {what}", player=player.name.strip(), what=what), remedy


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
        what, remedy = sentences(finding, player)
        if finding.must:
            row.problem(finding.field, what, remedy)
        else:
            where = f"{row.table.sheet.name}!{row.address(finding.field)}"
            event.warnings.append(f"{where}: {what}")
