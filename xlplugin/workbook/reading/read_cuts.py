"""Reading the tabs after the Swiss rounds, and following the bracket through them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from itertools import pairwise

from engine import Match, Special, Stage
from engine.elimination.cut import walkover_of
from engine.elimination.progress import Fixture, Progress, begin, gone_of, winner_of
from engine.match_format import EliminationFormat
from engine.ruleset import Cut
from xlplugin.ground.texts import msg, t, tn
from xlplugin.workbook.book import SheetData
from xlplugin.workbook.layouts import round_tabs, tab_names
from xlplugin.workbook.reading.event_book import EventBook, RoundTab
from xlplugin.workbook.reading.read_rounds import (
    missing_result,
    missing_tab,
    read_matches,
    tabs_by_number,
)
from xlplugin.workbook.table import Row, Table, folded, table_with


def read_cuts(event: EventBook) -> EventBook:
    """The event with its tiebreaker round and elimination; faults go to its problems."""
    cut = event.ruleset.cut
    if cut is None or not _is_same_elimination(event, cut):
        return event
    sheets = sheets_after_swiss(event)
    numbered = ((round_tabs.cut_number(sheet.name) or 0, sheet) for sheet in sheets)
    tabs = tabs_by_number(event, numbered, msg("round {n} of the cut is also on {tab!r}"))
    tiebreaker = tabs.pop(0, None)
    _refuse_missing(event, set(tabs), has_tiebreaker=tiebreaker is not None)
    if tiebreaker and cut.tiebreaker:
        read = _read_tiebreaker(event, tiebreaker, cut.tiebreaker)
        event = replace(event, tiebreaker=read)
    for number in range(1, max(tabs, default=0) + 1):
        if number not in tabs:
            return event
        before = len(event.problems)
        layout = round_tabs.cut_layout(number, event.ruleset, event.settings)
        tab = RoundTab(number, Table(tabs[number], layout, event.problems), Stage.ELIMINATION)
        if tab.table.is_usable:
            read_matches(event, tab)
        event.cuts.append(tab)
        if number == 1 and len(event.problems) == before:
            event = replace(event, progress=_begin(event, cut))
        if event.progress is None or not _follow(event, tab, event.progress, cut):
            break
    if event.progress and len(event.progress.played) == max(tabs, default=0):
        event.progress.concede(gone_of(event.by_no))
        if fixture := event.progress.conceded:
            winner, loser = event.progress.results[fixture.game.number]
            event.add_warning(
                "No second final is played: {loser} is {status}, so {winner} has won.",
                loser=event.name(loser),
                status=str(event.by_no[loser].status).lower(),
                winner=event.name(winner),
            )
    _refuse_gaps(event, max(tabs, default=0))
    return event


def _is_same_elimination(event: EventBook, cut: Cut) -> bool:
    """True if the options still give the elimination that was begun."""
    begun, option = event.cut_recorded.kind, cut.chosen_by
    chosen = cut.kind(event.options) if cut.kind else begun
    if not begun or option is None or folded(begun) == folded(chosen):
        return True
    what = msg("the elimination is {kind} now, but was begun as {begun}")
    remedy = msg("set it to {begun}; to change it, undo the cut first")
    event.problem(option.name, what, remedy, kind=chosen, begun=begun)
    return False


def sheets_after_swiss(event: EventBook) -> list[SheetData]:
    """The tabs of the tiebreaker round and the elimination.

    One that is neither on record nor has their headers is the organizer's own.
    """
    cut = event.ruleset.cut
    recorded = {folded(name) for name in event.cut_recorded.tabs}
    tiebreaker = folded(round_tabs.TIEBREAKER) if cut and cut.tiebreaker else None
    headers = ("No 1", "Player 1", "No 2", "Special")
    return [
        sheet
        for name, sheet in event.book.sheets.items()
        if (cut and round_tabs.cut_number(name)) or folded(name) == tiebreaker
        if folded(name) in recorded or table_with(sheet, *headers).is_usable
    ]


def _refuse_missing(event: EventBook, numbers: set[int], *, has_tiebreaker: bool) -> None:
    """A tab that was made and is gone has taken its results with it."""
    existing = {folded(round_tabs.cut_name(n)) for n in numbers}
    existing |= {folded(round_tabs.TIEBREAKER)} if has_tiebreaker else set()
    recorded = event.cut_recorded.tabs
    names = [round_tabs.cut_name(n) for n in range(1, max(numbers, default=0) + 1)]
    gone = [name for name in dict.fromkeys([*recorded, *names]) if folded(name) not in existing]
    for name in gone if recorded else gone[:1]:
        problem = missing_tab(event.book, name)
        if recorded and name == recorded[-1]:
            remedy = t("{remedy}; to take it back for good, run undo", remedy=problem.remedy)
            problem = replace(problem, remedy=remedy)
        event.problems.append(problem)


def _read_tiebreaker(event: EventBook, sheet: SheetData, format_: EliminationFormat) -> RoundTab:
    layout = round_tabs.tiebreaker_layout(event.ruleset)
    tab = RoundTab(1, Table(sheet, layout, event.problems), Stage.TIEBREAKER)
    if not tab.table.is_usable:
        return tab
    for place, (row, match) in enumerate(read_matches(event, tab)):
        one, two = (_whole(row, f"{round_tabs.RANK} {side}") for side in "12")
        if match.player2 is None:
            row.problem("Special", "a bye in a tiebreaker round", "clear the row, or undo")
        elif one is not None and two is not None:
            tab.ranks = {**tab.ranks, match.player1: one, match.player2: two}
            _settle(event, tab, place, format_)
    return tab


def _whole(row: Row, header: str) -> int | None:
    number = row.whole(header, 1, 9999)
    if number is None and row.raw(header) is None:
        remedy = msg("type the number that was here, or take it from a backup")
        row.problem(header, "blank", remedy)
    return number


def _begin(event: EventBook, cut: Cut) -> Progress | None:
    """The elimination of the seeds on ``Cut 1``; ``None`` if they cannot be."""
    tab = event.cuts[0]
    before = len(event.problems)
    seeds = _seeds_on(tab)
    size = event.cut_recorded.size or max(seeds, default=0)
    for seed, (_, row, header) in seeds.items():
        if seed > size:
            what = msg("seed {seed}, but only {n} players are in the cut")
            row.problem(header, what, "number the seeds from 1 to {n}", seed=seed, n=size)
    gone = [str(seed) for seed in range(1, size + 1) if seed not in seeds]
    if gone and len(event.problems) == before:
        what = tn(
            "seed {seeds} in no row", "seeds {seeds} in no row", len(gone), seeds=", ".join(gone)
        )
        remedy = msg("put the missing row back, or take it from a backup")
        tab.table.problem("", what, remedy)
    elif size not in cut.sizes and len(event.problems) == before:
        what = msg("{n} players are in the cut, and there is no bracket for that many")
        remedy = msg("clear the rows that do not belong here, or undo")
        tab.table.problem("", what, remedy, n=size)
    if len(event.problems) > before:
        return None
    seed_order = [seeds[seed][0] for seed in range(1, size + 1)]
    recorded = event.recorded_players.get(folded(tab.name))
    for no in [no for no in seed_order if recorded and no not in recorded]:
        event.add_warning(
            "{tab}: {player} is in the cut, but was not when it was made (Pairing notes)",
            tab=tab.name,
            player=event.name(no),
        )
    return begin(cut, seed_order, event.options)


def _seeds_on(tab: RoundTab) -> dict[int, tuple[int, Row, str]]:
    """Each seed on a tab: the player, and where it stands."""
    seeds: dict[int, tuple[int, Row, str]] = {}
    for match in tab.matches:
        row = tab.rows[match.player1]
        for side in "12":
            no = row.whole(f"No {side}", 1, tab_names.MOST_PLAYERS)
            if no is None:
                continue
            header = f"{round_tabs.SEED} {side}"
            seed = _whole(row, header)
            if seed in seeds:
                _, other, other_header = seeds[seed]
                texts = {"seed": seed, "cell": other.address(other_header)}
                what = msg("seed {seed} is already in {cell}")
                row.problem(header, what, "correct one of the two", **texts)
            elif seed is not None:
                seeds[seed] = (no, row, header)
    return seeds


def _follow(event: EventBook, tab: RoundTab, progress: Progress, cut: Cut) -> bool:
    """Play a round through the bracket; true if it is complete and nothing is wrong with it."""
    format_ = cut.format(event.options)
    expected = tab.fixtures = progress.by_players()
    tab.ranks = progress.seed_of
    winners: list[int] = []
    seen: set[frozenset[int]] = set()
    if _is_outdated(event, tab, expected):
        _refuse_round(event, tab, progress)
        return False
    for place, match in enumerate(tab.matches):
        row = tab.rows[match.player1]
        if match.player2 is None:
            if tab.number > 1:
                row.problem("Special", "a bye in the bracket", "clear the row, or undo")
            continue
        players = frozenset(match.players)
        seen.add(players)
        if players not in expected:
            _refuse_match(event, row, match, progress)
            continue
        winner = _settle(event, tab, place, format_)
        winners += [] if winner is None else [winner]
    is_clean = not any(problem.sheet == tab.name for problem in event.problems)
    gone = [expected[players] for players in expected.keys() - seen] if is_clean else []
    if gone:
        games = ", ".join(_game_text(event, fixture) for fixture in sorted(gone))
        remedy = msg("put the row back, or undo and pair again while there are no results")
        tab.table.problem("", "in no row: {games}", remedy, games=games)
    if not is_clean or gone or tab.missing or not tab.table.is_usable:
        return False
    progress.play(winners)
    return True


def _settle(event: EventBook, tab: RoundTab, place: int, format_: EliminationFormat) -> int | None:
    """The winner of a match, by walkover if a player has left; a missing result is recorded."""
    match = tab.matches[place]
    row = tab.rows[match.player1]
    winner = winner_of(match, tab.ranks, format_)
    if winner is None:
        match = tab.matches[place] = _by_walkover(event, tab, row, match)
        winner = winner_of(match, tab.ranks, format_)
    if winner is None:
        tab.missing.append(missing_result(event, row, match, format_.fields))
    return winner


def _by_walkover(event: EventBook, tab: RoundTab, row: Row, match: Match) -> Match:
    """The match, decided if one of its players has left the event."""
    assert match.player2 is not None
    special = walkover_of(event.by_no, match.player1, match.player2)
    if special is Special.NONE:
        return match
    tab.walkovers[row.number] = counted = replace(match, result=(), special=special)
    gone = [
        t("{player} is {status}", player=event.name(no), status=event.by_no[no].status)
        for no in (match.player1, match.player2)
        if event.by_no[no].status != "Active"
    ]
    texts = {"where": row.where("Special"), "gone": t(" and ").join(gone), "special": special}
    if tab.has_result(match):
        event.add_warning(
            "{where}: {gone}, so this counts as {special}; what was typed for the game is cleared",
            **texts,
        )
    else:
        event.add_warning("{where}: {gone}, so this counts as {special}", **texts)
    return counted


def _is_outdated(
    event: EventBook, tab: RoundTab, expected: Mapping[frozenset[int], Fixture]
) -> bool:
    """True if a round is as it was paired, but not what the results before it lead to now."""
    recorded = {(a, b) for label, a, b in event.recorded_pairs if label == folded(tab.name)}
    pairs = [(m.player1, m.player2) for m in tab.matches if m.player2 is not None]
    as_paired = bool(recorded) and all({(a, b), (b, a)} & recorded for a, b in pairs)
    return as_paired and any(frozenset(pair) not in expected for pair in pairs)


def _refuse_round(event: EventBook, tab: RoundTab, progress: Progress) -> None:
    """A result before this round was changed after it was paired."""
    games = ", ".join(_game_text(event, fixture) for fixture in progress.fixtures)
    games = games or t("none, the elimination is over")
    numbers = map(round_tabs.cut_number, event.book.sheets)
    later = sum((number or 0) >= tab.number for number in numbers)
    if tab.number == 1:
        what = t("by the seeds as they are now, the games are {games}", games=games)
        keep = t("put the old seeds back to keep what is here")
    else:
        texts = {"tab": round_tabs.cut_name(tab.number - 1), "games": games}
        what = t("by the results of {tab} as they are now, the games are {games}", **texts)
        keep = t("put the old result back to keep what is here")
    remedy = tn(
        "undo, then pair, to follow them; or {keep}",
        "undo ({n} times), then pair, to follow them; or {keep}",
        later,
        keep=keep,
    )
    tab.table.problem("", what, remedy)


def _refuse_match(event: EventBook, row: Row, match: Match, progress: Progress) -> None:
    """Two players who do not meet in this round."""
    by_number = {fixture.game.number: fixture for fixture in progress.fixtures}
    fixture = by_number.get(row.whole("Game", 1, 99) or 0)
    fixtures = [fixture] if fixture else progress.fixtures
    games = ", ".join(_game_text(event, each) for each in fixtures)
    remedy = t("correct the player numbers")
    if fixture:
        remedy = t("type {one} and {two} as player numbers", one=fixture.one, two=fixture.two)
    playing = {no for each in progress.fixtures for no in each.players}
    header, texts = "No 1", {"games": games}
    what = msg("{player1} and {player2} do not meet here: by the bracket it is {games}")
    for side, no in enumerate(match.players, 1):
        texts[f"player{side}"] = event.name(no)
        if no not in playing:
            header, texts["player"] = f"No {side}", event.name(no)
            what = msg("{player} does not play in this round: it is {games}")
    row.problem(header, what, remedy, **texts)


def _game_text(event: EventBook, fixture: Fixture) -> str:
    """A game and its players, as in ``game 3 (Ann - Bea)``."""
    names = {"player1": event.name(fixture.one), "player2": event.name(fixture.two)}
    return t("game {n} ({player1} - {player2})", n=fixture.game.number, **names)


def _refuse_gaps(event: EventBook, newest: int) -> None:
    """Refuse a round with results missing that a later one builds on; ``newest`` is the last cut's."""
    pairs = pairwise(event.tabs)
    followed = [(tab, later.name) for tab, later in pairs if later.stage is not Stage.SWISS]
    if event.cuts and event.cuts[-1].number < newest:
        last = event.cuts[-1]
        followed.append((last, round_tabs.cut_name(last.number + 1)))
    for tab, name in followed:
        for missing in tab.missing:
            what = t("{what}, and {later} builds on it", what=missing.what, later=name)
            remedy = t("{remedy}, or undo {later}", remedy=missing.remedy, later=name)
            event.problems.append(replace(missing, what=what, remedy=remedy))
        tab.missing.clear()
