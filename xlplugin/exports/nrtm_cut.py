"""The elimination in NRTM JSON, both ways: ``eliminationPlayers`` and elimination games."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from engine import Elimination, Match, Round, Ruleset, Special, Stage, Standings, Tournament
from engine.cut_rule import Cut
from engine.elimination.cut import ranked_for_cut
from engine.elimination.progress import Progress, begin, winner_of
from engine.formats.elimination import UNKNOWN
from engine.model import Value
from engine.rulesets.nisei_swiss import (
    BEST_OF_THREE_GAMES,
    DOUBLE_ELIMINATION,
    ELIMINATION,
    SINGLE_ELIMINATION,
)
from xlplugin.workbook.formats.nrtm import CORP_ROLE, RUNNER_ROLE

OTHER = {1: 2, 2: 1}


# writing


def swiss_standings(tournament: Tournament, ruleset: Ruleset) -> Standings:
    """The standings that the file's ``players`` are in: after the tiebreaker round, if any."""
    standings, order = ranked_for_cut(tournament, ruleset)
    return standings.reordered(order) if tournament.tiebreaker else standings


def elimination_players(tournament: Tournament, progress: Progress) -> list[dict[str, Any]]:
    """The seeds in final order; by seed and without ranks while the elimination goes on."""
    order = progress.places() if progress.is_over else list(progress.seeds)
    return [
        {
            "id": no,
            "name": tournament.name(no),
            "rank": place if progress.is_over else None,
            "seed": progress.seed_of[no],
        }
        for place, no in enumerate(order, 1)
    ]


def elimination_rounds(
    tournament: Tournament, ruleset: Ruleset, progress: Progress
) -> list[list[dict[str, Any]]]:
    """The games of the elimination that have a result, round by round."""
    cut, elimination = ruleset.cut, tournament.elimination
    if cut is None or elimination is None:
        return []
    rounds = [
        [game for match in r.matches for game in _games(match, cut, tournament.options, progress)]
        for r in elimination.rounds
    ]
    return [games for games in rounds if games]


def _games(
    match: Match, cut: Cut, options: Mapping[str, str], progress: Progress
) -> Iterator[dict[str, Any]]:
    """The games of a match: one, or those of a best of three that were played."""
    format_ = cut.format(options)
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
            yield _game(match, game.corp, game.winner or higher)


def _game(match: Match, corp: int, winner: int) -> dict[str, Any]:
    sides = [
        {
            "id": no,
            "role": None if not corp else CORP_ROLE if corp == side else RUNNER_ROLE,
            "winner": winner == side,
        }
        for side, no in ((1, match.player1), (2, match.player2))
    ]
    return {
        "table": match.table,
        "player1": sides[0],
        "player2": sides[1],
        "intentionalDraw": False,
        "twoForOne": False,
        "eliminationGame": True,
    }


# reading


class _Played(NamedTuple):
    """A game as a file has it: the winner's place is 0 for a game without one."""

    table: int
    one: int
    two: int
    corp: int
    winner: int


class ReadElimination(NamedTuple):
    """An elimination as a file has it, and the setting under which its games make sense."""

    elimination: Elimination
    kind: str


def read_elimination(
    entries: object, rounds: Sequence[Sequence[Mapping[str, Any]]], cut: Cut, known: set[int]
) -> ReadElimination | None:
    """The elimination of a file.

    Args:
        entries: its ``eliminationPlayers``.
        rounds: its elimination games, round by round.
        cut: the rules of the cut.
        known: the numbers of all players.

    Returns:
        ``None`` where the games are those of no bracket of these players.
    """
    seeds = _seeds(entries, known)
    played = [[_read_game(game, place) for place, game in enumerate(r, 1)] for r in rounds]
    if len(seeds) not in cut.sizes or any(game is None for games in played for game in games):
        return None
    games = [[game for game in r if game] for r in played]
    repeated = any(n > 1 for r in games for n in Counter(map(_players, r)).values())
    kinds = [BEST_OF_THREE_GAMES] if repeated else [DOUBLE_ELIMINATION, SINGLE_ELIMINATION]
    has_champion = isinstance(entries, list) and any(e.get("rank") == 1 for e in entries)
    likely: ReadElimination | None = None
    for kind in kinds:
        progress = begin(cut, seeds, {ELIMINATION.name: kind})
        rounds_played = _followed(games, progress, cut, kind)
        if rounds_played is None:
            continue
        as_read = ReadElimination(Elimination(tuple(seeds), tuple(rounds_played)), kind)
        if progress.is_over == has_champion:
            return as_read
        likely = likely or as_read
    return likely


def _seeds(entries: object, known: set[int]) -> list[int]:
    """The players by seed; nobody where the seeds make no sense."""
    if not isinstance(entries, list) or not all(isinstance(entry, dict) for entry in entries):
        return []
    by_seed = {entry.get("seed"): entry.get("id") for entry in entries}
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
    return _Played(table if type(table) is int else place, first, second, corp, winner)


def _players(game: _Played) -> frozenset[int]:
    return frozenset((game.one, game.two))


def _followed(
    rounds: Iterable[Sequence[_Played]], progress: Progress, cut: Cut, kind: str
) -> list[Round] | None:
    """The rounds along a bracket, with games not played yet; ``None`` for games of another one."""
    followed: list[Round] = []
    for games in rounds:
        expected = progress.by_players()
        matches = [_match(list(group), kind) for group in _by_players(games)]
        if followed and _is_open(followed[-1], progress, cut, kind):
            return None
        played = {frozenset((match.player1, match.player2)) for match in matches}
        if not played or not played <= expected.keys():
            return None
        tables = {match.table for match in matches}
        free = (n for n in range(1, 1000) if n not in tables)
        matches += [
            Match(next(free), f.one, f.two)
            for players, f in expected.items()
            if players not in played
        ]
        playing = {no for fixture in progress.fixtures for no in fixture.players}
        if progress.round == 1:
            matches += [
                Match(next(free), no, None, special=Special.BYE)
                for no in progress.seeds
                if no not in playing
            ]
        round_ = Round(progress.round, tuple(matches), Stage.ELIMINATION)
        followed.append(round_)
        winners = _winners(round_, progress, cut, kind)
        if len(winners) == len(expected):
            progress.play(winners)
    return followed


def _is_open(round_: Round, progress: Progress, cut: Cut, kind: str) -> bool:
    """True if a round has games without a winner."""
    matches = [match for match in round_.matches if match.player2 is not None]
    return len(_winners(round_, progress, cut, kind)) < len(matches)


def _winners(round_: Round, progress: Progress, cut: Cut, kind: str) -> list[int]:
    format_ = cut.format({ELIMINATION.name: kind})
    winners = [
        winner_of(match, progress.seed_of, format_)
        for match in round_.matches
        if match.player2 is not None
    ]
    return [no for no in winners if no is not None]


def _by_players(games: Sequence[_Played]) -> Iterable[list[_Played]]:
    groups: dict[frozenset[int], list[_Played]] = {}
    for game in games:
        groups.setdefault(_players(game), []).append(game)
    return groups.values()


def _match(games: Sequence[_Played], kind: str) -> Match:
    """The match of one game, or of several between the same two."""
    first = games[0]
    one, two = first.one, first.two
    if len(games) == 1 and not first.winner:
        return Match(first.table, one, two)
    if kind == BEST_OF_THREE_GAMES and len(games) == 1 and not first.corp:
        absent = Special.NO_SHOW_2 if first.winner == 1 else Special.NO_SHOW_1
        return Match(first.table, one, two, special=absent)
    winners: list[Value] = []
    for game in games:
        turned = game.one != one
        winners.append((OTHER.get(game.winner, "") if turned else game.winner) or "")
    return Match(first.table, one, two, (first.corp or UNKNOWN, *winners))
