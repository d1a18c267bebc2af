"""Change the newest round where rows or cells are selected: what the commands do, clicked.

Each refuses as its command does, and with ``OrganizerError`` where something else is selected.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from engine import Match
from xlplugin.ground.problems import OrganizerError, stop
from xlplugin.ground.texts import msg, t
from xlplugin.hosts import OpenHost
from xlplugin.hosts.selection import Selection
from xlplugin.verbs import change_pairing
from xlplugin.verbs.frame import Done, Result, some_of, verb
from xlplugin.verbs.hand_edits import match_text
from xlplugin.workbook.layouts import tab_names
from xlplugin.workbook.reading.event_book import EventBook, RoundTab

SIDES = (("No 1", "Player 1"), ("No 2", "Player 2"))
MOST_NAMED = 4
HIGHEST_TABLE = 100_000


@verb
def swap(
    event: EventBook, when: datetime, one: str = "", two: str = "", *, at: OpenHost
) -> Done[Result]:
    """Let two players of the newest round change places: those named, else those selected ``at`` a host."""
    if one.strip() and two.strip():
        return change_pairing.swap_players(event, when, one, two)
    tab = change_pairing.changeable(event)
    numbers = _players_in(tab, at.selected)
    if len(numbers) == 2:
        return change_pairing.swap_players(event, when, *map(str, numbers))
    rows = sorted(row.number for row in tab.rows.values())
    column = tab.table.places["Player 1"]
    first, last = (tab.table.address(row, column) for row in (rows[0], rows[-1]))
    example = t("for example {first} and {last}", first=first, last=last)
    if first == last:
        example = t("as in {cell}", cell=first)
    how = t("the second one with Ctrl (on a Mac Cmd) held down")
    if at.is_remote:
        how = t("or type their numbers or names into the fields one and two above the button")
    text = msg(
        "Select the cells of two players on {tab} first, {example}, {how}; then click again. "
        "Selected: {names}."
    )
    raise OrganizerError(
        t(text, tab=tab.name, example=example, how=how, names=names_of(event, numbers))
    )


@verb
def move(event: EventBook, when: datetime, table: str = "", *, at: OpenHost) -> Done[Result]:
    """Let the match whose row is selected sit at another table, as somebody has typed its number."""
    tab = change_pairing.changeable(event)
    matches = _matches_in(tab, at.selected)
    if len(matches) != 1:
        cell = tab.rows[tab.matches[0].player1].address("Player 1")
        text = msg(
            "Select a cell of the match to be moved on {tab} first, for example {cell}; then click "
            "again. Selected: {names}."
        )
        names = names_of(event, [match.player1 for match in matches])
        raise OrganizerError(t(text, tab=tab.name, cell=cell, names=names))
    number = table.strip()
    if number.isdecimal() and 1 <= int(number) <= HIGHEST_TABLE:
        return change_pairing.move_match(event, when, str(matches[0].player1), int(number))
    text = msg("Type the number of the table that {match} is to move to, for example 12.")
    if at.is_remote:
        text = msg(
            "Type the number of the table that {match} is to move to into the field table above "
            "the button, for example 12."
        )
    raise OrganizerError(t(text, match=match_text(event, matches[0])))


@verb
def pair_late(event: EventBook, when: datetime, *, at: OpenHost) -> Done[Result]:
    """Let the player whose row is selected on ``Players`` meet whoever has the bye."""
    tab = event.players_tab
    numbers = players_selected(event, at.selected)
    if len(numbers) == 1:
        return change_pairing.pair_late_player(event, when, str(numbers[0]))
    last = max((row.number for row in tab.rows()), default=2)
    return stop(
        "Select the row of one late player on {tab} first, for example {cell}; then click again. "
        "Selected: {names}.",
        tab=tab.sheet.name,
        cell=tab.address(last, tab.places["Name"]),
        names=names_of(event, numbers),
    )


@verb
def pair_tables_again(event: EventBook, when: datetime, *, at: OpenHost) -> Done[Result]:
    """Pair the tables whose rows are selected anew, among themselves."""
    tab = change_pairing.changeable(event)
    matches = _matches_in(tab, at.selected)
    if matches:
        return change_pairing.pair_some_tables(event, when, {match.table for match in matches})
    text = msg("Select the rows of the tables on {tab} first, then click again.")
    if at.is_remote:
        text = msg("Select the rows of the tables on {tab} first, in one piece, then click again.")
    raise OrganizerError(t(text, tab=tab.name))


def players_selected(event: EventBook, selection: Selection | None) -> list[int]:
    """The players whose rows are selected on ``Players``."""
    tab = event.players_tab
    return [
        no
        for row in tab.rows()
        if _is_on(selection, tab.sheet.name, row.number)
        and (no := row.whole("No", 1, tab_names.MOST_PLAYERS)) in event.by_no
    ]


def _is_on(selection: Selection | None, tab: str, row: int) -> bool:
    if selection is None or tab not in (selection.tab, tab_names.known_tab(selection.tab)):
        return False
    return selection.has_row(row)


def _matches_in(tab: RoundTab, selection: Selection | None) -> list[Match]:
    return [m for m in tab.matches if _is_on(selection, tab.name, tab.rows[m.player1].number)]


def _players_in(tab: RoundTab, selection: Selection | None) -> list[int]:
    """The players of a round whose number or name is selected."""
    if selection is None:
        return []
    places = tab.table.places
    numbers = []
    for match in _matches_in(tab, selection):
        row = tab.rows[match.player1].number
        is_second = match.player1 in tab.byes_second
        sides = (None, match.player1) if is_second else (match.player1, match.player2)
        for no, headers in zip(sides, SIDES, strict=True):
            if no is not None and any(selection.has(row, places[header]) for header in headers):
                numbers.append(no)
    return numbers


def names_of(event: EventBook, numbers: Sequence[int]) -> str:
    """The players who are selected, not too many of them."""
    return some_of(list(map(event.name, numbers)), MOST_NAMED) or t("nobody")
