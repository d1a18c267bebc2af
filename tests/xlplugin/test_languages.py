"""The languages: how one is chosen, and that each that is installed is whole."""

from __future__ import annotations

import pytest
from click.testing import CliRunner

from xlplugin.doors.cli import main
from xlplugin.ground import texts
from xlplugin.ground.texts import read_po

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
    found = texts.catalogue_of
    monkeypatch.setattr(
        texts, "catalogue_of", lambda code: MADE_UP if code == "xx" else found(code)
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
