"""Workbooks in another language: English inside the program, and their own language outside."""

from __future__ import annotations

import re
from dataclasses import replace
from random import Random

import other_letters
import pytest
from other_letters import in_letters

from engine import RULESETS
from xlplugin.commands import demo
from xlplugin.ground.catalogues import CONTEXT, Catalogue
from xlplugin.ground.languages import ENGLISH, speaking
from xlplugin.ground.names import named
from xlplugin.roster.results import results_in_file
from xlplugin.verbs.pair import pair_round
from xlplugin.workbook.book import SetCells, SheetData
from xlplugin.workbook.layouts import event_tab, round_tabs
from xlplugin.workbook.layouts.players_tab import players_layout
from xlplugin.workbook.live_patterns import is_pattern
from xlplugin.workbook.reading.in_language import Columns
from xlplugin.workbook.reading.language import in_english
from xlplugin.workbook.reading.reader import read_event
from xlplugin.workbook.writing.in_language import layout_in_language
from xlplugin.workbook.writing.language import in_language

LATIN = re.compile(r"[A-Za-z]{2}")


@pytest.fixture(scope="module")
def languages():
    """Install two languages that are made up, and give them."""
    with other_letters.installed() as made:
        yield made


@pytest.fixture
def local(languages, new_host):
    """Give an event of four players in another language, and what it is read as by an English installation."""
    with speaking(languages[0]):
        host = new_host("nisei-swiss", ["Ann", "Bea", "Cid", "Dot"], Rounds="3")
        pair_round(host)
    return host


def test_a_workbook_is_english_inside_and_its_own_language_outside(local, languages):
    """Tabs, headers, settings and choices; formulas have the names of the workbook."""
    with speaking(ENGLISH):
        event = read_event(local.read())
        assert event.problems == []
        assert event.book.language is languages[0]
        assert list(event.book.sheets)[:2] == ["Event", "Players"]
        assert event.value_of(event_tab.LANGUAGE) == other_letters.OWN_NAME
    assert not [name for name in local.book.sheets if LATIN.search(name) and not is_pattern(name)]
    round_1 = local.book.sheets[in_letters("Round 1")]
    assert in_letters("P1 Corp") in round_1.rows[0]


def test_what_is_said_of_a_workbook_is_in_its_language(local):
    """Whoever runs the program: it names tabs, headers and choices as they stand there."""
    with speaking(ENGLISH):
        type_into(local, "Round 1", 2, {"Special": "Nonsense"})
        (problem,) = [str(problem) for problem in read_event(local.read()).problems]
    assert problem.startswith(in_letters("Round 1") + "!")
    assert LATIN.findall(problem.replace("Nonsense", "")) == []


@pytest.mark.parametrize("typed", ["Bye", "  bye ", in_letters("Bye"), in_letters("bye")])
def test_choices_may_be_typed_in_the_language_or_in_english(typed, local):
    """Whatever capitals and spaces, as everywhere."""
    with speaking(ENGLISH):
        event = read_event(local.read())
        match = event.rounds[0].by_table[0]
        cells = {"Special": typed, "No 2": None, "Player 2": None}
        type_into(local, "Round 1", event.rounds[0].rows[match.player1].number, cells)
        after = read_event(local.read())
    assert after.rounds[0].match_of(match.player1).special == "Bye"


def test_an_english_choice_that_is_another_one_in_the_language_is_that_one(local, languages):
    """As the Spanish D, a loss, is no draw."""
    turned = {"W": "L", "L": "D", "D": "W"}
    known = {f"choice{CONTEXT}{one}": [two] for one, two in turned.items()}
    language = Catalogue("xx", {**dict(languages[0].texts), **known}, own_name="Turned")
    with speaking(language):
        columns = Columns(round_tabs.round_layout(1, RULESETS["nisei-swiss"], {}))
        assert [columns.value("P1 Corp", typed) for typed in "WLDx"] == ["D", "W", "L", "x"]
        assert [columns.written("P1 Corp", choice) for choice in "WLD"] == ["L", "D", "W"]


def test_a_tab_of_one_s_own_may_have_an_english_name(local):
    """It stays what it is beside ours, and nothing is written to it."""
    sheets = {**local.book.sheets, "Players": SheetData("Players", [["mine"]])}
    local.book = replace(local.book, sheets=sheets)
    with speaking(ENGLISH):
        type_results(local)
        pair_round(local)
    assert local.book.sheets["Players"].rows == [["mine"]]
    assert in_letters("Round 2") in local.book.sheets


def test_another_language_on_event_is_refused(local):
    """It is settled when the workbook is made; the problem says in which it is."""
    with speaking(ENGLISH):
        event = read_event(local.read())
        row = event.setting_rows[event_tab.LANGUAGE.name]
        type_into(local, "Event", row, {"Value": "English"})
        (problem,) = read_event(local.read()).problems
    assert other_letters.OWN_NAME in problem.what


def test_settings_may_be_given_in_the_language_or_in_english(languages, new_host):
    """As somebody types them after --set for a new workbook."""
    chosen = {"Rounds": "3", in_letters("Check-in"): in_letters("Yes"), "Cut": in_letters("None")}
    with speaking(languages[0]):
        event = read_event(new_host("nisei-swiss", ["Ann"], **chosen).read())
    assert [event.settings[name] for name in ("Check-in", "Cut")] == ["Yes", "None"]


def test_a_table_of_results_is_read_in_every_language(languages, tmp_path):
    """Whoever imports it: its headers say in which it is, and its choices are that language's."""
    path = tmp_path / "results.csv"
    headers = "Round,Player 1,Player 2,P1 Corp,P1 Runner,Special"
    lines = [headers, "1,ANN,BEA,W,L,", "1,CID,,,,Bye"]
    path.write_text("\n".join(map(in_letters, lines)), encoding="utf-8")
    with speaking(ENGLISH):
        read = results_in_file(path, RULESETS["nisei-swiss"], {}, lambda *_: "")
    (first, second) = read.rounds[0].matches
    assert (first.result[:2], second.special) == (("W", "L"), "Bye")


def test_a_workbook_without_the_row_is_in_the_language_of_its_tabs(local, new_host):
    """As workbooks of earlier versions are in English."""
    with speaking(ENGLISH):
        event = read_event(local.read())
        row = event.setting_rows[event_tab.LANGUAGE.name]
        type_into(local, "Event", row, {"Setting": None, "Value": None})
        assert read_event(local.read()).book.language is event.book.language
    with speaking(ENGLISH):
        assert read_event(new_host("trc", ["Ann"]).read()).book.language is ENGLISH


def type_into(host, tab, row, cells):
    """Type into a row by English headers, as it stands in the workbook."""
    headers = in_english(host.read()).sheets[tab].rows[0]
    typed = {(row, headers.index(header) + 1): value for header, value in cells.items()}
    host.write([SetCells(in_english(host.read()).tab(tab), typed)])


def type_results(host):
    """Type results into the newest round."""
    event = read_event(host.read())
    tab = event.rounds[-1]
    cells = dict(demo._typed(event, tab, Random(1)))
    host.write(in_language([SetCells(tab.name, cells)], host.read()))


@pytest.mark.parametrize("ruleset", RULESETS.values(), ids=RULESETS)
def test_what_highlights_look_for_is_local_and_nothing_else(ruleset, languages):
    """The texts between quotes, empty ones among them: else a name is sought between two of them."""
    for layout in (players_layout(ruleset), round_tabs.round_layout(2, ruleset, {})):
        with speaking(languages[0]):
            local = layout_in_language(layout).highlights
            for english, other in zip(layout.highlights, local, strict=True):
                one, two = (re.sub(r"{[^}]*}", "{}", each.formula) for each in (english, other))
                sought = [named("choice", text) for text in one.split('"')[1::2]]
                assert two.split('"')[1::2] == sought
                assert two.split('"')[::2] == one.split('"')[::2]
