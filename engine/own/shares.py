"""Shares of matches and games won, of a player's own and of the opponents.

Source: Magic Tournament Rules, Appendix C; the floor, byes and drawn games are settings.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from math import lcm

from engine.model import Exact, Special
from engine.own.formats import AGAINST, DRAWN_FOR, FOR
from engine.records import Exacts, Records


@dataclass(frozen=True)
class ShareRules:
    """How shares are worked out.

    Args:
        floor: the lowest share of an opponent.
        own_floor: the lowest share of games of a player's own.
        drawn_game: the part of a game won that a drawn one counts.
        counts_byes: True if byes count among a player's rounds and wins.
        counts_missed: True if rounds before a late entry count as played without points.
        win: the points of a match won.
        over_opponents: True if strength of schedule is divided by the opponents met, not by the rounds.
    """

    floor: Exact
    own_floor: Exact
    drawn_game: Exact
    counts_byes: bool
    counts_missed: bool
    win: Exact
    over_opponents: bool


def _together(shares: Mapping[int, Fraction]) -> Exacts:
    """Fractions as whole numbers over one denominator."""
    scale = lcm(*{share.denominator for share in shares.values()})
    return Exacts({no: int(share * scale) for no, share in shares.items()}, scale)


def mean_over_opponents(records: Records, of: Exacts) -> Exacts:
    """The mean of the opponents' values, one met twice counted twice; 0 without an opponent."""
    return _averaged(records, of, over_opponents=True)


def _averaged(records: Records, of: Exacts, *, over_opponents: bool) -> Exacts:
    """The opponents' values, added up and divided by the number of opponents or of rounds."""
    share, values, rounds = records.shares, of.values, max(records.rounds, 1)
    means = {
        no: sum([values[opponent] for opponent in record.opponents])
        * share[len(record.opponents) if over_opponents else rounds]
        for no, record in records.of.items()
    }
    return Exacts(means, of.denominator * records.common_multiple)


def _byes(records: Records) -> dict[int, int]:
    """The points of each player's byes, in units."""
    units = dict.fromkeys(records.of, 0)
    for round_ in records.tournament.rounds:
        for match in round_.matches:
            if match.player2 is None:
                score = records.match_format.score(match.result, match.special)
                assert score is not None
                units[match.player1] += int(score.player1 * records.denominator)
    return units


@lru_cache(maxsize=8)
def points_a_round(records: Records, rules: ShareRules) -> dict[int, Fraction]:
    """Everybody's points divided by the rounds that count; nobody who has none of them."""
    less = {} if rules.counts_byes else _byes(records)
    found: dict[int, Fraction] = {}
    for no, record in records.of.items():
        units, rounds = record.units, record.last_round if rules.counts_missed else record.played
        if less:
            units, rounds = units - less[no], rounds - record.byes
        if rounds > 0:
            found[no] = Fraction(units, records.denominator * rounds)
    return found


def match_shares(records: Records, rules: ShareRules) -> Exacts:
    """Points divided by those of as many wins as rounds played, and the floor at least."""
    each, floor = points_a_round(records, rules), Fraction(rules.floor)
    shares = {
        no: max(each[no] / rules.win, floor) if no in each else Fraction(0) for no in records.of
    }
    return _together(shares)


def strength_of_schedule(records: Records, rules: ShareRules) -> Exacts:
    """The opponents' points a round, added up and divided by the opponents met or by the rounds."""
    each = points_a_round(records, rules)
    of = _together({no: each.get(no, Fraction(0)) for no in records.of})
    return _averaged(records, of, over_opponents=rules.over_opponents)


def extended_strength_of_schedule(records: Records, rules: ShareRules) -> Exacts:
    """The opponents' strength of schedule, added up and divided by the number of opponents."""
    return mean_over_opponents(records, strength_of_schedule(records, rules))


@lru_cache(maxsize=16)
def game_shares(records: Records, rules: ShareRules, floor: Exact) -> Exacts:
    """Games won, drawn ones in part, divided by games played, and the floor at least."""
    skipped = () if rules.counts_byes else (Special.BYE,)
    won, lost, drawn = (records.tally(name, skipped) for name in (FOR, AGAINST, DRAWN_FOR))
    shares: dict[int, Fraction] = {}
    for no, record in records.of.items():
        played = won[no] + lost[no] + drawn[no]
        gained = Fraction(won[no]) + drawn[no] * Fraction(rules.drawn_game)
        share = gained / played if played else Fraction(0)
        shares[no] = max(share, Fraction(floor)) if record.played else share
    return _together(shares)


def opponents_match_shares(records: Records, rules: ShareRules) -> Exacts:
    """The mean of the opponents' shares of matches won (OMW)."""
    return mean_over_opponents(records, match_shares(records, rules))


def opponents_game_shares(records: Records, rules: ShareRules) -> Exacts:
    """The mean of the opponents' shares of games won (OGW)."""
    return mean_over_opponents(records, game_shares(records, rules, rules.floor))


def opponents_opponents_match_shares(records: Records, rules: ShareRules) -> Exacts:
    """The mean of the opponents' OMW."""
    return mean_over_opponents(records, opponents_match_shares(records, rules))
