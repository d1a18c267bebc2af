"""A button is one entry in each of five places, and all of them say the same of it."""

from __future__ import annotations

import ast
import re
from inspect import signature
from itertools import groupby
from pathlib import Path

import pytest
from defusedxml.ElementTree import fromstring

from xlplugin import buttons
from xlplugin.templates import macros

TEMPLATES = Path(__file__).parents[2] / "templates"
BASIC = macros.SOURCE.read_text(encoding="ascii")
LITE = ast.parse((TEMPLATES / "lite" / "tournament.py").read_text(encoding="utf-8"))
SPACE = f"{{{macros.RIBBON_SPACE}}}"
MOST_ON_EVENT = 8
"""So many buttons can be told apart while forty people wait; the ribbon has the others."""


def in_basic():
    """Of each macro that Excel lists: the verb that it asks Python for."""
    subs = re.findall(r"^Public Sub (\w+)\(\)\n(.*?)^End Sub$", BASIC, re.MULTILINE | re.DOTALL)
    return [(macro, *re.findall(r'AskPython "(\w+):?"', body)) for macro, body in subs]


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
        (script.decorator_list[0].keywords[0].value.value, call.args[0].value)
        for script in LITE.body
        if isinstance(script, ast.AsyncFunctionDef) and script.decorator_list
        for call in ast.walk(script)
        if isinstance(call, ast.Call) and ast.unparse(call.func) == "_click"
    ]


PLACES = {
    "buttons.VERBS": (list(buttons.VERBS), [a.verb for a in macros.ACTIONS]),
    "Tournament.bas": (in_basic(), [(a.macro, a.verb) for a in macros.ACTIONS]),
    "the ribbon": (in_ribbon(), [a.macro for a in macros.ACTIONS]),
    "lite/tournament.py": (in_lite(), [(a.caption, a.verb) for a in macros.ACTIONS]),
}


@pytest.mark.parametrize("place", PLACES)
def test_a_place_has_every_action_and_no_other(place):
    """What ``templates/macros.py`` lists is there once, under the same names."""
    there, listed = PLACES[place]
    assert sorted(there) == sorted(listed)


@pytest.mark.parametrize("verb", buttons.VERBS)
def test_a_verb_needs_nothing_but_a_click(verb):
    """What it is told besides is asked for, and if it is not said, a message says what to do."""
    parameters = [*signature(buttons.VERBS[verb]).parameters.values()]
    assert [p.name for p in parameters[:2]] in (["host", "when"], ["host", "_when"])
    assert [p.default for p in parameters[2:]] == [""] * len(parameters[2:])


def test_captions_and_macros_are_told_apart():
    """No two buttons say the same or do the same."""
    for names in zip(*((a.macro, a.caption, a.verb, a.help) for a in macros.ACTIONS), strict=True):
        assert len(set(names)) == len(names)


def test_a_group_of_the_ribbon_stands_together():
    """It is one group, with few enough buttons to be read at once."""
    groups = [(name, len(list(each))) for name, each in groupby(a.group for a in macros.ACTIONS)]
    assert len({name for name, _ in groups}) == len(groups)
    assert max(size for _, size in groups) <= 6


def test_event_is_not_crowded():
    """The tab has what every round needs; all else is in the ribbon alone."""
    assert len(macros.ON_EVENT) <= MOST_ON_EVENT
    assert {"pair", "standings", "print_slips"} <= {a.verb for a in macros.ON_EVENT}
