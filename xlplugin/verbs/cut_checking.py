"""Checking the games after the Swiss rounds: tiebreaker round, seeds, sides, final standings."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from engine import (
    Paired,
    Status,
    Tournament,
    final_standings,
    make_cut,
    pair_elimination,
    pair_tiebreaker_round,
    rank,
)
from xlplugin.engine_errors import error_text
from xlplugin.problems import ERRORS
from xlplugin.texts import t
from xlplugin.workbook.layouts import elimination_tabs
from xlplugin.workbook.layouts.standings_tabs import table_of_whole_event
from xlplugin.workbook.reading.event_book import EventBook, RoundTab
from xlplugin.workbook.reading.pairing_notes import recorded_tabs
from xlplugin.workbook.table import find_sheet, folded
from xlplugin.workbook.writing import cut_writer, table_writer


def differences_after_swiss(event: EventBook) -> list[str]:
    """Where tiebreaker round, seeds, sides or final standings are not as the rules have them.

    Pairings are not compared: those that are not the bracket's are problems. Draws are repeated
    for the rounds that were made here, which ``Pairing notes`` knows.
    """
    found: list[str] = []
    made_here = recorded_tabs(event.book)
    if event.tiebreaker:
        found += _tiebreaker_differences(event, event.tiebreaker)
    found += seed_differences(event)
    for tab in event.cuts:
        if tab.number > 1 and folded(tab.name) in made_here:
            found += _side_differences(event, tab)
    final = find_sheet(event.book, elimination_tabs.FINAL)
    if final and cut_writer.has_final_standings(event):
        found += _final_differences(event, final.name)
    return found


def _tiebreaker_differences(event: EventBook, tab: RoundTab) -> list[str]:
    """Compared with who is in line now, and with everyone: who left when is not on record."""
    tournament = event.tournament()
    playing = list(tab.rows)
    seeds = event.progress.seeds if event.progress else ()
    everyone = [player.no for player in event.roster]
    variants = [_as_it_was(tournament, nos) for nos in (playing, [*playing, *seeds], everyone)]
    found = [_tiebreaker_differences_of(event, tab, variant) for variant in variants]
    return min(found, key=len)


def _tiebreaker_differences_of(
    event: EventBook, tab: RoundTab, tournament: Tournament
) -> list[str]:
    try:
        pairing = pair_tiebreaker_round(tournament, event.ruleset, event.planned_cut())
    except ERRORS as error:
        return [f"{tab.name}: {error_text(error)}"]
    drawn = {frozenset((p.player1, p.player2)): p for p in pairing.tables}
    played = {frozenset((m.player1, m.player2)): m for m in tab.matches}
    name = tournament.name
    found = [
        t(
            "{tab}: by the standings {player1} would meet {player2}",
            tab=tab.name,
            player1=name(table.player1),
            player2=name(table.player2 or 0),
        )
        for players, table in drawn.items()
        if players not in played
    ]
    found += [
        t(
            "{tab}, table {table}: {player1} - {player2}, who would not play by the standings",
            tab=tab.name,
            table=match.table,
            player1=name(match.player1),
            player2=name(match.player2 or 0),
        )
        for players, match in played.items()
        if players not in drawn
    ]
    ranks = {standing.no: standing.rank for standing in rank(tournament, event.ruleset)}
    for match in tab.matches:
        row = tab.rows[match.player1]
        for side, no in (("1", match.player1), ("2", match.player2)):
            typed = row.whole(f"{elimination_tabs.RANK} {side}", 1, 9999)
            if no is not None and typed != ranks[no]:
                found.append(
                    t(
                        "{where}: {player} has rank {rank}, not {typed}",
                        where=row.where(f"{elimination_tabs.RANK} {side}"),
                        player=name(no),
                        rank=ranks[no],
                        typed=typed,
                    )
                )
    return found + _other_sides(event, tab, pairing.tables)


def _as_it_was(tournament: Tournament, playing: Sequence[int]) -> Tournament:
    """The event when these players were still to play: whoever left has done so since."""
    numbers = set(playing)
    players = tuple(
        replace(p, status=Status.ACTIVE, declines_cut=False) if p.no in numbers else p
        for p in tournament.players
    )
    return replace(tournament, players=players)


def seed_differences(event: EventBook) -> list[str]:
    """Where the seeds of a cut that was made here are not those of the standings now."""
    is_settled = not (event.tiebreaker and event.tiebreaker.missing)
    made_here = recorded_tabs(event.book)
    if not event.progress or not is_settled or folded(event.cuts[0].name) not in made_here:
        return []
    seeds = event.progress.seeds
    tournament = replace(event.after_swiss(0), elimination=None)
    try:
        begun, _ = make_cut(_as_it_was(tournament, seeds), event.ruleset, len(seeds))
    except ERRORS as error:
        return [f"{event.cuts[0].name}: {error_text(error)}"]
    assert begun.elimination is not None
    return [
        t(
            "{tab}: seed {seed} is {player}, by the standings {other}",
            tab=event.cuts[0].name,
            seed=seed,
            player=tournament.name(no),
            other=tournament.name(should),
        )
        for seed, (no, should) in enumerate(zip(seeds, begun.elimination.seeds, strict=True), 1)
        if no != should
    ]


def _side_differences(event: EventBook, tab: RoundTab) -> list[str]:
    assert event.progress is not None
    before = _as_it_was(event.after_swiss(tab.number - 1), event.progress.seeds)
    return _other_sides(event, tab, pair_elimination(before, event.ruleset).tables)


def _other_sides(event: EventBook, tab: RoundTab, tables: Sequence[Paired]) -> list[str]:
    """Where somebody else is the Corp than the rules or the draw have it."""
    cut = event.ruleset.cut
    assert cut is not None
    format_ = cut.tiebreaker if tab is event.tiebreaker else cut.format(event.options)
    if format_ is None or not format_.balances_sides:
        return []
    drawn = {frozenset((p.player1, p.player2)): p for p in tables}
    differences = []
    for match in tab.matches:
        table = drawn.get(frozenset((match.player1, match.player2)))
        corp = format_.corp(match.result, match.special)
        if not corp or table is None or not table.result:
            continue
        is_corp = match.players[corp - 1]
        should = table.player1 if int(table.result[0]) == 1 else table.player2
        if should is not None and is_corp != should:
            difference = t(
                "{tab}, table {table}: the Corp is {player}, by the rules {other}",
                tab=tab.name,
                table=match.table,
                player=event.by_no[is_corp].name.strip(),
                other=event.by_no[should].name.strip(),
            )
            differences.append(difference)
    return differences


def _final_differences(event: EventBook, name: str) -> list[str]:
    if event.progress is None or not event.progress.is_over:
        return [t("{tab}: the elimination is not over", tab=name)]
    whole = event.after_swiss()
    table = table_of_whole_event(final_standings(whole, event.ruleset), whole, event.ruleset)
    return table_writer.standings_differences(event, name, table)
