"""Results as they were when they were seen first: which have been changed since, and what that explains.

Every action logs the results that are new to it, as they are typed, so that a later change is known.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from typing import NamedTuple

from engine import Match, Paired, Pairing, Round, Ruleset, Special, Stage, Tournament, pair
from engine.match_format import MatchFormat
from engine.pairing import pair_key, sides_key
from xlplugin.ground.problems import ERRORS
from xlplugin.ground.texts import msg, t, tn
from xlplugin.verbs.hand_edits import seat_of, violations_of
from xlplugin.workbook.engine_errors import error_text
from xlplugin.workbook.layouts import round_tabs, tab_names
from xlplugin.workbook.layouts.record_tabs import BY_HAND
from xlplugin.workbook.reading.event_book import EventBook, RoundTab
from xlplugin.workbook.reading.records import (
    Kind,
    LogLine,
    Seat,
    lines_of_log,
    results_logged,
    rows_of_notes,
)
from xlplugin.workbook.table import find_sheet

BETWEEN_CELLS = "|"


class Seen(NamedTuple):
    """The lines of the log on the results that are new or changed, and in words the changes alone."""

    lines: Sequence[LogLine] = ()
    changes: Sequence[str] = ()


def results_seen(event: EventBook) -> Seen:
    """The results that the log does not have, or has otherwise."""
    logged = results_logged(lines_of_log(event.book))
    new: dict[str, str] = {}
    count: Counter[str] = Counter()
    changed = []
    for tab in event.tabs:
        label = _label(tab)
        for match in tab.by_table:
            now, before = _typed(tab, match), logged.get(label, {}).get(_players(match), "")
            if match.player2 is None or now == before:
                continue
            fact = {f"{label} {_players(match)}": now}
            if before:
                text = _change(event, tab, match, before)
                changed.append(LogLine("Result", text, Kind.RESULT, fact))
            else:
                new |= fact
                count[tab.name] += 1
    counts = [tn("{tab}: {n} result", "{tab}: {n} results", n, tab=tab) for tab, n in count.items()]
    first = [LogLine("Results", "; ".join(counts), Kind.RESULT, new)] if new else []
    return Seen([*first, *changed], [line.details for line in changed])


def _label(tab: RoundTab) -> str:
    """The name that a tab was made under."""
    if tab.stage is Stage.SWISS:
        return tab_names.round_name(tab.number)
    is_first = tab.stage is Stage.TIEBREAKER
    return round_tabs.TIEBREAKER if is_first else round_tabs.cut_name(tab.number)


def _players(match: Match) -> str:
    return "-".join(map(str, match.players))


def _typed(tab: RoundTab, match: Match) -> str:
    """The cells of a match that is over, as the log has them; blank while it is open."""
    if tab.lacks_result(match):
        return ""
    return BETWEEN_CELLS.join([*map(str, match.result), str(match.special)])


def _with_result(event: EventBook, tab: RoundTab, match: Match, typed: str) -> Match:
    """The match with a result as the log has it."""
    *cells, special = typed.split(BETWEEN_CELLS)
    fields = event.format_of(tab).fields
    if special not in {str(each) for each in Special}:  # somebody has typed over the log
        return match
    known = [{str(choice): choice for choice in field.choices} for field in fields]
    result = tuple(of.get(cell, cell) for of, cell in zip(known, cells, strict=False))
    return replace(match, result=result, special=Special(special))


def _change(event: EventBook, tab: RoundTab, match: Match, before: str) -> str:
    """A result before and after: the points, or the cells where the points are the same."""
    after = _typed(tab, match)
    points = [_points(event, tab, match, typed) for typed in (before, after)]
    if points[0] == points[1]:
        points = [" ".join(filter(None, typed.split(BETWEEN_CELLS))) for typed in (before, after)]
    text = msg("{tab} table {table}: {before} -> {after}")
    one, two = (shown or t("no result") for shown in points)
    return t(text, tab=tab.name, table=match.table, before=one, after=two)


def _points(event: EventBook, tab: RoundTab, match: Match, typed: str) -> str:
    """The points of a result of a Swiss round; blank for none."""
    format_ = event.format_of(tab)
    if not typed or not isinstance(format_, MatchFormat):
        return ""
    then = _with_result(event, tab, match, typed)
    score = format_.score(then.result, then.special)
    return "-".join(f"{float(points):g}" for points in score) if score else ""


# what they explain


def _then(
    event: EventBook, lines: Sequence[LogLine], at: int, count: int
) -> tuple[list[Round], list[int]]:
    """The first Swiss rounds as they were at some line of the log, and those of them changed since."""
    earlier, later = results_logged(lines[:at]), results_logged(reversed(lines[at:]))
    rounds, changed = [], []
    for tab in event.rounds[:count]:
        label = _label(tab)
        was = {**later.get(label, {}), **earlier.get(label, {})}
        then = [(match, was.get(_players(match), "")) for match in tab.matches]
        other = [before not in ("", _typed(tab, match)) for match, before in then]
        matches = (
            _with_result(event, tab, *m) if o else m[0] for m, o in zip(then, other, strict=True)
        )
        rounds.append(Round(tab.number, tuple(matches)))
        changed += [tab.number] * any(other)
    return rounds, changed


def with_newest(event: EventBook) -> Tournament:
    """The event with all that is typed of its Swiss rounds, the newest of which may be under way."""
    whole = event.tournament(event.completed)
    if event.completed == len(event.rounds):
        return whole
    newest = event.rounds[-1]
    rounds = (*whole.rounds, Round(newest.number, tuple(newest.matches)))
    return replace(whole, players=event.players_with(event.rounds), rounds=rounds)


def _why_different(event: EventBook, whole: Tournament, written: int) -> Iterator[str]:
    """Rounds and standings that differ from a re-run because of results changed since."""
    lines = lines_of_log(event.book)
    for i, line in _last(lines, Kind.ROUND):
        for tab in event.rounds:
            if _label(tab) not in line.facts or tab.number > len(whole.rounds):
                continue
            rounds, changed = _then(event, lines, i, tab.number - 1)
            before = replace(whole, rounds=(*rounds, *whole.rounds[tab.number - 1 :]))
            differs = changed and round_differences(event, tab, whole)
            if differs and not round_differences(event, tab, before):
                yield tn(
                    "round {number} differs from a re-run because a result of round {rounds} was "
                    "changed afterwards",
                    "round {number} differs from a re-run because results of rounds {rounds} were "
                    "changed afterwards",
                    len(changed),
                    number=tab.number,
                    rounds=", ".join(map(str, changed)),
                )
    for i, line in _last(lines, Kind.STANDINGS):
        for number in map(int, filter(str.isdecimal, line.facts)):
            tab_name = tab_names.standings_name(number)
            _, changed = _then(event, lines, i, number)
            if changed and number != written and find_sheet(event.book, tab_name):
                yield tn(
                    "{tab} was written before a result of round {rounds} was changed",
                    "{tab} was written before results of rounds {rounds} were changed",
                    len(changed),
                    tab=tab_name,
                    rounds=", ".join(map(str, changed)),
                )


def _last(lines: Sequence[LogLine], kind: Kind) -> list[tuple[int, LogLine]]:
    """The last line of this kind about each of its subjects."""
    last = {
        subject: i for i, line in enumerate(lines) if line.kind == kind for subject in line.facts
    }
    return [(i, lines[i]) for i in sorted({*last.values()})]


def explained(event: EventBook, *, written: int = 0) -> str:
    """Why the event is other than a re-run; blank for no such reason.

    ``written`` is the round whose standings are just being written, so that they are right.
    """
    whole = with_newest(event)
    why = list(_why_different(event, whole, written))
    numbers = range(1, len(whole.rounds) + 1) if why else ()
    if why and not any(any(violations_of(whole, n, event.ruleset)) for n in numbers):
        why = [t("no rule broken"), *why]
    text = "; ".join(why)
    return f"{text[:1].upper()}{text[1:]}." if why else ""


def as_paired(event: EventBook, tab: RoundTab) -> tuple[list[Match], set[int]]:
    """A round as it was paired, by ``Pairing notes``, and the players whose matches were changed by hand since."""
    paired: dict[Seat, Match] = {}
    changed: set[int] = set()
    for row in rows_of_notes(event.book):
        number, table, one, two, rule = map(row.raw, ("Round", "Table", "No 1", "No 2", "Rule"))
        if number != tab.number or type(table) is not int:
            continue
        if rule == BY_HAND:
            changed |= {no for no in (one, two) if type(no) is int}
            changed |= {
                no for match in paired.values() if match.table == table for no in match.players
            }
        elif not changed and type(one) is int:
            match = Match(table, one, two if type(two) is int else None)
            paired[seat_of(match)] = match
    known = {no for match in paired.values() for no in match.players} <= event.by_no.keys()
    return (list(paired.values()), changed) if paired and known else (tab.matches, changed)


def round_differences(event: EventBook, tab: RoundTab, whole: Tournament) -> list[str]:
    """Differences of a round from the rules' draw for those with whom it was paired."""
    paired, _ = as_paired(event, tab)
    return pairing_differences(whole, tab.number, event.ruleset, paired=paired)


def pairing_differences(
    whole: Tournament,
    number: int,
    ruleset: Ruleset,
    seated: Callable[[Pairing], Sequence[tuple[Match, Paired]]] | None = None,
    paired: Sequence[Match] = (),
) -> list[str]:
    """Differences of a round from the rules' draw by the event seed and the results before it.

    ``seated`` gives the tables of a pairing, if they are to be compared too. ``paired`` has the round as it was
    paired, if it is another one now: the draw was for its players.
    """
    tab = tab_names.round_name(number)
    drawn_for = Round(number, tuple(paired)) if paired else whole.rounds[number - 1]
    then = replace(whole, rounds=(*whole.rounds[: number - 1], drawn_for))
    before = then.before_round(number)
    key = sides_key if ruleset.legality(before).sides_swapped else pair_key
    try:
        pairing = pair(before, ruleset)
    except ERRORS as error:
        return [t("{tab}: the rules give no pairing here: {why}", tab=tab, why=error_text(error))]
    tables = {key(match): match.table for match, _ in seated(pairing)} if seated else {}
    drawn = {key(paired) for paired in pairing.tables}
    opponent = {
        no: whole.name(pair_[1 - i]) if len(pair_) == 2 else t("a bye")
        for pair_ in drawn
        for i, no in enumerate(pair_)
    }
    differences = []
    for match in whole.rounds[number - 1].matches:
        pair_ = key(match)
        names = " - ".join(whole.name(no) for no in pair_)
        if pair_ in drawn:
            if tables.get(pair_, match.table) != match.table:
                text = msg("{tab}, table {table}: {match}, but by the rules at table {other}")
                where = {"tab": tab, "table": match.table, "other": tables[pair_]}
                differences.append(t(text, match=names, **where))
            continue
        text = msg("{player} would meet {opponent}")
        by_rules = "; ".join(
            t(text, player=whole.name(no), opponent=opponent.get(no) or t("nobody")) for no in pair_
        )
        if pair_[::-1] in drawn and len(pair_) == 2:
            by_rules = t("with the sides the other way round")
        if len(pair_) != 2:
            names = t("{player} has a bye", player=names)
        text = msg("{tab}, table {table}: {match}, but by the rules {by_rules}")
        differences.append(t(text, tab=tab, table=match.table, match=names, by_rules=by_rules))
    return differences
