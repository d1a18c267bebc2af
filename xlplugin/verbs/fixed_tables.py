"""Who has a fixed table, when a paired round is changed by hand."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from engine import Match
from xlplugin.texts import t
from xlplugin.workbook.reading.event_book import EventBook


def at_fixed_tables(event: EventBook, matches: Sequence[Match], players: set[int]) -> list[Match]:
    """The matches of some players moved to the fixed table of one of theirs; who sits there makes room.

    A match stays where it is if somebody with the same fixed table sits there already.
    """
    seated = {match.player1: match for match in matches}
    for no in [match.player1 for match in matches if players & {match.player1, match.player2}]:
        match = seated[no]
        fixed = fixed_tables_of(event, match)
        there = next((m for m in seated.values() if fixed and m.table == fixed[0]), None)
        if (
            not fixed
            or match.table in fixed
            or (there and fixed[0] in fixed_tables_of(event, there))
        ):
            continue
        if there:
            seated[there.player1] = replace(there, table=match.table)
        seated[no] = replace(match, table=fixed[0])
    return [seated[match.player1] for match in matches]


def fixed_tables_of(event: EventBook, match: Match) -> list[int]:
    """The fixed tables of the players of a match, Player 1's first; a bye has none."""
    players = (match.player1, match.player2) if match.player2 else ()
    fixed = (event.by_no[no].fixed_table for no in players if no is not None)
    return [table for table in fixed if table]


def told(event: EventBook, matches: Sequence[Match]) -> list[str]:
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
        for player in (event.by_no[match.player1], event.by_no[match.player2])
        if player.fixed_table not in (None, match.table)
    ]
