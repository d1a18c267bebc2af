"""The frame of every verb: read, notice what was typed, refuse, write with a log line, show a tab.

A verb is a function from the event, the time and its arguments to :class:`Done`. :func:`verb` makes it
into an action on a workbook, whichever host holds it. A verb that is part of another is called directly,
with the event. It refuses with ``WorkbookProblems``, everything that must be fixed first, or
``OrganizerError``.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from functools import partial, wraps
from typing import Any, Concatenate, Generic, NamedTuple, ParamSpec, TypeVar

from engine import Match, Paired, Pairing, Stage, Status, Tournament
from xlplugin.ground.problems import Problem, WorkbookProblems, stop
from xlplugin.ground.texts import first_of, msg, t, tn
from xlplugin.hosts import Host
from xlplugin.verbs.hand_edits import changes_noticed, newcomers
from xlplugin.verbs.results_seen import Seen, results_seen
from xlplugin.workbook import reasons
from xlplugin.workbook.book import Book, Change, ShowSheet, with_changes
from xlplugin.workbook.layouts import tab_names
from xlplugin.workbook.namesakes import namesakes
from xlplugin.workbook.reading.event_book import EventBook, RoundTab
from xlplugin.workbook.reading.next_step import newest_tab
from xlplugin.workbook.reading.reader import read_event
from xlplugin.workbook.reading.records import LogLine
from xlplugin.workbook.table import folded
from xlplugin.workbook.writing import cut_writer, notes_writer, round_writer
from xlplugin.workbook.writing.language import in_language

MOST_TOLD = 12
"""At most this many names, or pairs of names, are told one by one."""
P = ParamSpec("P")
R = TypeVar("R")


class WrongUse(Exception):
    """A request that makes no sense, whatever the workbook holds."""


class Table(NamedTuple):
    """A table for a terminal; ``align`` has ``<`` or ``>`` for each column."""

    title: str
    headers: Sequence[str]
    rows: Sequence[Sequence[str]]
    align: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Result:
    """The report of a verb: to somebody who clicked, on a terminal, and to programs.

    Attributes:
        message: the text of the message box after a click; ``""`` for none.
        lines: what a command prints; blank for the message.
        data: what a command prints with ``--json``.
        problems: what must be mended, where a verb only looks: a command ends with exit status 1.
        says_next: whether a command says what to do next.
    """

    message: str = ""
    lines: Sequence[str | Table] = ()
    data: object = None
    tab: str = ""
    warnings: Sequence[str] = ()
    problems: Sequence[Problem | str] = ()
    says_next: bool = True


@dataclass(frozen=True, slots=True)
class Done(Generic[R]):
    """The outcome of a verb.

    Attributes:
        changes: what is written. Without changes, log and tab nothing is, and nothing is noticed.
        log: the lines for ``Log``, each an action and its details.
        follows: whether bracket and next step follow from the changes.
    """

    result: R
    changes: Sequence[Change] = ()
    log: Sequence[LogLine] = ()
    tab: str = ""
    follows: bool = False


Action = Callable[Concatenate[EventBook, datetime, P], Done[R]]


def verb(action: Action[P, R], *, despite_problems: bool = False) -> Callable[..., R]:
    """Make an action on a workbook, which must have no problems unless it goes on ``despite_problems``.

    What it makes takes the host, ``when`` (default: now) and the action's other arguments.
    """

    @wraps(action)
    def run(host: Host, *args: Any, when: datetime | None = None, **kwargs: Any) -> R:  # noqa: ANN401
        when = when or datetime.now().astimezone()
        event, noticed = _noticed(host, when)
        seen = Seen() if event.problems else results_seen(event)
        event = replace(event, corrected=seen.changes)
        if not despite_problems:
            refuse(event.problems)
        done = action(event, when, *args, **kwargs)
        if done.changes or done.log or done.tab:
            log = [*seen.lines, *done.log]
            lines = notes_writer.add_lines(event, when, log) if log else []
            changes = [*noticed, *done.changes]
            if done.follows:
                changes += cut_writer.follow_up(event.book, [*done.changes, *lines], when)
            changes += lines
            changes += [ShowSheet(done.tab)] if done.tab else []
            host.write(in_language(changes, host.book))
        return done.result

    return run


verb_despite_problems = partial(verb, despite_problems=True)
"""For an action that says itself which problems must be mended first."""


def _noticed(host: Host, when: datetime) -> tuple[EventBook, list[Change]]:
    """The event with what was typed since the last verb, and the changes that record it."""
    host.require_closed()
    event = read_event(host.read())
    changes: list[Change] = []
    if not event.problems:
        changes = [*changes_noticed(event, when), *round_writer.refresh_points_so_far(event)]
    if not changes:
        return replace(event, numbered=newcomers(event)), []
    after = read_event(with_changes(event.book, changes))
    after.warnings.extend(w for w in event.warnings if w not in after.warnings)
    return replace(after, numbered=newcomers(event)), changes


def refuse(problems: Sequence[Problem]) -> None:
    """Raise :class:`WorkbookProblems` if there are any."""
    if problems:
        raise WorkbookProblems(problems)


def read_clean(book: Book) -> EventBook:
    """The event of a workbook; raises :class:`WorkbookProblems` if it has any."""
    event = read_event(book)
    refuse(event.problems)
    return event


def newest_round(event: EventBook) -> RoundTab:
    """The newest tab with matches; raises ``OrganizerError`` if there is none."""
    return newest_tab(event) or stop("No round has been paired yet: pair first.")


def without_players(event: EventBook, *, active: bool = False) -> list[Problem]:
    """The problem that nobody, or nobody ``active``, is on ``Players``, if nothing else must be mended."""
    players = (player for player in event.roster if not active or player.status is Status.ACTIVE)
    if event.problems or any(players):
        return []
    what = t("there are no active players") if active else t("there are no players")
    table = event.players_tab
    cell = table.address(table.header_row + 1, table.places["Name"])
    return [Problem(table.sheet.name, cell, what, t("type their names below Name"))]


def without_results(event: EventBook) -> list[Problem]:
    """Problems that keep standings from being made: no round 1, missing results of it or between complete rounds."""
    if completed := event.completed:
        return [problem for tab in event.rounds[completed:-1] for problem in tab.missing]
    missing = [problem for tab in event.rounds[:1] for problem in tab.missing]
    if missing or event.problems:
        return missing
    return [Problem(tab_names.EVENT, "", t("no round has been played"), t("pair round 1"))]


def some_of(names: Sequence[str], most: int = MOST_TOLD) -> str:
    """The first of some names in a line, and how many more there are."""
    return ", ".join(first_of(names, most, lambda n: t("and {n} more", n=n)))


def namesakes_on(
    event: EventBook, among: Collection[str] | None = None, remedy: str = ""
) -> list[str]:
    """Warnings of names on ``Players`` that may be one person's, with their cells, and what to do then.

    A row cannot go while its number is in a round: who has played stays, and a round comes back first.
    One of the two must be ``among`` the new names; ``None`` is for all active players. ``remedy`` says
    what to do with the row that is one too many; else it is to be cleared.
    """
    left = [p.name for p in event.roster if p.status != "Active"] if among is None else []
    gone = {"", *map(folded, left)}
    rows = [row for row in event.players_tab.rows() if folded(row.quiet_text("Name")) not in gone]
    names = [row.quiet_text("Name") for row in rows]
    new = {folded(name) for name in (names if among is None else among)}
    places = {i for i, name in enumerate(names) if folded(name) in new}
    text = msg(
        "{cell} and {other_cell}: {name!r} and {other_name!r} may be one person; if so, {remedy}."
    )
    remedy = remedy or t("clear {row}", row="{row}")
    lines = []
    for i, j in namesakes(names, None if among is None else places):
        which = t("one of the two rows")
        if not {i, j} <= places:
            which = t("row {n}", n=rows[i if i in places else j].number)
        cells = {"cell": rows[i].where("Name"), "other_cell": rows[j].address("Name")}
        what = remedy.replace("{row}", which)
        lines.append(t(text, name=names[i], other_name=names[j], remedy=what, **cells))
    return first_of(
        lines, MOST_TOLD, lambda n: tn("One more such pair.", "{n} more such pairs.", n)
    )


def gone_from_open_tables(event: EventBook) -> list[str]:
    """The players of the newest Swiss round who have left while their table has no result."""
    text = msg(
        "{tab}, table {table}: {player} is {status}, and there is no result; type it, or No-show in Special "
        "if nothing is played."
    )
    return [
        t(text, tab=tab.name, table=match.table, player=event.name(no), status=player.status)
        for tab in event.rounds[-1:]
        for match in tab.by_table
        if tab.lacks_result(match)
        for no in match.players
        if (player := event.by_no[no]).status is not Status.ACTIVE
    ]


def seat_data(match: Match, name: Callable[[int], str]) -> dict[str, object]:
    """The seats of a match for programs; a bye has no second player."""
    one, two = match.player1, match.player2
    names = {"player1": name(one), "player2": None if two is None else name(two)}
    return {"table": match.table, "no1": one, "no2": two, **names}


def paired(
    event: EventBook,
    tournament: Tournament,
    pairing: Pairing,
    seated: Sequence[tuple[Match, Paired]],
    tab: str,
    stage: Stage,
    warnings: Sequence[str],
) -> Result:
    """A round of some stage as it was paired, each table with its reasons, and written to a tab."""
    pairings = [
        seat_data(match, tournament.name)
        | {"reasons": [reasons.cited(reason, tournament) for reason in table.reasons]}
        for match, table in seated
    ]
    rows = [(str(p["table"]), str(p["player1"]), str(p["player2"] or t("bye"))) for p in pairings]
    sides = event.match_format.sides if stage is Stage.SWISS else None
    one, two = (f" ({side})" for side in sides) if sides else ("", "")
    text = msg("Written to {file}, tab {tab}; reasons on {notes}.")
    notes = pairing.notes if stage is Stage.ELIMINATION else ()
    lines: list[str | Table] = [
        Table(tab, ("Table", f"Player 1{one}", f"Player 2{two}"), rows, "><<"),
        *(reasons.cited(note, tournament) for note in notes),
        t(text, file=event.book.name, tab=tab, notes=tab_names.NOTES),
    ]
    data = {"round": pairing.round, "stage": str(stage), "pairings": pairings}
    return Result(lines=lines, data=data, tab=tab, warnings=warnings)
