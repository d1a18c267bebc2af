"""NISEI Organized Play Policies 1.4 (July 2022): double-sided Swiss rounds, cut, elimination.

The section names are the document's. Readings, where it is open:

- The player with awarded first-round byes sits out round 1 apart from the others, and the bye
  counts as one had.
- Two who were drawn together but have met: the higher-ranked of them is moved, first within the
  group (lower-ranked players before higher-ranked ones); the group is left only if it must be.
- Rounds that a late entry or readmitted player missed are completed rounds without points.
- ``SoS divisor``: ``Rounds`` is the document; ``Opponents`` is what published standings use.
- Record-based cut: "above a predetermined threshold" is at or above it.
- Standings-based cut: the top 2 and 3 are allowed too, as single elimination whatever is set. In
  asynchronous events, for which the document speaks of single elimination, a blank
  ``Elimination`` is ``Single``.
- A game in the first elimination round that somebody enters later has sides by the later rule.
- Staff who play: anybody on the staff who does not play is impartial; where all of them play, two
  of them besides the organizer are enough.
- Infractions: see ``nisei_infractions.py``.
"""

from __future__ import annotations

from collections.abc import Mapping
from math import inf
from typing import TypeAlias

from engine.brackets import DOUBLE, SINGLE, Bracket
from engine.formats import TwoGames
from engine.formats.elimination import BEST_OF_THREE, ONE_GAME, without_byes
from engine.legality import Legality
from engine.match_format import EliminationFormat
from engine.model import Stage, Tournament
from engine.options import Option, Options, Settled
from engine.pairing import Pairing
from engine.pairing.context import RoundContext
from engine.pairing.swiss import SwissRules, pair_swiss
from engine.reasons import Kind, Reason
from engine.roster import DECKLIST, STATES, Decklists, RosterField
from engine.ruleset import Cut, Deadlines, Ruleset, StaffRule, Suggestion, TimeCalled, Unplayed
from engine.rulesets.nisei_infractions import penalties
from engine.rulesets.shared import LAST_TIEBREAK, TIEBREAKER_OFFER, last_tiebreaks
from engine.rulesets.shared import MINUTES as MINUTES_TYPED
from engine.texts import msg
from engine.tiebreaks import Tiebreak, extended_strength_of_schedule, strength_of_schedule

CLAUSE = "OP, Event structure"
SWISS = SwissRules(
    first_round=f"{CLAUSE}: first round",
    groups=f"{CLAUSE}: groups",
    rematch=f"{CLAUSE}: no rematch",
    bye=f"{CLAUSE}: bye",
)
EACH_ROUND = f"{CLAUSE}: each round"
TIME_IS_CALLED = f"{CLAUSE}: time is called"
STANDINGS_CUT = f"{CLAUSE}: standings-based cut"
TIEBREAKER = f"{CLAUSE}: tiebreaker round"
BRACKET = f"{CLAUSE}: elimination"
ASYNCHRONOUS_EVENTS = "OP, Asynchronous events"
ONE_LOSS = f"{ASYNCHRONOUS_EVENTS}: best of three"
"""The rules of the sections, by name."""
CASUAL, COMPETITIVE = "Casual", "Competitive"

# Types of events
TIER = Option(
    "Tier",
    (CASUAL, COMPETITIVE),
    msg("The tier, by which rounds and cut are suggested and decklists asked for."),
)

# Decks and decklists
DECKLISTS = Decklists(
    "OP, Decks and decklists", TIER, COMPETITIVE, infraction="Illegal deck or decklist"
)

# Asynchronous events
ASYNCHRONOUS = Option(
    "Asynchronous",
    ("No", "Yes"),
    msg("Give players days for a match, with a third more rounds and half the cut."),
    rare=True,
)


def is_asynchronous(options: Options) -> bool:
    """True if players have days to play a match. Rule: OP, Asynchronous events."""
    return ASYNCHRONOUS.of(options) == "Yes"


DEADLINES = Deadlines(
    ASYNCHRONOUS_EVENTS, is_asynchronous, contact_hours=48, agreement_hours=48, round_days=7
)


# Staff participation in events
STAFF = StaffRule(
    "OP, Staff participation in events",
    ("Tournament Organizer", "Head Judge", "Judge", "Assistant"),
    playing_assistants=2,
    leader="Tournament Organizer",
)

# Event structure and procedure: length of rounds
SWISS_MINUTES = Option(
    "Swiss minutes",
    ("65", "70"),
    msg("Minutes of a Swiss round."),
    numbers=MINUTES_TYPED,
    beyond=msg("Or type {least} to {most} (not in {document})."),
)
MINUTES = {Stage.TIEBREAKER: 30, Stage.ELIMINATION: 40}


def clock(stage: Stage, options: Options) -> int | None:
    """Minutes of a round. Rule: OP, Event structure and procedure; OP, Asynchronous events."""
    return minutes(stage, options, SWISS_MINUTES)


def minutes(stage: Stage, options: Options, swiss: Option) -> int | None:
    """Minutes of a round, given the option that says those of Swiss rounds."""
    if is_asynchronous(options):
        return None
    return MINUTES.get(stage) or int(swiss.of(options))


# Event structure and procedure: when the timer expires
LAST_TURNS = (
    msg(
        "In a game still in progress the player whose turn it is finishes it; then the other player has "
        "one full turn."
    ),
    msg("If nobody has won by then, more agenda points win the game."),
)
LEVEL = msg("With equal agenda points, the game is a draw.")
NOT_BEGUN = msg("A second game that has not been started is a draw.")
TO_THE_RANK = msg(
    "With equal agenda points it would be a draw: the win goes to the higher-ranked player."
)
TO_THE_SEED = msg("With equal agenda points it would be a draw: the win goes to the higher seed.")
TIME_CALLED = {
    stage: TimeCalled(TIME_IS_CALLED, (*LAST_TURNS, *steps))
    for stage, steps in (
        (Stage.SWISS, (LEVEL, NOT_BEGUN)),
        (Stage.TIEBREAKER, (TO_THE_RANK,)),
        (Stage.ELIMINATION, (TO_THE_SEED,)),
    )
}


# Event structure: unplayed game; asynchronous events: no time found
def not_played(is_begun: bool, options: Options) -> Unplayed | None:  # noqa: FBT001
    """A draw for games that were not played.

    Rule: OP, Event structure and procedure: "a second game which has not been started will be
    considered a draw"; OP, Asynchronous events: "they should be awarded a tie".
    """
    if is_asynchronous(options):
        return Unplayed.EACH_GAME
    return Unplayed.SECOND_GAME if is_begun else None


# Event structure: games, points, byes; intentional draws and two-for-ones
MATCH_FORMAT = TwoGames(win=3, draw=1)


# Event structure: pairing
def pair(context: RoundContext) -> Pairing:
    """Pair a Swiss round. Rule: OP, Event structure."""
    return pair_swiss(context, SWISS)


def legality(_tournament: Tournament) -> Legality:
    """No opponent twice, no second bye while that is avoidable. Rule: OP, Event structure."""
    return Legality(EACH_ROUND, rematch=SWISS.rematch, bye=SWISS.bye)


# Event structure: rankings
SOS_DIVISOR = Option(
    "SoS divisor",
    ("Rounds", "Opponents"),
    msg(
        "What SoS is divided by: rounds as in the document, or opponents as in published standings."
    ),
    rare=True,
)


def tiebreaks(options: Options, _rounds: int) -> tuple[Tiebreak, ...]:
    """Strength of Schedule, its extension, then the lot. Rule: OP, Event structure."""
    over_opponents = SOS_DIVISOR.of(options) == "Opponents"
    return (
        strength_of_schedule(over_opponents=over_opponents),
        extended_strength_of_schedule(over_opponents=over_opponents),
        *last_tiebreaks(options),
    )


# Event structure: progression cuts, tiebreaker round, elimination rounds
DOUBLE_ELIMINATION, SINGLE_ELIMINATION, BEST_OF_THREE_GAMES = "Double", "Single", "Best of three"
ELIMINATION = Option(
    "Elimination",
    (DOUBLE_ELIMINATION, SINGLE_ELIMINATION, BEST_OF_THREE_GAMES),
    msg("Out after two losses, one, or one match of up to three games; a top 2 or 3 is single."),
    unless=msg("Single if Asynchronous"),
    beyond=msg(
        "{document} allows only double elimination. Asynchronous events may play the others."
    ),
)
TIEBREAKER_ROUND = Option(
    "Tiebreaker round",
    ("No", "Yes"),
    msg("Players level across the cut line play a game for it; announce it beforehand."),
    settled=Settled(
        msg("it should be announced at the beginning of the event (OP, Event structure)"),
        must=False,
    ),
)


def elimination(options: Options) -> str:
    """The kind of elimination. Rule: OP, Event structure; OP, Asynchronous events."""
    if not options.get(ELIMINATION.name) and is_asynchronous(options):
        return SINGLE_ELIMINATION
    return ELIMINATION.of(options)


def bracket_of(size: int, options: Options) -> Bracket:
    """Highest seed against lowest. Rule: OP, Event structure: Elimination rounds."""
    return (DOUBLE if elimination(options) == DOUBLE_ELIMINATION else SINGLE)[size]


def single_instead(size: int, options: Options) -> Reason | None:
    """The reason why so few have no double elimination. Rule: OP, Event structure: Elimination rounds."""
    if elimination(options) != DOUBLE_ELIMINATION or bracket_of(size, options).losses > 1:
        return None
    text = msg("a top {size} is single elimination: double elimination needs more players")
    return Reason(Kind.BRACKET, BRACKET, text, values={"size": size})


def bracket_clause(options: Options) -> str:
    """The rule that the bracket follows; elsewhere than in asynchronous events single is a setting."""
    kind = elimination(options)
    if kind == DOUBLE_ELIMINATION:
        return BRACKET
    is_chosen = kind == SINGLE_ELIMINATION and not is_asynchronous(options)
    return ELIMINATION.name if is_chosen else ONE_LOSS


def elimination_format(options: Options) -> EliminationFormat:
    """One game a match, or best of three. Rule: OP, Event structure; OP, Asynchronous events."""
    return BEST_OF_THREE if elimination(options) == BEST_OF_THREE_GAMES else ONE_GAME


CUT = Cut(
    clause=STANDINGS_CUT,
    elimination_clause=BRACKET,
    bracket_clause=bracket_clause,
    tiebreaker_clause=TIEBREAKER,
    sizes=(2, 3, 4, 8, 16),
    bracket=bracket_of,
    format=elimination_format,
    kind=elimination,
    chosen_by=ELIMINATION,
    tiebreaker=without_byes(ONE_GAME),
    tiebreaker_round=TIEBREAKER_ROUND,
    tiebreaker_offer=TIEBREAKER_OFFER,
    has_progression=True,
    instead=single_instead,
)

# Event structure: suggested number of Swiss rounds and size of top cut
Rows: TypeAlias = tuple[tuple[float, int, int], ...]
"""The most players, and the rounds and the cut suggested for them."""
SUGGESTED: Mapping[str, Rows] = {
    CASUAL: (
        (11, 3, 0), (15, 4, 0), (32, 4, 4), (64, 5, 8), (96, 6, 8), (128, 7, 8), (inf, 7, 16),
    ),
    COMPETITIVE: (
        (9, 3, 0), (15, 4, 0), (24, 4, 4), (32, 4, 8), (56, 5, 8), (80, 6, 8),
        (128, 7, 8), (192, 7, 16), (256, 8, 16), (inf, 9, 16),
    ),
}  # fmt: skip


def suggest(players: int, options: Options) -> Suggestion:
    """Suggested rounds and cut. Rule: OP, Suggested number of Swiss rounds."""
    return suggested(players, options, SUGGESTED)


def suggested(players: int, options: Options, table: Mapping[str, Rows]) -> Suggestion:
    """The row of a table for the tier; asynchronous events have more rounds and half the cut.

    Rule: OP, Asynchronous events: "one more round for every three", "half the size".
    """
    rows = table[TIER.of(options)]
    rounds, cut = next((rounds, cut) for most, rounds, cut in rows if players <= most)
    if is_asynchronous(options):
        return Suggestion(rounds + rounds // 3, cut // 2)
    return Suggestion(rounds, cut)


ROSTER_FIELDS = (RosterField("Corp"), RosterField("Runner"), RosterField(DECKLIST, STATES))

NISEI_SWISS = Ruleset(
    name="nisei-swiss",
    title="Netrunner (NISEI, 2022), double-sided Swiss",
    formerly="NISEI double-sided Swiss",
    document="NISEI Organized Play Policies 1.4, Event structure",
    short="OP 1.4",
    match_format=MATCH_FORMAT,
    options=(
        TIER, ASYNCHRONOUS, SOS_DIVISOR, LAST_TIEBREAK, SWISS_MINUTES, TIEBREAKER_ROUND, TIEBREAKER_OFFER,
        ELIMINATION,
    ),
    tiebreaks=tiebreaks,
    suggest=suggest,
    clock=clock,
    pair=pair,
    legality=legality,
    roster_fields=ROSTER_FIELDS,
    cut=CUT,
    staff=STAFF,
    penalties=penalties(TIER),
    decklists=DECKLISTS,
    deadlines=DEADLINES,
    not_played=not_played,
    time_called=TIME_CALLED,
)  # fmt: skip
