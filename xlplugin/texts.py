"""Texts for people, in the language of whoever runs the program: the catalogue of ``gettext``.

A text is written in English where it is used. A language is one file more; see ``docs/extending.md``.
"""

from __future__ import annotations

import gettext
import os
from collections.abc import Iterable
from pathlib import Path

LANGUAGE = "XLPLUGIN_LANGUAGE"
"""The variable of the environment that names another language than that of the system."""
_catalogue = gettext.translation(
    "xlplugin",
    Path(__file__).with_name("locale"),
    languages=[os.environ[LANGUAGE]] if os.environ.get(LANGUAGE) else None,
    fallback=True,
)


def t(text: str, /, **values: object) -> str:
    """A text, translated, with the values at its ``{named}`` places."""
    found = _catalogue.gettext(text)
    return found.format_map(values) if values else found


def listed(values: Iterable[object], most: int) -> str:
    """The first values of a list in a line, with dots for those left out."""
    texts = [str(value) for value in values]
    return ", ".join([*texts[:most], *["..."] * (len(texts) > most)])


def tn(one: str, many: str, n: int, /, **values: object) -> str:
    """A text about a number of things, translated, with the number at ``{n}``."""
    return _catalogue.ngettext(one, many, n).format_map({"n": n, **values})
