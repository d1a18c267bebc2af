"""People of several events: names that are the same, and others that somebody says are."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple

from xlplugin.ground.problems import ERRORS, Problem
from xlplugin.ground.texts import first_of, msg, t
from xlplugin.numbers.season.reading import ReadEvent
from xlplugin.roster.files import find_headers, plain, tables_in
from xlplugin.workbook.namesakes import key, namesakes
from xlplugin.workbook.table import one_line

NAME, OTHER_NAME = "Name", "Also known as"
MOST_TOLD = 10


@dataclass(frozen=True, slots=True)
class Aliases:
    """Other names of people: the key of each, and the key and the spelling of the name that counts."""

    of: Mapping[str, str] = field(default_factory=dict)
    names: Mapping[str, str] = field(default_factory=dict)

    def key_of(self, name: str) -> str:
        """The key of the person with this name."""
        found = key(name)
        while found in self.of:
            found = self.of[found]
        return found


def read_aliases(path: Path) -> tuple[Aliases, list[Problem]]:
    """The other names in a table with columns ``Name`` and ``Also known as``, and what is wrong with it."""
    try:
        (rows,) = list(tables_in(path).values())[:1]
    except ERRORS as error:
        return Aliases(), [Problem("", "", str(error), "")]
    top = find_headers(rows).row
    headers = [plain(header) for header in rows[top]] if top >= 0 else []
    if not {plain(NAME), plain(OTHER_NAME)} <= set(headers):
        what = t("there are no columns Name and Also known as")
        remedy = t("type these headers into its first row")
        return Aliases(), [Problem(path.name, "", what, remedy)]
    of: dict[str, str] = {}
    names: dict[str, str] = {}
    problems = []
    for number, row in enumerate(rows[top + 1 :], top + 2):
        cells = dict(zip(headers, [*row, *[""] * len(headers)], strict=False))
        name, other = (one_line(cells[plain(header)]) for header in (NAME, OTHER_NAME))
        if not name or not other or key(name) == key(other):
            continue
        person, called = _last_of(of, key(name)), key(other)
        if (person == called) if called not in of else (person != _last_of(of, called)):
            what = t("row {n}: {name!r} is another name of two people", n=number, name=other)
            problems.append(Problem(path.name, "", what, t("leave one of them out")))
        of.setdefault(called, person)
        names.setdefault(key(name), name)
    return Aliases(of, names), problems


def _last_of(of: dict[str, str], name: str) -> str:
    """The name that a name leads to; the names on the way lead there at once from now on."""
    way = []
    while name in of:
        way.append(name)
        name = of[name]
    of.update(dict.fromkeys(way, name))
    return name


class People(NamedTuple):
    """The key of each player, event by event, and the name of each key."""

    keys: Sequence[Mapping[int, str]]
    names: Mapping[str, str]


def people_of(events: Sequence[ReadEvent], aliases: Aliases) -> tuple[People, list[Problem]]:
    """The people of all events, and problems where two players of one event would be one person.

    Names are the same that differ in capitals, spaces and accents only. The most common spelling counts,
    of several that of the newest event, unless the aliases have the name.
    """
    keys: list[dict[int, str]] = []
    spellings: dict[str, Counter[str]] = defaultdict(Counter)
    problems: list[Problem] = []
    for event in reversed(events):  # of names as common as others the first one counts
        of = {no: aliases.key_of(name) for no, name in event.names.items()}
        keys.append(of)
        players: dict[str, int] = {}
        for no, person in of.items():
            spellings[person][event.names[no]] += 1
            if players.setdefault(person, no) != no:
                problems.append(_two_in_one(event, players[person], no))
    names = {person: of.most_common(1)[0][0] for person, of in spellings.items()}
    names |= {person: name for person, name in aliases.names.items() if person in names}
    return People(keys[::-1], names), problems


def _two_in_one(event: ReadEvent, one: int, two: int) -> Problem:
    text = msg("No {one}, {name!r}, and No {two}, {other!r}, would be one person in a season")
    names = {"name": event.names[one], "other": event.names[two]}
    what = t(text, one=one, two=two, **names)
    return Problem(event.file, "", what, t("give one of them a name that tells them apart"))


def alike_notes(people: People) -> list[str]:
    """A note on people who may be one, by their names; two who were in one event are not."""
    names, persons = list(people.names.values()), list(people.names)
    present = [set(of.values()) for of in people.keys]
    found = [
        f"{names[i]!r}, {names[j]!r}"
        for i, j in namesakes(names)
        if not any({persons[i], persons[j]} <= event for event in present)
    ]
    if not found:
        return []
    told = first_of(found, MOST_TOLD, lambda n: t("and {n} more", n=n))
    text = msg(
        "These may be one person, but count as two; if they are one, give --aliases a file with columns "
        "Name and Also known as: {names}."
    )
    return [t(text, names="; ".join(told))]
