"""The state of an elimination: the next games, their sides, the losses, the places."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import NamedTuple

from engine.brackets import Bracket, Game, Origin, Source
from engine.draws import Draws
from engine.errors import ErrorKind, TournamentError
from engine.match_format import EliminationFormat
from engine.model import Match, Player, Round, Status, Tournament
from engine.reasons import Kind, Phrase, Reason, Values
from engine.records import result_missing
from engine.ruleset import Cut, Ruleset
from engine.texts import msg


class Fixture(NamedTuple):
    """A game whose players are known; ``one`` is the higher seed."""

    game: Game
    one: int
    two: int

    @property
    def players(self) -> frozenset[int]:
        """Both players, whatever their order."""
        return frozenset((self.one, self.two))


class Result(NamedTuple):
    """The winner and the loser of a game."""

    winner: int
    loser: int


class Progress:
    """An elimination as it goes on, round by round; its ``seeds`` are the players, best first.

    Attributes:
        results: the games that are over, by number.
        losses: the number of each player's losses.
        fixtures: the games of the next round, empty when the elimination is over.
        conceded: the second final, if it is won without a game.
    """

    def __init__(self, bracket: Bracket, seeds: Sequence[int]) -> None:
        self.bracket = bracket
        self.seeds = tuple(seeds)
        self.seed_of = {no: seed for seed, no in enumerate(self.seeds, 1)}
        self.results: dict[int, Result] = {}
        self.played: list[tuple[Fixture, ...]] = []
        self.losses: Counter[int] = Counter()
        self.conceded: Fixture | None = None
        self.fixtures = self._next_fixtures()

    @property
    def round(self) -> int:
        """The number of the next round; of the last one when all is over."""
        return len(self.played) + bool(self.fixtures)

    @property
    def is_over(self) -> bool:
        """True if the champion is known."""
        return not self.fixtures

    @property
    def is_final(self) -> bool:
        """True if only two players are left, whose games have no time limit."""
        return len(self.remaining) == 2

    @property
    def remaining(self) -> list[int]:
        """The players still in, best seed first."""
        return [no for no in self.seeds if self.losses[no] < self.bracket.losses]

    def higher(self, one: int, two: int | None) -> int:
        """1 or 2: which of two players is the higher seed."""
        return 1 if two is None or self.seed_of[one] < self.seed_of[two] else 2

    def by_players(self) -> dict[frozenset[int], Fixture]:
        """The games of the next round by their players."""
        return {fixture.players: fixture for fixture in self.fixtures}

    def play(self, winners: Iterable[int]) -> None:
        """Finish the next round with one winner of every game.

        Raises:
            ValueError: not exactly one winner of each game.
        """
        won = set(winners)
        for fixture in self.fixtures:
            if len(won & fixture.players) != 1:
                message = f"game {fixture.game.number} has no one winner"
                raise ValueError(message)
        for fixture in self.fixtures:
            self._finish(fixture, fixture.two if fixture.two in won else fixture.one)
        self.played.append(self.fixtures)
        self.fixtures = self._next_fixtures()

    def concede(self, gone: Collection[int]) -> None:
        """Give the second final to whoever is still there, if it is next and somebody has left.

        It would be a round of its own in which nobody plays. Of two who have left the higher seed
        wins, as in every game.
        """
        for fixture in self.fixtures:
            left = fixture.players & set(gone)
            if fixture.game.if_needed and left:
                self._finish(fixture, fixture.two if left == {fixture.one} else fixture.one)
                self.conceded, self.fixtures = fixture, ()

    def _finish(self, fixture: Fixture, winner: int) -> None:
        (loser,) = fixture.players - {winner}
        self.results[fixture.game.number] = Result(winner, loser)
        self.losses[loser] += 1

    def _next_fixtures(self) -> tuple[Fixture, ...]:
        if len(self.played) == len(self.bracket.rounds):
            return ()
        left, fixtures = self.remaining, []
        for game in self.bracket.rounds[len(self.played)]:
            if game.if_needed:
                before = self.results[game.two.number]
                if self.losses[before.loser] == self.bracket.losses:
                    self.results[game.number] = before
                    continue
            pair = [self._player(source, left) for source in (game.one, game.two)]
            fixtures.append(Fixture(game, *sorted(pair, key=self.seed_of.__getitem__)))
        return tuple(fixtures)

    def _player(self, source: Source, left: Sequence[int]) -> int:
        match source.origin:
            case Origin.SEED:
                return self.seeds[source.number - 1]
            case Origin.WINNER:
                return self.results[source.number].winner
            case Origin.LOSER:
                return self.results[source.number].loser
            case Origin.REMAINING:
                return left[source.number - 1]

    def places(self) -> list[int]:
        """The players from first to last.

        Raises:
            ValueError: the elimination is not over.
        """
        if not self.is_over:
            message = "the elimination is not over"
            raise ValueError(message)
        order: list[int] = []
        for group in self.bracket.places:
            players = [self._player(source, ()) for source in group]
            order += sorted(players, key=self.seed_of.__getitem__)
        return order


def winner_of(match: Match, seed_of: Mapping[int, int], format_: EliminationFormat) -> int | None:
    """The number of the player who won a match of an elimination; ``None`` while it is open.

    ``seed_of`` has the ranks by which the higher of two is known, the lowest number the highest.
    """
    if match.player2 is None:
        return match.player1
    higher = 1 if seed_of[match.player1] < seed_of[match.player2] else 2
    winner = format_.winner(match.result, match.special, higher)
    return None if winner is None else (match.player1, match.player2)[winner - 1]


def progress_of(tournament: Tournament, ruleset: Ruleset) -> Progress:
    """The event's elimination after its rounds.

    Raises:
        TournamentError: a result is missing, or a match is none of the bracket.
    """
    cut, elimination = ruleset.cut, tournament.elimination
    if cut is None or elimination is None:
        raise TournamentError(ErrorKind.NO_ELIMINATION)
    progress = begin(cut, elimination.seeds, tournament.options)
    format_ = cut.format(tournament.options)
    for round_ in elimination.rounds:
        expected = progress.by_players()
        winners = []
        for match in round_.matches:
            if match.player2 is None:
                continue
            if frozenset(match.players) not in expected:
                data = {"round": round_.number, "table": match.table}
                players = tournament.with_numbers(*match.players)
                raise TournamentError(ErrorKind.NOT_IN_BRACKET, **data, players=players)
            winner = winner_of(match, progress.seed_of, format_)
            if winner is None:
                raise result_missing(round_, match)
            winners.append(winner)
        if len(winners) < len(expected):
            raise TournamentError(ErrorKind.MATCH_MISSING, round=round_.number)
        progress.play(winners)
    progress.concede(gone_of(tournament.by_no))
    return progress


def gone_of(players: Mapping[int, Player]) -> set[int]:
    """The players no longer active, whose games are lost without being played."""
    return {no for no, player in players.items() if player.status is not Status.ACTIVE}


def begin(cut: Cut, seeds: Sequence[int], options: Mapping[str, str]) -> Progress:
    """An elimination of these players before its first round."""
    return Progress(cut.bracket(len(seeds), options), seeds)


ASSIGNED = msg(
    "sides {how}: {who} is the {first} ({one} was {first} {first1}, {second} {second1}, {two} was {first} "
    "{first2}, {second} {second2} in the elimination)"
)
DRAWN, PLAYED_LEAST = Phrase(msg("drawn")), Phrase(msg("played least"))
BY_DIFFERENCE = Phrase(msg("by the greater difference"))


def assign_sides(
    rounds: Iterable[Round], format_: EliminationFormat, fixture: Fixture, draws: Draws, clause: str
) -> tuple[int, Reason]:
    """Choose the first side in a game after the first round; walkovers before it count for nothing.

    A second final has the sides of the first one reversed. Else each player plays the side
    played least; if both want the same one, it goes to whoever has the greater difference; if
    that is equal, the sides are drawn.

    Returns:
        1 or 2, the higher seed being 1, and why.
    """
    sides = format_.played_as
    assert sides is not None
    firsts: Counter[int] = Counter()
    seconds: Counter[int] = Counter()
    last: dict[frozenset[int], int] = {}
    for match in (match for round_ in rounds for match in round_.matches):
        last.pop(frozenset(match.players), None)
        if first := format_.first_side(match.result, match.special):
            no, other = match.players if first == 1 else match.players[::-1]
            firsts[no] += 1
            seconds[other] += 1
            last[frozenset(match.players)] = no
    one, two = fixture.one, fixture.two
    values: Values = {"first": sides.first}
    if fixture.game.if_needed and fixture.players in last:
        first = 2 if last[fixture.players] == one else 1
        text = msg("second final, the sides of the first one reversed: {one} is the {first}")
        return first, Reason(Kind.SIDES, clause, text, ((one, two)[first - 1],), values)
    difference = {no: firsts[no] - seconds[no] for no in (one, two)}
    if difference[one] == difference[two]:
        first, how = 1 + draws.luck(2), DRAWN
    else:
        first = 2 if difference[one] > difference[two] else 1
        how = BY_DIFFERENCE if difference[one] * difference[two] > 0 else PLAYED_LEAST
    counts = {"first1": firsts[one], "second1": seconds[one]}
    counts |= {"first2": firsts[two], "second2": seconds[two]}
    who = ((one, two)[first - 1],)
    values = {**values, **counts, "second": sides.second, "how": how, "who": who}
    return first, Reason(Kind.SIDES, clause, ASSIGNED, (one, two), values)
