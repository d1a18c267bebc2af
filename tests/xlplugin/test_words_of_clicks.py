"""What a click may say: nothing that only somebody at a terminal could type."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

import xlplugin
from xlplugin.verbs.ways import clicked, way

ROOT = Path(xlplugin.__file__).parent
OF_COMMANDS = (
    "commands", "setup", "doctor", "season", "cli.py", "cluster.py", "check_page.py", "soffice.py",
    "list.py", "list_by_hand.py",
)  # fmt: skip
"""What no click reaches, and the list of commands itself."""
FILES = [
    path for path in ROOT.rglob("*.py") if not {*OF_COMMANDS} & {*path.relative_to(ROOT).parts}
]
TEXTS = {"t", "tn", "msg", "stop"}


def _texts(tree):
    """The texts of the catalogue, but those of what was typed wrong into a terminal."""
    calls = [
        node
        for node in ast.walk(tree)
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name)
    ]
    wrong_use = {id(arg) for call in calls if call.func.id == "WrongUse" for arg in call.args}
    for call in calls:
        if call.func.id in TEXTS and id(call) not in wrong_use:
            yield from (arg.value for arg in call.args if isinstance(arg, ast.Constant))


def test_no_text_of_a_click_has_an_option_of_a_command():
    """An option is named where a command answers; a click speaks of buttons and cells."""
    trees = {path.name: ast.parse(path.read_text(encoding="utf-8")) for path in FILES}
    found = [
        f"{name}: {text}"
        for name, tree in trees.items()
        for text in _texts(tree)
        if re.search(r"(?<!\w)--?[a-z]", str(text))
    ]
    assert not found


@pytest.mark.parametrize(
    ("verb", "options", "button", "label"),
    [
        ("pair", ("--again",), "pair_again", "Pair again"),
        ("standings", (), "", "Standings"),
    ],
)
def test_a_verb_is_named_as_it_is_asked_for(in_memory, verb, options, button, label):
    """Its button after a click, its command on a terminal."""
    event = in_memory().event
    typed = " ".join(["xlplugin", verb, event.book.name, *options])
    assert way(event, verb, *options, button=button) == typed
    with clicked():
        assert way(event, verb, *options, button=button) == label
    assert way(event, verb, *options, button=button) == typed
