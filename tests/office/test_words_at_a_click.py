"""Messages that a click adds by itself: about a workbook with Excel's buttons, or a LibreOffice too old."""

from __future__ import annotations

import json
import subprocess

from desktop import PYTHON, ROOT, require_uno

PROGRAM = """
import json
import sys
from types import SimpleNamespace

sys.path.insert(0, sys.argv[1])
import uno
{code}
"""
MACROS = """
from xlplugin.doors import from_libreoffice

told = []
for number, name in enumerate(("a.xlsx", "b.xlsm", "b.xlsm", "c.XLSM", "d.ods", ""), 1):
    document = SimpleNamespace(URL=f"file:///{name}" if name else "", RuntimeUID=name)
    window = SimpleNamespace(say=lambda text: told.append((number, text)))
    from_libreoffice._tell_of_macros(document, window)
print(json.dumps(told))
"""
TOO_OLD = """
component = {"__file__": sys.argv[1] + "/templates/libreoffice/tournament.py"}
exec(open(component["__file__"], encoding="utf-8").read(), component)
component["OLDEST"] = (99, 0)
buttons, told = component["Buttons"](None), []
buttons._say = lambda text, **values: told.append(text.format(**values))
buttons.dispatch(SimpleNamespace(Path="pair"), ())
print(json.dumps(told))
"""
BUSY = """
import builtins

done = []
component = {"__file__": sys.argv[1] + "/templates/libreoffice/tournament.py"}
exec(open(component["__file__"], encoding="utf-8").read(), component)

def click(context, window, verb):
    done.append(verb)
    window.say("said")

imported = builtins.__import__

def imports(name, *how):
    if name == "xlplugin.doors" and how[2] == ("from_libreoffice",):
        done.append("imports")
        door = imported(name, *how).from_libreoffice
        door._click = click
    return imported(name, *how)

builtins.__import__ = imports
indicator = SimpleNamespace(start=lambda text, _: done.append(text), end=lambda: done.append("end"))
box = SimpleNamespace(execute=lambda: done.append("box") or 1, dispose=lambda: None)
toolkit = SimpleNamespace(createMessageBox=lambda *_: box)
pane = SimpleNamespace(setPointer=lambda pointer: None, Toolkit=toolkit)
pointer = SimpleNamespace(setType=done.append)
context = SimpleNamespace(ServiceManager=SimpleNamespace(
    createInstance=lambda _: pointer, createInstanceWithContext=lambda *_: None
))
buttons = component["Buttons"](context)
buttons.frame = SimpleNamespace(
    createStatusIndicator=lambda: indicator, ContainerWindow=pane, ComponentWindow=pane
)
buttons.dispatch(SimpleNamespace(Path="pair"), ())
print(json.dumps(done))
"""
"""A click with everything of LibreOffice made up, and what happens in which order."""


def _told(code):
    require_uno()
    command = [PYTHON, "-c", PROGRAM.replace("{code}", code), str(ROOT)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def test_a_macro_workbook_is_told_of_once():
    """Its buttons are Excel's, whatever the case of its ending; other files need no word."""
    told = _told(MACROS)
    assert [number for number, _ in told] == [2, 4]
    assert all("toolbar" in text and ".ods" in text for _, text in told)


def test_a_libreoffice_with_an_old_python_is_told_which_one_to_get():
    """Nothing else of ours is read there, since it could not be."""
    (text,) = _told(TOO_OLD)
    assert "25.8" in text
    assert "libreoffice.org" in text


def test_a_sign_of_being_busy_comes_before_anything_is_imported():
    """In the status bar and as the pointer; not while a message is read, and gone in the end."""
    busy, free = ["Tournament: working...", 3], [0, "end"]
    assert _told(BUSY) == [*busy, "imports", "pair", *free, "box", *busy, *free]
