"""The scripts that organizers drop into xlwings Lite: a button for everything, each with what it does."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

from xlplugin.verbs.list import VERBS

LITE = Path(__file__).parents[2] / "templates" / "lite"
MODULE = ast.parse((LITE / "tournament.py").read_text(encoding="utf-8"))
SCRIPTS = [
    node for node in MODULE.body if isinstance(node, ast.FunctionDef) and node.decorator_list
]


def test_buttons_stand_in_the_order_of_use():
    """The captions are those of the other buttons, in the order of the list of verbs."""
    captions = [script.decorator_list[0].keywords[0].value.value for script in SCRIPTS]
    assert captions == [verb.button.label for verb in VERBS if verb.button]


@pytest.mark.parametrize(
    "node", [MODULE, *SCRIPTS], ids=lambda node: getattr(node, "name", "module")
)
def test_everything_is_described(node):
    """App mode shows what each button does, and how to begin."""
    assert len(ast.get_docstring(node)) > 40


@pytest.mark.parametrize("script", SCRIPTS, ids=lambda script: script.name)
def test_the_workbook_is_handed_over(script):
    """Lite finds a script by its ``book: xw.Book``; other arguments are fields with a default."""
    book, *fields = script.args.args
    assert ast.unparse(book) == "book: xw.Book"
    assert len(fields) == len(script.args.defaults)
