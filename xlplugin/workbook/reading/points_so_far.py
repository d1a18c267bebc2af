"""The points of everybody before a round, as the results have them now."""

from __future__ import annotations

from collections.abc import Mapping

from engine.model import Exact
from xlplugin.workbook.book import number_for_cell
from xlplugin.workbook.reading.event_book import EventBook


def points_before(event: EventBook, number: int) -> Mapping[int, int | float]:
    """The points of every player in the rounds before one, by number."""
    total: dict[int, Exact] = dict.fromkeys(event.by_no, 0)
    for tab in event.rounds:
        for match in tab.matches if tab.number < number else ():
            score = event.match_format.score(match.result, match.special)
            for no, points in zip(match.players, score or (), strict=False):
                total[no] = total.get(no, 0) + points
    return {no: number_for_cell(points) for no, points in total.items()}
