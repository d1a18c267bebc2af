"""A button is one entry in the list of verbs, and every place that is made from it has it."""

from __future__ import annotations

import ast
import re
from inspect import signature
from itertools import groupby
from pathlib import Path

import pytest
from defusedxml.ElementTree import fromstring

from xlplugin.doors import buttons
from xlplugin.doors.clicks import FORMER
from xlplugin.templates import macros
from xlplugin.verbs.entry import load
from xlplugin.verbs.list import BUTTONS

from sources import program

TEMPLATES = Path(__file__).parents[2] / "templates"
from_list = program("from_list")
BASIC = from_list.module()
LITE = ast.parse((TEMPLATES / "lite" / "tournament.py").read_text(encoding="utf-8"))
SPACE = f"{{{macros.RIBBON_SPACE}}}"
MOST_ON_EVENT = 8
"""So many buttons can be told apart while forty people wait; the ribbon has the others."""


def in_basic():
    """Of each macro that Excel lists: the verb that it asks Python for."""
    subs = re.findall(r"^Public Sub (\w+)\(\)\n(.*?)^End Sub$", BASIC, re.MULTILINE | re.DOTALL)
    return [
        (macro, *re.findall(r'^    Ask\w+ "(\w+)"', body, re.MULTILINE)) for macro, body in subs
    ]


def in_ribbon():
    """Of each button of the ribbon: its macro, found through what the ribbon calls."""
    called = r"^Public Sub (\w+)\(control As Object\)\n +(\w+)\nEnd Sub$"
    callbacks = dict(re.findall(called, BASIC, re.MULTILINE))
    clicked = [b.get("onAction") for b in fromstring(macros.ribbon()).iter(f"{SPACE}button")]
    assert sorted(clicked) == sorted(callbacks)
    return [callbacks[name] for name in clicked]


def in_lite():
    """Of each script of xlwings Lite: what its button says, and the verb that it clicks."""
    return [
        (
            script.decorator_list[0].keywords[0].value.value,
            next(a.value for a in call.args if getattr(a, "value", None) in buttons.VERBS),
        )
        for script in LITE.body
        if isinstance(script, ast.FunctionDef) and script.decorator_list
        for call in ast.walk(script)
        if isinstance(call, ast.Call) and ast.unparse(call.func).startswith("_click")
    ]


PLACES = {
    "buttons.VERBS": (
        list(buttons.VERBS),
        [verb.name for verb in (*(v for v, _ in BUTTONS), *FORMER)],
    ),
    "Tournament.bas": (in_basic(), [(button.macro, verb.name) for verb, button in BUTTONS]),
    "the ribbon": (in_ribbon(), [button.macro for _, button in BUTTONS]),
    "lite/tournament.py": (in_lite(), [(button.label, verb.name) for verb, button in BUTTONS]),
}


@pytest.mark.parametrize("place", PLACES)
def test_a_place_has_every_action_and_no_other(place):
    """What the list of verbs has is there once, under the same names."""
    there, listed = PLACES[place]
    assert sorted(there) == sorted(listed)


@pytest.mark.parametrize(("verb", "button"), BUTTONS, ids=lambda each: getattr(each, "name", ""))
def test_a_verb_needs_nothing_but_a_click(verb, button):
    """What it is told besides is asked for, and if it is not said, a message says what to do."""
    parameters = [*signature(load(verb.clicked or verb.action)).parameters.values()]
    required = [
        p.name for p in parameters[1:] if p.default is p.empty and p.kind is not p.VAR_KEYWORD
    ]
    assert set(required) <= {"when", "_when", "at"}
    assert ("at" in required) == button.selects
    assert {*button.fields} <= {p.name for p in parameters}


@pytest.mark.parametrize(
    ("path", "made"),
    [(from_list.SCRIPTS, from_list.scripts), (from_list.COMMANDS, from_list.page)],
    ids=["scripts", "commands"],
)
def test_what_is_made_from_the_list_is_not_stale(path, made):
    """``python templates/from_list.py`` would write what is there."""
    assert path.read_text(encoding="utf-8") == made()


@pytest.mark.parametrize(
    ("text", "made"),
    [
        ('Take back "Round 1"?', '"Take back ""Round 1""?"'),
        ("Cofnąć?", '"Cofn" & ChrW(261) & ChrW(263) & "?"'),
        ("\U0001f3b2", "ChrW(55356) & ChrW(57266)"),
        ("", '""'),
    ],
)
def test_a_text_of_any_language_is_text_of_a_macro(text, made):
    """What the code page of macros lacks stands there by its number."""
    assert from_list._text(text) == made


def test_lines_of_macros_are_short_enough_for_excel():
    """At most 1,023 letters in a line, and 24 lines that go on, in whatever alphabet."""
    lines = from_list._text("\u0436" * 500).split(" & _\n")
    assert max(map(len, lines)) < 1000
    assert len(lines) <= 24


def test_captions_and_macros_are_told_apart():
    """No two buttons say the same or do the same."""
    for names in zip(*((b.macro, b.label, v.name, b.help) for v, b in BUTTONS), strict=True):
        assert len(set(names)) == len(names)


def test_a_group_of_the_ribbon_stands_together():
    """It is one group, with few enough buttons to be read at once."""
    groups = [(name, len(list(each))) for name, each in groupby(b.group for _, b in BUTTONS)]
    assert len({name for name, _ in groups}) == len(groups)
    assert max(size for _, size in groups) <= 6


def test_event_is_not_crowded():
    """The tab has what every round needs; all else is in the ribbon alone."""
    assert len(macros.ON_EVENT) <= MOST_ON_EVENT
    on_event = {verb.name for verb, button in BUTTONS if button.is_on_event}
    assert {"pair", "standings", "print_slips"} <= on_event
