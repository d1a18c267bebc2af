"""What was played and how it did: sides, identities and armies, counted from an event's matches.

A game counts where the result says that it was played to its end, and who won it as what. So these
are no games: byes, intentional draws, no-shows and walkovers. A two-for-one is the one game whose
letter is typed. A game lost by a penalty is typed like any other lost game and counts as one. Where
sides were not recorded, a game counts for nobody and is told in a number of its own: sweeps alone,
which need no sides, would make the sides look more even than they were.

Everything is whole numbers and fractions; nothing is rounded here.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import NamedTuple

from engine.formats import (
    CORP,
    DIFFERENCE,
    DRAW,
    DRAWN,
    GAME_WON,
    LOSS,
    MATCHES,
    RUNNER,
    SIDES_NOT_RECORDED,
    WIN,
)
from engine.model import Match, Player, Round, Special, Stage, Tournament
from engine.ruleset import Ruleset

SIDES = (CORP, RUNNER)
ARMIES = "Army"
WINNER = {WIN: 1, LOSS: 2, DRAW: 0, CORP: 1, RUNNER: 2, DRAWN: 0, 1: 1, 2: 2}
"""Who won, 1 or 2, by what is typed: a letter is Player 1's result."""
ABSENT = {Special.NO_SHOW_1: 1, Special.NO_SHOW_2: 1, Special.DOUBLE_NO_SHOW: 2}
"""How many of the two players did not come."""


class Game(NamedTuple):
    """A game that was played to its end.

    Args:
        first: the player who was the Corp; without sides Player 1.
        second: the player who was the Runner; without sides Player 2.
        winner: 1 for the first, 2 for the second, 0 for a draw.
    """

    first: int
    second: int
    winner: int


@dataclass(frozen=True, slots=True)
class Outcome:
    """How many games ended in one way, in the Swiss rounds and after them."""

    name: str
    swiss: int = 0
    elimination: int = 0

    @property
    def games(self) -> int:
        """In the whole event."""
        return self.swiss + self.elimination


@dataclass(frozen=True, slots=True)
class Choice:
    """What players chose to play, and how it did in all games of the event.

    Args:
        name: as most of them typed it.
        players: how many entered with it.
        won: games.
        drawn: games.
        lost: games.
        elimination: how many of the games were played after the Swiss rounds.
        in_cut: how many of the players are in the cut; ``None`` while there is none.
        difference: the sum of the differences of its games, where the ruleset has any.
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
        """How many were played with it."""
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
    """Everything that was chosen of one kind.

    Args:
        column: the column of the roster, or ``Army``.
        found: what was chosen, the most played first.
        missing: how many players have typed nothing.
    """

    column: str
    found: tuple[Choice, ...]
    missing: int


@dataclass(frozen=True, slots=True)
class Statistics:
    """An event in numbers.

    Args:
        players: who is in any round that counts, byes included.
        rounds: Swiss rounds.
        matches: of two players in the Swiss rounds, whether they played or not.
        elimination: matches of two players after the Swiss rounds.
        cut: how many are in the cut; ``None`` while there is none.
        byes: in the Swiss rounds.
        intentional_draws: matches.
        two_for_ones: matches.
        no_shows: players who were not there for a match, in all stages.
        unknown: games that were played, but it is not recorded who was which side.
        tied_matches: matches in which both players have the same points, where games have points.
        outcomes: how the games ended.
        choices: what was played; nothing where the ruleset and the roster know of nothing.
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


def ratio(part: int, whole: int) -> Fraction | None:
    """``part / whole``; ``None`` of nothing."""
    return Fraction(part, whole) if whole else None


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
    entered = [p for p in tournament.players if p.no in _seen(tournament.rounds)]
    cut = frozenset(tournament.elimination.seeds) if tournament.elimination else None
    counted = _counted(tournament, ruleset, entered, cut)
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
        unknown=counted.unknown,
        tied_matches=counted.tied_matches,
        outcomes=counted.outcomes,
        choices=counted.choices,
        averages=counted.averages,
    )


def _seen(rounds: Iterable[Round]) -> frozenset[int]:
    return frozenset(no for round_ in rounds for no in round_.players())


def _stages(tournament: Tournament) -> list[tuple[Stage, Match]]:
    """Every match of the event, with the stage that it belongs to."""
    rounds = list(tournament.rounds)
    if tournament.tiebreaker:
        rounds.append(tournament.tiebreaker)
    if tournament.elimination:
        rounds += tournament.elimination.rounds
    return [(round_.stage, match) for round_ in rounds for match in round_.matches]


class _Counted(NamedTuple):
    """The part of an event's numbers that depends on how its matches are reported."""

    outcomes: tuple[Outcome, ...]
    choices: tuple[Choices, ...]
    unknown: int = 0
    tied_matches: int | None = None
    averages: Mapping[str, Fraction | None] = {}


def _counted(
    tournament: Tournament,
    ruleset: Ruleset,
    entered: Sequence[Player],
    cut: frozenset[int] | None,
) -> _Counted:
    match ruleset.format(tournament.options).name:
        case "headquarters":
            return _count_armies(tournament, ruleset, entered, cut)
        case "game points":
            return _count_points(tournament, ruleset, entered, cut)
        case _:
            return _count_sides(tournament, ruleset, entered, cut)


# sides and identities


def _count_sides(
    tournament: Tournament,
    ruleset: Ruleset,
    entered: Sequence[Player],
    cut: frozenset[int] | None,
) -> _Counted:
    formats = _format_names(tournament, ruleset)
    played: list[tuple[Stage, Game]] = []
    unknown = 0
    for stage, match in _stages(tournament):
        games, hidden = sided_games(match, formats[stage])
        played += ((stage, game) for game in games)
        unknown += hidden
    ends = Counter((game.winner, stage is Stage.SWISS) for stage, game in played)
    names = ("Won by the Corp", "Won by the Runner", "Drawn")
    outcomes = tuple(
        Outcome(name, ends[winner, True], ends[winner, False])
        for name, winner in zip(names, (1, 2, 0), strict=True)
    )
    choices = tuple(
        _chosen(column, entered, cut, [(s, g, side) for s, g in played])
        for side, column in _columns(ruleset, entered)
    )
    return _Counted(outcomes, choices, unknown)


def _format_names(tournament: Tournament, ruleset: Ruleset) -> dict[Stage, str]:
    """By which name the format of each stage is known."""
    names = {Stage.SWISS: ruleset.format(tournament.options).name}
    if ruleset.cut:
        names[Stage.ELIMINATION] = ruleset.cut.format(tournament.options).name
        if ruleset.cut.tiebreaker:
            names[Stage.TIEBREAKER] = ruleset.cut.tiebreaker.name
    return names


def _columns(ruleset: Ruleset, entered: Sequence[Player]) -> Iterator[tuple[int, str]]:
    """The roster's columns of identities that there are, and of factions that are typed."""
    asked = {column.name for column in ruleset.roster_fields}
    for kind in ("", " faction"):
        for side, name in enumerate(SIDES, 1):
            column = f"{name}{kind}"
            if column in asked or any(_typed(player, column) for player in entered):
                yield side, column


def sided_games(match: Match, format_name: str) -> tuple[list[Game], int]:
    """The games of a match whose sides are known, and how many were played besides.

    Args:
        match: it has a result.
        format_name: ``two games``, ``one game``, ``elimination game`` or ``best of three``.
    """
    if match.player2 is None or match.special not in (Special.NONE, Special.TWO_FOR_ONE):
        return [], 0
    players = {1: match.player1, 2: match.player2}
    found: list[Game] = []
    unknown = 0
    for corp, winner in _played_as(match, format_name):
        if corp not in players:
            unknown += 1
            continue
        won = {0: 0, corp: 1}.get(winner, 2)
        found.append(Game(players[corp], players[3 - corp], won))
    return found, unknown


def _played_as(match: Match, format_name: str) -> Iterator[tuple[int, int]]:
    """Of every game which player was the Corp, 0 if unknown, and which one won, 0 for a draw."""
    result = match.result
    match format_name:
        case "two games":
            letters = [(corp, letter) for corp, letter in enumerate(result[:2], 1) if letter != ""]
            hidden = SIDES_NOT_RECORDED in result
            if match.special is Special.TWO_FOR_ONE and len(letters) == 2:
                letters, hidden = letters[:1], True
            for corp, letter in letters:
                yield (0 if hidden else corp), WINNER[letter]
        case "one game":
            yield 1, WINNER[result[0]]
        case "elimination game":
            yield _corp(match), WINNER[result[1]]
        case _:
            corp = _corp(match)
            for number, won in enumerate(result[1:4]):
                if won != "":
                    yield (3 - corp if corp and number % 2 else corp), WINNER[won]


def _corp(match: Match) -> int:
    corp = match.result[0]
    return corp if isinstance(corp, int) else 0


def _typed(player: Player, column: str) -> str:
    """What the roster says in a column, whatever the capitals of its header."""
    wanted = column.casefold()
    texts = (text for header, text in player.details.items() if _key(header) == wanted)
    return next((clean for text in texts if (clean := " ".join(text.split()))), "")


def _key(text: str) -> str:
    """The same for texts that differ in capitals and spaces only."""
    return " ".join(text.split()).casefold()


def _chosen(
    column: str,
    entered: Sequence[Player],
    cut: frozenset[int] | None,
    played: Iterable[tuple[Stage, Game, int]],
) -> Choices:
    """What the players typed into a column, and the games that they played with it.

    Args:
        column: of the roster.
        entered: the players.
        cut: those in the cut.
        played: every game with its stage and the side that the column is about, 1 or 2.
    """
    choice_of = {player.no: _typed(player, column) for player in entered}
    tally = _Tally(cut)
    for player in entered:
        if choice := choice_of[player.no]:
            tally.enter(choice, player.no)
    for stage, game, side in played:
        if choice := choice_of.get(game.first if side == 1 else game.second, ""):
            tally.play(choice, stage, game.winner, side)
    return Choices(
        column,
        tally.choices(lambda choice: (choice.players, choice.games)),
        sum(not choice for choice in choice_of.values()),
    )


class _Tally:
    """What was chosen, while it is being counted."""

    def __init__(self, cut: frozenset[int] | None) -> None:
        self._cut = cut
        self._names: dict[str, Counter[str]] = {}
        self._count: dict[str, Counter[str]] = {}

    def enter(self, choice: str, no: int) -> None:
        """A player has entered with it."""
        key = _key(choice)
        self._names.setdefault(key, Counter())[choice] += 1
        count = self._count.setdefault(key, Counter())
        count["players"] += 1
        count["in_cut"] += self._cut is not None and no in self._cut

    def play(self, choice: str, stage: Stage, winner: int, side: int, difference: int = 0) -> None:
        """A game was played with it, as side 1 or 2."""
        key = _key(choice)
        self._names.setdefault(key, Counter([choice]))
        count = self._count.setdefault(key, Counter())
        count["won" if winner == side else "lost" if winner else "drawn"] += 1
        count["elimination"] += stage is not Stage.SWISS
        count["difference"] += difference

    def choices(self, weight: Callable[[Choice], tuple[int, int]]) -> tuple[Choice, ...]:
        """Those of most weight first, else by name; the most common spelling is the name."""
        found = []
        for key, count in self._count.items():
            in_cut = count.pop("in_cut", 0)
            name = self._names[key].most_common(1)[0][0]
            found.append(Choice(name, in_cut=None if self._cut is None else in_cut, **count))
        return tuple(
            sorted(found, key=lambda c: (*(-number for number in weight(c)), _key(c.name)))
        )


# armies


def _count_armies(
    tournament: Tournament,
    ruleset: Ruleset,
    entered: Sequence[Player],
    cut: frozenset[int] | None,
) -> _Counted:
    format_ = ruleset.format(tournament.options)
    tally = _Tally(cut)
    armies_of = {player.no: _armies(player, ruleset) for player in entered}
    for no, armies in armies_of.items():
        for army in armies:
            tally.enter(army, no)
    ends: Counter[tuple[bool, bool]] = Counter()
    for stage, match in _stages(tournament):
        score = format_.score(match.result, match.special)
        if match.player2 is None or match.special or score is None:
            continue
        level = score.player1 == score.player2
        winner = 0 if level else 1 if score.player1 > score.player2 else 2
        ends[level, stage is Stage.SWISS] += 1
        differences = format_.tallies[DIFFERENCE](match.result, match.special)
        for side, played in enumerate(match.result[2:4], 1):
            if played:
                tally.play(str(played), stage, winner, side, int(differences[side - 1]))
    outcomes = tuple(
        Outcome(name, ends[level, True], ends[level, False])
        for name, level in (("Won", False), ("Drawn", True))
    )
    found = tally.choices(lambda choice: (choice.games, choice.players))
    missing = sum(not armies for armies in armies_of.values())
    return _Counted(outcomes, (Choices(ARMIES, found, missing),))


def _armies(player: Player, ruleset: Ruleset) -> Sequence[str]:
    """The armies that a player has registered."""
    return tuple(dict.fromkeys(ruleset.registered(player))) if ruleset.registered else ()


# game points


def _count_points(
    tournament: Tournament,
    ruleset: Ruleset,
    entered: Sequence[Player],
    cut: frozenset[int] | None,
) -> _Counted:
    format_ = ruleset.format(tournament.options)
    lost: list[int] = []
    open_: list[int] = []
    tied = 0
    for _, match in _stages(tournament):
        points = [value for value in match.result if isinstance(value, int)]
        if match.player2 is None or match.special or len(points) < 4:
            continue
        one, two = format_.tallies[MATCHES](match.result, match.special)
        tied += one == two
        for game in (points[:2], points[2:]):
            if GAME_WON in game:
                lost.append(min(game))
            else:
                open_ += game
    outcomes = (Outcome("Won", len(lost)), Outcome("Not decided", len(open_) // 2))
    averages = {
        "Agenda points of a loser": ratio(sum(lost), len(lost)),
        "Agenda points in a game not decided": ratio(sum(open_), len(open_)),
    }
    columns = _columns(ruleset, entered)
    choices = tuple(_chosen(column, entered, cut, ()) for _, column in columns)
    return _Counted(outcomes, choices, 0, tied, averages)
