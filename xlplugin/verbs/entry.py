"""An entry in the list of verbs: what it does, its button, and its command."""

from __future__ import annotations

import re
from datetime import time
from importlib import import_module
from pathlib import Path
from typing import Any, NamedTuple


class Ask(NamedTuple):
    """What a macro asks before Python is started."""

    question: str  # what it asks
    more: str  # what somebody should know to answer
    # Where Python asks: where the function is that asks about what is in the workbook; it takes a host.
    about: str = ""
    number: bool = False  # whether the answer is a number, which goes to Python, and not Yes
    # Whether it is a text to be pasted, which goes to Python; a macro, which has no room for it, does not ask.
    text: bool = False


class Button(NamedTuple):
    """A button in the ribbon, and in xlwings Lite."""

    macro: str  # its macro; the ribbon calls one of the name ``Ribbon_...``
    label: str  # what it says
    help: str  # what it does, in a sentence
    group: str  # those of one group stand together
    icon: str  # its picture in the ribbon: that of a command of Excel, by its name
    is_on_event: bool = False  # whether it has a button on the tab ``Event`` too
    is_large: bool = False  # whether the ribbon shows it large
    script: str = ""  # its function in xlwings Lite; if blank, named as the macro
    in_lite: str = ""  # what it does there, where more is to be said than ``help``
    # What can be typed above it there; a macro asks for the same, or takes what is selected.
    fields: tuple[str, ...] = ()
    box: str = ""  # there, the box to be ticked where a macro asks for Yes
    ask: Ask | None = None  # what its macro asks first
    selects: bool = False  # whether it works on what is selected

    @property
    def function(self) -> str:
        """The name of its function in xlwings Lite."""
        return self.script or re.sub(r"(?<!^)([A-Z])", r"_\1", self.macro).lower()


class Option(NamedTuple):
    """An option of a command; without a flag, an argument."""

    name: str  # the argument of the action that it becomes
    flag: str = ""  # as it is typed, as in ``--top``
    # What it is; ``bool`` for a flag without a value.
    kind: type[bool | int | str | time | Path] = str
    help: str = ""  # what it does
    most: int | None = None  # of a number, which is at least 1
    choices: tuple[str, ...] = ()  # all values that there are
    many: bool = False  # whether there may be several
    optional: bool = False  # whether an argument may be left out
    default: int | None = None  # of an option, if it is shown


class Command(NamedTuple):
    """A command on a closed file."""

    name: str  # as it is typed
    short: str = ""  # what it does, in the list of commands
    help: str = ""  # what it does
    options: tuple[Option, ...] = ()  # besides the file and ``--json``
    example: str = "event.xlsx"  # what stands behind the name in an example
    code: str = ""  # for one that is not made from what is said here, where it is


class Verb(NamedTuple):
    """A verb."""

    name: str  # what a button asks for
    action: str = ""  # where its function is; it takes a host and, by name, what else there is
    command: Command | None = None  # how it is typed
    button: Button | None = None  # how it is clicked
    clicked: str = ""  # another action for a click


def load(path: str) -> Any:  # noqa: ANN401
    """Import what is named, as in ``verbs.pair.pair_round``: no more, so that a start is quick."""
    module, _, name = path.rpartition(".")
    return getattr(import_module(f"xlplugin.{module}"), name)
