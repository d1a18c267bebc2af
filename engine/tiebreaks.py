"""Tiebreaks: each a small named function of everyone's records; a ruleset lists them in order.

Values are integers over one denominator, so that two players tie exactly when the document
says so, at the speed of integers.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial

from engine.draws import lot
from engine.match_format import WALKOVERS
from engine.model import Exact, Special
from engine.records import Exacts, Records
from engine.texts import msg

FORFEITS = (*WALKOVERS, Special.DOUBLE_NO_SHOW)


@dataclass(frozen=True, slots=True)
class Tiebreak:
    """One step of a ranking.

    Args:
        values: the value of each of the given players; the higher ranks first.
        help: the way to work it out by hand, as a template, with ``numbers`` at its places.
        among_tied: True if the value depends on who is tied (head to head, lots), so that it is
            worked out only for those still level; no values where it does not apply to them.
        lowest_first: True if the lower value ranks first instead.
        decimals: as many as are shown.
        counts: True if it breaks ties; else it is only shown.
        is_sum: True if each result adds its part to everybody's value, whatever the others are.
        key: a name that tells it from another of its name in the same ruleset.
    """

    name: str
    values: Callable[[Records, Sequence[int]], Exacts]
    help: str
    numbers: Mapping[str, int] = field(default_factory=dict)
    among_tied: bool = False
    lowest_first: bool = False
    decimals: int = 4
    counts: bool = True
    is_sum: bool = False
    key: str = ""


def strength_of_schedule(*, over_opponents: bool) -> Tiebreak:
    """Opponents' average points a round, summed, divided by the rounds so far.

    With ``over_opponents`` it is divided by the player's own number of opponents instead, so that a bye
    does not lower it, as the community's software and published standings do.

    Rule: OP, Event structure: "Strength of Schedule".
    """
    help_ = msg(
        "Strength of Schedule: each opponent's points divided by the rounds that the opponent completed, "
        "added up, divided by the rounds so far."
    )
    if over_opponents:
        help_ = msg(
            "Strength of Schedule: each opponent's points divided by the rounds that the opponent "
            "completed, added up, divided by the number of opponents."
        )
    values = partial(_strength_of_schedule, over_opponents=over_opponents)
    key = "SoS over opponents" if over_opponents else ""
    return Tiebreak("SoS", values, help_, is_sum=True, key=key)


def extended_strength_of_schedule(*, over_opponents: bool) -> Tiebreak:
    """Opponents' Strength of Schedule, summed, divided by the number of opponents.

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

    help_ = msg(
        "Extended Strength of Schedule: the opponents' SoS, added up, divided by the number of opponents."
    )
    return Tiebreak("xSoS", values, help_, is_sum=True)


def opponents_total(name: str, help_: str, first: int = 1) -> Tiebreak:
    """The points of all opponents, added up (chess: Solkoff); a bye adds nothing.

    Opponents count from round ``first`` on; the help has the document's word for points.

    Rule: NTP 3.2.1; TRC 2.2.2 (2), (3); NTS, tiebreaks.
    """

    def values(records: Records, _players: Sequence[int]) -> Exacts:
        units = {no: record.units for no, record in records.of.items()}
        total = dict.fromkeys(units, 0)
        for round_ in records.tournament.rounds[first - 1 :]:
            for match in round_.matches:
                if match.player2 is not None:
                    total[match.player1] += units[match.player2]
                    total[match.player2] += units[match.player1]
        return Exacts(total, records.denominator)

    return Tiebreak(name, values, help_, {"first": first}, decimals=1, is_sum=True)


def opponents_median(name: str, help_: str) -> Tiebreak:
    """The opponents' points without the highest and lowest (chess: Median); 0 of two or fewer.

    Rule: NTP 3.2.2; NTS, tiebreaks.
    """

    def values(records: Records, _players: Sequence[int]) -> Exacts:
        of = records.of
        median = {}
        for no, record in of.items():
            totals = [of[opponent].units for opponent in record.opponents]
            median[no] = sum(totals) - max(totals) - min(totals) if len(totals) > 2 else 0
        return Exacts(median, records.denominator)

    return Tiebreak(name, values, help_, decimals=1)


def tally(
    name: str, of: str, help_: str, numbers: Mapping[str, int] | None = None, decimals: int = 1
) -> Tiebreak:
    """A tally of the match format, over all of a player's results; the help has these numbers.

    Rule: TRC 2.2.2, optional tiebreak; HEX 4.4 (I).
    """

    def values(records: Records, _players: Sequence[int]) -> Exacts:
        return Exacts(records.tally(of), records.denominator)

    return Tiebreak(name, values, help_, numbers or {}, decimals=decimals, is_sum=True)


def head_to_head(
    *, by_match: str = "", most: int | None = None, decimals: int = 1, forfeits: bool = True
) -> Tiebreak:
    """The points of the tied players from their matches against one another.

    It applies only if all of them have met one another, and there are not more than ``most``; the
    tally ``by_match`` decides between two, if it is not the points. Without ``forfeits`` a match to which
    somebody did not come is no meeting.

    Rule: NTP 3.2.3; TRC 2.2.2 (1); HEX 4.4 (II). Without forfeits: FIDE Handbook C.07, 6.
    """

    def values(records: Records, players: Sequence[int]) -> Exacts:
        met, tied = records.met, set(players)
        between = [m for m in records.between(tied) if forfeits or m.special not in FORFEITS]
        if not forfeits:
            met = {no: {o for m in between for o in m.players if no in m.players} for no in tied}
        if (most and len(tied) > most) or any(
            len(met[no] & tied - {no}) < len(tied) - 1 for no in tied
        ):
            return Exacts({}, 1)
        match_format = records.match_format
        two = by_match and len(tied) == 2
        total: dict[int, Exact] = dict.fromkeys(players, 0)
        for match in between:
            if match.player2 is not None:
                key = (match.result, match.special)
                worth = match_format.tally(by_match, *key) if two else match_format.score(*key)
                assert worth is not None
                total[match.player1] += worth.player1
                total[match.player2] += worth.player2
        scale = records.denominator
        return Exacts({no: int(value * scale) for no, value in total.items()}, scale)

    help_ = msg("Only if all who are level have met: their scores against one another.")
    if most == 2:
        help_ = msg("Only if both who are level have met: their scores against one another.")
    return Tiebreak("Head to head", values, help_, among_tied=True, decimals=decimals)


def by_roster_seed() -> Tiebreak:
    """The seed that the organizer has given, if all of the tied players have one."""

    def values(records: Records, players: Sequence[int]) -> Exacts:
        by_no = records.tournament.by_no
        seeds = {no: seed for no in players if (seed := by_no[no].seed) is not None}
        return Exacts(seeds if len(seeds) == len(players) else {})

    help_ = msg(
        "Only if all who are level on everything else have a seed: the lower one ranks first."
    )
    return Tiebreak("Roster seed", values, help_, among_tied=True, lowest_first=True, decimals=0)


def side_balance() -> Tiebreak:
    """Matches as Player 1, who has the first side, less those as Player 2; it breaks no tie."""

    def values(records: Records, _players: Sequence[int]) -> Exacts:
        balance = dict.fromkeys(records.of, 0)
        for round_ in records.tournament.rounds:
            for match in round_.matches:
                if match.player2 is not None:
                    balance[match.player1] += 1
                    balance[match.player2] -= 1
        return Exacts(balance)

    help_ = msg(
        "Games as the Corp less games as the Runner, those with somebody who was absent included. It "
        "breaks no tie."
    )
    return Tiebreak("Side balance", values, help_, decimals=0, counts=False)


def by_lot() -> Tiebreak:
    """A lot drawn once for the event for each player; the lower number ranks first.

    Rule: OP, Event structure: "If there is still a tie, randomize ranking."
    """

    def values(records: Records, players: Sequence[int]) -> Exacts:
        seed = records.tournament.seed
        return Exacts({no: lot(seed, no) for no in players})

    help_ = msg(
        "Drawn once for the event, and used only between players level on everything else; the "
        "lower number ranks first."
    )
    return Tiebreak(
        "Lot", values, help_, among_tied=True, lowest_first=True, decimals=0, is_sum=True
    )


def _strength_of_schedule(
    records: Records, _players: Sequence[int] = (), *, over_opponents: bool
) -> Exacts:
    name = f"SoS over {'opponents' if over_opponents else 'rounds'}"
    if name in records.shared:
        return records.shared[name]
    scale, share = records.common_multiple, records.shares
    average = {no: record.units * share[record.last_round] for no, record in records.of.items()}
    own_share = share if over_opponents else [share[max(records.rounds, 1)]] * len(share)
    summed = {
        no: sum([average[opponent] for opponent in record.opponents])
        * own_share[len(record.opponents)]
        for no, record in records.of.items()
    }
    records.shared[name] = Exacts(summed, scale * scale * records.denominator)
    return records.shared[name]
