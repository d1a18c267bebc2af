"""Who has played which side, where one game a round assigns them."""

from __future__ import annotations

from functools import cached_property

from engine.pairing.context import RoundContext
from engine.pairing.legality import Barred
from engine.pairing.nearest import Couple

CORP, RUNNER = 1, -1


class Sides:
    """Who has played which side, against whom.

    Attributes:
        difference: games as the Corp less games as the Runner.
        last: the side of the round before, 0 without a game.
        played: pairs that have met, the Corp first.
        kept_apart: whom some players may not meet in this round with any sides.
        forbidden: whom some players never meet.
        steady: whoever was paired in every round, without a bye.
    """

    def __init__(self, context: RoundContext) -> None:
        self.kept_apart = context.kept_apart
        self.forbidden = context.forbidden
        rounds = context.tournament.rounds
        everyone = context.records.of
        corp = dict.fromkeys(everyone, 0)
        self.last = dict.fromkeys(everyone, 0)
        self.played: set[Couple] = set()
        for round_ in rounds:
            for match in round_.matches:
                if match.player2 is not None:
                    self.played.add((match.player1, match.player2))
                    corp[match.player1] += 1
        for match in rounds[-1].matches if rounds else ():
            if match.player2 is not None:
                self.last[match.player1], self.last[match.player2] = CORP, RUNNER
        games = {no: len(record.opponents) for no, record in everyone.items()}
        self.difference = {no: 2 * corp[no] - count for no, count in games.items()}
        self.steady = {no for no, count in games.items() if count == len(rounds)}

    @cached_property
    def barred(self) -> Barred:
        """Whom each player may not meet in this round: who is kept apart, or met both ways round."""
        apart = self.kept_apart
        found: dict[int, set[int]] = {no: set(apart.get(no, ())) for no in self.difference}
        for one, two in self.played:
            if (two, one) in self.played:
                found[one].add(two)
        return found

    def is_legal(self, corp: int, runner: int) -> bool:
        """Whether the two may meet, and have not met that way round."""
        return (corp, runner) not in self.played and runner not in self.kept_apart.get(corp, ())

    def strain(self, no: int, side: int) -> int:
        """How far beyond one game the side would take a player's difference.

        It counts more for whoever has had no bye and missed no round, and so has had no part in
        it.
        """
        beyond = max(0, abs(self.difference[no] + side) - 1)
        return beyond * (3 if no in self.steady else 2)

    def strain_of(self, corp: int, runner: int) -> int:
        """The strain of a pair, sides as given."""
        return self.strain(corp, CORP) + self.strain(runner, RUNNER)

    def wanted(self, no: int) -> int:
        """The side that a player should have now: the other one than last; 0 if either will do."""
        corp, runner = self.strain(no, CORP), self.strain(no, RUNNER)
        if corp != runner:
            return CORP if corp < runner else RUNNER
        if self.last[no]:
            return -self.last[no]
        return -max(-1, min(1, self.difference[no]))
