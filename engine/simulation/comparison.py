"""What a format gains over a cheaper one."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from statistics import fmean
from typing import NamedTuple

from engine.intervals import Interval
from engine.simulation.event import Form
from engine.simulation.figures import EventFigures, gain

COMPARED = ("best_wins", "best_in_cut", "kendall_tau")
LEAST = 0.005
"""The least change that is told, whatever the events show: half an event of a hundred."""


class Step(NamedTuple):
    """From a format to one that has more rounds, a larger cut or a longer elimination, and is otherwise the same.

    Args:
        hours: what it costs, on the average of all events; ``None`` without a limit of time.
        changes: the figures that it changes, as far as the events show, and at least by ``LEAST``.
    """

    cheaper: Form
    dearer: Form
    hours: float | None
    changes: Mapping[str, Interval]


def steps(events: Mapping[Form, Sequence[EventFigures]]) -> Iterator[Step]:
    """Each format beside the next cheaper one: with fewer rounds, a smaller cut, a shorter elimination."""

    def cost(form: Form) -> tuple[int, int, float, str]:
        hours = [event.hours for event in events[form] if event.hours is not None]
        return form.rounds, form.cut, fmean(hours) if hours else 0.0, form.elimination

    in_order = sorted(events, key=cost)
    for place, form in enumerate(in_order):
        cheaper = in_order[:place][::-1]
        for is_beside in (_has_fewer_rounds, _has_smaller_cut, _has_shorter_elimination):
            if other := next((other for other in cheaper if is_beside(other, form)), None):
                yield _step(other, form, events[other], events[form])


def _has_fewer_rounds(one: Form, two: Form) -> bool:
    return one.rounds < two.rounds and one[1:] == two[1:]


def _has_smaller_cut(one: Form, two: Form) -> bool:
    is_alike = not one.cut or one.elimination == two.elimination
    return one.rounds == two.rounds and one.cut < two.cut and is_alike


def _has_shorter_elimination(one: Form, two: Form) -> bool:
    return one[:2] == two[:2]


def _step(
    cheaper: Form, dearer: Form, before: Sequence[EventFigures], after: Sequence[EventFigures]
) -> Step:
    changes = {}
    for name in COMPARED:
        is_larger = name == "best_in_cut" and cheaper.cut != dearer.cut  # more are in it anyway
        if not is_larger and getattr(before[0], name) is not None:
            change = gain(after, before, name)
            is_shown = change.low > 0 or change.high < 0
            if is_shown and abs(change.mean) >= LEAST:
                changes[name] = change
    hours = [
        one.hours - two.hours
        for one, two in zip(after, before, strict=True)
        if one.hours is not None and two.hours is not None
    ]
    return Step(cheaper, dearer, fmean(hours) if hours else None, changes)
