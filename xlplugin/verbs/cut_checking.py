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
from engine.texts import msg
from xlplugin.engine_errors import error_text
from xlplugin.problems import ERRORS
from xlplugin.texts import t
from xlplugin.workbook.layouts import round_tabs
from xlplugin.workbook.layouts.standings_tabs import table_of_whole_event
from xlplugin.workbook.reading.event_book import EventBook, RoundTab
from xlplugin.workbook.reading.records import recorded_tabs
from xlplugin.workbook.table import find_sheet, folded
from xlplugin.workbook.writing import cut_writer, table_writer


def differences_after_swiss(event: EventBook) -> list[str]:
    """Where tiebreaker round, seeds, sides or final standings are not as the rules have them.

    Pairings are not compared: those that are not the bracket's are problems. Draws are repeated
    for the rounds that were made here, which ``Pairing notes`` knows.
    """
    differences: list[str] = []
    made_here = recorded_tabs(event.book)
    if event.tiebreaker:
        differences += _tiebreaker_differences(event, event.tiebreaker)
    differences += seed_differences(event)
    for tab in event.cuts:
        if event.progress and tab.number > 1 and folded(tab.name) in made_here:
            before = _as_it_was(event.after_swiss(tab.number - 1), event.progress.seeds)
            tables = pair_elimination(before, event.ruleset).tables
            differences += _other_sides(event, tab, tables)
    final = find_sheet(event.book, round_tabs.FINAL)
    if final and cut_writer.has_final_standings(event):
        differences += _final_differences(event, final.name)
    return differences


def _tiebreaker_differences(event: EventBook, tab: RoundTab) -> list[str]:
    """Compared with who is in line now, and with everyone: who left when is not on record."""
    tournament = event.tournament()
    playing = list(tab.rows)
    seeds = event.progress.seeds if event.progress else ()
    everyone = [player.no for player in event.roster]
    variants = [_as_it_was(tournament, nos) for nos in (playing, [*playing, *seeds], everyone)]
    return min((_tiebreaker_differences_of(event, tab, each) for each in variants), key=len)


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
    differences = []
    for table in (drawn[players] for players in drawn if players not in played):
        text = msg("{tab}: by the standings {player1} would meet {player2}")
        one, two = name(table.player1), name(table.player2 or 0)
        differences.append(t(text, tab=tab.name, player1=one, player2=two))
    for match in (played[players] for players in played if players not in drawn):
        text = msg(
            "{tab}, table {table}: {player1} - {player2}, who would not play by the standings"
        )
        one, two = name(match.player1), name(match.player2 or 0)
        differences.append(t(text, tab=tab.name, table=match.table, player1=one, player2=two))
    ranks = {standing.no: standing.rank for standing in rank(tournament, event.ruleset)}
    for match in tab.matches:
        row = tab.rows[match.player1]
        for side, no in enumerate(match.players, 1):
            header = f"{round_tabs.RANK} {side}"
            typed = row.whole(header, 1, 9999)
            if typed != ranks[no]:
                text = msg("{where}: {player} has rank {rank}, not {typed}")
                values = {"player": name(no), "rank": ranks[no], "typed": typed}
                differences.append(t(text, where=row.where(header), **values))
    return differences + _other_sides(event, tab, pairing.tables)


def _as_it_was(tournament: Tournament, playing: Sequence[int]) -> Tournament:
    """The event when these players were still to play: whoever left has done so since."""
    players = tuple(
        replace(p, status=Status.ACTIVE, declines_cut=False) if p.no in playing else p
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
    text = msg("{tab}: seed {seed} is {player}, by the standings {other}")
    tab, name = event.cuts[0].name, tournament.name
    return [
        t(text, tab=tab, seed=seed, player=name(no), other=name(should))
        for seed, (no, should) in enumerate(zip(seeds, begun.elimination.seeds, strict=True), 1)
        if no != should
    ]


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
            text = msg("{tab}, table {table}: the Corp is {player}, by the rules {other}")
            player, other = (event.name(no) for no in (is_corp, should))
            place = {"tab": tab.name, "table": match.table}
            differences.append(t(text, player=player, other=other, **place))
    return differences


def _final_differences(event: EventBook, name: str) -> list[str]:
    if event.progress is None or not event.progress.is_over:
        return [t("{tab}: the elimination is not over", tab=name)]
    whole = event.after_swiss()
    table = table_of_whole_event(final_standings(whole, event.ruleset), whole, event.ruleset)
    return table_writer.standings_differences(event, name, table)
