"""The verbs after the Swiss rounds: cut, tiebreaker round, each round of the elimination."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from engine import (
    Elimination,
    Match,
    Paired,
    Pairing,
    Progression,
    Ruleset,
    Stage,
    Standings,
    Tournament,
    TournamentError,
    make_cut,
    pair_elimination,
    pair_tiebreaker_round,
)
from engine.elimination.cut import Line, in_line, not_as_set, rules_of_cut
from engine.elimination.progress import begin, progress_of, winner_of
from engine.elimination.progression import out_after_first_day
from engine.pairing import told_points
from xlplugin.cut_checking import seed_differences
from xlplugin.noticing import Noticing, told_setting, verb
from xlplugin.problems import Problem, WorkbookProblems
from xlplugin.workbook import (
    cut_sheets,
    cut_writer,
    deadlines,
    decklists,
    next_step,
    rooms,
    sheets,
    writer,
)
from xlplugin.workbook.book import AddSheet, Change, RemoveSheet, ShowSheet, with_changes
from xlplugin.workbook.bracket_sheet import is_bracket
from xlplugin.workbook.event_book import CutRecord, EventBook
from xlplugin.workbook.layout import CellValue
from xlplugin.workbook.reader import read_event
from xlplugin.workbook.removed import tell_removed
from xlplugin.workbook.table import find_sheet, folded


@dataclass(frozen=True, slots=True)
class PairResult:
    """What pairing a round came to.

    ``tab`` is where it is written; ``sides`` what Player 1 and Player 2 play, where that is fixed.
    """

    tournament: Tournament
    pairing: Pairing
    seated: Sequence[tuple[Match, Paired]]
    warnings: Sequence[str]
    tab: str
    stage: Stage = Stage.SWISS
    sides: tuple[str, str] | None = None


Plan = tuple[list[Change], PairResult]
"""What is to be written, and what it comes to."""


@dataclass(frozen=True, slots=True)
class FirstDay:
    """What closing the first day came to: who goes on, and who does not."""

    tournament: Tournament
    goes_on: Sequence[int]
    out: Sequence[int]


def stage_to_pair(read: EventBook) -> Stage | None:
    """What the next round belongs to; ``None`` for the cut itself."""
    if read.cuts:
        return Stage.ELIMINATION
    if read.tiebreaker:
        return None
    if read.problems or not next_step.is_swiss_over(read) or not read.planned_cut():
        return Stage.SWISS
    return Stage.TIEBREAKER if next_step.needs_tiebreaker(read) else None


# cut


@verb
def cut(host: Noticing, top: int | None, when: datetime | None = None) -> PairResult:
    """Close the Swiss rounds and make the first round of the elimination.

    Args:
        host: the workbook.
        top: how many go on; ``None`` as planned on ``Event``, or as the document suggests.
        when: the time for the log.

    Raises:
        TournamentError: the ruleset knows no cut, or none of that size.
        WorkbookProblems: Swiss rounds are unfinished, too few can play on, or something must be
            mended first.
    """
    read = host.event()
    _refuse_own_bracket(read)
    return _written(host, [], _cut(read, top, when))


def _refuse_own_bracket(read: EventBook) -> None:
    """A tab of the organizer's own is in the way."""
    own = find_sheet(read.book, cut_sheets.BRACKET)
    if own and not is_bracket(own):
        what = "there is a tab of this name already, and the cut draws its bracket there"
        raise WorkbookProblems([*read.problems, Problem(own.name, "", what, "rename your tab")])


def _cut(read: EventBook, top: int | None, when: datetime | None) -> Plan:
    if read.cuts and not read.problems:
        made = f"the cut to the top {cut_writer.record_of(read).size} has been made"
        message = (
            f"{read.cuts[0].name}: {made}. Use pair for its next round; for another size, undo."
        )
        raise TournamentError(message)
    size = _size_of(read, top)
    line = _line(read, size)
    _refuse_other_size(read, size)
    tournament = read.after_swiss()
    announced = rules_of_cut(read.ruleset).tiebreaker_round
    level = [] if read.tiebreaker else line.level_pairs(size)
    if level and announced and next_step.is_tiebreaker_announced(read):
        cell = read.setting_cell(announced.name)
        what = f"{_told_level(read, line, level, size)}, and a tiebreaker round is announced"
        remedy = "play it first (pair, or tiebreaker), or set this to No"
        raise WorkbookProblems([Problem(sheets.EVENT, cell, what, remedy)])
    begun, pairing = make_cut(tournament, read.ruleset, size)
    warnings = list(read.warnings)
    warnings += not_as_set_told(read, size)
    if level and rules_of_cut(read.ruleset).is_offered(read.options):
        warnings.append(
            f"{_told_level(read, line, level, size)}; tiebreaks have decided. For a tiebreaker "
            "round instead: undo, then tiebreaker."
        )
    return _cut_round(read, begun, pairing, warnings, ("Cut", when), size)


def _size_of(read: EventBook, top: int | None) -> int:
    """How many go on.

    Raises:
        TournamentError: there is no such cut.
    """
    rules = rules_of_cut(read.ruleset)
    size = read.planned_cut() if top is None else top
    sizes = ", ".join(map(str, rules.sizes))
    if not size:
        set_to_none = read.settings.get(sheets.CUT_SIZE.name) == sheets.NO_CUT
        why = "Cut is set to None" if set_to_none else "No cut is suggested for so few players"
        message = (
            f"{why}: the standings after the last round are final. To cut all the same, name a size "
            f"({sizes}): --top 4."
        )
        raise TournamentError(message)
    if size not in rules.sizes:
        message = f"There is no cut to {size} in {read.ruleset.name}; there are: {sizes}."
        raise TournamentError(message)
    return size


def _line(read: EventBook, size: int) -> Line:
    """Who can make the cut.

    Raises:
        WorkbookProblems: every reason why there can be none yet.
    """
    problems = [*read.problems]
    played, planned = len(read.rounds), read.planned_rounds()
    if played < planned:
        cell = read.setting_cell(sheets.ROUNDS.name)
        what = f"{played} of {planned} Swiss rounds have been paired"
        remedy = f"play the others first, or set Rounds to {played}" if played else "pair round 1"
        if read.tiebreaker:
            remedy = f"set Rounds to {played}, or undo the tiebreaker round first"
        problems.append(Problem(sheets.EVENT, cell, what, remedy))
    tabs = [*read.rounds, *([read.tiebreaker] if read.tiebreaker else [])]
    problems += [problem for tab in tabs for problem in tab.missing]
    if problems:
        raise WorkbookProblems(problems)
    line = in_line(read.after_swiss(), read.ruleset)
    if len(line.order) < size:
        cell = read.setting_cell(sheets.CUT_SIZE.name)
        fits = [n for n in rules_of_cut(read.ruleset).sizes if n <= len(line.order)]
        none = f"None (and {played} for Rounds)" if read.ruleset.without_cut else sheets.NO_CUT
        remedy = f"choose {fits[-1]}, or {none} to end the event here" if fits else f"choose {none}"
        what = f"a cut to {size} needs {size} players, but only {len(line.order)} can play on"
        raise WorkbookProblems([Problem(sheets.EVENT, cell, what, remedy)])
    return line


def _refuse_other_size(read: EventBook, size: int) -> None:
    """A tiebreaker round was played for one size of cut."""
    recorded = read.cut_recorded.size
    if read.tiebreaker and recorded and recorded != size:
        what = f"the tiebreaker round was played for a cut to {recorded}"
        remedy = f"cut to {recorded}, or undo the tiebreaker round first"
        raise WorkbookProblems([Problem(read.tiebreaker.name, "", what, remedy)])


def _told_level(read: EventBook, line: Line, level: Sequence[tuple[int, int]], size: int) -> str:
    """Who is level across the cut line."""
    one, two = level[0]
    points = told_points(line.standings.records.of[one].points)
    names = (read.by_no[no].name.strip() for no in (one, two))
    return f"{' and '.join(names)}, on both sides of the line of the top {size}, have {points} each"


def tiebreaker_offer(read: EventBook) -> str:
    """What to say when a tiebreaker round could be played; ``""`` when there is no reason to."""
    rules, size = read.ruleset.cut, read.planned_cut()
    if rules is None or not rules.is_offered(read.options) or not size:
        return ""
    if read.problems or read.cuts or read.tiebreaker or not next_step.is_swiss_over(read):
        return ""
    line = in_line(read.tournament(), read.ruleset)
    level = line.level_pairs(size) if len(line.order) >= size else []
    if not level:
        return ""
    is_announced = next_step.is_tiebreaker_announced(read)
    how = "pair makes the one announced" if is_announced else "one is possible (tiebreaker)"
    return f"{_told_level(read, line, level, size)}; tiebreaker round: {how}."


def play_off_told(read: EventBook, standings: Standings) -> list[str]:
    """What to say of players who are level for the first place, where they had better play for it."""
    first = standings.order[0]
    points = standings.records.of[first].points
    level = [s for s in standings if s.points == points]
    if not read.ruleset.play_off or len(level) < 2:
        return []
    *names, last = (read.by_no[standing.no].name.strip() for standing in level)
    shares = sum(standing.rank == 1 for standing in level) > 1
    how = "the tiebreaks leave them level" if shares else "the tiebreaks have decided"
    rule = read.ruleset.play_off
    told = (
        f"{', '.join(names)} and {last} have {told_points(points)} each, for the first place. If there "
        f"is time, let them all play each other until the tie is broken ({rule}); else {how}."
    )
    return [told]


def seeds_by_tiebreaker(read: EventBook) -> str:
    """Who makes the cut by the tiebreaker round; ``""`` while it is not over."""
    if read.problems or read.cuts or not read.tiebreaker or read.tiebreaker.missing:
        return ""
    line = in_line(read.after_swiss(), read.ruleset)
    took_part = set(read.tiebreaker.rows)
    seeds = [
        f"{seed} {read.by_no[no].name.strip()}"
        for seed, no in enumerate(line.order[: read.planned_cut()], 1)
        if no in took_part
    ]
    return f"By the tiebreaker round these make the top {read.planned_cut()}: {', '.join(seeds)}."


def told_of_plan(read: EventBook, number: int) -> list[str]:
    """What of the rounds and the cut planned is not as one would expect from what is set.

    Args:
        read: the event.
        number: the Swiss round that is being paired.
    """
    extra, why = read.extra_rounds()
    # In a workbook made before there were such rounds they are news from round 3 on, where ranks count.
    is_older = number > 1 and not read.settings.get(sheets.SETTLED.name)
    if why and (is_older or number in (1, read.planned_rounds() - extra + 1)):
        tournament = read.tournament(0)
        remedy = f"for another number of rounds, type {sheets.ROUNDS.name} on {sheets.EVENT}"
        return [f"{why.told(tournament)}; {remedy}."]
    return not_as_set_told(read) if number == 1 else []


def not_as_set_told(read: EventBook, top: int | None = None) -> list[str]:
    """What to say of a cut, of this size or as planned, that is not played as it is set."""
    cut, size = read.ruleset.cut, top or read.planned_cut()
    why = not_as_set(cut, size, read.options) if cut and size in cut.sizes else []
    return [f"{reason.told(read.tournament(0))}." for reason in why]


# tiebreaker round


@verb
def tiebreaker(host: Noticing, top: int | None, when: datetime | None = None) -> PairResult:
    """Make the tiebreaker round before a cut.

    Args:
        host: the workbook.
        top: how many make the cut; ``None`` as planned.
        when: the time for the log.

    Raises:
        TournamentError: none is needed, or the ruleset knows none.
        WorkbookProblems: Swiss rounds are unfinished, or something must be mended first.
    """
    return _written(host, [], _tiebreaker(host.event(), top, when))


def _tiebreaker(read: EventBook, top: int | None, when: datetime | None) -> Plan:
    for tab in read.cut_tabs[:1]:
        message = f"It is too late for a tiebreaker round: there is {tab.name}. Undo it first."
        raise TournamentError(message)
    size = _size_of(read, top)
    line = _line(read, size)
    tournament = read.after_swiss()
    pairing = pair_tiebreaker_round(tournament, read.ruleset, size)
    seated = rooms.seated(read, pairing, [*read.rounds, *read.cut_tabs])
    ranks = {standing.no: standing.rank for standing in line.standings}
    new = cut_writer.add_tiebreaker(read, [match for match, _ in seated], ranks)
    result = PairResult(
        tournament, pairing, seated, list(read.warnings), new.layout.name, Stage.TIEBREAKER
    )
    return _plan(read, new, result, ("Tiebreaker round", when), size)


# elimination


def pair_next(host: Noticing, read: EventBook, when: datetime | None) -> PairResult:
    """Make the next round of the elimination.

    Raises:
        TournamentError: it is over.
        WorkbookProblems: results are missing, or something must be mended first.
    """
    return _written(host, [], _next_round(read, when))


def pair_again(host: Noticing, read: EventBook, when: datetime | None) -> PairResult:
    """Make the newest round after the Swiss ones once more, while it has no results.

    Raises:
        WorkbookProblems: it has results, or something must be mended first.
    """
    newest = next_step.newest_tab(read)
    assert newest is not None
    removal = without_tab(read, newest.name)
    before = read_event(with_changes(read.book, removal))
    before.warnings[:] = read.warnings  # those of the round that goes, of who has left, included
    size = len(read.progress.seeds) if read.progress else read.cut_recorded.size or None
    if newest.stage is Stage.TIEBREAKER:
        try:
            plan = _tiebreaker(before, size, when)
        except WorkbookProblems:
            raise
        except TournamentError as error:
            message = f"{error} Take this one back: undo, then pair."
            raise TournamentError(message) from None
    elif newest.number == 1:
        plan = _cut(before, size, when)
    else:
        plan = _next_round(before, when)
    return _written(host, removal, plan)


def _next_round(read: EventBook, when: datetime | None) -> Plan:
    tournament = read.after_swiss()
    final = find_sheet(read.book, cut_sheets.FINAL)
    if final and read.progress and read.progress.is_over:
        champion = tournament.name(read.progress.places()[0])
        message = f"The event is over: {champion} has won, and {final.name} has every place."
        raise TournamentError(message)
    pairing = pair_elimination(tournament, read.ruleset)
    warnings = [*read.warnings, *seed_differences(read)]
    if tell_removed(read):
        warnings.append(
            "This round goes by the results as they are: undo it, type that, and pair it anew."
        )
    return _cut_round(read, tournament, pairing, warnings, ("Pair", when), 0)


def _cut_round(
    read: EventBook,
    tournament: Tournament,
    pairing: Pairing,
    warnings: list[str],
    done: tuple[str, datetime | None],
    size: int,
) -> Plan:
    """A round of the elimination as a new tab."""
    seated = rooms.seated(read, pairing, [*read.rounds, *read.cut_tabs])
    matches = [match for match, _ in seated]
    warnings = [*warnings, *rooms.too_few(read, matches)]
    progress = progress_of(tournament, read.ruleset)
    tab = cut_writer.add_cut_round(read, progress, matches)
    name = tab.layout.name
    result = PairResult(tournament, pairing, seated, warnings, name, Stage.ELIMINATION)
    return _plan(read, tab, result, done, size)


def _plan(
    read: EventBook, tab: AddSheet, result: PairResult, done: tuple[str, datetime | None], size: int
) -> Plan:
    """A new tab with everything that goes with it: notes, bracket, what to do next, log."""
    name = tab.layout.name
    players = {no for match, _ in result.seated for no in (match.player1, match.player2)}
    result = replace(result, warnings=[*result.warnings, *decklists.told(read, players)])
    if own := find_sheet(read.book, name):
        what = "there is a tab of this name already, which is none of this event's rounds"
        raise WorkbookProblems([Problem(own.name, "", what, "rename your tab")])
    notes = writer.note_rows(result.tournament, result.pairing, result.seated, name)
    record = cut_writer.record_of(read)
    record = CutRecord(size or record.size, record.kind, (*record.tabs, name))
    settings: dict[str, CellValue] = {
        sheets.CUT_TABS.name: record.told(),
        sheets.ROUND_CLOCK.name: None,
    }
    changes: list[Change] = [
        *cut_writer.record_walkovers(read),
        tab,
        *deadlines.when_paired(read, name, done[1]),
        *writer.add_notes(read, notes),
        *writer.update_settings(read, settings),
    ]
    changes += cut_writer.follow_up(read.book, changes)
    verb, when = done
    details = f"{name}: {len(tab.rows)} table{'' if len(tab.rows) == 1 else 's'}"
    changes += writer.add_log(read, when, verb, "; ".join([details, *result.warnings]))
    return [*changes, ShowSheet(name)], result


def imported_rounds(read: EventBook, elimination: Elimination) -> list[Change]:
    """The rounds of an elimination that was played elsewhere, each as a tab."""
    cut = rules_of_cut(read.ruleset)
    progress = begin(cut, elimination.seeds, read.options)
    format_ = cut.format(read.options)
    changes: list[Change] = []
    for round_ in elimination.rounds:
        changes.append(cut_writer.add_cut_round(read, progress, round_.matches))
        matches = [match for match in round_.matches if match.player2 is not None]
        winners = [winner_of(match, progress.seed_of, format_) for match in matches]
        if None not in winners:
            progress.play(no for no in winners if no is not None)
    return changes


def _written(host: Noticing, removal: Sequence[Change], plan: Plan) -> PairResult:
    changes, result = plan
    host.write([*removal, *changes])
    return result


def without_tab(read: EventBook, name: str, *, keep: bool = False) -> list[Change]:
    """The changes that take a tab after the Swiss rounds back; its notes go with it.

    Args:
        read: the event.
        name: the tab.
        keep: whether it only goes out of sight where there are no backups.
    """
    gone = [n for n in read.book.sheets if folded(n) == folded(name)]
    if cut_writer.has_final_standings(read):
        gone += [n for n in read.book.sheets if folded(n) == folded(cut_sheets.FINAL)]
    record = cut_writer.record_of(read, without=name)
    left = [*(tab.name for tab in read.rounds), *record.tabs]
    return [
        *(RemoveSheet(n, keep=keep and folded(n) == folded(name)) for n in gone),
        *writer.add_notes(read, [], replacing=name),
        *deadlines.taken_back(read, name),
        *writer.update_settings(
            read,
            {
                sheets.CUT_TABS.name: record.told(),
                sheets.PUBLISHED.name: read.published_after(left),
            },
        ),
    ]


# the first of two days


def too_late_for_the_second_day(tournament: Tournament, ruleset: Ruleset) -> list[str]:
    """What to say of players who came when the first day was over: they are not paired."""
    out = out_after_first_day(tournament, ruleset)
    played = {no for round_ in tournament.rounds for no in round_.players()}
    late = [p.name.strip() for p in tournament.players if p.no in out - played]
    if not late:
        return []
    return [f"The second day is for those with points of the first; not paired: {', '.join(late)}."]


@verb
def close_first_day(host: Noticing, points: int, when: datetime | None = None) -> FirstDay:
    """Let everyone with at least so many points go on to a second day of Swiss rounds.

    Raises:
        TournamentError: the ruleset knows no such cut.
        WorkbookProblems: results are missing, no rounds are left, or nobody would play on.
    """
    read = host.event()
    if not rules_of_cut(read.ruleset).has_progression:
        message = f"{read.ruleset.name} knows no cut by points between two days."
        raise TournamentError(message)
    problems = [*read.problems, *(p for tab in read.rounds for p in tab.missing)]
    played, planned = len(read.rounds), read.planned_rounds()
    if not played or read.cuts or read.tiebreaker:
        what = "no round has been played" if not played else "the Swiss rounds are over"
        problems.append(Problem(sheets.EVENT, "", what, "a first day ends between two rounds"))
    elif read.progression and played > read.progression.rounds:
        rounds, least = read.progression.rounds, read.progression.points
        cell = read.setting_cell(sheets.FIRST_DAY.name)
        what = f"day one ended after round {rounds} with {least} points"
        remedy = f"to change that, undo the rounds after round {rounds} first"
        problems = [Problem(sheets.EVENT, cell, what, remedy)]
    elif played >= planned:
        cell = read.setting_cell(sheets.ROUNDS.name)
        what = f"all {planned} Swiss rounds planned have been played"
        problems.append(Problem(sheets.EVENT, cell, what, "type the rounds of both days together"))
    for setting in (sheets.FIRST_DAY, sheets.SECOND_DAY):
        if setting.name not in read.setting_rows:
            what = f"there is no row {setting.name}"
            problems.append(Problem(sheets.EVENT, "", what, f"type {setting.name} below Setting"))
    if problems:
        raise WorkbookProblems(problems)
    tournament = replace(read.tournament(), progression=Progression(played, points))
    out = out_after_first_day(tournament, read.ruleset)
    goes_on = [no for no in tournament.active if no not in out]
    if len(goes_on) < 2:
        message = f"Only {len(goes_on)} active players have {points} points or more."
        raise TournamentError(message)
    changes = [
        *writer.update_settings(
            read, {sheets.FIRST_DAY.name: played, sheets.SECOND_DAY.name: points}
        ),
        *writer.add_lines(
            read, when,
            [
                ("Day one",
                 f"Closed after round {played}: {len(goes_on)} players with {points} points or more go on"),
                told_setting(sheets.FIRST_DAY.name, str(played)),
                told_setting(sheets.SECOND_DAY.name, str(points)),
            ],
        ),
    ]  # fmt: skip
    host.write(changes)
    return FirstDay(tournament, goes_on, sorted(out & set(tournament.active)))
