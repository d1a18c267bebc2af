"""Records: each player's points, opponents and byes so far, added up from the matches."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property, partial
from math import lcm
from typing import Final, NamedTuple

from engine.errors import ErrorKind, TournamentError
from engine.match_format import MatchFormat, Result, Score
from engine.model import Exact, Match, Round, Special, Tournament


def exact(units: int, denominator: int) -> Exact:
    """``units / denominator``, as a whole number where it is one."""
    return Fraction(units, denominator) if units % denominator else units // denominator


def as_units(score: Score, denominator: int) -> tuple[int, int]:
    """Both players' points in units of 1 / ``denominator``, of which they must be whole multiples."""
    one, two = (points * denominator for points in score)
    if one != int(one) or two != int(two):
        message = f"{score} is not in units of 1/{denominator}"
        raise ValueError(message)
    return int(one), int(two)


def result_missing(round_: Round, match: Match) -> TournamentError:
    """The error that a match has no result yet."""
    return TournamentError(
        ErrorKind.RESULT_MISSING, stage=round_.stage, round=round_.number, table=match.table
    )


class Exacts(NamedTuple):
    """Exact values of many players: whole numbers over one denominator."""

    values: Mapping[int, int]
    denominator: int = 1


@dataclass(slots=True, eq=False)
class Record:
    """One player's rounds.

    Attributes:
        units: event points in units of 1 / ``denominator``.
        opponents: their numbers, oldest first; byes and missed rounds are left out.
        met_in: the round of each of those meetings.
        played: the number of rounds with a match or a bye.
        last_round: the last round with a match or a bye.
    """

    denominator: int = 1
    units: int = 0
    opponents: list[int] = field(default_factory=list)
    met_in: list[int] = field(default_factory=list)
    played: int = 0
    byes: int = 0
    last_round: int = 0

    @property
    def points(self) -> Exact:
        """Event points."""
        return exact(self.units, self.denominator)

    @property
    def missed(self) -> int:
        """Rounds before the last one without match or bye: losses with no opponent (late entries)."""
        return self.last_round - self.played


class _Worth(dict[tuple[Result, Special], tuple[int, int]]):
    """The units that a result is worth to either player, worked out when it is first asked for."""

    def __init__(
        self, event: Tournament, denominator: int, score: Callable[[Result, Special], Score | None]
    ) -> None:
        super().__init__()
        self.tournament, self.denominator, self.score = event, denominator, score

    def __missing__(self, key: tuple[Result, Special]) -> tuple[int, int]:
        points = self.score(*key)
        if points is None:
            raise next(
                result_missing(round_, match)
                for round_ in self.tournament.rounds
                for match in round_.matches
                if (match.result, match.special) == key
            )
        units = self[key] = as_units(points, self.denominator)
        return units


class Records:
    """Everyone's record after the rounds of a tournament.

    Attributes:
        of: the record of each player.
        shared: tiebreak values that others build on, by name, worked out once.

    Raises:
        TournamentError: a match has no result yet.
    """

    def __init__(self, tournament: Tournament, match_format: MatchFormat) -> None:
        self.tournament: Final = tournament
        self.rounds: Final = len(tournament.rounds)
        self.shared: Final[dict[str, Exacts]] = {}
        self.match_format: Final = match_format
        denominator = self.denominator = match_format.denominator
        self.of: Final = {
            player.no: Record(denominator, int(match_format.start(player) * denominator))
            for player in tournament.players
        }
        of = self.of
        worth = _Worth(tournament, denominator, match_format.score)
        for round_ in tournament.rounds:
            number = round_.number
            for match in round_.matches:
                units1, units2 = worth[match.result, match.special]
                one = of[match.player1]
                one.units += units1
                one.played += 1
                one.last_round = number
                if match.player2 is None:
                    one.byes += 1
                else:
                    two = of[match.player2]
                    two.units += units2
                    two.played += 1
                    two.last_round = number
                    one.opponents.append(match.player2)
                    two.opponents.append(match.player1)
                    one.met_in.append(number)
                    two.met_in.append(number)
        self.absent_units: Final = int(match_format.absent * denominator)
        for record in of.values():
            record.units += (self.rounds - record.played) * self.absent_units
            record.units = match_format.total(record.units)

    def tally(self, name: str, skipped: Collection[Special] = ()) -> dict[int, int]:
        """Each player's total of one of the match format's tallies, in units of 1 / ``denominator``.

        Matches with one of the entries of ``Special`` that are ``skipped`` do not count.
        """
        total = dict.fromkeys(self.of, 0)
        worth = _Worth(self.tournament, self.denominator, partial(self.match_format.tally, name))
        for round_ in self.tournament.rounds:
            for match in round_.matches:
                if match.special in skipped:
                    continue
                units1, units2 = worth[match.result, match.special]
                total[match.player1] += units1
                if match.player2 is not None:
                    total[match.player2] += units2
        return total

    @cached_property
    def met(self) -> dict[int, set[int]]:
        """The opponents that each player has met."""
        return {no: set(record.opponents) for no, record in self.of.items()}

    def met_from(self, first: int) -> dict[int, set[int]]:
        """The opponents that each player has met from a round on."""
        return {
            no: {o for o, n in zip(r.opponents, r.met_in, strict=True) if n >= first}
            for no, r in self.of.items()
        }

    def between(self, players: AbstractSet[int]) -> list[Match]:
        """The matches of the players against one another."""
        return [m for no in players for m in self._as_player_1[no] if m.player2 in players]

    @cached_property
    def _as_player_1(self) -> dict[int, list[Match]]:
        """Each player's matches as Player 1."""
        matches: dict[int, list[Match]] = {no: [] for no in self.of}
        for round_ in self.tournament.rounds:
            for match in round_.matches:
                matches[match.player1].append(match)
        return matches

    @cached_property
    def common_multiple(self) -> int:
        """A number that every count of rounds up to now divides: averages become integers."""
        return self.shares[1]

    @cached_property
    def shares(self) -> list[int]:
        """``common_multiple / n`` for n rounds or opponents, so that dividing is multiplying."""
        most = max(1, self.rounds, *(len(record.opponents) for record in self.of.values()))
        scale = lcm(*range(1, most + 1))
        return [0, *(scale // count for count in range(1, most + 1))]
