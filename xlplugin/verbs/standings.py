"""Write the standings."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from datetime import datetime

from engine import final_standings, rank
from xlplugin.exports.format import ALL, STANDINGS, Needs
from xlplugin.exports.shared import Shared, held_back, published
from xlplugin.ground.problems import WorkbookProblems
from xlplugin.ground.texts import first_of, msg, t
from xlplugin.hosts import Host
from xlplugin.verbs import cut_warnings
from xlplugin.verbs.frame import (
    Done,
    Result,
    Table,
    gone_from_open_tables,
    refuse,
    verb_despite_problems,
    without_players,
    without_results,
)
from xlplugin.verbs.results_seen import explained
from xlplugin.workbook.book import Change
from xlplugin.workbook.drawings import cross_table
from xlplugin.workbook.layouts import standings_tabs, tab_names
from xlplugin.workbook.layouts.standings_tabs import StandingsTable, Width, table_after_round
from xlplugin.workbook.reading import next_step
from xlplugin.workbook.reading.event_book import EventBook
from xlplugin.workbook.reading.records import Kind, LogLine, settings_when_written
from xlplugin.workbook.table import find_sheet, own_tab
from xlplugin.workbook.writing import cut_writer, round_writer, table_writer


@dataclass(frozen=True, slots=True)
class StandingsResult(Result):
    """The standings after the rounds that are complete, or of the whole event."""

    table: StandingsTable


MOST_CORRECTIONS = 6
"""At most this many values that no longer follow are named in a line of ``Log``."""


@verb_despite_problems
def write_standings(
    event: EventBook, _when: datetime, *, crossed: bool = False
) -> Done[StandingsResult]:
    """Write the standings after the rounds completed so far into their tab.

    If ``crossed``, the cross table is made too; one that is there follows in any case.
    """
    result = standings_of(event)
    table = result.table
    data: dict[str, object] = {
        "round": table.number,
        **({"final": True} if table.is_final else {}),
        "standings": table.data(),
    }
    written = msg("Written to {file}, tab {tab}.")
    crossed_before = find_sheet(event.book, cross_table.CROSS_TABLE)
    own = own_tab(crossed_before, cross_table.MARKS)
    if crossed:
        refuse(own)
        data["cross_table"] = cross_table.of_event(event, table).data()
        written = msg("Written to {file}, tabs {tab} and {cross_table}.")
    tabs = {"tab": result.tab, "cross_table": cross_table.CROSS_TABLE}
    changes: list[Change] = [
        *round_writer.refresh_points(event),
        *cut_writer.record_walkovers(event),
    ]
    marks = table_writer.FINAL_MARKS if table.is_final else table_writer.MARKS
    refuse(own_tab(table_writer.existing_tab(event, table), marks))
    warnings = [*result.warnings, *(cut_writer.bracket_left_alone(event) if table.is_final else [])]
    changes += table_writer.write_standings(event, table)
    if crossed or (crossed_before and not own):
        changes += cross_table.written(event, table)
    # Values of earlier standings that a corrected result has changed, not another option.
    corrected = standings_differences(event, settings_when_written)
    more = first_of(corrected, MOST_CORRECTIONS, lambda n: t("and {n} more (see check)", n=n))
    log = [LogLine("Corrected", "; ".join(more))] if corrected else []
    if table.is_final:
        log.append(LogLine("Standings", t("Of the whole event")))
    else:
        details, facts = t("After round {round}", round=table.number), {str(table.number): ""}
        log.append(LogLine("Standings", details, Kind.STANDINGS, facts))
    columns, texts = zip(*table.texts(Width.TERMINAL), strict=True)
    align, rows = "".join(column.align for column in columns), list(zip(*texts, strict=True))
    shown = Table(table.title, [column.title for column in columns], rows, align)
    lines = (shown, t(written, file=event.book.name, **tabs))
    result = replace(result, lines=lines, data=data, warnings=warnings)
    return Done(result, changes, log, follows=True)


def write_cross_table(host: Host, *, when: datetime | None = None) -> StandingsResult:
    """Write the standings, and the cross table too."""
    return write_standings(host, crossed=True, when=when)


def standings_of(event: EventBook) -> StandingsResult:
    """The standings after the rounds completed so far, or of the whole event; nothing is written.

    Raises:
        WorkbookProblems: something must be mended first, or no round is complete.
    """
    refuse(without_players(event))
    if event.progress and event.progress.is_over and not event.problems:
        whole = event.after_swiss()
        final = final_standings(whole, event.ruleset)
        table = standings_tabs.table_of_whole_event(final, whole, event.ruleset)
        return StandingsResult(table, tab=table.layout.name, warnings=event.warnings)
    completed = event.completed
    if missing := without_results(event):
        refuse([*event.problems, *missing])
    tournament = event.tournament(completed)
    warnings = [*event.warnings, *gone_from_open_tables(event)]
    if event.corrected:
        changed = t("Changed: {what}.", what="; ".join(event.corrected))
        why = explained(event, written=completed)
        warnings.append(" ".join([changed, *([why] if why else [])]))
    if completed < len(event.rounds):
        text = msg(
            "Round {next} is not finished (results missing: {missing}): these are the standings "
            "after round {n}."
        )
        values = {"next": completed + 1, "missing": len(event.rounds[completed].missing)}
        warnings.append(t(text, n=completed, **values))
    elif seeds := cut_warnings.seeds_by_tiebreaker(event):
        warnings.append(seeds)
    elif event.cut_tabs:
        text = msg(
            "{tab} is under way: these are the standings after the Swiss rounds; the final ones "
            "follow when the champion is known."
        )
        warnings.append(t(text, tab=event.cut_tabs[-1].name))
    elif next_step.is_swiss_over(event):
        offer = cut_warnings.tiebreaker_offer(event)
        warnings += filter(None, [*cut_warnings.warnings_on_settings(event), offer])
    standings = rank(tournament, event.ruleset)
    if next_step.is_swiss_over(event) and not event.cut_tabs:
        warnings += cut_warnings.play_off_warnings(event, standings)
    table = standings_tabs.table_after_round(standings, tournament, event.ruleset)
    return StandingsResult(table, tab=table.layout.name, warnings=warnings)


def standings_differences(
    event: EventBook, settings_when: Callable[[EventBook, int], Mapping[str, str]] | None = None
) -> list[str]:
    """Differences of standings tabs from the results now: these were corrected since.

    ``settings_when`` gives the settings under which those after a round are compared, if not as they are now.
    """
    differences: list[str] = []
    completed = event.completed
    for name in event.book.sheets:
        number = tab_names.standings_number(name)
        if number is None:
            continue
        if not 1 <= number <= completed:
            differences.append(t("{tab}: round {n} is not complete", tab=name, n=number))
            continue
        then = event
        if settings_when:
            then = replace(event, settings=dict(settings_when(event, number)))
        tournament = then.tournament(number)
        entered = table_writer.players_in(event.book.sheets[name], tournament)
        tournament = replace(tournament, players=entered)  # later entries are not in it yet
        table = table_after_round(rank(tournament, event.ruleset), tournament, event.ruleset)
        differences += table_writer.standings_differences(then, name, table)
    return differences


def share(event: EventBook, needs: Needs, what: str = ALL) -> Shared:
    """The event for a format that needs so much of it, with one of ``exports.format.WHAT``.

    Raises:
        WorkbookProblems: something must be mended first, or no round is complete.
    """
    public = published(event)
    left_out = held_back(event)
    has_standings = event.completed or (event.progress and event.progress.is_over)
    can_do_without = needs is Needs.NOTHING or (
        needs is Needs.PAIRINGS and what != STANDINGS and public.tabs
    )
    if has_standings or not can_do_without:
        result = standings_of(event)
        return Shared(public, result.table, list(result.warnings), left_out)
    missing = [problem for tab in event.rounds[:-1] for problem in tab.missing]
    if event.problems or missing:
        raise WorkbookProblems([*event.problems, *missing])
    return Shared(public, None, event.warnings, left_out)
