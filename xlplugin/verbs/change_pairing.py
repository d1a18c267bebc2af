"""Change the newest Swiss round by hand, safely: checked, logged, and noted on Pairing notes.

The organizer's decision stands, as if typed into the tab; a broken rule is reported.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from typing import NoReturn

from engine import Match, Player, Round, Special, Stage, Status, pair_some
from xlplugin.ground.names import named
from xlplugin.ground.problems import OrganizerError, Problem, stop
from xlplugin.ground.texts import msg, t
from xlplugin.verbs import cut_warnings, hand_edits
from xlplugin.verbs.frame import Done, Result, namesakes_on, newest_round, refuse, seat_data, verb
from xlplugin.verbs.hand_edits import before_round, broken_rules, match_text
from xlplugin.verbs.ways import way
from xlplugin.workbook.book import Change, SetCells
from xlplugin.workbook.layout import CellValue
from xlplugin.workbook.layouts import round_tabs
from xlplugin.workbook.reading import match_tables
from xlplugin.workbook.reading.event_book import EventBook, RoundTab
from xlplugin.workbook.reading.read_rounds import points_before
from xlplugin.workbook.reading.records import LogLine
from xlplugin.workbook.table import folded
from xlplugin.workbook.writing import notes_writer, round_writer, table_writer


def swap_players(event: EventBook, _when: datetime, one: str, two: str) -> Done[Result]:
    """Let two players, by number or name, change places in the newest round; of one match, sides.

    Who has a fixed table stays there, and so the new opponent comes.

    Raises:
        WorkbookProblems: a result of theirs is typed.
        OrganizerError: there is no such player or match.
    """
    tab = changeable(event)
    first, second = (player_named(event, name) for name in (one, two))
    if first.no == second.no:
        stop("{one} and {two} are the same player.", one=one, two=two)
    for player in (first, second):
        _match_of(tab, player)  # refuses who is in none
    other = {first.no: second.no, second.no: first.no}
    matches = [
        replace(
            match,
            player1=other.get(match.player1, match.player1),
            player2=other.get(match.player2, match.player2) if match.player2 else None,
        )
        for match in tab.matches
    ]
    matches = at_fixed_tables(event, matches, {first.no, second.no})
    return edited(event, tab, "Swap", matches)


def move_match(event: EventBook, _when: datetime, player: str, table: int) -> Done[Result]:
    """Let the match of a player, by number or name, sit at another table; a match there changes with it.

    Raises:
        OrganizerError: there is no such player or match, or it sits there already.
    """
    tab = changeable(event)
    who = player_named(event, player)
    moved = _match_of(tab, who)
    if moved.table == table:
        stop("{player} is already at table {table}.", player=who.name.strip(), table=table)
    other = {moved.table: table, table: moved.table}
    matches = [replace(m, table=other.get(m.table, m.table)) for m in tab.matches]
    return edited(event, tab, "Move", matches, has_results=True)


def pair_late_player(event: EventBook, _when: datetime, player: str) -> Done[Result]:
    """Let a late arrival, by number or name, meet the player who has the bye in the newest round.

    Raises:
        OrganizerError: the player is in a match already or not active, or nobody has a bye.
    """
    tab = changeable(event)
    late = player_named(event, player)
    name = late.name.strip()
    if late.status is not Status.ACTIVE:
        text = msg("{player} is {status}; set Status to Active on Players first.")
        raise OrganizerError(t(text, player=name, status=late.status))
    if any(late.no in match.players for match in tab.matches):
        stop("{player} is already in {tab}.", player=name, tab=tab.name)
    byes = [match for match in tab.matches if _is_drawn_bye(event, match)]
    if not byes:
        stop(
            "Nobody has a bye in {tab} to give up (an awarded one stays), so there is no opponent "
            "for {player}, who starts in the next round. If nobody has begun, pair this round "
            "again.",
            tab=tab.name,
            player=name,
        )
    earlier = [match for round_ in event.rounds[:-1] for match in round_.matches]
    met = {match.opponent_of(late.no) for match in earlier if late.no in match.players}
    free = next((bye for bye in byes if bye.player1 not in met), byes[0])
    matches = [
        replace(match, player2=late.no, special=Special.NONE) if match is free else match
        for match in tab.matches
    ]
    matches = at_fixed_tables(event, matches, {late.no, free.player1})
    return edited(event, tab, "Late arrival", matches)


def pair_some_tables(event: EventBook, _when: datetime, tables: Collection[int]) -> Done[Result]:
    """Pair the players of some tables of the newest round, by their numbers, anew among themselves.

    Who has left the event since is left out. If their number is odd and somebody elsewhere has the
    bye, that player comes in.

    Raises:
        WorkbookProblems: one of them has a result.
        OrganizerError: there is no such table, or no pairing that the rules allow.
    """
    tab = changeable(event)
    unknown = sorted(set(tables) - {match.table for match in tab.matches})
    if unknown:
        numbers = ", ".join(map(str, unknown))
        stop("{tab} has no table {numbers}.", tab=tab.name, numbers=numbers)
    chosen = [match for match in tab.matches if match.table in tables]
    twice = sorted(table for table, count in Counter(m.table for m in chosen).items() if count > 1)
    if twice:
        stop(
            "Two matches have the same table: {numbers}. Give each its own number first.",
            numbers=", ".join(map(str, twice)),
        )
    among = _still_in(event, chosen)
    bye = next((m for m in tab.matches if m not in chosen and _is_drawn_bye(event, m)), None)
    if bye and len(among) % 2:
        chosen = [match for match in tab.matches if match in (*chosen, bye)]
        among = _still_in(event, chosen)
    refuse_results(event, tab, chosen)
    if len(chosen) == 1 and len(among) == 2 and not event.match_format.sides:
        _stop_at_one_table(event, tab, chosen[0])
    before = before_round(event, tab.number, tab.matches)
    pairing = pair_some(before, event.ruleset, among)
    places = sorted(match.table for match in chosen)
    if len(pairing.tables) > len(places):
        stop(
            "Somebody at these tables has an awarded bye, and there is no row for it: pair the "
            "whole round again, or clear First-round bye on Players."
        )
    seated = match_tables.seated(event, pairing, event.rounds[: tab.number - 1], places)
    _refuse_another_bye(event, tab, chosen, [match for match, _ in seated])
    new = {match.table: match for match, _ in seated}
    matches = [new.get(m.table) if m in chosen else m for m in tab.matches]
    reasons = round_writer.note_rows(before, pairing, seated)
    return edited(event, tab, "Pair again", matches, reasons)


def _stop_at_one_table(event: EventBook, tab: RoundTab, match: Match) -> NoReturn:
    """Say which tables to take, where two players alone could only meet each other."""
    others = sorted({m.table for m in tab.matches if m.player2} - {match.table})
    near = min(others, key=lambda table: abs(table - match.table), default=match.table)
    stop(
        "The players of table {n} alone can only meet each other. Name at least one other table "
        "too: {again}",
        n=match.table,
        again=way(event, "again", str(match.table), str(near), button="pair_selected"),
    )


swap = verb(swap_players)
move = verb(move_match)
pair_late = verb(pair_late_player)
pair_tables_again = verb(pair_some_tables)


def _still_in(event: EventBook, matches: Sequence[Match]) -> set[int]:
    players = {no for match in matches for no in match.players}
    return {no for no in players if event.by_no[no].status is Status.ACTIVE}


def _is_drawn_bye(event: EventBook, match: Match) -> bool:
    """True if a match is the bye of an odd number of players, not an awarded one."""
    return match.player2 is None and not (
        len(event.rounds) == 1 and event.by_no[match.player1].first_round_bye
    )


def _refuse_another_bye(
    event: EventBook, tab: RoundTab, chosen: Sequence[Match], new: Sequence[Match]
) -> None:
    """Refuse a bye that is fair at these tables alone, but not in the whole round."""
    others = [match for match in tab.matches if match not in chosen]
    known = broken_rules(event, tab.number, tab.matches)
    broken = broken_rules(event, tab.number, [*others, *new])
    if len(broken) > len(known):
        rules = "; ".join(text for text in broken if text not in known)
        stop("These tables alone cannot be paired fairly: {rules}. Name more tables.", rules=rules)


def changeable(event: EventBook) -> RoundTab:
    """The newest round, if it is a Swiss one; else ``OrganizerError``: no other is changed by hand."""
    tab = newest_round(event)
    if tab.stage is not Stage.SWISS:
        stop("{tab} follows the bracket, which cannot be changed by hand.", tab=tab.name)
    return tab


def player_named(event: EventBook, name: str) -> Player:
    """The player of a number or a name, or of a part of one; raises ``OrganizerError`` if there is none."""
    text = name.strip()
    if text.isdecimal() and int(text) in event.by_no:
        return event.by_no[int(text)]
    same = [player for player in event.roster if folded(player.name) == folded(text)]
    similar = [player for player in event.roster if folded(text) in folded(player.name)]
    if not same and len(similar) != 1:
        stop("There is no player {name!r}; give a number or a name of the tab Players.", name=name)
    return (same or similar)[0]


def _match_of(tab: RoundTab, player: Player) -> Match:
    for match in tab.matches:
        if player.no in match.players:
            return match
    return stop("{player} is in no match of {tab}.", player=player.name.strip(), tab=tab.name)


def edited(
    event: EventBook,
    tab: RoundTab,
    action: str,
    matches: Sequence[Match | None],
    reasons: Sequence[list[CellValue]] = (),
    *,
    has_results: bool = False,
) -> Done[Result]:
    """Change the matches of the newest round: its cells, its notes, the log.

    ``action`` is what the log calls it; ``matches`` are as they are to be, ``None`` for a row that goes;
    ``reasons`` are notes on them; with ``has_results`` those that are typed may stay.
    """
    pairs = [pair for pair in zip(tab.matches, matches, strict=True) if pair[0] != pair[1]]
    if not pairs:
        stop(
            "By the rules these players are paired exactly as they are now. To change that, swap "
            "two of them, or give them a label in Do not pair on Players and pair them again."
        )
    if not has_results:
        changed_players = [old for old, new in pairs if not new or old.players != new.players]
        refuse_results(event, tab, changed_players)
    changed = [(match_text(event, old), match_text(event, new)) for old, new in pairs]
    why = msg("Changed by the organizer; it was {before}.")
    notes = [
        hand_edits.note_row(event, tab.number, old.table, new, t(why, before=before))
        for (old, new), (before, _) in zip(pairs, changed, strict=True)
    ]
    cells = _cells(event, tab, pairs)
    changes: list[Change] = [
        SetCells(tab.name, cells),
        *table_writer.refitted(tab.table, cells),
        *notes_writer.add_notes(event, [*notes, *reasons]),
    ]
    known = broken_rules(event, tab.number, tab.matches)
    broken = broken_rules(event, tab.number, [match for match in matches if match])
    warnings = [f"{named('tab', tab.name)}: {text}" for text in broken if text not in known]
    warnings += _warnings_on_newcomers(event, tab, pairs)
    warnings += not_at_fixed_tables(event, [new for _, new in pairs if new])
    if tab.number == 1:
        first = Round(1, tuple(match for match in matches if match))
        warnings += cut_warnings.warnings_on_starters(event, first)
    details = [f"{before} -> {now}" for before, now in changed]
    log = [LogLine(action, f"{named('tab', tab.name)}: {'; '.join([*details, *warnings])}")]
    texts = [t("{now} (it was {before})", now=now, before=before) for before, now in changed]
    name = {player.no: player.name for player in event.roster}.__getitem__
    seats = [
        {"was": seat_data(old, name), "now": seat_data(new, name) if new else None}
        for old, new in pairs
    ]
    result = Result(
        message="\n".join([f"{named('tab', tab.name)}:", "", *(f"- {text}" for text in texts)]),
        lines=[f"{named('tab', tab.name)}: {text}" for text in texts],
        data={"tab": tab.name, "changed": seats, "warnings": warnings},
        warnings=warnings,
    )
    return Done(result, changes, log, tab.name, follows=True)


def _warnings_on_newcomers(
    event: EventBook, tab: RoundTab, pairs: Sequence[tuple[Match, Match | None]]
) -> list[str]:
    """Warnings of newcomers with nearly somebody's name, and how they give the bye back."""
    known = {no for earlier in event.rounds for no in earlier.rows}
    warnings = []
    for old, new in pairs:
        for no in sorted({*new.players} - known) if new else ():
            row = tab.rows[old.player1]
            remedy = t(
                "in {tab} clear {cells} and type Bye into {special}, then clear {row} of Players",
                tab=tab.name,
                cells=" and ".join(row.address(header) for header in ("No 2", "Player 2")),
                special=row.address("Special"),
                row="{row}",
            )
            warnings += namesakes_on(event, {event.by_no[no].name}, remedy)
    return warnings


def refuse_results(event: EventBook, tab: RoundTab, matches: Sequence[Match]) -> None:
    """Raise ``WorkbookProblems`` if any of these matches has a result."""
    problems = []
    names = [field.name for field in event.format_of(tab).fields]
    for match in matches:
        result = zip(names, match.result, strict=False)
        typed = [name for name, value in result if value not in ("", None)]
        if typed or match.special not in (Special.NONE, Special.BYE):
            row = tab.rows[match.player1]
            what = t("table {n} has a result", n=match.table)
            remedy = t("clear it first if these players are really to change")
            cell = row.address((typed or ["Special"])[0])
            problems.append(Problem(tab.name, cell, what, remedy))
    refuse(problems)


def _cells(
    event: EventBook, tab: RoundTab, pairs: list[tuple[Match, Match | None]]
) -> Mapping[tuple[int, int], CellValue]:
    """The cells of the matches that change: table, players, special."""
    cells: dict[tuple[int, int], CellValue] = {}
    places, before = tab.table.places, points_before(event, tab.number)
    so_far = [header for header in round_tabs.SO_FAR if header in places]
    for old, new in pairs:
        values: Mapping[str, CellValue] = {}
        if new:  # a bye stays on Player 2's side where it is there
            second = old.player1 in tab.byes_second
            fields = event.match_format.fields
            values = round_writer.match_values(event, new, fields, second=second, before=before)
        row = tab.rows[old.player1].number
        for header in ("Table", "No 1", "Player 1", "No 2", "Player 2", "Special", *so_far):
            cells[row, places[header]] = values.get(header)
        if not new or {*old.players} != {*new.players}:
            if tab.has_in_touch:
                cells[row, places[round_tabs.IN_TOUCH.header]] = None
            if tab.extra_minutes.get(old.player1):
                cells[row, places[round_tabs.EXTRA_MINUTES.header]] = None
    return cells


def at_fixed_tables(event: EventBook, matches: Sequence[Match], players: set[int]) -> list[Match]:
    """The matches of some players moved to the fixed table of one of theirs; who sits there makes room.

    A match stays where it is if somebody with the same fixed table sits there already.
    """
    seated = {match.player1: match for match in matches}
    for no in [match.player1 for match in matches if players & {match.player1, match.player2}]:
        match = seated[no]
        fixed = fixed_tables_of(event, match)
        if not fixed or match.table in fixed:
            continue
        other = next((m for m in seated.values() if m.table == fixed[0]), None)
        if other and fixed[0] in fixed_tables_of(event, other):
            continue
        if other:
            seated[other.player1] = replace(other, table=match.table)
        seated[no] = replace(match, table=fixed[0])
    return [seated[match.player1] for match in matches]


def fixed_tables_of(event: EventBook, match: Match) -> list[int]:
    """The fixed tables of the players of a match, Player 1's first; a bye has none."""
    players = match.players if match.player2 else ()
    return [table for no in players if (table := event.by_no[no].fixed_table)]


def not_at_fixed_tables(event: EventBook, matches: Sequence[Match]) -> list[str]:
    """Warnings of players who do not sit at their fixed tables."""
    text = msg("{player} has Fixed table {fixed} on Players, but sits at {table}.")
    return [
        t(text, player=player.name.strip(), fixed=player.fixed_table, table=match.table)
        for match in matches
        if match.player2
        for player in (event.by_no[no] for no in match.players)
        if player.fixed_table not in (None, match.table)
    ]
