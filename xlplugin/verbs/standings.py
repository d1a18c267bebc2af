"""Write the standings."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from engine import (
    Standings,
    Tournament,
    final_standings,
    rank,
)
from xlplugin.problems import Problem, WorkbookProblems
from xlplugin.texts import t
from xlplugin.verbs import cut
from xlplugin.verbs.checking import standings_differences
from xlplugin.verbs.frame import Noticing, verb
from xlplugin.verbs.undo import _newest_name
from xlplugin.workbook.book import (
    Change,
    with_changes,
)
from xlplugin.workbook.drawings import cross_table
from xlplugin.workbook.layouts import standings_tabs, tab_names
from xlplugin.workbook.layouts.standings_tabs import StandingsTable
from xlplugin.workbook.reading import next_step
from xlplugin.workbook.reading.event_book import EventBook
from xlplugin.workbook.reading.log import Kind, LogLine, settings_when_written
from xlplugin.workbook.reading.reader import read_event
from xlplugin.workbook.table import find_sheet, own_tab
from xlplugin.workbook.writing import (
    cut_writer,
    event_writer,
    notes_writer,
    round_writer,
    standings_writer,
)


@dataclass(frozen=True, slots=True)
class StandingsResult:
    """The standings after the rounds of a tournament, or of the whole event, as a table."""

    tournament: Tournament
    standings: Standings
    table: StandingsTable
    warnings: list[str]

    @property
    def tab(self) -> str:
        """The name of their tab."""
        return self.table.layout.name


MOST_CORRECTIONS = 6
"""So many values that no longer follow are told in a line of ``Log``."""


def _require_players(event: EventBook) -> None:
    if event.roster or event.problems:
        return
    table = event.players
    cell = table.address(table.header_row + 1, table.places["Name"])
    raise WorkbookProblems(
        [Problem(table.sheet.name, cell, "there are no players", "type their names below Name")]
    )


# standings


@verb
def write_standings(
    host: Noticing, *, crossed: bool = False, when: datetime | None = None
) -> StandingsResult:
    """Write the standings after the rounds completed so far into their tab.

    Args:
        host: the workbook.
        crossed: whether to make the cross table too; one that is there follows in any case.
        when: the time for the log.

    Raises:
        WorkbookProblems: something must be mended first.
    """
    event = host.event()
    result = standings_of(event)
    own = cross_table.in_the_way(event)
    crossed = crossed or (not own and find_sheet(event.book, cross_table.CROSS_TABLE) is not None)
    if crossed and own:
        raise WorkbookProblems(own)
    changes: list[Change] = [
        *round_writer.refresh_points(event),
        *cut_writer.record_walkovers(event),
    ]
    is_final = result.table.is_final
    marks = standings_writer.FINAL_MARKS if is_final else standings_writer.MARKS
    if own_tabs := own_tab(standings_writer.existing_tab(event, result.table), marks):
        raise WorkbookProblems(own_tabs)
    if is_final:
        result.warnings.extend(cut_writer.bracket_left_alone(event))
    changes += standings_writer.write_standings(event, result.table)
    if event.cuts or event.tiebreaker:
        changes += cut_writer.follow_up(event.book, changes)
    else:
        after = read_event(with_changes(event.book, changes))
        changes += event_writer.update_settings(
            after, event_writer.at_a_glance(after, len(after.rounds))
        )
    if crossed:
        changes += cross_table.written(event, result.standings, result.tournament)
    corrected = _corrected(event)
    lines = [LogLine("Corrected", corrected)] if corrected else []
    changes += notes_writer.add_lines(event, when, [*lines, _log_line(result.table)])
    host.write(changes)
    return result


def _corrected(event: EventBook) -> str:
    """What earlier standings no longer say, because a result was corrected since.

    What they no longer say because an option was changed is no correction.
    """
    found = standings_differences(event, settings_when_written)
    more = len(found) - MOST_CORRECTIONS
    return "; ".join(
        [*found[:MOST_CORRECTIONS], *([f"and {more} more (see check)"] if more > 0 else [])]
    )


def _log_line(table: StandingsTable) -> LogLine:
    if table.is_final:
        return LogLine("Standings", t("Of the whole event"))
    details = t("After round {round}", round=table.number)
    return LogLine("Standings", details, Kind.STANDINGS, {str(table.number): ""})


def standings_of(event: EventBook) -> StandingsResult:
    """The standings after the rounds completed so far, or of the whole event; nothing is written.

    Raises:
        WorkbookProblems: something must be mended first, or no round is complete.
    """
    _require_players(event)
    if event.progress and event.progress.is_over and not event.problems:
        whole = event.after_swiss()
        final = final_standings(whole, event.ruleset)
        table = standings_tabs.table_of_whole_event(final, whole, event.ruleset)
        return StandingsResult(whole, final, table, event.warnings)
    completed = event.completed
    if completed == 0:
        missing = [p for tab in event.rounds[:1] for p in tab.missing]
        raise WorkbookProblems(
            [
                *event.problems,
                *missing,
                *(
                    []
                    if missing or event.problems
                    else [Problem(tab_names.EVENT, "", "no round has been played", "pair round 1")]
                ),
            ]
        )
    later = [p for tab in event.rounds[completed:-1] for p in tab.missing]
    if later:
        raise WorkbookProblems([*event.problems, *later])
    tournament = event.tournament(completed)
    warnings = list(event.warnings)
    if completed < len(event.rounds):
        missing_count = len(event.rounds[completed].missing)
        warnings.append(
            f"Round {completed + 1} is not finished (results missing: {missing_count}): these are "
            f"the standings after round {completed}."
        )
    elif seeds := cut.seeds_by_tiebreaker(event):
        warnings.append(seeds)
    elif event.cuts or event.tiebreaker:
        warnings.append(
            f"{_newest_name(event)} is under way: these are the standings after the Swiss rounds; the "
            "final ones follow when the champion is known."
        )
    elif next_step.is_swiss_over(event):
        offer = cut.tiebreaker_offer(event)
        warnings += [*cut.not_as_set_told(event), *([offer] if offer else [])]
    standings = rank(tournament, event.ruleset)
    if next_step.is_swiss_over(event) and not event.cut_tabs:
        warnings += cut.play_off_told(event, standings)
    table = standings_tabs.table_after_round(standings, tournament, event.ruleset)
    return StandingsResult(tournament, standings, table, warnings)
