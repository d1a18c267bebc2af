"""Texts for people, in the language of the workbook, or of whoever runs the program.

A text is written in English where it is used. A language is one file, ``locale/xx.po``, in the format of
``gettext``; :mod:`xlplugin.ground.names` has the names of tabs, columns, settings and choices in it. See
``docs/extending.md``.
"""

from __future__ import annotations

import textwrap
from collections.abc import Callable, Iterable, Sequence
from decimal import ROUND_HALF_UP, Decimal
from itertools import chain
from unicodedata import east_asian_width

from engine.texts import msg as msg  # noqa: PLC0414  (for all others here)
from engine.texts import msgn as msgn  # noqa: PLC0414
from xlplugin.ground.languages import ENGLISH, spoken
from xlplugin.ground.names import in_places

MOST_IN_A_LINE = 60
"""The most letters in a line of what is shown beside a cell."""


def t(text: str, /, **values: object) -> str:
    """A text, translated, with the values at its ``{named}`` places."""
    catalogue = spoken()
    translated = catalogue.texts.get(text, (text,))[0]
    return (
        translated.format_map(values if catalogue is ENGLISH else in_places(values))
        if values
        else translated
    )


def listed(values: Iterable[object], most: int) -> str:
    """The first values of a list in a line, with dots for those left out."""
    return ", ".join(first_of(list(map(str, values)), most, lambda _more: "..."))


def in_lines(text: str) -> str:
    """A text in lines that are not too long: what is shown beside a cell is not broken by itself."""
    most = MOST_IN_A_LINE // (2 if any(map(_is_wide, text)) else 1)
    lines = (textwrap.wrap(line, most, break_on_hyphens=False) for line in text.split("\n"))
    return "\n".join(chain.from_iterable(lines))


def _is_wide(letter: str) -> bool:
    """True for letters as wide as two, as those of Japanese are."""
    return letter > "\u2e7f" and east_asian_width(letter) in "WF"


def rounded(number: float, decimals: int) -> str:
    """A number with so many decimals as a spreadsheet program shows it, half of one rounded away from 0."""
    return str(Decimal(f"{number:.15g}").quantize(Decimal(1).scaleb(-decimals), ROUND_HALF_UP))


def first_of(texts: Sequence[str], most: int, more: Callable[[int], str]) -> list[str]:
    """The first of some texts, and one that says how many more there are."""
    return [*texts[:most], *([more(len(texts) - most)] if len(texts) > most else [])]


def aligned(rows: Sequence[Sequence[str]], align: str, width_of: Callable[[str], int]) -> list[str]:
    """A table in letters of one width, each column flush left (``<``) or right (``>``)."""
    widths = [max(map(width_of, column)) for column in zip(*rows, strict=True)]

    def padded(cell: str, width: int, side: str) -> str:
        space = " " * (width - width_of(cell))
        return space + cell if side == ">" else cell + space

    return ["  ".join(map(padded, cells, widths, align)).rstrip() for cells in rows]


def tn(one: str, many: str, n: int, /, **values: object) -> str:
    """A text about a number of things, translated, with the number at ``{n}``."""
    catalogue = spoken()
    forms = catalogue.texts.get(one)
    form = forms[catalogue.form_of(n)] if forms else (one, many)[n != 1]
    return form.format_map({"n": n, **(values if catalogue is ENGLISH else in_places(values))})
