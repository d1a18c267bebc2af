"""Massey's Netrunner Tournament System, from "Tournament Equality for All".

The document is an essay; its two rules are that winners, pairings and tiebreaks all use the same
kind of points. Readings, where it is open:

- Groups are by the points divided by three and rounded, from its chart; within a group the top
  half meets the bottom half, the nearest legal way (as in TRC 2.3.5). An odd group takes the
  highest-ranked player of the next; the bye goes to the lowest-ranked player who had none.
- Option ``Count``: ``Games`` or ``Matches`` for the two other kinds of points that the essay
  speaks of. Groups are then by those points themselves.
- The first round is drawn at random; the number of rounds is log2 of the players, rounded up.
- "The chess tiebreak": the opponents' points added up (Solkoff), then without the highest and
  lowest (Median). Whoever is still level shares the rank; pairings then go by lot.
- It sets no time for a round.
"""

from __future__ import annotations

from engine.formats import GAMES, MATCHES, GamePoints
from engine.legality import Legality
from engine.match_format import MatchFormat
from engine.model import Stage, Tournament
from engine.options import Option, Options
from engine.pairing import Pairing
from engine.pairing.context import RoundContext
from engine.pairing.groups import Rules, group_note, points_of, score_groups
from engine.pairing.halves import pair_even_halves
from engine.pairing.swiss import apart_from_byes, pair_at_random
from engine.records import Record
from engine.ruleset import Ruleset, Suggestion
from engine.rulesets.shared import (
    INTENTIONAL_DRAWS,
    numbered,
    pairing_number,
    rounds_by_doubling,
    with_agreements,
    without_intentional_draws,
)
from engine.texts import msg
from engine.tiebreaks import Tiebreak, opponents_median, opponents_total

CLAUSE = "NTS"
GMP = "GMP"

# Points: the winners by the same kind as the pairings
COUNT = Option(
    "Count",
    (GMP, GAMES, MATCHES),
    msg("The unit of winners, pairings and tiebreaks: games and matches, games, or matches."),
)
NO_DRAWS = msg("the document has none, a match is decided by its games (NTS)")
FORMATS = {
    count: without_intentional_draws(GamePoints(count=count), NO_DRAWS) for count in COUNT.choices
}


def scoring(options: Options) -> MatchFormat:
    """A point for each game and one for the match, or for either alone. Rule: NTS rule 1."""
    return with_agreements(FORMATS[COUNT.of(options)], options)


# Tiebreaks: of the same points as those that determine the winners
TIEBREAKS = (
    opponents_total("Solkoff", msg("The points of all opponents, added up; a bye adds nothing.")),
    opponents_median(
        "Median", msg("The points of all opponents but the highest and the lowest, added up.")
    ),
)


def tiebreaks(_options: Options, _rounds: int) -> tuple[Tiebreak, ...]:
    """The opponents' points, then without the highest and the lowest. Rule: NTS rule 2."""
    return TIEBREAKS


# The chart of pairing numbers
def paired_using(record: Record, options: Options) -> int:
    """The number of the group that a player is paired in. Rule: NTS chart."""
    return pairing_number(record) if COUNT.of(options) == GMP else record.units


def pair(context: RoundContext) -> Pairing:
    """Pair a round within the groups of the chart. Rule: NTS rule 1, chart."""
    players, byes = apart_from_byes(context, CLAUSE)
    if context.round == 1:
        tables = pair_at_random(context, players, CLAUSE)
        return Pairing(context.round, (*tables, *byes))
    options = context.tournament.options
    shown = numbered if COUNT.of(options) == GMP else points_of
    groups = score_groups(context, players, lambda record: paired_using(record, options), shown)
    note = group_note(CLAUSE, msg("groups to pair (players): {sizes}"), groups)
    pairs = pair_even_halves(groups, context, Rules(CLAUSE, CLAUSE), CLAUSE)
    return Pairing(context.round, (*pairs, *byes), (note,))


def legality(_tournament: Tournament) -> Legality:
    """No opponent twice, no second bye while that is avoidable. Rule: NTS, Swiss system."""
    return Legality(CLAUSE)


def suggest(players: int, _options: Options) -> Suggestion:
    """Rounds for a number of players, as in any Swiss event: log2, rounded up."""
    return Suggestion(rounds_by_doubling(players), 0)


def clock(_stage: Stage, _options: Options) -> int | None:
    """No limit: the document sets none."""
    return None


NTS = Ruleset(
    name="nts",
    title="Netrunner (Massey, about 2000), Tournament System",
    formerly="Massey's Netrunner Tournament System",
    document="Massey, Tournament Equality for All",
    short="NTS",
    match_format=FORMATS[GMP],
    options=(COUNT, INTENTIONAL_DRAWS),
    tiebreaks=tiebreaks,
    suggest=suggest,
    clock=clock,
    pair=pair,
    legality=legality,
    scoring=scoring,
)
