"""An event in numbers: who played, how games ended, and what was chosen.

A game counts where the result says that it was played to its end, and who won it as what. So these
are not games: byes, intentional draws, no-shows and walkovers. A two-for-one is the one game whose
letter is typed. A game lost by a penalty is typed like any other lost game and counts as one. Where
sides were not recorded, a game counts for nobody and has a number of its own: sweeps alone, which
need no sides, would make the sides look more even than they were.

Everything is whole numbers and fractions; nothing is rounded here.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import NamedTuple, TypeAlias

from engine.formats import MATCHES
from engine.match_format import Format, Game, Sides
from engine.model import Match, Player, Special, Stage, Tournament
from engine.ruleset import Ruleset

ARMIES = "Army"
ABSENT = {Special.NO_SHOW_1: (0,), Special.NO_SHOW_2: (1,), Special.DOUBLE_NO_SHOW: (0, 1)}
"""The places, from 0, of the players of a match who were not there."""
Cut: TypeAlias = frozenset[int] | None
"""The players in the cut; ``None`` while there is none."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """The number of games that ended in one way, in the Swiss rounds and after them."""

    name: str
    swiss: int = 0
    elimination: int = 0

    @property
    def games(self) -> int:
        """The number in the whole event."""
        return self.swiss + self.elimination


def ratio(part: int, whole: int) -> Fraction | None:
    """``part / whole``; ``None`` of nothing."""
    return Fraction(part, whole) if whole else None


@dataclass(frozen=True, slots=True)
class Choice:
    """An identity or army, and all its games of the event.

    Args:
        name: as most of them typed it.
        players: the number who entered with it.
        elimination: its games after the Swiss rounds.
        in_cut: its players in the cut; ``None`` while there is none.
        difference: the sum over its games, where the ruleset has any.
    """

    name: str
    players: int = 0
    won: int = 0
    drawn: int = 0
    lost: int = 0
    elimination: int = 0
    in_cut: int | None = None
    difference: int = 0

    @property
    def games(self) -> int:
        """The games played with it."""
        return self.won + self.drawn + self.lost

    @property
    def win_rate(self) -> Fraction | None:
        """Games won of games played; ``None`` without games."""
        return ratio(self.won, self.games)

    @property
    def conversion(self) -> Fraction | None:
        """Players in the cut of players who entered; ``None`` without a cut or without players."""
        return None if self.in_cut is None else ratio(self.in_cut, self.players)

    @property
    def average(self) -> Fraction | None:
        """The difference of a game."""
        return ratio(self.difference, self.games)


@dataclass(frozen=True, slots=True)
class Choices:
    """The choices in a field of the roster, or as ``Army``; ``missing`` counts players without one.

    Those of identities and factions are of the ``side`` 1 or 2, by its name.
    """

    field: str
    found: tuple[Choice, ...]
    missing: int
    side: int = 0
    side_name: str = ""


@dataclass(frozen=True, slots=True)
class Statistics:
    """An event in numbers.

    Args:
        players: those in any Swiss round, byes included.
        matches: of two players in the Swiss rounds, whether they played or not.
        elimination: matches of two players after the Swiss rounds.
        no_shows: absent players, counted match by match in all stages.
        unknown: games played whose sides were not recorded.
        tied_matches: ``None`` unless a match is won apart from its games.
        averages: of agenda points, by name.
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
        """The games that were played and are known."""
        return sum(outcome.games for outcome in self.outcomes)


class PlayedGame(NamedTuple):
    """A game with its stage and both players."""

    stage: Stage
    players: tuple[int, int | None]
    game: Game


def statistics(tournament: Tournament, ruleset: Ruleset) -> Statistics:
    """Count an event, all of whose rounds must be complete."""
    stages = _stages(tournament)
    swiss = [match for round_ in tournament.rounds for match in round_.matches]
    later = [m for stage, m in stages if stage is not Stage.SWISS and m.player2 is not None]
    specials = Counter(match.special for _, match in stages)
    players = entered(tournament)
    cut = frozenset(tournament.elimination.seeds) if tournament.elimination else None
    formats = _formats(tournament, ruleset)
    games = list(played_games(tournament, ruleset))
    recorded = [played for played in games if played.game.ending]
    count = Counter((game.ending, stage is Stage.SWISS) for stage, _, game in recorded)
    swiss_format = formats[Stage.SWISS]
    endings = dict.fromkeys((*swiss_format.endings, *(ending for ending, _ in count)))
    choices = (
        _armies(ruleset, players, recorded, cut)
        if swiss_format.has_armies
        else _identities(swiss_format.played_as, ruleset, players, recorded, cut)
    )
    return Statistics(
        players=len(players),
        rounds=len(tournament.rounds),
        matches=sum(match.player2 is not None for match in swiss),
        elimination=len(later),
        cut=None if cut is None else len(cut),
        byes=sum(match.player2 is None for match in swiss),
        intentional_draws=specials[Special.INTENTIONAL_DRAW],
        two_for_ones=specials[Special.TWO_FOR_ONE],
        no_shows=sum(len(absent) * specials[special] for special, absent in ABSENT.items()),
        unknown=len(games) - len(recorded),
        tied_matches=_tied_matches(tournament, ruleset),
        outcomes=tuple(Outcome(end, count[end, True], count[end, False]) for end in endings),
        choices=tuple(choices),
        averages={name: _average(name, recorded) for name in swiss_format.averages},
    )


def entered(tournament: Tournament) -> list[Player]:
    """The players who are in any of the Swiss rounds, byes included."""
    seen = {no for round_ in tournament.rounds for no in round_.players()}
    return [player for player in tournament.players if player.no in seen]


def _stages(tournament: Tournament) -> list[tuple[Stage, Match]]:
    """Every match of the event, with the stage that it belongs to."""
    return [(round_.stage, match) for round_ in tournament.all_rounds for match in round_.matches]


def played_games(tournament: Tournament, ruleset: Ruleset) -> Iterator[PlayedGame]:
    """Every game that was played to its end, also those whose sides are not recorded."""
    for stage, match, games in played_matches(tournament, ruleset):
        for game in games:
            yield PlayedGame(stage, (match.player1, match.player2), game)


def played_matches(
    tournament: Tournament, ruleset: Ruleset
) -> Iterator[tuple[Stage, Match, Sequence[Game]]]:
    """Every match of two that was played, oldest first, with its stage and its games."""
    formats = _formats(tournament, ruleset)
    for stage, match in _stages(tournament):
        if match.player2 is not None and match.special in (Special.NONE, Special.TWO_FOR_ONE):
            yield stage, match, tuple(formats[stage].games(match.result, match.special))


def _formats(tournament: Tournament, ruleset: Ruleset) -> dict[Stage, Format]:
    """The match format of each stage."""
    formats: dict[Stage, Format] = {Stage.SWISS: ruleset.format(tournament.options)}
    if ruleset.cut:
        formats[Stage.ELIMINATION] = ruleset.cut.format(tournament.options)
        if ruleset.cut.tiebreaker:
            formats[Stage.TIEBREAKER] = ruleset.cut.tiebreaker
    return formats


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


def _identities(
    sides: Sides | None,
    ruleset: Ruleset,
    players: Sequence[Player],
    played: Sequence[PlayedGame],
    cut: Cut,
) -> Iterator[Choices]:
    """The identities on either side, then their factions, where they are asked."""
    asked = {field.name for field in ruleset.roster_fields}
    for kind in ("", " faction"):
        for side, name in enumerate(sides[:2] if sides else (), 1):
            field_ = f"{name}{kind}"
            said = {p.no: (text,) if (text := typed(p, field_)) else () for p in players}
            if field_ in asked or any(said.values()):
                games = [
                    (choice, one, place)
                    for one in played
                    if one.game.first
                    for place in [one.game.first if side == 1 else 3 - one.game.first]
                    for choice in said.get(one.players[place - 1] or 0, ())
                ]
                counted = _counted(field_, said, games, cut, lambda c: (-c.players, -c.games))
                yield replace(counted, side=side, side_name=name)


def _armies(
    ruleset: Ruleset, players: Sequence[Player], played: Sequence[PlayedGame], cut: Cut
) -> Iterator[Choices]:
    """The armies that were registered, and those that were played."""
    registered = {p.no: ruleset.registered(p) if ruleset.registered else () for p in players}
    sides = ((one, *side) for one in played for side in enumerate(one.game.armies, 1))
    games = [(army, one, place) for one, place, army in sides if army]
    yield _counted(ARMIES, registered, games, cut, lambda c: (-c.games, -c.players))


def _counted(
    field_: str,
    said: Mapping[int, Sequence[str]],
    games: Iterable[tuple[str, PlayedGame, int]],
    cut: Cut,
    rank: Callable[[Choice], tuple[int, int]],
) -> Choices:
    """The choices of one kind, each named by its most common spelling, in the order of their rank.

    ``games`` has what was played, in which game, and whether by player 1 or 2 of it.
    """
    names: dict[str, Counter[str]] = {}
    counts: dict[str, Counter[str]] = {}
    for no, choices in said.items():
        for choice in dict.fromkeys(choices):
            names.setdefault(folded(choice), Counter())[choice] += 1
            count = counts.setdefault(folded(choice), Counter())
            count["players"] += 1
            count["in_cut"] += cut is not None and no in cut
    for choice, (stage, _, game), place in games:
        names.setdefault(folded(choice), Counter([choice]))
        count = counts.setdefault(folded(choice), Counter())
        count["won" if game.winner == place else "lost" if game.winner else "drawn"] += 1
        count["elimination"] += stage is not Stage.SWISS
        count["difference"] += game.difference if place == 1 else -game.difference
    found = []
    for key, count in counts.items():
        in_cut = count.pop("in_cut", 0)
        name = names[key].most_common(1)[0][0]
        found.append(Choice(name, in_cut=None if cut is None else in_cut, **count))
    found.sort(key=lambda choice: (*rank(choice), folded(choice.name)))
    return Choices(field_, tuple(found), sum(not choices for choices in said.values()))


def typed(player: Player, field: str) -> str:
    """A field of the roster, whatever the capitals of its name."""
    wanted = field.casefold()
    texts = (text for header, text in player.details.items() if folded(header) == wanted)
    return next((clean for text in texts if (clean := " ".join(text.split()))), "")


def folded(text: str) -> str:
    """The same for texts that differ in capitals and spaces only."""
    return " ".join(text.split()).casefold()
