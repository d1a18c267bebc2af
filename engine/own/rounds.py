"""Every player's rounds one by one, unplayed ones included, for tiebreaks that tell them apart."""

from __future__ import annotations

from enum import Enum, auto
from functools import lru_cache
from typing import NamedTuple

from engine.match_format import WALKOVERS
from engine.model import Match, Special
from engine.records import Records, as_units


class How(Enum):
    """How a round went for a player."""

    PLAYED = auto()
    FORFEIT_WIN = auto()
    FORFEIT_LOSS = auto()
    BYE = auto()
    HALF_BYE = auto()
    ABSENT = auto()

    @property
    def is_requested(self) -> bool:
        """True for a round that the player chose not to play."""
        return self in (How.HALF_BYE, How.ABSENT)

    @property
    def is_voluntary(self) -> bool:
        """True if the player is to blame that it was not played (FIDE: VUR)."""
        return self.is_requested or self is How.FORFEIT_LOSS


class Entry(NamedTuple):
    """A round of a player.

    Args:
        round: its number.
        opponent: ``None`` without one.
        units: the points earned.
        how: how it went.
        first: True for Player 1.
        handicap: what was given to the opponent; below 0 what was received.
    """

    round: int
    opponent: int | None
    units: int
    how: How
    first: bool = True
    handicap: int = 0


def _how(match: Match, player: int) -> How:
    match match.special:
        case Special.BYE:
            return How.BYE
        case Special.HALF_BYE:
            return How.HALF_BYE
        case Special.DOUBLE_NO_SHOW:
            return How.FORFEIT_LOSS
        case Special.NO_SHOW_1 | Special.NO_SHOW_2:
            won = WALKOVERS[match.special] == player
            return How.FORFEIT_WIN if won else How.FORFEIT_LOSS
    return How.PLAYED


@lru_cache(maxsize=4)
def rounds_of(records: Records) -> dict[int, list[Entry]]:
    """The rounds of each player, oldest first, each of them with an entry."""
    found: dict[int, list[Entry]] = {no: [] for no in records.of}
    score, denominator = records.match_format.score, records.denominator
    handicap = getattr(records.match_format, "handicap", None)
    for round_ in records.tournament.rounds:
        number = round_.number
        here: set[int] = set()
        for match in round_.matches:
            points = score(match.result, match.special)
            assert points is not None
            units = as_units(points, denominator)
            given = handicap(match.result) if handicap else 0
            for side, no in enumerate(match.players):
                opponent = match.opponent_of(no)
                how = _how(match, side + 1)
                found[no].append(
                    Entry(number, opponent, units[side], how, not side, -given if side else given)
                )
                here.add(no)
        for no in found.keys() - here:
            found[no].append(Entry(number, None, records.absent_units, How.ABSENT))
    return found
