"""The gains of a format over a cheaper one."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import islice
from statistics import fmean
from typing import NamedTuple, TypeAlias

from engine.intervals import Interval, errors_for
from engine.simulation.event import Form
from engine.simulation.figures import EventFigures, gain, is_changed

COMPARED = ("best_wins", "best_in_cut", "kendall_tau")
LEAST = 0.005
"""The least change that is told, whatever the events show: half an event of a hundred."""
_Test: TypeAlias = tuple[Form, Form, str]
"""The cheaper and the dearer format, and a figure."""


class Step(NamedTuple):
    """From a format to one that has more rounds, a larger cut or a longer elimination, otherwise the same.

    Args:
        hours: its cost, on the average of all events; ``None`` without a limit of time.
        changes: the figures that it changes, as far as the events show, and at least by ``LEAST``.
    """

    cheaper: Form
    dearer: Form
    hours: float | None
    changes: Mapping[str, Interval]


def steps(events: Mapping[Form, Sequence[EventFigures]]) -> list[Step]:
    """Each format beside the next cheaper one: with fewer rounds, a smaller cut; and each shorter elimination.

    All comparisons are tested together: where there is nothing to gain, one plan of twenty at most
    announces something. Source: Holm, A simple sequentially rejective multiple test procedure
    (Scandinavian Journal of Statistics 6, 1979).
    """
    pairs = list(_compared(events))
    tests = [(*pair, name) for pair in pairs for name in COMPARED if _is_told(events, *pair, name)]
    shown = _shown(events, tests)
    return [
        _step(events, *pair, [name for name in COMPARED if (*pair, name) in shown])
        for pair in pairs
    ]


def _compared(events: Mapping[Form, Sequence[EventFigures]]) -> Iterator[tuple[Form, Form]]:
    """The cheaper and the dearer format of every step."""

    def cost(form: Form) -> tuple[int, int, float, str]:
        hours = [event.hours for event in events[form] if event.hours is not None]
        return form.rounds, form.cut, fmean(hours) if hours else 0.0, form.elimination

    in_order = sorted(events, key=cost)
    for place, form in enumerate(in_order):
        cheaper = in_order[:place][::-1]
        fewer_rounds = (o for o in cheaper if o.rounds < form.rounds and o[1:] == form[1:])
        smaller_cuts = (
            other
            for other in cheaper
            if other.rounds == form.rounds and other.cut < form.cut
            and (not other.cut or other.elimination == form.elimination)
        )  # fmt: skip
        eliminations = (other for other in cheaper if other[:2] == form[:2])
        for other in (*islice(fewer_rounds, 1), *islice(smaller_cuts, 1), *eliminations):
            yield other, form


def _is_told(
    events: Mapping[Form, Sequence[EventFigures]], cheaper: Form, dearer: Form, name: str
) -> bool:
    """True for a figure that both have, unless a larger cut changes it anyway: more are in it."""
    is_larger = name == "best_in_cut" and cheaper.cut != dearer.cut
    return not is_larger and getattr(events[cheaper][0], name) is not None


def _shown(events: Mapping[Form, Sequence[EventFigures]], tests: Sequence[_Test]) -> set[_Test]:
    """The changes that the events show, all tests taken together (Holm)."""
    left = set(tests)
    while left:
        errors = errors_for(len(left))
        found = {
            (one, two, name)
            for one, two, name in left
            if is_changed(events[two], events[one], name, errors)
        }
        if not found:
            break
        left -= found
    return set(tests) - left


def _step(
    events: Mapping[Form, Sequence[EventFigures]], cheaper: Form, dearer: Form, shown: Sequence[str]
) -> Step:
    before, after = events[cheaper], events[dearer]
    changes = {name: gain(after, before, name) for name in shown}
    pairs = ((one.hours, two.hours) for one, two in zip(after, before, strict=True))
    hours = [one - two for one, two in pairs if one is not None and two is not None]
    large = {name: change for name, change in changes.items() if abs(change.mean) >= LEAST}
    return Step(cheaper, dearer, fmean(hours) if hours else None, large)
