"""What a player's phone asks about a match, and what the answers are: cells that the tab would take.

What is right is decided by what reads the tab, and by the ruleset: there is no second rule book.
"""

from __future__ import annotations

from collections.abc import Mapping
from copy import copy
from dataclasses import replace
from typing import NamedTuple

from engine import Match
from engine.match_format import SPECIAL
from engine.model import Value
from xlplugin.ground.problems import Problem
from xlplugin.ground.texts import msg, t
from xlplugin.workbook.formats import sheet_of
from xlplugin.workbook.formats.asked import Cells, Field, Seat
from xlplugin.workbook.reading.event_book import EventBook, RoundTab
from xlplugin.workbook.reading.read_rounds import read_match
from xlplugin.workbook.reading.ruleset_findings import finding_of_match
from xlplugin.workbook.table import Row

__all__ = ["Cells", "Field", "Wrong", "form_of", "in_words", "judged", "read_answers", "together"]


class Wrong(NamedTuple):
    """What is wrong with some answers: the column of the one to correct, ``""`` for all, and a sentence."""

    header: str
    text: str


def _fields(event: EventBook, tab: RoundTab, match: Match, no: int) -> tuple[Field, ...]:
    """Everything that a player is asked; nothing about a bye, or a match of others."""
    if match.player2 is None or no not in match.players:
        return ()
    one, two = match.players
    seat = Seat(1, event.name(two)) if no == one else Seat(2, event.name(one))
    return sheet_of(event.format_of(tab)).asked(seat)


def form_of(event: EventBook, tab: RoundTab, match: Match, no: int) -> tuple[Field, ...]:
    """What a player is asked about a match, in the player's own words.

    A column that is typed already, such as who is the Corp, is not asked about; a bye has no questions.
    """
    typed = event.typed_of(tab, match)
    return tuple(f for f in _fields(event, tab, match, no) if typed.get(f.header, "") == "")


def read_answers(
    event: EventBook, tab: RoundTab, match: Match, no: int, answers: Mapping[str, object]
) -> Cells | Wrong:
    """The result that a player's answers give, by column, or what is wrong with them.

    Args:
        event: with the match.
        tab: of the match.
        match: of the player.
        no: the player's number.
        answers: by column: the value of a choice, or a number, also as text; ``None`` or ``""`` for none.
    """
    fields = form_of(event, tab, match, no)
    headers = {field.header for field in fields}
    if not fields:
        return Wrong("", t("There is nothing to report here."))
    if not answers.keys() <= headers:
        return Wrong("", t("These are not the questions of this match: load the page again."))
    cells: dict[str, Value] = {}
    for field in fields:
        value = _answer(field, answers.get(field.header))
        if isinstance(value, Wrong):
            return value
        if value != "":
            cells[field.header] = value
    if not cells.get(SPECIAL):
        for field in fields:
            if not field.optional and field.header not in cells:
                return Wrong(field.header, t("Answer: {label}.", label=field.label))
    return judged(event, tab, match, cells)


def _answer(field: Field, given: object) -> Value | Wrong:
    """An answer as the cell's value; ``""`` for none."""
    if given is None or given == "":
        return ""
    is_plain = isinstance(given, str) or type(given) is int
    text = str(given).strip() if is_plain else None
    if field.choices:
        known = {str(value): value for _, value in field.choices}
        if text in known:
            return known[text]
        return Wrong(field.header, t("{label}: choose one of the answers.", label=field.label))
    is_number = text is not None and text.isascii() and text.isdecimal() and len(text) < 9
    number = int(text) if text is not None and is_number else -1
    if field.least <= number <= field.most:
        return number
    told = msg("{label}: type a whole number from {least} to {most}.")
    return Wrong(field.header, t(told, label=field.label, least=field.least, most=field.most))


def judged(event: EventBook, tab: RoundTab, match: Match, cells: Cells) -> Cells | Wrong:
    """A result as the tab would have it, without what is told twice; or why the tab would not take it.

    The row is read with these cells as if they were typed.
    """
    problems: list[Problem] = []
    table = copy(tab.table)
    table.problems = problems
    number = tab.rows[match.player1].number
    values = list(tab.table.sheet.rows[number - 1])
    for header, value in cells.items():
        place = table.places.get(header)
        if place is None:
            return Wrong(header, t("{tab} has no column {header}.", tab=tab.name, header=header))
        values += [None] * (place - len(values))
        values[place - 1] = value
    format_ = event.format_of(tab)
    then = read_match(replace(event, problems=problems), Row(table, number, values), format_)
    if problems or then is None:
        problem = problems[0]
        return Wrong(problem.column, f"{problem.what}; {problem.remedy}.")
    if not format_.is_complete(then.result, then.special):
        return Wrong("", t("This is not a whole result yet."))
    if found := finding_of_match(event, tab, then):
        return Wrong(found[0], f"{found[1]}.")
    return dict(sheet_of(format_).plain(cells))


def together(event: EventBook, tab: RoundTab, match: Match, one: Cells, two: Cells) -> Cells | None:
    """The result that both reports tell; ``None`` where they differ.

    A blank differs, unless it says nothing, as for an army that only one of the two has named.
    """
    untold = sheet_of(event.format_of(tab)).untold
    if any(one.get(h) != two.get(h) for h in (one.keys() | two.keys()) - untold):
        return None
    if any(one[h] != two[h] for h in one.keys() & two.keys()):
        return None
    both = {**one, **two}
    if both in (one, two):
        return both
    cells = judged(event, tab, match, both)
    return None if isinstance(cells, Wrong) else cells


def in_words(event: EventBook, tab: RoundTab, match: Match, no: int, cells: Cells) -> str:
    """A result in a player's own words, as in ``As Corp: I won, As Runner: I lost``.

    What no question asks about is told by its column.
    """
    fields = {field.header: field for field in _fields(event, tab, match, no)}
    told = []
    for header in [*fields, *(header for header in cells if header not in fields)]:
        if header in cells:
            field = fields.get(header, Field(header, header))
            words = next((text for text, v in field.choices if v == cells[header]), None)
            told.append(f"{field.label}: {cells[header] if words is None else words}")
    return ", ".join(told)


def as_typed(event: EventBook, tab: RoundTab, match: Match) -> Cells:
    """The result that a row has, as a report of it would be."""
    cells = {h: value for h, value in event.typed_of(tab, match).items() if value != ""}
    return dict(sheet_of(event.format_of(tab)).plain(cells))
