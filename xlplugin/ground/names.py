"""Names of tabs, columns, settings and choices: English inside the program, in the workbook's language outside.

They are in the catalogues, with their kind as context. A number in a name is a place there: ``Round {n}``,
``G{n} P{m}``.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from functools import cache, lru_cache
from typing import Literal, TypeAlias
from unicodedata import normalize

from xlplugin.ground.catalogues import CONTEXT, Catalogue
from xlplugin.ground.languages import ENGLISH, catalogue_of, languages, spoken

Kind: TypeAlias = Literal["tab", "column", "setting", "choice", "action"]
PLACES = ("{n}", "{m}", "{k}")
_NUMBER, _PLACE = r"\d+", r"\{[nmk]\}"


def folded(value: object) -> str:
    """Text as people compare it: no case, no stray spaces, one way to write an accent."""
    return _folded(str(value))


@lru_cache(maxsize=20_000)  # headers and names are compared again and again
def _folded(text: str) -> str:
    return " ".join(normalize("NFKC", text).split()).casefold()


def named(kind: Kind, english: str) -> str:
    """A name in the language being spoken; one that is not in its catalogue stays as it is."""
    catalogue = spoken()
    return english if catalogue is ENGLISH else _names(catalogue, kind).named(english)


IN_PLACES: Mapping[str, Kind] = {
    "tab": "tab", "tabs": "tab", "cross_table": "tab", "round": "tab", "notes": "tab", "rules": "tab", "cell": "tab", "where": "tab", "other_cell": "tab",
    "header": "column", "headers": "column", "column": "column", "columns": "column", "field": "column",
    "setting": "setting", "settings": "setting", "blank": "setting", "option": "setting", "row": "setting",
    "special": "choice", "status": "choice", "choices": "choice", "words": "choice", "side": "choice",
    "penalty": "choice", "infraction": "choice", "value": "choice", "before": "choice", "like": "choice",
    "action": "action", "first": "choice", "second": "choice",
}  # fmt: skip
"""The places of texts where a name stands, or several with commas, and of what kind it is."""


def in_places(values: Mapping[str, object]) -> dict[str, object]:
    """The values for the places of a text, with names in the language being spoken."""
    return {
        place: _in_place(IN_PLACES[place], value)
        if place in IN_PLACES and isinstance(value, str)
        else value
        for place, value in values.items()
    }


def _in_place(kind: Kind, value: str) -> str:
    """A name, several with commas, or a cell with its tab, as in ``Players!F7``."""
    tab, mark, cell = value.rpartition("!")
    if kind == "tab" and mark:
        return f"{named(kind, tab)}!{cell}"
    kinds: tuple[Kind, ...] = (kind, "column") if kind == "choice" else (kind,)
    for one in kinds:
        if is_name(one, value):
            return named(one, value)  # also where it is spelled as in English: Spanish "No"
        local = ", ".join(named(one, part) for part in value.split(", "))
        if named(one, value) != value or local != value:
            return named(one, value) if named(one, value) != value else local
    return value


def is_name(kind: Kind, english: str) -> bool:
    """True if the language being spoken has a name of its own for it."""
    catalogue = spoken()
    return catalogue is not ENGLISH and _names(catalogue, kind).has(english)


def known_as(kind: Kind, text: str, *, anywhere: bool = False) -> str:
    """The English of a name in the language being spoken, or in any that is installed (``anywhere``).

    A text that is none is given back as it is: English is known everywhere.
    """
    spoken_here = spoken()
    for catalogue in _known_languages(spoken_here) if anywhere else (spoken_here,):
        if catalogue is not ENGLISH and (english := _names(catalogue, kind).english(text)):
            return english
    return text


def _known_languages(first: Catalogue) -> Iterable[Catalogue]:
    yield first
    yield from filter(None, map(catalogue_of, languages()))


class _Names:
    """The names of a kind in a language, with ``#`` for each number."""

    def __init__(self, catalogue: Catalogue, kind: Kind) -> None:
        self._catalogue, self._texts, self._context = catalogue, catalogue.texts, kind + CONTEXT
        self._local: dict[str, str] = {}
        self._english: dict[str, tuple[str, list[str]]] | None = None

    def named(self, english: str) -> str:
        """A name of the language by its English."""
        if english not in self._local:
            self._local[english] = self._named(english)
        return self._local[english]

    def _named(self, english: str) -> str:
        if whole := self._texts.get(self._context + english):
            return whole[0]
        numbers = dict(zip(PLACES, re.findall(_NUMBER, english), strict=False))
        found = self._texts.get(self._context + with_places(english)) if numbers else None
        return _filled(found[0], numbers) if found else english

    def has(self, english: str) -> bool:
        """True if it has a name for it."""
        texts, context = self._texts, self._context
        return context + english in texts or context + with_places(english) in texts

    def english(self, text: str) -> str | None:
        """The English of a name, whatever its capitals and spaces; ``None`` if it is none."""
        if self._english is None:
            self._english = {}
            for english in self._catalogue.in_context(self._context):
                (local,) = self._texts[self._context + english]
                key = folded(re.sub(_PLACE, "#", local))
                self._english[key] = english, re.findall(_PLACE, local)
        if (known := self._english.get(folded(text))) and not known[1]:
            return known[0]
        known = self._english.get(folded(re.sub(_NUMBER, "#", text)))
        if known is None or not known[1]:
            return None
        numbers = (str(int(digits)) for digits in re.findall(_NUMBER, text))
        return _filled(known[0], dict(zip(known[1], numbers, strict=True)))


def with_places(name: str) -> str:
    """A name with places for its numbers, as the catalogues have it: ``Round {n}`` for ``Round 3``."""
    places = iter(PLACES)
    return re.sub(_NUMBER, lambda number: next(places, number[0]), name)


def _filled(name: str, numbers: Mapping[str, str]) -> str:
    return re.sub(_PLACE, lambda place: numbers.get(place[0], place[0]), name)


@cache
def _names(catalogue: Catalogue, kind: Kind) -> _Names:
    return _Names(catalogue, kind)
