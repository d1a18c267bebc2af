"""Beginning an event: a new workbook from a roster, or one of an event that was run elsewhere."""

from __future__ import annotations

import secrets
from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from difflib import SequenceMatcher

from engine import Player, Ruleset
from xlplugin.exports.nrtm import ImportedEvent
from xlplugin.hosts import Host
from xlplugin.problems import WorkbookProblems, stop
from xlplugin.verbs import elimination
from xlplugin.verbs.noticing import setting_and_status_lines
from xlplugin.workbook.book import (
    AddSheet,
    Book,
    Change,
    RemoveSheet,
    SetCells,
    ShowSheet,
    with_changes,
)
from xlplugin.workbook.layouts import event_tab, players_tab, tab_names
from xlplugin.workbook.reading.event_book import EventBook
from xlplugin.workbook.reading.log import LogLine
from xlplugin.workbook.reading.reader import read_event
from xlplugin.workbook.table import folded
from xlplugin.workbook.writing import (
    cut_writer,
    event_writer,
    notes_writer,
    round_writer,
    row_values,
)


def start_event(
    host: Host,
    ruleset: Ruleset,
    players: Sequence[Player],
    settings: Mapping[str, str],
    *,
    when: datetime | None = None,
) -> EventBook:
    """Fill a new workbook with its players and settings.

    Args:
        host: a workbook made from a template.
        ruleset: which rules the event follows.
        players: the roster; numbers of 0 are given here.
        settings: values on ``Event`` by their names.
        when: the time for the log.

    Raises:
        OrganizerError: a setting does not exist.
        WorkbookProblems: the roster or a setting cannot be as it is.
    """
    book = host.read()
    changes = _first_changes(book, ruleset, players, settings)
    event = _read_clean(with_changes(book, changes))
    glance = event_writer.at_a_glance(event, 0)
    done = LogLine("New", f"{ruleset.name}, {len(players)} players")
    log = notes_writer.add_lines(event, when, [done, *setting_and_status_lines(event)])
    host.write(
        [*changes, *event_writer.update_settings(event, glance), *log, ShowSheet(tab_names.EVENT)]
    )
    return event


def _read_clean(book: Book) -> EventBook:
    event = read_event(book)
    if event.problems:
        raise WorkbookProblems(event.problems)
    return event


def _first_changes(
    book: Book, ruleset: Ruleset, players: Sequence[Player], settings: Mapping[str, str]
) -> list[Change]:
    """The changes that make a template into an event."""
    rows = event_tab.settings_for(ruleset)
    names = {folded(s.name): s.name for s in rows if not s.glance and s not in event_tab.FILLED_IN}
    values: dict[str, str] = {
        event_tab.RULESET.name: ruleset.name,
        event_tab.SEED.name: str(secrets.randbelow(10**9)),
    }
    for name, value in settings.items():
        if folded(name) not in names:
            known = sorted(names, key=lambda each: _likeness(each, folded(name)), reverse=True)
            listed = ", ".join(names[each] for each in known)
            stop(
                "There is no setting {name!r}; there are, the nearest first: {settings}.",
                name=name,
                settings=listed,
            )
        values[names[folded(name)]] = value
    if folded(values[event_tab.RULESET.name]) != ruleset.name:
        other = values[event_tab.RULESET.name]
        stop("The ruleset is given twice: {one} and {other}.", one=ruleset.name, other=other)
    numbers = iter(range(max((p.no for p in players), default=0) + 1, tab_names.MOST_PLAYERS))
    players = [p if p.no else replace(p, no=next(numbers)) for p in players]
    extra = list(dict.fromkeys(h for p in players for h in p.details))
    plain = players_tab.players_layout(ruleset)
    layout = players_tab.players_layout(ruleset, [h for h in extra if h not in plain.headers()])
    position = list(book.sheets).index(tab_names.PLAYERS) + 1
    following = [*book.sheets, None][position]
    groups = event_tab.event_groups(ruleset)
    cells = enumerate(event_tab.event_cells(groups, values), 2)
    place = event_tab.event_layout().headers().index("Value")
    return [
        RemoveSheet(tab_names.PLAYERS),
        AddSheet(
            layout,
            [row_values.player_row(layout, player) for player in players],
            before=following,
            header_text=values.get(event_tab.EVENT_NAME.name) or "Players",
        ),
        SetCells(tab_names.EVENT, {(number, place + 1): row[place] for number, row in cells}),
    ]


def _likeness(one: str, two: str) -> float:
    """How much of one text is in another, from 0 to 1."""
    return SequenceMatcher(None, one, two).ratio()


def fill_event(
    host: Host,
    ruleset: Ruleset,
    imported: ImportedEvent,
    settings: Mapping[str, str],
    *,
    when: datetime | None = None,
) -> EventBook:
    """Fill a new workbook with an event that was run elsewhere, round by round.

    Args:
        host: a workbook made from a template.
        ruleset: which rules the event follows.
        imported: what the results file holds.
        settings: values on ``Event`` by their names, before those of the file.
        when: the time for the log.

    Raises:
        OrganizerError: a setting does not exist.
        WorkbookProblems: a player or a setting cannot be as it is.
    """
    book = host.read()
    changes = _first_changes(book, ruleset, imported.players, {**imported.settings, **settings})
    event = _read_clean(with_changes(book, changes))
    sides = ruleset.match_format.fields[-1]
    for round_, second in zip(imported.rounds, imported.byes_second, strict=True):
        unrecorded = any(
            len(match.result) == len(ruleset.match_format.fields) for match in round_.matches
        )
        changes.append(
            round_writer.add_round(
                event,
                round_.number,
                round_.matches,
                optional=[sides.name] if unrecorded and sides.optional else [],
                second=frozenset(second),
            )
        )
    filled = read_event(with_changes(book, changes))
    count = len(imported.rounds)
    glance = event_writer.at_a_glance(filled, count) | {event_tab.ELSEWHERE.name: count}
    details = f"{imported.source}: {len(imported.players)} players, {count} rounds"
    changes += event_writer.update_settings(filled, glance)
    if imported.elimination:
        changes += elimination.imported_rounds(filled, imported.elimination)
        changes += cut_writer.follow_up(book, changes)
    told = setting_and_status_lines(filled)
    changes += notes_writer.add_lines(filled, when, [LogLine("Import", details), *told])
    event = _read_clean(with_changes(book, changes))
    host.write([*changes, ShowSheet(tab_names.EVENT)])
    return event
