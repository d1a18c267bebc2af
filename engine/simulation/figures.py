"""The figures of one event and of many, with how sure they are.

The intervals are of 95 %: Wilson's for shares, Agresti and Min's for what a format gains in one, Student's for
what it gains otherwise, and for other means the normal one, the mean plus and minus 1.96 standard errors.
"""

from __future__ import annotations

from bisect import bisect, insort
from collections.abc import Sequence
from math import ceil, sqrt
from statistics import fmean, stdev
from typing import NamedTuple

from engine.intervals import Interval, Z, differs, paired_gain, student, wilson


class EventFigures(NamedTuple):
    """The figures of one event, in one format; what has to do with a cut is ``None`` without one.

    Args:
        best_wins: True if the strongest player won it.
        best_in_cut: True if that player was in the cut.
        kendall_tau: the agreement of the final order with strength, from -1 (reversed) to 1 (the same).
        cut_by_tiebreak: True if the last in the cut and the first out of it had as many points.
        cut_short: True if a Swiss round could not be paired, and the rest was left out.
        rematches: matches of two who had met before.
        second_byes: byes of players who had one before.
        side_difference: games on one side less those on the other, without a sign, on the average of
            all players; ``None`` where a match has no sides, or both.
        hours: from the beginning of round 1 to the last result; ``None`` without a limit of time.
        swiss_hours, cut_hours: those of the Swiss rounds, and of the cut, where each has a day of its own.
    """

    best_wins: bool
    best_in_cut: bool | None
    kendall_tau: float
    cut_by_tiebreak: bool | None
    cut_short: bool
    rematches: int
    second_byes: int
    side_difference: float | None
    hours: float | None
    swiss_hours: float | None
    cut_hours: float | None


SHARES = ("best_wins", "best_in_cut", "cut_by_tiebreak", "cut_short")
"""The figures that are true or false of an event."""
HOURS = ("hours", "swiss_hours", "cut_hours")


class Percentiles(NamedTuple):
    """The values that a tenth, half and nine tenths of the events do not exceed."""

    p10: float
    p50: float
    p90: float


def kendall_tau(order: Sequence[int]) -> float:
    """Kendall's (1938) rank correlation of an order of different numbers with the ascending one.

    Fewer than two numbers are in order.
    """
    before: list[int] = []
    wrong = 0
    for number in order:
        wrong += len(before) - bisect(before, number)
        insort(before, number)
    pairs = len(before) * (len(before) - 1) // 2
    return 1 - 2 * wrong / pairs if pairs else 1.0


def mean_of(values: Sequence[float], errors: float = Z) -> Interval:
    """A mean with its normal interval, which one value alone does not have: it is then that value."""
    mean = fmean(values)
    half = errors * stdev(values) / sqrt(len(values)) if len(values) > 1 else 0.0
    return Interval(mean, mean - half, mean + half)


def percentiles_of(values: Sequence[float]) -> Percentiles:
    """The percentiles, each of them one of the values: the first that so many do not exceed."""
    ordered = sorted(values)
    return Percentiles(*(ordered[max(0, ceil(len(ordered) * p) - 1)] for p in (0.1, 0.5, 0.9)))


def summed_up(events: Sequence[EventFigures]) -> dict[str, Interval | Percentiles | None]:
    """The figures of many events in one format, by name; ``None`` for what it does not have."""
    summary: dict[str, Interval | Percentiles | None] = {}
    for name in EventFigures._fields:
        values = [value for event in events if (value := getattr(event, name)) is not None]
        if not values:
            summary[name] = None
        elif name in SHARES:
            summary[name] = wilson(sum(values), len(values))
        else:
            summary[name] = (percentiles_of if name in HOURS else mean_of)(values)
    return summary


def gain(dearer: Sequence[EventFigures], cheaper: Sequence[EventFigures], name: str) -> Interval:
    """The increase of a figure from one format to another, by the same events of both.

    Event by event the strengths are the same, and as far as the formats are alike the results: the
    interval of the differences is narrower than those of both figures.
    """
    changes = _changes(dearer, cheaper, name)
    if name in SHARES:
        return paired_gain(changes.count(1), changes.count(-1), len(changes))
    return mean_of(changes, student(Z, max(1, len(changes) - 1)))


def is_changed(
    dearer: Sequence[EventFigures], cheaper: Sequence[EventFigures], name: str, errors: float
) -> bool:
    """True if a figure is another one in one format than in the other, by so many standard errors."""
    changes = _changes(dearer, cheaper, name)
    if name in SHARES:
        return differs(changes.count(1), changes.count(-1), errors)
    change = mean_of(changes, student(errors, max(1, len(changes) - 1)))
    return change.low > 0 or change.high < 0


def _changes(
    dearer: Sequence[EventFigures], cheaper: Sequence[EventFigures], name: str
) -> list[float]:
    pairs = zip(dearer, cheaper, strict=True)
    return [getattr(one, name) - getattr(two, name) for one, two in pairs]
