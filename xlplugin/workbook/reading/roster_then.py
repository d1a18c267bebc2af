"""The roster as it was when a round was paired, as far as the draw and the tables depend on it.

``Log`` has it as the fact of the round, in a hidden column: entries by header, then by number of the player.
A blank number is that of somebody who was not there yet.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace

from engine import Player, Stage, Status
from xlplugin.workbook.layouts import players_tab
from xlplugin.workbook.reading.event_book import EventBook, RoundTab
from xlplugin.workbook.reading.records import Kind, lines_of_log

NO, SEED, FIXED_TABLE, BYE, CLUB, STATUS, DECLINES = (
    column.header
    for column in (
        players_tab.NO, players_tab.SEED_COLUMN, players_tab.FIXED_TABLE, players_tab.FIRST_ROUND_BYE,
        players_tab.CLUB, players_tab.STATUS, players_tab.DECLINES_CUT,
    )
)  # fmt: skip
AFTER_SWISS = 0
"""In place of the number of a Swiss round."""
MOST_OF_A_RECORD = 16_000
"""Letters in a cell, which takes 32,767; those of some scripts count twice."""

Entries = Mapping[str, Mapping[str, str]]

_READ: Mapping[str, Callable[[Player], object]] = {
    NO: lambda player: player.no,
    SEED: lambda player: player.seed,
    FIXED_TABLE: lambda player: player.fixed_table,
    BYE: lambda player: "Yes" if player.first_round_bye else "",
    STATUS: lambda player: player.status,
    DECLINES: lambda player: "Yes" if player.declines_cut else "",
}
_WITH: Mapping[str, Callable[[Player, str], Player]] = {
    SEED: lambda player, text: replace(player, seed=int(text) if text else None),
    FIXED_TABLE: lambda player, text: replace(player, fixed_table=int(text) if text else None),
    BYE: lambda player, text: replace(player, first_round_bye=bool(text)),
    STATUS: lambda player, text: replace(player, status=Status(text)),
    DECLINES: lambda player, text: replace(player, declines_cut=bool(text)),
}
_NUMBER = "[1-9][0-9]{0,5}|"
_POSSIBLE = {
    NO: "", STATUS: "|".join(Status), BYE: "Yes|", DECLINES: "Yes|", SEED: _NUMBER, FIXED_TABLE: _NUMBER
}  # fmt: skip
_ANYTHING = "(?s:.*)"


def _read(player: Player, header: str) -> object:
    read = _READ.get(header)
    return read(player) if read else player.details.get(header)


def _with(player: Player, header: str, text: str) -> Player:
    if header in _WITH:
        return _WITH[header](player, text)
    return replace(player, details={**player.details, header: text})


def _headers(event: EventBook, number: int) -> tuple[str, ...]:
    """The columns that the draw of a Swiss round depends on, or the cut."""
    counting = (field.name for field in event.ruleset.roster_fields if field.counts)
    if number == AFTER_SWISS:
        return NO, SEED, STATUS, DECLINES, *counting
    first = (BYE,) if number == 1 else ()
    clubs = (CLUB,) if number == 1 or event.ruleset.keeps_clubs_apart(event.options) else ()
    return NO, SEED, FIXED_TABLE, *first, *clubs, *counting


def tabs_drawn(event: EventBook) -> list[RoundTab]:
    """The tabs whose pairings follow from more than games: the Swiss rounds, and the first one of the cut."""
    return [*event.rounds, *(event.cuts or event.cut_tabs)[:1]]


def _number(tab: RoundTab) -> int:
    return tab.number if tab.stage is Stage.SWISS else AFTER_SWISS


def _entries(event: EventBook, number: int) -> Entries:
    return {
        header: {str(p.no): str(value) for p in event.roster if (value := _read(p, header))}
        for header in _headers(event, number)
    }


def record(event: EventBook, number: int) -> str:
    """The roster now, as the log has it for a Swiss round; ``""`` if it is too long for a cell."""
    text = json.dumps(_entries(event, number), ensure_ascii=False, separators=(",", ":"))
    return text if len(text) <= MOST_OF_A_RECORD else ""


def _recorded(event: EventBook) -> Iterator[tuple[RoundTab, Entries]]:
    """The entries of every round, where the log has them; workbooks of earlier versions do not."""
    lines = lines_of_log(event.book)
    facts = {tab: f for line in lines if line.kind == Kind.ROUND for tab, f in line.facts.items()}
    for tab in tabs_drawn(event):
        try:
            entries = json.loads(facts.get(tab.name, ""))
        except ValueError:
            continue
        if isinstance(entries, dict) and all(isinstance(each, dict) for each in entries.values()):
            yield tab, {header: entries.get(header, {}) for header in _headers(event, _number(tab))}


def changed_since(event: EventBook) -> dict[str, Entries]:
    """The entries that were others when a round was paired, by its tab; ``""`` for blank ones."""
    changed: dict[str, Entries] = {}
    for tab, before in _recorded(event):
        now, there = _entries(event, _number(tab)), before[NO]
        others = {
            header: {
                str(no): str(before[header].get(str(no), ""))
                for no in sorted(event.by_no)
                if (header == NO or str(no) in there)
                and before[header].get(str(no), "") != now[header].get(str(no), "")
            }
            for header in now
        }
        if others := {header: by_no for header, by_no in others.items() if by_no}:
            changed[tab.name] = others
    return changed


def with_clubs_of(event: EventBook, tab: RoundTab) -> EventBook:
    """The event with the clubs by which a round was paired: those typed later say nothing of it."""
    entries = changed_since(event).get(tab.name, {}) if event.keeps_clubs_apart else {}
    return with_entries(event, {CLUB: entries[CLUB]}) if CLUB in entries else event


def are_possible(event: EventBook, tab: RoundTab, entries: Entries) -> bool:
    """True if a round may have been paired with such entries: its columns, their kind, players of the event."""
    known = {str(no) for no in event.by_no}
    return {*_headers(event, _number(tab))} >= entries.keys() and all(
        no in known and re.fullmatch(_POSSIBLE.get(header, _ANYTHING), text)
        for header, by_no in entries.items()
        for no, text in by_no.items()
    )


def with_entries(event: EventBook, entries: Entries) -> EventBook:
    """The event with these entries, which must be possible, and without those who came later and never played."""
    absent = set(entries.get(NO, ())) - {str(no) for tab in event.tabs for no in tab.rows}
    roster = [player for player in event.roster if str(player.no) not in absent]
    for header, by_no in entries.items():
        if header != NO:
            roster = [
                _with(p, header, by_no[no]) if (no := str(p.no)) in by_no else p for p in roster
            ]
    return replace(event, roster=roster)
