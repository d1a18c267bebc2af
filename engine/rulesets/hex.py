"""Neuroshima Hex, open tournament of Portalcon 2022.

The section numbers are the document's (Polish). Readings, where it is open:

- 4.1: the result is the endurance that both headquarters have left; the higher wins. The
  difference counts 20 at most, whether or not armies are reported: a headquarters has 20, and only the
  objects of the army Dancer could add up to more. So 25 to 10 counts 15.
- 4.2: an absent opponent is like a bye, and -7 for whoever is absent.
- 4.4: players with like points are paired as in OP's score groups. The document does not forbid a
  second bye: option ``Second bye``. An awarded first-round bye counts as one had.
- 4.4 (II): among exactly two who are level and have met, the winner of that match; else by lot.
- 5.1 to 5.5: armies are checked as far as they are reported; a match counts without them.
- 5.5 (1): who plays the second army is drawn once both have shown the same one, never before: it is
  reported for both, and the finding about it says who was drawn.
- 1: four rounds were planned, and the best 4 or 8 go on: 8 of 16 or more, 4 of 8 or more.
- 5.2: so there are five Swiss rounds at most.
- 4.6: an absent player has lost; of two, the lower seed has.
- 5.3: as many armies as rounds and one more, so all five for a top 16. Whoever has chosen none may
  play any of the registered ones.
- 6: whoever loses a game by the rules is like an absent player: no headquarters are counted.
- 7: a player who declines the cut is placed after everybody who plays on, before the rest: the
  places of a top 8 are those of its eight players.
- 7: the places 9 to 16 of a top 16 as those of a top 8.
"""

from __future__ import annotations

from functools import partial

from engine.brackets import SINGLE
from engine.formats import DIFFERENCE
from engine.legality import Legality
from engine.model import Stage, Tournament
from engine.options import Option, Options
from engine.pairing import Pairing
from engine.pairing.context import RoundContext
from engine.pairing.swiss import SwissRules, pair_swiss
from engine.penalties import OTHER, Infraction, Penalty, PenaltyCode
from engine.reasons import Kind, Reason
from engine.ruleset import Cut, MostRounds, Ruleset, StaffRule, Suggestion, TimeCalled
from engine.rulesets.hex_armies import (
    FINAL_ARMIES,
    FINAL_FIELDS,
    FINALS_FORMAT,
    MATCH_FORMAT,
    MOST_ARMIES,
    MOST_DIFFERENCE,
    ROSTER_FIELDS,
    army_lists,
    findings,
    registered_armies,
)
from engine.rulesets.shared import (
    INTENTIONAL_DRAWS,
    LAST_TIEBREAK,
    last_tiebreaks,
    with_agreements,
)
from engine.texts import msg
from engine.tiebreaks import Tiebreak, head_to_head, tally


# 1. The tournament: four Swiss rounds, then the best 4 or 8
def suggest(players: int, _options: Options) -> Suggestion:
    """Four rounds, and a cut that leaves at least half of the players out. Rule: HEX 1."""
    cut = next((cut for least, cut in ((16, 8), (8, 4)) if players >= least), 0)
    return Suggestion(4, cut)


# 4.3 Time
MINUTES = {Stage.SWISS: 45, Stage.ELIMINATION: 55}


def clock(stage: Stage, _options: Options) -> int | None:
    """Minutes of a round. Rule: HEX 4.3."""
    return MINUTES.get(stage)


TERMINATION = (
    msg("Whoever is having a turn when time is called finishes it."),
    msg(
        "If the match is not decided by then, the final battle is fought: its outcome is the result."
    ),
)
TIME_CALLED = {
    Stage.SWISS: TimeCalled("HEX 4.3", TERMINATION),
    Stage.ELIMINATION: TimeCalled(
        "HEX 4.3, 4.1",
        (
            msg(
                "The document describes how time ends a match only for the Swiss rounds; the "
                "judge says beforehand whether the same holds here."
            ),
            *TERMINATION,
            msg("A draw goes to the player ranked higher after the Swiss rounds."),
        ),
    ),
}


# 4.4 Swiss rounds
SECOND_BYE = Option(
    "Second bye",
    ("Allowed", "Avoided"),
    msg("Give the player with the fewest points the bye each time, as written, or only once."),
    rare=True,
)


FEWEST = msg("{one} has the bye: the fewest points, then the smallest total difference")
FEWEST_WITHOUT = msg(
    "{one} has the bye: the fewest points, then the smallest total difference, of those who had none"
)


def pair(context: RoundContext) -> Pairing:
    """Pair a Swiss round. Rule: HEX 4.4."""
    allowed = SECOND_BYE.of(context.tournament.options) == "Allowed"
    bye = FEWEST if allowed else FEWEST_WITHOUT
    rules = SwissRules("HEX 4.4", "HEX 4.4", "HEX 4.4", "HEX 4.4")
    return pair_swiss(context, rules, bye, second_bye=allowed)


def legality(tournament: Tournament) -> Legality:
    """No opponent twice. Rule: HEX 4.4."""
    return Legality("HEX 4.4", second_bye=SECOND_BYE.of(tournament.options) == "Allowed")


def tiebreaks(options: Options, _rounds: int) -> tuple[Tiebreak, ...]:
    """Total difference, the match of two who are level, lot. Rule: HEX 4.4 (I, II)."""
    help_ = msg(
        "Headquarters' difference of all rounds, {most} at most in each, added up; a bye counts +7."
    )
    return (
        tally("Difference", DIFFERENCE, help_, {"most": MOST_DIFFERENCE}, decimals=0),
        head_to_head(most=2, decimals=0),
        *last_tiebreaks(options),
    )


def announcement(size: int) -> Reason:
    """The number of armies that everyone chooses for the finals. Rule: HEX 5.3."""
    count = FINAL_ARMIES[size]
    text = msg("each player chooses {count} armies for the finals ({first} to {count})")
    if count == MOST_ARMIES:
        text = msg("the finals are played with all registered armies, each once")
    return Reason(Kind.ARMIES, "HEX 5.3", text, values={"count": count, "first": FINAL_FIELDS[0]})


# 4.6 Single elimination, 7 final classification
CUT = Cut(
    clause="HEX 4.6",
    elimination_clause="HEX 4.6",
    sizes=(4, 8, 16),
    bracket=lambda size, _options: SINGLE[size],
    format=lambda _options: FINALS_FORMAT,
    announcement=announcement,
)

# 2 Staff, 5.9 cheating, 6 trying out moves
STAFF = StaffRule("HEX 2", ("Organizer", "Head Judge", "Judge", "Technical Judge"))
PENALTIES = PenaltyCode(
    (
        Infraction(
            "Cheating", "HEX 5.9", Penalty.DISQUALIFICATION, msg("Entry fees are not refunded.")
        ),
        Infraction(
            "Position not restored", "HEX 6", Penalty.GAME_LOSS,
            msg("Whoever tried out moves and cannot go back to the position loses the game."),
        ),
        OTHER,
    )
)  # fmt: skip

HEX = Ruleset(
    name="hex",
    title="Neuroshima Hex (Portalcon, 2022)",
    formerly="Neuroshima Hex",
    game="Neuroshima Hex",
    document="Neuroshima Hex, Portalcon 2022",
    short="HEX",
    match_format=MATCH_FORMAT,
    options=(SECOND_BYE, INTENTIONAL_DRAWS, LAST_TIEBREAK),
    tiebreaks=tiebreaks,
    suggest=suggest,
    clock=clock,
    pair=pair,
    legality=legality,
    roster_fields=ROSTER_FIELDS,
    scoring=partial(with_agreements, MATCH_FORMAT),
    most_rounds=MostRounds(
        MOST_ARMIES,
        msg(
            "each of the 5 armies is played once in them (HEX 5.1, 5.2), a beginner's four and one of these "
            "again in the last (HEX 5.5)"
        ),
    ),
    findings=findings,
    cut=CUT,
    staff=STAFF,
    penalties=PENALTIES,
    armies=army_lists,
    time_called=TIME_CALLED,
    registered=registered_armies,
)
