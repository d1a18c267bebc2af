"""Headers that people give the columns of a roster, in the languages of the hobby."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from engine.roster import DECKLIST
from xlplugin.roster.namesakes import key
from xlplugin.workbook.layouts import players_tab

FULL, PLAIN, PLAYER, GIVEN, FAMILY, NICK = "full", "plain", "player", "given", "family", "nick"
"""Kinds of columns with names: the whole name, or a part of it."""
NUMBERING = "numbering"

HEADERS: dict[str, tuple[str, ...]] = {
    FULL: (
        "full name", "fullname", "player name", "playername", "name and surname", "name surname",
        "imie i nazwisko", "imie nazwisko", "nazwisko i imie", "nom complet", "nom et prenom",
        "prenom et nom", "nom prenom", "prenom nom", "vor und nachname", "vollstandiger name",
        "spielername", "nombre completo", "nombre y apellidos", "nombre y apellido",
        "nome completo", "nome e cognome",
    ),
    PLAIN: ("name", "names", "nom", "noms", "nombre", "nome", "naam", "jmeno", "namn", "navn", "nev"),
    PLAYER: (
        "player", "players", "gracz", "gracze", "zawodnik", "uczestnik", "uczestnicy", "spieler",
        "teilnehmer", "joueur", "joueurs", "jugador", "jugadores", "giocatore", "giocatori",
        "speler", "hrac", "participant", "participants", "attendee", "attendees", "competitor",
    ),
    GIVEN: ("first name", "firstname", "given name", "forename", "imie", "vorname", "prenom"),
    FAMILY: (
        "last name", "lastname", "surname", "family name", "nazwisko", "nachname", "familienname",
        "nom de famille", "apellido", "apellidos", "cognome", "prijmeni",
    ),
    NICK: (
        "nick", "nickname", "nicknames", "handle", "alias", "username", "user name", "user",
        "pseudo", "pseudonym", "ksywa", "ksywka", "spitzname", "apodo", "gamertag",
    ),
    NUMBERING: ("no", "nr", "num", "number", "lp", "#", "n°", "numer", "nummer", "numero", "pos"),
    players_tab.SEED_COLUMN.header: (
        "seed", "seeding", "seed no", "rank", "ranking", "rozstawienie", "setzplatz",
        "tete de serie",
    ),
    players_tab.STATUS.header: ("status",),
    players_tab.FIRST_ROUND_BYE.header: (
        "first round bye", "1st round bye", "round 1 bye", "r1 bye", "awarded bye", "bye", "byes",
        "wolny los", "freilos",
    ),
    players_tab.FIXED_TABLE.header: ("fixed table", "fixed seat", "staly stol", "staly stolik"),
    players_tab.DECLINES_CUT.header: ("declines cut", "no cut"),
    players_tab.CHECKED_IN.header: (
        "checked in", "check in", "checkin", "checkedin", "present", "attendance", "attended",
        "here", "arrived", "obecny", "obecna", "obecnosc", "anwesend", "eingecheckt", "presente",
        "paid", "oplacone", "bezahlt", "paye",
    ),
    players_tab.CLUB.header: (
        "club", "klub", "verein", "team", "druzyna", "equipe", "equipo", "squadra", "city",
        "miasto", "stadt", "ville", "ciudad", "citta",
    ),
    players_tab.DO_NOT_PAIR.header: (
        "do not pair", "dont pair", "do not pair with", "keep apart", "not with", "nie parowac",
    ),
    "Corp": ("corp", "corp id", "corp identity", "corporation", "corp deck"),
    "Runner": ("runner", "runner id", "runner identity", "runner deck"),
    DECKLIST: (
        "decklist", "decklists", "deck list", "deck lists", "decklist link", "decklist url",
        "deck link", "decklist submitted", "deckliste",
    ),
    **{
        f"Army {n}": (f"army {n}", f"army{n}", f"armia {n}", f"armee {n}") for n in range(1, 6)
    },
}  # fmt: skip
"""The kinds of columns, and the columns of ``Players``, by the headers that people give them."""
KINDS = {text: kind for kind, texts in HEADERS.items() for text in texts}
NAMES = (FULL, PLAIN, PLAYER, GIVEN, FAMILY, NICK)
SEARCHED = 25
"""The rows that are searched for the headers."""


class Headers(NamedTuple):
    """The header row of a roster: its place from 0 (-1 for none), and how many headers are known."""

    row: int
    known: int


def plain(header: str) -> str:
    """A header as it is compared: ``Player_Name (required)*`` is ``player name``."""
    bare = re.sub(r"\(.*?\)|\[.*?\]", " ", key(header))
    return " ".join(re.sub(r"[_\-/]", " ", re.sub(r"[^\w\s#°/_-]", "", bare)).split())


def find_headers(rows: Sequence[Sequence[str]]) -> Headers:
    """The headers: the row with the most known ones, of which one is about names.

    A single ``Player`` or ``Nick`` below other rows may as well be somebody's name.
    """
    best = Headers(-1, 0)
    is_first = True
    for place, row in enumerate(rows[:SEARCHED]):
        kinds = [KINDS[plain(header)] for header in row if plain(header) in KINDS]
        has_name = any(kind in NAMES for kind in kinds)
        is_clear = is_first or len(kinds) > 1 or kinds[:1] in ([FULL], [PLAIN])
        if has_name and is_clear and len(kinds) > best.known:
            best = Headers(place, len(kinds))
        is_first = is_first and not any(row)
    return best


def columns_of(headers: Sequence[str], wanted: Iterable[str]) -> list[str]:
    """The content of every column: a kind of name, a ``wanted`` header of ``Players``, or its own header.

    Of two columns that hold the same, the one whose header is listed first counts, and the other one
    stays as it is headed.
    """
    kinds = {*wanted, *NAMES, NUMBERING}
    by_name = {plain(header): header for header in wanted}
    columns = [""] * len(headers)
    for kind, texts in HEADERS.items():
        places = [i for text in texts for i, h in enumerate(headers) if plain(h) == text]
        for i in places[: len(places) if kind == NUMBERING else 1] if kind in kinds else ():
            columns[i] = kind
    for i, header in enumerate(headers):
        if not columns[i]:
            same = by_name.get(plain(header), header.strip())
            columns[i] = header.strip() if same in columns else same
    return columns
