"""The cells of rosters as people have them, in CSV of any kind, pasted text, Excel, and their headers."""

from __future__ import annotations

import csv
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from datetime import datetime
from io import BytesIO, StringIO
from pathlib import Path
from typing import NamedTuple, TypeAlias

from engine.roster import DECKLIST
from xlplugin.ground.limits import MOST_LISTED, MOST_PLACES
from xlplugin.ground.problems import ERRORS, HostError, OrganizerError, Step
from xlplugin.ground.texts import msg, t
from xlplugin.hosts.closed_file.kinds import (
    TEXT,
    UNKNOWN,
    WORKBOOK,
    content_of,
    kind_of,
    refuse_kind,
    refuse_large,
)
from xlplugin.workbook.layouts import players_tab
from xlplugin.workbook.namesakes import key

Rows: TypeAlias = list[list[str]]
"""Cells as text; blank rows are there, too, so that rows can be counted."""

SEPARATORS = "\t;|,"
NO_SEPARATOR = "\x1f"
SAMPLE = 50
"""The rows that are looked at to find what separates the columns."""
SPACES = str.maketrans(dict.fromkeys("\u00a0\u2007\u202f", " "))
INVISIBLE = str.maketrans(dict.fromkeys("\ufeff\u200b\u2060", ""))


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
    """The header row of a table: its place from 0 (-1 for none), and how many headers are known."""

    row: int
    known: int


FindHeaders: TypeAlias = Callable[[Sequence[Sequence[str]]], Headers]


def tables_in(path: Path, find: FindHeaders | None = None) -> dict[str, Rows]:
    """The tables of a file: those of each sheet by its name, or a single one, named ``""``.

    ``find`` finds their headers; by default those of a roster.

    Raises:
        OrganizerError: the file cannot be read as a table.
    """
    data = content_of(path)
    kind = kind_of(path.name, data)
    is_damaged = kind is None and path.suffix.lower() in (".xlsx", ".xlsm")
    try:
        if kind is WORKBOOK or is_damaged:
            return dict(_sheets(path, data))
        return {"": rows_of(text_in(data, path.name), find)}
    except ERRORS:
        raise
    except Exception as error:  # noqa: BLE001  whatever pandas, csv and the file system stumble over
        text = msg(
            "{file} cannot be read as a table ({reason}). Save it in Excel as CSV UTF-8, with quotes "
            "around a name that has a comma in it, and try again."
        )
        raise OrganizerError(t(text, file=path.name, reason=error)) from None


def text_in(data: bytes, name: str, instead: str = "") -> str:
    """The text that a roster's content is.

    ``name`` is the file's, or says what it is; ``instead`` is the remedy for another kind of file, where
    that is not what its kind says.

    Raises:
        HostError: it is another kind of file, or far too large.
    """
    refuse_large(name, data, MOST_LISTED)
    kind = kind_of(name, data)
    if kind is not TEXT and data:
        refuse_kind(name, kind or UNKNOWN, instead)
    return decoded(data)


def _sheets(path: Path, data: bytes) -> Iterator[tuple[str, Rows]]:
    import pandas as pd  # noqa: PLC0415  (slow to import; pairing and standings do without)

    from xlplugin.hosts.closed_file.opening import require_whole  # noqa: PLC0415  (as well)

    require_whole(path, data)
    _require_room(path, data)
    frames = pd.read_excel(
        BytesIO(data),
        sheet_name=None,
        header=None,
        dtype=object,
        na_filter=False,
        engine="calamine",
    )
    for name, frame in frames.items():
        yield str(name), [[cell_text(v) for v in row] for row in frame.itertuples(index=False)]


def _require_room(path: Path, data: bytes) -> None:
    """Refuse a workbook with cells so far from others that the fast reader takes too long, or ends the program."""
    from xlplugin.hosts.closed_file.opening import naming_the_part  # noqa: PLC0415  (as above)
    from xlplugin.parts.package import Package  # noqa: PLC0415
    from xlplugin.parts.verifying import places_of  # noqa: PLC0415
    from xlplugin.parts.workbook import Workbook  # noqa: PLC0415
    from xlplugin.parts.xml import parsed  # noqa: PLC0415

    with naming_the_part(Step.READING, path, data) as parts:
        package, places = Package(parts), 0
        for tab, part in Workbook(package).tabs().items():
            places += places_of(parsed(package.read(part)))
            if places > MOST_PLACES:
                text = msg(
                    "{file}: cells of the tab {tab} are too far from one another to be read."
                )
                remedy = t("Copy the list to a workbook of its own, and give that.")
                raise HostError(t(text, file=path.name, tab=tab), remedy)


def cell_text(value: object) -> str:
    """A cell of a spreadsheet as people read it."""
    if value is None or value != value:  # noqa: PLR0124  (pandas has NaN for an empty cell)
        return ""
    if isinstance(value, float) and value.is_integer():
        value = int(value)
    if isinstance(value, bool):
        return "Yes" if value else "No"
    if isinstance(value, datetime):
        return str(value.date())
    return clean(str(value))


def decoded(data: bytes) -> str:
    """A text file's content: UTF-8 or UTF-16, else what Windows has in the west or in Poland."""
    if data[:2] in (b"\xff\xfe", b"\xfe\xff"):
        return data.decode("utf-16")
    if data[1:2] == b"\0" or data[:1] == b"\0":
        return data.decode("utf-16-le" if data[1:2] == b"\0" else "utf-16-be")
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        western = data.decode("cp1252", errors="replace")
        is_polish = re.search(r"[^\W\d_][¹³¿]|[¹³][^\W\d_]", western)
        return data.decode("cp1250", errors="replace") if is_polish else western


def clean(text: str) -> str:
    """A cell's text with plain spaces and line ends, and without marks that nobody sees."""
    return text.translate(INVISIBLE).translate(SPACES).replace("\r\n", "\n").strip()


def rows_of(text: str, find: FindHeaders | None = None) -> Rows:
    """The rows of a text, whatever separates its columns; see :func:`tables_in`.

    Raises:
        ValueError: there is nothing in it.
        csv.Error: quotes that do not end.
    """
    if not text.translate(INVISIBLE).strip():
        message = t("it is empty")
        raise ValueError(message)
    lines = re.split(r"\r\n|\r|\n", text)
    tried = {s: list(_parsed(lines[:SAMPLE], s)) for s in SEPARATORS}
    known = {s: (find or find_headers)(rows) for s, rows in tried.items()}
    most = max(found.known for found in known.values())
    best = [s for s in SEPARATORS if known[s].known == most]
    separator = max(best, key="\n".join(lines[:SAMPLE]).count)
    if most and separator == "," and "," not in lines[known[","].row]:
        separator = NO_SEPARATOR  # one column of names like "Doe, Jane"
    try:
        return _cells(csv.reader(StringIO(text, newline=""), delimiter=separator, strict=True))
    except csv.Error:
        if separator != "\t":
            raise
        return _cells(_parsed(lines, separator))  # pasted cells with quotes of their own


def _parsed(lines: Sequence[str], separator: str) -> Iterator[list[str]]:
    return csv.reader(lines, delimiter=separator, quoting=csv.QUOTE_NONE)


def _cells(rows: Iterator[list[str]]) -> Rows:
    return [[clean(cell) for cell in row] for row in rows]


def plain(header: str) -> str:
    """A header as it is compared: ``Player_Name (required)*`` is ``player name``."""
    bare = re.sub(r"\(.*?\)|\[.*?\]", " ", key(header))
    return " ".join(re.sub(r"[_\-/]", " ", re.sub(r"[^\w\s#°/_-]", "", bare)).split())


def find_headers(rows: Sequence[Sequence[str]]) -> Headers:
    """The headers: the row with the most known ones, of which one is about names.

    A single ``Player`` or ``Nick`` below other rows may as well be somebody's name.
    """
    best, is_first = Headers(-1, 0), True
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
