"""The language of a workbook. Inside the program it is English; one in English is left as it is, and costs nothing."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

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
MOST_OF_A_NAME = 60
"""The letters of a cell that may be the name of a setting or of a language."""


def language_of(book: Book) -> Catalogue:
    """The language of a workbook: that in which ``Event`` has its name and its settings; else English.

    ``Language`` there decides between languages that have these names; it cannot make it another one.
    """
    names = _names_on_event(book, ENGLISH)
    if (found := _likeness(names, ENGLISH)) > len(CORE) // 2 and not names & _own_names():
        return ENGLISH
    likeness = {
        language: _likeness(_names_on_event(book, language), language) for language in _known()
    }
    best = max(likeness, key=likeness.__getitem__)
    return best if likeness[best] > found else ENGLISH


def _own_names() -> set[str]:
    """What all languages but English call themselves, folded."""
    return {folded(name) for code, name in languages().items() if code != ENGLISH.language}


def _known() -> Iterator[Catalogue]:
    """The languages that are installed, and the one that is spoken."""
    yield from dict.fromkeys([spoken(), *filter(None, map(catalogue_of, languages()))])


def _names_on_event(book: Book, language: Catalogue) -> set[str]:
    """The short texts on ``Event``, folded, as a language calls that tab, or in English."""
    with speaking(language):
        event = (folded(named("tab", tab_names.EVENT)), folded(tab_names.EVENT))
    return {
        folded(value)
        for name, sheet in book.sheets.items()
        if folded(name) in event
        for row in sheet.rows
        for value in row
        if isinstance(value, str) and len(value) <= MOST_OF_A_NAME
    }


def _likeness(names: set[str], language: Catalogue) -> float:
    """How many of the settings that every event has are there as a language calls them; and half for its own name."""
    with speaking(language):
        wanted = {folded(named("setting", setting.name)) for setting in CORE}
    found = len(names & wanted)
    return found + (folded(language.own_name) in names) / 2 if found else 0


def in_english(book: Book) -> Book:
    """The workbook as the program knows it; :attr:`Book.language` says which language it is in."""
    if book.language:
        return book
    language = language_of(book)
    if language is ENGLISH:
        return replace(book, language=ENGLISH)
    with speaking(language):
        from xlplugin.workbook.reading.in_language import english  # noqa: PLC0415  (English needs none of it)

        return english(book)
