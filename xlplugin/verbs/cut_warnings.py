"""Warnings before a cut is made, and the differences of the rounds after the Swiss ones from the rules."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from engine import (
    Paired,
    Round,
    Ruleset,
    Standings,
    Status,
    Tournament,
    final_standings,
    make_cut,
    pair_elimination,
    pair_tiebreaker_round,
    rank,
)
from engine.elimination.cut import Eligible, eligible_for_cut, not_as_set
from engine.rounds import out_by_progression
from xlplugin.ground.names import named
from xlplugin.ground.problems import ERRORS
from xlplugin.ground.texts import msg, t, tn
from xlplugin.workbook import reasons
from xlplugin.workbook.engine_errors import error_text
from xlplugin.workbook.layouts import event_tab, round_tabs
from xlplugin.workbook.layouts.standings_tabs import table_of_whole_event
from xlplugin.workbook.reading import next_step
from xlplugin.workbook.reading.event_book import EventBook, RoundTab
from xlplugin.workbook.reading.records import recorded_tabs
from xlplugin.workbook.table import find_sheet, folded
from xlplugin.workbook.writing import cut_writer, table_writer


def level_text(
    event: EventBook, eligible: Eligible, level: Sequence[tuple[int, int]], size: int
) -> str:
    """The two players who are level across the cut line."""
    one, two = level[0]
    text = msg("{one} and {two}, on both sides of the line of the top {size}, have {points} each")
    points = reasons.points(eligible.standings.records.of[one].points)
    return t(text, one=event.name(one), two=event.name(two), size=size, points=points)


def tiebreaker_offer(event: EventBook) -> str:
    """The note that a tiebreaker round could be played; ``""`` when there is no reason to."""
    rules, size = event.ruleset.cut, event.planned_cut()
    if rules is None or not rules.is_offered(event.options) or not size:
        return ""
    if event.problems or event.cuts or event.tiebreaker or not next_step.is_swiss_over(event):
        return ""
    eligible = eligible_for_cut(event.tournament(), event.ruleset)
    level = eligible.level_pairs(size) if len(eligible.order) >= size else []
    if not level:
        return ""
    text = msg("{players}; a tiebreaker round is possible.")
    if next_step.is_tiebreaker_announced(event):
        text = msg("{players}; the tiebreaker round announced comes next.")
    return t(text, players=level_text(event, eligible, level, size))


def play_off_warnings(event: EventBook, standings: Standings) -> list[str]:
    """The warning of players who are level for the first place, where they had better play for it."""
    first = standings.order[0]
    points = standings.records.of[first].points
    level = [s for s in standings if s.points == points]
    if not event.ruleset.play_off or len(level) < 2:
        return []
    *names, last = (event.name(standing.no) for standing in level)
    otherwise = t("the tiebreaks have decided")
    if sum(standing.rank == 1 for standing in level) > 1:
        otherwise = t("the tiebreaks leave them level")
    text = msg(
        "{names} and {last} have {points} each, for first place. If there is time, let them all "
        "play each other until the tie is broken ({rule}); otherwise {otherwise}."
    )
    each = {"points": reasons.points(points), "rule": event.ruleset.play_off}
    return [t(text, names=", ".join(names), last=last, otherwise=otherwise, **each)]


def seeds_by_tiebreaker(event: EventBook) -> str:
    """The players who make the cut by the tiebreaker round; ``""`` while it is not over."""
    if event.problems or event.cuts or not event.tiebreaker or event.tiebreaker.missing:
        return ""
    eligible = eligible_for_cut(event.after_swiss(), event.ruleset)
    took_part = set(event.tiebreaker.rows)
    seeds = [
        f"{seed} {event.name(no)}"
        for seed, no in enumerate(eligible.order[: event.planned_cut()], 1)
        if no in took_part
    ]
    text = msg("By the tiebreaker round these make the top {size}: {players}.")
    return t(text, size=event.planned_cut(), players=", ".join(seeds))


def warnings_on_plan(event: EventBook, number: int) -> list[str]:
    """Warnings, when a Swiss round is paired, of rounds and a cut other than the settings let expect."""
    extra, why = event.extra_rounds()
    # In a workbook made before there were such rounds they are news from round 3 on, where ranks count.
    is_older = number > 1 and not event.settings.get(event_tab.SETTLED.name)
    if why and (is_older or number in (1, event.planned_rounds() - extra + 1)):
        tournament = event.tournament(0)
        reason, setting = reasons.cited(why, tournament), event_tab.ROUNDS.name
        remedy = t("for another number of rounds, type {setting} on Event", setting=setting)
        return [f"{reason}; {remedy}."]
    if number == 2:
        return warnings_on_starters(event, event.rounds[0].round())
    return [*_beyond_playable(event), *warnings_on_settings(event)] if number == 1 else []


def warnings_on_starters(event: EventBook, first: Round) -> list[str]:
    """The warning that others are in round 1 than it was paired with: the format stays, by the record."""
    tournament = replace(event.typed, rounds=(first, *event.typed.rounds[1:]))
    by_those_now = replace(tournament, started=0)
    kept, other = (_format(each, event.ruleset) for each in (tournament, by_those_now))
    if kept == other:
        return []
    text = msg(
        "The format stays as it was when round 1 was paired with {started}: {kept}. With {now} it would "
        "be: {other}. For that clear {setting} (Event!{cell})."
    )
    started, now = (
        tn("{n} player", "{n} players", each.starters) for each in (tournament, by_those_now)
    )
    setting = event_tab.SETTLED.name
    values = {"setting": setting, "cell": event.setting_cell(setting), "kept": kept, "other": other}
    return [t(text, started=started, now=now, **values)]


def _format(tournament: Tournament, ruleset: Ruleset) -> str:
    """Rounds and cut of an event in words."""
    cut, number = ruleset.planned_cut(tournament), ruleset.planned_rounds(tournament)
    rounds = tn("{n} round", "{n} rounds", number)
    if ruleset.legality(tournament).round_robin:
        return t("a round robin of {rounds}", rounds=rounds)
    return t("{rounds}, then a cut to the top {cut}", rounds=rounds, cut=cut) if cut else rounds


def _beyond_playable(event: EventBook) -> list[str]:
    """The warning before round 1 that the rounds, set or suggested, can never all be paired."""
    tournament, ruleset = event.tournament(0), event.ruleset
    if ruleset.rounds_left(tournament) is not None:
        return []
    most = ruleset.playable_rounds(tournament)
    wanted = tournament.planned_rounds
    wanted = wanted or ruleset.suggest(tournament.starters, tournament.options).rounds
    if wanted <= most:
        return []
    text = msg(
        "{ruleset} suggests {wanted} rounds, but {players} can play at most {most}: that many are planned."
    )
    if tournament.planned_rounds:
        text = msg("{players} can play at most {most} rounds, not {wanted}: {how}.")
    players = tn("{n} player", "{n} players", tournament.starters)
    how = event.how_to_set(event_tab.ROUNDS.name, str(most))
    values = {"ruleset": ruleset.short, "wanted": wanted, "most": most, "how": how}
    return [t(text, players=players, **values)]


def warnings_on_settings(event: EventBook, top: int | None = None) -> list[str]:
    """Warnings of a cut, of this size or as planned, that is not played as it is set."""
    cut, size = event.ruleset.cut, top or event.planned_cut()
    why = not_as_set(cut, size, event.options) if cut and size in cut.sizes else []
    return [f"{reasons.cited(reason, event.tournament(0))}." for reason in why]


def back_after_swiss(tournament: Tournament, seeds: Sequence[int]) -> list[str]:
    """What to say of players of a cut who were not in the last Swiss round: they may have dropped before.

    Rule: OP, Other tournament rules and policies: rejoining.
    """
    last = tournament.rounds[-1]
    there = set(last.players())
    back = [tournament.name(no) for no in seeds if no not in there]
    if not back:
        return []
    text = msg(
        "In the cut, but not in round {n}, the last Swiss round: {names}. If that is wrong, for "
        "example for a player who had dropped: undo, set Status on Players to Dropped, and make "
        "the cut again."
    )
    return [t(text, n=last.number, names=", ".join(back))]


def too_late_for_progression(tournament: Tournament, ruleset: Ruleset) -> list[str]:
    """The warning of players who came after the progression: they are not paired."""
    out = out_by_progression(tournament, ruleset)
    played = {no for round_ in tournament.rounds for no in round_.players()}
    late = [p.name.strip() for p in tournament.players if p.no in out - played]
    if not late:
        return []
    text = msg("The second day is for those with points of the first; not paired: {names}.")
    return [t(text, names=", ".join(late))]


def differences_after_swiss(event: EventBook) -> list[str]:
    """Differences of tiebreaker round, seeds, sides and final standings from what the rules have.

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
            before = as_it_was(event.after_swiss(tab.number - 1), event.progress.seeds)
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
    variants = [as_it_was(tournament, nos) for nos in (playing, [*playing, *seeds], everyone)]
    return min((_tiebreaker_differences_of(event, tab, each) for each in variants), key=len)


def _tiebreaker_differences_of(
    event: EventBook, tab: RoundTab, tournament: Tournament
) -> list[str]:
    try:
        pairing = pair_tiebreaker_round(tournament, event.ruleset, event.planned_cut())
    except ERRORS as error:
        return [f"{named('tab', tab.name)}: {error_text(error)}"]
    drawn = {frozenset((p.player1, p.player2)): p for p in pairing.tables}
    played = {frozenset((m.player1, m.player2)): m for m in tab.matches}
    name = tournament.name
    should = msg("{tab}: by the standings {player1} would meet {player2}")
    does = msg("{tab}, table {table}: {player1} - {player2}, who would not play by the standings")
    differences = [
        t(should, tab=tab.name, player1=name(table.player1), player2=name(table.player2 or 0))
        for players, table in drawn.items()
        if players not in played
    ]
    for players, match in played.items():
        if players not in drawn:
            names = {"player1": name(match.player1), "player2": name(match.player2 or 0)}
            differences.append(t(does, tab=tab.name, table=match.table, **names))
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


def as_it_was(tournament: Tournament, playing: Sequence[int]) -> Tournament:
    """The event when these players were still to play: whoever left has done so since."""
    players = tuple(
        replace(p, status=Status.ACTIVE, declines_cut=False) if p.no in playing else p
        for p in tournament.players
    )
    return replace(tournament, players=players)


def seed_differences(event: EventBook) -> list[str]:
    """Seeds, of a cut that was made here, that are not those of the standings now."""
    is_settled = not (event.tiebreaker and event.tiebreaker.missing)
    made_here = recorded_tabs(event.book)
    if not event.progress or not is_settled or folded(event.cuts[0].name) not in made_here:
        return []
    seeds = event.progress.seeds
    tournament = replace(event.after_swiss(0), elimination=None)
    try:
        begun, _ = make_cut(as_it_was(tournament, seeds), event.ruleset, len(seeds))
    except ERRORS as error:
        return [f"{event.cuts[0].name}: {error_text(error)}"]
    assert begun.elimination is not None
    text = msg("{tab}: seed {seed} is {player}, but by the standings {other}")
    tab, name = event.cuts[0].name, tournament.name
    return [
        t(text, tab=tab, seed=seed, player=name(no), other=name(should))
        for seed, (no, should) in enumerate(zip(seeds, begun.elimination.seeds, strict=True), 1)
        if no != should
    ]


def _other_sides(event: EventBook, tab: RoundTab, tables: Sequence[Paired]) -> list[str]:
    """Matches in which somebody else is the Corp than the rules or the draw have it."""
    cut = event.ruleset.cut
    assert cut is not None
    format_ = cut.tiebreaker if tab is event.tiebreaker else cut.format(event.options)
    if format_ is None or not format_.balances_sides:
        return []
    drawn = {frozenset((p.player1, p.player2)): p for p in tables}
    differences = []
    for match in tab.matches:
        table = drawn.get(frozenset((match.player1, match.player2)))
        corp = format_.first_side(match.result, match.special)
        if not corp or table is None or not table.result:
            continue
        is_corp = match.players[corp - 1]
        should = table.player1 if int(table.result[0]) == 1 else table.player2
        if should is not None and is_corp != should:
            text = msg("{tab}, table {table}: the Corp is {player}, but by the rules {other}")
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
