"""Collect the texts that people see: ``python templates/catalogue.py`` writes ``xlplugin.pot``.

A translator makes the file of a language from it, and brings that up to date with it, with the usual
tools: Poedit, ``msginit``, ``msgmerge``. Texts are sorted, without places and dates, so that the file
only changes when a text does.
"""

from __future__ import annotations

import ast
import json
import re
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
HEADER = """\
msgid ""
msgstr ""
"Project-Id-Version: xlplugin\\n"
"Language: \\n"
"Content-Type: text/plain; charset=UTF-8\\n"
"Content-Transfer-Encoding: 8bit\\n"
"Plural-Forms: nplurals=2; plural=(n != 1);\\n"
"""


class Call(NamedTuple):
    """A call that marks texts: its place, and its texts; ``None`` for one that is no literal."""

    place: str
    function: str
    texts: tuple[str | None, ...]
    node: ast.Call | None = None


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
    for node in ast.walk(tree):
        if not isinstance(node, ast.Call):
            continue
        if isinstance(node.func, ast.Name) and node.func.id in marks:
            function = marks[node.func.id]
            arguments = node.args[: MARKS[function]]
        elif isinstance(node.func, ast.Attribute) and node.func.attr in METHODS:
            function = node.func.attr
            arguments = node.args[METHODS[function]]
        else:
            continue
        texts = tuple(map(_literal, arguments))
        yield Call(f"{path.relative_to(ROOT).as_posix()}:{node.lineno}", function, texts, node)


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


def catalogue() -> str:
    """The catalogue of all texts, as a ``.pot`` file."""
    return "\n".join([HEADER, *(_entry(one, many) for one, many in sorted(texts().items()))])


def _entry(one: str, many: str) -> str:
    flag = "#, python-brace-format\n" if re.search(r"\{\w", one + many) else ""
    if many:
        return f'{flag}msgid {_quoted(one)}\nmsgid_plural {_quoted(many)}\nmsgstr[0] ""\nmsgstr[1] ""\n'
    return f'{flag}msgid {_quoted(one)}\nmsgstr ""\n'


def _quoted(text: str) -> str:
    return json.dumps(text, ensure_ascii=False)


if __name__ == "__main__":
    POT.write_text(catalogue(), encoding="utf-8", newline="\n")
