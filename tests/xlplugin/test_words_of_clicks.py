"""Messages after a click name nothing that only somebody at a terminal could type."""

from __future__ import annotations

import ast
import re
from contextvars import copy_context
from pathlib import Path

import pytest

import xlplugin
from engine import ruleset_named
from engine.chances.chances import Chance, Chances, Proof, State
from xlplugin.verbs.ways import LABELS, call_unhiding, clicked, unhiding, way
from xlplugin.workbook.drawings.shared import CARDS, NAMES, SEATS, SLIPS, put_beside
from xlplugin.workbook.layouts.event_tab import settings_for
from xlplugin.workbook.layouts.tab_names import CHANCES, MATCHUPS, PLAN, STATISTICS
from xlplugin.workbook.reading.cut_chances import in_short

ROOT = Path(xlplugin.__file__).parent
OF_COMMANDS = (
    "commands", "show", "setup", "doctor", "season", "cli.py", "cluster.py", "check_page.py", "soffice.py",
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


def test_a_hidden_tab_is_shown_again_by_the_words_of_the_program():
    """Those of LibreOffice where it has said so; a terminal does not know which program there is."""

    def told(entry):
        with clicked():
            call_unhiding(entry)
            return unhiding()

    assert [copy_context().run(told, entry) for entry in ("Show Sheet", "")] == [
        "Show Sheet",
        "Unhide",
    ]
    assert unhiding() == "Unhide (in LibreOffice: Show Sheet)"


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
    [("pair", ("--again",), "pair_again", "Pair again"), ("standings", (), "", "Standings")],
)
def test_a_verb_is_named_as_it_is_asked_for(in_memory, verb, options, button, label):
    """Its button after a click, its command on a terminal."""
    event = in_memory().event
    typed = " ".join(["xlplugin", verb, event.book.name, *options])
    assert way(event, verb, *options, button=button) == typed
    with clicked():
        assert way(event, verb, *options, button=button) == label
    assert way(event, verb, *options, button=button) == typed


@pytest.mark.parametrize("tab", [SLIPS, NAMES, SEATS, CARDS, CHANCES, MATCHUPS, PLAN, STATISTICS])
def test_a_tab_names_the_button_that_makes_it_again(tab):
    """As it is labelled, so that it is found."""
    cells = {}
    put_beside(cells, 3, tab)
    named = re.fullmatch(r"Made by the button (.+)\. Click it again to refresh\.", cells[1, 5][0])
    assert named[1] in LABELS.values()


@pytest.mark.parametrize(
    ("states", "said"),
    [
        ((0, 9, 14), "Top 4: nobody safe yet, 9 out, 14 still in the running."),
        ((2, 0, 5), "Top 4: 2 safe, nobody out yet, 5 still in the running."),
        ((4, 2, 0), "Top 4: 4 safe, 2 out."),
    ],
)
def test_chances_are_told_in_a_sentence(states, said):
    """Nobody is said to be none."""
    kinds = (State.SAFE, State.OUT, State.OPEN)
    every = [state for n, state in zip(states, kinds, strict=True) for _ in range(n)]
    players = tuple(Chance(no, state, 0.5, Proof.NONE, 0) for no, state in enumerate(every, 1))
    assert in_short(Chances(players, {}, 1, is_exact=True), 4) == said


def test_what_a_document_does_not_allow_is_said_in_a_sentence():
    """Beside the setting, with what holds elsewhere."""
    (setting,) = (s for s in settings_for(ruleset_named("nisei-swiss")) if s.name == "Elimination")
    assert "OP 1.4 allows only double elimination. Asynchronous events may play" in setting.help
