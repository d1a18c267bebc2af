"""What a round is changed by where rows or cells are selected: the commands of ``by_hand``, clicked."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from engine import Match, Player, TournamentError
from xlplugin.hosts.excel import ExcelHost
from xlplugin.hosts.selection import Selection
from xlplugin.problems import WorkbookProblems
from xlplugin.verbs import change_pairing, hand_edits
from xlplugin.verbs.change_pairing import Edited
from xlplugin.workbook.layouts import tab_names
from xlplugin.workbook.reading import next_step
from xlplugin.workbook.reading.event_book import EventBook, RoundTab
from xlplugin.workbook.reading.reader import read_event

SIDES = (("No 1", "Player 1"), ("No 2", "Player 2"))
MOST_NAMED = 4
HIGHEST_TABLE = 100_000


def swap(host: ExcelHost, when: datetime | None, one: str = "", two: str = "") -> Edited:
    """Let two players of the newest round change places.

    Args:
        host: the workbook.
        when: the time for the log.
        one: a player, by number or name; blank for those whose cells are selected.
        two: another one, or blank like ``one``.

    Raises:
        TournamentError: not the cells of two players are selected; or as for the command.
    """
    if one.strip() and two.strip():
        return change_pairing.swap(host, one, two, when=when)
    event, tab = _round(host)
    numbers = _players_in(tab, host.selected)
    if len(numbers) != 2:
        rows = sorted(row.number for row in tab.rows.values())
        column = tab.table.places["Player 1"]
        first, last = (tab.table.address(row, column) for row in (rows[0], rows[-1]))
        how = (
            "or type their numbers or names into the fields one and two above the button"
            if host.is_remote
            else "the second one with Ctrl (on a Mac Cmd) held down"
        )
        example = f"for example {first} and {last}" if first != last else f"as in {first}"
        message = (
            f"Select the cells of two players on {tab.name} first, {example}, {how}; then click "
            f"again. {_found(event, numbers)}"
        )
        raise TournamentError(message)
    return change_pairing.swap(host, *map(str, numbers), when=when)


def move(host: ExcelHost, when: datetime | None, table: str = "") -> Edited:
    """Let the match whose row is selected sit at another table.

    Args:
        host: the workbook.
        when: the time for the log.
        table: its number, as somebody has typed it.

    Raises:
        TournamentError: not one match is selected, or that is no table; or as for the command.
    """
    event, tab = _round(host)
    matches = _matches_in(tab, host.selected)
    if len(matches) != 1:
        cell = tab.rows[tab.matches[0].player1].address("Player 1")
        message = (
            f"Select a cell of the match to be moved on {tab.name} first, for example {cell}; then "
            f"click again. {_found(event, [match.player1 for match in matches])}"
        )
        raise TournamentError(message)
    number = table.strip()
    if not number.isdecimal() or not 1 <= int(number) <= HIGHEST_TABLE:
        where = " into the field table above the button" if host.is_remote else ""
        message = (
            f"Type the number of the table that {hand_edits.seat_text(event, hand_edits.seat_of(matches[0]))} is to move to"
            f"{where}, for example 12."
        )
        raise TournamentError(message)
    return change_pairing.move(host, str(matches[0].player1), int(number), when=when)


def pair_late(host: ExcelHost, when: datetime | None) -> Edited:
    """Let the player whose row is selected on ``Players`` meet whoever has the bye.

    Args:
        host: the workbook.
        when: the time for the log.

    Raises:
        TournamentError: not one player is selected; or as for the command.
    """
    event = _event(host)
    selection, tab = host.selected, event.players
    numbers = [
        no
        for row in tab.rows()
        if _is_on(selection, tab.sheet.name, row.number)
        and (no := event.unnumbered.get(row.number) or row.whole("No", 1, tab_names.MOST_PLAYERS))
        in event.by_no
    ]
    if len(numbers) != 1:
        last = max((row.number for row in tab.rows()), default=2)
        message = (
            f"Select the row of one late player on {tab.sheet.name} first, for example "
            f"{tab.address(last, tab.places['Name'])}; then click again. {_found(event, numbers)}"
        )
        raise TournamentError(message)
    return change_pairing.pair_late(host, str(numbers[0]), when=when)


def pair_tables_again(host: ExcelHost, when: datetime | None) -> Edited:
    """Pair the tables whose rows are selected anew, among themselves.

    Args:
        host: the workbook.
        when: the time for the log.

    Raises:
        TournamentError: no row of a table is selected; or as for the command.
    """
    _, tab = _round(host)
    matches = _matches_in(tab, host.selected)
    if not matches:
        piece = ", in one piece" if host.is_remote else ""
        message = f"Select the rows of the tables on {tab.name} first{piece}, then click again."
        raise TournamentError(message)
    return change_pairing.pair_tables_again(host, {match.table for match in matches}, when=when)


def _event(host: ExcelHost) -> EventBook:
    event = read_event(host.read())
    if event.problems:
        raise WorkbookProblems(event.problems)
    return event


def _round(host: ExcelHost) -> tuple[EventBook, RoundTab]:
    """The event and its newest round, which may be changed by hand."""
    event = _event(host)
    return event, change_pairing.changeable(next_step.newest_tab(event))


def _is_on(selection: Selection | None, tab: str, row: int) -> bool:
    return selection is not None and selection.tab == tab and selection.has_row(row)


def _matches_in(tab: RoundTab, selection: Selection | None) -> list[Match]:
    """The matches of a round with a selected cell."""
    return [m for m in tab.matches if _is_on(selection, tab.name, tab.rows[m.player1].number)]


def _players_in(tab: RoundTab, selection: Selection | None) -> list[int]:
    """The players of a round whose number or name is selected."""
    if selection is None:
        return []
    places = tab.table.places
    return [
        no
        for match in _matches_in(tab, selection)
        for no, headers in zip(_sides(tab, match), SIDES, strict=True)
        if no is not None
        and any(selection.has(tab.rows[match.player1].number, places[h]) for h in headers)
    ]


def _sides(tab: RoundTab, match: Match) -> tuple[int | None, int | None]:
    """Who stands on either side of a row."""
    if match.player1 in tab.byes_second:
        return None, match.player1
    return match.player1, match.player2


def _found(event: EventBook, numbers: Sequence[int]) -> str:
    """Whom a selection has, in a sentence."""
    names = [_name(event.by_no[no]) for no in numbers]
    more = len(names) - MOST_NAMED
    told = ", ".join(names[:MOST_NAMED]) + (f" and {more} more" if more > 0 else "")
    return f"Selected: {told or 'nobody'}."


def _name(player: Player) -> str:
    return player.name.strip()
