"""Collect the texts that people see: ``python templates/catalogue.py`` writes ``xlplugin.pot``.

A translator makes the file of a language from it, and brings that up to date with it, with the usual
tools: Poedit, ``msginit``, ``msgmerge``. Each text comes with where it is used and what stands in its
places. Texts are sorted, without lines and dates, so that the file only changes when they do.
"""

from __future__ import annotations

import ast
import json
import re
from collections import defaultdict
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parents[1]
POT = ROOT / "xlplugin" / "locale" / "xlplugin.pot"
MODULES = {
    "xlplugin.ground.texts",
    "engine.texts",
    "xlplugin.ground.problems",
    "xlplugin.commands.output",
}
MARKS = {"t": 1, "tn": 2, "msg": 1, "msgn": 2, "stop": 1, "wrong_use": 1}
"""The functions that mark texts, and how many texts they take."""
METHODS = {"problem": slice(-2, None), "add_warning": slice(0, 1)}
"""The methods that take texts, and which of their arguments these are."""
MOST_PLACES = 8
"""Of a name: so many of the tabs and columns where it stands are told."""
HEADER = """\
msgid ""
msgstr ""
"Project-Id-Version: xlplugin\\n"
"Language: \\n"
"X-Own-Name: \\n"
"Content-Type: text/plain; charset=UTF-8\\n"
"Content-Transfer-Encoding: 8bit\\n"
"Plural-Forms: nplurals=2; plural=(n != 1);\\n"
"""


PLACES = {
    "active": "number of players still in the event",
    "address": "address of a page, as in http://192.168.1.5:8765/",
    "army": "name of an army of Neuroshima Hex",
    "before": "what was so before",
    "cell": "address of a cell, as in F7",
    "choices": "what may be typed, with commas",
    "column": "header of a column",
    "command": "command to type in a terminal",
    "count": "number",
    "cut": "size of the cut, or its number of players",
    "document": "short name of a ruleset's document",
    "dash": "a dash",
    "event": "name of the event",
    "field": "header of a result column",
    "file": "name of a file",
    "folder": "path of a folder",
    "form": "what may be typed, in words",
    "header": "header of a column",
    "high": "upper end of an interval",
    "label": "label of a button",
    "listed": "what may be typed, with commas, as the workbook has it",
    "least": "smallest number allowed",
    "library": "name of a Python library",
    "low": "lower end of an interval",
    "minutes": "number of minutes",
    "most": "largest number allowed",
    "n": "number, which decides the form",
    "name": "name",
    "names": "names of players, with commas",
    "no": "number of a player, the column No",
    "one": "first player, or first of two things",
    "opponent": "name of the opponent",
    "other": "second player, or the other of two things",
    "path": "path of a file",
    "place": "rank, or where something is",
    "planned": "number of rounds planned",
    "player": "name of a player",
    "players": "number of players, or their names",
    "points": "points",
    "program": "name of a program",
    "python": "path of Python",
    "rank": "rank in the standings",
    "reason": "sentence that says why",
    "remedy": "sentence that says what to do",
    "round": "name or number of a round",
    "rounds": "number of rounds, or their names",
    "rule": "section of the rules",
    "ruleset": "name of a ruleset",
    "seed": "seed of a player in the cut",
    "setting": "name of a setting on Event",
    "side": "Corp or Runner, or another side",
    "size": "size of the cut",
    "special": "choice of the column Special",
    "status": "state of a round",
    "tab": "name of a tab",
    "table": "number of a table",
    "tables": "numbers of tables, with commas",
    "three": "third player, or third of three things",
    "time": "time of day",
    "two": "second player, or second of two things",
    "typed": "what somebody typed",
    "value": "what somebody typed, or a value",
    "version": "version of a program",
    "wanted": "what should be typed, in words",
    "what": "what is wrong, in words",
    "where": "cell with its tab, as in Players!F7",
    "why": "reason, in words",
}
"""What stands in the places of texts, for translators; the others say it by their names."""


class Call(NamedTuple):
    """A call that marks texts: its place, and its texts; ``None`` for one that is no literal.

    ``within`` names the function or constant that it stands in, where it stands in one.
    """

    place: str
    function: str
    texts: tuple[str | None, ...]
    node: ast.Call | None = None
    within: str = ""


def calls_in_python(path: Path) -> Iterator[Call]:
    """The calls in a module that mark texts."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    marks = {
        alias.asname or alias.name: alias.name
        for node in ast.walk(tree)
        if isinstance(node, ast.ImportFrom) and node.module in MODULES
        for alias in node.names
        if alias.name in MARKS
    }
    for node, within in _calls_within(tree, ""):
        if isinstance(node.func, ast.Name) and node.func.id in marks:
            function = marks[node.func.id]
            arguments = node.args[: MARKS[function]]
        elif isinstance(node.func, ast.Attribute) and node.func.attr in METHODS:
            function = node.func.attr
            arguments = node.args[METHODS[function]]
        else:
            continue
        texts = tuple(map(_literal, arguments))
        place = f"{path.relative_to(ROOT).as_posix()}:{node.lineno}"
        yield Call(place, function, texts, node, within)


def _calls_within(node: ast.AST, within: str) -> Iterator[tuple[ast.Call, str]]:
    """All calls, and the names of the classes and functions, or the constants, that they stand in."""
    for child in ast.iter_child_nodes(node):
        inside = within
        if isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            inside = f"{within}.{child.name}".lstrip(".")
        elif (
            isinstance(child, ast.Assign) and not within and isinstance(child.targets[0], ast.Name)
        ):
            inside = child.targets[0].id
        if isinstance(child, ast.Call):
            yield child, within
        yield from _calls_within(child, inside)


def _literal(node: ast.expr) -> str | None:
    return node.value if isinstance(node, ast.Constant) and isinstance(node.value, str) else None


def calls_in_page(path: Path) -> Iterator[Call]:
    """The calls of ``t`` and ``tn`` in a script of the web page, and the texts of its HTML."""
    from xlplugin.exports.page_html import texts_in  # noqa: PLC0415  (needs the texts that are being looked for)

    for texts in texts_in(path.read_text(encoding="utf-8")):
        yield Call(path.name, "tn" if len(texts) > 1 else "t", texts)


@cache
def calls() -> tuple[Call, ...]:
    """Every call that marks a text."""
    folders = (ROOT / "engine", ROOT / "xlplugin")
    modules = (path for folder in folders for path in sorted(folder.rglob("*.py")))
    in_python = (call for path in modules for call in calls_in_python(path))
    return (*in_python, *(call for path in page_files() for call in calls_in_page(path)))


def page_files() -> list[Path]:
    """The scripts and the HTML of the exported page, of *New tournament*, and of the desk."""
    doors = ROOT / "xlplugin" / "doors"
    rooms = (ROOT / "xlplugin" / "exports", doors / "show", doors / "start")
    return [path for room in rooms for path in sorted((room / "page").glob("*.[jh]*"))]


def texts() -> dict[str, str]:
    """The plural of every text, by its singular; ``""`` for one that has none."""
    plurals: dict[str, str] = {}
    for call in calls():
        if call.function in METHODS:
            plurals |= {text: plurals.get(text, "") for text in call.texts if text}
        elif call.texts and (one := call.texts[0]):
            plurals[one] = next(filter(None, call.texts[1:]), "") or plurals.get(one, "")
    return plurals


def uses() -> dict[str, list[str]]:
    """Where every text is used, by its singular: files with the function or constant there."""
    places: dict[str, set[str]] = defaultdict(set)
    for call in calls():
        file = call.place.partition(":")[0]
        used = f"{file}:{call.within}" if call.within else file
        singular = call.texts if call.function in METHODS else call.texts[:1]
        for text in filter(None, singular):
            places[text].add(used)
    return {text: sorted(used) for text, used in places.items()}


def catalogue() -> str:
    """The catalogue of all texts and names, as a ``.pot`` file."""
    from xlplugin.templates.names import names  # noqa: PLC0415  (needs the texts that are being looked for)

    used = uses()
    entries = {(one, ""): _entry(one, many, used[one]) for one, many in texts().items()}
    entries |= {(name, kind): _name(name, kind, where) for (name, kind), where in names().items()}
    return "\n".join([HEADER, *(entry for _, entry in sorted(entries.items()))])


def _name(name: str, kind: str, where: list[str]) -> str:
    """The entry of a name: its kind, and where it stands."""
    stands = f"#. {kind}{': ' if where else ''}{'; '.join(where[:MOST_PLACES])}\n"
    return f'{stands}msgctxt {_quoted(kind)}\nmsgid {_quoted(name)}\nmsgstr ""\n'


def _entry(one: str, many: str, used: list[str]) -> str:
    places = dict.fromkeys(re.findall(r"\{(\w+)", one + many))
    comments = [f"#. {{{name}}}: {PLACES[name]}\n" for name in places if name in PLACES]
    comments += [f"#: {place}\n" for place in used]
    flag = "#, python-brace-format\n" if places else ""
    about = "".join([*comments, flag])
    if many:
        return f'{about}msgid {_quoted(one)}\nmsgid_plural {_quoted(many)}\nmsgstr[0] ""\nmsgstr[1] ""\n'
    return f'{about}msgid {_quoted(one)}\nmsgstr ""\n'


def _quoted(text: str) -> str:
    return json.dumps(text, ensure_ascii=False)


if __name__ == "__main__":
    POT.write_text(catalogue(), encoding="utf-8", newline="\n")
