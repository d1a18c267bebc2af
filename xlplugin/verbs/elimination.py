"""The rounds after the Swiss ones: each a new tab, with everything that goes with it."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from engine import Pairing, Stage, Tournament, pair_elimination, rank
from engine.elimination.cut import rules_of_cut
from engine.elimination.progress import begin, progress_of, winner_of
from xlplugin.ground.names import named
from xlplugin.ground.problems import EventOver
from xlplugin.ground.texts import msg, t, tn
from xlplugin.roster.played_elsewhere import ImportedEvent
from xlplugin.verbs.cut_warnings import seed_differences
from xlplugin.verbs.frame import Done, Result, paired, refuse
from xlplugin.verbs.ways import what_is_left
from xlplugin.workbook.book import Change, RemoveSheet
from xlplugin.workbook.layout import CellValue
from xlplugin.workbook.layouts import event_tab, round_tabs
from xlplugin.workbook.reading import decklists, match_tables, roster_then
from xlplugin.workbook.reading.event_book import CutRecord, EventBook
from xlplugin.workbook.reading.records import Kind, LogLine
from xlplugin.workbook.reading.removed_players import wrong_after_removal
from xlplugin.workbook.reading.round_clock import NO_CLOCK
from xlplugin.workbook.table import find_sheet, folded, own_tab
from xlplugin.workbook.writing import cut_writer, event_writer, notes_writer, round_writer


def next_round(event: EventBook, when: datetime) -> Done[Result]:
    """Make the next round of the elimination.

    Raises:
        EventOver: the champion is known.
        WorkbookProblems: results are missing.
    """
    tournament = event.after_swiss()
    if event.progress and event.progress.is_over:
        final = find_sheet(event.book, round_tabs.FINAL)
        champion = tournament.name(event.progress.places()[0])
        won = t("The elimination is over: {champion} has won.", champion=champion)
        if final:
            text = msg("The event is over: {champion} has won, and {tab} has every place.")
            won = t(text, champion=champion, tab=final.name)
        raise EventOver(" ".join([won, what_is_left(event, final)]))
    pairing = pair_elimination(tournament, event.ruleset)
    warnings = [*event.warnings, *seed_differences(event)]
    if wrong_after_removal(event):
        warnings.append(
            t(
                "This round was paired from the results as they were: undo it, type the result, and pair it again."
            )
        )
    return add_round(event, when, tournament, pairing, warnings)


def add_round(
    event: EventBook,
    when: datetime,
    tournament: Tournament,
    pairing: Pairing,
    warnings: Sequence[str],
    size: int = 0,
    ranks: dict[int, int] | None = None,
) -> Done[Result]:
    """A round of the elimination as a new tab, with notes, record of the cut, log.

    ``size`` is that of a new cut, or of the one that a tiebreaker round with its ``ranks`` is for.
    """
    seated = match_tables.seated(event, pairing, [*event.rounds, *event.cut_tabs])
    matches = [match for match, _ in seated]
    action = "Cut" if size else "Pair"
    if ranks is None:
        stage, warnings = Stage.ELIMINATION, [*warnings, *match_tables.too_few(event, matches)]
        tab = cut_writer.add_cut_round(event, progress_of(tournament, event.ruleset), matches)
    else:
        action, stage = "Tiebreaker round", Stage.TIEBREAKER
        tab = cut_writer.add_tiebreaker(event, matches, ranks)
    name, players = tab.layout.name, {no for match in matches for no in match.players}
    warnings = [*warnings, *decklists.warnings(event, players)]
    result = paired(event, tournament, pairing, seated, name, stage, warnings)
    refuse(own_tab(find_sheet(event.book, name)))
    notes = round_writer.note_rows(tournament, pairing, seated, name)
    record = cut_writer.record_of(event)
    record = CutRecord(size or record.size, record.kind, (*record.tabs, name))
    settings: dict[str, CellValue] = {**record.cells(), **NO_CLOCK}
    changes: list[Change] = [
        *round_writer.refresh_points(event),
        *cut_writer.record_walkovers(event),
        tab,
        *notes_writer.when_paired(event, name, when),
        *notes_writer.add_notes(event, notes),
        *event_writer.update_settings(event, settings),
    ]
    tables = tn("{n} table", "{n} tables", len(tab.rows))
    details = "; ".join([f"{named('tab', name)}: {tables}", *warnings])
    roster = roster_then.record(event, roster_then.AFTER_SWISS)
    log = [LogLine(action, details, Kind.ROUND, {name: roster})]
    return Done(result, changes, log, name, follows=True)


def imported_rounds(event: EventBook, played: ImportedEvent) -> list[Change]:
    """The rounds after the Swiss ones of an event that was run elsewhere, each as a tab."""
    cut = rules_of_cut(event.ruleset)
    changes: list[Change] = []
    if played.tiebreaker:
        ranks = {line.no: line.rank for line in rank(event.tournament(), event.ruleset)}
        changes.append(cut_writer.add_tiebreaker(event, played.tiebreaker.matches, ranks))
    if played.elimination is None:
        return changes
    progress = begin(cut, played.elimination.seeds, event.options)
    format_ = cut.format(event.options)
    for round_ in played.elimination.rounds:
        confirmed = played.confirmed_on(round_tabs.cut_name(round_.number))
        changes.append(cut_writer.add_cut_round(event, progress, round_.matches, confirmed))
        matches = [match for match in round_.matches if match.player2 is not None]
        winners = [winner_of(match, progress.seed_of, format_) for match in matches]
        if None not in winners:
            progress.play(no for no in winners if no is not None)
    return changes


def without_tab(event: EventBook, name: str, *, keep: bool = False) -> list[Change]:
    """The changes that take a tab after the Swiss rounds back; its notes go with it.

    With ``keep`` it only goes out of sight where there are no backups.
    """
    gone = [n for n in event.book.sheets if folded(n) == folded(name)]
    if cut_writer.has_final_standings(event):
        gone += [n for n in event.book.sheets if folded(n) == folded(round_tabs.FINAL)]
    record = cut_writer.record_of(event, without=name)
    remaining = [*(tab.name for tab in event.rounds), *record.tabs]
    settings = {**record.cells(), event_tab.PUBLISHED.name: event.published_after(remaining)}
    return [
        *(RemoveSheet(n, keep=keep and folded(n) == folded(name)) for n in gone),
        *notes_writer.add_notes(event, [], replacing=name),
        *notes_writer.taken_back(event, name),
        *event_writer.update_settings(event, settings),
    ]
