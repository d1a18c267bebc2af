"""A formula as a tree: operators, calls, references. What is not understood is no formula here."""

from __future__ import annotations

import re
from functools import lru_cache
from math import isfinite
from typing import NamedTuple, TypeAlias

from xlplugin.workbook.calculation.operands import LAST_COLUMN, LAST_ROW, Scalar, Unknown


class Constant(NamedTuple):
    """A number, text or truth value; ``None`` for an argument that is left out."""

    value: Scalar


class ErrorValue(NamedTuple):
    """An error written out, as in ``#N/A``."""

    code: str


class Reference(NamedTuple):
    """Cells of a tab (``None``: the formula's own), rows and columns from 1, ends included.

    ``relative`` says for the first and the last row whether it moves along with the formula.
    """

    tab: str | None
    top: int
    left: int
    bottom: int
    right: int
    relative: tuple[bool, bool]
    is_cell: bool


class Name(NamedTuple):
    """A defined name, of a tab or of the workbook."""

    tab: str | None
    name: str


class Call(NamedTuple):
    """A function and its arguments."""

    function: str
    arguments: tuple[Node, ...]


class Operation(NamedTuple):
    """An operator between two operands."""

    sign: str
    left: Node
    right: Node


class Signed(NamedTuple):
    """An operator before (``+``, ``-``) or after (``%``) its operand."""

    sign: str
    operand: Node


class Listed(NamedTuple):
    """An array written out, as in ``{1,2;3,4}``."""

    rows: tuple[tuple[Scalar, ...], ...]


Node: TypeAlias = Constant | ErrorValue | Reference | Name | Call | Operation | Signed | Listed

_TAB = r"(?:(?P<tab>'(?:[^']|'')+'|[^\W\d][\w.]*)!)?"
_CELL = r"\$?[A-Za-z]{1,3}\$?[0-9]{1,7}"
_COLUMNS = r"\$?[A-Za-z]{1,3}:\$?[A-Za-z]{1,3}"
REFERENCE = re.compile(rf"{_TAB}(?P<cells>{_COLUMNS}|{_CELL}(?::{_CELL})?)(?![\w(.!:\[])")
_END = re.compile(r"(\$?)([A-Za-z]{1,3})(?:(\$?)([0-9]{1,7}))?")
_ERROR = r"\#(?:N/A|VALUE!|REF!|DIV/0!|NUM!|NAME\?|NULL!)"
_TOKEN = re.compile(
    rf"""[ \n\r\t]*(?:
    (?P<text>"(?:[^"]|"")*")
    |(?P<call>[^\W\d][\w.]*)\(
    |(?P<reference>{REFERENCE.pattern})
    |(?P<number>(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][+-]?[0-9]+)?)(?![\w.])
    |(?P<error>{_ERROR})
    |(?P<name>(?:(?:'(?:[^']|'')+'|[^\W\d][\w.]*)!)?[^\W\d][\w.]*)(?![\w.!:\[(])
    |(?P<sign><>|<=|>=|[-+*/^&=<>%(),;{{}}])
    )""",
    re.VERBOSE,
)
_BRACKET = re.compile(r"""\"(?:[^"]|\"\")*\"|'(?:[^']|'')*'|[()]""")
_BINDS = {"=": 1, "<>": 1, "<": 1, ">": 1, "<=": 1, ">=": 1, "&": 2, "+": 3, "-": 3, "*": 4, "/": 4, "^": 5}  # fmt: skip
_END_OF_FORMULA = ("end", "")


@lru_cache(maxsize=512)
def parsed(formula: str) -> Node:
    """The tree of a formula; what it says twice is one and the same part of it.

    Args:
        formula: as a file has it, English, with its equals sign or without.

    Raises:
        Unknown: something in it is not understood.
    """
    reader = _Reader(formula.removeprefix("="))
    node = reader.expression(0)
    if reader.kind != "end":
        raise Unknown
    return node


def reference(found: re.Match[str]) -> Reference | None:
    """The cells of a match of :data:`REFERENCE`; ``None`` where they lie beyond a tab's end."""
    first, _, last = found["cells"].partition(":")
    ends = [end for part in (first, last or first) for end in _END.findall(part)]
    columns = [column_number(letters) for _, letters, _, _ in ends]
    rows = [int(number or 0) for *_, number in ends]
    moves = tuple(bool(number) and not fixed for _, _, fixed, number in ends)
    assert len(moves) == 2
    if not rows[1]:
        rows = [1, LAST_ROW]
    if max(columns) > LAST_COLUMN or max(rows) > LAST_ROW or min(rows) < 1:
        return None
    if rows[0] > rows[1]:
        rows, moves = rows[::-1], moves[::-1]
    left, right = sorted(columns)
    return Reference(_tab(found["tab"]), rows[0], left, rows[1], right, moves, not last)


def column_number(letters: str) -> int:
    """1 for ``A``, 28 for ``AB``."""
    number = 0
    for letter in letters.upper():
        number = 26 * number + ord(letter) - 64
    return number


def _tab(written: str | None) -> str | None:
    if written and written.startswith("'"):
        return written[1:-1].replace("''", "'")
    return written


class _Reader:
    """Reads a formula from left to right; ``kind`` and ``word`` are what comes next."""

    def __init__(self, text: str) -> None:
        self._text = text.rstrip(" \n\r\t")
        self._place = 0
        self._calls: dict[str, Node] = {}
        self._closing = _closing(self._text)
        self.kind, self.word = _END_OF_FORMULA
        self._next()

    def _next(self) -> None:
        if self._place == len(self._text):
            self.kind, self.word = _END_OF_FORMULA
            return
        found = _TOKEN.match(self._text, self._place)
        if found is None:
            raise Unknown
        self._place = found.end()
        self._found = found
        kind = found.lastgroup or ""
        self.kind = "reference" if kind in ("tab", "cells") else kind
        self.word = found[self.kind]

    def _expect(self, sign: str) -> None:
        if self.kind != "sign" or self.word != sign:
            raise Unknown
        self._next()

    def _is(self, sign: str) -> bool:
        return self.kind == "sign" and self.word == sign

    def expression(self, least: int) -> Node:
        """What is bound by operators that bind more than ``least``."""
        left = self._signed()
        while self.kind == "sign" and _BINDS.get(self.word, 0) > least:
            sign = self.word
            self._next()
            left = Operation(sign, left, self.expression(_BINDS[sign]))
        return left

    def _signed(self) -> Node:
        """An operand with the signs around it: they bind more than ``^`` does."""
        if self.kind == "sign" and self.word in "+-":
            sign = self.word
            self._next()
            return Signed(sign, self._signed())
        node = self._operand()
        while self._is("%"):
            self._next()
            node = Signed("%", node)
        return node

    def _operand(self) -> Node:
        kind, word, found = self.kind, self.word, getattr(self, "_found", None)
        if kind == "sign" and word == "{":
            return self._listed()
        if kind == "call":
            return self._known_call(word)
        self._next()
        match kind:
            case "text":
                return Constant(word[1:-1].replace('""', '"'))
            case "number":
                return _number(word)
            case "error":
                return ErrorValue(word)
            case "reference":
                assert found
                return reference(found) or Name(None, word)
            case "name":
                return _named(word)
            case "sign" if word == "(":
                node = self.expression(0)
                self._expect(")")
                return node
        raise Unknown

    def _known_call(self, name: str) -> Node:
        """A call; one that the formula has made before is not read again."""
        opening = self._place - 1
        end = self._closing.get(opening)
        if end is None:
            raise Unknown
        text = self._text[opening - len(name) : end]
        if text in self._calls:
            self._place = end + 1
            self._next()
        else:
            self._next()
            self._calls[text] = self._call(name)
        return self._calls[text]

    def _call(self, name: str) -> Node:
        arguments: list[Node] = []
        while not self._is(")"):
            is_left_out = self._is(",")
            arguments.append(Constant(None) if is_left_out else self.expression(0))
            if self._is(","):
                self._next()
                if self._is(")"):
                    arguments.append(Constant(None))
            elif not self._is(")"):
                raise Unknown
        self._next()
        return Call(name.upper().removeprefix("_XLFN."), tuple(arguments))

    def _listed(self) -> Node:
        rows: list[list[Scalar]] = [[]]
        while not self._is("}"):
            self._next()  # over the bracket, comma or semicolon
            node = self._signed()
            match node:
                case Signed("-", Constant(float() as number)):
                    node = Constant(-number)
            if not isinstance(node, Constant):
                raise Unknown
            rows[-1].append(node.value)
            if self._is(";"):
                rows.append([])
            elif not self._is(",") and not self._is("}"):
                raise Unknown
        self._next()
        if len({len(row) for row in rows}) != 1:
            raise Unknown
        return Listed(tuple(map(tuple, rows)))


def _number(word: str) -> Node:
    number = float(word)
    if not isfinite(number):
        raise Unknown
    return Constant(number)


def _closing(text: str) -> dict[int, int]:
    """Where each bracket of a formula is closed."""
    places: dict[int, int] = {}
    opened: list[int] = []
    for found in _BRACKET.finditer(text):
        if found[0] == "(":
            opened.append(found.start())
        elif found[0] == ")" and opened:
            places[opened.pop()] = found.start()
    return places


def _named(word: str) -> Node:
    tab, _, name = word.rpartition("!")
    if not tab and name.upper() in ("TRUE", "FALSE"):
        return Constant(name.upper() == "TRUE")
    return Name(_tab(tab or None), name)
