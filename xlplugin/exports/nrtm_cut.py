"""The elimination in NRTM JSON, both ways: ``eliminationPlayers`` and elimination games."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from engine import Elimination, Match, Round, Special, Stage
from engine.elimination.progress import Progress, begin, winner_of
from engine.formats.elimination import UNKNOWN
from engine.model import Value
from engine.ruleset import Cut
from engine.rulesets.nisei_swiss import (
    BEST_OF_THREE_GAMES,
    DOUBLE_ELIMINATION,
    ELIMINATION,
    SINGLE_ELIMINATION,
)
from xlplugin.workbook.formats.nrtm import CORP_ROLE, RUNNER_ROLE
from xlplugin.workbook.reading.event_book import EventBook

# writing


def elimination_players(event: EventBook, progress: Progress) -> list[dict[str, Any]]:
    """The seeds in final order; by seed and without ranks while the elimination goes on."""
    name, seed, over = event.by_no, progress.seed_of, progress.is_over
    order = progress.places() if over else list(progress.seeds)
    return [
        {"id": no, "name": name[no].name, "rank": place if over else None, "seed": seed[no]}
        for place, no in enumerate(order, 1)
    ]


def elimination_rounds(event: EventBook, progress: Progress) -> list[list[dict[str, Any]]]:
    """The games of the elimination that have a result, round by round."""
    rounds = [
        [g for match in tab.matches for g in _games(event, match, progress)] for tab in event.cuts
    ]
    return [games for games in rounds if games]


def _games(event: EventBook, match: Match, progress: Progress) -> Iterator[dict[str, Any]]:
    """The games of a match: one, or those of a best of three that were played."""
    assert event.ruleset.cut is not None
    format_ = event.ruleset.cut.format(event.options)
    winner = winner_of(match, progress.seed_of, format_)
    if match.player2 is None or winner is None:
        return
    if match.special:
        yield _game(match, 0, 1 if winner == match.player1 else 2)
        return
    higher = progress.higher(match.player1, match.player2)
    won: Counter[int] = Counter()
    for game in format_.games(match.result, match.special):
        if 2 not in won.values():
            won[game.winner or higher] += 1
            yield _game(match, game.first, game.winner or higher)


def _game(match: Match, corp: int, winner: int) -> dict[str, Any]:
    players = {
        f"player{side}": {
            "id": no,
            "role": None if not corp else CORP_ROLE if corp == side else RUNNER_ROLE,
            "winner": winner == side,
        }
        for side, no in enumerate(match.players, 1)
    }
    flags = {"intentionalDraw": False, "twoForOne": False, "eliminationGame": True}
    return {"table": match.table, **players, **flags}


# reading


class _Played(NamedTuple):
    """A game as a file has it; ``corp`` and ``winner`` are 1, 2, or 0 where that is not said."""

    table: int
    players: tuple[int, int]
    corp: int
    winner: int


def read_elimination(
    entries: object, rounds: Sequence[Sequence[Mapping[str, Any]]], cut: Cut, known: set[int]
) -> tuple[Elimination, str] | None:
    """The elimination of a file, and the setting under which its games make sense.

    ``entries`` are its ``eliminationPlayers``; ``known`` has the numbers of all players. ``None`` where
    the games are those of no bracket of these players.
    """
    seeds = _seeds(entries, known)
    played = [[_read_game(game, place) for place, game in enumerate(r, 1)] for r in rounds]
    if len(seeds) not in cut.sizes or any(None in games for games in played):
        return None
    matches = [_by_players(filter(None, games)) for games in played]
    is_repeated = any(len(games) > 1 for in_round in matches for games in in_round)
    kinds = [BEST_OF_THREE_GAMES] if is_repeated else [DOUBLE_ELIMINATION, SINGLE_ELIMINATION]
    has_champion = isinstance(entries, list) and any(e.get("rank") == 1 for e in entries)
    likely: tuple[Elimination, str] | None = None
    for kind in kinds:
        progress = begin(cut, seeds, {ELIMINATION.name: kind})
        followed = _followed(matches, progress, cut, kind)
        if followed is None:
            continue
        as_read = Elimination(tuple(seeds), tuple(followed)), kind
        if progress.is_over == has_champion:
            return as_read
        likely = likely or as_read
    return likely


def _seeds(entries: object, known: set[int]) -> list[int]:
    """The players by seed; nobody where the seeds make no sense."""
    if not isinstance(entries, list) or not all(isinstance(entry, dict) for entry in entries):
        return []
    by_seed = {e["seed"]: e.get("id") for e in entries if type(e.get("seed")) is int}
    numbers = [by_seed.get(seed) for seed in range(1, len(entries) + 1)]
    seeds = [no for no in numbers if type(no) is int and no in known]
    return seeds if len(set(seeds)) == len(entries) else []


def _read_game(game: Mapping[str, Any], place: int) -> _Played | None:
    sides = [game.get(key) for key in ("player1", "player2")]
    one, two = (side if isinstance(side, dict) else {} for side in sides)
    first, second = one.get("id"), two.get("id")
    if type(first) is not int or type(second) is not int:
        return None
    table = game.get("table")
    corp = next((i for i, s in ((1, one), (2, two)) if s.get("role") == CORP_ROLE), 0)
    winner = next((i for i, s in ((1, one), (2, two)) if s.get("winner") is True), 0)
    return _Played(table if type(table) is int else place, (first, second), corp, winner)


def _by_players(games: Iterable[_Played]) -> list[list[_Played]]:
    groups: dict[frozenset[int], list[_Played]] = {}
    for game in games:
        groups.setdefault(frozenset(game.players), []).append(game)
    return list(groups.values())


def _followed(
    rounds: Iterable[Sequence[Sequence[_Played]]], progress: Progress, cut: Cut, kind: str
) -> list[Round] | None:
    """The rounds along a bracket, with games not played yet; ``None`` for games of another one."""
    format_ = cut.format({ELIMINATION.name: kind})
    followed: list[Round] = []
    is_open = False
    for games in rounds:
        expected = progress.by_players()
        matches = [_match(group, kind) for group in games]
        played = {frozenset(match.players) for match in matches}
        if is_open or not played or not played <= expected.keys():
            return None
        tables = {match.table for match in matches}
        free = (n for n in range(1, 1000) if n not in tables)
        missing = (f for players, f in expected.items() if players not in played)
        matches += [Match(next(free), fixture.one, fixture.two) for fixture in missing]
        playing = {no for players in expected for no in players}
        byes = [no for no in progress.seeds if no not in playing] if progress.round == 1 else []
        winners = [winner_of(match, progress.seed_of, format_) for match in matches]
        matches += [Match(next(free), no, None, special=Special.BYE) for no in byes]
        followed.append(Round(progress.round, tuple(matches), Stage.ELIMINATION))
        is_open = None in winners
        if not is_open:
            progress.play(filter(None, winners))
    return followed


def _match(games: Sequence[_Played], kind: str) -> Match:
    """The match of one game, or of several between the same two."""
    first = games[0]
    one, two = first.players
    if len(games) == 1 and not first.winner:
        return Match(first.table, one, two)
    if kind == BEST_OF_THREE_GAMES and len(games) == 1 and not first.corp:
        absent = Special.NO_SHOW_2 if first.winner == 1 else Special.NO_SHOW_1
        return Match(first.table, one, two, special=absent)
    winners: list[Value] = []
    for game in games:
        is_turned = game.players != first.players
        winners.append((3 - game.winner if is_turned else game.winner) if game.winner else "")
    return Match(first.table, one, two, (first.corp or UNKNOWN, *winners))
