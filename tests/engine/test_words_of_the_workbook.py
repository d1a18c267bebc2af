"""The engine speaks of players, matches and results: the workbook and how it looks are the plugin's."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

import engine

WORDS = re.compile(
    r"\b(tabs?|sheets?|cells?|columns?|headers?|workbooks?|spreadsheets?|Excel|widths?|(live )?formulas?)\b"
    r"|\b(on|in|under) (Players|Event|Penalties|Log|Staff|Pairing notes)\b|``(Players|Event)``"
    r"|\b(type|clear) (it|that|the|this|an?|who|what|one|Game)\b",
    re.IGNORECASE,
)


def texts(source):
    """Give every string and docstring of a module with its line."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            yield node.lineno, node.value


def words_in(source):
    """Give the words of the workbook in a module: line and text around each."""
    return [
        (line, " ".join(text[max(0, found.start() - 40) : found.end() + 40].split()))
        for line, text in texts(source)
        for found in WORDS.finditer(text)
    ]


def test_the_engine_has_no_word_of_the_workbook():
    """No text or docstring names a tab, a cell, a column, or tells where to type something."""
    root = Path(engine.__file__).parent
    found = {
        str(path.relative_to(root)): words
        for path in sorted(root.rglob("*.py"))
        if (words := words_in(path.read_text(encoding="utf-8")))
    }
    assert found == {}


@pytest.mark.parametrize(
    "text",
    [
        "type it on Players", "the column header", "see Penalties under Log", "``Event``",
        "clear it, and go on", "what Excel does",
    ],
)  # fmt: skip
def test_words_of_the_workbook_are_seen(text):
    """The test above finds them in a docstring and in a constant."""
    assert words_in(f'"""A docstring: {text}."""')
    assert words_in(f"HELP = {text!r}")
    assert not words_in("# type: ignore\nHELP = 'a type of event, a table, a player on the staff'")


@pytest.mark.parametrize(
    "module",
    ["match_format", "statistics", "matchups", "penalties", "elimination/progress", "simulation/strength"],
)  # fmt: skip
def test_what_every_format_builds_on_names_no_side(module):
    """Sides have the names that a format gives them."""
    source = Path(engine.__file__).parent.joinpath(f"{module}.py").read_text(encoding="utf-8")
    assert not re.search(r"corp|runner", source, re.IGNORECASE)
