"""Every player's rounds one by one, unplayed ones included, for tiebreaks that tell them apart."""

from __future__ import annotations

from enum import Enum, auto
from functools import lru_cache
from typing import NamedTuple

from engine.formats.tallies import LOSSES, WINS
from engine.match_format import WALKOVERS, Result, Score
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
    def is_bye(self) -> bool:
        """True for a round without an opponent that has points."""
        return self in (How.BYE, How.HALF_BYE)

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
        won: True if the match was won, a bye included.
        lost: True if it was lost, or two players were absent.
    """

    round: int
    opponent: int | None
    units: int
    how: How
    first: bool = True
    handicap: int = 0
    won: bool = False
    lost: bool = False


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


class _Worth(NamedTuple):
    """What a result is worth to either player: units, matches won, matches lost; how it went, the handicap."""

    units: tuple[int, int]
    how: tuple[How, How]
    won: Score
    lost: Score
    handicap: int


def _worth_of(records: Records, match: Match) -> _Worth:
    match_format, result, special = records.match_format, match.result, match.special
    points = match_format.score(result, special)
    assert points is not None
    handicap = getattr(match_format, "handicap", None)
    return _Worth(
        as_units(points, records.denominator),
        (_how(match, 1), _how(match, 2)),
        match_format.tally(WINS, result, special),
        match_format.tally(LOSSES, result, special),
        handicap(result) if handicap else 0,
    )


@lru_cache(maxsize=4)
def rounds_of(records: Records) -> dict[int, list[Entry]]:
    """The rounds of each player, oldest first, each of them with an entry."""
    found: dict[int, list[Entry]] = {no: [] for no in records.of}
    worth_of: dict[tuple[Result, Special], _Worth] = {}
    for round_ in records.tournament.rounds:
        number = round_.number
        here: set[int] = set()
        for match in round_.matches:
            key = (match.result, match.special)
            if key not in worth_of:
                worth_of[key] = _worth_of(records, match)
            units, how, won, lost, given = worth_of[key]
            one, two = match.player1, match.player2
            played = Entry(
                number, two, units[0], how[0], True, given, bool(won[0]), bool(lost[0])  # noqa: FBT003  (the fields in their order)
            )  # fmt: skip
            found[one].append(played)
            here.add(one)
            if two is not None:
                played = Entry(
                    number, one, units[1], how[1], False, -given, bool(won[1]), bool(lost[1])  # noqa: FBT003
                )  # fmt: skip
                found[two].append(played)
                here.add(two)
        for no in found.keys() - here:
            found[no].append(Entry(number, None, records.absent_units, How.ABSENT))
    return found
