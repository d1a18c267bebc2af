"""What is taken of the players' reports and what is not: for the log, for the organizer, for programs."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from engine import Match
from xlplugin.ground.texts import first_of, listed, msg, msgn, t, tn
from xlplugin.reports.forms import in_words
from xlplugin.reports.record import Kind, Line
from xlplugin.reports.state import MOST_TABLES, TAKEN, TOLD, Reports, Stale, State, Table, state_of
from xlplugin.verbs.frame import MOST_TOLD, Result, some_of
from xlplugin.verbs.results_seen import results_seen
from xlplugin.workbook.reading import records
from xlplugin.workbook.reading.event_book import EventBook
from xlplugin.workbook.reading.records import LogLine

TAKE = "Take results"
"""The action in the log."""


class Entry(NamedTuple):
    """What one report, or two that agree, would fill in; ``row`` is that of its tab."""

    lines: tuple[Line, ...]
    tab: str
    row: int
    cells: dict[tuple[int, int], str | int]
    table: Table | None = None


@dataclass
class Taking:
    """What is taken, and what is not, with the reason."""

    reports: Reports
    entries: list[Entry] = field(default_factory=list)
    refused: list[Stale] = field(default_factory=list)
    waiting: list[Line] = field(default_factory=list)


def lines_of_results(taking: Taking, after: EventBook) -> Iterator[LogLine]:
    """A line for each result: who reported it, who confirmed it, and when; its fact is the result as typed."""
    facts = {
        match: typed for line in results_seen(after).lines for match, typed in line.facts.items()
    }
    text = msg(
        "{tab} table {table}: {players}, reported by {one} at {time}, confirmed by {two} at {later}"
    )
    for entry in taking.entries:
        if entry.table is None:
            continue
        match = entry.table.match
        end = " " + "-".join(map(str, match.players))
        fact = {
            key: typed for key, typed in facts.items() if key.endswith(end) and _is_of(key, entry)
        }
        first, second = entry.lines
        names = {"one": after.name(first.no), "two": after.name(second.no)}
        times = {"time": first.time, "later": second.time}
        details = t(
            text, tab=entry.tab, table=match.table, players=_names(after, match), **names, **times
        )
        yield LogLine(TAKE, details, records.Kind.RESULT, fact)


def _is_of(fact: str, entry: Entry) -> bool:
    """True if a fact of the log is about the round of an entry."""
    return fact.rpartition(" ")[0] == entry.lines[0].round


def line_of_reports(taking: Taking, registered: Sequence[Line]) -> LogLine:
    """The line that keeps these reports from being taken twice, or told of again."""
    taken = [line for entry in taking.entries for line in entry.lines] + [*registered]
    told = [stale.line for stale in taking.reports.stale if stale.is_final]
    facts = {line.id: TOLD for line in told} | {line.id: TAKEN for line in taken}
    return LogLine(TAKE, tn("{n} report", "{n} reports", len(taken)), records.Kind.REPORT, facts)


# for the organizer


def _names(event: EventBook, match: Match) -> str:
    return " - ".join(map(event.name, match.players))


def _by(event: EventBook, line: Line) -> dict[str, object]:
    """A report for programs."""
    name = line.name or event.name(line.no)
    return {"id": line.id, "no": line.no or None, "name": name, "at": line.at}


def _of_table(reports: Reports, table: Table, lines: Sequence[Line]) -> dict[str, object]:
    """A table with some reports for programs."""
    told = [
        {**_by(reports.event, line), "words": reports.words(line, table), "result": {**line.result}}
        for line in lines
    ]
    players = [reports.event.name(no) for no in table.match.players]
    return {"table": table.match.table, "players": players, "reports": told}


def _sides(reports: Reports, table: Table, lines: Sequence[Line]) -> str:
    """What each player of a table has reported, with the time."""
    text = msg("{player} ({time}): {words}")
    event = reports.event
    return "; ".join(
        t(text, player=event.name(line.no), time=line.time, words=reports.words(line, table))
        for line in lines
    )


def _told(event: EventBook, stale: Stale) -> str:
    """A report that does not hold, with the reason."""
    line = stale.line
    name, text = line.shown_name or event.name(line.no), msg("{player} ({time}), {round}: {why}")
    if not line.round:
        text = msg("{player} ({time}): {why}")
    return t(text, player=name, time=line.time, round=line.round, why=stale.why)


def _conflicts(reports: Reports) -> Iterator[str]:
    """Each conflict with both sides, and each report that says something else than is typed."""
    event, tab = reports.event, reports.tab
    for table in reports.at(State.CONFLICT):
        sides = _sides(reports, table, [*table.reports.values()])
        where = t("Table {table}", table=table.match.table)
        yield f"{where}: {sides}" + (f" ({table.why})" if table.why else "")
    for table in reports.tables:
        if table.differing and tab:
            sides = _sides(reports, table, table.differing)
            typed = in_words(event, tab, table.match, table.match.player1, table.cells)
            texts = {"table": table.match.table, "player": event.name(table.match.player1)}
            text = msg("Table {table}: typed is, for {player}, {typed}; but {sides}")
            yield t(text, **texts, typed=typed or t("nothing"), sides=sides)


def result_of(taking: Taking, registered: Sequence[Line], after: EventBook, skipped: int) -> Result:
    """The report to the organizer; ``after`` is the event with what is taken."""
    reports, event = taking.reports, taking.reports.event
    stale = [*reports.stale, *taking.refused]
    results = [entry for entry in taking.entries if entry.table]
    by_kind = {
        kind: [e.lines[0] for e in taking.entries if e.lines[0].kind is kind] for kind in Kind
    }
    here, drops = by_kind[Kind.HERE], by_kind[Kind.DROP]
    open_tables = reports.at(State.ONE)
    data = {
        "taken": [
            _of_table(reports, entry.table, entry.lines) | {"result": {**entry.table.cells}}
            for entry in results
            if entry.table
        ],
        "conflicts": [
            _of_table(reports, table, [*table.reports.values()]) | {"why": table.why}
            for table in reports.at(State.CONFLICT)
        ],
        "differing": [
            _of_table(reports, table, table.differing) | {"typed": {**table.cells}}
            for table in reports.tables
            if table.differing
        ],
        "waiting": [_of_table(reports, t_, [*t_.reports.values()]) for t_ in open_tables],
        "here": [_by(event, line) for line in here],
        "dropped": [_by(event, line) for line in drops],
        "dropping_later": [_by(event, line) for line in taking.waiting],
        "registered": [_by(event, line) for line in registered],
        "stale": [{**_by(event, s.line), "kind": str(s.line.kind), "why": s.why} for s in stale],
        "skipped": skipped,
        "of_other_events": reports.others,
    }
    taken = _counts(len(results), here, drops, registered, event)
    conflicts = list(_conflicts(reports))
    rest = list(_rest(event, open_tables, taking.waiting, skipped, reports.others))
    not_held = [_told(event, each) for each in stale]
    each = [
        t(
            "Table {table}: {players}",
            table=e.table.match.table,
            players=_names(event, e.table.match),
        )
        for e in results
        if e.table
    ]
    now = state_of(after, ()).progress() if results and not conflicts else ""
    lines = [*taken, *each, *_under(t("Conflicts, for you to decide:"), conflicts), *rest]
    lines += _under(t("Not taken:"), not_held)
    shown = [
        *taken,
        *_under(t("Conflicts, for you to decide:"), _few(conflicts)),
        *rest,
        *_under(t("Not taken:"), _few(not_held)),
        *([now] if now else []),
    ]
    return Result(message="\n".join(shown), lines=lines, data=data, warnings=event.warnings)


def _rest(
    event: EventBook, tables: Sequence[Table], waiting: Sequence[Line], skipped: int, others: int
) -> Iterator[str]:
    """What is not taken: tables of which one player has reported, who drops out later, what is none of it."""
    if tables:
        one, many = msgn(
            "Only one of the two has reported: table {tables}.",
            "Only one of the two has reported: tables {tables}.",
        )
        named = listed([table.match.table for table in tables], MOST_TABLES)
        yield tn(one, many, len(tables), tables=named)
    if waiting:
        yield t("They drop out once their result is in: {names}.", names=_some(event, waiting))
    if skipped:
        one, many = msgn(
            "{n} line of the file of reports cannot be read, and is left out.",
            "{n} lines of the file of reports cannot be read, and are left out.",
        )
        yield tn(one, many, skipped)
    if others:
        one, many = msgn(
            "{n} report in the file is of another event, or from before a backup without the codes was "
            "restored: it is left out.",
            "{n} reports in the file are of another event, or from before a backup without the codes was "
            "restored: they are left out.",
        )
        yield tn(one, many, others)


def _counts(
    results: int,
    here: Sequence[Line],
    drops: Sequence[Line],
    registered: Sequence[Line],
    event: EventBook,
) -> list[str]:
    """What has been taken, in a line for each kind."""
    told = []
    if results:
        told.append(tn("{n} result taken.", "{n} results taken.", results))
    if here:
        told.append(tn("{n} player checked in.", "{n} players checked in.", len(here)))
    if drops:
        told.append(t("Dropped out: {names}.", names=_some(event, drops)))
    if registered:
        told.append(t("Registered: {names}.", names=_some(event, registered)))
    return told or [t("Nothing to take: no report is new and agreed on.")]


def _some(event: EventBook, lines: Sequence[Line]) -> str:
    return some_of([line.name or event.name(line.no) for line in lines])


def _under(heading: str, lines: Sequence[str]) -> list[str]:
    return [heading, *(f"  {line}" for line in lines)] if lines else []


def _few(lines: Sequence[str]) -> list[str]:
    return first_of(lines, MOST_TOLD, lambda n: t("and {n} more", n=n))
