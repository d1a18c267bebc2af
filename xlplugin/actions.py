"""The verbs that buttons and commands share.

Each is one straight line: read the book, build the tournament, ask the engine, write the result.
If anything fails before the write, nothing has been written.
"""

from __future__ import annotations

import secrets
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime

from engine import (
    Stage,
    Standings,
    Tournament,
    TournamentError,
    final_standings,
    pair,
    rank,
)
from xlplugin import cutting, entering, noticing, penalizing
from xlplugin.checking import illegal_hand_edits, standings_differences
from xlplugin.cutting import PairResult
from xlplugin.noticing import Noticing, verb
from xlplugin.problems import Problem, WorkbookProblems
from xlplugin.workbook import (
    cross_table,
    cut_sheets,
    cut_writer,
    deadlines,
    log,
    next_step,
    rooms,
    sheets,
    writer,
)
from xlplugin.workbook.book import (
    Change,
    RemoveSheet,
    SheetData,
    ShowSheet,
    with_changes,
)
from xlplugin.workbook.event_book import EventBook, RoundTab
from xlplugin.workbook.reader import read_event
from xlplugin.workbook.removed import tell_not_typed, tell_removed
from xlplugin.workbook.staff import without_impartial_judge
from xlplugin.workbook.table import find_sheet, folded, own_tab


@dataclass(frozen=True, slots=True)
class StandingsResult:
    """The standings that were written.

    ``tab`` is where they are; ``is_final`` whether they are those of the whole event; ``more`` what
    these say of each player beside points and tiebreaks, by header.
    """

    tournament: Tournament
    standings: Standings
    warnings: list[str]
    tab: str = ""
    is_final: bool = False
    more: Mapping[int, Mapping[str, int | str | None]] = field(default_factory=dict)


MOST_CORRECTIONS = 6
"""So many values that no longer follow are told in a line of ``Log``."""

# pair


@verb
def pair_round(host: Noticing, *, again: bool = False, when: datetime | None = None) -> PairResult:
    """Pair the next round into a new tab: Swiss, tiebreaker or elimination.

    Once the Swiss rounds planned are played, the cut that is planned follows.

    Args:
        host: the workbook.
        again: pair the newest round once more, as long as it has no results.
        when: the time for the log.

    Raises:
        WorkbookProblems: something must be mended first, results are missing, or all rounds planned
            have been paired and no cut follows.
        NoLegalPairing: the rules allow no pairing.
        TournamentError: the elimination is over.
    """
    read = host.event()
    newest = next_step.newest_tab(read)
    if again:
        _refuse_unless_untouched(read, newest)
        if newest and newest.stage is not Stage.SWISS:
            return cutting.pair_again(host, read, when)
    elif newest and newest.missing and newest.is_untouched and not read.problems:
        _raise_untouched(newest)
    stage = Stage.SWISS if again else cutting.stage_to_pair(read)
    if stage is Stage.ELIMINATION:
        return cutting.pair_next(host, read, when)
    if stage is Stage.TIEBREAKER:
        return cutting.tiebreaker(host, None, when)
    if stage is None:
        return cutting.cut(host, None, when)
    return _pair_swiss(host, read, when, again=again)


def _pair_swiss(
    host: Noticing, read: EventBook, when: datetime | None, *, again: bool
) -> PairResult:
    gone = tell_not_typed(read) if again else []  # with the round that is paired again
    warnings = [warning for warning in read.warnings if warning not in gone]
    count = len(read.rounds) - again
    _require_players(read)
    entering.require_checked_in(read)
    _require_seed(read, count)
    if not again:
        _refuse_beyond_plan(read)
    tournament = read.tournament(count)
    entering.require_for_round_1(read, tournament)
    warnings += entering.told_before_pairing(read, tournament)
    warnings += illegal_hand_edits(tournament, read.ruleset)
    if not tournament.seed and not tournament.rounds:
        tournament = replace(tournament, seed=str(secrets.randbelow(10**9)))
    pairing = pair(tournament, read.ruleset)
    warnings += entering.told_of_clubs(tournament, pairing)
    seated = rooms.seated(read, pairing, read.rounds[:count])
    warnings += rooms.too_few(read, [match for match, _ in seated])
    if tell_removed(read):
        warnings.append(
            f"{sheets.round_name(pairing.round)} goes by the points as they are: once that is typed, "
            "use Pair again (pair --again)."
        )
    warnings += cutting.told_of_plan(read, pairing.round)
    warnings += cutting.too_late_for_the_second_day(tournament, read.ruleset)
    tab = writer.add_round(read, pairing.round, [match for match, _ in seated])
    changes: list[Change] = []
    if again:
        old = read.rounds[-1].table.sheet.name
        following = [*read.book.sheets, None][list(read.book.sheets).index(old) + 1]
        tab = replace(tab, before=following)
        changes.append(RemoveSheet(old))
        read.rounds.pop()
    changes += writer.refresh_points(read)
    lost, lost_notes = penalizing.told_when_paired(read, pairing.round, [m for m, _ in seated])
    warnings += [*lost, *(without_impartial_judge(read) if pairing.round == 1 else [])]
    notes = [*writer.note_rows(tournament, pairing, seated), *lost_notes]
    glance = writer.at_a_glance(read, pairing.round, tab)
    changes += [
        tab,
        *deadlines.when_paired(read, tab.layout.name, when),
        *writer.add_notes(read, notes, replacing=pairing.round if again else 0),
        *writer.update_settings(read, {**glance, sheets.SEED.name: tournament.seed}),
    ]
    verb = "Pair again" if again else "Pair"
    count = sum(1 + (match.player2 is not None) for match, _ in seated)
    tables = f"{len(seated)} table{'' if len(seated) == 1 else 's'}"
    details = f"Round {pairing.round}: {tables}, {count} players"
    lines = [(verb, "; ".join([details, *warnings]))]
    if not read.settings.get(sheets.SEED.name):
        lines.insert(0, noticing.told_setting(sheets.SEED.name, tournament.seed))
    changes += writer.add_lines(read, when, lines)
    host.write([*changes, ShowSheet(tab.layout.name)])
    return PairResult(
        tournament, pairing, seated, warnings, tab.layout.name,
        sides=read.match_format.sides,
    )  # fmt: skip


def _raise_untouched(newest: RoundTab) -> None:
    is_swiss = newest.stage is Stage.SWISS
    hint = Problem(
        newest.name,
        "",
        f"{f'round {newest.number}' if is_swiss else 'this round'} has no results yet",
        "type them before the next round is paired; to pair this round once more (after a late "
        "entry or a drop), use Pair again (pair --again)",
    )
    raise WorkbookProblems([*newest.missing, hint])


def _refuse_unless_untouched(read: EventBook, newest: RoundTab | None) -> None:
    if newest is None:
        message = "No round has been paired yet, so there is none to pair again."
        raise TournamentError(message)
    own = newest.table.own_cells()
    problems = _problems_but_line_up(read, newest)
    if own and not problems:
        what = "a column of your own has entries, which pairing again would lose"
        remedy = "move them to another tab first"
        raise WorkbookProblems([Problem(newest.table.sheet.name, own[0], what, remedy)])
    if problems or not newest.is_untouched:
        raise WorkbookProblems(
            problems
            or [
                Problem(
                    newest.table.sheet.name,
                    "",
                    "results have been typed, and pairing again would lose them",
                    "clear them first if the round is really to be paired again",
                )
            ]
        )


def _problems_but_line_up(read: EventBook, newest: RoundTab) -> list[Problem]:
    """What must be mended before a round is paired again: not who meets whom in the round itself."""
    names = cut_writer.record_of(read).tabs
    is_newest = names[-1:] == (newest.name,)
    rows = list(newest.table.rows())
    if newest.stage is Stage.ELIMINATION and is_newest and len(rows) == len(newest.matches):
        return [problem for problem in read.problems if problem.sheet != newest.name]
    return read.problems


def _require_seed(read: EventBook, rounds: int) -> None:
    """Every draw of an event comes from one seed: it must be there, and stay."""
    name = sheets.SEED.name
    if read.settings.get(name) or read.problems or (name in read.setting_rows and not rounds):
        return
    cell = read.setting_cell(name)
    what = f"the {name} is gone, from which lots and earlier rounds were drawn"
    remedy = f"take it from a backup of this workbook, into a row {name}"
    raise WorkbookProblems([Problem(read.event.sheet.name, cell, what, remedy)])


def _refuse_beyond_plan(read: EventBook) -> None:
    """After the last round planned there is another one only if the organizer plans it."""
    played, planned = len(read.rounds), read.planned_rounds()
    if played < planned or read.problems or read.planned_cut() or read.everyone_has_met:
        return
    missing = [problem for tab in read.rounds for problem in tab.missing]
    cell = read.setting_cell(sheets.ROUNDS.name)
    rounds = "the 1 Swiss round planned has" if planned == 1 else f"all {planned} Swiss rounds have"
    last = find_sheet(read.book, sheets.standings_name(played))
    ends = "type the results and write the standings" if missing else "write the standings"
    ends = f"the event ends with them: {ends}"
    if last and not missing:
        ends = f"the event is over: {last.name} is final"
    where = "here" if cell else f"beside {sheets.ROUNDS.name}, in a row of its own"
    remedy = f"{ends}; for another round type {played + 1} {where}"
    problem = Problem(read.event.sheet.name, cell, f"{rounds} been paired", remedy)
    raise WorkbookProblems([*missing, problem])


def _require_players(read: EventBook) -> None:
    if read.roster or read.problems:
        return
    table = read.players
    cell = table.address(table.header_row + 1, table.places["Name"])
    raise WorkbookProblems(
        [Problem(table.sheet.name, cell, "there are no players", "type their names below Name")]
    )


# players


@verb
def number_players(
    host: Noticing,
    *,
    when: datetime | None = None,  # noqa: ARG001  (what is noticed is all)
) -> list[tuple[int, str]]:
    """Give every new player a number, as pairing does by itself.

    Returns:
        The new numbers, with the names.

    Raises:
        WorkbookProblems: something must be mended first.
    """
    read = host.event()
    if read.problems:
        raise WorkbookProblems(read.problems)
    if host.numbered:
        host.write([ShowSheet(read.players.sheet.name)])
    return host.numbered


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
    read = host.event()
    result = standings_of(read)
    own = cross_table.in_the_way(read)
    crossed = crossed or (not own and find_sheet(read.book, cross_table.CROSS_TABLE) is not None)
    if crossed and own:
        raise WorkbookProblems(own)
    changes: list[Change] = [
        *writer.refresh_points(read),
        *cut_writer.record_walkovers(read),
    ]
    if result.is_final:
        _refuse_own_tab(find_sheet(read.book, cut_sheets.FINAL), cut_writer.FINAL_MARKS)
        result.warnings.extend(cut_writer.bracket_left_alone(read))
        changes += cut_writer.write_final_standings(
            read, result.standings, result.tournament, result.more
        )
    else:
        there = writer.standings_there(read, result.standings.round)
        _refuse_own_tab(there, writer.STANDINGS_MARKS)
        changes += writer.write_standings(read, result.standings, result.tournament)
    if read.cuts or read.tiebreaker:
        changes += cut_writer.follow_up(read.book, changes)
    else:
        after = read_event(with_changes(read.book, changes))
        changes += writer.update_settings(after, writer.at_a_glance(after, len(after.rounds)))
    if crossed:
        changes += cross_table.written(read, result.standings, result.tournament)
    changes += writer.add_log(read, when, log.STANDINGS, _after_what(result), _corrected(read))
    host.write(changes)
    return result


def _corrected(read: EventBook) -> str:
    """What earlier standings no longer say, because a result was corrected since.

    What they no longer say because an option was changed is no correction.
    """
    found = standings_differences(read, log.settings_when_written)
    more = len(found) - MOST_CORRECTIONS
    return "; ".join(
        [*found[:MOST_CORRECTIONS], *([f"and {more} more (see check)"] if more > 0 else [])]
    )


def _refuse_own_tab(there: SheetData | None, marks: Sequence[str]) -> None:
    """A tab of the organizer's own is in the way."""
    if found := own_tab(there, marks):
        raise WorkbookProblems(found)


def _after_what(result: StandingsResult) -> str:
    if result.is_final:
        return "Of the whole event"
    return log.after_round(result.standings.round)


def standings_of(read: EventBook) -> StandingsResult:
    """The standings after the rounds completed so far, or of the whole event; nothing is written.

    Raises:
        WorkbookProblems: something must be mended first, or no round is complete.
    """
    _require_players(read)
    if read.progress and read.progress.is_over and not read.problems:
        whole = read.after_swiss()
        final = final_standings(whole, read.ruleset)
        swiss = {standing.no: standing.rank for standing in rank(whole, read.ruleset)}
        more = cut_sheets.final_columns(whole, read.ruleset, swiss)
        return StandingsResult(
            whole, final, read.warnings, cut_sheets.FINAL, is_final=True, more=more
        )
    completed = read.completed
    if completed == 0:
        missing = [p for tab in read.rounds[:1] for p in tab.missing]
        raise WorkbookProblems(
            [
                *read.problems,
                *missing,
                *(
                    []
                    if missing or read.problems
                    else [Problem(sheets.EVENT, "", "no round has been played", "pair round 1")]
                ),
            ]
        )
    later = [p for tab in read.rounds[completed:-1] for p in tab.missing]
    if later:
        raise WorkbookProblems([*read.problems, *later])
    tournament = read.tournament(completed)
    warnings = list(read.warnings)
    if completed < len(read.rounds):
        missing_count = len(read.rounds[completed].missing)
        warnings.append(
            f"Round {completed + 1} is not finished (results missing: {missing_count}): these are "
            f"the standings after round {completed}."
        )
    elif seeds := cutting.seeds_by_tiebreaker(read):
        warnings.append(seeds)
    elif read.cuts or read.tiebreaker:
        warnings.append(
            f"{_newest_name(read)} is under way: these are the standings after the Swiss rounds; the "
            "final ones follow when the champion is known."
        )
    elif next_step.is_swiss_over(read):
        offer = cutting.tiebreaker_offer(read)
        warnings += [*cutting.not_as_set_told(read), *([offer] if offer else [])]
    standings = rank(tournament, read.ruleset)
    if next_step.is_swiss_over(read) and not read.cut_tabs:
        warnings += cutting.play_off_told(read, standings)
    return StandingsResult(tournament, standings, warnings, sheets.standings_name(completed))


def event_under_way(read: EventBook) -> Tournament:
    """The event with everything that has a result, an unfinished round of the elimination included.

    Raises:
        WorkbookProblems: something must be mended, or a result is missing before that round.
    """
    open_rounds = sum(bool(tab.missing) for tab in read.cuts)
    tournament = read.after_swiss(len(read.cuts) - open_rounds)
    if tournament.elimination is None:
        return tournament
    rounds = tuple(tab.round() for tab in read.cuts if read.is_published(tab))
    return replace(tournament, elimination=replace(tournament.elimination, rounds=rounds))


def _newest_name(read: EventBook) -> str:
    newest = next_step.newest_tab(read)
    return newest.name if newest else ""


# undo


@verb
def undo_round(host: Noticing, *, when: datetime | None = None) -> str:
    """Remove the newest tab with matches, with the standings after it; the backup keeps them.

    Returns:
        The name of the tab that is gone.

    Raises:
        TournamentError: there is no round.
        WorkbookProblems: something outside that round must be mended first.
    """
    read = host.event()
    after_swiss = cut_writer.record_of(read).tabs
    if after_swiss:
        *rest, name = after_swiss
        _refuse_problems_on(read, {sheets.EVENT, sheets.PLAYERS})
        changes = cutting.without_tab(read, name, keep=True)
        changes += cut_writer.follow_up(read.book, changes, is_strict=False)
        details, front = name, rest[-1] if rest else sheets.round_name(len(read.rounds))
    else:
        changes, name, details, front = _undo_swiss(read)
    changes += writer.add_log(read, when, "Undo", details)
    there = find_sheet(with_changes(read.book, changes), front)
    host.write([*changes, ShowSheet(there.name if there else sheets.EVENT)])
    return name


def _refuse_problems_on(read: EventBook, names: set[str]) -> None:
    """Problems where the removal is written must be mended first."""
    found = [problem for problem in read.problems if problem.sheet in names]
    if found:
        raise WorkbookProblems(found)


def _refuse_other_problems(read: EventBook, own: set[str]) -> None:
    """Problems elsewhere must be mended before a tab is removed."""
    names = {folded(name) for name in own}
    others = [problem for problem in read.problems if folded(problem.sheet) not in names]
    if others:
        raise WorkbookProblems(others)


def _refuse_day_one(read: EventBook, newest: int) -> None:
    """The cut after the first day is taken back on ``Event``, not with its last round."""
    if read.progression is None or read.progression.rounds != newest:
        return
    cell = read.setting_cell(sheets.FIRST_DAY.name)
    what = f"the first day ends after round {newest}, which undo would remove with its results"
    remedy = (
        f"clear this and {sheets.SECOND_DAY.name} to take the cut between the days back: that is "
        f"all; to remove round {newest} too, undo after that"
    )
    raise WorkbookProblems([Problem(read.event.sheet.name, cell, what, remedy)])


def _undo_swiss(read: EventBook) -> tuple[list[Change], str, str, str]:
    """The changes, what is gone, how the log tells it, and the tab to show."""
    numbers = {
        number: name
        for name in read.book.sheets
        if (number := sheets.round_number(name)) is not None
    }
    recorded = read.settings.get(sheets.ROUNDS_PAIRED.name, "")
    newest = max([*numbers, int(recorded) if recorded.isdecimal() else 0])
    if not newest:
        message = "There is no round to undo."
        raise TournamentError(message)
    _refuse_other_problems(read, {numbers.get(newest, ""), sheets.round_name(newest)})
    _refuse_day_one(read, newest)
    gone = [numbers[newest]] if newest in numbers else []
    gone += [n for n in read.book.sheets if (sheets.standings_number(n) or 0) >= newest]
    read.rounds = [tab for tab in read.rounds if tab.number < newest]
    remaining = newest - 1
    results = "with its results" if newest in numbers else "whose tab was already gone"
    changes: list[Change] = [RemoveSheet(name, keep=name in numbers.values()) for name in gone]
    changes += writer.add_notes(read, [], replacing=newest)
    changes += deadlines.taken_back(read, sheets.round_name(newest))
    changes += writer.update_settings(read, writer.at_a_glance(read, remaining))
    front = read.rounds[-1].table.sheet.name if read.rounds else sheets.PLAYERS
    name = sheets.round_name(newest)
    return changes, name, f"{name} {results}", front
