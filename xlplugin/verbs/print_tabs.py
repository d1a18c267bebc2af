"""Make tabs to be printed: match slips, pairings by name, seats, player cards."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from datetime import datetime
from functools import partial
from typing import NamedTuple

from engine import Player, Status
from xlplugin.ground import qr
from xlplugin.ground.names import named
from xlplugin.ground.problems import Problem, stop
from xlplugin.ground.texts import msg, msgn, t, tn
from xlplugin.hosts import Host
from xlplugin.reports import codes, state
from xlplugin.verbs.frame import (
    Done,
    Result,
    WrongUse,
    newest_round,
    refuse,
    verb_despite_problems,
    without_players,
)
from xlplugin.workbook.book import AddDrawing, Change, with_changes
from xlplugin.workbook.drawings import print_lists
from xlplugin.workbook.drawings.shared import CARDS, NAMES, SEATS, SLIPS, page_count
from xlplugin.workbook.drawings.slips_and_cards import draw_cards, draw_slips
from xlplugin.workbook.layout import Drawing
from xlplugin.workbook.layouts import event_tab, players_tab, tab_names
from xlplugin.workbook.layouts.tab_names import leads_back
from xlplugin.workbook.reading import match_tables
from xlplugin.workbook.reading.event_book import EventBook, RoundTab
from xlplugin.workbook.reading.reader import read_event
from xlplugin.workbook.reading.records import LogLine
from xlplugin.workbook.table import find_sheet, own_tab

LONGEST = 100
ADDRESS = re.compile(rf"https?://[^\s#]{{1,{LONGEST}}}", re.IGNORECASE)
NO_ADDRESS = msg(
    "{address} is no address of a page: it begins with http://, and has neither # nor blanks."
)
HOW_TO_CUT = msg(
    "Cut all pages as one stack along the dashed lines, and lay each pile below the one before."
)


class Drawn(NamedTuple):
    """A tab, what is on it, warnings, and what else is to be changed."""

    drawing: Drawing
    what: str
    warnings: tuple[str, ...]
    changes: Sequence[Change] = ()


def _print(
    event: EventBook, _when: datetime, *, name: str, draw: Callable[..., Drawn], **how: str
) -> Done[Result]:
    """Make the tab of a name, or make it anew; ``how`` is for what draws it."""
    nobody = [] if event.rounds else without_players(event, active=True)
    refuse([*event.problems, *in_the_way(event, name), *nobody])
    drawing, what, warnings, others = draw(event, **how)
    warnings = (*event.warnings, *warnings)
    pages, is_cut = page_count(drawing), name in (SLIPS, CARDS)
    places = t("the tab {tab}", tab=name), t("{file}, tab {tab}", file=event.book.name, tab=name)
    one, many = msgn(
        "Written to {place}: {what} on {n} page.", "Written to {place}: {what} on {n} pages."
    )
    clicked, typed = (tn(one, many, pages, place=place, what=what) for place in places)
    how_to_cut = [t(HOW_TO_CUT)] if is_cut and pages > 1 else []
    result = Result(
        message="\n\n".join([clicked, *how_to_cut]),
        lines=[typed, *how_to_cut],
        data={"tab": name, "told": what, "pages": pages, "is_cut": is_cut, "warnings": warnings},
        tab=name,
        warnings=warnings,
    )
    details = f"{named('tab', name)}: {what}, {tn('{n} page', '{n} pages', pages)}"
    changes = [*others, *tab_names.anew(event.book, name, AddDrawing(drawing))]
    return Done(result, changes, [LogLine("Print", details)], name)


def in_the_way(event: EventBook, name: str) -> list[Problem]:
    """A tab of the organizer's own that has the name."""
    return own_tab(find_sheet(event.book, name), is_ours=leads_back)


def _present(event: EventBook) -> tuple[list[Player], tuple[str, ...]]:
    """The active players who are paired, by name, and who is left out.

    Before anybody has checked in that is everybody: seats and cards are often printed before.
    """
    active = [player for player in event.roster if player.status is Status.ACTIVE]
    entered = {player.no for player in event.players_with(event.rounds)}
    here = [player for player in active if player.no in entered]
    left_out = len(active) - len(here)
    warning = tn(
        "{n} player has not checked in, and is left out ({header} on Players).",
        "{n} players have not checked in, and are left out ({header} on Players).",
        left_out,
        header=players_tab.CHECKED_IN.header,
    )
    if not here:
        text = msg("Nobody has checked in yet ({setting} on Event is Yes), so everybody is on it.")
        warning = t(text, setting=event_tab.CHECK_IN.name)
    return print_lists.alphabetical(here or active), (warning,) if left_out else ()


def _slips(event: EventBook) -> Drawn:
    """A slip for every match of the newest round, in the order in which a cut stack has them."""
    tab = newest_round(event)
    count = sum(match.player2 is not None for match in tab.matches)
    if not count:
        stop("{tab} has only byes: there is nothing to play, and no slip to print.", tab=tab.name)
    what = tn("{n} slip for {tab}", "{n} slips for {tab}", count, tab=tab.name)
    return Drawn(draw_slips(event, tab), what, (*_held(event, tab), *_without_pictures()))


def _names(event: EventBook) -> Drawn:
    """The seats of everybody in the newest round, by name."""
    tab = newest_round(event)
    players = len(list(tab.round().players()))
    what = tn("{n} player in {tab}", "{n} players in {tab}", players, tab=tab.name)
    return Drawn(print_lists.draw_names(event, tab), what, _held(event, tab))


def _held(event: EventBook, tab: RoundTab) -> tuple[str, ...]:
    """The warning of a round that nobody else is to see yet."""
    return () if event.is_published(tab) else (t("{tab} is not published yet.", tab=tab.name),)


def _seats(event: EventBook) -> Drawn:
    """A seat for everybody who is paired, by name, for the players' meeting."""
    players, left_out = _present(event)
    seats, elsewhere = print_lists.seat_all(players, match_tables.tables_of(event))
    text = msg("{player} sits at table {table}: there is no free seat at the fixed table {fixed}.")
    moved = (
        t(text, player=player.name.strip(), table=seats[player.no][0], fixed=player.fixed_table)
        for player in elsewhere
    )
    drawing = print_lists.draw_seats(event, players, seats)
    return Drawn(drawing, tn("{n} player", "{n} players", len(players)), (*left_out, *moved))


def _cards(event: EventBook, *, address: str = "") -> Drawn:
    """A card for everybody who is paired, with a line for every Swiss round, and the player's code."""
    if address and not ADDRESS.fullmatch(address):
        raise WrongUse(t(NO_ADDRESS, address=address[:LONGEST]))
    players, left_out = _present(event)
    cards = tn("{n} card", "{n} cards", len(players))
    if not state.is_on(event):
        return Drawn(draw_cards(event, players), cards, left_out)
    changes = codes.begun(event)
    known = read_event(with_changes(event.book, changes)) if changes else event
    by_no = {player.no: codes.code_of(known, player.no) for player in players}
    return Drawn(
        draw_cards(event, players, by_no, address),
        cards,
        (*left_out, *_without_pictures()),
        changes,
    )


def _without_pictures() -> tuple[str, ...]:
    """The warning that codes can only be read by people."""
    text = msg(
        "There are no QR codes: {library} is not installed here. The codes are there as text."
    )
    return () if qr.is_there() else (t(text, library=qr.LIBRARY),)


DRAWN = {SLIPS: _slips, NAMES: _names, SEATS: _seats, CARDS: _cards}
print_slips, print_names, print_seats, print_cards = (
    verb_despite_problems(partial(_print, name=name, draw=draw)) for name, draw in DRAWN.items()
)
PRINTS = {"slips": print_slips, "names": print_names, "seats": print_seats, "cards": print_cards}
"""The verbs that print, by their names on the command line."""


def print_tab(host: Host, what: str, address: str = "", *, when: datetime | None = None) -> Result:
    """Make one of the tabs to be printed, or make it anew.

    Raises:
        WrongUse: an address is given for other tabs than cards, or is none.
    """
    if address and what != "cards":
        raise WrongUse(t("--address goes with cards."))
    how = {"address": address} if address else {}
    return PRINTS[what](host, when=when, **how)
