"""The verbs that make tabs to be printed: match slips, pairings by name, seats, player cards."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime

from engine import Player, Status, TournamentError
from xlplugin.problems import Problem, WorkbookProblems
from xlplugin.verbs.frame import Noticing, verb
from xlplugin.workbook.book import AddDrawing, Change, RemoveSheet, SheetData, ShowSheet
from xlplugin.workbook.drawings import print_lists
from xlplugin.workbook.drawings.cards import draw_cards
from xlplugin.workbook.drawings.print_lists import CARDS, NAMES, SEATS, SLIPS
from xlplugin.workbook.drawings.slips import draw_slips
from xlplugin.workbook.layout import CUT, Drawing
from xlplugin.workbook.layouts import event_tab, players_tab, tab_names
from xlplugin.workbook.reading import match_tables, next_step
from xlplugin.workbook.reading.event_book import EventBook, RoundTab
from xlplugin.workbook.table import find_sheet
from xlplugin.workbook.writing import notes_writer

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
    event = host.event()
    own = in_the_way(event, name, print_lists.is_printed, "print")
    problems = [*event.problems, *own, *_no_players(event)]
    if problems:
        raise WorkbookProblems(problems)
    drawing, told, warnings = draw(event)
    pages = print_lists.pages_of(drawing)
    changes, before = in_place_of(event, name)
    details = f"{name}: {told}, {_count(pages, 'page')}"
    host.write(
        [
            *changes,
            AddDrawing(drawing, before),
            *notes_writer.add_log(event, when, "Print", details),
            ShowSheet(name),
        ]
    )
    is_cut = drawing.paper is CUT
    return Printed(name, told, pages, is_cut, (*event.warnings, *warnings))


def in_place_of(event: EventBook, name: str) -> tuple[list[Change], str | None]:
    """The tab that goes for one of the same name, if it is there, and where the new one stands."""
    there = find_sheet(event.book, name)
    if there is None:
        return [], tab_names.tab_before_notes(event.book)
    names = [*event.book.sheets, None]
    return [RemoveSheet(there.name)], names[names.index(there.name) + 1]


def in_the_way(
    event: EventBook, name: str, is_ours: Callable[[SheetData], bool], command: str
) -> list[Problem]:
    """A tab of the organizer's own that has the name."""
    own = find_sheet(event.book, name)
    if own is None or is_ours(own):
        return []
    what = f"there is a tab of this name already that {command} has not made"
    return [Problem(own.name, "", what, "rename your tab, or delete it")]


def _no_players(event: EventBook) -> list[Problem]:
    if _active(event) or event.problems or event.rounds:
        return []
    table = event.players
    cell = table.address(table.header_row + 1, table.places["Name"])
    what = "there are no active players"
    return [Problem(table.sheet.name, cell, what, "type their names below Name")]


def _active(event: EventBook) -> list[Player]:
    return [player for player in event.roster if player.status is Status.ACTIVE]


def _present(event: EventBook) -> tuple[list[Player], tuple[str, ...]]:
    """The active players who are paired, by name, and who is left out.

    Before anybody has checked in that is everybody: seats and cards are often printed before.
    """
    active = _active(event)
    entered = {player.no for player in event.players_with(event.rounds)}
    here = [player for player in active if player.no in entered]
    left_out = len(active) - len(here)
    header, setting = players_tab.CHECKED_IN.header, event_tab.CHECK_IN.name
    if not here:
        told = f"Nobody has checked in yet ({setting} on Event is Yes), so everybody is on it."
    elif left_out == 1:
        told = f"1 player has not checked in, and is left out ({header} on Players)."
    else:
        told = f"{left_out} players have not checked in, and are left out ({header} on Players)."
    return print_lists.alphabetical(here or active), (told,) if left_out else ()


def _newest(event: EventBook) -> RoundTab:
    tab = next_step.newest_tab(event)
    if tab is None:
        raise TournamentError(NO_ROUND)
    return tab


def _slips(event: EventBook) -> Drawn:
    tab = _newest(event)
    count = sum(match.player2 is not None for match in tab.matches)
    if not count:
        raise TournamentError(NO_MATCH.format(tab.name))
    drawing = draw_slips(event, tab, event.format_of(tab))
    return drawing, f"{_count(count, 'slip')} for {tab.name}", _held(event, tab)


def _names(event: EventBook) -> Drawn:
    tab = _newest(event)
    sides = getattr(event.format_of(tab), "sides", None)
    drawing = print_lists.draw_names(event, tab, sides)
    told = f"{_count(len(list(tab.round().players())), 'player')} in {tab.name}"
    return drawing, told, _held(event, tab)


def _held(event: EventBook, tab: RoundTab) -> tuple[str, ...]:
    """What to say of a round that nobody else is to see yet."""
    return () if event.is_published(tab) else (f"{tab.name} is not published yet.",)


def _seats(event: EventBook) -> Drawn:
    players, left_out = _present(event)
    seats, elsewhere = print_lists.seat_all(players, match_tables.tables_of(event))
    moved = tuple(
        f"{player.name.strip()} sits at table {seats[player.no][0]}: at the fixed table "
        f"{player.fixed_table} there is no seat left."
        for player in elsewhere
    )
    drawing = print_lists.draw_seats(event, players, seats)
    return drawing, _count(len(players), "player"), (*left_out, *moved)


def _cards(event: EventBook) -> Drawn:
    players, left_out = _present(event)
    return draw_cards(event, players), _count(len(players), "card"), left_out


def _count(number: int, noun: str) -> str:
    return f"{number} {noun}{'' if number == 1 else 's'}"
