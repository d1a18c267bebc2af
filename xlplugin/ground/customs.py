"""The customs of languages as the Unicode CLDR has them: decimal commas, thousands, the order of letters.

A table of the few that differ from English is enough: Babel brings some 30 MB for this. Times are 14:05 and dates 2026-11-21 in every language: both are read everywhere.
"""

from __future__ import annotations

from functools import lru_cache
from unicodedata import combining, normalize

from xlplugin.ground.languages import spoken

NARROW, FIXED = "\u202f", "\u00a0"
"""The spaces that stand in numbers, where no line may end."""
NUMBERS = {
    **dict.fromkeys(("ca", "da", "de", "el", "es", "hr", "id", "it", "nl", "pt", "ro", "sl", "sr", "tr", "vi"), ",."),
    **dict.fromkeys(("bg", "cs", "et", "fi", "hu", "lt", "lv", "nb", "nn", "pl", "pt_PT", "ru", "sk", "sv", "uk"), "," + FIXED),
    "fr": "," + NARROW,
}  # fmt: skip
"""The decimal sign and that between thousands, where they are not those of English."""
FIVE_DIGITS = ("es", "pl", "pt_PT", "it")
"""Languages that write 1234 without a sign."""
LETTERS = {
    "pl": "a\u0105 c\u0107 e\u0119 l\u0142 n\u0144 o\u00f3 s\u015b z\u017a\u017c",
    "es": "n\u00f1",
    "sv": "z\u00e5\u00e4\u00f6", "fi": "z\u00e5\u00e4\u00f6", "da": "z\u00e6\u00f8\u00e5", "nb": "z\u00e6\u00f8\u00e5",
    "cs": "c\u010d r\u0159 s\u0161 z\u017e", "sk": "a\u00e4 c\u010d o\u00f4 s\u0161 z\u017e",
    "tr": "c\u00e7 g\u011f h\u0131 o\u00f6 s\u015f u\u00fc",
}  # fmt: skip
"""Letters of their own, behind the one that they follow; elsewhere an accent makes no difference."""
LAST = "\uffff"
"""Sorts behind every letter."""


def decimal(number: str) -> str:
    """A number with the decimal sign of the language that is spoken."""
    return number.replace(".", NUMBERS.get(spoken().language, ".,")[0])


def grouped(number: int) -> str:
    """A whole number with signs between its thousands."""
    language = spoken().language
    if language in FIVE_DIGITS and abs(number) < 10_000:
        return str(number)
    return f"{number:,}".replace(",", NUMBERS.get(language, ".,")[1])


@lru_cache(maxsize=5000)
def letters_in_order(name: str, language: str) -> str:
    """A key that sorts a name, in small letters, where a language has it."""
    own = _own_letters(language)
    composed = normalize("NFC", name)
    return "".join(own.get(letter) or _plain(letter) for letter in composed)


@lru_cache
def _own_letters(language: str) -> dict[str, str]:
    return {
        letter: f"{row[0]}{LAST}{place}"
        for row in LETTERS.get(language, "").split()
        for place, letter in enumerate(row[1:])
    }


def _plain(letter: str) -> str:
    return "".join(part for part in normalize("NFKD", letter) if not combining(part))
