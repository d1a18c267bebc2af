"""The language that Excel speaks with its user: names of functions, separators, dates and references.

A file and most of what comes through COM is English whatever the user speaks; some of it is not.
``read_formula`` goes from the one to the other.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime
from functools import cache
from types import MappingProxyType

from openpyxl.formula import Tokenizer
from openpyxl.formula.tokenizer import Token, TokenizerError
from openpyxl.utils import get_column_letter

Words = Mapping[str, str]
THIS_YEAR = 2026
LONGEST = 8192


class NotUnderstood(ValueError):
    """Excel does not take this for a formula, or a number format."""


@dataclass(frozen=True)
class Locale:
    """What an Excel is set to; by default it is American.

    Attributes:
        name: for the names of tests.
        listing: what stands between two arguments of a function.
        decimal: what stands before the decimals of a number.
        functions: the user's names of functions by their English ones; empty if they are English.
        words: the user's names of booleans and errors by the English ones.
        places: what stands for rows and columns in R1C1 references, and the brackets of offsets.
        day_first: whether a date begins with its day.
        tab: what new tabs are called.
        workbook: what new workbooks are called.
        r1c1: whether references are shown, and read where Excel reads the user's own, as R1C1.
    """

    name: str = "English"
    listing: str = ","
    decimal: str = "."
    functions: Words = field(default_factory=lambda: MappingProxyType({}))
    words: Words = field(default_factory=lambda: MappingProxyType({}))
    places: str = "RC[]"
    day_first: bool = False
    tab: str = "Sheet"
    workbook: str = "Book"
    r1c1: bool = False

    def __str__(self) -> str:
        return f"{self.name}, R1C1" if self.r1c1 else self.name

    def with_r1c1(self) -> Locale:
        """The same, where columns have numbers."""
        return replace(self, r1c1=True)


ENGLISH = Locale()
ABROAD = Locale("English, Windows in Polish", ";", ",", day_first=True)
"""Excel in English on a Windows whose region is not: the separators come from Windows."""
GERMAN = Locale(
    "German", ";", ",", places="ZS()", day_first=True, tab="Tabelle", workbook="Mappe",
    functions={
        "AND": "UND", "OR": "ODER", "NOT": "NICHT", "IF": "WENN", "SUM": "SUMME",
        "RIGHT": "RECHTS", "LEFT": "LINKS", "COUNTIF": "ZÄHLENWENN", "LEN": "LÄNGE",
    },
    words={"TRUE": "WAHR", "FALSE": "FALSCH", "#N/A": "#NV", "#VALUE!": "#WERT!", "#REF!": "#BEZUG!"},
)  # fmt: skip
POLISH = Locale(
    "Polish", ";", ",", places="WK[]", day_first=True, tab="Arkusz", workbook="Zeszyt",
    functions={
        "AND": "ORAZ", "OR": "LUB", "NOT": "NIE", "IF": "JEŻELI", "SUM": "SUMA",
        "RIGHT": "PRAWY", "LEFT": "LEWY", "COUNTIF": "LICZ.JEŻELI", "LEN": "DŁ",
    },
    words={"TRUE": "PRAWDA", "FALSE": "FAŁSZ", "#N/A": "#N/D!", "#VALUE!": "#ARG!", "#REF!": "#ADR!"},
)  # fmt: skip
FRENCH = Locale(
    "French", ";", ",", places="LC()", day_first=True, tab="Feuil", workbook="Classeur",
    functions={
        "AND": "ET", "OR": "OU", "NOT": "NON", "IF": "SI", "SUM": "SOMME",
        "RIGHT": "DROITE", "LEFT": "GAUCHE", "COUNTIF": "NB.SI", "LEN": "NBCAR",
    },
    words={"TRUE": "VRAI", "FALSE": "FAUX", "#VALUE!": "#VALEUR!", "#NUM!": "#NOMBRE!"},
)  # fmt: skip
LOCALES = (ENGLISH, ABROAD, GERMAN, POLISH, FRENCH)
BY_NAME = {str(one): one for locale in LOCALES for one in (locale, locale.with_r1c1())}


# Formulas

PIECE = r"""(?P<text>"(?:[^"]|"")*")
    |(?P<tab>'(?:[^']|'')+'!)
    |(?P<error>\#[^\W\d_]+(?:/[^\W\d_0]*0?)?[!?]?)
    |(?P<call>[^\W\d][\w.]*)\(
    |(?P<number>\d+(?:DECIMAL\d+)?(?:[Ee][+-]?\d+)?)(?![\w.])
    |(?P<word>[^\W\d][\w.$]*!?|\$[\w$:]+)
    |(?P<separator>[;,])
    |(?P<mark>[-+*/^&=<>%():{}@\#\s!])"""
CELL = re.compile(r"(\$?)([A-Za-z]{1,3})(\$?)(\d+)")


def read_formula(
    text: str, locale: Locale, *, seen_from: tuple[int, int] = (1, 1), any_function: bool = False
) -> str:
    """What the user means by a formula, in English and with A1 references.

    Args:
        text: with its equals sign.
        locale: what the user speaks.
        seen_from: the row and the column of the active cell, for R1C1 references.
        any_function: whether functions that do not exist are let through: in a cell they are.

    Raises:
        NotUnderstood: Excel does not take it for a formula.
    """
    if not text.startswith("=") or len(text) > LONGEST:
        raise NotUnderstood(text)
    rest, english = text[1:], "="
    piece = _piece(locale.decimal)
    while rest:
        if locale.r1c1 and (found := _r1c1(locale).match(rest)):
            english += _a1(found, seen_from)
        elif found := piece.match(rest):
            kind = str(found.lastgroup)
            english += _read(kind, found[0], locale, any_function=any_function)
        else:
            raise NotUnderstood(text)
        rest = rest[found.end() :]
    return _checked(english)


@cache
def _piece(decimal: str) -> re.Pattern[str]:
    return re.compile(PIECE.replace("DECIMAL", re.escape(decimal)), re.VERBOSE)


def _read(kind: str, piece: str, locale: Locale, *, any_function: bool) -> str:
    """One piece of a formula in English."""
    match kind:
        case "call" if locale.functions:
            names = {local: name for name, local in locale.functions.items()}
            name = piece[:-1].upper()
            if name not in names and not any_function:
                raise NotUnderstood(piece)
            return f"{names.get(name, name)}("
        case "number":
            return piece.replace(locale.decimal, ".")
        case "separator" if piece == locale.listing:
            return ","
        case "separator":
            raise NotUnderstood(piece)
        case "word" | "error":
            names = {local: name for name, local in locale.words.items()}
            if locale.r1c1 and kind == "word" and (CELL.fullmatch(piece) or "$" in piece):
                raise NotUnderstood(piece)
            return names.get(piece.upper(), piece)
    return piece


def _checked(english: str) -> str:
    try:
        tokens = Tokenizer(english).items
    except (TokenizerError, IndexError):
        raise NotUnderstood(english) from None
    depth = 0
    for token in tokens:
        depth += {Token.OPEN: 1, Token.CLOSE: -1}.get(token.subtype, 0)
        if depth < 0:
            raise NotUnderstood(english)
    meant = [token for token in tokens if token.type != Token.WSPACE]
    if depth or not meant or meant[-1].type == Token.OP_IN or meant[-1].value in ("=", "<>"):
        raise NotUnderstood(english)
    return english


def _r1c1(locale: Locale) -> re.Pattern[str]:
    row, column, left, right = locale.places
    number = rf"(\d+|{re.escape(left)}-?\d+{re.escape(right)}|)"
    return re.compile(rf"{row}{number}{column}{number}(?![\w.(])", re.IGNORECASE)


def _a1(found: re.Match[str], seen_from: tuple[int, int]) -> str:
    row, column = (
        (f"${number}", int(number)) if number.isdigit() else ("", here + int(number[1:-1] or 0))
        for number, here in zip((n or "[0]" for n in found.groups()), seen_from, strict=True)
    )
    letter = get_column_letter((column[1] - 1) % 16_384 + 1)
    return f"{'$' * bool(column[0])}{letter}{'$' * bool(row[0])}{(row[1] - 1) % 1_048_576 + 1}"


# Typing


def typed(text: str, locale: Locale) -> bool | float | datetime | None:
    """What a text is taken for by somebody who speaks so: ``None`` if it stays a text."""
    names = {local: name for name, local in locale.words.items()}
    if names.get(text.upper(), text.upper()) in ("TRUE", "FALSE"):
        return names.get(text.upper(), text.upper()) == "TRUE"
    decimal = re.escape(locale.decimal)
    if re.fullmatch(rf"[+-]?(\d+{decimal}?\d*|{decimal}\d+)", text):
        return float(text.replace(locale.decimal, "."))
    if found := re.fullmatch(r"(\d\d?)([-/.])(\d\d?)(?:\2(\d{4})?)?", text):
        if found[2] == "." and locale.decimal == ".":
            return None
        first, second = int(found[1]), int(found[3])
        month, day = (second, first) if locale.day_first else (first, second)
        try:
            return datetime(int(found[4] or THIS_YEAR), month, day)  # noqa: DTZ001
        except ValueError:
            return None
    return None
