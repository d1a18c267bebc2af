"""A language that is made up: English in Cyrillic letters, so that whatever is Latin was not translated."""

from __future__ import annotations

import json
import re
import string
from contextlib import contextmanager
from functools import cache

import pytest

from xlplugin.ground import names
from xlplugin.ground.catalogues import read_po
from xlplugin.ground.languages import ENGLISH
from xlplugin.roster import results
from xlplugin.workbook.reading import language as reading

from sources import program

CODE, OWN_NAME = "xx", "Жж"
OTHERS = dict(
    zip(
        string.ascii_letters,
        "абвгдежзийклмнопрстуфхцчшщ" + "абвгдежзийклмнопрстуфхцчшщ".upper(),
        strict=True,
    )
)
LETTERS = str.maketrans(OTHERS)
HEADER = (
    'msgid ""\nmsgstr ""\n"Language: {code}\\n"\n"X-Own-Name: {own_name}\\n"\n'
    '"Plural-Forms: nplurals=2; plural=(n != 1);\\n"\n'
)


def in_letters(text, letters=LETTERS):
    """A text in other letters, but for its places."""
    parts = re.split(r"(\{.*?\})", text)
    return "".join(part if i % 2 else part.translate(letters) for i, part in enumerate(parts))


@cache
def catalogue(code=CODE, own_name=OWN_NAME, mark=""):
    """The language; another one has the ``mark`` in front of every name and text."""
    return read_po(po(code, own_name, mark))


def po(code=CODE, own_name=OWN_NAME, mark=""):
    """The language as the file of translations that it would be."""

    def other(text, *, is_name=False):
        if is_name and len(text) == 1:
            return in_letters(
                text, LETTERS | {ord("W"): "Э", ord("L"): "Ю", ord("D"): "Я"} if mark else LETTERS
            )
        return mark + in_letters(text)

    made = program("catalogue")
    of_tabs = program("names").names()
    entries = [HEADER.format(code=code, own_name=own_name)]
    for name, kind in of_tabs:
        local = json.dumps(other(name, is_name=True), ensure_ascii=False)
        entries.append(f"msgctxt {json.dumps(kind)}\nmsgid {json.dumps(name)}\nmsgstr {local}\n")
    for one, many in made.texts().items():
        quoted, translated = (json.dumps(t, ensure_ascii=False) for t in (one, other(one)))
        if many:
            plural = json.dumps(other(many), ensure_ascii=False)
            entries.append(
                f"msgid {quoted}\nmsgid_plural {json.dumps(many, ensure_ascii=False)}\n"
                f"msgstr[0] {translated}\nmsgstr[1] {plural}\n"
            )
        else:
            entries.append(f"msgid {quoted}\nmsgstr {translated}\n")
    return "\n".join(entries)


@contextmanager
def installed():
    """Two such languages, as if their files were there."""
    made = [catalogue(), catalogue("yy", "Yy", "¡")]
    known = {language.language: language for language in (ENGLISH, *made)}
    own_names = {code: language.own_name for code, language in known.items()}
    with pytest.MonkeyPatch.context() as patch:
        for module in (reading, names, results):
            patch.setattr(module, "catalogue_of", known.get)
            patch.setattr(module, "languages", lambda: own_names)
        yield made
