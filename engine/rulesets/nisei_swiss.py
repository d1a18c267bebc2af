"""NISEI Organized Play Policies 1.4 (July 2022): double-sided Swiss rounds.

The section names are the document's. Readings, where it is open:

- The player with awarded first-round byes sits out round 1 apart from the others, and the bye
  counts as one had.
- Two who were drawn together but have met: the higher-ranked of them is moved, first within the
  group (lower-ranked players before higher-ranked ones); the group is left only if it must be.
- Rounds that a late entry or readmitted player missed are completed rounds without points.
- ``SoS divisor``: ``Rounds`` is the document; ``Opponents`` is what published standings use.
"""

from __future__ import annotations

from collections.abc import Mapping

from engine.formats import two_games
from engine.model import Stage
from engine.pairing import Pairing
from engine.pairing.situation import Situation
from engine.pairing.swiss import pair_swiss
from engine.ruleset import Option, Ruleset, Suggestion, Tiebreak
from engine.tiebreaks import by_lot, extended_strength_of_schedule, strength_of_schedule

CLAUSE = "OP, Event structure"

# Types of events
TIER = Option(
    "Tier",
    ("Casual", "Competitive"),
    "Decides how many rounds and which cut are suggested.",
)

# Event structure and procedure: length of rounds
SWISS_MINUTES = Option("Swiss minutes", ("65", "70"), "Length of a Swiss round.")
MINUTES = {Stage.TIEBREAKER: 30, Stage.ELIMINATION: 40}


def clock(stage: Stage, options: Mapping[str, str]) -> int | None:
    """Minutes of a round. Rule: OP, Event structure and procedure."""
    return MINUTES.get(stage) or int(SWISS_MINUTES.of(options))


# Event structure: games, points, byes; intentional draws and two-for-ones
MATCH_FORMAT = two_games(win=3, draw=1)


# Event structure: pairing
def pair(situation: Situation) -> Pairing:
    """Pair a Swiss round. Rule: OP, Event structure."""
    return pair_swiss(situation, CLAUSE)


# Event structure: rankings
SOS_DIVISOR = Option(
    "SoS divisor",
    ("Rounds", "Opponents"),
    "Rounds: as the document has it. Opponents: as published standings have it, so that a bye "
    "does not lower a player's SoS.",
)


def tiebreaks(options: Mapping[str, str]) -> tuple[Tiebreak, ...]:
    """Strength of Schedule, its extension, then the lot. Rule: OP, Event structure."""
    over_opponents = SOS_DIVISOR.of(options) == "Opponents"
    return (
        strength_of_schedule(over_opponents=over_opponents),
        extended_strength_of_schedule(over_opponents=over_opponents),
        by_lot(),
    )


# Event structure: suggested number of Swiss rounds and size of top cut
SUGGESTED: Mapping[str, tuple[tuple[int, Suggestion], ...]] = {
    "Casual": (
        (11, Suggestion(3, 0)),
        (15, Suggestion(4, 0)),
        (32, Suggestion(4, 4)),
        (64, Suggestion(5, 8)),
        (96, Suggestion(6, 8)),
        (128, Suggestion(7, 8)),
    ),
    "Competitive": (
        (9, Suggestion(3, 0)),
        (15, Suggestion(4, 0)),
        (24, Suggestion(4, 4)),
        (32, Suggestion(4, 8)),
        (56, Suggestion(5, 8)),
        (80, Suggestion(6, 8)),
        (128, Suggestion(7, 8)),
        (192, Suggestion(7, 16)),
        (256, Suggestion(8, 16)),
    ),
}
SUGGESTED_BEYOND = {"Casual": Suggestion(7, 16), "Competitive": Suggestion(9, 16)}


def suggest(players: int, options: Mapping[str, str]) -> Suggestion:
    """Suggested rounds and cut. Rule: OP, Suggested number of Swiss rounds."""
    tier = TIER.of(options)
    for most, suggestion in SUGGESTED[tier]:
        if players <= most:
            return suggestion
    return SUGGESTED_BEYOND[tier]


NISEI_SWISS = Ruleset(
    name="nisei-swiss",
    title="NISEI double-sided Swiss",
    document="NISEI Organized Play Policies 1.4, Event structure",
    clause=CLAUSE,
    match_format=MATCH_FORMAT,
    options=(TIER, SOS_DIVISOR, SWISS_MINUTES),
    tiebreaks=tiebreaks,
    suggest=suggest,
    clock=clock,
    pair=pair,
    roster_columns=("Corp", "Runner"),
)
