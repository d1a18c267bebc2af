"""The event as a pairing method sees it when a round is to be paired."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from functools import cached_property
from itertools import groupby

from engine.draws import Draws
from engine.legality import Legality
from engine.model import Tournament
from engine.pairing import forbidden as barred
from engine.pairing.forbidden import Bar, mates
from engine.pairing.legality import Forbidden, is_pairable
from engine.standings import Standings


class RoundContext:
    """The event when a round is to be paired, all rounds before it complete.

    The standings are those after these; ``among`` has the players to be paired, if not all.

    Attributes:
        round: the number of the round to pair.
        rounds_left: the number of rounds planned from this one on, at least 1.
        is_whole: True if everybody is to be paired.
        ranked: the active players to be paired, best first; those who share a rank by lot.
        met: the opponents that each player has met, and may not meet again in this round.
        never: those whom some players never meet (``Do not pair``).
        clubs: those of the same club, where that counts in this round.
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
        self.records = standings.records
        self.legality = legality
        self.round = len(tournament.rounds) + 1
        self.is_whole = among is None
        active = set(tournament.active if among is None else among)
        self.ranked = [no for no in standings.order if no in active]
        self.rounds_left = max(1, planned_rounds - self.round + 1)
        self.met = self._met()
        self.never: Forbidden = mates(tournament.forbidden)
        self.clubs: Forbidden = {}
        if tournament.clubs and self.round <= legality.clubs_rounds:
            self.clubs = mates(tournament.clubs)

    def _met(self) -> Mapping[int, set[int]]:
        if self.legality.rounds_between is None:
            return self.records.met
        first = self.round - self.legality.rounds_between
        return self.records.met_from(first)

    @cached_property
    def draws(self) -> Draws:
        """The draws of this round's pairing."""
        return Draws(self.tournament.seed, "pairing", self.round)

    @cached_property
    def unmet_forbidden(self) -> Forbidden:
        """Those whom some players may not meet in this round, whether they have met or not."""
        if not self.clubs:
            return self.never
        by_no, is_first = self.tournament.by_no, self.round == 1
        to_pair = [no for no in self.ranked if not (is_first and by_no[no].first_round_bye)]
        draws = Draws(self.tournament.seed, "clubs", self.round)
        legal = self.never if is_first else barred.merged(self.met, self.never)
        kept = () if is_first or self.legality.second_bye else self._sit_in(to_pair, legal)
        by_club = barred.forbidden_by_club(to_pair, self.clubs, legal, draws, kept)
        return barred.merged(self.never, by_club)

    def _sit_in(self, players: Sequence[int], legal: Forbidden) -> set[int]:
        """Those of an odd number who cannot have the bye, as others have had fewer."""
        everyone = set(players)
        legal = {no: legal.get(no, set()) for no in players}
        for _, group in groupby(sorted(players, key=self.had_bye), key=self.had_bye):
            able = [no for no in group if is_pairable(everyone - {no}, legal)]
            if able:
                return everyone - set(able)
        return set()

    @cached_property
    def forbidden(self) -> Forbidden:
        """Those whom each player may not meet in this round."""
        unmet = self.unmet_forbidden
        if not unmet:
            return self.met
        return {no: met | unmet.get(no, set()) for no, met in self.met.items()}

    def bar(self, one: int, two: int) -> Bar:
        """Why two players may not meet."""
        if two in self.met[one]:
            return barred.have_met(self.rounds_met(one, two))
        return self.unmet_bar(one, two)

    def unmet_bar(self, one: int, two: int) -> Bar:
        """Why two players may not meet who have not met."""
        if two in self.never.get(one, ()):
            return barred.MUST_NOT
        rule = self.legality.clubs
        return barred.SAME_CLUB._replace(rule=rule) if rule else barred.SAME_CLUB

    def had_bye(self, no: int) -> int:
        """The number of byes that the player has had, awarded ones included."""
        return self.records.of[no].byes

    def rounds_met(self, one: int, two: int) -> list[int]:
        """The rounds in which two players met."""
        of = self.records.of[one]
        return [n for n, other in zip(of.met_in, of.opponents, strict=True) if other == two]
