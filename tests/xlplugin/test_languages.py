"""The languages: how one is chosen, and that each that is installed is whole."""

from __future__ import annotations

import plistlib
import re
import sys

import pytest
import translations
from click.testing import CliRunner

from engine.model import Player
from xlplugin.doors.cli import main
from xlplugin.ground import languages
from xlplugin.ground.catalogues import Catalogue, read_po
from xlplugin.ground.customs import decimal, grouped
from xlplugin.ground.languages import speaking
from xlplugin.verbs.list import UNTIL_STARTED
from xlplugin.workbook.drawings.print_lists import alphabetical
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


# Customs


NAMES = [
    "Ána",
    "Lopez",
    "Łuk",
    "Lzak",
    "Lis",
    "Ñandú",
    "Nzu",
    "Żak",
    "Ździe",
    "Zzz",
    "Özil",
    "Ott",
    "Pan",
]


@pytest.mark.parametrize(
    ("code", "wanted"),
    [
        (
            "en",
            "\u00c1na Lis Lopez \u0141uk Lzak \u00d1and\u00fa Nzu Ott \u00d6zil Pan \u017bak \u0179dzie Zzz",
        ),
        (
            "pl",
            "\u00c1na Lis Lopez Lzak \u0141uk \u00d1and\u00fa Nzu Ott \u00d6zil Pan Zzz \u0179dzie \u017bak",
        ),
        (
            "es",
            "\u00c1na Lis Lopez \u0141uk Lzak Nzu \u00d1and\u00fa Ott \u00d6zil Pan \u017bak \u0179dzie Zzz",
        ),
        (
            "sv",
            "\u00c1na Lis Lopez \u0141uk Lzak \u00d1and\u00fa Nzu Ott Pan \u017bak \u0179dzie Zzz \u00d6zil",
        ),
    ],
)
def test_names_are_in_the_order_of_the_language(code, wanted):
    """Letters of its own come behind those that they are made of, other accents make no difference."""
    players = [Player(no, name) for no, name in enumerate(NAMES, 1)]
    with speaking(Catalogue(code)):
        assert " ".join(player.name for player in alphabetical(players)) == wanted


@pytest.mark.parametrize(
    ("code", "wanted"),
    [
        ("en", "1.5 1,234 1,234,567"), ("ja", "1.5 1,234 1,234,567"), ("de", "1,5 1.234 1.234.567"),
        ("es", "1,5 1234 1.234.567"), ("pl", "1,5 1234 1\u00a0234\u00a0567"), ("fr", "1,5 1\u202f234 1\u202f234\u202f567"),
    ],
)  # fmt: skip
def test_numbers_are_written_as_the_language_has_them(code, wanted):
    """By CLDR: the decimal sign, and that between thousands where there is one."""
    with speaking(Catalogue(code)):
        assert f"{decimal('1.5')} {grouped(1234)} {grouped(1_234_567)}" == wanted


def test_a_mac_tells_its_language_in_a_file(tmp_path, monkeypatch):
    """Best first; English where it cannot be read."""
    monkeypatch.setattr("pathlib.Path.home", lambda: tmp_path)
    monkeypatch.setattr(sys, "platform", "darwin")
    for name in ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG"):
        monkeypatch.delenv(name, raising=False)
    assert list(languages._wanted()) == ["", ""]
    file = tmp_path / "Library" / "Preferences" / ".GlobalPreferences.plist"
    file.parent.mkdir(parents=True)
    file.write_bytes(
        plistlib.dumps({"AppleLanguages": ["pl-PL", "en-GB"]}, fmt=plistlib.FMT_BINARY)
    )
    assert list(languages._wanted()) == ["pl_PL", "pl", "en_GB", "en"]
    file.write_bytes(b"no list of properties")
    assert list(languages._wanted()) == ["", ""]
