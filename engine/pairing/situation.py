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
        ranked: the active players, best first.
        met: whom each player has met.
    """

    def __init__(self, tournament: Tournament, standings: Standings) -> None:
        self.tournament = tournament
        self.standings = standings
        self.records: Records = standings.records
        self.round = len(tournament.rounds) + 1
        active = set(tournament.active)
        self.ranked = [no for no in standings.order if no in active]
        self.met = self.records.met

    @cached_property
    def draws(self) -> Draws:
        """The draws of this round's pairing."""
        return Draws(self.tournament.seed, "pairing", self.round)

    def had_bye(self, no: int) -> int:
        """How many byes the player has had, awarded ones included."""
        return self.records.of[no].byes
