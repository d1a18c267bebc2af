"""Reading a page that somebody has published: it may come from anybody, and nothing in it is run."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple, NoReturn

from xlplugin.exports.proof import digest_of
from xlplugin.ground import limits
from xlplugin.ground.limits import MOST_GAMES, MOST_LISTED, MOST_ROUNDS, MOST_TEXT
from xlplugin.ground.problems import OrganizerError, stop
from xlplugin.ground.texts import msg, t
from xlplugin.workbook.book import Book, SheetData
from xlplugin.workbook.layout import CellValue
from xlplugin.workbook.layouts import event_tab, tab_names

BEGIN, END = '<script type="application/json" id="data">', "</script>"
MOST_DIGITS = 15
"""Of a whole number in a cell."""
HALF = re.compile("[\ud800-\udfff]")
"""Half of a character, which no file can hold."""
UNSEEN = re.compile("[\x00-\x1f\x7f-\x9f\u2028-\u202e\u2066-\u2069\ud800-\udfff]")
"""Letters that move about in a terminal, or turn a line around, and so could hide what is told."""
MOST_DEEP = 12
"""Lists and mappings within one another; a page has half as many."""
MORE_TABS = 3
"""Those besides the rounds: the event, its players, its seats."""


class PublishedPage(NamedTuple):
    """The data of a page, and what it carries for proof.

    Args:
        shown: its data.
        commitment: the hash of the seed; ``""`` if there is none.
        seed: ``""`` while the event runs.
        withheld: True if it is not told who is kept apart.
        is_whole: True if what is carried has the digest that it had.
        then: settings that were other than at the end when a round was paired, by its tab.
        roster: entries on ``Players`` that were, by tab, header and number of the player.
        book: the event as tabs; ``None`` while it runs.
        around: the HTML before and after its data.
    """

    shown: Mapping[str, Any]
    program: str
    language: str
    commitment: str
    seed: str
    withheld: bool
    is_whole: bool
    then: Mapping[str, Mapping[str, str]]
    roster: Mapping[str, Mapping[str, Mapping[str, str]]]
    book: Book | None
    around: str = ""


def read_page(name: str, data: bytes) -> PublishedPage:
    """The page in a file of this name.

    Raises:
        OrganizerError: it is no page of an event, is damaged, or is far too large.
    """
    if len(data) > MOST_LISTED:
        _refuse(name, t("it is far too large"))
    text = data.decode("utf-8", "replace")
    content, html = apart(text)
    if content is None:
        stop(
            "{file} is not the web page of an event made with xlplugin. Save the page itself (in "
            "a browser: Save page as, HTML only), and name that file.",
            file=name,
        )
    try:
        shown = json.loads(content, parse_constant=_no_number)
    except (ValueError, RecursionError):
        _refuse(name, t("its data are not JSON"))
    try:
        return _page(shown)._replace(around=html)
    except _WrongError as error:
        return _refuse(name, str(error))


def apart(text: str) -> tuple[str | None, str]:
    """The data of a page, ``None`` if it has none, and the HTML around them, whatever ends its lines."""
    before, begin, rest = text.partition(BEGIN)
    content, end, after = rest.partition(END)
    html = f"{before}\n{after}".removeprefix("\ufeff").replace("\r\n", "\n").strip()
    return content if begin and end else None, html


class _WrongError(Exception):
    """Something in the data is not of its kind."""


def plain(text: str) -> str:
    """A text that may hold something of a page, as it can be told: a letter that nobody sees is a question mark."""
    return UNSEEN.sub("\ufffd", text)


def _refuse(name: str, why: str) -> NoReturn:
    text = msg("{file} cannot be checked: {why}. It is damaged, or somebody has changed it.")
    raise OrganizerError(t(text, file=name, why=plain(why)))


def _no_number(text: str) -> NoReturn:
    raise ValueError(text)


def _page(shown: object) -> PublishedPage:
    shown = _mapping(shown, "data")
    _refuse_too_much(shown)
    if "proof" not in shown:
        raise _WrongError(t("it was made by a version of xlplugin that published no proof"))
    proof = _mapping(shown["proof"], "proof")
    texts = {
        key: _text(proof.get(key), key) for key in ("program", "language", "commitment", "seed")
    }
    then = {
        tab: _texts(settings, tab) for tab, settings in _mapping(proof.get("then"), "then").items()
    }
    roster = {
        tab: {header: _texts(by_no, header) for header, by_no in _mapping(entries, tab).items()}
        for tab, entries in _mapping(proof.get("roster", {}), "roster").items()
    }
    is_whole = proof.get("digest") == digest_of(proof)
    withheld, tabs = bool(proof.get("withheld")), _mapping(proof.get("tabs"), "tabs")
    _name_event(shown, tabs)
    book = _book(tabs, texts["seed"]) if tabs else None
    return PublishedPage(
        shown, **texts, withheld=withheld, is_whole=is_whole, then=then, roster=roster, book=book
    )


def _refuse_too_much(shown: object) -> None:
    parts: list[tuple[object, int]] = [(shown, 0)]
    while parts:
        value, depth = parts.pop()
        if isinstance(value, dict | list):
            if len(value) > MOST_GAMES + 1 or depth > MOST_DEEP:
                raise _WrongError(t("it holds more than any event has"))
            within = value.values() if isinstance(value, dict) else value
            parts += [(each, depth + 1) for each in within]


def _name_event(shown: Mapping[str, Any], tabs: Mapping[str, Any]) -> None:
    """Carry the name that is shown where a page carries none, as those of files without one did."""
    settings, event = tabs.get(tab_names.EVENT), shown.get("event")
    name = event_tab.EVENT_NAME.name
    if settings and all(row[:1] != [name] for row in map(_rows, _rows(settings))):
        settings.insert(1, [name, _text(_mapping(event, "event").get("name"), name)])


def _book(tabs: Mapping[str, object], seed: str) -> Book:
    if len(tabs) > MOST_ROUNDS + MORE_TABS:
        raise _WrongError(t("it has more tabs than any event has rounds"))
    sheets: dict[str, SheetData] = {}
    cells = 0
    for name, rows in tabs.items():
        values = [list(map(_cell, _rows(row))) for row in _rows(rows)]
        most = limits.MOST_ENTRANTS if name == tab_names.PLAYERS else MOST_GAMES
        cells += len(values)
        if len(values) > most + 1 or any(len(row) > limits.MOST_COLUMNS for row in values):
            raise _WrongError(t("the tab {tab} is larger than that of any event", tab=name))
        sheets[name] = SheetData(name, values)
    if cells > 3 * MOST_GAMES:
        raise _WrongError(t("it has more games than any event"))
    event = sheets.get(tab_names.EVENT)
    if event:
        row: Sequence[CellValue] = [event_tab.SEED.name, seed]
        sheets[tab_names.EVENT] = SheetData(event.name, [*event.rows, row])
    return Book("event.xlsx", sheets)


def _mapping(value: object, what: str) -> Mapping[str, Any]:
    if not isinstance(value, dict):
        raise _WrongError(t("there is nothing in {what}", what=what))
    return value


def _rows(value: object) -> Sequence[object]:
    if not isinstance(value, list):
        raise _WrongError(t("a list is missing"))
    return value


def _text(value: object, what: str) -> str:
    if not isinstance(value, str) or len(value) > MOST_TEXT or HALF.search(value):
        raise _WrongError(t("{what} is not text", what=what))
    return value


def _texts(value: object, what: str) -> dict[str, str]:
    return {name: _text(text, name) for name, text in _mapping(value, what).items()}


def _cell(value: object) -> CellValue:
    is_small = not isinstance(value, int | float) or abs(value) < 10**MOST_DIGITS
    if value is None or (isinstance(value, str | int | float) and is_small):
        return _text(value, t("a cell")) if isinstance(value, str) else value
    raise _WrongError(t("a cell has no value that a cell can have"))
