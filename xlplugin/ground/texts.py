"""Texts for people, in the language of whoever runs the program.

A text is written in English where it is used. A language is one file, ``locale/xx.po``, in the format of
``gettext``; it is read when the program starts. See ``docs/extending.md``.
"""

from __future__ import annotations

import json
import os
import re
import sys
import textwrap
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from decimal import ROUND_HALF_UP, Decimal
from gettext import c2py
from importlib.resources import files
from itertools import chain
from pathlib import Path
from typing import NamedTuple

from engine.texts import msg as msg  # noqa: PLC0414  (for all others here)
from engine.texts import msgn as msgn  # noqa: PLC0414

LANGUAGE = "XLPLUGIN_LANGUAGE"
"""The variable of the environment that names the language, or a file of translations to try."""
MOST_IN_A_LINE = 60
"""The most letters in a line of what is shown beside a cell."""


class Catalogue(NamedTuple):
    """The texts of a language by their English, each with its plural forms.

    ``plural`` is the rule that says which form a number takes, and ``form_of`` that rule as a function.
    """

    language: str = "en"
    texts: dict[str, list[str]] = {}  # noqa: RUF012  (never changed)
    plural: str = "n != 1"
    form_of: Callable[[int], int] = lambda n: n != 1


_FIELD = re.compile(r'(msg\w+(?:\[\d\])?)?\s*(".*")')


def read_po(content: str) -> Catalogue:
    """The translations of a ``.po`` file.

    What is missing or marked as fuzzy stays English, and so does a text with a place that the English
    does not have: nothing could stand there.
    """
    texts: dict[str, list[str]] = {}
    for entry in re.split(r"\n\s*\n", content):
        fields: dict[str, str] = {}
        name = ""
        for line in entry.splitlines():
            if field := _FIELD.fullmatch(line.strip()):
                name = field[1] or name
                fields[name] = fields.get(name, "") + json.loads(field[2])
        forms = [text for name, text in sorted(fields.items()) if name.startswith("msgstr")]
        english = fields.get("msgid", "")
        has_places = _places(english, fields.get("msgid_plural", "")) >= _places(*forms)
        is_fuzzy = re.search("^#,.*fuzzy", entry, re.MULTILINE)
        if forms and all(forms) and has_places and not is_fuzzy:
            texts[english] = forms
    header = texts.pop("", [""])[0]
    plural = _in_header(header, r"plural\s*=([^;\n]+)", Catalogue().plural)
    return Catalogue(_in_header(header, r"^Language:(.+)", ""), texts, plural, c2py(plural))


def _places(*texts: str) -> set[str]:
    """The ``{named}`` places of texts, and ``{`` for one that has no end."""
    return {name for text in texts for name in re.findall(r"\{(?:\w*\})?", text)}


def _in_header(header: str, pattern: str, otherwise: str) -> str:
    found = re.search(pattern, header, re.MULTILINE)
    return found[1].strip() if found else otherwise


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
    return Catalogue()


def catalogue_of(language: str) -> Catalogue | None:
    """The catalogue of a language that is installed, known as in ``pt_BR``; English needs none."""
    if language in ("", "en", "C", "POSIX"):
        return Catalogue()
    file = files("xlplugin") / "locale" / f"{language}.po"
    is_name = re.fullmatch(r"[A-Za-z]{2,3}(_[A-Za-z]{2,4})?", language)
    return read_po(file.read_text(encoding="utf-8")) if is_name and file.is_file() else None


@contextmanager
def speaking(catalogue: Catalogue) -> Iterator[None]:
    """Have texts in another language than that of whoever runs the program."""
    global CATALOGUE  # noqa: PLW0603
    before, CATALOGUE = CATALOGUE, catalogue
    try:
        yield
    finally:
        CATALOGUE = before


CATALOGUE = _catalogue()


def t(text: str, /, **values: object) -> str:
    """A text, translated, with the values at its ``{named}`` places."""
    translated = CATALOGUE.texts.get(text, [text])[0]
    return translated.format_map(values) if values else translated


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
    forms = CATALOGUE.texts.get(one, [one, many])
    return forms[CATALOGUE.form_of(n)].format_map({"n": n, **values})
