"""The newest round at the desk: which table is meant, what the keys stand for, how an entry reads.

Somebody types the number of a table, or has a scanner read its slip, and then one or two keys: the result as its
columns have it, from the left. What may be typed, and what contradicts itself, is said by the format of the match.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import replace

from engine import Match, Special
from engine.match_format import SPECIAL, EliminationFormat, ResultField
from engine.model import Value
from xlplugin.ground.names import named
from xlplugin.ground.texts import msg, t
from xlplugin.reports.forms import Cells, Wrong, judged
from xlplugin.verbs.enter_results import Entry
from xlplugin.workbook.book import number_for_cell
from xlplugin.workbook.reading.event_book import EventBook, RoundTab
from xlplugin.workbook.slip_codes import read_slip_code
from xlplugin.workbook.table import folded, one_line

SHORT = {"n1": Special.NO_SHOW_1, "n2": Special.NO_SHOW_2, "nn": Special.DOUBLE_NO_SHOW}
MOST_CHOICES = 12
"""The choices of a column that are listed; a number has its first and last."""


class WrongEntry(Exception):
    """A sentence about what was typed, which counts for nothing."""


class Desk:
    """A round whose results are typed."""

    def __init__(self, event: EventBook, tab: RoundTab) -> None:
        self.event, self.tab = event, tab
        self._format = event.format_of(tab)
        self._fields = self._format.fields
        self._needed = [f for f in self._fields if f.needed and not f.optional]

    @property
    def matches(self) -> list[Match]:
        """Those that two players play, by table."""
        return [match for match in self.tab.by_table if match.player2 is not None]

    @property
    def open_tables(self) -> list[int]:
        """The tables without a result."""
        return [match.table for match in self.matches if self.tab.lacks_result(match)]

    def match_at(self, typed: str) -> Match:
        """The match at a table that somebody has typed, or whose slip was scanned.

        Raises:
            WrongEntry: there is no such table, or the slip is of another round.
        """
        number = typed.strip()
        if scanned := read_slip_code(typed):
            if scanned[:2] != (self.tab.stage, self.tab.number):
                text = msg("This slip is of another round ({code}); results are typed for {tab}.")
                raise WrongEntry(t(text, code=str(scanned), tab=self.tab.name))
            number = str(scanned.table)
        found = [match for match in self.matches if str(match.table) == number.lstrip("0")]
        if len(found) == 1:
            return found[0]
        if found:
            text = msg("Table {table} is there {n} times on {tab}: give each its own number first.")
            raise WrongEntry(t(text, table=number, n=len(found), tab=self.tab.name))
        raise WrongEntry(t("{tab} has no table {table!r}.", tab=self.tab.name, table=number[:20]))

    def names(self, match: Match) -> str:
        """Who plays at a table, with what is asked of them."""
        one, two = (self._name(no) for no in match.players)
        text = t("Table {table}: {one} - {two}", table=match.table, one=one, two=two)
        return f"{text}   [{self.keys(match)}]"

    def keys(self, match: Match) -> str:
        """What may be typed for a match: the columns from the left, with their choices."""
        asked = self._asked(match)
        columns = [_told(f) for f in asked]
        agreed = [named("choice", Special.INTENTIONAL_DRAW)] if self._can_agree else []
        absent = [
            named("choice", special) if self._is_result(asked, [short]) else short.upper()
            for short, special in SHORT.items()
        ]
        return ", ".join([*columns, *agreed, *absent])

    @property
    def _can_agree(self) -> bool:
        return Special.INTENTIONAL_DRAW in self._format.specials

    def _name(self, no: int) -> str:
        return one_line(self.event.name(no))

    def _asked(self, match: Match) -> list[ResultField]:
        """The columns that are typed; those that are filled in beforehand are not, while the result is open."""
        asked = [f for f in self._needed if not self._before(match).get(f.name)]
        return asked or self._needed

    def _before(self, match: Match) -> dict[str, Value]:
        """What the columns of an open match have already: who is the Corp."""
        is_open = self.tab.lacks_result(match)
        return dict(self.event.typed_of(self.tab, match)) if is_open else {}

    def entry(self, match: Match, typed: str) -> Entry:
        """The result that somebody has typed for a match.

        Raises:
            WrongEntry: it is none, or contradicts itself.
        """
        words = typed.split()
        asked = self._asked(match)
        special, words = self._special(asked, words)
        cells: dict[str, Value] = dict.fromkeys([f.name for f in self._fields], "")
        cells[SPECIAL] = str(special)
        if words:
            cells |= self._before(match) | {SPECIAL: str(special)}
            cells |= self._read(asked, words)
        self._refuse(match, cells)
        return Entry(match, cells)

    def _is_result(self, asked: Sequence[ResultField], words: Sequence[str]) -> bool:
        """True if words are what the columns hold: ``NN`` is two losses in German."""
        try:
            self._read(asked, words)
        except WrongEntry:
            return False
        return True

    def _special(
        self, asked: Sequence[ResultField], words: Sequence[str]
    ) -> tuple[Special, list[str]]:
        """The entry of ``Special`` among the words, in whatever spelling, and the other words."""
        specials = [special for special in Special if special and not special.is_bye]
        known = {_bare(special): special for special in specials} | SHORT
        known |= {_bare(named("choice", special)): special for special in specials}
        if self._is_result(asked, words):
            return Special.NONE, list(words)
        for length in (3, 2, 1):
            for start in range(len(words) - length + 1):
                special = known.get(_bare("".join(words[start : start + length])))
                if special is None:
                    continue
                if special not in self._format.specials:
                    raise WrongEntry(t("{special} is not for these matches.", special=special))
                return special, [*words[:start], *words[start + length :]]
        return Special.NONE, list(words)

    def _read(self, asked: Sequence[ResultField], words: Sequence[str]) -> dict[str, Value]:
        """The words as values of the columns, one each; keys of one letter may stand together."""
        others = [f for f in self._fields if f not in asked and not f.needed]
        if len(words) == 1 and len(words[0]) == len(asked) and all(map(_has_single_keys, asked)):
            words = list(words[0])
        if not len(asked) <= len(words) <= len(asked) + len(others):
            columns = ", ".join(map(_told, asked))
            raise WrongEntry(t("Type {columns}.", columns=columns))
        return {f.name: _value(f, word) for f, word in zip([*asked, *others], words, strict=False)}

    def _refuse(self, match: Match, cells: Cells) -> None:
        """Refuse what the tab would not take; what is missing is asked for."""
        places = self.tab.table.places
        typed = {
            header: value for header, value in cells.items() if value != "" or header in places
        }
        wrong = judged(self.event, self.tab, match, typed)
        if isinstance(wrong, Wrong):
            where = t("{field}: {why}", field=wrong.header, why=wrong.text)
            raise WrongEntry(where if wrong.header else wrong.text)

    def shown(self, entry: Entry) -> str:
        """An entry with the names it counts for, and what it replaces, to be looked at before it counts."""
        match = self._with(entry)
        text = msg("Table {table}: {one} {points} {two}   ({cells})")
        cells = ", ".join(
            f"{named('column', name)} {_local(value)}"
            for name, value in entry.cells.items()
            if value != ""
        )
        one, two = (self._name(no) for no in match.players)
        texts = {"table": match.table, "points": self._points(match), "one": one, "two": two}
        shown = t(text, cells=cells, **texts)
        if not self.tab.lacks_result(entry.match):
            before = self._points(entry.match)
            shown += " " + t("in place of {before}", before=before)
        return shown

    def _with(self, entry: Entry) -> Match:
        result = tuple(entry.cells[f.name] for f in self._fields)
        return replace(entry.match, result=result, special=Special(str(entry.cells[SPECIAL])))

    def _points(self, match: Match) -> str:
        """The points of both players, or in an elimination who wins."""
        format_ = self._format
        if isinstance(format_, EliminationFormat):
            ranks = [self.tab.ranks.get(no, 0) for no in match.players]
            higher = 1 if ranks[0] < ranks[1] else 2
            return ("-", "1 : 0", "0 : 1")[format_.winner(match.result, match.special, higher) or 0]
        points = format_.score(match.result, match.special)
        return " : ".join(f"{number_for_cell(each):g}" for each in points) if points else "-"


def _bare(text: str) -> str:
    """A word without capitals, blanks and signs."""
    return re.sub(r"[\W_]", "", folded(text))


def _local(value: Value) -> str:
    """A value of a column as the workbook has it."""
    return named("choice", str(value))


def _told(field: ResultField) -> str:
    """A column with what may be typed there."""
    return f"{named('column', field.name)} {_choices(field)}"


def _choices(field: ResultField) -> str:
    """What may be typed for a column, short enough to be read at a glance."""
    choices = field.choices
    if isinstance(choices, range):
        return f"{choices[0]}-{choices[-1]}"
    return "/".join(_keys(choices).values()) if len(choices) <= MOST_CHOICES else "..."


def _has_single_keys(field: ResultField) -> bool:
    """True if one key stands for each choice of a column."""
    choices = field.choices
    if isinstance(choices, range):
        return choices[-1] < 10
    return all(len(key) == 1 for key in _keys(choices).values())


def _keys(choices: Sequence[Value]) -> dict[Value, str]:
    """The fewest letters, from the first on, that stand for each of the choices."""
    texts = {choice: _bare(_local(choice)) or _local(choice) for choice in choices}
    keys = {}
    for choice, text in texts.items():
        others = [other for other in texts.values() if other != text]
        lengths = (n for n in range(1, len(text) + 1) if not _starts(others, text[:n]))
        keys[choice] = text[: next(lengths, len(text))].upper()
    return keys


def _starts(texts: Iterable[str], beginning: str) -> bool:
    return any(text.startswith(beginning) for text in texts)


def _value(field: ResultField, word: str) -> Value:
    """What a word stands for in a column: a number, a choice, or how only one of them begins.

    Raises:
        WrongEntry: it is none of them.
    """
    choices = field.choices
    if isinstance(choices, range):
        if word.isdecimal() and len(word) < 10 and int(word) in choices:
            return int(word)
    else:
        texts = {choice: _bare(_local(choice)) or _local(choice) for choice in choices}
        typed = _bare(word) or word
        exact = [choice for choice, text in texts.items() if text == typed]
        found = exact or [choice for choice, text in texts.items() if text.startswith(typed)]
        if len(found) == 1:
            return found[0]
    text = msg("{field}: {word!r} is none of {choices}.")
    raise WrongEntry(t(text, field=field.name, word=word[:20], choices=_choices(field)))
