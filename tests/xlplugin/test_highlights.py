"""Highlights mean the same in whatever language a running Excel reads them."""

from __future__ import annotations

import re

import pytest

from engine import RULESETS
from xlplugin.templates import ruleset_patterns
from xlplugin.templates.ruleset_patterns import layouts_of
from xlplugin.workbook.book import AddSheet
from xlplugin.workbook.drawings.bracket import after_won
from xlplugin.workbook.drawings.bracket_boxes import LOST, NOT_NEEDED, WON

OPERATORS = re.compile(r'(\{[^{}]+\}|"[^"]*"|<>|>=|<=|[=<>*+()]|\d)+')
"""Columns, texts and operators: no function, no separator, no number with a decimal sign."""


def _layouts(ruleset):
    changes = ruleset_patterns.template_changes(ruleset)
    template = (change.layout for change in changes if isinstance(change, AddSheet))
    return [*template, *layouts_of(ruleset)]


@pytest.mark.parametrize("ruleset", RULESETS.values(), ids=RULESETS)
def test_a_highlight_needs_no_function_and_no_separator(ruleset, monkeypatch):
    """``AND(...,...)`` is refused where Excel expects ``UND(...;...)``."""
    for of_patterns in ("looks_of", "pages_of"):  # which are made of the same layouts
        monkeypatch.setattr(ruleset_patterns, of_patterns, lambda _ruleset: [])
    formulas = {h.formula for layout in _layouts(ruleset) for h in layout.highlights}
    assert formulas
    assert [text for text in formulas if not OPERATORS.fullmatch(text)] == []


@pytest.mark.parametrize(
    "refused", ['AND({A}="x",{B})', "RIGHT({A},1)", "{A}>1.5", "{A};{B}", "TRUE"]
)
def test_what_a_language_has_its_own_words_for_is_found(refused):
    """The pattern above would not let these pass."""
    assert not OPERATORS.fullmatch(refused)


@pytest.mark.parametrize(
    ("shown", "is_bold"),
    [(WON, True), (f"{WON} Corp", True), (f"{WON} 20", True), (LOST, False), (f"{LOST} 2", False),
     ("", False), ("absent", False), (NOT_NEEDED, False)],
)  # fmt: skip
def test_only_a_winners_result_lies_between_the_two_texts(shown, is_bold):
    """The bracket sets winners off by the order of texts, in which Excel minds no capitals."""
    assert (WON.casefold() <= shown.casefold() < after_won(WON).casefold()) is is_bold
