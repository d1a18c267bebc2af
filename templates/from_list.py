"""Make macros, scripts for xlwings Lite and the table of commands from the list of verbs; and that of exports.

Run ``python templates/from_list.py`` after a change of a list; a test fails when a file is stale.
Macros and ribbon are made with the workbooks, by ``templates/build.py``.
"""

from __future__ import annotations

import re
import struct
import textwrap
from collections.abc import Iterator
from pathlib import Path

import click

from xlplugin.doors.cli import Commands
from xlplugin.exports.formats import FORMATS
from xlplugin.verbs.entry import Button
from xlplugin.verbs.list import BUTTONS, VERBS
from xlplugin.verbs.words_of_macros import ASKS, MORE
from xlplugin.workbook.book import column_letter
from xlplugin.workbook.layouts import event_tab, tab_names

HERE = Path(__file__).resolve().parent
SOURCE = HERE / "Tournament.bas"
SCRIPTS = HERE / "lite" / "tournament.py"
COMMANDS = HERE.parent / "docs" / "commands.md"
SCRIPTS_MARK = "# The buttons: made from xlplugin/verbs/list.py by templates/from_list.py.\n"
MADE, END = "<!-- {what}: made by templates/from_list.py -->\n", "<!-- end of {what} -->\n"

# Macros

A_LINE = 24
"""The most parts of a text in one line: a line of a macro has at most 1,023 letters."""


def callback(button: Button) -> str:
    """The macro that the ribbon calls, handing over the control."""
    return f"Ribbon_{button.macro}"


def module() -> str:
    """The module of macros: how Python is reached, and a macro for each button."""
    parts = [SOURCE.read_text(encoding="ascii"), "' The buttons.\n"]
    for verb, button in BUTTONS:
        parts.append(_sub(button.macro, "", _call(verb.name, button)))
    parts.append("' The ribbon hands over the control that was clicked.\n")
    for _, button in BUTTONS:
        parts.append(_sub(callback(button), "control As Object", button.macro))
    return "\n".join(parts)


def _sub(name: str, parameters: str, line: str) -> str:
    return f"Public Sub {name}({parameters})\n    {line}\nEnd Sub\n"


def _call(verb: str, button: Button) -> str:
    ask = button.ask
    if ask is None or ask.text:
        return f"AskPython {_text(verb)}"
    asks = "AskForNumber" if ask.number else "AskForYes"
    question, more = (
        f"Word({_text(button.macro + which)}, _\n        {_text(english)})"
        for which, english in ((ASKS, ask.question), (MORE, ask.more))
    )
    return f"{asks} {_text(verb)}, {question} & vbNewLine & vbNewLine & {more}"


def _text(text: str) -> str:
    """A text in a macro, where letters of other languages can stand only as their numbers."""
    parts = []
    for part in re.findall(r"[ -~]+|[^ -~]", text):
        if part.isascii() and part.isprintable():
            parts.append('"' + part.replace('"', '""') + '"')
        else:
            code = part.encode("utf-16-le")
            parts += [f"ChrW({number})" for number in struct.unpack(f"<{len(code) // 2}H", code)]
    lines = [" & ".join(parts[i : i + A_LINE]) for i in range(0, len(parts), A_LINE)]
    return " & _\n        ".join(lines) or '""'


# xlwings Lite

IN_LITE = tuple(b for _, b in BUTTONS if b.is_on_event and not b.box and not b.fields)
"""The buttons that stand on Event there, too."""


def cell_of(button: Button) -> str:
    """The cell below a button on Event: when it is selected, the script runs, and then the next is selected."""
    column = len(event_tab.event_layout().columns) + 2
    return f"{column_letter(column)}{2 + 2 * IN_LITE.index(button)}"


def scripts() -> str:
    """The file for xlwings Lite: its head as it is, and a script for each button."""
    head, mark, _ = SCRIPTS.read_text(encoding="utf-8").partition(SCRIPTS_MARK)
    parts = [_script(verb.name, verb.button) for verb in VERBS if verb.button]
    return head + mark + "\n\n" + "\n\n\n".join(parts) + "\n"


def _script(verb: str, button: Button) -> str:
    """A script; xlwings Lite finds those that stand in the file, and shows their fields and texts."""
    fields, noqa = [f'{name}: str = ""' for name in button.fields], ""
    given = ", ".join([f'"{verb}"', "book", *button.fields])
    call = f"_click({given})"
    if button.box:
        fields, noqa = [f"{button.box}: bool = False"], "  # noqa: FBT001, FBT002  (a checkbox)"
        call = f'_click_if({button.box}, "{button.box}", "{button.label}", {given})'
    arguments, on_event = ", ".join(["book: xw.Book", *fields]), ""
    if button in IN_LITE:
        on_event = f', button="[{button.macro}]{tab_names.EVENT}!{cell_of(button)}"'
    lines = [f'@script(name="{button.label}"{on_event})']
    lines += [f"def {button.function}({arguments}) -> None:{noqa}"]
    return "\n".join([*lines, *_docstring(button.in_lite or button.help), f"    {call}"])


def _docstring(text: str) -> Iterator[str]:
    first, *more = text.split("\n\n")
    lines = [*textwrap.wrap(f'"""{first}', 96)]
    for paragraph in more:
        lines += ["", *textwrap.wrap(paragraph, 96)]
    if len(lines) == 1:
        lines[0] += '"""'
    else:
        lines.append('"""')
    yield from (f"    {line}".rstrip() for line in lines)


# The tables of commands and of exports


def page() -> str:
    """The page of commands, with its tables as the commands and the exports are now."""
    text = COMMANDS.read_text(encoding="utf-8")
    for what, table in (("commands", _commands()), ("exports", _exports())):
        before, start, rest = text.partition(MADE.format(what=what))
        _, end, after = rest.partition(END.format(what=what))
        text = before + start + table + end + after
    return text


def _exports() -> str:
    rows = ["| Format | Beside `event.xlsx` | What it is |", "| ------ | --- | ---------- |"]
    rows += [
        f"| `{each.name}` | `{each.file_name('event')}` | {_cell(each.help.rstrip('.'))} |"
        for each in FORMATS.values()
    ]
    return "\n".join(rows) + "\n"


def _commands() -> str:
    rows = ["| Command | What it does |", "| ------- | ------------ |"]
    for name, command in Commands().items():
        usage = " ".join(["xlplugin", name, *map(_usage, command.params)])
        text = " ".join((command.help or "").split())
        rows.append(f"| `{_cell(usage)}` | {_cell(text)} |")
    return "\n".join(rows) + "\n"


def _usage(parameter: click.Parameter) -> str:
    """A parameter as it is typed."""
    value = _value(parameter)
    if isinstance(parameter, click.Option):
        flag = min(parameter.opts, key=len) if "-o" in parameter.opts else parameter.opts[0]
        value = f"{flag} {value}".rstrip()
    more = " ..." if parameter.multiple or parameter.nargs == -1 else ""
    return f"{value}{more}" if parameter.required else f"[{value}{more}]"


def _value(parameter: click.Parameter) -> str:
    if isinstance(parameter, click.Option) and parameter.is_flag:
        return ""
    if isinstance(parameter.type, click.Choice):
        return "|".join(map(str, parameter.type.choices))
    if parameter.metavar:
        return parameter.metavar.strip("[]")
    if isinstance(parameter.type, click.IntRange) and isinstance(parameter, click.Option):
        return "N"
    return (parameter.name or "").upper()


def _cell(text: str) -> str:
    return text.replace("|", "\\|")


def main() -> None:
    """Write the scripts and the tables."""
    SCRIPTS.write_text(scripts(), encoding="utf-8")
    COMMANDS.write_text(page(), encoding="utf-8")
    buttons, commands = len(BUTTONS), len(Commands())
    click.echo(f"{buttons} buttons in {SCRIPTS.name}, {commands} commands in {COMMANDS.name}")


if __name__ == "__main__":
    main()
