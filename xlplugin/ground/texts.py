"""Texts for people, in the language of the workbook, or of whoever runs the program.

A text is written in English where it is used. A language is one file, ``locale/xx.po``, in the format of
``gettext``; :mod:`xlplugin.ground.names` has the names of tabs, columns, settings and choices in it. See
``docs/extending.md``.
"""

from __future__ import annotations

import os
import re
import sys
import textwrap
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from decimal import ROUND_HALF_UP, Decimal
from functools import cache
from importlib.resources import files
from itertools import chain
from pathlib import Path

from engine.texts import msg as msg  # noqa: PLC0414  (for all others here)
from engine.texts import msgn as msgn  # noqa: PLC0414
from xlplugin.ground.catalogues import Catalogue, own_name, read_po

LANGUAGE = "XLPLUGIN_LANGUAGE"
"""The variable of the environment that names the language, or a file of translations to try."""
ENGLISH = Catalogue()
MOST_IN_A_LINE = 60
"""The most letters in a line of what is shown beside a cell."""


def _wanted() -> Iterator[str]:
    """The languages of the system, best first, such as ``pt_BR`` and ``pt``."""
    variables = ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG")
    names = next(filter(None, map(os.environ.get, variables)), "")
    if not names and sys.platform == "win32":
        import ctypes  # noqa: PLC0415
        from locale import windows_locale  # noqa: PLC0415

        names = windows_locale.get(ctypes.windll.kernel32.GetUserDefaultUILanguage(), "")
    for name in names.split(":"):
        language = re.split("[.@]", name)[0]
        yield language
        yield language.split("_")[0]


def _catalogue() -> Catalogue:
    """The catalogue of the first language that has one, unless English comes before it."""
    chosen = os.environ.get(LANGUAGE, "")
    if chosen.endswith(".po"):
        try:
            return read_po(Path(chosen).read_text(encoding="utf-8"))
        except (OSError, ValueError) as error:
            sys.exit(f"{LANGUAGE}={chosen}: {error}")
    for language in [chosen] if chosen else _wanted():
        if found := catalogue_of(language):
            return found
    return ENGLISH


def catalogue_of(language: str) -> Catalogue | None:
    """The catalogue of a language that is installed, known as in ``pt_BR``; English needs none.

    A file of translations that is being tried counts as installed.
    """
    if language in ("", "en", "C", "POSIX"):
        return ENGLISH
    if language == CATALOGUE.language:
        return CATALOGUE
    is_name = re.fullmatch(r"[A-Za-z]{2,3}(_[A-Za-z]{2,4})?", language)
    return _installed(f"{language}.po") if is_name else None


@cache
def _installed(name: str) -> Catalogue | None:
    file = files("xlplugin") / "locale" / name
    return read_po(file.read_text(encoding="utf-8")) if file.is_file() else None


@cache
def languages() -> dict[str, str]:
    """The languages that are installed: what each calls itself, by its code; English comes first."""
    names = {"en": ENGLISH.own_name}
    for file in sorted((files("xlplugin") / "locale").iterdir(), key=lambda file: file.name):
        code, _, ending = file.name.partition(".")
        if ending == "po":
            with file.open(encoding="utf-8") as opened:
                names[code] = own_name(opened.read(1000), code)
    return names | {CATALOGUE.language: CATALOGUE.own_name}


@contextmanager
def speaking(catalogue: Catalogue | None) -> Iterator[None]:
    """Have texts in a language, ``None`` for the same as before, or in that of a workbook read meanwhile.

    It holds for this thread, or this task, alone.
    """
    before = _SPOKEN.set(catalogue or _SPOKEN.get())
    try:
        yield
    finally:
        _SPOKEN.reset(before)


def speak(catalogue: Catalogue) -> None:
    """Have all further texts in a language, up to the end of what is :func:`speaking` around this."""
    _SPOKEN.set(catalogue)


def spoken() -> Catalogue:
    """The language of texts here and now."""
    return _SPOKEN.get() or CATALOGUE


_SPOKEN: ContextVar[Catalogue | None] = ContextVar("spoken", default=None)
CATALOGUE = ENGLISH
CATALOGUE = _catalogue()
"""The language of whoever runs the program."""


def t(text: str, /, **values: object) -> str:
    """A text, translated, with the values at its ``{named}`` places."""
    catalogue = spoken()
    translated = catalogue.texts.get(text, (text,))[0]
    return translated.format_map(_local(catalogue, values)) if values else translated


def _local(catalogue: Catalogue, values: dict[str, object]) -> dict[str, object]:
    """The values of a text, with the names of tabs, columns and the like in its language."""
    if catalogue is ENGLISH:
        return values
    from xlplugin.ground.names import in_places  # noqa: PLC0415  (which needs the languages here)

    return in_places(values)


def listed(values: Iterable[object], most: int) -> str:
    """The first values of a list in a line, with dots for those left out."""
    return ", ".join(first_of(list(map(str, values)), most, lambda _more: "..."))


def in_lines(text: str) -> str:
    """A text in lines that are not too long: what is shown beside a cell is not broken by itself."""
    lines = (
        textwrap.wrap(line, MOST_IN_A_LINE, break_on_hyphens=False) for line in text.split("\n")
    )
    return "\n".join(chain.from_iterable(lines))


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
    return form.format_map({"n": n, **_local(catalogue, values)})
