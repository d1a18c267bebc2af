"""What a format gains over a cheaper one."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from statistics import fmean
from typing import NamedTuple

from engine.simulation.event import Form
from engine.simulation.figures import EventFigures, Interval, gain

COMPARED = ("best_wins", "best_in_cut", "kendall_tau")
LEAST = 0.005
"""The least change that is told, whatever the events show: half an event of a hundred."""


class Step(NamedTuple):
    """From a format to one that has more rounds, or a larger cut, and is otherwise the same.

    Args:
        hours: what it costs, on the average of all events; ``None`` without a limit of time.
        changes: the figures that it changes, as far as the events show, and at least by ``LEAST``.
    """

    cheaper: Form
    dearer: Form
    hours: float | None
    changes: Mapping[str, Interval]


def steps(events: Mapping[Form, Sequence[EventFigures]]) -> Iterator[Step]:
    """Each format beside the next cheaper one: that with fewer rounds, then that with a smaller cut."""
    for form in sorted(events):
        fewer = [Form(rounds, form.cut) for rounds, cut in events if cut == form.cut]
        smaller = [Form(form.rounds, cut) for rounds, cut in events if rounds == form.rounds]
        for others in (fewer, smaller):
            if cheaper := max((other for other in others if other < form), default=None):
                yield _step(cheaper, form, events[cheaper], events[form])


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
