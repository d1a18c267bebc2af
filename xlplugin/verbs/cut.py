"""Close the Swiss rounds and make the first round of the elimination."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime

from engine import Progression, make_cut, pair_tiebreaker_round
from engine.elimination.cut import Eligible, eligible_for_cut, rules_of_cut
from engine.rounds import out_by_progression
from xlplugin.ground.problems import OrganizerError, stop
from xlplugin.ground.texts import msg, msgn, t, tn
from xlplugin.hosts import Host
from xlplugin.verbs.cut_warnings import back_after_swiss, level_text, warnings_on_settings
from xlplugin.verbs.elimination import add_round
from xlplugin.verbs.frame import Done, Result, WrongUse, refuse, verb_despite_problems
from xlplugin.verbs.hand_edits import setting_line
from xlplugin.verbs.ways import to_cut, way
from xlplugin.workbook.drawings.bracket import is_bracket
from xlplugin.workbook.layouts import event_tab, round_tabs
from xlplugin.workbook.reading import next_step
from xlplugin.workbook.reading.event_book import EventBook
from xlplugin.workbook.reading.records import LogLine
from xlplugin.workbook.table import find_sheet, own_tab
from xlplugin.workbook.writing import cut_writer, event_writer


def cut_or_close(
    host: Host, *, top: int | None = None, points: int | None = None, when: datetime | None = None
) -> Result:
    """Close the Swiss rounds, or with ``points`` make the progression instead; not both (``WrongUse``)."""
    if points is None:
        return cut(host, top, when=when)
    if top is not None:
        raise WrongUse(t("--points ends the first day, --top the Swiss rounds: choose one"))
    return make_progression(host, points, when=when)


def first_cut_round(event: EventBook, when: datetime, top: int | None = None) -> Done[Result]:
    """Close the Swiss rounds and make the first round of the elimination, for the ``top`` so many.

    Without a number it is as planned on ``Event``, or as the document suggests.

    Raises:
        OrganizerError: the ruleset has no cut, or none of that size.
        WorkbookProblems: Swiss rounds are unfinished, or too few can play on.
    """
    bracket = find_sheet(event.book, round_tabs.BRACKET)
    if own := own_tab(bracket, is_ours=is_bracket):
        refuse([*event.problems, *own])
    return made_again(event, when, top)


cut = verb_despite_problems(first_cut_round)


def made_again(event: EventBook, when: datetime, top: int | None) -> Done[Result]:
    """The first round of the elimination, where its bracket may be there already."""
    if event.cuts and not event.problems:
        stop(
            "{tab}: the cut to the top {size} has been made. For another size, undo; for its next "
            "round: {pair}",
            tab=event.cuts[0].name,
            size=cut_writer.record_of(event).size,
            pair=way(event, "pair"),
        )
    size = size_of(event, top)
    eligible = qualifiers(event, size)
    if event.tiebreaker and event.cut_recorded.size not in (0, size):
        what = msg("the tiebreaker round was played for a cut to {size}")
        remedy = msg("cut to {size}, or undo the tiebreaker round first")
        event.tiebreaker.table.problem("", what, remedy, size=event.cut_recorded.size)
    tournament = event.after_swiss()
    announced = rules_of_cut(event.ruleset).tiebreaker_round
    level = [] if event.tiebreaker else eligible.level_pairs(size)
    if level and announced and next_step.is_tiebreaker_announced(event):
        what = msg("{players}, and a tiebreaker round is announced")
        remedy = msg("play it first ({tiebreaker}), or set this to No")
        players = level_text(event, eligible, level, size)
        tiebreaker = way(event, "tiebreaker")
        event.problem(announced.name, what, remedy, players=players, tiebreaker=tiebreaker)
    refuse(event.problems)
    begun, pairing = make_cut(tournament, event.ruleset, size)
    warnings = [*event.warnings, *warnings_on_settings(event, size)]
    warnings += back_after_swiss(tournament, eligible.order[:size])
    if level and rules_of_cut(event.ruleset).is_offered(event.options):
        text = msg(
            "{players}; tiebreaks have decided. To play a tiebreaker round instead, undo this round "
            "and make that one."
        )
        warnings.append(t(text, players=level_text(event, eligible, level, size)))
    return add_round(event, when, begun, pairing, warnings, size)


def size_of(event: EventBook, top: int | None) -> int:
    """The size of the cut, ``top`` or as planned; raises ``OrganizerError`` if there is no such cut."""
    rules = rules_of_cut(event.ruleset)
    size = event.planned_cut() if top is None else top
    sizes = ", ".join(map(str, rules.sizes))
    if not size:
        is_set = event.settings.get(event_tab.CUT_SIZE.name) == event_tab.NO_CUT
        why = t("Cut is set to None") if is_set else t("No cut is suggested for so few players")
        text = msg("{why}: the standings after the last round are final. To cut anyway: {how}")
        raise OrganizerError(t(text, why=why, how=to_cut(event, rules.sizes)))
    if size not in rules.sizes:
        text = msg("There is no cut to {size} in {ruleset}; there are: {sizes}.")
        raise OrganizerError(t(text, size=size, ruleset=event.ruleset.name, sizes=sizes))
    return size


def qualifiers(event: EventBook, size: int) -> Eligible:
    """The players who can make the cut; raises ``WorkbookProblems`` with every reason against it yet."""
    played, planned = len(event.rounds), event.planned_rounds()
    if played < planned:
        what = msg("{n} of {planned} Swiss rounds have been paired")
        remedy = msg("pair round 1")
        if event.tiebreaker:
            remedy = msg("set Rounds to {n}, or undo the tiebreaker round first")
        elif played:
            remedy = msg("play the others first, or set Rounds to {n}")
        event.problem(event_tab.ROUNDS.name, what, remedy, n=played, planned=planned)
    for tab in (*event.rounds, event.tiebreaker):
        event.problems.extend(tab.missing if tab else [])
    refuse(event.problems)
    eligible = eligible_for_cut(event.after_swiss(), event.ruleset)
    if len(eligible.order) < size:
        able = len(eligible.order)
        largest = max((n for n in rules_of_cut(event.ruleset).sizes if n <= able), default=0)
        none = event_tab.NO_CUT
        if event.ruleset.without_cut:
            none = t("None (and {n} for Rounds)", n=played)
        remedy = msg("choose {none}")
        if largest:
            remedy = msg("choose {largest}, or {none} to end the event here")
        way, name, sized = "", event_tab.CUT_SIZE.name, rules_of_cut(event.ruleset).sized_by
        if sized and not event.value_of(event_tab.CUT_SIZE):
            way = event.how_to_set(name, str(largest or none))
            remedy = msg("{way}, or to {none} to end the event here") if largest else way
            name = sized.name
        what = msg("a cut to {size} needs {size} players, but only {n} can play on")
        values = {"size": size, "n": able, "none": none, "largest": largest, "way": way}
        event.problem(name, what, remedy, **values)
        refuse(event.problems)
    return eligible


def tiebreaker_round(event: EventBook, when: datetime, top: int | None = None) -> Done[Result]:
    """Make the tiebreaker round before a cut to the ``top`` so many, else as planned.

    Raises:
        OrganizerError: none is needed, or the ruleset has none.
        WorkbookProblems: Swiss rounds are unfinished.
    """
    for tab in event.cut_tabs[:1]:
        stop("It is too late for a tiebreaker round: there is {tab}. Undo it first.", tab=tab.name)
    size = size_of(event, top)
    eligible = qualifiers(event, size)
    tournament = event.after_swiss()
    pairing = pair_tiebreaker_round(tournament, event.ruleset, size)
    ranks = {standing.no: standing.rank for standing in eligible.standings}
    return add_round(event, when, tournament, pairing, event.warnings, size, ranks)


tiebreaker = verb_despite_problems(tiebreaker_round)


def possible_sizes(event: EventBook) -> list[int]:
    """The sizes of cuts that enough players could play in, once all results are in."""
    if event.ruleset.cut is None:
        return []
    players = len(eligible_for_cut(event.tournament(), event.ruleset).order)
    return [size for size in event.ruleset.cut.sizes if size <= players]


@verb_despite_problems
def make_progression(event: EventBook, _when: datetime, points: int) -> Done[Result]:
    """Let everyone with at least so many points go on with Swiss rounds: the progression.

    Raises:
        OrganizerError: the ruleset has no such cut.
        WorkbookProblems: results are missing, no rounds are left, or nobody would play on.
    """
    if not rules_of_cut(event.ruleset).has_progression:
        stop("{ruleset} has no cut by points between two days.", ruleset=event.ruleset.name)
    _refuse_progression(event)
    played = len(event.rounds)
    tournament = replace(event.tournament(), progression=Progression(played, points))
    out = out_by_progression(tournament, event.ruleset)
    goes_on = [no for no in tournament.active if no not in out]
    if len(goes_on) < 2:
        one, many = msgn(
            "Only {n} active player has {points} points or more.",
            "Only {n} active players have {points} points or more.",
        )
        raise OrganizerError(tn(one, many, len(goes_on), points=points))
    rounds, least = event_tab.FIRST_DAY.name, event_tab.SECOND_DAY.name
    players = tn(
        "{n} player with {points} points or more go on",
        "{n} players with {points} points or more go on",
        len(goes_on),
        points=points,
    )
    details = t("Closed after round {round}: {players}", round=played, players=players)
    settings = {rounds: played, least: points}
    log = [LogLine("Day one", details), *(setting_line(n, str(x)) for n, x in settings.items())]
    stay = sorted(out & set(tournament.active))
    names = f"{players}: {', '.join(map(tournament.name, goes_on))}"
    result = Result(
        lines=[names, t("{n} stay in the standings.", n=len(stay))],
        data={"points": points, "goes_on": goes_on, "out": stay},
    )
    return Done(result, event_writer.update_settings(event, settings), log)


def _refuse_progression(event: EventBook) -> None:
    """Go on only if there can be a progression now."""
    event.problems.extend(problem for tab in event.rounds for problem in tab.missing)
    played, planned = len(event.rounds), event.planned_rounds()
    first, second = event_tab.FIRST_DAY.name, event_tab.SECOND_DAY.name
    if not played or event.cuts or event.tiebreaker:
        what = msg("no round has been played") if not played else msg("the Swiss rounds are over")
        event.event_tab.problem("", what, "a first day ends between two rounds")
    elif event.progression and played > event.progression.rounds:
        ended = event.progression
        what = msg("day one ended after round {n} with {points} points")
        remedy = msg("to change that, undo the rounds after round {n} first")
        event.problems.clear()
        event.problem(first, what, remedy, n=ended.rounds, points=ended.points)
    elif played >= planned:
        what = msg("all {n} Swiss rounds planned have been played")
        remedy = msg("type the rounds of both days together")
        event.problem(event_tab.ROUNDS.name, what, remedy, n=planned)
    for name in (first, second):
        if name not in event.setting_rows:
            what, remedy = msg("there is no row {setting}"), msg("type {setting} below Setting")
            event.event_tab.problem("", what, remedy, setting=name)
    refuse(event.problems)
