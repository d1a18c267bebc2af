"""Choices that organizers need and the documents do not have: each marked, and off by default."""

from dataclasses import replace

import pytest

from engine import RULESETS
from engine.ruleset import Option
from xlplugin.workbook import sheets

RULESET_NAMES = sorted(RULESETS)


@pytest.mark.parametrize("name", RULESET_NAMES)
def test_the_help_of_an_extension_says_that_the_document_does_not_have_it(name):
    """The sentence is made from the option and its ruleset; other settings do not have it."""
    more = Option("Juggling", ("No", "Yes"), "Yes: players juggle.", extension=True)
    ruleset = replace(RULESETS[name], options=(*RULESETS[name].options, more))
    rows = {setting.name: setting for setting in sheets.settings_for(ruleset)}
    assert rows["Juggling"].extension
    told = f"Not in {ruleset.short}."
    assert rows["Juggling"].help == f"Yes: players juggle. {told} Blank: No."
    extensions = {option.name for option in ruleset.options if option.extension}
    assert {setting.name for setting in rows.values() if setting.extension} == extensions
    assert {setting.name for setting in rows.values() if told in setting.help} == extensions
