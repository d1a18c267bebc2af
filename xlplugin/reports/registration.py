"""Who registers on a phone before round 1: what is asked, and what the answers may be."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple
from unicodedata import category

from engine import Status
from engine.roster import DECKLIST
from xlplugin.ground.limits import MOST_NAME
from xlplugin.ground.texts import t
from xlplugin.reports.forms import Wrong
from xlplugin.workbook.formats.asked import Field
from xlplugin.workbook.layouts import event_tab, players_tab
from xlplugin.workbook.namesakes import key
from xlplugin.workbook.reading.event_book import EventBook

NAME, CLUB = players_tab.NAME.header, players_tab.CLUB.header
MOST_OF_A_DETAIL = 200
"""Characters of a club or a deck."""
MOST_WAITING = 500
"""Registrations that wait for the desk, where the organizer says no number."""
JOINERS = "\u200c\u200d"
"""What some scripts need between letters; other invisible marks hide who somebody is, or turn a line around."""
LATER = "Final army"
"""The beginning of fields that are filled in once the Swiss rounds are over."""


class Registration(NamedTuple):
    """Somebody who registers, as it goes onto ``Players``."""

    name: str
    club: str
    details: Mapping[str, str]


def fields_of(event: EventBook) -> tuple[Field, ...]:
    """What somebody is asked who registers: name, club, and what the ruleset has of every player.

    What decides pairings, and whether a decklist is in, is for the organizer. A field without choices is text
    of at most ``most`` characters.
    """
    places = event.players_tab.places
    fields = [Field(NAME, t("Name"), most=MOST_NAME)]
    if CLUB in places:
        fields.append(Field(CLUB, t("Club"), most=MOST_OF_A_DETAIL, optional=True))
    for field in event.ruleset.roster_fields:
        is_for_desk = field.counts or field.name == DECKLIST or field.name.startswith(LATER)
        if field.name in places and not is_for_desk:
            choices = tuple((choice, choice) for choice in field.choices)
            most = MOST_OF_A_DETAIL
            fields.append(Field(field.name, field.name, choices, most=most, optional=True))
    return tuple(fields)


def read_registration(
    event: EventBook, name: str, club: str = "", details: Mapping[str, object] | None = None
) -> Registration | Wrong:
    """What somebody has typed, or what is wrong with it."""
    fields = {field.header: field for field in fields_of(event)}
    typed: dict[str, object] = {**(details or {}), NAME: name, CLUB: club}
    cells: dict[str, str] = {}
    for header, value in typed.items():
        field = fields.get(header)
        if value in ("", None):
            continue
        if field is None or not isinstance(value, str):
            return Wrong(header, t("This is not asked here."))
        text = " ".join(value.split())
        if any(category(letter).startswith("C") and letter not in JOINERS for letter in text):
            return Wrong(header, t("{label}: only letters and digits, please.", label=field.label))
        if len(text) > field.most:
            told = t("{label}: {most} characters at most.", label=field.label, most=field.most)
            return Wrong(header, told)
        if field.choices and text and text not in {value for _, value in field.choices}:
            return Wrong(header, t("{label}: choose one of the answers.", label=field.label))
        cells[header] = text
    if not any(map(str.isalnum, cells.get(NAME, ""))):
        return Wrong(NAME, t("Type your name."))
    own = cells.pop(NAME)
    return Registration(own, cells.pop(CLUB, ""), {h: v for h, v in cells.items() if v})


def is_open(event: EventBook) -> bool:
    """True if new players may register: before round 1, where the organizer has said so."""
    return event.value_of(event_tab.REGISTRATION) not in ("", "No") and not event.tabs


def places_left(event: EventBook, registered: int) -> int | None:
    """How many more may register, besides those ``registered`` who wait for the desk.

    ``None`` where the organizer says no number, until more wait than any event has.
    """
    typed = event.value_of(event_tab.REGISTRATION)
    if not typed.isdecimal():
        return None if registered < MOST_WAITING else 0
    active = sum(player.status is Status.ACTIVE for player in event.roster)
    return max(0, int(typed) - active - registered)


def is_listed(event: EventBook, name: str) -> bool:
    """True if somebody of that name is on ``Players``, whatever case, spaces or accents."""
    return key(name) in {key(player.name) for player in event.roster}
