"""The rules that no pairing of a round may break, as data."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, replace

from engine.match_format import WALKOVERS
from engine.model import Match, Special, Tournament

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
        pools: the pools, each of which plays on its own; nothing where everybody may meet everybody.
        pools_rule: the rule that says so.
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
    pools: tuple[frozenset[int], ...] = ()
    pools_rule: str = ""

    def counts(self, match: Match, met_in: int, number: int) -> bool:
        """True if two who met in one round may not meet in a later one."""
        if self.only_played and match.special in UNPLAYED:
            return False
        return self.rounds_between is None or number - met_in <= self.rounds_between


def by_pool(tournament: Tournament, legality: Legality) -> list[tuple[Tournament, Legality]]:
    """Each pool as an event of its own, or the whole event where there are none.

    Meetings across pools, which only hands can make, are left out; draws of each pool are its own.
    """
    if not legality.pools:
        return [(tournament, legality)]
    return [
        (_only(tournament, pool, number), _within(legality, pool))
        for number, pool in enumerate(legality.pools, 1)
    ]


def _only(tournament: Tournament, pool: Collection[int], number: int) -> Tournament:
    rounds = tuple(
        replace(each, matches=tuple(m for m in each.matches if set(m.players) <= {*pool}))
        for each in tournament.rounds
    )
    players = tuple(player for player in tournament.players if player.no in pool)
    seed = f"{tournament.seed} pool {number}"
    return replace(tournament, players=players, rounds=rounds, seed=seed, started=0)


def _within(legality: Legality, pool: Collection[int]) -> Legality:
    numbering = tuple(no for no in legality.numbering if no in pool)
    return replace(legality, numbering=numbering, pools=(), pools_rule="")
