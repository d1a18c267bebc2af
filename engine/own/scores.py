"""Tiebreaks by points: the opponents' (Buchholz, Sonneborn-Berger) and the player's own by rounds.

Source: FIDE Handbook C.07, Tie-Break Regulations of 2024 and 2026; for Go, the EGF's general tournament
rules. A round that was not played counts as the setting ``Unplayed rounds`` says.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from itertools import accumulate
from typing import NamedTuple

from engine.model import Special
from engine.own.formats import RATING
from engine.own.options import FIDE_2024, FIDE_2026, NOTHING, OWN_POINTS, START_POINTS
from engine.own.rounds import Entry, How, rounds_of
from engine.records import Exacts, Records


class Part(NamedTuple):
    """What a round adds: the opponent's points or those of a dummy, the points earned against them.

    ``voluntary`` is true if the player is to blame that it was not played.
    """

    value: int
    units: int
    voluntary: bool = False


@lru_cache(maxsize=4)
def adjusted_scores(records: Records, unplayed: str) -> dict[int, int]:
    """Everybody's points as they count for opponents, in units.

    A requested bye after which everything else was unplayed through the player's own doing counts a draw
    (FIDE, C.07, 16.3).
    """
    units = {no: record.units for no, record in records.of.items()}
    if unplayed not in (FIDE_2024, FIDE_2026):
        return units
    draw = _draw_units(records)
    for no, entries in rounds_of(records).items():
        for entry in reversed(entries):
            if not entry.how.is_voluntary:
                break
            if entry.how.is_requested:
                units[no] += draw - entry.units
    return units


@lru_cache(maxsize=4)
def parts_of(records: Records, unplayed: str) -> dict[int, list[Part]]:
    """What each round of every player adds to Buchholz."""
    scores = adjusted_scores(records, unplayed)
    return {
        no: [part for entry in entries if (part := _part(records, scores, no, entry, unplayed))]
        for no, entries in rounds_of(records).items()
    }


def _part(
    records: Records, scores: Mapping[int, int], no: int, entry: Entry, unplayed: str
) -> Part | None:
    """What a round of a player adds; nothing where an unplayed round does not count."""
    opponent, own = entry.opponent, records.of[no].units
    as_played = unplayed in (NOTHING, START_POINTS) or entry.how is How.PLAYED
    if opponent is not None and as_played:
        return Part(scores[opponent] + entry.handicap * records.denominator, entry.units)
    if unplayed == NOTHING:
        return None
    if unplayed == START_POINTS:
        return Part(start_units(records, no), entry.units)
    if unplayed == OWN_POINTS:
        return Part(own, entry.units)
    value = own
    if unplayed == FIDE_2026:
        # FIDE: at most a draw in every round; in a forfeit at most the opponent's points
        most = _draw_units(records) * records.rounds if opponent is None else scores[opponent]
        value = min(own, most)
    return Part(value, entry.units, entry.how.is_voluntary)


def start_units(records: Records, no: int) -> int:
    """The points with which a player begins, in units."""
    return int(records.match_format.start(records.tournament.by_no[no]) * records.denominator)


def _draw_units(records: Records) -> int:
    of = records.match_format.score
    score = of((), Special.HALF_BYE) or of((), Special.INTENTIONAL_DRAW)
    return int(score.player1 * records.denominator) if score else 0


def cut(values: Sequence[Part], lowest: int, highest: int = 0) -> Sequence[Part]:
    """The parts without some of the lowest, those of a player's own doing first, and the highest."""
    ranked = sorted(values, key=lambda part: (not part.voluntary, part.value))[lowest:]
    if highest:
        ranked = sorted(ranked, key=lambda part: part.value)[: max(0, len(ranked) - highest)]
    return ranked


def buchholz(records: Records, unplayed: str, lowest: int = 0, highest: int = 0) -> Exacts:
    """The opponents' points, added up, without some of the lowest and the highest. Source: C.07, 8.1, 14.1."""
    totals = {
        no: sum(part.value for part in (cut(parts, lowest, highest) if lowest else parts))
        for no, parts in parts_of(records, unplayed).items()
    }
    return Exacts(totals, records.denominator)


def average_opponents_buchholz(records: Records, unplayed: str) -> Exacts:
    """The mean of the Buchholz of those played. Source: C.07, 8.2."""
    of = buchholz(records, unplayed).values
    share, scale = records.shares, records.common_multiple
    means = {}
    for no, entries in rounds_of(records).items():
        played = [of[e.opponent] for e in entries if e.how is How.PLAYED and e.opponent is not None]
        means[no] = sum(played) * share[len(played)]
    return Exacts(means, records.denominator * scale)


def sonneborn_berger(records: Records, unplayed: str, *, cut_lowest: bool = False) -> Exacts:
    """Each opponent's points times those earned against them. Source: C.07, 9.1, 14.1.1.4, 16.5.1."""
    totals = {}
    for no, parts in parts_of(records, unplayed).items():
        products = sorted((p.value, p.value * p.units, p.voluntary) for p in parts)
        total = sum(product for _, product, _ in products)
        if cut_lowest and products:
            least = products[0]
            voluntary = next((p for p in products if p[2]), least)
            total -= (voluntary if voluntary[1] >= least[1] else least)[1]
        totals[no] = total
    win = _win_units(records)
    return Exacts(totals, records.denominator * win)


def _win_units(records: Records) -> int:
    return int(records.match_format.full * records.denominator) or 1


def cumulative(records: Records, first: int = 1) -> Exacts:
    """The running totals after each round, from round ``first`` on, added up. Source: C.07, 7.5."""
    start = {no: start_units(records, no) for no in records.of}
    totals = {
        no: sum([*accumulate((e.units for e in entries), initial=start[no])][first:])
        for no, entries in rounds_of(records).items()
    }
    return Exacts(totals, records.denominator)


def points_against(records: Records, counts: Callable[[Entry], bool]) -> Exacts:
    """The points of the opponents in the rounds that count."""
    of = records.of
    totals = {
        no: sum(of[e.opponent].units for e in entries if e.opponent is not None and counts(e))
        for no, entries in rounds_of(records).items()
    }
    return Exacts(totals, records.denominator)


def count_rounds(records: Records, counts: Callable[[Entry], bool]) -> Exacts:
    """The number of a player's rounds that count."""
    return Exacts({no: sum(map(counts, entries)) for no, entries in rounds_of(records).items()})


def koya(records: Records) -> Exacts:
    """The points against opponents with at least half of a full score. Source: C.07, 9.2.

    A bye without points, as in a round robin of an odd number, is no part of a full score.
    """
    full, has_points = _win_units(records), bool(records.match_format.bye)
    strong = {
        no
        for no, entries in rounds_of(records).items()
        if 2 * records.of[no].units
        >= full * sum(has_points or e.how is not How.BYE for e in entries)
    }
    totals = {
        no: sum(e.units for e in entries if e.opponent in strong)
        for no, entries in rounds_of(records).items()
    }
    return Exacts(totals, records.denominator)


def kashdan(records: Records) -> Exacts:
    """4 for a win, 2 for a draw and 1 for a loss over the board, 0 for a round not played."""

    def worth(entry: Entry) -> int:
        if entry.how is not How.PLAYED:
            return 0
        return 4 if entry.won else 1 if entry.lost else 2

    return Exacts({no: sum(map(worth, entries)) for no, entries in rounds_of(records).items()})


def average_rating(records: Records, cut_lowest: int = 0) -> Exacts:
    """The mean rating of those played, half up; 0 without one. Source: C.07, 10.1."""
    rating = {
        player.no: _rating(player.details.get(RATING, "")) for player in records.tournament.players
    }
    means = {}
    for no, entries in rounds_of(records).items():
        ratings = sorted(
            rating[e.opponent] for e in entries if e.how is How.PLAYED and e.opponent is not None
        )[cut_lowest:]
        count = len(ratings)
        means[no] = (2 * sum(ratings) + count) // (2 * count) if count else 0
    return Exacts(means)


def _rating(typed: str) -> int:
    return int(typed) if typed.strip().isdecimal() else 0


def weighted_cumulative(records: Records) -> Exacts:
    """The wins so far after each round, where every round counts a quarter of the next.

    It is divided by the value of somebody who won every round: from 0 to 1.

    Source: Flesh and Blood, Pairings and Tiebreaker Policy: "tiebreaker last round / 4 + total match-win
    points".
    """
    all_won, won_by = 0, dict.fromkeys(records.of, 0)
    for number in range(1, records.rounds + 1):
        all_won += number * 4 ** (number - 1)
    for no, entries in rounds_of(records).items():
        wins = 0
        for entry in entries:
            wins += entry.won
            won_by[no] += wins * 4 ** (entry.round - 1)
    return Exacts(won_by, all_won or 1)


def squares_of_rounds_lost(records: Records) -> Exacts:
    """The squares of the numbers of the rounds that were lost, added up: late losses count more."""
    return Exacts(
        {
            no: sum(entry.round**2 for entry in entries if entry.lost)
            for no, entries in rounds_of(records).items()
        }
    )
