"""The tiebreaks that a ruleset of the organizer's own can rank by; a new one is an entry here."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple

from engine.formats.tallies import AGAINST, FOR, LOSSES, MARGIN, WINS
from engine.own import options as own
from engine.own import scores, shares
from engine.own.options import FIDE_2024, FIDE_2026
from engine.own.rounds import Entry, How, rounds_of
from engine.own.shares import ShareRules
from engine.records import Exacts, Records
from engine.texts import msg
from engine.tiebreaks import (
    Tiebreak,
    by_lot,
    by_roster_seed,
    head_to_head,
)

FIDE = (FIDE_2024, FIDE_2026)


class Rules(NamedTuple):
    """The settings that tiebreaks have in common."""

    shares: ShareRules
    unplayed: str


Values = Callable[[Records, Rules], Exacts]
Made = Callable[[Rules], Tiebreak]


def _of(header: str, values: Values, help_: str, *, decimals: int = 1, lowest_first: bool = False, is_sum: bool = False) -> Made:  # fmt: skip
    """A tiebreak of everybody's records."""

    def made(rules: Rules) -> Tiebreak:
        def of_all(records: Records, _players: Sequence[int]) -> Exacts:
            return values(records, rules)

        return Tiebreak(
            header, of_all, help_, decimals=decimals, lowest_first=lowest_first, is_sum=is_sum
        )

    return made


def _tally(header: str, name: str, help_: str, *, lowest_first: bool = False) -> Made:
    """A tally of the results, added up."""

    def values(records: Records, _rules: Rules) -> Exacts:
        return Exacts(records.tally(name), records.denominator)

    return _of(header, values, help_, decimals=0, lowest_first=lowest_first, is_sum=True)


def _difference(records: Records, less: str, more: str) -> dict[int, int]:
    one, two = records.tally(more), records.tally(less)
    return {no: one[no] - two[no] for no in one}


def _buchholz(header: str, help_: str, lowest: int = 0, highest: int = 0) -> Made:
    def values(records: Records, rules: Rules) -> Exacts:
        return scores.buchholz(records, rules.unplayed, lowest, highest)

    return _of(header, values, help_)


def _played(entry: Entry) -> bool:
    return entry.how is How.PLAYED


def _wins(header: str, help_: str, *, played: bool, second: bool = False) -> Made:
    """The rounds that were won; those played, or those played as Player 2, alone."""

    def values(records: Records, _rules: Rules) -> Exacts:
        return scores.count_rounds(
            records, lambda e: e.won and (not played or _played(e)) and not (second and e.first)
        )

    return _of(header, values, help_, decimals=0)


def _sos_of_sos(records: Records, rules: Rules) -> Exacts:
    """The opponents' sums of opponents' scores; an unplayed round counts rounds times the own start."""
    sos = scores.buchholz(records, rules.unplayed).values
    totals = {}
    for no, entries in rounds_of(records).items():
        own = records.rounds * scores.start_units(records, no)
        totals[no] = sum(sos[e.opponent] if e.opponent is not None else own for e in entries)
    return Exacts(totals, records.denominator)


def _start(records: Records, _rules: Rules) -> Exacts:
    return Exacts({no: scores.start_units(records, no) for no in records.of}, records.denominator)


def _opponents_balance(records: Records, _rules: Rules) -> Exacts:
    balance = _difference(records, LOSSES, WINS)
    totals = {no: sum(balance[o] for o in record.opponents) for no, record in records.of.items()}
    return Exacts(totals, records.denominator)


def _beaten(records: Records, _rules: Rules) -> Exacts:
    return scores.points_against(records, lambda e: e.won and _played(e))


def _opponents_weighted_cumulative(records: Records, _rules: Rules) -> Exacts:
    return shares.mean_over_opponents(records, scores.weighted_cumulative(records))


def _pooled(header: str, help_: str, *, of_opponents: bool) -> Made:
    def values(records: Records, rules: Rules) -> Exacts:
        return shares.pooled_shares(records, rules.shares, of_opponents=of_opponents)

    return _of(header, values, help_, decimals=3)


def _own_match_share(records: Records, rules: Rules) -> Exacts:
    return shares.match_shares(records, rules.shares)


TIEBREAKS: Mapping[str, Made] = {
    "Opponents' match-win share": _of(
        "OMW", lambda records, rules: shares.opponents_match_shares(records, rules.shares),
        msg("The mean of the opponents' shares of points: points divided by those of as many wins as rounds."),
        decimals=6,
    ),
    "Own game-win share": _of(
        "GW", lambda records, rules: shares.game_shares(records, rules.shares, rules.shares.own_floor),
        msg("Games won, drawn games in part, divided by games played."), decimals=6,
    ),
    "Opponents' game-win share": _of(
        "OGW", lambda records, rules: shares.opponents_game_shares(records, rules.shares),
        msg("The mean of the opponents' shares of games won."), decimals=6,
    ),
    "Opponents' opponents' match-win share": _of(
        "OOMW", lambda records, rules: shares.opponents_opponents_match_shares(records, rules.shares),
        msg("The mean of the opponents' OMW."), decimals=6,
    ),
    "Own match-win share": _of(
        "MW", _own_match_share, msg("Points divided by those of as many wins as rounds."), decimals=6
    ),
    "Opponents' pooled share": _pooled(
        "YYY", msg("The opponents' points together, divided by those of wins in all their rounds, cut off after three decimals."),
        of_opponents=False,
    ),
    "Opponents' opponents' pooled share": _pooled(
        "ZZZ", msg("The same of all opponents of the opponents together."), of_opponents=True
    ),
    "Squares of rounds lost": _of(
        "DDD", lambda records, _rules: scores.squares_of_rounds_lost(records),
        msg("The squares of the numbers of the rounds that were lost, added up."), decimals=0,
    ),
    "Strength of schedule": _of(
        "SoS", lambda records, rules: shares.strength_of_schedule(records, rules.shares),
        msg("The opponents' points a round, added up and divided by the opponents met, or by the rounds."),
        decimals=4,
    ),
    "Extended strength of schedule": _of(
        "xSoS", lambda records, rules: shares.extended_strength_of_schedule(records, rules.shares),
        msg("The opponents' SoS, added up and divided by their number."), decimals=4,
    ),
    "Buchholz": _buchholz("BH", msg("The opponents' points, added up.")),
    "Buchholz cut 1": _buchholz("BH-C1", msg("The opponents' points without the lowest."), 1),
    "Buchholz cut 2": _buchholz("BH-C2", msg("The opponents' points without the two lowest."), 2),
    "Median Buchholz": _buchholz("BH-M1", msg("The opponents' points without the lowest and the highest."), 1, 1),
    "Median Buchholz 2": _buchholz(
        "BH-M2", msg("The opponents' points without the two lowest and the two highest."), 2, 2
    ),
    "Average of opponents' Buchholz": _of(
        "AOB", lambda records, rules: scores.average_opponents_buchholz(records, rules.unplayed),
        msg("The mean of the Buchholz of the opponents played."), decimals=2,
    ),
    "Sum of opponents' Buchholz": _of(
        "SOSOS", _sos_of_sos, msg("The Buchholz of the opponents, added up.")
    ),
    "Sonneborn-Berger": _of(
        "SB", lambda records, rules: scores.sonneborn_berger(records, rules.unplayed),
        msg("Each opponent's points, times the part of a win gained against them."), decimals=2,
    ),
    "Sonneborn-Berger cut 1": _of(
        "SB-C1", lambda records, rules: scores.sonneborn_berger(records, rules.unplayed, cut_lowest=True),
        msg("Sonneborn-Berger without the opponent with the fewest points."), decimals=2,
    ),
    "Solkoff": _of(
        "Solkoff", lambda records, _rules: scores.points_against(records, lambda _entry: True),
        msg("The points of all opponents, added up; a bye adds nothing."),
    ),
    "Points of those beaten": _of("Beaten", _beaten, msg("The points of the opponents beaten, added up.")),
    "Head to head": lambda rules: head_to_head(forfeits=rules.unplayed not in FIDE),
    "Head to head of two": lambda rules: replace(
        head_to_head(most=2, forfeits=rules.unplayed not in FIDE), name="Head to head of two"
    ),
    "Wins": _wins("Wins", msg("Matches won, byes and absent opponents included."), played=False),
    "Wins played": _wins("Won", msg("Matches played and won."), played=True),
    "Wins as Player 2": _wins("Won 2nd", msg("Matches played and won as Player 2."), played=True, second=True),
    "Matches as Player 2": _of(
        "As 2nd", lambda records, _rules: scores.count_rounds(records, lambda e: _played(e) and not e.first),
        msg("Matches played as Player 2."), decimals=0,
    ),
    "Rounds not missed": _of(
        "REP", lambda records, _rules: scores.count_rounds(records, lambda e: not e.how.is_voluntary),
        msg("Rounds that the player did not miss."), decimals=0,
    ),
    "Fewest losses": _tally("Losses", LOSSES, msg("Matches lost."), lowest_first=True),
    "Opponents' wins less losses": _of(
        "Opp +/-", _opponents_balance, msg("The opponents' wins less their losses, added up."), decimals=0
    ),
    "Difference": _of(
        "+/-", lambda records, _rules: Exacts(_difference(records, AGAINST, FOR), records.denominator),
        msg("Games or score, less those of the opponents."), decimals=0, is_sum=True,
    ),
    "Games or score": _tally("For", FOR, msg("Games won, or the score, of all matches.")),
    "Margin of victory": _tally("MOV", MARGIN, msg("The margins of all matches, added up.")),
    "Cumulative": _of(
        "PS", lambda records, _rules: scores.cumulative(records), msg("The totals after each round, added up.")
    ),
    "Cumulative cut 1": _of(
        "PS-C1", lambda records, _rules: scores.cumulative(records, 2),
        msg("The totals after each round but the first, added up."),
    ),
    "Weighted cumulative": _of(
        "CTB", lambda records, _rules: scores.weighted_cumulative(records),
        msg("The wins so far after each round, each round a quarter of the next, divided by those of all wins."),
        decimals=6,
    ),
    "Opponents' weighted cumulative": _of(
        "OCTB", _opponents_weighted_cumulative, msg("The mean of the opponents' CTB."), decimals=6
    ),
    "Share of matches lost": _of(
        "PML", lambda records, rules: shares.shares_lost(records, rules.shares),
        msg("Matches lost, divided by the rounds with a match or a bye; the lower ranks first."),
        decimals=6, lowest_first=True,
    ),
    "Opponents' share of matches lost": _of(
        "OML", lambda records, rules: shares.opponents_shares_lost(records, rules.shares),
        msg("The mean of the opponents' PML; the lower ranks first."), decimals=6, lowest_first=True,
    ),
    "Koya": _of(
        "KS", lambda records, _rules: scores.koya(records),
        msg("Points against opponents with at least half of a full score."),
    ),
    "Kashdan": _of(
        "KA", lambda records, _rules: scores.kashdan(records),
        msg("4 for a win, 2 for a draw and 1 for a loss of those played."), decimals=0,
    ),
    "Average rating of opponents": _of(
        "ARO", lambda records, _rules: scores.average_rating(records),
        msg("The mean Rating of the opponents played."), decimals=0,
    ),
    "Average rating of opponents cut 1": _of(
        "ARO-C1", lambda records, _rules: scores.average_rating(records, 1),
        msg("The mean Rating of the opponents played, without the lowest."), decimals=0,
    ),
    "Start score": _of("Start", _start, msg("The player's Start score.")),
    "Roster seed": lambda _rules: by_roster_seed(),
    "Lot": lambda _rules: by_lot(),
}  # fmt: skip
"""The tiebreaks by the names that the settings have for them."""

_WITHOUT_SETTINGS = Rules(ShareRules(0, 0, 0, True, True, None, 1, True), own.NOTHING)  # noqa: FBT003
SHORT_NAMES = {made(_WITHOUT_SETTINGS).name.casefold(): name for name, made in TIEBREAKS.items()}
"""The tiebreaks by their short names, in small letters."""
HELPS = (
    msg("Ranks those who are level on points; the standings say how it counts."),
    msg("Ranks those who are still level. The lot decides what the last one leaves level."),
    msg(
        "Strength of schedule, Buchholz, Solkoff and the opponents' shares go by the opponents met."
    ),
    msg("Sonneborn-Berger and Points of those beaten go by the opponents beaten."),
    msg("Head to head counts the matches of those who are level, if all of them have met."),
    msg(
        "Difference and Games or score go by the result; Margin of victory has a limit for each match, too."
    ),
    msg("Cumulative ranks early wins first, Squares of rounds lost late losses."),
    msg("Wins, Fewest losses, Koya and Kashdan go by the player's own results."),
    msg("Averages of ratings, and Start score, need that entry of the players."),
    msg("Roster seed ranks by Seed, Lot by a draw made once for the event."),
)
"""One for each row: the first two say what they do, the others what there is to choose from."""
MOST_TIEBREAKS = len(HELPS)
TIEBREAK_ROWS = tuple(
    replace(own.ranking(f"Tiebreak {n}", (own.NONE, *TIEBREAKS), help_), known_as=SHORT_NAMES)
    for n, help_ in enumerate(HELPS, 1)
)
"""The settings of the tiebreaks, in order."""
