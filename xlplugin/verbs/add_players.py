"""Add a roster to an event."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import datetime
from functools import partial
from pathlib import Path
from typing import NamedTuple

from engine import Player, Stage
from xlplugin.ground.limits import MOST_LISTED
from xlplugin.ground.problems import Problem, WorkbookProblems
from xlplugin.ground.texts import first_of, msg, msgn, t, tn
from xlplugin.hosts import Host
from xlplugin.roster.files import cell_text
from xlplugin.roster.parse import Roster, roster_in_file, roster_in_text, roster_of
from xlplugin.verbs.frame import (
    MOST_TOLD,
    Done,
    Result,
    namesakes_on,
    read_clean,
    refuse,
    some_of,
    verb,
)
from xlplugin.verbs.hand_edits import names_line
from xlplugin.verbs.ways import is_click, way
from xlplugin.workbook.book import AddRows, Change, SetCells, placed, with_changes
from xlplugin.workbook.layout import (
    HEADER,
    HEADER_HEIGHT,
    CellError,
    Column,
    Formula,
    Layout,
)
from xlplugin.workbook.layouts import players_tab, tab_names
from xlplugin.workbook.namesakes import key
from xlplugin.workbook.reading import read_players
from xlplugin.workbook.reading.event_book import EventBook
from xlplugin.workbook.reading.read_players import names_in_rounds
from xlplugin.workbook.reading.records import LogLine
from xlplugin.workbook.table import Row, find_sheet, folded, is_empty
from xlplugin.workbook.writing import event_writer

ROSTER = "Roster"
"""A tab of the organizer's own, into which a roster may be pasted."""
MOST_IN_A_MESSAGE = 8
"""At most this many names are told one by one after a click."""


def add_players(host: Host, roster: Path | None = None, *, when: datetime | None = None) -> Result:
    """Add the players of a roster: of a file, of the text piped in for ``-``, or of the workbook.

    It refuses as :func:`enter_players` does.
    """

    def load(event: EventBook) -> Roster:
        if roster is None:
            return pasted(event)
        if str(roster) == "-":
            piped = sys.stdin.buffer.read(MOST_LISTED + 1)
            return roster_in_text(piped, t("the text piped in"), event.ruleset)
        return roster_in_file(roster, event.ruleset)

    return enter_players(host, load, when=when)


def add_pasted(host: Host, names: str = "", *, when: datetime | None = None) -> Result:
    """Add the players of a text that was pasted where it was asked for; else those on the tab ``Roster``.

    Where there is room for one line only, semicolons stand between the names. It refuses as
    :func:`enter_players` does.
    """
    names = names.strip()
    if not names:
        return enter_players(host, partial(pasted, was_asked=True), when=when)
    lines = names if set("\n\t") & set(names) else names.replace(";", "\n")
    source = t("what was pasted")
    return enter_players(
        host, lambda event: roster_in_text(lines.encode(), source, event.ruleset), when=when
    )


class Filled(NamedTuple):
    """A cell of a player who is there already, filled in from a roster."""

    name: str
    row: int
    header: str
    value: str


def entered(event: EventBook, _when: datetime, load: Callable[[EventBook], Roster]) -> Done[Result]:
    """Add the players of the roster that ``load`` gives below those on ``Players``, late ones too.

    Who is there already, whatever the case, spaces or accents of the name, is not added again: what the
    roster has of them is filled into the cells that are blank.

    Raises:
        WorkbookProblems: it cannot be as the roster has it.
        OrganizerError: the roster cannot be read.
    """
    roster = load(event)
    rows = {key(row.quiet_text("Name")): row for row in event.players_tab.rows()}
    players = _by_headers(event, roster.players)
    there = [(p, rows[key(p.name)]) for p in players if key(p.name) in rows]
    filled = [
        Filled(p.name, row.number, header, value)
        for p, row in there
        for header, value in p.details.items()
        if value and is_empty(row.raw(header))
    ]
    used = [p.no for p in event.roster] + list(names_in_rounds(event.book))
    new = [p for p in players if key(p.name) not in rows]
    added = [replace(p, no=no) for no, p in enumerate(new, max(used, default=0) + 1)]
    warnings = [*roster.notes, *_notes_on_those_there(there, filled)]
    result = _result(
        event, roster, added, [(p.name, row.where("Name")) for p, row in there], filled
    )
    if not added and not filled:
        return Done(replace(result, warnings=warnings))
    changes = _new_cells(event, added, filled)
    after = read_clean(with_changes(event.book, changes))
    if added:
        warnings += _warnings_on_late(after, added)
        warnings += namesakes_on(after, {p.name for p in added})
    if not after.rounds:
        changes += event_writer.update_settings(after, event_writer.at_a_glance(after, 0))
    log = [names_line("Players", roster.source, [(p.no, p.name) for p in added])] if added else []
    if filled:
        by_player: dict[str, list[str]] = {}
        for cell in filled:
            by_player.setdefault(cell.name, [cell.name]).append(f"{cell.header}: {cell.value}")
        cells = "; ".join(map(", ".join, by_player.values()))
        text = t("{roster}, filled in: {cells}", roster=roster.source, cells=cells)
        log.append(LogLine("Players", text))
    assert isinstance(result.data, dict)
    result = replace(result, warnings=warnings, data=result.data | {"warnings": warnings})
    return Done(result, changes, log, event.players_tab.sheet.name)


enter_players = verb(entered)


def _by_headers(event: EventBook, players: Sequence[Player]) -> list[Player]:
    """The players, what is known of them under the headers that ``Players`` has, however they are typed."""
    table = event.players_tab
    by_name = {folded(header): header for header in (*table.layout.headers(), *table.places)}
    return [
        replace(p, details={by_name.get(folded(h), h): v for h, v in p.details.items()})
        for p in players
    ]


def _notes_on_those_there(
    there: Sequence[tuple[Player, Row]], filled: Sequence[Filled]
) -> list[str]:
    """Notes on players who are not added again, and on cells that stay although the roster differs."""
    changed = {cell.row for cell in filled}
    again = [
        t(
            "{name} is already listed ({cell}), and not added again.",
            name=p.name,
            cell=row.where("Name"),
        )
        for p, row in there
        if row.number not in changed
    ]
    text = msg("{cell} stays {there!r}; the roster has {value!r}.")
    otherwise = [
        t(text, cell=row.where(header), there=there_, value=value)
        for p, row in there
        for header, value in p.details.items()
        if value and folded(there_ := row.quiet_text(header)) not in ("", folded(value))
    ]
    return [
        *first_of(again, MOST_TOLD, lambda n: t("The same goes for {n} more of the roster.", n=n)),
        *first_of(otherwise, MOST_TOLD, lambda n: t("The same goes for {n} more cells.", n=n)),
    ]


def _result(
    event: EventBook,
    roster: Roster,
    added: Sequence[Player],
    existing: Sequence[tuple[str, str]],
    filled: Sequence[Filled],
) -> Result:
    """The players that are new, those of the roster that were there, with their cells, and what was filled in."""
    data = {
        "added": [{"no": p.no, "name": p.name} for p in added],
        "already_there": [{"name": name, "cell": cell} for name, cell in existing],
        "filled_in": [{"name": c.name, "header": c.header, "value": c.value} for c in filled],
        "warnings": list(roster.notes),
    }
    file = event.book.name
    if not added and not filled:
        message = t("Nobody new: everybody in {roster} is already listed.", roster=roster.source)
        line = t("Nobody new: {file} is as it was.", file=file)
        return Result(message=message, lines=[line], data=data, says_next=False)
    told, lines = [], []
    if added:
        one, many = msgn(
            "{n} player added to {place}: {names}.", "{n} players added to {place}: {names}."
        )
        shown = some_of([f"{player.name} ({player.no})" for player in added], MOST_IN_A_MESSAGE)
        everybody = ", ".join(player.name for player in added)
        told.append(tn(one, many, len(added), place=tab_names.PLAYERS, names=shown))
        lines.append(tn(one, many, len(added), place=file, names=everybody))
    if filled:
        one, many = msgn(
            "Filled in for {n} player already listed: {headers}.",
            "Filled in for {n} players already listed: {headers}.",
        )
        headers = ", ".join(dict.fromkeys(cell.header for cell in filled))
        also = tn(one, many, len({cell.row for cell in filled}), headers=headers)
        told, lines = [*told, also], [*lines, also]
    return Result(message="\n\n".join(told), lines=lines, data=data)


def pasted(event: EventBook, *, was_asked: bool = False) -> Roster:
    """The roster on the tab ``Roster``; before, somebody ``was_asked`` in a box, which was left blank.

    Raises:
        WorkbookProblems: there is no such tab, or it has formulas.
        OrganizerError: there are no names on it.
    """
    sheet = find_sheet(event.book, ROSTER)
    if sheet is None:
        what = t("there is no such tab")
        remedy = t("add it and paste the roster there")
        if was_asked:
            what = t("nothing was pasted into the box, and there is no such tab")
            remedy = t("click again and paste the players into the box")
        elif not is_click():
            remedy = t("add it and paste the roster there (the command players takes a file, too)")
        raise WorkbookProblems([Problem(ROSTER, "", what, remedy)])
    what, remedy = t("a formula"), t("paste as values instead")
    refuse(
        [
            Problem(sheet.name, event.players_tab.address(r, c), what, remedy)
            for r, row in enumerate(sheet.rows, 1)
            for c, value in enumerate(row, 1)
            if isinstance(value, Formula | CellError)
        ]
    )
    rows = [[cell_text(value) for value in row] for row in sheet.rows]
    return roster_of(rows, sheet.name, event.ruleset)


def _new_cells(
    event: EventBook, players: Sequence[Player], filled: Sequence[Filled]
) -> list[Change]:
    """The rows below the others, cells filled in, and headers for columns that there are not yet.

    Only values are written, as if they were typed: the rows have their looks already.
    """
    table = event.players_tab
    of_new = (header for p in players for header in p.details)
    used = dict.fromkeys((*of_new, *(cell.header for cell in filled)))
    free = max(map(len, table.sheet.rows)) + 1
    new = {h: i for i, h in enumerate((h for h in used if h not in table.places), free)}
    columns = tuple(Column(header, 18, HEADER) for header in new)
    headers = Layout(table.sheet.name, columns, row_height=HEADER_HEIGHT)
    places = table.places | new
    values = Layout(table.sheet.name, tuple(Column(header, 18) for header in places))
    rows = [players_tab.player_row(values, player) for player in players]
    written = placed(values, rows, table.end, places)
    cells = {(r, c): value for r, c, _, value in written if value is not None}
    cells |= {(cell.row, places[cell.header]): cell.value for cell in filled}
    changes: list[Change] = [SetCells(table.sheet.name, cells)]
    return [AddRows(headers, [list(new)], table.header_row, new), *changes] if new else changes


def _warnings_on_late(event: EventBook, added: Sequence[Player]) -> list[str]:
    if event.cut_tabs:
        return [t("The Swiss rounds are over: new players are only listed.")]
    if not event.rounds:
        return []
    number = len(event.rounds) + 1
    if number > event.planned_rounds():
        return [_after_last(event)]
    absent = [p.name for p in added if event.checks_in and not read_players.is_here(p)]
    text = msg("They come in with round {n}: the rounds they missed are losses.")
    if absent:
        text = msg(
            "They come in with round {n}: the rounds they missed are losses. Not before they have "
            "Yes in {header} on Players: {names}."
        )
    return [t(text, n=number, header=players_tab.CHECKED_IN.header, names=some_of(absent))]


def _after_last(event: EventBook) -> str:
    """The note on players who come in when the last round that is planned has been paired."""
    tab = event.rounds[-1]
    text = msg("{round} is the last one planned: they are listed, and will not be paired.")
    texts = [t(text, round=tab.name)]
    if tab.stage is Stage.SWISS and any(match.player2 is None for match in tab.matches):
        how = way(event, "late", "NAME")
        texts.append(t("To pair one of them with whoever has the bye: {way}", way=how))
    return " ".join(texts)


@verb
def number_players(event: EventBook, _when: datetime) -> Done[Result]:
    """Give every new player a number, as pairing does by itself: the frame records it."""
    if not event.numbered:
        return Done(Result(message=t("Every player already has a number.")))
    names = ", ".join(f"{name} ({no})" for no, name in event.numbered)
    message = t("Numbered: {names}", names=names)
    return Done(Result(message=message), tab=event.players_tab.sheet.name)
