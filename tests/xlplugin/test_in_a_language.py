"""Workbooks in another language: nothing English is left in them, and everybody can go on with them."""

from __future__ import annotations

import re
from itertools import cycle

import other_letters
import pytest
from every_verb import Event
from openpyxl import load_workbook

from engine import RULESETS
from xlplugin.ground import names
from xlplugin.ground.languages import ENGLISH, speaking
from xlplugin.hosts.closed_file.host import FileHost
from xlplugin.verbs.check import check
from xlplugin.workbook.live_patterns import is_pattern
from xlplugin.workbook.reading import language as in_language
from xlplugin.workbook.reading.reader import read_event

from cases import each
from typing_results import ARMIES

LATIN = re.compile(r"[A-Za-z]{2}")
FREE = re.compile(
    r"Player \w+|Jon Juniper|Spring & <Cup>|late\.csv|\b[RTF]\d+\b|(Starters|Codes|Rules): .*|"
    r"\(?(OP|TRC|NTP|NTS|HEX)\b[^)]*\)?"
)
"""Names of people, of the event and of files, citations, and records that only the program reads."""


@pytest.fixture(scope="module")
def languages():
    """Install two languages that are made up, and give them."""
    made = [other_letters.catalogue(), other_letters.catalogue("yy", "Yy", "¡")]
    known = {language.language: language for language in (ENGLISH, *made)}
    own_names = {code: language.own_name for code, language in known.items()}
    with pytest.MonkeyPatch.context() as patch:
        for module in (in_language, names):
            patch.setattr(module, "catalogue_of", known.get)
            patch.setattr(module, "languages", lambda: own_names)
        yield made


@pytest.fixture(scope="module")
def other(languages):
    """Give one of them."""
    return languages[0]


@each("ruleset", RULESETS)
@pytest.mark.slow
def test_a_whole_event_in_another_language_has_no_english_left(
    ruleset, languages, tmp_path_factory
):
    """Through every verb, by installations in three languages in turns; check finds nothing then."""
    path = tmp_path_factory.mktemp(ruleset) / "event.xlsx"
    with speaking(languages[0]):
        playing = Event(path, ruleset, is_light=True).play()
    turns = cycle([ENGLISH, languages[1], languages[0]])
    for language in turns:
        with speaking(language):
            if next(playing, None) is None:
                break
    with speaking(ENGLISH):
        checked = check(FileHost(path))
    by_rules = [line for line in checked.data["differences"] if "Jon Juniper" not in line]
    assert (checked.data["problems"], by_rules) == (
        [],
        [],
    )  # who came late plays where it was possible
    assert english_in(path) == {}


def english_in(path):
    """What is still English in a workbook, by its cells."""
    event = read_event(FileHost(path).read())
    details = {value for player in event.roster for value in player.details.values()}
    free = sorted({event.ruleset.name, event.ruleset.short, *ARMIES, *details}, key=len)[::-1]
    found = {}
    for tab in load_workbook(path):
        for cell in () if is_pattern(tab.title) else cells_seen(tab):
            texts = re.findall(r'"([^"]*)"', cell.value) if cell.data_type == "f" else [cell.value]
            for text in texts:
                rest = FREE.sub("", text)
                for name in filter(None, free):
                    rest = rest.replace(name, "")
                if LATIN.search(rest):
                    found[f"{tab.title}!{cell.coordinate}"] = text
    return found


def cells_seen(tab):
    """The cells with a text in columns that are seen."""
    for row in tab.iter_rows():
        for cell in row:
            is_hidden = tab.column_dimensions[cell.column_letter].hidden
            if isinstance(cell.value, str) and not is_hidden:
                yield cell
