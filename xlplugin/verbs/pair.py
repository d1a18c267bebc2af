"""Pair the next round, or the newest one again."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from datetime import datetime
from typing import NoReturn

from engine import ErrorKind, Match, Pairing, Stage, Tournament, TournamentError, pair
from engine.rounds import after_progression
from xlplugin.ground.names import named
from xlplugin.ground.problems import ERRORS, EventOver, Problem, WorkbookProblems, stop
from xlplugin.ground.seeds import drawn_seed
from xlplugin.ground.texts import msg, t, tn
from xlplugin.hosts import Host
from xlplugin.verbs import cut, cut_warnings, elimination, hand_edits, penalties
from xlplugin.verbs.cut import tiebreaker_round
from xlplugin.verbs.frame import (
    Done,
    Result,
    namesakes_on,
    newest_round,
    paired,
    refuse,
    some_of,
    verb_despite_problems,
    without_players,
)
from xlplugin.verbs.hand_edits import illegal_hand_edits
from xlplugin.verbs.ways import to_cut, way, what_is_left
from xlplugin.workbook.book import Change, RemoveSheet, SheetData, with_changes
from xlplugin.workbook.engine_errors import error_text
from xlplugin.workbook.layout import CellValue
from xlplugin.workbook.layouts import event_tab, players_tab, tab_names
from xlplugin.workbook.reading import decklists, match_tables, next_step, read_players, roster_then
from xlplugin.workbook.reading.event_book import EventBook, RoundTab
from xlplugin.workbook.reading.reader import read_event
from xlplugin.workbook.reading.records import Kind, LogLine
from xlplugin.workbook.reading.removed_players import missing_after_removal, wrong_after_removal
from xlplugin.workbook.reading.ruleset_findings import sentences, without_impartial_judge
from xlplugin.workbook.reasons import cited
from xlplugin.workbook.table import find_sheet, folded, holds_rows
from xlplugin.workbook.writing import cut_writer, event_writer, notes_writer, round_writer


@verb_despite_problems
def pair_round(event: EventBook, when: datetime, *, again: bool = False) -> Done[Result]:
    """Pair the next round into a new tab: Swiss, tiebreaker or elimination.

    Once the Swiss rounds planned are played, the cut that is planned follows. ``again`` pairs the newest
    round once more, as long as it has no results.

    Raises:
        WorkbookProblems: something must be mended first, results are missing, or all rounds planned
            have been paired and no cut follows.
        NoLegalPairing: the rules allow no pairing.
        EventOver: nothing is left to be paired.
    """
    if again:
        newest = newest_round(event)
        _refuse_unless_untouched(event, newest)
        if newest.stage is not Stage.SWISS:
            return _again_after_swiss(event, when, newest)
        return _pair_swiss(event, when, again=True)
    tab = next_step.newest_tab(event)
    if tab and tab.missing and tab.is_untouched and not event.problems:
        _refuse_untouched(event, tab)
    if event.cuts:
        return elimination.next_round(event, when)
    if not event.tiebreaker:
        if event.problems or not next_step.is_swiss_over(event) or not event.planned_cut():
            return _pair_swiss(event, when, again=False)
        if next_step.needs_tiebreaker(event):
            return tiebreaker_round(event, when)
    return cut.first_cut_round(event, when)


def pair_again(host: Host, *, when: datetime | None = None) -> Result:
    """Pair the newest round once more."""
    return pair_round(host, again=True, when=when)


def _again_after_swiss(event: EventBook, when: datetime, newest: RoundTab) -> Done[Result]:
    """Make the newest round after the Swiss ones once more."""
    removal = elimination.without_tab(event, newest.name)
    before = read_event(with_changes(event.book, removal))
    before.warnings[:] = event.warnings  # those of the round that goes, of who has left, included
    size = len(event.progress.seeds) if event.progress else event.cut_recorded.size or None
    if newest.stage is Stage.TIEBREAKER:
        try:
            done = tiebreaker_round(before, when, size)
        except WorkbookProblems:
            raise
        except ERRORS as error:
            stop("{problem} Take this one back with undo, then pair.", problem=error_text(error))
    elif newest.number == 1:
        done = cut.made_again(before, when, size)
    else:
        done = elimination.next_round(before, when)
    return replace(done, changes=[*removal, *done.changes])


def _pair_swiss(event: EventBook, when: datetime, *, again: bool) -> Done[Result]:
    """The next Swiss round, or the newest one ``again``: checked, drawn, seated, written."""
    kept = replace(event, rounds=event.rounds[: len(event.rounds) - again])
    tournament = _to_pair(event, kept, again=again)
    roster, dealt = event_writer.deal_pools(kept, event.ruleset.pools(tournament))
    if dealt:
        kept = replace(kept, roster=roster)
        tournament = replace(tournament, players=kept.players_with(kept.rounds))
    pairing = _drawn(event, tournament)
    seated = match_tables.seated(event, pairing, kept.rounds)
    matches = [match for match, _ in seated]
    lost: list[str] = []
    lost_notes: list[list[CellValue]] = []
    if holds_rows(event.book, tab_names.PENALTIES):
        lost, lost_notes = penalties.costs_when_paired(kept, pairing.round, matches)
    warnings = [
        *_warnings_before_draw(event, tournament, again=again),
        *_warnings_on_draw(event, tournament, pairing, matches),
        *lost,
        *(without_impartial_judge(kept) if pairing.round == 1 else []),
    ]
    notes = [*round_writer.note_rows(tournament, pairing, seated), *lost_notes]
    tab = round_writer.add_round(event, pairing.round, matches)
    changes: list[Change] = dealt
    if again:
        old = event.rounds[-1].table.sheet.name
        tab = replace(tab, before=tab_names.tab_after(event.book, old))
        changes.append(RemoveSheet(old))
    name = tab.layout.name
    glance = event_writer.at_a_glance(kept, pairing.round, tab, when)
    changes += [
        *round_writer.refresh_points(kept),
        tab,
        *notes_writer.when_paired(kept, name, when),
        *notes_writer.add_notes(kept, notes, replacing=pairing.round if again else 0),
        *event_writer.update_settings(kept, {**glance, event_tab.SEED.name: tournament.seed}),
    ]
    result = paired(kept, tournament, pairing, seated, name, Stage.SWISS, warnings)
    log = _log_of(kept, tournament, name, matches, warnings, again=again)
    return Done(result, changes, log, name)


def _to_pair(event: EventBook, kept: EventBook, *, again: bool) -> Tournament:
    """The event to be paired, with its seed, once everything is there that the round needs."""
    refuse(without_players(event))
    _require_checked_in(event)
    _require_seed(event, len(kept.rounds))
    if not again:
        _refuse_beyond_plan(event)
    tournament = event.tournament(len(kept.rounds))
    _require_for_round_1(event, tournament)
    if not tournament.seed and not tournament.rounds:
        return replace(tournament, seed=drawn_seed())
    return tournament


def _warnings_before_draw(
    event: EventBook, tournament: Tournament, *, again: bool
) -> Iterator[str]:
    """Warnings of the workbook and the players, without those of a round that goes."""
    gone = missing_after_removal(event) if again else []
    yield from (warning for warning in event.warnings if warning not in gone)
    yield from _warnings_on_players(event, tournament)
    yield from illegal_hand_edits(event, tournament)


def _warnings_on_draw(
    event: EventBook, tournament: Tournament, pairing: Pairing, matches: Sequence[Match]
) -> Iterator[str]:
    """Warnings of the round that was drawn, of its tables, and of the plan."""
    yield from (f"{cited(warning, tournament)}." for warning in pairing.warnings)
    yield from match_tables.too_few(event, matches)
    if wrong_after_removal(event):
        text = msg(
            "{round} goes by the points as they are: once that is typed, pair this round again."
        )
        yield t(text, round=tab_names.round_name(pairing.round))
    yield from cut_warnings.warnings_on_plan(event, pairing.round)
    yield from cut_warnings.too_late_for_progression(tournament, event.ruleset)


def _log_of(
    event: EventBook, tournament: Tournament, name: str, matches: Sequence[Match],
    warnings: Sequence[str], *, again: bool,
) -> list[LogLine]:  # fmt: skip
    """The round in the log, with the roster as it is, and the seed if it was drawn just now."""
    players = sum(1 + (match.player2 is not None) for match in matches)
    tables = tn("{n} table", "{n} tables", len(matches))
    paired_players = tn("{n} player", "{n} players", players)
    text = "; ".join([f"{named('tab', name)}: {tables}, {paired_players}", *warnings])
    roster = roster_then.record(event, len(tournament.rounds) + 1)
    log = [LogLine("Pair again" if again else "Pair", text, Kind.ROUND, {name: roster})]
    if not event.settings.get(event_tab.SEED.name):
        log.insert(0, hand_edits.setting_line(event_tab.SEED.name, tournament.seed))
    return log


def _drawn(event: EventBook, tournament: Tournament) -> Pairing:
    """The next Swiss round, or round of a round robin, if there is a pairing left for it."""
    try:
        return pair(tournament, event.ruleset)
    except TournamentError as error:
        if error.kind is ErrorKind.TOO_FEW_FOR_POOLS:
            setting = error.data["setting"]
            tab, cell = event.table_of(setting).sheet.name, event.setting_cell(setting)
            refuse([Problem(tab, cell, error_text(error), "")])
        if error.kind is ErrorKind.NO_LEGAL_PAIRING and tournament.rounds:
            cell = event.setting_cell(event_tab.ROUNDS.name)
            refuse([Problem(event.event_tab.sheet.name, cell, error_text(error), "")])
        if error.kind not in (ErrorKind.ROUND_ROBIN_FINISHED, ErrorKind.RECORDS_REACHED):
            raise
        left = what_is_left(event, _last_standings(event))
        raise EventOver(" ".join([error_text(error), left])) from None


def _last_standings(event: EventBook) -> SheetData | None:
    """The standings after the newest Swiss round, if they are written."""
    return find_sheet(event.book, tab_names.standings_name(len(event.rounds)))


def _refuse_untouched(event: EventBook, newest: RoundTab) -> None:
    """Refuse to go on from a round without any result: that first, then each cell."""
    what = msg("this round has no results yet")
    if newest.stage is Stage.SWISS:
        what = msg("round {n} has no results yet")
    remedy = msg(
        "type them before the next round is paired; to pair this round once more (after a late "
        "entry or a drop): {again}"
    )
    again = way(event, "pair", "--again", button="pair_again")
    newest.table.problem("", what, remedy, n=newest.number, again=again)
    refuse([*newest.table.problems, *newest.missing])


def _refuse_unless_untouched(event: EventBook, newest: RoundTab) -> None:
    is_newest = cut_writer.record_of(event).tabs[-1:] == (newest.name,)
    is_whole = len(list(newest.table.rows())) == len(newest.matches)
    is_elimination = newest.stage is Stage.ELIMINATION and is_newest and is_whole
    # The pairings of an elimination round need not be mended: it is paired again.
    refuse([p for p in event.problems if not is_elimination or p.sheet != newest.name])
    tab = newest.table.sheet.name
    if own := newest.table.own_cells():
        what = t("a column of your own has entries, which pairing again would lose")
        remedy = t("move them to another tab first")
        refuse([Problem(tab, own[0], what, remedy)])
    if not newest.is_untouched:
        what = t("results have been typed, and pairing again would lose them")
        remedy = t("clear them first if the round is really to be paired again")
        refuse([Problem(tab, "", what, remedy)])


def _require_seed(event: EventBook, rounds: int) -> None:
    """Every draw of an event comes from one seed: it must be there, and stay."""
    name = event_tab.SEED.name
    if event.settings.get(name) or event.problems or (name in event.setting_rows and not rounds):
        return
    what = msg("the {setting} is gone, from which lots and earlier rounds were drawn")
    remedy = msg("take it from a backup of this workbook, into a row {setting}")
    event.problem(name, what, remedy, setting=name)
    refuse(event.problems)


def _refuse_beyond_plan(event: EventBook) -> None:
    """Refuse a round beyond those planned: ``EventOver`` if all results are in, else what is missing."""
    played, planned = len(event.rounds), event.planned_rounds()
    if played < planned or event.problems or event.planned_cut():
        return
    if event.ruleset.rounds_left(event.typed) == 0:  # of a round robin: the pairing says so itself
        return
    missing = [problem for tab in event.rounds for problem in tab.missing]
    if not missing:
        _stop_at_the_end(event)
    cell = event.setting_cell(event_tab.ROUNDS.name)
    what = tn(
        "the {n} Swiss round planned has been paired",
        "all {n} Swiss rounds have been paired",
        planned,
    )
    ends = t("the event ends with them: type the results and write the standings")
    remedy = t("{ends}; for another round type {n} here", ends=ends, n=played + 1)
    if not next_step.can_be_followed(event, played):
        remedy = ends
    elif not cell:
        text = msg("{ends}; for another round type {n} beside {setting}, in a row of its own")
        remedy = t(text, ends=ends, n=played + 1, setting=event_tab.ROUNDS.name)
    refuse([*missing, Problem(event.event_tab.sheet.name, cell, what, remedy)])


def _stop_at_the_end(event: EventBook) -> NoReturn:
    """Say that all rounds planned have been played, and how to go on all the same."""
    played, last = len(event.rounds), _last_standings(event)
    over = tn(
        "The {n} Swiss round planned has been played, and no cut is planned: the event is over.",
        "All {n} Swiss rounds have been played, and no cut is planned: the event is over.",
        played,
    )
    if last:
        over = t("The event is over: {tab} is final.", tab=last.name)
    rounds = event.how_to_set(event_tab.ROUNDS.name, str(played + 1))
    on = [t("To go on with another round: first {how}.", how=rounds)]
    if not next_step.can_be_followed(event, played):
        on = [t("No round {n} can be paired: nobody is left to meet.", n=played + 1)]
    if sizes := cut.possible_sizes(event):
        how = to_cut(event, sizes)
        on.append(t("To go on with a cut: {how}", how=how))
    sentences = [" ".join([over, what_is_left(event, last)]), " ".join(on)]
    raise EventOver("\n\n".join(sentences))


def _require_for_round_1(event: EventBook, tournament: Tournament) -> None:
    """Refuse to pair round 1 while the ruleset lacks something on the roster: each cell that is blank."""
    missing = event.ruleset.missing
    if missing is None:
        return
    rows = {folded(row.quiet_text("Name")): row for row in event.players_tab.rows()}
    problems = []
    for finding in missing(tournament):
        player = event.by_no[finding.no]
        cell = rows[folded(player.name)].address(finding.field)
        problems.append(Problem(event.players_tab.sheet.name, cell, *sentences(finding, player)))
    refuse(problems)


# Before a round is paired


def _require_checked_in(event: EventBook) -> None:
    """Refuse to pair round 1 while nobody has checked in, if that counts."""
    if event.problems or event.rounds or not event.checks_in:
        return
    if any(map(read_players.is_here, event.roster)):
        return
    table = event.players_tab
    cell = table.address(table.header_row + 1, table.places[players_tab.CHECKED_IN.header])
    setting = event_tab.CHECK_IN.name
    what = t("nobody has checked in, and {setting} on Event is Yes", setting=setting)
    remedy = t("type Yes for everybody who is here, or set {setting} to No", setting=setting)
    refuse([Problem(table.sheet.name, cell, what, remedy)])


def _warnings_on_players(event: EventBook, tournament: Tournament) -> list[str]:
    """Warnings of the players when a round is paired: left out, there twice."""
    played = {no for round_ in tournament.rounds for no in round_.players()}
    late = {p.name for p in tournament.players if p.no in {*tournament.active} - played}
    warnings = namesakes_on(
        event,
        late if tournament.rounds else None,
        t("undo, clear {row}, and pair again", row="{row}"),
    )
    playing = after_progression(tournament, event.ruleset).active
    warnings += decklists.warnings(event, playing)
    left_out = read_players.left_out(event.roster, tournament.players)
    if left_out:
        text = msg(
            "Not checked in, so left out: {names}. To let them in later, type Yes in {header} on "
            "Players; the rounds they miss are losses."
        )
        header = players_tab.CHECKED_IN.header
        warnings.append(t(text, names=some_of(left_out), header=header))
    if not tournament.rounds and event.keeps_clubs_apart and not tournament.clubs:
        text = msg(
            "{setting} on Event has nothing to do: no two players have the same {header} on Players."
        )
        setting, header = event_tab.CLUBS_APART.name, players_tab.CLUB.header
        warnings.append(t(text, setting=setting, header=header))
    return warnings
