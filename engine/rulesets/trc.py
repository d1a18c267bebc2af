"""TRC Official Tournament Rules, last modified 6/23/98.

The section numbers are the document's. Readings, where it is open:

- 2.1: who plays the Corporation first is drawn for the judge, and printed on the slips; two who
  agree on another random method use that.
- 2.2.1: two absent players (``Double no-show``) have two games that were not started, half a
  point each for either, and half for the match.
- 2.2.2: games and matches won count half when drawn or unfinished; a bye is two games and one
  match. After each step the players who are still level start again at the first one.
  The first step is points against one another, if all of them have met. Whoever is still level shares the
  rank; pairings then go by lot.
- 2.3: pairing round 1 by ranking takes everybody's, so that nobody may be without a seed.
- 2.3: 4 or 5 players at the start: round robin, late entries or not; fewer: refused. By seed the
  bye of round 1 goes to the lowest seed.
- 2.4: whoever sits out in a round robin has a bye, too.
- 2.3.2: Appendix A's chart for 6 to 20 players still in, as far as it has rounds; otherwise
  groups of equal points.
- 2.3.5: within the group the legal pairing nearest to the straight one: the fewest changed
  pairs, then the smallest total change of rank. Only if there is none is the next group joined,
  and then as many pairs as can stay inside one of the groups.
- 2.3.6: the lowest-ranked of those who had no bye. An awarded first-round bye counts as one had.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import partial
from itertools import accumulate, pairwise

from engine.draws import Draws
from engine.formats import GAMES, MATCHES, GamePoints
from engine.legality import Legality
from engine.model import Stage, Status, Tournament
from engine.options import Option, Options, Settled
from engine.pairing import Paired, Pairing
from engine.pairing.context import RoundContext
from engine.pairing.groups import Rules, group_note, score_groups
from engine.pairing.halves import pair_even_halves, pair_halves
from engine.pairing.round_robin import pair_round_robin, round_robin_rounds
from engine.pairing.swiss import apart_from_byes, pair_at_random
from engine.penalties import OTHER, Infraction, Penalty, PenaltyCode
from engine.reasons import Kind, Reason, Values
from engine.roster import Finding, FindingKind
from engine.ruleset import DeckBuilding, Ruleset, StaffRule, Suggestion, TimeCalled
from engine.rulesets.shared import (
    INTENTIONAL_DRAWS,
    MINUTES,
    original_player_order,
    rounds_by_doubling,
    with_agreements,
    without_intentional_draws,
)
from engine.texts import msg
from engine.tiebreaks import Tiebreak, head_to_head, opponents_total, tally

# Floor rule 1: judges, administrators and referees may not play
STAFF = StaffRule("TRC Floor rule 1", ("Judge", "Administrator", "Referee"), may_play=False)

# Floor rule 2: rounds
MOST_ROUND_ROBIN = 5


def is_round_robin(tournament: Tournament) -> bool:
    """True if the event began with so few that everyone meets everyone. Rule: TRC 2.3."""
    return tournament.starters <= MOST_ROUND_ROBIN


def suggest(players: int, _options: Options) -> Suggestion:
    """Rounds for a number of players; the document has no cut. Rule: TRC Floor rule 2."""
    if players <= MOST_ROUND_ROBIN:
        return Suggestion(round_robin_rounds(players), 0)
    return Suggestion(rounds_by_doubling(players), 0)


# 2.1 Who plays the Corporation first
def first_corp(seed: str, round_number: int, one: int, two: int) -> int:
    """Draw for the judge the player who is the Corporation first. Rule: TRC 2.1."""
    players = sorted((one, two))
    drawn = Draws(seed, f"first Corporation {players[0]} {players[1]}", round_number)
    return drawn.one_of(players)


def _with_first_corp(paired: Paired, context: RoundContext) -> Paired:
    if paired.player2 is None:
        return paired
    no = first_corp(context.tournament.seed, context.round, paired.player1, paired.player2)
    text = msg(
        "{one} plays the Corporation first (drawn), unless the two agree on a draw of their own"
    )
    reason = Reason(Kind.SIDES, "TRC 2.1", text, (no,))
    return paired._replace(reasons=(*paired.reasons, reason))


# 2.2.1 Tournament points, 2.4 byes
MATCH_FORMAT = without_intentional_draws(
    GamePoints(games_first=True),
    msg("the document has none, a match is decided by its games (TRC 2.2.1)"),
)

# 2.2.2 Ties
TIED_PLAYERS = Option(
    "Tied players",
    ("Head to head", "Games won", "Matches won"),
    msg("The first tiebreak: points against one another, games won, or matches won."),
    settled=Settled(msg("all players are told of it before the event begins (TRC 2.2.2)")),
)
FIRST_STEP = {
    "Head to head": head_to_head(),
    "Games won": tally("Games won", GAMES, msg("Games won; half for a game drawn or unfinished.")),
    "Matches won": tally("Matches won", MATCHES, msg("Matches won; half for a match drawn.")),
}


ALL = msg("The tournament points of all opponents, added up; a bye adds nothing.")
LATER = msg("The points of the opponents met from round {first} on, added up.")


def tiebreaks(options: Options, rounds: int) -> tuple[Tiebreak, ...]:
    """Head to head or an option, then the opponents' points by rounds. Rule: TRC 2.2.2."""
    return (
        FIRST_STEP[TIED_PLAYERS.of(options)],
        opponents_total("Difficulty", ALL),
        *(opponents_total(f"Difficulty {n}+", LATER, n) for n in range(2, rounds + 1)),
    )


# 2.3 Pairing
RANDOM, BY_SEED = "Random", "By seed"
FIRST_ROUND = Option(
    "First round",
    (RANDOM, BY_SEED),
    msg(
        "Drawn, or the top half of the seeds against the bottom half, for which everybody needs a Seed."
    ),
    settled=Settled(msg("round 1 stays as it was drawn (TRC 2.3)")),
)


def missing(tournament: Tournament) -> Iterator[Finding]:
    """Players without a seed, where round 1 is paired by seed. Rule: TRC 2.3."""
    by_seed = FIRST_ROUND.of(tournament.options) == BY_SEED
    if not by_seed or tournament.rounds or is_round_robin(tournament):
        return
    data = {"option": FIRST_ROUND.name, "choice": RANDOM}
    for player in tournament.players:
        if player.status is Status.ACTIVE and player.seed is None:
            yield Finding(FindingKind.NO_SEED, player.no, "Seed", "TRC 2.3", data)


RULES = Rules("TRC 2.3.4", "TRC 2.3.5")
LOWEST_SEED = msg("{one} has the bye: the lowest seed")


def pair(context: RoundContext) -> Pairing:
    """Pair a round, and draw who plays the Corporation first. Rule: TRC 2.1, 2.3."""
    pairing = _pair(context)
    tables = tuple(_with_first_corp(paired, context) for paired in pairing.tables)
    return replace(pairing, tables=tables)


def _pair(context: RoundContext) -> Pairing:
    """Pair a round. Rule: TRC 2.3 to 2.3.6, Appendix A."""
    if is_round_robin(context.tournament):
        return pair_round_robin(context, "TRC 2.3")
    if context.round == 1:
        return _first_round(context)
    players, byes = apart_from_byes(context, "TRC 2.3.6")
    sizes = CHART.get(len(context.ranked), {}).get(context.round)
    if sizes and context.is_whole:
        text = msg("Pairings Chart for {count} players, round {round}: {sizes}")
        listed = "/".join(map(str, sizes)) + "/1B" * len(byes)
        values: Values = {"count": len(context.ranked), "round": context.round, "sizes": listed}
        note = Reason(Kind.GROUPS, "TRC Appendix A", text, values=values)
        ends = [0, *accumulate(sizes)]
        groups = [players[start:end] for start, end in pairwise(ends)]
        tables = pair_halves(groups, context, RULES)
    else:
        by_points = score_groups(context, players)
        note = group_note("TRC 2.3.2", msg("groups by tournament points: {sizes}"), by_points)
        tables = pair_even_halves(by_points, context, RULES, "TRC 2.3.2")
    return Pairing(context.round, (*tables, *byes), (note,))


def _first_round(context: RoundContext) -> Pairing:
    """Round 1: at random, or by seed. Rule: TRC 2.3."""
    rule = "TRC 2.3"
    if FIRST_ROUND.of(context.tournament.options) == RANDOM:
        players, byes = apart_from_byes(context, rule)
        return Pairing(context.round, (*pair_at_random(context, players, rule), *byes))
    place = {no: (i,) for i, no in enumerate(original_player_order(context.tournament))}
    players, byes = apart_from_byes(context, rule, LOWEST_SEED, order=place.__getitem__)
    tables = pair_halves([players], context, RULES._replace(pairs=rule))
    return Pairing(context.round, (*tables, *byes))


def legality(tournament: Tournament) -> Legality:
    """No opponent twice; in a round robin whoever has no opponent sits out. Rule: TRC 2.3.5."""
    return Legality("TRC 2.3.5", round_robin="TRC 2.3" if is_round_robin(tournament) else "")


# 9. Time
NO_LIMIT = "No limit"
SWISS_MINUTES = Option(
    "Swiss minutes",
    (NO_LIMIT, "45", "60", "75", "90"),
    msg(
        "Playing time of a match. The judge may limit it, to 45 at least; 90 is suggested for sealed decks."
    ),
    numbers=range(45, MINUTES.stop),
)


def clock(_stage: Stage, options: Options) -> int | None:
    """Minutes of a match. Rule: TRC Floor rule 9."""
    minutes = SWISS_MINUTES.of(options)
    return None if minutes == NO_LIMIT else int(minutes)


TIME_CALLED = {
    Stage.SWISS: TimeCalled(
        "TRC Floor rule 9",
        (
            msg("All play stops at once."),
            msg(
                "A player in mid-turn may finish that turn, within one minute. A player who has "
                "begun an action is in mid-turn; the Corp's mandatory draw is not an action."
            ),
            msg(
                "Then scores are calculated: an unfinished game earns either player half a point, and its "
                "agenda points as game points; a game not started is unfinished, with 0."
            ),
        ),
        warning=10,
    )
}


# SD2 Deck construction
NO_BUILDING = "No"
DECK_BUILDING = Option(
    "Deck building",
    (NO_BUILDING, "30", "45", "60"),
    msg("Minutes for building sealed decks before round 1, with a clock."),
    numbers=range(30, 61),
)
BUILDING_ENDS = TimeCalled(
    "TRC SD2",
    (
        msg("All players open their cards and build their decks in this time."),
        msg("The judge may rule that players who have not finished at its end forfeit."),
        msg("If everybody is ready earlier, the tournament begins without delay."),
    ),
    warning=5,
)


def deck_building(options: Options) -> DeckBuilding | None:
    """The time for building decks, 30 to 60 minutes, with a warning 5 before its end. Rule: TRC SD2."""
    minutes = DECK_BUILDING.of(options)
    return None if minutes == NO_BUILDING else DeckBuilding(int(minutes), BUILDING_ENDS)


# 3, 6 to 8, 10, SD2, SD3 Warnings and Declarations of Forfeiture
INFRACTIONS = (
    Infraction("Another deck", "TRC Floor rule 3", Penalty.FORFEITURE, msg("If the judge says so.")),
    Infraction("Cards held below the table", "TRC Floor rule 6", Penalty.WARNING),
    Infraction("Outside assistance", "TRC Floor rule 7", Penalty.WARNING),
    Infraction("Unsporting conduct", "TRC Floor rule 8", Penalty.WARNING),
    Infraction("Stalling", "TRC Floor rule 10", Penalty.WARNING),
    Infraction("Stalling", "TRC Floor rule 10", Penalty.WARNING, case="match not begun in time"),
    Infraction(
        "Deck not built in time", "TRC SD2", Penalty.FORFEITURE, msg("If the judge says so."),
    ),
    Infraction("Packages opened early", "TRC SD3", Penalty.WARNING),
    OTHER,
)  # fmt: skip
PENALTIES = PenaltyCode(
    INFRACTIONS, (Penalty.NONE, Penalty.WARNING, Penalty.FORFEITURE, Penalty.JUDGE)
)
"""A warning or a Declaration of Forfeiture, as the judge sees fit; a warning is proposed."""


# Appendix A: Pairings Chart, the sizes of the groups by players still in and round
CHART: Mapping[int, Mapping[int, tuple[int, ...]]] = {
    6: {2: (4, 2), 3: (2, 2, 2)},
    7: {2: (4, 2), 3: (2, 4)},
    8: {2: (4, 4), 3: (2, 4, 2)},
    9: {2: (6, 2), 3: (4, 4), 4: (2, 4, 2)},
    10: {2: (6, 4), 3: (4, 4, 2), 4: (2, 4, 2, 2)},
    11: {2: (6, 4), 3: (4, 6), 4: (2, 4, 4)},
    12: {2: (6, 6), 3: (4, 6, 2), 4: (2, 4, 4, 2)},
    13: {2: (8, 4), 3: (4, 6, 2), 4: (2, 6, 4)},
    14: {2: (8, 6), 3: (4, 6, 4), 4: (2, 6, 4, 2)},
    15: {2: (8, 6), 3: (4, 8, 2), 4: (2, 6, 6)},
    16: {2: (8, 8), 3: (4, 8, 4), 4: (2, 6, 6, 2)},
    17: {2: (10, 6), 3: (6, 8, 2), 4: (4, 6, 6), 5: (2, 4, 6, 4)},
    18: {2: (10, 8), 3: (6, 8, 4), 4: (4, 6, 6, 2), 5: (2, 4, 6, 4, 2)},
    19: {2: (10, 8), 3: (6, 10, 2), 4: (4, 6, 8), 5: (2, 4, 8, 4)},
    20: {2: (10, 10), 3: (6, 10, 4), 4: (4, 6, 8, 2), 5: (2, 4, 8, 4, 2)},
}
"""An odd number of players has the ``1B`` of the chart besides: the bye."""

TRC = Ruleset(
    name="trc",
    title="Netrunner (TRC, 1998), Official Tournament Rules",
    formerly="TRC Official Tournament Rules",
    document="TRC Official Tournament Rules, 6/23/98",
    short="TRC 6/23/98",
    match_format=MATCH_FORMAT,
    options=(FIRST_ROUND, TIED_PLAYERS, SWISS_MINUTES, DECK_BUILDING, INTENTIONAL_DRAWS),
    tiebreaks=tiebreaks,
    suggest=suggest,
    clock=clock,
    pair=pair,
    legality=legality,
    scoring=partial(with_agreements, MATCH_FORMAT),
    missing=missing,
    min_players=4,
    starting_over=True,
    staff=STAFF,
    penalties=PENALTIES,
    time_called=TIME_CALLED,
    first_corp=first_corp,
    play_off="TRC 2.2.2",
    deck_building=deck_building,
)
