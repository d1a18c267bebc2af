"""Rules of the organizer's own as a file that people share: TOML with a table for each block of settings."""

from __future__ import annotations

import re
import textwrap
import tomllib
import unicodedata
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from difflib import get_close_matches
from itertools import chain
from typing import Any

from engine.options import Option
from engine.own import options as own
from engine.own.clashes import clashes
from engine.own.ruleset import OWN
from engine.own.tiebreaks import MOST_TIEBREAKS, SHORT_NAMES, TIEBREAK_ROWS, TIEBREAKS
from xlplugin.ground.limits import MOST_OF_RULES
from xlplugin.ground.problems import Problem, WorkbookProblems
from xlplugin.ground.texts import msg, t

TABLES = {block.lower(): block for block in own.BLOCKS}
"""The blocks by the tables of the file."""
TIEBREAK_LIST = "tiebreaks"
MOST_LETTERS, MOST_NUMBER, MOST_FAULTS, MOST_SHOWN, WIDTH = 1000, 10**9, 40, 60, 98
MOST_DOTS = 200
"""In a line: a key of parts takes memory by the square of their number."""
BARE = re.compile(r"0|-?[1-9]\d{0,8}|-?(?:0|[1-9]\d{0,5})\.\d{1,6}", re.ASCII)
"""Numbers that stand in the file without quotes."""
_PLACE = re.compile(r" \(at (?:line (\d+), column \d+|end of document)\)$")
_HEADER = re.compile(r"\s*\[([^\[\]]*)\]")
_PART = r"""("[^"]*"|'[^']*'|[\w-]+)"""
_KEY = re.compile(rf"\s*{_PART}\s*(?:\.\s*{_PART}[^=]*)?=")


def _folded(name: str) -> str:
    """A name as it is compared: ``Points for a win`` and ``points_for_a_win`` are one."""
    return re.sub(r"[\s_-]+", "_", name.strip().replace("\u2019", "'").casefold())


SETTINGS: Mapping[str, Option] = {
    _folded(option.name): option for option in OWN.options if option not in TIEBREAK_ROWS
}
"""The settings by their keys; the rows of tiebreaks are one list."""
_TIEBREAK_NAMES = {_folded(name): name for name in TIEBREAKS}
_BLOCK_OF = {key: option.block for key, option in SETTINGS.items()} | {TIEBREAK_LIST: own.RANKING}
_SYNTAX = (
    ("Cannot overwrite", msg("{key} is there twice"), msg("delete one of them")),
    ("Cannot declare", msg("the table {key} is there twice"), msg("put its settings together")),
    ("Duplicate", msg("a setting is there twice"), msg("delete one of them")),
    ("Unclosed array", msg("a list has no end"), msg("close it with ]")),
    ("Unterminated", msg("a text has no end"), msg("close it with a quote in the same line")),
    ("Illegal character '\\n'", msg("a text has no end"), msg("close it with a quote in the same line")),
    ('Expected "\'"', msg("a text has no end"), msg("close it with a quote in the same line")),
    ("Expected '='", msg("a setting has no value"), msg("write its name, =, and the value")),
    ("Invalid value", msg("the value cannot be read"), msg('put texts in straight quotes, as in "1/2"; write numbers with a dot')),
    ("Expected newline", msg("the value cannot be read"), msg('put texts in straight quotes, as in "1/2"; write numbers with a dot')),
)  # fmt: skip
"""Errors of the syntax by the beginnings of their messages: what is wrong, and what to do."""


@dataclass(slots=True)
class _File:
    """A file of rules while it is read, and what is wrong with it.

    ``places`` has the lines of keys by table and key, those of tables with a blank key, and ``lines`` those
    of the settings that were read, by their keys.
    """

    source: str
    text: str = ""
    problems: list[Problem] = field(default_factory=list)
    places: dict[tuple[str, str], int] = field(default_factory=dict)
    lines: dict[str, int] = field(default_factory=dict)

    def add(self, line: int, what: str, remedy: str, /, **values: object) -> None:
        """Record what is wrong, in a line or, with 0, in all of the file."""
        if isinstance(key := values.get("key"), str):
            values["key"] = _printable(key)
        where = t("{file}, line {line}", file=self.source, line=line) if line else self.source
        self.problems.append(Problem(where, "", t(what, **values), t(remedy, **values)))

    def find_places(self) -> None:
        """Find the lines of tables and keys; those within texts of many lines are none."""
        table, is_text = "", False
        for number, line in enumerate(self.text.split("\n"), 1):
            is_within = is_text
            if (line.count('"""') + line.count("'''")) % 2:
                is_text = not is_text
            if is_within:
                continue
            if header := _HEADER.match(line):
                table = header[1].strip(" \t\"'")
                self.places.setdefault((table, ""), number)
            elif key := _KEY.match(line):
                first, second = (part.strip("\"'") if part else "" for part in key.groups())
                place = (table, first) if table else (first, second) if second else ("", first)
                self.places.setdefault(place, number)

    def line_of(self, table: str, key: str = "") -> int:
        """The line of a table, or of a key of it; 0 where it cannot be found."""
        return self.places.get((table, key), 0)


def read_rules(data: bytes, source: str) -> dict[str, str]:
    """The settings in a file of rules, by name, in their own spelling; those with their defaults are left out.

    ``source`` is the name of the file, for what is wrong with it.

    Raises:
        WorkbookProblems: everything that is wrong with the file, by line.
    """
    file = _File(source)
    tables = _tables(file, data)
    settings: dict[str, str] = {}
    for name, content in tables.items():
        block = TABLES.get(_folded(name))
        if block is None:
            _unknown_table(file, name)
        elif not isinstance(content, dict):
            file.add(
                file.line_of("", name),
                NO_TABLE,
                msg("write [{table}] in a line of its own"),
                table=name,
            )
        else:
            _read_table(file, name, block, content, settings)
    if not file.problems:
        _add_clashes(file, settings)
    if file.problems:
        raise WorkbookProblems(file.problems)
    return settings


NO_TABLE = msg("{table} is a table of settings")
LARGE = msg("{file} is larger than {most} KB; no file of rules is")


def _tables(file: _File, data: bytes) -> dict[str, Any]:
    """The file as TOML; empty, with its problem, if it is none."""
    if len(data) > MOST_OF_RULES:
        file.add(0, LARGE, msg("check the name"), file=file.source, most=MOST_OF_RULES // 1024)
        return {}
    try:
        file.text = data.decode("utf-8-sig").replace("\r\n", "\n")
        if any(line.count(".") > MOST_DOTS for line in file.text.split("\n")):
            file.add(0, msg("a line has more than {most} dots"), msg("correct it"), most=MOST_DOTS)
            return {}
        tables = tomllib.loads(file.text, parse_float=str)
    except UnicodeDecodeError:
        file.add(0, msg("this is no text in UTF-8"), msg("save it as a text file in UTF-8"))
    except tomllib.TOMLDecodeError as error:
        _add_syntax(file, str(error))
    except (ValueError, RecursionError):
        file.add(0, msg("a number is far too long, or lists are far too deep"), msg("correct it"))
    else:
        file.find_places()
        return tables
    return {}


def _add_syntax(file: _File, message: str) -> None:
    """Record an error of the syntax, with its line and, where it is one of a setting, the key."""
    place = _PLACE.search(message)
    lines = file.text.rstrip().split("\n")
    line = min(int(place[1]), len(lines)) if place and place[1] else len(lines)
    reason = message[: place.start()] if place else message
    keys = (
        re.match(r"\s*(\[[^\]]*\]|[^\s=\[\]]+\s*=|\"[^\"]*\"\s*=)", each)
        for each in lines[line - 1 :: -1]
    )
    key = next((found[1].rstrip("= \t") for found in keys if found), t("a setting"))
    for beginning, what, remedy in _SYNTAX:
        if reason.startswith(beginning):
            file.add(line, what, remedy, key=key)
            return
    file.add(line, msg("this is not TOML ({reason})"), msg("correct the line"), reason=reason)


def _unknown_table(file: _File, name: str) -> None:
    key, tables = _folded(name), ", ".join(f"[{table}]" for table in TABLES)
    if key in _BLOCK_OF:
        remedy, line = msg("put it below [{table}]"), file.line_of("", name)
        file.add(line, msg("{key} is in no table"), remedy, key=name, table=_BLOCK_OF[key].lower())
        return
    line = file.line_of(name) or file.line_of("", name)
    what = msg("there is no table [{key}]")
    file.add(line, what, msg("use {tables}"), key=name, tables=tables)


def _read_table(
    file: _File, table: str, block: str, content: Mapping[str, Any], settings: dict[str, str]
) -> None:
    """Add the settings of a table to the others."""
    for name, value in content.items():
        key, line = _folded(name), file.line_of(table, name)
        if len(file.problems) >= MOST_FAULTS:
            return
        if key in file.lines and _BLOCK_OF.get(key) == block:
            file.add(line, msg("{key} is there twice"), msg("delete one of them"), key=name)
        elif key not in _BLOCK_OF:
            _unknown_key(file, line, name)
        elif _BLOCK_OF[key] != block:
            remedy, right = msg("move it below [{table}]"), _BLOCK_OF[key].lower()
            file.add(line, msg("{key} does not belong here"), remedy, key=name, table=right)
        elif key == TIEBREAK_LIST:
            _read_tiebreaks(file, line, name, value, settings)
        else:
            _read_setting(file, line, name, value, settings)
        file.lines[key] = line


def _unknown_key(file: _File, line: int, name: str) -> None:
    like = get_close_matches(_folded(name), _BLOCK_OF, 1)
    if _folded(name) in {_folded(row.name) for row in TIEBREAK_ROWS}:
        like = [TIEBREAK_LIST]
    remedy = msg("did you mean {like}?") if like else msg("delete the line")
    what = msg("there is no setting {key}")
    file.add(line, what, remedy, key=name, like="".join(like))


def _read_setting(
    file: _File, line: int, name: str, value: object, settings: dict[str, str]
) -> None:
    """Add a setting to the others, if it is valid and not as it is anyway."""
    option = SETTINGS[_folded(name)]
    typed = _as_text(value, option)
    meant = None if typed is None else meant_by(option, typed)
    if meant is None:
        remedy = msg("choose one of: {choices}")
        if option.reads:
            remedy = msg("type {form}")
            if option.choices[1:]:
                remedy = msg("choose one of: {choices}; or type {form}")
        if option.form == own.NAME.words:
            remedy = msg("type a text of at most {most} letters")
        values = {
            "choices": ", ".join(option.choices),
            "form": t(option.form),
            "most": MOST_LETTERS,
        }
        shown = _shown(value if typed is None else typed)
        file.add(line, msg("{key} cannot be {value}"), remedy, key=name, value=shown, **values)
    elif meant != option.default:
        settings[option.name] = meant


def _printable(name: str) -> str:
    """A key of a file in a sentence, without what would steer a terminal."""
    return "".join(letter if letter.isprintable() else "?" for letter in name[:MOST_SHOWN])


def _shown(value: object) -> str:
    """A value of a file in a sentence, never long."""
    match value:
        case str():
            return repr(value if len(value) <= MOST_SHOWN else f"{value[:MOST_SHOWN]}...")
        case bool():
            return str(value).lower()
        case int():
            return str(value) if abs(value) < MOST_NUMBER else t("a number so large")
        case list():
            return t("a list")
        case dict():
            return t("a table")
    return t("a date or a time")


def _as_text(value: object, option: Option) -> str | None:
    """A value of the file as it would be typed; ``None`` if it is of no kind that settings have."""
    match value:
        case bool():
            word = own.YES if value else own.NO
            return word if word in option.choices else None
        case int() if abs(value) < MOST_NUMBER:
            return str(value)
        case str():
            return value
    return None


def meant_by(option: Option, typed: str) -> str | None:
    """A setting in its own spelling; ``None`` if it cannot be that."""
    by_fold = {_folded(choice): choice for choice in option.choices}
    if choice := by_fold.get(_folded(typed)):
        return choice
    text = option.spelled(typed)
    if not text or len(text) > MOST_LETTERS or not all(map(_is_letter, text)):
        return None
    return text


def _is_letter(letter: str) -> bool:
    """False for what no cell can hold."""
    return unicodedata.category(letter) not in ("Cc", "Cs") and ord(letter) & 0xFFFE != 0xFFFE


def _read_tiebreaks(
    file: _File, line: int, key: str, value: object, settings: dict[str, str]
) -> None:
    """Add the rows of tiebreaks, in their order."""
    if not isinstance(value, list):
        remedy = msg('write a list: ["Buchholz", "Wins"]')
        file.add(line, msg("{key} cannot be {value}"), remedy, key=key, value=_shown(value))
        return
    if len(value) > MOST_TIEBREAKS:
        remedy, values = msg("leave out the last ones"), {"most": MOST_TIEBREAKS}
        file.add(line, msg("{key} has more than {most} of them"), remedy, key=key, **values)
        return
    for row, name in zip(TIEBREAK_ROWS, value, strict=False):
        typed = _folded(name[:MOST_LETTERS]) if isinstance(name, str) else ""
        if typed in _TIEBREAK_NAMES:
            settings[row.name] = _TIEBREAK_NAMES[typed]
            continue
        names = _TIEBREAK_NAMES | {_folded(header): name for header, name in SHORT_NAMES.items()}
        like = get_close_matches(typed[:MOST_SHOWN], names, 1, 0.5)
        remedy = msg("did you mean {like}?") if like else msg("docs/own-rules.md lists them")
        likely = names[like[0]] if like else ""
        at = _line_with(file, str(name), line) if typed else line
        file.add(at, msg("there is no tiebreak {value}"), remedy, value=_shown(name), like=likely)


def _line_with(file: _File, word: str, first: int) -> int:
    """The first line with a word, from one on; that one if none has it."""
    lines = enumerate(file.text.split("\n")[first - 1 :], first)
    return next((number for number, line in lines if word in line), first)


def _add_clashes(file: _File, settings: Mapping[str, str]) -> None:
    """Record what is contradictory."""
    rows = {row.name for row in TIEBREAK_ROWS}
    for clash in clashes(settings):
        key = TIEBREAK_LIST if clash.setting in rows else _folded(clash.setting)
        values = {**clash.values, "setting": key}
        file.add(file.lines.get(key, 0), clash.text, msg("change one of them"), **values)


def rules_text(settings: Mapping[str, str], title: str) -> str:
    """A file of rules with all settings, in the order of the blocks, each after its help.

    Blanks, and settings that are not given, have their defaults; it reads back as ``settings``.
    """
    blocks = (_block(table, block, settings) for table, block in TABLES.items())
    return "\n".join([*_comment(title), *chain.from_iterable(blocks)]) + "\n"


def _block(table: str, block: str, settings: Mapping[str, str]) -> Iterator[str]:
    """The lines of a table."""
    yield from ("", f"[{table}]")
    if block == own.RANKING:
        chosen = [row.of(settings) for row in TIEBREAK_ROWS if row.of(settings) != own.NONE]
        yield from _comment(
            t("Ranks those who are level in points, in this order. One or more of:")
        )
        yield from _comment(", ".join(TIEBREAKS))
        yield f"{TIEBREAK_LIST} = ["
        yield from (f"    {_quoted(name)}," for name in chosen)
        yield "]"
    for key, option in SETTINGS.items():
        if option.block == block:
            yield from _comment(_help(option))
            yield f"{key} = {_written(option, option.of(settings))}"


def _help(option: Option) -> str:
    """The help, with the choices or what may be typed."""
    choices = ", ".join(option.choices) if option.choices[1:] else ""
    form = t(option.form) if option.form else ""
    either = t("{choices}; or {form}", choices=choices, form=form) if choices and form else ""
    return f"{t(option.help)} ({either or choices or form})"


def _comment(text: str) -> Iterator[str]:
    """A text as lines of a comment."""
    for line in "".join(c if _is_letter(c) or c == "\n" else " " for c in text).split("\n"):
        yield from (f"# {part}" for part in textwrap.wrap(line, WIDTH) or [""])


def _written(option: Option, value: str) -> str:
    return value if option.form != own.NAME.words and BARE.fullmatch(value) else _quoted(value)


def _quoted(text: str) -> str:
    """A text of TOML in quotes."""
    marks = {'"': '\\"', "\\": "\\\\"}
    letters = (marks.get(c, c if _is_letter(c) else " ") for c in text)
    return f'"{"".join(letters)}"'
