"""The sides played so far, where the one game of a round assigns them."""

from __future__ import annotations

from functools import cached_property

from engine.pairing.context import RoundContext
from engine.pairing.legality import Forbidden
from engine.pairing.nearest import Couple

CORP, RUNNER = 1, -1


class Sides:
    """The sides that everybody has played, and against whom.

    Attributes:
        difference: games as the Corp less games as the Runner.
        last: the side of the round before, 0 without a game.
        played: pairs that have met, the Corp first.
        unmet_forbidden: whom some players may not meet in this round with any sides.
        steady: whoever was paired in every round, without a bye.
    """

    def __init__(self, context: RoundContext) -> None:
        self.unmet_forbidden = context.unmet_forbidden
        rounds = context.tournament.rounds
        everyone = context.records.of
        self.difference = dict.fromkeys(everyone, 0)
        self.last = dict.fromkeys(everyone, 0)
        self.played: set[Couple] = set()
        for round_ in rounds:
            for match in round_.matches:
                if match.player2 is not None:
                    self.played.add((match.player1, match.player2))
                    self.difference[match.player1] += CORP
                    self.difference[match.player2] += RUNNER
        for match in rounds[-1].matches if rounds else ():
            if match.player2 is not None:
                self.last[match.player1], self.last[match.player2] = CORP, RUNNER
        self.steady = {no for no, r in everyone.items() if len(r.opponents) == len(rounds)}

    @cached_property
    def forbidden(self) -> Forbidden:
        """Whom each player may not meet in this round, or has met both ways round."""
        opponents = {no: set(self.unmet_forbidden.get(no, ())) for no in self.difference}
        for one, two in self.played:
            if (two, one) in self.played:
                opponents[one].add(two)
        return opponents

    def is_legal(self, corp: int, runner: int) -> bool:
        """True if the two may meet, and have not met that way round."""
        return (corp, runner) not in self.played and runner not in self.unmet_forbidden.get(
            corp, ()
        )

    def excess(self, no: int, side: int) -> int:
        """By how much a side takes a player beyond one game; more without bye or absence."""
        beyond = max(0, abs(self.difference[no] + side) - 1)
        return beyond * (3 if no in self.steady else 2)

    def excess_of(self, corp: int, runner: int) -> int:
        """The excess of both players of a pair, sides as given."""
        return self.excess(corp, CORP) + self.excess(runner, RUNNER)

    def wanted(self, no: int) -> int:
        """The side that a player should have now: the other one than last; 0 if either will do."""
        corp, runner = self.excess(no, CORP), self.excess(no, RUNNER)
        if corp != runner:
            return CORP if corp < runner else RUNNER
        if self.last[no]:
            return -self.last[no]
        return -max(-1, min(1, self.difference[no]))
