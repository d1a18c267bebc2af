"""Many events as one season: what everybody has done, and who has met whom.

A match counts where a game of it was played, and a game as in :mod:`engine.statistics`: byes, intentional
draws, no-shows and walkovers are not games, and are counted separately. Others decide who is one person
in several events: within an event people are known by their numbers, within a season by a key.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple, TypeAlias

from engine.elimination.cut import final_standings
from engine.elimination.progress import progress_of
from engine.model import Round, Special, Tournament
from engine.rounds import rank
from engine.ruleset import Ruleset
from engine.statistics import ABSENT, played_matches

Seat: TypeAlias = tuple[int, str]
"""A player by number, and the points that a match was worth to that player."""


class PlayedMatch(NamedTuple):
    """A match that was played: its players, and the winner of each of its games, 1, 2 or 0."""

    one: int
    two: int
    winners: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Results:
    """The results of an event, its players by number.

    Args:
        players: everybody who was in a round, byes included.
        rounds: their number, those after the Swiss rounds included.
        is_over: True if nothing is left to be played; only then are there places.
        swiss: the seats of each match of each Swiss round.
        matches: those that were played, oldest first.
        byes: each player's number in the Swiss rounds.
        agreed: the same of intentional draws.
        missed: the same of matches that the player was absent from.
    """

    players: frozenset[int]
    rounds: int
    is_over: bool
    places: Mapping[int, int]
    cut: frozenset[int]
    swiss: tuple[tuple[tuple[Seat, ...], ...], ...]
    matches: tuple[PlayedMatch, ...]
    byes: Mapping[int, int]
    agreed: Mapping[int, int]
    missed: Mapping[int, int]


def results_of(tournament: Tournament, ruleset: Ruleset) -> Results:
    """The results of an event, all of whose rounds are complete.

    It is over once its elimination is, or, where no cut is planned or suggested, its Swiss rounds are.

    Raises:
        TournamentError: a result is missing, or a match is none of the bracket.
    """
    elimination = tournament.elimination
    if elimination:
        is_over = progress_of(tournament, ruleset).is_over
    else:
        is_last = len(tournament.rounds) >= ruleset.planned_rounds(tournament)
        is_over = is_last and not ruleset.planned_cut(tournament)
    rounds = tournament.all_rounds
    players = frozenset(no for round_ in rounds for no in round_.players())
    ranked = final_standings if elimination else rank
    standings = ranked(tournament, ruleset) if is_over else ()
    matches = [match for round_ in rounds for match in round_.matches]
    agreed = [match for match in matches if match.special is Special.INTENTIONAL_DRAW]
    return Results(
        players=players,
        rounds=len(rounds),
        is_over=is_over,
        places={standing.no: standing.rank for standing in standings if standing.no in players},
        cut=frozenset(elimination.seeds) if elimination else frozenset(),
        swiss=tuple(_seats(round_, tournament, ruleset) for round_ in tournament.rounds),
        matches=tuple(
            PlayedMatch(match.player1, match.player2, tuple(game.winner for game in games))
            for _, match, games in played_matches(tournament, ruleset)
            if match.player2 is not None and games
        ),
        byes=Counter(m.player1 for r in tournament.rounds for m in r.matches if len(m.players) < 2),
        agreed=Counter(no for match in agreed for no in match.players),
        missed=Counter(m.players[place] for m in matches for place in ABSENT.get(m.special, ())),
    )


def _seats(round_: Round, tournament: Tournament, ruleset: Ruleset) -> tuple[tuple[Seat, ...], ...]:
    format_ = ruleset.format(tournament.options)
    found = []
    for match in round_.matches:
        score = format_.score(match.result, match.special)
        assert score is not None  # the round is complete
        found.append(tuple(zip(match.players, map(str, score), strict=False)))
    return tuple(found)


@dataclass(frozen=True, slots=True)
class SeasonEvent:
    """An event of a season, and the key of each of its players by number."""

    name: str
    results: Results
    keys: Mapping[int, str]

    def games(self) -> Iterator[tuple[str, str, int]]:
        """Every game that was played, oldest first: both players, and the winner, 1, 2 or 0."""
        for one, two, winners in self.results.matches:
            yield from ((self.keys[one], self.keys[two], winner) for winner in winners)


@dataclass(slots=True)
class Career:
    """A player's season: ``first`` counts events won; ``best`` is a place, 0 while no event is over."""

    key: str
    events: int = 0
    first: int = 0
    best: int = 0
    cuts: int = 0
    matches: int = 0
    won: int = 0
    drawn: int = 0
    lost: int = 0
    byes: int = 0
    agreed: int = 0
    missed: int = 0

    @property
    def games(self) -> int:
        """The number that were played."""
        return self.won + self.drawn + self.lost


def careers(events: Iterable[SeasonEvent]) -> list[Career]:
    """Everybody's career, the most games won first."""
    found: dict[str, Career] = {}
    for event in events:
        results, keys = event.results, event.keys
        for no in results.players:
            career = found.setdefault(keys[no], Career(keys[no]))
            place = results.places.get(no, 0)
            career.events += 1
            career.first += place == 1
            career.best = min(filter(None, (career.best, place)), default=0)
            career.cuts += no in results.cut
            career.byes += results.byes.get(no, 0)
            career.agreed += results.agreed.get(no, 0)
            career.missed += results.missed.get(no, 0)
        for match in results.matches:
            for place, no in enumerate((match.one, match.two), 1):
                career, winners = found[keys[no]], Counter(match.winners)
                career.matches += 1
                career.won += winners[place]
                career.drawn += winners[0]
                career.lost += winners[3 - place]
    return sorted(found.values(), key=lambda c: (-c.won, c.lost, -c.events, c.key))


@dataclass(slots=True)
class Meeting:
    """All matches of two people in a season: ``won1`` games by the first, ``won2`` by the second.

    ``last`` is the newest event in which they met, by its place in the season from 0.
    """

    one: str
    two: str
    matches: int = 0
    won1: int = 0
    drawn: int = 0
    won2: int = 0
    last: int = 0


def meetings(events: Sequence[SeasonEvent]) -> list[Meeting]:
    """All meetings, the most frequent first; of two players, the one with more games won comes first."""
    found: dict[frozenset[str], Meeting] = {}
    for number, event in enumerate(events):
        for match in event.results.matches:
            first, second = event.keys[match.one], event.keys[match.two]
            meeting = found.setdefault(frozenset((first, second)), Meeting(first, second))
            one, two = (1, 2) if meeting.one == first else (2, 1)
            winners = Counter(match.winners)
            meeting.matches += 1
            meeting.won1 += winners[one]
            meeting.drawn += winners[0]
            meeting.won2 += winners[two]
            meeting.last = number
    for meeting in found.values():
        if meeting.won1 < meeting.won2:
            meeting.one, meeting.two = meeting.two, meeting.one
            meeting.won1, meeting.won2 = meeting.won2, meeting.won1
    return sorted(
        found.values(), key=lambda m: (-m.matches, -m.won1 - m.drawn - m.won2, m.one, m.two)
    )
