"""What each player has done so far, added up from the matches."""

from __future__ import annotations

from functools import cached_property
from math import lcm
from typing import Final

from engine.errors import TournamentError
from engine.model import Exact, Special, Tournament, Value
from engine.ruleset import Exacts, Ruleset, Score


class Record:
    """One player's rounds.

    Attributes:
        points: event points.
        opponents: whom they met, oldest first; byes and missed rounds are left out.
        played: rounds with a match or a bye.
        missed: rounds without either before the last one that they played: losses with no
            opponent (late entries, readmitted players).
        byes: rounds with a bye.
    """

    __slots__ = ("byes", "last_round", "opponents", "played", "points")

    def __init__(self) -> None:
        self.points: Exact = 0
        self.opponents: list[int] = []
        self.played = 0
        self.byes = 0
        self.last_round = 0

    @property
    def missed(self) -> int:
        """Rounds that count as losses with no opponent."""
        return self.last_round - self.played


class Records:
    """Everyone's record after the rounds of a tournament.

    Args:
        tournament: the event; all of its rounds must be complete.
        ruleset: how matches are scored.

    Attributes:
        of: the record of each player.
        found: tiebreak values that others build on, by name, worked out once.

    Raises:
        TournamentError: a match has no result yet.
    """

    def __init__(self, tournament: Tournament, ruleset: Ruleset) -> None:
        self.tournament: Final = tournament
        self.ruleset: Final = ruleset
        self.rounds: Final = len(tournament.rounds)
        self.found: Final[dict[str, Exacts]] = {}
        self.of: Final = {player.no: Record() for player in tournament.players}
        of = self.of
        scores: dict[tuple[tuple[Value, ...], Special], Score] = {}
        for round_ in tournament.rounds:
            number = round_.number
            for match in round_.matches:
                key = (match.result, match.special)
                score = scores.get(key)
                if score is None:
                    found = ruleset.match_format.score(*key)
                    if found is None:
                        message = f"Round {number}, table {match.table}: the result is missing"
                        raise TournamentError(message)
                    score = scores[key] = found
                one = of[match.player1]
                one.points += score.player1
                one.played += 1
                one.last_round = number
                if match.player2 is None:
                    one.byes += 1
                else:
                    two = of[match.player2]
                    two.points += score.player2
                    two.played += 1
                    two.last_round = number
                    one.opponents.append(match.player2)
                    two.opponents.append(match.player1)

    @cached_property
    def met(self) -> dict[int, set[int]]:
        """Whom each player has met."""
        return {no: set(record.opponents) for no, record in self.of.items()}

    @cached_property
    def common_multiple(self) -> int:
        """A number that every count of rounds up to now divides: averages become integers."""
        return lcm(*range(1, self._most_counted + 1))

    @cached_property
    def shares(self) -> list[int]:
        """``common_multiple / n`` for n rounds or opponents, so that dividing is multiplying.

        The share of 0 is 0: a sum over nobody stays 0.
        """
        scale = self.common_multiple
        return [0, *(scale // count for count in range(1, self._most_counted + 1))]

    @cached_property
    def _most_counted(self) -> int:
        """The most rounds or opponents that a sum is divided by."""
        return max(1, self.rounds, *(len(record.opponents) for record in self.of.values()))
