"""The verbs that buttons and commands share.

Each is one straight line: read the book, build the tournament, ask the engine, write the result.
If anything fails before the write, nothing has been written.
"""

from __future__ import annotations

import secrets
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import TYPE_CHECKING

from engine import (
    Match,
    Paired,
    Pairing,
    Player,
    Ruleset,
    Standings,
    Tournament,
    TournamentError,
    pair,
    rank,
)
from xlplugin.checking import illegal_hand_edits
from xlplugin.hosts import Host
from xlplugin.problems import Problem, WorkbookProblems
from xlplugin.workbook import sheets, writer
from xlplugin.workbook.book import (
    AddSheet,
    Book,
    Change,
    RemoveSheet,
    SetCells,
    ShowSheet,
    with_changes,
)
from xlplugin.workbook.event_book import EventBook
from xlplugin.workbook.reader import read_event
from xlplugin.workbook.table import folded

if TYPE_CHECKING:
    from xlplugin.exports.nrtm import ImportedEvent


def now() -> datetime:
    """The time of an action, for the log."""
    return datetime.now().astimezone()


@dataclass(frozen=True, slots=True)
class PairResult:
    """What pairing a round came to."""

    tournament: Tournament
    pairing: Pairing
    seated: Sequence[tuple[Match, Paired]]
    warnings: Sequence[str]
    sides: tuple[str, str] | None = None


@dataclass(frozen=True, slots=True)
class StandingsResult:
    """The standings that were written."""

    tournament: Tournament
    standings: Standings
    warnings: Sequence[str]


# new


def start_event(
    host: Host,
    ruleset: Ruleset,
    players: Sequence[Player],
    settings: Mapping[str, str],
    *,
    when: datetime | None = None,
) -> EventBook:
    """Fill a new workbook with its players and settings.

    Args:
        host: a workbook made from a template.
        ruleset: which rules the event follows.
        players: the roster; numbers of 0 are given here.
        settings: values on ``Event`` by their names.
        when: the time for the log.

    Raises:
        TournamentError: a setting does not exist.
        WorkbookProblems: the roster or a setting cannot be as it is.
    """
    book = host.read()
    changes = _first_changes(book, ruleset, players, settings)
    read = _read_clean(with_changes(book, changes))
    glance = writer.at_a_glance(read, 0)
    log = writer.add_log(read, when or now(), "New", f"{ruleset.name}, {len(players)} players")
    host.write([*changes, *writer.update_settings(read, glance), *log, ShowSheet(sheets.EVENT)])
    return read


def _read_clean(book: Book) -> EventBook:
    read = read_event(book)
    if read.problems:
        raise WorkbookProblems(read.problems)
    return read


def _first_changes(
    book: Book, ruleset: Ruleset, players: Sequence[Player], settings: Mapping[str, str]
) -> list[Change]:
    """The changes that make a template into an event."""
    rows = sheets.settings_for(ruleset)
    names = {folded(s.name): s.name for s in rows}
    values: dict[str, str] = {
        sheets.RULESET.name: ruleset.name,
        sheets.SEED.name: str(secrets.randbelow(10**9)),
    }
    for name, value in settings.items():
        if folded(name) not in names:
            known = ", ".join(s.name for s in rows if not s.glance)
            message = f"There is no setting {name!r}; there are: {known}."
            raise TournamentError(message)
        values[names[folded(name)]] = value
    if folded(values[sheets.RULESET.name]) != ruleset.name:
        message = f"The ruleset is given twice: {ruleset.name} and {values[sheets.RULESET.name]}."
        raise TournamentError(message)
    numbers = iter(range(max((p.no for p in players), default=0) + 1, sheets.MOST_PLAYERS))
    players = [p if p.no else replace(p, no=next(numbers)) for p in players]
    extra = list(dict.fromkeys(h for p in players for h in p.details))
    plain = sheets.players_layout(ruleset)
    layout = sheets.players_layout(ruleset, [h for h in extra if h not in plain.headers()])
    position = list(book.sheets).index(sheets.PLAYERS) + 1
    following = [*book.sheets, None][position]
    value_column = sheets.event_layout(rows).headers().index("Value") + 1
    return [
        RemoveSheet(sheets.PLAYERS),
        AddSheet(
            layout,
            [writer.player_row(layout, player) for player in players],
            before=following,
            header_text=values.get(sheets.EVENT_NAME.name) or "Players",
        ),
        SetCells(
            sheets.EVENT,
            {(2 + i, value_column): values.get(setting.name) for i, setting in enumerate(rows)},
        ),
    ]


# pair


def pair_round(host: Host, *, again: bool = False, when: datetime | None = None) -> PairResult:
    """Pair the next round into a new tab.

    Args:
        host: the workbook.
        again: pair the newest round once more, as long as it has no results.
        when: the time for the log.

    Raises:
        WorkbookProblems: something must be mended first, or results are missing.
        NoLegalPairing: the rules allow no pairing.
    """
    read = read_event(host.read())
    warnings = list(read.warnings)
    count = len(read.rounds)
    if again:
        _refuse_unless_untouched(read)
        count -= 1
    elif count and not read.problems and read.rounds[-1].is_untouched and _has_missing(read):
        _raise_untouched(read)
    _require_players(read)
    _require_seed(read, count)
    tournament = read.tournament(count)
    warnings += illegal_hand_edits(tournament, read.ruleset)
    if not tournament.seed and not tournament.rounds:
        tournament = replace(tournament, seed=str(secrets.randbelow(10**9)))
    pairing = pair(tournament, read.ruleset)
    fixed = {p.no: p.fixed_table for p in tournament.players if p.fixed_table}
    seated = pairing.matches(fixed)
    planned = read.planned_rounds()
    if pairing.round > planned:
        warnings.append(
            f"Round {pairing.round} goes beyond the {planned} round{'s' * (planned != 1)} planned "
            "(Event, Rounds)."
        )
    tab = writer.add_round(read, pairing.round, [match for match, _ in seated])
    changes: list[Change] = []
    if again:
        old = read.rounds[-1].table.sheet.name
        following = [*read.book.sheets, None][list(read.book.sheets).index(old) + 1]
        tab = replace(tab, before=following)
        changes.append(RemoveSheet(old))
        read.rounds.pop()
    changes += writer.refresh_points(read)
    notes = writer.note_rows(tournament, pairing, seated)
    glance = writer.at_a_glance(read, pairing.round, tab)
    changes += [
        *writer.number_players(read),
        tab,
        *writer.add_notes(read, notes, replacing=pairing.round if again else 0),
        *writer.update_settings(read, {**glance, sheets.SEED.name: tournament.seed}),
    ]
    verb = "Pair again" if again else "Pair"
    details = f"Round {pairing.round}: {len(seated)} tables, {len(tournament.active)} players"
    changes += writer.add_log(read, when or now(), verb, "; ".join([details, *warnings]))
    host.write([*changes, ShowSheet(tab.layout.name)])
    return PairResult(tournament, pairing, seated, warnings, read.match_format.sides)


def _has_missing(read: EventBook) -> bool:
    return bool(read.rounds[-1].missing)


def _raise_untouched(read: EventBook) -> None:
    newest = read.rounds[-1]
    hint = Problem(
        newest.table.sheet.name,
        "",
        f"round {newest.number} has no results yet",
        "type them before the next round is paired; to pair this round once more (after a late "
        "entry or a drop), use pair --again",
    )
    raise WorkbookProblems([*newest.missing, hint])


def _refuse_unless_untouched(read: EventBook) -> None:
    if not read.rounds:
        message = "No round has been paired yet, so there is none to pair again: use pair."
        raise TournamentError(message)
    newest = read.rounds[-1]
    own = newest.table.own_cells()
    if own and not read.problems:
        what = "a column of your own has entries, which pairing again would lose"
        remedy = "move them to another tab first"
        raise WorkbookProblems([Problem(newest.table.sheet.name, own[0], what, remedy)])
    if read.problems or not newest.is_untouched:
        raise WorkbookProblems(
            read.problems
            or [
                Problem(
                    newest.table.sheet.name,
                    "",
                    "results have been typed, and pairing again would lose them",
                    "clear them first if the round is really to be paired again",
                )
            ]
        )


def _require_seed(read: EventBook, rounds: int) -> None:
    """Every draw of an event comes from one seed: it must be there, and stay."""
    name = sheets.SEED.name
    if read.settings.get(name) or read.problems or (name in read.setting_rows and not rounds):
        return
    row = read.setting_rows.get(name)
    cell = read.event.address(row, read.event.places["Value"]) if row else ""
    what = f"the {name} is gone, from which lots and earlier rounds were drawn"
    remedy = f"take it from a backup of this workbook, into a row {name}"
    raise WorkbookProblems([Problem(read.event.sheet.name, cell, what, remedy)])


def _require_players(read: EventBook) -> None:
    if read.roster or read.problems:
        return
    table = read.players
    cell = table.address(table.header_row + 1, table.places["Name"])
    raise WorkbookProblems(
        [Problem(table.sheet.name, cell, "there are no players", "type their names below Name")]
    )


# standings


def write_standings(host: Host, *, when: datetime | None = None) -> StandingsResult:
    """Write the standings after the rounds completed so far into their tab.

    Raises:
        WorkbookProblems: something must be mended first.
    """
    read = read_event(host.read())
    result = standings_of(read)
    number = result.standings.round
    changes = [
        *writer.number_players(read),
        *writer.refresh_points(read),
        *writer.write_standings(read, result.standings, result.tournament),
        *writer.update_settings(read, writer.at_a_glance(read, len(read.rounds))),
        *writer.add_log(read, when or now(), "Standings", f"After round {number}"),
    ]
    host.write(changes)
    return result


def standings_of(read: EventBook) -> StandingsResult:
    """The standings after the rounds completed so far; nothing is written.

    Raises:
        WorkbookProblems: something must be mended first, or no round is complete.
    """
    _require_players(read)
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
    return StandingsResult(tournament, rank(tournament, read.ruleset), warnings)


# undo


def undo_round(host: Host, *, when: datetime | None = None) -> int:
    """Remove the newest round tab, with the standings after it; the backup keeps them.

    Returns:
        The number of the round that is gone.

    Raises:
        TournamentError: there is no round.
        WorkbookProblems: something outside that round must be mended first.
    """
    read = read_event(host.read())
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
    own = (numbers.get(newest), sheets.round_name(newest))
    others = [problem for problem in read.problems if problem.sheet not in own]
    if others:
        raise WorkbookProblems(others)
    gone = [numbers[newest]] if newest in numbers else []
    gone += [n for n in read.book.sheets if (sheets.standings_number(n) or 0) >= newest]
    read.rounds = [tab for tab in read.rounds if tab.number < newest]
    remaining = newest - 1
    results = "with its results" if newest in numbers else "whose tab was already gone"
    changes: list[Change] = [RemoveSheet(name) for name in gone]
    changes += writer.add_notes(read, [], replacing=newest)
    changes += writer.update_settings(read, writer.at_a_glance(read, remaining))
    changes += writer.add_log(read, when or now(), "Undo", f"Round {newest} {results}")
    front = read.rounds[-1].table.sheet.name if read.rounds else sheets.PLAYERS
    host.write([*changes, ShowSheet(front)])
    return newest


# import


def fill_event(
    host: Host,
    ruleset: Ruleset,
    event: ImportedEvent,
    settings: Mapping[str, str],
    *,
    when: datetime | None = None,
) -> EventBook:
    """Fill a new workbook with an event that was run elsewhere, round by round.

    Args:
        host: a workbook made from a template.
        ruleset: which rules the event follows.
        event: what the results file holds.
        settings: values on ``Event`` by their names, before those of the file.
        when: the time for the log.

    Raises:
        TournamentError: a setting does not exist.
        WorkbookProblems: a player or a setting cannot be as it is.
    """
    book = host.read()
    changes = _first_changes(book, ruleset, event.players, {**event.settings, **settings})
    read = _read_clean(with_changes(book, changes))
    sides = ruleset.match_format.fields[-1]
    for round_, second in zip(event.rounds, event.byes_second, strict=True):
        unrecorded = any(
            len(match.result) == len(ruleset.match_format.fields) for match in round_.matches
        )
        changes.append(
            writer.add_round(
                read,
                round_.number,
                round_.matches,
                optional=[sides.name] if unrecorded and sides.optional else [],
                second=frozenset(second),
            )
        )
    filled = read_event(with_changes(book, changes))
    count = len(event.rounds)
    glance = writer.at_a_glance(filled, count) | {sheets.ELSEWHERE.name: count}
    details = f"{event.source}: {len(event.players)} players, {count} rounds"
    changes += writer.update_settings(filled, glance)
    changes += writer.add_log(filled, when or now(), "Import", details)
    read = _read_clean(with_changes(book, changes))
    host.write([*changes, ShowSheet(sheets.EVENT)])
    return read
