"""Faults in a bracket."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from engine.brackets import Bracket, Game, Origin, Source


def faults(bracket: Bracket) -> Iterator[str]:
    """Everything that is wrong with a bracket: nothing for a sound one.

    Every seed enters once; players come from earlier rounds only; the winner and the loser of each
    game are used once, in a later game or as a place; whoever has lost as often as puts a player
    out has a place, and nobody else has.
    """
    numbers = sorted(game.number for game in bracket.games)
    if numbers != list(range(1, len(bracket.games) + 1)):
        yield "the games are not numbered from 1 on, each once"
        return
    yield from _misused_seeds(bracket)
    yield from _early_sources(bracket)
    used = _uses(bracket)
    for game in bracket.games:
        for origin in (Origin.WINNER, Origin.LOSER):
            source = Source(origin, game.number)
            if used[source] != 1:
                yield f"{_named(source)} is used {used[source]} times"
    if sum(map(len, bracket.places)) != bracket.size:
        yield f"{bracket.size} players, but {sum(map(len, bracket.places))} places"
    yield from _wrong_champions(bracket)
    yield from _wrong_losses(bracket)


def _wrong_champions(bracket: Bracket) -> Iterator[str]:
    """One winner has a place, and it is the first: that of the last game."""
    last = Source(Origin.WINNER, bracket.games[-1].number)
    for place, group in enumerate(bracket.places, 1):
        for source in group:
            if source.origin is Origin.WINNER and (place, group) != (1, (last,)):
                yield f"{_named(source)} has a place, which is not that of a champion"


def _misused_seeds(bracket: Bracket) -> Iterator[str]:
    seeds = Counter(s.number for s in _sources(bracket) if s.origin is Origin.SEED)
    for seed in range(1, bracket.size + 1):
        if seeds[seed] != 1:
            yield f"seed {seed} enters {seeds[seed]} times"


def _sources(bracket: Bracket) -> list[Source]:
    return [source for game in bracket.games for source in (game.one, game.two)]


def _early_sources(bracket: Bracket) -> Iterator[str]:
    for game in bracket.games:
        for source in (game.one, game.two):
            if source.origin in (Origin.WINNER, Origin.LOSER):
                earlier = bracket.by_number.get(source.number)
                if earlier is None or earlier.round >= game.round:
                    yield f"game {game.number} needs {_named(source)}, which is not played by then"


def _uses(bracket: Bracket) -> Counter[Source]:
    """How often each result is used; a round of those left uses all winners of the last one."""
    used = Counter(_sources(bracket))
    used.update(source for group in bracket.places for source in group)
    for games in bracket.rounds:
        left = [s for g in games for s in (g.one, g.two) if s.origin is Origin.REMAINING]
        if left and games[0].round > 1 and bracket.losses == 1:
            before = bracket.rounds[games[0].round - 2]
            if sorted(s.number for s in left) == list(range(1, len(before) + 1)):
                used.update(Source(Origin.WINNER, game.number) for game in before)
    return used


def _wrong_losses(bracket: Bracket) -> Iterator[str]:
    """Follow every player's losses through the bracket."""
    placed = {source for group in bracket.places for source in group}
    losses: dict[Source, set[int]] = {}
    for game in bracket.games:
        one, two = (_losses(source, losses) for source in (game.one, game.two))
        if game.if_needed:
            if (one, two) != ({0, 1}, {1, 2}):
                yield f"game {game.number}: no second final of one player with a loss, one without"
            one = two = {1}
        losses[Source(Origin.WINNER, game.number)] = one | two
        losses[Source(Origin.LOSER, game.number)] = lost = {n + 1 for n in one | two}
        source = Source(Origin.LOSER, game.number)
        if source in placed and lost != {bracket.losses}:
            yield f"{_named(source)} has a place with {_told(lost)} losses"
        if source not in placed and bracket.losses in lost and not _is_first_final(game, bracket):
            yield f"{_named(source)} plays on with {_told(lost)} losses"


def _losses(source: Source, losses: dict[Source, set[int]]) -> set[int]:
    return losses.get(source, {0})


def _is_first_final(game: Game, bracket: Bracket) -> bool:
    return any(
        later.if_needed and {later.one.number, later.two.number} == {game.number}
        for later in bracket.games
    )


def _named(source: Source) -> str:
    if source.origin in (Origin.WINNER, Origin.LOSER):
        return f"the {source.origin.name.lower()} of game {source.number}"
    return f"{source.origin.name.lower()} {source.number}"


def _told(numbers: set[int]) -> str:
    return " or ".join(map(str, sorted(numbers)))
