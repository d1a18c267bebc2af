"""Workbooks in another language: nothing English is left in them, and everybody can go on with them."""

from __future__ import annotations

import re
from itertools import cycle

import other_letters
import pytest
from cases import each
from every_verb import Event
from openpyxl import load_workbook

from engine import RULESETS
from xlplugin.ground import names, texts
from xlplugin.ground.names import known_as, named
from xlplugin.ground.texts import ENGLISH, speaking, spoken
from xlplugin.hosts.closed_file.host import FileHost
from xlplugin.verbs.check import check
from xlplugin.workbook.live_patterns import is_pattern
from xlplugin.workbook.reading import in_language
from xlplugin.workbook.reading.reader import read_event

LATIN = re.compile(r"[A-Za-z]{2}")
FREE = re.compile(
    r"Player \w+|Jon Juniper|Spring & <Cup>|late\.csv|OP\b|NTP|TRC|HEX|NSG|R\d|T\d|F\d|hex\b|"
    r"(Starters|Codes|Rules): .*|https?:\S+"
)
"""Names of people, events, files and rules, citations, and records that only the program reads."""
OF_THE_GAME = {field for ruleset in RULESETS.values() for field in map(str, ruleset.roster_fields)}
NOT_READ = re.compile(r"\(.*\)")
"""Headers of columns out of sight."""


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
def test_a_whole_event_in_another_language_has_no_english_left(ruleset, languages, tmp_path_factory):
    """Through every verb, by installations in three languages in turns; check finds nothing then."""
    path = tmp_path_factory.mktemp(ruleset) / "event.xlsx"
    with speaking(languages[0]):
        event = Event(path, ruleset, is_light=True)
    turns, playing = cycle([ENGLISH, languages[1], languages[0]]), event.play()
    for language in turns:
        with speaking(language):
            if next(playing, None) is None:
                break
    with speaking(ENGLISH):
        checked = check(FileHost(path))
    by_rules = [line for line in checked.data["differences"] if "Jon Juniper" not in line]
    assert (checked.data["problems"], by_rules) == ([], [])  # who came late plays where it was possible
    assert english_in(path, event.rules) == {}


def english_in(path, rules):
    """What is still English in a workbook, by its cells."""
    identities = {field.name for field in rules.roster_fields}
    with speaking(other_letters.catalogue()):
        free = {named("column", name) for name in identities}
    found = {}
    for tab in load_workbook(path):
        if is_pattern(tab.title):
            continue
        headers = [cell.value for cell in tab[1]]
        for row in tab.iter_rows():
            for cell in row:
                hidden = tab.column_dimensions[cell.column_letter].hidden
                if hidden or headers[cell.column - 1] in free or not isinstance(cell.value, str):
                    continue
                shown = re.findall(r'"([^"]*)"', cell.value) if cell.data_type == "f" else [cell.value]
                for text in shown:
                    if LATIN.search(FREE.sub("", text)):
                        found[f"{tab.title}!{cell.coordinate}"] = text
    return found
