"""The language of a workbook. Inside the program it is English; one in English is left as it is, and costs nothing."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import partial

from xlplugin.ground.catalogues import Catalogue
from xlplugin.ground.languages import ENGLISH, catalogue_of, languages, speaking, spoken
from xlplugin.ground.names import folded, named
from xlplugin.workbook.book import Book
from xlplugin.workbook.layouts import event_tab, tab_names

CORE = (
    event_tab.RULESET,
    event_tab.ROUNDS,
    event_tab.CHECK_IN,
    event_tab.SEED,
    event_tab.ROUNDS_PAIRED,
)
"""Settings by which the language of ``Event`` is known."""
ENOUGH = 3


def language_of(book: Book) -> Catalogue:
    """The language of a workbook: that in which ``Event`` has its name and its settings; else English."""
    found = max(_candidates(), key=partial(_settings_in, book), default=ENGLISH)
    return found if _settings_in(book, found) else ENGLISH


def _candidates() -> Iterator[Catalogue]:
    """The languages that are installed, likely ones first."""
    yield from dict.fromkeys([ENGLISH, spoken()])
    yield from filter(None, map(catalogue_of, languages()))


def _settings_in(book: Book, language: Catalogue) -> int:
    """How many of the settings that every event has are on ``Event`` as a language calls them."""
    with speaking(language):
        wanted = {folded(named("setting", setting.name)) for setting in CORE}
        event = (folded(named("tab", tab_names.EVENT)), folded(tab_names.EVENT))
    return sum(
        folded(value) in wanted
        for name, sheet in book.sheets.items()
        if folded(name) in event
        for row in sheet.rows
        for value in row[:1]
        if isinstance(value, str)
    )


def in_english(book: Book) -> Book:
    """The workbook as the program knows it; :attr:`Book.language` says which language it is in."""
    if book.language:
        return book
    if _settings_in(book, ENGLISH) >= ENOUGH:
        return replace(book, language=ENGLISH)
    language = language_of(book)
    if language is ENGLISH:
        return replace(book, language=ENGLISH)
    with speaking(language):
        from xlplugin.workbook.reading.in_language import english  # noqa: PLC0415  (English needs none of it)

        return english(book)
