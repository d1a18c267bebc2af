"""Whole events in a language that is made up: no English is left, and LibreOffice shows what is written."""

from __future__ import annotations

import re
from itertools import cycle

import other_letters
import pytest
from every_verb import Event
from openpyxl import load_workbook

from engine import RULESETS
from xlplugin.ground.languages import ENGLISH, speaking
from xlplugin.hosts.closed_file.host import FileHost
from xlplugin.verbs.check import check
from xlplugin.workbook.live_patterns import is_pattern
from xlplugin.workbook.reading.reader import read_event

from cases import each
from cell_by_cell import all_differences, errors_in
from typing_results import ARMIES

LATIN = re.compile(r"[A-Za-z]{2}")
FREE = re.compile(
    r"Player \w+|Jon Juniper|Spring & <Cup>|late\.csv|\b[RTF]\d+\b|(Starters|Codes|Rules): .*|[^;]*…|"
    r"\(?(OP|TRC|NTP|NTS|HEX)\b[^)]*\)?"
)
"""Names of people, of the event and of files, citations, and records that only the program reads."""


@pytest.fixture(scope="module")
def played(tmp_path_factory):
    """Play an event of every ruleset through every verb, by installations in three languages in turns."""
    folder = tmp_path_factory.mktemp("events")
    with other_letters.installed() as (one, two):
        yield {name: play(folder / f"{name}.xlsx", one, two) for name in RULESETS}


def play(path, one, two):
    """Play an event in one language in turns with another one, and English."""
    with speaking(one):
        playing = Event(path, path.stem, is_light=True).play()
    turns, is_over = cycle([ENGLISH, two, one]), False
    while not is_over:
        with speaking(next(turns)):
            is_over = next(playing, None) is None
    return path


@each("ruleset", RULESETS)
def test_no_english_is_left_and_nothing_is_lost(ruleset, played):
    """But names and citations; check finds what it finds in English: who came late."""
    with speaking(ENGLISH):
        checked = check(FileHost(played[ruleset]))
    by_rules = [line for line in checked.data["differences"] if "Jon Juniper" not in line]
    assert (checked.data["problems"], by_rules) == ([], [])
    assert english_in(played[ruleset]) == {}


def test_formulas_show_what_is_written_beside_them(played, converted):
    """In every ruleset, cell by cell, as LibreOffice has worked them out."""
    shown = [load_workbook(path, data_only=True) for path in converted("xlsx", *played.values())]
    by_name = dict(zip(played, shown, strict=True))
    assert [errors_in(workbook) for workbook in shown if errors_in(workbook)] == []
    assert all_differences(played, by_name) == []


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
