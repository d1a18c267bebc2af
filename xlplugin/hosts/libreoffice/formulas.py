"""Formulas as LibreOffice's own language for programs has them, and as workbook files have them.

LibreOffice separates arguments with ``;``, the rows of an array with ``|``, and a tab from a cell with a
dot: ``=SUM($Players.$A$2:$A$9;{1;2|3;4})`` is ``=SUM(Players!$A$2:$A$9,{1,2;3,4})`` in a file.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping

ERRORS = frozenset(("#DIV/0!", "#N/A", "#NAME?", "#NULL!", "#NUM!", "#REF!", "#VALUE!"))
_QUOTED = re.compile(r"""("(?:[^"]|"")*")""")
_CELL = r"(?=\$?[A-Z]{1,3}\$?\d|\$?[A-Z]{1,3}:|\$?\d+:|#REF!)"
_THEIR_TAB = re.compile(rf"\$?('(?:[^']|'')+'|(?<![\w.])[^\W\d]\w*)\.{_CELL}")
_OUR_TAB = re.compile(r"('(?:[^']|'')+'|(?<![\w.#])[^\W\d][\w.]*)!")
_PIECES = re.compile(r"('(?:[^']|'')+'|[{}])")
_SIMPLE = re.compile(r"[^\W\d]\w*")
_PREFIX = re.compile(r"_xlfn\.(?:_xlws\.)?")
_FROM_THEIRS, _FROM_THEIR_ARRAY = str.maketrans(";~", ",,"), str.maketrans(";|", ",;")
_FROM_OURS, _FROM_OUR_ARRAY = str.maketrans(",", ";"), str.maketrans(",;", ";|")


def from_libreoffice(formula: str) -> str:
    """A formula as a workbook file has it."""
    return _translated(formula, _THEIR_TAB, r"\1!", _FROM_THEIRS, _FROM_THEIR_ARRAY)


def for_libreoffice(formula: str) -> str:
    """A formula of a workbook file as LibreOffice has it."""
    if "_xlfn." in formula:
        formula = _PREFIX.sub("", formula)
    return _translated(formula, _OUR_TAB, _with_dot, _FROM_OURS, _FROM_OUR_ARRAY)


def names_tab(formula: str, tab: str) -> bool:
    """True if a formula of a workbook file speaks of a tab."""
    quoted = tab.replace("'", "''")
    return f"{tab}!" in formula or f"'{quoted}'!" in formula


def _translated(
    formula: str,
    tab: re.Pattern[str],
    named: str | Callable[[re.Match[str]], str],
    marks: Mapping[int, int],
    marks_of_arrays: Mapping[int, int],
) -> str:
    """A formula with other marks everywhere but in its texts and in the names of tabs."""
    parts = _QUOTED.split(formula) if '"' in formula else [formula]
    in_array = False
    for i in range(0, len(parts), 2):  # a text is every other one
        part = parts[i]
        if "{" not in part and not in_array and "'" not in part:
            parts[i] = tab.sub(named, part).translate(marks)
            continue
        done = ""
        for piece in _PIECES.split(tab.sub(named, part)):
            in_array = piece == "{" or (in_array and piece != "}")
            if piece.startswith("'"):
                done += piece
            else:
                done += piece.translate(marks_of_arrays if in_array else marks)
        parts[i] = done
    return "".join(parts)


def _with_dot(found: re.Match[str]) -> str:
    name = found[1]
    if not name.startswith("'") and not _SIMPLE.fullmatch(name):
        name = f"'{name}'"
    return f"${name}."
