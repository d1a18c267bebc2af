"""Getting players in: adding a roster to an event, and what to look at before round 1."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime

from engine import Pairing, Player, Tournament
from engine.elimination.progression import for_the_second_day
from xlplugin.problems import Problem, WorkbookProblems
from xlplugin.reasons import cited
from xlplugin.roster.files import cell_text
from xlplugin.roster.namesakes import key, namesakes
from xlplugin.roster.parse import Roster, roster_of
from xlplugin.verbs.frame import Noticing, verb
from xlplugin.verbs.noticing import names_line
from xlplugin.workbook.book import AddRows, Change, SetCells, ShowSheet, placed, with_changes
from xlplugin.workbook.layout import HEADER, HEADER_HEIGHT, CellError, Column, Formula, Layout
from xlplugin.workbook.layouts import event_tab, players_tab, tab_names
from xlplugin.workbook.reading import check_in, decklists, entrants
from xlplugin.workbook.reading.event_book import EventBook
from xlplugin.workbook.reading.read_players import names_in_rounds
from xlplugin.workbook.reading.reader import read_event
from xlplugin.workbook.reading.ruleset_findings import sentences
from xlplugin.workbook.table import Row, find_sheet, folded
from xlplugin.workbook.writing import event_writer, notes_writer, row_values

ROSTER = "Roster"
"""A tab of the organizer's own, into which a roster may be pasted."""
"""Of the header row, in points, as it is already."""
PAIRED = "undo, clear {row}, and pair again"
"""What to do if a new name is in the round that has just been paired, and is somebody else's already."""
MOST_TOLD = 12
"""So many names, or pairs of names, are told one by one."""


@dataclass(frozen=True, slots=True)
class Entered:
    """What became of a roster.

    Attributes:
        added: the new players, with their numbers.
        there: who of the roster was there already, with the cell.
        warnings: what the organizer should know, that included.
        tab: where they are.
    """

    added: Sequence[Player]
    there: Sequence[tuple[str, str]]
    warnings: list[str] = field(default_factory=list)
    tab: str = tab_names.PLAYERS


@verb
def enter_players(
    host: Noticing, load: Callable[[EventBook], Roster], *, when: datetime | None = None
) -> Entered:
    """Add the players of a roster below those on ``Players``, as late entries if need be.

    Who is there already is not added again, whatever the case, spaces or accents of the name.

    Args:
        host: the workbook.
        load: gives the roster; :func:`pasted` takes it from the workbook itself.
        when: the time for the log.

    Raises:
        WorkbookProblems: something must be mended first, or cannot be as the roster has it.
        TournamentError: the roster cannot be read.
    """
    event = host.event()
    if event.problems:
        raise WorkbookProblems(event.problems)
    roster = load(event)
    rows = {key(row.quiet_text("Name")): row for row in event.players.rows()}
    there = [(p.name, _cell(rows[key(p.name)])) for p in roster.players if key(p.name) in rows]
    added = _numbered(event, [p for p in roster.players if key(p.name) not in rows])
    warnings = [*roster.notes, *_told_there(there)]
    if not added:
        return Entered([], there, warnings)
    changes = _new_rows(event, added)
    after = read_event(with_changes(event.book, changes))
    if after.problems:
        raise WorkbookProblems(after.problems)
    warnings += _told_late(after, added)
    warnings += namesakes_on(after, {p.name for p in added})
    if not after.rounds:
        changes += event_writer.update_settings(after, event_writer.at_a_glance(after, 0))
    line = names_line("Players", roster.source, [(p.no, p.name) for p in added])
    changes += notes_writer.add_lines(event, when, [line])
    host.write([*changes, ShowSheet(event.players.sheet.name)])
    return Entered(added, there, warnings)


def require_for_round_1(event: EventBook, tournament: Tournament) -> None:
    """Refuse to pair round 1 while the ruleset lacks something on the roster.

    Raises:
        WorkbookProblems: every cell that is blank.
    """
    missing = event.ruleset.missing
    if missing is None:
        return
    rows = {folded(row.quiet_text("Name")): row for row in event.players.rows()}
    problems = []
    for finding in missing(tournament):
        player = event.by_no[finding.no]
        cell = rows[folded(player.name)].address(finding.field)
        problems.append(Problem(event.players.sheet.name, cell, *sentences(finding, player)))
    if problems:
        raise WorkbookProblems(problems)


def pasted(event: EventBook) -> Roster:
    """The roster on the tab ``Roster`` of the workbook.

    Raises:
        WorkbookProblems: there is no such tab, or it has formulas.
        TournamentError: there are no names on it.
    """
    sheet = find_sheet(event.book, ROSTER)
    if sheet is None:
        what = "there is no such tab"
        remedy = "add it and paste the roster there (the command players takes a file, too)"
        raise WorkbookProblems([Problem(ROSTER, "", what, remedy)])
    live = [
        Problem(sheet.name, event.players.address(r, c), "a formula", "paste as values instead")
        for r, row in enumerate(sheet.rows, 1)
        for c, value in enumerate(row, 1)
        if isinstance(value, Formula | CellError)
    ]
    if live:
        raise WorkbookProblems(live)
    rows = [[cell_text(value) for value in row] for row in sheet.rows]
    return roster_of(rows, sheet.name, event.ruleset)


def _numbered(event: EventBook, players: Sequence[Player]) -> list[Player]:
    """The players with numbers that nobody has had."""
    used = [p.no for p in event.roster] + list(names_in_rounds(event.book))
    return [replace(p, no=no) for no, p in enumerate(players, max(used, default=0) + 1)]


def _new_rows(event: EventBook, players: Sequence[Player]) -> list[Change]:
    """The rows below the others, and headers for columns that ``Players`` does not have yet.

    Only values are written, as if they were typed: the rows have their looks already.
    """
    table = event.players
    by_name = {folded(header): header for header in (*table.layout.headers(), *table.places)}
    players = [
        replace(p, details={by_name.get(folded(h), h): v for h, v in p.details.items()})
        for p in players
    ]
    used = dict.fromkeys(header for p in players for header in p.details)
    free = max(map(len, table.sheet.rows)) + 1
    new = {h: free + i for i, h in enumerate(h for h in used if h not in table.places)}
    layout = Layout(table.sheet.name, tuple(Column(header, 18, HEADER) for header in new))
    headers = replace(layout, row_height=HEADER_HEIGHT)
    places = table.places | new
    values = Layout(table.sheet.name, tuple(Column(header, 18) for header in places))
    rows = [row_values.player_row(values, player) for player in players]
    cells = {
        (r, c): value
        for r, c, _, value in placed(values, rows, table.end, places)
        if value is not None
    }
    changes: list[Change] = [SetCells(table.sheet.name, cells)]
    return [AddRows(headers, [list(new)], table.header_row, new), *changes] if new else changes


def _cell(row: Row) -> str:
    return f"{row.table.sheet.name}!{row.address('Name')}"


def _told_there(there: Sequence[tuple[str, str]]) -> list[str]:
    told = [f"{name} is there already ({cell}), and not added again." for name, cell in there]
    more = len(told) - MOST_TOLD
    return told if more <= 0 else [*told[:MOST_TOLD], f"So are {more} more of the roster."]


def _told_late(event: EventBook, added: Sequence[Player]) -> list[str]:
    """What it means to come in when the event is under way."""
    if event.cut_tabs:
        return ["The Swiss rounds are over: new players are only listed."]
    if not event.rounds:
        return []
    text = f"They come in with round {len(event.rounds) + 1}: the rounds they missed are losses."
    absent = [p.name for p in added if event.checks_in and not entrants.is_here(p)]
    if absent:
        header = players_tab.CHECKED_IN.header
        text += f" Not before they have Yes in {header} on Players: {_some(absent)}."
    return [text]


def _some(names: Sequence[str]) -> str:
    """Names, not too many of them."""
    more = len(names) - MOST_TOLD
    return ", ".join([*names[:MOST_TOLD], *([f"{more} more"] if more > 0 else [])])


def namesakes_on(
    event: EventBook, among: Collection[str] | None = None, remedy: str = "clear {row}"
) -> list[str]:
    """Which names on ``Players`` may be one person's, with their cells, and what to do then.

    A row cannot go while its number is in a round: who has played stays, and a round comes back first.

    Args:
        event: the event.
        among: the new names, of which one of the two must be; ``None`` for all active players.
        remedy: what to do if they are, with the ``{row}`` that is one too many.
    """
    gone = {folded(p.name) for p in event.roster if p.status != "Active"}
    rows = [row for row in event.players.rows() if row.quiet_text("Name")]
    if among is None:
        rows = [row for row in rows if folded(row.quiet_text("Name")) not in gone]
    names = [row.quiet_text("Name") for row in rows]
    wanted = None if among is None else {folded(name) for name in among}
    places = {i for i, name in enumerate(names) if wanted is None or folded(name) in wanted}
    told = []
    for i, j in namesakes(names, None if wanted is None else places):
        new = [k for k in (i, j) if k in places]
        which = f"row {rows[new[0]].number}" if len(new) == 1 else "one of the two rows"
        told.append(
            f"{_cell(rows[i])} and {rows[j].address('Name')}: {names[i]!r} and {names[j]!r} may be one "
            f"person; if so, {remedy.format(row=which)}."
        )
    more = len(told) - MOST_TOLD
    return told if more <= 0 else [*told[:MOST_TOLD], f"There are {more} more such pairs of names."]


# Before a round is paired


def require_checked_in(event: EventBook) -> None:
    """Somebody must have checked in before round 1, if that counts.

    Raises:
        WorkbookProblems: nobody has.
    """
    if (
        event.problems
        or event.rounds
        or not event.checks_in
        or any(map(entrants.is_here, event.roster))
    ):
        return
    table = event.players
    cell = table.address(table.header_row + 1, table.places[players_tab.CHECKED_IN.header])
    what = f"nobody has checked in, and {event_tab.CHECK_IN.name} on {tab_names.EVENT} is Yes"
    remedy = f"type Yes for everybody who is here, or set {event_tab.CHECK_IN.name} to No"
    raise WorkbookProblems([Problem(table.sheet.name, cell, what, remedy)])


def told_before_pairing(event: EventBook, tournament: Tournament) -> list[str]:
    """What to know of the players when a round is paired: who is left out, who is there twice."""
    played = {no for round_ in tournament.rounds for no in round_.players()}
    late = {p.name for p in tournament.players if p.no in {*tournament.active} - played}
    warnings = namesakes_on(event, late if tournament.rounds else None, PAIRED)
    playing = for_the_second_day(tournament, event.ruleset).active
    warnings += decklists.told(event, playing)
    left_out = check_in.left_out(event, tournament.players)
    if left_out:
        warnings.append(
            f"Not checked in, so left out: {_some(left_out)}. To let them in later, type Yes in "
            f"{players_tab.CHECKED_IN.header} on Players; the rounds they miss are losses."
        )
    if not tournament.rounds and event.keeps_clubs_apart and not tournament.clubs:
        warnings.append(
            f"{event_tab.CLUBS_APART.name} on Event has nothing to do: no two players have the same "
            f"{players_tab.CLUB.header} on Players."
        )
    return warnings


def told_of_clubs(tournament: Tournament, pairing: Pairing) -> list[str]:
    """Who meets their own club in round 1, though clubs are to be kept apart."""
    return [f"{cited(warning, tournament)}." for warning in pairing.warnings]
