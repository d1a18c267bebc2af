"""An entry in the list of verbs: what it does, its button, and its command."""

from __future__ import annotations

import re
from datetime import time
from importlib import import_module
from pathlib import Path
from typing import Any, NamedTuple


class Ask(NamedTuple):
    """What a macro asks before Python is started.

    Args:
        question: what it asks.
        more: what somebody should know to answer.
        number: whether the answer is a number, which goes to Python, and not Yes.
    """

    question: str
    more: str
    number: bool = False


class Button(NamedTuple):
    """A button in the ribbon, and in xlwings Lite.

    Args:
        macro: its macro; the ribbon calls one of the name ``Ribbon_...``.
        label: what it says.
        help: what it does, in a sentence.
        group: those of one group stand together.
        icon: its picture in the ribbon: that of a command of Excel, by its name.
        is_on_event: whether it has a button on the tab ``Event`` too.
        is_large: whether the ribbon shows it large.
        script: its function in xlwings Lite; if blank, named as the macro.
        in_lite: what it does there, where more is to be said than ``help``.
        fields: what can be typed above it there; a macro asks for the same, or takes what is selected.
        box: there, the box to be ticked where a macro asks for Yes.
        ask: what its macro asks first.
        selects: whether it works on what is selected.
    """

    macro: str
    label: str
    help: str
    group: str
    icon: str
    is_on_event: bool = False
    is_large: bool = False
    script: str = ""
    in_lite: str = ""
    fields: tuple[str, ...] = ()
    box: str = ""
    ask: Ask | None = None
    selects: bool = False

    @property
    def function(self) -> str:
        """The name of its function in xlwings Lite."""
        return self.script or re.sub(r"(?<!^)([A-Z])", r"_\1", self.macro).lower()


class Option(NamedTuple):
    """An option of a command; without a flag, an argument.

    Args:
        name: the argument of the action that it becomes.
        flag: as it is typed, as in ``--top``.
        kind: what it is; ``bool`` for a flag without a value.
        help: what it does.
        metavar: what stands for its value in the help.
        least: of a number.
        most: of a number.
        choices: all values that there are.
        many: whether there may be several.
        optional: whether an argument may be left out.
        default: of an option, if it is shown.
    """

    name: str
    flag: str = ""
    kind: type[bool | int | str | time | Path] = str
    help: str = ""
    metavar: str = ""
    least: int = 1
    most: int | None = None
    choices: tuple[str, ...] = ()
    many: bool = False
    optional: bool = False
    default: int | None = None


class Command(NamedTuple):
    """A command on a closed file.

    Args:
        name: as it is typed.
        short: what it does, in the list of commands.
        help: what it does.
        options: besides the file and ``--json``.
        example: what stands behind the name in an example.
        progress: of one that only looks: what is said while it takes its time.
        code: for one that is not made from what is said here, where it is.
    """

    name: str
    short: str = ""
    help: str = ""
    options: tuple[Option, ...] = ()
    example: str = "event.xlsx"
    progress: str = ""
    code: str = ""


class Verb(NamedTuple):
    """A verb.

    Args:
        name: what a button asks for.
        action: where its function is; it takes a host and, by name, what else there is.
        command: how it is typed.
        button: how it is clicked.
        clicked: another action for a click.
    """

    name: str
    action: str = ""
    command: Command | None = None
    button: Button | None = None
    clicked: str = ""


def load(path: str) -> Any:  # noqa: ANN401
    """Import what is named, as in ``verbs.pair.pair_round``: no more, so that a start is quick."""
    module, _, name = path.rpartition(".")
    return getattr(import_module(f"xlplugin.{module}"), name)
