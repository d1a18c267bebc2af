"""The languages: how one is chosen, and that each that is installed is whole."""

from __future__ import annotations

import re

import pytest
import translations
from click.testing import CliRunner

from xlplugin.doors.cli import main
from xlplugin.ground import languages
from xlplugin.ground.catalogues import Catalogue
from xlplugin.ground.texts import read_po
from xlplugin.verbs.list import UNTIL_STARTED
from xlplugin.workbook.layouts import event_tab

MADE_UP = read_po(
    """\
msgid ""
msgstr ""
"Language: xx\\n"
"Plural-Forms: nplurals=2; plural=(n != 1);\\n"

msgid "Usage:"
msgstr "Ùsàgè:"

msgid "Add the next round."
msgstr "Àdd thè nèxt ròùnd."

msgid "Pair the newest round again, while it has no results."
msgstr "Pàìr àgàìn."

msgid "Example: {command}"
msgstr "Èxàmplè: {command}"

msgid "write it again whenever the workbook is saved."
msgstr "wrìtè ìt àgàìn."

msgid "Missing argument"
msgstr "Mìssìng àrgùmènt"

msgid "{n} problem to correct."
msgstr "{n} pròblèm."
"""
)
"""A language that nobody speaks: English with accents."""


@pytest.fixture
def made_up(monkeypatch):
    """A made-up language that is installed."""
    found = languages.catalogue_of
    monkeypatch.setattr(
        languages, "catalogue_of", lambda code: MADE_UP if code == "xx" else found(code)
    )


def said(*arguments, **more):
    """What a command prints, on one line."""
    return " ".join(CliRunner().invoke(main, arguments, **more).output.split())


@pytest.mark.usefixtures("made_up")
def test_a_language_is_chosen_before_or_behind_the_command():
    """Helps, also those put together of several texts, and what the library says of wrong use."""
    for words in (["--language", "xx", "pair", "--help"], ["pair", "--help", "--language=xx"]):
        told = said(*words)
        assert told.startswith("Ùsàgè: "), told
        assert "Pàìr àgàìn." in told
        assert "Èxàmplè: xlplugin pair event.xlsx" in told
    assert "Àdd thè nèxt ròùnd." in said("--language", "xx", "--help")
    assert "--watch html: wrìtè ìt àgàìn." in said("export", "--help", "--language", "xx")
    assert "Mìssìng àrgùmènt 'FILE'" in said("pair", "--language", "xx")


@pytest.mark.usefixtures("made_up")
def test_the_next_command_speaks_as_before():
    """In a process that runs several, each has its own language."""
    said("pair", "--help", "--language", "xx")
    assert said("pair", "--help").startswith("Usage: ")


def test_a_language_that_is_not_installed_is_refused():
    """As is none at all; what stands behind -- is no option."""
    for words in (["--language", "qq", "rulesets"], ["rulesets", "--language"]):
        result = CliRunner().invoke(main, words)
        assert result.exit_code == 2, result.output
    assert "There is no language qq" in said("--language", "qq", "rulesets")
    assert "extra argument (qq)" in said("pair", "--", "--language", "qq")


# What is wrong with a catalogue


@pytest.mark.parametrize("code", [code for code in languages.languages() if code != "en"])
def test_a_language_is_whole(code):
    """Nothing is missing, lost, too long, of the same name, or half English."""
    assert translations.faults(languages.catalogue_of(code)) == []


def accented(text):
    """A text as it would be in a language: every word differs, places and lines stay."""
    return re.sub(r"[^{}]+(?=\{|$)", lambda part: part[0].translate(ACCENTS), text)


def whole():
    """A language without a fault."""
    found = {}
    for text in translations.wanted():
        key = f"{text.kind}\4{text.one}" if text.kind else text.one
        found[key] = [accented(form) for form in (text.one, text.many) if form]
    return found


ACCENTS = str.maketrans("aeiou", "\u00e0\u00e8\u00ec\u00f2\u00f9")
WRONG = {
    "missing:  'Rounds'": {"Rounds": None},
    "of no use: 'Nobody says this'": {"Nobody says this": ["x"]},
    "places ['n'] lost, [('m', '', '')] invented: 'Player {n}'": {"column\4Player {n}": ["P {m}"]},
    "a brace is open: 'and {n} more'": {"and {n} more": ["{n"]},
    "1 forms: '{n} player'": {"{n} player": ["{n} pl\u00e0yer"]},
    "no name for a tab: 'Runde [{n}]'": {"tab\4Round {n}": ["Runde [{n}]"]},
    "2 times in tab : 'x'": {"tab\4Event": ["x"], "tab\4Players": ["X"]},
    "2 buttons are called 'x'": {"Swap players": ["x"], "Move match": ["X"]},
    "two keys 'u' in 'Rounds'": {"Undo": ["~Und\u00f2"], "Publish": ["P~ublish"]},
    "wider than its column": {"column\4Table": ["Spieltischnummernspalte"]},
    "longer than 34: 'Rounds'": {"setting\4Rounds": ["r" * 35]},
    "longer than 22: 'Pair next round'": {"Pair next round": ["r" * 23]},
    "256 letters beside a cell": {event_tab.ROUNDS.help: ["r" * 256]},
    "half English (and, the)": {"Add the next round.": ["Runde and the tables."]},
    "as in English": {"Remove the newest round.": ["Remove the newest round."]},
    "Start clock is [": {UNTIL_STARTED: ["Et\u00f2 ic\u00ec."]},
}  # fmt: skip
"""What is said of a language by what is changed in one that is whole."""


def test_a_language_with_all_its_texts_has_no_fault():
    """As that in which every vowel has an accent."""
    assert translations.faults(Catalogue("xx", whole())) == []


def test_every_fault_is_found():
    """Each where it is, and each once."""
    wrong = {key: forms for changed in WRONG.values() for key, forms in changed.items()}
    assert len(wrong) == sum(map(len, WRONG.values()))
    found = {key: forms for key, forms in {**whole(), **wrong}.items() if forms}
    faults = translations.faults(Catalogue("xx", found))
    told = {begin: sum(fault.startswith(begin) for fault in faults) for begin in WRONG}
    assert told == dict.fromkeys(WRONG, 1), faults
