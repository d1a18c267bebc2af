"""Shares of matches and games won, of a player's own and of the opponents.

Source: Magic Tournament Rules, Appendix C; the floor, byes and drawn games are settings. Those of matches
lost: Flesh and Blood, Pairings and Tiebreaker Policy. Pooled shares: Yu-Gi-Oh, tiebreak number.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from math import lcm

from engine.formats.tallies import AGAINST, DRAWN_FOR, FOR
from engine.model import Exact, Special, Status
from engine.own.rounds import How, rounds_of
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
        drawn_match: the part of a match won that a drawn one counts; ``None`` for that of its points.
        most_dropped: the highest share of an opponent who has dropped; 1 for any.
        over_opponents: True if strength of schedule is divided by the opponents met, not by the rounds.
    """

    floor: Exact
    own_floor: Exact
    drawn_game: Exact
    counts_byes: bool
    counts_missed: bool
    drawn_match: Exact | None
    most_dropped: Exact
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
def units_and_rounds(records: Records, rules: ShareRules) -> dict[int, tuple[int, int]]:
    """Everybody's points, in units, and the rounds in which they were earned, as far as both count.

    Rounds after a player's last one do not, nor what they are worth to who is absent.
    """
    less = {} if rules.counts_byes else _byes(records)
    found: dict[int, tuple[int, int]] = {}
    for no, record in records.of.items():
        units = record.units - (records.rounds - record.last_round) * records.absent_units
        rounds = record.last_round if rules.counts_missed else record.played
        if less:
            units, rounds = units - less[no], rounds - record.byes
        found[no] = units, rounds
    return found


@lru_cache(maxsize=8)
def match_shares(records: Records, rules: ShareRules) -> Exacts:
    """Everybody's share of matches won, between the floor and, for who dropped, the highest.

    By points it is those divided by as many wins as rounds.
    """
    each = _won_by_points if rules.drawn_match is None else _won_by_matches
    floor, most = Fraction(rules.floor), Fraction(rules.most_dropped)
    limited = records.tournament.players if most < 1 else ()
    dropped = {player.no for player in limited if player.status is not Status.ACTIVE}
    shares = dict.fromkeys(records.of, Fraction(0))
    for no, share in each(records, rules).items():
        shares[no] = max(min(share, most) if no in dropped else share, floor)
    return _together(shares)


def _won_by_points(records: Records, rules: ShareRules) -> dict[int, Fraction]:
    full = int(records.match_format.full * records.denominator)
    counted = units_and_rounds(records, rules).items()
    return {no: Fraction(units, (full or 1) * rounds) for no, (units, rounds) in counted if rounds}


def _won_by_matches(records: Records, rules: ShareRules) -> dict[int, Fraction]:
    part, shares = Fraction(rules.drawn_match or 0), {}
    for no, (_, rounds) in units_and_rounds(records, rules).items():
        won = drawn = 0
        for entry in rounds_of(records)[no]:
            if entry.won:
                won += rules.counts_byes or not entry.how.is_bye
            elif entry.how is How.PLAYED and not entry.lost:
                drawn += 1
        if rounds:
            gained = won * part.denominator + drawn * part.numerator
            shares[no] = Fraction(gained, rounds * part.denominator)
    return shares


def strength_of_schedule(records: Records, rules: ShareRules) -> Exacts:
    """The opponents' points a round, added up and divided by the opponents met or by the rounds."""
    counted, scale = units_and_rounds(records, rules).items(), records.denominator
    of = _together({no: Fraction(units, scale * (rounds or 1)) for no, (units, rounds) in counted})
    return _averaged(records, of, over_opponents=rules.over_opponents)


def extended_strength_of_schedule(records: Records, rules: ShareRules) -> Exacts:
    """The opponents' strength of schedule, added up and divided by the number of opponents."""
    return mean_over_opponents(records, strength_of_schedule(records, rules))


def game_shares(records: Records, rules: ShareRules, floor: Exact) -> Exacts:
    """Games won, drawn ones in part, divided by games played, and the floor at least."""
    least, of = Fraction(floor), records.of
    shares = _shares_of_games(records, rules)
    return _together({no: max(s, least) if of[no].played else s for no, s in shares.items()})


@lru_cache(maxsize=8)
def _shares_of_games(records: Records, rules: ShareRules) -> dict[int, Fraction]:
    skipped = () if rules.counts_byes else (Special.BYE,)
    won, lost, drawn = (records.tally(name, skipped) for name in (FOR, AGAINST, DRAWN_FOR))
    part, shares = Fraction(rules.drawn_game), {}
    for no in records.of:
        played = won[no] + lost[no] + drawn[no]
        gained = won[no] * part.denominator + drawn[no] * part.numerator
        shares[no] = Fraction(gained, played * part.denominator or 1)
    return shares


def opponents_match_shares(records: Records, rules: ShareRules) -> Exacts:
    """The mean of the opponents' shares of matches won (OMW)."""
    return mean_over_opponents(records, match_shares(records, rules))


def opponents_game_shares(records: Records, rules: ShareRules) -> Exacts:
    """The mean of the opponents' shares of games won (OGW)."""
    return mean_over_opponents(records, game_shares(records, rules, rules.floor))


def opponents_opponents_match_shares(records: Records, rules: ShareRules) -> Exacts:
    """The mean of the opponents' OMW."""
    return mean_over_opponents(records, opponents_match_shares(records, rules))


def shares_lost(records: Records, rules: ShareRules) -> Exacts:
    """Matches lost, divided by the rounds with a match or a bye; 0 without one."""
    shares = {}
    for no, entries in rounds_of(records).items():
        record = records.of[no]
        rounds = record.played if rules.counts_byes else record.played - record.byes
        shares[no] = Fraction(sum(entry.lost for entry in entries), rounds or 1)
    return _together(shares)


def opponents_shares_lost(records: Records, rules: ShareRules) -> Exacts:
    """The mean of the opponents' shares of matches lost."""
    return mean_over_opponents(records, shares_lost(records, rules))


POOLED, MOST_POOLED = 1000, 999
"""Pooled shares are whole thousandths, and not more than this many."""


def pooled_shares(records: Records, rules: ShareRules, *, of_opponents: bool = False) -> Exacts:
    """All opponents' points together, divided by those of as many wins as all their rounds.

    ``of_opponents`` pools the opponents of the opponents instead, as often as they were met. The share is
    cut off after three decimals, at most 0.999; 0 without an opponent.
    """
    pools = dict(units_and_rounds(records, rules))
    for _ in range(2 if of_opponents else 1):
        pools = {no: _pooled([pools[o] for o in r.opponents]) for no, r in records.of.items()}
    full = int(records.match_format.full * records.denominator)
    shares = {
        no: min(MOST_POOLED, POOLED * units // (full * rounds)) if full * rounds else 0
        for no, (units, rounds) in pools.items()
    }
    return Exacts(shares, POOLED)


def _pooled(parts: Sequence[tuple[int, int]]) -> tuple[int, int]:
    return sum(units for units, _ in parts), sum(rounds for _, rounds in parts)
