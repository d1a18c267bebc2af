"""Edits that the organizer has typed since the last action: noticed by the next one, and logged once.

The previous value is on ``Pairing notes`` and in ``Log``, so nothing else is kept.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from itertools import chain
from typing import NamedTuple

from engine import Match, Player, Round, Ruleset, Status, Tournament, violations
from xlplugin.ground.names import named
from xlplugin.ground.texts import msg, t
from xlplugin.workbook.book import Change, SetCells
from xlplugin.workbook.engine_errors import error_text
from xlplugin.workbook.layout import CellValue
from xlplugin.workbook.layouts import event_tab
from xlplugin.workbook.layouts.record_tabs import BY_HAND
from xlplugin.workbook.reading.event_book import EventBook, RoundTab
from xlplugin.workbook.reading.records import (
    Kind,
    LogLine,
    Seat,
    Seats,
    facts_logged,
    first_names,
    plain_name,
    recorded_seats,
)
from xlplugin.workbook.reading.roster_then import with_clubs_of
from xlplugin.workbook.table import folded
from xlplugin.workbook.writing import event_writer, notes_writer, round_writer

NOT_LOGGED = {
    s.name
    for s in (event_tab.EVENT_NAME, event_tab.DATE, event_tab.ORGANIZER, *event_tab.FILLED_IN)
}
"""Settings that change nothing, or are filled in by the plugin."""


class Edit(NamedTuple):
    """A match that is no longer as it is recorded; ``None`` for one that was not there, or is gone."""

    tab: RoundTab
    before: Seat | None
    after: Match | None


def edits_of(event: EventBook) -> list[Edit]:
    """The matches of Swiss rounds that differ from ``Pairing notes``."""
    recorded = recorded_seats(event)
    tabs = [tab for tab in event.rounds if tab.matches and recorded.get(tab.number)]
    return [e for tab in tabs for e in _edits(tab, recorded[tab.number], event.elsewhere)]


def _edits(tab: RoundTab, seats: Seats, elsewhere: int) -> Iterator[Edit]:
    """The matches of a round that differ from its record; all of it must be recorded, unless it was played elsewhere."""
    edits = [
        Edit(tab, _recorded_before(seats, match), match)
        for match in tab.matches
        if seats.get((match.player1, match.player2)) != match.table
    ]
    unknown = sum(edit.before is None for edit in edits)
    # Otherwise the notes are gone, or in part.
    is_whole = tab.number > elsewhere and 2 * unknown < len(tab.matches)
    yield from (edit for edit in edits if edit.before or is_whole)
    for pair, table in seats.items():
        if not tab.rows.keys() & {*pair}:
            yield Edit(tab, (table, *pair), None)


def _recorded_before(seats: Seats, match: Match) -> Seat | None:
    """The record of a match: of its two players, of either of them, or of its table."""
    table, one, two = seat_of(match)
    if (one, two) in seats:
        return seats[one, two], one, two
    ways = (
        (pair for pair in seats if one in pair),
        (pair for pair in seats if two and two in pair),
        (pair for pair, at in seats.items() if at == table),
    )
    pair = next(chain(*ways), None)
    return (seats[pair], *pair) if pair else None


def edit_lines(event: EventBook, edits: Sequence[Edit]) -> list[LogLine]:
    """The log's lines on matches that were typed over: one for each round."""
    lines = []
    for tab in event.rounds:
        texts = [
            f"{seat_text(event, edit.before)} -> {match_text(event, edit.after)}"
            for edit in edits
            if edit.tab is tab
        ]
        if texts and not any(earlier.missing for earlier in event.rounds[: tab.number - 1]):
            texts += broken_rules(event, tab.number, tab.matches)
        if texts:
            lines.append(LogLine(BY_HAND, f"{named('tab', tab.name)}: {'; '.join(texts)}"))
    return lines


def names_of(event: EventBook, edit: Edit) -> list[Change]:
    """The names that belong to the numbers typed, which count."""
    if edit.after is None:
        return []
    row = edit.tab.rows[edit.after.player1]
    places = edit.tab.table.places
    cells: dict[tuple[int, int], CellValue] = {}
    for side in "12":
        no, typed = row.raw(f"No {side}"), row.raw(f"Player {side}") or ""
        name = _name(event, no if type(no) is int else None)
        if typed != "" and folded(typed) != folded(name):
            cells[row.number, places[f"Player {side}"]] = name
    return [SetCells(edit.tab.name, cells)] if cells else []


def broken_rules(event: EventBook, number: int, matches: Sequence[Match]) -> list[str]:
    """The rules that a Swiss round of these matches breaks."""
    before = before_round(event, number, matches)
    whole = replace(before, rounds=(*before.rounds, Round(number, tuple(matches))))
    return list(violations_of(whole, number, event.ruleset))


def before_round(event: EventBook, number: int, matches: Sequence[Match]) -> Tournament:
    """The event before a Swiss round of these matches, with everybody in it, checked in or not."""
    before = event.tournament(number - 1)
    entered = {player.no for player in before.players} | {no for m in matches for no in m.players}
    return replace(before, players=tuple(p for p in event.roster if p.no in entered))


def seat_of(match: Match) -> Seat:
    """The table and the players of a match."""
    return match.table, match.player1, match.player2


def seat_text(event: EventBook, seat: Seat | None) -> str:
    """A table and its players, if there is one, in a few words."""
    if seat is None:
        return t("nobody")
    table, one, two = seat
    text = msg("table {table}, {player1} - {player2}")
    return t(text, table=table, player1=_name(event, one), player2=_name(event, two))


def match_text(event: EventBook, match: Match | None) -> str:
    """The table and the players of a match, if there is one, in a few words."""
    return seat_text(event, seat_of(match) if match else None)


def _name(event: EventBook, no: int | None) -> str:
    if no is None:
        return t(round_writer.BYE_TEXT)
    return event.name(no) if no in event.by_no else t("No {no}", no=no)


def note_of(event: EventBook, edit: Edit) -> list[CellValue]:
    """The note on a match that was typed over."""
    before = seat_text(event, edit.before) if edit.before else t("not there")
    why = t("Typed by the organizer; it was {before}.", before=before)
    table = edit.before[0] if edit.before else 0
    return note_row(event, edit.tab.number, table, edit.after, why)


def note_row(
    event: EventBook, number: int, table: int, match: Match | None, why: str
) -> list[CellValue]:
    """A row of ``Pairing notes`` on a match of a Swiss round that somebody has changed, and why.

    ``table`` is where it was, ``match`` how it is now; ``None`` if it is gone.
    """
    players: list[CellValue] = [None] * 4
    if match:
        table, one, two = seat_of(match)
        players = [one, _name(event, one), two, _name(event, two)]
    return [number, table, *players, BY_HAND, why, BY_HAND]


def illegal_hand_edits(event: EventBook, tournament: Tournament) -> list[str]:
    """Warnings of what is illegal in the newest of the rounds as it stands; it counts all the same."""
    return [
        t("Round {n} as it stands: {violation}", n=newest.number, violation=violation)
        for newest, tab in [*zip(tournament.rounds, event.rounds, strict=False)][-1:]
        for violation in violations_of(
            replace(tournament, clubs=with_clubs_of(event, tab).typed.clubs),
            newest.number,
            event.ruleset,
        )
    ]


def violations_of(tournament: Tournament, number: int, ruleset: Ruleset) -> Iterator[str]:
    """The rules that a round of the event breaks as it stands."""
    before = tournament.before_round(number)
    tables = [(m.player1, m.player2) for m in tournament.rounds[number - 1].matches]
    yield from map(error_text, violations(before, tables, ruleset.legality(before)))


def changes_noticed(event: EventBook, when: datetime | None) -> list[Change]:
    """Notes and log lines on everything typed since the last action, and the numbers of new players."""
    edits = edits_of(event)
    lines = [*setting_and_status_lines(event), *_renamed(event)]
    lines += [names_line("Number", "", new)] if (new := newcomers(event)) else []
    lines += edit_lines(event, edits)
    if not lines:
        return []
    notes = [note_of(event, edit) for edit in edits]
    return [
        *event_writer.number_players(event),
        *(notes_writer.add_notes(event, notes) if notes else ()),
        *(change for edit in edits for change in names_of(event, edit)),
        *notes_writer.add_lines(event, when, lines),
    ]


def setting_and_status_lines(event: EventBook) -> list[LogLine]:
    """The settings, and who is in or out, as far as the log does not have them yet."""
    logged = facts_logged(event.book, Kind.SETTING)
    settings = [
        setting_line(setting.name, value, logged)
        for setting in event_tab.settings_for(event.ruleset)
        if not setting.glance and setting.name not in NOT_LOGGED
        if (value := event.settings.get(setting.name, "")) != logged.get(setting.name, "")
    ]
    return [*settings, *status_lines(event)]


def setting_line(name: str, value: str, logged: Mapping[str, str] | None = None) -> LogLine:
    """A setting as the log has it, with the value logged before if there is one."""
    shown = value or t("blank")
    details = t("{setting}: {value}", setting=name, value=shown)
    if logged and name in logged:
        text, before = msg("{setting}: {value} (was {before})"), logged[name] or t("blank")
        details = t(text, setting=name, value=shown, before=before)
    return LogLine("Setting", details, Kind.SETTING, {name: value})


def status_lines(event: EventBook, action: str = "Status") -> list[LogLine]:
    """The line on players who are no longer in or out as the log has it; none without any."""
    logged = facts_logged(event.book, Kind.STATUS)
    details, facts = [], {}
    for player in event.roster:
        state, before = _state_of(player), logged.get(str(player.no), str(Status.ACTIVE))
        if state != before:
            text, name = msg("{player} (No {no}): {state} (was {before})"), player.name.strip()
            states = {"state": _state_text(state), "before": _state_text(before)}
            details.append(t(text, player=name, no=player.no, **states))
            facts[str(player.no)] = state
    return [LogLine(action, "; ".join(details), Kind.STATUS, facts)] if facts else []


def _state_of(player: Player) -> str:
    """The player's status, and whether they decline the cut, as the log's facts have it."""
    return f"{player.status} declines" if player.declines_cut else str(player.status)


def _state_text(state: str) -> str:
    status, _, declines = state.partition(" ")
    return t("{status}, declines the cut", status=status) if declines else status


def _renamed(event: EventBook) -> list[LogLine]:
    """The players whose names are no longer as they were when their numbers were last written.

    Spaces make no other name, capitals do. Before round 1 only the log has earlier names.
    """
    earlier = {str(no): plain_name(name) for no, name in first_names(event).items()}
    earlier |= facts_logged(event.book, Kind.NAME)
    new = set(event.unnumbered.values())
    names = {str(p.no): plain_name(p.name) for p in event.roster if p.no not in new}
    text = msg("No {no}: {name} (was {before})")
    return [
        LogLine("Name", t(text, no=no, name=name, before=before), Kind.NAME, {no: name})
        for no, name in names.items()
        if (before := earlier.get(no, name)) != name
    ]


def newcomers(event: EventBook) -> list[tuple[int, str]]:
    """The names typed on Players that get their numbers now, with these."""
    return [(no, event.name(no)) for no in sorted(event.unnumbered.values())]


def names_line(action: str, source: str, names: list[tuple[int, str]]) -> LogLine:
    """A line of the log on players who have entered, with their numbers."""
    listed = ", ".join(f"{name} ({no})" for no, name in names)
    details = f"{source}: {listed}" if source else listed
    return LogLine(action, details, Kind.NAME, {str(no): plain_name(name) for no, name in names})
