"""Look at the players before a round is paired."""

from __future__ import annotations

from engine import Pairing, Tournament
from engine.elimination.progression import after_progression
from xlplugin.problems import Problem, WorkbookProblems
from xlplugin.reasons import cited
from xlplugin.texts import t
from xlplugin.verbs.add_players import namesakes_on, some_of
from xlplugin.verbs.frame import refuse
from xlplugin.workbook.layouts import event_tab, players_tab
from xlplugin.workbook.reading import decklists, entrants
from xlplugin.workbook.reading.event_book import EventBook
from xlplugin.workbook.reading.ruleset_findings import sentences
from xlplugin.workbook.table import folded


def require_for_round_1(event: EventBook, tournament: Tournament) -> None:
    """Refuse to pair round 1 while the ruleset lacks something on the roster.

    Raises:
        WorkbookProblems: every cell that is blank.
    """
    missing = event.ruleset.missing
    if missing is None:
        return
    rows = {folded(row.quiet_text("Name")): row for row in event.players.rows()}
    problems = []
    for finding in missing(tournament):
        player = event.by_no[finding.no]
        cell = rows[folded(player.name)].address(finding.field)
        problems.append(Problem(event.players.sheet.name, cell, *sentences(finding, player)))
    refuse(problems)


# Before a round is paired


def require_checked_in(event: EventBook) -> None:
    """Somebody must have checked in before round 1, if that counts.

    Raises:
        WorkbookProblems: nobody has.
    """
    if (
        event.problems
        or event.rounds
        or not event.checks_in
        or any(map(entrants.is_here, event.roster))
    ):
        return
    table = event.players
    cell = table.address(table.header_row + 1, table.places[players_tab.CHECKED_IN.header])
    setting = event_tab.CHECK_IN.name
    what = t("nobody has checked in, and {setting} on Event is Yes", setting=setting)
    remedy = t("type Yes for everybody who is here, or set {setting} to No", setting=setting)
    raise WorkbookProblems([Problem(table.sheet.name, cell, what, remedy)])


def told_before_pairing(event: EventBook, tournament: Tournament) -> list[str]:
    """What to know of the players when a round is paired: who is left out, who is there twice."""
    played = {no for round_ in tournament.rounds for no in round_.players()}
    late = {p.name for p in tournament.players if p.no in {*tournament.active} - played}
    warnings = namesakes_on(
        event,
        late if tournament.rounds else None,
        t("undo, clear {row}, and pair again", row="{row}"),
    )
    playing = after_progression(tournament, event.ruleset).active
    warnings += decklists.warnings(event, playing)
    left_out = entrants.left_out(event.roster, tournament.players)
    if left_out:
        warnings.append(
            t(
                "Not checked in, so left out: {names}. To let them in later, type Yes in {header} on "
                "Players; the rounds they miss are losses.",
                names=some_of(left_out),
                header=players_tab.CHECKED_IN.header,
            )
        )
    if not tournament.rounds and event.keeps_clubs_apart and not tournament.clubs:
        warnings.append(
            t(
                "{setting} on Event has nothing to do: no two players have the same {header} on "
                "Players.",
                setting=event_tab.CLUBS_APART.name,
                header=players_tab.CLUB.header,
            )
        )
    return warnings


def told_of_clubs(tournament: Tournament, pairing: Pairing) -> list[str]:
    """Who meets their own club in round 1, though clubs are to be kept apart."""
    return [f"{cited(warning, tournament)}." for warning in pairing.warnings]
