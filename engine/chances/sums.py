"""Everybody's place in the standings as one number, to which each result of the last round adds its part."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import takewhile

from engine.model import Match, Tournament
from engine.records import Records
from engine.ruleset import Ruleset

Values = list[dict[int, int]]
"""Points, then each tiebreak, of every player: the higher ranks first."""


@dataclass(frozen=True)
class Sums:
    """One number for every player: whoever has the higher one is ranked above, and equal ones are level.

    Points and tiebreaks are digits of it, the tiebreaks up to the first that is no sum of the results.

    Args:
        base: the numbers where each open match has the first of its outcomes.
        added: the change by each outcome of a match, for everybody for whom it is not 0.
    """

    base: Mapping[int, int]
    added: Mapping[Match, Sequence[Mapping[int, int]]]

    @cached_property
    def ends(self) -> Mapping[int, tuple[int, int]]:
        """The least and the most that everybody can come to."""
        return _ends(self.base, self.added.values())


def sums_of(
    first: Tournament, ends: Mapping[Match, Sequence[Tournament]], ruleset: Ruleset
) -> Sums:
    """The sums of an event after its last round, of which the pairings are known.

    Args:
        first: the event, each open match with the first of its outcomes.
        ends: for each open match the same event with each outcome of that match instead.
        ruleset: that of the event.
    """
    base = _values(first, ruleset)
    changes = {
        match: [_less(_values(end, ruleset), base) for end in of_match]
        for match, of_match in ends.items()
    }
    radix = []
    for place, values in enumerate(base):  # no two players are further apart, whatever happens
        found = _ends(values, [[change[place] for change in of] for of in changes.values()])
        highest = max((most for _, most in found.values()), default=0)
        radix.append(highest - min((least for least, _ in found.values()), default=0) + 1)
    added = {match: [_number(radix, change) for change in of] for match, of in changes.items()}
    return Sums(_number(radix, base), added)


def _values(event: Tournament, ruleset: Ruleset) -> Values:
    records = Records(event, ruleset.format(event.options))
    everyone = sorted(records.of)
    values = [{no: record.units for no, record in records.of.items()}]
    breaking = (t for t in ruleset.tiebreaks(event.options, records.rounds) if t.counts)
    for tiebreak in takewhile(lambda t: t.is_sum, breaking):
        sign = -1 if tiebreak.lowest_first else 1
        of = tiebreak.values(records, everyone).values
        values.append({no: sign * of[no] for no in everyone})
    return values


def _less(values: Values, base: Values) -> Values:
    """The differences that are not 0."""
    pairs = zip(values, base, strict=True)
    return [
        {no: n - before[no] for no, n in now.items() if n != before[no]} for now, before in pairs
    ]


def _ends(
    base: Mapping[int, int], changes: Iterable[Sequence[Mapping[int, int]]]
) -> dict[int, tuple[int, int]]:
    """The least and the most that everybody can come to, by one change of each match."""
    least, most = dict(base), dict(base)
    for of in changes:
        for no in base:
            parts = [change.get(no, 0) for change in of]
            least[no] += min(parts)
            most[no] += max(parts)
    return {no: (least[no], most[no]) for no in base}


def _number(radix: Sequence[int], values: Values) -> dict[int, int]:
    """The values as digits of one number."""
    total: dict[int, int] = {}
    for digits, of in zip(radix, values, strict=True):
        players = total.keys() | of.keys()
        total = {no: total.get(no, 0) * digits + of.get(no, 0) for no in players}
    return total
