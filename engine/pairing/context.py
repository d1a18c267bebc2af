"""The event when a round is to be paired, as a pairing method is given it."""

from __future__ import annotations

from collections.abc import Collection
from functools import cached_property

from engine.draws import Draws
from engine.legality import Legality
from engine.model import Tournament
from engine.pairing.forbidden import (
    MUST_NOT,
    SAME_CLUB,
    Bar,
    forbidden_by_club,
    have_met,
    mates,
    merged,
)
from engine.pairing.legality import Forbidden
from engine.records import Records
from engine.standings import Standings


class RoundContext:
    """The event when a round is to be paired, all rounds before it complete.

    The standings are those after these; ``among`` has the players to be paired, if not all.

    Attributes:
        round: the number of the round to pair.
        rounds_left: how many rounds are planned from this one on, at least 1.
        is_whole: whether everybody is to be paired.
        ranked: the active players to be paired, best first; those who share a rank by lot.
        met: whom each player has met.
        never: whom some players never meet (``Do not pair``).
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
        self.never: Forbidden = mates(tournament.forbidden)
        self.clubs: Forbidden = mates(tournament.clubs) if self.round == 1 else {}

    @cached_property
    def draws(self) -> Draws:
        """The draws of this round's pairing."""
        return Draws(self.tournament.seed, "pairing", self.round)

    @cached_property
    def unmet_forbidden(self) -> Forbidden:
        """Whom some players may not meet in this round, whether they have met or not."""
        if not self.clubs:
            return self.never
        by_no = self.tournament.by_no
        to_pair = [no for no in self.ranked if not by_no[no].first_round_bye]
        draws = Draws(self.tournament.seed, "clubs", self.round)
        return merged(self.never, forbidden_by_club(to_pair, self.clubs, self.never, draws))

    @cached_property
    def forbidden(self) -> Forbidden:
        """Whom each player may not meet in this round."""
        unmet = self.unmet_forbidden
        if not unmet:
            return self.met
        return {no: met | unmet.get(no, set()) for no, met in self.met.items()}

    def bar(self, one: int, two: int) -> Bar:
        """Why two players may not meet."""
        if two in self.met[one]:
            return have_met(self.rounds_met(one, two))
        return self.unmet_bar(one, two)

    def unmet_bar(self, one: int, two: int) -> Bar:
        """Why two players may not meet who have not met."""
        return MUST_NOT if two in self.never.get(one, ()) else SAME_CLUB

    def had_bye(self, no: int) -> int:
        """The number of byes that the player has had, awarded ones included."""
        return self.records.of[no].byes

    def rounds_met(self, one: int, two: int) -> list[int]:
        """The rounds in which two players met."""
        record = self.records.of[one]
        met = zip(record.met_in, record.opponents, strict=True)
        return [number for number, opponent in met if opponent == two]
