"""Netrunner Tournament Protocol, version 98.4.

The section numbers are the document's. Readings, where it is open:

- 1.3: original player order is ``Seed`` ascending; players without a seed follow, by number.
- 2.1: among those who had no bye; a tie goes to the last in original player order. An awarded
  first-round bye counts as one had.
- 2.3.1: if the two have met, the bottom player meets the next pile's second player, and so on
  down.
- 2.5: the subroutines are moves of the cards, each on what the last one left. Where they are
  exhausted, the pairs of the pile are taken up again from the last one made, then the next pile
  joins, and the legal pairing nearest to the straight one is taken.
- 2.7.3: rounded half up.
- 3.2.3: for two players the winner of their match; for more only if they have all met, by the
  points of those matches.
- Round robin, which the guidelines prefer whenever time allows: the option ``Format``. A bye in a
  round robin earns nothing.
- 4.3.1: intentional draws are refused; the option ``Intentional draws`` is for who wants them.
- Two absent players (``Double no-show``): both games unfinished, as every match totals three.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import groupby

from engine.formats import MATCHES, GamePoints
from engine.legality import Legality
from engine.match_format import MatchFormat
from engine.model import Stage, Tournament
from engine.options import Option, Options
from engine.pairing import Pairing
from engine.pairing.card_piles import pair_card_piles
from engine.pairing.context import RoundContext
from engine.pairing.groups import group_note, score_groups
from engine.pairing.round_robin import pair_round_robin, round_robin_rounds
from engine.pairing.swiss import apart_from_byes
from engine.penalties import OTHER, Infraction, Penalty, PenaltyCode
from engine.reasons import Kind, Listed, Phrase, Reason, Values
from engine.ruleset import Ruleset, Running, Suggestion, TimeCalled
from engine.rulesets.shared import (
    INTENTIONAL_DRAWS,
    by_three,
    numbered,
    original_player_order,
    pairing_number,
    rounds_by_doubling,
    with_agreements,
    without_intentional_draws,
)
from engine.texts import msg
from engine.tiebreaks import head_to_head, opponents_median, opponents_total

# Guidelines: round robin whenever time allows
GUIDELINES, ROUND_ROBIN = "NTP Guidelines", "Round robin"
FORMAT = Option(
    "Format",
    ("Swiss", ROUND_ROBIN),
    msg("Swiss, or a round robin, which the document prefers whenever there is time."),
)


def is_round_robin(options: Options) -> bool:
    """True if everyone meets everyone. Rule: NTP Guidelines."""
    return FORMAT.of(options) == ROUND_ROBIN


# 1.2 Number of rounds: log2 of the players, rounded up
def suggest(players: int, options: Options) -> Suggestion:
    """Rounds for a number of players; the document has no cut. Rule: NTP 1.2."""
    if is_round_robin(options):
        return Suggestion(round_robin_rounds(players), 0)
    return Suggestion(rounds_by_doubling(players), 0)


# 1.1 Player cards: points of the round, total, and pairing number, which a round robin has not
def on_cards(options: Options) -> tuple[Running, ...]:
    """The total and the pairing number after a round. Rule: NTP 1.1, Guidelines."""
    total = Running("Total", lambda points: points)
    number = Running(msg("Number"), lambda points: by_three(points.numerator, points.denominator))
    return (total,) if is_round_robin(options) else (total, number)


# 2.1 to 2.5 Pairing
LOWEST_NUMBER = msg(
    "{one} has the bye: the lowest pairing number, then the lowest GMP total, of those who had none"
)


def pair(context: RoundContext) -> Pairing:
    """Pair a round: the bye, the piles by pairing number, the halves. Rule: NTP 2.1 to 2.5."""
    if is_round_robin(context.tournament.options):
        return pair_round_robin(context, GUIDELINES)
    of = context.records.of
    place = {no: i for i, no in enumerate(original_player_order(context.tournament))}

    def order(no: int) -> tuple[int, int, int]:
        return -pairing_number(of[no]), -of[no].units, place[no]

    players, byes = apart_from_byes(context, "NTP 2.1", LOWEST_NUMBER, order=order)
    piles = score_groups(context, players, pairing_number, numbered)
    tables = pair_card_piles([pile.players for pile in piles], context)
    at = {no: i for i, no in enumerate(players)}
    tables.sort(key=lambda paired: at[paired.player1])
    text = msg("piles by pairing number (cards): {sizes}")
    notes = [group_note("NTP 2.2", text, piles)] if piles else []
    if context.tournament.rounds:
        notes += _numbers(context)
    return Pairing(context.round, (*tables, *byes), tuple(notes))


def _numbers(context: RoundContext) -> Iterator[Reason]:
    """A note for each pairing number with its players, highest first. Rule: NTP 2.7.3."""
    of = context.records.of
    ordered = sorted(context.ranked, key=lambda no: -of[no].units)
    text, each = msg("pairing number {number}: {players}"), msg("{players} ({points})")
    for number, pile in groupby(ordered, key=lambda no: pairing_number(of[no])):
        groups = score_groups(context, pile)
        players = tuple(
            Phrase(each, {"players": (*g.players,), "points": g.points}) for g in groups
        )
        values: Values = {"number": number, "players": Listed(players, msg("; "))}
        everyone = tuple(no for group in groups for no in group.players)
        yield Reason(Kind.GROUPS, "NTP 2.7.3", text, everyone, values)


LEGALITY = Legality("NTP 2.4")


def legality(tournament: Tournament) -> Legality:
    """No opponent twice; in a round robin whoever has no opponent sits out. Rule: NTP 2.1, 2.4."""
    return replace(LEGALITY, round_robin=GUIDELINES if is_round_robin(tournament.options) else "")


# 2.6 Time
DECKS = Option(
    "Decks",
    ("Constructed", "Sealed"),
    msg("What is played: constructed decks in rounds of 60 minutes, or sealed ones in 90."),
)
MINUTES = {"Constructed": 60, "Sealed": 90}


def clock(_stage: Stage, options: Options) -> int | None:
    """Minutes of a round. Rule: NTP 2.6."""
    return MINUTES[DECKS.of(options)]


TIME_CALLED = {
    Stage.SWISS: TimeCalled(
        "NTP 2.6, 2.7",
        (
            msg(
                "Play ends. The document gives no last turns; the tournament director says so before the "
                "round."
            ),
            msg("An unfinished game is worth half a GMP to either player."),
            msg(
                "The match goes to whoever has more points of both games, agenda points of unfinished "
                "games included."
            ),
        ),
    )
}


# 4.2 to 4.4 Netwatch
INFRACTIONS = (
    Infraction("Talking too much", "NTP 4.2.1", Penalty.WARNING),
    Infraction("Taking too long", "NTP 4.2.2", Penalty.WARNING),
    Infraction("Altering a result", "NTP 4.3.1", Penalty.DISQUALIFICATION),
    Infraction("Spying on cards or strategy", "NTP 4.3.2", Penalty.DISQUALIFICATION),
    Infraction("Arguing after a ruling", "NTP 4.2.2 (second)", Penalty.DISQUALIFICATION),
    Infraction(
        "Card seen illegally", "NTP 4.4", Penalty.NONE,
        msg(
            "The opponent may see it too, and decides: shuffled in, put back, or faceup into the Archives or "
            "Trash."
        ),
    ),
    OTHER,
)  # fmt: skip
PENALTIES = PenaltyCode(
    INFRACTIONS,
    (
        Penalty.NONE, Penalty.WARNING, Penalty.GAME_LOSS, Penalty.MATCH_LOSS,
        Penalty.DISQUALIFICATION, Penalty.JUDGE,
    ),
    warnings=2,
)  # fmt: skip


# 4.3.1 No result outside the game
NO_DRAWS = msg("players who decide a result outside the game are disqualified (NTP 4.3.1)")

# 2.7 Game/match points; a bye is three of them, in a round robin nothing
MATCH_FORMAT = without_intentional_draws(GamePoints(), NO_DRAWS)
IN_ROUND_ROBIN = without_intentional_draws(GamePoints(for_bye=0), NO_DRAWS)


def scoring(options: Options) -> MatchFormat:
    """The match format under the options. Rule: NTP 2.7 to 2.7.2, Data table."""
    match_format = IN_ROUND_ROBIN if is_round_robin(options) else MATCH_FORMAT
    return with_agreements(match_format, options)


# 3.2 Ties: opponents' GMP, the same without the highest and the lowest, head to head
TIEBREAKS = (
    opponents_total(
        "Opponents' GMP", msg("The GMP totals of all opponents, added up; a bye adds nothing.")
    ),
    opponents_median(
        "Median", msg("The GMP totals of all opponents but the highest and the lowest, added up.")
    ),
    head_to_head(by_match=MATCHES),
)


NTP = Ruleset(
    name="ntp",
    title="Netrunner (NTP, 1998), Tournament Protocol",
    formerly="Netrunner Tournament Protocol",
    document="Netrunner Tournament Protocol 98.4",
    short="NTP 98.4",
    match_format=MATCH_FORMAT,
    options=(FORMAT, DECKS, INTENTIONAL_DRAWS),
    tiebreaks=lambda _options, _rounds: TIEBREAKS,
    suggest=suggest,
    clock=clock,
    pair=pair,
    legality=legality,
    scoring=scoring,
    time_called=TIME_CALLED,
    penalties=PENALTIES,
    on_cards=on_cards,
)
