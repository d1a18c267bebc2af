"""The lines that a text takes in a cell, by the widths of letters in Calibri."""

from __future__ import annotations

from math import ceil
from unicodedata import east_asian_width

SPACE = 0.45
_WIDTHS = {
    letter: width
    for width, letters in {
        0.5: "ijlI.,:;'|", 0.6: "fJ!()[]-", 0.7: "rt", 0.8: 'csxzL/"', 0.9: "agkvyFSZ?",
        1.0: "bdehnopquCEKPTXY0123456789", 1.4: "w%", 1.6: "m", 1.7: "MW",
    }.items()
    for letter in letters
}  # fmt: skip
CAPITAL, WIDE, OTHER = 1.2, 2, 1.05
ROOM = 1.05
"""Programs and screens differ a little in how wide they draw a line."""


def width_of(word: str) -> float:
    """The width of a word, in digits, by which columns are measured."""
    return ROOM * sum(_WIDTHS.get(letter) or _other(letter) for letter in word)


def _other(letter: str) -> float:
    return WIDE if east_asian_width(letter) in "WF" else CAPITAL if letter.isupper() else OTHER


def lines_of(text: str, width: float) -> int:
    """The number of lines that a text takes in a cell of some width in digits."""
    lines, used = 1, 0.0
    for word in text.split():
        length = width_of(word)
        space = SPACE if used else 0
        if used and used + space + length > width:
            lines, used, space = lines + 1, 0.0, 0
        more = ceil(length / width) - 1
        lines, used = lines + more, used + space + length - more * width
    return lines
