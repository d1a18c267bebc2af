"""The rules that no pairing of a round may break, as data."""

from __future__ import annotations

from dataclasses import dataclass

from engine.match_format import WALKOVERS
from engine.model import Match, Special

UNPLAYED = {*WALKOVERS, Special.DOUBLE_NO_SHOW}


@dataclass(frozen=True, slots=True)
class Legality:
    """The rules that no pairing of a round may break; :mod:`engine.checks` reads them.

    Args:
        clause: the rule that violations cite, if no other is named.
        sides_swapped: True if two players may meet once more with the sides swapped.
        second_bye: True if somebody may have another bye while others have had fewer.
        round_robin: the rule by which everybody meets everybody: any number of players may sit out,
            but no two who have still to meet; ``""`` for another pairing. They meet twice where sides
            may be swapped.
        numbering: the players of a round robin by their numbers in Berger's tables; nobody for the turns
            of a circle.
        rematch: the rule against a second meeting.
        bye: the rule that says who sits out.
        rounds_between: the rounds that lie at least between two meetings of the same players; ``None``
            if there is no second one.
        only_played: True if a match whose players were not both there is no meeting.
        clubs: the rule that keeps clubs apart; ``""`` where the organizer may wish so, for round 1.
        clubs_rounds: the number of the first rounds in which clubs are kept apart.
    """

    clause: str
    sides_swapped: bool = False
    second_bye: bool = False
    round_robin: str = ""
    numbering: tuple[int, ...] = ()
    rematch: str = ""
    bye: str = ""
    rounds_between: int | None = None
    only_played: bool = False
    clubs: str = ""
    clubs_rounds: int = 1

    def counts(self, match: Match, met_in: int, number: int) -> bool:
        """True if two who met in one round may not meet in a later one."""
        if self.only_played and match.special in UNPLAYED:
            return False
        return self.rounds_between is None or number - met_in <= self.rounds_between
