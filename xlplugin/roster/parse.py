"""Rosters that organizers have already: files or pasted text, columns in any order."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import chain
from pathlib import Path

from engine import Player, Ruleset, Status
from engine.roster import DECKLIST, RECEIVED, STATES
from xlplugin.ground.limits import MOST_CELLS, MOST_COLUMNS, MOST_ENTRANTS, MOST_NAME
from xlplugin.ground.problems import OrganizerError
from xlplugin.ground.texts import msg, t
from xlplugin.roster import files
from xlplugin.roster.files import Rows, rows_of, tables_in, text_in
from xlplugin.workbook.layouts import players_tab, tab_names
from xlplugin.workbook.namesakes import key
from xlplugin.workbook.table import folded

BYE_WORDS = ("yes", "no", "y", "n", "x", "1", "0", "true", "false")
NO_WORDS = ("no", "n", "0", "false", "nie", "nein", "non", "-", "✗", "✘", "☐")
YES_WORDS = (
    "yes", "y", "x", "true", "ok", "tak", "t", "ja", "j", "oui", "si", "✓", "✔", "☑", "✅",
    "present", "here", "paid", "checked in", "checked-in", "arrived", "obecny", "obecna",
)  # fmt: skip
DECKLIST_LINK = "Decklist link"
"""The column for the address of a decklist."""
PEOPLE = "players|graczy|spieler|joueurs|participants|uczestnikow|teilnehmer"
TOTAL = re.compile(
    r"(?P<word>total|totals|suma|razem|lacznie|summe|gesamt)\W*"
    rf"|(total|sum|suma|razem|lacznie|summe|gesamt|anzahl|count|ilosc|liczba)( ({PEOPLE}))?\W*\d+"
    rf"|((total|razem|gesamt)\W*)?\d+ ({PEOPLE})"
)
"""A row that counts the players: a word for it with a number, or beside one."""
NUMBERED = re.compile(r"\d+\s*[.)]\s+(?=\S)")
"""A number before every name: ``12. Ann``."""


@dataclass(frozen=True, slots=True)
class Roster:
    """The players of a roster, in its order and without numbers.

    ``notes`` tell what was left out; with ``has_status`` it says itself who has dropped.
    """

    source: str
    players: Sequence[Player]
    notes: Sequence[str] = ()
    has_status: bool = False


def roster_in_file(path: Path, ruleset: Ruleset) -> Roster:
    """The roster of a CSV, text or Excel file, in whatever order its columns are.

    The header row is found by its texts, in the languages of the hobby; a file with a single
    column of names needs none. Unknown columns come along under their own header. Of the sheets
    of a workbook ``Players`` is taken, else the one with the most headers that are known.

    Raises:
        OrganizerError: the file cannot be read, or has no names; every bad row is listed.
    """
    tables = tables_in(path)
    title = best_table(tables)
    source = f"{path.name} ({title})" if len(tables) > 1 else path.name
    return roster_of(tables[title], source, ruleset)


def roster_in_text(data: bytes, source: str, ruleset: Ruleset) -> Roster:
    """The roster of a text, as from the clipboard; see :func:`roster_in_file`."""
    try:
        rows = rows_of(text_in(data, source, t("Give the name of the file.")))
    except ValueError as error:
        message = t("{file} cannot be read as a table ({reason}).", file=source, reason=error)
        raise OrganizerError(message) from None
    return roster_of(rows, source, ruleset)


def best_table(tables: Mapping[str, Rows]) -> str:
    """The sheet that has the names."""

    def worth(title: str) -> tuple[bool, int, bool]:
        known = files.find_headers(tables[title]).known
        return bool(known) and folded(title) == folded(tab_names.PLAYERS), known, any(tables[title])

    return max(tables, key=worth)


def roster_of(rows: Rows, source: str, ruleset: Ruleset) -> Roster:
    """The roster in rows of cells; see :func:`roster_in_file`."""
    layout = players_tab.players_layout(ruleset)
    at = files.find_headers(rows).row
    if at < 0:
        rows, at = _with_header(rows, source), -1
        headers, body = ["Name"], rows
    else:
        headers, body = rows[at], rows[at + 1 :]
    _refuse_large(headers, body, source)
    columns = files.columns_of(headers, layout.headers())
    body, notes = _without_totals(body, source, at + 2)
    parts = _parts(columns, body)
    columns = [
        _own(headers[i]) if column in files.NAMES and column not in parts else column
        for i, column in enumerate(columns)
    ]
    text = msg("{where}: two columns are headed {header}; rename or delete one")
    problems = [
        t(text, where=_row(source, at + 1), header=repr(headers[i]))
        for i, column in enumerate(columns)
        if column not in ("", files.NUMBERING) and column in columns[:i]
    ]
    marks = {column.header for column in layout.columns if column.choices == tab_names.YES}
    lists = ruleset.decklists is not None
    players: list[Player] = []
    taken: dict[str, int] = {}
    for number, row in enumerate(body, at + 2):
        values = {c: v for c, v in zip(columns, row, strict=False) if c and v}
        if not values.keys() - {files.NUMBERING}:
            continue
        where = _row(source, number)
        name = " ".join(" ".join(values.pop(part, "") for part in parts).split())
        if not name:
            problems.append(t("{where}: no name", where=where))
        elif len(name) > MOST_NAME:
            text = msg("{where}: the name has {count} characters; the maximum is {most}")
            problems.append(t(text, where=where, count=len(name), most=MOST_NAME))
        elif key(name) in taken:
            text = msg(
                "{file}: Line {n} repeats line {first} ({name}). Two people: add a nickname. One person: "
                "delete a line."
            )
            first = taken[key(name)]
            problems.append(t(text, file=source, n=number, name=name, first=first))
        if any(row[len(headers) :]):
            text = msg(
                "{where}: {text} is beyond the last header; put quotes around a text with a comma in "
                "it, or head the column"
            )
            extra = next(filter(None, row[len(headers) :]))
            problems.append(t(text, where=where, text=repr(extra)))
        taken.setdefault(key(name), number)
        players.append(_player(name, values, marks, where, problems, lists=lists))
    if problems or not players:
        nobody = t("{file}: there are no names in it.", file=source)
        raise OrganizerError("\n".join(problems) or nobody)
    return Roster(source, players, notes, players_tab.STATUS.header in columns)


def _refuse_large(headers: Sequence[str], body: Rows, source: str) -> None:
    """Refuse a roster with far more in it than players and what an event knows of them."""
    counts = (
        (map(any, body), MOST_ENTRANTS, msg("{file} has {n} rows; the maximum is {most}.")),
        (headers, MOST_COLUMNS, msg("{file} has {n} columns; the maximum is {most}.")),
        (
            chain.from_iterable(body),
            MOST_CELLS,
            msg("{file} has {n} cells; the maximum is {most}."),
        ),
    )
    for things, most, text in counts:
        if (count := sum(map(bool, things))) > most:
            raise OrganizerError(t(text, file=source, n=count, most=most))


def _with_header(rows: Rows, source: str) -> Rows:
    """A list without headers as its single column of names; columns of numbers are none."""
    width = max(map(len, rows), default=0)
    cells = [[row[i] for row in rows if i < len(row) and row[i]] for i in range(width)]
    used = [i for i in range(width) if cells[i]]
    names = [i for i in used if not all(re.fullmatch(r"\d+\W*", cell) for cell in cells[i])]
    names = names or used
    if len(names) > 1:
        text = msg(
            "{file}: no column is headed Name. Head the column of names with Name (headers found: "
            "{headers})."
        )
        first = ", ".join(filter(None, next(filter(any, rows)))) or t("none")
        raise OrganizerError(t(text, file=source, headers=first))
    if not names:
        return []
    column = [row[names[0]] if names[0] < len(row) else "" for row in rows]
    if all(NUMBERED.match(name) for name in column if name):
        column = [NUMBERED.sub("", name, count=1) for name in column]
    return [[name] for name in column]


def _without_totals(rows: Rows, source: str, first: int) -> tuple[Rows, list[str]]:
    """The rows without those at the end that count or add up what is above them."""
    kept, notes = list(rows), []
    while kept:
        texts = [cell for cell in kept[-1] if cell]
        if not texts:
            kept.pop()
            continue
        total = TOTAL.fullmatch(key(texts[0]))
        if not total or (total["word"] and not any(text.isdecimal() for text in texts[1:])):
            break
        kept.pop()
        text = msg("{where}: {text} is taken for a total and left out.")
        where = _row(source, first + len(kept))
        notes.append(t(text, where=where, text=repr(" ".join(texts))))
    return kept, notes[::-1]


def _row(source: str, number: int) -> str:
    return t("{file}, row {n}", file=source, n=number)


def _own(header: str) -> str:
    """The header of a second column of names on ``Players``."""
    return "Other name" if files.plain(header) == "name" else header.strip()


def _parts(columns: Sequence[str], rows: Rows) -> list[str]:
    """The columns that make up a name, in this order."""
    kinds = [kind for kind in files.NAMES if kind in columns]
    if files.FULL in kinds or not {files.GIVEN, files.FAMILY} & {*kinds}:
        return kinds[:1]
    if files.PLAIN in kinds and files.FAMILY in kinds:
        return [files.PLAIN, files.FAMILY]
    if files.PLAIN in kinds:  # as in Vorname, Name; unless the name is the whole name
        given, plain = columns.index(files.GIVEN), columns.index(files.PLAIN)
        both = [(row[given], row[plain]) for row in rows if len(row) > max(given, plain)]
        is_whole = all(key(one) in key(two) for one, two in both)
        return [files.PLAIN] if is_whole else [files.GIVEN, files.PLAIN]
    if files.PLAYER in kinds:
        return [files.PLAYER]
    return [kind for kind in (files.GIVEN, files.FAMILY) if kind in kinds]


def _player(
    name: str,
    values: dict[str, str],
    marks: set[str],
    where: str,
    problems: list[str],
    *,
    lists: bool,
) -> Player:
    """The player of a row; what is left of its cells comes along."""
    values.pop(files.NUMBERING, None)
    seed = _whole(values, players_tab.SEED_COLUMN.header, where, problems)
    table = _whole(values, players_tab.FIXED_TABLE.header, where, problems)
    status = _choice(values, players_tab.STATUS.header, tuple(Status), where, problems)
    bye = _choice(values, players_tab.FIRST_ROUND_BYE.header, BYE_WORDS, where, problems)
    for header in marks & values.keys():
        _mark(values, header, where, problems)
    if lists and DECKLIST in values:
        _decklist(values)
    return Player(
        no=0,
        name=name,
        seed=seed,
        status=Status(status or Status.ACTIVE),
        first_round_bye=bye not in ("", "no", "n", "0", "false"),
        fixed_table=table,
        details=values,
    )


def _decklist(values: dict[str, str]) -> None:
    """Turn the entry on a decklist into one of its states; a link is kept in a column beside it."""
    text = values.pop(DECKLIST)
    state = next((state for state in STATES if folded(state) == folded(text)), "")
    if not state and key(text) not in NO_WORDS:
        state = RECEIVED
        if key(text) not in YES_WORDS:
            values.setdefault(DECKLIST_LINK, text)
    if state:
        values[DECKLIST] = state


def _whole(values: dict[str, str], header: str, where: str, problems: list[str]) -> int | None:
    text = values.pop(header, "").removesuffix(".0").removesuffix(".")
    if text and not (text.isdecimal() and 0 < int(text) <= 100_000):
        fault = msg("{where}: the {header} {text} is not a whole number from 1 to 100000")
        problems.append(t(fault, where=where, header=header.lower(), text=repr(text)))
        return None
    return int(text) if text else None


def _choice(
    values: dict[str, str], header: str, choices: Sequence[str], where: str, problems: list[str]
) -> str:
    text = values.pop(header, "")
    chosen = next((choice for choice in choices if folded(choice) == folded(text)), "")
    if text and not chosen:
        fault = msg("{where}: the {header} {text} is not one of {choices}")
        values = {"header": header.lower(), "text": repr(text), "choices": ", ".join(choices)}
        problems.append(t(fault, where=where, **values))
    return chosen


def _mark(values: dict[str, str], header: str, where: str, problems: list[str]) -> None:
    """Turn any of the usual ways to mark somebody into Yes; an amount paid or a time is one."""
    text = values.pop(header)
    word = key(text)
    if word in YES_WORDS or (re.search(r"[1-9]", word) and word not in NO_WORDS):
        values[header] = "Yes"
    elif word not in NO_WORDS and not re.fullmatch(r"[0.,]+", word):
        fault = msg("{where}: the {header} {text} is neither yes nor no")
        problems.append(t(fault, where=where, header=header.lower(), text=repr(text)))
