"""An event in numbers: who played, how games ended, and what was chosen.

A game counts where the result says that it was played to its end, and who won it as what. So these
are no games: byes, intentional draws, no-shows and walkovers. A two-for-one is the one game whose
letter is typed. A game lost by a penalty is typed like any other lost game and counts as one. Where
sides were not recorded, a game counts for nobody and has a number of its own: sweeps alone, which
need no sides, would make the sides look more even than they were.

Everything is whole numbers and fractions; nothing is rounded here.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from fractions import Fraction

from engine.choices import Choices, PlayedGame, choices_of, ratio
from engine.formats import MATCHES
from engine.match_format import Format
from engine.model import Match, Special, Stage, Tournament
from engine.ruleset import Ruleset

ABSENT = {Special.NO_SHOW_1: 1, Special.NO_SHOW_2: 1, Special.DOUBLE_NO_SHOW: 2}
"""The number of absent players."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """The number of games that ended in one way, in the Swiss rounds and after them."""

    name: str
    swiss: int = 0
    elimination: int = 0

    @property
    def games(self) -> int:
        """In the whole event."""
        return self.swiss + self.elimination


@dataclass(frozen=True, slots=True)
class Statistics:
    """An event in numbers.

    Args:
        players: who is in any round that counts, byes included.
        matches: of two players in the Swiss rounds, whether they played or not.
        elimination: matches of two players after the Swiss rounds.
        no_shows: players who were not there for a match, in all stages.
        unknown: games that were played, but it is not recorded who was which side.
        tied_matches: matches in which both players have the same points, where games have points.
        averages: agenda points, by what they are the average of, where games have any.
    """

    players: int
    rounds: int
    matches: int
    elimination: int
    cut: int | None
    byes: int
    intentional_draws: int
    two_for_ones: int
    no_shows: int
    unknown: int = 0
    tied_matches: int | None = None
    outcomes: tuple[Outcome, ...] = ()
    choices: tuple[Choices, ...] = ()
    averages: Mapping[str, Fraction | None] = field(default_factory=dict)

    @property
    def games(self) -> int:
        """All that were played and are known."""
        return sum(outcome.games for outcome in self.outcomes)


def statistics(tournament: Tournament, ruleset: Ruleset) -> Statistics:
    """Count an event.

    Args:
        tournament: the event; all of its rounds must be complete.
        ruleset: how its matches are reported.
    """
    stages = _stages(tournament)
    swiss = [match for round_ in tournament.rounds for match in round_.matches]
    later = [m for stage, m in stages if stage is not Stage.SWISS and m.player2 is not None]
    specials = Counter(match.special for _, match in stages)
    seen = {no for round_ in tournament.rounds for no in round_.players()}
    entered = [player for player in tournament.players if player.no in seen]
    cut = frozenset(tournament.elimination.seeds) if tournament.elimination else None
    formats = _formats(tournament, ruleset)
    endings = dict.fromkeys(ending for format_ in formats.values() for ending in format_.endings)
    games = list(played_games(tournament, ruleset))
    recorded = [played for played in games if played.game.ending]
    choices = choices_of(
        ruleset, entered, cut, recorded, has_armies=formats[Stage.SWISS].has_armies
    )
    return Statistics(
        players=len(entered),
        rounds=len(tournament.rounds),
        matches=sum(match.player2 is not None for match in swiss),
        elimination=len(later),
        cut=None if cut is None else len(cut),
        byes=sum(match.player2 is None for match in swiss),
        intentional_draws=specials[Special.INTENTIONAL_DRAW],
        two_for_ones=specials[Special.TWO_FOR_ONE],
        no_shows=sum(many * specials[special] for special, many in ABSENT.items()),
        unknown=len(games) - len(recorded),
        tied_matches=_tied_matches(tournament, ruleset),
        outcomes=tuple(_outcomes(endings, recorded)),
        choices=tuple(choices),
        averages={name: _average(name, recorded) for name in formats[Stage.SWISS].averages},
    )


def _stages(tournament: Tournament) -> list[tuple[Stage, Match]]:
    """Every match of the event, with the stage that it belongs to."""
    rounds = list(tournament.rounds)
    if tournament.tiebreaker:
        rounds.append(tournament.tiebreaker)
    if tournament.elimination:
        rounds += tournament.elimination.rounds
    return [(round_.stage, match) for round_ in rounds for match in round_.matches]


def played_games(tournament: Tournament, ruleset: Ruleset) -> Iterator[PlayedGame]:
    """Every game that was played to its end, also those whose sides are not recorded."""
    formats = _formats(tournament, ruleset)
    for stage, match in _stages(tournament):
        if match.player2 is not None and match.special in (Special.NONE, Special.TWO_FOR_ONE):
            for game in formats[stage].games(match.result, match.special):
                yield PlayedGame(stage, (match.player1, match.player2), game)


def _formats(tournament: Tournament, ruleset: Ruleset) -> dict[Stage, Format]:
    """The match format of each stage."""
    formats: dict[Stage, Format] = {Stage.SWISS: ruleset.format(tournament.options)}
    if ruleset.cut:
        formats[Stage.ELIMINATION] = ruleset.cut.format(tournament.options)
        if ruleset.cut.tiebreaker:
            formats[Stage.TIEBREAKER] = ruleset.cut.tiebreaker
    return formats


def _outcomes(endings: Iterable[str], played: Iterable[PlayedGame]) -> Iterator[Outcome]:
    """The number of games that ended in each way."""
    count = Counter((game.ending, stage is Stage.SWISS) for stage, _, game in played)
    for ending in endings:
        yield Outcome(ending, count[ending, True], count[ending, False])


def _tied_matches(tournament: Tournament, ruleset: Ruleset) -> int | None:
    """Matches that are tied, where a match is won apart from its games."""
    format_ = ruleset.format(tournament.options)
    if MATCHES not in format_.tallies:
        return None
    matches = (match for _, match in _stages(tournament) if match.player2 and not match.special)
    scores = [format_.tally(MATCHES, match.result, match.special) for match in matches]
    return sum(score.player1 == score.player2 for score in scores)


def _average(name: str, played: Iterable[PlayedGame]) -> Fraction | None:
    points = [number for _, _, game in played for number in game.points.get(name, ())]
    return ratio(sum(points), len(points))
