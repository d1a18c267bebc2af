"""NISEI Organized Play Policies 1.4, Appendix 1: single-sided Swiss.

The document has this as a variant of double-sided Swiss: ranking, byes and who is paired are as in
``nisei_swiss.py``. Readings:

- Two players may meet twice, never with the same sides.
- Even rounds: a player who had a bye or came late, and so has no side of last round, takes the side
  that keeps the difference small. If too many have to play the same side, as few as possible play
  theirs again.
- Conflicts: a single swap at the nearest score; of those equally near one that leaves opponents'
  points closest, at random where these are equal, too; where none helps, the nearest legal pairing: sides first, then scores.
- With few players the sides of an odd round are chosen so that the next one can give everybody the
  other side.
- A meeting counts as an opponent each time.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from math import inf

from engine.formats import OneGameWithSides
from engine.legality import Legality
from engine.model import Stage, Tournament
from engine.options import Options
from engine.pairing import Pairing
from engine.pairing.context import RoundContext
from engine.pairing.single_sided import Sides, pair_single_sided
from engine.pairing.swiss import apart_from_byes
from engine.ruleset import Suggestion, TimeCalled, Unplayed
from engine.rulesets import nisei_swiss as double
from engine.rulesets.shared import LAST_TIEBREAK, SIDE_BALANCE, TIEBREAKER_OFFER
from engine.tiebreaks import Tiebreak, side_balance

CLAUSE = "OP, Appendix 1: Single-sided"

# "It is recommended to keep rounds to 30 or 35 minutes"
SWISS_MINUTES = replace(double.SWISS_MINUTES, choices=("30", "35"))


def clock(stage: Stage, options: Options) -> int | None:
    """Minutes of a round. Rule: OP, Appendix 1: Single Sided Swiss."""
    return double.minutes(stage, options, SWISS_MINUTES)


# Suggested number of Swiss rounds and cut
SUGGESTED: Mapping[str, double.Rows] = {
    "Casual": (
        (15, 6, 0), (32, 6, 4), (64, 7, 8), (96, 8, 8), (128, 9, 8), (inf, 9, 16),
    ),
    "Competitive": (
        (15, 6, 0), (31, 8, 4), (64, 8, 8), (128, 10, 16), (165, 11, 16), (inf, 12, 16),
    ),
}  # fmt: skip


def suggest(players: int, options: Options) -> Suggestion:
    """Suggested rounds and cut. Rule: OP, Appendix 1: Suggested Number of Swiss rounds."""
    return double.suggested(players, options, SUGGESTED)


def tiebreaks(options: Options, rounds: int) -> tuple[Tiebreak, ...]:
    """As in double-sided Swiss; the balance of sides beside them where it is wanted."""
    balance = (side_balance(),) if SIDE_BALANCE.of(options) == "Yes" else ()
    return (*double.tiebreaks(options, rounds), *balance)


# Adjustments to Swiss pairings
def pair(context: RoundContext) -> Pairing:
    """Pair a round, the Corp first. Rule: OP, Appendix 1: Adjustments to Swiss Pairings."""
    sides = Sides(context)
    players, byes = apart_from_byes(context, double.SWISS.bye, forbidden=sides.forbidden)
    tables = pair_single_sided(players, context, sides, CLAUSE)
    return Pairing(context.round, (*tables, *byes))


def legality(_tournament: Tournament) -> Legality:
    """No meeting twice with the same sides. Rule: OP, Appendix 1: Adjustments to Swiss Pairings."""
    return Legality(double.EACH_ROUND, rematch=CLAUSE, bye=double.SWISS.bye, sides_swapped=True)


def not_played(_is_begun: bool, options: Options) -> Unplayed | None:  # noqa: FBT001
    """A draw for a game that was not played. Rule: OP, Asynchronous events."""
    return Unplayed.ONLY_GAME if double.is_asynchronous(options) else None


NISEI_SINGLE_SIDED = replace(
    double.NISEI_SWISS,
    name="nisei-single-sided",
    title="Netrunner (NISEI, 2022), single-sided Swiss",
    formerly="NISEI single-sided Swiss",
    document="NISEI Organized Play Policies 1.4, Appendix 1",
    match_format=OneGameWithSides(),
    options=(
        double.TIER, double.ASYNCHRONOUS, double.SOS_DIVISOR, LAST_TIEBREAK, SIDE_BALANCE, SWISS_MINUTES,
        double.TIEBREAKER_ROUND, TIEBREAKER_OFFER, double.ELIMINATION,
    ),
    tiebreaks=tiebreaks,
    suggest=suggest,
    clock=clock,
    pair=pair,
    legality=legality,
    not_played=not_played,
    time_called={
        **double.TIME_CALLED,
        Stage.SWISS: TimeCalled(double.TIME_IS_CALLED, (*double.LAST_TURNS, double.LEVEL)),
    },
)  # fmt: skip
