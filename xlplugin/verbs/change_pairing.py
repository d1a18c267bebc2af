"""Changing the newest Swiss round by hand, safely: checked, logged, and told on Pairing notes.

What the organizer decides stands, as if it had been typed into the tab; what breaks a rule is said.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import NamedTuple

from engine import Match, Player, Special, Stage, Status, TournamentError, pair_some
from xlplugin.problems import Problem, WorkbookProblems
from xlplugin.verbs import fixed_tables, hand_edits
from xlplugin.verbs.add_players import namesakes_on
from xlplugin.verbs.frame import Noticing, verb
from xlplugin.verbs.hand_edits import before_round, broken_rules
from xlplugin.workbook.book import Change, SetCells, ShowSheet, with_changes
from xlplugin.workbook.layout import CellValue
from xlplugin.workbook.layouts import round_tabs
from xlplugin.workbook.reading import match_tables, next_step
from xlplugin.workbook.reading.event_book import EventBook, RoundTab
from xlplugin.workbook.reading.reader import read_event
from xlplugin.workbook.table import folded
from xlplugin.workbook.writing import event_writer, notes_writer, row_values, table_writer

Drafted = tuple[Sequence[Match | None], Sequence[list[CellValue]]]
"""The matches of a round as they are to be, ``None`` for a row that goes, and notes on them."""


class Seated(NamedTuple):
    """Who sits where; without ``no2`` it is a bye."""

    table: int
    no1: int
    no2: int | None
    player1: str
    player2: str | None


@dataclass(frozen=True, slots=True)
class Edited:
    """What a change by hand came to: the tab, every match as it was and is, and what to know.

    ``changed`` says it for people, ``seats`` for programs; ``None`` is a match that is gone.
    """

    tab: str
    changed: tuple[tuple[str, str], ...]
    warnings: list[str]
    seats: tuple[tuple[Seated, Seated | None], ...] = ()


@verb
def swap(host: Noticing, one: str, two: str, *, when: datetime | None = None) -> Edited:
    """Let two players change places in the newest round; of one match, they change sides.

    Who has a fixed table stays there, and so the new opponent comes.

    Args:
        host: the workbook.
        one: a player, by number or name.
        two: another one.
        when: the time for the log.

    Raises:
        WorkbookProblems: something must be mended first, or a result of theirs is typed.
        TournamentError: there is no such player or match.
    """

    def edited(event: EventBook, tab: RoundTab) -> Drafted:
        first, second = (_player(event, name) for name in (one, two))
        if first.no == second.no:
            message = f"{one} and {two} are the same player."
            raise TournamentError(message)
        for player in (first, second):
            _match_of(tab, player)
        other = {first.no: second.no, second.no: first.no}
        matches = [
            replace(
                match,
                player1=other.get(match.player1, match.player1),
                player2=other.get(match.player2, match.player2) if match.player2 else None,
            )
            for match in tab.matches
        ]
        return fixed_tables.at_fixed_tables(event, matches, {first.no, second.no}), ()

    return _edit(host, "Swap", edited, when)


@verb
def move(host: Noticing, player: str, table: int, *, when: datetime | None = None) -> Edited:
    """Let a match of the newest round sit at another table; whoever sits there changes with it.

    Args:
        host: the workbook.
        player: one of the match, by number or name.
        table: where to.
        when: the time for the log.

    Raises:
        WorkbookProblems: something must be mended first.
        TournamentError: there is no such player or match, or it sits there already.
    """

    def edited(event: EventBook, tab: RoundTab) -> Drafted:
        who = _player(event, player)
        moved = _match_of(tab, who)
        if moved.table == table:
            message = f"{who.name.strip()} sits at table {table} already."
            raise TournamentError(message)
        other = {moved.table: table, table: moved.table}
        return [replace(m, table=other.get(m.table, m.table)) for m in tab.matches], ()

    return _edit(host, "Move", edited, when, has_results=True)


@verb
def pair_late(host: Noticing, player: str, *, when: datetime | None = None) -> Edited:
    """Let a late arrival meet the player who has the bye in the newest round.

    Args:
        host: the workbook.
        player: who has come, by number or name; on ``Players``, and in no match.
        when: the time for the log.

    Raises:
        WorkbookProblems: something must be mended first.
        TournamentError: the player is in a match already or not active, or nobody has a bye.
    """

    def edited(event: EventBook, tab: RoundTab) -> Drafted:
        late = _player(event, player)
        if late.status is not Status.ACTIVE:
            message = (
                f"{late.name.strip()} is {late.status}; set Status to Active on Players first."
            )
            raise TournamentError(message)
        if any(late.no in (match.player1, match.player2) for match in tab.matches):
            message = f"{late.name.strip()} is in {tab.name} already."
            raise TournamentError(message)
        byes = [match for match in tab.matches if _is_drawn_bye(event, match)]
        if not byes:
            message = (
                f"Nobody has a bye in {tab.name} to give up (an awarded one stays), so there is no "
                f"opponent for {late.name.strip()}, who comes in with the next round. If nobody has begun, pair "
                "this round again."
            )
            raise TournamentError(message)
        met = {no for round_ in event.rounds[:-1] for m in round_.matches for no in _of(m, late.no)}
        free = next((bye for bye in byes if bye.player1 not in met), byes[0])
        matches = [
            replace(match, player2=late.no, special=Special.NONE) if match is free else match
            for match in tab.matches
        ]
        return fixed_tables.at_fixed_tables(event, matches, {late.no, free.player1}), ()

    return _edit(host, "Late arrival", edited, when)


@verb
def pair_tables_again(
    host: Noticing, tables: Collection[int], *, when: datetime | None = None
) -> Edited:
    """Pair the players of some tables of the newest round anew among themselves.

    Who has left the event since is left out. If their number is odd and somebody elsewhere has the
    bye, that player comes in.

    Args:
        host: the workbook.
        tables: their numbers.
        when: the time for the log.

    Raises:
        WorkbookProblems: something must be mended first, or one of them has a result.
        TournamentError: there is no such table, or no pairing that the rules allow.
    """

    def edited(event: EventBook, tab: RoundTab) -> Drafted:
        unknown = sorted(set(tables) - {match.table for match in tab.matches})
        if unknown:
            message = f"{tab.name} has no table {', '.join(map(str, unknown))}."
            raise TournamentError(message)
        chosen = [match for match in tab.matches if match.table in tables]
        _refuse_a_table_twice(chosen)
        among = _still_in(event, chosen)
        bye = next((m for m in tab.matches if m not in chosen and _is_drawn_bye(event, m)), None)
        if bye and len(among) % 2:
            chosen = [match for match in tab.matches if match in (*chosen, bye)]
            among = _still_in(event, chosen)
        _refuse_results(event, tab, chosen)
        before = before_round(event, tab.number, tab.matches)
        pairing = pair_some(before, event.ruleset, among)
        numbers = sorted(match.table for match in chosen)
        if len(pairing.tables) > len(numbers):
            message = (
                "Somebody at these tables has an awarded bye, and there is no row for it: pair the "
                "whole round again, or clear First-round bye on Players."
            )
            raise TournamentError(message)
        seated = match_tables.seated(event, pairing, event.rounds[: tab.number - 1], numbers)
        _refuse_another_bye(event, tab, chosen, [match for match, _ in seated])
        new = {match.table: match for match, _ in seated}
        matches = [new.get(m.table) if m in chosen else m for m in tab.matches]
        return matches, row_values.note_rows(before, pairing, seated)

    return _edit(host, "Pair again", edited, when)


def _refuse_a_table_twice(matches: Sequence[Match]) -> None:
    twice = sorted(table for table, count in Counter(m.table for m in matches).items() if count > 1)
    if twice:
        tables = ", ".join(map(str, twice))
        message = f"Two matches have the same table: {tables}. Give each its own number first."
        raise TournamentError(message)


def _still_in(event: EventBook, matches: Sequence[Match]) -> set[int]:
    """The players of some matches who are still in the event."""
    players = {no for match in matches for no in (match.player1, match.player2) if no is not None}
    return {no for no in players if event.by_no[no].status is Status.ACTIVE}


def _is_drawn_bye(event: EventBook, match: Match) -> bool:
    """Whether a match is the bye of an odd number of players, not an awarded one."""
    return match.player2 is None and not (
        len(event.rounds) == 1 and event.by_no[match.player1].first_round_bye
    )


def _refuse_another_bye(
    event: EventBook, tab: RoundTab, chosen: Sequence[Match], new: Sequence[Match]
) -> None:
    """What is fair at these tables alone may not be so in the whole round."""
    others = [match for match in tab.matches if match not in chosen]
    known = broken_rules(event, tab.number, tab.matches)
    found = broken_rules(event, tab.number, [*others, *new])
    if len(found) > len(known):
        told = "; ".join(text for text in found if text not in known)
        message = f"These tables alone cannot be paired fairly: {told}. Name more tables."
        raise TournamentError(message)


def _of(match: Match, no: int) -> set[int]:
    """Whom a player met in a match."""
    players = {match.player1, match.player2} - {None}
    return {other for other in players if other} - {no} if no in players else set()


def _edit(
    host: Noticing,
    verb: str,
    edited: Callable[[EventBook, RoundTab], Drafted],
    when: datetime | None,
    *,
    has_results: bool = False,
) -> Edited:
    """Change the matches of the newest round: its cells, its notes, the log."""
    event = host.event()
    if event.problems:
        raise WorkbookProblems(event.problems)
    tab = changeable(next_step.newest_tab(event))
    matches, reasons = edited(event, tab)
    pairs = [pair for pair in zip(tab.matches, matches, strict=True) if pair[0] != pair[1]]
    if not pairs:
        message = (
            "By the rules these players meet just as they do now. To have it otherwise, swap two of "
            "them, or give them a label in Do not pair on Players and pair them again."
        )
        raise TournamentError(message)
    if not has_results:
        _refuse_results(event, tab, [old for old, new in pairs if _players(old) != _players(new)])
    told = tuple((_told(event, old), _told(event, new) if new else "nobody") for old, new in pairs)
    notes = [_note(event, tab, old, new) for old, new in pairs]
    cells = _cells(event, tab, pairs)
    changes: list[Change] = [
        SetCells(tab.name, cells),
        *table_writer.refitted(tab.table, cells),
        *notes_writer.add_notes(event, [*notes, *reasons]),
    ]
    warnings = _illegal(event, tab, [match for match in matches if match])
    warnings += _told_newcomers(event, tab, pairs)
    warnings += fixed_tables.told(event, [new for _, new in pairs if new])
    details = [f"{was} -> {now}" for was, now in told]
    changes += notes_writer.add_log(
        event, when, verb, f"{tab.name}: {'; '.join([*details, *warnings])}"
    )
    after = read_event(with_changes(event.book, changes))
    if after.problems:
        raise WorkbookProblems(after.problems)
    changes += event_writer.update_settings(
        after, event_writer.at_a_glance(after, len(after.rounds))
    )
    host.write([*changes, ShowSheet(tab.name)])
    places = tuple(
        (_seated(event, old), _seated(event, new) if new else None) for old, new in pairs
    )
    return Edited(tab.name, told, warnings, places)


def _told_newcomers(
    event: EventBook, tab: RoundTab, pairs: Sequence[tuple[Match, Match | None]]
) -> list[str]:
    """Who comes in with a name that is nearly somebody's, and how they give the bye back."""
    there = {no for earlier in event.rounds for no in earlier.rows}
    told = []
    for old, new in pairs:
        for no in sorted(_everybody([new]) - there):
            row = tab.rows[old.player1]
            clear = " and ".join(row.address(header) for header in ("No 2", "Player 2"))
            back = f"in {tab.name} clear {clear} and type Bye into {row.address('Special')}"
            told += namesakes_on(
                event, {event.by_no[no].name}, f"{back}, then clear {{row}} of Players"
            )
    return told


def _seated(event: EventBook, match: Match) -> Seated:
    one, two = match.player1, match.player2
    name = {player.no: player.name for player in event.roster}
    return Seated(match.table, one, two, name[one], None if two is None else name[two])


def changeable(tab: RoundTab | None) -> RoundTab:
    """A round, if its matches may be changed by hand.

    Raises:
        TournamentError: there is none, or it is not of the Swiss rounds.
    """
    if tab is None:
        message = "No round has been paired yet."
        raise TournamentError(message)
    if tab.stage is not Stage.SWISS:
        message = f"{tab.name} follows the bracket, which cannot be changed by hand."
        raise TournamentError(message)
    return tab


def _everybody(matches: Sequence[Match | None]) -> set[int]:
    """Everybody in some matches."""
    return {no for match in matches for no in _players(match) if no is not None}


def _players(match: Match | None) -> tuple[int | None, ...]:
    return (match.player1, match.player2) if match else ()


def _refuse_results(event: EventBook, tab: RoundTab, matches: list[Match]) -> None:
    problems = []
    names = [field.name for field in event.format_of(tab).fields]
    for match in matches:
        typed = [
            name
            for name, value in zip(names, match.result, strict=False)
            if value not in ("", None)
        ]
        if typed or match.special not in (Special.NONE, Special.BYE):
            row = tab.rows[match.player1]
            what = f"table {match.table} has a result"
            remedy = "clear it first if these players are really to change"
            cell = row.address((typed or ["Special"])[0])
            problems.append(Problem(tab.name, cell, what, remedy))
    if problems:
        raise WorkbookProblems(problems)


def _cells(
    event: EventBook, tab: RoundTab, pairs: list[tuple[Match, Match | None]]
) -> Mapping[tuple[int, int], CellValue]:
    """The cells of the matches that change: table, players, special."""
    cells: dict[tuple[int, int], CellValue] = {}
    places = tab.table.places
    for old, new in pairs:
        values = _values(event, new, second=old.player1 in tab.byes_second) if new else {}
        row = tab.rows[old.player1].number
        for header in ("Table", "No 1", "Player 1", "No 2", "Player 2", "Special"):
            cells[row, places[header]] = values.get(header)
        players = {new.player1, new.player2} if new else set()
        if tab.has_in_touch and {old.player1, old.player2} != players:
            cells[row, places[round_tabs.IN_TOUCH.header]] = None
        if tab.extra_minutes.get(old.player1) and {old.player1, old.player2} != players:
            cells[row, places[round_tabs.EXTRA_MINUTES.header]] = None
    return cells


def _values(event: EventBook, match: Match, *, second: bool) -> Mapping[str, CellValue]:
    """A match by header; ``second`` is where the row has its bye on Player 2's side."""
    name = {player.no: player.name for player in event.roster}
    is_second = second and match.player2 is None
    return row_values.match_values(match, event.match_format.fields, name, second=is_second)


def _note(event: EventBook, tab: RoundTab, old: Match, new: Match | None) -> list[CellValue]:
    """A line of ``Pairing notes``: how the match stands now, and how it was."""
    return hand_edits.note_row(
        event, tab.number, old.table, new, f"Changed by the organizer; it was {_told(event, old)}."
    )


def _told(event: EventBook, match: Match) -> str:
    """A match in a few words."""
    return hand_edits.seat_text(event, hand_edits.seat_of(match))


def _illegal(event: EventBook, tab: RoundTab, matches: Sequence[Match]) -> list[str]:
    """What breaks a rule in the round as it stands now and did not before."""
    known = broken_rules(event, tab.number, tab.matches)
    found = broken_rules(event, tab.number, matches)
    return [f"{tab.name}: {text}" for text in found if text not in known]


def _player(event: EventBook, name: str) -> Player:
    """A player by number or name.

    Raises:
        TournamentError: there is none, or there are several.
    """
    text = name.strip()
    if text.isdecimal() and int(text) in event.by_no:
        return event.by_no[int(text)]
    found = [player for player in event.roster if folded(player.name) == folded(text)]
    if not found:
        parts = [player for player in event.roster if folded(text) in folded(player.name)]
        found = parts if len(parts) == 1 else []
    if not found:
        message = f"There is no player {name!r}; give a number or a name of the tab Players."
        raise TournamentError(message)
    return found[0]


def _match_of(tab: RoundTab, player: Player) -> Match:
    found = next((m for m in tab.matches if player.no in (m.player1, m.player2)), None)
    if found is None:
        message = f"{player.name.strip()} is in no match of {tab.name}."
        raise TournamentError(message)
    return found
