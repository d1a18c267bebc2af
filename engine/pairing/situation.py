"""What a pairing method is given."""

from __future__ import annotations

from functools import cached_property

from engine.draws import Draws
from engine.model import Tournament
from engine.records import Records
from engine.standings import Standings


class Situation:
    """The event when a round is to be paired.

    Args:
        tournament: the event, all rounds complete.
        standings: the ranking after them.

    Attributes:
        round: the number of the round to pair.
        rounds_left: how many rounds are planned from this one on, at least 1.
        ranked: the active players, best first; those who share a rank by lot.
        met: whom each player has met.
    """

    def __init__(self, tournament: Tournament, standings: Standings) -> None:
        self.tournament = tournament
        self.standings = standings
        self.records: Records = standings.records
        self.round = len(tournament.rounds) + 1
        active = set(tournament.active)
        self.ranked = [no for no in standings.order if no in active]
        planned = self.records.ruleset.planned_rounds(tournament)
        self.rounds_left = max(1, planned - self.round + 1)
        self.met = self.records.met

    @cached_property
    def draws(self) -> Draws:
        """The draws of this round's pairing."""
        return Draws(self.tournament.seed, "pairing", self.round)

    def had_bye(self, no: int) -> int:
        """How many byes the player has had, awarded ones included."""
        return self.records.of[no].byes

    def met_in(self, one: int, two: int) -> str:
        """In which round or rounds two players met: ``round 2``, ``rounds 1, 4``."""
        record = self.records.of[one]
        met = zip(record.met_in, record.opponents, strict=True)
        numbers = [str(number) for number, opponent in met if opponent == two]
        return f"round{'s' * (len(numbers) > 1)} {', '.join(numbers)}"
