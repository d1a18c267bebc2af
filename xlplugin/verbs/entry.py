"""An entry in the list of verbs: what it does, its button, and its command."""

from __future__ import annotations

import re
from datetime import time
from importlib import import_module
from pathlib import Path
from typing import Any, NamedTuple


class Ask(NamedTuple):
    """A question that a macro asks before Python is started."""

    question: str
    more: str  # what somebody should know to answer
    about: str = (
        ""  # a function of a host that asks about what is in the workbook, where Python asks
    )
    number: bool = False  # the answer is a number, which goes to Python, and not Yes
    text: bool = (
        False  # it is a text to be pasted, for Python; a macro has no room, and does not ask
    )


class Button(NamedTuple):
    """A button in the ribbon, and in xlwings Lite."""

    macro: str  # the ribbon calls one of the name ``Ribbon_...``
    label: str
    help: str  # a sentence
    group: str  # those of one group stand together
    icon: str  # in the ribbon, no other's: of a command of Excel (tests/templates/excel_icons.txt)
    is_on_event: bool = False  # it has a button on the tab ``Event`` too
    is_large: bool = False  # in the ribbon
    script: str = ""  # its function in xlwings Lite; if blank, named as the macro
    in_lite: str = ""  # its help there, where more is to be said than ``help``
    fields: tuple[
        str, ...
    ] = ()  # to be typed above it there; a macro asks, or takes what is selected
    box: str = ""  # to be ticked there, where a macro asks for Yes
    ask: Ask | None = None  # what its macro asks first
    selects: bool = False  # it works on what is selected

    @property
    def function(self) -> str:
        """The name of its function in xlwings Lite."""
        return self.script or re.sub(r"(?<!^)([A-Z])", r"_\1", self.macro).lower()


class Option(NamedTuple):
    """An option of a command; without a flag, an argument."""

    name: str  # the argument of the action that it becomes
    flag: str = ""  # as it is typed, as in ``--top``
    kind: type[bool | int | str | time | Path] = str  # ``bool`` for a flag without a value
    help: str = ""
    most: int | None = None  # of a number, which is at least 1
    choices: tuple[str, ...] = ()
    many: bool = False  # there may be several
    optional: bool = False  # an argument may be left out
    default: int | None = None  # of an option, if it is shown


class Command(NamedTuple):
    """A command on a closed file."""

    name: str
    short: str = ""  # its help in the list of commands
    help: str = ""
    options: tuple[Option, ...] = ()  # besides the file and ``--json``
    example: str = "event.xlsx"  # what stands behind the name in an example
    code: str = ""  # the place of one that is not made from what is said here


class Verb(NamedTuple):
    """A verb."""

    name: str  # what a button asks for
    action: str = (
        ""  # the place of its function, which takes a host and, by name, what else there is
    )
    command: Command | None = None
    button: Button | None = None
    clicked: str = ""  # another action for a click


def load(path: str) -> Any:  # noqa: ANN401
    """Import what is named, as in ``verbs.pair.pair_round``: no more, so that a start is quick."""
    module, _, name = path.rpartition(".")
    return getattr(import_module(f"xlplugin.{module}"), name)
