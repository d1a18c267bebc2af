"""Take what players have reported: results both tell, check-ins, requests to drop out, registrations.

Only empty cells are filled in. What would make the workbook wrong stays out, and is told.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import datetime
from pathlib import Path

from engine import Status
from engine.model import Player
from xlplugin.ground.problems import WorkbookProblems, stop
from xlplugin.ground.texts import t
from xlplugin.hosts import Host, OpenHost
from xlplugin.reports import codes, registration
from xlplugin.reports.record import Line, Record, path_of
from xlplugin.reports.state import Reports, Stale, State, is_on, state_of
from xlplugin.roster.parse import Roster
from xlplugin.verbs import add_players
from xlplugin.verbs.frame import Done, Result, verb
from xlplugin.verbs.hand_edits import status_lines
from xlplugin.verbs.taking import (
    TAKE,
    Entry,
    Taking,
    line_of_reports,
    lines_of_results,
    result_of,
)
from xlplugin.workbook.book import Change, SetCells, with_changes
from xlplugin.workbook.layouts import event_tab, players_tab, tab_names
from xlplugin.workbook.reading.event_book import EventBook
from xlplugin.workbook.reading.reader import read_event
from xlplugin.workbook.reading.records import LogLine


def take_results(host: Host, *, when: datetime | None = None) -> Result:
    """Fill in what players have reported in the file beside the workbook.

    Raises:
        OrganizerError: the workbook has no folder, or nothing was ever reported.
        WorkbookProblems: something must be mended first.
    """
    if host.folder is None:
        stop("Save the workbook on this computer first: the reports are in a file beside it.")
    return _take(host, Record(path_of(host.folder, host.name)), when=when)


def take_clicked(host: OpenHost, *, when: datetime | None = None) -> Result:
    """Take results at a click; a browser has no file to take them from."""
    if host.is_remote:
        stop(
            "In a browser there are no files beside the workbook, so nothing can be taken. Open it on "
            "the computer that runs xlplugin show, or type the results."
        )
    return take_results(host, when=when)


def _under_another_name(event: EventBook, missing: Path) -> str:
    """The file of reports of this event beside a workbook that was renamed; ``""`` if there is none."""
    own = codes.event_of(event)
    for path in sorted(missing.parent.glob(path_of(missing.parent, "*").name)):
        if own and any(codes.event_made(line.made) == own for line in Record(path).read()):
            return path.name
    return ""


@verb
def _take(event: EventBook, when: datetime, record: Record) -> Done[Result]:
    if not record.read() and not record.skipped:
        if other := _under_another_name(event, record.path):
            stop(
                "The reports of this event are in {other}, as its workbook was called otherwise: rename "
                "that file to {file}, then take results again.",
                other=other,
                file=record.path.name,
            )
        if not (is_on(event) or registration.is_open(event)):
            how = event.how_to_set(event_tab.PLAYER_REPORTS.name, "Yes")
            stop("Nothing has been reported: players cannot yet. To let them, {how}.", how=how)
        stop(
            "Nothing has been reported: there is no {file} beside the workbook, or it is empty. "
            "xlplugin show receives reports.",
            file=record.path.name,
        )
    reports = state_of(event, record.lines)
    taking = Taking(reports)
    entries = [*_results(reports), *_players(reports, taking)]
    taking.entries = list(_mendable(event, entries, taking))
    changes: list[Change] = [SetCells(e.tab, dict(e.cells)) for e in taking.entries]
    log: list[LogLine] = []
    new, registered = _registered(event, when, reports, changes, taking)
    changes += new.changes if new else []
    log += new.log if new else []
    after = read_event(with_changes(event.book, changes)) if changes else event
    result = result_of(taking, registered, after, record.skipped)
    if not changes:
        return Done(result)
    log = [*lines_of_results(taking, after), *status_lines(after, TAKE), *log]
    log.append(line_of_reports(taking, registered))
    tab = reports.tab.name if reports.tab and reports.at(State.AGREED) else ""
    return Done(result, changes, log, tab, follows=True)


# what is filled in


def _results(reports: Reports) -> Iterator[Entry]:
    """The results that both players tell, in empty cells."""
    for table in reports.at(State.AGREED):
        assert reports.tab is not None
        row = reports.tab.rows[table.match.player1]
        places = reports.tab.table.places
        cells = {(row.number, places[header]): value for header, value in table.cells.items()}
        lines = tuple(sorted(table.reports.values(), key=lambda line: line.at))
        yield Entry(lines, reports.tab.name, row.number, cells, table)


def _players(reports: Reports, taking: Taking) -> Iterator[Entry]:
    """Who is here, and who drops out: after the match of the newest round, not before."""
    event = reports.event
    table = event.players_tab
    rows = {row.whole("No", 1, tab_names.MOST_PLAYERS): row.number for row in table.rows()}
    wished = [(line, players_tab.CHECKED_IN.header, "Yes") for line in reports.here]
    for line in reports.drops:
        at = reports.of(line.no)
        if at is None or at.state in (State.TYPED, State.AGREED):
            wished.append((line, players_tab.STATUS.header, str(Status.DROPPED)))
        else:
            taking.waiting.append(line)
    for line, header, value in wished:
        place, row = table.places.get(header), rows.get(line.no)
        if place and row:
            yield Entry((line,), table.sheet.name, row, {(row, place): value})


def _mendable(event: EventBook, entries: Sequence[Entry], taking: Taking) -> Iterator[Entry]:
    """Those that leave nothing to mend: the workbook is read as it would be, until it is right."""
    left = list(entries)
    while left:
        changes = [SetCells(entry.tab, dict(entry.cells)) for entry in left]
        problems = read_event(with_changes(event.book, changes)).problems
        if not problems:
            break
        wrong = {(p.sheet, p.row): p for p in problems}
        kept = [entry for entry in left if (entry.tab, entry.row) not in wrong]
        if len(kept) == len(left):
            raise WorkbookProblems(problems)
        for entry in left:
            if entry not in kept:
                problem = wrong[entry.tab, entry.row]
                why = f"{problem.what}; {problem.remedy}"
                taking.refused += [Stale(line, why) for line in entry.lines]
        left = kept
    yield from left


def _registered(
    event: EventBook, when: datetime, reports: Reports, changes: Sequence[Change], taking: Taking
) -> tuple[Done[Result] | None, list[Line]]:
    """The rows of those who register, and their reports; who would make ``Players`` wrong stays out."""
    then = read_event(with_changes(event.book, changes)) if changes else event
    lines = list(reports.registrations)
    while lines:
        try:
            return _entered(then, when, lines), lines
        except WorkbookProblems as error:
            fitting = [line for line in lines if not _problem_of(then, when, line)]
            if len(fitting) == len(lines):
                raise
            for line in lines:
                if line not in fitting:
                    why = _problem_of(then, when, line) or str(error)
                    taking.refused.append(Stale(line, why))
            lines = fitting
    return None, []


def _problem_of(event: EventBook, when: datetime, line: Line) -> str:
    """What would be wrong with ``Players`` if one more were on it; ``""`` for nothing."""
    try:
        _entered(event, when, [line])
    except WorkbookProblems as error:
        first = error.problems[0]
        return f"{first.what}; {first.remedy}"
    return ""


def _entered(event: EventBook, when: datetime, lines: Sequence[Line]) -> Done[Result]:
    """The changes that put those who register onto ``Players``."""
    club = players_tab.CLUB.header
    details = [({club: line.club} if line.club else {}) | dict(line.details) for line in lines]
    names = [" ".join(line.name.split()) for line in lines]
    players = [Player(0, name, details=of) for name, of in zip(names, details, strict=True)]
    return add_players.entered(event, when, lambda _event: Roster(t("Registration"), players))
