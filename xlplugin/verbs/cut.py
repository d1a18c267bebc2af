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
from xlplugin import reasons
from xlplugin.engine_errors import error_text
from xlplugin.problems import ERRORS, Problem, WorkbookProblems
from xlplugin.verbs.cut_checking import seed_differences
from xlplugin.verbs.frame import Noticing, verb
from xlplugin.verbs.noticing import setting_line
from xlplugin.workbook.book import AddSheet, Change, RemoveSheet, ShowSheet, with_changes
from xlplugin.workbook.drawings.bracket import is_bracket
from xlplugin.workbook.layout import CellValue
from xlplugin.workbook.layouts import elimination_tabs, event_tab, tab_names
from xlplugin.workbook.reading import decklists, match_tables, next_step
from xlplugin.workbook.reading.event_book import CutRecord, EventBook
from xlplugin.workbook.reading.log import Kind, LogLine
from xlplugin.workbook.reading.reader import read_event
from xlplugin.workbook.reading.removed_players import wrong_after_removal
from xlplugin.workbook.table import find_sheet, folded
from xlplugin.workbook.writing import (
    cut_writer,
    deadline_writer,
    event_writer,
    notes_writer,
    row_values,
)


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


def stage_to_pair(event: EventBook) -> Stage | None:
    """What the next round belongs to; ``None`` for the cut itself."""
    if event.cuts:
        return Stage.ELIMINATION
    if event.tiebreaker:
        return None
    if event.problems or not next_step.is_swiss_over(event) or not event.planned_cut():
        return Stage.SWISS
    return Stage.TIEBREAKER if next_step.needs_tiebreaker(event) else None


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
    event = host.event()
    _refuse_own_bracket(event)
    return _written(host, [], _cut(event, top, when))


def _refuse_own_bracket(event: EventBook) -> None:
    """A tab of the organizer's own is in the way."""
    own = find_sheet(event.book, elimination_tabs.BRACKET)
    if own and not is_bracket(own):
        what = "there is a tab of this name already, and the cut draws its bracket there"
        raise WorkbookProblems([*event.problems, Problem(own.name, "", what, "rename your tab")])


def _cut(event: EventBook, top: int | None, when: datetime | None) -> Plan:
    if event.cuts and not event.problems:
        made = f"the cut to the top {cut_writer.record_of(event).size} has been made"
        message = (
            f"{event.cuts[0].name}: {made}. Use pair for its next round; for another size, undo."
        )
        raise TournamentError(message)
    size = _size_of(event, top)
    line = _line(event, size)
    _refuse_other_size(event, size)
    tournament = event.after_swiss()
    announced = rules_of_cut(event.ruleset).tiebreaker_round
    level = [] if event.tiebreaker else line.level_pairs(size)
    if level and announced and next_step.is_tiebreaker_announced(event):
        cell = event.setting_cell(announced.name)
        what = f"{_told_level(event, line, level, size)}, and a tiebreaker round is announced"
        remedy = "play it first (pair, or tiebreaker), or set this to No"
        raise WorkbookProblems([Problem(tab_names.EVENT, cell, what, remedy)])
    begun, pairing = make_cut(tournament, event.ruleset, size)
    warnings = list(event.warnings)
    warnings += not_as_set_told(event, size)
    if level and rules_of_cut(event.ruleset).is_offered(event.options):
        warnings.append(
            f"{_told_level(event, line, level, size)}; tiebreaks have decided. For a tiebreaker "
            "round instead: undo, then tiebreaker."
        )
    return _cut_round(event, begun, pairing, warnings, ("Cut", when), size)


def _size_of(event: EventBook, top: int | None) -> int:
    """How many go on.

    Raises:
        TournamentError: there is no such cut.
    """
    rules = rules_of_cut(event.ruleset)
    size = event.planned_cut() if top is None else top
    sizes = ", ".join(map(str, rules.sizes))
    if not size:
        set_to_none = event.settings.get(event_tab.CUT_SIZE.name) == event_tab.NO_CUT
        why = "Cut is set to None" if set_to_none else "No cut is suggested for so few players"
        message = (
            f"{why}: the standings after the last round are final. To cut all the same, name a size "
            f"({sizes}): --top 4."
        )
        raise TournamentError(message)
    if size not in rules.sizes:
        message = f"There is no cut to {size} in {event.ruleset.name}; there are: {sizes}."
        raise TournamentError(message)
    return size


def _line(event: EventBook, size: int) -> Line:
    """Who can make the cut.

    Raises:
        WorkbookProblems: every reason why there can be none yet.
    """
    problems = [*event.problems]
    played, planned = len(event.rounds), event.planned_rounds()
    if played < planned:
        cell = event.setting_cell(event_tab.ROUNDS.name)
        what = f"{played} of {planned} Swiss rounds have been paired"
        remedy = f"play the others first, or set Rounds to {played}" if played else "pair round 1"
        if event.tiebreaker:
            remedy = f"set Rounds to {played}, or undo the tiebreaker round first"
        problems.append(Problem(tab_names.EVENT, cell, what, remedy))
    tabs = [*event.rounds, *([event.tiebreaker] if event.tiebreaker else [])]
    problems += [problem for tab in tabs for problem in tab.missing]
    if problems:
        raise WorkbookProblems(problems)
    line = in_line(event.after_swiss(), event.ruleset)
    if len(line.order) < size:
        cell = event.setting_cell(event_tab.CUT_SIZE.name)
        fits = [n for n in rules_of_cut(event.ruleset).sizes if n <= len(line.order)]
        none = f"None (and {played} for Rounds)" if event.ruleset.without_cut else event_tab.NO_CUT
        remedy = f"choose {fits[-1]}, or {none} to end the event here" if fits else f"choose {none}"
        what = f"a cut to {size} needs {size} players, but only {len(line.order)} can play on"
        raise WorkbookProblems([Problem(tab_names.EVENT, cell, what, remedy)])
    return line


def _refuse_other_size(event: EventBook, size: int) -> None:
    """A tiebreaker round was played for one size of cut."""
    recorded = event.cut_recorded.size
    if event.tiebreaker and recorded and recorded != size:
        what = f"the tiebreaker round was played for a cut to {recorded}"
        remedy = f"cut to {recorded}, or undo the tiebreaker round first"
        raise WorkbookProblems([Problem(event.tiebreaker.name, "", what, remedy)])


def _told_level(event: EventBook, line: Line, level: Sequence[tuple[int, int]], size: int) -> str:
    """Who is level across the cut line."""
    one, two = level[0]
    points = reasons.points(line.standings.records.of[one].points)
    names = (event.by_no[no].name.strip() for no in (one, two))
    return f"{' and '.join(names)}, on both sides of the line of the top {size}, have {points} each"


def tiebreaker_offer(event: EventBook) -> str:
    """What to say when a tiebreaker round could be played; ``""`` when there is no reason to."""
    rules, size = event.ruleset.cut, event.planned_cut()
    if rules is None or not rules.is_offered(event.options) or not size:
        return ""
    if event.problems or event.cuts or event.tiebreaker or not next_step.is_swiss_over(event):
        return ""
    line = in_line(event.tournament(), event.ruleset)
    level = line.level_pairs(size) if len(line.order) >= size else []
    if not level:
        return ""
    is_announced = next_step.is_tiebreaker_announced(event)
    how = "pair makes the one announced" if is_announced else "one is possible (tiebreaker)"
    return f"{_told_level(event, line, level, size)}; tiebreaker round: {how}."


def play_off_told(event: EventBook, standings: Standings) -> list[str]:
    """What to say of players who are level for the first place, where they had better play for it."""
    first = standings.order[0]
    points = standings.records.of[first].points
    level = [s for s in standings if s.points == points]
    if not event.ruleset.play_off or len(level) < 2:
        return []
    *names, last = (event.by_no[standing.no].name.strip() for standing in level)
    shares = sum(standing.rank == 1 for standing in level) > 1
    how = "the tiebreaks leave them level" if shares else "the tiebreaks have decided"
    rule = event.ruleset.play_off
    told = (
        f"{', '.join(names)} and {last} have {reasons.points(points)} each, for the first place. If there "
        f"is time, let them all play each other until the tie is broken ({rule}); else {how}."
    )
    return [told]


def seeds_by_tiebreaker(event: EventBook) -> str:
    """Who makes the cut by the tiebreaker round; ``""`` while it is not over."""
    if event.problems or event.cuts or not event.tiebreaker or event.tiebreaker.missing:
        return ""
    line = in_line(event.after_swiss(), event.ruleset)
    took_part = set(event.tiebreaker.rows)
    seeds = [
        f"{seed} {event.by_no[no].name.strip()}"
        for seed, no in enumerate(line.order[: event.planned_cut()], 1)
        if no in took_part
    ]
    return f"By the tiebreaker round these make the top {event.planned_cut()}: {', '.join(seeds)}."


def told_of_plan(event: EventBook, number: int) -> list[str]:
    """What of the rounds and the cut planned is not as one would expect from what is set.

    Args:
        event: the event.
        number: the Swiss round that is being paired.
    """
    extra, why = event.extra_rounds()
    # In a workbook made before there were such rounds they are news from round 3 on, where ranks count.
    is_older = number > 1 and not event.settings.get(event_tab.SETTLED.name)
    if why and (is_older or number in (1, event.planned_rounds() - extra + 1)):
        tournament = event.tournament(0)
        remedy = f"for another number of rounds, type {event_tab.ROUNDS.name} on {tab_names.EVENT}"
        return [f"{reasons.cited(why, tournament)}; {remedy}."]
    return not_as_set_told(event) if number == 1 else []


def not_as_set_told(event: EventBook, top: int | None = None) -> list[str]:
    """What to say of a cut, of this size or as planned, that is not played as it is set."""
    cut, size = event.ruleset.cut, top or event.planned_cut()
    why = not_as_set(cut, size, event.options) if cut and size in cut.sizes else []
    return [f"{reasons.cited(reason, event.tournament(0))}." for reason in why]


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


def _tiebreaker(event: EventBook, top: int | None, when: datetime | None) -> Plan:
    for tab in event.cut_tabs[:1]:
        message = f"It is too late for a tiebreaker round: there is {tab.name}. Undo it first."
        raise TournamentError(message)
    size = _size_of(event, top)
    line = _line(event, size)
    tournament = event.after_swiss()
    pairing = pair_tiebreaker_round(tournament, event.ruleset, size)
    seated = match_tables.seated(event, pairing, [*event.rounds, *event.cut_tabs])
    ranks = {standing.no: standing.rank for standing in line.standings}
    new = cut_writer.add_tiebreaker(event, [match for match, _ in seated], ranks)
    result = PairResult(
        tournament, pairing, seated, list(event.warnings), new.layout.name, Stage.TIEBREAKER
    )
    return _plan(event, new, result, ("Tiebreaker round", when), size)


# elimination


def pair_next(host: Noticing, event: EventBook, when: datetime | None) -> PairResult:
    """Make the next round of the elimination.

    Raises:
        TournamentError: it is over.
        WorkbookProblems: results are missing, or something must be mended first.
    """
    return _written(host, [], _next_round(event, when))


def pair_again(host: Noticing, event: EventBook, when: datetime | None) -> PairResult:
    """Make the newest round after the Swiss ones once more, while it has no results.

    Raises:
        WorkbookProblems: it has results, or something must be mended first.
    """
    newest = next_step.newest_tab(event)
    assert newest is not None
    removal = without_tab(event, newest.name)
    before = read_event(with_changes(event.book, removal))
    before.warnings[:] = event.warnings  # those of the round that goes, of who has left, included
    size = len(event.progress.seeds) if event.progress else event.cut_recorded.size or None
    if newest.stage is Stage.TIEBREAKER:
        try:
            plan = _tiebreaker(before, size, when)
        except WorkbookProblems:
            raise
        except ERRORS as error:
            message = f"{error_text(error)} Take this one back: undo, then pair."
            raise TournamentError(message) from None
    elif newest.number == 1:
        plan = _cut(before, size, when)
    else:
        plan = _next_round(before, when)
    return _written(host, removal, plan)


def _next_round(event: EventBook, when: datetime | None) -> Plan:
    tournament = event.after_swiss()
    final = find_sheet(event.book, elimination_tabs.FINAL)
    if final and event.progress and event.progress.is_over:
        champion = tournament.name(event.progress.places()[0])
        message = f"The event is over: {champion} has won, and {final.name} has every place."
        raise TournamentError(message)
    pairing = pair_elimination(tournament, event.ruleset)
    warnings = [*event.warnings, *seed_differences(event)]
    if wrong_after_removal(event):
        warnings.append(
            "This round goes by the results as they are: undo it, type that, and pair it anew."
        )
    return _cut_round(event, tournament, pairing, warnings, ("Pair", when), 0)


def _cut_round(
    event: EventBook,
    tournament: Tournament,
    pairing: Pairing,
    warnings: list[str],
    done: tuple[str, datetime | None],
    size: int,
) -> Plan:
    """A round of the elimination as a new tab."""
    seated = match_tables.seated(event, pairing, [*event.rounds, *event.cut_tabs])
    matches = [match for match, _ in seated]
    warnings = [*warnings, *match_tables.too_few(event, matches)]
    progress = progress_of(tournament, event.ruleset)
    tab = cut_writer.add_cut_round(event, progress, matches)
    name = tab.layout.name
    result = PairResult(tournament, pairing, seated, warnings, name, Stage.ELIMINATION)
    return _plan(event, tab, result, done, size)


def _plan(
    event: EventBook,
    tab: AddSheet,
    result: PairResult,
    done: tuple[str, datetime | None],
    size: int,
) -> Plan:
    """A new tab with everything that goes with it: notes, bracket, what to do next, log."""
    name = tab.layout.name
    players = {no for match, _ in result.seated for no in (match.player1, match.player2)}
    result = replace(result, warnings=[*result.warnings, *decklists.told(event, players)])
    if own := find_sheet(event.book, name):
        what = "there is a tab of this name already, which is none of this event's rounds"
        raise WorkbookProblems([Problem(own.name, "", what, "rename your tab")])
    notes = row_values.note_rows(result.tournament, result.pairing, result.seated, name)
    record = cut_writer.record_of(event)
    record = CutRecord(size or record.size, record.kind, (*record.tabs, name))
    settings: dict[str, CellValue] = {
        event_tab.CUT_TABS.name: record.told(),
        event_tab.ROUND_CLOCK.name: None,
    }
    changes: list[Change] = [
        *cut_writer.record_walkovers(event),
        tab,
        *deadline_writer.when_paired(event, name, done[1]),
        *notes_writer.add_notes(event, notes),
        *event_writer.update_settings(event, settings),
    ]
    changes += cut_writer.follow_up(event.book, changes)
    verb, when = done
    details = f"{name}: {len(tab.rows)} table{'' if len(tab.rows) == 1 else 's'}"
    changes += notes_writer.add_log(
        event, when, verb, "; ".join([details, *result.warnings]), Kind.ROUND, {name: ""}
    )
    return [*changes, ShowSheet(name)], result


def imported_rounds(event: EventBook, elimination: Elimination) -> list[Change]:
    """The rounds of an elimination that was played elsewhere, each as a tab."""
    cut = rules_of_cut(event.ruleset)
    progress = begin(cut, elimination.seeds, event.options)
    format_ = cut.format(event.options)
    changes: list[Change] = []
    for round_ in elimination.rounds:
        changes.append(cut_writer.add_cut_round(event, progress, round_.matches))
        matches = [match for match in round_.matches if match.player2 is not None]
        winners = [winner_of(match, progress.seed_of, format_) for match in matches]
        if None not in winners:
            progress.play(no for no in winners if no is not None)
    return changes


def _written(host: Noticing, removal: Sequence[Change], plan: Plan) -> PairResult:
    changes, result = plan
    host.write([*removal, *changes])
    return result


def without_tab(event: EventBook, name: str, *, keep: bool = False) -> list[Change]:
    """The changes that take a tab after the Swiss rounds back; its notes go with it.

    Args:
        event: the event.
        name: the tab.
        keep: whether it only goes out of sight where there are no backups.
    """
    gone = [n for n in event.book.sheets if folded(n) == folded(name)]
    if cut_writer.has_final_standings(event):
        gone += [n for n in event.book.sheets if folded(n) == folded(elimination_tabs.FINAL)]
    record = cut_writer.record_of(event, without=name)
    left = [*(tab.name for tab in event.rounds), *record.tabs]
    return [
        *(RemoveSheet(n, keep=keep and folded(n) == folded(name)) for n in gone),
        *notes_writer.add_notes(event, [], replacing=name),
        *deadline_writer.taken_back(event, name),
        *event_writer.update_settings(
            event,
            {
                event_tab.CUT_TABS.name: record.told(),
                event_tab.PUBLISHED.name: event.published_after(left),
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
    event = host.event()
    if not rules_of_cut(event.ruleset).has_progression:
        message = f"{event.ruleset.name} knows no cut by points between two days."
        raise TournamentError(message)
    problems = [*event.problems, *(p for tab in event.rounds for p in tab.missing)]
    played, planned = len(event.rounds), event.planned_rounds()
    if not played or event.cuts or event.tiebreaker:
        what = "no round has been played" if not played else "the Swiss rounds are over"
        problems.append(Problem(tab_names.EVENT, "", what, "a first day ends between two rounds"))
    elif event.progression and played > event.progression.rounds:
        rounds, least = event.progression.rounds, event.progression.points
        cell = event.setting_cell(event_tab.FIRST_DAY.name)
        what = f"day one ended after round {rounds} with {least} points"
        remedy = f"to change that, undo the rounds after round {rounds} first"
        problems = [Problem(tab_names.EVENT, cell, what, remedy)]
    elif played >= planned:
        cell = event.setting_cell(event_tab.ROUNDS.name)
        what = f"all {planned} Swiss rounds planned have been played"
        problems.append(
            Problem(tab_names.EVENT, cell, what, "type the rounds of both days together")
        )
    for setting in (event_tab.FIRST_DAY, event_tab.SECOND_DAY):
        if setting.name not in event.setting_rows:
            what = f"there is no row {setting.name}"
            problems.append(
                Problem(tab_names.EVENT, "", what, f"type {setting.name} below Setting")
            )
    if problems:
        raise WorkbookProblems(problems)
    tournament = replace(event.tournament(), progression=Progression(played, points))
    out = out_after_first_day(tournament, event.ruleset)
    goes_on = [no for no in tournament.active if no not in out]
    if len(goes_on) < 2:
        message = f"Only {len(goes_on)} active players have {points} points or more."
        raise TournamentError(message)
    changes = [
        *event_writer.update_settings(
            event, {event_tab.FIRST_DAY.name: played, event_tab.SECOND_DAY.name: points}
        ),
        *notes_writer.add_lines(
            event, when,
            [
                LogLine("Day one",
                 f"Closed after round {played}: {len(goes_on)} players with {points} points or more go on"),
                setting_line(event_tab.FIRST_DAY.name, str(played)),
                setting_line(event_tab.SECOND_DAY.name, str(points)),
            ],
        ),
    ]  # fmt: skip
    host.write(changes)
    return FirstDay(tournament, goes_on, sorted(out & set(tournament.active)))
