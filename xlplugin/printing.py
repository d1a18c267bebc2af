"""The verbs that make tabs to be printed: match slips, pairings by name, seats, player cards."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime

from engine import Player, Status, TournamentError
from xlplugin.noticing import Noticing, verb
from xlplugin.problems import Problem, WorkbookProblems
from xlplugin.workbook import next_step, print_sheets, rooms, sheets, writer
from xlplugin.workbook.book import AddDrawing, Change, RemoveSheet, SheetData, ShowSheet
from xlplugin.workbook.card_sheet import draw_cards
from xlplugin.workbook.event_book import EventBook, RoundTab
from xlplugin.workbook.layout import CUT, Drawing
from xlplugin.workbook.print_sheets import CARDS, NAMES, SEATS, SLIPS
from xlplugin.workbook.slip_sheet import draw_slips
from xlplugin.workbook.table import find_sheet

NO_ROUND = "No round has been paired yet: pair first, then print."
NO_MATCH = "{0} has only byes: there is nothing to play, and no slip to print."
HOW_TO_CUT = (
    "Cut all pages as one stack along the dashed lines, and lay each pile below the one before."
)


@dataclass(frozen=True, slots=True)
class Printed:
    """A tab that is ready to be printed.

    Args:
        tab: its name.
        told: what is on it, for people.
        pages: how many pages it has.
        is_cut: whether its pages are cut into slips or cards.
        warnings: what the organizer should know.
    """

    tab: str
    told: str
    pages: int
    is_cut: bool = False
    warnings: tuple[str, ...] = ()

    @property
    def amount(self) -> str:
        """What is on the tab, and on how many pages: ``12 slips for Round 1 on 3 pages``."""
        return f"{self.told} on {_count(self.pages, 'page')}"

    @property
    def how_to_cut(self) -> str:
        """How its pages become slips or cards in order; nothing where that needs no telling."""
        return HOW_TO_CUT if self.is_cut and self.pages > 1 else ""


Drawn = tuple[Drawing, str, tuple[str, ...]]
"""A tab, what is on it, and warnings."""


@verb
def print_slips(host: Noticing, *, when: datetime | None = None) -> Printed:
    """A slip for every match of the newest round, in the order in which a cut stack has them.

    Raises:
        WorkbookProblems: something must be mended first.
        TournamentError: there is no round, or nobody plays in it.
    """
    return _written(host, SLIPS, _slips, when)


@verb
def print_names(host: Noticing, *, when: datetime | None = None) -> Printed:
    """Where everybody plays in the newest round, by name.

    Raises:
        WorkbookProblems: something must be mended first.
        TournamentError: there is no round.
    """
    return _written(host, NAMES, _names, when)


@verb
def print_seats(host: Noticing, *, when: datetime | None = None) -> Printed:
    """A seat for every active player, by name, for the players' meeting.

    Where check-in counts, it is for those who have checked in; as long as nobody has, for everybody.

    Raises:
        WorkbookProblems: something must be mended first.
    """
    return _written(host, SEATS, _seats, when)


@verb
def print_cards(host: Noticing, *, when: datetime | None = None) -> Printed:
    """A card for every active player, with a line for every Swiss round.

    Where check-in counts, it is for those who have checked in; as long as nobody has, for everybody.

    Raises:
        WorkbookProblems: something must be mended first.
    """
    return _written(host, CARDS, _cards, when)


PRINTS: Mapping[str, Callable[..., Printed]] = {
    "slips": print_slips,
    "names": print_names,
    "seats": print_seats,
    "cards": print_cards,
}
"""What there is to print."""


def _written(
    host: Noticing, name: str, draw: Callable[[EventBook], Drawn], when: datetime | None
) -> Printed:
    """Draw a tab, or draw it anew where it stands."""
    read = host.event()
    own = in_the_way(read, name, print_sheets.is_printed, "print")
    problems = [*read.problems, *own, *_no_players(read)]
    if problems:
        raise WorkbookProblems(problems)
    drawing, told, warnings = draw(read)
    pages = print_sheets.pages_of(drawing)
    changes, before = in_place_of(read, name)
    details = f"{name}: {told}, {_count(pages, 'page')}"
    host.write(
        [
            *changes,
            AddDrawing(drawing, before),
            *writer.add_log(read, when, "Print", details),
            ShowSheet(name),
        ]
    )
    is_cut = drawing.paper is CUT
    return Printed(name, told, pages, is_cut, (*read.warnings, *warnings))


def in_place_of(read: EventBook, name: str) -> tuple[list[Change], str | None]:
    """The tab that goes for one of the same name, if it is there, and where the new one stands."""
    there = find_sheet(read.book, name)
    if there is None:
        return [], writer.tab_before_notes(read.book)
    names = [*read.book.sheets, None]
    return [RemoveSheet(there.name)], names[names.index(there.name) + 1]


def in_the_way(
    read: EventBook, name: str, is_ours: Callable[[SheetData], bool], command: str
) -> list[Problem]:
    """A tab of the organizer's own that has the name."""
    own = find_sheet(read.book, name)
    if own is None or is_ours(own):
        return []
    what = f"there is a tab of this name already that {command} has not made"
    return [Problem(own.name, "", what, "rename your tab, or delete it")]


def _no_players(read: EventBook) -> list[Problem]:
    if _active(read) or read.problems or read.rounds:
        return []
    table = read.players
    cell = table.address(table.header_row + 1, table.places["Name"])
    what = "there are no active players"
    return [Problem(table.sheet.name, cell, what, "type their names below Name")]


def _active(read: EventBook) -> list[Player]:
    return [player for player in read.roster if player.status is Status.ACTIVE]


def _present(read: EventBook) -> tuple[list[Player], tuple[str, ...]]:
    """The active players who are paired, by name, and who is left out.

    Before anybody has checked in that is everybody: seats and cards are often printed before.
    """
    active = _active(read)
    entered = {player.no for player in read.players_with(read.rounds)}
    here = [player for player in active if player.no in entered]
    left_out = len(active) - len(here)
    header, setting = sheets.CHECKED_IN.header, sheets.CHECK_IN.name
    if not here:
        told = f"Nobody has checked in yet ({setting} on Event is Yes), so everybody is on it."
    elif left_out == 1:
        told = f"1 player has not checked in, and is left out ({header} on Players)."
    else:
        told = f"{left_out} players have not checked in, and are left out ({header} on Players)."
    return print_sheets.alphabetical(here or active), (told,) if left_out else ()


def _newest(read: EventBook) -> RoundTab:
    tab = next_step.newest_tab(read)
    if tab is None:
        raise TournamentError(NO_ROUND)
    return tab


def _slips(read: EventBook) -> Drawn:
    tab = _newest(read)
    count = sum(match.player2 is not None for match in tab.matches)
    if not count:
        raise TournamentError(NO_MATCH.format(tab.name))
    drawing = draw_slips(read, tab, read.format_of(tab))
    return drawing, f"{_count(count, 'slip')} for {tab.name}", _held(read, tab)


def _names(read: EventBook) -> Drawn:
    tab = _newest(read)
    sides = getattr(read.format_of(tab), "sides", None)
    drawing = print_sheets.draw_names(read, tab, sides)
    told = f"{_count(len(list(tab.round().players())), 'player')} in {tab.name}"
    return drawing, told, _held(read, tab)


def _held(read: EventBook, tab: RoundTab) -> tuple[str, ...]:
    """What to say of a round that nobody else is to see yet."""
    return () if read.is_published(tab) else (f"{tab.name} is not published yet.",)


def _seats(read: EventBook) -> Drawn:
    players, left_out = _present(read)
    seats, elsewhere = print_sheets.seat_all(players, rooms.tables_of(read))
    moved = tuple(
        f"{player.name.strip()} sits at table {seats[player.no][0]}: at the fixed table "
        f"{player.fixed_table} there is no seat left."
        for player in elsewhere
    )
    drawing = print_sheets.draw_seats(read, players, seats)
    return drawing, _count(len(players), "player"), (*left_out, *moved)


def _cards(read: EventBook) -> Drawn:
    players, left_out = _present(read)
    return draw_cards(read, players), _count(len(players), "card"), left_out


def _count(number: int, noun: str) -> str:
    return f"{number} {noun}{'' if number == 1 else 's'}"
