"""A Swiss round that is changed by hand: its cells, its notes, its line in the log, what to say."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from engine import Match, Special
from xlplugin.problems import Problem, stop
from xlplugin.texts import t
from xlplugin.verbs import hand_edits
from xlplugin.verbs.add_players import namesakes_on
from xlplugin.verbs.frame import Done, Result, refuse
from xlplugin.verbs.hand_edits import broken_rules, match_text
from xlplugin.verbs.paired import seat_data
from xlplugin.workbook.book import Change, SetCells
from xlplugin.workbook.layout import CellValue
from xlplugin.workbook.layouts import round_tabs
from xlplugin.workbook.reading.event_book import EventBook, RoundTab
from xlplugin.workbook.reading.records import LogLine
from xlplugin.workbook.writing import notes_writer, round_writer, table_writer


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
            "By the rules these players meet just as they do now. To have it otherwise, swap two "
            "of them, or give them a label in Do not pair on Players and pair them again."
        )
    if not has_results:
        changed_players = [old for old, new in pairs if not new or old.players != new.players]
        refuse_results(event, tab, changed_players)
    changed = [(match_text(event, old), match_text(event, new)) for old, new in pairs]
    notes = []
    for (old, new), (before, _) in zip(pairs, changed, strict=True):
        why = t("Changed by the organizer; it was {before}.", before=before)
        notes.append(hand_edits.note_row(event, tab.number, old.table, new, why))
    cells = _cells(event, tab, pairs)
    changes: list[Change] = [
        SetCells(tab.name, cells),
        *table_writer.refitted(tab.table, cells),
        *notes_writer.add_notes(event, [*notes, *reasons]),
    ]
    known = broken_rules(event, tab.number, tab.matches)
    broken = broken_rules(event, tab.number, [match for match in matches if match])
    warnings = [f"{tab.name}: {text}" for text in broken if text not in known]
    warnings += _warnings_on_newcomers(event, tab, pairs)
    warnings += not_at_fixed_tables(event, [new for _, new in pairs if new])
    details = [f"{before} -> {now}" for before, now in changed]
    log = [LogLine(action, f"{tab.name}: {'; '.join([*details, *warnings])}")]
    texts = [t("{now} (it was {before})", now=now, before=before) for before, now in changed]
    name = {player.no: player.name for player in event.roster}.__getitem__
    result = Result(
        message="\n".join([f"{tab.name}:", "", *(f"- {text}" for text in texts)]),
        lines=[f"{tab.name}: {text}" for text in texts],
        data={
            "tab": tab.name,
            "changed": [
                {"was": seat_data(old, name), "now": seat_data(new, name) if new else None}
                for old, new in pairs
            ],
            "warnings": warnings,
        },
        warnings=warnings,
    )
    return Done(result, changes, log, tab.name, follows=True)


def _warnings_on_newcomers(
    event: EventBook, tab: RoundTab, pairs: Sequence[tuple[Match, Match | None]]
) -> list[str]:
    """Who comes in with a name that is nearly somebody's, and how they give the bye back."""
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
    """Go on only if none of these matches has a result.

    Raises:
        WorkbookProblems: some have.
    """
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
    places = tab.table.places
    for old, new in pairs:
        values: Mapping[str, CellValue] = {}
        if new:  # a bye stays on Player 2's side where it is there
            second = old.player1 in tab.byes_second
            fields = event.match_format.fields
            values = round_writer.match_values(event, new, fields, second=second)
        row = tab.rows[old.player1].number
        for header in ("Table", "No 1", "Player 1", "No 2", "Player 2", "Special"):
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
    """Who of some matches does not sit at the fixed table."""
    return [
        t(
            "{player} has Fixed table {fixed} on Players, but sits at {table}.",
            player=player.name.strip(),
            fixed=player.fixed_table,
            table=match.table,
        )
        for match in matches
        if match.player2
        for player in (event.by_no[no] for no in match.players)
        if player.fixed_table not in (None, match.table)
    ]
