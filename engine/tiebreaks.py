"""Tiebreaks: each a small named function of everyone's records; a ruleset lists them in order.

Values are integers over one denominator, so that two players tie exactly when the document
says so, at the speed of integers.
"""

from __future__ import annotations

from collections.abc import Sequence

from engine.draws import lot
from engine.records import Records
from engine.ruleset import Exacts, Tiebreak


def strength_of_schedule(*, over_opponents: bool) -> Tiebreak:
    """Opponents' average points a round, summed, divided by the rounds so far.

    Args:
        over_opponents: divide by the player's own number of opponents instead, so that a bye
            does not lower it, as the community's software and published standings do.

    Rule: OP, Event structure: "Strength of Schedule".
    """
    divisor = "the number of opponents" if over_opponents else "the rounds so far"

    def values(records: Records, _players: Sequence[int]) -> Exacts:
        return _strength_of_schedule(records, over_opponents=over_opponents)

    return Tiebreak(
        name="SoS",
        values=values,
        help="Strength of Schedule: each opponent's points divided by the rounds that the "
        f"opponent completed, added up, divided by {divisor}.",
    )


def extended_strength_of_schedule(*, over_opponents: bool) -> Tiebreak:
    """Opponents' Strength of Schedule, summed, divided by the number of opponents.

    Args:
        over_opponents: which Strength of Schedule is meant.

    Rule: OP, Event structure: "Extended Strength of Schedule".
    """

    def values(records: Records, _players: Sequence[int]) -> Exacts:
        sos = _strength_of_schedule(records, over_opponents=over_opponents)
        share, of = records.shares, sos.values
        summed = {
            no: sum([of[opponent] for opponent in record.opponents]) * share[len(record.opponents)]
            for no, record in records.of.items()
        }
        return Exacts(summed, sos.denominator * records.common_multiple)

    return Tiebreak(
        name="xSoS",
        values=values,
        help="Extended Strength of Schedule: the opponents' SoS, added up, divided by the "
        "number of opponents.",
    )


def by_lot() -> Tiebreak:
    """A lot drawn once for the event for each player; the lower number ranks first.

    Rule: OP, Event structure: "If there is still a tie, randomize ranking."
    """

    def values(records: Records, players: Sequence[int]) -> Exacts:
        seed = records.tournament.seed
        return Exacts({no: lot(seed, no) for no in players})

    return Tiebreak(
        name="Lot",
        values=values,
        help="Drawn once for the event, looked at only by players level in all the rest; the "
        "lower number ranks first.",
        among_tied=True,
        lowest_first=True,
    )


def _strength_of_schedule(records: Records, *, over_opponents: bool) -> Exacts:
    name = f"SoS over {'opponents' if over_opponents else 'rounds'}"
    if name in records.found:
        return records.found[name]
    scale, share = records.common_multiple, records.shares
    average = {no: record.points * share[record.last_round] for no, record in records.of.items()}
    own_share = share if over_opponents else [share[max(records.rounds, 1)]] * len(share)
    summed = {
        no: sum([average[opponent] for opponent in record.opponents])
        * own_share[len(record.opponents)]
        for no, record in records.of.items()
    }
    records.found[name] = Exacts(summed, scale * scale)
    return records.found[name]
