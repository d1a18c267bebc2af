"""The event when a round is to be paired, as a pairing method is given it."""

from __future__ import annotations

from collections.abc import Collection
from functools import cached_property

from engine.draws import Draws
from engine.legality import Legality
from engine.model import Tournament
from engine.pairing.apart import (
    MUST_NOT,
    SAME_CLUB,
    Apart,
    Bar,
    clubs_apart,
    have_met,
    mates,
    together,
)
from engine.pairing.legality import Barred
from engine.records import Records
from engine.standings import Standings


class RoundContext:
    """The event when a round is to be paired.

    Args:
        tournament: the event, all rounds complete.
        standings: the ranking after them.
        planned_rounds: how many Swiss rounds there are to be.
        legality: what no pairing of the round may break.
        among: who is to be paired, where it is not everybody.

    Attributes:
        round: the number of the round to pair.
        rounds_left: how many rounds are planned from this one on, at least 1.
        is_whole: whether everybody is to be paired.
        ranked: the active players to be paired, best first; those who share a rank by lot.
        met: whom each player has met.
        forbidden: whom some players never meet.
        clubs: who is of the same club, where that counts in this round.
    """

    def __init__(
        self,
        tournament: Tournament,
        standings: Standings,
        planned_rounds: int,
        legality: Legality,
        among: Collection[int] | None = None,
    ) -> None:
        self.tournament = tournament
        self.standings = standings
        self.records: Records = standings.records
        self.legality = legality
        self.round = len(tournament.rounds) + 1
        self.is_whole = among is None
        active = set(tournament.active if among is None else among)
        self.ranked = [no for no in standings.order if no in active]
        self.rounds_left = max(1, planned_rounds - self.round + 1)
        self.met = self.records.met
        self.forbidden: Apart = mates(tournament.forbidden)
        self.clubs: Apart = mates(tournament.clubs) if self.round == 1 else {}

    @cached_property
    def draws(self) -> Draws:
        """The draws of this round's pairing."""
        return Draws(self.tournament.seed, "pairing", self.round)

    @cached_property
    def kept_apart(self) -> Apart:
        """Whom some players may not meet in this round, whether they have met or not."""
        if not self.clubs:
            return self.forbidden
        by_no = self.tournament.by_no
        to_pair = [no for no in self.ranked if not by_no[no].first_round_bye]
        draws = Draws(self.tournament.seed, "clubs", self.round)
        return together(self.forbidden, clubs_apart(to_pair, self.clubs, self.forbidden, draws))

    @cached_property
    def barred(self) -> Barred:
        """Whom each player may not meet in this round."""
        apart = self.kept_apart
        if not apart:
            return self.met
        return {no: met | apart.get(no, set()) for no, met in self.met.items()}

    def bar(self, one: int, two: int) -> Bar:
        """Why two players may not meet."""
        if two in self.met[one]:
            return have_met(self.met_in(one, two))
        return self.kept_apart_by(one, two)

    def kept_apart_by(self, one: int, two: int) -> Bar:
        """Why two players are kept apart who have not met."""
        return MUST_NOT if two in self.forbidden.get(one, ()) else SAME_CLUB

    def had_bye(self, no: int) -> int:
        """How many byes the player has had, awarded ones included."""
        return self.records.of[no].byes

    def met_in(self, one: int, two: int) -> str:
        """In which round or rounds two players met: ``round 2``, ``rounds 1, 4``."""
        record = self.records.of[one]
        met = zip(record.met_in, record.opponents, strict=True)
        numbers = [str(number) for number, opponent in met if opponent == two]
        return f"round{'s' * (len(numbers) > 1)} {', '.join(numbers)}"
