"""The count of results in the next step, where players report them."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path

from xlplugin.ground.problems import HostError
from xlplugin.reports.record import Record, path_of
from xlplugin.reports.state import State, is_on, state_of
from xlplugin.workbook.reading.event_book import EventBook
from xlplugin.workbook.reading.next_step import Step, newest_tab


def counted(step: Step, event: EventBook, folder: Path, name: str) -> Step:
    """The step with the results that are in and the conflicts, while some are missing.

    With results that two players tell it is to take these; without any report the step names the tables, as
    everywhere. ``folder`` and ``name`` are the workbook's.
    """
    tab = newest_tab(event)
    if event.problems or tab is None or not tab.missing or not is_on(event):
        return step
    with suppress(HostError):  # whoever takes results is told
        reports = state_of(event, Record(path_of(folder, name)).read())
        reported = reports.at(State.ONE, State.AGREED, State.CONFLICT)
        if reported and (progress := reports.progress()):
            is_typed = not reports.at(State.AGREED)
            return Step(progress, step.command if is_typed else "take", typed=is_typed)
    return step
