"""How Excel takes a value for another kind: text for a number, a number for text, either for a truth.

Much of that depends on the country: ``3.5`` typed as text is a number in one and a date in another. What
does so is noted, and worked out as each of several countries would; see :data:`ELSEWHERE`.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import NamedTuple
from unicodedata import normalize

from xlplugin.workbook.calculation.operands import VALUE, Failure, Scalar, Unknown

_PLAIN = re.compile(r"[-+]?[0-9]{1,15}(?:[eE][-+]?[0-9]{1,2})?")
_PERCENT = re.compile(r"[-+]?[0-9]{1,15}%")
_FRACTION = re.compile(
    r"[-+]?(?:[0-9]{1,15}[.,][0-9]{0,15}|[.,][0-9]{1,15})(?:[eE][-+]?[0-9]{1,2})?"
)
_NO_MANTISSA = re.compile(r"[0-9](?=[^eE]*[^0-9eE\s.,'\u2019]|.*[eE].*[eE]).*[eE][0-9]{1,2}")
"""Digits and an exponent with more than separators in between: no date, time or amount ends in one."""
_WORD = re.compile(r"[^\W\d_]+")
_BESIDE_NUMBERS = frozenset(  # hours, currencies
    [
        "a",
        "am",
        "p",
        "pm",
        "e",
        "h",
        "d",
        "m",
        "j",
        "y",
        "ad",
        "bc",
        "b",
        "bs",
        "chf",
        "den",
        "din",
        "eur",
        "ft",
        "gbp",
        "kc",
        "kn",
        "kr",
        "kc",
        "l",
        "lei",
        "q",
        "r",
        "rm",
        "rp",
        "s",
        "usd",
        "zl",
    ]
)
_MONTHS = frozenset(
    [
        "jan",
        "feb",
        "mar",
        "apr",
        "may",
        "jun",
        "jul",
        "aug",
        "sep",
        "oct",
        "nov",
        "dec",
        "mrz",
        "mai",
        "okt",
        "dez",
        "fev",
        "avr",
        "aou",
        "ene",
        "abr",
        "ago",
        "dic",
        "gen",
        "mag",
        "giu",
        "lug",
        "set",
        "ott",
        "mei",
        "mrt",
        "maj",
        "kwi",
        "cze",
        "lip",
        "sie",
        "wrz",
        "paz",
        "lis",
        "gru",
        "led",
        "uno",
        "bre",
        "dub",
        "kve",
        "cer",
        "srp",
        "zar",
        "rij",
        "stu",
        "pro",
        "sty",
        "out",
        "ian",
        "iul",
        "noi",
        "tam",
        "hel",
        "huh",
        "tou",
        "kes",
        "hei",
        "elo",
        "syy",
        "lok",
        "mar",
        "joul",
        "jui",
        "juil",
        "fevr",
        "janv",
        "sept",
        "tir",
        "ocak",
        "sub",
        "nis",
        "haz",
        "tem",
        "agu",
        "eyl",
        "eki",
        "kas",
        "ara",
        "szept",
        "augusztus",
        "ápr",
        "máj",
        "jún",
        "júl",
    ]
)


class Country(NamedTuple):
    """How numbers and truth values are written.

    ``other`` is what a text gives that may be a date, an amount or a number with separators.
    """

    decimal: str
    truths: tuple[str, str]
    other: Callable[[str], float | None]


def _digits(text: str) -> float | None:
    return float("".join(re.findall("[0-9]", text))[:15] or 0)


HOME = Country(".", ("FALSE", "TRUE"), lambda _: None)
"""What formulas are worked out as first."""
ELSEWHERE = (
    Country(",", ("FALSCH", "WAHR"), lambda _: None),
    Country(".", ("FALSE", "TRUE"), _digits),
    Country(",", ("FAUX", "VRAI"), lambda text: -(_digits(text) or 0.0)),
    Country(",", ("FALSO", "VERDADERO"), lambda _: 45_998.0),  # a date
    Country(".", ("FALSE", "TRUE"), lambda _: 46_270.5),  # another, or an amount with a fraction
)
"""Other readings of the same texts: a value that one of them changes is not known for sure."""


class Reading:
    """How values are read; ``is_local`` says whether another country could have read one otherwise."""

    def __init__(self) -> None:
        self.country = HOME
        self.is_local = False

    def number(self, value: Scalar) -> float:
        """A value as a number, as operators and functions take it."""
        if isinstance(value, float):
            return value
        if isinstance(value, bool):
            return float(value)
        if value is None:
            return 0.0
        return self.number_of_text(value)

    def number_of_text(self, text: str) -> float:
        """A text as a number, where it looks like one."""
        number = self.number_in(text)
        if number is None:
            raise Failure(VALUE)
        return number

    def number_in(self, text: str) -> float | None:
        """The number that a text looks like, if it looks like one."""
        written = text.strip(" ")
        if _PLAIN.fullmatch(written):
            return float(written)
        if _PERCENT.fullmatch(written):
            return float(written[:-1]) / 100
        if not _may_be_a_number(written):
            return None
        self.is_local = True
        if _FRACTION.fullmatch(written) and self.country.decimal in written:
            return float(written.replace(",", "."))
        return self.country.other(written)

    def text(self, value: Scalar) -> str:
        """A value as text, as ``&`` takes it."""
        if isinstance(value, str):
            return value
        if value is None:
            return ""
        self.is_local |= isinstance(value, bool)
        if isinstance(value, bool):
            return self.country.truths[value]
        return self._number_as_text(value)

    def _number_as_text(self, value: float) -> str:
        if value.is_integer() and abs(value) < 1e15:
            return str(int(value))
        self.is_local = True
        written = f"{value:.15g}".upper()
        if "E" in written and self.country.decimal == ",":  # from where on is not known for sure
            written = f"{value:.20f}".rstrip("0").rstrip(".")
        return written.replace(".", self.country.decimal)

    def truth(self, value: Scalar) -> bool:
        """A value as a condition."""
        if isinstance(value, bool):
            return value
        if isinstance(value, float):
            return value != 0
        if value is None:
            return False
        if _may_be_a_truth(value):
            raise Unknown
        raise Failure(VALUE)


def _may_be_a_number(text: str) -> bool:
    """Whether some country takes a text for a number, an amount, a date or a time."""
    if not any(map(str.isnumeric, text)) or _NO_MANTISSA.fullmatch(text):
        return False
    words = [_unaccented(word) for word in _WORD.findall(text)]
    return all(
        word in _BESIDE_NUMBERS or word[:3] in _MONTHS or not word.isascii() for word in words
    )


def _unaccented(word: str) -> str:
    folded = normalize("NFKD", word.casefold().replace("ł", "l"))
    return "".join(letter for letter in folded if letter.isascii()) or word


def _may_be_a_truth(text: str) -> bool:
    """Whether Excel takes a text for a truth value somewhere: it has words for them, without digits."""
    return text.isalpha() and (not text.isascii() or text.upper() in _TRUTHS)


_TRUTHS = frozenset(
    [
        "TRUE",
        "FALSE",
        "WAHR",
        "FALSCH",
        "VRAI",
        "FAUX",
        "VERDADERO",
        "FALSO",
        "VERO",
        "VERDADEIRO",
        "PRAWDA",
        "WAAR",
        "ONWAAR",
        "SANT",
        "SAND",
        "TOSI",
        "EPATOSI",
        "IGAZ",
        "HAMIS",
        "PRAVDA",
        "NEPRAVDA",
    ]
)


def same_text(one: str, two: str) -> bool:
    """Whether ``=`` takes two texts for the same: whatever the case of their letters."""
    if one == two:
        return True
    if one.isascii() and two.isascii():
        return one.lower() == two.lower()
    if one.upper() == two.upper() and one.lower() == two.lower():
        return True
    if folded(one) == folded(two):
        raise Unknown
    return False


def folded(text: str) -> str:
    """A text in a form in which all are alike that Excel may take for the same."""
    return text.lower() if text.isascii() else normalize("NFKC", text).casefold()
